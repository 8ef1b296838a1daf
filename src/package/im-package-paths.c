/* SPDX-License-Identifier: MIT
 *
 * Paths are compared without links, as they are on the disk: folders may be given through
 * links, and one of them may be in another.
 */
#include "package/im-package-paths.h"

#include <stdlib.h>
#include <string.h>

#include "base/im-text.h"
#include "package/im-package-python.h"
#include "unit/im-unit-name.h"

struct _ImPackagePaths
{
  char **given;   /* folders with units, as they were given */
  char **folders; /* without links */
  ImUnitLibrary *library;
  char *id;
  char *new_id;     /* that the unit gets, NULL if it keeps its own */
  GHashTable *goes; /* char * to char *: where files go */
};

static char *
dup_real (const char *path)
{
  char *real = realpath (path, NULL);
  char *copy = g_strdup (real == NULL ? path : real);

  free (real);

  return copy;
}

ImPackagePaths *
im_package_paths_new (const char *const *folders, ImUnitLibrary *library, const char *id)
{
  ImPackagePaths *self = g_new0 (ImPackagePaths, 1);
  g_autoptr (GStrvBuilder) real = g_strv_builder_new ();

  for (guint i = 0; folders[i] != NULL; i++)
    {
      g_autofree char *folder = dup_real (folders[i]);

      g_strv_builder_add (real, folder);
    }
  self->given = g_strdupv ((char **) folders);
  self->folders = g_strv_builder_end (real);
  self->library = library;
  self->id = g_strdup (id);
  self->goes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  return self;
}

void
im_package_paths_free (ImPackagePaths *self)
{
  g_strfreev (self->given);
  g_strfreev (self->folders);
  g_free (self->id);
  g_free (self->new_id);
  g_hash_table_unref (self->goes);
  g_free (self);
}

/* The path behind a folder that it is in, NULL if it is elsewhere, "" for the folder. */
static const char *
get_below (const char *folder, const char *path)
{
  gsize length = strlen (folder);

  if (strncmp (path, folder, length) != 0)
    return NULL;

  return path[length] == '\0' ? "" : path[length] == '/' ? path + length + 1 : NULL;
}

/* As somebody would write it who gave the folders. */
static char *
dup_shown (const ImPackagePaths *self, const char *path)
{
  for (guint i = 0; self->folders[i] != NULL; i++)
    {
      const char *below = get_below (self->folders[i], path);

      if (below != NULL)
        return g_build_filename (self->given[i], below, NULL);
    }

  return g_strdup (path);
}

static char *
dup_relative (const char *folder, const char *path)
{
  g_auto (GStrv) from = g_strsplit (folder, "/", -1);
  g_auto (GStrv) to = g_strsplit (path, "/", -1);
  GString *relative = g_string_new (NULL);
  guint n = 0;

  while (from[n] != NULL && g_strcmp0 (from[n], to[n]) == 0)
    n++;
  for (guint i = n; from[i] != NULL; i++)
    g_string_append (relative, "../");
  for (guint i = n; to[i] != NULL; i++)
    g_string_append_printf (relative, "%s%s", i > n ? "/" : "", to[i]);

  return g_string_free (relative, FALSE);
}

static gboolean G_GNUC_PRINTF (3, 4)
    fail (GError **error, ImPackageRenameError code, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, IM_PACKAGE_RENAME_ERROR, (int) code, message);

  return FALSE;
}

/* All files below a folder, also hidden ones; FALSE if there is more than files, a link
 * or a repository, which is left out. */
static gboolean
list_tree (const char *folder, GPtrArray *files)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  gboolean is_all = dir != NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (strcmp (name, ".git") == 0 || g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        is_all = FALSE;
      else if (g_file_test (path, G_FILE_TEST_IS_DIR))
        is_all = list_tree (path, files) && is_all;
      else if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        g_ptr_array_add (files, g_steal_pointer (&path));
    }

  return is_all;
}

static void
list_beside (const char *folder, GPtrArray *files)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (!g_file_test (path, G_FILE_TEST_IS_SYMLINK) &&
          g_file_test (path, G_FILE_TEST_IS_REGULAR))
        g_ptr_array_add (files, g_steal_pointer (&path));
    }
}

/* Whether a folder and those in it have one unit file, and none of the folders with units
 * begins there: it is that of a unit then, with all that is in it. */
