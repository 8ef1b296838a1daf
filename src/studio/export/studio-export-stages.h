/* The progress of an export: a row for each stage, and how much is done.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "bundle/im-export.h"
#include "studio/export/studio-export-choice.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_EXPORT_STAGES (studio_export_stages_get_type ())
G_DECLARE_FINAL_TYPE (StudioExportStages,
                      studio_export_stages,
                      STUDIO,
                      EXPORT_STAGES,
                      AdwBin)

/* Shows the stages that an export will have. */
void studio_export_stages_start (StudioExportStages *stages,
                                 const StudioExportChoice *choice);

/**
 * studio_export_stages_show:
 * @stages: the page
 * @stage: what is done
 * @activity: what of it
 * @fraction: how much is done, from 0 to 1
 *
 * Shows what is done next.
 */
void studio_export_stages_show (StudioExportStages *stages,
                                ImExportStage stage,
                                const char *activity,
                                double fraction);

G_END_DECLS
