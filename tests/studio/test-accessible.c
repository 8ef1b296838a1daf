/* SPDX-License-Identifier: MIT
 *
 * Every template makes a widget without a warning, whatever can have the focus in it has
 * a name, and the views tell a screen reader what they show.
 */
#include <string.h>

#include "studio-test.h"

#define MAX_NARROW_WIDTH 350 /* pixels that are left of a window of 360 */

static GtkApplication *application;

/* Whose children are not parts of a control. */
static const char *const containers[] = {
  "AdwBin",       "AdwClamp",          "AdwClampScrollable",
  "AdwFlap",      "AdwHeaderBar",      "AdwViewStack",
  "GtkBox",       "GtkCenterBox",      "GtkGrid",
  "GtkNotebook",  "GtkOverlay",        "GtkPaned",
  "GtkRevealer",  "GtkScrolledWindow", "GtkStack",
  "GtkViewport",  "GtkWindowHandle",   "GtkListBox",
  "GtkActionBar",
};

static gboolean
is_container (GtkWidget *widget)
{
  const char *type = G_OBJECT_TYPE_NAME (widget);

  if (g_str_has_prefix (type, "Studio"))
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (containers); i++)
    if (strcmp (type, containers[i]) == 0)
      return TRUE;

  return FALSE;
}

static gboolean
needs_name (GtkWidget *widget)
{
  return GTK_IS_BUTTON (widget) || GTK_IS_MENU_BUTTON (widget) ||
         GTK_IS_EDITABLE (widget) || GTK_IS_DROP_DOWN (widget) ||
         GTK_IS_SWITCH (widget) || GTK_IS_CHECK_BUTTON (widget) ||
         GTK_IS_LIST_BASE (widget) || GTK_IS_LIST_BOX (widget) ||
         GTK_IS_COLUMN_VIEW (widget) || GTK_IS_TEXT_VIEW (widget) ||
         GTK_IS_SCALE (widget);
}

/* A name of its own, or the label that it was made with. */
static gboolean
has_name (GtkWidget *widget)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);
  const char *label = NULL;

  if (gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL) ||
      gtk_test_accessible_has_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY))
    return TRUE;
  if (GTK_IS_BUTTON (widget))
    label = gtk_button_get_label (GTK_BUTTON (widget));
  else if (GTK_IS_MENU_BUTTON (widget))
    label = gtk_menu_button_get_label (GTK_MENU_BUTTON (widget));
  else if (GTK_IS_CHECK_BUTTON (widget))
    label = gtk_check_button_get_label (GTK_CHECK_BUTTON (widget));

  return label != NULL && *label != '\0';
}

static void
check_names (GtkWidget *widget, const char *path)
{
  g_autofree char *here = g_strdup_printf ("%s/%s", path, G_OBJECT_TYPE_NAME (widget));

  if (needs_name (widget) && !has_name (widget))
    {
      g_test_message ("%s (%s): expected a label for screen readers, found none", here,
                      gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)));
      g_test_fail ();
    }
  if (!is_container (widget) && !GTK_IS_WINDOW (widget))
    return;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check_names (child, here);
}

static void
test_template (gconstpointer data)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new ();
  GType type = gtk_builder_get_type_from_name (builder, data);
  GtkWidget *widget;

  g_assert_cmpuint (type, !=, G_TYPE_INVALID);
  widget = g_object_new (type, NULL);
  if (!GTK_IS_WINDOW (widget))
    g_object_ref_sink (widget);
  check_names (widget, "");
  if (GTK_IS_WINDOW (widget))
    gtk_window_destroy (GTK_WINDOW (widget));
  else
    g_object_unref (widget);
}

/* The class that an interface describes, if it is a template. */
static char *
dup_class (const char *path)
{
  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, 0, NULL);
  const char *text = g_bytes_get_data (bytes, NULL);
  const char *start = strstr (text, "<template class=\"");
  const char *end;

  if (start == NULL)
    return NULL;
  start += strlen ("<template class=\"");
  end = strchr (start, '"');

  return g_strndup (start, (gsize) (end - start));
}

