/* SPDX-License-Identifier: MIT
 *
 * What a pipeline says of its inputs, outputs, options and expressions. A graph says it
 * in children of nodes, a stack in attributes of parameters.
 */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/im-arena.h"
#include "document/change/im-document-change.h"
#include "unit/im-unit-frame.h"
#include "unit/im-unit-text.h"

/* What an edit is about: a parameter with its node, if it has one, or an expression
 * node. */
typedef struct
{
  ImDocument *document;
  ImXmlEdit *xml;
  const char *name;
  const char *property;
  const char *text; /* NULL to remove */
  const ImParameter *parameter;
  const ImGraphNode *node;
} Subject;

static gboolean
find_subject (Subject *subject, GError **error)
{
  ImDocument *self = subject->document;
  const ImUnit *unit = self->unit;
  gint number = self->nodes->len == 0 ? -1
                                      : im_graph_find_node (self->graph, subject->name);

  subject->parameter = im_unit_find_parameter (unit, subject->name);
  subject->node = subject->parameter != NULL || number < 0
                      ? NULL
                      : im_document_get_node (self, (guint) number)->node;
  if (subject->node != NULL)
    subject->parameter = subject->node->parameter;
  if (unit->is_preprocessor &&
      (subject->parameter == NULL || subject->parameter->kind != IM_PARAMETER_INPUT ||
       strcmp (subject->property, "type") != 0))
    return im_document_refuse (error, subject->name,
                               _ ("a project says nothing more of it than its type"));
  if (subject->parameter != NULL ||
      (subject->node != NULL && subject->node->kind == IM_NODE_EXPRESSION))
    return TRUE;

  return im_document_refuse (error, subject->name,
                             _ ("there is no input, output, option, expression or frame "
                                "of that name"));
}

static const ImXmlElement *
get_element (const Subject *subject)
{
  return subject->parameter != NULL ? subject->parameter->element
                                    : subject->node->declaration->element;
}

/* Whether it stands in a graph, as a node. */
static gboolean
is_node (const Subject *subject)
{
  return im_document_is_free (subject->document);
}

static gboolean
refuse_property (const Subject *subject, GError **error)
{
  g_set_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT,
               _ ("%s: it has no “%s” that could be set"), subject->name,
               subject->property);

  return FALSE;
}

static void
set_attribute (const Subject *subject, const char *name)
{
  if (subject->text == NULL)
    im_xml_edit_remove_attribute (subject->xml, get_element (subject), name);
  else
    im_xml_edit_set_attribute (subject->xml, get_element (subject), name, subject->text);
}

/* The text of a child, which comes in front of the others if @is_first. */
static gboolean
set_child (const Subject *subject, const char *name, gboolean is_first, GError **error)
{
  const ImXmlElement *element = get_element (subject);
  const ImXmlElement *child = im_xml_element_find_child (element, name);
  g_autofree char *markup = NULL;

  if (child != NULL && child->first_child != NULL)
    return im_document_refuse (error, subject->name,
                               _ ("its description has marks; edit it as text"));
  if (child != NULL && subject->text == NULL)
    im_xml_edit_remove (subject->xml, child);
  else if (child != NULL)
    im_xml_edit_set_text (subject->xml, child, subject->text);
  else if (subject->text != NULL)
    {
      markup = g_markup_printf_escaped ("<%s>%s</%s>", name, subject->text, name);
      im_xml_edit_insert (subject->xml, element, is_first ? element->first_child : NULL,
                          markup);
    }

  return TRUE;
}

static gboolean
set_label (const Subject *subject, GError **error)
{
  if (subject->parameter == NULL)
    return refuse_property (subject, error);
  set_attribute (subject, is_node (subject) ? "name" : "text");

  return TRUE;
}

static gboolean
set_description (const Subject *subject, GError **error)
{
  const ImXmlElement *element = get_element (subject);
  gboolean has_attribute = im_xml_element_find_attribute (element, NULL, "description") !=
                           NULL;
  gboolean has_child = im_xml_element_find_child (element, "Description") != NULL;

  if (!has_child && (has_attribute || !is_node (subject)))
    {
      set_attribute (subject, "description");
      return TRUE;
    }

  return set_child (subject, "Description", TRUE, error);
}

