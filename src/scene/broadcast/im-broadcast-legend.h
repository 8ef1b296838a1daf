/* The legend of a picture of broadcasting, and the cells that it shares with the tables.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/broadcast/im-broadcast-layout.h"

G_BEGIN_DECLS

/* Draws a cell with a text in its middle, "" for none. */
void im_broadcast_draw_cell (ImScene *scene,
                             ImBroadcastLook look,
                             ImBroadcastGroup group,
                             ImScenePoint corner,
                             double width,
                             double height,
                             const char *text);

/* Draws the legend and makes the scene larger by it. */
void im_broadcast_legend_draw (const ImBroadcastLayout *layout, ImScene *scene);

G_END_DECLS
