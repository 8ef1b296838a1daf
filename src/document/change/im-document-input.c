/* SPDX-License-Identifier: MIT */
#include "document/change/im-document-input.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/im-text.h"
#include "document/change/im-document-change.h"

const ImTensorType *
im_document_get_input_type (ImDocument *self, const ImParameter *input)
{
  const ImProgram *program = im_document_get_program (self);

  for (guint i = 0; i < program->n_inputs; i++)
    if (program->inputs[i].parameter == input && program->inputs[i].tensor >= 0)
      return &program->tensors[program->inputs[i].tensor].type;

  return NULL;
}

char *
im_document_dup_likely_type (ImDocument *self)
{
  const ImUnit *unit = im_document_get_unit (self);
  const ImTensorType *type = NULL;
  GString *text;

  for (guint i = 0; i < unit->n_parameters && type == NULL; i++)
    if (unit->parameters[i].kind == IM_PARAMETER_INPUT &&
        unit->parameters[i].socket->declared.type.text != NULL)
      type = im_document_get_input_type (self, &unit->parameters[i]);
  if (type == NULL)
    return g_strdup ("float32[1]@16000");
  text = g_string_new (NULL);
  im_tensor_type_append_text (type, text);

  return g_string_free (text, FALSE);
}

/* Sets or, without a value, removes an attribute of our namespace. */
static void
set (ImXmlEdit *edit,
     const ImParameter *input,
     const char *prefix,
     const char *name,
     const char *value)
{
  g_autofree char *own = im_socket_dup_declared_name (input->socket, name);
  g_autofree char *full = g_strconcat (prefix, ":", own, NULL);

  if (value != NULL)
    im_xml_edit_set_attribute (edit, input->element, full, value);
  else if (im_xml_element_find_attribute (input->element, IM_UNIT_NAMESPACE, own) != NULL)
    im_xml_edit_remove_attribute (edit, input->element, full);
}

gboolean
im_document_make_type (ImDocument *self,
                       const ImEdit *edit,
                       ImDocumentChange *change,
                       GError **error)
{
  const ImParameter *input = im_unit_find_parameter (self->unit, edit->nodes[0]);
  g_autoptr (GString) shape = g_string_new (NULL), rate = g_string_new (NULL);
  const char *prefix;
  ImTensorType type;

  if (input == NULL || input->kind != IM_PARAMETER_INPUT)
    return im_document_refuse (error, edit->nodes[0], _ ("there is no such input"));
  if (!im_tensor_type_parse (edit->text, &type, error))
    return FALSE;
  if (strchr (edit->text, ';') != NULL)
    return im_document_refuse (
        error, input->name.text,
        _ ("the type of an input has no shift, no scale and no offset"));

  im_shape_append_text (&type.shape, shape);
  im_text_append_double (rate, type.rate_hz);
  change->gesture = g_strconcat ("input-type/", input->name.text, NULL);
  change->name = g_strdup_printf (_ ("Set type of “%s”"), input->text);
  if (self->unit->is_preprocessor && !input->socket->is_time)
    {
      im_xml_edit_set_attribute (change->xml, input->element, "inshape", shape->str);
      im_xml_edit_set_attribute (change->xml, input->element, "intype",
                                 im_dtype_get_info (type.dtype)->system_name);
      im_xml_edit_set_attribute (change->xml, input->element, "infreq",
                                 type.rate_hz > 0 ? rate->str : "0");
      return TRUE;
    }
  prefix = im_document_require_prefix (self->file, change->xml);
  set (change->xml, input, prefix, "type", im_dtype_get_info (type.dtype)->system_name);
  set (change->xml, input, prefix, "shape", shape->str);
  set (change->xml, input, prefix, "rate", type.rate_hz > 0 ? rate->str : NULL);

  return TRUE;
}
