/* SPDX-License-Identifier: MIT
 *
 * The functions of Math that compute tables.
 */
#include "lang/im-builtin-functions.h"
#include "tensor/im-filter-table.h"
#include "tensor/im-table.h"

static gboolean
return_array (ImEval *eval, const ImArray *array, GError *error, ImValue *out)
{
  if (array == NULL)
    return im_eval_fail_gerror (eval, -1, error);

  *out = IM_ARRAY (array);
  return TRUE;
}

static gboolean
compute_window (ImEval *eval,
                ImWindow window,
                const ImValue *args,
                guint n_args,
                ImValue *out)
{
  GError *error = NULL;
  gboolean symmetric = n_args > 2 ? args[2].boolean : TRUE;
  const ImArray *array = im_table_window (im_eval_get_arena (eval), window, args[0].dtype,
                                          args[1].integer, symmetric, &error);

  return return_array (eval, array, error, out);
}

gboolean
im_builtin_math_hann (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return compute_window (eval, IM_WINDOW_HANN, args, n_args, out);
}

gboolean
im_builtin_math_hamming (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return compute_window (eval, IM_WINDOW_HAMMING, args, n_args, out);
}

gboolean
im_builtin_math_blackman (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return compute_window (eval, IM_WINDOW_BLACKMAN, args, n_args, out);
}

gboolean
im_builtin_math_mel_points (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  GError *error = NULL;
  const ImArray *array = im_table_mel_points (im_eval_get_arena (eval), args[0].real,
                                              args[1].real, args[2].integer,
                                              args[3].integer, args[4].real, &error);

  return return_array (eval, array, error, out);
}

gboolean
im_builtin_math_band_points (ImEval *eval,
                             const ImValue *args,
                             guint n_args,
                             ImValue *out)
{
  GError *error = NULL;
  const ImArray *array = im_table_band_points (im_eval_get_arena (eval), args[0].array,
                                               args[1].integer, args[2].real, &error);

  return return_array (eval, array, error, out);
}

gboolean
im_builtin_math_mel_weights (ImEval *eval,
                             const ImValue *args,
                             guint n_args,
                             ImValue *out)
{
  GError *error = NULL;
  const ImArray *array = im_table_mel_weights (im_eval_get_arena (eval), args[0].dtype,
                                               args[1].array, &error);

  return return_array (eval, array, error, out);
}

gboolean
im_builtin_math_twiddles (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  GError *error = NULL;
  const ImArray *array = im_table_twiddles (im_eval_get_arena (eval), args[0].dtype,
                                            args[1].integer, args[2].integer,
                                            n_args > 3 ? args[3].integer : 1, &error);

  return return_array (eval, array, error, out);
}

gboolean
im_builtin_math_dct_matrix (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  GError *error = NULL;
  const ImArray *array = im_table_dct_matrix (
      im_eval_get_arena (eval), args[0].dtype, args[1].integer, args[2].integer,
      args[3].integer, n_args > 4 ? args[4].boolean : TRUE, &error);

  return return_array (eval, array, error, out);
}

gboolean
im_builtin_math_butterworth (ImEval *eval,
                             const ImValue *args,
                             guint n_args,
                             ImValue *out)
{
  GError *error = NULL;
  const ImArray *array = im_filter_table_butterworth (
      im_eval_get_arena (eval), args[0].dtype, args[1].integer, args[2].real,
      args[3].real, args[4].real, &error);

  return return_array (eval, array, error, out);
}

gboolean
im_builtin_math_analog_sections (ImEval *eval,
                                 const ImValue *args,
                                 guint n_args,
                                 ImValue *out)
{
  GError *error = NULL;
  const ImArray *array = im_filter_table_analog (im_eval_get_arena (eval), args[0].dtype,
                                                 args[1].array, &error);

  return return_array (eval, array, error, out);
}

gboolean
im_builtin_math_digital_sections (ImEval *eval,
                                  const ImValue *args,
                                  guint n_args,
                                  ImValue *out)
{
  GError *error = NULL;
  const ImArray *array = im_filter_table_digital (im_eval_get_arena (eval), args[0].dtype,
                                                  args[1].array, &error);

  return return_array (eval, array, error, out);
}

gboolean
im_builtin_math_array (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  ImShape shape = { .rank = 1, .size = { (gint32) n_args - 1 } };
  GError *error = NULL;
  ImArray *array = im_array_new (im_eval_get_arena (eval), args[0].dtype, &shape, &error);

  for (guint i = 1; array != NULL && i < n_args; i++)
    im_array_store (array, i - 1, 1, &args[i].real);

  return return_array (eval, array, error, out);
}
