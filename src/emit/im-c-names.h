/* Identifiers of emitted C: valid in C and in C++, and each used once.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

typedef struct _ImCNames ImCNames;

#define IM_C_MAX_PREFIX_BYTES 32

/**
 * im_c_is_identifier:
 * @text: a text
 *
 * Returns: whether it is an identifier that a program may define in C and C++: no
 * keyword, and not one of those that begin with an underscore or have two in a row
 */
gboolean im_c_is_identifier (const char *text);

/**
 * im_c_dup_identifier:
 * @text: any text
 *
 * Replaces what cannot stand in an identifier by underscores.
 *
 * Returns: an identifier
 */
char *im_c_dup_identifier (const char *text);

/**
 * im_c_names_new:
 *
 * Returns: a set of names, all free
 */
ImCNames *im_c_names_new (void);
void im_c_names_free (ImCNames *names);

/**
 * im_c_names_add:
 * @names: names that are taken
 * @wanted: any text
 *
 * Takes the identifier that is most like @wanted and free, numbered from 2 if need be.
 *
 * Returns: (transfer none): the identifier, which lives as long as @names
 */
const char *im_c_names_add (ImCNames *names, const char *wanted);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImCNames, im_c_names_free)

/**
 * im_c_is_free_file_name:
 * @name: what files could be called, in any case
 *
 * Returns: FALSE if `NAME.h` would hide a header of C, or build tools, toolchains, YAML
 * or file systems take the name for something else
 */
gboolean im_c_is_free_file_name (const char *name);

G_END_DECLS
