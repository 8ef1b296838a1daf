/* SPDX-License-Identifier: MIT
 *
 * The kind of a file is asked of the open descriptor, so that nobody can swap the file
 * between the question and the reading.
 */
#include "base/im-file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "base/im-file-private.h"

G_DEFINE_QUARK (im_file_error_quark, im_file_error)

static ImFileError
code_of_errno (int code)
{
  switch (code)
    {
    case ENOENT:
    case ENOTDIR:
      return IM_FILE_ERROR_NOT_FOUND;
    case EACCES:
    case EPERM:
    case EROFS:
      return IM_FILE_ERROR_ACCESS;
    case EISDIR:
    case ENXIO:
      return IM_FILE_ERROR_NOT_REGULAR;
    default:
      return IM_FILE_ERROR_FAILED;
    }
}

void
im_file_set_errno (GError **error, int code, const char *action, const char *path)
{
  /* Opening a socket says "No such device or address", which misleads. */
  if (code == ENXIO)
    g_set_error (
        error, IM_FILE_ERROR, IM_FILE_ERROR_NOT_REGULAR,
        "cannot %s '%s': expected a regular file, but it is a socket or a device", action,
        path);
  else
    g_set_error (error, IM_FILE_ERROR, code_of_errno (code), "cannot %s '%s': %s", action,
                 path, g_strerror (code));
}

static const char *
describe_kind (mode_t mode)
{
  switch (mode & S_IFMT)
    {
    case S_IFDIR:
      return "a folder";
    case S_IFIFO:
      return "a pipe";
    case S_IFCHR:
    case S_IFBLK:
      return "a device";
    case S_IFSOCK:
      return "a socket";
    default:
      return "something else";
    }
}

static void
set_too_large (GError **error, const char *path, guint64 size, gsize max_bytes)
{
  g_set_error (error, IM_FILE_ERROR, IM_FILE_ERROR_TOO_LARGE,
               "cannot read '%s': it has %" G_GUINT64_FORMAT
               " bytes, but at most %" G_GSIZE_FORMAT " are allowed",
               path, size, max_bytes);
}

/* Looks at an open file before anything of it is read. */
static gboolean
check_regular (int descriptor,
               const char *path,
               gsize max_bytes,
               gsize *size_bytes,
               GError **error)
{
  struct stat status;

  if (fstat (descriptor, &status) != 0)
    {
      im_file_set_errno (error, errno, "read", path);
      return FALSE;
    }
  if (!S_ISREG (status.st_mode))
    {
      g_set_error (error, IM_FILE_ERROR, IM_FILE_ERROR_NOT_REGULAR,
                   "cannot read '%s': expected a regular file, but it is %s", path,
                   describe_kind (status.st_mode));
      return FALSE;
    }
  if ((guint64) status.st_size > max_bytes)
    {
      set_too_large (error, path, (guint64) status.st_size, max_bytes);
      return FALSE;
    }
  *size_bytes = (gsize) status.st_size;

  return TRUE;
}

int
im_file_open (const char *path, gsize max_bytes, GError **error)
{
  g_return_val_if_fail (path != NULL, -1);

  int descriptor = open (path, IM_FILE_READ_FLAGS);
  gsize size_bytes;

  if (descriptor < 0)
    {
      im_file_set_errno (error, errno, "open", path);
      return -1;
    }
  if (!check_regular (descriptor, path, max_bytes, &size_bytes, error))
    {
      close (descriptor);
      return -1;
    }

  return descriptor;
}

gboolean
im_file_read_part (int descriptor,
                   const char *path,
                   char *buffer,
                   gsize capacity,
                   gsize *length,
                   GError **error)
{
  *length = 0;
  while (*length < capacity)
    {
      gssize n = read (descriptor, buffer + *length, capacity - *length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          im_file_set_errno (error, errno, "read", path);
          return FALSE;
        }
      if (n == 0)
        break;
      *length += (gsize) n;
    }

  return TRUE;
}

GBytes *
im_file_read_descriptor (int descriptor,
                         const char *path,
                         gsize max_bytes,
                         GError **error)
{
  gsize size_bytes, length;

  if (!check_regular (descriptor, path, max_bytes, &size_bytes, error))
    return NULL;

  /* One byte more than the file has shows that it grew in the meantime. */
  gsize capacity = size_bytes + 1;
  g_autofree char *buffer = g_malloc (capacity);
  if (!im_file_read_part (descriptor, path, buffer, capacity, &length, error))
    return NULL;
  if (length == capacity)
    {
      g_set_error (error, IM_FILE_ERROR, IM_FILE_ERROR_CHANGED,
                   "cannot read '%s': it grew while it was read; try again", path);
      return NULL;
    }

  return g_bytes_new_take (g_steal_pointer (&buffer), length);
}

GBytes *
im_file_read (const char *path, gsize max_bytes, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  IM_FILE_AUTO_CLOSE int descriptor = im_file_open (path, max_bytes, error);

  return descriptor < 0 ? NULL
                        : im_file_read_descriptor (descriptor, path, max_bytes, error);
}
