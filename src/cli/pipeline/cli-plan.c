/* SPDX-License-Identifier: MIT
 *
 * `imaginet plan`: what the C of a pipeline calls in which order, and where each byte of
 * its memory lies.
 */
#include "cli/pipeline/cli-plan.h"

#include "cli/input/cli-pipeline.h"
#include "cli/terminal/cli-output.h"
#include "cli/terminal/cli-text.h"

/* Calls that run together, and when they do. */
typedef struct
{
  char *when;
  const ImPlanCall *calls;
  guint n_calls;
} Group;

static void
clear_group (gpointer data)
{
  g_free (((Group *) data)->when);
}

static void
add_group (GArray *groups, char *when, const ImPlanCall *calls, guint n_calls)
{
  Group group = { when, calls, n_calls };

  if (n_calls > 0)
    g_array_append_val (groups, group);
  else
    g_free (when);
}

const char *
cli_plan_get_queue (const ImPlan *plan, const ImPlanDomain *domain)
{
  return domain->queue < 0 ? NULL : plan->program->instances[domain->queue].path;
}

/* When a domain that reads inputs runs. */
static char *
dup_source (const ImPlan *plan, guint source)
{
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, "domain %u: for each input", source);
  for (guint i = 0, n = 0; plan->n_sources > 1 && i < plan->program->n_inputs; i++)
    if (plan->program->inputs[i].tensor >= 0 && plan->source_of[i] == source)
      g_string_append_printf (out, "%s%s", n++ == 0 ? " of " : ", ",
                              plan->program->inputs[i].name);

  return g_string_free (out, FALSE);
}

static GArray *
list_groups (const ImPlan *plan)
{
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (Group));

  g_array_set_clear_func (groups, clear_group);
  add_group (groups, g_strdup ("init"), plan->init, plan->n_init);
  for (guint i = 0; i < plan->n_domains; i++)
    {
      const ImPlanDomain *domain = &plan->domains[i];
      char *when = domain->queue < 0
                       ? dup_source (plan, i)
                       : g_strdup_printf ("domain %u: for each window of %s,"
                                          " which domain %d fills",
                                          i, cli_plan_get_queue (plan, domain),
                                          domain->parent);

      add_group (groups, when, domain->calls, domain->n_calls);
    }
  add_group (groups, g_strdup ("soft reset"), plan->soft_reset, plan->n_soft_reset);
  add_group (groups, g_strdup ("finalize"), plan->finalize, plan->n_finalize);

  return groups;
}

static char *
dup_call (const ImPlan *plan, const ImPlanCall *call)
{
  GString *text = g_string_new (call->function);

  for (guint i = 0; i < call->n_arguments; i++)
    {
      g_string_append (text, i == 0 ? "(" : ", ");
      im_plan_append_argument (plan, &call->arguments[i], text);
    }
  g_string_append (text, call->n_arguments == 0 ? "()" : ")");

  return g_string_free (text, FALSE);
}

char *
cli_plan_dup_type (const ImPlanBuffer *buffer)
{
  GString *text = g_string_new (im_dtype_get_info (buffer->dtype)->name);

  im_shape_append_text (&buffer->shape, text);
  return g_string_free (text, FALSE);
}

double
cli_plan_get_efficiency (const ImPlan *plan)
{
  return plan->arena_bytes == 0 ? 1
                                : (double) plan->bound_bytes / (double) plan->arena_bytes;
}

static void
add_memory (CliTable *table, const char *name, guint64 bytes, const char *note)
{
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, bytes);

  cli_table_add (table, name, number, note);
}

static void
append_memory (const CliContext *context, const ImPlan *plan)
{
  g_autoptr (CliTable) table = cli_table_new (2, 3);
  g_autofree char *bound = g_strdup_printf (
      "at least %" G_GUINT64_FORMAT " are alive at once: %.4g %% efficient",
      plan->bound_bytes, 100 * cli_plan_get_efficiency (plan));

  add_memory (table, "arena", plan->arena_bytes, bound);
  add_memory (table, "states", plan->state_bytes, "kept from frame to frame");
  add_memory (table, "RAM", plan->arena_bytes + plan->state_bytes, "arena and states");
  add_memory (table, "constants", plan->constant_bytes, "in flash");
  g_string_append (context->out, "\nMemory in bytes\n");
  cli_table_append (table, context->out, CLI_TEXT_UNLIMITED);
}

