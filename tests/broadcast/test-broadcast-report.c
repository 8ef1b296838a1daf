/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/im-arena.h"
#include "broadcast/im-broadcast-report.h"

#define MAX_OPERANDS 3

#define GROUPS    IM_BROADCAST_RULES_GROUPS
#define OPERATORS IM_BROADCAST_RULES_OPERATORS
#define NUMPY     IM_BROADCAST_RULES_NUMPY
#define MLIR      IM_BROADCAST_RULES_MLIR
#define CAST      IM_BROADCAST_RULES_MLIR_CAST

#define ARITHMETIC IM_BROADCAST_RULES_TML_ARITHMETIC
#define RELATIONAL IM_BROADCAST_RULES_TML_RELATIONAL
#define LOGICAL    IM_BROADCAST_RULES_TML_LOGICAL
#define BITWISE    IM_BROADCAST_RULES_TML_BITWISE
#define ASSIGNMENT IM_BROADCAST_RULES_TML_ASSIGNMENT

typedef struct
{
  const char *name;
  ImBroadcastRules rules;
  const char *operands[MAX_OPERANDS];
  const char *declared;
  const char *verdict; /* code and result */
  const char
      *columns; /* the outermost first: relation and cells, see describe_columns() */
  const char *message; /* NULL if it broadcasts */
} ReportCase;

