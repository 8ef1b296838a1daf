/* SPDX-License-Identifier: MIT
 *
 * Tokens and trees: how texts are grouped, where each part stands, and what is refused
 * where.
 */
#include <string.h>

#include "base/im-arena.h"
#include "lang/im-expr.h"
#include "lang/im-token.h"

typedef struct
{
  const char *text;
  const char
      *tree; /* printed, without spans; lines separated by `/` and indented by blanks */
} TreeCase;

static const TreeCase tree_cases[] = {
  { "1+2*3", "operator +/ constant 1/ operator */  constant 2/  constant 3" },
  { "1*2+3", "operator +/ operator */  constant 1/  constant 2/ constant 3" },
  { "1-2-3", "operator -/ operator -/  constant 1/  constant 2/ constant 3" },
  { "(1-2)-3", "operator -/ operator -/  constant 1/  constant 2/ constant 3" },
  { "1-(2-3)", "operator -/ constant 1/ operator -/  constant 2/  constant 3" },
  { "3-4", "operator -/ constant 3/ constant 4" },
  { "3 - -4", "operator -/ constant 3/ constant -4" },
  { "-1.abs", "call method abs/ constant -1" },
  { "- 1.abs", "operator -/ call method abs/  constant 1" },
  { "-x.abs", "operator -/ call method abs/  name x" },
  { "!!x", "operator !/ operator !/  name x" },
  { "~-x", "operator ~/ operator -/  name x" },
  { "2.pow(3)", "call method pow/ constant 2/ constant 3" },
  { "2.5.floor()", "call method floor/ constant 2.5" },
  { "1e3.x", "call method x/ constant 1000.0" },
  { "1<<2+3", "operator <</ constant 1/ operator +/  constant 2/  constant 3" },
  { "1<2<<3", "operator </ constant 1/ operator <</  constant 2/  constant 3" },
  { "1==2<3", "operator ==/ constant 1/ operator </  constant 2/  constant 3" },
  { "a==b&c==d",
    "operator &/ operator ==/  name a/  name b/ operator ==/  name c/  name d" },
  /* One level, from the left: specification, LOGICAL. */
  { "a||b&&c", "operator &&/ operator ||/  name a/  name b/ name c" },
  { "a&b|c^d",
    "operator ^/ operator |/  operator &/   name a/   name b/  name c/ name d" },
  { "a?b:c?d:e", "operator ?:/ name a/ name b/ operator ?:/  name c/  name d/  name e" },
  { "a?b?1:2:3",
    "operator ?:/ name a/ operator ?:/  name b/  constant 1/  constant 2/ constant 3" },
  { "a+1?b:c", "operator ?:/ operator +/  name a/  constant 1/ name b/ name c" },
  { "f()", "call bare f" },
  { "f(1, g(2))", "call bare f/ constant 1/ call bare g/  constant 2" },
  { "Math.max(1,2)", "call static Math.max/ constant 1/ constant 2" },
  { "Math.PI", "constant 3.141592653589793" },
  { "System.Float32", "constant Float32" },
  { "System.Float32.size", "call method size/ constant Float32" },
  { "'a' + \"b\"", "operator +/ constant \"a\"/ constant \"b\"" },
  { "null", "constant null" },
  { "true==false", "operator ==/ constant true/ constant false" },
  { "truely", "name truely" },
  { "a . b ( ) . c", "call method c/ call method b/  name a" },
  { "\n\ta\r\n+\tb ", "operator +/ name a/ name b" },
  { "-2147483648", "constant -2147483648" },
};

static char *
print_tree (const ImExpr *expr)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) result = g_string_new (NULL);

  im_expr_append_text (expr, text);
  g_auto (GStrv) lines = g_strsplit (text->str, "\n", -1);
  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      gsize blanks = strspn (lines[i], " ");
      char *span = g_strrstr (lines[i], "  ");

      *span = '\0';
      g_string_append_printf (result, "%s%*s%s", i > 0 ? "/" : "", (int) (blanks / 2), "",
                              lines[i] + blanks);
    }

  return g_strdup (result->str);
}

static void
test_tree (gconstpointer data)
{
  const TreeCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImExprError *error;
  const ImExpr *expr = im_expr_parse (arena, c->text, -1, NULL, &error);

  g_assert_null (error);
  g_assert_nonnull (expr);
  g_autofree char *tree = print_tree (expr);
  g_assert_cmpstr (tree, ==, c->tree);
}

typedef struct
{
  const char *text;
  guint start, end;
  const char *message; /* a part of it */
} ErrorCase;

