/* SPDX-License-Identifier: MIT
 *
 * Tokens in, nodes out, and the first failure.
 */
#include "lang/im-parser-private.h"

#include <stdarg.h>
#include <string.h>

#include "base/im-arena.h"

static const ImParserTree no_tree = { NULL, 0 };

ImParserTree
im_parser_fail (ImParser *parser,
                ImExprErrorCode code,
                ImSpan span,
                const char *format,
                ...)
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

/* Whether lines have ended in brackets since the last token, as if a bracket had been
 * forgotten. */
static gboolean
is_on_next_line (const ImParser *parser)
{
  gsize length = parser->token.span.start - parser->last_end;

  return parser->is_scratch && parser->n_open > 0 &&
         parser->token.kind != IM_TOKEN_CLOSE &&
         parser->token.kind != IM_TOKEN_CLOSE_BRACKET &&
         memchr (parser->text + parser->last_end, '\n', length) != NULL;
}

ImToken
im_parser_read_token (const ImParser *parser, gsize offset, const char **problem)
{
  if (parser->is_scratch)
    return im_token_next_scratch (parser->text, parser->length, offset,
                                  parser->n_open > 0, problem);

  return im_token_next (parser->text, parser->length, offset, problem);
}

void
im_parser_advance (ImParser *parser)
{
  parser->last_end = parser->token.span.end;
  parser->token = im_parser_read_token (parser, parser->token.span.end, &parser->problem);
}

void
im_parser_advance_into (ImParser *parser)
{
  parser->n_open++;
  im_parser_advance (parser);
}

void
im_parser_advance_out (ImParser *parser)
{
  parser->n_open--;
  im_parser_advance (parser);
}

ImParserTree
im_parser_fail_unexpected (ImParser *parser, const char *expected)
{
  ImSpan span = parser->token.span;

  if (parser->token.kind == IM_TOKEN_ERROR)
    return im_parser_fail (parser, IM_EXPR_ERROR_SYNTAX, span, "%s", parser->problem);
  if (parser->token.kind == IM_TOKEN_END)
    return im_parser_fail (parser, IM_EXPR_ERROR_SYNTAX, span,
                           "expected %s, found the end", expected);
  if (is_on_next_line (parser))
    span = (ImSpan){ parser->last_end, parser->last_end + 1 };
  if (parser->token.kind == IM_TOKEN_LINE_END || is_on_next_line (parser))
    return im_parser_fail (parser, IM_EXPR_ERROR_SYNTAX, span,
                           "expected %s, found the end of the line", expected);

  return im_parser_fail (parser, IM_EXPR_ERROR_SYNTAX, span, "expected %s, found “%.*s”",
                         expected,
                         im_token_get_shown_length (parser->text, parser->length, span),
                         parser->text + span.start);
}

ImExpr *
im_parser_new_node (ImParser *parser, ImExprKind kind, guint32 start, ImSpan name_span)
{
  ImExpr *expr = im_arena_new0 (parser->arena, ImExpr, 1);

  expr->kind = kind;
  expr->slot = -1;
  expr->span = (ImSpan){ start, parser->last_end };
  expr->name_span = name_span;

  return expr;
}

ImParserTree
im_parser_new_tree (ImParser *parser,
                    ImExpr *expr,
                    const ImParserTree *operands,
                    guint n_operands)
{
  ImParserTree tree = { expr, 1 };

  expr->n_operands = n_operands;
  expr->operands = im_arena_new0 (parser->arena, ImExpr *, n_operands);
  for (guint i = 0; i < n_operands; i++)
    {
      expr->operands[i] = operands[i].expr;
      tree.depth = MAX (tree.depth, operands[i].depth + 1);
    }
  if (tree.depth > IM_EXPR_MAX_DEPTH)
    return im_parser_fail (parser, IM_EXPR_ERROR_LIMIT, expr->name_span,
                           "the expression is nested more than %d levels deep",
                           IM_EXPR_MAX_DEPTH);

  return tree;
}
