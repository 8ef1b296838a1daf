/* SPDX-License-Identifier: MIT */
#include "emit/im-emit-names.h"

#include <string.h>

#include "emit/im-c-names.h"

#define MAX_NAME_BYTES 64

/* A name of files that every system, build tool and `#include` takes. */
static gboolean
is_file_name (const char *name)
{
  if (!g_ascii_isalnum (*name) || strlen (name) > MAX_NAME_BYTES)
    return FALSE;
  for (; *name != '\0'; name++)
    if (!g_ascii_isalnum (*name) && *name != '_' && *name != '-')
      return FALSE;

  return TRUE;
}

char *
im_emit_dup_prefix_problem (const char *prefix)
{
  if (im_c_is_identifier (prefix) && strlen (prefix) <= IM_C_MAX_PREFIX_BYTES &&
      !g_str_has_suffix (prefix, "_"))
    return NULL;

  return g_strdup_printf (
      "the prefix “%s” cannot begin names in C and C++; expected letters, digits and "
      "single underscores, a letter first and no underscore last, at most %d, such as "
      "IMAI",
      prefix, IM_C_MAX_PREFIX_BYTES);
}

char *
im_emit_dup_name_problem (const char *name)
{
  if (!is_file_name (name))
    return g_strdup_printf ("“%s” cannot name the files; expected at most %d letters, "
                            "digits, underscores and dashes, such as model",
                            name, MAX_NAME_BYTES);
  if (im_c_is_free_file_name (name))
    return NULL;

  return g_strdup_printf ("“%s” cannot name the files: a header of C, a build tool or a "
                          "file system takes it for something else; expected another "
                          "name, such as my_%s",
                          name, name);
}

char *
im_emit_dup_default_name (const ImUnit *unit)
{
  const char *dot = strrchr (unit->id.text, '.');
  g_autofree char *name = im_c_dup_identifier (dot == NULL ? unit->id.text : dot + 1);
  g_autofree char *lower = g_ascii_strdown (name, -1);

  return im_c_is_free_file_name (lower) ? g_steal_pointer (&lower)
                                        : g_strconcat (lower, "_n", NULL);
}