static gboolean
is_own_folder (const ImPackagePaths *self, const char *folder, const GPtrArray *files)
{
  guint n = 0;

  for (guint i = 0; self->folders[i] != NULL; i++)
    if (get_below (folder, self->folders[i]) != NULL)
      return FALSE;
  for (guint i = 0; i < files->len; i++)
    n += g_str_has_suffix (g_ptr_array_index (files, i), ".imunit");

  return n == 1;
}

/* The files with units of that id. */
static GPtrArray *
list_unit_files (const ImPackagePaths *self)
{
  const GPtrArray *files = im_unit_library_get_files (self->library);
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < files->len; i++)
    for (guint k = 0; k < im_unit_file_get_count (files->pdata[i]); k++)
      if (strcmp (im_unit_file_get_unit (files->pdata[i], k)->id.text, self->id) == 0)
        {
          g_ptr_array_add (found, dup_real (im_unit_file_get_path (files->pdata[i])));
          break;
        }

  return found;
}

/* Whether a file or a string is one of numbers. */
static gboolean
names_numbers (const char *text)
{
  return g_str_has_suffix (text, ".npy") || g_str_has_suffix (text, ".csv");
}

static guint
count_parts (const char *text, const char *part)
{
  guint n = 0;

  for (; (text = strstr (text, part)) != NULL; text += strlen (part))
    n++;

  return n;
}

/* Whether all expressions of units that name a file of numbers do so as a whole, so that
 * they can follow it; one that puts a path together cannot. */
static gboolean
is_read_by_name (const ImPackagePaths *self, const char *name)
{
  g_autofree char *escaped = g_regex_escape_string (name, -1);
  g_autofree char *pattern = g_strdup_printf ("readArray\\s*\\(\\s*\"([^\"]*/)?%s\"",
                                              escaped);
  g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, NULL);
  const GPtrArray *units = im_unit_library_get_units (self->library);
  guint n_named = 0, n_read = 0;

  for (guint i = 0; i < units->len; i++)
    {
      const ImUnit *unit = g_ptr_array_index (units, i);

      for (guint k = 0; k < unit->n_expressions; k++)
        {
          g_autoptr (GMatchInfo) match = NULL;

          n_named += count_parts (unit->expressions[k]->text, name);
          for (g_regex_match (regex, unit->expressions[k]->text, 0, &match);
               g_match_info_matches (match); g_match_info_next (match, NULL))
            n_read++;
        }
    }

  return n_named == n_read && n_read > 0;
}

static gboolean
is_named_kind (const ImPackagePaths *self, const char *name)
{
  static const char *const suffixes[] = { ".imunit", ".h",   ".c",  ".py",
                                          ".tile",   ".svg", ".png" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (name, suffixes[i]))
      return TRUE;

  return names_numbers (name) && is_read_by_name (self, name);
}

/* The name with another beginning, NULL if it does not begin so: what follows is no part
 * of a longer word. */
static char *
dup_begun (const char *name, const char *old, const char *new)
{
  gsize length = strlen (old);

  return strncmp (name, old, length) == 0 && strchr ("._-", name[length]) != NULL
             ? g_strconcat (new, name + length, NULL)
             : NULL;
}

/* What a file that is named after the unit is called with another id; NULL for others. */
static char *
dup_new_name (const ImPackagePaths *self, const char *name, const char *id)
{
  g_autofree char *old_stem = im_unit_name_dup_stem (self->id);
  g_autofree char *new_stem = im_unit_name_dup_stem (id);
  const char *const names[][2] = {
    { self->id, id },
    { im_text_get_last_part (self->id), im_text_get_last_part (id) },
    { old_stem, new_stem },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *new = dup_begun (name, names[i][0], names[i][1]);

      if (new != NULL)
        return is_named_kind (self, name) ? g_steal_pointer (&new) : NULL;
    }

  return NULL;
}

/* The name of the folder of a unit with another id. */
static char *
dup_new_folder (const ImPackagePaths *self, const char *folder, const char *id)
{
  g_autofree char *above = g_path_get_dirname (folder);
  g_autofree char *name = g_path_get_basename (folder);
  g_autofree char *as_file = g_strconcat (name, ".imunit", NULL);
  g_autofree char *new = dup_new_name (self, as_file, id);

  if (new == NULL)
    return g_strdup (folder);
  new[strlen (new) - strlen (".imunit")] = '\0';

  return g_build_filename (above, new, NULL);
}

static gboolean
add (ImPackagePaths *self, const char *from, const char *to, GError **error)
{
  g_autofree char *shown = dup_shown (self, to);

  if (strcmp (from, to) == 0)
    return TRUE;
  if (g_file_test (to, G_FILE_TEST_EXISTS))
    return fail (error, IM_PACKAGE_RENAME_ERROR_NAME, "there is a file “%s” already",
                 shown);
  g_hash_table_insert (self->goes, g_strdup (from), g_strdup (to));

  return TRUE;
}

