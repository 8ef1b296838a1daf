/* SPDX-License-Identifier: MIT
 *
 * Outputs of formulas in the memory of inputs: what the unit allows is done where each
 * element is made of the one that it replaces, and of no other one there.
 */
#include <string.h>

#include "formula/im-unit-formula-private.h"

/* What is read behind all others of its element, by an epilogue, may be overwritten, too.
 */
static gboolean
reads_own_element (const ImKernel *kernel, const ImLoopNest *nest, guint load, guint rank)
{
  const ImKernelAccess *access = &kernel->loads[load];

  if (!im_loop_nest_has_one_value (nest, kernel) &&
      load + kernel->n_late_loads < kernel->n_loads)
    return FALSE;

  return !im_kernel_access_is_computed (access) &&
         memcmp (access->index, kernel->output.index, rank * sizeof *access->index) == 0;
}

static gboolean
can_replace (const ImUnitFormula *self, guint input, guint output)
{
  const ImFormula *formula = self->fused;
  const ImKernelBuffer *from = im_formula_get_buffer (formula, input);
  const ImKernelBuffer *to = im_formula_get_buffer (formula, output);
  const ImKernel *kernel = g_ptr_array_index (formula->kernels, 0);
  const ImLoopNest *nest = g_ptr_array_index (self->fused_nests, 0);

  if (formula->kernels->len != 1 || !nest->covers || kernel->output.buffer != output ||
      im_kernel_access_is_computed (&kernel->output) || kernel->default_buffer >= 0 ||
      !im_shape_equal (&from->shape, &to->shape) ||
      im_dtype_get_info (from->dtype)->size_bytes !=
          im_dtype_get_info (to->dtype)->size_bytes)
    return FALSE;
  for (guint i = 0; i < kernel->n_loads; i++)
    if (kernel->loads[i].buffer == input &&
        !reads_own_element (kernel, nest, i, to->shape.rank))
      return FALSE;

  return TRUE;
}

void
im_unit_formula_find_places (ImUnitFormula *self,
                             const ImUnit *unit,
                             const GPtrArray *inputs,
                             const GPtrArray *outputs)
{
  const char **in_place = im_arena_new0 (self->arena, const char *, outputs->len + 1);
  guint n = 0;

  for (guint i = 0; i < outputs->len; i++)
    {
      const char *name = g_ptr_array_index (outputs, i);
      const ImParameter *parameter = im_unit_find_parameter (unit, name);
      guint output = g_array_index (self->fused->outputs, guint, i);

      for (guint j = 0; j < inputs->len && parameter->socket->in_place_of != NULL; j++)
        if (g_strcmp0 (parameter->socket->in_place_of, g_ptr_array_index (inputs, j)) ==
                0 &&
            can_replace (self, j, output))
          {
            ImKernelBuffer *from = g_ptr_array_index (self->fused->buffers, j);
            ImKernelBuffer *to = g_ptr_array_index (self->fused->buffers, output);

            from->is_shared = to->is_shared = TRUE;
            in_place[n++] = im_arena_strdup (self->arena, name);
          }
    }
  self->in_place = in_place;
}

gboolean
im_unit_formula_is_in_place (const ImUnitFormula *self, const char *output)
{
  return g_strv_contains (self->in_place, output);
}
