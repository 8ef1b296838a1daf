/* Documents: an .imunit file that is being edited, with what follows from it.
 *
 * The text of the file is the truth. An edit changes the fewest bytes of it; then the
 * file is read again and the pipeline elaborated, reusing what did not change. Undo goes
 * back to an earlier text. The file on disk changes only when the document is saved.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib-object.h>

#include "base/im-diagnostics.h"
#include "document/edit/im-edit.h"
#include "plan/im-plan.h"

G_BEGIN_DECLS

#define IM_TYPE_DOCUMENT (im_document_get_type ())
G_DECLARE_FINAL_TYPE (ImDocument, im_document, IM, DOCUMENT, GObject)

#define IM_DOCUMENT_ERROR (im_document_error_quark ())

/**
 * ImDocumentError:
 * @IM_DOCUMENT_ERROR_FORMAT: the file is no .imunit file; its problems say why
 * @IM_DOCUMENT_ERROR_EDIT: the edit does not fit the document
 */
typedef enum
{
  IM_DOCUMENT_ERROR_FORMAT,
  IM_DOCUMENT_ERROR_EDIT,
} ImDocumentError;

GQuark im_document_error_quark (void);

/**
 * ImDocumentLayer:
 * @node: what the file says of the layer
 * @name: its name in the pipeline, such as `SlidingWindow`, of a node graph its id
 * @unit: (nullable): its unit, NULL if the library does not have it
 * @evaluation: (nullable): its parameters, NULL behind a layer that failed
 *
 * A unit of a pipeline: a layer of a stack, or a unit node of a node graph.
 */
typedef struct
{
  const ImUnitNode *node;
  const char *name;
  const ImUnit *unit;
  ImUnitEvaluation *evaluation;
} ImDocumentLayer;

/**
 * im_document_open:
 * @path: an .imunit file
 * @library: where its units are
 * @error: return location for an [error@Im.DocumentError]: FORMAT, or an
 *   [error@Im.FileError]
 *
 * Opens a file. Of several units its last composite or compound is shown, or else its
 * last unit.
 *
 * Returns: (nullable): a new document
 */
ImDocument *im_document_open (const char *path, ImUnitLibrary *library, GError **error);

const char *im_document_get_path (ImDocument *document);
ImUnitLibrary *im_document_get_library (ImDocument *document);
const ImUnitFile *im_document_get_file (ImDocument *document);

/**
 * im_document_get_main_unit:
 * @document: a document
 *
 * Returns: the pipeline of the file that the document is about: its main unit, or the one
 *   that im_document_show_unit() chose; it lives until the next change
 */
const ImUnit *im_document_get_main_unit (ImDocument *document);

/**
 * im_document_show_unit:
 * @document: a document
 * @id: the id of one of its pipelines, see im_unit_file_list_pipelines()
 *
 * Lets the document be about another pipeline of the file, until it is closed.
 *
 * Returns: FALSE if there is none of that id, or it is shown already
 */
gboolean im_document_show_unit (ImDocument *document, const char *id);

/**
 * im_document_get_unit:
 * @document: a document
 *
 * Returns: the unit that is shown; it lives until the next change
 */
const ImUnit *im_document_get_unit (ImDocument *document);
/**
 * im_document_enter:
 * @document: a document
 * @layer: a layer whose unit is a composite or compound of the same file
 *
 * Shows what is inside of a layer, as it is where it stands: inputs and options have the
 * values that they have there. All edits are edits of that unit.
 *
 * Returns: FALSE if its unit is none of this file
 */
gboolean im_document_enter (ImDocument *document, guint layer);

/**
 * im_document_leave:
 * @document: a document
 * @depth: how many layers to stay inside of; 0 for the main unit
 *
 * Shows what is around.
 */
void im_document_leave (ImDocument *document, guint depth);

/**
 * im_document_get_scope:
 * @document: a document
 * @n: (out): how many layers it is inside of
 *
 * Returns: (array length=n): their names, from the outermost on
 */
const char *const *im_document_get_scope (ImDocument *document, guint *n);
const ImProgram *im_document_get_program (ImDocument *document);

/**
 * im_document_get_main_program:
 * @document: a document
 *
 * Returns: the program of its main unit, of which that which is shown may be a part; who
 *   uses it in another thread, or behind the next change, takes a reference
 */
const ImProgram *im_document_get_main_program (ImDocument *document);

/**
 * im_document_get_problems:
 * @document: a document
 *
 * Finds all that is wrong with the file, as `imaginet check` does: what its text says,
 * the elaboration with its contracts, the plan, and the code that chosen implementations
 * need. After a change this takes about as long again as the change.
 *
 * Returns: the problems, in the order of the text
 */
const ImDiagnostics *im_document_get_problems (ImDocument *document);

/**
 * im_document_peek_problems:
 * @document: a document
 *
 * Returns: the problems that are known without looking for them: after a change those of
 *   the text and of the elaboration of what is shown
 */
const ImDiagnostics *im_document_peek_problems (ImDocument *document);

