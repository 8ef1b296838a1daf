/* SPDX-License-Identifier: MIT
 *
 * Values become numbers block by block. A block that is not complete lies in `open` and
 * is looked at number by number; readers see of it what was published under the lock, and
 * the writer writes behind that without it. The lock is held for as long as a block takes
 * to be copied, so that who draws never waits for a file that is read.
 */
#include "signal/im-signal.h"

#include <math.h>
#include <string.h>

#include "signal/im-signal-pyramid.h"

#define BLOCK_VALUES      256
#define BLOCK_WIDE_VALUES 16 /* of values with many elements */
#define WIDE_CHANNELS     64
#define COLUMN_BLOCKS     2    /* columns of more blocks are made of whole ones */
#define LOAD_VALUES       4096 /* that are read at a time */

struct _ImSignal
{
  gatomicrefcount n_refs;
  ImSignalFormat format;
  const ImDTypeInfo *info;
  guint n_channels;
  gsize value_bytes;
  guint block_values;
  double factor, offset; /* number = (loaded - offset) * factor */
  double low, high;      /* numbers beyond are saturated */

  GMutex lock; /* of what follows */
  ImPyramid *pyramid;
  guint64 n_values;
  double *open; /* numbers of the values behind the complete blocks */
  guint8 *kept; /* the first values */
  gsize kept_bytes, kept_capacity;
  GArray *times_s; /* (nullable): double */
  gboolean is_finished;
  char *problem;

  GMutex reader_lock;
};

G_DEFINE_QUARK (im - signal - error - quark, im_signal_error)

static void
set_scale (ImSignal *signal)
{
  const ImTensorType *type = &signal->format.type;
  const ImDTypeInfo *info = signal->info;
  double half_step;

  signal->factor = 1;
  if (info->family == IM_DTYPE_FAMILY_Q)
    signal->factor = exp2 (type->shift);
  else if (info->family == IM_DTYPE_FAMILY_D)
    {
      signal->factor = type->scale;
      signal->offset = type->offset;
    }

  signal->low = -INFINITY;
  signal->high = INFINITY;
  if (info->family == IM_DTYPE_FAMILY_FLOAT)
    return;

  half_step = 0.5 / info->one;
  signal->high = (info->maximum / info->one - half_step - signal->offset) *
                 signal->factor;
  if (info->family != IM_DTYPE_FAMILY_UINT)
    signal->low = (info->minimum / info->one + half_step - signal->offset) *
                  signal->factor;
}

ImSignal *
im_signal_new (const ImSignalFormat *format)
{
  g_return_val_if_fail (format->name != NULL, NULL);
  g_return_val_if_fail (format->step_s >= 0 && format->span_s >= 0, NULL);

  ImSignal *signal = g_new0 (ImSignal, 1);
  gint32 n_elements = 0;

  g_atomic_ref_count_init (&signal->n_refs);
  g_mutex_init (&signal->lock);
  g_mutex_init (&signal->reader_lock);
  signal->format = *format;
  signal->format.name = g_strdup (format->name);
  signal->format.channels = (const char *const *) g_strdupv ((char **) format->channels);
  signal->format.type.shape.axes = NULL;
  if (format->keep_bytes == 0)
    signal->format.keep_bytes = IM_SIGNAL_KEEP_BYTES;
  signal->info = im_dtype_get_info (format->type.dtype);
  if (!im_shape_product (&format->type.shape, 0, format->type.shape.rank, &n_elements,
                         NULL) ||
      n_elements < 1)
    g_error ("a signal needs values of a known shape with at least one element");
  signal->n_channels = (guint) n_elements;
  signal->value_bytes = (gsize) n_elements * signal->info->size_bytes;
  signal->block_values = signal->n_channels > WIDE_CHANNELS ? BLOCK_WIDE_VALUES
                                                            : BLOCK_VALUES;
  set_scale (signal);
  signal->pyramid = im_pyramid_new (signal->n_channels);
  signal->open = g_new (double, (gsize) signal->block_values * signal->n_channels);

  return signal;
}

