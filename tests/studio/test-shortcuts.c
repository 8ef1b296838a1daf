/* SPDX-License-Identifier: MIT
 *
 * Each key of the window is listed in the window of shortcuts, each key that is listed
 * does something, and each action of the window has a key or stands in a menu.
 */
#include <string.h>

#include "studio-test.h"

#define SHORTCUTS "/org/imaginet/Studio/ui/studio-shortcuts.ui"

static GtkApplication *application;

/* A key as text: its modifiers and its name, not in upper case. */
static char *
dup_key (guint key, GdkModifierType modifiers)
{
  return gtk_accelerator_name (gdk_keyval_to_lower (key), modifiers);
}

static GHashTable *
list_shown_keys (void)
{
  GHashTable *keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (SHORTCUTS);
  GtkWidget *window = GTK_WIDGET (gtk_builder_get_object (builder, "shortcuts"));
  g_autoptr (GPtrArray) shortcuts = studio_test_list (window, "GtkShortcutsShortcut");

  for (guint i = 0; i < shortcuts->len; i++)
    {
      g_autofree char *accelerator = NULL;
      g_auto (GStrv) parts = NULL;

      g_object_get (shortcuts->pdata[i], "accelerator", &accelerator, NULL);
      parts = g_strsplit (accelerator == NULL ? "" : accelerator, " ", -1);
      for (guint k = 0; parts[k] != NULL; k++)
        {
          GdkModifierType modifiers;
          guint key;

          if (gtk_accelerator_parse (parts[k], &key, &modifiers))
            g_hash_table_add (keys, dup_key (key, modifiers));
        }
    }
  gtk_window_destroy (GTK_WINDOW (window));

  return keys;
}

/* The name of what a key does, empty for what a widget of a library does by itself. */
static char *
dup_action (GtkShortcut *shortcut)
{
  GtkShortcutAction *action = gtk_shortcut_get_action (shortcut);

  if (GTK_IS_CALLBACK_ACTION (action))
    return g_strdup ("");

  return GTK_IS_NAMED_ACTION (action)
             ? g_strdup (gtk_named_action_get_action_name (GTK_NAMED_ACTION (action)))
             : NULL;
}

/* What has a name counts more. Takes over @action. */
static void
add_key (GHashTable *keys, GtkKeyvalTrigger *trigger, char *action)
{
  char *key = dup_key (gtk_keyval_trigger_get_keyval (trigger),
                       gtk_keyval_trigger_get_modifiers (trigger));

  if (*action != '\0' || !g_hash_table_contains (keys, key))
    {
      g_hash_table_insert (keys, key, action);
      return;
    }
  g_free (key);
  g_free (action);
}

/* Adds the keys of a widget, with the actions that they have. */
static void
add_keys (GHashTable *keys, GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_SHORTCUT_CONTROLLER (controller))
        continue;
      for (guint k = 0; k < g_list_model_get_n_items (G_LIST_MODEL (controller)); k++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (
              G_LIST_MODEL (controller), k);
          GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);
          char *action = dup_action (shortcut);

          if (GTK_IS_ALTERNATIVE_TRIGGER (trigger))
            trigger = gtk_alternative_trigger_get_first (
                GTK_ALTERNATIVE_TRIGGER (trigger));
          if (action != NULL && GTK_IS_KEYVAL_TRIGGER (trigger))
            add_key (keys, GTK_KEYVAL_TRIGGER (trigger), action);
          else
            g_free (action);
        }
    }
}

