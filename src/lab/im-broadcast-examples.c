/* SPDX-License-Identifier: MIT
 *
 * The examples of the documents about broadcasting: where to begin in the Broadcast Lab.
 */
#include <glib/gi18n-lib.h>

#include "lab/im-broadcast-lab.h"

#define PLUS       0 /* numbers of operations of TML */
#define GREATER    5
#define ASSIGNMENT 18

#define PAIR(dialect, operation, a, b)                   \
  {                                                      \
    (dialect), (operation), { (a), (b) }, 2, NULL, FALSE \
  }

static const ImLabExample examples[] = {
  { PAIR (IM_DIALECT_SHAPE_BROADCAST, 0, "[2,1,4,1,6]", "[2,3,4,5,6]"),
    N_ ("Two runs of axes stretch") },
  { PAIR (IM_DIALECT_SHAPE_BROADCAST, 0, "[2,1,1,5]", "[2,3,4,5]"),
    N_ ("One run of two axes") },
  { PAIR (IM_DIALECT_SHAPE_BROADCAST, 0, "[2,3,1]", "[2,3,4]"),
    N_ ("The innermost axis stretches") },
  { PAIR (IM_DIALECT_SHAPE_BROADCAST, 0, "[5,2,6,3,7]", "[1,2,1,3,1]"),
    N_ ("Three runs are too many") },
  { PAIR (IM_DIALECT_OPERATORS, 3, "[4,5,6]", "[4,5,1]"),
    N_ ("Each row by a number of its own") },
  { PAIR (IM_DIALECT_OPERATORS, 0, "[3,1]", "[1,4]"), N_ ("Both stretch") },
  { PAIR (IM_DIALECT_NUMPY, 0, "[256,256,3]", "[3]"), N_ ("A colour scales an image") },
  { PAIR (IM_DIALECT_NUMPY, 0, "[8,1,6,1]", "[7,1,5]"), N_ ("Both stretch, and one has "
                                                            "fewer axes") },
  { { IM_DIALECT_NUMPY, 0, { "[6,1]", "[1,7]", "[]" }, 3, NULL, FALSE },
    N_ ("Three operands") },
  { PAIR (IM_DIALECT_NUMPY, 0, "[2,1]", "[8,4,3]"), N_ ("Sizes that contradict") },
  { { IM_DIALECT_MLIR, 0, { "[4]", "[2,3,4]" }, 2, "[2,3,4]", FALSE },
    N_ ("Axes are added on the left") },
  { { IM_DIALECT_MLIR, 0, { "[?]", "[?]" }, 2, "[?]", FALSE },
    N_ ("Unknown sizes, to be checked at run time") },
  { { IM_DIALECT_MLIR, 0, { "[?]", "[?]" }, 2, "[4]", FALSE },
    N_ ("A size is declared that is not known") },
  { { IM_DIALECT_MLIR, 0, { "[2]", "*" }, 2, "*", FALSE },
    N_ ("A number of axes that is not known") },
  { { IM_DIALECT_MLIR, 0, { "[1]", "[1]" }, 2, "[4]", FALSE },
    N_ ("A result does not stretch") },
  { PAIR (IM_DIALECT_TML, PLUS, "tensor<int, 3>", "tensor<int, 3, 1>"),
    N_ ("A row and a column") },
  { PAIR (IM_DIALECT_TML, PLUS, "tensor<int, 2, 2>", "tensor<int, 2, 3>"),
    N_ ("Lengths that differ") },
  { PAIR (IM_DIALECT_TML,
          PLUS,
          "tensor<tensor<int, 3>, 2>",
          "tensor<tensor<real, 1>, 2>"),
    N_ ("Tensors inside of tensors") },
  { PAIR (IM_DIALECT_TML, GREATER, "int", "tensor<tensor<int, 3>, 3>"),
    N_ ("A scalar compared with all elements") },
  { PAIR (IM_DIALECT_TML, GREATER, "tensor<int, 1>", "tensor<int, 3>"),
    N_ ("Comparisons do not stretch") },
  { PAIR (IM_DIALECT_TML, ASSIGNMENT, "tensor<int, 3, 3>", "tensor<int, 3>"),
    N_ ("A row is assigned to each row") },
  { PAIR (IM_DIALECT_TML, ASSIGNMENT, "tensor<int, 3>", "tensor<int, 2>"),
    N_ ("Assignment that is not possible") },
};

const ImLabExample *
im_broadcast_lab_get_examples (guint *n)
{
  *n = G_N_ELEMENTS (examples);

  return examples;
}
