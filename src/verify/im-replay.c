/* SPDX-License-Identifier: MIT
 *
 * Writes the job of replay.py and runs it. All texts in the job are ours: numbers, names
 * of types and of files.
 */
#include <math.h>
#include <string.h>

#include "base/im-arena.h"
#include "emit/im-emit-c.h"
#include "emit/im-emit-names.h"
#include "emit/im-emit-python.h"
#include "run/im-host-stream.h"
#include "run/im-host.h"
#include "run/im-package-trust.h"
#include "run/im-toolchain.h"
#include "run/im-trace.h"
#include "verify/im-reference.h"
#include "verify/im-resources.h"
#include "verify/im-unit-tolerance.h"

#define SCRIPT   "replay.py"
#define JOB      "job.json"
#define STREAM   "stream" /* in the place of a task: frames come from a pipe */
#define RESOURCE "/org/imaginet/Studio/verify/replay.py"

/* Fixed-point types are their stored integers. */
static const char *
get_type (ImDType dtype)
{
  switch (dtype)
    {
    case IM_DTYPE_Q7:
    case IM_DTYPE_D8:
      return "int8";
    case IM_DTYPE_Q15:
    case IM_DTYPE_D16:
      return "int16";
    case IM_DTYPE_Q31:
    case IM_DTYPE_D32:
      return "int32";
    case IM_DTYPE_Q63:
      return "int64";
    case IM_DTYPE_FLOAT16:
    case IM_DTYPE_FLOAT32:
    case IM_DTYPE_FLOAT64:
    case IM_DTYPE_INT8:
    case IM_DTYPE_INT16:
    case IM_DTYPE_INT32:
    case IM_DTYPE_INT64:
    case IM_DTYPE_UINT8:
    case IM_DTYPE_UINT16:
    case IM_DTYPE_UINT32:
    case IM_DTYPE_UINT64:
    case IM_N_DTYPES:
      break;
    }

  return im_dtype_get_info (dtype)->name;
}

static void
append_tensor (GString *out, ImDType dtype, const ImShape *shape)
{
  g_string_append_printf (out, "{\"type\": \"%s\", \"shape\": [", get_type (dtype));
  for (guint i = shape->rank; i > 0; i--)
    g_string_append_printf (out, "%d%s", shape->size[i - 1], i > 1 ? ", " : "");
  g_string_append (out, "]}");
}

static void
append_separator (GString *out)
{
  if (out->str[out->len - 1] != '[' && out->str[out->len - 1] != '{')
    g_string_append (out, ", ");
}

static void
append_buffers (const ImPlan *plan, GString *out)
{
  g_string_append (out, "\"buffers\": [");
  for (guint i = 0; i < plan->n_buffers; i++)
    {
      append_separator (out);
      append_tensor (out, plan->buffers[i].dtype, &plan->buffers[i].shape);
    }
  g_string_append (out, "],\n");
}

static void
append_inputs (const ImProgram *program, GString *out)
{
  g_autoptr (GArray) inputs = im_host_list_inputs (program);

  g_string_append (out, "\"inputs\": [");
  for (guint i = 0; i < inputs->len; i++)
    {
      const ImInput *input = &g_array_index (inputs, ImInput, i);

      append_separator (out);
      append_tensor (out, input->type.dtype, &input->type.shape);
    }
  g_string_append (out, "],\n");
}

/* The inputs of a source, by their numbers in the list above. */
static void
append_put (const ImPlan *plan, guint source, GString *out)
{
  g_autofree char *name = im_emit_dup_enqueue_name (plan, source);
  const ImProgram *program = plan->program;
  guint64 num, den;
  guint number = 0;

  append_separator (out);
  g_string_append_printf (out, "{\"function\": \"%s\", \"inputs\": [", name);
  for (gint is_time = FALSE; is_time <= TRUE; is_time++)
    for (guint i = 0; i < program->n_inputs; i++)
      {
        if (program->inputs[i].tensor < 0 ||
            (program->inputs[i].parameter->is_time != FALSE) != is_time)
          continue;
        if (plan->source_of[i] == source)
          {
            append_separator (out);
            g_string_append_printf (out, "%u", number);
          }
        number++;
      }
  im_plan_get_pace (plan, source, &num, &den);
  g_string_append_printf (
      out, "], \"num\": %" G_GUINT64_FORMAT ", \"den\": %" G_GUINT64_FORMAT "}", num,
      den);
}

