/* SPDX-License-Identifier: MIT
 *
 * Begin, begin anew, end.
 */
#include "emit/im-emit-c-private.h"

static void
emit_clear (ImCEmitter *emitter, guint offset, guint64 bytes, ImCWriter *writer)
{
  guint from = offset + im_c_emitter_get_guard_bytes (emitter);

  if (bytes == emitter->plan->state_bytes && from == 0)
    im_c_writer_line (writer, "memset(%s_state.bytes, 0, sizeof %s_state.bytes);",
                      emitter->prefix, emitter->prefix);
  else
    im_c_writer_line (writer, "memset(%s_state.bytes + %u, 0, %" G_GUINT64_FORMAT ");",
                      emitter->prefix, from, bytes);
}

void
im_c_emit_init (ImCEmitter *emitter, ImCWriter *writer)
{
  ImCCalls calls = { emitter->plan->init, emitter->plan->n_init };

  im_c_open_function (emitter, "init", NULL, NULL,
                      im_c_emitter_any_has_status (emitter, calls), writer);
  if (emitter->plan->state_bytes > 0)
    emit_clear (emitter, 0, emitter->plan->state_bytes, writer);
  im_c_emit_calls (emitter, calls, "status", writer);
  im_c_close_function (emitter, writer);
}

/* Units that say how they start anew do so; the others get zeros and their Init again. */
static void
emit_partial_reset (ImCEmitter *emitter, ImCWriter *writer)
{
  const ImPlan *plan = emitter->plan;

  for (guint i = 0; i < plan->n_buffers; i++)
    if (plan->buffers[i].storage == IM_STORAGE_STATE && plan->buffers[i].size_bytes > 0 &&
        !im_plan_is_reset_by_unit (plan, i))
      emit_clear (emitter, plan->buffers[i].offset, plan->buffers[i].size_bytes, writer);
  for (guint i = 0; i < plan->n_init; i++)
    if (!im_plan_has_soft_reset (plan, plan->init[i].instance))
      im_c_emit_calls (emitter, (ImCCalls){ &plan->init[i], 1 }, "status", writer);
  im_c_emit_calls (emitter, (ImCCalls){ plan->soft_reset, plan->n_soft_reset }, "status",
                   writer);
}

void
im_c_emit_soft_reset (ImCEmitter *emitter, ImCWriter *writer)
{
  const ImPlan *plan = emitter->plan;
  ImCCalls resets = { plan->soft_reset, plan->n_soft_reset };
  gboolean has_status = im_c_emitter_any_has_status (emitter, resets);

  if (plan->n_soft_reset == 0)
    {
      im_c_writer_open (writer, "int %s_soft_reset(void)", emitter->prefix);
      im_c_writer_line (writer, "return %s_init();", emitter->prefix);
      im_c_writer_close (writer);
      im_c_writer_blank (writer);
      return;
    }

  for (guint i = 0; i < plan->n_init; i++)
    has_status = has_status || (!im_plan_has_soft_reset (plan, plan->init[i].instance) &&
                                im_c_emitter_has_status (emitter, &plan->init[i]));
  im_c_open_function (emitter, "soft_reset", NULL, NULL, has_status, writer);
  emit_partial_reset (emitter, writer);
  im_c_close_function (emitter, writer);
}

void
im_c_emit_finalize (ImCEmitter *emitter, ImCWriter *writer)
{
  ImCCalls calls = { emitter->plan->finalize, emitter->plan->n_finalize };

  im_c_writer_open (writer, "void %s_finalize(void)", emitter->prefix);
  im_c_emit_calls (emitter, calls, NULL, writer);
  im_c_writer_close (writer);
}
