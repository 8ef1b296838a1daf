/* SPDX-License-Identifier: MIT
 *
 * Labels name the indices of an axis. They are one text with commas in between, which is
 * what units write, what goes into firmware, and what a list is made from when it is
 * needed.
 */
#include <string.h>

#include "base/im-arena.h"
#include "lang/im-builtin-functions.h"

/* A text without labels has none, not one empty one. */
static gint32
count_labels (const char *labels)
{
  gint32 count = *labels == '\0' ? 0 : 1;

  for (const char *p = strchr (labels, ','); p != NULL; p = strchr (p + 1, ','))
    count++;

  return count;
}

/* The position behind @n labels and their commas; the end if there are no more. */
static const char *
skip_labels (const char *labels, gint32 n)
{
  for (gint32 i = 0; i < n; i++)
    {
      const char *comma = strchr (labels, ',');

      if (comma == NULL)
        return labels + strlen (labels);
      labels = comma + 1;
    }

  return labels;
}

static gboolean
resolve_axis (ImEval *eval, const ImValue *args, guint *axis)
{
  GError *error = NULL;

  if (!im_shape_resolve_axis (args[0].shape, args[1].integer, axis, &error))
    return im_eval_fail_gerror (eval, 1, error);

  return TRUE;
}

static const char *
get_labels (const ImShape *shape, guint axis)
{
  return shape->axes == NULL ? NULL : shape->axes[axis].labels;
}

/* A copy of @shape with other labels of one axis; NULL for none. */
static gboolean
return_labelled (ImEval *eval,
                 const ImShape *shape,
                 guint axis,
                 const char *labels,
                 ImValue *out)
{
  ImArena *arena = im_eval_get_arena (eval);
  ImShape *result = im_arena_new0 (arena, ImShape, 1);
  ImShapeAxis *axes = im_arena_new0 (arena, ImShapeAxis, shape->rank);

  if (shape->axes != NULL)
    memcpy (axes, shape->axes, shape->rank * sizeof *axes);
  axes[axis].labels = labels;
  *result = *shape;
  result->axes = axes;
  *out = IM_SHAPE (result);

  return TRUE;
}

/* Labels may be unknown without that the shape is. */
static gboolean
is_place_known (const ImValue *args)
{
  return args[0].kind == IM_VALUE_SHAPE && args[1].kind == IM_VALUE_INT;
}

gboolean
im_builtin_shape_with_labels (ImEval *eval,
                              const ImValue *args,
                              guint n_args,
                              ImValue *out)
{
  const ImShape *shape = args[0].shape;
  const char *labels = args[2].kind == IM_VALUE_STRING ? args[2].string : "";
  guint axis;

  if (!is_place_known (args))
    {
      *out = IM_UNKNOWN;
      return TRUE;
    }
  if (!resolve_axis (eval, args, &axis))
    return FALSE;
  if (*labels == '\0' || count_labels (labels) != shape->size[axis])
    labels = NULL;

  return return_labelled (eval, shape, axis, labels, out);
}

/* @old with the labels from index @start on replaced by the @n labels of @new; others
 * follow unless @is_last. */
static const char *
merge_labels (ImArena *arena,
              const char *old,
              const char *new,
              gint32 start,
              gint32 n,
              gboolean is_last)
{
  const char *from = skip_labels (old, start);

  return im_arena_printf (arena, "%.*s%s%s%s", (int) (from - old), old, new,
                          is_last ? "" : ",", skip_labels (from, n));
}

gboolean
im_builtin_shape_with_labels_from (ImEval *eval,
                                   const ImValue *args,
                                   guint n_args,
                                   ImValue *out)
{
  guint axis;

  if (!is_place_known (args))
    {
      *out = IM_UNKNOWN;
      return TRUE;
    }
  if (!resolve_axis (eval, args, &axis))
    return FALSE;

  const ImShape *shape = args[0].shape;
  gint32 size = shape->size[axis];
  if (size == IM_SHAPE_UNKNOWN || args[2].kind == IM_VALUE_UNKNOWN ||
      args[3].kind == IM_VALUE_UNKNOWN)
    return return_labelled (eval, shape, axis, NULL, out);

  const char *labels = args[2].string;
  gint32 start = args[3].integer, n = count_labels (labels);
  if (start < 0 || start >= size)
    return im_eval_fail_argument (
        eval, 3, IM_EXPR_ERROR_VALUE,
        "a label of this axis has an index from 0 to %d, found %d", size - 1, start);
  if (n > size - start)
    return return_labelled (eval, shape, axis, NULL, out);

  const char *old = get_labels (shape, axis);
  gsize old_length = old == NULL ? (gsize) size : strlen (old);
  if (old_length + strlen (labels) > IM_STRING_MAX_BYTES)
    return im_eval_fail (eval, IM_EXPR_ERROR_VALUE,
                         "the labels of an axis have at most %d bytes",
                         IM_STRING_MAX_BYTES);

  /* An axis without labels starts out with empty ones. */
  g_autofree char *empty = old == NULL ? g_strnfill ((gsize) size - 1, ',') : NULL;
  if (old == NULL)
    old = empty;
  if (n > 0)
    old = merge_labels (im_eval_get_arena (eval), old, labels, start, n,
                        start + n == size);
  else
    old = im_arena_strdup (im_eval_get_arena (eval), old);

  return return_labelled (eval, shape, axis, old, out);
}

gboolean
im_builtin_shape_get_labels (ImEval *eval,
                             const ImValue *args,
                             guint n_args,
                             ImValue *out)
{
  guint axis;

  if (!resolve_axis (eval, args, &axis))
    return FALSE;

  const char *labels = get_labels (args[0].shape, axis);
  if (args[0].shape->size[axis] == IM_SHAPE_UNKNOWN)
    *out = IM_UNKNOWN;
  else
    *out = IM_STRING (labels == NULL ? "" : labels);

  return TRUE;
}

/* A range of labels is only checked where there are labels, because units ask for labels
 * without knowing whether there are any. */
gboolean
im_builtin_shape_get_labels_range (ImEval *eval,
                                   const ImValue *args,
                                   guint n_args,
                                   ImValue *out)
{
  gint32 start = args[2].integer, count = args[3].integer;
  guint axis;

  if (!resolve_axis (eval, args, &axis))
    return FALSE;

  gint32 size = args[0].shape->size[axis];
  const char *labels = get_labels (args[0].shape, axis);
  if (size == IM_SHAPE_UNKNOWN || labels == NULL)
    {
      *out = size == IM_SHAPE_UNKNOWN ? IM_UNKNOWN : IM_STRING ("");
      return TRUE;
    }
  if (start < 0 || start > size)
    return im_eval_fail_argument (eval, 2, IM_EXPR_ERROR_VALUE,
                                  "labels start at index 0 to %d, found %d", size, start);
  if (count < 0 || count > size - start)
    return im_eval_fail_argument (eval, 3, IM_EXPR_ERROR_VALUE,
                                  "a count from label %d on is 0 to %d, found %d", start,
                                  size - start, count);

  const char *from = skip_labels (labels, start), *behind = skip_labels (from, count);
  gsize length = (gsize) (behind - from);
  if (length > 0 && behind[-1] == ',' && start + count < size)
    length--;
  *out = IM_STRING (im_arena_strndup (im_eval_get_arena (eval), from, length));

  return TRUE;
}
