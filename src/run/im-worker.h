/* A confined process that compiles the C of pipelines into its memory and runs it, one
 * after the other, so that neither the start of a process nor that of a compiler is paid
 * for at each edit. See host/host-worker.c.
 *
 * It is started when there is something to do, and again when it has ended, whatever the
 * reason.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "run/im-host.h"
#include "run/im-work-folder.h"

G_BEGIN_DECLS

/**
 * im_worker_is_there:
 *
 * Returns: whether there is a program for it: it needs libtcc where it is built
 */
gboolean im_worker_is_there (void);

/**
 * im_worker_new:
 *
 * Returns: (transfer full): a worker without a process. Threads share it, one at a time
 */
ImWorker *im_worker_new (void);

ImWorker *im_worker_ref (ImWorker *worker);

/* The last one ends its process. */
void im_worker_unref (ImWorker *worker);

/**
 * im_worker_lock:
 * @worker: a worker
 * @error: return location for a [error@GLib.FileError]
 *
 * Waits until nobody else uses it.
 *
 * Returns: (nullable): the folder where it looks for sources, until im_worker_unlock();
 * NULL if there is none, and the worker is not locked
 */
const ImWorkFolder *im_worker_lock (ImWorker *worker, GError **error);

void im_worker_unlock (ImWorker *worker);

/**
 * im_worker_stream:
 * @worker: a worker that is locked; the sources of a host of one case that is watched are
 * in its folder
 * @limits: of its process
 * @frame_time_s: seconds that a frame may take
 * @stream: where frames come from, and where outputs go
 * @error: return location for an [error@Im.ToolchainError] COMPILE, if it does not take
 * the code, the errors of im_host_stream() else
 *
 * Returns: whether all frames went through
 */
gboolean im_worker_stream (ImWorker *worker,
                           const ImProcessLimits *limits,
                           guint frame_time_s,
                           const ImHostStream *stream,
                           GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImWorker, im_worker_unref)

G_END_DECLS
