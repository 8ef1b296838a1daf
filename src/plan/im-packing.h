/* Packing: where in one block of memory each buffer of a plan lies.
 *
 * A buffer is alive from one call of the plan to another, both included. Buffers that are
 * alive in the same call must not share bytes, all others may; the block of memory, the
 * arena, shall be small. The problem is NP-hard in general and easy for most pipelines:
 * some good orders are tried first and improved by a local search only as long as the
 * arena is larger than the largest sum of bytes that are alive at once.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

/* Largest number of bytes that a plan may place, and the largest alignment. */
#define IM_PACKING_MAX_BYTES G_MAXINT32
#define IM_PACKING_MAX_ALIGN (1u << 30)

/* Largest number of pairs of buffers that are alive in the same call. */
#define IM_PACKING_MAX_PAIRS (1u << 21)

/* Of ImPackingBuffer: takes over the memory of no other buffer. */
#define IM_PACKING_NO_BUFFER (-1)

/* Steps of work that im_packing_run() does before it is content with an arena above the
 * bound: some 10 ms. */
#define IM_PACKING_DEFAULT_WORK 1000000

/**
 * ImPackingBuffer:
 * @first: the call that first writes it
 * @last: the call that last reads it, >= @first
 * @size_bytes: may be 0
 * @align_bytes: a power of two up to IM_PACKING_MAX_ALIGN that divides @offset
 * @in_place_of: index of a buffer whose place this one may take over, or
 *   IM_PACKING_NO_BUFFER
 * @offset: (out): where it lies in the arena, in bytes
 *
 * A buffer takes over the place of another one if that one is not smaller, its last call
 * is the first one of this buffer, and no earlier buffer of the list took it over. Both
 * then have the same offset. What the smaller one leaves free is free for others. A ring
 * of buffers that take over each other is opened at the last one of the list.
 */
typedef struct
{
  guint first;
  guint last;
  guint32 size_bytes;
  guint32 align_bytes;
  gint in_place_of;
  guint32 offset;
} ImPackingBuffer;

/**
 * ImPackingResult:
 * @arena_bytes: size of the arena: the largest end of a buffer
 * @bound_bytes: largest sum of bytes alive in one call, a shared place counted once;
 *   no arena is smaller
 * @sum_bytes: size of all buffers one behind the other without gaps
 */
typedef struct
{
  guint64 arena_bytes;
  guint64 bound_bytes;
  guint64 sum_bytes;
} ImPackingResult;

#define IM_PACKING_ERROR (im_packing_error_quark ())

/**
 * ImPackingError:
 * @IM_PACKING_ERROR_LIFETIME: the last call of a buffer is before its first
 * @IM_PACKING_ERROR_ALIGN: an alignment is no power of two, or too large
 * @IM_PACKING_ERROR_IN_PLACE: a buffer takes over one that does not exist, or itself
 * @IM_PACKING_ERROR_SIZE: the buffers and their alignment exceed IM_PACKING_MAX_BYTES
 * @IM_PACKING_ERROR_PAIRS: more than IM_PACKING_MAX_PAIRS are alive at the same time
 */
typedef enum
{
  IM_PACKING_ERROR_LIFETIME,
  IM_PACKING_ERROR_ALIGN,
  IM_PACKING_ERROR_IN_PLACE,
  IM_PACKING_ERROR_SIZE,
  IM_PACKING_ERROR_PAIRS,
} ImPackingError;

GQuark im_packing_error_quark (void);

/**
 * im_packing_run:
 * @buffers: (array length=n_buffers) (inout): the buffers; their offsets are set, and
 *   untouched on failure
 * @n_buffers: number of buffers, may be 0
 * @result: (out): what was reached; untouched on failure
 * @error: return location for an [error@Im.PackingError]
 *
 * Places buffers into one arena, with IM_PACKING_DEFAULT_WORK. The same buffers get the
 * same offsets on every machine.
 *
 * Returns: TRUE if the offsets and @result were set
 */
gboolean im_packing_run (ImPackingBuffer *buffers,
                         guint n_buffers,
                         ImPackingResult *result,
                         GError **error);

/**
 * im_packing_run_with_work:
 * @buffers: (array length=n_buffers) (inout): see im_packing_run()
 * @n_buffers: number of buffers, may be 0
 * @work: steps to search for a smaller arena, where a step looks at one buffer; 0 takes
 *   the first layout, which places the buffers by their size
 * @result: (out): what was reached; untouched on failure
 * @error: return location for an [error@Im.PackingError]
 *
 * Like im_packing_run(), with a limit of its own on the work, which is not exceeded by
 * more than one attempt. More work never gives a larger arena.
 *
 * Returns: TRUE if the offsets and @result were set
 */
gboolean im_packing_run_with_work (ImPackingBuffer *buffers,
                                   guint n_buffers,
                                   guint64 work,
                                   ImPackingResult *result,
                                   GError **error);

G_END_DECLS
