/* SPDX-License-Identifier: MIT
 *
 * What holds of a definition whatever it is called with; a case is named by the rule of
 * the language that it shows.
 */
#include <string.h>

#include "skriptnd/signature/im-sknd-signature.h"
#include "skriptnd/text/im-sknd-file.h"

typedef struct
{
  const char *name;
  const char *body;     /* of an operator */
  const char *expected; /* the inputs in binding order, or a part of the error */
} CheckCase;

static const CheckCase fine[] = {
  { "A3-early", "@attrib { r: int = 1; } @input { x: real[s..(r), t..]; }", "x " },
  { "A3-deferred", "@attrib { a: int.. = [0:d]; } @input { x: real[s..(d)]; }", "x " },
  { "A4-uniform", "@attrib { a: int..(d) = 1; } @input { x: real[s..(d)]; }", "x " },
  { "A5-default-may-be-null", "@attrib { r: optional int; a: int..(k) = [0:r]; }", "" },
  { "A6-affine-length",
    "@attrib { p: optional int..(2 * d); } @input { x: real[s..(d)]; }", "x " },
  { "A6-any-length", "@attrib { z: int..(s[0]); } @input { x: real[s..]; }", "x " },
  { "S1-affine",
    "@attrib { n: int; } @input { x: real[m, k + 1, s..(2 * d), n / 2]; } "
    "@output { y: real[m, k, s.., d]; }",
    "x " },
  { "S2-bool-length",
    "@attrib { b: bool; } @input { x: real[s ..(b), t]; } "
    "@output { y: real[s, t]; }",
    "x " },
  { "S3-rank",
    "@attrib { axis: int; } @input { "
    "x: real^(rank)[s..(axis < 0 ? axis + rank : axis), z, t..]; }",
    "x " },
  { "S5-other-input-first", "@input { x: real[s..(d), t..]; y: real[s..(d)]; }", "y x " },
  { "S5-example",
    "@attrib { r: int; a: optional int; b: int..(d) = 0; c: int = 2 * d + r; } "
    "@input { x: real[s..(r), z..(d), t..]; y: real[s..(r), z..(d)]; }",
    "y x " },
  { "S5-optional-last", "@input { b: optional real[n]; x: real[n]; }", "x b " },
  { "S7-packs",
    "@input { xs: real[z, s..(l), ..t]..(k); } "
    "@output { y: real[z, s.., t + ..]; z1: int[xs.size, k]; }",
    "xs " },
  { "T6-members", "@input { x: real[s..]; } @output { y: real[x.shape.., x.rank]; }",
    "x " },
  { "using-targets",
    "@attrib { c: int..; } @using { [a, b..] = c; [(e, f)..] = b; "
    "g = a + (e + ..); } @output { y: real[f.., g]; }",
    "" },
  { "C1-assert",
    "@attrib { a: int; o: optional int; } "
    "@assert { a > 0: \"a is {a}\", a, 'twice': 2 * a; o > 0: \"{o}\"; }",
    "" },
  { "T2-repeated-extent",
    "@attrib { n: int; b: bool; } @output { y: real[n ..(2), n ..(b)]; }", "" },
  { "using-discard", "@attrib { c: int..; } @using { [_, b..(2), _..] = c; }", "" },
  { "S8-dynamic",
    "@attrib { k: int; } @input { x: real[n]; } "
    "@output { y: real[s|k, n]; z: real[~|k, s|k]; }",
    "x " },
  { "generic",
    "@dtype { T: num = real; } @attrib { a: T = T(1); } "
    "@using { b = a * T(2) + `abs`(a); }",
    "" },
  { "V1-constant",
    "@attrib { n: int; } @constant { c: real[n] = 0.0; } "
    "@variable { w: real[n, n]; }",
    "" },
};

