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
 * @feed: an .imsession file, or a recording alone, and how it is read
 *
 * Reads a recording in the place of another one; and again when the file changes, or
 * comes back.
 */
void studio_recorded_read (StudioRecorded *recorded, const ImFeed *feed);

/* What is read, NULL before it is said. */
const ImFeed *studio_recorded_get_feed (StudioRecorded *recorded);

/* What is read of it, or NULL. */
ImSignal *studio_recorded_get_signal (StudioRecorded *recorded);
const ImLabels *studio_recorded_get_labels (StudioRecorded *recorded);

/* What is wrong with it, or what has become of the file, or NULL. */
const char *studio_recorded_get_message (StudioRecorded *recorded);

/* FALSE if what was read stays from before, because the file is gone, or cannot be read.
 */
gboolean studio_recorded_is_current (StudioRecorded *recorded);

/* Whether it was read for the first time since the last call. */
gboolean studio_recorded_is_new (StudioRecorded *recorded);

G_END_DECLS
