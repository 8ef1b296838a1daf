/* The nodes of a document: what the canvas shows, and edits of several nodes at once.
 *
 * A stack and a node graph have the same nodes. In a stack links follow from the order of
 * layers; in a node graph they are made and taken out. Places on the canvas are the
 * attributes `x` and `y`, in a stack of our own namespace; a node without them is where a
 * layout puts it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/state/im-document.h"

G_BEGIN_DECLS

/**
 * ImDocumentNode:
 * @node: the node of the graph
 * @layer: its number among the layers, -1 if it is none
 * @is_placed: whether the file says where it is
 * @x: of its left edge, in pixels
 * @y: of its upper edge, downward
 * @revision: a number that no other node has, and that is larger than any before when
 *   @node is another object or flows into others what it did not
 */
typedef struct
{
  const ImGraphNode *node;
  gint layer;
  gboolean is_placed;
  double x;
  double y;
  guint64 revision;
} ImDocumentNode;

/**
 * ImDocumentPlace:
 * @node: the number of a node
 * @x: of its left edge
 * @y: of its upper edge
 */
typedef struct
{
  guint node;
  double x;
  double y;
} ImDocumentPlace;

/**
 * im_document_get_graph:
 * @document: a document
 *
 * Returns: nodes and links; they live until the next change
 */
const ImGraph *im_document_get_graph (ImDocument *document);

/* Whether links are made by hand: of a compound. */
gboolean im_document_is_free (ImDocument *document);

/**
 * im_document_get_node:
 * @document: a document
 * @number: less than the number of nodes of its graph
 *
 * Returns: (transfer none): a node; it lives until the next change
 */
const ImDocumentNode *im_document_get_node (ImDocument *document, guint number);

/**
 * im_document_find_node:
 * @document: a document
 * @layer: a layer
 *
 * Returns: the number of its node
 */
guint im_document_find_node (ImDocument *document, guint layer);

/**
 * im_document_place_nodes:
 * @document: a document
 * @places: (array length=n_places): where nodes go, rounded to whole pixels
 * @n_places: their number
 * @error: return location for an [error@Im.XmlEditError]
 *
 * Moves nodes on the canvas.
 *
 * Returns: whether the document has changed
 */
gboolean im_document_place_nodes (ImDocument *document,
                                  const ImDocumentPlace *places,
                                  guint n_places,
                                  GError **error);

/* Forgets the places of all nodes of a stack, which then stand below each other. */
gboolean im_document_clear_places (ImDocument *document, GError **error);

/**
 * im_document_remove_nodes:
 * @document: a document
 * @nodes: (array length=n_nodes): numbers of nodes; inputs and outputs of a stack stay
 * if there are layers among them
 * @n_nodes: their number
 * @reconnects: of a node graph: whether what fed a removed unit feeds what it fed
 * @error: return location for an [error@Im.DocumentError]: EDIT
 *
 * Removes nodes, with their links.
 *
 * Returns: whether the document has changed
 */
gboolean im_document_remove_nodes (ImDocument *document,
                                   const guint *nodes,
                                   guint n_nodes,
                                   gboolean reconnects,
                                   GError **error);

/**
 * im_document_enable_nodes:
 * @document: a document
 * @nodes: (array length=n_nodes): numbers of nodes
 * @n_nodes: their number
 * @enabled: whether they take part
 * @error: return location for an [error@Im.XmlEditError]
 *
 * Enables nodes, or disables them: a unit that is disabled hands its input on.
 *
 * Returns: whether the document has changed
 */
gboolean im_document_enable_nodes (ImDocument *document,
                                   const guint *nodes,
                                   guint n_nodes,
                                   gboolean enabled,
                                   GError **error);

/**
 * im_document_add_unit:
 * @document: a document of a node graph
 * @unit_id: the unit
 * @x: where its node goes
 * @y: where its node goes
 * @link: (nullable): a link that the unit is put into
 * @others: (array length=n_others): where other nodes go, which make room for it
 * @n_others: their number
 * @error: return location for an [error@Im.DocumentError]: EDIT
 *
 * Adds a node for a unit, in one step. It is the last node of the graph.
 *
 * Returns: whether the document has changed
 */
gboolean im_document_add_unit (ImDocument *document,
                               const char *unit_id,
                               double x,
                               double y,
                               const ImGraphLink *link,
                               const ImDocumentPlace *others,
                               guint n_others,
                               GError **error);

/**
 * im_document_connect:
 * @document: a document of a node graph
 * @source: the number of the node that the link leaves
 * @source_port: one of its outputs
 * @target: the number of the node that it reaches
 * @target_port: one of its inputs; a link that it has is replaced
 * @error: return location for an [error@Im.DocumentError]: EDIT
 *
 * Makes a link. It is made even if it has problems, which the document then lists; see
 * im_document_check_link().
 *
 * Returns: whether the document has changed
 */
gboolean im_document_connect (ImDocument *document,
                              guint source,
                              const char *source_port,
                              guint target,
                              const char *target_port,
                              GError **error);
gboolean im_document_disconnect (ImDocument *document,
                                 guint target,
                                 const char *target_port,
                                 GError **error);

/**
 * im_document_disconnect_nodes:
 * @document: a document of a node graph
 * @nodes: (array length=n_nodes): numbers of nodes
 * @n_nodes: their number
 * @error: return location for an [error@Im.DocumentError]: EDIT
 *
 * Takes out all links between the nodes, or all links of the node if there is only one.
 *
 * Returns: whether the document has changed
 */
