/* How far a recording has come that is still being made.
 *
 * Who records writes rows to the file and says how many are complete; who reads the file
 * waits for them. Each may be in a thread of its own, and there may be several readers.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ImGrowth ImGrowth;

ImGrowth *im_growth_new (void);
ImGrowth *im_growth_ref (ImGrowth *growth);
void im_growth_unref (ImGrowth *growth);

/* Says that the file has so many rows more, as a whole. */
void im_growth_add (ImGrowth *growth, guint64 n_rows);

/* Says that the file is as it will stay. */
void im_growth_end (ImGrowth *growth);

guint64 im_growth_get_rows (ImGrowth *growth);
gboolean im_growth_is_over (ImGrowth *growth);

/**
 * im_growth_wait:
 * @growth: a recording that is being made
 * @n_rows: how many rows are known
 * @cancellable: (nullable): ends the wait
 * @error: return location for G_IO_ERROR_CANCELLED
 *
 * Waits until there are more rows, or there will be none.
 *
 * Returns: FALSE if it was cancelled
 */
gboolean im_growth_wait (ImGrowth *growth,
                         guint64 n_rows,
                         GCancellable *cancellable,
                         GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImGrowth, im_growth_unref)

G_END_DECLS
