/* SPDX-License-Identifier: MIT
 *
 * What the documentation of a unit shows must be there, and so must the tests that its
 * code names.
 */
#include <string.h>

#include "check/im-unit-check-private.h"

/* Whether a path stays below the folder that it starts from. */
static gboolean
stays_below (const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);
  gint depth = 0;

  for (guint i = 0; parts[i] != NULL; i++)
    {
      depth += strcmp (parts[i], "..") == 0                       ? -1
               : *parts[i] == '\0' || strcmp (parts[i], ".") == 0 ? 0
                                                                  : 1;
      if (depth < 0)
        return FALSE;
    }

  return !g_path_is_absolute (path);
}

/* Images outside of the folder are not looked for: nothing there is of concern here. */
static void
check_image (ImUnitCheck *check, const ImUnitMarkup *markup)
{
  ImUnitText file = markup->reference;
  g_autofree char *folder = g_path_get_dirname (
      im_unit_file_get_path (check->unit->file));

  if (file.text == NULL || *file.text == '\0')
    {
      im_unit_check_report (check, IM_SEVERITY_WARNING, "missing-attribute", markup->tag,
                            "<Image> needs the attribute “file”");
      return;
    }
  if (!stays_below (file.text) || !g_file_test (folder, G_FILE_TEST_IS_DIR))
    return;

  g_autofree char *path = g_build_filename (folder, file.text, NULL);
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    im_unit_check_report (check, IM_SEVERITY_WARNING, "missing-image", file.raw,
                          "there is no image “%s” beside the unit", file.text);
}

static void
check_inline (ImUnitCheck *check, const ImUnitMarkup *markup)
{
  const ImUnitText *fragment = &markup->reference;

  if (fragment->text == NULL || *fragment->text == '\0')
    im_unit_check_report (check, IM_SEVERITY_WARNING, "missing-attribute", markup->tag,
                          "<Inline> needs the attribute “fragment”");
  else
    im_unit_check_reference (check, fragment);
}

static void
check_content (ImUnitCheck *check, const ImUnitMarkup *markup)
{
  for (const ImUnitMarkup *child = markup->first_child; child != NULL;
       child = child->next)
    {
      if (child->kind == IM_MARKUP_IMAGE)
        check_image (check, child);
      else if (child->kind == IM_MARKUP_INLINE)
        check_inline (check, child);
      check_content (check, child);
    }
}

void
im_unit_check_description (ImUnitCheck *check)
{
  if (check->library != NULL && check->unit->description != NULL)
    check_content (check, check->unit->description);
}

static void
check_test (ImUnitCheck *check, const ImFragmentFile *file, const ImFragmentTest *test)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ImSource) source = im_unit_library_load_code (
      check->library, im_source_get_name (file->source), test->file, &error);

  if (source == NULL)
    im_diagnostics_add (check->diagnostics, IM_SEVERITY_WARNING, "missing-test",
                        file->source, test->span, "the test cannot be read: %s",
                        error->message);
  else if (im_fragment_test_find (test, im_source_get_text (source, NULL)) < 0)
    im_diagnostics_add (check->diagnostics, IM_SEVERITY_WARNING, "missing-test",
                        file->source, test->span, "“%s” has no function “%s”", test->file,
                        test->function);
  else
    return;
  im_diagnostics_set_subject (check->diagnostics,
                              (ImSubject){ .detail = test->function });
}

void
im_unit_check_tests (ImUnitCheck *check, const ImFragment *fragment)
{
  const ImFragmentFile *file = fragment->file;

  for (guint i = 0; i < fragment->needs.n_tests; i++)
    check_test (check, file, &fragment->needs.tests[i]);
  if (g_hash_table_add (check->told_code, (gpointer) file))
    for (guint i = 0; i < file->needs.n_tests; i++)
      check_test (check, file, &file->needs.tests[i]);
}
