/* SPDX-License-Identifier: MIT */
#include "cli/run/cli-outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "tensor/im-array.h"
#include "tensor/im-npy.h"

#define FLUSH_BYTES      (1 << 18)
#define NPY_HEADER_BYTES 192 /* room for any number of rows of any shape */

typedef struct
{
  const ImProgramPort *port;
  ImTensorType type;
  guint number;     /* in the program */
  GByteArray *rows; /* tensors that wait for those of other outputs */
} Output;

struct _CliOutputs
{
  char *path;
  char *temporary; /* beside it, until all is written */
  int descriptor;
  GArray *outputs; /* Output */
  GString *text;   /* that is not written yet */
  guint64 n_rows;
  const CliLabels *labels; /* or NULL */
  gboolean is_npy;
};

static void
clear_output (gpointer data)
{
  Output *output = data;

  g_byte_array_unref (output->rows);
}

static gsize
count_elements (const Output *output)
{
  gint32 count = 0;

  im_shape_product (&output->type.shape, 0, output->type.shape.rank, &count, NULL);
  return (gsize) count;
}

static gsize
get_row_bytes (const Output *output)
{
  return count_elements (output) * im_dtype_get_info (output->type.dtype)->size_bytes;
}

static void
list_outputs (CliOutputs *self, const ImPlan *plan, guint sink)
{
  const ImProgram *program = plan->program;

  for (guint i = 0; i < program->n_outputs; i++)
    {
      Output output = { &program->outputs[i], { 0 }, i, NULL };

      if (plan->sink_of[i] != (gint) plan->sinks[sink])
        continue;
      output.type = program->tensors[output.port->tensor].type;
      output.rows = g_byte_array_new ();
      g_array_append_val (self->outputs, output);
    }
}

static void
append_header (CliOutputs *self)
{
  for (guint i = 0; i < self->outputs->len; i++)
    {
      const Output *output = &g_array_index (self->outputs, Output, i);
      gsize n = count_elements (output);

      for (gsize j = 0; j < n; j++)
        {
          g_string_append (self->text, self->text->len > 0 ? "," : "");
          g_string_append (self->text, output->port->name);
          if (n > 1)
            g_string_append_printf (self->text, "[%" G_GSIZE_FORMAT "]", j);
        }
    }
  if (self->labels != NULL)
    g_string_append (self->text, ",label");
  g_string_append_c (self->text, '\n');
}

/* The header of an array with so many rows; it has the same length for all numbers. */
static gboolean
append_npy_header (const CliOutputs *self, guint64 n_rows, GString *out, GError **error)
{
  const Output *output = &g_array_index (self->outputs, Output, 0);
  ImShape shape = output->type.shape;

  if (!im_shape_insert (&shape, -1, (gint32) MIN (n_rows, G_MAXINT32), &shape, error))
    return FALSE;
  im_npy_append_header (output->type.dtype, &shape, NPY_HEADER_BYTES, out);

  return TRUE;
}

static gboolean
fail (const CliOutputs *self, GError **error)
{
  g_set_error (error, G_FILE_ERROR, (gint) g_file_error_from_errno (errno),
               "cannot write “%s”: %s", self->path, g_strerror (errno));
  return FALSE;
}

static gboolean
open_temporary (CliOutputs *self, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (self->path);

  self->temporary = g_build_filename (folder, ".imaginet-XXXXXX.tmp", NULL);
  self->descriptor = g_mkstemp_full (self->temporary, O_WRONLY | O_CLOEXEC, 0666);

  return self->descriptor >= 0 || fail (self, error);
}

CliOutputs *
cli_outputs_open (const ImPlan *plan,
                  guint sink,
                  const char *path,
                  const CliLabels *labels,
                  GError **error)
{
  g_autoptr (CliOutputs) self = g_new0 (CliOutputs, 1);

  self->descriptor = -1;
  self->path = g_strdup (path);
  self->labels = labels;
  self->is_npy = g_str_has_suffix (path, ".npy");
  self->text = g_string_new (NULL);
  self->outputs = g_array_new (FALSE, FALSE, sizeof (Output));
  g_array_set_clear_func (self->outputs, clear_output);
  list_outputs (self, plan, sink);
  if (self->is_npy && self->outputs->len > 1)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                   "a .npy file takes one output, the pipeline has %u; a .csv file takes "
                   "all",
                   self->outputs->len);
      return NULL;
    }
  if (!self->is_npy)
    append_header (self);
  else if (!append_npy_header (self, 1, self->text, error))
    return NULL;

  return open_temporary (self, error) ? g_steal_pointer (&self) : NULL;
}

