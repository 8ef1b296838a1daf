/* SPDX-License-Identifier: MIT
 *
 * The emitted text: compared with golden files, the same each time, and refused with a
 * message where it would be wrong.
 */
#include <string.h>

#include "golden-text.h"
#include "pipelines.h"

#define ROOT      "emit/fixtures"
#define PIPELINES "emit/pipelines.imunit"

typedef struct
{
  const char *name;
  const char *unit;
  const char *prefix;
} GoldenCase;

static const GoldenCase golden_cases[] = {
  { "compute", "Case.Compute", NULL },
  { "chain", "Case.Chain", "P" },
};

static void
compare (const EmitCase *c, const char *path, const char *golden)
{
  g_autofree char *text = emit_case_dup_text (c, path);

  golden_compare (golden, text);
}

static void
test_golden (gconstpointer data)
{
  const GoldenCase *row = data;
  const char *patterns[][2] = {
    { "src/%s.c", "emit/golden/%s.c.expected" },
    { "include/%s.h", "emit/golden/%s.h.expected" },
    { "include/%s_compat.h", "emit/golden/%s_compat.h.expected" },
  };
  g_auto (EmitCase) c = { 0 };

  emit_case_run (&c, ROOT, PIPELINES, row->unit, row->prefix);
  g_assert_nonnull (c.emission);
  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    {
      g_auto (GStrv) path = g_strsplit (patterns[i][0], "%s", 2);
      g_auto (GStrv) golden = g_strsplit (patterns[i][1], "%s", 2);
      g_autofree char *full_path = g_strjoinv (row->name, path);
      g_autofree char *full_golden = g_strjoinv (row->name, golden);

      compare (&c, full_path, full_golden);
    }
}

static void
test_same_bytes (void)
{
  g_auto (EmitCase) a = { 0 }, b = { 0 };

  emit_case_run (&a, ROOT, PIPELINES, "Case.Chain", NULL);
  emit_case_run (&b, ROOT, PIPELINES, "Case.Chain", NULL);
  g_assert_cmpuint (im_artifacts_get_count (a.artifacts), ==, 3);
  g_assert_cmpuint (im_artifacts_get_count (a.artifacts), ==,
                    im_artifacts_get_count (b.artifacts));
  for (guint i = 0; i < im_artifacts_get_count (a.artifacts); i++)
    {
      g_assert_cmpstr (im_artifacts_get_path (a.artifacts, i), ==,
                       im_artifacts_get_path (b.artifacts, i));
      g_assert_true (g_bytes_equal (im_artifacts_get_bytes (a.artifacts, i),
                                    im_artifacts_get_bytes (b.artifacts, i)));
    }
}

/* The emitted line of each fragment has the first line of the fragment. */
static void
test_lines (void)
{
  g_auto (EmitCase) c = { 0 };

  emit_case_run (&c, ROOT, PIPELINES, "Case.Compute", NULL);
  g_autofree char *text = emit_case_dup_text (&c, "src/compute.c");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  g_assert_cmpuint (c.emission->fragments->len, ==, 8);
  for (guint i = 0; i < c.emission->fragments->len; i++)
    {
      const ImEmitFragment *fragment = &g_array_index (c.emission->fragments,
                                                       ImEmitFragment, i);
      g_autofree char *source = NULL;

      g_assert_true (g_file_get_contents (fragment->path, &source, NULL, NULL));
      g_auto (GStrv) source_lines = g_strsplit (source, "\n", -1);
      g_assert_cmpstr (lines[fragment->line - 1], ==,
                       source_lines[fragment->file_line - 1]);
      g_assert_cmpstr (lines[fragment->line + fragment->n_lines - 2], ==, "}");
    }
}

typedef struct
{
  const char *unit;
  const char *prefix;
  const char *code;
  const char *message;
} ProblemCase;

static const ProblemCase problem_cases[] = {
  { "Case.Compute", "1X", "prefix", "the prefix “1X” cannot begin names" },
  { "Case.Compute", "A__B", "prefix", "the prefix “A__B” cannot begin names" },
  { "Case.Compute", "class", "prefix", "the prefix “class” cannot begin names" },
  { "Problem.Range", NULL, "argument-range",
    "the argument “count” is 40000, which the type int16_t of the parameter cannot "
    "hold" },
  { "Problem.Pointer", NULL, "argument-type",
    "“input” has elements of the type int32, but the parameter is “const float *”; "
    "expected “int32_t *”" },
  { "Problem.Kind", NULL, "argument",
    "the argument “shape” is a shape, which cannot be passed to a parameter of type "
    "int" },
  { "Problem.Template", NULL, "template",
    "the fragment “unknown_template” has the variable {{absent}}; expected a parameter" },
  { "Problem.Mismatch", NULL, "call-mismatch",
    "range takes 3 arguments; the call has 1" },
  { "Problem.Fragment", NULL, "unknown-fragment", "absent" },
  { "Problem.Caller", NULL, "argument",
    "“input” is memory of the caller, which Init cannot use" },
  { "Problem.Clash", NULL, "symbol-clash",
    "2 fragments define “once”, which must be there once: Only one clock." },
};

static gboolean
says (const ImDiagnostics *diagnostics, const ProblemCase *row)
{
  gboolean found = FALSE;

  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    {
      const ImDiagnostic *item = im_diagnostics_get (diagnostics, i);

      g_test_message ("%s: %s", item->code, item->message);
      found = found || (strcmp (item->code, row->code) == 0 &&
                        strstr (item->message, row->message) != NULL);
    }

  return found;
}

/* What is wrong with the calls is known before anything is exported. */
static void
test_problem (gconstpointer data)
{
  const ProblemCase *row = data;
  g_autoptr (ImDiagnostics) before = im_diagnostics_new ();
  g_auto (EmitCase) c = { 0 };

  emit_case_run (
      &c, ROOT, g_str_has_prefix (row->unit, "Case") ? PIPELINES : "emit/problems.imunit",
      row->unit, row->prefix);
  g_assert_null (c.emission);
  g_assert_cmpuint (im_artifacts_get_count (c.artifacts), <=, 1);
  g_assert_true (says (c.diagnostics, row));
  if (row->prefix != NULL)
    return;
  im_emit_c_check (c.plan, c.library, before);
  g_assert_true (says (before, row));
}

/* A fraction that an integer parameter loses is a warning. */
static void
test_fraction (void)
{
  g_auto (EmitCase) c = { 0 };

  emit_case_run (&c, ROOT, "emit/problems.imunit", "Problem.Fraction", NULL);
  g_assert_nonnull (c.emission);
  g_assert_cmpuint (im_diagnostics_get_count (c.diagnostics), ==, 1);
  g_assert_cmpstr (im_diagnostics_get (c.diagnostics, 0)->code, ==, "argument-fraction");
  g_autofree char *text = emit_case_dup_text (&c, "src/fraction.c");
  g_assert_nonnull (strstr (text, "range(data_in, 2, data_out)"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (golden_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/emit-c/golden/", golden_cases[i].name, NULL);

      g_test_add_data_func (path, &golden_cases[i], test_golden);
    }
  for (guint i = 0; i < G_N_ELEMENTS (problem_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/emit-c/problem/%u-%s", i,
                                               problem_cases[i].code);

      g_test_add_data_func (path, &problem_cases[i], test_problem);
    }
  g_test_add_func ("/emit-c/same-bytes", test_same_bytes);
  g_test_add_func ("/emit-c/lines", test_lines);
  g_test_add_func ("/emit-c/fraction", test_fraction);

  return g_test_run ();
}
