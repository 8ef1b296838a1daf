/* Signals: what a pipe or a recording carried over time, drawn at any zoom while it
 * grows.
 *
 * One thread appends values, which are tensors of one type; any number of others read
 * what was appended. Of each channel, which is an element of the value, the smallest and
 * the largest number of each block are kept, of four blocks, of sixteen, and so on, so
 * that a picture of hours costs as much as one of seconds. The values themselves are kept
 * up to a limit; behind it they are read again from where they came from. Blocks become
 * longer while a signal does, so that they stay below a limit of memory, too.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tensor/im-tensor-type.h"

G_BEGIN_DECLS

typedef struct _ImSignal ImSignal;

#define IM_SIGNAL_KEEP_BYTES  ((gsize) 64 << 20)
#define IM_SIGNAL_BLOCK_BYTES ((gsize) 64 << 20)

#define IM_SIGNAL_ERROR (im_signal_error_quark ())

/**
 * ImSignalError:
 * @IM_SIGNAL_ERROR_GONE: values are not kept, and cannot be read again
 */
typedef enum
{
  IM_SIGNAL_ERROR_GONE,
} ImSignalError;

GQuark im_signal_error_quark (void);

/**
 * ImSignalReadFunc:
 * @first: a value, from 0
 * @n_values: how many are wanted
 * @bytes: (out caller-allocates): gets them, as they were appended
 * @data: what goes with the function
 * @error: why they cannot be read
 *
 * Reads values that were appended once, and are not kept. It is called by any thread, by
 * one at a time.
 *
 * Returns: whether all of them were read
 */
typedef gboolean (*ImSignalReadFunc) (guint64 first,
                                      gsize n_values,
                                      gpointer bytes,
                                      gpointer data,
                                      GError **error);

/**
 * ImSignalFormat:
 * @name: of the pipe or the file
 * @type: of each value; its shape is known. Shift, scale and offset say what the elements
 *   mean; the rate is not looked at
 * @channels: (nullable): names of the elements, innermost axis first, and NULL
 * @start_s: when what the first value covers begins, in seconds
 * @step_s: from one value to the next, > 0; 0 if that is not known: then times are rows,
 *   from 0
 * @span_s: for how long what a value covers lasts, such as the window of a feature; 0 for
 *   samples
 * @keep_bytes: how much of the values is kept; 0 for IM_SIGNAL_KEEP_BYTES
 * @block_bytes: how much memory what is kept of blocks may take, in which there is room
 *   for 16 in any case; 0 for IM_SIGNAL_BLOCK_BYTES. Times that are given may take a
 * quarter of it
 * @read: (nullable): reads values that are not kept
 * @data: goes to @read
 * @free_data: (nullable): is called with @data at the end
 */
typedef struct
{
  const char *name;
  ImTensorType type;
  const char *const *channels;
  double start_s;
  double step_s;
  double span_s;
  gsize keep_bytes;
  gsize block_bytes;
  ImSignalReadFunc read;
  gpointer data;
  GDestroyNotify free_data;
} ImSignalFormat;

/**
 * ImSignalColumn:
 * @min: the smallest finite number, > @max if there is none
 * @max: the largest one
 * @n_values: how many values are in the column, finite or not; where columns are wide
 *   they are those of whole blocks. A column inside of a block whose values are gone has
 *   none, and what else is said of it is said of the block
 * @has_nan: whether one is NaN
 * @has_infinite: whether one is infinite
 * @is_saturated: whether one is at a limit of its type; the lower one of unsigned types
 *   does not count
 *
 * What one channel is in one column of pixels.
 */
typedef struct
{
  double min;
  double max;
  guint64 n_values;
  guint has_nan : 1;
  guint has_infinite : 1;
  guint is_saturated : 1;
} ImSignalColumn;

/**
 * ImSignalStatistics:
 * @n: how many numbers
 * @n_nan: how many of them are NaN
 * @n_infinite: how many are infinite
 * @n_saturated: how many are at a limit of their type, as of columns
 * @min: the smallest finite number; this and what follows is NaN if there is none
 * @max: the largest one
 * @mean: of the finite numbers
 * @rms: root of their mean square
 * @deviation: standard deviation, root of the mean square of what differs from the mean
 * @from: the first value
 * @to: one behind the last; where values are gone, these are borders of blocks
 */
typedef struct
{
  guint64 n;
  guint64 n_nan;
  guint64 n_infinite;
  guint64 n_saturated;
  double min;
  double max;
  double mean;
  double rms;
  double deviation;
  guint64 from;
  guint64 to;
} ImSignalStatistics;

/**
 * im_signal_new:
 * @format: what the values are; its texts are copied
 *
 * Returns: a signal without values
 */
ImSignal *im_signal_new (const ImSignalFormat *format);

ImSignal *im_signal_ref (ImSignal *signal);
void im_signal_unref (ImSignal *signal);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImSignal, im_signal_unref)

/**
 * im_signal_append:
 * @signal: a signal that only this thread appends to
 * @bytes: values one behind the other, elements in host byte order
 * @times_s: (nullable): when what each value covers begins, never decreasing; all calls
 *   give times, or none does
 * @n_values: their number
 *
 * Appends values. What is read from now on has them.
 */
