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
 */
#include "lang/im-expr.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/im-arena.h"
#include "lang/im-token.h"

typedef struct
{
  ImArena *arena;
  const char *text;
  gsize length;
  const ImSymbols *symbols;
  ImToken token;    /* the next one, not consumed yet */
  guint32 last_end; /* end of the last consumed token */
  guint depth;
  const char *problem; /* of an error token */
  ImExprError *error;  /* the first one */
} Parser;

/* An expression with the depth of its tree. */
typedef struct
{
  ImExpr *expr;
  guint depth;
} Tree;

static const Tree no_tree = { NULL, 0 };

static Tree parse_expression (Parser *parser);

static Tree G_GNUC_PRINTF (4, 5)
    fail (Parser *parser, ImExprErrorCode code, ImSpan span, const char *format, ...)
{
  va_list args;

  if (parser->error != NULL)
    return no_tree;

  va_start (args, format);
  parser->error = im_arena_new0 (parser->arena, ImExprError, 1);
  parser->error->code = code;
  parser->error->span = span;
  parser->error->cause_slot = -1;
  parser->error->message = im_arena_vprintf (parser->arena, format, args);
  va_end (args);

  return no_tree;
}

static void
advance (Parser *parser)
{
  parser->last_end = parser->token.span.end;
  parser->token = im_token_next (parser->text, parser->length, parser->token.span.end,
                                 &parser->problem);
}

#define LONGEST_QUOTE 40 /* bytes of the text in a message */

/* The bytes of a token that a message shows; no character is cut in two. */
static int
get_shown_length (const Parser *parser, ImSpan span)
{
  guint32 length = MIN (span.end - span.start, LONGEST_QUOTE);

  while (length > 0 && span.start + length < parser->length &&
         ((guchar) parser->text[span.start + length] & 0xC0) == 0x80)
    length--;

  return (int) length;
}

static Tree
fail_unexpected (Parser *parser, const char *expected)
{
  ImSpan span = parser->token.span;

  if (parser->token.kind == IM_TOKEN_ERROR)
    return fail (parser, IM_EXPR_ERROR_SYNTAX, span, "%s", parser->problem);
  if (parser->token.kind == IM_TOKEN_END)
    return fail (parser, IM_EXPR_ERROR_SYNTAX, span, "expected %s, found the end",
                 expected);

  return fail (parser, IM_EXPR_ERROR_SYNTAX, span, "expected %s, found “%.*s”", expected,
               get_shown_length (parser, span), parser->text + span.start);
}

static ImExpr *
new_node (Parser *parser, ImExprKind kind, guint32 start, ImSpan name_span)
{
  ImExpr *expr = im_arena_new0 (parser->arena, ImExpr, 1);

  expr->kind = kind;
  expr->slot = -1;
  expr->span = (ImSpan){ start, parser->last_end };
  expr->name_span = name_span;

  return expr;
}

/* Finishes a node with operands: its depth is one more than that of the deepest of them.
 */
static Tree
new_tree (Parser *parser, ImExpr *expr, const Tree *operands, guint n_operands)
{
  Tree tree = { expr, 1 };

  expr->n_operands = n_operands;
  expr->operands = im_arena_new0 (parser->arena, ImExpr *, n_operands);
  for (guint i = 0; i < n_operands; i++)
    {
      expr->operands[i] = operands[i].expr;
      tree.depth = MAX (tree.depth, operands[i].depth + 1);
    }
  if (tree.depth > IM_EXPR_MAX_DEPTH)
    return fail (parser, IM_EXPR_ERROR_LIMIT, expr->name_span,
                 "the expression is nested more than %d levels deep", IM_EXPR_MAX_DEPTH);

  return tree;
}

static Tree
new_leaf (ImExpr *expr)
{
  return (Tree){ expr, 1 };
}

static Tree
new_constant (Parser *parser, ImSpan span, ImValue value)
{
  ImExpr *expr = new_node (parser, IM_EXPR_CONSTANT, span.start, span);

  expr->constant = value;

  return new_leaf (expr);
}

