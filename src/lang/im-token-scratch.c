/* SPDX-License-Identifier: MIT
 *
 * The scratchpad has a few tokens more than expressions; all others are theirs.
 */
#include "lang/im-operator-table.h"
#include "lang/im-token.h"

static gsize
skip_blanks (const char *text, gsize length, gsize offset, gboolean is_in_brackets)
{
  gboolean is_comment = FALSE;

  for (; offset < length; offset++)
    {
      char c = text[offset];

      if (c == '\n')
        {
          if (!is_in_brackets)
            break;
          is_comment = FALSE;
        }
      else if (c == '#')
        is_comment = TRUE;
      else if (!is_comment && !g_ascii_isspace (c))
        break;
    }

  return offset;
}

static ImTokenKind
get_punctuation (char c, char next)
{
  switch (c)
    {
    case '[':
      return IM_TOKEN_OPEN_BRACKET;
    case ']':
      return IM_TOKEN_CLOSE_BRACKET;
    case ';':
      return IM_TOKEN_SEMICOLON;
    case '\n':
      return IM_TOKEN_LINE_END;
    case '=':
      return next == '=' ? IM_TOKEN_ERROR : IM_TOKEN_ASSIGN;
    default:
      return IM_TOKEN_ERROR;
    }
}

static gboolean
can_be_compound (ImTokenKind kind)
{
  ImOperator op;

  return im_operator_find (kind, 2, &op) && im_operator_can_assign (op);
}

/* A string that is not closed ends at the end of its line. */
static ImToken
cut_string (const char *text, ImToken token, const char **problem)
{
  for (guint32 i = token.span.start; i < token.span.end; i++)
    if (text[i] == '\n')
      {
        *problem = text[token.span.start] == '"' ? "a string must end with \" on its line"
                                                 : "a string must end with ' on its line";
        return (ImToken){ IM_TOKEN_ERROR, { token.span.start, i } };
      }

  return token;
}

ImToken
im_token_next_scratch (const char *text,
                       gsize length,
                       gsize offset,
                       gboolean is_in_brackets,
                       const char **problem)
{
  offset = skip_blanks (text, length, offset, is_in_brackets);
  if (offset == length)
    return (ImToken){ IM_TOKEN_END, { (guint32) length, (guint32) length } };

  char c = text[offset], next = offset + 1 < length ? text[offset + 1] : '\0';
  ImTokenKind kind = get_punctuation (c, next);
  if (kind != IM_TOKEN_ERROR)
    return (ImToken){ kind, { (guint32) offset, (guint32) (offset + 1) } };

  ImToken token = im_token_next (text, length, offset, problem);
  if (c == '"' || c == '\'')
    return cut_string (text, token, problem);
  if (can_be_compound (token.kind) && token.span.end < length &&
      text[token.span.end] == '=' &&
      (token.span.end + 1u == length || text[token.span.end + 1] != '='))
    {
      token.kind = IM_TOKEN_COMPOUND_ASSIGN;
      token.span.end++;
    }

  return token;
}
