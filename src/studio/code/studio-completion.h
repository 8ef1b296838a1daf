/* Completion in a text, shown by the editor.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtksourceview/gtksource.h>

#include "document/help/im-completion.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_COMPLETION (studio_completion_get_type ())
G_DECLARE_FINAL_TYPE (StudioCompletion, studio_completion, STUDIO, COMPLETION, GObject)

/**
 * StudioCompletionFunc:
 * @data: what studio_completion_add() was given
 * @source: the text
 * @cursor: a byte in it
 * @start: (out): where the word begins that is completed
 *
 * Returns: (transfer full) (element-type ImCompletionItem): what may stand there
 */
typedef GPtrArray *(*StudioCompletionFunc) (gpointer data,
                                            ImSource *source,
                                            gsize cursor,
                                            gsize *start);

/**
 * studio_completion_add:
 * @view: an editor
 * @func: lists what may stand at the cursor
 * @data: for @func
 * @destroy: (nullable): frees @data
 * @triggers: characters behind which the list opens by itself; static
 *
 * Completes in a view from now on.
 *
 * Returns: (transfer full): for studio_completion_remove()
 */
StudioCompletion *studio_completion_add (GtkSourceView *view,
                                         StudioCompletionFunc func,
                                         gpointer data,
                                         GDestroyNotify destroy,
                                         const char *triggers);

/* Does not complete any more, and forgets the completion. */
void studio_completion_remove (StudioCompletion *completion, GtkSourceView *view);

G_END_DECLS