/* The outputs of a sink, which are those of the whole pipeline that it has. */
static void
append_get (const ImReferenceTask *task, const ImPlan *plan, guint sink, GString *out)
{
  g_autofree char *name = im_emit_dup_dequeue_name (plan, sink);

  append_separator (out);
  g_string_append_printf (out, "{\"function\": \"%s\", \"outputs\": [", name);
  for (guint i = 0; i < task->outputs->len; i++)
    {
      guint port = g_array_index (task->outputs, ImReferenceOutput, i).port;

      if (plan->sink_of[port] != (gint) plan->sinks[sink])
        continue;
      append_separator (out);
      g_string_append_printf (out, "%u", port);
    }
  g_string_append (out, "]}");
}

static void
append_functions (const ImReference *reference, GString *out)
{
  const ImPlan *plan = reference->c_plan;
  const ImReferenceTask *whole = &g_array_index (reference->tasks, ImReferenceTask,
                                                 reference->tasks->len - 1);

  g_string_append (out, "\"puts\": [");
  for (guint i = 0; i < plan->n_sources; i++)
    append_put (plan, i, out);
  g_string_append (out, "],\n\"gets\": [");
  for (guint i = 0; i < plan->n_sinks; i++)
    append_get (whole, plan, i, out);
  g_string_append (out, "],\n");
}

static const char *
get_function (const ImReferenceTask *task, ImSectionKind section)
{
  return section == IM_SECTION_ENQUEUE            ? "enqueue"
         : section == IM_SECTION_DEQUEUE          ? "dequeue"
         : im_unit_is_queue (task->program->unit) ? "enqueue"
                                                  : "compute";
}

/* The buffers of C that hold what the layer reads. */
static void
append_layer_inputs (const ImReferenceTask *task, GString *out)
{
  g_string_append (out, "\"inputs\": [");
  for (guint i = 0; i < task->inputs->len; i++)
    {
      append_separator (out);
      g_string_append_printf (out, "%d",
                              g_array_index (task->inputs, ImReferenceInput, i).buffer);
    }
  g_string_append_c (out, ']');
}

static void
append_outputs (const ImReferenceTask *task, gboolean wants_buffers, GString *out)
{
  g_string_append (out, "\"outputs\": [");
  for (guint i = 0; i < task->outputs->len; i++)
    {
      const ImReferenceOutput *output = &g_array_index (task->outputs, ImReferenceOutput,
                                                        i);

      append_separator (out);
      g_string_append_printf (out, "%d",
                              wants_buffers ? output->buffer : (gint) output->port);
    }
  g_string_append_c (out, ']');
}

static void
append_calls (const ImReference *reference, const ImReferenceTask *task, GString *out)
{
  const ImPlan *plan = reference->c_plan;

  g_string_append (out, ", \"calls\": {");
  for (guint i = 0; i < plan->n_domains; i++)
    for (guint j = 0; j < plan->domains[i].n_calls; j++)
      {
        const ImPlanCall *call = &plan->domains[i].calls[j];

        if ((gint) call->instance != task->instance)
          continue;
        append_separator (out);
        g_string_append_printf (out, "\"%u\": {\"function\": \"%s\", ",
                                im_emit_get_call_number (plan, call),
                                get_function (task, call->section));
        append_layer_inputs (task, out);
        g_string_append (out, ", ");
        append_outputs (task, TRUE, out);
        g_string_append_c (out, '}');
      }
  g_string_append_c (out, '}');
}

static void
append_number (GString *out, const char *name, double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (isfinite (number))
    g_string_append_printf (out, "\"%s\": %s, ", name,
                            g_ascii_dtostr (text, sizeof text, number));
}

/* The buffers of C that hold what an instance reads. */
static void
append_instance_inputs (const ImPlan *plan, const ImInstance *instance, GString *out)
{
  g_string_append (out, "\"inputs\": [");
  for (guint i = 0; i < instance->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &instance->unit->parameters[i];
      gint buffer = parameter->kind == IM_PARAMETER_INPUT
                        ? im_reference_find_buffer (plan,
                                                    instance->tensors[parameter->slot])
                        : -1;

      if (buffer < 0)
        continue;
      append_separator (out);
      g_string_append_printf (out, "%d", buffer);
    }
  g_string_append_c (out, ']');
}

