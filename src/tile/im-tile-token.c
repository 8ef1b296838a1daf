/* SPDX-License-Identifier: MIT */
#include "tile/im-tile-token.h"

#include <string.h>

/* Longer ones first. */
static const char *const signs[] = {
  "->", "+=", "-=", "*=", "/=", "==", "!=", "<=", ">=", "::", "++", "//",
  "**", "&&", "||", "+",  "-",  "*",  "/",  "<",  ">",  "=",  "(",  ")",
  "[",  "]",  "{",  "}",  ",",  ";",  ":",  "?",  ".",  "&",  "%",
};

#define MAX_INDENTS 64

typedef struct
{
  ImSource *source;
  ImTileSpelling spelling;
  ImArena *arena;
  GArray *comments;
  ImDiagnostics *diagnostics;
  const char *text;
  gsize length;
  gsize at;
  GArray *tokens;
  guint n_open; /* brackets of Python, in which lines do not end */
  gsize indents[MAX_INDENTS];
  guint n_indents;
} Lexer;

static void
add (Lexer *lexer, ImTileTokenKind kind, gsize start, gsize end, const char *text)
{
  ImTileToken token = {
    kind,
    { (guint32) start, (guint32) end },
    text != NULL ? text
                 : im_arena_strndup (lexer->arena, lexer->text + start, end - start)
  };

  g_array_append_val (lexer->tokens, token);
}

static gboolean
fail (Lexer *lexer, gsize start, gsize end, const char *message)
{
  ImSpan span = { (guint32) start, (guint32) end };

  im_diagnostics_add (lexer->diagnostics, IM_SEVERITY_ERROR, "syntax", lexer->source,
                      span, "%s", message);

  return FALSE;
}

static gboolean
is_at (const Lexer *lexer, const char *text)
{
  gsize length = strlen (text);

  return lexer->length - lexer->at >= length &&
         memcmp (lexer->text + lexer->at, text, length) == 0;
}

static void
skip_line (Lexer *lexer)
{
  while (lexer->at < lexer->length && lexer->text[lexer->at] != '\n')
    lexer->at++;
}

static void
add_comment (Lexer *lexer, gsize start)
{
  ImSpan span = { (guint32) start, (guint32) lexer->at };

  g_array_append_val (lexer->comments, span);
}

/* Whether something stands before the end of a line. */
static gboolean
ends_statement (const Lexer *lexer)
{
  guint n = lexer->tokens->len;

  return n > 0 &&
         g_array_index (lexer->tokens, ImTileToken, n - 1).kind <= IM_TILE_TOKEN_SIGN;
}

/* A text that is a statement of Python, which only says something. */
static gboolean
skip_docstring (Lexer *lexer)
{
  static const char *const quotes[] = { "\"\"\"", "'''", "\"", "'" };
  gsize start = lexer->at;

  if (lexer->spelling != IM_TILE_PYTHON || lexer->n_open > 0 || ends_statement (lexer))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (quotes); i++)
    {
      gsize length = strlen (quotes[i]);
      const char *end = NULL;

      if (!is_at (lexer, quotes[i]))
        continue;
      end = g_strstr_len (lexer->text + start + length,
                          (gssize) (lexer->length - start - length), quotes[i]);
      if (end == NULL ||
          (length == 1 && memchr (lexer->text + start, '\n',
                                  (gsize) (end - lexer->text) - start) != NULL))
        return FALSE;
      lexer->at = (gsize) (end - lexer->text) + length;
      add_comment (lexer, start);
      return TRUE;
    }

  return FALSE;
}

/* Whether there was a comment. */
static gboolean
skip_comment (Lexer *lexer)
{
  const char *end = NULL;
  gsize start = lexer->at;

  if (skip_docstring (lexer))
    return TRUE;
  if (lexer->spelling == IM_TILE_PYTHON ? is_at (lexer, "#")
                                        : is_at (lexer, "//") || is_at (lexer, "#"))
    {
      skip_line (lexer);
      add_comment (lexer, start);
      return TRUE;
    }
  if (lexer->spelling == IM_TILE_PYTHON || !is_at (lexer, "/*"))
    return FALSE;

  end = g_strstr_len (lexer->text + lexer->at, (gssize) (lexer->length - lexer->at),
                      "*/");
  lexer->at = end == NULL ? lexer->length : (gsize) (end - lexer->text) + 2;
  add_comment (lexer, start);

  return TRUE;
}

