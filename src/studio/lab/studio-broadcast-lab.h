/* The Broadcast Lab: a window in which shapes are typed and seen to meet, under the rules
 * of Imaginet, NumPy, MLIR and TML.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "lab/im-broadcast-lab.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_BROADCAST_LAB (studio_broadcast_lab_get_type ())
G_DECLARE_FINAL_TYPE (StudioBroadcastLab,
                      studio_broadcast_lab,
                      STUDIO,
                      BROADCAST_LAB,
                      AdwWindow)

/**
 * studio_broadcast_lab_present:
 * @parent: (nullable): the window in front of which it appears
 * @shapes: (nullable) (array zero-terminated=1): shapes to begin with, at most
 *   IM_LAB_MAX_OPERANDS; without them it begins with the first example
 *
 * Shows a new Broadcast Lab with the rules of Shape.broadcast of Imaginet, or with those
 * of MLIR if a size is not known.
 */
void studio_broadcast_lab_present (GtkWindow *parent, const char *const *shapes);

G_END_DECLS
