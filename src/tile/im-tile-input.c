/* SPDX-License-Identifier: MIT */
#include "tile/im-tile-input.h"

#include <string.h>

#include "tensor/im-nested-list.h"
#include "tensor/im-tensor-type.h"

static gboolean G_GNUC_PRINTF (2, 3) fail (GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, message);

  return FALSE;
}

static gboolean
make_tensor (const double *numbers,
             const ImShape *shape,
             ImArena *arena,
             ImTileInput *input,
             GError **error)
{
  ImArray *array = im_array_new (arena, IM_DTYPE_FLOAT32, shape, error);

  if (array == NULL)
    return FALSE;
  im_array_store (array, 0, array->count, numbers);
  input->data = array;
  input->argument = (ImTileArgument){ TRUE, IM_DTYPE_FLOAT32, *shape };

  return TRUE;
}

static gboolean
read_lists (const char *text,
            ImTileParameterKind kind,
            ImArena *arena,
            ImTileInput *input,
            GError **error)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (double));
  ImShape shape = { 0 };

  if (!im_nested_list_parse (text, numbers, &shape, error))
    return FALSE;
  if (kind == IM_TILE_VECTOR)
    {
      double *copy = im_arena_new0 (arena, double, numbers->len + 1);

      if (shape.rank > 1)
        return fail (error, "%s", "a list of numbers has no lists in it");
      memcpy (copy, numbers->data, sizeof (double) * numbers->len);
      input->argument = (ImTileArgument){
        .is_list = TRUE,
        .n_numbers = numbers->len,
        .numbers = copy,
      };
      return TRUE;
    }

  return make_tensor ((const double *) numbers->data, &shape, arena, input, error);
}

static gboolean
read_number (double number,
             ImTileParameterKind kind,
             ImArena *arena,
             ImTileInput *input,
             GError **error)
{
  double *copy = im_arena_new0 (arena, double, 1);
  ImShape scalar = { 0 };

  *copy = number;
  if (kind == IM_TILE_TENSOR)
    return make_tensor (copy, &scalar, arena, input, error);
  input->argument = (ImTileArgument){ .n_numbers = 1, .numbers = copy };

  return TRUE;
}

gboolean
im_tile_input_read (const char *text,
                    ImTileParameterKind kind,
                    ImArena *arena,
                    ImTileInput *input,
                    GError **error)
{
  char *end = NULL;
  double number = g_ascii_strtod (text, &end);
  ImTensorType type;

  if (end != text && *end == '\0')
    return read_number (number, kind, arena, input, error);
  if (*text == '[')
    return read_lists (text, kind, arena, input, error);
  if (strchr (text, '{') != NULL)
    {
      const ImArray *data = im_array_parse (arena, text, error);

      if (data == NULL)
        return FALSE;
      *input = (ImTileInput){ { TRUE, data->dtype, data->shape }, data };
      return TRUE;
    }
  if (!im_tensor_type_parse (text, &type, error))
    return FALSE;
  if (!im_shape_is_known (&type.shape))
    return fail (error, "“%s” has a size that is not known", text);
  *input = (ImTileInput){ { TRUE, type.dtype, type.shape }, NULL };

  return TRUE;
}

void
im_tile_argument_append_text (const ImTileArgument *argument, GString *out)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (argument->is_tensor)
    {
      g_string_append (out, im_dtype_get_info (argument->dtype)->name);
      im_shape_append_text (&argument->shape, out);
      return;
    }
  g_string_append (out, argument->is_list ? "[" : "");
  for (guint i = 0; i < argument->n_numbers; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? "," : "",
                            g_ascii_dtostr (number, sizeof number, argument->numbers[i]));
  g_string_append (out, argument->is_list ? "]" : "");
}
