/* SPDX-License-Identifier: MIT */
#include "cli/skriptnd/cli-sknd-eval.h"

#include <string.h>

#include "cli/skriptnd/cli-sknd-files.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "skriptnd/value/im-sknd-compute.h"

typedef struct
{
  ImDiagnostics *diagnostics;
  ImArena *arena;
  ImSkndScope scope;
} Names;

/* `NAME=EXPR`, where names that are given before may be used. */
static gboolean
add_name (Names *names, const char *text)
{
  const char *equals = strchr (text, '=');
  g_autofree char *name = NULL;
  g_autoptr (ImSource) source = NULL;
  ImSkndType type;
  ImSkndValue value;

  if (equals == NULL || equals == text)
    {
      im_diagnostics_add_for_file (names->diagnostics, IM_SEVERITY_ERROR, "argument",
                                   "--with", "Expected NAME=VALUE, found “%s”", text);
      return FALSE;
    }
  name = g_strndup (text, (gsize) (equals - text));
  source = im_source_new_for_string (name, equals + 1);
  if (!im_sknd_compute (source, &names->scope, names->arena, names->diagnostics, &type,
                        &value))
    return FALSE;
  im_sknd_scope_add (&names->scope, names->arena, name, type)->value = memcpy (
      im_arena_new0 (names->arena, ImSkndValue, 1), &value, sizeof value);

  return TRUE;
}

static gboolean
add_names (Names *names, char **with)
{
  for (guint i = 0; with != NULL && with[i] != NULL; i++)
    if (!add_name (names, with[i]))
      return FALSE;

  return TRUE;
}

static CliExit
print_value (CliContext *context,
             const ImSkndType *type,
             const ImSkndValue *value,
             const ImDiagnostics *warnings)
{
  g_autoptr (GString) name = g_string_new (NULL);
  ImJson json = { .out = context->out };

  im_sknd_type_append (type, name);
  if (!context->options->json)
    {
      im_sknd_value_append (value, context->out);
      g_string_append_c (context->out, '\n');
      return cli_output_diagnostics (context, warnings);
    }

  im_json_open_object (&json);
  im_json_member_string (&json, "type", name->str);
  im_json_name (&json, "value");
  im_sknd_value_write_json (value, &json);
  cli_json_close (&json, warnings);

  return CLI_EXIT_FINE;
}

/* The first error stands alone, too, for who wants to know no more. */
static CliExit
print_error (CliContext *context, ImDiagnostics *diagnostics)
{
  const ImDiagnostic *error = NULL;
  ImJson json = { .out = context->out };

  for (guint i = 0; error == NULL; i++)
    if (im_diagnostics_get (diagnostics, i)->severity == IM_SEVERITY_ERROR)
      error = im_diagnostics_get (diagnostics, i);
  if (!context->options->json)
    return cli_output_diagnostics (context, diagnostics);

  im_json_open_object (&json);
  im_json_member_object (&json, "error");
  im_json_member_string (&json, "message", error->message);
  cli_json_span (&json, error->source, error->span);
  im_json_close_object (&json);
  cli_json_close (&json, diagnostics);

  return CLI_EXIT_PROBLEMS;
}

CliExit
cli_sknd_eval (CliContext *context, const char *text)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImSource) source = NULL;
  g_autoptr (GError) error = NULL;
  Names names = { diagnostics, arena };
  ImSkndType type;
  ImSkndValue value;
  gboolean is_fine = FALSE;

  source = strcmp (text, "-") == 0 ? cli_sknd_read (text, &error)
                                   : im_source_new_for_string ("<expression>", text);
  if (source == NULL)
    return cli_output_failure (context, "cannot-read", "%s", error->message);
  im_sknd_scope_init (&names.scope, NULL);
  is_fine = add_names (&names, context->options->with) &&
            im_sknd_compute (source, &names.scope, arena, diagnostics, &type, &value);
  im_sknd_scope_clear (&names.scope);
  if (!is_fine)
    return print_error (context, diagnostics);

  return print_value (context, &type, &value, diagnostics);
}
