/* What a comparison found of one layer: its errors in each build, and where it is out of
 * tolerance its inputs, what both languages make of them, and its code.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "studio/session/studio-session.h"

G_BEGIN_DECLS

/**
 * studio_finding_new:
 * @session: a session whose comparison has found something
 * @layer: the number of a layer that was compared in one of its builds
 *
 * Returns: (transfer floating): a widget that shows it
 */
GtkWidget *studio_finding_new (StudioSession *session, guint layer);

G_END_DECLS
