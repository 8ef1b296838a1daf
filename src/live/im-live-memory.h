/* What pipelines computed lately, by their code and what went in: an edit that is taken
 * back, or an option that is turned to and fro, shows at once what is known already.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "signal/im-signal.h"

G_BEGIN_DECLS

/* Threads share it. */
typedef struct _ImLiveMemory ImLiveMemory;

/**
 * im_live_memory_new:
 * @limit_bytes: of the values of all that is remembered; what is oldest is forgotten
 *
 * Returns: (transfer full): a memory of nothing
 */
ImLiveMemory *im_live_memory_new (gsize limit_bytes);

ImLiveMemory *im_live_memory_ref (ImLiveMemory *memory);
void im_live_memory_unref (ImLiveMemory *memory);

/**
 * im_live_memory_keep:
 * @memory: a memory
 * @digest: what the signals follow from
 * @signals: complete signals; NULL where there is none
 * @n_signals: their number
 * @notes: what was said of the recording
 *
 * Remembers signals, unless they alone take more than the limit.
 */
void im_live_memory_keep (ImLiveMemory *memory,
                          const char *digest,
                          ImSignal *const *signals,
                          guint n_signals,
                          const ImDiagnostics *notes);

/**
 * im_live_memory_recall:
 * @memory: a memory
 * @digest: what signals follow from
 * @signals: (out caller-allocates) (transfer full): those that were kept
 * @n_signals: their number, the same as then
 * @notes: gets what was said of the recording
 *
 * Returns: FALSE if nothing is known; nothing is set then
 */
gboolean im_live_memory_recall (ImLiveMemory *memory,
                                const char *digest,
                                ImSignal **signals,
                                guint n_signals,
                                ImDiagnostics *notes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImLiveMemory, im_live_memory_unref)

G_END_DECLS