static void
test_canvas (void)
{
  GtkWidget *window = studio_test_open (application, "audio-window.imunit");
  GtkWidget *canvas = studio_test_find (window, "StudioCanvas");
  g_autoptr (GPtrArray) nodes = studio_test_wait_for (canvas, "StudioNode", 5);

  g_assert_true (gtk_test_accessible_has_property (GTK_ACCESSIBLE (canvas),
                                                   GTK_ACCESSIBLE_PROPERTY_LABEL));
  g_assert_cmpuint (nodes->len, ==, 5);
  for (guint i = 0; i < nodes->len; i++)
    {
      GtkWidget *dot;

      g_assert_true (gtk_test_accessible_has_property (nodes->pdata[i],
                                                       GTK_ACCESSIBLE_PROPERTY_LABEL));
      for (dot = gtk_widget_get_first_child (nodes->pdata[i]); dot != NULL;
           dot = gtk_widget_get_next_sibling (dot))
        if (gtk_widget_has_css_class (dot, "pipeline-port"))
          {
            gtk_test_accessible_assert_role (dot, GTK_ACCESSIBLE_ROLE_BUTTON);
            g_assert_true (gtk_test_accessible_has_property (
                GTK_ACCESSIBLE (dot), GTK_ACCESSIBLE_PROPERTY_LABEL));
          }
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_stack (void)
{
  int width;
  GtkWidget *window = studio_test_open (application, "audio-window.imunit");
  g_autoptr (GPtrArray) cards = NULL;

  gtk_widget_activate_action (window, "win.show-view", "s", "stack");
  cards = studio_test_wait_for (studio_test_find (window, "StudioStackView"),
                                "StudioStackCard", 3);
  g_assert_cmpuint (cards->len, ==, 3);
  gtk_test_accessible_assert_role (cards->pdata[0], GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_test_accessible_assert_property (cards->pdata[0], GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "1, Sliding Window, input float32[1]@16000, "
                                       "output float32[400,1]@100 · samples at 16000 Hz");
  gtk_test_accessible_assert_property (
      cards->pdata[2], GTK_ACCESSIBLE_PROPERTY_LABEL,
      "3, RMS, input float32[400,1]@100 · samples at 16000 Hz, "
      "output float32[1]@100");
  gtk_widget_measure (studio_test_find (window, "StudioStackView"),
                      GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  g_assert_cmpint (width, <=, MAX_NARROW_WIDTH);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* The texts of a row are labels of its cells. */
static void
test_outline (void)
{
  static const char *const row[] = {
    "1",
    "Sliding Window",
    "Core.Queues.SlidingWindow",
    "Window Shape: [400,1], Stride: 160, Buffer Multiplier: 1",
    "float32[1]@16000",
    "float32[400,1]@100 · samples at 16000 Hz",
    ""
  };
  GtkWidget *window = studio_test_open (application, "audio-window.imunit");
  GtkWidget *table;
  g_autoptr (GPtrArray) rows = NULL, labels = NULL;

  gtk_widget_activate_action (window, "win.show-view", "s", "outline");
  table = studio_test_find (studio_test_find (window, "StudioOutline"), "GtkColumnView");
  gtk_test_accessible_assert_property (table, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Layers of the Pipeline");
  rows = studio_test_wait_for (studio_test_find (table, "GtkColumnListView"),
                               "GtkListItemWidget", 3);
  g_assert_cmpuint (rows->len, ==, 3);
  labels = studio_test_list (rows->pdata[0], "GtkLabel");
  g_assert_cmpuint (labels->len, ==, G_N_ELEMENTS (row));
  for (guint i = 0; i < labels->len; i++)
    g_assert_cmpstr (gtk_label_get_label (labels->pdata[i]), ==, row[i]);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) interfaces = NULL;
  int result;

  g_test_init (&argc, &argv, NULL);
  application = studio_test_start ();
  interfaces = studio_test_list_interfaces ();
  for (guint i = 0; i < interfaces->len; i++)
    {
      char *type = dup_class (interfaces->pdata[i]);
      g_autofree char *path = type == NULL ? NULL
                                           : g_strconcat ("/template/", type, NULL);

      if (type != NULL)
        g_test_add_data_func_full (path, type, test_template, g_free);
    }
  g_test_add_func ("/accessible/canvas", test_canvas);
  g_test_add_func ("/accessible/stack", test_stack);
  g_test_add_func ("/accessible/outline", test_outline);
  result = g_test_run ();
  g_object_unref (application);

  return result;
}
