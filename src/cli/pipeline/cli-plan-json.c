/* SPDX-License-Identifier: MIT */
#include "cli/pipeline/cli-plan.h"
#include "cli/terminal/cli-json-value.h"
#include "emit/im-emit-c.h"

static void
write_memory (CliJson *json, const ImPlan *plan)
{
  cli_json_name (json, "memory");
  cli_json_open_object (json);
  cli_json_member_int (json, "arena_bytes", (gint64) plan->arena_bytes);
  cli_json_member_int (json, "bound_bytes", (gint64) plan->bound_bytes);
  cli_json_member_double (json, "efficiency", cli_plan_get_efficiency (plan));
  cli_json_member_int (json, "state_bytes", (gint64) plan->state_bytes);
  cli_json_member_int (json, "constant_bytes", (gint64) plan->constant_bytes);
  cli_json_close_object (json);
}

static void
write_call (CliJson *json, const ImPlan *plan, const ImPlanCall *call)
{
  cli_json_open_object (json);
  cli_json_member_int (json, "number", im_emit_get_call_number (plan, call));
  cli_json_member_string (json, "layer", plan->program->instances[call->instance].path);
  cli_json_member_string (json, "section", im_section_get_name (call->section));
  cli_json_member_string (json, "function", call->function);
  cli_json_name (json, "arguments");
  cli_json_open_array (json);
  for (guint i = 0; i < call->n_arguments; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      im_plan_append_argument (plan, &call->arguments[i], text);
      cli_json_string (json, text->str);
    }
  cli_json_close_array (json);
  cli_json_close_object (json);
}

static void
write_calls (CliJson *json,
             const char *name,
             const ImPlan *plan,
             const ImPlanCall *calls,
             guint n_calls)
{
  cli_json_name (json, name);
  cli_json_open_array (json);
  for (guint i = 0; i < n_calls; i++)
    write_call (json, plan, &calls[i]);
  cli_json_close_array (json);
}

static void
write_domains (CliJson *json, const ImPlan *plan)
{
  cli_json_name (json, "domains");
  cli_json_open_array (json);
  for (guint i = 0; i < plan->n_domains; i++)
    {
      const ImPlanDomain *domain = &plan->domains[i];

      cli_json_open_object (json);
      cli_json_member_text (json, "queue", cli_plan_get_queue (plan, domain));
      if (domain->parent >= 0)
        cli_json_member_int (json, "filled_by", domain->parent);
      write_calls (json, "calls", plan, domain->calls, domain->n_calls);
      cli_json_close_object (json);
    }
  cli_json_close_array (json);
}

static void
write_buffer (CliJson *json, const ImPlan *plan, const ImPlanBuffer *buffer)
{
  double full_scale;
  g_autofree char *type = cli_plan_dup_type (buffer);

  cli_json_open_object (json);
  cli_json_member_string (json, "name", buffer->name);
  cli_json_member_string (json, "storage", im_storage_get_name (buffer->storage));
  cli_json_member_string (json, "type", type);
  if (buffer->tensor >= 0 &&
      im_tensor_type_get_full_scale (&plan->program->tensors[buffer->tensor].type,
                                     &full_scale))
    cli_json_member_double (json, "full_scale", full_scale);
  cli_json_member_int (json, "bytes", buffer->size_bytes);
  cli_json_member_int (json, "align", buffer->align_bytes);
  if (buffer->storage == IM_STORAGE_ARENA || buffer->storage == IM_STORAGE_STATE)
    cli_json_member_int (json, "offset", buffer->offset);
  if (buffer->storage == IM_STORAGE_ARENA)
    {
      cli_json_member_int (json, "first_call", buffer->first_call);
      cli_json_member_int (json, "last_call", buffer->last_call);
    }
  cli_json_close_object (json);
}

void
cli_plan_write (GString *out, const ImPlan *plan, const ImDiagnostics *diagnostics)
{
  CliJson json = { out };

  cli_json_open_object (&json);
  cli_json_member_string (&json, "pipeline", plan->program->unit->id.text);
  write_memory (&json, plan);
  write_calls (&json, "init", plan, plan->init, plan->n_init);
  write_domains (&json, plan);
  write_calls (&json, "soft_reset", plan, plan->soft_reset, plan->n_soft_reset);
  write_calls (&json, "finalize", plan, plan->finalize, plan->n_finalize);
  cli_json_name (&json, "buffers");
  cli_json_open_array (&json);
  for (guint i = 0; i < plan->n_buffers; i++)
    write_buffer (&json, plan, &plan->buffers[i]);
  cli_json_close_array (&json);
  cli_json_member_diagnostics (&json, "diagnostics", diagnostics);
  cli_json_close_object (&json);
  g_string_append_c (out, '\n');
}
