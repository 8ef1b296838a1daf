/* New pipelines: the smallest files that can be edited.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * ImDocumentTemplate:
 * @IM_DOCUMENT_STACK: a composite without layers: its output is its input
 * @IM_DOCUMENT_GRAPH: a compound with an input that leads to an output
 *
 * What a new pipeline is.
 */
typedef enum
{
  IM_DOCUMENT_STACK,
  IM_DOCUMENT_GRAPH,
} ImDocumentTemplate;

/**
 * im_document_dup_path:
 * @file: where somebody wants a new file
 * @is_taken: (out): whether there is a file that nobody was asked about: one whose name
 *   has the suffix that @file has not
 *
 * Returns: (nullable): the path with the suffix of units, NULL if it is not on this
 *   computer
 */
char *im_document_dup_path (GFile *file, gboolean *is_taken);

/**
 * im_document_create:
 * @path: where to; a file that is there is replaced
 * @kind: what it is
 * @error: return location for an [error@Im.FileError]
 *
 * Writes a file with a new pipeline that is named after it. Its input is one channel of
 * Float32 at 16 kHz, sample by sample.
 *
 * Returns: whether it was written
 */
gboolean im_document_create (const char *path, ImDocumentTemplate kind, GError **error);

G_END_DECLS
