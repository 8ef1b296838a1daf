/* SPDX-License-Identifier: MIT
 *
 * Inputs, outputs and options that a pipeline gets. A graph has a node for each, a stack
 * an element of its parameters.
 */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "document/change/im-document-change.h"
#include "unit/im-unit-text.h"

#define NODE_PITCH 120.0 /* pixels from a node to a new one below it */

static const struct
{
  ImParameterKind kind;
  const char *of_stack;
  const char *of_graph;
} options[] = {
  { IM_PARAMETER_INT, "Int32Option", "Int32OptionNode" },
  { IM_PARAMETER_DOUBLE, "DoubleOption", "DoubleOptionNode" },
  { IM_PARAMETER_BOOL, "BoolOption", "BoolOptionNode" },
  { IM_PARAMETER_STRING, "StringOption", "StringOptionNode" },
  { IM_PARAMETER_SHAPE, "ShapeOption", "ShapeOptionNode" },
};

gint
im_document_find_option_kind (const char *type)
{
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if (strcmp (im_edit_option_types[i], type) == 0)
      return (gint) options[i].kind;

  return -1;
}

const char *
im_document_get_option_element (ImDocument *self, ImParameterKind kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if (options[i].kind == kind)
      return im_document_is_free (self) ? options[i].of_graph : options[i].of_stack;

  return NULL;
}

gboolean
im_document_check_literal (ImParameterKind kind, const char *text, GError **error)
{
  gboolean boolean;
  gint32 integer;
  double number;
  ImShape shape;

  switch ((int) kind)
    {
    case IM_PARAMETER_INT:
      return im_unit_parse_int (text, &integer) ||
             im_document_refuse (error, text, _ ("expected a whole number of 32 bits"));
    case IM_PARAMETER_DOUBLE:
      return im_unit_parse_number (text, &number) ||
             im_document_refuse (error, text, _ ("expected a number such as 0.5"));
    case IM_PARAMETER_BOOL:
      return im_unit_parse_boolean (text, &boolean) ||
             im_document_refuse (error, text, _ ("expected true or false"));
    case IM_PARAMETER_SHAPE:
      return im_shape_parse (text, -1, &shape, error);
    default:
      return TRUE;
    }
}

static gboolean
is_identifier (const char *name)
{
  if (!g_ascii_isalpha (*name) && *name != '_')
    return FALSE;
  while (g_ascii_isalnum (*name) || *name == '_')
    name++;

  return *name == '\0';
}

gboolean
im_document_check_identifier (const char *name, GError **error)
{
  static const char *const words[] = { "true", "false", "null", "Math", "System", NULL };

  if (!is_identifier (name))
    return im_document_refuse (error, *name == '\0' ? "“”" : name,
                               _ ("it is no name, which has letters, digits and "
                                  "underscores and does not start with a digit"));

  return !g_strv_contains (words, name) ||
         im_document_refuse (error, name, _ ("it is a word of expressions"));
}

gboolean
im_document_check_new_name (ImDocument *self, const char *name, GError **error)
{
  if (self->unit->is_preprocessor)
    return im_document_refuse (error, name,
                               _ ("the pipeline of a project has one input, one output "
                                  "and no options; take it out into a file of its own"));
  if (!im_document_check_identifier (name, error))
    return FALSE;
  if (im_unit_find_parameter (self->unit, name) != NULL)
    return im_document_refuse (
        error, name, _ ("there is an input, output or option of that name already"));

  return im_document_check_no_frame (self, name, error);
}

/* Below all nodes: on the right for an output. */
static ImEditPlace
find_place (ImDocument *self, gboolean is_output)
{
  ImEditPlace place = { 40, 0 };

  for (guint i = 0; i < self->nodes->len; i++)
    {
      const ImUnitNode *node = im_document_get_node (self, i)->node->declaration;

      if (node == NULL)
        continue;
      if (i == 0 || (is_output ? node->x > place.x : node->x < place.x))
        place.x = node->x;
      place.y = MAX (place.y, node->y + NODE_PITCH);
    }

  return place;
}

char *
im_document_dup_new_place (ImDocument *self, const ImEdit *edit, GError **error)
{
  ImEditPlace at;

  if (!im_document_is_free (self) && edit->places != NULL)
    {
      im_document_refuse (error, edit->nodes[0],
                          _ ("what a stack takes and gives has no place of its own"));
      return NULL;
    }
  if (!im_document_is_free (self))
    return g_strdup ("");
  at = edit->places == NULL ? find_place (self, edit->kind == IM_EDIT_OUTPUT)
                            : edit->places[0];

  return g_strdup_printf (" x=\"%ld\" y=\"%ld\" enabled=\"true\"",
                          lround (CLAMP (at.x, -IM_EDIT_MAX_PLACE, IM_EDIT_MAX_PLACE)),
                          lround (CLAMP (at.y, -IM_EDIT_MAX_PLACE, IM_EDIT_MAX_PLACE)));
}

