/* SPDX-License-Identifier: MIT
 *
 * How long a pipeline of 1,000 layers takes to elaborate, and how long an edit of a
 * single layer in the middle takes, with the new graph and with freeing what was there
 * before. The first edit after an elaboration is measured apart: most of its time the
 * kernel gives it fresh pages for its arrays, which those that follow take over. So it is
 * held to milliseconds, and those that follow to a part of the elaboration, too. Each
 * time is the median of all rounds.
 *
 * usage: bench-program UNITS
 */
#include <stdlib.h>
#include <string.h>

#include "bench-measure.h"
#include "graph/im-graph-edit.h"
#include "program/im-program.h"

#define N_LAYERS      1000
#define EDITED_LAYER  500
#define N_ROUNDS      31
#define N_EDITS       10   /* of each kind in a round, one of them the first */
#define EVALUATE_GOAL 15.0 /* ms */
#define EDIT_GOAL     1.0  /* ms */
#define RATIO_GOAL    0.05
#define TOLERANCE     1.02

/* Times in milliseconds. */
typedef struct
{
  double ms[N_ROUNDS * N_EDITS];
  guint n;
} Times;

static void
add_time (Times *times, double start_ms)
{
  g_assert_cmpuint (times->n, <, G_N_ELEMENTS (times->ms));
  times->ms[times->n++] = bench_get_time_ms () - start_ms;
}

static int
compare_times (const void *a, const void *b)
{
  double first = *(const double *) a, second = *(const double *) b;

  return (first > second) - (first < second);
}

static double
get_ranked (Times *times, guint rank)
{
  qsort (times->ms, times->n, sizeof times->ms[0], compare_times);

  return times->ms[rank];
}

static double
get_median (Times *times)
{
  return get_ranked (times, times->n / 2);
}

static char *
write_pipeline (const char *constant)
{
  g_autoptr (GString) text = g_string_new (
      "<Imaginet xmlns:im=\"urn:imaginet-studio:1\"><Composite unit=\"Bench.Pipeline\">"
      "<Parameters><InputSocket name=\"input\" pipe=\"data\" im:type=\"Float32\" "
      "im:shape=\"[3]\" im:rate=\"100\"/><DoubleOption name=\"level\" default=\"1\"/>"
      "<OutputSocket name=\"output\" type=\"input.type\" "
      "shape=\"System.Shape(50,3)\" pipe=\"data\"/></Parameters><Stacked>\n");

  for (guint i = 0; i < N_LAYERS; i++)
    if (i == 0)
      g_string_append (text, "<Unit id=\"Core.Queues.SlidingWindow\"><Argument "
                             "param=\"window_shape\">System.Shape(50,3)</Argument>"
                             "<Argument param=\"stride\">75</Argument></Unit>\n");
    else if (i == EDITED_LAYER)
      g_string_append_printf (text,
                              "<Unit id=\"Core.Math.AddConstant\"><Argument "
                              "param=\"constant\">%s</Argument></Unit>\n",
                              constant);
    else if (i % 3 == 0)
      g_string_append (text, "<Unit id=\"Core.Math.Abs\"/>\n");
    else if (i % 3 == 1)
      g_string_append (text, "<Unit id=\"Core.Math.AddConstant\"><Argument "
                             "param=\"constant\">0.5</Argument></Unit>\n");
    else
      g_string_append (text, "<Unit id=\"Core.Window.Hann\"><Argument "
                             "param=\"axis\">1</Argument></Unit>\n");
  g_string_append (text, "</Stacked></Composite></Imaginet>\n");

  return g_string_free (g_steal_pointer (&text), FALSE);
}

static ImUnitFile *
read_pipeline (const char *constant, ImDiagnostics *diagnostics)
{
  g_autofree char *text = write_pipeline (constant);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  ImUnitFile *file = im_unit_file_parse (bytes, "pipeline.imunit", diagnostics);

  g_assert_nonnull (file);
  return file;
}

/* A program with its graph, of which the next edit makes the next. */
typedef struct
{
  ImUnitLibrary *library;
  ImDiagnostics *diagnostics;
  ImGraph *graph;
  ImProgram *program;
  ImUnitBinding level;
} Session;

static void
session_begin (Session *session, const ImUnit *unit, Times *times)
{
  double start_ms = bench_get_time_ms ();

  session->graph = im_graph_load (unit, session->library, session->diagnostics);
  session->level = (ImUnitBinding){ "level", IM_DOUBLE (1) };
  session->program = im_program_elaborate_graph (
      NULL, session->graph, session->library, &session->level, 1, session->diagnostics);
  add_time (times, start_ms);
  g_assert_cmpuint (session->program->n_instances, ==, N_LAYERS);
}

static void
session_end (Session *session)
{
  im_program_unref (session->program);
  im_graph_unref (session->graph);
}

/* Elaborates @graph in place of the graph of the session. */
static void
session_go_on (Session *session, ImGraph *graph)
{
  ImProgram *program = im_program_elaborate_graph (session->program, graph,
                                                   session->library, &session->level, 1,
                                                   session->diagnostics);

  im_program_unref (session->program);
  im_graph_unref (session->graph);
  session->program = program;
  session->graph = graph;
}

static void
apply (Session *session, const ImGraphEdit *edit)
{
  ImGraph *graph = im_graph_edit_apply (session->graph, edit, session->library, NULL,
                                        session->diagnostics);

  g_assert_nonnull (graph);
  session_go_on (session, graph);
}

static const char *
get_edited (const Session *session)
{
  guint first = 1; /* behind the input */

  return session->graph->nodes[session->graph->order[first + EDITED_LAYER]]->name;
}

/* The option of the composite that the edited layer uses, as of a slider that is dragged.
 */
