/* SPDX-License-Identifier: MIT */
#include "language-case.h"

#include <string.h>

#include "base/im-source.h"

static const char *
get_base_name (ImArena *arena, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  return im_arena_strdup (arena, name);
}

/* Reads one block of lines; returns NULL if it holds no case. */
static LanguageCase *
read_case (ImArena *arena, const char *path, char **lines, guint first, guint end)
{
  LanguageCase *c = im_arena_new0 (arena, LanguageCase, 1);
  g_autoptr (GString) expression = g_string_new (NULL);

  c->file = get_base_name (arena, path);
  for (guint i = first; i < end; i++)
    {
      const char *line = lines[i];

      if (*line == '#')
        continue;
      if (g_str_has_prefix (line, "with "))
        c->with = im_arena_strdup (arena, line + strlen ("with "));
      else if (g_str_has_prefix (line, "=> "))
        c->value = im_arena_strdup (arena, line + strlen ("=> "));
      else if (g_str_has_prefix (line, "!! "))
        {
          const char *place = line + strlen ("!! ");
          const char *error = strchr (place, ' ');

          g_assert_nonnull (error);
          c->place = im_arena_strndup (arena, place, (gsize) (error - place));
          c->error = im_arena_strdup (arena, error + 1);
        }
      else
        {
          if (expression->len == 0)
            c->line = i + 1;
          else
            g_string_append_c (expression, '\n');
          g_string_append (expression, line);
        }
    }
  if (c->line == 0 && c->with == NULL && c->value == NULL && c->error == NULL)
    return NULL;
  if ((c->value == NULL) == (c->error == NULL))
    g_error ("%s:%u: a case needs a line with => or one with !!", path, first + 1);

  c->expression = im_arena_strdup (arena, expression->str);
  return c;
}

GPtrArray *
language_cases_load (ImArena *arena, const char *path)
{
  g_autofree char *text = NULL;
  GPtrArray *cases = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  if (!g_file_get_contents (path, &text, NULL, &error))
    g_error ("%s", error->message);

  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint first = 0, n_lines = g_strv_length (lines);
  for (guint i = 0; i <= n_lines; i++)
    if (i == n_lines || *lines[i] == '\0')
      {
        LanguageCase *c = read_case (arena, path, lines, first, i);

        if (c != NULL)
          g_ptr_array_add (cases, c);
        first = i + 1;
      }

  return cases;
}

static gboolean
resolve_cb (ImEval *eval, guint slot, ImValue *out)
{
  const ImExpr *const *expressions = im_eval_get_environment (eval)->data;

  return im_eval_nested (eval, expressions[slot], out);
}

/* A tensor or an array; FALSE if the text is neither. */
static gboolean
read_value (ImArena *arena, const char *text, ImValue *value)
{
  ImTensorType *type = im_arena_new0 (arena, ImTensorType, 1);

  if (im_tensor_type_parse (text, type, NULL))
    {
      *value = IM_TENSOR (type);
      return TRUE;
    }
  if (!g_str_has_suffix (text, "}"))
    return FALSE;

  g_autoptr (GError) error = NULL;
  const ImArray *array = im_array_parse (arena, text, &error);
  g_assert_no_error (error);
  *value = IM_ARRAY (array);

  return TRUE;
}

static void
set_name (LanguageNames *names, ImArena *arena, guint slot, const char *text)
{
  const ImExprError *error = NULL;
  ImValue value;

  if (read_value (arena, text, &value))
    {
      im_environment_set (&names->environment, slot, value);
      return;
    }

  names->expressions[slot] = im_expr_parse (arena, text, -1, names->symbols, &error);
  if (error != NULL)
    g_error ("“%s”: %s", text, error->message);
}

