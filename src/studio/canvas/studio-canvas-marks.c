/* SPDX-License-Identifier: MIT
 *
 * Marks of layers, above their nodes: a tint, and a tag at the corner where no port is.
 */
#include "studio/canvas/studio-canvas-private.h"
#include "studio/common/studio-colour.h"
#include "studio/session/studio-marks.h"

#define RADIUS    12.0f /* of the corners of nodes */
#define WEAKEST   0.04f /* tint */
#define STRONGEST 0.3f
#define INSET     14.0f /* of the tag from the right edge */
#define PADDING   6.0f  /* of its text */

typedef struct
{
  StudioCanvas *canvas;
  GtkSnapshot *snapshot;
  PangoLayout *layout;
} Painter;

static void
append_rounded (Painter *painter,
                const graphene_rect_t *area,
                float radius,
                const GdkRGBA *colour)
{
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, area, radius);
  gtk_snapshot_push_rounded_clip (painter->snapshot, &outline);
  gtk_snapshot_append_color (painter->snapshot, colour, area);
  gtk_snapshot_pop (painter->snapshot);
}

/* It stands half above the node. */
static void
append_tag (Painter *painter,
            const graphene_rect_t *node,
            const StudioMark *mark,
            const GdkRGBA *colour,
            const GdkRGBA *text)
{
  int width, height;
  graphene_rect_t area;

  pango_layout_set_text (painter->layout, mark->text, -1);
  pango_layout_get_pixel_size (painter->layout, &width, &height);
  area = GRAPHENE_RECT_INIT (
      node->origin.x + node->size.width - INSET - (float) width - 2 * PADDING,
      node->origin.y - (float) height / 2, (float) width + 2 * PADDING, (float) height);
  append_rounded (painter, &area, (float) height / 2, colour);
  gtk_snapshot_save (painter->snapshot);
  gtk_snapshot_translate (painter->snapshot,
                          &GRAPHENE_POINT_INIT (area.origin.x + PADDING, area.origin.y));
  gtk_snapshot_append_layout (painter->snapshot, painter->layout, text);
  gtk_snapshot_restore (painter->snapshot);
}

static void
append_mark (Painter *painter, const graphene_rect_t *node, const StudioMark *mark)
{
  GtkWidget *canvas = GTK_WIDGET (painter->canvas);
  GdkRGBA tag, tint, text;

  studio_colour_get (canvas, mark->is_bad ? "error_bg_color" : "accent_bg_color", &tag);
  studio_colour_get (canvas, mark->is_bad ? "error_fg_color" : "accent_fg_color", &text);
  tint = tag;
  tint.alpha = WEAKEST + (STRONGEST - WEAKEST) * (float) mark->strength;
  append_rounded (painter, node, RADIUS, &tint);
  append_tag (painter, node, mark, &tag, &text);
}

void
studio_canvas_append_marks (StudioCanvas *self,
                            GtkSnapshot *snapshot,
                            GskTransform *transform)
{
  StudioMarks *marks = studio_session_get_marks (self->session);
  Painter painter = { .canvas = self, .snapshot = snapshot };
  graphene_rect_t view;

  if (studio_marks_is_empty (marks) || self->document == NULL)
    return;
  studio_canvas_get_view (self, &view);
  painter.layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_transform (snapshot, transform);
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const graphene_rect_t *area = &studio_canvas_node (self, i)->area;
      const StudioMark *mark;

      if (!graphene_rect_intersection (area, &view, NULL))
        continue;
      mark = studio_marks_find (marks, studio_session_get_scope (self->session),
                                im_document_get_node (self->document, i)->node->name);
      if (mark != NULL)
        append_mark (&painter, area, mark);
    }
  gtk_snapshot_restore (snapshot);
  g_object_unref (painter.layout);
}

void
studio_canvas_bind_marks (StudioCanvas *self)
{
  g_signal_connect_object (studio_session_get_marks (self->session), "changed",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}
