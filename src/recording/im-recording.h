/* Recordings: what a sensor delivered, as rows of numbers, one column a channel.
 *
 * A recording comes from a CSV, WAV or NPY file that somebody else made, so everything
 * about it is checked while it is read: afterwards each row is complete, each number is
 * finite unless the caller wanted otherwise, and time never runs backwards. Recordings
 * are immutable and reference-counted.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "recording/im-growth.h"
#include "tensor/im-dtype.h"

G_BEGIN_DECLS

#define IM_RECORDING_MAX_BYTES    ((gsize) 1 << 40) /* of a file */
#define IM_RECORDING_MAX_NUMBERS  ((gsize) 1 << 27) /* in memory at once: 1 GiB */
#define IM_RECORDING_MAX_CHANNELS 4096

/**
 * ImRecording:
 * @path: the file, as messages call it
 * @n_rows: rows, at least 1
 * @n_channels: numbers in each row, at least 1
 * @channels: @n_channels names and NULL; never empty, but not always different
 * @values: @n_rows times @n_channels numbers, row by row
 * @dtype: what the numbers are: float64, or the integer type of a WAV file that was read
 *   raw
 * @time_s: (nullable): when each row was taken, in seconds, never decreasing; NULL if the
 *   file does not say
 * @rate_hz: rows per second, 0 if unknown
 * @has_time: whether the file says when each row was taken
 * @start_s: when the first row was taken, 0 if it does not say
 * @end_s: when the last row was taken
 * @is_irregular: whether a step of @time_s differs by more than 1 % from the usual one
 * @irregular_row: the first row, from 0, behind such a step
 * @irregular_step_s: that step
 * @is_open: of what is read in pieces: the file has more rows than @n_rows, and nobody
 *   knows how many before its end is reached
 */
struct _ImRecording
{
  char *path;
  gsize n_rows;
  guint n_channels;
  char **channels;
  double *values;
  ImDType dtype;
  double *time_s;
  double rate_hz;
  gboolean has_time;
  double start_s;
  double end_s;
  gboolean is_irregular;
  gsize irregular_row;
  double irregular_step_s;
  gboolean is_open;
};

/**
 * ImRecordingFlags:
 * @IM_RECORDING_ALLOW_NAN: empty cells are read as NaN, and NaN and infinities as they
 * are
 * @IM_RECORDING_RAW_INTEGERS: samples of a WAV file are read as the integers that are
 *   stored, 8-bit ones less 128, not scaled to [-1, 1); no meaning for CSV and NPY
 */
typedef enum
{
  IM_RECORDING_ALLOW_NAN = 1 << 0,
  IM_RECORDING_RAW_INTEGERS = 1 << 1,
} ImRecordingFlags;

/* Whether the first row of a CSV file holds the names of its columns. */
typedef enum
{
  IM_RECORDING_HEADER_FIND, /* if one of its cells is not a number */
  IM_RECORDING_HEADER_YES,
  IM_RECORDING_HEADER_NO,
} ImRecordingHeader;

/**
 * ImRecordingOptions:
 * @flags: what else is accepted
 * @rate_hz: rows per second of a file that does not say it, 0 if unknown
 * @time_unit_s: seconds in one unit of the time column, 0 to go by its name
 * @channels: (nullable): the columns of a CSV file or the channels of another one that
 *   are wanted, in this order, each by its name or its number from 1; NULL for all. What
 *   stands in other columns of a CSV file need not be numbers
 * @separator: what stands between cells of a CSV file, a blank for any number of them, 0
 *   to find it out
 * @decimal: the decimal sign of a CSV file, point or comma, 0 to find it out
 * @header: whether a CSV file begins with names
 * @time: (nullable): which column of a CSV file is time, by name or number; empty if none
 *   is, NULL to find it out
 * @skip_s: how many seconds at its beginning do not go into a pipeline
 * @is_aligned: whether a pipeline begins with the recording that begins last, by their
 *   times, of all that are to be aligned
 * @max_rows: how many rows are read at most, 0 for all
 * @cancellable: (nullable): what ends the reading of a CSV file early, with CANCELLED of
 *   [error@Gio.IOErrorEnum]
 * @growth: (nullable): how far the file has come, if it is still written; what reads
 *   frames of it waits for those that are to come, anything else reads what is there
 *
 * How to read a recording. All zero is the usual way. Texts are borrowed by what reads as
 * long as it exists.
 */
