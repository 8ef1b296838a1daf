/* What the files of a bundle say of a library that the code calls.
 *
 * There is one such library: CMSIS-DSP, which units call where the pipeline chooses it.
 * The build systems of the world name it in their own ways; where none provides it, it is
 * built from the folder of its sources: `Include/arm_math.h`, and in `Source` and its
 * folders the files that are compiled. A folder `X` with a file `X.c` is compiled as that
 * file, which includes the others.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "emit/im-emit-c.h"

G_BEGIN_DECLS

/**
 * im_bundle_needs_expand:
 * @emission: what was emitted
 * @text: a template
 *
 * Replaces the variables of libraries, such as `@cmsisCMake@`, by what a file of that
 * kind says where the code needs the library, else by nothing. They may hold `@name@`.
 */
void im_bundle_needs_expand (const ImEmission *emission, GString *text);

G_END_DECLS
