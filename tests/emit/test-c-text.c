/* SPDX-License-Identifier: MIT
 *
 * Literals, identifiers, and the names that a text defines.
 */
#include <math.h>
#include <string.h>

#include "base/im-arena.h"
#include "emit/im-c-literals.h"
#include "emit/im-c-names.h"
#include "emit/im-c-symbols.h"
#include "emit/im-c-writer.h"

typedef struct
{
  ImValue value;
  const char *type;
  const char *expected;
  ImCLiteralStatus status;
} LiteralCase;

static const LiteralCase literal_cases[] = {
  { { IM_VALUE_INT, { .integer = 25 } }, "int", "25", IM_C_LITERAL_FINE },
  { { IM_VALUE_INT, { .integer = G_MININT32 } },
    "int",
    "(-2147483647 - 1)",
    IM_C_LITERAL_FINE },
  { { IM_VALUE_INT, { .integer = 3 } }, "float", "3.0f", IM_C_LITERAL_FINE },
  { { IM_VALUE_INT, { .integer = 3 } }, "const double", "3.0", IM_C_LITERAL_FINE },
  { { IM_VALUE_INT, { .integer = 3 } }, NULL, "3", IM_C_LITERAL_FINE },
  { { IM_VALUE_INT, { .integer = 128 } }, "int8_t", "", IM_C_LITERAL_RANGE },
  { { IM_VALUE_INT, { .integer = -128 } }, "q7_t", "-128", IM_C_LITERAL_FINE },
  { { IM_VALUE_INT, { .integer = -1 } }, "uint32_t", "", IM_C_LITERAL_RANGE },
  { { IM_VALUE_INT, { .integer = 7 } }, "size_t", "7u", IM_C_LITERAL_FINE },
  { { IM_VALUE_INT, { .integer = 7 } }, "const float *", "", IM_C_LITERAL_KIND },
  { { IM_VALUE_BOOL, { .boolean = TRUE } }, "int", "1", IM_C_LITERAL_FINE },
  { { IM_VALUE_BOOL, { .boolean = FALSE } }, "bool", "0", IM_C_LITERAL_FINE },
  { { IM_VALUE_DOUBLE, { .real = 0.1 } }, "float", "0.1f", IM_C_LITERAL_FINE },
  { { IM_VALUE_DOUBLE, { .real = 0.1 } }, "double", "0.1", IM_C_LITERAL_FINE },
  { { IM_VALUE_DOUBLE, { .real = 20 } }, NULL, "20.0", IM_C_LITERAL_FINE },
  { { IM_VALUE_DOUBLE, { .real = -0.0 } }, "float", "-0.0f", IM_C_LITERAL_FINE },
  { { IM_VALUE_DOUBLE, { .real = 1e-10 } }, "float", "1e-10f", IM_C_LITERAL_FINE },
  { { IM_VALUE_DOUBLE, { .real = 1e39 } }, "float", "", IM_C_LITERAL_RANGE },
  { { IM_VALUE_DOUBLE, { .real = 2.0 } }, "int", "2", IM_C_LITERAL_FINE },
  { { IM_VALUE_DOUBLE, { .real = -2.9 } }, "int", "-2", IM_C_LITERAL_TRUNCATED },
  { { IM_VALUE_DOUBLE, { .real = 3e9 } }, "int", "", IM_C_LITERAL_RANGE },
  { { IM_VALUE_DOUBLE, { .real = 3e9 } }, "int64_t", "3000000000LL", IM_C_LITERAL_FINE },
  { { IM_VALUE_DOUBLE, { .real = (double) NAN } }, "int", "", IM_C_LITERAL_RANGE },
  { { IM_VALUE_DOUBLE, { .real = (double) NAN } }, "float", "NAN", IM_C_LITERAL_FINE },
  { { IM_VALUE_DOUBLE, { .real = -(double) INFINITY } },
    "double",
    "-(double) INFINITY",
    IM_C_LITERAL_FINE },
  { { IM_VALUE_NULL, { 0 } }, "float *", "NULL", IM_C_LITERAL_FINE },
  { { IM_VALUE_NULL, { 0 } }, "int", "", IM_C_LITERAL_KIND },
  { { IM_VALUE_STRING, { .string = "" } }, "const char *", "\"\"", IM_C_LITERAL_FINE },
  { { IM_VALUE_STRING,
      { .string = "a\n\"\\\?\?/\xc3\xa9"
                  "1" } },
    "const char *",
    "\"a\\012\\\"\\\\?\\?/\\303\\2511\"",
    IM_C_LITERAL_FINE },
  { { IM_VALUE_STRING, { .string = "x" } }, "int", "", IM_C_LITERAL_KIND },
  { { IM_VALUE_DTYPE, { .dtype = IM_DTYPE_Q7 } }, "int", "", IM_C_LITERAL_KIND },
};

