/* SPDX-License-Identifier: MIT
 *
 * Frames that users put around nodes of a graph. Nodes have other places here, so a frame
 * is drawn around those that stand in it in the file; where others have come among them,
 * it is drawn around each of its own.
 */
#include "scene/display/im-scene-metrics.h"
#include "scene/pipeline/im-pipeline-part.h"
#include "unit/im-unit-frame.h"

G_STATIC_ASSERT (IM_STYLE_TINT_7 - IM_STYLE_TINT + 1 == IM_N_FRAME_COLORS);

#define RADIUS  10
#define PADDING 8  /* around what is in a frame */
#define NESTED  8  /* more of it for each frame that is in it */
#define HEAD    20 /* of the title */

/* A rectangle, by its edges: of a part with the texts beside its pipes, without those
 * below it, which stand between the frames of two rows. */
typedef struct
{
  double left;
  double top;
  double right;
  double bottom;
} Area;

static Area
get_area (const ImPart *part)
{
  return (Area){ part->x, part->y, part->x + part->width, part->y + part->body_height };
}

static gboolean
is_member (const ImPicture *picture, const ImUnitFrame *frame, const ImPart *part)
{
  const ImGraph *graph = im_program_get_graph (picture->program);
  gint number = im_graph_find_node (graph, part->path);
  const ImUnitNode *node = number < 0 ? NULL : graph->nodes[number]->declaration;

  return node != NULL && im_unit_frame_has (frame, node->x, node->y);
}

/* The area around all members; FALSE if there is none. */
static gboolean
find_area (const ImPicture *picture, const ImUnitFrame *frame, Area *area)
{
  gboolean is_any = FALSE;

  *area = (Area){ G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };
  for (guint i = 0; i < picture->root->parts->len; i++)
    {
      const ImPart *part = g_ptr_array_index (picture->root->parts, i);
      Area own = get_area (part);

      if (!is_member (picture, frame, part))
        continue;
      is_any = TRUE;
      area->left = MIN (area->left, own.left);
      area->top = MIN (area->top, own.top);
      area->right = MAX (area->right, own.right);
      area->bottom = MAX (area->bottom, own.bottom);
    }

  return is_any;
}

static gboolean
has_others (const ImPicture *picture, const ImUnitFrame *frame, const Area *area)
{
  for (guint i = 0; i < picture->root->parts->len; i++)
    {
      const ImPart *part = g_ptr_array_index (picture->root->parts, i);
      Area own = get_area (part);

      if (own.left < area->right && own.right > area->left && own.top < area->bottom &&
          own.bottom > area->top && !is_member (picture, frame, part))
        return TRUE;
    }

  return FALSE;
}

/* How many other frames all of whose nodes are nodes of a frame, too. */
static guint
count_inside (const ImPicture *picture, guint number)
{
  const ImUnit *unit = picture->program->unit;
  const ImUnitFrame *frame = &unit->frames[number];
  guint n = 0;

  for (guint i = 0; i < unit->n_frames; i++)
    {
      const ImUnitFrame *other = &unit->frames[i];
      Area area;

      n += i != number && find_area (picture, other, &area) && other->x >= frame->x &&
           other->y >= frame->y && other->x + other->width <= frame->x + frame->width &&
           other->y + other->height <= frame->y + frame->height;
    }

  return n;
}

/* From where to where pipes cross the stripe of a title; FALSE if none does. */
static gboolean
find_pipes (const ImPicture *picture, const Area *title, double *first, double *last)
{
  const GArray *nets = picture->root->nets;

  *first = G_MAXDOUBLE;
  *last = -G_MAXDOUBLE;
  for (guint i = 0; i < nets->len; i++)
    {
      const GArray *points = g_array_index (nets, ImLayeredNet, i).points;

      for (guint k = 0; k + 1 < points->len; k += 2)
        {
          const ImScenePoint *ends = &g_array_index (points, ImScenePoint, k);
          double left = MIN (ends[0].x, ends[1].x), right = MAX (ends[0].x, ends[1].x);

          if (ends[0].y > title->bottom || ends[1].y < title->top ||
              left > title->right || right < title->left)
            continue;
          *first = MIN (*first, left);
          *last = MAX (*last, right);
        }
    }

  return *first <= *last;
}

