/* SPDX-License-Identifier: MIT
 *
 * The input is operations of MLIR, a line each, read by each rule that they can mean; and
 * the whole as a file with the errors that it expects.
 */
#include <string.h>

#include "base/im-arena.h"
#include "broadcast/im-broadcast-parse.h"
#include "broadcast/im-mlir-expect.h"
#include "fuzz.h"

static void
check_report (const ImBroadcastReport *report, const GError *error)
{
  g_assert_true ((report == NULL) == (error != NULL));
  if (report == NULL)
    {
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_cmpuint (strlen (error->message), >, 0);
      return;
    }
  g_assert_true (report->is_ok == (report->message == NULL));
  g_assert_true (report->is_ok == (report->result != NULL));
  g_assert_true (report->is_ok || g_utf8_validate (report->message, -1, NULL));
}

/* Whatever one rule set takes, the one that allows more takes as well. */
static void
check_line (const char *line, ImArena *arena)
{
  g_autoptr (GError) error = NULL, cast_error = NULL;
  const ImBroadcastReport *report = im_broadcast_report_parse_mlir (
      line, IM_BROADCAST_RULES_MLIR, arena, &error);
  const ImBroadcastReport *cast = im_broadcast_report_parse_mlir (
      line, IM_BROADCAST_RULES_MLIR_CAST, arena, &cast_error);

  check_report (report, error);
  check_report (cast, cast_error);
  g_assert_true ((report == NULL) == (cast == NULL));
  g_assert_true (report == NULL || !report->is_ok || cast->is_ok);
}

typedef struct
{
  ImMlirExpectations *expectations;
  guint n_judged;
  guint n_refused;
  guint line;
} File;

static void
ignore (guint line, const char *message, gpointer data)
{
  g_assert_true (g_utf8_validate (message, -1, NULL) || data == NULL);
}

static void
check_entry (const ImMlirEntry *entry, const ImBroadcastReport *report, gpointer data)
{
  File *file = data;

  g_assert_true ((entry->kind == IM_MLIR_ENTRY_READ) == (report != NULL));
  g_assert_true ((entry->kind == IM_MLIR_ENTRY_PROBLEM) == (entry->error != NULL));
  g_assert_cmpuint (entry->line, >=, 1);
  g_assert_cmpuint (entry->column, >=, 1);
  g_assert_true (entry->name == NULL || g_str_is_ascii (entry->name));
  if (entry->kind == IM_MLIR_ENTRY_READ || entry->kind == IM_MLIR_ENTRY_PROBLEM)
    check_report (report, entry->error);
  file->n_judged += report != NULL;
  file->n_refused += report != NULL && !report->is_ok;
  im_mlir_expectations_meet (file->expectations, entry, report, ignore, NULL);
}

static File
check_file (const char *text, ImBroadcastRules rules)
{
  static const char *const names[] = { "*", NULL };
  gsize length = strlen (text);
  g_autoptr (ImMlirExpectations) expectations = im_mlir_expectations_new (text, length);
  File file = { expectations };

  im_broadcast_mlir_read (text, length, rules, names, check_entry, &file);
  im_mlir_expectations_finish (expectations, ignore, NULL);
  file.expectations = NULL;

  return file;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autofree char *text = g_strndup (size == 0 ? "" : (const char *) data, size);
  g_auto (GStrv) lines = g_strsplit (text, "\n", 16);

  for (guint i = 0; lines[i] != NULL; i++)
    check_line (lines[i], arena);

  File strict = check_file (text, IM_BROADCAST_RULES_MLIR);
  File upstream = check_file (text, IM_BROADCAST_RULES_MLIR_UPSTREAM);
  g_assert_cmpuint (strict.n_judged, ==, upstream.n_judged);
  g_assert_cmpuint (strict.n_refused, >=, upstream.n_refused);

  return 0;
}
