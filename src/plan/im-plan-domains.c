/* SPDX-License-Identifier: MIT
 *
 * Inputs of different rates come independently, so each rate is a source: a domain of its
 * own. A unit runs in the domain of what it reads. What a queue gives belongs to a domain
 * of its own, which it shares with the queues that run in lockstep with it: that are
 * filled by the same domain, so that all get an input or none does, and that need the
 * same number of inputs for each output. Equal rates are not enough: a window of 100
 * every 50 gives its first output later than one of 50 every 50.
 *
 * Output k of a queue is there when k * stride + window inputs are. The window must be
 * known: what the unit declares, or, for two queues of the same unit, what follows from
 * their shapes.
 */
#include "plan/im-plan-builder.h"
#include "program/im-program-slice.h"
#include "program/im-queue-window.h"

static gint
domain_of_tensor (const ImPlanBuilder *builder, gint tensor)
{
  const ImProgram *program = builder->program;
  gint producer = program->tensors[tensor].producer;

  for (guint i = 0; producer < 0 && i < program->n_inputs; i++)
    if (program->inputs[i].tensor == tensor)
      return (gint) builder->source_of[i];

  return producer < 0 ? 0 : builder->domain_of[producer];
}

/* How often a tensor comes, and with which outputs of a queue. */
static void
append_when (ImPlanBuilder *builder, gint tensor, GString *out)
{
  const ImProgramTensor *when = &builder->program->tensors[tensor];
  gint domain = domain_of_tensor (builder, tensor);
  gint queue = g_array_index (builder->domains, ImPlanDomain, domain).queue;
  ImQueueWindow window;

  g_string_append_printf (out, "“%s” ", when->name);
  if (when->type.rate_hz > 0)
    g_string_append_printf (out, "at %.10g Hz", when->type.rate_hz);
  else
    g_string_append (out, "at its own rate");
  if (queue < 0)
    g_string_append (out, ", with each input");
  else if (im_queue_window_find (builder->program->instances[queue].evaluation, &window))
    {
      g_string_append (out, ", as ");
      im_queue_window_append_text (&window, out);
    }
}

static void
fail_mixed (ImPlanBuilder *builder, const ImInstance *instance, gint a, gint b)
{
  g_autoptr (GString) text = g_string_new (NULL);

  append_when (builder, a, text);
  g_string_append (text, ", and ");
  append_when (builder, b, text);
  im_plan_builder_fail (builder, instance, "mixed-rates", instance->unit->id.raw,
                        (ImSubject){ .detail = text->str },
                        "it reads tensors that do not come together: %s", text->str);
  im_diagnostics_note (builder->diagnostics,
                       "join them before they are collected, and put one window behind "
                       "the join, or give both the same window and stride");
}

/* The domain that an instance reads from; 0 if it reads nothing, or constants alone,
 * which are always there. */
static gint
find_input_domain (ImPlanBuilder *builder, const ImInstance *instance)
{
  gint first = -1;
  gint domain = 0;

  for (guint i = 0; i < instance->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &instance->unit->parameters[i];
      gint tensor = instance->tensors[parameter->slot];

      if (parameter->kind != IM_PARAMETER_INPUT || tensor < 0 ||
          builder->program->tensors[tensor].constant != NULL)
        continue;
      if (first < 0)
        {
          first = tensor;
          domain = domain_of_tensor (builder, tensor);
        }
      else if (domain_of_tensor (builder, tensor) != domain)
        fail_mixed (builder, instance, first, tensor);
    }

  return domain;
}

/* The source of inputs of a rate, which may be new. Inputs whose rate is not known come
 * with the first ones. */
static guint
find_source (ImPlanBuilder *builder, GArray *rates, double rate_hz)
{
  const ImPlanDomain source = { .queue = -1, .parent = -1, .waits = -1 };

  for (guint i = 0; i < rates->len; i++)
    {
      double *known = &g_array_index (rates, double, i);
      gboolean differs = *known < rate_hz || *known > rate_hz;

      if (*known > 0 && rate_hz > 0 && differs)
        continue;
      *known = MAX (*known, rate_hz);
      return i;
    }
  g_array_append_val (rates, rate_hz);
  g_array_append_val (builder->domains, source);

  return rates->len - 1;
}

/* A unit by itself takes all that it reads at once. A slice is no unit by itself: its
 * inputs come as they do in the whole, or together. */
