/* SPDX-License-Identifier: MIT
 *
 * The compact form of Tile. Its head names the dims of the tensors, a contraction the
 * dims of its output behind a colon, and constraints and a default behind it. An access
 * that is a statement binds the dims of what was computed:
 *
 *     function (I[M, N], P) -> (O) {
 *       O[n : N + 1] = +(I[m, n]), m < 2 default P;
 *       Q = O / M;
 *       Q[N1];
 *     }
 */
#include <string.h>

#include "tile/im-tile-parser.h"

static void
parse_parameter (ImTileParser *parser, ImTileParameter *parameter, GPtrArray *body)
{
  ImTileStatement *statement = im_tile_parser_statement (parser, IM_TILE_BIND);

  parameter->kind = IM_TILE_ANY;
  parameter->span = im_tile_parser_peek (parser)->span;
  parameter->name = im_tile_parser_name (parser, "a parameter");
  if (parameter->name == NULL || !im_tile_parser_take (parser, "["))
    return;

  statement->name = parameter->name;
  statement->operands = im_tile_parser_list (parser, "]", &statement->n);
  im_tile_parser_finish (parser, statement, body);
}

static void
parse_head (ImTileParser *parser, ImTileFunction *function, ImTileStatement *result)
{
  g_autoptr (GArray) parameters = g_array_new (FALSE, TRUE, sizeof (ImTileParameter));

  if (!im_tile_parser_need (parser, "("))
    return;
  while (!parser->has_failed && !im_tile_parser_is (parser, ")"))
    {
      ImTileParameter parameter = { 0 };

      parse_parameter (parser, &parameter, function->body);
      g_array_append_val (parameters, parameter);
      if (!im_tile_parser_take (parser, ","))
        break;
    }
  if (parser->has_failed || !im_tile_parser_need (parser, ")") ||
      !im_tile_parser_need (parser, "->") || !im_tile_parser_need (parser, "("))
    return;
  result->operands = im_tile_parser_list (parser, ")", &result->n);
  if (result->operands != NULL)
    im_tile_parser_check_results (parser, result);

  im_tile_parser_set_parameters (parser, function, parameters);
}

/* `+(`, `*(`, `>(`, `<(` or `=(` behind `=`; the last one may read as `==`. */
static gboolean
parse_aggregation (ImTileParser *parser, ImAggregation *aggregation)
{
  if (im_tile_parser_take (parser, "=="))
    {
      *aggregation = IM_AGGREGATION_SET;
      return TRUE;
    }
  if (!im_tile_parser_need (parser, "="))
    return FALSE;
  for (guint i = 0; i <= IM_AGGREGATION_MAXIMUM; i++)
    if (im_tile_parser_take (parser, im_aggregation_get_info (i)->sign))
      {
        *aggregation = i;
        return TRUE;
      }
  im_tile_parser_fail (parser,
                       "Expected one of +, *, >, < and = before the right side, "
                       "found “%s”",
                       im_tile_parser_peek (parser)->text);

  return FALSE;
}

static ImTileExpr **
parse_until (ImTileParser *parser, const char *first, const char *second, guint *n)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  while (!im_tile_parser_is (parser, first) && !im_tile_parser_is (parser, second))
    {
      ImTileExpr *item = im_tile_parser_expression (parser);

      if (item == NULL)
        return NULL;
      g_ptr_array_add (items, item);
      if (!im_tile_parser_take (parser, ","))
        break;
    }
  return im_tile_parser_keep (parser, items, n);
}

/* Behind the right side. */
static void
parse_conditions (ImTileParser *parser, const char *name, GPtrArray *body)
{
  while (!parser->has_failed && im_tile_parser_take (parser, ","))
    {
      ImTileStatement *statement = im_tile_parser_statement (parser, IM_TILE_CONSTRAIN);

      statement->name = name;
      statement->n = 1;
      statement->operands = im_arena_new0 (parser->file->arena, ImTileExpr *, 1);
      statement->operands[0] = im_tile_parser_expression (parser);
      im_tile_parser_finish (parser, statement, body);
    }
  if (!parser->has_failed && im_tile_parser_take (parser, "default"))
    {
      ImTileStatement *statement = im_tile_parser_statement (parser, IM_TILE_DEFAULT);

      statement->name = name;
      statement->value = im_tile_parser_expression (parser);
      im_tile_parser_finish (parser, statement, body);
    }
}

/* `O[n : N] = +(I[m, n]), m < 2 default P`, or only `O[N]` */
static void
parse_contraction (ImTileParser *parser, ImTileStatement *statement, GPtrArray *body)
{
  ImTileStatement *output = im_tile_parser_statement (parser, IM_TILE_OUTPUT);

  output->name = statement->name;
  statement->kind = IM_TILE_CONTRACT;
  statement->is_bracket = TRUE;
  statement->operands = parse_until (parser, ":", "]", &statement->n);
  if (statement->operands == NULL)
    return;
  if (im_tile_parser_is (parser, "]") &&
      strcmp (im_tile_parser_peek_text (parser, 1), ";") == 0)
    {
      parser->next++;
      statement->kind = IM_TILE_BIND;
      im_tile_parser_finish (parser, statement, body);
      return;
    }
  if (im_tile_parser_take (parser, ":"))
    output->operands = parse_until (parser, "]", "]", &output->n);
  else if (statement->n > 0)
    im_tile_parser_need (parser, ":");
  if (parser->has_failed || !im_tile_parser_need (parser, "]"))
    return;
  im_tile_parser_finish (parser, output, body);
  if (!parse_aggregation (parser, &statement->aggregation) ||
      !im_tile_parser_need (parser, "("))
    return;
  statement->value = im_tile_parser_expression (parser);
  if (!parser->has_failed)
    im_tile_parser_need (parser, ")");
  im_tile_parser_finish (parser, statement, body);
  parse_conditions (parser, statement->name, body);
}

static void
parse_statement (ImTileParser *parser, GPtrArray *body)
{
  ImTileStatement *statement = im_tile_parser_statement (parser, IM_TILE_ASSIGN);

  statement->name = im_tile_parser_name (parser, "the name of a tensor");
  if (statement->name == NULL)
    return;
  if (im_tile_parser_take (parser, "["))
    {
      parse_contraction (parser, statement, body);
    }
  else if (im_tile_parser_need (parser, "="))
    {
      statement->value = im_tile_parser_expression (parser);
      im_tile_parser_finish (parser, statement, body);
    }
  if (!parser->has_failed && !im_tile_parser_is (parser, "}"))
    im_tile_parser_need (parser, ";");
}

void
im_tile_parse_compact (ImTileParser *parser)
{
  ImTileStatement *result = NULL;
  ImTileFunction *function = NULL;

  if (!im_tile_parser_need (parser, "function"))
    return;
  function = im_tile_parser_function (parser, "function");
  result = im_tile_parser_statement (parser, IM_TILE_RETURN);
  if (im_tile_parser_peek (parser)->kind == IM_TILE_TOKEN_NAME)
    function->name = im_tile_parser_name (parser, "a name");
  parse_head (parser, function, result);
  if (parser->has_failed || !im_tile_parser_need (parser, "{"))
    return;

  while (!parser->has_failed && !im_tile_parser_is (parser, "}") &&
         im_tile_parser_peek (parser)->kind != IM_TILE_TOKEN_END)
    parse_statement (parser, function->body);
  if (!parser->has_failed && im_tile_parser_need (parser, "}"))
    g_ptr_array_add (function->body, result);
}
