/* SPDX-License-Identifier: MIT
 *
 * `package.ini`: what a package says of itself, and the hash of each of its files.
 */
#include <string.h>

#include "base/im-file.h"
#include "package/im-package-private.h"

#define ABOUT  "package"
#define UNITS  "units"
#define FORMAT 1

static const struct
{
  const char *key;
  glong offset;
} note_keys[] = {
  { "name", G_STRUCT_OFFSET (ImPackageNotes, name) },
  { "version", G_STRUCT_OFFSET (ImPackageNotes, version) },
  { "licence", G_STRUCT_OFFSET (ImPackageNotes, licence) },
  { "licence-file", G_STRUCT_OFFSET (ImPackageNotes, licence_file) },
  { "author", G_STRUCT_OFFSET (ImPackageNotes, author) },
};

static char **
get_note (ImPackageNotes *notes, guint index)
{
  return &G_STRUCT_MEMBER (char *, notes, note_keys[index].offset);
}

void
im_package_notes_clear (ImPackageNotes *notes)
{
  for (guint i = 0; i < G_N_ELEMENTS (note_keys); i++)
    g_clear_pointer (get_note (notes, i), g_free);
}

static gboolean
fail (GError **error, const char *reason)
{
  g_set_error (error, IM_PACKAGE_ERROR, IM_PACKAGE_ERROR_MANIFEST, "%s: %s",
               IM_PACKAGE_MANIFEST, reason);

  return FALSE;
}

GKeyFile *
im_package_manifest_parse (GBytes *bytes, GError **error)
{
  g_autoptr (GKeyFile) manifest = g_key_file_new ();
  g_autoptr (GError) problem = NULL;

  if (g_bytes_get_size (bytes) > 0 &&
      !g_key_file_load_from_bytes (manifest, bytes, G_KEY_FILE_KEEP_COMMENTS, &problem))
    {
      fail (error, problem->message);
      return NULL;
    }

  return g_steal_pointer (&manifest);
}

void
im_package_notes_fill (ImPackageNotes *notes, GKeyFile *manifest)
{
  for (guint i = 0; i < G_N_ELEMENTS (note_keys); i++)
    {
      char **note = get_note (notes, i);

      if (*note == NULL)
        *note = g_key_file_get_string (manifest, ABOUT, note_keys[i].key, NULL);
      if (*note != NULL && *g_strstrip (*note) == '\0')
        g_clear_pointer (note, g_free);
    }
}

static void
set_notes (GKeyFile *manifest, const ImPackageNotes *notes)
{
  for (guint i = 0; i < G_N_ELEMENTS (note_keys); i++)
    {
      const char *note = *get_note ((ImPackageNotes *) notes, i);

      if (note != NULL)
        g_key_file_set_string (manifest, ABOUT, note_keys[i].key, note);
    }
}

gboolean
im_package_notes_write (const ImPackageNotes *notes, const char *folder, GError **error)
{
  g_autofree char *path = g_build_filename (folder, IM_PACKAGE_MANIFEST, NULL);
  g_autoptr (GKeyFile) manifest = g_key_file_new ();
  g_autoptr (GBytes) bytes = NULL;
  gsize length;
  char *text;

  set_notes (manifest, notes);
  text = g_key_file_to_data (manifest, &length, NULL);
  bytes = g_bytes_new_take (text, length);

  return im_file_write_atomically (path, bytes, NULL, error);
}

static gboolean
is_made (const char *group)
{
  return strcmp (group, UNITS) == 0 || g_str_has_prefix (group, "file ");
}

static char *
dup_hash (GBytes *bytes)
{
  return g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
}

