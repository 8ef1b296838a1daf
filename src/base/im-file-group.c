/* SPDX-License-Identifier: MIT
 *
 * A journal may come with a package of somebody we do not trust. So it only speaks of
 * files below its folder, and of new contents whose names follow from its own.
 */
#include "base/im-file-group.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "base/im-file-private.h"

#define MAGIC     "imaginet-save 1\n"
#define PREFIX    ".imaginet-"
#define BEGUN     ".begun" /* the new contents may not be there yet */
#define COMPLETE  ".save"  /* they are */
#define SAVED     ".saved" /* of what could not be put in its place */
#define DIGITS    8
#define ABSENT    "-" /* instead of the hash of a file that is not there */
#define FOLDER    "/" /* instead of both hashes of a folder that is made */
#define MAX_BYTES (1024 * 1024)
#define MAX_FILE  (256 * 1024 * 1024)

/* One file: @path is its real one, @beside where its new content waits. It is removed if
 * its new hash is ABSENT. */
typedef struct
{
  char *path;
  char *beside;
  char *old_hash;
  char *new_hash;
} Entry;

typedef struct
{
  char *folder; /* the real one */
  char *id;     /* what the names of the journal and the new contents have in common */
  GArray *entries;
  GPtrArray *made; /* char*: the folders that are made, outer ones first */
} Journal;

static void
clear_entry (gpointer data)
{
  Entry *entry = data;

  g_free (entry->path);
  g_free (entry->beside);
  g_free (entry->old_hash);
  g_free (entry->new_hash);
}

static void
init_journal (Journal *journal, char *folder, char *id)
{
  *journal = (Journal){ folder, id, g_array_new (FALSE, FALSE, sizeof (Entry)),
                        g_ptr_array_new_with_free_func (g_free) };
  g_array_set_clear_func (journal->entries, clear_entry);
}

static void
clear_journal (Journal *journal)
{
  g_free (journal->folder);
  g_free (journal->id);
  g_clear_pointer (&journal->entries, g_array_unref);
  g_clear_pointer (&journal->made, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Journal, clear_journal)

static char *
dup_hash (GBytes *bytes)
{
  return bytes == NULL ? g_strdup (ABSENT)
                       : g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
}

/* That of the file as it is now; NULL if it cannot be read. */
static char *
dup_file_hash (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = im_file_read (path, MAX_FILE, &error);

  return bytes == NULL && !g_error_matches (error, IM_FILE_ERROR, IM_FILE_ERROR_NOT_FOUND)
             ? NULL
             : dup_hash (bytes);
}

/* The path below the folder of the journal, or NULL. */
static const char *
get_relative (const Journal *journal, const char *path)
{
  gsize length = strlen (journal->folder);

  return strncmp (path, journal->folder, length) == 0 && path[length] == '/'
             ? path + length + 1
             : NULL;
}

/* Takes over the texts. */
static void
add_entry (Journal *journal, char *path, char *old_hash, char *new_hash)
{
  g_autofree char *folder = g_path_get_dirname (path);
  Entry entry = { .path = path, .old_hash = old_hash, .new_hash = new_hash };

  entry.beside = g_strdup_printf ("%s/" PREFIX "%s-%u.new", folder, journal->id,
                                  journal->entries->len);
  g_array_append_val (journal->entries, entry);
}

/* The real path of a file that may not be there yet, as its folder may not. */
static char *
dup_real_path (const char *path)
{
  char *real = realpath (path, NULL);
  g_autofree char *absolute = NULL, *folder = NULL, *name = NULL;
  g_autofree char *real_folder = NULL;

  if (real != NULL || errno != ENOENT)
    return real;
  absolute = g_canonicalize_filename (path, NULL);
  folder = g_path_get_dirname (absolute);
  name = g_path_get_basename (absolute);
  real_folder = dup_real_path (folder);

  return real_folder == NULL ? NULL : g_build_filename (real_folder, name, NULL);
}

static gboolean
is_made (const Journal *journal, const char *folder)
{
  return g_ptr_array_find_with_equal_func (journal->made, folder, g_str_equal, NULL);
}

/* Notes which folders a file needs that are not there. */
static void
add_missing_folders (Journal *journal, const char *path)
{
  char *folder = g_path_get_dirname (path);

  if (get_relative (journal, folder) == NULL || access (folder, F_OK) == 0 ||
      is_made (journal, folder))
    {
      g_free (folder);
      return;
    }
  add_missing_folders (journal, folder);
  g_ptr_array_add (journal->made, folder);
}

/* Whether files can be removed from the folder of a file, or put there. */
static gboolean
can_write_folder (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);

  return faccessat (AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) == 0;
}

