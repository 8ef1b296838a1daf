/* SPDX-License-Identifier: MIT */
#include "document/disk/im-document-disk.h"

#include <glib/gi18n-lib.h>

#include "base/im-file.h"
#include "document/state/im-document-code.h"
#include "document/state/im-document-private.h"

/* Compares a file with what was read or saved, NULL if there was none. */
static ImDocumentDisk
check_file (const char *path, GBytes *on_disk)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = im_file_read (path, IM_DOCUMENT_MAX_BYTES, &error);

  if (g_error_matches (error, IM_FILE_ERROR, IM_FILE_ERROR_NOT_FOUND))
    return on_disk == NULL ? IM_DOCUMENT_DISK_SAME : IM_DOCUMENT_DISK_GONE;

  return bytes != NULL && on_disk != NULL && g_bytes_equal (bytes, on_disk)
             ? IM_DOCUMENT_DISK_SAME
             : IM_DOCUMENT_DISK_CHANGED;
}

ImDocumentDisk
im_document_check_disk (ImDocument *self)
{
  ImDocumentDisk disk;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), IM_DOCUMENT_DISK_SAME);

  disk = check_file (self->path, self->on_disk);
  for (guint i = 1;
       disk == IM_DOCUMENT_DISK_SAME && i < im_history_get_n_files (self->history); i++)
    {
      g_autofree char *path = im_document_dup_code_path (
          self, im_history_get_file_name (self->history, i));

      disk = check_file (path, im_history_get_file_saved (self->history, i));
    }

  return disk;
}

char **
im_document_list_changed_code (ImDocument *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  g_return_val_if_fail (IM_IS_DOCUMENT (self), NULL);

  for (guint i = 1; i < im_history_get_n_files (self->history); i++)
    {
      const char *name = im_history_get_file_name (self->history, i);
      g_autofree char *path = im_document_dup_code_path (self, name);

      if (check_file (path, im_history_get_file_bytes (self->history, i)) !=
          IM_DOCUMENT_DISK_SAME)
        g_strv_builder_add (names, name);
    }

  return g_strv_builder_end (names);
}

static void
clear_text (gpointer data)
{
  g_bytes_unref (((ImHistoryText *) data)->bytes);
}

static void
set_on_disk (ImDocument *self, GBytes *bytes)
{
  g_clear_pointer (&self->on_disk, g_bytes_unref);
  self->on_disk = bytes == NULL ? NULL : g_bytes_ref (bytes);
  im_history_set_saved_bytes (self->history, bytes);
}

/* Makes a step of the texts of files, unless they are the current ones. The one of the
 * document itself comes first. */
static gboolean
take_texts (ImDocument *self, const GArray *texts, const char *name, GError **error)
{
  const ImHistoryText *first = &g_array_index (texts, ImHistoryText, 0);
  gboolean differs = FALSE;

  for (guint i = 0; i < texts->len; i++)
    differs |= !g_bytes_equal (first[i].bytes,
                               im_history_get_file_bytes (self->history, first[i].file));
  if (!differs)
    {
      im_document_show_again (self);
      return TRUE;
    }
  if (!im_document_read_text (self, first->bytes, error))
    return FALSE;
  im_document_add_texts (self, first, texts->len, NULL, name);

  return TRUE;
}

static GArray *
new_texts (void)
{
  GArray *texts = g_array_new (FALSE, FALSE, sizeof (ImHistoryText));

  g_array_set_clear_func (texts, clear_text);

  return texts;
}

/* Takes over @bytes. */
static void
add_text (GArray *texts, guint file, GBytes *bytes)
{
  ImHistoryText text = { file, bytes };

  g_array_append_val (texts, text);
}

/* What all files have now. Code that is gone stays as it is here. */
static GArray *
read_texts (ImDocument *self, GError **error)
{
  g_autoptr (GArray) texts = new_texts ();
  GBytes *bytes = im_file_read (self->path, IM_DOCUMENT_MAX_BYTES, error);

  if (bytes == NULL)
    return NULL;
  add_text (texts, 0, bytes);
  for (guint i = 1; i < im_history_get_n_files (self->history); i++)
    {
      g_autofree char *path = im_document_dup_code_path (
          self, im_history_get_file_name (self->history, i));

      bytes = im_file_read (path, IM_DOCUMENT_MAX_BYTES, NULL);
      if (bytes != NULL)
        add_text (texts, i, bytes);
    }

  return g_steal_pointer (&texts);
}

