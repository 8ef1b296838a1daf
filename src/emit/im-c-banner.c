/* SPDX-License-Identifier: MIT
 *
 * The comment at the top of the emitted files: what made them, of what, how much memory
 * it takes, what each layer gives, which functions there are. No time, no machine.
 */
#include <string.h>

#include "base/im-escape.h"
#include "emit/im-emit-c-private.h"
#include "emit/im-emit-names.h"
#include "fragment/im-licence.h"

#define HASH_DIGITS 12 /* that the banner shows */

static void
add_text (GChecksum *checksum, const char *text, gsize length)
{
  for (gsize done = 0; done < length; done += G_MAXINT32)
    g_checksum_update (checksum, (const guchar *) text + done,
                       (gssize) MIN (length - done, G_MAXINT32));
}

static void
mark (const ImCItem *item, GHashTable *marked)
{
  if (!g_hash_table_add (marked, (gpointer) item))
    return;
  for (guint i = 0; i < item->needs->len; i++)
    mark (g_ptr_array_index (item->needs, i), marked);
}

/* The items that calls of a unit lead to. */
static GHashTable *
find_items (const ImCJob *job, const ImCCode *code, const ImUnit *unit)
{
  GHashTable *marked = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer call, item;

  g_hash_table_iter_init (&iter, code->callees);
  while (g_hash_table_iter_next (&iter, &call, &item))
    if (im_c_get_instance (job->plan, call)->unit == unit)
      mark (item, marked);

  return marked;
}

/* Adds the fragments that calls of a unit lead to, in the order of the file. */
static void
add_fragments (const ImCJob *job,
               const ImCCode *code,
               const ImUnit *unit,
               GChecksum *checksum,
               GPtrArray *tags)
{
  g_autoptr (GHashTable) needed = find_items (job, code, unit);

  for (guint i = 0; i < code->items->len; i++)
    {
      const ImCItem *item = g_ptr_array_index (code->items, i);
      g_autoptr (GString) body = g_string_new (NULL);
      const char *text;
      gsize length;

      if (!g_hash_table_contains (needed, item))
        continue;
      im_fragment_append_body (item->fragment, body);
      add_text (checksum, body->str, body->len);
      text = im_source_get_text (item->fragment->file->source, &length);
      im_licence_collect (text, length, tags);
    }
}

static void
describe_unit (const ImCJob *job, const ImCCode *code, const ImUnit *unit, GArray *units)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr (GPtrArray) tags = g_ptr_array_new_with_free_func (g_free);
  gboolean is_expression;
  gsize length;
  const char *text = im_source_get_text (im_unit_file_get_source (unit->file), &length);
  g_autofree char *licence = NULL;

  add_text (checksum, text, length);
  add_fragments (job, code, unit, checksum, tags);
  licence = im_licence_dup_all (tags, &is_expression);

  ImEmitUnit row = {
    .id = im_arena_strdup (job->arena, unit->id.text),
    .hash = im_arena_strdup (job->arena, g_checksum_get_string (checksum)),
    .licence = im_arena_strdup (job->arena, licence),
    .licence_is_expression = is_expression,
  };
  g_array_append_val (units, row);
}

void
im_c_describe_units (const ImCJob *job, const ImCCode *code, GArray *units)
{
  const ImProgram *program = job->plan->program;
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);

  g_hash_table_add (known, (gpointer) program->unit);
  describe_unit (job, code, program->unit, units);
  for (guint i = 0; i < program->n_instances; i++)
    if (g_hash_table_add (known, (gpointer) program->instances[i].unit))
      describe_unit (job, code, program->instances[i].unit, units);
}

static void
append_units (ImCEmitter *emitter, GString *out)
{
  g_string_append (out, "\nUnits (SHA-256 of the unit and its fragments):\n");
  for (guint i = 0; i < emitter->emission->units->len; i++)
    {
      const ImEmitUnit *unit = &g_array_index (emitter->emission->units, ImEmitUnit, i);

      g_string_append_printf (out, "  %.*s %s%s%s\n", HASH_DIGITS, unit->hash, unit->id,
                              unit->licence == NULL ? "" : " ",
                              unit->licence == NULL ? "" : unit->licence);
    }
  for (guint i = 0; i < emitter->code.packages->len; i++)
    g_string_append_printf (out, "%s  %s\n",
                            i == 0 ? "\nLibraries that the fragments need:\n" : "",
                            (const char *) g_ptr_array_index (emitter->code.packages, i));
}