/* Where the default, minimum and maximum of an option stand. */
static const struct
{
  const char *property;
  const char *child;
  gsize offset; /* in ImOption */
} limits[] = {
  { "default", "DefaultValue", G_STRUCT_OFFSET (ImOption, initial) },
  { "min", "MinValue", G_STRUCT_OFFSET (ImOption, minimum) },
  { "max", "MaxValue", G_STRUCT_OFFSET (ImOption, maximum) },
};

static const char *
get_limit (const ImOption *option, guint row)
{
  return ((const ImUnitText *) ((const char *) option + limits[row].offset))->text;
}

/* Refuses a default that is not between the least and the greatest value. */
static gboolean
check_order (const Subject *subject, guint row, GError **error)
{
  const char *texts[G_N_ELEMENTS (limits)];
  double numbers[G_N_ELEMENTS (limits)];
  gboolean has[G_N_ELEMENTS (limits)];
  static const guint pairs[][2] = { { 1, 0 }, { 0, 2 }, { 1, 2 } };

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      texts[i] = i == row ? subject->text : get_limit (subject->parameter->option, i);
      has[i] = texts[i] != NULL && im_unit_parse_number (texts[i], &numbers[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      guint less = pairs[i][0], more = pairs[i][1];

      if ((less != row && more != row) || !has[less] || !has[more] ||
          numbers[less] <= numbers[more])
        continue;
      g_set_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT,
                   _ ("%s: the %s %s would be greater than the %s %s"), subject->name,
                   limits[less].property, texts[less], limits[more].property,
                   texts[more]);
      return FALSE;
    }

  return TRUE;
}

static gboolean
has_limits (const ImParameter *parameter)
{
  return parameter->kind == IM_PARAMETER_INT || parameter->kind == IM_PARAMETER_DOUBLE;
}

static gboolean
set_limit (const Subject *subject, guint row, GError **error)
{
  const ImParameter *parameter = subject->parameter;
  const char *attribute = limits[row].property;

  if (parameter == NULL || parameter->option == NULL ||
      (row > 0 && !has_limits (parameter)))
    return refuse_property (subject, error);
  if (subject->text != NULL &&
      (!im_document_check_literal (parameter->kind, subject->text, error) ||
       (has_limits (parameter) && !check_order (subject, row, error))))
    return FALSE;
  if (is_node (subject))
    return set_child (subject, limits[row].child, FALSE, error);
  if (row == 0 &&
      im_xml_element_find_attribute (parameter->element, NULL, "default") == NULL &&
      im_xml_element_find_attribute (parameter->element, NULL, "value") != NULL)
    attribute = "value";
  set_attribute (subject, attribute);

  return TRUE;
}

/* Whether all choices of an option can be those of another type. */
static gboolean
fit_choices (const ImOption *option, ImParameterKind kind)
{
  for (guint i = 0; i < option->n_items; i++)
    if (!im_document_check_literal (kind, option->items[i].value.text, NULL))
      return FALSE;

  return kind == IM_PARAMETER_INT || kind == IM_PARAMETER_DOUBLE ||
         kind == IM_PARAMETER_STRING;
}

/* Another type of an option: what does not fit it is gone. */
static gboolean
set_option_type (const Subject *subject, GError **error)
{
  const ImParameter *parameter = subject->parameter;
  gint kind = subject->text == NULL ? -1 : im_document_find_option_kind (subject->text);
  gboolean is_number = kind == IM_PARAMETER_INT || kind == IM_PARAMETER_DOUBLE;
  const ImXmlElement *choices = im_xml_element_find_child (parameter->element, "OneOf");
  g_autofree char *list = g_strjoinv (", ", (char **) im_edit_option_types);
  Subject without = *subject;

  if (kind < 0)
    {
      g_set_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT,
                   _ ("%s: “%s” is no type of an option, expected one of %s"),
                   subject->name, subject->text == NULL ? "" : subject->text, list);
      return FALSE;
    }
  if ((ImParameterKind) kind == parameter->kind)
    return FALSE;
  without.text = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      const char *text = get_limit (parameter->option, i);

      if (text != NULL &&
          ((i > 0 && !is_number) ||
           !im_document_check_literal ((ImParameterKind) kind, text, NULL)) &&
          !set_limit (&without, i, error))
        return FALSE;
    }
  if (choices != NULL && !fit_choices (parameter->option, (ImParameterKind) kind))
    im_xml_edit_remove (subject->xml, choices);
  im_xml_edit_rename (
      subject->xml, parameter->element,
      im_document_get_option_element (subject->document, (ImParameterKind) kind));

  return TRUE;
}

