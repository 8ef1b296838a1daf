/* SPDX-License-Identifier: MIT
 *
 * What a microphone or a serial port delivers is recorded, and is the recording of the
 * document while it grows and afterwards.
 */
#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#include "capture/im-capture.h"
#include "document/disk/im-document-new.h"
#include "recording/im-recording-fit.h"
#include "recording/im-recording-preview.h"
#include "run/im-host.h"
#include "studio/page/studio-page-private.h"
#include "studio/session/studio-live.h"
#include "studio/track/studio-attach.h"
#include "studio/track/studio-record-form.h"

#define WAIT_MS 50 /* between two looks at whether the first row is there */

/* A recording whose first row is waited for; it belongs to its form. */
typedef struct
{
  StudioPage *page; /* borrowed */
  StudioRecordForm *form;
  ImProgram *program;
  GArray *inputs;
  ImCapture *capture; /* NULL before it was started */
  guint waiting;      /* source, or 0 */
} Start;

static void
end_start (Start *self)
{
  g_clear_handle_id (&self->waiting, g_source_remove);
  g_clear_pointer (&self->capture, im_capture_free);
}

static void
free_start (gpointer data, GClosure *closure)
{
  Start *self = data;

  end_start (self);
  g_array_unref (self->inputs);
  im_program_unref (self->program);
  g_free (self);
}

static StudioLive *
get_live (StudioPage *self)
{
  return studio_session_get_live (self->session);
}

/* Beside the document, or where this user keeps data. */
static char *
dup_folder (StudioPage *self)
{
  g_autofree char *folder = NULL;

  if (!im_document_is_untitled (self->document))
    folder = g_path_get_dirname (im_document_get_path (self->document));
  if (folder != NULL && access (folder, W_OK) == 0)
    return g_steal_pointer (&folder);

  return g_build_filename (g_get_user_data_dir (), "imaginet-studio", "recordings", NULL);
}

/* The name of the document with date and time: a file that there is not yet. */
static char *
dup_path (StudioPage *self, const char *suffix)
{
  g_autofree char *folder = dup_folder (self);
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *date = g_date_time_format (now, "%Y-%m-%d-%H%M%S");
  g_autofree char *base = im_document_is_untitled (self->document)
                              ? g_strdup ("recording")
                              : g_path_get_basename (
                                    im_document_get_path (self->document));
  char *dot = strrchr (base, '.');
  char *path = NULL;

  if (dot != NULL)
    *dot = '\0';
  g_mkdir_with_parents (folder, 0777);
  for (guint i = 1; path == NULL || g_file_test (path, G_FILE_TEST_EXISTS); i++)
    {
      g_autofree char *name = i == 1
                                  ? g_strdup_printf ("%s-%s%s", base, date, suffix)
                                  : g_strdup_printf ("%s-%s-%u%s", base, date, i, suffix);

      g_free (path);
      path = g_build_filename (folder, name, NULL);
    }

  return path;
}

static const ImInput *
get_input (const Start *self)
{
  return im_inputs_find_data ((const ImInput *) (gpointer) self->inputs->data,
                              self->inputs->len);
}

/* Whether its channels are those of the input; when its rows come is not known yet. */
static gboolean
is_certain (const Start *self, const ImFeed *feed)
{
  g_autoptr (ImRecordingPreview) preview = im_recording_preview_load (
      feed->path, &feed->options, 1, NULL);

  return preview != NULL && preview->start != NULL && get_input (self) != NULL &&
         im_recording_check_channels (preview->start, get_input (self), NULL);
}

/* From now on it is the recording of the document. */
static void
begin (Start *self)
{
  StudioPage *page = self->page;
  StudioRecordForm *form = self->form;
  g_autoptr (ImFeed) feed = im_feed_copy (studio_record_form_get_feed (form));
  g_autoptr (ImProgram) program = im_program_ref (self->program);
  g_autoptr (GError) error = NULL;
  gboolean is_clear;

  im_capture_set_feed (self->capture, feed);
  is_clear = is_certain (self, feed);
  if (!studio_live_record (get_live (page), g_steal_pointer (&self->capture), feed,
                           &error))
    studio_page_say (page, error->message);
  gtk_widget_set_visible (GTK_WIDGET (page->tracks_bin), TRUE);
  studio_page_update_actions (page);
  if (!is_clear)
    studio_page_ask_how_to_read (page, feed, program);
  gtk_window_close (GTK_WINDOW (form));
}

