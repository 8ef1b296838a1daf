/* The recording that lanes show: read in a thread, and followed where it lies.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "recording/im-recorded-signal.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_RECORDED (studio_recorded_get_type ())
G_DECLARE_FINAL_TYPE (StudioRecorded, studio_recorded, STUDIO, RECORDED, GObject)

/* The signal `changed` tells that there is another signal, or a message. */
StudioRecorded *studio_recorded_new (void);

/**
 * studio_recorded_read:
 * @recorded: an object
 * @feed: (nullable): an .imsession file, or a recording, and how it is read; NULL for
 *   none
 *
 * Reads a recording in the place of another one.
 */
void studio_recorded_read (StudioRecorded *recorded, const ImFeed *feed);

/* Reads it again, as it is now. */
void studio_recorded_read_again (StudioRecorded *recorded);

/* What is read of it, or NULL. */
ImSignal *studio_recorded_get_signal (StudioRecorded *recorded);
const ImLabels *studio_recorded_get_labels (StudioRecorded *recorded);

/* What is wrong with it, or what has become of the file, or NULL. */
const char *studio_recorded_get_message (StudioRecorded *recorded);

/* Whether there is another file now than the one that was read. */
gboolean studio_recorded_is_stale (StudioRecorded *recorded);

G_END_DECLS
