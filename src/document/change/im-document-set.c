/* SPDX-License-Identifier: MIT
 *
 * Options of layers and nodes, as changes of the XML: a value or an expression in the
 * layer, or an expression node of a graph.
 */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "document/change/im-document-change.h"
#include "document/state/im-document-value.h"
#include "unit/im-unit-alias.h"

static const ImUnitArgument *
find_argument (const ImUnitNode *node, const char *name)
{
  for (guint i = 0; i < node->n_arguments; i++)
    if (strcmp (node->arguments[i].parameter.text, name) == 0)
      return &node->arguments[i];

  return NULL;
}

/* What the attribute `type` of an argument of a project says. */
static const char *
get_literal_type (const ImUnit *unit, const char *option)
{
  static const char *const names[IM_N_PARAMETERS] = {
    [IM_PARAMETER_INT] = "Int32",
    [IM_PARAMETER_DOUBLE] = "Double",
    [IM_PARAMETER_BOOL] = "Boolean",
    [IM_PARAMETER_SHAPE] = "Shape",
  };
  const ImParameter *parameter = unit == NULL ? NULL
                                              : im_unit_find_parameter (unit, option);

  return parameter == NULL || names[parameter->kind] == NULL ? "String"
                                                             : names[parameter->kind];
}

static void
insert_argument (ImDocument *self,
                 ImXmlEdit *edit,
                 const ImDocumentLayer *layer,
                 const char *option,
                 const char *text)
{
  const char *name = im_document_get_argument_name (self, layer->unit, option);
  const char *type = get_literal_type (layer->unit, option);
  g_autofree char *markup = NULL;

  if (layer->unit != NULL)
    option = im_unit_alias_unmap (layer->unit, layer->node->unit_id.text, option);
  markup = self->unit->is_preprocessor
               ? g_markup_printf_escaped (
                     "<Argument param=\"%s\" type=\"%s\">%s</Argument>", option, type,
                     text)
               : g_markup_printf_escaped ("<%s param=\"%s\">%s</%s>", name, option, text,
                                          name);

  im_xml_edit_insert (edit, layer->node->element, NULL, markup);
}

/* `Set Stride of Sliding Window`. */
static char *
dup_set_name (ImDocument *self, guint layer, const char *option)
{
  const ImGraphNode
      *node = im_document_get_node (self, im_document_find_node (self, layer))->node;
  const ImParameter *parameter = node->unit == NULL
                                     ? NULL
                                     : im_unit_find_parameter (node->unit, option);

  return g_strdup_printf (_ ("Set %s of %s"),
                          parameter == NULL ? option : parameter->text,
                          im_document_get_title (node));
}

/* Sets an option of a node of a graph to an expression. What stands in the node would say
 * another value. */
static gboolean
set_expression (ImDocument *self,
                guint layer,
                const ImUnitArgument *argument,
                const ImEdit *edit,
                ImDocumentChange *change,
                GError **error)
{
  if (!im_document_wire_expression (self, layer, edit, change, error))
    return FALSE;
  if (argument != NULL)
    im_xml_edit_remove (change->xml, argument->element);
  g_free (change->name);
  change->name = dup_set_name (self, layer, edit->target.parameter);

  return TRUE;
}

static char *
dup_set_gesture (const ImEdit *edit)
{
  return g_strdup_printf ("%s %s", edit->target.node, edit->target.parameter);
}

/* The value as it stands in the layer; @argument is NULL if none does. */
static gboolean
edit_argument (ImDocument *self,
               guint layer,
               const ImUnitArgument *argument,
               const ImEdit *edit,
               ImXmlEdit *xml,
               GError **error)
{
  const char *option = edit->target.parameter;

  if (argument == NULL && edit->text != NULL)
    insert_argument (self, xml, im_document_get_layer (self, layer), option, edit->text);
  if (argument == NULL)
    return TRUE;
  if (edit->text == NULL)
    im_xml_edit_remove (xml, argument->element);
  else if (im_xml_element_find_attribute (argument->element, NULL, "value") != NULL)
    im_xml_edit_set_attribute (xml, argument->element, "value", edit->text);
  else if (argument->element->first_child != NULL)
    return im_document_refuse (error, option, _ ("expected an element without children"));
  else
    im_xml_edit_set_text (xml, argument->element, edit->text);

  return TRUE;
}

gboolean
im_document_make_set (ImDocument *self,
                      const ImEdit *edit,
                      ImDocumentChange *change,
                      GError **error)
{
  const char *option = edit->target.parameter;
  const ImDocumentLayer *target;
  const ImUnitArgument *argument;
  gboolean was_expression;
  guint layer;

  if (!im_document_find_named_layer (self, edit->target.node, &layer, error))
    return FALSE;
  target = im_document_get_layer (self, layer);
  if (target->unit != NULL && im_unit_find_parameter (target->unit, option) == NULL)
    return im_document_refuse (error, option, _ ("the unit has no such option"));

  argument = find_argument (target->node, option);
  if (edit->text != NULL && im_document_is_expression (self, layer, option, edit->text))
    return set_expression (self, layer, argument, edit, change, error);
  was_expression = im_document_unwire_expression (self, layer, option, change->xml);
  if (argument == NULL && edit->text == NULL && !was_expression)
    return FALSE;
  if (!edit_argument (self, layer, argument, edit, change->xml, error))
    return FALSE;
  change->name = dup_set_name (self, layer, option);
  /* What was removed and set again stands elsewhere. */
  if (edit->text != NULL && !was_expression)
    change->gesture = dup_set_gesture (edit);

  return TRUE;
}
