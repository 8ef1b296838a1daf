/* SPDX-License-Identifier: MIT
 *
 * usage: bench-window N_LAYERS [KIND]
 *
 * Measures a window of the studio with a pipeline of so many layers: opening it, frames
 * while it is looked at and edited, and for how long the main thread answers nobody; or
 * only one kind of frame. Of 10,000 layers only opening, and reading units anew, have
 * goals. Times are those of the processor, beside a peer. Frames stand beside those of an
 * empty window in the same process, which is painted anew as a whole: that takes 2 ms
 * where the studio may take 5 ms to show another part of the pipeline, and 8 ms to show
 * what was edited.
 */
#include <glib/gstdio.h>
#include <stdlib.h>
#include <time.h>

#include "bench-measure.h"
#include "studio-test.h"
#include "studio/canvas/studio-canvas-private.h"
#include "studio/page/studio-page-private.h"
#include "studio/window/studio-window-private.h"

#define N_FRAMES 20
#define WIDTH    1280
#define HEIGHT   800

#define LOOK_GOAL    2.5 /* frames of the empty window */
#define EDIT_GOAL    4.0
#define OPEN_GOAL_MS 400 /* for 1,000 layers */
#define MANY_LAYERS  10000
#define MANY_GOAL_MS 3000 /* for so many */
#define TURN_GOAL_MS 10.0 /* that the main thread answers nobody */
#define MANY_OPEN_MS 15.0 /* the same while so many layers are opened */

typedef struct
{
  GtkApplication *application;
  StudioWindow *window;
  char *folder;
  const char *kind; /* of frames, NULL for all */
  double peer_ms;
  double empty_ms; /* a frame of an empty window */
  gboolean is_missed;
  guint n_layers;
  guint n_frames; /* that were painted */
  double longest_ms;
  GtkWidget *area; /* of the empty window */
  guint color;
} Bench;

static double
get_process_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);

  return 1000.0 * (double) time.tv_sec + (double) time.tv_nsec / 1e6;
}

/* One turn of the main loop, between two looks at what the user does. */
static void
turn (Bench *bench)
{
  double start_ms = bench_get_time_ms (), ms;

  g_main_context_iteration (NULL, TRUE);
  ms = bench_get_time_ms () - start_ms;
  if (ms > bench->longest_ms)
    bench->longest_ms = ms;
}

static void
painted_cb (GdkFrameClock *clock, Bench *bench)
{
  bench->n_frames++;
}

static void
follow_frames (Bench *bench, GtkWidget *window)
{
  g_signal_connect (gtk_widget_get_frame_clock (window), "after-paint",
                    G_CALLBACK (painted_cb), bench);
}

static void
settle (Bench *bench)
{
  gint64 end = g_get_monotonic_time () + G_USEC_PER_SEC / 2;

  while (g_get_monotonic_time () < end)
    if (g_main_context_pending (NULL))
      turn (bench);
    else
      g_usleep (1000);
}

/* Half of the layers look like each other, of the others each has a number of its own. */
static void
append_layers (GString *text, guint n_layers)
{
  for (guint i = 0; i < n_layers; i++)
    if (i % 2 == 0)
      g_string_append (text, "      <Unit id=\"Core.Math.Abs\" />\n");
    else
      g_string_append_printf (text,
                              "      <Unit id=\"Core.Math.AddConstant\">\n"
                              "        <Argument param=\"constant\">%u.5</Argument>\n"
                              "      </Unit>\n",
                              i);
}

/* A package beside the pipeline, which does not use it. */
static void
write_package (Bench *bench, const char *text)
{
  g_autofree char *path = g_build_filename (bench->folder, "Other.imunit", NULL);
  g_autofree char *unit = g_strdup_printf (
      "<Imaginet>\n  <Composite unit=\"Bench.Other\">\n    <DisplayName>%s"
      "</DisplayName>\n  </Composite>\n</Imaginet>\n",
      text);

  g_assert_true (g_file_set_contents (path, unit, -1, NULL));
}

