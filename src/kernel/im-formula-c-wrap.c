/* SPDX-License-Identifier: MIT
 *
 * Long lines of C go on in the next one. What follows a bracket that is open stands below
 * what it begins with, and what is in none behind the assignment or two levels further
 * right.
 */
#include <string.h>

#include "kernel/im-formula-c-private.h"

#define MAX_COLUMNS  100
#define MAX_ALIGNED  60 /* a bracket further right leaves too little room */
#define MAX_BRACKETS 32

typedef struct
{
  guint columns[MAX_BRACKETS]; /* of what is in each bracket */
  guint depth;
} Brackets;

static void
follow (Brackets *brackets, char c, guint column)
{
  if (c == '(' || c == '[')
    {
      if (brackets->depth < MAX_BRACKETS)
        brackets->columns[brackets->depth] = column + 1;
      brackets->depth++;
    }
  else if ((c == ')' || c == ']') && brackets->depth > 0)
    brackets->depth--;
}

/* Whether a line may end before the blank at @at. */
static gboolean
ends_before (const char *line, guint at)
{
  if (line[at] != ' ' || at < 2)
    return FALSE;
  if (line[at - 1] == ',' || line[at - 1] == ';')
    return TRUE;
  if (line[at + 1] == '?' || line[at + 1] == ':')
    return line[at + 2] == ' ';

  return strchr ("+-*/=<>&|", line[at - 1]) != NULL &&
         (line[at - 2] == ' ' || line[at - 1] == '=');
}

/* The blank that a line ends before, or 0 if there is none. */
static guint
find_end (const char *line, guint indent, guint room, Brackets brackets)
{
  guint end = 0, least = G_MAXUINT;

  for (guint i = indent; line[i] != '\0' && i <= room; i++)
    {
      if (i > indent && brackets.depth <= least && ends_before (line, i))
        {
          least = brackets.depth;
          end = i;
        }
      follow (&brackets, line[i], i);
    }

  return end;
}

/* What is in no bracket stands behind the `=` of a statement. */
static guint
get_column (const char *line, const Brackets *brackets, guint indent)
{
  const char *assignment = strstr (line, "= ");
  guint column = indent + 4;

  if (brackets->depth > 0 && brackets->depth <= MAX_BRACKETS)
    column = brackets->columns[brackets->depth - 1];
  else if (assignment != NULL)
    column = (guint) (assignment - line) + 2;

  return column > MAX_ALIGNED ? indent + 4 : column;
}

static void
append_code (const char *line, guint indent, GString *out)
{
  g_autofree char *rest = g_strdup (line);
  Brackets brackets = { .depth = 0 };
  guint start = indent, end = 0;

  while (strlen (rest) > MAX_COLUMNS &&
         (end = find_end (rest, start, MAX_COLUMNS, brackets)) > 0)
    {
      g_autofree char *all = g_steal_pointer (&rest);

      for (guint i = start; i < end; i++)
        follow (&brackets, all[i], i);
      g_string_append_len (out, all, end);
      g_string_append_c (out, '\n');
      start = get_column (line, &brackets, indent);
      rest = g_strdup_printf ("%*s%s", (int) start, "", all + end + 1);
    }
  g_string_append (out, rest);
}

/* The last blank of a part of @length, behind a comma or the like if there is one. */
static gsize
find_blank (const char *text, gsize length)
{
  gsize blank = 0;

  for (gsize i = length; i > 0; i--)
    if (text[i] == ' ' && strchr (",;", text[i - 1]) != NULL)
      return i;
    else if (text[i] == ' ' && blank == 0)
      blank = i;

  return blank;
}

static void
append_comment (const char *line, guint indent, GString *out)
{
  const char *rest = line + indent;
  gsize room = MAX_COLUMNS - indent, end = 0;

  g_string_append_printf (out, "%*s", (int) indent, "");
  while (strlen (rest) > room && (end = find_blank (rest, room)) > 0)
    {
      g_string_append_len (out, rest, (gssize) end);
      g_string_append_printf (out, "\n%*s", (int) indent + 3, "");
      rest += end + 1;
      room = MAX_COLUMNS - indent - 3;
    }
  g_string_append (out, rest);
}

void
im_formula_c_append_wrapped (const char *code, GString *out)
{
  g_auto (GStrv) lines = g_strsplit (code, "\n", -1);

  for (char **line = lines; *line != NULL; line++)
    {
      guint indent = (guint) strspn (*line, " ");

      if (g_str_has_prefix (*line + indent, "/*"))
        append_comment (*line, indent, out);
      else
        append_code (*line, indent, out);
      if (line[1] != NULL)
        g_string_append_c (out, '\n');
    }
}
