/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "scene/broadcast/im-broadcast-box.h"
#include "scene/broadcast/im-broadcast-legend.h"
#include "scene/broadcast/im-broadcast-verdict.h"
#include "scene/broadcast/im-broadcast-words.h"
#include "scene/display/im-scene-hatch.h"
#include "scene/display/im-scene-metrics.h"

#define RADIUS       5
#define BRACKET_TICK 5
#define ARROW        7
#define WAVE         5 /* how far the edge of the unknown swings */
#define STRIKE       4 /* of the baseline, below the line through a text */

static ImSceneStyleId
get_text_style (ImBroadcastLook look)
{
  if (look == IM_LOOK_ADDED || look == IM_LOOK_FOLDED)
    return IM_STYLE_CELL_MUTED;
  if (look == IM_LOOK_RESULT || look == IM_LOOK_NO_RESULT || look == IM_LOOK_BAD ||
      look == IM_LOOK_DECLARED)
    return IM_STYLE_SIZE;

  return IM_STYLE_CELL_SIZE;
}

/* Of one group there is a style of each kind, in the order of ImBroadcastGroup. */
static ImSceneStyleId
get_cell_style (ImBroadcastLook look, ImBroadcastGroup group)
{
  switch (look)
    {
    case IM_LOOK_STRETCHED:
      return IM_STYLE_CELL_STRETCHED;
    case IM_LOOK_ADDED:
    case IM_LOOK_FOLDED:
      return IM_STYLE_CELL_ADDED;
    case IM_LOOK_UNKNOWN:
      return IM_STYLE_CELL_UNKNOWN;
    case IM_LOOK_BAD:
      return IM_STYLE_CELL_BAD;
    case IM_LOOK_RESULT:
      return (ImSceneStyleId) (IM_STYLE_RESULT + group);
    case IM_LOOK_NO_RESULT:
      return IM_STYLE_RESULT_BAD;
    case IM_LOOK_DECLARED:
      return IM_STYLE_CELL_DECLARED;
    case IM_LOOK_OWN:
    case IM_LOOK_NONE:
    default:
      return (ImSceneStyleId) (IM_STYLE_CELL + group);
    }
}

/* The hatching ends inside of the outline; the text gets a plain ground. */
static void
draw_hatch (ImScene *scene,
            ImBroadcastGroup group,
            ImScenePoint corner,
            double width,
            double height,
            double text_width)
{
  double pill = text_width + 8;

  im_scene_add_hatch (scene, (ImSceneStyleId) (IM_STYLE_HATCH + group),
                      (ImScenePoint){ corner.x + 1.5, corner.y + 1.5 }, width - 3,
                      height - 3, RADIUS - 1.5);
  if (text_width > 0)
    im_scene_add_rectangle (
        scene, IM_STYLE_CELL_PILL,
        (ImScenePoint){ corner.x + (width - pill) / 2, corner.y + height / 2 - 10 }, pill,
        20, 4);
}

void
im_broadcast_draw_cell (ImScene *scene,
                        ImBroadcastLook look,
                        ImBroadcastGroup group,
                        ImScenePoint corner,
                        double width,
                        double height,
                        const char *text)
{
  ImSceneStyleId style = get_text_style (look);

  if (look == IM_LOOK_NONE)
    return;
  im_scene_add_rectangle (scene, get_cell_style (look, group), corner, width, height,
                          RADIUS);
  if (look == IM_LOOK_STRETCHED)
    draw_hatch (scene, group, corner, width, height,
                im_scene_text_get_width (style, text));
  if (*text != '\0')
    im_scene_add_text (scene, style,
                       (ImScenePoint){ corner.x + width / 2, corner.y + height / 2 + 5 },
                       IM_ANCHOR_MIDDLE, text);
}

static ImSceneStyleId
get_verdict_style (ImColumnRelation relation)
{
  if (relation == IM_COLUMN_DIFFERENT || relation == IM_COLUMN_NOT_GROUPED)
    return IM_STYLE_VERDICT_BAD;

  return relation == IM_COLUMN_DECLARED ? IM_STYLE_VERDICT_DECLARED : IM_STYLE_VERDICT;
}

