/* SPDX-License-Identifier: MIT
 *
 * Files are found in the order of their names, so that the same folders always give the
 * same library. Fragments are opened below the root of the unit that asks for them, and
 * nowhere else.
 */
#include "unit/im-unit-library.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/im-file.h"
#include "base/im-text.h"
#include "unit/im-unit-alias.h"
#include "unit/im-unit-library-private.h"
#include "unit/im-unit-operator.h"
#include "xml/im-xml.h"

ImUnitLibrary *
im_unit_library_new (void)
{
  ImUnitLibrary *library = g_new0 (ImUnitLibrary, 1);

  g_atomic_ref_count_init (&library->references);
  g_rec_mutex_init (&library->lock);
  library->roots = g_ptr_array_new_with_free_func (g_free);
  library->borders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  library->files = g_ptr_array_new_with_free_func ((GDestroyNotify) im_unit_file_unref);
  library->paths = g_hash_table_new (g_str_hash, g_str_equal);
  library->by_id = g_hash_table_new (g_str_hash, g_str_equal);
  library->units = g_ptr_array_new ();
  library->packages = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                             (GDestroyNotify) im_sknd_package_unref);
  library->waiting = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  return library;
}

ImUnitLibrary *
im_unit_library_ref (ImUnitLibrary *library)
{
  g_atomic_ref_count_inc (&library->references);

  return library;
}

void
im_unit_library_unref (ImUnitLibrary *library)
{
  if (library == NULL || !g_atomic_ref_count_dec (&library->references))
    return;

  g_clear_pointer (&library->fragments, im_fragment_set_free);
  g_ptr_array_unref (library->units);
  g_hash_table_unref (library->by_id);
  g_hash_table_unref (library->paths);
  g_ptr_array_unref (library->files);
  g_hash_table_unref (library->packages);
  g_hash_table_unref (library->waiting);
  g_ptr_array_unref (library->roots);
  g_hash_table_unref (library->borders);
  g_clear_pointer (&library->code, g_hash_table_unref);
  im_unit_library_unref (library->base);
  g_rec_mutex_clear (&library->lock);
  g_free (library);
}

static void
index_units (ImUnitLibrary *library, const ImUnitFile *file, ImDiagnostics *diagnostics)
{
  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    {
      const ImUnit *unit = im_unit_file_get_unit (file, i);
      const ImUnit *other = g_hash_table_lookup (library->by_id, unit->id.text);

      if (*unit->id.text == '\0')
        continue;
      if (other == NULL)
        {
          g_hash_table_insert (library->by_id, (gpointer) unit->id.text, (gpointer) unit);
          continue;
        }
      im_diagnostics_add (diagnostics, IM_SEVERITY_WARNING, "duplicate-unit",
                          im_unit_file_get_source (file), unit->id.raw,
                          "the unit “%s” is declared already in %s; that one is used",
                          unit->id.text, im_unit_file_get_path (other->file));
    }
  library->has_units = FALSE;
}

/* Returns the part of an absolute @path below @root, or NULL. */
static const char *
path_below (const char *root, const char *path)
{
  gsize length = strlen (root);

  if (strncmp (root, path, length) != 0)
    return NULL;
  if (path[length] == '/')
    return path + length + 1;

  return length > 0 && root[length - 1] == '/' ? path + length : NULL;
}

/* The roots of a library, and behind them those of what it is over; NULL behind the last.
 */
static const char *
get_root (const ImUnitLibrary *library, guint number)
{
  if (number < library->roots->len)
    return g_ptr_array_index (library->roots, number);

  return library->base == NULL ? NULL
                               : get_root (library->base, number - library->roots->len);
}

/* The root that contains an absolute path, and the path below it: the outermost one,
 * whose code may be used, or the innermost one, which says what operators are called. */
