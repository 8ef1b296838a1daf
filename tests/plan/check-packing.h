/* Checks a packing from the definition of the problem, in the simplest way: every pair of
 * buffers, and every call with every buffer.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "plan/im-packing.h"

G_BEGIN_DECLS

/**
 * check_packing:
 * @buffers: (array length=n_buffers): placed buffers, without rings of takers
 * @n_buffers: number of buffers
 * @result: what im_packing_run() says of them
 *
 * Aborts the test, saying which buffers are to blame, unless every offset is aligned,
 * buffers alive in one call share no bytes except where a place is taken over, and
 * @result is true.
 */
void check_packing (const ImPackingBuffer *buffers,
                    guint n_buffers,
                    const ImPackingResult *result);

G_END_DECLS
