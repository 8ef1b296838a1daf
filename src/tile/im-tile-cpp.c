/* SPDX-License-Identifier: MIT
 *
 * Tile in C++: functions that return a Tensor, and of the language around them only what
 * the document uses: declarations, vectors of a constant length, and loops over them.
 */
#include <string.h>

#include "tile/im-tile-parser.h"

static void parse_block (ImTileParser *parser, GPtrArray *body);

/* `std::vector<T>` or T; the name of T is returned. */
static const char *
parse_type (ImTileParser *parser, gboolean *is_vector)
{
  const char *name = im_tile_parser_name (parser, "a type");

  *is_vector = FALSE;
  if (name == NULL)
    return NULL;
  if (strcmp (name, "std") == 0)
    {
      if (!im_tile_parser_need (parser, "::"))
        return NULL;
      name = im_tile_parser_name (parser, "vector");
      if (name == NULL)
        return NULL;
    }
  if (strcmp (name, "vector") != 0)
    return name;

  *is_vector = TRUE;
  if (!im_tile_parser_need (parser, "<"))
    return NULL;
  name = im_tile_parser_name (parser, "a type");
  if (name != NULL && strcmp (name, "std") == 0 && im_tile_parser_need (parser, "::"))
    name = im_tile_parser_name (parser, "a type");

  return name != NULL && im_tile_parser_need (parser, ">") ? name : NULL;
}

static gboolean
is_number_type (const char *type)
{
  static const char *const types[] = { "size_t",   "int",      "int64_t",  "int32_t",
                                       "unsigned", "uint32_t", "uint64_t", "long",
                                       "float",    "double",   NULL };

  return g_strv_contains (types, type);
}

static void
parse_parameter (ImTileParser *parser, ImTileParameter *parameter)
{
  gboolean is_vector = FALSE;
  const char *type = NULL;

  im_tile_parser_take (parser, "const");
  type = parse_type (parser, &is_vector);
  if (type == NULL)
    return;
  if (!is_number_type (type) && (is_vector || strcmp (type, "Tensor") != 0))
    {
      parser->next--;
      im_tile_parser_fail (parser,
                           "A parameter is a Tensor, a whole number such as size_t, "
                           "or a std::vector of these; not “%s”",
                           type);
      return;
    }
  im_tile_parser_take (parser, "const");
  im_tile_parser_take (parser, "&");
  parameter->kind = is_vector                      ? IM_TILE_VECTOR
                    : strcmp (type, "Tensor") == 0 ? IM_TILE_TENSOR
                                                   : IM_TILE_SIZE;
  parameter->type = type;
  parameter->span = im_tile_parser_peek (parser)->span;
  parameter->name = im_tile_parser_name (parser, "the name of the parameter");
}

static void
parse_parameters (ImTileParser *parser, ImTileFunction *function)
{
  g_autoptr (GArray) parameters = g_array_new (FALSE, TRUE, sizeof (ImTileParameter));

  if (!im_tile_parser_need (parser, "("))
    return;
  while (!parser->has_failed && !im_tile_parser_is (parser, ")"))
    {
      ImTileParameter parameter = { 0 };

      parse_parameter (parser, &parameter);
      g_array_append_val (parameters, parameter);
      if (!im_tile_parser_take (parser, ","))
        break;
    }
  if (parser->has_failed || !im_tile_parser_need (parser, ")"))
    return;

  im_tile_parser_set_parameters (parser, function, parameters);
}

static void
add_assignment (ImTileParser *parser,
                const char *name,
                ImSpan span,
                ImTileExpr *value,
                GPtrArray *body)
{
  ImTileStatement *statement = im_tile_parser_statement (parser, IM_TILE_ASSIGN);

  statement->span = statement->name_span = span;
  statement->name = name;
  statement->value = value;
  im_tile_parser_finish (parser, statement, body);
}

/* `M, N;` or `Y = (X + 1) / 2;` or of vectors `X (2), Y (2);` */
static void
parse_declaration (ImTileParser *parser,
                   ImTileStatementKind kind,
                   gboolean is_vector,
                   GPtrArray *body)
{
  gboolean is_grouped = FALSE;

  do
    {
      ImTileStatement *statement = im_tile_parser_statement (parser, kind);

      statement->name = im_tile_parser_name (parser, "a name");
      if (statement->name == NULL)
        return;
      if (is_vector)
        {
          if (!im_tile_parser_need (parser, "("))
            return;
          statement->operands = im_tile_parser_list (parser, ")", &statement->n);
          if (statement->operands != NULL && statement->n != 1)
            im_tile_parser_fail (parser, "A vector needs its length: %s(2)",
                                 statement->name);
        }
      statement->is_grouped = is_grouped;
      is_grouped = TRUE;
      im_tile_parser_finish (parser, statement, body);
      if (!is_vector && im_tile_parser_take (parser, "="))
        {
          is_grouped = FALSE;
          ImTileExpr *value = im_tile_parser_expression (parser);

          if (value != NULL)
            add_assignment (parser, statement->name, statement->name_span, value, body);
        }
    }
  while (!parser->has_failed && im_tile_parser_take (parser, ","));
}

