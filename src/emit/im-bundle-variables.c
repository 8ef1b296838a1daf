/* SPDX-License-Identifier: MIT
 *
 * The variables of templates. The examples are made of the ports, so that they compile.
 */
#include "base/im-escape.h"
#include "emit/im-bundle-private.h"
#include "emit/im-c-names.h"

static gboolean
has_queue (const ImPlan *plan)
{
  return plan->n_chain > 1;
}

/* The names of ports, as arguments. */
static char *
dup_arguments (const ImEmission *emission, gboolean with_inputs, gboolean with_outputs)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < emission->ports->len; i++)
    {
      const ImEmitPort *port = &g_array_index (emission->ports, ImEmitPort, i);

      if (port->is_input ? with_inputs : with_outputs)
        g_string_append_printf (out, "%s%s", out->len == 0 ? "" : ", ", port->parameter);
    }

  return g_string_free (out, FALSE);
}

static char *
dup_buffers (const ImEmission *emission, const char *start)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < emission->ports->len; i++)
    {
      const ImEmitPort *port = &g_array_index (emission->ports, ImEmitPort, i);

      g_string_append_printf (out, "%s%s %s[%s_%s_COUNT];\n", start, port->type,
                              port->parameter, emission->prefix, port->macro);
    }

  return g_string_free (out, FALSE);
}

static void G_GNUC_PRINTF (3, 4)
    append_line (GString *out, const char *start, const char *format, ...)
{
  va_list args;

  g_string_append (out, start);
  va_start (args, format);
  g_string_append_vprintf (out, format, args);
  va_end (args);
  g_string_append_c (out, '\n');
}

/* What computes the results of a frame, with @use where one is there and @fail where
 * there will be none any more. */
static char *
dup_run (const ImPlan *plan,
         const ImEmission *emission,
         const char *step,
         const char *start,
         const char *use,
         const char *fail)
{
  g_autofree char *inputs = dup_arguments (emission, TRUE, FALSE);
  g_autofree char *outputs = dup_arguments (emission, FALSE, TRUE);
  g_autofree char *both = dup_arguments (emission, TRUE, TRUE);
  const char *prefix = emission->prefix;
  GString *out = g_string_new (NULL);

  if (!has_queue (plan))
    {
      append_line (out, start, "if (%s_compute(%s) != %s_RET_SUCCESS)", prefix, both,
                   prefix);
      append_line (out, start, "%s%s", step, fail);
      append_line (out, start, "%s", use);
      return g_string_free (out, FALSE);
    }

  append_line (out, start, "int status = %s_enqueue(%s);", prefix, inputs);
  append_line (out, "", "%s", "");
  append_line (out, start, "while (status == %s_RET_SUCCESS) {", prefix);
  append_line (out, start, "%sstatus = %s_dequeue(%s);", step, prefix, outputs);
  append_line (out, start, "%sif (status == %s_RET_SUCCESS) {", step, prefix);
  append_line (out, start, "%s%s%s", step, step, use);
  append_line (out, start, "%s}", step);
  append_line (out, start, "}");
  append_line (out, start, "if (status != %s_RET_NODATA)", prefix);
  append_line (out, start, "%s%s", step, fail);

  return g_string_free (out, FALSE);
}

static char *
dup_example (const ImPlan *plan, const ImEmission *emission)
{
  g_autofree char *buffers = dup_buffers (emission, "    ");
  g_autofree char *run = dup_run (plan, emission, "    ", "        ",
                                  "/* use what was computed */", "return 1;");

  return g_strdup_printf ("%s\n"
                          "    if (%s_init() != %s_RET_SUCCESS)\n"
                          "        return 1;\n"
                          "    for (;;) {\n"
                          "        /* wait for a frame and fill the inputs */\n"
                          "%s    }",
                          buffers, emission->prefix, emission->prefix, run);
}