static const ImXmlElement *
find_expression (const Subject *subject)
{
  return im_xml_element_find_child (get_element (subject), "Expression");
}

static gboolean
set_type (const Subject *subject, ImDocumentChange *change, GError **error)
{
  const ImParameter *parameter = subject->parameter;
  const ImXmlElement *expression = parameter == NULL ? find_expression (subject) : NULL;
  ImEdit edit = { .kind = IM_EDIT_TYPE,
                  .n_nodes = 1,
                  .nodes = parameter == NULL ? NULL : &parameter->name.text,
                  .text = subject->text };

  if (parameter != NULL && parameter->option != NULL)
    return set_option_type (subject, error);
  if (parameter != NULL && parameter->kind == IM_PARAMETER_INPUT && edit.text != NULL)
    return im_document_make_type (subject->document, &edit, change, error);
  if (expression == NULL)
    return refuse_property (subject, error);
  if (subject->text == NULL)
    im_xml_edit_remove_attribute (subject->xml, expression, "type");
  else if (!im_xml_edit_is_name (subject->text) || strchr (subject->text, ':') != NULL)
    return im_document_refuse (error, subject->name,
                               _ ("expected Boolean, Integer, Real, String, Shape, "
                                  "Tensor or Array"));
  else
    im_xml_edit_set_attribute (subject->xml, expression, "type", subject->text);

  return TRUE;
}

static gboolean
parse (const char *name, const char *text, GError **error)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImExprError *problem = NULL;

  if (im_expr_parse (arena, text, -1, NULL, &problem) != NULL)
    return TRUE;
  g_set_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT,
               _ ("%s: character %u: %s"), name,
               (guint) g_utf8_strlen (text, problem->span.start) + 1, problem->message);

  return FALSE;
}

/* What a stack says of an output. */
static gboolean
set_output (const Subject *subject, GError **error)
{
  const ImParameter *parameter = subject->parameter;

  if (parameter == NULL || parameter->kind != IM_PARAMETER_OUTPUT || is_node (subject))
    return refuse_property (subject, error);
  if (subject->text == NULL && strcmp (subject->property, "rate") != 0)
    return im_document_refuse (error, subject->name,
                               _ ("an output of a stack has a type and a shape"));
  if (subject->text != NULL && !parse (subject->name, subject->text, error))
    return FALSE;
  set_attribute (subject, subject->property);
  im_document_stop_following (subject->document, subject->xml, get_element (subject));

  return TRUE;
}

/* Replaces an expression where the file has it. */
static gboolean
replace_expression (const Subject *subject, const char *text, GError **error)
{
  const ImXmlElement *element = subject->parameter == NULL ? find_expression (subject)
                                                           : get_element (subject);

  if (element == NULL)
    return im_document_refuse (error, subject->name, _ ("expected <Expression>"));
  if (im_xml_element_find_attribute (element, NULL, "value") != NULL)
    im_xml_edit_set_attribute (subject->xml, element, "value", text);
  else if (element->first_child != NULL)
    return im_document_refuse (error, subject->name,
                               _ ("expected an element without children"));
  else
    im_xml_edit_set_text (subject->xml, element, text);

  return TRUE;
}

