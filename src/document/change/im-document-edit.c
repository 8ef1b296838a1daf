/* SPDX-License-Identifier: MIT
 *
 * Edits of layers, as changes of the XML. The first and the last layer often say by an
 * argument which input and output of the stack is theirs; that follows the place in the
 * stack, not the layer.
 */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "document/change/im-document-change.h"
#include "unit/im-unit-alias.h"

static const ImUnitArgument *
find_argument (const ImUnitNode *node, const char *name)
{
  for (guint i = 0; i < node->n_arguments; i++)
    if (strcmp (node->arguments[i].parameter.text, name) == 0)
      return &node->arguments[i];

  return NULL;
}

static gboolean
check_stack (ImDocument *self, GError **error)
{
  if (self->unit->kind == IM_UNIT_COMPOSITE)
    return TRUE;

  return im_document_refuse (error, self->unit->id.text,
                             _ ("expected a stack of layers"));
}

/* In a stack an argument is an expression, in a node graph a value of a kind. */
const char *
im_document_get_argument_name (ImDocument *self, const ImUnit *unit, const char *option)
{
  static const char *const names[IM_N_PARAMETERS] = {
    [IM_PARAMETER_INT] = "Int32Argument",       [IM_PARAMETER_DOUBLE] = "DoubleArgument",
    [IM_PARAMETER_BOOL] = "BoolArgument",       [IM_PARAMETER_SHAPE] = "ShapeArgument",
    [IM_PARAMETER_STRING] = "StringArgument",   [IM_PARAMETER_FILE] = "StringArgument",
    [IM_PARAMETER_DIRECTORY] = "StringArgument"
  };
  const ImParameter *parameter = unit == NULL ? NULL
                                              : im_unit_find_parameter (unit, option);

  if (!im_document_is_free (self))
    return "Argument";

  return parameter == NULL || names[parameter->kind] == NULL ? "StringArgument"
                                                             : names[parameter->kind];
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

static char *
dup_set_gesture (const ImEdit *edit)
{
  return g_strdup_printf ("%s %s", edit->target.node, edit->target.parameter);
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
  guint layer;

  if (!im_document_find_named_layer (self, edit->target.node, &layer, error))
    return FALSE;
  target = im_document_get_layer (self, layer);
  if (target->unit != NULL && im_unit_find_parameter (target->unit, option) == NULL)
    return im_document_refuse (error, option, _ ("the unit has no such option"));

  argument = find_argument (target->node, option);
  if (argument == NULL && edit->text == NULL)
    return FALSE;
  if (edit->text == NULL)
    im_xml_edit_remove (change->xml, argument->element);
  else if (argument == NULL)
    insert_argument (self, change->xml, target, option, edit->text);
  else if (im_xml_element_find_attribute (argument->element, NULL, "value") != NULL)
    im_xml_edit_set_attribute (change->xml, argument->element, "value", edit->text);
  else if (argument->element->first_child != NULL)
    return im_document_refuse (error, option, _ ("expected an element without children"));
  else
    im_xml_edit_set_text (change->xml, argument->element, edit->text);
  change->name = dup_set_name (self, layer, option);
  /* What was removed and set again stands elsewhere. */
  if (edit->text != NULL)
    change->gesture = dup_set_gesture (edit);

  return TRUE;
}

/* The element that the layers stand in. */
static const ImXmlElement *
find_stack (ImDocument *self)
{
  if (self->unit->is_preprocessor)
    return self->unit->element;

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
 * socket has there. Constant arrays, such as weights, stay with their layer. */
void
im_document_pass_on (ImDocument *self,
                     ImXmlEdit *edit,
                     guint from,
                     guint to,
                     ImParameterKind kind,
                     GString *inserted)
{
  const ImDocumentLayer *layer = im_document_get_layer (self, from);

  /* Layers of a project are on pipes that have names, wherever they stand. */
  if (self->unit->is_preprocessor)
    return;
  for (guint i = 0; layer->unit != NULL && i < layer->node->n_arguments; i++)
    {
      const ImUnitArgument *argument = &layer->node->arguments[i];
      const ImParameter *parameter = im_unit_find_parameter (layer->unit,
                                                             argument->parameter.text);
      g_autofree char *markup = NULL;

      if (parameter == NULL || parameter->kind != kind ||
          im_graph_argument_is_array (self->unit, argument))
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

/* A layer of a project says which pipes its sockets are on. */
static void
append_pipes (const ImUnit *unit, GString *out)
{
  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *socket = &unit->parameters[i];
      const char *pipe = socket->kind > IM_PARAMETER_RETURN
                             ? NULL
                             : im_graph_get_pipe (unit, socket);
      g_autofree char *markup = NULL;

      if (pipe == NULL)
        continue;
      markup = g_markup_printf_escaped (
          "\t<Argument param=\"%s\" type=\"String\">%s</Argument>\n", socket->name.text,
          pipe);
      g_string_append (out, markup);
    }
}

/* Where a layer goes that comes in front of another one, or of none. */
static gboolean
find_before (ImDocument *self, const char *name, guint *before, GError **error)
{
  *before = self->layers->len;

  return check_stack (self, error) &&
         (find_stack (self) != NULL ||
          im_document_refuse (error, self->unit->id.text, _ ("expected <Stacked>"))) &&
         (name == NULL || im_document_find_named_layer (self, name, before, error));
}

gboolean
im_document_make_insert (ImDocument *self,
                         const ImEdit *edit,
                         ImDocumentChange *change,
                         GError **error)
{
  const ImUnit *unit;
  g_autoptr (GString) arguments = g_string_new (NULL);
  g_autofree char *markup = NULL;
  g_autofree char *id = g_markup_escape_text (edit->unit, -1);
  guint before;

  if (!find_before (self, edit->before, &before, error))
    return FALSE;
  unit = im_document_find_named_unit (self, edit->unit, error);
  if (unit == NULL)
    return FALSE;

  if (self->unit->is_preprocessor)
    append_pipes (unit, arguments);
  if (self->layers->len > 0 && before == 0)
    im_document_pass_on (self, change->xml, 0, 0, IM_PARAMETER_INPUT, arguments);
  if (self->layers->len > 0 && before >= self->layers->len)
    im_document_pass_on (self, change->xml, self->layers->len - 1, 0, IM_PARAMETER_OUTPUT,
                         arguments);
  markup = arguments->len == 0
               ? g_strdup_printf ("<Unit id=\"%s\" />", id)
               : g_strdup_printf ("<Unit id=\"%s\">\n%s</Unit>", id, arguments->str);
  im_xml_edit_insert (change->xml, find_stack (self), get_element (self, before), markup);
  change->name = g_strdup_printf (_ ("Insert %s"), unit->display_name);

  return TRUE;
}

void
im_document_edit_insert_layers (ImDocument *self,
                                ImXmlEdit *edit,
                                guint before,
                                const char *markup)
{
  guint n = self->layers->len;
  g_autoptr (GString) given_up = g_string_new (NULL);

  if (n > 0 && before == 0)
    im_document_pass_on (self, edit, 0, 0, IM_PARAMETER_INPUT, given_up);
  if (n > 0 && before >= n)
    im_document_pass_on (self, edit, n - 1, 0, IM_PARAMETER_OUTPUT, given_up);
  im_xml_edit_insert (edit, find_stack (self), get_element (self, before), markup);
}

gboolean
im_document_make_move (ImDocument *self,
                       const ImEdit *edit,
                       ImDocumentChange *change,
                       GError **error)
{
  guint last = self->layers->len - 1, layer, before;

  if (!find_before (self, edit->before, &before, error) ||
      !im_document_find_named_layer (self, edit->nodes[0], &layer, error) ||
      before == layer || before == layer + 1)
    return FALSE;
  if (layer == 0)
    im_document_pass_on (self, change->xml, 0, 1, IM_PARAMETER_INPUT, NULL);
  else if (before == 0)
    im_document_pass_on (self, change->xml, 0, layer, IM_PARAMETER_INPUT, NULL);
  if (layer == last)
    im_document_pass_on (self, change->xml, last, last - 1, IM_PARAMETER_OUTPUT, NULL);
  else if (before > last)
    im_document_pass_on (self, change->xml, last, layer, IM_PARAMETER_OUTPUT, NULL);
  im_document_forget_place (self, change->xml, get_element (self, layer));
  im_xml_edit_move (change->xml, get_element (self, layer), find_stack (self),
                    get_element (self, before));
  change->name = g_strdup_printf (
      _ ("Move %s"),
      im_document_get_title (
          im_document_get_node (self, im_document_find_node (self, layer))->node));

  return TRUE;
}