ImSignal *
im_signal_ref (ImSignal *signal)
{
  g_atomic_ref_count_inc (&signal->n_refs);

  return signal;
}

void
im_signal_unref (ImSignal *signal)
{
  if (!g_atomic_ref_count_dec (&signal->n_refs))
    return;

  if (signal->format.free_data != NULL)
    signal->format.free_data (signal->format.data);
  g_free ((char *) signal->format.name);
  g_strfreev ((char **) signal->format.channels);
  g_clear_pointer (&signal->times_s, g_array_unref);
  im_pyramid_free (signal->pyramid);
  g_free (signal->open);
  g_free (signal->kept);
  g_free (signal->problem);
  g_mutex_clear (&signal->lock);
  g_mutex_clear (&signal->reader_lock);
  g_free (signal);
}

const ImSignalFormat *
im_signal_get_format (const ImSignal *signal)
{
  return &signal->format;
}

guint
im_signal_get_n_channels (const ImSignal *signal)
{
  return signal->n_channels;
}

static void
to_real (const ImSignal *signal, double *numbers, gsize n)
{
  if (signal->info->family != IM_DTYPE_FAMILY_Q &&
      signal->info->family != IM_DTYPE_FAMILY_D)
    return;

  for (gsize i = 0; i < n; i++)
    numbers[i] = (numbers[i] - signal->offset) * signal->factor;
}

/* Keeps the next values if all before them are kept, too. */
static void
keep (ImSignal *signal, const guint8 *bytes, gsize n_values)
{
  gsize limit = signal->format.keep_bytes / signal->value_bytes;
  gsize n_kept = signal->kept_bytes / signal->value_bytes;

  if (n_kept < signal->n_values || n_kept >= limit)
    return;

  gsize n_bytes = MIN (n_values, limit - n_kept) * signal->value_bytes;

  if (signal->kept_bytes + n_bytes > signal->kept_capacity)
    {
      signal->kept_capacity = MIN (
          MAX (2 * signal->kept_capacity, signal->kept_bytes + n_bytes),
          limit * signal->value_bytes);
      signal->kept = g_realloc (signal->kept, signal->kept_capacity);
    }
  memcpy (signal->kept + signal->kept_bytes, bytes, n_bytes);
  signal->kept_bytes += n_bytes;
}

/* Makes values visible that are in the open block already. */
static void
publish (ImSignal *signal,
         const guint8 *bytes,
         const double *times_s,
         gsize n_values,
         const ImMoments *block)
{
  g_mutex_lock (&signal->lock);
  keep (signal, bytes, n_values);
  if (times_s != NULL)
    g_array_append_vals (signal->times_s, times_s, (guint) n_values);
  signal->n_values += n_values;
  if (block != NULL)
    im_pyramid_append (signal->pyramid, block);
  g_mutex_unlock (&signal->lock);
}

static void
begin_append (ImSignal *signal, gboolean has_times)
{
  g_mutex_lock (&signal->lock);
  signal->is_finished = FALSE;
  g_clear_pointer (&signal->problem, g_free);
  if (has_times && signal->times_s == NULL)
    signal->times_s = g_array_new (FALSE, FALSE, sizeof (double));
  g_mutex_unlock (&signal->lock);
}

void
im_signal_append (ImSignal *signal,
                  gconstpointer bytes,
                  const double *times_s,
                  gsize n_values)
{
  g_return_if_fail (signal->n_values == 0 ||
                    (times_s != NULL) == (signal->times_s != NULL));

  g_autofree ImMoments *block = g_new (ImMoments, signal->n_channels);
  const guint8 *next = bytes;

  begin_append (signal, times_s != NULL);
  for (gsize done = 0, n; done < n_values; done += n)
    {
      guint n_open = (guint) (signal->n_values % signal->block_values);
      double *numbers = signal->open + (gsize) n_open * signal->n_channels;
      gboolean is_full;

      n = MIN (n_values - done, signal->block_values - n_open);
      is_full = n_open + n == signal->block_values;
      signal->info->load (next, n * signal->n_channels, numbers);
      to_real (signal, numbers, n * signal->n_channels);
      for (guint c = 0; is_full && c < signal->n_channels; c++)
        block[c] = im_moments_compute (signal->open + c, signal->block_values,
                                       signal->n_channels, signal->low, signal->high);
      publish (signal, next, times_s != NULL ? times_s + done : NULL, n,
               is_full ? block : NULL);
      next += n * signal->value_bytes;
    }
}