gboolean im_document_disconnect_nodes (ImDocument *document,
                                       const guint *nodes,
                                       guint n_nodes,
                                       GError **error);

/**
 * im_document_check_link:
 * @document: a document
 * @source: the number of the node that a link would leave
 * @source_port: one of its outputs
 * @target: the number of the node that it would reach
 * @target_port: one of its inputs
 *
 * Tells what speaks against a link, without making it: a cycle, a tensor where a value is
 * needed, or a contract of the target that would fail.
 *
 * Returns: (nullable) (transfer full): a message, or NULL if the link can be made
 */
char *im_document_check_link (ImDocument *document,
                              guint source,
                              const char *source_port,
                              guint target,
                              const char *target_port);

/**
 * im_document_list_framed:
 * @document: a document of a graph
 * @frame: one of its frames
 * @n: (out): how many there are
 *
 * Lists what is copied with a frame: the nodes that begin in it.
 *
 * Returns: (transfer full) (array length=n): their numbers
 */
guint *im_document_list_framed (ImDocument *document, const ImUnitFrame *frame, guint *n);

/**
 * im_document_dup_nodes_text:
 * @document: a document
 * @nodes: (array length=n_nodes): numbers of nodes
 * @n_nodes: their number
 * @frame: (nullable): a frame that is copied whatever stands in it
 *
 * Frames in which these nodes stand and no others go with them.
 *
 * Returns: (transfer full): the nodes, the links between them and the frames, as XML that
 *   im_document_paste() takes and that can stand in a file
 */
char *im_document_dup_nodes_text (ImDocument *document,
                                  const guint *nodes,
                                  guint n_nodes,
                                  const ImUnitFrame *frame);

/**
 * im_document_paste:
 * @document: a document
 * @text: XML with <Stacked>, or with <Nodes> and <Connections>; also a whole file
 * @before: of a stack: the layer in front of which the layers go
 * @x: of a node graph: where the upper left one of the nodes goes
 * @y: of a node graph: the same downward
 * @n_pasted: (out): how many nodes, which may be none where there are frames; they are
 *   the last ones of a node graph
 * @error: return location for an [error@Im.DocumentError]: EDIT
 *
 * Inserts nodes, and frames into a graph. Layers become nodes of a node graph behind each
 * other, and nodes become layers of a stack, without what is set; inputs, outputs and
 * options of the whole are left out.
 *
 * Returns: whether the document has changed
 */
gboolean im_document_paste (ImDocument *document,
                            const char *text,
                            guint before,
                            double x,
                            double y,
                            guint *n_pasted,
                            GError **error);

/**
 * im_document_duplicate:
 * @document: a document
 * @nodes: (array length=n_nodes): numbers of nodes
 * @n_nodes: their number
 * @frame: (nullable): as for im_document_dup_nodes_text()
 * @x: of a node graph: where the upper left corner of the copies goes
 * @y: as for @x
 * @first: (out): the first of the new layers of a stack, or nodes of a node graph
 * @n_pasted: (out): how many there are
 * @error: return location for an [error@Im.DocumentError]: EDIT
 *
 * Inserts copies behind the last of the nodes, or at a place.
 *
 * Returns: whether the document has changed
 */
gboolean im_document_duplicate (ImDocument *document,
                                const guint *nodes,
                                guint n_nodes,
                                const ImUnitFrame *frame,
                                double x,
                                double y,
                                guint *first,
                                guint *n_pasted,
                                GError **error);

/**
 * im_document_group:
 * @document: a document of a stack
 * @first: a layer
 * @n_layers: how many from there on
 * @error: return location for an [error@Im.DocumentError]: EDIT
 *
 * Makes a composite of layers, in the same file, and puts one layer in their place. What
 * is set by an expression becomes an option of the composite.
 *
 * Returns: whether the document has changed
 */
gboolean im_document_group (ImDocument *document,
                            guint first,
                            guint n_layers,
                            GError **error);

/**
 * im_document_group_nodes:
 * @document: a document of a node graph
 * @nodes: (array length=n_nodes): numbers of units, expressions and asserts
 * @n_nodes: their number
 * @error: return location for an [error@Im.DocumentError]: EDIT
 *
 * Makes a compound of nodes, in the same file, and puts one node in their place, which is
 * the last one then. Links across the border become its inputs, options and outputs.
 *
 * Returns: whether the document has changed
 */
gboolean im_document_group_nodes (ImDocument *document,
                                  const guint *nodes,
                                  guint n_nodes,
                                  GError **error);

/**
 * im_document_ungroup:
 * @document: a document
 * @layer: a layer whose unit is a composite, of this file or of the library; in a node
 * graph also a compound
 * @n_layers: (out): how many layers there are in its place, or nodes at the end
 * @error: return location for an [error@Im.DocumentError]: EDIT
 *
 * Puts the layers of a composite in its place. What is set by the options of the
 * composite is set as they are; what follows from them becomes the value that it has. In
 * a node graph other nodes make room.
 *
 * Returns: whether the document has changed
 */
gboolean im_document_ungroup (ImDocument *document,
                              guint layer,
                              guint *n_layers,
                              GError **error);

G_END_DECLS
