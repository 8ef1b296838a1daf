/* A problem of a document as views show it.
 *
 * It is the same object for as long as the problem is there: what it is about tells it
 * from others, and neither its place in the text nor the numbers in its message do. So a
 * row keeps its focus while the document is edited.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "document/state/im-document.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_PROBLEM (studio_problem_get_type ())
G_DECLARE_FINAL_TYPE (StudioProblem, studio_problem, STUDIO, PROBLEM, GObject)

/**
 * StudioProblemCounts:
 * @n_errors: how many errors there are
 * @n_problems: errors and warnings
 * @n_unknown: what cannot be tested yet
 */
typedef struct
{
  guint n_errors;
  guint n_problems;
  guint n_unknown;
} StudioProblemCounts;

/**
 * studio_problem_update:
 * @store: a list of #StudioProblem
 * @document: a document
 * @found: (transfer full): its problems, and what else is wrong with what is shown of it
 *
 * Lets a list have errors, then warnings, then what is not known yet. Other hints are for
 * those who write units. A problem that was in the list stays where it can, and tells by
 * its properties what has become of it.
 *
 * Returns: how many there are
 */
StudioProblemCounts studio_problem_update (GListStore *store,
                                           ImDocument *document,
                                           ImDiagnostics *found);

/**
 * studio_problem_list_by_node:
 * @list: a list of #StudioProblem, just updated
 *
 * Returns: (transfer full) (element-type utf8 GPtrArray): of each node that has errors or
 *   warnings by its name these, #StudioProblem, in the order of the list
 */
GHashTable *studio_problem_list_by_node (GListModel *list);

/* The problem itself and its document, until they are looked for again; it is placed in
 * the text only while the document has not changed since. */
const ImDiagnostic *studio_problem_get (StudioProblem *problem);
ImDocument *studio_problem_get_document (StudioProblem *problem);

/* The layer that it is placed at, or -1. */
gint studio_problem_find_layer (StudioProblem *problem);

/**
 * studio_problem_locate:
 * @problem: a problem
 * @line: (out): from 1
 * @column: (out): from 1
 *
 * Returns: FALSE if it has no place in the text of the document
 */
gboolean studio_problem_locate (StudioProblem *problem, guint *line, guint *column);

/**
 * studio_problem_locate_code:
 * @problem: a problem
 * @line: (out): from 1
 * @column: (out): from 1
 *
 * Returns: (nullable) (transfer full): the code file of the document that it has a place
 *   in, see im_document_list_code()
 */
char *studio_problem_locate_code (StudioProblem *problem, guint *line, guint *column);

G_END_DECLS
