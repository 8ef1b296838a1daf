/* SPDX-License-Identifier: MIT
 *
 * The five loop counts of System.ShapeBroadcast as part of a report.
 */
#include "broadcast/im-broadcast-builder.h"

static void
mark_columns (ImBroadcastTable *table, const ImBroadcastScan *scan)
{
  for (guint i = 0; i < scan->end; i++)
    table->columns[i].group = scan->groups[i];
  for (guint i = scan->end; i < table->rank; i++)
    table->columns[i].relation = IM_COLUMN_NOT_GROUPED;
}

static const char *
name_group (ImBroadcastGroup group)
{
  static const char *const names[] = {
    "", "right", "group2", "middle", "group1", "left"
  };

  return names[group];
}

static void
refuse_overflow (ImBroadcastBuilder *builder, const ImBroadcastScan *scan)
{
  for (guint i = IM_GROUP_RIGHT; i <= IM_GROUP_LEFT; i++)
    if (scan->counts[i] == IM_BROADCAST_COUNT_LIMIT)
      {
        im_broadcast_builder_refuse (
            builder, "overflow",
            "the loop of %s would count more than %d elements, which is the most allowed",
            name_group ((ImBroadcastGroup) i), G_MAXINT32);
        return;
      }
}

void
im_broadcast_builder_judge_groups (ImBroadcastBuilder *builder, ImBroadcastTable *table)
{
  ImBroadcastReport *report = builder->report;
  guint big = (guint) table->target;
  ImBroadcastScan scan;

  report->small = 1 - big;
  im_broadcast_scan (&table->shapes[report->small], &table->shapes[big], &scan);
  mark_columns (table, &scan);

  if (scan.end < table->rank)
    im_broadcast_builder_refuse (
        builder, "too-many-groups",
        "%s does not stretch into %s in five loops: in d%u a third run of stretched axes "
        "would begin; at most two are allowed",
        report->names[report->small], report->names[big], scan.end);
  else if (im_broadcast_scan_overflows (&scan))
    refuse_overflow (builder, &scan);
  else
    {
      report->has_groups = TRUE;
      report->groups = im_broadcast_scan_get_loops (&scan);
      im_broadcast_builder_accept (builder, "exact");
    }
}