static Tree
parse_integer (Parser *parser, gboolean negative, guint32 start)
{
  ImSpan span = { start, parser->token.span.end };
  gint64 value = 0;

  for (guint32 i = parser->token.span.start; i < span.end; i++)
    value = MIN (value * 10 + (parser->text[i] - '0'), (gint64) G_MAXINT32 + 2);
  if (negative)
    value = -value;
  if (value > G_MAXINT32 || value < G_MININT32)
    return fail (parser, IM_EXPR_ERROR_OVERFLOW, span,
                 "“%.*s” does not fit in an int (%d to %d); as a double it ends in .0",
                 get_shown_length (parser, span), parser->text + span.start, G_MININT32,
                 G_MAXINT32);
  advance (parser);

  return new_constant (parser, span, IM_INT ((gint32) value));
}

static Tree
parse_real (Parser *parser, gboolean negative, guint32 start)
{
  ImSpan digits = parser->token.span;
  g_autofree char *copy = g_strndup (parser->text + digits.start,
                                     digits.end - digits.start);
  double value = g_ascii_strtod (copy, NULL);

  if (!isfinite (value))
    return fail (parser, IM_EXPR_ERROR_OVERFLOW, (ImSpan){ start, digits.end },
                 "“%.40s” does not fit in a double", copy);
  advance (parser);

  return new_constant (parser, (ImSpan){ start, digits.end },
                       IM_DOUBLE (negative ? -value : value));
}

static Tree
parse_string (Parser *parser)
{
  ImSpan span = parser->token.span;
  const char *text = parser->text + span.start + 1;
  gsize length = span.end - span.start - 2;

  if (!g_utf8_validate (text, (gssize) length, NULL))
    return fail (parser, IM_EXPR_ERROR_SYNTAX, span, "this string is not UTF-8");
  advance (parser);

  return new_constant (parser, span,
                       IM_STRING (im_arena_strndup (parser->arena, text, length)));
}

/* Consumes the comma behind an argument and makes sure that another argument follows. */
static gboolean
expect_comma (Parser *parser, ImSpan open)
{
  if (parser->token.kind == IM_TOKEN_END)
    fail (parser, IM_EXPR_ERROR_SYNTAX, open, "this parenthesis is not closed");
  else if (parser->token.kind != IM_TOKEN_COMMA)
    fail_unexpected (parser, "“,” or “)”");
  else
    {
      advance (parser);
      if (parser->token.kind == IM_TOKEN_CLOSE)
        fail_unexpected (parser, "an argument");
    }

  return parser->error == NULL;
}

/* ARGSLIST = '(' (EXPR (',' EXPR)*)? ')'; the list may start with a receiver. Returns
 * FALSE on failure. */
static gboolean
parse_arguments (Parser *parser, GArray *operands)
{
  ImSpan open = parser->token.span;

  advance (parser);
  while (parser->token.kind != IM_TOKEN_CLOSE)
    {
      Tree argument = parse_expression (parser);

      if (argument.expr == NULL)
        return FALSE;
      if (operands->len == IM_BUILTIN_MAX_ARGS)
        {
          fail (parser, IM_EXPR_ERROR_LIMIT, argument.expr->span,
                "a call has at most %d arguments", IM_BUILTIN_MAX_ARGS);
          return FALSE;
        }
      g_array_append_val (operands, argument);
      if (parser->token.kind == IM_TOKEN_CLOSE)
        break;
      if (!expect_comma (parser, open))
        return FALSE;
    }
  advance (parser);

  return TRUE;
}

static const char *
token_text (Parser *parser)
{
  ImSpan span = parser->token.span;

  return im_arena_strndup (parser->arena, parser->text + span.start,
                           span.end - span.start);
}

/* Parses the arguments, if any, of a call whose name is the current token. */
static Tree
parse_call (Parser *parser,
            ImSpelling spelling,
            ImBuiltinOwner owner,
            const Tree *receiver,
            guint32 start)
{
  g_autoptr (GArray) operands = g_array_new (FALSE, FALSE, sizeof (Tree));
  const char *name = token_text (parser);
  ImSpan name_span = parser->token.span;

  if (receiver != NULL)
    g_array_append_vals (operands, receiver, 1);
  advance (parser);
  if (parser->token.kind == IM_TOKEN_OPEN && !parse_arguments (parser, operands))
    return no_tree;

  ImExpr *expr = new_node (parser, IM_EXPR_CALL, start, name_span);
  expr->name = name;
  expr->spelling = spelling;
  expr->owner = owner;
  expr->builtins = im_builtin_find (name, &expr->n_builtins);

  return new_tree (parser, expr, (const Tree *) operands->data, operands->len);
}

