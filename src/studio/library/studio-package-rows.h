/* What is in a folder of units, as a list of rows.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "package/im-package-survey.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_PACKAGE_ROW (studio_package_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioPackageRow, studio_package_row, STUDIO, PACKAGE_ROW, GObject)

/* The texts of a row: its properties `title`, `detail` and `state`. */
gboolean studio_package_row_is_heading (StudioPackageRow *row);

gboolean studio_package_row_has_detail (StudioPackageRow *row);

/* Returns: (nullable): the id of the unit that the row lists */
const char *studio_package_row_get_unit (StudioPackageRow *row);

/* Returns: (nullable): the file that the row is about */
const char *studio_package_row_get_path (StudioPackageRow *row);

/**
 * studio_package_rows_fill:
 * @rows: (element-type StudioPackageRow): where rows are appended
 * @survey: what is in the folder
 * @problems: what is wrong with it
 *
 * Makes rows of units, of files, of what is worth knowing, and of problems, each kind
 * below a heading that counts them.
 */
void studio_package_rows_fill (GListStore *rows,
                               const ImPackageSurvey *survey,
                               const ImDiagnostics *problems);

G_END_DECLS