static const CheckCase errors[] = {
  { "A1-tensor", "@attrib { a: int[2]; }", "An attribute is no tensor" },
  { "A2-default", "@attrib { a: optional int = 1; }",
    "An optional attribute has no default" },
  { "A3-unknown", "@attrib { a: int = b; }", "There is no “b” here" },
  { "A7-default-type", "@attrib { a: real = 1; }",
    "Expected a default of type real, found int" },
  { "A7-packed-default", "@attrib { a: int = [1]; }",
    "Expected a default of type int, found int.." },
  { "type-abstract", "@attrib { a: num; }",
    "Expected int, real, bool, str or a type of @dtype" },
  { "type-generic-default", "@dtype { T: num = str; }",
    "Expected int or real as a default of num, found “str”" },
  { "type-of-output", "@output { y: reel[]; }",
    "Expected int, real, bool, str or a type of @dtype, found “reel”" },
  { "type-generic-base", "@dtype { T: int; }", "Expected type, arith or num" },
  { "type-generic-operator",
    "@dtype { T: type; } @attrib { a: T; } @using { b = a + a; }",
    "Expected numbers of type int or real at “+”" },
  { "type-generic-string", "@dtype { T: type; } @attrib { a: T; } @using { b = int(a); }",
    "Expected an int, real or bool" },
  { "name-twice", "@attrib { a: int; } @input { a: real[]; }", "“a” is declared twice" },
  { "name-output-twice", "@output { y: real[]; y: int[]; }", "“y” is declared twice" },
  { "name-output-of-input", "@input { x: real[]; } @output { x: real[]; }",
    "“x” is declared twice" },
  { "name-variable-twice", "@variable { y: real[]; } @output { y: real[]; }",
    "“y” is declared twice" },
  { "name-using-twice", "@using { a = 1; a = 2; }", "declared twice" },
  { "S1-two-unknown", "@input { x: real[m * n]; }", "The shape of “x” does not say" },
  { "S5-ambiguous", "@input { x: real[s.., t..]; }", "The shape of “x” does not say" },
  { "S5-packed-attribute",
    "@attrib { a: int..(d) = 0; } @input { x: real[s..(d), t..]; }",
    "The shape of “x” does not say" },
  { "S5-shape-of-input", "@input { x: real[n]; y: real[x.shape..]; }",
    "The shape of “y” does not say" },
  { "S7-default-type", "@input { x: real[] = 1; }",
    "Expected a default of type real, found int" },
  { "S7-default-pack", "@input { x: real[] = [1.0]; }",
    "Expected a default of type real, found real.." },
  { "S7-optional-default", "@input { x: optional real[] = 1.0; }",
    "An optional input has no default" },
  { "S8-input-without-shape", "@input { x: real; }", "Expected a shape behind the type" },
  { "S8-two-bounds", "@output { y: real[s|2, s|3]; }", "has another bound above" },
  { "S8-bound-of-a-known-name", "@attrib { n: int; } @output { y: real[n|2]; }",
    "“n” is declared twice" },
  { "S8-bound-of-an-expression", "@output { y: real[1 + 1|2]; }",
    "Expected a name or “~” in front of “|”" },
  { "T2-spread-of-one", "@output { y: real[..n]; }", "There is no “n” here" },
  { "T2-spread-of-one-tensor", "@attrib { n: int..; } @output { y: real[..n]; }",
    "this is one tensor" },
  { "T2-spread-of-one-input", "@input { x: real[..n]; }", "“x” is one tensor" },
  { "T2-spread-of-no-pack", "@attrib { n: int; } @output { ys: real[..n]..(2); }",
    "Expected a pack behind “..”" },
  { "T2-no-pack", "@attrib { n: int; } @output { y: real[n..]; }",
    "Expected a pack in front of “..”" },
  { "T2-spread-and-pack", "@input { xs: real[..s..]..(k); }",
    "“..” stands in front of a single extent or behind a pack" },
  { "A3-made-of-itself", "@attrib { a: int = a + 1; }", "The default of “a” is made of" },
  { "A3-made-of-each-other", "@attrib { c: int; a: int = b[0]; b: int.. = [a, c]; }",
    "The default of “a” is made of itself" },
  { "S5-optional-attribute",
    "@attrib { r: optional int; } @input { x: real[s..(r), t..]; }",
    "The shape of “x” does not say" },
  { "S5-late-attribute", "@attrib { n: int = 2 * d; } @input { x: real[s..(d), n]; }",
    "“n” is known only behind the shapes of inputs" },
  { "S5-late-pack", "@attrib { p: int..; } @input { x: real[p..]; }",
    "“p” is known only behind the shapes of inputs" },
  { "S8-optional", "@output { y: optional real[]; }",
    "Only attributes and inputs can be optional" },
  { "S8-no-shape", "@output { y: real; }", "Expected a shape behind the type" },
  { "S8-real", "@output { y: real[1.0]; }", "Expected an int as an extent" },
  { "S8-pack", "@input { x: real[s..]; } @output { y: real[s]; }",
    "Expected “..” behind a pack of extents" },
  { "S8-unknown", "@output { y: real[n]; }", "There is no “n” here" },
  { "C1-no-bool", "@attrib { a: int; } @assert { a; }",
    "Expected a bool, or a pack of bools, to assert" },
  { "C3-null", "@attrib { a: int; o: optional int; } @assert { a > 0: \"{o}\"; }",
    "The message may be null where the condition is not" },
  { "using-order", "@using { a = b; b = 1; }", "There is no “b” here" },
  { "using-hint-of-one", "@using { a.. = 1; }", "this is a single value" },
  { "using-hint-type", "@using { a..(1.0) = [1]; }", "Expected an int as a length" },
  { "using-two-open", "@using { [a.., b..] = [1, 2]; }",
    "One of several packs at most can be as long as what is left" },
  { "using-list-in-list", "@using { [a, [b]] = [1, 2]; }", "Expected a name" },
  { "using-zip-alone", "@using { (a, b) = [1, 2]; }", "Expected “[” and “]” around" },
  { "using-zip-without-dots", "@using { [(a, b)] = [1, 2]; }",
    "Expected “..” behind a zip" },
  { "using-pack", "@using { [a, b..] = 1; }", "Expected a pack for several names" },
  { "lower-and-compose", "@lower { } @compose { }",
    "either @lower or @compose, not both" },
};

