/* What was recorded, over time: signals as envelopes, and bands of labels.
 *
 * Tracks of labels come first, each label a band with its name, in the colour of that
 * name; where labels overlap they are stacked. Below them are the signals, and behind
 * these what the labels of the first track hold is shaded. Channels whose names differ
 * only in their last part, such as `acc_x` and `acc_y`, share a lane and its scale.
 * Numbers that are missing are hatched.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/display/im-scene.h"
#include "scene/track/im-envelope.h"

G_BEGIN_DECLS

#define IM_TRACKS_WIDTH        960 /* pixels, of a page */
#define IM_TRACKS_NARROW_WIDTH 316 /* of a panel beside something else */
#define IM_TRACKS_COLUMNS      1024
#define IM_TRACKS_MAX_CHANNELS 48 /* of a track; more are named, but not drawn */

/**
 * ImTrackLabel:
 * @start: when it begins
 * @end: when it has ended, from @start on
 * @name: what it says
 */
typedef struct
{
  double start;
  double end;
  const char *name;
} ImTrackLabel;

/**
 * ImTrack:
 * @name: of a file
 * @channels: of signals: names, as many as the envelope has channels
 * @n_left_out: of signals: channels that are not drawn
 * @rate_hz: of signals: rows per second, 0 if unknown
 * @envelope: (nullable): of signals; NULL of labels
 * @labels: of labels, in any order
 * @n_labels: their number
 */
typedef struct
{
  const char *name;
  const char *const *channels;
  guint n_left_out;
  double rate_hz;
  const ImEnvelope *envelope;
  const ImTrackLabel *labels;
  guint n_labels;
} ImTrack;

/**
 * ImTracks:
 * @title: what was recorded
 * @tracks: in the order of drawing, but labels come first
 * @n_tracks: their number
 * @from: time at the left
 * @to: time at the right, > @from
 * @origin: what is subtracted from times where they are written
 * @is_timed: whether times are in seconds, else they are rows
 */
typedef struct
{
  const char *title;
  const ImTrack *tracks;
  guint n_tracks;
  double from;
  double to;
  double origin;
  gboolean is_timed;
} ImTracks;

/**
 * im_scene_tracks_new:
 * @tracks: what was recorded
 * @width: of the picture, at least 240 pixels
 * @has_heading: whether its title stands above it
 *
 * Returns: a picture; its size depends on the number of lanes, not on that of rows
 */
ImScene *im_scene_tracks_new (const ImTracks *tracks, double width, gboolean has_heading);

/**
 * im_tracks_get_time:
 * @tracks: what was recorded
 * @width: of the picture
 * @x: a place in it
 * @time: (out): when that is
 *
 * Returns: FALSE if @x is beside the time axis
 */
gboolean im_tracks_get_time (const ImTracks *tracks,
                             double width,
                             double x,
                             double *time);

/* Where a time is in the picture: the inverse of im_tracks_get_time(). */
double im_tracks_get_x (const ImTracks *tracks, double width, double time);

/**
 * im_tracks_append_at:
 * @tracks: what was recorded
 * @time: a time
 * @out: where to append
 *
 * Appends the time, the numbers of each channel in the column of pixels that the time is
 * in, and the labels that hold then, parts of a line.
 */
void im_tracks_append_at (const ImTracks *tracks, double time, GString *out);

/**
 * im_tracks_append_names:
 * @track: a track of labels
 * @separator: between them
 * @out: where to append
 *
 * Appends each name of a label, sorted, with how many there are of it and how many
 * seconds they take: `still: 2 labels, 4.5 s`.
 */
void im_tracks_append_names (const ImTrack *track, const char *separator, GString *out);

G_END_DECLS
