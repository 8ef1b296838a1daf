/* SPDX-License-Identifier: MIT
 *
 * Landlock: a process gives up all access to files but that of a list of folders. The
 * kernel tells which version it has; older ones know fewer kinds of access, and what they
 * do not know they do not limit. There is no library for it in Debian 12.
 * Source: Documentation/userspace-api/landlock.rst of the kernel.
 */
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/im-sandbox-private.h"

/* What the header of an older kernel lacks. */
#define ACCESS_REFER     (1ull << 13) /* version 2 */
#define ACCESS_TRUNCATE  (1ull << 14) /* version 3 */
#define ACCESS_IOCTL_DEV (1ull << 15) /* version 5 */
#define ACCESS_TCP       3ull         /* version 4: bind, connect */
#define SCOPES           3ull         /* version 6: abstract sockets, signals */

#define ACCESS_FILE                                            \
  (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | \
   LANDLOCK_ACCESS_FS_WRITE_FILE | ACCESS_TRUNCATE | ACCESS_IOCTL_DEV)
#define ACCESS_READ                                            \
  (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | \
   LANDLOCK_ACCESS_FS_READ_DIR)
#define ACCESS_DEVICES (LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK)

typedef struct
{
  guint64 fs;
  guint64 net;
  guint64 scoped;
} Handled;

typedef struct
{
  const char *path;
  guint64 access;
} FileRow;

static const FileRow files[] = {
  { "/dev/null", LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE },
  { "/dev/zero", LANDLOCK_ACCESS_FS_READ_FILE },
  { "/dev/full", LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE },
  { "/dev/random", LANDLOCK_ACCESS_FS_READ_FILE },
  { "/dev/urandom", LANDLOCK_ACCESS_FS_READ_FILE },
  { "/proc/cpuinfo", LANDLOCK_ACCESS_FS_READ_FILE },
  { "/proc/meminfo", LANDLOCK_ACCESS_FS_READ_FILE },
};

static guint64
get_handled_files (int version)
{
  guint64 access = (1ull << 13) - 1;

  if (version >= 2)
    access |= ACCESS_REFER;
  if (version >= 3)
    access |= ACCESS_TRUNCATE;
  if (version >= 5)
    access |= ACCESS_IOCTL_DEV;

  return access;
}

static int
get_version (void)
{
  return (int) syscall (SYS_landlock_create_ruleset, NULL, 0,
                        LANDLOCK_CREATE_RULESET_VERSION);
}

/* What does not exist cannot be reached either. Makes no use of memory, so that it can
 * run between fork and exec. */
static void
add_path (int ruleset, const char *path, guint64 access)
{
  struct landlock_path_beneath_attr rule = { .allowed_access = access };
  struct stat status;

  rule.parent_fd = open (path, O_PATH | O_CLOEXEC);
  if (rule.parent_fd < 0)
    return;
  if (fstat (rule.parent_fd, &status) == 0 && !S_ISDIR (status.st_mode))
    rule.allowed_access &= ACCESS_FILE;
  syscall (SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  close (rule.parent_fd);
}

int
im_sandbox_new_ruleset (const GPtrArray *readable, const char *folder)
{
  int version = get_version ();
  Handled handled = { .fs = get_handled_files (version) };
  gsize size = sizeof handled.fs;
  int ruleset;

  if (version < 1)
    return -1;
  if (version >= 4)
    {
      handled.net = ACCESS_TCP;
      size = G_STRUCT_OFFSET (Handled, scoped);
    }
  if (version >= 6)
    {
      handled.scoped = SCOPES;
      size = sizeof handled;
    }
  ruleset = (int) syscall (SYS_landlock_create_ruleset, &handled, size, 0);
  if (ruleset < 0)
    return -1;

  for (guint i = 0; im_sandbox_system[i] != NULL; i++)
    add_path (ruleset, im_sandbox_system[i], ACCESS_READ);
  for (guint i = 0; i < readable->len; i++)
    add_path (ruleset, g_ptr_array_index (readable, i), ACCESS_READ);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    add_path (ruleset, files[i].path, files[i].access);
  if (!g_str_equal (folder, "/"))
    add_path (ruleset, folder, handled.fs & ~(ACCESS_DEVICES | ACCESS_IOCTL_DEV));

  return ruleset;
}

gboolean
im_sandbox_enter_ruleset (int ruleset)
{
  add_path (ruleset, "/proc/self",
            LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR);

  return syscall (SYS_landlock_restrict_self, ruleset, 0) == 0;
}
