/* What pipes carried lately, each by all that its values follow from: an edit computes
 * only what is behind it, and one that is taken back, or an option that is turned to and
 * fro, shows at once what is known already.
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
 * ImLiveRecording:
 * @frame_s: time of a frame of the fastest source; 0 if it is not known
 * @start_s: when the first row was recorded
 * @has_times: whether its rows may not come evenly
 * @row_times_s: (nullable) (array length=n_rows): when they were taken then, if that was
 * kept
 * @n_rows: of the recording of the fastest source
 * @rows_per_frame: how many of its rows make a frame
 * @n_frames: how many frames of the fastest source went in
 * @is_partial: whether there is more of it than was wanted
 * @notes: what was said of it
 *
 * What else than values the recordings of a pipeline gave.
 */
typedef struct
{
  double frame_s;
  double start_s;
  gboolean has_times;
  double *row_times_s;
  gsize n_rows;
  double rows_per_frame;
  guint64 n_frames;
  gboolean is_partial;
  ImDiagnostics *notes;
  /*< private >*/
  gatomicrefcount n_refs;
} ImLiveRecording;

ImLiveRecording *im_live_recording_new (void);
void im_live_recording_unref (ImLiveRecording *recording);

/**
 * im_live_memory_new:
 * @limit_bytes: of the values of all that is remembered; what was used least lately is
 * forgotten
 *
 * Returns: (transfer full): a memory of nothing
 */
ImLiveMemory *im_live_memory_new (gsize limit_bytes);

ImLiveMemory *im_live_memory_ref (ImLiveMemory *memory);
void im_live_memory_unref (ImLiveMemory *memory);

/**
 * im_live_memory_keep:
 * @memory: a memory
 * @digest: what the values follow from
 * @signal: (nullable): a complete signal, NULL if there are no values
 * @frames: (nullable) (element-type guint64): of each value, behind which frame of the
 * fastest source it was there; NULL if values come with the frames of their source
 *
 * Remembers what a pipe carried, unless it alone takes more than the limit.
 */
void im_live_memory_keep (ImLiveMemory *memory,
                          const char *digest,
                          ImSignal *signal,
                          GArray *frames);

/**
 * im_live_memory_recall:
 * @memory: a memory
 * @digest: what values follow from
 * @signal: (out) (transfer full) (nullable): see im_live_memory_keep()
 * @frames: (out) (transfer full) (nullable): see there
 *
 * Returns: FALSE if it is not known what the pipe carried; nothing is set then
 */
gboolean im_live_memory_recall (ImLiveMemory *memory,
                                const char *digest,
                                ImSignal **signal,
                                GArray **frames);

/* The same for recordings. */
void im_live_memory_keep_recording (ImLiveMemory *memory,
                                    const char *digest,
                                    ImLiveRecording *recording);
ImLiveRecording *im_live_memory_recall_recording (ImLiveMemory *memory,
                                                  const char *digest);

/**
 * im_live_memory_note:
 * @memory: a memory
 * @digest: what the values of a pipe follow from
 *
 * Notes that a pipe was met, whether its values are remembered or not: what stands in
 * front of an edit was met before, what is behind it was not.
 *
 * Returns: whether it was met for the first time, or so long ago that it is forgotten
 */
gboolean im_live_memory_note (ImLiveMemory *memory, const char *digest);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImLiveMemory, im_live_memory_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImLiveRecording, im_live_recording_unref)

G_END_DECLS
