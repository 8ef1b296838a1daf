/* SPDX-License-Identifier: MIT
 *
 * Arrays and indices, which only the scratchpad has.
 */
#include "lang/im-parser-private.h"

#include <string.h>

#include "base/im-arena.h"

static const ImParserTree no_tree = { NULL, 0 };

/* The sizes of an array literal while it is read: axis 0 is a row, axis 1 a matrix. */
typedef struct
{
  guint rank;
  gint32 size[IM_SHAPE_MAX_RANK];  /* of what is complete, 0 if nothing is */
  gint32 count[IM_SHAPE_MAX_RANK]; /* of what is not */
} Sizes;

/* Ends what stands on the axes [@start, @stop). */
static gboolean
end_axes (ImParser *parser, Sizes *sizes, guint start, guint stop)
{
  for (guint i = start; i < stop; i++)
    {
      if (sizes->size[i] != 0 && sizes->size[i] != sizes->count[i])
        {
          im_parser_fail (parser, IM_EXPR_ERROR_SHAPE, parser->token.span,
                          i == 0
                              ? "a row of size %d ends here, the first one has size %d"
                              : "a part of size %d ends here, the first one has size %d",
                          sizes->count[i], sizes->size[i]);
          return FALSE;
        }
      sizes->size[i] = sizes->count[i];
      sizes->count[i] = 0;
      sizes->count[i + 1]++;
    }

  return TRUE;
}

/* Consumes a comma, or semicolons; @n_semicolons is their number. */
static gboolean
parse_separator (ImParser *parser, Sizes *sizes, guint *n_semicolons)
{
  *n_semicolons = 0;
  if (parser->token.kind == IM_TOKEN_COMMA)
    {
      im_parser_advance (parser);
      return TRUE;
    }
  if (parser->token.kind != IM_TOKEN_SEMICOLON)
    {
      im_parser_fail_unexpected (parser, "“,”, “;” or “]”");
      return FALSE;
    }

  for (; parser->token.kind == IM_TOKEN_SEMICOLON; im_parser_advance (parser))
    {
      guint axis = (*n_semicolons)++;

      if (*n_semicolons == IM_SHAPE_MAX_RANK)
        {
          im_parser_fail (parser, IM_EXPR_ERROR_LIMIT, parser->token.span,
                          "an array has at most %d axes", IM_SHAPE_MAX_RANK);
          return FALSE;
        }
      sizes->rank = MAX (sizes->rank, *n_semicolons + 1);
      if (!end_axes (parser, sizes, axis, axis + 1))
        return FALSE;
    }

  return TRUE;
}

static gboolean
parse_elements (ImParser *parser, GArray *elements, Sizes *sizes)
{
  ImSpan open = parser->token.span;
  guint n_semicolons = 0;

  im_parser_advance_into (parser);
  while (parser->token.kind != IM_TOKEN_CLOSE_BRACKET || n_semicolons == 0)
    {
      if (parser->token.kind == IM_TOKEN_END)
        {
          im_parser_fail (parser, IM_EXPR_ERROR_SYNTAX, open,
                          "this bracket is not closed");
          return FALSE;
        }
      ImParserTree element = im_parser_parse_expression (parser);
      if (element.expr == NULL)
        return FALSE;
      g_array_append_val (elements, element);
      sizes->count[0]++;
      n_semicolons = 0;
      if (parser->token.kind == IM_TOKEN_CLOSE_BRACKET)
        break;
      if (parser->token.kind != IM_TOKEN_END &&
          !parse_separator (parser, sizes, &n_semicolons))
        return FALSE;
    }

  if (!end_axes (parser, sizes, n_semicolons, sizes->rank - 1))
    return FALSE;
  sizes->size[sizes->rank - 1] = sizes->count[sizes->rank - 1];

  return TRUE;
}

/* ARRAY = '[' EXPR ((',' | ';'+) EXPR)* ';'* ']' */
ImParserTree
im_parser_parse_array (ImParser *parser)
{
  g_autoptr (GArray) elements = g_array_new (FALSE, FALSE, sizeof (ImParserTree));
  ImSpan open = parser->token.span;
  Sizes sizes = { .rank = 1 };

  if (!parse_elements (parser, elements, &sizes))
    return no_tree;
  im_parser_advance_out (parser);

  ImShape *shape = im_arena_new0 (parser->arena, ImShape, 1);
  ImExpr *expr = im_parser_new_node (parser, IM_EXPR_ARRAY, open.start, open);
  shape->rank = sizes.rank;
  memcpy (shape->size, sizes.size, sizeof sizes.size);
  expr->constant = IM_SHAPE (shape);

  return im_parser_new_tree (parser, expr, (const ImParserTree *) elements->data,
                             elements->len);
}

/* INDEX = '[' EXPR ']' */
ImParserTree
im_parser_parse_index (ImParser *parser, ImParserTree tree)
{
  ImSpan open = parser->token.span;

  im_parser_advance_into (parser);
  ImParserTree operands[] = { tree, im_parser_parse_expression (parser) };
  if (operands[1].expr == NULL)
    return no_tree;
  if (parser->token.kind == IM_TOKEN_END)
    return im_parser_fail (parser, IM_EXPR_ERROR_SYNTAX, open,
                           "this bracket is not closed");
  if (parser->token.kind == IM_TOKEN_COMMA)
    return im_parser_fail (parser, IM_EXPR_ERROR_SYNTAX, parser->token.span,
                           "each index has brackets of its own, such as a[1][2]");
  if (parser->token.kind != IM_TOKEN_CLOSE_BRACKET)
    return im_parser_fail_unexpected (parser, "an operator or “]”");
  ImSpan brackets = { open.start, parser->token.span.end };
  im_parser_advance_out (parser);

  return im_parser_new_tree (
      parser, im_parser_new_node (parser, IM_EXPR_INDEX, tree.expr->span.start, brackets),
      operands, 2);
}
