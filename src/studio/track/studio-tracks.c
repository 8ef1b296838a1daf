/* SPDX-License-Identifier: MIT */
#include "studio/track/studio-tracks.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/disk/im-document-new.h"
#include "recording/im-recorded-tracks.h"
#include "scene/track/im-track-rows.h"
#include "studio/picture/studio-recording-window.h"
#include "studio/track/studio-lane-row.h"
#include "studio/track/studio-lane-statistics.h"
#include "studio/track/studio-recorded.h"
#include "studio/track/studio-time-gestures.h"

#define RECORDING_ID \
  "recording"       /* with the name of an input; that of a pipe has two lines */
#define POLL_MS 100 /* between looks at signals that grow */
#define TELL_MS 200 /* between looks at for how long it is recorded */

struct _StudioTracks
{
  GtkWidget parent_instance;

  GtkLabel *readout;
  GtkLabel *recording_state;
  GtkWidget *stop;
  GtkWidget *record;
  GtkStack *pages;
  GtkLabel *message;
  GtkBox *rulers;
  GtkBox *rows;
  GtkGrid *statistics;

  StudioSession *session;
  StudioTimeView *view;
  GPtrArray *recorded; /* StudioRecorded of each recording that is shown */
  GListStore *lanes;   /* of the session */
  StudioLanePlot *overview;
  StudioLanePlot *ruler;
  ImFeed *recording; /* all that are shown, or NULL */
  ImTrack labels;
  GHashTable *colours;                   /* of labels, or NULL */
  double selected_from, selected_length; /* that statistics are of, or NaN */
  guint polling;                         /* source, or 0 */
  guint telling;                         /* source that says for how long, or 0 */
};

G_DEFINE_FINAL_TYPE (StudioTracks, studio_tracks, GTK_TYPE_WIDGET)

static StudioLane *
get_first_lane (StudioTracks *self)
{
  g_autoptr (StudioLane) lane = g_list_model_get_item (G_LIST_MODEL (self->lanes), 0);

  return lane;
}

/* All that lanes hold is what can be seen. */
static void
update_extent (StudioTracks *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->lanes));
  double start = INFINITY, end = -INFINITY, step = INFINITY;
  gboolean is_timed = FALSE;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (StudioLane) lane = g_list_model_get_item (G_LIST_MODEL (self->lanes), i);
      ImSignal *signal = studio_lane_get_signal (lane);
      double from, to;

      if (!im_signal_get_range (signal, &from, &to))
        continue;
      start = MIN (start, from);
      end = MAX (end, to);
      step = MIN (step, (to - from) / (double) im_signal_get_n_values (signal));
      is_timed |= im_signal_is_timed (signal);
    }
  if (end > start)
    studio_time_view_set_extent (self->view, start, end, step, is_timed);
}

static gboolean
is_growing (StudioTracks *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->lanes));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (StudioLane) lane = g_list_model_get_item (G_LIST_MODEL (self->lanes), i);
      g_autofree char *problem = NULL;
      gboolean is_finished;

      problem = im_signal_dup_problem (studio_lane_get_signal (lane), &is_finished);
      if (!is_finished)
        return TRUE;
    }

  return FALSE;
}

/* A tenth of the step from one value to the next can be told apart. */
static int
count_decimals (const StudioTime *time)
{
  return time->is_timed ? (int) CLAMP (ceil (-log10 (time->step)) + 1, 0, 9) : 0;
}

/* Without zeros at the end. */
static char *
dup_time (const StudioTime *time, double at)
{
  char *text = g_strdup_printf ("%.*f", count_decimals (time), at);
  gsize length = strlen (text);

  if (strchr (text, '.') == NULL)
    return text;
  while (text[length - 1] == '0')
    text[--length] = '\0';
  if (text[length - 1] == '.')
    text[--length] = '\0';

  return text;
}

/* What a value is made of, in time, and of what else. */
static char *
dup_origin (StudioTracks *self)
{
  StudioOrigin *origin = studio_session_get_origin (self->session);
  const StudioTime *time = studio_time_view_get (self->view);
  const char *unit = time->is_timed ? _ ("s") : _ ("rows");
  g_autofree char *keepers = studio_origin_dup_keepers (origin);
  g_autofree char *value = NULL, *from = NULL, *to = NULL;
  GString *text;
  double from_s, to_s;

  if (!studio_origin_get_span (origin, &from_s, &to_s))
    return NULL;
  value = g_strdup_printf ("%" G_GUINT64_FORMAT, studio_origin_get_value (origin));
  from = dup_time (time, from_s);
  to = dup_time (time, to_s);
  text = g_string_new (NULL);
  /* Translators: the name of a pipe, the number of its value, two times, and their unit
   */
  g_string_append_printf (text, _ ("%s, value %s: made of %s to %s %s"),
                          studio_lane_get_title (studio_origin_get_lane (origin)), value,
                          from, to, unit);
  if (keepers != NULL)
    /* Translators: %s are names of layers */
    g_string_append_printf (text, _ (" · and of what %s kept of earlier values"),
                            keepers);

  return g_string_free (text, FALSE);
}

