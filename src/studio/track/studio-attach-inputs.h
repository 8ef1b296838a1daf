/* The inputs of a pipeline as rows: which recording each of them has, and what is open
 * about it. One of them is chosen.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "studio/track/studio-feeds.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_ATTACH_INPUTS (studio_attach_inputs_get_type ())
G_DECLARE_FINAL_TYPE (StudioAttachInputs,
                      studio_attach_inputs,
                      STUDIO,
                      ATTACH_INPUTS,
                      AdwPreferencesGroup)

/**
 * studio_attach_inputs_show:
 * @inputs: the rows
 * @feeds: (element-type StudioFeed): what they show, always of the same inputs
 * @chosen: which of them is chosen
 *
 * The signals `chosen`, `open`, for another file, and `remove` have the number of an
 * input; `dropped` has it, and the path of a file.
 */
void studio_attach_inputs_show (StudioAttachInputs *inputs,
                                const GPtrArray *feeds,
                                guint chosen);

G_END_DECLS
