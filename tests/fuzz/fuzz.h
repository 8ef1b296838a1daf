/* What every fuzz target shares: the entries that the fuzzer calls, and what has to be
 * true of every problem that a file leads to.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"

G_BEGIN_DECLS

int LLVMFuzzerInitialize (int *argc, char ***argv);
int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/**
 * fuzz_check_diagnostics:
 * @diagnostics: what a target reported
 *
 * Aborts unless every problem can be printed, points into its text, and is in UTF-8 if
 * its text is.
 */
void fuzz_check_diagnostics (const ImDiagnostics *diagnostics);

G_END_DECLS
