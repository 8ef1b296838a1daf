/* SPDX-License-Identifier: MIT
 *
 * usage: test-picture (on a display, with GTK_A11Y=test)
 *
 * What widgets of pictures tell a screen reader, and how they zoom.
 */
#include <adwaita.h>

#include "studio/common/studio-scene-view.h"
#include "studio/picture/studio-diagrams.h"
#include "studio/picture/studio-picture.h"

#define WIDTH  200
#define HEIGHT 100

typedef struct
{
  GtkWidget *window;
  GtkScrolledWindow *scrolled;
  StudioPicture *picture;
} Fixture;

static ImScene *
new_scene (double width, double height)
{
  ImScene *scene = im_scene_new ("A title", "All of it in words");

  scene->width = width;
  scene->height = height;
  im_scene_add_rectangle (scene, IM_STYLE_UNIT, (ImScenePoint){ 1, 1 }, 10, 10, 0);

  return scene;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->window = gtk_window_new ();
  fixture->scrolled = GTK_SCROLLED_WINDOW (gtk_scrolled_window_new ());
  fixture->picture = g_object_new (STUDIO_TYPE_PICTURE, NULL);
  gtk_scrolled_window_set_child (fixture->scrolled, GTK_WIDGET (fixture->picture));
  gtk_widget_set_size_request (GTK_WIDGET (fixture->scrolled), WIDTH, HEIGHT);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->scrolled));
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), WIDTH, HEIGHT);
  gtk_window_present (GTK_WINDOW (fixture->window));
  while (gtk_widget_get_width (GTK_WIDGET (fixture->picture)) == 0)
    g_main_context_iteration (NULL, TRUE);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
}

static void
test_accessible (Fixture *fixture, gconstpointer data)
{
  studio_picture_set_scene (fixture->picture, new_scene (50, 50));
  gtk_test_accessible_assert_role (fixture->picture, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_property (fixture->picture, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "A title");
  gtk_test_accessible_assert_property (
      fixture->picture, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "All of it in words");
}

static void
test_zoom (Fixture *fixture, gconstpointer data)
{
  GtkAdjustment *across = gtk_scrolled_window_get_hadjustment (fixture->scrolled);

  studio_picture_set_scene (fixture->picture, new_scene (1000, 4000));
  g_assert_cmpfloat (gtk_adjustment_get_upper (across), ==, 1000);
  gtk_adjustment_set_value (across, 400); /* 500 of the scene is in the middle */
  studio_picture_set_zoom (fixture->picture, 2);
  g_assert_cmpfloat (gtk_adjustment_get_upper (across), ==, 2000);
  g_assert_cmpfloat (gtk_adjustment_get_value (across), ==, 900);
  studio_picture_set_zoom (fixture->picture, 1000);
  g_assert_cmpfloat (studio_picture_get_zoom (fixture->picture), ==,
                     STUDIO_PICTURE_MAX_ZOOM);
  studio_picture_fit (fixture->picture);
  g_assert_cmpfloat (studio_picture_get_zoom (fixture->picture), ==,
                     STUDIO_PICTURE_MIN_ZOOM);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->picture),
                                             "picture.zoom-reset", NULL));
  g_assert_cmpfloat (studio_picture_get_zoom (fixture->picture), ==, 1);
}

/* Another scene keeps zoom and place as far as there is scene. */
static void
test_other_scene (Fixture *fixture, gconstpointer data)
{
  GtkAdjustment *down = gtk_scrolled_window_get_vadjustment (fixture->scrolled);

  studio_picture_set_scene (fixture->picture, new_scene (100, 4000));
  studio_picture_set_zoom (fixture->picture, 2);
  gtk_adjustment_set_value (down, 1000);
  studio_picture_set_scene (fixture->picture, new_scene (100, 3000));
  g_assert_cmpfloat (gtk_adjustment_get_value (down), ==, 1000);
  studio_picture_set_scene (fixture->picture, new_scene (100, 60));
  g_assert_cmpfloat (gtk_adjustment_get_value (down), ==, 120 - HEIGHT);
  studio_picture_set_scene (fixture->picture, NULL);
  g_assert_cmpfloat (gtk_adjustment_get_value (down), ==, 0);
}

/* All of a scene is seen, in the middle, and never larger than it was drawn. */
static void
test_scene_view (Fixture *fixture, gconstpointer data)
{
  GtkWidget *view = studio_scene_view_new ();
  ImScenePoint at;
  int minimum, natural;

  studio_scene_view_set_scene (STUDIO_SCENE_VIEW (view), new_scene (400, 100));
  gtk_test_accessible_assert_role (view, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_property (view, GTK_ACCESSIBLE_PROPERTY_LABEL, "A title");
  gtk_test_accessible_assert_property (view, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "All of it in words");
  gtk_widget_measure (view, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL,
                      NULL);
  g_assert_cmpint (minimum, <, 400);
  g_assert_cmpint (natural, ==, 400);
  gtk_widget_measure (view, GTK_ORIENTATION_VERTICAL, 300, &minimum, &natural, NULL,
                      NULL);
  g_assert_cmpint (natural, ==, 75);
  gtk_widget_measure (view, GTK_ORIENTATION_VERTICAL, 4000, &minimum, &natural, NULL,
                      NULL);
  g_assert_cmpint (natural, ==, 100);

  gtk_window_set_child (GTK_WINDOW (fixture->window), view);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 600, 200);
  while (gtk_widget_get_width (view) != 600)
    g_main_context_iteration (NULL, TRUE);
  at = studio_scene_view_get_point (STUDIO_SCENE_VIEW (view), 110, 20);
  g_assert_cmpfloat (at.x, ==, 10);
  g_assert_cmpfloat (at.y, ==, 20);
  studio_scene_view_set_scene (STUDIO_SCENE_VIEW (view), NULL);
  gtk_widget_measure (view, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL,
                      NULL);
  g_assert_cmpint (natural, ==, 0);
}

/* The template has all that the code wants, also before there is a document. */
static void
test_diagrams (Fixture *fixture, gconstpointer data)
{
  GtkWidget *diagrams = g_object_ref_sink (g_object_new (STUDIO_TYPE_DIAGRAMS, NULL));
  g_autoptr (StudioSession) session = g_object_new (STUDIO_TYPE_SESSION, NULL);

  gtk_test_accessible_assert_role (diagrams, GTK_ACCESSIBLE_ROLE_GROUP);
  studio_diagrams_bind (STUDIO_DIAGRAMS (diagrams), session);
  g_assert_true (gtk_widget_activate_action (diagrams, "diagrams.show", "s", "memory"));
  g_object_unref (diagrams);
}

int
main (int argc, char **argv)
{
  g_setenv ("GTK_A11Y", "test", TRUE);
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  g_test_add ("/studio/picture/accessible", Fixture, NULL, set_up, test_accessible,
              tear_down);
  g_test_add ("/studio/picture/zoom", Fixture, NULL, set_up, test_zoom, tear_down);
  g_test_add ("/studio/picture/other-scene", Fixture, NULL, set_up, test_other_scene,
              tear_down);
  g_test_add ("/studio/scene-view", Fixture, NULL, set_up, test_scene_view, tear_down);
  g_test_add ("/studio/diagrams/template", Fixture, NULL, set_up, test_diagrams,
              tear_down);

  return g_test_run ();
}