static StudioRecorded *
get_recorded (StudioTracks *self, guint number)
{
  return g_ptr_array_index (self->recorded, number);
}

/* What is wrong with the recordings, or what is being read, or NULL. */
static char *
dup_message (StudioTracks *self)
{
  for (guint i = 0; i < self->recorded->len; i++)
    {
      ImSignal *signal = studio_recorded_get_signal (get_recorded (self, i));
      const char *message = studio_recorded_get_message (get_recorded (self, i));
      char *problem = signal == NULL ? NULL : im_signal_dup_problem (signal, NULL);

      if (problem != NULL || message != NULL)
        return problem != NULL ? problem : g_strdup (message);
    }

  return NULL;
}

/* What is wrong with a recording, where the marked value comes from, or what is under
 * the cursor. */
static void
update_readout (StudioTracks *self)
{
  const StudioTime *time = studio_time_view_get (self->view);
  g_autofree char *message = dup_message (self);
  g_autofree char *origin = dup_origin (self);
  g_autofree char *text = NULL;

  if (g_list_model_get_n_items (G_LIST_MODEL (self->lanes)) == 0)
    text = g_strdup (""); /* the page for that has it */
  else if (message != NULL)
    text = g_steal_pointer (&message);
  else if (origin != NULL)
    text = g_steal_pointer (&origin);
  else if (isnan (time->cursor))
    text = g_strdup (
        _ ("Ctrl and the wheel zoom, a drag selects, a click marks a value"));
  else
    text = g_strdup_printf ("%.*f %s", count_decimals (time), time->cursor,
                            time->is_timed ? _ ("s") : _ ("rows"));
  gtk_label_set_label (self->readout, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->readout), text);
}

static void
update_plots (StudioTracks *self)
{
  GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->rows));

  for (; row != NULL; row = gtk_widget_get_next_sibling (row))
    studio_lane_plot_update (studio_lane_row_get_plot (STUDIO_LANE_ROW (row)));
  studio_lane_plot_update (self->overview);
}

static gboolean
poll_cb (gpointer data)
{
  StudioTracks *self = data;
  gboolean goes_on = is_growing (self);

  update_extent (self);
  update_plots (self);
  if (!goes_on)
    {
      self->polling = 0;
      update_readout (self);
    }

  return goes_on;
}

static void
poll (StudioTracks *self)
{
  if (self->polling == 0)
    self->polling = g_timeout_add (POLL_MS, poll_cb, self);
}

static void
update_statistics (StudioTracks *self)
{
  studio_lane_statistics_show (self->statistics, G_LIST_MODEL (self->lanes),
                               studio_time_view_get (self->view));
}

/* Statistics wait where only the cursor moves. */
static void
moved_cb (StudioTracks *self)
{
  const StudioTime *time = studio_time_view_get (self->view);
  double length = time->selected_to - time->selected_from;
  gboolean is_same = (isnan (time->selected_from) && isnan (self->selected_from)) ||
                     (fabs (time->selected_from - self->selected_from) < time->step / 2 &&
                      fabs (length - self->selected_length) < time->step / 2);

  update_readout (self);
  if (is_same)
    return;
  self->selected_from = time->selected_from;
  self->selected_length = length;
  update_statistics (self);
}

static void
replaced_cb (StudioTracks *self)
{
  update_extent (self);
  update_statistics (self);
  poll (self);
}

static void
set_labels (StudioTracks *self, StudioLanePlot *plot)
{
  gboolean has_labels = self->labels.n_labels > 0;

  studio_lane_plot_set_labels (plot, has_labels ? &self->labels : NULL, self->colours);
}

static void
show_page (StudioTracks *self)
{
  g_autofree char *message = dup_message (self);
  gboolean is_empty = g_list_model_get_n_items (G_LIST_MODEL (self->lanes)) == 0;

  gtk_stack_set_visible_child_name (self->pages, is_empty ? "empty" : "lanes");
  gtk_label_set_label (
      self->message,
      message != NULL
          ? message
          : _ ("A recording that has the name of this file and lies beside it is shown "
               "here over time: WAV, CSV, or a session with labels."));
}

