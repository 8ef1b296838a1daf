/* The recording of `--input`, and the options that say how it is read.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/terminal/cli-options.h"
#include "recording/im-feed.h"

G_BEGIN_DECLS

/**
 * cli_feed_new:
 * @options: what was given
 * @path: the recording
 * @error: return location for an [error@Im.RecordingError]: FORMAT
 *
 * Returns: (nullable): the recording
 */
ImFeed *cli_feed_new (const CliOptions *options, const char *path, GError **error);

G_END_DECLS
