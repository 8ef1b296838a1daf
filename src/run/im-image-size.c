/* SPDX-License-Identifier: MIT */
#include "run/im-image-size.h"

#include <elf.h>
#include <string.h>

typedef struct
{
  guint64 offset; /* of the section headers */
  guint64 n_sections;
  guint64 header_bytes;
  gboolean is_wide;
} Table;

static gboolean
read_table (const guint8 *bytes, gsize length, Table *table)
{
  Elf64_Ehdr wide;
  Elf32_Ehdr narrow;

  if (length < sizeof wide || memcmp (bytes, ELFMAG, SELFMAG) != 0)
    return FALSE;
  if (bytes[EI_DATA] != (G_BYTE_ORDER == G_LITTLE_ENDIAN ? ELFDATA2LSB : ELFDATA2MSB))
    return FALSE;

  table->is_wide = bytes[EI_CLASS] == ELFCLASS64;
  if (table->is_wide)
    {
      memcpy (&wide, bytes, sizeof wide);
      table->offset = wide.e_shoff;
      table->n_sections = wide.e_shnum;
      table->header_bytes = sizeof (Elf64_Shdr);
    }
  else
    {
      memcpy (&narrow, bytes, sizeof narrow);
      table->offset = narrow.e_shoff;
      table->n_sections = narrow.e_shnum;
      table->header_bytes = sizeof (Elf32_Shdr);
    }

  return table->offset <= length &&
         table->n_sections <= (length - table->offset) / table->header_bytes;
}

static void
add (ImImageSize *size, guint64 flags, guint32 type, guint64 bytes)
{
  if ((flags & SHF_ALLOC) == 0)
    return;
  if ((flags & SHF_EXECINSTR) != 0)
    size->text += (gint64) bytes;
  else if ((flags & SHF_WRITE) == 0)
    size->rodata += (gint64) bytes;
  else if (type == SHT_NOBITS)
    size->bss += (gint64) bytes;
  else
    size->data += (gint64) bytes;
}

gboolean
im_image_size_read (GBytes *image, ImImageSize *size)
{
  gsize length;
  const guint8 *bytes = g_bytes_get_data (image, &length);
  ImImageSize sum = { 0 };
  Table table;

  if (!read_table (bytes, length, &table))
    return FALSE;
  for (guint64 i = 0; i < table.n_sections; i++)
    {
      const guint8 *header = bytes + table.offset + i * table.header_bytes;
      Elf64_Shdr wide;
      Elf32_Shdr narrow;

      if (table.is_wide)
        {
          memcpy (&wide, header, sizeof wide);
          add (&sum, wide.sh_flags, wide.sh_type, wide.sh_size);
        }
      else
        {
          memcpy (&narrow, header, sizeof narrow);
          add (&sum, narrow.sh_flags, narrow.sh_type, narrow.sh_size);
        }
    }
  *size = sum;

  return TRUE;
}

void
im_image_size_subtract (ImImageSize *size, const ImImageSize *other)
{
  size->text -= other->text;
  size->rodata -= other->rodata;
  size->data -= other->data;
  size->bss -= other->bss;
}

gint64
im_image_size_get_flash (const ImImageSize *size)
{
  return size->text + size->rodata + size->data;
}

gint64
im_image_size_get_ram (const ImImageSize *size)
{
  return size->data + size->bss;
}
