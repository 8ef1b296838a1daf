/* SPDX-License-Identifier: MIT
 *
 * Operators for given attributes and shapes; a case is named by the rule of the language
 * that it shows.
 */
#include <string.h>

#include "skriptnd/signature/im-sknd-instance.h"
#include "skriptnd/text/im-sknd-file.h"
#include "skriptnd/value/im-sknd-evaluate.h"

typedef struct
{
  const char *name;
  const char *body;       /* of an operator */
  const char *attributes; /* `a = 1; b = [2]` */
  const char *inputs;     /* `x real 2 3; y int`: a name, a type, extents */
  const char *expected;   /* a part of what is known then, or of the error */
} InstanceCase;

#define SHAPED "@attrib { n: int; } @input { x: real[m, k + 1, s..(2 * d), n / 2]; } "
#define VALID                                                                  \
  "@attrib { r: int; a: optional int; b: int..(d) = 0; c: int = 2 * d + r; } " \
  "@input { x: real[s..(r), z..(d), t..]; y: real[s..(r), z..(d)]; } "
#define DIVIDE                                                                        \
  "@attrib { a: int; b: int; c: int; } @using { r = a / b; } "                        \
  "@assert { b > 0: \"b must be positive\", b; a % b == 0: \"a must be divisible by " \
  "b\", "                                                                             \
  "a, 'the divisor': b; r + c == 42; } "

