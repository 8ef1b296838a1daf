/* SPDX-License-Identifier: MIT
 *
 * Each layer is planned as a program of its own, so that a layer without Python leaves
 * the others alone.
 */
#include "verify/im-reference.h"

#include <string.h>

#include "base/im-arena.h"
#include "emit/im-emit-python.h"
#include "verify/im-layer.h"

static gint
find_root (const ImProgram *program, gint tensor)
{
  while (tensor >= 0 && program->tensors[tensor].view_of >= 0)
    tensor = program->tensors[tensor].view_of;

  return tensor;
}

gint
im_reference_find_buffer (const ImPlan *plan, gint tensor)
{
  gint root = find_root (plan->program, tensor);

  for (guint i = 0; root >= 0 && i < plan->n_buffers; i++)
    if (plan->buffers[i].tensor == root &&
        plan->buffers[i].storage != IM_STORAGE_CONSTANT)
      return (gint) i;

  return -1;
}

static gboolean
has_output (const ImPlan *plan, guint port)
{
  for (guint i = 0; i < plan->n_buffers; i++)
    if (plan->buffers[i].storage == IM_STORAGE_OUTPUT && plan->buffers[i].port == port)
      return TRUE;

  return FALSE;
}

/* Whether a task gives an output; C says it of one without Python. */
static gboolean
is_given (const ImReference *reference, const ImReferenceTask *task, guint port)
{
  const ImPlan *plan = task->plan == NULL && task->instance < 0 ? reference->c_plan
                                                                : task->plan;

  return plan == NULL ? task->program->outputs[port].tensor >= 0
                      : has_output (plan, port);
}

static void
list_outputs (const ImReference *reference, ImReferenceTask *task)
{
  const ImProgram *program = task->program;

  for (gint is_time = FALSE; is_time <= TRUE; is_time++)
    for (guint i = 0; i < program->n_outputs; i++)
      {
        ImReferenceOutput output = { i, -1 };

        if ((program->outputs[i].parameter->socket->is_time != FALSE) != is_time ||
            !is_given (reference, task, i))
          continue;
        if (task->instance >= 0)
          output.buffer = im_reference_find_buffer (reference->c_plan,
                                                    program->outputs[i].tensor);
        g_array_append_val (task->outputs, output);
      }
}

static void
list_inputs (const ImReference *reference, ImReferenceTask *task)
{
  const ImProgram *program = task->program;

  for (gint is_time = FALSE; is_time <= TRUE; is_time++)
    for (guint i = 0; i < program->n_inputs; i++)
      {
        gint tensor = program->inputs[i].tensor;
        ImReferenceInput input;

        if (tensor < 0 ||
            (program->inputs[i].parameter->socket->is_time != FALSE) != is_time)
          continue;
        input.port = i;
        input.buffer = im_reference_find_buffer (reference->c_plan, tensor);
        input.dtype = program->tensors[tensor].type.dtype;
        g_array_append_val (task->inputs, input);
      }
}

/* Whether a call of the layer, or any call, uses memory that lives from frame to frame.
 */
static gboolean
uses_state (const ImPlan *plan, gint instance)
{
  for (guint i = 0; i < plan->n_domains; i++)
    for (guint j = 0; j < plan->domains[i].n_calls; j++)
      {
        const ImPlanCall *call = &plan->domains[i].calls[j];

        for (guint k = 0; k < call->n_arguments; k++)
          if ((instance < 0 || (gint) call->instance == instance) &&
              call->arguments[k].buffer >= 0 &&
              plan->buffers[call->arguments[k].buffer].storage == IM_STORAGE_STATE)
            return TRUE;
      }

  return FALSE;
}

/* One without Python, or whose file does not exist, says what C does alone. */
static gboolean
lacks_twin (const ImReference *reference, const ImDiagnostic *problem)
{
  return reference->c_plan->language == IM_LANGUAGE_C &&
         (strcmp (problem->code, "no-implementation") == 0 ||
          strcmp (problem->code, "unknown-file") == 0);
}

static void
refuse (const ImReference *reference,
        ImReferenceTask *task,
        const ImDiagnostics *problems)
{
  task->state = IM_COMPARE_NOT_RUN;
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);

      if (problem->severity != IM_SEVERITY_ERROR)
        continue;
      if (lacks_twin (reference, problem))
        task->state = IM_COMPARE_NO_TWIN;
      task->message = im_arena_strdup (reference->arena, problem->message);
      return;
    }
}

static gboolean
write_traced_module (const ImReferenceTask *task,
                     ImUnitLibrary *library,
                     const ImWorkFolder *folder,
                     GError **error)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GString) text = g_string_new (NULL);

  im_emit_python_traced (task->plan, library, text, problems);

  return im_work_folder_write (folder, task->traced_module, text->str, text->len, error);
}

