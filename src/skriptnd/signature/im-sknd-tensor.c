/* SPDX-License-Identifier: MIT */
#include "skriptnd/signature/im-sknd-tensor.h"

ImSkndTensor
im_sknd_tensor_new (const ImShape *shape, ImArena *arena)
{
  gint64 *extents = im_arena_new0 (arena, gint64, shape->rank + 1);

  for (guint i = 0; i < shape->rank; i++)
    extents[i] = shape->size[shape->rank - 1 - i];

  return (ImSkndTensor){ shape->rank, extents };
}

ImSkndTensor
im_sknd_tensor_copy (const ImSkndTensor *tensor, ImArena *arena)
{
  gint64 *extents = im_arena_new0 (arena, gint64, tensor->rank + 1);

  for (guint i = 0; i < tensor->rank; i++)
    extents[i] = tensor->extents[i];

  return (ImSkndTensor){ tensor->rank, extents };
}

gboolean
im_sknd_tensor_get_shape (const ImSkndTensor *tensor, ImShape *shape)
{
  *shape = (ImShape){ .rank = tensor->rank };
  if (tensor->rank > IM_SHAPE_MAX_RANK)
    return FALSE;
  for (guint i = 0; i < tensor->rank; i++)
    {
      if (tensor->extents[i] < 0 || tensor->extents[i] > G_MAXINT32)
        return FALSE;
      shape->size[tensor->rank - 1 - i] = (gint32) tensor->extents[i];
    }

  return TRUE;
}

gsize
im_sknd_tensor_count (const ImSkndTensor *tensor)
{
  gsize count = 1;

  for (guint i = 0; i < tensor->rank; i++)
    count *= (gsize) tensor->extents[i];

  return count;
}

gboolean
im_sknd_tensor_is (const ImSkndTensor *tensor, const ImSkndTensor *declared)
{
  if (tensor->rank != declared->rank)
    return FALSE;
  for (guint i = 0; i < tensor->rank; i++)
    if (declared->extents[i] != IM_SKND_ANY_EXTENT &&
        tensor->extents[i] != declared->extents[i])
      return FALSE;

  return TRUE;
}

void
im_sknd_tensor_append (const ImSkndTensor *tensor, GString *out)
{
  g_string_append_c (out, '[');
  for (guint i = 0; i < tensor->rank; i++)
    if (tensor->extents[i] == IM_SKND_ANY_EXTENT)
      g_string_append (out, i > 0 ? ", ~" : "~");
    else
      g_string_append_printf (out, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "",
                              tensor->extents[i]);
  g_string_append_c (out, ']');
}
