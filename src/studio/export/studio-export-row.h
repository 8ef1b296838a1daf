/* Rows with a box to check: what a bundle has, what it is compiled for.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "bundle/files/im-bundle-format.h"
#include "run/im-target.h"

G_BEGIN_DECLS

/* Makes a row with a box in front of its title; sets @row to it. */
GtkCheckButton *studio_export_row_new (const char *title,
                                       const char *subtitle,
                                       GtkWidget **row);

/* The same for a target; it is not sensitive where there is no compiler, and says so. */
GtkCheckButton *studio_export_row_new_target (ImTargetId id, GtkWidget **row);

/* What a bundle gets for a build system, in the user's language. */
const char *studio_export_row_describe_format (ImBundleFormatId id);

G_END_DECLS
