/* SPDX-License-Identifier: MIT */
#include "emit/im-c-writer.h"

#define INDENT 4

static void
append_line (ImCWriter *writer, const char *format, va_list args, const char *end)
{
  gsize start = writer->out->len;

  g_string_append_vprintf (writer->out, format, args);
  if (writer->out->len > start)
    for (guint i = 0; i < writer->depth * INDENT; i++)
      g_string_insert_c (writer->out, (gssize) start, ' ');
  g_string_append (writer->out, end);
}

void
im_c_writer_line (ImCWriter *writer, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  append_line (writer, format, args, "\n");
  va_end (args);
}

void
im_c_writer_open (ImCWriter *writer, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  append_line (writer, format, args, " {\n");
  va_end (args);
  writer->depth++;
}

void
im_c_writer_close (ImCWriter *writer)
{
  g_return_if_fail (writer->depth > 0);

  writer->depth--;
  im_c_writer_line (writer, "}");
}

void
im_c_writer_blank (ImCWriter *writer)
{
  g_string_append_c (writer->out, '\n');
}
