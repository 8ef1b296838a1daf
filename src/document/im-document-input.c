/* SPDX-License-Identifier: MIT */
#include "document/im-document-input.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/im-text.h"
#include "document/im-document-private.h"

const ImTensorType *
im_document_get_input_type (ImDocument *self, const ImParameter *input)
{
  const ImProgram *program = im_document_get_program (self);

  for (guint i = 0; i < program->n_inputs; i++)
    if (program->inputs[i].parameter == input && program->inputs[i].tensor >= 0)
      return &program->tensors[program->inputs[i].tensor].type;

  return NULL;
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
im_document_set_input_type (ImDocument *self,
                            const ImParameter *input,
                            const char *text,
                            GError **error)
{
  g_autoptr (GString) shape = g_string_new (NULL), rate = g_string_new (NULL);
  g_autofree char *gesture = g_strconcat ("input-type/", input->name.text, NULL);
  ImXmlEdit *edit;
  const char *prefix;
  ImTensorType type;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), FALSE);
  if (!im_tensor_type_parse (text, &type, error))
    return FALSE;
  if (strchr (text, ';') != NULL)
    return im_document_refuse (
        error, input->name.text,
        _ ("the type of an input has no shift, no scale and no offset"));

  im_shape_append_text (&type.shape, shape);
  im_text_append_double (rate, type.rate_hz);
  edit = im_document_begin (self);
  if (self->unit->is_preprocessor && !input->socket->is_time)
    {
      im_xml_edit_set_attribute (edit, input->element, "inshape", shape->str);
      im_xml_edit_set_attribute (edit, input->element, "intype",
                                 im_dtype_get_info (type.dtype)->system_name);
      im_xml_edit_set_attribute (edit, input->element, "infreq",
                                 type.rate_hz > 0 ? rate->str : "0");
      return im_document_commit (
          self, edit, gesture, g_strdup_printf (_ ("Set type of “%s”"), input->name.text),
          error);
    }
  prefix = im_document_require_prefix (self, edit);
  set (edit, input, prefix, "type", im_dtype_get_info (type.dtype)->system_name);
  set (edit, input, prefix, "shape", shape->str);
  set (edit, input, prefix, "rate", type.rate_hz > 0 ? rate->str : NULL);

  return im_document_commit (self, edit, gesture,
                             g_strdup_printf (_ ("Set type of “%s”"), input->name.text),
                             error);
}
