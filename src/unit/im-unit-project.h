/* Projects: from a preprocessor to a pipeline that stands alone.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "unit/im-unit.h"

G_BEGIN_DECLS

/**
 * im_unit_project_write:
 * @unit: a preprocessor of a project
 * @output: (nullable): what its layers give, NULL if that is not known
 *
 * Writes an .imunit file with a composite that computes the same. Options are the same
 * values as expressions; sockets are on the pipes that they have in the project.
 *
 * Returns: (transfer full): the text of the file
 */
GBytes *im_unit_project_write (const ImUnit *unit, const ImTensorType *output);

G_END_DECLS
