/* SPDX-License-Identifier: MIT */
#include "scene/broadcast/im-broadcast-verdict.h"

#define MAX_NAME  8 /* characters of a name */
#define MAX_SIZES 3 /* that contradict each other */
#define MAX_NAMES 3 /* names of those that stretch; of more their number is told */

typedef struct
{
  const ImBroadcastReport *report;
  const ImBroadcastLevel *level;
  ImArena *arena;
} Maker;

guint
im_broadcast_level_get_rank (const ImBroadcastReport *report, guint level)
{
  guint rank = 0;

  for (guint i = 0; i < report->n_operands; i++)
    rank = MAX (rank, report->levels[level].shapes[i].rank);

  return rank;
}

gboolean
im_broadcast_relation_is_bad (ImColumnRelation relation)
{
  return relation == IM_COLUMN_DIFFERENT || relation == IM_COLUMN_NOT_GROUPED;
}

const char *
im_broadcast_size_text (gint64 size, ImArena *arena)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_open_size_append_text (size, text);

  return im_arena_strdup (arena, text->str);
}

static const ImBroadcastCell *
get_cell (const Maker *maker, guint operand, guint axis)
{
  return &maker->level->cells[operand * maker->level->rank + axis];
}

static void
append_name (const char *name, GString *out)
{
  const char *end = name;

  for (guint i = 0; i < MAX_NAME && *end != '\0'; i++)
    end = g_utf8_next_char (end);
  g_string_append_len (out, name, end - name);
  if (*end != '\0')
    g_string_append (out, "…");
}

/* The names of those that stretch, and how often each of their elements is used. */
static const char *
make_stretched (const Maker *maker, guint axis)
{
  gint64 result = maker->level->columns[axis].result;
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < maker->report->n_operands; i++)
    {
      const ImBroadcastCell *cell = get_cell (maker, i, axis);

      if (cell->kind != IM_CELL_STRETCHED && cell->kind != IM_CELL_ADDED)
        continue;
      g_string_append (text, n++ > 0 ? ", " : "");
      append_name (maker->report->names[i], text);
    }
  if (n == 0 || result == 1)
    return "=";
  if (n > MAX_NAMES)
    g_string_printf (text, "%u operands", n);
  g_string_append_printf (text, " ×%s", im_broadcast_size_text (result, maker->arena));

  return im_arena_strdup (maker->arena, text->str);
}

static void
add_distinct (GPtrArray *words, const char *word)
{
  if (!g_ptr_array_find_with_equal_func (words, word, g_str_equal, NULL))
    g_ptr_array_add (words, (gpointer) word);
}

/* The sizes that contradict each other, each once; all sizes if only one is bad. */
static const char *
make_different (const Maker *maker, guint axis)
{
  g_autoptr (GPtrArray) bad = g_ptr_array_new ();
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  GPtrArray *shown;

  for (guint i = 0; i < maker->report->n_operands; i++)
    {
      const ImBroadcastCell *cell = get_cell (maker, i, axis);
      const char *word = axis >= maker->level->shapes[i].rank
                             ? "none"
                             : im_broadcast_size_text (cell->size, maker->arena);

      if (cell->kind == IM_CELL_BAD)
        add_distinct (bad, word);
      if (cell->kind != IM_CELL_IGNORED)
        add_distinct (all, word);
    }
  shown = bad->len > 1 ? bad : all;
  if (shown->len > MAX_SIZES)
    {
      g_ptr_array_set_size (shown, MAX_SIZES);
      g_ptr_array_add (shown, (gpointer) "…");
    }
  g_ptr_array_add (shown, NULL);

  g_autofree char *text = g_strjoinv (" ≠ ", (char **) shown->pdata);
  return im_arena_strdup (maker->arena, text);
}

const char *
im_broadcast_verdict_new (const ImBroadcastReport *report,
                          guint level,
                          guint axis,
                          ImArena *arena)
{
  const Maker maker = { report, &report->levels[level], arena };
  const ImBroadcastColumn *column;

  if (axis >= im_broadcast_level_get_rank (report, level))
    return "not\ninferred";
  if (level == 0 && report->has_declared && report->declared.is_ranked &&
      axis >= report->declared.rank)
    return "not\ndeclared";
  column = &maker.level->columns[axis];
  switch (column->relation)
    {
    case IM_COLUMN_EQUAL:
      return "=";
    case IM_COLUMN_STRETCHED:
      return make_stretched (&maker, axis);
    case IM_COLUMN_UNKNOWN:
      return column->obligation == NULL ? "?" : "?\ncheck at\nrun time";
    case IM_COLUMN_DIFFERENT:
      return make_different (&maker, axis);
    case IM_COLUMN_DECLARED:
      return im_arena_printf (arena, "declared\n%s",
                              im_broadcast_size_text (column->declared, arena));
    case IM_COLUMN_NOT_GROUPED:
    default:
      return "no group\nleft";
    }
}