/* Scrolls to a row as soon as it has a place. */
static gboolean
reveal_cb (GtkWidget *row, GdkFrameClock *clock, gpointer data)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (row, GTK_TYPE_SCROLLED_WINDOW);
  graphene_rect_t area;

  if (scrolled == NULL)
    return G_SOURCE_REMOVE;
  if (gtk_widget_get_height (row) == 0)
    return G_SOURCE_CONTINUE;
  if (gtk_widget_compute_bounds (row, gtk_widget_get_parent (row), &area))
    gtk_adjustment_clamp_page (
        gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)),
        (double) area.origin.y, (double) (area.origin.y + area.size.height));

  return G_SOURCE_REMOVE;
}

static void
lanes_cb (GListModel *lanes,
          guint position,
          guint n_removed,
          guint n_added,
          StudioTracks *self)
{
  GtkWidget *before = NULL;
  GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->rows));

  for (guint i = 0; i < position; i++)
    {
      before = row;
      row = gtk_widget_get_next_sibling (row);
    }
  for (guint i = 0; i < n_removed; i++)
    {
      GtkWidget *next = gtk_widget_get_next_sibling (row);

      gtk_box_remove (self->rows, row);
      row = next;
    }
  for (guint i = 0; i < n_added; i++)
    {
      g_autoptr (StudioLane) lane = g_list_model_get_item (lanes, position + i);

      row = studio_lane_row_new (lane, self->session, self->view);
      set_labels (self, studio_lane_row_get_plot (STUDIO_LANE_ROW (row)));
      g_signal_connect_object (lane, "notify::signal", G_CALLBACK (replaced_cb), self,
                               G_CONNECT_SWAPPED);
      gtk_box_insert_child_after (self->rows, row, before);
      before = row;
    }
  if (n_added == 1)
    gtk_widget_add_tick_callback (before, reveal_cb, NULL, NULL);
  studio_lane_plot_set_lane (self->overview, get_first_lane (self));
  show_page (self);
  replaced_cb (self);
}

/* The labels of all recordings; a file that goes to several inputs has them once. */
static void
take_labels (StudioTracks *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GArray *shown = g_array_new (FALSE, FALSE, sizeof (ImTrackLabel));
  const ImTracks tracks = { .tracks = &self->labels, .n_tracks = 1 };
  GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->rows));
  GHashTable *old_colours = self->colours;
  const ImTrackLabel *old_labels = self->labels.labels;

  for (guint i = 0; i < self->recorded->len; i++)
    {
      const ImLabels *labels = studio_recorded_get_labels (get_recorded (self, i));

      if (labels == NULL ||
          !g_hash_table_add (seen,
                             studio_recorded_get_feed (get_recorded (self, i))->path))
        continue;
      for (guint k = 0; k < labels->labels->len; k++)
        {
          const ImLabel *label = &g_array_index (labels->labels, ImLabel, k);
          const ImTrackLabel one = { label->start_s, label->end_s, label->name };

          g_array_append_val (shown, one);
        }
    }
  self->labels.n_labels = shown->len;
  self->labels.labels = (ImTrackLabel *) (gpointer) g_array_free (shown, FALSE);
  self->colours = im_track_rows_find_colours (&tracks);
  for (; row != NULL; row = gtk_widget_get_next_sibling (row))
    set_labels (self, studio_lane_row_get_plot (STUDIO_LANE_ROW (row)));
  set_labels (self, self->ruler);
  set_labels (self, self->overview);
  g_clear_pointer (&old_colours, g_hash_table_unref);
  g_free ((gpointer) old_labels);
}

static char *
dup_id (const ImFeed *feed)
{
  return feed->input == NULL ? g_strdup (RECORDING_ID)
                             : g_strconcat (RECORDING_ID, " ", feed->input, NULL);
}

/* The name of the file, with that of the input where there are several. What somebody
 * has closed does not come back with each change of the file. */
static void
show_recorded (StudioTracks *self, StudioRecorded *recorded, guint position)
{
  const ImFeed *feed = studio_recorded_get_feed (recorded);
  ImSignal *signal = studio_recorded_get_signal (recorded);
  g_autofree char *id = dup_id (feed);
  g_autofree char *title = NULL;
  StudioLane *lane = studio_session_find_lane (self->session, id);
  const char *name;

  if (signal == NULL)
    {
      studio_session_unpin (self->session, id);
      return;
    }
  name = im_signal_get_format (signal)->name;
  title = feed->input == NULL ? g_strdup (name)
                              : g_strdup_printf ("%s: %s", feed->input, name);
  if (lane == NULL ? studio_recorded_is_new (recorded)
                   : studio_lane_get_signal (lane) != signal)
    studio_session_pin (self->session, id, title, signal, position);
  lane = studio_session_find_lane (self->session, id);
  if (lane != NULL)
    g_object_set (lane, "current", studio_recorded_is_current (recorded), NULL);
}

