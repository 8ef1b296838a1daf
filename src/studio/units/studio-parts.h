/* What a pipeline can get that is no unit of a package: inputs, outputs, options,
 * expressions and constants, and frames of a graph. Libraries offer them like units.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "unit/im-unit-file.h"

G_BEGIN_DECLS

typedef enum
{
  STUDIO_PART_INPUT,
  STUDIO_PART_OUTPUT,
  STUDIO_PART_OPTION,
  STUDIO_PART_EXPRESSION,
  STUDIO_PART_CONSTANT,
  STUDIO_PART_FRAME,
  STUDIO_N_PARTS,
} StudioPart;

/* The unit that stands for a part in a library, in the words of the user; it lives as
 * long as the program. */
const ImUnit *studio_parts_get_unit (StudioPart part);

/**
 * studio_parts_find:
 * @unit_id: the id of a unit
 *
 * Returns: the part that it stands for, or STUDIO_N_PARTS
 */
StudioPart studio_parts_find (const char *unit_id);

G_END_DECLS
