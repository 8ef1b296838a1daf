/* SPDX-License-Identifier: MIT
 *
 * Reader of Parameters: one table row per element of either dialect.
 */
#include <string.h>

#include "unit/im-unit-reader.h"
#include "unit/im-unit-text.h"

#define COMMON "name text description "
#define OPTION COMMON "default json global ui "

static const struct
{
  const char *element;
  ImParameterKind kind;
  const char *attributes;
} table[] = {
  { "InputSocket", IM_PARAMETER_INPUT, COMMON "pipe optional timestamps ui" },
  { "OutputSocket", IM_PARAMETER_OUTPUT,
    COMMON
    "pipe type shape rate rateIsApprox shift scale offset conditional timestamps ui" },
  { "ReturnSocket", IM_PARAMETER_RETURN, COMMON "pipe timestamps" },
  { "Int32Option", IM_PARAMETER_INT, OPTION "min max value" },
  { "DoubleOption", IM_PARAMETER_DOUBLE, OPTION "min max value" },
  { "BoolOption", IM_PARAMETER_BOOL, OPTION "value" },
  { "BooleanOption", IM_PARAMETER_BOOL, OPTION "value" },
  { "StringOption", IM_PARAMETER_STRING, OPTION "value" },
  { "ShapeOption", IM_PARAMETER_SHAPE, OPTION "value" },
  { "FileOption", IM_PARAMETER_FILE, OPTION "value" },
  { "DirectoryOption", IM_PARAMETER_DIRECTORY, OPTION "value" },
  { "Hidden", IM_PARAMETER_HIDDEN, COMMON "value conditional" },
  { "Expression", IM_PARAMETER_HIDDEN, COMMON "value conditional" },
  { "Handle", IM_PARAMETER_HANDLE, COMMON "size type" },
  { "External", IM_PARAMETER_EXTERNAL, COMMON "assembly class call" },
  { "Stream", IM_PARAMETER_STREAM, COMMON "mode" },
};

static const char known_elements[] = "InputSocket OutputSocket ReturnSocket Int32Option "
                                     "DoubleOption BoolOption BooleanOption "
                                     "StringOption ShapeOption FileOption "
                                     "DirectoryOption Hidden Expression Handle External "
                                     "Stream";

static gboolean
is_identifier (const char *name)
{
  if (!g_ascii_isalpha (*name) && *name != '_')
    return FALSE;
  while (g_ascii_isalnum (*name) || *name == '_')
    name++;

  return *name == '\0';
}

void
im_unit_reader_claim_name (ImUnitReader *reader, ImParameter *parameter)
{
  static const char *const reserved[] = { "true", "false", "null", "Math", "System" };
  ImUnitText shown = im_unit_reader_show_name (reader, parameter->name);
  const char *name = parameter->name.text = shown.text;
  gboolean is_free = im_symbols_find (reader->symbols, name) < 0;

  parameter->slot = im_symbols_add (reader->symbols, name);
  if (*name == '\0')
    return;
  if (!is_free)
    im_unit_reader_report (reader, IM_SEVERITY_ERROR, "duplicate-parameter",
                           parameter->name.raw, "there is a parameter “%s” already",
                           name);
  else if (!is_identifier (name))
    im_unit_reader_report (
        reader, IM_SEVERITY_ERROR, "bad-name", parameter->name.raw,
        "“%s” is no name: a name has letters, digits and underscores and does "
        "not start with a digit",
        name);
  for (guint i = 0; i < G_N_ELEMENTS (reserved); i++)
    if (strcmp (name, reserved[i]) == 0)
      im_unit_reader_report (
          reader, IM_SEVERITY_ERROR, "bad-name", parameter->name.raw,
          "“%s” is a word of the expression language; no expression can use "
          "this parameter",
          name);
}

ImSocket *
im_unit_reader_add_socket (ImUnitReader *reader, ImParameter *parameter)
{
  ImSocket *socket = im_arena_new0 (reader->arena, ImSocket, 1);

  socket->parameter = parameter;
  parameter->socket = socket;

  return socket;
}

ImOption *
im_unit_reader_add_option (ImUnitReader *reader, ImParameter *parameter)
{
  ImOption *option = im_arena_new0 (reader->arena, ImOption, 1);

  option->parameter = parameter;
  parameter->option = option;

  return option;
}

