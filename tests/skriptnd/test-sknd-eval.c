/* SPDX-License-Identifier: MIT
 *
 * Types and values of expressions; a case is named by the rule of the language that it
 * shows, and so is each line of expressions.txt. Names in them: xs = [3, 1, 2], k = 3, s
 * = 'hello', o is an int that is null, os a pack that is, p is an optional int of 5, ps
 * an optional pack [1, 2], t is a tensor of shape [4, 5], ts a pack of 2 tensors, T
 * stands for real.
 */
#include <string.h>

#include "skriptnd/text/im-sknd-file.h"
#include "skriptnd/value/im-sknd-evaluate.h"
#include "skriptnd/value/im-sknd-infer.h"

typedef struct
{
  const char *name;
  const char *text;
  const char *expected; /* the type, a blank, and the value; or a part of the error */
} EvalCase;

static const EvalCase values[] = {
  { "L2-real-without-digits", "1.", "real 1.0" },
  { "L3-adjacent", "\"a\" 'b'", "str 'ab'" },
  { "L3-braces", "\"\\{k\\}\"", "str '\\{k\\}'" },
  { "L7-64-bits", "123456789012", "int 123456789012" },
  { "T1-int", "1", "int 1" },
  { "T1-bool", "true", "bool true" },
  { "T1-infinity", "inf", "real inf" },
  { "T2-pack", "[1, 2]", "int.. [1, 2]" },
  { "T4-open-list", "[]", "type.. []" },
  { "T4-open-list-adapts", "[[].., 1.0]", "real.. [1.0]" },
  { "T4-open-list-of-either", "true ? [] : [1]", "int.. []" },
  { "T6-shape", "t.shape", "int.. [4, 5]" },
  { "T6-rank", "t.rank", "int 2" },
  { "T6-size", "ts.size", "int 2" },
  { "T7-int", "int()", "int 0" },
  { "T7-real", "real()", "real 0.0" },
  { "T7-bool", "bool()", "bool false" },
  { "T7-str", "str()", "str ''" },
  { "T7-generic", "T()", "real 0.0" },
  { "T8-select", "false ? 1", "optional int null" },
  { "T8-minimum", "[] << ..", "optional int null" },
  { "T8-uniform", "[1, 2] := ..", "optional int null" },
  { "level-power-left", "2 ** 3 ** 2", "int 64" },
  { "level-sign", "-2 ** 2", "int -4" },
  { "level-minimum", "1 << 2 + 3", "int 1" },
  { "level-maximum", "5 >> 2 * 2", "int 5" },
  { "level-logic", "true || (true && false)", "bool true" },
  { "level-logic-is-one", "true || true && false", "bool false" },
  { "level-implies-left", "false => false => false", "bool false" },
  { "level-compare-left", "1 < 2 == true", "bool true" },
  { "level-coalesce", "o ?? p ?? 7 == 5 ? 1 : 2", "int 5" },
  { "E1-takes-left", "1 - xs + ..", "int -3" },
  { "E1-binds-tightly", "1 + xs * ..", "int 7" },
  { "E1-compares", "xs > 0 && ..", "bool true" },
  { "E1-goes-on", "xs + .. + 42", "int 48" },
  { "E1-other-operator", "[1,2,3] * .. == 6", "bool true" },
  { "E2-sum-of-nothing", "[] + ..", "int 0" },
  { "E2-product-of-nothing", "[] * ..", "int 1" },
  { "E2-all-of-nothing", "[] && ..", "bool true" },
  { "E2-any-of-nothing", "[] || ..", "bool false" },
  { "E2-ascending", "[1,1,2] < ..", "bool false" },
  { "E2-not-descending", "[1,1,2] <= ..", "bool true" },
  { "E2-descending", "[2,1,1] > ..", "bool false" },
  { "E2-not-ascending", "[2,1,1] >= ..", "bool true" },
  { "E2-sorted-nothing", "[] < ..", "bool true" },
  { "E2-distinct-neighbours", "[1,1] != ..", "bool false" },
  { "E2-distinct-all-pairs", "[1,2,1] != ..", "bool false" },
  { "E2-distinct", "['a','b'] != ..", "bool true" },
  { "E2-equal", "[2,2] == ..", "bool true" },
  { "E2-uniform", "[k ..(4)] := ..", "optional int 3" },
  { "E2-uniform-broadcast", "[1 ..(3)] * 0 + 5 := ..", "optional int 5" },
  { "E2-minimum", "xs << ..", "optional int 1" },
  { "E2-maximum", "xs >> ..", "optional int 3" },
  { "E2-cumulative-maximum", "[3,1,2] >> ...", "int.. [3, 3, 3]" },
  { "E2-cumulative-sum", "xs + ...", "int.. [3, 4, 6]" },
  { "E2-cumulative-and", "[true,false,true] && ...", "bool.. [true, false, false]" },
  { "E2-cumulative-nothing", "[] + ...", "int.. []" },
  { "E3-expand", "[k, xs.., 9]", "int.. [3, 3, 1, 2, 9]" },
  { "E3-repeat", "['a' ..(2)]", "str.. ['a', 'a']" },
  { "E3-condition", "[1 ..(k > 2), 2 ..(k > 3)]", "int.. [1]" },
  { "E3-optional-item", "[1, o]", "optional int.. null" },
  { "E4-stride", "[10:0:-3]", "int.. [10, 7, 4, 1]" },
  { "E4-half-open", "[0:3, 7]", "int.. [0, 1, 2, 7]" },
  { "E4-empty", "[0:0]", "int.. []" },
  { "E4-backwards-is-empty", "[5:2]", "int.. []" },
  { "E5-zip", "[(xs, xs)..]", "int.. [3, 3, 1, 1, 2, 2]" },
  { "E6-item", "xs[0]", "int 3" },
  { "E6-from-the-end", "xs[-1]", "int 2" },
  { "E6-pack", "xs[[2, 0]]", "int.. [2, 3]" },
  { "E6-range", "xs[1:]", "int.. [1, 2]" },
  { "E6-reversed", "xs[::-1]", "int.. [2, 1, 3]" },
  { "E6-minus-one-is-the-last", "xs[-1:0:-1]", "int.. [2, 1]" },
  { "E6-range-at-the-end", "xs[3:]", "int.. []" },
  { "E6-mask", "xs[xs > 1]", "int.. [3, 2]" },
  { "E6-mask-of-list", "xs[[true,false,true]]", "int.. [3, 2]" },
  { "E6-character", "s[-1]", "str 'o'" },
  { "E6-substring", "s[1:3]", "str 'el'" },
  { "E6-string-reversed", "s[::-1]", "str 'olleh'" },
  { "E7-pack", "xs[[0,2]] <- [7,8]", "int.. [7, 1, 8]" },
  { "E7-item", "xs[1] <- 5", "int.. [3, 5, 2]" },
  { "E7-takes-right", "xs[[0]] <- xs[[0]] * 2", "int.. [6, 1, 2]" },
  { "E8-rounds-down", "(0-7) / 2", "int -4" },
  { "E8-rounds-up", "(0-7) \\ 2", "int -3" },
  { "E8-up", "7 \\ 2", "int 4" },
  { "E8-modulo", "(0-7) % 3", "int 2" },
  { "E8-modulo-of-the-largest", "9223372036854775807 % -9223372036854775806",
    "int -9223372036854775805" },
  { "E8-modulo-of-reals", "7.5 % 2.0", "real 1.5" },
  { "E8-up-of-reals", "7.5 \\ 2.0", "real 4.0" },
  { "E8-strings", "'a' + 'b'", "str 'ab'" },
  { "E8-packs", "xs + [1,1,1]", "int.. [4, 2, 3]" },
  { "E8-broadcast", "2 ** xs", "int.. [8, 2, 4]" },
  { "E8-xor", "true ^ true", "bool false" },
  { "E9-strings", "s < 'z'", "bool true" },
  { "E9-is-elementwise", "xs is 1", "bool.. [false, true, false]" },
  { "E10-mask", "[true,false] ? 1 : [3,4]", "int.. [1, 4]" },
  { "E10-lengths", "true ? [1] : [1, 2]", "int.. [1]" },
  { "E10-single-beside-pack", "true ? 1 : xs", "int.. [1, 1, 1]" },
  { "E10-other-branch", "k == 0 ? 1 / 0 : 2", "int 2" },
  { "E10-promotes", "?p && k > 1 ? p : 0", "int 5" },
  { "E10-or-does-not-promote", "(?p || k > 1 ? p : 0) ?? 1", "int 5" },
  { "E11-null", "o ?? 5", "int 5" },
  { "E11-lengths", "os ?? [1, 2]", "int.. [1, 2]" },
  { "E11-test", "?ps", "bool true" },
  { "E12-item", "2 in xs", "bool true" },
  { "E12-pack", "[1,7] in xs", "bool.. [true, false]" },
  { "E13-down", "int(2.7)", "int 2" },
  { "E13-up", "int(-2.7)", "int -2" },
  { "E13-infinity", "int(inf)", "int 9223372036854775807" },
  { "E13-minus-infinity", "int(-inf)", "int -9223372036854775808" },
  { "E13-bool", "bool(-0.5)", "bool true" },
  { "E13-from-bool", "real(true)", "real 1.0" },
  { "E13-generic", "T(3)", "real 3.0" },
  { "E13-pack", "real(xs)", "real.. [3.0, 1.0, 2.0]" },
  { "E14-round", "`round`([2.5, -2.5])", "real.. [3.0, -3.0]" },
  { "E14-fraction", "`frac`(-2.75)", "real -0.75" },
  { "E14-abs", "`abs`(-3)", "int 3" },
  { "E14-sign", "`sign`(-2.5)", "real -1.0" },
  { "E14-erf", "`erf`(0.0)", "real 0.0" },
  { "E14-later-dialect", "sqrt(4.0)", "real 2.0" },
  { "E15-int", "\"k + 1 = {k + 1}\"", "str 'k + 1 = 4'" },
  { "E15-pack", "\"{xs} {[s]}\"", "str '[3, 1, 2] [\\'hello\\']'" },
  { "E15-reals", "\"{1e-5} {2.0} {`sqrt`(2.0)}\"", "str '1e-05 2.0 1.41421'" },
  { "E15-null", "\"o = {o}\"", "optional str null" },
  { "N1-operator", "o + 1", "optional int null" },
  { "N1-then-coalesce", "o + 1 ?? 5", "int 5" },
  { "N1-comparison", "o == 1", "optional bool null" },
  { "N1-condition", "o == 1 ? 2 : 3", "optional int null" },
  { "N1-branch", "true ? o : 1", "optional int null" },
  { "N1-other-branch", "false ? o : 1", "optional int 1" },
  { "N1-fold", "os + ..", "optional int null" },
  { "N1-index", "xs[o]", "optional int null" },
  { "N1-range", "[0:o]", "optional int.. null" },
  { "N1-cast", "real(o)", "optional real null" },
  { "N1-substitution", "xs[0] <- o", "optional int.. null" },
  { "N1-not-null", "p + 1", "optional int 6" },
  { "later-minimum", "k <? 2", "int 2" },
};

