/* SPDX-License-Identifier: MIT
 *
 * Rows by longest path. What reads nothing stands just above what reads it.
 */
#include "scene/layered/im-layered-private.h"

/* Numbers of nets by the box that they leave. */
static GPtrArray *
index_nets (const ImLayeredGraph *graph)
{
  GPtrArray *nets = g_ptr_array_new_full (graph->n_boxes, (GDestroyNotify) g_array_unref);

  for (guint i = 0; i < graph->n_boxes; i++)
    g_ptr_array_add (nets, g_array_new (FALSE, FALSE, sizeof (guint)));
  for (guint i = 0; i < graph->n_nets; i++)
    g_array_append_val ((GArray *) g_ptr_array_index (nets, graph->nets[i].box), i);

  return nets;
}

/* How many inputs of each box are connected. */
static guint *
count_sources (const ImLayeredGraph *graph)
{
  guint *counts = g_new0 (guint, graph->n_boxes + 1);

  for (guint i = 0; i < graph->n_nets; i++)
    for (guint k = 0; k < graph->nets[i].n_targets; k++)
      counts[graph->nets[i].targets[k].box]++;

  return counts;
}

/* Moves what a box leads to below it, and queues what has all its sources now. */
static void
push_targets (const ImLayeredGraph *graph,
              const GArray *nets,
              guint *rows,
              guint *waiting,
              GArray *queue)
{
  for (guint i = 0; i < nets->len; i++)
    {
      const ImLayeredNet *net = &graph->nets[g_array_index (nets, guint, i)];

      for (guint k = 0; k < net->n_targets; k++)
        {
          guint target = net->targets[k].box;

          rows[target] = MAX (rows[target], rows[net->box] + 1);
          if (--waiting[target] == 0)
            g_array_append_val (queue, target);
        }
    }
}

static void
find_longest_paths (const ImLayeredGraph *graph, const GPtrArray *nets, guint *rows)
{
  g_autofree guint *waiting = count_sources (graph);
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < graph->n_boxes; i++)
    if (waiting[i] == 0)
      g_array_append_val (queue, i);
  for (guint i = 0; i < queue->len; i++)
    {
      guint box = g_array_index (queue, guint, i);

      push_targets (graph, (GArray *) g_ptr_array_index (nets, box), rows, waiting,
                    queue);
    }
}

/* The first row in which something reads a box; G_MAXUINT if nothing does. */
static guint
find_first_target (const ImLayeredGraph *graph, const GArray *nets, const guint *rows)
{
  guint first = G_MAXUINT;

  for (guint i = 0; i < nets->len; i++)
    {
      const ImLayeredNet *net = &graph->nets[g_array_index (nets, guint, i)];

      for (guint k = 0; k < net->n_targets; k++)
        first = MIN (first, rows[net->targets[k].box]);
    }

  return first;
}

/* The last row: that of the boxes at the bottom, with nothing else in it. */
static guint
find_last_row (const ImLayeredGraph *graph, const guint *rows)
{
  guint last_of[3] = { 0 };
  gboolean has_bottom = FALSE;

  for (guint i = 0; i < graph->n_boxes; i++)
    {
      ImRow row = graph->boxes[i].row;

      last_of[row] = MAX (last_of[row], rows[i]);
      has_bottom |= row == IM_ROW_BOTTOM;
    }
  guint others = MAX (last_of[IM_ROW_TOP], last_of[IM_ROW_FREE]) + has_bottom;

  return MAX (last_of[IM_ROW_BOTTOM], others);
}

guint *
im_layered_assign_rows (const ImLayeredGraph *graph, guint *n_rows)
{
  g_autoptr (GPtrArray) nets = index_nets (graph);
  g_autofree guint *sources = count_sources (graph);
  guint *rows = g_new0 (guint, graph->n_boxes + 1);

  find_longest_paths (graph, nets, rows);
  *n_rows = find_last_row (graph, rows) + 1;
  for (guint i = 0; i < graph->n_boxes; i++)
    {
      const GArray *own = (GArray *) g_ptr_array_index (nets, i);
      guint first = find_first_target (graph, own, rows);

      if (graph->boxes[i].row == IM_ROW_BOTTOM)
        rows[i] = *n_rows - 1;
      else if (graph->boxes[i].row == IM_ROW_FREE && sources[i] == 0 && first < G_MAXUINT)
        rows[i] = first - 1;
    }

  return rows;
}
