/* What somebody chose for an export, and what was chosen the last time.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "bundle/files/im-bundle-format.h"
#include "run/im-target.h"
#include "verify/im-tolerance.h"

G_BEGIN_DECLS

#define STUDIO_EXPORT_MAX_RELATIVE 1.0 /* of the tolerances that can be chosen */
#define STUDIO_EXPORT_MAX_ABSOLUTE 1e6

/**
 * StudioExportChoice:
 * @name: of the files
 * @prefix: of all symbols
 * @path: the folder or ZIP file
 * @recording: (nullable): a WAV or CSV file, NULL for random frames
 * @is_zip: whether all goes into one ZIP file
 * @has_test: whether C and Python are compared
 * @targets: bit mask of 1 << ImTargetId
 * @left_out: bit mask of 1 << ImBundleFormatId
 * @usual: how far results may be off about which their unit promises nothing
 */
typedef struct
{
  char *name;
  char *prefix;
  char *path;
  char *recording;
  gboolean is_zip;
  gboolean has_test;
  guint targets;
  guint left_out;
  ImUsualTolerance usual;
} StudioExportChoice;

/**
 * studio_export_choice_load:
 *
 * Returns: what was chosen the last time, or in the preferences: @path is the folder that
 * the bundle went into, or NULL, and @name and @recording are NULL, because they belong
 * to a pipeline
 */
StudioExportChoice *studio_export_choice_load (void);

/* Remembers a choice for the next time; the folder stays what it is without a @name. */
void studio_export_choice_save (const StudioExportChoice *self);

/* Forgets all that was chosen. */
void studio_export_choice_reset (void);

StudioExportChoice *studio_export_choice_copy (const StudioExportChoice *self);
void studio_export_choice_free (StudioExportChoice *self);

/**
 * studio_export_choice_dup_missing:
 * @id: a target
 *
 * Returns: (nullable): the compiler that is not on this machine, with the packages that
 *   have it, or NULL if something can be compiled for the target
 */
char *studio_export_choice_dup_missing (ImTargetId id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioExportChoice, studio_export_choice_free)

G_END_DECLS
