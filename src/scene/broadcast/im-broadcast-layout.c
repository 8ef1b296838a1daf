/* SPDX-License-Identifier: MIT */
#include "scene/broadcast/im-broadcast-layout.h"

#include <math.h>

#include "scene/broadcast/im-broadcast-box.h"
#include "scene/broadcast/im-broadcast-words.h"
#include "scene/display/im-scene-metrics.h"

#define MARGIN        16
#define MIN_CONTENT   420 /* so that sentences are not broken too often */
#define MAX_CONTENT   900 /* so that long ones are */
#define TITLE_LINE    22
#define SHAPES_LINE   17
#define NOTE_LINE     17
#define LINK_LENGTH   104
#define LINK_GAP      10 /* beside an arrow */
#define LOOPS_GAP     36
#define LOOP_LINE     21
#define LOOP_INDENT   10
#define LOOP_COLUMN   18
#define LINK_TEXT     "each element is"
#define MAX_LOOP_NAME 80

typedef struct
{
  ImBroadcastLayout *layout;
  const ImBroadcastReport *report;
  guint show;
  ImArena *arena;
  double y;       /* upper edge of what comes next */
  double right;   /* of what stands beside each other */
  double content; /* width for sentences */
} Placing;

static ImBroadcastBox *
get_box (const Placing *placing, guint level)
{
  return &g_array_index (placing->layout->boxes, ImBroadcastBox, level);
}

static void
add_line (Placing *placing, ImSceneStyleId style, ImScenePoint at, const char *text)
{
  ImBroadcastLine line = { style, at, im_arena_strdup (placing->arena, text) };

  g_array_append_val (placing->layout->lines, line);
  placing->right = MAX (placing->right, at.x + im_scene_text_get_width (style, text));
}

static void
add_sentence (Placing *placing, ImSceneStyleId style, const char *text, double height)
{
  g_auto (GStrv) lines = im_scene_text_wrap (style, text, placing->content);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      add_line (placing, style, (ImScenePoint){ MARGIN, placing->y + height - 5 },
                lines[i]);
      placing->y += height;
    }
}

static void
measure_boxes (Placing *placing)
{
  const ImBroadcastReport *report = placing->report;

  for (guint i = 0; i < report->n_levels; i++)
    {
      guint max_columns = placing->show & IM_SHOW_ALL_COLUMNS ? IM_SHAPE_MAX_RANK
                                                              : IM_BROADCAST_MAX_COLUMNS;
      ImBroadcastBox box = { im_broadcast_grid_new (report, i, max_columns,
                                                    placing->arena) };

      if (report->n_levels > 1)
        box.title = im_arena_printf (placing->arena, "level %u", i + 1);
      im_broadcast_box_measure (&box, placing->arena);
      g_array_append_val (placing->layout->boxes, box);
    }
}

/* Of all that stands beside each other. */
static double
get_row_width (const Placing *placing)
{
  const ImBroadcastReport *report = placing->report;
  double width = 0;

  for (guint i = 0; i < report->n_levels; i++)
    width += im_broadcast_box_get_width (get_box (placing, i)) +
             (i == 0 ? 0 : LINK_LENGTH);
  if (report->root != NULL)
    width += LINK_LENGTH + im_scene_text_get_width (IM_STYLE_NAME, report->root);

  return width;
}

static void
place_head (Placing *placing)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if ((placing->show & IM_SHOW_TITLE) == 0)
    return;
  im_broadcast_append_title (placing->report, text);
  add_sentence (placing, IM_STYLE_HEADING, text->str, TITLE_LINE);
  g_string_truncate (text, 0);
  im_broadcast_append_shapes (placing->report, text);
  add_sentence (placing, IM_STYLE_SUBTITLE, text->str, SHAPES_LINE);
  placing->y += 10;
}

