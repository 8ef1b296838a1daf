/* SPDX-License-Identifier: MIT */
#include "document/change/im-document-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "document/change/im-document-change.h"
#include "document/edit/im-text-change.h"
#include "xml/im-xml-edit.h"
#include "xml/im-xml-layout.h"

/* Lines of an editor end with LF, also those that were pasted. */
static char *
dup_editor_text (const char *text, gsize length)
{
  GString *out = g_string_sized_new (length);
  const char *end = text + length, *at;

  while ((at = memchr (text, '\r', (gsize) (end - text))) != NULL)
    {
      g_string_append_len (out, text, at - text + (at[1] != '\n'));
      text = at + 1;
    }
  g_string_append_len (out, text, end - text);

  return g_string_free (out, FALSE);
}

char *
im_document_dup_text (ImDocument *self)
{
  const char *text;
  gsize length;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), NULL);
  text = im_source_get_text (im_unit_file_get_source (self->file), &length);

  return dup_editor_text (text, length);
}

/* Finds the byte of a file that is a byte of the text of an editor. */
static gsize
find_byte (const char *text, gsize editor_offset)
{
  gsize offset = editor_offset;
  const char *at = text;

  /* Each line end that was shortened in front of it is a byte. */
  while ((at = memchr (at, '\r', (gsize) (text + offset - at))) != NULL)
    offset += *++at == '\n';

  return offset;
}

/* Makes the changed text of the file: only what the editor changed is written anew. */
static GString *
make_text (ImDocument *self, const char *editor_text, const ImTextChange *change)
{
  const ImXmlDocument *xml = im_unit_file_get_document (self->file);
  gsize length;
  const char *text = im_source_get_text (im_unit_file_get_source (self->file), &length);
  const char *newline = xml != NULL                     ? im_xml_layout_get_newline (xml)
                        : strstr (text, "\r\n") != NULL ? "\r\n"
                                                        : "\n";
  gsize start = find_byte (text, change->start);
  gsize end = find_byte (text, change->old_end);
  GString *out = g_string_new_len (text, (gssize) start);

  for (gsize i = change->start; i < change->new_end; i++)
    if (editor_text[i] == '\n')
      g_string_append (out, newline);
    else
      g_string_append_c (out, editor_text[i]);
  g_string_append_len (out, text + end, (gssize) (length - end));

  return out;
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
  if (im_history_has_text (self->history, -1, bytes))
    im_document_undo (self);
  else if (im_history_has_text (self->history, 1, bytes))
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
  g_autofree char *new_text = dup_editor_text (text, strlen (text));
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
