/* SPDX-License-Identifier: MIT */
#include "scene/layered/im-layered.h"

#include <math.h>

#include "scene/layered/im-layered-private.h"

#define KNOT_WIDTH  2
#define MIN_ROW_GAP 20 /* between rows, in pixels */
#define MAX_ROW_GAP 72
#define SLOPE       4 /* pixels to the side for each pixel of a gap */
#define BOX_WEIGHT  1
#define END_WEIGHT  2 /* of a link between a box and a knot */
#define KNOT_WEIGHT 8

static guint
add_vertex (ImLayering *layering, const ImVertex *vertex)
{
  guint number = layering->vertices->len;

  g_array_append_val (layering->vertices, *vertex);
  g_array_append_val (im_layering_get_row (layering, vertex->row), number);

  return number;
}

static void
add_link (ImLayering *layering, const ImLink *link)
{
  guint row = im_layering_vertex (layering, link->upper)->row;
  guint number = layering->links->len;

  g_array_append_val (layering->links, *link);
  g_array_append_val (im_layering_get_row_links (layering, row), number);
}

/* A vertex and where a net leaves it. */
typedef struct
{
  guint vertex;
  double offset;
} Exit;

static void
add_target (ImLayering *layering, guint net, const Exit *exit, const ImLayeredEnd *target)
{
  const ImLayeredBox *box = &layering->graph->boxes[target->box];

  add_link (layering, &(ImLink){
                          .upper = exit->vertex,
                          .lower = target->box,
                          .upper_offset = exit->offset,
                          .lower_offset = box->inputs[target->port],
                          .net = net,
                          .weight = im_layering_vertex (layering, exit->vertex)->box < 0
                                        ? END_WEIGHT
                                        : BOX_WEIGHT,
                      });
}

/* Goes on to the next row. */
static Exit
add_knot (ImLayering *layering, guint net, const Exit *exit)
{
  const ImVertex *upper = im_layering_vertex (layering, exit->vertex);
  double weight = upper->box < 0 ? KNOT_WEIGHT : END_WEIGHT;
  ImVertex vertex = { .box = -1, .net = net, .row = upper->row + 1, .width = KNOT_WIDTH };
  Exit knot = { add_vertex (layering, &vertex), KNOT_WIDTH / 2.0 };

  add_link (layering, &(ImLink){ .upper = exit->vertex,
                                 .lower = knot.vertex,
                                 .upper_offset = exit->offset,
                                 .lower_offset = knot.offset,
                                 .net = net,
                                 .weight = weight });
  return knot;
}

/* Leads a net down to its last target, through a knot in each row between. */
static void
add_net (ImLayering *layering, guint number)
{
  const ImLayeredNet *net = &layering->graph->nets[number];
  Exit exit = { net->box, layering->graph->boxes[net->box].outputs[net->port] };
  guint left = net->n_targets;

  while (left > 0)
    {
      guint next = im_layering_vertex (layering, exit.vertex)->row + 1;

      g_assert (next < layering->rows->len);
      for (guint i = 0; i < net->n_targets; i++)
        if (im_layering_vertex (layering, net->targets[i].box)->row == next)
          {
            add_target (layering, number, &exit, &net->targets[i]);
            left--;
          }
      if (left > 0)
        exit = add_knot (layering, number, &exit);
    }
}

GPtrArray *
im_layered_new_lists (guint n)
{
  GPtrArray *lists = g_ptr_array_new_full (n, (GDestroyNotify) g_array_unref);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (lists, g_array_new (FALSE, FALSE, sizeof (guint)));

  return lists;
}

static void
build (ImLayering *layering)
{
  const ImLayeredGraph *graph = layering->graph;
  guint n_rows;
  g_autofree guint *rows = im_layered_assign_rows (graph, &n_rows);

  layering->vertices = g_array_new (FALSE, FALSE, sizeof (ImVertex));
  layering->links = g_array_new (FALSE, FALSE, sizeof (ImLink));
  layering->rows = im_layered_new_lists (n_rows);
  layering->row_links = im_layered_new_lists (n_rows);
  for (guint i = 0; i < graph->n_boxes; i++)
    add_vertex (
        layering,
        &(ImVertex){ .box = (gint) i, .row = rows[i], .width = graph->boxes[i].width });
  for (guint i = 0; i < graph->n_nets; i++)
    add_net (layering, i);
}

