/* SPDX-License-Identifier: MIT
 *
 * One batch: code is emitted for all cases, one compiler and one process of Python run
 * it. Where the compiler refuses the whole, each case is tried alone, and those that
 * compile go on together.
 */
#include <string.h>

#include "run/im-host.h"
#include "run/im-package-trust.h"
#include "verify/im-compare-private.h"
#include "verify/im-float-twin.h"

#define DEFAULT_TIME_S  60
#define MEMORY_BYTES    (4ull << 30)
#define FILE_BYTES      (1ull << 30)
#define MAX_RUNS        (2 + IM_N_EDGES)
#define START_FRAMES    32         /* enough for each edge value, alone and mixed */
#define GROWTH          4          /* if these give too few outputs */
#define WANTED_OUTPUTS  8          /* of each run */
#define MAX_FRAMES      (1u << 17) /* of each run */
#define MAX_FRAME_BYTES (64u << 20)

typedef struct
{
  const ImProgram *program;
  const ImRecording *recording;
  gboolean has_figures;
  ImPlan *plan;
  GArray *inputs;
  gint host_case;    /* in the program, or -1 */
  gboolean is_alone; /* in Python: there is no C, and the plan is of Python */
  guint n_frames;    /* of the next runs */
  ImFrames *runs[MAX_RUNS];
  guint n_runs;
  guint counts[MAX_RUNS]; /* outputs that each gave */
  GBytes *trace;
  ImFloatTwin *twin; /* NULL if nothing is in fixed point, or it has none */
  gint twin_case;    /* in the program */
  GBytes *twin_trace;
  ImReference reference;
  ImDiagnostics *diagnostics;
  ImComparison *comparison;
  GError *error; /* why there is no result */
} Case;

struct _ImCompareBatch
{
  ImCompareOptions options;
  ImWorkFolder folder;
  ImProcessLimits limits;
  ImHost *host;
  Case *cases;
  guint n_cases;
};

static void
tell (const ImCompareBatch *batch, const char *activity)
{
  if (batch->options.progress != NULL)
    batch->options.progress (activity, batch->options.progress_data);
}

static void
clear_runs (Case *self)
{
  for (guint i = 0; i < self->n_runs; i++)
    im_frames_free (self->runs[i]);
  self->n_runs = 0;
}

static void
add_run (Case *self, ImFrames *frames)
{
  if (frames != NULL)
    self->runs[self->n_runs++] = frames;
}

/* All frames are in memory, and each is a part of the trace. */
static gboolean
check_size (const ImCompareBatch *batch, Case *self)
{
  guint n_frames = batch->options.n_frames;
  gsize frame_bytes = im_inputs_get_frame_bytes (
      (const ImInput *) (gpointer) self->inputs->data, self->inputs->len);
  gsize max = MIN (IM_COMPARE_MAX_BYTES / MAX (frame_bytes, 1), IM_COMPARE_MAX_FRAMES);

  if (n_frames <= max)
    return TRUE;

  g_set_error (&self->error, IM_RUN_ERROR, IM_RUN_ERROR_SIZE,
               "%u frames of %" G_GSIZE_FORMAT
               " bytes are too many: expected at most %" G_GSIZE_FORMAT,
               n_frames, frame_bytes, max);
  return FALSE;
}

static gboolean
make_runs (const ImCompareBatch *batch, Case *self)
{
  const ImCompareOptions *options = &batch->options;
  const ImInput *inputs = (const ImInput *) (gpointer) self->inputs->data;
  guint n_inputs = self->inputs->len;
  ImFrames *random;

  clear_runs (self);
  if (self->recording != NULL)
    {
      add_run (self, im_frames_new_recording (inputs, n_inputs, self->recording,
                                              options->n_frames, &self->error));
      if (self->n_runs == 0)
        return FALSE;
      if (options->is_for_vectors)
        return TRUE;
    }
  random = im_frames_new_random (inputs, n_inputs, self->n_frames, options->seed);
  if (!options->is_for_vectors && !options->has_no_reset)
    random->reset_frame = self->n_frames / 2;
  add_run (self, random);
  for (ImEdges edges = 0; edges < IM_N_EDGES; edges++)
    if (!options->is_for_vectors || !im_inputs_have_float (inputs, n_inputs))
      add_run (self, im_frames_new_edges (inputs, n_inputs, self->n_frames, edges));

  return TRUE;
}

/* Counts the outputs of each run; returns the smallest number that one of its sinks gave.
 * A recording does not count for that: it has the frames that it has. */
