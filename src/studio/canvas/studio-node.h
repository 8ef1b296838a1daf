/* A node on the canvas: a unit, or an end of the pipeline, with its ports.
 *
 * In a stack ports are at the upper and lower edge. In a node graph they are at the
 * sides, inputs and options left and outputs right, each with its name.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "studio/canvas/studio-port.h"
#include "studio/session/studio-session.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_NODE (studio_node_get_type ())
G_DECLARE_FINAL_TYPE (StudioNode, studio_node, STUDIO, NODE, GtkWidget)

#define STUDIO_PORT_RADIUS 6 /* pixels */

/**
 * studio_node_new:
 * @name: of the node that it will show, as long as it lives
 * @sizes: (element-type utf8 graphene_size_t): how large nodes are, which those of a
 *   canvas share, with functions that free both; at first empty
 * @session: tells what is wrong with nodes
 *
 * Returns: (transfer floating): a node that shows nothing
 */
GtkWidget *studio_node_new (const char *name, GHashTable *sizes, StudioSession *session);

/* Shows a node of a document, or what it has become, and returns whether that looks
 * different. In a stack its content is built later, where another node was that is like
 * it but for numbers. */
gboolean studio_node_update (StudioNode *node,
                             ImDocument *document,
                             guint number,
                             gboolean has_problems);

/* Builds the content, if it is not there, of a node that was updated. */
void studio_node_build (StudioNode *node, ImDocument *document, guint number);
gboolean studio_node_is_built (StudioNode *node);

/* Measures the node, or says what another one like it measures; FALSE where it has to be
 * built before that. */
gboolean studio_node_measure (StudioNode *node, graphene_size_t *size);

void studio_node_set_selected (StudioNode *node, gboolean is_selected);

/* How often its content was another one than before. */
guint studio_node_get_n_builds (StudioNode *node);

guint studio_node_get_n_ports (StudioNode *node);

/**
 * studio_node_get_port:
 * @node: a node
 * @index: less than the number of ports
 *
 * Returns: a port; it lives until the next update, its place is right after the node got
 *   its size
 */
const StudioPort *studio_node_get_port (StudioNode *node, guint index);

/**
 * studio_node_find_port:
 * @node: a node
 * @name: the name in links
 * @is_output: whether pipes leave it
 *
 * Returns: (nullable): the port of that name
 */
const StudioPort *studio_node_find_port (StudioNode *node,
                                         const char *name,
                                         gboolean is_output);

G_END_DECLS
