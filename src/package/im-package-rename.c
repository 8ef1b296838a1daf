/* SPDX-License-Identifier: MIT */
#include "package/im-package-rename.h"

#include <string.h>

#include "base/im-file-group.h"
#include "package/im-package-private.h"
#include "unit/im-unit-library.h"
#include "unit/im-unit-name.h"
#include "unit/im-unit-rename.h"

G_DEFINE_QUARK (im_package_rename_error_quark, im_package_rename_error)

typedef struct
{
  const char *folder;
  const char *id;
  const char *parameter;
  const char *name;
  GPtrArray *files;
  guint n_found; /* units with that id, and the parameter */
} Renaming;

static void
free_place (gpointer data)
{
  ImRenamePlace *place = data;

  g_free (place->before);
  g_free (place->after);
  g_free (place);
}

static void
free_file (gpointer data)
{
  ImRenameFile *file = data;

  g_free (file->path);
  g_bytes_unref (file->before);
  g_bytes_unref (file->after);
  g_ptr_array_unref (file->places);
  g_free (file);
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

static char **
split_lines (GBytes *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  g_autofree char *text = g_utf8_make_valid (data, (gssize) length);

  return g_strsplit (text, "\n", -1);
}

/* The lines that differ; a new name makes no new line. */
static GPtrArray *
list_places (GBytes *before, GBytes *after)
{
  GPtrArray *places = g_ptr_array_new_with_free_func (free_place);
  g_auto (GStrv) old = split_lines (before);
  g_auto (GStrv) new = split_lines (after);

  for (guint i = 0; old[i] != NULL && new[i] != NULL; i++)
    if (strcmp (old[i], new[i]) != 0)
      {
        ImRenamePlace *place = g_new0 (ImRenamePlace, 1);

        place->line = i + 1;
        place->before = g_strstrip (g_strdup (old[i]));
        place->after = g_strstrip (g_strdup (new[i]));
        g_ptr_array_add (places, place);
      }

  return places;
}

static void
add_change (Renaming *self, const char *path, GBytes *before, GBytes *after)
{
  ImRenameFile *file;

  if (g_bytes_equal (before, after))
    return;
  file = g_new0 (ImRenameFile, 1);
  file->path = g_build_filename (self->folder, path, NULL);
  file->before = g_bytes_ref (before);
  file->after = g_bytes_ref (after);
  file->places = list_places (before, after);
  g_ptr_array_add (self->files, file);
}

/* The first error; NULL if there is none. */
static const char *
find_error (const ImDiagnostics *said)
{
  for (guint i = 0; i < im_diagnostics_get_count (said); i++)
    if (im_diagnostics_get (said, i)->severity == IM_SEVERITY_ERROR)
      return im_diagnostics_get (said, i)->message;

  return NULL;
}

static void
count_units (Renaming *self, const ImUnitFile *file)
{
  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    {
      const ImUnit *unit = im_unit_file_get_unit (file, i);

      if (strcmp (unit->id.text, self->id) == 0 &&
          (self->parameter == NULL ||
           im_unit_find_parameter (unit, self->parameter) != NULL))
        self->n_found++;
    }
}

/* A reader finds whether the new name is one, and whether it is free. */
static gboolean
rename_units (Renaming *self, const char *path, GBytes *bytes, GError **error)
{
  g_autofree char *full = g_build_filename (self->folder, path, NULL);
  g_autoptr (ImDiagnostics) said = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) said_after = im_diagnostics_new ();
  g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, full, said);
  g_autoptr (ImUnitFile) renamed = NULL;
  g_autoptr (GBytes) after = NULL;
  const char *problem;

  if (file == NULL)
    return fail (error, IM_PACKAGE_RENAME_ERROR_FILE, "%s: %s", full, find_error (said));
  count_units (self, file);
  after = im_unit_file_rename (file, self->id, self->parameter, self->name, error);
  if (after == NULL)
    return FALSE;
  renamed = im_unit_file_parse (after, full, said_after);
  problem = find_error (said_after);
  if (renamed == NULL || (problem != NULL && find_error (said) == NULL))
    return fail (error, IM_PACKAGE_RENAME_ERROR_NAME, "%s: %s", full, problem);
  add_change (self, path, bytes, after);

  return TRUE;
}

