/* Kernels made of bytes, and what they compute by enumeration of all sets of indices.
 *
 * Factors are rational, negative or 0; axes are computed, clamped, looked up in a table
 * or in a tensor; there are locals, conditions, each aggregation, and each way to begin.
 * All numbers are small and whole, so that every engine has the same ones.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "kernel/im-loop-nest.h"

#define RANDOM_KERNEL_MAX_BUFFERS 9
#define RANDOM_KERNEL_BYTES       256

/**
 * RandomKernel:
 * @formula: a formula of one kernel
 * @output: which buffer it writes
 * @low: first value of each index
 * @count: how many there are; constraints say the same
 * @data: the elements of each buffer, also those that the output begins with
 */
typedef struct
{
  ImArena *arena;
  ImFormula *formula;
  ImKernel *kernel;
  guint output;
  gint64 low[IM_KERNEL_MAX_INDICES];
  gint64 count[IM_KERNEL_MAX_INDICES];
  gpointer data[RANDOM_KERNEL_MAX_BUFFERS];
} RandomKernel;

typedef enum
{
  RANDOM_KERNEL_FINE,
  RANDOM_KERNEL_EMPTY,    /* no set of indices is valid */
  RANDOM_KERNEL_CONFLICT, /* two would write one element */
} RandomKernelVerdict;

RandomKernel *random_kernel_new (const guint8 *bytes, gsize size);
void random_kernel_free (RandomKernel *self);
gsize random_kernel_get_size (const RandomKernel *self, guint buffer);

/**
 * random_kernel_precede:
 * @self: a random kernel
 *
 * Lets another kernel compute a tensor that it reads, as what was read with the other
 * sign from an input of numbers with the other sign: the result stays.
 *
 * Returns: whether there is such a tensor
 */
gboolean random_kernel_precede (RandomKernel *self);

/* Enumerates; @expected gets the elements of the output. */
RandomKernelVerdict random_kernel_expect (const RandomKernel *self, gpointer expected);

/* Computes by the interpreter, and compares; what is wrong, or NULL. */
char *random_kernel_dup_problem (const RandomKernel *self, const ImLoopNest **nest);

/* The same for elements that something else has computed. */
char *random_kernel_dup_difference (const RandomKernel *self,
                                    gconstpointer expected,
                                    gconstpointer found);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RandomKernel, random_kernel_free)
