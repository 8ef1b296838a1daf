/* The labels of a recording, for the rows that come of it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "plan/im-plan.h"
#include "recording/im-inputs.h"
#include "recording/im-labels.h"

G_BEGIN_DECLS

/**
 * CliLabels:
 * @labels: of the recording
 * @recording: its format
 * @rows_per_frame: of the recording
 * @first: inputs of the pipeline that have to be there before the first output
 * @every: inputs from one output to the next
 *
 * Which label an output has: that of the last row of the recording that it is made of.
 */
typedef struct
{
  const ImLabels *labels;
  const ImRecording *recording;
  double rows_per_frame;
  double first;
  double every;
} CliLabels;

/**
 * cli_labels_init:
 * @self: (out): filled on success
 * @labels: of the recording
 * @recording: its format
 * @input: what the recording flows into
 * @plan: what runs
 * @sink: index of one of its sinks
 * @diagnostics: gets a warning, `labels`, that says why there are no labels
 *
 * Returns: whether it is known when the outputs come, and something is labelled then
 */
gboolean cli_labels_init (CliLabels *self,
                          const ImLabels *labels,
                          const ImRecording *recording,
                          const ImInput *input,
                          const ImPlan *plan,
                          guint sink,
                          ImDiagnostics *diagnostics);

/* Appends a cell of CSV with the label of an output, the first is 0. */
void cli_labels_append (const CliLabels *self, guint64 output, GString *out);

G_END_DECLS