typedef struct
{
  ImRecordingFlags flags;
  double rate_hz;
  double time_unit_s;
  const char *const *channels;
  char separator;
  char decimal;
  ImRecordingHeader header;
  const char *time;
  double skip_s;
  gboolean is_aligned;
  gsize max_rows;
  GCancellable *cancellable;
  ImGrowth *growth;
} ImRecordingOptions;

#define IM_RECORDING_ERROR (im_recording_error_quark ())

/**
 * ImRecordingError:
 * @IM_RECORDING_ERROR_FORMAT: it is no CSV, WAV or NPY file, or a kind of it that is not
 * read
 * @IM_RECORDING_ERROR_EMPTY: it has no row of numbers
 * @IM_RECORDING_ERROR_NUMBER: a cell is not a number
 * @IM_RECORDING_ERROR_MISSING: a cell is empty, or a number is NaN or infinite
 * @IM_RECORDING_ERROR_RAGGED: a row has more or fewer cells than the first one
 * @IM_RECORDING_ERROR_TIME: time runs backwards
 * @IM_RECORDING_ERROR_CHANNELS: it has another number of channels than is needed, or not
 *   those that are wanted
 * @IM_RECORDING_ERROR_TRUNCATED: the file ends before it should
 * @IM_RECORDING_ERROR_TOO_LARGE: more than IM_RECORDING_MAX_NUMBERS numbers,
 *   IM_RECORDING_MAX_CHANNELS channels, or a line without end
 */
typedef enum
{
  IM_RECORDING_ERROR_FORMAT,
  IM_RECORDING_ERROR_EMPTY,
  IM_RECORDING_ERROR_NUMBER,
  IM_RECORDING_ERROR_MISSING,
  IM_RECORDING_ERROR_RAGGED,
  IM_RECORDING_ERROR_TIME,
  IM_RECORDING_ERROR_CHANNELS,
  IM_RECORDING_ERROR_TRUNCATED,
  IM_RECORDING_ERROR_TOO_LARGE,
} ImRecordingError;

GQuark im_recording_error_quark (void);

/**
 * im_recording_load:
 * @path: a CSV, WAV or NPY file
 * @options: (nullable): how to read it, NULL for the usual way
 * @error: return location for an [error@Im.RecordingError], or an [error@Im.FileError] if
 *   the file cannot be read
 *
 * Reads a recording. The first bytes say which kind of file it is, not its name.
 *
 * Returns: (nullable): the recording
 */
ImRecording *im_recording_load (const char *path,
                                const ImRecordingOptions *options,
                                GError **error);

/* What is read as what. */
typedef enum
{
  IM_RECORDING_CSV,
  IM_RECORDING_WAV,
  IM_RECORDING_NPY,
} ImRecordingKind;

/**
 * im_recording_find_kind:
 * @path: a file
 * @kind: (out): what im_recording_load() would read it as
 * @error: return location for an [error@Im.RecordingError]: FORMAT, of a kind of file
 *   that is not read, or an [error@Im.FileError]
 *
 * Returns: whether it would be read
 */
gboolean im_recording_find_kind (const char *path, ImRecordingKind *kind, GError **error);

