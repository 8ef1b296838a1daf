/* SPDX-License-Identifier: MIT
 *
 * Frames first, then pipes, then boxes, so that nothing hides what lies in it.
 */
#include "scene/display/im-scene-metrics.h"
#include "scene/pipeline/im-pipeline-part.h"

#define BOX_RADIUS   6
#define FRAME_RADIUS 10
#define PORT_RADIUS  3
#define ARROW_LENGTH 8
#define ARROW_HALF   4
#define MARK_GAP     3
#define MARK_RADIUS  9

static ImScenePoint
shifted (ImScenePoint point, double x, double y)
{
  return (ImScenePoint){ point.x + x, point.y + y };
}

static void
draw_circle (ImScene *scene, ImSceneStyleId style, ImScenePoint centre)
{
  im_scene_add_rectangle (scene, style, shifted (centre, -PORT_RADIUS, -PORT_RADIUS),
                          2 * PORT_RADIUS, 2 * PORT_RADIUS, PORT_RADIUS);
}

/* The end of a pipe at the upper edge of a box. */
static void
draw_arrow (ImScene *scene, ImScenePoint tip)
{
  im_scene_begin_path (scene, IM_STYLE_ARROW);
  im_scene_move_to (scene, tip);
  im_scene_line_to (scene, shifted (tip, -ARROW_HALF, -ARROW_LENGTH));
  im_scene_line_to (scene, shifted (tip, ARROW_HALF, -ARROW_LENGTH));
  im_scene_close_path (scene);
}

/* A bend ends where an arrow begins, so that the arrow points down. */
static void
draw_stretch (ImScene *scene, ImScenePoint from, ImScenePoint to)
{
  ImScenePoint end = shifted (to, 0, -ARROW_LENGTH);
  double middle = (end.y - from.y) / 2;

  if (from.x != to.x)
    im_scene_curve_to (scene, shifted (from, 0, middle), shifted (end, 0, -middle), end);
  im_scene_line_to (scene, to);
}

static void
draw_net (const ImPicture *picture,
          ImScene *scene,
          const ImPart *frame,
          guint number,
          ImScenePoint offset)
{
  const ImLayeredNet *net = &g_array_index (frame->nets, ImLayeredNet, number);
  guint tensor = g_array_index (frame->net_tensors, guint, number);
  ImScenePoint last = { 0 };

  if (net->points->len == 0)
    return;
  im_scene_begin_path (scene, im_picture_is_time (picture, tensor) ? IM_STYLE_TIME_PIPE
                                                                   : IM_STYLE_PIPE);
  for (guint i = 0; i < net->points->len; i += 2)
    {
      const ImScenePoint *ends = &g_array_index (net->points, ImScenePoint, i);

      if (i == 0 || ends[0].x != last.x || ends[0].y != last.y)
        im_scene_move_to (scene, shifted (ends[0], offset.x, offset.y));
      draw_stretch (scene, shifted (ends[0], offset.x, offset.y),
                    shifted (ends[1], offset.x, offset.y));
      last = ends[1];
    }
  if (net->n_targets == 0)
    draw_circle (scene, IM_STYLE_OPEN_PORT, shifted (last, offset.x, offset.y));
}

/* What flows out of a box, to the right of its pipe. */
static void
draw_labels (const ImPicture *picture,
             ImScene *scene,
             const ImPart *part,
             ImScenePoint at)
{
  for (guint i = 0; i < part->outputs->len; i++)
    {
      const ImPartSocket *socket = im_part_socket (part->outputs, i);
      ImScenePoint label = shifted (at, socket->x + IM_PART_LABEL_GAP, part->body_height);
      const char *type, *samples;

      im_picture_describe_tensor (picture, socket->tensor, &type, &samples);
      im_scene_add_text (scene, IM_STYLE_TYPE,
                         shifted (label, 0, samples == NULL ? 24 : 17), IM_ANCHOR_START,
                         type);
      if (samples != NULL)
        im_scene_add_text (scene, IM_STYLE_RATE, shifted (label, 0, 31), IM_ANCHOR_START,
                           samples);
      draw_circle (scene, IM_STYLE_PORT, shifted (at, socket->x, part->body_height));
    }
}

