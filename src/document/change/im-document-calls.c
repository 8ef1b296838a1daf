/* SPDX-License-Identifier: MIT
 *
 * Edits as calls: by the numbers of layers and nodes, or by elements, of which the names
 * are looked up.
 */

#include "document/change/im-document-change.h"
#include "document/change/im-document-input.h"
#include "document/change/im-document-text.h"

static const char *
get_name (ImDocument *self, guint node)
{
  return im_document_get_node (self, node)->node->name;
}

/* The name of the layer in front of which something goes, NULL for the end. */
static const char *
get_before (ImDocument *self, guint before)
{
  return before < self->layers->len ? im_document_get_layer (self, before)->name : NULL;
}

ImEdit
im_document_edit_insert (ImDocument *self, guint before, const char *unit_id)
{
  return (ImEdit){ .kind = IM_EDIT_INSERT,
                   .unit = unit_id,
                   .before = get_before (self, before) };
}

ImEdit
im_document_edit_move (ImDocument *self, guint layer, guint before)
{
  return (ImEdit){ .kind = IM_EDIT_MOVE,
                   .nodes = &im_document_get_layer (self, layer)->name,
                   .n_nodes = 1,
                   .before = get_before (self, before) };
}

ImEdit
im_document_edit_argument (ImDocument *self,
                           guint layer,
                           const char *option,
                           const char *text)
{
  return (ImEdit){ .kind = text == NULL ? IM_EDIT_RESET : IM_EDIT_SET,
                   .target = { im_document_get_layer (self, layer)->name, option },
                   .text = text };
}

gboolean
im_document_set_argument (ImDocument *self,
                          guint layer,
                          const char *option,
                          const char *text,
                          GError **error)
{
  const ImEdit edit = im_document_edit_argument (self, layer, option, text);

  return im_document_apply (self, &edit, 1, error);
}

gboolean
im_document_insert_layer (ImDocument *self,
                          guint before,
                          const char *unit_id,
                          GError **error)
{
  const ImEdit edit = im_document_edit_insert (self, before, unit_id);

  return im_document_apply (self, &edit, 1, error);
}

gboolean
im_document_move_layer (ImDocument *self, guint layer, guint before, GError **error)
{
  const ImEdit edit = im_document_edit_move (self, layer, before);

  return im_document_apply (self, &edit, 1, error);
}

/* Applies an edit of nodes by their numbers. */
static gboolean
apply_to_nodes (ImDocument *self,
                ImEditKind kind,
                const guint *nodes,
                guint n_nodes,
                GError **error)
{
  g_autofree const char **names = im_document_list_names (self, nodes, n_nodes);
  const ImEdit edit = { .kind = kind, .nodes = names, .n_nodes = n_nodes };

  return im_document_apply (self, &edit, 1, error);
}

gboolean
im_document_place_nodes (ImDocument *self,
                         const ImDocumentPlace *places,
                         guint n_places,
                         GError **error)
{
  g_autofree const char **names = g_new (const char *, n_places + 1);
  g_autofree ImEditPlace *to = g_new (ImEditPlace, n_places + 1);
  const ImEdit edit = { .kind = IM_EDIT_PLACE,
                        .nodes = names,
                        .n_nodes = n_places,
                        .places = to };

  for (guint i = 0; i < n_places; i++)
    {
      names[i] = im_document_get_node (self, places[i].node)->node->name;
      to[i] = (ImEditPlace){ places[i].x, places[i].y };
    }

  return im_document_apply (self, &edit, 1, error);
}

gboolean
im_document_clear_places (ImDocument *self, GError **error)
{
  const ImEdit edit = { .kind = IM_EDIT_LAYOUT };

  return im_document_apply (self, &edit, 1, error);
}

gboolean
im_document_enable_nodes (ImDocument *self,
                          const guint *nodes,
                          guint n_nodes,
                          gboolean enabled,
                          GError **error)
{
  return apply_to_nodes (self, enabled ? IM_EDIT_ENABLE : IM_EDIT_DISABLE, nodes, n_nodes,
                         error);
}

/* Those of nodes of a stack that are layers; all if none of them is. */
static guint *
choose_layers (ImDocument *self, const guint *nodes, guint n_nodes, guint *n_chosen)
{
  guint *chosen = g_memdup2 (nodes, n_nodes * sizeof (guint));

  *n_chosen = 0;
  for (guint i = 0; i < n_nodes; i++)
    if (im_document_get_node (self, nodes[i])->layer >= 0)
      chosen[(*n_chosen)++] = nodes[i];
  if (*n_chosen == 0)
    *n_chosen = n_nodes;

  return chosen;
}

gboolean
im_document_remove_nodes (ImDocument *self,
                          const guint *nodes,
                          guint n_nodes,
                          gboolean reconnects,
                          GError **error)
{
  ImEditKind kind = reconnects ? IM_EDIT_DISSOLVE : IM_EDIT_REMOVE;
  g_autofree guint *layers = NULL;
  guint n_layers;

  if (im_document_is_free (self))
    return apply_to_nodes (self, kind, nodes, n_nodes, error);
  layers = choose_layers (self, nodes, n_nodes, &n_layers);

  return apply_to_nodes (self, kind, layers, n_layers, error);
}

gboolean
im_document_disconnect_nodes (ImDocument *self,
                              const guint *nodes,
                              guint n_nodes,
                              GError **error)
{
  return apply_to_nodes (self, IM_EDIT_ISOLATE, nodes, n_nodes, error);
}

