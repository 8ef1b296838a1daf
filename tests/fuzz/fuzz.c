/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <stdlib.h>

/* libFuzzer keeps the input of an abort, but not that of the trap of a fatal message. */
static void
abort_cb (const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
  g_log_default_handler (domain, level, message, data);
  if ((level & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING)) != 0)
    abort ();
}

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  g_log_set_default_handler (abort_cb, NULL);

  return 0;
}

static void
check_place (const ImDiagnostic *problem)
{
  gsize length;
  const char *text = im_source_get_text (problem->source, &length);
  gboolean is_text = g_utf8_validate (text, (gssize) length, NULL);

  g_assert_cmpuint (problem->span.start, <=, problem->span.end);
  g_assert_cmpuint (problem->span.end, <=, length);
  g_assert_true (!is_text || g_utf8_validate (problem->message, -1, NULL));
  g_assert_true (!is_text || problem->note == NULL ||
                 g_utf8_validate (problem->note, -1, NULL));
}

void
fuzz_check_diagnostics (const ImDiagnostics *diagnostics)
{
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (diagnostics, i);
      g_autoptr (GString) out = g_string_new (NULL);

      im_diagnostic_print (problem, FALSE, out);
      g_assert_cmpuint (out->len, >, 0);
      if (problem->source != NULL)
        check_place (problem);
    }
}
