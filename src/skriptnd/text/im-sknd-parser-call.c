/* SPDX-License-Identifier: MIT
 *
 * What components compute: invocations, blocks, branches and loops.
 *
 * An invocation and an expression begin alike; what is behind the name decides: `(`, `{`,
 * or types in angle brackets.
 */
#include "skriptnd/text/im-sknd-parser.h"

static const ImSkndCallable *parse_callable (ImSkndParser *parser);

/* Behind the name that the token is, and those behind dots. */
static guint
skip_qualified (const ImSkndParser *parser)
{
  guint at = parser->next + 1;

  while (parser->tokens[at].code == im_sknd_code (".") &&
         parser->tokens[at + 1].kind == IM_SKND_TOKEN_NAME)
    at += 2;

  return at;
}

/* Behind `<int, T>`, or @at. */
static guint
skip_types (const ImSkndParser *parser, guint at)
{
  guint next = at;

  if (parser->tokens[at].code != im_sknd_code ("<"))
    return at;
  do
    {
      next++;
      if (parser->tokens[next].kind != IM_SKND_TOKEN_NAME &&
          parser->tokens[next].kind != IM_SKND_TOKEN_KEYWORD)
        return at;
      next++;
    }
  while (parser->tokens[next].code == im_sknd_code (","));

  return parser->tokens[next].code == im_sknd_code (">") ? next + 1 : at;
}

static gboolean
is_invocation (const ImSkndParser *parser)
{
  guint at = 0;

  if (!im_sknd_parser_is_name (parser))
    return FALSE;
  at = skip_types (parser, skip_qualified (parser));

  return parser->tokens[at].code == im_sknd_code ("(") ||
         parser->tokens[at].code == im_sknd_code ("{");
}

/* What an invocation cannot stand in front of: then it is an expression. */
static gboolean
ends_invocation (const ImSkndParser *parser)
{
  static const char *const ends[] = { ";",  "}", "then",  "elif",   "else",
                                      "do", ",", "while", "unroll", "yield" };

  if (im_sknd_parser_peek (parser)->kind == IM_SKND_TOKEN_END ||
      im_sknd_parser_peek (parser)->kind == IM_SKND_TOKEN_BLOCK)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (im_sknd_parser_is (parser, ends[i]))
      return TRUE;

  return im_sknd_parser_is_name (parser) && !im_sknd_parser_is (parser, "is") &&
         !im_sknd_parser_is (parser, "in");
}

static gboolean
parse_types (ImSkndParser *parser, ImSkndCallable *callable)
{
  g_autoptr (GArray) types = NULL;

  if (!im_sknd_parser_take (parser, "<"))
    return TRUE;
  types = g_array_new (FALSE, FALSE, sizeof (ImSkndWord));
  do
    {
      ImSkndWord type = im_sknd_parser_type (parser);

      if (type.text == NULL)
        return FALSE;
      g_array_append_val (types, type);
    }
  while (im_sknd_parser_take (parser, ","));
  callable->types = im_sknd_parser_keep (parser, types, &callable->n_types);

  return im_sknd_parser_need (parser, ">");
}

static gboolean
close_brace (ImSkndParser *parser)
{
  if (!im_sknd_parser_need (parser, "}"))
    return FALSE;
  parser->n_braces--;

  return TRUE;
}

static gboolean
parse_attributes (ImSkndParser *parser, ImSkndCallable *callable)
{
  g_autoptr (GArray) attributes = NULL;

  if (!im_sknd_parser_take (parser, "{"))
    return TRUE;
  parser->n_braces++;
  attributes = g_array_new (FALSE, FALSE, sizeof (ImSkndAssignment));
  while (!im_sknd_parser_is (parser, "}"))
    {
      ImSkndAssignment attribute = { im_sknd_parser_name (parser, "an attribute"), NULL };

      if (attribute.name.text == NULL || !im_sknd_parser_need (parser, "="))
        return FALSE;
      attribute.value = im_sknd_parser_expression (parser);
      if (attribute.value == NULL)
        return FALSE;
      g_array_append_val (attributes, attribute);
      if (!im_sknd_parser_take (parser, ","))
        break;
    }
  callable->attributes = im_sknd_parser_keep (parser, attributes,
                                              &callable->n_attributes);

  return im_sknd_parser_need (parser, "}");
}

/* Expressions, with NULL for `~`, up to what closes them. */
static gboolean
parse_values (ImSkndParser *parser, ImSkndCallable *callable, const char *close)
{
  guint mark = parser->stack->len;

  while (!im_sknd_parser_is (parser, close))
    {
      const ImSkndExpr *value = NULL;

      if (!im_sknd_parser_take (parser, "~"))
        {
          value = im_sknd_parser_expression (parser);
          if (value == NULL)
            return FALSE;
        }
      im_sknd_parser_push (parser, value);
      if (!im_sknd_parser_take (parser, ","))
        break;
    }
  callable->values = (const ImSkndExpr **) im_sknd_parser_pop (parser, mark,
                                                               &callable->n_values);

  return im_sknd_parser_need (parser, close);
}

