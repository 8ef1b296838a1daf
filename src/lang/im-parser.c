/* SPDX-License-Identifier: MIT
 *
 * A Pratt parser: one table gives each binary operator its precedence, and one function
 * climbs it. The grammar is that of the specification, with these decisions where it is
 * silent or contradicts itself:
 *
 *   - `& ^ | && ||` share one level and group from the left;
 *   - a minus right before a number belongs to it unless an operand precedes: `-1.abs` is
 * 1, `x.count-1` a subtraction;
 *   - prefix operators may be repeated, and apply to the whole call that follows;
 *   - `?:` groups to the right, its arms are full expressions;
 *   - a call has any number of arguments, and `()` may be left out where there are none.
 *
 * The scratchpad has the same expressions, with arrays and indices.
 */
#include "lang/im-parser-private.h"

#include <math.h>
#include <string.h>

#include "base/im-arena.h"

static const ImParserTree no_tree = { NULL, 0 };

static ImParserTree
new_leaf (ImExpr *expr)
{
  return (ImParserTree){ expr, 1 };
}

static ImParserTree
new_constant (ImParser *parser, ImSpan span, ImValue value)
{
  ImExpr *expr = im_parser_new_node (parser, IM_EXPR_CONSTANT, span.start, span);

  expr->constant = value;

  return new_leaf (expr);
}

static ImParserTree
parse_integer (ImParser *parser, gboolean negative, guint32 start)
{
  ImSpan span = { start, parser->token.span.end };
  gint64 value = 0;

  for (guint32 i = parser->token.span.start; i < span.end; i++)
    value = MIN (value * 10 + (parser->text[i] - '0'), (gint64) G_MAXUINT32 + 1);
  if (negative)
    value = -value;
  if (parser->is_scratch && value > G_MAXINT32 && value <= G_MAXUINT32)
    {
      im_parser_advance (parser);
      ImParserTree tree = new_constant (parser, span, IM_INT ((gint32) (guint32) value));
      tree.expr->is_uint = TRUE;
      return tree;
    }
  if (value > G_MAXINT32 || value < G_MININT32)
    return im_parser_fail (parser, IM_EXPR_ERROR_OVERFLOW, span,
                           "“%.*s” does not fit in %s; as a %s it ends in .0",
                           im_token_get_shown_length (parser->text, parser->length, span),
                           parser->text + span.start,
                           parser->is_scratch && !negative
                               ? "a uint (0 to 4294967295)"
                               : "an int (-2147483648 to 2147483647)",
                           parser->is_scratch ? "real" : "double");
  im_parser_advance (parser);

  return new_constant (parser, span, IM_INT ((gint32) value));
}

static ImParserTree
parse_real (ImParser *parser, gboolean negative, guint32 start)
{
  ImSpan digits = parser->token.span;
  g_autofree char *copy = g_strndup (parser->text + digits.start,
                                     digits.end - digits.start);
  double value = g_ascii_strtod (copy, NULL);

  if (!isfinite (value))
    return im_parser_fail (parser, IM_EXPR_ERROR_OVERFLOW, (ImSpan){ start, digits.end },
                           "“%.40s” does not fit in a double", copy);
  im_parser_advance (parser);

  return new_constant (parser, (ImSpan){ start, digits.end },
                       IM_DOUBLE (negative ? -value : value));
}

static ImParserTree
parse_string (ImParser *parser)
{
  ImSpan span = parser->token.span;
  const char *text = parser->text + span.start + 1;
  gsize length = span.end - span.start - 2;

  if (!g_utf8_validate (text, (gssize) length, NULL))
    return im_parser_fail (parser, IM_EXPR_ERROR_SYNTAX, span,
                           "this string is not UTF-8");
  im_parser_advance (parser);

  return new_constant (parser, span,
                       IM_STRING (im_arena_strndup (parser->arena, text, length)));
}

/* Consumes the comma behind an argument and makes sure that another argument follows. */
static gboolean
expect_comma (ImParser *parser, ImSpan open)
{
  if (parser->token.kind == IM_TOKEN_END)
    im_parser_fail (parser, IM_EXPR_ERROR_SYNTAX, open, "this parenthesis is not closed");
  else if (parser->token.kind != IM_TOKEN_COMMA)
    im_parser_fail_unexpected (parser, "“,” or “)”");
  else
    {
      im_parser_advance (parser);
      if (parser->token.kind == IM_TOKEN_CLOSE)
        im_parser_fail_unexpected (parser, "an argument");
    }

  return parser->error == NULL;
}

/* ARGSLIST = '(' (EXPR (',' EXPR)*)? ')'; the list may start with a receiver. Returns
 * FALSE on failure. */
