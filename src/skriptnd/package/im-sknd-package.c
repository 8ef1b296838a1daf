/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/im-data.h"
#include "base/im-file.h"
#include "base/im-text.h"
#include "skriptnd/package/im-sknd-package-private.h"
#include "skriptnd/text/im-sknd-file.h"

#define SUFFIX ".sknd"

static void
free_file (gpointer file)
{
  if (file != NULL)
    im_sknd_file_free (file);
}

static void
free_signature (gpointer signature)
{
  if (signature != NULL)
    im_sknd_signature_free (signature);
}

ImSkndPackage *
im_sknd_package_new (const char *folder, const char *library)
{
  ImSkndPackage *package = g_atomic_rc_box_new0 (ImSkndPackage);

  g_rec_mutex_init (&package->lock);
  package->folder = g_strdup (folder);
  package->library = g_strdup (library);
  package->files = g_ptr_array_new_with_free_func (free_file);
  package->modules = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_file);
  package->signatures = g_hash_table_new_full (NULL, NULL, NULL, free_signature);
  package->added = g_ptr_array_new ();
  package->bodies = g_hash_table_new (NULL, NULL);
  package->importing = g_ptr_array_new ();

  return package;
}

ImSkndPackage *
im_sknd_package_ref (ImSkndPackage *package)
{
  return g_atomic_rc_box_acquire (package);
}

static void
clear (gpointer data)
{
  ImSkndPackage *package = data;

  g_hash_table_unref (package->bodies);
  g_hash_table_unref (package->signatures);
  g_hash_table_unref (package->modules);
  g_ptr_array_unref (package->files);
  g_ptr_array_unref (package->added);
  g_ptr_array_unref (package->importing);
  g_free (package->folder);
  g_free (package->library);
  g_rec_mutex_clear (&package->lock);
}

void
im_sknd_package_unref (ImSkndPackage *package)
{
  g_atomic_rc_box_release_full (package, clear);
}

char *
im_sknd_package_dup_library (void)
{
  static const ImDataFolder folder = { "skriptnd", "stdlib/skriptnd",
                                       IM_INSTALLED_SKRIPTND, IM_SOURCE_SKRIPTND };

  return im_data_dup_folder (&folder);
}

/* `my/layers.sknd` of `my.layers` */
static char *
dup_path (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, ".", -1);
  g_autofree char *path = g_strjoinv (G_DIR_SEPARATOR_S, parts);

  return g_strconcat (path, SUFFIX, NULL);
}

/* The text of a module in a folder; what lies outside of it is none of its files. */
static ImSource *
read_module (const char *folder, const char *name, GError **error)
{
  g_autofree char *path = dup_path (name);
  g_autofree char *full = folder == NULL ? NULL : g_build_filename (folder, path, NULL);
  g_autoptr (GBytes) bytes = NULL;

  if (folder == NULL || !g_file_test (full, G_FILE_TEST_EXISTS))
    return NULL;
  bytes = im_file_read_below (folder, path, IM_SKND_MAX_BYTES, NULL, NULL, error);

  return bytes == NULL ? NULL : im_source_new (full, bytes);
}

static char *
dup_cycle (const ImSkndPackage *package, const char *name)
{
  GString *text = g_string_new (NULL);
  gboolean is_found = FALSE;

  for (guint i = 0; i < package->importing->len; i++)
    {
      const char *step = g_ptr_array_index (package->importing, i);

      is_found |= strcmp (step, name) == 0;
      if (is_found)
        g_string_append_printf (text, "%s → ", step);
    }
  g_string_append (text, name);

  return g_string_free (text, FALSE);
}