static GFile *
write_pipeline (Bench *bench)
{
  g_autofree char *path = g_build_filename (bench->folder, "long.imunit", NULL);
  g_autoptr (GString) text = g_string_new (
      "<Imaginet xmlns:im=\"urn:imaginet-studio:1\">\n  <Composite unit=\"Bench.Long\">\n"
      "    <DisplayName>Long</DisplayName>\n    <Parameters>\n"
      "      <InputSocket name=\"input\" pipe=\"data\" im:type=\"Float32\" "
      "im:shape=\"[3]\" im:rate=\"100\" />\n"
      "      <OutputSocket name=\"output\" pipe=\"data\" type=\"input.type\" "
      "shape=\"input.shape\" rate=\"input.rate\" />\n    </Parameters>\n"
      "    <Stacked>\n");

  append_layers (text, bench->n_layers);
  g_string_append (text, "    </Stacked>\n  </Composite>\n</Imaginet>\n");
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));

  return g_file_new_for_path (path);
}

static void
remove_folder (Bench *bench)
{
  g_autofree char *path = g_build_filename (bench->folder, "long.imunit", NULL);
  g_autofree char *other = g_build_filename (bench->folder, "Other.imunit", NULL);

  g_remove (path);
  g_remove (other);
  g_rmdir (bench->folder);
  g_free (bench->folder);
}

static gboolean
is_many (const Bench *bench)
{
  return bench->n_layers >= MANY_LAYERS;
}

/* Measured against a goal, or without one where that is 0. */
static void
report (Bench *bench, const char *name, double measured, double goal, const char *unit)
{
  if (goal <= 0)
    g_print ("%-40s %10.3f %10s %s\n", name, measured, "", unit);
  else if (!bench_report (name, measured, goal, unit))
    bench->is_missed = TRUE;
}

static void
report_turn (Bench *bench, const char *name, double many_goal_ms)
{
  report (bench, name, bench->longest_ms / bench->peer_ms,
          is_many (bench) ? many_goal_ms : TURN_GOAL_MS, "ms");
}

/* Until a frame shows the pipeline, with what threads do for it. */
static void
open_pipeline (Bench *bench)
{
  g_autoptr (GFile) file = write_pipeline (bench);
  double start_ms = get_process_ms ();
  double goal_ms = is_many (bench) ? MANY_GOAL_MS : OPEN_GOAL_MS;
  guint n_frames;

  bench->longest_ms = 0;
  studio_window_open (bench->window, file, NULL);
  while (bench->window->page == NULL || bench->window->page->document == NULL)
    turn (bench);
  n_frames = bench->n_frames;
  while (bench->n_frames == n_frames)
    turn (bench);
  /* The frame is empty, and then one of boxes until the nodes that are seen are built. */
  while (bench->window->page->canvas->needs_fit ||
         bench->window->page->canvas->building != 0)
    turn (bench);
  n_frames = bench->n_frames;
  while (bench->n_frames == n_frames)
    turn (bench);
  report (bench, "open", (get_process_ms () - start_ms) / bench->peer_ms, goal_ms, "ms");
  settle (bench);
  report_turn (bench, "open, longest turn", MANY_OPEN_MS);
}

/* A package beside the file is changed: units are read, and the pipeline with them. */
static void
reload (Bench *bench)
{
  ImDocument *document = bench->window->page->document;
  ImUnitLibrary *before = im_document_get_library (document);

  bench->longest_ms = 0;
  write_package (bench, "after");
  while (im_document_get_library (document) == before)
    turn (bench);
  settle (bench);
  report_turn (bench, "reload, longest turn", TURN_GOAL_MS);
}

/* All of it, in another color than before. */
static void
redraw (Bench *bench, GtkWidget *window, guint frame)
{
  bench->color = frame;
  gtk_widget_queue_draw (bench->area);
}

static void
draw_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  Bench *bench = data;

  cairo_set_source_rgb (cr, bench->color % 2, 0.5, 0.5);
  cairo_paint (cr);
}

static void
pan (Bench *bench, GtkWidget *window, guint frame)
{
  GtkAdjustment *vertical = gtk_scrollable_get_vadjustment (
      GTK_SCROLLABLE (bench->window->page->canvas));

  gtk_adjustment_set_value (vertical, gtk_adjustment_get_value (vertical) + 37);
}

static void
zoom (Bench *bench, GtkWidget *window, guint frame)
{
  studio_session_set_zoom (bench->window->page->session, 1 - 0.01 * (frame % 40));
}

static void
drag (Bench *bench, GtkWidget *window, guint frame)
{
  ImDocument *document = bench->window->page->document;
  ImDocumentPlace place = { im_document_find_node (document, 3), 300 + 5 * (double) frame,
                            400 };

  im_document_place_nodes (document, &place, 1, NULL);
}