static gboolean
reads_at_once (const ImProgram *program)
{
  const ImProgramSlice *slice = program->slice;

  return slice == NULL ? program->n_instances <= 1
                       : slice->is_in_step || slice->whole->n_instances <= 1;
}

/* The rate that tells the source of an input; 0 for that of the first one. Times come
 * with their data. */
static double
get_rate (const ImPlanBuilder *builder, const ImProgramPort *input, const GArray *rates)
{
  const ImProgram *program = builder->program;
  double rate_hz = program->tensors[input->tensor].type.rate_hz;
  gboolean is_known = FALSE;

  for (guint i = 0; i < rates->len; i++)
    {
      double known = g_array_index (rates, double, i);

      is_known = is_known || !(known < rate_hz || known > rate_hz);
    }
  if (reads_at_once (program) || (input->parameter->socket->is_time && !is_known))
    return 0;

  return rate_hz;
}

static void
find_sources (ImPlanBuilder *builder)
{
  const ImProgram *program = builder->program;
  g_autoptr (GArray) rates = g_array_new (FALSE, FALSE, sizeof (double));

  for (gint is_time = FALSE; is_time <= TRUE; is_time++)
    for (guint i = 0; i < program->n_inputs; i++)
      {
        const ImProgramPort *input = &program->inputs[i];

        if (input->tensor >= 0 && (input->parameter->socket->is_time != FALSE) == is_time)
          builder->source_of[i] = find_source (builder, rates,
                                               get_rate (builder, input, rates));
      }
  if (rates->len == 0)
    find_source (builder, rates, 0);
  builder->plan->n_sources = builder->domains->len;
  builder->plan->source_of = builder->source_of;
}

/* Lists the domains with outputs. */
static void
find_sinks (ImPlanBuilder *builder)
{
  const ImProgram *program = builder->program;
  guint *sinks = im_arena_new0 (builder->arena, guint, builder->domains->len);

  for (guint i = 0; i < program->n_outputs; i++)
    if (program->outputs[i].tensor >= 0)
      builder->sink_of[i] = domain_of_tensor (builder, program->outputs[i].tensor);
  for (guint domain = 0; domain < builder->domains->len; domain++)
    for (guint i = 0; i < program->n_outputs; i++)
      if (builder->sink_of[i] == (gint) domain)
        {
          sinks[builder->plan->n_sinks++] = domain;
          break;
        }
  builder->plan->sinks = sinks;
  builder->plan->sink_of = builder->sink_of;
}

static gboolean
run_in_lockstep (const ImInstance *a, const ImInstance *b)
{
  ImQueueWindow of_a, of_b;

  if (!im_queue_window_find (a->evaluation, &of_a) ||
      !im_queue_window_find (b->evaluation, &of_b) || of_a.window <= 0)
    return FALSE;
  if (a->unit != b->unit &&
      (of_a.output->socket->window == NULL || of_b.output->socket->window == NULL))
    return FALSE;

  return !(of_a.window < of_b.window || of_a.window > of_b.window ||
           of_a.stride < of_b.stride || of_a.stride > of_b.stride);
}

/* The domain that the output of a queue belongs to, which may be new. */
static gint
find_domain_of_queue (ImPlanBuilder *builder, guint queue, gint parent)
{
  const ImInstance *instances = builder->program->instances;
  ImPlanDomain own = { .queue = (gint) queue, .parent = parent, .waits = -1 };

  for (guint i = 0; i < builder->domains->len; i++)
    {
      const ImPlanDomain *domain = &g_array_index (builder->domains, ImPlanDomain, i);

      if (domain->queue >= 0 && domain->parent == parent &&
          run_in_lockstep (&instances[domain->queue], &instances[queue]))
        return (gint) i;
    }
  g_array_append_val (builder->domains, own);

  return (gint) builder->domains->len - 1;
}

void
im_plan_find_domains (ImPlanBuilder *builder)
{
  find_sources (builder);
  for (guint i = 0; i < builder->program->n_instances; i++)
    {
      const ImInstance *instance = &builder->program->instances[i];
      gint domain = find_input_domain (builder, instance);

      builder->input_domain_of[i] = domain;
      builder->domain_of[i] = im_unit_is_queue (instance->unit)
                                  ? find_domain_of_queue (builder, i, domain)
                                  : domain;
    }
  find_sinks (builder);
}
