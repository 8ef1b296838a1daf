/* The first rows of a recording, as they stand in its file, and what its columns are.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "recording/im-recording-preview.h"

G_BEGIN_DECLS

/**
 * studio_attach_table_show:
 * @table: what shows them
 * @preview: the rows
 * @columns: (nullable) (array length=n_columns): for each element of an input the column
 *   that it comes from, from 0
 * @n_columns: the number of elements
 *
 * Shows rows in the place of others. Above each column stands whether it is time, or
 * which elements come from it.
 */
void studio_attach_table_show (GtkGrid *table,
                               const ImRecordingPreview *preview,
                               const guint *columns,
                               guint n_columns);

G_END_DECLS
