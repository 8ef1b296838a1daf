/* SPDX-License-Identifier: MIT */
#include "tile/im-tile-parser.h"

#include <math.h>
#include <string.h>

#define MAX_DEPTH      200  /* of brackets */
#define MAX_OPERATIONS 1000 /* one in the other, such as those of a long sum */

typedef struct
{
  const char *text;
  guint strength;
  ImKernelNodeKind operation;
} Operator;

static const Operator operators[] = {
  { "==", 1, IM_KERNEL_NODE_EQUAL },   { "!=", 1, IM_KERNEL_NODE_NOT_EQUAL },
  { "<", 2, IM_KERNEL_NODE_LESS },     { "<=", 2, IM_KERNEL_NODE_LESS_EQUAL },
  { ">", 2, IM_KERNEL_NODE_GREATER },  { ">=", 2, IM_KERNEL_NODE_GREATER_EQUAL },
  { "+", 3, IM_KERNEL_NODE_ADD },      { "-", 3, IM_KERNEL_NODE_SUBTRACT },
  { "*", 4, IM_KERNEL_NODE_MULTIPLY }, { "/", 4, IM_KERNEL_NODE_DIVIDE },
  { "//", 4, IM_KERNEL_NODE_DIVIDE },
};

const ImTileToken *
im_tile_parser_peek (const ImTileParser *parser)
{
  return &parser->tokens[parser->next];
}

const char *
im_tile_parser_peek_text (const ImTileParser *parser, guint distance)
{
  for (guint i = 0; i < distance; i++)
    if (parser->tokens[parser->next + i].kind == IM_TILE_TOKEN_END)
      return "";

  return parser->tokens[parser->next + distance].text;
}

gboolean
im_tile_parser_is (const ImTileParser *parser, const char *text)
{
  const ImTileToken *token = im_tile_parser_peek (parser);

  return (token->kind == IM_TILE_TOKEN_SIGN || token->kind == IM_TILE_TOKEN_NAME) &&
         strcmp (token->text, text) == 0;
}

gboolean
im_tile_parser_take (ImTileParser *parser, const char *text)
{
  if (!im_tile_parser_is (parser, text))
    return FALSE;

  parser->next++;

  return TRUE;
}

static void
fail (ImTileParser *parser, ImSpan span, const char *message)
{
  if (!parser->has_failed)
    im_diagnostics_add (parser->diagnostics, IM_SEVERITY_ERROR, "syntax",
                        parser->file->source, span, "%s", message);
  parser->has_failed = TRUE;
}

gpointer
im_tile_parser_fail (ImTileParser *parser, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  fail (parser, im_tile_parser_peek (parser)->span, message);

  return NULL;
}

gpointer
im_tile_parser_fail_at (ImTileParser *parser, ImSpan span, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  fail (parser, span, message);

  return NULL;
}

static void
expect (ImTileParser *parser, const char *what)
{
  const ImTileToken *token = im_tile_parser_peek (parser);

  im_tile_parser_fail (parser,
                       token->kind <= IM_TILE_TOKEN_SIGN &&
                               token->kind != IM_TILE_TOKEN_END
                           ? "Expected %s, found “%s”"
                           : "Expected %s, found %s",
                       what, token->text);
}

gboolean
im_tile_parser_need (ImTileParser *parser, const char *text)
{
  g_autofree char *what = g_strdup_printf ("“%s”", text);

  if (im_tile_parser_take (parser, text))
    return TRUE;

  expect (parser, what);

  return FALSE;
}

const char *
im_tile_parser_name (ImTileParser *parser, const char *what)
{
  const ImTileToken *token = im_tile_parser_peek (parser);

  if (token->kind != IM_TILE_TOKEN_NAME)
    {
      expect (parser, what);
      return NULL;
    }
  parser->next++;

  return token->text;
}

static ImTileExpr *
new_expr (ImTileParser *parser, ImTileExprKind kind, guint32 start)
{
  ImTileExpr *expr = im_arena_new0 (parser->file->arena, ImTileExpr, 1);

  expr->kind = kind;
  expr->span = im_tile_parser_peek (parser)->span;
  expr->span.start = start;

  return expr;
}

static void
end_span (const ImTileParser *parser, ImSpan *span)
{
  if (parser->next > 0)
    span->end = MAX (span->start, parser->tokens[parser->next - 1].span.end);
}

static void
set_depth (ImTileExpr *expr)
{
  for (guint i = 0; i < expr->n; i++)
    expr->depth = MAX (expr->depth, expr->operands[i]->depth + 1);
}

