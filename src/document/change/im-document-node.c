/* SPDX-License-Identifier: MIT
 *
 * Nodes as a list, their places, and edits that concern several of them.
 */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "document/change/im-document-change.h"
#include "unit/im-unit-frame.h"

const ImGraph *
im_document_get_graph (ImDocument *self)
{
  return self->graph;
}

gboolean
im_document_is_among (const guint *nodes, guint n_nodes, guint node)
{
  for (guint i = 0; i < n_nodes; i++)
    if (nodes[i] == node)
      return TRUE;

  return FALSE;
}

void
im_document_forget_place (ImDocument *self, ImXmlEdit *edit, const ImXmlElement *element)
{
  static const char *const names[] = { "x", "y" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const ImXmlAttribute *attribute = im_xml_element_find_attribute (
          element, im_document_get_place_namespace (self), names[i]);
      g_autofree char *name = NULL;

      if (attribute == NULL)
        continue;
      name = attribute->prefix == NULL
                 ? g_strdup (attribute->name)
                 : g_strconcat (attribute->prefix, ":", attribute->name, NULL);
      im_xml_edit_remove_attribute (edit, element, name);
    }
}

const char *
im_document_find_prefix (const ImUnitFile *file)
{
  const ImXmlElement *root = im_xml_document_get_root (im_unit_file_get_document (file));

  for (guint i = 0; i < root->n_attributes; i++)
    {
      const ImXmlAttribute *attribute = &root->attributes[i];

      if (g_strcmp0 (attribute->prefix, "xmlns") == 0 &&
          g_strcmp0 (attribute->value, IM_UNIT_NAMESPACE) == 0)
        return attribute->name;
    }

  return NULL;
}

const char *
im_document_require_prefix (const ImUnitFile *file, ImXmlEdit *edit)
{
  const ImXmlElement *root = im_xml_document_get_root (im_unit_file_get_document (file));
  const char *prefix = im_document_find_prefix (file);

  if (prefix == NULL)
    im_xml_edit_set_attribute (edit, root, "xmlns:im", IM_UNIT_NAMESPACE);

  return prefix == NULL ? "im" : prefix;
}

char *
im_document_dup_place (double pixels)
{
  return g_strdup_printf ("%ld",
                          lround (CLAMP (pixels, -IM_EDIT_MAX_PLACE, IM_EDIT_MAX_PLACE)));
}

void
im_document_edit_place (ImDocument *self,
                        ImXmlEdit *edit,
                        const ImXmlElement *element,
                        double x,
                        double y)
{
  const char *prefix = im_document_is_free (self)
                           ? NULL
                           : im_document_require_prefix (self->file, edit);
  const double values[] = { x, y };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *text = im_document_dup_place (values[i]);
      g_autofree char *name = g_strconcat (prefix == NULL ? "" : prefix,
                                           prefix == NULL ? "" : ":", i == 0 ? "x" : "y",
                                           NULL);

      im_xml_edit_set_attribute (edit, element, name, text);
    }
}

void
im_document_edit_frame_place (const ImUnitFrame *frame,
                              const ImEditPlace *place,
                              ImXmlEdit *edit)
{
  g_autofree char *x = im_document_dup_place (place->x);
  g_autofree char *y = im_document_dup_place (place->y);

  im_xml_edit_set_attribute (edit, frame->element, "x", x);
  im_xml_edit_set_attribute (edit, frame->element, "y", y);
}

/* What a step is about: the name of a node, or how many there are. */
static char *
dup_subject (ImDocument *self, guint node, guint n)
{
  return n == 1
             ? g_strdup (im_document_get_title (im_document_get_node (self, node)->node))
             : g_strdup_printf (ngettext ("%u node", "%u nodes", n), n);
}

gboolean
im_document_make_place (ImDocument *self,
                        const ImEdit *edit,
                        ImDocumentChange *change,
                        GError **error)
{
  const char *subject = NULL;
  g_autofree char *many = NULL;

  if (edit->n_nodes == 0)
    return FALSE;
  for (guint i = 0; i < edit->n_nodes; i++)
    {
      const ImUnitFrame *frame = im_unit_find_frame (self->unit, edit->nodes[i]);
      const ImXmlElement *element;
      const ImGraphNode *node;
      guint number;

      if (frame != NULL)
        {
          im_document_edit_frame_place (frame, &edit->places[i], change->xml);
          subject = im_unit_frame_get_label (frame);
          continue;
        }
      if (!im_document_find_named_node (self, edit->nodes[i], &number, error))
        return FALSE;
      node = im_document_get_node (self, number)->node;
      element = im_document_get_element (node);
      subject = im_document_get_title (node);
      if (element != NULL)
        im_document_edit_place (self, change->xml, element, edit->places[i].x,
                                edit->places[i].y);
    }
  many = edit->n_nodes == 1 ? NULL : dup_subject (self, 0, edit->n_nodes);
  change->name = g_strdup_printf (_ ("Place %s"), many == NULL ? subject : many);

  return TRUE;
}

gboolean
im_document_make_layout (ImDocument *self,
                         const ImEdit *edit,
                         ImDocumentChange *change,
                         GError **error)
{
  if (im_document_is_free (self))
    return im_document_refuse (error, self->unit->id.text,
                               _ ("nodes of a graph have to have places"));
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const ImXmlElement *element = im_document_get_element (
          im_document_get_node (self, i)->node);

      if (element != NULL)
        im_document_forget_place (self, change->xml, element);
    }
  change->name = g_strdup (_ ("Lay out"));

  return TRUE;
}

