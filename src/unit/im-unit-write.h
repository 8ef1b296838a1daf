/* Unit files that are written anew: texts as they stand in one.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The first byte that no unit file can hold, or NULL: broken UTF-8, a control character,
 * U+FFFE or U+FFFF. */
const char *im_unit_write_find_illegal (const char *text);

/* Appends a blank and an attribute with its value in quotes. */
void im_unit_write_attribute (GString *out, const char *name, const char *value);

/* Appends a value without the double quotes around it. */
void im_unit_write_value (GString *out, const char *value);

/* Appends a text between tags. */
void im_unit_write_content (GString *out, const char *text);

G_END_DECLS
