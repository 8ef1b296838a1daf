/* SPDX-License-Identifier: MIT
 *
 * Expressions: operators by their levels, where a fold takes all to its left that binds
 * at least as tightly.
 */
#include "skriptnd/text/im-sknd-parser.h"

static const ImSkndExpr *parse_binary (ImSkndParser *parser, guint level);

/* Where @expr begins, its parentheses included. */
static guint32
get_start (const ImSkndParser *parser, guint first)
{
  return parser->tokens[first].span.start;
}

static gboolean
ends_range (const ImSkndParser *parser)
{
  return im_sknd_parser_is (parser, "]") || im_sknd_parser_is (parser, ",") ||
         im_sknd_parser_is (parser, ":");
}

/* The part of a range behind its first expression, which may be NULL. */
static const ImSkndExpr *
parse_range (ImSkndParser *parser, const ImSkndExpr *begin, guint32 start)
{
  guint mark = parser->stack->len;

  im_sknd_parser_push (parser, begin);
  for (guint i = 0; i < 2; i++)
    {
      const ImSkndExpr *part = NULL;

      if (im_sknd_parser_take (parser, ":") && !ends_range (parser))
        {
          part = im_sknd_parser_expression (parser);
          if (part == NULL)
            return NULL;
        }
      im_sknd_parser_push (parser, part);
    }

  return im_sknd_parser_finish (parser, im_sknd_parser_new (parser, IM_SKND_RANGE), mark,
                                start);
}

gboolean
im_sknd_parser_pack (ImSkndParser *parser, gboolean *is_packed, const ImSkndExpr **length)
{
  *length = NULL;
  *is_packed = im_sknd_parser_take (parser, "..");
  if (!*is_packed || !im_sknd_parser_take (parser, "("))
    return TRUE;
  im_sknd_parser_skip_word (parser);
  *length = im_sknd_parser_expression (parser);

  return *length != NULL && im_sknd_parser_need (parser, ")");
}

static const ImSkndExpr *
parse_expand (ImSkndParser *parser, const ImSkndExpr *item, guint32 start)
{
  guint mark = parser->stack->len;
  gboolean is_packed = FALSE;
  const ImSkndExpr *count = NULL;

  im_sknd_parser_push (parser, item);
  if (!im_sknd_parser_pack (parser, &is_packed, &count))
    return NULL;
  im_sknd_parser_push (parser, count);

  return im_sknd_parser_finish (parser, im_sknd_parser_new (parser, IM_SKND_EXPAND), mark,
                                start);
}

static const ImSkndExpr *
parse_item (ImSkndParser *parser)
{
  guint32 start = im_sknd_parser_peek (parser)->span.start;
  const ImSkndExpr *item = NULL;

  if (!im_sknd_parser_is (parser, ":"))
    {
      item = im_sknd_parser_expression (parser);
      if (item == NULL)
        return NULL;
    }
  if (im_sknd_parser_is (parser, ":"))
    return parse_range (parser, item, start);
  if (im_sknd_parser_is (parser, ".."))
    return parse_expand (parser, item, start);

  return item;
}

/* Items up to the bracket that closes. */
static gboolean
push_items (ImSkndParser *parser, gboolean *has_comma)
{
  *has_comma = FALSE;
  while (!im_sknd_parser_is (parser, "]"))
    {
      const ImSkndExpr *item = parse_item (parser);

      if (item == NULL)
        return FALSE;
      im_sknd_parser_push (parser, item);
      *has_comma = im_sknd_parser_take (parser, ",");
      if (!*has_comma)
        break;
    }

  return im_sknd_parser_need (parser, "]");
}

static const ImSkndExpr *
parse_list (ImSkndParser *parser)
{
  guint mark = parser->stack->len;
  guint32 start = im_sknd_parser_peek (parser)->span.start;
  gboolean has_comma = FALSE;

  parser->next++;
  if (!push_items (parser, &has_comma))
    return NULL;

  return im_sknd_parser_finish (parser, im_sknd_parser_new (parser, IM_SKND_LIST), mark,
                                start);
}

