/* All pipes of a pipeline with a recording, while it is edited.
 *
 * The emitted C runs in a process of its own, with guards around its memory and limits on
 * its time, so that whatever it does harms nobody; what each call computes is passed on
 * as it comes, and becomes a signal for each pipe. A worker compiles it in no time; what
 * shall be computed fast, because the recording is long, is compiled by a compiler that
 * optimizes.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "base/im-diagnostics.h"
#include "live/im-live-memory.h"
#include "program/im-program.h"
#include "recording/im-feed.h"
#include "run/im-worker.h"
#include "signal/im-signal.h"

G_BEGIN_DECLS

/**
 * ImLiveJob:
 * @program: a program without errors
 * @library: where its units are
 * @feed: the recording, or one for each input
 * @max_s: how many seconds of it are wanted, 0 for all
 * @is_long: whether the code is compiled to be fast, which takes longer
 * @is_checked: whether it is said elsewhere what is wrong with the program; then nothing
 * is looked for that does not keep it from running
 * @worker: (nullable): what compiles and runs the code if it is there, and is kept for
 * the next job; NULL for one that is of no use afterwards
 * @memory: (nullable): where what is computed is remembered, and looked up before
 * @wanted: (nullable) (element-type guint): tensors of the program that are wanted; NULL
 * for all
 *
 * What to run on what.
 */
typedef struct
{
  const ImProgram *program;
  ImUnitLibrary *library;
  const ImFeed *feed;
  double max_s;
  gboolean is_long;
  gboolean is_checked;
  ImWorker *worker;
  ImLiveMemory *memory;
  const GArray *wanted;
} ImLiveJob;

/**
 * ImLiveValues:
 *
 * What is computed, while it is computed and afterwards. It holds its program; one thread
 * computes, any number of others look.
 */
typedef struct _ImLiveValues ImLiveValues;

/**
 * im_live_values_new:
 * @job: what shall run
 *
 * Returns: values that are not computed yet
 */
ImLiveValues *im_live_values_new (const ImLiveJob *job);

/**
 * im_live_values_compute:
 * @values: values that nobody else computes
 * @cancellable: (nullable): what ends it early
 * @diagnostics: where problems of the pipeline go, and warnings of what in the recording
 * does not fit to it
 * @error: return location for an [error@Im.RecordingError] if the recording cannot be
 *   read or does not fit, an [error@Im.RunError], [error@Im.TrustError] or
 *   [error@Im.ToolchainError], a [error@GLib.FileError] or G_IO_ERROR_CANCELLED
 *
 * Computes what is wanted of them. What the memory has is taken from there; of the
 * pipeline only those layers run that the rest needs, from the pipes on that are known.
 * What was computed before an error stays.
 *
 * Returns: whether all of the recording went through
 */
gboolean im_live_values_compute (ImLiveValues *values,
                                 GCancellable *cancellable,
                                 ImDiagnostics *diagnostics,
                                 GError **error);

const ImProgram *im_live_values_get_program (const ImLiveValues *values);

/**
 * im_live_values_get_signal:
 * @values: values
 * @tensor: number of a tensor of the program
 *
 * Returns: (transfer full) (nullable): what the tensor carried, NULL if nothing is known
 *   of it (yet), or it is not wanted: it may grow
 */
ImSignal *im_live_values_get_signal (ImLiveValues *values, guint tensor);

/* Whether there was more of the recording than was wanted of it, once it is computed. */
gboolean im_live_values_are_partial (const ImLiveValues *values);

/* How many frames have gone in until now, of the input that comes most often. */
guint64 im_live_values_count_inputs (ImLiveValues *values);

/**
 * im_live_values_find_culprit:
 * @values: values whose computation failed
 * @message: what was said of it
 *
 * Returns: the number of the instance that was at work, -1 if none is named
 */
gint im_live_values_find_culprit (const ImLiveValues *values, const char *message);

void im_live_values_free (ImLiveValues *values);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImLiveValues, im_live_values_free)

G_END_DECLS
