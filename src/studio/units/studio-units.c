/* SPDX-License-Identifier: MIT */
#include "studio/units/studio-units.h"

#include <string.h>

#include "studio/units/studio-unit-folders.h"
#include "unit/im-unit-beside.h"
#include "unit/im-unit-roots.h"

#define SETTLE_MS   300 /* programs write files one after the other */
#define MAX_WATCHED 256 /* folders: the system has a limit */

struct _StudioUnits
{
  GObject parent_instance;

  StudioUnits *base; /* NULL for those of the studio */
  char *path;        /* the file that they are beside, or NULL */
  GSettings *settings;
  ImUnitLibrary *library;
  GMutex lock; /* of the library, which threads wait for */
  GCond read;
  gboolean is_read;
  GHashTable *monitors; /* char* to GFileMonitor */
  GHashTable *roots;    /* set of char*: folders of units that were there once */
  guint timeout;
  gboolean is_reading;
  gboolean is_stale; /* whether to read again then */
};

G_DEFINE_FINAL_TYPE (StudioUnits, studio_units, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* What a thread reads, and what it has read. */
typedef struct
{
  char **folders; /* those of the user */
  ImUnitLibrary *base;
  char *path;
  ImUnitLibrary *library;
  GHashTable *watched; /* set of char*: folders with units, and those around them */
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  g_strfreev (reading->folders);
  im_unit_library_unref (reading->base);
  g_free (reading->path);
  im_unit_library_unref (reading->library);
  g_clear_pointer (&reading->watched, g_hash_table_unref);
  g_free (reading);
}

static Reading *
reading_new (StudioUnits *self)
{
  Reading *reading = g_new0 (Reading, 1);

  if (self->base == NULL)
    reading->folders = g_settings_get_strv (self->settings, STUDIO_UNIT_FOLDERS_KEY);
  else
    reading->base = im_unit_library_ref (self->base->library);
  reading->path = g_strdup (self->path);

  return reading;
}

/* A folder that is gone is no reason to stop: the units in it are missed where they are
 * used. */
static ImUnitLibrary *
read_all (char **folders)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  ImUnitLibrary *library = im_unit_library_new ();

  for (guint i = 0; folders[i] != NULL; i++)
    im_unit_roots_add_folder (library, folders[i], STUDIO_UNIT_FOLDERS_KEY, problems);
  im_unit_roots_add_usual (library, problems);

  return library;
}

/* The folder of a file and those around it, out to the folder of the library. */
static void
watch_file (GHashTable *watched, ImUnitLibrary *library, const char *path)
{
  g_autofree char *below = NULL, *folder = g_path_get_dirname (path);
  guint root;

  below = im_unit_library_dup_relative (library, path, &root);
  for (const char *slash = below; slash != NULL; slash = strchr (slash + 1, '/'))
    {
      char *around = g_path_get_dirname (folder);

      g_hash_table_add (watched, folder);
      folder = around;
    }
}

/* What is shipped does not change while the studio runs. */
static GHashTable *
list_watched (ImUnitLibrary *library)
{
  GHashTable *watched = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *files = im_unit_library_get_files (library);

  for (guint i = 0; i < files->len; i++)
    {
      const char *path = im_unit_file_get_path (g_ptr_array_index (files, i));

      if (!im_unit_roots_is_shipped (path))
        watch_file (watched, library, path);
    }

  return watched;
}

static void
reading_run (Reading *reading)
{
  if (reading->library == NULL)
    reading->library = reading->base == NULL
                           ? read_all (reading->folders)
                           : im_unit_library_new_beside (reading->base, reading->path);
  if (reading->library != reading->base)
    reading->watched = list_watched (reading->library);
  for (char **folder = reading->folders; folder != NULL && *folder != NULL; folder++)
    g_hash_table_add (reading->watched, g_canonicalize_filename (*folder, NULL));
}

/* A name without a point may be one of a folder; one that is watched is. */
static gboolean
is_of_units (StudioUnits *self, GFile *file)
{
  const char *path = file == NULL ? NULL : g_file_peek_path (file);
  const char *dot = path == NULL ? NULL : strrchr (path, '.');

  if (path == NULL || g_strcmp0 (path, self->path) == 0)
    return FALSE;

  return g_hash_table_contains (self->monitors, path) || dot == NULL ||
         strchr (dot, '/') != NULL || g_str_equal (dot, ".imunit") ||
         g_str_equal (dot, ".immunit") || g_str_equal (dot, ".sknd");
}

static void read_again (StudioUnits *self);
static void watch (StudioUnits *self, const char *folder);

static gboolean
settled_cb (gpointer data)
{
  StudioUnits *self = data;

  self->timeout = 0;
  read_again (self);

  return G_SOURCE_REMOVE;
}

static void
folder_changed_cb (GFileMonitor *monitor,
                   GFile *file,
                   GFile *other,
                   GFileMonitorEvent event,
                   StudioUnits *self)
{
  if (event == G_FILE_MONITOR_EVENT_ATTRIBUTE_CHANGED ||
      (!is_of_units (self, file) && !is_of_units (self, other)))
    return;
  /* Its files may come later. */
  if (event == G_FILE_MONITOR_EVENT_CREATED &&
      g_file_test (g_file_peek_path (file), G_FILE_TEST_IS_DIR))
    watch (self, g_file_peek_path (file));
  g_clear_handle_id (&self->timeout, g_source_remove);
  self->timeout = g_timeout_add (SETTLE_MS, settled_cb, self);
}

