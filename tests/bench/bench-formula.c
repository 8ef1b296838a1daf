/* SPDX-License-Identifier: MIT
 *
 * How long a formula takes that is typed: reading it, checking it for shapes, finding its
 * loops, and writing C; the same of a file of 10,000 functions; and how long those of all
 * units take that are formulas, from their files, for their first examples. The goal
 * grows with what a peer takes on the same machine.
 *
 * usage: bench-formula UNITS
 */
#include "bench-measure.h"
#include "formula/im-unit-formula.h"
#include "kernel/im-formula-c.h"
#include "tile/im-tile-elaborate.h"

#define N_ROUNDS      200
#define N_UNIT_ROUNDS 11
#define N_FUNCTIONS   10000
#define N_CALLS       1000
#define CALLS_GOAL    400.0
#define GOAL          0.2 /* milliseconds, for reading, checking and finding loops */
#define C_GOAL        1.0
#define ALL_GOAL      5.0 /* for all units, with their C and Python */

typedef struct
{
  const char *name;
  const char *text;
  ImShape shapes[2];
} Case;

static const Case cases[] = {
  { "dense",
    "function (I[K], W[M, K]) -> (O) { O[m : M] = +(W[m, k] * I[k]); }",
    { { 1, { 128 } }, { 2, { 128, 64 } } } },
  { "same convolution of two axes",
    "function (I[Y, X, C], K[A, B, C, D]) -> (O) {\n"
    "  O[y, x, d : Y, X, D] = +(I[y + a - 1, x + b - 1, c] * K[a, b, c, d]);\n"
    "}\n",
    { { 3, { 8, 16, 16 } }, { 4, { 8, 8, 3, 3 } } } },
  { "largest of pairs",
    "function (I[N], K[M]) -> (O) { O[i : N / 2] = >(I[2 * i + j]), j < 2; }",
    { { 1, { 512 } }, { 1, { 1 } } } },
};

/* Milliseconds of each part: reading, checking with the loops, and writing C. */
static void
measure_round (const Case *c, double *ms)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSource) source = im_source_new_for_string ("formula", c->text);
  g_autoptr (GString) out = g_string_new (NULL);
  ImTileArgument arguments[2] = { { TRUE, IM_DTYPE_FLOAT32, c->shapes[0] },
                                  { TRUE, IM_DTYPE_FLOAT32, c->shapes[1] } };
  double start = bench_get_time_ms (), end = 0;
  g_autoptr (ImTileFile) file = im_tile_parse (source, diagnostics);
  g_autoptr (ImFormula) formula = im_tile_elaborate (file, im_tile_file_find (file, NULL),
                                                     arguments, arena, diagnostics);
  g_autoptr (GPtrArray) nests = formula == NULL ? NULL
                                                : im_tile_find_loops (file, formula,
                                                                      arena, diagnostics);

  g_assert_nonnull (nests);
  end = bench_get_time_ms ();
  ms[0] = end - start;
  im_formula_append_c (formula, nests, out);
  ms[1] = bench_get_time_ms () - end;
}

/* A file of many functions, one of which calls some of them. */
static gboolean
report_calls (double peer_ms)
{
  g_autoptr (GString) text = g_string_new (NULL);
  double times[N_UNIT_ROUNDS];
  Case large = { NULL, NULL, { { 1, { 3 } } } };

  for (guint i = 0; i < N_FUNCTIONS; i++)
    g_string_append_printf (text, "function f%u (I[N]) -> (O) { O[i : N] = +(I[i]); }\n",
                            i);
  g_string_append (text, "function all (I[N]) -> (O) { ");
  for (guint i = 0; i < N_CALLS; i++)
    g_string_append_printf (text, "A%u = f%u(I); ", i, i * (N_FUNCTIONS / N_CALLS));
  g_string_append (text, "O = A0 + A1; }\n");
  large.text = text->str;
  for (guint i = 0; i < N_UNIT_ROUNDS; i++)
    {
      double ms[2];

      measure_round (&large, ms);
      times[i] = ms[0];
    }

  return bench_report ("1,000 calls of 10,000 functions",
                       bench_get_median (times, N_UNIT_ROUNDS), CALLS_GOAL * peer_ms,
                       "ms");
}

