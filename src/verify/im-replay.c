/* SPDX-License-Identifier: MIT
 *
 * Writes the job of replay.py and runs it. All texts in the job are ours: numbers, names
 * of types and of files.
 */
#include <string.h>

#include "base/im-arena.h"
#include "emit/im-emit-c.h"
#include "verify/im-host-run.h"
#include "verify/im-reference.h"
#include "verify/im-resources.h"
#include "verify/im-toolchain.h"
#include "verify/im-trace.h"

#define SCRIPT   "replay.py"
#define JOB      "job.json"
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
append_task (const ImReference *reference, const ImReferenceTask *task, GString *out)
{
  g_string_append_printf (out, "\n  {\"kind\": \"%s\", \"module\": \"%s\", ",
                          task->instance < 0 ? "pipeline" : "layer", task->module);
  g_string_append_printf (out, "\"trace\": \"%s\", ", task->trace);
  append_outputs (task, FALSE, out);
  if (task->instance >= 0)
    append_calls (reference, task, out);
  g_string_append_c (out, '}');
}

static gboolean
can_run (const ImReferenceTask *task)
{
  return task->state == IM_COMPARE_EQUAL;
}

static GString *
make_job (const ImReference *reference, ImFrames *const *runs, guint n_runs)
{
  GString *out = g_string_new ("{\"trace\": \"" IM_HOST_TRACE
                               "\", \"frames\": \"" IM_HOST_FRAMES "\",\n\"runs\": [");

  for (guint i = 0; i < n_runs; i++)
    {
      append_separator (out);
      g_string_append_printf (out, "[%u, %u]", runs[i]->n_frames, runs[i]->reset_frame);
    }
  g_string_append (out, "],\n");
  append_buffers (reference->c_plan, out);
  append_inputs (reference->c_plan->program, out);
  g_string_append (out, "\"tasks\": [");
  for (guint i = 0; i < reference->tasks->len; i++)
    {
      const ImReferenceTask *task = &g_array_index (reference->tasks, ImReferenceTask, i);

      if (!can_run (task))
        continue;
      append_separator (out);
      append_task (reference, task, out);
    }
  g_string_append (out, "]}\n");

  return out;
}

static gboolean
write_job (const ImReference *reference,
           const ImWorkFolder *folder,
           ImFrames *const *runs,
           guint n_runs,
           GError **error)
{
  g_autoptr (GString) job = make_job (reference, runs, n_runs);
  g_autoptr (GBytes) script = g_resource_lookup_data (im_verify_resources_get_resource (),
                                                      RESOURCE, 0, NULL);
  gsize size;
  gconstpointer text = g_bytes_get_data (script, &size);

  return im_work_folder_write (folder, SCRIPT, text, size, error) &&
         im_work_folder_write (folder, JOB, job->str, job->len, error);
}

static void
stop_task (ImReference *reference, ImReferenceTask *task, const char *message)
{
  task->state = IM_COMPARE_NOT_RUN;
  task->message = im_arena_strdup (reference->arena, message);
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

/* The task that was running when the process ended, or NULL if all are complete. */
static ImReferenceTask *
find_unfinished (ImReference *reference, const ImWorkFolder *folder)
{
  for (guint i = 0; i < reference->tasks->len; i++)
    {
      ImReferenceTask *task = &g_array_index (reference->tasks, ImReferenceTask, i);
      g_autoptr (GBytes) trace = im_work_folder_read (folder, task->trace);

      if (can_run (task) && !im_trace_is_complete (trace))
        return task;
    }

  return NULL;
}

/* Tasks keep their numbers in the job also when one of them is stopped. */
static void
number_tasks (ImReference *reference)
{
  guint n = 0;

  for (guint i = 0; i < reference->tasks->len; i++)
    {
      ImReferenceTask *task = &g_array_index (reference->tasks, ImReferenceTask, i);

      task->number = n;
      n += can_run (task);
    }
}

static void
stop_all (ImReference *reference, const char *message)
{
  for (guint i = 0; i < reference->tasks->len; i++)
    {
      ImReferenceTask *task = &g_array_index (reference->tasks, ImReferenceTask, i);

      if (can_run (task))
        stop_task (reference, task, message);
    }
}

gboolean
im_reference_run (ImReference *reference,
                  const ImWorkFolder *folder,
                  ImFrames *const *runs,
                  guint n_runs,
                  const ImProcessLimits *limits,
                  GError **error)
{
  g_autoptr (GError) problem = NULL;
  const char *python = im_toolchain_find_python (&problem);
  ImReferenceTask *task;

  if (python == NULL)
    {
      stop_all (reference, problem->message);
      return TRUE;
    }
  if (!write_job (reference, folder, runs, n_runs, error))
    return FALSE;

  number_tasks (reference);
  while ((task = find_unfinished (reference, folder)) != NULL)
    {
      g_autofree char *number = g_strdup_printf ("%u", task->number);
      const char *argv[] = { python, "-I", "-B", SCRIPT, JOB, number, NULL };
      g_auto (ImProcessResult) result = { 0 };

      if (!im_process_run (argv, limits, &result, error))
        return FALSE;

      task = find_unfinished (reference, folder);
      if (task == NULL)
        break;
      g_autofree char *death = dup_death (&result, limits);
      stop_task (reference, task, death);
    }

  return TRUE;
}
