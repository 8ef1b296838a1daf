/* What the pipes of a document carry with a recording, computed again after each edit.
 *
 * At most one computation is under way: what changes meanwhile is computed when it has
 * ended, so that a value that is dragged shows what it does all the time. What a failing
 * pipeline carried before stays, and there is a problem at its layer. So it is with a
 * recording that grows, or whose file is gone.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "capture/im-capture.h"
#include "document/state/im-document.h"
#include "recording/im-feed.h"
#include "signal/im-signal.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_LIVE (studio_live_get_type ())
G_DECLARE_FINAL_TYPE (StudioLive, studio_live, STUDIO, LIVE, GObject)

/**
 * studio_live_new:
 *
 * Signals: `values` when pipes carry something else, or more of it; `state` when another
 * recording is attached, and when a computation begins or ends; `problems` when there are
 * others; `recorded` when what was recorded is complete.
 *
 * Returns: (transfer full): a computation without a document
 */
StudioLive *studio_live_new (void);

/**
 * studio_live_follow:
 * @live: a computation
 * @document: another document, or the same one after a change
 *
 * Computes what its pipes carry if a recording is attached.
 */
void studio_live_follow (StudioLive *live, ImDocument *document);

/**
 * studio_live_attach:
 * @live: a computation
 * @feed: (nullable): a recording, NULL for none
 * @error: return location for a [error@GLib.FileError]
 *
 * Computes with a recording from now on. What is attached is written beside the document
 * as soon as that has a file, and found there when it is opened again.
 *
 * Returns: FALSE if it could not be written; it is computed with all the same
 */
gboolean studio_live_attach (StudioLive *live, const ImFeed *feed, GError **error);

/**
 * studio_live_record:
 * @live: a computation
 * @capture: (transfer full): what is being recorded
 * @feed: what is read of it
 * @error: return location for a [error@GLib.FileError]
 *
 * Attaches it, and computes with what comes, until studio_live_stop_recording(), or until
 * something else is attached. The recording stays attached then.
 *
 * Returns: as studio_live_attach()
 */
gboolean studio_live_record (StudioLive *live,
                             ImCapture *capture,
                             const ImFeed *feed,
                             GError **error);

void studio_live_stop_recording (StudioLive *live);

/* What is being recorded, NULL if nothing is. */
ImCapture *studio_live_get_capture (StudioLive *live);

/* The recording that is attached, NULL if none is. */
const ImFeed *studio_live_get_feed (StudioLive *live);

/**
 * studio_live_dup_program:
 * @live: a computation with a document
 *
 * Returns: (transfer full) (nullable): the pipeline that the recording goes into, also
 *   where what is inside of a layer is shown
 */
ImProgram *studio_live_dup_program (StudioLive *live);

/* What is wrong with the last computation, at the layer that was at work if that is
 * known; NULL if nothing is. */
const ImDiagnostics *studio_live_get_problems (StudioLive *live);

/**
 * studio_live_set_sees_all:
 * @live: a computation
 * @sees_all: whether all pipes of what is shown are looked at, as in the beginning
 *
 * Without that only those are computed that somebody asks for, and what they need.
 */
void studio_live_set_sees_all (StudioLive *live, gboolean sees_all);

/**
 * studio_live_want:
 * @live: a computation
 * @viewer: who looks at pipes
 * @pipes: (nullable) (element-type utf8): ids of these pipes, as
 * studio_session_dup_pipe_id() makes them, in the place of those that @viewer looked at
 * before; NULL for none
 *
 * Asks for what pipes carry.
 */
void studio_live_want (StudioLive *live, gconstpointer viewer, const GPtrArray *pipes);

/* Whether it may be known soon what flows out of a node: it is asked for, and is being
 * computed. */
gboolean studio_live_is_awaited (StudioLive *live, const char *node, const char *port);

/**
 * studio_live_dup_signal:
 * @live: a computation
 * @node: the name of a node of what is shown
 * @port: one of its outputs
 *
 * Returns: (transfer full) (nullable): what flows out of it, which may still grow; NULL
 *   if that is not known
 */
ImSignal *studio_live_dup_signal (StudioLive *live, const char *node, const char *port);

/* FALSE if what pipes carry stays from before, because the last computation failed. */
gboolean studio_live_is_current (StudioLive *live);

G_END_DECLS
