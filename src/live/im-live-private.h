/* Values while they are computed, and what one computation knows.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "live/im-live-digest.h"
#include "live/im-live-part.h"
#include "live/im-live-time.h"
#include "live/im-live.h"
#include "run/im-host-frames.h"

G_BEGIN_DECLS

struct _ImLiveValues
{
  ImProgram *program;
  ImUnitLibrary *library;
  ImFeed *feed;
  double max_s;
  gboolean is_long;
  gboolean is_checked;
  ImWorker *worker;     /* or NULL where the code shall be fast */
  ImLiveMemory *memory; /* or NULL */
  gboolean *is_wanted;  /* of each tensor; NULL for all */
  gboolean is_partial;  /* there is more of the recording than is wanted */

  GMutex lock;         /* of what follows */
  ImSignal **signals;  /* of each tensor, or NULL */
  guint64 n_frames_in; /* of the fastest source */
};

/* One computation, by one thread. */
typedef struct
{
  ImLiveValues *values;
  const ImPlan *whole;        /* all of the pipeline */
  ImLiveDigests *digests;     /* or NULL */
  guint max_frames;           /* of the fastest source, 0 for all */
  ImLiveRecording *recording; /* what was, or is, read of the recordings */
  guint *domains;             /* of each tensor */
  guint *sources;             /* that each domain follows from */
  ImLiveTime *times;          /* of each domain */
  gboolean *is_traced;        /* of each tensor: a call writes it, or it comes in */
  gboolean *is_known;         /* of each tensor */
  gboolean *is_own;           /* of each tensor: this computes it */
  GArray **frames;            /* of each tensor that is known: see ImLiveMemory */
  GArray **behind;            /* of each domain: the frame of each of its values */
  gint *leads;                /* of each domain: the tensor that these are noted of */
  /* of what runs now */
  const ImPlan *plan;
  ImHostFrames *source;      /* recordings, or */
  const ImLivePart *part;    /* known pipes */
  const GArray *part_frames; /* that their values stand behind, or NULL */
  guint64 n_part;            /* values of each */
  gboolean is_last;          /* nothing runs after it */
  guint64 n_frames;          /* that went in */
} ImLiveRun;

/**
 * im_live_run_open:
 * @run: a computation
 * @cancellable: (nullable): ends the reading
 * @error: return location for the errors of im_host_frames_open()
 *
 * Opens the recordings, and makes of them what is known of their times.
 *
 * Returns: whether they were opened
 */
gboolean im_live_run_open (ImLiveRun *run, GCancellable *cancellable, GError **error);

/* Keeps the times of the rows that went in, so that parts of the pipeline can run without
 * them, unless there are too many. */
void im_live_run_keep_times (ImLiveRun *run);

/* Says how many frames of the fastest source have gone in. */
void im_live_run_count_frames (ImLiveRun *run, guint64 n_frames);

/**
 * im_live_run_plan:
 * @run: a computation, of which is said where frames come from
 * @plan: what runs: all of the pipeline, or a part of it
 * @cancellable: (nullable): what ends it early
 * @diagnostics: where problems go
 * @error: return location for the errors of im_live_values_compute()
 *
 * Runs it on all frames. What is computed becomes signals.
 *
 * Returns: whether all frames went through
 */
gboolean im_live_run_plan (ImLiveRun *run,
                           const ImPlan *plan,
                           GCancellable *cancellable,
                           ImDiagnostics *diagnostics,
                           GError **error);

G_END_DECLS
