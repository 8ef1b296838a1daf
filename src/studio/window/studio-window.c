/* SPDX-License-Identifier: MIT
 *
 * The header bar shows the page that is seen: its title, its history, and what can be
 * done with it.
 */
#include "studio/window/studio-window-private.h"

#include <glib/gi18n.h>

#include "studio/common/studio-accessible.h"

G_DEFINE_FINAL_TYPE (StudioWindow, studio_window, ADW_TYPE_APPLICATION_WINDOW)

/* A window begins as the last one was left; windows that are open do not follow each
 * other. */
#define PATIENCE_MS 250 /* that a file which takes longer is waited for */

#define BIND_OWN (G_SETTINGS_BIND_DEFAULT | G_SETTINGS_BIND_GET_NO_CHANGES)

static void
show_title (StudioWindow *self)
{
  gboolean has_document = studio_session_get_document (
                              studio_page_get_session (self->page)) != NULL;
  g_autofree char *title = NULL, *subtitle = NULL, *window_title = NULL;

  g_object_get (self->page, "title", &title, "subtitle", &subtitle, NULL);
  window_title = has_document ? g_strdup_printf ("%s — %s", title, _ ("Imaginet Studio"))
                              : g_strdup (_ ("Imaginet Studio"));
  gtk_window_set_title (GTK_WINDOW (self), window_title);
  adw_window_title_set_title (self->title, has_document ? title : _ ("Imaginet Studio"));
  adw_window_title_set_subtitle (self->title, subtitle == NULL ? "" : subtitle);
}

/* In a narrow window undo, save and close are left of the buttons; all others are in the
 * main menu, in that of the window manager, and under their keys. */
static void
fold_header (gpointer data)
{
  g_autoptr (StudioWindow) self = data;
  gboolean is_narrow = FALSE;

  if (self->page == NULL)
    return;
  g_object_get (self->page, "narrow", &is_narrow, NULL);
  studio_history_set_narrow (self->history, is_narrow);
  adw_header_bar_set_decoration_layout (self->header, is_narrow ? ":close" : NULL);
}

/* Panels fold while sizes are given, when no size may change. */
static void
narrow_cb (StudioWindow *self)
{
  g_idle_add_once (fold_header, g_object_ref (self));
}

/* All tabs have the same panels at their sides. */
static void
page_cb (StudioWindow *self)
{
  AdwTabPage *tab = adw_tab_view_get_selected_page (self->tabs);
  StudioPage *page = tab == NULL ? NULL : STUDIO_PAGE (adw_tab_page_get_child (tab));

  if (page == self->page)
    return;
  if (self->page != NULL)
    studio_page_set_current (self->page, FALSE);
  if (page != NULL && self->page != NULL)
    studio_page_take_panels (page, self->page);
  self->page = page;
  g_signal_group_set_target (self->page_says, page);
  studio_history_set_session (self->history,
                              page == NULL ? NULL : studio_page_get_session (page));
  if (page == NULL)
    return;
  studio_page_set_current (page, TRUE);
  show_title (self);
  narrow_cb (self);
}

static void
step_cb (StudioHistory *history, guint step, StudioWindow *self)
{
  studio_page_go_to_step (self->page, step);
}

static StudioPage *
get_page (GtkWidget *window)
{
  return STUDIO_WINDOW (window)->page;
}

static void
history_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  studio_history_popup (STUDIO_WINDOW (widget)->history);
}

/* The window of shortcuts is made when it is wanted: it takes longer than this one. */
static void
help_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (
      "/org/imaginet/Studio/ui/studio-shortcuts.ui");
  GtkWindow *shortcuts = GTK_WINDOW (gtk_builder_get_object (builder, "shortcuts"));

  gtk_window_set_transient_for (shortcuts, GTK_WINDOW (widget));
  gtk_window_present (shortcuts);
}

/* Whoever goes to another window may not come back before the power is gone. */
static void
is_active_cb (StudioWindow *self)
{
  if (gtk_window_is_active (GTK_WINDOW (self)))
    return;
  for (gint i = 0; i < adw_tab_view_get_n_pages (self->tabs); i++)
    studio_page_keep_draft (
        STUDIO_PAGE (adw_tab_page_get_child (adw_tab_view_get_nth_page (self->tabs, i))));
}