/* Beside the pipes that come in, on the left if there is room. */
static void
draw_title (const ImPicture *picture,
            ImScene *scene,
            const char *label,
            const Area *title,
            ImScenePoint at)
{
  double width = title->right - title->left, first, last;
  double wanted = IM_PART_SLACK * im_scene_text_get_width (IM_STYLE_FRAME_NAME, label);
  gboolean is_left = TRUE;
  g_autofree char *text = NULL;

  if (find_pipes (picture, title, &first, &last))
    {
      double left = first - title->left - IM_PART_LABEL_GAP;
      double right = title->right - last - IM_PART_LABEL_GAP;

      is_left = wanted <= left || left >= right;
      width = is_left ? left : right;
    }
  text = im_scene_text_dup_elided (IM_STYLE_FRAME_NAME, label,
                                   MAX (width, 0) / IM_PART_SLACK);
  im_scene_add_text (scene, IM_STYLE_FRAME_NAME,
                     (ImScenePoint){ at.x + (is_left ? title->left : title->right),
                                     at.y + title->top + 16 },
                     is_left ? IM_ANCHOR_START : IM_ANCHOR_END, text);
}

static void
draw_area (const ImPicture *picture,
           ImScene *scene,
           const ImUnitFrame *frame,
           const Area *area,
           guint n_inside,
           ImScenePoint at)
{
  double padding = PADDING + NESTED * n_inside;
  double top = area->top - padding - HEAD * (1 + n_inside);
  const Area title = { area->left - padding + IM_PART_PADDING, top,
                       area->right + padding - IM_PART_PADDING, top + HEAD };

  im_scene_add_rectangle (scene, (ImSceneStyleId) (IM_STYLE_TINT + frame->color),
                          (ImScenePoint){ at.x + area->left - padding, at.y + top },
                          area->right - area->left + 2 * padding,
                          area->bottom + padding - top, RADIUS);
  draw_title (picture, scene, im_unit_frame_get_label (frame), &title, at);
}

static void
draw_frame (const ImPicture *picture, ImScene *scene, guint number, ImScenePoint at)
{
  const ImUnitFrame *frame = &picture->program->unit->frames[number];
  g_autofree char *text = g_strdup_printf (
      "Frame %s%s%s", im_unit_frame_get_label (frame), frame->text == NULL ? "" : ": ",
      frame->text == NULL ? "" : frame->text);
  guint n_inside = count_inside (picture, number);
  Area area;

  if (!find_area (picture, frame, &area))
    return;
  im_scene_open_group (scene, g_strdelimit (text, "\n", ' '));
  if (!has_others (picture, frame, &area))
    draw_area (picture, scene, frame, &area, n_inside, at);
  else
    for (guint i = 0; i < picture->root->parts->len; i++)
      {
        const ImPart *part = g_ptr_array_index (picture->root->parts, i);
        Area own = get_area (part);

        if (is_member (picture, frame, part))
          draw_area (picture, scene, frame, &own, n_inside, at);
      }
  im_scene_close_group (scene);
}

double
im_picture_get_tint_room (const ImPicture *picture)
{
  double room = 0;

  for (guint i = 0; i < picture->program->unit->n_frames; i++)
    room = MAX (room, PADDING + HEAD + (NESTED + HEAD) * count_inside (picture, i));

  return room;
}

void
im_picture_draw_tints (const ImPicture *picture, ImScene *scene, ImScenePoint at)
{
  guint n = picture->program->unit->n_frames;

  /* Those that hold others are behind them. */
  for (guint inside = n; inside-- > 0;)
    for (guint i = 0; i < n; i++)
      if (count_inside (picture, i) == inside)
        draw_frame (picture, scene, i, at);
}
