/* Unit files from one dialect to the other.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"

G_BEGIN_DECLS

/**
 * ImUnitDialect:
 * @IM_UNIT_DIALECT_FUNCTION: the one of the specification, with `Function`, `Queue` and
 * `Composite`
 * @IM_UNIT_DIALECT_UNIT: the newer one, with `Unit` and `Compound`
 */
typedef enum
{
  IM_UNIT_DIALECT_FUNCTION,
  IM_UNIT_DIALECT_UNIT,
} ImUnitDialect;

#define IM_UNIT_CONVERT_STAYS "not-in-dialect" /* the code of what has no other form */

/**
 * im_unit_convert:
 * @bytes: the content of an .imunit file
 * @path: what messages call it
 * @dialect: how its units are to be spelt
 * @diagnostics: where problems go
 *
 * Spells the units of a file in a dialect: their roots, computed values, conditions of
 * implementations, inputs and outputs of time stamps, and bodies of queues. All else
 * stays as it is, byte for byte. So does what the dialect has no form for, which is
 * reported as a warning of the code `not-in-dialect`, each with its place: no program
 * that keeps to the dialect has to understand it. A composite is such a thing, too: what
 * makes it a compound needs the units of its layers, see im_composite_graph_convert().
 *
 * Codes of errors: those of im_unit_file_parse(), `format` (a project has no dialect),
 * `xml-encoding` (the file cannot be written in its encoding).
 *
 * Returns: (nullable): the file in the dialect, or NULL if there is an error
 */
GBytes *im_unit_convert (GBytes *bytes,
                         const char *path,
                         ImUnitDialect dialect,
                         ImDiagnostics *diagnostics);

G_END_DECLS