static ImTileExpr *
new_operation (ImTileParser *parser,
               ImTileExprKind kind,
               ImKernelNodeKind operation,
               ImTileExpr *a,
               ImTileExpr *b,
               ImTileExpr *c)
{
  ImTileExpr *expr = new_expr (parser, kind, a->span.start);

  expr->operation = operation;
  expr->n = b == NULL ? 1 : c == NULL ? 2 : 3;
  expr->operands = im_arena_new0 (parser->file->arena, ImTileExpr *, 3);
  expr->operands[0] = a;
  expr->operands[1] = b;
  expr->operands[2] = c;
  end_span (parser, &expr->span);
  set_depth (expr);
  if (expr->depth > MAX_OPERATIONS)
    return im_tile_parser_fail (parser, "More than %d operations are nested",
                                MAX_OPERATIONS);

  return expr;
}

ImTileExpr **
im_tile_parser_keep (ImTileParser *parser, const GPtrArray *items, guint *n)
{
  ImTileExpr **operands = im_arena_new0 (parser->file->arena, ImTileExpr *,
                                         items->len + 1);

  *n = items->len;
  for (guint i = 0; i < items->len; i++)
    operands[i] = g_ptr_array_index (items, i);

  return operands;
}

void
im_tile_parser_set_parameters (ImTileParser *parser,
                               ImTileFunction *function,
                               const GArray *parameters)
{
  function->n_parameters = parameters->len;
  function->parameters = im_arena_new0 (parser->file->arena, ImTileParameter,
                                        parameters->len + 1);
  for (guint i = 0; i < parameters->len; i++)
    function->parameters[i] = g_array_index (parameters, ImTileParameter, i);
}

ImTileExpr **
im_tile_parser_list (ImTileParser *parser, const char *close, guint *n)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  while (!im_tile_parser_is (parser, close))
    {
      ImTileExpr *item = im_tile_parser_expression (parser);

      if (item == NULL)
        return NULL;
      g_ptr_array_add (items, item);
      if (!im_tile_parser_take (parser, ","))
        break;
    }
  if (!im_tile_parser_need (parser, close))
    return NULL;

  return im_tile_parser_keep (parser, items, n);
}

static ImTileExpr *
parse_number (ImTileParser *parser)
{
  const ImTileToken *token = im_tile_parser_peek (parser);
  ImTileExpr *expr = new_expr (parser, IM_TILE_NUMBER, token->span.start);
  char *end = NULL;

  expr->number = g_ascii_strtod (token->text, &end);
  expr->is_real = strpbrk (token->text, ".eE") != NULL;
  if (*end == 'f' && parser->file->spelling == IM_TILE_CPP && expr->is_real)
    end++;
  if (*end != '\0')
    return im_tile_parser_fail (parser, "“%s” is no number", token->text);
  if (!isfinite (expr->number))
    return im_tile_parser_fail (parser, "“%s” is too large", token->text);
  parser->next++;

  return expr;
}

/* Square brackets behind TensorOutput are a slip of the document that others make, too;
 * round ones are the fix. */
static gpointer
fail_at_brackets (ImTileParser *parser)
{
  ImSpan span = im_tile_parser_peek (parser)->span;
  const char *text = im_source_get_text (parser->file->source, NULL);
  guint depth = 0;

  for (guint at = parser->next; parser->tokens[at].kind != IM_TILE_TOKEN_END; at++)
    {
      const ImTileToken *token = &parser->tokens[at];

      depth += g_str_equal (token->text, "[");
      depth -= g_str_equal (token->text, "]");
      if (depth > 0)
        continue;
      span.end = token->span.end;
      break;
    }

  if (depth == 0 && !parser->has_failed)
    {
      g_autofree char *found = g_strndup (text + span.start, span.end - span.start);
      g_autofree char *inside = g_strndup (found + 1, strlen (found) - 2);
      g_autofree char *fixed = g_strdup_printf ("(%s)", inside);

      im_tile_parser_fail_at (parser, span,
                              "Sizes stand in round brackets: TensorOutput%s", fixed);
      im_diagnostics_fix (parser->diagnostics, found, fixed);
    }

  return im_tile_parser_fail (parser, "Sizes stand in round brackets: TensorOutput(…)");
}