static gboolean
rename_files (ImPackagePaths *self, const char *folder, const char *id, GError **error)
{
  g_autoptr (GPtrArray) tree = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) beside = g_ptr_array_new_with_free_func (g_free);
  gboolean is_own = list_tree (folder, tree) && is_own_folder (self, folder, tree);
  const GPtrArray *files = is_own ? tree : beside;
  g_autofree char *new_folder = is_own ? dup_new_folder (self, folder, id)
                                       : g_strdup (folder);

  list_beside (folder, beside);
  for (guint i = 0; i < files->len; i++)
    {
      const char *path = g_ptr_array_index (files, i);
      g_autofree char *inside = g_path_get_dirname (get_below (folder, path));
      g_autofree char *name = g_path_get_basename (path);
      g_autofree char *new_name = dup_new_name (self, name, id);
      g_autofree char *new_inside = g_build_filename (
          new_folder, inside, new_name == NULL ? name : new_name, NULL);
      g_autofree char *to = g_canonicalize_filename (new_inside, NULL);

      if (!add (self, path, to, error))
        return FALSE;
    }

  return TRUE;
}

gboolean
im_package_paths_rename (ImPackagePaths *self, const char *id, GError **error)
{
  g_autoptr (GPtrArray) files = list_unit_files (self);

  self->new_id = g_strdup (id);
  for (guint i = 0; i < files->len; i++)
    {
      g_autofree char *folder = g_path_get_dirname (files->pdata[i]);

      if (!rename_files (self, folder, id, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
is_in_folders (const ImPackagePaths *self, const char *path)
{
  for (guint i = 0; self->folders[i] != NULL; i++)
    if (get_below (self->folders[i], path) != NULL)
      return TRUE;

  return FALSE;
}

/* A folder that may not be there yet, without links. */
static char *
dup_real_folder (const char *path)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *above = g_path_get_dirname (absolute);
  g_autofree char *name = g_path_get_basename (absolute);
  g_autofree char *real = NULL;

  if (g_file_test (absolute, G_FILE_TEST_EXISTS) || strcmp (above, absolute) == 0)
    return dup_real (absolute);
  real = dup_real_folder (above);

  return g_build_filename (real, name, NULL);
}

gboolean
im_package_paths_move (ImPackagePaths *self, const char *given, GError **error)
{
  g_autoptr (GPtrArray) found = list_unit_files (self);
  g_autoptr (GPtrArray) tree = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) beside = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = NULL;
  g_autofree char *to = dup_real_folder (given);
  g_autofree char *shown = NULL;
  const GPtrArray *files;
  gboolean is_plain;

  if (found->len == 0)
    return TRUE;
  folder = g_path_get_dirname (g_ptr_array_index (found, 0));
  shown = dup_shown (self, folder);
  if (!is_in_folders (self, to))
    return fail (error, IM_PACKAGE_RENAME_ERROR_NAME,
                 "“%s” is in none of the folders with units, where its code would not be "
                 "found: expected a folder in “%s”",
                 given, self->given[0]);
  if (strcmp (to, folder) == 0)
    return fail (error, IM_PACKAGE_RENAME_ERROR_NAME, "“%s” is in “%s” already", self->id,
                 shown);
  is_plain = list_tree (folder, tree);
  files = is_own_folder (self, folder, tree) ? tree : beside;
  if (files == tree && get_below (folder, to) != NULL)
    return fail (error, IM_PACKAGE_RENAME_ERROR_NAME,
                 "“%s” is in the folder that would be moved, “%s”", given, shown);
  if (files == tree && !is_plain)
    return fail (error, IM_PACKAGE_RENAME_ERROR_FILE,
                 "“%s” has a link or a repository in it: move it by hand", shown);
  list_beside (folder, beside);
  for (guint i = 0; i < files->len; i++)
    {
      const char *path = g_ptr_array_index (files, i);
      g_autofree char *name = g_path_get_basename (path);
      g_autofree char *named = dup_new_name (self, name, self->id);
      g_autofree char *target = g_build_filename (to, get_below (folder, path), NULL);

      if ((files == tree || named != NULL || strcmp (path, found->pdata[0]) == 0) &&
          !add (self, path, target, error))
        return FALSE;
    }

  return TRUE;
}

char *
im_package_paths_find (ImPackagePaths *self, const char *path)
{
  g_autofree char *real = dup_real (path);
  const char *to = g_hash_table_lookup (self->goes, real);

  return to == NULL ? NULL : dup_shown (self, to);
}

GPtrArray *
im_package_paths_list (ImPackagePaths *self)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer path;

  g_hash_table_iter_init (&iter, self->goes);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    g_ptr_array_add (paths, dup_shown (self, path));
  g_ptr_array_sort (paths, im_text_compare_names);

  return paths;
}

/* The file of a unit; NULL if there is no such unit. */
static char *
dup_unit_file (const ImPackagePaths *self, const char *id)
{
  gboolean is_new = self->new_id != NULL && strcmp (id, self->new_id) == 0;
  const ImUnit *unit = im_unit_library_find (self->library, is_new ? self->id : id);

  return unit == NULL ? NULL : dup_real (im_unit_file_get_path (unit->file));
}

/* Where a file goes that is written so, also in other letters, as systems read it that
 * do not tell them apart. */
static const char *
find_target (const ImPackagePaths *self, const char *path)
{
  const char *found = g_hash_table_lookup (self->goes, path);
  g_autofree char *folded = NULL;
  GHashTableIter iter;
  gpointer from, to;

  if (found != NULL || g_file_test (path, G_FILE_TEST_EXISTS))
    return found;
  folded = g_utf8_casefold (path, -1);
  g_hash_table_iter_init (&iter, self->goes);
  while (g_hash_table_iter_next (&iter, &from, &to))
    {
      g_autofree char *other = g_utf8_casefold (from, -1);

      if (strcmp (folded, other) == 0)
        return to;
    }

  return NULL;
}

/* @owner: the file that the path starts from. */
static char *
follow (const ImPackagePaths *self, const char *owner, const char *path)
{
  const char *new_owner = g_hash_table_lookup (self->goes, owner);
  g_autofree char *folder = g_path_get_dirname (owner);
  g_autofree char *new_folder = g_path_get_dirname (new_owner == NULL ? owner
                                                                      : new_owner);
  g_autofree char *written = g_strdelimit (g_strdup (path), "\\", '/');
  g_autofree char *target = g_canonicalize_filename (written, folder);
  const char *new_target = find_target (self, target);
  g_autofree char *old = NULL, *new = NULL;

  if (*written == '\0' || g_path_is_absolute (written) ||
      (new_target == NULL && !g_file_test (target, G_FILE_TEST_IS_REGULAR)))
    return NULL;
  old = dup_relative (folder, target);
  new = dup_relative (new_folder, new_target == NULL ? target : new_target);

  return strcmp (old, new) == 0 ? NULL : g_steal_pointer (&new);
}

char *
im_package_paths_follow (ImPackagePaths *self, const char *path, const char *reference)
{
  const char *close = *reference == '[' ? strstr (reference, "]/") : NULL;
  const char *begin = close == NULL ? reference : close + 2;
  const char *colon = strrchr (begin, ':');
  g_autofree char *written = colon == NULL ? g_strdup (begin)
                                           : g_strndup (begin, (gsize) (colon - begin));
  g_autofree char *owner = dup_real (path);
  g_autofree char *new = NULL;

  if (close != NULL)
    {
      g_autofree char *id = g_strndup (reference + 1, (gsize) (close - reference - 1));

      g_free (owner);
      owner = dup_unit_file (self, id);
    }
  new = owner == NULL ? NULL : follow (self, owner, written);
  if (new == NULL)
    return NULL;

  return g_strdup_printf ("%.*s%s%s", (int) (begin - reference), reference, new,
                          colon == NULL ? "" : colon);
}

typedef struct
{
  const ImPackagePaths *paths;
  const char *owner; /* the file that imports */
} Importer;

/* The file of a module, NULL if there is none. */
static char *
dup_module_file (const char *folder, const char *module)
{
  static const char *const endings[] = { ".py", "/__init__.py" };
  g_autofree char *below = g_strdelimit (g_strdup (module), ".", '/');

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *name = g_strconcat (below, endings[i], NULL);
      char *path = g_canonicalize_filename (name, folder);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return path;
      g_free (path);
    }

  return NULL;
}