/* Looks at a file before anything is written. */
static gboolean
add_file (Journal *journal, const ImFileContent *file, GError **error)
{
  g_autofree char *path = dup_real_path (file->path);
  struct stat status;
  gboolean is_there;

  if (path == NULL)
    {
      im_file_set_errno (error, errno, "write", file->path);
      return FALSE;
    }
  if (get_relative (journal, path) == NULL)
    {
      g_set_error (error, IM_FILE_ERROR, IM_FILE_ERROR_OUTSIDE,
                   "cannot write '%s' together with others: it is a link out of '%s'",
                   file->path, journal->folder);
      return FALSE;
    }
  is_there = stat (path, &status) == 0;
  if (is_there && file->expected == NULL)
    {
      g_set_error (error, IM_FILE_ERROR, IM_FILE_ERROR_CHANGED,
                   "cannot write '%s': there is such a file already", file->path);
      return FALSE;
    }
  if (file->expected != NULL && !im_file_check_unchanged (path, file->expected, error))
    return FALSE;
  if (is_there && faccessat (AT_FDCWD, path, W_OK, AT_EACCESS) != 0)
    {
      im_file_set_errno (error, errno, "write", file->path);
      return FALSE;
    }
  if (is_there && file->bytes == NULL && !can_write_folder (path))
    {
      im_file_set_errno (error, errno, "remove", file->path);
      return FALSE;
    }
  add_missing_folders (journal, path);
  add_entry (journal, g_steal_pointer (&path), dup_hash (file->expected),
             dup_hash (file->bytes));

  return TRUE;
}

static char *
dup_name (const Journal *journal, const char *suffix)
{
  return g_strdup_printf ("%s/" PREFIX "%s%s", journal->folder, journal->id, suffix);
}

static GBytes *
print (const Journal *journal)
{
  GString *out = g_string_new (MAGIC);

  for (guint i = 0; i < journal->made->len; i++)
    {
      g_autofree char *name = g_uri_escape_string (
          get_relative (journal, g_ptr_array_index (journal->made, i)), "/", FALSE);

      g_string_append_printf (out, FOLDER " " FOLDER " %s\n", name);
    }
  for (guint i = 0; i < journal->entries->len; i++)
    {
      const Entry *entry = &g_array_index (journal->entries, Entry, i);
      g_autofree char *name = g_uri_escape_string (get_relative (journal, entry->path),
                                                   "/", FALSE);

      g_string_append_printf (out, "%s %s %s\n", entry->old_hash, entry->new_hash, name);
    }

  return g_string_free_to_bytes (out);
}

/* Writes the journal, which is locked while it is open. */
static int
begin (const Journal *journal, GError **error)
{
  g_autofree char *temporary = NULL;
  g_autofree char *begun = dup_name (journal, BEGUN);
  g_autoptr (GBytes) text = print (journal);
  int descriptor = im_file_create_temporary (journal->folder, IM_FILE_OLD_PERMISSIONS,
                                             &temporary, error);

  if (descriptor < 0)
    return -1;
  if (im_file_fill (descriptor, text, NULL) && rename (temporary, begun) == 0)
    {
      im_file_sync_folder (journal->folder);
      return descriptor;
    }
  im_file_set_errno (error, errno, "write", begun);
  unlink (temporary);
  close (descriptor);

  return -1;
}

static gboolean
make_folders (const Journal *journal, GError **error)
{
  for (guint i = 0; i < journal->made->len; i++)
    {
      const char *folder = g_ptr_array_index (journal->made, i);
      g_autofree char *above = NULL;

      if (mkdir (folder, 0777) != 0)
        {
          im_file_set_errno (error, errno, "make the folder", folder);
          return FALSE;
        }
      above = g_path_get_dirname (folder);
      im_file_sync_folder (above);
    }

  return TRUE;
}

static gboolean
write_beside (const Entry *entry, const ImFileContent *file, GError **error)
{
  struct stat old;
  gboolean is_there = stat (file->like == NULL ? entry->path : file->like, &old) == 0;

  if (file->bytes == NULL)
    return TRUE;

  IM_FILE_AUTO_CLOSE int descriptor = open (
      entry->beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
      is_there ? IM_FILE_OLD_PERMISSIONS : IM_FILE_NEW_PERMISSIONS);

  if (descriptor >= 0 && im_file_fill (descriptor, file->bytes, is_there ? &old : NULL))
    return TRUE;
  im_file_set_errno (error, errno, "write", entry->path);

  return FALSE;
}

static gboolean
is_removal (const Entry *entry)
{
  return strcmp (entry->new_hash, ABSENT) == 0;
}

