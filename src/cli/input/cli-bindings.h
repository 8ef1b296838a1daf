/* Names and their values from the command line: `--with NAME=VALUE`.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "evaluation/im-unit-evaluation.h"
#include "lang/im-eval.h"

G_BEGIN_DECLS

typedef struct _CliBindings CliBindings;

/**
 * cli_bindings_parse:
 * @texts: (nullable) (array zero-terminated=1): texts `NAME=VALUE`
 * @diagnostics: where the problem goes, if there is one
 *
 * Reads values: a tensor such as `float32[3,50]@16000`, an array with its data such as
 * `float32[2]{0.5,1}`, a shape such as `shape[3,50]`, and everything else as an
 * expression that may use the names before it: `2.5`, `true`, `null`, `'text'`,
 * `System.Float32`, `-1`.
 *
 * Codes: `bad-name`, `duplicate-name`, `bad-value`.
 *
 * Returns: (nullable): the names, or NULL if a text is wrong
 */
CliBindings *cli_bindings_parse (char **texts, ImDiagnostics *diagnostics);

void cli_bindings_free (CliBindings *bindings);

/**
 * cli_bindings_get_symbols:
 * @bindings: names
 *
 * Returns: their symbols, for im_expr_parse()
 */
const ImSymbols *cli_bindings_get_symbols (const CliBindings *bindings);

ImArena *cli_bindings_get_arena (CliBindings *bindings);

/**
 * cli_bindings_init_environment:
 * @bindings: names
 * @environment: (out): where each of them has its value
 *
 * Sets up an environment in the arena of the names.
 */
void cli_bindings_init_environment (CliBindings *bindings, ImEnvironment *environment);

/**
 * cli_bindings_get_all:
 * @bindings: names
 * @n_bindings: (out): their number
 *
 * Returns: the names with their values, in the order they were given
 */
const ImUnitBinding *cli_bindings_get_all (const CliBindings *bindings,
                                           guint *n_bindings);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliBindings, cli_bindings_free)

G_END_DECLS
