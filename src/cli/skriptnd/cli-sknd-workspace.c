/* SPDX-License-Identifier: MIT */
#include "cli/skriptnd/cli-sknd-workspace.h"

#define ALIGNMENT 8

/* A buffer from the first kernel that has it to the last one. */
typedef struct
{
  guint buffer;
  guint first, last;
  gsize offset, size_bytes;
} Life;

static void
touch (GArray *lives, const ImFormula *formula, guint buffer, guint kernel)
{
  const ImKernelBuffer *info = im_formula_get_buffer (formula, buffer);
  Life life = { buffer, kernel, kernel, 0, im_dtype_get_info (info->dtype)->size_bytes };

  if (info->kind != IM_BUFFER_LOCAL)
    return;
  for (guint i = 0; i < lives->len; i++)
    if (g_array_index (lives, Life, i).buffer == buffer)
      {
        g_array_index (lives, Life, i).last = kernel;
        return;
      }
  for (guint i = 0; i < info->shape.rank; i++)
    life.size_bytes *= (gsize) info->shape.size[i];
  life.size_bytes = (life.size_bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  g_array_append_val (lives, life);
}

static gboolean
overlaps (const Life *a, const Life *b)
{
  return a->first <= b->last && b->first <= a->last &&
         a->offset < b->offset + b->size_bytes && b->offset < a->offset + a->size_bytes;
}

static gboolean
is_free (const GArray *lives, guint n, const Life *life)
{
  for (guint i = 0; i < n; i++)
    if (overlaps (&g_array_index (lives, Life, i), life))
      return FALSE;

  return TRUE;
}

/* The lowest place behind one that has been given, or at the start. */
static void
place (const GArray *lives, guint n)
{
  Life *life = &g_array_index (lives, Life, n);
  gsize best = G_MAXSIZE;

  life->offset = 0;
  if (is_free (lives, n, life))
    return;
  for (guint i = 0; i < n; i++)
    {
      const Life *other = &g_array_index (lives, Life, i);

      life->offset = other->offset + other->size_bytes;
      if (life->offset < best && is_free (lives, n, life))
        best = life->offset;
    }
  life->offset = best;
}

static void
share (const ImFormula *formula, const GArray *lives)
{
  for (guint i = 0; i < lives->len; i++)
    for (guint j = 0; j < lives->len; j++)
      {
        const Life *a = &g_array_index (lives, Life, i);
        const Life *b = &g_array_index (lives, Life, j);
        ImKernelBuffer *buffer = g_ptr_array_index (formula->buffers, a->buffer);

        if (i != j && a->offset < b->offset + b->size_bytes &&
            b->offset < a->offset + a->size_bytes)
          buffer->is_shared = TRUE;
      }
}

void
cli_sknd_workspace_init (CliSkndWorkspace *workspace, const ImFormula *formula)
{
  g_autoptr (GArray) lives = g_array_new (FALSE, FALSE, sizeof (Life));

  for (guint k = 0; k < formula->kernels->len; k++)
    {
      const ImKernel *kernel = g_ptr_array_index (formula->kernels, k);

      for (guint i = 0; i < kernel->n_loads; i++)
        touch (lives, formula, kernel->loads[i].buffer, k);
      if (kernel->default_buffer >= 0)
        touch (lives, formula, (guint) kernel->default_buffer, k);
      touch (lives, formula, kernel->output.buffer, k);
    }
  *workspace = (CliSkndWorkspace){ 0, g_new0 (gsize, formula->buffers->len + 1) };
  for (guint i = 0; i < lives->len; i++)
    {
      const Life *life = &g_array_index (lives, Life, i);

      place (lives, i);
      workspace->offsets[life->buffer] = life->offset;
      workspace->size_bytes = MAX (workspace->size_bytes,
                                   life->offset + life->size_bytes);
    }
  share (formula, lives);
}

void
cli_sknd_workspace_clear (CliSkndWorkspace *workspace)
{
  g_clear_pointer (&workspace->offsets, g_free);
}
