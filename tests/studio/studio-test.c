/* SPDX-License-Identifier: MIT */
#include "studio-test.h"

#include <string.h>

#include "studio/window/studio-application.h"

#define INTERFACES "/org/imaginet/Studio/ui/"
#define WAIT_MS    30000

GtkApplication *
studio_test_start (void)
{
  GtkApplication *application = GTK_APPLICATION (studio_application_new ());
  g_autoptr (GError) error = NULL;

  g_application_set_flags (G_APPLICATION (application),
                           G_APPLICATION_NON_UNIQUE | G_APPLICATION_HANDLES_OPEN);
  g_application_register (G_APPLICATION (application), NULL, &error);
  g_assert_no_error (error);

  return application;
}

static gboolean
end_cb (gpointer is_over)
{
  *(gboolean *) is_over = TRUE;

  return G_SOURCE_REMOVE;
}

gboolean
studio_test_wait_until (GtkWidget *widget, StudioTestFunc holds, gconstpointer data)
{
  gboolean is_over = FALSE;
  guint timeout = g_timeout_add (WAIT_MS, end_cb, &is_over);

  while (!holds (widget, data) && !is_over)
    g_main_context_iteration (NULL, TRUE);
  if (!is_over)
    g_source_remove (timeout);

  return !is_over;
}

typedef struct
{
  const char *type;
  guint n;
} Count;

static gboolean
has_count (GtkWidget *widget, gconstpointer data)
{
  const Count *count = data;
  g_autoptr (GPtrArray) found = studio_test_list (widget, count->type);

  return found->len == count->n;
}

GPtrArray *
studio_test_wait_for (GtkWidget *widget, const char *type, guint n)
{
  const Count count = { type, n };

  studio_test_wait_until (widget, has_count, &count);

  return studio_test_list (widget, type);
}

/* The title says what is open. */
static gboolean
is_open (GtkWidget *window, gconstpointer name)
{
  const char *title = gtk_window_get_title (GTK_WINDOW (window));

  return gtk_widget_get_mapped (window) && title != NULL && strstr (title, name) != NULL;
}

GtkWidget *
studio_test_open (GtkApplication *application, const char *example)
{
  g_autofree char *path = g_path_is_absolute (example)
                              ? g_strdup (example)
                              : g_test_build_filename (G_TEST_DIST, "..", "data",
                                                       "examples", example, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *name = g_path_get_basename (example);
  GFile *files[] = { file };
  GtkWidget *window;

  g_application_open (G_APPLICATION (application), files, 1, "");
  window = GTK_WIDGET (gtk_application_get_active_window (application));
  if (!studio_test_wait_until (window, is_open, name))
    g_error ("expected a window with %s, found “%s”", name,
             gtk_window_get_title (GTK_WINDOW (window)));

  return window;
}

static void
add_below (GPtrArray *found, GtkWidget *widget, const char *type)
{
  if (strcmp (G_OBJECT_TYPE_NAME (widget), type) == 0)
    g_ptr_array_add (found, g_object_ref (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    add_below (found, child, type);
}

GPtrArray *
studio_test_list (GtkWidget *widget, const char *type)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_object_unref);

  add_below (found, widget, type);

  return found;
}

GtkWidget *
studio_test_find (GtkWidget *widget, const char *type)
{
  g_autoptr (GPtrArray) found = studio_test_list (widget, type);

  if (found->len == 0)
    g_error ("expected a %s in the %s", type, G_OBJECT_TYPE_NAME (widget));

  return g_ptr_array_index (found, 0);
}

GPtrArray *
studio_test_list_interfaces (void)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) names = g_resources_enumerate_children (INTERFACES, 0, NULL);

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    g_ptr_array_add (paths, g_strconcat (INTERFACES, names[i], NULL));

  return paths;
}
