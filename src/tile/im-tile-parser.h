/* What the parsers of the three spellings share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tile/im-tile-token.h"

G_BEGIN_DECLS

/**
 * ImTileParser:
 * @file: what is read into
 * @diagnostics: what is wrong
 * @tokens: the tokens, END last
 * @next: the one that is looked at
 * @depth: of the expression that is read
 * @has_failed: whether there was an error
 */
typedef struct
{
  ImTileFile *file;
  ImDiagnostics *diagnostics;
  const ImTileToken *tokens;
  guint next;
  guint depth;
  gboolean has_failed;
} ImTileParser;

/* The token that is looked at. */
const ImTileToken *im_tile_parser_peek (const ImTileParser *parser);

/* The text of the token that is @distance behind it, or an empty one. */
const char *im_tile_parser_peek_text (const ImTileParser *parser, guint distance);

/* Whether the token is that sign or word. */
gboolean im_tile_parser_is (const ImTileParser *parser, const char *text);

/* Goes on if the token is that sign or word. */
gboolean im_tile_parser_take (ImTileParser *parser, const char *text);

/* The same; another one is an error. */
gboolean im_tile_parser_need (ImTileParser *parser, const char *text);

/* A name, or NULL with an error that says what it should be. */
const char *im_tile_parser_name (ImTileParser *parser, const char *what);

/* An error of code `syntax` at the token; only the first one is told. Returns NULL. */
gpointer im_tile_parser_fail (ImTileParser *parser, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* The same, at another place. */
gpointer im_tile_parser_fail_at (ImTileParser *parser,
                                 ImSpan span,
                                 const char *format,
                                 ...) G_GNUC_PRINTF (3, 4);

/* A comparison, or what binds tighter; NULL after an error. */
ImTileExpr *im_tile_parser_expression (ImTileParser *parser);

/* Expressions up to a closing bracket, which is taken; NULL after an error. */
ImTileExpr **im_tile_parser_list (ImTileParser *parser, const char *close, guint *n);

/* Expressions in an array of the file. */
ImTileExpr **im_tile_parser_keep (ImTileParser *parser, const GPtrArray *items, guint *n);

/* Gives a function its parameters, of ImTileParameter. */
void im_tile_parser_set_parameters (ImTileParser *parser,
                                    ImTileFunction *function,
                                    const GArray *parameters);

/* A new statement that begins with the token. */
ImTileStatement *im_tile_parser_statement (ImTileParser *parser,
                                           ImTileStatementKind kind);

/* A new list of statements, which the file keeps. */
GPtrArray *im_tile_parser_body (ImTileParser *parser);

/* A new function with its name, appended to the file. */
ImTileFunction *im_tile_parser_function (ImTileParser *parser, const char *name);

/* Ends the span of a statement behind the last token, and appends it. */
void im_tile_parser_finish (ImTileParser *parser,
                            ImTileStatement *statement,
                            GPtrArray *body);

/**
 * im_tile_parser_of_name:
 * @parser: a parser behind a name and a point
 * @statement: what has begun with them
 *
 * Reads what C++ and Python share: `bind_dims (M, N)`, `add_constraint (j < 2)`,
 * `add_constraints ({..})`, `use_default (P)`.
 */
void im_tile_parser_of_name (ImTileParser *parser, ImTileStatement *statement);

/**
 * im_tile_parser_effect:
 * @parser: a parser at an expression
 * @statement: gets it
 *
 * Reads what C++ and Python share: a contraction, an assignment, or the declaration of an
 * output.
 */
void im_tile_parser_effect (ImTileParser *parser, ImTileStatement *statement);

/* An error unless what a statement returns is one tensor or more. */
void im_tile_parser_check_results (ImTileParser *parser,
                                   const ImTileStatement *statement);

void im_tile_parse_cpp (ImTileParser *parser);
void im_tile_parse_python (ImTileParser *parser);
void im_tile_parse_compact (ImTileParser *parser);

G_END_DECLS
