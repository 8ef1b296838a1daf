/* SPDX-License-Identifier: MIT
 *
 * Places from the inside out: a frame is laid out when all that is in it has its size,
 * and is a box from then on.
 */
#include <math.h>

#include "scene/display/im-scene-metrics.h"
#include "scene/pipeline/im-pipeline-part.h"

static double *
new_places (const GArray *sockets)
{
  double *places = g_new (double, sockets->len + 1);

  for (guint i = 0; i < sockets->len; i++)
    places[i] = im_part_socket (sockets, i)->x;

  return places;
}

static const double edge_place[] = { 0 };

/* A frame on its way: first the boxes of its parts, then points on its edge where tensors
 * come in, and where they leave. */
typedef struct
{
  GArray *boxes;       /* of ImLayeredBox */
  GHashTable *sources; /* tensor, and 1, to the number of its net, and 1 */
  GPtrArray *targets;  /* of each net a GArray of ImLayeredEnd */
} FrameLayout;

static guint
add_box (FrameLayout *layout, const ImPart *part)
{
  static const ImRow rows[] = { IM_ROW_FREE, IM_ROW_FREE, IM_ROW_TOP, IM_ROW_BOTTOM };
  ImLayeredBox box = {
    .row = rows[part->kind],
    .width = part->width,
    .height = part->height,
    .body_height = part->body_height,
    .inputs = new_places (part->inputs),
    .n_inputs = part->inputs->len,
    .outputs = new_places (part->outputs),
    .n_outputs = part->outputs->len,
  };

  g_array_append_val (layout->boxes, box);
  return layout->boxes->len - 1;
}

static guint
add_edge_point (FrameLayout *layout, ImRow row)
{
  ImLayeredBox box = {
    .row = row,
    .inputs = edge_place,
    .n_inputs = row == IM_ROW_BOTTOM,
    .outputs = edge_place,
    .n_outputs = row == IM_ROW_TOP,
  };

  g_array_append_val (layout->boxes, box);
  return layout->boxes->len - 1;
}

/* The net of a tensor begins at an output of a box. */
static void
add_net (ImPart *frame, FrameLayout *layout, guint tensor, guint box, guint port)
{
  ImLayeredNet net = {
    .box = box,
    .port = port,
    .points = g_array_new (FALSE, FALSE, sizeof (ImScenePoint)),
  };
  GArray *targets = g_array_new (FALSE, FALSE, sizeof (ImLayeredEnd));

  g_array_append_val (frame->nets, net);
  g_array_append_val (frame->net_tensors, tensor);
  g_ptr_array_add (layout->targets, targets);
  g_hash_table_insert (layout->sources, GUINT_TO_POINTER (tensor + 1), targets);
}

static void
add_target (FrameLayout *layout, guint tensor, guint box, guint port)
{
  GArray *targets = (GArray *) g_hash_table_lookup (layout->sources,
                                                    GUINT_TO_POINTER (tensor + 1));
  ImLayeredEnd end = { box, port };

  g_assert (targets != NULL);
  g_array_append_val (targets, end);
}

static void
add_nets (ImPart *frame, FrameLayout *layout)
{
  guint n = frame->parts->len;

  for (guint i = 0; i < n; i++)
    {
      const ImPart *part = (const ImPart *) g_ptr_array_index (frame->parts, i);

      add_box (layout, part);
      for (guint k = 0; k < part->outputs->len; k++)
        add_net (frame, layout, im_part_socket (part->outputs, k)->tensor, i, k);
    }
  for (guint i = 0; i < frame->inputs->len; i++)
    add_net (frame, layout, im_part_socket (frame->inputs, i)->tensor,
             add_edge_point (layout, IM_ROW_TOP), 0);
  for (guint i = 0; i < n; i++)
    {
      const ImPart *part = (const ImPart *) g_ptr_array_index (frame->parts, i);

      for (guint k = 0; k < part->inputs->len; k++)
        add_target (layout, im_part_socket (part->inputs, k)->tensor, i, k);
    }
  for (guint i = 0; i < frame->outputs->len; i++)
    add_target (layout, im_part_socket (frame->outputs, i)->tensor,
                add_edge_point (layout, IM_ROW_BOTTOM), 0);
  for (guint i = 0; i < frame->nets->len; i++)
    {
      ImLayeredNet *net = &g_array_index (frame->nets, ImLayeredNet, i);
      GArray *targets = (GArray *) g_ptr_array_index (layout->targets, i);

      net->n_targets = targets->len;
      net->targets = (const ImLayeredEnd *) g_array_steal (targets, NULL);
    }
}

