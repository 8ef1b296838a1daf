/* SPDX-License-Identifier: MIT */
#include "run/im-trace-index.h"

static GHashTable *
new_lists (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
}

static void
add_to (GHashTable *lists, guint32 key, guint entry)
{
  GArray *list = g_hash_table_lookup (lists, GUINT_TO_POINTER (key));

  if (list == NULL)
    {
      list = g_array_new (FALSE, FALSE, sizeof (guint));
      g_hash_table_insert (lists, GUINT_TO_POINTER (key), list);
    }
  g_array_append_val (list, entry);
}

static void
add (ImTraceIndex *index, const ImTraceEntry *entry)
{
  guint number = index->entries->len;

  g_array_append_vals (index->entries, entry, 1);
  switch (entry->record.kind)
    {
    case IM_TRACE_RUN:
      g_array_append_val (index->runs, number);
      break;
    case IM_TRACE_TENSOR:
      add_to (index->tensors, (guint32) entry->record.part, number);
      break;
    case IM_TRACE_CALL:
      add_to (index->calls, entry->record.number, number);
      break;
    case IM_TRACE_FRAME:
    case IM_TRACE_OUTPUT:
      g_array_append_val (index->outputs, number);
      break;
    case IM_TRACE_STATUS:
    case IM_TRACE_MISMATCH:
    case IM_TRACE_ERROR:
    case IM_TRACE_END:
    case IM_TRACE_OVERRUN:
    case IM_TRACE_RESET:
    case IM_TRACE_TIME:
    case IM_TRACE_COST:
    case IM_N_TRACE_KINDS:
      break;
    }
}

ImTraceIndex *
im_trace_index_new (GBytes *trace)
{
  ImTraceIndex *index = g_new0 (ImTraceIndex, 1);
  ImTraceReader reader;
  ImTraceEntry entry = { 0 };

  index->trace = trace == NULL ? g_bytes_new_static ("", 0) : g_bytes_ref (trace);
  index->entries = g_array_new (FALSE, FALSE, sizeof (ImTraceEntry));
  index->tensors = new_lists ();
  index->calls = new_lists ();
  index->outputs = g_array_new (FALSE, FALSE, sizeof (guint));
  index->runs = g_array_new (FALSE, FALSE, sizeof (guint));
  im_trace_reader_init (&reader, trace);
  while (im_trace_reader_next (&reader, &entry.record))
    {
      if (entry.record.kind == IM_TRACE_RUN)
        {
          entry.run = entry.record.number;
          entry.frame = 0;
        }
      else if (entry.record.kind == IM_TRACE_FRAME)
        entry.frame = entry.record.number;
      add (index, &entry);
    }

  return index;
}

void
im_trace_index_free (ImTraceIndex *index)
{
  if (index == NULL)
    return;

  g_bytes_unref (index->trace);
  g_array_unref (index->entries);
  g_hash_table_unref (index->tensors);
  g_hash_table_unref (index->calls);
  g_array_unref (index->outputs);
  g_array_unref (index->runs);
  g_free (index);
}

static void
append_list (GArray *selection, const GArray *list)
{
  if (list != NULL && list->len > 0)
    g_array_append_vals (selection, list->data, list->len);
}

static gint
compare_numbers (gconstpointer a, gconstpointer b)
{
  guint first = *(const guint *) a, second = *(const guint *) b;

  return first < second ? -1 : first > second;
}

/* A buffer may be named twice. */
static void
drop_repeated (GArray *selection)
{
  guint *numbers = (guint *) (gpointer) selection->data;
  guint n = 0;

  for (guint i = 0; i < selection->len; i++)
    if (n == 0 || numbers[n - 1] != numbers[i])
      numbers[n++] = numbers[i];
  g_array_set_size (selection, n);
}

GArray *
im_trace_index_select (const ImTraceIndex *index,
                       const GArray *buffers,
                       const GArray *calls,
                       gboolean with_outputs)
{
  GArray *selection = g_array_new (FALSE, FALSE, sizeof (guint));

  append_list (selection, index->runs);
  for (guint i = 0; i < buffers->len; i++)
    append_list (selection, g_hash_table_lookup (index->tensors,
                                                 GUINT_TO_POINTER ((guint) g_array_index (
                                                     buffers, gint, i))));
  for (guint i = 0; i < calls->len; i++)
    append_list (selection,
                 g_hash_table_lookup (
                     index->calls, GUINT_TO_POINTER (g_array_index (calls, guint, i))));
  if (with_outputs)
    append_list (selection, index->outputs);
  g_array_sort (selection, compare_numbers);
  drop_repeated (selection);

  return selection;
}
