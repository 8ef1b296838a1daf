/* SPDX-License-Identifier: MIT
 *
 * What is said of expressions when only the kinds of their names are known.
 */
#include <string.h>

#include "base/im-arena.h"
#include "lang/im-eval.h"

/* The names of the expressions; `half` fails and `loop` needs itself. */
static const struct
{
  const char *name;
  ImKinds kinds;
} names[] = {
  { "x", IM_KIND (IM_VALUE_TENSOR) },
  { "y", IM_KIND (IM_VALUE_TENSOR) | IM_KIND (IM_VALUE_NULL) },
  { "n", IM_KIND (IM_VALUE_INT) },
  { "d", IM_KIND (IM_VALUE_DOUBLE) },
  { "b", IM_KIND (IM_VALUE_BOOL) },
  { "s", IM_KIND (IM_VALUE_STRING) },
  { "any", 0 },
  { "array", IM_KIND (IM_VALUE_ARRAY) },
  { "half", 0 },
  { "loop", 0 },
};

typedef struct
{
  const char *text;
  const char *value;  /* what is known: a value, or kinds */
  const char *errors; /* code, place and message of each */
} Case;

static const Case cases[] = {
  /* Kinds. */
  { "n + 1", "int", "" },
  { "n + d", "double", "" },
  { "n / 2.0", "double", "" },
  { "n < d", "bool", "" },
  { "-d", "double", "" },
  { "x.shape", "shape", "" },
  { "x.type", "type", "" },
  { "x.shape.size(0) * 2", "int", "" },
  { "x.rate * n", "double", "" },
  { "x.shape.insert(0, n)", "shape", "" },
  { "System.Shape(n, 2).count", "2", "" },
  { "s + \"a\"", "string", "" },
  { "b ? 1 : 2.5", "int or double", "" },
  { "b ? null : x", "null or tensor", "" },
  { "any + 1", "int or double or array", "" },
  { "any", "unknown", "" },
  { "any.size", "int", "" },
  { "Math.max(n, d)", "double", "" },
  { "Math.max(n, 2)", "int", "" },
  { "Math.hann(x.type, n)", "array", "" },
  { "array * n", "array", "" },
  { "y == null ? 0 : y.shape.size(0)", "int", "" },
  { "y != null && y.shape.count == 1", "bool", "" },
  { "b && false", "false", "" },
  { "n > 2 || true", "true", "" },
  /* Wrong kinds, wherever they stand. */
  { "\"a\" + 1", "unknown",
    "operand-type 0-7 “+” takes numbers, arrays, or two strings, found a string and an "
    "int\n" },
  { "b ? s + 1 : n.shape", "unknown",
    "operand-type 4-9 “+” takes numbers, arrays, or two strings, found a string and an "
    "int\n"
    "unknown-member 14-19 an int has no member “shape”; a tensor or a buffer or an array "
    "has a member of that name\n" },
  { "false && n", "false", "operand-type 9-10 “&&” takes two bools, found an int\n" },
  { "n ? 1 : 2", "unknown",
    "operand-type 0-1 “?:” takes a bool before the “?”, found an int\n" },
  { "!n", "unknown", "operand-type 0-2 “!” takes a bool, found an int\n" },
  { "x + 1", "unknown",
    "operand-type 0-5 “+” takes numbers, arrays, or two strings, found a tensor and an "
    "int\n" },
  { "Math.sin()", "unknown",
    "argument-count 0-10 sin takes 1 argument (x: double), found none\n" },
  { "Math.sin(1, 2)", "unknown",
    "argument-count 0-14 sin takes 1 argument (x: double), found 2\n" },
  { "Math.sin(s)", "unknown",
    "argument-type 9-10 sin expects a double as x, found a string\n" },
  { "System.Shape(2.5)", "unknown",
    "argument-type 13-16 Shape expects an int as sizes, found a double\n" },
  { "System.Shape(d)", "unknown",
    "argument-type 13-14 Shape expects an int as sizes, found a double\n" },
  { "x.nothing", "unknown", "unknown-member 2-9 a tensor has no member “nothing”\n" },
  { "b.size", "unknown",
    "unknown-member 2-6 a bool has no member “size”; a type or a shape has a member of "
    "that name\n" },
  { "(b ? 1 : 2.5) << 2", "int", "" },
  { "(b ? s : 2.5) << 2", "unknown",
    "operand-type 0-18 “<<” takes ints, found a double or a string and an int\n" },
  /* Other errors only where nothing leaves the operand out. */
  { "n / 0", "unknown", "division-by-zero 0-5 division of ints by zero\n" },
  { "b ? n / 0 : 1", "unknown", "" },
  { "b && n / 0 == 1", "bool", "" },
  { "true && n / 0 == 1", "bool", "division-by-zero 8-13 division of ints by zero\n" },
  { "false && n / 0 == 1", "false", "" },
  { "System.Shape(-1)", "unknown",
    "shape 13-15 an axis size is 0 to 2147483647, found -1\n" },
  { "null.shape", "unknown", "not-connected 0-4 null has no member “shape”\n" },
  /* Names and other parameters have their own messages. */
  { "half + 1", "int or double or array", "" },
  { "loop + 1", "int or double or array", "" },
  { "nobody + 1", "int or double or array", "" },
  /* Comparisons that cannot be meant. */
  { "1 == true", "false",
    "never-equal 0-9 an int is never equal to a bool, so this is always false\n" },
  { "x.type != \"Float32\"", "true",
    "never-equal 0-19 a type is never equal to a string, so this is always true\n" },
  { "x == null", "false", "" },
  { "1 == 1.0", "true", "" },
  { "n == any", "bool", "" },
  /* The minus belongs to the number that it touches. */
  { "-1.abs", "1",
    "spacing 0-6 the minus belongs to the number here: with a space behind it, it would "
    "apply to the whole\n" },
  { "-2.max(n)", "int",
    "spacing 0-9 the minus belongs to the number here: with a space behind it, it would "
    "apply to the whole\n" },
  { "- 1.abs", "-1", "" },
  { "(-1).abs", "1", "" },
  { "-1.real", "-1.0", "" },
  { "-1.5.sin", "-0.9974949866040544", "" },
  { "Math.MinValue.abs", "1.7976931348623157e+308", "" },
  { "-n.abs", "int", "" },
  { "-1 + n", "int", "" },
};