static gboolean
set_expression (const Subject *subject, GError **error)
{
  const ImParameter *parameter = subject->parameter;
  g_autoptr (GString) inputs = g_string_new (NULL);

  if ((parameter != NULL && parameter->kind != IM_PARAMETER_HIDDEN) ||
      subject->text == NULL)
    return refuse_property (subject, error);
  if (parameter != NULL)
    return parse (subject->name, subject->text, error) &&
           replace_expression (subject, subject->text, error);
  if (!im_document_sync_inputs (subject->document, subject->xml, subject->node,
                                subject->node->name, subject->text, inputs, error) ||
      !replace_expression (subject, subject->text, error))
    return FALSE;
  if (inputs->len > 0)
    im_xml_edit_insert (subject->xml, get_element (subject), NULL, inputs->str);

  return TRUE;
}

/* `LABEL: VALUE`, or `VALUE` alone. */
static char *
dup_item (const Subject *subject, const char *item, GError **error)
{
  const char *colon = strrchr (item, ':');
  g_autofree char *value = g_strstrip (g_strdup (colon == NULL ? item : colon + 1));
  g_autofree char *label = colon == NULL
                               ? NULL
                               : g_strstrip (g_strndup (item, (gsize) (colon - item)));

  if (!im_document_check_literal (subject->parameter->kind, value, error))
    return NULL;

  return label == NULL
             ? g_markup_printf_escaped ("<Item>%s</Item>", value)
             : g_markup_printf_escaped ("<Item text=\"%s\">%s</Item>", label, value);
}

static gboolean
set_choices (const Subject *subject, GError **error)
{
  const ImParameter *parameter = subject->parameter;
  const ImXmlElement *old;
  g_auto (GStrv) items = NULL;
  g_autoptr (GString) markup = g_string_new ("<OneOf>\n");

  if (parameter == NULL || parameter->option == NULL ||
      (!has_limits (parameter) && parameter->kind != IM_PARAMETER_STRING))
    return refuse_property (subject, error);
  items = g_strsplit (subject->text == NULL ? "" : subject->text, ",", -1);
  for (guint i = 0; items[i] != NULL; i++)
    {
      g_autofree char *item = dup_item (subject, items[i], error);

      if (item == NULL)
        return FALSE;
      g_string_append_printf (markup, "\t%s\n", item);
    }
  g_string_append (markup, "</OneOf>");
  old = im_xml_element_find_child (parameter->element, "OneOf");
  if (subject->text != NULL)
    im_xml_edit_insert (subject->xml, parameter->element, old, markup->str);
  if (old != NULL)
    im_xml_edit_remove (subject->xml, old);

  return TRUE;
}

typedef struct
{
  char *name;
  char *type;
} Input;

static void
clear_input (gpointer data)
{
  Input *input = data;

  g_free (input->name);
  g_free (input->type);
}

/* `NAME: TYPE` or `NAME`, with commas between them; none in an empty text. */
static GArray *
parse_inputs (const Subject *subject, GError **error)
{
  g_autoptr (GArray) inputs = g_array_new (FALSE, TRUE, sizeof (Input));
  g_auto (GStrv) items = g_strsplit (subject->text == NULL ? "" : subject->text, ",", -1);

  g_array_set_clear_func (inputs, clear_input);
  for (guint i = 0; items[i] != NULL; i++)
    {
      const char *colon = strchr (items[i], ':');
      Input input = { g_strstrip (g_strndup (items[i], colon == NULL
                                                           ? strlen (items[i])
                                                           : (gsize) (colon - items[i]))),
                      colon == NULL ? NULL : g_strstrip (g_strdup (colon + 1)) };
      gboolean is_taken = FALSE;

      for (guint k = 0; k < inputs->len; k++)
        is_taken |= strcmp (g_array_index (inputs, Input, k).name, input.name) == 0;
      g_array_append_val (inputs, input);
      if (is_taken)
        im_document_refuse (error, input.name, _ ("there are two inputs of that name"));
      if (is_taken || !im_document_check_identifier (input.name, error) ||
          (input.type != NULL && !im_document_check_identifier (input.type, error)))
        return NULL;
    }

  return g_steal_pointer (&inputs);
}

/* The elements of the inputs of an expression node, in their order. */
static GPtrArray *
list_input_elements (const Subject *subject)
{
  GPtrArray *elements = g_ptr_array_new ();

  for (const ImXmlElement *child = get_element (subject)->first_child; child != NULL;
       child = child->next_sibling)
    if (strcmp (child->name, "Input") == 0)
      g_ptr_array_add (elements, (gpointer) child);

  return elements;
}

