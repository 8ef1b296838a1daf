/* What the files of edits share: what an edit comes to in the text, and how each kind of
 * edit is made of it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/edit/im-edit.h"
#include "document/state/im-document-private.h"
#include "xml/im-xml-edit.h"

G_BEGIN_DECLS

/**
 * ImDocumentChange:
 * @xml: what changes in the text
 * @name: what the step does
 * @gesture: (nullable): see im_history_add()
 * @n_new: of PASTE and UNGROUP: how many layers or nodes there are then
 * @units: (nullable): of EXTRACT: the markup of the units of the other file
 *
 * What an edit comes to, before anything has changed.
 */
typedef struct
{
  ImXmlEdit *xml;
  char *name;
  char *gesture;
  guint n_new;
  char *units;
} ImDocumentChange;

void im_document_change_clear (ImDocumentChange *change);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ImDocumentChange, im_document_change_clear)

/**
 * ImDocumentMaker:
 * @document: a document
 * @edit: an edit of the kind that it is for
 * @change: (out): where the change goes; it has an edit of the XML without changes
 * @error: return location for why the edit does not fit
 *
 * Returns: FALSE if it does not fit, or would change nothing
 */
typedef gboolean (*ImDocumentMaker) (ImDocument *document,
                                     const ImEdit *edit,
                                     ImDocumentChange *change,
                                     GError **error);

/* The maker for the kind of an edit; @change is to be cleared whatever it returns. */
/**
 * im_document_apply_code:
 * @document: a document
 * @edit: one of IM_EDIT_CODE
 * @error: as for im_document_set_code(), or an [error@Im.DocumentError]: EDIT if there is
 *   no such file, or no such lines
 *
 * Returns: whether the file has another text
 */
gboolean im_document_apply_code (ImDocument *document,
                                 const ImEdit *edit,
                                 GError **error);

gboolean im_document_make_change (ImDocument *document,
                                  const ImEdit *edit,
                                  ImDocumentChange *change,
                                  GError **error);

gboolean im_document_make_set (ImDocument *document,
                               const ImEdit *edit,
                               ImDocumentChange *change,
                               GError **error);
gboolean im_document_make_enable (ImDocument *document,
                                  const ImEdit *edit,
                                  ImDocumentChange *change,
                                  GError **error);
gboolean im_document_make_insert (ImDocument *document,
                                  const ImEdit *edit,
                                  ImDocumentChange *change,
                                  GError **error);
gboolean im_document_make_add (ImDocument *document,
                               const ImEdit *edit,
                               ImDocumentChange *change,
                               GError **error);
gboolean im_document_make_remove (ImDocument *document,
                                  const ImEdit *edit,
                                  ImDocumentChange *change,
                                  GError **error);
gboolean im_document_make_move (ImDocument *document,
                                const ImEdit *edit,
                                ImDocumentChange *change,
                                GError **error);
gboolean im_document_make_place (ImDocument *document,
                                 const ImEdit *edit,
                                 ImDocumentChange *change,
                                 GError **error);
gboolean im_document_make_layout (ImDocument *document,
                                  const ImEdit *edit,
                                  ImDocumentChange *change,
                                  GError **error);
gboolean im_document_make_connect (ImDocument *document,
                                   const ImEdit *edit,
                                   ImDocumentChange *change,
                                   GError **error);
gboolean im_document_make_disconnect (ImDocument *document,
                                      const ImEdit *edit,
                                      ImDocumentChange *change,
                                      GError **error);
gboolean im_document_make_isolate (ImDocument *document,
                                   const ImEdit *edit,
                                   ImDocumentChange *change,
                                   GError **error);
gboolean im_document_make_paste (ImDocument *document,
                                 const ImEdit *edit,
                                 ImDocumentChange *change,
                                 GError **error);
gboolean im_document_make_group (ImDocument *document,
                                 const ImEdit *edit,
                                 ImDocumentChange *change,
                                 GError **error);
gboolean im_document_make_ungroup (ImDocument *document,
                                   const ImEdit *edit,
                                   ImDocumentChange *change,
                                   GError **error);
gboolean im_document_make_rename (ImDocument *document,
                                  const ImEdit *edit,
                                  ImDocumentChange *change,
                                  GError **error);
gboolean im_document_make_rename_group (ImDocument *document,
                                        const ImEdit *edit,
                                        ImDocumentChange *change,
                                        GError **error);
gboolean im_document_make_rename_pipeline (ImDocument *document,
                                           const ImEdit *edit,
                                           ImDocumentChange *change,
                                           GError **error);
gboolean im_document_make_rename_socket (ImDocument *document,
                                         const ImEdit *edit,
                                         ImDocumentChange *change,
                                         GError **error);
