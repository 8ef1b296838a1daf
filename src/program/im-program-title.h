/* What people call a node, in the place of the name that the file has for it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "unit/im-unit.h"

G_BEGIN_DECLS

/**
 * im_program_dup_title:
 * @path: names of the nodes around a node and its own, such as `mel/window`
 * @unit: (nullable): its unit
 *
 * A name that was made of the id of the unit is not said, but for its number: what the
 * file calls `slidingwindow_2` or `SlidingWindow2` is “Sliding Window 2”. A name that
 * somebody chose stands behind that of the unit, “Low-Pass Filter (gravity)”, and the
 * nodes around it in front, “mel › Sliding Window”.
 *
 * Returns: the title; the last name if @unit is NULL
 */
char *im_program_dup_title (const char *path, const ImUnit *unit);

G_END_DECLS