static gboolean
parse_invocation (ImSkndParser *parser, ImSkndCallable *callable)
{
  callable->kind = IM_SKND_CALLABLE_INVOKE;
  callable->operation = im_sknd_parser_qualified (parser, "an operator");

  return callable->operation.text != NULL && parse_types (parser, callable) &&
         parse_attributes (parser, callable) && im_sknd_parser_need (parser, "(") &&
         parse_values (parser, callable, ")");
}

static gboolean
parse_value (ImSkndParser *parser, ImSkndCallable *callable)
{
  guint mark = parser->stack->len;
  const ImSkndExpr *value = im_sknd_parser_expression (parser);

  if (value == NULL)
    return FALSE;
  im_sknd_parser_push (parser, value);
  callable->kind = IM_SKND_CALLABLE_VALUE;
  callable->values = (const ImSkndExpr **) im_sknd_parser_pop (parser, mark,
                                                               &callable->n_values);

  return TRUE;
}

const ImSkndCallable *
im_sknd_parser_algorithm (ImSkndParser *parser)
{
  guint32 start = im_sknd_parser_peek (parser)->span.start;
  ImSkndCallable *callable = im_arena_new0 (parser->file->arena, ImSkndCallable, 1);

  callable->kind = IM_SKND_CALLABLE_INVOKE;
  callable->operation = im_sknd_parser_qualified (parser, "an operator");
  if (callable->operation.text == NULL || !parse_types (parser, callable) ||
      !parse_attributes (parser, callable))
    return NULL;
  callable->span = im_sknd_parser_span (parser, start);

  return callable;
}

/* `int(x) + 1` begins like an invocation; only its end tells. */
static gboolean
parse_invocation_or_value (ImSkndParser *parser, ImSkndCallable *callable)
{
  guint start = parser->next;

  if (!parse_invocation (parser, callable))
    return FALSE;
  if (callable->label.text != NULL || callable->n_types > 0 ||
      callable->n_attributes > 0 || ends_invocation (parser))
    return TRUE;
  parser->next = start;

  return parse_value (parser, callable);
}

static gboolean
parse_block (ImSkndParser *parser, ImSkndCallable *callable)
{
  guint mark = parser->stack->len;

  parser->next++;
  parser->n_braces++;
  callable->kind = IM_SKND_CALLABLE_BLOCK;
  while (!im_sknd_parser_take (parser, "yield"))
    {
      guint32 start = im_sknd_parser_peek (parser)->span.start;
      ImSkndStatement *statement = im_arena_new0 (parser->file->arena, ImSkndStatement,
                                                  1);

      if (im_sknd_parser_is (parser, "}"))
        return im_sknd_parser_expect (parser, "“yield” with the results") != NULL;
      if (!im_sknd_parser_component (parser, &statement->component))
        return FALSE;
      statement->span = im_sknd_parser_span (parser, start);
      g_ptr_array_add (parser->stack, statement);
    }
  callable->statements = (const ImSkndStatement **) im_sknd_parser_pop (
      parser, mark, &callable->n_statements);

  return parse_values (parser, callable, ";") && close_brace (parser);
}

static gboolean
push_part (ImSkndParser *parser)
{
  const ImSkndCallable *part = parse_callable (parser);

  if (part == NULL)
    return FALSE;
  g_ptr_array_add (parser->stack, (gpointer) part);

  return TRUE;
}

static gboolean
parse_branch (ImSkndParser *parser, ImSkndCallable *callable)
{
  guint mark = parser->stack->len;

  callable->kind = IM_SKND_CALLABLE_BRANCH;
  do
    {
      parser->next++;
      if (!push_part (parser) || !im_sknd_parser_need (parser, "then") ||
          !push_part (parser))
        return FALSE;
    }
  while (im_sknd_parser_is (parser, "elif"));
  if (!im_sknd_parser_need (parser, "else") || !push_part (parser))
    return FALSE;
  callable->parts = (const ImSkndCallable **) im_sknd_parser_pop (parser, mark,
                                                                  &callable->n_parts);

  return TRUE;
}

static gboolean
parse_loop_value (ImSkndParser *parser, ImSkndLoopValue *value, gboolean is_carried)
{
  value->name = im_sknd_parser_name (parser, "a name");
  if (value->name.text == NULL)
    return FALSE;
  if (is_carried && im_sknd_parser_take (parser, ":"))
    {
      value->type = im_sknd_parser_type (parser);
      if (value->type.text == NULL || !im_sknd_parser_shape (parser, &value->shape))
        return FALSE;
    }
  if (!im_sknd_parser_need (parser, is_carried ? "=" : ":"))
    return FALSE;
  value->value = im_sknd_parser_expression (parser);

  return value->value != NULL;
}