static void
free_boxes (const ImPart *frame, GArray *boxes)
{
  for (guint i = 0; i < frame->parts->len; i++)
    {
      const ImLayeredBox *box = &g_array_index (boxes, ImLayeredBox, i);

      g_free ((gpointer) box->inputs);
      g_free ((gpointer) box->outputs);
    }
  g_array_unref (boxes);
}

/* The edge of a frame around what is in it. Its name stands to the left of all pipes that
 * come in. */
static void
close_frame (ImPart *frame, const ImLayeredGraph *graph)
{
  const ImLayeredBox *edge = graph->boxes + frame->parts->len;
  double name = 2 * IM_PART_PADDING +
                IM_PART_SLACK *
                    im_scene_text_get_width (IM_STYLE_FRAME_NAME, frame->name);
  double first = graph->width;

  for (guint i = 0; i < frame->inputs->len; i++)
    first = MIN (first, edge[i].x);
  frame->inset.x = MAX (IM_PART_FRAME_PAD, ceil (name - first));
  frame->inset.y = IM_PART_FRAME_HEAD;
  for (guint i = 0; i < frame->inputs->len; i++)
    im_part_socket (frame->inputs, i)->x = frame->inset.x + edge[i].x;
  for (guint i = 0; i < frame->outputs->len; i++)
    im_part_socket (frame->outputs, i)->x = frame->inset.x +
                                            edge[frame->inputs->len + i].x;
}

static void
append_stretch (ImLayeredNet *net, double x, double from, double to)
{
  const ImScenePoint ends[] = { { x, from }, { x, to } };

  g_array_append_vals (net->points, ends, G_N_ELEMENTS (ends));
}

/* Leads nets from the places where the inside begins and ends to the edge of the frame.
 */
static void
extend_nets (ImPart *frame, const ImLayeredGraph *graph)
{
  for (guint i = 0; i < frame->nets->len; i++)
    {
      ImLayeredNet *net = &g_array_index (frame->nets, ImLayeredNet, i);

      if (net->box >= frame->parts->len)
        append_stretch (net, graph->boxes[net->box].x, -IM_PART_FRAME_HEAD, 0);
      for (guint k = 0; k < net->n_targets; k++)
        if (net->targets[k].box >= frame->parts->len)
          append_stretch (net, graph->boxes[net->targets[k].box].x, graph->height,
                          graph->height + IM_PART_FRAME_FOOT);
    }
}

static void
lay_out_inside (ImPart *frame, FrameLayout *layout)
{
  add_nets (frame, layout);

  ImLayeredGraph graph = {
    .boxes = (ImLayeredBox *) (gpointer) layout->boxes->data,
    .n_boxes = layout->boxes->len,
    .nets = (ImLayeredNet *) (gpointer) frame->nets->data,
    .n_nets = frame->nets->len,
  };

  im_layered_run (&graph);
  for (guint i = 0; i < frame->parts->len; i++)
    {
      ImPart *part = (ImPart *) g_ptr_array_index (frame->parts, i);

      part->x = graph.boxes[i].x;
      part->y = graph.boxes[i].y;
    }
  if (frame->parent != NULL)
    {
      close_frame (frame, &graph);
      extend_nets (frame, &graph);
    }
  frame->width = frame->body_width = graph.width + 2 * frame->inset.x;
  frame->height = frame->body_height = graph.height + frame->inset.y +
                                       (frame->parent == NULL ? 0 : IM_PART_FRAME_FOOT);
}

static void
lay_out_frame (const ImPicture *picture, ImPart *frame)
{
  FrameLayout layout = {
    .boxes = g_array_new (FALSE, FALSE, sizeof (ImLayeredBox)),
    .sources = g_hash_table_new (NULL, NULL),
    .targets = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref),
  };

  for (guint i = 0; i < frame->parts->len; i++)
    {
      ImPart *part = (ImPart *) g_ptr_array_index (frame->parts, i);

      if (part->kind == IM_PART_FRAME)
        lay_out_frame (picture, part);
      else
        im_part_measure (picture, part);
      /* Between rows is room for the frame of a user, but not for several. */
      if (frame->parent == NULL)
        part->height += MAX (frame->inset.y - IM_PART_LABEL, 0);
    }
  lay_out_inside (frame, &layout);

  free_boxes (frame, layout.boxes);
  g_hash_table_unref (layout.sources);
  g_ptr_array_unref (layout.targets);
}

void
im_picture_layout (ImPicture *picture)
{
  double room = im_picture_get_tint_room (picture);

  im_picture_find_unit_width (picture, picture->root);
  picture->root->inset = (ImScenePoint){ room, room };
  lay_out_frame (picture, picture->root);
}
