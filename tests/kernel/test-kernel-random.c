/* SPDX-License-Identifier: MIT
 *
 * usage: test-kernel-random COUNT [python | COMPILER-OPTION]
 *
 * Random kernels: enumeration, the interpreter and, if there is an option for the
 * compiler such as -O0, compiled C agree. So many functions are compiled at a time that
 * most of the time goes into compiling, and little into starting compilers.
 */
#include <dlfcn.h>
#include <glib/gstdio.h>
#include <string.h>

#include "kernel/im-formula-c.h"
#include "kernel/im-formula-fuse.h"
#include "kernel/im-formula-python.h"
#include "random-kernel.h"

#define IN_A_BATCH 1000

typedef void (*Compute) (gpointer *data);

typedef struct
{
  const char *option;
  gboolean is_python;
  char *folder;
  GPtrArray *kernels; /* of a batch */
  GString *source;
  guint n_fine;
  guint n_refused;
  guint n_fused;
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
  static const ImBufferKind order[] = { IM_BUFFER_INPUT, IM_BUFFER_OUTPUT,
                                        IM_BUFFER_LOCAL };
  guint number = test->kernels->len, n = 0;
  g_autoptr (GString) code = g_string_new (NULL);
  g_autoptr (GPtrArray) nests = g_ptr_array_new ();
  g_autoptr (GPtrArray) fused_nests = NULL;
  g_autoptr (ImFormula) fused = NULL;
  gboolean has_two = number % 2 == 1 && random_kernel_precede (kernel);

  if (has_two)
    g_ptr_array_add (nests, (gpointer) im_loop_nest_new (
                                g_ptr_array_index (kernel->formula->kernels, 0),
                                kernel->formula, kernel->arena, NULL));
  g_ptr_array_add (nests, (gpointer) nest);
  kernel->formula->name = im_arena_printf (kernel->arena, "f_%u", number);
  fused = im_formula_fuse (kernel->formula, nests, kernel->arena, &fused_nests);
  test->n_fused += has_two && fused->kernels->len == 1;
  im_formula_append_c (fused, fused_nests, code);
  append_defines (code->str, number, TRUE, test->source);
  g_string_append (test->source, code->str);
  append_defines (code->str, number, FALSE, test->source);
  g_string_append_printf (test->source,
                          "void run_%u (void **b);\nvoid\nrun_%u (void **b)\n{\n  f_%u (",
                          number, number, number);
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    for (guint j = 0; j < fused->buffers->len; j++)
      if (im_formula_get_buffer (fused, j)->kind == order[i])
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
append_array (const RandomKernel *kernel, guint buffer, GString *out)
{
  const ImKernelBuffer *of = im_formula_get_buffer (kernel->formula, buffer);
  const guint8 *bytes = kernel->data[buffer];

  g_string_append (out, "np.frombuffer(bytes([");
  for (gsize i = 0; i < random_kernel_get_size (kernel, buffer); i++)
    g_string_append_printf (out, "%u,", bytes[i]);
  g_string_append_printf (out, "]), np.%s).reshape((",
                          im_dtype_get_info (of->dtype)->name);
  for (guint i = of->shape.rank; i-- > 0;)
    g_string_append_printf (out, "%d, ", of->shape.size[i]);
  g_string_append (out, "))");
}

/* A function, and a call of it that writes what it computes. Nothing is there that its
 * output could go on from. */
static void
append_python (Test *test, RandomKernel *kernel, const ImLoopNest *nest)
{
  g_autoptr (GPtrArray) nests = g_ptr_array_new ();

  if (kernel->kernel->default_buffer == (gint) kernel->output)
    {
      random_kernel_free (kernel);
      return;
    }
  g_ptr_array_add (nests, (gpointer) nest);
  im_formula_append_python (kernel->formula, nests, test->source);
  g_string_append (test->source, "\nout.write(f(\n");
  for (guint i = 0; i < kernel->formula->buffers->len; i++)
    if (im_formula_get_buffer (kernel->formula, i)->kind == IM_BUFFER_INPUT)
      {
        append_array (kernel, i, test->source);
        g_string_append (test->source, ",\n");
      }
  g_string_append (test->source, ")[0].tobytes())\n");
  g_ptr_array_add (test->kernels, kernel);
}

/* All at once. */
static void
run_python (Test *test)
{
  g_autofree char *script = g_build_filename (test->folder, "kernels.py", NULL);
  g_autofree char *results = g_build_filename (test->folder, "results", NULL);
  g_autofree char *found = NULL;
  g_autofree char *head = g_strdup_printf ("out = open('%s', 'wb')\n", results);
  g_autoptr (GError) error = NULL;
  const char *argv[] = { "/usr/bin/python3", "-B", "-W", "ignore", script, NULL };
  gsize size = 0, at = 0;
  gint status = 0;

  g_string_prepend (test->source, head);
  g_file_set_contents (script, test->source->str, -1, &error);
  g_assert_no_error (error);
  g_spawn_sync (NULL, (char **) argv, NULL, 0, NULL, NULL, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, &error));
  g_file_get_contents (results, &found, &size, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < test->kernels->len; i++)
    {
      RandomKernel *kernel = g_ptr_array_index (test->kernels, i);
      gsize own = random_kernel_get_size (kernel, kernel->output);
      g_autofree gpointer expected = g_malloc0 (own + 8), copy = g_malloc0 (own + 8);
      char *problem = NULL;

      g_assert_cmpuint (at + own, <=, size);
      memcpy (copy, found + at, own);
      random_kernel_expect (kernel, expected);
      problem = random_kernel_dup_difference (kernel, expected, copy);
      if (problem != NULL)
        g_ptr_array_add (test->problems, g_strdup_printf ("in Python, %s", problem));
      g_free (problem);
      at += own;
    }
  g_ptr_array_set_size (test->kernels, 0);
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
  if (nest != NULL && problem == NULL && test->is_python)
    append_python (test, kernel, nest);
  else if (nest != NULL && problem == NULL && test->option != NULL)
    append_function (test, kernel, nest);
  else
    random_kernel_free (kernel);
  g_free (problem);
  if (test->kernels->len == IN_A_BATCH && !test->is_python)
    run_batch (test);
}

