/* Microphones and serial ports of `--input`: they are recorded while the command runs,
 * and the first Ctrl-C ends the recording, not the command.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "cli/terminal/cli-options.h"
#include "program/im-program.h"
#include "recording/im-feed.h"

G_BEGIN_DECLS

/**
 * CliCapture:
 * @captures: (element-type ImCapture): what is recorded
 * @folder: (nullable): where, unless somebody keeps it
 */
typedef struct
{
  GPtrArray *captures;
  char *folder;
} CliCapture;

/* Whether `--input` names a microphone or a serial port. */
gboolean cli_capture_is_wanted (const CliOptions *options);

/**
 * cli_capture_check:
 * @options: what was given
 * @error: return location for an [error@Im.RecordingError]: FORMAT
 *
 * Returns: whether `--seconds`, `--baud` and `--save` say something that can be done
 */
gboolean cli_capture_check (const CliOptions *options, GError **error);

/**
 * cli_capture_begin:
 * @self: (inout): empty; to be cleared in any case
 * @options: what was given
 * @program: what is recorded goes into it
 * @feed: (inout): gets the recordings in place of the names
 * @error: return location for an [error@Im.CaptureError], a [error@GLib.FileError] or
 *   G_IO_ERROR_CANCELLED
 *
 * Begins to record, and waits for the first rows.
 *
 * Returns: whether there are some of each
 */
gboolean cli_capture_begin (CliCapture *self,
                            const CliOptions *options,
                            const ImProgram *program,
                            ImFeed *feed,
                            GError **error);

/* Ends what still records, and tells what is worth knowing of it. */
void cli_capture_finish (CliCapture *self, ImDiagnostics *diagnostics);

void cli_capture_clear (CliCapture *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliCapture, cli_capture_clear)

G_END_DECLS
