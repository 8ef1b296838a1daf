/* SPDX-License-Identifier: MIT
 *
 * How long the pictures of a pipeline of 1,000 units take: drawing them, compared with
 * elaborating the pipeline, and painting a frame of one, compared with filling the frame.
 *
 * usage: bench-scene UNITS
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "scene/im-scene-cairo.h"
#include "scene/im-scene-layer-shape.h"
#include "scene/im-scene-memory.h"
#include "scene/im-scene-pipeline.h"
#include "scene/im-scene-shapes.h"
#include "scene/im-scene-timeline.h"

#define N_UNITS    1000
#define N_FRAMES   30
#define N_ROUNDS   5
#define WIDTH      1280
#define HEIGHT     800
#define FRAME_GOAL 16.0 /* milliseconds */
#define DRAW_GOAL  10.0 /* milliseconds: what may be done between two frames */
#define RATIO_GOAL 3.0  /* times the elaboration */

static char *
dup_pipeline (void)
{
  GString *text = g_string_new (
      "<Imaginet xmlns:im=\"urn:imaginet-studio:1\"><Composite unit=\"Bench.Long\">"
      "<Parameters><InputSocket name=\"input\" pipe=\"data\" im:type=\"Float32\" "
      "im:shape=\"[3]\" im:rate=\"100\"/><OutputSocket name=\"output\" pipe=\"data\" "
      "type=\"input.type\" shape=\"input.shape\" rate=\"input.rate\"/></Parameters>"
      "<Stacked>");

  for (guint i = 0; i < N_UNITS; i++)
    g_string_append (text, i % 2 == 0 ? "<Unit id=\"Core.Math.Abs\"/>"
                                      : "<Unit id=\"Core.Math.AddConstant\"><Argument "
                                        "param=\"constant\">0.5</Argument></Unit>");
  g_string_append (text, "</Stacked></Composite></Imaginet>");

  return g_string_free (text, FALSE);
}

/* Time of the processor, which other programs do not use up. */
static double
get_time_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);

  return 1000.0 * (double) time.tv_sec + (double) time.tv_nsec / 1e6;
}

static gboolean
report (const char *name, double measured, double goal, const char *unit)
{
  gboolean ok = measured <= goal;

  g_print ("%-40s %10.3f %10.3f %-2s  %s\n", name, measured, goal, unit,
           ok ? "ok" : "MISSED");

  return ok;
}

typedef struct
{
  const char *name;
  double zoom;
} View;

/* From what fits on a screen to the whole pipeline on it. */
static const View views[] = {
  { "frame at 100 %", 1 },
  { "frame at 25 %", 0.25 },
  { "frame at 5 %", 0.05 },
};

/* The slowest frame while a picture is scrolled from end to end; the first round sets the
 * texts, as a first look at each place does. */
static double
measure_frames (const ImScene *scene, ImScenePainter *painter, double zoom)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH,
                                                         HEIGHT);
  double slowest = 0, rest = MAX (0, scene->height - HEIGHT / zoom);

  for (guint i = 0; i < N_FRAMES; i++)
    {
      double start_ms = get_time_ms ();
      cairo_t *cr = cairo_create (surface);

      cairo_scale (cr, zoom, zoom);
      cairo_translate (cr, 0, -rest * i / N_FRAMES);
      im_scene_painter_paint (painter, IM_THEME_LIGHT, cr);
      cairo_destroy (cr);
      slowest = MAX (slowest, get_time_ms () - start_ms);
    }
  cairo_surface_destroy (surface);

  return slowest;
}

static double
measure_fill (void)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH,
                                                         HEIGHT);
  cairo_t *cr = cairo_create (surface);
  double start_ms = get_time_ms ();

  for (guint i = 0; i < N_FRAMES; i++)
    {
      cairo_set_source_rgb (cr, i / (double) N_FRAMES, 1, 1);
      cairo_paint (cr);
    }
  cairo_surface_flush (surface);

  double ms = (get_time_ms () - start_ms) / N_FRAMES;
  cairo_destroy (cr);
  cairo_surface_destroy (surface);

  return ms;
}

static gboolean
report_frames (const ImScene *scene)
{
  g_autoptr (ImScenePainter) painter = im_scene_painter_new (scene);
  double fill_ms = measure_fill ();
  gboolean ok = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      double ms = measure_frames (scene, painter, views[i].zoom);

      ok = report (views[i].name, ms, FRAME_GOAL, "ms") && ok;
      g_print ("%-40s %10.3f\n", "  to a plain fill", ms / fill_ms);
    }

  return ok;
}

static gboolean
report_picture (const char *name, double ms, double elaboration_ms)
{
  gboolean ok = report (name, ms, DRAW_GOAL, "ms");

  return report ("  to the elaboration", ms / elaboration_ms, RATIO_GOAL, "") && ok;
}

typedef ImScene *(*DrawFunc) (const ImPlan *plan);

static ImScene *
draw_pipeline (const ImPlan *plan)
{
  return im_scene_pipeline_new (plan->program);
}

static ImScene *
draw_shapes (const ImPlan *plan)
{
  return im_scene_shapes_new (plan->program);
}

static ImScene *
draw_shape (const ImPlan *plan)
{
  return im_scene_layer_shape_new (plan->program, NULL);
}

static ImScene *
draw_timeline (const ImPlan *plan)
{
  return im_scene_timeline_new (plan->program, NULL);
}

/* Takes the fastest of some rounds, which all give the same picture. */
static double
measure_drawing (const ImPlan *plan, DrawFunc draw)
{
  double best = G_MAXDOUBLE;

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      double start_ms = get_time_ms ();
      g_autoptr (ImScene) scene = draw (plan);

      best = MIN (best, get_time_ms () - start_ms);
    }

  return best;
}

static gboolean
report_all (const ImPlan *plan, double elaboration_ms)
{
  static const struct
  {
    const char *name;
    DrawFunc draw;
  } rows[] = { { "pipeline", draw_pipeline },
               { "shapes", draw_shapes },
               { "shape of each unit", draw_shape },
               { "timeline", draw_timeline },
               { "memory", im_scene_memory_new } };
  g_autoptr (ImScene) scene = draw_pipeline (plan);
  gboolean ok = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ok = report_picture (rows[i].name, measure_drawing (plan, rows[i].draw),
                         elaboration_ms) &&
         ok;

  return report_frames (scene) && ok;
}

int
main (int argc, char **argv)
{
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autofree char *text = dup_pipeline ();
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));

  if (argc != 2)
    g_error ("usage: bench-scene UNITS");
  im_unit_library_add_root (library, argv[1], problems);

  g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, "long", problems);
  double start_ms = get_time_ms ();
  g_autoptr (ImProgram) program = im_program_elaborate (im_unit_file_get_unit (file, 0),
                                                        library, NULL, 0, problems);
  double elaboration_ms = get_time_ms () - start_ms;

  if (im_diagnostics_count (problems, IM_SEVERITY_ERROR) > 0)
    g_error ("the pipeline has errors");
  g_print ("%-40s %10s %10s     %s\n", "1,000 units", "measured", "goal", "verdict");

  g_autoptr (ImPlan) plan = im_plan_new (program, IM_LANGUAGE_C, problems);
  if (plan == NULL)
    g_error ("the pipeline has no plan");

  return report_all (plan, elaboration_ms) ? 0 : 1;
}
