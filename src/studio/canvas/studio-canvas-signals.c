/* SPDX-License-Identifier: MIT
 *
 * What the parts of the canvas tell: others, by its signals, and the user, beside a
 * place.
 */
#include "studio/canvas/studio-canvas-private.h"

void
studio_canvas_end_clear (StudioEnd *end)
{
  g_clear_pointer (&end->port, g_free);
}

void
studio_canvas_explain (StudioCanvas *self, const char *text, double x, double y)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 50);
  gtk_popover_set_child (GTK_POPOVER (popover), label);
  gtk_popover_set_pointing_to (GTK_POPOVER (popover),
                               &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_widget_set_parent (popover, GTK_WIDGET (self));
  g_signal_connect (popover, "closed", G_CALLBACK (gtk_widget_unparent), NULL);
  gtk_popover_popup (GTK_POPOVER (popover));
}

void
studio_canvas_want (StudioCanvas *self,
                    const graphene_point_t *at,
                    gint wire,
                    const StudioEnd *end)
{
  studio_canvas_end_clear (&self->wanted_end);
  self->has_wanted = TRUE;
  self->wanted_at = *at;
  self->wanted_wire = wire;
  if (end != NULL)
    self->wanted_end = (StudioEnd){ end->node, g_strdup (end->port), end->is_output };
  g_signal_emit_by_name (self, "unit-wanted");
}
