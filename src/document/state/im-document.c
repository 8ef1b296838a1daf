/* SPDX-License-Identifier: MIT */
#include "document/state/im-document-private.h"

#include "base/im-file-group.h"
#include "base/im-file.h"
#include "unit/im-unit-patch.h"

G_DEFINE_TYPE (ImDocument, im_document, G_TYPE_OBJECT)

G_DEFINE_QUARK (im_document_error_quark, im_document_error)

enum
{
  CHANGED,
  NOT_ENCODED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
im_document_finalize (GObject *object)
{
  ImDocument *self = IM_DOCUMENT (object);

  g_clear_pointer (&self->layers, g_array_unref);
  g_clear_pointer (&self->nodes, g_array_unref);
  g_clear_pointer (&self->program, im_program_unref);
  g_clear_pointer (&self->whole, im_program_unref);
  g_clear_pointer (&self->scope, g_ptr_array_unref);
  g_clear_pointer (&self->graph, im_graph_unref);
  g_clear_pointer (&self->file, im_unit_file_unref);
  g_clear_pointer (&self->plan, im_plan_unref);
  g_clear_pointer (&self->of_export, im_diagnostics_free);
  g_clear_pointer (&self->library, im_unit_library_unref);
  g_clear_pointer (&self->given, im_unit_library_unref);
  g_clear_pointer (&self->code, g_hash_table_unref);
  g_clear_pointer (&self->problems, im_diagnostics_free);
  g_clear_pointer (&self->of_main, im_diagnostics_free);
  g_clear_pointer (&self->history, im_history_free);
  g_clear_pointer (&self->on_disk, g_bytes_unref);
  g_free (self->main_id);
  g_free (self->path);
  G_OBJECT_CLASS (im_document_parent_class)->finalize (object);
}

static void
im_document_class_init (ImDocumentClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = im_document_finalize;

  /**
   * ImDocument::changed:
   *
   * The text has changed, or whether it is saved; everything was computed anew.
   */
  signals[CHANGED] = g_signal_new ("changed", IM_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * ImDocument::not-encoded:
   * @document: the document, which stays what it was
   * @message: why
   *
   * An edit is refused because the file cannot be written with it in its encoding;
   * im_document_store_in_utf8() helps.
   */
  signals[NOT_ENCODED] = g_signal_new ("not-encoded", IM_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST,
                                       0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                       G_TYPE_STRING);
}

void
im_document_say_not_encoded (ImDocument *self, const char *message)
{
  g_signal_emit (self, signals[NOT_ENCODED], 0, message);
}

static void
im_document_init (ImDocument *self)
{
  self->layers = g_array_new (FALSE, TRUE, sizeof (ImDocumentLayer));
  self->scope = g_ptr_array_new_with_free_func (g_free);
  self->nodes = g_array_new (FALSE, TRUE, sizeof (ImDocumentNode));
}

gint
im_document_find_layer (ImDocument *self, const ImDiagnostic *problem)
{
  gint found = -1;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), -1);

  if (problem->source != im_unit_file_get_source (self->file))
    return -1;
  for (guint i = 0; i < self->layers->len; i++)
    {
      const ImDocumentLayer *layer = im_document_get_layer (self, i);
      ImSpan tail = im_xml_element_get_tail_span (layer->node->element);

      if (problem->span.start >= layer->node->element->start_tag.start &&
          problem->span.start < tail.end)
        found = (gint) i;
    }

  return found;
}

/* What is evaluated in one program and taken over into the next one is the same object
 * there: that of the last one was alive when others were made. */
static void
list_layers (ImDocument *self)
{
  g_autoptr (GArray) old = self->layers;

  self->layers = g_array_new (FALSE, TRUE, sizeof (ImDocumentLayer));
  for (guint i = 0; i < self->nodes->len; i++)
    {
      ImDocumentNode *item = &g_array_index (self->nodes, ImDocumentNode, i);
      const ImGraphNode *node = item->node;
      ImDocumentLayer layer = { NULL };
      const ImUnitEvaluation *before = NULL;

      if (node->kind == IM_NODE_UNIT)
        {
          layer.node = node->declaration;
          layer.name = node->name;
          layer.unit = node->unit;
          layer.evaluation = im_program_get_evaluation (self->program, node);
          if (self->layers->len < old->len)
            before = g_array_index (old, ImDocumentLayer, self->layers->len).evaluation;
          g_array_append_val (self->layers, layer);
        }
      if (layer.evaluation == NULL || layer.evaluation != before)
        item->revision = ++self->n_revisions;
    }
}

/* Takes what was said of the text, and computes all that follows from it; only layers
 * have changed since the last time if there is a @patch. */
static void
set_problems (ImDocument *self, ImDiagnostics *problems, const ImUnitPatch *patch)
{
  g_autoptr (ImGraph) old_graph = g_steal_pointer (&self->graph);
  gboolean is_renewed;

  im_diagnostics_free (self->problems);
  im_diagnostics_free (self->of_main);
  self->problems = problems;
  self->of_main = im_diagnostics_new ();
  g_clear_pointer (&self->plan, im_plan_unref);
  g_clear_pointer (&self->of_export, im_diagnostics_free);
  self->has_all = FALSE;
  im_diagnostics_append (self->of_main, problems);
  self->n_of_text = im_diagnostics_get_count (problems);
  im_document_elaborate (self, patch);
  is_renewed = old_graph != NULL &&
               im_graph_is_renewed (im_program_get_graph (self->program), old_graph);
  self->graph = im_graph_ref (im_program_get_graph (self->program));
  if (is_renewed)
    im_document_renew_nodes (self);
  else
    im_document_list_nodes (self);
  list_layers (self);
}