static char *
dup_read (const ImEmission *emission)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < emission->ports->len; i++)
    {
      const ImEmitPort *port = &g_array_index (emission->ports, ImEmitPort, i);

      if (port->is_input && port->is_time)
        g_string_append_printf (out, "  %s[0] = millis() / 1000.0f;\n", port->parameter);
      else if (port->is_input)
        g_string_append_printf (
            out, "  for (int i = 0; i < %s_%s_COUNT; i++)\n    %s[i] = 0;\n",
            emission->prefix, port->macro, port->parameter);
    }

  return g_string_free (out, FALSE);
}

static const ImEmitPort *
find_result (const ImEmission *emission)
{
  for (guint i = 0; i < emission->ports->len; i++)
    if (!g_array_index (emission->ports, ImEmitPort, i).is_input)
      return &g_array_index (emission->ports, ImEmitPort, i);

  return NULL;
}

static char *
dup_sketch_run (const ImPlan *plan, const ImEmission *emission)
{
  const ImEmitPort *result = find_result (emission);
  g_autofree char *print = result == NULL
                               ? g_strdup ("/* no result */")
                               : g_strdup_printf ("Serial.println((double) %s[0]);",
                                                  result->parameter);

  return dup_run (plan, emission, "  ", "  ", print, "begin();");
}

/* In Markdown, names and licences are code: nothing in them has a meaning there. */
static char *
dup_licences (const ImEmission *emission, ImEscape target)
{
  const char *quote = target == IM_ESCAPE_MARKDOWN_CODE ? "`" : "";
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < emission->units->len; i++)
    {
      const ImEmitUnit *unit = &g_array_index (emission->units, ImEmitUnit, i);

      if (unit->licence == NULL)
        continue;
      g_string_append_printf (out, "- %s", quote);
      im_escape_append (target, unit->id, out);
      g_string_append_printf (out, "%s: %s", quote, quote);
      im_escape_append (target, unit->licence, out);
      g_string_append_printf (out, "%s\n", quote);
    }
  if (out->len == 0)
    g_string_append (out, "none\n");
  g_string_truncate (out, out->len - 1);

  return g_string_free (out, FALSE);
}

static char *
dup_packages (const ImEmission *emission)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < emission->packages->len; i++)
    {
      g_string_append (out, i == 0 ? "\n## Libraries that the code needs\n\n" : "");
      g_string_append (out, "- `");
      im_escape_append (IM_ESCAPE_MARKDOWN_CODE,
                        g_ptr_array_index (emission->packages, i), out);
      g_string_append (out, "`\n");
    }

  return g_string_free (out, FALSE);
}

static void
set (GHashTable *variables, const char *name, char *value)
{
  g_hash_table_insert (variables, g_strdup (name), value);
}

static void
set_number (GHashTable *variables, const char *name, guint64 value)
{
  set (variables, name, g_strdup_printf ("%" G_GUINT64_FORMAT, value));
}

GHashTable *
im_bundle_new_variables (const ImPlan *plan, const ImEmission *emission)
{
  GHashTable *variables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *identifier = im_c_dup_identifier (emission->name);
  const char *id = plan->program->unit->id.text;

  set (variables, "name", g_strdup (emission->name));
  set (variables, "NAME", g_ascii_strup (identifier, -1));
  set (variables, "PREFIX", g_strdup (emission->prefix));
  set (variables, "unitXml", im_escape_dup (IM_ESCAPE_XML, id));
  set (variables, "unitMarkdown", im_escape_dup (IM_ESCAPE_MARKDOWN_CODE, id));
  set (variables, "version", g_strdup (IM_VERSION));
  set_number (variables, "arena", plan->arena_bytes);
  set_number (variables, "state", plan->state_bytes);
  set_number (variables, "constants", plan->constant_bytes);
  set (variables, "example", dup_example (plan, emission));
  set (variables, "buffers", dup_buffers (emission, "static "));
  set (variables, "read", dup_read (emission));
  set (variables, "run", dup_sketch_run (plan, emission));
  set (variables, "licences", dup_licences (emission, IM_ESCAPE_LINE));
  set (variables, "licencesMarkdown", dup_licences (emission, IM_ESCAPE_MARKDOWN_CODE));
  set (variables, "packages", dup_packages (emission));

  return variables;
}
