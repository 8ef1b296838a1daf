/* Golden vectors: the frames that a test of a bundle runs on, and what must come of them.
 *
 * They are taken from what a comparison left in its folder: frames, and the trace of the
 * Python reference, or that of C where there is no reference.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "artifact/im-artifacts.h"
#include "plan/im-plan.h"
#include "verify/im-compare.h"

G_BEGIN_DECLS

/* What runs share; one that gives its first result later may take more. */
#define IM_VECTORS_MAX_BYTES (128u * 1024)

/**
 * ImVectorPort:
 * @name: the input or output of the pipeline
 * @number: its number in the program
 * @function: number of the function that takes or gives it, of those that do
 * @type: its type
 * @tolerance: of outputs: how far results may be off
 * @bytes: of inputs all frames, of outputs all results, one behind the other
 */
typedef struct
{
  const char *name;
  guint number;
  guint function;
  ImTensorType type;
  ImTolerance tolerance;
  GByteArray *bytes;
} ImVectorPort;

/**
 * ImVectorRun:
 * @name: what its frames are
 * @n_frames: how many
 */
typedef struct
{
  const char *name;
  guint n_frames;
} ImVectorRun;

/**
 * ImVectorResult:
 * @run: number of the run
 * @frame: number of the frame that it came behind
 * @function: number of the function that gave it
 */
typedef struct
{
  guint run;
  guint frame;
  guint function;
} ImVectorResult;

/**
 * ImVectors:
 * @source: (nullable): who computed the results, NULL if there are none
 * @inputs: (element-type ImVectorPort): as the functions take them
 * @outputs: (element-type ImVectorPort): as the functions give them
 * @runs: (element-type ImVectorRun): what the frames belong to
 * @results: (element-type ImVectorResult): in their order
 * @plan: whose they are
 * @has_state: whether results may depend on earlier frames
 */
typedef struct
{
  const char *source;
  GArray *inputs;
  GArray *outputs;
  GArray *runs;
  GArray *results;
  const ImPlan *plan;
  gboolean has_state;
  /*< private >*/
  ImArena *arena;
} ImVectors;

/**
 * im_vectors_new:
 * @plan: a plan of IM_LANGUAGE_C
 *
 * Returns: the inputs and outputs of a plan, without frames
 */
ImVectors *im_vectors_new (const ImPlan *plan);
void im_vectors_free (ImVectors *vectors);

/**
 * im_vectors_read:
 * @vectors: vectors without frames
 * @comparison: what a comparison with `is_for_vectors` found
 * @folder: where it left its files
 * @error: return location for an [error@Im.RunError]: FILE if the frames are not
 *   those that were written there
 *
 * Fills in frames and results. Each run is cut where it would take more than its share of
 * IM_VECTORS_MAX_BYTES, but not before its first result.
 *
 * Returns: whether the files could be read
 */
gboolean im_vectors_read (ImVectors *vectors,
                          const ImComparison *comparison,
                          const char *folder,
                          GError **error);

/**
 * im_vectors_add_run:
 * @vectors: vectors without results
 * @frames: frames of all inputs
 *
 * Adds frames that have no results.
 */
void im_vectors_add_run (ImVectors *vectors, const ImFrames *frames);

/**
 * im_vectors_append_header:
 * @vectors: vectors
 * @out: where to append
 *
 * Appends `vectors.h`, which runner.c includes. Numbers are the bits of the elements, so
 * that nothing is rounded and the byte order of the target does not matter.
 */
void im_vectors_append_header (const ImVectors *vectors, GString *out);

/**
 * im_vectors_append_json:
 * @vectors: vectors
 * @out: where to append
 *
 * Appends `vectors.json`, which tells compare.py what a trace holds.
 */
void im_vectors_append_json (const ImVectors *vectors, GString *out);

/* Elements of a port. */
gsize im_vector_port_count (const ImVectorPort *port);
gsize im_vector_port_bytes (const ImVectorPort *port);

/* The functions that give outputs. */
guint im_vectors_count_gets (const ImVectors *vectors);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImVectors, im_vectors_free)

G_END_DECLS
