/* SPDX-License-Identifier: MIT */
#include "run/im-image-size.h"

#include <elf.h>
#include <string.h>

/* A program of nothing but section headers. */
typedef struct
{
  Elf64_Ehdr header;
  Elf64_Shdr sections[6];
} Wide;

typedef struct
{
  Elf32_Ehdr header;
  Elf32_Shdr sections[3];
} Narrow;

static void
fill_ident (unsigned char *ident, unsigned char class)
{
  memcpy (ident, ELFMAG, SELFMAG);
  ident[EI_CLASS] = class;
  ident[EI_DATA] = G_BYTE_ORDER == G_LITTLE_ENDIAN ? ELFDATA2LSB : ELFDATA2MSB;
}

static Wide
make_wide (void)
{
  Wide image = {
    .header = { .e_shoff = offsetof (Wide, sections), .e_shnum = 6 },
    .sections = {
      { .sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_EXECINSTR, .sh_size = 100 },
      { .sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC, .sh_size = 20 },
      { .sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_WRITE, .sh_size = 3 },
      { .sh_type = SHT_NOBITS, .sh_flags = SHF_ALLOC | SHF_WRITE, .sh_size = 4000 },
      { .sh_type = SHT_SYMTAB, .sh_flags = 0, .sh_size = 50000 },
      { .sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_EXECINSTR, .sh_size = 7 },
    },
  };

  fill_ident (image.header.e_ident, ELFCLASS64);
  return image;
}

static void
assert_size (const ImImageSize *size, gint64 text, gint64 rodata, gint64 data, gint64 bss)
{
  g_assert_cmpint (size->text, ==, text);
  g_assert_cmpint (size->rodata, ==, rodata);
  g_assert_cmpint (size->data, ==, data);
  g_assert_cmpint (size->bss, ==, bss);
}

static void
test_wide (void)
{
  const Wide image = make_wide ();
  g_autoptr (GBytes) bytes = g_bytes_new (&image, sizeof image);
  ImImageSize size;

  g_assert_true (im_image_size_read (bytes, &size));
  assert_size (&size, 107, 20, 3, 4000);
  g_assert_cmpint (im_image_size_get_flash (&size), ==, 130);
  g_assert_cmpint (im_image_size_get_ram (&size), ==, 4003);
}

static void
test_narrow (void)
{
  Narrow image = {
    .header = { .e_shoff = offsetof (Narrow, sections), .e_shnum = 3 },
    .sections = {
      { .sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_EXECINSTR, .sh_size = 8 },
      { .sh_type = SHT_ARM_EXIDX, .sh_flags = SHF_ALLOC, .sh_size = 16 },
      { .sh_type = SHT_NOBITS, .sh_flags = SHF_ALLOC | SHF_WRITE, .sh_size = 32 },
    },
  };
  g_autoptr (GBytes) bytes = NULL;
  ImImageSize size;

  fill_ident (image.header.e_ident, ELFCLASS32);
  bytes = g_bytes_new (&image, sizeof image);
  g_assert_true (im_image_size_read (bytes, &size));
  assert_size (&size, 8, 16, 0, 32);
}

static void
test_subtract (void)
{
  ImImageSize size = { 10, 20, 30, 40 };
  const ImImageSize other = { 1, 2, 40, 4 };

  im_image_size_subtract (&size, &other);
  assert_size (&size, 9, 18, -10, 36);
}

/* No byte behind the end is read, wherever the file is cut. */
static void
test_bad (void)
{
  Wide image = make_wide ();
  ImImageSize size = { 1, 2, 3, 4 };

  for (gsize length = 0; length < sizeof image; length++)
    {
      g_autofree guint8 *copy = g_memdup2 (&image, MAX (length, 1));
      g_autoptr (GBytes) bytes = g_bytes_new_static (copy, length);

      g_assert_false (im_image_size_read (bytes, &size));
    }

  image.header.e_shoff = G_MAXUINT64 - 8;
  g_autoptr (GBytes) far = g_bytes_new (&image, sizeof image);
  g_assert_false (im_image_size_read (far, &size));
  image = make_wide ();
  image.header.e_ident[EI_DATA] ^= 3;
  g_autoptr (GBytes) swapped = g_bytes_new (&image, sizeof image);
  g_assert_false (im_image_size_read (swapped, &size));
  assert_size (&size, 1, 2, 3, 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/image-size/wide", test_wide);
  g_test_add_func ("/image-size/narrow", test_narrow);
  g_test_add_func ("/image-size/subtract", test_subtract);
  g_test_add_func ("/image-size/bad", test_bad);

  return g_test_run ();
}
