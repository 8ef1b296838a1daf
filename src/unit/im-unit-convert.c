/* SPDX-License-Identifier: MIT
 *
 * One table says which elements and attributes only one of the dialects has; the rest is
 * a function for each thing that both can say in different words.
 */
#include "unit/im-unit-convert.h"

#include <string.h>

#include "unit/im-unit-file.h"
#include "xml/im-xml-edit.h"
#include "xml/im-xml-layout.h"

typedef struct
{
  const ImUnit *unit;
  ImUnitDialect dialect;
  ImXmlEdit *edit;
  ImDiagnostics *diagnostics;
} Conversion;

/* What a dialect does not have. Source: the specification of the format; the names are
 * those of public units in the other dialect. */
static const struct
{
  ImUnitDialect dialect;
  const char *element;
  const char *attribute; /* NULL for the element */
} missing[] = {
  { IM_UNIT_DIALECT_UNIT, "Composite", NULL },
  { IM_UNIT_DIALECT_UNIT, "ConstantType", NULL },
  { IM_UNIT_DIALECT_FUNCTION, "BoolOption", NULL },
  { IM_UNIT_DIALECT_FUNCTION, "BooleanOption", NULL },
  { IM_UNIT_DIALECT_FUNCTION, "CanDequeue", NULL },
  { IM_UNIT_DIALECT_FUNCTION, "CanEnqueue", NULL },
  { IM_UNIT_DIALECT_FUNCTION, "Compound", NULL },
  { IM_UNIT_DIALECT_FUNCTION, "Destructor", NULL },
  { IM_UNIT_DIALECT_FUNCTION, "DirectoryOption", NULL },
  { IM_UNIT_DIALECT_FUNCTION, "External", NULL },
  { IM_UNIT_DIALECT_FUNCTION, "Factory", NULL },
  { IM_UNIT_DIALECT_FUNCTION, "FileOption", NULL },
  { IM_UNIT_DIALECT_FUNCTION, "Finalize", NULL },
  { IM_UNIT_DIALECT_FUNCTION, "Image", NULL },
  { IM_UNIT_DIALECT_FUNCTION, "OneOf", NULL },
  { IM_UNIT_DIALECT_FUNCTION, "ReturnSocket", NULL },
  { IM_UNIT_DIALECT_FUNCTION, "SoftReset", NULL },
  { IM_UNIT_DIALECT_FUNCTION, "Status", NULL },
  { IM_UNIT_DIALECT_FUNCTION, "Stream", NULL },
  { IM_UNIT_DIALECT_FUNCTION, "Tags", NULL },
  { IM_UNIT_DIALECT_FUNCTION, "Expression", "conditional" },
  { IM_UNIT_DIALECT_FUNCTION, "Hidden", "conditional" },
  { IM_UNIT_DIALECT_FUNCTION, "Handle", "type" },
  { IM_UNIT_DIALECT_FUNCTION, "InputSocket", "ui" },
  { IM_UNIT_DIALECT_FUNCTION, "OutputSocket", "offset" },
  { IM_UNIT_DIALECT_FUNCTION, "OutputSocket", "rate" },
  { IM_UNIT_DIALECT_FUNCTION, "OutputSocket", "rateIsApprox" },
  { IM_UNIT_DIALECT_FUNCTION, "OutputSocket", "scale" },
  { IM_UNIT_DIALECT_FUNCTION, "OutputSocket", "shift" },
  { IM_UNIT_DIALECT_FUNCTION, "DoubleOption", "global" },
  { IM_UNIT_DIALECT_FUNCTION, "Int32Option", "global" },
  { IM_UNIT_DIALECT_FUNCTION, "StringOption", "global" },
  { IM_UNIT_DIALECT_FUNCTION, "Dequeue", "returnStatus" },
  { IM_UNIT_DIALECT_FUNCTION, "Enqueue", "returnStatus" },
  { IM_UNIT_DIALECT_FUNCTION, "Init", "returnStatus" },
};

/* What the expressions of the specification do not have: functions, members of a tensor,
 * element types. */
