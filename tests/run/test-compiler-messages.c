/* SPDX-License-Identifier: MIT
 *
 * Messages of compilers are told at the line of the fragment that they are about.
 */
#include "run/im-compiler-messages.h"

#include <glib/gstdio.h>

typedef struct
{
  char *path; /* a file of ten lines */
  GArray *fragments;
} Fixture;

static void
set_up (Fixture *fixture)
{
  const char text[] = "l1\nl2\nl3\nl4\nl5\nl6\nl7\nl8\nl9\nl10\n";

  fixture->path = g_build_filename (g_get_tmp_dir (), "im-messages-XXXXXX", NULL);
  g_close (g_mkstemp (fixture->path), NULL);
  g_assert_true (g_file_set_contents (fixture->path, text, -1, NULL));
  fixture->fragments = g_array_new (FALSE, FALSE, sizeof (ImEmitFragment));

  const ImEmitFragment rows[] = {
    { "[A]/a.h:f", fixture->path, 3, 100, 5, FALSE },
    { "[A]/a.h:t", "nowhere/a.h", 8, 20, 2, TRUE },
  };
  g_array_append_vals (fixture->fragments, rows, G_N_ELEMENTS (rows));
}

static void
tear_down (Fixture *fixture)
{
  g_unlink (fixture->path);
  g_free (fixture->path);
  g_array_unref (fixture->fragments);
}

/* The list of problems as text, with PATH for the name of the fragment's file. */
static char *
report (const Fixture *fixture, const ImCompilerMessages *messages)
{
  const ImEmission emission = { .fragments = fixture->fragments };
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  GString *out = g_string_new (NULL);

  im_compiler_messages_report (messages, &emission, diagnostics);
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (diagnostics, i);

      g_assert_cmpstr (problem->code, ==, "compiler-warning");
      g_assert_cmpint (problem->severity, ==, IM_SEVERITY_WARNING);
      im_diagnostic_print (problem, FALSE, out);
    }
  g_string_replace (out, fixture->path, "PATH", 0);

  return g_string_free (out, FALSE);
}

static void
test_report (void)
{
  static const char arm[] =
      "src/m.c: In function 'f':\n"
      "src/m.c:102:5: warning: unused variable 'x' [-Wunused-variable]\n"
      "  102 | int x;\n"
      "      |     ^\n"
      "src/m.c:105:1: warning: behind it [-Wfoo]\n"
      "In file included from src/m.c:3:\n"
      "include/m.h:21:7: warning: in the header [-Wbar]\n"
      "src/m.c:99:1: note: not this one\n";
  static const char host[] =
      "src/m.c:102:5: warning: unused variable 'x' [-Wunused-variable]\n"
      "1 warning generated.\n";
  g_autoptr (ImCompilerMessages) messages = im_compiler_messages_new ();
  g_autofree char *text = NULL;
  Fixture fixture;

  set_up (&fixture);
  im_compiler_messages_add (messages, arm, "cortex-m4f");
  im_compiler_messages_add (messages, host, "host");
  text = report (&fixture, messages);
  g_assert_cmpstr (text, ==,
                   "PATH:5:1: warning: [A]/a.h:f: unused variable 'x' "
                   "[-Wunused-variable] (cortex-m4f, host)\n"
                   "    5 | l5\n"
                   "      | ^~\n"
                   "src/m.c: warning: line 105: behind it [-Wfoo] (cortex-m4f)\n"
                   "nowhere/a.h: warning: line 9: [A]/a.h:t: in the header [-Wbar] "
                   "(cortex-m4f)\n");
  tear_down (&fixture);
}

static void
test_nothing (void)
{
  static const char *const outputs[] = { "", "warning: ", "a: warning: b", "a:1: warning",
                                         "cc1: note: a warning: b" };
  g_autoptr (ImCompilerMessages) messages = im_compiler_messages_new ();
  g_autofree char *text = NULL;
  Fixture fixture;

  set_up (&fixture);
  for (gsize i = 0; i < G_N_ELEMENTS (outputs); i++)
    im_compiler_messages_add (messages, outputs[i], "host");
  text = report (&fixture, messages);
  g_assert_cmpstr (text, ==, "");
  tear_down (&fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/compiler-messages/report", test_report);
  g_test_add_func ("/compiler-messages/nothing", test_nothing);

  return g_test_run ();
}
