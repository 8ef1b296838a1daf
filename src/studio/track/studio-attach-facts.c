/* SPDX-License-Identifier: MIT */
#include "studio/track/studio-attach-facts.h"

#include <glib/gi18n.h>

#include "recording/im-labels.h"
#include "recording/im-recording-time.h"
#include "recording/im-wav-reader.h"

#define MAX_LABELS 6 /* that are named */

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
append_gaps (const ImRecording *recording, GString *out)
{
  ImRecordingGaps gaps = im_recording_find_gaps (recording);

  if (recording->time_s == NULL)
    return;
  if (gaps.n == 0)
    {
      g_string_append (out, _ ("; no gaps in its time stamps"));
      return;
    }
  g_string_append_printf (
      out,
      ngettext ("; %lu gap in its time stamps, behind row %lu, of %.3g s",
                "; %lu gaps in its time stamps, the first behind row %lu, the longest of "
                "%.3g s",
                (gulong) gaps.n),
      (gulong) gaps.n, (gulong) gaps.first_row, gaps.longest_s);
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

static ImRecording *
load (const ImFeed *feed, GCancellable *cancellable, GError **error)
{
  ImRecordingOptions options = feed->options;
  g_autoptr (ImWavReader) reader = NULL;

  options.cancellable = cancellable;
  if (!im_recording_is_wav (feed->path))
    return im_recording_load (feed->path, &options, error);
  reader = im_wav_reader_open (feed->path, &options, error);

  return reader == NULL
             ? NULL
             : im_recording_ref ((ImRecording *) im_wav_reader_get_format (reader));
}

static void
find_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const ImFeed *feed = data;
  GError *error = NULL;
  g_autoptr (ImRecording) recording = load (feed, cancellable, &error);
  GString *out;

  if (recording == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  out = g_string_new (NULL);
  append_size (recording, out);
  append_gaps (recording, out);
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
