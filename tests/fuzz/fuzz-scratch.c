/* SPDX-License-Identifier: MIT
 *
 * The input is a program of the scratchpad. Values of numbers that are printed are read
 * again, and are the same.
 */
#include <string.h>

#include "base/im-arena.h"
#include "fuzz.h"
#include "tml/im-scratch.h"

static void
append_value (const ImScratchValue *value, GString *out)
{
  im_nested_type_append_text (value->type, out);
  g_string_append (out, " x = ");
  im_scratch_value_append_text (value, out);
}

static void
check_again (const char *text)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GPtrArray) results = g_ptr_array_new ();
  g_autoptr (ImSource) source = im_source_new_for_string ("<again>", text);
  g_autoptr (GString) again = g_string_new (NULL);

  g_assert_true (im_scratch_run (source, arena, results, diagnostics));
  g_assert_cmpuint (results->len, ==, 1);
  const ImScratchResult *result = g_ptr_array_index (results, 0);
  append_value (&result->value, again);
  g_assert_cmpstr (again->str, ==, text);
}

/* Infinities and NaN cannot be written, and a uint only where it is an int, too. */
static gboolean
can_be_written (const ImScratchValue *value, const char *text)
{
  return (value->type->scalar == IM_SCALAR_BOOL || value->type->scalar == IM_SCALAR_INT ||
          value->type->scalar == IM_SCALAR_REAL) &&
         strstr (text, "Inf") == NULL && strstr (text, "NaN") == NULL &&
         strlen (text) < 10000;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GPtrArray) results = g_ptr_array_new ();
  g_autoptr (ImSource) source = im_source_new ("fuzz.tml", bytes);
  gboolean ok = im_scratch_run (source, arena, results, diagnostics);

  g_assert_true (ok == (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) == 0));
  fuzz_check_diagnostics (diagnostics);
  for (guint i = 0; i < results->len && i < 100; i++)
    {
      const ImScratchResult *result = g_ptr_array_index (results, i);
      g_autoptr (GString) text = g_string_new (NULL);

      append_value (&result->value, text);
      if (can_be_written (&result->value, text->str))
        check_again (text->str);
    }

  return 0;
}
