/* SPDX-License-Identifier: MIT
 *
 * The first byte chooses an example, the others are choices of edits. Few edits of small
 * pipelines lead to more states in a second than many of large ones.
 */
#include "fuzz-library.h"
#include "fuzz.h"
#include "random-edits.h"

#include "base/im-file.h"

#define MAX_CHOICES 24

static const char *const examples[] = {
  "graph.imunit",
  "stack.imunit",
};

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  ImUnitLibrary *library = fuzz_get_library ();
  g_autofree char *path = NULL;
  g_autoptr (GBytes) original = NULL;
  g_autoptr (ImDocument) document = NULL;

  if (size == 0)
    return 0;
  path = g_build_filename (FUZZ_EXAMPLES, examples[data[0] % G_N_ELEMENTS (examples)],
                           NULL);
  original = im_file_read (path, G_MAXINT, NULL);
  document = im_document_open (path, library, NULL);
  g_assert_nonnull (document);

  RandomEdits edits = { data + 1, MIN (size - 1, MAX_CHOICES), 0 };
  while (random_edits_step (&edits, document))
    ;
  fuzz_check_diagnostics (im_document_get_problems (document));
  random_edits_check_opens (document, library);
  random_edits_check_history (document, original);

  return 0;
}
