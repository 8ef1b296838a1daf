/* SPDX-License-Identifier: MIT
 *
 * Reads a file of SkriptND that is an operator many times over; reads and checks the
 * operators that come with the studio, and binds one of them again.
 *
 * usage: bench-sknd FILE LIBRARY
 */
#include <string.h>

#include "bench-measure.h"
#include "skriptnd/signature/im-sknd-instance.h"
#include "skriptnd/text/im-sknd-file.h"

#define N_COPIES            2000
#define N_ROUNDS            15
#define N_INSTANCES         20
#define GOAL_MS_MB          50.0 /* 20 MB/s */
#define GOAL_PARSE_MS       10.0
#define GOAL_CHECK_MS       50.0
#define GOAL_INSTANTIATE_MS 0.5

static const char *const modules[] = { "layout", "math", "linalg", "nn",   "image",
                                       "quant",  "algo", "layer",  "misc", "rand" };

static double
measure_ms (ImSource *source)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  double start = bench_get_time_ms ();
  g_autoptr (ImSkndFile) file = im_sknd_parse (source, diagnostics);
  double end = bench_get_time_ms ();

  g_assert_cmpuint (file->n_definitions, ==, N_COPIES);

  return end - start;
}

static gboolean
bench_parser (const char *path, double peer)
{
  g_autofree char *text_of_one = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (ImSource) source = NULL;
  double times[N_ROUNDS], megabytes = 0;

  if (!g_file_get_contents (path, &text_of_one, NULL, NULL))
    g_error ("%s cannot be read", path);
  for (guint i = 0; i < N_COPIES; i++)
    g_string_append (text, text_of_one);
  source = im_source_new_for_string ("bench.sknd", text->str);
  megabytes = (double) text->len / 1e6;
  for (guint i = 0; i < N_ROUNDS; i++)
    times[i] = measure_ms (source) / megabytes;

  return bench_report ("a megabyte of SkriptND", bench_get_median (times, N_ROUNDS),
                       GOAL_MS_MB * peer, "ms");
}

static void
check (const ImSkndFile *file, ImDiagnostics *diagnostics)
{
  for (guint i = 0; i < file->n_definitions; i++)
    {
      g_autoptr (ImSkndSignature) signature = im_sknd_signature_new (
          file, file->definitions[i], diagnostics);

      g_assert_nonnull (signature);
    }
}

/* nn.conv, as it is bound again after an edit. */
static double
measure_instance_ms (const ImSkndSignature *signature, ImDiagnostics *diagnostics)
{
  static const gint64 input_extents[] = { 1, 3, 32, 32 }, extents[] = { 8, 3, 3, 3 };
  const ImSkndTensor tensors[] = { { 4, input_extents }, { 4, extents } };
  const ImSkndArgument arguments[] = { { "input", IM_SKND_BASE_REAL, 1, &tensors[0] },
                                       { "filter", IM_SKND_BASE_REAL, 1, &tensors[1] } };
  double start = bench_get_time_ms ();

  for (guint i = 0; i < N_INSTANCES; i++)
    {
      g_autoptr (ImSkndInstance) instance = im_sknd_instantiate (
          signature, 0, NULL, 0, NULL, G_N_ELEMENTS (arguments), arguments, diagnostics);

      g_assert_nonnull (instance);
    }

  return (bench_get_time_ms () - start) / N_INSTANCES;
}

static const ImSkndDefinition *
find_definition (const ImSkndFile *file, const char *name)
{
  for (guint i = 0; i < file->n_definitions; i++)
    if (strcmp (file->definitions[i]->name.text, name) == 0)
      return file->definitions[i];

  g_error ("There is no operator %s", name);
}

static gboolean
bench_library (const char *folder, double peer)
{
  double parse[N_ROUNDS] = { 0 }, checked[N_ROUNDS] = { 0 }, bound[N_ROUNDS] = { 0 };
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  gboolean is_good = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (modules) * N_ROUNDS; i++)
    {
      const char *module = modules[i % G_N_ELEMENTS (modules)];
      guint round = i / (guint) G_N_ELEMENTS (modules);
      g_autofree char *name = g_strconcat (module, ".sknd", NULL);
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;
      g_autoptr (ImSource) source = NULL;
      g_autoptr (ImSkndFile) file = NULL;
      double start = 0;

      if (!g_file_get_contents (path, &text, NULL, NULL))
        g_error ("%s cannot be read", path);
      source = im_source_new_for_string (name, text);
      start = bench_get_time_ms ();
      file = im_sknd_parse (source, diagnostics);
      parse[round] += bench_get_time_ms () - start;
      start = bench_get_time_ms ();
      check (file, diagnostics);
      checked[round] += bench_get_time_ms () - start;
      if (strcmp (module, "nn") == 0)
        {
          g_autoptr (ImSkndSignature) signature = im_sknd_signature_new (
              file, find_definition (file, "conv"), diagnostics);

          bound[round] = measure_instance_ms (signature, diagnostics);
        }
    }
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 0);

  is_good = bench_report ("parsing the operators of SkriptND",
                          bench_get_median (parse, N_ROUNDS), GOAL_PARSE_MS * peer,
                          "ms") &&
            is_good;
  is_good = bench_report ("checking them", bench_get_median (checked, N_ROUNDS),
                          GOAL_CHECK_MS * peer, "ms") &&
            is_good;

  return bench_report ("binding nn.conv to its inputs",
                       bench_get_median (bound, N_ROUNDS), GOAL_INSTANTIATE_MS * peer,
                       "ms") &&
         is_good;
}

int
main (int argc, char **argv)
{
  double peer = bench_measure_peer_ms ();
  gboolean is_good = TRUE;

  if (argc != 3)
    g_error ("usage: %s FILE LIBRARY", argv[0]);
  is_good = bench_parser (argv[1], peer);

  return bench_library (argv[2], peer) && is_good ? 0 : 1;
}
