/* SPDX-License-Identifier: MIT
 *
 * Emitted code is compiled without a warning by every compiler that is there, as C and as
 * C++, linked with a driver that compares numbers, and run; then its symbols are looked
 * at.
 */
#include <string.h>

#include "pipelines.h"
#include "program.h"

#define WARNINGS \
  "-Wall -Wextra -Wpedantic -Wconversion -Wdouble-promotion -Wshadow -Wvla -Werror "

typedef struct
{
  const char *program;
  const char *arguments;
  gboolean runs; /* builds and runs the drivers, which are C */
} Compiler;

static const Compiler compilers[] = {
  { "gcc", "-std=c99 -O2 " WARNINGS, TRUE },
  { "clang", "-std=c99 -O1 -fsanitize=undefined -fno-sanitize-recover=all " WARNINGS,
    TRUE },
  { "g++", "-x c++ -std=c++11 " WARNINGS, FALSE },
  { "clang++", "-x c++ -std=c++11 " WARNINGS, FALSE },
  { "arm-none-eabi-gcc", "-std=c99 -O2 -mcpu=cortex-m4 -mthumb " WARNINGS, FALSE },
};

typedef struct
{
  const char *name;
  const char *unit;
  const char *prefix;
  const char *file;
  const char *root;
} RunCase;

static const RunCase cases[] = {
  { "compute", "Case.Compute", NULL, "emit/pipelines.imunit", "emit/fixtures" },
  { "chain", "Case.Chain", "P", "emit/pipelines.imunit", "emit/fixtures" },
  { "first", "Case.First", NULL, "emit/pipelines.imunit", "emit/fixtures" },
  { "timed", "Case.Timed", NULL, "emit/pipelines.imunit", "emit/fixtures" },
  { "side", "Case.Side", NULL, "emit/pipelines.imunit", "emit/fixtures" },
  { "fixed", "Case.Fixed", NULL, "emit/pipelines.imunit", "emit/fixtures" },
  { "latch", "Case.Latch", NULL, "emit/routines.imunit", "emit/fixtures" },
  { "text", "Case.Text", NULL, "emit/texts.imunit", "emit/fixtures" },
  { "refused", "Case.Refused", NULL, "emit/refused.imunit", "../units" },
  { "level", "Case.Level", NULL, "emit/shipped.imunit", "../units" },
};

/* Skips a test whose compiler builds not even an empty program: the runtime of a
 * sanitizer or the C library of a target may be a package of its own. */
static gboolean
skip_without_compiler (const Compiler *compiler)
{
  const char *const programs[] = { compiler->program, NULL };
  g_autofree char *folder = program_make_folder ();
  g_autofree char *source = g_build_filename (folder, "empty.c", NULL);
  g_autofree char *command = g_strdup_printf ("%s %s empty.c %s -o empty",
                                              compiler->program, compiler->arguments,
                                              compiler->runs ? "" : "-c");
  g_autofree char *out = NULL, *err = NULL, *reason = NULL;
  gboolean skips = program_skip_without (programs);

  g_assert_true (g_file_set_contents (
      source, "#include <string.h>\nint main (void) { return 0; }\n", -1, NULL));
  if (!skips && !program_try (folder, command, &out, &err))
    {
      reason = g_strdup_printf ("%s is not whole: %s", compiler->program, err);
      g_test_skip (g_strdelimit (reason, "\n", ' '));
      skips = TRUE;
    }
  program_remove_folder (folder);

  return skips;
}

static void
write_case (const EmitCase *c, const char *folder)
{
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (c->emission);
  g_assert_true (im_artifacts_write (c->artifacts, folder, &error));
  g_assert_no_error (error);
}

static void
build_and_run (const Compiler *compiler, const char *name, const char *folder)
{
  g_autofree char *driver_name = g_strconcat (name, ".c", NULL);
  g_autofree char *driver = g_test_build_filename (G_TEST_DIST, "emit", "drivers",
                                                   driver_name, NULL);
  g_autofree char *start = g_strdup_printf ("%s %s-Iinclude", compiler->program,
                                            compiler->arguments);
  g_autofree char *object = g_strdup_printf ("%s -c src/%s.c -o object.o", start, name);
  g_autofree char *compat = g_strdup_printf ("%s -include %s_compat.h -c src/%s.c "
                                             "-o compat.o",
                                             start, name, name);
  g_autofree char *program = g_strdup_printf ("%s %s object.o -lm -o program", start,
                                              driver);

  g_free (program_run (folder, object));
  g_free (program_run (folder, compat));
  if (!compiler->runs)
    return;
  g_free (program_run (folder, program));
  g_free (program_run (folder, "./program"));
}

