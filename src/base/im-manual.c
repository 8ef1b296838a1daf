/* SPDX-License-Identifier: MIT */
#include "base/im-manual.h"

/* Takes over a path; gives it back if there is such a file. */
static char *
take_existing (char *path)
{
  if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return path;
  g_free (path);

  return NULL;
}

static char *
find_file (const char *installed, const char *name)
{
  const char *data = g_getenv ("IMAGINET_DATA_PATH");
  char *path;

  if (data != NULL && *data != '\0')
    return take_existing (g_build_filename (data, "manual", name, NULL));
  path = take_existing (g_build_filename (installed, name, NULL));

  return path != NULL ? path
                      : take_existing (g_build_filename (IM_BUILT_MANUAL, name, NULL));
}

char *
im_manual_dup_path (const char *name)
{
  return find_file (IM_INSTALLED_MANUAL, name);
}

char *
im_manual_dup_page (const char *chapter)
{
  g_autofree char *name = g_strconcat ("imaginet-", chapter, ".7", NULL);

  return find_file (IM_INSTALLED_PAGES, name);
}
