/* SPDX-License-Identifier: MIT */
#include "scene/broadcast/im-broadcast-box.h"

#include <math.h>
#include <string.h>

#include "scene/display/im-scene-metrics.h"

#define CELL_WIDTH   58
#define MIN_WIDE     96 /* of a row without columns */
#define MAX_NAME     120
#define PADDING      6
#define NAME_GAP     12
#define ROW_GAP      6
#define RULE_GAP     13 /* above the result */
#define ARROW_GAP    30 /* above the target of an assignment */
#define TITLE_HEIGHT 20
#define HEAD_HEIGHT  18
#define LOCK_WIDTH   18

static double
get_lines_width (ImSceneStyleId style, const char *text)
{
  double width = 0;
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    width = MAX (width, im_scene_text_get_width (style, lines[i]));

  return width;
}

/* A pill stands behind the digits of a stretched cell; in bold all digits are as wide. */
static double
get_column_width (const ImBroadcastGrid *grid, guint column)
{
  const ImBroadcastHead *head = &grid->heads[column];
  double width = MAX (get_lines_width (IM_STYLE_VERDICT_BAD, head->verdict) - 2,
                      im_scene_text_get_width (IM_STYLE_ID, head->text));

  for (guint i = 0; i < grid->n_rows; i++)
    width = MAX (
        width, im_scene_text_get_width (IM_STYLE_SIZE, grid->rows[i].words[column].text) +
                   2 * PADDING);

  return ceil (MAX (width, CELL_WIDTH));
}

static double
get_span (const ImBroadcastBox *box, guint first, guint last)
{
  double width = 0;

  for (guint i = first; i <= last; i++)
    width += box->widths[i] + (i == first ? 0 : IM_BROADCAST_GAP);

  return width;
}

/* Widens the first of some columns so that they have room for something together. */
static void
make_room (ImBroadcastBox *box, guint first, guint last, double needed)
{
  box->widths[first] += ceil (MAX (0, needed - get_span (box, first, last)));
}

static void
make_room_for_products (ImBroadcastBox *box)
{
  for (guint i = 0; i < box->grid.n_brackets; i++)
    {
      const ImBroadcastBracket *bracket = &box->grid.brackets[i];

      make_room (box, bracket->first, bracket->last,
                 im_scene_text_get_width (IM_STYLE_NAME, bracket->product));
    }
}

static double
get_widest_row (const ImBroadcastGrid *grid)
{
  double width = 0;

  for (guint i = 0; i < grid->n_rows; i++)
    if (grid->rows[i].wide != NULL)
      width = MAX (width, im_scene_text_get_width (IM_STYLE_SIZE, grid->rows[i].wide) +
                              2 * PADDING);

  return width;
}

static void
shorten_names (ImBroadcastBox *box, ImArena *arena)
{
  ImBroadcastRow *rows = im_arena_new0 (arena, ImBroadcastRow, box->grid.n_rows);

  for (guint i = 0; i < box->grid.n_rows; i++)
    {
      g_autofree char *name = im_scene_text_dup_elided (IM_STYLE_NAME,
                                                        box->grid.rows[i].name, MAX_NAME);

      rows[i] = box->grid.rows[i];
      rows[i].name = im_arena_strdup (arena, name);
    }
  box->grid.rows = rows;
}

static double
get_names_width (const ImBroadcastGrid *grid)
{
  double width = 0;

  for (guint i = 0; i < grid->n_rows; i++)
    width = MAX (width, im_scene_text_get_width (IM_STYLE_NAME, grid->rows[i].name) +
                            (grid->rows[i].kind == IM_ROW_TARGET ? LOCK_WIDTH : 0));

  return ceil (width);
}

void
im_broadcast_box_measure (ImBroadcastBox *box, ImArena *arena)
{
  const ImBroadcastGrid *grid = &box->grid;
  double widest = get_widest_row (grid);

  shorten_names (box, arena);
  box->widths = im_arena_new0 (arena, double, MAX (1, grid->n_columns));
  box->x = im_arena_new0 (arena, double, MAX (1, grid->n_columns));
  for (guint i = 0; i < grid->n_columns; i++)
    box->widths[i] = get_column_width (grid, i);
  make_room_for_products (box);
  if (grid->n_columns > 0)
    make_room (box, 0, grid->n_columns - 1, widest);
  box->names_right = get_names_width (grid);
  box->cells_left = box->names_right + NAME_GAP;
  box->right = box->cells_left + (grid->n_columns == 0
                                      ? ceil (MAX (MIN_WIDE, widest))
                                      : get_span (box, 0, grid->n_columns - 1));
}

double
im_broadcast_box_get_width (const ImBroadcastBox *box)
{
  return box->right - box->left;
}

static double
get_gap_above (const ImBroadcastRow *row)
{
  if (row->kind == IM_ROW_TARGET)
    return ARROW_GAP;

  return row->kind == IM_ROW_RESULT ? RULE_GAP : ROW_GAP;
}

static guint
count_lines (const ImBroadcastGrid *grid)
{
  guint most = 0;

  for (guint i = 0; i < grid->n_columns; i++)
    {
      guint n = 1;

      for (const char *p = strchr (grid->heads[i].verdict, '\n'); p != NULL;
           p = strchr (p + 1, '\n'))
        n++;
      most = MAX (most, n);
    }

  return most;
}

/* Returns the lower edge of the last row. */
static double
place_rows (ImBroadcastBox *box, double y, ImArena *arena)
{
  box->row_y = im_arena_new0 (arena, double, box->grid.n_rows);
  for (guint i = 0; i < box->grid.n_rows; i++)
    {
      y += i == 0 ? 0 : get_gap_above (&box->grid.rows[i]);
      box->row_y[i] = y;
      y += IM_BROADCAST_CELL_HEIGHT;
    }

  return y;
}

void
im_broadcast_box_place (ImBroadcastBox *box, ImScenePoint at, ImArena *arena)
{
  double x, y = at.y + (box->title == NULL ? 0 : TITLE_HEIGHT);

  box->left += at.x;
  box->names_right += at.x;
  box->cells_left += at.x;
  box->right += at.x;
  x = box->cells_left;
  for (guint i = 0; i < box->grid.n_columns; i++)
    {
      box->x[i] = x;
      x += box->widths[i] + IM_BROADCAST_GAP;
    }
  box->head_y = y + 11;
  y = place_rows (box, y + (box->grid.n_columns == 0 ? 0 : HEAD_HEIGHT), arena);
  box->verdict_y = y + 15;
  y += 4 + count_lines (&box->grid) * IM_BROADCAST_VERDICT_LINE;
  box->bracket_y = y + 8;
  box->bottom = box->grid.n_brackets == 0 ? y + 4 : y + 48;
}

double
im_broadcast_box_get_link_y (const ImBroadcastBox *box)
{
  guint n = 0;

  while (box->grid.rows[n].kind == IM_ROW_OPERAND)
    n++;
  if (box->grid.rows[n].kind == IM_ROW_TARGET)
    n++;

  return (box->row_y[0] + box->row_y[n - 1] + IM_BROADCAST_CELL_HEIGHT) / 2;
}
