/* SPDX-License-Identifier: MIT */
#include "tensor/im-broadcast-kernel.h"

ImBroadcastMeeting
im_broadcast_meet (const gint64 *sizes, guint n_sizes, gint target)
{
  gint64 known = 1;
  guint n_unknown = 0;
  gboolean differ = FALSE, all_same = TRUE;

  for (guint i = 0; i < n_sizes; i++)
    {
      all_same &= sizes[i] == sizes[0];
      if (sizes[i] == IM_SIZE_UNKNOWN)
        n_unknown++;
      else if (sizes[i] != 1)
        {
          differ |= known != 1 && known != sizes[i];
          known = sizes[i];
        }
    }
  differ |= target == IM_TARGET_ALL && !all_same;
  differ |= target >= 0 && sizes[target] == 1 && known != 1;

  if (differ)
    return (ImBroadcastMeeting){ IM_COLUMN_DIFFERENT, IM_SIZE_UNKNOWN };
  if (n_unknown > 1 || (n_unknown == 1 && known != 1))
    return (ImBroadcastMeeting){ IM_COLUMN_UNKNOWN,
                                 known != 1 ? known : IM_SIZE_UNKNOWN };

  return (ImBroadcastMeeting){ all_same ? IM_COLUMN_EQUAL : IM_COLUMN_STRETCHED,
                               n_unknown == 1 ? IM_SIZE_UNKNOWN : known };
}

gint64
im_broadcast_get_size (const ImOpenShape *shape, guint axis)
{
  return axis < shape->rank ? shape->size[axis] : 1;
}

/* Whether no axis of @big stretches when @small meets it. */
static gboolean
stretches_into (const ImOpenShape *small, const ImOpenShape *big)
{
  for (guint i = 0; i < big->rank; i++)
    {
      gint64 sizes[] = { im_broadcast_get_size (small, i), big->size[i] };

      if (im_broadcast_meet (sizes, 2, 1).relation == IM_COLUMN_DIFFERENT)
        return FALSE;
    }

  return small->rank <= big->rank;
}

gint
im_broadcast_find_target (const ImOpenShape *a, const ImOpenShape *b)
{
  return stretches_into (a, b) ? 1 : stretches_into (b, a) ? 0 : IM_TARGET_NONE;
}

/* The groups in the order of the scan alternate: the first, third and fifth take equal
 * axes, the others stretched ones. */
static gboolean
takes_stretched (guint group)
{
  return group == IM_GROUP_GROUP2 || group == IM_GROUP_GROUP1;
}

static void
scan_once (const ImOpenShape *small,
           const ImOpenShape *big,
           gboolean skip_ones,
           ImBroadcastScan *scan)
{
  guint group = IM_GROUP_RIGHT;

  *scan = (ImBroadcastScan){ .end = big->rank };
  for (guint i = 0; i < IM_BROADCAST_N_GROUPS; i++)
    scan->counts[i] = 1;
  for (guint i = 0; i < big->rank; i++)
    {
      gboolean stretched = im_broadcast_get_size (small, i) != big->size[i];

      if (skip_ones && big->size[i] == 1)
        continue;
      if (stretched != takes_stretched (group))
        group++;
      if (group == IM_BROADCAST_N_GROUPS)
        {
          scan->end = i;
          return;
        }
      scan->groups[i] = (ImBroadcastGroup) group;
      scan->counts[group] = MIN (scan->counts[group] *
                                     MIN (big->size[i], IM_BROADCAST_COUNT_LIMIT),
                                 IM_BROADCAST_COUNT_LIMIT);
    }
}

void
im_broadcast_scan (const ImOpenShape *small,
                   const ImOpenShape *big,
                   ImBroadcastScan *scan)
{
  scan_once (small, big, FALSE, scan);
  if (scan->end < big->rank)
    scan_once (small, big, TRUE, scan);
}

ImBroadcast
im_broadcast_scan_get_loops (const ImBroadcastScan *scan)
{
  return (ImBroadcast){
    .left = (gint32) scan->counts[IM_GROUP_LEFT],
    .group1 = (gint32) scan->counts[IM_GROUP_GROUP1],
    .middle = (gint32) scan->counts[IM_GROUP_MIDDLE],
    .group2 = (gint32) scan->counts[IM_GROUP_GROUP2],
    .right = (gint32) scan->counts[IM_GROUP_RIGHT],
  };
}

gboolean
im_broadcast_scan_overflows (const ImBroadcastScan *scan)
{
  for (guint i = 0; i < IM_BROADCAST_N_GROUPS; i++)
    if (scan->counts[i] == IM_BROADCAST_COUNT_LIMIT)
      return TRUE;

  return FALSE;
}
