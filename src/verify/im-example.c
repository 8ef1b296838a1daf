/* SPDX-License-Identifier: MIT */
#include "verify/im-example.h"

#include <math.h>
#include <string.h>

#include "base/im-text.h"
#include "evaluation/im-unit-evaluation.h"
#include "run/im-host.h"
#include "run/im-package-trust.h"
#include "run/im-trace.h"
#include "tensor/im-array.h"
#include "unit/im-unit-place.h"
#include "verify/im-reference.h"
#include "verify/im-ulp.h"
#include "verify/im-unit-tolerance.h"

#define DEFAULT_TIME_S 60
#define MEMORY_BYTES   (4ull << 30)
#define FILE_BYTES     (1ull << 28)

typedef struct
{
  const ImUnit *unit;
  const ImUnitExample *example;
  ImUnitLibrary *library;
  ImDiagnostics *diagnostics;
  ImArena *arena;
  ImProgram *program;
  ImPlan *plan; /* of C, or of Python where there is none */
  ImFrames *frames;
  ImMagnitudes inputs; /* of all numbers that go in */
  gint host_case;      /* in the program, or -1 */
  gboolean is_ready;   /* its code is emitted */
  ImReference reference;
  ImExampleReport *result;
  GError *error; /* why there is no result */
} Run;

struct _ImExampleBatch
{
  Run *runs;
  guint n_runs;
  ImWorkFolder folder;
  ImProcessLimits limits;
  ImHost *host;
};

static void
report (const Run *run,
        const ImXmlElement *element,
        const char *code,
        const char *message)
{
  im_diagnostics_add (run->diagnostics, IM_SEVERITY_ERROR, code,
                      im_unit_file_get_source (run->unit->file),
                      im_unit_place_get_tag (element), "%s", message);
}

static void
add_binding (GArray *bindings, const char *name, ImValue value)
{
  ImUnitBinding binding = { name, value };

  g_array_append_val (bindings, binding);
}

/* Inputs and options as the example gives them; NULL with a report if a text is no value.
 */
static GArray *
make_bindings (const Run *run)
{
  const ImUnitExample *example = run->example;
  g_autoptr (GArray) bindings = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));

  for (guint i = 0; i < example->n_inputs; i++)
    if (example->inputs[i].parameter != NULL)
      add_binding (bindings, example->inputs[i].name.text,
                   IM_TENSOR (&example->inputs[i].type));
  for (guint i = 0; i < example->n_arguments; i++)
    {
      const ImUnitArgument *argument = &example->arguments[i];
      const ImParameter *option = im_unit_find_parameter (run->unit,
                                                          argument->parameter.text);
      g_autofree char *message = NULL;
      ImValue value;

      if (option != NULL &&
          im_unit_parse_option (option, argument->literal.text, run->arena, &value))
        {
          add_binding (bindings, argument->parameter.text, value);
          continue;
        }
      message = g_strdup_printf ("“%s” is no value of the option “%s”",
                                 argument->literal.text, argument->parameter.text);
      report (run, argument->element, "option-type", message);
      return NULL;
    }

  return g_steal_pointer (&bindings);
}

static gboolean
elaborate (Run *run)
{
  g_autoptr (GArray) bindings = make_bindings (run);

  if (bindings == NULL)
    return FALSE;
  run->program = im_program_elaborate (run->unit, run->library,
                                       (const ImUnitBinding *) (gpointer) bindings->data,
                                       bindings->len, run->diagnostics);
  if (im_diagnostics_count (run->diagnostics, IM_SEVERITY_ERROR) == 0)
    run->plan = im_plan_new_to_run (run->program, run->diagnostics);

  return run->plan != NULL;
}

/* Stores numbers as elements. */
static ImArray *
store (const Run *run, ImDType dtype, const double *numbers, guint count)
{
  ImShape shape = { .rank = 1, .size = { (gint32) count } };
  ImArray *array = im_array_new (run->arena, im_dtype_get_info (dtype)->stored, &shape,
                                 NULL);

  if (array != NULL)
    im_array_store (array, 0, count, numbers);

  return array;
}

static const ImUnitExampleTensor *
find_input (const ImUnitExample *example, const char *name)
{
  for (guint i = 0; i < example->n_inputs; i++)
    if (strcmp (example->inputs[i].name.text, name) == 0)
      return &example->inputs[i];

  return NULL;
}

