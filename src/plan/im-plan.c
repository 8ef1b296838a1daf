/* SPDX-License-Identifier: MIT */
#include "plan/im-plan.h"

#include <string.h>

#include "plan/im-plan-builder.h"

static gint *
new_numbers (ImArena *arena, guint count)
{
  gint *numbers = im_arena_alloc (arena, MAX (count, 1) * sizeof *numbers);

  for (guint i = 0; i < count; i++)
    numbers[i] = -1;

  return numbers;
}

static void
set_up (ImPlanBuilder *builder)
{
  const ImProgram *program = builder->program;

  builder->domain_of = new_numbers (builder->arena, program->n_instances);
  builder->input_domain_of = new_numbers (builder->arena, program->n_instances);
  builder->source_of = im_arena_new0 (builder->arena, guint, program->n_inputs);
  builder->sink_of = new_numbers (builder->arena, program->n_outputs);
  builder->buffer_of_tensor = new_numbers (builder->arena, program->n_tensors);
  builder->slot_buffers = im_arena_new0 (builder->arena, gint *, program->n_instances);
  for (guint i = 0; i < program->n_instances; i++)
    builder->slot_buffers[i] = new_numbers (
        builder->arena, im_symbols_get_count (program->instances[i].unit->symbols));
}

static gpointer
copy_array (ImArena *arena, GArray *array)
{
  gsize bytes = array->len * g_array_get_element_size (array);
  gpointer copy = im_arena_alloc0 (arena, bytes);

  if (bytes > 0)
    memcpy (copy, array->data, bytes);

  return copy;
}

ImPlan *
im_plan_new (const ImProgram *program, ImLanguage language, ImDiagnostics *diagnostics)
{
  g_autoptr (ImPlan) plan = g_new0 (ImPlan, 1);
  g_autoptr (GArray) domains = g_array_new (FALSE, FALSE, sizeof (ImPlanDomain));
  g_autoptr (GArray) buffers = g_array_new (FALSE, FALSE, sizeof (ImPlanBuffer));
  ImPlanBuilder builder = {
    .plan = plan,
    .arena = im_arena_new (),
    .program = program,
    .diagnostics = diagnostics,
    .domains = domains,
    .buffers = buffers,
  };

  g_atomic_ref_count_init (&plan->references);
  plan->program = im_program_ref (program);
  plan->language = language;
  plan->arena = builder.arena;
  if (!im_program_report_unknown (program, diagnostics))
    return NULL;
  set_up (&builder);
  im_plan_find_domains (&builder);
  /* What follows asks the plan which domains there are. */
  plan->domains = (const ImPlanDomain *) (gpointer) domains->data;
  plan->n_domains = domains->len;
  if (!builder.failed)
    im_plan_make_calls (&builder);
  if (!builder.failed)
    im_plan_place_buffers (&builder);
  if (builder.failed)
    return NULL;

  plan->domains = copy_array (builder.arena, domains);
  plan->n_domains = domains->len;
  plan->buffers = copy_array (builder.arena, buffers);
  plan->n_buffers = buffers->len;

  return g_steal_pointer (&plan);
}

/* Whether nothing but the code in a language is missing. */
static gboolean
lacks_only_code (const ImDiagnostics *problems)
{
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);

      if (problem->severity == IM_SEVERITY_ERROR &&
          strcmp (problem->code, "no-implementation") != 0)
        return FALSE;
    }

  return TRUE;
}

/* Says which layers keep the whole from running in Python instead. */
static void
note_missing_python (const ImProgram *program, ImDiagnostics *diagnostics)
{
  g_autoptr (GString) layers = g_string_new (NULL);

  for (guint i = 0; i < program->n_instances; i++)
    if (!im_unit_evaluation_has_code (program->instances[i].evaluation,
                                      IM_LANGUAGE_PYTHON))
      g_string_append_printf (layers, "%s%s", layers->len > 0 ? ", " : "",
                              program->instances[i].path);
  if (layers->len > 0)
    im_diagnostics_note (diagnostics,
                         "the whole cannot run in Python either: there is none of %s",
                         layers->str);
}