static gboolean
build_task (const ImReference *reference,
            ImReferenceTask *task,
            ImUnitLibrary *library,
            const ImWorkFolder *folder,
            GError **error)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GString) text = g_string_new (NULL);

  task->plan = im_plan_new (task->program, IM_LANGUAGE_PYTHON, problems);
  if (task->plan == NULL || !im_emit_python (task->plan, library, text, problems))
    {
      refuse (reference, task, problems);
      list_outputs (reference, task);
      return TRUE;
    }
  list_outputs (reference, task);

  return im_work_folder_write (folder, task->module, text->str, text->len, error) &&
         (task->traced_module == NULL ||
          write_traced_module (task, library, folder, error));
}

/* Whether C calls a layer while frames come; views call nothing. */
static gboolean
is_called (const ImPlan *plan, guint instance)
{
  for (guint i = 0; i < plan->n_domains; i++)
    for (guint j = 0; j < plan->domains[i].n_calls; j++)
      if (plan->domains[i].calls[j].instance == instance)
        return TRUE;

  return FALSE;
}

static void
add_task (ImReference *reference, gint instance)
{
  ImArena *arena = reference->arena;
  ImReferenceTask task = {
    .instance = instance,
    .has_state = uses_state (reference->c_plan, instance),
    .inputs = g_array_new (FALSE, FALSE, sizeof (ImReferenceInput)),
    .outputs = g_array_new (FALSE, FALSE, sizeof (ImReferenceOutput)),
  };

  if (instance < 0)
    {
      task.program = reference->stdlib.program;
      task.module = im_arena_printf (arena, "case_%u.py", reference->number);
      /* One layer is the whole. */
      if (reference->tasks->len > 1)
        task.traced_module = im_arena_printf (arena, "case_%u_step.py",
                                              reference->number);
      task.trace = im_arena_printf (arena, IM_REFERENCE_TRACE, reference->number);
    }
  else
    {
      task.program = im_layer_program_new (reference->stdlib.program, (guint) instance,
                                           arena);
      task.module = im_arena_printf (arena, "case_%u_layer_%d.py", reference->number,
                                     instance);
      task.trace = im_arena_printf (arena, "case_%u_layer_%d.trace", reference->number,
                                    instance);
    }
  list_inputs (reference, &task);
  g_array_append_val (reference->tasks, task);
}

gboolean
im_reference_build (ImReference *reference,
                    const ImPlan *c_plan,
                    guint number,
                    gboolean with_layers,
                    ImUnitLibrary *library,
                    const ImWorkFolder *folder,
                    ImArena *arena,
                    GError **error)
{
  *reference = (ImReference){
    .c_plan = c_plan,
    .number = number,
    .arena = arena,
    .tasks = g_array_new (FALSE, FALSE, sizeof (ImReferenceTask)),
  };
  im_stdlib_init (&reference->stdlib, c_plan->program, library, arena);
  for (guint i = 0; with_layers && i < c_plan->program->n_instances; i++)
    if (is_called (c_plan, i))
      add_task (reference, (gint) i);
  add_task (reference, -1);
  for (guint i = 0; i < reference->tasks->len; i++)
    if (!build_task (reference, &g_array_index (reference->tasks, ImReferenceTask, i),
                     library, folder, error))
      return FALSE;

  return TRUE;
}

gboolean
im_reference_init_in_step (ImReference *step, const ImReference *reference)
{
  ImReferenceTask task = g_array_index (reference->tasks, ImReferenceTask,
                                        reference->tasks->len - 1);

  if (task.state != IM_COMPARE_EQUAL || task.traced_module == NULL)
    return FALSE;

  *step = (ImReference){
    .c_plan = reference->c_plan,
    .number = reference->number,
    .arena = reference->arena,
    .tasks = g_array_new (FALSE, FALSE, sizeof (ImReferenceTask)),
    .stdlib = { .program = reference->stdlib.program },
    .usual = reference->usual,
  };
  task.plan = NULL;
  task.module = task.traced_module;
  task.is_in_step = TRUE;
  task.trace = im_arena_printf (reference->arena, "case_%u_step.trace",
                                reference->number);
  task.inputs = g_array_ref (task.inputs);
  task.outputs = g_array_ref (task.outputs);
  g_array_append_val (step->tasks, task);

  return TRUE;
}

void
im_reference_clear (ImReference *reference)
{
  for (guint i = 0; reference->tasks != NULL && i < reference->tasks->len; i++)
    {
      ImReferenceTask *task = &g_array_index (reference->tasks, ImReferenceTask, i);

      im_plan_unref (task->plan);
      g_array_unref (task->inputs);
      g_array_unref (task->outputs);
    }
  g_clear_pointer (&reference->tasks, g_array_unref);
  im_stdlib_clear (&reference->stdlib);
}