static const InstanceCase cases[] = {
  { "A1-hidden-length", "@attrib { a: int..; }", "a = [1, 2]", "", "a=[1, 2]" },
  { "A2-null", "@attrib { o: optional int; } @using { p = o ?? 7; }", "", "", "p=7" },
  { "A3-deferred", "@attrib { a: int.. = [0:d]; } @input { x: real[s..(d)]; }", "",
    "x real 5 6", "a=[0, 1]" },
  { "A3-order-does-not-matter", "@attrib { a: int = b + 1; b: int = c + 1; c: int; }",
    "c = 1", "", "b=2 a=3" },
  { "A4-uniform-default", "@attrib { a: int..(d) = 1; } @input { x: real[s..(d)]; }", "",
    "x real 5 6 7", "a=[1, 1, 1]" },
  { "A4-uniform-given", "@attrib { a: int..(d); } @input { x: real[s..(d)]; }", "a = 3",
    "x real 5 6", "a=[3, 3]" },
  { "A4-no-length", "@attrib { a: int..(k); }", "a = 3", "",
    "Nothing says how many values “a” has" },
  { "A5-null-default", "@attrib { r: optional int; a: int..(k) = [0:r]; }", "", "",
    "Attribute “a” is not given" },
  { "A5-default", "@attrib { r: optional int; a: int..(k) = [0:r]; }", "r = 2", "",
    "a=[0, 1]" },
  { "A6-divisible", "@attrib { p: int..(2 * d); }", "p = [1, 2, 3, 4]", "", "d=2" },
  { "A6-not-divisible", "@attrib { p: int..(2 * d); }", "p = [1, 2, 3]", "",
    "“d” would be no integer" },
  { "A6-checked", "@attrib { z: int..(s[0]); } @input { x: real[s..]; }", "z = [1]",
    "x real 2", "The length of “z” is 1, but 2 is expected" },
  { "S7-default-has-the-shape",
    "@input { x: real[n, m]; h: real[n, m] = 0.0; } @using { s = h.shape; }", "",
    "x real 5 6", "s=[5, 6]" },
  { "A7-unknown", "@attrib { a: int = 1; }", "b = 1", "", "has no attribute “b”" },
  { "A7-unknown-with-a-name", "@attrib { alpha: int = 1; }", "alhpa = 1", "",
    "did you mean “alpha”" },
  { "A7-twice", "@attrib { a: int; }", "a = 1; a = 2", "",
    "Attribute “a” is given twice" },
  { "A7-missing", "@attrib { a: int; }", "", "", "Attribute “a” is not given" },
  { "A7-type", "@attrib { a: real; }", "a = 1", "",
    "Attribute “a” is of type real, found int" },
  { "A7-packed", "@attrib { a: int; }", "a = [1]", "",
    "Attribute “a” is of type int, found int.." },
  { "S1-affine", SHAPED, "n = 8", "x real 3 6 1 2 3 4 4", "m=3 k=5 d=2 s=[1, 2, 3, 4]" },
  { "S1-not-even", SHAPED, "n = 8", "x real 3 6 1 2 3 4", "“d” would be no integer" },
  { "S1-negative", SHAPED, "n = 8", "x real 3 0 4", "“k” would be negative" },
  { "S1-checked", SHAPED, "n = 8", "x real 3 6 5",
    "Axis 2 of “x” is 5, but 4 is expected" },
  { "S2-bool-length",
    "@attrib { b: bool; } @input { x: real[s ..(b), t]; } @output { y: real[s, t]; }",
    "b = false", "x real 5", "s=null t=5 x.rank=1 x.shape=[5] y:5" },
  { "S2-bool-length-true",
    "@attrib { b: bool; } @input { x: real[s ..(b), t]; } @output { y: real[s, t]; }",
    "b = true", "x real 4 5", "s=4 t=5 x.rank=2 x.shape=[4, 5] y:4,5" },
  { "S1-sum-of-a-name", "@input { x: real[n + (2 * n - 1)]; }", "", "x real 8", "n=3" },
  { "S2-optional-extent", "@attrib { o: optional int; } @input { x: real[o, m]; }", "",
    "x real 3", "o=null m=3" },
  { "S2-optional-extent-given", "@attrib { o: optional int; } @input { x: real[o, m]; }",
    "o = 2", "x real 2 3", "o=2 m=3" },
  { "S2-optional-extent-differs",
    "@attrib { o: optional int; } @input { x: real[o, m]; }", "o = 4", "x real 2 3",
    "Axis 0 of “x” is 2, but 4 is expected" },
  { "S2-optional-extent-or-else",
    "@attrib { o: optional int; } @input { x: real[o ?? 2, s..(o ?? 1), t..]; }", "",
    "x real 2 3 4", "s=[3] t=[4]" },
  { "S3-rank",
    "@attrib { axis: int; } @input { x: real^(rank)[s..(axis < 0 ? axis + rank : axis), "
    "z, t..]; }",
    "axis = -2", "x real 4 5 6", "rank=3 s=[4] z=5 t=[6]" },
  { "S4-agreement", "@input { x: real[m, k]; y: real[k, n]; }", "",
    "x real 2 3; y real 4 5", "Axis 0 of “y” is 4, but 3 is expected" },
  { "S4-pack-agreement", "@input { x: real[s..]; y: real[s..]; }", "",
    "x real 2 3; y real 2 4", "Axis 1 of “y” is 4, but 3 is expected" },
  { "S5-valid", VALID, "r = 1", "x real 2 3 4 5; y real 2 3",
    "d=1 z=[3] y.rank=2 y.shape=[2, 3] t=[4, 5]" },
  { "S5-deferred", VALID, "r = 1", "x real 2 3 4 5; y real 2 3", "b=[0] c=3" },
  { "S5-rank-too-small", VALID, "r = 1", "x real 2; y real 2 3",
    "Expected “x” of rank at least 2, found rank 1" },
  { "S5-differs", VALID, "r = 1", "x real 2 4 4 5; y real 2 3",
    "is 4, but 3 is expected" },
  { "S6-null-input", "@input { x: real[n]; b: optional real[m]; } @using { c = m ?? 9; }",
    "", "x real 2", "m=null" },
  { "S6-missing", "@input { x: real[n]; }", "", "", "Input “x” is not given" },
  { "S6-unknown", "@input { x: real[n]; }", "", "y real 2", "has no input “y”" },
  { "S6-type", "@input { x: real[n]; }", "", "x int 2",
    "Input “x” has elements of type real, found int" },
  { "S7-default", "@input { x: real[] = 0.0; } @output { y: real[x.rank]; }", "", "",
    "y:0" },
  { "S8-null-is-dropped",
    "@attrib { b: bool; } @input { x: real[n]; } @output { y: real[b ? n, n]; }",
    "b = false", "x real 3", "y:3" },
  { "S8-negative", "@input { x: real[n]; } @output { y: real[n - 4]; }", "", "x real 3",
    "The extent would be -1" },
  { "T5-packs", "@input { xs: real[z, ..t]..(k); } @output { y: real[z, t + .., k]; }",
    "", "xs real 2 3; xs real 2 4", "k=2 z=2 t=[3, 4] xs.size=2 y:2,7,2" },
  { "T5-shared", "@input { xs: real[z, ..t]..(k); }", "", "xs real 2 3; xs real 3 4",
    "Axis 0 of “xs” is 3 in tensor 1, but 2 in tensor 0" },
  { "T5-ranks", "@input { xs: real[s..]..(k); }", "", "xs real 2 3; xs real 3",
    "have ranks 2 and 1" },
  { "E6-mask-of-an-attribute",
    "@attrib { xs: int..; } "
    "@using { a = xs[[true, false, true]]; b = [(xs, [4, 5, 6])..]; }",
    "xs = [3, 1, 2]", "", "a=[3, 2] b=[3, 4, 1, 5, 2, 6]" },
  { "using-head-and-tail", "@attrib { c: int..; } @using { [a, b..] = c; }",
    "c = [1, 2, 3, 4]", "", "a=1 b=[2, 3, 4]" },
  { "using-unzip", "@attrib { c: int..; } @using { [(e, f)..] = c; }", "c = [1, 2, 3, 4]",
    "", "e=[1, 3] f=[2, 4]" },
  { "using-unzip-length", "@attrib { c: int..; } @using { [(e, f)..] = c; }",
    "c = [1, 2, 3]", "", "3 items are not divided by 2" },
  { "C1-message", "@attrib { a: int..; } @assert { a > 0: \"a is {a}\"; }", "a = [1, -1]",
    "", "a is [1, -1]" },
  { "C1-no-message", DIVIDE, "a = 4; b = 2; c = 1", "", "r + c == 42" },
  { "C1-null-is-skipped",
    "@attrib { o: optional int; } @assert { o > 0; } @using { d = 1; }", "", "", "d=1" },
  { "C2-before-the-division", DIVIDE, "a = 1; b = 0; c = 1", "", "b must be positive" },
  { "C2-in-between", DIVIDE, "a = 3; b = 2; c = 1", "", "a must be divisible by b" },
  { "C2-fine", DIVIDE, "a = 4; b = 2; c = 40", "", "r=2" },
  { "C1-names-without-a-message", DIVIDE, "a = 4; b = 2; c = 1", "", "# r = 2, c = 1" },
  { "C1-members-without-a-message", "@input { x: real[n]; } @assert { x.rank + n > 9; }",
    "", "x real 3", "# x.rank = 1, n = 3" },
  { "C1-labels", DIVIDE, "a = 3; b = 2; c = 1", "", "# a = 3, the divisor = 2" },
  { "A6-absent-pack", "@attrib { p: optional int..(k); } @using { n = k ?? 7; }", "", "",
    "k=null p=null n=7" },
  { "A6-absent-pack-of-known-length",
    "@attrib { p: optional int..(2 * d); } @input { x: real[s..(d)]; }", "", "x real 5 6",
    "d=2" },
  { "T2-an-extent-for-each", "@attrib { n: int..; } @output { ys: real[..n, 7]..(2); }",
    "n = [3, 4]", "", "ys:3,7" },
  { "T2-too-few-extents", "@attrib { n: int..; } @output { ys: real[..n]..(3); }",
    "n = [3, 4]", "", "Expected an extent for each tensor, found 2 in all" },
  { "T2-too-many-extents", "@attrib { n: int..; } @output { ys: real[..n]..(2); }",
    "n = [3, 4, 5]", "", "Expected an extent for each of 2 tensors, found 3" },
  { "T2-length-of-extents", "@attrib { n: int..; } @output { y: real[n..(2)]; }",
    "n = [3, 4, 5]", "", "Expected 2 extents, found 3" },
  { "T2-repeated-extent",
    "@attrib { n: int; b: bool; } @output { y: real[n ..(2), n ..(b)]; }",
    "n = 3; b = false", "", "y:3,3" },
  { "using-lengths", "@attrib { c: int..; } @using { [a, b..(2), (e, f)..] = c; }",
    "c = [1, 2, 3, 4, 5, 6, 7]", "", "a=1 b=[2, 3] e=[4, 6] f=[5, 7]" },
  { "using-too-short", "@attrib { c: int..; } @using { [a, b..(2), e..] = c; }",
    "c = [1, 2]", "",
    "A pack of 2 items does not fit these names, which take at least 3" },
  { "using-hint", "@attrib { c: int..(n); } @using { d..(n) = 2 * c; }", "c = [1, 2]", "",
    "d=[2, 4]" },
  { "using-hint-differs", "@attrib { c: int..; } @using { d..(3) = c; }", "c = [1, 2]",
    "", "“d” is said to have 3 items, but has 2" },
  { "using-null", "@attrib { o: optional int..; } @using { [a, b..] = o; }", "", "",
    "a=null b=null" },
  { "L4-discard", "@attrib { c: int..; } @using { [a, _..] = c; [_, b..] = c; }",
    "c = [1, 2, 3]", "", "a=1 b=[2, 3]" },
  { "S8-dynamic",
    "@attrib { k: int; } @input { x: real[n, m]; } "
    "@output { y: real[s|k, m]; z: real[s|k, ~|n]; }",
    "k = 3", "x real 4 5", "y:3,5 z:3,4" },
  { "generic-class", "@dtype { T: num; } @input { x: T[n]; }", "", "x bool 3",
    "“T” would be bool, but is declared as num: int or real" },
  { "generic-agreement", "@dtype { T: type; } @input { x: T[n]; y: T[n]; }", "",
    "x bool 3; y int 3", "Input “y” has elements of type bool, found int" },
  { "generic-attribute-agreement",
    "@dtype { T: type; } @attrib { a: T; } @input { x: T[n]; }", "a = 1", "x real 3",
    "Attribute “a” is of type real, found int" },
  { "generic-deduced",
    "@dtype { T: num = int; } @attrib { a: T = T(1); } @input { x: T[n]; } "
    "@using { b = a + T(1); } @output { y: T[n]; }",
    "", "x real 3", "b=2.0 y:3" },
  { "generic-unknown", "@dtype { T: num; } @using { b = T(); }", "", "",
    "Neither an attribute nor an input says what “T” is" },
};