static gboolean
push_until (ImSkndParser *parser, const char *close)
{
  while (!im_sknd_parser_is (parser, close))
    {
      const ImSkndExpr *expr = im_sknd_parser_expression (parser);

      if (expr == NULL)
        return FALSE;
      im_sknd_parser_push (parser, expr);
      if (!im_sknd_parser_take (parser, ","))
        break;
    }

  return im_sknd_parser_need (parser, close);
}

static const ImSkndExpr *
parse_parentheses (ImSkndParser *parser)
{
  guint mark = parser->stack->len;
  guint32 start = im_sknd_parser_peek (parser)->span.start;
  ImSkndExpr *expr = NULL;

  parser->next++;
  if (im_sknd_parser_is (parser, ")"))
    return im_sknd_parser_expect (parser, "an expression");
  if (!push_until (parser, ")"))
    return NULL;
  if (parser->stack->len - mark > 1)
    return im_sknd_parser_finish (parser, im_sknd_parser_new (parser, IM_SKND_ZIP), mark,
                                  start);

  expr = g_ptr_array_steal_index (parser->stack, mark);
  expr->is_parenthesised = TRUE;

  return expr;
}

/* |e|, |e <> lo : hi| */
static const ImSkndExpr *
parse_guard (ImSkndParser *parser)
{
  static const char *const signs[] = { "<>", ":" };
  guint mark = parser->stack->len;
  guint32 start = im_sknd_parser_peek (parser)->span.start;
  ImSkndExpr *expr = im_sknd_parser_new (parser, IM_SKND_GUARD);

  parser->next++;
  for (guint i = 0; i < 3; i++)
    {
      const ImSkndExpr *part = im_sknd_parser_expression (parser);

      if (part == NULL)
        return NULL;
      im_sknd_parser_push (parser, part);
      if (i == 0 && !im_sknd_parser_is (parser, "<>"))
        break;
      if (i < 2 && !im_sknd_parser_need (parser, signs[i]))
        return NULL;
    }
  if (!im_sknd_parser_need (parser, "|"))
    return NULL;
  expr->kind = parser->stack->len - mark == 3 ? IM_SKND_REMAP : IM_SKND_GUARD;

  return im_sknd_parser_finish (parser, expr, mark, start);
}

static const ImSkndExpr *
parse_call (ImSkndParser *parser, ImSkndWord name, gboolean is_quoted)
{
  guint mark = parser->stack->len;
  ImSkndExpr *expr = im_sknd_parser_new (parser, IM_SKND_CALL);

  if (!im_sknd_parser_need (parser, "(") || !push_until (parser, ")"))
    return NULL;
  expr->name = name.text;
  expr->is_quoted = is_quoted;

  return im_sknd_parser_finish (parser, expr, mark,
                                is_quoted ? name.span.start - 1 : name.span.start);
}

static const ImSkndExpr *
parse_quoted (ImSkndParser *parser)
{
  ImSkndWord name = { NULL };

  parser->next++;
  name = im_sknd_parser_name (parser, "the name of a function");
  if (name.text == NULL || !im_sknd_parser_need (parser, "`"))
    return NULL;

  return parse_call (parser, name, TRUE);
}

static gboolean
is_type (const ImSkndParser *parser)
{
  return im_sknd_parser_is (parser, "int") || im_sknd_parser_is (parser, "real") ||
         im_sknd_parser_is (parser, "bool") || im_sknd_parser_is (parser, "str");
}

static const ImSkndExpr *
parse_constant (ImSkndParser *parser)
{
  static const char *const names[] = { "true", "false", "inf", "pi" };
  ImSkndExpr *expr = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (im_sknd_parser_is (parser, names[i]))
      {
        expr = im_sknd_parser_new (parser, IM_SKND_CONSTANT);
        expr->name = names[i];
        expr->span = im_sknd_parser_peek (parser)->span;
        parser->next++;
        return expr;
      }

  return im_sknd_parser_expect (parser, "an expression");
}

