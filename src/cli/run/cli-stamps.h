/* When outputs come, in the time of the recording, and what is labelled then.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "plan/im-plan.h"
#include "recording/im-labels.h"
#include "run/im-host-frames.h"

G_BEGIN_DECLS

/**
 * CliStamps:
 * @labels: (nullable): of the recording
 * @frames: the recordings
 * @source: the source of the plan that the recording goes to
 * @rows_per_frame: of the recording
 * @first: inputs of the pipeline that have to be there before the first output
 * @every: inputs from one output to the next
 *
 * The time of an output, and its label, are those of the last row of the recording that
 * it is made of.
 */
typedef struct
{
  const ImLabels *labels;
  const ImHostFrames *frames;
  guint source;
  double rows_per_frame;
  double first;
  double every;
} CliStamps;

/**
 * cli_stamps_init:
 * @self: (out): filled on success
 * @labels: (nullable): of the recording
 * @frames: the recordings
 * @source: the source of the plan that the outputs follow from
 * @plan: what runs
 * @sink: index of one of its sinks
 * @diagnostics: gets a warning, `labels`, that says why @labels are left out
 *
 * Returns: whether it is known when the outputs come
 */
gboolean cli_stamps_init (CliStamps *self,
                          const ImLabels *labels,
                          const ImHostFrames *frames,
                          guint source,
                          const ImPlan *plan,
                          guint sink,
                          ImDiagnostics *diagnostics);

/* When an output comes, in seconds; the first one is 0. */
double cli_stamps_get_time (const CliStamps *self, guint64 output);

/* Appends the label that an output has; nothing where there is none. */
void cli_stamps_append_label (const CliStamps *self, guint64 output, GString *out);

G_END_DECLS
