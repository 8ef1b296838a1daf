/* SPDX-License-Identifier: MIT
 *
 * A hundred thousand steps of a stack, and of a graph: they take memory for what they
 * change, and undone they give back the bytes of the file.
 */
#include "document/state/im-document-steps.h"
#include "example.h"

#include <stdlib.h>
#include <unistd.h>

/* The address sanitizer takes its time, and keeps what was freed for a while. */
#ifdef __SANITIZE_ADDRESS__
#define N_STEPS 10000
#define MAX_KB  G_MAXINT
#else
#define N_STEPS 100000
#define MAX_KB  100000 /* about 1 kB a step, and what is kept of the last edits */
#endif
#define MAX_STRIDE       400
#define OPTION_OF_WINDOW "stride"

/* What is in memory, in kB; 0 where the system does not say. */
static gulong
get_resident_kb (void)
{
  g_autofree char *text = NULL;
  gulong pages = 0;

  if (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL))
    pages = strtoul (strchr (text, ' ') == NULL ? "" : strchr (text, ' '), NULL, 10);

  return pages * (gulong) sysconf (_SC_PAGESIZE) / 1024;
}

/* Another place or another value, in turns: none of them goes on with a gesture. */
static void
take_step (ImDocument *document, guint layer, guint number)
{
  g_autofree char *stride = g_strdup_printf ("%u", number / 2 % MAX_STRIDE + 1);
  ImDocumentPlace place = { im_document_find_node (document, layer), number % 977, 10 };
  g_autoptr (GError) error = NULL;

  if (number % 2 == 0)
    im_document_place_nodes (document, &place, 1, &error);
  else
    im_document_set_argument (document, layer, OPTION_OF_WINDOW, stride, &error);
  g_assert_no_error (error);
}

static void
test_steps (Fixture *fixture, gconstpointer example)
{
  ImDocument *document = fixture->document;
  guint layer = 0;
  gulong before, after;
  g_autoptr (GBytes) undone = NULL;

  while (im_unit_find_parameter (im_document_get_layer (document, layer)->unit,
                                 OPTION_OF_WINDOW) == NULL)
    layer++;
  for (guint i = 0; i < 100; i++)
    take_step (document, layer, i);
  before = get_resident_kb ();
  for (guint i = 100; i < N_STEPS; i++)
    take_step (document, layer, i);
  after = get_resident_kb ();
  g_assert_cmpuint (im_document_get_n_steps (document), >, N_STEPS);
  g_test_message ("%lu kB before, %lu kB after %u steps", before, after, N_STEPS);
  g_assert_cmpuint (after, <=, before + MAX_KB);

  im_document_go_to_step (document, 0);
  undone = dup_bytes (document);
  g_assert_true (g_bytes_equal (undone, fixture->before));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/many-steps/stack", Fixture, "audio-window.imunit", set_up_example,
              test_steps, tear_down_example);
  g_test_add ("/many-steps/graph", Fixture, "high-band-level.imunit", set_up_example,
              test_steps, tear_down_example);

  return g_test_run ();
}
