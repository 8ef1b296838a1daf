/* SPDX-License-Identifier: MIT
 *
 * usage: bench-inspector UNITS EXAMPLE
 *
 * Measures what an edit costs besides the canvas, as a slider makes it: the document, the
 * inspector and the list of problems with its fixes. The times are those of the
 * processor, and the goal grows with what a peer takes on the same machine.
 */
#include <adwaita.h>

#include "bench-measure.h"
#include "studio/inspector/studio-inspector.h"
#include "studio/session/studio-problem.h"
#include "studio/session/studio-problems.h"

#define N_EDITS 100
#define GOAL_MS 10.0 /* what the thread of the window may be busy */

/* Sets the stride of the first layer to numbers from @first on. */
static gboolean
measure (ImDocument *document, StudioSession *session, const char *name, guint first)
{
  double times_ms[N_EDITS], peer_ms = bench_measure_peer_ms ();

  for (guint i = 0; i < N_EDITS; i++)
    {
      g_autofree char *value = g_strdup_printf ("%u", first + i);
      ImDiagnostics *found = im_diagnostics_new ();
      double start_ms = bench_get_time_ms ();

      im_document_set_argument (document, 0, "stride", value, NULL);
      im_diagnostics_append (found, im_document_get_problems (document));
      studio_problem_update (G_LIST_STORE (studio_session_get_problems (session)),
                             document, found);
      times_ms[i] = bench_get_time_ms () - start_ms;
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
  peer_ms = MAX (peer_ms, bench_measure_peer_ms ());

  return bench_report (name, bench_get_median (times_ms, N_EDITS), GOAL_MS * peer_ms,
                       "ms");
}

static void
show (GtkWidget *inspector, GtkWidget *problems)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_set_vexpand (inspector, TRUE);
  gtk_box_append (GTK_BOX (box), inspector);
  gtk_box_append (GTK_BOX (box), problems);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_set_default_size (GTK_WINDOW (window), 400, 800);
  gtk_window_present (GTK_WINDOW (window));
  while (!gtk_widget_get_mapped (inspector))
    g_main_context_iteration (NULL, TRUE);
}

int
main (int argc, char **argv)
{
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) of_units = im_diagnostics_new ();
  g_autoptr (ImDocument) document = NULL;
  StudioInspector *inspector;
  g_autoptr (StudioSession) session = NULL;
  StudioProblems *problems;
  gboolean ok;

  if (argc != 3 || !gtk_init_check ())
    return 77;
  adw_init ();
  im_unit_library_add_root (library, argv[1], of_units);
  document = im_document_open (argv[2], library, NULL);
  g_assert_nonnull (document);
  inspector = g_object_new (STUDIO_TYPE_INSPECTOR, NULL);
  problems = g_object_new (STUDIO_TYPE_PROBLEMS, NULL);
  session = g_object_new (STUDIO_TYPE_SESSION, NULL);
  studio_session_set_document (session, document);
  studio_session_select_layer (session, 0);
  studio_inspector_bind (inspector, session);
  studio_problems_bind (problems, session);
  show (GTK_WIDGET (inspector), GTK_WIDGET (problems));
  studio_problems_toggle (problems);
  g_print ("%-40s %10s %10s\n", "an edit of an option", "median", "goal");
  ok = measure (document, session, "without problems", 100);
  ok = measure (document, session, "with a problem and its fix", 500) && ok;

  return ok ? 0 : 1;
}
