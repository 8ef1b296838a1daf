/* SPDX-License-Identifier: MIT
 *
 * What the window lets one do to the pipeline and to how it is seen.
 */
#include <glib/gi18n.h>

#include "studio/studio-window-private.h"

static void
undo_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  im_document_undo (STUDIO_WINDOW (widget)->document);
}

static void
redo_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  im_document_redo (STUDIO_WINDOW (widget)->document);
}

static void
remove_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);

  im_document_remove_layer (self->document,
                            (guint) studio_canvas_get_selected (self->canvas), NULL);
}

static void
move_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  gint layer = studio_canvas_get_selected (self->canvas);
  gboolean is_up = g_str_has_suffix (name, "up");

  if (im_document_move_layer (self->document, (guint) layer,
                              (guint) (is_up ? layer - 1 : layer + 2), NULL))
    studio_window_select (self, is_up ? layer - 1 : layer + 1);
}

static void
toggle_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  guint layer = (guint) studio_canvas_get_selected (self->canvas);

  im_document_set_enabled (
      self->document, layer,
      !im_document_get_layer (self->document, layer)->node->is_enabled, NULL);
}

static void
search_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);

  adw_flap_set_reveal_flap (self->library_flap, TRUE);
  studio_library_start_search (self->library);
}

static void
zoom_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioCanvas *canvas = STUDIO_WINDOW (widget)->canvas;
  double zoom = studio_canvas_get_zoom (canvas);

  studio_canvas_set_zoom (canvas, g_str_has_suffix (name, "in")    ? zoom * 1.2
                                  : g_str_has_suffix (name, "out") ? zoom / 1.2
                                                                   : 1);
}

void
studio_window_insert (StudioWindow *self, const char *unit_id)
{
  g_autoptr (GError) error = NULL;
  gint layer = studio_canvas_get_selected (self->canvas);
  guint before;

  if (self->document == NULL)
    return;
  before = layer < 0 ? im_document_get_n_layers (self->document) : (guint) layer + 1;
  if (im_document_insert_layer (self->document, before, unit_id, &error))
    studio_window_select (self, (gint) before);
  else if (error != NULL)
    studio_window_say (self, error->message);
}

static void
enable (StudioWindow *self, const char *action, gboolean enabled)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), action, enabled);
}

void
studio_window_update_actions (StudioWindow *self)
{
  gint layer = studio_canvas_get_selected (self->canvas);
  gboolean has_document = self->document != NULL;

  enable (self, "win.undo",
          has_document && im_document_get_undo_name (self->document) != NULL);
  enable (self, "win.redo",
          has_document && im_document_get_redo_name (self->document) != NULL);
  enable (self, "win.save", has_document && im_document_is_modified (self->document));
  enable (self, "win.save-as", has_document);
  enable (self, "layer.remove", has_document && layer >= 0);
  enable (self, "layer.move-up", has_document && layer > 0);
  enable (self, "layer.move-down",
          has_document && layer >= 0 &&
              layer + 1 < (gint) im_document_get_n_layers (self->document));
  enable (self, "layer.toggle", has_document && layer >= 0);
}

/* What can be done, with what does it. */
static const struct
{
  const char *name;
  GtkWidgetActionActivateFunc activate;
  guint key;
  GdkModifierType modifiers;
} actions[] = {
  { "win.undo", undo_action, GDK_KEY_z, GDK_CONTROL_MASK },
  { "win.redo", redo_action, GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK },
  { "win.search", search_action, GDK_KEY_t, GDK_CONTROL_MASK },
  { "win.zoom-in", zoom_action, GDK_KEY_plus, GDK_CONTROL_MASK },
  { "win.zoom-out", zoom_action, GDK_KEY_minus, GDK_CONTROL_MASK },
  { "win.zoom-reset", zoom_action, GDK_KEY_0, GDK_CONTROL_MASK },
  { "layer.move-up", move_action, GDK_KEY_Up, GDK_ALT_MASK },
  { "layer.move-down", move_action, GDK_KEY_Down, GDK_ALT_MASK },
  { "layer.toggle", toggle_action, GDK_KEY_e, GDK_CONTROL_MASK },
  { "layer.remove", remove_action, 0, 0 },
};

void
studio_window_class_add_edit_actions (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      gtk_widget_class_install_action (widget_class, actions[i].name, NULL,
                                       actions[i].activate);
      if (actions[i].key != 0)
        gtk_widget_class_add_binding_action (widget_class, actions[i].key,
                                             actions[i].modifiers, actions[i].name, NULL);
    }
}
