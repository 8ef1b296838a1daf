/* What a statement computes several times is computed once.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/lower/im-sknd-term.h"

G_BEGIN_DECLS

/**
 * im_sknd_kernel_share:
 * @kernel: a kernel without locals; it gets nodes that no other kernel has
 * @numbers: has the arena
 * @names: (element-type ImKernelNode utf8): nodes that may be computed for each set of
 * indices, even where what they read does not count, and what they are called
 *
 * Nodes that take long, and that several others are made of, become locals.
 */
void im_sknd_kernel_share (ImKernel *kernel,
                           const ImSkndNumbers *numbers,
                           GHashTable *names);

G_END_DECLS