#define NEWER_WORDS                                                                   \
  "\\b(?:parseType|withLabels|getLabels|log2|log10|inv|trunc|factorial|ceilstep|"     \
  "quantize|sampleRate)\\b|\\.(?:rate|shift|scale|offset)\\b|"                        \
  "\\bSystem\\.(?:UInt(?:8|16|32|64)|Int64|Q(?:7|15|31|63)|D(?:8|16|32)|Tensor|Bool)" \
  "\\b|'"

static const char *
get_root_name (ImUnitDialect dialect)
{
  return dialect == IM_UNIT_DIALECT_UNIT ? "Unit" : "Function";
}

static void G_GNUC_PRINTF (3, 4)
    report (Conversion *self, ImSpan span, const char *format, ...)
{
  ImSource *source = im_unit_file_get_source (self->unit->file);
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add (self->diagnostics, IM_SEVERITY_WARNING, IM_UNIT_CONVERT_STAYS,
                      source, span, "%s; it stays as it is", message);
}

static const char *
get_value (const ImXmlElement *element, const char *name)
{
  const ImXmlAttribute *attribute = im_xml_element_find_attribute (element, NULL, name);

  return attribute == NULL ? NULL : attribute->value;
}

static void
report_missing (Conversion *self, const ImXmlElement *element)
{
  for (guint i = 0; i < G_N_ELEMENTS (missing); i++)
    {
      const ImXmlAttribute *attribute;

      if (missing[i].dialect != self->dialect ||
          strcmp (missing[i].element, element->name) != 0)
        continue;
      if (missing[i].attribute == NULL)
        {
          report (self, element->name_span, "the dialect of <%s> has no <%s>",
                  get_root_name (self->dialect), element->name);
          continue;
        }
      attribute = im_xml_element_find_attribute (element, NULL, missing[i].attribute);
      if (attribute != NULL)
        report (self, attribute->span, "in the dialect of <%s>, <%s> has no “%s”",
                get_root_name (self->dialect), element->name, missing[i].attribute);
    }
}

static void
set_root (Conversion *self, const char *name, const char *attribute)
{
  static const char *const names[] = { "unit", "name", "id" };
  const ImXmlElement *element = self->unit->element;

  if (strcmp (element->name, name) != 0)
    im_xml_edit_rename (self->edit, element, name);
  if (get_value (element, attribute) != NULL)
    return;
  im_xml_edit_set_attribute (self->edit, element, attribute, self->unit->id.text);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i], attribute) != 0)
      im_xml_edit_remove_attribute (self->edit, element, names[i]);
}

static void
convert_root (Conversion *self)
{
  const ImUnit *unit = self->unit;

  if (unit->kind == IM_UNIT_COMPOSITE || unit->kind == IM_UNIT_COMPOUND)
    return;
  if (self->dialect == IM_UNIT_DIALECT_UNIT)
    set_root (self, "Unit", "name");
  else
    set_root (self, im_unit_is_queue (unit) ? "Queue" : "Function", "unit");
}

/* A value that is computed, whose expression may be a text in the newer dialect. */
static void
convert_hidden (Conversion *self, const ImXmlElement *element)
{
  gboolean is_newer = self->dialect == IM_UNIT_DIALECT_UNIT;
  g_autofree char *body = g_strstrip (g_strdup (element->text));

  if (!is_newer && get_value (element, "value") == NULL && *body != '\0')
    {
      if (element->first_child != NULL)
        {
          report (self, element->name_span,
                  "an expression as a text has to be the value of the attribute “value” "
                  "there, which a text with a <%s> in it cannot become",
                  element->first_child->name);
          return;
        }
      im_xml_edit_set_attribute (self->edit, element, "value", body);
      im_xml_edit_set_text (self->edit, element, "");
    }
  if (strcmp (element->name, is_newer ? "Expression" : "Hidden") != 0)
    im_xml_edit_rename (self->edit, element, is_newer ? "Expression" : "Hidden");
}

