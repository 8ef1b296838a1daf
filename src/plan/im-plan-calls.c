/* SPDX-License-Identifier: MIT
 *
 * Calls, and the buffers that their arguments name. A buffer is made when a call first
 * names it, so that nothing is allocated that no selected call uses.
 */
#include "plan/im-plan-builder.h"
#include "unit/im-unit-place.h"

#include <string.h>

static gint
add_buffer (ImPlanBuilder *builder, ImPlanBuffer buffer)
{
  g_array_append_val (builder->buffers, buffer);

  return (gint) builder->buffers->len - 1;
}

static ImPlanBuffer *
get_buffer (ImPlanBuilder *builder, gint number)
{
  return &g_array_index (builder->buffers, ImPlanBuffer, number);
}

/* Bytes of a buffer, or 0 with an error. */
static guint32
count_bytes (ImPlanBuilder *builder,
             const ImInstance *instance,
             const ImParameter *parameter,
             ImDType dtype,
             const ImShape *shape)
{
  gint32 count;
  g_autoptr (GError) error = NULL;
  guint64 bytes = 0;

  if (im_shape_product (shape, 0, shape->rank, &count, &error))
    bytes = (guint64) count * im_dtype_get_info (dtype)->size_bytes;
  if (error == NULL && bytes <= G_MAXINT32)
    return (guint32) bytes;

  im_plan_builder_fail (builder, instance, "memory", parameter->name.raw,
                        (ImSubject){ .parameter = parameter->name.text },
                        "“%s” would take more than 2 GiB", parameter->name.text);
  return 0;
}

static void
use_buffer (ImPlanBuilder *builder, gint number)
{
  ImPlanBuffer *buffer = get_buffer (builder, number);

  buffer->first_call = MIN (buffer->first_call, builder->n_calls);
  buffer->last_call = MAX (buffer->last_call, builder->n_calls);
}

gint
im_plan_builder_find_root (const ImPlanBuilder *builder, gint tensor)
{
  while (builder->program->tensors[tensor].view_of >= 0)
    tensor = builder->program->tensors[tensor].view_of;

  return tensor;
}

static gboolean
same_content (const ImArray *a, const ImArray *b)
{
  return a->dtype == b->dtype && a->count == b->count &&
         memcmp (a->data, b->data, a->count * im_dtype_get_info (a->dtype)->size_bytes) ==
             0;
}

/* Equal tables are stored once; Python has the shape with them. */
static gint
find_constant (ImPlanBuilder *builder, const ImArray *array)
{
  gboolean with_shape = builder->plan->language == IM_LANGUAGE_PYTHON;

  for (guint i = 0; i < builder->buffers->len; i++)
    {
      const ImPlanBuffer *buffer = get_buffer (builder, (gint) i);

      if (buffer->storage == IM_STORAGE_CONSTANT &&
          same_content (buffer->constant, array) &&
          (!with_shape || im_shape_equal (&buffer->shape, &array->shape)))
        return (gint) i;
    }

  return -1;
}

static gint
add_constant (ImPlanBuilder *builder,
              const ImInstance *instance,
              const ImParameter *parameter,
              const ImArray *array)
{
  gint known = find_constant (builder, array);

  if (known >= 0)
    return known;

  return add_buffer (builder,
                     (ImPlanBuffer){
                         .name = im_arena_printf (builder->arena, "%s.%s", instance->path,
                                                  parameter->name.text),
                         .storage = IM_STORAGE_CONSTANT,
                         .dtype = array->dtype,
                         .shape = array->shape,
                         .size_bytes = count_bytes (builder, instance, parameter,
                                                    array->dtype, &array->shape),
                         .align_bytes = im_dtype_get_info (array->dtype)->size_bytes,
                         .tensor = -1,
                         .constant = array,
                     });
}

/* Makes the buffer of a tensor: the caller's memory for inputs and outputs, flash for a
 * constant, else the arena. */
