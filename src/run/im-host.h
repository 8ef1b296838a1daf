/* Emitted C on this machine: plans become one program that runs each of them on frames
 * from a file and writes a trace of all that it computes.
 *
 * Many plans in one program cost little more than one: it is the start of the compiler
 * and the headers of C that take the time.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "base/im-diagnostics.h"
#include "plan/im-plan.h"
#include "recording/im-inputs.h"
#include "run/im-build.h"
#include "run/im-process.h"
#include "run/im-work-folder.h"

G_BEGIN_DECLS

/* Of the cases that one process runs, so many may each write as much as one alone. */
#define IM_HOST_MAX_FULL_CASES 4

/* What a frame may take that is watched. */
#define IM_HOST_WATCH_TIME_S 2

/* The numbers of functions in records of IM_TRACE_STATUS. */
typedef enum
{
  IM_HOST_INIT,
  IM_HOST_ENQUEUE,
  IM_HOST_DEQUEUE,
  IM_HOST_COMPUTE,
  IM_HOST_SOFT_RESET,
} ImHostFunction;

/* Files of a case, with its number. */
#define IM_HOST_FRAMES "frames_%u.bin"
#define IM_HOST_TRACE  "c_%u.trace"

/**
 * ImHost:
 *
 * A program of several cases. It is built by one thread, and then run by another one if
 * need be.
 */
typedef struct _ImHost ImHost;

typedef struct _ImWorker ImWorker; /* see im-worker.h */

/**
 * ImHostRun:
 * @number: the case
 * @runs: (array length=n_runs): what to run it on, each from the start
 * @n_runs: their number
 * @trace: (out) (nullable): what it recorded
 * @error: (out) (nullable): an [error@Im.RunError] RUN, or FILE if there is no room
 *   for what it records
 *
 * What is to be done with one case. One that crashes or takes too long leaves the others
 * alone; but where two of a unit do not end, those that follow are not run, since each
 * would take its whole time.
 */
typedef struct
{
  guint number;
  ImFrames *const *runs;
  guint n_runs;
  GBytes *trace;
  GError *error;
} ImHostRun;

/**
 * ImHostStream:
 * @read: puts the next frames in the place of what @bytes holds; returns their number, 0
 * at the end, or -1 with an error; called by another thread
 * @write: takes a tensor of an output, of IM_HOST_STREAMED; returns FALSE with an error
 *   to end it all
 * @watch: takes what a call computed, of IM_HOST_WATCHED: the buffer of the plan, and the
 *   number of the frame behind which it stands; returns FALSE with an error to end it all
 * @data: for all
 *
 * Where frames come from, and where outputs go.
 */
typedef struct
{
  gssize (*read) (GByteArray *bytes, gpointer data, GError **error);
  gboolean (*write) (guint output,
                     gconstpointer elements,
                     gsize size_bytes,
                     gpointer data,
                     GError **error);
  gboolean (*watch) (guint buffer,
                     guint64 frame,
                     gconstpointer elements,
                     gsize size_bytes,
                     gpointer data,
                     GError **error);
  gpointer data;
} ImHostStream;

/**
 * ImHostKind:
 * @IM_HOST_COMPARED: all that its calls compute is recorded and its memory guarded, for
 *   im_host_run()
 * @IM_HOST_STREAMED: outputs are passed on, for im_host_stream(); it is the only case
 * @IM_HOST_WATCHED: all that its calls compute is passed on and its memory guarded, for
 *   im_host_stream(); it is the only case
 *
 * What a case is for.
 */
typedef enum
{
  IM_HOST_COMPARED,
  IM_HOST_STREAMED,
  IM_HOST_WATCHED,
} ImHostKind;

/**
 * im_host_list_inputs:
 * @program: a program
 *
 * Lists the inputs that take part, data before times, as the functions of the emitted
 * code take them.
 *
 * Returns: (element-type ImInput): the inputs
 */
GArray *im_host_list_inputs (const ImProgram *program);

/**
 * im_host_new:
 * @folder: where the files go; it outlives the program
 * @limits: limits of the compiler, and of each case
 *
 * Returns: a program without cases
 */
ImHost *im_host_new (const ImWorkFolder *folder, const ImProcessLimits *limits);

/**
 * im_host_add:
 * @host: a program that is not compiled yet
 * @plan: a plan of IM_LANGUAGE_C
 * @library: where its units are
 * @kind: what it is for
 * @diagnostics: where problems go
 * @error: return location for an [error@Im.RunError] EMIT, an
 *   [error@Im.TrustError] or a [error@GLib.FileError]
 *
 * Emits a plan as the next case. Cases are numbered from 0.
 *
 * Returns: whether it was added
 */