/* One behind the other as the inputs of the program; each gives as many. */
static ImFrames *
make_frames (Run *run)
{
  g_autoptr (GArray) inputs = im_host_list_inputs (run->program);
  g_autoptr (ImFrames) frames = g_new0 (ImFrames, 1);

  frames->name = "example";
  frames->bytes = g_byte_array_new ();
  for (guint frame = 0; frame == 0 || frame < frames->n_frames; frame++)
    for (guint i = 0; i < inputs->len; i++)
      {
        const ImInput *input = &g_array_index (inputs, ImInput, i);
        const ImUnitExampleTensor *given = find_input (run->example, input->name);
        guint count = (guint) im_inputs_get_frame_elements (input);
        guint n = given == NULL || count == 0 ? 0 : given->n_numbers / count;
        const ImArray *elements;

        frames->n_frames = i == 0 ? n : frames->n_frames;
        if (n == 0 || n != frames->n_frames)
          {
            report (run, given == NULL ? run->example->element : given->element,
                    "example-count",
                    "each input of an example needs numbers for as many tensors as the "
                    "others");
            return NULL;
          }
        elements = store (run, input->type.dtype, given->numbers + frame * count, count);
        im_magnitudes_add (&run->inputs, input->type.dtype, elements->data, count);
        g_byte_array_append (frames->bytes, elements->data,
                             count * im_dtype_get_info (input->type.dtype)->size_bytes);
      }

  return g_steal_pointer (&frames);
}

static void fail (ImExampleResult *result, ImCompareState state, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* Keeps the first reason. */
static void
fail (ImExampleResult *result, ImCompareState state, const char *format, ...)
{
  va_list args;

  if (result->message != NULL)
    return;
  va_start (args, format);
  result->state = state;
  result->message = g_strdup_vprintf (format, args);
  va_end (args);
}

static ImTolerance
get_tolerance (const Run *run, const ImUnitExampleTensor *expected, ImDType dtype)
{
  if (expected->tolerance < 0)
    return im_unit_tolerance_get_whole (run->plan, run->reference.stdlib.program, NULL,
                                        dtype);

  return (ImTolerance){ .absolute = expected->tolerance,
                        .steps = (guint64) expected->tolerance,
                        .input_limit = (double) INFINITY };
}

static gint
find_port (const ImProgram *program, const char *name)
{
  for (guint i = 0; i < program->n_outputs; i++)
    if (strcmp (program->outputs[i].name, name) == 0 && program->outputs[i].tensor >= 0)
      return (gint) i;

  return -1;
}

/* The number that is expected is told as it was written, not as it is stored. */
static void
note_difference (const ImDifference *difference,
                 const ImUnitExampleTensor *expected,
                 ImExampleResult *result)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_text_append_double (text, difference->first_value);
  g_string_append (text, ", expected ");
  im_text_append_double (text, expected->numbers[difference->first_element]);
  fail (result, IM_COMPARE_DIFFERENT, "%s: number %" G_GSIZE_FORMAT " is %s",
        expected->name.text, difference->first_element + 1, text->str);
}

static void
judge_output (const Run *run,
              const ImUnitExampleTensor *expected,
              GBytes *trace,
              ImExampleResult *result)
{
  gint port = find_port (run->program, expected->name.text);

  if (port < 0)
    {
      fail (result, IM_COMPARE_DIFFERENT, "%s: there is no such output here",
            expected->name.text);
      return;
    }

  ImDType dtype = run->program->tensors[run->program->outputs[port].tensor].type.dtype;
  g_autoptr (GByteArray) found = im_trace_collect (trace, (guint) port);
  guint n_found = found->len / im_dtype_get_info (dtype)->size_bytes;
  ImTolerance tolerance = get_tolerance (run, expected, dtype);
  ImDifference difference = { 0 };

  if (n_found != expected->n_numbers)
    {
      fail (result, IM_COMPARE_DIFFERENT, "%s: there are %u numbers, expected %u",
            expected->name.text, n_found, expected->n_numbers);
      return;
    }
  if (n_found == 0)
    return;

  const ImArray *array = store (run, dtype, expected->numbers, n_found);
  if (!im_difference_add (&difference, dtype, found->data, array->data, n_found,
                          &tolerance, &run->inputs))
    note_difference (&difference, expected, result);
}

/* Takes what the reference tells of itself for the reason. */
static void
look_for_errors (GBytes *trace, ImExampleResult *result)
{
  ImTraceReader reader;
  ImTraceRecord record;

  im_trace_reader_init (&reader, trace);
  while (im_trace_reader_next (&reader, &record))
    if (record.kind == IM_TRACE_ERROR || record.kind == IM_TRACE_MISMATCH)
      fail (result, IM_COMPARE_NOT_RUN, "%.*s", (int) record.size_bytes,
            (const char *) record.data);
}

