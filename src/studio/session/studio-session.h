/* What the views of a window share: the document, what is selected in it, and what is
 * wrong with it. Each view binds to it, and none knows another one.
 *
 * What is selected are names of nodes, or of a frame, or of an input, output, option or
 * expression of a stack, which stay what they are where numbers of nodes and layers
 * change with an edit. The selection is no part of the history of the document.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "document/state/im-document-graph.h"
#include "studio/session/studio-budget.h"
#include "studio/session/studio-divergence.h"
#include "studio/session/studio-lane.h"
#include "studio/session/studio-live.h"
#include "studio/session/studio-marks.h"
#include "studio/session/studio-origin.h"
#include "studio/session/studio-steps.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_SESSION (studio_session_get_type ())
G_DECLARE_FINAL_TYPE (StudioSession, studio_session, STUDIO, SESSION, GObject)

/**
 * StudioSessionFunc:
 * @view: who has bound to the session
 * @session: the session
 */
typedef void (*StudioSessionFunc) (gpointer view, StudioSession *session);

/**
 * studio_session_bind:
 * @session: a session
 * @view: an object
 * @changed: (nullable): shows the document, which is there: another one, or as it is now;
 *   what is selected may be something else, too
 * @selected: (nullable): shows what is selected
 *
 * Lets a view follow a session as long as both live.
 */
void studio_session_bind (StudioSession *session,
                          gpointer view,
                          StudioSessionFunc changed,
                          StudioSessionFunc selected);

/* The document, NULL before there is one. */
ImDocument *studio_session_get_document (StudioSession *session);
void studio_session_set_document (StudioSession *session, ImDocument *document);

/* Whether a node is selected. */
gboolean studio_session_is_selected (StudioSession *session, const char *name);

/* The number of the node that was selected last, or -1; of its layer, or -1 if it is
 * none.
 */
gint studio_session_get_node (StudioSession *session);
gint studio_session_get_layer (StudioSession *session);

/* The frame that is selected, NULL if none is. */
const ImUnitFrame *studio_session_get_frame (StudioSession *session);

/* The input, output, option or expression whose name is selected, NULL if none is: in a
 * stack not all of them are nodes. */
const ImParameter *studio_session_get_parameter (StudioSession *session);

/**
 * studio_session_dup_nodes:
 * @session: a session
 * @n: (out): their number
 *
 * Returns: (transfer full) (array length=n): the numbers of the selected nodes, in the
 *   order of the graph
 */
guint *studio_session_dup_nodes (StudioSession *session, guint *n);

/**
 * studio_session_select:
 * @session: a session
 * @nodes: (array length=n): numbers of nodes; the last one is the one that counts where
 *   there can only be one
 * @n: their number
 *
 * Selects these nodes and no others.
 */
void studio_session_select (StudioSession *session, const guint *nodes, guint n);

/**
 * studio_session_select_names:
 * @session: a session
 * @names: (transfer full) (element-type utf8): names of nodes, freed with it
 *
 * Like studio_session_select().
 */
void studio_session_select_names (StudioSession *session, GPtrArray *names);

/* Selects one layer, or nothing if it is -1. Who shows what is selected shows it again if
 * it was before: it may be out of sight. */
void studio_session_select_layer (StudioSession *session, gint layer);

/**
 * studio_session_select_path:
 * @session: a session
 * @path: of a layer from the main unit on, such as `window/queue`
 *
 * Selects the layer, or that of those which are shown that it is inside of; nothing where
 * none of these is shown.
 */
void studio_session_select_path (StudioSession *session, const char *path);

/* How large the canvas is seen, from STUDIO_MIN_ZOOM to STUDIO_MAX_ZOOM: the property
 * `zoom`. It is 1 where another unit is shown.
 */
#define STUDIO_MIN_ZOOM 0.1
#define STUDIO_MAX_ZOOM 4.0
double studio_session_get_zoom (StudioSession *session);
void studio_session_set_zoom (StudioSession *session, double zoom);

/* The names of the layers that are gone into, from the outermost on: the property
 * `scope`. Leaving them until so many are left. */
const char *const *studio_session_get_scope (StudioSession *session);
guint studio_session_get_depth (StudioSession *session);
void studio_session_leave (StudioSession *session, guint depth);