static const ReportCase cases[] = {
  { "specification",
    GROUPS,
    { "[2,1,4,1,6]", "[2,3,4,5,6]" },
    NULL,
    "exact [2,3,4,5,6]",
    "=oo l 2, >so 1 3, =oo m 4, >so 2 5, =oo r 6",
    NULL },
  { "one-run",
    GROUPS,
    { "[2,1,1,5]", "[2,3,4,5]" },
    NULL,
    "exact [2,3,4,5]",
    "=oo m 2, >so 2 3, >so 2 4, =oo r 5",
    NULL },
  { "missing",
    GROUPS,
    { "[2,3]", "[3]" },
    NULL,
    "exact [2,3]",
    ">oa 2 2, =oo r 3",
    NULL },
  { "scalars", GROUPS, { "[]", "[]" }, NULL, "exact []", "", NULL },
  { "ones",
    GROUPS,
    { "[1,1,1,1,1]", "[3,1,4,1,5]" },
    NULL,
    "exact [3,1,4,1,5]",
    ">so 2 3, =oo - 1, >so 2 4, =oo - 1, >so 2 5",
    NULL },
  { "ones-between",
    GROUPS,
    { "[1,1,1]", "[3,1,4]" },
    NULL,
    "exact [3,1,4]",
    ">so 1 3, =oo m 1, >so 2 4",
    NULL },
  { "three-runs",
    GROUPS,
    { "[1,2,1,3,1]", "[5,2,6,3,7]" },
    NULL,
    "too-many-groups",
    "nso - 5, =oo l 2, >so 1 6, =oo m 3, >so 2 7",
    "A does not stretch into B in five loops: in d4 a third run of stretched axes would "
    "begin; at most two are allowed" },
  { "both-stretch",
    GROUPS,
    { "[3,1]", "[1,4]" },
    NULL,
    "dim-mismatch",
    "!bb - ?, >so - 4",
    "A [3,1] and B [1,4] do not broadcast: in d1 A has 3 and B has 1; sizes of a column "
    "have to be equal, or 1 in the shape that stretches" },
  { "all-bad-columns",
    GROUPS,
    { "[2,3,4]", "[2,5,6]" },
    NULL,
    "dim-mismatch",
    "=oo - 2, !bb - ?, !bb - ?",
    "A [2,3,4] and B [2,5,6] do not broadcast: in d0 A has 4 and B has 6, in d1 A has 3 "
    "and B has 5; sizes of a column have to be equal, or 1 in the shape that stretches" },
  { "rank-and-stretch",
    GROUPS,
    { "[1,1]", "[3]" },
    NULL,
    "dim-mismatch",
    "!ob - ?, >so - 3",
    "A [1,1] and B [3] do not broadcast: in d1 A has 1 and B has no axis; sizes of a "
    "column have to be equal, or 1 in the shape that stretches" },
  { "open",
    GROUPS,
    { "[2,?]", "[2,3]" },
    NULL,
    "unknown-size",
    "=oo - 2, ?uo - 3",
    "A [2,?] has a size that is not known; these rules need all sizes, those of MLIR do "
    "not" },
  { "open-and-bad",
    GROUPS,
    { "[2,?]", "[4,3]" },
    NULL,
    "dim-mismatch",
    "!bb - ?, ?uo - 3",
    "A [2,?] and B [4,3] do not broadcast: in d1 A has 2 and B has 4; sizes of a column "
    "have to be equal, or 1 in the shape that stretches" },
  { "unranked",
    GROUPS,
    { "[1]", "*" },
    NULL,
    "unknown-size",
    "=oi - 1",
    "B * has a size that is not known; these rules need all sizes, those of MLIR do "
    "not" },
  { "loop-overflow",
    GROUPS,
    { "[1]", "[65536,65536]" },
    NULL,
    "overflow",
    ">ao 2 65536, >so 2 65536",
    "the loop of group2 would count more than 2147483647 elements, which is the most "
    "allowed" },
  { "loop-overflow-empty",
    GROUPS,
    { "[0,1,1]", "[0,4611686018427387905,2]" },
    NULL,
    "overflow",
    "=oo m 0, >so 2 4611686018427387905, >so 2 2",
    "the loop of group2 would count more than 2147483647 elements, which is the most "
    "allowed" },
  { "element-overflow",
    GROUPS,
    { "[3000000000,1]", "[3000000000,4000000000]" },
    NULL,
    "overflow",
    "=oo - 3000000000, >so - 4000000000",
    "the result [3000000000,4000000000] would have more than 9223372036854775807 "
    "elements, which is the most allowed" },

  { "operators",
    OPERATORS,
    { "[3,1]", "[1,4]" },
    NULL,
    "exact [3,4]",
    ">os - 3, >so - 4",
    NULL },
  { "operators-bad",
    OPERATORS,
    { "[2,3]", "[2]" },
    NULL,
    "dim-mismatch",
    ">oa - 2, !bb - ?",
    "A [2,3] and B [2] do not broadcast: in d0 A has 3 and B has 2; sizes of a column "
    "have to be equal, or 1" },

  { "numpy-three",
    NUMPY,
    { "[3,1,1]", "[4,1]", "[0]" },
    NULL,
    "exact [3,4,0]",
    ">oaa - 3, >soa - 4, >sso - 0",
    NULL },
  { "numpy-zero-bad",
    NUMPY,
    { "[1,0]", "[2]" },
    NULL,
    "dim-mismatch",
    "=oa - 1, !bb - ?",
    "A [1,0] and B [2] do not broadcast: in d0 A has 0 and B has 2; sizes of a column "
    "have to be equal, or 1" },

  { "mlir-exact",
    MLIR,
    { "[4]", "[2,3,4]" },
    "[2,3,4]",
    "exact [2,3,4]",
    ">ao - 2, >ao - 3, =oo - 4",
    NULL },
  { "mlir-unknown",
    MLIR,
    { "[?,?,1]", "[?,7,?]" },
    NULL,
    "runtime-check [?,7,?]",
    "?uu - ?, ?uo - 7, >su - ?",
    NULL },
  { "mlir-behind",
    MLIR,
    { "[3]", "[?]", "[4]" },
    "[?]",
    "operands-incompatible",
    "!bub - ?",
    "A [3], B [?] and C [4] do not broadcast: in d0 A has 3 and C has 4; known sizes of "
    "a "
    "column have to be equal, or 1" },
  { "mlir-unranked-operand",
    MLIR,
    { "[2]", "*" },
    "[?]",
    "static-to-dynamic [?]",
    "=oi - 2",
    NULL },
  { "mlir-all-unranked", MLIR, { "*", "*" }, "[2]", "unranked [2]", "=ii - ?", NULL },
  { "mlir-rank",
    MLIR,
    { "[3]", "[3]" },
    "[1,3]",
    "rank-mismatch",
    "daa - ?, =oo - 3",
    "the result is declared with rank 2, [1,3], but the operands give rank 1, [3]; "
    "the ranks have to be equal" },
  { "mlir-rank-smaller",
    MLIR,
    { "[3,2]", "*" },
    "[2]",
    "rank-mismatch",
    "doi - 3, =oi - 2",
    "the result is declared with rank 1, [2], but the operands give rank 2, [3,2]; "
    "the ranks have to be equal" },
  { "mlir-result",
    MLIR,
    { "[1,?,2]", "[1,?,2]" },
    "[4,5,4]",
    "result-mismatch",
    "doo - 1, duu - ?, doo - 2",
    "the result does not fit: in d0 4 is declared and 2 inferred, in d2 4 is declared "
    "and "
    "1 inferred; the inferred size or “?” would be allowed" },
  { "mlir-no-cast",
    MLIR,
    { "[?]", "[?]" },
    "[4]",
    "dynamic-to-static",
    "duu - ?",
    "the result does not fit: in d0 4 is declared, where the operands give no known "
    "size; "
    "“?” would be allowed" },
  { "mlir-cast",
    CAST,
    { "[?]", "[?]" },
    "[4]",
    "dynamic-to-static [4]",
    "duu - ?",
    NULL },
  { "mlir-none",
    MLIR,
    { NULL },
    "[2]",
    "no-operand",
    "",
    "there is no operand; at least one is needed" },

  { "nested",
    ARITHMETIC,
    { "tensor<tensor<int, 1>, 2>", "tensor<tensor<real, 3>, 1>" },
    NULL,
    "exact tensor<tensor<real, 3>, 2>",
    ">os - 2 / >so - 3 / int + real → real",
    NULL },
  { "nested-scalar",
    ARITHMETIC,
    { "uint", "tensor<tensor<int, 3>, 2>" },
    NULL,
    "exact tensor<tensor<int, 3>, 2>",
    ">ao - 2 / >ao - 3 / uint + int → int",
    NULL },
  { "nested-flat",
    ARITHMETIC,
    { "tensor<int, 3, 3, 3>", "tensor<tensor<int, 3, 3>, 3>" },
    NULL,
    "exact tensor<tensor<int, 3, 3>, 3, 3, 3>",
    ">oa - 3, >oa - 3, =oo - 3 / >ao - 3, >ao - 3 / int + int → int",
    NULL },
  { "scalars-only",
    ARITHMETIC,
    { "int", "int" },
    NULL,
    "exact int",
    "int + int → int",
    NULL },
  { "all-bad-levels",
    ARITHMETIC,
    { "tensor<tensor<int, 2>, 3>", "tensor<tensor<bool, 4>, 5>" },
    NULL,
    "dim-mismatch",
    "!bb - ? / !bb - ? / int + bool",
    "A tensor<tensor<int, 2>, 3> and B tensor<tensor<bool, 4>, 5> do not broadcast: on "
    "level 1 in d0 A has 3 and B has 5; on level 2 in d0 A has 2 and B has 4; sizes of a "
    "column have to be equal, or 1" },
  { "scalar-type",
    ARITHMETIC,
    { "tensor<bool, 3>", "int" },
    NULL,
    "scalar-type",
    ">oa - 3 / bool + int",
    "+ is not defined for the scalars bool and int; both have to be uint, int or real" },
  { "str",
    ARITHMETIC,
    { "str", "str" },
    NULL,
    "scalar-type",
    "str + str",
    "+ is not defined for the scalars str and str; both have to be uint, int or real" },
  { "scalar-overflow",
    ARITHMETIC,
    { "int", "tensor<tensor<tensor<int, 2147483647>, 2147483647>, 2147483647>" },
    NULL,
    "overflow",
    ">ao - 2147483647 / >ao - 2147483647 / >ao - 2147483647 / int + int → int",
    "the result would have more than 9223372036854775807 scalars, which is the most "
    "allowed" },

  { "compare",
    RELATIONAL,
    { "int", "tensor<tensor<real, 3>, 3>" },
    NULL,
    "exact tensor<tensor<bool, 3>, 3>",
    ">ao - 3 / >ao - 3 / int > real → bool",
    NULL },
  { "compare-one",
    RELATIONAL,
    { "tensor<int, 1>", "tensor<int, 3>" },
    NULL,
    "structure",
    "!bb - ? / int > int → bool",
    "A tensor<int, 1> and B tensor<int, 3> do not broadcast: in d0 A has 1 and B has 3; "
    "one "
    "of them has to be a scalar, or both have equal structures" },
  { "compare-levels",
    RELATIONAL,
    { "tensor<int, 3>", "tensor<tensor<int, 2>, 3>" },
    NULL,
    "structure",
    "=oo - 3 / !bb - ? / int > int → bool",
    "A tensor<int, 3> and B tensor<tensor<int, 2>, 3> do not broadcast: on level 2 in d0 "
    "A "
    "has no axis and B has 2; one of them has to be a scalar, or both have equal "
    "structures" },
  { "logical",
    LOGICAL,
    { "tensor<bool, 2, 3>", "bool" },
    NULL,
    "exact tensor<bool, 2, 3>",
    ">oa - 2, >oa - 3 / bool && bool → bool",
    NULL },
  { "logical-int",
    LOGICAL,
    { "int", "bool" },
    NULL,
    "scalar-type",
    "int && bool",
    "&& is not defined for the scalars int and bool; both have to be bool" },
  { "bitwise",
    BITWISE,
    { "tensor<uint, 3>", "uint" },
    NULL,
    "exact tensor<uint, 3>",
    ">oa - 3 / uint & uint → uint",
    NULL },
  { "bitwise-int",
    BITWISE,
    { "uint", "int" },
    NULL,
    "scalar-type",
    "uint & int",
    "& is not defined for the scalars uint and int; both have to be uint" },

  { "assign",
    ASSIGNMENT,
    { "tensor<real, 3, 3>", "tensor<int, 1>" },
    NULL,
    "exact tensor<real, 3, 3>",
    ">oa - 3, >os - 3 / real = int → real",
    NULL },
  { "assign-dims",
    ASSIGNMENT,
    { "tensor<int, 1>", "tensor<int, 3>" },
    NULL,
    "assign-dims",
    "!bb - ? / int = int → int",
    "A tensor<int, 1> and B tensor<int, 3> do not broadcast: in d0 A has 1 and B has 3; "
    "sizes of the value have to be equal to those of the target, or 1" },
  { "assign-rank",
    ASSIGNMENT,
    { "tensor<int, 3>", "tensor<int, 1, 3>" },
    NULL,
    "assign-rank",
    "!bo - ?, =oo - 3 / int = int → int",
    "A tensor<int, 3> and B tensor<int, 1, 3> do not broadcast: in d1 A has no axis and "
    "B "
    "has 1; sizes of the value have to be equal to those of the target, or 1" },
  { "assign-type",
    ASSIGNMENT,
    { "int", "real" },
    NULL,
    "assign-type",
    "int = real",
    "real cannot be assigned to int; it takes its own type, and int and real take "
    "narrower "
    "numbers" },
};

