/* SPDX-License-Identifier: MIT
 *
 * A composite must say of its outputs what they are, see the schema. Those of a new one
 * follow its layers, which the attribute `follows` of our namespace says, until somebody
 * declares them. When the layers of another one give something else than it says, the
 * file can say that.
 */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/im-text.h"
#include "document/change/im-document-change.h"
#include "document/state/im-document-value.h"

#define RATE_TOLERANCE 1e-6 /* as in the elaboration: quotients are rounded */

/* Whether a problem stands at what the file says of an output: at its name, or of a
 * project in an attribute of the start tag. */
static gboolean
is_at_output (const ImUnit *unit, const ImParameter *output, const ImDiagnostic *problem)
{
  const ImSpan tag = output->element->start_tag;

  return unit->is_preprocessor
             ? problem->span.start >= tag.start && problem->span.start < tag.end
             : output->name.raw.start == problem->span.start;
}

const ImParameter *
im_document_find_output (ImDocument *self, const ImDiagnostic *problem)
{
  const ImUnit *unit = self->unit;

  if (strcmp (problem->code, "output-mismatch") != 0 ||
      problem->source != im_unit_file_get_source (self->file))
    return NULL;
  for (guint i = 0; i < unit->n_parameters; i++)
    if (unit->parameters[i].kind == IM_PARAMETER_OUTPUT &&
        is_at_output (unit, &unit->parameters[i], problem))
      return &unit->parameters[i];

  return NULL;
}

const ImTensorType *
im_document_get_given_type (ImDocument *self, const ImParameter *output)
{
  for (guint i = 0; i < self->program->n_outputs; i++)
    {
      const ImProgramPort *port = &self->program->outputs[i];

      if (port->parameter == output && port->tensor >= 0)
        return &self->program->tensors[port->tensor].type;
    }

  return NULL;
}

static gboolean
follows_layers (const ImParameter *parameter)
{
  return parameter->kind == IM_PARAMETER_OUTPUT && parameter->socket->follows_layers;
}

void
im_document_stop_following (ImDocument *self, ImXmlEdit *edit, const ImXmlElement *output)
{
  const ImXmlAttribute *follows = im_xml_element_find_attribute (
      output, IM_UNIT_NAMESPACE, "follows");
  g_autofree char *name = NULL;

  if (follows == NULL)
    return;
  name = g_strconcat (follows->prefix, ":follows", NULL);
  im_xml_edit_remove_attribute (edit, output, name);
}

/* What says the same already is left as it is: it may be an expression. */
static void
declare (ImDocument *self,
         ImXmlEdit *edit,
         const ImParameter *output,
         const ImTensorType *declared,
         const ImTensorType *given)
{
  g_autofree char *dtype = g_strconcat (
      "System.", im_dtype_get_info (given->dtype)->system_name, NULL);
  ImValue shape_value = { .kind = IM_VALUE_SHAPE, .shape = &given->shape };
  g_autofree char *shape = im_document_dup_value_text (self, &shape_value);
  g_autoptr (GString) rate = g_string_new (NULL);

  im_text_append_double (rate, given->rate_hz);
  if (declared == NULL || declared->dtype != given->dtype)
    im_xml_edit_set_attribute (edit, output->element, "type", dtype);
  if (declared == NULL || !im_shape_equal (&declared->shape, &given->shape))
    im_xml_edit_set_attribute (edit, output->element, "shape", shape);
  if (given->rate_hz > 0 &&
      (declared == NULL ||
       fabs (declared->rate_hz - given->rate_hz) > RATE_TOLERANCE * given->rate_hz))
    im_xml_edit_set_attribute (edit, output->element, "rate", rate->str);
}

/* What the file says of an output, NULL if that is not known. */
static const ImTensorType *
get_declared_type (ImDocument *self, const ImParameter *output)
{
  ImUnitEvaluation *evaluation = im_program_find_evaluation (self->program, "");
  ImValue value;

  return evaluation != NULL &&
                 im_unit_evaluation_get_value (evaluation, output, &value, NULL) &&
                 value.kind == IM_VALUE_TENSOR
             ? value.tensor
             : NULL;
}