static void
append_groups (const CliContext *context, const ImPlan *plan)
{
  g_autoptr (GArray) groups = list_groups (plan);
  guint number = 0;

  g_string_append (context->out, "\nCalls\n");
  for (guint i = 0; i < groups->len; i++)
    {
      const Group *group = &g_array_index (groups, Group, i);
      g_autoptr (CliTable) table = cli_table_new (4, 3);

      g_string_append_printf (context->out, "  %s\n", group->when);
      for (guint j = 0; j < group->n_calls; j++)
        {
          const ImPlanCall *call = &group->calls[j];
          g_autofree char *number_text = g_strdup_printf ("%u", number++);
          g_autofree char *text = dup_call (plan, call);

          cli_table_add (table, number_text,
                         plan->program->instances[call->instance].path, text);
        }
      cli_table_append (table, context->out, CLI_TEXT_UNLIMITED);
    }
}

/* What is known of the range of a tensor in fixed point, and of its samples. */
static char *
dup_note (const ImPlan *plan, const ImPlanBuffer *buffer)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GString) samples = g_string_new (NULL);
  double full_scale;

  if (buffer->tensor < 0)
    return g_string_free (text, FALSE);

  const ImTensorType *type = &plan->program->tensors[buffer->tensor].type;
  im_tensor_type_append_samples (type, samples);
  if (im_tensor_type_get_full_scale (type, &full_scale))
    g_string_append_printf (text, "full scale %g%s", full_scale,
                            samples->len > 0 ? ", " : "");
  g_string_append (text, samples->str);

  return g_string_free (text, FALSE);
}

static void
add_buffer (CliTable *table, const ImPlan *plan, const ImPlanBuffer *buffer)
{
  g_autofree char *note = dup_note (plan, buffer);
  gboolean is_in_arena = buffer->storage == IM_STORAGE_ARENA;
  g_autofree char *type = cli_plan_dup_type (buffer);
  g_autofree char *bytes = g_strdup_printf ("%u", buffer->size_bytes);
  g_autofree char *offset = is_in_arena || buffer->storage == IM_STORAGE_STATE
                                ? g_strdup_printf ("%u", buffer->offset)
                                : NULL;
  g_autofree char *life = is_in_arena ? g_strdup_printf ("%u-%u", buffer->first_call,
                                                         buffer->last_call)
                                      : NULL;

  cli_table_add (table, buffer->name, im_storage_get_name (buffer->storage), type, bytes,
                 offset == NULL ? "" : offset, life == NULL ? "" : life, note);
}

static void
append_buffers (const CliContext *context, const ImPlan *plan)
{
  g_autoptr (CliTable) table = cli_table_new (2, 7);

  cli_table_add (table, "Name", "Storage", "Type", "Bytes", "Offset", "Calls", "");
  for (guint i = 0; i < plan->n_buffers; i++)
    add_buffer (table, plan, &plan->buffers[i]);
  g_string_append (context->out,
                   "\nBuffers, and the calls that those in the arena are alive for\n");
  cli_table_append (table, context->out, CLI_TEXT_UNLIMITED);
}

static void
show_text (const CliContext *context, const ImPlan *plan)
{
  g_string_append_printf (context->out, "%s\n", plan->program->unit->id.text);
  append_memory (context, plan);
  append_groups (context, plan);
  append_buffers (context, plan);
}

CliExit
cli_plan_run (CliContext *context)
{
  g_auto (CliPipeline) pipeline = { 0 };
  g_autoptr (ImPlan) plan = NULL;

  if (!cli_pipeline_load (&pipeline, context))
    return CLI_EXIT_USAGE;
  plan = cli_pipeline_plan (&pipeline);
  if (plan == NULL)
    return cli_output_problems (context, pipeline.diagnostics);

  if (context->options->json)
    cli_plan_write (context->out, plan, pipeline.diagnostics);
  else
    show_text (context, plan);

  return cli_output_diagnostics (context, pipeline.diagnostics);
}
