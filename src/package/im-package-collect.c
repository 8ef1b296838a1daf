/* SPDX-License-Identifier: MIT
 *
 * The files of a package from where they lie: a folder with all that is in it, or units
 * with all that they need.
 */
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "base/im-file-group.h"
#include "base/im-file.h"
#include "base/im-text.h"
#include "fragment/im-licence.h"
#include "package/im-package-needs.h"
#include "package/im-package-private.h"
#include "unit/im-unit-beside.h"
#include "unit/im-unit-roots.h"

typedef struct
{
  ImPackage *package;
  ImUnitLibrary *library;
  ImDiagnostics *diagnostics;
  char *root;         /* absolute; paths are relative to it */
  const char *except; /* absolute, or NULL */
  GHashTable *names;  /* paths in one case */
  gboolean goes_on;   /* to look at all that is there, whatever is wrong with it */
  gsize n_bytes;
} Collection;

static void G_GNUC_PRINTF (4, 5)
    report (Collection *self, const char *code, const char *path, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add_for_file (self->diagnostics, IM_SEVERITY_ERROR, code, path, "%s",
                               message);
}

static gboolean
has_errors (const Collection *self)
{
  return im_diagnostics_count (self->diagnostics, IM_SEVERITY_ERROR) > 0;
}

/* The path of a file below the root. */
static const char *
get_relative (const Collection *self, const char *path)
{
  gsize length = strlen (self->root);

  if (strncmp (path, self->root, length) != 0)
    return NULL;
  path += length;

  return *path == '/' ? path + 1 : length == 1 ? path : NULL;
}

static void
add_file (Collection *self, const char *path)
{
  const char *relative = get_relative (self, path);
  const char *wrong = im_artifacts_check_path (relative);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;

  if (strcmp (relative, IM_PACKAGE_MANIFEST) == 0 && !self->goes_on)
    return;
  if (wrong != NULL)
    {
      report (self, "file", path, "it cannot be packed: %s", wrong);
      return;
    }
  if (!g_hash_table_add (self->names, g_utf8_casefold (relative, -1)))
    {
      report (self, "file", path,
              "it cannot be packed: another file has the same name in upper and lower "
              "case");
      return;
    }
  bytes = im_file_read (path, IM_ARTIFACTS_MAX_BYTES, &error);
  if (bytes == NULL)
    {
      report (self, "file", path, "%s", error->message);
      return;
    }
  self->n_bytes += g_bytes_get_size (bytes);
  if (self->n_bytes > IM_ARTIFACTS_MAX_BYTES)
    report (self, "too-large", path,
            "it cannot be packed: the files are larger than 256 MB together");
  else if (im_artifacts_get_count (self->package->files) >= IM_ARTIFACTS_MAX_FILES)
    report (self, "too-many-files", path,
            "it cannot be packed: there are more than 5,000 files");
  else
    im_artifacts_add (self->package->files, relative, bytes);
}

static void
add_tree (Collection *self, const char *folder, guint depth)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  if (dir == NULL || depth > IM_ARTIFACTS_MAX_DEPTH)
    {
      report (self, "file", folder, "%s",
              dir == NULL ? error->message
                          : "more than 32 folders are inside each other");
      return;
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, im_text_compare_names);
  for (guint i = 0; i < names->len && (self->goes_on || !has_errors (self)); i++)
    {
      g_autofree char *child = g_build_filename (folder, g_ptr_array_index (names, i),
                                                 NULL);

      name = g_ptr_array_index (names, i);
      if (*name == '.' || strcmp (name, "__pycache__") == 0 ||
          g_strcmp0 (child, self->except) == 0)
        continue;
      if (g_file_test (child, G_FILE_TEST_IS_SYMLINK))
        report (self, "file", child,
                "links are not packed: put the file itself in its place, or remove it");
      else if (g_file_test (child, G_FILE_TEST_IS_DIR))
        add_tree (self, child, depth + 1);
      else
        add_file (self, child);
    }
}

/* The units of the files that are packed, each id once. */
static void
list_units (Collection *self)
{
  g_autoptr (GPtrArray) files = im_unit_library_list_files (self->library);
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < files->len; i++)
    {
      const ImUnitFile *file = g_ptr_array_index (files, i);
      g_autofree char *path = g_canonicalize_filename (im_unit_file_get_path (file),
                                                       NULL);
      const char *relative = get_relative (self, path);

      if (relative == NULL || im_artifacts_find (self->package->files, relative) == NULL)
        continue;
      for (guint j = 0; j < im_unit_file_get_count (file); j++)
        {
          const char *id = im_unit_file_get_unit (file, j)->id.text;

          if (id == NULL || *id == '\0')
            continue;
          if (g_hash_table_add (ids, (gpointer) id))
            im_package_add_unit (self->package, id, relative);
          else
            report (self, "duplicate-unit", path,
                    "the package has two units “%s”: rename one of them", id);
        }
    }
}

