/* SPDX-License-Identifier: MIT
 *
 * `imaginet list builtins`: the functions and constants of the language, all of them in
 * short or those of one name in full.
 */
#include <string.h>

#include "base/im-text.h"
#include "cli/inspect/cli-list.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "cli/terminal/cli-text.h"
#include "lang/im-builtin.h"
#include "lang/im-token.h"

static const struct
{
  ImSpelling spelling;
  const char *name;
} spellings[] = {
  { IM_SPELLING_STATIC, "static" },
  { IM_SPELLING_BARE, "bare" },
  { IM_SPELLING_METHOD, "method" },
};

static const char *
heading_style (const CliContext *context)
{
  return context->out_has_colour ? CLI_TEXT_BOLD : NULL;
}

/* Whether an expression uses a name as a parameter, not as a member. */
static gboolean
uses_name (const char *expression, const char *name)
{
  gsize length = strlen (expression), offset = 0;
  ImTokenKind before = IM_TOKEN_END;
  const char *problem;

  for (;;)
    {
      ImToken token = im_token_next (expression, length, offset, &problem);
      gsize n_bytes = token.span.end - token.span.start;

      if (token.kind == IM_TOKEN_END)
        return FALSE;
      if (token.kind == IM_TOKEN_NAME && before != IM_TOKEN_DOT &&
          n_bytes == strlen (name) &&
          strncmp (expression + token.span.start, name, n_bytes) == 0)
        return TRUE;
      before = token.kind;
      offset = token.span.end;
    }
}

static void
write_example (ImJson *json, const ImExample *example)
{
  guint n_samples;
  const ImSample *samples = im_builtin_get_samples (&n_samples);

  im_json_open_object (json);
  im_json_member_object (json, "with");
  for (guint i = 0; i < n_samples; i++)
    if (uses_name (example->expression, samples[i].name))
      im_json_member_string (json, samples[i].name, samples[i].text);
  im_json_close_object (json);
  im_json_member_string (json, "expression", example->expression);
  im_json_member_text (json, "value", example->value);
  im_json_member_text (json, "error", example->error);
  im_json_close_object (json);
}

static void
write_builtin (ImJson *json, const ImBuiltin *builtin)
{
  im_json_open_object (json);
  im_json_member_string (json, "name", builtin->name);
  im_json_member_string (json, "owner", im_builtin_owner_get_name (builtin->owner));

  im_json_member_array (json, "spellings");
  for (guint i = 0; i < G_N_ELEMENTS (spellings); i++)
    if (builtin->spellings & spellings[i].spelling)
      im_json_string (json, spellings[i].name);
  im_json_close_array (json);

  im_json_member_array (json, "signatures");
  for (guint i = 0; i < builtin->n_signatures; i++)
    im_json_string (json, builtin->signatures[i].text);
  im_json_close_array (json);

  if (builtin->is_constant)
    {
      im_json_name (json, "constant");
      cli_json_value (json, &builtin->constant);
    }
  im_json_member_string (json, "summary", builtin->summary);
  im_json_member_string (json, "source", builtin->source);

  im_json_member_array (json, "examples");
  for (guint i = 0; i < builtin->n_examples; i++)
    write_example (json, &builtin->examples[i]);
  im_json_close_array (json);
  im_json_close_object (json);
}

/* Appends the lines that say how a builtin is called. */
static void
append_signatures (const CliContext *context, const ImBuiltin *builtin, guint indent)
{
  const char *dot = builtin->spellings == IM_SPELLING_METHOD ? "." : "";
  const char *blank = builtin->owner == IM_OWNER_OPERATOR ? " " : "";
  g_autofree char *name = g_strconcat (dot, builtin->name, blank, NULL);
  g_autoptr (GString) value = g_string_new (NULL);

  for (guint i = 0; i < builtin->n_signatures; i++)
    {
      g_string_append_printf (context->out, "%*s", (int) indent, "");
      cli_text_append_styled (context->out, heading_style (context), name);
      g_string_append_printf (context->out, "%s\n", builtin->signatures[i].text);
    }
  if (builtin->is_constant)
    {
      im_value_append_text (&builtin->constant, value);
      g_string_append_printf (context->out, "%*s", (int) indent, "");
      cli_text_append_styled (context->out, heading_style (context), name);
      g_string_append_printf (context->out, " = %s\n", value->str);
    }
}

static void
append_short (const CliContext *context, const ImBuiltin *builtins, guint n_builtins)
{
  for (guint owner = 0; owner < IM_N_OWNERS; owner++)
    {
      cli_text_append_styled (context->out, heading_style (context),
                              im_builtin_owner_get_name ((ImBuiltinOwner) owner));
      g_string_append_c (context->out, '\n');
      for (guint i = 0; i < n_builtins; i++)
        if (builtins[i].owner == owner)
          {
            append_signatures (context, &builtins[i], 2);
            cli_text_append_wrapped (context->out, builtins[i].summary, 6,
                                     context->width);
          }
      if (owner + 1 < IM_N_OWNERS)
        g_string_append_c (context->out, '\n');
    }
}