static void
judge (const Run *run, GBytes *trace, ImExampleResult *result)
{
  look_for_errors (trace, result);
  for (guint i = 0; i < run->example->n_outputs; i++)
    judge_output (run, &run->example->outputs[i], trace, result);
}

static const ImReferenceTask *
find_whole (const ImReference *reference)
{
  for (guint i = 0; i < reference->tasks->len; i++)
    if (g_array_index (reference->tasks, ImReferenceTask, i).instance < 0)
      return &g_array_index (reference->tasks, ImReferenceTask, i);

  g_assert_not_reached ();
}

static gboolean
has_c (const Run *run)
{
  return run->plan->language == IM_LANGUAGE_C;
}

/* Emits the code of an example in Python, where there is no C. */
static void
prepare_python (const ImExampleBatch *batch, Run *run)
{
  guint number = IM_REFERENCE_ALONE + (guint) (run - batch->runs);

  run->result->c.state = IM_COMPARE_NO_C;
  if (im_package_trust_check (run->program, run->library, &run->error) &&
      im_reference_build (&run->reference, run->plan, number, FALSE, run->library,
                          &batch->folder, run->arena, &run->error) &&
      im_host_write_frames (&batch->folder, number, &run->frames, 1, &run->error))
    run->is_ready = TRUE;
}

/* Elaborates an example and emits its code in both languages. */
static void
prepare (const ImExampleBatch *batch, Run *run)
{
  if (elaborate (run))
    run->frames = make_frames (run);
  if (run->frames == NULL)
    {
      g_set_error (&run->error, IM_RUN_ERROR, IM_RUN_ERROR_EMIT,
                   "there is no program of example %u of %s", run->result->number,
                   run->unit->id.text);
      return;
    }
  if (!has_c (run))
    {
      prepare_python (batch, run);
      return;
    }
  if (!im_host_add (batch->host, run->plan, run->library, IM_HOST_COMPARED,
                    run->diagnostics, &run->error))
    return;
  run->is_ready = TRUE;
  run->host_case = (gint) im_host_get_count (batch->host) - 1;
  im_reference_build (&run->reference, run->plan, (guint) run->host_case, FALSE,
                      run->library, &batch->folder, run->arena, &run->error);
}

ImExampleBatch *
im_example_batch_new (const ImExampleCase *examples,
                      guint n_examples,
                      ImUnitLibrary *library,
                      guint time_s,
                      GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (ImExampleBatch) batch = g_new0 (ImExampleBatch, 1);

  if (!im_work_folder_open (&batch->folder, NULL, error))
    return NULL;
  batch->limits = (ImProcessLimits){
    .folder = batch->folder.path,
    .time_s = time_s > 0 ? time_s : DEFAULT_TIME_S,
    .memory_bytes = MEMORY_BYTES,
    .file_bytes = FILE_BYTES,
    .cancellable = cancellable,
  };
  batch->host = im_host_new (&batch->folder, &batch->limits);
  batch->runs = g_new0 (Run, n_examples);
  batch->n_runs = n_examples;
  for (guint i = 0; i < n_examples; i++)
    {
      const ImUnit *unit = examples[i].unit;
      Run *run = &batch->runs[i];

      *run = (Run){
        .unit = unit,
        .example = &unit->examples[examples[i].number - 1],
        .library = library,
        .diagnostics = im_diagnostics_new (),
        .arena = im_arena_new (),
        .host_case = -1,
        .result = g_new0 (ImExampleReport, 1),
      };
      run->result->unit = unit;
      run->result->example = run->example;
      run->result->number = examples[i].number;
      prepare (batch, run);
    }

  return g_steal_pointer (&batch);
}

static gboolean
is_ready (const Run *run)
{
  return run->is_ready && run->error == NULL;
}

/* What has no C needs no compiler. */
static void
fail_c (ImExampleBatch *batch, const GError *error)
{
  for (guint i = 0; i < batch->n_runs; i++)
    if (is_ready (&batch->runs[i]) && has_c (&batch->runs[i]))
      batch->runs[i].error = g_error_copy (error);
}

static void
fail_ready (ImExampleBatch *batch, const GError *error)
{
  for (guint i = 0; i < batch->n_runs; i++)
    if (is_ready (&batch->runs[i]))
      batch->runs[i].error = g_error_copy (error);
}

