/* SPDX-License-Identifier: MIT */
#include "cli/formula/cli-tile-input.h"

#include <string.h>

#include "tensor/im-npy.h"

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

/* A file of NumPy, or what may be typed. */
static gboolean
read_value (const char *text,
            ImTileParameterKind kind,
            ImArena *arena,
            ImTileInput *input,
            GError **error)
{
  if (!g_str_has_suffix (text, ".npy"))
    return im_tile_input_read (text, kind, arena, input, error);

  const ImArray *data = im_npy_load (text, arena, error);

  if (data == NULL)
    return FALSE;
  *input = (ImTileInput){ { TRUE, data->dtype, data->shape }, data };

  return TRUE;
}

static const char *
find_value (const CliOptions *options, const char *name)
{
  gsize length = strlen (name);

  for (guint i = 0; options->inputs != NULL && options->inputs[i] != NULL; i++)
    if (strncmp (options->inputs[i], name, length) == 0 &&
        options->inputs[i][length] == '=')
      return options->inputs[i] + length + 1;

  return NULL;
}

static gboolean
check_names (const CliOptions *options, const ImTileFunction *function, GError **error)
{
  for (guint i = 0; options->inputs != NULL && options->inputs[i] != NULL; i++)
    {
      gsize length = strcspn (options->inputs[i], "=");
      gboolean is_found = FALSE;

      for (guint j = 0; j < function->n_parameters; j++)
        is_found |= strlen (function->parameters[j].name) == length &&
                    strncmp (function->parameters[j].name, options->inputs[i], length) ==
                        0;
      if (!is_found)
        return fail (error, "--input %s: the function has no parameter of that name",
                     options->inputs[i]);
    }

  return TRUE;
}

ImTileInput *
cli_tile_input_read (const CliOptions *options,
                     const ImTileFunction *function,
                     ImArena *arena,
                     GError **error)
{
  ImTileInput *inputs = im_arena_new0 (arena, ImTileInput, function->n_parameters + 1);

  if (!check_names (options, function, error))
    return NULL;
  for (guint i = 0; i < function->n_parameters; i++)
    {
      const ImTileParameter *parameter = &function->parameters[i];
      const char *value = find_value (options, parameter->name);

      if (value == NULL)
        {
          fail (error,
                "the parameter “%s” needs a value, such as --input NAME=float32[2,3]",
                parameter->name);
          return NULL;
        }
      if (!read_value (value, parameter->kind, arena, &inputs[i], error))
        {
          g_prefix_error (error, "--input %s: ", parameter->name);
          return NULL;
        }
    }

  return inputs;
}
