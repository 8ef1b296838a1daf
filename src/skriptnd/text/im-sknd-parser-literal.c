/* SPDX-License-Identifier: MIT
 *
 * Numbers, and strings with expressions in braces.
 */
#include <math.h>

#include "skriptnd/text/im-sknd-parser.h"

const ImSkndExpr *
im_sknd_parser_integer (ImSkndParser *parser)
{
  ImSpan span = im_sknd_parser_peek (parser)->span;
  ImSkndExpr *expr = im_sknd_parser_new (parser, IM_SKND_INTEGER);
  const char *text = im_source_get_text (parser->file->source, NULL);
  guint64 value = 0;

  expr->span = span;
  for (guint32 i = span.start; i < span.end && g_ascii_isdigit (text[i]); i++)
    {
      guint digit = (guint) g_ascii_digit_value (text[i]);

      if (value > ((guint64) G_MAXINT64 - digit) / 10)
        return im_sknd_parser_fail (
            parser, span,
            "The integer is too large; the largest one is %" G_GINT64_FORMAT, G_MAXINT64);
      value = value * 10 + digit;
    }
  expr->integer = (gint64) value;
  parser->next++;

  return expr;
}

const ImSkndExpr *
im_sknd_parser_real (ImSkndParser *parser)
{
  ImSpan span = im_sknd_parser_peek (parser)->span;
  ImSkndExpr *expr = im_sknd_parser_new (parser, IM_SKND_REAL);

  expr->span = span;
  expr->real = g_ascii_strtod (
      im_source_get_text (parser->file->source, NULL) + span.start, NULL);
  if (isinf (expr->real))
    return im_sknd_parser_fail (parser, span,
                                "The real number is too large; infinity is “inf”");
  parser->next++;

  return expr;
}

static void
push_text (ImSkndParser *parser, GString *run, ImSpan span)
{
  ImSkndExpr *text = NULL;

  if (run->len == 0)
    return;
  text = im_sknd_parser_new (parser, IM_SKND_TEXT);
  text->span = span;
  text->name = im_arena_strndup (parser->file->arena, run->str, run->len);
  im_sknd_parser_push (parser, text);
  g_string_truncate (run, 0);
}

/* The brace that closes one in a string, or 0 with where an escaped quote stands. */
static guint32
find_brace (const char *text, guint32 at, guint32 end, guint32 *escaped)
{
  char quote = '\0';

  for (; at < end; at++)
    if (quote == '\0' && text[at] == '}')
      return at;
    else if (quote == '\0' && text[at] == '\\' && at + 1 < end &&
             strchr ("\"'", text[at + 1]) != NULL)
      {
        *escaped = at;
        return 0;
      }
    else if (quote == '\0' && (text[at] == '"' || text[at] == '\''))
      quote = text[at];
    else if (quote != '\0' && text[at] == quote)
      quote = '\0';

  return 0;
}

/* An expression between braces, read from its own tokens. */
static const ImSkndExpr *
parse_braces (ImSkndParser *parser, ImSpan part)
{
  guint n_errors = im_diagnostics_count (parser->diagnostics, IM_SEVERITY_ERROR);
  g_autoptr (GArray) tokens = im_sknd_tokenize (parser->file->source, part, NULL,
                                                parser->diagnostics);
  ImSkndParser inner = *parser;
  const ImSkndExpr *expr = NULL;

  inner.tokens = (const ImSkndToken *) (gpointer) tokens->data;
  inner.next = 0;
  inner.has_failed = im_diagnostics_count (parser->diagnostics, IM_SEVERITY_ERROR) >
                     n_errors;
  expr = im_sknd_parser_expression (&inner);
  if (expr != NULL && im_sknd_parser_peek (&inner)->kind != IM_SKND_TOKEN_END)
    expr = im_sknd_parser_expect (&inner, "“}”");
  parser->has_failed |= inner.has_failed;

  return expr;
}

static gboolean
push_braces (ImSkndParser *parser, guint32 at, guint32 end, guint32 *close)
{
  const char *text = im_source_get_text (parser->file->source, NULL);
  const ImSkndExpr *expr = NULL;
  guint32 escaped = 0;

  *close = find_brace (text, at, end, &escaped);
  if (escaped > 0)
    {
      im_sknd_parser_fail (parser, (ImSpan){ escaped, escaped + 2 },
                           "Between braces a string stands in the other kind of quotes, "
                           "without “\\”");
      return FALSE;
    }
  if (*close == 0)
    {
      im_sknd_parser_fail (parser, (ImSpan){ at, at + 1 },
                           "“{” opens an expression in a string, whose “}” is missing");
      im_diagnostics_note (parser->diagnostics, "“\\{” is a brace");
      return FALSE;
    }
  expr = parse_braces (parser, (ImSpan){ at + 1, *close });
  if (expr == NULL)
    return FALSE;
  im_sknd_parser_push (parser, expr);

  return TRUE;
}

static void
warn_of_brace (ImSkndParser *parser, guint32 at)
{
  im_diagnostics_add (parser->diagnostics, IM_SEVERITY_WARNING, "brace",
                      parser->file->source, (ImSpan){ at, at + 1 },
                      "“}” closes no brace of this string and stands for itself");
  im_diagnostics_fix (parser->diagnostics, "}", "\\}");
}

static const ImSkndExpr *
parse_piece (ImSkndParser *parser)
{
  ImSpan span = im_sknd_parser_peek (parser)->span;
  const char *text = im_source_get_text (parser->file->source, NULL);
  guint mark = parser->stack->len;
  guint32 start = span.start + 1;
  gboolean is_closed = span.end > start && text[span.end - 1] == text[span.start];
  guint32 end = is_closed ? span.end - 1 : span.end;
  g_autoptr (GString) run = g_string_new (NULL);

  for (guint32 at = start; is_closed && at < end; at++)
    if (text[at] == '}')
      {
        warn_of_brace (parser, at);
        g_string_append_c (run, text[at]);
      }
    else if (text[at] == '{')
      {
        push_text (parser, run, (ImSpan){ start, at });
        if (!push_braces (parser, at, end, &at))
          return NULL;
        start = at + 1;
      }
    else
      {
        if (text[at] == '\\' && at + 1 < end && strchr ("{}\"'\\", text[at + 1]) != NULL)
          at++;
        g_string_append_c (run, text[at]);
      }
  push_text (parser, run, (ImSpan){ start, end });
  parser->next++;

  return im_sknd_parser_finish (parser, im_sknd_parser_new (parser, IM_SKND_PIECE), mark,
                                span.start);
}

const ImSkndExpr *
im_sknd_parser_string (ImSkndParser *parser)
{
  guint mark = parser->stack->len;
  guint32 start = im_sknd_parser_peek (parser)->span.start;

  if (im_sknd_parser_peek (parser)->kind != IM_SKND_TOKEN_STRING)
    return im_sknd_parser_expect (parser, "a string");
  while (im_sknd_parser_peek (parser)->kind == IM_SKND_TOKEN_STRING)
    {
      const ImSkndExpr *piece = parse_piece (parser);

      if (piece == NULL)
        return NULL;
      im_sknd_parser_push (parser, piece);
    }

  return im_sknd_parser_finish (parser, im_sknd_parser_new (parser, IM_SKND_STRING), mark,
                                start);
}