/* Blocks of Python: the blanks before the first token of a line. */
static gboolean
read_indent (Lexer *lexer)
{
  gsize start = lexer->at, width = 0;

  while (lexer->at < lexer->length && strchr (" \t", lexer->text[lexer->at]) != NULL)
    lexer->at++;
  width = lexer->at - start;
  if (lexer->at == lexer->length || strchr ("#\r\n", lexer->text[lexer->at]) != NULL)
    return TRUE;

  if (width > lexer->indents[lexer->n_indents])
    {
      if (lexer->n_indents + 1 == MAX_INDENTS)
        return fail (lexer, start, lexer->at, "Blocks are nested too deeply");
      lexer->indents[++lexer->n_indents] = width;
      add (lexer, IM_TILE_TOKEN_INDENT, start, lexer->at, "a deeper indent");
      return TRUE;
    }

  while (width < lexer->indents[lexer->n_indents])
    {
      lexer->n_indents--;
      add (lexer, IM_TILE_TOKEN_DEDENT, start, lexer->at, "the end of the block");
    }
  if (width != lexer->indents[lexer->n_indents])
    return fail (lexer, start, lexer->at, "The indent fits no block around it");

  return TRUE;
}

static gboolean
read_number (Lexer *lexer)
{
  gsize start = lexer->at;

  while (lexer->at < lexer->length &&
         (g_ascii_isalnum (lexer->text[lexer->at]) || lexer->text[lexer->at] == '.' ||
          (strchr ("+-", lexer->text[lexer->at]) != NULL &&
           g_ascii_tolower (lexer->text[lexer->at - 1]) == 'e')))
    lexer->at++;
  add (lexer, IM_TILE_TOKEN_NUMBER, start, lexer->at, NULL);

  return TRUE;
}

static gboolean
is_name_byte (char byte)
{
  return g_ascii_isalnum (byte) || byte == '_';
}

static gboolean
read_sign (Lexer *lexer)
{
  g_autofree char *found = NULL, *message = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (signs); i++)
    if (is_at (lexer, signs[i]))
      {
        gsize length = strlen (signs[i]);

        add (lexer, IM_TILE_TOKEN_SIGN, lexer->at, lexer->at + length, signs[i]);
        lexer->at += length;
        if (strchr ("([{", signs[i][0]) != NULL)
          lexer->n_open++;
        else if (strchr (")]}", signs[i][0]) != NULL && lexer->n_open > 0)
          lexer->n_open--;
        return TRUE;
      }

  found = g_utf8_make_valid (lexer->text + lexer->at, 1);
  message = g_strdup_printf ("“%s” is no part of the language", found);

  return fail (lexer, lexer->at, lexer->at + 1, message);
}

static gboolean
end_line (Lexer *lexer)
{
  gboolean is_python = lexer->spelling == IM_TILE_PYTHON && lexer->n_open == 0;

  if (is_python && ends_statement (lexer))
    add (lexer, IM_TILE_TOKEN_LINE, lexer->at, lexer->at + 1, "the end of the line");
  lexer->at++;

  return !is_python || read_indent (lexer);
}

static gboolean
read_token (Lexer *lexer)
{
  char byte = lexer->text[lexer->at];
  gsize start = lexer->at;

  if (byte == '\n')
    return end_line (lexer);
  if (byte == ' ' || byte == '\t' || byte == '\r')
    {
      lexer->at++;
      return TRUE;
    }
  if (lexer->spelling == IM_TILE_PYTHON &&
      (is_at (lexer, "\\\n") || is_at (lexer, "\\\r\n")))
    {
      skip_line (lexer);
      lexer->at++;
      return TRUE;
    }
  if (skip_comment (lexer))
    return TRUE;
  if (g_ascii_isdigit (byte) || (byte == '.' && start + 1 < lexer->length &&
                                 g_ascii_isdigit (lexer->text[start + 1])))
    return read_number (lexer);
  if (!is_name_byte (byte))
    return read_sign (lexer);

  while (lexer->at < lexer->length && is_name_byte (lexer->text[lexer->at]))
    lexer->at++;
  add (lexer, IM_TILE_TOKEN_NAME, start, lexer->at, NULL);

  return TRUE;
}

GArray *
im_tile_tokenize (ImSource *source,
                  ImTileSpelling spelling,
                  ImArena *arena,
                  GArray *comments,
                  ImDiagnostics *diagnostics)
{
  Lexer lexer = { source, spelling, arena, comments, diagnostics };
  gboolean is_fine = TRUE;

  lexer.text = im_source_get_text (source, &lexer.length);
  lexer.tokens = g_array_new (FALSE, FALSE, sizeof (ImTileToken));
  if (spelling == IM_TILE_PYTHON)
    is_fine = read_indent (&lexer);
  while (is_fine && lexer.at < lexer.length)
    is_fine = read_token (&lexer);
  if (!is_fine)
    {
      g_array_unref (lexer.tokens);
      return NULL;
    }

  if (spelling == IM_TILE_PYTHON)
    {
      if (ends_statement (&lexer))
        add (&lexer, IM_TILE_TOKEN_LINE, lexer.length, lexer.length,
             "the end of the line");
      for (; lexer.n_indents > 0; lexer.n_indents--)
        add (&lexer, IM_TILE_TOKEN_DEDENT, lexer.length, lexer.length,
             "the end of the block");
    }
  add (&lexer, IM_TILE_TOKEN_END, lexer.length, lexer.length, "the end of the text");

  return lexer.tokens;
}
