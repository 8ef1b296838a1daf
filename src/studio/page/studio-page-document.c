/* SPDX-License-Identifier: MIT
 *
 * The document of the page: all that shows it follows it.
 */
#include "studio/page/studio-page-private.h"
#include "studio/session/studio-live.h"

/* A unit that is no pipeline has a page of its own instead of the canvas. Only a stack
 * has an order that can be seen and changed as one. */
static void
update_pages (StudioPage *self)
{
  const ImUnit *unit = im_document_get_unit (self->document);
  gboolean is_stack = unit->kind == IM_UNIT_COMPOSITE;
  gboolean is_pipeline = im_unit_is_graph (unit);
  const char *seen = adw_view_stack_get_visible_child_name (self->views);
  gboolean was_pipeline = !adw_view_stack_page_get_visible (self->unit_page);

  adw_view_stack_page_set_visible (self->unit_page, !is_pipeline);
  adw_view_stack_page_set_visible (self->canvas_page, is_pipeline);
  adw_view_stack_page_set_visible (self->diagrams_page, is_pipeline);
  if ((was_pipeline != is_pipeline && g_strcmp0 (seen, "code") != 0) ||
      (!is_stack && g_strcmp0 (seen, "stack") == 0))
    adw_view_stack_set_visible_child_name (self->views, is_pipeline ? "canvas" : "unit");
  adw_view_stack_page_set_visible (self->stack_page, is_stack);
  adw_view_stack_page_set_visible (self->outline_page, is_pipeline);
}

/* GTK looks for another widget than one that is gone only with the next frame; the keys
 * that are pressed until then would be lost. */
static void
keep_focus (StudioPage *self)
{
  GtkWindow *window = studio_page_get_window (self);
  GtkWidget *focus = window == NULL ? NULL : gtk_window_get_focus (window);
  GtkWidget *view = adw_view_stack_get_visible_child (self->views);

  if (!self->is_current || focus == NULL || gtk_widget_get_root (focus) != NULL)
    return;
  gtk_window_set_focus (window, NULL);
  gtk_widget_child_focus (view, GTK_DIR_TAB_FORWARD);
  studio_session_select_layer (self->session, studio_session_get_layer (self->session));
}

static void
show_selected (gpointer page, StudioSession *session)
{
  studio_page_update_actions (page);
}

/* The views beside have followed the document when the page does. */
static void
show (gpointer page, StudioSession *session)
{
  StudioPage *self = page;

  update_pages (self);
  keep_focus (self);
  studio_page_notify_title (self);
  show_selected (self, session);
}

static void
can_export_cb (StudioPage *self)
{
  studio_page_enable (self, "win.export", studio_session_can_export (self->session));
}

void
studio_page_bind (StudioPage *self)
{
  self->session = g_object_new (STUDIO_TYPE_SESSION, NULL);
  g_settings_bind (self->settings, "board", studio_session_get_budget (self->session),
                   "board", G_SETTINGS_BIND_DEFAULT);
  studio_breadcrumb_bind (self->breadcrumb, self->session);
  studio_canvas_bind (self->canvas, self->session);
  studio_minimap_bind (self->minimap, self->session, self->canvas);
  studio_session_bind (self->session, self, show, show_selected);
  studio_inspector_bind (self->inspector, self->session);
  studio_problems_bind (self->problems, self->session);
  g_signal_connect_object (self->session, "notify::n-errors",
                           G_CALLBACK (studio_page_notify_title), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::can-export",
                           G_CALLBACK (can_export_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (studio_session_get_live (self->session), "recorded",
                           G_CALLBACK (studio_page_tell_recorded), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (studio_session_get_live (self->session), "state",
                           G_CALLBACK (studio_page_update_actions), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "not-encoded",
                           G_CALLBACK (studio_page_say_not_encoded), self,
                           G_CONNECT_SWAPPED);
}

void
studio_page_set_document (StudioPage *self, ImDocument *document)
{
  studio_page_forget_document (self);
  self->is_left = FALSE;
  g_set_object (&self->document, document);
  studio_page_take_units (
      self, studio_units_new_beside (self->all_units, im_document_get_path (document),
                                     im_document_get_library (document)));
  studio_page_watch_document (self);
  gtk_stack_set_visible_child_name (self->pages, "document");
  studio_session_set_document (self->session, document);
  studio_page_offer_drafts (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

void
studio_page_set_up (StudioPage *self, StudioUnits *units, StudioDrafts *drafts)
{
  self->all_units = g_object_ref (units);
  self->drafts = g_object_ref (drafts);
  self->offered = g_ptr_array_new_with_free_func (g_free);
  g_signal_connect_object (drafts, "changed", G_CALLBACK (studio_page_offer_drafts), self,
                           G_CONNECT_SWAPPED);
  studio_page_offer_drafts (self);
  studio_page_take_units (self, g_object_ref (units));
}
