/* SPDX-License-Identifier: MIT
 *
 * How long the pictures of a pipeline of 1,000 units take: drawing them, in times of the
 * elaboration of the pipeline, and painting a frame of one, in plain fills of the frame.
 *
 * usage: bench-scene UNITS
 */
#include <stdio.h>
#include <string.h>

#include "bench-measure.h"
#include "scene/memory/im-scene-memory.h"
#include "scene/output/im-scene-cairo.h"
#include "scene/pipeline/im-scene-pipeline.h"
#include "scene/shape/im-scene-layer-shape.h"
#include "scene/shape/im-scene-shapes.h"
#include "scene/timeline/im-scene-timeline.h"

#define N_UNITS    1000
#define N_FRAMES   30
#define N_ROUNDS   5
#define WIDTH      1280
#define HEIGHT     800
#define FRAME_GOAL 40.0 /* times a plain fill of the frame */
#define DRAW_GOAL  4.0  /* times the fastest elaboration */

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

/* A picture is scrolled from end to end. Gives the frame in the middle, with what it
 * costs to set the texts at a first look at its place. */
static double
measure_frames (const ImScene *scene, ImScenePainter *painter, double zoom)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH,
                                                         HEIGHT);
  double times_ms[N_FRAMES], rest = MAX (0, scene->height - HEIGHT / zoom);

  for (guint i = 0; i < N_FRAMES; i++)
    {
      double start_ms = bench_get_time_ms ();
      cairo_t *cr = cairo_create (surface);

      cairo_scale (cr, zoom, zoom);
      cairo_translate (cr, 0, -rest * i / N_FRAMES);
      im_scene_painter_paint (painter, IM_THEME_LIGHT, cr);
      cairo_destroy (cr);
      times_ms[i] = bench_get_time_ms () - start_ms;
    }
  cairo_surface_destroy (surface);

  return bench_get_median (times_ms, N_FRAMES);
}

static double
measure_fill (void)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH,
                                                         HEIGHT);
  cairo_t *cr = cairo_create (surface);
  double start_ms = bench_get_time_ms ();

  for (guint i = 0; i < N_FRAMES; i++)
    {
      cairo_set_source_rgb (cr, i / (double) N_FRAMES, 1, 1);
      cairo_paint (cr);
    }
  cairo_surface_flush (surface);

  double ms = (bench_get_time_ms () - start_ms) / N_FRAMES;
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
    ok = bench_report (views[i].name,
                       measure_frames (scene, painter, views[i].zoom) / fill_ms,
                       FRAME_GOAL, "fills") &&
         ok;

  return ok;
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
      double start_ms = bench_get_time_ms ();
      g_autoptr (ImScene) scene = draw (plan);

      best = MIN (best, bench_get_time_ms () - start_ms);
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
    ok = bench_report (rows[i].name,
                       measure_drawing (plan, rows[i].draw) / elaboration_ms, DRAW_GOAL,
                       "times") &&
         ok;

  return report_frames (scene) && ok;
}

/* The fastest of some rounds, as for the pictures. */
static double
measure_elaboration (const ImUnit *unit, ImUnitLibrary *library)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  double best = G_MAXDOUBLE;

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      double start_ms = bench_get_time_ms ();
      g_autoptr (ImProgram) program = im_program_elaborate (unit, library, NULL, 0,
                                                            problems);

      best = MIN (best, bench_get_time_ms () - start_ms);
    }

  return best;
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
  double elaboration_ms = measure_elaboration (im_unit_file_get_unit (file, 0), library);
  g_autoptr (ImProgram) program = im_program_elaborate (im_unit_file_get_unit (file, 0),
                                                        library, NULL, 0, problems);

  if (im_diagnostics_count (problems, IM_SEVERITY_ERROR) > 0)
    g_error ("the pipeline has errors");
  g_print ("%-40s %10s %10s        %s\n", "1,000 units", "measured", "goal", "verdict");

  g_autoptr (ImPlan) plan = im_plan_new (program, IM_LANGUAGE_C, problems);
  if (plan == NULL)
    g_error ("the pipeline has no plan");

  return report_all (plan, elaboration_ms) ? 0 : 1;
}
