/* SPDX-License-Identifier: MIT */
#include "broadcast/im-broadcast-table.h"

static guint
find_rank (const ImOpenShape *shapes, guint n_operands, guint min_rank)
{
  guint rank = min_rank;

  for (guint i = 0; i < n_operands; i++)
    rank = MAX (rank, shapes[i].rank);

  return rank;
}

static ImBroadcastCell *
get_cell (ImBroadcastTable *table, guint operand, guint axis)
{
  return &table->cells[operand * table->rank + axis];
}

/* Whether an operand lacks the axis that must not get a new one. */
static gboolean
lacks_axis (const ImBroadcastTable *table, guint operand, guint axis)
{
  return axis >= table->shapes[operand].rank &&
         (table->target == (gint) operand || table->target == IM_TARGET_ALL);
}

static gboolean
is_fixed (const ImBroadcastTable *table, guint operand)
{
  return table->target == (gint) operand || table->target == IM_TARGET_ALL;
}

/* Compares one column of the operands that have a rank. */
static ImBroadcastMeeting
meet (const ImBroadcastTable *table, guint axis, gint64 *sizes)
{
  guint n = 0;
  gint target = table->target == IM_TARGET_ALL ? IM_TARGET_ALL : IM_TARGET_NONE;
  gboolean lacks = FALSE;

  for (guint i = 0; i < table->n_operands; i++)
    {
      if (!table->shapes[i].is_ranked)
        continue;
      if (table->target == (gint) i)
        target = (gint) n;
      lacks |= lacks_axis (table, i, axis);
      sizes[n++] = im_broadcast_get_size (&table->shapes[i], axis);
    }

  if (n == 0)
    return (ImBroadcastMeeting){ IM_COLUMN_EQUAL, IM_SIZE_UNKNOWN };
  if (lacks)
    return (ImBroadcastMeeting){ IM_COLUMN_DIFFERENT, IM_SIZE_UNKNOWN };

  return im_broadcast_meet (sizes, n, target);
}

static ImBroadcastCell
make_cell (const ImBroadcastTable *table, guint operand, guint axis)
{
  const ImOpenShape *shape = &table->shapes[operand];
  const ImBroadcastColumn *column = &table->columns[axis];
  ImBroadcastCell cell = { IM_CELL_OWN, im_broadcast_get_size (shape, axis) };

  if (!shape->is_ranked)
    return (ImBroadcastCell){ IM_CELL_IGNORED, IM_SIZE_UNKNOWN };

  if (cell.size == IM_SIZE_UNKNOWN)
    cell.kind = IM_CELL_UNKNOWN;
  else if (column->relation == IM_COLUMN_DIFFERENT &&
           (cell.size != 1 || is_fixed (table, operand)))
    cell.kind = IM_CELL_BAD;
  else if (axis >= shape->rank)
    cell.kind = IM_CELL_ADDED;
  else if (cell.size == 1 && column->relation != IM_COLUMN_DIFFERENT &&
           column->result != 1)
    cell.kind = IM_CELL_STRETCHED;

  return cell;
}

static void
fill_column (ImBroadcastTable *table, guint axis, gint64 *sizes)
{
  ImBroadcastMeeting meeting = meet (table, axis, sizes);

  table->columns[axis] = (ImBroadcastColumn){
    .relation = meeting.relation,
    .result = meeting.size,
    .declared = IM_SIZE_UNKNOWN,
  };
  if (meeting.relation == IM_COLUMN_DIFFERENT)
    table->n_different++;
  for (guint i = 0; i < table->n_operands; i++)
    *get_cell (table, i, axis) = make_cell (table, i, axis);
}

static void
infer (ImBroadcastTable *table)
{
  table->inferred = (ImOpenShape){ .is_ranked = FALSE };
  if (table->n_different > 0 || table->n_ranked == 0)
    return;

  table->inferred.is_ranked = TRUE;
  table->inferred.rank = find_rank (table->shapes, table->n_operands, 0);
  for (guint i = 0; i < table->inferred.rank; i++)
    table->inferred.size[i] = table->columns[i].result;
}

ImBroadcastTable *
im_broadcast_table_new (const ImOpenShape *shapes,
                        guint n_operands,
                        gint target,
                        guint min_rank,
                        ImArena *arena)
{
  ImBroadcastTable *table = im_arena_new0 (arena, ImBroadcastTable, 1);
  g_autofree gint64 *sizes = g_new (gint64, MAX (n_operands, 1));

  table->target = target;
  table->n_operands = n_operands;
  table->shapes = shapes;
  table->rank = find_rank (shapes, n_operands, min_rank);
  table->columns = im_arena_new0 (arena, ImBroadcastColumn, table->rank);
  table->cells = im_arena_new0 (arena, ImBroadcastCell, table->rank * n_operands);
  for (guint i = 0; i < n_operands; i++)
    table->n_ranked += shapes[i].is_ranked ? 1 : 0;
  for (guint i = 0; i < table->rank; i++)
    fill_column (table, i, sizes);
  infer (table);

  return table;
}

static const ImBroadcastCell *
read_cell (const ImBroadcastTable *table, guint operand, guint axis)
{
  return &table->cells[operand * table->rank + axis];
}

ImBroadcastLevel
im_broadcast_table_get_level (const ImBroadcastTable *table)
{
  return (ImBroadcastLevel){
    .rank = table->rank,
    .columns = table->columns,
    .cells = table->cells,
    .shapes = table->shapes,
  };
}

/* Appends the sizes that make column @axis wrong, with their operands. */
static void
append_difference (const ImBroadcastTable *table,
                   guint axis,
                   const char *const *names,
                   GString *out)
{
  const char *separator = "";

  g_string_append_printf (out, "in d%u ", axis);
  for (guint i = 0; i < table->n_operands; i++)
    {
      const ImBroadcastCell *cell = read_cell (table, i, axis);
      gboolean lacks = lacks_axis (table, i, axis);

      if (cell->kind == IM_CELL_IGNORED || cell->kind == IM_CELL_UNKNOWN)
        continue;
      if (cell->kind != IM_CELL_BAD && table->n_operands > 2)
        continue;
      g_string_append_printf (out, "%s%s has ", separator, names[i]);
      if (lacks)
        g_string_append (out, "no axis");
      else
        im_open_size_append_text (cell->size, out);
      separator = " and ";
    }
}

void
im_broadcast_table_append_differences (const ImBroadcastTable *table,
                                       const char *const *names,
                                       GString *out)
{
  const char *separator = "";

  for (guint i = 0; i < table->rank; i++)
    if (table->columns[i].relation == IM_COLUMN_DIFFERENT)
      {
        g_string_append (out, separator);
        append_difference (table, i, names, out);
        separator = ", ";
      }
}

gboolean
im_broadcast_count_elements (const ImOpenShape *shape, gint64 *count)
{
  gint64 product = 1;
  gboolean is_known = shape->is_ranked, fits = TRUE;

  for (guint i = 0; i < shape->rank; i++)
    if (shape->size[i] == 0)
      {
        *count = 0;
        return TRUE;
      }
  for (guint i = 0; i < shape->rank; i++)
    {
      is_known &= shape->size[i] >= 0;
      if (!is_known || !fits)
        continue;
      fits = product <= G_MAXINT64 / shape->size[i];
      product = fits ? product * shape->size[i] : -1;
    }

  *count = is_known ? product : -1;
  return fits || !is_known;
}