/* A path of a file as a module; NULL if it is not below and may not be above. */
static char *
dup_module (const char *folder, const char *path, gboolean is_relative)
{
  g_autofree char *relative = dup_relative (folder, path);
  const char *below = relative;
  GString *module = g_string_new (is_relative ? "." : "");

  for (; g_str_has_prefix (below, "../"); below += strlen ("../"))
    g_string_append_c (module, '.');
  if (below != relative && !is_relative)
    {
      g_string_free (module, TRUE);
      return NULL;
    }
  g_string_append (module, below);
  if (g_str_has_suffix (module->str, "/__init__.py"))
    g_string_truncate (module, module->len - strlen ("/__init__.py"));
  else
    g_string_truncate (module, module->len - strlen (".py"));
  g_string_replace (module, "/", ".", 0);

  return g_string_free (module, FALSE);
}

/* Source: The Python Language Reference, "Package Relative Imports"; a module that is no
 * part of a package is looked for beside the file that is run. */
static char *
follow_module_cb (const char *module, gpointer data)
{
  const Importer *importer = data;
  gsize n_dots = strspn (module, ".");
  const char *new_owner = g_hash_table_lookup (importer->paths->goes, importer->owner);
  g_autofree char *folder = g_path_get_dirname (importer->owner);
  g_autofree char *new_folder = g_path_get_dirname (new_owner == NULL ? importer->owner
                                                                      : new_owner);
  g_autofree char *base = g_strdup (folder);
  g_autofree char *target = NULL;
  g_autofree char *new = NULL;
  const char *new_target;

  for (gsize i = 1; i < n_dots; i++)
    {
      char *above = g_path_get_dirname (base);

      g_free (base);
      base = above;
    }
  target = dup_module_file (base, module + n_dots);
  if (target == NULL)
    return NULL;
  new_target = find_target (importer->paths, target);
  new = dup_module (new_folder, new_target == NULL ? target : new_target, n_dots > 0);

  return g_strcmp0 (new, module) == 0 ? NULL : g_steal_pointer (&new);
}

