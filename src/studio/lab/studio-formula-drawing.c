/* SPDX-License-Identifier: MIT */
#include "studio/lab/studio-formula-drawing.h"

#include "scene/formula/im-formula-lattice.h"
#include "scene/formula/im-scene-formula.h"
#include "scene/formula/im-scene-mathematics.h"

/* Indices that are wanted if the kernel has them. */
static gboolean
choose_pair (StudioFormulaDrawing *drawing,
             const ImFormula *formula,
             const StudioFormulaChoice *choice)
{
  const ImKernel *kernel = g_ptr_array_index (formula->kernels, drawing->kernel);

  for (guint i = 0; i < 2; i++)
    {
      if (choice->pair[i] < 0 || (guint) choice->pair[i] >= kernel->n_indices)
        return im_formula_lattice_choose (formula, kernel, drawing->pair);
      drawing->pair[i] = (guint) choice->pair[i];
    }

  return TRUE;
}

void
studio_formula_drawing_init (StudioFormulaDrawing *drawing,
                             const ImFormula *formula,
                             const GPtrArray *nests,
                             const StudioFormulaChoice *choice,
                             double width)
{
  const guint *pair;

  *drawing = (StudioFormulaDrawing){ 0 };
  drawing->mathematics = im_scene_mathematics_new (formula, width);
  if (formula->kernels->len == 0)
    return;
  drawing->kernel = MIN (choice->kernel, formula->kernels->len - 1);
  drawing->has_pair = choose_pair (drawing, formula, choice);
  pair = drawing->has_pair ? drawing->pair : NULL;
  drawing->matrix = im_scene_formula_new (formula, nests, drawing->kernel, pair,
                                          IM_SHOW_MATRIX);
  if (pair != NULL)
    drawing->lattice = im_scene_formula_new (formula, nests, drawing->kernel, pair,
                                             IM_SHOW_LATTICE);
  drawing->nest = im_scene_formula_new (formula, nests, drawing->kernel, pair,
                                        IM_SHOW_NEST);
}

void
studio_formula_drawing_clear (StudioFormulaDrawing *drawing)
{
  g_clear_pointer (&drawing->mathematics, im_scene_free);
  g_clear_pointer (&drawing->matrix, im_scene_free);
  g_clear_pointer (&drawing->lattice, im_scene_free);
  g_clear_pointer (&drawing->nest, im_scene_free);
}