void
im_signal_finish (ImSignal *signal, const char *problem)
{
  g_mutex_lock (&signal->lock);
  signal->is_finished = TRUE;
  g_free (signal->problem);
  signal->problem = g_strdup (problem);
  g_mutex_unlock (&signal->lock);
}

char *
im_signal_dup_problem (ImSignal *signal, gboolean *is_finished)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&signal->lock);

  if (is_finished != NULL)
    *is_finished = signal->is_finished;

  return g_strdup (signal->problem);
}

guint64
im_signal_get_n_values (ImSignal *signal)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&signal->lock);

  return signal->n_values;
}

gsize
im_signal_count_bytes (ImSignal *signal)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&signal->lock);
  gsize n_times = signal->times_s == NULL ? 0 : signal->times_s->len;

  return signal->kept_capacity + n_times * sizeof (double) +
         signal->block_values * signal->n_channels * sizeof (double);
}

gboolean
im_signal_is_timed (ImSignal *signal)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&signal->lock);

  return signal->format.step_s > 0 || signal->times_s != NULL;
}

/* Begins of values behind the last one follow by the step. */
static double
get_time (const ImSignal *signal, guint64 value)
{
  const ImSignalFormat *format = &signal->format;
  double step_s = format->step_s > 0 ? format->step_s : 1;
  double middle_s = format->span_s / 2;

  if (signal->times_s == NULL || signal->times_s->len == 0)
    return format->start_s + (double) value * step_s + middle_s;

  guint last = signal->times_s->len - 1;

  if (value <= last)
    return g_array_index (signal->times_s, double, value) + middle_s;

  return g_array_index (signal->times_s, double, last) +
         (double) (value - last) * step_s + middle_s;
}

double
im_signal_get_time (ImSignal *signal, guint64 value)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&signal->lock);

  return get_time (signal, value);
}

static guint64
find_by_bisection (const ImSignal *signal, double time_s)
{
  guint64 low = 0, high = signal->n_values;

  while (low < high)
    {
      guint64 middle = low + (high - low) / 2;

      if (get_time (signal, middle) < time_s)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

/* What rounding leaves of a division is put right by asking for the times around. */
static guint64
find (const ImSignal *signal, double time_s)
{
  double step_s = signal->format.step_s > 0 ? signal->format.step_s : 1;
  double value;
  guint64 found;

  if (signal->times_s != NULL)
    return find_by_bisection (signal, time_s);

  value = ceil ((time_s - get_time (signal, 0)) / step_s);
  if (!(value > 0))
    return 0;
  if (value > (double) signal->n_values)
    return signal->n_values;

  found = (guint64) value;
  if (get_time (signal, found - 1) >= time_s)
    found--;
  else if (get_time (signal, found) < time_s)
    found++;

  return MIN (found, signal->n_values);
}

guint64
im_signal_find (ImSignal *signal, double time_s)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&signal->lock);

  return find (signal, time_s);
}

gboolean
im_signal_find_nearest (ImSignal *signal, double time_s, guint64 *value)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&signal->lock);

  if (signal->n_values == 0)
    return FALSE;

  *value = MIN (find (signal, time_s), signal->n_values - 1);
  if (*value > 0 &&
      time_s - get_time (signal, *value - 1) < get_time (signal, *value) - time_s)
    --*value;

  return TRUE;
}