/**
 * im_recording_load_csv:
 * @path: a text file
 * @options: (nullable): how to read it
 * @error: return location for an [error@Im.RecordingError] or [error@Im.FileError]
 *
 * Reads rows of numbers, UTF-8 with or without a byte order mark. Lines end with LF, CR
 * LF or CR; empty ones may stand at the start and at the end, and lines that start with
 * `#` at the start.
 *
 * The separator is the first of tab, semicolon, comma and blank that most of the first
 * lines have. With tab or semicolon numbers may have a decimal comma. A separator at the
 * end of every line counts for nothing. Cells may stand in `"`, within one line.
 *
 * The first row is a header if one of its cells is not a number. The column of time is
 * the first that is named so: `time`, `Timestamp [ms]`, `elapsed_time_us`. The unit is s,
 * ms, us or ns as the name says; without it seconds, unless the first time is from 1e11
 * on: ms, from 1e14 us, from 1e17 ns since 1970.
 *
 * The rate is the inverse of the median step, of the first 65536 ones. A first column
 * that is called `t` or by a unit alone, and is strictly increasing in as many rows, is
 * time.
 *
 * Messages start with `path:line: column 3 (acc_z): `; columns are those of the file.
 *
 * Returns: (nullable): the recording
 */
ImRecording *im_recording_load_csv (const char *path,
                                    const ImRecordingOptions *options,
                                    GError **error);

/**
 * im_recording_load_wav:
 * @path: a WAV file: RIFF, RIFX, RF64, BW64 or Wave64
 * @options: (nullable): how to read it
 * @error: return location for an [error@Im.RecordingError] or [error@Im.FileError]
 *
 * Reads the samples of a WAV file: integers of any width and floats, scaled to [-1, 1) if
 * they are integers, of any number of channels, and whatever else libsndfile decodes.
 * `IM_RECORDING_RAW_INTEGERS` is refused if the samples are no integers.
 *
 * A data chunk of size 0 or 2^32 - 1 in the header, as written to a pipe, lasts until the
 * end of the file. Any other that is longer than the file is refused, and so are chunks
 * that are missing; messages name the byte. The size of the whole in the first chunk is
 * not looked at.
 *
 * Returns: (nullable): the recording
 */
ImRecording *im_recording_load_wav (const char *path,
                                    const ImRecordingOptions *options,
                                    GError **error);

/**
 * im_recording_load_npy:
 * @path: an NPY file
 * @options: (nullable): how to read it
 * @error: return location for an [error@Im.RecordingError], [error@Im.NpyError] or
 *   [error@Im.FileError]
 *
 * Reads an array of NumPy: [rows, channels], or [rows] of one channel. Its numbers are
 * taken as they are, integers too. The file does not say when they were taken.
 *
 * Returns: (nullable): the recording
 */
ImRecording *im_recording_load_npy (const char *path,
                                    const ImRecordingOptions *options,
                                    GError **error);

/**
 * im_recording_get_duration_s:
 * @recording: a recording
 *
 * Returns: the seconds from its first row until one usual step behind its last row, 0 if
 *   neither time nor rate is known
 */
double im_recording_get_duration_s (const ImRecording *recording);

/**
 * im_recording_find_columns: (skip)
 * @path: what messages call the file
 * @names: (array length=n_names): the names of its columns; NULL for one without
 * @n_names: their number
 * @wanted: (array zero-terminated=1): names, or numbers from 1
 * @error: return location for an [error@Im.RecordingError]: CHANNELS; it lists the
 * columns that there are
 *
 * A text that is a name and a number is taken for the name.
 *
 * Returns: (nullable) (array): the number, from 0, of each that is wanted
 */
guint *im_recording_find_columns (const char *path,
                                  char *const *names,
                                  guint n_names,
                                  const char *const *wanted,
                                  GError **error);

/**
 * im_recording_new: (skip)
 * @path: what messages call it
 * @n_channels: number of channels
 *
 * Returns: a recording without rows and without names, to be filled by who reads a file
 */
ImRecording *im_recording_new (const char *path, guint n_channels);

ImRecording *im_recording_ref (ImRecording *recording);
void im_recording_unref (ImRecording *recording);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImRecording, im_recording_unref)

G_END_DECLS