static gint
get_tensor_buffer (ImPlanBuilder *builder,
                   const ImInstance *instance,
                   const ImParameter *parameter,
                   gint tensor)
{
  const ImProgramTensor *root;

  tensor = im_plan_builder_find_root (builder, tensor);
  if (builder->buffer_of_tensor[tensor] >= 0)
    return builder->buffer_of_tensor[tensor];

  root = &builder->program->tensors[tensor];
  if (root->constant != NULL)
    {
      builder->buffer_of_tensor[tensor] = add_constant (builder, instance, parameter,
                                                        root->constant);
      return builder->buffer_of_tensor[tensor];
    }
  builder->buffer_of_tensor[tensor] = add_buffer (
      builder, (ImPlanBuffer){
                   .name = root->name,
                   .storage = IM_STORAGE_ARENA,
                   .dtype = root->type.dtype,
                   .shape = root->type.shape,
                   .size_bytes = count_bytes (builder, instance, parameter,
                                              root->type.dtype, &root->type.shape),
                   .align_bytes = im_dtype_get_info (root->type.dtype)->size_bytes,
                   .first_call = G_MAXUINT,
                   .tensor = tensor,
               });

  return builder->buffer_of_tensor[tensor];
}

/* Handles hold pointers and any types, so they are aligned for all of them. */
#define STATE_ALIGN_BYTES 8

static gint
add_memory (ImPlanBuilder *builder,
            const ImInstance *instance,
            const ImParameter *parameter,
            const ImBuffer *memory)
{
  guint32 natural = im_dtype_get_info (memory->dtype)->size_bytes;

  if (memory->constant != NULL)
    return add_constant (builder, instance, parameter, memory->constant);

  return add_buffer (
      builder, (ImPlanBuffer){
                   .name = im_arena_printf (builder->arena, "%s.%s", instance->path,
                                            parameter->name.text),
                   .storage = memory->is_static ? IM_STORAGE_STATE : IM_STORAGE_ARENA,
                   .dtype = memory->dtype,
                   .shape = memory->shape,
                   .size_bytes = count_bytes (builder, instance, parameter, memory->dtype,
                                              &memory->shape),
                   .align_bytes = MAX (MAX (natural, memory->align_bytes),
                                       memory->is_static ? STATE_ALIGN_BYTES : 1u),
                   .first_call = G_MAXUINT,
                   .tensor = -1,
               });
}

/* The buffer behind a parameter, or -1 if it has no memory. */
static gint
get_parameter_buffer (ImPlanBuilder *builder,
                      guint number,
                      const ImParameter *parameter,
                      const ImValue *value)
{
  const ImInstance *instance = &builder->program->instances[number];
  gint *buffer = &builder->slot_buffers[number][parameter->slot];

  if (instance->tensors[parameter->slot] >= 0)
    return get_tensor_buffer (builder, instance, parameter,
                              instance->tensors[parameter->slot]);
  if (*buffer >= 0)
    return *buffer;
  if (value->kind == IM_VALUE_BUFFER)
    *buffer = add_memory (builder, instance, parameter, value->buffer);
  else if (value->kind == IM_VALUE_ARRAY)
    *buffer = add_constant (builder, instance, parameter, value->array);

  return *buffer;
}

static void
make_argument (ImPlanBuilder *builder,
               guint number,
               const ImImplementation *implementation,
               const ImExpr *expr,
               ImPlanArgument *argument)
{
  const ImInstance *instance = &builder->program->instances[number];
  const ImExprError *error;

  *argument = (ImPlanArgument){ .buffer = -1, .value = IM_NULL };
  if (!im_eval (expr, im_unit_evaluation_get_environment (instance->evaluation),
                &argument->value, &error))
    {
      const ImExprError *cause = error->cause != NULL ? error->cause : error;

      im_plan_builder_fail (
          builder, instance, "argument",
          im_unit_expr_get_span (instance->unit, implementation->call, error->span),
          (ImSubject){ .detail = cause->message },
          "an argument of the call has no value: %s", cause->message);
      return;
    }
  if (expr->kind != IM_EXPR_NAME)
    return;

  argument->parameter = im_unit_find_parameter (instance->unit, expr->name);
  if (argument->parameter == NULL || argument->value.kind == IM_VALUE_NULL)
    return;
  argument->buffer = get_parameter_buffer (builder, number, argument->parameter,
                                           &argument->value);
  if (argument->buffer >= 0)
    use_buffer (builder, argument->buffer);
}

