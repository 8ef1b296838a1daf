/* SPDX-License-Identifier: MIT */
#include "fragment/im-prototype.h"

#include <string.h>

#include "base/im-arena.h"

#define BEGIN(name) "#pragma IMAGINET_FRAGMENT_BEGIN \"" name "\"\n"
#define END         "#pragma IMAGINET_FRAGMENT_END\n"

static ImFragmentFile *
parse (const char *name, const char *text)
{
  g_autoptr (ImSource) source = im_source_new_for_string (name, text);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  ImFragmentFile *file = im_fragment_file_parse (source, diagnostics);

  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 0);

  return file;
}

typedef struct
{
  const char *name;
  const char *file;
  const char *text;     /* of a fragment called f */
  const char *expected; /* the prototype, or NULL */
} PrototypeCase;

static const PrototypeCase prototype_cases[] = {
  { "plain", "a.h", "void f(const float* restrict input, int d0, float *output) {}",
    "void f (const float *input, int d0, float *output)" },
  { "static-inline", "a.h", "static inline int f(void)\n{\n}\n", "int f ()" },
  { "template", "a.h",
    "void g(int a) {}\nvoid {{op}}(const {{element}} *a, {{element}} b) {}",
    "void f (const element *a, element b)" },
  { "template-of-others", "a.h", "void g_{{T}}({{element}} f) {}", NULL },
  { "no-parameters", "a.h", "int f() { return 1; }", "int f ()" },
  { "pointer-result", "a.h", "const q15_t *f(int *a) {}", "const q15_t *f (int *a)" },
  { "unsigned", "a.h", "unsigned long long f(unsigned int a, unsigned) {}",
    "unsigned long long f (unsigned int a, unsigned)" },
  { "struct", "a.h", "struct s *f(struct s *a, const struct t, enum e b) {}",
    "struct s *f (struct s *a, const struct t, enum e b)" },
  { "unnamed", "a.h", "void f(float, size_t, const void *);",
    "void f (float, size_t, const void *)" },
  { "const-pointer", "a.h", "void f(int *const a, char **b) {}",
    "void f (int *const a, char **b)" },
  { "array", "a.h", "void f(const float a[], int b[static 3], char *c[]) {}",
    "void f (const float *a, int *b, char **c)" },
  { "two-dimensions", "a.h", "void f(float a[2][N]) {}", "void f (float (*)[N] a)" },
  { "function-pointer", "a.h",
    "void f(int (*cmp)(const void *, const void *a), int n) {}",
    "void f (int (*)(const void *, const void *a) cmp, int n)" },
  { "variadic", "a.h", "int f(const char *format, ...);",
    "int f (const char *format, ...)" },
  { "comments", "a.h", "/* f(int) { */ void // f(int)\nf /* ( */ (int /* a */ b) {}",
    "void f (int b)" },
  { "strings", "a.h",
    "const char *s = \"void f(int a) {\\\"\"; char c = '\\''; void f(float b) {}",
    "void f (float b)" },
  { "preprocessor", "a.h",
    "#define f(a) void f(int a) { \\\n void f(char b) {\nvoid f(int c) {}",
    "void f (int c)" },
  { "attributes", "a.h",
    "__attribute__((always_inline)) static inline void f(int a __attribute__((unused))) "
    "__attribute__((hot)) {}",
    "void f (int a)" },
  { "attribute-behind", "a.h", "void f(int a) __attribute__((hot));\nint g;",
    "void f (int a)" },
  { "definition-wins", "a.h", "void f(int);\nint g(void) { f(1); }\nvoid f(int a) {}",
    "void f (int a)" },
  { "declaration", "a.h", "extern void f(int a);", "void f (int a)" },
  { "call-is-none", "a.h", "int g(void) { return f(1); }\nint x = f(2);", NULL },
  { "macro-is-none", "a.h", "f(int);", NULL },
  { "longer-name-is-none", "a.h", "void ff(int a) {} void f2(int a) {}", NULL },
  { "variable-is-none", "a.h", "int f;", NULL },
  { "behind-struct", "a.h", "typedef struct { int f; } s_t;\nstatic s_t *f(s_t *s) {}",
    "s_t *f (s_t *s)" },
  { "behind-table", "a.h", "static const int t[] = { 1, 2 };\nvoid f(int a) {}",
    "void f (int a)" },
  { "linkage", "a.h", "extern \"C\" {\nvoid f(int a) {}\n}", "void f (int a)" },
  { "either-or", "a.h", "#if A\nvoid f(int a)\n#else\nint f(float b)\n#endif\n{}",
    "int f (float b)" },
  { "directive-inside", "a.h", "void\n#pragma IMAGINET_DEPENDENCY \"y\"\nf(int a) {}",
    "void f (int a)" },
  { "unclosed-list", "a.h", "void f(int a", NULL },
  { "unclosed-comment", "a.h", "/* void f(int a) {}", NULL },
  { "unclosed-string", "a.h", "char *s = \"abc\nvoid f(int a) {}", NULL },
  { "python", "a.py", "def f(a, b=1, *c, d: int = 2, **e) -> None:\n  pass\n",
    "None f (a, b = 1, int d = 2, ...)" },
  { "python-lines", "a.py", "def f(a, # first\n      b=(1,\n 2),\n      ):\n  pass\n",
    "f (a, b = (1,  2))" },
  { "python-dividers", "a.py", "def f(a, /, b, *, c):\n  pass\n", "f (a, b, c)" },
  { "python-async", "a.py", "async def f(a):\n  pass\n", "f (a)" },
  { "python-raw-string", "a.py", "x = r'\\'def f(z):'\ndef f(a):\n  pass\n", "f (a)" },
  { "python-indented-is-none", "a.py", "class A:\n  def f(a):\n    pass\n", NULL },
  { "python-string-is-none", "a.py", "x = '''\ndef f(a):\n'''\n", NULL },
  { "python-call-is-none", "a.py", "f(1)\n", NULL },
  { "python-unclosed", "a.py", "def f(a\n", NULL },
};

