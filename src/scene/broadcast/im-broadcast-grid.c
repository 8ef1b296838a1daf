/* SPDX-License-Identifier: MIT */
#include "scene/broadcast/im-broadcast-grid.h"

#include "scene/broadcast/im-broadcast-verdict.h"

typedef struct
{
  const ImBroadcastReport *report;
  guint number;
  const ImBroadcastLevel *level;
  guint rank;                  /* of the operands */
  const ImOpenShape *declared; /* of this level, or NULL */
  guint n_axes;
  ImArena *arena;
} Maker;

const char *
im_broadcast_group_get_name (ImBroadcastGroup group)
{
  static const char *const names[] = {
    NULL, "right", "group2", "middle", "group1", "left",
  };

  return names[group];
}

gint32
im_broadcast_group_get_count (const ImBroadcast *groups, ImBroadcastGroup group)
{
  const gint32 counts[] = {
    1, groups->right, groups->group2, groups->middle, groups->group1, groups->left
  };

  return counts[group];
}

/* The operand has no such axis. */
static gboolean
is_missing (const Maker *maker, guint operand, guint axis)
{
  return axis >= maker->level->shapes[operand].rank;
}

static const ImBroadcastCell *
get_cell (const Maker *maker, guint operand, guint axis)
{
  return &maker->level->cells[operand * maker->level->rank + axis];
}

static ImBroadcastWord
make_added (const Maker *maker, const ImBroadcastColumn *column)
{
  if (column->result == 1 || column->result == IM_SIZE_UNKNOWN ||
      im_broadcast_relation_is_bad (column->relation))
    return (ImBroadcastWord){ IM_LOOK_ADDED, "(1)" };

  return (ImBroadcastWord){ IM_LOOK_STRETCHED,
                            im_arena_printf (
                                maker->arena, "(1)→%s",
                                im_broadcast_size_text (column->result, maker->arena)) };
}

static ImBroadcastWord
make_operand_word (const Maker *maker, guint operand, guint axis)
{
  const ImBroadcastColumn *column = &maker->level->columns[axis];
  const ImBroadcastCell *cell = get_cell (maker, operand, axis);
  const char *size = im_broadcast_size_text (cell->size, maker->arena);

  switch (cell->kind)
    {
    case IM_CELL_OWN:
      return (ImBroadcastWord){ IM_LOOK_OWN, size };
    case IM_CELL_STRETCHED:
      return (ImBroadcastWord){ IM_LOOK_STRETCHED,
                                im_arena_printf (maker->arena, "%s→%s", size,
                                                 im_broadcast_size_text (column->result,
                                                                         maker->arena)) };
    case IM_CELL_ADDED:
      return make_added (maker, column);
    case IM_CELL_UNKNOWN:
      return (ImBroadcastWord){ IM_LOOK_UNKNOWN, "?" };
    case IM_CELL_BAD:
      return (ImBroadcastWord){ IM_LOOK_BAD,
                                is_missing (maker, operand, axis) ? "none" : size };
    case IM_CELL_IGNORED:
    default:
      return (ImBroadcastWord){ IM_LOOK_NONE, "" };
    }
}

static ImBroadcastWord
make_result_word (const Maker *maker, guint axis)
{
  const ImBroadcastColumn *column = &maker->level->columns[axis];

  if (im_broadcast_relation_is_bad (column->relation))
    return (ImBroadcastWord){ IM_LOOK_NO_RESULT, "×" };
  if (column->result == IM_SIZE_UNKNOWN)
    return (ImBroadcastWord){ IM_LOOK_UNKNOWN, "?" };

  return (ImBroadcastWord){ IM_LOOK_RESULT,
                            im_broadcast_size_text (column->result, maker->arena) };
}

static ImBroadcastWord
make_declared_word (const Maker *maker, guint axis)
{
  gint64 size;

  if (axis >= maker->declared->rank)
    return (ImBroadcastWord){ IM_LOOK_BAD, "none" };
  size = maker->declared->size[axis];
  if (axis >= maker->rank && !maker->report->is_ok)
    return (ImBroadcastWord){ IM_LOOK_BAD, im_broadcast_size_text (size, maker->arena) };
  if (size == IM_SIZE_UNKNOWN)
    return (ImBroadcastWord){ IM_LOOK_UNKNOWN, "?" };

  return (ImBroadcastWord){ maker->level->columns[axis].relation == IM_COLUMN_DECLARED
                                ? IM_LOOK_DECLARED
                                : IM_LOOK_OWN,
                            im_broadcast_size_text (size, maker->arena) };
}

