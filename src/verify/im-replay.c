/* SPDX-License-Identifier: MIT
 *
 * Writes the job of replay.py and runs it.
 */
#include <math.h>
#include <string.h>

#include "base/im-arena.h"
#include "base/im-json.h"
#include "emit/im-emit-c.h"
#include "emit/im-emit-names.h"
#include "emit/im-emit-python.h"
#include "run/im-flow-pipes.h"
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

static void
write_type (ImJson *json, ImDType dtype, const ImShape *shape)
{
  im_json_open_object (json);
  im_json_member_string (json, "type", im_dtype_get_info (dtype)->numpy_name);
  im_json_member_array (json, "shape");
  for (guint i = shape->rank; i > 0; i--)
    im_json_int (json, shape->size[i - 1]);
  im_json_close_array (json);
  im_json_close_object (json);
}

static void
write_buffers (ImJson *json, const ImPlan *plan)
{
  im_json_member_array (json, "buffers");
  for (guint i = 0; i < plan->n_buffers; i++)
    write_type (json, plan->buffers[i].dtype, &plan->buffers[i].shape);
  im_json_close_array (json);
}

static void
write_inputs (ImJson *json, const ImProgram *program)
{
  g_autoptr (GArray) inputs = im_host_list_inputs (program);

  im_json_member_array (json, "inputs");
  for (guint i = 0; i < inputs->len; i++)
    {
      const ImInput *input = &g_array_index (inputs, ImInput, i);

      write_type (json, input->type.dtype, &input->type.shape);
    }
  im_json_close_array (json);
}

/* The inputs of a source, by their numbers in the list above. */
static void
write_put (ImJson *json, const ImPlan *plan, guint source)
{
  g_autofree char *name = im_emit_dup_enqueue_name (plan, source);
  const ImProgram *program = plan->program;
  guint64 num, den;
  guint number = 0;

  im_json_open_object (json);
  im_json_member_string (json, "function", name);
  im_json_member_array (json, "inputs");
  for (gint is_time = FALSE; is_time <= TRUE; is_time++)
    for (guint i = 0; i < program->n_inputs; i++)
      {
        if (program->inputs[i].tensor < 0 ||
            (program->inputs[i].parameter->socket->is_time != FALSE) != is_time)
          continue;
        if (plan->source_of[i] == source)
          im_json_int (json, number);
        number++;
      }
  im_json_close_array (json);
  im_plan_get_pace (plan, source, &num, &den);
  im_json_member_int (json, "num", (gint64) num);
  im_json_member_int (json, "den", (gint64) den);
  im_json_close_object (json);
}

/* The outputs of a sink, which are those of the whole pipeline that it has. */
static void
write_get (ImJson *json, const ImReferenceTask *task, const ImPlan *plan, guint sink)
{
  g_autofree char *name = im_emit_dup_dequeue_name (plan, sink);

  im_json_open_object (json);
  im_json_member_string (json, "function", name);
  im_json_member_array (json, "outputs");
  for (guint i = 0; i < task->outputs->len; i++)
    {
      guint port = g_array_index (task->outputs, ImReferenceOutput, i).port;

      if (plan->sink_of[port] == (gint) plan->sinks[sink])
        im_json_int (json, port);
    }
  im_json_close_array (json);
  im_json_close_object (json);
}

