/* The comparison of emitted C with the Python reference, layer by layer.
 *
 * The pipeline is emitted as C that records what each call computes, compiled, and run on
 * a recording, random frames and edge values. Then each layer's Python code is run on the
 * inputs that C recorded for it, and its results are compared with those of C; the whole
 * pipeline is also run in Python from end to end. Everything runs in other processes with
 * limits. See im-tolerance.h for what is equal.
 *
 * Many pipelines are compared at once at little more cost than one: they share a program
 * in C and a process of Python. One that crashes or hangs leaves the others alone.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "base/im-diagnostics.h"
#include "program/im-program.h"
#include "recording/im-inputs.h"
#include "run/im-build.h"
#include "run/im-run-error.h"
#include "verify/im-target-cost.h"
#include "verify/im-tolerance.h"

G_BEGIN_DECLS

#define IM_COMPARE_MAX_FRAMES 1000000             /* of each kind */
#define IM_COMPARE_MAX_BYTES  ((gsize) 256 << 20) /* of the frames of each kind */

/**
 * ImCompareState:
 * @IM_COMPARE_EQUAL: all results are within the tolerance
 * @IM_COMPARE_DIFFERENT: one is not, or there are more results in one language
 * @IM_COMPARE_NO_TWIN: there is no Python implementation
 * @IM_COMPARE_NOT_RUN: the Python implementation could not run
 * @IM_COMPARE_NO_C: there is no implementation in C
 */
typedef enum
{
  IM_COMPARE_EQUAL,
  IM_COMPARE_DIFFERENT,
  IM_COMPARE_NO_TWIN,
  IM_COMPARE_NOT_RUN,
  IM_COMPARE_NO_C,
} ImCompareState;

/**
 * ImCompareData:
 * @IM_COMPARE_ORDINARY: the recording and random frames: what the pipeline is made for
 * @IM_COMPARE_EDGES: zeros, denormals, the largest numbers, what is not finite
 */
typedef enum
{
  IM_COMPARE_ORDINARY,
  IM_COMPARE_EDGES,
  IM_N_COMPARE_DATA,
} ImCompareData;

/**
 * ImCompareFinding:
 * @difference: how far the results are apart
 * @n_tensors: how many tensors were compared
 * @first_run: of the first element out of tolerance: the frames, such as `random`
 * @first_frame: of the first element out of tolerance: the number of the frame, from 0
 */
typedef struct
{
  ImDifference difference;
  guint64 n_tensors;
  const char *first_run;
  guint first_frame;
} ImCompareFinding;

/**
 * ImFixedFigures:
 * @n_elements: of a Q or D type: how many were looked at, on ordinary data; else 0
 * @n_saturated: of them those at an end of the range
 * @headroom_db: how far the largest one is from the end of the range, in decibels;
 * infinite if all are 0
 * @has_snr: whether the float twin of the pipeline has the output, too
 * @snr_db: what the float twin computes over what it differs by, in decibels; infinite if
 * it does not differ
 *
 * How good an output of a pipeline in fixed point is.
 */
typedef struct
{
  guint64 n_elements;
  guint64 n_saturated;
  double headroom_db;
  gboolean has_snr;
  double snr_db;
} ImFixedFigures;

/**
 * ImCompareOutput:
 * @name: the socket, or the output of the pipeline
 * @type: element type and shape
 * @tolerance: how far results may be apart
 * @findings: of each kind of data: how far they are
 * @from_base: of each kind of data: how far C is from the C of the base, without
 * tolerance, if there is one
 * @fixed: of a pipeline in fixed point: how good the results are
 */
typedef struct
{
  const char *name;
  ImTensorType type;
  ImTolerance tolerance;
  ImCompareFinding findings[IM_N_COMPARE_DATA];
  ImDifference from_base[IM_N_COMPARE_DATA];
  ImFixedFigures fixed;
} ImCompareOutput;

/**
 * ImCompareTensor:
 * @name: the socket
 * @type: element type and shape
 * @elements: (nullable): its elements, not aligned; NULL if there were none yet
 * @n_elements: their number
 */
typedef struct
{
  const char *name;
  ImTensorType type;
  const guint8 *elements;
  gsize n_elements;
} ImCompareTensor;

