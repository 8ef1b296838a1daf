/* The libraries that emitted code may need, where it is built on this machine.
 *
 * There is CMSIS-DSP. Nobody looks for it: the variable CMSIS_DSP names its folder, with
 * `Include/arm_math.h` and `Source`, and CMSIS_CORE the one of CMSIS-Core, which cores of
 * Arm need. Its code is built once in each folder of work, by the compiler that builds
 * the code that calls it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "run/im-process.h"

G_BEGIN_DECLS

/**
 * im_code_packages_check:
 * @needs_cmsis: whether the code needs CMSIS-DSP
 * @is_core: whether it is built for a core of Arm
 * @error: return location for an [error@Im.ToolchainError]: NO_LIBRARY, which names the
 *   library and the variable
 *
 * Returns: whether the libraries that the code needs are there, as far as is known
 */
gboolean im_code_packages_check (gboolean needs_cmsis, gboolean is_core, GError **error);

/**
 * im_code_packages_add_flags:
 * @is_core: whether it is built for a core of Arm
 * @argv: (element-type utf8): where to append; frees its elements
 *
 * Appends what the compiler needs to find the headers.
 */
void im_code_packages_add_flags (gboolean is_core, GPtrArray *argv);

/**
 * im_code_packages_build:
 * @compiler: (array zero-terminated=1): the compiler and its flags
 * @archiver: the program that makes libraries
 * @is_core: whether it is built for a core of Arm
 * @limits: limits of the compiler
 * @error: return location for an [error@Im.ToolchainError]: COMPILE, or an error of
 *   im_process_run()
 *
 * Builds the library in the folder of @limits, if it is not there.
 *
 * Returns: (nullable): its file there
 */
const char *im_code_packages_build (const char *const *compiler,
                                    const char *archiver,
                                    gboolean is_core,
                                    const ImProcessLimits *limits,
                                    GError **error);

G_END_DECLS
