/* SPDX-License-Identifier: MIT */
#include "studio-test.h"

#include <string.h>

#include "studio/studio-application.h"

#define INTERFACES "/org/imaginet/Studio/ui/"
#define WAIT_MS    400

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

void
studio_test_wait (void)
{
  gboolean is_over = FALSE;

  g_timeout_add (WAIT_MS, end_cb, &is_over);
  while (!is_over)
    g_main_context_iteration (NULL, TRUE);
}

GtkWidget *
studio_test_open (GtkApplication *application, const char *example)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "examples",
                                                 example, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GFile *files[] = { file };

  g_application_open (G_APPLICATION (application), files, 1, "");
  studio_test_wait ();

  return GTK_WIDGET (gtk_application_get_active_window (application));
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
