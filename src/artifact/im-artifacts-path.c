/* SPDX-License-Identifier: MIT
 *
 * Names of files of an archive, which other systems unpack.
 */
#include <string.h>

#include "artifact/im-artifacts-private.h"

locale_t
im_artifacts_begin_locale (void)
{
  locale_t own = newlocale (LC_CTYPE_MASK, "C.UTF-8", (locale_t) 0);

  if (own != (locale_t) 0)
    uselocale (own);

  return own;
}

void
im_artifacts_end_locale (locale_t own)
{
  if (own == (locale_t) 0)
    return;
  uselocale (LC_GLOBAL_LOCALE);
  freelocale (own);
}

static gboolean
has_control (const char *text)
{
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    if (g_unichar_iscntrl (g_utf8_get_char (at)))
      return TRUE;

  return FALSE;
}

static const char *
check_name (const char *name)
{
  gsize length = strlen (name);

  if (length == 0)
    return "two slashes stand together, or one at the end";
  if (strcmp (name, ".") == 0 || strcmp (name, "..") == 0)
    return "the path has “.” or “..” in it";
  if (strpbrk (name, "\\:*?\"<>|") != NULL)
    return "a file that is packed has none of \\ : * ? \" < > | in its name";
  if (name[length - 1] == '.' || name[length - 1] == ' ')
    return "the name of a file that is packed does not end with a dot or a blank";

  return NULL;
}

const char *
im_artifacts_check_path (const char *path)
{
  g_auto (GStrv) names = NULL;
  const char *wrong = NULL;

  if (*path == '\0')
    return "the path is empty";
  if (strlen (path) > IM_ARTIFACTS_MAX_PATH_BYTES)
    return "the path is longer than 1,000 bytes";
  if (!g_utf8_validate (path, -1, NULL))
    return "the path is not UTF-8";
  if (has_control (path))
    return "the path has a line end or another control character in it";
  if (*path == '/')
    return "the path is absolute";
  names = g_strsplit (path, "/", -1);
  if (g_strv_length (names) > IM_ARTIFACTS_MAX_DEPTH)
    return "more than 32 folders are inside each other";
  for (guint i = 0; wrong == NULL && names[i] != NULL; i++)
    wrong = check_name (names[i]);

  return wrong;
}