static void
set_all_on_disk (ImDocument *self, const GArray *texts)
{
  for (guint i = 0; i < texts->len; i++)
    {
      const ImHistoryText *text = &g_array_index (texts, ImHistoryText, i);

      if (text->file == 0)
        set_on_disk (self, text->bytes);
      else
        im_history_set_file_saved (self->history, text->file, text->bytes);
    }
}

gboolean
im_document_reload (ImDocument *self, GError **error)
{
  g_autoptr (GArray) texts = NULL;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), FALSE);

  texts = read_texts (self, error);
  if (texts == NULL ||
      !im_document_read_text (self, g_array_index (texts, ImHistoryText, 0).bytes, error))
    return FALSE;
  set_all_on_disk (self, texts);

  return take_texts (self, texts, _ ("Reload from disk"), error);
}

void
im_document_reload_code (ImDocument *self)
{
  g_return_if_fail (IM_IS_DOCUMENT (self));

  im_unit_library_forget_code (self->given);
  im_document_use_code (self);
  im_document_show_again (self);
}

void
im_document_keep (ImDocument *self)
{
  g_autoptr (GBytes) bytes = NULL;

  g_return_if_fail (IM_IS_DOCUMENT (self));

  bytes = im_file_read (self->path, IM_DOCUMENT_MAX_BYTES, NULL);
  set_on_disk (self, bytes);
  for (guint i = 1; i < im_history_get_n_files (self->history); i++)
    {
      g_autofree char *path = im_document_dup_code_path (
          self, im_history_get_file_name (self->history, i));
      g_autoptr (GBytes) code = im_file_read (path, IM_DOCUMENT_MAX_BYTES, NULL);

      im_history_set_file_saved (self->history, i, code);
    }
  im_document_show_again (self);
}

/* Lets a document have what a draft has, as a step that can be undone. */
static gboolean
restore (ImDocument *self, const ImDraft *draft, GError **error)
{
  g_autoptr (GArray) texts = new_texts ();

  add_text (texts, 0, g_bytes_ref (draft->bytes));
  for (guint i = 0; i < draft->files->len; i++)
    {
      const ImDraftFile *file = &g_array_index (draft->files, ImDraftFile, i);
      g_autofree char *path = im_document_dup_code_path (self, file->name);
      g_autoptr (GBytes) on_disk = im_file_read (path, IM_DOCUMENT_MAX_BYTES, NULL);
      guint number = im_document_require_code (self, file->name,
                                               on_disk == NULL ? file->bytes : on_disk);

      im_history_set_file_saved (self->history, number, on_disk);
      add_text (texts, number, g_bytes_ref (file->bytes));
    }

  return take_texts (self, texts, _ ("Restore draft"), error);
}

ImDocument *
im_document_open_draft (const ImDraft *draft, ImUnitLibrary *library, GError **error)
{
  g_autoptr (ImDocument) document = im_document_open (draft->path, library, NULL);
  g_autoptr (GBytes) on_disk = NULL;

  if (document == NULL)
    {
      on_disk = im_file_read (draft->path, IM_DOCUMENT_MAX_BYTES, NULL);
      document = im_document_new_for_bytes (draft->path, draft->bytes, on_disk, library,
                                            error);
    }

  return document != NULL && restore (document, draft, error)
             ? g_steal_pointer (&document)
             : NULL;
}

ImDraft *
im_document_new_draft (ImDocument *self, const char *editor_text)
{
  ImDraft *draft;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), NULL);

  draft = im_draft_new (self->path, self->on_disk, im_history_get_bytes (self->history),
                        editor_text);
  for (guint i = 1; i < im_history_get_n_files (self->history); i++)
    if (!im_history_is_file_saved (self->history, i))
      im_draft_add_file (draft, im_history_get_file_name (self->history, i),
                         im_history_get_file_bytes (self->history, i));

  return draft;
}
