/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/im-arena.h"
#include "lang/im-builtin-functions.h"

gboolean
im_builtin_system_shape (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  if (n_args > IM_SHAPE_MAX_RANK)
    return im_eval_fail (eval, IM_EXPR_ERROR_ARGUMENT_COUNT,
                         "a shape has at most %d axes, found %u sizes", IM_SHAPE_MAX_RANK,
                         n_args);
  for (guint i = 0; i < n_args; i++)
    if (args[i].kind == IM_VALUE_INT && args[i].integer < 0)
      return im_eval_fail_argument (eval, i, IM_EXPR_ERROR_SHAPE,
                                    "an axis size is 0 to %d, found %d", G_MAXINT32,
                                    args[i].integer);

  ImShape *shape = im_arena_new0 (im_eval_get_arena (eval), ImShape, 1);
  shape->rank = n_args;
  for (guint i = 0; i < n_args; i++)
    shape->size[n_args - 1 - i] = args[i].kind == IM_VALUE_UNKNOWN ? IM_SHAPE_UNKNOWN
                                                                   : args[i].integer;
  *out = IM_SHAPE (shape);

  return TRUE;
}

static gboolean
return_buffer (ImEval *eval,
               const ImShape *shape,
               const ImValue *args,
               guint n_args,
               ImValue *out)
{
  ImBuffer *buffer = im_arena_new0 (im_eval_get_arena (eval), ImBuffer, 1);

  buffer->dtype = args[0].dtype;
  buffer->shape = *shape;
  buffer->is_static = n_args > 2 && args[2].boolean;
  *out = IM_BUFFER (buffer);

  return TRUE;
}

gboolean
im_builtin_system_buffer_of_shape (ImEval *eval,
                                   const ImValue *args,
                                   guint n_args,
                                   ImValue *out)
{
  return return_buffer (eval, args[1].shape, args, n_args, out);
}

gboolean
im_builtin_system_buffer_of_count (ImEval *eval,
                                   const ImValue *args,
                                   guint n_args,
                                   ImValue *out)
{
  ImShape shape = { .rank = 1, .size = { args[1].integer } };

  if (args[1].integer < 0)
    return im_eval_fail_argument (eval, 1, IM_EXPR_ERROR_VALUE,
                                  "a count of elements is not negative, found %d",
                                  args[1].integer);

  return return_buffer (eval, &shape, args, n_args, out);
}

gboolean
im_builtin_system_parse_type (ImEval *eval,
                              const ImValue *args,
                              guint n_args,
                              ImValue *out)
{
  const char *name = args[0].string;
  ImDType dtype;

  if (im_dtype_parse (name, strlen (name), &dtype))
    {
      *out = IM_DTYPE (dtype);
      return TRUE;
    }

  const char *nearest = im_dtype_nearest_name (name);
  if (nearest == NULL)
    return im_eval_fail_argument (eval, 0, IM_EXPR_ERROR_VALUE,
                                  "“%s” is no element type such as float32", name);

  return im_eval_fail_argument (eval, 0, IM_EXPR_ERROR_VALUE,
                                "“%s” is no element type; did you mean “%s”?", name,
                                nearest);
}

gboolean
im_builtin_system_parse_array (ImEval *eval,
                               const ImValue *args,
                               guint n_args,
                               ImValue *out)
{
  GError *error = NULL;
  const ImArray *array = im_array_parse_list (im_eval_get_arena (eval), args[0].dtype,
                                              args[1].string, &error);

  if (array == NULL)
    return im_eval_fail_gerror (eval, 1, error);

  *out = IM_ARRAY (array);
  return TRUE;
}

gboolean
im_builtin_system_parse_whole_array (ImEval *eval,
                                     const ImValue *args,
                                     guint n_args,
                                     ImValue *out)
{
  GError *error = NULL;
  const ImArray *array = im_array_parse (im_eval_get_arena (eval), args[0].string,
                                         &error);

  if (array == NULL)
    return im_eval_fail_gerror (eval, 0, error);

  *out = IM_ARRAY (array);
  return TRUE;
}

gboolean
im_builtin_system_read_array (ImEval *eval,
                              const ImValue *args,
                              guint n_args,
                              ImValue *out)
{
  const ImEnvironment *environment = im_eval_get_environment (eval);
  const ImDType *dtype = n_args > 1 ? &args[1].dtype : NULL;
  g_autoptr (GError) error = NULL;

  if (environment->read_array == NULL)
    return im_eval_fail (eval, IM_EXPR_ERROR_UNSUPPORTED,
                         "“%s” is looked for in the folder of a unit file, and there is "
                         "no file here",
                         args[0].string);

  const ImArray *array = environment->read_array (
      environment->files, args[0].string, dtype, im_eval_get_arena (eval), &error);
  if (array == NULL)
    return im_eval_fail_argument (eval, 0, IM_EXPR_ERROR_VALUE, "%s", error->message);

  *out = IM_ARRAY (array);
  return TRUE;
}

gboolean
im_builtin_system_identifier (ImEval *eval,
                              const ImValue *args,
                              guint n_args,
                              ImValue *out)
{
  const char *text = args[0].string;
  g_autoptr (GString) identifier = g_string_new (NULL);

  if (*text == '\0' || g_ascii_isdigit (*text))
    g_string_append_c (identifier, '_');
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    g_string_append_c (identifier, g_ascii_isalnum (*p) ? *p : '_');
  *out = IM_STRING (
      im_arena_strndup (im_eval_get_arena (eval), identifier->str, identifier->len));

  return TRUE;
}

gboolean
im_builtin_system_load (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return im_eval_fail (eval, IM_EXPR_ERROR_UNSUPPORTED,
                       "“%s” is in the .NET library “%s” of the original tool, which "
                       "cannot be loaded here",
                       args[1].string, args[0].string);
}