static ImBroadcastWord
make_word (const Maker *maker, const ImBroadcastRow *row, guint axis)
{
  if (row->kind == IM_ROW_DECLARED)
    return make_declared_word (maker, axis);
  if (axis >= maker->rank)
    return (ImBroadcastWord){ IM_LOOK_NONE, "" };
  if (row->kind == IM_ROW_RESULT)
    return make_result_word (maker, axis);

  ImBroadcastWord word = make_operand_word (maker, (guint) row->operand, axis);
  if (row->kind == IM_ROW_TARGET && word.look == IM_LOOK_OWN)
    word.look = IM_LOOK_RESULT;

  return word;
}

static ImBroadcastHead
make_head (const Maker *maker, guint axis)
{
  ImBroadcastHead head = { (gint) axis, axis, axis,
                           im_arena_printf (maker->arena, "d%u", axis) };

  head.relation = IM_COLUMN_DECLARED;
  if (axis < maker->rank)
    {
      head.relation = maker->level->columns[axis].relation;
      head.group = maker->level->columns[axis].group;
    }
  head.verdict = im_broadcast_verdict_new (maker->report, maker->number, axis,
                                           maker->arena);

  return head;
}

/* Nothing that is wrong is hidden: the verdict names the first axis of those. */
static ImBroadcastHead
make_fold (const Maker *maker, guint first, guint last)
{
  ImBroadcastHead head = { -1, first, last,
                           im_arena_printf (maker->arena, "d%u–d%u", first, last) };

  head.verdict = "…";
  for (guint axis = last; axis <= first; axis++)
    {
      ImBroadcastHead hidden = make_head (maker, axis);

      if (!im_broadcast_relation_is_bad (hidden.relation) &&
          hidden.relation != IM_COLUMN_DECLARED)
        continue;
      head.relation = hidden.relation;
      head.verdict = im_arena_printf (maker->arena, "≠ in d%u", axis);
      break;
    }

  return head;
}

static ImBroadcastHead *
make_heads (const Maker *maker, guint max_columns, guint *n_columns)
{
  guint n = MIN (maker->n_axes, max_columns), n_left = (max_columns - 1) / 2;
  ImBroadcastHead *heads = im_arena_new0 (maker->arena, ImBroadcastHead, MAX (1, n));

  for (guint i = 0; i < n; i++)
    if (n == maker->n_axes || i < n_left)
      heads[i] = make_head (maker, maker->n_axes - 1 - i);
    else if (i == n_left)
      heads[i] = make_fold (maker, maker->n_axes - 1 - i, n - 1 - i);
    else
      heads[i] = make_head (maker, n - 1 - i);
  *n_columns = n;

  return heads;
}

static const char *
get_wide (const Maker *maker, const ImBroadcastRow *row)
{
  gboolean is_relational = maker->report->rules >= IM_BROADCAST_RULES_TML_RELATIONAL &&
                           maker->report->rules <= IM_BROADCAST_RULES_TML_BITWISE;

  if (row->kind == IM_ROW_DECLARED)
    return !maker->declared->is_ranked ? "*" : maker->n_axes == 0 ? "scalar" : NULL;
  if (row->operand >= 0 && !maker->level->shapes[row->operand].is_ranked)
    return "* ignored";
  if (row->operand >= 0 && is_relational && maker->n_axes > 0 &&
      maker->level->shapes[row->operand].rank == 0)
    return "scalar";
  if (maker->n_axes > 0)
    return NULL;
  if (row->operand >= 0)
    return "scalar";
  if (!maker->report->is_ok)
    return "×";

  return maker->report->inferred.is_ranked ? "scalar" : "*";
}

/* Where something that is folded is wrong, the cells of the fold look so. */
static ImBroadcastWord
make_folded_word (const ImBroadcastRow *row, const ImBroadcastHead *head)
{
  if (!im_broadcast_relation_is_bad (head->relation))
    return (ImBroadcastWord){ IM_LOOK_FOLDED, "…" };
  if (row->kind == IM_ROW_RESULT)
    return (ImBroadcastWord){ IM_LOOK_NO_RESULT, "×" };

  return (ImBroadcastWord){ IM_LOOK_BAD, "…" };
}

