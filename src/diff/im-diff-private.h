/* What the files of the comparison share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "diff/im-diff.h"

G_BEGIN_DECLS

struct _ImDiff
{
  ImArena *arena;
  GArray *changes;  /* ImChange */
  const char *unit; /* that is compared now */
};

/* Notes a change of what is compared now; texts are copied, but for @what. */
void im_diff_add (ImDiff *difference,
                  ImChangeKind kind,
                  const char *what,
                  const char *name,
                  const char *field,
                  const char *before,
                  const char *after);

/* Notes a change of a field if the texts differ; NULL is no text. */
void im_diff_compare (ImDiff *difference,
                      const char *what,
                      const char *name,
                      const char *field,
                      const char *before,
                      const char *after);

/* The same for expressions, of which the spelling makes no difference. */
void im_diff_compare_exprs (ImDiff *difference,
                            const char *what,
                            const char *name,
                            const char *field,
                            const ImUnitExpr *before,
                            const ImUnitExpr *after);

/**
 * im_diff_match:
 * @before: keys of what there was, in order
 * @n_before: their number
 * @after: keys of what there is
 * @n_after: their number
 *
 * Finds the most keys that both have in the same order; of long lists those that begin
 * and end them, and between these each next one.
 *
 * Returns: (transfer full) (array length=n_before): of each of @before the number of the
 *   same one of @after, or -1
 */
gint *im_diff_match (const char *const *before,
                     guint n_before,
                     const char *const *after,
                     guint n_after);

/* Compares what two units are, beside their nodes. */
void im_diff_add_units (ImDiff *difference, const ImUnit *before, const ImUnit *after);

/* Compares nodes and pipes. */
void im_diff_add_nodes (ImDiff *difference, const ImGraph *before, const ImGraph *after);

G_END_DECLS
