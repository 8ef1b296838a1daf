/* The Formula Lab: a formula of Tile and values of its parameters in, and all that
 * follows from them, up to the values of its outputs.
 *
 * Something is always computed, if it can be: parameters for which nothing is said get
 * small sizes with which the formula works, and tensors of which only the shape is said
 * get the elements 1, 2, 3 and so on.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tile/im-tile-input.h"

G_BEGIN_DECLS

/**
 * ImFormulaQuestion:
 * @text: one or more functions
 * @function: (nullable): the name of the one that is meant; the last one if there is none
 * of this name
 * @inputs: (nullable): texts as im_tile_input_read() takes them, by name of a parameter
 */
typedef struct
{
  const char *text;
  const char *function;
  GHashTable *inputs;
} ImFormulaQuestion;

/**
 * ImFormulaInput:
 * @name: of a parameter
 * @text: what it is: what was said, or otherwise what was taken
 * @error: (nullable): why what was said cannot be read
 */
typedef struct
{
  const char *name;
  const char *text;
  const char *error;
} ImFormulaInput;

/**
 * ImFormulaLab:
 * @diagnostics: what is wrong, or doubtful
 * @file: what was read
 * @function: (nullable): the function, NULL if it cannot be read
 * @n_inputs: how many parameters it has
 * @inputs: the parameters
 * @arguments: (nullable): what they are, NULL after an error
 * @formula: (nullable): what it computes, NULL after an error
 * @nests: (nullable) (element-type ImLoopNest): the loops of its kernels
 * @arrays: (nullable): the elements of its buffers; NULL if they are too many
 * @are_filled: whether elements were taken because only shapes were said
 */
typedef struct _ImFormulaLab ImFormulaLab;

struct _ImFormulaLab
{
  ImDiagnostics *diagnostics;
  ImTileFile *file;
  const ImTileFunction *function;
  guint n_inputs;
  ImFormulaInput *inputs;
  const ImTileInput *arguments;
  ImFormula *formula;
  GPtrArray *nests;
  ImArray **arrays;
  gboolean are_filled;
  /*< private >*/
  ImArena *arena;
};

/**
 * im_formula_lab_new:
 * @question: what is asked; not needed any more behind this
 *
 * Nothing is shared with other threads. It takes long only for formulas of millions of
 * points; those of more than IM_FORMULA_LAB_MAX_POINTS are not computed.
 *
 * Returns: the answer
 */
ImFormulaLab *im_formula_lab_new (const ImFormulaQuestion *question);
void im_formula_lab_free (ImFormulaLab *lab);

#define IM_FORMULA_LAB_MAX_POINTS 1e7

/**
 * im_formula_lab_append_values:
 * @lab: an answer with arrays
 * @out: where to append
 *
 * Appends the outputs with their elements, a line for each row of the innermost axis; of
 * many rows and of long ones only the first.
 */
void im_formula_lab_append_values (const ImFormulaLab *lab, GString *out);

#define IM_FORMULA_MAX_INPUTS 3

/**
 * ImFormulaExample:
 * @title: what it shows, a few words
 * @is_mistake: whether it is one of those that everybody makes
 * @text: the formula
 * @inputs: (array zero-terminated=1): `NAME=VALUE`
 * @explanation: what there is to see
 * @corrected: (nullable): of a mistake, what was meant
 */
typedef struct
{
  const char *title;
  gboolean is_mistake;
  const char *text;
  const char *inputs[IM_FORMULA_MAX_INPUTS + 1];
  const char *explanation;
  const char *corrected;
} ImFormulaExample;

/* Examples of the document, those of mistakes first. */
const ImFormulaExample *im_formula_lab_get_examples (guint *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImFormulaLab, im_formula_lab_free)

G_END_DECLS
