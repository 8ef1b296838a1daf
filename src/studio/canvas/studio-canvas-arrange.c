/* SPDX-License-Identifier: MIT
 *
 * Order on the canvas: aligning, distributing, laying out.
 */
#include <math.h>
#include <stdlib.h>

#include "studio/canvas/studio-canvas-private.h"

/* The part of a node along one axis. */
typedef struct
{
  guint node;
  double start;
  double size;
} Extent;

static int
compare_starts (gconstpointer a, gconstpointer b)
{
  const Extent *first = a, *second = b;

  return first->start < second->start ? -1 : first->start > second->start;
}

/* Puts the start, the middle or the end of all (@part 0, 1, 2) on one line. */
static void
align (Extent *extents, guint n, guint part)
{
  double low = G_MAXDOUBLE, high = -G_MAXDOUBLE;

  for (guint i = 0; i < n; i++)
    {
      low = MIN (low, extents[i].start);
      high = MAX (high, extents[i].start + extents[i].size);
    }
  for (guint i = 0; i < n; i++)
    extents[i].start = low + (high - low - extents[i].size) * part / 2;
}

/* Gives all between the first and the last one the same gaps. */
static void
distribute (Extent *extents, guint n)
{
  double gap, at;

  qsort (extents, n, sizeof *extents, compare_starts);
  gap = extents[n - 1].start + extents[n - 1].size - extents[0].start;
  for (guint i = 0; i < n; i++)
    gap -= extents[i].size;
  at = extents[0].start;
  for (guint i = 0; i < n; i++)
    {
      extents[i].start = at;
      at += extents[i].size + gap / (n - 1);
    }
}

void
studio_canvas_align (StudioCanvas *self, StudioAlignment alignment)
{
  guint n;
  g_autofree guint *selected = studio_canvas_dup_selection (self, &n);
  g_autofree Extent *extents = g_new (Extent, n + 1);
  g_autofree ImDocumentPlace *places = g_new (ImDocumentPlace, n + 1);
  gboolean is_across = alignment <= STUDIO_ALIGN_RIGHT ||
                       alignment == STUDIO_DISTRIBUTE_ACROSS;

  if (n < 2)
    return;
  for (guint i = 0; i < n; i++)
    {
      const graphene_rect_t *area = &studio_canvas_node (self, selected[i])->area;

      extents[i] = is_across ? (Extent){ selected[i], (double) area->origin.x,
                                         (double) area->size.width }
                             : (Extent){ selected[i], (double) area->origin.y,
                                         (double) area->size.height };
    }
  if (alignment >= STUDIO_DISTRIBUTE_ACROSS)
    distribute (extents, n);
  else
    align (extents, n, alignment % 3);
  for (guint i = 0; i < n; i++)
    {
      const graphene_rect_t *area = &studio_canvas_node (self, extents[i].node)->area;

      places[i] = (ImDocumentPlace){
        extents[i].node, is_across ? extents[i].start : (double) area->origin.x,
        is_across ? (double) area->origin.y : extents[i].start
      };
    }
  im_document_place_nodes (self->document, places, n, NULL);
}

void
studio_canvas_lay_out_nodes (StudioCanvas *self)
{
  if (self->document == NULL)
    return;
  if (!im_document_is_free (self->document))
    {
      im_document_clear_places (self->document, NULL);
      return;
    }
  studio_canvas_refit (self);
  studio_canvas_lay_out_with_frames (self);
}
