/* SPDX-License-Identifier: MIT
 *
 * Types of what `@lower` and `@compose` compute, which hold whatever an operator is
 * called with; a case is named by the rule of the language that it shows.
 */
#include <string.h>

#include "skriptnd/package/im-sknd-package.h"

/* What stands in front of the block of a case. */
static const char declarations[] =
    "@dtype { T: num; U: type; X: num; Y: num; } "
    "@attrib { a: int; b: bool; r: real; p: int..; o: optional int; f: str; } "
    "@input { x: real[n]; m: real[n, k]; t: T[n]; u: U[n]; v: X[n]; w: Y[n]; "
    "xs: real[n]..(q); c: bool[n]; z: int[n]; s: real[e..(d)]; "
    "h: optional real[n]; g: real[n ..(b)]; } ";

typedef struct
{
  const char *name;
  const char *output;   /* type of the output y */
  const char *body;     /* of the block */
  const char *expected; /* of each error: what is marked, then a part of the message */
} BodyCase;

static const BodyCase lowered[] = {
  { "W1-packed-index", "real[e..]", "y[i..] = s[i..], i < e;", "" },
  { "W1-packed-without-dots", "real[e..]", "y[i] = s[i], i < e;", "" },
  { "W1-index-of-a-pack", "real[n]..(q)", "y[j][i,] = xs[j][i,], i < n, j < q;", "" },
  { "W1-limit", "real[n]", "y[i,] = x[i,], i < r;", "r → found real" },
  { "W1-null-limit", "real[n]", "y[i,] = x[i,], i < o;", "o → never null" },
  { "W1-bool-limit", "real[n]", "y[i,] = x[i,], i < c[0];", "c[0] → found bool" },
  { "W3-several", "real[]..(2)", "y[] = 0.0; y[] := [x[i,], r], i < n;", "" },
  { "W3-pack-for-one", "real[n]", "y[i,] = xs[i,], i < n;", "xs[i,] → found real.." },
  { "W3-int-for-real", "real[n]", "y[i,] = a, i < n;",
    "a → Expected a value of type real" },
  { "W3-real-for-int", "int[n]", "y[i,] = x[i,], i < n;",
    "x[i,] → Expected a value of type int, found real" },
  { "W3-no-output", "real[n]", "y[i,] = 0.0, i < n; x[i,] = 1.0, i < n;",
    "x → “x” is no output" },
  { "W4-bools", "real[n]", "y[i,] &= x[i,], i < n;", "y[i,] → “&=” accumulates bools" },
  { "W4-numbers", "bool[n]", "y[i,] += c[i,], i < n;",
    "y[i,] → “+=” accumulates ints or reals" },
  { "W4-generic", "U[n]", "y[i,] <= u[i,], i < n;",
    "y[i,] → elements of the output are of type U" },
  { "W6-condition", "real[n]", "y[i,] = x[i,], i < n | x[i,];",
    "x[i,] → Expected one bool behind “|”, found real" },
  { "W7-guard", "real[n]", "y[i,] += x[|i - 1|,], i < n;", "" },
  { "W7-computed-with-a-guard", "real[n]", "y[i,] = x[|i| + 1,], i < n;",
    "|i| → nothing is computed with it" },
  { "W7-guard-as-a-value", "int[n]", "y[i,] = |i|, i < n;", "|i| → nothing is computed" },
  { "W8-remap-of-a-real", "real[n]", "y[i,] = x[|i <> r : 0|,], i < n;",
    "r → Expected an int" },
  { "W10-local", "real[n]", "j = i - 1, l = x[|j|,] + r, y[i,] = l, i < n;", "" },
  { "W10-guarded-local", "real[n]", "j = [|i - 1|], y[i,] += x[j..], i < n;", "" },
  { "W10-broken-local", "real[n]", "l = x[i,] + 1, j = l + 1.0, y[i,] = j, i < n;",
    "x[i,] + 1 → found real and int" },
  { "W12-shape", "int[n]", "y[i,] = m.shape[i] + p[i], i < n;", "" },
  { "W14-count", "real[n]..(q)", "unroll..(j -> r) y[j][i,] = xs[j][i,], i < n;",
    "r → Expected an int behind “->”" },
  { "E8-bool-and-real", "real[n]", "y[i,] = x[i,] + b, i < n;",
    "x[i,] + b → found real and bool" },
  { "E8-bools", "bool[n]", "y[i,] = c[i,] + b, i < n;", "c[i,] + b → Expected numbers" },
  { "E8-not", "bool[n]", "y[i,] = !x[i,], i < n;", "x[i,] → Expected a bool behind “!”" },
  { "E8-and", "bool[n]", "y[i,] = c[i,] && z[i,], i < n;",
    "c[i,] && z[i,] → found bool and int" },
  { "E8-negated-bool", "real[n]", "y[i,] = -c[i,], i < n;", "c[i,] → behind a sign" },
  { "E10-condition", "real[n]", "y[i,] = x[i,] ? 1.0 : 2.0, i < n;",
    "x[i,] → Expected a bool in front of “?”" },
  { "E10-branches", "real[n]", "y[i,] = c[i,] ? 1.0 : 2, i < n;",
    "c[i,] ? 1.0 : 2 → found real and int" },
  { "E11-coalesce", "real[n]", "y[i,] = h[i,] ?? 0.0, i < n;", "" },
  { "E11-never-null", "real[n]", "y[i,] = x[i,] ?? 0.0, i < n;",
    "x[i,] → that may be null" },
  { "E13-cast", "int[n]", "y[i,] = int(x[i,]) + int(c[i,]), i < n;", "" },
  { "E13-cast-of-any", "int[n]", "y[i,] = int(u[i,]), i < n;", "u[i,] → found U" },
  { "E14-argument", "real[n]", "y[i,] = `sqrt`(a), i < n;",
    "a → Expected a real, found int" },
  { "E14-arguments", "real[n]", "y[i,] = `sqrt`(x[i,], r), i < n;",
    "`sqrt`(x[i,], r) → Expected one argument" },
  { "E14-function", "real[n]", "y[i,] = sqrd(x[i,]), i < n;",
    "sqrd(x[i,]) → no function" },
  { "E16-whole-tensor", "real[n]", "y[i,] = x, i < n;", "x → expected an element of it" },
  { "E16-real-index", "real[n]", "y[i,] = x[r,], i < n;", "r → found real" },
  { "E16-no-tensor", "real[n]", "y[i,] = a[i,], i < n;", "a → found int" },
  { "E16-unknown", "real[n]", "y[i,] = l[i,], i < n;", "l → There is no “l” here" },
  { "E16-few-indices", "real[n]", "y[i,] = m[i,], i < n;", "m[i,] → Expected 2 indices" },
  { "E16-many-indices", "real[n]", "y[i,] = x[i, a], i < n;",
    "x[i, a] → Expected 1 index " },
  { "E16-optional-axis", "real[n]", "y[i,] = g[i..], i < n;",
    "i → Expected a pack in front of “..”" },
  { "E16-gather", "real[n]", "y[i,] = x[z[i,],], i < n;", "" },
  { "E16-several-elements", "real[n]", "y[i,] = m[i, [0:k]] + .., i < n;", "" },
  { "E1-fold-of-one", "real[n]", "y[i,] = x[i,] + .., i < n;",
    "x[i,] → Expected a pack" },
  { "1.16-generic", "T[n]", "y[i,] = t[i,] * T(2) + T(i), i < n;", "" },
  { "1.16-generic-and-int", "T[n]", "y[i,] = t[i,] + 1, i < n;",
    "t[i,] + 1 → found T and int" },
  { "1.16-two-generics-compared", "bool[n]", "y[i,] = v[i,] < w[i,], i < n;", "" },
  { "1.16-sum-of-any", "U[n]", "y[i,] = u[i,] + u[i,], i < n;",
    "u[i,] + u[i,] → Expected numbers" },
  { "1.16-other-generic", "T[n]", "y[i,] = v[i,], i < n;", "v[i,] → type T, found X" },
  { "all-of-a-statement", "real[n]",
    "l = r + 1, y[i,] = x[r,] + (b ? z[c[i,],] + 1.0 : x[i, i]), i < n, j < r | a;",
    "r → found real\nr + 1 → found real and int\nr → found real\n"
    "c[i,] → found bool\nx[i, i] → Expected 1 index \na → found int" },
  { "all-statements", "real[n]", "y[i,] = x[i,] + 1, i < n; y[i,] += c[i,], i < n;",
    "x[i,] + 1 → found real and int\nc[i,] → Expected a value of type real, found bool" },
};

