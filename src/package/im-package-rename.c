/* SPDX-License-Identifier: MIT */
#include "package/im-package-rename.h"

#include <stdlib.h>
#include <string.h>

#include "base/im-file-group.h"
#include "base/im-file.h"
#include "base/im-text.h"
#include "package/im-package-paths.h"
#include "unit/im-unit-library.h"
#include "unit/im-unit-name.h"
#include "unit/im-unit-rename.h"

#define MAX_FILE_BYTES (256 * 1024 * 1024)

G_DEFINE_QUARK (im_package_rename_error_quark, im_package_rename_error)

typedef struct
{
  const char *const *folders;
  const char *id;
  const char *parameter;
  const char *name;      /* NULL if the unit keeps its own */
  ImPackagePaths *paths; /* where files go, NULL if they stay */
  GPtrArray *files;
  GHashTable *seen; /* real paths */
  guint n_found;    /* units with that id, and the parameter */
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
  g_free (file->new_path);
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
  g_autofree char *new_path = self->paths == NULL
                                  ? NULL
                                  : im_package_paths_find (self->paths, path);
  ImRenameFile *file;

  if (new_path == NULL && g_bytes_equal (before, after))
    return;
  file = g_new0 (ImRenameFile, 1);
  file->path = g_strdup (path);
  file->new_path = g_steal_pointer (&new_path);
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

typedef struct
{
  ImPackagePaths *paths;
  const char *path;
} Owner;

static char *
follow_cb (const char *reference, gpointer data)
{
  const Owner *owner = data;

  return im_package_paths_follow (owner->paths, owner->path, reference);
}

/* A reader finds whether the new name is one, and whether it is free. */
static gboolean
rename_units (Renaming *self, const char *path, GBytes *bytes, GError **error)
{
  g_autoptr (ImDiagnostics) said = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) said_after = im_diagnostics_new ();
  g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, path, said);
  g_autoptr (ImUnitFile) renamed = NULL;
  g_autoptr (GBytes) after = NULL;
  const char *problem;

  if (file == NULL)
    return fail (error, IM_PACKAGE_RENAME_ERROR_FILE, "%s: %s", path, find_error (said));
  count_units (self, file);
  after = self->name == NULL
              ? g_bytes_ref (bytes)
              : im_unit_file_rename (file, self->id, self->parameter, self->name, error);
  if (after == NULL)
    return FALSE;
  renamed = im_unit_file_parse (after, path, said_after);
  problem = find_error (said_after);
  if (renamed == NULL || (problem != NULL && find_error (said) == NULL))
    return fail (error, IM_PACKAGE_RENAME_ERROR_NAME, "%s: %s", path, problem);
  if (self->paths != NULL)
    {
      g_bytes_unref (after);
      after = im_unit_file_follow (renamed, follow_cb, &(Owner){ self->paths, path },
                                   error);
    }
  if (after != NULL)
    add_change (self, path, bytes, after);

  return after != NULL;
}

/* References to code by the unit that it belongs to, `"[Own.Gain]/gain.h:gain"`, and by
 * paths. */
static void
rename_code (Renaming *self, const char *path, GBytes *bytes)
{
  g_autofree char *old = g_strdup_printf ("\"[%s]/", self->id);
  g_autofree char *new = g_strdup_printf ("\"[%s]/",
                                          self->name == NULL ? self->id : self->name);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  g_autoptr (GString) text = g_string_new_len (data, (gssize) length);
  g_autoptr (GBytes) after = NULL;
  g_autoptr (GBytes) followed = NULL;

  if (self->parameter != NULL || memchr (data, '\0', length) != NULL)
    return;
  g_string_replace (text, old, new, 0);
  after = g_bytes_new (text->str, text->len);
  followed = im_package_paths_follow_code (self->paths, path, after);
  add_change (self, path, bytes, followed);
}

static gboolean
is_code (const char *path)
{
  return g_str_has_suffix (path, ".c") || g_str_has_suffix (path, ".h") ||
         g_str_has_suffix (path, ".py");
}