/* How many buffers a formula has between two of its kernels. Python makes its own. */
static guint
count_between (const ImPlanBuilder *builder, const ImInstance *instance)
{
  const ImFormula *formula = instance->formula->fused;
  guint n = 0;

  for (guint i = 0; i < formula->buffers->len; i++)
    n += im_formula_get_buffer (formula, i)->kind == IM_BUFFER_LOCAL;

  return builder->plan->language == IM_LANGUAGE_C ? n : 0;
}

/* Makes these buffers, which nobody else names. */
static void
make_between (ImPlanBuilder *builder,
              const ImInstance *instance,
              ImPlanArgument *argument)
{
  const ImFormula *formula = instance->formula->fused;

  for (guint i = 0; i < formula->buffers->len; i++)
    {
      const ImKernelBuffer *local = im_formula_get_buffer (formula, i);
      ImBuffer memory = { .dtype = local->dtype, .shape = local->shape };
      ImParameter owner = { .name = { local->name, instance->unit->id.raw } };

      if (local->kind != IM_BUFFER_LOCAL)
        continue;
      *argument = (ImPlanArgument){ .buffer = add_memory (builder, instance, &owner,
                                                          &memory),
                                    .value = IM_NULL };
      use_buffer (builder, argument->buffer);
      argument++;
    }
}

/* What is written in Python alone runs here, but is no firmware yet. */
static void
fail_implementation (ImPlanBuilder *builder,
                     const ImInstance *instance,
                     ImSectionKind section,
                     ImSpan span)
{
  const char *id = instance->unit->id.text, *name = im_section_get_name (section);
  g_autofree char *misfit = im_unit_evaluation_dup_misfit (instance->evaluation,
                                                           builder->plan->language);

  if (builder->plan->language == IM_LANGUAGE_C &&
      im_unit_evaluation_choose (instance->evaluation, section, IM_LANGUAGE_PYTHON)
              .chosen != NULL)
    im_plan_builder_fail (builder, instance, "no-implementation", span,
                          (ImSubject){ .detail = name },
                          misfit == NULL ? "%s has only Python in <%s>: it runs here, "
                                           "and cannot be exported before it has C that "
                                           "fits"
                                         : "no C of %s in <%s> fits these inputs and "
                                           "options: Python runs here, and it cannot be "
                                           "exported before it has C that fits",
                          id, name);
  else
    im_plan_builder_fail (builder, instance, "no-implementation", span,
                          (ImSubject){ .detail = name },
                          "%s has no %s implementation in <%s> that fits", id,
                          im_language_get_name (builder->plan->language), name);
  if (misfit != NULL)
    im_diagnostics_note (builder->diagnostics, "%s", misfit);
}

static gboolean
make_call (ImPlanBuilder *builder, guint number, ImSectionKind section, ImPlanCall *call)
{
  const ImInstance *instance = &builder->program->instances[number];
  ImSectionResult result = im_unit_evaluation_choose (instance->evaluation, section,
                                                      builder->plan->language);
  const ImImplementation *chosen = im_instance_choose (instance, section,
                                                       builder->plan->language);
  const ImExpr *expr;

  if (result.section->element == NULL || im_section_result_is_omitted (&result, section))
    return FALSE;
  if (chosen == NULL || chosen->call == NULL || chosen->call->expr == NULL)
    {
      fail_implementation (builder, instance, section,
                           im_unit_place_get_tag (result.section->element));
      return FALSE;
    }

  expr = chosen->call->expr;
  guint n_between = chosen->code == NULL ? 0 : count_between (builder, instance);
  ImPlanArgument *arguments = im_arena_new0 (builder->arena, ImPlanArgument,
                                             expr->n_operands + n_between);
  *call = (ImPlanCall){
    .instance = number,
    .section = section,
    .implementation = chosen,
    .function = expr->name,
    .arguments = arguments,
    .n_arguments = expr->n_operands + n_between,
  };
  for (guint i = 0; i < expr->n_operands; i++)
    make_argument (builder, number, chosen, expr->operands[i], &arguments[i]);
  if (n_between > 0)
    make_between (builder, instance, &arguments[expr->n_operands]);

  return TRUE;
}

