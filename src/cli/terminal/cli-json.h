/* A writer of JSON text on one line, or with one line for each element of the outermost
 * array.
 *
 * Doubles are written as the shortest text that reads back to the same value, and NaN and
 * the infinities, which JSON does not have, as the strings `NaN`, `Infinity` and
 * `-Infinity`.
 *
 * Source: RFC 8259.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * CliJson:
 * @out: where to append
 * @depth: how many brackets are open
 * @rows_depth: the depth whose elements stand on lines of their own, 0 for none
 * @has_element: whether something stands in the innermost bracket
 * @has_name: whether the name of the next value is written
 */
typedef struct
{
  GString *out;
  guint depth;
  guint rows_depth;
  gboolean has_element;
  gboolean has_name;
} CliJson;

void cli_json_open_object (CliJson *json);
void cli_json_close_object (CliJson *json);
void cli_json_open_array (CliJson *json);
void cli_json_close_array (CliJson *json);

/* Opens an array each element of which gets its own line. */
void cli_json_open_rows (CliJson *json);

/* Writes the name of the next value. */
void cli_json_name (CliJson *json, const char *name);

void cli_json_null (CliJson *json);
void cli_json_bool (CliJson *json, gboolean value);
void cli_json_int (CliJson *json, gint64 value);
void cli_json_double (CliJson *json, double value);

/**
 * cli_json_number:
 * @json: a writer
 * @text: a decimal number, or `NaN`, `Infinity`, `-Infinity`
 *
 * Writes a number that is text already, the last three as strings.
 */
void cli_json_number (CliJson *json, const char *text);

/**
 * cli_json_string:
 * @json: a writer
 * @text: (nullable): bytes; what is not UTF-8 becomes U+FFFD, and NULL becomes null
 *
 * Writes a string.
 */
void cli_json_string (CliJson *json, const char *text);

/* A name and its value. */
void cli_json_member_string (CliJson *json, const char *name, const char *text);
void cli_json_member_bool (CliJson *json, const char *name, gboolean value);
void cli_json_member_int (CliJson *json, const char *name, gint64 value);
void cli_json_member_double (CliJson *json, const char *name, double value);

/* The same for a member that is left out if there is no text. */
void cli_json_member_text (CliJson *json, const char *name, const char *text);

/* A name and an array of @count strings. */
void cli_json_member_strings (CliJson *json,
                              const char *name,
                              const char *const *texts,
                              guint count);

G_END_DECLS