/* What has been done to the document and can be redone, the same list for all documents:
 * the property `steps`. */
StudioSteps *studio_session_get_steps (StudioSession *session);

/**
 * studio_session_get_problems:
 * @session: a session
 *
 * All problems of the document as they were found last, with the contracts that do not
 * hold with what is tried of a unit: errors, then warnings, then what is not known yet.
 * How many there are, whether the document can be exported, and if not why, are
 * properties.
 *
 * Returns: a list of #StudioProblem, the same one for all documents
 */
GListModel *studio_session_get_problems (StudioSession *session);

/**
 * studio_session_get_problems_by_node:
 * @session: a session
 *
 * Which of these are errors and warnings at which node, until the signal `found`; none
 * where another unit is shown of which they are not known yet.
 *
 * Returns: (element-type utf8 GPtrArray): see studio_problem_list_by_node()
 */
GHashTable *studio_session_get_problems_by_node (StudioSession *session);

gboolean studio_session_can_export (StudioSession *session);

/**
 * studio_session_take_trial:
 * @session: a session whose document shows a unit that is no pipeline
 * @trial: (transfer full): what is tried of the unit, and what comes of it
 *
 * Tells who follows `trial` until the next change of the document.
 */
void studio_session_take_trial (StudioSession *session, ImUnitEvaluation *trial);

/* The signals that are shown over time: a list of #StudioLane, the same one always. */
GListStore *studio_session_get_lanes (StudioSession *session);

/* The lane with an id, or NULL. */
StudioLane *studio_session_find_lane (StudioSession *session, const char *id);

/**
 * studio_session_pin:
 * @session: a session
 * @id: what no other lane has, such as the name of an output of a layer
 * @title: what the user reads; of a lane that is there it stays
 * @signal: what is shown
 * @position: where a new lane stands
 *
 * Shows a signal over time that is none of a pipe: in the lane that has the id, which
 * stays as it is otherwise, or in a new one.
 */
void studio_session_pin (StudioSession *session,
                         const char *id,
                         const char *title,
                         ImSignal *signal,
                         guint position);
void studio_session_unpin (StudioSession *session, const char *id);

/* The id of the lane that shows what flows out of an output of a node. */
char *studio_session_dup_pipe_id (const char *node, const char *port);

/**
 * studio_session_pin_pipe:
 * @session: a session
 * @node: the name of a node
 * @port: one of its outputs
 *
 * Shows what flows out of a node over time, from now on always as it is computed last.
 *
 * What nobody has looked at is computed first.
 *
 * Returns: FALSE if nothing is known of it, and nothing will be
 */
gboolean studio_session_pin_pipe (StudioSession *session,
                                  const char *node,
                                  const char *port);

/**
 * studio_session_mark_value:
 * @session: a session
 * @lane: (nullable): a lane of it; NULL to mark nothing, as one that is of no pipe
 * @value: one of its values
 *
 * Marks a value with all that it is made of, until another one is, or its pipe is gone.
 */
void studio_session_mark_value (StudioSession *session, StudioLane *lane, guint64 value);

/* Shows all pipes over time that the marked value is made of, above its lane. */
void studio_session_pin_origin (StudioSession *session);

/* Where the marked value comes from, the same object for all values. */
StudioOrigin *studio_session_get_origin (StudioSession *session);

/* What pipes carry with a recording, how layers are marked, what the pipeline takes of a
 * board, and where its builds differ: the same objects for all documents. */
StudioLive *studio_session_get_live (StudioSession *session);
StudioMarks *studio_session_get_marks (StudioSession *session);
StudioBudget *studio_session_get_budget (StudioSession *session);
StudioDivergence *studio_session_get_divergence (StudioSession *session);

/* What is tried of the unit that is shown, or NULL. */
ImUnitEvaluation *studio_session_get_trial (StudioSession *session);

/**
 * studio_session_try:
 * @session: a session whose document shows a unit that is no pipeline
 * @name: an option or input of it
 * @text: a value of the option, or a type of the input
 *
 * Asks the page of the unit, which takes the next trial, to try that: the signal `try`.
 */
void studio_session_try (StudioSession *session, const char *name, const char *text);

G_END_DECLS