static gboolean
parse_counter (ImTileParser *parser, ImTileStatement *statement)
{
  gboolean is_vector = FALSE;
  const ImTileExpr *start = NULL;

  if (!im_tile_parser_need (parser, "(") || parse_type (parser, &is_vector) == NULL)
    return FALSE;
  statement->name = im_tile_parser_name (parser, "the counter");
  if (statement->name == NULL || !im_tile_parser_need (parser, "="))
    return FALSE;

  start = im_tile_parser_expression (parser);
  if (start == NULL)
    return FALSE;
  if (start->kind != IM_TILE_NUMBER || start->number < 0.0 || start->number > 0.0)
    return im_tile_parser_fail (parser, "A counter starts at 0") != NULL;

  return im_tile_parser_need (parser, ";");
}

/* `for (size_t i = 0; i < 2; ++i) { … }` */
static void
parse_for (ImTileParser *parser, ImTileStatement *statement)
{
  ImTileExpr *condition = NULL;

  statement->kind = IM_TILE_FOR;
  if (!parse_counter (parser, statement))
    return;

  condition = im_tile_parser_expression (parser);
  if (condition == NULL)
    return;
  if (condition->kind != IM_TILE_BINARY || condition->operation != IM_KERNEL_NODE_LESS ||
      condition->operands[0]->kind != IM_TILE_NAME ||
      strcmp (condition->operands[0]->name, statement->name) != 0)
    {
      im_tile_parser_fail (parser, "A loop goes on while %s < a constant",
                           statement->name);
      return;
    }
  statement->value = condition->operands[1];

  if (!im_tile_parser_need (parser, ";"))
    return;
  if (im_tile_parser_take (parser, "++"))
    im_tile_parser_need (parser, statement->name);
  else if (im_tile_parser_need (parser, statement->name))
    im_tile_parser_need (parser, "++");
  if (parser->has_failed || !im_tile_parser_need (parser, ")"))
    return;

  statement->body = im_tile_parser_body (parser);
  parse_block (parser, statement->body);
}

static void
parse_return (ImTileParser *parser, ImTileStatement *statement)
{
  ImTileExpr *value = im_tile_parser_expression (parser);

  statement->kind = IM_TILE_RETURN;
  if (value == NULL)
    return;
  if (value->kind == IM_TILE_LIST)
    {
      statement->n = value->n;
      statement->operands = value->operands;
      im_tile_parser_check_results (parser, statement);
      return;
    }
  statement->n = 1;
  statement->operands = im_arena_new0 (parser->file->arena, ImTileExpr *, 1);
  statement->operands[0] = value;
}

/* Behind a type there is a name. */
static gboolean
is_declaration (const ImTileParser *parser)
{
  const char *text = im_tile_parser_peek (parser)->text;

  return im_tile_parser_is (parser, "std") || im_tile_parser_is (parser, "vector") ||
         (strcmp (text, "TensorDim") == 0 || strcmp (text, "TensorIndex") == 0 ||
          strcmp (text, "Tensor") == 0);
}

static void
parse_declarations (ImTileParser *parser, GPtrArray *body)
{
  const ImTileToken *start = im_tile_parser_peek (parser);
  gboolean is_vector = FALSE;
  const char *type = parse_type (parser, &is_vector);

  if (type == NULL)
    return;
  if (strcmp (type, "TensorDim") == 0)
    {
      parse_declaration (parser, IM_TILE_DECLARE_DIMS, is_vector, body);
    }
  else if (strcmp (type, "TensorIndex") == 0)
    {
      parse_declaration (parser, IM_TILE_DECLARE_INDICES, is_vector, body);
    }
  else if (strcmp (type, "Tensor") == 0 && !is_vector &&
           strcmp (im_tile_parser_peek_text (parser, 1), "=") != 0)
    {
      parse_declaration (parser, IM_TILE_DECLARE_TENSORS, FALSE, body);
    }
  else if (strcmp (type, "Tensor") == 0 && !is_vector)
    {
      ImTileStatement *statement = im_tile_parser_statement (parser, IM_TILE_ASSIGN);

      im_tile_parser_effect (parser, statement);
      statement->declares = TRUE;
      im_tile_parser_finish (parser, statement, body);
    }
  else
    {
      parser->next = (guint) (start - parser->tokens);
      im_tile_parser_fail (parser,
                           "Only TensorDim, TensorIndex and Tensor are declared, "
                           "not “%s”",
                           type);
    }
}

