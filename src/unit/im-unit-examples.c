/* SPDX-License-Identifier: MIT
 *
 * Reader of the examples of a unit, which are elements of our namespace:
 *
 *   <im:Examples>
 *     <im:Example text="The largest element of each row.">
 *       <im:Input name="input" type="float32" shape="[2,3]">1 5 2  7 -1 3</im:Input>
 *       <im:Argument param="axis">0</im:Argument>
 *       <im:Output name="output">5 7</im:Output>
 *     </im:Example>
 *   </im:Examples>
 */
#include <math.h>
#include <string.h>

#include "unit/im-unit-reader.h"

#define BLANKS " \t\r\n"

/* Reads numbers between blanks; NaN and infinities are numbers here. Returns the byte of
 * the first word that is none, or -1. */
static gssize
parse_numbers (const char *text, GArray *numbers)
{
  const char *word = text + strspn (text, BLANKS);

  while (*word != '\0')
    {
      char *end;
      double number = g_ascii_strtod (word, &end);

      if (end == word || strcspn (end, BLANKS) > 0)
        return word - text;
      g_array_append_val (numbers, number);
      word = end + strspn (end, BLANKS);
    }

  return -1;
}

static void
read_numbers (ImUnitReader *reader, ImUnitExampleTensor *tensor)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (double));
  ImUnitText text = im_unit_reader_get_body (tensor->element);
  gssize bad = text.text == NULL ? -1 : parse_numbers (text.text, numbers);

  if (bad >= 0)
    {
      ImSpan span = { (guint32) bad,
                      (guint32) (bad + (gssize) strcspn (text.text + bad, BLANKS)) };

      im_unit_reader_report (reader, IM_SEVERITY_ERROR, "bad-number",
                             im_xml_map_span (reader->document, text.raw, span),
                             "“%.*s” is no number; expected numbers, nan or inf between "
                             "blanks",
                             (int) (span.end - span.start), text.text + bad);
      return;
    }
  if (numbers->len == 0)
    im_unit_reader_report (
        reader, IM_SEVERITY_ERROR, "missing-element", tensor->element->name_span,
        "<%s> of an example needs numbers as its text", tensor->element->name);
  tensor->n_numbers = numbers->len;
  tensor->numbers = im_arena_new0 (reader->arena, double, numbers->len);
  if (numbers->len > 0)
    memcpy ((gpointer) tensor->numbers, numbers->data, numbers->len * sizeof (double));
}

typedef gboolean (*ParameterTest) (const ImParameter *parameter);

static gboolean
is_input (const ImParameter *parameter)
{
  return parameter->kind == IM_PARAMETER_INPUT;
}

static gboolean
is_output (const ImParameter *parameter)
{
  return parameter->kind == IM_PARAMETER_OUTPUT || parameter->kind == IM_PARAMETER_RETURN;
}

/* The parameter that an example names, if it is one of those that @is_one takes. */
static const ImParameter *
find_parameter (ImUnitReader *reader,
                const ImUnitText *name,
                ParameterTest is_one,
                const char *what)
{
  const ImUnit *unit = reader->unit;
  const ImParameter *parameter = im_unit_find_parameter (unit, name->text);
  g_autoptr (GString) known = g_string_new (NULL);

  if (parameter != NULL && is_one (parameter))
    return parameter;

  for (guint i = 0; i < unit->n_parameters; i++)
    if (is_one (&unit->parameters[i]))
      g_string_append_printf (known, "%s%s", known->len > 0 ? ", " : "",
                              unit->parameters[i].name.text);
  if (*name->text != '\0')
    im_unit_reader_report (reader, IM_SEVERITY_ERROR, "unknown-parameter", name->raw,
                           "%s has no %s “%s”; it has: %s", unit->id.text, what,
                           name->text, known->len > 0 ? known->str : "none");

  return NULL;
}

static void
append_part (GString *out,
             const ImXmlElement *element,
             const char *name,
             const char *sign)
{
  ImUnitText text = im_unit_reader_get_text (element, name);

  if (text.text != NULL)
    g_string_append_printf (out, "%s%s", sign, text.text);
}

/* The attributes say what a type says in one text elsewhere. */
static void
read_type (ImUnitReader *reader, ImUnitExampleTensor *tensor)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  ImUnitText type = im_unit_reader_require_text (reader, tensor->element, "type");
  ImUnitText shape = im_unit_reader_require_text (reader, tensor->element, "shape");

  if (*type.text == '\0' || *shape.text == '\0')
    return;

  append_part (text, tensor->element, "type", "");
  append_part (text, tensor->element, "shape", "");
  append_part (text, tensor->element, "rate", "@");
  append_part (text, tensor->element, "shift", ";shift=");
  append_part (text, tensor->element, "scale", ";scale=");
  append_part (text, tensor->element, "offset", ";offset=");
  if (!im_tensor_type_parse (text->str, &tensor->type, &error))
    im_unit_reader_report (reader, IM_SEVERITY_ERROR, "bad-type",
                           tensor->element->name_span, "%s", error->message);
  else if (!im_shape_is_known (&tensor->type.shape))
    im_unit_reader_report (reader, IM_SEVERITY_ERROR, "bad-type",
                           tensor->element->name_span,
                           "an example has numbers, so all sizes of its shape are known, "
                           "found %s",
                           shape.text);
}

