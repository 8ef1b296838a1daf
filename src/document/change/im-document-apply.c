/* SPDX-License-Identifier: MIT
 *
 * Every change of a document but those of its text goes through here: an edit is made
 * into changes of the XML, the file is read again where it differs, and the history gets
 * a step.
 */
#include <glib/gi18n-lib.h>

#include "base/im-arena.h"
#include "document/change/im-document-change.h"

/* Edits of code are steps of their own, see im_document_apply(). */
static gboolean
refuse_code (ImDocument *self,
             const ImEdit *edit,
             ImDocumentChange *change,
             GError **error)
{
  return im_document_refuse (error, edit->element,
                             _ ("code is edited by itself, not with others at once"));
}

static const ImDocumentMaker makers[IM_N_EDITS] = {
  [IM_EDIT_SET] = im_document_make_set,
  [IM_EDIT_RESET] = im_document_make_set,
  [IM_EDIT_ENABLE] = im_document_make_enable,
  [IM_EDIT_DISABLE] = im_document_make_enable,
  [IM_EDIT_INSERT] = im_document_make_insert,
  [IM_EDIT_ADD] = im_document_make_add,
  [IM_EDIT_REMOVE] = im_document_make_remove,
  [IM_EDIT_DISSOLVE] = im_document_make_remove,
  [IM_EDIT_MOVE] = im_document_make_move,
  [IM_EDIT_PLACE] = im_document_make_place,
  [IM_EDIT_LAYOUT] = im_document_make_layout,
  [IM_EDIT_CONNECT] = im_document_make_connect,
  [IM_EDIT_DISCONNECT] = im_document_make_disconnect,
  [IM_EDIT_ISOLATE] = im_document_make_isolate,
  [IM_EDIT_PASTE] = im_document_make_paste,
  [IM_EDIT_GROUP] = im_document_make_group,
  [IM_EDIT_EXTRACT] = im_document_make_group,
  [IM_EDIT_UNGROUP] = im_document_make_ungroup,
  [IM_EDIT_RENAME] = im_document_make_rename,
  [IM_EDIT_RENAME_GROUP] = im_document_make_rename_group,
  [IM_EDIT_RENAME_PIPELINE] = im_document_make_rename_pipeline,
  [IM_EDIT_RENAME_SOCKET] = im_document_make_rename_socket,
  [IM_EDIT_TYPE] = im_document_make_type,
  [IM_EDIT_DECLARE] = im_document_make_declare,
  [IM_EDIT_INPUT] = im_document_make_input,
  [IM_EDIT_OUTPUT] = im_document_make_output,
  [IM_EDIT_OPTION] = im_document_make_option,
  [IM_EDIT_EXPRESSION] = im_document_make_expression,
  [IM_EDIT_FRAME] = im_document_make_frame,
  [IM_EDIT_CHANGE] = im_document_make_property,
  [IM_EDIT_REQUEUE] = im_document_make_requeue,
  [IM_EDIT_ATTRIBUTE] = im_document_make_attribute,
  [IM_EDIT_CONTENT] = im_document_make_content,
  [IM_EDIT_INSERT_ELEMENT] = im_document_make_insert_element,
  [IM_EDIT_REMOVE_ELEMENT] = im_document_make_remove_element,
  [IM_EDIT_MOVE_ELEMENT] = im_document_make_move_element,
  [IM_EDIT_CODE] = refuse_code,
};

void
im_document_change_clear (ImDocumentChange *change)
{
  g_clear_pointer (&change->xml, im_xml_edit_free);
  g_clear_pointer (&change->name, g_free);
  g_clear_pointer (&change->gesture, g_free);
  g_clear_pointer (&change->units, g_free);
}

/* Whether an edit is of the layers or nodes of a pipeline. */
static gboolean
is_of_nodes (ImEditKind kind)
{
  return kind < IM_EDIT_ATTRIBUTE && kind != IM_EDIT_TYPE && kind != IM_EDIT_DECLARE;
}

/* Whether an edit is of what a unit takes, gives and computes, which those without layers
 * have, too. */
static gboolean
is_of_parameters (ImEditKind kind)
{
  switch ((int) kind)
    {
    case IM_EDIT_REMOVE:
    case IM_EDIT_RENAME_PIPELINE:
    case IM_EDIT_RENAME_SOCKET:
    case IM_EDIT_INPUT:
    case IM_EDIT_OUTPUT:
    case IM_EDIT_OPTION:
    case IM_EDIT_EXPRESSION:
    case IM_EDIT_CHANGE:
      return TRUE;
    default:
      return FALSE;
    }
}

