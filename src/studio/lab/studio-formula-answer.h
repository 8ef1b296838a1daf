/* What the Formula Lab shows, made aside from the main thread: all that follows from a
 * formula, its pictures, and its C.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "lab/im-formula-lab.h"
#include "studio/lab/studio-formula-drawing.h"

G_BEGIN_DECLS

/**
 * StudioFormulaQuestion:
 * @text: the formula
 * @function: (nullable): see #ImFormulaQuestion
 * @inputs: likewise
 * @choice: what of it is drawn
 * @width: how wide mathematics may be, in pixels
 */
typedef struct
{
  char *text;
  char *function;
  GHashTable *inputs;
  StudioFormulaChoice choice;
  double width;
} StudioFormulaQuestion;

/**
 * StudioFormulaAnswer:
 * @lab: what follows
 * @drawing: the pictures; empty after an error
 * @c: (nullable): the C, NULL after an error
 * @values: (nullable): the outputs
 */
typedef struct
{
  ImFormulaLab *lab;
  StudioFormulaDrawing drawing;
  char *c;
  char *values;
} StudioFormulaAnswer;

void studio_formula_answer_free (StudioFormulaAnswer *answer);

/**
 * studio_formula_answer_async:
 * @question: what is asked, copied
 * @callback: called when it is there
 * @data: for @callback
 *
 * Begins to answer.
 */
void studio_formula_answer_async (const StudioFormulaQuestion *question,
                                  GAsyncReadyCallback callback,
                                  gpointer data);

/* Returns: the answer. */
StudioFormulaAnswer *studio_formula_answer_finish (GAsyncResult *result);

/* (transfer full) (nullable): all pictures of the kernel in one, for a file */
ImScene *studio_formula_answer_draw (const StudioFormulaAnswer *answer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioFormulaAnswer, studio_formula_answer_free)

G_END_DECLS