/* Recordings stand above the pipes that follow from them, in the order of the inputs. */
static void
recorded_cb (StudioTracks *self)
{
  guint position = 0;

  take_labels (self);
  for (guint i = 0; i < self->recorded->len; i++)
    {
      StudioRecorded *recorded = get_recorded (self, i);

      show_recorded (self, recorded, position);
      position += studio_recorded_get_signal (recorded) != NULL;
    }
  show_page (self);
  update_readout (self);
}

/* What is attached, or else what lies beside the file, which may be labels alone. */
static ImFeed *
dup_recording (StudioTracks *self)
{
  const ImFeed *attached = studio_live_get_feed (studio_session_get_live (self->session));
  ImDocument *document = studio_session_get_document (self->session);
  g_autofree char *beside = NULL;

  if (attached != NULL)
    return im_feed_copy (attached);
  if (!im_document_is_untitled (document))
    beside = im_recorded_dup_path_for (im_document_get_path (document));

  return beside == NULL ? NULL : im_feed_new (beside);
}

/* For how long it is recorded, and how much there is. */
static gboolean
tell_cb (gpointer data)
{
  StudioTracks *self = data;
  ImCapture *capture = studio_live_get_capture (studio_session_get_live (self->session));
  g_autofree char *text = NULL, *n_rows = NULL;

  if (capture == NULL)
    {
      self->telling = 0;
      return G_SOURCE_REMOVE;
    }
  n_rows = g_strdup_printf ("%" G_GUINT64_FORMAT,
                            im_growth_get_rows (im_capture_get_growth (capture)));
  /* Translators: seconds, and how many rows or samples were recorded in them */
  text = g_strdup_printf (_ ("● Recording: %.0f s, %s rows"),
                          im_capture_get_seconds (capture), n_rows);
  gtk_label_set_label (self->recording_state, text);

  return G_SOURCE_CONTINUE;
}

static void
show_recording (StudioTracks *self)
{
  gboolean is_recording = studio_live_get_capture (
                              studio_session_get_live (self->session)) != NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->recording_state), is_recording);
  gtk_widget_set_visible (self->stop, is_recording);
  gtk_widget_set_visible (self->record, !is_recording);
  if (is_recording && self->telling == 0)
    {
      self->telling = g_timeout_add (TELL_MS, tell_cb, self);
      tell_cb (self);
    }
}

/* Whether nothing has to be read again. What was still written has to be, as a whole. */
static gboolean
is_same (const ImFeed *a, const ImFeed *b)
{
  return im_feed_equal (a, b) && (a == NULL || a->options.growth == b->options.growth);
}

/* What is read of a recording already, or NULL. */
static StudioRecorded *
find_recorded (const GPtrArray *recorded, const ImFeed *feed)
{
  for (guint i = 0; i < recorded->len; i++)
    if (is_same (studio_recorded_get_feed (g_ptr_array_index (recorded, i)), feed))
      return g_ptr_array_index (recorded, i);

  return NULL;
}

static void
add_recorded (StudioTracks *self, const GPtrArray *old, const ImFeed *feed)
{
  g_autoptr (ImFeed) own = im_feed_copy_one (feed);
  StudioRecorded *recorded = find_recorded (old, own);

  if (recorded != NULL)
    {
      g_ptr_array_add (self->recorded, g_object_ref (recorded));
      return;
    }
  recorded = studio_recorded_new ();
  g_ptr_array_add (self->recorded, recorded);
  studio_recorded_read (recorded, own);
  g_signal_connect_object (recorded, "changed", G_CALLBACK (recorded_cb), self,
                           G_CONNECT_SWAPPED);
}

/* An edit changes nothing, and of several recordings one leaves the others as they are.
 */
static void
follow_recording (StudioTracks *self)
{
  g_autoptr (ImFeed) recording = dup_recording (self);
  g_autoptr (GPtrArray) old = NULL;

  show_recording (self);
  if (is_same (recording, self->recording))
    return;
  im_feed_free (self->recording);
  self->recording = g_steal_pointer (&recording);
  old = self->recorded;
  self->recorded = g_ptr_array_new_with_free_func (g_object_unref);
  for (const ImFeed *feed = self->recording; feed != NULL; feed = feed->next)
    add_recorded (self, old, feed);
  for (guint i = 0; i < old->len; i++)
    {
      StudioRecorded *recorded = g_ptr_array_index (old, i);
      g_autofree char *id = dup_id (studio_recorded_get_feed (recorded));

      if (!g_ptr_array_find (self->recorded, recorded, NULL))
        studio_session_unpin (self->session, id);
    }
  recorded_cb (self);
}

