/* SPDX-License-Identifier: MIT */
#include "skriptnd/text/im-sknd-token.h"

/* Longer ones first. */
static const char *const signs[] = {
  "<?=", ">?=", "...", "..", "=>", "<-", "->", "<=", ">=", "<<", ">>", "<>", "<?", ">?",
  "==",  "!=",  "+=",  "*=", "&=", "|=", ":=", "??", "&&", "||", "**", "+",  "-",  "*",
  "/",   "\\",  "%",   "^",  "!",  "<",  ">",  "=",  "?",  ".",  ":",  "|",
};

/* Signs that no other one begins with. */
#define ALONE ",;()[]{}~`"

static const char *const reserved[] = {
  "import", "graph", "public", "operator", "optional", "type", "arith", "num",   "int",
  "real",   "bool",  "str",    "inf",      "pi",       "true", "false", "if",    "then",
  "elif",   "else",  "do",     "for",      "while",    "with", "yield", "unroll"
};

typedef struct
{
  ImSource *source;
  ImDiagnostics *diagnostics;
  const char *text;
  guint32 at;
  guint32 end;
  GArray *tokens;
  GArray *comments;
} Lexer;

static void
add (Lexer *lexer, ImSkndTokenKind kind, guint32 start, guint64 code)
{
  ImSkndToken token = { kind, { start, lexer->at }, code };

  g_array_append_val (lexer->tokens, token);
}

static void G_GNUC_PRINTF (3, 4)
    fail (Lexer *lexer, guint32 start, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  if (im_diagnostics_count (lexer->diagnostics, IM_SEVERITY_ERROR) >= IM_SKND_MAX_ERRORS)
    {
      lexer->at = lexer->end;
      return;
    }

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add (lexer->diagnostics, IM_SEVERITY_ERROR, "syntax", lexer->source,
                      (ImSpan){ start, lexer->at }, "%s", message);
}

static char
peek (const Lexer *lexer, guint distance)
{
  return lexer->at + distance < lexer->end ? lexer->text[lexer->at + distance] : '\0';
}

static gboolean
is_name_byte (char byte)
{
  return g_ascii_isalnum (byte) || byte == '_';
}

static void
skip_digits (Lexer *lexer)
{
  while (g_ascii_isdigit (peek (lexer, 0)))
    lexer->at++;
}

/* `1..` would be the real number `1.` with a dot behind it. What is meant is clear. */
static void
fail_dots (Lexer *lexer, guint32 start)
{
  g_autofree char *digits = g_strndup (lexer->text + start, lexer->at - start);
  g_autofree char *found = g_strconcat (digits, "..", NULL);
  g_autofree char *meant = g_strconcat (digits, " ..", NULL);
  guint32 end = lexer->at;

  lexer->at += 2;
  fail (lexer, start, "A blank is missing between “%s” and “..”", digits);
  im_diagnostics_note (lexer->diagnostics, "“%s.” would be a real number", digits);
  im_diagnostics_fix (lexer->diagnostics, found, meant);
  lexer->at = MAX (end, lexer->at - 2);
}

static void
read_exponent (Lexer *lexer, guint32 start)
{
  lexer->at++;
  if (peek (lexer, 0) == '+' || peek (lexer, 0) == '-')
    lexer->at++;
  if (!g_ascii_isdigit (peek (lexer, 0)))
    fail (lexer, start, "Digits are missing behind the “e” of a real number");
  skip_digits (lexer);
}

static void
read_number (Lexer *lexer)
{
  guint32 start = lexer->at, end = 0;
  ImSkndTokenKind kind = IM_SKND_TOKEN_INTEGER;

  skip_digits (lexer);
  if (peek (lexer, 0) == '.' && peek (lexer, 1) == '.')
    {
      fail_dots (lexer, start);
      add (lexer, kind, start, 0);
      return;
    }
  if (peek (lexer, 0) == '.')
    {
      kind = IM_SKND_TOKEN_REAL;
      lexer->at++;
      skip_digits (lexer);
    }
  if (g_ascii_tolower (peek (lexer, 0)) == 'e')
    {
      kind = IM_SKND_TOKEN_REAL;
      read_exponent (lexer, start);
    }

  end = lexer->at;
  while (is_name_byte (peek (lexer, 0)))
    lexer->at++;
  if (lexer->at > end)
    fail (lexer, start, "A number or a name is expected, found both in one word");
  add (lexer, kind, start, 0);
}

static void
read_string (Lexer *lexer)
{
  guint32 start = lexer->at;
  char quote = peek (lexer, 0);

  for (lexer->at++; lexer->at < lexer->end; lexer->at++)
    {
      char byte = peek (lexer, 0);

      if (byte == '\\' && lexer->at + 1 < lexer->end)
        {
          lexer->at++;
        }
      else if (byte == quote)
        {
          lexer->at++;
          add (lexer, IM_SKND_TOKEN_STRING, start, 0);
          return;
        }
    }

  lexer->at = start + 1;
  while (lexer->at < lexer->end && strchr ("\r\n", peek (lexer, 0)) == NULL)
    lexer->at++;
  fail (lexer, start, "The string has no end: %c is missing", quote);
  add (lexer, IM_SKND_TOKEN_STRING, start, 0);
}

