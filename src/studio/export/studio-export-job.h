/* The work of an export, in other threads.
 *
 * The owner of a job is kept alive until it is done, and so is the application, so that a
 * job that is cancelled while the last window closes can still clean up.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "bundle/im-export.h"
#include "document/state/im-document.h"
#include "run/im-snapshot.h"
#include "studio/export/studio-export-choice.h"

G_BEGIN_DECLS

/* Takes a snapshot of a document as it is now. */
void studio_export_job_plan_async (GObject *owner,
                                   ImDocument *document,
                                   GAsyncReadyCallback callback);
ImSnapshot *studio_export_job_plan_finish (GAsyncResult *result);

/**
 * studio_export_job_look_async:
 * @owner: whose job it is
 * @choice: what is chosen
 * @callback: is called in the main thread
 *
 * Looks at the place where the bundle shall go.
 */
void studio_export_job_look_async (GObject *owner,
                                   const StudioExportChoice *choice,
                                   GAsyncReadyCallback callback);

/**
 * studio_export_job_look_finish:
 * @result: what the callback got
 * @place: (out): what is there
 * @error: return location for an [error@Im.ArtifactsError]
 *
 * Returns: whether the bundle may go there; an earlier export may be replaced
 */
gboolean studio_export_job_look_finish (GAsyncResult *result,
                                        ImArtifactsPlace *place,
                                        GError **error);

/**
 * StudioExportOutcome:
 * @export: (nullable): what was exported; its plan is that of the snapshot
 * @problems: what was said of it
 */
typedef struct
{
  ImExport *export;
  ImDiagnostics *problems;
} StudioExportOutcome;

void studio_export_outcome_free (StudioExportOutcome *self);

/* Is told in the main thread what is done next. */
typedef void (*StudioExportProgressFunc) (GObject *owner,
                                          ImExportStage stage,
                                          const char *activity,
                                          double fraction);

/**
 * studio_export_job_run_async:
 * @owner: whose job it is
 * @snapshot: the pipeline, which has a plan; nobody may use it until the job is done
 * @choice: what is chosen
 * @progress: is told what is done next
 * @cancellable: stops everything
 * @callback: is called in the main thread
 *
 * Exports a pipeline.
 */
void studio_export_job_run_async (GObject *owner,
                                  const ImSnapshot *snapshot,
                                  const StudioExportChoice *choice,
                                  StudioExportProgressFunc progress,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback);

/* What was exported; @error is as that of im_export_run(). */
StudioExportOutcome *studio_export_job_run_finish (GAsyncResult *result, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioExportOutcome, studio_export_outcome_free)

G_END_DECLS