static gboolean
parse_arguments (ImParser *parser, GArray *operands)
{
  ImSpan open = parser->token.span;

  im_parser_advance_into (parser);
  while (parser->token.kind != IM_TOKEN_CLOSE)
    {
      ImParserTree argument = im_parser_parse_expression (parser);

      if (argument.expr == NULL)
        return FALSE;
      if (operands->len == IM_BUILTIN_MAX_ARGS)
        {
          im_parser_fail (parser, IM_EXPR_ERROR_LIMIT, argument.expr->span,
                          "a call has at most %d arguments", IM_BUILTIN_MAX_ARGS);
          return FALSE;
        }
      g_array_append_val (operands, argument);
      if (parser->token.kind == IM_TOKEN_CLOSE)
        break;
      if (!expect_comma (parser, open))
        return FALSE;
    }
  im_parser_advance_out (parser);

  return TRUE;
}

static const char *
token_text (ImParser *parser)
{
  ImSpan span = parser->token.span;

  return im_arena_strndup (parser->arena, parser->text + span.start,
                           span.end - span.start);
}

/* Parses the arguments, if any, of a call whose name is the current token. */
static ImParserTree
parse_call (ImParser *parser,
            ImSpelling spelling,
            ImBuiltinOwner owner,
            const ImParserTree *receiver,
            guint32 start)
{
  g_autoptr (GArray) operands = g_array_new (FALSE, FALSE, sizeof (ImParserTree));
  const char *name = token_text (parser);
  ImSpan name_span = parser->token.span;

  if (receiver != NULL)
    g_array_append_vals (operands, receiver, 1);
  im_parser_advance (parser);
  if (parser->token.kind == IM_TOKEN_OPEN && !parse_arguments (parser, operands))
    return no_tree;

  ImExpr *expr = im_parser_new_node (parser, IM_EXPR_CALL, start, name_span);
  expr->name = name;
  expr->spelling = spelling;
  expr->owner = owner;
  expr->builtins = im_builtin_find (name, &expr->n_builtins);

  return im_parser_new_tree (parser, expr, (const ImParserTree *) operands->data,
                             operands->len);
}

/* `Math.name` and `System.name`, the current token being the name. */
static ImParserTree
parse_static (ImParser *parser, ImBuiltinOwner owner, guint32 start)
{
  g_autofree char *name = g_strndup (parser->text + parser->token.span.start,
                                     parser->token.span.end - parser->token.span.start);
  const ImBuiltin *builtin = im_builtin_find_static (owner, name);

  if (builtin == NULL || !builtin->is_constant)
    return parse_call (parser, IM_SPELLING_STATIC, owner, NULL, start);

  ImSpan name_span = parser->token.span;
  im_parser_advance (parser);
  ImParserTree tree = new_constant (parser, (ImSpan){ start, name_span.end },
                                    builtin->constant);
  tree.expr->name_span = name_span;
  if (parser->token.kind == IM_TOKEN_OPEN)
    {
      g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (ImParserTree));

      if (!parse_arguments (parser, none))
        return no_tree;
      if (none->len > 0)
        return im_parser_fail (parser, IM_EXPR_ERROR_ARGUMENT_COUNT, name_span,
                               "%s.%s is a constant and takes no arguments",
                               im_builtin_owner_get_name (owner), name);
      tree.expr->span.end = parser->last_end;
    }

  return tree;
}

static gboolean
token_is (const ImParser *parser, const char *word)
{
  ImSpan span = parser->token.span;

  return parser->token.kind == IM_TOKEN_NAME && strlen (word) == span.end - span.start &&
         memcmp (word, parser->text + span.start, strlen (word)) == 0;
}

static gboolean
parse_library_owner (ImParser *parser, ImBuiltinOwner *owner)
{
  if (parser->is_scratch)
    return FALSE;
  if (token_is (parser, "Math"))
    *owner = IM_OWNER_MATH;
  else if (token_is (parser, "System"))
    *owner = IM_OWNER_SYSTEM;
  else
    return FALSE;

  return TRUE;
}

/* GLOBAL: a parameter wins over a function of the same name unless arguments follow. */
static ImParserTree
parse_name (ImParser *parser)
{
  ImSpan span = parser->token.span;
  ImBuiltinOwner owner;

  if (token_is (parser, "true") || token_is (parser, "false"))
    {
      ImValue value = IM_BOOL (token_is (parser, "true"));

      im_parser_advance (parser);
      return new_constant (parser, span, value);
    }
  if (token_is (parser, "null") && !parser->is_scratch)
    {
      im_parser_advance (parser);
      return new_constant (parser, span, IM_NULL);
    }
  if (parse_library_owner (parser, &owner))
    {
      im_parser_advance (parser);
      if (parser->token.kind != IM_TOKEN_DOT)
        return im_parser_fail_unexpected (parser, "“.” and the name of a member");
      im_parser_advance (parser);
      if (parser->token.kind != IM_TOKEN_NAME)
        return im_parser_fail_unexpected (parser, "the name of a member");
      return parse_static (parser, owner, span.start);
    }

  const char *problem;
  ImToken next = im_parser_read_token (parser, span.end, &problem);
  if (next.kind == IM_TOKEN_OPEN)
    return parse_call (parser, IM_SPELLING_BARE, IM_N_OWNERS, NULL, span.start);

  const char *name = token_text (parser);
  im_parser_advance (parser);
  ImExpr *expr = im_parser_new_node (parser, IM_EXPR_NAME, span.start, span);
  expr->name = name;
  expr->slot = im_symbols_find (parser->symbols, name);

  return new_leaf (expr);
}

