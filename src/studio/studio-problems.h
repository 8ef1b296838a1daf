/* The list of problems below the canvas. It opens when there are some.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "document/im-document.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_PROBLEMS (studio_problems_get_type ())
G_DECLARE_FINAL_TYPE (StudioProblems, studio_problems, STUDIO, PROBLEMS, GtkWidget)

/* Shows the problems of a document as they are now. */
void studio_problems_update (StudioProblems *problems, ImDocument *document);

G_END_DECLS
