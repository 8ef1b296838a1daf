/* SPDX-License-Identifier: MIT
 *
 * A unit runs in the domain of what it reads. What a queue gives belongs to a domain of
 * its own, which it shares with the queues that run in lockstep with it: that are filled
 * by the same domain, so that all get an input or none does, and that need the same
 * number of inputs for each output. Equal rates are not enough: a window of 100 every 50
 * gives its first output later than one of 50 every 50.
 *
 * Output k of a queue is there when k * stride + window inputs are. The window must be
 * known: what the unit declares, or, for two queues of the same unit, what follows from
 * their shapes.
 */
#include "plan/im-plan-builder.h"
#include "program/im-queue-window.h"

static gint
domain_of_tensor (const ImPlanBuilder *builder, gint tensor)
{
  gint producer = builder->program->tensors[tensor].producer;

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
                        "it reads tensors that do not come together: %s", text->str);
  im_diagnostics_note (builder->diagnostics,
                       "join them before they are collected, and put one window behind "
                       "the join, or give both the same window and stride");
}

/* The domain that an instance reads from; 0 if it reads nothing. */
static gint
find_input_domain (ImPlanBuilder *builder, const ImInstance *instance)
{
  gint first = -1;
  gint domain = 0;

  for (guint i = 0; i < instance->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &instance->unit->parameters[i];
      gint tensor = instance->tensors[parameter->slot];

      if (parameter->kind != IM_PARAMETER_INPUT || tensor < 0)
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

/* Lists the domains from the first one to that of the outputs. */
static void
find_chain (ImPlanBuilder *builder)
{
  const ImProgram *program = builder->program;
  ImPlan *plan = builder->plan;
  gint last = -1;

  for (guint i = 0; i < program->n_outputs; i++)
    {
      gint tensor = program->outputs[i].tensor;
      gint domain = tensor < 0 ? last : domain_of_tensor (builder, tensor);

      if (last >= 0 && domain != last)
        im_diagnostics_add (builder->diagnostics, IM_SEVERITY_ERROR, "output-rates",
                            im_unit_file_get_source (program->unit->file),
                            program->outputs[i].parameter->name.raw,
                            "the output “%s” does not come as often as the other outputs",
                            program->outputs[i].name);
      builder->failed = builder->failed || (last >= 0 && domain != last);
      last = domain;
    }

  guint *chain = im_arena_new0 (builder->arena, guint, builder->domains->len);
  guint n = 0;
  for (gint at = MAX (last, 0); at >= 0; n++)
    {
      chain[n] = (guint) at;
      at = g_array_index (builder->domains, ImPlanDomain, at).parent;
    }
  for (guint i = 0; i < n / 2; i++)
    {
      guint swap = chain[i];

      chain[i] = chain[n - 1 - i];
      chain[n - 1 - i] = swap;
    }
  plan->chain = chain;
  plan->n_chain = n;
}

static gboolean
run_in_lockstep (const ImInstance *a, const ImInstance *b)
{
  ImQueueWindow of_a, of_b;

  if (!im_queue_window_find (a->evaluation, &of_a) ||
      !im_queue_window_find (b->evaluation, &of_b) || of_a.window <= 0)
    return FALSE;
  if (a->unit != b->unit && (of_a.output->window == NULL || of_b.output->window == NULL))
    return FALSE;

  return !(of_a.window < of_b.window || of_a.window > of_b.window ||
           of_a.stride < of_b.stride || of_a.stride > of_b.stride);
}

/* The domain that the output of a queue belongs to, which may be new. */
static gint
find_domain_of_queue (ImPlanBuilder *builder, guint queue, gint parent)
{
  const ImInstance *instances = builder->program->instances;
  ImPlanDomain own = { .queue = (gint) queue, .parent = parent };

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
  ImPlanDomain first = { .queue = -1, .parent = -1 };

  g_array_append_val (builder->domains, first);
  for (guint i = 0; i < builder->program->n_instances; i++)
    {
      const ImInstance *instance = &builder->program->instances[i];
      gint domain = find_input_domain (builder, instance);

      builder->input_domain_of[i] = domain;
      builder->domain_of[i] = im_unit_is_queue (instance->unit)
                                  ? find_domain_of_queue (builder, i, domain)
                                  : domain;
    }
  find_chain (builder);
}
