/* The column of time of a recording: which one it is, and what rate it means.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "recording/im-recording.h"

G_BEGIN_DECLS

/**
 * ImTimeName:
 * @IM_TIME_NAME_NONE: the name says nothing about time
 * @IM_TIME_NAME_LIKELY: it is a `t`, or a unit: time if nothing else speaks against it
 * @IM_TIME_NAME_CERTAIN: it says that it is time
 */
typedef enum
{
  IM_TIME_NAME_NONE,
  IM_TIME_NAME_LIKELY,
  IM_TIME_NAME_CERTAIN,
} ImTimeName;

/**
 * im_recording_time_parse_name:
 * @name: the name of a column, such as `Time (s)`
 * @units_per_s: (out): how many of the unit in the name are a second, 0 if there is none
 *
 * Every word of the name must be known, so that `reaction time` or `time constant` is
 * not taken for it.
 *
 * Returns: what the name says
 */
ImTimeName im_recording_time_parse_name (const char *name, double *units_per_s);

/**
 * im_recording_time_guess_unit:
 * @first: the first time of a recording whose unit is not known
 *
 * A time in seconds since 1970 stays below 1e11 for 3000 years.
 *
 * Returns: how many units are a second
 */
double im_recording_time_guess_unit (double first);

/**
 * im_recording_time_find_rate:
 * @recording: a recording with time
 *
 * Sets rate, whether it is irregular, and where. A recording of one row, or of which most
 * rows have the same time, keeps the rate that it has.
 */
void im_recording_time_find_rate (ImRecording *recording);

/**
 * ImRecordingGaps:
 * @n: how many steps of time are longer than one and a half usual ones
 * @first_row: the row, from 0, behind the first of them
 * @longest_s: the longest one
 */
typedef struct
{
  gsize n;
  gsize first_row;
  double longest_s;
} ImRecordingGaps;

/* Where rows of a recording are missing, as its times say; nowhere if it has none. */
ImRecordingGaps im_recording_find_gaps (const ImRecording *recording);

G_END_DECLS