/* Of values that do not come evenly it is that from the first to the last. */
static double
get_mean_step (const ImSignal *signal)
{
  if (signal->format.step_s > 0)
    return signal->format.step_s;
  if (signal->times_s == NULL || signal->n_values < 2)
    return 1;

  return (get_time (signal, signal->n_values - 1) - get_time (signal, 0)) /
         (double) (signal->n_values - 1);
}

gboolean
im_signal_find_within (ImSignal *signal,
                       double from_s,
                       double to_s,
                       guint64 *first,
                       guint64 *n_values)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&signal->lock);
  double step_s = get_mean_step (signal);
  double before_s = signal->format.span_s / 2; /* the middle */
  double behind_s = signal->format.span_s > 0 ? before_s : step_s;
  double leeway_s = step_s * 1e-3;
  guint64 end = find (signal, to_s - behind_s + leeway_s);

  *first = find (signal, from_s + before_s - leeway_s);
  *n_values = end > *first ? end - *first : 0;

  return *n_values > 0;
}

gboolean
im_signal_get_range (ImSignal *signal, double *from_s, double *to_s)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&signal->lock);
  double half_s = signal->format.span_s / 2;

  if (signal->n_values == 0)
    return FALSE;

  *from_s = get_time (signal, 0) - half_s;
  *to_s = get_time (signal, signal->n_values - 1) - half_s +
          MAX (get_mean_step (signal), signal->format.span_s);

  return TRUE;
}

/* Takes some channels of values whose bytes are there. */
static void
take_numbers (const ImSignal *signal,
              const guint8 *bytes,
              guint channel,
              guint n_channels,
              gsize n_values,
              double *numbers)
{
  const ImDTypeInfo *info = signal->info;

  if (n_channels == signal->n_channels)
    info->load (bytes, n_values * n_channels, numbers);
  else
    for (gsize i = 0; i < n_values; i++)
      info->load (bytes + i * signal->value_bytes + channel * info->size_bytes,
                  n_channels, numbers + i * n_channels);
  to_real (signal, numbers, n_values * n_channels);
}

/* Takes what is in memory, from @first on; returns how many values that are. */
static gsize
load_in_memory (ImSignal *signal,
                guint channel,
                guint n_channels,
                guint64 first,
                gsize n_values,
                double *numbers)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&signal->lock);
  guint64 n_kept = signal->kept_bytes / signal->value_bytes;
  guint64 open_first = signal->n_values - signal->n_values % signal->block_values;

  if (first < n_kept)
    {
      gsize n = (gsize) MIN (n_values, n_kept - first);

      take_numbers (signal, signal->kept + first * signal->value_bytes, channel,
                    n_channels, n, numbers);
      return n;
    }
  if (first < open_first)
    return 0;

  for (gsize i = 0; i < n_values; i++)
    memcpy (numbers + i * n_channels,
            signal->open + (first - open_first + i) * signal->n_channels + channel,
            n_channels * sizeof (double));

  return n_values;
}

static gboolean
load_by_reader (ImSignal *signal,
                guint channel,
                guint n_channels,
                guint64 first,
                gsize n_values,
                double *numbers,
                GError **error)
{
  const ImSignalFormat *format = &signal->format;
  g_autofree guint8 *bytes = NULL;

  if (format->read == NULL)
    {
      g_set_error (error, IM_SIGNAL_ERROR, IM_SIGNAL_ERROR_GONE,
                   "%s: value %" G_GUINT64_FORMAT
                   " is not kept: expected one of the first %" G_GSIZE_FORMAT,
                   format->name, first, format->keep_bytes / signal->value_bytes);
      return FALSE;
    }

  bytes = g_malloc (n_values * signal->value_bytes);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&signal->reader_lock);
  if (!format->read (first, n_values, bytes, format->data, error))
    return FALSE;
  take_numbers (signal, bytes, channel, n_channels, n_values, numbers);

  return TRUE;
}