typedef struct
{
  ImArena *arena;
  GArray *attributes;
  GArray *arguments;
} Call;

static void
add_attribute (Call *call, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, " = ", 2);
  g_autoptr (ImSource) source = im_source_new_for_string ("attribute", parts[1]);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_auto (ImSkndScope) scope = { NULL };
  const ImSkndExpr *expr = NULL;
  g_autoptr (ImSkndFile) file = im_sknd_parse_expression (source, diagnostics, &expr);
  ImSkndValue *value = im_arena_new0 (call->arena, ImSkndValue, 1);
  ImSkndAttribute attribute = { im_arena_strdup (call->arena, parts[0]), .value = value };

  im_sknd_scope_init (&scope, NULL);
  ImSkndEvaluation evaluation = { &scope, source, call->arena, diagnostics };
  g_assert_true (im_sknd_infer (expr, &scope, source, diagnostics, &attribute.type));
  g_assert_true (im_sknd_evaluate (&evaluation, expr, value));
  g_array_append_val (call->attributes, attribute);
}

static void
add_argument (Call *call, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  guint n = g_strv_length (words), last = call->arguments->len;
  gint64 *extents = im_arena_new0 (call->arena, gint64, n);
  ImSkndTensor *tensors = im_arena_new0 (call->arena, ImSkndTensor, 2);
  ImSkndArgument argument = { im_arena_strdup (call->arena, words[0]), 0, 1, tensors };

  for (guint i = 2; i < n; i++)
    extents[i - 2] = g_ascii_strtoll (words[i], NULL, 10);
  tensors[0] = (ImSkndTensor){ n - 2, extents };
  g_assert_true (im_sknd_base_find (words[1], &argument.base));
  if (last > 0)
    {
      ImSkndArgument *before = &g_array_index (call->arguments, ImSkndArgument, last - 1);

      if (strcmp (before->name, argument.name) == 0)
        {
          tensors[1] = tensors[0];
          tensors[0] = before->tensors[0];
          before->tensors = tensors;
          before->n = 2;
          return;
        }
    }
  g_array_append_val (call->arguments, argument);
}

