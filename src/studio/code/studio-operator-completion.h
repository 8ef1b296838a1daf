/* Completion in the text of a file of operators, shown by the editor.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

#define STUDIO_TYPE_OPERATOR_COMPLETION (studio_operator_completion_get_type ())
G_DECLARE_FINAL_TYPE (StudioOperatorCompletion,
                      studio_operator_completion,
                      STUDIO,
                      OPERATOR_COMPLETION,
                      GObject)

/* Completes in a view from now on. The file, which may be NULL, says which modules there
 * are. Unreference it when it has been removed with studio_operator_completion_remove().
 */
StudioOperatorCompletion *studio_operator_completion_add (GtkSourceView *view,
                                                          const char *path);

/* Does not complete any more, and forgets the completion. */
void studio_operator_completion_remove (StudioOperatorCompletion *completion,
                                        GtkSourceView *view);

G_END_DECLS
