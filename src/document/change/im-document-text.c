/* SPDX-License-Identifier: MIT */
#include "document/change/im-document-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "document/change/im-document-change.h"
#include "document/edit/im-editor-text.h"
#include "xml/im-xml-edit.h"
#include "xml/im-xml-layout.h"

char *
im_document_dup_text (ImDocument *self)
{
  const char *text;
  gsize length;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), NULL);
  text = im_source_get_text (im_unit_file_get_source (self->file), &length);

  return im_editor_text_dup (text, length);
}

/* Makes the changed text of the file: only what the editor changed is written anew. */
static GString *
make_text (ImDocument *self, const char *editor_text, const ImTextChange *change)
{
  const ImXmlDocument *xml = im_unit_file_get_document (self->file);
  const char *text = im_source_get_text (im_unit_file_get_source (self->file), NULL);

  return im_editor_text_apply (text, editor_text, change,
                               xml == NULL ? im_editor_text_get_newline (text)
                                           : im_xml_layout_get_newline (xml));
}

static GBytes *
encode (ImDocument *self, const GString *text, gsize changed_at, ImDiagnostics *problems)
{
  const ImXmlDocument *xml = im_unit_file_get_document (self->file);
  g_autoptr (GError) error = NULL;
  g_autoptr (ImSource) source = NULL;
  /* Operators are written in UTF-8. */
  GBytes *bytes = NULL;

  if (xml == NULL)
    bytes = g_bytes_new (text->str, text->len);
  else if (im_xml_edit_check_encoding (xml, &error))
    bytes = im_xml_encoding_encode (im_xml_document_get_encoding (xml), text->str,
                                    text->len, &error);
  if (bytes != NULL)
    return bytes;

  source = im_source_new_for_string (self->path, text->str);
  im_diagnostics_add (problems, IM_SEVERITY_ERROR, "encoding", source,
                      (ImSpan){ (guint32) changed_at, (guint32) changed_at }, "%s",
                      error->message);

  return NULL;
}

/* Goes one step back or forth if that gives this text. */
static gboolean
step_to (ImDocument *self, GBytes *bytes)
{
  if (im_history_has_text (self->history, -1, 0, bytes))
    im_document_undo (self);
  else if (im_history_has_text (self->history, 1, 0, bytes))
    im_document_redo (self);
  else
    return FALSE;

  return TRUE;
}

/* Makes a text the document's own, as a step. */
static gboolean
take_bytes (ImDocument *self,
            GBytes *bytes,
            const char *gesture,
            const char *name,
            ImDiagnostics *problems)
{
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();
  ImUnitFile *file = im_unit_file_parse (bytes, self->path, found);

  if (file == NULL)
    {
      im_diagnostics_append (problems, found);
      return FALSE;
    }
  im_document_take_file (self, file, g_steal_pointer (&found));
  im_document_add_step (self, bytes, gesture, name, NULL);

  return TRUE;
}

gboolean
im_document_store_in_utf8 (ImDocument *self, ImDiagnostics *problems)
{
  g_autoptr (GBytes) bytes = NULL;
  const char *text;
  gsize length;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), FALSE);
  text = im_source_get_text (im_unit_file_get_source (self->file), &length);
  bytes = im_xml_encoding_convert (text, length);

  return take_bytes (self, bytes, NULL, _ ("Store in UTF-8"), problems);
}

gboolean
im_document_set_text (ImDocument *self,
                      const char *text,
                      const char *gesture,
                      ImDiagnostics *problems)
{
  g_autofree char *old_text = im_document_dup_text (self);
  g_autofree char *new_text = im_editor_text_dup (text, strlen (text));
  g_autoptr (GString) changed = NULL;
  g_autoptr (GBytes) bytes = NULL;
  ImTextChange change;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), FALSE);
  if (!im_text_change_find (old_text, new_text, &change))
    return TRUE;

  changed = make_text (self, new_text, &change);
  bytes = encode (self, changed, change.start, problems);
  if (bytes == NULL)
    return FALSE;
  if (step_to (self, bytes))
    return TRUE;
  if (im_document_change_text (self, bytes))
    {
      im_document_add_step (self, bytes, gesture, _ ("Edit text"), NULL);
      return TRUE;
    }

  return take_bytes (self, bytes, gesture, _ ("Edit text"), problems);
}
