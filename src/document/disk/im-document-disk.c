/* SPDX-License-Identifier: MIT */
#include "document/disk/im-document-disk.h"

#include <glib/gi18n-lib.h>

#include "base/im-file.h"
#include "document/state/im-document-private.h"

ImDocumentDisk
im_document_check_disk (ImDocument *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), IM_DOCUMENT_DISK_SAME);

  bytes = im_file_read (self->path, IM_DOCUMENT_MAX_BYTES, &error);
  if (g_error_matches (error, IM_FILE_ERROR, IM_FILE_ERROR_NOT_FOUND))
    return self->on_disk == NULL ? IM_DOCUMENT_DISK_SAME : IM_DOCUMENT_DISK_GONE;

  return bytes != NULL && self->on_disk != NULL && g_bytes_equal (bytes, self->on_disk)
             ? IM_DOCUMENT_DISK_SAME
             : IM_DOCUMENT_DISK_CHANGED;
}

static void
set_on_disk (ImDocument *self, GBytes *bytes)
{
  g_clear_pointer (&self->on_disk, g_bytes_unref);
  self->on_disk = bytes == NULL ? NULL : g_bytes_ref (bytes);
  im_history_set_saved_bytes (self->history, bytes);
}

/* Makes a step of a text, unless it is the current one. */
static gboolean
take_bytes (ImDocument *self, GBytes *bytes, const char *name, GError **error)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  ImUnitFile *file;

  if (g_bytes_equal (bytes, im_history_get_bytes (self->history)))
    {
      im_document_show_again (self);
      return TRUE;
    }
  file = im_unit_file_parse (bytes, self->path, problems);
  if (file == NULL)
    {
      const ImDiagnostic *first = im_diagnostics_get (problems, 0);

      g_set_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_FORMAT, "%s: %s",
                   first->name, first->message);
      return FALSE;
    }
  im_document_take_file (self, file, g_steal_pointer (&problems));
  im_document_add_step (self, bytes, NULL, name, NULL);

  return TRUE;
}

gboolean
im_document_reload (ImDocument *self, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) old_bytes = NULL;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), FALSE);

  bytes = im_file_read (self->path, IM_DOCUMENT_MAX_BYTES, error);
  if (bytes == NULL)
    return FALSE;
  old_bytes = self->on_disk == NULL ? NULL : g_bytes_ref (self->on_disk);
  set_on_disk (self, bytes);
  if (take_bytes (self, bytes, _ ("Reload from disk"), error))
    return TRUE;
  set_on_disk (self, old_bytes);

  return FALSE;
}

void
im_document_reload_code (ImDocument *self)
{
  g_return_if_fail (IM_IS_DOCUMENT (self));

  im_unit_library_forget_code (self->library);
  /* What is kept of a program has the formulas as they were. */
  g_clear_pointer (&self->whole, im_program_unref);
  g_clear_pointer (&self->program, im_program_unref);
  im_document_show_again (self);
}

void
im_document_keep (ImDocument *self)
{
  g_autoptr (GBytes) bytes = NULL;

  g_return_if_fail (IM_IS_DOCUMENT (self));

  bytes = im_file_read (self->path, IM_DOCUMENT_MAX_BYTES, NULL);
  set_on_disk (self, bytes);
  im_document_show_again (self);
}

/* Makes a text of a draft that of the document, as a step that can be undone. */
static gboolean
restore (ImDocument *self, GBytes *bytes, GError **error)
{
  g_return_val_if_fail (IM_IS_DOCUMENT (self), FALSE);

  return take_bytes (self, bytes, _ ("Restore draft"), error);
}

ImDocument *
im_document_open_draft (const ImDraft *draft, ImUnitLibrary *library, GError **error)
{
  g_autoptr (ImDocument) document = im_document_open (draft->path, library, NULL);
  g_autoptr (GBytes) on_disk = NULL;

  if (document != NULL)
    return restore (document, draft->bytes, error) ? g_steal_pointer (&document) : NULL;
  on_disk = im_file_read (draft->path, IM_DOCUMENT_MAX_BYTES, NULL);

  return im_document_new_for_bytes (draft->path, draft->bytes, on_disk, library, error);
}

ImDraft *
im_document_new_draft (ImDocument *self, const char *editor_text)
{
  g_return_val_if_fail (IM_IS_DOCUMENT (self), NULL);

  return im_draft_new (self->path, self->on_disk, im_history_get_bytes (self->history),
                       editor_text);
}
