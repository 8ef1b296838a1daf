/* SPDX-License-Identifier: MIT */
#include "run/im-image-symbols.h"

#include <elf.h>
#include <string.h>

typedef struct
{
  const guint8 *bytes;
  gsize length;
  Elf32_Ehdr header;
} Image;

/* Whether the bytes are in the file. */
static gboolean
has (const Image *image, guint64 offset, guint64 bytes)
{
  return offset <= image->length && bytes <= image->length - offset;
}

static gboolean
read_section (const Image *image, guint number, Elf32_Shdr *section)
{
  guint64 offset = image->header.e_shoff + (guint64) number * sizeof *section;

  if (number >= image->header.e_shnum || !has (image, offset, sizeof *section))
    return FALSE;
  memcpy (section, image->bytes + offset, sizeof *section);

  return section->sh_type == SHT_NOBITS ||
         has (image, section->sh_offset, section->sh_size);
}

static void
clear_symbol (gpointer data)
{
  g_free (((ImImageSymbol *) data)->name);
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  const ImImageSymbol *first = a, *second = b;

  if (first->bytes != second->bytes)
    return first->bytes > second->bytes ? -1 : 1;

  return strcmp (first->name, second->name);
}

static void
add_symbol (const Image *image,
            const Elf32_Shdr *names,
            const Elf32_Sym *symbol,
            GArray *out)
{
  guint type = ELF32_ST_TYPE (symbol->st_info);
  const char *name = (const char *) image->bytes + names->sh_offset + symbol->st_name;
  Elf32_Shdr section;

  if (symbol->st_size == 0 || (type != STT_FUNC && type != STT_OBJECT) ||
      symbol->st_name >= names->sh_size ||
      memchr (name, '\0', names->sh_size - symbol->st_name) == NULL ||
      !read_section (image, symbol->st_shndx, &section))
    return;

  ImImageSymbol row = { g_utf8_make_valid (name, -1), symbol->st_size,
                        (section.sh_flags & SHF_WRITE) != 0 };
  g_array_append_val (out, row);
}

static void
add_table (const Image *image, const Elf32_Shdr *table, GArray *out)
{
  Elf32_Shdr names;

  if (!read_section (image, table->sh_link, &names) || names.sh_type != SHT_STRTAB)
    return;
  for (guint64 at = 0; at + sizeof (Elf32_Sym) <= table->sh_size;
       at += sizeof (Elf32_Sym))
    {
      Elf32_Sym symbol;

      memcpy (&symbol, image->bytes + table->sh_offset + at, sizeof symbol);
      add_symbol (image, &names, &symbol, out);
    }
}

GArray *
im_image_list_symbols (GBytes *image)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (ImImageSymbol));
  Image self = { 0 };

  g_array_set_clear_func (out, clear_symbol);
  self.bytes = g_bytes_get_data (image, &self.length);
  if (self.length < sizeof self.header || memcmp (self.bytes, ELFMAG, SELFMAG) != 0 ||
      self.bytes[EI_CLASS] != ELFCLASS32 ||
      self.bytes[EI_DATA] !=
          (G_BYTE_ORDER == G_LITTLE_ENDIAN ? ELFDATA2LSB : ELFDATA2MSB))
    return out;
  memcpy (&self.header, self.bytes, sizeof self.header);
  for (guint i = 0; i < self.header.e_shnum; i++)
    {
      Elf32_Shdr section;

      if (read_section (&self, i, &section) && section.sh_type == SHT_SYMTAB)
        add_table (&self, &section, out);
    }
  g_array_sort (out, compare);

  return out;
}
