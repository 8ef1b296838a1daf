/* SPDX-License-Identifier: MIT
 *
 * The input is operations of MLIR, a line each, read by each rule that they can mean.
 */
#include <string.h>

#include "base/im-arena.h"
#include "fuzz.h"
#include "tensor/im-broadcast-parse.h"

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

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autofree char *text = g_strndup (size == 0 ? "" : (const char *) data, size);
  g_auto (GStrv) lines = g_strsplit (text, "\n", 16);

  for (guint i = 0; lines[i] != NULL; i++)
    check_line (lines[i], arena);

  return 0;
}