static GString *
check (const CheckCase *c)
{
  g_autofree char *text = g_strdup_printf ("operator o { %s }", c->body);
  g_autoptr (ImSource) source = im_source_new_for_string ("test", text);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSkndFile) file = im_sknd_parse (source, diagnostics);
  g_autoptr (ImSkndSignature) signature = NULL;
  GString *found = g_string_new (NULL);

  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 0);
  signature = im_sknd_signature_new (file, file->definitions[0], diagnostics);
  g_assert_true ((signature == NULL) == (im_diagnostics_get_count (diagnostics) > 0));
  for (guint i = 0; signature != NULL && i < signature->inputs->len; i++)
    {
      const ImSkndParameter *input = g_ptr_array_index (signature->inputs, i);

      g_string_append_printf (found, "%s ", input->name.text);
    }
  if (signature == NULL)
    g_string_append (found, im_diagnostics_get (diagnostics, 0)->message);

  return found;
}

static void
test_fine (gconstpointer data)
{
  const CheckCase *c = data;
  g_autoptr (GString) found = check (c);

  g_assert_cmpstr (found->str, ==, c->expected);
}

static void
test_error (gconstpointer data)
{
  const CheckCase *c = data;
  g_autoptr (GString) found = check (c);

  if (strstr (found->str, c->expected) == NULL)
    g_test_fail_printf ("%s", found->str);
}

/* All that is wrong is told, and nothing that only follows from it. */
static void
test_all_errors (void)
{
  static const char text[] = "operator o {\n"
                             "  @attrib { a: num;\n"
                             "    b: int[2];\n"
                             "    c: int = 1.5;\n"
                             "    d: int = a + 1; }\n"
                             "  @input { x: reel[n];\n"
                             "    y: real[n, 1.0]; }\n"
                             "  @using { e = c + 1.0;\n"
                             "    f = e + 1;\n"
                             "    g = f + h;\n"
                             "    [i, j..] = 3; }\n"
                             "  @assert { e > 0;\n"
                             "    n; }\n"
                             "  @output { z: real[e, x.rank, n];\n"
                             "    z: int[n + 1.0]; }\n"
                             "}\n";
  static const guint lines[] = { 2, 3, 4, 6, 7, 8, 10, 11, 13, 15 };
  g_autoptr (ImSource) source = im_source_new_for_string ("test", text);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSkndFile) file = im_sknd_parse (source, diagnostics);
  g_autoptr (ImSkndSignature) signature = im_sknd_signature_new (
      file, file->definitions[0], diagnostics);
  g_autoptr (GString) found = g_string_new (NULL), expected = g_string_new (NULL);

  g_assert_null (signature);
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    {
      guint line = 0, column = 0;

      im_diagnostic_locate (im_diagnostics_get (diagnostics, i), &line, &column);
      g_string_append_printf (found, "%u ", line);
    }
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    g_string_append_printf (expected, "%u ", lines[i]);
  g_assert_cmpstr (found->str, ==, expected->str);
}

static void
add_cases (const char *group, const CheckCase *cases, guint n, GTestDataFunc func)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("/skriptnd/%s/%s", group, cases[i].name);

      g_test_add_data_func (path, &cases[i], func);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_set_nonfatal_assertions ();
  add_cases ("definition", fine, G_N_ELEMENTS (fine), test_fine);
  add_cases ("definition-error", errors, G_N_ELEMENTS (errors), test_error);

  g_test_add_func ("/skriptnd/definition-error/all", test_all_errors);

  return g_test_run ();
}