static void
append_instance (const ImSkndInstance *instance, GString *out)
{
  for (guint i = 0; i < instance->names->len; i++)
    {
      const char *name = g_ptr_array_index (instance->names, i);

      g_string_append_printf (out, "%s=", name);
      im_sknd_value_append (im_sknd_scope_find (&instance->scope, name)->value, out);
      g_string_append_c (out, ' ');
    }
  for (guint i = 0; i < instance->outputs->len; i++)
    {
      const ImSkndArgument *output = &g_array_index (instance->outputs, ImSkndArgument,
                                                     i);

      g_string_append_printf (out, "%s:", output->name);
      for (guint j = 0; j < output->tensors[0].rank; j++)
        g_string_append_printf (out, "%s%" G_GINT64_FORMAT, j > 0 ? "," : "",
                                output->tensors[0].extents[j]);
      g_string_append_c (out, ' ');
    }
}

static void
append_problem (const ImDiagnostic *problem, GString *found)
{
  g_string_append (found, problem->message);
  if (problem->note != NULL)
    g_string_append_printf (found, " # %s", problem->note);
}

static void
run (const char *body, Call *call, GString *found)
{
  g_autofree char *text = g_strdup_printf ("operator o { %s }", body);
  g_autoptr (ImSource) source = im_source_new_for_string ("test", text);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSkndFile) file = im_sknd_parse (source, diagnostics);
  g_autoptr (ImSkndSignature) signature = im_sknd_signature_new (
      file, file->definitions[0], diagnostics);
  g_autoptr (ImSkndInstance) instance = NULL;

  g_assert_nonnull (signature);
  instance = im_sknd_instantiate (
      signature, 0, NULL, call->attributes->len,
      (const ImSkndAttribute *) (gpointer) call->attributes->data, call->arguments->len,
      (const ImSkndArgument *) (gpointer) call->arguments->data, diagnostics);
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, instance == NULL ? 1 : 0);
  if (instance != NULL)
    append_instance (instance, found);
  else
    append_problem (im_diagnostics_get (diagnostics, 0), found);
}

static void
test_instance (gconstpointer data)
{
  const InstanceCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GArray) attributes = g_array_new (FALSE, FALSE, sizeof (ImSkndAttribute));
  g_autoptr (GArray) arguments = g_array_new (FALSE, FALSE, sizeof (ImSkndArgument));
  g_autoptr (GString) found = g_string_new (NULL);
  g_auto (GStrv) given = g_strsplit (c->attributes, "; ", -1);
  g_auto (GStrv) inputs = g_strsplit (c->inputs, "; ", -1);
  Call call = { arena, attributes, arguments };

  for (guint i = 0; given[i] != NULL; i++)
    add_attribute (&call, given[i]);
  for (guint i = 0; inputs[i] != NULL; i++)
    add_argument (&call, inputs[i]);
  run (c->body, &call, found);
  if (strstr (found->str, c->expected) == NULL)
    g_test_fail_printf ("%s", found->str);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/skriptnd/instance/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_instance);
    }

  return g_test_run ();
}
