/* Tokens of SkriptND, in both dialects, with the comments between them.
 *
 * A string is one token, braces and all; the parser reads what stands in its braces by
 * tokenizing that part of the text, so that places are those of the file.
 *
 * Source: NNEF 2.0, "Expressions"; the later dialect has `<?` and `>?` besides.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <string.h>

#include "base/im-diagnostics.h"

G_BEGIN_DECLS

typedef enum
{
  IM_SKND_TOKEN_END,
  IM_SKND_TOKEN_NAME,    /* an identifier, or a word that is a keyword in places */
  IM_SKND_TOKEN_KEYWORD, /* no identifier may be called so */
  IM_SKND_TOKEN_INTEGER,
  IM_SKND_TOKEN_REAL,
  IM_SKND_TOKEN_STRING, /* with its quotes */
  IM_SKND_TOKEN_BLOCK,  /* `@word` */
  IM_SKND_TOKEN_SIGN,
} ImSkndTokenKind;

/**
 * ImSkndToken:
 * @kind: what it is
 * @span: its bytes
 * @code: of a sign, and of a name or block of at most 8 bytes, im_sknd_code() of it;
 * otherwise 0
 */
typedef struct
{
  ImSkndTokenKind kind;
  ImSpan span;
  guint64 code;
} ImSkndToken;

/* The bytes of a sign or of a word of at most 8 bytes as a number. */
static inline guint64
im_sknd_code (const char *text)
{
  guint64 code = 0;

  memcpy (&code, text, strlen (text));

  return code;
}

/* How many errors of one text are told; the rest of it is not read. */
#define IM_SKND_MAX_ERRORS 200

/**
 * im_sknd_tokenize:
 * @source: a text
 * @part: the bytes of it that are read
 * @comments: (nullable) (element-type ImSpan): gets the comments, without line ends
 * @diagnostics: gets errors of code `syntax`
 *
 * Reads tokens and goes on after an error: a byte that begins no token is left out, and a
 * string without an end ends with its line.
 *
 * Returns: (transfer full) (element-type ImSkndToken): the tokens, END last
 */
GArray *im_sknd_tokenize (ImSource *source,
                          ImSpan part,
                          GArray *comments,
                          ImDiagnostics *diagnostics);

/* im_sknd_code() of each word, 0 for NULL. */
void im_sknd_fill_codes (guint64 *codes, const char *const *words, guint n);

/* The name of a kind in a listing of tokens. */
const char *im_sknd_token_kind_get_name (ImSkndTokenKind kind);

G_END_DECLS
