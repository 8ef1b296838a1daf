/* Which recordings are attached to a pipeline, and how they are read. It is said in a key
 * file beside the file of the pipeline, `NAME.recordings`, not in that file: what a
 * pipeline is does not depend on what it is tried with.
 *
 *     [recording]
 *     file=../recordings/motion.csv
 *     channels=acc_x,acc_y,acc_z
 *     rate=50
 *
 * What may stand there besides the file is what im_feed_set() takes. Without such a file
 * it is the recording that has the name of the pipeline. One that is attached to nothing
 * on purpose has an empty `file`.
 *
 * Of a pipeline with several inputs each has a group with its name. What such a group
 * does not say is that of `[recording]`, if it is there:
 *
 *     [recording]
 *     file=imu.csv
 *     [recording acc]
 *     channels=ax,ay,az
 *     [recording gyro]
 *     channels=gx,gy,gz
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "recording/im-feed.h"

G_BEGIN_DECLS

/**
 * im_attachment_load:
 * @pipeline: the file of a pipeline
 * @error: return location for a [error@GLib.KeyFileError], [error@GLib.FileError] or
 *   [error@Im.RecordingError]; that there is none is no error
 *
 * Returns: (transfer full) (nullable): the recordings, by absolute paths, which may be
 *   gone; NULL if nothing is attached
 */
ImFeed *im_attachment_load (const char *pipeline, GError **error);

/**
 * im_attachment_save:
 * @pipeline: the file of a pipeline
 * @feed: (nullable): a recording, or one for each input, NULL for none
 * @error: return location for a [error@GLib.FileError]
 *
 * Writes what is attached, relative to the folder of the pipeline if it is in the same
 * home.
 *
 * Returns: whether it was written
 */
gboolean im_attachment_save (const char *pipeline, const ImFeed *feed, GError **error);

G_END_DECLS
