/* Emitted C on this machine: a pipeline becomes a program that reads frames from a file
 * and writes a trace of all it computes.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "base/im-diagnostics.h"
#include "plan/im-plan.h"
#include "verify/im-inputs.h"
#include "verify/im-process.h"
#include "verify/im-work-folder.h"

G_BEGIN_DECLS

/* The numbers of functions in records of IM_TRACE_STATUS. */
typedef enum
{
  IM_HOST_INIT,
  IM_HOST_ENQUEUE,
  IM_HOST_DEQUEUE,
  IM_HOST_COMPUTE,
  IM_HOST_SOFT_RESET,
} ImHostFunction;

#define IM_HOST_FRAMES "frames.bin"
#define IM_HOST_TRACE  "c.trace"

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
 * im_host_build:
 * @plan: a plan of IM_LANGUAGE_C
 * @library: where its units are
 * @folder: where the files go
 * @limits: limits of the compiler
 * @diagnostics: where problems go
 * @error: return location for an [error@Im.CompareError]: EMIT, an
 *   [error@Im.ToolchainError] or a [error@GLib.FileError]
 *
 * Emits and compiles a pipeline that records.
 *
 * Returns: whether there is a program
 */
gboolean im_host_build (const ImPlan *plan,
                        ImUnitLibrary *library,
                        ImWorkFolder *folder,
                        const ImProcessLimits *limits,
                        ImDiagnostics *diagnostics,
                        GError **error);

/**
 * im_host_keep_source:
 * @folder: where im_host_build() failed
 * @error: (inout): why it failed
 *
 * If that was the compiler, lets the folder stay, and says so in the message.
 */
void im_host_keep_source (ImWorkFolder *folder, GError **error);

/**
 * im_host_build_plain:
 *
 * Like im_host_build(), but the pipeline only records its outputs, and nothing guards its
 * memory: for long recordings.
 *
 * Returns: whether there is a program
 */
gboolean im_host_build_plain (const ImPlan *plan,
                              ImUnitLibrary *library,
                              ImWorkFolder *folder,
                              const ImProcessLimits *limits,
                              ImDiagnostics *diagnostics,
                              GError **error);

/**
 * im_host_run:
 * @folder: where im_host_build() made a program
 * @runs: (array length=n_runs): what to run it on, each from the start
 * @n_runs: their number
 * @limits: its limits
 * @error: return location for an [error@Im.CompareError]: RUN, or FILE if there is no
 *   room for what it records, or a [error@GLib.FileError]
 *
 * Runs a pipeline. What it recorded is in the file IM_HOST_TRACE of @folder, too.
 *
 * Returns: (nullable): the trace
 */
GBytes *im_host_run (const ImWorkFolder *folder,
                     ImFrames *const *runs,
                     guint n_runs,
                     const ImProcessLimits *limits,
                     GError **error);

G_END_DECLS
