/* SPDX-License-Identifier: MIT
 *
 * First all routines get their names and places, then their steps, which point at other
 * routines.
 */
#include "emit/im-routine.h"

#include <string.h>

#include "base/im-arena.h"
#include "emit/im-emit-names.h"

typedef struct
{
  const ImPlan *plan;
  const ImRoutineRules *rules;
  ImArena *arena;
  ImRoutine *list;
  guint n;
} Builder;

static gboolean
may_fail (const Builder *builder, const ImPlanCall *call)
{
  return builder->rules->may_fail (call, builder->rules->data);
}

static const ImRoutine *
find_routine (const Builder *builder, ImRoutineKind kind, gint domain)
{
  for (guint i = 0; i < builder->n; i++)
    if (builder->list[i].kind == kind && builder->list[i].domain == domain)
      return &builder->list[i];

  g_return_val_if_reached (NULL);
}

static void
add_step (GArray *steps, ImStep step)
{
  g_array_append_val (steps, step);
}

static void
add_call (const Builder *builder, ImStepKind kind, const ImPlanCall *call, GArray *steps)
{
  add_step (steps, (ImStep){ .kind = kind,
                             .call = call,
                             .may_fail = may_fail (builder, call),
                             .buffer = -1 });
}

static void
add_calls (const Builder *builder, const ImPlanCall *calls, guint n_calls, GArray *steps)
{
  for (guint i = 0; i < n_calls; i++)
    add_call (builder, IM_STEP_CALL, &calls[i], steps);
}

static void
add_copy (const ImPlanCopy *copy, GArray *steps)
{
  add_step (steps,
            (ImStep){ .kind = IM_STEP_COPY, .buffer = copy->from, .to = copy->to });
}

/* The outputs of a domain that are not written where they belong. */
static void
add_copies (const Builder *builder, guint domain, GArray *steps)
{
  const ImPlan *plan = builder->plan;

  for (guint i = 0; i < plan->n_copies; i++)
    if (plan->sink_of[plan->buffers[plan->copies[i].to].port] == (gint) domain)
      add_copy (&plan->copies[i], steps);
}

/* Keeps the outputs of a source until they are fetched. */
static void
add_holds (const Builder *builder, guint source, GArray *steps)
{
  const ImPlan *plan = builder->plan;

  for (guint i = 0; i < plan->n_holds; i++)
    if (plan->source_of[plan->buffers[plan->holds[i].from].port] == source)
      add_copy (&plan->holds[i], steps);
  if (plan->domains[source].waits >= 0)
    add_step (steps, (ImStep){ .kind = IM_STEP_SET,
                               .buffer = plan->domains[source].waits,
                               .value = 1 });
}

/* A buffer of an input: data before times. */
static void
add_inputs (const Builder *builder, guint source, GArray *steps)
{
  const ImPlan *plan = builder->plan;
  const ImProgram *program = plan->program;

  for (gint is_time = FALSE; is_time <= TRUE; is_time++)
    for (guint i = 0; i < program->n_inputs; i++)
      for (guint j = 0; j < plan->n_buffers; j++)
        if (program->inputs[i].tensor >= 0 && plan->source_of[i] == source &&
            (program->inputs[i].parameter->socket->is_time != FALSE) == is_time &&
            plan->buffers[j].storage == IM_STORAGE_INPUT && plan->buffers[j].port == i)
          add_step (steps, (ImStep){ .kind = IM_STEP_TAKE, .buffer = (gint) j });
}

/* Nothing may move before all queues that a domain fills were asked. One that cannot say
 * that it is full always has room. */
static void
add_rooms (const Builder *builder, guint number, GArray *steps)
{
  const ImPlanDomain *domain = &builder->plan->domains[number];

  for (guint i = 0; i < domain->n_rooms; i++)
    if (may_fail (builder, &domain->rooms[i]))
      add_call (builder, IM_STEP_ROOM, &domain->rooms[i], steps);
}

static gboolean
is_side_of (const ImPlan *plan, guint side, guint domain)
{
  return plan->domains[side].parent == (gint) domain &&
         im_plan_is_side_domain (plan, side);
}

static void
add_drains (const Builder *builder, guint domain, GArray *steps)
{
  for (guint i = 0; i < builder->plan->n_domains; i++)
    if (is_side_of (builder->plan, i, domain))
      add_step (steps, (ImStep){ .kind = IM_STEP_RUN,
                                 .buffer = -1,
                                 .routine = find_routine (builder, IM_ROUTINE_DRAIN,
                                                          (gint) i) });
}