void
language_names_init (LanguageNames *names, ImArena *arena, const char *with)
{
  g_auto (GStrv) parts = g_strsplit (with == NULL ? "" : with, "; ", -1);
  guint n_parts = g_strv_length (parts);

  names->symbols = im_symbols_new ();
  for (guint i = 0; i < n_parts; i++)
    {
      char *equals = strstr (parts[i], " = ");

      if (equals == NULL)
        g_error ("expected name = value, found “%s”", parts[i]);
      *equals = '\0';
      g_assert_cmpuint (im_symbols_add (names->symbols, parts[i]), ==, i);
    }

  im_environment_init (&names->environment, arena, names->symbols);
  names->expressions = im_arena_new0 (arena, const ImExpr *, n_parts);
  names->environment.resolve = resolve_cb;
  names->environment.data = names->expressions;
  for (guint i = 0; i < n_parts; i++)
    set_name (names, arena, i, parts[i] + strlen (parts[i]) + strlen (" = "));
}

void
language_names_init_samples (LanguageNames *names, ImArena *arena)
{
  g_autoptr (GString) with = g_string_new (NULL);
  guint n_samples;
  const ImSample *samples = im_builtin_get_samples (&n_samples);

  for (guint i = 0; i < n_samples; i++)
    g_string_append_printf (with, "%s%s = %s", i == 0 ? "" : "; ", samples[i].name,
                            samples[i].text);
  language_names_init (names, arena, with->str);
}

void
language_names_clear (LanguageNames *names)
{
  g_clear_pointer (&names->symbols, im_symbols_free);
}

gboolean
language_evaluate (LanguageNames *names,
                   const char *expression,
                   ImValue *value,
                   const ImExprError **error)
{
  const ImExpr *expr = im_expr_parse (names->environment.arena, expression, -1,
                                      names->symbols, error);

  return expr != NULL && im_eval (expr, &names->environment, value, error);
}

/* `line:first-last`, both inclusive. */
static char *
describe_place (const char *expression, ImSpan span)
{
  g_autoptr (ImSource) source = im_source_new_for_string ("<case>", expression);
  guint line, first, last_line, behind;

  im_source_locate (source, span.start, &line, &first);
  im_source_locate (source, span.end, &last_line, &behind);
  if (last_line != line || behind <= first)
    behind = first + 1;

  return g_strdup_printf ("%u:%u-%u", line, first, behind - 1);
}

static void
fail_case (const LanguageCase *c, const char *found)
{
  if (c->value != NULL)
    g_test_fail_printf ("%s:%u: %s\nexpected => %s\nfound    %s", c->file, c->line,
                        c->expression, c->value, found);
  else
    g_test_fail_printf ("%s:%u: %s\nexpected !! %s %s\nfound    %s", c->file, c->line,
                        c->expression, c->place == NULL ? "" : c->place, c->error, found);
}

static void
check_value (const LanguageCase *c, const ImValue *value, ImArena *arena)
{
  g_autoptr (GString) text = g_string_new ("=> ");
  ImValue copy = im_value_copy (arena, value);

  im_value_append_text (value, text);
  if (c->value == NULL || strcmp (text->str + strlen ("=> "), c->value) != 0)
    fail_case (c, text->str);
  g_assert_true (im_value_same (value, &copy));
}

static void
check_error (const LanguageCase *c, const ImExprError *error)
{
  g_autofree char *place = describe_place (c->expression, error->span);
  g_autofree char *found = g_strdup_printf ("!! %s %s (%s)", place, error->message,
                                            im_expr_error_code_get_name (error->code));

  if (c->error == NULL || strstr (error->message, c->error) == NULL ||
      (c->place != NULL && strcmp (place, c->place) != 0))
    fail_case (c, found);
}

const ImExprError *
language_case_check (const LanguageCase *c, LanguageNames *names, ImArena *arena)
{
  const ImExprError *error = NULL;
  ImValue value;

  if (!language_evaluate (names, c->expression, &value, &error))
    {
      g_assert_nonnull (error);
      check_error (c, error);
      return error;
    }

  g_assert_null (error);
  check_value (c, &value, arena);

  return NULL;
}
