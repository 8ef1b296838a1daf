/* A recording as a signal, which can be looked at while it is read.
 *
 * A file is read piece by piece, and again where somebody looks closely, so that its
 * length does not matter.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "recording/im-feed.h"
#include "recording/im-labels.h"
#include "recording/im-row-reader.h"
#include "signal/im-signal.h"

G_BEGIN_DECLS

/**
 * ImRecordedSignal:
 * @path: the file of the data
 * @signal: its rows; channels are the elements of a value
 * @labels: (nullable): what is said of times of it
 */
typedef struct
{
  char *path;
  ImSignal *signal;
  ImLabels *labels;
  /*< private >*/
  ImRowReader *reader;
} ImRecordedSignal;

/**
 * im_recorded_signal_open:
 * @feed: an .imsession file, or a recording, and how it is read
 * @cancellable: (nullable): what ends the reading of CSV early
 * @error: return location for an [error@Im.RecordingError], an [error@Im.FileError], or
 *   CANCELLED of [error@Gio.IOErrorEnum]
 *
 * Opens a recording, and reads the labels of the session or beside the file. Integers of
 * a WAV file are taken as fractions from -1 to below 1. Of a session with several tracks
 * of data none is taken, as im_session_load() says.
 *
 * Returns: (nullable): a signal that im_recorded_signal_read() fills
 */
ImRecordedSignal *im_recorded_signal_open (const ImFeed *feed,
                                           GCancellable *cancellable,
                                           GError **error);

/**
 * im_recorded_signal_read:
 * @recorded: an open recording
 * @cancellable: (nullable): what ends it early
 *
 * Reads all rows; by one thread. What keeps it from that is said as the problem of the
 * signal.
 */
void im_recorded_signal_read (ImRecordedSignal *recorded, GCancellable *cancellable);

void im_recorded_signal_free (ImRecordedSignal *recorded);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImRecordedSignal, im_recorded_signal_free)

G_END_DECLS
