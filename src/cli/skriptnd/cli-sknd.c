/* SPDX-License-Identifier: MIT
 *
 * `imaginet sknd`: files of SkriptND checked, laid out, listed and shown as stages, and
 * expressions evaluated.
 */
#include <string.h>

#include "cli/skriptnd/cli-sknd-check.h"
#include "cli/skriptnd/cli-sknd-eval.h"
#include "cli/skriptnd/cli-sknd-export.h"
#include "cli/skriptnd/cli-sknd-files.h"
#include "cli/skriptnd/cli-sknd-instance.h"
#include "cli/skriptnd/cli-sknd-run.h"
#include "cli/terminal/cli-command.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "skriptnd/text/im-sknd-documentation.h"
#include "skriptnd/text/im-sknd-file.h"
#include "skriptnd/text/im-sknd-print.h"

typedef void (*VisitFunc) (const ImSkndFile *file, gpointer data);

typedef struct
{
  VisitFunc func;
  gpointer data;
} Visit;

static void
visit_source (ImSource *source, gpointer data, ImDiagnostics *diagnostics)
{
  const Visit *wanted = data;
  g_autoptr (ImSkndFile) file = im_sknd_parse (source, diagnostics);

  wanted->func (file, wanted->data);
}

/* Each file as it is, without what it imports. */
static void
visit (const char *path, VisitFunc func, gpointer data, ImDiagnostics *diagnostics)
{
  Visit wanted = { func, data };

  cli_sknd_read_all (path, visit_source, &wanted, diagnostics);
}

static CliExit
format (CliContext *context, const char *path)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (ImSource) source = cli_sknd_read (path, &error);
  g_autoptr (ImSkndFile) file = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (source == NULL)
    return cli_output_failure (context, "cannot-read", "%s", error->message);
  file = im_sknd_parse (source, diagnostics);
  if (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) > 0)
    return cli_output_problems (context, diagnostics);

  im_sknd_file_print (file, text);
  if (context->options->json)
    {
      ImJson json = { .out = context->out };

      im_json_open_object (&json);
      im_json_member_string (&json, "text", text->str);
      cli_json_close (&json, diagnostics);
    }
  else
    {
      g_string_append (context->out, text->str);
    }

  return cli_output_diagnostics (context, diagnostics);
}

static void
append_tree (const ImSkndFile *file, gpointer data)
{
  im_sknd_file_append_tree (file, data);
}

static CliExit
dump (CliContext *context, const char *path)
{
  static const char *const stages[] = {
    "tokens", "ast", "instance", "kernels", "c", NULL
  };
  const char *stage = context->options->stage;
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GString) text = g_string_new (NULL);

  if (stage == NULL || !g_strv_contains (stages, stage))
    return cli_output_usage_among (context, stages,
                                   "expected --stage with tokens, ast, instance, "
                                   "kernels or c");
  if (strcmp (stage, "ast") == 0)
    {
      visit (path, append_tree, text, diagnostics);
    }
  else if (strcmp (stage, "instance") == 0)
    {
      cli_sknd_append_instance (context->options, path, diagnostics, text);
    }
  else if (strcmp (stage, "kernels") == 0 || strcmp (stage, "c") == 0)
    {
      cli_sknd_append_kernels (context->options, path, strcmp (stage, "c") == 0,
                               diagnostics, text);
    }
  else
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (ImSource) source = cli_sknd_read (path, &error);

      if (source == NULL)
        return cli_output_failure (context, "cannot-read", "%s", error->message);
      im_sknd_append_tokens (source, diagnostics, text);
    }

  return cli_output_stage (context, text, diagnostics);
}

static void
list_json (const ImSkndFile *file, gpointer data)
{
  g_autofree char *module = cli_sknd_dup_module (im_source_get_name (file->source));
  ImJson *json = data;

  for (guint i = 0; i < file->n_definitions; i++)
    {
      const ImSkndDefinition *definition = file->definitions[i];
      g_autoptr (GString) signature = g_string_new (NULL);
      g_autofree char *comment = im_sknd_dup_documentation (file, definition);
      g_autofree char *documentation = im_sknd_dup_plain (comment);

      im_sknd_append_signature (file, definition, signature);
      im_json_open_object (json);
      im_json_member_string (json, "module", module);
      im_json_member_string (json, "name", definition->name.text);
      im_json_member_string (json, "kind", definition->is_graph ? "graph" : "operator");
      im_json_member_bool (json, "public", definition->is_public);
      im_json_member_string (json, "signature", signature->str);
      im_json_member_string (json, "documentation", documentation);
      im_json_member_string (json, "file", im_source_get_name (file->source));
      cli_json_span (json, file->source, definition->name.span);
      im_json_close_object (json);
    }
}

static void
list_text (const ImSkndFile *file, gpointer data)
{
  g_autofree char *module = cli_sknd_dup_module (im_source_get_name (file->source));
  GString *out = data;

  for (guint i = 0; i < file->n_definitions; i++)
    {
      g_string_append_printf (out, "%s.", module);
      im_sknd_append_signature (file, file->definitions[i], out);
      g_string_append_c (out, '\n');
    }
}

static CliExit
list (CliContext *context, const char *path)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  ImJson json = { .out = context->out };

  if (!context->options->json)
    {
      visit (path, list_text, context->out, diagnostics);
      return cli_output_diagnostics (context, diagnostics);
    }

  im_json_open_object (&json);
  im_json_name (&json, "operators");
  im_json_open_rows (&json);
  visit (path, list_json, &json, diagnostics);
  im_json_close_array (&json);
  cli_json_close (&json, diagnostics);

  return cli_output_diagnostics (context, diagnostics);
}

static const struct
{
  const char *name;
  CliExit (*run) (CliContext *context, const char *argument);
} actions[] = {
  { "eval", cli_sknd_eval },
  { "check", cli_sknd_check },
  { "fmt", format },
  { "list", list },
  { "dump", dump },
  { "run", cli_sknd_compute_outputs },
  { "export", cli_sknd_export },
};

CliExit
cli_sknd_run (CliContext *context)
{
  const char *names[G_N_ELEMENTS (actions) + 1] = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      names[i] = actions[i].name;
      if (strcmp (context->options->arguments[0], names[i]) == 0)
        return actions[i].run (context, context->options->arguments[1]);
    }

  return cli_output_usage_among (
      context, names, "“%s” is not eval, check, fmt, list, dump, run or export",
      context->options->arguments[0]);
}