void im_signal_append (ImSignal *signal,
                       gconstpointer bytes,
                       const double *times_s,
                       gsize n_values);

/**
 * im_signal_finish:
 * @signal: a signal that only this thread appends to
 * @problem: (nullable): why there are not all values
 *
 * Says that nothing more is to come; an append takes that back.
 */
void im_signal_finish (ImSignal *signal, const char *problem);

/**
 * im_signal_dup_problem:
 * @signal: a signal
 * @is_finished: (out) (optional): whether nothing will be appended
 *
 * Returns: (nullable): why there are not all values
 */
char *im_signal_dup_problem (ImSignal *signal, gboolean *is_finished);

/* What the values are; stays as long as the signal. */
const ImSignalFormat *im_signal_get_format (const ImSignal *signal);

/* Elements of a value, at least 1. */
guint im_signal_get_n_channels (const ImSignal *signal);

guint64 im_signal_get_n_values (ImSignal *signal);

/* How much memory its values, their times and its blocks take, about. */
gsize im_signal_count_bytes (ImSignal *signal);

/* How many of the first values are kept as they were appended. */
guint64 im_signal_count_kept (ImSignal *signal);

/**
 * im_signal_copy_kept:
 * @signal: a signal
 * @first: the first value
 * @n_values: how many; all of them are kept
 * @bytes: (out caller-allocates): gets them, as they were appended
 */
void im_signal_copy_kept (ImSignal *signal,
                          guint64 first,
                          gsize n_values,
                          gpointer bytes);

/* Whether times are in seconds, else they are rows. */
gboolean im_signal_is_timed (ImSignal *signal);

/**
 * im_signal_get_time:
 * @signal: a signal
 * @value: a value, which need not be there yet
 *
 * Returns: when the middle of what the value covers is
 */
double im_signal_get_time (ImSignal *signal, guint64 value);

/**
 * im_signal_find:
 * @signal: a signal
 * @time_s: a time
 *
 * Returns: the first value whose middle is at @time_s or later; the number of values if
 *   there is none
 */
guint64 im_signal_find (ImSignal *signal, double time_s);

/**
 * im_signal_find_nearest:
 * @signal: a signal
 * @time_s: a time
 * @value: (out): the value whose middle is nearest
 *
 * Returns: FALSE if there are no values
 */
gboolean im_signal_find_nearest (ImSignal *signal, double time_s, guint64 *value);

/**
 * im_signal_find_within:
 * @signal: a signal
 * @from_s: a time
 * @to_s: a later one
 * @first: (out): the first value
 * @n_values: (out): how many
 *
 * Finds the values of which all that they cover lies between two times; a sample covers
 * the time until the next one. What rounding moves across a border still counts.
 *
 * Returns: FALSE if there are none
 */
gboolean im_signal_find_within (ImSignal *signal,
                                double from_s,
                                double to_s,
                                guint64 *first,
                                guint64 *n_values);

/**
 * im_signal_get_range:
 * @signal: a signal
 * @from_s: (out): when what the first value covers begins
 * @to_s: (out): when what the last one covers ends, at least one step behind @from_s
 *
 * Returns: whether there are values; nothing is set else
 */
gboolean im_signal_get_range (ImSignal *signal, double *from_s, double *to_s);

/**
 * im_signal_load:
 * @signal: a signal
 * @channel: the first channel
 * @n_channels: how many, at least 1
 * @first: the first value
 * @n_values: how many; all of them are there
 * @numbers: (out caller-allocates): @n_channels of each value, as real numbers
 * @error: return location for an [error@Im.SignalError]: GONE, or what the reader says
 *
 * Reads numbers.
 *
 * Returns: whether all of them were read
 */
gboolean im_signal_load (ImSignal *signal,
                         guint channel,
                         guint n_channels,
                         guint64 first,
                         gsize n_values,
                         double *numbers,
                         GError **error);

/**
 * im_signal_get_columns:
 * @signal: a signal
 * @channel: a channel
 * @from_s: time at the left
 * @to_s: time at the right, > @from_s
 * @n_columns: columns, at least 1
 * @columns: (out caller-allocates): what is in each of them
 *
 * Computes what a picture of a channel needs, in a time that grows with the columns and
 * the logarithm of the values, not with their number.
 */
void im_signal_get_columns (ImSignal *signal,
                            guint channel,
                            double from_s,
                            double to_s,
                            guint n_columns,
                            ImSignalColumn *columns);

/**
 * im_signal_get_statistics:
 * @signal: a signal
 * @channel: the first channel
 * @n_channels: how many, at least 1, taken together
 * @from: the first value
 * @to: one behind the last, at most the number of values
 * @statistics: (out): of all finite numbers, exactly
 */
void im_signal_get_statistics (ImSignal *signal,
                               guint channel,
                               guint n_channels,
                               guint64 from,
                               guint64 to,
                               ImSignalStatistics *statistics);

/**
 * im_signal_append_number:
 * @signal: a signal
 * @number: one of its numbers
 * @out: where to append
 *
 * Appends a number with as many digits as the element type has.
 */
void im_signal_append_number (const ImSignal *signal, double number, GString *out);

G_END_DECLS
