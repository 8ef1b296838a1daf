/* References of `stdlib/`: the Python of another unit for one that has none, where it is
 * known what it computes.
 *
 * The table is `stdlib/references/references.ini`; what `stdlib/aliases.ini` says to
 * compute the same is a reference, too. It is used only if its contracts hold for the
 * same inputs and options, and its outputs have the same types and shapes.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-program.h"

G_BEGIN_DECLS

/**
 * ImStdlib:
 * @program: the program, with a reference in the place of each unit without Python that
 * has one; it shares everything else with the other one
 * @missing: (nullable): of each instance that says to have Python, but in files that do
 * not exist: which; it is one without Python. NULL of all others
 *
 * Holds what the references need.
 */
typedef struct
{
  const ImProgram *program;
  const char **missing;
  /*< private >*/
  ImUnitLibrary *library; /* of the references, NULL if there is none */
  GPtrArray *evaluations; /* of them */
} ImStdlib;

/**
 * im_stdlib_init:
 * @stdlib: (out): the references; clear it with im_stdlib_clear()
 * @program: a program without errors
 * @library: where its units are; it lets the code of references be read
 * @arena: where the other program lives
 *
 * Looks for the references of a program.
 */
void im_stdlib_init (ImStdlib *stdlib,
                     const ImProgram *program,
                     ImUnitLibrary *library,
                     ImArena *arena);

/**
 * im_stdlib_get_reference:
 * @stdlib: the references
 * @original: the program that they were made for
 * @instance: number of an instance
 *
 * Returns: (nullable): the id of the unit whose Python stands in
 */
const char *im_stdlib_get_reference (const ImStdlib *stdlib,
                                     const ImProgram *original,
                                     guint instance);

void im_stdlib_clear (ImStdlib *stdlib);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ImStdlib, im_stdlib_clear)

G_END_DECLS