gboolean im_document_make_type (ImDocument *document,
                                const ImEdit *edit,
                                ImDocumentChange *change,
                                GError **error);
gboolean im_document_make_declare (ImDocument *document,
                                   const ImEdit *edit,
                                   ImDocumentChange *change,
                                   GError **error);
gboolean im_document_make_input (ImDocument *document,
                                 const ImEdit *edit,
                                 ImDocumentChange *change,
                                 GError **error);
gboolean im_document_make_output (ImDocument *document,
                                  const ImEdit *edit,
                                  ImDocumentChange *change,
                                  GError **error);
gboolean im_document_make_option (ImDocument *document,
                                  const ImEdit *edit,
                                  ImDocumentChange *change,
                                  GError **error);
gboolean im_document_make_expression (ImDocument *document,
                                      const ImEdit *edit,
                                      ImDocumentChange *change,
                                      GError **error);
gboolean im_document_make_frame (ImDocument *document,
                                 const ImEdit *edit,
                                 ImDocumentChange *change,
                                 GError **error);
gboolean im_document_make_property (ImDocument *document,
                                    const ImEdit *edit,
                                    ImDocumentChange *change,
                                    GError **error);
gboolean im_document_make_requeue (ImDocument *document,
                                   const ImEdit *edit,
                                   ImDocumentChange *change,
                                   GError **error);
gboolean im_document_make_attribute (ImDocument *document,
                                     const ImEdit *edit,
                                     ImDocumentChange *change,
                                     GError **error);
gboolean im_document_make_content (ImDocument *document,
                                   const ImEdit *edit,
                                   ImDocumentChange *change,
                                   GError **error);
gboolean im_document_make_insert_element (ImDocument *document,
                                          const ImEdit *edit,
                                          ImDocumentChange *change,
                                          GError **error);
gboolean im_document_make_remove_element (ImDocument *document,
                                          const ImEdit *edit,
                                          ImDocumentChange *change,
                                          GError **error);
gboolean im_document_make_move_element (ImDocument *document,
                                        const ImEdit *edit,
                                        ImDocumentChange *change,
                                        GError **error);

/* im_document_apply() that tells how many layers or nodes the edits have made. */
gboolean im_document_apply_counting (ImDocument *document,
                                     const ImEdit *edits,
                                     guint n_edits,
                                     guint *n_new,
                                     GError **error);

/* The node, or layer, of a name; refuses if there is none. */
gboolean im_document_find_named_node (ImDocument *document,
                                      const char *name,
                                      guint *node,
                                      GError **error);
gboolean im_document_find_named_layer (ImDocument *document,
                                       const char *name,
                                       guint *layer,
                                       GError **error);

/* The parameter of a name, or NULL with an error that names the nearest one. */
const ImParameter *im_document_find_named_parameter (ImDocument *document,
                                                     const char *name,
                                                     GError **error);

/* The unit of an id; NULL with an error that names the nearest one if there is none. */
const ImUnit *im_document_find_named_unit (ImDocument *document,
                                           const char *id,
                                           GError **error);

/* The numbers of all nodes that an edit names, or NULL. */
guint *im_document_find_named (ImDocument *document, const ImEdit *edit, GError **error);

/* Whether a number is one of those of nodes. */
gboolean im_document_is_among (const guint *nodes, guint n_nodes, guint node);

/* The names of nodes, which live until the next change. */
const char **im_document_list_names (ImDocument *document,
                                     const guint *nodes,
                                     guint n_nodes);

/* Edits by the numbers of layers; they live until the next change. */
ImEdit im_document_edit_insert (ImDocument *document, guint before, const char *unit_id);
ImEdit im_document_edit_move (ImDocument *document, guint layer, guint before);
ImEdit im_document_edit_argument (ImDocument *document,
                                  guint layer,
                                  const char *option,
                                  const char *text);

/* What users call a node: the name of its unit, or of the input or output that it is. */
static inline const char *
im_document_get_title (const ImGraphNode *node)
{
  if (node->unit != NULL)
    return node->unit->display_name;

  return node->parameter != NULL ? node->parameter->text : node->name;
}

/* The output of the shown unit that a problem says is declared as something else, or
 * NULL. */
const ImParameter *im_document_find_output (ImDocument *document,
                                            const ImDiagnostic *problem);

/* What the layers give at an output, or NULL. */
const ImTensorType *im_document_get_given_type (ImDocument *document,
                                                const ImParameter *output);

/* Whether what is shown says what its layers give, and shall go on to: a project in its
 * attributes for that (where that is not known, whether it did before), a composite at an
 * output that follows them. */
gboolean im_document_tells_output (ImDocument *document);