static void
draw_arrows (ImScene *scene, const ImPart *part, ImScenePoint at)
{
  for (guint i = 0; i < part->inputs->len; i++)
    draw_arrow (scene, shifted (at, im_part_socket (part->inputs, i)->x, 0));
}

static void
draw_port (ImScene *scene, const ImPart *part, ImScenePoint at)
{
  double middle = part->body_width / 2;

  im_scene_add_rectangle (scene,
                          part->kind == IM_PART_INPUT ? IM_STYLE_INPUT : IM_STYLE_OUTPUT,
                          at, part->body_width, part->body_height, part->body_height / 2);
  im_scene_add_text (scene, IM_STYLE_NAME, shifted (at, middle, 20.5), IM_ANCHOR_MIDDLE,
                     part->name);
  if (part->id != NULL)
    im_scene_add_text (scene, IM_STYLE_ID, shifted (at, middle, 35.5), IM_ANCHOR_MIDDLE,
                       part->id);
}

/* Names of sockets stand in the box, if there is more than one to choose from. */
static void
draw_sockets (ImScene *scene, const GArray *sockets, ImScenePoint baseline)
{
  for (guint i = 0; sockets->len > 1 && i < sockets->len; i++)
    {
      const ImPartSocket *socket = im_part_socket (sockets, i);

      im_scene_add_text (scene, IM_STYLE_SOCKET, shifted (baseline, socket->x, 0),
                         IM_ANCHOR_MIDDLE, socket->parameter->name.text);
    }
}

static void
draw_options (ImScene *scene, const ImPart *part, ImScenePoint at)
{
  ImScenePoint right = shifted (at, part->body_width - 2 * IM_PART_PADDING, 0);

  if (part->options->len == 0)
    return;
  im_scene_begin_path (scene, IM_STYLE_DIVIDER);
  im_scene_move_to (scene, at);
  im_scene_line_to (scene, right);
  for (guint i = 0; i < part->options->len; i++)
    {
      const ImPartOption *option = &g_array_index (part->options, ImPartOption, i);
      double baseline = (i + 1) * IM_PART_OPTION + 1;

      im_scene_add_text (scene, IM_STYLE_OPTION, shifted (at, 0, baseline),
                         IM_ANCHOR_START, option->name);
      im_scene_add_text (scene, IM_STYLE_VALUE, shifted (right, 0, baseline),
                         IM_ANCHOR_END, option->value);
    }
}

static void
draw_unit (ImScene *scene, const ImPart *part, ImScenePoint at)
{
  gboolean is_queue = im_unit_is_queue (part->instance->unit);
  ImScenePoint head = shifted (at, IM_PART_PADDING,
                               part->inputs->len > 1 ? IM_PART_SOCKETS : 0);

  im_scene_add_rectangle (scene, is_queue ? IM_STYLE_QUEUE : IM_STYLE_UNIT, at,
                          part->body_width, part->body_height, BOX_RADIUS);
  draw_sockets (scene, part->inputs, shifted (at, 0, 13));
  draw_sockets (scene, part->outputs, shifted (at, 0, part->body_height - 7));
  im_scene_add_text (scene, IM_STYLE_NAME, shifted (head, 0, 21), IM_ANCHOR_START,
                     part->name);
  if (is_queue)
    im_scene_add_text (scene, IM_STYLE_TAG,
                       shifted (head, part->body_width - 2 * IM_PART_PADDING, 21),
                       IM_ANCHOR_END, "queue");
  im_scene_add_text (scene, IM_STYLE_ID, shifted (head, 0, 37), IM_ANCHOR_START,
                     part->id);
  draw_options (scene, part, shifted (head, 0, IM_PART_HEAD));
}

