/* SPDX-License-Identifier: MIT */
#include "document/disk/im-document-monitor.h"

#include <string.h>

#include "unit/im-unit-array.h"

#define SETTLE_MS   150 /* programs write a file in several parts */
#define MAX_FOLDERS 256 /* that are watched: the system has a limit */

struct _ImDocumentMonitor
{
  GObject parent_instance;

  ImDocument *document;
  GFileMonitor *files;
  char *path;
  guint timeout;
  GHashTable *folders; /* char* to GFileMonitor: where code is; NULL where none can be */
  GHashTable *arrays;  /* char*: paths of constant arrays */
  guint code_timeout;
  ImDocumentDisk reported;
};

G_DEFINE_TYPE (ImDocumentMonitor, im_document_monitor, G_TYPE_OBJECT)

enum
{
  CHANGED,
  CODE_CHANGED,
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

static gboolean
code_settled_cb (gpointer data)
{
  ImDocumentMonitor *self = data;

  self->code_timeout = 0;
  g_signal_emit (self, signals[CODE_CHANGED], 0);
  look_soon (self); /* at code that is edited */

  return G_SOURCE_REMOVE;
}

static gboolean
is_code (GFile *file)
{
  g_autofree char *name = file == NULL ? NULL : g_file_get_basename (file);

  return name != NULL &&
         (g_str_has_suffix (name, ".c") || g_str_has_suffix (name, ".h") ||
          g_str_has_suffix (name, ".py") || g_str_has_suffix (name, ".tile"));
}

static gboolean
is_array (ImDocumentMonitor *self, GFile *file)
{
  const char *path = file == NULL ? NULL : g_file_peek_path (file);

  return path != NULL && g_hash_table_contains (self->arrays, path);
}

static void
folder_changed_cb (GFileMonitor *folder,
                   GFile *file,
                   GFile *other,
                   GFileMonitorEvent event,
                   ImDocumentMonitor *self)
{
  if (event == G_FILE_MONITOR_EVENT_ATTRIBUTE_CHANGED ||
      (!is_code (file) && !is_array (self, file)))
    return;
  g_clear_handle_id (&self->code_timeout, g_source_remove);
  self->code_timeout = g_timeout_add (SETTLE_MS, code_settled_cb, self);
}

static void
unref_monitor (gpointer data)
{
  if (data != NULL)
    g_object_unref (data);
}

static void
watch_folder (ImDocumentMonitor *self, const char *path)
{
  g_autofree char *folder = g_canonicalize_filename (path, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  GFileMonitor *monitor;

  if (g_hash_table_contains (self->folders, folder) ||
      g_hash_table_size (self->folders) >= MAX_FOLDERS)
    return;
  monitor = g_file_monitor_directory (file, G_FILE_MONITOR_NONE, NULL, NULL);
  if (monitor != NULL)
    g_signal_connect_object (monitor, "changed", G_CALLBACK (folder_changed_cb), self, 0);
  g_hash_table_insert (self->folders, g_steal_pointer (&folder), monitor);
}

/* The folder of a fragment such as `common/max.h:max_f32`. */
static void
watch_fragment (ImDocumentMonitor *self, const char *folder, const char *fragment)
{
  const char *colon = fragment == NULL ? NULL : strchr (fragment, ':');
  g_autofree char *file = colon == NULL
                              ? NULL
                              : g_strndup (fragment, (gsize) (colon - fragment));
  g_autofree char *below = file == NULL ? NULL : g_path_get_dirname (file);
  g_autofree char *path = below == NULL ? NULL : g_build_filename (folder, below, NULL);

  if (path != NULL && strcmp (below, ".") != 0)
    watch_folder (self, path);
}

static void
watch_arrays (ImDocumentMonitor *self, const ImUnit *unit, ImUnitEvaluation *evaluation)
{
  ImEnvironment *environment = evaluation == NULL
                                   ? NULL
                                   : im_unit_evaluation_get_environment (evaluation);
  g_autoptr (GPtrArray) paths = im_unit_array_list (unit, environment);
  g_autofree char *folder = NULL, *base = NULL;

  if (paths->len == 0)
    return;
  folder = g_path_get_dirname (im_unit_file_get_path (unit->file));
  base = g_canonicalize_filename (folder, NULL);
  for (guint i = 0; i < paths->len; i++)
    {
      char *path = g_canonicalize_filename (g_ptr_array_index (paths, i), base);
      g_autofree char *below = g_path_get_dirname (path);

      watch_folder (self, below);
      g_hash_table_add (self->arrays, path);
    }
}

static void
watch_unit (ImDocumentMonitor *self, const ImUnit *unit)
{
  g_autofree char *folder = g_path_get_dirname (im_unit_file_get_path (unit->file));

  watch_folder (self, folder);
  for (guint i = 0; i < IM_N_SECTIONS; i++)
    for (guint k = 0; k < unit->sections[i].n_implementations; k++)
      watch_fragment (self, folder, unit->sections[i].implementations[k].fragment.text);
}

static void
watch_code (ImDocumentMonitor *self)
{
  const ImProgram *program = im_document_get_program (self->document);
  const ImUnit *unit = im_document_get_unit (self->document);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL,
                                                  NULL); /* whether arrays are read */

  watch_unit (self, unit);
  watch_arrays (self, unit, im_program_find_evaluation (program, ""));
  for (guint i = 0; i < program->n_instances; i++)
    {
      gpointer is_read;

      unit = program->instances[i].unit;
      if (!g_hash_table_lookup_extended (seen, unit, NULL, &is_read))
        {
          watch_unit (self, unit);
          is_read = GINT_TO_POINTER (im_unit_array_is_read (unit));
          g_hash_table_insert (seen, (gpointer) unit, is_read);
        }
      if (is_read)
        watch_arrays (self, unit, program->instances[i].evaluation);
    }
}

static void
document_changed_cb (ImDocumentMonitor *self)
{
  watch (self);
  watch_code (self);
  if (self->reported != IM_DOCUMENT_DISK_SAME)
    look_soon (self);
}

static void
im_document_monitor_dispose (GObject *object)
{
  ImDocumentMonitor *self = IM_DOCUMENT_MONITOR (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_handle_id (&self->code_timeout, g_source_remove);
  g_clear_object (&self->files);
  g_clear_pointer (&self->folders, g_hash_table_unref);
  g_clear_pointer (&self->arrays, g_hash_table_unref);
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

  /**
   * ImDocumentMonitor::code-changed:
   * @monitor: the monitor
   *
   * Code or arrays of units that the document uses have changed, came or are gone; see
   * im_document_reload_code().
   */
  signals[CODE_CHANGED] = g_signal_new ("code-changed", IM_TYPE_DOCUMENT_MONITOR,
                                        G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                        G_TYPE_NONE, 0);
}

static void
im_document_monitor_init (ImDocumentMonitor *self)
{
  self->folders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, unref_monitor);
  self->arrays = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

ImDocumentMonitor *
im_document_monitor_new (ImDocument *document)
{
  ImDocumentMonitor *self = g_object_new (IM_TYPE_DOCUMENT_MONITOR, NULL);

  self->document = g_object_ref (document);
  watch (self);
  watch_code (self);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);

  return self;
}
