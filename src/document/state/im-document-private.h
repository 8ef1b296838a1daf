/* What a document has, and what follows from its text.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/edit/im-edit.h"
#include "document/edit/im-history.h"
#include "document/state/im-document-graph.h"
#include "unit/im-unit-patch.h"
#include "xml/im-xml-edit.h"

G_BEGIN_DECLS

#define IM_DOCUMENT_MAX_BYTES (16 * 1024 * 1024)

struct _ImDocument
{
  GObject parent_instance;

  ImUnitLibrary *given;   /* where units are */
  ImUnitLibrary *library; /* the same, with code as it is edited */
  GHashTable *code;       /* char* path to GBytes: that code; NULL if none was edited */
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
  guint64 n_revisions;
};

/* Tells that the file cannot be written with an edit in its encoding, and why. */
void im_document_say_not_encoded (ImDocument *document, const char *message);

/* Adds a step to the history, and says that the document has changed: its text is @bytes
 * already. */
void im_document_add_step (ImDocument *document,
                           GBytes *bytes,
                           const char *gesture,
                           const char *name,
                           const char *script);

/* The number of a code file in the history, where it is added with @bytes, which are in
 * the file, if it was not edited yet. */
guint im_document_require_code (ImDocument *document, const char *file, GBytes *bytes);

/* A library with code as it is edited, NULL for none. */
ImUnitLibrary *im_document_new_library (ImUnitLibrary *given, GHashTable *code);

/* Lets all that is computed have the code of the history, which may be another one. */
void im_document_use_code (ImDocument *document);

/* The same if it is another one. */
void im_document_follow_code (ImDocument *document);

/* Adds a step of several files to the history, and reads all again. The document's own
 * text can be read. */
void im_document_add_texts (ImDocument *document,
                            const ImHistoryText *texts,
                            guint n_texts,
                            const char *gesture,
                            const char *name);

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

/* Which unit of a text of the document it is about. */
const ImUnit *im_document_choose_main (ImDocument *document, const ImUnitFile *file);

/* Elaborates the main unit and the unit that is shown, and adds their problems. With a
 * @patch, the main unit is shown, and nothing else has changed since the last time. */
void im_document_elaborate (ImDocument *document, const ImUnitPatch *patch);

/**
 * im_document_go_inside:
 * @document: a document
 * @nodes: (array length=n_nodes): nodes, each inside of the one before, from what is
 * shown inward
 * @n_nodes: their number
 * @bytes: the text that it was read from
 * @error: return location for an [error@Im.DocumentError]: EDIT
 *
 * Shows what is inside of nodes, without telling anybody.
 *
 * Returns: FALSE if one of them cannot be gone into; it may be inside of some then
 */
gboolean im_document_go_inside (ImDocument *document,
                                const char *const *nodes,
                                guint n_nodes,
                                GBytes *bytes,
                                GError **error);

/* The numbers of the nodes that lead from the main unit to what is shown. */
GArray *im_document_list_scope (ImDocument *document);

/* Shows what these lead to again, where nodes have got other names; tells nobody. */
void im_document_follow_scope (ImDocument *document, const GArray *way, GBytes *bytes);

/* Shows what is around again, down to a depth; tells nobody either. */
void im_document_go_outside (ImDocument *document, guint depth, GBytes *bytes);

/* Reads the current text again, and says that the document has changed. */
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

/* An edit of the file, without changes yet. */
ImXmlEdit *im_document_begin (ImDocument *document);

/* Sets an error and returns FALSE. */
gboolean im_document_refuse (GError **error, const char *name, const char *problem);

/* Lists the nodes of the graph anew. */
void im_document_list_nodes (ImDocument *document);

/* The same for a graph that shares most nodes with the one before. */
void im_document_renew_nodes (ImDocument *document);

/* The element of the file that declares a node, or NULL. */
const ImXmlElement *im_document_get_element (const ImGraphNode *node);

/* The namespace of the attributes that say where nodes are; NULL for none. */
static inline const char *
im_document_get_place_namespace (ImDocument *document)
{
  return im_document_is_free (document) ? NULL : IM_UNIT_NAMESPACE;
}

G_END_DECLS
