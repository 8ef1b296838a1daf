/* SPDX-License-Identifier: MIT */
#include "emit/im-emit-names.h"

#include <string.h>

#include "base/im-text.h"
#include "emit/im-c-names.h"

#define MAX_NAME_BYTES 64

/* A name of files that every system, build tool and `#include` takes. */
static gboolean
is_file_name (const char *name)
{
  if (!g_ascii_isalnum (*name) || strlen (name) > MAX_NAME_BYTES)
    return FALSE;
  for (; *name != '\0'; name++)
    if (!g_ascii_isalnum (*name) && *name != '_' && *name != '-')
      return FALSE;

  return TRUE;
}

char *
im_emit_dup_prefix_problem (const char *prefix)
{
  if (im_c_is_identifier (prefix) && strlen (prefix) <= IM_C_MAX_PREFIX_BYTES &&
      !g_str_has_suffix (prefix, "_"))
    return NULL;

  return g_strdup_printf (
      "the prefix “%s” cannot begin names in C and C++; expected letters, digits and "
      "single underscores, a letter first and no underscore last, at most %d, such as "
      "IMAI",
      prefix, IM_C_MAX_PREFIX_BYTES);
}

char *
im_emit_dup_name_problem (const char *name)
{
  if (!is_file_name (name))
    return g_strdup_printf ("“%s” cannot name the files; expected at most %d letters, "
                            "digits, underscores and dashes, such as model",
                            name, MAX_NAME_BYTES);
  if (im_c_is_free_file_name (name))
    return NULL;

  return g_strdup_printf ("“%s” cannot name the files: a header of C, a build tool or a "
                          "file system takes it for something else; expected another "
                          "name, such as my_%s",
                          name, name);
}

char *
im_emit_dup_default_name (const ImUnit *unit)
{
  g_autofree char *name = im_c_dup_identifier (im_text_get_last_part (unit->id.text));
  g_autofree char *lower = g_ascii_strdown (name, -1);

  return im_c_is_free_file_name (lower) ? g_steal_pointer (&lower)
                                        : g_strconcat (lower, "_n", NULL);
}

/* The names of the ports of a domain, or of its times if there are no others. */
static char *
dup_ports (const ImPlan *plan, gboolean is_input, guint domain)
{
  const ImProgram *program = plan->program;
  guint n_ports = is_input ? program->n_inputs : program->n_outputs;
  GString *out = g_string_new (NULL);

  for (gint is_time = FALSE; is_time <= TRUE && out->len == 0; is_time++)
    for (guint i = 0; i < n_ports; i++)
      {
        const ImProgramPort *port = is_input ? &program->inputs[i] : &program->outputs[i];
        gint of = is_input ? (gint) plan->source_of[i] : plan->sink_of[i];
        g_autofree char *name = im_c_dup_identifier (port->name);

        if (port->tensor >= 0 && of == (gint) domain &&
            (port->parameter->socket->is_time != FALSE) == is_time)
          g_string_append_printf (out, "_%s", name);
      }

  return g_string_free (out, FALSE);
}

/* Domains before this one may have ports whose names become the same identifiers. */
static char *
dup_function (const ImPlan *plan,
              const char *name,
              gboolean is_input,
              const guint *domains,
              guint number)
{
  g_autofree char *ports = dup_ports (plan, is_input, domains[number]);
  guint n_same = 1;

  for (guint i = 0; i < number; i++)
    {
      g_autofree char *other = dup_ports (plan, is_input, domains[i]);

      n_same += strcmp (other, ports) == 0;
    }

  return n_same == 1 ? g_strconcat (name, ports, NULL)
                     : g_strdup_printf ("%s%s_%u", name, ports, n_same);
}

char *
im_emit_dup_enqueue_name (const ImPlan *plan, guint source)
{
  g_autofree guint *sources = g_new (guint, plan->n_sources);

  for (guint i = 0; i < plan->n_sources; i++)
    sources[i] = i;
  if (im_plan_is_function (plan))
    return g_strdup ("compute");
  if (plan->n_sources == 1)
    return g_strdup ("enqueue");

  return dup_function (plan, "enqueue", TRUE, sources, source);
}

char *
im_emit_dup_dequeue_name (const ImPlan *plan, guint sink)
{
  if (im_plan_is_function (plan))
    return g_strdup ("compute");
  if (plan->n_sinks == 1)
    return g_strdup ("dequeue");

  return dup_function (plan, "dequeue", FALSE, plan->sinks, sink);
}
