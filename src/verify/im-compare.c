/* SPDX-License-Identifier: MIT */
#include "verify/im-compare.h"

#include <string.h>

#include "verify/im-compare-private.h"
#include "verify/im-host-run.h"
#include "verify/im-trace.h"

G_DEFINE_QUARK (im_compare_error_quark, im_compare_error)

#define DEFAULT_TIME_S  60
#define MEMORY_BYTES    (4ull << 30)
#define FILE_BYTES      (1ull << 30)
#define MAX_RUNS        (2 + IM_N_EDGES)
#define START_FRAMES    32         /* enough for each edge value, alone and mixed */
#define WANTED_OUTPUTS  4          /* of each run */
#define MAX_FRAMES      (1u << 17) /* of each run */
#define MAX_FRAME_BYTES (64u << 20)

typedef struct
{
  const ImCompareOptions *options;
  const ImPlan *plan;
  GArray *inputs;
  ImWorkFolder *folder;
  ImProcessLimits limits;
  ImFrames *runs[MAX_RUNS];
  guint n_runs;
} Work;

static void
tell (const Work *work, const char *activity)
{
  if (work->options->progress != NULL)
    work->options->progress (activity, work->options->progress_data);
}

static void
clear_runs (Work *work)
{
  for (guint i = 0; i < work->n_runs; i++)
    im_frames_free (work->runs[i]);
  work->n_runs = 0;
}

static void
add_run (Work *work, ImFrames *frames)
{
  if (frames != NULL)
    work->runs[work->n_runs++] = frames;
}

/* All frames are in memory, and each is a part of the trace. */
static gboolean
check_size (const Work *work, GError **error)
{
  gsize frame_bytes = im_inputs_get_frame_bytes (
      (const ImInput *) (gpointer) work->inputs->data, work->inputs->len);
  gsize max = MIN (IM_COMPARE_MAX_BYTES / MAX (frame_bytes, 1), IM_COMPARE_MAX_FRAMES);

  if (work->options->n_frames <= max)
    return TRUE;

  g_set_error (error, IM_COMPARE_ERROR, IM_COMPARE_ERROR_SIZE,
               "%u frames of %" G_GSIZE_FORMAT
               " bytes are too many: expected at most %" G_GSIZE_FORMAT,
               work->options->n_frames, frame_bytes, max);
  return FALSE;
}

static gboolean
make_runs (Work *work, guint n_frames, GError **error)
{
  const ImInput *inputs = (const ImInput *) (gpointer) work->inputs->data;
  guint n_inputs = work->inputs->len;
  const ImRecording *recording = work->options->recording;
  ImFrames *random;

  clear_runs (work);
  if (recording != NULL)
    {
      add_run (work, im_frames_new_recording (inputs, n_inputs, recording,
                                              work->options->n_frames, error));
      if (work->n_runs == 0)
        return FALSE;
      if (work->options->is_for_vectors)
        return TRUE;
    }
  random = im_frames_new_random (inputs, n_inputs, n_frames, work->options->seed);
  if (!work->options->is_for_vectors)
    random->reset_frame = n_frames / 2;
  add_run (work, random);
  for (ImEdges edges = 0; edges < IM_N_EDGES; edges++)
    if (!work->options->is_for_vectors || !im_inputs_have_float (inputs, n_inputs))
      add_run (work, im_frames_new_edges (inputs, n_inputs, n_frames, edges));

  return TRUE;
}

/* Counts the outputs of each run; returns the smallest number. */
static guint
count_outputs (const Work *work, GBytes *trace, guint *counts)
{
  ImTraceReader reader;
  ImTraceRecord record;
  guint run = 0, least = G_MAXUINT;

  memset (counts, 0, MAX_RUNS * sizeof *counts);
  im_trace_reader_init (&reader, trace);
  while (im_trace_reader_next (&reader, &record))
    if (record.kind == IM_TRACE_RUN)
      run = MIN (record.number, MAX_RUNS - 1);
    else if (record.kind == IM_TRACE_OUTPUT)
      counts[run]++;
  for (guint i = 0; i < work->n_runs; i++)
    least = MIN (least, counts[i]);

  return least;
}

/* Queues need many frames until a window is full: more are tried until there are some
 * outputs. */
static GBytes *
run_c (Work *work, guint *counts, GError **error)
{
  guint n_frames = work->options->n_frames > 0 ? work->options->n_frames : START_FRAMES;
  gsize frame_bytes = im_inputs_get_frame_bytes (
      (const ImInput *) (gpointer) work->inputs->data, work->inputs->len);

  for (;;)
    {
      g_autoptr (GBytes) trace = NULL;

      if (!make_runs (work, n_frames, error))
        return NULL;
      trace = im_host_run (work->folder, work->runs, work->n_runs, &work->limits, error);
      if (trace == NULL)
        return NULL;
      if (count_outputs (work, trace, counts) >= WANTED_OUTPUTS ||
          work->options->n_frames > 0 || n_frames >= MAX_FRAMES ||
          8 * n_frames * frame_bytes > MAX_FRAME_BYTES)
        return g_steal_pointer (&trace);
      n_frames *= 8;
    }
}