static void
sync_folders (const Journal *journal)
{
  g_autoptr (GHashTable) folders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                          NULL);
  GHashTableIter iter;
  gpointer folder;

  for (guint i = 0; i < journal->entries->len; i++)
    g_hash_table_add (
        folders, g_path_get_dirname (g_array_index (journal->entries, Entry, i).path));
  g_hash_table_iter_init (&iter, folders);
  while (g_hash_table_iter_next (&iter, &folder, NULL))
    im_file_sync_folder (folder);
}

static void
take_back (const Journal *journal)
{
  g_autofree char *begun = dup_name (journal, BEGUN);

  for (guint i = 0; i < journal->entries->len; i++)
    unlink (g_array_index (journal->entries, Entry, i).beside);
  for (guint i = journal->made->len; i > 0; i--)
    rmdir (g_ptr_array_index (journal->made, i - 1));
  unlink (begun);
}

/* Removes a file that is what it was, and the folders that have nothing else. */
static gboolean
remove_entry (const Journal *journal, const Entry *entry, GError **error)
{
  g_autofree char *now = dup_file_hash (entry->path);
  g_autofree char *folder = g_path_get_dirname (entry->path);

  if (g_strcmp0 (now, entry->old_hash) == 0 && unlink (entry->path) != 0)
    {
      im_file_set_errno (error, errno, "remove", entry->path);
      return FALSE;
    }
  if (g_strcmp0 (now, entry->old_hash) != 0 && g_strcmp0 (now, ABSENT) != 0)
    {
      g_set_error (error, IM_FILE_ERROR, IM_FILE_ERROR_CHANGED,
                   "cannot remove '%s': another program has changed it since it was read",
                   entry->path);
      return FALSE;
    }
  while (get_relative (journal, folder) != NULL &&
         (rmdir (folder) == 0 || errno == ENOENT))
    {
      char *above = g_path_get_dirname (folder);

      g_free (folder);
      folder = above;
    }

  return TRUE;
}

/* Puts the new content of a file in its place. */
static gboolean
finish_entry (const Entry *entry, GError **error)
{
  g_autofree char *waiting = dup_file_hash (entry->beside);
  g_autofree char *now = NULL;
  g_autofree char *saved = NULL;

  if (g_strcmp0 (waiting, entry->new_hash) != 0)
    {
      /* It is in its place already, or it is not what was written. */
      unlink (entry->beside);
      return TRUE;
    }
  now = dup_file_hash (entry->path);
  if (g_strcmp0 (now, entry->old_hash) == 0)
    {
      if (rename (entry->beside, entry->path) == 0)
        return TRUE;
      im_file_set_errno (error, errno, "write", entry->path);
      return FALSE;
    }
  saved = g_strconcat (entry->path, SAVED, NULL);
  if (access (saved, F_OK) == 0 || rename (entry->beside, saved) != 0)
    unlink (entry->beside);
  g_set_error (error, IM_FILE_ERROR, IM_FILE_ERROR_CHANGED,
               "cannot write '%s': another program has changed it since it was read",
               entry->path);

  return FALSE;
}

/* Puts all in their places. What cannot be put there does not keep the others, but from
 * being removed: what they were moved to may be missing. */
static gboolean
finish (const Journal *journal, GError **error)
{
  g_autofree char *complete = dup_name (journal, COMPLETE);
  g_autoptr (GError) first = NULL;

  for (guint i = 0; i < journal->entries->len; i++)
    if (!is_removal (&g_array_index (journal->entries, Entry, i)))
      finish_entry (&g_array_index (journal->entries, Entry, i),
                    first == NULL ? &first : NULL);
  sync_folders (journal);
  for (guint i = 0; i < journal->entries->len && first == NULL; i++)
    if (is_removal (&g_array_index (journal->entries, Entry, i)))
      remove_entry (journal, &g_array_index (journal->entries, Entry, i), &first);
  sync_folders (journal);
  unlink (complete);
  if (first == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&first));

  return FALSE;
}

gboolean
im_file_write_group (const char *folder,
                     const ImFileContent *files,
                     guint n_files,
                     GError **error)
{
  g_auto (Journal) journal = { 0 };
  char *real = realpath (folder, NULL);
  g_autofree char *begun = NULL, *complete = NULL;
  gboolean ok;

  if (real == NULL)
    {
      im_file_set_errno (error, errno, "write to", folder);
      return FALSE;
    }
  im_file_finish_groups (folder);
  init_journal (&journal, g_strdup (real),
                g_strdup_printf ("%0*x", DIGITS, g_random_int ()));
  free (real);
  for (guint i = 0; i < n_files; i++)
    if (!add_file (&journal, &files[i], error))
      return FALSE;

  IM_FILE_AUTO_CLOSE int descriptor = begin (&journal, error);
  if (descriptor < 0)
    return FALSE;
  ok = make_folders (&journal, error);
  for (guint i = 0; ok && i < n_files; i++)
    ok = write_beside (&g_array_index (journal.entries, Entry, i), &files[i], error);
  begun = dup_name (&journal, BEGUN);
  complete = dup_name (&journal, COMPLETE);
  if (ok)
    {
      sync_folders (&journal);
      ok = rename (begun, complete) == 0;
      if (!ok)
        im_file_set_errno (error, errno, "write", complete);
    }
  if (!ok)
    {
      take_back (&journal);
      return FALSE;
    }
  im_file_sync_folder (journal.folder);

  return finish (&journal, error);
}