gboolean
im_plan_is_makeshift (const ImPlan *plan)
{
  for (guint i = 0;
       plan->language == IM_LANGUAGE_PYTHON && i < plan->program->n_instances; i++)
    {
      g_autofree char *misfit = im_unit_evaluation_dup_misfit (
          plan->program->instances[i].evaluation, IM_LANGUAGE_C);

      if (misfit != NULL)
        return TRUE;
    }

  return FALSE;
}

ImPlan *
im_plan_new_to_run (const ImProgram *program, ImDiagnostics *diagnostics)
{
  g_autoptr (ImDiagnostics) of_c = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) of_python = im_diagnostics_new ();
  ImPlan *plan = im_plan_new (program, IM_LANGUAGE_C, of_c);

  if (plan == NULL && lacks_only_code (of_c))
    {
      plan = im_plan_new (program, IM_LANGUAGE_PYTHON, of_python);
      if (plan == NULL)
        note_missing_python (program, of_c);
    }
  im_diagnostics_append (diagnostics, plan != NULL && plan->language == IM_LANGUAGE_PYTHON
                                          ? of_python
                                          : of_c);

  return plan;
}

ImPlan *
im_plan_ref (ImPlan *plan)
{
  g_atomic_ref_count_inc (&plan->references);

  return plan;
}

void
im_plan_unref (ImPlan *plan)
{
  if (plan == NULL || !g_atomic_ref_count_dec (&plan->references))
    return;

  im_arena_free (plan->arena);
  im_program_unref ((ImProgram *) plan->program);
  g_free (plan);
}

gboolean
im_plan_is_function (const ImPlan *plan)
{
  return plan->n_sources == 1 && plan->n_sinks <= 1 &&
         (plan->n_sinks == 0 || plan->sinks[0] == 0);
}

/* In millihertz; 0 if it is not known. */
static guint64
get_rate (const ImPlan *plan, guint source)
{
  const ImProgram *program = plan->program;
  double rate_hz = 0;

  for (guint i = 0; i < program->n_inputs; i++)
    if (program->inputs[i].tensor >= 0 && plan->source_of[i] == source)
      rate_hz = MAX (rate_hz, program->tensors[program->inputs[i].tensor].type.rate_hz);

  return rate_hz > 0 && rate_hz < G_MAXUINT32 ? (guint64) (rate_hz * 1000 + 0.5) : 0;
}

void
im_plan_get_pace (const ImPlan *plan, guint source, guint64 *num, guint64 *den)
{
  guint64 rate = get_rate (plan, source), fastest = rate;

  for (guint i = 0; i < plan->n_sources && fastest > 0; i++)
    {
      guint64 other = get_rate (plan, i);

      fastest = other == 0 ? 0 : MAX (fastest, other);
    }
  *num = fastest == 0 ? 1 : rate;
  *den = fastest == 0 ? 1 : fastest;
  while (rate > 0 && fastest > 0)
    {
      guint64 rest = fastest % rate;

      fastest = rate;
      rate = rest;
    }
  if (fastest > 0)
    {
      *num /= fastest;
      *den /= fastest;
    }
}

guint
im_plan_find_source (const ImPlan *plan, guint domain)
{
  while (plan->domains[domain].parent >= 0)
    domain = (guint) plan->domains[domain].parent;

  return domain;
}

static gboolean
is_sink (const ImPlan *plan, guint domain)
{
  for (guint i = 0; i < plan->n_sinks; i++)
    if (plan->sinks[i] == domain)
      return TRUE;

  return FALSE;
}

gboolean
im_plan_is_side_domain (const ImPlan *plan, guint domain)
{
  for (guint i = 0; i < plan->n_sinks; i++)
    for (gint at = (gint) plan->sinks[i]; at >= 0; at = plan->domains[at].parent)
      if (at == (gint) domain)
        return FALSE;

  return domain >= plan->n_sources;
}

gboolean
im_plan_is_pulled (const ImPlan *plan, guint domain)
{
  return domain >= plan->n_sources && !is_sink (plan, domain) &&
         !im_plan_is_side_domain (plan, domain);
}

