/* SPDX-License-Identifier: MIT */
#include "tensor/im-dat.h"

#include <string.h>

#include "base/im-file.h"

#define MAX_BYTES     ((gsize) 128 << 20) /* IM_ARRAY_MAX_ELEMENTS of 8 bytes, and more */
#define HEADER_LENGTH 128
#define MAGIC         "\x4E\xEF"
#define VERSION       1

/* Where the numbers of the header lie, in bytes. */
enum
{
  AT_LENGTH = 4,
  AT_RANK = 8,
  AT_EXTENTS = 12,
  AT_BITS = 44,
  AT_KIND = 48,
  AT_RESERVED = 52,
};

typedef enum
{
  KIND_FLOAT,
  KIND_UINT,
  KIND_QUINT,
  KIND_QINT,
  KIND_INT,
  KIND_BOOL,
  N_KINDS,
} Kind;

static const struct
{
  const char *name;
  ImDTypeFamily family;
} kinds[N_KINDS] = {
  [KIND_FLOAT] = { "float", IM_DTYPE_FAMILY_FLOAT },
  [KIND_UINT] = { "uint", IM_DTYPE_FAMILY_UINT },
  [KIND_QUINT] = { "quantized uint", IM_DTYPE_FAMILY_UINT },
  [KIND_QINT] = { "quantized int", IM_DTYPE_FAMILY_INT },
  [KIND_INT] = { "int", IM_DTYPE_FAMILY_INT },
  [KIND_BOOL] = { "bool", IM_DTYPE_FAMILY_UINT },
};

G_DEFINE_QUARK (im_dat_error, im_dat_error)

typedef struct
{
  const char *path;
  const guint8 *bytes;
  gsize length;
  GError **error;
  Kind kind;
  guint bits;
  ImDType dtype;
  ImShape shape;
  gsize count;
} Header;

G_GNUC_PRINTF (3, 4)
static gboolean
fail (const Header *header, ImDatError code, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (header->error, IM_DAT_ERROR, (int) code, "%s: %s", header->path, message);

  return FALSE;
}

static guint32
get_number (const Header *header, gsize at)
{
  guint32 number = 0;

  memcpy (&number, header->bytes + at, sizeof number);

  return GUINT32_FROM_LE (number);
}

static gboolean
read_preamble (const Header *header)
{
  if (header->length < HEADER_LENGTH)
    return fail (header, IM_DAT_ERROR_LENGTH,
                 "expected a header of %d bytes, found %" G_GSIZE_FORMAT " bytes in all",
                 HEADER_LENGTH, header->length);
  if (memcmp (header->bytes, MAGIC, strlen (MAGIC)) != 0)
    return fail (header, IM_DAT_ERROR_FORMAT,
                 "expected a tensor file of NNEF, which begins with 4E EF, found %02X "
                 "%02X",
                 header->bytes[0], header->bytes[1]);
  if (header->bytes[2] != VERSION)
    return fail (header, IM_DAT_ERROR_FORMAT, "expected version %d.0, found %u.%u",
                 VERSION, header->bytes[2], header->bytes[3]);

  return TRUE;
}

/* The first extent is the outermost one. */
static gboolean
read_shape (Header *header)
{
  guint rank = get_number (header, AT_RANK);
  guint64 count = 1;

  if (rank > IM_DAT_MAX_RANK)
    return fail (header, IM_DAT_ERROR_FORMAT, "expected a rank from 0 to %d, found %u",
                 IM_DAT_MAX_RANK, rank);
  header->shape.rank = rank;
  for (guint i = 0; i < rank; i++)
    {
      guint32 extent = get_number (header, AT_EXTENTS + 4 * i);

      if (extent > G_MAXINT32 || __builtin_mul_overflow (count, extent, &count) ||
          count > IM_ARRAY_MAX_ELEMENTS)
        return fail (header, IM_DAT_ERROR_FORMAT,
                     "extent %u is %u, so that there are more than %d elements", i,
                     extent, IM_ARRAY_MAX_ELEMENTS);
      header->shape.size[rank - 1 - i] = (gint32) extent;
    }
  header->count = count;

  return TRUE;
}

static gboolean
find_dtype (ImDTypeFamily family, guint bits, ImDType *dtype)
{
  for (guint i = 0; i < IM_N_DTYPES; i++)
    {
      const ImDTypeInfo *info = im_dtype_get_info (i);

      if (info->family == family && info->numpy_kind != 0 && info->size_bytes * 8 == bits)
        {
          *dtype = (ImDType) i;
          return TRUE;
        }
    }

  return FALSE;
}

static gboolean
read_type (Header *header)
{
  guint32 kind = get_number (header, AT_KIND);

  header->bits = get_number (header, AT_BITS);
  if (kind >= N_KINDS)
    return fail (header, IM_DAT_ERROR_TYPE,
                 "expected elements of type 0 to %d, which is float to bool, found %u",
                 N_KINDS - 1, kind);
  header->kind = kind;
  if (kind == KIND_QUINT || kind == KIND_QINT)
    return fail (header, IM_DAT_ERROR_TYPE,
                 "elements of type %u, %s, are not read; float, uint, int and bool are",
                 kind, kinds[kind].name);
  if (kind == KIND_UINT && get_number (header, AT_RESERVED) != 0)
    header->kind = KIND_INT;
  if (kind == KIND_BOOL && header->bits == 1)
    {
      header->dtype = IM_DTYPE_UINT8;
      return TRUE;
    }
  if ((kind != KIND_BOOL || header->bits == 8) &&
      find_dtype (kinds[header->kind].family, header->bits, &header->dtype))
    return TRUE;

  return fail (header, IM_DAT_ERROR_TYPE, "there are no %s elements of %u bits; %s",
               kinds[header->kind].name, header->bits,
               kind == KIND_FLOAT  ? "16, 32 and 64 bits are read"
               : kind == KIND_BOOL ? "1 and 8 bits are read"
                                   : "8, 16, 32 and 64 bits are read");
}

