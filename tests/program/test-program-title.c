/* What people call nodes.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/im-program-title.h"
#include "unit/im-unit-file.h"

static const struct
{
  const char *name, *path, *title;
} cases[] = {
  { "stack", "SlidingWindow", "Sliding Window" },
  { "stack-second", "SlidingWindow2", "Sliding Window 2" },
  { "graph", "slidingwindow", "Sliding Window" },
  { "graph-second", "slidingwindow_2", "Sliding Window 2" },
  { "chosen", "gravity", "Sliding Window (gravity)" },
  { "longer", "slidingwindows", "Sliding Window (slidingwindows)" },
  { "dash", "slidingwindow_", "Sliding Window (slidingwindow_)" },
  { "editor", "node_17", "Sliding Window" },
  { "uuid", "0b5ac8a4-5d2b-4f6e-9a39-7b6f3d5b0f11", "Sliding Window" },
  { "inside", "mel/fft/SlidingWindow", "mel › fft › Sliding Window" },
};

static void
test_title (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  ImUnit unit = { .id = { .text = "Core.Queues.SlidingWindow" },
                  .display_name = "Sliding Window" };
  g_autofree char *title = im_program_dup_title (cases[i].path, &unit);

  g_assert_cmpstr (title, ==, cases[i].title);
}

static void
test_unknown (void)
{
  g_autofree char *title = im_program_dup_title ("mel/lost", NULL);

  g_assert_cmpstr (title, ==, "mel › lost");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/program/title/", cases[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_title);
    }
  g_test_add_func ("/program/title/unknown", test_unknown);

  return g_test_run ();
}
