/* Copies of units and operators that others keep, to be edited.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "unit/im-unit-library.h"

G_BEGIN_DECLS

/**
 * studio_unit_copy_choose:
 * @parent: the window that asks
 * @unit: a unit or an operator of SkriptND
 * @library: where it is
 *
 * Lets the user say where a copy goes, and opens it there. Of an operator all of the
 * module is copied, since its operators call each other, and may be called anew; of other
 * units see im_unit_copy().
 */
void studio_unit_copy_choose (GtkWindow *parent,
                              const ImUnit *unit,
                              ImUnitLibrary *library);

G_END_DECLS
