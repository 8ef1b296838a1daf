/* SPDX-License-Identifier: MIT */
#include "tensor/im-broadcast.h"

#include "tensor/im-broadcast-kernel.h"

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
  ImOpenShape open_a = im_open_shape_from_shape (a),
              open_b = im_open_shape_from_shape (b);
  ImShape result = { .rank = MAX (a->rank, b->rank) };

  for (guint i = 0; i < result.rank; i++)
    {
      gint64 sizes[] = { im_broadcast_get_size (&open_a, i),
                         im_broadcast_get_size (&open_b, i) };
      ImBroadcastMeeting meeting = im_broadcast_meet (sizes, 2, IM_TARGET_NONE);

      if (meeting.relation == IM_COLUMN_DIFFERENT)
        {
          set_error (error, IM_SHAPE_ERROR_BROADCAST, a, b,
                     "on axis %u the sizes are %d and %d, and neither is 1", i,
                     (gint32) sizes[0], (gint32) sizes[1]);
          return FALSE;
        }
      result.size[i] = (gint32) meeting.size;
    }

  *out = result;
  return TRUE;
}

gboolean
im_broadcast_compute (const ImShape *a,
                      const ImShape *b,
                      ImBroadcast *out,
                      GError **error)
{
  ImOpenShape open_a = im_open_shape_from_shape (a),
              open_b = im_open_shape_from_shape (b);
  gint target = im_broadcast_find_target (&open_a, &open_b);
  const ImShape *big = target == 1 ? b : a;
  ImBroadcastScan scan;
  ImShape common;
  gint32 flat;

  if (target == IM_TARGET_NONE)
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

  im_broadcast_scan (target == 1 ? &open_a : &open_b, target == 1 ? &open_b : &open_a,
                     &scan);
  if (scan.end < big->rank)
    {
      set_error (
          error, IM_SHAPE_ERROR_GROUPS, a, b,
          "axis %u would begin a third run of stretched axes; five groups describe "
          "at most two",
          scan.end);
      return FALSE;
    }
  /* Of a shape without elements the product fits, but that of one group may not. */
  if (im_broadcast_scan_overflows (&scan))
    {
      set_error (error, IM_SHAPE_ERROR_OVERFLOW, a, b,
                 "a loop would count more than %d elements", G_MAXINT32);
      return FALSE;
    }

  *out = im_broadcast_scan_get_loops (&scan);
  return TRUE;
}
