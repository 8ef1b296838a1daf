/* Tokens of the expression language.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

typedef enum
{
  IM_TOKEN_END,
  IM_TOKEN_INTEGER, /* 42 */
  IM_TOKEN_REAL,    /* 3.14, 1e-10 */
  IM_TOKEN_STRING,  /* "text" or 'text' */
  IM_TOKEN_NAME,
  IM_TOKEN_DOT,
  IM_TOKEN_COMMA,
  IM_TOKEN_OPEN,
  IM_TOKEN_CLOSE,
  IM_TOKEN_QUESTION,
  IM_TOKEN_COLON,
  IM_TOKEN_NOT,
  IM_TOKEN_TILDE,
  IM_TOKEN_STAR,
  IM_TOKEN_SLASH,
  IM_TOKEN_PERCENT,
  IM_TOKEN_PLUS,
  IM_TOKEN_MINUS,
  IM_TOKEN_SHIFT_LEFT,
  IM_TOKEN_SHIFT_RIGHT,
  IM_TOKEN_LESS,
  IM_TOKEN_GREATER,
  IM_TOKEN_LESS_EQUAL,
  IM_TOKEN_GREATER_EQUAL,
  IM_TOKEN_EQUAL,
  IM_TOKEN_NOT_EQUAL,
  IM_TOKEN_AMPERSAND,
  IM_TOKEN_CARET,
  IM_TOKEN_BAR,
  IM_TOKEN_AND,
  IM_TOKEN_OR,
  IM_TOKEN_ERROR, /* the bytes are no token; the lexer tells why */
  /* of the scratchpad only */
  IM_TOKEN_OPEN_BRACKET,
  IM_TOKEN_CLOSE_BRACKET,
  IM_TOKEN_SEMICOLON,
  IM_TOKEN_ASSIGN,
  IM_TOKEN_COMPOUND_ASSIGN, /* += and the like: an operator and = */
  IM_TOKEN_LINE_END,
  IM_N_TOKENS,
} ImTokenKind;

/**
 * ImToken:
 * @kind: what it is
 * @span: its bytes
 */
typedef struct
{
  ImTokenKind kind;
  ImSpan span;
} ImToken;

/**
 * im_token_next:
 * @text: the expression
 * @length: number of bytes
 * @offset: where to start
 * @problem: (out): of IM_TOKEN_ERROR: a static sentence about what is wrong
 *
 * Skips white space and reads one token. A number takes its fraction only if a digit
 * follows the point, so that `2.pow(3)` is a call; `-` is always a token of its own.
 *
 * Returns: the token
 */
ImToken im_token_next (const char *text,
                       gsize length,
                       gsize offset,
                       const char **problem);

/**
 * im_token_next_scratch:
 * @text: statements of the scratchpad
 * @length: number of bytes
 * @offset: where to start
 * @is_in_brackets: whether lines may end here without ending the statement
 * @problem: (out): of IM_TOKEN_ERROR: a static sentence about what is wrong
 *
 * Reads one token of the scratchpad: those of expressions, brackets, semicolons,
 * assignments, and the ends of lines. `#` starts a comment; a string ends on its line.
 *
 * Returns: the token
 */
ImToken im_token_next_scratch (const char *text,
                               gsize length,
                               gsize offset,
                               gboolean is_in_brackets,
                               const char **problem);

/**
 * im_token_get_shown_length:
 * @text: the text
 * @length: number of its bytes
 * @span: a token in it
 *
 * Returns: the bytes of the token that a message shows, at most 40; no character is cut
 * in two
 */
int im_token_get_shown_length (const char *text, gsize length, ImSpan span);

/**
 * im_token_kind_get_name:
 * @kind: a kind
 *
 * Returns: the text of an operator, or a word such as `integer`
 */
const char *im_token_kind_get_name (ImTokenKind kind);

G_END_DECLS
