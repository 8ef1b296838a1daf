/* SPDX-License-Identifier: MIT
 *
 * The model of the Broadcast Lab: which texts are read, what is said of those that are
 * not, and which dialects disagree.
 */
#include "lab/im-broadcast-lab.h"

#include <string.h>

typedef struct
{
  const char *name;
  ImBroadcastDialect dialect;
  const char *operation;
  const char *texts[IM_LAB_MAX_OPERANDS];
  const char *result;
  const char *expected; /* the result, or the code of what is wrong; NULL: not read */
  const char *others;   /* dialects that disagree, with their result */
} LabCase;

#define GROUPS    IM_DIALECT_SHAPE_BROADCAST
#define OPERATORS IM_DIALECT_OPERATORS
#define NUMPY     IM_DIALECT_NUMPY
#define MLIR      IM_DIALECT_MLIR
#define TML       IM_DIALECT_TML

static const LabCase lab_cases[] = {
  { "groups",
    GROUPS,
    "broadcast",
    { "[2,1,4,1,6]", "[2,3,4,5,6]" },
    NULL,
    "[2,3,4,5,6]",
    "" },
  { "both-stretch",
    GROUPS,
    "broadcast",
    { "[3,1]", "[1,4]" },
    NULL,
    "dim-mismatch",
    "operators [3,4]; numpy [3,4]; mlir [3,4]; tml tensor<real, 3, 4>; " },
  { "three-runs",
    GROUPS,
    "broadcast",
    { "[5,2,6,3,7]", "[1,2,1,3,1]" },
    NULL,
    "too-many-groups",
    "operators [5,2,6,3,7]; numpy [5,2,6,3,7]; mlir [5,2,6,3,7]; "
    "tml tensor<real, 5, 2, 6, 3, 7>; " },
  { "operators", OPERATORS, "/", { "[4,5,6]", "[4,5,1]" }, NULL, "[4,5,6]", "" },
  { "blanks", OPERATORS, "+", { " 4, 5 ,6", "( 6 )" }, NULL, "[4,5,6]", "" },
  { "zero", NUMPY, "broadcast", { "[0,3]", "[1,3]" }, NULL, "[0,3]", "tml !; " },
  { "one-operand", NUMPY, "broadcast", { "[4]" }, NULL, "[4]", "" },
  { "three", NUMPY, "broadcast", { "[6,1]", "[1,7]", "[]" }, NULL, "[6,7]", "" },
  { "four",
    MLIR,
    "broadcastable",
    { "[6,1]", "[1,7]", "[]", "[2,1,1]" },
    NULL,
    "[2,6,7]",
    "" },
  { "unknown",
    MLIR,
    "broadcastable",
    { "[?,4]", "[2,?]" },
    "[2,4]",
    "[2,4]",
    "broadcast !; operators !; numpy !; tml !; " },
  { "mlir-types",
    MLIR,
    "broadcastable",
    { "tensor<?x4xf32>", "tensor<4xi1>" },
    "tensor<?x4xf32>",
    "[?,4]",
    "broadcast !; operators !; numpy !; tml !; " },
  { "mlir-mix",
    MLIR,
    "broadcastable",
    { "tensor<4xf32>", "vector<4xf32>" },
    NULL,
    "type-mismatch",
    "broadcast [4]; operators [4]; numpy [4]; tml !; " },
  { "mlir-scalar",
    MLIR,
    "broadcastable",
    { "tensor<4xf32>", "i32" },
    NULL,
    "type-mismatch",
    "broadcast [4]; operators [4]; numpy [4]; tml !; " },
  { "declared",
    MLIR,
    "broadcastable",
    { "[1]", "[1]" },
    "[4]",
    "result-mismatch",
    "broadcast [1]; operators [1]; numpy [1]; tml tensor<real, 1>; " },
  { "tml-shapes",
    TML,
    "+",
    { "[3]", "[3,1]" },
    NULL,
    "tensor<real, 3, 3>",
    "broadcast !; " },
  { "tml-types",
    TML,
    "+",
    { "tensor<int, 3>", "tensor<real, 3, 1>" },
    NULL,
    "tensor<real, 3, 3>",
    "broadcast !; " },
  { "tml-logical", TML, "&&", { "[3]", "[]" }, NULL, "tensor<bool, 3>", "" },
  { "tml-bitwise", TML, "<<", { "[3]", "uint" }, NULL, "tensor<uint, 3>", "" },
  { "tml-relational",
    TML,
    ">",
    { "[1]", "[3]" },
    NULL,
    "structure",
    "broadcast [3]; operators [3]; numpy [3]; mlir [3]; " },
  { "tml-nested",
    TML,
    "+",
    { "tensor<tensor<int, 3>, 2>", "int" },
    NULL,
    "tensor<tensor<int, 3>, 2>",
    "broadcast !; operators !; numpy !; mlir !; " },
  { "types-as-shapes",
    NUMPY,
    "broadcast",
    { "tensor<int, 3>", "tensor<int, 2, 1>" },
    NULL,
    "[2,3]",
    "broadcast !; " },
};