gboolean
im_document_make_change (ImDocument *self,
                         const ImEdit *edit,
                         ImDocumentChange *change,
                         GError **error)
{
  if (im_unit_file_get_document (self->file) == NULL)
    return im_document_refuse (error, self->unit->id.text,
                               _ ("an operator is edited as text"));
  if (is_of_nodes (edit->kind) && !is_of_parameters (edit->kind) &&
      !im_unit_is_graph (self->unit))
    return im_document_refuse (error, self->unit->id.text,
                               _ ("it is a single unit, which has no layers to edit"));
  change->xml = im_document_begin (self);

  return makers[edit->kind](self, edit, change, error);
}

/* What a project says of its output, and was right, follows from the edit. */
static GBytes *
follow_output (ImDocument *self, GBytes *bytes)
{
  g_autoptr (ImXmlEdit) edit = im_document_begin (self);
  g_autoptr (GBytes) told = NULL;

  if (im_document_tell_output (self, edit))
    told = im_xml_edit_render (edit, NULL);
  if (told == NULL || !im_document_read_text (self, told, NULL))
    return bytes;
  g_bytes_unref (bytes);

  return g_steal_pointer (&told);
}

/* Whether what is around may go by another name then. */
static gboolean
renames (ImEditKind kind)
{
  return kind == IM_EDIT_RENAME_GROUP || kind == IM_EDIT_RENAME_PIPELINE;
}

/* Makes one edit where it is shown, without a step. Sets @bytes to the text behind it if
 * that differs. */
static gboolean
apply_here (ImDocument *self,
            const ImEdit *edit,
            ImDocumentChange *change,
            GBytes **bytes,
            GError **error)
{
  g_autoptr (GBytes) changed = NULL;
  g_autoptr (GArray) way = im_document_list_scope (self);
  gboolean tells = im_document_tells_output (self);

  if (!im_document_make_change (self, edit, change, error))
    return FALSE;
  changed = im_xml_edit_render (change->xml, error);
  if (changed == NULL || g_bytes_equal (changed, *bytes) ||
      !im_document_read_text (self, changed, error))
    return FALSE;
  if (tells)
    changed = follow_output (self, g_steal_pointer (&changed));
  if (renames (edit->kind))
    im_document_follow_scope (self, way, changed);
  g_bytes_unref (*bytes);
  *bytes = g_steal_pointer (&changed);

  return TRUE;
}

/* The same for one that says where it is. */
static gboolean
apply_edit (ImDocument *self,
            const ImEdit *edit,
            ImDocumentChange *change,
            GBytes **bytes,
            GError **error)
{
  guint depth = self->scope->len;
  gboolean has_changed;

  if (edit->n_scope == 0)
    return apply_here (self, edit, change, bytes, error);
  has_changed = im_document_go_inside (self, edit->scope, edit->n_scope, *bytes, error) &&
                apply_here (self, edit, change, bytes, error);
  im_document_go_outside (self, depth, *bytes);

  return has_changed;
}

/* The script of a step says where it is from the main unit on. */
static void
append_script (ImDocument *self, const ImEdit *edit, GString *script)
{
  g_autoptr (GPtrArray) scope = g_ptr_array_new ();
  ImEdit whole = *edit;

  for (guint i = 0; i < self->scope->len; i++)
    g_ptr_array_add (scope, g_ptr_array_index (self->scope, i));
  for (guint i = 0; i < edit->n_scope; i++)
    g_ptr_array_add (scope, (gpointer) edit->scope[i]);
  whole.scope = (const char *const *) scope->pdata;
  whole.n_scope = scope->len;
  im_edit_append_text (&whole, script);
}

/* What the same option of another composite is set by is another gesture. */
static char *
dup_gesture (ImDocument *self, const ImEdit *edit, const char *gesture)
{
  g_autoptr (GString) out = g_string_new (gesture);

  for (guint i = 0; i < self->scope->len; i++)
    g_string_append_printf (out, "/%s", (char *) g_ptr_array_index (self->scope, i));
  for (guint i = 0; i < edit->n_scope; i++)
    g_string_append_printf (out, "/%s", edit->scope[i]);

  return gesture == NULL ? NULL : g_string_free (g_steal_pointer (&out), FALSE);
}

