/* SPDX-License-Identifier: MIT
 *
 * The input is a trace as a worker writes it. Every record lies inside of it, and the
 * records with what is behind them are the whole trace.
 */
#include <string.h>

#include "fuzz.h"
#include "run/im-trace.h"

#define HEADER_BYTES 16

static guint
read_all (GBytes *bytes, ImTraceRecord *last)
{
  gsize length;
  const guint8 *data = g_bytes_get_data (bytes, &length);
  const guint8 *next = data;
  ImTraceReader reader;
  guint n_records = 0, sum = 0;

  im_trace_reader_init (&reader, bytes);
  while (im_trace_reader_next (&reader, last))
    {
      g_assert_cmpuint (last->kind, <, IM_N_TRACE_KINDS);
      g_assert_true (last->data == next + HEADER_BYTES);
      g_assert_cmpuint (last->size_bytes, <=, (gsize) (data + length - last->data));
      for (guint i = 0; i < last->size_bytes; i++)
        sum += last->data[i];
      next = last->data + last->size_bytes;
      n_records++;
    }
  g_assert_true (reader.next == next);
  g_assert_cmpuint (sum, <=, length * 255);

  return n_records;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = size == 0 ? NULL : g_bytes_new_static (data, size);
  ImTraceRecord last = { .kind = IM_N_TRACE_KINDS };
  guint n_records = bytes == NULL ? 0 : read_all (bytes, &last);
  gboolean is_complete = im_trace_is_complete (bytes);

  g_assert_true (is_complete == (n_records > 0 && last.kind == IM_TRACE_END));

  return 0;
}