/* A name in an expression, and what takes its place. */
typedef struct
{
  ImSpan span;
  const char *name;
} Replacement;

static void
list_replacements (const ImExpr *expr,
                   const char *name,
                   const char *new_name,
                   GArray *replacements)
{
  Replacement replacement = { expr->name_span, new_name };

  if (expr->kind == IM_EXPR_NAME && strcmp (expr->name, name) == 0)
    g_array_append_val (replacements, replacement);
  for (guint i = 0; i < expr->n_operands; i++)
    list_replacements (expr->operands[i], name, new_name, replacements);
}

static gint
compare_replacements (gconstpointer a, gconstpointer b)
{
  const Replacement *left = a, *right = b;

  return (left->span.start < right->span.start) - (left->span.start > right->span.start);
}

/* The expression of a node whose inputs have other names, from its end to its start. */
static gboolean
rename_in_expression (const Subject *subject, const GArray *inputs, GError **error)
{
  const ImUnitNode *node = subject->node->declaration;
  const ImUnitExpr *expression = node->expression;
  g_autoptr (GArray) replacements = g_array_new (FALSE, FALSE, sizeof (Replacement));
  g_autoptr (GString) text = NULL;

  if (expression == NULL || expression->expr == NULL)
    return TRUE;
  for (guint i = 0; i < MIN (node->n_inputs, inputs->len); i++)
    if (strcmp (node->inputs[i].name.text, g_array_index (inputs, Input, i).name) != 0)
      list_replacements (expression->expr, node->inputs[i].name.text,
                         g_array_index (inputs, Input, i).name, replacements);
  if (replacements->len == 0)
    return TRUE;
  g_array_sort (replacements, compare_replacements);
  text = g_string_new (expression->text);
  for (guint i = 0; i < replacements->len; i++)
    {
      const Replacement *replacement = &g_array_index (replacements, Replacement, i);
      ImSpan span = replacement->span;

      g_string_erase (text, span.start, (gssize) span.end - (gssize) span.start);
      g_string_insert (text, span.start, replacement->name);
    }

  return replace_expression (subject, text->str, error);
}

/* Refuses to take an input away that something leads to or that is used. */
static gboolean
check_unused (const Subject *subject, guint first, GError **error)
{
  const ImUnitNode *node = subject->node->declaration;
  g_autoptr (GArray) uses = g_array_new (FALSE, FALSE, sizeof (Replacement));

  for (guint i = first; i < node->n_inputs; i++)
    {
      const char *name = node->inputs[i].name.text;

      if (node->expression != NULL && node->expression->expr != NULL)
        list_replacements (node->expression->expr, name, name, uses);
      if (uses->len > 0)
        return im_document_refuse (error, name, _ ("the expression uses this input"));
      if (im_graph_find_link (subject->document->graph, subject->node->number, name) !=
          NULL)
        return im_document_refuse (error, name, _ ("a pipe leads to this input"));
    }

  return TRUE;
}

static void
change_input (const Subject *subject,
              const ImXmlElement *element,
              const ImUnitNodeInput *old,
              const Input *input)
{
  if (strcmp (old->name.text, input->name) != 0)
    {
      im_xml_edit_set_attribute (subject->xml, element, "param", input->name);
      im_document_edit_target_port (subject->document, subject->xml, subject->node,
                                    old->name.text, input->name);
    }
  if (input->type != NULL)
    im_xml_edit_set_attribute (subject->xml, element, "type", input->type);
  else if (old->type != NULL)
    im_xml_edit_remove_attribute (subject->xml, element, "type");
}