static const ImUnitExample *
get_example (const ImUnit *unit)
{
  for (guint i = 0; i < IM_N_SECTIONS; i++)
    for (guint j = 0; j < unit->sections[i].n_implementations; j++)
      if (unit->sections[i].implementations[j].language == IM_LANGUAGE_TILE &&
          unit->n_examples > 0)
        return &unit->examples[0];

  return NULL;
}

static ImUnitEvaluation *
evaluate (const ImUnit *unit, const ImUnitExample *example, ImArena *arena)
{
  guint n = example->n_inputs + example->n_arguments;
  g_autofree ImUnitBinding *bindings = g_new0 (ImUnitBinding, n + 1);

  for (guint i = 0; i < example->n_inputs; i++)
    bindings[i] = (ImUnitBinding){ example->inputs[i].name.text,
                                   IM_TENSOR (&example->inputs[i].type) };
  for (guint i = 0; i < example->n_arguments; i++)
    {
      ImUnitBinding *binding = &bindings[example->n_inputs + i];
      const ImUnitArgument *argument = &example->arguments[i];

      binding->name = argument->parameter.text;
      im_unit_parse_option (im_unit_find_parameter (unit, argument->parameter.text),
                            argument->literal.text, arena, &binding->value);
    }

  return im_unit_evaluation_new (unit, bindings, n);
}

/* The library has read the units, not yet the files of their code. */
static double
measure_units (const char *folder, guint *n_formulas)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  GPtrArray *units = NULL;
  double start = 0;

  im_unit_library_add_root (library, folder, diagnostics);
  units = im_unit_library_get_units (library);
  *n_formulas = 0;
  start = bench_get_time_ms ();
  for (guint i = 0; i < units->len; i++)
    {
      const ImUnit *unit = g_ptr_array_index (units, i);
      const ImUnitExample *example = get_example (unit);

      if (example == NULL)
        continue;

      g_autoptr (ImUnitEvaluation) evaluation = evaluate (unit, example, arena);
      g_autoptr (ImUnitFormula) formula = im_unit_formula_new (evaluation, library,
                                                               diagnostics);

      if (formula == NULL)
        g_error ("%s: there is no formula for its first example", unit->id.text);
      (*n_formulas)++;
    }

  return bench_get_time_ms () - start;
}

static gboolean
report_units (const char *folder, double peer_ms)
{
  double times[N_UNIT_ROUNDS];
  guint n_formulas = 0;
  g_autofree char *name = NULL;

  for (guint i = 0; i < N_UNIT_ROUNDS; i++)
    times[i] = measure_units (folder, &n_formulas);
  g_assert_cmpuint (n_formulas, >, 0);
  name = g_strdup_printf ("all %u formulas of units", n_formulas);

  return bench_report (name, bench_get_median (times, N_UNIT_ROUNDS), ALL_GOAL * peer_ms,
                       "ms");
}

int
main (int argc, char **argv)
{
  double lower[N_ROUNDS], write[N_ROUNDS], peer_ms = bench_measure_peer_ms ();
  gboolean ok = TRUE;

  if (argc != 2)
    g_error ("usage: %s UNITS", argv[0]);

  g_print ("%-40s %10s %10s\n", "part", "median", "goal");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *as_c = g_strconcat (cases[i].name, ", as C", NULL);

      for (guint round = 0; round < N_ROUNDS; round++)
        {
          double ms[2];

          measure_round (&cases[i], ms);
          lower[round] = ms[0];
          write[round] = ms[1];
        }
      ok = bench_report (cases[i].name, bench_get_median (lower, N_ROUNDS),
                         GOAL * peer_ms, "ms") &&
           ok;
      ok = bench_report (as_c, bench_get_median (write, N_ROUNDS), C_GOAL * peer_ms,
                         "ms") &&
           ok;
    }

  ok = report_calls (peer_ms) && ok;

  return report_units (argv[1], peer_ms) && ok ? 0 : 1;
}