/* The numbers must fill one tensor or several. */
static void
check_count (ImUnitReader *reader, const ImUnitExampleTensor *tensor)
{
  gint32 count = 0;

  im_shape_product (&tensor->type.shape, 0, tensor->type.shape.rank, &count, NULL);
  if (count == 0 || tensor->n_numbers == 0 || tensor->n_numbers % (guint) count == 0)
    return;

  im_unit_reader_report (reader, IM_SEVERITY_ERROR, "example-count",
                         tensor->element->name_span,
                         "there are %u numbers; a tensor has %d, so a multiple of %d is "
                         "expected",
                         tensor->n_numbers, count, count);
}

static void
read_tensor (ImUnitReader *reader, ImUnitExampleTensor *tensor, gboolean is_expected)
{
  im_unit_reader_check_element (
      reader, tensor->element,
      is_expected ? "name tolerance" : "name type shape rate shift scale offset", "");
  tensor->name = im_unit_reader_show_name (
      reader, im_unit_reader_require_text (reader, tensor->element, "name"));
  tensor->parameter = is_expected
                          ? find_parameter (reader, &tensor->name, is_output, "output")
                          : find_parameter (reader, &tensor->name, is_input, "input");
  read_numbers (reader, tensor);
  if (is_expected)
    tensor->tolerance = im_unit_reader_get_number (reader, tensor->element, "tolerance",
                                                   -1);
  else
    {
      read_type (reader, tensor);
      check_count (reader, tensor);
    }
}

static void
read_argument (ImUnitReader *reader,
               const ImXmlElement *element,
               ImUnitArgument *argument)
{
  const ImParameter *parameter;

  im_unit_reader_check_element (reader, element, "param", "");
  argument->element = element;
  argument->parameter = im_unit_reader_show_name (
      reader, im_unit_reader_require_text (reader, element, "param"));
  argument->literal = im_unit_reader_get_body (element);
  if (argument->literal.text == NULL)
    argument->literal.text = "";
  parameter = find_parameter (reader, &argument->parameter, im_parameter_is_option,
                              "option");
  if (parameter != NULL)
    argument->literal_kind = parameter->kind;
}

static void
read_example (ImUnitReader *reader, const ImXmlElement *element, ImUnitExample *example)
{
  guint n = im_unit_reader_count_children (element, NULL);
  ImUnitExampleTensor *inputs = im_arena_new0 (reader->arena, ImUnitExampleTensor, n);
  ImUnitExampleTensor *outputs = im_arena_new0 (reader->arena, ImUnitExampleTensor, n);
  ImUnitArgument *arguments = im_arena_new0 (reader->arena, ImUnitArgument, n);

  im_unit_reader_check_element (reader, element, "text", "Input Argument Output");
  example->element = element;
  example->text = im_unit_reader_show_text (
      reader, im_unit_reader_get_text (element, "text").text);
  example->inputs = inputs;
  example->outputs = outputs;
  example->arguments = arguments;
  for (const ImXmlElement *child = im_unit_reader_first (element); child != NULL;
       child = im_unit_reader_next (child))
    if (strcmp (child->name, "Input") == 0)
      {
        inputs[example->n_inputs].element = child;
        read_tensor (reader, &inputs[example->n_inputs++], FALSE);
      }
    else if (strcmp (child->name, "Output") == 0)
      {
        outputs[example->n_outputs].element = child;
        read_tensor (reader, &outputs[example->n_outputs++], TRUE);
      }
    else if (strcmp (child->name, "Argument") == 0)
      read_argument (reader, child, &arguments[example->n_arguments++]);
  if (example->n_outputs == 0)
    im_unit_reader_report (reader, IM_SEVERITY_ERROR, "missing-element",
                           element->name_span,
                           "an example needs an <Output>: what is expected");
}

void
im_unit_reader_read_examples (ImUnitReader *reader, const ImXmlElement *element)
{
  guint n = im_unit_reader_count_children (element, "Example");
  ImUnitExample *examples = im_arena_new0 (reader->arena, ImUnitExample, n);

  im_unit_reader_check_element (reader, element, "", "Example");
  reader->unit->examples = examples;
  for (const ImXmlElement *child = im_unit_reader_first (element); child != NULL;
       child = im_unit_reader_next (child))
    if (strcmp (child->name, "Example") == 0)
      read_example (reader, child, &examples[reader->unit->n_examples++]);
}
