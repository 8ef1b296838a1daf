/* The numbers of a lane into a file: a dialog for its name, then the file, made in a
 * thread.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "signal/im-signal.h"

G_BEGIN_DECLS

/**
 * studio_lane_export:
 * @widget: a widget of a window with toasts, which tell what came of it
 * @signal: what to write
 * @from: the first value
 * @to: one behind the last
 * @name: what the file is called unless another name is chosen, without its end
 *
 * Asks for a file and writes values to it as im_signal_write() does: CSV, or an array of
 * NumPy, as the name ends, or as the filter of the dialog says.
 */
void studio_lane_export (GtkWidget *widget,
                         ImSignal *signal,
                         guint64 from,
                         guint64 to,
                         const char *name);

G_END_DECLS
