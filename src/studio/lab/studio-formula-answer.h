/* What the Formula Lab shows, made aside from the main thread: all that follows from a
 * formula, its pictures, and its C.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "lab/im-formula-lab.h"
#include "scene/display/im-scene.h"

G_BEGIN_DECLS

/**
 * StudioFormulaQuestion:
 * @text: the formula
 * @inputs: see #ImFormulaQuestion
 * @kernel: which of its kernels is drawn; the last one if there are fewer
 * @pair: numbers of the two indices whose lattice is drawn, or -1 for those that are
 * worth to be seen
 * @width: how wide mathematics may be, in pixels
 */
typedef struct
{
  char *text;
  GHashTable *inputs;
  guint kernel;
  gint pair[2];
  double width;
} StudioFormulaQuestion;

/**
 * StudioFormulaAnswer:
 * @lab: what follows
 * @kernel: which kernel is drawn
 * @pair: which of its indices
 * @has_pair: whether it has indices
 * @mathematics: (nullable): the formula; this and what follows is NULL after an error
 * @matrix: (nullable): the accesses
 * @lattice: (nullable): the valid indices
 * @nest: (nullable): the loops
 * @c: (nullable): the C
 * @values: (nullable): the outputs
 */
typedef struct
{
  ImFormulaLab *lab;
  guint kernel;
  guint pair[2];
  gboolean has_pair;
  ImScene *mathematics;
  ImScene *matrix;
  ImScene *lattice;
  ImScene *nest;
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
