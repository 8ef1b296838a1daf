/* SPDX-License-Identifier: MIT
 *
 * How long a formula takes that is typed: reading it, checking it for shapes, finding its
 * loops, and writing C. The goal grows with what a peer takes on the same machine.
 */
#include "bench-measure.h"
#include "kernel/im-formula-c.h"
#include "tile/im-tile-elaborate.h"

#define N_ROUNDS 200
#define GOAL     0.2 /* milliseconds, for reading, checking and finding loops */
#define C_GOAL   1.0

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

int
main (void)
{
  double lower[N_ROUNDS], write[N_ROUNDS], peer_ms = bench_measure_peer_ms ();
  gboolean ok = TRUE;

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

  return ok ? 0 : 1;
}