static const char *
find_any_root (const ImUnitLibrary *library,
               const char *path,
               gboolean is_innermost,
               const char **below)
{
  const char *best = NULL, *root;

  for (guint i = 0; (root = get_root (library, i)) != NULL; i++)
    {
      const char *rest = path_below (root, path);

      if (rest != NULL &&
          (best == NULL || (strlen (root) < strlen (best)) != is_innermost))
        {
          best = root;
          *below = rest;
        }
    }

  return best;
}

static const char *
find_root (const ImUnitLibrary *library, const char *path, const char **below)
{
  return find_any_root (library, path, FALSE, below);
}

/* A folder as the path of a file in it names it, for messages. */
static char *
dup_folder (const char *path, const char *below, const char *root)
{
  gsize length = strlen (path), n = strlen (below);

  if (strcmp (path, below) == 0)
    return g_strdup (".");

  return length > n + 1 && strcmp (path + length - n, below) == 0 &&
                 path[length - n - 1] == '/'
             ? g_strndup (path, length - n - 1)
             : g_strdup (root);
}

/* The operators below a folder, which import each other. */
static ImSkndPackage *
get_package (ImUnitLibrary *library, const char *root, const char *folder)
{
  ImSkndPackage *package = g_hash_table_lookup (library->packages, root);
  g_autofree char *standard = NULL;

  if (package != NULL)
    return package;
  standard = im_sknd_package_dup_library ();
  package = im_sknd_package_new (folder, standard);
  g_hash_table_insert (library->packages, g_strdup (root), package);

  return package;
}

/* The name of a module is its path, with points between folders. */
static char *
dup_module_name (const char *relative)
{
  char *name = g_strndup (relative, strlen (relative) - strlen (IM_UNIT_OPERATOR_SUFFIX));

  return g_strdelimit (name, G_DIR_SEPARATOR_S, '.');
}

/* A file of operators as its module. */
static ImUnitFile *
read_operators (ImUnitLibrary *library, const char *path, ImDiagnostics *diagnostics)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  const char *below = NULL, *root = find_any_root (library, absolute, TRUE, &below);
  g_autofree char *folder = dup_folder (path, below, root);
  ImSkndPackage *package = get_package (library, root, folder);
  g_autofree char *name = dup_module_name (below);
  const ImSkndFile *module = im_sknd_package_import (package, name, diagnostics);

  return module == NULL
             ? NULL
             : im_unit_file_new_of_operators (package, module, path, name, diagnostics);
}

static const ImUnitFile *
keep_file (ImUnitLibrary *library, ImUnitFile *file, ImDiagnostics *diagnostics)
{
  if (file == NULL)
    return NULL;
  g_ptr_array_add (library->files, file);
  g_hash_table_insert (library->paths, (gpointer) im_unit_file_get_path (file), file);
  index_units (library, file, diagnostics);

  return file;
}

/* Adds a file unless it is there already. With a @root the file must really be below it.
 */
static const ImUnitFile *
add_file (ImUnitLibrary *library,
          const char *root,
          const char *relative,
          const char *path,
          ImDiagnostics *diagnostics)
{
  const ImUnitFile *file = g_hash_table_lookup (library->paths, path);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;

  if (file != NULL)
    return file;
  if (im_unit_operator_is_file (path))
    return keep_file (library, read_operators (library, path, diagnostics), diagnostics);
  bytes = root == NULL
              ? im_file_read (path, IM_XML_MAX_BYTES, &error)
              : im_file_read_below (root, relative, IM_XML_MAX_BYTES, NULL, NULL, &error);
  if (bytes == NULL)
    {
      im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "file", path, "%s",
                                   error->message);
      return NULL;
    }

  return keep_file (library, im_unit_file_parse (bytes, path, diagnostics), diagnostics);
}

static gboolean
is_unit_file_name (const char *name)
{
  const char *dot = strrchr (name, '.');

  return dot != NULL && (g_ascii_strcasecmp (dot, ".imunit") == 0 ||
                         g_ascii_strcasecmp (dot, ".immunit") == 0 ||
                         strcmp (dot, IM_UNIT_OPERATOR_SUFFIX) == 0);
}

