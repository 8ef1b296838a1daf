/* SPDX-License-Identifier: MIT
 *
 * usage: bench-canvas UNITS
 *
 * Measures how long the canvas takes for a frame with 1,000 nodes on it: layout, list of
 * what to draw, and painting it into a surface. The times are those of the processor, and
 * the goals grow with what a peer takes on the same machine.
 */
#include <adwaita.h>

#include <glib/gstdio.h>

#include "bench-measure.h"
#include "studio/canvas/studio-canvas.h"

#define N_LAYERS     1000
#define N_FRAMES     60
#define WIDTH        1200
#define HEIGHT       800
#define LOOK_GOAL_MS 16.0 /* a frame, of 60 a second */
#define EDIT_GOAL    6.0  /* times a frame of panning */

typedef struct
{
  ImDocument *document;
  GtkWidget *scrolled;
  StudioCanvas *canvas;
  StudioSession *session;
  GtkAdjustment *vertical;
  cairo_surface_t *surface;
} Bench;

static char *
dup_pipeline (void)
{
  GString *text = g_string_new (
      "<Imaginet xmlns:im=\"urn:imaginet-studio:1\">\n  <Composite unit=\"Bench.Long\">\n"
      "    <DisplayName>Long</DisplayName>\n    <Parameters>\n"
      "      <InputSocket name=\"input\" pipe=\"data\" im:type=\"Float32\" "
      "im:shape=\"[3]\" im:rate=\"100\" />\n"
      "      <OutputSocket name=\"output\" pipe=\"data\" type=\"input.type\" "
      "shape=\"input.shape\" rate=\"input.rate\" />\n    </Parameters>\n"
      "    <Stacked>\n");

  for (guint i = 0; i < N_LAYERS; i++)
    g_string_append (text, i % 2 == 0
                               ? "      <Unit id=\"Core.Math.Abs\" />\n"
                               : "      <Unit id=\"Core.Math.AddConstant\">\n"
                                 "        <Argument param=\"constant\">0.5</Argument>\n"
                                 "      </Unit>\n");
  g_string_append (text, "    </Stacked>\n  </Composite>\n</Imaginet>\n");

  return g_string_free (text, FALSE);
}

/* What the frame clock does before a frame, and the frame. */
static void
paint (Bench *bench)
{
  GtkWidget *canvas = GTK_WIDGET (bench->canvas);
  g_autoptr (GskRenderNode) node = NULL;
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  int minimum;
  cairo_t *cr;

  gtk_widget_measure (bench->scrolled, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL,
                      NULL, NULL);
  gtk_widget_allocate (bench->scrolled, WIDTH, HEIGHT, -1, NULL);
  GTK_WIDGET_GET_CLASS (canvas)->snapshot (canvas, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  cr = cairo_create (bench->surface);
  cairo_rectangle (cr, 0, 0, WIDTH, HEIGHT);
  cairo_clip (cr);
  if (node != NULL)
    gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
}

static void
pan (Bench *bench, guint frame)
{
  gtk_adjustment_set_value (bench->vertical,
                            gtk_adjustment_get_value (bench->vertical) + 37);
}

static void
zoom (Bench *bench, guint frame)
{
  studio_session_set_zoom (bench->session, 1 - 0.01 * (frame % 40));
}

/* An edit, as a slider makes it: everything behind the layer is new. */
static void
edit (Bench *bench, guint frame)
{
  g_autofree char *value = g_strdup_printf ("0.%u", 1 + frame);

  im_document_set_argument (bench->document, 1, "constant", value, NULL);
}

static void
drag (Bench *bench, guint frame)
{
  ImDocumentPlace place = { im_document_find_node (bench->document, 3),
                            300 + 5 * (double) frame, 400 };

  im_document_place_nodes (bench->document, &place, 1, NULL);
}

/* The frame in the middle. */
static double
measure_ms (Bench *bench, void (*step) (Bench *bench, guint frame))
{
  double times_ms[N_FRAMES];

  for (guint i = 0; i < N_FRAMES; i++)
    {
      double start_ms = bench_get_time_ms ();

      step (bench, i);
      paint (bench);
      times_ms[i] = bench_get_time_ms () - start_ms;
    }

  return bench_get_median (times_ms, N_FRAMES);
}

static gboolean
measure_all (Bench *bench)
{
  double peer_ms = bench_measure_peer_ms ();
  double pan_ms = measure_ms (bench, pan), zoom_ms = measure_ms (bench, zoom);
  gboolean ok;

  peer_ms = MAX (peer_ms, bench_measure_peer_ms ());
  ok = bench_report ("pan", pan_ms, LOOK_GOAL_MS * peer_ms, "ms");
  ok = bench_report ("zoom", zoom_ms, LOOK_GOAL_MS * peer_ms, "ms") && ok;
  ok = bench_report ("drag a node", measure_ms (bench, drag) / pan_ms, EDIT_GOAL,
                     "frames") &&
       ok;

  return bench_report ("set an option", measure_ms (bench, edit) / pan_ms, EDIT_GOAL,
                       "frames") &&
         ok;
}

static void
set_up (Bench *bench, ImUnitLibrary *library)
{
  g_autofree char *folder = g_dir_make_tmp ("bench-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "long.imunit", NULL);
  g_autofree char *text = dup_pipeline ();
  GtkWidget *window = gtk_window_new ();
  g_autoptr (StudioSession) session = g_object_new (STUDIO_TYPE_SESSION, NULL);

  g_file_set_contents (path, text, -1, NULL);
  bench->document = im_document_open (path, library, NULL);
  g_remove (path);
  g_rmdir (folder);
  g_assert_nonnull (bench->document);
  bench->canvas = g_object_new (STUDIO_TYPE_CANVAS, NULL);
  bench->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (bench->scrolled),
                                 GTK_WIDGET (bench->canvas));
  gtk_window_set_child (GTK_WINDOW (window), bench->scrolled);
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  studio_session_set_document (session, bench->document);
  bench->session = session;
  studio_canvas_bind (bench->canvas, session);
  gtk_window_present (GTK_WINDOW (window));
  while (!gtk_widget_get_mapped (GTK_WIDGET (bench->canvas)))
    g_main_context_iteration (NULL, TRUE);
  bench->vertical = gtk_scrolled_window_get_vadjustment (
      GTK_SCROLLED_WINDOW (bench->scrolled));
  bench->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
}

int
main (int argc, char **argv)
{
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  Bench bench = { NULL };
  gboolean ok;

  if (argc != 2 || !gtk_init_check ())
    return 77;
  adw_init ();
  im_unit_library_add_root (library, argv[1], problems);
  set_up (&bench, library);
  paint (&bench);
  g_print ("%-40s %10s %10s\n", "a frame of 1,000 nodes", "median", "goal");
  ok = measure_all (&bench);
  cairo_surface_destroy (bench.surface);

  return ok ? 0 : 1;
}
