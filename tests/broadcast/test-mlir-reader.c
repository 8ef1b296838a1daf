/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "broadcast/im-broadcast-family.h"
#include "broadcast/im-mlir-expect.h"

#define MLIR     IM_BROADCAST_RULES_MLIR
#define UPSTREAM IM_BROADCAST_RULES_MLIR_UPSTREAM

#define T "tensor<4xf32>"

typedef struct
{
  const char *name;
  const char *text;
  const char *expected; /* a line for each operation: where, and what became of it */
  const char *op;       /* NULL for those that are known */
  ImBroadcastRules rules;
} ReadCase;

static const ReadCase read_cases[] = {
  { "generic", "%0 = \"test.broadcastable\"(%a, %b) : (" T ", " T ") -> " T,
    "1:1 exact %a " T " %b " T "\n", NULL, MLIR },
  { "parentheses", "%0 = \"tosa.add\"(%a) : (" T ") -> (" T ")", "1:1 exact %a " T "\n",
    NULL, MLIR },
  { "custom", "  %0 = tosa.add %a, %b {x = \":\"} : (" T ", " T ") -> " T,
    "1:3 exact %a " T " %b " T "\n", NULL, MLIR },
  { "list", "%0 = tosa.add %a, %b#1 : " T ", tensor<f32> -> " T,
    "1:1 exact %a " T " %b#1 tensor<f32>\n", NULL, MLIR },
  { "short", "%0 = tosa.add %a, %b : " T, "1:1 exact %a " T " %b " T "\n", NULL, MLIR },
  { "select", "%0 = tosa.select %c, %a, %b : tensor<4xi1>, " T,
    "1:1 exact %c tensor<4xi1> %a " T " %b " T "\n", NULL, MLIR },
  { "lines",
    "%0 = \"tosa.add\"(\n  %a, // ) a comment\n  %b) <{p = [1]}> {a = \"->\"}\n  : (" T
    ",\n"
    "   tensor<1xf32>)\n  -> " T " loc(\"f.mlir\":1:2)\nreturn",
    "1:1 exact %a " T " %b tensor<1xf32>\n7:1 no trait return\n", NULL, MLIR },
  { "function",
    "#map = affine_map<(d0) -> (d0 + 1)>\n!t = tensor<2xf32, #map>\nmodule @m attributes "
    "{a} {\n"
    "  func.func private @g(" T ") -> " T "\n  func.func @f(%a: !t) -> !t {\n"
    "  ^bb0(%b: " T
    "):\n    cf.br ^bb1\n  ^bb1:\n    %0 = \"tosa.abs\"(%a) : (!t) -> !t\n"
    "    return %0 : !t\n  }\n}\n{-# a: \"}\" #-}\n",
    "3:1 no trait module\n4:3 no trait func.func\n5:3 no trait func.func\n7:5 no trait "
    "cf.br\n"
    "9:5 exact %a !t\n10:5 no trait return\n",
    NULL, MLIR },
  { "regions",
    "\"a.b\"() ({\n  %0 = tosa.abs %a : " T "\n}, {}) : () -> ()\n"
    "scf.for %i = %a to %b {\n  tosa.neg %i : " T "\n  %1 = tosa.exp %i : " T "\n}",
    "1:1 no trait a.b\n2:3 exact %a " T "\n4:1 no trait scf.for\n5:3 no trait tosa.neg\n"
    "6:3 exact %i " T "\n",
    NULL, MLIR },
  { "one-line", "{} %0 = tosa.abs %a : " T " %1 = tosa.abs %0 : " T,
    "1:4 exact %a " T "\n1:37 exact %0 " T "\n", NULL, MLIR },
  { "two-results", "%0:2 = \"tosa.abs\"(%a) : (" T ") -> (" T ", " T ")",
    "1:1 result-count %a " T "\n", NULL, MLIR },
  { "no-result", "\"tosa.abs\"(%a) : (" T ") -> ()", "1:1 result-count %a " T "\n", NULL,
    MLIR },
  { "no-operand", "%0 = \"tosa.abs\"() : () -> " T, "1:1 no-operand\n", NULL, MLIR },
  { "other-type", "%0 = \"tosa.abs\"(%a) : (memref<4xf32>) -> " T,
    "1:1 type-mismatch %a memref<4xf32>\n", NULL, MLIR },
  { "scalable",
    "%0 = tosa.add %a, %b : (vector<[4]xf32>, vector<1xf32>) -> vector<[4]xf32>",
    "1:1 exact %a vector<[4]xf32> %b vector<1xf32>\n", NULL, MLIR },
  { "scalable-fixed",
    "%0 = tosa.add %a, %b : (vector<[4]xf32>, vector<4xf32>) -> vector<[4]xf32>",
    "1:1 operands-incompatible %a vector<[4]xf32> %b vector<4xf32>\n", NULL, MLIR },
  { "no-trait", "%0 = arith.addf %a, %b : " T, "1:1 no trait arith.addf\n", NULL, MLIR },
  { "pattern",
    "%0 = arith.addf %a, %b fastmath<fast> : " T "\n%1 = arith.constant 1 : i32\n"
    "%2 = tosa.abs %a : " T,
    "1:1 exact %a " T " %b " T "\n2:1 no trait arith.constant\n3:1 no trait tosa.abs\n",
    "arith.*", MLIR },
  { "explicit",
    "%0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 1>} : (" T ", " T
    ") -> " T,
    "1:1 explicit chlo.broadcast_add\n", NULL, MLIR },
  { "strict-rank", "%0 = tosa.abs %a : (tensor<2xf32>) -> tensor<3x2xf32>",
    "1:1 rank-mismatch %a tensor<2xf32>\n", NULL, MLIR },
  { "upstream-rank", "%0 = tosa.abs %a : (tensor<2xf32>) -> tensor<3x2xf32>",
    "1:1 more-axes %a tensor<2xf32>\n", NULL, UPSTREAM },
  { "upstream-small", "%0 = tosa.abs %a : (tensor<3x2xf32>) -> tensor<2xf32>",
    "1:1 rank-mismatch %a tensor<3x2xf32>\n", NULL, UPSTREAM },
  { "upstream-cast", "%0 = tosa.abs %a : (tensor<?xf32>) -> tensor<3x2xf32>",
    "1:1 more-axes %a tensor<?xf32>\n", NULL, UPSTREAM },
  { "upstream-column", "%0 = tosa.abs %a : (tensor<3xf32>) -> tensor<3x2xf32>",
    "1:1 result-mismatch %a tensor<3xf32>\n", NULL, UPSTREAM },

  { "no-colon", "%0 = tosa.abs %a\n  return",
    "2:3 expected “:” and types such as (tensor<4xf32>) -> tensor<4xf32>, found “r”\n"
    "2:3 no trait return\n",
    NULL, MLIR },
  { "counts", "%0 = tosa.add %a, %b, %c : (" T ", " T ") -> " T,
    "1:28 2 types stand behind “:” for 3 operands\n", NULL, MLIR },
  { "short-counts", "%0 = tosa.add %a, %b, %c : " T ", " T,
    "1:28 2 types stand behind “:” for 3 operands\n", NULL, MLIR },
  { "lookalike", "%0 = tosa.abs %ä : (tensor<2×3xf32>) -> " T "\n%1 = tosa.abs %a : " T,
    "1:29 expected “x” and an element type such as f32, found “×” (U+00D7), which only "
    "looks "
    "like “x”\n2:1 exact %a " T "\n",
    NULL, MLIR },
  { "size", "%0 = tosa.abs %a : tensor<99999999999999999999xf32>",
    "1:27 an axis size is 0 to 9223372036854775807, found 99999999999999999999\n", NULL,
    MLIR },
  { "rank", "%0 = tosa.abs %a : tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>",
    "1:59 a shape has at most 16 axes, found another\n", NULL, MLIR },
  { "behind", "%0 = tosa.abs %a : " T " : i1",
    "1:34 expected nothing behind the result, found “:”\n", NULL, MLIR },
  { "open-region", "func.func @f() {\n  return\n",
    "1:1 no trait func.func\n2:3 no trait return\n1:16 expected “}” behind this region, "
    "found the "
    "end\n",
    NULL, MLIR },
  { "brace", "return\n}\nreturn",
    "1:1 no trait return\n2:1 expected an operation such as \"test.op\"(%a) : (T) -> T, "
    "found "
    "“}”\n3:1 no trait return\n",
    NULL, MLIR },
  { "no-text", "what is this\n%0 = tosa.abs %a : " T,
    "1:1 expected an operation such as \"test.op\"(%a) : (T) -> T, found “w”\n2:1 exact "
    "%a " T "\n",
    NULL, MLIR },
  { "split",
    "!t = " T "\nfunc.func @f() {\n// -----\n%0 = tosa.abs %a : (" T ") -> " T "\n"
    "%1 = tosa.abs %a : (!t) -> " T,
    "2:1 no trait func.func\n2:16 expected “}” behind this region, found the end\n"
    "4:1 exact %a " T "\n5:1 type-mismatch %a !t\n",
    NULL, MLIR },
};