static ImBroadcastRow
make_row (const Maker *maker,
          ImBroadcastRowKind kind,
          gint operand,
          const ImBroadcastHead *heads,
          guint n_columns)
{
  ImBroadcastRow row = { kind, operand,
                         operand >= 0              ? maker->report->names[operand]
                         : kind == IM_ROW_DECLARED ? "declared"
                                                   : "result" };
  ImBroadcastWord *words = im_arena_new0 (maker->arena, ImBroadcastWord,
                                          MAX (1, n_columns));

  row.wide = get_wide (maker, &row);
  for (guint i = 0; i < n_columns; i++)
    words[i] = heads[i].axis >= 0 ? make_word (maker, &row, (guint) heads[i].axis)
                                  : make_folded_word (&row, &heads[i]);
  row.words = words;

  return row;
}

static ImBroadcastRow *
make_rows (const Maker *maker,
           const ImBroadcastHead *heads,
           guint n_columns,
           guint *n_rows)
{
  gboolean is_assignment = maker->report->rules == IM_BROADCAST_RULES_TML_ASSIGNMENT;
  guint n_operands = maker->report->n_operands, n = 0;
  ImBroadcastRow *rows = im_arena_new0 (maker->arena, ImBroadcastRow, n_operands + 2);

  for (guint i = is_assignment ? 1 : 0; i < n_operands; i++)
    rows[n++] = make_row (maker, IM_ROW_OPERAND, (gint) i, heads, n_columns);
  if (is_assignment)
    rows[n++] = make_row (maker, IM_ROW_TARGET, 0, heads, n_columns);
  else
    rows[n++] = make_row (maker, IM_ROW_RESULT, -1, heads, n_columns);
  if (maker->declared != NULL)
    rows[n++] = make_row (maker, IM_ROW_DECLARED, -1, heads, n_columns);
  *n_rows = n;

  return rows;
}

static const char *
get_product (const Maker *maker, ImBroadcastGroup group)
{
  if (!maker->report->has_groups)
    return "";

  return im_arena_printf (maker->arena, "%d",
                          im_broadcast_group_get_count (&maker->report->groups, group));
}

static ImBroadcastBracket *
make_brackets (const Maker *maker,
               const ImBroadcastHead *heads,
               guint n_columns,
               guint *n_brackets)
{
  ImBroadcastBracket *brackets = im_arena_new0 (maker->arena, ImBroadcastBracket,
                                                IM_GROUP_LEFT);

  *n_brackets = 0;
  for (guint group = IM_GROUP_LEFT; group > IM_GROUP_NONE; group--)
    {
      ImBroadcastBracket bracket = { (ImBroadcastGroup) group, n_columns };

      for (guint i = 0; i < n_columns; i++)
        if (heads[i].group == bracket.group)
          {
            bracket.first = MIN (bracket.first, i);
            bracket.last = i;
          }
      if (bracket.first == n_columns)
        continue;
      bracket.product = get_product (maker, bracket.group);
      brackets[(*n_brackets)++] = bracket;
    }

  return brackets;
}

ImBroadcastGrid
im_broadcast_grid_new (const ImBroadcastReport *report,
                       guint level,
                       guint max_columns,
                       ImArena *arena)
{
  guint rank = im_broadcast_level_get_rank (report, level);
  Maker maker = { report, level, &report->levels[level], rank, NULL, rank, arena };
  ImBroadcastGrid grid = { 0 };
  ImBroadcastHead *heads;

  if (level == 0 && report->has_declared)
    maker.declared = &report->declared;
  if (maker.declared != NULL && maker.declared->is_ranked)
    maker.n_axes = MAX (maker.n_axes, maker.declared->rank);
  heads = make_heads (&maker, MAX (3, max_columns), &grid.n_columns);
  grid.heads = heads;
  grid.rows = make_rows (&maker, heads, grid.n_columns, &grid.n_rows);
  grid.brackets = make_brackets (&maker, heads, grid.n_columns, &grid.n_brackets);

  return grid;
}