/* The line goes from @x to the names of rows, or to a text, of the next level. */
static void
add_link (Placing *placing, double x, double y)
{
  ImBroadcastLink link = { { x + LINK_GAP, y }, { x + LINK_LENGTH - LINK_GAP, y } };
  double width = im_scene_text_get_width (IM_STYLE_ID, LINK_TEXT);

  g_array_append_val (placing->layout->links, link);
  add_line (placing, IM_STYLE_ID, (ImScenePoint){ x + (LINK_LENGTH - width) / 2, y - 7 },
            LINK_TEXT);
}

/* The scalars of nested types stand behind the last table. */
static double
place_root (Placing *placing, double x, double y)
{
  ImSceneStyleId style = placing->report->is_root_ok ? IM_STYLE_NAME
                                                     : IM_STYLE_VERDICT_BAD;
  const char *text = im_arena_printf (placing->arena, "%s%s",
                                      placing->report->is_root_ok ? "" : "× ",
                                      placing->report->root);

  if (placing->report->n_levels > 0)
    {
      add_link (placing, x, y);
      x += LINK_LENGTH;
    }
  add_line (placing, style, (ImScenePoint){ x, y + 5 }, text);

  return x + im_scene_text_get_width (style, text);
}

/* Returns the right edge of all tables. */
static double
place_boxes (Placing *placing)
{
  const ImBroadcastReport *report = placing->report;
  double x = MARGIN, y = placing->y, link_y = y + 12, bottom = y;

  for (guint i = 0; i < report->n_levels; i++)
    {
      ImBroadcastBox *box = get_box (placing, i);

      if (i > 0)
        {
          add_link (placing, x, link_y);
          x += LINK_LENGTH;
        }
      im_broadcast_box_place (box, (ImScenePoint){ x, y }, placing->arena);
      link_y = im_broadcast_box_get_link_y (box);
      bottom = MAX (bottom, box->bottom);
      x = box->right;
    }
  if (report->root != NULL)
    x = place_root (placing, x, link_y);
  placing->y = MAX (bottom, report->root == NULL ? 0 : link_y + 12);
  placing->right = MAX (placing->right, x);

  return x;
}

static ImBroadcastLoop
make_loop (Placing *placing, ImBroadcastGroup group, guint depth, ImScenePoint at)
{
  const ImBroadcastReport *report = placing->report;
  const char *mark = depth == 0 ? "" : "› ";
  ImBroadcastLoop loop = { group };

  at.x += depth * LOOP_INDENT;
  loop.mark_width = im_scene_text_get_width (IM_STYLE_LOOP_STILL, mark);
  loop.text = im_arena_printf (placing->arena, "%s%s %d", mark,
                               im_broadcast_group_get_name (group),
                               im_broadcast_group_get_count (&report->groups, group));
  loop.big = loop.small = at;
  if (group == IM_GROUP_GROUP1 || group == IM_GROUP_GROUP2)
    {
      g_autofree char *name = im_scene_text_dup_elided (
          IM_STYLE_LOOP_STILL, report->names[report->small], MAX_LOOP_NAME);

      loop.note = im_arena_printf (placing->arena, "%s does not advance here", name);
    }

  return loop;
}

static void
collect_loops (Placing *placing, double x, double y)
{
  guint depth = 0;

  for (guint group = IM_GROUP_LEFT; group > IM_GROUP_NONE; group--)
    if (im_broadcast_group_get_count (&placing->report->groups,
                                      (ImBroadcastGroup) group) > 1)
      {
        ImBroadcastLoop loop = make_loop (placing, (ImBroadcastGroup) group, depth,
                                          (ImScenePoint){ x, y + depth * LOOP_LINE });

        g_array_append_val (placing->layout->loops, loop);
        depth++;
      }
}

/* The second column begins where the widest loop of the first one ends, or its head at
 * @right. */
static double
shift_small_loops (Placing *placing, double x, double right)
{
  GArray *loops = placing->layout->loops;

  for (guint i = 0; i < loops->len; i++)
    {
      const ImBroadcastLoop *loop = &g_array_index (loops, ImBroadcastLoop, i);

      right = MAX (right,
                   loop->big.x + im_scene_text_get_width (IM_STYLE_LOOP, loop->text));
    }
  for (guint i = 0; i < loops->len; i++)
    g_array_index (loops, ImBroadcastLoop, i).small.x += right + LOOP_COLUMN - x;

  return right + LOOP_COLUMN;
}