static ImParserTree
parse_parenthesis (ImParser *parser)
{
  ImSpan open = parser->token.span;

  im_parser_advance_into (parser);
  ImParserTree tree = im_parser_parse_expression (parser);
  if (tree.expr == NULL)
    return no_tree;
  if (parser->token.kind == IM_TOKEN_END)
    return im_parser_fail (parser, IM_EXPR_ERROR_SYNTAX, open,
                           "this parenthesis is not closed");
  if (parser->token.kind != IM_TOKEN_CLOSE)
    return im_parser_fail_unexpected (parser, "an operator or “)”");
  im_parser_advance_out (parser);
  /* The parentheses belong to what they enclose, so that a message can point at all of
   * it. */
  tree.expr->span = (ImSpan){ open.start, parser->last_end };

  return tree;
}

/* PRIMARY = CONSTANT | GLOBAL | '(' EXPR ')' | ARRAY */
static ImParserTree
parse_primary (ImParser *parser)
{
  switch ((guint) parser->token.kind)
    {
    case IM_TOKEN_INTEGER:
      return parse_integer (parser, FALSE, parser->token.span.start);
    case IM_TOKEN_REAL:
      return parse_real (parser, FALSE, parser->token.span.start);
    case IM_TOKEN_STRING:
      return parse_string (parser);
    case IM_TOKEN_NAME:
      return parse_name (parser);
    case IM_TOKEN_OPEN:
      return parse_parenthesis (parser);
    case IM_TOKEN_OPEN_BRACKET:
      return im_parser_parse_array (parser);
    default:
      return im_parser_fail_unexpected (parser, "a value");
    }
}

/* CALL = PRIMARY ('.' IDENTIFIER ARGSLIST | INDEX)* */
static ImParserTree
parse_members (ImParser *parser, ImParserTree tree)
{
  while (tree.expr != NULL && (parser->token.kind == IM_TOKEN_DOT ||
                               parser->token.kind == IM_TOKEN_OPEN_BRACKET))
    {
      if (parser->token.kind == IM_TOKEN_OPEN_BRACKET)
        {
          tree = im_parser_parse_index (parser, tree);
          continue;
        }
      im_parser_advance (parser);
      if (parser->token.kind != IM_TOKEN_NAME)
        return im_parser_fail_unexpected (parser, "the name of a member");
      tree = parse_call (parser, IM_SPELLING_METHOD, IM_N_OWNERS, &tree,
                         tree.expr->span.start);
    }
  if (tree.expr != NULL && parser->token.kind == IM_TOKEN_OPEN)
    return im_parser_fail (parser, IM_EXPR_ERROR_SYNTAX, parser->token.span,
                           "only a name can be called; expected an operator");

  return tree;
}

static ImParserTree parse_unary (ImParser *parser);

static ImParserTree
parse_prefix (ImParser *parser, ImOperator op)
{
  ImSpan span = parser->token.span;

  im_parser_advance (parser);
  /* The minus of a number right behind it. */
  if (op == IM_OPERATOR_NEGATE && parser->token.span.start == span.end)
    {
      if (parser->token.kind == IM_TOKEN_INTEGER)
        return parse_members (parser, parse_integer (parser, TRUE, span.start));
      if (parser->token.kind == IM_TOKEN_REAL)
        return parse_members (parser, parse_real (parser, TRUE, span.start));
    }

  ImParserTree operand = parse_unary (parser);
  if (operand.expr == NULL)
    return no_tree;
  ImExpr *expr = im_parser_new_node (parser, IM_EXPR_OPERATOR, span.start, span);
  expr->op = op;

  return im_parser_new_tree (parser, expr, &operand, 1);
}

/* UNARY = ('-' | '~' | '!')* CALL */
static ImParserTree
parse_unary (ImParser *parser)
{
  ImParserTree tree;
  ImOperator op;

  if (++parser->depth > IM_EXPR_MAX_DEPTH)
    return im_parser_fail (parser, IM_EXPR_ERROR_LIMIT, parser->token.span,
                           "the expression is nested more than %d levels deep",
                           IM_EXPR_MAX_DEPTH);

  if (im_operator_find (parser->token.kind, 1, &op))
    tree = parse_prefix (parser, op);
  else
    tree = parse_members (parser, parse_primary (parser));
  parser->depth--;

  return tree;
}

