/* SPDX-License-Identifier: MIT
 *
 * The document of the page and its file: it is saved as a draft, other programs change
 * it, and it cannot be opened or written.
 */
#include <glib/gi18n.h>

#include "base/im-file.h"
#include "document/change/im-document-text.h"
#include "document/disk/im-document-disk.h"
#include "studio/common/studio-toast-overlay.h"
#include "studio/page/studio-page-private.h"

#define MS_PER_S 1000

/* Messages of the banner: what another program did, and what could not be saved. */
#define ID_DISK     "disk"
#define ID_SAVE     "save"
#define ID_ENCODING "encoding"

static const StudioBannerButton answers_changed[] = {
  { N_ ("_Reload"), "disk.reload" },
  { N_ ("_Keep Mine"), "disk.keep" },
  { N_ ("_Compare…"), "disk.compare" },
};

static const StudioBannerButton answers_gone[] = {
  { N_ ("_Keep Mine"), "disk.keep" },
  { N_ ("Save _As…"), "win.save-as" },
};

static const StudioBannerButton answers_conflict[] = {
  { N_ ("_Overwrite"), "disk.overwrite" },
  { N_ ("Save _As…"), "win.save-as" },
  { N_ ("_Reload"), "disk.reload" },
  { N_ ("_Compare…"), "disk.compare" },
};

static const StudioBannerButton answers_unwritable[] = {
  { N_ ("Save _As…"), "win.save-as" },
};

static const StudioBannerButton answers_not_encoded[] = {
  { N_ ("Store in _UTF-8"), "disk.store-in-utf8" },
};

static void
show_question (StudioPage *self,
               const char *id,
               GtkMessageType type,
               const char *text,
               const StudioBannerButton *answers,
               guint n_answers)
{
  g_autofree StudioBannerButton *buttons = g_new (StudioBannerButton, n_answers);

  for (guint i = 0; i < n_answers; i++)
    buttons[i] = (StudioBannerButton){ _ (answers[i].label), answers[i].action };
  studio_banner_show (self->banner, id, type, text, buttons, n_answers);
}

void
studio_page_hide_questions (StudioPage *self)
{
  studio_banner_hide (self->banner, ID_DISK);
  studio_banner_hide (self->banner, ID_SAVE);
  studio_banner_hide (self->banner, ID_ENCODING);
}

/* Whatever was done has come to nothing, and no view leaves it at that. */
void
studio_page_say_not_encoded (StudioPage *self, const char *message)
{
  g_autofree char *text = g_strdup_printf (
      /* Translators: what follows says why */
      _ ("Nothing was changed: %s."), message);

  show_question (self, ID_ENCODING, GTK_MESSAGE_ERROR, text, answers_not_encoded,
                 G_N_ELEMENTS (answers_not_encoded));
}

void
studio_page_say_cannot_save (StudioPage *self, const GError *error)
{
  if (g_error_matches (error, IM_FILE_ERROR, IM_FILE_ERROR_CHANGED))
    show_question (self, ID_SAVE, GTK_MESSAGE_WARNING, error->message, answers_conflict,
                   G_N_ELEMENTS (answers_conflict));
  else
    show_question (self, ID_SAVE, GTK_MESSAGE_ERROR, error->message, answers_unwritable,
                   G_N_ELEMENTS (answers_unwritable));
}

void
studio_page_say_cannot_open (StudioPage *self, const char *message)
{
  studio_banner_show (self->banner, message, GTK_MESSAGE_ERROR, message, NULL, 0);
}

void
studio_page_show_trouble (StudioPage *self, const char *message)
{
  g_return_if_fail (STUDIO_IS_PAGE (self));

  studio_banner_show (self->banner, message, GTK_MESSAGE_WARNING, message, NULL, 0);
}

static void
say_reloaded (StudioPage *self)
{
  studio_toast_overlay_show_with_button (self->toasts,
                                         _ ("Reloaded: another program changed the file"),
                                         _ ("_Undo"), "win.undo");
}

static gboolean
reload (StudioPage *self)
{
  g_autoptr (GError) error = NULL;

  if (im_document_reload (self->document, &error))
    {
      studio_page_hide_questions (self);
      return TRUE;
    }
  show_question (self, ID_DISK, GTK_MESSAGE_ERROR, error->message, answers_changed,
                 G_N_ELEMENTS (answers_changed));

  return FALSE;
}

