/* What the files of the parser share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "lang/im-expr.h"
#include "lang/im-token.h"

G_BEGIN_DECLS

typedef struct
{
  ImArena *arena;
  const char *text;
  gsize length;
  const ImSymbols *symbols;
  ImToken token;    /* the next one, not consumed yet */
  guint32 last_end; /* end of the last consumed token */
  guint depth;
  gboolean is_scratch; /* whether there are arrays and indices, and lines end */
  guint n_open;        /* brackets and parentheses around the next token */
  const char *problem; /* of an error token */
  ImExprError *error;  /* the first one */
} ImParser;

/* An expression with the depth of its tree; NULL is a failure. */
typedef struct
{
  ImExpr *expr;
  guint depth;
} ImParserTree;

/* Keeps the first failure, and returns no tree. */
ImParserTree im_parser_fail (ImParser *parser,
                             ImExprErrorCode code,
                             ImSpan span,
                             const char *format,
                             ...) G_GNUC_PRINTF (4, 5);

/* Fails because the next token is not what is expected. */
ImParserTree im_parser_fail_unexpected (ImParser *parser, const char *expected);

/* The token at @offset. */
ImToken im_parser_read_token (const ImParser *parser, gsize offset, const char **problem);

/* Consumes a token; one that opens or closes brackets says so, for the ends of lines. */
void im_parser_advance (ImParser *parser);
void im_parser_advance_into (ImParser *parser);
void im_parser_advance_out (ImParser *parser);

/* A node that ends where the last token does. */
ImExpr *im_parser_new_node (ImParser *parser,
                            ImExprKind kind,
                            guint32 start,
                            ImSpan name_span);

/* Finishes a node with operands: its depth is one more than that of the deepest of them.
 */
ImParserTree im_parser_new_tree (ImParser *parser,
                                 ImExpr *expr,
                                 const ImParserTree *operands,
                                 guint n_operands);

ImParserTree im_parser_parse_expression (ImParser *parser);

/* Of the scratchpad: the next token is the opening bracket. */
ImParserTree im_parser_parse_array (ImParser *parser);
ImParserTree im_parser_parse_index (ImParser *parser, ImParserTree value);

G_END_DECLS
