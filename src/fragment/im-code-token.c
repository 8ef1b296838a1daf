/* SPDX-License-Identifier: MIT */
#include "fragment/im-code-token.h"

#include <string.h>

static gboolean
looking_at (const ImCodeScanner *scanner, const char *text)
{
  gsize length = strlen (text);

  return scanner->end - scanner->position >= length &&
         memcmp (scanner->text + scanner->position, text, length) == 0;
}

static gboolean
is_at_line_start (const ImCodeScanner *scanner)
{
  guint32 offset = scanner->position;

  while (offset > scanner->start &&
         (scanner->text[offset - 1] == ' ' || scanner->text[offset - 1] == '\t'))
    offset--;

  return offset == scanner->start || scanner->text[offset - 1] == '\n' ||
         scanner->text[offset - 1] == '\r';
}

/* Skips to the end of the line; a backslash before the line end joins the next line. */
static void
skip_line (ImCodeScanner *scanner, gboolean joins)
{
  for (; scanner->position < scanner->end; scanner->position++)
    {
      char c = scanner->text[scanner->position];

      if (c == '\n' || c == '\r')
        return;
      if (c != '\\' || !joins)
        continue;
      if (scanner->end - scanner->position > 2 &&
          memcmp (scanner->text + scanner->position + 1, "\r\n", 2) == 0)
        scanner->position += 2;
      else if (scanner->end - scanner->position > 1)
        scanner->position++;
    }
}

static void
skip_past (ImCodeScanner *scanner, const char *closing)
{
  const char *found = memmem (scanner->text + scanner->position,
                              scanner->end - scanner->position, closing,
                              strlen (closing));

  scanner->position = found == NULL ? scanner->end
                                    : (guint32) (found - scanner->text) +
                                          (guint32) strlen (closing);
}

static gboolean
skip_blank_or_comment (ImCodeScanner *scanner)
{
  char c = scanner->text[scanner->position];

  if (g_ascii_isspace (c) || c == '\v' || c == '\\')
    scanner->position++;
  else if (c == '#' && (scanner->is_python || is_at_line_start (scanner)))
    skip_line (scanner, !scanner->is_python);
  else if (!scanner->is_python && looking_at (scanner, "//"))
    skip_line (scanner, TRUE);
  else if (!scanner->is_python && looking_at (scanner, "/*"))
    {
      scanner->position += 2;
      skip_past (scanner, "*/");
    }
  else
    return FALSE;

  return TRUE;
}

/* A string without its closing quote ends at the end of its line. */
static void
skip_string (ImCodeScanner *scanner)
{
  char quote = scanner->text[scanner->position];
  const char triple[] = { quote, quote, quote, '\0' };

  if (scanner->is_python && looking_at (scanner, triple))
    {
      scanner->position += 3;
      while (scanner->position < scanner->end && !looking_at (scanner, triple))
        scanner->position += scanner->text[scanner->position] == '\\' ? 2 : 1;
      scanner->position = MIN (scanner->position + 3, scanner->end);
      return;
    }

  for (scanner->position++; scanner->position < scanner->end; scanner->position++)
    {
      char c = scanner->text[scanner->position];

      if (c == '\n' || c == '\r')
        return;
      if (c == quote)
        {
          scanner->position++;
          return;
        }
      if (c == '\\' && scanner->position + 1 < scanner->end)
        scanner->position++;
    }
}

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (guchar) c >= 0x80;
}

static ImCodeTokenKind
read_token (ImCodeScanner *scanner)
{
  char c = scanner->text[scanner->position];

  if (c == '"' || c == '\'')
    {
      skip_string (scanner);
      return IM_CODE_STRING;
    }
  if (is_word (c))
    {
      while (scanner->position < scanner->end &&
             (is_word (scanner->text[scanner->position]) ||
              (g_ascii_isdigit (c) && scanner->text[scanner->position] == '.')))
        scanner->position++;
      return g_ascii_isdigit (c) ? IM_CODE_NUMBER : IM_CODE_WORD;
    }

  scanner->position += looking_at (scanner, "...") ? 3 : 1;

  return IM_CODE_MARK;
}

ImCodeToken
im_code_scanner_next (ImCodeScanner *scanner)
{
  while (scanner->position < scanner->end && skip_blank_or_comment (scanner))
    continue;

  ImCodeToken token = { IM_CODE_END, { scanner->position, scanner->position }, FALSE };
  if (scanner->position >= scanner->end)
    return token;

  token.starts_line = scanner->position == scanner->start ||
                      scanner->text[scanner->position - 1] == '\n' ||
                      scanner->text[scanner->position - 1] == '\r';
  token.kind = read_token (scanner);
  scanner->position = MIN (scanner->position, scanner->end);
  token.span.end = scanner->position;

  return token;
}

gboolean
im_code_token_is (const ImCodeScanner *scanner,
                  const ImCodeToken *token,
                  const char *text)
{
  gsize length = strlen (text);

  return token->span.end - token->span.start == length &&
         memcmp (scanner->text + token->span.start, text, length) == 0;
}

/* +1 for an opening bracket, -1 for a closing one. */
static gint
bracket_step (const ImCodeScanner *scanner, const ImCodeToken *token)
{
  if (token->kind != IM_CODE_MARK)
    return 0;

  switch (scanner->text[token->span.start])
    {
    case '(':
    case '[':
    case '{':
      return 1;
    case ')':
    case ']':
    case '}':
      return -1;
    default:
      return 0;
    }
}

gboolean
im_code_list_until_closing (ImCodeScanner *scanner, GArray *tokens)
{
  gint depth = 1;

  for (;;)
    {
      ImCodeToken token = im_code_scanner_next (scanner);

      if (token.kind == IM_CODE_END)
        return FALSE;
      depth += bracket_step (scanner, &token);
      if (depth == 0)
        return TRUE;
      if (tokens != NULL)
        g_array_append_val (tokens, token);
    }
}

gboolean
im_code_list_next_item (const ImCodeScanner *scanner,
                        const GArray *tokens,
                        guint *position,
                        guint *start,
                        guint *end)
{
  gint depth = 0;

  if (*position >= tokens->len)
    return FALSE;

  *start = *end = *position;
  for (; *end < tokens->len; (*end)++)
    {
      const ImCodeToken *token = &g_array_index (tokens, ImCodeToken, *end);

      depth += bracket_step (scanner, token);
      if (depth == 0 && im_code_token_is (scanner, token, ","))
        break;
    }
  *position = *end + 1;

  return TRUE;
}