static gboolean
resolve (ImEval *eval, guint slot, ImValue *out)
{
  if (g_str_equal (names[slot].name, "half"))
    return im_eval_fail (eval, IM_EXPR_ERROR_OPERAND_TYPE, "an error of its own");
  if (g_str_equal (names[slot].name, "loop"))
    {
      const ImEnvironment *environment = im_eval_get_environment (eval);

      return im_eval_nested (eval, environment->data, out);
    }
  *out = IM_UNKNOWN_OF (names[slot].kinds);

  return TRUE;
}

static void
test_check (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImSymbols) symbols = im_symbols_new ();
  g_autoptr (GPtrArray) errors = g_ptr_array_new ();
  g_autoptr (GString) found = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  ImEnvironment environment;
  ImValue value;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    im_symbols_add (symbols, names[i].name);
  im_environment_init (&environment, arena, symbols);
  environment.resolve = resolve;
  environment.data = (gpointer) im_expr_parse (arena, "loop", -1, symbols, NULL);

  const ImExpr *expr = im_expr_parse (arena, c->text, -1, symbols, NULL);
  g_assert_nonnull (expr);
  im_eval_check (expr, &environment, errors, &value);
  for (guint i = 0; i < errors->len; i++)
    {
      const ImExprError *error = g_ptr_array_index (errors, i);

      g_string_append_printf (found, "%s %u-%u %s\n",
                              im_expr_error_code_get_name (error->code),
                              error->span.start, error->span.end, error->message);
    }
  if (value.kind == IM_VALUE_UNKNOWN)
    im_kinds_append_text (im_value_get_kinds (&value), FALSE, text);
  else
    im_value_append_text (&value, text);
  g_assert_cmpstr (found->str, ==, c->errors);
  g_assert_cmpstr (text->str, ==, c->value);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_set_nonfatal_assertions ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/kinds/%s", cases[i].text);

      g_strdelimit (path + strlen ("/kinds/"), "/", ':');
      g_test_add_data_func (path, &cases[i], test_check);
    }

  return g_test_run ();
}
