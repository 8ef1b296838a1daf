/* SPDX-License-Identifier: MIT */
#include "rule-case.h"

#include <string.h>

static ImValue
parse_value (const char *text, ImArena *arena)
{
  ImTensorType *type = im_arena_new0 (arena, ImTensorType, 1);
  ImEnvironment environment;
  ImValue value = IM_NULL;

  if (im_tensor_type_parse (text, type, NULL))
    return IM_TENSOR (type);

  im_environment_init (&environment, arena, NULL);
  const ImExpr *expr = im_expr_parse (arena, text, -1, NULL, NULL);
  g_assert_nonnull (expr);
  g_assert_true (im_eval (expr, &environment, &value, NULL));

  return value;
}

/* Splits at blanks that are not in a string. */
static GPtrArray *
split_words (const char *text)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  gboolean is_string = FALSE;
  const char *start = text;

  for (const char *c = text;; c++)
    {
      if (*c == '"')
        is_string = !is_string;
      if (*c != '\0' && (*c != ' ' || is_string))
        continue;
      if (c > start)
        g_ptr_array_add (words, g_strndup (start, (gsize) (c - start)));
      if (*c == '\0')
        return words;
      start = c + 1;
    }
}

GArray *
rule_case_bind (const RuleCase *c, ImArena *arena)
{
  g_autoptr (GPtrArray) words = split_words (c->bindings);
  GArray *bindings = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));

  for (guint i = 0; i < words->len; i++)
    {
      const char *word = g_ptr_array_index (words, i), *equals = strchr (word, '=');
      ImUnitBinding binding = {
        im_arena_strndup (arena, word, (gsize) (equals - word)),
        parse_value (equals + 1, arena),
      };

      g_array_append_val (bindings, binding);
    }

  return bindings;
}

/* Adds the cases of a file. */
static void
add_file (const char *file, const char *text, GPtrArray *cases)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  const char *unit = NULL;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *arrow = strstr (lines[i], " => ");
      RuleCase *c;

      if (lines[i][0] == '\0' || lines[i][0] == '#')
        continue;
      if (lines[i][0] != ' ')
        {
          unit = g_intern_string (lines[i]);
          continue;
        }
      if (unit == NULL || arrow == NULL)
        g_error ("%s:%u: expected “NAME=VALUE… => RESULT” below the name of a unit", file,
                 i + 1);

      g_autofree char *bindings = g_strndup (lines[i], (gsize) (arrow - lines[i]));

      c = g_new0 (RuleCase, 1);
      c->file = g_intern_string (file);
      c->line = i + 1;
      c->unit = unit;
      c->bindings = g_intern_string (bindings);
      c->expected = g_intern_string (arrow + strlen (" => "));
      g_ptr_array_add (cases, c);
    }
}

GPtrArray *
rule_cases_load (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  GPtrArray *cases = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;

      if (!g_str_has_suffix (name, ".txt"))
        continue;
      g_file_get_contents (path, &text, NULL, &error);
      g_assert_no_error (error);
      add_file (name, text, cases);
    }

  return cases;
}
