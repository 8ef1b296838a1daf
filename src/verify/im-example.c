/* SPDX-License-Identifier: MIT */
#include "verify/im-example.h"

#include <math.h>
#include <string.h>

#include "base/im-text.h"
#include "tensor/im-array.h"
#include "unit/im-unit-evaluation.h"
#include "verify/im-compare-private.h"
#include "verify/im-host-run.h"
#include "verify/im-trace.h"
#include "verify/im-ulp.h"

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
  ImPlan *plan; /* of C */
  ImWorkFolder folder;
  ImProcessLimits limits;
  ImMagnitudes inputs; /* of all numbers that go in */
} Run;

static void
report (const Run *run,
        const ImXmlElement *element,
        const char *code,
        const char *message)
{
  im_diagnostics_add (run->diagnostics, IM_SEVERITY_ERROR, code,
                      im_unit_file_get_source (run->unit->file), element->name_span, "%s",
                      message);
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
    run->plan = im_plan_new (run->program, IM_LANGUAGE_C, run->diagnostics);

  return run->plan != NULL;
}

/* The type whose numbers are the stored integers of another one. */
static ImDType
get_stored_type (ImDType dtype)
{
  return dtype == IM_DTYPE_Q7    ? IM_DTYPE_INT8
         : dtype == IM_DTYPE_Q15 ? IM_DTYPE_INT16
         : dtype == IM_DTYPE_Q31 ? IM_DTYPE_INT32
         : dtype == IM_DTYPE_Q63 ? IM_DTYPE_INT64
                                 : dtype;
}

/* Stores numbers as elements. */
static ImArray *
store (const Run *run, ImDType dtype, const double *numbers, guint count)
{
  ImShape shape = { .rank = 1, .size = { (gint32) count } };
  ImArray *array = im_array_new (run->arena, get_stored_type (dtype), &shape, NULL);

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

/* What the outputs of a port were, one behind the other. A status that is no data is
 * usual; the reference tells of one of its own that stops it. */
static GByteArray *
collect (GBytes *trace, guint port)
{
  GByteArray *bytes = g_byte_array_new ();
  ImTraceReader reader;
  ImTraceRecord record;

  im_trace_reader_init (&reader, trace);
  while (im_trace_reader_next (&reader, &record))
    if (record.kind == IM_TRACE_OUTPUT && record.number == port)
      g_byte_array_append (bytes, record.data, record.size_bytes);

  return bytes;
}

static ImTolerance
get_tolerance (const Run *run, const ImUnitExampleTensor *expected, ImDType dtype)
{
  if (expected->tolerance < 0)
    return im_compare_get_whole_tolerance (run->plan, dtype);

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
  g_autoptr (GByteArray) found = collect (trace, (guint) port);
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
run_python (Run *run, ImFrames *frames, ImExampleResult *result, GError **error)
{
  g_auto (ImReference) reference = { 0 };
  g_autoptr (GBytes) trace = NULL;
  const ImReferenceTask *whole;

  if (!im_reference_build (&reference, run->plan, run->library, &run->folder, run->arena,
                           error) ||
      !im_reference_run (&reference, &run->folder, &frames, 1, &run->limits, error))
    return FALSE;

  whole = find_whole (&reference);
  if (whole->state != IM_COMPARE_EQUAL)
    {
      fail (result, whole->state, "%s",
            whole->message == NULL ? im_compare_state_get_name (whole->state)
                                   : whole->message);
      return TRUE;
    }
  trace = im_work_folder_read (&run->folder, whole->trace);
  judge (run, trace, result);

  return TRUE;
}

static gboolean
run_both (Run *run, ImExampleReport *result, GError **error)
{
  g_autoptr (ImFrames) frames = NULL;
  g_autoptr (GBytes) trace = NULL;

  if (elaborate (run))
    frames = make_frames (run);
  if (frames == NULL)
    {
      g_set_error (error, IM_COMPARE_ERROR, IM_COMPARE_ERROR_EMIT,
                   "there is no program of example %u of %s", result->number,
                   run->unit->id.text);
      return FALSE;
    }
  if (!im_host_build (run->plan, run->library, &run->folder, &run->limits,
                      run->diagnostics, error))
    {
      im_host_keep_source (&run->folder, error);
      return FALSE;
    }
  trace = im_host_run (&run->folder, &frames, 1, &run->limits, error);
  if (trace == NULL)
    return FALSE;
  judge (run, trace, &result->c);

  return run_python (run, frames, &result->python, error);
}

static void
clear_run (Run *run)
{
  im_work_folder_close (&run->folder);
  g_clear_pointer (&run->plan, im_plan_free);
  g_clear_pointer (&run->program, im_program_free);
  im_arena_free (run->arena);
}

ImExampleReport *
im_example_run (const ImUnit *unit,
                guint number,
                ImUnitLibrary *library,
                guint time_s,
                GCancellable *cancellable,
                ImDiagnostics *diagnostics,
                GError **error)
{
  g_autoptr (ImExampleReport) result = g_new0 (ImExampleReport, 1);
  gboolean has_run = FALSE;
  Run run = {
    .unit = unit,
    .example = &unit->examples[number - 1],
    .library = library,
    .diagnostics = diagnostics,
    .arena = im_arena_new (),
  };

  g_return_val_if_fail (number >= 1 && number <= unit->n_examples, NULL);
  result->unit = unit;
  result->example = run.example;
  result->number = number;
  if (im_work_folder_open (&run.folder, NULL, error))
    {
      run.limits = (ImProcessLimits){
        .folder = run.folder.path,
        .time_s = time_s > 0 ? time_s : DEFAULT_TIME_S,
        .memory_bytes = MEMORY_BYTES,
        .file_bytes = FILE_BYTES,
        .cancellable = cancellable,
      };
      has_run = run_both (&run, result, error);
    }
  clear_run (&run);

  return has_run ? g_steal_pointer (&result) : NULL;
}

gboolean
im_example_report_is_fine (const ImExampleReport *report)
{
  return report->c.state == IM_COMPARE_EQUAL && report->python.state == IM_COMPARE_EQUAL;
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
