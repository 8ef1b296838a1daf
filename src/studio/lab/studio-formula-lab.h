/* The Formula Lab: a window in which a formula of Tile is typed, and everything that
 * follows from it is seen: its mathematics, its output, which indices are valid, its
 * loops and its C.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define STUDIO_TYPE_FORMULA_LAB (studio_formula_lab_get_type ())
G_DECLARE_FINAL_TYPE (StudioFormulaLab,
                      studio_formula_lab,
                      STUDIO,
                      FORMULA_LAB,
                      AdwWindow)

/**
 * StudioFormulaOrigin:
 * @title: of the unit
 * @path: the file of the formula
 * @text: what stands in it
 * @function: (nullable): the function of it that is meant, or NULL for the last one
 * @inputs: texts as im_tile_input_read() takes them, by name of a parameter
 *
 * A formula that belongs to a unit.
 */
typedef struct
{
  const char *title;
  const char *path;
  const char *text;
  const char *function;
  GHashTable *inputs;
} StudioFormulaOrigin;

/**
 * studio_formula_lab_present:
 * @parent: (nullable): the window in front of which it appears
 * @origin: (nullable): the formula of a unit, into whose file it can be written back, or
 * NULL for an example
 *
 * Shows a new Formula Lab.
 */
void studio_formula_lab_present (GtkWindow *parent, const StudioFormulaOrigin *origin);

/* Shows one with an example that works, to make a unit of what becomes of it. */
void studio_formula_lab_present_for_unit (GtkWindow *parent);

G_END_DECLS
