/* SPDX-License-Identifier: MIT */
#include "capture/im-capture-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "base/im-file.h"

#define MEASURED_S     2    /* behind which a rate can be told */
#define RATE_TOLERANCE 0.05 /* of what is told by when rows arrive */

G_DEFINE_QUARK (im_capture_error, im_capture_error)

static const ImCaptureKind *
find_kind (const char *name)
{
  if (g_str_has_prefix (name, im_capture_microphone.prefix))
    return &im_capture_microphone;
  if (g_str_has_prefix (name, im_capture_serial.prefix))
    return &im_capture_serial;

  return NULL;
}

gboolean
im_capture_is_name (const char *text)
{
  return find_kind (text) != NULL;
}

const char *
im_capture_get_suffix (const char *name)
{
  const ImCaptureKind *kind = find_kind (name);

  g_return_val_if_fail (kind != NULL, "");

  return kind->suffix;
}

gboolean
im_capture_is_stopping (ImCapture *self)
{
  return g_atomic_int_get (&self->is_stopping);
}

void
im_capture_end (ImCapture *self, const char *format, ...)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  va_list args;

  if (self->faults.end != NULL)
    return;
  va_start (args, format);
  self->faults.end = g_strdup_vprintf (format, args);
  va_end (args);
}

gboolean
im_capture_write (ImCapture *self, gconstpointer bytes, gsize n_bytes, guint64 n_rows)
{
  gint64 now = g_get_monotonic_time ();

  if (!im_file_write_fully (self->descriptor, bytes, n_bytes))
    {
      im_capture_end (self, "cannot be recorded any more: cannot write %s: %s",
                      self->path, g_strerror (errno));
      return FALSE;
    }
  if (n_rows == 0)
    return TRUE;
  g_mutex_lock (&self->lock);
  self->first_us = self->first_us == 0 ? now : self->first_us;
  self->last_us = now;
  g_mutex_unlock (&self->lock);
  im_growth_add (self->growth, n_rows);

  return TRUE;
}

static gpointer
record (gpointer data)
{
  ImCapture *self = data;

  self->kind->record (self->source, self);
  close (self->descriptor);
  if (im_growth_get_rows (self->growth) == 0)
    g_unlink (self->path);
  im_growth_end (self->growth);

  return NULL;
}

