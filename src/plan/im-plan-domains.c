/* SPDX-License-Identifier: MIT
 *
 * A unit runs in the domain of what it reads. What a queue gives belongs to a domain of
 * its own.
 */
#include "plan/im-plan-builder.h"

static void
fail_mixed (ImPlanBuilder *builder,
            const ImInstance *instance,
            const ImProgramTensor *a,
            const ImProgramTensor *b)
{
  im_plan_builder_fail (
      builder, instance, "mixed-rates", instance->unit->id.raw,
      "“%s” and “%s” do not come equally often; a unit reads tensors of one rate",
      a->name, b->name);
}

static gint
domain_of_tensor (const ImPlanBuilder *builder, gint tensor)
{
  gint producer = builder->program->tensors[tensor].producer;

  return producer < 0 ? 0 : builder->domain_of[producer];
}

/* The domain that an instance reads from; 0 if it reads nothing. */
static gint
find_input_domain (ImPlanBuilder *builder, const ImInstance *instance)
{
  const ImProgramTensor *first = NULL;
  gint domain = 0;

  for (guint i = 0; i < instance->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &instance->unit->parameters[i];
      gint tensor = instance->tensors[parameter->slot];

      if (parameter->kind != IM_PARAMETER_INPUT || tensor < 0)
        continue;
      if (first == NULL)
        {
          first = &builder->program->tensors[tensor];
          domain = domain_of_tensor (builder, tensor);
        }
      else if (domain_of_tensor (builder, tensor) != domain)
        fail_mixed (builder, instance, first, &builder->program->tensors[tensor]);
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
      if (im_unit_is_queue (instance->unit))
        {
          ImPlanDomain own = { .queue = (gint) i, .parent = domain };

          domain = (gint) builder->domains->len;
          g_array_append_val (builder->domains, own);
        }
      builder->domain_of[i] = domain;
    }
  find_chain (builder);
}
