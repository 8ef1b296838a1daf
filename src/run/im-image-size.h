/* How much memory a program takes, by the kind of its sections.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ImImageSize:
 * @text: bytes of code, in flash
 * @rodata: bytes of constants, in flash
 * @data: bytes of variables with a value, in flash and RAM
 * @bss: bytes of variables that start as zero, in RAM
 */
typedef struct
{
  gint64 text;
  gint64 rodata;
  gint64 data;
  gint64 bss;
} ImImageSize;

/**
 * im_image_size_read:
 * @image: an ELF file
 * @size: (out): the sizes of all sections that are loaded; untouched on failure
 *
 * Reads the section headers of a program for a machine with the byte order of this one,
 * 32 or 64 bits wide. Source: System V Application Binary Interface, "Object Files".
 *
 * Returns: whether @image is such a file
 */
gboolean im_image_size_read (GBytes *image, ImImageSize *size);

/**
 * im_image_size_subtract:
 * @size: sizes of a program, changed
 * @other: those of a program that has less in it
 *
 * Subtracts, so that what only @size has is left.
 */
void im_image_size_subtract (ImImageSize *size, const ImImageSize *other);

gint64 im_image_size_get_flash (const ImImageSize *size);
gint64 im_image_size_get_ram (const ImImageSize *size);

G_END_DECLS
