/* SPDX-License-Identifier: MIT
 *
 * Reading and checking of unit files: each file of golden/ gives the text beside it,
 * which holds what was understood and every problem with its place.
 */
#include <string.h>

#include "check/im-unit-check.h"
#include "golden-text.h"

static void
test_golden (gconstpointer data)
{
  const char *name = data;
  g_autofree char *file_name = g_strconcat (name, ".imunit", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "check", "golden",
                                                 file_name, NULL);
  g_autofree char *expected = g_strconcat ("check/golden/", name, ".expected", NULL);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  const ImUnitFile *file = im_unit_library_add_file (library, path, diagnostics);

  for (guint i = 0; file != NULL && i < im_unit_file_get_count (file); i++)
    {
      im_unit_append_text (im_unit_file_get_unit (file, i), text);
      im_unit_check (im_unit_file_get_unit (file, i), library, diagnostics);
    }
  im_diagnostics_sort (diagnostics);
  golden_append_diagnostics (diagnostics, text);
  golden_compare (expected, text->str);
}

typedef struct
{
  const char *name;
  const char *text;
  const char *code;
  guint line;
  guint column;
} RefusedCase;

static const RefusedCase refused_cases[] = {
  { "other-root", "<Project/>", "format", 1, 2 },
  { "no-unit", "<Imaginet>\n</Imaginet>", "format", 1, 2 },
  { "no-xml", "hello", "xml", 1, 1 },
  { "truncated", "<Imaginet>\n  <Function unit=\"a\">\n", "xml", 3, 1 },
  { "doctype", "<!DOCTYPE x [<!ENTITY a \"b\">]>\n<Imaginet/>", "xml-doctype", 1, 1 },
};

static void
test_refused (gconstpointer data)
{
  const RefusedCase *c = data;
  g_autoptr (GBytes) bytes = g_bytes_new_static (c->text, strlen (c->text));
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  guint line, column;

  g_assert_null (im_unit_file_parse (bytes, "x.imunit", diagnostics));
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 1);
  g_assert_cmpstr (im_diagnostics_get (diagnostics, 0)->code, ==, c->code);
  im_diagnostic_locate (im_diagnostics_get (diagnostics, 0), &line, &column);
  g_assert_cmpuint (line, ==, c->line);
  g_assert_cmpuint (column, ==, c->column);
}

/* The 47 real files: no error that they do not deserve, and their fragments named as
 * missing. */
static void
test_real_units (void)
{
  const char *shared = g_getenv ("IMAGINET_SHARED");
  g_autofree char *root = g_build_filename (shared != NULL ? shared : "", "real-units",
                                            NULL);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  guint n_missing = 0, n_errors = 0;

  if (!g_file_test (root, G_FILE_TEST_IS_DIR))
    {
      g_test_skip ("the folder of real units beside the project is not there");
      return;
    }

  im_unit_library_add_root (library, root, diagnostics);
  GPtrArray *units = im_unit_library_get_units (library);
  g_assert_cmpuint (units->len, ==, 47);
  for (guint i = 0; i < units->len; i++)
    im_unit_check (g_ptr_array_index (units, i), library, diagnostics);

  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    {
      const ImDiagnostic *diagnostic = im_diagnostics_get (diagnostics, i);

      n_errors += diagnostic->severity == IM_SEVERITY_ERROR &&
                  strcmp (diagnostic->code, "missing-fragment") != 0;
      if (diagnostic->severity == IM_SEVERITY_ERROR)
        g_test_message ("%s: %s", diagnostic->name, diagnostic->message);
      if (strcmp (diagnostic->code, "missing-fragment") == 0)
        n_missing++;
    }
  g_assert_cmpuint (n_errors, ==, 0);
  g_assert_cmpuint (n_missing, >=, 47);
}

/* Expressions are parsed once, whoever asks first. */
static gpointer
compile (gpointer unit)
{
  im_unit_compile (unit);

  return (gpointer) ((const ImUnit *) unit)->expressions[0]->expr;
}

static void
test_compile_in_threads (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "check", "golden",
                                                 "function.imunit", NULL);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImUnitFile) file = im_unit_file_read (path, diagnostics);
  GThread *threads[4];

  g_assert_nonnull (file);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("compile", compile,
                               (gpointer) im_unit_file_get_unit (file, 0));

  gpointer first = g_thread_join (threads[0]);
  g_assert_nonnull (first);
  for (guint i = 1; i < G_N_ELEMENTS (threads); i++)
    g_assert_true (g_thread_join (threads[i]) == first);
}

int
main (int argc, char **argv)
{
  static const char *const golden[] = { "function",  "queue",    "examples", "legacy",
                                        "composite", "compound", "problems", "check",
                                        "names",     "frames" };

  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (golden); i++)
    {
      g_autofree char *path = g_strconcat ("/unit/golden/", golden[i], NULL);

      g_test_add_data_func (path, golden[i], test_golden);
    }
  for (guint i = 0; i < G_N_ELEMENTS (refused_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/unit/refused/", refused_cases[i].name, NULL);

      g_test_add_data_func (path, &refused_cases[i], test_refused);
    }
  g_test_add_func ("/unit/real-units", test_real_units);
  g_test_add_func ("/unit/compile-in-threads", test_compile_in_threads);

  return g_test_run ();
}
