/* SPDX-License-Identifier: MIT */
#include "studio/track/studio-attach-facts.h"

#include <glib/gi18n.h>

#include "recording/im-labels.h"
#include "recording/im-recording-time.h"
#include "recording/im-row-reader.h"

#define MAX_LABELS   6 /* that are named */
#define ROWS_AT_ONCE 65536

static void
append_size (const ImRecording *recording, GString *out)
{
  g_string_append_printf (out,
                          ngettext ("%lu row", "%lu rows", (gulong) recording->n_rows),
                          (gulong) recording->n_rows);
  if (im_recording_get_duration_s (recording) > 0)
    /* Translators: how long a recording is, in seconds */
    g_string_append_printf (out, _ (", %.6g s"), im_recording_get_duration_s (recording));
  if (recording->rate_hz > 0)
    /* Translators: rows per second */
    g_string_append_printf (out, _ (", %.6g Hz"), recording->rate_hz);
}

static void
append_gaps (const ImRecordingGaps *gaps, GString *out)
{
  if (gaps->n == 0)
    {
      g_string_append (out, _ ("; no gaps in its time stamps"));
      return;
    }
  g_string_append_printf (
      out,
      ngettext ("; %lu gap in its time stamps, behind row %lu, of %.3g s",
                "; %lu gaps in its time stamps, the first behind row %lu, the longest of "
                "%.3g s",
                (gulong) gaps->n),
      (gulong) gaps->n, (gulong) gaps->first_row, gaps->longest_s);
}

static void
append_names (const ImLabels *labels, GString *out)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < labels->labels->len; i++)
    {
      const char *name = g_array_index (labels->labels, ImLabel, i).name;

      if (!g_hash_table_add (seen, (gpointer) name))
        continue;
      if (g_hash_table_size (seen) > MAX_LABELS)
        {
          g_string_append (out, ", …");
          return;
        }
      g_string_append_printf (out, "%s%s", g_hash_table_size (seen) == 1 ? ": " : ", ",
                              name);
    }
}

static void
append_labels (const char *path, GString *out)
{
  g_autofree char *beside = im_labels_dup_path_beside (path);
  g_autoptr (ImLabels) labels = beside == NULL ? NULL : im_labels_load (beside, 0, NULL);

  if (labels == NULL)
    return;
  g_string_append_printf (out,
                          ngettext ("; %u label", "; %u labels", labels->labels->len),
                          labels->labels->len);
  append_names (labels, out);
}

/* Of a file that does not say how many rows it has, or has times, all rows are looked at.
 */
static gboolean
look (ImRowReader *reader,
      ImRecordingGaps *gaps,
      GCancellable *cancellable,
      GError **error)
{
  const ImRecording *format = im_row_reader_get_format (reader);
  GError *failure = NULL;

  while ((format->is_open || format->has_time) &&
         !g_cancellable_set_error_if_cancelled (cancellable, &failure))
    {
      g_autoptr (ImRecording) rows = im_row_reader_read (reader, ROWS_AT_ONCE, &failure);

      if (rows == NULL)
        break;
      im_recording_gaps_add (gaps, rows);
    }
  if (failure == NULL)
    return TRUE;

  g_propagate_error (error, failure);
  return FALSE;
}

static void
find_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const ImFeed *feed = data;
  ImRecordingOptions options = feed->options;
  ImRecordingGaps gaps = { 0 };
  g_autoptr (ImRowReader) reader = NULL;
  GError *error = NULL;
  GString *out;

  options.cancellable = cancellable;
  reader = im_row_reader_open (feed->path, &options, 0, &error);
  if (reader == NULL || !look (reader, &gaps, cancellable, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  out = g_string_new (NULL);
  append_size (im_row_reader_get_format (reader), out);
  if (im_row_reader_get_format (reader)->has_time)
    append_gaps (&gaps, out);
  append_labels (feed->path, out);
  g_task_return_pointer (task, g_string_free (out, FALSE), g_free);
}

void
studio_attach_facts_find (const ImFeed *feed,
                          GCancellable *cancellable,
                          GAsyncReadyCallback found,
                          gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, found, data);

  g_task_set_task_data (task, im_feed_copy (feed), (GDestroyNotify) im_feed_free);
  g_task_run_in_thread (task, find_in_thread);
}

char *
studio_attach_facts_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