void
im_package_manifest_add (ImPackage *package, GKeyFile *manifest)
{
  g_auto (GStrv) groups = g_key_file_get_groups (manifest, NULL);
  GString *text;

  for (guint i = 0; groups[i] != NULL; i++)
    if (is_made (groups[i]))
      g_key_file_remove_group (manifest, groups[i], NULL);
  g_key_file_set_integer (manifest, ABOUT, "format", FORMAT);
  set_notes (manifest, &package->notes);
  for (guint i = 0; i < package->units->len; i++)
    {
      const ImPackageUnit *unit = g_ptr_array_index (package->units, i);

      g_key_file_set_string (manifest, UNITS, unit->id, unit->path);
    }
  for (guint i = 0; i < im_artifacts_get_count (package->files); i++)
    {
      GBytes *bytes = im_artifacts_get_bytes (package->files, i);
      g_autofree char *group = g_strdup_printf ("file %u", i + 1);
      g_autofree char *hash = dup_hash (bytes);

      g_key_file_set_string (manifest, group, "path",
                             im_artifacts_get_path (package->files, i));
      g_key_file_set_uint64 (manifest, group, "bytes", g_bytes_get_size (bytes));
      g_key_file_set_string (manifest, group, "sha256", hash);
    }

  g_autofree char *data = g_key_file_to_data (manifest, NULL, NULL);
  text = g_string_new (data);
  im_artifacts_add_text (package->files, IM_PACKAGE_MANIFEST, text);
}

static gboolean
fail_file (GError **error, const char *path, const char *reason)
{
  g_set_error (error, IM_PACKAGE_ERROR, IM_PACKAGE_ERROR_CHANGED, "“%s”: %s", path,
               reason);

  return FALSE;
}

/* Compares a file with its group. @seen has the paths of those before. */
static gboolean
verify_file (const ImPackage *package,
             GKeyFile *manifest,
             const char *group,
             GHashTable *seen,
             GError **error)
{
  g_autofree char *path = g_key_file_get_string (manifest, group, "path", NULL);
  g_autofree char *hash = g_key_file_get_string (manifest, group, "sha256", NULL);
  g_autofree char *found = NULL;
  GBytes *bytes;

  if (path == NULL || hash == NULL)
    {
      g_autofree char *reason = g_strdup_printf ("[%s] needs “path” and “sha256”", group);

      return fail (error, reason);
    }
  bytes = im_artifacts_find (package->files, path);
  if (bytes == NULL)
    return fail_file (error, path, "the package lists it, but does not have it");
  found = dup_hash (bytes);
  if (g_ascii_strcasecmp (found, hash) != 0)
    return fail_file (error, path,
                      "it was changed since it was packed: its SHA-256 is another one");
  if (!g_hash_table_add (seen, g_steal_pointer (&path)))
    return fail (error, "a file is listed twice");

  return TRUE;
}

static gboolean
take_units (ImPackage *package, GKeyFile *manifest, GError **error)
{
  g_auto (GStrv) ids = g_key_file_get_keys (manifest, UNITS, NULL, NULL);

  for (guint i = 0; ids != NULL && ids[i] != NULL; i++)
    {
      g_autofree char *path = g_key_file_get_string (manifest, UNITS, ids[i], NULL);

      if (path == NULL || im_artifacts_find (package->files, path) == NULL)
        return fail (error, "a unit has no file");
      im_package_add_unit (package, ids[i], path);
    }

  return TRUE;
}

gboolean
im_package_manifest_verify (ImPackage *package, GKeyFile *manifest, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                       NULL);
  g_auto (GStrv) groups = g_key_file_get_groups (manifest, NULL);
  int format = g_key_file_get_integer (manifest, ABOUT, "format", NULL);

  if (format == 0)
    return fail (error, "it was not made by “imaginet pack”");
  if (format != FORMAT)
    return fail (error, "a newer program made it: this one reads format 1");
  for (guint i = 0; groups[i] != NULL; i++)
    if (g_str_has_prefix (groups[i], "file ") &&
        !verify_file (package, manifest, groups[i], seen, error))
      return FALSE;
  for (guint i = 0; i < im_artifacts_get_count (package->files); i++)
    {
      const char *path = im_artifacts_get_path (package->files, i);

      if (strcmp (path, IM_PACKAGE_MANIFEST) != 0 && !g_hash_table_contains (seen, path))
        return fail_file (error, path, "the package has it, but does not list it");
    }

  return take_units (package, manifest, error);
}
