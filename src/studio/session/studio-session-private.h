/* What the parts of the session share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "studio/session/studio-problem.h"
#include "studio/session/studio-session.h"

G_BEGIN_DECLS

struct _StudioSession
{
  GObject parent_instance;

  ImDocument *document;
  char *unit_id;       /* of the unit that is shown */
  GPtrArray *selected; /* char*: names of nodes, the last one was selected last */
  StudioSteps *steps;
  double zoom;
  GStrv scope;          /* the layers that are gone into */
  GListStore *problems; /* StudioProblem */
  GHashTable *by_node;  /* see studio_session_get_problems_by_node() */
  StudioProblemCounts counts;
  GListStore *lanes;  /* StudioLane */
  GPtrArray *awaited; /* of pipes that become lanes as soon as they are computed */
  gboolean can_export;
  char *obstacle;               /* to an export, or NULL */
  ImUnitEvaluation *trial;      /* of a unit that is no pipeline, or NULL */
  guint finding;                /* source that looks for problems, or 0 */
  gboolean is_finding;          /* a thread does */
  ImDiagnostics *of_code;       /* what compilers said of the code of the unit, or NULL */
  GCancellable *compiling;      /* the compilers that look at it, or NULL */
  StudioLive *live;             /* what pipes carry */
  StudioOrigin *origin;         /* of the value that is marked */
  StudioMarks *marks;           /* of layers on the canvas */
  StudioBudget *budget;         /* what it takes of a board */
  StudioDivergence *divergence; /* where its builds differ */
  GArray *examples;             /* what came of those of the unit, or NULL */
  ImDiagnostics *of_examples;   /* the problems that are those, or NULL */
  GCancellable *running;        /* the examples that run, or NULL */
  gint64 changed_at;            /* when the document changed last, in microseconds */
};

/* Looks for the problems of the document when there is nothing else to do, behind an edit
 * when edits have come to rest. */
void studio_session_find_soon (StudioSession *session);
void studio_session_find_behind_edit (StudioSession *session);

/* Tells the problems that are known now again. */
void studio_session_tell_problems (StudioSession *session);

/* Lets compilers look at the code of a unit that is no pipeline, with the inputs that are
 * tried, and forgets what they said of the code before. */
void studio_session_check_code (StudioSession *session);
void studio_session_forget_code (StudioSession *session);

/* Makes what proves a pipeline, lets that follow its document, and ends it. */
void studio_session_begin_proof (StudioSession *session);
void studio_session_follow_proof (StudioSession *session);
void studio_session_end_proof (StudioSession *session);

/* Lets lanes of pipes show what these carry now. */
void studio_session_renew_pipes (StudioSession *self);
void studio_session_check_origin (StudioSession *self);

/* Asks for the pipes of lanes, and for those that become lanes. */
void studio_session_want_pipes (StudioSession *self);
void studio_session_free_awaited (gpointer data);

/* Forgets what came of the examples, and ends those that run. */
void studio_session_forget_examples (StudioSession *session);

G_END_DECLS