static gint
compare_units (gconstpointer a, gconstpointer b)
{
  const ImPackageUnit *first = *(const ImPackageUnit *const *) a;
  const ImPackageUnit *second = *(const ImPackageUnit *const *) b;

  return strcmp (first->id, second->id);
}

static gboolean
is_code (const char *path)
{
  static const char *const suffixes[] = {
    ".c", ".h", ".py", ".tile", ".sknd", ".imunit"
  };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (path, suffixes[i]))
      return TRUE;

  return FALSE;
}

/* What the SPDX tags of all code say together. */
static char *
dup_tagged_licence (const ImPackage *package)
{
  g_autoptr (GPtrArray) tags = g_ptr_array_new_with_free_func (g_free);
  gboolean is_expression;

  for (guint i = 0; i < im_artifacts_get_count (package->files); i++)
    {
      gsize length;
      const char *text = g_bytes_get_data (im_artifacts_get_bytes (package->files, i),
                                           &length);

      if (is_code (im_artifacts_get_path (package->files, i)))
        im_licence_collect (text, length, tags);
    }

  return im_licence_dup_all (tags, &is_expression);
}

static char *
dup_licence_file (const ImPackage *package)
{
  static const char *const names[] = { "LICENSE",     "LICENCE",     "COPYING",
                                       "LICENSE.txt", "LICENCE.txt", "LICENSE.md" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (im_artifacts_find (package->files, names[i]) != NULL)
      return g_strdup (names[i]);

  return NULL;
}

static void
check_notes (Collection *self)
{
  ImPackageNotes *notes = &self->package->notes;
  const char *wrong = im_artifacts_check_path (notes->name);

  if (wrong == NULL && strchr (notes->name, '/') != NULL)
    wrong = "it has a slash in it";
  if (wrong != NULL)
    report (self, "bad-name", notes->name, "a package cannot be called so: %s", wrong);
  if (notes->licence_file != NULL &&
      im_artifacts_find (self->package->files, notes->licence_file) == NULL)
    report (self, "missing-file", notes->licence_file,
            "%s names it as the licence file, but it is not in the package",
            IM_PACKAGE_MANIFEST);
  if (notes->licence == NULL && notes->licence_file == NULL)
    im_diagnostics_add_for_file (
        self->diagnostics, IM_SEVERITY_WARNING, "no-licence", self->root,
        "nobody may use a package without a licence: add a file LICENSE, SPDX tags, or "
        "give --licence");
  if (self->package->units->len == 0)
    im_diagnostics_add_for_file (self->diagnostics, IM_SEVERITY_WARNING, "no-units",
                                 self->root, "there is no unit in the package");
}

/* Completes what the package says of itself. Returns its package.ini, or NULL. */
static GKeyFile *
read_notes (Collection *self, const ImPackageNotes *given)
{
  g_autofree char *path = g_build_filename (self->root, IM_PACKAGE_MANIFEST, NULL);
  ImPackageNotes *notes = &self->package->notes;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GKeyFile) manifest = NULL;

  bytes = g_file_test (path, G_FILE_TEST_EXISTS)
              ? im_file_read (path, IM_ARTIFACTS_MAX_BYTES, &error)
              : g_bytes_new (NULL, 0);
  if (bytes != NULL)
    manifest = im_package_manifest_parse (bytes, &error);
  if (manifest == NULL)
    {
      report (self, "manifest", path, "%s", error->message);
      return NULL;
    }
  *notes = (ImPackageNotes){ g_strdup (given->name), g_strdup (given->version),
                             g_strdup (given->licence), g_strdup (given->licence_file),
                             g_strdup (given->author) };
  im_package_notes_fill (notes, manifest);
  if (notes->name == NULL)
    notes->name = g_path_get_basename (self->root);
  if (notes->licence == NULL)
    notes->licence = dup_tagged_licence (self->package);
  if (notes->licence_file == NULL)
    notes->licence_file = dup_licence_file (self->package);
  check_notes (self);

  return g_steal_pointer (&manifest);
}

/* The folder that all files are in. */
static char *
dup_common_folder (GHashTable *files)
{
  GHashTableIter iter;
  gpointer path;
  char *folder = NULL;

  g_hash_table_iter_init (&iter, files);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    {
      if (folder == NULL)
        folder = g_path_get_dirname (path);
      for (;;)
        {
          gsize length = strlen (folder);
          char *above;

          if (length == 1 || (strncmp (path, folder, length) == 0 &&
                              ((const char *) path)[length] == '/'))
            break;
          above = g_path_get_dirname (folder);
          g_free (folder);
          folder = above;
        }
    }

  return folder;
}