static gboolean
parse_loop_values (ImSkndParser *parser,
                   gboolean is_carried,
                   const ImSkndLoopValue **values,
                   guint *n)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (ImSkndLoopValue));

  do
    {
      ImSkndLoopValue value = { .value = NULL };

      if (!parse_loop_value (parser, &value, is_carried))
        return FALSE;
      g_array_append_val (found, value);
    }
  while (im_sknd_parser_take (parser, ","));
  *values = im_sknd_parser_keep (parser, found, n);

  return TRUE;
}

/* `..(i -> n)`, `..(n)`, `..(i ->)` */
static gboolean
parse_count (ImSkndParser *parser, ImSkndCallable *callable)
{
  callable->has_count = im_sknd_parser_take (parser, "..");
  if (!callable->has_count)
    return TRUE;
  if (!im_sknd_parser_need (parser, "("))
    return FALSE;
  if (im_sknd_parser_is_name (parser) && im_sknd_parser_is_next (parser, "->"))
    {
      callable->index = im_sknd_parser_name (parser, "an index");
      parser->next++;
    }
  if (callable->index.text == NULL || !im_sknd_parser_is (parser, ")"))
    {
      callable->count = im_sknd_parser_expression (parser);
      if (callable->count == NULL)
        return FALSE;
    }

  return im_sknd_parser_need (parser, ")");
}

static gboolean
parse_loop_body (ImSkndParser *parser, ImSkndCallable *callable)
{
  if (im_sknd_parser_take (parser, "unroll"))
    callable->is_unrolled = TRUE;
  else if (!im_sknd_parser_need (parser, "do"))
    return FALSE;

  return parse_count (parser, callable) && push_part (parser);
}

static gboolean
parse_loop (ImSkndParser *parser, ImSkndCallable *callable)
{
  guint mark = parser->stack->len;

  callable->kind = IM_SKND_CALLABLE_LOOP;
  if (im_sknd_parser_take (parser, "with") &&
      !parse_loop_values (parser, TRUE, &callable->carried, &callable->n_carried))
    return FALSE;
  if (im_sknd_parser_take (parser, "for") &&
      !parse_loop_values (parser, FALSE, &callable->scanned, &callable->n_scanned))
    return FALSE;
  callable->tests_first = im_sknd_parser_take (parser, "while");
  if ((callable->tests_first && !push_part (parser)) ||
      !parse_loop_body (parser, callable))
    return FALSE;
  if (!callable->tests_first && im_sknd_parser_take (parser, "while") &&
      !push_part (parser))
    return FALSE;
  callable->parts = (const ImSkndCallable **) im_sknd_parser_pop (parser, mark,
                                                                  &callable->n_parts);

  return TRUE;
}

static gboolean
is_loop (const ImSkndParser *parser)
{
  static const char *const words[] = { "with", "for", "while", "do", "unroll" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (im_sknd_parser_is (parser, words[i]))
      return TRUE;

  return FALSE;
}

static gboolean
parse_any (ImSkndParser *parser, ImSkndCallable *callable)
{
  if (im_sknd_parser_is_name (parser) && im_sknd_parser_is_next (parser, ":"))
    {
      callable->label = im_sknd_parser_name (parser, "a label");
      parser->next++;
    }
  if (im_sknd_parser_is (parser, "{"))
    return parse_block (parser, callable);
  if (is_invocation (parser))
    return parse_invocation_or_value (parser, callable);
  if (callable->label.text != NULL)
    return im_sknd_parser_expect (parser, "an operator or a block behind a label") !=
           NULL;
  if (im_sknd_parser_is (parser, "if"))
    return parse_branch (parser, callable);
  if (is_loop (parser))
    return parse_loop (parser, callable);

  return parse_value (parser, callable);
}

static const ImSkndCallable *
parse_callable (ImSkndParser *parser)
{
  guint32 start = im_sknd_parser_peek (parser)->span.start;
  ImSkndCallable *callable = im_arena_new0 (parser->file->arena, ImSkndCallable, 1);
  gboolean is_fine = im_sknd_parser_open (parser) && parse_any (parser, callable);

  im_sknd_parser_close (parser);
  callable->span = im_sknd_parser_span (parser, start);

  return is_fine ? callable : NULL;
}

gboolean
im_sknd_parser_component (ImSkndParser *parser, ImSkndComponent *component)
{
  guint mark = parser->stack->len;

  do
    {
      const ImSkndTarget *target = im_sknd_parser_target (parser);

      if (target == NULL)
        return FALSE;
      g_ptr_array_add (parser->stack, (gpointer) target);
    }
  while (im_sknd_parser_take (parser, ","));
  component->targets = (const ImSkndTarget **) im_sknd_parser_pop (parser, mark,
                                                                   &component->n_targets);
  if (!im_sknd_parser_need (parser, "="))
    return FALSE;
  component->value = parse_callable (parser);

  return component->value != NULL && im_sknd_parser_need (parser, ";");
}
