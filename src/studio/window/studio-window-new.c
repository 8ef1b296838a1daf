/* SPDX-License-Identifier: MIT
 *
 * New pipelines: one is there at once, and has a file when it is saved.
 */
#include "document/disk/im-document-new.h"
#include "studio/window/studio-window-private.h"

static void
new_pipeline_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  gboolean is_graph = g_str_equal (g_variant_get_string (parameter, NULL), "graph");
  g_autoptr (ImDocument) document = im_document_new_untitled (
      is_graph ? IM_DOCUMENT_GRAPH : IM_DOCUMENT_STACK,
      studio_units_get_library (self->all_units));

  studio_window_set_document (studio_window_get_for_next (self), document);
}

void
studio_window_class_add_new_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.new-pipeline", "s",
                                   new_pipeline_action);
}
