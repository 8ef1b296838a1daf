/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "base/im-arena.h"
#include "recording/im-recording.h"
#include "tensor/im-npy.h"

static gboolean
check_finite (const ImRecording *recording, GError **error)
{
  gsize n = recording->n_rows * recording->n_channels;

  for (gsize i = 0; i < n; i++)
    if (!isfinite (recording->values[i]))
      {
        g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_MISSING,
                     "%s: row %" G_GSIZE_FORMAT ", channel %" G_GSIZE_FORMAT
                     ": expected a finite number, found %g",
                     recording->path, i / recording->n_channels + 1,
                     i % recording->n_channels + 1, recording->values[i]);
        return FALSE;
      }

  return TRUE;
}

/* The channels that are wanted, all if nobody says which. */
static GArray *
find_columns (const char *path,
              const GPtrArray *names,
              const char *const *wanted,
              GError **error)
{
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree guint *found = NULL;

  for (guint i = 0; wanted == NULL && i < names->len; i++)
    g_array_append_val (columns, i);
  if (wanted == NULL)
    return columns;
  found = im_recording_find_columns (path, (char *const *) names->pdata, names->len,
                                     wanted, error);
  if (found != NULL)
    return g_array_append_vals (columns, found, g_strv_length ((char **) wanted));

  g_array_unref (columns);
  return NULL;
}

static ImRecording *
take_columns (const char *path, const ImArray *array, guint n_all, const GArray *columns)
{
  ImRecording *recording = im_recording_new (path, columns->len);
  g_autofree double *all = g_new (double, array->count);

  im_array_load (array, 0, array->count, all);
  recording->n_rows = array->count / n_all;
  recording->values = g_new (double, recording->n_rows * columns->len);
  for (guint i = 0; i < columns->len; i++)
    {
      guint column = g_array_index (columns, guint, i);

      recording->channels[i] = g_strdup_printf ("channel%u", column + 1);
      for (gsize row = 0; row < recording->n_rows; row++)
        recording->values[row * columns->len + i] = all[row * n_all + column];
    }

  return recording;
}

ImRecording *
im_recording_load_npy (const char *path,
                       const ImRecordingOptions *options,
                       GError **error)
{
  static const ImRecordingOptions usual = { 0 };
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImRecording) recording = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) columns = NULL;
  const ImArray *array = im_npy_load (path, arena, error);

  if (array == NULL)
    return NULL;
  options = options == NULL ? &usual : options;

  gboolean is_one_channel = array->shape.rank == 1;
  if (array->shape.rank != 2 && !is_one_channel)
    {
      g_autoptr (GString) shape = g_string_new (NULL);

      im_shape_append_text (&array->shape, shape);
      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_FORMAT,
                   "%s: expected an array of rows, [rows] or [rows,channels], found %s",
                   path, shape->str);
      return NULL;
    }

  guint n_channels = is_one_channel ? 1 : (guint) array->shape.size[0];
  if (n_channels > IM_RECORDING_MAX_CHANNELS)
    {
      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_TOO_LARGE,
                   "%s: expected %d channels at most, found %u", path,
                   IM_RECORDING_MAX_CHANNELS, n_channels);
      return NULL;
    }
  for (guint i = 0; i < n_channels; i++)
    g_ptr_array_add (names, g_strdup_printf ("channel%u", i + 1));
  columns = find_columns (path, names, options->channels, error);
  if (columns == NULL)
    return NULL;
  recording = take_columns (path, array, n_channels, columns);
  recording->rate_hz = options->rate_hz;
  if (options->max_rows > 0)
    recording->n_rows = MIN (recording->n_rows, options->max_rows);
  if ((options->flags & IM_RECORDING_ALLOW_NAN) == 0 && !check_finite (recording, error))
    return NULL;

  return g_steal_pointer (&recording);
}