static gboolean
import_all (ImSkndPackage *package, const ImSkndFile *file, ImDiagnostics *diagnostics)
{
  for (guint i = 0; i < file->n_imports; i++)
    {
      const ImSkndWord *import = &file->imports[i];
      guint n_errors = im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR);
      gpointer found = NULL;

      if (g_hash_table_lookup_extended (package->modules, import->text, NULL, &found) &&
          found == NULL)
        {
          g_autofree char *cycle = dup_cycle (package, import->text);

          im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, "module", file->source,
                              import->span, "Modules import each other: %s", cycle);
          return FALSE;
        }
      if (im_sknd_package_import (package, import->text, diagnostics) != NULL)
        continue;
      if (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) == n_errors)
        im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, "module", file->source,
                            import->span, "There is no module “%s”", import->text);
      return FALSE;
    }

  return TRUE;
}

/* A file that could be read, with what it imports. */
static ImSkndFile *
parse (ImSkndPackage *package, ImSource *source, ImDiagnostics *diagnostics)
{
  guint n_errors = im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR);
  ImSkndFile *file = im_sknd_parse (source, diagnostics);

  if (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) == n_errors &&
      import_all (package, file, diagnostics))
    return file;
  im_sknd_file_free (file);

  return NULL;
}

/* Whether a file may be imported: only the main one has graphs. */
static gboolean
check_module (const ImSkndFile *file, ImDiagnostics *diagnostics)
{
  for (guint i = 0; i < file->n_definitions; i++)
    if (file->definitions[i]->is_graph)
      {
        im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, "module", file->source,
                            file->definitions[i]->name.span,
                            "A module that is imported has operators, but no graphs");
        return FALSE;
      }

  return TRUE;
}

/* A module that has been added as a file of its own. */
static ImSkndFile *
find_file (const ImSkndPackage *package, const char *name)
{
  g_autofree char *path = dup_path (name);
  g_autofree char *full = package->folder == NULL
                              ? NULL
                              : g_build_filename (package->folder, path, NULL);

  for (guint i = 0; full != NULL && i < package->files->len; i++)
    {
      ImSkndFile *file = g_ptr_array_index (package->files, i);

      if (strcmp (im_source_get_name (file->source), full) == 0)
        return file;
    }

  return NULL;
}

/* The file of a source that some module has imported before, or NULL. */
static const ImSkndFile *
find_module_of (const ImSkndPackage *package, ImSource *source)
{
  GHashTableIter iter;
  gpointer found = NULL;

  g_hash_table_iter_init (&iter, package->modules);
  while (g_hash_table_iter_next (&iter, NULL, &found))
    if (found != NULL && strcmp (im_source_get_name (((ImSkndFile *) found)->source),
                                 im_source_get_name (source)) == 0)
      return found;

  return NULL;
}

const ImSkndFile *
im_sknd_package_add (ImSkndPackage *package, ImSource *source, ImDiagnostics *diagnostics)
{
  g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&package->lock);
  const ImSkndFile *known = find_module_of (package, source);
  ImSkndFile *file = known != NULL ? NULL : parse (package, source, diagnostics);

  if (file != NULL)
    g_ptr_array_add (package->files, file);
  if (known == NULL)
    known = file;
  if (known != NULL)
    g_ptr_array_add (package->added, (gpointer) known);

  return known;
}

const ImSkndFile *
im_sknd_package_import (ImSkndPackage *package,
                        const char *name,
                        ImDiagnostics *diagnostics)
{
  g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&package->lock);
  g_autoptr (GError) error = NULL;
  g_autoptr (ImSource) source = NULL;
  gpointer found = NULL;
  ImSkndFile *file = NULL;

  if (g_hash_table_lookup_extended (package->modules, name, NULL, &found))
    return found;
  file = find_file (package, name);
  if (file != NULL)
    return check_module (file, diagnostics) ? file : NULL;
  source = read_module (package->folder, name, &error);
  if (source == NULL && error == NULL)
    source = read_module (package->library, name, &error);
  if (error != NULL)
    im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "module", name, "%s",
                                 error->message);
  if (source == NULL)
    return NULL;

  g_hash_table_insert (package->modules, g_strdup (name), NULL);
  g_ptr_array_add (package->importing, (gpointer) name);
  file = parse (package, source, diagnostics);
  g_ptr_array_set_size (package->importing, (gint) package->importing->len - 1);
  if (file != NULL && !check_module (file, diagnostics))
    g_clear_pointer (&file, im_sknd_file_free);
  if (file == NULL)
    g_hash_table_remove (package->modules, name);
  else
    g_hash_table_insert (package->modules, g_strdup (name), file);

  return file;
}

