/* Signals into files, piece by piece, so that their length does not matter.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "signal/im-signal.h"

G_BEGIN_DECLS

/**
 * im_signal_write:
 * @signal: a signal
 * @from: the first value
 * @to: one behind the last, at most the number of values
 * @path: the file; if its name ends in `.npy` it is one of NumPy, else CSV
 * @cancellable: (nullable): what ends it early
 * @error: return location for an [error@Gio.IOErrorEnum], or what im_signal_load() says
 *
 * Writes values. CSV has a row for each with its time, or its number where times are not
 * known, and its elements with all of their digits; im_recording_load_csv() reads it. The
 * array of NumPy has the values along its first axis and the shape of a value behind it;
 * fixed point numbers are real numbers there, as everywhere in signals. A file that is
 * there is replaced when all is written, and stays as it is if that fails.
 *
 * Returns: whether it is written
 */
gboolean im_signal_write (ImSignal *signal,
                          guint64 from,
                          guint64 to,
                          const char *path,
                          GCancellable *cancellable,
                          GError **error);

G_END_DECLS
