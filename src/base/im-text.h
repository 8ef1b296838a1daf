/* Small text helpers: numbers that read back to the same value, the nearest name, the
 * last part of an id.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

/**
 * im_text_append_double:
 * @out: where to append
 * @value: any value
 *
 * Appends a decimal text that reads back to exactly @value, independent of the locale:
 * the first of the roundings to 1, 2, .. 17 digits that does, whole numbers below 1e15 in
 * full. `20`, `0.125`, `1e-10`, `3.40282347e+38`, `-0`, `NaN`, `Infinity`, `-Infinity`.
 */
void im_text_append_double (GString *out, double value);

/**
 * im_text_append_float:
 * @out: where to append
 * @value: any value
 *
 * The same for a text that reads back to the same float: 1 to 9 digits, whole numbers
 * below 1e7 in full.
 */
void im_text_append_float (GString *out, float value);

/**
 * im_text_nearest:
 * @name: a misspelt name
 * @candidates: the names that exist
 * @n_candidates: their number
 *
 * Finds the name that is most like @name, ignoring case first, then by edit distance (at
 * most a third of the length of @name, at least one).
 *
 * Returns: (nullable): one of @candidates, or NULL if none is near
 */
const char *im_text_nearest (const char *name,
                             const char *const *candidates,
                             guint n_candidates);

/**
 * im_text_get_last_part:
 * @id: a name with dots, such as the id `Core.Math.Max`
 *
 * Returns: what is behind its last dot, the whole of a name without any; it lies in @id
 */
const char *im_text_get_last_part (const char *id);

/* The order of two elements of an array of texts, for its sort: that of their bytes. */
gint im_text_compare_names (gconstpointer a, gconstpointer b);

/* Whether Python keeps @name for itself: it is a keyword, of version 3. */
gboolean im_text_is_python_keyword (const char *name);

/**
 * im_text_count_same:
 * @first: @n bytes
 * @second: @n bytes
 * @n: how many bytes are compared at most
 *
 * Returns: how many bytes both begin with
 */
gsize im_text_count_same (const char *first, const char *second, gsize n);

/**
 * im_text_count_same_end:
 * @first_end: behind @n bytes
 * @second_end: behind @n bytes
 * @n: how many bytes are compared at most
 *
 * Returns: how many bytes both end with
 */
gsize im_text_count_same_end (const char *first_end, const char *second_end, gsize n);

G_END_DECLS
