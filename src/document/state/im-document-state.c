/* SPDX-License-Identifier: MIT
 *
 * What a document has: its unit, its nodes with their places; and how edits of it begin.
 */
#include <math.h>

#include "document/state/im-document-private.h"

const ImUnit *
im_document_get_unit (ImDocument *self)
{
  return self->unit;
}

const ImDocumentLayer *
im_document_get_layer (ImDocument *self, guint index)
{
  g_return_val_if_fail (index < self->layers->len, NULL);

  return &g_array_index (self->layers, ImDocumentLayer, index);
}

ImXmlEdit *
im_document_begin (ImDocument *self)
{
  return im_xml_edit_new (im_unit_file_get_document (self->file));
}

gboolean
im_document_refuse (GError **error, const char *name, const char *problem)
{
  g_set_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT, "%s: %s", name, problem);
  return FALSE;
}

gboolean
im_document_is_free (ImDocument *self)
{
  return self->unit->kind == IM_UNIT_COMPOUND;
}

const ImDocumentNode *
im_document_get_node (ImDocument *self, guint number)
{
  g_return_val_if_fail (number < self->nodes->len, NULL);

  return &g_array_index (self->nodes, ImDocumentNode, number);
}

guint
im_document_find_node (ImDocument *self, guint layer)
{
  for (guint i = 0; i < self->nodes->len; i++)
    if (im_document_get_node (self, i)->layer == (gint) layer)
      return i;

  g_return_val_if_reached (0);
}

const ImXmlElement *
im_document_get_element (const ImGraphNode *node)
{
  if (node->declaration != NULL)
    return node->declaration->element;

  return node->parameter != NULL ? node->parameter->element : NULL;
}

static gboolean
read_coordinate (ImDocument *self,
                 const ImXmlElement *element,
                 const char *name,
                 double *value)
{
  const ImXmlAttribute *attribute = im_xml_element_find_attribute (
      element, im_document_get_place_namespace (self), name);
  char *end;

  if (attribute == NULL || attribute->value == NULL)
    return FALSE;
  *value = g_ascii_strtod (attribute->value, &end);

  return end != attribute->value && *end == '\0' && fabs (*value) <= IM_EDIT_MAX_PLACE;
}

static void
read_place (ImDocument *self, ImDocumentNode *node)
{
  const ImXmlElement *element = im_document_get_element (node->node);

  node->is_placed = element != NULL && read_coordinate (self, element, "x", &node->x) &&
                    read_coordinate (self, element, "y", &node->y);
}

void
im_document_renew_nodes (ImDocument *self)
{
  for (guint i = 0; i < self->nodes->len; i++)
    {
      ImDocumentNode *node = &g_array_index (self->nodes, ImDocumentNode, i);

      if (node->node == self->graph->nodes[i])
        continue;
      node->node = self->graph->nodes[i];
      node->revision = ++self->n_revisions;
      read_place (self, node);
    }
}

/* Only a pipeline has nodes; the file of a single unit is not one. */
void
im_document_list_nodes (ImDocument *self)
{
  gint n_layers = 0;

  g_array_set_size (self->nodes, 0);
  if (!im_unit_is_graph (self->unit))
    return;
  for (guint i = 0; i < self->graph->n_nodes; i++)
    {
      ImDocumentNode node = { .node = self->graph->nodes[i],
                              .layer = -1,
                              .revision = ++self->n_revisions };

      if (node.node->kind == IM_NODE_UNIT)
        node.layer = n_layers++;
      read_place (self, &node);
      g_array_append_val (self->nodes, node);
    }
}