static void
watch (StudioUnits *self, const char *folder)
{
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  GFileMonitor *monitor = NULL;

  if (g_hash_table_contains (self->monitors, folder) ||
      g_hash_table_size (self->monitors) >= MAX_WATCHED)
    return;
  monitor = g_file_monitor_directory (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (monitor == NULL)
    return;
  g_signal_connect_object (monitor, "changed", G_CALLBACK (folder_changed_cb), self, 0);
  g_hash_table_insert (self->monitors, g_strdup (folder), monitor);
}

static gboolean
is_gone_cb (gpointer folder, gpointer monitor, gpointer data)
{
  return !g_file_test (folder, G_FILE_TEST_IS_DIR);
}

/* A folder that goes may come back: there is a monitor for its name, because the one that
 * it had goes with it to where it is moved. */
static void
watch_roots (StudioUnits *self)
{
  g_auto (GStrv) roots = im_unit_library_dup_roots (self->library);
  GHashTableIter iter;
  gpointer root;

  for (guint i = 0; roots[i] != NULL; i++)
    if (!im_unit_roots_is_shipped (roots[i]))
      g_hash_table_add (self->roots, g_strdup (roots[i]));
  g_hash_table_iter_init (&iter, self->roots);
  while (g_hash_table_iter_next (&iter, &root, NULL))
    watch (self, root);
}

static void
take (StudioUnits *self, Reading *reading)
{
  GHashTableIter iter;
  gpointer folder;

  g_mutex_lock (&self->lock);
  im_unit_library_unref (self->library);
  self->library = im_unit_library_ref (reading->library);
  self->is_read = TRUE;
  g_cond_broadcast (&self->read);
  g_mutex_unlock (&self->lock);
  g_hash_table_foreach_remove (self->monitors, is_gone_cb, NULL);
  watch_roots (self);
  if (reading->watched == NULL)
    return;
  g_hash_table_iter_init (&iter, reading->watched);
  while (g_hash_table_iter_next (&iter, &folder, NULL))
    watch (self, folder);
}

static void
read_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Reading *reading = data;

  reading_run (reading);
  im_unit_library_get_units (reading->library); /* so that who lists them need not wait */
  g_task_return_boolean (task, TRUE);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  StudioUnits *self = STUDIO_UNITS (source);

  self->is_reading = FALSE;
  if (self->is_stale)
    {
      self->is_stale = FALSE;
      read_again (self);
      return;
    }
  take (self, g_task_get_task_data (G_TASK (result)));
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
read_again (StudioUnits *self)
{
  g_autoptr (GTask) task = NULL;

  if (self->is_reading)
    {
      self->is_stale = TRUE;
      return;
    }
  self->is_reading = TRUE;
  task = g_task_new (self, NULL, read_cb, NULL);
  g_task_set_task_data (task, reading_new (self), reading_free);
  g_task_run_in_thread (task, read_thread);
}

static void
studio_units_dispose (GObject *object)
{
  StudioUnits *self = STUDIO_UNITS (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_pointer (&self->monitors, g_hash_table_unref);
  g_clear_pointer (&self->roots, g_hash_table_unref);
  g_clear_object (&self->settings);
  g_clear_object (&self->base);
  G_OBJECT_CLASS (studio_units_parent_class)->dispose (object);
}

static void
studio_units_finalize (GObject *object)
{
  StudioUnits *self = STUDIO_UNITS (object);

  im_unit_library_unref (self->library);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->read);
  g_free (self->path);
  G_OBJECT_CLASS (studio_units_parent_class)->finalize (object);
}

static void
studio_units_class_init (StudioUnitsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_units_dispose;
  G_OBJECT_CLASS (klass)->finalize = studio_units_finalize;

  /**
   * StudioUnits::changed:
   * @units: the units
   *
   * There is another library; units of the one before are gone if nobody holds them.
   */
  signals[CHANGED] = g_signal_new ("changed", STUDIO_TYPE_UNITS, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
studio_units_init (StudioUnits *self)
{
  g_mutex_init (&self->lock);
  g_cond_init (&self->read);
  self->monitors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                          g_object_unref);
  self->roots = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

StudioUnits *
studio_units_new (void)
{
  StudioUnits *self = g_object_new (STUDIO_TYPE_UNITS, NULL);

  self->settings = g_settings_new ("org.imaginet.Studio");
  self->library = im_unit_library_new ();
  read_again (self);
  g_signal_connect_object (self->settings, "changed::" STUDIO_UNIT_FOLDERS_KEY,
                           G_CALLBACK (read_again), self, G_CONNECT_SWAPPED);

  return self;
}

StudioUnits *
studio_units_new_beside (StudioUnits *base, const char *path, ImUnitLibrary *library)
{
  StudioUnits *self = g_object_new (STUDIO_TYPE_UNITS, NULL);
  Reading *reading;

  self->base = g_object_ref (base);
  self->path = g_canonicalize_filename (path, NULL);
  reading = reading_new (self);
  reading->library = im_unit_library_ref (library);
  reading_run (reading);
  take (self, reading);
  reading_free (reading);
  g_signal_connect_object (base, "changed", G_CALLBACK (read_again), self,
                           G_CONNECT_SWAPPED);

  return self;
}

ImUnitLibrary *
studio_units_wait (StudioUnits *self)
{
  ImUnitLibrary *library;

  g_mutex_lock (&self->lock);
  while (!self->is_read)
    g_cond_wait (&self->read, &self->lock);
  library = im_unit_library_ref (self->library);
  g_mutex_unlock (&self->lock);

  return library;
}

ImUnitLibrary *
studio_units_get_library (StudioUnits *self)
{
  g_return_val_if_fail (STUDIO_IS_UNITS (self), NULL);

  return self->library;
}