static ImBroadcastOperand
make_operand (ImBroadcastRules rules, const char *name, const char *text, ImArena *arena)
{
  g_autoptr (GError) error = NULL;
  ImBroadcastOperand operand = { .name = name };

  if (rules >= IM_BROADCAST_RULES_TML_ARITHMETIC)
    operand.type = im_nested_type_parse (text, arena, &error);
  else
    im_open_shape_parse (text, -1, &operand.shape, &error);
  g_assert_no_error (error);

  return operand;
}

static const ImBroadcastReport *
make_report (const ReportCase *c, ImArena *arena)
{
  static const char *const names[] = { "A", "B", "C" };
  ImBroadcastOperand operands[MAX_OPERANDS] = { 0 };
  ImOpenShape declared = { 0 };
  guint n = 0;

  for (; n < MAX_OPERANDS && c->operands[n] != NULL; n++)
    operands[n] = make_operand (c->rules, names[n], c->operands[n], arena);
  if (c->declared != NULL)
    declared = make_operand (c->rules, "R", c->declared, arena).shape;

  return im_broadcast_report_new (c->rules, NULL, operands, n,
                                  c->declared != NULL ? &declared : NULL, arena);
}

static void
append_size (gint64 size, GString *out)
{
  if (size == IM_SIZE_UNKNOWN)
    g_string_append_c (out, '?');
  else
    g_string_append_printf (out, "%" G_GINT64_FORMAT, size);
}

