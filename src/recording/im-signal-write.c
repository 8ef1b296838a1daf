/* SPDX-License-Identifier: MIT */
#include "recording/im-signal-write.h"

#include <string.h>

#include "tensor/im-npy.h"

#define NUMBERS_AT_ONCE 65536

typedef struct
{
  ImSignal *signal;
  guint n_channels;
  gboolean is_timed;
  const char *number_format; /* of CSV */
  ImDType dtype;             /* of the array */
  GString *piece;            /* that is written next */
} Writer;

static void
append_names (const Writer *writer)
{
  const char *const *channels = im_signal_get_format (writer->signal)->channels;

  g_string_append (writer->piece, writer->is_timed ? "time" : "row");
  for (guint c = 0; c < writer->n_channels; c++)
    {
      g_autofree char *number = g_strdup_printf ("value%u", c + 1);
      const char *name = channels != NULL ? channels[c] : number;
      gboolean is_quoted = strpbrk (name, ",;\"\t ") != NULL;
      g_auto (GStrv) parts = g_strsplit (name, "\"", -1);
      g_autofree char *doubled = g_strjoinv ("\"\"", parts);

      g_string_append_printf (writer->piece, is_quoted ? ",\"%s\"" : ",%s", doubled);
    }
  g_string_append_c (writer->piece, '\n');
}

static void
append_number (const Writer *writer, const char *format, double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (writer->piece, g_ascii_formatd (text, sizeof text, format, number));
}

static void
append_rows (const Writer *writer, guint64 first, gsize n, const double *numbers)
{
  for (gsize i = 0; i < n; i++)
    {
      append_number (writer, "%.15g",
                     writer->is_timed ? im_signal_get_time (writer->signal, first + i)
                                      : (double) (first + i));
      for (guint c = 0; c < writer->n_channels; c++)
        {
          g_string_append_c (writer->piece, ',');
          append_number (writer, writer->number_format,
                         numbers[i * writer->n_channels + c]);
        }
      g_string_append_c (writer->piece, '\n');
    }
}

static void
append_elements (const Writer *writer, gsize n, const double *numbers)
{
  const ImDTypeInfo *info = im_dtype_get_info (writer->dtype);
  gsize n_numbers = n * writer->n_channels;
  g_autofree char *bytes = g_malloc (n_numbers * info->size_bytes);

  info->store (bytes, n_numbers, numbers);
  g_string_append_len (writer->piece, bytes, (gssize) (n_numbers * info->size_bytes));
}

static void
append_array_header (const Writer *writer, guint64 n_values)
{
  ImShape shape = im_signal_get_format (writer->signal)->type.shape;

  shape.size[shape.rank++] = (gint32) n_values;
  im_npy_append_header (writer->dtype, &shape, 0, writer->piece);
}

/* Fixed point numbers are real numbers in a file. */
static void
init (Writer *writer, ImSignal *signal)
{
  ImDType dtype = im_signal_get_format (signal)->type.dtype;
  const ImDTypeInfo *info = im_dtype_get_info (dtype);

  *writer = (Writer){ .signal = signal,
                      .n_channels = im_signal_get_n_channels (signal),
                      .is_timed = im_signal_is_timed (signal),
                      .number_format = info->size_bytes > 4 ? "%.17g"
                                       : dtype == IM_DTYPE_FLOAT32 ||
                                               dtype == IM_DTYPE_FLOAT16
                                           ? "%.9g"
                                           : "%.15g",
                      .dtype = info->stored != dtype ? IM_DTYPE_FLOAT64 : dtype,
                      .piece = g_string_new (NULL) };
}

static gboolean
write_values (Writer *writer,
              guint64 from,
              guint64 to,
              gboolean is_array,
              GOutputStream *stream,
              GCancellable *cancellable,
              GError **error)
{
  gsize n_values = MAX (1, NUMBERS_AT_ONCE / writer->n_channels);
  g_autofree double *numbers = g_new (double, n_values * writer->n_channels);

  if (is_array)
    append_array_header (writer, to - from);
  else
    append_names (writer);
  for (guint64 first = from; first < to; first += n_values)
    {
      gsize n = (gsize) MIN (n_values, to - first);

      if (!im_signal_load (writer->signal, 0, writer->n_channels, first, n, numbers,
                           error))
        return FALSE;
      if (is_array)
        append_elements (writer, n, numbers);
      else
        append_rows (writer, first, n, numbers);
      if (!g_output_stream_write_all (stream, writer->piece->str, writer->piece->len,
                                      NULL, cancellable, error))
        return FALSE;
      g_string_truncate (writer->piece, 0);
    }

  return TRUE;
}

/* A stream that is closed after it was cancelled leaves the old file. */
gboolean
im_signal_write (ImSignal *signal,
                 guint64 from,
                 guint64 to,
                 const char *path,
                 GCancellable *cancellable,
                 GError **error)
{
  g_return_val_if_fail (from < to && to <= im_signal_get_n_values (signal), FALSE);

  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileOutputStream) stream = g_file_replace (
      file, NULL, FALSE, G_FILE_CREATE_NONE, cancellable, error);
  g_autoptr (GCancellable) keep = g_cancellable_new ();
  gboolean is_written;
  Writer writer;

  if (stream == NULL)
    return FALSE;

  init (&writer, signal);
  is_written = write_values (&writer, from, to, g_str_has_suffix (path, ".npy"),
                             G_OUTPUT_STREAM (stream), cancellable, error);
  g_string_free (writer.piece, TRUE);
  if (is_written)
    return g_output_stream_close (G_OUTPUT_STREAM (stream), cancellable, error);
  g_cancellable_cancel (keep);
  g_output_stream_close (G_OUTPUT_STREAM (stream), keep, NULL);

  return FALSE;
}