static void
remove_folder (const char *folder)
{
  static const char *const names[] = { "batch.c", "batch.so", "kernels.py", "results" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  Test test = { 0 };
  guint count = argc > 1 ? (guint) g_ascii_strtoull (argv[1], NULL, 10) : 0;

  test.option = argc > 2 ? argv[2] : NULL;
  test.is_python = g_strcmp0 (test.option, "python") == 0;
  test.folder = g_dir_make_tmp ("kernels-XXXXXX", NULL);
  test.kernels = g_ptr_array_new_with_free_func ((GDestroyNotify) random_kernel_free);
  test.source = g_string_new (NULL);
  test.problems = g_ptr_array_new_with_free_func (g_free);
  for (guint seed = 0; seed < count; seed++)
    test_one (&test, seed);
  if (test.is_python)
    run_python (&test);
  else if (test.kernels->len > 0)
    run_batch (&test);

  g_print ("%s 1 random-kernels\n", test.problems->len > 0 ? "not ok" : "ok");
  g_print ("# %u computed, %u refused as they must be, %u fused\n", test.n_fine,
           test.n_refused, test.n_fused);
  for (guint i = 0; i < MIN (test.problems->len, 20); i++)
    g_print ("# %s\n", (char *) g_ptr_array_index (test.problems, i));
  g_print ("# %u problems\n1..1\n", test.problems->len);

  gboolean is_bad = test.problems->len > 0;
  g_ptr_array_unref (test.problems);
  g_ptr_array_unref (test.kernels);
  g_string_free (test.source, TRUE);
  remove_folder (test.folder);
  g_free (test.folder);

  return is_bad;
}
