/* SPDX-License-Identifier: MIT
 *
 * Edits of stacks, as changes of the XML. The first and the last layer often say by an
 * argument which input and output of the stack is theirs; that follows the place in the
 * stack, not the layer.
 */
#include <string.h>

#include "document/im-document-private.h"

static const ImUnitArgument *
find_argument (const ImUnitNode *node, const char *name)
{
  for (guint i = 0; i < node->n_arguments; i++)
    if (strcmp (node->arguments[i].parameter.text, name) == 0)
      return &node->arguments[i];

  return NULL;
}

static gboolean
refuse (GError **error, const char *name, const char *problem)
{
  g_set_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT, "%s: %s", name, problem);
  return FALSE;
}

static gboolean
check_stack (ImDocument *self, GError **error)
{
  if (self->unit->kind == IM_UNIT_COMPOSITE)
    return TRUE;

  return refuse (error, self->unit->id.text, "expected a stack of layers");
}

static ImXmlEdit *
begin (ImDocument *self)
{
  return im_xml_edit_new (im_unit_file_get_document (self->file));
}

gboolean
im_document_set_argument (ImDocument *self,
                          guint layer,
                          const char *option,
                          const char *text,
                          GError **error)
{
  g_autofree char *gesture = g_strdup_printf ("%u %s", layer, option);
  const ImDocumentLayer *target;
  const ImUnitArgument *argument;
  ImXmlEdit *edit;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), FALSE);
  if (!check_stack (self, error))
    return FALSE;
  target = im_document_get_layer (self, layer);
  if (target->unit != NULL && im_unit_find_parameter (target->unit, option) == NULL)
    return refuse (error, option, "the unit has no such option");

  argument = find_argument (target->node, option);
  if (argument == NULL && text == NULL)
    return FALSE;
  edit = begin (self);
  if (text == NULL)
    im_xml_edit_remove (edit, argument->element);
  else if (argument == NULL)
    {
      g_autofree char *markup = g_markup_printf_escaped (
          "<Argument param=\"%s\">%s</Argument>", option, text);

      im_xml_edit_insert (edit, target->node->element, NULL, markup);
    }
  else if (im_xml_element_find_attribute (argument->element, NULL, "value") != NULL)
    im_xml_edit_set_attribute (edit, argument->element, "value", text);
  else
    im_xml_edit_set_text (edit, argument->element, text);

  return im_document_commit (
      self, edit, gesture, g_strdup_printf ("Set %s of %s", option, target->name), error);
}

/* The element that the layers stand in. */
static const ImXmlElement *
find_stack (ImDocument *self)
{
  return self->layers->len > 0
             ? im_document_get_layer (self, 0)->node->element->parent
             : im_xml_element_find_child (self->unit->element, "Stacked");
}

static const ImXmlElement *
get_element (ImDocument *self, guint layer)
{
  return layer < self->layers->len ? im_document_get_layer (self, layer)->node->element
                                   : NULL;
}

static const char *
get_text (const ImUnitArgument *argument)
{
  return argument->value == NULL ? "" : argument->value->text;
}

/* Gives the arguments of sockets of one layer to another one, under the name that the
 * socket has there. */
static void
pass_on (ImDocument *self,
         ImXmlEdit *edit,
         guint from,
         guint to,
         ImParameterKind kind,
         GString *inserted)
{
  const ImDocumentLayer *layer = im_document_get_layer (self, from);

  for (guint i = 0; layer->unit != NULL && i < layer->node->n_arguments; i++)
    {
      const ImUnitArgument *argument = &layer->node->arguments[i];
      const ImParameter *parameter = im_unit_find_parameter (layer->unit,
                                                             argument->parameter.text);
      g_autofree char *markup = NULL;

      if (parameter == NULL || parameter->kind != kind)
        continue;
      markup = g_markup_printf_escaped ("<Argument param=\"%s\">%s</Argument>",
                                        parameter->name.text, get_text (argument));
      im_xml_edit_remove (edit, argument->element);
      if (inserted != NULL)
        g_string_append_printf (inserted, "\t%s\n", markup);
      else
        im_xml_edit_insert (edit, get_element (self, to), NULL, markup);
    }
}

