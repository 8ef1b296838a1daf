/* SPDX-License-Identifier: MIT
 *
 * The first byte of the input chooses rules, the lines behind it are operands; the whole
 * is an operation of MLIR, too.
 */
#include <string.h>

#include "base/im-arena.h"
#include "broadcast/im-broadcast-mlir.h"
#include "broadcast/im-broadcast-parse.h"
#include "fuzz.h"
#include "scene/broadcast/im-broadcast-text.h"

static void
check_report (const ImBroadcastReport *report, const GError *error)
{
  g_autoptr (GString) out = g_string_new (NULL);

  g_assert_true ((report == NULL) == (error != NULL));
  if (report == NULL)
    {
      g_assert_cmpint ((gint) error->domain, ==, (gint) IM_SHAPE_ERROR);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return;
    }
  g_assert_true (report->is_ok == (report->message == NULL));
  g_assert_true (report->is_ok || g_utf8_validate (report->message, -1, NULL));
  g_assert_true (report->is_ok == (report->result != NULL));
  g_assert_nonnull (report->code);
  im_broadcast_text_append (report, 40, out);
  g_assert_cmpuint (out->len, >, 0);
}

/* Only assignments and products of matrices depend on the order of the operands. */
static void
compare_reversed (const ImBroadcastReport *report,
                  const char *const *texts,
                  ImArena *arena)
{
  const char *reversed[] = { texts[1], texts[0] };
  const ImBroadcastReport *other = im_broadcast_report_parse (
      report->rules, NULL, NULL, reversed, 2, NULL, arena, NULL);

  if (report->rules == IM_BROADCAST_RULES_TML_ASSIGNMENT ||
      (report->rules >= IM_BROADCAST_RULES_NUMPY_IN_PLACE &&
       report->rules <= IM_BROADCAST_RULES_NUMPY_MATMUL))
    return;
  g_assert_cmpstr (other->code, ==, report->code);
  g_assert_cmpstr (other->result, ==, report->result);
  g_assert_cmpmem (&other->groups, sizeof other->groups, &report->groups,
                   sizeof report->groups);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL, mlir_error = NULL;
  g_autofree char *text = g_strndup ((const char *) data, size);
  guint rules = (guint) (guchar) text[0] % (IM_BROADCAST_RULES_TML_ASSIGNMENT + 1);
  g_auto (GStrv) lines = g_strsplit (text[0] == '\0' ? "" : text + 1, "\n", 8);
  const char *const *texts = (const char *const *) lines;
  guint n = g_strv_length (lines);
  const ImBroadcastReport *report = im_broadcast_report_parse (
      (ImBroadcastRules) rules, NULL, NULL, texts, n, NULL, arena, &error);

  check_report (report, error);
  if (report != NULL && n == 2)
    compare_reversed (report, texts, arena);
  im_broadcast_family_guess (texts, n);
  report = im_broadcast_report_parse_mlir (text, IM_BROADCAST_RULES_MLIR_CAST, arena,
                                           &mlir_error);
  check_report (report, mlir_error);

  return 0;
}
