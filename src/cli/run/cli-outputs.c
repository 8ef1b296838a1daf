/* SPDX-License-Identifier: MIT */
#include "cli/run/cli-outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "base/im-file.h"
#include "tensor/im-array.h"
#include "tensor/im-npy.h"

#define FLUSH_BYTES      (1 << 18)
#define ARCHIVED_BYTES   (1u << 30) /* of an output, which are in memory until the end */
#define NPY_HEADER_BYTES 192        /* room for any number of rows of any shape */

typedef struct
{
  const ImProgramPort *port;
  ImTensorType type;
  guint number;     /* in the program */
  GByteArray *rows; /* tensors that wait for those of other outputs, or all */
} Output;

struct _CliOutputs
{
  char *path;
  char *temporary; /* beside it, until all is written */
  int descriptor;
  GArray *outputs; /* Output */
  GString *text;   /* that is not written yet */
  guint64 n_rows;
  const CliStamps *stamps; /* or NULL */
  gboolean is_npy;
  gboolean is_npz;
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

static gboolean
has_labels (const CliOutputs *self)
{
  return self->stamps != NULL && self->stamps->labels != NULL;
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
  if (has_labels (self))
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

gboolean
cli_outputs_are_printed (const char *path)
{
  return strcmp (path, "-") == 0;
}

static gboolean
open_temporary (CliOutputs *self, GError **error)
{
  if (cli_outputs_are_printed (self->path))
    {
      self->descriptor = fcntl (STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
      return self->descriptor >= 0 || fail (self, error);
    }

  g_autofree char *folder = g_path_get_dirname (self->path);

  self->temporary = g_build_filename (folder, ".imaginet-XXXXXX.tmp", NULL);
  self->descriptor = g_mkstemp_full (self->temporary, O_WRONLY | O_CLOEXEC, 0666);

  return self->descriptor >= 0 || fail (self, error);
}

CliOutputs *
cli_outputs_open (const ImPlan *plan,
                  guint sink,
                  const char *path,
                  const CliStamps *stamps,
                  GError **error)
{
  g_autoptr (CliOutputs) self = g_new0 (CliOutputs, 1);

  self->descriptor = -1;
  self->path = g_strdup (path);
  self->stamps = stamps;
  self->is_npy = g_str_has_suffix (path, ".npy");
  self->is_npz = cli_outputs_are_archived (path);
  self->text = g_string_new (NULL);
  self->outputs = g_array_new (FALSE, FALSE, sizeof (Output));
  g_array_set_clear_func (self->outputs, clear_output);
  list_outputs (self, plan, sink);
  if (self->is_npy && self->outputs->len > 1)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                   "a .npy file takes one output, the pipeline has %u; a .npz or .csv "
                   "file takes all",
                   self->outputs->len);
      return NULL;
    }
  if (self->is_npz)
    return g_steal_pointer (&self);
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
append_label (CliOutputs *self)
{
  g_autoptr (GString) label = g_string_new (NULL);

  cli_stamps_append_label (self->stamps, self->n_rows, label);
  g_string_append_c (self->text, ',');
  if (strpbrk (label->str, ",\"\r\n") == NULL)
    {
      g_string_append (self->text, label->str);
      return;
    }
  g_string_replace (label, "\"", "\"\"", 0);
  g_string_append_printf (self->text, "\"%s\"", label->str);
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
  if (!self->is_npy && has_labels (self))
    append_label (self);
  if (!self->is_npy)
    g_string_append_c (self->text, '\n');
  self->n_rows++;
}

/* The rows for which all outputs are there. */
static guint64
count_rows (const CliOutputs *self)
{
  guint64 n_rows = G_MAXUINT64;

  for (guint i = 0; i < self->outputs->len; i++)
    {
      const Output *output = &g_array_index (self->outputs, Output, i);

      n_rows = MIN (n_rows, output->rows->len / get_row_bytes (output));
    }

  return n_rows;
}

static gboolean
fail_size (const CliOutputs *self, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
               "%s would have an array of more than %u MB; a .npy or .csv file can",
               self->path, ARCHIVED_BYTES >> 20);
  return FALSE;
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

      if (output->number != number || size_bytes != get_row_bytes (output))
        continue;
      if (output->rows->len > ARCHIVED_BYTES)
        return fail_size (self, error);
      g_byte_array_append (output->rows, elements, (guint) size_bytes);
      if (self->is_npz)
        self->n_rows = count_rows (self);
    }
  if (self->is_npz)
    return TRUE;
  while (is_complete (self))
    append_row (self);

