/* SPDX-License-Identifier: MIT */
#include "skriptnd/text/im-sknd-parser.h"

#define MAX_SHOWN 40 /* bytes of a token in a message */

gboolean
im_sknd_parser_is_cut (const ImSkndParser *parser)
{
  const ImSkndToken *token = parser->next > 0 ? &parser->tokens[parser->next - 1] : NULL;
  const char *text = im_source_get_text (parser->file->source, NULL);

  return token != NULL && token->kind == IM_SKND_TOKEN_STRING &&
         (token->span.end - token->span.start < 2 ||
          text[token->span.end - 1] != text[token->span.start]);
}

gpointer
im_sknd_parser_fail (ImSkndParser *parser, ImSpan span, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  if (parser->has_failed)
    return NULL;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  parser->has_failed = TRUE;
  if (!im_sknd_parser_is_cut (parser) &&
      im_diagnostics_count (parser->diagnostics, IM_SEVERITY_ERROR) < IM_SKND_MAX_ERRORS)
    im_diagnostics_add (parser->diagnostics, IM_SEVERITY_ERROR, "syntax",
                        parser->file->source, span, "%s", message);

  return NULL;
}

/* What is an operator of other languages has another sign here. */
static void
note_found (ImSkndParser *parser, guint64 code)
{
  static const char *const signs[][2] = {
    { "and", "&&" }, { "or", "||" }, { "|", "||" },
    { "=", "==" },   { "xor", "^" }, { "mod", "%" }
  };

  if (code == im_sknd_code ("<-"))
    im_diagnostics_note (parser->diagnostics,
                         "“p[i] <- v” replaces an item; “a < -b” compares");
  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (code == im_sknd_code (signs[i][0]))
      im_diagnostics_suggest (parser->diagnostics, signs[i][0], signs[i][1]);
}

gpointer
im_sknd_parser_expect (ImSkndParser *parser, const char *what)
{
  const ImSkndToken *token = im_sknd_parser_peek (parser);
  const char *text = im_source_get_text (parser->file->source, NULL);
  gsize length = token->span.end - token->span.start;
  g_autofree char *found = NULL;

  if (parser->has_failed)
    return NULL;
  if (token->kind == IM_SKND_TOKEN_END)
    return im_sknd_parser_fail (parser, token->span, "Expected %s, found the end of %s",
                                what, text[token->span.end] == '}' ? "“{”" : "the text");

  found = g_utf8_make_valid (text + token->span.start, (gssize) MIN (length, MAX_SHOWN));
  im_sknd_parser_fail (parser, token->span, "Expected %s, found “%s%s”", what, found,
                       length > MAX_SHOWN ? "…" : "");
  if (!im_sknd_parser_is_cut (parser))
    note_found (parser, token->code);

  return NULL;
}

gboolean
im_sknd_parser_need (ImSkndParser *parser, const char *text)
{
  g_autofree char *what = NULL;

  if (im_sknd_parser_take (parser, text))
    return TRUE;

  what = g_strdup_printf ("“%s”", text);
  im_sknd_parser_expect (parser, what);

  return FALSE;
}

static ImSkndWord
make_word (ImSkndParser *parser, ImSpan span)
{
  const char *text = im_source_get_text (parser->file->source, NULL);

  return (ImSkndWord){
    im_arena_strndup (parser->file->arena, text + span.start, span.end - span.start), span
  };
}

gboolean
im_sknd_parser_skip_word (ImSkndParser *parser)
{
  gboolean is_dynamic = im_sknd_parser_is (parser, "dynamic");
  const ImSkndToken *token = im_sknd_parser_peek (parser);

  if ((!is_dynamic && !im_sknd_parser_is (parser, "static")) ||
      (token[1].kind != IM_SKND_TOKEN_NAME && token[1].kind != IM_SKND_TOKEN_KEYWORD &&
       token[1].kind != IM_SKND_TOKEN_INTEGER))
    return FALSE;
  parser->next++;

  return is_dynamic;
}

ImSkndWord
im_sknd_parser_name (ImSkndParser *parser, const char *what)
{
  const ImSkndToken *token = im_sknd_parser_peek (parser);
  g_autofree char *expected = NULL;

  if (im_sknd_parser_is_name (parser))
    {
      parser->next++;
      return make_word (parser, token->span);
    }

  if (token->kind == IM_SKND_TOKEN_KEYWORD)
    expected = g_strdup_printf ("%s, which no keyword can be", what);
  im_sknd_parser_expect (parser, expected != NULL ? expected : what);

  return (ImSkndWord){ NULL, token->span };
}

