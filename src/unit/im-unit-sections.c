/* SPDX-License-Identifier: MIT
 *
 * Reader of contracts and of the life-cycle sections with their implementations.
 */
#include <string.h>

#include "unit/im-unit-reader.h"

/* Whether the attribute of our namespace says that a contract only warns. */
static gboolean
read_advice (ImUnitReader *reader, const ImXmlElement *element)
{
  ImUnitText severity = im_unit_reader_get_own (element, "severity");

  if (severity.text == NULL || strcmp (severity.text, "error") == 0)
    return FALSE;
  if (strcmp (severity.text, "warning") != 0)
    im_unit_reader_report (reader, IM_SEVERITY_ERROR, "bad-value", severity.raw,
                           "“%s” is no severity; it is error or warning", severity.text);

  return TRUE;
}

void
im_unit_reader_read_contracts (ImUnitReader *reader, const ImXmlElement *element)
{
  guint n = im_unit_reader_count_children (element, "Assert");
  ImContract *contracts = im_arena_new0 (reader->arena, ImContract, n);

  im_unit_reader_check_element (reader, element, "", "Assert");
  reader->unit->contracts = contracts;
  for (const ImXmlElement *child = im_unit_reader_first (element); child != NULL;
       child = im_unit_reader_next (child))
    {
      if (strcmp (child->name, "Assert") != 0)
        continue;

      ImContract *contract = &contracts[reader->unit->n_contracts];
      im_unit_reader_check_element (reader, child, "test error", "");
      contract->element = child;
      contract->test = im_unit_reader_require_expr (reader, child, "test");
      contract->message = im_unit_reader_require_text (reader, child, "error");
      contract->is_advice = read_advice (reader, child);
      if (contract->test != NULL)
        reader->unit->n_contracts++;
    }
}

static ImUnitExpr *
read_condition_text (ImUnitReader *reader, const ImXmlElement *element)
{
  ImUnitText text = im_unit_reader_get_text (element, "value");

  im_unit_reader_check_element (reader, element, "value", "");
  if (text.text == NULL)
    text = im_unit_reader_get_body (element);
  if (text.text == NULL)
    im_unit_reader_report (reader, IM_SEVERITY_ERROR, "missing-attribute",
                           element->name_span,
                           "<%s> needs the attribute “value” or a text", element->name);

  return im_unit_reader_new_expr (reader, text);
}

/* Whether to warn if nothing but this condition keeps an implementation from being used.
 */
static gboolean
read_optimize (ImUnitReader *reader, const ImXmlElement *element)
{
  ImUnitText text = im_unit_reader_get_text (element, "optimize");

  if (text.text == NULL)
    return FALSE;
  if (strcmp (text.text, "warning") != 0)
    im_unit_reader_report (
        reader, IM_SEVERITY_WARNING, "unknown-value", text.raw,
        "“%s” has no meaning here; optimize is warning, or is not given", text.text);

  return strcmp (text.text, "warning") == 0;
}

/* Returns FALSE if the element is no condition. */
static gboolean
read_condition (ImUnitReader *reader, const ImXmlElement *element, ImCondition *condition)
{
  const char *subject;

  if (strcmp (element->name, "Conditional") == 0)
    {
      condition->kind = IM_CONDITION_EXPRESSION;
      condition->expression = read_condition_text (reader, element);
      return condition->expression != NULL;
    }

  if (strcmp (element->name, "TensorType") == 0)
    {
      condition->kind = IM_CONDITION_TENSOR_TYPE;
      subject = "tensor";
      im_unit_reader_check_element (reader, element, "tensor type", "");
    }
  else if (strcmp (element->name, "ConstantType") == 0)
    {
      condition->kind = IM_CONDITION_CONSTANT_TYPE;
      subject = "constant";
      im_unit_reader_check_element (reader, element, "constant type optimize", "");
      condition->warns = read_optimize (reader, element);
    }
  else
    return FALSE;

  condition->expression = im_unit_reader_require_expr (reader, element, subject);
  condition->type = im_unit_reader_get_text (element, "type");
  return condition->expression != NULL;
}

static void
read_conditions (ImUnitReader *reader,
                 const ImXmlElement *element,
                 ImImplementation *implementation)
{
  guint n = im_unit_reader_count_children (element, NULL) + 1;
  ImCondition *conditions = im_arena_new0 (reader->arena, ImCondition, n);
  ImUnitExpr *conditional = im_unit_reader_get_expr (reader, element, "conditional");

  implementation->conditions = conditions;
  if (conditional != NULL)
    conditions[implementation->n_conditions++].expression = conditional;
  for (const ImXmlElement *child = im_unit_reader_first (element); child != NULL;
       child = im_unit_reader_next (child))
    if (read_condition (reader, child, &conditions[implementation->n_conditions]))
      implementation->n_conditions++;
}

