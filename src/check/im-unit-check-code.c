/* SPDX-License-Identifier: MIT
 *
 * Code is looked at as far as that needs no compiler: brackets that match, strings and
 * comments that end, and of Python the indentation and the colon of a block. Code with
 * templates or with alternatives of the preprocessor is not whole as it stands, so its
 * brackets are not looked at.
 */
#include <string.h>

#include "check/im-unit-check-private.h"
#include "fragment/im-code-token.h"

#define MAX_BRACKETS 256
#define MAX_LEVELS   100 /* of indentation, as Python has */

typedef struct
{
  ImUnitCheck *check;
  ImSource *source;
  ImCodeScanner scanner;
  ImSpan brackets[MAX_BRACKETS]; /* that are open */
  guint n_brackets;
  guint levels[MAX_LEVELS]; /* columns of the blocks around a line */
  guint n_levels;
  gboolean needs_block; /* the line before ended with a colon */
  gboolean needs_colon; /* the line began with the word of a block */
  ImCodeToken last;     /* the token before */
  ImCodeToken head;     /* the first token of the line */
} Code;

static gboolean G_GNUC_PRINTF (3, 4)
    fail (Code *code, ImSpan span, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  const char *message = im_arena_vprintf (code->check->arena, format, args);
  va_end (args);
  im_diagnostics_add (code->check->diagnostics, IM_SEVERITY_ERROR, "code-syntax",
                      code->source, span, "%s", message);
  im_diagnostics_note (code->check->diagnostics,
                       "brackets, strings, comments%s are looked at; a compiler or "
                       "interpreter may find more",
                       code->scanner.is_python ? " and indentation" : "");

  return FALSE;
}

static gboolean
is_ended (const Code *code, ImSpan span)
{
  const char *text = code->scanner.text + span.start;
  gsize length = span.end - span.start;
  gboolean is_triple = code->scanner.is_python && length >= 3 && text[1] == text[0] &&
                       text[2] == text[0];
  gsize quotes = is_triple ? 3 : 1, n_backslashes = 0;

  if (length < 2 * quotes || text[length - 1] != text[0])
    return FALSE;
  while (n_backslashes + 1 < length && text[length - quotes - 1 - n_backslashes] == '\\')
    n_backslashes++;

  return n_backslashes % 2 == 0;
}

static gboolean
read_bracket (Code *code, ImSpan span)
{
  static const char opening[] = "([{", closing[] = ")]}";
  char c = code->scanner.text[span.start];
  const char *found;

  if (strchr (opening, c) != NULL)
    {
      if (code->n_brackets == MAX_BRACKETS)
        return fail (code, span, "brackets are nested more than %d deep", MAX_BRACKETS);
      code->brackets[code->n_brackets++] = span;
    }
  else if ((found = strchr (closing, c)) != NULL)
    {
      if (code->n_brackets == 0)
        return fail (code, span, "nothing is open that “%c” could close", c);

      char open = code->scanner.text[code->brackets[--code->n_brackets].start];
      if (open != opening[found - closing])
        {
          guint line, column;

          im_source_locate (code->source, code->brackets[code->n_brackets].start, &line,
                            &column);
          return fail (code, span, "“%c” cannot close the “%c” of line %u", c, open,
                       line);
        }
    }

  return TRUE;
}

/* Whether a token is the first one of a line of Python that joins no other. */
static gboolean
begins_line (const Code *code, const ImCodeToken *token)
{
  const char *text = code->scanner.text;
  guint32 i = code->last.span.end;

  if (code->n_brackets > 0)
    return FALSE;
  if (code->last.kind == IM_CODE_END)
    return TRUE;
  for (; i < token->span.start; i++)
    {
      if (text[i] == '#')
        return TRUE; /* a comment lasts to the end of its line */
      if (text[i] == '\n' || text[i] == '\r')
        return TRUE;
      if (text[i] == '\\')
        return FALSE;
    }

  return FALSE;
}

static guint
get_column (const Code *code, guint32 offset)
{
  guint32 start = offset;
  guint column = 0;

  while (start > code->scanner.start && code->scanner.text[start - 1] != '\n' &&
         code->scanner.text[start - 1] != '\r')
    start--;
  for (; start < offset; start++)
    column = code->scanner.text[start] == '\t' ? column / 8 * 8 + 8 : column + 1;

  return column;
}

