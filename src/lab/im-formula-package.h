/* A unit package from a formula: its sockets, options and contracts follow from the
 * parameters and dims of the function, its element types from those that the formula
 * allows, and its example is what was tried.
 *
 * Shapes of outputs are expressions of dims. Where they are none that a unit file can
 * say, the unit takes the shapes that were tried and no others.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "lab/im-formula-lab.h"

G_BEGIN_DECLS

/**
 * ImFormulaPackage:
 * @id: of the unit, such as `Own.MovingAverage`; its last name is that of the folder
 * @name: for users
 * @description: what it computes, in words
 */
typedef struct
{
  const char *id;
  const char *name;
  const char *description;
} ImFormulaPackage;

/* What is said of a unit of which nobody says anything: which file has its formula. */
char *im_formula_package_dup_description (const char *id);

/**
 * im_formula_package_write:
 * @package: how the unit is called
 * @lab: an answer with a formula
 * @parent: an existing folder
 * @error: return location for a [error@Gio.IOErrorEnum]: INVALID_ARGUMENT (there is no
 * formula, or the unit cannot be called so), EXISTS (@parent has something of this name),
 * FAILED (a file cannot be written, or the formula is none that a unit can have)
 *
 * Makes a folder with the unit file and the file of the formula. It is there as a whole
 * or not at all, and nothing is replaced.
 *
 * Returns: (transfer full) (nullable): the path of the unit file
 */
char *im_formula_package_write (const ImFormulaPackage *package,
                                const ImFormulaLab *lab,
                                const char *parent,
                                GError **error);

G_END_DECLS