/* Without changes of the user there is nothing to ask. */
static void
disk_changed_cb (StudioPage *self, ImDocumentDisk disk)
{
  gboolean is_typed = !studio_page_flush_code (self);

  if (disk == IM_DOCUMENT_DISK_SAME)
    studio_page_hide_questions (self);
  else if (studio_banner_has (self->banner, ID_SAVE))
    return; /* it was asked for that already */
  else if (disk == IM_DOCUMENT_DISK_GONE && self->is_left)
    return; /* the file is being opened where it lies now */
  else if (disk == IM_DOCUMENT_DISK_GONE)
    show_question (self, ID_DISK, GTK_MESSAGE_WARNING,
                   _ ("The file was removed or renamed. What is open is still here."),
                   answers_gone, G_N_ELEMENTS (answers_gone));
  else if (is_typed || im_document_is_modified (self->document))
    show_question (
        self, ID_DISK, GTK_MESSAGE_WARNING,
        _ ("Another program changed the file, and there are changes here that are not "
           "saved. Reloading can be undone; keeping yours overwrites the file when you "
           "save."),
        answers_changed, G_N_ELEMENTS (answers_changed));
  else if (reload (self))
    say_reloaded (self);
}

/* What was typed and cannot be read yet is not lost: the code is read again when the
 * document changes next. */
static void
code_changed_cb (StudioPage *self)
{
  if (studio_page_flush_code (self))
    im_document_reload_code (self->document);
  else
    im_unit_library_forget_code (im_document_get_library (self->document));
}

static void
reload_action (StudioPage *self, const char *name, GVariant *parameter)
{
  reload (self);
}

static void
keep_action (StudioPage *self, const char *name, GVariant *parameter)
{
  im_document_keep (self->document);
  studio_page_hide_questions (self);
}

static void
overwrite_action (StudioPage *self, const char *name, GVariant *parameter)
{
  keep_action (self, name, parameter);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.save", NULL);
}

static void
store_action (StudioPage *self, const char *name, GVariant *parameter)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();

  if (im_document_store_in_utf8 (self->document, problems))
    studio_banner_hide (self->banner, ID_ENCODING);
  else
    studio_page_say (self, im_diagnostics_get (problems, 0)->message);
}

static void
delay_changed_cb (StudioPage *self)
{
  if (self->autosave != NULL)
    im_autosave_set_delay (self->autosave,
                           MS_PER_S *
                               g_settings_get_uint (self->settings, "autosave-delay"));
}

void
studio_page_keep_draft (StudioPage *self)
{
  g_return_if_fail (STUDIO_IS_PAGE (self));

  if (self->autosave != NULL)
    im_autosave_flush (self->autosave);
}

void
studio_page_watch_document (StudioPage *self)
{
  self->monitor = im_document_monitor_new (self->document);
  g_signal_connect_object (self->monitor, "changed", G_CALLBACK (disk_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->monitor, "code-changed", G_CALLBACK (code_changed_cb),
                           self, G_CONNECT_SWAPPED);
  if (studio_drafts_get_store (self->drafts) == NULL)
    return;
  self->autosave = im_autosave_new (self->document,
                                    studio_drafts_get_store (self->drafts), MS_PER_S);
  delay_changed_cb (self);
  g_signal_connect_object (self->settings, "changed::autosave-delay",
                           G_CALLBACK (delay_changed_cb), self, G_CONNECT_SWAPPED);
}

void
studio_page_forget_document (StudioPage *self)
{
  g_clear_object (&self->autosave);
  g_clear_object (&self->monitor);
}

void
studio_page_discard_changes (StudioPage *self)
{
  g_return_if_fail (STUDIO_IS_PAGE (self));

  if (self->autosave != NULL)
    im_autosave_discard (self->autosave);
}

void
studio_page_install_disk_actions (GtkWidgetClass *window_class)
{
  static const StudioPageAction actions[] = {
    { "disk.reload", reload_action, 0, 0, NULL, NULL },
    { "disk.keep", keep_action, 0, 0, NULL, NULL },
    { "disk.overwrite", overwrite_action, 0, 0, NULL, NULL },
    { "disk.store-in-utf8", store_action, 0, 0, NULL, NULL },
  };

  studio_page_install (window_class, actions, G_N_ELEMENTS (actions));
}