/**
 * ImCompareSample:
 * @run: what the frames were, such as `random`
 * @frame: the number of the frame, from 0
 * @element: the first element out of tolerance, or that which is farthest off
 * @inputs: what the layer read last
 * @n_inputs: their number
 * @c: what C computed of it
 * @python: what Python did
 *
 * The first tensor of a layer that is out of tolerance; of a layer that is within it the
 * one that is farthest off on ordinary data.
 */
typedef struct
{
  const char *run;
  guint frame;
  gsize element;
  const ImCompareTensor *inputs;
  guint n_inputs;
  ImCompareTensor c;
  ImCompareTensor python;
} ImCompareSample;

/**
 * ImCompareLayer:
 * @path: the layer; NULL for the whole pipeline
 * @title: what people call it, see im_program_dup_title(); NULL for the whole pipeline
 * @unit_id: its unit
 * @states: of each kind of data: what was found
 * @message: (nullable): why it is so, if numbers do not say it
 * @reference: (nullable): the unit of the standard library whose Python stands in, since
 * this one has none
 * @missing: (nullable): why it has none, if it says to have some
 * @n_not_finite: of one language alone: how many numbers it made of ordinary data that
 * are not finite
 * @cost: on an emulated core: what it took, on the recording or else random frames
 * @sample: (nullable): of a layer of which anything was compared: its results at a place
 * @outputs: one for each output that was compared
 * @n_outputs: their number
 */
typedef struct
{
  const char *path;
  const char *title;
  const char *unit_id;
  ImCompareState states[IM_N_COMPARE_DATA];
  const char *message;
  const char *reference;
  const char *missing;
  guint64 n_not_finite;
  ImTargetCost cost;
  const ImCompareSample *sample;
  ImCompareOutput *outputs;
  guint n_outputs;
} ImCompareLayer;

/**
 * ImCompareRun:
 * @name: what the frames were: see [struct@Im.Frames]
 * @n_frames: how many
 * @n_outputs: how many outputs C gave
 */
typedef struct
{
  const char *name;
  guint n_frames;
  guint n_outputs;
} ImCompareRun;

/**
 * ImComparison:
 * @unit_id: the pipeline
 * @layers: one for each layer that computes something
 * @n_layers: their number
 * @whole: the pipeline from end to end; its tolerance is the sum of those of the layers.
 * A layer may make more of the rounding of those in front of it, as a logarithm does near
 * 0: if all layers are equal, what is out of tolerance is computed again in step with C,
 * so that differences do not add up, and the message says in how many elements that
 * decided. Only what it makes of recordings and random frames is judged: there is no
 * bound for what such chains make of the rounding of edge values.
 * @runs: what it was run on
 * @n_runs: their number
 * @state: the worst one of the layers and the whole, of all data: different, then not
 * run, then no twin
 * @trace: (nullable): what C computed, if that was to be kept
 * @is_beside_base: whether it was compared with a base, too, which made the same calls
 *
 * A pipeline that cannot be C, since layers have only Python, has no layers, and the
 * state NO_C if it runs. The message of its whole then says what it was run on, and
 * whether all results of finite inputs are finite; so does that of a layer in C without
 * Python.
 */
typedef struct
{
  const char *unit_id;
  ImCompareLayer *layers;
  guint n_layers;
  ImCompareLayer whole;
  ImCompareRun *runs;
  guint n_runs;
  ImCompareState state;
  GBytes *trace;
  gboolean is_beside_base;
  /*< private >*/
  ImArena *arena;
} ImComparison;

typedef void (*ImCompareProgressFunc) (const char *activity, gpointer data);

/**
 * ImCompareCase:
 * @program: a program without errors; it outlives the comparison
 * @recording: (nullable): what else to run on
 * @has_figures: whether to say how good results in fixed point are, for which a twin in
 * floats is compiled and run beside the pipeline
 */
typedef struct
{
  const ImProgram *program;
  const ImRecording *recording;
  gboolean has_figures;
} ImCompareCase;

