/* Which recording is attached to a pipeline. It is said in a key file beside the file of
 * the pipeline, `NAME.recordings`, not in that file: what a pipeline is does not depend
 * on what it is tried with.
 *
 *     [recording]
 *     file=../recordings/speech.wav
 *
 * Without such a file it is the recording that has the name of the pipeline. One that is
 * attached to nothing on purpose has an empty `file`.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * im_attachment_load:
 * @pipeline: the file of a pipeline
 * @error: return location for a [error@GLib.KeyFileError] or [error@GLib.FileError]; that
 *   there is none is no error
 *
 * Returns: (transfer full) (nullable) (type filename): the absolute path of a CSV or WAV
 *   file, which may be gone; NULL if nothing is attached
 */
char *im_attachment_load (const char *pipeline, GError **error);

/**
 * im_attachment_save:
 * @pipeline: the file of a pipeline
 * @recording: (nullable) (type filename): a CSV or WAV file, NULL for none
 * @error: return location for a [error@GLib.FileError]
 *
 * Writes what is attached, relative to the folder of the pipeline if it is in the same
 * home.
 *
 * Returns: whether it was written
 */
gboolean im_attachment_save (const char *pipeline, const char *recording, GError **error);

G_END_DECLS
