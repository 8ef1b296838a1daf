/* Slices: some instances of a program by themselves, to compute them alone.
 *
 * A slice is a program, too. Its tensors have the numbers of those of the whole; its
 * instances are those that were wanted, in their order. It has no outputs: what is
 * computed is watched. What other instances would have written is an input of it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-program.h"

G_BEGIN_DECLS

/**
 * ImProgramSlice:
 * @whole: the program that it is of
 * @is_in_step: whether all inputs come together, whatever their rates are; else they come
 * as those of the whole
 * @is_watched: (nullable): of each tensor, whether somebody wants to know what it
 * carries; NULL for all
 */
struct _ImProgramSlice
{
  const ImProgram *whole;
  gboolean is_in_step;
  const gboolean *is_watched;
};

/**
 * im_program_slice_new:
 * @whole: a program without errors
 * @is_inside: of each of its instances, whether it takes part
 * @inputs: (nullable) (element-type guint): tensors that come in, all of them together;
 * NULL for the inputs of the whole
 * @is_watched: (nullable): of each tensor, whether somebody wants to know what it
 * carries; NULL for all
 *
 * Returns: (transfer full) (nullable): the slice, NULL if an instance would read what
 *   neither comes in nor is computed
 */
ImProgram *im_program_slice_new (const ImProgram *whole,
                                 const gboolean *is_inside,
                                 const GArray *inputs,
                                 const gboolean *is_watched);

/* The tensor whose memory a tensor is: itself unless it is a view. */
guint im_program_find_root (const ImProgram *program, guint tensor);

/* Whether what a tensor carries is to be told: always but in a slice. */
gboolean im_program_is_watched (const ImProgram *program, guint tensor);

G_END_DECLS
