/* What the parts of the parser share: tokens that are looked at, and errors.
 *
 * A function that reads something returns NULL after an error, which is told once for a
 * statement; im_sknd_parser_recover() goes on behind it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/text/im-sknd-token.h"
#include "skriptnd/text/im-sknd-tree.h"

G_BEGIN_DECLS

#define IM_SKND_MAX_DEPTH  500  /* of brackets and blocks one inside the other */
#define IM_SKND_MAX_HEIGHT 1000 /* of an expression */

/**
 * ImSkndParser:
 * @file: what is read into
 * @diagnostics: what is wrong
 * @tokens: the tokens, END last
 * @next: the one that is looked at
 * @depth: how much is open
 * @n_braces: how many braces the statement has open
 * @has_failed: whether the statement has an error
 * @stack: what belongs to lists that are not closed yet
 */
typedef struct
{
  ImSkndFile *file;
  ImDiagnostics *diagnostics;
  const ImSkndToken *tokens;
  guint next;
  guint depth;
  guint n_braces;
  gboolean has_failed;
  GPtrArray *stack;
} ImSkndParser;

static inline const ImSkndToken *
im_sknd_parser_peek (const ImSkndParser *parser)
{
  return &parser->tokens[parser->next];
}

/* Whether the token is that sign, word of at most 8 bytes, or block. */
static inline gboolean
im_sknd_parser_is (const ImSkndParser *parser, const char *text)
{
  return parser->tokens[parser->next].code == im_sknd_code (text);
}

/* The same of the token behind it. */
static inline gboolean
im_sknd_parser_is_next (const ImSkndParser *parser, const char *text)
{
  return parser->tokens[parser->next].kind != IM_SKND_TOKEN_END &&
         parser->tokens[parser->next + 1].code == im_sknd_code (text);
}

static inline gboolean
im_sknd_parser_take (ImSkndParser *parser, const char *text)
{
  if (!im_sknd_parser_is (parser, text))
    return FALSE;

  parser->next++;

  return TRUE;
}

/* Whether the token before is a string without an end, which is told: what is missing
 * behind it may stand in it. */
gboolean im_sknd_parser_is_cut (const ImSkndParser *parser);

/* An error of code `syntax`; only the first one of a statement is told. Returns NULL. */
gpointer im_sknd_parser_fail (ImSkndParser *parser, ImSpan span, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* An error at the token: what is expected instead. Returns NULL. */
gpointer im_sknd_parser_expect (ImSkndParser *parser, const char *what);

/* Goes on if the token is that sign or word; another one is an error. */
gboolean im_sknd_parser_need (ImSkndParser *parser, const char *text);

/* Whether the token is a name that is not reserved. */
static inline gboolean
im_sknd_parser_is_name (const ImSkndParser *parser)
{
  return parser->tokens[parser->next].kind == IM_SKND_TOKEN_NAME;
}

/* Goes on behind `static` and `dynamic` of the later dialect; returns whether it was the
 * second one. */
gboolean im_sknd_parser_skip_word (ImSkndParser *parser);

/* A name that is not reserved; its text is NULL after an error. */
ImSkndWord im_sknd_parser_name (ImSkndParser *parser, const char *what);

/* A name with modules in front of it, such as `my.layers.conv`. */
ImSkndWord im_sknd_parser_qualified (ImSkndParser *parser, const char *what);

/* The bytes from @start to the end of the last token. */
ImSpan im_sknd_parser_span (const ImSkndParser *parser, guint32 start);

/* Opens something that may be nested; FALSE is an error. Close it in either case. */
gboolean im_sknd_parser_open (ImSkndParser *parser);
void im_sknd_parser_close (ImSkndParser *parser);

/* What is on the stack above @mark, as an array of pointers in the arena. */
gpointer *im_sknd_parser_pop (ImSkndParser *parser, guint mark, guint *n);

/* An array of structs in the arena. */
gconstpointer im_sknd_parser_keep (ImSkndParser *parser, const GArray *items, guint *n);

ImSkndExpr *im_sknd_parser_new (ImSkndParser *parser, ImSkndExprKind kind);

/* Keeps an operand for the expression that is read; NULL for one that is left out. */
void im_sknd_parser_push (ImSkndParser *parser, const ImSkndExpr *expr);

/* Gives an expression the operands above @mark, and its place; NULL if it is too high. */
const ImSkndExpr *im_sknd_parser_finish (ImSkndParser *parser,
                                         ImSkndExpr *expr,
                                         guint mark,
                                         guint32 start);

/* Behind the statement that failed: at its semicolon's right, or at the end of its block.
 */
void im_sknd_parser_recover (ImSkndParser *parser);

const ImSkndExpr *im_sknd_parser_expression (ImSkndParser *parser);

const ImSkndExpr *im_sknd_parser_integer (ImSkndParser *parser);
const ImSkndExpr *im_sknd_parser_real (ImSkndParser *parser);

/* A name with brackets behind it, such as `y[i,j]`. */
const ImSkndExpr *im_sknd_parser_access (ImSkndParser *parser);

/* A string, or several of them one behind the other. */
const ImSkndExpr *im_sknd_parser_string (ImSkndParser *parser);

/* `[n, s..(d)]`, or nothing. */
gboolean im_sknd_parser_shape (ImSkndParser *parser, ImSkndShape *shape);

/* `..(n)`, or nothing. */
gboolean im_sknd_parser_pack (ImSkndParser *parser,
                              gboolean *is_packed,
                              const ImSkndExpr **length);

/* The name of a type or of a generic. */
ImSkndWord im_sknd_parser_type (ImSkndParser *parser);

const ImSkndTarget *im_sknd_parser_target (ImSkndParser *parser);

/* A component up to its semicolon. */
gboolean im_sknd_parser_component (ImSkndParser *parser, ImSkndComponent *component);

/* An operator with attributes and without arguments. */
const ImSkndCallable *im_sknd_parser_algorithm (ImSkndParser *parser);

/* A statement of a block, up to its semicolon. */
gboolean im_sknd_parser_statement (ImSkndParser *parser,
                                   ImSkndBlockKind kind,
                                   ImSkndStatement *statement);

G_END_DECLS
