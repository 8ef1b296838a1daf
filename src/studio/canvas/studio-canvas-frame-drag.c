/* SPDX-License-Identifier: MIT
 *
 * New frames, and frames that are dragged: a frame is moved by its title and note with
 * what stands wholly in it, and resized by its edges, as one step.
 */
#include <math.h>
#include <string.h>

#include "studio/canvas/studio-canvas-private.h"
#include "unit/im-unit-frame.h"

#define MARGIN     30.0f /* from nodes to the frame around them */
#define HEAD       50.0f /* above them, for the title */
#define NEW_WIDTH  300.0f
#define NEW_HEIGHT 200.0f

static const ImUnitFrame *
get_declaration (StudioCanvas *self, guint number)
{
  return &im_document_get_unit (self->document)->frames[number];
}

static void
carry (StudioCanvas *self, const graphene_rect_t *area)
{
  for (guint i = 0; i < self->nodes->len; i++)
    studio_canvas_node (self, i)->is_carried = graphene_rect_contains_rect (
        area, &studio_canvas_node (self, i)->area);
  for (guint i = 0; i < self->frames->len; i++)
    studio_canvas_frame (self, i)->is_carried = self->frame == (gint) i ||
                                                graphene_rect_contains_rect (
                                                    area,
                                                    &studio_canvas_frame (self, i)->area);
}

void
studio_canvas_begin_frame (StudioCanvas *self, guint number, guint part)
{
  studio_canvas_select_frame (self, (gint) number);
  gtk_widget_grab_focus (studio_canvas_frame (self, number)->widget);
  self->frame_part = part;
  self->drag = part == STUDIO_FRAME_HANDLE ? STUDIO_DRAG_FRAME : STUDIO_DRAG_RESIZE;
  carry (self, &studio_canvas_frame (self, number)->area);
}

void
studio_canvas_drag_frame (StudioCanvas *self, gboolean snaps)
{
  const ImUnitFrame *frame = get_declaration (self, (guint) self->frame);
  double grid = snaps ? STUDIO_CANVAS_GRID : 1;
  gboolean is_right = (self->frame_part & STUDIO_FRAME_RIGHT) != 0;
  gboolean is_bottom = (self->frame_part & STUDIO_FRAME_BOTTOM) != 0;
  double x = frame->x + (is_right ? frame->width : 0);
  double y = frame->y + (is_bottom ? frame->height : 0);
  double dx = (double) (self->drag_now.x - self->drag_start.x);
  double dy = (double) (self->drag_now.y - self->drag_start.y);

  if (dx != 0 || dy != 0)
    self->drag_offset = GRAPHENE_POINT_INIT (
        (float) (round ((x + dx) / grid) * grid - x),
        (float) (round ((y + dy) / grid) * grid - y));
  studio_canvas_queue_layout (self);
}

/* One step: all that is carried, so far from where it is. */
static void
place_carried (StudioCanvas *self, double dx, double dy)
{
  guint n_most = self->nodes->len + self->frames->len, n = 0;
  g_autofree const char **names = g_new (const char *, n_most);
  g_autofree ImEditPlace *places = g_new (ImEditPlace, n_most);
  ImEdit edit = { .kind = IM_EDIT_PLACE, .nodes = names, .places = places };

  for (guint i = 0; i < self->frames->len; i++)
    if (studio_canvas_frame (self, i)->is_carried)
      {
        const graphene_point_t *corner = &studio_canvas_frame (self, i)->area.origin;

        names[n] = get_declaration (self, i)->id;
        places[n++] = (ImEditPlace){ (double) corner->x + dx, (double) corner->y + dy };
      }
  for (guint i = 0; i < self->nodes->len; i++)
    if (studio_canvas_node (self, i)->is_carried)
      {
        const graphene_point_t *corner = &studio_canvas_node (self, i)->area.origin;

        names[n] = im_document_get_node (self->document, i)->node->name;
        places[n++] = (ImEditPlace){ (double) corner->x + dx, (double) corner->y + dy };
      }
  edit.n_nodes = n;
  im_document_apply (self->document, &edit, 1, NULL);
}

