/* Undo, redo, and the list of all steps of a document.
 *
 * The list has the oldest step first. The one that the document is at is marked, so is
 * the one that the file has; those behind it can be redone.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "studio/session/studio-session.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_HISTORY (studio_history_get_type ())
G_DECLARE_FINAL_TYPE (StudioHistory, studio_history, STUDIO, HISTORY, GtkWidget)

/* Shows the steps of the document of a session; none if there is no session. */
void studio_history_set_session (StudioHistory *history, StudioSession *session);

/* Opens the list. */
void studio_history_popup (StudioHistory *history);

/* Whether there is room for one button only, that which undoes. */
void studio_history_set_narrow (StudioHistory *history, gboolean is_narrow);

G_END_DECLS
