/* SPDX-License-Identifier: MIT
 *
 * Lines of a code file, edited as scripts say it.
 */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "document/change/im-document-change.h"
#include "document/edit/im-code-lines.h"
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

gboolean
im_document_apply_code (ImDocument *self, const ImEdit *edit, GError **error)
{
  g_autofree char *old = NULL;
  g_autofree char *text = NULL;
  guint n, first, end;

  if (!check_file (self, edit->element, error))
    return FALSE;
  old = im_document_dup_code (self, edit->element, error);
  if (old == NULL)
    return FALSE;
  n = im_code_lines_count (old);
  if (!im_code_lines_read (edit->name, n, &first, &end))
    {
      g_autofree char *problem = g_strdup_printf (
          /* Translators: what is wrong, and a number of lines */
          _ ("“%s” are no lines: it has %u, expected such as 5, 5-8, 5-4 for none in "
             "front of line 5, or all"),
          edit->name, n);

      return im_document_refuse (error, edit->element, problem);
    }
  text = im_code_lines_replace (old, first, end, edit->text);

  return strcmp (text, old) != 0 &&
         im_document_set_code (self, edit->element, text, NULL, error);
}
