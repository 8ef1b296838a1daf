/* The small notations inside of unit files: booleans, numbers, and description markup.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "unit/im-unit.h"

G_BEGIN_DECLS

/**
 * im_unit_parse_boolean:
 * @text: true, yes, 1, false, no or 0, in any case, white space around it
 * @value: (out): the value; untouched on failure
 *
 * Returns: whether @text is a boolean
 */
gboolean im_unit_parse_boolean (const char *text, gboolean *value);

/**
 * im_unit_parse_number:
 * @text: a decimal number such as `-3.40282347E+38`, in any locale, white space around it
 * @value: (out): the value; untouched on failure
 *
 * Returns: whether @text is a number; NaN and infinities are none
 */
gboolean im_unit_parse_number (const char *text, double *value);

/**
 * im_unit_parse_int:
 * @text: a whole number of 32 bits, white space around it
 * @value: (out): the value; untouched on failure
 *
 * Returns: whether @text is such a number
 */
gboolean im_unit_parse_int (const char *text, gint32 *value);

/**
 * im_unit_append_markup:
 * @markup: a Description
 * @out: where to append
 *
 * Appends it as plain text: a line per paragraph or item of a list, headers on lines of
 * their own after an empty line, `[image file]` for images and `[code file:fragment]` for
 * inlined fragments.
 */
void im_unit_append_markup (const ImUnitMarkup *markup, GString *out);

G_END_DECLS
