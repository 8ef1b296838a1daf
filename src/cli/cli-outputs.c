/* SPDX-License-Identifier: MIT */
#include "cli/cli-outputs.h"

#include <string.h>

#include "base/im-arena.h"
#include "base/im-file.h"
#include "verify/im-npy.h"
#include "verify/im-trace.h"

static void
clear_output (gpointer data)
{
  CliOutput *output = data;

  g_byte_array_unref (output->bytes);
}

GArray *
cli_outputs_collect (const ImPlan *plan, guint sink, GBytes *trace)
{
  const ImProgram *program = plan->program;
  GArray *outputs = g_array_new (FALSE, FALSE, sizeof (CliOutput));
  ImTraceReader reader;
  ImTraceRecord record;

  g_array_set_clear_func (outputs, clear_output);
  for (guint i = 0; i < program->n_outputs; i++)
    if (sink < plan->n_sinks && plan->sink_of[i] == (gint) plan->sinks[sink])
      {
        CliOutput output = {
          .port = &program->outputs[i],
          .type = &program->tensors[program->outputs[i].tensor].type,
          .number = i,
          .bytes = g_byte_array_new (),
        };

        g_array_append_val (outputs, output);
      }
  im_trace_reader_init (&reader, trace);
  while (im_trace_reader_next (&reader, &record))
    for (guint i = 0; record.kind == IM_TRACE_OUTPUT && i < outputs->len; i++)
      {
        CliOutput *output = &g_array_index (outputs, CliOutput, i);

        if (output->number != record.number)
          continue;
        g_byte_array_append (output->bytes, record.data, record.size_bytes);
        output->n_tensors++;
      }

  for (guint i = outputs->len; i-- > 0;)
    if (g_array_index (outputs, CliOutput, i).n_tensors == 0)
      g_array_remove_index (outputs, i);

  return outputs;
}

static gsize
count_elements (const CliOutput *output)
{
  return output->bytes->len / im_dtype_get_info (output->type->dtype)->size_bytes /
         output->n_tensors;
}

static void
append_header (const GArray *outputs, GString *out)
{
  for (guint i = 0; i < outputs->len; i++)
    {
      const CliOutput *output = &g_array_index (outputs, CliOutput, i);
      gsize n = count_elements (output);

      for (gsize j = 0; j < n; j++)
        if (n == 1)
          g_string_append_printf (out, "%s%s", out->len > 0 ? "," : "",
                                  output->port->name);
        else
          g_string_append_printf (out, "%s%s[%" G_GSIZE_FORMAT "]",
                                  out->len > 0 ? "," : "", output->port->name, j);
    }
  g_string_append_c (out, '\n');
}

static void
append_row (const GArray *outputs, guint row, GString *out)
{
  gsize start = out->len;

  for (guint i = 0; i < outputs->len; i++)
    {
      const CliOutput *output = &g_array_index (outputs, CliOutput, i);
      gsize n = count_elements (output);
      gsize bytes = n * im_dtype_get_info (output->type->dtype)->size_bytes;
      ImArray array = { .dtype = output->type->dtype,
                        .shape = output->type->shape,
                        .count = n,
                        .data = output->bytes->data + row * bytes };

      for (gsize j = 0; j < n; j++)
        {
          g_string_append (out, out->len > start ? "," : "");
          im_array_append_element (&array, j, out);
        }
    }
  g_string_append_c (out, '\n');
}

gboolean
cli_outputs_save_csv (const GArray *outputs, const char *path, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GBytes) bytes = NULL;
  guint n_rows = G_MAXUINT;

  for (guint i = 0; i < outputs->len; i++)
    n_rows = MIN (n_rows, g_array_index (outputs, CliOutput, i).n_tensors);
  append_header (outputs, out);
  for (guint i = 0; outputs->len > 0 && i < n_rows; i++)
    append_row (outputs, i, out);
  bytes = g_bytes_new (out->str, out->len);

  return im_file_write_atomically (path, bytes, NULL, error);
}

gboolean
cli_outputs_save_npy (const CliOutput *output, const char *path, GError **error)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  ImShape shape = output->type->shape;
  ImArray *array;

  if (!im_shape_insert (&shape, -1, (gint32) output->n_tensors, &shape, error))
    return FALSE;
  array = im_array_new (arena, output->type->dtype, &shape, error);
  if (array == NULL)
    return FALSE;
  if (output->bytes->len > 0)
    memcpy (array->data, output->bytes->data, output->bytes->len);

  return im_npy_save (array, path, error);
}