static const struct
{
  const char *sign;
  ImSceneStyleId style;
} marks[] = {
  { "+", IM_STYLE_MARK_ADDED },   { "-", IM_STYLE_MARK_REMOVED },
  { "~", IM_STYLE_MARK_CHANGED }, { "↕", IM_STYLE_MARK_CHANGED },
  { "=", IM_STYLE_MARK_FOLLOWS },
};

static double
get_radius (const ImPart *part)
{
  if (part->kind == IM_PART_UNIT)
    return BOX_RADIUS;

  return part->kind == IM_PART_FRAME ? FRAME_RADIUS : part->body_height / 2;
}

/* A line around a box, and the sign at its upper right corner. */
static void
draw_mark (ImScene *scene, const ImPart *part, ImScenePoint at, const char *sign)
{
  ImScenePoint centre = shifted (at, part->body_width, 0);

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (g_str_equal (marks[i].sign, sign))
      {
        im_scene_add_rectangle (scene, marks[i].style, shifted (at, -MARK_GAP, -MARK_GAP),
                                part->body_width + 2 * MARK_GAP,
                                part->body_height + 2 * MARK_GAP,
                                get_radius (part) + MARK_GAP);
        im_scene_add_rectangle (scene, IM_STYLE_MARK_BADGE,
                                shifted (centre, -MARK_RADIUS, -MARK_RADIUS),
                                2 * MARK_RADIUS, 2 * MARK_RADIUS, MARK_RADIUS);
        im_scene_add_text (scene, IM_STYLE_HEADING, shifted (centre, 0, 4.5),
                           IM_ANCHOR_MIDDLE, sign);
      }
}

static void draw_frame (const ImPicture *picture,
                        ImScene *scene,
                        const ImPart *frame,
                        ImScenePoint at);

static void
draw_part (const ImPicture *picture, ImScene *scene, const ImPart *part, ImScenePoint at)
{
  g_autofree char *text = part->kind == IM_PART_UNIT
                              ? g_strdup_printf ("%s: %s", part->path,
                                                 part->instance->unit->id.text)
                              : g_strdup (part->path);

  const char *sign = picture->marks == NULL
                         ? NULL
                         : g_hash_table_lookup (picture->marks, part->path);

  im_scene_open_group (scene, text);
  if (part->kind == IM_PART_FRAME)
    draw_frame (picture, scene, part, at);
  else if (part->kind == IM_PART_UNIT)
    draw_unit (scene, part, at);
  else
    draw_port (scene, part, at);
  if (part->kind != IM_PART_FRAME)
    {
      draw_arrows (scene, part, at);
      draw_labels (picture, scene, part, at);
    }
  if (sign != NULL)
    draw_mark (scene, part, at, sign);
  im_scene_close_group (scene);
}

static void
draw_frame (const ImPicture *picture,
            ImScene *scene,
            const ImPart *frame,
            ImScenePoint at)
{
  ImScenePoint inside = shifted (at, frame->inset.x, frame->inset.y);

  if (frame->parent != NULL)
    {
      im_scene_add_rectangle (scene, IM_STYLE_FRAME, at, frame->body_width,
                              frame->body_height, FRAME_RADIUS);
      im_scene_add_text (scene, IM_STYLE_FRAME_NAME, shifted (at, IM_PART_PADDING, 19),
                         IM_ANCHOR_START, frame->name);
    }
  else
    im_picture_draw_tints (picture, scene, inside);
  for (guint i = 0; i < frame->nets->len; i++)
    draw_net (picture, scene, frame, i, inside);
  for (guint i = 0; i < frame->parts->len; i++)
    {
      const ImPart *part = (const ImPart *) g_ptr_array_index (frame->parts, i);

      draw_part (picture, scene, part, shifted (inside, part->x, part->y));
    }
}

void
im_picture_draw (const ImPicture *picture, ImScene *scene, ImScenePoint offset)
{
  draw_frame (picture, scene, picture->root, offset);
}
