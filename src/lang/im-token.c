/* SPDX-License-Identifier: MIT */
#include "lang/im-token.h"

#include <string.h>

#define LONGEST_QUOTE 40 /* bytes of the text in a message */

static const char *const names[IM_N_TOKENS] = {
  [IM_TOKEN_END] = "end",
  [IM_TOKEN_INTEGER] = "integer",
  [IM_TOKEN_REAL] = "real",
  [IM_TOKEN_STRING] = "string",
  [IM_TOKEN_NAME] = "name",
  [IM_TOKEN_DOT] = ".",
  [IM_TOKEN_COMMA] = ",",
  [IM_TOKEN_OPEN] = "(",
  [IM_TOKEN_CLOSE] = ")",
  [IM_TOKEN_QUESTION] = "?",
  [IM_TOKEN_COLON] = ":",
  [IM_TOKEN_NOT] = "!",
  [IM_TOKEN_TILDE] = "~",
  [IM_TOKEN_STAR] = "*",
  [IM_TOKEN_SLASH] = "/",
  [IM_TOKEN_PERCENT] = "%",
  [IM_TOKEN_PLUS] = "+",
  [IM_TOKEN_MINUS] = "-",
  [IM_TOKEN_SHIFT_LEFT] = "<<",
  [IM_TOKEN_SHIFT_RIGHT] = ">>",
  [IM_TOKEN_LESS] = "<",
  [IM_TOKEN_GREATER] = ">",
  [IM_TOKEN_LESS_EQUAL] = "<=",
  [IM_TOKEN_GREATER_EQUAL] = ">=",
  [IM_TOKEN_EQUAL] = "==",
  [IM_TOKEN_NOT_EQUAL] = "!=",
  [IM_TOKEN_AMPERSAND] = "&",
  [IM_TOKEN_CARET] = "^",
  [IM_TOKEN_BAR] = "|",
  [IM_TOKEN_AND] = "&&",
  [IM_TOKEN_OR] = "||",
  [IM_TOKEN_ERROR] = "error",
  [IM_TOKEN_OPEN_BRACKET] = "[",
  [IM_TOKEN_CLOSE_BRACKET] = "]",
  [IM_TOKEN_SEMICOLON] = ";",
  [IM_TOKEN_ASSIGN] = "=",
  [IM_TOKEN_COMPOUND_ASSIGN] = "operator and =",
  [IM_TOKEN_LINE_END] = "end of the line",
};

const char *
im_token_kind_get_name (ImTokenKind kind)
{
  return names[kind];
}

static gboolean
is_name_start (char c)
{
  return g_ascii_isalpha (c) || c == '_';
}