static void
add_keys_below (GHashTable *keys, GtkWidget *widget)
{
  add_keys (keys, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    add_keys_below (keys, child);
}

static void
add_keys_of_application (GHashTable *keys)
{
  g_auto (GStrv) actions = gtk_application_list_action_descriptions (application);

  for (guint i = 0; actions[i] != NULL; i++)
    {
      g_auto (GStrv) accels = gtk_application_get_accels_for_action (application,
                                                                     actions[i]);

      for (guint k = 0; accels[k] != NULL; k++)
        {
          GdkModifierType modifiers;
          guint key;

          if (gtk_accelerator_parse (accels[k], &key, &modifiers))
            g_hash_table_insert (keys, dup_key (key, modifiers), g_strdup (actions[i]));
        }
    }
}

/* All others are answers to a message, which has buttons for them. */
static gboolean
is_own_action (const char *name)
{
  return g_str_has_prefix (name, "win.") || g_str_has_prefix (name, "layer.") ||
         g_str_has_prefix (name, "edit.") || g_str_has_prefix (name, "app.") ||
         g_str_has_prefix (name, "tab.");
}

/* A word of what is expected, and what is missing. */
static void
fail (const char *problem, const char *what, const char *which)
{
  g_test_message ("%s: %s %s", problem, what, which);
  g_test_fail ();
}

static void
test_bound_keys_are_listed (void)
{
  GtkWidget *window = studio_test_open (application, "audio-window.imunit");
  g_autoptr (GHashTable) shown = list_shown_keys ();
  g_autoptr (GHashTable) bound = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                        g_free);
  GHashTableIter iter;
  gpointer key, action;

  add_keys (bound, window);
  add_keys_of_application (bound);
  g_assert_cmpuint (g_hash_table_size (bound), >, 30);
  g_hash_table_iter_init (&iter, bound);
  while (g_hash_table_iter_next (&iter, &key, &action))
    if (is_own_action (action) && !g_hash_table_contains (shown, key))
      fail ("not in ui/studio-shortcuts.ui", key, action);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Views are built when they are seen. */
static void
see_all_views (GtkWidget *window)
{
  static const char *const views[] = { "stack", "outline", "code", "diagrams", "canvas" };

  for (gsize i = 0; i < G_N_ELEMENTS (views); i++)
    gtk_widget_activate_action (window, "win.show-view", "s", views[i]);
}

/* Keys without modifiers are those of a view while it has the focus. */
static void
test_listed_keys_are_bound (void)
{
  GtkWidget *window = studio_test_open (application, "audio-window.imunit");
  g_autoptr (GHashTable) shown = list_shown_keys ();
  g_autoptr (GHashTable) bound = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                        g_free);
  GHashTableIter iter;
  gpointer key;

  see_all_views (window);
  add_keys_below (bound, window);
  add_keys_of_application (bound);
  g_hash_table_iter_init (&iter, shown);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    if (strchr (key, '<') != NULL && !g_hash_table_contains (bound, key))
      fail ("in ui/studio-shortcuts.ui, but without an action", key, "");
  gtk_window_destroy (GTK_WINDOW (window));
}

static GString *
read_interfaces (void)
{
  g_autoptr (GPtrArray) paths = studio_test_list_interfaces ();
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < paths->len; i++)
    {
      g_autoptr (GBytes) bytes = g_resources_lookup_data (paths->pdata[i], 0, NULL);

      g_string_append_len (all, g_bytes_get_data (bytes, NULL),
                           (gssize) g_bytes_get_size (bytes));
    }

  return all;
}

static gboolean
is_in_interface (const GString *interfaces, const char *action)
{
  g_autofree char *in_menu = g_strdup_printf ("\"action\">%s<", action);
  g_autofree char *in_button = g_strdup_printf ("\"action-name\">%s<", action);

  return strstr (interfaces->str, in_menu) != NULL ||
         strstr (interfaces->str, in_button) != NULL;
}

static gboolean
has_key (GHashTable *keys, const char *action)
{
  GHashTableIter iter;
  gpointer bound;

  g_hash_table_iter_init (&iter, keys);
  while (g_hash_table_iter_next (&iter, NULL, &bound))
    if (strcmp (bound, action) == 0)
      return TRUE;

  return FALSE;
}

/* Actions of a double click on a layer, and of the menu where a file is dropped. */
static gboolean
is_of_pointer (const char *action)
{
  static const char *const actions[] = { "layer.open", "win.insert-dropped",
                                         "win.open-dropped", NULL };

  return g_strv_contains (actions, action);
}

static void
test_actions_are_reachable (void)
{
  GtkWidget *window = studio_test_open (application, "audio-window.imunit");
  g_autoptr (GString) interfaces = read_interfaces ();
  g_autoptr (GHashTable) bound = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                        g_free);
  GType owner;
  const GVariantType *parameter_type;
  const char *action, *property;
  guint n_actions = 0;

  add_keys (bound, window);
  add_keys (bound, studio_test_find (window, "StudioCanvas"));
  for (guint i = 0; gtk_widget_class_query_action (
           GTK_WIDGET_GET_CLASS (window), i, &owner, &action, &parameter_type, &property);
       i++)
    {
      if (owner != STUDIO_TYPE_WINDOW || !is_own_action (action))
        continue;
      n_actions++;
      if (!has_key (bound, action) && !is_in_interface (interfaces, action) &&
          !is_of_pointer (action))
        fail ("neither a key nor a menu has", "the action", action);
    }
  g_assert_cmpuint (n_actions, >, 30);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  application = studio_test_start ();
  g_test_add_func ("/shortcuts/bound-keys-are-listed", test_bound_keys_are_listed);
  g_test_add_func ("/shortcuts/listed-keys-are-bound", test_listed_keys_are_bound);
  g_test_add_func ("/shortcuts/actions-are-reachable", test_actions_are_reachable);
  result = g_test_run ();
  g_object_unref (application);

  return result;
}
