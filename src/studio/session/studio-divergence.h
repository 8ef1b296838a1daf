/* Where the builds of a pipeline differ from its Python and from each other, compared
 * when somebody asks for it, and kept until the next comparison.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "document/state/im-document.h"
#include "recording/im-feed.h"
#include "studio/session/studio-marks.h"
#include "verify/im-divergence.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_DIVERGENCE (studio_divergence_get_type ())
G_DECLARE_FINAL_TYPE (StudioDivergence, studio_divergence, STUDIO, DIVERGENCE, GObject)

/**
 * StudioErrorScale:
 * @STUDIO_ERROR_ABSOLUTE: the largest distance
 * @STUDIO_ERROR_RELATIVE: the largest distance as a part of what is expected
 * @STUDIO_ERROR_ULP: the largest distance in units in the last place
 * @STUDIO_ERROR_DECIBELS: the power of the signal over that of the error
 *
 * How errors of layers are told.
 */
typedef enum
{
  STUDIO_ERROR_ABSOLUTE,
  STUDIO_ERROR_RELATIVE,
  STUDIO_ERROR_ULP,
  STUDIO_ERROR_DECIBELS,
  STUDIO_N_ERRORS,
} StudioErrorScale;

/**
 * studio_divergence_new:
 * @marks: what layers are marked in by their errors
 *
 * Signals: `changed` when something else was found, is under way, or is shown of it.
 *
 * Returns: (transfer full): a comparison that was not made yet
 */
StudioDivergence *studio_divergence_new (StudioMarks *marks);

/* What was found is of what the document was, not of what it is now. */
void studio_divergence_follow (StudioDivergence *divergence, ImDocument *document);

/**
 * studio_divergence_start:
 * @divergence: a comparison
 * @builds: (array length=n_builds): what to compile with and for
 * @n_builds: their number
 * @is_exact: whether no build may contract products and sums, so that all are to give the
 *   same bits
 * @feed: (nullable): a recording to run on besides random frames and edge values
 *
 * Compares the builds of the document, this machine first, in the place of what is under
 * way.
 */
void studio_divergence_start (StudioDivergence *divergence,
                              const ImBuild *builds,
                              guint n_builds,
                              gboolean is_exact,
                              const ImFeed *feed);

/* Stops it; what was found before stays. */
void studio_divergence_cancel (StudioDivergence *divergence);

/* What is done now, such as `cortex-m4f: compiling`; NULL if nothing is. */
const char *studio_divergence_get_activity (StudioDivergence *divergence);

/* Why nothing could be compared, in a sentence, or NULL. */
const char *studio_divergence_get_problem (StudioDivergence *divergence);

/**
 * studio_divergence_get_found:
 * @divergence: a comparison
 * @is_stale: (out) (optional): whether the document has changed since then
 *
 * Returns: (nullable): what was found last
 */
const ImDivergence *studio_divergence_get_found (StudioDivergence *divergence,
                                                 gboolean *is_stale);

/* The name of the recording that it ran on, NULL if there was none. */
const char *studio_divergence_get_recording (StudioDivergence *divergence);

/* What was found as a page of HTML, NULL before that. */
GBytes *studio_divergence_get_report (StudioDivergence *divergence);

/* Where the code of a layer is, as of im_divergence_dup_code(), and its text; NULL if
 * there is none. */
char *studio_divergence_dup_place (StudioDivergence *divergence,
                                   const char *path,
                                   ImLanguage language);
char *studio_divergence_dup_code (StudioDivergence *divergence,
                                  const char *path,
                                  ImLanguage language);

/* How errors are told, and marked at layers. */
StudioErrorScale studio_divergence_get_scale (StudioDivergence *divergence);
void studio_divergence_set_scale (StudioDivergence *divergence, StudioErrorScale scale);

/* Whether somebody looks: else no layer is marked. */
void studio_divergence_set_watched (StudioDivergence *divergence, gboolean is_watched);

/**
 * studio_error_dup_text:
 * @layer: a layer
 * @scale: how to tell errors
 *
 * Returns: its largest error on ordinary data, or `–` if nothing was compared
 */
char *studio_error_dup_text (const ImCompareLayer *layer, StudioErrorScale scale);

G_END_DECLS