static gboolean
check_length (const Header *header)
{
  gsize expected = (header->count * header->bits + 7) / 8;
  gsize found = header->length - HEADER_LENGTH;
  guint32 announced = get_number (header, AT_LENGTH);

  if (announced != expected)
    return fail (header, IM_DAT_ERROR_LENGTH,
                 "the shape and type need %" G_GSIZE_FORMAT
                 " bytes of elements, but the header announces %u",
                 expected, announced);
  if (found != expected)
    return fail (header, IM_DAT_ERROR_LENGTH,
                 "expected %" G_GSIZE_FORMAT " bytes of elements, found %" G_GSIZE_FORMAT,
                 expected, found);

  return TRUE;
}

/* Elements of more than a byte are little endian. */
static void
read_elements (const Header *header, ImArray *array)
{
  const guint8 *from = header->bytes + HEADER_LENGTH;
  guint8 *to = array->data;
  guint size_bytes = header->bits / 8;

  if (header->kind == KIND_BOOL)
    {
      for (gsize i = 0; i < array->count; i++)
        {
          guint byte = from[header->bits == 1 ? i / 8 : i];
          guint mask = header->bits == 1 ? 0x80u >> i % 8 : 0xffu;

          to[i] = (byte & mask) != 0 ? 1 : 0;
        }
      return;
    }
  for (gsize i = 0; i < array->count; i++)
    for (guint j = 0; j < size_bytes; j++)
      to[i * size_bytes + (G_BYTE_ORDER == G_BIG_ENDIAN ? size_bytes - 1 - j : j)] =
          from[i * size_bytes + j];
}

ImArray *
im_dat_parse (GBytes *bytes,
              const char *path,
              ImArena *arena,
              gboolean *is_bool,
              GError **error)
{
  Header header = { .path = path, .error = error };
  ImArray *array = NULL;

  header.bytes = g_bytes_get_data (bytes, &header.length);
  *is_bool = FALSE;
  if (!read_preamble (&header) || !read_shape (&header) || !read_type (&header) ||
      !check_length (&header))
    return NULL;
  array = im_array_new (arena, header.dtype, &header.shape, error);
  if (array == NULL)
    {
      g_prefix_error (error, "%s: ", path);
      return NULL;
    }
  read_elements (&header, array);
  *is_bool = header.kind == KIND_BOOL;

  return array;
}

ImArray *
im_dat_load (const char *path, ImArena *arena, gboolean *is_bool, GError **error)
{
  g_autoptr (GBytes) bytes = im_file_read (path, MAX_BYTES, error);

  return bytes == NULL ? NULL : im_dat_parse (bytes, path, arena, is_bool, error);
}

static void
set_number (guint8 *header, gsize at, guint32 number)
{
  number = GUINT32_TO_LE (number);
  memcpy (header + at, &number, sizeof number);
}

static Kind
get_kind (ImDType dtype, gboolean is_bool)
{
  switch ((guint) im_dtype_get_info (dtype)->family)
    {
    case IM_DTYPE_FAMILY_FLOAT:
      return KIND_FLOAT;
    case IM_DTYPE_FAMILY_INT:
      return KIND_INT;
    default:
      return is_bool ? KIND_BOOL : KIND_UINT;
    }
}

void
im_dat_append (const ImArray *array, gboolean is_bool, GString *out)
{
  guint size_bytes = im_dtype_get_info (array->dtype)->size_bytes;
  guint bits = is_bool ? 1 : size_bytes * 8;
  gsize length = (array->count * bits + 7) / 8;
  const guint8 *from = array->data;
  guint8 header[HEADER_LENGTH] = MAGIC "\x01";
  guint8 *to = NULL;

  g_return_if_fail (array->shape.rank <= IM_DAT_MAX_RANK);
  set_number (header, AT_LENGTH, (guint32) length);
  set_number (header, AT_RANK, array->shape.rank);
  for (guint i = 0; i < array->shape.rank; i++)
    set_number (header, AT_EXTENTS + 4 * i,
                (guint32) array->shape.size[array->shape.rank - 1 - i]);
  set_number (header, AT_BITS, bits);
  set_number (header, AT_KIND, get_kind (array->dtype, is_bool));
  g_string_append_len (out, (const char *) header, HEADER_LENGTH);
  g_string_set_size (out, out->len + length);
  to = (guint8 *) out->str + out->len - length;
  memset (to, 0, length);
  for (gsize i = 0; i < array->count && is_bool; i++)
    to[i / 8] |= (guint8) ((from[i] != 0) << (7 - i % 8));
  for (gsize i = 0; i < length && !is_bool; i++)
    to[i] = from[G_BYTE_ORDER == G_BIG_ENDIAN
                     ? i - i % size_bytes + size_bytes - 1 - i % size_bytes
                     : i];
}
