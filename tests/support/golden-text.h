/* Comparison of a text with a file that holds what it should be.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"

/**
 * golden_compare:
 * @path: the file, relative to tests/
 * @actual: the text
 *
 * Fails the test with a diff if the file holds something else. With
 * IMAGINET_UPDATE_GOLDEN=1 in the environment it writes the file instead.
 */
void golden_compare (const char *path, const char *actual);

/**
 * golden_append_diagnostics:
 * @diagnostics: problems
 * @out: where to append
 *
 * Appends the problems with the folder of the file names left out.
 */
void golden_append_diagnostics (const ImDiagnostics *diagnostics, GString *out);
