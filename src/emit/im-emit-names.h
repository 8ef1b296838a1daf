/* The names that whoever exports may choose: of files, and in front of all symbols.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "unit/im-unit.h"

G_BEGIN_DECLS

/**
 * im_emit_dup_prefix_problem:
 * @prefix: what all names shall begin with
 *
 * Returns: (nullable): a sentence that says why the names of C and C++ cannot begin with
 *   it, or NULL if they can
 */
char *im_emit_dup_prefix_problem (const char *prefix);

/**
 * im_emit_dup_name_problem:
 * @name: what files shall be called, such as `model`
 *
 * Returns: (nullable): a sentence that says why no files can be called that, or NULL if
 *   they can
 */
char *im_emit_dup_name_problem (const char *name);

/**
 * im_emit_dup_default_name:
 * @unit: a unit
 *
 * Returns: what its files are called if nobody chooses: the last part of its id in lower
 *   case, with `_n` behind it where that would not be possible
 */
char *im_emit_dup_default_name (const ImUnit *unit);

G_END_DECLS
