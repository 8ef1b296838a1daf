/* SPDX-License-Identifier: MIT
 *
 * The Formula Lab: what follows from a formula, and what is taken where nothing is said.
 */
#include "lab/im-formula-lab.h"

#include <string.h>

typedef struct
{
  const char *name;
  const char *text;
  const char *inputs[3];   /* NAME=VALUE */
  const char *expected[3]; /* what the inputs are */
  const char *values;      /* of the outputs, NULL for none */
  const char *error;       /* code of an error, or a part of that of an input */
} LabCase;

#define SUM "function (I[M, N]) -> (O) { O[n : N] = +(I[m, n]); }"
#define PRODUCT                                                             \
  "def f(A, B):\n  I, J, K = TensorDims(3)\n  i, j, k = TensorIndexes(3)\n" \
  "  A.bind_dims(I, K)\n  B.bind_dims(K, J)\n  C = TensorOutput(I, J)\n"    \
  "  C[i, j] += A[i, k] * B[k, j]\n  return C\n"

static const LabCase cases[] = {
  { "given", SUM, { "I=[[1,2],[3,4]]" }, { "[[1,2],[3,4]]" }, "4  6\n", NULL },
  { "guessed", SUM, { NULL }, { "float32[6,4]" }, "66  72  78  84\n", NULL },
  { "empty", SUM, { "I=" }, { "float32[6,4]" }, "66  72  78  84\n", NULL },
  { "bound",
    PRODUCT,
    { "A=[[1,2,3]]" },
    { "[[1,2,3]]", "float32[3,6]" },
    "54  60  66  72  78  84\n",
    NULL },
  { "kernel",
    "function (I[X], K[KX]) -> (O) { O[x : X - KX + 1] = +(I[x + k] * K[k]); }",
    { NULL },
    { "float32[6]", "float32[3]" },
    "14  20  26  32\n",
    NULL },
  { "square",
    "def f(A):\n  K = TensorDim()\n  i, j = TensorIndexes(2)\n  A.bind_dims(K, K)\n"
    "  O = TensorOutput(K)\n  O[i] += A[i, j]\n  return O\n",
    { NULL },
    { "float32[6,6]" },
    "21  57  93  129  165  201\n",
    NULL },
  { "other-guess",
    "function (I[N], J[K]) -> (O) { O[i : N - 6] = +(I[i + j] * J[j]); }",
    { NULL },
    { "float32[8]", "float32[8]" },
    "204  168\n",
    NULL },
  { "columns",
    "function (I[M, N]) -> (O) { O[i, j : M, N] = =(I[i, j]); }",
    { "I=[[5,10],[150,5]]" },
    { "[[5,10],[150,5]]" },
    "  5  10\n150   5\n",
    NULL },
  { "huge", SUM, { "I=float32[2000,2000]" }, { "float32[2000,2000]" }, NULL, NULL },
  { "input", SUM, { "I=[[1,2],[3]]" }, { "[[1,2],[3]]" }, NULL, "different lengths" },
  { "syntax", "function (I[M, N] -> (O) {}", { NULL }, { NULL }, NULL, "syntax" },
  { "empty-text", "", { NULL }, { NULL }, NULL, "syntax" },
  { "rank",
    "def f(I):\n  X, Y = TensorDims(2)\n  x, y = TensorIndexes(2)\n  I.bind_dims(X, Y)\n"
    "  S = TensorOutput()\n  S[y] += I[x, y]\n  return S\n",
    { NULL },
    { "float32[6,4]" },
    NULL,
    "rank-mismatch" },
};

static ImFormulaLab *
ask (const char *text, const char *const *inputs)
{
  g_autoptr (GHashTable) table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                        g_free);
  ImFormulaQuestion question = { text, NULL, table };

  for (guint i = 0; inputs[i] != NULL; i++)
    {
      const char *value = strchr (inputs[i], '=') + 1;

      g_hash_table_insert (table, g_strndup (inputs[i], (gsize) (value - inputs[i] - 1)),
                           g_strdup (value));
    }

  return im_formula_lab_new (&question);
}

static void
assert_error (const ImFormulaLab *lab, const char *error)
{
  for (guint i = 0; i < lab->n_inputs; i++)
    if (lab->inputs[i].error != NULL)
      {
        g_assert_nonnull (strstr (lab->inputs[i].error, error));
        return;
      }
  g_assert_cmpuint (im_diagnostics_get_count (lab->diagnostics), >, 0);
  g_assert_cmpstr (im_diagnostics_get (lab->diagnostics, 0)->code, ==, error);
}

static void
test_lab (gconstpointer data)
{
  const LabCase *c = data;
  g_autoptr (ImFormulaLab) lab = ask (c->text, c->inputs);
  g_autoptr (GString) values = g_string_new (NULL);

  for (guint i = 0; i < lab->n_inputs; i++)
    g_assert_cmpstr (lab->inputs[i].text, ==, c->expected[i]);
  if (c->error != NULL)
    {
      g_assert_null (lab->formula);
      assert_error (lab, c->error);
      return;
    }
  g_assert_nonnull (lab->formula);
  g_assert_nonnull (lab->nests);
  g_assert_cmpint (lab->arrays != NULL, ==, c->values != NULL);
  if (c->values == NULL)
    return;
  im_formula_lab_append_values (lab, values);
  g_assert_cmpstr (values->str, ==, c->values);
}

/* Examples compute something, or show the mistake that they speak of; what is corrected
 * has nothing to complain about. */
static void
test_examples (void)
{
  guint n, n_mistakes = 0;
  const ImFormulaExample *examples = im_formula_lab_get_examples (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (ImFormulaLab) lab = ask (examples[i].text, examples[i].inputs);

      g_test_message ("%s", examples[i].title);
      n_mistakes += examples[i].is_mistake;
      g_assert_cmpint (examples[i].is_mistake, ==, examples[i].corrected != NULL);
      if (examples[i].corrected != NULL)
        {
          g_autoptr (ImFormulaLab) corrected = ask (examples[i].corrected,
                                                    examples[i].inputs);

          g_assert_nonnull (corrected->arrays);
          g_assert_cmpuint (im_diagnostics_get_count (corrected->diagnostics), ==, 0);
        }
      else
        {
          g_assert_nonnull (lab->arrays);
          g_assert_cmpuint (im_diagnostics_count (lab->diagnostics, IM_SEVERITY_WARNING),
                            ==, 0);
        }
    }
  g_assert_cmpuint (n_mistakes, ==, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/formula-lab/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_lab);
    }
  g_test_add_func ("/formula-lab/examples", test_examples);

  return g_test_run ();
}
