/* SPDX-License-Identifier: MIT */
#include "studio/picture/studio-recording-view.h"

#include <glib/gi18n.h>
#include <math.h>

#include "studio/common/studio-scene-view.h"

#define MAX_LINES 60   /* of names of labels */
#define KEY_STEP  0.01 /* of the time that is shown */

typedef struct
{
  char *path;
  char *track;
  gboolean only_labels;
} Job;

struct _StudioRecordingView
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkSpinner *spinner;
  GtkLabel *message;
  GtkWidget *overlay;
  StudioSceneView *picture;
  GtkWidget *line; /* at the time of the readout */
  GtkLabel *readout;
  GtkLabel *names;

  double width;
  gboolean only_labels;
  ImRecordedTracks *recorded; /* NULL while there is nothing to be seen */
  double time;                /* of the readout */
  gboolean has_time;
  double x, y;               /* of the pointer, when it moved last */
  GCancellable *cancellable; /* of what is read */
};

G_DEFINE_FINAL_TYPE (StudioRecordingView, studio_recording_view, GTK_TYPE_WIDGET)

static void
free_job (gpointer data)
{
  Job *job = data;

  g_free (job->path);
  g_free (job->track);
  g_free (job);
}

static void
read_cb (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Job *job = data;
  ImRecordedOptions options = im_recorded_whole;
  ImRecordedTracks *recorded;
  GError *error = NULL;

  options.track = job->track;
  options.only_labels = job->only_labels;
  recorded = im_recorded_tracks_load (job->path, &options, cancellable, &error);
  if (recorded == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, recorded, (GDestroyNotify) im_recorded_tracks_free);
}

/* A message of the library begins a sentence. */
static void
show_message (StudioRecordingView *self, const char *text, gboolean is_error)
{
  g_autofree char *sentence = g_strdup (text);

  *sentence = g_ascii_toupper (*sentence);
  gtk_label_set_label (self->message, sentence);
  gtk_widget_set_visible (GTK_WIDGET (self->message), *text != '\0');
  if (is_error)
    gtk_widget_add_css_class (GTK_WIDGET (self->message), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->message), "error");
}

/* A line from top to bottom; the picture below it is not painted again. */
static void
draw_line_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  StudioRecordingView *self = data;
  ImScenePoint left, right;
  GdkRGBA colour;
  double x;

  if (self->recorded == NULL || !self->has_time)
    return;
  left = studio_scene_view_get_point (self->picture, 0, 0);
  right = studio_scene_view_get_point (self->picture, width, 0);
  x = width *
      (im_tracks_get_x (&self->recorded->tracks, self->width, self->time) - left.x) /
      (right.x - left.x);
  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (area)), &colour);
  gdk_cairo_set_source_rgba (cr, &colour);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, floor (x) + 0.5, 0);
  cairo_line_to (cr, floor (x) + 0.5, height);
  cairo_stroke (cr);
}

static void
set_time (StudioRecordingView *self, double time, gboolean has_time)
{
  self->time = time;
  self->has_time = has_time;
  gtk_widget_queue_draw (self->line);
}

static void
show_hint (StudioRecordingView *self)
{
  set_time (self, self->time, FALSE);
  gtk_label_set_label (self->readout,
                       _ ("Point at the picture, or press Left and Right in it, to read "
                          "times and values"));
}

static void
show_time (StudioRecordingView *self, double time)
{
  g_autoptr (GString) text = g_string_new (NULL);

  set_time (self, time, TRUE);
  im_tracks_append_at (&self->recorded->tracks, time, text);
  gtk_label_set_label (self->readout, text->str);
}

/* GTK tells of a pointer that rests, too, when the text below the picture has changed. */
static void
motion_cb (StudioRecordingView *self, double x, double y)
{
  gboolean rests = fabs (x - self->x) < 0.5 && fabs (y - self->y) < 0.5;
  double time;

  if (self->recorded == NULL || rests)
    return;
  self->x = x;
  self->y = y;
  if (im_tracks_get_time (&self->recorded->tracks, self->width,
                          studio_scene_view_get_point (self->picture, x, y).x, &time))
    show_time (self, time);
  else
    show_hint (self);
}

static gboolean
key_cb (StudioRecordingView *self, guint key)
{
  const ImTracks *tracks;
  double step;

  if (self->recorded == NULL || (key != GDK_KEY_Left && key != GDK_KEY_Right))
    return GDK_EVENT_PROPAGATE;
  tracks = &self->recorded->tracks;
  step = (tracks->to - tracks->from) * (key == GDK_KEY_Left ? -KEY_STEP : KEY_STEP);
  show_time (self, CLAMP (self->time + step, tracks->from, tracks->to));

  return GDK_EVENT_STOP;
}

/* How many labels there are of each name, and how long they take. */
static void
show_names (StudioRecordingView *self)
{
  const ImTracks *tracks = &self->recorded->tracks;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; self->only_labels && i < tracks->n_tracks; i++)
    {
      if (text->len > 0)
        g_string_append_c (text, '\n');
      im_tracks_append_names (&tracks->tracks[i], "\n", text);
    }

  const char *end = text->str;
  for (guint i = 0; i < MAX_LINES && end != NULL; i++)
    end = strchr (end + (i > 0 ? 1 : 0), '\n');
  if (end != NULL)
    {
      g_string_truncate (text, (gsize) (end - text->str));
      g_string_append (text, "\n…");
    }
  gtk_label_set_label (self->names, text->str);
  gtk_widget_set_visible (GTK_WIDGET (self->names), text->len > 0);
}

