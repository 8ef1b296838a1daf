/* SPDX-License-Identifier: MIT */
#include "sandbox/im-trust.h"

#include "base/im-text.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

G_DEFINE_QUARK (im_trust_error_quark, im_trust_error)

#define FILE_MODE   0600
#define FOLDER_MODE 0700

static char *
dup_store_path (void)
{
  return g_build_filename (g_get_user_config_dir (), "imaginet", "trusted", NULL);
}

/* The folder without links; one that is gone is taken as it was written. */
static char *
dup_canonical (const char *folder)
{
  char *real = realpath (folder, NULL);
  char *path = real == NULL ? g_canonicalize_filename (folder, NULL) : g_strdup (real);

  free (real);
  return path;
}

/* Lines that are no URIs of files mean nothing. */
static GPtrArray *
load (void)
{
  GPtrArray *folders = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *path = dup_store_path ();
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return folders;

  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *folder = g_filename_from_uri (lines[i], NULL, NULL);

      if (folder != NULL)
        g_ptr_array_add (folders, folder);
    }
  g_ptr_array_sort (folders, im_text_compare_names);

  return folders;
}

static gboolean
save (const GPtrArray *folders, GError **error)
{
  g_autofree char *path = dup_store_path ();
  g_autofree char *parent = g_path_get_dirname (path);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < folders->len; i++)
    {
      g_autofree char *uri = g_filename_to_uri (g_ptr_array_index (folders, i), NULL,
                                                error);

      if (uri == NULL)
        return FALSE;
      g_string_append_printf (text, "%s\n", uri);
    }
  if (g_mkdir_with_parents (parent, FOLDER_MODE) != 0)
    {
      g_set_error (error, G_FILE_ERROR, (gint) g_file_error_from_errno (errno),
                   "cannot make the folder “%s”: %s", parent, g_strerror (errno));
      return FALSE;
    }

  return g_file_set_contents_full (
      path, text->str, (gssize) text->len,
      G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, FILE_MODE, error);
}

char **
im_trust_list (void)
{
  GPtrArray *folders = load ();

  g_ptr_array_add (folders, NULL);
  return (char **) g_ptr_array_free (folders, FALSE);
}

static gboolean
is_below (const char *path, const char *folder)
{
  gsize length = strlen (folder);

  return strcmp (folder, "/") == 0 || (strncmp (path, folder, length) == 0 &&
                                       (path[length] == '\0' || path[length] == '/'));
}

gboolean
im_trust_has (const char *folder)
{
  g_autoptr (GPtrArray) folders = load ();
  g_autofree char *path = dup_canonical (folder);

  for (guint i = 0; i < folders->len; i++)
    if (is_below (path, g_ptr_array_index (folders, i)))
      return TRUE;

  return FALSE;
}

gboolean
im_trust_add (const char *folder, GError **error)
{
  g_autoptr (GPtrArray) folders = load ();
  g_autofree char *path = dup_canonical (folder);

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      g_set_error (error, IM_TRUST_ERROR, IM_TRUST_ERROR_FOLDER,
                   "“%s” is no folder; expected the folder of a package", folder);
      return FALSE;
    }
  if (g_ptr_array_find_with_equal_func (folders, path, g_str_equal, NULL))
    return TRUE;

  g_ptr_array_add (folders, g_steal_pointer (&path));
  g_ptr_array_sort (folders, im_text_compare_names);

  return save (folders, error);
}

gboolean
im_trust_remove (const char *folder, GError **error)
{
  g_autoptr (GPtrArray) folders = load ();
  g_autofree char *path = dup_canonical (folder);
  guint index;

  if (g_ptr_array_find_with_equal_func (folders, path, g_str_equal, &index))
    {
      g_ptr_array_remove_index (folders, index);
      return save (folders, error);
    }
  g_set_error (error, IM_TRUST_ERROR, IM_TRUST_ERROR_FOLDER,
               "“%s” is not among the trusted folders", folder);
  return FALSE;
}
