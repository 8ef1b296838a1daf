/* A board at the other end of a serial port, which runs serial.c of a bundle: frames go
 * there, results and cycles come back, as the trace of a run.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "plan/im-plan.h"
#include "recording/im-inputs.h"

G_BEGIN_DECLS

/**
 * im_serial_run:
 * @port: the file of the port, such as `/dev/ttyACM0`, behind a colon its bits per
 * second, 115200 if it has none
 * @plan: what the board computes
 * @runs: (array length=n_runs): frames, each run from the start
 * @n_runs: their number
 * @time_s: seconds that a frame may take
 * @cancellable: (nullable): stops it
 * @error: return location for an [error@Im.RunError]: FILE if the port cannot be opened,
 *   RUN if nobody answers, or what answers is no such board or has another pipeline;
 *   G_IO_ERROR_CANCELLED
 *
 * Runs the pipeline of a board. The soft reset of a run is left out: boards begin anew.
 *
 * Returns: (nullable): a trace of frames and outputs, and of cycles as the instructions
 * of the whole
 */
GBytes *im_serial_run (const char *port,
                       const ImPlan *plan,
                       ImFrames *const *runs,
                       guint n_runs,
                       guint time_s,
                       GCancellable *cancellable,
                       GError **error);

G_END_DECLS
