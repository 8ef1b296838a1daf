/* Arrays in the file format of NumPy, for golden vectors.
 *
 * Read are the versions 1.0 to 3.0 in C order and of either byte order; written is
 * version 1.0 as NumPy writes it, byte for byte. Axes are listed outermost first, as in
 * our printed shapes. Fixed-point types are stored as their integers, and come back as
 * those.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tensor/im-array.h"

G_BEGIN_DECLS

#define IM_NPY_ERROR (im_npy_error_quark ())

/**
 * ImNpyError:
 * @IM_NPY_ERROR_FORMAT: it is no NPY file, or its header is broken
 * @IM_NPY_ERROR_TYPE: elements of a type or in an order that is not read
 * @IM_NPY_ERROR_LENGTH: more or fewer bytes than the shape needs
 */
typedef enum
{
  IM_NPY_ERROR_FORMAT,
  IM_NPY_ERROR_TYPE,
  IM_NPY_ERROR_LENGTH,
} ImNpyError;

GQuark im_npy_error_quark (void);

/**
 * ImNpyHeader:
 * @dtype: the type of the elements
 * @is_swapped: whether they are in the other byte order than that of this machine
 * @shape: of the array
 * @offset: where the elements begin in the file
 */
typedef struct
{
  ImDType dtype;
  gboolean is_swapped;
  ImShape shape;
  gsize offset;
} ImNpyHeader;

/**
 * im_npy_parse_header:
 * @bytes: (array length=length): the start of a file, all of it or a few kilobytes
 * @length: their number
 * @path: what messages call the file
 * @header: (out): what they say
 * @error: return location for an [error@Im.NpyError]
 *
 * Reads what stands in front of the elements, which may be many.
 *
 * Returns: whether it could be read
 */
gboolean im_npy_parse_header (const char *bytes,
                              gsize length,
                              const char *path,
                              ImNpyHeader *header,
                              GError **error);

/* Turns the bytes of each element around. */
void im_npy_swap (gpointer elements, gsize count, guint size_bytes);

/**
 * im_npy_parse:
 * @bytes: what is in the file
 * @path: what messages call it
 * @arena: where the array lives
 * @error: return location for an [error@Im.NpyError], [error@Im.ArrayError] or
 *   [error@Im.ShapeError]
 *
 * Reads an array of float16 to float64, int8 to int64 or uint8 to uint64.
 * Source: NumPy manual, "numpy.lib.format".
 *
 * Returns: (nullable): the array
 */
ImArray *im_npy_parse (GBytes *bytes, const char *path, ImArena *arena, GError **error);

/**
 * im_npy_load:
 * @path: a file
 * @arena: where the array lives
 * @error: return location for the errors of im_npy_parse(), or an [error@Im.FileError]
 *
 * Returns: (nullable): the array
 */
ImArray *im_npy_load (const char *path, ImArena *arena, GError **error);

/**
 * im_npy_load_any:
 * @path: a file
 * @arena: where the array lives
 * @is_bool: (out): whether its elements are bools; they are uint8 of 0 and 1 then
 * @error: return location for the errors of im_npy_load()
 *
 * Reads an array of bools, too.
 *
 * Returns: (nullable): the array
 */
ImArray *im_npy_load_any (const char *path,
                          ImArena *arena,
                          gboolean *is_bool,
                          GError **error);

/* Appends what stands in front of bools, each a byte of 0 or 1. */
void im_npy_append_bool_header (const ImShape *shape, GString *out);

/**
 * im_npy_append_texts:
 * @texts: (array length=n): texts of UTF-8
 * @n: their number
 * @out: where to append
 *
 * Appends a whole array [n] of texts, all as long as the longest one, and so as NumPy
 * reads them: of type `U`, without pickles.
 */
void im_npy_append_texts (const char *const *texts, gsize n, GString *out);

/**
 * im_npy_append_header:
 * @dtype: the element type
 * @shape: the shape
 * @min_length: how long it is at least, so that there is room for another number of rows
 * @out: where to append
 *
 * Appends what stands in front of the elements.
 */
void im_npy_append_header (ImDType dtype,
                           const ImShape *shape,
                           gsize min_length,
                           GString *out);

G_END_DECLS
