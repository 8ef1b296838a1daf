/* SPDX-License-Identifier: MIT
 *
 * The variables of templates. The examples are made of the ports, so that they compile.
 */
#include "base/im-escape.h"
#include <string.h>

#include "bundle/files/im-bundle-parts.h"
#include "emit/im-c-names.h"
#include "emit/im-emit-names.h"

/* The ports of a function, as arguments. */
static char *
dup_arguments (const ImEmission *emission, const char *function)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < emission->ports->len; i++)
    {
      const ImEmitPort *port = &g_array_index (emission->ports, ImEmitPort, i);

      if (strcmp (port->function, function) == 0)
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

/* How an example is written. */
typedef struct
{
  const ImPlan *plan;
  const ImEmission *emission;
  const char *step;
  const char *start;
  char *(*dup_use) (const ImEmission *emission, const char *function);
  const char *fail; /* where there will be no results any more */
  GString *out;
} Example;

static void
write_compute (const Example *example)
{
  const char *prefix = example->emission->prefix;
  g_autofree char *both = dup_arguments (example->emission, "compute");
  g_autofree char *use = example->dup_use (example->emission, "compute");

  append_line (example->out, example->start, "if (%s_compute(%s) != %s_RET_SUCCESS)",
               prefix, both, prefix);
  append_line (example->out, example->start, "%s%s", example->step, example->fail);
  append_line (example->out, example->start, "%s", use);
}

static void
write_stream (const Example *example)
{
  const char *prefix = example->emission->prefix;
  const char *start = example->start, *step = example->step;
  g_autofree char *inputs = dup_arguments (example->emission, "enqueue");
  g_autofree char *outputs = dup_arguments (example->emission, "dequeue");
  g_autofree char *use = example->dup_use (example->emission, "dequeue");

  append_line (example->out, start, "int status = %s_enqueue(%s);", prefix, inputs);
  append_line (example->out, "", "%s", "");
  append_line (example->out, start, "while (status == %s_RET_SUCCESS) {", prefix);
  append_line (example->out, start, "%sstatus = %s_dequeue(%s);", step, prefix, outputs);
  append_line (example->out, start, "%sif (status == %s_RET_SUCCESS) {", step, prefix);
  append_line (example->out, start, "%s%s%s", step, step, use);
  append_line (example->out, start, "%s}", step);
  append_line (example->out, start, "}");
  append_line (example->out, start, "if (status != %s_RET_NODATA)", prefix);
  append_line (example->out, start, "%s%s", step, example->fail);
}

static void
write_enqueue (const Example *example, guint source)
{
  const char *prefix = example->emission->prefix;
  g_autofree char *name = im_emit_dup_enqueue_name (example->plan, source);
  g_autofree char *inputs = dup_arguments (example->emission, name);

  if (example->plan->n_sources > 1)
    append_line (example->out, example->start, "/* only when a frame of it is there: */");
  append_line (example->out, example->start, "if (%s_%s(%s) != %s_RET_SUCCESS)", prefix,
               name, inputs, prefix);
  append_line (example->out, example->start, "%s%s", example->step, example->fail);
}

static void
write_dequeue (const Example *example, guint sink)
{
  const char *prefix = example->emission->prefix;
  const char *start = example->start, *step = example->step;
  g_autofree char *name = im_emit_dup_dequeue_name (example->plan, sink);
  g_autofree char *outputs = dup_arguments (example->emission, name);
  g_autofree char *use = example->dup_use (example->emission, name);

  append_line (example->out, start, "%swhile ((status = %s_%s(%s)) == %s_RET_SUCCESS) {",
               step, prefix, name, outputs, prefix);
  append_line (example->out, start, "%s%staken = 1;", step, step);
  append_line (example->out, start, "%s%s%s", step, step, use);
  append_line (example->out, start, "%s}", step);
  append_line (example->out, start,
               "%sif (status != %s_RET_NODATA && status != %s_RET_FULL)", step, prefix,
               prefix);
  append_line (example->out, start, "%s%s%s", step, step, example->fail);
}

/* Several inputs or outputs: one may have to wait for another, so all are asked until
 * none has a result. */
static void
write_streams (const Example *example)
{
  for (guint i = 0; i < example->plan->n_sources; i++)
    write_enqueue (example, i);
  append_line (example->out, example->start, "int status, taken;");
  append_line (example->out, "", "%s", "");
  append_line (example->out, example->start, "do {");
  append_line (example->out, example->start, "%staken = 0;", example->step);
  for (guint i = 0; i < example->plan->n_sinks; i++)
    write_dequeue (example, i);
  append_line (example->out, example->start, "} while (taken);");
}

static char *
dup_run (Example example)
{
  example.out = g_string_new (NULL);
  if (im_plan_is_function (example.plan))
    write_compute (&example);
  else if (example.plan->n_sources == 1 && example.plan->n_sinks == 1)
    write_stream (&example);
  else
    write_streams (&example);

  return g_string_free (example.out, FALSE);
}

static char *
dup_use_comment (const ImEmission *emission, const char *function)
{
  return g_strdup ("/* use what was computed */");
}

static char *
dup_example (const ImPlan *plan, const ImEmission *emission)
{
  g_autofree char *buffers = dup_buffers (emission, "    ");
  g_autofree char *run = dup_run ((Example){ .plan = plan,
                                             .emission = emission,
                                             .step = "    ",
                                             .start = "        ",
                                             .dup_use = dup_use_comment,
                                             .fail = "return 1;" });

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

/* Prints the first element of what a function gives. */
static char *
dup_print (const ImEmission *emission, const char *function)
{
  for (guint i = 0; i < emission->ports->len; i++)
    {
      const ImEmitPort *port = &g_array_index (emission->ports, ImEmitPort, i);

      if (!port->is_input && strcmp (port->function, function) == 0)
        return g_strdup_printf ("Serial.println((double) %s[0]);", port->parameter);
    }

  return g_strdup ("/* no result */");
}

static char *
dup_sketch_run (const ImPlan *plan, const ImEmission *emission)
{
  return dup_run ((Example){ .plan = plan,
                             .emission = emission,
                             .step = "  ",
                             .start = "  ",
                             .dup_use = dup_print,
                             .fail = "begin();" });
}

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
  im_bundle_add_python_variables (plan, emission, variables);

  return variables;
}