void
im_plan_append_argument (const ImPlan *plan, const ImPlanArgument *argument, GString *out)
{
  if (argument->buffer >= 0)
    g_string_append (out, plan->buffers[argument->buffer].name);
  else
    im_value_append_text (&argument->value, out);
}

const char *
im_storage_get_name (ImStorage storage)
{
  static const char *const names[] = { "input", "output", "arena", "state", "constant" };

  return names[storage];
}

static void
append_calls (const ImPlan *plan, const ImPlanCall *calls, guint n_calls, GString *out)
{
  for (guint i = 0; i < n_calls; i++)
    {
      g_string_append_printf (out, "  %s %s: %s(",
                              plan->program->instances[calls[i].instance].path,
                              im_section_get_name (calls[i].section), calls[i].function);
      for (guint j = 0; j < calls[i].n_arguments; j++)
        {
          g_string_append (out, j > 0 ? ", " : "");
          im_plan_append_argument (plan, &calls[i].arguments[j], out);
        }
      g_string_append (out, ")\n");
    }
}

static void
append_buffer (const ImPlanBuffer *buffer, GString *out)
{
  g_string_append_printf (out, "  %s %s ", im_storage_get_name (buffer->storage),
                          buffer->name);
  g_string_append (out, im_dtype_get_info (buffer->dtype)->name);
  im_shape_append_text (&buffer->shape, out);
  g_string_append_printf (out, " %u bytes", buffer->size_bytes);
  if (buffer->storage == IM_STORAGE_ARENA)
    g_string_append_printf (out, " calls %u-%u", buffer->first_call, buffer->last_call);
  if (buffer->storage == IM_STORAGE_ARENA || buffer->storage == IM_STORAGE_STATE)
    g_string_append_printf (out, " at %u", buffer->offset);
  g_string_append_c (out, '\n');
}

static void
append_section (const ImPlan *plan,
                const char *title,
                const ImPlanCall *calls,
                guint n_calls,
                GString *out)
{
  if (n_calls == 0)
    return;

  g_string_append_printf (out, "%s\n", title);
  append_calls (plan, calls, n_calls, out);
}

static void
append_domain (const ImPlan *plan, guint number, GString *out)
{
  const ImPlanDomain *domain = &plan->domains[number];

  if (domain->n_calls == 0)
    return;

  g_string_append_printf (out, "domain %u", number);
  if (domain->parent >= 0)
    g_string_append_printf (out, " fed by %d", domain->parent);
  g_string_append_c (out, '\n');
  append_calls (plan, domain->rooms, domain->n_rooms, out);
  append_calls (plan, domain->calls, domain->n_calls, out);
}

void
im_plan_append_text (const ImPlan *plan, GString *out)
{
  g_string_append_printf (out, "plan %s %s\n", plan->program->unit->id.text,
                          im_language_get_name (plan->language));
  append_section (plan, "init", plan->init, plan->n_init, out);
  for (guint i = 0; i < plan->n_domains; i++)
    append_domain (plan, i, out);
  append_section (plan, "soft reset", plan->soft_reset, plan->n_soft_reset, out);
  append_section (plan, "finalize", plan->finalize, plan->n_finalize, out);
  for (guint i = 0; i < plan->n_holds; i++)
    g_string_append_printf (out, "hold %s\n", plan->buffers[plan->holds[i].from].name);
  for (guint i = 0; i < plan->n_copies; i++)
    g_string_append_printf (out, "copy %s to output %u\n",
                            plan->buffers[plan->copies[i].from].name,
                            plan->buffers[plan->copies[i].to].port);
  g_string_append (out, "buffers\n");
  for (guint i = 0; i < plan->n_buffers; i++)
    append_buffer (&plan->buffers[i], out);
  g_string_append_printf (
      out,
      "arena %" G_GUINT64_FORMAT " bytes (bound %" G_GUINT64_FORMAT
      "), state %" G_GUINT64_FORMAT ", constants %" G_GUINT64_FORMAT "\n",
      plan->arena_bytes, plan->bound_bytes, plan->state_bytes, plan->constant_bytes);
}
