/* SPDX-License-Identifier: MIT
 *
 * What a run may use up, and the memory of its values.
 */
#include <stdarg.h>

#include "tml/im-scratch-private.h"

gboolean
im_scratch_fail (ImScratchRun *run,
                 const char *code,
                 ImSpan span,
                 const char *format,
                 ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add (run->diagnostics, IM_SEVERITY_ERROR, code, run->source, span, "%s",
                      message);
  if (++run->n_problems == IM_SCRATCH_MAX_PROBLEMS)
    {
      run->is_exhausted = TRUE;
      im_diagnostics_add (run->diagnostics, IM_SEVERITY_ERROR, "too-many", run->source,
                          span, "after %d problems nothing more is run",
                          IM_SCRATCH_MAX_PROBLEMS);
    }

  return FALSE;
}

gboolean
im_scratch_spend (ImScratchRun *run, gint64 n_steps, ImSpan span)
{
  if (n_steps <= IM_SCRATCH_MAX_STEPS - (gint64) run->n_steps)
    {
      run->n_steps += (guint) n_steps;
      return TRUE;
    }

  if (!run->is_exhausted)
    im_scratch_fail (run, "limit", span,
                     "this computes more than %d scalars; nothing more is run",
                     IM_SCRATCH_MAX_STEPS);
  run->is_exhausted = TRUE;

  return FALSE;
}

ImScratchScalar *
im_scratch_new_elements (ImScratchRun *run, const ImNestedType *type, ImSpan span)
{
  gint64 count = im_nested_type_count (type);

  if (count < 0 || count > IM_SCRATCH_MAX_ELEMENTS)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      im_nested_type_append_text (type, text);
      im_scratch_fail (run, "limit", span, "a value has at most %d scalars; %s has more",
                       IM_SCRATCH_MAX_ELEMENTS, text->str);
      return NULL;
    }
  if (!im_scratch_spend (run, count, span))
    return NULL;

  return im_arena_new0 (run->temporary, ImScratchScalar, count);
}

ImScratchValue
im_scratch_new_scalar (ImScratchRun *run, ImScalarType type, ImScratchScalar scalar)
{
  ImScratchScalar *elements = im_arena_alloc (run->temporary, sizeof *elements);

  *elements = scalar;

  return (ImScratchValue){ im_nested_type_for_scalar (type), elements, FALSE };
}