static ImTileExpr *
parse_apply (ImTileParser *parser, const ImTileToken *name)
{
  ImTileExpr *expr = new_expr (parser, IM_TILE_APPLY, name->span.start);

  expr->name = name->text;
  expr->is_bracket = im_tile_parser_is (parser, "[");
  if (strcmp (name->text, "TensorOutput") == 0 &&
      parser->file->spelling == IM_TILE_COMPACT)
    return im_tile_parser_fail_at (parser, name->span,
                                   "In the compact form the sizes of an output stand in "
                                   "its statement: O[i : N] = …");
  if (expr->is_bracket && strcmp (name->text, "TensorOutput") == 0)
    return fail_at_brackets (parser);
  parser->next++;
  expr->operands = im_tile_parser_list (parser, expr->is_bracket ? "]" : ")", &expr->n);
  end_span (parser, &expr->span);
  if (expr->operands == NULL)
    return NULL;
  set_depth (expr);

  /* `S[()]` in Python is an access without indices, and `len(X)` is `X.size()`. */
  if (expr->is_bracket && expr->n == 1 && expr->operands[0]->kind == IM_TILE_LIST &&
      expr->operands[0]->n == 0)
    expr->n = 0;
  if (!expr->is_bracket && expr->n == 1 && strcmp (name->text, "len") == 0 &&
      parser->file->spelling == IM_TILE_PYTHON && expr->operands[0]->kind == IM_TILE_NAME)
    expr->name = "size";

  return expr;
}

static ImTileExpr *
parse_name (ImTileParser *parser)
{
  const ImTileToken *name = im_tile_parser_peek (parser);
  ImTileExpr *expr = NULL;

  parser->next++;
  if (im_tile_parser_is (parser, ".") &&
      strcmp (im_tile_parser_peek_text (parser, 1), "size") == 0)
    {
      ImTileExpr *vector = new_expr (parser, IM_TILE_NAME, name->span.start);

      vector->name = name->text;
      parser->next += 2;
      if (!im_tile_parser_need (parser, "(") || !im_tile_parser_need (parser, ")"))
        return NULL;
      expr = new_operation (parser, IM_TILE_APPLY, 0, vector, NULL, NULL);
      if (expr != NULL)
        expr->name = "size";
      return expr;
    }
  if (im_tile_parser_is (parser, "(") || im_tile_parser_is (parser, "["))
    return parse_apply (parser, name);

  expr = new_expr (parser, IM_TILE_NAME, name->span.start);
  expr->name = name->text;
  expr->span = name->span;

  return expr;
}

/* `()` is an empty list: the access of a tensor of rank 0. */
static ImTileExpr *
parse_bracket (ImTileParser *parser)
{
  guint32 start = im_tile_parser_peek (parser)->span.start;
  const char *close = NULL;
  ImTileExpr *expr = NULL;

  if (im_tile_parser_take (parser, "("))
    {
      if (im_tile_parser_take (parser, ")"))
        {
          expr = new_expr (parser, IM_TILE_LIST, start);
          end_span (parser, &expr->span);
          return expr;
        }
      expr = im_tile_parser_expression (parser);
      if (expr == NULL || !im_tile_parser_need (parser, ")"))
        return NULL;
      return expr;
    }

  expr = new_expr (parser, IM_TILE_LIST, start);
  close = im_tile_parser_is (parser, "[") ? "]" : "}";
  parser->next++;
  expr->operands = im_tile_parser_list (parser, close, &expr->n);
  end_span (parser, &expr->span);
  if (expr->operands == NULL)
    return NULL;
  set_depth (expr);

  return expr;
}

static ImTileExpr *parse_operand (ImTileParser *parser);

static ImTileExpr *
parse_unary (ImTileParser *parser)
{
  guint32 start = im_tile_parser_peek (parser)->span.start;
  gboolean is_minus = im_tile_parser_is (parser, "-");
  ImTileExpr *expr = NULL;

  parser->next++;
  expr = parse_operand (parser);
  if (expr == NULL || !is_minus)
    return expr;

  expr = new_operation (parser, IM_TILE_UNARY, IM_KERNEL_NODE_NEGATE, expr, NULL, NULL);
  if (expr != NULL)
    expr->span.start = start;

  return expr;
}

static ImTileExpr *
parse_operand (ImTileParser *parser)
{
  const ImTileToken *token = im_tile_parser_peek (parser);
  ImTileExpr *expr = NULL;

  if (++parser->depth > MAX_DEPTH)
    return im_tile_parser_fail (parser, "The expression is nested more than %d deep",
                                MAX_DEPTH);
  if (token->kind == IM_TILE_TOKEN_NUMBER)
    expr = parse_number (parser);
  else if (token->kind == IM_TILE_TOKEN_NAME)
    expr = parse_name (parser);
  else if (im_tile_parser_is (parser, "-") || im_tile_parser_is (parser, "+"))
    expr = parse_unary (parser);
  else if (im_tile_parser_is (parser, "(") || im_tile_parser_is (parser, "[") ||
           im_tile_parser_is (parser, "{"))
    expr = parse_bracket (parser);
  else
    expect (parser, "an expression");
  parser->depth--;

  return expr;
}

