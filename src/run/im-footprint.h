/* How much flash and RAM a pipeline takes in firmware, by section: measured on a program
 * that is linked for a core, with and without the pipeline.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "plan/im-plan.h"
#include "run/im-build.h"
#include "run/im-image-size.h"
#include "run/im-image-symbols.h"
#include "run/im-process.h"

G_BEGIN_DECLS

/**
 * im_footprint_measure:
 * @plan: a plan of IM_LANGUAGE_C
 * @library: where its units are
 * @build: what to compile with and for, an emulated one
 * @limits: limits of the compiler, but for its folder
 * @size: (out): what the program with all functions of the pipeline has more than an
 * empty one, what they call of the libraries of the compiler in it; untouched on failure
 * @symbols: (out) (optional) (element-type ImImageSymbol): functions and objects that
 * only the program with the pipeline has, the largest first; untouched on failure
 * @diagnostics: where problems of the emitted code go
 * @error: return location for an [error@Im.RunError] EMIT, an [error@Im.ToolchainError],
 * a [error@GLib.FileError] or G_IO_ERROR_CANCELLED
 *
 * Compiles the code as firmware has it, without traces; nothing is run.
 *
 * Returns: whether it was measured
 */
gboolean im_footprint_measure (const ImPlan *plan,
                               ImUnitLibrary *library,
                               const ImBuild *build,
                               const ImProcessLimits *limits,
                               ImImageSize *size,
                               GArray **symbols,
                               ImDiagnostics *diagnostics,
                               GError **error);

G_END_DECLS
