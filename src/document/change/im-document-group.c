/* SPDX-License-Identifier: MIT
 *
 * Layers of a stack as a composite of their own.
 */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "document/change/im-document-compound.h"
#include "document/change/im-document-markup.h"
#include "unit/im-unit-write.h"

/* An option that a group gets, or an input for a constant array. */
typedef struct
{
  char *name;
  const ImParameter *option; /* that it sets */
  char *value;               /* as an expression */
} GroupOption;

typedef struct
{
  ImDocument *document;
  const ImEdit *edit;
  guint first;
  guint n_layers;
  char *id;
  GPtrArray *options;  /* GroupOption */
  GString *layers;     /* markup of what is inside */
  GString *arguments;  /* of the layer that stands for the group */
  GString *parameters; /* markup of the options */
} Group;

static void
free_option (gpointer data)
{
  GroupOption *option = data;

  g_free (option->name);
  g_free (option->value);
  g_free (option);
}

static gboolean
has_option (Group *group, const char *name)
{
  for (guint i = 0; i < group->options->len; i++)
    if (strcmp (((GroupOption *) g_ptr_array_index (group->options, i))->name, name) == 0)
      return TRUE;

  return strcmp (name, "input") == 0 || strcmp (name, "output") == 0;
}

static const char *
get_option_element (ImParameterKind kind)
{
  static const char *const names[IM_N_PARAMETERS] = {
    [IM_PARAMETER_INT] = "Int32Option",           [IM_PARAMETER_DOUBLE] = "DoubleOption",
    [IM_PARAMETER_BOOL] = "BoolOption",           [IM_PARAMETER_STRING] = "StringOption",
    [IM_PARAMETER_SHAPE] = "ShapeOption",         [IM_PARAMETER_FILE] = "FileOption",
    [IM_PARAMETER_DIRECTORY] = "DirectoryOption", [IM_PARAMETER_INPUT] = "InputSocket"
  };

  return names[kind];
}

/* Its limits and choices, where they are no expressions, and what it is now. */
static void
append_details (GString *out, const ImParameter *option, const char *initial)
{
  const struct
  {
    const char *name;
    const char *value;
  } attributes[] = { { "default", initial },
                     { "min", option->option->minimum.text },
                     { "max", option->option->maximum.text } };

  for (gsize i = 0; i < G_N_ELEMENTS (attributes); i++)
    {
      const char *value = attributes[i].value;

      if (value != NULL && im_document_check_literal (option->kind, value, NULL))
        im_unit_write_attribute (out, attributes[i].name, value);
    }
  if (option->option->ui.text != NULL)
    im_unit_write_attribute (out, "ui", option->option->ui.text);
}

/* @initial is the default of one that is exposed, or NULL. Returns its name. */
static const char *
add_option (Group *group,
            const ImParameter *option,
            const char *expression,
            const char *initial)
{
  GroupOption *added = g_new0 (GroupOption, 1);
  const char *element = get_option_element (option->kind);
  GString *out = group->parameters;
  g_autofree char *argument = NULL;

  added->name = g_strdup (option->name.text);
  for (guint i = 2; has_option (group, added->name); i++)
    {
      g_free (added->name);
      added->name = g_strdup_printf ("%s_%u", option->name.text, i);
    }
  added->option = option;
  g_ptr_array_add (group->options, added);
  g_string_append_printf (out, "\t\t<%s", element);
  im_unit_write_attribute (out, "name", added->name);
  im_unit_write_attribute (out, "text", option->text);
  if (initial == NULL || option->description != NULL)
    im_unit_write_attribute (out, "description",
                             option->description == NULL ? "" : option->description);
  if (initial != NULL)
    append_details (out, option, initial);
  if (initial != NULL && option->option->n_items > 0)
    {
      g_string_append (out, ">\n");
      im_document_append_choices (out, option->option, 3);
      g_string_append_printf (out, "\t\t</%s>\n", element);
    }
  else
    g_string_append (out, " />\n");
  argument = g_markup_printf_escaped ("<Argument param=\"%s\">%s</Argument>", added->name,
                                      expression);
  g_string_append_printf (group->arguments, "\t%s\n", argument);

  return added->name;
}

/* An option of a layer that is set from outside; @given is what it is set to, or NULL. */
static const char *
expose (Group *group,
        const ImDocumentLayer *layer,
        const ImParameter *option,
        const char *given)
{
  g_autofree char *initial = im_document_dup_default (layer->evaluation, option);
  g_autofree char *text = NULL;
  ImValue value;

  if (given == NULL && im_document_get_known_value (layer->evaluation, option, &value))
    text = im_document_dup_expression (&value);

  return add_option (group, option, given != NULL ? given : text, initial);
}

