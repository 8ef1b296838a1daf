/* SPDX-License-Identifier: MIT */
#include "unit/im-unit-beside.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/im-text.h"
#include "unit/im-unit-library-private.h"
#include "unit/im-unit-operator.h"

#define DEPTH_IN_PACKAGE 2 /* folders in the file's own one that are looked into */

typedef struct
{
  ImUnitLibrary *library;
  ImDiagnostics *ignored;
  const char *known; /* the file, which the library has */
  guint n_folders;
} Search;

static gboolean
is_unit_file_name (const char *name)
{
  return g_str_has_suffix (name, ".imunit") || g_str_has_suffix (name, ".immunit");
}

/* In the order of their names, as in im_unit_library_add_root(). */
static GPtrArray *
list_names (const char *folder)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (name[0] != '.')
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, im_text_compare_names);

  return names;
}

/* Operators of other folders have ids that their own package decides. */
static void
add_folder (Search *search, const char *folder, gboolean is_own, guint depth)
{
  g_autoptr (GPtrArray) names = list_names (folder);

  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      g_autofree char *child = g_build_filename (folder, name, NULL);
      GStatBuf status;

      if (search->library->files->len >= IM_UNIT_LIBRARY_MAX_FILES ||
          g_lstat (child, &status) != 0)
        continue;
      if (strcmp (child, search->known) == 0)
        continue;
      if (S_ISREG (status.st_mode) &&
          (is_unit_file_name (name) || (is_own && im_unit_operator_is_file (name))))
        im_unit_library_add_file (search->library, child, search->ignored);
      else if (S_ISDIR (status.st_mode) && depth > 0 &&
               search->n_folders++ < IM_UNIT_BESIDE_MAX_FOLDERS)
        add_folder (search, child, FALSE, depth - 1);
    }
}

static gboolean
is_at_or_around (const char *folder, const char *path)
{
  g_autofree char *full = path == NULL ? NULL : g_canonicalize_filename (path, NULL);
  gsize n = strlen (folder);

  return full != NULL && strncmp (full, folder, n) == 0 &&
         (full[n] == '\0' || full[n] == G_DIR_SEPARATOR || n == 1);
}

/* A folder in which anything lies beside anything, or one around such a one. */
static gboolean
is_for_everything (const char *folder)
{
  if (is_at_or_around (folder, g_get_home_dir ()) ||
      is_at_or_around (folder, g_get_tmp_dir ()))
    return TRUE;
  for (GUserDirectory i = 0; i < G_USER_N_DIRECTORIES; i++)
    if (is_at_or_around (folder, g_get_user_special_dir (i)))
      return TRUE;

  return FALSE;
}

static guint
count_unit_files (const char *folder)
{
  g_autoptr (GPtrArray) names = list_names (folder);
  guint n = 0;

  for (guint i = 0; i < names->len; i++)
    n += is_unit_file_name (g_ptr_array_index (names, i));

  return n;
}

/* How many folders around a file are called as the last parts of an id. */
static guint
count_parts (const char *folder, const char *id)
{
  g_auto (GStrv) parts = g_strsplit (id, ".", -1);
  g_autofree char *around = g_strdup (folder);
  guint n = 0;

  for (guint i = g_strv_length (parts); i > 0; i--)
    {
      g_autofree char *name = g_path_get_basename (around);
      char *next;

      if (g_ascii_strcasecmp (name, parts[i - 1]) != 0)
        break;
      next = g_path_get_dirname (around);
      g_free (around);
      around = next;
      n++;
    }

  return n;
}

/* The depth of a package in its tree, as the ids of its units say. */
static guint
read_depth (const char *path, const char *folder)
{
  g_autoptr (ImDiagnostics) ignored = im_diagnostics_new ();
  g_autoptr (ImUnitFile) file = im_unit_file_read (path, ignored);
  guint depth = 1;

  for (guint i = 0; file != NULL && i < im_unit_file_get_count (file); i++)
    depth = MAX (depth, count_parts (folder, im_unit_file_get_unit (file, i)->id.text));

  return depth;
}

/* The tree of packages that a folder is in, and its depth there; the folder itself if it
 * is in none. */
static char *
dup_tree (const char *path, const char *folder, guint *depth)
{
  g_autofree char *tree = g_strdup (folder);
  guint wanted = count_unit_files (folder) == 1 ? read_depth (path, folder) : 0;

  for (*depth = 0; *depth < wanted; (*depth)++)
    {
      g_autofree char *around = g_path_get_dirname (tree);

      if (is_for_everything (around))
        break;
      g_free (tree);
      tree = g_steal_pointer (&around);
    }

  return g_steal_pointer (&tree);
}

void
im_unit_library_add_tree (ImUnitLibrary *library, const char *path)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *folder = g_path_get_dirname (absolute);
  guint depth;

  if (!im_unit_operator_is_file (absolute))
    {
      g_ptr_array_add (library->roots, dup_tree (absolute, folder, &depth));
      g_ptr_array_add (library->roots, g_steal_pointer (&folder));
    }
}

void
im_unit_library_add_beside (ImUnitLibrary *library, const char *path)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *folder = g_path_get_dirname (absolute);
  g_autofree char *tree = NULL;
  g_autoptr (ImDiagnostics) ignored = im_diagnostics_new ();
  Search search = { .library = library, .ignored = ignored, .known = absolute };
  guint depth;

  if (im_unit_operator_is_file (absolute))
    return;
  tree = dup_tree (absolute, folder, &depth);
  add_folder (&search, folder, TRUE, is_for_everything (folder) ? 0 : DEPTH_IN_PACKAGE);
  if (depth > 0)
    add_folder (&search, tree, FALSE, depth);
}

ImUnitLibrary *
im_unit_library_new_beside (ImUnitLibrary *base, const char *path)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *known = NULL;
  g_autoptr (ImDiagnostics) ignored = im_diagnostics_new ();
  ImUnitLibrary *library;
  guint root;

  known = im_unit_library_dup_relative (base, absolute, &root);
  if (known != NULL || im_unit_operator_is_file (absolute))
    return im_unit_library_ref (base);
  library = im_unit_library_new ();
  library->base = im_unit_library_ref (base);
  im_unit_library_add_tree (library, absolute);
  im_unit_library_add_file (library, absolute, ignored);
  im_unit_library_add_beside (library, absolute);

  return library;
}