/* What follows once the first queue of a domain gave a window: those in lockstep with it
 * have one, too. */
static void
add_window (const Builder *builder, guint number, GArray *steps)
{
  const ImPlanDomain *domain = &builder->plan->domains[number];

  for (guint i = 1; i < domain->n_queues; i++)
    add_call (builder, IM_STEP_FOLLOW, &domain->calls[i], steps);
  add_calls (builder, domain->calls + domain->n_queues,
             domain->n_calls - domain->n_queues, steps);
}

/* The domain in front of a queue goes on if the queue has no window, but not if it has
 * outputs, which are to be asked for. */
static void
add_dequeue (const Builder *builder, guint number, GArray *steps)
{
  const ImPlanDomain *domain = &builder->plan->domains[number];
  gboolean pulls = im_plan_is_pulled (builder->plan, (guint) domain->parent);

  add_step (steps, (ImStep){ .kind = IM_STEP_DEQUEUE,
                             .call = domain->calls,
                             .may_fail = may_fail (builder, domain->calls),
                             .buffer = -1,
                             .routine = pulls ? find_routine (builder, IM_ROUTINE_ADVANCE,
                                                              domain->parent)
                                              : NULL });
  add_window (builder, number, steps);
}

static void
set_steps (const Builder *builder, const GArray *steps, const ImStep **list, guint *n)
{
  ImStep *copy = im_arena_new0 (builder->arena, ImStep, steps->len);

  if (steps->len > 0)
    memcpy (copy, steps->data, steps->len * sizeof *copy);
  *list = copy;
  *n = steps->len;
}

static void
fill_drain (const Builder *builder, guint number, GArray *steps)
{
  const ImPlanCall *dequeue = builder->plan->domains[number].calls;
  g_autoptr (GArray) repeated = g_array_new (FALSE, FALSE, sizeof (ImStep));
  ImStep drain = {
    .kind = IM_STEP_DRAIN,
    .call = dequeue,
    .may_fail = may_fail (builder, dequeue),
    .buffer = -1,
  };

  add_window (builder, number, repeated);
  add_drains (builder, number, repeated);
  set_steps (builder, repeated, &drain.steps, &drain.n_steps);
  add_step (steps, drain);
}

static void
fill_init (const Builder *builder, GArray *steps)
{
  add_step (steps, (ImStep){ .kind = IM_STEP_CLEAR, .buffer = -1 });
  add_calls (builder, builder->plan->init, builder->plan->n_init, steps);
}

static void
fill_source (const Builder *builder, guint source, GArray *steps)
{
  const ImPlanDomain *domain = &builder->plan->domains[source];

  if (domain->waits >= 0)
    add_step (steps, (ImStep){ .kind = IM_STEP_TEST,
                               .buffer = domain->waits,
                               .value = 1,
                               .result = IM_RESULT_FULL });
  add_inputs (builder, source, steps);
  add_rooms (builder, source, steps);
  add_calls (builder, domain->calls, domain->n_calls, steps);
  if (im_plan_is_function (builder->plan))
    add_copies (builder, source, steps);
  add_holds (builder, source, steps);
  add_drains (builder, source, steps);
}

/* The argument of a queue that says how many bytes or elements come at once, if the queue
 * takes any number of them; NULL if frames can only be passed one by one. */
static const ImPlanArgument *
find_block_argument (const ImPlanCall *enqueue, const ImPlanCall *call)
{
  const char *name = enqueue->implementation->block;

  for (guint i = 0; name != NULL && i < call->n_arguments; i++)
    if (call->arguments[i].parameter != NULL && call->arguments[i].buffer < 0 &&
        call->arguments[i].value.kind == IM_VALUE_INT &&
        call->arguments[i].value.integer > 0 &&
        strcmp (call->arguments[i].parameter->name.text, name) == 0)
      return &call->arguments[i];

  return NULL;
}

static guint
count_inputs (const ImPlan *plan, guint source)
{
  guint n = 0;

  for (guint i = 0; i < plan->program->n_inputs; i++)
    n += plan->program->inputs[i].tensor >= 0 && plan->source_of[i] == source;

  return n;
}

/* Where all that a frame does is to enter a queue whose code takes any number of frames,
 * and which can be asked whether it has room for some, they enter it with few copies. */
