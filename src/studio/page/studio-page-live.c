/* SPDX-License-Identifier: MIT
 *
 * The recording that a pipeline is computed with.
 */
#include <glib/gi18n.h>

#include "recording/im-session.h"
#include "studio/page/studio-page-private.h"
#include "studio/picture/studio-recording-window.h"
#include "studio/session/studio-live.h"
#include "studio/track/studio-attach.h"

/* What the first recording is, and which inputs have none. */
static void
tell (StudioPage *self, const ImFeed *feed)
{
  g_autoptr (ImProgram) program = studio_live_dup_program (
      studio_session_get_live (self->session));
  g_autoptr (GPtrArray) feeds = program == NULL ? NULL : studio_feeds_new (program, feed);
  g_autofree char *missing = feeds == NULL ? NULL : studio_feeds_dup_missing (feeds);
  g_autofree char *name = feed == NULL ? NULL : g_filename_display_basename (feed->path);
  g_autofree char *text = NULL;

  if (feed == NULL)
    text = g_strdup (_ ("No recording is attached any more"));
  else if (missing != NULL)
    /* Translators: %s are names of inputs of a pipeline */
    text = g_strdup_printf (_ ("There is no recording for %s yet"), missing);
  else if (feed->next != NULL)
    text = g_strdup (_ ("Pipes show what they carry with a recording for each input"));
  else
    /* Translators: %s is the name of a file */
    text = g_strdup_printf (_ ("Pipes show what they carry with “%s”"), name);
  studio_page_say (self, text);
}

static void
attach (StudioPage *self, const ImFeed *feed)
{
  g_autoptr (GError) error = NULL;
  gboolean is_saved = studio_live_attach (studio_session_get_live (self->session), feed,
                                          &error);

  studio_page_update_actions (self);
  if (is_saved)
    tell (self, feed);
  else
    studio_page_say (self, error->message);
}

static void
attached_cb (StudioPage *self, StudioAttach *form)
{
  if (self->document != NULL)
    attach (self, studio_attach_get_feed (form));
}

/* Asks how they go in. */
static void
ask (StudioPage *self, GPtrArray *feeds, guint chosen)
{
  StudioAttach *form = studio_attach_present (studio_page_get_window (self), feeds,
                                              chosen);

  g_signal_connect_object (form, "attached", G_CALLBACK (attached_cb), self,
                           G_CONNECT_SWAPPED);
}

/* Beside what is attached to other inputs. */
static void
attach_to (StudioPage *self,
           const ImProgram *program,
           const char *recording,
           const char *input)
{
  g_autoptr (GPtrArray) feeds = studio_feeds_new (
      program, studio_live_get_feed (studio_session_get_live (self->session)));
  g_autoptr (ImFeed) all = NULL;
  gboolean is_sure = TRUE;
  guint number = feeds->len == 0 ? 0
                                 : studio_feeds_place (feeds, recording, input, &is_sure);

  if (!is_sure)
    {
      ask (self, g_steal_pointer (&feeds), number);
      return;
    }
  all = feeds->len == 0 ? im_feed_new (recording) : studio_feeds_dup (feeds);
  attach (self, all);
}

void
studio_page_ask_how_to_read (StudioPage *self,
                             const ImFeed *feed,
                             const ImProgram *program)
{
  ask (self, studio_feeds_new (program, feed), 0);
}

gboolean
studio_page_takes_one_recording (StudioPage *self, const ImProgram *program)
{
  g_autoptr (GPtrArray) feeds = studio_feeds_new (program, NULL);

  if (feeds->len == 1)
    return TRUE;
  studio_page_say (self,
                   _ ("Microphones and serial ports go to a pipeline with one input "
                      "besides time"));

  return FALSE;
}

void
studio_page_attach (StudioPage *self, const char *recording, const char *input)
{
  g_autoptr (ImSession) session = NULL;
  g_autoptr (ImFeed) feed = NULL;
  g_autoptr (ImProgram) program = NULL;
  g_autoptr (GError) error = NULL;

  if (recording != NULL && im_session_is_file (recording))
    {
      session = im_session_load (recording, &error);
      if (session == NULL)
        {
          studio_page_say (self, error->message);
          return;
        }
      recording = session->recording;
    }
  feed = recording == NULL ? NULL : im_feed_new (recording);
  program = studio_live_dup_program (studio_session_get_live (self->session));
  if (feed == NULL || program == NULL)
    attach (self, feed);
  else
    attach_to (self, program, recording, input);
}

static void
chosen_cb (GtkNativeDialog *dialog, int response, StudioPage *self)
{
  g_autoptr (GFile) file = NULL;
  g_autofree char *path = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    {
      file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      path = g_file_get_path (file);
    }
  if (path != NULL && self->document != NULL)
    studio_page_attach (self, path, NULL);
  g_object_unref (dialog);
}

static void
attach_action (StudioPage *self, const char *name, GVariant *parameter)
{
  const ImFeed *feed = studio_live_get_feed (studio_session_get_live (self->session));
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Attach Recording"), studio_page_get_window (self), GTK_FILE_CHOOSER_ACTION_OPEN,
      _ ("_Attach"), _ ("_Cancel"));

  studio_recording_add_filter (GTK_FILE_CHOOSER (dialog));
  if (feed != NULL)
    {
      g_autoptr (GFile) file = g_file_new_for_path (feed->path);

      gtk_file_chooser_set_file (GTK_FILE_CHOOSER (dialog), file, NULL);
    }
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (chosen_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
change_action (StudioPage *self, const char *name, GVariant *parameter)
{
  StudioLive *live = studio_session_get_live (self->session);
  g_autoptr (ImProgram) program = studio_live_dup_program (live);

  g_autoptr (GPtrArray) feeds = program == NULL
                                    ? NULL
                                    : studio_feeds_new (program,
                                                        studio_live_get_feed (live));

  if (feeds == NULL)
    studio_page_say (self, _ ("The pipeline has errors, so that it is not known what its "
                              "input takes"));
  else if (feeds->len == 0)
    studio_page_say (self, _ ("The pipeline has no input that takes a recording"));
  else
    ask (self, g_steal_pointer (&feeds), 0);
}

static void
detach_action (StudioPage *self, const char *name, GVariant *parameter)
{
  studio_page_attach (self, NULL, NULL);
}

static void
pin_action (StudioPage *self, const char *name, GVariant *parameter)
{
  g_autofree char *node = NULL, *port = NULL;

  if (!studio_canvas_get_pipe (self->canvas, &node, &port))
    studio_page_say (self, _ ("Select a node whose output is to be shown"));
  else if (!studio_session_pin_pipe (self->session, node, port))
    studio_page_say (
        self, studio_live_get_feed (studio_session_get_live (self->session)) == NULL
                  ? _ ("Attach a recording to see what pipes carry")
                  : _ ("It is not known what this pipe carries"));
  else
    gtk_widget_set_visible (GTK_WIDGET (self->tracks_bin), TRUE);
}

void
studio_page_install_live_actions (GtkWidgetClass *window_class)
{
  static const StudioPageAction actions[] = {
    { "win.attach-recording", attach_action, 0, 0, NULL, NULL },
    { "win.change-recording", change_action, 0, 0, NULL, NULL },
    { "win.detach-recording", detach_action, 0, 0, NULL, NULL },
    { "edit.pin-pipe", pin_action, GDK_KEY_t, GDK_CONTROL_MASK | GDK_SHIFT_MASK, NULL,
      NULL },
  };

  studio_page_install (window_class, actions, G_N_ELEMENTS (actions));
}
