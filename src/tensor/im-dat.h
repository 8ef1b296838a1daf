/* Arrays in the tensor files of NNEF: the variables of a model, `<name>.dat`.
 *
 * A header of 128 bytes, little endian, then the elements row by row: the bytes 4E EF,
 * the version 1.0, and as 32 bits each the number of bytes behind the header, the rank,
 * 8 extents of which the first are used, the bits of an element, what an element is, and
 * 19 that are 0. Several bools are in a byte, the first one in the highest bit.
 *
 * Source: NNEF 1.0, "Tensor File Format"; NNEF 2.0, "Container organization".
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tensor/im-array.h"

G_BEGIN_DECLS

#define IM_DAT_MAX_RANK 8

#define IM_DAT_ERROR (im_dat_error_quark ())

/**
 * ImDatError:
 * @IM_DAT_ERROR_FORMAT: it is no such file, or its header is broken
 * @IM_DAT_ERROR_TYPE: elements that are not read
 * @IM_DAT_ERROR_LENGTH: more or fewer bytes than the shape needs
 */
typedef enum
{
  IM_DAT_ERROR_FORMAT,
  IM_DAT_ERROR_TYPE,
  IM_DAT_ERROR_LENGTH,
} ImDatError;

GQuark im_dat_error_quark (void);

/**
 * im_dat_parse:
 * @bytes: what is in the file
 * @path: what messages call it
 * @arena: where the array lives
 * @is_bool: (out): whether its elements are bools; they are uint8 of 0 and 1 then
 * @error: return location for an [error@Im.DatError], [error@Im.ArrayError] or
 *   [error@Im.ShapeError]
 *
 * Reads floats of 16 to 64 bits, integers of 8 to 64, and bools of 1 or 8. Unsigned
 * integers whose first reserved number is not 0 are signed, as older files have it.
 *
 * Returns: (nullable): the array
 */
ImArray *im_dat_parse (GBytes *bytes,
                       const char *path,
                       ImArena *arena,
                       gboolean *is_bool,
                       GError **error);

/**
 * im_dat_load:
 * @path: a file
 * @arena: where the array lives
 * @is_bool: (out): whether its elements are bools
 * @error: return location for the errors of im_dat_parse(), or an [error@Im.FileError]
 *
 * Returns: (nullable): the array
 */
ImArray *im_dat_load (const char *path,
                      ImArena *arena,
                      gboolean *is_bool,
                      GError **error);

/**
 * im_dat_append:
 * @array: an array of floats or integers, of a rank up to IM_DAT_MAX_RANK
 * @is_bool: whether its elements are bools: 1 bit each is written
 * @out: where to append
 *
 * Appends the whole file.
 */
void im_dat_append (const ImArray *array, gboolean is_bool, GString *out);

G_END_DECLS