  return (self->text->len < FLUSH_BYTES && !cli_outputs_are_printed (self->path)) ||
         flush (self, error);
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

gboolean
cli_outputs_take_labels (const char *path)
{
  return !g_str_has_suffix (path, ".npy");
}

void
cli_outputs_write_json (const CliOutputs *self, ImJson *json)
{
  im_json_member_string (json, "output", self->path);
  im_json_member_int (json, "rows", (gint64) self->n_rows);
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
  if (cli_outputs_are_printed (self->path))
    return TRUE;
  if (fsync (self->descriptor) != 0 || g_rename (self->temporary, self->path) != 0)
    return fail (self, error);
  g_clear_pointer (&self->temporary, g_free);

  return TRUE;
}

gboolean
cli_outputs_are_archived (const char *path)
{
  return g_str_has_suffix (path, ".npz");
}

static gboolean
add_output (const CliOutputs *self,
            const Output *output,
            ImArtifacts *artifacts,
            GError **error)
{
  g_autofree char *name = g_strconcat (output->port->name, ".npy", NULL);
  GString *text = NULL;
  ImShape shape = output->type.shape;

  if (!im_shape_insert (&shape, -1, (gint32) self->n_rows, &shape, error))
    return FALSE;
  text = g_string_new (NULL);
  im_npy_append_header (output->type.dtype, &shape, 0, text);
  g_string_append_len (text, (const char *) output->rows->data,
                       (gssize) (self->n_rows * get_row_bytes (output)));
  im_artifacts_add_text (artifacts, name, text);

  return TRUE;
}

static void
add_times (const CliOutputs *self, const char *prefix, ImArtifacts *artifacts)
{
  const ImShape shape = { .rank = 1, .size = { (gint32) self->n_rows } };
  g_autofree char *name = g_strconcat (prefix, "time_s.npy", NULL);
  GString *text = g_string_new (NULL);

  im_npy_append_header (IM_DTYPE_FLOAT64, &shape, 0, text);
  for (guint64 i = 0; i < self->n_rows; i++)
    {
      double time_s = cli_stamps_get_time (self->stamps, i);

      g_string_append_len (text, (const char *) &time_s, sizeof time_s);
    }
  im_artifacts_add_text (artifacts, name, text);
}

static void
add_labels (const CliOutputs *self, const char *prefix, ImArtifacts *artifacts)
{
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *name = g_strconcat (prefix, "label.npy", NULL);
  GString *text = g_string_new (NULL);

  for (guint64 i = 0; i < self->n_rows; i++)
    {
      GString *label = g_string_new (NULL);

      cli_stamps_append_label (self->stamps, i, label);
      g_ptr_array_add (labels, g_string_free (label, FALSE));
    }
  im_npy_append_texts ((const char *const *) labels->pdata, labels->len, text);
  im_artifacts_add_text (artifacts, name, text);
}

/* Whether an output is called as times or labels would be. */
static gboolean
has_name_of_stamps (const CliOutputs *self)
{
  for (guint i = 0; i < self->outputs->len; i++)
    {
      const char *name = g_array_index (self->outputs, Output, i).port->name;

      if (strcmp (name, "time_s") == 0 || strcmp (name, "label") == 0)
        return TRUE;
    }

  return FALSE;
}

static gboolean
add_arrays (const CliOutputs *self,
            gboolean is_alone,
            ImArtifacts *artifacts,
            GError **error)
{
  const char *first = g_array_index (self->outputs, Output, 0).port->name;
  g_autofree char *prefix = is_alone && !has_name_of_stamps (self)
                                ? g_strdup ("")
                                : g_strconcat (first, ".", NULL);

  for (guint i = 0; i < self->outputs->len; i++)
    if (!add_output (self, &g_array_index (self->outputs, Output, i), artifacts, error))
      return FALSE;
  if (self->stamps != NULL)
    add_times (self, prefix, artifacts);
  if (has_labels (self))
    add_labels (self, prefix, artifacts);

  return TRUE;
}

gboolean
cli_outputs_write_archive (const GPtrArray *outputs, GError **error)
{
  g_autoptr (ImArtifacts) artifacts = im_artifacts_new ();
  g_autoptr (GBytes) bytes = NULL;

  for (guint i = 0; i < outputs->len; i++)
    {
      const CliOutputs *self = g_ptr_array_index (outputs, i);

      if (self->n_rows > 0 && !add_arrays (self, outputs->len == 1, artifacts, error))
        return FALSE;
    }
  bytes = im_artifacts_pack (artifacts, "", error);

  return bytes != NULL &&
         im_file_write_atomically (((CliOutputs *) g_ptr_array_index (outputs, 0))->path,
                                   bytes, NULL, error);
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
