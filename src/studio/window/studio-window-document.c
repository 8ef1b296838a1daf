/* SPDX-License-Identifier: MIT
 *
 * The document of the window: all that shows it follows it.
 */
#include "studio/inspector/studio-track.h"
#include "studio/window/studio-window-private.h"
#include "unit/im-unit-beside.h"

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

/* What reads units anew does so for the document, too. */
static void
units_changed_cb (StudioWindow *self)
{
  ImUnitLibrary *library = studio_units_get_library (self->units);

  studio_library_set_units (self->library, library);
  if (self->document == NULL)
    return;
  /* What was typed and cannot be read yet is not lost: it is read with the next change.
   */
  studio_window_flush_code (self);
  im_document_set_library (self->document, library);
}

/* Takes over @units. */
static void
set_units (StudioWindow *self, StudioUnits *units)
{
  if (self->units != NULL)
    g_signal_handlers_disconnect_by_func (self->units, units_changed_cb, self);
  g_clear_object (&self->units);
  self->units = units;
  g_signal_connect_object (units, "changed", G_CALLBACK (units_changed_cb), self,
                           G_CONNECT_SWAPPED);
  units_changed_cb (self);
}

void
studio_window_find_units (StudioWindow *self)
{
  const char *path = im_document_get_path (self->document);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new_beside (
      studio_units_get_library (self->all_units), path);

  set_units (self, studio_units_new_beside (self->all_units, path, library));
}

void
studio_window_set_document (StudioWindow *self, ImDocument *document)
{
  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  studio_inspector_show (self->inspector, NULL, -1, NULL);
  g_set_object (&self->document, document);
  set_units (self,
             studio_units_new_beside (self->all_units, im_document_get_path (document),
                                      im_document_get_library (document)));
  g_signal_connect_swapped (document, "changed", G_CALLBACK (update), self);
  studio_window_watch_document (self);
  gtk_stack_set_visible_child_name (self->pages, "document");
  update (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

void
studio_window_set_up (StudioWindow *self, StudioUnits *units, ImDraftStore *drafts)
{
  self->all_units = g_object_ref (units);
  self->drafts = drafts;
  set_units (self, g_object_ref (units));
}
