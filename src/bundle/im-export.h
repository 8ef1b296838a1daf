/* Exports: a plan becomes a firmware bundle on disk, tested and compiled.
 *
 * An export emits the source, compares it with Python, compiles it for targets, and then
 * writes everything at once. Until then nothing is at the place where it goes, so that an
 * export that fails or is cancelled leaves nothing half-written.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "bundle/test/im-bundle.h"

G_BEGIN_DECLS

/**
 * ImExportStage:
 * @IM_EXPORT_STAGE_EMIT: the source and the files around it are made
 * @IM_EXPORT_STAGE_TEST: C and Python are run and compared
 * @IM_EXPORT_STAGE_BUILD: the source is compiled for the targets
 * @IM_EXPORT_STAGE_WRITE: the files are written
 */
typedef enum
{
  IM_EXPORT_STAGE_EMIT,
  IM_EXPORT_STAGE_TEST,
  IM_EXPORT_STAGE_BUILD,
  IM_EXPORT_STAGE_WRITE,
  IM_N_EXPORT_STAGES,
} ImExportStage;

/**
 * ImExportProgressFunc:
 * @stage: what is done
 * @activity: what of it, such as `running Python`
 * @fraction: how much is done already, from 0 to 1
 * @data: what the caller gave
 *
 * Is told what is done next, in the thread of the export.
 */
typedef void (*ImExportProgressFunc) (ImExportStage stage,
                                      const char *activity,
                                      double fraction,
                                      gpointer data);

/**
 * ImExportOptions:
 * @names: prefix and name
 * @left_out: bit mask of 1 << ImBundleFormatId that it does without
 * @path: the folder or ZIP file that is written
 * @is_zip: whether all goes into one ZIP file
 * @targets: bit mask of 1 << ImTargetId to compile for
 * @has_test: whether C and Python are run, and the bundle gets its test
 * @allows_different: whether a bundle is wanted though C and Python differ, or could not
 * be compared: then that is a warning, else an error and a mark in the bundle
 * @usual: how far results may be off about which their unit promises nothing
 * @recording: (nullable): frames of the test; NULL for random ones
 * @seed: of random frames
 * @progress: (nullable) (scope call): is told what is done next
 * @progress_data: for @progress
 * @cancellable: (nullable): stops everything
 */
typedef struct
{
  ImEmitOptions names;
  guint left_out;
  const char *path;
  gboolean is_zip;
  guint targets;
  gboolean has_test;
  gboolean allows_different;
  ImUsualTolerance usual;
  const ImRecording *recording;
  guint64 seed;
  ImExportProgressFunc progress;
  gpointer progress_data;
  GCancellable *cancellable;
} ImExportOptions;

/**
 * ImExport:
 * @plan: what was exported; belongs to the caller of im_export_run()
 * @emission: what became of it
 * @artifacts: the files
 * @test: what the comparison found
 * @targets: (element-type ImBundleTarget): what was compiled
 * @path: the folder or ZIP file that was written
 */
typedef struct
{
  const ImPlan *plan;
  ImEmission *emission;
  ImArtifacts *artifacts;
  ImBundleTest test;
  GArray *targets;
  char *path;
} ImExport;

#define IM_EXPORT_ERROR (im_export_error_quark ())

/**
 * ImExportError:
 * @IM_EXPORT_ERROR_EMIT: there is no C of the pipeline; the problems say why
 */
typedef enum
{
  IM_EXPORT_ERROR_EMIT,
} ImExportError;

GQuark im_export_error_quark (void);

/**
 * im_export_run:
 * @plan: a plan of IM_LANGUAGE_C
 * @library: where its units are
 * @options: what is chosen
 * @diagnostics: where problems go
 * @error: return location for an [error@Im.ExportError], an [error@Im.ArtifactsError], an
 *   [error@Im.RecordingError], a [error@GLib.FileError] or G_IO_ERROR_CANCELLED
 *
 * Exports a pipeline. What is missing on this machine, such as a compiler, is a problem
 * among @diagnostics; the bundle is written without what needs it. A bundle whose C is
 * not proven to compute what its Python does is written, too, and is an error there.
 *
 * Returns: (nullable): what was exported, or NULL if nothing was written
 */
ImExport *im_export_run (const ImPlan *plan,
                         ImUnitLibrary *library,
                         const ImExportOptions *options,
                         ImDiagnostics *diagnostics,
                         GError **error);

void im_export_free (ImExport *self);

/**
 * im_export_dup_path:
 * @path: what somebody chose
 * @is_zip: whether it is for a ZIP file
 *
 * Returns: the path that is written: that of a ZIP file ends in `.zip`
 */
char *im_export_dup_path (const char *path, gboolean is_zip);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImExport, im_export_free)

G_END_DECLS
