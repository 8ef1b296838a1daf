/* Ids of units of other products, and the units here that compute the same.
 *
 * The table is `stdlib/aliases.ini`. A library looks an id up in it that none of its
 * folders has. Options and sockets that have another name are renamed by
 * im_unit_alias_map() where a file uses such a unit.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "unit/im-unit.h"

G_BEGIN_DECLS

/**
 * im_unit_alias_get_unit:
 * @id: an id that a file has
 *
 * Returns: (nullable): the id of the unit here
 */
const char *im_unit_alias_get_unit (const char *id);

/**
 * im_unit_alias_map:
 * @unit: the unit that @id was found to be
 * @id: an id that a file has
 * @parameter: a parameter of it that the file names
 *
 * Returns: (nullable): its name in @unit, or NULL if it has no meaning there; @parameter
 *   itself if @id is the id of @unit
 */
const char *im_unit_alias_map (const ImUnit *unit, const char *id, const char *parameter);

/**
 * im_unit_alias_unmap:
 * @unit: the unit that @id was found to be
 * @id: an id that a file has
 * @parameter: a parameter of @unit
 *
 * Returns: the name that a file with @id has for it
 */
const char *im_unit_alias_unmap (const ImUnit *unit,
                                 const char *id,
                                 const char *parameter);

G_END_DECLS