static void
test_literals (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (literal_cases); i++)
    {
      const LiteralCase *row = &literal_cases[i];
      g_autoptr (GString) out = g_string_new (NULL);

      g_assert_cmpint (im_c_append_literal (&row->value, row->type, out), ==,
                       row->status);
      g_assert_cmpstr (out->str, ==, row->expected);
    }
}

static void
test_long_string (void)
{
  g_autofree char *text = g_strnfill (IM_C_MAX_STRING_BYTES + 1, 'x');
  g_autoptr (GString) out = g_string_new (NULL);
  ImValue value = IM_STRING (text);

  g_assert_cmpint (im_c_append_literal (&value, "const char *", out), ==,
                   IM_C_LITERAL_RANGE);
  text[IM_C_MAX_STRING_BYTES] = '\0';
  g_assert_cmpint (im_c_append_literal (&value, "const char *", out), ==,
                   IM_C_LITERAL_FINE);
  g_assert_cmpuint (out->len, ==, IM_C_MAX_STRING_BYTES + 2);
}

static const struct
{
  const char *array;
  const char *expected;
} element_cases[] = {
  { "float32[2]{0.1,NaN}", "0.1f NAN " },
  { "float64[2]{0.1,3}", "0.1 3.0 " },
  { "float16[2]{1,-2}", "15360u 49152u " },
  { "int8[3]{-128,127,0}", "-128 127 0 " },
  { "q15[2]{-32768,1}", "-32768 1 " },
  { "uint16[1]{65535}", "65535u " },
  { "int32[2]{-2147483648,5}", "(-2147483647 - 1) 5 " },
  { "uint64[1]{4294967296}", "4294967296ULL " },
  { "int64[1]{-4294967296}", "-4294967296LL " },
};

static void
test_elements (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();

  for (guint i = 0; i < G_N_ELEMENTS (element_cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GString) out = g_string_new (NULL);
      const ImArray *array = im_array_parse (arena, element_cases[i].array, &error);

      g_assert_no_error (error);
      for (gsize j = 0; j < array->count; j++)
        {
          im_c_append_element (array, j, out);
          g_string_append_c (out, ' ');
        }
      g_assert_cmpstr (out->str, ==, element_cases[i].expected);
    }
}

static const struct
{
  const char *text;
  const char *identifier;
  gboolean is_identifier;
} name_cases[] = {
  { "IMAI", "IMAI", TRUE },
  { "a_1", "a_1", TRUE },
  { "1a", "n1a", FALSE },
  { "", "n", FALSE },
  { "a__b", "a_b", FALSE },
  { "_a", "a", FALSE },
  { "class", "class_n", FALSE },
  { "while", "while_n", FALSE },
  { "mel/window.state", "mel_window_state", FALSE },
  { "\xc3\xa9t\xc3\xa9", "t", FALSE },
  { "a-b ", "a_b", FALSE },
};

static void
test_names (void)
{
  g_autoptr (ImCNames) names = im_c_names_new ();

  for (guint i = 0; i < G_N_ELEMENTS (name_cases); i++)
    {
      g_autofree char *identifier = im_c_dup_identifier (name_cases[i].text);

      g_assert_cmpstr (identifier, ==, name_cases[i].identifier);
      g_assert_true (im_c_is_identifier (identifier));
      g_assert_cmpint (im_c_is_identifier (name_cases[i].text), ==,
                       name_cases[i].is_identifier);
    }
  g_assert_cmpstr (im_c_names_add (names, "a.b"), ==, "a_b");
  g_assert_cmpstr (im_c_names_add (names, "a/b"), ==, "a_b_2");
  g_assert_cmpstr (im_c_names_add (names, "a_b"), ==, "a_b_3");
}