static const ErrorCase error_cases[] = {
  { "", 0, 0, "the expression is empty" },
  { "  ", 2, 2, "the expression is empty" },
  { "1 +", 3, 3, "expected a value, found the end" },
  { "1 + * 2", 4, 5, "expected a value, found “*”" },
  { "1 2", 2, 3, "expected an operator or the end, found “2”" },
  { "(1", 0, 1, "this parenthesis is not closed" },
  { "f(1", 1, 2, "this parenthesis is not closed" },
  { "f(1 2)", 4, 5, "expected “,” or “)”, found “2”" },
  { "f(1,)", 4, 5, "expected an argument, found “)”" },
  { "f(,1)", 2, 3, "expected a value, found “,”" },
  { "(1]", 2, 3, "brackets are no part" },
  { "a ? b", 5, 5, "expected “:” and the value for false, found the end" },
  { "a.", 2, 2, "expected the name of a member, found the end" },
  { "a.3", 2, 3, "expected the name of a member, found “3”" },
  { "Math", 4, 4, "expected “.” and the name of a member" },
  { "System.", 7, 7, "expected the name of a member" },
  { "Math.PI(1)", 5, 7, "Math.PI is a constant and takes no arguments" },
  { "a.b(1)(2)", 6, 7, "only a name can be called" },
  { "\"abc", 0, 4, "a string must end with \"" },
  { "'abc", 0, 4, "a string must end with '" },
  { "a = b", 2, 3, "equality is “==”" },
  { "a ≤ b", 2, 5, "write “<=”" },
  { "a − b", 2, 5, "not a minus sign" },
  { "“a”", 0, 3, "typographic quote" },
  { "2147483648", 0, 10, "does not fit in an int" },
  { "-2147483649", 0, 11, "does not fit in an int" },
  { "-1e400", 0, 6, "does not fit in a double" },
  { "99999999999999999999", 0, 20, "does not fit in an int" },
  { "0x10", 0, 4, "a number must not run into a name" },
  { "1e", 0, 2, "a number must not run into a name" },
  { "1 $ 2", 2, 3, "this character is no part of an expression" },
  { "a\xff", 1, 2, "this byte is not UTF-8" },
  { "'\xff'", 0, 3, "this string is not UTF-8" },
  { "f(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25)", 65, 67,
    "a call has at most 24 arguments" },
};

static void
test_error (gconstpointer data)
{
  const ErrorCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImExprError *error;

  g_assert_null (im_expr_parse (arena, c->text, -1, NULL, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, c->message));
  g_assert_cmpuint (error->span.start, ==, c->start);
  g_assert_cmpuint (error->span.end, ==, c->end);
}

static char *
repeat (const char *first, const char *part, guint count, const char *last)
{
  g_autoptr (GString) text = g_string_new (first);

  for (guint i = 0; i < count; i++)
    g_string_append (text, part);
  g_string_append (text, last);

  return g_strdup (text->str);
}

static ImExprErrorCode
parse_code (const char *text)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImExprError *error;
  const ImExpr *expr = im_expr_parse (arena, text, -1, NULL, &error);

  g_assert_true ((expr == NULL) == (error != NULL));

  return error == NULL ? IM_N_EXPR_ERRORS : error->code;
}

/* Depth and length have limits, just below which everything works. */
static void
test_limits (void)
{
  static const struct
  {
    const char *first, *part, *last;
    guint fits, too_many;
  } rows[] = {
    { "", "(", "", 0, 5000 },
    { "1", "+1", "", IM_EXPR_MAX_DEPTH - 2, IM_EXPR_MAX_DEPTH + 1 },
    { "x", ".abs", "", IM_EXPR_MAX_DEPTH - 2, IM_EXPR_MAX_DEPTH + 1 },
    { "", "!", "x", IM_EXPR_MAX_DEPTH - 2, IM_EXPR_MAX_DEPTH + 1 },
    { "", "a?b:", "c", IM_EXPR_MAX_DEPTH / 2 - 2, IM_EXPR_MAX_DEPTH + 1 },
    { "'", "x", "'", IM_EXPR_MAX_BYTES - 2, IM_EXPR_MAX_BYTES },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *many = repeat (rows[i].first, rows[i].part, rows[i].too_many,
                                      rows[i].last);
      g_autofree char *few = repeat (rows[i].first, rows[i].part, rows[i].fits,
                                     rows[i].last);

      g_assert_cmpint (parse_code (many), ==, IM_EXPR_ERROR_LIMIT);
      if (rows[i].fits > 0)
        g_assert_cmpint (parse_code (few), ==, IM_N_EXPR_ERRORS);
    }
}

/* The tree of a text of a part of a longer text has the spans of the part. */
static void
test_spans (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImExpr *expr = im_expr_parse (arena, "(a.b(1)) + cc {", 13, NULL, NULL);

  g_assert_nonnull (expr);
  g_assert_cmpuint (expr->span.start, ==, 0);
  g_assert_cmpuint (expr->span.end, ==, 13);
  g_assert_cmpuint (expr->name_span.start, ==, 9);
  g_assert_cmpuint (expr->operands[0]->span.end, ==, 8);
  g_assert_cmpuint (expr->operands[0]->name_span.start, ==, 3);
  g_assert_cmpuint (expr->operands[0]->name_span.end, ==, 4);
  g_assert_cmpuint (expr->operands[1]->span.start, ==, 11);
}

