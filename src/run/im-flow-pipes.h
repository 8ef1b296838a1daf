/* A program that reads frames from one pipe and writes records to another: for languages
 * that cannot wait for a word of memory.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "run/im-host.h"

G_BEGIN_DECLS

#define IM_FLOW_FRAMES_PIPE  "frames.pipe"
#define IM_FLOW_RECORDS_PIPE "outputs.pipe"

/**
 * im_flow_pipes_run:
 * @argv: the program; it reads IM_FLOW_FRAMES_PIPE and writes IM_FLOW_RECORDS_PIPE
 * @folder: where both are
 * @limits: of the process
 * @name: what messages begin with, such as `the Python of the pipeline`
 * @stream: where frames come from, and where outputs go
 * @error: as of im_host_stream()
 *
 * Runs it. A record of a status, of an error or of a mismatch ends it.
 *
 * Returns: whether all frames went through
 */
gboolean im_flow_pipes_run (const char *const *argv,
                            const ImWorkFolder *folder,
                            const ImProcessLimits *limits,
                            const char *name,
                            const ImHostStream *stream,
                            GError **error);

G_END_DECLS
