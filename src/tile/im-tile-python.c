/* SPDX-License-Identifier: MIT
 *
 * Tile in Python: functions, and of the language around them only what the document uses.
 */
#include <string.h>

#include "tile/im-tile-parser.h"

static void parse_statement (ImTileParser *parser, GPtrArray *body);

/* A type of a parameter or a result is read over: what is given to it tells. */
static void
take_type (ImTileParser *parser, const char *sign)
{
  if (!parser->has_failed && im_tile_parser_take (parser, sign))
    im_tile_parser_name (parser, "a type");
}

static void
parse_parameters (ImTileParser *parser, ImTileFunction *function)
{
  g_autoptr (GArray) parameters = g_array_new (FALSE, TRUE, sizeof (ImTileParameter));

  if (!im_tile_parser_need (parser, "("))
    return;
  while (!parser->has_failed && !im_tile_parser_is (parser, ")"))
    {
      ImTileParameter parameter = { NULL, IM_TILE_ANY, NULL,
                                    im_tile_parser_peek (parser)->span };

      parameter.name = im_tile_parser_name (parser, "a parameter");
      take_type (parser, ":");
      g_array_append_val (parameters, parameter);
      if (!im_tile_parser_take (parser, ","))
        break;
    }
  if (parser->has_failed || !im_tile_parser_need (parser, ")"))
    return;

  take_type (parser, "->");

  im_tile_parser_set_parameters (parser, function, parameters);
}

static gboolean
need_kind (ImTileParser *parser, ImTileTokenKind kind, const char *what)
{
  const ImTileToken *token = im_tile_parser_peek (parser);

  if (token->kind == kind)
    {
      parser->next++;
      return TRUE;
    }
  if (token->kind == IM_TILE_TOKEN_SIGN && strcmp (token->text, ";") == 0)
    im_tile_parser_fail (parser,
                         "In Python a statement ends with its line, not with “;”");
  else
    im_tile_parser_fail (parser, "Expected %s, found “%s”", what, token->text);

  return FALSE;
}

static void
parse_block (ImTileParser *parser, GPtrArray *body)
{
  if (!im_tile_parser_need (parser, ":") ||
      !need_kind (parser, IM_TILE_TOKEN_LINE, "the end of the line") ||
      !need_kind (parser, IM_TILE_TOKEN_INDENT, "an indented block"))
    return;

  while (!parser->has_failed &&
         im_tile_parser_peek (parser)->kind != IM_TILE_TOKEN_DEDENT)
    parse_statement (parser, body);
  if (!parser->has_failed)
    parser->next++;
}

/* `for i in range(2):` */
static void
parse_for (ImTileParser *parser, ImTileStatement *statement)
{
  guint n = 0;
  ImTileExpr **bounds = NULL;

  statement->kind = IM_TILE_FOR;
  statement->name = im_tile_parser_name (parser, "the counter");
  if (statement->name == NULL || !im_tile_parser_need (parser, "in") ||
      !im_tile_parser_need (parser, "range") || !im_tile_parser_need (parser, "("))
    return;
  bounds = im_tile_parser_list (parser, ")", &n);
  if (bounds == NULL)
    return;
  if (n != 1)
    {
      im_tile_parser_fail (parser, "range takes one constant here: range(2)");
      return;
    }

  statement->value = bounds[0];
  statement->body = im_tile_parser_body (parser);
  parse_block (parser, statement->body);
}

/* `a, b` behind return */
static void
parse_return (ImTileParser *parser, ImTileStatement *statement)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new ();

  statement->kind = IM_TILE_RETURN;
  do
    {
      ImTileExpr *value = im_tile_parser_expression (parser);

      if (value == NULL)
        return;
      g_ptr_array_add (values, value);
    }
  while (im_tile_parser_take (parser, ","));

  statement->operands = im_tile_parser_keep (parser, values, &statement->n);
  im_tile_parser_check_results (parser, statement);
}

/* How many names stand before `=`, if these are all that does. */
static guint
count_names (const ImTileParser *parser)
{
  guint n = 0;

  for (guint at = 0;; at += 2)
    {
      if (parser->tokens[parser->next + at].kind != IM_TILE_TOKEN_NAME)
        return 0;
      n++;
      if (parser->tokens[parser->next + at + 1].kind != IM_TILE_TOKEN_SIGN)
        return 0;
      if (strcmp (parser->tokens[parser->next + at + 1].text, "=") == 0)
        return n;
      if (strcmp (parser->tokens[parser->next + at + 1].text, ",") != 0)
        return 0;
    }
}

static gboolean
get_declaration (const char *name, ImTileStatementKind *kind, gboolean *is_single)
{
  *is_single = strcmp (name, "TensorDim") == 0 || strcmp (name, "TensorIndex") == 0;
  *kind = g_str_has_prefix (name, "TensorDim") ? IM_TILE_DECLARE_DIMS
                                               : IM_TILE_DECLARE_INDICES;

  return *is_single || strcmp (name, "TensorDims") == 0 ||
         strcmp (name, "TensorIndexes") == 0;
}