static gboolean
wait_cb (gpointer data)
{
  Start *self = data;
  ImGrowth *growth = im_capture_get_growth (self->capture);
  g_autoptr (GError) error = NULL;

  if (im_growth_get_rows (growth) == 0 && !im_growth_is_over (growth))
    return G_SOURCE_CONTINUE;
  self->waiting = 0;
  if (im_capture_wait (self->capture, NULL, &error))
    begin (self);
  else
    {
      end_start (self);
      studio_record_form_fail (self->form, error->message);
    }

  return G_SOURCE_REMOVE;
}

static void
start_cb (StudioRecordForm *form, Start *self)
{
  const ImFeed *feed = studio_record_form_get_feed (form);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  end_start (self);
  if (self->page->document == NULL)
    return;
  path = dup_path (self->page, im_capture_get_suffix (feed->path));
  self->capture = im_capture_start (feed, get_input (self), path, 0, &error);
  if (self->capture == NULL)
    {
      studio_record_form_fail (form, error->message);
      return;
    }
  studio_record_form_wait (form);
  self->waiting = g_timeout_add (WAIT_MS, wait_cb, self);
}

static void
stop_cb (StudioRecordForm *form, Start *self)
{
  end_start (self);
}

static void
record_action (StudioPage *page, const char *name, GVariant *parameter)
{
  g_autoptr (ImProgram) program = studio_live_dup_program (get_live (page));
  g_autofree char *folder = NULL;
  Start *self;

  if (program == NULL)
    {
      studio_page_say (page, _ ("The pipeline has errors, so that it is not known what "
                                "its input takes"));
      return;
    }
  if (!studio_page_takes_one_recording (page, program))
    return;
  self = g_new0 (Start, 1);
  self->page = page;
  self->program = g_steal_pointer (&program);
  self->inputs = im_host_list_inputs (self->program);
  folder = dup_folder (page);
  self->form = studio_record_form_present (studio_page_get_window (page),
                                           get_input (self), folder);
  g_signal_connect (self->form, "stop", G_CALLBACK (stop_cb), self);
  g_signal_connect_data (self->form, "start", G_CALLBACK (start_cb), self, free_start, 0);
}

static void
stop_action (StudioPage *self, const char *name, GVariant *parameter)
{
  studio_live_stop_recording (get_live (self));
}

void
studio_page_tell_recorded (StudioPage *self)
{
  const ImFeed *feed = studio_live_get_feed (get_live (self));
  g_autofree char *name = feed == NULL ? NULL : g_filename_display_basename (feed->path);
  g_autofree char *text = NULL;

  studio_page_update_actions (self);
  if (name == NULL)
    return;
  /* Translators: %s is a file */
  text = g_strdup_printf (_ ("Recorded to “%s”, which stays attached"), name);
  studio_page_say (self, text);
}

static void
saved_cb (GtkNativeDialog *dialog, int response, StudioPage *self)
{
  StudioLive *live = get_live (self);
  g_autoptr (ImFeed) feed = im_feed_copy (studio_live_get_feed (live));
  g_autoptr (GFile) target = NULL, source = NULL;
  g_autoptr (GError) error = NULL;

  if (response == GTK_RESPONSE_ACCEPT && feed != NULL)
    {
      target = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      source = g_file_new_for_path (feed->path);
      if (!g_file_copy (source, target, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, &error))
        studio_page_say (self, error->message);
      else
        {
          g_free (feed->path);
          feed->path = g_file_get_path (target);
          if (!studio_live_attach (live, feed, &error))
            studio_page_say (self, error->message);
        }
    }
  g_object_unref (dialog);
}

static void
save_action (StudioPage *self, const char *name, GVariant *parameter)
{
  const ImFeed *feed = studio_live_get_feed (get_live (self));
  g_autofree char *base = g_path_get_basename (feed->path);
  g_autofree char *shown = g_filename_display_name (base);
  g_autofree char *folder = g_path_get_dirname (feed->path);
  g_autoptr (GFile) at = g_file_new_for_path (folder);
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Save Recording As"), studio_page_get_window (self),
      GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));

  gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), at, NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), shown);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (saved_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

void
studio_page_install_record_actions (GtkWidgetClass *window_class)
{
  static const StudioPageAction actions[] = {
    { "win.record-input", record_action, 0, 0, NULL, NULL },
    { "win.stop-recording", stop_action, 0, 0, NULL, NULL },
    { "win.save-recording", save_action, 0, 0, NULL, NULL },
  };

  studio_page_install (window_class, actions, G_N_ELEMENTS (actions));
}
