/* One recording through a pipeline, from its file to those of the outputs.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/run/cli-run-program.h"
#include "recording/im-feed.h"
#include "recording/im-labels.h"

G_BEGIN_DECLS

/**
 * CliSource:
 * @feed: the recording that is given, or that a session names, and how it is read; of
 *   several inputs one for each
 * @labels: (nullable): those that are given, or that the session names, or that stand
 *   beside the recording
 *
 * What a pipeline is run on.
 */
typedef struct
{
  ImFeed *feed;
  ImLabels *labels;
} CliSource;

/**
 * cli_source_find:
 * @source: (inout): has the recording, or the session, and gets the rest; to be cleared
 *   in any case
 * @given_labels: (nullable): the labels that are given
 * @wants_labels: whether the result has a place for labels
 * @error: return location for an [error@Im.RecordingError] or [error@Im.FileError]
 *
 * Returns: whether all was found; the recording itself is not looked at
 */
gboolean cli_source_find (CliSource *source,
                          const char *given_labels,
                          gboolean wants_labels,
                          GError **error);

void cli_source_clear (CliSource *source);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliSource, cli_source_clear)

/**
 * CliRecordedRun:
 * @source: what it is run on
 * @output: the file of the outputs; its suffix says how they are written
 * @max_frames: how many frames are wanted at most, 0 for all
 * @shows_progress: whether the terminal shows how far the recording was read
 * @compiles: whether the program is compiled as soon as the recording is known to fit
 * @diagnostics: gets what is worth saying of the recording
 * @results: (out) (element-type CliOutputs): one for each time that outputs come at;
 * those without rows are not written
 * @failure: (out) (nullable): what kind of failure there was, as of a problem
 */
typedef struct
{
  const CliSource *source;
  const char *output;
  guint max_frames;
  gboolean shows_progress;
  gboolean compiles;
  ImDiagnostics *diagnostics;
  GPtrArray *results;
  const char *failure;
} CliRecordedRun;

/**
 * cli_recorded_run:
 * @run: what is to be done; clear it with cli_recorded_run_clear() in any case
 * @program: what does it
 * @error: return location for the errors of im_host_frames_open(),
 *   cli_run_program_compile() and cli_run_program_stream(), and a
 *   [error@GLib.FileError] of the results
 *
 * Returns: whether the results are written; a file is replaced as a whole or not at all
 */
gboolean cli_recorded_run (CliRecordedRun *run, CliRunProgram *program, GError **error);

/* The files that the results of a run have: more than one where outputs come at different
 * times. Those that would have no rows are missing. */
GPtrArray *cli_recorded_run_list_paths (const ImPlan *plan, const char *output);

void cli_recorded_run_clear (CliRecordedRun *run);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliRecordedRun, cli_recorded_run_clear)

G_END_DECLS
