/* SPDX-License-Identifier: MIT
 *
 * Traces of tests: around each call the emitted code tells macros, which whoever includes
 * the source has defined, what the call may write, what it wrote and that it is done.
 */
#include "emit/im-c-literals.h"
#include "emit/im-emit-c-private.h"
#include "program/im-program-slice.h"

static gboolean
find_in (const ImPlanCall *calls, guint n_calls, const ImPlanCall *call, guint *number)
{
  if (call >= calls && call < calls + n_calls)
    {
      *number += (guint) (call - calls);
      return TRUE;
    }
  *number += n_calls;

  return FALSE;
}

guint
im_emit_get_call_number (const ImPlan *plan, const ImPlanCall *call)
{
  guint number = 0;

  if (find_in (plan->init, plan->n_init, call, &number))
    return number;
  for (guint i = 0; i < plan->n_domains; i++)
    if (find_in (plan->domains[i].calls, plan->domains[i].n_calls, call, &number))
      return number;
  if (!find_in (plan->soft_reset, plan->n_soft_reset, call, &number))
    find_in (plan->finalize, plan->n_finalize, call, &number);

  return number;
}

guint
im_c_get_guard_bytes (const ImCJob *job)
{
  return job->traces ? IM_EMIT_GUARD_BYTES : 0;
}

static gboolean
is_written (const ImCEmitter *emitter, const ImPlanArgument *argument)
{
  ImStorage storage;

  if (argument->buffer < 0)
    return FALSE;
  storage = emitter->job->plan->buffers[argument->buffer].storage;

  return storage != IM_STORAGE_INPUT && storage != IM_STORAGE_CONSTANT &&
         (argument->parameter == NULL || argument->parameter->kind != IM_PARAMETER_INPUT);
}

void
im_c_append_enter (ImCEmitter *emitter, const ImPlanCall *call, GString *out)
{
  g_autofree char *name = g_strdup_printf (
      "%s: %s", im_c_get_instance (emitter->job->plan, call)->path, call->function);

  g_string_append_printf (out, "%s_ENTER(", emitter->job->prefix);
  im_c_append_string (name, out);
  g_string_append (out, "), ");
}

static gboolean
is_watched (const ImPlan *plan, gint buffer)
{
  gint tensor = plan->buffers[buffer].tensor;

  return tensor < 0 || im_program_is_watched (plan->program, (guint) tensor);
}

void
im_c_emit_trace (ImCEmitter *emitter, const ImPlanCall *call, ImCWriter *writer)
{
  guint number = im_emit_get_call_number (emitter->job->plan, call);

  if (!emitter->job->traces)
    return;

  for (guint i = 0; i < call->n_arguments; i++)
    if (is_written (emitter, &call->arguments[i]))
      im_c_writer_line (
          writer, "%s_MAY_WRITE(%s, %u);", emitter->job->prefix,
          emitter->buffer_names[call->arguments[i].buffer],
          emitter->job->plan->buffers[call->arguments[i].buffer].size_bytes);
  for (guint i = 0; i < call->n_arguments; i++)
    {
      const ImPlanArgument *argument = &call->arguments[i];

      if (argument->buffer >= 0 && argument->parameter != NULL &&
          argument->parameter->kind == IM_PARAMETER_OUTPUT &&
          is_watched (emitter->job->plan, argument->buffer))
        im_c_writer_line (writer, "%s_TRACE(%u, %d, %s, %u);", emitter->job->prefix,
                          number, argument->buffer,
                          emitter->buffer_names[argument->buffer],
                          emitter->job->plan->buffers[argument->buffer].size_bytes);
    }
  im_c_writer_line (writer, "%s_TRACE(%u, -1, NULL, 0);", emitter->job->prefix, number);
}
