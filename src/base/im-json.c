/* SPDX-License-Identifier: MIT */
#include "base/im-json.h"

#include "base/im-escape.h"
#include "base/im-text.h"

static void
begin_line (const ImJson *json, guint depth)
{
  g_string_append_c (json->out, '\n');
  for (guint i = 0; i < depth; i++)
    g_string_append (json->out, "  ");
}

static void
begin_value (ImJson *json)
{
  gboolean is_row = json->has_lines || json->depth == json->rows_depth;

  if (!json->has_name && json->depth > 0)
    {
      if (json->has_element)
        g_string_append (json->out, is_row ? "," : ", ");
      if (is_row)
        begin_line (json, json->has_lines ? json->depth : 1);
    }
  json->has_name = FALSE;
  json->has_element = TRUE;
}

static void
open_bracket (ImJson *json, char bracket)
{
  begin_value (json);
  g_string_append_c (json->out, bracket);
  json->depth++;
  json->has_element = FALSE;
}

static void
close_bracket (ImJson *json, char bracket)
{
  gboolean has_rows = json->depth == json->rows_depth;

  json->depth--;
  if (json->has_element && json->has_lines)
    begin_line (json, json->depth);
  else if (json->has_element && has_rows)
    begin_line (json, 0);
  if (has_rows)
    json->rows_depth = 0;
  g_string_append_c (json->out, bracket);
  json->has_element = TRUE;
  if (json->depth == 0)
    g_string_append_c (json->out, '\n');
}

void
im_json_open_object (ImJson *json)
{
  open_bracket (json, '{');
}

void
im_json_close_object (ImJson *json)
{
  close_bracket (json, '}');
}

void
im_json_open_array (ImJson *json)
{
  open_bracket (json, '[');
}

void
im_json_close_array (ImJson *json)
{
  close_bracket (json, ']');
}

void
im_json_open_rows (ImJson *json)
{
  open_bracket (json, '[');
  json->rows_depth = json->depth;
}

static void
append_string (GString *out, const char *text)
{
  g_string_append_c (out, '"');
  im_escape_append (IM_ESCAPE_JSON, text, out);
  g_string_append_c (out, '"');
}

void
im_json_name (ImJson *json, const char *name)
{
  begin_value (json);
  append_string (json->out, name);
  g_string_append (json->out, ": ");
  json->has_name = TRUE;
}

void
im_json_null (ImJson *json)
{
  begin_value (json);
  g_string_append (json->out, "null");
}

void
im_json_bool (ImJson *json, gboolean value)
{
  begin_value (json);
  g_string_append (json->out, value ? "true" : "false");
}

void
im_json_int (ImJson *json, gint64 value)
{
  begin_value (json);
  g_string_append_printf (json->out, "%" G_GINT64_FORMAT, value);
}

void
im_json_double (ImJson *json, double value)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_text_append_double (text, value);
  im_json_number (json, text->str);
}

void
im_json_number (ImJson *json, const char *text)
{
  char first = text[0] == '-' ? text[1] : text[0];

  if (g_ascii_isdigit (first))
    {
      begin_value (json);
      g_string_append (json->out, text);
    }
  else
    im_json_string (json, text);
}

void
im_json_string (ImJson *json, const char *text)
{
  if (text == NULL)
    {
      im_json_null (json);
      return;
    }

  begin_value (json);
  append_string (json->out, text);
}

void
im_json_member_object (ImJson *json, const char *name)
{
  im_json_name (json, name);
  im_json_open_object (json);
}

void
im_json_member_array (ImJson *json, const char *name)
{
  im_json_name (json, name);
  im_json_open_array (json);
}

void
im_json_member_null (ImJson *json, const char *name)
{
  im_json_name (json, name);
  im_json_null (json);
}

void
im_json_member_string (ImJson *json, const char *name, const char *text)
{
  im_json_name (json, name);
  im_json_string (json, text);
}

void
im_json_member_bool (ImJson *json, const char *name, gboolean value)
{
  im_json_name (json, name);
  im_json_bool (json, value);
}

void
im_json_member_int (ImJson *json, const char *name, gint64 value)
{
  im_json_name (json, name);
  im_json_int (json, value);
}

void
im_json_member_double (ImJson *json, const char *name, double value)
{
  im_json_name (json, name);
  im_json_double (json, value);
}

void
im_json_member_text (ImJson *json, const char *name, const char *text)
{
  if (text != NULL)
    im_json_member_string (json, name, text);
}

void
im_json_member_strings (ImJson *json,
                        const char *name,
                        const char *const *texts,
                        guint count)
{
  im_json_member_array (json, name);
  for (guint i = 0; i < count; i++)
    im_json_string (json, texts[i]);
  im_json_close_array (json);
}