static void
show_picture (StudioRecordingView *self)
{
  const ImTracks *tracks = &self->recorded->tracks;

  studio_scene_view_set_scene (self->picture,
                               im_scene_tracks_new (tracks, self->width, FALSE));
  self->time = tracks->from;
  show_hint (self);
  show_names (self);
  show_message (self, self->recorded->note == NULL ? "" : self->recorded->note, FALSE);
}

static void
clear (StudioRecordingView *self)
{
  studio_scene_view_set_scene (self->picture, NULL);
  g_clear_pointer (&self->recorded, im_recorded_tracks_free);
  gtk_widget_set_visible (GTK_WIDGET (self->names), FALSE);
}

static void
update_visible (StudioRecordingView *self)
{
  gtk_widget_set_visible (self->overlay, self->recorded != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->readout), self->recorded != NULL);
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  StudioRecordingView *self = STUDIO_RECORDING_VIEW (source);
  g_autoptr (GError) error = NULL;
  ImRecordedTracks *recorded = g_task_propagate_pointer (G_TASK (result), &error);

  /* Another file is wanted by now, or none. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  gtk_spinner_stop (self->spinner);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), FALSE);
  self->recorded = recorded;
  if (recorded == NULL)
    show_message (self, error->message, TRUE);
  else
    show_picture (self);
  update_visible (self);
}

void
studio_recording_view_load (StudioRecordingView *self,
                            const char *path,
                            const char *track,
                            gboolean only_labels)
{
  g_autoptr (GTask) task = NULL;
  g_autofree char *base = NULL;
  g_autofree char *text = NULL;
  Job *job;

  g_return_if_fail (STUDIO_IS_RECORDING_VIEW (self));

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  clear (self);
  update_visible (self);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), path != NULL);
  gtk_spinner_set_spinning (self->spinner, path != NULL);
  show_message (self, "", FALSE);
  if (path == NULL)
    return;

  base = g_path_get_basename (path);
  /* Translators: the placeholder is the name of a file. */
  text = g_strdup_printf (_ ("Reading “%s”…"), base);
  show_message (self, text, FALSE);
  self->only_labels = only_labels;
  self->cancellable = g_cancellable_new ();
  job = g_new0 (Job, 1);
  job->path = g_strdup (path);
  job->track = g_strdup (track);
  job->only_labels = only_labels;
  task = g_task_new (self, self->cancellable, loaded_cb, NULL);
  g_task_set_task_data (task, job, free_job);
  g_task_run_in_thread (task, read_cb);
}

static void
studio_recording_view_dispose (GObject *object)
{
  StudioRecordingView *self = STUDIO_RECORDING_VIEW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_pointer (&self->recorded, im_recorded_tracks_free);
  G_OBJECT_CLASS (studio_recording_view_parent_class)->dispose (object);
}

static void
studio_recording_view_class_init (StudioRecordingViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_recording_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass),
                                            GTK_TYPE_BIN_LAYOUT);
}

static GtkLabel *
add_label (StudioRecordingView *self, const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_margin_start (label, 12);
  gtk_widget_set_margin_end (label, 12);
  gtk_widget_add_css_class (label, style);
  gtk_box_append (GTK_BOX (self->content), label);

  return GTK_LABEL (label);
}

static void
pressed_cb (StudioRecordingView *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->picture));
}

static void
add_controllers (StudioRecordingView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_cb), self);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_set_focusable (GTK_WIDGET (self->picture), TRUE);
  gtk_widget_add_controller (GTK_WIDGET (self->picture), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self->picture), motion);
  gtk_widget_add_controller (GTK_WIDGET (self->picture), keys);
}

static void
add_line (StudioRecordingView *self)
{
  self->line = gtk_drawing_area_new ();
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->line), draw_line_cb, self,
                                  NULL);
  gtk_widget_set_can_target (self->line, FALSE);
  gtk_widget_add_css_class (self->line, "recording-line");
  self->overlay = gtk_overlay_new ();
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), GTK_WIDGET (self->picture));
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), self->line);
  gtk_box_append (GTK_BOX (self->content), self->overlay);
}

static void
studio_recording_view_init (StudioRecordingView *self)
{
  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
  self->spinner = GTK_SPINNER (gtk_spinner_new ());
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->spinner));
  self->message = add_label (self, "body");
  self->picture = STUDIO_SCENE_VIEW (studio_scene_view_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self->picture), "recording-picture");
  add_line (self);
  self->readout = add_label (self, "caption");
  gtk_widget_add_css_class (GTK_WIDGET (self->readout), "numeric");
  self->names = add_label (self, "body");
  gtk_label_set_selectable (self->names, TRUE);
  add_controllers (self);
}

GtkWidget *
studio_recording_view_new (double width)
{
  StudioRecordingView *self = g_object_new (STUDIO_TYPE_RECORDING_VIEW, NULL);

  self->width = width;
  studio_recording_view_load (self, NULL, NULL, FALSE);

  return GTK_WIDGET (self);
}