static const struct
{
  const char *text;
  const char *expected; /* kind and name of each */
} symbol_cases[] = {
  { "static inline int f (int a) { int b = a; return b; }", "l:f " },
  { "int f (int a); int g (void) { return f (1); }", "g:g " },
  { "static const float t[2] = { 1, 2 }, u = 3;", "l:t l:u " },
  { "int n; extern int m;", "g:n " },
  { "enum { A, B = 2, C };", "l:A l:B l:C " },
  { "typedef enum E { D } e_t;", "l:D l:E l:e_t " },
  { "typedef struct { int a; } s_t; struct p { int b; };", "l:s_t l:p " },
  { "typedef int (*call_t) (int a);", "l:call_t " },
  { "static void (*hook) (void);", "l:hook " },
  { "struct p; struct p *q;", "g:q " },
  { "static int f (void) __attribute__ ((noinline));", "" },
  { "__attribute__ ((noinline)) static int f (void) { return 0; }", "l:f " },
  { "#define M 1\n  # define N(x) x\n#ifndef P\n#define P 3\n#endif\n", "m:M m:N d:P " },
  { "/* int c; */ // int d;\nconst char *s = \"int e;\";", "g:s " },
  { "static int f (void) { return 0; } static int g;", "l:f l:g " },
  { "struct s f (void) { struct s x = { 0 }; return x; }", "g:f " },
  { "", "" },
  { "static int f (", "" },
};

static void
test_symbols (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (symbol_cases); i++)
    {
      g_autoptr (ImArena) arena = im_arena_new ();
      g_autoptr (GArray) symbols = g_array_new (FALSE, FALSE, sizeof (ImCSymbol));
      g_autoptr (GString) out = g_string_new (NULL);

      im_c_find_symbols (symbol_cases[i].text, arena, symbols);
      for (guint j = 0; j < symbols->len; j++)
        {
          const ImCSymbol *symbol = &g_array_index (symbols, ImCSymbol, j);

          g_string_append_printf (out, "%c:%s ", "lgmd"[symbol->kind], symbol -> name);
        }
      g_assert_cmpstr (out->str, ==, symbol_cases[i].expected);
    }
}

/* Words stand in code and in the values of macros, not in comments, strings and other
 * directives. */
static void
test_words (void)
{
  static const char text[] = "#include <a.h>\n"
                             "#ifndef b\n"
                             "# define c (d * \"e\") /* f */ + \\\n"
                             "  g\n"
                             "#endif\n"
                             "\n"
                             "#define k l\n"
                             "int h = i; // j\n";
  static const char *const there[] = { "d", "g", "int", "h", "i", "l" };
  static const char *const absent[] = { "a", "b", "e", "f", "j" };
  g_autoptr (GHashTable) words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                        NULL);

  im_c_collect_words (text, words);
  for (guint i = 0; i < G_N_ELEMENTS (there); i++)
    g_assert_true (g_hash_table_contains (words, there[i]));
  for (guint i = 0; i < G_N_ELEMENTS (absent); i++)
    g_assert_false (g_hash_table_contains (words, absent[i]));
}

static void
test_writer (void)
{
  g_autoptr (GString) out = g_string_new (NULL);
  ImCWriter writer = { out, 0 };

  im_c_writer_open (&writer, "if (%d)", 1);
  im_c_writer_line (&writer, "a;");
  im_c_writer_line (&writer, "%s", "");
  im_c_writer_close (&writer);
  g_assert_cmpstr (out->str, ==, "if (1) {\n    a;\n\n}\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/c-text/literals", test_literals);
  g_test_add_func ("/c-text/long-string", test_long_string);
  g_test_add_func ("/c-text/elements", test_elements);
  g_test_add_func ("/c-text/names", test_names);
  g_test_add_func ("/c-text/symbols", test_symbols);
  g_test_add_func ("/c-text/words", test_words);
  g_test_add_func ("/c-text/writer", test_writer);

  return g_test_run ();
}
