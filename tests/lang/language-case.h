/* Cases of the expression language as text, and the names that they use.
 *
 * A case of a .test file is a block of lines; `#` starts a comment, a blank line ends the
 * block:
 *
 *     with input = float32[3, 50]; axis = 0
 *     input.shape.size(axis)
 *     => 50
 *
 * `with` is optional and gives names to tensors, arrays, or expressions that may use each
 * other; `; ` separates them. The expression may take several lines. `=>` precedes the
 * value as im_value_append_text() prints it; `!! line:first-last` the place of the error,
 * in characters from 1, and a part of its message.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "lang/im-eval.h"

typedef struct
{
  const char *file; /* base name */
  guint line;       /* of the expression */
  const char *with; /* NULL if there is none */
  const char *expression;
  const char *value; /* NULL if it must fail */
  const char *place; /* `line:first-last`, NULL if any will do */
  const char *error; /* part of the message */
} LanguageCase;

/* What the names of a case stand for. */
typedef struct
{
  ImSymbols *symbols;
  ImEnvironment environment;
  const ImExpr **expressions; /* one per slot, NULL if it has a value */
} LanguageNames;

/* Returns an array of LanguageCase *; problems of the file are fatal. */
GPtrArray *language_cases_load (ImArena *arena, const char *path);

/* @with is the text behind `with`, or NULL. */
void language_names_init (LanguageNames *names, ImArena *arena, const char *with);
void language_names_clear (LanguageNames *names);

/* The names that the examples of the reference use. */
void language_names_init_samples (LanguageNames *names, ImArena *arena);

/* Parses and evaluates; returns FALSE with @error set if either fails. */
gboolean language_evaluate (LanguageNames *names,
                            const char *expression,
                            ImValue *value,
                            const ImExprError **error);

/* Runs a case and fails with everything that is known if it does not hold. Returns the
 * error that it ended with, or NULL. */
const ImExprError *language_case_check (const LanguageCase *c,
                                        LanguageNames *names,
                                        ImArena *arena);
