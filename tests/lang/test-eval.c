/* SPDX-License-Identifier: MIT
 *
 * Slots, laziness, messages with expressions in braces, and explanations.
 */
#include <string.h>

#include "base/im-arena.h"
#include "lang/im-eval.h"
#include "lang/im-explain.h"
#include "lang/im-template.h"

typedef struct
{
  ImArena *arena;
  ImSymbols *symbols;
  ImEnvironment environment;
  const ImExpr *exprs[8]; /* of the slots */
  guint n_resolved;
} Fixture;

/* Slots are expressions: a and b a chain, c and d a circle, e an error, f null, g a
 * number. */
static const char *const names[] = { "a", "b", "c", "d", "e", "f", "g" };
static const char *const texts[] = {
  "b + 1", "2 * 20", "d", "c", "1 / 0", "null", "2.5"
};

static gboolean
resolve (ImEval *eval, guint slot, ImValue *out)
{
  Fixture *fixture = im_eval_get_environment (eval)->data;

  fixture->n_resolved++;

  return im_eval_nested (eval, fixture->exprs[slot], out);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->arena = im_arena_new ();
  fixture->symbols = im_symbols_new ();
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    im_symbols_add (fixture->symbols, names[i]);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    fixture->exprs[i] = im_expr_parse (fixture->arena, texts[i], -1, fixture->symbols,
                                       NULL);
  im_environment_init (&fixture->environment, fixture->arena, fixture->symbols);
  fixture->environment.resolve = resolve;
  fixture->environment.data = fixture;
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  im_symbols_free (fixture->symbols);
  im_arena_free (fixture->arena);
}

/* Evaluates to text, or to the code and message of the error. */
static char *
evaluate (Fixture *fixture, const char *text)
{
  const ImExpr *expr = im_expr_parse (fixture->arena, text, -1, fixture->symbols, NULL);
  g_autoptr (GString) out = g_string_new (NULL);
  const ImExprError *error;
  ImValue value;

  g_assert_nonnull (expr);
  if (im_eval (expr, &fixture->environment, &value, &error))
    im_value_append_text (&value, out);
  else
    g_string_printf (out, "%s %u-%u %s", im_expr_error_code_get_name (error->code),
                     error->span.start, error->span.end, error->message);

  return g_strdup (out->str);
}

static void
assert_value (Fixture *fixture, const char *text, const char *expected)
{
  g_autofree char *actual = evaluate (fixture, text);

  g_assert_cmpstr (actual, ==, expected);
}

static void
test_slots (Fixture *fixture, gconstpointer data)
{
  assert_value (fixture, "1 + 1", "2");
  g_assert_cmpuint (fixture->n_resolved, ==, 0);
  assert_value (fixture, "a + a", "82");
  assert_value (fixture, "a - b", "1");
  g_assert_cmpuint (fixture->n_resolved, ==, 2);
}

static void
test_lazy (Fixture *fixture, gconstpointer data)
{
  assert_value (fixture, "true || e == 1", "true");
  assert_value (fixture, "false && e == 1", "false");
  assert_value (fixture, "true ? 1 : e", "1");
  assert_value (fixture, "f == null || f.shape.count == 1", "true");
  g_assert_cmpuint (fixture->n_resolved, ==, 1);
  assert_value (fixture, "true | e == 1",
                "parameter 7-8 “e” has no value: 1 / 0: division of ints by zero");
}

static void
test_errors (Fixture *fixture, gconstpointer data)
{
  const ImExprError *error;
  ImValue value;

  assert_value (fixture, "3 + e",
                "parameter 4-5 “e” has no value: 1 / 0: division of ints by zero");
  assert_value (fixture, "c",
                "parameter 0-1 “c” has no value: “c” needs its own value: c → d → c");
  assert_value (fixture, "f.shape",
                "not-connected 0-1 “f” is not connected, so it has no “shape”");
  assert_value (fixture, "nobody", "unknown-name 0-6 there is no parameter “nobody”");
  assert_value (fixture, "g && true",
                "operand-type 0-1 “&&” takes two bools, found a double");
  assert_value (fixture, "1 ? 2 : 3",
                "operand-type 0-1 “?:” takes a bool before the “?”, found an int");

  /* The error of a slot leads back to where it arose, however long the way. */
  g_assert_false (im_eval_slot (&fixture->environment, 2, &value, &error));
  g_assert_cmpint (error->code, ==, IM_EXPR_ERROR_PARAMETER);
  g_assert_cmpint (error->cause_slot, ==, 3);
  g_assert_cmpint (error->cause->code, ==, IM_EXPR_ERROR_RECURSION);
}