/* Inputs and outputs of time stamps are known by their pipe, or by an attribute. */
static void
convert_socket (Conversion *self, const ImXmlElement *element)
{
  const char *pipe = get_value (element, "pipe");
  gboolean has_stamps = get_value (element, "timestamps") != NULL;

  if (self->dialect == IM_UNIT_DIALECT_UNIT && g_strcmp0 (pipe, "time") == 0)
    {
      im_xml_edit_remove_attribute (self->edit, element, "pipe");
      im_xml_edit_set_attribute (self->edit, element, "timestamps", "yes");
    }
  else if (self->dialect == IM_UNIT_DIALECT_FUNCTION && has_stamps)
    {
      const ImParameter *parameter = im_unit_find_parameter (self->unit,
                                                             get_value (element, "name"));

      im_xml_edit_remove_attribute (self->edit, element, "timestamps");
      if (parameter == NULL || !parameter->socket->is_time)
        return;
      im_xml_edit_set_attribute (self->edit, element, "pipe", "time");
      if (strcmp (element->name, "InputSocket") == 0)
        im_xml_edit_set_attribute (self->edit, element, "optional", "yes");
    }
}

static gboolean
is_of_socket (const ImParameter *parameter, ImParameterKind kind)
{
  return parameter->kind == kind && !parameter->socket->is_time &&
         (kind == IM_PARAMETER_OUTPUT || !parameter->socket->is_optional);
}

/* Stacks connect what names the same pipe. The newer dialect takes the first input and
 * output where none is named, the other one does not. */
static void
convert_pipes (Conversion *self)
{
  static const ImParameterKind kinds[] = { IM_PARAMETER_INPUT, IM_PARAMETER_OUTPUT };
  const ImUnit *unit = self->unit;

  if (self->dialect != IM_UNIT_DIALECT_FUNCTION || unit->kind != IM_UNIT_UNIT)
    return;
  for (guint i = 0; i < unit->n_parameters; i++)
    if (unit->parameters[i].socket != NULL && unit->parameters[i].socket->pipe != NULL)
      return;
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    for (guint i = 0; i < unit->n_parameters; i++)
      if (is_of_socket (&unit->parameters[i], kinds[k]))
        {
          im_xml_edit_set_attribute (self->edit, unit->parameters[i].element, "pipe",
                                     "data");
          break;
        }
}

static void
convert_tensor_type (Conversion *self, const ImXmlElement *element)
{
  const char *tensor = get_value (element, "tensor"), *type = get_value (element, "type");
  g_autofree char *value = NULL;

  if (tensor == NULL)
    return;
  value = type == NULL ? g_strdup_printf ("%s != null", tensor)
                       : g_strdup_printf ("%s.type == System.%s", tensor, type);
  im_xml_edit_rename (self->edit, element, "Conditional");
  im_xml_edit_remove_attribute (self->edit, element, "tensor");
  im_xml_edit_remove_attribute (self->edit, element, "type");
  im_xml_edit_set_attribute (self->edit, element, "value", value);
}

static void
convert_implementation (Conversion *self, const ImXmlElement *element)
{
  const char *conditional = get_value (element, "conditional");
  g_autofree char *markup = NULL;

  if (self->dialect != IM_UNIT_DIALECT_UNIT || conditional == NULL)
    return;
  markup = g_markup_printf_escaped ("<Conditional value=\"%s\" />", conditional);
  im_xml_edit_remove_attribute (self->edit, element, "conditional");
  im_xml_edit_insert (self->edit, element, element->first_child, markup);
}

static void
convert_condition (Conversion *self, const ImXmlElement *element)
{
  g_autofree char *body = g_strstrip (g_strdup (element->text));

  if (self->dialect != IM_UNIT_DIALECT_FUNCTION || get_value (element, "value") != NULL)
    return;
  im_xml_edit_set_attribute (self->edit, element, "value", body);
  im_xml_edit_set_text (self->edit, element, "");
}

/* Names of sections; the body of a queue is what its Enqueue does. */
static void
convert_section (Conversion *self, const ImXmlElement *element)
{
  const ImUnit *unit = self->unit;
  const char *name = element->name;

  if (self->dialect != IM_UNIT_DIALECT_FUNCTION)
    return;
  if (element == unit->sections[IM_SECTION_ENQUEUE].element)
    name = "Enqueue";
  else if (element == unit->sections[IM_SECTION_DEQUEUE].element)
    name = "Dequeue";
  else if (element == unit->sections[IM_SECTION_BODY].element)
    name = "Implementations";
  if (strcmp (name, element->name) != 0)
    im_xml_edit_rename (self->edit, element, name);
}

