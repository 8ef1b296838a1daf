/* SPDX-License-Identifier: MIT */
#include "studio/canvas/studio-port.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/state/im-document-value.h"
#include "studio/common/studio-text.h"

typedef struct
{
  ImDocument *document;
  const ImDocumentNode *node;
  GArray *ports;
} List;

static void
clear_port (gpointer data)
{
  StudioPort *port = data;

  g_free (port->name);
  g_free (port->label);
  g_free (port->value);
}

/* Of an output what it gives, of an input what reaches it. */
static const char *
find_css_class (const List *list, const char *name, gboolean is_output)
{
  static const char *const classes[] = {
    [IM_DTYPE_FAMILY_FLOAT] = "type-float", [IM_DTYPE_FAMILY_INT] = "type-int",
    [IM_DTYPE_FAMILY_UINT] = "type-int",    [IM_DTYPE_FAMILY_Q] = "type-fixed",
    [IM_DTYPE_FAMILY_D] = "type-fixed",
  };
  const ImGraphNode *node = list->node->node;
  const ImGraphLink *link = is_output ? NULL
                                      : im_graph_find_link (
                                            im_document_get_graph (list->document),
                                            node->number, name);
  const ImTensorType *type = is_output ? studio_text_find_type (list->document,
                                                                node->number, name)
                             : link == NULL
                                 ? NULL
                                 : studio_text_find_type (list->document, link->source,
                                                          link->source_port);

  return type == NULL ? NULL : classes[im_dtype_get_info (type->dtype)->family];
}

static void
add (List *list,
     const char *name,
     const char *label,
     gboolean is_output,
     StudioPipeKind kind)
{
  const ImGraph *graph = im_document_get_graph (list->document);
  StudioPort port = { .name = g_strdup (name),
                      .label = g_strdup (label),
                      .is_output = is_output,
                      .kind = kind };

  if (!is_output)
    port.is_linked = im_graph_find_link (graph, list->node->node->number, name) != NULL;
  if (kind != STUDIO_PIPE_VALUE)
    port.css_class = find_css_class (list, name, is_output);
  g_array_append_val (list->ports, port);
}

static StudioPipeKind
get_socket_kind (const ImParameter *parameter)
{
  if (parameter->socket == NULL)
    return STUDIO_PIPE_VALUE;

  return parameter->socket->is_time || g_strcmp0 (parameter->socket->pipe, "time") == 0
             ? STUDIO_PIPE_TIME
             : STUDIO_PIPE_DATA;
}

static void
add_option (List *list, const ImParameter *option)
{
  ImUnitEvaluation *evaluation =
      im_document_get_layer (list->document, (guint) list->node->layer)->evaluation;

  add (list, option->name.text, option->text, FALSE, STUDIO_PIPE_VALUE);
  g_array_index (list->ports, StudioPort, list->ports->len - 1)
      .value = studio_text_dup_parameter (evaluation, option);
}

/* Whether a pipe can lead to an input. In a stack nothing leads to one that is given an
 * array: it is listed with what is set. */
static gboolean
is_open (const List *list, const ImParameter *parameter)
{
  return parameter->kind == IM_PARAMETER_INPUT &&
         !im_document_is_array (list->document, (guint) list->node->layer,
                                parameter->name.text);
}

static void
add_sockets (List *list, gboolean is_output)
{
  const ImUnit *unit = list->node->node->unit;

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      gboolean is_output_socket = parameter->kind == IM_PARAMETER_OUTPUT ||
                                  parameter->kind == IM_PARAMETER_RETURN;

      if (is_output ? is_output_socket : is_open (list, parameter))
        add (list, parameter->name.text, parameter->text, is_output,
             get_socket_kind (parameter));
    }
}

static void
add_unit_ports (List *list)
{
  const ImUnit *unit = list->node->node->unit;

  if (unit == NULL)
    return;
  add_sockets (list, FALSE);
  for (guint i = 0; im_document_is_free (list->document) && i < unit->n_parameters; i++)
    if (im_parameter_is_option (&unit->parameters[i]))
      add_option (list, &unit->parameters[i]);
  add_sockets (list, TRUE);
}

static void
add_names (List *list)
{
  const ImUnitNode *declaration = list->node->node->declaration;

  for (guint i = 0; i < declaration->n_inputs; i++)
    add (list, declaration->inputs[i].name.text, declaration->inputs[i].name.text, FALSE,
         STUDIO_PIPE_VALUE);
}

static void
add_foreign_ports (List *list)
{
  const ImUnitNode *declaration = list->node->node->declaration;

  for (guint i = 0; i < declaration->n_ports; i++)
    add (list, declaration->ports[i].name.text, declaration->ports[i].name.text,
         declaration->ports[i].is_output, STUDIO_PIPE_DATA);
}

GArray *
studio_port_list (ImDocument *document, guint number)
{
  List list = { document, im_document_get_node (document, number),
                g_array_new (FALSE, TRUE, sizeof (StudioPort)) };

  g_array_set_clear_func (list.ports, clear_port);
  switch (list.node->node->kind)
    {
    case IM_NODE_UNIT:
      add_unit_ports (&list);
      break;
    case IM_NODE_INPUT:
      add (&list, "value", _ ("Output"), TRUE,
           get_socket_kind (list.node->node->parameter));
      break;
    case IM_NODE_OUTPUT:
      add (&list, "value", _ ("Input"), FALSE,
           get_socket_kind (list.node->node->parameter));
      break;
    case IM_NODE_OPTION:
      add (&list, "value", _ ("Value"), TRUE, STUDIO_PIPE_VALUE);
      break;
    case IM_NODE_EXPRESSION:
      add_names (&list);
      add (&list, "output", _ ("Result"), TRUE, STUDIO_PIPE_VALUE);
      break;
    case IM_NODE_ASSERT:
      add_names (&list);
      break;
    case IM_NODE_UNKNOWN:
      add_foreign_ports (&list);
      break;
    }

  return list.ports;
}

StudioPipeKind
studio_port_get_kind (const ImGraphNode *node, const char *port)
{
  const ImParameter *parameter = node->kind == IM_NODE_UNIT && node->unit != NULL
                                     ? im_unit_find_parameter (node->unit, port)
                                     : node->parameter;

  if (node->kind == IM_NODE_UNKNOWN)
    return STUDIO_PIPE_DATA;

  return parameter == NULL ? STUDIO_PIPE_VALUE : get_socket_kind (parameter);
}
