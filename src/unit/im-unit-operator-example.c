/* SPDX-License-Identifier: MIT
 *
 * Examples in the documentation of an operator as examples of its unit:
 * `nn.conv{padding=[0]}([[[1.0, 2.0]]], [[[1.0]]]) = [[[1.0, 2.0]]]`.
 */
#include <string.h>

#include "skriptnd/text/im-sknd-file.h"
#include "unit/im-unit-operator-private.h"

/* An example while it is written. */
typedef struct
{
  const char *text; /* of the source of expressions */
  GString *out;
} Example;

/* The shape of nested lists of numbers, and the numbers; FALSE of other expressions. */
static gboolean
read_tensor (const Example *example,
             const ImSkndExpr *expr,
             guint depth,
             GArray *extents,
             GString *numbers,
             ImSkndExprKind *kind)
{
  const ImSkndExpr *number = expr;

  if (expr->kind == IM_SKND_LIST)
    {
      if (depth == extents->len)
        g_array_append_val (extents, expr->n);
      if (expr->n == 0 || depth >= IM_SHAPE_MAX_RANK ||
          expr->n != g_array_index (extents, guint, depth))
        return FALSE;
      for (guint i = 0; i < expr->n; i++)
        if (!read_tensor (example, expr->operands[i], depth + 1, extents, numbers, kind))
          return FALSE;
      return TRUE;
    }
  if (expr->kind == IM_SKND_UNARY && expr->operation == IM_SKND_NEGATE)
    number = expr->operands[0];
  if (depth != extents->len ||
      (number->kind != IM_SKND_INTEGER && number->kind != IM_SKND_REAL &&
       number->kind != IM_SKND_CONSTANT))
    return FALSE;
  if (*kind != IM_SKND_REAL)
    *kind = number->kind;
  g_string_append_c (numbers, ' ');
  if (number->kind == IM_SKND_CONSTANT && strcmp (number->name, "true") == 0)
    g_string_append_c (numbers, '1');
  else if (number->kind == IM_SKND_CONSTANT && strcmp (number->name, "false") == 0)
    g_string_append_c (numbers, '0');
  else
    im_sknd_expr_append (expr, example->text, numbers);

  return TRUE;
}

static gboolean
append_tensor (Example *example,
               const char *element,
               const char *name,
               const ImSkndExpr *expr)
{
  g_autoptr (GArray) extents = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GString) numbers = g_string_new (NULL);
  ImSkndExprKind kind = IM_SKND_INTEGER;
  gboolean is_input = strcmp (element, "Input") == 0;

  if (!read_tensor (example, expr, 0, extents, numbers, &kind))
    return FALSE;
  g_string_append_printf (example->out, "<im:%s name=\"%s\"", element, name);
  if (is_input)
    {
      g_string_append_printf (example->out, " type=\"%s\" shape=\"[",
                              kind == IM_SKND_REAL       ? "float32"
                              : kind == IM_SKND_CONSTANT ? "uint8"
                                                         : "int32");
      for (guint i = 0; i < extents->len; i++)
        g_string_append_printf (example->out, "%s%u", i > 0 ? "," : "",
                                g_array_index (extents, guint, i));
      g_string_append (example->out, "]\"");
    }
  g_string_append_printf (example->out, ">%s</im:%s>", numbers->str, element);

  return TRUE;
}

/* An option as its text; that of a list, or of what may be null, is an expression. */
static void
append_argument (Example *example, const char *name, const ImSkndExpr *value)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *escaped = NULL;

  im_sknd_expr_append (value, example->text, text);
  if (value->kind == IM_SKND_STRING && text->len >= 2)
    {
      g_string_truncate (text, text->len - 1);
      g_string_erase (text, 0, 1);
    }
  escaped = g_markup_escape_text (text->str, -1);
  g_string_append_printf (example->out, "<im:Argument param=\"%s\">%s</im:Argument>",
                          name, escaped);
}

