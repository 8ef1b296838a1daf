/* SPDX-License-Identifier: MIT */
#include "unit/im-unit-text.h"

#include <math.h>
#include <string.h>

#include "base/im-escape.h"

gboolean
im_unit_parse_boolean (const char *text, gboolean *value)
{
  static const char *const words[] = { "false", "true", "no", "yes", "0", "1" };
  g_autofree char *word = g_strstrip (g_strdup (text));

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strcasecmp (word, words[i]) == 0)
      {
        *value = i % 2 == 1;
        return TRUE;
      }

  return FALSE;
}

gboolean
im_unit_parse_number (const char *text, double *value)
{
  g_autofree char *word = g_strstrip (g_strdup (text));
  char *end;
  double number = g_ascii_strtod (word, &end);

  if (end == word || *end != '\0' || !isfinite (number) || strpbrk (word, "xX") != NULL)
    return FALSE;

  *value = number;
  return TRUE;
}

gboolean
im_unit_parse_int (const char *text, gint32 *value)
{
  g_autofree char *word = g_strstrip (g_strdup (text));
  gint64 number;

  if (!g_ascii_string_to_signed (word, 10, G_MININT32, G_MAXINT32, &number, NULL))
    return FALSE;

  *value = (gint32) number;
  return TRUE;
}

static gboolean
ends_in (const GString *out, const char *characters)
{
  return out->len == 0 || strchr (characters, out->str[out->len - 1]) != NULL;
}

/* Removes blanks at the end of the last line. */
static void
trim_line (GString *out)
{
  while (out->len > 0 && out->str[out->len - 1] == ' ')
    g_string_truncate (out, out->len - 1);
}

static void
end_line (GString *out)
{
  trim_line (out);
  if (!ends_in (out, "\n"))
    g_string_append_c (out, '\n');
}

static void
end_paragraph (GString *out)
{
  end_line (out);
  if (out->len > 0 && !g_str_has_suffix (out->str, "\n\n"))
    g_string_append_c (out, '\n');
}

/* Whether a line begins with `-`, `*` or a number and a point. */
static gboolean
is_list_item (const char *line)
{
  const char *p = line;

  if ((*p == '-' || *p == '*') && p[1] == ' ')
    return TRUE;
  while (g_ascii_isdigit (*p))
    p++;

  return p > line && (*p == '.' || *p == ')') && p[1] == ' ';
}

/* Goes on in the line below: items of a list stay on lines of their own, the rest is one
 * line. */
static void
continue_paragraph (GString *out, const char *line)
{
  if (is_list_item (line))
    end_line (out);
  else if (!ends_in (out, " \n"))
    g_string_append_c (out, ' ');
}

/* Appends a run of text. Indentation goes, the lines of a paragraph become one, an empty
 * line stays as one; white space between the run and what is beside it stays as one
 * blank. */
static void
append_run (const char *text, GString *out)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      gboolean is_last = lines[i + 1] == NULL;
      const char *start = lines[i] + strspn (lines[i], " \t\r");
      g_autofree char *line = g_strchomp (g_strdup (start));

      if (i > 0 && *line != '\0')
        continue_paragraph (out, line);
      else if (i > 0 && !is_last)
        end_paragraph (out);
      else if (i == 0 && start > lines[0] && !ends_in (out, " \n"))
        g_string_append_c (out, ' ');
      g_string_append (out, line);
      if (is_last && strlen (start) > strlen (line) && *line != '\0')
        g_string_append_c (out, ' ');
    }
}

static void append_content (const ImUnitMarkup *markup, GString *out);

static void
append_child (const ImUnitMarkup *child, GString *out)
{
  const char *reference = child->reference.text == NULL ? "" : child->reference.text;

  switch (child->kind)
    {
    case IM_MARKUP_HEADER:
      end_paragraph (out);
      append_content (child, out);
      end_line (out);
      break;
    case IM_MARKUP_IMAGE:
      end_line (out);
      g_string_append_printf (out, "[image %s]", reference);
      break;
    case IM_MARKUP_INLINE:
      end_line (out);
      g_string_append_printf (out, "[code %s]", reference);
      break;
    case IM_MARKUP_LINE_BREAK:
      end_line (out);
      break;
    case IM_MARKUP_CODE:
      append_run ("“", out);
      append_content (child, out);
      append_run ("”", out);
      break;
    case IM_MARKUP_TEXT:
    default:
      append_content (child, out);
      break;
    }
}

static void
append_content (const ImUnitMarkup *markup, GString *out)
{
  append_run (markup->text, out);
  for (const ImUnitMarkup *child = markup->first_child; child != NULL;
       child = child->next)
    {
      append_child (child, out);
      append_run (child->tail, out);
    }
}

void
im_unit_append_markup (const ImUnitMarkup *markup, GString *out)
{
  g_autoptr (GString) text = g_string_new (NULL);

  append_content (markup, text);
  g_strstrip (text->str);
  im_escape_append (IM_ESCAPE_TEXT, text->str, out);
}
