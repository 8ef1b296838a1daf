/* SPDX-License-Identifier: MIT
 *
 * How long a pipeline of 1,000 layers takes to elaborate, and how long one more time
 * after an edit of a single layer: in the middle, where the result of the layer stays as
 * it is.
 *
 * usage: bench-program UNITS
 */
#include <string.h>

#include "program/im-program.h"

#define N_LAYERS      1000
#define EDITED_LAYER  500
#define N_ROUNDS      30
#define N_EDITS       10
#define EVALUATE_GOAL 15.0 /* ms */
#define EDIT_GOAL     1.0  /* ms */
#define RATIO_GOAL    0.05
#define TOLERANCE     1.02

/* The shortest times of all rounds, in milliseconds. */
typedef struct
{
  double evaluate;
  double edit;
  double read;
  double edit_of_file;
} Times;

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

static void
keep_shortest (double *shortest, gint64 start)
{
  double ms = (double) (g_get_monotonic_time () - start) / 1000.0;

  if (*shortest <= 0 || ms < *shortest)
    *shortest = ms;
}

/* Turns the option that the edited layer uses, over and over, as somebody does who drags
 * a slider. */
static void
measure_edits (ImUnitLibrary *library,
               const ImProgram *program,
               ImDiagnostics *diagnostics,
               Times *times)
{
  g_autoptr (ImProgram) current = NULL;

  for (guint i = 0; i < N_EDITS; i++)
    {
      ImUnitBinding level = { "level", IM_DOUBLE (i + 2) };
      const ImProgram *previous = current != NULL ? current : program;
      gint64 start = g_get_monotonic_time ();
      g_autoptr (ImProgram) next = im_program_elaborate_again (
          previous, program->unit, library, &level, 1, diagnostics);

      keep_shortest (&times->edit, start);
      g_assert_cmpuint (next->n_instances, ==, N_LAYERS);
      g_assert_true (next->instances[EDITED_LAYER].evaluation !=
                     previous->instances[EDITED_LAYER].evaluation);
      g_assert_true (next->instances[EDITED_LAYER + 1].evaluation ==
                     previous->instances[EDITED_LAYER + 1].evaluation);
      im_program_free (current);
      current = g_steal_pointer (&next);
    }
}

/* Reads the file again with another value for the layer. */
static void
measure_edit_of_file (ImUnitLibrary *library,
                      const ImProgram *program,
                      ImDiagnostics *diagnostics,
                      Times *times)
{
  gint64 start = g_get_monotonic_time ();
  g_autoptr (ImUnitFile) file = read_pipeline ("7.0", diagnostics);

  keep_shortest (&times->read, start);
  start = g_get_monotonic_time ();
  g_autoptr (ImProgram) again = im_program_elaborate_again (
      program, im_unit_file_get_unit (file, 0), library, NULL, 0, diagnostics);
  keep_shortest (&times->edit_of_file, start);
  g_assert_true (again->instances[EDITED_LAYER + 1].evaluation ==
                 program->instances[EDITED_LAYER + 1].evaluation);
}

static void
measure (ImUnitLibrary *library, ImDiagnostics *diagnostics, Times *times)
{
  g_autoptr (ImUnitFile) file = read_pipeline ("level", diagnostics);
  const ImUnit *unit = im_unit_file_get_unit (file, 0);
  gint64 start = g_get_monotonic_time ();
  g_autoptr (ImProgram) program = im_program_elaborate (unit, library, NULL, 0,
                                                        diagnostics);

  keep_shortest (&times->evaluate, start);
  g_assert_cmpuint (program->n_instances, ==, N_LAYERS);
  measure_edits (library, program, diagnostics, times);
  measure_edit_of_file (library, program, diagnostics, times);
}

static gboolean
print_row (const char *name, double measured, double goal, const char *unit)
{
  gboolean ok = measured <= goal * TOLERANCE;

  g_print ("%-44s %8.3f %-3s %8.3f  %s\n", name, measured, unit, goal,
           ok ? "ok" : "OVER");
  return ok;
}

int
main (int argc, char **argv)
{
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) reading = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  Times times = { 0 };
  gboolean ok;

  if (argc != 2)
    {
      g_printerr ("usage: bench-program UNITS\n");
      return 2;
    }

  im_unit_library_add_root (library, argv[1], reading);
  for (guint i = 0; i < N_ROUNDS; i++)
    measure (library, diagnostics, &times);
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    g_printerr ("%s\n", im_diagnostics_get (diagnostics, i)->message);

  g_print ("%-44s %8s %-3s %8s\n", "1,000 layers", "measured", "", "goal");
  ok = print_row ("elaborate", times.evaluate, EVALUATE_GOAL, "ms");
  ok = print_row ("again after an edit of one layer", times.edit, EDIT_GOAL, "ms") && ok;
  ok = print_row ("the same, part of all", times.edit / times.evaluate, RATIO_GOAL, "") &&
       ok;
  g_print ("%-44s %8.3f ms\n", "read the file again", times.read);
  g_print ("%-44s %8.3f ms\n", "again after the file was read again", times.edit_of_file);

  return ok && im_diagnostics_get_count (diagnostics) == 0 ? 0 : 1;
}