static gboolean
is_declared (const ImTensorType *declared, const ImTensorType *given)
{
  return declared != NULL && declared->dtype == given->dtype &&
         im_shape_equal (&declared->shape, &given->shape) &&
         (given->rate_hz <= 0 ||
          fabs (declared->rate_hz - given->rate_hz) <= RATE_TOLERANCE * given->rate_hz);
}

/* Returns whether an output follows layers that give something else now. */
static gboolean
declare_following (ImDocument *self, ImXmlEdit *edit)
{
  gboolean any = FALSE;

  for (guint i = 0; self->program != NULL && i < self->unit->n_parameters; i++)
    {
      const ImParameter *output = &self->unit->parameters[i];
      const ImTensorType *given, *declared;

      if (!follows_layers (output))
        continue;
      given = im_document_get_given_type (self, output);
      declared = get_declared_type (self, output);
      if (given == NULL || !im_shape_is_known (&given->shape) ||
          is_declared (declared, given))
        continue;
      declare (self, edit, output, declared, given);
      any = TRUE;
    }

  return any;
}

gboolean
im_document_make_declare (ImDocument *self,
                          const ImEdit *edit,
                          ImDocumentChange *change,
                          GError **error)
{
  const char *name = edit->nodes[0];
  const ImParameter *output = im_unit_find_parameter (self->unit, name);
  const ImTensorType *given = output == NULL ? NULL
                                             : im_document_get_given_type (self, output);

  if (given == NULL || !im_shape_is_known (&given->shape))
    return im_document_refuse (error, name, _ ("it is not known what the layers give"));
  if (!self->unit->is_preprocessor)
    declare (self, change->xml, output, get_declared_type (self, output), given);
  else if (!im_document_tell_output (self, change->xml))
    return im_document_refuse (error, name, _ ("it is declared as what the layers give"));
  change->name = g_strdup_printf (_ ("Set type of “%s”"), output->text);

  return TRUE;
}

/* The attributes of a project that say what its layers give; other products show them. */
typedef struct
{
  const ImXmlElement *element;
  const ImXmlAttribute *shape;
  const ImXmlAttribute *type;
  const ImTensorType *given; /* NULL if that is not known */
} ToldOutput;

static ToldOutput
find_told_output (ImDocument *self)
{
  ToldOutput told = { NULL };

  if (!self->unit->is_preprocessor || self->program == NULL)
    return told;
  told.element = self->unit->element;
  told.shape = im_xml_element_find_attribute (told.element, NULL, "outshape");
  told.type = im_xml_element_find_attribute (told.element, NULL, "outtype");
  told.given = im_document_get_given_type (self,
                                           im_unit_find_parameter (self->unit, "output"));
  if (told.given != NULL && !im_shape_is_known (&told.given->shape))
    told.given = NULL;

  return told;
}

static gboolean
has_shape (const ToldOutput *told)
{
  ImShape shape;

  return told->shape == NULL ||
         (im_shape_parse_open (told->shape->value, -1, &shape, NULL) &&
          im_shape_equal (&shape, &told->given->shape));
}

static gboolean
has_type (const ToldOutput *told)
{
  ImDType dtype;

  return told->type == NULL ||
         (im_dtype_parse (told->type->value, strlen (told->type->value), &dtype) &&
          dtype == told->given->dtype);
}

gboolean
im_document_tells_output (ImDocument *self)
{
  const ToldOutput told = find_told_output (self);

  for (guint i = 0; i < self->unit->n_parameters; i++)
    if (follows_layers (&self->unit->parameters[i]))
      return TRUE;
  if (told.given != NULL)
    self->has_told = (told.shape != NULL || told.type != NULL) && has_shape (&told) &&
                     has_type (&told);

  return self->has_told;
}

gboolean
im_document_tell_output (ImDocument *self, ImXmlEdit *edit)
{
  const ToldOutput told = find_told_output (self);
  g_autoptr (GString) shape = g_string_new (NULL);

  if (!self->unit->is_preprocessor)
    return declare_following (self, edit);
  if (told.given == NULL || (has_shape (&told) && has_type (&told)))
    return FALSE;
  im_shape_append_text (&told.given->shape, shape);
  if (!has_shape (&told))
    im_xml_edit_set_attribute (edit, told.element, "outshape", shape->str);
  if (!has_type (&told))
    im_xml_edit_set_attribute (edit, told.element, "outtype",
                               im_dtype_get_info (told.given->dtype)->system_name);

  return TRUE;
}
