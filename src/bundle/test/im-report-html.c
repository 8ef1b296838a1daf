/* SPDX-License-Identifier: MIT */
#include "bundle/test/im-report-html.h"

#include <gio/gio.h>
#include <math.h>
#include <stdarg.h>

#include "base/im-escape.h"
#include "base/im-text.h"
#include "bundle/im-resources.h"

void
im_report_append_text (GString *out, const char *text)
{
  im_escape_append (IM_ESCAPE_XML, text, out);
}

void
im_report_append_cell (GString *out, const char *kind, const char *text)
{
  if (kind == NULL)
    g_string_append (out, "<td>");
  else
    g_string_append_printf (out, "<td class=\"%s\">", kind);
  im_report_append_text (out, text);
  g_string_append (out, "</td>");
}

void
im_report_append_integer (GString *out, gint64 value)
{
  g_string_append_printf (out, "<td class=\"number\">%" G_GINT64_FORMAT "</td>", value);
}

void
im_report_append_value (GString *out, double value)
{
  g_string_append (out, "<td class=\"number\">");
  if (isfinite (value))
    g_string_append_printf (out, "%.9g", value);
  else
    im_text_append_double (out, value);
  g_string_append (out, "</td>");
}

void
im_report_append_number (GString *out, double value)
{
  g_string_append (out, "<td class=\"number\">");
  if (isfinite (value))
    g_string_append_printf (out, "%.2g", value);
  else
    im_text_append_double (out, value);
  g_string_append (out, "</td>");
}

void
im_report_append_ulp (GString *out, guint64 ulp)
{
  if (ulp < 1000000)
    im_report_append_integer (out, (gint64) ulp);
  else
    im_report_append_number (out, ulp == G_MAXUINT64 ? INFINITY : (double) ulp);
}

void
im_report_open_table (GString *out, ...)
{
  const char *column;
  va_list args;

  g_string_append (out, "<table>\n<tr>");
  va_start (args, out);
  while ((column = va_arg (args, const char *)) != NULL)
    if (*column == '#')
      g_string_append_printf (out, "<th class=\"number\">%s</th>", column + 1);
    else
      g_string_append_printf (out, "<th>%s</th>", column);
  va_end (args);
  g_string_append (out, "</tr>\n");
}

GString *
im_report_new (const char *title, const GString *body)
{
  g_autofree char *text = im_escape_dup (IM_ESCAPE_XML, title);
  g_autoptr (GBytes) page = g_resource_lookup_data (
      im_bundle_resources_get_resource (), "/org/imaginet/Studio/bundle/test/report.html",
      0, NULL);
  gsize size;
  const char *start = g_bytes_get_data (page, &size);
  GString *out = g_string_new_len (start, (gssize) size);

  /* The place of the title is in front of that of the body, whatever stands in them. */
  g_string_replace (out, "@body@", body->str, 1);
  g_string_replace (out, "@title@", text, 1);

  return out;
}