static GPtrArray *
list_folder (const char *path, ImDiagnostics *diagnostics)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) folder = g_dir_open (path, 0, &error);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  if (folder == NULL)
    im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "file", path, "%s",
                                 error->message);
  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, im_text_compare_names);

  return names;
}

/* Adds what is in one folder below @root; @relative is "" for the root itself. */
static void
scan_folder (ImUnitLibrary *library,
             const char *root,
             const char *relative,
             guint depth,
             ImDiagnostics *diagnostics)
{
  g_autofree char *path = g_build_filename (root, relative, NULL);
  g_autoptr (GPtrArray) names = NULL;

  if (depth > IM_UNIT_LIBRARY_MAX_DEPTH)
    {
      im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_WARNING, "library-limit",
                                   path, "folders more than %d deep are left out",
                                   IM_UNIT_LIBRARY_MAX_DEPTH);
      return;
    }

  names = list_folder (path, diagnostics);
  for (guint i = 0; i < names->len && library->files->len < IM_UNIT_LIBRARY_MAX_FILES;
       i++)
    {
      const char *name = g_ptr_array_index (names, i);
      g_autofree char *child = g_build_filename (path, name, NULL);
      g_autofree char *child_relative = g_build_filename (relative, name, NULL);
      GStatBuf status;

      if (name[0] == '.' || g_lstat (child, &status) != 0)
        continue;
      if (S_ISDIR (status.st_mode))
        scan_folder (library, root, child_relative, depth + 1, diagnostics);
      else if (is_unit_file_name (name))
        add_file (library, root, child_relative, child, diagnostics);
    }
}

static void
add_root_path (ImUnitLibrary *library, const char *path)
{
  g_ptr_array_add (library->roots, g_canonicalize_filename (path, NULL));
}

void
im_unit_library_add_root (ImUnitLibrary *library,
                          const char *path,
                          ImDiagnostics *diagnostics)
{
  add_root_path (library, path);
  scan_folder (library, path, "", 1, diagnostics);
  if (library->files->len >= IM_UNIT_LIBRARY_MAX_FILES)
    im_diagnostics_add_for_file (
        diagnostics, IM_SEVERITY_WARNING, "library-limit", path,
        "a library has at most %d unit files; the rest is left out",
        IM_UNIT_LIBRARY_MAX_FILES);
}

void
im_unit_library_add_border (ImUnitLibrary *library, const char *path)
{
  g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&library->lock);
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);

  g_hash_table_add (library->borders, g_path_get_dirname (absolute));
}

/* The folder around another one, or the same, that is a border; NULL if there is none. */
static const char *
find_around (ImUnitLibrary *library, const char *folder)
{
  g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&library->lock);
  gpointer border = NULL;

  if (g_hash_table_lookup_extended (library->borders, folder, &border, NULL))
    return border;

  return library->base == NULL ? NULL : find_around (library->base, folder);
}

const char *
im_unit_library_find_border (ImUnitLibrary *library, const char *path, const char **below)
{
  const char *border = find_root (library, path, below);
  g_autofree char *folder = g_path_get_dirname (path);

  if (border != NULL)
    return border;
  while ((border = find_around (library, folder)) == NULL)
    {
      char *around = g_path_get_dirname (folder);
      gboolean is_end = strcmp (around, folder) == 0;

      g_free (folder);
      folder = around;
      if (is_end)
        return NULL;
    }
  *below = path_below (border, path);

  return border;
}

char **
im_unit_library_dup_roots (ImUnitLibrary *library)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  const char *root;

  for (guint i = 0; (root = get_root (library, i)) != NULL; i++)
    g_strv_builder_add (builder, root);

  return g_strv_builder_end (builder);
}

