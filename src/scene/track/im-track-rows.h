/* Where the bands of labels are, and which colour each name has.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/track/im-scene-tracks.h"

G_BEGIN_DECLS

#define IM_TRACK_MAX_ROWS 8 /* what would be in more is in the last one */

/**
 * ImTrackBand:
 * @label: a label
 * @row: which row it is in, the upper one is 0
 */
typedef struct
{
  const ImTrackLabel *label;
  guint row;
} ImTrackBand;

/**
 * im_track_rows_stack:
 * @track: a track of labels
 * @from: what ends before is left out
 * @to: what starts behind is left out
 * @n_rows: (out): how many rows there are
 *
 * Puts each label into the first row that is free when it starts.
 *
 * Returns: (element-type ImTrackBand): the bands, in the order of their starts
 */
GArray *im_track_rows_stack (const ImTrack *track, double from, double to, guint *n_rows);

/**
 * im_track_rows_find_colours:
 * @tracks: what was recorded
 *
 * Gives each name of a label a colour that follows from the name, or the next one that is
 * free if a name in front of it in the alphabet has that one.
 *
 * Returns: (element-type utf8 guint): index of a colour by name, which is borrowed
 */
GHashTable *im_track_rows_find_colours (const ImTracks *tracks);

/* The number of colours. */
#define IM_TRACK_N_COLOURS 8

G_END_DECLS
