/* SPDX-License-Identifier: MIT
 *
 * A word that starts with "IMA" in any case is taken for one of ours, so that a misspelt
 * directive is reported instead of becoming a part of the emitted code.
 */
#include "fragment/im-fragment-pragma.h"

#include <string.h>

#include "base/im-text.h"

typedef struct
{
  const char *word;
  ImPragmaKind kind;
} Directive;

static const Directive directives[] = {
  { "IMAGINET_FRAGMENT_BEGIN", IM_PRAGMA_FRAGMENT_BEGIN },
  { "IMAGINET_FRAGMENT_END", IM_PRAGMA_FRAGMENT_END },
  { "IMAGINET_FRAGMENT_BEGIN_HEADER", IM_PRAGMA_FRAGMENT_BEGIN_HEADER },
  { "IMAGINET_FRAGMENT_END_HEADER", IM_PRAGMA_FRAGMENT_END_HEADER },
  { "IMAGINET_INCLUDES_BEGIN", IM_PRAGMA_INCLUDES_BEGIN },
  { "IMAGINET_INCLUDES_END", IM_PRAGMA_INCLUDES_END },
  { "IMAGINET_FRAGMENT_DEPENDENCY", IM_PRAGMA_DEPENDENCY },
  { "IMAGINET_DEPENDENCY", IM_PRAGMA_DEPENDENCY },
  { "IMAGINET_CODEPACKAGE_DEPENDENCY", IM_PRAGMA_PACKAGE },
  { "IMAGINET_SYMBOL_CHECK", IM_PRAGMA_SYMBOL_CHECK },
  { "IMAGINET_FRAGMENT_TEST", IM_PRAGMA_TEST },
};

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

static guint32
skip_blanks (const char *text, guint32 offset, guint32 end)
{
  while (offset < end && is_blank (text[offset]))
    offset++;

  return offset;
}

static guint32
skip_word (const char *text, guint32 offset, guint32 end)
{
  while (offset < end && is_word (text[offset]))
    offset++;

  return offset;
}

void
im_pragma_scanner_init (ImPragmaScanner *scanner, const char *text, gsize length)
{
  guint32 start = 0;

  while (length - start >= 3 && memcmp (text + start, "\xEF\xBB\xBF", 3) == 0)
    start += 3;

  *scanner = (ImPragmaScanner){ text, start, (guint32) length, start };
}

static ImPragmaKind
find_kind (const char *word, gsize length)
{
  for (guint i = 0; i < G_N_ELEMENTS (directives); i++)
    if (strncmp (directives[i].word, word, length) == 0 &&
        directives[i].word[length] == '\0')
      return directives[i].kind;

  return IM_PRAGMA_UNKNOWN;
}

/* Finds the word behind `#pragma`, or `#pragma #pragma`, of which @hash is the first
 * byte; the result is empty if there is none.
 */
static ImSpan
find_word (const ImPragmaScanner *scanner, guint32 hash)
{
  static const char keyword[] = "pragma";
  const guint32 keyword_length = sizeof keyword - 1;
  const char *text = scanner->text;
  guint32 offset = hash;

  while (offset < scanner->length && text[offset] == '#')
    {
      offset = skip_blanks (text, offset + 1, scanner->length);
      if (scanner->length - offset <= keyword_length ||
          memcmp (text + offset, keyword, keyword_length) != 0 ||
          is_word (text[offset + keyword_length]))
        return (ImSpan){ hash, hash };
      offset = skip_blanks (text, offset + keyword_length, scanner->length);
    }

  return (ImSpan){ offset, skip_word (text, offset, scanner->length) };
}

/* The line is taken from the first blank before @hash to behind its line end. */
static void
find_line (const ImPragmaScanner *scanner, guint32 first, guint32 hash, ImPragma *pragma)
{
  const char *text = scanner->text;
  guint32 end = pragma->word.end;

  while (end < scanner->length && text[end] != '\n' && text[end] != '\r')
    end++;

  guint32 next = end;
  if (next < scanner->length && text[next] == '\r')
    next++;
  if (next < scanner->length && text[next] == '\n')
    next++;

  while (is_blank (text[end - 1]))
    end--;
  pragma->line = (ImSpan){ first, next };
  pragma->span = (ImSpan){ hash, end };
}

static gboolean
read_pragma (const ImPragmaScanner *scanner, guint32 hash, ImPragma *pragma)
{
  const char *text = scanner->text;
  guint32 first = hash;

  /* Few `#` have such a word behind them; most have a comment or another directive. */
  ImSpan word = find_word (scanner, hash);
  if (word.end - word.start < 3 || g_ascii_strncasecmp (text + word.start, "IMA", 3) != 0)
    return FALSE;

  while (first > scanner->start && is_blank (text[first - 1]))
    first--;
  if (first > scanner->start && text[first - 1] != '\n' && text[first - 1] != '\r')
    return FALSE;

  pragma->word = word;
  pragma->kind = find_kind (text + word.start, word.end - word.start);
  find_line (scanner, first, hash, pragma);

  return TRUE;
}

gboolean
im_pragma_scanner_next (ImPragmaScanner *scanner, ImPragma *pragma)
{
  const char *hash;

  while ((hash = memchr (scanner->text + scanner->position, '#',
                         scanner->length - scanner->position)) != NULL)
    {
      guint32 offset = (guint32) (hash - scanner->text);

      if (read_pragma (scanner, offset, pragma))
        {
          scanner->position = pragma->line.end;
          return TRUE;
        }
      scanner->position = offset + 1;
    }
  scanner->position = scanner->length;

  return FALSE;
}

static gboolean
starts_comment (const char *text, guint32 offset, guint32 end)
{
  if (text[offset] == '#')
    return TRUE;

  return text[offset] == '/' && offset + 1 < end &&
         (text[offset + 1] == '/' || text[offset + 1] == '*');
}

ImArgumentKind
im_pragma_read_argument (const char *text,
                         const ImPragma *pragma,
                         guint32 *position,
                         ImSpan *argument)
{
  guint32 end = pragma->span.end;
  guint32 start = MIN (skip_blanks (text, *position, end), end);

  *argument = (ImSpan){ start, start };
  *position = start;
  if (start == end || starts_comment (text, start, end))
    return IM_ARGUMENT_NONE;

  if (text[start] == '"')
    {
      const char *close = memchr (text + start + 1, '"', end - start - 1);

      if (close == NULL)
        {
          *position = argument->end = end;
          return IM_ARGUMENT_UNTERMINATED;
        }
      *argument = (ImSpan){ start + 1, (guint32) (close - text) };
      *position = argument->end + 1;
      return IM_ARGUMENT_QUOTED;
    }

  while (argument->end < end && !is_blank (text[argument->end]) &&
         text[argument->end] != '"')
    argument->end++;
  *position = argument->end;

  return IM_ARGUMENT_BARE;
}

const char *
im_pragma_nearest (const char *word)
{
  const char *words[G_N_ELEMENTS (directives)];

  for (guint i = 0; i < G_N_ELEMENTS (directives); i++)
    words[i] = directives[i].word;

  return im_text_nearest (word, words, G_N_ELEMENTS (words));
}
