/* Another program, run with limits: the code of a package never runs in our process.
 *
 * The program gets a folder, an empty input, an environment of a few variables and limits
 * on time, memory, the size of files and the number of processes, and is confined as far
 * as the machine can (see im-sandbox.h). It and all that it starts are killed when it
 * ends, its time is over, it tries what it may not, or the caller does not want it any
 * more.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define IM_PROCESS_MAX_OUTPUT_BYTES (64 * 1024) /* what is kept of what it prints */
#define IM_PROCESS_MAX_STARTED      64          /* processes that it may start */
#define IM_PROCESS_MAX_TOOLS        4096  /* the same of a compiler, for many files */
#define IM_PROCESS_MAX_FILES        20000 /* files that may be in its folder */

/**
 * ImProcessLimits:
 * @folder: where it runs and may write; `/` if it is to write nothing
 * @time_s: seconds that it may take
 * @memory_bytes: address space that it may use, 0 for no limit
 * @file_bytes: how much it may write to one file
 * @folder_bytes: how much it may add to @folder, if that is more
 * @is_maker: whether it makes programs, as a compiler does: it sets modes of files
 * @descriptor: what it inherits besides, under the same number; 0 for nothing
 * @busy: of a program that waits for work: a descriptor that can be read from while it
 * has some; its folder is looked at only then. 0 if it always has
 * @cancellable: (nullable): stops it
 */
typedef struct
{
  const char *folder;
  guint time_s;
  guint64 memory_bytes;
  guint64 file_bytes;
  guint64 folder_bytes;
  gboolean is_maker;
  int descriptor;
  int busy;
  GCancellable *cancellable;
} ImProcessLimits;

/**
 * ImProcessResult:
 * @exit_status: what it returned, -1 if it was killed
 * @signal: the signal that killed it, or 0
 * @timed_out: whether its time was over
 * @offence: (nullable): what it was ended for, such as `tried to open a network
 *   connection`
 * @output: what it printed, without blanks at the end, as UTF-8
 */
typedef struct
{
  int exit_status;
  int signal;
  gboolean timed_out;
  char *offence;
  char *output;
} ImProcessResult;

/**
 * im_process_run:
 * @argv: the program and its arguments, NULL terminated
 * @limits: its limits
 * @result: (out): how it ended; untouched on failure
 * @error: return location for a [error@GLib.SpawnError] if it cannot be started, or
 *   G_IO_ERROR_CANCELLED
 *
 * Runs a program and waits for its end.
 *
 * Returns: whether it ran to an end of its own or to its limits
 */
gboolean im_process_run (const char *const *argv,
                         const ImProcessLimits *limits,
                         ImProcessResult *result,
                         GError **error);

void im_process_result_clear (ImProcessResult *result);

/**
 * im_process_result_dup_failure:
 * @result: a result
 * @limits: the limits
 *
 * Returns: (nullable): how it ended in words, such as `ended with status 2`, or NULL if
 *   all is well
 */
char *im_process_result_dup_failure (const ImProcessResult *result,
                                     const ImProcessLimits *limits);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ImProcessResult, im_process_result_clear)

G_END_DECLS
