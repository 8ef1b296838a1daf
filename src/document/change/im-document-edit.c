/* SPDX-License-Identifier: MIT
 *
 * Edits of layers, as changes of the XML. The first and the last layer often say by an
 * argument which input and output of the stack is theirs; that follows the place in the
 * stack, not the layer.
 */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "document/change/im-document-change.h"

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