/* `left_gain` is “Left gain” for users. */
static char *
dup_label (const char *name)
{
  char *label = g_strdelimit (g_strdup (name), "_", ' ');

  *label = g_ascii_toupper (*label);

  return label;
}

/* The attributes that all have: names, and where a node is. */
static char *
dup_attributes (ImDocument *self, const ImEdit *edit, GError **error)
{
  const char *name = edit->nodes[0];
  g_autofree char *label = dup_label (name);
  g_autofree char *place = im_document_dup_new_place (self, edit, error);
  g_autofree char *id = NULL;

  if (place == NULL)
    return NULL;
  if (!im_document_is_free (self))
    return g_strdup_printf ("name=\"%s\" text=\"%s\"", name, label);
  id = im_graph_find_node (self->graph, name) < 0
           ? g_strdup (name)
           : im_document_dup_free_name (self, name, NULL);

  return g_strdup_printf ("id=\"%s\"%s name=\"%s\" param=\"%s\"", id, place, label, name);
}

const ImXmlElement *
im_document_find_parameter_behind (ImDocument *self, ImParameterKind kind)
{
  for (guint i = 0; i < self->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &self->unit->parameters[i];
      gboolean is_end = parameter->kind == IM_PARAMETER_OUTPUT ||
                        parameter->kind == IM_PARAMETER_RETURN;

      if (kind != IM_PARAMETER_OUTPUT &&
          (is_end ||
           (kind == IM_PARAMETER_INPUT && parameter->kind != IM_PARAMETER_INPUT)))
        return parameter->element;
    }

  return NULL;
}

gboolean
im_document_insert_part (ImDocument *self,
                         ImXmlEdit *edit,
                         const char *markup,
                         const ImXmlElement *before,
                         GError **error)
{
  const char *name = im_document_is_free (self) ? "Nodes" : "Parameters";
  const ImXmlElement *parent = im_xml_element_find_child (self->unit->element, name);
  g_autofree char *whole = NULL;

  if (parent != NULL)
    im_xml_edit_insert (edit, parent, before, markup);
  else if (im_document_is_free (self))
    return im_document_refuse (error, self->unit->id.text, _ ("expected <Nodes>"));
  else
    {
      whole = g_strdup_printf ("<Parameters>\n\t%s\n</Parameters>", markup);
      im_xml_edit_insert (edit, self->unit->element,
                          im_xml_element_find_child (self->unit->element, "Stacked"),
                          whole);
    }

  return TRUE;
}

/* What comes in, as attributes of our namespace. */
static char *
dup_declared (ImDocument *self, ImXmlEdit *edit, const char *text, GError **error)
{
  g_autoptr (GString) shape = g_string_new (NULL);
  GString *out;
  const char *prefix;
  ImTensorType type;

  if (text == NULL)
    return g_strdup ("");
  if (!im_tensor_type_parse (text, &type, error))
    return NULL;
  if (strchr (text, ';') != NULL)
    {
      im_document_refuse (error, text,
                          _ ("the type of an input has no shift, no scale and no "
                             "offset"));
      return NULL;
    }
  prefix = im_document_require_prefix (self->file, edit);
  im_shape_append_text (&type.shape, shape);
  out = g_string_new (NULL);
  g_string_append_printf (out, " %s:type=\"%s\" %s:shape=\"%s\"", prefix,
                          im_dtype_get_info (type.dtype)->system_name, prefix,
                          shape->str);
  if (type.rate_hz > 0)
    {
      char rate[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append_printf (out, " %s:rate=\"%s\"", prefix,
                              g_ascii_dtostr (rate, sizeof rate, type.rate_hz));
    }

  return g_string_free (out, FALSE);
}

gboolean
im_document_make_input (ImDocument *self,
                        const ImEdit *edit,
                        ImDocumentChange *change,
                        GError **error)
{
  const char *name = edit->nodes[0];
  gboolean is_first = im_unit_find_main_input (self->unit) == NULL;
  g_autofree char *attributes = NULL;
  g_autofree char *declared = NULL;
  g_autofree char *markup = NULL;

  if (!im_document_check_new_name (self, name, error))
    return FALSE;
  attributes = dup_attributes (self, edit, error);
  declared = attributes == NULL ? NULL
                                : dup_declared (self, change->xml, edit->text, error);
  if (declared == NULL)
    return FALSE;
  markup = im_document_is_free (self)
               ? g_strdup_printf ("<TensorInputNode %s%s />", attributes, declared)
               : g_strdup_printf ("<InputSocket %s%s%s />", attributes,
                                  is_first ? " pipe=\"data\"" : "", declared);
  change->name = g_strdup_printf (_ ("Add Input “%s”"), name);

  return im_document_insert_part (
      self, change->xml, markup,
      im_document_is_free (self)
          ? NULL
          : im_document_find_parameter_behind (self, IM_PARAMETER_INPUT),
      error);
}

/* What a stack has to say of an output: the same as of its first one, which is right as
 * long as no layer gives it something else. */
static char *
dup_output_type (ImDocument *self)
{
  static const char *const names[] = { "type", "shape", "rate" };
  const ImParameter *input = im_unit_find_main_input (self->unit), *output = NULL;
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < self->unit->n_parameters && output == NULL; i++)
    if (self->unit->parameters[i].kind == IM_PARAMETER_OUTPUT &&
        !self->unit->parameters[i].socket->is_time)
      output = &self->unit->parameters[i];
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const ImXmlAttribute *attribute = output == NULL
                                            ? NULL
                                            : im_xml_element_find_attribute (
                                                  output->element, NULL, names[i]);
      g_autofree char *markup = NULL;

      if (attribute != NULL)
        markup = g_markup_printf_escaped (" %s=\"%s\"", names[i], attribute->value);
      else if (output == NULL && input != NULL)
        markup = g_strdup_printf (" %s=\"%s.%s\"", names[i], input->name.text, names[i]);
      if (markup != NULL)
        g_string_append (out, markup);
    }
  if (out->len == 0)
    g_string_append (out, " type=\"System.Float32\" shape=\"System.Shape(1)\"");

  return g_string_free (out, FALSE);
}

