/* SPDX-License-Identifier: MIT
 *
 * Strings are UTF-8. Positions count characters; searching and comparing go by bytes,
 * which in UTF-8 gives the same answers.
 */
#include <string.h>

#include "base/im-arena.h"
#include "lang/im-builtin-functions.h"

static gint32
count_characters (const char *start, gssize n_bytes)
{
  return (gint32) g_utf8_strlen (start, n_bytes);
}

/* Publishes @n_bytes at @start, which may be longer than a string of the language. */
static gboolean
return_bytes (ImEval *eval, const char *start, gsize n_bytes, ImValue *out)
{
  if (n_bytes > IM_STRING_MAX_BYTES)
    return im_eval_fail (eval, IM_EXPR_ERROR_VALUE, "a string has at most %d bytes",
                         IM_STRING_MAX_BYTES);

  *out = IM_STRING (im_arena_strndup (im_eval_get_arena (eval), start, n_bytes));
  return TRUE;
}

gboolean
im_builtin_string_length (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  *out = IM_INT (count_characters (args[0].string, -1));
  return TRUE;
}

/* Character by character, because the case functions of GLib for whole strings depend on
 * the locale. */
static gboolean
map_characters (ImEval *eval,
                const char *string,
                gunichar (*map) (gunichar),
                ImValue *out)
{
  g_autoptr (GString) result = g_string_new (NULL);

  for (const char *p = string; *p != '\0'; p = g_utf8_next_char (p))
    g_string_append_unichar (result, map (g_utf8_get_char (p)));

  return return_bytes (eval, result->str, result->len, out);
}

gboolean
im_builtin_string_to_lower (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return map_characters (eval, args[0].string, g_unichar_tolower, out);
}

gboolean
im_builtin_string_to_upper (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return map_characters (eval, args[0].string, g_unichar_toupper, out);
}

static gboolean
return_trimmed (ImEval *eval,
                const char *string,
                gboolean at_start,
                gboolean at_end,
                ImValue *out)
{
  const char *start = string, *end = string + strlen (string);

  while (at_start && start < end && g_unichar_isspace (g_utf8_get_char (start)))
    start = g_utf8_next_char (start);
  while (at_end && end > start &&
         g_unichar_isspace (g_utf8_get_char (g_utf8_prev_char (end))))
    end = g_utf8_prev_char (end);

  return return_bytes (eval, start, (gsize) (end - start), out);
}

gboolean
im_builtin_string_trim (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return return_trimmed (eval, args[0].string, TRUE, TRUE, out);
}

gboolean
im_builtin_string_trim_start (ImEval *eval,
                              const ImValue *args,
                              guint n_args,
                              ImValue *out)
{
  return return_trimmed (eval, args[0].string, TRUE, FALSE, out);
}

gboolean
im_builtin_string_trim_end (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return return_trimmed (eval, args[0].string, FALSE, TRUE, out);
}

gboolean
im_builtin_string_contains (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  *out = IM_BOOL (strstr (args[0].string, args[1].string) != NULL);
  return TRUE;
}

gboolean
im_builtin_string_starts_with (ImEval *eval,
                               const ImValue *args,
                               guint n_args,
                               ImValue *out)
{
  *out = IM_BOOL (g_str_has_prefix (args[0].string, args[1].string));
  return TRUE;
}

gboolean
im_builtin_string_ends_with (ImEval *eval,
                             const ImValue *args,
                             guint n_args,
                             ImValue *out)
{
  *out = IM_BOOL (g_str_has_suffix (args[0].string, args[1].string));
  return TRUE;
}

static gboolean
return_position (const char *string, const char *found, ImValue *out)
{
  *out = IM_INT (found == NULL ? -1 : count_characters (string, found - string));
  return TRUE;
}

gboolean
im_builtin_string_index_of (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return return_position (args[0].string, strstr (args[0].string, args[1].string), out);
}

gboolean
im_builtin_string_last_index_of (ImEval *eval,
                                 const ImValue *args,
                                 guint n_args,
                                 ImValue *out)
{
  const char *string = args[0].string, *part = args[1].string;
  const char *found = *part == '\0' ? string + strlen (string) : g_strrstr (string, part);

  return return_position (string, found, out);
}

gboolean
im_builtin_string_replace (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  const char *rest = args[0].string, *old = args[1].string, *new = args[2].string;
  g_autoptr (GString) result = g_string_new (NULL);

  if (*old == '\0')
    return im_eval_fail_argument (eval, 1, IM_EXPR_ERROR_VALUE,
                                  "the text to replace is empty");

  /* Too long already is long enough to fail. */
  for (const char *found = strstr (rest, old);
       found != NULL && result->len <= IM_STRING_MAX_BYTES; found = strstr (rest, old))
    {
      g_string_append_len (result, rest, found - rest);
      g_string_append (result, new);
      rest = found + strlen (old);
    }
  g_string_append (result, rest);

  return return_bytes (eval, result->str, result->len, out);
}

/* Finds the character at position args[1]. */
static gboolean
find_start (ImEval *eval, const ImValue *args, const char **start)
{
  gint32 position = args[1].integer, length = count_characters (args[0].string, -1);

  if (position < 0 || position > length)
    return im_eval_fail_argument (eval, 1, IM_EXPR_ERROR_VALUE,
                                  "a position in this string is 0 to %d, found %d",
                                  length, position);

  *start = g_utf8_offset_to_pointer (args[0].string, position);
  return TRUE;
}

/* Finds the characters from position args[1] on, args[2] of them if it is there. */
static gboolean
find_range (ImEval *eval,
            const ImValue *args,
            guint n_args,
            const char **start,
            const char **end)
{
  if (!find_start (eval, args, start))
    return FALSE;
  *end = *start + strlen (*start);
  if (n_args < 3)
    return TRUE;

  gint32 left = count_characters (*start, -1), count = args[2].integer;
  if (count < 0 || count > left)
    return im_eval_fail_argument (eval, 2, IM_EXPR_ERROR_VALUE,
                                  "a count from position %d on is 0 to %d, found %d",
                                  args[1].integer, left, count);
  *end = g_utf8_offset_to_pointer (*start, count);

  return TRUE;
}

/* @string up to @start, then @middle, then @rest. */
static gboolean
return_joined (ImEval *eval,
               const char *string,
               const char *start,
               const char *middle,
               const char *rest,
               ImValue *out)
{
  g_autoptr (GString) result = g_string_new_len (string, start - string);

  g_string_append (result, middle);
  g_string_append (result, rest);

  return return_bytes (eval, result->str, result->len, out);
}

gboolean
im_builtin_string_remove (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  const char *start, *end;

  return find_range (eval, args, n_args, &start, &end) &&
         return_joined (eval, args[0].string, start, "", end, out);
}

gboolean
im_builtin_string_substring (ImEval *eval,
                             const ImValue *args,
                             guint n_args,
                             ImValue *out)
{
  const char *start, *end;

  return find_range (eval, args, n_args, &start, &end) &&
         return_bytes (eval, start, (gsize) (end - start), out);
}

gboolean
im_builtin_string_insert (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  const char *start;

  return find_start (eval, args, &start) &&
         return_joined (eval, args[0].string, start, args[2].string, start, out);
}

gboolean
im_builtin_string_compare (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  gint order = strcmp (args[0].string, args[1].string);

  *out = IM_INT (order < 0 ? -1 : order > 0 ? 1 : 0);
  return TRUE;
}
