/* SPDX-License-Identifier: MIT */
#include "cli/pipeline/cli-plan.h"
#include "cli/terminal/cli-json-value.h"
#include "emit/im-emit-c.h"

static void
write_memory (ImJson *json, const ImPlan *plan)
{
  im_json_member_object (json, "memory");
  im_json_member_int (json, "arena_bytes", (gint64) plan->arena_bytes);
  im_json_member_int (json, "bound_bytes", (gint64) plan->bound_bytes);
  im_json_member_double (json, "efficiency", cli_plan_get_efficiency (plan));
  im_json_member_int (json, "state_bytes", (gint64) plan->state_bytes);
  im_json_member_int (json, "constant_bytes", (gint64) plan->constant_bytes);
  im_json_close_object (json);
}

static void
write_call (ImJson *json, const ImPlan *plan, const ImPlanCall *call)
{
  im_json_open_object (json);
  im_json_member_int (json, "number", im_emit_get_call_number (plan, call));
  im_json_member_string (json, "layer", plan->program->instances[call->instance].path);
  im_json_member_string (json, "section", im_section_get_name (call->section));
  im_json_member_string (json, "function", call->function);
  im_json_member_array (json, "arguments");
  for (guint i = 0; i < call->n_arguments; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      im_plan_append_argument (plan, &call->arguments[i], text);
      im_json_string (json, text->str);
    }
  im_json_close_array (json);
  im_json_close_object (json);
}

static void
write_calls (ImJson *json,
             const char *name,
             const ImPlan *plan,
             const ImPlanCall *calls,
             guint n_calls)
{
  im_json_member_array (json, name);
  for (guint i = 0; i < n_calls; i++)
    write_call (json, plan, &calls[i]);
  im_json_close_array (json);
}

static void
write_domains (ImJson *json, const ImPlan *plan)
{
  im_json_member_array (json, "domains");
  for (guint i = 0; i < plan->n_domains; i++)
    {
      const ImPlanDomain *domain = &plan->domains[i];

      im_json_open_object (json);
      im_json_member_text (json, "queue", cli_plan_get_queue (plan, domain));
      if (domain->parent >= 0)
        im_json_member_int (json, "filled_by", domain->parent);
      write_calls (json, "calls", plan, domain->calls, domain->n_calls);
      im_json_close_object (json);
    }
  im_json_close_array (json);
}

static void
write_buffer (ImJson *json, const ImPlan *plan, const ImPlanBuffer *buffer)
{
  double full_scale;
  g_autofree char *type = cli_plan_dup_type (buffer);

  im_json_open_object (json);
  im_json_member_string (json, "name", buffer->name);
  im_json_member_string (json, "storage", im_storage_get_name (buffer->storage));
  im_json_member_string (json, "type", type);
  if (buffer->tensor >= 0 &&
      im_tensor_type_get_full_scale (&plan->program->tensors[buffer->tensor].type,
                                     &full_scale))
    im_json_member_double (json, "full_scale", full_scale);
  im_json_member_int (json, "bytes", buffer->size_bytes);
  im_json_member_int (json, "align", buffer->align_bytes);
  if (buffer->storage == IM_STORAGE_ARENA || buffer->storage == IM_STORAGE_STATE)
    im_json_member_int (json, "offset", buffer->offset);
  if (buffer->storage == IM_STORAGE_ARENA)
    {
      im_json_member_int (json, "first_call", buffer->first_call);
      im_json_member_int (json, "last_call", buffer->last_call);
    }
  im_json_close_object (json);
}

void
cli_plan_write (GString *out, const ImPlan *plan, const ImDiagnostics *diagnostics)
{
  ImJson json = { out };

  im_json_open_object (&json);
  im_json_member_string (&json, "pipeline", plan->program->unit->id.text);
  write_memory (&json, plan);
  write_calls (&json, "init", plan, plan->init, plan->n_init);
  write_domains (&json, plan);
  write_calls (&json, "soft_reset", plan, plan->soft_reset, plan->n_soft_reset);
  write_calls (&json, "finalize", plan, plan->finalize, plan->n_finalize);
  im_json_member_array (&json, "buffers");
  for (guint i = 0; i < plan->n_buffers; i++)
    write_buffer (&json, plan, &plan->buffers[i]);
  im_json_close_array (&json);
  cli_json_close (&json, diagnostics);
}
