/* The breadcrumb of a file: which of its pipelines is shown, if there are several, and
 * which composites of it the canvas is inside of, each a button that leads back to it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "studio/session/studio-session.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_BREADCRUMB (studio_breadcrumb_get_type ())
G_DECLARE_FINAL_TYPE (StudioBreadcrumb, studio_breadcrumb, STUDIO, BREADCRUMB, GtkWidget)

/* Shows where the document is; nothing while it shows its only pipeline. */
void studio_breadcrumb_bind (StudioBreadcrumb *breadcrumb, StudioSession *session);

G_END_DECLS