gboolean
im_document_make_enable (ImDocument *self,
                         const ImEdit *edit,
                         ImDocumentChange *change,
                         GError **error)
{
  g_autofree guint *nodes = im_document_find_named (self, edit, error);
  g_autofree char *subject = NULL;
  gboolean enabled = edit->kind == IM_EDIT_ENABLE;

  if (nodes == NULL)
    return FALSE;
  subject = dup_subject (self, nodes[0], edit->n_nodes);
  for (guint i = 0; i < edit->n_nodes; i++)
    {
      const ImGraphNode *node = im_document_get_node (self, nodes[i])->node;

      if (node->declaration == NULL || node->is_enabled == enabled)
        continue;
      if (enabled && !im_document_is_free (self))
        im_xml_edit_remove_attribute (change->xml, node->declaration->element, "enabled");
      else
        im_xml_edit_set_attribute (change->xml, node->declaration->element, "enabled",
                                   enabled ? "true" : "false");
    }
  change->name = g_strdup_printf (enabled ? _ ("Enable %s") : _ ("Disable %s"), subject);

  return TRUE;
}

static void
remove_layers (ImDocument *self, const gboolean *is_removed, ImXmlEdit *edit)
{
  guint n = self->layers->len, first = 0, last = n;

  while (first < n && is_removed[first])
    first++;
  while (last > first && is_removed[last - 1])
    last--;
  if (first > 0 && first < n)
    im_document_pass_on (self, edit, 0, first, IM_PARAMETER_INPUT, NULL);
  if (last < n && last > first)
    im_document_pass_on (self, edit, n - 1, last - 1, IM_PARAMETER_OUTPUT, NULL);
  for (guint i = 0; i < n; i++)
    if (is_removed[i])
      im_xml_edit_remove (edit, im_document_get_layer (self, i)->node->element);
}

/* What an edit removes: nodes by number, of a stack without its ends, parameters of a
 * stack by name, and frames. */
static gboolean
find_removed (ImDocument *self,
              const ImEdit *edit,
              GArray *nodes,
              GPtrArray *parameters,
              GPtrArray *frames,
              GError **error)
{
  for (guint i = 0; i < edit->n_nodes; i++)
    {
      const char *name = edit->nodes[i];
      /* A single unit is no node of itself. */
      gint found = self->nodes->len == 0 ? -1 : im_graph_find_node (self->graph, name);
      const ImParameter *parameter = im_unit_find_parameter (self->unit, name);
      const ImUnitFrame *frame = im_unit_find_frame (self->unit, name);
      gboolean is_layer = found >= 0 &&
                          (im_document_is_free (self) ||
                           im_document_get_node (self, (guint) found)->layer >= 0);
      guint node = (guint) found;

      if (frame != NULL)
        {
          if (!g_ptr_array_find (frames, frame, NULL))
            g_ptr_array_add (frames, (gpointer) frame);
          continue;
        }
      for (guint k = 0; found < 0 && im_document_is_free (self) && parameter != NULL &&
                        k < self->nodes->len && !is_layer;
           k++)
        if (im_document_get_node (self, k)->node->parameter == parameter)
          {
            node = k;
            is_layer = TRUE;
          }
      if (!is_layer && parameter != NULL && !im_document_is_free (self))
        g_ptr_array_add (parameters, (gpointer) parameter->name.text);
      else if (!is_layer &&
               (im_unit_is_graph (self->unit)
                    ? !im_document_find_named_node (self, name, &node, error)
                    : im_document_find_named_parameter (self, name, error) == NULL))
        return FALSE;
      else
        g_array_append_val (nodes, node);
    }

  return edit->n_nodes > 0;
}

/* What the only parameter or frame is called. */
static char *
dup_single_name (const GPtrArray *parameters, const GPtrArray *frames)
{
  const char *name = frames->len > 0 ? im_unit_frame_get_label (frames->pdata[0])
                                     : parameters->pdata[0];

  return g_strdup_printf ("“%s”", name);
}

gboolean
im_document_make_remove (ImDocument *self,
                         const ImEdit *edit,
                         ImDocumentChange *change,
                         GError **error)
{
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GPtrArray) parameters = g_ptr_array_new ();
  g_autoptr (GPtrArray) frames = g_ptr_array_new ();
  g_autofree gboolean *is_removed = NULL;
  g_autofree char *subject = NULL;
  guint n_removed = 0, last = 0;

  if (!find_removed (self, edit, nodes, parameters, frames, error) ||
      !im_document_remove_parameters (self, (const char *const *) parameters->pdata,
                                      parameters->len, change->xml, error))
    return FALSE;
  is_removed = g_new0 (gboolean, self->nodes->len + 1);
  for (guint i = 0; i < nodes->len; i++)
    {
      guint number = g_array_index (nodes, guint, i);
      guint index = im_document_is_free (self)
                        ? number
                        : (guint) im_document_get_node (self, number)->layer;

      n_removed += !is_removed[index];
      is_removed[index] = TRUE;
      last = number;
    }

  for (guint i = 0; i < frames->len; i++)
    im_xml_edit_remove (change->xml, ((const ImUnitFrame *) frames->pdata[i])->element);
  subject = nodes->len == 0 && parameters->len + frames->len == 1
                ? dup_single_name (parameters, frames)
                : dup_subject (self, last, n_removed + parameters->len + frames->len);
  if (im_document_is_free (self))
    im_document_remove_free_nodes (self, is_removed, edit->kind == IM_EDIT_DISSOLVE,
                                   change->xml);
  else if (im_unit_is_graph (self->unit))
    remove_layers (self, is_removed, change->xml);
  change->name = g_strdup_printf (_ ("Remove %s"), subject);

  return TRUE;
}
