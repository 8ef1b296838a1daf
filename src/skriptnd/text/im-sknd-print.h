/* Files of SkriptND as text again: in one layout, with their comments, and as listings of
 * tokens and trees.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/text/im-sknd-tree.h"

G_BEGIN_DECLS

/**
 * im_sknd_file_print:
 * @file: a file without errors
 * @out: where to append
 *
 * Appends the file in one layout: four blanks for each brace, a statement on a line, one
 * empty line where there were some. Comments stay in front of or behind the statement
 * that they stand at; one inside of a statement goes behind it.
 */
void im_sknd_file_print (const ImSkndFile *file, GString *out);

/**
 * im_sknd_append_signature:
 * @file: a file
 * @definition: an operator or a graph of it
 * @out: where to append
 *
 * Appends `relu {alpha: optional real} (x: real[s..]) -> (y: real[s..])`, with
 * `<T: num>` behind the name of what is generic.
 */
void im_sknd_append_signature (const ImSkndFile *file,
                               const ImSkndDefinition *definition,
                               GString *out);

/**
 * im_sknd_file_append_tree:
 * @file: a file
 * @out: where to append
 *
 * Appends the tree without places and comments: `(+ (name a) (integer 1))`. Two files
 * that mean the same read the same.
 */
void im_sknd_file_append_tree (const ImSkndFile *file, GString *out);

/**
 * im_sknd_append_tokens:
 * @source: a text
 * @diagnostics: what is no token
 * @out: where to append
 *
 * Appends a line for each token: its place, what it is, and its text.
 */
void im_sknd_append_tokens (ImSource *source, ImDiagnostics *diagnostics, GString *out);

G_END_DECLS