/* Lets an output be what somebody says, and no longer what the layers give. */
void im_document_stop_following (ImDocument *document,
                                 ImXmlEdit *edit,
                                 const ImXmlElement *output);

/* Tells the output again, if that was told before the edit. Returns FALSE if it is told,
 * or not known. */
gboolean im_document_tell_output (ImDocument *document, ImXmlEdit *edit);

/* The way to an element of the file, as edits have it; empty without one. */
char *im_document_dup_way (const ImXmlElement *element);

/* The prefix that the file has for our namespace, or NULL. */
const char *im_document_find_prefix (const ImUnitFile *file);

/* The same; the file gets one if it has none. */
const char *im_document_require_prefix (const ImUnitFile *file, ImXmlEdit *edit);

/* Sets where a frame is. */
void im_document_edit_frame_place (const ImUnitFrame *frame,
                                   const ImEditPlace *place,
                                   ImXmlEdit *edit);

/* What CHANGE does to a frame. */
gboolean im_document_set_frame_property (const ImUnitFrame *frame,
                                         const ImEdit *edit,
                                         ImXmlEdit *xml,
                                         GError **error);

/* Whether nodes begin in a frame, and all of them are among these: it goes with them. */
gboolean im_document_frames_only (ImDocument *document,
                                  const ImUnitFrame *frame,
                                  const guint *nodes,
                                  guint n_nodes);

/* Appends the markup of a copy of a frame under another name, so far from where it is. */
void im_document_append_frame (GString *out,
                               const ImUnitFrame *frame,
                               const char *prefix,
                               const char *name,
                               double dx,
                               double dy);

/* Refuses a name that a frame has. */
gboolean im_document_check_no_frame (ImDocument *document,
                                     const char *name,
                                     GError **error);

/* Sets where a node is. */
void im_document_edit_place (ImDocument *document,
                             ImXmlEdit *edit,
                             const ImXmlElement *element,
                             double x,
                             double y);

/* Leaves it to the layout where a node is. */
void im_document_forget_place (ImDocument *document,
                               ImXmlEdit *edit,
                               const ImXmlElement *element);

/* Gives the arguments of sockets of one layer of a stack to another one, under the name
 * that the socket has there; or appends them to @inserted. */
void im_document_pass_on (ImDocument *document,
                          ImXmlEdit *edit,
                          guint from,
                          guint to,
                          ImParameterKind kind,
                          GString *inserted);

/* Inserts the markup of layers into a stack. What its ends say of the input and output of
 * the stack is given up if another layer is there now, and follows from the pipes. */
void im_document_edit_insert_layers (ImDocument *document,
                                     ImXmlEdit *edit,
                                     guint before,
                                     const char *markup);

/* The input of a unit that a stream goes into, or its first output; NULL for none. */
const ImParameter *im_document_find_main_port (const ImUnit *unit, gboolean is_output);

/* The element that gives an option of a unit a value. */
const char *im_document_get_argument_name (ImDocument *document,
                                           const ImUnit *unit,
                                           const char *option);

/* Appends the markup of a link from the first output to the main input. */
void im_document_append_main_link (GString *out,
                                   const ImUnit *source_unit,
                                   const char *source,
                                   const ImUnit *target_unit,
                                   const char *target);

/* Lets a link of a node graph come from elsewhere. */
void im_document_edit_source (ImDocument *document,
                              ImXmlEdit *edit,
                              const ImGraphLink *link,
                              const char *source,
                              const char *source_port);

/**
 * im_document_dup_queue_behind:
 * @document: a document of a node graph
 * @layer: a layer that reads windows which do not come together
 *
 * Tells whether the edit REQUEUE is possible: it lets the layer read what the queues in
 * front of it read, puts the first of them behind it, and removes the others.
 *
 * Returns: (nullable) (transfer full): the name of the queue that is kept, or NULL
 */
char *im_document_dup_queue_behind (ImDocument *document, guint layer);

/* Refuses a name that is empty or has blanks around it. */
gboolean im_document_check_title (const char *name, GError **error);

/* Whether an expression has the name of a parameter in it. */
gboolean im_document_expression_uses_names (const ImExpr *expr);

/* A value as an expression that gives it; NULL if there is none. */
char *im_document_dup_expression (const ImValue *value);

/* The value of a parameter, if all of it is known. */
gboolean im_document_get_known_value (ImUnitEvaluation *evaluation,
                                      const ImParameter *parameter,
                                      ImValue *value);

/* Removes nodes of a node graph, with their links. */
void im_document_remove_free_nodes (ImDocument *document,
                                    const gboolean *is_removed,
                                    gboolean reconnects,
                                    ImXmlEdit *edit);

