/* SPDX-License-Identifier: MIT */
#include "verify/im-tryout.h"

#include <string.h>

#include "emit/im-problems.h"
#include "run/im-host.h"
#include "run/im-package-trust.h"
#include "run/im-trace.h"
#include "verify/im-reference.h"
#include "verify/im-unit-tolerance.h"

#define DEFAULT_TIME_S 10
#define MEMORY_BYTES   (2ull << 30)
#define FILE_BYTES     (1ull << 28)

typedef struct
{
  const ImProgram *program;
  const ImPlan *plan;
  ImUnitLibrary *library;
  ImFrames *frames;
  ImWorkFolder folder;
  ImProcessLimits limits;
  ImDiagnostics *diagnostics;
  ImArena *arena;
  ImReference reference;
  GBytes *traces[IM_N_TRYOUT_SIDES];
  ImTryout *tryout;
} Run;

/* The fragments that are called of a unit that is none of others: `max.py:max`. */
static char *
dup_fragments (const ImProgram *program, ImLanguage language)
{
  GString *out = g_string_new (NULL);

  for (ImSectionKind i = 0; program->n_instances == 1 && i < IM_N_SECTIONS; i++)
    {
      const ImImplementation *chosen = im_instance_choose (&program->instances[0], i,
                                                           language);

      if (chosen != NULL && chosen->fragment.text != NULL &&
          strstr (out->str, chosen->fragment.text) == NULL)
        g_string_append_printf (out, "%s%s", out->len > 0 ? ", " : "",
                                chosen->fragment.text);
    }

  return g_string_free (out, FALSE);
}

static void
refuse (Run *run, guint side, const char *message)
{
  ImTryoutSide *self = &run->tryout->sides[side];
  g_autofree char *fragments = NULL;

  if (self->message != NULL)
    return;
  fragments = dup_fragments (run->program,
                             side == IM_TRYOUT_C ? IM_LANGUAGE_C : IM_LANGUAGE_PYTHON);
  self->message = self->is_there && *fragments != '\0'
                      ? g_strdup_printf ("%s: %s", fragments, message)
                      : g_strdup (message);
}

/* What the reference tells of itself, and what both say of their time. */
static void
take_trace (Run *run, guint side, GBytes *trace)
{
  ImTryoutSide *self = &run->tryout->sides[side];
  ImTraceReader reader;
  ImTraceRecord record;
  guint64 taken_ns;

  run->traces[side] = trace;
  im_trace_reader_init (&reader, trace);
  while (im_trace_reader_next (&reader, &record))
    if (record.kind == IM_TRACE_ERROR || record.kind == IM_TRACE_MISMATCH)
      {
        g_autofree char *text = g_strndup ((const char *) record.data, record.size_bytes);
        g_autofree char *message = g_utf8_make_valid (text, -1);

        refuse (run, side, message);
      }
    else if (record.kind == IM_TRACE_TIME && record.number > 0 &&
             record.size_bytes >= sizeof taken_ns)
      {
        memcpy (&taken_ns, record.data, sizeof taken_ns);
        self->time_ns = (double) taken_ns / record.number;
        self->made_by = g_strndup ((const char *) record.data + sizeof taken_ns,
                                   record.size_bytes - sizeof taken_ns);
      }
  self->has_run = self->message == NULL;
}