static void
draw_verdict (ImScene *scene, const ImBroadcastHead *head, double x, double y)
{
  g_auto (GStrv) lines = g_strsplit (head->verdict, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    im_scene_add_text (scene, get_verdict_style (head->relation),
                       (ImScenePoint){ x, y + i * IM_BROADCAST_VERDICT_LINE },
                       IM_ANCHOR_MIDDLE, lines[i]);
}

static void
open_column (ImScene *scene,
             const ImBroadcastReport *report,
             guint level,
             const ImBroadcastHead *head)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (head->axis < 0)
    g_string_printf (text, "columns d%u to d%u are folded", head->first, head->last);
  else if ((guint) head->axis < im_broadcast_level_get_rank (report, level))
    im_broadcast_append_column (report, level, (guint) head->axis, text);
  else
    g_string_printf (text, "column d%d: declared, but not inferred", head->axis);
  im_scene_open_group (scene, text->str);
}

static void
draw_column (ImScene *scene,
             const ImBroadcastReport *report,
             guint level,
             const ImBroadcastBox *box,
             guint column)
{
  const ImBroadcastHead *head = &box->grid.heads[column];
  double middle = box->x[column] + box->widths[column] / 2;

  open_column (scene, report, level, head);
  im_scene_add_text (scene, IM_STYLE_ID, (ImScenePoint){ middle, box->head_y },
                     IM_ANCHOR_MIDDLE, head->text);
  for (guint i = 0; i < box->grid.n_rows; i++)
    if (box->grid.rows[i].wide == NULL)
      im_broadcast_draw_cell (scene, box->grid.rows[i].words[column].look, head->group,
                              (ImScenePoint){ box->x[column], box->row_y[i] },
                              box->widths[column], IM_BROADCAST_CELL_HEIGHT,
                              box->grid.rows[i].words[column].text);
  draw_verdict (scene, head, middle, box->verdict_y);
  im_scene_close_group (scene);
}

/* A closed padlock: the sizes of the target do not change. */
static void
draw_lock (ImScene *scene, double x, double y)
{
  im_scene_begin_path (scene, IM_STYLE_LOCK_SHACKLE);
  im_scene_move_to (scene, (ImScenePoint){ x + 2, y });
  im_scene_line_to (scene, (ImScenePoint){ x + 2, y - 2 });
  im_scene_curve_to (scene, (ImScenePoint){ x + 2, y - 6.5 },
                     (ImScenePoint){ x + 9, y - 6.5 }, (ImScenePoint){ x + 9, y - 2 });
  im_scene_line_to (scene, (ImScenePoint){ x + 9, y });
  im_scene_add_rectangle (scene, IM_STYLE_LOCK, (ImScenePoint){ x, y }, 11, 8, 1.5);
}

static void
draw_arrow (ImScene *scene, ImScenePoint from, ImScenePoint to)
{
  gboolean is_down = to.y > from.y;
  ImScenePoint back = { to.x - (is_down ? 0 : ARROW), to.y - (is_down ? ARROW : 0) };
  double across_x = is_down ? ARROW / 2.0 : 0, across_y = is_down ? 0 : ARROW / 2.0;

  im_scene_begin_path (scene, IM_STYLE_PIPE);
  im_scene_move_to (scene, from);
  im_scene_line_to (scene, back);
  im_scene_begin_path (scene, IM_STYLE_ARROW);
  im_scene_move_to (scene, to);
  im_scene_line_to (scene, (ImScenePoint){ back.x - across_x, back.y - across_y });
  im_scene_line_to (scene, (ImScenePoint){ back.x + across_x, back.y + across_y });
  im_scene_close_path (scene);
}