static void
test_set (Fixture *fixture, gconstpointer data)
{
  im_environment_set (&fixture->environment, 1, IM_INT (7));
  assert_value (fixture, "a", "8");
}

/* Parameters that use each other may not exhaust the stack. */
static gboolean
resolve_next (ImEval *eval, guint slot, ImValue *out)
{
  ImArena *arena = im_eval_get_arena (eval);
  ImExpr *name = im_arena_new0 (arena, ImExpr, 1);
  ImExpr *negative = im_arena_new0 (arena, ImExpr, 1);

  if (slot == 0)
    {
      *out = IM_INT (1);
      return TRUE;
    }
  name->kind = IM_EXPR_NAME;
  name->name = "previous";
  name->slot = (gint) slot - 1;
  negative->kind = IM_EXPR_OPERATOR;
  negative->op = IM_OPERATOR_NEGATE;
  negative->n_operands = 1;
  negative->operands = &name;

  return im_eval_nested (eval, negative, out);
}

static void
test_depth (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImSymbols) symbols = im_symbols_new ();
  const ImExprError *error;
  ImEnvironment environment;
  ImValue value;

  for (guint i = 0; i < 2 * IM_EVAL_MAX_DEPTH; i++)
    {
      g_autofree char *name = g_strdup_printf ("p%u", i);

      im_symbols_add (symbols, name);
    }
  im_environment_init (&environment, arena, symbols);
  environment.resolve = resolve_next;
  g_assert_true (im_eval_slot (&environment, IM_EVAL_MAX_DEPTH / 2 - 2, &value, NULL));
  g_assert_cmpint (value.integer, ==, 1);
  g_assert_false (im_eval_slot (&environment, 2 * IM_EVAL_MAX_DEPTH - 1, &value, &error));
  g_assert_cmpint (error->cause->code, ==, IM_EXPR_ERROR_LIMIT);
}

static void
test_template (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *text, *expected;
  } rows[] = {
    { "", "" },
    { "no expression", "no expression" },
    { "a is {a}, g {g}.", "a is 41, g 2.5." },
    { "{a}{b}", "4140" },
    { "{System.Shape(3, 5, 7)} {System.Float32} {true} {1.0/8} {'x'} {null}",
      "[3,5,7] Float32 true 0.125 x null" },
    { "{e} {nobody} {1 +}", "? ? ?" },
    { "open {a", "open {a" },
    { "close } and {b}", "close } and 40" },
    { "{'}'} {\"{\"}", "} {" },
    { "{{a}}", "{41}" },
    { "{}", "?" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpstr (im_template_expand (rows[i].text, &fixture->environment), ==,
                     rows[i].expected);
}

static void
test_explain (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *text, *expected;
  } rows[] = {
    { "a == 41", "a=41" },
    { "a == 41 && b > 50 && g < 3", "a=41 b=40" },
    { "a == 40 || g < 3", "a=41 g=2.5" },
    { "!(a < b)", "a=41 b=40" },
    { "a > 1 && a < 100", "a=41" },
    { "a + b == 81", "a + b=81" },
    { "true", "" },
    { "e == 1", "e=?" },
    { "f == null || f.shape.count == 1", "f=null" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (ImExplainPart));
      g_autoptr (GString) out = g_string_new (NULL);
      const ImExpr *expr = im_expr_parse (fixture->arena, rows[i].text, -1,
                                          fixture->symbols, NULL);

      im_explain (expr, rows[i].text, &fixture->environment, parts);
      for (guint j = 0; j < parts->len; j++)
        {
          const ImExplainPart *part = &g_array_index (parts, ImExplainPart, j);

          g_string_append_printf (out, "%s%.*s=", j > 0 ? " " : "",
                                  (int) (part->span.end - part->span.start),
                                  rows[i].text + part->span.start);
          if (part->error == NULL)
            im_value_append_display (&part->value, out);
          else
            g_string_append_c (out, '?');
        }
      g_assert_cmpstr (out->str, ==, rows[i].expected);
    }
}

#define ADD(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/eval/slots", test_slots);
  ADD ("/eval/lazy", test_lazy);
  ADD ("/eval/errors", test_errors);
  ADD ("/eval/set", test_set);
  g_test_add_func ("/eval/depth", test_depth);
  ADD ("/eval/template", test_template);
  ADD ("/eval/explain", test_explain);

  return g_test_run ();
}
