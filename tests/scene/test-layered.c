/* SPDX-License-Identifier: MIT
 *
 * Layered layouts: small graphs with one right answer.
 */
#include "scene/layered/im-layered.h"

#define MAX_BOXES 6

typedef struct
{
  guint source;
  guint target;
  guint port; /* of the target, at a third or two thirds of its width */
} Edge;

typedef struct
{
  const char *name;
  guint n_boxes;
  ImRow rows[MAX_BOXES];
  guint n_edges;
  Edge edges[8];
  double x[MAX_BOXES]; /* of the middle of each box, from that of box 0 */
  guint row[MAX_BOXES];
} LayeredCase;

static const LayeredCase layered_cases[] = {
  { "one", 1, { 0 }, 0, { { 0 } }, { 0 }, { 0 } },
  { "chain",
    3,
    { IM_ROW_TOP, IM_ROW_FREE, IM_ROW_BOTTOM },
    2,
    { { 0, 1, 0 }, { 1, 2, 0 } },
    { 0, 20, 40 },
    { 0, 1, 2 } },
  { "outputs-in-the-last-row",
    4,
    { IM_ROW_TOP, IM_ROW_FREE, IM_ROW_BOTTOM, IM_ROW_BOTTOM },
    3,
    { { 0, 1, 0 }, { 1, 2, 0 }, { 0, 3, 0 } },
    { 0, -81, -114, 46 },
    { 0, 1, 2, 2 } },
  { "sources-above-readers",
    4,
    { IM_ROW_TOP, IM_ROW_FREE, IM_ROW_FREE, IM_ROW_FREE },
    3,
    { { 0, 1, 0 }, { 1, 2, 0 }, { 3, 2, 1 } },
    { 0, 20, 100, 180 },
    { 0, 1, 2, 1 } },
  { "uncrossed",
    3,
    { IM_ROW_TOP, IM_ROW_TOP, IM_ROW_FREE },
    2,
    { { 0, 2, 1 }, { 1, 2, 0 } },
    { 0, -160, -80 },
    { 0, 0, 1 } },
};

static const double inputs[] = { 40, 80 };
static const double outputs[] = { 60 };

static void
free_nets (ImLayeredNet *nets, guint n)
{
  for (guint i = 0; i < n; i++)
    g_array_unref (nets[i].points);
}

static void
check_ends (const LayeredCase *c, const ImLayeredBox *boxes, const ImLayeredNet *nets)
{
  for (guint i = 0; i < c->n_edges; i++)
    {
      const Edge *edge = &c->edges[i];
      const GArray *points = nets[i].points;
      const ImScenePoint *first = &g_array_index (points, ImScenePoint, 0);
      const ImScenePoint *last = &g_array_index (points, ImScenePoint, points->len - 1);

      g_assert_cmpfloat (first->x, ==, boxes[edge->source].x + outputs[0]);
      g_assert_cmpfloat (first->y, ==, boxes[edge->source].y + 20);
      g_assert_cmpfloat (last->x, ==, boxes[edge->target].x + inputs[edge->port]);
      g_assert_cmpfloat (last->y, ==, boxes[edge->target].y);
    }
}

static void
test_layered (gconstpointer data)
{
  const LayeredCase *c = (const LayeredCase *) data;
  ImLayeredBox boxes[MAX_BOXES];
  ImLayeredEnd ends[G_N_ELEMENTS (c->edges)];
  ImLayeredNet nets[G_N_ELEMENTS (c->edges)];
  ImLayeredGraph graph = { boxes, c->n_boxes, nets, c->n_edges };
  double row_y = -1;

  for (guint i = 0; i < c->n_boxes; i++)
    boxes[i] = (ImLayeredBox){
      .row = c->rows[i],
      .width = 120,
      .height = 50,
      .body_height = 20,
      .inputs = inputs,
      .n_inputs = 2,
      .outputs = outputs,
      .n_outputs = 1,
    };
  for (guint i = 0; i < c->n_edges; i++)
    {
      ends[i] = (ImLayeredEnd){ c->edges[i].target, c->edges[i].port };
      nets[i] = (ImLayeredNet){ c->edges[i].source, 0, &ends[i], 1,
                                g_array_new (FALSE, FALSE, sizeof (ImScenePoint)) };
    }
  im_layered_run (&graph);

  for (guint i = 0; i < c->n_boxes; i++)
    {
      g_test_message ("box %u at %g %g", i, boxes[i].x - boxes[0].x, boxes[i].y);
      g_assert_cmpfloat (boxes[i].x - boxes[0].x, ==, c->x[i]);
      for (guint k = 0; k < i; k++)
        g_assert_true ((boxes[i].y > boxes[k].y) == (c->row[i] > c->row[k]));
      row_y = MAX (row_y, boxes[i].y);
    }
  g_assert_cmpfloat (graph.height, ==, row_y + 50);
  check_ends (c, boxes, nets);
  free_nets (nets, c->n_edges);
}

static void
test_nothing (void)
{
  ImLayeredGraph graph = { .width = 1, .height = 1 };

  im_layered_run (&graph);
  g_assert_cmpfloat (graph.width, ==, 0);
  g_assert_cmpfloat (graph.height, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/scene/layered/nothing", test_nothing);
  for (gsize i = 0; i < G_N_ELEMENTS (layered_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/scene/layered/", layered_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &layered_cases[i], test_layered);
    }

  return g_test_run ();
}
