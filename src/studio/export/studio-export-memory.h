/* A table of the memory that a pipeline needs on a device.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "plan/im-plan.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_EXPORT_MEMORY (studio_export_memory_get_type ())
G_DECLARE_FINAL_TYPE (StudioExportMemory,
                      studio_export_memory,
                      STUDIO,
                      EXPORT_MEMORY,
                      AdwBin)

/**
 * studio_export_memory_set_plan:
 * @memory: the table
 * @plan: (nullable): a plan, NULL if there is none
 *
 * Shows the bytes of arena, state and constants, and of the inputs and outputs that the
 * caller gives.
 */
void studio_export_memory_set_plan (StudioExportMemory *memory, const ImPlan *plan);

G_END_DECLS
