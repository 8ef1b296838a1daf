/* SPDX-License-Identifier: MIT */
#include "studio/common/studio-drawing.h"

#include "scene/memory/im-scene-memory.h"
#include "scene/pipeline/im-scene-pipeline.h"
#include "scene/shape/im-scene-layer-shape.h"
#include "scene/shape/im-scene-shapes.h"
#include "scene/timeline/im-scene-timeline.h"

/* Of so many units a picture takes a millisecond or a few. */
#define MAX_AT_ONCE 100

typedef struct
{
  StudioDrawing drawing;
  ImProgram *program;
  char *layer;
} Job;

static void
free_job (gpointer data)
{
  Job *job = data;

  im_program_unref (job->program);
  g_free (job->layer);
  g_free (job);
}

const char *
studio_drawing_get_name (StudioDrawing drawing)
{
  static const char *const names[STUDIO_N_DRAWINGS] = { "pipeline", "shapes", "memory",
                                                        "shape", "timeline" };

  g_return_val_if_fail (drawing < STUDIO_N_DRAWINGS, NULL);

  return names[drawing];
}

/* All layers, if there is none at the path. */
static ImScene *
draw_shape (const ImProgram *program, const char *layer)
{
  ImScene *scene = im_scene_layer_shape_new (program, layer);

  return scene == NULL ? im_scene_layer_shape_new (program, NULL) : scene;
}

/* Only a picture of memory needs a plan. */
static ImScene *
draw (StudioDrawing drawing,
      const ImProgram *program,
      const char *layer,
      const ImPlan *plan)
{
  switch (drawing)
    {
    case STUDIO_DRAWING_PIPELINE:
      return im_scene_pipeline_new (program);
    case STUDIO_DRAWING_SHAPES:
      return im_scene_shapes_new (program);
    case STUDIO_DRAWING_SHAPE:
      return draw_shape (program, layer);
    case STUDIO_DRAWING_TIMELINE:
      return im_scene_timeline_new (program, NULL);
    case STUDIO_DRAWING_MEMORY:
    case STUDIO_N_DRAWINGS:
    default:
      return plan == NULL ? NULL : im_scene_memory_new (plan);
    }
}

/* Says the first error, in the words of the library. */
static gboolean
return_error (GTask *task, const ImDiagnostics *problems)
{
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);

      if (problem->severity != IM_SEVERITY_ERROR)
        continue;
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s",
                               problem->message);
      return TRUE;
    }

  return FALSE;
}

static void
return_scene (GTask *task, ImScene *scene)
{
  g_task_return_pointer (task, scene, (GDestroyNotify) im_scene_free);
}

static void
draw_now (GTask *task, StudioDrawing drawing, const ImProgram *program, const char *layer)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImPlan) plan = drawing == STUDIO_DRAWING_MEMORY
                                ? im_plan_new (program, IM_LANGUAGE_C, problems)
                                : NULL;

  if (!return_error (task, problems))
    return_scene (task, draw (drawing, program, layer, plan));
}

static void
draw_cb (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Job *job = data;

  draw_now (task, job->drawing, job->program, job->layer);
}

static Job *
new_job (StudioDrawing drawing, const ImProgram *program, const char *layer)
{
  Job *job = g_new0 (Job, 1);

  job->drawing = drawing;
  job->program = im_program_ref (program);
  job->layer = g_strdup (layer);

  return job;
}

void
studio_drawing_draw_async (StudioDrawing drawing,
                           ImDocument *document,
                           const char *layer,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer data)
{
  g_autoptr (GTask) task = g_task_new (document, cancellable, callback, data);
  const ImProgram *program = im_document_get_program (document);

  if (return_error (task, im_document_peek_problems (document)))
    return;
  if (program->n_instances <= MAX_AT_ONCE)
    {
      draw_now (task, drawing, program, layer);
      return;
    }
  g_task_set_task_data (task, new_job (drawing, program, layer), free_job);
  g_task_run_in_thread (task, draw_cb);
}

ImScene *
studio_drawing_draw_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
