/* SPDX-License-Identifier: MIT
 *
 * The tabs of a window. A tab goes to another window by a drag; a window without tabs
 * closes.
 */
#include <glib/gi18n.h>

#include "studio/window/studio-window-private.h"

static StudioPage *
page_of (AdwTabPage *tab)
{
  return STUDIO_PAGE (adw_tab_page_get_child (tab));
}

/* A window for pages of other ones. */
static StudioWindow *
make_window (GtkApplication *application, StudioUnits *units, StudioDrafts *drafts)
{
  StudioWindow *self = g_object_new (STUDIO_TYPE_WINDOW, "application", application,
                                     NULL);

  self->units = g_object_ref (units);
  self->drafts = g_object_ref (drafts);

  return self;
}

static StudioWindow *
make_window_beside (StudioWindow *self)
{
  StudioWindow *window = make_window (gtk_window_get_application (GTK_WINDOW (self)),
                                      self->units, self->drafts);

  gtk_window_present (GTK_WINDOW (window));

  return window;
}

static StudioPage *
add_page (StudioWindow *self)
{
  StudioPage *page = studio_page_new (self->units, self->drafts);
  AdwTabPage *tab = adw_tab_view_append (self->tabs, GTK_WIDGET (page));

  adw_tab_view_set_selected_page (self->tabs, tab);

  return page;
}

StudioWindow *
studio_window_new (AdwApplication *application, StudioUnits *units, StudioDrafts *drafts)
{
  StudioWindow *self = make_window (GTK_APPLICATION (application), units, drafts);

  add_page (self);

  return self;
}

/* A new pipeline that nobody has touched makes room. */
static StudioPage *
next_page_cb (StudioPage *page, StudioWindow *self)
{
  gboolean is_untouched = studio_page_is_untouched (page);
  StudioPage *next = add_page (self);

  if (is_untouched)
    adw_tab_view_close_page (self->tabs,
                             adw_tab_view_get_page (self->tabs, GTK_WIDGET (page)));

  return next;
}

static gboolean
has_file (AdwTabPage *tab, GFile *file)
{
  g_autofree char *path = NULL;
  g_autoptr (GFile) own = NULL;

  g_object_get (page_of (tab), "path", &path, NULL);
  own = path == NULL ? NULL : g_file_new_for_path (path);

  return own != NULL && g_file_equal (own, file);
}

void
studio_window_follow_file (StudioWindow *self, GFile *from, GFile *to)
{
  g_return_if_fail (STUDIO_IS_WINDOW (self));

  for (gint i = 0; i < adw_tab_view_get_n_pages (self->tabs); i++)
    {
      AdwTabPage *tab = adw_tab_view_get_nth_page (self->tabs, i);

      if (has_file (tab, from))
        studio_page_follow (page_of (tab), to);
    }
}

static gboolean
show_in_window (StudioWindow *self, GFile *file, const char *unit)
{
  for (gint i = 0; i < adw_tab_view_get_n_pages (self->tabs); i++)
    {
      AdwTabPage *tab = adw_tab_view_get_nth_page (self->tabs, i);

      if (!has_file (tab, file))
        continue;
      if (unit != NULL && *unit != '\0')
        studio_page_show_unit (page_of (tab), unit);
      adw_tab_view_set_selected_page (self->tabs, tab);
      gtk_window_present (GTK_WINDOW (self));

      return TRUE;
    }

  return FALSE;
}

static gboolean
show_open_cb (StudioPage *page, GFile *file, const char *unit, StudioWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  for (GList *link = gtk_application_get_windows (application); link != NULL;
       link = link->next)
    if (STUDIO_IS_WINDOW (link->data) && show_in_window (link->data, file, unit))
      return TRUE;

  return FALSE;
}

static gboolean
errors_to_icon (GBinding *binding, const GValue *errors, GValue *icon, gpointer data)
{
  g_value_take_object (icon, g_value_get_uint (errors) == 0
                                 ? NULL
                                 : g_themed_icon_new ("dialog-error-symbolic"));

  return TRUE;
}

static gboolean
errors_to_text (GBinding *binding, const GValue *errors, GValue *text, gpointer data)
{
  guint n = g_value_get_uint (errors);

  g_value_take_string (
      text, n == 0 ? g_strdup ("")
                   : g_strdup_printf (ngettext ("%u problem", "%u problems", n), n));

  return TRUE;
}

/* The tooltip is markup. */
static gboolean
path_to_tooltip (GBinding *binding, const GValue *path, GValue *tooltip, gpointer data)
{
  const char *text = g_value_get_string (path);

  g_value_take_string (tooltip,
                       text == NULL ? g_strdup ("") : g_markup_escape_text (text, -1));

  return TRUE;
}

