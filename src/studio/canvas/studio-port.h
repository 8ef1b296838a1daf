/* The ports of a node: where pipes reach and leave it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "document/state/im-document-graph.h"

G_BEGIN_DECLS

typedef enum
{
  STUDIO_PIPE_DATA,  /* tensors */
  STUDIO_PIPE_TIME,  /* tensors of time stamps */
  STUDIO_PIPE_VALUE, /* a value of an option, before anything runs */
} StudioPipeKind;

/**
 * StudioPort:
 * @name: its name in links
 * @label: its name for users
 * @value: (nullable): what is set there, if it is an option
 * @is_output: whether pipes leave it
 * @is_linked: whether there is a pipe; not kept for outputs
 * @kind: what flows
 * @css_class: (nullable): for the colour of what its elements are, if that is known
 * @dot: (nullable): the widget that shows it
 * @row: (nullable): the widget beside it, of a node with ports at its sides
 * @place: its middle, from the upper left corner of the node
 */
typedef struct
{
  char *name;
  char *label;
  char *value;
  gboolean is_output;
  gboolean is_linked;
  StudioPipeKind kind;
  const char *css_class;
  GtkWidget *dot;
  GtkWidget *row;
  graphene_point_t place;
} StudioPort;

/**
 * studio_port_list:
 * @document: a document
 * @number: the number of a node
 *
 * Returns: (transfer full) (element-type StudioPort): its ports without widgets, inputs
 *   first. Options are ports where links can lead to them.
 */
GArray *studio_port_list (ImDocument *document, guint number);

/* The kind of pipe that leaves a port. */
StudioPipeKind studio_port_get_kind (const ImGraphNode *node, const char *port);

G_END_DECLS