static void
convert_option (Conversion *self, const ImXmlElement *element)
{
  const char *value = get_value (element, "value"), *ui = get_value (element, "ui");

  if (self->dialect != IM_UNIT_DIALECT_FUNCTION)
    return;
  if (value != NULL && get_value (element, "default") == NULL)
    {
      im_xml_edit_set_attribute (self->edit, element, "default", value);
      im_xml_edit_remove_attribute (self->edit, element, "value");
    }
  if (ui != NULL && g_ascii_strcasecmp (ui, "TextBox") != 0 &&
      g_ascii_strcasecmp (ui, "Slider") != 0)
    report (self, im_xml_element_find_attribute (element, NULL, "ui")->span,
            "in the dialect of <Function>, ui is TextBox or Slider");
}

static void
convert_element (Conversion *self, const ImXmlElement *element)
{
  static const struct
  {
    const char *name;
    void (*convert) (Conversion *self, const ImXmlElement *element);
  } rows[] = {
    { "Body", convert_section },
    { "Conditional", convert_condition },
    { "DoubleOption", convert_option },
    { "Expression", convert_hidden },
    { "Hidden", convert_hidden },
    { "Implementation", convert_implementation },
    { "Implementations", convert_section },
    { "InputSocket", convert_socket },
    { "Int32Option", convert_option },
    { "NewDomain", convert_section },
    { "OutputSocket", convert_socket },
    { "ShapeOption", convert_option },
    { "StringOption", convert_option },
  };

  report_missing (self, element);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].name, element->name) == 0)
      rows[i].convert (self, element);
  if (self->dialect == IM_UNIT_DIALECT_UNIT && strcmp (element->name, "TensorType") == 0)
    convert_tensor_type (self, element);
  /* What a compound holds are nodes, which the other dialect does not have at all. */
  if (strcmp (element->name, "Nodes") == 0)
    return;
  for (const ImXmlElement *child = element->first_child; child != NULL;
       child = child->next_sibling)
    if (child->uri == NULL)
      convert_element (self, child);
}

/* Which of the operands is stretched. Source: the examples of the specification, and what
 * public units in the other dialect do. */
static void
report_broadcast (Conversion *self, const ImUnitExpr *expression)
{
  if (strstr (expression->text, ".broadcast(") != NULL)
    report (self, expression->raw,
            "“broadcast” takes the larger shape %s in the dialect of <%s>",
            self->dialect == IM_UNIT_DIALECT_UNIT ? "first" : "last",
            get_root_name (self->dialect));
}

static void
report_expressions (Conversion *self)
{
  g_autoptr (GRegex) words = g_regex_new (NEWER_WORDS, G_REGEX_OPTIMIZE, 0, NULL);
  const ImUnit *unit = self->unit;

  for (guint i = 0; i < unit->n_expressions; i++)
    {
      const ImUnitExpr *expression = unit->expressions[i];
      g_autoptr (GMatchInfo) match = NULL;
      g_autofree char *word = NULL;

      report_broadcast (self, expression);
      if (self->dialect == IM_UNIT_DIALECT_UNIT ||
          !g_regex_match (words, expression->text, 0, &match))
        continue;
      word = g_match_info_fetch (match, 0);
      report (self, expression->raw,
              "the expressions of the dialect of <Function> have no “%s”", word);
    }
}

/* The first operand of an equation, up to the sign; NULL if a condition is none. */
static char *
dup_left (const ImCondition *condition, const char **right)
{
  const char *text = condition->expression->text, *equals;

  if (condition->kind != IM_CONDITION_EXPRESSION)
    {
      *right = condition->type.text;
      return g_strdup_printf ("%s.type", text);
    }
  equals = strstr (text, "==");
  if (equals == NULL || strpbrk (text, "|?&") != NULL)
    return NULL;
  *right = equals + 2;

  return g_strstrip (g_strndup (text, (gsize) (equals - text)));
}