/* What layers compute: where C holds it, and how far Python may be from that. */
static void
append_tensors (const ImReference *reference, GString *out)
{
  const ImPlan *plan = reference->c_plan;
  const ImProgram *program = plan->program;

  g_string_append (out, ", \"tensors\": {");
  for (guint i = 0; i < program->n_tensors; i++)
    {
      const ImProgramTensor *tensor = &program->tensors[i];
      gint buffer = im_reference_find_buffer (plan, (gint) i);
      ImTolerance tolerance;

      if (tensor->producer < 0 || tensor->view_of >= 0 || buffer < 0)
        continue;
      tolerance = im_unit_tolerance_get (plan, reference->stdlib.program,
                                         (guint) tensor->producer, buffer,
                                         tensor->type.dtype);
      append_separator (out);
      g_string_append_printf (
          out, "\"%u\": {\"buffer\": %d, \"steps\": %" G_GUINT64_FORMAT ", ", i, buffer,
          tolerance.steps);
      append_number (out, "relative", tolerance.relative);
      append_number (out, "of_largest", tolerance.of_largest);
      append_number (out, "of_inputs", tolerance.of_inputs);
      append_number (out, "absolute", tolerance.absolute);
      append_number (out, "input_limit", tolerance.input_limit);
      append_instance_inputs (plan, &program->instances[tensor->producer], out);
      g_string_append_c (out, '}');
    }
  g_string_append_c (out, '}');
}

static void
append_task (const ImReference *reference, const ImReferenceTask *task, GString *out)
{
  g_string_append_printf (out, "\n  {\"kind\": \"%s\", \"module\": \"%s\", ",
                          task->instance < 0 ? "pipeline" : "layer", task->module);
  g_string_append_printf (out, "\"trace\": \"%s\", ", task->trace);
  append_outputs (task, FALSE, out);
  if (task->instance >= 0)
    append_calls (reference, task, out);
  if (task->is_in_step)
    append_tensors (reference, out);
  g_string_append_c (out, '}');
}

static gboolean
can_run (const ImReferenceTask *task)
{
  return task->state == IM_COMPARE_EQUAL;
}

static ImReferenceTask *
get_task (const ImReferenceRun *run, guint number)
{
  return &g_array_index (run->reference->tasks, ImReferenceTask, number);
}

static void
append_runs (const ImReferenceRun *run, GString *out)
{
  g_string_append (out, "\"runs\": [");
  for (guint i = 0; i < run->n_runs; i++)
    {
      append_separator (out);
      g_string_append_printf (out, "[%u, %u]", run->runs[i]->n_frames,
                              run->runs[i]->reset_frame);
    }
  g_string_append (out, "],\n");
}

static void
append_case (const ImReferenceRun *run, GString *out)
{
  const ImReference *reference = run->reference;

  append_separator (out);
  g_string_append_printf (
      out, "\n{\"trace\": \"" IM_HOST_TRACE "\", \"frames\": \"" IM_HOST_FRAMES "\",\n",
      reference->number, reference->number);
  append_runs (run, out);
  append_buffers (reference->c_plan, out);
  append_inputs (reference->c_plan->program, out);
  append_functions (reference, out);
  g_string_append (out, "\"tasks\": [");
  for (guint i = 0; i < reference->tasks->len; i++)
    if (can_run (get_task (run, i)))
      {
        append_separator (out);
        append_task (reference, get_task (run, i), out);
      }
  g_string_append (out, "]}");
}

static gboolean
write_job (const ImReferenceRun *runs,
           guint n_runs,
           const ImWorkFolder *folder,
           GError **error)
{
  g_autoptr (GString) job = g_string_new ("{\"cases\": [");
  g_autoptr (GBytes) script = g_resource_lookup_data (im_verify_resources_get_resource (),
                                                      RESOURCE, 0, NULL);
  gsize size;
  gconstpointer text = g_bytes_get_data (script, &size);

  for (guint i = 0; i < n_runs; i++)
    append_case (&runs[i], job);
  g_string_append (job, "]}\n");

  return im_work_folder_write (folder, SCRIPT, text, size, error) &&
         im_work_folder_write (folder, JOB, job->str, job->len, error);
}

static void
stop_task (const ImReferenceRun *run, ImReferenceTask *task, const char *message)
{
  task->state = IM_COMPARE_NOT_RUN;
  task->message = im_arena_strdup (run->reference->arena, message);
}

/* What the process said last is most likely about its end. */
static char *
dup_death (const ImProcessResult *result, const ImProcessLimits *limits)
{
  g_autofree char *failure = im_process_result_dup_failure (result, limits);
  const char *last = strrchr (result->output, '\n');

  return g_strdup_printf (
      "Python %s%s%s", failure == NULL ? "ended before it was done" : failure,
      *result->output == '\0' ? "" : ": ", last == NULL ? result->output : last + 1);
}

static gboolean
is_done (const ImWorkFolder *folder, const ImReferenceTask *task)
{
  g_autoptr (GBytes) trace = im_work_folder_read (folder, task->trace);

  return im_trace_is_complete (trace);
}