/* Reads a unit file with the packages beside it; other files are packed as they are. */
static void
load_file (ImPackageNeeds *needs, const char *path, GPtrArray *units)
{
  g_autofree char *full = g_canonicalize_filename (path, NULL);
  const ImUnitFile *file;

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    im_diagnostics_add_for_file (needs->diagnostics, IM_SEVERITY_ERROR, "file", path,
                                 "a folder is packed alone: pack the one around all");
  else if (!g_str_has_suffix (path, ".imunit") && !g_str_has_suffix (path, ".sknd"))
    g_hash_table_add (needs->files, g_steal_pointer (&full));
  else
    {
      im_unit_library_add_tree (needs->library, full);
      file = im_unit_library_add_file (needs->library, full, needs->diagnostics);
      for (guint i = 0; file != NULL && i < im_unit_file_get_count (file); i++)
        g_ptr_array_add (units, (gpointer) im_unit_file_get_unit (file, i));
    }
}

/* Files with all that they need, wherever that lies. */
static void
add_files (Collection *self, const char *const *paths)
{
  g_auto (ImPackageNeeds) needs = { 0 };
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  g_autoptr (GPtrArray) units = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer path;

  im_package_needs_init (&needs, self->library, self->diagnostics);
  for (guint i = 0; paths[i] != NULL; i++)
    load_file (&needs, paths[i], units);
  for (guint i = 0; i < units->len; i++)
    im_unit_library_add_beside (
        self->library,
        im_unit_file_get_path (((const ImUnit *) g_ptr_array_index (units, i))->file));
  im_unit_roots_add_usual (self->library, found);
  for (guint i = 0; i < units->len; i++)
    im_package_needs_add (&needs, g_ptr_array_index (units, i));
  if (has_errors (self) || g_hash_table_size (needs.files) == 0)
    return;
  self->root = dup_common_folder (needs.files);
  g_hash_table_iter_init (&iter, needs.files);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    g_ptr_array_add (sorted, path);
  g_ptr_array_sort (sorted, im_text_compare_names);
  for (guint i = 0; i < sorted->len && !has_errors (self); i++)
    add_file (self, g_ptr_array_index (sorted, i));
}

static void
add_all (Collection *self, const char *const *paths)
{
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();

  if (!g_file_test (paths[0], G_FILE_TEST_IS_DIR) || paths[1] != NULL)
    {
      add_files (self, paths);
      return;
    }
  self->root = g_canonicalize_filename (paths[0], NULL);
  add_tree (self, self->root, 1);
  if (has_errors (self))
    return;
  im_unit_library_add_root (self->library, self->root, found);
  for (guint i = 0; i < im_diagnostics_get_count (found); i++)
    if (im_diagnostics_get (found, i)->severity == IM_SEVERITY_ERROR)
      im_diagnostics_add_copy (self->diagnostics, im_diagnostics_get (found, i));
}

ImPackage *
im_package_collect (const char *const *paths,
                    const ImPackageNotes *given,
                    const char *except,
                    ImDiagnostics *diagnostics)
{
  g_autoptr (ImPackage) package = im_package_new ();
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                        NULL);
  g_autofree char *full = except == NULL ? NULL : g_canonicalize_filename (except, NULL);
  g_autofree char *root = NULL;
  g_autoptr (GKeyFile) manifest = NULL;
  Collection self = { .package = package,
                      .library = library,
                      .diagnostics = diagnostics,
                      .except = full,
                      .names = names };

  add_all (&self, paths);
  root = self.root;
  if (!has_errors (&self) && root == NULL)
    report (&self, "file", paths[0], "there is nothing to pack");
  if (!has_errors (&self))
    list_units (&self);
  g_ptr_array_sort (package->units, compare_units);
  if (!has_errors (&self))
    manifest = read_notes (&self, given);
  if (!has_errors (&self))
    im_package_manifest_add (package, manifest);

  return has_errors (&self) ? NULL : g_steal_pointer (&package);
}

ImPackage *
im_package_look (const char *folder, ImDiagnostics *diagnostics)
{
  const ImPackageNotes nothing = { NULL };
  ImPackage *package = im_package_new ();
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                        NULL);
  g_autofree char *root = g_canonicalize_filename (folder, NULL);
  g_autoptr (GKeyFile) manifest = NULL;
  Collection self = { .package = package,
                      .diagnostics = found,
                      .root = root,
                      .names = names,
                      .goes_on = TRUE };

  im_file_finish_groups_around (root);
  add_tree (&self, root, 1);
  manifest = read_notes (&self, &nothing);
  /* Which units there are is not looked at here. */
  for (guint i = 0; i < im_diagnostics_get_count (found); i++)
    if (strcmp (im_diagnostics_get (found, i)->code, "no-units") != 0)
      im_diagnostics_add_copy (diagnostics, im_diagnostics_get (found, i));

  return package;
}