/* What other languages write, with what is written here. */
static const EvalCase hints[] = {
  { "L6-and", "true & false", "did you mean “&&”?" },
  { "L6-or", "true | false", "did you mean “||”?" },
  { "L6-word", "true and false", "did you mean “&&”?" },
  { "L6-equal", "k = 1", "did you mean “==”?" },
  { "L6-arrow", "k<-1", "“a < -b” compares" },
  { "L5-true", "True", "did you mean “true”?" },
  { "T8-null", "null", "Null has no name" },
  { "T3-str", "'a' + k", "makes a str of other values" },
  { "T3-real", "1.0 + k", "int(x) and real(x) do" },
};

static const EvalCase errors[] = {
  { "T3-int-and-real", "1 + 1.0", "Expected the same type on both sides" },
  { "T3-list", "[1, 1.0]", "Expected the same type in a list" },
  { "T3-branches", "true ? 1 : 'a'", "Expected the same type on both sides of “:”" },
  { "T6-size-of-one", "t.size", "Expected a pack of tensors" },
  { "T6-shape-of-pack", "ts.shape", "Expected a tensor" },
  { "T6-shape-of-int", "k.shape", "Expected a tensor" },
  { "tensor", "-t", "Expected a value that is known before a run" },
  { "tensor-access", "t[0, 1]", "elements of a tensor are there in @lower only" },
  { "name", "ks", "There is no “ks” here" },
  { "E1-fold-of-one", "k + ..", "Expected a pack in front of a fold" },
  { "E2-no-fold", "xs - ..", "“-” cannot be folded" },
  { "E2-no-steps", "xs == ...", "“==” cannot be folded step by step" },
  { "E3-not-expanded", "[xs]", "Expected a value that is no pack" },
  { "E3-expanded-item", "[k..]", "Expected a pack in front of “..”" },
  { "E3-counted-pack", "[xs..(2)]", "Expected a value that is no pack" },
  { "E3-negative", "[1 ..(-1)]", "The length of a pack is negative" },
  { "E3-count", "[1 ..(1.0)]", "Expected an int or a bool, how often" },
  { "E3-huge", "[1 ..(1000000000)]", "more than a million items" },
  { "E4-stride", "[1:2:0]", "The stride of a range is 0" },
  { "E4-open", "[:2]", "where the range in a list begins and ends" },
  { "E4-real", "[0:1.0]", "Expected an int" },
  { "E4-huge", "[0:1000000000]", "more than a million values" },
  { "E5-lengths", "[(xs, [1])..]", "Expected packs of one length" },
  { "E5-item", "[(xs, k)..]", "Expected a pack in a zip" },
  { "E5-alone", "(xs, xs)", "Expected “..” behind a zip" },
  { "E6-range", "xs[-4]", "There is no item -4 in a pack of 3 items" },
  { "E6-behind", "xs[3]", "There is no item 3 in a pack of 3 items" },
  { "E6-slice", "xs[0:4]", "Index 4 ends no range in a pack of 3 items" },
  { "E6-mask", "xs[[true]]", "Expected a mask of 3 bools, found 1" },
  { "E6-no-pack", "k[0]", "Expected a pack or a str in front of “[”" },
  { "E6-several", "xs[0, 1]", "Expected one index of a pack, found several" },
  { "E6-real", "xs[1.0]", "as an index" },
  { "E7-pack-for-item", "xs[0] <- [1]", "one value for one index" },
  { "E7-type", "xs[0] <- 1.0", "Expected the same type on both sides of “<-”" },
  { "E7-lengths", "xs[[0,1]] <- [1]", "Expected packs of one length" },
  { "E8-division", "k / 0", "An integer is divided by 0" },
  { "E8-rest", "k % 0", "An integer is divided by 0" },
  { "E8-bool", "true + true", "Expected numbers of type int or real at “+”" },
  { "E8-lengths", "xs + [1]", "Expected packs of one length" },
  { "E8-logic", "1 && 2", "Expected bools at “&&”" },
  { "E8-sign", "-true", "Expected an int or a real behind a sign" },
  { "E10-condition", "1 ? 2 : 3", "Expected a bool in front of “?”" },
  { "E10-mask-without-else", "[true] ? 1", "Expected a single bool" },
  { "E11-left", "1 ?? 2", "Expected a value that may be null in front of “??”" },
  { "E11-right", "o ?? o", "Expected a value that is never null behind “??”" },
  { "E11-packed", "os ?? 1", "Expected the same type on both sides of “??”" },
  { "E11-test", "?k", "Expected a name that may be null behind “?”" },
  { "E12-item", "1 in 2", "Expected a pack behind “in”" },
  { "E13-str", "int('1')", "Expected an int, real or bool" },
  { "E13-too-large", "int(1e19)", "more than the 64 bits" },
  { "E14-int", "`sqrt`(4)", "Expected a real" },
  { "E14-unknown", "`sqr`(4.0)", "There is no function “sqr”" },
  { "E14-arguments", "`abs`(1, 2)", "Expected one argument of “abs”, found 2" },
  { "E15-tensor", "\"{t}\"", "Expected a value that is known before a run" },
  { "E17-guard", "xs[|k|]", "there in @lower only" },
  { "L7-sum", "9223372036854775807 + 1", "more than the 64 bits" },
  { "L7-product", "4294967296 * 4294967296", "more than the 64 bits" },
  { "L7-power", "2 ** 63", "more than the 64 bits" },
  { "L7-sign", "-(-9223372036854775807 - 1)", "more than the 64 bits" },
  { "L7-quotient", "(-9223372036854775807 - 1) / -1", "more than the 64 bits" },
  { "L7-fold", "[9223372036854775807, 1] + ..", "more than the 64 bits" },
};