static guint
count_outputs (Case *self, GBytes *trace)
{
  const ImPlan *plan = self->plan;
  g_autofree guint *of_sinks = g_new0 (guint, MAX_RUNS * plan->n_domains);
  ImTraceReader reader;
  ImTraceRecord record;
  guint run = 0, least = G_MAXUINT;

  memset (self->counts, 0, sizeof self->counts);
  im_trace_reader_init (&reader, trace);
  while (im_trace_reader_next (&reader, &record))
    if (record.kind == IM_TRACE_RUN)
      run = MIN (record.number, MAX_RUNS - 1);
    else if (record.kind == IM_TRACE_OUTPUT)
      {
        self->counts[run]++;
        of_sinks[run * plan->n_domains + (guint) plan->sink_of[record.number]]++;
      }
  for (guint i = self->recording != NULL; i < self->n_runs; i++)
    for (guint j = 0; j < plan->n_sinks; j++)
      least = MIN (least, of_sinks[i * plan->n_domains + plan->sinks[j]]);

  return least;
}

/* Queues need many frames until a window is full: more are tried until there are some
 * outputs. */
static gboolean
is_enough (const ImCompareBatch *batch, const Case *self, guint n_outputs)
{
  gsize frame_bytes = im_inputs_get_frame_bytes (
      (const ImInput *) (gpointer) self->inputs->data, self->inputs->len);

  return n_outputs >= WANTED_OUTPUTS || batch->options.n_frames > 0 ||
         self->n_frames >= MAX_FRAMES ||
         GROWTH * self->n_frames * frame_bytes > MAX_FRAME_BYTES;
}

/* Takes what C computed. A case without enough outputs goes on with more frames. */
static void
take_run (const ImCompareBatch *batch, Case *self, ImHostRun *run)
{
  if (run->trace == NULL)
    self->error = g_steal_pointer (&run->error);
  else if (is_enough (batch, self, count_outputs (self, run->trace)))
    self->trace = g_steal_pointer (&run->trace);
  else
    self->n_frames *= GROWTH;
}

static gboolean
is_waiting (const Case *self)
{
  return self->error == NULL && self->trace == NULL && self->host_case >= 0;
}

/* What runs in Python alone is not waiting for the program. */
static void
fail_waiting (ImCompareBatch *batch, const GError *error)
{
  for (guint i = 0; i < batch->n_cases; i++)
    if (is_waiting (&batch->cases[i]))
      batch->cases[i].error = g_error_copy (error);
}

/* Runs what is waiting once. Returns whether anything was. */
static gboolean
run_c_once (ImCompareBatch *batch)
{
  g_autofree ImHostRun *runs = g_new0 (ImHostRun, batch->n_cases);
  g_autofree Case **cases = g_new0 (Case *, batch->n_cases);
  g_autoptr (GError) error = NULL;
  guint n = 0;

  for (guint i = 0; i < batch->n_cases; i++)
    {
      Case *self = &batch->cases[i];

      if (!is_waiting (self) || !make_runs (batch, self))
        continue;
      cases[n] = self;
      runs[n++] = (ImHostRun){ .number = (guint) self->host_case,
                               .runs = self->runs,
                               .n_runs = self->n_runs };
    }
  if (n > 0 && !im_host_run (batch->host, runs, n, &error))
    fail_waiting (batch, error);
  for (guint i = 0; i < n; i++)
    {
      if (error == NULL)
        take_run (batch, cases[i], &runs[i]);
      im_host_run_clear (&runs[i]);
    }

  return n > 0;
}

/* Runs the float twin of a case on the same numbers. Without it there are no figures of
 * noise; that is no error. */
static void
run_twin (ImCompareBatch *batch, Case *self)
{
  ImFrames *runs[MAX_RUNS];
  ImHostRun run = { .number = (guint) self->twin_case,
                    .runs = runs,
                    .n_runs = self->n_runs };

  for (guint i = 0; i < self->n_runs; i++)
    runs[i] = im_float_twin_new_frames (self->twin,
                                        (const ImInput *) (gpointer) self->inputs->data,
                                        self->inputs->len, self->runs[i]);
  if (im_host_run (batch->host, &run, 1, NULL))
    self->twin_trace = g_steal_pointer (&run.trace);
  im_host_run_clear (&run);
  for (guint i = 0; i < self->n_runs; i++)
    im_frames_free (runs[i]);
}

static void
run_twins (ImCompareBatch *batch)
{
  for (guint i = 0; i < batch->n_cases; i++)
    {
      Case *self = &batch->cases[i];
      g_autoptr (GError) refused = NULL;

      if (self->twin == NULL || self->trace == NULL)
        continue;
      refused = im_host_dup_error (batch->host, (guint) self->twin_case);
      if (refused == NULL)
        run_twin (batch, self);
    }
}