static void
test_check_names (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImSymbols) symbols = im_symbols_new ();
  g_autoptr (GPtrArray) errors = g_ptr_array_new ();

  im_symbols_add (symbols, "input");
  const ImExpr *expr = im_expr_parse (
      arena,
      "false && inptu.shape.sise(0) > Math.maxx(1, flor(2)) + "
      "System.Flaot32 + input(3)",
      -1, symbols, NULL);
  g_assert_nonnull (expr);
  im_expr_check_names (expr, symbols, arena, errors);

  static const char *const expected[] = {
    "there is no parameter “inptu”; did you mean “input”?",
    "no value has a member “sise”; did you mean “size”?",
    "there is no function “flor”; did you mean “floor”?",
    "Math has no member “maxx”; did you mean “max”?",
    "System has no member “Flaot32”; did you mean “Float32”?",
    "“input” is a parameter and cannot be called",
  };
  g_assert_cmpuint (errors->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < errors->len; i++)
    g_assert_cmpstr (((const ImExprError *) g_ptr_array_index (errors, i))->message, ==,
                     expected[i]);
}

static void
test_mixed_logical (void)
{
  static const struct
  {
    const char *text;
    gint at; /* of the operator, -1 if nothing is mixed */
  } rows[] = {
    { "a || b && c", 7 },    { "a && b || c", 7 },          { "(a || b) && c", -1 },
    { "a || (b && c)", -1 }, { "a || b || c", -1 },         { "a && b", -1 },
    { "f(a || b && c)", 9 }, { "x ? a || b && c : d", 11 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (ImArena) arena = im_arena_new ();
      const ImExpr *expr = im_expr_parse (arena, rows[i].text, -1, NULL, NULL);
      ImSpan span = { 0, 0 };

      g_assert_nonnull (expr);
      g_assert_cmpint (im_expr_mixes_and_or (expr, &span), ==, rows[i].at >= 0);
      if (rows[i].at >= 0)
        g_assert_cmpint ((gint) span.start, ==, rows[i].at);
    }
}

/* Tokens cover the text: what is between them is white space. */
static void
test_tokens (void)
{
  static const char text[] =
      "a<=b<<c<d!=!e&&f&g||h|i^j?k:l.m(n,1.5e-3)%'s'/~x==y>=z>>w>1";
  const char *problem = NULL;
  GString *kinds = g_string_new (NULL);
  gsize offset = 0;

  for (;;)
    {
      ImToken token = im_token_next (text, strlen (text), offset, &problem);

      if (token.kind == IM_TOKEN_END)
        break;
      g_assert_cmpint (token.kind, !=, IM_TOKEN_ERROR);
      g_assert_cmpuint (token.span.start, ==, offset);
      g_string_append_printf (kinds, "%s ", im_token_kind_get_name (token.kind));
      offset = token.span.end;
    }
  g_assert_cmpstr (
      kinds->str, ==,
      "name <= name << name < name != ! name && name & name || name | name ^ name ? "
      "name : name . name ( name , real ) % string / ~ name == name >= name >> name "
      "> integer ");
  g_string_free (kinds, TRUE);
}

/* Every row of the table says all that its kind of operator needs, and is found. */
static void
test_operators (void)
{
  for (ImOperator op = 0; op < IM_N_OPERATORS; op++)
    {
      const ImOperatorInfo *info = im_operator_get_info (op);
      gboolean is_binary = info->n_operands == 2;
      ImOperator found;

      g_test_message ("%s", info->text);
      g_assert_nonnull (info->operands);
      g_assert_true ((info->precedence > 0) == is_binary);
      g_assert_true ((info->scratch_precedence > 0) == is_binary);
      g_assert_true ((info->scratch_operands != NULL) == (info->n_operands == 1));
      g_assert_true (is_binary ==
                     (info->whole != NULL || info->orders != 0 || info->boolean != NULL));
      g_assert_true ((info->orders != 0) ==
                     (info->group == IM_OPERATOR_GROUP_RELATIONAL));
      g_assert_false (info->takes_arrays && info->real == NULL);
      if (info->n_operands < 3)
        g_assert_cmpstr (im_token_kind_get_name (info->token), ==, info->text);
      g_assert_true (im_operator_find (info->token, info->n_operands, &found));
      g_assert_cmpuint (found, ==, op);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (tree_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/parser/tree/%u", i);

      g_test_add_data_func (path, &tree_cases[i], test_tree);
    }
  for (guint i = 0; i < G_N_ELEMENTS (error_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/parser/error/%u", i);

      g_test_add_data_func (path, &error_cases[i], test_error);
    }
  g_test_add_func ("/parser/limits", test_limits);
  g_test_add_func ("/parser/spans", test_spans);
  g_test_add_func ("/parser/check-names", test_check_names);
  g_test_add_func ("/parser/mixed-logical", test_mixed_logical);
  g_test_add_func ("/parser/tokens", test_tokens);

  g_test_add_func ("/parser/operators", test_operators);

  return g_test_run ();
}