gboolean
im_document_add_unit (ImDocument *self,
                      const char *unit_id,
                      double x,
                      double y,
                      const ImGraphLink *link,
                      const ImDocumentPlace *others,
                      guint n_others,
                      GError **error)
{
  g_autofree const char **names = g_new (const char *, n_others + 1);
  g_autofree ImEditPlace *places = g_new (ImEditPlace, n_others + 1);
  const ImEditPlace at = { x, y };
  const ImEdit edits[] = {
    { .kind = IM_EDIT_PLACE, .nodes = names, .n_nodes = n_others, .places = places },
    { .kind = IM_EDIT_ADD,
      .unit = unit_id,
      .places = &at,
      .target = { link == NULL ? NULL : get_name (self, link->target),
                  link == NULL ? NULL : link->target_port } },
  };
  guint n_skipped = n_others == 0 ? 1 : 0;

  for (guint i = 0; i < n_others; i++)
    {
      names[i] = get_name (self, others[i].node);
      places[i] = (ImEditPlace){ others[i].x, others[i].y };
    }

  return im_document_apply (self, edits + n_skipped, G_N_ELEMENTS (edits) - n_skipped,
                            error);
}

gboolean
im_document_connect (ImDocument *self,
                     guint source,
                     const char *source_port,
                     guint target,
                     const char *target_port,
                     GError **error)
{
  const ImEdit edit = { .kind = IM_EDIT_CONNECT,
                        .source = { get_name (self, source), source_port },
                        .target = { get_name (self, target), target_port } };

  return im_document_apply (self, &edit, 1, error);
}

gboolean
im_document_disconnect (ImDocument *self,
                        guint target,
                        const char *target_port,
                        GError **error)
{
  const ImEdit edit = { .kind = IM_EDIT_DISCONNECT,
                        .target = { get_name (self, target), target_port } };

  return im_document_apply (self, &edit, 1, error);
}

gboolean
im_document_paste (ImDocument *self,
                   const char *text,
                   guint before,
                   double x,
                   double y,
                   guint *n_pasted,
                   GError **error)
{
  const ImEditPlace at = { x, y };
  gboolean is_at_end = im_document_is_free (self) || before >= self->layers->len;
  const ImEdit edit = {
    .kind = IM_EDIT_PASTE,
    .before = is_at_end ? NULL : im_document_get_layer (self, before)->name,
    .places = &at,
    .text = text,
  };

  return im_document_apply_counting (self, &edit, 1, n_pasted, error);
}

gboolean
im_document_duplicate (ImDocument *self,
                       const guint *nodes,
                       guint n_nodes,
                       const ImUnitFrame *frame,
                       double x,
                       double y,
                       guint *first,
                       guint *n_pasted,
                       GError **error)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), FALSE);
  *first = im_document_is_free (self) ? self->nodes->len : 0;
  for (guint i = 0; i < n_nodes; i++)
    {
      const ImDocumentNode *node = im_document_get_node (self, nodes[i]);

      if (!im_document_is_free (self) && node->layer >= 0)
        *first = MAX (*first, (guint) node->layer + 1);
    }
  text = im_document_dup_nodes_text (self, nodes, n_nodes, frame);

  return im_document_paste (self, text, *first, x, y, n_pasted, error);
}

gboolean
im_document_group (ImDocument *self, guint first, guint n_layers, GError **error)
{
  const char *names[2];
  const ImEdit edit = { .kind = IM_EDIT_GROUP, .nodes = names, .n_nodes = 2 };

  g_return_val_if_fail (n_layers > 0 && first + n_layers <= self->layers->len, FALSE);
  names[0] = im_document_get_layer (self, first)->name;
  names[1] = im_document_get_layer (self, first + n_layers - 1)->name;

  return im_document_apply (self, &edit, 1, error);
}

gboolean
im_document_group_nodes (ImDocument *self,
                         const guint *nodes,
                         guint n_nodes,
                         GError **error)
{
  g_autofree const char **names = im_document_list_names (self, nodes, n_nodes);
  const ImEdit edit = { .kind = IM_EDIT_GROUP, .nodes = names, .n_nodes = n_nodes };

  g_return_val_if_fail (n_nodes > 0, FALSE);

  return im_document_apply (self, &edit, 1, error);
}

gboolean
im_document_ungroup (ImDocument *self, guint number, guint *n_layers, GError **error)
{
  const ImEdit edit = { .kind = IM_EDIT_UNGROUP,
                        .nodes = &im_document_get_layer (self, number)->name,
                        .n_nodes = 1 };

  return im_document_apply_counting (self, &edit, 1, n_layers, error);
}

gboolean
im_document_set_input_type (ImDocument *self,
                            const ImParameter *input,
                            const char *text,
                            GError **error)
{
  const char *name = input->name.text;
  const ImEdit edit = { .kind = IM_EDIT_TYPE,
                        .nodes = &name,
                        .n_nodes = 1,
                        .text = text };

  return im_document_apply (self, &edit, 1, error);
}

static gboolean
apply_to_element (ImDocument *self,
                  ImEditKind kind,
                  const ImXmlElement *element,
                  const char *name,
                  const char *text,
                  GError **error)
{
  g_autofree char *way = im_document_dup_way (element);
  const ImEdit edit = { .kind = kind, .element = way, .name = name, .text = text };

  return im_document_apply (self, &edit, 1, error);
}

gboolean
im_document_set_attribute (ImDocument *self,
                           const ImXmlElement *element,
                           const char *name,
                           const char *value,
                           GError **error)
{
  return apply_to_element (self, IM_EDIT_ATTRIBUTE, element, name, value, error);
}

gboolean
im_document_set_child_text (ImDocument *self,
                            const ImXmlElement *parent,
                            const char *name,
                            const char *text,
                            GError **error)
{
  return apply_to_element (self, IM_EDIT_CONTENT, parent, name, text, error);
}
