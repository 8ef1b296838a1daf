/* SPDX-License-Identifier: MIT
 *
 * Members of tensors at sockets and of memory that a unit asks for.
 */
#include "base/im-arena.h"
#include "lang/im-builtin-functions.h"

#define MAX_ALIGN_BYTES 4096

gboolean
im_builtin_tensor_type (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  *out = IM_DTYPE (args[0].tensor->dtype);
  return TRUE;
}

gboolean
im_builtin_tensor_shape (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  *out = IM_SHAPE (&args[0].tensor->shape);
  return TRUE;
}

gboolean
im_builtin_tensor_rate (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  double rate_hz = args[0].tensor->rate_hz;

  *out = rate_hz < 0 ? IM_UNKNOWN : IM_DOUBLE (rate_hz);
  return TRUE;
}

gboolean
im_builtin_tensor_sample_rate (ImEval *eval,
                               const ImValue *args,
                               guint n_args,
                               ImValue *out)
{
  const ImTensorType *tensor = args[0].tensor;
  gint32 rank = (gint32) tensor->shape.rank, axis = args[1].integer;

  if (axis < -rank || axis >= rank)
    return im_eval_fail_argument (eval, 1, IM_EXPR_ERROR_AXIS,
                                  "there is no axis %d in a tensor of %d axes", axis,
                                  rank);
  *out = IM_DOUBLE (tensor->sample_rate_hz[axis < 0 ? axis + rank : axis]);

  return TRUE;
}

gboolean
im_builtin_tensor_shift (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  gint32 shift = args[0].tensor->shift;

  *out = shift == IM_SHIFT_UNKNOWN ? IM_UNKNOWN : IM_INT (shift);
  return TRUE;
}

gboolean
im_builtin_tensor_scale (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  *out = IM_DOUBLE (args[0].tensor->scale);
  return TRUE;
}

gboolean
im_builtin_tensor_offset (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  *out = IM_DOUBLE (args[0].tensor->offset);
  return TRUE;
}

gboolean
im_builtin_tensor_is_time_coded (ImEval *eval,
                                 const ImValue *args,
                                 guint n_args,
                                 ImValue *out)
{
  *out = IM_BOOL (FALSE);
  return TRUE;
}

gboolean
im_builtin_buffer_type (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  *out = IM_DTYPE (args[0].buffer->dtype);
  return TRUE;
}

gboolean
im_builtin_buffer_shape (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  *out = IM_SHAPE (&args[0].buffer->shape);
  return TRUE;
}

gboolean
im_builtin_buffer_align (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  gint32 bytes = args[1].integer;

  if (bytes < 1 || bytes > MAX_ALIGN_BYTES || (bytes & (bytes - 1)) != 0)
    return im_eval_fail_argument (eval, 1, IM_EXPR_ERROR_VALUE,
                                  "an alignment is a power of two from 1 to %d, found %d",
                                  MAX_ALIGN_BYTES, bytes);

  ImBuffer *buffer = im_arena_new0 (im_eval_get_arena (eval), ImBuffer, 1);
  *buffer = *args[0].buffer;
  buffer->align_bytes = (guint) bytes;
  *out = IM_BUFFER (buffer);

  return TRUE;
}

gboolean
im_builtin_buffer_use_ml_memory (ImEval *eval,
                                 const ImValue *args,
                                 guint n_args,
                                 ImValue *out)
{
  *out = args[0];
  return TRUE;
}
