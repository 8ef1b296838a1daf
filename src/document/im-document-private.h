/* What the parts of a document share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/im-document-graph.h"
#include "document/im-edit.h"
#include "document/im-history.h"
#include "unit/im-unit-patch.h"
#include "xml/im-xml-edit.h"

G_BEGIN_DECLS

#define IM_DOCUMENT_MAX_BYTES (16 * 1024 * 1024)

struct _ImDocument
{
  GObject parent_instance;

  ImUnitLibrary *library;
  char *path;
  GBytes *on_disk; /* what the file had when it was read or written; NULL if it is gone */
  ImHistory *history;

  ImUnitFile *file;
  const ImUnit *unit;
  char *main_id;    /* of the pipeline that was chosen, NULL for the main unit */
  guint main_index; /* of it in the file: a project that is renamed gives new ids */
  GPtrArray *scope; /* names of layers from the main unit to the one that is shown */
  ImProgram *whole; /* of the main unit, while another one is shown */
  ImProgram *program;
  ImGraph *graph;
  ImDiagnostics *problems;  /* of reading and elaborating; all, once they were found */
  ImDiagnostics *of_main;   /* of reading and elaborating the main unit */
  guint n_of_text;          /* how many of them are of reading */
  ImDiagnostics *of_export; /* all of it, with its plan; NULL before it was planned */
  ImPlan *plan;      /* of the main unit; NULL before it was planned, or if that failed */
  gboolean has_told; /* whether a project said what its layers gave, when known last */
  gboolean has_all;  /* whether the problems are found that take longer */
  GArray *layers;    /* ImDocumentLayer */
  GArray *nodes;     /* ImDocumentNode, by number in the graph */
};

/**
 * ImDocumentChange:
 * @xml: what changes in the text
 * @name: what the step does
 * @gesture: (nullable): see im_history_add()
 * @n_new: of PASTE and UNGROUP: how many layers or nodes there are then
 *
 * What an edit comes to, before anything has changed.
 */
typedef struct
{
  ImXmlEdit *xml;
  char *name;
  char *gesture;
  guint n_new;
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
gboolean im_document_make_type (ImDocument *document,
                                const ImEdit *edit,
                                ImDocumentChange *change,
                                GError **error);
gboolean im_document_make_declare (ImDocument *document,
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

/* im_document_apply() that tells how many layers or nodes the edits have made. */
gboolean im_document_apply_counting (ImDocument *document,
                                     const ImEdit *edits,
                                     guint n_edits,
                                     guint *n_new,
                                     GError **error);

/* Adds a step to the history, and says that the document has changed: its text is @bytes
 * already. */
void im_document_add_step (ImDocument *document,
                           GBytes *bytes,
                           const char *gesture,
                           const char *name,
                           const char *script);

/* The node, or layer, of a name; refuses if there is none. */
gboolean im_document_find_named_node (ImDocument *document,
                                      const char *name,
                                      guint *node,
                                      GError **error);
gboolean im_document_find_named_layer (ImDocument *document,
                                       const char *name,
                                       guint *layer,
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

/**
 * im_document_new_for_bytes:
 * @path: where the document belongs
 * @bytes: its text
 * @on_disk: (nullable): what its file has; NULL if it is gone
 * @library: where its units are
 * @error: return location for an [error@Im.DocumentError]: FORMAT
 *
 * Returns: (nullable): a new document without steps
 */
ImDocument *im_document_new_for_bytes (const char *path,
                                       GBytes *bytes,
                                       GBytes *on_disk,
                                       ImUnitLibrary *library,
                                       GError **error);

/* What users call a node: the name of its unit, or of the input or output that it is. */
static inline const char *
im_document_get_title (const ImGraphNode *node)
{
  if (node->unit != NULL)
    return node->unit->display_name;

  return node->parameter != NULL ? node->parameter->text : node->name;
}

/* Which unit of a text of the document it is about. */
const ImUnit *im_document_choose_main (ImDocument *document, const ImUnitFile *file);

/* Elaborates the main unit and the unit that is shown, and adds their problems. With a
 * @patch, the main unit is shown, and nothing else has changed since the last time. */
void im_document_elaborate (ImDocument *document, const ImUnitPatch *patch);

/* Counts the problems of each layer. */
void im_document_count_problems (ImDocument *document);

/* Reads the current text again. */
void im_document_read_again (ImDocument *document);

/* The same, and says that the document has changed. */
void im_document_show_again (ImDocument *document);

/* Takes a file that was read, with what was said of it, and computes all that follows
 * from it. */
void im_document_take_file (ImDocument *document,
                            ImUnitFile *file,
                            ImDiagnostics *problems);

/**
 * im_document_change_text:
 * @document: a document
 * @bytes: the text of a file
 *
 * Computes everything from a text that differs in layers only, in the time that these
 * take, if nobody else holds the program.
 *
 * Returns: FALSE if more than that differs; then nothing has changed
 */
gboolean im_document_change_text (ImDocument *document, GBytes *bytes);

/**
 * im_document_read_text:
 * @document: a document
 * @bytes: the text of a file
 * @error: return location for an [error@Im.DocumentError]: FORMAT
 *
 * Computes everything from a text, with the program that there was.
 *
 * Returns: FALSE if it is no unit file; then nothing has changed
 */
gboolean im_document_read_text (ImDocument *document, GBytes *bytes, GError **error);

/* Whether there is a problem of the same code about the same, wherever it stands: what
 * differs after an edit is new. */
gboolean im_document_has_problem (ImDocument *document, const ImDiagnostic *problem);

/* The output of the shown unit that a problem says is declared as something else, or
 * NULL. */
const ImParameter *im_document_find_output (ImDocument *document,
                                            const ImDiagnostic *problem);

/* What the layers give at an output, or NULL. */
const ImTensorType *im_document_get_given_type (ImDocument *document,
                                                const ImParameter *output);

/* Whether the preprocessor of a project that is shown says what its layers give, in its
 * attributes for that; where that is not known, whether it did before. */
gboolean im_document_tells_output (ImDocument *document);

/* Tells the output again, if that was told before the edit. Returns FALSE if it is told,
 * or not known. */
gboolean im_document_tell_output (ImDocument *document, ImXmlEdit *edit);

/* An edit of the file, without changes yet. */
ImXmlEdit *im_document_begin (ImDocument *document);

/* Sets an error and returns FALSE. */
gboolean im_document_refuse (GError **error, const char *name, const char *problem);

/* Lists the nodes of the graph anew. */
void im_document_list_nodes (ImDocument *document);

/* The same for a graph that shares most nodes with the one before. */
void im_document_renew_nodes (ImDocument *document);

/* The way to an element of the file, as edits have it; empty without one. */
char *im_document_dup_way (const ImXmlElement *element);

/* The element of the file that declares a node, or NULL. */
const ImXmlElement *im_document_get_element (const ImGraphNode *node);

/* The prefix that the file has for our namespace; the file gets one if it has none. */
const char *im_document_require_prefix (ImDocument *document, ImXmlEdit *edit);

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

/* A name that no node has, nor is in @taken (nullable), from that of a unit. */
char *im_document_dup_free_name (ImDocument *document,
                                 const char *unit_id,
                                 GHashTable *taken);

G_END_DECLS