/* Whether a name of a journal leads to a file in its folder, or in folders in it, without
 * links. Folders in between may be gone, or not there yet. */
static gboolean
is_below (const Journal *journal, const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *real = dup_real_path (folder);

  return g_strcmp0 (real, folder) == 0 && (strcmp (folder, journal->folder) == 0 ||
                                           get_relative (journal, folder) != NULL);
}

static gboolean
read_line (Journal *journal, const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  g_autofree char *name = NULL, *path = NULL;

  if (g_strv_length (words) != 3)
    return FALSE;
  name = g_uri_unescape_string (words[2], NULL);
  if (name == NULL || g_path_is_absolute (name))
    return FALSE;
  path = g_canonicalize_filename (name, journal->folder);
  if (!is_below (journal, path))
    return FALSE;
  if (strcmp (words[0], FOLDER) == 0)
    g_ptr_array_add (journal->made, g_steal_pointer (&path));
  else
    add_entry (journal, g_steal_pointer (&path), g_strdup (words[0]),
               g_strdup (words[1]));

  return TRUE;
}

static gboolean
read_journal (Journal *journal, int descriptor, const char *path)
{
  g_autoptr (GBytes) bytes = im_file_read_descriptor (descriptor, path, MAX_BYTES, NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (bytes == NULL)
    return FALSE;
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  if (!g_str_has_prefix (text, MAGIC))
    return FALSE;
  lines = g_strsplit (text + strlen (MAGIC), "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    if (**line != '\0' && !read_line (journal, *line))
      return FALSE;

  return TRUE;
}

/* Whether it is our own, and nobody writes it. */
static gboolean
is_left_behind (int descriptor)
{
  struct stat status;

  return fstat (descriptor, &status) == 0 && S_ISREG (status.st_mode) &&
         status.st_uid == geteuid () && status.st_nlink == 1 &&
         flock (descriptor, LOCK_EX | LOCK_NB) == 0;
}

static gboolean
is_journal_name (const char *name, const char *suffix)
{
  const char *digits = name + strlen (PREFIX);

  return g_str_has_prefix (name, PREFIX) &&
         strspn (digits, "0123456789abcdef") == DIGITS &&
         strcmp (digits + DIGITS, suffix) == 0;
}

static void
finish_left_behind (const char *folder, const char *name, gboolean is_complete)
{
  g_auto (Journal) journal = { 0 };
  g_autofree char *path = g_build_filename (folder, name, NULL);
  IM_FILE_AUTO_CLOSE int descriptor = open (path, IM_FILE_READ_FLAGS | O_NOFOLLOW);
  g_autoptr (GError) error = NULL;

  init_journal (&journal, g_strdup (folder), g_strndup (name + strlen (PREFIX), DIGITS));
  if (descriptor < 0 || !is_left_behind (descriptor) || access (path, F_OK) != 0 ||
      !read_journal (&journal, descriptor, path))
    return;
  if (!is_complete)
    take_back (&journal);
  else if (!finish (&journal, &error))
    g_debug ("%s", error->message);
}

void
im_file_finish_groups (const char *folder)
{
  char *real = realpath (folder, NULL);
  DIR *dir = real == NULL ? NULL : opendir (real);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const struct dirent *entry;

  while (dir != NULL && (entry = readdir (dir)) != NULL)
    if (is_journal_name (entry->d_name, BEGUN) ||
        is_journal_name (entry->d_name, COMPLETE))
      g_ptr_array_add (names, g_strdup (entry->d_name));
  if (dir != NULL)
    closedir (dir);
  for (guint i = 0; i < names->len; i++)
    finish_left_behind (real, g_ptr_array_index (names, i),
                        is_journal_name (g_ptr_array_index (names, i), COMPLETE));
  free (real);
}

void
im_file_finish_groups_around (const char *folder)
{
  g_autofree char *at = g_canonicalize_filename (folder, NULL);

  for (guint i = 0; i <= IM_FILE_GROUP_MAX_ABOVE; i++)
    {
      char *above = g_path_get_dirname (at);

      im_file_finish_groups (at);
      g_free (at);
      at = above;
    }
}