/* Operators of the languages around that this one has not. */
static void
refuse_operator (ImTileParser *parser)
{
  static const struct
  {
    const char *sign;
    const char *better;
  } others[] = {
    { "**", "a power is pow(a, b)" },
    { "%", "there is no remainder; of indices, write i as n * j + k with k < n" },
    { "&&", "constraints stand one by one, and select takes the place of if" },
    { "||", "select takes the place of if" },
    { "and", "constraints stand one by one, and select takes the place of if" },
    { "or", "select takes the place of if" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    if (im_tile_parser_is (parser, others[i].sign))
      im_tile_parser_fail (parser, "“%s” is no part of Tile: %s", others[i].sign,
                           others[i].better);
}

static const Operator *
find_operator (const ImTileParser *parser, guint strength)
{
  for (gsize i = 0; i < G_N_ELEMENTS (operators); i++)
    if (operators[i].strength >= strength &&
        im_tile_parser_is (parser, operators[i].text))
      return &operators[i];

  return NULL;
}

/* Operators that bind at least so strongly, from the left. */
static ImTileExpr *
parse_binary (ImTileParser *parser, guint strength)
{
  ImTileExpr *left = parse_operand (parser);
  const Operator *found = NULL;

  while (left != NULL && (found = find_operator (parser, strength)) != NULL)
    {
      ImTileExpr *right = NULL;

      parser->next++;
      right = parse_binary (parser, found->strength + 1);
      if (right == NULL)
        return NULL;
      left = new_operation (parser, IM_TILE_BINARY, found->operation, left, right, NULL);
    }
  if (left != NULL)
    refuse_operator (parser);

  return parser->has_failed ? NULL : left;
}

ImTileExpr *
im_tile_parser_expression (ImTileParser *parser)
{
  ImTileExpr *condition = parse_binary (parser, 1), *yes = NULL, *no = NULL;

  if (condition == NULL || !im_tile_parser_is (parser, "?"))
    return condition;
  if (parser->file->spelling != IM_TILE_COMPACT)
    return im_tile_parser_fail (
        parser, "Only the compact form has “?”; write select(c, t, f), or "
                "cond(a, b, c) in a contraction");

  parser->next++;
  yes = parse_binary (parser, 1);
  if (yes == NULL)
    return NULL;
  if (im_tile_parser_take (parser, ":"))
    no = parse_binary (parser, 1);
  if (parser->has_failed)
    return NULL;

  return new_operation (parser, IM_TILE_SELECT, IM_KERNEL_NODE_SELECT, condition, yes,
                        no);
}

ImTileStatement *
im_tile_parser_statement (ImTileParser *parser, ImTileStatementKind kind)
{
  ImTileStatement *statement = im_arena_new0 (parser->file->arena, ImTileStatement, 1);

  statement->kind = kind;
  statement->span = im_tile_parser_peek (parser)->span;
  statement->name_span = statement->span;

  return statement;
}

GPtrArray *
im_tile_parser_body (ImTileParser *parser)
{
  GPtrArray *body = g_ptr_array_new ();

  g_ptr_array_add (parser->file->bodies, body);

  return body;
}

ImTileFunction *
im_tile_parser_function (ImTileParser *parser, const char *name)
{
  ImTileFunction *function = im_arena_new0 (parser->file->arena, ImTileFunction, 1);

  function->name = name;
  function->span = im_tile_parser_peek (parser)->span;
  function->body = im_tile_parser_body (parser);
  g_ptr_array_add (parser->file->functions, function);

  return function;
}

void
im_tile_parser_finish (ImTileParser *parser, ImTileStatement *statement, GPtrArray *body)
{
  if (parser->has_failed)
    return;

  end_span (parser, &statement->span);
  g_ptr_array_add (body, statement);
}

void
im_tile_parser_of_name (ImTileParser *parser, ImTileStatement *statement)
{
  const char *method = im_tile_parser_name (parser, "a method");
  gboolean is_many = FALSE;

  if (method == NULL)
    return;
  is_many = strcmp (method, "add_constraints") == 0;
  if (strcmp (method, "bind_dims") == 0)
    {
      statement->kind = IM_TILE_BIND;
    }
  else if (is_many || strcmp (method, "add_constraint") == 0)
    {
      statement->kind = IM_TILE_CONSTRAIN;
    }
  else if (strcmp (method, "use_default") == 0 || strcmp (method, "init") == 0)
    {
      statement->kind = IM_TILE_DEFAULT;
    }
  else
    {
      parser->next--;
      im_tile_parser_fail (parser,
                           "A tensor has no method “%s”; there are bind_dims, "
                           "add_constraint, add_constraints and use_default",
                           method);
      return;
    }

  if (!im_tile_parser_need (parser, "("))
    return;
  statement->operands = im_tile_parser_list (parser, ")", &statement->n);
  if (parser->has_failed)
    return;
  if (is_many && statement->n == 1 && statement->operands[0]->kind == IM_TILE_LIST)
    {
      statement->n = statement->operands[0]->n;
      statement->operands = statement->operands[0]->operands;
    }
  else if (statement->kind != IM_TILE_BIND && statement->n != 1)
    im_tile_parser_fail (parser, is_many ? "%s takes one list" : "%s takes one argument",
                         method);
  if (statement->kind == IM_TILE_DEFAULT && !parser->has_failed)
    statement->value = statement->operands[0];
}

void
im_tile_parser_check_results (ImTileParser *parser, const ImTileStatement *statement)
{
  gboolean is_fine = statement->n > 0;

  for (guint i = 0; i < statement->n; i++)
    is_fine &= statement->operands[i]->kind != IM_TILE_LIST;
  if (!is_fine)
    im_tile_parser_fail (parser, "A function returns one tensor or more");
}

/* Which sign makes which contraction, and how a plain assignment is written. */
static gboolean
take_aggregation (ImTileParser *parser, ImAggregation *aggregation)
{
  if (im_tile_parser_take (parser, "+="))
    *aggregation = IM_AGGREGATION_SUM;
  else if (im_tile_parser_take (parser, "*="))
    *aggregation = IM_AGGREGATION_PRODUCT;
  else if (im_tile_parser_take (parser, "="))
    *aggregation = IM_AGGREGATION_SET;
  else
    return FALSE;

  return TRUE;
}

/* O (n) >= I (m, n) reads as a comparison. */
static gboolean
split_comparison (ImTileExpr **target, ImTileStatement *statement)
{
  ImTileExpr *expr = *target;

  if (expr->kind != IM_TILE_BINARY || expr->operands[0]->kind != IM_TILE_APPLY ||
      (expr->operation != IM_KERNEL_NODE_GREATER_EQUAL &&
       expr->operation != IM_KERNEL_NODE_LESS_EQUAL))
    return FALSE;

  statement->aggregation = expr->operation == IM_KERNEL_NODE_GREATER_EQUAL
                               ? IM_AGGREGATION_MAXIMUM
                               : IM_AGGREGATION_MINIMUM;
  statement->value = expr->operands[1];
  *target = expr->operands[0];

  return TRUE;
}

void
im_tile_parser_effect (ImTileParser *parser, ImTileStatement *statement)
{
  ImTileExpr *target = im_tile_parser_expression (parser);

  if (target == NULL)
    return;
  if (!split_comparison (&target, statement))
    {
      if (!take_aggregation (parser, &statement->aggregation))
        {
          expect (parser, "=, +=, *=, >= or <=");
          return;
        }
      statement->value = im_tile_parser_expression (parser);
      if (statement->value == NULL)
        return;
    }

  if (target->kind != IM_TILE_NAME && target->kind != IM_TILE_APPLY)
    {
      im_tile_parser_fail (parser, "What is assigned to must be a name or an access");
      return;
    }
  statement->name = target->name;
  statement->name_span = target->span;
  statement->operands = target->operands;
  statement->n = target->n;
  statement->is_bracket = target->is_bracket;
  statement->kind = target->kind == IM_TILE_NAME ? IM_TILE_ASSIGN : IM_TILE_CONTRACT;
  if (statement->kind == IM_TILE_CONTRACT && statement->n == 1 &&
      statement->operands[0]->kind == IM_TILE_LIST && statement->operands[0]->n == 0)
    statement->n = 0;
  if (statement->kind == IM_TILE_ASSIGN && statement->aggregation != IM_AGGREGATION_SET)
    im_tile_parser_fail (parser, "A contraction needs its indices: %s(…) %s …",
                         statement->name,
                         im_aggregation_get_info (statement->aggregation)->statement);
  if (statement->kind == IM_TILE_ASSIGN && statement->value->kind == IM_TILE_APPLY &&
      strcmp (statement->value->name, "TensorOutput") == 0)
    {
      statement->kind = IM_TILE_OUTPUT;
      statement->operands = statement->value->operands;
      statement->n = statement->value->n;
    }
}
