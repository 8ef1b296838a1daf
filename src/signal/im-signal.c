/* SPDX-License-Identifier: MIT
 *
 * Values become numbers piece by piece. A piece that is not complete lies in `open` and
 * is looked at number by number; readers see of it what was published under the lock, and
 * the writer writes behind that without it. The lock is held for as long as a piece takes
 * to be copied, so that who draws never waits for a file that is read.
 */
#include "signal/im-signal-private.h"

#include <math.h>
#include <string.h>

#define PIECE_VALUES      256
#define PIECE_WIDE_VALUES 16 /* of values with many elements */
#define WIDE_CHANNELS     64
#define LOAD_VALUES       4096 /* that are read at a time */

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
  if (format->block_bytes == 0)
    signal->format.block_bytes = IM_SIGNAL_BLOCK_BYTES;
  signal->info = im_dtype_get_info (format->type.dtype);
  if (!im_shape_product (&format->type.shape, 0, format->type.shape.rank, &n_elements,
                         NULL) ||
      n_elements < 1)
    g_error ("a signal needs values of a known shape with at least one element");
  signal->n_channels = (guint) n_elements;
  signal->value_bytes = (gsize) n_elements * signal->info->size_bytes;
  signal->piece_values = signal->n_channels > WIDE_CHANNELS ? PIECE_WIDE_VALUES
                                                            : PIECE_VALUES;
  set_scale (signal);
  signal->pyramid = im_pyramid_new (signal->n_channels, signal->format.block_bytes);
  signal->open = g_new (double, (gsize) signal->piece_values * signal->n_channels);

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
  g_clear_pointer (&signal->times, im_times_free);
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

/* Makes values visible that are in the open piece already. */
static void
publish (ImSignal *signal,
         const guint8 *bytes,
         const double *times_s,
         gsize n_values,
         const ImMoments *piece)
{
  g_mutex_lock (&signal->lock);
  keep (signal, bytes, n_values);
  if (times_s != NULL)
    im_times_append (signal->times, times_s, n_values);
  signal->n_values += n_values;
  if (piece != NULL)
    im_pyramid_append (signal->pyramid, piece);
  g_mutex_unlock (&signal->lock);
}

static void
begin_append (ImSignal *signal, gboolean has_times)
{
  g_mutex_lock (&signal->lock);
  signal->is_finished = FALSE;
  g_clear_pointer (&signal->problem, g_free);
  if (has_times && signal->times == NULL)
    signal->times = im_times_new (signal->format.block_bytes / 4);
  g_mutex_unlock (&signal->lock);
}

void
im_signal_append (ImSignal *signal,
                  gconstpointer bytes,
                  const double *times_s,
                  gsize n_values)
{
  g_return_if_fail (signal->n_values == 0 ||
                    (times_s != NULL) == (signal->times != NULL));

  g_autofree ImMoments *piece = NULL;
  const guint8 *next = bytes;

  begin_append (signal, times_s != NULL);
  for (gsize done = 0, n; done < n_values; done += n)
    {
      guint n_open = (guint) (signal->n_values % signal->piece_values);
      double *numbers = signal->open + (gsize) n_open * signal->n_channels;
      gboolean is_full;

      n = MIN (n_values - done, signal->piece_values - n_open);
      is_full = n_open + n == signal->piece_values;
      signal->info->load (next, n * signal->n_channels, numbers);
      to_real (signal, numbers, n * signal->n_channels);
      if (is_full && piece == NULL)
        piece = g_new (ImMoments, signal->n_channels);
      for (guint c = 0; is_full && c < signal->n_channels; c++)
        piece[c] = im_moments_compute (signal->open + c, signal->piece_values,
                                       signal->n_channels, signal->low, signal->high);
      publish (signal, next, times_s != NULL ? times_s + done : NULL, n,
               is_full ? piece : NULL);
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
  gsize n_bytes = signal->times == NULL ? 0 : im_times_count_bytes (signal->times);

  return signal->kept_capacity + n_bytes +
         signal->piece_values * signal->n_channels * sizeof (double) +
         im_pyramid_count_bytes (signal->pyramid);
}

guint64
im_signal_count_kept (ImSignal *signal)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&signal->lock);

  return signal->kept_bytes / signal->value_bytes;
}

void
im_signal_copy_kept (ImSignal *signal, guint64 first, gsize n_values, gpointer bytes)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&signal->lock);

  g_return_if_fail (first + n_values <= signal->kept_bytes / signal->value_bytes);
  if (n_values > 0)
    memcpy (bytes, signal->kept + first * signal->value_bytes,
            n_values * signal->value_bytes);
}

gboolean
im_signal_is_timed (ImSignal *signal)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&signal->lock);

  return signal->format.step_s > 0 || signal->times != NULL;
}

/* Begins of values behind the last one follow by the step. */
static double
get_time (const ImSignal *signal, guint64 value)
{
  const ImSignalFormat *format = &signal->format;
  double step_s = format->step_s > 0 ? format->step_s : 1;
  double middle_s = format->span_s / 2;

  if (signal->times == NULL || im_times_get_n (signal->times) == 0)
    return format->start_s + (double) value * step_s + middle_s;

  guint64 last = im_times_get_n (signal->times) - 1;

  if (value <= last)
    return im_times_get (signal->times, value) + middle_s;

  return im_times_get (signal->times, last) + (double) (value - last) * step_s + middle_s;
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

  if (signal->times != NULL)
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
  if (signal->times == NULL || signal->n_values < 2)
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
  guint64 open_first = signal->n_values - signal->n_values % signal->piece_values;

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