static void
test_prototype (gconstpointer data)
{
  const PrototypeCase *c = data;
  g_autofree char *text = g_strdup_printf (BEGIN ("f") "%s\n" END, c->text);
  g_autoptr (ImFragmentFile) file = parse (c->file, text);
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GString) actual = g_string_new (NULL);
  const ImPrototype *prototype = im_fragment_find_prototype (
      im_fragment_file_find (file, "f"), NULL, arena);

  if (prototype != NULL)
    {
      g_assert_cmpint (text[prototype->name_span.start], ==, 'f');
      im_prototype_append_text (prototype, actual);
    }
  g_assert_cmpstr (prototype == NULL ? NULL : actual->str, ==, c->expected);
}

static void
test_by_name (void)
{
  g_autoptr (ImFragmentFile) file = parse ("rms.h",
                                           BEGIN ("rms") "float rms_f32(int n) {}\n" END);
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImPrototype *prototype = im_fragment_find_prototype (&file->fragments[0],
                                                             "rms_f32", arena);

  g_assert_nonnull (prototype);
  g_assert_cmpstr (prototype->name, ==, "rms_f32");
  g_assert_cmpstr (prototype->return_type, ==, "float");
  g_assert_cmpuint (prototype->n_parameters, ==, 1);
  g_assert_cmpstr (prototype->parameters[0].type, ==, "int");
  g_assert_cmpstr (prototype->parameters[0].name, ==, "n");
  g_assert_null (prototype->parameters[0].default_value);
  g_assert_null (im_fragment_find_prototype (&file->fragments[0], NULL, arena));
}

typedef struct
{
  const char *name;
  const char *file;
  const char *text;   /* of a fragment called f */
  guint fewest, most; /* arguments that fit; 9 stands for any number */
} TakesCase;

static const TakesCase takes_cases[] = {
  { "none", "a.h", "void f(void);", 0, 0 },
  { "two", "a.h", "void f(int a, int b);", 2, 2 },
  { "variadic", "a.h", "void f(int a, ...);", 1, 9 },
  { "default", "a.py", "def f(a, b=1):", 1, 2 },
  { "python-variadic", "a.py", "def f(a, *b):", 1, 9 },
};

static void
test_takes (gconstpointer data)
{
  const TakesCase *c = data;
  g_autofree char *text = g_strdup_printf (BEGIN ("f") "%s\n" END, c->text);
  g_autoptr (ImFragmentFile) file = parse (c->file, text);
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImPrototype *prototype = im_fragment_find_prototype (&file->fragments[0], NULL,
                                                             arena);

  g_assert_nonnull (prototype);
  for (guint n = 0; n <= 9; n++)
    g_assert_cmpint (im_prototype_takes (prototype, n), ==,
                     n >= c->fewest && n <= c->most);
}

static void
test_list (void)
{
  static const char text[] = "#include <math.h>\n"
                             "typedef int (*callback) (int);\n"
                             "static int table[2] = { 1, 2 };\n"
                             "float mean (const float *x, int n); // declared\n"
                             "static inline float square (float x) { return x * x; }\n"
                             "__attribute__ ((unused)) float\nmean (const float *x, int "
                             "n)\n{\n  return square (x[n]);\n}\n"
                             "struct point { int x; };\n"
                             "extern \"C\" { unsigned last (void) { return 1; } }\n";
  static const struct
  {
    const char *prototype;
    const char *start;
    const char *end;
    gboolean is_definition, is_static;
  } expected[] = {
    { "float mean (const float *x, int n)", "float mean", "int n);", FALSE, FALSE },
    { "float square (float x)", "static inline", "x * x; }", TRUE, TRUE },
    { "float mean (const float *x, int n)", "float\nmean", "(x[n]);\n}", TRUE, FALSE },
    { "unsigned last ()", "unsigned last", "return 1; }", TRUE, FALSE },
  };
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GArray) functions = im_prototype_list (text, sizeof text - 1, arena);

  g_assert_cmpuint (functions->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < functions->len; i++)
    {
      const ImFunction *function = &g_array_index (functions, ImFunction, i);
      g_autoptr (GString) actual = g_string_new (NULL);

      im_prototype_append_text (function->prototype, actual);
      g_assert_cmpstr (actual->str, ==, expected[i].prototype);
      g_assert_true (g_str_has_prefix (text + function->span.start, expected[i].start));
      g_assert_true (g_str_has_prefix (
          text + function->span.end - strlen (expected[i].end), expected[i].end));
      g_assert_cmpint (function->is_definition, ==, expected[i].is_definition);
      g_assert_cmpint (function->is_static, ==, expected[i].is_static);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (prototype_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/prototype/", prototype_cases[i].name, NULL);

      g_test_add_data_func (path, &prototype_cases[i], test_prototype);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (takes_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/prototype/takes/", takes_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &takes_cases[i], test_takes);
    }
  g_test_add_func ("/prototype/by-name", test_by_name);
  g_test_add_func ("/prototype/list", test_list);

  return g_test_run ();
}