static gboolean
imports (const ImSkndFile *file, const char *module)
{
  for (guint i = 0; i < file->n_imports; i++)
    if (strcmp (file->imports[i].text, module) == 0)
      return TRUE;

  return FALSE;
}

static const ImSkndDefinition *
find_definition (const ImSkndFile *file,
                 const char *name,
                 char **problem,
                 const char **nearest)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < file->n_definitions; i++)
    {
      g_ptr_array_add (names, (gpointer) file->definitions[i]->name.text);
      if (strcmp (file->definitions[i]->name.text, name) == 0)
        return file->definitions[i];
    }
  *nearest = im_text_nearest (name, (const char *const *) names->pdata, names->len);
  *problem = g_strdup_printf ("There is no operator “%s”", name);

  return NULL;
}

/* A module may name itself. */
static gboolean
is_module (const ImSkndPackage *package, const ImSkndFile *file, const char *name)
{
  g_autofree char *base = g_path_get_basename (im_source_get_name (file->source));
  g_autofree char *module = g_strconcat (name, SUFFIX, NULL);

  return g_hash_table_lookup (package->modules, name) == file ||
         strcmp (base, module) == 0;
}

/* The module of a name with dots in it, which has to be imported. */
static const ImSkndFile *
find_module (ImSkndPackage *package,
             const ImSkndFile *file,
             const char *name,
             const char *dot,
             ImDiagnostics *diagnostics,
             char **problem)
{
  g_autofree char *module = g_strndup (name, (gsize) (dot - name));

  if (is_module (package, file, module))
    return file;
  if (!imports (file, module))
    {
      *problem = g_strdup_printf ("“%s” is not imported", module);
      return NULL;
    }
  if (dot[1] == '_')
    {
      *problem = g_strdup_printf ("“%s” is private to its module “%s”", dot + 1, module);
      return NULL;
    }

  return im_sknd_package_import (package, module, diagnostics);
}

/* The operator or graph of a name, in the module that the name says, which @file becomes.
 */
static const ImSkndDefinition *
find (ImSkndPackage *package,
      const ImSkndFile **file,
      const char *name,
      ImDiagnostics *diagnostics,
      char **problem,
      const char **nearest)
{
  const char *dot = strrchr (name, '.');

  *problem = NULL;
  *nearest = NULL;
  if (dot != NULL)
    *file = find_module (package, *file, name, dot, diagnostics, problem);

  return *file == NULL
             ? NULL
             : find_definition (*file, dot != NULL ? dot + 1 : name, problem, nearest);
}

const ImSkndDefinition *
im_sknd_package_find_definition (ImSkndPackage *package,
                                 const ImSkndFile **file,
                                 const char *name)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autofree char *problem = NULL;
  const char *nearest = NULL;

  return find (package, file, name, diagnostics, &problem, &nearest);
}

ImSkndSignature *
im_sknd_package_get_signature (ImSkndPackage *package,
                               const ImSkndFile *file,
                               const ImSkndDefinition *definition,
                               ImDiagnostics *diagnostics)
{
  gpointer signature = NULL;

  if (g_hash_table_lookup_extended (package->signatures, definition, NULL, &signature))
    return signature;
  signature = im_sknd_signature_new (file, definition, diagnostics);
  g_hash_table_insert (package->signatures, (gpointer) definition, signature);

  return signature;
}

const ImSkndSignature *
im_sknd_package_find (ImSkndPackage *package,
                      const ImSkndFile *file,
                      const char *name,
                      ImDiagnostics *diagnostics,
                      char **problem,
                      const char **nearest)
{
  g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&package->lock);
  const ImSkndDefinition *definition = find (package, &file, name, diagnostics, problem,
                                             nearest);

  return definition == NULL
             ? NULL
             : im_sknd_package_get_signature (package, file, definition, diagnostics);
}
