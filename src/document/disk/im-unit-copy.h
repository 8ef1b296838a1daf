/* Copies of units with the files that they are made of, to be edited.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "unit/im-unit-library.h"

G_BEGIN_DECLS

#define IM_UNIT_COPY_MAX_FILES 500

/**
 * im_unit_copy:
 * @unit: a unit of an .imunit file
 * @library: where ids are that the copy must not have
 * @folder: the folder that the copy goes into
 * @id: (out): what the copy is called: `My.` and the last part of the id, with a number
 * if
 *   @library has that
 * @error: return location for a [error@GLib.FileError], an [error@Im.FileError], or an
 *   [error@Im.XmlEditError] of a file that cannot be rewritten
 *
 * Copies the file of a unit, and the files that it and those name between quotes, such as
 * code, headers, figures and fragments of other packages. They lie to each other as
 * before: a unit that needs `../queue.h` is copied into a folder of a folder. All units
 * of the file have ids of their own in the copy. Only files below the folder with all
 * packages that the unit is from are copied: the shipped ones, or the folder around that
 * of the unit. A file that is there already with the same bytes stays; with others it is
 * an error, and nothing is written.
 *
 * Returns: (nullable): the path of the copied .imunit file
 */
char *im_unit_copy (const ImUnit *unit,
                    ImUnitLibrary *library,
                    const char *folder,
                    char **id,
                    GError **error);

G_END_DECLS