static ImUnitPromise
read_promise (ImUnitReader *reader, const ImXmlElement *element, const char *name)
{
  ImUnitText text = im_unit_reader_get_own (element, name);
  ImUnitPromise promise = { FALSE, 0 };

  if (text.text == NULL)
    return promise;
  promise.is_stated = im_unit_parse_number (text.text, &promise.number) &&
                      promise.number >= 0;
  if (!promise.is_stated)
    im_unit_reader_report (reader, IM_SEVERITY_ERROR, "bad-number", text.raw,
                           "“%s” is no number of at least 0", text.text);

  return promise;
}

ImUnitPromises
im_unit_reader_read_promises (ImUnitReader *reader, const ImXmlElement *element)
{
  return (ImUnitPromises){
    .tolerance = read_promise (reader, element, "tolerance"),
    .absolute = read_promise (reader, element, "absolute-tolerance"),
    .of_inputs = read_promise (reader, element, "input-tolerance"),
    .input_limit = read_promise (reader, element, "input-limit"),
  };
}

static ImLanguage
read_language (ImUnitReader *reader, const ImXmlElement *element)
{
  ImUnitText text = im_unit_reader_require_text (reader, element, "language");

  if (g_ascii_strcasecmp (text.text, "C") == 0)
    return IM_LANGUAGE_C;
  if (g_ascii_strcasecmp (text.text, "Python") == 0)
    return IM_LANGUAGE_PYTHON;
  if (g_ascii_strcasecmp (text.text, "Tile") == 0)
    return IM_LANGUAGE_TILE;
  if (g_ascii_strcasecmp (text.text, "SkriptND") == 0 && reader->is_of_operators)
    return IM_LANGUAGE_SKRIPTND;
  if (*text.text != '\0')
    im_unit_reader_report (reader, IM_SEVERITY_WARNING, "unknown-language", text.raw,
                           "“%s” is no language of an implementation; it is C, Python or "
                           "Tile",
                           text.text);

  return IM_LANGUAGE_UNKNOWN;
}

static void
read_implementation (ImUnitReader *reader,
                     const ImXmlElement *element,
                     ImImplementation *implementation)
{
  implementation->element = element;
  implementation->promises = im_unit_reader_read_promises (reader, element);
  implementation->block = im_unit_reader_get_own (element, "block").text;
  if (strcmp (element->name, "Factory") == 0)
    {
      im_unit_reader_check_element (reader, element, "assembly class call", "");
      implementation->language = IM_LANGUAGE_FACTORY;
      implementation->class_name = im_unit_reader_read_class (reader, element);
    }
  else
    {
      im_unit_reader_check_element (reader, element, "language conditional fragment call",
                                    "Conditional TensorType ConstantType");
      implementation->language = read_language (reader, element);
      implementation->fragment = im_unit_reader_require_text (reader, element,
                                                              "fragment");
    }
  implementation->call = im_unit_reader_require_expr (reader, element, "call");
  read_conditions (reader, element, implementation);
}

void
im_unit_reader_read_section (ImUnitReader *reader,
                             const ImXmlElement *element,
                             ImSectionKind kind)
{
  ImSection *section = &reader->unit->sections[kind];
  guint n = im_unit_reader_count_children (element, NULL);
  ImImplementation *implementations = im_arena_new0 (reader->arena, ImImplementation, n);

  if (section->element != NULL)
    {
      im_unit_reader_report (
          reader, IM_SEVERITY_ERROR, "duplicate-element", element->name_span,
          "a unit has one %s section; this one is ignored", im_section_get_name (kind));
      return;
    }

  im_unit_reader_check_element (reader, element, "returnStatus",
                                "Implementation Factory");
  section->element = element;
  section->returns_status = im_unit_reader_get_boolean (reader, element, "returnStatus",
                                                        FALSE);
  section->implementations = implementations;
  for (const ImXmlElement *child = im_unit_reader_first (element); child != NULL;
       child = im_unit_reader_next (child))
    if (strcmp (child->name, "Implementation") == 0 ||
        strcmp (child->name, "Factory") == 0)
      read_implementation (reader, child, &implementations[section->n_implementations++]);
}