static const ImSkndExpr *
parse_word (ImSkndParser *parser)
{
  ImSkndWord name = { NULL };
  ImSkndExpr *expr = NULL;

  if (is_type (parser))
    return parse_call (parser, im_sknd_parser_type (parser), FALSE);
  if (!im_sknd_parser_is_name (parser))
    return parse_constant (parser);

  name = im_sknd_parser_name (parser, "a name");
  if (im_sknd_parser_is (parser, "("))
    return parse_call (parser, name, FALSE);
  expr = im_sknd_parser_new (parser, IM_SKND_NAME);
  expr->name = name.text;
  expr->span = name.span;

  return expr;
}

static const ImSkndExpr *
parse_primary (ImSkndParser *parser)
{
  switch ((guint) im_sknd_parser_peek (parser)->kind)
    {
    case IM_SKND_TOKEN_INTEGER:
      return im_sknd_parser_integer (parser);
    case IM_SKND_TOKEN_REAL:
      return im_sknd_parser_real (parser);
    case IM_SKND_TOKEN_STRING:
      return im_sknd_parser_string (parser);
    case IM_SKND_TOKEN_NAME:
    case IM_SKND_TOKEN_KEYWORD:
      return parse_word (parser);
    default:
      break;
    }
  if (im_sknd_parser_is (parser, "("))
    return parse_parentheses (parser);
  if (im_sknd_parser_is (parser, "["))
    return parse_list (parser);
  if (im_sknd_parser_is (parser, "|"))
    return parse_guard (parser);
  if (im_sknd_parser_is (parser, "`"))
    return parse_quoted (parser);

  return im_sknd_parser_expect (parser, "an expression");
}

static const ImSkndExpr *
parse_index (ImSkndParser *parser, const ImSkndExpr *base, guint32 start)
{
  guint mark = parser->stack->len;
  ImSkndExpr *expr = im_sknd_parser_new (parser, IM_SKND_INDEX);
  gboolean has_comma = FALSE;

  parser->next++;
  im_sknd_parser_push (parser, base);
  if (!push_items (parser, &has_comma))
    return NULL;
  expr->has_comma = has_comma;

  return im_sknd_parser_finish (parser, expr, mark, start);
}

static const ImSkndExpr *
parse_substitution (ImSkndParser *parser, const ImSkndExpr *index, guint32 start)
{
  guint mark = parser->stack->len;
  const ImSkndExpr *value = NULL;

  im_sknd_parser_push (parser, index);
  value = im_sknd_parser_expression (parser);
  if (value == NULL)
    return NULL;
  im_sknd_parser_push (parser, value);

  return im_sknd_parser_finish (parser, im_sknd_parser_new (parser, IM_SKND_SUBSTITUTE),
                                mark, start);
}

static const ImSkndExpr *
parse_member (ImSkndParser *parser, const ImSkndExpr *base, guint32 start)
{
  static const char *const names[] = { "shape", "rank", "size" };
  guint mark = parser->stack->len;
  ImSkndExpr *expr = im_sknd_parser_new (parser, IM_SKND_MEMBER);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (im_sknd_parser_take (parser, names[i]))
      {
        expr->name = names[i];
        im_sknd_parser_push (parser, base);
        return im_sknd_parser_finish (parser, expr, mark, start);
      }

  if (im_sknd_parser_is_name (parser) &&
      (im_sknd_parser_is_next (parser, "(") || im_sknd_parser_is_next (parser, "{")))
    return im_sknd_parser_fail (
        parser, im_sknd_parser_peek (parser)->span,
        "A call of an operator cannot stand inside of an expression; give its result a "
        "name in a statement before, and write that name here");

  return im_sknd_parser_expect (parser, "shape, rank or size");
}

static const ImSkndExpr *
parse_postfix (ImSkndParser *parser)
{
  guint32 start = get_start (parser, parser->next);
  const ImSkndExpr *expr = parse_primary (parser);

  while (expr != NULL)
    {
      if (im_sknd_parser_is (parser, "["))
        expr = parse_index (parser, expr, start);
      else if (im_sknd_parser_take (parser, "."))
        expr = parse_member (parser, expr, start);
      else if (expr->kind == IM_SKND_INDEX && !expr->is_parenthesised &&
               im_sknd_parser_take (parser, "<-"))
        expr = parse_substitution (parser, expr, start);
      else
        break;
    }

  return expr;
}