static void
set_option (Bench *bench, GtkWidget *window, guint frame)
{
  g_autofree char *value = g_strdup_printf ("0.%u", 1 + frame);

  im_document_set_argument (bench->window->page->document, 1, "constant", value, NULL);
}

static void
insert (Bench *bench, GtkWidget *window, guint frame)
{
  im_document_insert_layer (bench->window->page->document, 2 + frame, "Core.Math.Abs",
                            NULL);
}

/* From the step to the frame that shows it, and until there is nothing left to do. */
static double
measure_frame (Bench *bench,
               GtkWidget *window,
               void (*step) (Bench *bench, GtkWidget *window, guint frame))
{
  double frames_ms[N_FRAMES];

  bench->longest_ms = 0;
  for (guint i = 0; i < N_FRAMES; i++)
    {
      double start_ms = bench_get_time_ms ();
      guint n_frames = bench->n_frames;

      step (bench, window, i);
      while (bench->n_frames == n_frames)
        turn (bench);
      while (g_main_context_pending (NULL))
        turn (bench);
      frames_ms[i] = bench_get_time_ms () - start_ms;
    }

  return bench_get_median (frames_ms, N_FRAMES);
}

/* What follows when edits rest belongs to the longest turn, too. */
static void
measure (Bench *bench,
         const char *name,
         double goal,
         void (*step) (Bench *bench, GtkWidget *window, guint frame))
{
  double ms;

  if (bench->kind != NULL && !g_str_equal (bench->kind, name))
    return;
  ms = measure_frame (bench, GTK_WIDGET (bench->window), step);
  report (bench, name, ms / bench->empty_ms, is_many (bench) ? 0 : goal, "empty frames");
  settle (bench);
  if (goal > 0)
    report_turn (bench, "  longest turn", 0);
  else
    report (bench, "  longest turn", bench->longest_ms / bench->peer_ms, 0, "ms");
}

static GtkWidget *
show_empty (Bench *bench)
{
  GtkWidget *window = adw_application_window_new (bench->application);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  bench->area = gtk_drawing_area_new ();
  gtk_widget_set_vexpand (bench->area, TRUE);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (bench->area), draw_cb, bench, NULL);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), bench->area);
  adw_application_window_set_content (ADW_APPLICATION_WINDOW (window), box);
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_window_present (GTK_WINDOW (window));
  while (!gtk_widget_get_mapped (window))
    turn (bench);

  return window;
}

static void
measure_empty (Bench *bench)
{
  GtkWidget *empty = show_empty (bench);

  follow_frames (bench, empty);
  settle (bench);
  bench->empty_ms = measure_frame (bench, empty, redraw);
  report (bench, "a frame of an empty window", bench->empty_ms / bench->peer_ms, 0, "ms");
  gtk_window_destroy (GTK_WINDOW (empty));
}

static void
show_window (Bench *bench)
{
  g_application_activate (G_APPLICATION (bench->application));
  bench->window = STUDIO_WINDOW (gtk_application_get_active_window (bench->application));
  settle (bench);
  follow_frames (bench, GTK_WIDGET (bench->window));
}

int
main (int argc, char **argv)
{
  Bench bench = { NULL };

  if (argc < 2 || argc > 3 || !gtk_init_check ())
    return 77;
  bench.n_layers = (guint) atoi (argv[1]);
  bench.kind = argc > 2 ? argv[2] : NULL;
  bench.folder = g_dir_make_tmp ("bench-XXXXXX", NULL);
  bench.application = studio_test_start ();
  bench.peer_ms = bench_measure_peer_ms ();
  g_print ("%-40s %10s %10s\n", "a window with a pipeline", argv[1], "goal");
  measure_empty (&bench);
  show_window (&bench);
  write_package (&bench, "before");
  open_pipeline (&bench);
  reload (&bench);
  measure (&bench, "pan", LOOK_GOAL, pan);
  measure (&bench, "zoom", LOOK_GOAL, zoom);
  measure (&bench, "drag a node", EDIT_GOAL, drag);
  measure (&bench, "set an option", EDIT_GOAL, set_option);
  measure (&bench, "insert a layer", 0, insert);
  remove_folder (&bench);

  return bench.is_missed ? 1 : 0;
}