ImSkndWord
im_sknd_parser_qualified (ImSkndParser *parser, const char *what)
{
  ImSkndWord word = im_sknd_parser_name (parser, what);

  while (word.text != NULL && im_sknd_parser_take (parser, "."))
    {
      ImSkndWord next = im_sknd_parser_name (parser, what);

      if (next.text == NULL)
        return next;
      word.text = im_arena_printf (parser->file->arena, "%s.%s", word.text, next.text);
      word.span.end = next.span.end;
    }

  return word;
}

ImSkndWord
im_sknd_parser_type (ImSkndParser *parser)
{
  static const char *const types[] = { "int", "real", "bool", "str",
                                       "num", "type", "arith" };
  const ImSkndToken *token = im_sknd_parser_peek (parser);

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (im_sknd_parser_take (parser, types[i]))
      return (ImSkndWord){ types[i], token->span };

  return im_sknd_parser_name (parser, "a type");
}

ImSpan
im_sknd_parser_span (const ImSkndParser *parser, guint32 start)
{
  ImSpan span = { start, start };

  if (parser->next > 0)
    span.end = MAX (start, parser->tokens[parser->next - 1].span.end);

  return span;
}

gboolean
im_sknd_parser_open (ImSkndParser *parser)
{
  if (++parser->depth <= IM_SKND_MAX_DEPTH)
    return TRUE;

  im_sknd_parser_fail (parser, im_sknd_parser_peek (parser)->span,
                       "At most %d expressions and blocks can be open here",
                       IM_SKND_MAX_DEPTH);

  return FALSE;
}

void
im_sknd_parser_close (ImSkndParser *parser)
{
  parser->depth--;
}

gpointer *
im_sknd_parser_pop (ImSkndParser *parser, guint mark, guint *n)
{
  gpointer *items = NULL;

  *n = parser->stack->len - mark;
  if (*n == 0)
    return NULL;
  items = im_arena_alloc (parser->file->arena, *n * sizeof *items);
  memcpy (items, parser->stack->pdata + mark, *n * sizeof *items);
  g_ptr_array_set_size (parser->stack, (gint) mark);

  return items;
}

gconstpointer
im_sknd_parser_keep (ImSkndParser *parser, const GArray *items, guint *n)
{
  gsize size = g_array_get_element_size ((GArray *) items) * items->len;
  gpointer kept = NULL;

  *n = items->len;
  if (items->len == 0)
    return NULL;
  kept = im_arena_alloc (parser->file->arena, size);
  memcpy (kept, items->data, size);

  return kept;
}

ImSkndExpr *
im_sknd_parser_new (ImSkndParser *parser, ImSkndExprKind kind)
{
  ImSkndExpr *expr = im_arena_new0 (parser->file->arena, ImSkndExpr, 1);

  expr->kind = kind;
  expr->height = 1;

  return expr;
}

const ImSkndExpr *
im_sknd_parser_finish (ImSkndParser *parser, ImSkndExpr *expr, guint mark, guint32 start)
{
  expr->operands = (const ImSkndExpr **) im_sknd_parser_pop (parser, mark, &expr->n);
  expr->span = im_sknd_parser_span (parser, start);
  for (guint i = 0; i < expr->n; i++)
    if (expr->operands[i] != NULL && expr->operands[i]->height >= expr->height)
      expr->height = (guint16) (expr->operands[i]->height + 1);
  if (expr->height > IM_SKND_MAX_HEIGHT)
    return im_sknd_parser_fail (parser, expr->span,
                                "An expression of more than %d operators, one on the "
                                "other, cannot be read",
                                IM_SKND_MAX_HEIGHT);

  return expr;
}

void
im_sknd_parser_push (ImSkndParser *parser, const ImSkndExpr *expr)
{
  g_ptr_array_add (parser->stack, (gpointer) expr);
}

/* Braces that the statement has opened are skipped; what can only begin a block or a
 * definition ends it even if a brace is missing. */
void
im_sknd_parser_recover (ImSkndParser *parser)
{
  guint n_open = parser->n_braces;

  parser->n_braces = 0;
  parser->has_failed = FALSE;
  parser->depth = 0;
  g_ptr_array_set_size (parser->stack, 0);
  for (; im_sknd_parser_peek (parser)->kind != IM_SKND_TOKEN_END; parser->next++)
    {
      if (im_sknd_parser_peek (parser)->kind == IM_SKND_TOKEN_BLOCK ||
          im_sknd_parser_is (parser, "operator") || im_sknd_parser_is (parser, "graph"))
        return;
      if (im_sknd_parser_is (parser, "{"))
        n_open++;
      else if (im_sknd_parser_is (parser, "}") && n_open-- == 0)
        return;
      if (n_open == 0 && im_sknd_parser_take (parser, ";"))
        return;
    }
}
