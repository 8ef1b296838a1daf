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

#define IM_RECORDING_RATE_STEPS 65536 /* that the usual one is found from */

/* The median step of times, of the first IM_RECORDING_RATE_STEPS ones; 0 of one time. */
double im_recording_time_find_step (const double *times, gsize n_times);

/* A rate as the file means it: 50 where its times are rounded to microseconds. */
double im_recording_time_round_rate (double rate_hz);

/**
 * im_recording_time_check:
 * @format: gets whether it is irregular, and where first
 * @time_s: (array length=n): times, in seconds
 * @n: their number
 * @first_row: the row of the first of them
 * @before_s: when the row in front of that was taken, NaN if it is not known
 * @step_s: the usual step
 *
 * Looks whether rows come evenly.
 */
void im_recording_time_check (ImRecording *format,
                              const double *time_s,
                              gsize n,
                              gsize first_row,
                              double before_s,
                              double step_s);

/**
 * ImRecordingGaps:
 * @n: how many steps of time are longer than one and a half usual ones
 * @first_row: the row, from 0, behind the first of them
 * @longest_s: the longest one
 * @n_rows: rows that were looked at
 * @last_s: when the last of them was taken
 */
typedef struct
{
  gsize n;
  gsize first_row;
  double longest_s;
  gsize n_rows;
  double last_s;
} ImRecordingGaps;

/* Adds what further rows have of gaps; nothing if they have no times. */
void im_recording_gaps_add (ImRecordingGaps *gaps, const ImRecording *rows);

G_END_DECLS
