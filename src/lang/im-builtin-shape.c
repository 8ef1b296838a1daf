/* SPDX-License-Identifier: MIT
 *
 * Members of shapes, of element types, and of what Shape.broadcast returns.
 */
#include "base/im-arena.h"
#include "lang/im-builtin-functions.h"

gboolean
im_builtin_type_size (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  *out = IM_INT ((gint32) im_dtype_get_info (args[0].dtype)->size_bytes);
  return TRUE;
}

gboolean
im_builtin_type_name (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  *out = IM_STRING (im_dtype_get_info (args[0].dtype)->system_name);
  return TRUE;
}

gboolean
im_builtin_shape_count (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  *out = IM_INT ((gint32) args[0].shape->rank);
  return TRUE;
}

/* The product of the sizes of the axes from @start to the one before @stop. */
static gboolean
return_product (ImEval *eval, const ImShape *shape, guint start, guint stop, ImValue *out)
{
  GError *error = NULL;
  gint32 product;

  if (!im_shape_product (shape, start, stop, &product, &error))
    return im_eval_fail_gerror (eval, 0, error);

  *out = IM_INT (product);
  return TRUE;
}

static gboolean
resolve_axis (ImEval *eval, const ImValue *args, guint *axis)
{
  GError *error = NULL;

  if (!im_shape_resolve_axis (args[0].shape, args[1].integer, axis, &error))
    return im_eval_fail_gerror (eval, 1, error);

  return TRUE;
}

gboolean
im_builtin_shape_flat (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return return_product (eval, args[0].shape, 0, args[0].shape->rank, out);
}

gboolean
im_builtin_shape_size (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  guint axis;

  if (!resolve_axis (eval, args, &axis))
    return FALSE;

  gint32 size = args[0].shape->size[axis];
  *out = size == IM_SHAPE_UNKNOWN ? IM_UNKNOWN : IM_INT (size);
  return TRUE;
}

gboolean
im_builtin_shape_step (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  guint axis;

  return resolve_axis (eval, args, &axis) &&
         return_product (eval, args[0].shape, 0, axis, out);
}

gboolean
im_builtin_shape_step_range (ImEval *eval,
                             const ImValue *args,
                             guint n_args,
                             ImValue *out)
{
  gint32 stop = args[2].integer, rank = (gint32) args[0].shape->rank;
  guint start;

  if (!resolve_axis (eval, args, &start))
    return FALSE;
  if (stop < (gint32) start || stop > rank)
    return im_eval_fail_argument (eval, 2, IM_EXPR_ERROR_AXIS,
                                  "step stops at axis %u to %d, found %d", start, rank,
                                  stop);

  return return_product (eval, args[0].shape, start, (guint) stop, out);
}

gboolean
im_builtin_shape_slot (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  guint axis;

  return resolve_axis (eval, args, &axis) &&
         return_product (eval, args[0].shape, axis + 1, args[0].shape->rank, out);
}

/* Points at the argument that the tensor layer found wrong: the axis, or the size. */
static gboolean
return_shape (ImEval *eval,
              gboolean ok,
              const ImShape *shape,
              GError *error,
              ImValue *out)
{
  if (!ok)
    {
      gint argument = error->code == IM_SHAPE_ERROR_AXIS   ? 1
                      : error->code == IM_SHAPE_ERROR_SIZE ? 2
                                                           : -1;

      return im_eval_fail_gerror (eval, argument, error);
    }

  *out = IM_SHAPE (shape);
  return TRUE;
}

typedef gboolean (*EditFunc) (const ImShape *shape,
                              gint axis,
                              gint32 size,
                              ImShape *out,
                              GError **error);

/* Sets the size of an axis; only the size may be unknown without that the whole is. */
static gboolean
edit_size (ImEval *eval, const ImValue *args, EditFunc edit, ImValue *out)
{
  if (args[0].kind == IM_VALUE_UNKNOWN || args[1].kind == IM_VALUE_UNKNOWN)
    {
      *out = IM_UNKNOWN;
      return TRUE;
    }

  ImShape *shape = im_arena_alloc (im_eval_get_arena (eval), sizeof *shape);
  GError *error = NULL;
  gint32 size = args[2].kind == IM_VALUE_UNKNOWN ? IM_SHAPE_UNKNOWN : args[2].integer;

  if (args[2].kind == IM_VALUE_INT && size < 0)
    return im_eval_fail_argument (eval, 2, IM_EXPR_ERROR_SHAPE,
                                  "an axis size is 0 to %d, found %d", G_MAXINT32, size);

  gboolean ok = edit (args[0].shape, args[1].integer, size, shape, &error);

  return return_shape (eval, ok, shape, error, out);
}

gboolean
im_builtin_shape_replace (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return edit_size (eval, args, im_shape_replace, out);
}

gboolean
im_builtin_shape_insert (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return edit_size (eval, args, im_shape_insert, out);
}

gboolean
im_builtin_shape_remove (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  ImShape *shape = im_arena_alloc (im_eval_get_arena (eval), sizeof *shape);
  GError *error = NULL;
  gboolean ok = im_shape_remove (args[0].shape, args[1].integer, shape, &error);

  return return_shape (eval, ok, shape, error, out);
}

gboolean
im_builtin_shape_broadcast (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  ImBroadcast *broadcast = im_arena_new0 (im_eval_get_arena (eval), ImBroadcast, 1);
  GError *error = NULL;

  if (!im_broadcast_compute (args[0].shape, args[1].shape, broadcast, &error))
    return im_eval_fail_gerror (eval, 1, error);

  *out = IM_BROADCAST (broadcast);
  return TRUE;
}

gboolean
im_builtin_broadcast_left (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  *out = IM_INT (args[0].broadcast->left);
  return TRUE;
}

gboolean
im_builtin_broadcast_group1 (ImEval *eval,
                             const ImValue *args,
                             guint n_args,
                             ImValue *out)
{
  *out = IM_INT (args[0].broadcast->group1);
  return TRUE;
}

gboolean
im_builtin_broadcast_middle (ImEval *eval,
                             const ImValue *args,
                             guint n_args,
                             ImValue *out)
{
  *out = IM_INT (args[0].broadcast->middle);
  return TRUE;
}

gboolean
im_builtin_broadcast_group2 (ImEval *eval,
                             const ImValue *args,
                             guint n_args,
                             ImValue *out)
{
  *out = IM_INT (args[0].broadcast->group2);
  return TRUE;
}

gboolean
im_builtin_broadcast_right (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  *out = IM_INT (args[0].broadcast->right);
  return TRUE;
}