const ImSkndExpr *
im_sknd_parser_access (ImSkndParser *parser)
{
  const ImSkndExpr *expr = NULL;

  if (!im_sknd_parser_is_name (parser))
    return im_sknd_parser_expect (parser, "an output with its indices");
  expr = parse_postfix (parser);
  if (expr == NULL || expr->kind == IM_SKND_INDEX)
    return expr;

  return im_sknd_parser_expect (parser, "“[” and the indices of an output");
}

/* The least integer, which has no positive one to be written with. */
#define LEAST "9223372036854775808"

static gboolean
is_least (const ImSkndParser *parser)
{
  const ImSkndToken *token = im_sknd_parser_peek (parser);
  const char *text = im_source_get_text (parser->file->source, NULL);

  return token->kind == IM_SKND_TOKEN_INTEGER &&
         token->span.end - token->span.start == strlen (LEAST) &&
         memcmp (text + token->span.start, LEAST, strlen (LEAST)) == 0 &&
         !im_sknd_parser_is_next (parser, "**");
}

/* Behind the sign; the literal has the value that the whole has. */
static const ImSkndExpr *
parse_least (ImSkndParser *parser)
{
  ImSkndExpr *expr = im_sknd_parser_new (parser, IM_SKND_INTEGER);

  expr->span = im_sknd_parser_peek (parser)->span;
  expr->integer = G_MININT64;
  parser->next++;

  return expr;
}

static const ImSkndExpr *
parse_prefix (ImSkndParser *parser, ImSkndExprKind kind, ImSkndOperator operation)
{
  guint mark = parser->stack->len;
  guint32 start = im_sknd_parser_peek (parser)->span.start;
  ImSkndExpr *expr = im_sknd_parser_new (parser, kind);
  const ImSkndExpr *operand = NULL;

  parser->next++;
  if (kind == IM_SKND_TEST && !im_sknd_parser_is_name (parser))
    return im_sknd_parser_expect (parser, "a name behind “?”");
  operand = kind == IM_SKND_TEST ? parse_word (parser)
            : kind == IM_SKND_UNARY && operation == IM_SKND_NEGATE && is_least (parser)
                ? parse_least (parser)
                : parse_binary (parser, IM_SKND_MAX_LEVEL);
  if (operand == NULL)
    return NULL;
  expr->operation = operation;
  im_sknd_parser_push (parser, operand);

  return im_sknd_parser_finish (parser, expr, mark, start);
}

static const ImSkndExpr *
parse_operand (ImSkndParser *parser)
{
  if (im_sknd_parser_is (parser, "-"))
    return parse_prefix (parser, IM_SKND_UNARY, IM_SKND_NEGATE);
  if (im_sknd_parser_is (parser, "+"))
    return parse_prefix (parser, IM_SKND_UNARY, IM_SKND_PLUS);
  if (im_sknd_parser_is (parser, "!"))
    return parse_prefix (parser, IM_SKND_UNARY, IM_SKND_NOT);
  if (im_sknd_parser_is (parser, "?"))
    return parse_prefix (parser, IM_SKND_TEST, IM_SKND_NOT);

  return parse_postfix (parser);
}

/* What stands between two operands or in front of the dots of a fold. */
static gboolean
peek_operator (const ImSkndParser *parser, ImSkndOperator *operation)
{
  *operation = im_sknd_operator_find (im_sknd_parser_peek (parser)->code);

  return *operation != IM_SKND_N_OPERATORS &&
         (*operation != IM_SKND_UNIFORM || im_sknd_parser_is_next (parser, ".."));
}

