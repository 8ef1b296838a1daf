/* What the parts of the CSV reader share: its state, its messages, and its columns.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "recording/im-csv-cell.h"
#include "recording/im-recording-time.h"

G_BEGIN_DECLS

#define IM_CSV_NO_COLUMN G_MAXUINT

typedef struct
{
  const char *path;
  ImRecordingOptions options;
  char separator;
  char decimal; /* 0 until a number shows it */

  /* Columns, known after the first row. */
  GPtrArray *names; /* char*, NULL for a column without name */
  gsize names_line;
  guint time_column; /* or IM_CSV_NO_COLUMN */
  ImTimeName time_name;
  double time_units_per_s; /* 0 if not known */
  guint n_channels;
  guint *columns;    /* of each channel */
  gboolean *is_read; /* of each column: whether it is a channel or time */
  double *row;       /* one number for each column */

  ImRecording *recording; /* the rows that were read last; NULL if somebody has them */
  gsize capacity;         /* rows that there is room for in it */
  gsize n_before;         /* rows in front of them */
  double last_time;       /* of the last row, as it stands there */
  gsize empty_line;       /* behind which only such lines may follow, or 0 */
} ImCsvReader;

/* Begins with rows that follow on those that were read. */
void im_csv_reader_renew (ImCsvReader *reader);

/* Makes room for what a reader with a path and options knows of its file. */
void im_csv_reader_init (ImCsvReader *reader);
void im_csv_reader_clear (ImCsvReader *reader);

/**
 * im_csv_reader_begin:
 * @reader: a reader
 * @lines: lines of which none has been lent
 * @line: (out): the first row
 * @is_header: (out): whether it is a header
 * @error: return location for an [error@Im.RecordingError]: FORMAT, EMPTY or TOO_LARGE,
 *   or an [error@Im.FileError]
 *
 * Finds the separator and the first line that is neither empty nor a comment, and the
 * names in it.
 *
 * Returns: whether there is such a row
 */
gboolean im_csv_reader_begin (ImCsvReader *reader,
                              ImCsvLines *lines,
                              ImCsvLine *line,
                              gboolean *is_header,
                              GError **error);

/* Whether it has only blanks. */
gboolean im_csv_line_is_empty (const ImCsvLine *line);

/**
 * im_csv_reader_fail:
 * @reader: a reader
 * @line: the line, from 1, or 0 for the whole file
 * @code: what is wrong
 * @error: (out): where it goes
 * @format: what was expected and what was found
 *
 * Returns: FALSE
 */
gboolean im_csv_reader_fail (const ImCsvReader *reader,
                             gsize line,
                             ImRecordingError code,
                             GError **error,
                             const char *format,
                             ...) G_GNUC_PRINTF (5, 6);

/* For a cell that is not the number that it should be. */
gboolean im_csv_reader_fail_cell (const ImCsvReader *reader,
                                  const ImCsvLine *line,
                                  guint column,
                                  const ImCsvCell *cell,
                                  ImCsvKind kind,
                                  GError **error);

/* For a row with more or fewer cells than there are columns. */
gboolean im_csv_reader_fail_ragged (const ImCsvReader *reader,
                                    const ImCsvLine *line,
                                    GError **error);

/**
 * im_csv_reader_dup_column:
 * @reader: a reader that knows its columns
 * @column: a column, from 0
 *
 * Returns: what messages call it: `column 3 (acc_z)`
 */
char *im_csv_reader_dup_column (const ImCsvReader *reader, guint column);

/**
 * im_csv_reader_parse_cell:
 * @reader: a reader that knows its separator
 * @cell: a cell
 * @value: (out): the number in it
 *
 * Reads a number. The first one that has one decides between decimal point and comma.
 *
 * Returns: what the cell is
 */
ImCsvKind im_csv_reader_parse_cell (ImCsvReader *reader,
                                    const ImCsvCell *cell,
                                    double *value);

/**
 * im_csv_reader_read_names:
 * @reader: a reader
 * @line: the first row
 * @is_header: (out): whether it is a header
 * @error: return location for an [error@Im.RecordingError]: TOO_LARGE
 *
 * Collects the names of a header, or NULLs if the row has only numbers.
 *
 * Returns: whether there are not too many
 */
gboolean im_csv_reader_read_names (ImCsvReader *reader,
                                   const ImCsvLine *line,
                                   gboolean *is_header,
                                   GError **error);

/**
 * im_csv_reader_set_columns:
 * @reader: a reader that has names
 * @error: return location for an [error@Im.RecordingError]: EMPTY, CHANNELS
 *
 * Decides which column is time, and begins the recording with the others, or those that
 * are wanted.
 *
 * Returns: whether there are some
 */
gboolean im_csv_reader_set_columns (ImCsvReader *reader, GError **error);

/**
 * im_csv_reader_dup_channel_name:
 * @reader: a reader that has names
 * @column: a column, from 0
 *
 * Returns: its name, never empty
 */
char *im_csv_reader_dup_channel_name (const ImCsvReader *reader, guint column);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ImCsvReader, im_csv_reader_clear)

G_END_DECLS