/* What has no known number of axes ends at a wave, as if it went on. */
static void
draw_unranked (ImScene *scene, ImScenePoint corner, double width, const char *text)
{
  double y = corner.y, left = corner.x, right = left + width - WAVE;
  double step = IM_BROADCAST_CELL_HEIGHT / 4.0;

  im_scene_begin_path (scene, IM_STYLE_CELL_UNKNOWN);
  im_scene_move_to (scene, corner);
  im_scene_line_to (scene, (ImScenePoint){ right, y });
  for (guint i = 0; i < 4; i++, y += step)
    {
      double x = right + (i % 2 == 0 ? WAVE : -WAVE);

      im_scene_curve_to (scene, (ImScenePoint){ x, y + step / 3 },
                         (ImScenePoint){ x, y + 2 * step / 3 },
                         (ImScenePoint){ right, y + step });
    }
  im_scene_line_to (scene, (ImScenePoint){ left, y });
  im_scene_close_path (scene);
  im_scene_add_text (scene, IM_STYLE_CELL_SIZE,
                     (ImScenePoint){ left + width / 2, corner.y + 22 }, IM_ANCHOR_MIDDLE,
                     text);
}

/* A cell in place of all columns. */
static void
draw_wide (ImScene *scene, const ImBroadcastBox *box, guint row)
{
  const ImBroadcastRow *shown = &box->grid.rows[row];
  ImScenePoint corner = { box->cells_left, box->row_y[row] };
  double width = box->right - box->cells_left;
  ImBroadcastLook look = strcmp (shown->wide, "×") == 0  ? IM_LOOK_NO_RESULT
                         : shown->kind == IM_ROW_OPERAND ? IM_LOOK_UNKNOWN
                                                         : IM_LOOK_RESULT;

  if (*shown->wide == '*')
    draw_unranked (scene, corner, width, shown->wide);
  else
    im_broadcast_draw_cell (scene, look, IM_GROUP_NONE, corner, width,
                            IM_BROADCAST_CELL_HEIGHT, shown->wide);
}

/* What leads from the operands to the result: a line, or an arrow into a target. */
static void
draw_rule (ImScene *scene, const ImBroadcastBox *box, guint row)
{
  double middle = (box->cells_left + box->right) / 2;
  double bottom = row == 0 ? box->row_y[0] : box->row_y[row - 1];
  double y = box->row_y[row] - 6.5;

  if (box->grid.rows[row].kind == IM_ROW_TARGET)
    {
      draw_arrow (scene, (ImScenePoint){ middle, bottom + IM_BROADCAST_CELL_HEIGHT + 4 },
                  (ImScenePoint){ middle, box->row_y[row] - 3 });
      draw_lock (scene, box->left, box->row_y[row] + 14);
      return;
    }
  im_scene_begin_path (scene, IM_STYLE_DIVIDER);
  im_scene_move_to (scene, (ImScenePoint){ box->left, y });
  im_scene_line_to (scene, (ImScenePoint){ box->right, y });
}

static void
draw_row (ImScene *scene, const ImBroadcastBox *box, guint row)
{
  const ImBroadcastRow *shown = &box->grid.rows[row];

  im_scene_add_text (scene,
                     shown->kind == IM_ROW_OPERAND ? IM_STYLE_OPERAND : IM_STYLE_NAME,
                     (ImScenePoint){ box->names_right,
                                     box->row_y[row] + IM_BROADCAST_CELL_HEIGHT / 2 + 5 },
                     IM_ANCHOR_END, shown->name);
  if (shown->kind == IM_ROW_RESULT || shown->kind == IM_ROW_TARGET)
    draw_rule (scene, box, row);
  if (shown->wide != NULL)
    draw_wide (scene, box, row);
}

