/* SPDX-License-Identifier: MIT
 *
 * A unit that reads windows which do not come together can read what the windows are
 * made of, and one window be behind it. That needs a node graph, queues that feed only
 * this unit, and a unit that has no axis to be of another number then.
 */
#include <glib/gi18n-lib.h>

#include "document/change/im-document-change.h"
#include "program/im-queue-window.h"

/* Where data goes through a queue, to the unit that joins. */
typedef struct
{
  const ImGraphLink *in;  /* of the queue */
  const ImGraphLink *out; /* from the queue to the join */
} Branch;

static const ImGraphNode *
get_node (ImDocument *self, guint number)
{
  return im_document_get_node (self, number)->node;
}

static guint
count_readers (ImDocument *self, guint source)
{
  guint n = 0;

  for (guint i = 0; i < self->nodes->len; i++)
    for (guint k = 0; k < get_node (self, i)->n_links; k++)
      n += get_node (self, i)->links[k].source == source;

  return n;
}

/* The branch that a link of the join ends, if a queue that feeds nothing else is in it.
 */
static gboolean
find_branch (ImDocument *self, const ImGraphLink *out, Branch *branch)
{
  const ImDocumentNode *queue = im_document_get_node (self, out->source);
  const ImDocumentLayer *layer;
  ImQueueWindow window;

  if (queue->layer < 0 || queue->node->n_links != 1 || !queue->node->is_enabled ||
      count_readers (self, out->source) != 1)
    return FALSE;
  layer = im_document_get_layer (self, (guint) queue->layer);
  if (layer->evaluation == NULL || !im_queue_window_find (layer->evaluation, &window))
    return FALSE;
  *branch = (Branch){ .in = &queue->node->links[0], .out = out };

  return TRUE;
}

/* The only output of a unit, or NULL. */
static const ImParameter *
find_output (const ImUnit *unit)
{
  const ImParameter *output = NULL;

  for (guint i = 0; i < unit->n_parameters; i++)
    if (unit->parameters[i].kind == IM_PARAMETER_OUTPUT)
      {
        if (output != NULL)
          return NULL;
        output = &unit->parameters[i];
      }

  return output;
}

/* The branches of a join; NULL if its queues cannot be moved behind it. */
static GArray *
find_branches (ImDocument *self, guint layer)
{
  const ImGraphNode *join = get_node (self, im_document_find_node (self, layer));
  g_autoptr (GArray) branches = g_array_new (FALSE, FALSE, sizeof (Branch));

  if (!im_document_is_free (self) || join->unit == NULL || join->n_links < 2 ||
      find_output (join->unit) == NULL ||
      im_unit_find_parameter (join->unit, "axis") != NULL)
    return NULL;
  for (guint i = 0; i < join->n_links; i++)
    {
      Branch branch;

      if (!find_branch (self, &join->links[i], &branch))
        return NULL;
      g_array_append_val (branches, branch);
    }

  return g_steal_pointer (&branches);
}

/* The two exchange their places on the canvas, as they do in the flow. */
static void
exchange_places (ImDocument *self, ImXmlEdit *edit, guint a, guint b)
{
  const ImDocumentNode *first = im_document_get_node (self, a);
  const ImDocumentNode *second = im_document_get_node (self, b);

  if (!first->is_placed || !second->is_placed)
    return;
  im_document_edit_place (self, edit, im_document_get_element (first->node), second->x,
                          second->y);
  im_document_edit_place (self, edit, im_document_get_element (second->node), first->x,
                          first->y);
}

/* What read the join reads the queue. */
static void
move_readers (ImDocument *self,
              ImXmlEdit *edit,
              const ImGraphNode *join,
              const Branch *kept)
{
  for (guint i = 0; i < self->nodes->len; i++)
    for (guint k = 0; k < get_node (self, i)->n_links; k++)
      {
        const ImGraphLink *link = &get_node (self, i)->links[k];

        if (link->source == join->number)
          im_document_edit_source (self, edit, link,
                                   get_node (self, kept->in->target)->name,
                                   kept->out->source_port);
      }
}

static void
remove_queue (ImDocument *self, ImXmlEdit *edit, const Branch *branch)
{
  gboolean *is_removed = g_new0 (gboolean, self->nodes->len);

  is_removed[branch->in->target] = TRUE;
  im_document_remove_free_nodes (self, is_removed, TRUE, edit);
  g_free (is_removed);
}

char *
im_document_dup_queue_behind (ImDocument *self, guint layer)
{
  g_autoptr (GArray) branches = find_branches (self, layer);

  return branches == NULL
             ? NULL
             : g_strdup (
                   get_node (self, g_array_index (branches, Branch, 0).in->target)->name);
}

gboolean
im_document_make_requeue (ImDocument *self,
                          const ImEdit *edit,
                          ImDocumentChange *change,
                          GError **error)
{
  g_autoptr (GArray) branches = NULL;
  const ImGraphNode *join;
  const ImParameter *output;
  const Branch *kept;
  guint layer;

  if (!im_document_find_named_layer (self, edit->nodes[0], &layer, error))
    return FALSE;
  branches = find_branches (self, layer);
  join = get_node (self, im_document_find_node (self, layer));
  output = join->unit == NULL ? NULL : find_output (join->unit);
  if (branches == NULL || output == NULL)
    return im_document_refuse (error, join->name,
                               _ ("what it reads are not windows of its own"));
  kept = &g_array_index (branches, Branch, 0);
  im_document_edit_source (self, change->xml, kept->out,
                           get_node (self, kept->in->source)->name,
                           kept->in->source_port);
  im_document_edit_source (self, change->xml, kept->in, join->name, output->name.text);
  move_readers (self, change->xml, join, kept);
  for (guint i = 1; i < branches->len; i++)
    remove_queue (self, change->xml, &g_array_index (branches, Branch, i));
  exchange_places (self, change->xml, join->number, kept->in->target);
  change->name = g_strdup_printf (_ ("Put %s behind %s"),
                                  get_node (self, kept->in->target)->name, join->name);

  return TRUE;
}