/* Compiles and runs the C. Only that somebody has cancelled it is an error. */
static gboolean
run_c (Run *run, ImHost *host, GError **error)
{
  ImHostRun job = { .number = 0, .runs = &run->frames, .n_runs = 1 };
  g_autoptr (GError) problem = NULL;
  gboolean is_fine = im_host_compile (host, &problem) &&
                     im_host_run (host, &job, 1, &problem);

  if (is_fine && job.error == NULL)
    take_trace (run, IM_TRYOUT_C, g_steal_pointer (&job.trace));
  else if (g_error_matches (problem, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_propagate_error (error, g_steal_pointer (&problem));
  else
    refuse (run, IM_TRYOUT_C, problem == NULL ? job.error->message : problem->message);
  im_host_run_clear (&job);

  return *error == NULL;
}

static gboolean
run_python (Run *run, GError **error)
{
  const ImReferenceRun job = { &run->reference, &run->frames, 1 };
  const ImReferenceTask *whole = &g_array_index (run->reference.tasks, ImReferenceTask,
                                                 run->reference.tasks->len - 1);
  const char *reference = im_stdlib_get_reference (&run->reference.stdlib, run->program,
                                                   0);
  GBytes *trace;

  run->tryout->reference = g_strdup (reference);
  run->tryout->sides[IM_TRYOUT_PYTHON].is_there = whole->state != IM_COMPARE_NO_TWIN;
  if (whole->state == IM_COMPARE_EQUAL &&
      !im_reference_run (&job, 1, &run->folder, &run->limits, error))
    return FALSE;
  if (whole->state != IM_COMPARE_EQUAL)
    {
      refuse (run, IM_TRYOUT_PYTHON,
              whole->message == NULL ? im_compare_state_get_name (whole->state)
                                     : whole->message);
      return TRUE;
    }
  trace = im_work_folder_read (&run->folder, whole->trace);
  if (trace == NULL)
    refuse (run, IM_TRYOUT_PYTHON, "the trace of Python is missing");
  else
    take_trace (run, IM_TRYOUT_PYTHON, trace);

  return TRUE;
}

/* Runs what there is. Python is run, too, where the C cannot be. */
static gboolean
run_both (Run *run, GError **error)
{
  gboolean has_c = run->plan->language == IM_LANGUAGE_C;
  g_autoptr (ImHost) host = im_host_new (&run->folder, &run->limits);
  guint number = has_c ? 0 : IM_REFERENCE_ALONE;

  run->tryout->sides[IM_TRYOUT_C].is_there = has_c;
  if (!im_package_trust_check (run->program, run->library, error) ||
      (has_c && !im_host_add (host, run->plan, run->library, IM_HOST_COMPARED,
                              run->diagnostics, error)) ||
      !im_reference_build (&run->reference, run->plan, number, FALSE, run->library,
                           &run->folder, run->arena, error) ||
      !im_host_write_frames (&run->folder, number, &run->frames, 1, error))
    return FALSE;
  if (!has_c)
    refuse (run, IM_TRYOUT_C, "there is no C for these inputs and options");

  return (!has_c || run_c (run, host, error)) && run_python (run, error);
}

static ImMagnitudes
measure_inputs (const Run *run)
{
  g_autoptr (GArray) inputs = im_host_list_inputs (run->program);
  ImMagnitudes magnitudes = { 0 };
  const guint8 *data = run->frames->bytes->data;

  for (guint frame = 0; frame < run->frames->n_frames; frame++)
    for (guint i = 0; i < inputs->len; i++)
      {
        const ImTensorType *type = &g_array_index (inputs, ImInput, i).type;
        gsize count = im_inputs_get_frame_elements (&g_array_index (inputs, ImInput, i));

        im_magnitudes_add (&magnitudes, type->dtype, data, count);
        data += count * im_dtype_get_info (type->dtype)->size_bytes;
      }

  return magnitudes;
}

static void
keep_numbers (Run *run, ImTryoutOutput *output, guint side, const GByteArray *bytes)
{
  ImDType dtype = im_dtype_get_info (output->type.dtype)->stored;
  gsize count = bytes->len / im_dtype_get_info (dtype)->size_bytes;
  ImArray array = { .dtype = dtype, .count = count, .data = bytes->data };

  output->n_tensors[side] = (guint) (count / MAX (output->count, 1));
  output->n_numbers[side] = (guint) MIN (count, IM_TRYOUT_MAX_NUMBERS);
  if (count == 0)
    return;
  output->numbers[side] = g_new (double, output->n_numbers[side]);
  im_array_load (&array, 0, output->n_numbers[side], output->numbers[side]);
}

static void
take_output (Run *run, guint port, const ImMagnitudes *inputs)
{
  const ImProgramPort *from = &run->program->outputs[port];
  ImTryoutOutput *output = &run->tryout->outputs[run->tryout->n_outputs++];
  g_autoptr (GByteArray) of_c = im_trace_collect (run->traces[IM_TRYOUT_C], port);
  g_autoptr (GByteArray) of_python = im_trace_collect (run->traces[IM_TRYOUT_PYTHON],
                                                       port);
  gint32 count = 0;

  *output = (ImTryoutOutput){
    .name = g_strdup (from->name),
    .type = run->program->tensors[from->tensor].type,
  };
  output->type.shape.axes = NULL;
  im_shape_product (&output->type.shape, 0, output->type.shape.rank, &count, NULL);
  output->count = (guint) count;
  keep_numbers (run, output, IM_TRYOUT_C, of_c);
  keep_numbers (run, output, IM_TRYOUT_PYTHON, of_python);
  output->tolerance = im_unit_tolerance_get_whole (
      run->plan, run->reference.stdlib.program, NULL, output->type.dtype);
  if (!run->tryout->sides[IM_TRYOUT_C].has_run ||
      !run->tryout->sides[IM_TRYOUT_PYTHON].has_run)
    return;
  output->is_compared = of_c->len == of_python->len;
  run->tryout->is_equal &= output->is_compared;
  if (output->is_compared)
    run->tryout->is_equal &= im_difference_add (
        &output->difference, output->type.dtype, of_c->data, of_python->data,
        of_c->len / im_dtype_get_info (output->type.dtype)->size_bytes,
        &output->tolerance, inputs);
}

static void
take_outputs (Run *run)
{
  ImMagnitudes inputs = measure_inputs (run);

  run->tryout->outputs = g_new0 (ImTryoutOutput, run->program->n_outputs);
  run->tryout->is_equal = TRUE;
  for (guint i = 0; i < run->program->n_outputs; i++)
    if (run->program->outputs[i].tensor >= 0)
      take_output (run, i, &inputs);
}

ImTryout *
im_tryout_run (const ImProgram *program,
               ImUnitLibrary *library,
               ImFrames *frames,
               guint time_s,
               GCancellable *cancellable,
               ImDiagnostics *diagnostics,
               GError **error)
{
  g_autoptr (ImPlan) plan = im_problems_plan_run (program, library, diagnostics);
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImTryout) tryout = g_new0 (ImTryout, 1);
  g_autoptr (GError) problem = NULL;
  Run run = { .program = program,
              .plan = plan,
              .library = library,
              .frames = frames,
              .diagnostics = diagnostics,
              .arena = arena,
              .tryout = tryout };

  if (plan == NULL)
    {
      g_set_error (error, IM_RUN_ERROR, IM_RUN_ERROR_EMIT,
                   "there is nothing of %s that could run", program->unit->id.text);
      return NULL;
    }
  if (!im_work_folder_open (&run.folder, NULL, error))
    return NULL;
  run.limits = (ImProcessLimits){ .folder = run.folder.path,
                                  .time_s = time_s > 0 ? time_s : DEFAULT_TIME_S,
                                  .memory_bytes = MEMORY_BYTES,
                                  .file_bytes = FILE_BYTES,
                                  .cancellable = cancellable };
  tryout->n_frames = frames->n_frames;
  tryout->state_bytes = plan->state_bytes;
  tryout->scratch_bytes = plan->arena_bytes;
  if (run_both (&run, &problem))
    take_outputs (&run);
  for (guint i = 0; i < IM_N_TRYOUT_SIDES; i++)
    g_clear_pointer (&run.traces[i], g_bytes_unref);
  im_reference_clear (&run.reference);
  im_work_folder_close (&run.folder);
  if (problem == NULL)
    return g_steal_pointer (&tryout);

  g_propagate_error (error, g_steal_pointer (&problem));
  return NULL;
}

void
im_tryout_free (ImTryout *tryout)
{
  if (tryout == NULL)
    return;

  for (guint i = 0; i < IM_N_TRYOUT_SIDES; i++)
    {
      g_free (tryout->sides[i].message);
      g_free (tryout->sides[i].made_by);
    }
  for (guint i = 0; i < tryout->n_outputs; i++)
    {
      g_free (tryout->outputs[i].name);
      for (guint j = 0; j < IM_N_TRYOUT_SIDES; j++)
        g_free (tryout->outputs[i].numbers[j]);
    }
  g_free (tryout->outputs);
  g_free (tryout->reference);
  g_free (tryout);
}
