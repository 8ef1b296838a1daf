/* A unit that is no pipeline, as a page to read, to try and to correct.
 *
 * Inputs and options have fields for a trial; what they make of outputs, contracts and
 * implementations stands beside these. Texts of the unit can be changed in place.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "studio/common/studio-session.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_UNIT_VIEW (studio_unit_view_get_type ())
G_DECLARE_FINAL_TYPE (StudioUnitView, studio_unit_view, STUDIO, UNIT_VIEW, GtkWidget)

/* Shows the unit that the document shows, unless that is a pipeline. */
void studio_unit_view_bind (StudioUnitView *view, StudioSession *session);

/**
 * studio_unit_view_get_trial:
 * @view: the page
 * @document: the document that is shown
 *
 * Returns: (nullable): what is tried, until it is something else; NULL if the page does
 *   not show the document, as it is a pipeline
 */
ImUnitEvaluation *studio_unit_view_get_trial (StudioUnitView *view, ImDocument *document);

/**
 * studio_unit_view_report:
 * @view: the page
 * @document: the document that is shown
 * @problems: where contracts go that do not hold with what is tried; none if the page
 * does not show the document, as it is a pipeline
 *
 * Tells what the page shows in red. `tried` says that it may be something else now.
 */
void studio_unit_view_report (StudioUnitView *view,
                              ImDocument *document,
                              ImDiagnostics *problems);

G_END_DECLS
