/* SPDX-License-Identifier: MIT */
#include "studio/common/studio-text.h"

#include <math.h>

#include "base/im-text.h"
#include "program/im-axis-samples.h"

/* Six digits are enough for a reader. */
static void
append_number (GString *out, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (fabs (value) < 1e6 && value == floor (value))
    {
      im_text_append_double (out, value);
      return;
    }
  g_ascii_formatd (text, sizeof text, "%.6g", value);
  im_text_append_double (out, g_ascii_strtod (text, NULL));
}

const char *
studio_text_get_title (const ImGraphNode *node)
{
  if (node->unit != NULL)
    return node->unit->display_name;
  if (node->kind == IM_NODE_UNKNOWN && node->declaration->label != NULL)
    return node->declaration->label;
  if (node->parameter != NULL)
    return node->parameter->text;

  return node->name;
}

char *
studio_text_dup_pipe (const ImGraphNode *node, const char *port)
{
  const ImParameter *output = node->unit == NULL
                                  ? NULL
                                  : im_unit_find_parameter (node->unit, port);

  if (output != NULL)
    return g_strdup_printf ("%s · %s", node->unit->display_name, output->text);

  return g_strdup (node->parameter == NULL ? node->name : node->parameter->text);
}

char *
studio_text_dup_type (const ImTensorType *type, gboolean is_approximate)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GString) samples = g_string_new (NULL);

  im_tensor_type_append_display (type, is_approximate, out);
  im_tensor_type_append_samples (type, samples);
  if (samples->len > 0)
    g_string_append_printf (out, " · %s", samples->str);

  return g_string_free (g_steal_pointer (&out), FALSE);
}

char *
studio_text_dup_parameter (ImUnitEvaluation *evaluation, const ImParameter *parameter)
{
  g_autoptr (GString) out = NULL;
  ImValue value;

  if (evaluation == NULL || parameter == NULL ||
      !im_unit_evaluation_get_value (evaluation, parameter, &value, NULL) ||
      (parameter->kind == IM_PARAMETER_INPUT && value.kind == IM_VALUE_UNKNOWN))
    return NULL;
  if (value.kind == IM_VALUE_TENSOR)
    {
      ImTensorType type = *value.tensor;

      if (parameter->kind != IM_PARAMETER_INPUT)
        im_axis_samples_find (evaluation, parameter, &type);
      return studio_text_dup_type (&type, parameter->socket != NULL &&
                                              parameter->socket->rate_is_approximate);
    }

  out = g_string_new (NULL);
  if (value.kind == IM_VALUE_DOUBLE)
    append_number (out, value.real);
  else
    im_value_append_display (&value, out);

  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* The result of an expression is what the options that it sets are set to. */
static char *
dup_target_value (ImDocument *document, guint source)
{
  const ImGraph *graph = im_document_get_graph (document);

  for (guint i = 0; i < graph->n_nodes; i++)
    for (guint k = 0; k < graph->nodes[i]->n_links; k++)
      {
        const ImGraphLink *link = &graph->nodes[i]->links[k];
        gint layer = im_document_get_node (document, i)->layer;

        if (link->source == source && layer >= 0 && graph->nodes[i]->unit != NULL)
          return studio_text_dup_parameter (
              im_document_get_layer (document, (guint) layer)->evaluation,
              im_unit_find_parameter (graph->nodes[i]->unit, link->target_port));
      }

  return NULL;
}

/* The input or output of the graph that a node is; nodes that compute nothing may have
 * one for each of their ports. */
static const ImParameter *
find_parameter (const ImGraphNode *node, const char *port)
{
  const ImUnitPort *own = node->declaration == NULL
                              ? NULL
                              : im_unit_node_find_port (node->declaration, port, TRUE,
                                                        NULL);

  return own != NULL ? own->parameter : node->parameter;
}

const ImTensorType *
studio_text_find_type (ImDocument *document, guint node, const char *port)
{
  const ImDocumentNode *source;
  ImUnitEvaluation *evaluation;
  const ImParameter *parameter;
  ImValue value;

  if (!im_graph_follow_bypass (im_document_get_graph (document), &node, &port))
    return NULL;
  source = im_document_get_node (document, node);
  parameter = find_parameter (source->node, port);

  if (source->layer >= 0 && source->node->unit != NULL)
    {
      evaluation = im_document_get_layer (document, (guint) source->layer)->evaluation;
      parameter = im_unit_find_parameter (source->node->unit, port);
    }
  else
    evaluation = im_program_find_evaluation (im_document_get_program (document), "");

  if (evaluation == NULL || parameter == NULL)
    return NULL;
  if (im_unit_evaluation_get_value (evaluation, parameter, &value, NULL))
    return value.kind == IM_VALUE_TENSOR ? value.tensor : NULL;

  return source->layer >= 0 && source->node->unit != NULL
             ? im_program_find_output_type (im_document_get_program (document),
                                            source->node->name, parameter)
             : NULL;
}

char *
studio_text_dup_socket (const ImProgram *program,
                        const char *path,
                        ImUnitEvaluation *evaluation,
                        const ImParameter *socket)
{
  char *text = studio_text_dup_parameter (evaluation, socket);
  const ImTensorType *type = text != NULL || socket == NULL
                                 ? NULL
                                 : im_program_find_output_type (program, path, socket);

  return type == NULL ? text : studio_text_dup_type (type, FALSE);
}

char *
studio_text_dup_port (ImDocument *document, guint node, const char *port)
{
  const ImDocumentNode *source;
  ImUnitEvaluation *whole = im_program_find_evaluation (
      im_document_get_program (document), "");

  if (!im_graph_follow_bypass (im_document_get_graph (document), &node, &port))
    return g_strdup ("null");
  source = im_document_get_node (document, node);
  if (source->layer >= 0 && source->node->unit != NULL)
    return studio_text_dup_socket (
        im_document_get_program (document), source->node->name,
        im_document_get_layer (document, (guint) source->layer)->evaluation,
        im_unit_find_parameter (source->node->unit, port));
  if (source->node->kind == IM_NODE_EXPRESSION)
    return dup_target_value (document, node);

  return studio_text_dup_parameter (whole, find_parameter (source->node, port));
}

char *
studio_text_dup_passed (ImDocument *document, guint node, const ImParameter *socket)
{
  const ImGraphLink *link = im_graph_find_link (im_document_get_graph (document), node,
                                                socket->name.text);

  if (socket->kind != IM_PARAMETER_INPUT)
    return studio_text_dup_port (document, node, socket->name.text);

  return link == NULL ? NULL
                      : studio_text_dup_port (document, link->source, link->source_port);
}
