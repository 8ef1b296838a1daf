/* What a microphone and a serial port have in common while they are recorded.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "capture/im-capture.h"

G_BEGIN_DECLS

/* What is wrong with a recording, of which the thread that records tells others. */
typedef struct
{
  guint n_gaps;
  guint64 n_missing; /* samples of a channel, in all gaps */
  guint64 gap_row;   /* before which the first one is */
  guint64 n_bad;     /* lines that are no rows */
  char *bad;         /* one of them */
  char *end;         /* why it ended, NULL if it was stopped */
} ImCaptureFaults;

typedef struct _ImCaptureSource ImCaptureSource;

/* A microphone or a port: it is opened, recorded by a thread, and freed. */
typedef struct
{
  const char *prefix;
  const char *suffix;
  ImCaptureSource *(*open) (ImCapture *capture, const char *device, GError **error);
  void (*record) (ImCaptureSource *source, ImCapture *capture);
  void (*free) (ImCaptureSource *source);
} ImCaptureKind;

extern const ImCaptureKind im_capture_microphone;
extern const ImCaptureKind im_capture_serial;

struct _ImCapture
{
  const ImCaptureKind *kind;
  ImCaptureSource *source;
  char *name;
  char *path;
  int descriptor; /* of the recording */
  ImFeed *feed;   /* how the recording is read; it stays as it is from the first row on */
  const ImInput *input; /* while it is opened, or NULL */
  double max_s;         /* 0 until it is stopped */
  gint is_stopping;     /* atomic */
  ImGrowth *growth;
  GThread *thread; /* NULL when it was stopped */

  GMutex lock; /* of what follows */
  gint64 first_us;
  gint64 last_us;
  ImCaptureFaults faults;
};

/* Whether somebody wants it to end. */
gboolean im_capture_is_stopping (ImCapture *capture);

/* Writes rows. What goes wrong is why it ends. */
gboolean im_capture_write (ImCapture *capture,
                           gconstpointer bytes,
                           gsize n_bytes,
                           guint64 n_rows);

/* Says why it ends, in words that follow its name. */
void im_capture_end (ImCapture *capture, const char *format, ...) G_GNUC_PRINTF (2, 3);

G_END_DECLS
