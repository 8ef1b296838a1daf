/* Lines of text that come from a device, as rows of numbers.
 *
 * It is found out which sign stands between the numbers, and how many there are: two
 * lines behind each other must agree. A line of names in front of them is their header. A
 * label before each number, as in `x:1,y:2`, is its name.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "recording/im-feed.h"

G_BEGIN_DECLS

/**
 * ImCaptureRows:
 * @separator: what stands between numbers; 0 until it is known
 * @decimal: the decimal sign; 0 until a number shows it
 * @header: whether there is a line of names
 * @n_columns: numbers in a row; 0 until it is known
 * @names: (nullable): those of the columns and NULL; each is its own number where the
 *   device does not say it
 * @numbers: those of the last row
 * @n_bad: lines that are no rows
 * @bad: (nullable): the first of them
 */
typedef struct
{
  char separator;
  char decimal;
  ImRecordingHeader header;
  guint n_columns;
  char **names;
  double *numbers;
  guint64 n_bad;
  char *bad;

  /* private */
  char *held;     /* the row before the one that agrees with it */
  gint64 held_us; /* when it arrived */
  char *text;     /* the line of text before it */
  gboolean is_text_first;
  gboolean is_behind_first;
} ImCaptureRows;

void im_capture_rows_init (ImCaptureRows *rows, const ImFeed *feed);
void im_capture_rows_clear (ImCaptureRows *rows);

/**
 * im_capture_rows_take:
 * @rows: what is known of the lines
 * @line: the next line, without its end; of the first one only a header is taken, because
 *   its start may be missing
 * @length: its bytes
 * @time_us: when it arrived
 * @found: called for each row that is known by it: the first two become known at once
 * @data: for @found
 *
 * Takes a line.
 */
void im_capture_rows_take (ImCaptureRows *rows,
                           const char *line,
                           gsize length,
                           gint64 time_us,
                           void (*found) (const ImCaptureRows *rows,
                                          const char *row,
                                          gint64 time_us,
                                          gpointer data),
                           gpointer data);

/* Appends the numbers of a row as they were sent, with commas between. */
void im_capture_rows_append (const ImCaptureRows *rows, const char *row, GString *out);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ImCaptureRows, im_capture_rows_clear)

G_END_DECLS