/* All of one level, from left to right: `a || b && c` is `(a || b) && c`. */
static void
warn_of_mixture (ImSkndParser *parser, const ImSkndExpr *left, const ImSkndExpr *expr)
{
  if (im_sknd_operator_get_info (expr->operation)->level != IM_SKND_LEVEL_LOGIC ||
      left->kind != IM_SKND_BINARY || left->is_parenthesised ||
      im_sknd_operator_get_info (left->operation)->level != IM_SKND_LEVEL_LOGIC ||
      left->operation == expr->operation)
    return;

  im_diagnostics_add (parser->diagnostics, IM_SEVERITY_WARNING, "mixed-operators",
                      parser->file->source, expr->span,
                      "“%s” and “%s” bind alike, so that the first one is "
                      "computed first",
                      im_sknd_operator_get_info (left->operation)->sign,
                      im_sknd_operator_get_info (expr->operation)->sign);
  im_diagnostics_note (parser->diagnostics, "Parentheses say what is meant");
}

static const ImSkndExpr *
parse_operation (ImSkndParser *parser,
                 const ImSkndExpr *left,
                 ImSkndOperator operation,
                 guint32 start)
{
  guint mark = parser->stack->len;
  ImSkndExpr *expr = im_sknd_parser_new (parser, IM_SKND_BINARY);
  const ImSkndExpr *right = NULL;

  parser->next++;
  expr->operation = operation;
  im_sknd_parser_push (parser, left);
  if (im_sknd_parser_is (parser, "..") || im_sknd_parser_is (parser, "..."))
    {
      expr->kind = IM_SKND_FOLD;
      expr->is_cumulative = im_sknd_parser_is (parser, "...");
      parser->next++;
      return im_sknd_parser_finish (parser, expr, mark, start);
    }

  right = parse_binary (parser, im_sknd_operator_get_info (operation)->level + 1);
  if (right == NULL)
    return NULL;
  im_sknd_parser_push (parser, right);
  if (im_sknd_parser_finish (parser, expr, mark, start) == NULL)
    return NULL;
  warn_of_mixture (parser, left, expr);

  return expr;
}

static const ImSkndExpr *
parse_binary (ImSkndParser *parser, guint level)
{
  guint32 start = get_start (parser, parser->next);
  const ImSkndExpr *expr = im_sknd_parser_open (parser) ? parse_operand (parser) : NULL;
  ImSkndOperator operation = IM_SKND_N_OPERATORS;

  im_sknd_parser_close (parser);
  while (expr != NULL && peek_operator (parser, &operation) &&
         im_sknd_operator_get_info (operation)->level >= level)
    expr = parse_operation (parser, expr, operation, start);

  return expr;
}

static const ImSkndExpr *
parse_choice (ImSkndParser *parser,
              const ImSkndExpr *first,
              ImSkndExprKind kind,
              guint32 start)
{
  guint mark = parser->stack->len;
  const ImSkndExpr *next = NULL;

  parser->next++;
  im_sknd_parser_push (parser, first);
  next = im_sknd_parser_expression (parser);
  if (next == NULL)
    return NULL;
  im_sknd_parser_push (parser, next);
  if (kind == IM_SKND_SELECT)
    {
      next = NULL;
      if (im_sknd_parser_take (parser, ":"))
        {
          next = im_sknd_parser_expression (parser);
          if (next == NULL)
            return NULL;
        }
      im_sknd_parser_push (parser, next);
    }

  return im_sknd_parser_finish (parser, im_sknd_parser_new (parser, kind), mark, start);
}

const ImSkndExpr *
im_sknd_parser_expression (ImSkndParser *parser)
{
  guint32 start = get_start (parser, parser->next);
  const ImSkndExpr *expr = NULL;

  if (im_sknd_parser_open (parser))
    expr = parse_binary (parser, 1);
  if (expr != NULL && im_sknd_parser_is (parser, "?"))
    expr = parse_choice (parser, expr, IM_SKND_SELECT, start);
  else if (expr != NULL && im_sknd_parser_is (parser, "??"))
    expr = parse_choice (parser, expr, IM_SKND_COALESCE, start);
  im_sknd_parser_close (parser);

  return expr;
}