static void
check_count (ImTileParser *parser, const ImTileExpr *value, guint n, gboolean is_single)
{
  gboolean is_number = value->n == 1 && value->operands[0]->kind == IM_TILE_NUMBER;
  const char *many = g_str_has_prefix (value->name, "TensorDim") ? "TensorDims"
                                                                 : "TensorIndexes";
  const char *text = im_source_get_text (parser->file->source, NULL);
  g_autofree char *found = g_strndup (text + value->span.start,
                                      value->span.end - value->span.start);
  g_autofree char *fixed = n > 1 ? g_strdup_printf ("%s(%u)", many, n)
                                 : g_strndup (many, strlen (many) - 1);

  if (parser->has_failed)
    return;
  if (!is_single && !is_number && value->n != 1)
    im_tile_parser_fail_at (parser, value->span, "%s needs a number", value->name);
  else if (is_single && (value->n != 0 || n != 1))
    im_tile_parser_fail_at (parser, value->span,
                            "%s() makes one name, but there are %u names; write %s",
                            value->name, n, fixed);
  else if (!is_single && n > 1 && is_number && (guint) value->operands[0]->number != n)
    im_tile_parser_fail_at (parser, value->span,
                            "%s makes %g, but there are %u names; write %s", found,
                            value->operands[0]->number, n, fixed);
  if (parser->has_failed && n > 1)
    im_diagnostics_fix (parser->diagnostics, found, fixed);
}

/* `M, N = TensorDims(2)`: a statement for each name. Returns whether it was one. */
static gboolean
parse_declaration (ImTileParser *parser, GPtrArray *body)
{
  guint n = count_names (parser);
  guint first = parser->next;
  ImTileStatementKind kind = IM_TILE_DECLARE_DIMS;
  gboolean is_single = FALSE;
  ImTileExpr *value = NULL;

  if (n == 0 ||
      !get_declaration (im_tile_parser_peek_text (parser, 2 * n), &kind, &is_single))
    return FALSE;

  parser->next += 2 * n;
  value = im_tile_parser_expression (parser);
  if (value == NULL)
    return TRUE;
  if (value->kind != IM_TILE_APPLY)
    {
      im_tile_parser_fail (parser, "Expected %s()", parser->tokens[first + 2 * n].text);
      return TRUE;
    }
  check_count (parser, value, n, is_single);
  if (parser->has_failed)
    return TRUE;

  for (guint i = 0; i < n; i++)
    {
      ImTileStatement *statement = im_tile_parser_statement (parser, kind);

      statement->span = statement->name_span = parser->tokens[first + 2 * i].span;
      statement->name = parser->tokens[first + 2 * i].text;
      statement->is_grouped = i > 0;
      if (n == 1 && !is_single &&
          (value->operands[0]->kind != IM_TILE_NUMBER ||
           value->operands[0]->number > 1.0))
        {
          statement->n = 1;
          statement->operands = value->operands;
        }
      im_tile_parser_finish (parser, statement, body);
    }

  return TRUE;
}

static void
refuse (ImTileParser *parser)
{
  static const char *const words[] = { "class",  "if",     "while", "with",   "try",
                                       "lambda", "assert", "raise", "global", "pass",
                                       "else",   "elif",   NULL };
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

  refuse (parser);
  if (parser->has_failed)
    return;
  if (im_tile_parser_take (parser, "for"))
    {
      parse_for (parser, statement);
      im_tile_parser_finish (parser, statement, body);
      return;
    }

  if (im_tile_parser_take (parser, "return"))
    {
      parse_return (parser, statement);
    }
  else if (strcmp (im_tile_parser_peek_text (parser, 1), ".") == 0)
    {
      statement->name = im_tile_parser_name (parser, "a tensor");
      if (statement->name != NULL && im_tile_parser_need (parser, "."))
        im_tile_parser_of_name (parser, statement);
    }
  else if (parse_declaration (parser, body))
    {
      if (!parser->has_failed)
        need_kind (parser, IM_TILE_TOKEN_LINE, "the end of the line");
      return;
    }
  else
    {
      im_tile_parser_effect (parser, statement);
    }
  im_tile_parser_finish (parser, statement, body);
  if (!parser->has_failed)
    need_kind (parser, IM_TILE_TOKEN_LINE, "the end of the line");
}

void
im_tile_parse_python (ImTileParser *parser)
{
  ImTileFunction *function = NULL;
  const char *name = NULL;

  if (im_tile_parser_peek (parser)->kind == IM_TILE_TOKEN_LINE)
    {
      parser->next++;
      return;
    }
  if (im_tile_parser_is (parser, "import") || im_tile_parser_is (parser, "from"))
    {
      while (im_tile_parser_peek (parser)->kind <= IM_TILE_TOKEN_SIGN &&
             im_tile_parser_peek (parser)->kind != IM_TILE_TOKEN_END)
        parser->next++;
      return;
    }
  refuse (parser);
  if (parser->has_failed || !im_tile_parser_need (parser, "def"))
    return;
  name = im_tile_parser_name (parser, "the name of the function");
  if (name == NULL)
    return;

  parser->next--;
  function = im_tile_parser_function (parser, name);
  parser->next++;
  parse_parameters (parser, function);
  if (!parser->has_failed)
    parse_block (parser, function->body);
}
