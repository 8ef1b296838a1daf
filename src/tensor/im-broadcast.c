/* SPDX-License-Identifier: MIT */
#include "tensor/im-broadcast.h"

static gint32
size_or_one (const ImShape *shape, guint axis)
{
  return axis < shape->rank ? shape->size[axis] : 1;
}

static void G_GNUC_PRINTF (5, 6) set_error (GError **error,
                                            ImShapeError code,
                                            const ImShape *a,
                                            const ImShape *b,
                                            const char *format,
                                            ...)
{
  g_autoptr (GString) text = g_string_new ("cannot broadcast ");
  va_list args;

  im_shape_append_text (a, text);
  g_string_append (text, " with ");
  im_shape_append_text (b, text);
  g_string_append (text, ": ");
  va_start (args, format);
  g_string_append_vprintf (text, format, args);
  va_end (args);
  g_set_error_literal (error, IM_SHAPE_ERROR, (gint) code, text->str);
}

gboolean
im_broadcast_shapes (const ImShape *a, const ImShape *b, ImShape *out, GError **error)
{
  ImShape result = { .rank = MAX (a->rank, b->rank) };

  for (guint i = 0; i < result.rank; i++)
    {
      gint32 size_a = size_or_one (a, i), size_b = size_or_one (b, i);

      if (size_a != size_b && size_a != 1 && size_b != 1 && size_a != IM_SHAPE_UNKNOWN &&
          size_b != IM_SHAPE_UNKNOWN)
        {
          set_error (error, IM_SHAPE_ERROR_BROADCAST, a, b,
                     "on axis %u the sizes are %d and %d, and neither is 1", i, size_a,
                     size_b);
          return FALSE;
        }
      /* With an unknown size, one above 1 is what the result has if they fit. */
      result.size[i] = size_a == 1 || (size_a == IM_SHAPE_UNKNOWN && size_b != 1)
                           ? size_b
                           : size_a;
    }

  *out = result;
  return TRUE;
}

/* Whether @small stretches to @big without @big being stretched itself, or may do so. */
static gboolean
stretches_to (const ImShape *small, const ImShape *big)
{
  for (guint i = 0; i < MAX (small->rank, big->rank); i++)
    {
      gint32 size = size_or_one (small, i), other = size_or_one (big, i);

      if (size != 1 && size != other && size != IM_SHAPE_UNKNOWN &&
          other != IM_SHAPE_UNKNOWN)
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

#define LIMIT ((gint64) G_MAXINT32 + 1)

/* One scan from the innermost axis. Even groups take equal axes, odd ones stretched axes.
 * A product that is too large stops at LIMIT, from where a size of 0 still brings it
 * down. Returns the axis that has no group left, or the rank of @big. */
static guint
scan (const ImShape *small,
      const ImShape *big,
      gboolean skip_ones,
      gint64 counts[N_GROUPS])
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
      counts[group] = MIN (counts[group] * big->size[i], LIMIT);
    }

  return big->rank;
}

static gboolean
check_counts (const ImShape *a,
              const ImShape *b,
              const gint64 counts[N_GROUPS],
              GError **error)
{
  for (guint i = 0; i < N_GROUPS; i++)
    if (counts[i] == LIMIT)
      {
        set_error (error, IM_SHAPE_ERROR_OVERFLOW, a, b,
                   "a loop would count more than %d elements", G_MAXINT32);
        return FALSE;
      }

  return TRUE;
}

gboolean
im_broadcast_compute (const ImShape *a,
                      const ImShape *b,
                      ImBroadcast *out,
                      GError **error)
{
  gboolean a_is_small = stretches_to (a, b);
  const ImShape *small = a_is_small ? a : b, *big = a_is_small ? b : a;
  gint64 counts[N_GROUPS];
  ImShape common;
  gint32 flat;

  if (!a_is_small && !stretches_to (b, a))
    {
      if (im_broadcast_shapes (a, b, &common, error))
        set_error (error, IM_SHAPE_ERROR_BROADCAST, a, b,
                   "both shapes would have to stretch; one of them must stretch to the "
                   "other");
      return FALSE;
    }
  if (!im_shape_is_known (a) || !im_shape_is_known (b))
    {
      set_error (error, IM_SHAPE_ERROR_UNKNOWN, a, b,
                 "whether they fit depends on a size that is not known yet");
      return FALSE;
    }
  if (!im_shape_product (big, 0, big->rank, &flat, error))
    return FALSE;

  guint end = scan (small, big, FALSE, counts);
  if (end < big->rank)
    end = scan (small, big, TRUE, counts);
  if (end < big->rank)
    {
      set_error (
          error, IM_SHAPE_ERROR_GROUPS, a, b,
          "axis %u would begin a third run of stretched axes; five groups describe "
          "at most two",
          end);
      return FALSE;
    }
  /* Of a shape without elements the product fits, but that of one group may not. */
  if (!check_counts (a, b, counts, error))
    return FALSE;

  *out = (ImBroadcast){
    .left = (gint32) counts[GROUP_LEFT],
    .group1 = (gint32) counts[GROUP_GROUP1],
    .middle = (gint32) counts[GROUP_MIDDLE],
    .group2 = (gint32) counts[GROUP_GROUP2],
    .right = (gint32) counts[GROUP_RIGHT],
  };
  return TRUE;
}