static ImCompareState
find_worst (const ImComparison *comparison)
{
  static const ImCompareState order[] = { IM_COMPARE_DIFFERENT, IM_COMPARE_NOT_RUN,
                                          IM_COMPARE_NO_TWIN };

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      if (comparison->whole.state == order[i])
        return order[i];
      for (guint j = 0; j < comparison->n_layers; j++)
        if (comparison->layers[j].state == order[i])
          return order[i];
    }

  return IM_COMPARE_EQUAL;
}

static void
copy_runs (ImComparison *comparison, const Work *work, const guint *counts)
{
  comparison->runs = im_arena_new0 (comparison->arena, ImCompareRun, work->n_runs);
  comparison->n_runs = work->n_runs;
  for (guint i = 0; i < work->n_runs; i++)
    comparison->runs[i] = (ImCompareRun){
      .name = work->runs[i]->name,
      .n_frames = work->runs[i]->n_frames,
      .n_outputs = counts[i],
    };
}

/* Names of the result outlive the program. */
static void
own_names (ImCompareLayer *layer, ImArena *arena)
{
  layer->path = layer->path == NULL ? NULL : im_arena_strdup (arena, layer->path);
  layer->unit_id = im_arena_strdup (arena, layer->unit_id);
  for (guint i = 0; i < layer->n_outputs; i++)
    {
      layer->outputs[i].name = im_arena_strdup (arena, layer->outputs[i].name);
      layer->outputs[i].type.shape.axes = NULL;
    }
}

static void
match_tasks (ImComparison *comparison,
             const Work *work,
             const ImReference *reference,
             GBytes *c_trace)
{
  comparison->layers = im_arena_new0 (comparison->arena, ImCompareLayer,
                                      reference->tasks->len);
  for (guint i = 0; i < reference->tasks->len; i++)
    {
      const ImReferenceTask *task = &g_array_index (reference->tasks, ImReferenceTask, i);
      ImCompareLayer *layer = task->instance < 0
                                  ? &comparison->whole
                                  : &comparison->layers[comparison->n_layers++];
      g_autoptr (GBytes) trace = im_work_folder_read (work->folder, task->trace);

      im_compare_set_up_layer (layer, reference, task);
      im_compare_match_layer (layer, task, c_trace, trace, work->runs, work->n_runs,
                              comparison->arena);
      own_names (layer, comparison->arena);
    }
  comparison->state = find_worst (comparison);
}

static ImComparison *
compare (Work *work, ImUnitLibrary *library, ImDiagnostics *diagnostics, GError **error)
{
  g_autoptr (ImComparison) comparison = g_new0 (ImComparison, 1);
  g_auto (ImReference) reference = { 0 };
  g_autoptr (GBytes) trace = NULL;
  guint counts[MAX_RUNS];

  comparison->arena = im_arena_new ();
  comparison->unit_id = im_arena_strdup (comparison->arena,
                                         work->plan->program->unit->id.text);
  if (!check_size (work, error))
    return NULL;
  tell (work, "compiling");
  if (!im_host_build (work->plan, library, work->folder, &work->limits, diagnostics,
                      error))
    {
      if (!work->options->is_for_vectors)
        im_host_keep_source (work->folder, error);
      return NULL;
    }
  tell (work, "running C");
  trace = run_c (work, counts, error);
  if (trace == NULL)
    return NULL;
  copy_runs (comparison, work, counts);

  tell (work, "running Python");
  if (!im_reference_build (&reference, work->plan, library, work->folder,
                           comparison->arena, error) ||
      !im_reference_run (&reference, work->folder, work->runs, work->n_runs,
                         &work->limits, error))
    return NULL;

  tell (work, "comparing");
  match_tasks (comparison, work, &reference, trace);

  return g_steal_pointer (&comparison);
}

ImComparison *
im_compare_run (const ImProgram *program,
                ImUnitLibrary *library,
                const ImCompareOptions *options,
                ImDiagnostics *diagnostics,
                GError **error)
{
  g_autoptr (ImPlan) plan = im_plan_new (program, IM_LANGUAGE_C, diagnostics);
  g_autoptr (GArray) inputs = im_host_list_inputs (program);
  g_auto (ImWorkFolder) folder = { 0 };
  ImComparison *comparison;

  if (plan == NULL)
    {
      g_set_error (error, IM_COMPARE_ERROR, IM_COMPARE_ERROR_EMIT,
                   "there is no plan of %s", program->unit->id.text);
      return NULL;
    }
  if (!im_work_folder_open (&folder, options->folder, error))
    return NULL;

  Work work = {
    .options = options,
    .plan = plan,
    .inputs = inputs,
    .folder = &folder,
    .limits = {
      .folder = folder.path,
      .time_s = options->time_s > 0 ? options->time_s : DEFAULT_TIME_S,
      .memory_bytes = MEMORY_BYTES,
      .file_bytes = FILE_BYTES,
      .cancellable = options->cancellable,
    },
  };
  comparison = compare (&work, library, diagnostics, error);
  clear_runs (&work);
  if (options->folder != NULL && comparison != NULL)
    im_work_folder_keep (&folder);

  return comparison;
}

void
im_comparison_free (ImComparison *comparison)
{
  if (comparison == NULL)
    return;

  im_arena_free (comparison->arena);
  g_free (comparison);
}

const char *
im_compare_state_get_name (ImCompareState state)
{
  static const char *const names[] = { "equal", "different", "no Python twin",
                                       "reference could not run" };

  return names[state];
}