static guint64
get_code (const Lexer *lexer, guint32 start)
{
  guint64 code = 0;

  if (lexer->at - start > sizeof code)
    return 0;
  memcpy (&code, lexer->text + start, lexer->at - start);

  return code;
}

void
im_sknd_fill_codes (guint64 *codes, const char *const *words, guint n)
{
  for (guint i = 0; i < n; i++)
    codes[i] = words[i] == NULL ? 0 : im_sknd_code (words[i]);
}

static gboolean
is_reserved (guint64 code)
{
  static guint64 codes[G_N_ELEMENTS (reserved)];
  static gsize is_filled = 0;

  if (g_once_init_enter (&is_filled))
    {
      im_sknd_fill_codes (codes, reserved, G_N_ELEMENTS (reserved));
      g_once_init_leave (&is_filled, 1);
    }
  for (gsize i = 0; code != 0 && i < G_N_ELEMENTS (codes); i++)
    if (code == codes[i])
      return TRUE;

  return FALSE;
}

static void
read_word (Lexer *lexer, ImSkndTokenKind kind)
{
  guint32 start = lexer->at++;
  guint64 code = 0;

  while (is_name_byte (peek (lexer, 0)))
    lexer->at++;
  code = get_code (lexer, start);
  add (lexer, is_reserved (code) ? IM_SKND_TOKEN_KEYWORD : kind, start, code);
}

static gboolean
begins_token (char byte)
{
  return byte == '\0'
             ? FALSE
             : is_name_byte (byte) ||
                   strchr ("\"'@#+-*/\\%^!<>=?.,:;~()[]{}|`& \t\r\n", byte) != NULL;
}

static void
read_sign (Lexer *lexer)
{
  guint32 start = lexer->at;
  g_autofree char *found = NULL;

  if (strchr (ALONE, peek (lexer, 0)) != NULL && peek (lexer, 0) != '\0')
    {
      lexer->at++;
      add (lexer, IM_SKND_TOKEN_SIGN, start, get_code (lexer, start));
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (signs); i++)
    {
      const char *sign = signs[i];

      if (sign[0] != peek (lexer, 0) || (sign[1] != '\0' && sign[1] != peek (lexer, 1)) ||
          (sign[1] != '\0' && sign[2] != '\0' && sign[2] != peek (lexer, 2)))
        continue;
      lexer->at += (guint32) strlen (sign);
      add (lexer, IM_SKND_TOKEN_SIGN, start, im_sknd_code (sign));
      return;
    }

  for (lexer->at++; lexer->at < lexer->end && !begins_token (peek (lexer, 0));)
    lexer->at++;
  found = g_utf8_make_valid (lexer->text + start, MIN (lexer->at - start, 20));
  fail (lexer, start, "“%s” is no part of the language", found);
  if (strcmp (found, "&") == 0)
    im_diagnostics_suggest (lexer->diagnostics, found, "&&");
}

static void
read_comment (Lexer *lexer)
{
  ImSpan span = { lexer->at, 0 };

  while (lexer->at < lexer->end && strchr ("\r\n", peek (lexer, 0)) == NULL)
    lexer->at++;
  span.end = lexer->at;
  if (lexer->comments != NULL)
    g_array_append_val (lexer->comments, span);
}

static void
read_token (Lexer *lexer)
{
  char byte = peek (lexer, 0);

  if (byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r')
    lexer->at++;
  else if (g_ascii_isdigit (byte))
    read_number (lexer);
  else if (is_name_byte (byte))
    read_word (lexer, IM_SKND_TOKEN_NAME);
  else if (byte == '#')
    read_comment (lexer);
  else if (byte == '"' || byte == '\'')
    read_string (lexer);
  else if (byte == '@' && g_ascii_isalpha (peek (lexer, 1)))
    read_word (lexer, IM_SKND_TOKEN_BLOCK);
  else
    read_sign (lexer);
}

GArray *
im_sknd_tokenize (ImSource *source,
                  ImSpan part,
                  GArray *comments,
                  ImDiagnostics *diagnostics)
{
  const char *text = im_source_get_text (source, NULL);
  Lexer lexer = { source, diagnostics, text, part.start, part.end, NULL, comments };

  lexer.tokens = g_array_sized_new (FALSE, FALSE, sizeof (ImSkndToken),
                                    (part.end - part.start) / 4 + 8);
  if (part.end - part.start >= 3 && memcmp (text + part.start, "\357\273\277", 3) == 0)
    lexer.at += 3;
  while (lexer.at < lexer.end)
    read_token (&lexer);
  add (&lexer, IM_SKND_TOKEN_END, lexer.end, 0);

  return lexer.tokens;
}

const char *
im_sknd_token_kind_get_name (ImSkndTokenKind kind)
{
  static const char *const names[] = {
    [IM_SKND_TOKEN_END] = "end",         [IM_SKND_TOKEN_NAME] = "name",
    [IM_SKND_TOKEN_KEYWORD] = "keyword", [IM_SKND_TOKEN_INTEGER] = "integer",
    [IM_SKND_TOKEN_REAL] = "real",       [IM_SKND_TOKEN_STRING] = "string",
    [IM_SKND_TOKEN_BLOCK] = "block",     [IM_SKND_TOKEN_SIGN] = "sign",
  };

  return names[kind];
}