/* The columns of a level, outermost first: the relation, the kind of each cell, the
 * group, and the size of the result. */
static void
append_columns (const ImBroadcastReport *report,
                const ImBroadcastLevel *level,
                GString *out)
{
  for (guint i = level->rank; i > 0; i--)
    {
      const ImBroadcastColumn *column = &level->columns[i - 1];

      g_string_append_c (out, "=>?!dn"[column->relation]);
      for (guint j = 0; j < report->n_operands; j++)
        g_string_append_c (out, "osaubi"[level->cells[j * level->rank + i - 1].kind]);
      g_string_append_printf (out, " %c ", "-r2m1l"[column->group]);
      append_size (column->result, out);
      g_string_append (out, i > 1 ? ", " : "");
    }
}

/* All levels, and the scalars below. */
static char *
describe (const ImBroadcastReport *report)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < report->n_levels; i++)
    {
      g_string_append (out, i > 0 ? " / " : "");
      append_columns (report, &report->levels[i], out);
    }
  if (report->root != NULL)
    g_string_append_printf (out, "%s%s", out->len > 0 ? " / " : "", report->root);

  return g_string_free (out, FALSE);
}

static void
test_report (gconstpointer data)
{
  const ReportCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImBroadcastReport *report = make_report (c, arena);
  g_autofree char *columns = describe (report);
  g_autofree char *verdict = g_strjoin (report->result != NULL ? " " : NULL, report->code,
                                        report->result, NULL);

  g_assert_cmpstr (verdict, ==, c->verdict);
  g_assert_cmpstr (report->message, ==, c->message);
  g_assert_cmpint (report->is_ok, ==, c->message == NULL);
  g_assert_cmpint (report->result != NULL, ==, report->is_ok);
  g_assert_cmpstr (columns, ==, c->columns);
  g_assert_nonnull (report->reason);
}