static void
append_memory (const ImPlan *plan, GString *out)
{
  guint64 percent = plan->arena_bytes == 0 ? 100
                                           : plan->bound_bytes * 100 / plan->arena_bytes;

  g_string_append (out, "\nMemory     bytes\n");
  g_string_append_printf (out,
                          "  arena %8" G_GUINT64_FORMAT " RAM, %" G_GUINT64_FORMAT
                          " %% in use at once\n",
                          plan->arena_bytes, percent);
  g_string_append_printf (out, "  state %8" G_GUINT64_FORMAT " RAM\n", plan->state_bytes);
  g_string_append_printf (out, "  const %8" G_GUINT64_FORMAT " flash\n",
                          plan->constant_bytes);
}

static void
append_options (const ImInstance *instance, GString *out)
{
  for (guint i = 0; i < instance->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &instance->unit->parameters[i];
      ImValue value;

      if (!im_parameter_is_option (parameter) ||
          !im_unit_evaluation_get_value (instance->evaluation, parameter, &value, NULL))
        continue;
      g_string_append_printf (out, "    %s = ", parameter->name.text);
      im_value_append_display (&value, out);
      g_string_append_c (out, '\n');
    }
}

static void
append_layers (const ImProgram *program, GString *out)
{
  g_string_append (out, "\nLayers: what they give\n");
  for (guint i = 0; i < program->n_inputs; i++)
    if (program->inputs[i].tensor >= 0)
      {
        g_string_append_printf (out, "  input %s: ", program->inputs[i].name);
        im_tensor_type_append_text (&program->tensors[program->inputs[i].tensor].type,
                                    out);
        g_string_append_c (out, '\n');
      }
  for (guint i = 0; i < program->n_instances; i++)
    {
      const ImInstance *instance = &program->instances[i];

      g_string_append_printf (out, "  %s (%s):", instance->path, instance->unit->id.text);
      for (guint j = 0; j < program->n_tensors; j++)
        if (program->tensors[j].producer == (gint) i)
          {
            g_string_append_c (out, ' ');
            im_tensor_type_append_text (&program->tensors[j].type, out);
          }
      g_string_append_c (out, '\n');
      append_options (instance, out);
    }
}

static void
append_source (ImCEmitter *emitter, guint source, GString *out)
{
  gboolean is_function = im_plan_is_function (emitter->job->plan);
  g_autofree char *name = im_emit_dup_enqueue_name (emitter->job->plan, source);
  g_autoptr (GArray) inputs = im_c_list_ports (emitter->ports.inputs, source);

  g_string_append_printf (out, "  int %s_%s", emitter->job->prefix, name);
  im_c_append_parameters (inputs, is_function ? emitter->ports.outputs : NULL, out);
  g_string_append_c (out, '\n');
  if (is_function)
    return;

  g_string_append_printf (out, "  int %s_%s_block", emitter->job->prefix, name);
  im_c_append_block_parameters (inputs, out);
  g_string_append_c (out, '\n');
}

static void
append_sink (ImCEmitter *emitter, guint sink, GString *out)
{
  g_autofree char *name = im_emit_dup_dequeue_name (emitter->job->plan, sink);
  g_autoptr (GArray) outputs = im_c_list_ports (emitter->ports.outputs,
                                                emitter->job->plan->sinks[sink]);

  g_string_append_printf (out, "  int %s_%s", emitter->job->prefix, name);
  im_c_append_parameters (NULL, outputs, out);
  g_string_append_c (out, '\n');
}

static void
append_functions (ImCEmitter *emitter, GString *out)
{
  g_string_append (out, "\nFunctions:\n");
  g_string_append_printf (out, "  int %s_init(void)\n", emitter->job->prefix);
  for (guint i = 0; i < emitter->job->plan->n_sources; i++)
    append_source (emitter, i, out);
  if (!im_plan_is_function (emitter->job->plan))
    for (guint i = 0; i < emitter->job->plan->n_sinks; i++)
      append_sink (emitter, i, out);
  g_string_append_printf (out, "  int %s_soft_reset(void)\n", emitter->job->prefix);
  g_string_append_printf (out, "  void %s_finalize(void)\n", emitter->job->prefix);
}

void
im_c_emit_banner (ImCEmitter *emitter, GString *out)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "%s, made by imaginet %s. Edits will be lost.\n",
                          emitter->job->plan->program->unit->id.text, IM_VERSION);
  append_units (emitter, text);
  append_memory (emitter->job->plan, text);
  append_layers (emitter->job->plan->program, text);
  append_functions (emitter, text);
  g_string_append (text, "\nFragments keep the licence that their unit states; all other "
                         "text here is MIT-0.\nSPDX-License-Identifier: MIT-0\n");

  g_auto (GStrv) lines = g_strsplit (text->str, "\n", -1);
  for (guint i = 0; lines[i] != NULL && lines[i + 1] != NULL; i++)
    {
      g_string_append (out, i == 0 ? "/* " : *lines[i] == '\0' ? " *" : " * ");
      im_escape_append (IM_ESCAPE_C_COMMENT, lines[i], out);
      g_string_append_c (out, '\n');
    }
  g_string_append (out, " */\n");
}
