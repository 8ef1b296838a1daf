/* The recordings of `--input`, and the options that say how they are read.
 *
 * Of a pipeline with several inputs each of these texts may begin with the name of one:
 * `--input acc=a.csv --input gyro=b.csv`, or `--input imu.csv --channels acc=ax,ay,az
 * --channels gyro=gx,gy,gz`. What begins with no name is for all the others.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/terminal/cli-options.h"
#include "program/im-program.h"
#include "recording/im-feed.h"

G_BEGIN_DECLS

/* How long the name of an input in front of a text seems to be, with the `=`; 0 if there
 * is none. */
gsize cli_feed_measure_name (const char *text);

/* Whether a recording, or a list of channels, seems to begin with the name of an input.
 */
gboolean cli_feed_is_named (const CliOptions *options);

/**
 * cli_feed_new:
 * @options: what was given
 * @program: what the recordings go into
 * @recordings: (array zero-terminated): the texts of `--input`, at least one
 * @error: return location for an [error@Im.RecordingError]: FORMAT; or CHANNELS, if an
 *   input has no recording, or a recording no input
 *
 * Returns: (nullable): the recording, or one for each input
 */
ImFeed *cli_feed_new (const CliOptions *options,
                      const ImProgram *program,
                      const char *const *recordings,
                      GError **error);

G_END_DECLS