static guint
count_outputs (const ImUnit *unit)
{
  guint n = 0;

  for (guint i = 0; i < unit->n_parameters; i++)
    n += unit->parameters[i].kind == IM_PARAMETER_OUTPUT;

  return n;
}

gboolean
im_document_make_output (ImDocument *self,
                         const ImEdit *edit,
                         ImDocumentChange *change,
                         GError **error)
{
  const char *name = edit->nodes[0];
  gboolean has_pipe = im_unit_is_graph (self->unit) || count_outputs (self->unit) == 0;
  g_autofree char *attributes = NULL;
  g_autofree char *type = NULL;
  g_autofree char *markup = NULL;

  if (!im_document_check_new_name (self, name, error))
    return FALSE;
  attributes = dup_attributes (self, edit, error);
  if (attributes == NULL)
    return FALSE;
  type = dup_output_type (self);
  markup = im_document_is_free (self)
               ? g_strdup_printf ("<TensorOutputNode %s />", attributes)
               : g_strdup_printf ("<OutputSocket %s%s%s />", attributes, type,
                                  has_pipe ? " pipe=\"data\"" : "");
  change->name = g_strdup_printf (_ ("Add Output “%s”"), name);

  return im_document_insert_part (self, change->xml, markup, NULL, error);
}

gboolean
im_document_make_option (ImDocument *self,
                         const ImEdit *edit,
                         ImDocumentChange *change,
                         GError **error)
{
  const char *name = edit->nodes[0];
  gint kind = im_document_find_option_kind (edit->name);
  const char *element = im_document_get_option_element (self, (ImParameterKind) kind);
  g_autofree char *attributes = NULL;
  g_autofree char *initial = NULL;
  g_autofree char *markup = NULL;

  g_return_val_if_fail (element != NULL, FALSE);
  if (!im_document_check_new_name (self, name, error) ||
      (edit->text != NULL &&
       !im_document_check_literal ((ImParameterKind) kind, edit->text, error)))
    return FALSE;
  attributes = dup_attributes (self, edit, error);
  if (attributes == NULL)
    return FALSE;
  if (edit->text != NULL)
    initial = g_markup_printf_escaped (im_document_is_free (self)
                                           ? "\t<DefaultValue>%s</DefaultValue>"
                                           : " default=\"%s\"",
                                       edit->text);
  markup = initial == NULL ? g_strdup_printf ("<%s %s />", element, attributes)
           : im_document_is_free (self)
               ? g_strdup_printf ("<%s %s>\n%s\n</%s>", element, attributes, initial,
                                  element)
               : g_strdup_printf ("<%s %s%s />", element, attributes, initial);
  change->name = g_strdup_printf (_ ("Add Option “%s”"), name);

  return im_document_insert_part (
      self, change->xml, markup,
      im_document_is_free (self)
          ? NULL
          : im_document_find_parameter_behind (self, IM_PARAMETER_INT),
      error);
}