typedef struct
{
  ImArena *arena;
  ImDiagnostics *diagnostics;
  ImSkndScope scope;
} Fixture;

static gboolean
compute (Fixture *fixture, const char *text, ImSkndType *type, ImSkndValue *value)
{
  g_autoptr (ImSource) source = im_source_new_for_string ("test", text);
  const ImSkndExpr *expr = NULL;
  g_autoptr (ImSkndFile) file = im_sknd_parse_expression (source, fixture->diagnostics,
                                                          &expr);
  ImSkndEvaluation evaluation = { &fixture->scope, source, fixture->arena,
                                  fixture->diagnostics };

  return expr != NULL &&
         im_sknd_infer (expr, &fixture->scope, source, fixture->diagnostics, type) &&
         im_sknd_evaluate (&evaluation, expr, value);
}

static ImSkndSymbol *
add (Fixture *fixture, const char *name, const char *text)
{
  ImSkndValue *value = im_arena_new0 (fixture->arena, ImSkndValue, 1);
  ImSkndSymbol *symbol = NULL;
  ImSkndType type;

  g_assert_true (compute (fixture, text, &type, value));
  symbol = im_sknd_scope_add (&fixture->scope, fixture->arena, name, type);
  symbol->value = value;

  return symbol;
}

static void
set_up (Fixture *fixture)
{
  ImSkndType real = { .base = IM_SKND_BASE_REAL };
  ImSkndType tensor = { .base = IM_SKND_BASE_REAL, .is_tensor = TRUE };
  ImSkndType tensors = { .base = IM_SKND_BASE_REAL,
                         .is_tensor = TRUE,
                         .is_packed = TRUE };

  fixture->arena = im_arena_new ();
  fixture->diagnostics = im_diagnostics_new ();
  im_sknd_scope_init (&fixture->scope, NULL);
  add (fixture, "xs", "[3, 1, 2]");
  add (fixture, "k", "3");
  add (fixture, "s", "'hello'");
  add (fixture, "o", "false ? 1");
  add (fixture, "os", "false ? [1]");
  add (fixture, "p", "true ? 5");
  add (fixture, "ps", "true ? [1, 2]");
  add (fixture, "t.shape", "[4, 5]");
  add (fixture, "t.rank", "2");
  add (fixture, "ts.size", "2");
  im_sknd_scope_add (&fixture->scope, fixture->arena, "t", tensor);
  im_sknd_scope_add (&fixture->scope, fixture->arena, "ts", tensors);
  im_sknd_scope_add (&fixture->scope, fixture->arena, "T", real)->is_type = TRUE;
}