/* The precedence of the operator that the next token is, or 0. */
static guint
get_precedence (const ImParser *parser, ImOperator *op)
{
  const ImOperatorInfo *info;

  if (!im_operator_find (parser->token.kind, 2, op))
    return 0;
  info = im_operator_get_info (*op);

  return parser->is_scratch ? info->scratch_precedence : info->precedence;
}

/* LOGICAL down to MULTIPLICATIVE: operators that bind at least as tight as @precedence,
 * all of them grouping from the left. */
static ImParserTree
parse_binary (ImParser *parser, guint precedence)
{
  ImParserTree left = parse_unary (parser);
  ImOperator op;
  guint found;

  while (left.expr != NULL && (found = get_precedence (parser, &op)) >= precedence)
    {
      ImToken token = parser->token;

      im_parser_advance (parser);
      ImParserTree right = parse_binary (parser, found + 1);
      if (right.expr == NULL)
        return no_tree;

      ImParserTree operands[] = { left, right };
      ImExpr *expr = im_parser_new_node (parser, IM_EXPR_OPERATOR, left.expr->span.start,
                                         token.span);
      expr->op = op;
      left = im_parser_new_tree (parser, expr, operands, 2);
    }

  return left;
}

/* EXPR = LOGICAL ('?' EXPR ':' EXPR)? */
ImParserTree
im_parser_parse_expression (ImParser *parser)
{
  ImParserTree operands[3];

  operands[0] = parse_binary (parser, 1);
  if (operands[0].expr == NULL || parser->token.kind != IM_TOKEN_QUESTION ||
      parser->is_scratch)
    return operands[0];

  ImSpan question = parser->token.span;
  if (++parser->depth > IM_EXPR_MAX_DEPTH)
    return im_parser_fail (parser, IM_EXPR_ERROR_LIMIT, question,
                           "the expression is nested more than %d levels deep",
                           IM_EXPR_MAX_DEPTH);
  im_parser_advance (parser);
  operands[1] = im_parser_parse_expression (parser);
  if (operands[1].expr == NULL)
    return no_tree;
  if (parser->token.kind != IM_TOKEN_COLON)
    return im_parser_fail_unexpected (parser, "“:” and the value for false");
  im_parser_advance (parser);
  operands[2] = im_parser_parse_expression (parser);
  if (operands[2].expr == NULL)
    return no_tree;
  parser->depth--;

  ImExpr *expr = im_parser_new_node (parser, IM_EXPR_OPERATOR,
                                     operands[0].expr->span.start, question);
  expr->op = IM_OPERATOR_CONDITIONAL;

  return im_parser_new_tree (parser, expr, operands, 3);
}

static ImParserTree
parse_whole (ImParser *parser)
{
  if (parser->length > IM_EXPR_MAX_BYTES)
    return im_parser_fail (parser, IM_EXPR_ERROR_LIMIT,
                           (ImSpan){ IM_EXPR_MAX_BYTES, IM_EXPR_MAX_BYTES + 1 },
                           "the expression is longer than %d bytes", IM_EXPR_MAX_BYTES);

  parser->token = im_token_next (parser->text, parser->length, 0, &parser->problem);
  if (parser->token.kind == IM_TOKEN_END)
    return im_parser_fail (parser, IM_EXPR_ERROR_SYNTAX, parser->token.span,
                           "the expression is empty");

  ImParserTree tree = im_parser_parse_expression (parser);
  if (tree.expr != NULL && parser->token.kind != IM_TOKEN_END)
    return im_parser_fail_unexpected (parser, "an operator or the end");

  return tree;
}

const ImExpr *
im_expr_parse (ImArena *arena,
               const char *text,
               gssize length,
               const ImSymbols *symbols,
               const ImExprError **error)
{
  ImParser parser = {
    .arena = arena,
    .text = text,
    .length = length < 0 ? strlen (text) : (gsize) length,
    .symbols = symbols,
  };
  ImParserTree tree = parse_whole (&parser);

  if (error != NULL)
    *error = parser.error;

  return parser.error == NULL ? tree.expr : NULL;
}

const ImExpr *
im_expr_parse_scratch (ImArena *arena,
                       const char *text,
                       gsize length,
                       gsize *offset,
                       const ImExprError **error)
{
  ImParser parser = {
    .arena = arena,
    .text = text,
    .length = length,
    .is_scratch = TRUE,
  };

  parser.token = im_parser_read_token (&parser, *offset, &parser.problem);
  ImParserTree tree = im_parser_parse_expression (&parser);
  *error = parser.error;
  if (tree.expr != NULL)
    *offset = parser.token.span.start;

  return tree.expr;
}