static void
draw_bracket (ImScene *scene,
              const ImBroadcastBox *box,
              const ImBroadcastBracket *bracket)
{
  const char *name = im_broadcast_group_get_name (bracket->group);
  g_autofree char *words = g_strconcat (name, " ", bracket->product, NULL);
  double left = box->x[bracket->first], y = box->bracket_y;
  double right = box->x[bracket->last] + box->widths[bracket->last];

  im_scene_open_group (scene, words);
  im_scene_begin_path (
      scene, (ImSceneStyleId) (IM_STYLE_BRACKET_RIGHT + bracket->group - IM_GROUP_RIGHT));
  im_scene_move_to (scene, (ImScenePoint){ left + 1, y });
  im_scene_line_to (scene, (ImScenePoint){ left + 1, y + BRACKET_TICK });
  im_scene_line_to (scene, (ImScenePoint){ right - 1, y + BRACKET_TICK });
  im_scene_line_to (scene, (ImScenePoint){ right - 1, y });
  im_scene_add_text (scene, IM_STYLE_VERDICT,
                     (ImScenePoint){ (left + right) / 2, y + 20 }, IM_ANCHOR_MIDDLE,
                     name);
  if (*bracket->product != '\0')
    im_scene_add_text (scene, IM_STYLE_NAME, (ImScenePoint){ (left + right) / 2, y + 36 },
                       IM_ANCHOR_MIDDLE, bracket->product);
  im_scene_close_group (scene);
}

static void
draw_box (ImScene *scene,
          const ImBroadcastReport *report,
          guint level,
          const ImBroadcastBox *box)
{
  im_scene_open_group (scene, box->title == NULL ? "columns are axes" : box->title);
  if (box->title != NULL)
    im_scene_add_text (
        scene, IM_STYLE_NAME,
        (ImScenePoint){ (box->cells_left + box->right) / 2, box->head_y - 18 },
        IM_ANCHOR_MIDDLE, box->title);
  for (guint i = 0; i < box->grid.n_rows; i++)
    draw_row (scene, box, i);
  for (guint i = 0; i < box->grid.n_columns; i++)
    draw_column (scene, report, level, box, i);
  for (guint i = 0; i < box->grid.n_brackets; i++)
    draw_bracket (scene, box, &box->grid.brackets[i]);
  im_scene_close_group (scene);
}

static void
draw_loop (ImScene *scene, const ImBroadcastLoop *loop)
{
  ImSceneStyleId style = loop->note == NULL ? IM_STYLE_LOOP : IM_STYLE_LOOP_STILL;
  double right = loop->small.x + im_scene_text_get_width (style, loop->text);
  double y = loop->small.y - STRIKE;

  im_scene_open_group (scene, loop->note == NULL ? loop->text : loop->note);
  im_scene_add_text (scene, IM_STYLE_LOOP, loop->big, IM_ANCHOR_START, loop->text);
  im_scene_add_text (scene, style, loop->small, IM_ANCHOR_START, loop->text);
  if (loop->note != NULL)
    {
      im_scene_begin_path (scene, IM_STYLE_STRIKE);
      im_scene_move_to (scene, (ImScenePoint){ loop->small.x + loop->mark_width, y });
      im_scene_line_to (scene, (ImScenePoint){ right, y });
      im_scene_add_text (scene, IM_STYLE_ID, (ImScenePoint){ right + 10, loop->small.y },
                         IM_ANCHOR_START, loop->note);
    }
  im_scene_close_group (scene);
}

void
im_broadcast_layout_draw (const ImBroadcastLayout *layout,
                          const ImBroadcastReport *report,
                          guint show,
                          ImScene *scene)
{
  scene->width = layout->width;
  scene->height = layout->height;
  for (guint i = 0; i < layout->boxes->len; i++)
    draw_box (scene, report, i, &g_array_index (layout->boxes, ImBroadcastBox, i));
  for (guint i = 0; i < layout->links->len; i++)
    {
      const ImBroadcastLink *link = &g_array_index (layout->links, ImBroadcastLink, i);

      draw_arrow (scene, link->from, link->to);
    }
  for (guint i = 0; i < layout->lines->len; i++)
    {
      const ImBroadcastLine *line = &g_array_index (layout->lines, ImBroadcastLine, i);

      im_scene_add_text (scene, line->style, line->at, IM_ANCHOR_START, line->text);
    }
  for (guint i = 0; i < layout->loops->len; i++)
    draw_loop (scene, &g_array_index (layout->loops, ImBroadcastLoop, i));
  if ((show & IM_SHOW_LEGEND) != 0 && layout->boxes->len > 0)
    im_broadcast_legend_draw (layout, scene);
}