void
im_unit_reader_read_items (ImUnitReader *reader,
                           const ImXmlElement *one_of,
                           ImOption *option)
{
  guint n_items = im_unit_reader_count_children (one_of, "Item");
  ImParameterItem *items = im_arena_new0 (reader->arena, ImParameterItem, n_items);

  im_unit_reader_check_element (reader, one_of, "", "Item");
  option->has_items = TRUE;
  option->items = items;
  for (const ImXmlElement *child = im_unit_reader_first (one_of); child != NULL;
       child = im_unit_reader_next (child))
    {
      if (strcmp (child->name, "Item") != 0)
        continue;

      ImParameterItem *item = &items[option->n_items++];
      ImUnitText label = im_unit_reader_get_text (child, "text");

      im_unit_reader_check_element (reader, child, "text value", "");
      item->value = im_unit_reader_get_body (child);
      if (item->value.text == NULL)
        item->value = im_unit_reader_get_text (child, "value");
      if (item->value.text == NULL)
        item->value.text = "";
      item->label = im_unit_reader_show_text (
          reader, label.text != NULL ? label.text : item->value.text);
    }
}

/* The expression of an attribute of our namespace, NULL if it is not there. */
static ImUnitExpr *
read_own_expr (ImUnitReader *reader, const ImXmlElement *element, const char *name)
{
  return im_unit_reader_new_expr (reader, im_unit_reader_get_own (element, name));
}

static void
read_option (ImUnitReader *reader, const ImXmlElement *element, ImParameter *parameter)
{
  ImOption *option = im_unit_reader_add_option (reader, parameter);
  const ImXmlElement *one_of = im_unit_reader_find (element, "OneOf");

  option->initial = im_unit_reader_get_text (element, "default");
  if (option->initial.text == NULL)
    option->initial = im_unit_reader_get_text (element, "value");
  option->fitting = read_own_expr (reader, element, "default");
  option->minimum = im_unit_reader_get_text (element, "min");
  option->maximum = im_unit_reader_get_text (element, "max");
  option->ui = im_unit_reader_get_text (element, "ui");
  option->is_global = im_unit_reader_get_boolean (reader, element, "global", FALSE);
  if (one_of != NULL)
    im_unit_reader_read_items (reader, one_of, option);
}

void
im_unit_reader_read_declared (const ImXmlElement *element, ImSocket *input)
{
  g_autofree char *type = im_socket_dup_declared_name (input, "type");
  g_autofree char *shape = im_socket_dup_declared_name (input, "shape");
  g_autofree char *rate = im_socket_dup_declared_name (input, "rate");

  input->declared = (ImUnitDeclared){
    .type = im_unit_reader_get_own (element, type),
    .shape = im_unit_reader_get_own (element, shape),
    .rate = im_unit_reader_get_own (element, rate),
  };
}

static void
read_socket (ImUnitReader *reader, const ImXmlElement *element, ImParameter *parameter)
{
  ImSocket *socket = im_unit_reader_add_socket (reader, parameter);

  socket->pipe = im_unit_reader_check_name (
                     reader, im_unit_reader_get_text (element, "pipe"), "a pipe", "data")
                     .text;
  socket->is_time = im_unit_reader_get_boolean (reader, element, "timestamps", FALSE) ||
                    g_strcmp0 (socket->pipe, "time") == 0;
  socket->is_optional = im_unit_reader_get_boolean (reader, element, "optional", FALSE) ||
                        socket->is_time;
  socket->type = im_unit_reader_get_expr (reader, element, "type");
  socket->shape = im_unit_reader_get_expr (reader, element, "shape");
  socket->rate = im_unit_reader_get_expr (reader, element, "rate");
  socket->shift = im_unit_reader_get_expr (reader, element, "shift");
  socket->scale = im_unit_reader_get_expr (reader, element, "scale");
  socket->offset = im_unit_reader_get_expr (reader, element, "offset");
  parameter->conditional = im_unit_reader_get_expr (reader, element, "conditional");
  socket->rate_is_approximate = im_unit_reader_get_boolean (reader, element,
                                                            "rateIsApprox", FALSE);
  socket->follows_layers = g_strcmp0 (im_unit_reader_get_own (element, "follows").text,
                                      "layers") == 0;
  socket->in_place_of = im_unit_reader_get_own (element, "in-place-of").text;
  socket->window = read_own_expr (reader, element, "window");
  socket->sample_rate = read_own_expr (reader, element, "sample-rate");
  if (parameter->kind == IM_PARAMETER_INPUT)
    im_unit_reader_read_declared (element, socket);
  if (parameter->kind != IM_PARAMETER_OUTPUT)
    return;

  im_unit_reader_require_text (reader, element, "type");
  im_unit_reader_require_text (reader, element, "shape");
}