static gboolean
is_name (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

static gsize
skip_digits (const char *text, gsize length, gsize i)
{
  while (i < length && g_ascii_isdigit (text[i]))
    i++;

  return i;
}

/* Returns the end of the exponent at @i, or @i if there is none. */
static gsize
skip_exponent (const char *text, gsize length, gsize i)
{
  gsize digits = i + 1;

  if (i >= length || (text[i] != 'e' && text[i] != 'E'))
    return i;
  if (digits < length && (text[digits] == '+' || text[digits] == '-'))
    digits++;

  gsize end = skip_digits (text, length, digits);

  return end > digits ? end : i;
}

static ImToken
number (const char *text, gsize length, gsize start, const char **problem)
{
  ImToken token = { IM_TOKEN_INTEGER, { (guint32) start, 0 } };
  gsize i = skip_digits (text, length, start);

  if (i + 1 < length && text[i] == '.' && g_ascii_isdigit (text[i + 1]))
    {
      token.kind = IM_TOKEN_REAL;
      i = skip_digits (text, length, i + 1);
    }

  gsize end = skip_exponent (text, length, i);
  if (end > i)
    token.kind = IM_TOKEN_REAL;
  if (end < length && is_name_start (text[end]))
    {
      token.kind = IM_TOKEN_ERROR;
      *problem = "a number must not run into a name; numbers are decimal, such as 42, "
                 "2.5 or 1e-3";
      while (end < length && is_name (text[end]))
        end++;
    }
  token.span.end = (guint32) end;

  return token;
}

static ImToken
string (const char *text, gsize length, gsize start, const char **problem)
{
  const char *closing = memchr (text + start + 1, text[start], length - start - 1);

  if (closing == NULL)
    {
      *problem = text[start] == '"' ? "a string must end with \""
                                    : "a string must end with '";
      return (ImToken){ IM_TOKEN_ERROR, { (guint32) start, (guint32) length } };
    }

  return (ImToken){ IM_TOKEN_STRING,
                    { (guint32) start, (guint32) (closing + 1 - text) } };
}

static ImTokenKind
punctuation (char c, char next, guint *n_bytes)
{
  *n_bytes = 1;
  for (guint i = IM_TOKEN_DOT; i < IM_TOKEN_ERROR; i++)
    if (names[i][0] == c && names[i][1] != '\0' && names[i][1] == next)
      {
        *n_bytes = 2;
        return (ImTokenKind) i;
      }
  for (guint i = IM_TOKEN_DOT; i < IM_TOKEN_ERROR; i++)
    if (names[i][0] == c && names[i][1] == '\0')
      return (ImTokenKind) i;

  return IM_TOKEN_ERROR;
}

/* Tells why a byte begins no token, and how many bytes to point at. */
static const char *
explain (const char *text, gsize length, gsize start, guint *n_bytes)
{
  gunichar c = g_utf8_get_char_validated (text + start, (gssize) (length - start));

  if (c == (gunichar) -1 || c == (gunichar) -2)
    return "this byte is not UTF-8";
  *n_bytes = (guint) g_unichar_to_utf8 (c, NULL);
  switch (c)
    {
    case '=':
      return "“=” is no operator; equality is “==”";
    case '[':
    case ']':
      return "brackets are no part of an expression; a shape is written System.Shape(3, "
             "50)";
    case '{':
    case '}':
      return "braces are no part of an expression";
    case 0x2212:
    case 0x2013:
      return "this is not a minus sign; write “-”";
    case 0x2264:
      return "write “<=”";
    case 0x2265:
      return "write “>=”";
    case 0x2260:
      return "write “!=”";
    case 0xD7:
      return "write “*”";
    case 0xF7:
      return "write “/”";
    case 0x201C:
    case 0x201D:
    case 0x2018:
    case 0x2019:
      return "this is a typographic quote; write \" or '";
    default:
      if (c > 0xFF00 && c < 0xFF5F)
        return "this is a full-width character; write the plain one";
      return "this character is no part of an expression";
    }
}

ImToken
im_token_next (const char *text, gsize length, gsize offset, const char **problem)
{
  while (offset < length && g_ascii_isspace (text[offset]))
    offset++;
  if (offset >= length)
    return (ImToken){ IM_TOKEN_END, { (guint32) length, (guint32) length } };

  char c = text[offset];
  if (is_name_start (c))
    {
      gsize end = offset + 1;

      while (end < length && is_name (text[end]))
        end++;
      return (ImToken){ IM_TOKEN_NAME, { (guint32) offset, (guint32) end } };
    }
  if (g_ascii_isdigit (c))
    return number (text, length, offset, problem);
  if (c == '"' || c == '\'')
    return string (text, length, offset, problem);

  guint n_bytes = 1;
  ImTokenKind kind = punctuation (c, offset + 1 < length ? text[offset + 1] : '\0',
                                  &n_bytes);
  if (kind == IM_TOKEN_ERROR)
    *problem = explain (text, length, offset, &n_bytes);

  return (ImToken){ kind, { (guint32) offset, (guint32) (offset + n_bytes) } };
}

int
im_token_get_shown_length (const char *text, gsize length, ImSpan span)
{
  guint32 shown = MIN (span.end - span.start, LONGEST_QUOTE);

  while (shown > 0 && span.start + shown < length &&
         ((guchar) text[span.start + shown] & 0xC0) == 0x80)
    shown--;

  return (int) shown;
}