/* Whether a file was not found below another folder already. */
static gboolean
is_first (Renaming *self, const char *path)
{
  char *real = realpath (path, NULL);
  gboolean is_new = real == NULL || g_hash_table_add (self->seen, g_strdup (real));

  free (real);

  return is_new;
}

static gboolean
rename_file (Renaming *self, const char *path, GError **error)
{
  gboolean is_of_units = g_str_has_suffix (path, ".imunit") ||
                         g_str_has_suffix (path, ".improj");
  g_autoptr (GError) failure = NULL;
  g_autoptr (GBytes) bytes = NULL;

  if ((!is_of_units && !is_code (path)) || !is_first (self, path))
    return TRUE; /* such as a picture that goes elsewhere, see add_others() */
  bytes = im_file_read (path, MAX_FILE_BYTES, &failure);
  if (bytes == NULL)
    return fail (error, IM_PACKAGE_RENAME_ERROR_FILE, "%s", failure->message);
  if (is_of_units)
    return rename_units (self, path, bytes, error);
  rename_code (self, path, bytes);

  return TRUE;
}

/* Whatever files are called: none of them may keep the old name. Where a link leads to is
 * changed where it lies. */
static gboolean
rename_folder (Renaming *self, const char *folder, guint depth, GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &failure);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  if (dir == NULL || depth > IM_UNIT_LIBRARY_MAX_DEPTH)
    return fail (error, IM_PACKAGE_RENAME_ERROR_FILE, "%s: %s", folder,
                 dir == NULL ? failure->message
                             : "more than 32 folders are inside each other");
  while ((name = g_dir_read_name (dir)) != NULL)
    if (*name != '.' && strcmp (name, "__pycache__") != 0)
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, im_text_compare_names);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);

      if (g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        continue;
      if (g_file_test (path, G_FILE_TEST_IS_DIR)
              ? !rename_folder (self, path, depth + 1, error)
              : !rename_file (self, path, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
fail_unknown (Renaming *self, GError **error)
{
  g_autofree char *places = g_strjoinv ("”, “", (char **) self->folders);

  return self->parameter == NULL
             ? fail (error, IM_PACKAGE_RENAME_ERROR_UNKNOWN,
                     "there is no unit “%s” in “%s”", self->id, places)
             : fail (error, IM_PACKAGE_RENAME_ERROR_UNKNOWN,
                     "there is no unit “%s” with a parameter “%s” in “%s”", self->id,
                     self->parameter, places);
}

/* What goes elsewhere and has nothing to say of others. */
static gboolean
add_others (Renaming *self, GError **error)
{
  g_autoptr (GPtrArray) paths = im_package_paths_list (self->paths);

  for (guint i = 0; i < paths->len; i++)
    {
      const char *path = g_ptr_array_index (paths, i);
      g_autoptr (GError) failure = NULL;
      g_autoptr (GBytes) bytes = NULL;

      if (!is_first (self, path))
        continue;
      bytes = im_file_read (path, MAX_FILE_BYTES, &failure);
      if (bytes == NULL)
        return fail (error, IM_PACKAGE_RENAME_ERROR_FILE, "%s", failure->message);
      add_change (self, path, bytes, bytes);
    }

  return TRUE;
}

static ImUnitLibrary *
read_units (const char *const *folders)
{
  ImUnitLibrary *library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) said = im_diagnostics_new ();

  for (guint i = 0; folders[i] != NULL; i++)
    im_unit_library_add_root (library, folders[i], said);

  return library;
}

static gboolean
check_id (const Renaming *self, ImUnitLibrary *library, GError **error)
{
  const char *wrong = im_unit_name_check (self->name);
  const ImUnit *unit;

  if (wrong != NULL)
    return fail (error, IM_PACKAGE_RENAME_ERROR_NAME, "“%s”: %s", self->name, wrong);
  unit = im_unit_library_find (library, self->name);
  if (unit != NULL)
    return fail (error, IM_PACKAGE_RENAME_ERROR_NAME, "there is a unit “%s” already: %s",
                 self->name, im_unit_file_get_path (unit->file));

  return TRUE;
}

/* Looks at all files of the folders. */
static GPtrArray *
find_changes (Renaming *self, GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (free_file);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                       NULL);

  self->files = files;
  self->seen = seen;
  for (guint i = 0; self->folders[i] != NULL; i++)
    if (!rename_folder (self, self->folders[i], 1, error))
      return NULL;
  if (self->n_found == 0)
    {
      fail_unknown (self, error);
      return NULL;
    }

  return self->paths == NULL || add_others (self, error) ? g_steal_pointer (&files)
                                                         : NULL;
}

static void
finish_groups (const char *const *folders)
{
  for (guint i = 0; folders[i] != NULL; i++)
    im_file_finish_groups_around (folders[i]);
}

GPtrArray *
im_package_rename_new (const char *const *folders,
                       const char *id,
                       const char *parameter,
                       const char *name,
                       GError **error)
{
  Renaming renaming = { .folders = folders,
                        .id = id,
                        .parameter = parameter,
                        .name = name };
  g_autoptr (ImUnitLibrary) library = NULL;
  g_autoptr (ImPackagePaths) paths = NULL;

  finish_groups (folders);
  if (parameter != NULL)
    return find_changes (&renaming, error);
  library = read_units (folders);
  paths = im_package_paths_new (folders, library, id);
  renaming.paths = paths;
  if (!check_id (&renaming, library, error) ||
      !im_package_paths_rename (paths, name, error))
    return NULL;

  return find_changes (&renaming, error);
}

GPtrArray *
im_package_move_new (const char *const *folders,
                     const char *id,
                     const char *folder,
                     GError **error)
{
  Renaming renaming = { .folders = folders, .id = id };
  g_autoptr (ImUnitLibrary) library = NULL;
  g_autoptr (ImPackagePaths) paths = NULL;

  finish_groups (folders);
  library = read_units (folders);
  paths = im_package_paths_new (folders, library, id);
  renaming.paths = paths;
  if (!im_package_paths_move (paths, folder, error))
    return NULL;

  return find_changes (&renaming, error);
}

/* The folder that all files are in, or in folders in it. */
static char *
dup_common_folder (const GArray *contents)
{
  char *common = NULL;

  for (guint i = 0; i < contents->len; i++)
    {
      g_autofree char *path = g_canonicalize_filename (
          g_array_index (contents, ImFileContent, i).path, NULL);

      if (common == NULL)
        common = g_path_get_dirname (path);
      for (;;)
        {
          gsize length = strlen (common);
          char *above;

          if (strncmp (path, common, length) == 0 &&
              (path[length] == G_DIR_SEPARATOR || strcmp (common, "/") == 0))
            break;
          above = g_path_get_dirname (common);
          g_free (common);
          common = above;
        }
    }

  return common;
}

/* A file that goes elsewhere is a new one and a removed one. */
static void
add_contents (const ImRenameFile *file, GArray *contents)
{
  gboolean goes = file->new_path != NULL;
  ImFileContent here = { file->path, goes ? NULL : file->after, file->before, NULL };
  ImFileContent there = { file->new_path, file->after, NULL, file->path };

  g_array_append_val (contents, here);
  if (goes)
    g_array_append_val (contents, there);
}

gboolean
im_package_rename_write (const GPtrArray *files, GError **error)
{
  g_autoptr (GArray) contents = g_array_new (FALSE, FALSE, sizeof (ImFileContent));
  g_autofree char *folder = NULL;

  for (guint i = 0; i < files->len; i++)
    add_contents (g_ptr_array_index (files, i), contents);
  folder = dup_common_folder (contents);

  return files->len == 0 ||
         im_file_write_group (folder, (const ImFileContent *) contents->data,
                              contents->len, error);
}
