/* Copies of shipped operators, to be edited.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "unit/im-unit.h"

G_BEGIN_DECLS

/**
 * studio_unit_copy_choose:
 * @parent: the window that asks
 * @unit: an operator of SkriptND
 *
 * Lets the user say where a copy of its module goes, which may call itself anew, and
 * opens the operator there. All of the module is copied, since its operators call each
 * other.
 */
void studio_unit_copy_choose (GtkWindow *parent, const ImUnit *unit);

G_END_DECLS