gboolean
im_signal_load (ImSignal *signal,
                guint channel,
                guint n_channels,
                guint64 first,
                gsize n_values,
                double *numbers,
                GError **error)
{
  g_return_val_if_fail (channel + n_channels <= signal->n_channels, FALSE);
  g_return_val_if_fail (first + n_values <= im_signal_get_n_values (signal), FALSE);

  for (gsize done = 0; done < n_values;)
    {
      double *next = numbers + done * n_channels;
      gsize n = load_in_memory (signal, channel, n_channels, first + done,
                                n_values - done, next);

      if (n == 0)
        {
          n = MIN (n_values - done, LOAD_VALUES);
          if (!load_by_reader (signal, channel, n_channels, first + done, n, next, error))
            return FALSE;
        }
      done += n;
    }

  return TRUE;
}

static ImSignalColumn
to_column (const ImRange *range, guint64 n_values)
{
  return (ImSignalColumn){
    .min = range->min,
    .max = range->max,
    .n_values = n_values,
    .has_nan = (range->flags & IM_RANGE_HAS_NAN) != 0,
    .has_infinite = (range->flags & IM_RANGE_HAS_INFINITE) != 0,
    .is_saturated = (range->flags & IM_RANGE_IS_SATURATED) != 0,
  };
}

/* Columns of few values each, from the values. */
static gboolean
compute_fine_columns (ImSignal *signal,
                      guint channel,
                      const guint64 *borders,
                      guint n_columns,
                      ImSignalColumn *columns)
{
  gsize n_values = (gsize) (borders[n_columns] - borders[0]);
  g_autofree double *numbers = g_new (double, n_values);

  if (!im_signal_load (signal, channel, 1, borders[0], n_values, numbers, NULL))
    return FALSE;

  for (guint i = 0; i < n_columns; i++)
    {
      gsize n = (gsize) (borders[i + 1] - borders[i]);
      ImMoments moments = im_moments_compute (numbers + (borders[i] - borders[0]), n, 1,
                                              signal->low, signal->high);

      columns[i] = to_column (&moments.range, n);
    }

  return TRUE;
}

/* Columns of whole blocks: a block belongs to the column that its first value is in. The
 * block that is open belongs to the one of its first value, too. */
static void
compute_coarse_columns (ImSignal *signal,
                        guint channel,
                        const guint64 *borders,
                        guint n_columns,
                        ImSignalColumn *columns)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&signal->lock);
  guint block_values = signal->block_values;
  guint64 n_blocks = im_pyramid_get_n_blocks (signal->pyramid);

  for (guint i = 0; i < n_columns; i++)
    {
      guint64 from = (borders[i] + block_values - 1) / block_values;
      guint64 to = (borders[i + 1] + block_values - 1) / block_values;
      guint64 n_values = (MIN (to, n_blocks) - MIN (from, n_blocks)) * block_values;
      ImRange range = im_pyramid_get_range (signal->pyramid, channel,
                                            MIN (from, n_blocks), MIN (to, n_blocks));

      if (from <= n_blocks && to > n_blocks)
        {
          gsize n_open = signal->n_values % block_values;
          ImMoments open = im_moments_compute (signal->open + channel, n_open,
                                               signal->n_channels, signal->low,
                                               signal->high);

          im_range_merge (&range, &open.range);
          n_values += n_open;
        }
      columns[i] = to_column (&range, n_values);
    }
}

void
im_signal_get_columns (ImSignal *signal,
                       guint channel,
                       double from_s,
                       double to_s,
                       guint n_columns,
                       ImSignalColumn *columns)
{
  g_return_if_fail (channel < signal->n_channels);
  g_return_if_fail (n_columns > 0 && to_s > from_s);

  g_autofree guint64 *borders = g_new (guint64, (gsize) n_columns + 1);
  guint64 n_values;

  g_mutex_lock (&signal->lock);
  for (guint i = 0; i <= n_columns; i++)
    borders[i] = find (signal, from_s + (to_s - from_s) * i / n_columns);
  g_mutex_unlock (&signal->lock);

  n_values = borders[n_columns] - borders[0];
  if (n_values > (guint64) COLUMN_BLOCKS * signal->block_values * n_columns ||
      !compute_fine_columns (signal, channel, borders, n_columns, columns))
    compute_coarse_columns (signal, channel, borders, n_columns, columns);
}