gboolean
im_document_insert_layer (ImDocument *self,
                          guint before,
                          const char *unit_id,
                          GError **error)
{
  g_autoptr (GString) arguments = g_string_new (NULL);
  g_autofree char *markup = NULL;
  g_autofree char *id = g_markup_escape_text (unit_id, -1);
  ImXmlEdit *edit;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), FALSE);
  if (!check_stack (self, error))
    return FALSE;
  if (im_unit_library_find (self->library, unit_id) == NULL)
    return refuse (error, unit_id, "there is no such unit");

  edit = begin (self);
  if (self->layers->len > 0 && before == 0)
    pass_on (self, edit, 0, 0, IM_PARAMETER_INPUT, arguments);
  if (self->layers->len > 0 && before >= self->layers->len)
    pass_on (self, edit, self->layers->len - 1, 0, IM_PARAMETER_OUTPUT, arguments);
  markup = arguments->len == 0
               ? g_strdup_printf ("<Unit id=\"%s\" />", id)
               : g_strdup_printf ("<Unit id=\"%s\">\n%s</Unit>", id, arguments->str);
  im_xml_edit_insert (edit, find_stack (self), get_element (self, before), markup);

  return im_document_commit (
      self, edit, NULL,
      g_strdup_printf ("Insert %s", strrchr (unit_id, '.') == NULL
                                        ? unit_id
                                        : strrchr (unit_id, '.') + 1),
      error);
}

gboolean
im_document_remove_layer (ImDocument *self, guint layer, GError **error)
{
  guint last = self->layers->len - 1;
  ImXmlEdit *edit;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), FALSE);
  if (!check_stack (self, error))
    return FALSE;
  edit = begin (self);
  if (layer == 0 && last > 0)
    pass_on (self, edit, 0, 1, IM_PARAMETER_INPUT, NULL);
  if (layer == last && last > 0)
    pass_on (self, edit, last, last - 1, IM_PARAMETER_OUTPUT, NULL);
  im_xml_edit_remove (edit, get_element (self, layer));

  return im_document_commit (
      self, edit, NULL,
      g_strdup_printf ("Remove %s", im_document_get_layer (self, layer)->name), error);
}

gboolean
im_document_move_layer (ImDocument *self, guint layer, guint before, GError **error)
{
  guint last = self->layers->len - 1;
  ImXmlEdit *edit;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), FALSE);
  if (!check_stack (self, error) || before == layer || before == layer + 1)
    return FALSE;
  edit = begin (self);
  if (layer == 0)
    pass_on (self, edit, 0, 1, IM_PARAMETER_INPUT, NULL);
  else if (before == 0)
    pass_on (self, edit, 0, layer, IM_PARAMETER_INPUT, NULL);
  if (layer == last)
    pass_on (self, edit, last, last - 1, IM_PARAMETER_OUTPUT, NULL);
  else if (before > last)
    pass_on (self, edit, last, layer, IM_PARAMETER_OUTPUT, NULL);
  im_xml_edit_move (edit, get_element (self, layer), find_stack (self),
                    get_element (self, before));

  return im_document_commit (
      self, edit, NULL,
      g_strdup_printf ("Move %s", im_document_get_layer (self, layer)->name), error);
}

gboolean
im_document_set_enabled (ImDocument *self, guint layer, gboolean enabled, GError **error)
{
  const ImDocumentLayer *target;
  ImXmlEdit *edit;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), FALSE);
  if (!check_stack (self, error))
    return FALSE;
  target = im_document_get_layer (self, layer);
  edit = begin (self);
  if (enabled)
    im_xml_edit_remove_attribute (edit, target->node->element, "enabled");
  else
    im_xml_edit_set_attribute (edit, target->node->element, "enabled", "false");

  return im_document_commit (
      self, edit, NULL,
      g_strdup_printf ("%s %s", enabled ? "Enable" : "Disable", target->name), error);
}