static void
append_entry (const ImMlirEntry *entry, const ImBroadcastReport *report, gpointer data)
{
  GString *out = data;

  g_string_append_printf (out, "%u:%u ", entry->line, entry->column);
  if (entry->kind == IM_MLIR_ENTRY_PROBLEM)
    g_string_append (out, entry->error->message);
  else if (entry->kind == IM_MLIR_ENTRY_NO_TRAIT)
    g_string_append_printf (out, "no trait %s", entry->name);
  else if (entry->kind == IM_MLIR_ENTRY_EXPLICIT)
    g_string_append_printf (out, "explicit %s", entry->name);
  else
    {
      g_string_append (out, report->code);
      for (guint i = 0; i < report->n_operands; i++)
        g_string_append_printf (out, " %s %s", report->names[i], report->texts[i]);
    }
  g_string_append_c (out, '\n');
}

static void
test_read (gconstpointer data)
{
  const ReadCase *c = data;
  g_autoptr (GString) out = g_string_new (NULL);
  const char *const names[] = { c->op, NULL };

  im_broadcast_mlir_read (c->text, strlen (c->text), c->rules,
                          c->op != NULL ? names : NULL, append_entry, out);
  g_assert_cmpstr (out->str, ==, c->expected);
}

/* Regions deeper than the stack should hold are left out. */
static void
test_depth (void)
{
  g_autoptr (GString) text = g_string_new (NULL), out = g_string_new (NULL);

  for (guint i = 0; i < 100000; i++)
    g_string_append (text, "a.b {\n");
  im_broadcast_mlir_read (text->str, text->len, MLIR, NULL, append_entry, out);
  g_assert_nonnull (strstr (out->str, "200:5 regions are nested at most 200 deep\n"));
}

