/* SPDX-License-Identifier: MIT */
#include "program/im-program-title.h"

#include <string.h>

#include "base/im-text.h"

/* Names that editors make, which tell a reader nothing. */
static gboolean
is_made_up (const char *name)
{
  return g_str_has_prefix (name, "node_") || g_uuid_string_is_valid (name);
}

/* What is behind the last part of the id in a name that was made of it; NULL of others.
 */
static const char *
find_number (const char *name, const ImUnit *unit)
{
  const char *base = im_text_get_last_part (unit->id.text);
  gsize n = strlen (base);

  if (g_ascii_strncasecmp (name, base, n) != 0)
    return NULL;
  name += n;
  if (*name == '_' && name[1] != '\0')
    name++;

  return strspn (name, "0123456789") == strlen (name) ? name : NULL;
}

static void
append_title (GString *out, const char *name, const ImUnit *unit)
{
  const char *number;

  if (unit == NULL)
    {
      g_string_append (out, name);
      return;
    }
  number = find_number (name, unit);
  g_string_append (out, unit->display_name);
  if (number == NULL && !is_made_up (name))
    g_string_append_printf (out, " (%s)", name);
  else if (number != NULL && *number != '\0')
    g_string_append_printf (out, " %s", number);
}

char *
im_program_dup_title (const char *path, const ImUnit *unit)
{
  GString *out = g_string_new (NULL);
  const char *slash;

  for (; (slash = strchr (path, '/')) != NULL; path = slash + 1)
    {
      g_string_append_len (out, path, slash - path);
      g_string_append (out, " › ");
    }
  append_title (out, path, unit);

  return g_string_free (out, FALSE);
}
