/* What a microphone or a serial port delivers now, while it is recorded.
 *
 * A capture is named `microphone:` or `microphone:DEVICE`, and `serial:PORT`. What
 * arrives is written at once to an ordinary recording, WAV of a microphone and CSV of a
 * port, from which frames are read while it grows; so nothing is computed of anything
 * that is not in the file, and what is there stays whatever happens.
 *
 * A port sends lines of numbers, as sketches for an Arduino print them: with any
 * separator and decimal sign that CSV files may have, also with a label before each
 * number, as in `x:1,y:2`, and behind a line of names if there is one. What was under way
 * when the port was opened is left out, and so are lines that are no such row; they are
 * counted. If neither a rate is given nor a column is time, a column `time_s` behind the
 * others says when each row arrived.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "recording/im-feed.h"
#include "recording/im-inputs.h"

G_BEGIN_DECLS

typedef struct _ImCapture ImCapture;

#define IM_CAPTURE_ERROR (im_capture_error_quark ())

/**
 * ImCaptureError:
 * @IM_CAPTURE_ERROR_OPEN: the microphone or port cannot be opened, or cannot be read as
 * is wanted
 * @IM_CAPTURE_ERROR_NOTHING: no row has arrived, and none will
 * @IM_CAPTURE_ERROR_FILE: the recording cannot be written
 */
typedef enum
{
  IM_CAPTURE_ERROR_OPEN,
  IM_CAPTURE_ERROR_NOTHING,
  IM_CAPTURE_ERROR_FILE,
} ImCaptureError;

GQuark im_capture_error_quark (void);

/* Whether a text names a microphone or a serial port, not a file. */
gboolean im_capture_is_name (const char *text);

/* What the names of its recordings end in: `.wav` or `.csv`. */
const char *im_capture_get_suffix (const char *name);

/**
 * im_capture_start:
 * @feed: one whose path is the name of a capture; rate, channels, baud, separator,
 *   decimal sign, header and time say how it is recorded. Of what follows it channels of
 *   the same microphone are recorded, too
 * @input: (nullable): where it goes: a microphone has its channels and rate if @feed does
 *   not say others
 * @path: (type filename): the recording, a new file
 * @max_s: how many seconds are wanted, 0 until it is stopped
 * @error: return location for an [error@Im.CaptureError]: OPEN, FILE
 *
 * Begins to record, in a thread of its own.
 *
 * Returns: (nullable): a capture that goes on
 */
ImCapture *im_capture_start (const ImFeed *feed,
                             const ImInput *input,
                             const char *path,
                             double max_s,
                             GError **error);

/**
 * im_capture_wait:
 * @capture: a capture
 * @cancellable: (nullable): ends the wait
 * @error: return location for an [error@Im.CaptureError]: NOTHING, or
 * G_IO_ERROR_CANCELLED
 *
 * Waits for the first row.
 *
 * Returns: whether there is one
 */
gboolean im_capture_wait (ImCapture *capture, GCancellable *cancellable, GError **error);

/**
 * im_capture_set_feed:
 * @capture: a capture whose first row is there
 * @feed: (inout): what to read, which may be more than one
 *
 * Puts the recording in the place of the name of the capture, and says how it is read as
 * long as it grows, and later.
 */
void im_capture_set_feed (ImCapture *capture, ImFeed *feed);

/* Lets it end soon; any thread may call it. */
void im_capture_request_stop (ImCapture *capture);

/* Stops it, and waits until the recording is complete. One without a row is removed. */
void im_capture_stop (ImCapture *capture);

/* How far it has come. */
ImGrowth *im_capture_get_growth (ImCapture *capture);

const char *im_capture_get_name (const ImCapture *capture);
const char *im_capture_get_path (const ImCapture *capture);

/* For how many seconds it has recorded: from its first row on. */
double im_capture_get_seconds (ImCapture *capture);

/**
 * im_capture_note:
 * @capture: a capture
 * @diagnostics: where warnings go
 *
 * Warns (`recording-gap`) of samples that are missing because nobody took them in time,
 * (`recording-lines`) of lines that are no rows, (`recording-rate`) of rows that came at
 * another rate than is said, and (`recording-end`) of what has ended it before it was
 * stopped.
 */
void im_capture_note (ImCapture *capture, ImDiagnostics *diagnostics);

/* Stops it. */
void im_capture_free (ImCapture *capture);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImCapture, im_capture_free)

G_END_DECLS
