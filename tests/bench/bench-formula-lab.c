/* SPDX-License-Identifier: MIT
 *
 * usage: bench-formula-lab
 *
 * Measures what a key costs in the Formula Lab, for each of its examples: from the key
 * until all that follows is drawn. The times are those of the processor, of all threads,
 * and the goal grows with what a peer takes on the same machine.
 */
#include <adwaita.h>
#include <time.h>

#include "bench-measure.h"
#include "lab/im-formula-lab.h"
#include "studio/common/studio-code-page.h"
#include "studio/lab/studio-formula-lab.h"

#define N_KEYS    21
#define GOAL_MS   10.0
#define REST_MS   250 /* in which a key is answered and drawn on a busy machine */
#define SETTLE_MS 600

static double
get_process_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);

  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static void
end_cb (gpointer is_over)
{
  *(gboolean *) is_over = TRUE;
}

static void
run_for (guint ms)
{
  gboolean is_over = FALSE;

  g_timeout_add_once (ms, end_cb, &is_over);
  while (!is_over)
    g_main_context_iteration (NULL, TRUE);
}

/* The first page of code is the editor. */
static GtkTextBuffer *
find_editor (GtkWidget *widget)
{
  GtkTextBuffer *found = NULL;

  if (STUDIO_IS_CODE_PAGE (widget))
    return studio_code_page_get_buffer (STUDIO_CODE_PAGE (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_editor (child);

  return found;
}

static gboolean
measure (GtkWidget *lab, guint example, const char *name)
{
  double times_ms[N_KEYS], peer_ms = bench_measure_peer_ms ();
  GtkTextBuffer *editor = find_editor (lab);

  gtk_widget_activate_action (lab, "lab.example", "u", example);
  run_for (SETTLE_MS);
  for (guint i = 0; i < N_KEYS; i++)
    {
      double start_ms = get_process_ms ();
      GtkTextIter end;

      gtk_text_buffer_get_end_iter (editor, &end);
      gtk_text_buffer_insert (editor, &end, i % 10 == 9 ? "\n" : " ", -1);
      run_for (REST_MS);
      times_ms[i] = get_process_ms () - start_ms;
    }
  peer_ms = MAX (peer_ms, bench_measure_peer_ms ());

  return bench_report (name, bench_get_median (times_ms, N_KEYS), GOAL_MS * peer_ms,
                       "ms");
}

int
main (void)
{
  const ImFormulaExample *examples;
  GtkWidget *lab;
  gboolean ok = TRUE;
  guint n;

  if (!gtk_init_check ())
    return 77;
  adw_init ();
  studio_formula_lab_present (NULL, NULL);
  lab = GTK_WIDGET (g_list_model_get_item (gtk_window_get_toplevels (), 0));
  run_for (2 * SETTLE_MS);
  examples = im_formula_lab_get_examples (&n);
  g_print ("%-40s %10s %10s\n", "a key in the Formula Lab", "median", "goal");
  for (guint i = 0; i < n; i++)
    ok = measure (lab, i, examples[i].title) && ok;
  g_object_unref (lab);

  return ok ? 0 : 1;
}