/* Returns whether there is a program of some cases. */
static gboolean
compile (ImCompareBatch *batch)
{
  g_autoptr (GError) error = NULL;

  if (im_host_get_count (batch->host) == 0)
    return FALSE;
  if (!im_host_compile (batch->host, &error))
    fail_waiting (batch, error);
  for (guint i = 0; i < batch->n_cases; i++)
    {
      Case *self = &batch->cases[i];

      if (is_waiting (self))
        self->error = im_host_dup_error (batch->host, (guint) self->host_case);
      if (self->error != NULL && !batch->options.is_for_vectors)
        im_host_keep_source (&batch->folder, &self->error);
    }

  return error == NULL;
}

static void
run_python (ImCompareBatch *batch)
{
  g_autofree ImReferenceRun *runs = g_new0 (ImReferenceRun, batch->n_cases);
  g_autoptr (GError) error = NULL;
  guint n = 0;

  for (guint i = 0; i < batch->n_cases; i++)
    {
      Case *self = &batch->cases[i];

      if (self->trace != NULL && !self->is_alone)
        runs[n++] = (ImReferenceRun){ &self->reference, self->runs, self->n_runs };
    }
  if (n == 0 || im_reference_run (runs, n, &batch->folder, &batch->limits, &error))
    return;

  for (guint i = 0; i < batch->n_cases; i++)
    if (batch->cases[i].trace != NULL && !batch->cases[i].is_alone)
      {
        batch->cases[i].error = g_error_copy (error);
        g_clear_pointer (&batch->cases[i].trace, g_bytes_unref);
      }
}

static gboolean
is_alone (const Case *self)
{
  return self->is_alone && self->error == NULL && self->trace == NULL;
}

/* Takes what Python alone computed, as take_run() takes what C did. */
static void
take_alone (const ImCompareBatch *batch, Case *self)
{
  const ImReferenceTask *whole = &g_array_index (self->reference.tasks, ImReferenceTask,
                                                 0);
  g_autoptr (GBytes) trace = im_work_folder_read (&batch->folder, whole->trace);

  if (whole->state != IM_COMPARE_EQUAL ||
      is_enough (batch, self, count_outputs (self, trace)))
    self->trace = trace == NULL ? g_bytes_new (NULL, 0) : g_steal_pointer (&trace);
  else
    self->n_frames *= GROWTH;
}

/* Runs what has only Python once. Returns whether anything is left to run. */
static gboolean
run_alone_once (ImCompareBatch *batch)
{
  g_autofree ImReferenceRun *runs = g_new0 (ImReferenceRun, batch->n_cases);
  g_autofree Case **cases = g_new0 (Case *, batch->n_cases);
  g_autoptr (GError) error = NULL;
  guint n = 0;

  for (guint i = 0; i < batch->n_cases; i++)
    {
      Case *self = &batch->cases[i];

      if (!is_alone (self) || !make_runs (batch, self) ||
          !im_host_write_frames (&batch->folder, self->reference.number, self->runs,
                                 self->n_runs, &self->error))
        continue;
      cases[n] = self;
      runs[n++] = (ImReferenceRun){ &self->reference, self->runs, self->n_runs };
    }
  if (n == 0)
    return FALSE;

  im_reference_run (runs, n, &batch->folder, &batch->limits, &error);
  for (guint i = 0; i < n; i++)
    if (error != NULL)
      cases[i]->error = g_error_copy (error);
    else
      take_alone (batch, cases[i]);

  return TRUE;
}

static void
copy_runs (Case *self)
{
  ImComparison *comparison = self->comparison;

  comparison->runs = im_arena_new0 (comparison->arena, ImCompareRun, self->n_runs);
  comparison->n_runs = self->n_runs;
  for (guint i = 0; i < self->n_runs; i++)
    comparison->runs[i] = (ImCompareRun){
      .name = self->runs[i]->name,
      .n_frames = self->runs[i]->n_frames,
      .n_outputs = self->counts[i],
    };
}

/* Runs the whole of a case in step with C if nothing else can tell why it differs. */
static void
match_in_step (const ImCompareBatch *batch, Case *self)
{
  g_auto (ImReference) step = { 0 };
  const ImReferenceRun run = { &step, self->runs, self->n_runs };

  if (im_compare_wants_step (self->comparison) &&
      im_reference_init_in_step (&step, &self->reference) &&
      im_reference_run (&run, 1, &batch->folder, &batch->limits, &self->error))
    im_compare_match_in_step (self->comparison, &step, &batch->folder, self->trace,
                              self->runs, self->n_runs, &self->error);
}