static void
write_functions (ImJson *json, const ImReference *reference)
{
  const ImPlan *plan = reference->c_plan;
  const ImReferenceTask *whole = &g_array_index (reference->tasks, ImReferenceTask,
                                                 reference->tasks->len - 1);

  im_json_member_array (json, "puts");
  for (guint i = 0; i < plan->n_sources; i++)
    write_put (json, plan, i);
  im_json_close_array (json);
  im_json_member_array (json, "gets");
  for (guint i = 0; i < plan->n_sinks; i++)
    write_get (json, whole, plan, i);
  im_json_close_array (json);
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
write_layer_inputs (ImJson *json, const ImReferenceTask *task)
{
  im_json_member_array (json, "inputs");
  for (guint i = 0; i < task->inputs->len; i++)
    im_json_int (json, g_array_index (task->inputs, ImReferenceInput, i).buffer);
  im_json_close_array (json);
}

static void
write_outputs (ImJson *json, const ImReferenceTask *task, gboolean wants_buffers)
{
  im_json_member_array (json, "outputs");
  for (guint i = 0; i < task->outputs->len; i++)
    {
      const ImReferenceOutput *output = &g_array_index (task->outputs, ImReferenceOutput,
                                                        i);

      im_json_int (json, wants_buffers ? output->buffer : (gint) output->port);
    }
  im_json_close_array (json);
}

/* The name of a member that is a number. */
static void
open_numbered (ImJson *json, guint number)
{
  char name[16];

  g_snprintf (name, sizeof name, "%u", number);
  im_json_member_object (json, name);
}

static void
write_calls (ImJson *json, const ImReference *reference, const ImReferenceTask *task)
{
  const ImPlan *plan = reference->c_plan;

  im_json_member_object (json, "calls");
  for (guint i = 0; i < plan->n_domains; i++)
    for (guint j = 0; j < plan->domains[i].n_calls; j++)
      {
        const ImPlanCall *call = &plan->domains[i].calls[j];

        if ((gint) call->instance != task->instance)
          continue;
        open_numbered (json, im_emit_get_call_number (plan, call));
        im_json_member_string (json, "function", get_function (task, call->section));
        write_layer_inputs (json, task);
        write_outputs (json, task, TRUE);
        im_json_close_object (json);
      }
  im_json_close_object (json);
}

static void
write_limit (ImJson *json, const char *name, double limit)
{
  if (isfinite (limit))
    im_json_member_double (json, name, limit);
}

/* The buffers of C that hold what an instance reads. */
static void
write_instance_inputs (ImJson *json, const ImPlan *plan, const ImInstance *instance)
{
  im_json_member_array (json, "inputs");
  for (guint i = 0; i < instance->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &instance->unit->parameters[i];
      gint buffer = parameter->kind == IM_PARAMETER_INPUT
                        ? im_reference_find_buffer (plan,
                                                    instance->tensors[parameter->slot])
                        : -1;

      if (buffer >= 0)
        im_json_int (json, buffer);
    }
  im_json_close_array (json);
}

/* What layers compute: where C holds it, and how far Python may be from that. */
static void
write_tensors (ImJson *json, const ImReference *reference)
{
  const ImPlan *plan = reference->c_plan;
  const ImProgram *program = plan->program;

  im_json_member_object (json, "tensors");
  for (guint i = 0; i < program->n_tensors; i++)
    {
      const ImProgramTensor *tensor = &program->tensors[i];
      gint buffer = im_reference_find_buffer (plan, (gint) i);
      ImTolerance tolerance;

      if (tensor->producer < 0 || tensor->view_of >= 0 || buffer < 0)
        continue;
      tolerance = im_unit_tolerance_get (plan, reference->stdlib.program,
                                         &reference->usual, (guint) tensor->producer,
                                         buffer, tensor->type.dtype);
      open_numbered (json, i);
      im_json_member_int (json, "buffer", buffer);
      im_json_member_int (json, "steps", (gint64) tolerance.steps);
      write_limit (json, "relative", tolerance.relative);
      write_limit (json, "of_largest", tolerance.of_largest);
      write_limit (json, "of_inputs", tolerance.of_inputs);
      write_limit (json, "absolute", tolerance.absolute);
      write_limit (json, "input_limit", tolerance.input_limit);
      write_instance_inputs (json, plan, &program->instances[tensor->producer]);
      im_json_close_object (json);
    }
  im_json_close_object (json);
}

static void
write_task (ImJson *json, const ImReference *reference, const ImReferenceTask *task)
{
  im_json_open_object (json);
  im_json_member_string (json, "kind", task->instance < 0 ? "pipeline" : "layer");
  im_json_member_string (json, "module", task->module);
  im_json_member_string (json, "trace", task->trace);
  write_outputs (json, task, FALSE);
  if (task->instance >= 0)
    write_calls (json, reference, task);
  if (task->is_in_step)
    write_tensors (json, reference);
  im_json_close_object (json);
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
write_runs (ImJson *json, const ImReferenceRun *run)
{
  im_json_member_array (json, "runs");
  for (guint i = 0; i < run->n_runs; i++)
    {
      im_json_open_array (json);
      im_json_int (json, run->runs[i]->n_frames);
      im_json_int (json, run->runs[i]->reset_frame);
      im_json_close_array (json);
    }
  im_json_close_array (json);
}

static void
write_case (ImJson *json, const ImReferenceRun *run)
{
  const ImReference *reference = run->reference;
  g_autofree char *trace = g_strdup_printf (IM_HOST_TRACE, reference->number);
  g_autofree char *frames = g_strdup_printf (IM_HOST_FRAMES, reference->number);

  im_json_open_object (json);
  im_json_member_string (json, "trace", trace);
  im_json_member_string (json, "frames", frames);
  write_runs (json, run);
  write_buffers (json, reference->c_plan);
  write_inputs (json, reference->c_plan->program);
  write_functions (json, reference);
  im_json_member_array (json, "tasks");
  for (guint i = 0; i < reference->tasks->len; i++)
    if (can_run (get_task (run, i)))
      write_task (json, reference, get_task (run, i));
  im_json_close_array (json);
  im_json_close_object (json);
}

static gboolean
write_job (const ImReferenceRun *runs,
           guint n_runs,
           const ImWorkFolder *folder,
           GError **error)
{
  g_autoptr (GString) job = g_string_new (NULL);
  g_autoptr (GBytes) script = g_resource_lookup_data (im_verify_resources_get_resource (),
                                                      RESOURCE, 0, NULL);
  ImJson json = { .out = job, .has_lines = TRUE };
  gsize size;
  gconstpointer text = g_bytes_get_data (script, &size);

  im_json_open_object (&json);
  im_json_member_array (&json, "cases");
  for (guint i = 0; i < n_runs; i++)
    write_case (&json, &runs[i]);
  im_json_close_array (&json);
  im_json_close_object (&json);

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
  const ImReferenceRun run = { &reference, NULL, 0 };

  return python != NULL && check_module (plan, library, diagnostics, error) &&
         im_reference_build (&reference, plan, 0, FALSE, library, folder, arena, error) &&
         write_job (&run, 1, folder, error) &&
         im_flow_pipes_run (argv, folder, limits, "the Python of the pipeline", stream,
                            error);
}
