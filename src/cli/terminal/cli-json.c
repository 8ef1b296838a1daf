/* SPDX-License-Identifier: MIT */
#include "cli/terminal/cli-json.h"

#include "base/im-escape.h"
#include "base/im-text.h"

static void
begin_value (CliJson *json)
{
  if (!json->has_name && json->depth > 0)
    {
      if (json->depth == json->rows_depth)
        g_string_append (json->out, json->has_element ? ",\n  " : "\n  ");
      else if (json->has_element)
        g_string_append (json->out, ", ");
    }
  json->has_name = FALSE;
  json->has_element = TRUE;
}

static void
open_bracket (CliJson *json, char bracket)
{
  begin_value (json);
  g_string_append_c (json->out, bracket);
  json->depth++;
  json->has_element = FALSE;
}

static void
close_bracket (CliJson *json, char bracket)
{
  if (json->depth == json->rows_depth)
    {
      if (json->has_element)
        g_string_append_c (json->out, '\n');
      json->rows_depth = 0;
    }
  g_string_append_c (json->out, bracket);
  json->depth--;
  json->has_element = TRUE;
}

void
cli_json_open_object (CliJson *json)
{
  open_bracket (json, '{');
}

void
cli_json_close_object (CliJson *json)
{
  close_bracket (json, '}');
}

void
cli_json_open_array (CliJson *json)
{
  open_bracket (json, '[');
}

void
cli_json_close_array (CliJson *json)
{
  close_bracket (json, ']');
}

void
cli_json_open_rows (CliJson *json)
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
cli_json_name (CliJson *json, const char *name)
{
  begin_value (json);
  append_string (json->out, name);
  g_string_append (json->out, ": ");
  json->has_name = TRUE;
}

void
cli_json_null (CliJson *json)
{
  begin_value (json);
  g_string_append (json->out, "null");
}

void
cli_json_bool (CliJson *json, gboolean value)
{
  begin_value (json);
  g_string_append (json->out, value ? "true" : "false");
}

void
cli_json_int (CliJson *json, gint64 value)
{
  begin_value (json);
  g_string_append_printf (json->out, "%" G_GINT64_FORMAT, value);
}

void
cli_json_double (CliJson *json, double value)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_text_append_double (text, value);
  cli_json_number (json, text->str);
}

void
cli_json_number (CliJson *json, const char *text)
{
  char first = text[0] == '-' ? text[1] : text[0];

  if (g_ascii_isdigit (first))
    {
      begin_value (json);
      g_string_append (json->out, text);
    }
  else
    cli_json_string (json, text);
}

void
cli_json_string (CliJson *json, const char *text)
{
  if (text == NULL)
    {
      cli_json_null (json);
      return;
    }

  begin_value (json);
  append_string (json->out, text);
}

void
cli_json_member_string (CliJson *json, const char *name, const char *text)
{
  cli_json_name (json, name);
  cli_json_string (json, text);
}

void
cli_json_member_bool (CliJson *json, const char *name, gboolean value)
{
  cli_json_name (json, name);
  cli_json_bool (json, value);
}

void
cli_json_member_int (CliJson *json, const char *name, gint64 value)
{
  cli_json_name (json, name);
  cli_json_int (json, value);
}

void
cli_json_member_double (CliJson *json, const char *name, double value)
{
  cli_json_name (json, name);
  cli_json_double (json, value);
}

void
cli_json_member_text (CliJson *json, const char *name, const char *text)
{
  if (text != NULL)
    cli_json_member_string (json, name, text);
}

void
cli_json_member_strings (CliJson *json,
                         const char *name,
                         const char *const *texts,
                         guint count)
{
  cli_json_name (json, name);
  cli_json_open_array (json);
  for (guint i = 0; i < count; i++)
    cli_json_string (json, texts[i]);
  cli_json_close_array (json);
}
