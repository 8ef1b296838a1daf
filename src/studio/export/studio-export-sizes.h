/* Fields for the sizes that the inputs of a pipeline leave open, which an export needs.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "program/im-program.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_EXPORT_SIZES (studio_export_sizes_get_type ())
G_DECLARE_FINAL_TYPE (StudioExportSizes,
                      studio_export_sizes,
                      STUDIO,
                      EXPORT_SIZES,
                      AdwBin)

/**
 * studio_export_sizes_ask:
 * @self: the fields
 * @program: a program with unknown sizes
 *
 * Makes a field for each axis of an input whose size is not known, once.
 */
void studio_export_sizes_ask (StudioExportSizes *self, const ImProgram *program);

/**
 * studio_export_sizes_fill:
 * @self: the fields
 * @inputs: (element-type ImUnitBinding): where to append the types of the inputs; they
 *   live until a field changes
 *
 * Returns: FALSE if a field has no size; then nothing is appended
 */
gboolean studio_export_sizes_fill (StudioExportSizes *self, GArray *inputs);

/* Marks what is missing and gives the first such field the keyboard focus. Returns
 * whether nothing is. */
gboolean studio_export_sizes_check (StudioExportSizes *self);

G_END_DECLS