char *
im_unit_library_dup_relative (ImUnitLibrary *library, const char *path, guint *root)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  const char *below = NULL;
  const char *found = find_root (library, absolute, &below);

  if (found == NULL)
    return NULL;
  for (*root = 0; get_root (library, *root) != found;)
    (*root)++;

  return g_strdup (below);
}

/* Makes the folder of a file a root unless the file is below one. */
static void
add_folder (ImUnitLibrary *library, const char *path)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *folder = g_path_get_dirname (absolute);
  const char *below;

  if (find_root (library, absolute, &below) == NULL)
    add_root_path (library, folder);
}

ImUnitLibrary *
im_unit_library_new_over (ImUnitLibrary *base, const ImUnitFile *file)
{
  g_autoptr (ImDiagnostics) ignored = im_diagnostics_new ();
  ImUnitLibrary *library = im_unit_library_new ();

  library->base = im_unit_library_ref (base);
  add_folder (library, im_unit_file_get_path (file));
  keep_file (library, im_unit_file_ref (file), ignored);

  return library;
}

ImUnitLibrary *
im_unit_library_new_with_code (ImUnitLibrary *base, GHashTable *code)
{
  ImUnitLibrary *library = im_unit_library_new ();

  library->base = im_unit_library_ref (base);
  library->code = g_hash_table_ref (code);

  return library;
}

const ImUnitFile *
im_unit_library_add_file (ImUnitLibrary *library,
                          const char *path,
                          ImDiagnostics *diagnostics)
{
  add_folder (library, path);
  return add_file (library, NULL, NULL, path, diagnostics);
}

void
im_unit_library_add_operators (ImUnitLibrary *library, const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  add_root_path (library, path);
  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    if (im_unit_operator_is_file (name))
      g_hash_table_insert (library->waiting, dup_module_name (name),
                           g_build_filename (path, name, NULL));
}

/* Reads a module that waits. */
static void
read_waiting (ImUnitLibrary *library, const char *module)
{
  g_autoptr (ImDiagnostics) ignored = im_diagnostics_new ();
  g_autofree char *name = NULL, *path = NULL;

  if (g_hash_table_steal_extended (library->waiting, module, (gpointer *) &name,
                                   (gpointer *) &path))
    add_file (library, NULL, NULL, path, ignored);
}

static void
read_all_waiting (ImUnitLibrary *library)
{
  g_autoptr (GList) modules = g_list_sort (g_hash_table_get_keys (library->waiting),
                                           (GCompareFunc) strcmp);

  for (GList *module = modules; module != NULL; module = module->next)
    {
      g_autofree char *name = g_strdup (module->data);

      read_waiting (library, name);
    }
}

/* What is found is read when it is asked for first. */
static void
read_module_of (ImUnitLibrary *library, const char *id)
{
  const char *dot = strrchr (id, '.');
  g_autofree char *module = dot == NULL ? NULL : g_strndup (id, (gsize) (dot - id));

  if (module != NULL && g_hash_table_contains (library->waiting, module))
    read_waiting (library, module);
}

static const ImUnit *
find_own (ImUnitLibrary *library, const char *id)
{
  g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&library->lock);

  read_module_of (library, id);

  return g_hash_table_lookup (library->by_id, id);
}

static const ImUnit *
find_here_or_below (ImUnitLibrary *library, const char *id)
{
  const ImUnit *unit = NULL;

  for (; library != NULL && unit == NULL; library = library->base)
    unit = find_own (library, id);

  return unit;
}

const ImUnit *
im_unit_library_find (ImUnitLibrary *library, const char *id)
{
  const ImUnit *unit = find_here_or_below (library, id);
  const char *alias = unit == NULL ? im_unit_alias_get_unit (id) : NULL;

  return alias == NULL ? unit : find_here_or_below (library, alias);
}