/* Whether an argument is a constant array, which belongs to its layer. */
static gboolean
is_array (const ImUnit *around,
          const ImParameter *parameter,
          const ImUnitArgument *argument)
{
  return parameter->kind == IM_PARAMETER_INPUT && !around->is_preprocessor &&
         im_graph_argument_is_array (around, argument);
}

static void
append_argument (Group *group, const ImDocumentLayer *layer, const ImUnitArgument *source)
{
  const ImParameter *option = im_unit_find_parameter (layer->unit,
                                                      source->parameter.text);
  const char *text = source->value == NULL ? "" : source->value->text;
  g_autofree char *markup = NULL;
  gboolean follows;

  if (option == NULL || (!im_parameter_is_option (option) &&
                         !is_array (group->document->unit, option, source)))
    return;
  follows = source->value != NULL &&
            im_document_expression_uses_names (source->value->expr);
  if (im_document_is_exposed (group->edit, layer->name, option->name.text) ||
      (follows && group->edit->kind == IM_EDIT_EXTRACT &&
       im_parameter_is_option (option)))
    text = expose (group, layer, option, text);
  else if (follows)
    text = add_option (group, option, text, NULL);
  markup = g_markup_printf_escaped ("<Argument param=\"%s\">%s</Argument>",
                                    option->name.text, text);
  g_string_append_printf (group->layers, "\t\t\t%s\n", markup);
}

/* Options that are exposed, and are what they are without an argument. */
static void
append_defaults (Group *group, const ImDocumentLayer *layer)
{
  for (guint i = 0; i < layer->unit->n_parameters; i++)
    {
      const ImParameter *option = &layer->unit->parameters[i];
      gboolean is_given = !im_parameter_is_option (option) ||
                          !im_document_is_exposed (group->edit, layer->name,
                                                   option->name.text);

      for (guint k = 0; k < layer->node->n_arguments && !is_given; k++)
        is_given = strcmp (layer->node->arguments[k].parameter.text, option->name.text) ==
                   0;
      if (!is_given)
        g_string_append_printf (group->layers,
                                "\t\t\t<Argument param=\"%s\">%s</Argument>\n",
                                option->name.text, expose (group, layer, option, NULL));
    }
}

static void
append_layer (Group *group, const ImDocumentLayer *layer)
{
  g_autofree char *id = g_markup_escape_text (layer->node->unit_id.text, -1);
  gsize start;

  g_string_append_printf (group->layers, "\t\t<Unit id=\"%s\"%s>\n", id,
                          layer->node->is_enabled ? "" : " enabled=\"false\"");
  start = group->layers->len;
  im_document_append_comments (group->layers,
                               im_unit_file_get_source (group->document->file),
                               layer->node->element, 3);
  for (guint i = 0; i < layer->node->n_arguments; i++)
    append_argument (group, layer, &layer->node->arguments[i]);
  append_defaults (group, layer);
  if (group->layers->len > start)
    g_string_append (group->layers, "\t\t</Unit>\n");
  else
    {
      g_string_truncate (group->layers, start - 2);
      g_string_append (group->layers, " />\n");
    }
}

/* What the ends of the stack say of its input and output, the group says from now on. */
static void
append_sockets (Group *group, guint layer, ImParameterKind kind, const char *name)
{
  const ImDocumentLayer *end = im_document_get_layer (group->document, layer);

  for (guint i = 0; i < end->node->n_arguments; i++)
    {
      const ImUnitArgument *argument = &end->node->arguments[i];
      const ImParameter *parameter = im_unit_find_parameter (end->unit,
                                                             argument->parameter.text);
      g_autofree char *markup = NULL;

      if (parameter == NULL || parameter->kind != kind || parameter->socket->is_time ||
          is_array (group->document->unit, parameter, argument))
        continue;
      markup = g_markup_printf_escaped ("<Argument param=\"%s\">%s</Argument>", name,
                                        argument->value == NULL ? ""
                                                                : argument->value->text);
      g_string_append_printf (group->arguments, "\t%s\n", markup);
    }
}

/* The value that an option of the group has now. */
static gboolean
get_option_value (Group *group, guint index, ImValue *value)
{
  const GroupOption *option = g_ptr_array_index (group->options, index);

  for (guint i = group->first; i < group->first + group->n_layers; i++)
    {
      const ImDocumentLayer *layer = im_document_get_layer (group->document, i);

      if (im_unit_find_parameter (layer->unit, option->option->name.text) ==
          option->option)
        return im_document_get_known_value (layer->evaluation, option->option, value);
    }

  return FALSE;
}

