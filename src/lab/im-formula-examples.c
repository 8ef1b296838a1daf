/* SPDX-License-Identifier: MIT
 *
 * Formulas of the document of Tile, and the mistakes that are made with them: where to
 * begin in the Formula Lab.
 */
#include <glib/gi18n-lib.h>

#include "lab/im-formula-lab.h"

#define POOL_HEAD                \
  "def max_pool_1d(I):\n"        \
  "  N = TensorDim()\n"          \
  "  i, j = TensorIndexes(2)\n"  \
  "  I.bind_dims(N)\n"           \
  "  O = TensorOutput(N // 2)\n" \
  "  O[i] >= I[2 * i + j]\n"

#define POOL POOL_HEAD "  O.add_constraint(j < 2)\n  return O\n"

#define AVERAGE_HEAD            \
  "def avg(I):\n"               \
  "  X, Y = TensorDims(2)\n"    \
  "  x, y = TensorIndexes(2)\n" \
  "  I.bind_dims(X, Y)\n"

static const ImFormulaExample examples[] = {
  { N_ ("Max pool whose window has no end"),
    TRUE,
    POOL_HEAD "  return O\n",
    { "I=[1,5,2,9,3,4]", NULL },
    N_ ("Every output is the maximum of all inputs. The index j is bounded by the shape "
        "of "
        "I only, so that for each i it reaches every element: see the long diagonals of "
        "the valid indices. A constraint, j < 2, leaves each output its own two "
        "elements."),
    POOL },
  { N_ ("Average whose output has no axis"),
    TRUE,
    AVERAGE_HEAD "  Sum = TensorOutput()\n"
                 "  Sum[y] += I[x, y]\n"
                 "  return Sum / X\n",
    { "I=[[1,2,3],[4,5,6]]", NULL },
    N_ ("TensorOutput() declares one number, but Sum[y] writes along an axis. The output "
        "needs a size for y: TensorOutput(Y)."),
    AVERAGE_HEAD "  Sum = TensorOutput(Y)\n"
                 "  Sum[y] += I[x, y]\n"
                 "  return Sum / X\n" },
  { N_ ("Max pool that begins at FLT_MIN"),
    TRUE,
    "def max_pool_1d(I, FLT_MIN):\n"
    "  N = TensorDim()\n"
    "  i, j = TensorIndexes(2)\n"
    "  I.bind_dims(N)\n"
    "  O = TensorOutput(N // 2)\n"
    "  O[i] >= I[2 * i + j]\n"
    "  O.add_constraint(j < 2)\n"
    "  O.use_default(FLT_MIN)\n"
    "  return O\n",
    { "I=[-1,-5,-2,-9,-3,-4]", "FLT_MIN=1.17549435e-38", NULL },
    N_ ("FLT_MIN is the smallest positive number, not the lowest one: of negative inputs "
        "none is larger, and every output is FLT_MIN. A maximum needs no value to begin "
        "with; without use_default it is that of the inputs alone."),
    POOL },
  { N_ ("Sum over an axis"),
    FALSE,
    "function (I[M, N]) -> (O) {\n  O[n : N] = +(I[m, n]);\n}\n",
    { "I=[[1,2,3],[4,5,6]]", NULL },
    N_ ("The index m is not in the output: all its values are summed up."),
    NULL },
  { N_ ("Matrix product"),
    FALSE,
    "def matmul(A, B):\n"
    "  I, J, K = TensorDims(3)\n"
    "  i, j, k = TensorIndexes(3)\n"
    "  A.bind_dims(I, K)\n"
    "  B.bind_dims(K, J)\n"
    "  C = TensorOutput(I, J)\n"
    "  C[i, j] += A[i, k] * B[k, j]\n"
    "  return C\n",
    { "A=[[1,2,3],[4,5,6]]", "B=[[1,0],[0,1],[1,1]]", NULL },
    N_ ("The size K is bound twice: the columns of A are as many as the rows of B."),
    NULL },
  { N_ ("Convolution of a signal"),
    FALSE,
    "Tensor conv_1d(const Tensor& I, const Tensor& K) {\n"
    "  TensorDim N, X, KX, CI, CO;\n"
    "  TensorIndex n, x, k, ci, co;\n"
    "  I.bind_dims(N, X, CI);\n"
    "  K.bind_dims(KX, CI, CO);\n"
    "  auto O = TensorOutput(N, X - KX + 1, CO);\n"
    "  O(n, x, co) += I(n, x + k, ci) * K(k, ci, co);\n"
    "  return O;\n"
    "}\n",
    { "I=float32[1,8,2]", "K=float32[3,2,4]", NULL },
    N_ ("The window of k values is laid at each x; without padding there are fewer of "
        "them than inputs."),
    NULL },
  { N_ ("Same padding, without a test in the loops"),
    FALSE,
    "function (I[X, CI], K[KX, CI, CO]) -> (O) {\n"
    "  O[x, co : X, CO] = +(I[x + k - 2, ci] * K[k, ci, co]);\n"
    "}\n",
    { "I=float32[16,3]", "K=float32[5,3,4]", NULL },
    N_ ("Near both ends fewer values of k are valid. The loops know their bounds, and "
        "the "
        "C asks nothing for an element."),
    NULL },
  { N_ ("Cumulative sum"),
    FALSE,
    "def csum(I):\n"
    "  N = TensorDim()\n"
    "  i, k = TensorIndexes(2)\n"
    "  I.bind_dims(N)\n"
    "  O = TensorOutput(N)\n"
    "  O[i] += I[k]\n"
    "  O.add_constraint(i - k < N)\n"
    "  return O\n",
    { "I=[1,2,3,4,5]", NULL },
    N_ ("A constraint is never below 0: i - k says that k is at most i. The valid "
        "indices "
        "are a triangle."),
    NULL },
};

const ImFormulaExample *
im_formula_lab_get_examples (guint *n)
{
  *n = G_N_ELEMENTS (examples);

  return examples;
}