/* Names of nodes may be those of the document, which live until the first edit. */
static ImEdit *
copy_edits (const ImEdit *edits, guint n_edits, ImArena *arena)
{
  ImEdit *copies = im_arena_alloc (arena, n_edits * sizeof (ImEdit));

  for (guint i = 0; i < n_edits; i++)
    copies[i] = im_edit_copy (&edits[i], arena);

  return copies;
}

gboolean
im_document_apply_counting (ImDocument *self,
                            const ImEdit *edits,
                            guint n_edits,
                            guint *n_new,
                            GError **error)
{
  g_autoptr (ImArena) arena = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GString) script = NULL;
  g_autofree char *name = NULL;
  g_autofree char *gesture = NULL;
  gboolean has_changed = FALSE;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), FALSE);
  *n_new = 0;
  if (n_edits == 1 && edits->kind == IM_EDIT_CODE)
    return im_document_apply_code (self, edits, error);
  bytes = g_bytes_ref (im_history_get_bytes (self->history));
  script = g_string_new (NULL);
  if (n_edits > 1)
    {
      arena = im_arena_new ();
      edits = copy_edits (edits, n_edits, arena);
    }
  for (guint i = 0; i < n_edits; i++)
    {
      g_auto (ImDocumentChange) change = { NULL };
      gsize length = script->len;
      GError *problem = NULL;

      if (length > 0)
        g_string_append_c (script, '\n');
      append_script (self, &edits[i], script);
      if (!apply_edit (self, &edits[i], &change, &bytes, &problem))
        {
          if (problem != NULL && n_edits > 1)
            g_prefix_error (&problem, "“%s”: ", script->str + length + (length > 0));
          /* Whoever shows the pipeline holds what was read before the first edit. */
          if (problem != NULL && has_changed)
            im_document_show_again (self);
          g_string_truncate (script, length);
          if (problem == NULL)
            continue;
          if (g_error_matches (problem, IM_XML_EDIT_ERROR, IM_XML_EDIT_ERROR_ENCODING))
            im_document_say_not_encoded (self, problem->message);
          g_propagate_error (error, problem);
          return FALSE;
        }
      has_changed = TRUE;
      *n_new += change.n_new;
      g_free (name);
      g_free (gesture);
      name = g_steal_pointer (&change.name);
      gesture = dup_gesture (self, &edits[i], change.gesture);
    }
  /* Edits can take each other back. */
  if (has_changed && g_bytes_equal (bytes, im_history_get_bytes (self->history)))
    {
      im_document_show_again (self);
      has_changed = FALSE;
    }
  if (has_changed)
    im_document_add_step (self, bytes, n_edits == 1 ? gesture : NULL, name, script->str);

  return has_changed;
}

gboolean
im_document_apply (ImDocument *self, const ImEdit *edits, guint n_edits, GError **error)
{
  guint n_new;

  return im_document_apply_counting (self, edits, n_edits, &n_new, error);
}

/* A unit file of its own; our namespace has the prefix that it has in the document. */
static GBytes *
new_unit_file (ImDocument *self, const char *units)
{
  const char *prefix = im_document_find_prefix (self->file);
  GString *out = g_string_new ("<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n<Imaginet");
  g_auto (GStrv) lines = g_strsplit (units, "\n", -1);

  g_string_append_printf (out, " xmlns:%s=\"" IM_UNIT_NAMESPACE "\">\n",
                          prefix == NULL ? "im" : prefix);
  for (char **line = lines; *line != NULL; line++)
    g_string_append_printf (out, "%s%s\n", **line == '\0' ? "" : "\t", *line);
  g_string_append (out, "</Imaginet>\n");

  return g_string_free_to_bytes (out);
}

GBytes *
im_document_dup_extracted (ImDocument *self, const ImEdit *edit, GError **error)
{
  g_auto (ImDocumentChange) change = { NULL };
  GBytes *bytes = im_history_get_bytes (self->history);
  guint depth = self->scope->len;
  GBytes *extracted = NULL;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), NULL);
  g_return_val_if_fail (edit->kind == IM_EDIT_EXTRACT, NULL);

  if (im_unit_library_find (self->library, edit->unit) != NULL)
    {
      im_document_refuse (error, edit->unit, _ ("there is a unit of this id already"));
      return NULL;
    }
  if (edit->n_scope > 0 &&
      !im_document_go_inside (self, edit->scope, edit->n_scope, bytes, error))
    {
      im_document_go_outside (self, depth, bytes);
      return NULL;
    }
  if (im_document_make_change (self, edit, &change, error))
    extracted = new_unit_file (self, change.units);
  im_document_go_outside (self, depth, bytes);

  return extracted;
}
