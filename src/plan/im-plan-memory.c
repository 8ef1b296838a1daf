/* SPDX-License-Identifier: MIT
 *
 * Buffers of the arena are packed by their lifetimes; states follow one another in the
 * order of their first use.
 */
#include "plan/im-packing.h"
#include "plan/im-plan-builder.h"

static ImPlanBuffer *
get_buffer (ImPlanBuilder *builder, guint number)
{
  return &g_array_index (builder->buffers, ImPlanBuffer, number);
}

/* The buffer of the input whose memory a tensor may take over, or -1. */
static gint
find_in_place (ImPlanBuilder *builder, const ImPlanBuffer *buffer)
{
  const ImProgramTensor *tensor;
  const ImParameter *input;

  if (buffer->tensor < 0)
    return -1;
  tensor = &builder->program->tensors[buffer->tensor];
  if (tensor->producer < 0 || tensor->parameter->socket->in_place_of == NULL)
    return -1;

  const ImInstance *instance = &builder->program->instances[tensor->producer];
  if (instance->formula != NULL &&
      !im_unit_formula_is_in_place (instance->formula, tensor->parameter->name.text))
    return -1;
  input = im_unit_find_parameter (instance->unit, tensor->parameter->socket->in_place_of);
  gint source = input == NULL ? -1 : instance->tensors[input->slot];
  if (source < 0)
    return -1;

  return builder->buffer_of_tensor[im_plan_builder_find_root (builder, source)];
}

static void
fail (ImPlanBuilder *builder, const char *message)
{
  im_diagnostics_add (builder->diagnostics, IM_SEVERITY_ERROR, "memory",
                      im_unit_file_get_source (builder->program->unit->file),
                      builder->program->unit->id.raw, "%s", message);
  im_diagnostics_set_subject (builder->diagnostics, (ImSubject){ .detail = message });
  builder->failed = TRUE;
}

static void
pack_arena (ImPlanBuilder *builder)
{
  guint n = builder->buffers->len;
  g_autofree ImPackingBuffer *packed = g_new0 (ImPackingBuffer, MAX (n, 1));
  g_autofree gint *packed_of = g_new (gint, MAX (n, 1));
  g_autoptr (GError) error = NULL;
  ImPackingResult result;
  guint n_packed = 0;

  for (guint i = 0; i < n; i++)
    packed_of[i] = get_buffer (builder, i)->storage == IM_STORAGE_ARENA
                       ? (gint) n_packed++
                       : -1;
  for (guint i = 0; i < n; i++)
    {
      const ImPlanBuffer *buffer = get_buffer (builder, i);
      gint source = packed_of[i] < 0 ? -1 : find_in_place (builder, buffer);

      /* A view of its own input has that memory already. */
      if (source == (gint) i)
        source = -1;

      if (packed_of[i] >= 0)
        packed[packed_of[i]] = (ImPackingBuffer){
          .first = buffer->first_call,
          .last = buffer->last_call,
          .size_bytes = buffer->size_bytes,
          .align_bytes = buffer->align_bytes,
          .in_place_of = source < 0 ? -1 : packed_of[source],
        };
    }
  if (!im_packing_run (packed, n_packed, &result, &error))
    {
      fail (builder, error->message);
      return;
    }

  for (guint i = 0; i < n; i++)
    if (packed_of[i] >= 0)
      get_buffer (builder, i)->offset = packed[packed_of[i]].offset;
  builder->plan->arena_bytes = result.arena_bytes;
  builder->plan->bound_bytes = result.bound_bytes;
}

void
im_plan_place_buffers (ImPlanBuilder *builder)
{
  ImPlan *plan = builder->plan;

  for (guint i = 0; i < builder->buffers->len; i++)
    {
      ImPlanBuffer *buffer = get_buffer (builder, i);
      guint64 align = buffer->align_bytes;

      if (buffer->storage == IM_STORAGE_CONSTANT)
        plan->constant_bytes += buffer->size_bytes;
      if (buffer->storage != IM_STORAGE_STATE)
        continue;
      plan->state_bytes = (plan->state_bytes + align - 1) / align * align;
      buffer->offset = (guint32) plan->state_bytes;
      plan->state_bytes += buffer->size_bytes;
    }
  if (plan->state_bytes + plan->constant_bytes > G_MAXINT32)
    fail (builder, "states and constants take more than 2 GiB");
  else
    pack_arena (builder);
}
