/* SPDX-License-Identifier: MIT */
#include "package/im-package-git.h"

#include <gio/gio.h>
#include <string.h>

/* Runs git in a folder; returns what it prints, or NULL if it fails. A repository may
 * name programs that git runs to watch files, which is not wanted for looking at it. */
static GBytes *
run (const char *folder, const char *const *arguments)
{
  static const char *const first[] = { "git", "--no-optional-locks",
                                       "-c",  "core.fsmonitor=false",
                                       "-c",  "core.quotePath=false",
                                       "-C" };
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GBytes) out = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (first); i++)
    g_ptr_array_add (words, (gpointer) first[i]);
  g_ptr_array_add (words, (gpointer) folder);
  for (guint i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (words, (gpointer) arguments[i]);
  g_ptr_array_add (words, NULL);
  process = g_subprocess_newv (
      (const char *const *) words->pdata,
      G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, NULL);
  if (process == NULL ||
      !g_subprocess_communicate (process, NULL, NULL, &out, NULL, NULL) ||
      !g_subprocess_get_successful (process))
    return NULL;

  return g_steal_pointer (&out);
}

/* The folder as the repository calls it, with a slash at its end, or "". */
static char *
dup_prefix (const char *folder)
{
  static const char *const arguments[] = { "rev-parse", "--show-prefix", NULL };
  g_autoptr (GBytes) out = run (folder, arguments);
  gsize length;
  const char *text = out == NULL ? NULL : g_bytes_get_data (out, &length);

  if (out == NULL)
    return NULL;
  while (length > 0 && text[length - 1] == '\n')
    length--;

  return g_strndup (text, length);
}

static const char *
get_state (const char *letters)
{
  if (memcmp (letters, "??", 2) == 0)
    return "added";
  if (memchr (letters, 'U', 2) != NULL || memcmp (letters, "AA", 2) == 0 ||
      memcmp (letters, "DD", 2) == 0)
    return "conflict";
  if (memchr (letters, 'D', 2) != NULL)
    return "removed";
  if (letters[0] == 'A')
    return "added";

  return letters[0] == 'R' || letters[0] == 'C' ? "renamed" : "changed";
}

GHashTable *
im_package_git_read_states (const char *folder)
{
  static const char *const arguments[] = {
    "status", "--porcelain=v1", "-z", "--untracked-files=all", "--", ".", NULL
  };
  g_autofree char *prefix = dup_prefix (folder);
  g_autoptr (GBytes) out = prefix == NULL ? NULL : run (folder, arguments);
  GHashTable *states;
  gsize length;
  const char *p, *end;

  if (out == NULL)
    return NULL;
  states = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  p = g_bytes_get_data (out, &length);
  end = p + length;
  /* Two letters, a blank, a path; of what was renamed another path, the old one. */
  while (end - p > 3)
    {
      const char *state = get_state (p), *path = p + 3;
      gboolean has_old = p[0] == 'R' || p[0] == 'C';

      if (g_str_has_prefix (path, prefix))
        g_hash_table_insert (states, g_strdup (path + strlen (prefix)), (gpointer) state);
      p = path + strlen (path) + 1;
      if (has_old && p < end)
        p += strlen (p) + 1;
    }

  return states;
}

GBytes *
im_package_git_read_committed (const char *folder, const char *path)
{
  g_autofree char *object = g_strconcat ("HEAD:./", path, NULL);
  const char *const arguments[] = { "show", "--no-textconv", object, NULL };

  return run (folder, arguments);
}
