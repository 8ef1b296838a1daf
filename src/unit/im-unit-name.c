/* SPDX-License-Identifier: MIT */
#include "unit/im-unit-name.h"

#include <string.h>

#include "base/im-text.h"

const char *
im_unit_name_check (const char *id)
{
  g_auto (GStrv) names = g_strsplit (id, ".", -1);

  if (g_strv_length (names) < 2)
    return "a unit has two names or more with points between, such as Own.MovingAverage";
  for (char **name = names; *name != NULL; name++)
    {
      if (!g_ascii_isalpha (**name))
        return "each name begins with a letter of the English alphabet";
      for (const char *p = *name; *p != '\0'; p++)
        if (!g_ascii_isalnum (*p) && *p != '_')
          return "names have letters of the English alphabet, digits and underscores";
    }
  if (strcmp (names[0], "Core") == 0 || strcmp (names[0], "System") == 0)
    return "names that begin with Core or System belong to the units that come along";

  return NULL;
}

/* Whether a word begins at a letter: `A` in `MovingAverage`, `F` in `FFTFilter`. */
static gboolean
begins_word (const char *text, const char *p)
{
  return p > text && g_ascii_isupper (*p) &&
         (g_ascii_islower (p[-1]) || g_ascii_isdigit (p[-1]) ||
          (g_ascii_isupper (p[-1]) && g_ascii_islower (p[1])));
}

char *
im_unit_name_dup_title (const char *id)
{
  GString *title = g_string_new (NULL);
  const char *last = im_text_get_last_part (id);

  for (const char *p = last; *p != '\0'; p++)
    if (*p == '_')
      g_string_append_c (title, ' ');
    else
      g_string_append_printf (title, "%s%c", begins_word (last, p) ? " " : "", *p);

  return g_string_free (title, FALSE);
}

char *
im_unit_name_dup_prefix (const char *id)
{
  GString *prefix = g_string_new (NULL);

  for (const char *p = id; *p != '\0'; p++)
    if (*p == '.')
      g_string_append_c (prefix, '_');
    else
      g_string_append_printf (prefix, "%s%c", begins_word (id, p) ? "_" : "",
                              g_ascii_tolower (*p));

  return g_string_free (prefix, FALSE);
}

char *
im_unit_name_dup_stem (const char *id)
{
  return im_unit_name_dup_prefix (im_text_get_last_part (id));
}

char *
im_unit_name_dup_category (const char *id)
{
  GString *category = g_string_new ("/");

  g_string_append_len (category, id, im_text_get_last_part (id) - id);
  if (category->len > 1)
    g_string_truncate (category, category->len - 1);
  g_strdelimit (category->str, ".", '/');

  return g_string_free (category, FALSE);
}

char *
im_unit_name_dup_folder (const char *id, const char *parent)
{
  return g_build_filename (parent, im_text_get_last_part (id), NULL);
}