/* The place of a task in the job, where tasks that cannot run are left out. */
typedef struct
{
  const ImReferenceRun *run;
  ImReferenceTask *task;
} Place;

static GArray *
list_places (const ImReferenceRun *runs, guint n_runs, const ImWorkFolder *folder)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (Place));

  for (guint i = 0; i < n_runs; i++)
    for (guint j = 0; j < runs[i].reference->tasks->len; j++)
      {
        Place place = { &runs[i], get_task (&runs[i], j) };

        if (!can_run (place.task))
          continue;
        im_work_folder_remove (folder, place.task->trace);
        g_array_append_val (places, place);
      }

  return places;
}

/* Stops the tasks from @first to before @end. */
static void
stop_places (const GArray *places, guint first, guint end, const char *message)
{
  for (guint i = first; i < end; i++)
    {
      const Place *place = &g_array_index (places, Place, i);

      stop_task (place->run, place->task, message);
    }
}

/* How many cases the tasks from @first on belong to. */
static guint64
count_cases (const GArray *places, guint first)
{
  const Place *last = &g_array_index (places, Place, places->len - 1);

  return (guint64) (last->run - g_array_index (places, Place, first).run) + 1;
}

/* Runs tasks from @first on. Sets it to the one behind the last that was dealt with. What
 * a task may not do is noticed only now and then, so that it is not known which of those
 * that the process has done did it: none of them counts. */
static gboolean
run_from (const char *python,
          const GArray *places,
          guint *first,
          const ImWorkFolder *folder,
          const ImProcessLimits *limits,
          GError **error)
{
  g_autofree char *start = g_strdup_printf ("%u", *first);
  g_autofree char *seconds = g_strdup_printf ("%u", limits->time_s);
  const char *argv[] = { python, "-I", "-B", SCRIPT, JOB, start, seconds, NULL };
  g_auto (ImProcessResult) result = { 0 };
  ImProcessLimits all = *limits;
  guint i = *first, end;

  all.time_s = limits->time_s * (places->len - *first);
  all.folder_bytes = limits->file_bytes *
                     MIN (count_cases (places, i), IM_HOST_MAX_FULL_CASES);
  if (!im_process_run (argv, &all, &result, error))
    return FALSE;

  while (i < places->len && is_done (folder, g_array_index (places, Place, i).task))
    i++;
  end = MIN (i + 1, places->len);
  if (i < end || result.offence != NULL)
    {
      g_autofree char *death = dup_death (&result, limits);

      stop_places (places, result.offence != NULL ? *first : i, end, death);
    }
  *first = end;

  return TRUE;
}

gboolean
im_reference_run (const ImReferenceRun *runs,
                  guint n_runs,
                  const ImWorkFolder *folder,
                  const ImProcessLimits *limits,
                  GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autoptr (GArray) places = list_places (runs, n_runs, folder);
  const char *python = im_toolchain_find_python (&problem);
  guint next = 0;

  if (python == NULL)
    {
      stop_places (places, 0, places->len, problem->message);
      return TRUE;
    }
  if (!write_job (runs, n_runs, folder, error))
    return FALSE;
  while (next < places->len)
    if (!run_from (python, places, &next, folder, limits, error))
      return FALSE;

  return TRUE;
}

/* Whether there is a module of the plan; what is wrong with it is told. */
static gboolean
check_module (const ImPlan *plan,
              ImUnitLibrary *library,
              ImDiagnostics *diagnostics,
              GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (!im_package_trust_check (plan->program, library, error))
    return FALSE;
  if (im_emit_python (plan, library, text, diagnostics))
    return TRUE;

  g_set_error (error, IM_RUN_ERROR, IM_RUN_ERROR_EMIT, "there is no Python of %s",
               plan->program->unit->id.text);
  return FALSE;
}

gboolean
im_reference_stream (const ImPlan *plan,
                     ImUnitLibrary *library,
                     const ImWorkFolder *folder,
                     const ImProcessLimits *limits,
                     const ImHostStream *stream,
                     ImDiagnostics *diagnostics,
                     GError **error)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_auto (ImReference) reference = { 0 };
  const char *python = im_toolchain_find_python (error);
  const char *argv[] = { python, "-I", "-B", SCRIPT, JOB, STREAM, NULL };
  const ImStreamProgram program = { argv, folder, limits, "the Python of the pipeline" };
  const ImReferenceRun run = { &reference, NULL, 0 };

  return python != NULL && check_module (plan, library, diagnostics, error) &&
         im_reference_build (&reference, plan, 0, FALSE, library, folder, arena, error) &&
         write_job (&run, 1, folder, error) &&
         im_stream_program_run (&program, stream, error);
}
