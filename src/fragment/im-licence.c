/* SPDX-License-Identifier: MIT
 *
 * A parser by recursive descent: OR binds least, then AND, then WITH.
 */
#include "fragment/im-licence.h"

#include <string.h>

#define MAX_DEPTH 32

typedef struct
{
  const char *at;
  GString *out;
  guint depth;
  gboolean has_or; /* outside of parentheses */
} Parser;

static gboolean parse_or (Parser *parser);

static void
skip_blanks (Parser *parser)
{
  while (g_ascii_isspace (*parser->at))
    parser->at++;
}

static gsize
measure_word (const char *at)
{
  gsize length = 0;

  while (g_ascii_isalnum (at[length]) ||
         (at[length] != '\0' && strchr (".-", at[length])))
    length++;

  return length;
}

static gboolean
is_operator (const char *at, gsize length)
{
  return (length == 2 && g_ascii_strncasecmp (at, "OR", 2) == 0) ||
         (length == 3 && g_ascii_strncasecmp (at, "AND", 3) == 0) ||
         (length == 4 && g_ascii_strncasecmp (at, "WITH", 4) == 0);
}

static gboolean
take_operator (Parser *parser, const char *name)
{
  gsize length = strlen (name);

  skip_blanks (parser);
  if (measure_word (parser->at) != length ||
      g_ascii_strncasecmp (parser->at, name, length) != 0)
    return FALSE;
  parser->at += length;
  g_string_append_printf (parser->out, " %s ", name);

  return TRUE;
}

static gboolean
parse_word (Parser *parser)
{
  skip_blanks (parser);

  gsize length = measure_word (parser->at);
  if (length == 0 || is_operator (parser->at, length))
    return FALSE;
  g_string_append_len (parser->out, parser->at, (gssize) length);
  parser->at += length;

  return TRUE;
}

/* `MIT`, `GPL-2.0+`, `LicenseRef-x`, `DocumentRef-y:LicenseRef-x`. */
static gboolean
parse_licence (Parser *parser)
{
  gboolean is_document = g_str_has_prefix (parser->at, "DocumentRef-");

  if (!parse_word (parser))
    return FALSE;
  if (is_document && *parser->at == ':')
    {
      g_string_append_c (parser->out, *parser->at++);
      return g_str_has_prefix (parser->at, "LicenseRef-") && parse_word (parser);
    }
  if (*parser->at == '+')
    g_string_append_c (parser->out, *parser->at++);

  return !take_operator (parser, "WITH") || parse_word (parser);
}

static gboolean
parse_primary (Parser *parser)
{
  skip_blanks (parser);
  if (*parser->at != '(')
    return parse_licence (parser);
  if (parser->depth == MAX_DEPTH)
    return FALSE;

  g_string_append_c (parser->out, *parser->at++);
  parser->depth++;
  if (!parse_or (parser))
    return FALSE;
  skip_blanks (parser);
  if (*parser->at != ')')
    return FALSE;
  parser->depth--;
  g_string_append_c (parser->out, *parser->at++);

  return TRUE;
}

static gboolean
parse_and (Parser *parser)
{
  do
    if (!parse_primary (parser))
      return FALSE;
  while (take_operator (parser, "AND"));

  return TRUE;
}

static gboolean
parse_or (Parser *parser)
{
  for (;;)
    {
      if (!parse_and (parser))
        return FALSE;
      if (!take_operator (parser, "OR"))
        return TRUE;
      parser->has_or |= parser->depth == 0;
    }
}

static char *
dup_expression (const char *text, gboolean *has_or)
{
  g_autoptr (GString) out = g_string_new (NULL);
  Parser parser = { .at = text, .out = out };

  if (!parse_or (&parser))
    return NULL;
  skip_blanks (&parser);
  if (*parser.at != '\0')
    return NULL;
  *has_or = parser.has_or;

  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* Removes what ends the comment that a tag stands in. */
static void
strip_comment_end (char *tag)
{
  static const char *const ends[] = { "*/", "-->", "\"\"\"", "'''" };

  g_strstrip (tag);
  for (gsize i = 0; i < G_N_ELEMENTS (ends); i++)
    if (g_str_has_suffix (tag, ends[i]))
      {
        tag[strlen (tag) - strlen (ends[i])] = '\0';
        g_strchomp (tag);
      }
}

void
im_licence_collect (const char *text, gsize length, GPtrArray *tags)
{
  static const char mark[] = "SPDX-License-Identifier:";
  const char *end = text + length;

  while ((text = g_strstr_len (text, end - text, mark)) != NULL)
    {
      const char *start = text + strlen (mark);

      for (text = start; text < end && *text != '\n' && *text != '\r';)
        text++;

      g_autofree char *tag = g_utf8_make_valid (start, text - start);
      strip_comment_end (tag);
      if (*tag != '\0' &&
          !g_ptr_array_find_with_equal_func (tags, tag, g_str_equal, NULL))
        g_ptr_array_add (tags, g_steal_pointer (&tag));
    }
}

static char *
dup_list (const GPtrArray *tags)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < tags->len; i++)
    g_string_append_printf (list, "%s%s", i == 0 ? "" : "; ",
                            (const char *) g_ptr_array_index (tags, i));

  return g_string_free (list, FALSE);
}

char *
im_licence_dup_all (const GPtrArray *tags, gboolean *is_expression)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  *is_expression = FALSE;
  if (tags->len == 0)
    return NULL;
  for (guint i = 0; i < tags->len; i++)
    {
      gboolean has_or;
      g_autofree char *part = dup_expression (g_ptr_array_index (tags, i), &has_or);

      if (part == NULL)
        return dup_list (tags);
      if (has_or && tags->len > 1)
        {
          char *grouped = g_strdup_printf ("(%s)", part);

          g_free (part);
          part = grouped;
        }
      if (!g_ptr_array_find_with_equal_func (parts, part, g_str_equal, NULL))
        g_ptr_array_add (parts, g_steal_pointer (&part));
    }
  *is_expression = TRUE;
  g_ptr_array_add (parts, NULL);

  return g_strjoinv (" AND ", (char **) parts->pdata);
}