static gboolean
set_inputs (const Subject *subject, GError **error)
{
  const ImUnitNode *node = subject->node == NULL ? NULL : subject->node->declaration;
  g_autoptr (GArray) inputs = NULL;
  g_autoptr (GPtrArray) elements = NULL;
  g_autoptr (GString) markup = g_string_new (NULL);

  if (subject->parameter != NULL)
    return refuse_property (subject, error);
  inputs = parse_inputs (subject, error);
  if (inputs == NULL || !check_unused (subject, inputs->len, error) ||
      !rename_in_expression (subject, inputs, error))
    return FALSE;
  elements = list_input_elements (subject);
  for (guint i = 0; i < MAX (inputs->len, node->n_inputs); i++)
    {
      const Input *input = &g_array_index (inputs, Input, i);

      if (i >= inputs->len)
        im_xml_edit_remove (subject->xml, elements->pdata[i]);
      else if (i < node->n_inputs)
        change_input (subject, elements->pdata[i], &node->inputs[i], input);
      else
        g_string_append_printf (
            markup, "%s<Input param=\"%s\"%s%s%s />", markup->len == 0 ? "" : "\n",
            input->name, input->type == NULL ? "" : " type=\"",
            input->type == NULL ? "" : input->type, input->type == NULL ? "" : "\"");
    }
  if (markup->len > 0)
    im_xml_edit_insert (subject->xml, get_element (subject), NULL, markup->str);

  return TRUE;
}

/* What a property is called in the name of a step. */
static const char *
get_property_title (const char *property)
{
  static const struct
  {
    const char *property;
    const char *title;
  } titles[] = {
    { "text", N_ ("name") },       { "description", N_ ("description") },
    { "type", N_ ("type") },       { "shape", N_ ("shape") },
    { "rate", N_ ("rate") },       { "default", N_ ("default") },
    { "min", N_ ("minimum") },     { "max", N_ ("maximum") },
    { "choices", N_ ("choices") }, { "expression", N_ ("expression") },
    { "inputs", N_ ("inputs") },   { "title", N_ ("title") },
    { "color", N_ ("color") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    if (strcmp (titles[i].property, property) == 0)
      return _ (titles[i].title);

  return property;
}

static gboolean
set_property (const Subject *subject, ImDocumentChange *change, GError **error)
{
  const char *property = subject->property;

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    if (strcmp (property, limits[i].property) == 0)
      return set_limit (subject, i, error);
  if (strcmp (property, "text") == 0)
    return set_label (subject, error);
  if (strcmp (property, "description") == 0)
    return set_description (subject, error);
  if (strcmp (property, "choices") == 0)
    return set_choices (subject, error);
  if (strcmp (property, "expression") == 0)
    return set_expression (subject, error);
  if (strcmp (property, "inputs") == 0)
    return set_inputs (subject, error);
  if (strcmp (property, "title") == 0 || strcmp (property, "color") == 0)
    return refuse_property (subject, error);
  if (strcmp (property, "type") == 0 &&
      (subject->parameter == NULL || subject->parameter->kind != IM_PARAMETER_OUTPUT))
    return set_type (subject, change, error);

  return set_output (subject, error);
}

gboolean
im_document_make_property (ImDocument *self,
                           const ImEdit *edit,
                           ImDocumentChange *change,
                           GError **error)
{
  Subject subject = { .document = self,
                      .xml = change->xml,
                      .name = edit->nodes[0],
                      .property = edit->name,
                      .text = edit->text };
  const ImUnitFrame *frame = im_unit_find_frame (self->unit, edit->nodes[0]);

  if (frame != NULL)
    {
      if (!im_document_set_frame_property (frame, edit, change->xml, error))
        return FALSE;
    }
  else if (!find_subject (&subject, error) || !set_property (&subject, change, error))
    return FALSE;
  g_free (change->name);
  g_free (change->gesture);
  change->name = g_strdup_printf (_ ("Set %s of “%s”"),
                                  frame != NULL && strcmp (edit->name, "text") == 0
                                      ? _ ("text")
                                      : get_property_title (edit->name),
                                  frame != NULL ? im_unit_frame_get_label (frame)
                                  : subject.parameter != NULL ? subject.parameter->text
                                                              : subject.node->name);
  /* What was removed and set again stands elsewhere. */
  change->gesture = edit->text == NULL
                        ? NULL
                        : g_strconcat ("change/", edit->nodes[0], "/", edit->name, NULL);

  return TRUE;
}