static void
document_cb (gpointer tracks, StudioSession *session)
{
  follow_recording (tracks);
}

void
studio_tracks_bind (StudioTracks *self, StudioSession *session)
{
  g_return_if_fail (STUDIO_IS_TRACKS (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  self->lanes = g_object_ref (studio_session_get_lanes (session));
  g_signal_connect_object (self->lanes, "items-changed", G_CALLBACK (lanes_cb), self, 0);
  lanes_cb (G_LIST_MODEL (self->lanes), 0, 0,
            g_list_model_get_n_items (G_LIST_MODEL (self->lanes)), self);
  studio_lane_plot_set_origin (self->ruler, studio_session_get_origin (session));
  g_signal_connect_object (studio_session_get_origin (session), "changed",
                           G_CALLBACK (update_readout), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (studio_session_get_live (session), "state",
                           G_CALLBACK (follow_recording), self, G_CONNECT_SWAPPED);
  studio_session_bind (session, self, document_cb, NULL);
}

static void
show_all_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioTimeView *view = STUDIO_TRACKS (widget)->view;
  const StudioTime *time = studio_time_view_get (view);

  studio_time_view_show (view, time->start, time->end);
}

static gboolean
key_cb (GtkEventControllerKey *keys,
        guint key,
        guint code,
        GdkModifierType modifiers,
        StudioTracks *self)
{
  if (studio_time_gestures_press (self->view, key, modifiers))
    return TRUE;
  if (key != GDK_KEY_Escape ||
      studio_origin_get_lane (studio_session_get_origin (self->session)) == NULL)
    return FALSE;
  studio_session_mark_value (self->session, NULL, 0);

  return TRUE;
}

static void
studio_tracks_dispose (GObject *object)
{
  StudioTracks *self = STUDIO_TRACKS (object);
  GtkWidget *child;

  g_clear_handle_id (&self->polling, g_source_remove);
  g_clear_handle_id (&self->telling, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->recorded, g_ptr_array_unref);
  g_clear_object (&self->lanes);
  g_clear_object (&self->session);
  g_clear_object (&self->view);
  g_clear_pointer (&self->colours, g_hash_table_unref);
  g_free ((gpointer) self->labels.labels);
  self->labels = (ImTrack){ 0 };
  G_OBJECT_CLASS (studio_tracks_parent_class)->dispose (object);
}

static void
studio_tracks_finalize (GObject *object)
{
  im_feed_free (STUDIO_TRACKS (object)->recording);
  G_OBJECT_CLASS (studio_tracks_parent_class)->finalize (object);
}

static void
studio_tracks_class_init (StudioTracksClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_tracks_dispose;
  G_OBJECT_CLASS (klass)->finalize = studio_tracks_finalize;
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-tracks.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioTracks, readout);
  gtk_widget_class_bind_template_child (widget_class, StudioTracks, recording_state);
  gtk_widget_class_bind_template_child (widget_class, StudioTracks, stop);
  gtk_widget_class_bind_template_child (widget_class, StudioTracks, record);
  gtk_widget_class_bind_template_child (widget_class, StudioTracks, pages);
  gtk_widget_class_bind_template_child (widget_class, StudioTracks, message);
  gtk_widget_class_bind_template_child (widget_class, StudioTracks, rulers);
  gtk_widget_class_bind_template_child (widget_class, StudioTracks, rows);
  gtk_widget_class_bind_template_child (widget_class, StudioTracks, statistics);
  gtk_widget_class_install_action (widget_class, "tracks.show-all", NULL, show_all_cb);
}

static void
studio_tracks_init (StudioTracks *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->selected_from = (double) NAN;
  self->view = studio_time_view_new ();
  self->recorded = g_ptr_array_new_with_free_func (g_object_unref);
  self->overview = STUDIO_LANE_PLOT (
      studio_lane_plot_new (STUDIO_PLOT_OVERVIEW, self->view));
  self->ruler = STUDIO_LANE_PLOT (studio_lane_plot_new (STUDIO_PLOT_RULER, self->view));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->overview),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Overview"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->ruler),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Time"), -1);
  gtk_box_append (self->rulers, GTK_WIDGET (self->overview));
  gtk_box_append (self->rulers, GTK_WIDGET (self->ruler));
  g_signal_connect_object (self->view, "moved", G_CALLBACK (moved_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}
