/* What the parts of im-compare share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "plan/im-plan.h"
#include "run/im-trace-index.h"
#include "verify/im-compare.h"
#include "verify/im-reference.h"

G_BEGIN_DECLS

/**
 * im_compare_match:
 * @comparison: (inout): gets its layers
 * @reference: the reference, which has run
 * @folder: where its traces are
 * @c_trace: what C computed
 * @runs: (array length=n_runs): what both ran on
 * @n_runs: their number
 *
 * Compares what both languages computed.
 */
void im_compare_match (ImComparison *comparison,
                       const ImReference *reference,
                       const ImWorkFolder *folder,
                       GBytes *c_trace,
                       ImFrames *const *runs,
                       guint n_runs);

/**
 * im_compare_match_base:
 * @comparison: (inout): one that was matched; its outputs get what differs from the base
 * @reference: its reference
 * @c_trace: what its C computed
 * @base_trace: what another build of the same plan computed on the same frames
 * @runs: (array length=n_runs): what both ran on
 * @n_runs: their number
 *
 * Compares two builds bit by bit; what is not a number is the same.
 *
 * Returns: FALSE if they differ in more than numbers, such as how many results there are
 */
gboolean im_compare_match_base (ImComparison *comparison,
                                const ImReference *reference,
                                GBytes *c_trace,
                                GBytes *base_trace,
                                ImFrames *const *runs,
                                guint n_runs);

/**
 * im_compare_wants_step:
 * @comparison: a comparison that was matched
 *
 * Returns: whether all layers are equal but the whole is out of its tolerance, so that a
 *   run in step with C decides
 */
gboolean im_compare_wants_step (const ImComparison *comparison);

/**
 * im_compare_match_in_step:
 * @comparison: (inout): one that wants a step; its whole may become equal
 * @step: the whole pipeline in step with C, which has run
 * @folder: where its trace is; what it computed takes the place of what the whole did if
 * it is equal
 * @c_trace: what C computed
 * @runs: (array length=n_runs): what both ran on
 * @n_runs: their number
 *
 * Decides whether the whole differs only because layers make more of the rounding of
 * those in front of them, as a logarithm does near 0. The findings stay what they are.
 *
 * Returns: FALSE if the trace could not be kept
 */
gboolean im_compare_match_in_step (ImComparison *comparison,
                                   const ImReference *step,
                                   const ImWorkFolder *folder,
                                   GBytes *c_trace,
                                   ImFrames *const *runs,
                                   guint n_runs,
                                   GError **error);

/**
 * im_compare_judge_alone:
 * @comparison: (inout): gets its verdict
 * @reference: of a plan in Python, which has run
 * @trace: what Python computed
 * @runs: (array length=n_runs): what it ran on
 * @n_runs: their number
 *
 * Judges a pipeline that has only Python: whether it runs, and what it gives.
 */
void im_compare_judge_alone (ImComparison *comparison,
                             const ImReference *reference,
                             GBytes *trace,
                             ImFrames *const *runs,
                             guint n_runs);

/**
 * im_compare_judge_single:
 * @layer: (inout): a layer that was set up, of one language
 * @reference: the reference
 * @task: its task
 * @trace: what the one language computed
 * @runs: (array length=n_runs): what it ran on
 * @n_runs: their number
 * @language: which one
 *
 * Says what of a layer can be told without another language: on how many frames it ran,
 * and whether its results are finite where its inputs are ordinary.
 */
void im_compare_judge_single (ImCompareLayer *layer,
                              const ImReference *reference,
                              const ImReferenceTask *task,
                              GBytes *trace,
                              ImFrames *const *runs,
                              guint n_runs,
                              ImLanguage language);

/**
 * im_compare_match_layer:
 * @layer: a layer that was set up
 * @reference: the reference
 * @task: its task
 * @index: what C computed
 * @python_trace: (nullable): what its task computed
 * @runs: (array length=n_runs): what both ran on
 * @n_runs: their number
 *
 * Compares what both computed and decides about the state.
 */
void im_compare_match_layer (ImCompareLayer *layer,
                             const ImReference *reference,
                             const ImReferenceTask *task,
                             const ImTraceIndex *index,
                             GBytes *python_trace,
                             ImFrames *const *runs,
                             guint n_runs);

G_END_DECLS