static gpointer
copy_calls (ImPlanBuilder *builder, GArray *calls)
{
  ImPlanCall *copy = im_arena_new0 (builder->arena, ImPlanCall, calls->len);

  if (calls->len > 0)
    memcpy (copy, calls->data, calls->len * sizeof *copy);

  return copy;
}

static void
append_call (ImPlanBuilder *builder, guint number, ImSectionKind section, GArray *calls)
{
  ImPlanCall call;

  if (make_call (builder, number, section, &call))
    {
      g_array_append_val (calls, call);
      builder->n_calls++;
    }
}

/* A unit that is only a view computes nothing. */
static gboolean
is_view (const ImInstance *instance)
{
  const ImSection *body = &instance->unit->sections[IM_SECTION_BODY];

  for (guint i = 0; i < body->n_implementations; i++)
    if (body->implementations[i].language != IM_LANGUAGE_FACTORY)
      return FALSE;

  return body->n_implementations > 0;
}

/* Whether a call moves what is kept from call to call. */
static gboolean
has_state (const ImPlanBuilder *builder, const ImPlanCall *call)
{
  for (guint i = 0; i < call->n_arguments; i++)
    if (call->arguments[i].buffer >= 0 &&
        g_array_index (builder->buffers, ImPlanBuffer, call->arguments[i].buffer)
                .storage == IM_STORAGE_STATE)
      return TRUE;

  return FALSE;
}

/* A queue that cannot say whether it has room is asked by its Enqueue, when states in
 * front of it have moved already. One that a pulled domain fills is short of data. */
static void
warn_of_late_test (ImPlanBuilder *builder, const ImPlanCall *enqueue, GArray *calls)
{
  const ImProgram *program = builder->program;
  const ImInstance *queue = &program->instances[enqueue->instance];

  for (guint i = 0; i < calls->len; i++)
    {
      const ImPlanCall *call = &g_array_index (calls, ImPlanCall, i);

      if (call->instance == enqueue->instance)
        return;
      if (!has_state (builder, call))
        continue;
      im_plan_builder_report (
          builder, IM_SEVERITY_WARNING, queue, "no-room-test", queue->unit->id.raw,
          (ImSubject){ .detail = program->instances[call->instance].path },
          im_arena_printf (builder->arena,
                           "%s has no <CanEnqueue>, so a full queue is noticed only when "
                           "“%s” has taken the input already",
                           queue->unit->id.text,
                           program->instances[call->instance].path));
      return;
    }
}

/* Collects how the queues that a domain fills are asked for room. */
static void
make_rooms (ImPlanBuilder *builder, guint number, GArray *calls)
{
  ImPlanDomain *domain = &g_array_index (builder->domains, ImPlanDomain, number);
  g_autoptr (GArray) rooms = g_array_new (FALSE, FALSE, sizeof (ImPlanCall));

  for (guint i = 0; i < calls->len; i++)
    {
      const ImPlanCall *call = &g_array_index (calls, ImPlanCall, i);
      guint behind = (guint) builder->domain_of[call->instance];
      ImPlanCall room;

      if (call->section != IM_SECTION_ENQUEUE ||
          im_plan_is_side_domain (builder->plan, behind))
        continue;
      if (make_call (builder, call->instance, IM_SECTION_CAN_ENQUEUE, &room))
        g_array_append_val (rooms, room);
      else if (builder->plan->language == IM_LANGUAGE_C &&
               !im_plan_is_pulled (builder->plan, number))
        warn_of_late_test (builder, call, calls);
    }
  domain->rooms = copy_calls (builder, rooms);
  domain->n_rooms = rooms->len;
}