static void
fill_block (const Builder *builder, guint source, GArray *steps)
{
  const ImPlan *plan = builder->plan;
  const ImPlanDomain *domain = &plan->domains[source];
  ImStep pieces = { .kind = IM_STEP_PIECES, .buffer = -1 };

  if (domain->n_calls == 1 && domain->calls->section == IM_SECTION_ENQUEUE &&
      domain->waits < 0 && domain->n_rooms == 1 && may_fail (builder, domain->rooms) &&
      count_inputs (plan, source) == 1)
    {
      pieces.call = domain->calls;
      pieces.may_fail = may_fail (builder, domain->calls);
      pieces.room = domain->rooms;
      pieces.call_block = find_block_argument (pieces.call, pieces.call);
      pieces.room_block = find_block_argument (pieces.call, pieces.room);
    }
  if (pieces.call_block != NULL && pieces.room_block != NULL)
    add_step (steps, pieces);
  else
    add_step (steps, (ImStep){ .kind = IM_STEP_FRAMES,
                               .buffer = -1,
                               .routine = find_routine (builder, IM_ROUTINE_SOURCE,
                                                        (gint) source) });
}

static void
fill_advance (const Builder *builder, guint number, GArray *steps)
{
  add_rooms (builder, number, steps);
  add_dequeue (builder, number, steps);
  add_drains (builder, number, steps);
}

/* Outputs of a source were computed when the frame came, and wait. */
static void
fill_fetch (const Builder *builder, guint source, GArray *steps)
{
  gint waits = builder->plan->domains[source].waits;

  add_step (steps, (ImStep){ .kind = IM_STEP_TEST,
                             .buffer = waits,
                             .value = 0,
                             .result = IM_RESULT_NO_DATA });
  add_copies (builder, source, steps);
  add_step (steps, (ImStep){ .kind = IM_STEP_SET, .buffer = waits, .value = 0 });
}

static void
fill_sink (const Builder *builder, guint number, GArray *steps)
{
  if (number < builder->plan->n_sources)
    {
      fill_fetch (builder, number, steps);
      return;
    }
  add_rooms (builder, number, steps);
  add_dequeue (builder, number, steps);
  add_copies (builder, number, steps);
  add_drains (builder, number, steps);
}

/* Units that say how they start anew do so; the others get zeros and their Init again. */
static void
fill_soft_reset (const Builder *builder, GArray *steps)
{
  const ImPlan *plan = builder->plan;

  if (plan->n_soft_reset == 0)
    {
      add_step (steps,
                (ImStep){ .kind = IM_STEP_CONTINUE,
                          .buffer = -1,
                          .routine = find_routine (builder, IM_ROUTINE_INIT, -1) });
      return;
    }

  for (guint i = 0; i < plan->n_buffers; i++)
    if (plan->buffers[i].storage == IM_STORAGE_STATE &&
        !im_plan_is_reset_by_unit (plan, i))
      add_step (steps, (ImStep){ .kind = IM_STEP_CLEAR, .buffer = (gint) i });
  for (guint i = 0; i < plan->n_init; i++)
    if (!im_plan_has_soft_reset (plan, plan->init[i].instance))
      add_call (builder, IM_STEP_CALL, &plan->init[i], steps);
  add_calls (builder, plan->soft_reset, plan->n_soft_reset, steps);
}

static void
fill_finalize (const Builder *builder, GArray *steps)
{
  const ImPlan *plan = builder->plan;

  add_calls (builder, plan->finalize, plan->n_finalize, steps);
  for (guint i = 0; !builder->rules->ends_with_status && i < steps->len; i++)
    g_array_index (steps, ImStep, i).may_fail = FALSE;
}

static void
fill_routine (const Builder *builder, ImRoutine *routine)
{
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (ImStep));
  guint domain = (guint) MAX (routine->domain, 0);

  switch (routine->kind)
    {
    case IM_ROUTINE_DRAIN:
      fill_drain (builder, domain, steps);
      break;
    case IM_ROUTINE_INIT:
      fill_init (builder, steps);
      break;
    case IM_ROUTINE_SOURCE:
      fill_source (builder, domain, steps);
      break;
    case IM_ROUTINE_BLOCK:
      fill_block (builder, domain, steps);
      break;
    case IM_ROUTINE_ADVANCE:
      fill_advance (builder, domain, steps);
      break;
    case IM_ROUTINE_SINK:
      fill_sink (builder, domain, steps);
      break;
    case IM_ROUTINE_SOFT_RESET:
      fill_soft_reset (builder, steps);
      break;
    case IM_ROUTINE_FINALIZE:
      fill_finalize (builder, steps);
      break;
    case IM_N_ROUTINE_KINDS:
      break;
    }
  set_steps (builder, steps, &routine->steps, &routine->n_steps);
}

