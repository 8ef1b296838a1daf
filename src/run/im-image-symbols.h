/* What a linked program consists of, by the names of its functions and constants.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ImImageSymbol:
 * @name: a function or object
 * @bytes: its size
 * @is_variable: whether it may be written
 */
typedef struct
{
  char *name;
  guint64 bytes;
  gboolean is_variable;
} ImImageSymbol;

/**
 * im_image_list_symbols:
 * @image: an ELF program of 32 bits with the byte order of this machine
 *
 * Reads the symbol table. Source: System V Application Binary Interface, "Symbol Table".
 *
 * Returns: (element-type ImImageSymbol): functions and objects that have a size, the
 *   largest first; none of what is no such file
 */
GArray *im_image_list_symbols (GBytes *image);

G_END_DECLS
