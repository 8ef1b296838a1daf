/* SPDX-License-Identifier: MIT
 *
 * Code of units. Fragments are opened below the root of the unit that asks for them, and
 * nowhere else.
 */
#include <gio/gio.h>
#include <string.h>

#include "base/im-file.h"
#include "unit/im-unit-library-private.h"

/* The text that a file has instead of what is in it, or NULL. */
static GBytes *
find_text (const ImUnitLibrary *library, const char *path)
{
  GBytes *text = NULL;

  for (; library != NULL && text == NULL; library = library->base)
    if (library->code != NULL)
      text = g_hash_table_lookup (library->code, path);

  return text;
}

/* Reads a file below a root, or takes the text that it has instead, also if there is no
 * such file any more. */
static GBytes *
read_code (const ImUnitLibrary *library,
           const char *root,
           const char *relative,
           char **path,
           GError **error)
{
  g_autofree char *resolved = NULL;
  g_autoptr (GError) failure = NULL;
  g_autoptr (GBytes) bytes = im_file_read_below (
      root, relative, IM_FRAGMENT_MAX_FILE_BYTES, &resolved, NULL, &failure);
  GBytes *text = NULL;

  if (bytes != NULL)
    *path = g_build_filename (root, resolved, NULL);
  else if (g_error_matches (failure, IM_FILE_ERROR, IM_FILE_ERROR_NOT_FOUND))
    *path = g_canonicalize_filename (relative, root);
  if (*path != NULL)
    text = find_text (library, *path);
  if (text != NULL)
    return g_bytes_ref (text);
  if (bytes == NULL)
    {
      g_clear_pointer (path, g_free);
      g_propagate_error (error, g_steal_pointer (&failure));
    }

  return g_steal_pointer (&bytes);
}

/* Opens a code file for the fragment set. */
static ImSource *
load_fragment_file (gpointer data,
                    const char *unit_id,
                    const char *from_file,
                    const char *relative_path,
                    char **resolved_path,
                    GError **error)
{
  ImUnitLibrary *library = data;
  const ImUnit *unit = unit_id == NULL ? NULL : im_unit_library_find (library, unit_id);
  g_autofree char *from = NULL, *folder = NULL, *relative = NULL, *path = NULL;
  g_autoptr (GBytes) bytes = NULL;
  const char *root, *below;

  if (unit_id != NULL && unit == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "there is no unit “%s”",
                   unit_id);
      return NULL;
    }

  from = g_canonicalize_filename (
      unit != NULL ? im_unit_file_get_path (unit->file) : from_file, NULL);
  root = im_unit_library_find_border (library, from, &below);
  if (root == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                   "%s is in no folder of the library", from);
      return NULL;
    }

  if (g_path_is_absolute (relative_path))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                   "“%s” is an absolute path; it must be relative to %s", relative_path,
                   from);
      return NULL;
    }

  folder = g_path_get_dirname (below);
  relative = g_build_filename (strcmp (folder, ".") == 0 ? "" : folder, relative_path,
                               NULL);
  bytes = read_code (library, root, relative, &path, error);
  if (bytes == NULL)
    {
      /* The set tells a file that is not there from one that it must not or cannot read.
       */
      if (error != NULL &&
          g_error_matches (*error, IM_FILE_ERROR, IM_FILE_ERROR_NOT_FOUND))
        {
          (*error)->domain = G_IO_ERROR;
          (*error)->code = G_IO_ERROR_NOT_FOUND;
        }
      return NULL;
    }

  *resolved_path = g_steal_pointer (&path);
  return im_source_new (*resolved_path, bytes);
}

ImSource *
im_unit_library_load_code (ImUnitLibrary *library,
                           const char *from_file,
                           const char *relative_path,
                           GError **error)
{
  g_autofree char *resolved_path = NULL;

  return load_fragment_file (library, NULL, from_file, relative_path, &resolved_path,
                             error);
}

static char **
list_fragment_files (gpointer data, const char *from_file)
{
  g_autofree char *folder = g_path_get_dirname (from_file);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".h") || g_str_has_suffix (name, ".c") ||
        g_str_has_suffix (name, ".py"))
      g_strv_builder_add (builder, name);

  return g_strv_builder_end (builder);
}

ImFragmentSet *
im_unit_library_get_fragments (ImUnitLibrary *library)
{
  ImFragmentLoader loader = { load_fragment_file, list_fragment_files, library };
  g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&library->lock);

  if (library->fragments == NULL)
    library->fragments = im_fragment_set_new (&loader);

  return library->fragments;
}

const char *
im_implementation_get_root (const ImImplementation *implementation,
                            const ImUnit *unit,
                            ImArena *arena,
                            ImFragmentRoot *root)
{
  const ImUnitText *text = &implementation->fragment;
  const char *wrong;

  *root = (ImFragmentRoot){
    .from_file = im_unit_file_get_path (unit->file),
    .source = im_unit_file_get_source (unit->file),
    .code = implementation->code,
  };
  if (text->text == NULL || *text->text == '\0')
    wrong = "expected an attribute “fragment” such as max.h:max_f32";
  else
    wrong = im_fragment_reference_parse (text->text, strlen (text->text), arena,
                                         &root->reference);
  root->reference.span = text->text == NULL ? unit->id.raw : text->raw;

  return wrong;
}

void
im_unit_library_forget_code (ImUnitLibrary *library)
{
  g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&library->lock);

  g_clear_pointer (&library->fragments, im_fragment_set_free);
}
