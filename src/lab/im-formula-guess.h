/* Sizes for parameters of a formula of which nothing is said.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tile/im-tile-input.h"

G_BEGIN_DECLS

#define IM_FORMULA_N_GUESSES 4

/**
 * im_formula_guess:
 * @file: a file
 * @function: one of its functions
 * @given: (array) (nullable): of each parameter what is said of it, NULL for what is to
 * be guessed
 * @guess: which guess, from 0; the first ones are the nicest
 * @arena: for the texts
 *
 * Dims that are bound to a tensor of which something is said have the size that it has;
 * others get a small one, each of its own where that works.
 *
 * Returns: (array): a text for each parameter, such as `float32[6]`, or NULL where
 *   something is said
 */
const char **im_formula_guess (const ImTileFile *file,
                               const ImTileFunction *function,
                               const ImTileInput *const *given,
                               guint guess,
                               ImArena *arena);

G_END_DECLS