/* The ways to write a call, such as `Math.max(…), max(…), value.max(…)`. */
static char *
describe_spellings (const ImBuiltin *builtin)
{
  const char *owner = im_builtin_owner_get_name (builtin->owner);
  const char *call = builtin->is_constant ? "" : "(…)";
  g_autoptr (GString) text = g_string_new (NULL);

  if (builtin->spellings & IM_SPELLING_STATIC)
    g_string_append_printf (text, ", %s.%s%s", owner, builtin->name, call);
  if (builtin->spellings & IM_SPELLING_BARE)
    g_string_append_printf (text, ", %s%s", builtin->name, call);
  if (builtin->spellings & IM_SPELLING_METHOD)
    g_string_append_printf (text, ", value.%s%s", builtin->name, call);

  return g_strdup (text->len > 0 ? text->str + 2 : builtin->name);
}

static void
append_examples (const CliContext *context, const ImBuiltin *builtin)
{
  g_autoptr (CliTable) table = cli_table_new (4, 3);
  g_autoptr (GString) names = g_string_new (NULL);
  guint n_samples;
  const ImSample *samples = im_builtin_get_samples (&n_samples);

  for (guint i = 0; i < builtin->n_examples; i++)
    {
      const ImExample *example = &builtin->examples[i];

      cli_table_add (table, example->expression, example->value != NULL ? "=" : "error",
                     example->value != NULL ? example->value : example->error);
      for (guint j = 0; j < n_samples; j++)
        if (uses_name (example->expression, samples[j].name) &&
            strstr (names->str, samples[j].text) == NULL)
          g_string_append_printf (names, "%s%s = %s", names->len > 0 ? ", " : ", with ",
                                  samples[j].name, samples[j].text);
    }

  g_string_append_printf (context->out, "\n  Examples%s:\n", names->str);
  cli_table_append (table, context->out, CLI_TEXT_UNLIMITED);
}

static void
append_full (const CliContext *context, const ImBuiltin *builtin)
{
  g_autofree char *how = describe_spellings (builtin);
  g_autoptr (CliTable) table = cli_table_new (2, 2);

  cli_text_append_styled (context->out, heading_style (context),
                          im_builtin_owner_get_name (builtin->owner));
  g_string_append_printf (context->out, ": %s\n\n", builtin->name);
  append_signatures (context, builtin, 2);
  g_string_append_c (context->out, '\n');
  cli_text_append_wrapped (context->out, builtin->summary, 2, context->width);
  g_string_append_c (context->out, '\n');
  cli_table_add (table, "Written", how);
  cli_table_add (table, "Source", builtin->source);
  cli_table_append (table, context->out, context->width);
  if (builtin->n_examples > 0)
    append_examples (context, builtin);
}

static void
append_rows (const CliContext *context, const ImBuiltin *builtins, guint n_builtins)
{
  ImJson json = { context->out };

  im_json_open_object (&json);
  im_json_name (&json, "builtins");
  im_json_open_rows (&json);
  for (guint i = 0; i < n_builtins; i++)
    write_builtin (&json, &builtins[i]);
  im_json_close_array (&json);
  cli_json_close (&json, NULL);
}

static CliExit
fail_unknown (CliContext *context, const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint n_builtins;
  const ImBuiltin *builtins = im_builtin_get_all (&n_builtins);

  for (guint i = 0; i < n_builtins; i++)
    g_ptr_array_add (names, (gpointer) builtins[i].name);

  const char *nearest = im_text_nearest (name, (const char *const *) names->pdata,
                                         names->len);
  g_autofree char *hint = cli_text_dup_hint (nearest);
  return cli_output_failure (context, "unknown-builtin", "there is no built-in “%s”%s",
                             name, hint);
}

/* Finds `max`, or one row by `Math.max`. */
static const ImBuiltin *
find (const char *name, guint *n_builtins)
{
  const char *dot = strrchr (name, '.');
  const ImBuiltin *rows = im_builtin_find (dot == NULL ? name : dot + 1, n_builtins);

  if (dot == NULL || rows == NULL)
    return rows;

  g_autofree char *owner = g_strndup (name, (gsize) (dot - name));
  for (guint i = 0; i < *n_builtins; i++)
    if (g_ascii_strcasecmp (im_builtin_owner_get_name (rows[i].owner), owner) == 0)
      {
        *n_builtins = 1;
        return &rows[i];
      }

  return NULL;
}

CliExit
cli_list_builtins (CliContext *context)
{
  const CliOptions *options = context->options;
  const char *name = options->n_arguments > 1 ? options->arguments[1] : NULL;
  guint n_builtins;
  const ImBuiltin *builtins = name == NULL ? im_builtin_get_all (&n_builtins)
                                           : find (name, &n_builtins);

  if (builtins == NULL)
    return fail_unknown (context, name);

  if (options->json)
    append_rows (context, builtins, n_builtins);
  else if (name == NULL)
    append_short (context, builtins, n_builtins);
  else
    for (guint i = 0; i < n_builtins; i++)
      {
        if (i > 0)
          g_string_append_c (context->out, '\n');
        append_full (context, &builtins[i]);
      }

  return CLI_EXIT_FINE;
}
