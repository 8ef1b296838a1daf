/* Tokens of C and Python text, as far as prototypes need them.
 *
 * White space, comments and preprocessor lines lie between tokens; a string or character
 * constant is one token.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

typedef enum
{
  IM_CODE_END,
  IM_CODE_WORD,
  IM_CODE_NUMBER,
  IM_CODE_STRING,
  IM_CODE_MARK, /* one character, or the three of `...` */
} ImCodeTokenKind;

/**
 * ImCodeToken:
 * @kind: what it is
 * @span: where it is
 * @starts_line: whether it is in the first column, so at the top level of Python
 */
typedef struct
{
  ImCodeTokenKind kind;
  ImSpan span;
  gboolean starts_line;
} ImCodeToken;

typedef struct
{
  const char *text;
  guint32 start; /* of the text that may be read */
  guint32 position;
  guint32 end;
  gboolean is_python;
} ImCodeScanner;

ImCodeToken im_code_scanner_next (ImCodeScanner *scanner);

gboolean im_code_token_is (const ImCodeScanner *scanner,
                           const ImCodeToken *token,
                           const char *text);

/**
 * im_code_list_until_closing:
 * @scanner: a scanner behind an opening bracket
 * @tokens: (element-type ImCodeToken) (nullable): where to append, NULL to skip
 *
 * Collects the tokens up to the bracket that closes, which is read but not appended.
 *
 * Returns: FALSE if the text ends before
 */
gboolean im_code_list_until_closing (ImCodeScanner *scanner, GArray *tokens);

/**
 * im_code_list_next_item:
 * @scanner: the scanner of the tokens
 * @tokens: (element-type ImCodeToken): a list between brackets
 * @position: (inout): the token to start at; moves behind the comma
 * @start: (out): the first token of the item
 * @end: (out): behind its last token
 *
 * Finds the next item of a list that commas outside of inner brackets divide.
 *
 * Returns: FALSE behind the last item
 */
gboolean im_code_list_next_item (const ImCodeScanner *scanner,
                                 const GArray *tokens,
                                 guint *position,
                                 guint *start,
                                 guint *end);

G_END_DECLS
