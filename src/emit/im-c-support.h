/* What the code of packages may take for granted: names that the emitted C brings along
 * where they are used.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * im_c_support_get:
 * @number: of a name, from 0
 * @text: (out): the lines of C that make it, in which `PREFIX` stands for that of the
 *   emitted names; of a type the name of the one that it is
 *
 * Returns: (nullable): a constant, a function, a macro or a type that is always there,
 *   NULL behind the last one
 */
const char *im_c_support_get (guint number, const char **text);

G_END_DECLS