static gboolean
open_file (ImCapture *self, GError **error)
{
  self->descriptor = g_open (self->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (self->descriptor >= 0)
    return TRUE;

  g_set_error (error, IM_CAPTURE_ERROR, IM_CAPTURE_ERROR_FILE,
               "%s cannot be recorded to %s: %s%s", self->name, self->path,
               g_strerror (errno),
               errno == EEXIST ? "; expected the name of a new file" : "");
  return FALSE;
}

ImCapture *
im_capture_start (const ImFeed *feed,
                  const ImInput *input,
                  const char *path,
                  double max_s,
                  GError **error)
{
  const ImCaptureKind *kind = find_kind (feed->path);
  g_autoptr (ImCapture) self = NULL;

  g_return_val_if_fail (kind != NULL, NULL);

  self = g_new0 (ImCapture, 1);
  g_mutex_init (&self->lock);
  self->growth = im_growth_new ();
  self->kind = kind;
  self->name = g_strdup (feed->path);
  self->path = g_canonicalize_filename (path, NULL);
  self->feed = im_feed_copy (feed);
  self->input = input;
  self->max_s = max_s;

  self->source = self->kind->open (self, self->name + strlen (self->kind->prefix), error);
  if (self->source == NULL || !open_file (self, error))
    return NULL;
  self->input = NULL;
  self->thread = g_thread_new ("capture", record, self);

  return g_steal_pointer (&self);
}

gboolean
im_capture_wait (ImCapture *self, GCancellable *cancellable, GError **error)
{
  if (!im_growth_wait (self->growth, 0, cancellable, error))
    return FALSE;
  if (im_growth_get_rows (self->growth) > 0)
    return TRUE;

  g_mutex_lock (&self->lock);
  g_set_error (error, IM_CAPTURE_ERROR, IM_CAPTURE_ERROR_NOTHING, "%s %s", self->name,
               self->faults.end != NULL
                   ? self->faults.end
                   : "has not delivered anything until it was stopped");
  g_mutex_unlock (&self->lock);

  return FALSE;
}

void
im_capture_set_feed (ImCapture *self, ImFeed *feed)
{
  for (; feed != NULL; feed = feed->next)
    {
      if (strcmp (feed->path, self->name) != 0)
        continue;
      g_free (feed->path);
      feed->path = g_strdup (self->path);
      for (guint i = 0; im_feed_keys[i] != NULL; i++)
        {
          const char *key = im_feed_keys[i];
          g_autofree char *text = strcmp (key, "channels") == 0 &&
                                          feed->options.channels != NULL
                                      ? im_feed_dup_text (feed, key)
                                      : im_feed_dup_text (self->feed, key);

          im_feed_set (feed, key, text, NULL);
        }
      im_feed_set (feed, "baud", NULL, NULL);
      g_clear_pointer (&feed->options.growth, im_growth_unref);
      feed->options.growth = im_growth_ref (self->growth);
    }
}

void
im_capture_request_stop (ImCapture *self)
{
  g_atomic_int_set (&self->is_stopping, TRUE);
}

void
im_capture_stop (ImCapture *self)
{
  im_capture_request_stop (self);
  if (self->thread != NULL)
    g_thread_join (g_steal_pointer (&self->thread));
}

ImGrowth *
im_capture_get_growth (ImCapture *self)
{
  return self->growth;
}

const char *
im_capture_get_name (const ImCapture *self)
{
  return self->name;
}

const char *
im_capture_get_path (const ImCapture *self)
{
  return self->path;
}

double
im_capture_get_seconds (ImCapture *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  gboolean is_over = im_growth_is_over (self->growth);

  return self->first_us == 0
             ? 0
             : (double) ((is_over ? self->last_us : g_get_monotonic_time ()) -
                         self->first_us) /
                   G_USEC_PER_SEC;
}

/* What came at another rate than is said. */
static void
note_rate (const ImCapture *self, ImDiagnostics *diagnostics)
{
  double seconds = (double) (self->last_us - self->first_us) / G_USEC_PER_SEC;
  double said = self->feed->options.rate_hz, found;

  if (self->kind != &im_capture_serial || said <= 0 || seconds < MEASURED_S)
    return;
  found = (double) im_growth_get_rows (self->growth) / seconds;
  if (found > (1 - RATE_TOLERANCE) * said && found < (1 + RATE_TOLERANCE) * said)
    return;
  im_diagnostics_add_for_file (
      diagnostics, IM_SEVERITY_WARNING, "recording-rate", self->path,
      "%s sent about %.3g rows in a second, not the %.9g that are given", self->name,
      found, said);
}

void
im_capture_note (ImCapture *self, ImDiagnostics *diagnostics)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  const ImCaptureFaults *faults = &self->faults;

  note_rate (self, diagnostics);
  if (faults->n_gaps > 0)
    im_diagnostics_add_for_file (
        diagnostics, IM_SEVERITY_WARNING, "recording-gap", self->path,
        "%s was not read in time %u time%s: about %" G_GUINT64_FORMAT
        " samples of each channel are missing, the first ones before row "
        "%" G_GUINT64_FORMAT "; what follows stands as if there was no gap",
        self->name, faults->n_gaps, faults->n_gaps == 1 ? "" : "s", faults->n_missing,
        faults->gap_row + 1);
  if (faults->n_bad > 0)
    im_diagnostics_add_for_file (
        diagnostics, IM_SEVERITY_WARNING, "recording-lines", self->path,
        "%s sent %" G_GUINT64_FORMAT
        " line%s that %s no row of as many numbers as the others, and %s left out, such "
        "as “%s”",
        self->name, faults->n_bad, faults->n_bad == 1 ? "" : "s",
        faults->n_bad == 1 ? "is" : "are", faults->n_bad == 1 ? "is" : "are",
        faults->bad);
  if (faults->end != NULL)
    im_diagnostics_add_for_file (
        diagnostics, IM_SEVERITY_WARNING, "recording-end", self->path,
        "%s %s; the %" G_GUINT64_FORMAT " rows that were recorded until then stay",
        self->name, faults->end, im_growth_get_rows (self->growth));
}

void
im_capture_free (ImCapture *self)
{
  if (self == NULL)
    return;

  im_capture_stop (self);
  if (self->source != NULL)
    self->kind->free (self->source);
  g_free (self->faults.bad);
  g_free (self->faults.end);
  im_growth_unref (self->growth);
  im_feed_free (self->feed);
  g_free (self->name);
  g_free (self->path);
  g_mutex_clear (&self->lock);
  g_free (self);
}
