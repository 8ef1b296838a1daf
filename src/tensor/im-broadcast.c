/* SPDX-License-Identifier: MIT */
#include "tensor/im-broadcast.h"

static gint32
size_or_one (const ImShape *shape, guint axis)
{
  return axis < shape->rank ? shape->size[axis] : 1;
}

static void
set_mismatch (GError **error, const ImShape *a, const ImShape *b, guint axis)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_shape_append_text (a, text);
  g_string_append (text, " with ");
  im_shape_append_text (b, text);
  g_set_error (
      error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_BROADCAST,
      "cannot broadcast %s: on axis %u the sizes are %d and %d, and neither is 1",
      text->str, axis, size_or_one (a, axis), size_or_one (b, axis));
}

gboolean
im_broadcast_shapes (const ImShape *a, const ImShape *b, ImShape *out, GError **error)
{
  ImShape result = { .rank = MAX (a->rank, b->rank) };

  for (guint i = 0; i < result.rank; i++)
    {
      gint32 size_a = size_or_one (a, i), size_b = size_or_one (b, i);

      if (size_a != size_b && size_a != 1 && size_b != 1)
        {
          set_mismatch (error, a, b, i);
          return FALSE;
        }
      result.size[i] = size_a == 1 ? size_b : size_a;
    }

  *out = result;
  return TRUE;
}

/* Whether @small stretches to @big without @big being stretched itself. */
static gboolean
stretches_to (const ImShape *small, const ImShape *big)
{
  for (guint i = 0; i < MAX (small->rank, big->rank); i++)
    {
      gint32 size = size_or_one (small, i);

      if (size != 1 && size != size_or_one (big, i))
        return FALSE;
    }

  return small->rank <= big->rank;
}

enum
{
  GROUP_RIGHT,
  GROUP_GROUP2,
  GROUP_MIDDLE,
  GROUP_GROUP1,
  GROUP_LEFT,
  N_GROUPS,
};

/* One scan from the innermost axis. Even groups take equal axes, odd ones stretched axes.
 * Returns the axis that has no group left, or the rank of @big. */
static guint
scan (const ImShape *small,
      const ImShape *big,
      gboolean skip_ones,
      gint32 counts[N_GROUPS])
{
  guint group = GROUP_RIGHT;

  for (guint i = 0; i < N_GROUPS; i++)
    counts[i] = 1;
  for (guint i = 0; i < big->rank; i++)
    {
      gboolean stretched = size_or_one (small, i) != big->size[i];

      if (skip_ones && big->size[i] == 1)
        continue;
      if (stretched != (group % 2 == 1))
        group++;
      if (group == N_GROUPS)
        return i;
      counts[group] *= big->size[i];
    }

  return big->rank;
}

gboolean
im_broadcast_compute (const ImShape *a,
                      const ImShape *b,
                      ImBroadcast *out,
                      GError **error)
{
  gboolean a_is_small = stretches_to (a, b);
  const ImShape *small = a_is_small ? a : b, *big = a_is_small ? b : a;
  gint32 counts[N_GROUPS], flat;
  ImShape common;

  if (!a_is_small && !stretches_to (b, a))
    {
      if (im_broadcast_shapes (a, b, &common, error))
        g_set_error_literal (
            error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_BROADCAST,
            "both shapes would have to stretch; one of them must stretch to the "
            "other");
      return FALSE;
    }
  /* The product of any group is at most that of all axes, so one check is enough. */
  if (!im_shape_product (big, 0, big->rank, &flat, error))
    return FALSE;

  guint end = scan (small, big, FALSE, counts);
  if (end < big->rank)
    end = scan (small, big, TRUE, counts);
  if (end < big->rank)
    {
      g_set_error (
          error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_GROUPS,
          "axis %u would begin a third run of stretched axes; five groups describe at "
          "most two",
          end);
      return FALSE;
    }

  *out = (ImBroadcast){ counts[GROUP_LEFT], counts[GROUP_GROUP1], counts[GROUP_MIDDLE],
                        counts[GROUP_GROUP2], counts[GROUP_RIGHT] };
  return TRUE;
}
