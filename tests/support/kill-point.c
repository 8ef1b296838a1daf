/* SPDX-License-Identifier: MIT
 *
 * The functions of libc below come from here, for GLib as well.
 */
#include "kill-point.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static guint n_left; /* calls to go, 0 if the process is not to end */
static gboolean has_exchange = TRUE;

static void
step (void)
{
  if (n_left > 0 && --n_left == 0)
    _exit (KILL_POINT_STATUS);
}

gboolean
kill_point_run (guint number,
                gboolean can_exchange,
                void (*func) (gpointer data),
                gpointer data)
{
  pid_t child = fork ();
  int status;

  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      has_exchange = can_exchange;
      n_left = number;
      func (data);
      _exit (0);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status));
  g_assert_true (WEXITSTATUS (status) == 0 || WEXITSTATUS (status) == KILL_POINT_STATUS);

  return WEXITSTATUS (status) == KILL_POINT_STATUS;
}

ssize_t
write (int descriptor, const void *data, size_t length)
{
  step ();
  return syscall (SYS_write, descriptor, data, length);
}

int
fsync (int descriptor)
{
  step ();
  return (int) syscall (SYS_fsync, descriptor);
}

int
mkdir (const char *path, mode_t mode)
{
  step ();
  return (int) syscall (SYS_mkdirat, AT_FDCWD, path, mode);
}

int
rename (const char *from, const char *to)
{
  step ();
  return (int) syscall (SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int
renameat2 (int from_folder,
           const char *from,
           int to_folder,
           const char *to,
           unsigned int flags)
{
  step ();
  if (!has_exchange && flags != 0)
    {
      errno = EINVAL;
      return -1;
    }

  return (int) syscall (SYS_renameat2, from_folder, from, to_folder, to, flags);
}

int
unlink (const char *path)
{
  step ();
  return (int) syscall (SYS_unlinkat, AT_FDCWD, path, 0);
}

int
unlinkat (int folder, const char *path, int flags)
{
  step ();
  return (int) syscall (SYS_unlinkat, folder, path, flags);
}

int
rmdir (const char *path)
{
  step ();
  return (int) syscall (SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
}

int
fchmod (int descriptor, mode_t mode)
{
  step ();
  return (int) syscall (SYS_fchmod, descriptor, mode);
}

int
fchown (int descriptor, uid_t owner, gid_t group)
{
  step ();
  return (int) syscall (SYS_fchown, descriptor, owner, group);
}