static void
tear_down (Fixture *fixture)
{
  im_sknd_scope_clear (&fixture->scope);
  im_diagnostics_free (fixture->diagnostics);
  im_arena_free (fixture->arena);
}

static void
test_value (gconstpointer data)
{
  const EvalCase *c = data;
  g_autoptr (GString) found = g_string_new (NULL);
  Fixture fixture = { 0 };
  ImSkndType type;
  ImSkndValue value;

  set_up (&fixture);
  if (compute (&fixture, c->text, &type, &value))
    {
      im_sknd_type_append (&type, found);
      g_string_append_c (found, ' ');
      im_sknd_value_append (&value, found);
    }
  else
    {
      im_diagnostics_print (fixture.diagnostics, FALSE, found);
    }
  tear_down (&fixture);
  g_assert_cmpstr (found->str, ==, c->expected);
}

static void
test_error (gconstpointer data)
{
  const EvalCase *c = data;
  g_autofree char *found = NULL;
  Fixture fixture = { 0 };
  ImSkndType type;
  ImSkndValue value;

  set_up (&fixture);
  if (!compute (&fixture, c->text, &type, &value) &&
      im_diagnostics_get_count (fixture.diagnostics) == 1)
    found = g_strdup (im_diagnostics_get (fixture.diagnostics, 0)->message);
  tear_down (&fixture);
  g_assert_nonnull (found);
  if (found != NULL && strstr (found, c->expected) == NULL)
    g_test_fail_printf ("%s", found);
}