static void
studio_window_dispose (GObject *object)
{
  StudioWindow *self = STUDIO_WINDOW (object);

  self->page = NULL;
  g_clear_handle_id (&self->presenting, g_source_remove);
  g_clear_object (&self->page_says);
  g_clear_object (&self->units);
  g_clear_object (&self->drafts);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (studio_window_parent_class)->dispose (object);
}

static void
studio_window_class_init (StudioWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = studio_window_close_request;
  g_type_ensure (STUDIO_TYPE_HISTORY);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-window.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, header);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, title);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, history);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, tabs);
  gtk_widget_class_install_action (widget_class, "win.history", NULL, history_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_h, GDK_CONTROL_MASK,
                                       "win.history", NULL);
  gtk_widget_class_install_action (widget_class, "win.show-help-overlay", NULL,
                                   help_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_question, GDK_CONTROL_MASK,
                                       "win.show-help-overlay", NULL);
  studio_window_class_add_tab_actions (widget_class);
  studio_page_install_actions (widget_class, get_page);
}

static void
bind_settings (StudioWindow *self)
{
  self->settings = g_settings_new ("org.imaginet.Studio");
  g_settings_bind (self->settings, "window-width", self, "default-width", BIND_OWN);
  g_settings_bind (self->settings, "window-height", self, "default-height", BIND_OWN);
  g_settings_bind (self->settings, "window-maximized", self, "maximized", BIND_OWN);
}

static gboolean
present_cb (gpointer data)
{
  StudioWindow *self = data;

  self->presenting = 0;
  gtk_window_present (GTK_WINDOW (self));

  return G_SOURCE_REMOVE;
}

/* There is a page before anybody waits for it. */
static void
opening_cb (StudioWindow *self)
{
  gboolean is_opening = FALSE;

  if (self->presenting == 0)
    return;
  g_object_get (self->page, "opening", &is_opening, NULL);
  if (is_opening)
    return;
  g_clear_handle_id (&self->presenting, g_source_remove);
  gtk_window_present (GTK_WINDOW (self));
}

static void
studio_window_init (StudioWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  studio_accessible_name_menu_buttons (GTK_WIDGET (self));
  bind_settings (self);
  self->page_says = g_signal_group_new (STUDIO_TYPE_PAGE);
  g_signal_group_connect_swapped (self->page_says, "notify::title",
                                  G_CALLBACK (show_title), self);
  g_signal_group_connect_swapped (self->page_says, "notify::subtitle",
                                  G_CALLBACK (show_title), self);
  g_signal_group_connect_swapped (self->page_says, "notify::narrow",
                                  G_CALLBACK (narrow_cb), self);
  g_signal_group_connect_swapped (self->page_says, "notify::opening",
                                  G_CALLBACK (opening_cb), self);
  g_signal_connect (self->history, "step-activated", G_CALLBACK (step_cb), self);
  g_signal_connect (self, "notify::is-active", G_CALLBACK (is_active_cb), NULL);
  studio_window_set_up_tabs (self);
  g_signal_connect_swapped (self->tabs, "notify::selected-page", G_CALLBACK (page_cb),
                            self);
}

void
studio_window_open (StudioWindow *self, GFile *file, const char *unit)
{
  g_return_if_fail (STUDIO_IS_WINDOW (self));

  studio_page_open (self->page, file, unit);
}

/* A window that changes at once what it shows would be laid out and drawn twice. */
void
studio_window_present_opened (StudioWindow *self)
{
  g_return_if_fail (STUDIO_IS_WINDOW (self));

  if (gtk_widget_get_visible (GTK_WIDGET (self)))
    {
      gtk_window_present (GTK_WINDOW (self));
      return;
    }
  if (self->presenting == 0)
    self->presenting = g_timeout_add (PATIENCE_MS, present_cb, self);
  opening_cb (self);
}

char *
studio_window_dup_path (StudioWindow *self)
{
  ImDocument *document;

  g_return_val_if_fail (STUDIO_IS_WINDOW (self), NULL);
  document = studio_session_get_document (studio_page_get_session (self->page));

  return document == NULL ? NULL : g_strdup (im_document_get_path (document));
}

void
studio_window_show_trouble (StudioWindow *self, const char *message)
{
  g_return_if_fail (STUDIO_IS_WINDOW (self));

  studio_page_show_trouble (self->page, message);
}
