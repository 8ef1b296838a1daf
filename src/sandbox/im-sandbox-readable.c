/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "sandbox/im-sandbox-private.h"

#define MAX_LINKS 16

static gboolean
is_below (const char *path, const char *folder)
{
  gsize length = strlen (folder);

  return g_str_has_prefix (path, folder) && (path[length] == '/' || path[length] == '\0');
}

static gboolean
is_system (const char *path)
{
  for (guint i = 0; im_sandbox_system[i] != NULL; i++)
    if (is_below (path, im_sandbox_system[i]))
      return TRUE;

  return is_below (path, "/dev") || is_below (path, "/proc");
}

/* Whether a folder holds what is not to be seen. */
static gboolean
is_too_wide (const char *folder)
{
  return is_below (g_get_home_dir (), folder) || is_below (g_get_tmp_dir (), folder) ||
         g_str_equal (folder, "/");
}

static void
add (GPtrArray *readable, const char *path)
{
  if (is_system (path) ||
      g_ptr_array_find_with_equal_func (readable, path, g_str_equal, NULL))
    return;

  g_ptr_array_add (readable, g_strdup (path));
}

/* A program in PREFIX/bin needs what else was installed to PREFIX; another one its
 * folder, if that is not the home folder itself. */
static void
add_installation (GPtrArray *readable, const char *program)
{
  g_autofree char *folder = g_path_get_dirname (program);
  g_autofree char *prefix = g_path_get_dirname (folder);

  if (g_str_has_suffix (folder, "/bin") && !is_too_wide (prefix))
    add (readable, prefix);
  else
    add (readable, is_too_wide (folder) ? program : folder);
}

static void
add_program (GPtrArray *readable, const char *program)
{
  g_autofree char *path = g_canonicalize_filename (program, NULL);

  for (guint i = 0; i < MAX_LINKS; i++)
    {
      g_autofree char *target = g_file_read_link (path, NULL);
      g_autofree char *folder = g_path_get_dirname (path);

      add_installation (readable, path);
      if (target == NULL)
        return;
      g_free (path);
      path = g_canonicalize_filename (target, folder);
    }
}

/* Words such as `-I/opt/include` and `--sysroot=/opt` name what they need. */
static void
add_word (GPtrArray *readable, const char *word)
{
  const char *start = strchr (word, '/');

  if (start == NULL || !(start == word || *word == '-'))
    return;

  g_autofree char *path = g_canonicalize_filename (start, NULL);
  if (!is_too_wide (path) && g_file_test (path, G_FILE_TEST_EXISTS))
    add (readable, path);
}

GPtrArray *
im_sandbox_list_readable (const char *program, const char *const *argv)
{
  GPtrArray *readable = g_ptr_array_new_with_free_func (g_free);

  add_program (readable, program);
  for (guint i = 1; argv[i] != NULL; i++)
    add_word (readable, argv[i]);

  return readable;
}
