/* SPDX-License-Identifier: MIT */
#include "cases/im-case-table.h"

const char *const im_case_types[IM_N_CASE_TYPES] = {
  "float32", "int8",   "int16",  "int32",   "q7",    "q15", "q31", "uint8",
  "d8",      "uint16", "uint32", "float64", "int64", "d16", "d32", "q63",
};

/* [64] is long enough for a window, [4,8,2] ends in pairs as complex numbers do, and
 * [4,4] is a matrix that can be multiplied by itself. Behind the usual ones there are
 * triples, spectra of real transforms, and images with channels behind and in front. */
const char *const im_case_shapes[IM_N_CASE_SHAPES] = {
  "[4,8]",   "[64]",   "[4,8,2]", "[33]",   "[8,3]",   "[16,2]",  "[1]",   "[4,64]",
  "[4,4]",   "[3]",    "[9,2]",   "[3,3]",  "[8,8,3]", "[3,8,8]", "[2]",   "[6]",
  "[4]",     "[2,3]",  "[1,1]",   "[512]",  "[16,16]", "[8,6]",   "[12]",  "[4,9,2]",
  "[1,8,8]", "[24]",   "[48]",    "[20]",   "[40]",    "[12,2]",  "[8,2]", "[24,2]",
  "[20,2]",  "[40,2]", "[13,2]",  "[25,2]", "[21,2]",
};