/* Both orders of two shapes give the same five counts. */
static void
assert_groups (const ImBroadcastOperand operands[2], ImArena *arena)
{
  ImBroadcastOperand reversed[] = { operands[1], operands[0] };
  const ImBroadcastReport *report = im_broadcast_report_new (GROUPS, NULL, operands, 2,
                                                             NULL, arena);
  const ImBroadcastReport *other = im_broadcast_report_new (GROUPS, NULL, reversed, 2,
                                                            NULL, arena);
  const ImOpenShape *small = &operands[report->small].shape;
  const ImBroadcast *g = &report->groups;
  gint64 n_small = 1;

  g_assert_cmpstr (report->code, ==, other->code);
  g_assert_true (report->has_groups == report->is_ok);
  if (!report->is_ok)
    return;

  for (guint i = 0; i < small->rank; i++)
    n_small *= small->size[i];
  g_assert_cmpmem (g, sizeof *g, &other->groups, sizeof other->groups);
  g_assert_cmpint (g->left * g->group1 * g->middle * g->group2 * g->right, ==,
                   report->n_results);
  g_assert_cmpint (g->left * g->middle * g->right, ==, n_small);
}

static void
test_random_groups (void)
{
  for (guint round = 0; round < 5000; round++)
    {
      g_autoptr (ImArena) arena = im_arena_new ();
      ImBroadcastOperand operands[2] = {
        { .name = "A", .shape = { .is_ranked = TRUE } },
        { .name = "B", .shape = { .is_ranked = TRUE } },
      };
      ImOpenShape *a = &operands[0].shape, *b = &operands[1].shape;

      a->rank = (guint) g_test_rand_int_range (0, 7);
      b->rank = (guint) g_test_rand_int_range (0, 7);
      for (guint i = 0; i < a->rank; i++)
        a->size[i] = g_test_rand_int_range (1, 5);
      for (guint i = 0; i < b->rank; i++)
        b->size[i] = g_test_rand_bit () && i < a->rank ? a->size[i] : 1;
      assert_groups (operands, arena);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/broadcast-report/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_report);
    }
  g_test_add_func ("/broadcast-report/random-groups", test_random_groups);

  return g_test_run ();
}