gboolean im_host_add (ImHost *host,
                      const ImPlan *plan,
                      ImUnitLibrary *library,
                      ImHostKind kind,
                      ImDiagnostics *diagnostics,
                      GError **error);

guint im_host_get_count (const ImHost *host);

/**
 * im_host_set_build:
 * @host: a program that is not compiled yet
 * @build: what it is compiled with and for; without it im_build_get_host()
 *
 * A program that is emulated has one case, and watches no memory; so has one on a board,
 * which is there already, and tells outputs only.
 */
void im_host_set_build (ImHost *host, const ImBuild *build);

/**
 * im_host_sanitize:
 * @host: a program that is not compiled yet
 *
 * Asks for the sanitizers of the compiler besides the guards, where it has them: for code
 * of which nothing else can be said than that it does nothing undefined.
 */
void im_host_sanitize (ImHost *host);

/**
 * im_host_compile:
 * @host: a program of one case or more
 * @error: return location for an [error@Im.ToolchainError], a [error@GLib.FileError] or
 *   G_IO_ERROR_CANCELLED
 *
 * Compiles all cases together. If the compiler refuses that, it gets each case alone, and
 * then together those that it takes.
 *
 * Returns: whether there is a program of one case or more
 */
gboolean im_host_compile (ImHost *host, GError **error);

/**
 * im_host_prepare:
 * @host: a program of one case that is watched
 * @worker: a worker that is locked, in whose folder the program is
 * @error: return location for a [error@GLib.FileError]
 *
 * Lets a worker compile the case when it is run, in the place of im_host_compile(): its
 * compiler is fast itself, its code is not. What it does not take is then an error of
 * im_host_stream(), an [error@Im.ToolchainError] COMPILE.
 *
 * Returns: FALSE without an error if the case calls what a worker cannot compile
 */
gboolean im_host_prepare (ImHost *host, ImWorker *worker, GError **error);

/**
 * im_host_dup_error:
 * @host: a program
 * @number: a case
 *
 * Returns: (nullable): why the compiler refuses the case
 */
GError *im_host_dup_error (const ImHost *host, guint number);

/**
 * im_host_run:
 * @host: a program that is compiled
 * @runs: (inout) (array length=n_runs): what to run, each case once at most
 * @n_runs: their number
 * @error: return location for a [error@GLib.FileError], G_IO_ERROR_CANCELLED or
 *   [error@Im.RunError]
 *
 * Returns: FALSE if nothing could be run
 */
gboolean im_host_run (ImHost *host, ImHostRun *runs, guint n_runs, GError **error);

/**
 * im_host_stream:
 * @host: a program that is compiled or prepared, of one case that is streamed or watched
 * @stream: where frames come from, and where outputs go
 * @error: return location for an [error@Im.RunError] RUN, an error of @stream, a
 *   [error@GLib.FileError] or G_IO_ERROR_CANCELLED
 *
 * Passes frames through the pipeline, of which some are in memory at a time.
 *
 * Returns: whether all frames went through
 */
gboolean im_host_stream (ImHost *host, const ImHostStream *stream, GError **error);

/**
 * im_host_stream_in:
 * @host: a program that is compiled, of one case that is streamed
 * @folder: where its pipes go, and where it works
 * @stream: where frames come from, and where outputs go
 * @error: return location for the errors of im_host_stream()
 *
 * Does what im_host_stream() does. Several threads may do so at the same time, each with
 * a folder of its own.
 *
 * Returns: whether all frames went through
 */
gboolean im_host_stream_in (const ImHost *host,
                            const ImWorkFolder *folder,
                            const ImHostStream *stream,
                            GError **error);

/**
 * im_host_write_frames:
 * @folder: where to write
 * @number: the case
 * @runs: (array length=n_runs): the frames, one run behind the other
 * @n_runs: their number
 * @error: return location for a [error@GLib.FileError]
 *
 * Writes what a case runs on to IM_HOST_FRAMES.
 *
 * Returns: whether it was written
 */
gboolean im_host_write_frames (const ImWorkFolder *folder,
                               guint number,
                               ImFrames *const *runs,
                               guint n_runs,
                               GError **error);

void im_host_run_clear (ImHostRun *run);

/**
 * im_host_keep_source:
 * @folder: where the sources are
 * @error: (inout): why there is no program of a case
 *
 * If that was the compiler, lets the folder stay, and says so in the message.
 */
void im_host_keep_source (ImWorkFolder *folder, GError **error);

void im_host_free (ImHost *host);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImHost, im_host_free)

G_END_DECLS
