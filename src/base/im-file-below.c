/* SPDX-License-Identifier: MIT
 *
 * A path is walked name by name, and no step follows a link: the target of a link is put
 * in the place of its name, and the walk begins again at the root. So every descriptor
 * that is ever opened is below the root, whatever happens to the folders meanwhile, and
 * names can be matched without regard to case on the way.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

#include "base/im-file-private.h"

#define MAX_LINKS 40 /* as many as Linux follows */

typedef struct
{
  const char *root;
  const char *relative; /* as the caller wrote it */
  GPtrArray *names;     /* what is to be walked, without `.` and `..` */
  guint n_links;        /* links that were followed so far */
  gboolean differs;
} Walk;

static void
set_outside (GError **error, const Walk *walk, const char *reason)
{
  g_set_error (error, IM_FILE_ERROR, IM_FILE_ERROR_OUTSIDE,
               "cannot open '%s': %s, and only files below '%s' may be read",
               walk->relative, reason, walk->root);
}

/* Appends the names of @path to those that are there, taking names back for `..`. */
static gboolean
push_path (const Walk *walk, GPtrArray *names, const char *path, GError **error)
{
  g_auto (GStrv) parts = g_strsplit_set (path, "/\\", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (parts[i][0] == '\0' || strcmp (parts[i], ".") == 0)
        continue;
      if (strcmp (parts[i], "..") != 0)
        {
          g_ptr_array_add (names, g_strdup (parts[i]));
          continue;
        }
      if (names->len == 0)
        {
          set_outside (error, walk, "'..' leads out of its root folder");
          return FALSE;
        }
      g_ptr_array_remove_index (names, names->len - 1);
    }

  return TRUE;
}

static gboolean
is_absolute (const char *path)
{
  return path[0] == '/' || path[0] == '\\' ||
         (g_ascii_isalpha (path[0]) && path[1] == ':');
}

static char *
fold (const char *name)
{
  return g_utf8_validate (name, -1, NULL) ? g_utf8_casefold (name, -1)
                                          : g_ascii_strdown (name, -1);
}

/* Finds a name that differs only in case. */
static char *
find_folded (int folder, const char *name)
{
  int copy = openat (folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *entries = copy < 0 ? NULL : fdopendir (copy);
  g_autofree char *wanted = fold (name);
  char *found = NULL;
  const struct dirent *entry;

  while (entries != NULL && (entry = readdir (entries)) != NULL)
    {
      g_autofree char *folded = fold (entry->d_name);

      if (strcmp (folded, wanted) == 0 &&
          (found == NULL || strcmp (entry->d_name, found) < 0))
        {
          g_free (found);
          found = g_strdup (entry->d_name);
        }
    }

  if (entries != NULL)
    closedir (entries);
  else if (copy >= 0)
    close (copy);

  return found;
}

/* Replaces names[index], a link, by what it says. */
static gboolean
follow_link (Walk *walk, guint index, const char *target, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  if (++walk->n_links > MAX_LINKS)
    {
      im_file_set_errno (error, ELOOP, "open", walk->relative);
      return FALSE;
    }
  if (is_absolute (target))
    {
      set_outside (error, walk, "a symbolic link leads to an absolute path");
      return FALSE;
    }

  for (guint i = 0; i < index; i++)
    g_ptr_array_add (names, g_strdup (walk->names->pdata[i]));
  if (!push_path (walk, names, target, error))
    return FALSE;
  for (guint i = index + 1; i < walk->names->len; i++)
    g_ptr_array_add (names, g_strdup (walk->names->pdata[i]));

  g_ptr_array_unref (walk->names);
  walk->names = g_steal_pointer (&names);

  return TRUE;
}

/* Opens one name of a folder. Corrects its case if that is what it takes. Returns -1 with
 * errno on failure; a link fails with ELOOP. */
static int
open_name (Walk *walk, int folder, guint index)
{
  gboolean last = index + 1 == walk->names->len;
  int flags = last ? IM_FILE_READ_FLAGS | O_NOFOLLOW
                   : O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  int descriptor = openat (folder, walk->names->pdata[index], flags);

  if (descriptor >= 0 || errno != ENOENT)
    return descriptor;

  char *actual = find_folded (folder, walk->names->pdata[index]);
  if (actual == NULL)
    {
      errno = ENOENT;
      return -1;
    }

  g_free (walk->names->pdata[index]);
  walk->names->pdata[index] = actual;
  walk->differs = TRUE;

  return openat (folder, actual, flags);
}

static gboolean
read_link (int folder, const char *name, char target[PATH_MAX])
{
  gssize length = readlinkat (folder, name, target, PATH_MAX - 1);

  if (length < 0)
    return FALSE;
  target[length] = '\0';

  return TRUE;
}

/* Walks from the root until the end or the first link. Returns the open file, or -1 with
 * @error set, or -1 without it if a link was replaced and the walk has to begin again. */
static int
walk_once (Walk *walk, int root, GError **error)
{
  IM_FILE_AUTO_CLOSE int folder = fcntl (root, F_DUPFD_CLOEXEC, 0);
  char target[PATH_MAX];

  for (guint i = 0; i < walk->names->len; i++)
    {
      int next = open_name (walk, folder, i);

      if (next < 0)
        {
          int code = errno;

          if ((code == ELOOP || code == ENOTDIR) &&
              read_link (folder, walk->names->pdata[i], target))
            follow_link (walk, i, target, error);
          else
            im_file_set_errno (error, code, "open", walk->relative);
          return -1;
        }
      close (folder);
      folder = next;
    }

  int result = folder;
  folder = -1;

  return result;
}

static char *
join_names (GPtrArray *names)
{
  g_autoptr (GString) path = g_string_new (NULL);

  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (path, "%s%s", i == 0 ? "" : "/", (char *) names->pdata[i]);

  return g_string_free (g_steal_pointer (&path), FALSE);
}

static int
open_below (Walk *walk, GError **error)
{
  IM_FILE_AUTO_CLOSE int root = open (walk->root, O_PATH | O_DIRECTORY | O_CLOEXEC);
  GError *failure = NULL;
  int descriptor = -1;

  if (root < 0)
    {
      im_file_set_errno (error, errno, "open", walk->root);
      return -1;
    }
  while (descriptor < 0 && failure == NULL)
    descriptor = walk_once (walk, root, &failure);
  if (failure != NULL)
    g_propagate_error (error, failure);

  return descriptor;
}

GBytes *
im_file_read_below (const char *root,
                    const char *relative,
                    gsize max_bytes,
                    char **resolved,
                    gboolean *differs_in_case,
                    GError **error)
{
  g_return_val_if_fail (root != NULL && relative != NULL, NULL);

  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  Walk walk = { .root = root, .relative = relative };

  if (is_absolute (relative))
    {
      set_outside (error, &walk, "the path is absolute");
      return NULL;
    }
  if (!push_path (&walk, names, relative, error))
    return NULL;

  walk.names = g_steal_pointer (&names);
  IM_FILE_AUTO_CLOSE int descriptor = open_below (&walk, error);
  names = walk.names;
  if (descriptor < 0)
    return NULL;

  GBytes *bytes = im_file_read_descriptor (descriptor, relative, max_bytes, error);
  if (bytes != NULL && resolved != NULL)
    *resolved = join_names (names);
  if (bytes != NULL && differs_in_case != NULL)
    *differs_in_case = walk.differs;

  return bytes;
}