/**
 * ImCompareOptions:
 * @seed: of the random frames
 * @n_frames: number of frames of each kind, at most IM_COMPARE_MAX_FRAMES and
 * IM_COMPARE_MAX_BYTES together; 0 for as many as give some windows
 * @is_for_vectors: whether to run on what a bundle stores: the recording alone, or random
 * frames, with edge values where no input is a float; a source that does not compile is
 * in the bundle then and not kept
 * @usual: how far results may be off about which their unit promises nothing
 * @time_s: seconds that each pipeline in C, and each layer in Python, may take; 0 for 60
 * @has_no_reset: whether no run forgets all data in its middle, as boards cannot
 * @keeps_trace: whether the result has what C computed
 * @base: (nullable): what another build computed on the same frames, a trace
 * @build: (nullable): what the C is compiled with and for; NULL for im_build_get_host()
 * @folder: (nullable): where all files stay; NULL for a folder that is removed
 * @progress: (nullable) (scope call): is told what is done next, by the thread that does
 * it
 * @progress_data: for @progress
 * @cancellable: (nullable): stops everything
 */
typedef struct
{
  guint64 seed;
  guint n_frames;
  gboolean is_for_vectors;
  ImUsualTolerance usual;
  guint time_s;
  gboolean has_no_reset;
  gboolean keeps_trace;
  GBytes *base;
  const ImBuild *build;
  const char *folder;
  ImCompareProgressFunc progress;
  gpointer progress_data;
  GCancellable *cancellable;
} ImCompareOptions;

/**
 * ImCompareBatch:
 *
 * Pipelines that are compared at once.
 */
typedef struct _ImCompareBatch ImCompareBatch;

/**
 * im_compare_batch_new:
 * @cases: (array length=n_cases): the pipelines
 * @n_cases: their number
 * @library: where their units are
 * @options: what is chosen
 * @error: return location for a [error@GLib.FileError]
 *
 * Emits the code of pipelines. What is wrong with one of them is its result.
 *
 * Returns: (nullable): a batch
 */
ImCompareBatch *im_compare_batch_new (const ImCompareCase *cases,
                                      guint n_cases,
                                      ImUnitLibrary *library,
                                      const ImCompareOptions *options,
                                      GError **error);

/**
 * im_compare_batch_run:
 * @batch: a batch
 *
 * Compiles, runs and compares. This may be done by another thread than the one that made
 * the batch, while that one makes the next.
 */
void im_compare_batch_run (ImCompareBatch *batch);

/**
 * im_compare_batch_take:
 * @batch: a batch that was run
 * @number: a case, each once
 * @diagnostics: where problems of the emitted code go
 * @error: return location for an [error@Im.RunError], an [error@Im.ToolchainError],
 *   an [error@Im.RecordingError] or G_IO_ERROR_CANCELLED
 *
 * Returns: (nullable): what was found
 */
ImComparison *im_compare_batch_take (ImCompareBatch *batch,
                                     guint number,
                                     ImDiagnostics *diagnostics,
                                     GError **error);

void im_compare_batch_free (ImCompareBatch *batch);

/**
 * im_compare_run:
 * @pipeline: a pipeline
 * @library: where its units are
 * @options: what is chosen
 * @diagnostics: where problems of the emitted code go
 * @error: as of im_compare_batch_new() and im_compare_batch_take()
 *
 * Compares a pipeline with its reference. If the compiler does not accept the source, it
 * is kept, and the message says where.
 *
 * Returns: (nullable): what was found
 */
ImComparison *im_compare_run (const ImCompareCase *pipeline,
                              ImUnitLibrary *library,
                              const ImCompareOptions *options,
                              ImDiagnostics *diagnostics,
                              GError **error);

/**
 * im_compare_take_example:
 * @comparison: a comparison whose state is NO_C, or DIFFERENT since an example failed
 * @number: of an example of the unit, from 1
 * @failure: (nullable): why Python does not give what it states
 *
 * Adds to the verdict what an example says, which is all there is to compare with.
 */
void im_compare_take_example (ImComparison *comparison,
                              guint number,
                              const char *failure);

void im_comparison_free (ImComparison *comparison);

/* The worse of both verdicts of a layer. */
ImCompareState im_compare_layer_get_state (const ImCompareLayer *layer);

/**
 * im_compare_state_get_name:
 * @state: a state
 *
 * Returns: `equal`, `different`, `no Python twin`, `reference could not run` or `only
 *   Python`
 */
const char *im_compare_state_get_name (ImCompareState state);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImComparison, im_comparison_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImCompareBatch, im_compare_batch_free)

G_END_DECLS
