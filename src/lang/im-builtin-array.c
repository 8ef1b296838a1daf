/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "base/im-arena.h"
#include "lang/im-builtin-functions.h"

gboolean
im_builtin_array_type (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  *out = IM_DTYPE (args[0].array->dtype);
  return TRUE;
}

gboolean
im_builtin_array_shape (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  *out = IM_SHAPE (&args[0].array->shape);
  return TRUE;
}

static gboolean
return_array (ImEval *eval,
              gint argument,
              const ImArray *array,
              GError *error,
              ImValue *out)
{
  if (array == NULL)
    return im_eval_fail_gerror (eval, argument, error);

  *out = IM_ARRAY (array);
  return TRUE;
}

static gboolean
map (ImEval *eval,
     const ImValue *args,
     ImArrayMapFunc func,
     double parameter,
     ImValue *out)
{
  GError *error = NULL;
  const ImArray *array = im_array_map (im_eval_get_arena (eval), args[0].array, func,
                                       parameter, &error);

  return return_array (eval, -1, array, error, out);
}

static double
map_exp (double x, double parameter)
{
  return exp (x);
}

static double
map_log (double x, double parameter)
{
  return log (x);
}

static double
map_log_base (double x, double log_of_base)
{
  return log (x) / log_of_base;
}

static double
map_sqrt (double x, double parameter)
{
  return sqrt (x);
}

static double
map_abs (double x, double parameter)
{
  return fabs (x);
}

gboolean
im_builtin_array_exp (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return map (eval, args, map_exp, 0, out);
}

gboolean
im_builtin_array_pow (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return map (eval, args, pow, args[1].real, out);
}

gboolean
im_builtin_array_log (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return map (eval, args, map_log, 0, out);
}

gboolean
im_builtin_array_log_base (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return map (eval, args, map_log_base, log (args[1].real), out);
}

gboolean
im_builtin_array_sqrt (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return map (eval, args, map_sqrt, 0, out);
}

gboolean
im_builtin_array_abs (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return map (eval, args, map_abs, 0, out);
}

/* Without elements the smallest is infinite, and the largest is minus infinity. */
static void
find_range (const ImArray *array, double *min, double *max)
{
  *min = INFINITY;
  *max = -INFINITY;
  for (gsize i = 0; i < array->count; i++)
    {
      double value;

      im_array_load (array, i, 1, &value);
      if (isnan (value))
        {
          *min = *max = value;
          return;
        }
      *min = fmin (*min, value);
      *max = fmax (*max, value);
    }
}

gboolean
im_builtin_array_min (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  double min, max;

  find_range (args[0].array, &min, &max);
  *out = IM_DOUBLE (min);
  return TRUE;
}

gboolean
im_builtin_array_max (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  double min, max;

  find_range (args[0].array, &min, &max);
  *out = IM_DOUBLE (max);
  return TRUE;
}

gboolean
im_builtin_array_quantize (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  const ImDTypeInfo *info = im_dtype_get_info (args[1].dtype);
  gint32 shift = args[2].integer;
  GError *error = NULL;

  if (info->family != IM_DTYPE_FAMILY_Q || args[1].dtype == IM_DTYPE_Q63)
    return im_eval_fail_argument (
        eval, 1, IM_EXPR_ERROR_VALUE, "%s is %s; quantize takes Q7, Q15 and Q31",
        info->system_name, info->family == IM_DTYPE_FAMILY_Q ? "too wide" : "no Q type");
  if (shift < -31 || shift > 31)
    return im_eval_fail_argument (eval, 2, IM_EXPR_ERROR_VALUE,
                                  "a shift is -31 to 31, found %d", shift);

  ImArray *array = im_array_new (im_eval_get_arena (eval), args[1].dtype,
                                 &args[0].array->shape, &error);
  for (gsize i = 0; array != NULL && i < array->count; i++)
    {
      double value;

      im_array_load (args[0].array, i, 1, &value);
      value = ldexp (value, -shift);
      im_array_store (array, i, 1, &value);
    }

  return return_array (eval, -1, array, error, out);
}

gboolean
im_builtin_array_transpose (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  const ImShape *shape = &args[0].array->shape;
  gint axes[IM_BUILTIN_MAX_ARGS];
  GError *error = NULL;

  for (guint i = 1; i < n_args; i++)
    {
      guint axis;

      if (!im_shape_resolve_axis (shape, args[i].integer, &axis, &error))
        return im_eval_fail_gerror (eval, (gint) i, error);
      axes[i - 1] = (gint) axis;
    }

  const ImArray *array = im_array_transpose (im_eval_get_arena (eval), args[0].array,
                                             axes, n_args - 1, &error);

  return return_array (eval, -1, array, error, out);
}

gboolean
im_builtin_array_reshape (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  GError *error = NULL;
  const ImArray *array = im_array_reshape (im_eval_get_arena (eval), args[0].array,
                                           args[1].shape, &error);

  return return_array (eval, 1, array, error, out);
}

gboolean
im_builtin_array_buffer (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  ImBuffer *buffer = im_arena_new0 (im_eval_get_arena (eval), ImBuffer, 1);

  buffer->dtype = args[0].array->dtype;
  buffer->shape = args[0].array->shape;
  buffer->constant = args[0].array;
  *out = IM_BUFFER (buffer);

  return TRUE;
}
