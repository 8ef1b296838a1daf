/* What a test of MLIR expects to be said of its operations: comments such as
 * `// expected-error @+1 {{text}}`.
 *
 * Source: MLIR, "Diagnostic Infrastructure", "SourceMgr Diagnostic Verifier Handler".
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "broadcast/im-broadcast-mlir.h"

G_BEGIN_DECLS

typedef struct _ImMlirExpectations ImMlirExpectations;

/* Called for what is not as expected, on a line. */
typedef void (*ImMlirExpectFunc) (guint line, const char *message, gpointer data);

/**
 * im_mlir_expectations_new:
 * @text: a text
 * @length: number of bytes
 *
 * Reads the comments that expect an error: on their own line, `@+N` or `@-N` lines off,
 * or on the next or last line that is no such comment, `@below` and `@above`. Behind
 * `expected-error-re` parts between `{{` and `}}` are regular expressions. Warnings,
 * remarks and notes are not looked at.
 *
 * Returns: what is expected
 */
ImMlirExpectations *im_mlir_expectations_new (const char *text, gsize length);
void im_mlir_expectations_free (ImMlirExpectations *expectations);

/* How many errors are expected. */
guint im_mlir_expectations_count (const ImMlirExpectations *expectations);

/**
 * im_mlir_expectations_meet:
 * @expectations: what is expected
 * @entry: what im_broadcast_mlir_read() found
 * @report: (nullable): what is said of it
 * @func: called if this is an error that is not expected, or not with these words
 * @data: for @func
 *
 * A text that is about broadcasting has to be part of what the verifier of LLVM says of
 * such an error; any other, as it may come from another verifier, only of an error which
 * is not about sizes.
 */
void im_mlir_expectations_meet (ImMlirExpectations *expectations,
                                const ImMlirEntry *entry,
                                const ImBroadcastReport *report,
                                ImMlirExpectFunc func,
                                gpointer data);

/**
 * im_mlir_expectations_finish:
 * @expectations: what is expected
 * @func: called for each error that was expected and not met
 * @data: for @func
 *
 * Returns: how many errors are expected of operations that were not judged, which are
 * not counted as missing
 */
guint im_mlir_expectations_finish (ImMlirExpectations *expectations,
                                   ImMlirExpectFunc func,
                                   gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImMlirExpectations, im_mlir_expectations_free)

G_END_DECLS