/**
 * im_document_get_export_problems:
 * @document: a document
 *
 * Returns: those of its problems that are of the main unit; while there is an error among
 *   them, it cannot be exported
 */
const ImDiagnostics *im_document_get_export_problems (ImDocument *document);

/**
 * im_document_peek_main_problems:
 * @document: a document
 * @n_of_text: (out): how many of them are of reading; they are the first ones
 *
 * Returns: the problems of reading the file and of elaborating the main unit
 */
const ImDiagnostics *im_document_peek_main_problems (ImDocument *document,
                                                     guint *n_of_text);

/**
 * im_document_peek_plan:
 * @document: a document
 * @problems: (out) (nullable): what im_document_get_export_problems() returns, NULL if
 *   nobody has asked for that since the last change
 *
 * Returns: (nullable): the plan of the main unit, NULL if there are no @problems yet, or
 *   errors among them
 */
ImPlan *im_document_peek_plan (ImDocument *document, const ImDiagnostics **problems);

guint im_document_get_n_layers (ImDocument *document);

/**
 * im_document_get_layer:
 * @document: a document
 * @index: less than the number of layers
 *
 * Returns: (transfer none): a layer; it lives until the next change
 */
const ImDocumentLayer *im_document_get_layer (ImDocument *document, guint index);

/**
 * im_document_find_layer:
 * @document: a document
 * @problem: one of its problems
 *
 * Returns: the layer that the problem is placed at, or -1
 */
gint im_document_find_layer (ImDocument *document, const ImDiagnostic *problem);

/**
 * im_document_apply:
 * @document: a document
 * @edits: (array length=n_edits): what is done, one behind the other
 * @n_edits: their number
 * @error: return location for an [error@Im.DocumentError]: EDIT, or an
 *   [error@Im.XmlEditError]; then nothing has changed
 *
 * Makes edits of the unit that is shown as one step of the history, which has the name of
 * the last one. An edit that changes nothing is passed over. All functions below are such
 * edits, by the numbers of layers and nodes instead of their names.
 *
 * Returns: whether the document has changed
 */
gboolean im_document_apply (ImDocument *document,
                            const ImEdit *edits,
                            guint n_edits,
                            GError **error);

/**
 * im_document_dup_extracted:
 * @document: a document
 * @edit: EXTRACT
 * @error: return location for an [error@Im.DocumentError]: EDIT
 *
 * Makes the file that the unit of EXTRACT is in. The edit itself changes only the file
 * that the nodes were in, so that the units of the document should have the new one
 * before it is applied: see im_document_set_library().
 *
 * Returns: (nullable): the text of the file
 */
GBytes *im_document_dup_extracted (ImDocument *document,
                                   const ImEdit *edit,
                                   GError **error);

/**
 * im_document_set_argument:
 * @document: a document
 * @layer: a layer
 * @option: an option of its unit
 * @text: (nullable): an expression, or NULL for the default
 * @error: return location for an [error@Im.DocumentError]: EDIT, or an
 *   [error@Im.XmlEditError]
 *
 * Sets an option. An expression with errors is set, too: the problems say what is wrong.
 *
 * Returns: whether the document has changed
 */
gboolean im_document_set_argument (ImDocument *document,
                                   guint layer,
                                   const char *option,
                                   const char *text,
                                   GError **error);

/**
 * im_document_insert_layer:
 * @document: a document of a stack
 * @before: the layer in front of which it goes; the number of layers to append
 * @unit_id: its unit
 * @error: as for im_document_set_argument()
 *
 * Inserts a layer. What the layers around it say of the input and output of the stack
 * moves to the layer that is first or last now.
 *
 * Returns: whether the document has changed
 */
gboolean im_document_insert_layer (ImDocument *document,
                                   guint before,
                                   const char *unit_id,
                                   GError **error);
/* Moves a layer in front of the one that is at @before now. */
gboolean im_document_move_layer (ImDocument *document,
                                 guint layer,
                                 guint before,
                                 GError **error);
/**
 * im_document_get_undo_name:
 * @document: a document
 *
 * Returns: (nullable): what im_document_undo() takes back
 */
const char *im_document_get_undo_name (ImDocument *document);
const char *im_document_get_redo_name (ImDocument *document);
void im_document_undo (ImDocument *document);
void im_document_redo (ImDocument *document);

gboolean im_document_is_modified (ImDocument *document);

/**
 * im_document_save:
 * @document: a document
 * @path: (nullable): where to; NULL for the file it was opened from
 * @error: return location for an [error@Im.FileError]; `CHANGED` if a file is not what it
 *   was when it was opened or saved
 *
 * Writes the file, with the code of the document that has changes, as one: see
 * im_file_write_group(). Then @path is that of the document. In another folder the code
 * that was edited is written beside it; `FAILED` if something else has its name there.
 *
 * Returns: whether all was written
 */
gboolean im_document_save (ImDocument *document, const char *path, GError **error);

G_END_DECLS