gboolean
studio_canvas_nudge (StudioCanvas *self, int columns, int rows)
{
  gboolean is_any = self->frame >= 0;

  if (self->drag != STUDIO_DRAG_NONE || !im_document_is_free (self->document))
    return FALSE;
  if (is_any)
    carry (self, &studio_canvas_frame (self, (guint) self->frame)->area);
  for (guint i = 0; self->frame < 0 && i < self->nodes->len; i++)
    {
      StudioCanvasNode *node = studio_canvas_node (self, i);

      node->is_carried = node->is_selected;
      is_any = is_any || node->is_selected;
    }
  if (is_any)
    place_carried (self, columns * STUDIO_CANVAS_GRID, rows * STUDIO_CANVAS_GRID);
  for (guint i = 0; i < self->nodes->len; i++)
    studio_canvas_node (self, i)->is_carried = FALSE;
  for (guint i = 0; i < self->frames->len; i++)
    studio_canvas_frame (self, i)->is_carried = FALSE;

  return is_any;
}

static gboolean
apply_area (StudioCanvas *self,
            const char *name,
            const graphene_rect_t *area,
            GError **error)
{
  const ImEditPlace places[] = {
    { (double) area->origin.x, (double) area->origin.y },
    { (double) area->size.width, (double) area->size.height },
  };
  const ImEdit edit = { .kind = IM_EDIT_FRAME,
                        .nodes = &name,
                        .n_nodes = 1,
                        .places = places };

  return im_document_apply (self->document, &edit, 1, error);
}

void
studio_canvas_end_frame (StudioCanvas *self)
{
  const StudioCanvasFrame *frame = studio_canvas_frame (self, (guint) self->frame);
  gboolean is_moved = self->drag_offset.x != 0 || self->drag_offset.y != 0;

  /* The pointer may have moved since all of it was placed. */
  studio_canvas_place_nodes (self);
  if (is_moved && self->drag == STUDIO_DRAG_RESIZE)
    {
      graphene_rect_t area = frame->area;
      g_autofree char *name = g_strdup (frame->name);

      apply_area (self, name, &area, NULL);
    }
  else if (is_moved)
    place_carried (self, 0, 0);
}

static char *
dup_free_name (StudioCanvas *self)
{
  const ImUnit *unit = im_document_get_unit (self->document);

  for (guint i = 1;; i++)
    {
      g_autofree char *name = i == 1 ? g_strdup ("frame")
                                     : g_strdup_printf ("frame_%u", i);

      if (im_unit_find_frame (unit, name) == NULL &&
          im_unit_find_parameter (unit, name) == NULL &&
          im_graph_find_node (im_document_get_graph (self->document), name) < 0)
        return g_steal_pointer (&name);
    }
}

/* Around all selected nodes, or else a new one at a place. */
static graphene_rect_t
choose_area (StudioCanvas *self, const graphene_point_t *at)
{
  graphene_rect_t area = GRAPHENE_RECT_INIT (0, 0, NEW_WIDTH, NEW_HEIGHT);
  gboolean has_area = FALSE;

  if (at != NULL)
    {
      area.origin = *at;
      return area;
    }
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const StudioCanvasNode *node = studio_canvas_node (self, i);

      if (!node->is_selected)
        continue;
      if (has_area)
        graphene_rect_union (&area, &node->area, &area);
      else
        area = node->area;
      has_area = TRUE;
    }
  graphene_rect_inset (&area, -MARGIN, -MARGIN);
  area.origin.y -= HEAD - MARGIN;
  area.size.height += HEAD - MARGIN;

  return area;
}

gboolean
studio_canvas_add_frame (StudioCanvas *self, const graphene_point_t *at, GError **error)
{
  graphene_rect_t area;
  g_autofree char *name = NULL;

  g_return_val_if_fail (STUDIO_IS_CANVAS (self) && self->document != NULL, FALSE);
  area = choose_area (self, at);
  name = dup_free_name (self);
  if (!apply_area (self, name, &area, error))
    return FALSE;
  for (guint i = 0; i < self->frames->len; i++)
    if (strcmp (studio_canvas_frame (self, i)->name, name) == 0)
      {
        studio_canvas_select_frame (self, (gint) i);
        gtk_widget_grab_focus (studio_canvas_frame (self, i)->widget);
      }

  return TRUE;
}