/* Brackets that are not closed and names without end come to an end, and are told. */
static void
test_endless (void)
{
  static const char *const parts[] = {
    "(", "<", "[(<{", "tosa.abs (\n", "%a,", "\"", "tosa.abs %a {\n", "^a("
  };

  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autoptr (GString) text = g_string_new ("tosa.abs "), out = g_string_new (NULL);

      while (text->len < 20000)
        g_string_append (text, parts[i]);
      im_broadcast_mlir_read (text->str, text->len, MLIR, NULL, append_entry, out);
      g_test_message ("%s", parts[i]);
      g_assert_cmpuint (out->len, >, 0);
    }
}

static void
test_known (void)
{
  static const char *const known[] = { "test.broadcastable", "tosa.add", "tf.AddV2",
                                       "tfl.floor_mod", "chlo.broadcast_select" };
  static const char *const others[] = { "test.op",       "tosa.",        "tosa.ad",
                                        "tosa.conv2d",   "tosa.add sub", "arith.addf",
                                        "stablehlo.add", "chlo.tan",     "add" };

  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    g_assert_true (im_mlir_operation_is_known (known[i]));
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (im_mlir_operation_is_known (others[i]));
}

#define BAD  "%0 = \"test.broadcastable\"(%a) : (tensor<4xf32>) -> tensor<3xf32>"
#define GOOD "%0 = \"test.broadcastable\"(%a) : (tensor<4xf32>) -> tensor<4xf32>"
#define SAID \
  "op result type '3' not broadcast compatible with broadcasted operands's shapes '4'"

