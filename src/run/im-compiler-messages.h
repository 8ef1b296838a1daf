/* What compilers say of emitted code, told by fragment and line.
 *
 * Several targets often get the same warning; it is told once.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "emit/im-emit-c.h"

G_BEGIN_DECLS

typedef struct _ImCompilerMessages ImCompilerMessages;

ImCompilerMessages *im_compiler_messages_new (void);
void im_compiler_messages_free (ImCompilerMessages *messages);

/**
 * im_compiler_messages_add:
 * @messages: a list
 * @output: what a compiler printed
 * @target: (transfer none): which target it compiled for; a static string
 *
 * Adds the warnings of gcc or clang in @output: lines `file:line:column: warning: text`.
 */
void im_compiler_messages_add (ImCompilerMessages *messages,
                               const char *output,
                               const char *target);

/**
 * im_compiler_messages_report:
 * @messages: a list
 * @emission: where fragments went
 * @diagnostics: where the warnings go, with the code `compiler-warning`
 *
 * Reports each warning once, at the line of the fragment if it is about one.
 */
void im_compiler_messages_report (const ImCompilerMessages *messages,
                                  const ImEmission *emission,
                                  ImDiagnostics *diagnostics);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImCompilerMessages, im_compiler_messages_free)

G_END_DECLS
