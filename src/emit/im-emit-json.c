/* SPDX-License-Identifier: MIT */
#include "emit/im-emit-json.h"

#include <math.h>

#include "base/im-escape.h"
#include "base/im-text.h"

static void
append_string (const char *text, GString *out)
{
  g_string_append_c (out, '"');
  im_escape_append (IM_ESCAPE_JSON, text, out);
  g_string_append_c (out, '"');
}

static void
begin_line (ImEmitJson *json)
{
  if (json->depth > 0)
    g_string_append_c (json->out, '\n');
  for (guint i = 0; i < json->depth; i++)
    g_string_append (json->out, "  ");
}

static void
begin_element (ImEmitJson *json, const char *name)
{
  if (json->has_element)
    g_string_append_c (json->out, ',');
  begin_line (json);
  json->has_element = TRUE;
  if (name != NULL)
    {
      append_string (name, json->out);
      g_string_append (json->out, ": ");
    }
}

void
im_emit_json_open (ImEmitJson *json, const char *name, char bracket)
{
  begin_element (json, name);
  g_string_append_c (json->out, bracket);
  json->depth++;
  json->has_element = FALSE;
}

void
im_emit_json_close (ImEmitJson *json, char bracket)
{
  gboolean had_element = json->has_element;

  json->depth--;
  if (had_element && json->depth == 0)
    g_string_append_c (json->out, '\n');
  else if (had_element)
    begin_line (json);
  g_string_append_c (json->out, bracket);
  json->has_element = TRUE;
  if (json->depth == 0)
    g_string_append_c (json->out, '\n');
}

void
im_emit_json_string (ImEmitJson *json, const char *name, const char *text)
{
  begin_element (json, name);
  append_string (text, json->out);
}

void
im_emit_json_bool (ImEmitJson *json, const char *name, gboolean value)
{
  begin_element (json, name);
  g_string_append (json->out, value ? "true" : "false");
}

void
im_emit_json_number (ImEmitJson *json, const char *name, double value)
{
  begin_element (json, name);
  if (isfinite (value))
    im_text_append_double (json->out, value);
  else
    g_string_append (json->out, "null");
}

void
im_emit_json_integer (ImEmitJson *json, const char *name, guint64 value)
{
  begin_element (json, name);
  g_string_append_printf (json->out, "%" G_GUINT64_FORMAT, value);
}