typedef struct
{
  const char *name;
  const char *text;
  const char *expected; /* lines of what is not as expected, or how many are left out */
} ExpectCase;

static const ExpectCase expect_cases[] = {
  { "next", "// expected-error @+1 {{" SAID "}}\n" BAD, "" },
  { "below",
    "// expected-error @below {{not broadcast compatible}}\n// expected-note {{x}}\n" BAD,
    "" },
  { "above", BAD "\n// expected-error @above {{'3'}}", "" },
  { "back", BAD "\n\n// expected-error @-2 {{'4'}}", "" },
  { "same", BAD " // expected-error {{op result type}}", "" },
  { "pattern", "// expected-error-re @+1 {{type '{{[0-9]}}' not}}\n" BAD, "" },
  { "operands",
    "// expected-error @+1 {{operands don't have broadcast-compatible shapes}}\n"
    "%0 = tosa.add %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>",
    "" },
  { "other-verifier",
    "// expected-error @+1 {{must be tensor of any type}}\n"
    "%0 = tosa.abs %a : (tensor<2xf32>) -> vector<2xf32>",
    "" },
  { "none", BAD,
    "1 no error is expected, found: the result does not fit: in d0 3 is declared and 4 "
    "inferred; the inferred size or “?” would be allowed\n" },
  { "fine", "// expected-error @+1 {{" SAID "}}\n" GOOD,
    "2 “" SAID "” is expected, found no such error\n" },
  { "other-words", "// expected-error @+1 {{broadcast '5'}}\n" BAD,
    "2 “broadcast '5'” is expected, found: the result does not fit: in d0 3 is declared "
    "and 4 "
    "inferred; the inferred size or “?” would be allowed\n"
    "2 “broadcast '5'” is expected, found no such error\n" },
  { "nothing-there", "// expected-error @+5 {{x}}\n" GOOD,
    "6 “x” is expected, found no such error\n" },
  { "not-judged", "// expected-error @+1 {{x}}\n%0 = tosa.conv2d %a : tensor<4xf32>",
    "1 left out" },
  { "warning", "// expected-warning @+1 {{x}}\n" GOOD, "" },
};

static void
append_difference (guint line, const char *message, gpointer data)
{
  g_string_append_printf (data, "%u %s\n", line, message);
}

typedef struct
{
  ImMlirExpectations *expectations;
  GString *out;
} Meeting;

static void
meet (const ImMlirEntry *entry, const ImBroadcastReport *report, gpointer data)
{
  Meeting *meeting = data;

  im_mlir_expectations_meet (meeting->expectations, entry, report, append_difference,
                             meeting->out);
}

static void
test_expect (gconstpointer data)
{
  const ExpectCase *c = data;
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (ImMlirExpectations) expectations = im_mlir_expectations_new (
      c->text, strlen (c->text));
  Meeting meeting = { expectations, out };

  im_broadcast_mlir_read (c->text, strlen (c->text), MLIR, NULL, meet, &meeting);
  guint n = im_mlir_expectations_finish (expectations, append_difference, out);
  if (n > 0)
    g_string_append_printf (out, "%u left out", n);
  g_assert_cmpstr (out->str, ==, c->expected);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (read_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/mlir-reader/read/", read_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &read_cases[i], test_read);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (expect_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/mlir-reader/expect/", expect_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &expect_cases[i], test_expect);
    }
  g_test_add_func ("/mlir-reader/depth", test_depth);
  g_test_add_func ("/mlir-reader/endless", test_endless);
  g_test_add_func ("/mlir-reader/known", test_known);

  return g_test_run ();
}
