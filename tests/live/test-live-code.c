/* SPDX-License-Identifier: MIT
 *
 * Whether code keeps something that others see: in snippets, and in all shipped units,
 * none of which does.
 *
 * usage: test-live-code UNITS
 */
#include <string.h>

#include "fragment/im-fragment.h"
#include "live/im-live-code.h"

typedef struct
{
  const char *name;
  const char *text;
  gboolean keeps;
  gboolean meddles;
  const char *unknown; /* a function that it calls, and neither defines nor is pure */
} CodeCase;

static const CodeCase cases[] = {
  { "function", "static float\nf (float x)\n{\n  return x * sinf (x);\n}\n", FALSE, FALSE,
    NULL },
  { "local", "static int f (void) { static int n; return n++; }", TRUE, FALSE, NULL },
  { "local-constant",
    "static int f (int i) { static const int t[] = { 1, 2 }; return t[i]; "
    "}",
    FALSE, FALSE, NULL },
  { "local-pointer", "static void f (void) { static const int *p; p++; }", TRUE, FALSE,
    NULL },
  { "local-constant-pointer",
    "int f (void) { static const int *const p = 0; return *p; }", FALSE, FALSE, NULL },
  { "array-parameter", "void f (float x[static 4]) { x[0] = 1; }", FALSE, FALSE, NULL },
  { "file", "static int n;\nint f (void) { return n++; }", TRUE, FALSE, NULL },
  { "file-value", "static int n = 3;\nint f (void) { return n; }", TRUE, FALSE, NULL },
  { "file-array", "float table[4] = { 1, 2, 3, 4 };", TRUE, FALSE, NULL },
  { "file-constant", "static const float table[2] = { sizeof (int), 2 };", FALSE, FALSE,
    NULL },
  { "file-names", "static const char *names[] = { \"a\" };", TRUE, FALSE, NULL },
  { "file-pointer-to-function", "static void (*callback) (int);", TRUE, FALSE, NULL },
  { "file-extern", "extern int n;", TRUE, TRUE, NULL },
  { "file-struct", "static struct S { int a; } s;", TRUE, FALSE, NULL },
  { "type", "typedef struct { int a; } S;\nstruct T { float x; };\nenum { A, B };", FALSE,
    FALSE, NULL },
  { "prototype", "static float g (float x);", FALSE, FALSE, NULL },
  { "attribute", "__attribute__ ((unused)) static int n;", TRUE, FALSE, NULL },
  { "template",
    "static inline void\nf_{{to}} (const {{to}} *x)\n{\n  {{to}} y = x[{{n}}];\n"
    "  (void) y;\n}\n",
    FALSE, FALSE, NULL },
  { "macro-static", "#define KEEP static int \\\n  n\nint f (void) { KEEP; return n; }",
    TRUE, FALSE, NULL },
  { "macro", "#define TWICE(x) ((x) + (x))\nint f (int x) { return TWICE (x); }", FALSE,
    FALSE, NULL },
  { "macro-call", "#define NEXT other ()\n", FALSE, FALSE, "other" },
  { "random", "int f (void) { return rand (); }", FALSE, TRUE, "rand" },
  { "random-pointer", "int f (void) { int (*next) (void) = rand; return next (); }",
    FALSE, TRUE, NULL },
  { "pointer-parameter", "int f (int (*g) (int), int x) { return g (x); }", FALSE, FALSE,
    NULL },
  { "assembly", "float f (float x) { __asm__ (\"sqrt\" : \"+x\" (x)); return x; }", FALSE,
    FALSE, NULL },
  { "assembly-volatile", "void f (void) { __asm__ volatile (\"ldmxcsr\"); }", FALSE, TRUE,
    NULL },
  { "template-call", "void f_{{a}} (int x) { }\nvoid g (void) { f_i{{b}} (1); }", FALSE,
    FALSE, NULL },
  { "unknown", "int f (void) { return tick (); }", FALSE, FALSE, "tick" },
  { "rounding", "void f (void) { fesetround (1); }", FALSE, TRUE, "fesetround" },
  { "extern-inside", "int f (void) { extern int n; return n; }", FALSE, TRUE, NULL },
  { "comment", "/* static int n; rand () */ int f (void) { return 1; }", FALSE, FALSE,
    NULL },
  { "string", "const char *f (void) { return \"static int n; rand ()\"; }", FALSE, FALSE,
    NULL },
};

static const char *units_path;

static const char *
find_unknown (const ImLiveCode *code, const ImLiveCode *const *others, guint n_others)
{
  GHashTableIter iter;
  gpointer function;

  g_hash_table_iter_init (&iter, code->called);
  while (g_hash_table_iter_next (&iter, &function, NULL))
    {
      gboolean is_known = im_live_code_is_pure (function) ||
                          im_live_code_defines (code, function);

      for (guint i = 0; i < n_others; i++)
        is_known = is_known || im_live_code_defines (others[i], function);
      if (!is_known)
        return function;
    }

  return NULL;
}

static void
test_case (gconstpointer data)
{
  const CodeCase *c = data;
  g_autoptr (ImLiveCode) code = im_live_code_new (c->text);

  g_assert_cmpint (code->keeps, ==, c->keeps);
  g_assert_cmpint (code->meddles, ==, c->meddles);
  g_assert_cmpstr (find_unknown (code, NULL, 0), ==, c->unknown);
}

static void
add_file (const char *path, GPtrArray *codes, GPtrArray *names)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autofree char *text = NULL;
  g_autoptr (ImSource) source = NULL;
  g_autoptr (ImFragmentFile) file = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  source = im_source_new_for_string (path, text);
  file = im_fragment_file_parse (source, diagnostics);
  for (guint i = 0; i < file->n_fragments; i++)
    {
      g_autoptr (GString) body = g_string_new (NULL);

      im_fragment_append_body (&file->fragments[i], body);
      g_ptr_array_add (codes, im_live_code_new (body->str));
      g_ptr_array_add (names, g_strconcat (path, ":", file->fragments[i].name, NULL));
    }
}

static void
add_folder (const char *path, GPtrArray *codes, GPtrArray *names)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR))
        add_folder (child, codes, names);
      else if (g_str_has_suffix (name, ".h") || g_str_has_suffix (name, ".c"))
        add_file (child, codes, names);
    }
}

static void
test_units (void)
{
  g_autoptr (GPtrArray) codes = g_ptr_array_new_with_free_func (
      (GDestroyNotify) im_live_code_free);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  guint n_bad = 0;

  add_folder (units_path, codes, names);
  g_assert_cmpuint (codes->len, >, 100);
  for (guint i = 0; i < codes->len; i++)
    {
      const ImLiveCode *code = g_ptr_array_index (codes, i);
      const char *unknown = find_unknown (code, (const ImLiveCode *const *) codes->pdata,
                                          codes->len);

      if (!code->keeps && !code->meddles && unknown == NULL)
        continue;
      n_bad++;
      g_test_message ("%s%s%s, calls %s", (const char *) g_ptr_array_index (names, i),
                      code->keeps ? " keeps" : "", code->meddles ? " meddles" : "",
                      unknown);
    }
  g_assert_cmpuint (n_bad, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  units_path = argv[1];
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/live/code/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/live/code/units", test_units);

  return g_test_run ();
}
