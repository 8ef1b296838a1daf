/* SPDX-License-Identifier: MIT
 *
 * usage: test-kernel-random COUNT [COMPILER-OPTION]
 *
 * Random kernels: enumeration, the interpreter and, if there is an option for the
 * compiler such as -O0, compiled C agree. So many functions are compiled at a time that
 * most of the time goes into compiling, and little into starting compilers.
 */
#include <dlfcn.h>
#include <glib/gstdio.h>
#include <string.h>

#include "kernel/im-formula-c.h"
#include "random-kernel.h"

#define IN_A_BATCH 1000

typedef void (*Compute) (gpointer *data);

typedef struct
{
  const char *option;
  char *folder;
  GPtrArray *kernels; /* of a batch */
  GString *source;
  guint n_fine;
  guint n_refused;
  GPtrArray *problems;
} Test;

/* Each function has its own helpers. */
static void
append_defines (const char *text, guint number, gboolean is_start, GString *out)
{
  g_autoptr (GRegex) regex = g_regex_new ("^static inline \\w+\\n(\\w+) ",
                                          G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  for (g_regex_match (regex, text, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *name = g_match_info_fetch (match, 1);

      if (is_start)
        g_string_append_printf (out, "#define %s %s_%u\n", name, name, number);
      else
        g_string_append_printf (out, "#undef %s\n", name);
    }
}

static void
append_function (Test *test, RandomKernel *kernel, const ImLoopNest *nest)
{
  static const ImBufferKind order[] = { IM_BUFFER_INPUT, IM_BUFFER_OUTPUT };
  guint number = test->kernels->len, n = 0;
  g_autoptr (GString) code = g_string_new (NULL);
  g_autoptr (GPtrArray) nests = g_ptr_array_new ();

  g_ptr_array_add (nests, (gpointer) nest);
  kernel->formula->name = im_arena_printf (kernel->arena, "f_%u", number);
  im_formula_append_c (kernel->formula, nests, code);
  append_defines (code->str, number, TRUE, test->source);
  g_string_append (test->source, code->str);
  append_defines (code->str, number, FALSE, test->source);
  g_string_append_printf (test->source,
                          "void run_%u (void **b);\nvoid\nrun_%u (void **b)\n{\n  f_%u (",
                          number, number, number);
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    for (guint j = 0; j < kernel->formula->buffers->len; j++)
      if (im_formula_get_buffer (kernel->formula, j)->kind == order[i])
        g_string_append_printf (test->source, "%sb[%u]", n++ > 0 ? ", " : "", j);
  g_string_append (test->source, ");\n}\n\n");
  g_ptr_array_add (test->kernels, kernel);
}

static void
compare_compiled (Test *test, RandomKernel *kernel, Compute compute)
{
  gsize size = random_kernel_get_size (kernel, kernel->output);
  g_autofree gpointer expected = g_malloc0 (size + 8), found = g_malloc0 (size + 8);
  gpointer data[RANDOM_KERNEL_MAX_BUFFERS];
  char *problem = NULL;

  random_kernel_expect (kernel, expected);
  memcpy (data, kernel->data, sizeof data);
  data[kernel->output] = found;
  memcpy (found, kernel->data[kernel->output], size);
  compute (data);
  problem = random_kernel_dup_difference (kernel, expected, found);
  if (problem != NULL)
    g_ptr_array_add (test->problems, g_strdup_printf ("in C, %s", problem));
  g_free (problem);
}

static void
run_batch (Test *test)
{
  g_autofree char *source = g_build_filename (test->folder, "batch.c", NULL);
  g_autofree char *library = g_build_filename (test->folder, "batch.so", NULL);
  g_autoptr (GError) error = NULL;
  const char *argv[] = { "gcc",
                         test->option,
                         "-w",
                         "-shared",
                         "-fPIC",
                         "-ffp-contract=off",
                         "-DIM_CHECK_INDICES",
                         source,
                         "-o",
                         library,
                         "-lm",
                         NULL };
  gint status = 0;
  gpointer handle = NULL;

  g_file_set_contents (source, test->source->str, -1, &error);
  g_assert_no_error (error);
  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL,
                &status, &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, &error));
  handle = dlopen (library, RTLD_NOW | RTLD_LOCAL);
  g_assert_nonnull (handle);
  for (guint i = 0; i < test->kernels->len; i++)
    {
      g_autofree char *name = g_strdup_printf ("run_%u", i);

      compare_compiled (test, g_ptr_array_index (test->kernels, i),
                        (Compute) dlsym (handle, name));
    }
  dlclose (handle);
  g_ptr_array_set_size (test->kernels, 0);
  g_string_truncate (test->source, 0);
}

static void
test_one (Test *test, guint seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  guint8 bytes[RANDOM_KERNEL_BYTES];
  RandomKernel *kernel = NULL;
  const ImLoopNest *nest = NULL;
  char *problem = NULL;

  for (guint i = 0; i < sizeof bytes; i++)
    bytes[i] = (guint8) g_rand_int_range (rand, 0, 256);
  kernel = random_kernel_new (bytes, sizeof bytes);
  problem = random_kernel_dup_problem (kernel, &nest);
  if (problem != NULL)
    g_ptr_array_add (test->problems, g_strdup_printf ("seed %u, %s", seed, problem));
  test->n_fine += nest != NULL;
  test->n_refused += nest == NULL;
  if (nest != NULL && problem == NULL && test->option != NULL)
    append_function (test, kernel, nest);
  else
    random_kernel_free (kernel);
  g_free (problem);
  if (test->kernels->len == IN_A_BATCH)
    run_batch (test);
}

int
main (int argc, char **argv)
{
  Test test = { 0 };
  guint count = argc > 1 ? (guint) g_ascii_strtoull (argv[1], NULL, 10) : 0;

  test.option = argc > 2 ? argv[2] : NULL;
  test.folder = g_dir_make_tmp ("kernels-XXXXXX", NULL);
  test.kernels = g_ptr_array_new_with_free_func ((GDestroyNotify) random_kernel_free);
  test.source = g_string_new (NULL);
  test.problems = g_ptr_array_new_with_free_func (g_free);
  for (guint seed = 0; seed < count; seed++)
    test_one (&test, seed);
  if (test.kernels->len > 0)
    run_batch (&test);

  g_print ("%s 1 random-kernels\n", test.problems->len > 0 ? "not ok" : "ok");
  g_print ("# %u computed, %u refused as they must be\n", test.n_fine, test.n_refused);
  for (guint i = 0; i < MIN (test.problems->len, 20); i++)
    g_print ("# %s\n", (char *) g_ptr_array_index (test.problems, i));
  g_print ("# %u problems\n1..1\n", test.problems->len);
  return test.problems->len > 0;
}
