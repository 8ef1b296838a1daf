/* SPDX-License-Identifier: MIT
 *
 * Nodes, layers and units by their names, as edits have them.
 */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/im-text.h"
#include "document/change/im-document-change.h"
#include "unit/im-unit-frame.h"

static gboolean
refuse_name (ImDocument *self, const char *name, GError **error)
{
  g_autofree const char **names = g_new0 (const char *, self->nodes->len + 1);
  const char *nearest;

  for (guint i = 0; i < self->nodes->len; i++)
    names[i] = im_document_get_node (self, i)->node->name;
  nearest = im_text_nearest (name, names, self->nodes->len);
  if (nearest == NULL)
    return im_document_refuse (error, name, _ ("there is no such node"));
  g_set_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT,
               _ ("%s: there is no such node, did you mean “%s”?"), name, nearest);

  return FALSE;
}

gboolean
im_document_find_named_node (ImDocument *self,
                             const char *name,
                             guint *node,
                             GError **error)
{
  gint number = self->nodes->len == 0 ? -1 : im_graph_find_node (self->graph, name);

  if (number < 0)
    return refuse_name (self, name, error);
  *node = (guint) number;

  return TRUE;
}

gboolean
im_document_find_named_layer (ImDocument *self,
                              const char *name,
                              guint *layer,
                              GError **error)
{
  guint node;

  if (!im_document_find_named_node (self, name, &node, error))
    return FALSE;
  if (im_document_get_node (self, node)->layer < 0)
    return im_document_refuse (error, name, _ ("it is no unit"));
  *layer = (guint) im_document_get_node (self, node)->layer;

  return TRUE;
}

guint *
im_document_find_named (ImDocument *self, const ImEdit *edit, GError **error)
{
  g_autofree guint *nodes = g_new (guint, edit->n_nodes + 1);

  for (guint i = 0; i < edit->n_nodes; i++)
    if (!im_document_find_named_node (self, edit->nodes[i], &nodes[i], error))
      return NULL;

  return edit->n_nodes == 0 ? NULL : g_steal_pointer (&nodes);
}

const ImParameter *
im_document_find_named_parameter (ImDocument *self, const char *name, GError **error)
{
  const ImUnit *unit = self->unit;
  const ImParameter *parameter = im_unit_find_parameter (unit, name);
  g_autofree const char **names = g_new0 (const char *, unit->n_parameters + 1);
  const char *nearest;

  if (parameter != NULL)
    return parameter;
  for (guint i = 0; i < unit->n_parameters; i++)
    names[i] = unit->parameters[i].name.text;
  nearest = im_text_nearest (name, names, unit->n_parameters);
  if (nearest == NULL)
    im_document_refuse (error, name, _ ("there is no such input, output or option"));
  else
    g_set_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT,
                 _ ("%s: there is no such input, output or option, did you mean “%s”?"),
                 name, nearest);

  return NULL;
}

const ImUnit *
im_document_find_named_unit (ImDocument *self, const char *id, GError **error)
{
  const ImUnit *unit = im_unit_library_find (self->library, id);
  const char *nearest = unit != NULL ? NULL
                                     : im_unit_library_nearest (self->library, id, NULL);

  if (nearest != NULL)
    g_set_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT,
                 _ ("%s: there is no such unit, did you mean “%s”?"), id, nearest);
  else if (unit == NULL)
    im_document_refuse (error, id, _ ("there is no such unit"));

  return unit;
}

const char **
im_document_list_names (ImDocument *self, const guint *nodes, guint n_nodes)
{
  const char **names = g_new (const char *, n_nodes + 1);

  for (guint i = 0; i < n_nodes; i++)
    names[i] = im_document_get_node (self, nodes[i])->node->name;

  return names;
}

gsize
im_document_measure_base (const char *name)
{
  const char *number = strrchr (name, '_');
  gboolean has_number = number != NULL && number > name && number[1] != '\0' &&
                        number[1 + strspn (number + 1, "0123456789")] == '\0';

  return has_number ? (gsize) (number - name) : strlen (name);
}

char *
im_document_dup_name_beside (const char *wish, GHashTable *taken)
{
  int length = (int) im_document_measure_base (wish);
  char *name = g_strdup (wish);

  for (guint i = 2; g_hash_table_contains (taken, name); i++)
    {
      g_free (name);
      name = g_strdup_printf ("%.*s_%u", length, wish, i);
    }

  return name;
}

gboolean
im_document_check_title (const char *name, GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (name));

  return (*stripped != '\0' && strcmp (stripped, name) == 0) ||
         im_document_refuse (error, *name == '\0' ? "“”" : name,
                             _ ("a name has characters, and no blanks around them"));
}

gboolean
im_document_check_no_frame (ImDocument *self, const char *name, GError **error)
{
  return im_unit_find_frame (self->unit, name) == NULL ||
         im_document_refuse (error, name, _ ("there is a frame of that name already"));
}