static gboolean
append_sockets (Example *example,
                const ImSkndBlock *block,
                guint n,
                const ImSkndExpr *const *values,
                const char *element)
{
  for (guint i = 0; i < n; i++)
    {
      const ImSkndParameter *tensor = NULL;

      if (block == NULL || i >= block->n)
        return FALSE;
      tensor = &block->statements[i]->parameter;
      for (guint j = 0; tensor->is_packed && j < values[i]->n; j++)
        {
          g_autofree char *name = g_strdup_printf ("%s_%u", tensor->name.text, j + 1);

          if (values[i]->kind != IM_SKND_LIST || j == IM_UNIT_OPERATOR_MAX_PACK ||
              !append_tensor (example, element, name, values[i]->operands[j]))
            return FALSE;
        }
      if (!tensor->is_packed &&
          (values[i] == NULL ||
           !append_tensor (example, element, tensor->name.text, values[i])))
        return FALSE;
    }

  return TRUE;
}

static gboolean
append_call (Example *example,
             const ImSkndDefinition *definition,
             const ImSkndCallable *call)
{
  if (call->kind != IM_SKND_CALLABLE_INVOKE ||
      !append_sockets (example, definition->by_kind[IM_SKND_INPUT], call->n_values,
                       (const ImSkndExpr *const *) call->values, "Input"))
    return FALSE;
  for (guint i = 0; i < call->n_types; i++)
    g_string_append_printf (
        example->out, "<im:Argument param=\"%s\">%s</im:Argument>",
        definition->by_kind[IM_SKND_DTYPE]->statements[i]->generic.name.text,
        call->types[i].text);
  for (guint i = 0; i < call->n_attributes; i++)
    append_argument (example, call->attributes[i].name.text, call->attributes[i].value);

  return TRUE;
}

/* The call as the only component of an operator, its results as a list. */
static gboolean
append_example (const ImSkndDefinition *definition,
                const char *call,
                const char *results,
                GString *out)
{
  g_autofree char *composed = g_strdup_printf ("operator e { @compose { y = %s; } }",
                                               call);
  g_autofree char *listed = g_strdup_printf ("[%s]", results);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImSource) of_call = im_source_new_for_string ("example", composed);
  g_autoptr (ImSource) of_results = im_source_new_for_string ("results", listed);
  g_autoptr (ImSkndFile) file = im_sknd_parse (of_call, problems);
  const ImSkndExpr *list = NULL;
  g_autoptr (ImSkndFile) values = im_sknd_parse_expression (of_results, problems, &list);
  const ImSkndBlock *block = NULL;
  Example example = { composed, out };

  if (im_diagnostics_get_count (problems) > 0 || file->n_definitions != 1)
    return FALSE;
  block = file->definitions[0]->by_kind[IM_SKND_COMPOSE];
  if (block == NULL || block->n != 1 ||
      !append_call (&example, definition, block->statements[0]->component.value))
    return FALSE;
  example.text = listed;

  return append_sockets (&example, definition->by_kind[IM_SKND_OUTPUT], list->n,
                         list->operands, "Output");
}

void
im_unit_operator_append_examples (const ImSkndDefinition *definition,
                                  const char *documentation,
                                  GString *out)
{
  g_auto (GStrv) lines = g_strsplit (documentation, "\n", -1);
  g_autoptr (GString) examples = g_string_new (NULL);
  gboolean has_inputs = definition->by_kind[IM_SKND_INPUT] != NULL &&
                        definition->by_kind[IM_SKND_INPUT]->n > 0;

  for (char **line = lines; *line != NULL && has_inputs; line++)
    {
      g_autoptr (GString) example = g_string_new (NULL);
      const char *call = *line + strlen (IM_UNIT_OPERATOR_EXAMPLE);
      const char *equals = strstr (*line, ") = ");
      g_autofree char *called = NULL, *shown = NULL;

      if (!g_str_has_prefix (*line, IM_UNIT_OPERATOR_EXAMPLE) || equals == NULL)
        continue;
      called = g_strndup (call, (gsize) (equals + 1 - call));
      shown = g_markup_escape_text (call + strspn (call, " "), -1);
      if (append_example (definition, called, equals + 4, example))
        g_string_append_printf (examples, "<im:Example text=\"%s\">%s</im:Example>\n",
                                shown, example->str);
    }
  if (examples->len > 0)
    g_string_append_printf (out, "<im:Examples>\n%s</im:Examples>\n", examples->str);
}