/* References to code by the unit that it belongs to: `"[Own.Gain]/gain.h:gain"`. */
static void
rename_code (Renaming *self, const char *path, GBytes *bytes)
{
  g_autofree char *old = g_strdup_printf ("\"[%s]/", self->id);
  g_autofree char *new = g_strdup_printf ("\"[%s]/", self->name);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  g_autoptr (GString) text = g_string_new_len (data, (gssize) length);
  g_autoptr (GBytes) after = NULL;

  if (self->parameter != NULL || memchr (data, '\0', length) != NULL)
    return;
  g_string_replace (text, old, new, 0);
  after = g_bytes_new (text->str, text->len);
  add_change (self, path, bytes, after);
}

static gboolean
is_code (const char *path)
{
  return g_str_has_suffix (path, ".c") || g_str_has_suffix (path, ".h") ||
         g_str_has_suffix (path, ".py");
}

static gboolean
rename_all (Renaming *self, const ImPackage *package, GError **error)
{
  for (guint i = 0; i < im_artifacts_get_count (package->files); i++)
    {
      const char *path = im_artifacts_get_path (package->files, i);
      GBytes *bytes = im_artifacts_get_bytes (package->files, i);

      if (g_str_has_suffix (path, ".imunit") && !rename_units (self, path, bytes, error))
        return FALSE;
      if (is_code (path))
        rename_code (self, path, bytes);
    }
  if (self->n_found > 0)
    return TRUE;

  return self->parameter == NULL
             ? fail (error, IM_PACKAGE_RENAME_ERROR_UNKNOWN,
                     "there is no unit “%s” in “%s”", self->id, self->folder)
             : fail (error, IM_PACKAGE_RENAME_ERROR_UNKNOWN,
                     "there is no unit “%s” with a parameter “%s” in “%s”", self->id,
                     self->parameter, self->folder);
}

static gboolean
check_id (const char *folder, const char *id, GError **error)
{
  const char *wrong = im_unit_name_check (id);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) said = im_diagnostics_new ();
  const ImUnit *unit;

  if (wrong != NULL)
    return fail (error, IM_PACKAGE_RENAME_ERROR_NAME, "“%s”: %s", id, wrong);
  im_unit_library_add_root (library, folder, said);
  unit = im_unit_library_find (library, id);
  if (unit != NULL)
    return fail (error, IM_PACKAGE_RENAME_ERROR_NAME, "there is a unit “%s” already: %s",
                 id, im_unit_file_get_path (unit->file));

  return TRUE;
}

GPtrArray *
im_package_rename_new (const char *folder,
                       const char *id,
                       const char *parameter,
                       const char *name,
                       GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (free_file);
  g_autoptr (ImDiagnostics) said = im_diagnostics_new ();
  g_autoptr (ImPackage) package = NULL;
  Renaming renaming = { folder, id, parameter, name, files, 0 };

  if (parameter == NULL && !check_id (folder, name, error))
    return NULL;
  package = im_package_look (folder, said);
  if (!rename_all (&renaming, package, error))
    return NULL;

  return g_steal_pointer (&files);
}

gboolean
im_package_rename_write (const char *folder, const GPtrArray *files, GError **error)
{
  g_autoptr (GArray) contents = g_array_new (FALSE, FALSE, sizeof (ImFileContent));

  for (guint i = 0; i < files->len; i++)
    {
      const ImRenameFile *file = g_ptr_array_index (files, i);
      ImFileContent content = { file->path, file->after, file->before };

      g_array_append_val (contents, content);
    }

  return im_file_write_group (folder, (const ImFileContent *) contents->data,
                              contents->len, error);
}
