/* The place of one table in a picture of broadcasting: first its widths, then all.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/broadcast/im-broadcast-layout.h"

G_BEGIN_DECLS

/* Measures a table: sets widths of columns. */
void im_broadcast_box_measure (ImBroadcastBox *box, ImArena *arena);

/* From the names of rows to the last column. */
double im_broadcast_box_get_width (const ImBroadcastBox *box);

/* Places a measured table with its upper left corner at @at. */
void im_broadcast_box_place (ImBroadcastBox *box, ImScenePoint at, ImArena *arena);

/* The middle between the rows of operands, where links begin and end. */
double im_broadcast_box_get_link_y (const ImBroadcastBox *box);

G_END_DECLS