static void
make_domain_calls (ImPlanBuilder *builder, guint number)
{
  ImPlanDomain *domain = &g_array_index (builder->domains, ImPlanDomain, number);
  g_autoptr (GArray) calls = g_array_new (FALSE, FALSE, sizeof (ImPlanCall));
  const ImProgram *program = builder->program;

  for (guint i = 0; i < program->n_instances; i++)
    if (builder->domain_of[i] == (gint) number &&
        builder->input_domain_of[i] != (gint) number)
      append_call (builder, i, IM_SECTION_DEQUEUE, calls);
  domain->n_queues = calls->len;
  for (guint i = 0; i < program->n_instances; i++)
    if (builder->input_domain_of[i] == (gint) number && !is_view (&program->instances[i]))
      append_call (builder, i,
                   im_unit_is_queue (program->instances[i].unit) ? IM_SECTION_ENQUEUE
                                                                 : IM_SECTION_BODY,
                   calls);
  make_rooms (builder, number, calls);
  domain->calls = copy_calls (builder, calls);
  domain->n_calls = calls->len;
}

static const ImPlanCall *
make_life_cycle (ImPlanBuilder *builder, ImSectionKind section, guint *n_calls)
{
  g_autoptr (GArray) calls = g_array_new (FALSE, FALSE, sizeof (ImPlanCall));

  for (guint i = 0; i < builder->program->n_instances; i++)
    append_call (builder, i, section, calls);
  *n_calls = calls->len;

  return copy_calls (builder, calls);
}

static void
fail_output (ImPlanBuilder *builder, const ImProgramPort *output)
{
  im_diagnostics_add (builder->diagnostics, IM_SEVERITY_ERROR, "not-computed",
                      im_unit_file_get_source (builder->program->unit->file),
                      output->parameter->name.raw, "nothing computes the output “%s”",
                      output->name);
  im_diagnostics_set_subject (builder->diagnostics,
                              (ImSubject){ .parameter = output->name });
  builder->failed = TRUE;
}

/* The buffer of an output's memory. An input that goes straight to an output has none
 * yet, because no call names it. */
static gint
get_root_buffer (ImPlanBuilder *builder, gint root)
{
  const ImProgramTensor *tensor = &builder->program->tensors[root];
  gint *buffer = &builder->buffer_of_tensor[root];
  ImInstance outside = { .path = tensor->name, .unit = builder->program->unit };

  if (*buffer < 0 && tensor->constant != NULL)
    *buffer = add_constant (builder, &outside, tensor->parameter, tensor->constant);
  else if (*buffer < 0 && tensor->producer < 0)
    *buffer = add_buffer (
        builder, (ImPlanBuffer){
                     .name = tensor->name,
                     .storage = IM_STORAGE_INPUT,
                     .dtype = tensor->type.dtype,
                     .shape = tensor->type.shape,
                     .size_bytes = count_bytes (builder, &outside, tensor->parameter,
                                                tensor->type.dtype, &tensor->type.shape),
                     .align_bytes = im_dtype_get_info (tensor->type.dtype)->size_bytes,
                     .tensor = root,
                 });

  return *buffer;
}

/* The outputs of a source lie in memory of their own until they are fetched, if the
 * function that takes the inputs is not the one that gives them. */
static void
make_waits (ImPlanBuilder *builder)
{
  const ImPlan *plan = builder->plan;

  for (guint i = 0; i < plan->n_sinks && plan->sinks[i] < plan->n_sources; i++)
    if (!im_plan_is_function (plan))
      g_array_index (builder->domains, ImPlanDomain, plan->sinks[i]).waits = add_buffer (
          builder,
          (ImPlanBuffer){
              .name = plan->n_sources == 1
                          ? "waits"
                          : im_arena_printf (builder->arena, "waits.%u", plan->sinks[i]),
              .storage = IM_STORAGE_STATE,
              .dtype = IM_DTYPE_INT32,
              .size_bytes = sizeof (gint32),
              .align_bytes = STATE_ALIGN_BYTES,
              .tensor = -1,
          });
}

/* What an output is copied from when it is fetched: its own memory, or a copy if that is
 * the caller's. */
