/* SPDX-License-Identifier: MIT */
#include "studio/inspector/studio-track.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "studio/picture/studio-recording-view.h"
#include "studio/picture/studio-recording-window.h"

#define MODULES     "ImagimobStudio.Modules."
#define DATA_TRACK  MODULES "DataTrack"
#define LABEL_TRACK MODULES "LabelTrack"
#define CHOSEN      "studio-track-recording" /* of a document */

struct _StudioTrack
{
  GtkWidget parent_instance;

  GtkWidget *content;
  AdwActionRow *file;
  GtkWidget *enlarge;
  StudioRecordingView *view;

  ImDocument *document;
  char *name; /* of the track */
  gboolean is_labels;
  char *path; /* of the recording, or NULL */
};

G_DEFINE_FINAL_TYPE (StudioTrack, studio_track, GTK_TYPE_WIDGET)

static gboolean
has_unit (const ImGraphNode *node, const char *id)
{
  return node->kind == IM_NODE_UNKNOWN &&
         g_strcmp0 (node->declaration->unit_id.text, id) == 0;
}

gboolean
studio_track_is_one (ImDocument *document, guint number)
{
  const ImGraphNode *node = im_document_get_node (document, number)->node;

  return has_unit (node, DATA_TRACK) || has_unit (node, LABEL_TRACK);
}

static char *
dup_path (StudioTrack *self)
{
  const char *chosen = g_object_get_data (G_OBJECT (self->document), CHOSEN);

  return chosen != NULL
             ? g_strdup (chosen)
             : im_recorded_dup_path_for (im_document_get_path (self->document));
}

static void
update (StudioTrack *self)
{
  g_autofree char *base = NULL;

  g_free (self->path);
  self->path = dup_path (self);
  base = self->path == NULL ? NULL : g_path_get_basename (self->path);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->file),
                                 base == NULL ? _ ("No Recording") : base);
  adw_action_row_set_subtitle (
      self->file, base == NULL
                      ? _ ("Choose one, or put a session or a recording beside this file")
                      : "");
  gtk_widget_set_sensitive (self->enlarge, self->path != NULL);
  studio_recording_view_load (self->view, self->path, self->name, self->is_labels);
}

static void
chosen_cb (GtkNativeDialog *dialog, int response, StudioTrack *self)
{
  if (response == GTK_RESPONSE_ACCEPT && self->document != NULL)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = g_file_get_path (file);

      if (path != NULL)
        {
          g_object_set_data_full (G_OBJECT (self->document), CHOSEN,
                                  g_steal_pointer (&path), g_free);
          update (self);
        }
    }
  g_object_unref (dialog);
}

static void
choose_cb (StudioTrack *self)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Recording"), GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
      GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), _ ("_Cancel"));

  studio_recording_add_filter (GTK_FILE_CHOOSER (dialog));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (chosen_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
enlarge_cb (StudioTrack *self)
{
  studio_recording_window_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                   self->path);
}

static void
studio_track_dispose (GObject *object)
{
  StudioTrack *self = STUDIO_TRACK (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->document);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->path, g_free);
  G_OBJECT_CLASS (studio_track_parent_class)->dispose (object);
}

static void
studio_track_class_init (StudioTrackClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_track_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass),
                                            GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
add_button (StudioTrack *self, const char *icon, const char *label, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  adw_action_row_add_suffix (self->file, button);

  return button;
}

static void
studio_track_init (StudioTrack *self)
{
  GtkWidget *group = adw_preferences_group_new ();

  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), _ ("Recording"));
  self->file = ADW_ACTION_ROW (adw_action_row_new ());
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self->file), FALSE);
  adw_action_row_set_title_lines (self->file, 2);
  add_button (self, "document-open-symbolic", _ ("Choose…"), G_CALLBACK (choose_cb));
  self->enlarge = add_button (self, "view-fullscreen-symbolic",
                              _ ("Show Recording in a Window"), G_CALLBACK (enlarge_cb));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), GTK_WIDGET (self->file));
  gtk_box_append (GTK_BOX (self->content), group);
  self->view = STUDIO_RECORDING_VIEW (studio_recording_view_new (IM_TRACKS_NARROW_WIDTH));
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->view));
}

GtkWidget *
studio_track_new (ImDocument *document, guint number)
{
  StudioTrack *self = g_object_new (STUDIO_TYPE_TRACK, NULL);
  const ImGraphNode *node = im_document_get_node (document, number)->node;

  self->document = g_object_ref (document);
  self->name = g_strdup (node->declaration->label);
  self->is_labels = has_unit (node, LABEL_TRACK);
  update (self);

  return GTK_WIDGET (self);
}