/* The moments of values, number by number; those that are gone do not count. */
static guint64
add_values (ImSignal *signal, guint channel, guint64 from, guint64 to, ImMoments *moments)
{
  double numbers[LOAD_VALUES];

  for (gsize n; from < to; from += n)
    {
      ImMoments some;

      n = (gsize) MIN (to - from, LOAD_VALUES);
      if (!im_signal_load (signal, channel, 1, from, n, numbers, NULL))
        break;
      some = im_moments_compute (numbers, n, 1, signal->low, signal->high);
      im_moments_merge (moments, &some);
    }

  return from;
}

/* Whole groups of blocks in the middle, values at the ends. */
static ImMoments
compute_moments (ImSignal *signal, guint channel, guint64 *from, guint64 *to)
{
  guint64 group = (guint64) signal->block_values * IM_PYRAMID_GROUP;
  ImMoments moments = IM_MOMENTS_NONE;
  ImMoments middle;
  guint64 n_groups, first, last;

  g_mutex_lock (&signal->lock);
  n_groups = im_pyramid_get_n_blocks (signal->pyramid) / IM_PYRAMID_GROUP;
  first = (*from + group - 1) / group;
  last = MIN (*to / group, n_groups);
  if (first < last)
    {
      middle = im_pyramid_get_moments (signal->pyramid, channel, first, last);
      im_moments_merge (&moments, &middle);
    }
  g_mutex_unlock (&signal->lock);

  if (first >= last)
    *to = add_values (signal, channel, *from, *to, &moments);
  else
    {
      if (add_values (signal, channel, *from, first * group, &moments) < first * group)
        *from = first * group;
      *to = add_values (signal, channel, last * group, *to, &moments);
    }

  return moments;
}

void
im_signal_get_statistics (ImSignal *signal,
                          guint channel,
                          guint n_channels,
                          guint64 from,
                          guint64 to,
                          ImSignalStatistics *statistics)
{
  g_return_if_fail (channel + n_channels <= signal->n_channels);
  g_return_if_fail (from <= to && to <= im_signal_get_n_values (signal));

  ImMoments moments = IM_MOMENTS_NONE;

  *statistics = (ImSignalStatistics){ .from = from, .to = to };
  for (guint c = channel; c < channel + n_channels; c++)
    {
      guint64 channel_from = from, channel_to = to;
      ImMoments some = compute_moments (signal, c, &channel_from, &channel_to);

      im_moments_merge (&moments, &some);
      statistics->from = MAX (statistics->from, channel_from);
      statistics->to = MIN (statistics->to, channel_to);
    }

  statistics->n = moments.n_finite + moments.n_nan + moments.n_infinite;
  statistics->n_nan = moments.n_nan;
  statistics->n_infinite = moments.n_infinite;
  statistics->n_saturated = moments.n_saturated;
  statistics->min = statistics->max = statistics->mean = (double) NAN;
  statistics->rms = statistics->deviation = (double) NAN;
  if (moments.n_finite == 0)
    return;

  statistics->min = moments.range.min;
  statistics->max = moments.range.max;
  statistics->mean = moments.mean;
  statistics->deviation = sqrt (moments.squares / (double) moments.n_finite);
  statistics->rms = hypot (statistics->deviation, moments.mean);
}

void
im_signal_append_number (const ImSignal *signal, double number, GString *out)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  ImDType dtype = signal->format.type.dtype;
  guint size_bytes = signal->info->size_bytes;
  const char *format = size_bytes == 1             ? "%.4g"
                       : dtype == IM_DTYPE_FLOAT16 ? "%.4g"
                       : size_bytes == 2           ? "%.6g"
                       : dtype == IM_DTYPE_FLOAT32 ? "%.7g"
                                                   : "%.10g";

  g_string_append (out, g_ascii_formatd (text, sizeof text, format, number));
}
