/* SPDX-License-Identifier: MIT */
#include "document/im-document-monitor.h"

#define SETTLE_MS 150 /* programs write a file in several parts */

struct _ImDocumentMonitor
{
  GObject parent_instance;

  ImDocument *document;
  GFileMonitor *files;
  char *path;
  guint timeout;
  ImDocumentDisk reported;
};

G_DEFINE_TYPE (ImDocumentMonitor, im_document_monitor, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* A file that changes twice is reported twice: the second change has another content. */
static gboolean
settled_cb (gpointer data)
{
  ImDocumentMonitor *self = data;
  ImDocumentDisk disk = im_document_check_disk (self->document);

  self->timeout = 0;
  if (disk != IM_DOCUMENT_DISK_SAME || self->reported != IM_DOCUMENT_DISK_SAME)
    {
      self->reported = disk;
      g_signal_emit (self, signals[CHANGED], 0, disk);
    }

  return G_SOURCE_REMOVE;
}

static void
look_soon (ImDocumentMonitor *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  self->timeout = g_timeout_add (SETTLE_MS, settled_cb, self);
}

/* A file system that cannot be watched is still checked when the document is saved. */
static void
watch (ImDocumentMonitor *self)
{
  g_autoptr (GFile) file = NULL;
  const char *path = im_document_get_path (self->document);

  if (g_strcmp0 (path, self->path) == 0)
    return;
  g_free (self->path);
  self->path = g_strdup (path);
  g_clear_object (&self->files);
  file = g_file_new_for_path (path);
  self->files = g_file_monitor_file (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (self->files != NULL)
    g_signal_connect_swapped (self->files, "changed", G_CALLBACK (look_soon), self);
}

static void
document_changed_cb (ImDocumentMonitor *self)
{
  watch (self);
  if (self->reported != IM_DOCUMENT_DISK_SAME)
    look_soon (self);
}

static void
im_document_monitor_dispose (GObject *object)
{
  ImDocumentMonitor *self = IM_DOCUMENT_MONITOR (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_object (&self->files);
  g_clear_object (&self->document);
  g_clear_pointer (&self->path, g_free);
  G_OBJECT_CLASS (im_document_monitor_parent_class)->dispose (object);
}

static void
im_document_monitor_class_init (ImDocumentMonitorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = im_document_monitor_dispose;

  /**
   * ImDocumentMonitor::changed:
   * @monitor: the monitor
   * @disk: an #ImDocumentDisk; SAME if a change is not there any more
   *
   * Another program has changed the file.
   */
  signals[CHANGED] = g_signal_new ("changed", IM_TYPE_DOCUMENT_MONITOR, G_SIGNAL_RUN_LAST,
                                   0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
im_document_monitor_init (ImDocumentMonitor *self)
{
}

ImDocumentMonitor *
im_document_monitor_new (ImDocument *document)
{
  ImDocumentMonitor *self = g_object_new (IM_TYPE_DOCUMENT_MONITOR, NULL);

  self->document = g_object_ref (document);
  watch (self);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);

  return self;
}