/* `Math.name` and `System.name`, the current token being the name. */
static Tree
parse_static (Parser *parser, ImBuiltinOwner owner, guint32 start)
{
  g_autofree char *name = g_strndup (parser->text + parser->token.span.start,
                                     parser->token.span.end - parser->token.span.start);
  const ImBuiltin *builtin = im_builtin_find_static (owner, name);

  if (builtin == NULL || !builtin->is_constant)
    return parse_call (parser, IM_SPELLING_STATIC, owner, NULL, start);

  ImSpan name_span = parser->token.span;
  advance (parser);
  Tree tree = new_constant (parser, (ImSpan){ start, name_span.end }, builtin->constant);
  tree.expr->name_span = name_span;
  if (parser->token.kind == IM_TOKEN_OPEN)
    {
      g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (Tree));

      if (!parse_arguments (parser, none))
        return no_tree;
      if (none->len > 0)
        return fail (parser, IM_EXPR_ERROR_ARGUMENT_COUNT, name_span,
                     "%s.%s is a constant and takes no arguments",
                     im_builtin_owner_get_name (owner), name);
      tree.expr->span.end = parser->last_end;
    }

  return tree;
}

static gboolean
token_is (const Parser *parser, const char *word)
{
  ImSpan span = parser->token.span;

  return parser->token.kind == IM_TOKEN_NAME && strlen (word) == span.end - span.start &&
         memcmp (word, parser->text + span.start, strlen (word)) == 0;
}

static gboolean
parse_library_owner (Parser *parser, ImBuiltinOwner *owner)
{
  if (token_is (parser, "Math"))
    *owner = IM_OWNER_MATH;
  else if (token_is (parser, "System"))
    *owner = IM_OWNER_SYSTEM;
  else
    return FALSE;

  return TRUE;
}

/* GLOBAL: a parameter wins over a function of the same name unless arguments follow. */
static Tree
parse_name (Parser *parser)
{
  ImSpan span = parser->token.span;
  ImBuiltinOwner owner;

  if (token_is (parser, "true") || token_is (parser, "false"))
    {
      ImValue value = IM_BOOL (token_is (parser, "true"));

      advance (parser);
      return new_constant (parser, span, value);
    }
  if (token_is (parser, "null"))
    {
      advance (parser);
      return new_constant (parser, span, IM_NULL);
    }
  if (parse_library_owner (parser, &owner))
    {
      advance (parser);
      if (parser->token.kind != IM_TOKEN_DOT)
        return fail_unexpected (parser, "“.” and the name of a member");
      advance (parser);
      if (parser->token.kind != IM_TOKEN_NAME)
        return fail_unexpected (parser, "the name of a member");
      return parse_static (parser, owner, span.start);
    }

  const char *problem;
  ImToken next = im_token_next (parser->text, parser->length, span.end, &problem);
  if (next.kind == IM_TOKEN_OPEN)
    return parse_call (parser, IM_SPELLING_BARE, IM_N_OWNERS, NULL, span.start);

  const char *name = token_text (parser);
  advance (parser);
  ImExpr *expr = new_node (parser, IM_EXPR_NAME, span.start, span);
  expr->name = name;
  expr->slot = im_symbols_find (parser->symbols, name);

  return new_leaf (expr);
}

static Tree
parse_parenthesis (Parser *parser)
{
  ImSpan open = parser->token.span;

  advance (parser);
  Tree tree = parse_expression (parser);
  if (tree.expr == NULL)
    return no_tree;
  if (parser->token.kind == IM_TOKEN_END)
    return fail (parser, IM_EXPR_ERROR_SYNTAX, open, "this parenthesis is not closed");
  if (parser->token.kind != IM_TOKEN_CLOSE)
    return fail_unexpected (parser, "an operator or “)”");
  advance (parser);
  /* The parentheses belong to what they enclose, so that a message can point at all of
   * it. */
  tree.expr->span = (ImSpan){ open.start, parser->last_end };

  return tree;
}