static void
refuse (ImTileParser *parser)
{
  static const char *const words[] = { "if",    "else",   "while", "do",    "switch",
                                       "class", "struct", "goto",  "throw", NULL };
  const char *text = im_tile_parser_peek (parser)->text;

  if (g_strv_contains (words, text))
    im_tile_parser_fail (parser,
                         "“%s” is no part of Tile; a function has declarations, "
                         "contractions, operations on tensors, loops and return",
                         text);
}

static void
parse_statement (ImTileParser *parser, GPtrArray *body)
{
  ImTileStatement *statement = im_tile_parser_statement (parser, IM_TILE_ASSIGN);
  gboolean needs_end = TRUE;

  refuse (parser);
  if (parser->has_failed)
    return;
  if (is_declaration (parser))
    {
      parse_declarations (parser, body);
      im_tile_parser_need (parser, ";");
      return;
    }

  if (im_tile_parser_take (parser, "for"))
    {
      parse_for (parser, statement);
      needs_end = FALSE;
    }
  else if (im_tile_parser_take (parser, "return"))
    {
      parse_return (parser, statement);
    }
  else if (im_tile_parser_take (parser, "auto"))
    {
      im_tile_parser_effect (parser, statement);
      statement->declares = TRUE;
    }
  else if (strcmp (im_tile_parser_peek_text (parser, 1), ".") == 0)
    {
      statement->name = im_tile_parser_name (parser, "a tensor");
      if (statement->name != NULL && im_tile_parser_need (parser, "."))
        im_tile_parser_of_name (parser, statement);
    }
  else
    {
      im_tile_parser_effect (parser, statement);
    }
  im_tile_parser_finish (parser, statement, body);
  if (needs_end)
    im_tile_parser_need (parser, ";");
}

static void
parse_block (ImTileParser *parser, GPtrArray *body)
{
  if (!im_tile_parser_take (parser, "{"))
    {
      parse_statement (parser, body);
      return;
    }

  while (!parser->has_failed && !im_tile_parser_is (parser, "}") &&
         im_tile_parser_peek (parser)->kind != IM_TILE_TOKEN_END)
    parse_statement (parser, body);
  im_tile_parser_need (parser, "}");
}

/* `Tensor`, or a type of several: `std::vector<Tensor>`, `TensorVec`, `Tensors`. */
static gboolean
take_result_type (ImTileParser *parser)
{
  gboolean is_vector = FALSE;

  if (im_tile_parser_take (parser, "Tensor") ||
      im_tile_parser_take (parser, "TensorVec") ||
      im_tile_parser_take (parser, "Tensors"))
    return TRUE;
  if (!im_tile_parser_is (parser, "std") && !im_tile_parser_is (parser, "vector"))
    return FALSE;

  return g_strcmp0 (parse_type (parser, &is_vector), "Tensor") == 0 && is_vector;
}

/* A function; what else C++ has at this place is refused by its name. */
void
im_tile_parse_cpp (ImTileParser *parser)
{
  ImTileFunction *function = NULL;
  const char *name = NULL;

  if (im_tile_parser_take (parser, ";"))
    return;
  if (im_tile_parser_take (parser, "using"))
    {
      while (im_tile_parser_peek (parser)->kind != IM_TILE_TOKEN_END &&
             !im_tile_parser_take (parser, ";"))
        parser->next++;
      return;
    }
  im_tile_parser_take (parser, "static");
  if (!take_result_type (parser))
    {
      im_tile_parser_fail (parser,
                           "Expected a function, “Tensor name(const Tensor& I) {”; "
                           "found “%s”",
                           im_tile_parser_peek (parser)->text);
      return;
    }
  name = im_tile_parser_name (parser, "the name of the function");
  if (name == NULL)
    return;

  parser->next--;
  function = im_tile_parser_function (parser, name);
  parser->next++;
  parse_parameters (parser, function);
  if (!parser->has_failed && !im_tile_parser_is (parser, "{"))
    im_tile_parser_need (parser, "{");
  if (!parser->has_failed)
    parse_block (parser, function->body);
}
