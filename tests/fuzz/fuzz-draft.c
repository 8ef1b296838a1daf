/* SPDX-License-Identifier: MIT
 *
 * The input is a draft as a crash leaves it. What is read is written and read again to
 * the same.
 */
#include "document/disk/im-draft.h"

#include <string.h>
#include <unistd.h>

#include "base/im-file.h"
#include "fuzz-file.h"
#include "fuzz.h"

/* A file of its own that the writer may replace. */
static char *
get_path (void)
{
  static char *folder;

  if (folder == NULL)
    folder = g_dir_make_tmp ("fuzz-XXXXXX", NULL);

  return g_build_filename (folder, "again.draft", NULL);
}

static void
check_again (const ImDraft *draft)
{
  g_autofree char *path = get_path ();
  g_autoptr (GError) error = NULL;
  g_autoptr (ImDraft) again = NULL;

  g_assert_true (im_draft_write (draft, path, &error));
  again = im_draft_read (path, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (again->path, ==, draft->path);
  g_assert_cmpstr (again->base, ==, draft->base);
  g_assert_cmpint (again->time_s, ==, draft->time_s);
  g_assert_true (g_bytes_equal (again->bytes, draft->bytes));
  g_assert_cmpstr (again->editor_text, ==, draft->editor_text);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  int descriptor = fuzz_file_make (data, size);
  g_autofree char *path = fuzz_file_dup_path (descriptor);
  g_autoptr (GError) error = NULL;
  g_autoptr (ImDraft) draft = im_draft_read (path, &error);

  close (descriptor);
  g_assert_true ((draft == NULL) == (error != NULL));
  if (draft == NULL)
    {
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return 0;
    }
  g_assert_nonnull (draft->path);
  g_assert_nonnull (draft->bytes);
  check_again (draft);

  return 0;
}