static gint
hold (ImPlanBuilder *builder, gint buffer, ImPlanCopy *holds)
{
  ImPlanBuffer held = *get_buffer (builder, buffer);

  if (held.storage == IM_STORAGE_ARENA)
    {
      get_buffer (builder, buffer)->storage = IM_STORAGE_STATE;
      get_buffer (builder, buffer)->align_bytes = MAX (held.align_bytes,
                                                       STATE_ALIGN_BYTES);
    }
  if (held.storage != IM_STORAGE_INPUT)
    return buffer;

  held.name = im_arena_printf (builder->arena, "%s.held", held.name);
  held.storage = IM_STORAGE_STATE;
  held.align_bytes = MAX (held.align_bytes, STATE_ALIGN_BYTES);
  held.tensor = -1;
  holds[builder->plan->n_holds] = (ImPlanCopy){ buffer, add_buffer (builder, held) };

  return holds[builder->plan->n_holds++].to;
}

/* Binds the buffers of the program's inputs and outputs to the caller's memory. */
static void
bind_ports (ImPlanBuilder *builder)
{
  const ImProgram *program = builder->program;
  ImPlanCopy *copies = im_arena_new0 (builder->arena, ImPlanCopy, program->n_outputs);

  ImPlanCopy *holds = im_arena_new0 (builder->arena, ImPlanCopy, program->n_outputs);

  builder->plan->copies = copies;
  builder->plan->holds = holds;
  for (guint i = 0; i < program->n_outputs; i++)
    if (program->outputs[i].tensor >= 0)
      get_root_buffer (builder,
                       im_plan_builder_find_root (builder, program->outputs[i].tensor));
  for (guint i = 0; i < program->n_inputs; i++)
    {
      gint tensor = program->inputs[i].tensor;
      gint buffer = tensor < 0 ? -1 : builder->buffer_of_tensor[tensor];

      if (buffer < 0)
        continue;
      get_buffer (builder, buffer)->storage = IM_STORAGE_INPUT;
      get_buffer (builder, buffer)->port = i;
    }
  for (guint i = 0; i < program->n_outputs; i++)
    {
      gint tensor = program->outputs[i].tensor;
      gint root = tensor < 0 ? -1 : im_plan_builder_find_root (builder, tensor);
      gint buffer = root < 0 ? -1 : builder->buffer_of_tensor[root];
      /* Times are not there if nobody gives them. */
      const ImParameter *parameter = program->outputs[i].parameter;
      gboolean is_optional = parameter->conditional != NULL ||
                             parameter->socket->is_optional || parameter->socket->is_time;

      if (buffer < 0 && !is_optional)
        fail_output (builder, &program->outputs[i]);
      if (buffer < 0)
        continue;
      if (g_array_index (builder->domains, ImPlanDomain, builder->sink_of[i]).waits >= 0)
        buffer = hold (builder, buffer, holds);
      if (get_buffer (builder, buffer)->storage == IM_STORAGE_ARENA)
        {
          get_buffer (builder, buffer)->storage = IM_STORAGE_OUTPUT;
          get_buffer (builder, buffer)->port = i;
          continue;
        }

      ImPlanBuffer copy = *get_buffer (builder, buffer);
      copy.storage = IM_STORAGE_OUTPUT;
      copy.port = i;
      copies[builder->plan->n_copies++] = (ImPlanCopy){ buffer,
                                                        add_buffer (builder, copy) };
    }
}

void
im_plan_make_calls (ImPlanBuilder *builder)
{
  ImPlan *plan = builder->plan;

  /* States come in the order of their first use, Init first. */
  plan->init = make_life_cycle (builder, IM_SECTION_INIT, &plan->n_init);
  for (guint i = 0; i < builder->domains->len; i++)
    make_domain_calls (builder, i);
  plan->soft_reset = make_life_cycle (builder, IM_SECTION_SOFT_RESET,
                                      &plan->n_soft_reset);
  plan->finalize = make_life_cycle (builder, IM_SECTION_FINALIZE, &plan->n_finalize);
  if (!builder->failed)
    {
      make_waits (builder);
      bind_ports (builder);
    }
}