static void
turn (Session *session, guint i)
{
  session->level.value = IM_DOUBLE (i + 2);
  session_go_on (session, im_graph_ref (session->graph));
}

static void
set_own (Session *session, guint i)
{
  char value[G_ASCII_DTOSTR_BUF_SIZE];
  ImGraphEdit edit = {
    .kind = IM_GRAPH_EDIT_SET_OPTION,
    .node = get_edited (session),
    .option = { "constant", g_ascii_dtostr (value, sizeof value, i + 0.25), 0 },
  };

  apply (session, &edit);
}

static void
toggle (Session *session, guint i)
{
  ImGraphEdit edit = { .kind = IM_GRAPH_EDIT_ENABLE,
                       .node = get_edited (session),
                       .is_enabled = i % 2 == 1 };

  apply (session, &edit);
}

static void
insert (Session *session, guint i)
{
  ImGraphEdit edit = { .kind = IM_GRAPH_EDIT_INSERT,
                       .layer = { "Core.Math.AddConstant", get_edited (session), NULL } };

  apply (session, &edit);
}

static void
remove_edited (Session *session, guint i)
{
  ImGraphEdit edit = { .kind = IM_GRAPH_EDIT_REMOVE, .node = get_edited (session) };

  apply (session, &edit);
}

static void
move_to_end (Session *session, guint i)
{
  ImGraphEdit edit = { .kind = IM_GRAPH_EDIT_MOVE, .node = get_edited (session) };

  apply (session, &edit);
}

/* One kind of edit and its times. */
typedef struct
{
  const char *name;
  void (*edit) (Session *session, guint i);
  gint step; /* what an edit adds to the number of instances, each time */
  Times first;
  Times following;
} Case;

static Case cases[] = {
  { "option of the composite", turn, 0 },
  { "option of the layer", set_own, 0 },
  { "layer switched off and on", toggle, 0 },
  { "layer inserted", insert, 1 },
  { "layer removed", remove_edited, -1 },
  { "layer moved to the end", move_to_end, 0 },
};

static void
measure_edits (Session *session, Case *c)
{
  for (guint i = 0; i < N_EDITS; i++)
    {
      double start_ms = bench_get_time_ms ();

      c->edit (session, i);
      add_time (i == 0 ? &c->first : &c->following, start_ms);
    }
  g_assert_cmpint ((gint) session->program->n_instances, ==,
                   N_LAYERS + c->step * N_EDITS);
}

/* The same values in a file that was read again: nothing but the graph is new. */
static void
measure_reading (Session *session, Times *reading, Times *again)
{
  double start_ms = bench_get_time_ms ();
  g_autoptr (ImUnitFile) file = read_pipeline ("7.0", session->diagnostics);

  add_time (reading, start_ms);
  start_ms = bench_get_time_ms ();
  g_autoptr (ImProgram) program = im_program_elaborate_again (
      session->program, im_unit_file_get_unit (file, 0), session->library, NULL, 0,
      session->diagnostics);
  add_time (again, start_ms);
  g_assert_true (program->instances[EDITED_LAYER + 1].evaluation ==
                 session->program->instances[EDITED_LAYER + 1].evaluation);
}

static gboolean
print_row (const char *name,
           const char *which,
           double measured,
           double goal,
           gboolean is_ms)
{
  g_autofree char *label = g_strconcat (name, which, NULL);
  gboolean ok = measured <= goal * TOLERANCE;

  g_print ("%-48s %8.3f %-3s %8.3f  %s\n", label, measured, is_ms ? "ms" : "", goal,
           ok ? "ok" : "OVER");
  return ok;
}

static gboolean
print_times (Times *evaluate, Times *reading, Times *again)
{
  double all = get_ranked (evaluate, 0), peer_ms = bench_measure_peer_ms ();
  gboolean ok;

  g_print ("%-48s %8s %-3s %8s\n", "1,000 layers", "measured", "", "goal");
  ok = print_row ("elaborate", "", all, EVALUATE_GOAL * peer_ms, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double following = get_median (&cases[i].following);

      ok = print_row (cases[i].name, ", first", get_median (&cases[i].first),
                      EDIT_GOAL * peer_ms, TRUE) &&
           ok;
      ok = print_row (cases[i].name, ", following", following, EDIT_GOAL * peer_ms,
                      TRUE) &&
           ok;
      ok = print_row ("", "  part of all", following / all, RATIO_GOAL, FALSE) && ok;
    }
  g_print ("%-48s %8.3f ms\n", "read the file again", get_median (reading));
  g_print ("%-48s %8.3f ms\n", "again after the file was read again", get_median (again));

  return ok;
}

int
main (int argc, char **argv)
{
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) reading = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  static Times evaluate, read_times, again;
  Session session = { .library = library, .diagnostics = diagnostics };

  if (argc != 2)
    {
      g_printerr ("usage: bench-program UNITS\n");
      return 2;
    }

  im_unit_library_add_root (library, argv[1], reading);
  g_autoptr (ImUnitFile) file = read_pipeline ("level", diagnostics);
  const ImUnit *unit = im_unit_file_get_unit (file, 0);
  for (guint i = 0; i < N_ROUNDS; i++)
    for (guint j = 0; j < G_N_ELEMENTS (cases); j++)
      {
        session_begin (&session, unit, &evaluate);
        measure_edits (&session, &cases[j]);
        if (j == 0)
          measure_reading (&session, &read_times, &again);
        session_end (&session);
      }
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    g_printerr ("%s\n", im_diagnostics_get (diagnostics, i)->message);

  return print_times (&evaluate, &read_times, &again) &&
                 im_diagnostics_get_count (diagnostics) == 0
             ? 0
             : 1;
}