/* What layers took in the first run of what the pipeline is made for. */
static void
take_costs (Case *self)
{
  const ImProgram *program = self->plan->program;
  ImComparison *comparison = self->comparison;
  g_autofree ImTargetCost *costs = g_new0 (ImTargetCost, program->n_instances);
  guint run = 0;

  while (run < self->n_runs && self->runs[run]->is_edge)
    run++;
  im_target_cost_collect (self->plan, self->trace, run, costs, &comparison->whole.cost);
  for (guint i = 0; i < program->n_instances; i++)
    for (guint j = 0; j < comparison->n_layers; j++)
      if (strcmp (comparison->layers[j].path, program->instances[i].path) == 0)
        comparison->layers[j].cost = costs[i];
}

static void
match (const ImCompareBatch *batch, Case *self)
{
  copy_runs (self);
  if (self->is_alone)
    {
      im_compare_judge_alone (self->comparison, &self->reference, self->trace, self->runs,
                              self->n_runs);
      return;
    }
  im_compare_match (self->comparison, &self->reference, &batch->folder, self->trace,
                    self->runs, self->n_runs);
  match_in_step (batch, self);
  if (batch->options.base != NULL)
    self->comparison->is_beside_base = im_compare_match_base (
        self->comparison, &self->reference, self->trace, batch->options.base, self->runs,
        self->n_runs);
  if (batch->options.keeps_trace)
    self->comparison->trace = g_bytes_ref (self->trace);
  take_costs (self);

  if (!self->has_figures)
    return;

  g_autoptr (ImTraceIndex) trace = im_trace_index_new (self->trace);
  g_autoptr (ImTraceIndex) twin_trace = im_trace_index_new (self->twin_trace);

  im_float_twin_measure (self->twin, self->plan, trace, twin_trace, self->runs,
                         self->n_runs, self->comparison);
}

void
im_compare_batch_run (ImCompareBatch *batch)
{
  tell (batch, "compiling");
  if (compile (batch))
    {
      tell (batch, "running C");
      while (run_c_once (batch))
        ;
      run_twins (batch);
    }
  tell (batch, "running Python");
  run_python (batch);
  while (run_alone_once (batch))
    ;
  tell (batch, "comparing");
  for (guint i = 0; i < batch->n_cases; i++)
    {
      Case *self = &batch->cases[i];

      if (self->trace != NULL)
        match (batch, self);
      g_clear_pointer (&self->trace, g_bytes_unref);
      g_clear_pointer (&self->twin_trace, g_bytes_unref);
      clear_runs (self);
    }
}

/* Whether there is no Python of a layer. */
static gboolean
has_no_twin (const ImReference *reference)
{
  for (guint i = 0; i < reference->tasks->len; i++)
    if (g_array_index (reference->tasks, ImReferenceTask, i).state == IM_COMPARE_NO_TWIN)
      return TRUE;

  return FALSE;
}

/* Emits the code of a case that has no C. */
static void
add_alone (ImCompareBatch *batch, Case *self, ImUnitLibrary *library)
{
  guint number = IM_REFERENCE_ALONE + (guint) (self - batch->cases);

  self->is_alone = im_package_trust_check (self->program, library, &self->error) &&
                   im_reference_build (&self->reference, self->plan, number, FALSE,
                                       library, &batch->folder, self->comparison->arena,
                                       &self->error);
}

/* A board tells nothing of its layers. */
static gboolean
is_on_board (const ImCompareBatch *batch)
{
  return batch->options.build != NULL && batch->options.build->port != NULL;
}

