/* SPDX-License-Identifier: MIT */
#include "studio/track/studio-recorded.h"

#include <glib/gi18n.h>

struct _StudioRecorded
{
  GObject parent_instance;

  ImFeed *feed;
  ImSignal *signal;
  ImLabels *labels;
  char *message;
  gboolean is_new;      /* nobody has asked for the first signal */
  gboolean is_current;  /* the signal is what the file has */
  gboolean is_outdated; /* the file has changed since it is read */
  GFileMonitor *monitor;
  GCancellable *cancellable; /* of what is read now, or NULL */
};

G_DEFINE_FINAL_TYPE (StudioRecorded, studio_recorded, G_TYPE_OBJECT)

static guint changed;

static void
tell (StudioRecorded *self, char *message)
{
  g_free (self->message);
  self->message = message;
  g_signal_emit (self, changed, 0);
}

/* A message of the library begins a sentence. */
static char *
dup_sentence (const char *text)
{
  char *sentence = g_strdup (text);

  *sentence = g_ascii_toupper (*sentence);

  return sentence;
}

static void begin (StudioRecorded *self);

/* What grows or comes back is read as it is then. */
static void
monitor_cb (GFileMonitor *monitor,
            GFile *file,
            GFile *other,
            GFileMonitorEvent event,
            StudioRecorded *self)
{
  g_autofree char *name = g_file_get_basename (file);

  /* What is still written is read as it comes. */
  if (self->feed->options.growth != NULL)
    return;

  if (event == G_FILE_MONITOR_EVENT_DELETED)
    {
      self->is_current = FALSE;
      /* Translators: the placeholder is the name of a file. */
      tell (self, g_strdup_printf (_ ("“%s” is gone; what was read of it stays"), name));
    }
  else if (event != G_FILE_MONITOR_EVENT_CHANGED &&
           event != G_FILE_MONITOR_EVENT_CHANGES_DONE_HINT &&
           event != G_FILE_MONITOR_EVENT_CREATED)
    return;
  else if (self->cancellable != NULL)
    self->is_outdated = TRUE;
  else
    begin (self);
}

static void
watch (StudioRecorded *self, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_clear_object (&self->monitor);
  self->monitor = g_file_monitor_file (file, G_FILE_MONITOR_NONE, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect_object (self->monitor, "changed", G_CALLBACK (monitor_cb), self, 0);
}

static void
open_cb (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  ImRecordedSignal *recorded;
  GError *error = NULL;

  recorded = im_recorded_signal_open (data, cancellable, &error);
  if (recorded == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, recorded, (GDestroyNotify) im_recorded_signal_free);
}

static void
read_cb (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  im_recorded_signal_read (data, cancellable);
  g_task_return_boolean (task, TRUE);
}

static void
end (StudioRecorded *self)
{
  g_clear_object (&self->cancellable);
  if (self->is_outdated)
    begin (self);
}

static void
finished_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  if (g_task_propagate_boolean (G_TASK (result), NULL))
    end (STUDIO_RECORDED (source));
}

/* The file can be looked at from now on, while the rest is read. */
static void
opened_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  StudioRecorded *self = STUDIO_RECORDED (source);
  g_autoptr (GError) error = NULL;
  ImRecordedSignal *recorded = g_task_propagate_pointer (G_TASK (result), &error);
  g_autoptr (GTask) task = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self->is_current = recorded != NULL;
  if (recorded == NULL)
    {
      tell (self, dup_sentence (error->message));
      end (self);
      return;
    }

  self->is_new = self->is_new || self->signal == NULL;
  g_clear_pointer (&self->signal, im_signal_unref);
  im_labels_free (self->labels);
  self->signal = im_signal_ref (recorded->signal);
  self->labels = g_steal_pointer (&recorded->labels);
  if (g_strcmp0 (recorded->path, self->feed->path) != 0)
    watch (self, recorded->path);
  task = g_task_new (self, self->cancellable, finished_cb, NULL);
  g_task_set_task_data (task, recorded, (GDestroyNotify) im_recorded_signal_free);
  g_task_run_in_thread (task, read_cb);
  tell (self, NULL);
}

/* What was read before stays until there is something to be seen of the file. */
static void
begin (StudioRecorded *self)
{
  g_autoptr (GTask) task = NULL;

  self->is_outdated = FALSE;
  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, opened_cb, NULL);
  g_task_set_task_data (task, im_feed_copy (self->feed), (GDestroyNotify) im_feed_free);
  g_task_run_in_thread (task, open_cb);
}

static void
forget (StudioRecorded *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->monitor);
  g_clear_pointer (&self->signal, im_signal_unref);
  g_clear_pointer (&self->labels, im_labels_free);
  g_clear_pointer (&self->message, g_free);
}

void
studio_recorded_read (StudioRecorded *self, const ImFeed *feed)
{
  ImFeed *copy = im_feed_copy (feed);
  g_autofree char *base = NULL;

  g_return_if_fail (STUDIO_IS_RECORDED (self));

  forget (self);
  im_feed_free (self->feed);
  self->feed = copy;
  base = g_path_get_basename (copy->path);
  tell (self, g_strdup_printf (_ ("Reading “%s”…"), base));
  watch (self, copy->path);
  begin (self);
}

const ImFeed *
studio_recorded_get_feed (StudioRecorded *self)
{
  g_return_val_if_fail (STUDIO_IS_RECORDED (self), NULL);

  return self->feed;
}

ImSignal *
studio_recorded_get_signal (StudioRecorded *self)
{
  g_return_val_if_fail (STUDIO_IS_RECORDED (self), NULL);

  return self->signal;
}

const ImLabels *
studio_recorded_get_labels (StudioRecorded *self)
{
  g_return_val_if_fail (STUDIO_IS_RECORDED (self), NULL);

  return self->labels;
}

const char *
studio_recorded_get_message (StudioRecorded *self)
{
  g_return_val_if_fail (STUDIO_IS_RECORDED (self), NULL);

  return self->message;
}

gboolean
studio_recorded_is_current (StudioRecorded *self)
{
  g_return_val_if_fail (STUDIO_IS_RECORDED (self), FALSE);

  return self->is_current;
}

gboolean
studio_recorded_is_new (StudioRecorded *self)
{
  gboolean is_new;

  g_return_val_if_fail (STUDIO_IS_RECORDED (self), FALSE);

  is_new = self->is_new;
  self->is_new = FALSE;

  return is_new;
}

static void
studio_recorded_dispose (GObject *object)
{
  forget (STUDIO_RECORDED (object));
  G_OBJECT_CLASS (studio_recorded_parent_class)->dispose (object);
}

static void
studio_recorded_finalize (GObject *object)
{
  im_feed_free (STUDIO_RECORDED (object)->feed);
  G_OBJECT_CLASS (studio_recorded_parent_class)->finalize (object);
}

static void
studio_recorded_class_init (StudioRecordedClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_recorded_dispose;
  G_OBJECT_CLASS (klass)->finalize = studio_recorded_finalize;
  changed = g_signal_new ("changed", STUDIO_TYPE_RECORDED, G_SIGNAL_RUN_LAST, 0, NULL,
                          NULL, NULL, G_TYPE_NONE, 0);
}

static void
studio_recorded_init (StudioRecorded *self)
{
}

StudioRecorded *
studio_recorded_new (void)
{
  return g_object_new (STUDIO_TYPE_RECORDED, NULL);
}