/* Whether two conditions never hold both, as far as that is seen: they ask one thing for
 * two constants, or one is the other with a `!` in front. */
static gboolean
excludes (const ImCondition *first, const ImCondition *second)
{
  const char *a = first->expression->text, *b = second->expression->text;
  const char *right_first = NULL, *right_second = NULL;
  g_autofree char *left_first = dup_left (first, &right_first);
  g_autofree char *left_second = dup_left (second, &right_second);
  g_autofree char *value_first = NULL;
  g_autofree char *value_second = NULL;

  if ((*a == '!' && strcmp (a + 1, b) == 0) || (*b == '!' && strcmp (b + 1, a) == 0))
    return TRUE;
  if (left_first == NULL || left_second == NULL || right_first == NULL ||
      right_second == NULL || strcmp (left_first, left_second) != 0)
    return FALSE;
  value_first = g_strstrip (g_strdup (right_first));
  value_second = g_strstrip (g_strdup (right_second));

  return strcmp (value_first, value_second) != 0;
}

static gboolean
are_exclusive (const ImImplementation *first, const ImImplementation *second)
{
  for (guint i = 0; i < first->n_conditions; i++)
    for (guint k = 0; k < second->n_conditions; k++)
      if (excludes (&first->conditions[i], &second->conditions[k]))
        return TRUE;

  return FALSE;
}

/* Of several implementations that fit, the first one is used in the newer dialect; in the
 * other one that is an error. */
static void
report_order (Conversion *self, const ImSection *section)
{
  for (guint i = 1; i < section->n_implementations; i++)
    for (guint k = 0; k < i; k++)
      {
        const ImImplementation *later = &section->implementations[i];
        const ImImplementation *earlier = &section->implementations[k];

        if (later->language != earlier->language || are_exclusive (earlier, later))
          continue;
        report (self, later->element->name_span,
                "this implementation may fit together with “%s” in front of it, which "
                "is an error in the dialect of <Function>",
                earlier->fragment.text == NULL ? "" : earlier->fragment.text);
        break;
      }
}

static void
convert_unit (Conversion *self)
{
  const ImUnit *unit = self->unit;

  convert_root (self);
  convert_pipes (self);
  convert_element (self, unit->element);
  report_expressions (self);
  for (guint i = 0; self->dialect == IM_UNIT_DIALECT_FUNCTION &&
                    unit->kind == IM_UNIT_UNIT && i < IM_N_SECTIONS;
       i++)
    report_order (self, &unit->sections[i]);
}

GBytes *
im_unit_convert (GBytes *bytes,
                 const char *path,
                 ImUnitDialect dialect,
                 ImDiagnostics *diagnostics)
{
  g_autoptr (ImDiagnostics) said = im_diagnostics_new ();
  g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, path, said);
  g_autoptr (ImXmlEdit) edit = NULL;
  g_autoptr (GError) error = NULL;
  GBytes *result;

  /* Warnings are those of `check`. */
  for (guint i = 0; i < im_diagnostics_get_count (said); i++)
    if (im_diagnostics_get (said, i)->severity == IM_SEVERITY_ERROR)
      im_diagnostics_add_copy (diagnostics, im_diagnostics_get (said, i));
  if (file == NULL || im_diagnostics_count (said, IM_SEVERITY_ERROR) > 0)
    return NULL;
  if (im_unit_file_get_document (file) == NULL ||
      im_unit_file_get_unit (file, 0)->is_preprocessor)
    {
      im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "format", path,
                                   "only .imunit files have a dialect; take the "
                                   "pipeline out of a project with “imaginet extract”");
      return NULL;
    }
  edit = im_xml_edit_new (im_unit_file_get_document (file));
  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    {
      Conversion conversion = { im_unit_file_get_unit (file, i), dialect, edit,
                                diagnostics };

      convert_unit (&conversion);
    }
  result = im_xml_edit_render (edit, &error);
  if (result == NULL)
    im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "xml-encoding", path,
                                 "%s", error->message);

  return result;
}
