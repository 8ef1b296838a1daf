/* SPDX-License-Identifier: MIT */
#include "run/im-folder-size.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BLOCK_BYTES 512 /* of st_blocks, whatever the disk has */
#define MAX_DEPTH   32

static void measure_entries (ImFolderSize *size, DIR *dir, guint max_files, guint depth);

/* Takes the descriptor of a folder. */
static void
measure_folder (ImFolderSize *size, int descriptor, guint max_files, guint depth)
{
  DIR *dir = descriptor < 0 ? NULL : fdopendir (descriptor);

  if (dir != NULL)
    {
      measure_entries (size, dir, max_files, depth);
      closedir (dir);
    }
  else if (descriptor >= 0)
    close (descriptor);
}

static int
open_folder (int parent, const char *name)
{
  return openat (parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static void
measure_entries (ImFolderSize *size, DIR *dir, guint max_files, guint depth)
{
  const struct dirent *entry;
  struct stat status;

  while (size->n_files <= max_files && (entry = readdir (dir)) != NULL)
    {
      if (strcmp (entry->d_name, ".") == 0 || strcmp (entry->d_name, "..") == 0 ||
          fstatat (dirfd (dir), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        continue;
      size->n_files++;
      size->bytes += (guint64) status.st_blocks * BLOCK_BYTES;
      if (S_ISDIR (status.st_mode) && depth < MAX_DEPTH)
        measure_folder (size, open_folder (dirfd (dir), entry->d_name), max_files,
                        depth + 1);
    }
}

void
im_folder_size_measure (ImFolderSize *size, const char *folder, guint max_files)
{
  *size = (ImFolderSize){ 0, 0 };
  measure_folder (size, open_folder (AT_FDCWD, folder), max_files, 0);
}