/* All cases with one compiler. */
static void
test_run (gconstpointer data)
{
  const Compiler *compiler = data;

  if (skip_without_compiler (compiler))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const RunCase *row = &cases[i];
      g_auto (EmitCase) c = { 0 };
      g_autofree char *folder = program_make_folder ();

      g_test_message ("%s", row->name);
      emit_case_run (&c, row->root, row->file, row->unit, row->prefix);
      write_case (&c, folder);
      build_and_run (compiler, row->name, folder);
      program_remove_folder (folder);
    }
}

/* Only the interface is global, and only what computes is needed. */
static void
check_symbol (const char *line, const char *prefix)
{
  static const char *const allowed[] = { "memcpy", "memset", "memmove", "strlen",
                                         "sqrtf",  "cosf",   NULL };
  const char *name = strrchr (line, ' ');
  const char *kind = name - 1;

  if (*kind == 'U' && !g_strv_contains (allowed, name + 1))
    g_error ("the object needs %s", name + 1);
  /* A fragment may ask for a symbol that two exports with it have in common. */
  if (g_str_has_prefix (name + 1, "imaginet_owner_of_"))
    return;
  if (g_ascii_isupper (*kind) && *kind != 'U' &&
      !(g_str_has_prefix (name + 1, prefix) && name[1 + strlen (prefix)] == '_'))
    g_error ("the object has the global %s", name + 1);
}

static void
test_symbols (gconstpointer data)
{
  static const char *const programs[] = { "gcc", "nm", NULL };
  const RunCase *row = data;
  g_auto (EmitCase) c = { 0 };
  g_autofree char *folder = NULL;
  g_autofree char *command = g_strdup_printf ("gcc -std=c99 -Iinclude -c src/%s.c -o s.o",
                                              row->name);

  if (program_skip_without (programs))
    return;

  folder = program_make_folder ();
  emit_case_run (&c, row->root, row->file, row->unit, row->prefix);
  write_case (&c, folder);
  g_free (program_run (folder, command));
  g_autofree char *out = program_run (folder, "nm s.o");
  g_auto (GStrv) lines = g_strsplit (out, "\n", -1);

  g_assert_cmpuint (g_strv_length (lines), >, 5);
  for (guint i = 0; *lines[i] != '\0'; i++)
    check_symbol (lines[i], c.emission->prefix);
  program_remove_folder (folder);
}

static void
test_both (void)
{
  static const char *const programs[] = { "gcc", NULL };
  g_auto (EmitCase) a = { 0 }, b = { 0 };

  if (program_skip_without (programs))
    return;

  g_autofree char *folder = program_make_folder ();
  g_autofree char *one = g_build_filename (folder, "one", NULL);
  g_autofree char *two = g_build_filename (folder, "two", NULL);
  g_autofree char *driver = g_test_build_filename (G_TEST_DIST, "emit", "drivers",
                                                   "both.c", NULL);
  g_autofree char *command = g_strdup_printf (
      "gcc -std=c99 " WARNINGS "-Ione/include -Itwo/include one/src/compute.c "
      "two/src/chain.c %s -lm -o program",
      driver);

  emit_case_run (&a, "emit/fixtures", "emit/pipelines.imunit", "Case.Compute", "A");
  emit_case_run (&b, "emit/fixtures", "emit/pipelines.imunit", "Case.Chain", "B");
  write_case (&a, one);
  write_case (&b, two);
  g_free (program_run (folder, command));
  g_free (program_run (folder, "./program"));
  program_remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (compilers); i++)
    {
      g_autofree char *path = g_strconcat ("/emit-run/run/", compilers[i].program, NULL);

      g_test_add_data_func (path, &compilers[i], test_run);
    }
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *symbols = g_strconcat ("/emit-run/symbols/", cases[i].name, NULL);

      g_test_add_data_func (symbols, &cases[i], test_symbols);
    }
  g_test_add_func ("/emit-run/both", test_both);

  return g_test_run ();
}