/* The first parameter of a composite that does not come in front of @kind: options use
 * inputs, and outputs use options; NULL for none. */
const ImXmlElement *im_document_find_parameter_behind (ImDocument *document,
                                                       ImParameterKind kind);

/* Whether a text can be a name in expressions. */
gboolean im_document_check_identifier (const char *name, GError **error);

/* Whether a new input, output, option or expression can have a name. */
gboolean im_document_check_new_name (ImDocument *document,
                                     const char *name,
                                     GError **error);

/* The place of a new node as attributes ` x="…" y="…"`; refuses one in a stack. */
char *im_document_dup_new_place (ImDocument *document,
                                 const ImEdit *edit,
                                 GError **error);

/* Inserts children of `Nodes` of a graph, or in front of @before (nullable) of the
 * `Parameters` of a stack, which get those. */
gboolean im_document_insert_part (ImDocument *document,
                                  ImXmlEdit *edit,
                                  const char *markup,
                                  const ImXmlElement *before,
                                  GError **error);

/* Whether a text can be the default of an option, or its least or greatest value. */
gboolean im_document_check_literal (ImParameterKind kind,
                                    const char *text,
                                    GError **error);

/* The kind of an option from its name in im_edit_option_types, or -1, and the element of
 * a stack or a graph for it. */
gint im_document_find_option_kind (const char *type);
const char *im_document_get_option_element (ImDocument *document, ImParameterKind kind);

/**
 * im_document_sync_inputs:
 * @document: a document of a graph
 * @edit: where changes go
 * @node: (nullable): an expression node, NULL for a new one
 * @name: its name
 * @text: its expression
 * @inputs: where the markup of new inputs is appended, a line each
 *
 * Gives an expression node an input for each name in the expression, with a pipe from
 * what has that name, and takes those away that nothing leads to and nothing uses.
 *
 * Returns: FALSE with an error if the text is no expression
 */
gboolean im_document_sync_inputs (ImDocument *document,
                                  ImXmlEdit *edit,
                                  const ImGraphNode *node,
                                  const char *name,
                                  const char *text,
                                  GString *inputs,
                                  GError **error);

/**
 * im_document_wire_expression:
 * @document: a document of a graph
 * @layer: a layer
 * @edit: a SET of an option of it to an expression
 * @change: where changes go
 * @error: return location for why the text is no expression, or what it names that the
 *   graph does not have
 *
 * Lets the option be set by an expression node, with inputs that have the names in the
 * expression: the one that sets it, if nothing else reads that, or else a new one. Sets
 * the gesture of the change.
 *
 * Returns: FALSE if the edit does not fit
 */
gboolean im_document_wire_expression (ImDocument *document,
                                      guint layer,
                                      const ImEdit *edit,
                                      ImDocumentChange *change,
                                      GError **error);

/* Disconnects the expression node that sets an option, and removes it if nothing else
 * reads it. Returns FALSE if there is none. */
gboolean im_document_unwire_expression (ImDocument *document,
                                        guint layer,
                                        const char *option,
                                        ImXmlEdit *edit);

/* Removes parameters of a stack, by their names; refuses those that something uses, and
 * the last input and output. */
gboolean im_document_remove_parameters (ImDocument *document,
                                        const char *const *names,
                                        guint n_names,
                                        ImXmlEdit *edit,
                                        GError **error);

/* Appends the markup of a connection, without a line end. */
void im_document_append_connection_text (GString *out,
                                         const char *source,
                                         const char *source_port,
                                         const char *target,
                                         const char *target_port);

/* Inserts the markup of connections, one behind the other. */
void im_document_insert_connections (ImDocument *document,
                                     ImXmlEdit *edit,
                                     const char *markup);

/* Removes the link that leads to an input of a node. */
void im_document_remove_connection (ImDocument *document,
                                    ImXmlEdit *edit,
                                    const char *target,
                                    const char *port);

/* Lets links that lead to an input of a node lead to another one of it. */
void im_document_edit_target_port (ImDocument *document,
                                   ImXmlEdit *edit,
                                   const ImGraphNode *node,
                                   const char *port,
                                   const char *new_port);

/* How long a name is, in bytes, without `_` and a number at its end. */
gsize im_document_measure_base (const char *name);

/* A name that is not among @taken: @wish, or if that is, with another number. */
char *im_document_dup_name_beside (const char *wish, GHashTable *taken);

/* A coordinate as text, in whole pixels and not farther than IM_EDIT_MAX_PLACE. */
char *im_document_dup_place (double pixels);

/* A name that no node has, nor is in @taken (nullable), from that of a unit. */
char *im_document_dup_free_name (ImDocument *document,
                                 const char *unit_id,
                                 GHashTable *taken);

G_END_DECLS