static void
test_hint (gconstpointer data)
{
  const EvalCase *c = data;
  g_autofree char *found = NULL;
  Fixture fixture = { 0 };
  ImSkndType type;
  ImSkndValue value;

  set_up (&fixture);
  if (!compute (&fixture, c->text, &type, &value))
    found = g_strdup (im_diagnostics_get (fixture.diagnostics, 0)->note);
  tear_down (&fixture);
  g_assert_nonnull (found);
  g_assert_nonnull (strstr (found, c->expected));
}

/* What would need more than is there ends with a message. */
static void
test_work (void)
{
  Fixture fixture = { 0 };
  ImSkndType type;
  ImSkndValue value;
  gboolean is_fine = TRUE;

  set_up (&fixture);
  add (&fixture, "a", "[0:1000000]");
  is_fine = compute (&fixture, "a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a", &type, &value);
  g_assert_false (is_fine);
  g_assert_cmpuint (im_diagnostics_get_count (fixture.diagnostics), ==, 1);
  g_assert_nonnull (strstr (im_diagnostics_get (fixture.diagnostics, 0)->message,
                            "too large to be computed"));
  tear_down (&fixture);
}

#define VALUE   " \342\206\222 " /* → */
#define PROBLEM " \342\234\227 " /* ✗ */