/* PRIMARY = CONSTANT | GLOBAL | '(' EXPR ')' */
static Tree
parse_primary (Parser *parser)
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
    default:
      return fail_unexpected (parser, "a value");
    }
}

/* CALL = PRIMARY ('.' IDENTIFIER ARGSLIST)* */
static Tree
parse_members (Parser *parser, Tree tree)
{
  while (tree.expr != NULL && parser->token.kind == IM_TOKEN_DOT)
    {
      advance (parser);
      if (parser->token.kind != IM_TOKEN_NAME)
        return fail_unexpected (parser, "the name of a member");
      tree = parse_call (parser, IM_SPELLING_METHOD, IM_N_OWNERS, &tree,
                         tree.expr->span.start);
    }
  if (tree.expr != NULL && parser->token.kind == IM_TOKEN_OPEN)
    return fail (parser, IM_EXPR_ERROR_SYNTAX, parser->token.span,
                 "only a name can be called; expected an operator");

  return tree;
}

static Tree parse_unary (Parser *parser);

static Tree
parse_prefix (Parser *parser, ImOperator op)
{
  ImSpan span = parser->token.span;

  advance (parser);
  /* The minus of a number right behind it. */
  if (op == IM_OPERATOR_NEGATE && parser->token.span.start == span.end)
    {
      if (parser->token.kind == IM_TOKEN_INTEGER)
        return parse_members (parser, parse_integer (parser, TRUE, span.start));
      if (parser->token.kind == IM_TOKEN_REAL)
        return parse_members (parser, parse_real (parser, TRUE, span.start));
    }

  Tree operand = parse_unary (parser);
  if (operand.expr == NULL)
    return no_tree;
  ImExpr *expr = new_node (parser, IM_EXPR_OPERATOR, span.start, span);
  expr->op = op;

  return new_tree (parser, expr, &operand, 1);
}

/* UNARY = ('-' | '~' | '!')* CALL */
static Tree
parse_unary (Parser *parser)
{
  Tree tree;

  if (++parser->depth > IM_EXPR_MAX_DEPTH)
    return fail (parser, IM_EXPR_ERROR_LIMIT, parser->token.span,
                 "the expression is nested more than %d levels deep", IM_EXPR_MAX_DEPTH);

  switch ((guint) parser->token.kind)
    {
    case IM_TOKEN_MINUS:
      tree = parse_prefix (parser, IM_OPERATOR_NEGATE);
      break;
    case IM_TOKEN_TILDE:
      tree = parse_prefix (parser, IM_OPERATOR_COMPLEMENT);
      break;
    case IM_TOKEN_NOT:
      tree = parse_prefix (parser, IM_OPERATOR_NOT);
      break;
    default:
      tree = parse_members (parser, parse_primary (parser));
    }
  parser->depth--;

  return tree;
}

/* Precedence from loosest to tightest; 0 is no binary operator. */
static const struct
{
  guint8 precedence;
  ImOperator op;
} infix[IM_N_TOKENS] = {
  [IM_TOKEN_AMPERSAND] = { 1, IM_OPERATOR_BIT_AND },
  [IM_TOKEN_CARET] = { 1, IM_OPERATOR_BIT_XOR },
  [IM_TOKEN_BAR] = { 1, IM_OPERATOR_BIT_OR },
  [IM_TOKEN_AND] = { 1, IM_OPERATOR_AND },
  [IM_TOKEN_OR] = { 1, IM_OPERATOR_OR },
  [IM_TOKEN_EQUAL] = { 2, IM_OPERATOR_EQUAL },
  [IM_TOKEN_NOT_EQUAL] = { 2, IM_OPERATOR_NOT_EQUAL },
  [IM_TOKEN_LESS] = { 3, IM_OPERATOR_LESS },
  [IM_TOKEN_GREATER] = { 3, IM_OPERATOR_GREATER },
  [IM_TOKEN_LESS_EQUAL] = { 3, IM_OPERATOR_LESS_EQUAL },
  [IM_TOKEN_GREATER_EQUAL] = { 3, IM_OPERATOR_GREATER_EQUAL },
  [IM_TOKEN_SHIFT_LEFT] = { 4, IM_OPERATOR_SHIFT_LEFT },
  [IM_TOKEN_SHIFT_RIGHT] = { 4, IM_OPERATOR_SHIFT_RIGHT },
  [IM_TOKEN_PLUS] = { 5, IM_OPERATOR_ADD },
  [IM_TOKEN_MINUS] = { 5, IM_OPERATOR_SUBTRACT },
  [IM_TOKEN_STAR] = { 6, IM_OPERATOR_MULTIPLY },
  [IM_TOKEN_SLASH] = { 6, IM_OPERATOR_DIVIDE },
  [IM_TOKEN_PERCENT] = { 6, IM_OPERATOR_MODULO },
};

