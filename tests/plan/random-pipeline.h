/* Buffers of made-up pipelines: a chain of layers, some of which skip ahead.
 *
 * A layer writes one tensor that the next layer reads, and sometimes one more up to eight
 * layers on; some layers need scratch memory. The same seed gives the same pipeline on
 * every machine.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "plan/im-packing.h"

G_BEGIN_DECLS

/**
 * random_next:
 * @state: state of the generator, not 0
 * @limit: >= 1
 *
 * Returns: a number below @limit
 */
guint random_next (guint64 *state, guint limit);

/**
 * random_pipeline_new:
 * @state: state of the generator, not 0
 * @n_layers: number of layers, >= 1
 * @in_place: whether layers that work element by element may write over their input
 *
 * Returns: (element-type ImPackingBuffer): the buffers of a pipeline
 */
GArray *random_pipeline_new (guint64 *state, guint n_layers, gboolean in_place);

G_END_DECLS