/* The only option that is a number of this value, or NULL. */
static const char *
find_size (Group *group, gint32 size)
{
  const char *found = NULL;
  ImValue value;

  for (guint i = 0; i < group->options->len && size > 1; i++)
    if (get_option_value (group, i, &value) && value.kind == IM_VALUE_INT &&
        value.integer == size)
      {
        if (found != NULL)
          return NULL;
        found = ((GroupOption *) g_ptr_array_index (group->options, i))->name;
      }

  return found;
}

/* A shape that is that of the input, or of an option, is said to be that one, so that it
 * follows when they change. So does a size that an option has. */
static char *
dup_shape (Group *group, const ImTensorType *input, const ImTensorType *output)
{
  ImValue shape = IM_SHAPE (&output->shape), value;
  GString *text;

  if (im_value_same (&shape, &IM_SHAPE (&input->shape)))
    return g_strdup ("input.shape");
  for (guint i = 0; i < group->options->len; i++)
    if (get_option_value (group, i, &value) && value.kind == IM_VALUE_SHAPE &&
        im_value_same (&shape, &value))
      return g_strdup (((GroupOption *) g_ptr_array_index (group->options, i))->name);
  text = g_string_new ("System.Shape(");
  for (guint i = output->shape.rank; i-- > 0;)
    {
      const char *option = find_size (group, output->shape.size[i]);

      if (option != NULL)
        g_string_append (text, option);
      else
        g_string_append_printf (text, "%d", output->shape.size[i]);
      g_string_append (text, i > 0 ? ", " : "");
    }
  g_string_append_c (text, ')');

  return g_string_free (text, FALSE);
}

static char *
dup_rate (Group *group, const ImTensorType *input, const ImTensorType *output)
{
  double ratio = output->rate_hz == 0 ? 1 : input->rate_hz / output->rate_hz;
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  ImValue value;

  if (ratio == 1)
    return g_strdup ("input.rate");
  for (guint i = 0; i < group->options->len; i++)
    if (get_option_value (group, i, &value) && value.kind == IM_VALUE_INT &&
        fabs (value.integer - ratio) < 1e-9 * ratio)
      return g_strdup_printf (
          "input.rate / %s",
          ((GroupOption *) g_ptr_array_index (group->options, i))->name);
  g_ascii_dtostr (number, sizeof number, ratio);

  return g_strdup_printf ("input.rate / %s", number);
}

/* The output of the group, as it is now. */
static char *
dup_output (Group *group, GError **error)
{
  const ImDocumentLayer *first = im_document_get_layer (group->document, group->first);
  const ImDocumentLayer *last = im_document_get_layer (
      group->document, group->first + group->n_layers - 1);
  g_autofree char *shape = NULL;
  g_autofree char *rate = NULL;
  ImValue input, output;

  if (!im_document_get_known_value (first->evaluation,
                                    im_unit_find_main_input (first->unit), &input) ||
      !im_document_get_known_value (
          last->evaluation, im_document_find_main_port (last->unit, TRUE), &output) ||
      input.kind != IM_VALUE_TENSOR || output.kind != IM_VALUE_TENSOR)
    {
      im_document_refuse (error, _ ("Group"),
                          _ ("what flows through the layers is not known; resolve their "
                             "problems first"));
      return NULL;
    }
  if (!im_value_is_known (&output) || output.tensor->rate_hz < 0)
    {
      im_document_refuse (error, _ ("Group"),
                          _ ("sizes of the input are not known; give them first"));
      return NULL;
    }
  shape = dup_shape (group, input.tensor, output.tensor);
  rate = dup_rate (group, input.tensor, output.tensor);

  return g_markup_printf_escaped (
      "<OutputSocket name=\"output\" type=\"%s%s\" shape=\"%s\" rate=\"%s\" "
      "pipe=\"data\" text=\"Output\" />",
      input.tensor->dtype == output.tensor->dtype ? "input.type" : "System.",
      input.tensor->dtype == output.tensor->dtype
          ? ""
          : im_dtype_get_info (output.tensor->dtype)->system_name,
      shape, rate);
}

static gboolean
check_layers (ImDocument *self, guint first, guint n_layers, GError **error)
{
  if (self->unit->kind != IM_UNIT_COMPOSITE)
    return im_document_refuse (error, self->unit->id.text,
                               _ ("expected a stack of layers"));
  for (guint i = first; i < first + n_layers; i++)
    if (im_document_get_layer (self, i)->unit == NULL)
      return im_document_refuse (error, im_document_get_layer (self, i)->name,
                                 _ ("the unit is not known"));
  for (guint i = 0; i < self->unit->n_parameters; i++)
    if (self->unit->parameters[i].kind <= IM_PARAMETER_RETURN &&
        self->unit->parameters[i].socket->is_time)
      return im_document_refuse (
          error, self->unit->parameters[i].name.text,
          self->unit->is_preprocessor
              ? _ ("a group has no socket for time stamps, which each pipeline of a "
                   "project has: extract the pipeline into a unit file, and remove this "
                   "one there")
              : _ ("it carries time stamps, and a group has no socket for them: layers "
                   "can be grouped without it"));

  return TRUE;
}