/* LOGICAL down to MULTIPLICATIVE: operators that bind at least as tight as @precedence,
 * all of them grouping from the left. */
static Tree
parse_binary (Parser *parser, guint precedence)
{
  Tree left = parse_unary (parser);

  while (left.expr != NULL && infix[parser->token.kind].precedence >= precedence)
    {
      ImToken token = parser->token;

      advance (parser);
      Tree right = parse_binary (parser, infix[token.kind].precedence + 1u);
      if (right.expr == NULL)
        return no_tree;

      Tree operands[] = { left, right };
      ImExpr *expr = new_node (parser, IM_EXPR_OPERATOR, left.expr->span.start,
                               token.span);
      expr->op = infix[token.kind].op;
      left = new_tree (parser, expr, operands, 2);
    }

  return left;
}

/* EXPR = LOGICAL ('?' EXPR ':' EXPR)? */
static Tree
parse_expression (Parser *parser)
{
  Tree operands[3];

  operands[0] = parse_binary (parser, 1);
  if (operands[0].expr == NULL || parser->token.kind != IM_TOKEN_QUESTION)
    return operands[0];

  ImSpan question = parser->token.span;
  if (++parser->depth > IM_EXPR_MAX_DEPTH)
    return fail (parser, IM_EXPR_ERROR_LIMIT, question,
                 "the expression is nested more than %d levels deep", IM_EXPR_MAX_DEPTH);
  advance (parser);
  operands[1] = parse_expression (parser);
  if (operands[1].expr == NULL)
    return no_tree;
  if (parser->token.kind != IM_TOKEN_COLON)
    return fail_unexpected (parser, "“:” and the value for false");
  advance (parser);
  operands[2] = parse_expression (parser);
  if (operands[2].expr == NULL)
    return no_tree;
  parser->depth--;

  ImExpr *expr = new_node (parser, IM_EXPR_OPERATOR, operands[0].expr->span.start,
                           question);
  expr->op = IM_OPERATOR_CONDITIONAL;

  return new_tree (parser, expr, operands, 3);
}

static Tree
parse_whole (Parser *parser)
{
  if (parser->length > IM_EXPR_MAX_BYTES)
    return fail (parser, IM_EXPR_ERROR_LIMIT,
                 (ImSpan){ IM_EXPR_MAX_BYTES, IM_EXPR_MAX_BYTES + 1 },
                 "the expression is longer than %d bytes", IM_EXPR_MAX_BYTES);

  parser->token = im_token_next (parser->text, parser->length, 0, &parser->problem);
  if (parser->token.kind == IM_TOKEN_END)
    return fail (parser, IM_EXPR_ERROR_SYNTAX, parser->token.span,
                 "the expression is empty");

  Tree tree = parse_expression (parser);
  if (tree.expr != NULL && parser->token.kind != IM_TOKEN_END)
    return fail_unexpected (parser, "an operator or the end");

  return tree;
}

const ImExpr *
im_expr_parse (ImArena *arena,
               const char *text,
               gssize length,
               const ImSymbols *symbols,
               const ImExprError **error)
{
  Parser parser = {
    .arena = arena,
    .text = text,
    .length = length < 0 ? strlen (text) : (gsize) length,
    .symbols = symbols,
  };
  Tree tree = parse_whole (&parser);

  if (error != NULL)
    *error = parser.error;

  return parser.error == NULL ? tree.expr : NULL;
}