static void
append_python (ImPackagePaths *self, const char *path, const char *line, GString *out)
{
  g_autofree char *owner = dup_real (path);
  g_autofree char *imported = im_package_python_follow_import (
      line, follow_module_cb, &(Importer){ self, owner });
  const char *rest = imported == NULL ? line : imported;

  while (*rest != '\0')
    {
      gsize before = strcspn (rest, "\"'");
      const char *end = rest[before] == '\0' ? NULL
                                             : strchr (rest + before + 1, rest[before]);
      g_autofree char *text = end == NULL ? NULL
                                          : g_strndup (rest + before + 1,
                                                       (gsize) (end - rest) - before - 1);
      g_autofree char *new = text == NULL || !names_numbers (text)
                                 ? NULL
                                 : follow (self, owner, text);

      if (text == NULL)
        break;
      g_string_append_len (out, rest, (gssize) before + 1);
      g_string_append (out, new == NULL ? text : new);
      g_string_append_c (out, *end);
      rest = end + 1;
    }
  g_string_append (out, rest);
}

/* Whether a line is one that names files: `#include` or one of our directives. */
static gboolean
names_files (const char *line)
{
  while (g_ascii_isspace (*line))
    line++;
  if (*line++ != '#')
    return FALSE;
  while (*line == ' ' || *line == '\t')
    line++;

  return g_str_has_prefix (line, "include") ||
         (g_str_has_prefix (line, "pragma") && strstr (line, "IMAGINET_") != NULL);
}

static void
append_followed (ImPackagePaths *self, const char *path, const char *line, GString *out)
{
  g_auto (GStrv) parts = g_strsplit (line, "\"", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      gboolean is_quoted = i % 2 == 1 && parts[i + 1] != NULL;
      g_autofree char *new = is_quoted ? im_package_paths_follow (self, path, parts[i])
                                       : NULL;

      g_string_append_printf (out, "%s%s", i == 0 ? "" : "\"",
                              new == NULL ? parts[i] : new);
    }
}

GBytes *
im_package_paths_follow_code (ImPackagePaths *self, const char *path, GBytes *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  const char *end = data + length;
  GString *out = g_string_new (NULL);

  while (data < end)
    {
      const char *stop = memchr (data, '\n', (gsize) (end - data));
      gsize n = (gsize) (stop == NULL ? end - data : stop - data);
      g_autofree char *line = g_strndup (data, n);

      if (strlen (line) == n && names_files (line))
        append_followed (self, path, line, out);
      else if (strlen (line) == n && g_str_has_suffix (path, ".py"))
        append_python (self, path, line, out);
      else
        g_string_append_len (out, data, (gssize) n);
      if (stop != NULL)
        g_string_append_c (out, '\n');
      data += n + (stop != NULL);
    }

  return g_string_free_to_bytes (out);
}
