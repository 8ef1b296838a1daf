/* SPDX-License-Identifier: MIT */
#include "fuzz-file.h"

#include <sys/mman.h>
#include <unistd.h>

int
fuzz_file_make (const guint8 *data, gsize size)
{
  int descriptor = memfd_create ("fuzz", MFD_CLOEXEC);

  g_assert_cmpint (descriptor, >=, 0);
  g_assert_cmpint (write (descriptor, data, size), ==, (gssize) size);

  return descriptor;
}

char *
fuzz_file_dup_path (int descriptor)
{
  return g_strdup_printf ("/proc/self/fd/%d", descriptor);
}
