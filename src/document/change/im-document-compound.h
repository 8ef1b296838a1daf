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

/* The id of a new unit below that of the pipeline, which no unit has. */
char *im_document_dup_group_id (ImDocument *document);

/* Whether another layer or node of the file has the unit of a layer, or the unit is of
 * another file. */
gboolean im_document_is_used_elsewhere (ImDocument *document,
                                        const ImDocumentLayer *layer);

G_END_DECLS
