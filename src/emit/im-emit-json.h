/* A writer of JSON with one member a line, so that two manifests can be compared.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

/**
 * ImEmitJson:
 * @out: where to append
 * @depth: how many brackets are open
 * @has_element: whether something stands in the innermost one
 */
typedef struct
{
  GString *out;
  guint depth;
  gboolean has_element;
} ImEmitJson;

/* @name is that of a member, or NULL in an array and at the top. */
void im_emit_json_open (ImEmitJson *json, const char *name, char bracket);
void im_emit_json_close (ImEmitJson *json, char bracket);
void im_emit_json_string (ImEmitJson *json, const char *name, const char *text);
void im_emit_json_bool (ImEmitJson *json, const char *name, gboolean value);
void im_emit_json_number (ImEmitJson *json, const char *name, double value);
void im_emit_json_integer (ImEmitJson *json, const char *name, guint64 value);

G_END_DECLS