gboolean
im_unit_is_called (const ImUnit *unit, const char *name)
{
  gsize length = strlen (unit->id.text), n = strlen (name);
  const char *end = length < n ? unit->id.text : unit->id.text + length - n;

  return n > 0 && strcmp (end, name) == 0 && (end == unit->id.text || end[-1] == '.');
}

GPtrArray *
im_unit_library_find_all (ImUnitLibrary *library, const char *name)
{
  GPtrArray *found = g_ptr_array_new ();
  const ImUnit *unit = im_unit_library_find (library, name);
  GPtrArray *units = NULL;

  if (unit != NULL)
    {
      g_ptr_array_add (found, (gpointer) unit);
      return found;
    }
  units = im_unit_library_get_units (library);
  for (guint i = 0; i < units->len; i++)
    if (im_unit_is_called (g_ptr_array_index (units, i), name))
      g_ptr_array_add (found, g_ptr_array_index (units, i));

  return found;
}

char *
im_unit_library_dup_ids (const GPtrArray *units)
{
  GString *ids = g_string_new (NULL);

  for (guint i = 0; i < units->len; i++)
    g_string_append_printf (ids, "%s%s", i > 0 ? ", " : "",
                            ((const ImUnit *) g_ptr_array_index (units, i))->id.text);

  return g_string_free (ids, FALSE);
}

const char *
im_unit_library_nearest (ImUnitLibrary *library, const char *id, const char *except)
{
  const GPtrArray *units = im_unit_library_get_units (library);
  g_autofree const char **ids = g_new (const char *, MAX (units->len, 1));
  guint n = 0;

  for (guint i = 0; i < units->len; i++)
    {
      const ImUnit *unit = g_ptr_array_index (units, i);

      if (g_strcmp0 (unit->id.text, except) != 0)
        ids[n++] = unit->id.text;
    }
  for (guint i = 0; i < n; i++)
    if (g_ascii_strcasecmp (im_text_get_last_part (ids[i]), im_text_get_last_part (id)) ==
        0)
      return ids[i];

  return im_text_nearest (id, ids, n);
}

static gint
compare_units (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(const ImUnit *const *) a)->id.text,
                 (*(const ImUnit *const *) b)->id.text);
}

/* Adds the units of a library that are not hidden by those of one over it. */
static void
add_units (ImUnitLibrary *library, GHashTable *ids)
{
  g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&library->lock);
  GHashTableIter iter;
  gpointer id, unit;

  read_all_waiting (library);
  g_hash_table_iter_init (&iter, library->by_id);
  while (g_hash_table_iter_next (&iter, &id, &unit))
    if (!g_hash_table_contains (ids, id))
      g_hash_table_insert (ids, id, unit);
}

GPtrArray *
im_unit_library_get_units (ImUnitLibrary *library)
{
  g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&library->lock);
  g_autoptr (GHashTable) ids = NULL;
  GHashTableIter iter;
  gpointer unit;

  if (library->has_units)
    return library->units;

  ids = g_hash_table_new (g_str_hash, g_str_equal);
  for (ImUnitLibrary *each = library; each != NULL; each = each->base)
    add_units (each, ids);
  g_ptr_array_set_size (library->units, 0);
  g_hash_table_iter_init (&iter, ids);
  while (g_hash_table_iter_next (&iter, NULL, &unit))
    g_ptr_array_add (library->units, unit);
  g_ptr_array_sort (library->units, compare_units);
  library->has_units = TRUE;

  return library->units;
}

GPtrArray *
im_unit_library_get_files (ImUnitLibrary *library)
{
  return library->files;
}

GPtrArray *
im_unit_library_list_files (ImUnitLibrary *library)
{
  GPtrArray *files = g_ptr_array_new ();

  for (ImUnitLibrary *each = library; each != NULL; each = each->base)
    {
      g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&each->lock);

      for (guint i = 0; i < each->files->len; i++)
        g_ptr_array_add (files, g_ptr_array_index (each->files, i));
    }

  return files;
}