/* Emits the code of a case in both languages. What is wrong with it is kept. */
static void
add_case (ImCompareBatch *batch, Case *self, ImUnitLibrary *library)
{
  ImComparison *comparison = g_new0 (ImComparison, 1);

  comparison->arena = im_arena_new ();
  comparison->unit_id = im_arena_strdup (comparison->arena, self->program->unit->id.text);
  self->comparison = comparison;
  if (!check_size (batch, self))
    return;
  self->plan = batch->options.is_for_vectors
                   ? im_plan_new (self->program, IM_LANGUAGE_C, self->diagnostics)
                   : im_plan_new_to_run (self->program, self->diagnostics);
  if (self->plan == NULL)
    {
      g_set_error (&self->error, IM_RUN_ERROR, IM_RUN_ERROR_EMIT,
                   "there is no plan of %s", self->program->unit->id.text);
      return;
    }
  if (self->plan->language == IM_LANGUAGE_PYTHON)
    {
      add_alone (batch, self, library);
      return;
    }
  if (!im_host_add (batch->host, self->plan, library, IM_HOST_COMPARED, self->diagnostics,
                    &self->error))
    return;
  self->host_case = (gint) im_host_get_count (batch->host) - 1;
  if (!im_reference_build (&self->reference, self->plan, (guint) self->host_case,
                           !is_on_board (batch), library, &batch->folder,
                           comparison->arena, &self->error))
    return;
  self->reference.usual = batch->options.usual;
  if (has_no_twin (&self->reference))
    im_host_sanitize (batch->host);
  if (self->has_figures)
    self->twin = im_float_twin_new (self->program, library);
  self->twin_case = (gint) im_host_get_count (batch->host);
  if (self->twin != NULL &&
      !im_host_add (batch->host, im_float_twin_get_plan (self->twin), library,
                    IM_HOST_COMPARED, NULL, NULL))
    g_clear_pointer (&self->twin, im_float_twin_free);
}

ImCompareBatch *
im_compare_batch_new (const ImCompareCase *cases,
                      guint n_cases,
                      ImUnitLibrary *library,
                      const ImCompareOptions *options,
                      GError **error)
{
  g_autoptr (ImCompareBatch) batch = g_new0 (ImCompareBatch, 1);

  batch->options = *options;
  batch->cases = g_new0 (Case, n_cases);
  if (!im_work_folder_open (&batch->folder, options->folder, error))
    return NULL;

  batch->limits = (ImProcessLimits){
    .folder = batch->folder.path,
    .time_s = options->time_s > 0 ? options->time_s : DEFAULT_TIME_S,
    .memory_bytes = MEMORY_BYTES,
    .file_bytes = FILE_BYTES,
    .cancellable = options->cancellable,
  };
  batch->host = im_host_new (&batch->folder, &batch->limits);
  if (options->build != NULL)
    im_host_set_build (batch->host, options->build);
  batch->n_cases = n_cases;
  for (guint i = 0; i < n_cases; i++)
    {
      batch->cases[i] = (Case){
        .program = cases[i].program,
        .recording = cases[i].recording,
        .has_figures = cases[i].has_figures,
        .inputs = im_host_list_inputs (cases[i].program),
        .host_case = -1,
        .n_frames = options->n_frames > 0 ? options->n_frames : START_FRAMES,
        .diagnostics = im_diagnostics_new (),
      };
      add_case (batch, &batch->cases[i], library);
    }

  return g_steal_pointer (&batch);
}

ImComparison *
im_compare_batch_take (ImCompareBatch *batch,
                       guint number,
                       ImDiagnostics *diagnostics,
                       GError **error)
{
  Case *self = &batch->cases[number];

  g_return_val_if_fail (number < batch->n_cases, NULL);

  im_diagnostics_append (diagnostics, self->diagnostics);
  if (self->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      return NULL;
    }
  if (batch->options.folder != NULL)
    im_work_folder_keep (&batch->folder);
  /* Its plans are of programs in the arena of the comparison. */
  im_reference_clear (&self->reference);

  return g_steal_pointer (&self->comparison);
}

static void
clear_case (Case *self)
{
  clear_runs (self);
  im_reference_clear (&self->reference);
  g_clear_pointer (&self->twin, im_float_twin_free);
  g_clear_pointer (&self->twin_trace, g_bytes_unref);
  g_clear_pointer (&self->plan, im_plan_unref);
  g_clear_pointer (&self->inputs, g_array_unref);
  g_clear_pointer (&self->trace, g_bytes_unref);
  g_clear_pointer (&self->diagnostics, im_diagnostics_free);
  g_clear_pointer (&self->comparison, im_comparison_free);
  g_clear_error (&self->error);
}

void
im_compare_batch_free (ImCompareBatch *batch)
{
  if (batch == NULL)
    return;

  for (guint i = 0; i < batch->n_cases; i++)
    clear_case (&batch->cases[i]);
  im_host_free (batch->host);
  im_work_folder_close (&batch->folder);
  g_free (batch->cases);
  g_free (batch);
}

ImComparison *
im_compare_run (const ImCompareCase *pipeline,
                ImUnitLibrary *library,
                const ImCompareOptions *options,
                ImDiagnostics *diagnostics,
                GError **error)
{
  g_autoptr (ImCompareBatch) batch = im_compare_batch_new (pipeline, 1, library, options,
                                                           error);

  if (batch == NULL)
    return NULL;
  im_compare_batch_run (batch);

  return im_compare_batch_take (batch, 0, diagnostics, error);
}