/* The gap below a row: higher if something goes far to the side there. */
static double
get_row_gap (const ImLayering *layering, guint row)
{
  const GArray *links = im_layering_get_row_links (layering, row);
  double widest = 0;

  for (guint i = 0; i < links->len; i++)
    {
      const ImLink *link = im_layering_link (layering, g_array_index (links, guint, i));
      double from = im_layering_vertex (layering, link->upper)->x + link->upper_offset;
      double to = im_layering_vertex (layering, link->lower)->x + link->lower_offset;

      widest = MAX (widest, fabs (from - to));
    }

  return CLAMP (floor (MIN_ROW_GAP + widest / SLOPE), MIN_ROW_GAP, MAX_ROW_GAP);
}

/* Sets where boxes are, and of each row its upper and lower edge. */
static void
place_boxes (const ImLayering *layering, double *tops, double *bottoms)
{
  ImLayeredGraph *graph = layering->graph;
  double y = 0;

  graph->width = 0;
  for (guint i = 0; i < layering->rows->len; i++)
    {
      const GArray *row = im_layering_get_row (layering, i);

      tops[i] = bottoms[i] = y;
      for (guint k = 0; k < row->len; k++)
        {
          const ImVertex *vertex = im_layering_vertex (layering,
                                                       g_array_index (row, guint, k));

          graph->width = MAX (graph->width, vertex->x + vertex->width);
          if (vertex->box < 0)
            continue;
          graph->boxes[vertex->box].x = vertex->x;
          graph->boxes[vertex->box].y = y;
          bottoms[i] = MAX (bottoms[i], y + graph->boxes[vertex->box].height);
        }
      graph->height = bottoms[i];
      y = bottoms[i] + get_row_gap (layering, i);
    }
}

static void
add_stretch (ImLayeredNet *net, double x0, double y0, double x1, double y1)
{
  const ImScenePoint ends[] = { { x0, y0 }, { x1, y1 } };

  if (x0 == x1 && y0 == y1)
    return;
  g_array_append_vals (net->points, ends, G_N_ELEMENTS (ends));
}

/* From a box down to the end of its row. */
static void
route_first (const ImLayering *layering, ImLayeredNet *net, const double *bottoms)
{
  const ImLayeredBox *box = &layering->graph->boxes[net->box];
  double x = box->x + box->outputs[net->port];
  double bottom = net->n_targets == 0
                      ? box->y + box->height
                      : bottoms[im_layering_vertex (layering, net->box)->row];

  add_stretch (net, x, box->y + box->body_height, x, bottom);
}

static void
route (const ImLayering *layering, const double *tops, const double *bottoms)
{
  for (guint i = 0; i < layering->graph->n_nets; i++)
    route_first (layering, &layering->graph->nets[i], bottoms);
  for (guint i = 0; i < layering->links->len; i++)
    {
      const ImLink *link = im_layering_link (layering, i);
      const ImVertex *upper = im_layering_vertex (layering, link->upper);
      const ImVertex *lower = im_layering_vertex (layering, link->lower);
      ImLayeredNet *net = &layering->graph->nets[link->net];
      double from = upper->x + link->upper_offset;
      double to = lower->x + link->lower_offset;

      add_stretch (net, from, bottoms[upper->row], to, tops[lower->row]);
      if (lower->box < 0)
        add_stretch (net, to, tops[lower->row], to, bottoms[lower->row]);
    }
}

void
im_layered_run (ImLayeredGraph *graph)
{
  ImLayering layering = { .graph = graph };

  graph->width = graph->height = 0;
  if (graph->n_boxes == 0)
    return;

  build (&layering);
  im_layered_order (&layering);
  im_layered_place (&layering);

  g_autofree double *tops = g_new (double, layering.rows->len);
  g_autofree double *bottoms = g_new (double, layering.rows->len);
  place_boxes (&layering, tops, bottoms);
  route (&layering, tops, bottoms);

  g_array_unref (layering.vertices);
  g_array_unref (layering.links);
  g_ptr_array_unref (layering.rows);
  g_ptr_array_unref (layering.row_links);
}