static void
run_c (ImExampleBatch *batch)
{
  g_autofree ImHostRun *runs = g_new0 (ImHostRun, batch->n_runs);
  g_autofree Run **owners = g_new0 (Run *, batch->n_runs);
  g_autoptr (GError) error = NULL;
  guint n = 0;

  for (guint i = 0; i < batch->n_runs; i++)
    {
      Run *run = &batch->runs[i];

      if (!is_ready (run) || !has_c (run))
        continue;
      owners[n] = run;
      runs[n++] = (ImHostRun){ .number = (guint) run->host_case,
                               .runs = &run->frames,
                               .n_runs = 1 };
    }
  if (n > 0 && !im_host_run (batch->host, runs, n, &error))
    fail_c (batch, error);
  for (guint i = 0; i < n; i++)
    {
      if (runs[i].error != NULL && owners[i]->error == NULL)
        owners[i]->error = g_steal_pointer (&runs[i].error);
      else if (runs[i].trace != NULL)
        judge (owners[i], runs[i].trace, &owners[i]->result->c);
      im_host_run_clear (&runs[i]);
    }
}

static void
judge_python (const ImExampleBatch *batch, Run *run)
{
  const ImReferenceTask *whole = find_whole (&run->reference);
  ImExampleResult *result = &run->result->python;
  g_autoptr (GBytes) trace = NULL;

  if (whole->state != IM_COMPARE_EQUAL)
    {
      fail (result, whole->state, "%s",
            whole->message == NULL ? im_compare_state_get_name (whole->state)
                                   : whole->message);
      return;
    }
  trace = im_work_folder_read (&batch->folder, whole->trace);
  judge (run, trace, result);
}

static void
run_python (ImExampleBatch *batch)
{
  g_autofree ImReferenceRun *runs = g_new0 (ImReferenceRun, batch->n_runs);
  g_autoptr (GError) error = NULL;
  guint n = 0;

  for (guint i = 0; i < batch->n_runs; i++)
    if (is_ready (&batch->runs[i]))
      runs[n++] = (ImReferenceRun){ &batch->runs[i].reference, &batch->runs[i].frames,
                                    1 };
  if (n > 0 && !im_reference_run (runs, n, &batch->folder, &batch->limits, &error))
    fail_ready (batch, error);
  for (guint i = 0; i < batch->n_runs; i++)
    if (is_ready (&batch->runs[i]))
      judge_python (batch, &batch->runs[i]);
}

static void
compile (ImExampleBatch *batch)
{
  g_autoptr (GError) error = NULL;

  if (im_host_get_count (batch->host) > 0 && !im_host_compile (batch->host, &error))
    fail_c (batch, error);
  for (guint i = 0; i < batch->n_runs; i++)
    {
      Run *run = &batch->runs[i];

      if (is_ready (run) && has_c (run))
        run->error = im_host_dup_error (batch->host, (guint) run->host_case);
      if (run->error != NULL)
        im_host_keep_source (&batch->folder, &run->error);
    }
}

void
im_example_batch_run (ImExampleBatch *batch)
{
  compile (batch);
  run_c (batch);
  run_python (batch);
}

ImExampleReport *
im_example_batch_take (ImExampleBatch *batch,
                       guint number,
                       ImDiagnostics *diagnostics,
                       GError **error)
{
  Run *run = &batch->runs[number];

  g_return_val_if_fail (number < batch->n_runs, NULL);

  im_diagnostics_append (diagnostics, run->diagnostics);
  if (run->error == NULL)
    return g_steal_pointer (&run->result);

  g_propagate_error (error, g_steal_pointer (&run->error));
  return NULL;
}

static void
clear_run (Run *run)
{
  im_reference_clear (&run->reference);
  g_clear_pointer (&run->frames, im_frames_free);
  g_clear_pointer (&run->plan, im_plan_unref);
  g_clear_pointer (&run->program, im_program_unref);
  g_clear_pointer (&run->diagnostics, im_diagnostics_free);
  g_clear_pointer (&run->result, im_example_report_free);
  g_clear_error (&run->error);
  im_arena_free (run->arena);
}

void
im_example_batch_free (ImExampleBatch *batch)
{
  if (batch == NULL)
    return;

  for (guint i = 0; i < batch->n_runs; i++)
    clear_run (&batch->runs[i]);
  im_host_free (batch->host);
  im_work_folder_close (&batch->folder);
  g_free (batch->runs);
  g_free (batch);
}

gboolean
im_example_report_is_fine (const ImExampleReport *report)
{
  return (report->c.state == IM_COMPARE_EQUAL || report->c.state == IM_COMPARE_NO_C) &&
         report->python.state == IM_COMPARE_EQUAL;
}

void
im_example_report_free (ImExampleReport *report)
{
  if (report == NULL)
    return;

  g_free (report->c.message);
  g_free (report->python.message);
  g_free (report);
}