static void G_GNUC_PRINTF (4, 5) add_routine (Builder *builder,
                                              ImRoutineKind kind,
                                              gint domain,
                                              const char *format,
                                              ...)
{
  ImRoutine *routine = &builder->list[builder->n++];
  va_list args;

  va_start (args, format);
  *routine = (ImRoutine){
    .kind = kind,
    .name = im_arena_vprintf (builder->arena, format, args),
    .domain = domain,
    .takes_inputs = kind == IM_ROUTINE_SOURCE || kind == IM_ROUTINE_BLOCK,
    .gives_outputs = kind == IM_ROUTINE_SINK ||
                     (kind == IM_ROUTINE_SOURCE && im_plan_is_function (builder->plan)),
  };
  va_end (args);
}

static void
add_sources (Builder *builder)
{
  const ImPlan *plan = builder->plan;

  for (guint i = 0; i < plan->n_sources; i++)
    {
      g_autofree char *name = im_emit_dup_enqueue_name (plan, i);

      add_routine (builder, IM_ROUTINE_SOURCE, (gint) i, "%s", name);
      if (builder->rules->has_blocks && !im_plan_is_function (plan))
        add_routine (builder, IM_ROUTINE_BLOCK, (gint) i, "%s_block", name);
    }
}

static void
add_sinks (Builder *builder)
{
  const ImPlan *plan = builder->plan;

  for (guint i = 0; !im_plan_is_function (plan) && i < plan->n_sinks; i++)
    {
      g_autofree char *name = im_emit_dup_dequeue_name (plan, i);

      add_routine (builder, IM_ROUTINE_SINK, (gint) plan->sinks[i], "%s", name);
    }
}

ImRoutines
im_routines_new (const ImPlan *plan, const ImRoutineRules *rules, ImArena *arena)
{
  Builder builder = {
    .plan = plan,
    .rules = rules,
    .arena = arena,
    .list = im_arena_new0 (arena, ImRoutine, 2 * plan->n_domains + plan->n_sinks + 3),
  };

  for (guint i = plan->n_domains; i-- > plan->n_sources;)
    if (im_plan_is_side_domain (plan, i))
      add_routine (&builder, IM_ROUTINE_DRAIN, (gint) i, "drain_%u", i);
  add_routine (&builder, IM_ROUTINE_INIT, -1, "init");
  add_sources (&builder);
  for (guint i = plan->n_sources; i < plan->n_domains; i++)
    if (im_plan_is_pulled (plan, i))
      add_routine (&builder, IM_ROUTINE_ADVANCE, (gint) i, "advance_%u", i);
  add_sinks (&builder);
  add_routine (&builder, IM_ROUTINE_SOFT_RESET, -1, "soft_reset");
  add_routine (&builder, IM_ROUTINE_FINALIZE, -1, "finalize");
  for (guint i = 0; i < builder.n; i++)
    fill_routine (&builder, &builder.list[i]);

  return (ImRoutines){ plan, builder.list, builder.n };
}

gboolean
im_routine_is_static (const ImRoutine *routine)
{
  return routine->kind == IM_ROUTINE_DRAIN || routine->kind == IM_ROUTINE_ADVANCE;
}

gboolean
im_routine_reads (const ImRoutine *routine, gint buffer)
{
  for (guint i = 0; buffer >= 0 && i < routine->n_steps; i++)
    {
      const ImStep *step = &routine->steps[i];

      if (step->kind == IM_STEP_COPY && step->buffer == buffer)
        return TRUE;
      for (guint j = 0; step->call != NULL && j < step->call->n_arguments; j++)
        if (step->call->arguments[j].buffer == buffer)
          return TRUE;
    }

  return FALSE;
}

gboolean
im_routine_returns_status (const ImRoutine *routine)
{
  for (guint i = 0; i < routine->n_steps; i++)
    {
      const ImStep *step = &routine->steps[i];

      if (step->kind == IM_STEP_RUN || step->kind == IM_STEP_DRAIN ||
          ((step->kind == IM_STEP_CALL || step->kind == IM_STEP_DEQUEUE) &&
           (step->may_fail || step->routine != NULL)))
        return TRUE;
    }

  return FALSE;
}
