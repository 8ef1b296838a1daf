/* SPDX-License-Identifier: MIT
 *
 * The document of the window: all that shows it follows it.
 */
#include "studio/inspector/studio-track.h"
#include "studio/window/studio-window-private.h"

/* A unit that is no pipeline has a page of its own instead of the canvas. */
static void
update_unit (StudioWindow *self)
{
  ImUnitKind kind = im_document_get_unit (self->document)->kind;
  gboolean is_pipeline = kind == IM_UNIT_COMPOSITE || kind == IM_UNIT_COMPOUND;

  if (!is_pipeline)
    studio_unit_view_update (self->unit, self->document);
  if (adw_view_stack_page_get_visible (self->unit_page) != is_pipeline)
    return;
  adw_view_stack_page_set_visible (self->unit_page, !is_pipeline);
  adw_view_stack_page_set_visible (self->canvas_page, is_pipeline);
  adw_view_stack_page_set_visible (self->diagrams_page, is_pipeline);
  if (g_strcmp0 (adw_view_stack_get_visible_child_name (self->views), "code") != 0)
    adw_view_stack_set_visible_child_name (self->views, is_pipeline ? "canvas" : "unit");
}

/* A track is no layer, but has what was recorded of it. */
void
studio_window_update_inspector (StudioWindow *self)
{
  gint node = studio_canvas_get_selected_node (self->canvas);

  if (node >= 0 && studio_track_is_one (self->document, (guint) node))
    studio_inspector_show_track (self->inspector, self->document, (guint) node);
  else
    studio_inspector_show (self->inspector, self->document,
                           studio_canvas_get_selected (self->canvas),
                           studio_unit_view_get_trial (self->unit, self->document));
}

/* Shows what the document has become. */
static void
update (StudioWindow *self)
{
  studio_history_update (self->history, self->document);
  studio_breadcrumb_update (self->breadcrumb, self->document);
  studio_canvas_update (self->canvas, self->document);
  if (self->code != NULL)
    studio_code_view_update (self->code, self->document);
  update_unit (self);
  studio_diagrams_update (self->diagrams, self->document);
  studio_window_update_views (self);
  studio_window_update_inspector (self);
  studio_window_update_title (self);
  studio_window_update_actions (self);
  studio_window_find_problems_later (self);
}

void
studio_window_set_document (StudioWindow *self, ImDocument *document)
{
  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  studio_inspector_show (self->inspector, NULL, -1, NULL);
  g_set_object (&self->document, document);
  g_signal_connect_swapped (document, "changed", G_CALLBACK (update), self);
  studio_window_watch_document (self);
  gtk_stack_set_visible_child_name (self->pages, "document");
  update (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

void
studio_window_set_up (StudioWindow *self, ImUnitLibrary *units, ImDraftStore *drafts)
{
  self->units = units;
  self->drafts = drafts;
  studio_library_set_units (self->library, units);
}