void
im_document_take_file (ImDocument *self, ImUnitFile *file, ImDiagnostics *problems)
{
  g_autoptr (ImUnitFile) old_file = self->file;

  self->file = file;
  set_problems (self, problems, NULL);
}

/* Whether nobody but the document and its plan holds the program, and with it the model
 * of the file: a thread that does would see places move. */
static gboolean
is_own (ImDocument *self)
{
  return self->program != NULL &&
         !im_program_is_shared (self->program, self->plan == NULL ? 1 : 2);
}

gboolean
im_document_change_text (ImDocument *self, GBytes *bytes)
{
  ImUnitPatch patch;

  /* What a composite is given follows from the pipeline around it. */
  if (self->file == NULL || self->scope->len > 0 || !is_own (self) ||
      !im_unit_file_patch (self->file, bytes, self->unit, &patch))
    return FALSE;
  set_problems (self, im_diagnostics_new (), &patch);

  return TRUE;
}

gboolean
im_document_read_text (ImDocument *self, GBytes *bytes, GError **error)
{
  g_autoptr (ImDiagnostics) problems = NULL;
  ImUnitFile *file;

  if (im_document_change_text (self, bytes))
    return TRUE;
  problems = im_diagnostics_new ();
  file = im_unit_file_parse (bytes, self->path, problems);

  if (file == NULL)
    {
      const ImDiagnostic *first = im_diagnostics_get (problems, 0);

      g_set_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_FORMAT, "%s: %s",
                   first->name, first->message);
      return FALSE;
    }
  im_document_take_file (self, file, g_steal_pointer (&problems));

  return TRUE;
}

void
im_document_show_again (ImDocument *self)
{
  gboolean is_read;

  im_document_follow_code (self);
  /* A text of the history was read before. */
  is_read = im_document_read_text (self, im_history_get_bytes (self->history), NULL);

  g_assert (is_read);
  g_signal_emit (self, signals[CHANGED], 0);
}

ImDocument *
im_document_new_for_bytes (const char *path,
                           GBytes *bytes,
                           GBytes *on_disk,
                           ImUnitLibrary *library,
                           GError **error)
{
  g_autoptr (ImDocument) self = g_object_new (IM_TYPE_DOCUMENT, NULL);

  self->given = im_unit_library_ref (library);
  self->library = im_unit_library_ref (library);
  self->path = g_strdup (path);
  self->on_disk = on_disk == NULL ? NULL : g_bytes_ref (on_disk);
  self->history = im_history_new (bytes);
  im_history_set_saved_bytes (self->history, on_disk);

  return im_document_read_text (self, bytes, error) ? g_steal_pointer (&self) : NULL;
}

ImDocument *
im_document_open (const char *path, ImUnitLibrary *library, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GBytes) bytes = NULL;

  im_file_finish_groups_around (folder);
  bytes = im_file_read (path, IM_DOCUMENT_MAX_BYTES, error);

  return bytes == NULL ? NULL
                       : im_document_new_for_bytes (path, bytes, bytes, library, error);
}

void
im_document_add_step (ImDocument *self,
                      GBytes *bytes,
                      const char *gesture,
                      const char *name,
                      const char *script)
{
  im_history_add (self->history, bytes, name, script, gesture, g_get_monotonic_time ());
  g_signal_emit (self, signals[CHANGED], 0);
}

void
im_document_undo (ImDocument *self)
{
  g_return_if_fail (IM_IS_DOCUMENT (self));

  if (im_history_undo (self->history))
    im_document_show_again (self);
}

void
im_document_redo (ImDocument *self)
{
  g_return_if_fail (IM_IS_DOCUMENT (self));

  if (im_history_redo (self->history))
    im_document_show_again (self);
}

const char *
im_document_get_path (ImDocument *self)
{
  return self->path;
}

ImUnitLibrary *
im_document_get_library (ImDocument *self)
{
  g_return_val_if_fail (IM_IS_DOCUMENT (self), NULL);

  return self->library;
}

const ImUnitFile *
im_document_get_file (ImDocument *self)
{
  return self->file;
}

const ImProgram *
im_document_get_program (ImDocument *self)
{
  return self->program;
}

const ImProgram *
im_document_get_main_program (ImDocument *self)
{
  g_return_val_if_fail (IM_IS_DOCUMENT (self), NULL);

  return self->scope->len > 0 ? self->whole : self->program;
}

guint
im_document_get_n_layers (ImDocument *self)
{
  return self->layers->len;
}

const char *
im_document_get_undo_name (ImDocument *self)
{
  return im_history_get_undo_name (self->history);
}

const char *
im_document_get_redo_name (ImDocument *self)
{
  return im_history_get_redo_name (self->history);
}

gboolean
im_document_is_modified (ImDocument *self)
{
  return !im_history_is_saved (self->history);
}
