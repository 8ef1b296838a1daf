/* A program that frames are passed through: it reads them from one pipe, and writes what
 * it computes to another, as records of a trace.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "run/im-host.h"

G_BEGIN_DECLS

/**
 * ImStreamProgram:
 * @argv: the program; it reads IM_HOST_FRAMES_PIPE and writes IM_HOST_OUTPUTS_PIPE
 * @folder: where both are
 * @limits: of the process
 * @name: what messages begin with, such as `the C of the pipeline`
 * @frame_time_s: seconds that a frame may take, behind which the program ends itself by
 *   SIGALRM; 0 if it does not
 */
typedef struct
{
  const char *const *argv;
  const ImWorkFolder *folder;
  const ImProcessLimits *limits;
  const char *name;
  guint frame_time_s;
} ImStreamProgram;

/**
 * im_stream_program_run:
 * @self: a program
 * @stream: where frames come from, and where outputs go
 * @error: as of im_host_stream()
 *
 * Runs it. A record of a status, of an error or of a mismatch ends it.
 *
 * Returns: whether all frames went through
 */
gboolean im_stream_program_run (const ImStreamProgram *self,
                                const ImHostStream *stream,
                                GError **error);

G_END_DECLS
