/* SPDX-License-Identifier: MIT
 *
 * Lines of a code file, edited as scripts say it.
 */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "document/change/im-document-change.h"
#include "document/state/im-document-code.h"

/* Finds the file among those of the document: a script may come from anywhere. */
static gboolean
check_file (ImDocument *self, const char *file, GError **error)
{
  g_autoptr (GPtrArray) files = im_document_list_code (self);
  g_autofree char *all = NULL;
  g_autofree char *problem = NULL;

  if (g_ptr_array_find_with_equal_func (files, file, g_str_equal, NULL))
    return TRUE;
  g_ptr_array_add (files, NULL);
  all = g_strjoinv (", ", (char **) files->pdata);
  /* Translators: names of files */
  problem = *all == '\0'
                ? g_strdup (_ ("there is no code beside this file"))
                : g_strdup_printf (_ ("expected one of the code files: %s"), all);

  return im_document_refuse (error, file, problem);
}

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (const char *at = text; *at != '\0'; at++)
    n += *at == '\n' || at[1] == '\0';

  return n;
}

/* Reads `5`, `5-8`, `5-4` or `all`; @end is the first line behind them, from 1. */
static gboolean
read_lines (const char *lines, guint n, guint *first, guint *end)
{
  const char *dash = strchr (lines, '-');
  g_autofree char *head = dash == NULL ? g_strdup (lines)
                                       : g_strndup (lines, (gsize) (dash - lines));
  guint64 from, to;

  *first = 1;
  *end = n + 1;
  if (strcmp (lines, "all") == 0)
    return TRUE;
  if (!g_ascii_string_to_unsigned (head, 10, 1, n + 1, &from, NULL))
    return FALSE;
  to = from;
  if (dash != NULL && !g_ascii_string_to_unsigned (dash + 1, 10, from - 1, n, &to, NULL))
    return FALSE;
  *first = (guint) from;
  *end = (guint) to + 1;

  return to <= n;
}

/* Where a line begins, or the end of the text behind the last one. */
static const char *
find_line (const char *text, guint line)
{
  while (--line > 0 && *text != '\0')
    {
      const char *stop = strchr (text, '\n');

      text = stop == NULL ? text + strlen (text) : stop + 1;
    }

  return text;
}

gboolean
im_document_apply_code (ImDocument *self, const ImEdit *edit, GError **error)
{
  g_autofree char *old = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  const char *begin, *rest;
  guint n, first, end;

  if (!check_file (self, edit->element, error))
    return FALSE;
  old = im_document_dup_code (self, edit->element, error);
  if (old == NULL)
    return FALSE;
  n = count_lines (old);
  if (!read_lines (edit->name, n, &first, &end))
    {
      g_autofree char *problem = g_strdup_printf (
          /* Translators: what is wrong, and a number of lines */
          _ ("“%s” are no lines: it has %u, expected such as 5, 5-8, 5-4 for none in "
             "front of line 5, or all"),
          edit->name, n);

      return im_document_refuse (error, edit->element, problem);
    }
  begin = find_line (old, first);
  rest = find_line (old, end);
  g_string_append_len (text, old, begin - old);
  if (text->len > 0 && text->str[text->len - 1] != '\n')
    g_string_append_c (text, '\n');
  if (edit->text != NULL)
    g_string_append_printf (text, "%s\n", edit->text);
  g_string_append (text, rest);

  return strcmp (text->str, old) != 0 &&
         im_document_set_code (self, edit->element, text->str, NULL, error);
}
