/* SPDX-License-Identifier: MIT
 *
 * Traces of tests: behind each call the emitted code tells a macro, which whoever
 * includes the source has defined, what the call wrote and that it is done.
 */
#include "emit/im-emit-c-private.h"

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

void
im_c_emit_trace (ImCEmitter *emitter, const ImPlanCall *call, ImCWriter *writer)
{
  guint number = im_emit_get_call_number (emitter->plan, call);

  if (!emitter->traces)
    return;

  for (guint i = 0; i < call->n_arguments; i++)
    {
      const ImPlanArgument *argument = &call->arguments[i];

      if (argument->buffer >= 0 && argument->parameter != NULL &&
          argument->parameter->kind == IM_PARAMETER_OUTPUT)
        im_c_writer_line (writer, "%s_TRACE(%u, %d, %s, %u);", emitter->prefix, number,
                          argument->buffer, emitter->buffer_names[argument->buffer],
                          emitter->plan->buffers[argument->buffer].size_bytes);
    }
  im_c_writer_line (writer, "%s_TRACE(%u, -1, NULL, 0);", emitter->prefix, number);
}
