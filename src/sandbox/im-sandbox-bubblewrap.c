/* SPDX-License-Identifier: MIT
 *
 * bubblewrap: a file tree of its own, made of what is named here, and namespaces for
 * processes, network and the rest. Few mounts, because each costs time.
 */
#include <unistd.h>

#include "sandbox/im-sandbox-private.h"

static void G_GNUC_NULL_TERMINATED
add (ImSandbox *self, ...)
{
  va_list words;
  const char *word;

  va_start (words, self);
  while ((word = va_arg (words, const char *)) != NULL)
    g_ptr_array_add (self->argv, g_strdup (word));
  va_end (words);
}

/* On most systems /bin and its like are links into /usr. */
static void
add_system (ImSandbox *self, const char *path)
{
  g_autofree char *target = g_file_read_link (path, NULL);

  if (target != NULL)
    add (self, "--symlink", target, path, NULL);
  else if (g_file_test (path, G_FILE_TEST_EXISTS))
    add (self, "--ro-bind", path, path, NULL);
}

void
im_sandbox_add_bubblewrap (ImSandbox *self, const GPtrArray *readable, const char *folder)
{
  add (self, "--unshare-all", "--unshare-user", "--die-with-parent", "--cap-drop", "ALL",
       NULL);
  for (guint i = 0; im_sandbox_system[i] != NULL; i++)
    add_system (self, im_sandbox_system[i]);
  for (guint i = 0; i < readable->len; i++)
    {
      const char *path = g_ptr_array_index (readable, i);

      add (self, "--ro-bind", path, path, NULL);
    }
  add (self, "--proc", "/proc", "--dev", "/dev", NULL);
  if (!g_str_equal (folder, "/"))
    add (self, "--bind", folder, folder, NULL);
  add (self, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", folder, NULL);
  if (self->filter >= 0)
    {
      g_autofree char *number = g_strdup_printf ("%d", self->filter);

      add (self, "--seccomp", number, NULL);
    }
  add (self, "--", NULL);
}
