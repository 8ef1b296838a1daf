/* SPDX-License-Identifier: MIT
 *
 * An order in which sources come before targets: depth first from the targets to the
 * sources, with a stack of its own because graphs are deep.
 */
#include "graph/im-graph-builder.h"

typedef enum
{
  VISIT_NEW,
  VISIT_OPEN,
  VISIT_DONE,
} Visit;

/* A node whose sources are being visited. */
typedef struct
{
  guint node;
  guint next_link;
} Step;

typedef struct
{
  ImGraphBuilder *builder;
  const ImGraphLink *links;
  const guint *first_link;
  GArray *path; /* Step, each a source of the one before */
  Visit *visits;
  guint *order;
  guint n_ordered;
  gboolean has_cycle;
} Sorter;

static const char *
get_step_name (Sorter *sorter, guint step)
{
  guint node = g_array_index (sorter->path, Step, step).node;

  return im_graph_builder_get_node (sorter->builder, node)->name;
}

/* Reports that @node, which is on the path, is a source of the end of the path. */
static void
report_cycle (Sorter *sorter, guint node)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint end = sorter->path->len;
  guint start = end;

  while (g_array_index (sorter->path, Step, start - 1).node != node)
    start--;
  g_string_append (text, get_step_name (sorter, start - 1));
  for (guint i = end; i >= start; i--)
    g_string_append_printf (text, " → %s", get_step_name (sorter, i - 1));
  for (guint i = start; i <= end; i++)
    im_graph_builder_get_node (sorter->builder,
                               g_array_index (sorter->path, Step, i - 1).node)
        ->is_broken = TRUE;
  im_graph_builder_report (sorter->builder, "cycle",
                           *im_graph_builder_get_node (sorter->builder, node)->place,
                           "these nodes need each other: %s", text->str);
  im_graph_builder_about (sorter->builder, get_step_name (sorter, start - 1), NULL,
                          text->str);
  sorter->has_cycle = TRUE;
}

static void
enter (Sorter *sorter, guint node)
{
  Step step = { node, sorter->first_link[node] };

  sorter->visits[node] = VISIT_OPEN;
  g_array_append_val (sorter->path, step);
}

static void
visit (Sorter *sorter, guint root)
{
  if (sorter->visits[root] != VISIT_NEW)
    return;

  enter (sorter, root);
  while (sorter->path->len > 0)
    {
      Step *step = &g_array_index (sorter->path, Step, sorter->path->len - 1);

      if (step->next_link == sorter->first_link[step->node + 1])
        {
          sorter->visits[step->node] = VISIT_DONE;
          sorter->order[sorter->n_ordered++] = step->node;
          g_array_set_size (sorter->path, sorter->path->len - 1);
          continue;
        }

      guint source = sorter->links[step->next_link++].source;
      if (sorter->visits[source] == VISIT_OPEN)
        report_cycle (sorter, source);
      else if (sorter->visits[source] == VISIT_NEW)
        enter (sorter, source);
    }
}

const guint *
im_graph_builder_sort (ImGraphBuilder *builder,
                       const ImGraphLink *links,
                       const guint *first_link,
                       gboolean *has_cycle)
{
  guint n = builder->nodes->len;
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (Step));
  g_autofree Visit *visits = g_new0 (Visit, MAX (n, 1));
  Sorter sorter = {
    .builder = builder,
    .links = links,
    .first_link = first_link,
    .path = path,
    .visits = visits,
    .order = g_new (guint, MAX (n, 1)),
  };

  /* What an assert refuses must not be reported by the nodes behind it again. */
  for (guint i = 0; i < n; i++)
    if (im_graph_builder_get_node (builder, i)->kind == IM_NODE_ASSERT)
      visit (&sorter, i);
  for (guint i = 0; i < n; i++)
    visit (&sorter, i);

  *has_cycle = sorter.has_cycle;

  return sorter.order;
}
