/* The writer of JSON, in one of three layouts: on one line, with one line for each
 * element of the outermost array, or with one line for each member, so that two files can
 * be compared.
 *
 * Doubles are written as the shortest text that reads back to the same value, and NaN and
 * the infinities, which JSON does not have, as the strings `NaN`, `Infinity` and
 * `-Infinity`. A line end follows the outermost bracket.
 *
 * Source: RFC 8259.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

/**
 * ImJson:
 * @out: where to append
 * @has_lines: whether each member and each element stands on a line of its own
 * @depth: how many brackets are open
 * @rows_depth: the depth whose elements stand on lines of their own, 0 for none
 * @has_element: whether something stands in the innermost bracket
 * @has_name: whether the name of the next value is written
 *
 * Begin with `{ .out = text }`, and `.has_lines` if that is wanted.
 */
typedef struct
{
  GString *out;
  gboolean has_lines;
  guint depth;
  guint rows_depth;
  gboolean has_element;
  gboolean has_name;
} ImJson;

void im_json_open_object (ImJson *json);
void im_json_close_object (ImJson *json);
void im_json_open_array (ImJson *json);
void im_json_close_array (ImJson *json);

/* Opens an array each element of which gets its own line. */
void im_json_open_rows (ImJson *json);

/* Writes the name of the next value. */
void im_json_name (ImJson *json, const char *name);

void im_json_null (ImJson *json);
void im_json_bool (ImJson *json, gboolean value);
void im_json_int (ImJson *json, gint64 value);
void im_json_double (ImJson *json, double value);

/**
 * im_json_number:
 * @json: a writer
 * @text: a decimal number, or `NaN`, `Infinity`, `-Infinity`
 *
 * Writes a number that is text already, the last three as strings.
 */
void im_json_number (ImJson *json, const char *text);

/**
 * im_json_string:
 * @json: a writer
 * @text: (nullable): bytes; what is not UTF-8 becomes U+FFFD, and NULL becomes null
 *
 * Writes a string.
 */
void im_json_string (ImJson *json, const char *text);

/* A name, and the bracket of its value opened. */
void im_json_member_object (ImJson *json, const char *name);
void im_json_member_array (ImJson *json, const char *name);

/* A name and its value. */
void im_json_member_null (ImJson *json, const char *name);
void im_json_member_string (ImJson *json, const char *name, const char *text);
void im_json_member_bool (ImJson *json, const char *name, gboolean value);
void im_json_member_int (ImJson *json, const char *name, gint64 value);
void im_json_member_double (ImJson *json, const char *name, double value);

/* The same for a member that is left out if there is no text. */
void im_json_member_text (ImJson *json, const char *name, const char *text);

/* A name and an array of @count strings. */
void im_json_member_strings (ImJson *json,
                             const char *name,
                             const char *const *texts,
                             guint count);

G_END_DECLS
