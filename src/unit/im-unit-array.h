/* Constant arrays in files beside a unit file, such as the weights of a model.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "lang/im-eval.h"
#include "unit/im-unit-file.h"

G_BEGIN_DECLS

#define IM_UNIT_ARRAY_ERROR (im_unit_array_error_quark ())

/**
 * ImUnitArrayError:
 * @IM_UNIT_ARRAY_ERROR_PATH: a path that is none of a file beside the unit file
 * @IM_UNIT_ARRAY_ERROR_CONTENT: the file holds no array, or another one than is wanted
 */
typedef enum
{
  IM_UNIT_ARRAY_ERROR_PATH,
  IM_UNIT_ARRAY_ERROR_CONTENT,
} ImUnitArrayError;

GQuark im_unit_array_error_quark (void);

/**
 * im_unit_array_read:
 * @file: an ImUnitFile
 * @path: relative to its folder, and not out of it
 * @dtype: (nullable): the wanted element type, see im_array_convert(); needed for `.csv`
 * @arena: where the array lives
 * @error: return location for an [error@Im.UnitArrayError], an [error@Im.FileError], or
 *   those of im_npy_parse() and im_array_convert()
 *
 * Reads an `.npy` or a `.csv` file. Rows of a `.csv` file have equally many finite
 * numbers, between commas or blanks; empty lines and those that begin with `#` are none.
 * It is what an ImEnvironment reads files with.
 *
 * Returns: (nullable): the array, of one axis if it is one row or one column of `.csv`
 */
const ImArray *im_unit_array_read (gconstpointer file,
                                   const char *path,
                                   const ImDType *dtype,
                                   ImArena *arena,
                                   GError **error);

/**
 * im_unit_array_load:
 * @file: a unit file
 * @path: as for im_unit_array_read()
 * @error: return location for an [error@Im.UnitArrayError] or an [error@Im.FileError]
 *
 * Returns: (nullable): what is in the file
 */
GBytes *im_unit_array_load (const ImUnitFile *file, const char *path, GError **error);

/**
 * im_unit_array_list:
 * @unit: a unit
 * @environment: (nullable): what its names stand for
 *
 * Finds the files that expressions of a unit read. Without @environment only those are
 * found whose path is written out.
 *
 * Returns: (transfer full) (element-type utf8): their paths, each once
 */
GPtrArray *im_unit_array_list (const ImUnit *unit, ImEnvironment *environment);

/* Whether expressions of a unit read any files. */
gboolean im_unit_array_is_read (const ImUnit *unit);

G_END_DECLS