static void
build (Group *group)
{
  guint last = group->first + group->n_layers - 1;

  if (group->first == 0)
    append_sockets (group, 0, IM_PARAMETER_INPUT, "input");
  for (guint i = group->first; i <= last; i++)
    append_layer (group, im_document_get_layer (group->document, i));
  if (last + 1 == im_document_get_n_layers (group->document))
    append_sockets (group, last, IM_PARAMETER_OUTPUT, "output");
}

static void
insert_layer (Group *group, ImXmlEdit *edit)
{
  ImDocument *self = group->document;
  const ImXmlElement *element = im_document_get_layer (self, group->first)->node->element;
  g_autofree char *id = g_markup_escape_text (group->id, -1);
  g_autofree char *layer = group->arguments->len == 0
                               ? g_strdup_printf ("<Unit id=\"%s\" />", id)
                               : g_strdup_printf ("<Unit id=\"%s\">\n%s</Unit>", id,
                                                  group->arguments->str);

  im_xml_edit_insert (edit, element->parent, element, layer);
  for (guint i = 0; i < group->n_layers; i++)
    im_xml_edit_remove (edit,
                        im_document_get_layer (self, group->first + i)->node->element);
}

static char *
dup_composite (Group *group, const char *output)
{
  g_autofree char *head = im_document_dup_group_head (group->edit, "Composite",
                                                      group->id);

  return g_strdup_printf (
      "%s\t<Parameters>\n"
      "\t\t<InputSocket name=\"input\" pipe=\"data\" text=\"Input\" />\n"
      "%s\t\t%s\n"
      "\t</Parameters>\n"
      "\t<Stacked>\n%s\t</Stacked>\n"
      "</Composite>",
      head, group->parameters->str, output, group->layers->str);
}

/* The layers from the first to the last one that an edit names. */
static gboolean
find_range (ImDocument *self,
            const ImEdit *edit,
            guint *first,
            guint *n_layers,
            GError **error)
{
  guint last;

  if (edit->n_nodes > 2)
    return im_document_refuse (error, edit->nodes[2],
                               _ ("expected the first and the last layer of a group"));
  if (!im_document_find_named_layer (self, edit->nodes[0], first, error) ||
      !im_document_find_named_layer (self, edit->nodes[edit->n_nodes - 1], &last, error))
    return FALSE;
  if (last < *first)
    return im_document_refuse (error, edit->nodes[1],
                               _ ("it comes in front of the first"));
  *n_layers = last - *first + 1;

  return check_layers (self, *first, *n_layers, error);
}

/* The nodes of the layers. */
static guint *
list_nodes (Group *group)
{
  guint *nodes = g_new (guint, group->n_layers);

  for (guint i = 0; i < group->n_layers; i++)
    nodes[i] = im_document_find_node (group->document, group->first + i);

  return nodes;
}

gboolean
im_document_make_group (ImDocument *self,
                        const ImEdit *edit,
                        ImDocumentChange *change,
                        GError **error)
{
  g_autofree char *id = NULL;
  g_autofree char *output = NULL;
  g_autofree char *composite = NULL;
  g_autofree guint *nodes = NULL;
  g_autoptr (GPtrArray) options = g_ptr_array_new_with_free_func (free_option);
  g_autoptr (GString) layers = g_string_new (NULL);
  g_autoptr (GString) arguments = g_string_new (NULL);
  g_autoptr (GString) parameters = g_string_new (NULL);
  Group group = { self, edit, 0, 0, NULL, options, layers, arguments, parameters };

  if (im_document_is_free (self))
    return im_document_make_compound (self, edit, change, error);
  if (!find_range (self, edit, &group.first, &group.n_layers, error))
    return FALSE;
  nodes = list_nodes (&group);
  if (!im_document_check_exposed (self, edit, nodes, group.n_layers, error))
    return FALSE;
  id = group.id = im_document_dup_group_id (self, edit, error);
  if (id == NULL)
    return FALSE;
  build (&group);
  output = dup_output (&group, error);
  if (output == NULL)
    return FALSE;
  composite = dup_composite (&group, output);
  if (!im_document_put_group (self, edit, nodes, group.n_layers, change, composite,
                              error))
    return FALSE;
  insert_layer (&group, change->xml);
  change->name = edit->kind == IM_EDIT_EXTRACT
                     ? g_strdup_printf (_ ("Make Unit “%s”"),
                                        im_document_get_group_name (edit, id))
                     : g_strdup_printf (
                           ngettext ("Group %u layer", "Group %u layers", group.n_layers),
                           group.n_layers);

  return TRUE;
}