/* What is found of an expression, as the lines of expressions.txt say it. */
static void
append_found (Fixture *fixture, const char *text, GString *found)
{
  const ImDiagnostic *first = NULL;
  ImSkndType type;
  ImSkndValue value;

  if (compute (fixture, text, &type, &value))
    {
      im_sknd_type_append (&type, found);
      g_string_append_c (found, ' ');
      im_sknd_value_append (&value, found);
      return;
    }
  for (guint i = 0; first == NULL; i++)
    if (im_diagnostics_get (fixture->diagnostics, i)->severity == IM_SEVERITY_ERROR)
      first = im_diagnostics_get (fixture->diagnostics, i);
  g_assert_cmpuint (im_diagnostics_count (fixture->diagnostics, IM_SEVERITY_ERROR), ==,
                    1);
  g_string_append_printf (found, "%s @%u-%u", first->message, first->span.start,
                          first->span.end);
}

static gboolean
is_expected (const char *expected, const char *found, gboolean is_error)
{
  g_auto (GStrv) parts = is_error ? g_strsplit (expected, " @", 2) : NULL;
  g_autofree char *place = NULL;

  if (!is_error)
    return strcmp (found, expected) == 0;
  place = parts[1] == NULL ? g_strdup (" @") : g_strconcat (" @", parts[1], NULL);

  return strstr (found, parts[0]) != NULL &&
         (parts[1] == NULL ? strstr (found, place) != NULL
                           : g_str_has_suffix (found, place));
}

static void
test_line (gconstpointer data)
{
  const char *line = data, *text = strchr (line, ' ') + 1;
  const char *error = strstr (text, PROBLEM), *sign = error;
  g_autoptr (GString) found = g_string_new (NULL);
  g_autofree char *expression = NULL;
  Fixture fixture = { 0 };

  if (sign == NULL)
    sign = strstr (text, VALUE);
  g_assert_nonnull (sign);
  expression = g_strndup (text, (gsize) (sign - text));
  set_up (&fixture);
  append_found (&fixture, expression, found);
  tear_down (&fixture);
  if (!is_expected (sign + strlen (VALUE), found->str, error != NULL))
    g_test_fail_printf ("%s, found %s", line, found->str);
}

static void
add_lines (char **lines)
{
  for (guint i = 0; lines[i] != NULL; i++)
    if (lines[i][0] != '#' && lines[i][0] != '\0')
      {
        g_autofree char *rule = g_strndup (lines[i], strcspn (lines[i], " "));
        g_autofree char *path = g_strdup_printf ("/skriptnd/expression/%s/%u", rule,
                                                 i + 1);

        g_test_add_data_func (path, lines[i], test_line);
      }
}

static void
add_cases (const char *group, const EvalCase *cases, guint n, GTestDataFunc func)
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
  g_autofree char *path = NULL, *text = NULL;
  g_auto (GStrv) lines = NULL;

  g_test_init (&argc, &argv, NULL);
  g_test_set_nonfatal_assertions ();
  path = g_test_build_filename (G_TEST_DIST, "skriptnd", "expressions.txt", NULL);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  add_lines (lines);
  add_cases ("value", values, G_N_ELEMENTS (values), test_value);
  add_cases ("value-error", errors, G_N_ELEMENTS (errors), test_error);
  add_cases ("hint", hints, G_N_ELEMENTS (hints), test_hint);
  g_test_add_func ("/skriptnd/value-error/E3-work", test_work);

  return g_test_run ();
}
