/* SPDX-License-Identifier: MIT
 *
 * usage: test-endurance [ACTIONS [SEED]]
 *
 * A window in which somebody works for long: edits of all kinds, undone and redone,
 * composites that are opened and left, selections, views. Warnings of GTK end the
 * program; memory grows by the steps that can be undone, and by little else.
 */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "document/random-edits.h"
#include "document/state/im-document-steps.h"
#include "studio-test.h"
#include "studio/page/studio-page-private.h"
#include "studio/window/studio-window-private.h"

#define N_ACTIONS  3000
#define N_FIRST    300 /* after which all views were seen, and caches are filled */
#define MAX_GROWTH (10 * 1024 * 1024)
#define MAX_LAYERS 40 /* from which on the file is what it was at first, again */
#define N_CHOICES  64 /* of an edit, in bytes */
#define SETTLE_S   1
#define SEED       20261123 /* of what is done */

typedef struct
{
  StudioWindow *window;
  GRand *random;
  guint n_frames;
} Work;

static void
painted_cb (GdkFrameClock *clock, Work *work)
{
  work->n_frames++;
}

static void
settle (void)
{
  gint64 end = g_get_monotonic_time () + SETTLE_S * G_USEC_PER_SEC;

  while (g_get_monotonic_time () < end)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
}

static void
wait_for_frame (Work *work)
{
  guint n_frames = work->n_frames;

  gtk_widget_queue_draw (GTK_WIDGET (work->window->page->canvas));
  gtk_widget_queue_draw (GTK_WIDGET (work->window));
  while (work->n_frames == n_frames)
    g_main_context_iteration (NULL, TRUE);
}

static void
edit (Work *work)
{
  guint8 choices[N_CHOICES];
  RandomEdits edits = { choices, sizeof choices, 0, FALSE };

  for (guint i = 0; i < sizeof choices; i++)
    choices[i] = (guint8) g_rand_int_range (work->random, 0, 256);
  random_edits_step (&edits, work->window->page->document);
  if (im_document_get_n_layers (work->window->page->document) > MAX_LAYERS)
    im_document_go_to_step (work->window->page->document, 0);
}

static void
select_layer (Work *work)
{
  gint n = (gint) im_document_get_n_layers (work->window->page->document);

  studio_session_select_layer (work->window->page->session,
                               g_rand_int_range (work->random, -1, n));
}

static void
show_view (Work *work)
{
  static const char *const views[] = { "canvas", "stack", "outline", "code", "diagrams" };

  gtk_widget_activate_action (
      GTK_WIDGET (work->window), "win.show-view", "s",
      views[g_rand_int_range (work->random, 0, G_N_ELEMENTS (views))]);
}

static void
zoom (Work *work)
{
  studio_session_set_zoom (work->window->page->session,
                           g_rand_double_range (work->random, 0.5, 2));
}

static void
act (Work *work)
{
  static void (*const actions[]) (Work * work) = { edit, edit,         edit, edit,
                                                   edit, select_layer, zoom, show_view };

  actions[g_rand_int_range (work->random, 0, G_N_ELEMENTS (actions))](work);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  if (g_rand_int_range (work->random, 0, 4) == 0)
    wait_for_frame (work);
}

/* Bytes that the program has asked for and not given back. */
static gsize
get_used (void)
{
  struct mallinfo2 info;

  settle ();
  info = mallinfo2 ();

  return info.uordblks + info.hblkhd;
}

int
main (int argc, char **argv)
{
  guint n_actions = argc > 1 ? (guint) atoi (argv[1]) : N_ACTIONS;
  guint32 seed = argc > 2 ? (guint32) atoi (argv[2]) : SEED;
  g_autoptr (GtkApplication) application = NULL;
  Work work = { NULL };
  gsize first = 0, last;

  g_test_init (&argc, &argv, NULL);
  g_print ("1..1\n");
  if (!gtk_init_check ())
    {
      g_print ("ok 1 - memory # SKIP no display\n");
      return 0;
    }
  application = studio_test_start ();
  work.window = STUDIO_WINDOW (studio_test_open (application, "motion-features.imunit"));
  work.random = g_rand_new_with_seed (seed);
  g_signal_connect (gtk_widget_get_frame_clock (GTK_WIDGET (work.window)), "after-paint",
                    G_CALLBACK (painted_cb), &work);
  for (guint i = 0; i < n_actions; i++)
    {
      if (i == N_FIRST)
        first = get_used ();
      act (&work);
      if (i % 500 == 499)
        g_print ("# %u actions: %" G_GSIZE_FORMAT " kB, %u steps\n", i + 1,
                 get_used () / 1024,
                 im_document_get_n_steps (work.window->page->document));
    }
  last = get_used ();
  g_print ("# from %" G_GSIZE_FORMAT " to %" G_GSIZE_FORMAT " kB\n", first / 1024,
           last / 1024);
  g_print ("%s 1 - memory grows by %d kB at most\n",
           last <= first + MAX_GROWTH ? "ok" : "not ok", MAX_GROWTH / 1024);
  g_rand_free (work.random);

  return last <= first + MAX_GROWTH ? 0 : 1;
}