static const BodyCase composed[] = {
  { "K2-all-of-a-call", "real[n]",
    "i = fine{alpha = 1, beta = 2.0}(z, c); y = fine(i, i); j = x + x; ",
    "1 → Attribute “alpha” is of type real\nbeta → has no attribute\nz → found int[]\n"
    "c → found bool[]\nx + x → Arithmetic with tensors" },
  { "K2-what-follows", "real[n]", "i = fine(z, x); j = fine(i, x); y = fine(j, j);",
    "z → found int[]" },
  { "K1-blocks", "real[n]", "y = { i = fine(z, x); j = fine(x, c); yield i; };",
    "z → found int[]\nc → found bool[]" },
};

static const char fine[] = "operator fine { @attrib { alpha: real = 0.0; } "
                           "@input { l: real[n]; r: real[n]; } @output { o: real[n]; } "
                           "@lower { o[i,] = l[i,] + alpha * r[i,], i < n; } }\n";

/* What stands behind an arrow in a line of what is expected is in the message. */
static void
check (const BodyCase *c, const char *block)
{
  g_autofree char *text = g_strdup_printf (
      "%soperator o { %s @output { y: %s; } %s { %s } }", fine, declarations, c->output,
      block, c->body);
  g_autoptr (ImSource) source = im_source_new_for_string ("test", text);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSkndPackage) package = im_sknd_package_new (NULL, NULL);
  g_auto (GStrv) expected = g_strsplit (c->expected, "\n", -1);
  guint n = g_strv_length (expected);

  g_assert_nonnull (im_sknd_package_add (package, source, diagnostics));
  im_sknd_package_check_all (package, diagnostics);
  if (im_diagnostics_get_count (diagnostics) != n)
    g_test_fail_printf ("%u problems instead of %u",
                        im_diagnostics_get_count (diagnostics), n);
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (diagnostics, i);
      g_autofree char *marked = g_strndup (text + problem->span.start,
                                           problem->span.end - problem->span.start);
      g_auto (GStrv) parts = i < n ? g_strsplit (expected[i], " → ", 2) : NULL;

      if (parts == NULL || strcmp (marked, parts[0]) != 0 || parts[1] == NULL ||
          strstr (problem->message, parts[1]) == NULL)
        g_test_fail_printf ("%s → %s", marked, problem->message);
    }
}

static void
test_lowered (gconstpointer data)
{
  check (data, "@lower");
}

static void
test_composed (gconstpointer data)
{
  check (data, "@compose");
}

static void
add_cases (const char *group, const BodyCase *cases, guint n, GTestDataFunc func)
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
  add_cases ("lowered", lowered, G_N_ELEMENTS (lowered), test_lowered);
  add_cases ("composed", composed, G_N_ELEMENTS (composed), test_composed);

  return g_test_run ();
}
