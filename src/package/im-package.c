/* SPDX-License-Identifier: MIT
 *
 * Archives of packages, written and read.
 */
#include "package/im-package.h"

#include "base/im-file.h"
#include "package/im-package-private.h"

G_DEFINE_QUARK (im_package_error_quark, im_package_error)

static void
free_unit (gpointer data)
{
  ImPackageUnit *unit = data;

  g_free (unit->id);
  g_free (unit->path);
  g_free (unit);
}

ImPackage *
im_package_new (void)
{
  ImPackage *package = g_new0 (ImPackage, 1);

  package->units = g_ptr_array_new_with_free_func (free_unit);
  package->files = im_artifacts_new ();

  return package;
}

void
im_package_free (ImPackage *package)
{
  if (package == NULL)
    return;

  im_package_notes_clear (&package->notes);
  g_ptr_array_unref (package->units);
  im_artifacts_free (package->files);
  g_free (package);
}

void
im_package_add_unit (ImPackage *package, const char *id, const char *path)
{
  ImPackageUnit *unit = g_new0 (ImPackageUnit, 1);

  unit->id = g_strdup (id);
  unit->path = g_strdup (path);
  g_ptr_array_add (package->units, unit);
}

/* The files of an archive with a package.ini, which nobody has compared with it. */
static ImArtifacts *
load (const char *path, char **folder, GError **error)
{
  g_autoptr (GBytes) bytes = im_file_read (path, IM_ARTIFACTS_MAX_BYTES, error);
  g_autoptr (ImArtifacts) files = NULL;
  g_autofree char *found = NULL;

  if (bytes != NULL)
    files = im_artifacts_unpack (bytes, &found, error);
  if (files == NULL)
    return NULL;
  if (im_artifacts_find (files, IM_PACKAGE_MANIFEST) == NULL)
    {
      g_set_error (error, IM_PACKAGE_ERROR, IM_PACKAGE_ERROR_MANIFEST,
                   "there is no %s in it: expected what “imaginet pack” makes",
                   IM_PACKAGE_MANIFEST);
      return NULL;
    }
  *folder = g_steal_pointer (&found);

  return g_steal_pointer (&files);
}

ImPackage *
im_package_read (const char *path, GError **error)
{
  g_autoptr (ImPackage) package = im_package_new ();
  g_autoptr (GKeyFile) manifest = NULL;
  g_autofree char *folder = NULL;
  ImArtifacts *files = load (path, &folder, error);

  if (files == NULL)
    return NULL;
  im_artifacts_free (package->files);
  package->files = files;
  manifest = im_package_manifest_parse (im_artifacts_find (files, IM_PACKAGE_MANIFEST),
                                        error);
  if (manifest == NULL || !im_package_manifest_verify (package, manifest, error))
    return NULL;
  package->notes.name = g_steal_pointer (&folder);
  im_package_notes_fill (&package->notes, manifest);

  return g_steal_pointer (&package);
}

static gboolean
may_replace (const char *path)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (ImArtifacts) files = NULL;
  g_autofree char *folder = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  bytes = im_file_read (path, IM_ARTIFACTS_MAX_BYTES, NULL);
  if (bytes == NULL || g_bytes_get_size (bytes) == 0)
    return bytes != NULL;
  files = load (path, &folder, NULL);

  return files != NULL;
}

gboolean
im_package_write (const ImPackage *package, const char *path, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;

  if (!may_replace (path))
    {
      g_set_error (error, IM_PACKAGE_ERROR, IM_PACKAGE_ERROR_TAKEN,
                   "%s is not replaced: expected a new file, or an earlier package",
                   path);
      return FALSE;
    }
  bytes = im_artifacts_pack (package->files, package->notes.name, error);

  return bytes != NULL && im_file_write_atomically (path, bytes, NULL, error);
}

gboolean
im_package_unpack (const ImPackage *package, const char *folder, GError **error)
{
  if (im_artifacts_look_at_folder (folder) != IM_ARTIFACTS_PLACE_FREE)
    {
      g_set_error (error, IM_PACKAGE_ERROR, IM_PACKAGE_ERROR_TAKEN,
                   "%s is not replaced: expected a folder that is new or empty", folder);
      return FALSE;
    }

  return im_artifacts_write (package->files, folder, error);
}
