/* Functions of one or two numbers that a kernel may call: one row each.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "kernel/im-kernel.h"

G_BEGIN_DECLS

/**
 * ImKernelFunction:
 * @name: its name in every spelling of a formula
 * @n_arguments: 1 or 2
 * @of_floats: in C, with `{0}` and `{1}` for the arguments and `#` behind names of
 * math.h, which have another one in single precision
 * @of_integers: (nullable): the same for integers, or NULL if these become float32
 * @numpy: in Python
 * @compute: in double precision
 * @compute_single: in single precision
 */
struct _ImKernelFunction
{
  const char *name;
  guint n_arguments;
  const char *of_floats;
  const char *of_integers;
  const char *numpy;
  double (*compute) (double a, double b);
  float (*compute_single) (float a, float b);
};

/**
 * im_kernel_function_find:
 * @name: a name
 * @length: its number of bytes
 *
 * Returns: (nullable): the function of that name
 */
const ImKernelFunction *im_kernel_function_find (const char *name, gsize length);

/* The names, separated by commas. */
const char *im_kernel_function_get_names (void);

G_END_DECLS
