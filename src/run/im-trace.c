/* SPDX-License-Identifier: MIT */
#include "run/im-trace.h"

#include <string.h>

#define HEADER_WORDS 4

void
im_trace_reader_init (ImTraceReader *reader, GBytes *bytes)
{
  gsize length = 0;

  reader->next = bytes == NULL ? NULL : g_bytes_get_data (bytes, &length);
  reader->end = length == 0 ? reader->next : reader->next + length;
}

gboolean
im_trace_reader_next (ImTraceReader *reader, ImTraceRecord *record)
{
  guint32 header[HEADER_WORDS];

  if ((gsize) (reader->end - reader->next) < sizeof header)
    return FALSE;
  memcpy (header, reader->next, sizeof header);
  if (header[0] >= IM_N_TRACE_KINDS ||
      header[3] > (gsize) (reader->end - reader->next) - sizeof header)
    return FALSE;

  *record = (ImTraceRecord){
    .kind = (ImTraceKind) header[0],
    .number = header[1],
    .part = (gint32) header[2],
    .size_bytes = header[3],
    .data = reader->next + sizeof header,
  };
  reader->next += sizeof header + header[3];

  return TRUE;
}

gboolean
im_trace_is_complete (GBytes *bytes)
{
  ImTraceReader reader;
  ImTraceRecord record = { .kind = IM_N_TRACE_KINDS };

  im_trace_reader_init (&reader, bytes);
  while (im_trace_reader_next (&reader, &record))
    ;

  return record.kind == IM_TRACE_END;
}

GByteArray *
im_trace_collect (GBytes *bytes, guint port)
{
  GByteArray *out = g_byte_array_new ();
  ImTraceReader reader;
  ImTraceRecord record;

  im_trace_reader_init (&reader, bytes);
  while (im_trace_reader_next (&reader, &record))
    if (record.kind == IM_TRACE_OUTPUT && record.number == port)
      g_byte_array_append (out, record.data, record.size_bytes);

  return out;
}