/* Returns its right edge. */
static double
add_loop_head (Placing *placing, guint operand, double x, double y)
{
  g_autofree char *name = im_scene_text_dup_elided (
      IM_STYLE_NAME, placing->report->names[operand], MAX_LOOP_NAME);

  add_line (placing, IM_STYLE_NAME, (ImScenePoint){ x, y }, name);

  return x + im_scene_text_get_width (IM_STYLE_NAME, name);
}

static void
place_loops (Placing *placing, double x, double top)
{
  const ImBroadcastReport *report = placing->report;
  GArray *loops = placing->layout->loops;
  double right, y = top + 11;

  if (!report->has_groups || (placing->show & IM_SHOW_LOOPS) == 0)
    return;
  x += LOOPS_GAP;
  collect_loops (placing, x, y + 2 * LOOP_LINE);
  if (loops->len == 0)
    return;
  add_line (placing, IM_STYLE_ID, (ImScenePoint){ x, y }, "loops, the outermost first");
  right = add_loop_head (placing, 1 - report->small, x, y + LOOP_LINE);
  right = shift_small_loops (placing, x, right);
  add_loop_head (placing, report->small, right, y + LOOP_LINE);
  for (guint i = 0; i < loops->len; i++)
    {
      const ImBroadcastLoop *loop = &g_array_index (loops, ImBroadcastLoop, i);

      right = loop->small.x + im_scene_text_get_width (IM_STYLE_LOOP, loop->text);
      if (loop->note != NULL)
        right += 10 + im_scene_text_get_width (IM_STYLE_ID, loop->note);
      placing->right = MAX (placing->right, right);
      placing->y = MAX (placing->y, loop->big.y + 10);
    }
}

static void
place_note_cb (const char *text, gboolean is_bad, gpointer data)
{
  Placing *placing = data;

  if (is_bad || (placing->show & IM_SHOW_NOTES) != 0)
    add_sentence (placing, is_bad ? IM_STYLE_VERDICT_BAD : IM_STYLE_SUBTITLE, text,
                  NOTE_LINE);
}

void
im_broadcast_layout_init (ImBroadcastLayout *layout,
                          const ImBroadcastReport *report,
                          guint show,
                          ImArena *arena)
{
  Placing placing = { layout, report, show, arena, MARGIN };
  double top, right;

  *layout = (ImBroadcastLayout){
    .boxes = g_array_new (FALSE, FALSE, sizeof (ImBroadcastBox)),
    .lines = g_array_new (FALSE, FALSE, sizeof (ImBroadcastLine)),
    .links = g_array_new (FALSE, FALSE, sizeof (ImBroadcastLink)),
    .loops = g_array_new (FALSE, FALSE, sizeof (ImBroadcastLoop)),
  };
  measure_boxes (&placing);
  placing.content = CLAMP (get_row_width (&placing), MIN_CONTENT, MAX_CONTENT);
  place_head (&placing);
  top = placing.y;
  right = place_boxes (&placing);
  place_loops (&placing, right, top);
  placing.y += 6;
  placing.content = CLAMP (placing.right - MARGIN, MIN_CONTENT, MAX_CONTENT);
  im_broadcast_foreach_note (report, place_note_cb, &placing);
  layout->legend = (ImScenePoint){ MARGIN, placing.y + 8 };
  layout->legend_width = placing.content;
  layout->width = ceil (placing.right) + MARGIN;
  layout->height = ceil (placing.y) + MARGIN;
}

void
im_broadcast_layout_clear (ImBroadcastLayout *layout)
{
  g_array_unref (layout->boxes);
  g_array_unref (layout->lines);
  g_array_unref (layout->links);
  g_array_unref (layout->loops);
}
