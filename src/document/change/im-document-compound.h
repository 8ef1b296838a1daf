/* Groups of a node graph: what the files of grouping and ungrouping share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/change/im-document-change.h"

G_BEGIN_DECLS

/* GROUP of a node graph. */
gboolean im_document_make_compound (ImDocument *document,
                                    const ImEdit *edit,
                                    ImDocumentChange *change,
                                    GError **error);

/* UNGROUP of a node graph. */
gboolean im_document_dissolve_compound (ImDocument *document,
                                        const ImEdit *edit,
                                        ImDocumentChange *change,
                                        GError **error);

/**
 * im_document_dup_group_id:
 * @document: a document
 * @edit: GROUP or EXTRACT
 * @error: return location for an [error@Im.DocumentError]: EDIT
 *
 * Returns: (nullable): the id that the edit wants, or else one below that of the
 *   pipeline; no other unit of the file has it
 */
char *im_document_dup_group_id (ImDocument *document, const ImEdit *edit, GError **error);

/* What people call the new unit. */
const char *im_document_get_group_name (const ImEdit *edit, const char *id);

/* How the new unit begins: its start tag, and what people read of it in lists. */
char *im_document_dup_group_head (const ImEdit *edit,
                                  const char *element,
                                  const char *id);

/* Whether the new unit has an option in the place of that of a node. */
gboolean im_document_is_exposed (const ImEdit *edit,
                                 const char *node,
                                 const char *option);

/**
 * im_document_check_exposed:
 * @document: a document
 * @edit: GROUP or EXTRACT
 * @nodes: (array length=n_nodes): the numbers of all nodes that it takes
 * @n_nodes: their number
 * @error: return location for an [error@Im.DocumentError]: EDIT
 *
 * Returns: whether what the edit exposes are options of these nodes, whose values are
 *   known
 */
gboolean im_document_check_exposed (ImDocument *document,
                                    const ImEdit *edit,
                                    const guint *nodes,
                                    guint n_nodes,
                                    GError **error);

/* What an option is now, as the default of one, for which there is a value. */
char *im_document_dup_default (ImUnitEvaluation *evaluation, const ImParameter *option);

/* Appends the choices of an option, each on a line that begins with so many tabs. */
void im_document_append_choices (GString *out, const ImOption *option, guint depth);

/**
 * im_document_put_group:
 * @document: a document
 * @edit: GROUP or EXTRACT
 * @nodes: (array length=n_nodes): the numbers of all nodes that it takes
 * @n_nodes: their number
 * @change: where it goes
 * @markup: the new unit
 * @error: return location for an [error@Im.DocumentError]: EDIT
 *
 * Puts the unit of GROUP in front of the one that is shown. That of EXTRACT is in another
 * file, and with it go the units of this file that it is made of; they cannot be used by
 * what stays.
 *
 * Returns: whether it can be there
 */
gboolean im_document_put_group (ImDocument *document,
                                const ImEdit *edit,
                                const guint *nodes,
                                guint n_nodes,
                                ImDocumentChange *change,
                                const char *markup,
                                GError **error);

/* Whether another layer or node of the file has the unit of a layer, or the unit is of
 * another file. */
gboolean im_document_is_used_elsewhere (ImDocument *document,
                                        const ImDocumentLayer *layer);

G_END_DECLS
