/* SPDX-License-Identifier: MIT
 *
 * Two loops that step through all buffers as one would become one.
 */
#include "kernel/im-loop-nest-private.h"

static gboolean
steps_evenly (const ImAffine *offset, guint outer, gint64 n_inner)
{
  gint64 step = 0;

  return !__builtin_mul_overflow (offset->factor[outer + 1], n_inner, &step) &&
         offset->factor[outer] == step;
}

static gboolean
are_whole (const ImAffine *bounds, guint n_bounds)
{
  for (guint i = 0; i < n_bounds; i++)
    if (bounds[i].divisor != 1)
      return FALSE;

  return TRUE;
}

static gboolean
can_collapse (const ImLoopNest *nest, const ImKernel *kernel, guint outer)
{
  gint64 n_inner = im_loop_get_count (&nest->loops[outer + 1]);

  if (outer + 1 == nest->n_output_loops || n_inner < 1 ||
      !are_whole (nest->loops[outer].lower, nest->loops[outer].n_lower) ||
      !are_whole (nest->loops[outer].upper, nest->loops[outer].n_upper) ||
      !steps_evenly (&nest->output, outer, n_inner))
    return FALSE;
  for (guint i = 0; i < kernel->n_loads; i++)
    if (!steps_evenly (&nest->loads[i], outer, n_inner))
      return FALSE;
  for (guint i = outer + 2; i < nest->n_loops; i++)
    {
      const ImLoop *loop = &nest->loops[i];

      for (guint j = 0; j < loop->n_lower; j++)
        if (loop->lower[j].factor[outer] != 0 || loop->lower[j].factor[outer + 1] != 0)
          return FALSE;
      for (guint j = 0; j < loop->n_upper; j++)
        if (loop->upper[j].factor[outer] != 0 || loop->upper[j].factor[outer + 1] != 0)
          return FALSE;
    }

  return TRUE;
}

/* outer * n_inner + (inner - first) becomes one variable; those behind it move up. */
static void
collapse_form (ImAffine *form, guint outer, gint64 first)
{
  form->constant += form->factor[outer + 1] * first;
  for (guint i = outer; i + 1 < IM_KERNEL_MAX_INDICES; i++)
    form->factor[i] = form->factor[i + 1];
  form->factor[IM_KERNEL_MAX_INDICES - 1] = 0;
}

static void
collapse_bounds (const ImAffine *bounds, guint n_bounds, guint outer)
{
  for (guint i = 0; i < n_bounds; i++)
    collapse_form ((ImAffine *) &bounds[i], outer, 0);
}

/* n times as large, and the last value of the inner loop more. */
static gboolean
stretch_bounds (const ImAffine *bounds, guint n_bounds, gint64 n, gint64 more)
{
  for (guint i = 0; i < n_bounds; i++)
    {
      ImAffine *bound = (ImAffine *) &bounds[i];

      if (!im_affine_scale (bound, n, 1, bound))
        return FALSE;
      bound->constant += more;
    }

  return TRUE;
}

static void
add_legend (ImLoopNest *nest, const char *name, const char *value, ImArena *arena)
{
  nest->legend = nest->legend == NULL
                     ? im_arena_printf (arena, "%s = %s", name, value)
                     : im_arena_printf (arena, "%s, %s = %s", nest->legend, name, value);
}

/* Indices that are no loops. */
static void
explain_indices (ImLoopNest *nest, const ImKernel *kernel, ImArena *arena)
{
  const char *names[IM_KERNEL_MAX_INDICES] = { NULL };

  for (guint i = 0; i < nest->n_loops; i++)
    names[i] = nest->loops[i].name;
  for (guint i = 0; i < kernel->n_indices; i++)
    {
      g_autoptr (GString) value = g_string_new (NULL);

      im_affine_append_text (&nest->index[i], names, "/", value);
      if (!g_str_equal (value->str, kernel->indices[i]))
        add_legend (nest, kernel->indices[i], value->str, arena);
    }
}

/* How a loop is made of two of them. */
static void
explain_collapse (ImLoopNest *nest,
                  const char *name,
                  const ImLoop *outer,
                  const ImLoop *inner,
                  ImArena *arena)
{
  ImAffine value = { .factor = { im_loop_get_count (inner), 1 },
                     .constant = -inner->minimum,
                     .divisor = 1 };
  const char *names[IM_KERNEL_MAX_INDICES] = { outer->name, inner->name };
  g_autoptr (GString) text = g_string_new (NULL);

  im_affine_append_text (&value, names, "/", text);
  add_legend (nest, name, text->str, arena);
}

static gboolean
collapse (ImLoopNest *nest, const ImKernel *kernel, guint outer, ImArena *arena)
{
  ImLoop *loop = &nest->loops[outer];
  gint64 n_inner = im_loop_get_count (&nest->loops[outer + 1]);
  gint64 first = nest->loops[outer + 1].minimum;
  const char *name = im_arena_printf (arena, "%s_%s", loop->name,
                                      nest->loops[outer + 1].name);

  if (!stretch_bounds (loop->lower, loop->n_lower, n_inner, 0) ||
      !stretch_bounds (loop->upper, loop->n_upper, n_inner, n_inner - 1))
    return FALSE;
  explain_collapse (nest, name, loop, &nest->loops[outer + 1], arena);
  loop->name = name;
  loop->minimum *= n_inner;
  loop->maximum = loop->maximum * n_inner + n_inner - 1;

  collapse_form (&nest->output, outer, first);
  for (guint i = 0; i < kernel->n_loads; i++)
    collapse_form (&nest->loads[i], outer, first);
  for (guint i = outer + 1; i + 1 < nest->n_loops; i++)
    {
      nest->loops[i] = nest->loops[i + 1];
      collapse_bounds (nest->loops[i].lower, nest->loops[i].n_lower, outer);
      collapse_bounds (nest->loops[i].upper, nest->loops[i].n_upper, outer);
    }
  nest->n_output_loops -= outer < nest->n_output_loops;
  nest->n_loops--;
  nest->is_collapsed = TRUE;

  return TRUE;
}

static gboolean
is_no_index (const ImKernelNode *node, gpointer data)
{
  (void) data;

  return node->kind != IM_KERNEL_NODE_INDEX;
}

gboolean
im_loop_nest_collapse (ImLoopNest *nest,
                       const ImKernel *kernel,
                       ImArena *arena,
                       GError **error)
{
  gboolean has_index = !im_kernel_visit (kernel, is_no_index, NULL);

  explain_indices (nest, kernel, arena);
  for (guint i = nest->n_loops; !has_index && i-- > 1;)
    if (can_collapse (nest, kernel, i - 1) && !collapse (nest, kernel, i - 1, arena))
      return im_loop_nest_overflow (error);

  return TRUE;
}
