/* SPDX-License-Identifier: MIT */
#include "recording/im-npy-rows.h"

#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/im-file.h"
#include "tensor/im-npy.h"

#define HEADER_BYTES 65536 /* more than any that describes plain elements */

struct _ImNpyRows
{
  int descriptor;
  ImNpyHeader header;
  guint n_all;    /* channels in the file */
  guint *columns; /* of each channel that is wanted */
  ImRecordingFlags flags;
  ImRecording *format;
  gsize next_row;
};

static gboolean
fail_shape (const char *path, const ImShape *shape, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_shape_append_text (shape, text);
  g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_FORMAT,
               "%s: expected an array of rows, [rows] or [rows,channels], found %s", path,
               text->str);

  return FALSE;
}

/* Finds out what the rows are, and whether all of them are there. */
static gboolean
read_header (ImNpyRows *self, const char *path, gsize *n_rows, GError **error)
{
  g_autofree char *bytes = g_malloc (HEADER_BYTES);
  const ImShape *shape = &self->header.shape;
  gsize length, n_expected, n_found;
  struct stat file;

  if (!im_file_read_part (self->descriptor, path, bytes, HEADER_BYTES, &length, error) ||
      !im_npy_parse_header (bytes, length, path, &self->header, error))
    return FALSE;
  if (shape->rank != 1 && shape->rank != 2)
    return fail_shape (path, shape, error);
  self->n_all = shape->rank == 1 ? 1 : (guint) shape->size[0];
  *n_rows = (gsize) shape->size[shape->rank - 1];
  if (self->n_all > IM_RECORDING_MAX_CHANNELS)
    {
      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_TOO_LARGE,
                   "%s: expected %d channels at most, found %u", path,
                   IM_RECORDING_MAX_CHANNELS, self->n_all);
      return FALSE;
    }
  n_expected = *n_rows * self->n_all * im_dtype_get_info (self->header.dtype)->size_bytes;
  n_found = fstat (self->descriptor, &file) == 0
                ? (gsize) file.st_size - self->header.offset
                : 0;
  if (n_expected == n_found)
    return TRUE;

  g_set_error (error, IM_NPY_ERROR, IM_NPY_ERROR_LENGTH,
               "%s: byte %" G_GSIZE_FORMAT ": expected %" G_GSIZE_FORMAT
               " bytes of elements, found %" G_GSIZE_FORMAT,
               path, self->header.offset, n_expected, n_found);
  return FALSE;
}

/* The channels that are wanted, all if nobody says which. */
static gboolean
find_columns (ImNpyRows *self,
              const char *path,
              const char *const *wanted,
              guint *n,
              GError **error)
{
  g_auto (GStrv) names = g_new0 (char *, (gsize) self->n_all + 1);

  for (guint i = 0; i < self->n_all; i++)
    names[i] = g_strdup_printf ("channel%u", i + 1);
  *n = wanted == NULL ? self->n_all : g_strv_length ((char **) wanted);
  if (wanted != NULL)
    self->columns = im_recording_find_columns (path, names, self->n_all, wanted, error);
  else
    {
      self->columns = g_new (guint, (gsize) self->n_all + 1);
      for (guint i = 0; i < self->n_all; i++)
        self->columns[i] = i;
    }

  return self->columns != NULL;
}

static ImRecording *
new_recording (const ImNpyRows *self, const char *path, guint n_channels, double rate_hz)
{
  ImRecording *recording = im_recording_new (path, n_channels);

  for (guint i = 0; i < n_channels; i++)
    recording->channels[i] = g_strdup_printf ("channel%u", self->columns[i] + 1);
  recording->rate_hz = rate_hz;

  return recording;
}

ImNpyRows *
im_npy_rows_open (const char *path, const ImRecordingOptions *options, GError **error)
{
  static const ImRecordingOptions usual = { 0 };
  g_autoptr (ImNpyRows) self = g_new0 (ImNpyRows, 1);
  gsize n_rows = 0;
  guint n_channels = 0;

  options = options == NULL ? &usual : options;
  self->flags = options->flags;
  self->descriptor = im_file_open (path, IM_RECORDING_MAX_BYTES, error);
  if (self->descriptor < 0 || !read_header (self, path, &n_rows, error) ||
      !find_columns (self, path, options->channels, &n_channels, error))
    return NULL;
  if (n_rows * n_channels == 0)
    {
      fail_shape (path, &self->header.shape, error);
      return NULL;
    }
  self->format = new_recording (self, path, n_channels, options->rate_hz);
  self->format->n_rows = options->max_rows > 0 ? MIN (n_rows, options->max_rows) : n_rows;

  return g_steal_pointer (&self);
}

