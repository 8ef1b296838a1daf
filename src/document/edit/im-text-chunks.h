/* A text in chunks, for many changes one after the other: each moves the bytes of one
 * chunk, and not those of the whole text.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ImTextChunks ImTextChunks;

ImTextChunks *im_text_chunks_new (GBytes *bytes);
void im_text_chunks_free (ImTextChunks *chunks);

/**
 * im_text_chunks_replace:
 * @chunks: a text
 * @start: where, in bytes
 * @n_old: how many bytes are taken out, up to the end of the text
 * @bytes: (array length=n_new): what is put in their place
 * @n_new: its size
 */
void im_text_chunks_replace (ImTextChunks *chunks,
                             gsize start,
                             gsize n_old,
                             const char *bytes,
                             gsize n_new);

GBytes *im_text_chunks_dup_bytes (const ImTextChunks *chunks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImTextChunks, im_text_chunks_free)

G_END_DECLS
