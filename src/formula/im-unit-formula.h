/* Units that are formulas: what an implementation in Tile, or an operator of SkriptND,
 * computes for given inputs.
 *
 * The function of the file gets the arguments of the call: the types and shapes of
 * sockets and constants, and options as numbers. What it computes is checked against the
 * outputs that the unit declares, and becomes one fragment of C, of its loops, and one of
 * Python, of its definition, which are called with the sockets in the place of the call.
 *
 * Integers narrower than 32 bits are computed in 32 bits, also between two statements,
 * and become what the unit declares when they are stored.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "evaluation/im-unit-evaluation.h"
#include "tile/im-tile-elaborate.h"
#include "unit/im-unit-library.h"

G_BEGIN_DECLS

/**
 * ImUnitFormula:
 * @implementation: the implementation of the file
 * @source: the text of the formula
 * @file: (nullable): of one in Tile: its file
 * @function: (nullable): with @file: the function of it that is called
 * @arguments: with @file: of each of its parameters what the call gives
 * @formula: what it computes
 * @nests: (element-type ImLoopNest): the loops of each of its kernels
 * @fused: the same with fewer kernels, as C computes it
 * @fused_nests: (element-type ImLoopNest): the loops of each kernel of @fused
 * @in_place: the outputs that may lie in the memory of an input
 * @c: an implementation in C, with the text of its fragment; behind the arguments of its
 * call it takes the buffers between two kernels, in the order of @fused
 * @python: the same in Python, without these
 */
typedef struct
{
  const ImImplementation *implementation;
  ImSource *source;
  ImTileFile *file;
  const ImTileFunction *function;
  const ImTileArgument *arguments;
  ImFormula *formula;
  GPtrArray *nests;
  ImFormula *fused;
  GPtrArray *fused_nests;
  const char *const *in_place;
  ImImplementation c;
  ImImplementation python;
  /*< private >*/
  ImArena *arena;
} ImUnitFormula;

/**
 * im_unit_formula_read:
 * @unit: a unit
 * @implementation: one of its implementations in Tile
 * @library: what reads its files
 * @function: (out): the function that it names
 * @diagnostics: what is wrong: `bad-fragment`, `missing-fragment` (there is no such
 * file), `unreadable-file`, `unknown-fragment` (the file has no such function) and
 * `call-mismatch` (it takes another number of arguments) in the unit, and the errors of
 * im_tile_parse() in the file
 *
 * Reads the file of a formula, and finds its function.
 *
 * Returns: (transfer full) (nullable): the file, or NULL after an error
 */
ImTileFile *im_unit_formula_read (const ImUnit *unit,
                                  const ImImplementation *implementation,
                                  ImUnitLibrary *library,
                                  const ImTileFunction **function,
                                  ImDiagnostics *diagnostics);

/**
 * im_unit_formula_new:
 * @evaluation: a unit with inputs and options
 * @library: what reads its files
 * @diagnostics: what is wrong, all of it in the unit: the codes of
 * im_unit_formula_read(), im_tile_elaborate() and im_tile_find_loops(), whose messages
 * begin with the place in the file, or of im_sknd_lower(); `argument` (the call gives
 * what a formula cannot take), `element-type` (an element type that formulas do not
 * compute), and `output-mismatch` (the formula gives another number of outputs, or one of
 * another type or shape than the unit declares)
 *
 * Makes the formula of a unit whose Implementations choose one, in C or in Python.
 *
 * Returns: (transfer full) (nullable): the formula, or NULL if none is chosen, a size is
 * not known yet, or there is an error
 */
ImUnitFormula *im_unit_formula_new (ImUnitEvaluation *evaluation,
                                    ImUnitLibrary *library,
                                    ImDiagnostics *diagnostics);

void im_unit_formula_free (ImUnitFormula *self);

/* Whether an output may lie in the memory of the input that the unit says: where each of
 * its elements is made of the one that it replaces, and of no other one there. */
gboolean im_unit_formula_is_in_place (const ImUnitFormula *self, const char *output);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImUnitFormula, im_unit_formula_free)

G_END_DECLS