static void
attached_cb (AdwTabView *tabs, AdwTabPage *tab, int position, StudioWindow *self)
{
  StudioPage *page = page_of (tab);

  if (adw_tab_page_get_title (tab) == NULL || *adw_tab_page_get_title (tab) == '\0')
    {
      g_object_bind_property (page, "title", tab, "title", G_BINDING_SYNC_CREATE);
      g_object_bind_property_full (page, "path", tab, "tooltip", G_BINDING_SYNC_CREATE,
                                   path_to_tooltip, NULL, NULL, NULL);
      g_object_bind_property_full (studio_page_get_session (page), "n-errors", tab,
                                   "indicator-icon", G_BINDING_SYNC_CREATE,
                                   errors_to_icon, NULL, NULL, NULL);
      g_object_bind_property_full (studio_page_get_session (page), "n-errors", tab,
                                   "indicator-tooltip", G_BINDING_SYNC_CREATE,
                                   errors_to_text, NULL, NULL, NULL);
    }
  g_signal_connect (page, "next-page", G_CALLBACK (next_page_cb), self);
  g_signal_connect (page, "show-open", G_CALLBACK (show_open_cb), self);
}

static void
destroy_if_empty (gpointer data)
{
  g_autoptr (StudioWindow) self = data;

  if (self->tabs != NULL && adw_tab_view_get_n_pages (self->tabs) == 0)
    gtk_window_destroy (GTK_WINDOW (self));
}

static void
detached_cb (AdwTabView *tabs, AdwTabPage *tab, int position, StudioWindow *self)
{
  g_signal_handlers_disconnect_by_data (page_of (tab), self);
  if (adw_tab_view_get_n_pages (tabs) == 0)
    g_idle_add_once (destroy_if_empty, g_object_ref (self));
}

static AdwTabView *
create_window_cb (AdwTabView *tabs, StudioWindow *self)
{
  return make_window_beside (self)->tabs;
}

static void
setup_menu_cb (AdwTabView *tabs, AdwTabPage *tab, StudioWindow *self)
{
  g_autofree char *path = NULL;

  self->menu_tab = tab;
  if (tab == NULL)
    return;
  g_object_get (page_of (tab), "path", &path, NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tab.copy-path", path != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tab.close-others",
                                 adw_tab_view_get_n_pages (tabs) > 1);
}

/* The tab that the menu is open for, or the one that is seen. */
static AdwTabPage *
get_tab (StudioWindow *self)
{
  return self->menu_tab != NULL ? self->menu_tab
                                : adw_tab_view_get_selected_page (self->tabs);
}

static void
close_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);

  adw_tab_view_close_page (self->tabs, get_tab (self));
}

static void
close_others_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);

  adw_tab_view_close_other_pages (self->tabs, get_tab (self));
}

static void
move_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  AdwTabPage *tab = get_tab (self);

  if (adw_tab_view_get_n_pages (self->tabs) > 1)
    adw_tab_view_transfer_page (self->tabs, tab, make_window_beside (self)->tabs, 0);
}

static void
copy_path_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *path = NULL;

  g_object_get (page_of (get_tab (STUDIO_WINDOW (widget))), "path", &path, NULL);
  if (path != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), path);
}

static void
new_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  add_page (STUDIO_WINDOW (widget));
}

void
studio_window_class_add_tab_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.new-tab", NULL, new_action);
  gtk_widget_class_install_action (widget_class, "tab.close", NULL, close_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_w, GDK_CONTROL_MASK,
                                       "tab.close", NULL);
  gtk_widget_class_install_action (widget_class, "tab.close-others", NULL,
                                   close_others_action);
  gtk_widget_class_install_action (widget_class, "tab.move-to-new-window", NULL,
                                   move_action);
  gtk_widget_class_install_action (widget_class, "tab.copy-path", NULL, copy_path_action);
}

void
studio_window_set_up_tabs (StudioWindow *self)
{
  /* Views are chosen with Alt and a digit; the code goes to its ends with Home and End.
   */
  adw_tab_view_remove_shortcuts (
      self->tabs, ADW_TAB_VIEW_SHORTCUT_ALT_DIGITS | ADW_TAB_VIEW_SHORTCUT_ALT_ZERO |
                      ADW_TAB_VIEW_SHORTCUT_CONTROL_HOME |
                      ADW_TAB_VIEW_SHORTCUT_CONTROL_END |
                      ADW_TAB_VIEW_SHORTCUT_CONTROL_SHIFT_HOME |
                      ADW_TAB_VIEW_SHORTCUT_CONTROL_SHIFT_END);
  g_signal_connect (self->tabs, "page-attached", G_CALLBACK (attached_cb), self);
  g_signal_connect (self->tabs, "page-detached", G_CALLBACK (detached_cb), self);
  g_signal_connect (self->tabs, "create-window", G_CALLBACK (create_window_cb), self);
  g_signal_connect (self->tabs, "setup-menu", G_CALLBACK (setup_menu_cb), self);
  g_signal_connect (self->tabs, "close-page", G_CALLBACK (studio_window_close_page),
                    self);
}
