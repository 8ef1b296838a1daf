/* Which pipes are looked at, and by whom.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _StudioWanted StudioWanted;

StudioWanted *studio_wanted_new (void);
void studio_wanted_free (StudioWanted *wanted);

/* Whether somebody looks at a pipe. */
gboolean studio_wanted_has (const StudioWanted *wanted, const char *pipe);

/* Whether one of some pipes is neither among the keys of @known nor looked at yet. */
gboolean studio_wanted_is_new (const StudioWanted *wanted,
                               const GPtrArray *pipes,
                               GHashTable *known);

/**
 * studio_wanted_set:
 * @wanted: what is looked at
 * @viewer: who looks
 * @pipes: (nullable) (element-type utf8): at what, in the place of what it was before
 */
void studio_wanted_set (StudioWanted *wanted,
                        gconstpointer viewer,
                        const GPtrArray *pipes);

G_END_DECLS