static const char *const dialect_names[] = { "broadcast", "operators", "numpy", "mlir",
                                             "tml" };

static ImBroadcastLab *
ask (const LabCase *c)
{
  ImLabQuestion question = { .dialect = c->dialect, .result = c->result };
  guint n;
  const ImBroadcastOperation *operations = im_broadcast_dialect_get_operations (
      c->dialect, &n);

  while (g_strcmp0 (operations[question.operation].name, c->operation) != 0)
    g_assert_cmpuint (++question.operation, <, n);
  while (question.n_operands < IM_LAB_MAX_OPERANDS &&
         c->texts[question.n_operands] != NULL)
    {
      question.texts[question.n_operands] = c->texts[question.n_operands];
      question.n_operands++;
    }

  return im_broadcast_lab_new (&question);
}

static void
test_lab (gconstpointer data)
{
  const LabCase *c = data;
  g_autoptr (ImBroadcastLab) lab = ask (c);
  const ImBroadcastReport *report = lab->report;
  g_autoptr (GString) others = g_string_new (NULL);

  g_assert_nonnull (report);
  g_assert_cmpstr (report->operation, ==, c->operation);
  g_assert_cmpstr (report->is_ok ? report->result : report->code, ==, c->expected);
  for (guint i = 0; i < lab->n_others; i++)
    {
      g_assert_nonnull (lab->others[i].text);
      g_string_append_printf (others, "%s %s; ", dialect_names[lab->others[i].dialect],
                              lab->others[i].is_ok ? lab->others[i].text : "!");
    }
  g_assert_cmpstr (others->str, ==, c->others);
}

typedef struct
{
  const char *name;
  ImBroadcastDialect dialect;
  const char *text;  /* of the first operand; the second one is good */
  const char *error; /* part of the message */
} ErrorCase;

static const ErrorCase error_cases[] = {
  { "empty", NUMPY, "", "character 1" },
  { "none", NUMPY, NULL, "character 1" },
  { "half", NUMPY, "[2,", "character 4" },
  { "bracket", NUMPY, "[2,3)", "character 5" },
  { "letter", NUMPY, "[2,x]", "character 4" },
  { "times", NUMPY, "[2×3]", "character 3" },
  { "wide-question", MLIR, "[2,？]", "character 4" },
  { "wide-bracket", MLIR, "［2]", "character 1" },
  { "minus", MLIR, "[−1]", "character 2" },
  { "negative", OPERATORS, "[2,-3]", "character 4" },
  { "huge", OPERATORS, "[99999999999999999999999]", "character 2" },
  { "tml-unknown", TML, "[2,?]", "found “?” at character 4" },
  { "tml-unranked", TML, " *", "found “*” at character 2" },
  { "tml-zero", TML, "[0,2]", "found 0 in axis 1" },
  { "tml-type", TML, "tensor<in, 3>", "character 8" },
  { "nested", NUMPY, "tensor<tensor<int, 3>, 2>", "only TML" },
};

static void
test_error (gconstpointer data)
{
  const ErrorCase *c = data;
  g_autoptr (ImBroadcastLab) lab = NULL;
  ImLabQuestion question = { .dialect = c->dialect,
                             .texts = { c->text, "[2]" },
                             .n_operands = 2 };

  lab = im_broadcast_lab_new (&question);
  g_assert_null (lab->report);
  g_assert_cmpuint (lab->n_others, ==, 0);
  g_assert_nonnull (lab->errors[0]);
  g_test_message ("%s", lab->errors[0]);
  g_assert_nonnull (strstr (lab->errors[0], c->error));
  g_assert_null (lab->errors[1]);
}