static gboolean
opens_block (const Code *code, const ImCodeToken *token)
{
  static const char *const words[] = { "def",    "class",   "if",    "elif",
                                       "else",   "for",     "while", "try",
                                       "except", "finally", "with" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (im_code_token_is (&code->scanner, token, words[i]))
      return TRUE;

  return FALSE;
}

/* Ends a line of Python. */
static gboolean
end_line (Code *code)
{
  code->needs_block = code->last.kind == IM_CODE_MARK &&
                      im_code_token_is (&code->scanner, &code->last, ":");
  if (code->needs_colon)
    return fail (code, code->last.span, "a line that begins with “%.*s” needs a “:”",
                 (int) (code->head.span.end - code->head.span.start),
                 code->scanner.text + code->head.span.start);

  return TRUE;
}

static gboolean
begin_line (Code *code, const ImCodeToken *token)
{
  guint column = get_column (code, token->span.start);

  if (code->last.kind != IM_CODE_END && !end_line (code))
    return FALSE;
  if (code->n_levels == 0)
    code->levels[code->n_levels++] = column;
  else if (code->needs_block)
    {
      if (column <= code->levels[code->n_levels - 1])
        return fail (code, token->span, "a block is indented deeper than its head");
      if (code->n_levels == MAX_LEVELS)
        return fail (code, token->span, "blocks are nested more than %d deep",
                     MAX_LEVELS);
      code->levels[code->n_levels++] = column;
    }
  else if (column > code->levels[code->n_levels - 1])
    return fail (code, token->span, "this line is indented, but no block begins here");

  while (code->n_levels > 1 && column < code->levels[code->n_levels - 1])
    code->n_levels--;
  if (column != code->levels[code->n_levels - 1])
    return fail (code, token->span, "no block around this line is indented so far");
  code->head = *token;
  code->needs_colon = token->kind == IM_CODE_WORD && opens_block (code, token);

  return TRUE;
}

/* A comment that reaches to the end may have none of its own. */
static gboolean
check_last_comment (Code *code)
{
  const char *text = code->scanner.text;
  guint32 end = code->scanner.end;
  guint32 i = MAX (code->last.span.end, code->scanner.start);

  while (!code->scanner.is_python && i + 1 < end)
    {
      if (text[i] == '#' || (text[i] == '/' && text[i + 1] == '/'))
        while (i < end && text[i] != '\n')
          i++;
      else if (text[i] == '/' && text[i + 1] == '*')
        {
          const char *closing = memmem (text + i + 2, end - i - 2, "*/", 2);

          if (closing == NULL)
            return fail (code, (ImSpan){ i, i + 2 }, "this comment has no end");
          i = (guint32) (closing - text) + 2;
        }
      else
        i++;
    }

  return TRUE;
}

static gboolean
check_piece (Code *code, ImSpan piece, gboolean has_brackets)
{
  code->scanner.start = code->scanner.position = piece.start;
  code->scanner.end = piece.end;
  for (;;)
    {
      ImCodeToken token = im_code_scanner_next (&code->scanner);

      if (token.kind == IM_CODE_END)
        return check_last_comment (code);
      if (code->scanner.is_python && begins_line (code, &token) &&
          !begin_line (code, &token))
        return FALSE;
      if (token.kind == IM_CODE_STRING && !is_ended (code, token.span))
        return fail (code, token.span, "this string has no end");
      if (token.kind == IM_CODE_MARK && code->n_brackets == 0 &&
          im_code_token_is (&code->scanner, &token, ":"))
        code->needs_colon = FALSE;
      if (token.kind == IM_CODE_MARK && has_brackets && !read_bracket (code, token.span))
        return FALSE;
      code->last = token;
    }
}

/* Whether lines of the preprocessor leave one of several texts. */
static gboolean
has_alternatives (const ImFragment *fragment, const char *text)
{
  for (guint i = 0; i < fragment->n_pieces; i++)
    {
      ImSpan piece = fragment->pieces[i];
      const char *at = text + piece.start;

      while ((at = memchr (at, '#', (gsize) (text + piece.end - at))) != NULL)
        {
          at++;
          while (at < text + piece.end && (*at == ' ' || *at == '\t'))
            at++;
          if (text + piece.end - at > 4 &&
              (strncmp (at, "else", 4) == 0 || strncmp (at, "elif", 4) == 0))
            return TRUE;
        }
    }

  return FALSE;
}

static void
check_text (ImUnitCheck *check, const ImFragment *fragment)
{
  gboolean is_python = fragment->file->language == IM_FRAGMENT_LANGUAGE_PYTHON;
  Code code = { .check = check, .source = fragment->file->source };

  code.scanner.text = im_source_get_text (fragment->file->source, NULL);
  code.scanner.is_python = is_python;
  gboolean has_brackets = is_python || !has_alternatives (fragment, code.scanner.text);
  for (guint i = 0; i < fragment->n_pieces; i++)
    if (!check_piece (&code, fragment->pieces[i], has_brackets))
      return;
  if (code.n_brackets > 0)
    fail (&code, code.brackets[code.n_brackets - 1], "this “%c” is not closed",
          code.scanner.text[code.brackets[code.n_brackets - 1].start]);
  else if (is_python && code.last.kind != IM_CODE_END && end_line (&code) &&
           code.needs_block)
    fail (&code, code.last.span, "a block follows a “:”, found the end of the fragment");
}

void
im_unit_check_code (ImUnitCheck *check, const ImFragment *fragment)
{
  if (!g_hash_table_add (check->told_code, (gpointer) fragment))
    return;
  if (fragment->n_templates == 0)
    check_text (check, fragment);
  im_unit_check_tests (check, fragment);
}
