/* The Python side of a comparison: a module for each layer and one for the whole, and the
 * process that replays what C did.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "plan/im-plan.h"
#include "run/im-host.h"
#include "run/im-process.h"
#include "run/im-work-folder.h"
#include "verify/im-compare.h"
#include "verify/im-stdlib.h"

G_BEGIN_DECLS

/* Where the numbers of cases without C begin, behind those of a program of C. */
#define IM_REFERENCE_ALONE 1000000

/* What the whole pipeline of a case computes in Python, with its number. */
#define IM_REFERENCE_TRACE "case_%u.trace"

/**
 * ImReferenceOutput:
 * @port: number of the output in the program of the task
 * @buffer: number of the C plan's buffer that it is compared with; of the whole pipeline
 * -1
 */
typedef struct
{
  guint port;
  gint buffer;
} ImReferenceOutput;

/**
 * ImReferenceInput:
 * @port: number of the input in the program of the task
 * @buffer: number of the C plan's buffer
 * @dtype: its element type
 */
typedef struct
{
  guint port;
  gint buffer;
  ImDType dtype;
} ImReferenceInput;

/**
 * ImReferenceTask:
 * @instance: number of the layer, or -1 for the whole pipeline
 * @program: what it computes
 * @plan: (nullable): its plan in Python
 * @state: EQUAL if it can run or has run; NO_TWIN or NOT_RUN
 * @message: (nullable): why it cannot run, or did not
 * @module: its module, a file name
 * @traced_module: (nullable): of the whole pipeline: the same module, which tells what
 * its calls compute
 * @is_in_step: whether it goes on with what C computed, where it computed the same but
 * for rounding
 * @trace: what it writes, a file name
 * @has_state: whether what it computes may depend on earlier frames
 * @inputs: (element-type ImReferenceInput): what it reads, in the order of the Python
 * function
 * @outputs: (element-type ImReferenceOutput): in the order of the Python function
 */
typedef struct
{
  gint instance;
  const ImProgram *program;
  ImPlan *plan;
  ImCompareState state;
  const char *message;
  const char *module;
  const char *traced_module;
  gboolean is_in_step;
  const char *trace;
  gboolean has_state;
  GArray *inputs;
  GArray *outputs;
} ImReferenceTask;

/**
 * ImReference:
 * @c_plan: the plan that is compared with; one of Python if there is no C
 * @number: its case
 * @arena: where texts live
 * @tasks: (element-type ImReferenceTask): the layers that call something, then the whole
 * @stdlib: the Python of units that have none
 * @usual: how far results may be off about which their unit promises nothing
 */
typedef struct
{
  const ImPlan *c_plan;
  guint number;
  ImArena *arena;
  GArray *tasks;
  ImStdlib stdlib;
  ImUsualTolerance usual;
} ImReference;

/**
 * im_reference_build:
 * @reference: (out): the tasks
 * @c_plan: a plan of IM_LANGUAGE_C, or without layers of IM_LANGUAGE_PYTHON
 * @number: the case, a part of the names of files
 * @with_layers: whether each layer is a task besides the whole
 * @library: where its units are
 * @folder: where the modules go
 * @arena: where texts live
 * @error: return location for a [error@GLib.FileError]
 *
 * Plans and emits the modules. What has no Python is noted in the tasks.
 *
 * Returns: whether the modules were written
 */
gboolean im_reference_build (ImReference *reference,
                             const ImPlan *c_plan,
                             guint number,
                             gboolean with_layers,
                             ImUnitLibrary *library,
                             const ImWorkFolder *folder,
                             ImArena *arena,
                             GError **error);

/**
 * im_reference_init_in_step:
 * @step: (out): the whole pipeline in step with C, as its only task; it uses what belongs
 * to @reference
 * @reference: a reference that has run
 *
 * Prepares a run of the whole pipeline in which the differences of layers do not add up.
 * Each layer gets what the layers in front of it computed in C, where their Python, from
 * the same inputs, computes that within their tolerance; what does not agree goes on as
 * Python has it.
 *
 * Returns: FALSE if its layers cannot be told apart
 */
gboolean im_reference_init_in_step (ImReference *step, const ImReference *reference);

/**
 * ImReferenceRun:
 * @reference: a reference
 * @runs: (array length=n_runs): what C ran on
 * @n_runs: their number
 */
typedef struct
{
  ImReference *reference;
  ImFrames *const *runs;
  guint n_runs;
} ImReferenceRun;

/**
 * im_reference_run:
 * @runs: (array length=n_runs): what is to run
 * @n_runs: their number
 * @folder: where the modules, the frames and the traces of C are
 * @limits: limits of the process, its time for each task
 * @error: return location for a [error@GLib.FileError] or G_IO_ERROR_CANCELLED
 *
 * Runs all tasks that can run in one process. A task that kills it, or does not end, is
 * noted as NOT_RUN, and the process is started again with the next one.
 *
 * Returns: FALSE only if something else than the reference failed
 */
gboolean im_reference_run (const ImReferenceRun *runs,
                           guint n_runs,
                           const ImWorkFolder *folder,
                           const ImProcessLimits *limits,
                           GError **error);

/**
 * im_reference_stream:
 * @plan: a plan of IM_LANGUAGE_PYTHON
 * @library: where its units are
 * @folder: where the module goes
 * @limits: limits of the process
 * @stream: where frames come from, and where outputs go
 * @diagnostics: where problems of the code go
 * @error: return location for an [error@Im.RunError] EMIT or RUN, an
 *   [error@Im.ToolchainError], an [error@Im.TrustError], an error of @stream, a
 *   [error@GLib.FileError] or G_IO_ERROR_CANCELLED
 *
 * Passes frames through the Python of a whole pipeline, as im_host_stream() does through
 * its C.
 *
 * Returns: whether all frames went through
 */
gboolean im_reference_stream (const ImPlan *plan,
                              ImUnitLibrary *library,
                              const ImWorkFolder *folder,
                              const ImProcessLimits *limits,
                              const ImHostStream *stream,
                              ImDiagnostics *diagnostics,
                              GError **error);

/**
 * im_reference_find_buffer:
 * @plan: a plan
 * @tensor: number of a tensor of its program
 *
 * Returns: the buffer that holds the tensor, or -1; a view is in that of its root
 */
gint im_reference_find_buffer (const ImPlan *plan, gint tensor);

void im_reference_clear (ImReference *reference);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ImReference, im_reference_clear)

G_END_DECLS
