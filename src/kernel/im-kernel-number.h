/* Single numbers as C computes them: floats of single precision round after each
 * operation, and integers wrap to their type.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "kernel/im-kernel.h"

G_BEGIN_DECLS

/* A real number of floats, otherwise an integer; unsigned ones of 64 bits as their bits.
 */
typedef union
{
  double real;
  gint64 integer;
} ImKernelNumber;

/* The element at a place of a buffer. */
ImKernelNumber im_kernel_number_load (const void *data, ImDType dtype, gint64 at);
void im_kernel_number_store (void *data, ImDType dtype, gint64 at, ImKernelNumber number);

/* A constant of a node; of integers the nearest that fits. */
ImKernelNumber im_kernel_number_constant (double constant, ImDType dtype);

/* In another type: floats towards 0 and to what fits, integers wrap;
 * im_kernel_number_fit() makes integers saturate, too. */
ImKernelNumber im_kernel_number_convert (ImKernelNumber number, ImDType from, ImDType to);
ImKernelNumber im_kernel_number_fit (ImKernelNumber number, ImDType from, ImDType to);

gboolean im_kernel_number_is_true (ImKernelNumber number, ImDType dtype);

/* What nodes of two operands of one type compute, a comparison first. */
gboolean im_kernel_number_compare (ImKernelNodeKind kind,
                                   ImKernelNumber a,
                                   ImKernelNumber b,
                                   ImDType dtype);
ImKernelNumber im_kernel_number_combine (ImKernelNodeKind kind,
                                         ImKernelNumber a,
                                         ImKernelNumber b,
                                         ImDType dtype);
ImKernelNumber im_kernel_number_negate (ImKernelNumber number, ImDType dtype);

/* A function of one or two numbers; of one, @b does not count. */
ImKernelNumber im_kernel_number_call (const ImKernelFunction *function,
                                      ImKernelNumber a,
                                      ImKernelNumber b,
                                      ImDType dtype);

/* What aggregation begins with, so that it changes nothing, and what becomes of @a when
 * @b comes. */
ImKernelNumber im_kernel_number_identity (ImAggregation aggregation, ImDType dtype);
ImKernelNumber im_kernel_number_aggregate (ImAggregation aggregation,
                                           ImKernelNumber a,
                                           ImKernelNumber b,
                                           ImDType dtype);

G_END_DECLS