static gboolean
write_text (CliOutputs *self, const GString *text, GError **error)
{
  gsize done = 0;

  while (done < text->len)
    {
      gssize n = write (self->descriptor, text->str + done, text->len - done);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return fail (self, error);
      done += (gsize) n;
    }

  return TRUE;
}

static gboolean
flush (CliOutputs *self, GError **error)
{
  gboolean ok = write_text (self, self->text, error);

  g_string_truncate (self->text, 0);
  return ok;
}

static gboolean
is_complete (const CliOutputs *self)
{
  for (guint i = 0; i < self->outputs->len; i++)
    if (g_array_index (self->outputs, Output, i).rows->len == 0)
      return FALSE;

  return TRUE;
}

static void
append_numbers (const Output *output, gboolean is_first, GString *out)
{
  ImArray array = { .dtype = output->type.dtype,
                    .shape = output->type.shape,
                    .count = count_elements (output),
                    .data = output->rows->data };

  for (gsize i = 0; i < array.count; i++)
    {
      if (i > 0 || !is_first)
        g_string_append_c (out, ',');
      im_array_append_element (&array, i, out);
    }
}

static void
append_row (CliOutputs *self)
{
  for (guint i = 0; i < self->outputs->len; i++)
    {
      Output *output = &g_array_index (self->outputs, Output, i);
      gsize bytes = get_row_bytes (output);

      if (self->is_npy)
        g_string_append_len (self->text, (const char *) output->rows->data,
                             (gssize) bytes);
      else
        append_numbers (output, i == 0, self->text);
      g_byte_array_remove_range (output->rows, 0, (guint) bytes);
    }
  if (!self->is_npy && self->labels != NULL)
    {
      g_string_append_c (self->text, ',');
      cli_labels_append (self->labels, self->n_rows, self->text);
    }
  if (!self->is_npy)
    g_string_append_c (self->text, '\n');
  self->n_rows++;
}

gboolean
cli_outputs_add (CliOutputs *self,
                 guint number,
                 gconstpointer elements,
                 gsize size_bytes,
                 GError **error)
{
  for (guint i = 0; i < self->outputs->len; i++)
    {
      Output *output = &g_array_index (self->outputs, Output, i);

      if (output->number == number && size_bytes == get_row_bytes (output))
        g_byte_array_append (output->rows, elements, (guint) size_bytes);
    }
  while (is_complete (self))
    append_row (self);

  return self->text->len < FLUSH_BYTES || flush (self, error);
}

guint64
cli_outputs_get_rows (const CliOutputs *self)
{
  return self->n_rows;
}

const char *
cli_outputs_get_path (const CliOutputs *self)
{
  return self->path;
}

/* Writes the number of rows into the header, which was not known. */
static gboolean
complete_header (CliOutputs *self, GError **error)
{
  g_autoptr (GString) header = g_string_new (NULL);

  return append_npy_header (self, self->n_rows, header, error) &&
         (lseek (self->descriptor, 0, SEEK_SET) == 0 || fail (self, error)) &&
         write_text (self, header, error);
}

gboolean
cli_outputs_close (CliOutputs *self, GError **error)
{
  if (!flush (self, error) || (self->is_npy && !complete_header (self, error)))
    return FALSE;
  if (fsync (self->descriptor) != 0 || g_rename (self->temporary, self->path) != 0)
    return fail (self, error);
  g_clear_pointer (&self->temporary, g_free);

  return TRUE;
}

void
cli_outputs_free (CliOutputs *self)
{
  if (self == NULL)
    return;

  if (self->descriptor >= 0)
    {
      close (self->descriptor);
      if (self->temporary != NULL)
        g_unlink (self->temporary);
    }
  g_free (self->temporary);
  g_array_unref (self->outputs);
  g_string_free (self->text, TRUE);
  g_free (self->path);
  g_free (self);
}