static void
read_hidden (ImUnitReader *reader, const ImXmlElement *element, ImParameter *parameter)
{
  ImBinding *binding = im_arena_new0 (reader->arena, ImBinding, 1);
  ImUnitText value = im_unit_reader_get_text (element, "value");

  if (value.text == NULL)
    value = im_unit_reader_get_body (element);
  *binding = (ImBinding){ parameter, im_unit_reader_new_expr (reader, value) };
  parameter->binding = binding;
  parameter->conditional = im_unit_reader_get_expr (reader, element, "conditional");
  if (binding->value == NULL)
    im_unit_reader_report (reader, IM_SEVERITY_ERROR, "missing-attribute",
                           element->name_span,
                           "<%s> needs the attribute “value” or a text", element->name);
}

static void
read_handle (ImUnitReader *reader, const ImXmlElement *element, ImParameter *parameter)
{
  ImHandle *handle = im_arena_new0 (reader->arena, ImHandle, 1);

  handle->parameter = parameter;
  handle->size = im_unit_reader_require_expr (reader, element, "size");
  handle->type = im_unit_reader_get_expr (reader, element, "type");
  parameter->handle = handle;
}

static void
read_external (ImUnitReader *reader, const ImXmlElement *element, ImParameter *parameter)
{
  ImExternal *external = im_arena_new0 (reader->arena, ImExternal, 1);

  external->parameter = parameter;
  external->class_name = im_unit_reader_read_class (reader, element);
  external->call = im_unit_reader_require_expr (reader, element, "call");
  parameter->external = external;
}

static void
read_details (ImUnitReader *reader, const ImXmlElement *element, ImParameter *parameter)
{
  switch (parameter->kind)
    {
    case IM_PARAMETER_INPUT:
    case IM_PARAMETER_OUTPUT:
    case IM_PARAMETER_RETURN:
      read_socket (reader, element, parameter);
      break;
    case IM_PARAMETER_HIDDEN:
      read_hidden (reader, element, parameter);
      break;
    case IM_PARAMETER_HANDLE:
      read_handle (reader, element, parameter);
      break;
    case IM_PARAMETER_EXTERNAL:
      read_external (reader, element, parameter);
      break;
    case IM_PARAMETER_INT:
    case IM_PARAMETER_DOUBLE:
    case IM_PARAMETER_BOOL:
    case IM_PARAMETER_STRING:
    case IM_PARAMETER_SHAPE:
    case IM_PARAMETER_FILE:
    case IM_PARAMETER_DIRECTORY:
      read_option (reader, element, parameter);
      break;
    case IM_PARAMETER_STREAM:
    case IM_N_PARAMETERS:
    default:
      break;
    }
}

static void
read_parameter (ImUnitReader *reader,
                const ImXmlElement *element,
                guint row,
                ImParameter *parameter)
{
  gboolean is_hidden = table[row].kind == IM_PARAMETER_HIDDEN;

  im_unit_reader_check_element (reader, element, table[row].attributes,
                                is_hidden ? "Description" : "Description OneOf");
  parameter->kind = table[row].kind;
  parameter->element = element;
  parameter->name = im_unit_reader_require_text (reader, element, "name");
  parameter->text = im_unit_reader_show_text (
      reader, im_unit_reader_get_text (element, "text").text);
  if (parameter->text == NULL)
    parameter->text = parameter->name.text;
  parameter->description = im_unit_reader_get_description (reader, element);
  im_unit_reader_claim_name (reader, parameter);
  read_details (reader, element, parameter);
}

static gint
find_row (const ImXmlElement *element)
{
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (strcmp (element->name, table[i].element) == 0)
      return (gint) i;

  return -1;
}

void
im_unit_reader_read_parameters (ImUnitReader *reader, const ImXmlElement *element)
{
  guint n = im_unit_reader_count_children (element, NULL);
  ImParameter *parameters = im_arena_new0 (reader->arena, ImParameter, n);

  im_unit_reader_check_element (reader, element, "", known_elements);
  reader->unit->parameters = parameters;
  for (const ImXmlElement *child = im_unit_reader_first (element); child != NULL;
       child = im_unit_reader_next (child))
    {
      gint row = find_row (child);

      if (row >= 0)
        read_parameter (reader, child, (guint) row,
                        &parameters[reader->unit->n_parameters++]);
    }
}