const ImRecording *
im_npy_rows_get_format (const ImNpyRows *self)
{
  return self->format;
}

/* Reads all channels of rows. */
static double *
read_all (ImNpyRows *self, gsize n_rows, GError **error)
{
  const ImDTypeInfo *info = im_dtype_get_info (self->header.dtype);
  gsize row_bytes = (gsize) self->n_all * info->size_bytes;
  gsize count = n_rows * self->n_all, n_bytes = n_rows * row_bytes, done = 0;
  g_autofree char *bytes = g_malloc (n_bytes);
  double *numbers;

  while (done < n_bytes)
    {
      gssize n = pread (
          self->descriptor, bytes + done, n_bytes - done,
          (off_t) (self->header.offset + self->next_row * row_bytes + done));

      if (n <= 0)
        break;
      done += (gsize) n;
    }
  if (done < n_bytes)
    {
      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_TRUNCATED,
                   "%s: row %" G_GSIZE_FORMAT ": expected %" G_GSIZE_FORMAT
                   " rows, the file ends before this one",
                   self->format->path, self->next_row + done / row_bytes + 1,
                   self->format->n_rows);
      return NULL;
    }
  if (self->header.is_swapped)
    im_npy_swap (bytes, count, info->size_bytes);
  numbers = g_new (double, count);
  info->load (bytes, count, numbers);

  return numbers;
}

static gboolean
check_finite (const ImNpyRows *self, const ImRecording *rows, GError **error)
{
  gsize n = rows->n_rows * rows->n_channels;

  for (gsize i = 0; (self->flags & IM_RECORDING_ALLOW_NAN) == 0 && i < n; i++)
    if (!isfinite (rows->values[i]))
      {
        g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_MISSING,
                     "%s: row %" G_GSIZE_FORMAT
                     ", channel %u: expected a finite number, found %g",
                     rows->path, self->next_row + i / rows->n_channels + 1,
                     self->columns[i % rows->n_channels] + 1, rows->values[i]);
        return FALSE;
      }

  return TRUE;
}

ImRecording *
im_npy_rows_read (ImNpyRows *self, gsize n_wanted, GError **error)
{
  const ImRecording *format = self->format;
  gsize n_rows = MIN (n_wanted, format->n_rows - self->next_row);
  g_autoptr (ImRecording) rows = NULL;
  g_autofree double *all = n_rows == 0 ? NULL : read_all (self, n_rows, error);
  guint n = format->n_channels;

  if (all == NULL)
    return NULL;
  rows = new_recording (self, format->path, n, format->rate_hz);
  rows->n_rows = n_rows;
  rows->values = g_new (double, n_rows *n);
  for (gsize row = 0; row < n_rows; row++)
    for (guint i = 0; i < n; i++)
      rows->values[row * n + i] = all[row * self->n_all + self->columns[i]];
  if (!check_finite (self, rows, error))
    return NULL;
  self->next_row += n_rows;

  return g_steal_pointer (&rows);
}

void
im_npy_rows_seek (ImNpyRows *self, gsize row)
{
  self->next_row = MIN (row, self->format->n_rows);
}

void
im_npy_rows_free (ImNpyRows *self)
{
  if (self == NULL)
    return;

  if (self->descriptor >= 0)
    close (self->descriptor);
  g_clear_pointer (&self->format, im_recording_unref);
  g_free (self->columns);
  g_free (self);
}

ImRecording *
im_recording_load_npy (const char *path,
                       const ImRecordingOptions *options,
                       GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autoptr (ImNpyRows) rows = im_npy_rows_open (path, options, error);
  gsize limit;

  if (rows == NULL)
    return NULL;
  limit = IM_RECORDING_MAX_NUMBERS / rows->format->n_channels;
  if (rows->format->n_rows <= limit)
    return im_npy_rows_read (rows, limit, error);

  g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_TOO_LARGE,
               "%s: expected at most %" G_GSIZE_FORMAT
               " rows of %u channel(s), found %" G_GSIZE_FORMAT,
               path, limit, rows->format->n_channels, rows->format->n_rows);
  return NULL;
}
