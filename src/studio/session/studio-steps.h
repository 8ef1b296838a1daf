/* The steps of a document as a list, the oldest first: what has been done, and what can
 * be redone.
 *
 * Objects are made for those that somebody holds, however long the list is, and stay the
 * same for as long as their step can be gone to.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "document/state/im-document.h"

G_BEGIN_DECLS

/* One of them, with the properties `name`, `is-current` if the document is at it,
 * `is-undone` if it is behind that, and `is-saved` if the file is what it was then. */
#define STUDIO_TYPE_STEP (studio_step_get_type ())
G_DECLARE_FINAL_TYPE (StudioStep, studio_step, STUDIO, STEP, GObject)

/* A list of #StudioStep with the properties `current`, the number of the step that the
 * document is at, `n-items`, and the names of what can be undone and redone or NULL:
 * `undo-name` and `redo-name`. */
#define STUDIO_TYPE_STEPS (studio_steps_get_type ())
G_DECLARE_FINAL_TYPE (StudioSteps, studio_steps, STUDIO, STEPS, GObject)

StudioSteps *studio_steps_new (void);

/* Takes over what has become of the steps of a document, or those of another one. */
void studio_steps_update (StudioSteps *steps, ImDocument *document);

/* The number of the step that the document is at. */
guint studio_steps_get_current (StudioSteps *steps);

G_END_DECLS