static void
test_rank_200 (void)
{
  g_autoptr (GString) text = g_string_new ("[1");
  g_autoptr (ImBroadcastLab) lab = NULL;
  ImLabQuestion question = { .dialect = NUMPY, .n_operands = 2 };

  for (guint i = 1; i < 200; i++)
    g_string_append (text, ",1");
  g_string_append (text, "]");
  question.texts[0] = text->str;
  question.texts[1] = text->str;
  lab = im_broadcast_lab_new (&question);
  g_assert_null (lab->report);
  g_assert_nonnull (strstr (lab->errors[0], "16 axes"));
  g_assert_nonnull (strstr (lab->errors[1], "16 axes"));
}

/* The declared result has a message of its own, and only MLIR reads it. */
static void
test_result (void)
{
  ImLabQuestion question = { .dialect = MLIR,
                             .texts = { "[?]", "[?]" },
                             .n_operands = 2,
                             .result = "[4" };
  g_autoptr (ImBroadcastLab) broken = im_broadcast_lab_new (&question);
  g_autoptr (ImBroadcastLab) strict = NULL, cast = NULL, numpy = NULL;

  g_assert_null (broken->report);
  g_assert_nonnull (strstr (broken->result_error, "character 3"));
  question.result = "[4]";
  strict = im_broadcast_lab_new (&question);
  g_assert_cmpstr (strict->report->code, ==, "dynamic-to-static");
  g_assert_false (strict->report->is_ok);
  question.allows_cast = TRUE;
  cast = im_broadcast_lab_new (&question);
  g_assert_true (cast->report->is_ok);

  question = (ImLabQuestion){ .dialect = NUMPY, .texts = { "[4]" }, .n_operands = 1 };
  question.result = "[4";
  numpy = im_broadcast_lab_new (&question);
  g_assert_null (numpy->result_error);
  g_assert_true (numpy->report->is_ok);
}

static void
test_line (void)
{
  static const char *const bad[] = { "",           "[2,3]",
                                     "[2] -> [3]", "tensor<4xi32>",
                                     "->",         "(tensor<4xi32>) -> tensor<",
                                     "x -> y",     "(tensor<4xi32>) -> tensor<4xi32" };
  g_autoptr (ImArena) arena = im_arena_new ();
  ImLabQuestion question = { .n_operands = 77 };
  g_autoptr (ImBroadcastLab) lab = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_assert_false (im_lab_question_read_line (&question, bad[i], arena));
      g_assert_cmpuint (question.n_operands, ==, 77);
    }
  g_assert_true (im_lab_question_read_line (
      &question,
      "%r = \"test.op\"(%a, %b) : (tensor<?x4xi32>, tensor<4xi32>) -> tensor<2x4xi32>",
      arena));
  g_assert_cmpuint (question.dialect, ==, MLIR);
  g_assert_cmpuint (question.n_operands, ==, 2);
  g_assert_cmpstr (question.texts[0], ==, "tensor<?x4xi32>");
  g_assert_cmpstr (question.texts[1], ==, "tensor<4xi32>");
  g_assert_cmpstr (question.result, ==, "[2,4]");
  lab = im_broadcast_lab_new (&question);
  g_assert_cmpstr (lab->report->code, ==, "dynamic-to-static");
}

static void
test_examples (void)
{
  guint n;
  const ImLabExample *examples = im_broadcast_lab_get_examples (&n);
  guint n_ok = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (ImBroadcastLab) lab = im_broadcast_lab_new (&examples[i].question);

      g_test_message ("%s", examples[i].text);
      g_assert_nonnull (lab->report);
      n_ok += lab->report->is_ok ? 1 : 0;
      g_assert_true (i == 0 ||
                     examples[i].question.dialect >= examples[i - 1].question.dialect);
    }
  g_assert_cmpuint (n_ok, ==, 15);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (lab_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/broadcast-lab/", lab_cases[i].name, NULL);

      g_test_add_data_func (path, &lab_cases[i], test_lab);
    }
  for (guint i = 0; i < G_N_ELEMENTS (error_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/broadcast-lab/error/", error_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &error_cases[i], test_error);
    }
  g_test_add_func ("/broadcast-lab/error/rank-200", test_rank_200);
  g_test_add_func ("/broadcast-lab/result", test_result);
  g_test_add_func ("/broadcast-lab/line", test_line);
  g_test_add_func ("/broadcast-lab/examples", test_examples);

  return g_test_run ();
}
