/* Literals of emitted C: they read back to the same value and give no warning where they
 * stand.
 *
 * What a literal looks like depends on the type of the parameter that it is passed to:
 * 0.1 is `0.1f` for a float, and 3 is `3.0f`.
 *
 * Source: ISO/IEC 9899:1999, 6.4.4, 6.4.5 and 5.2.4.1.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "lang/im-value.h"

G_BEGIN_DECLS

#define IM_C_MAX_STRING_BYTES 4095 /* longer string literals need not be supported */

/**
 * ImCLiteralStatus:
 * @IM_C_LITERAL_FINE: the parameter gets the value, floats rounded to nearest
 * @IM_C_LITERAL_TRUNCATED: the parameter is an integer and the value has a fraction,
 * which is lost
 * @IM_C_LITERAL_RANGE: the parameter cannot hold the value
 * @IM_C_LITERAL_KIND: there is no literal of this kind, or none for such a parameter
 */
typedef enum
{
  IM_C_LITERAL_FINE,
  IM_C_LITERAL_TRUNCATED,
  IM_C_LITERAL_RANGE,
  IM_C_LITERAL_KIND,
} ImCLiteralStatus;

/**
 * im_c_append_literal:
 * @value: null, a bool, number or string
 * @type: (nullable): the C type of the parameter as in a prototype, NULL if not known
 * @out: where to append; only if the result is FINE or TRUNCATED
 *
 * Appends the literal of an argument. Not-a-numbers and infinities need `<math.h>`.
 */
ImCLiteralStatus im_c_append_literal (const ImValue *value,
                                      const char *type,
                                      GString *out);

/**
 * im_c_append_double:
 * @value: any value
 * @out: where to append
 *
 * Appends a literal of type double, such as `20.0` or `(double) INFINITY`.
 */
void im_c_append_double (double value, GString *out);

/**
 * im_c_append_string:
 * @text: any bytes
 * @out: where to append
 *
 * Appends a string literal in ASCII without trigraphs.
 */
void im_c_append_string (const char *text, GString *out);

/**
 * im_c_append_element:
 * @array: an array
 * @index: an element
 * @out: where to append
 *
 * Appends an element as it is stored, for an initialiser.
 */
void im_c_append_element (const ImArray *array, gsize index, GString *out);

/**
 * im_c_get_type_name:
 * @dtype: an element type
 *
 * Returns: the type of an element in emitted code, one of `<stdint.h>` or a float type
 */
const char *im_c_get_type_name (ImDType dtype);

/**
 * im_c_pointee_fits:
 * @pointee: a C type, without `const`
 * @dtype: the type of the elements that are in memory
 *
 * Returns: FALSE if a pointer to the type would read other numbers than there are: those
 *   of another size, or integers instead of floats. Bytes may be read of all, and what is
 *   known of other types than those of C and its <stdint.h> is nothing
 */
gboolean im_c_pointee_fits (const char *pointee, ImDType dtype);

G_END_DECLS
