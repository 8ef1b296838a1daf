/* SPDX-License-Identifier: MIT */
#include "studio/lab/studio-formula-facts.h"

#include <glib/gi18n.h>

#include "kernel/im-kernel-report.h"

GPtrArray *
studio_facts_of_formula (const ImFormulaLab *lab)
{
  GPtrArray *facts = studio_facts_new ();
  double points = 0, multiply_adds = 0;
  StudioFact *fact;

  for (guint i = 0; i < lab->formula->outputs->len; i++)
    {
      const ImKernelBuffer *buffer = im_formula_get_buffer (
          lab->formula, g_array_index (lab->formula->outputs, guint, i));
      g_autoptr (GString) text = g_string_new (NULL);

      g_string_printf (text, "%s: %s", buffer->name,
                       im_dtype_get_info (buffer->dtype)->name);
      im_shape_append_text (&buffer->shape, text);
      studio_facts_add (facts, STUDIO_FACT_GOOD, text->str);
    }
  for (guint i = 0; i < lab->nests->len; i++)
    {
      ImKernelCounts counts = im_kernel_count (
          lab->formula, g_ptr_array_index (lab->formula->kernels, i),
          g_ptr_array_index (lab->nests, i));

      points += counts.points;
      multiply_adds += counts.multiply_adds;
    }
  fact = studio_facts_add (facts, STUDIO_FACT_PLAIN, _ ("Effort"));
  if (multiply_adds > 0)
    /* Translators: of a formula: how many values of its indices are valid. */
    fact->detail = g_strdup_printf (
        _ ("%'.0f valid sets of indices, %'.0f multiply-adds"), points, multiply_adds);
  else
    fact->detail = g_strdup_printf (_ ("%'.0f valid sets of indices"), points);
  if (lab->are_filled)
    studio_facts_add (facts, STUDIO_FACT_OFF,
                      _ ("Inputs without values are filled with 1, 2, 3, …"));
  if (lab->arrays == NULL)
    studio_facts_add (facts, STUDIO_FACT_OFF,
                      _ ("There is too much to compute all values here"));

  return facts;
}
