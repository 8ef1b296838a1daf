/* Random numbers that are the same on every machine.
 *
 * Source: M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good
 * Algorithms for Random Number Generation", 2014: PCG-XSH-RR with 64 bits of state.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint64 state;
} ImPcg;

/**
 * im_pcg_init:
 * @pcg: (out): a generator
 * @seed: which sequence
 */
void im_pcg_init (ImPcg *pcg, guint64 seed);

guint32 im_pcg_next (ImPcg *pcg);

/**
 * im_pcg_next_unit:
 * @pcg: a generator
 *
 * Returns: a number of [0, 1), a multiple of 2^-32
 */
double im_pcg_next_unit (ImPcg *pcg);

G_END_DECLS
