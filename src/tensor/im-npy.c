/* SPDX-License-Identifier: MIT
 *
 * The header is the text of a Python dictionary with three keys, padded so that the
 * elements begin at a multiple of 64 bytes.
 */
#include "tensor/im-npy.h"

#include <string.h>

#include "base/im-file.h"

#define MAX_BYTES      ((gsize) 128 << 20) /* IM_ARRAY_MAX_ELEMENTS of 8 bytes, and more */
#define MAGIC          "\x93NUMPY"
#define MAGIC_LENGTH   6
#define VERSION_LENGTH 2
#define ALIGNMENT      64
#define LAST_VERSION   3
#define TEXT_KIND      'U'

#if G_BYTE_ORDER == G_LITTLE_ENDIAN
#define HOST_ORDER '<'
#else
#define HOST_ORDER '>'
#endif

G_DEFINE_QUARK (im_npy_error, im_npy_error)

enum
{
  KEY_DESCR = 1 << 0,
  KEY_ORDER = 1 << 1,
  KEY_SHAPE = 1 << 2,
  ALL_KEYS = KEY_DESCR | KEY_ORDER | KEY_SHAPE,
};

typedef struct
{
  const char *path;
  const char *bytes; /* the whole file */
  const char *next;
  const char *end; /* of the header */
  GError **error;

  gboolean *is_bool; /* NULL where bools are not read */

  guint keys; /* that have been read */
  ImDType dtype;
  gboolean is_swapped;
  gboolean is_fortran;
  ImShape shape;
} Header;

G_GNUC_PRINTF (3, 4)
static gboolean
fail (const Header *header, ImNpyError code, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (header->error, IM_NPY_ERROR, (int) code,
               "%s: byte %" G_GSIZE_FORMAT ": %s", header->path,
               (gsize) (header->next - header->bytes), message);

  return FALSE;
}

static void
skip_space (Header *header)
{
  while (header->next < header->end && g_ascii_isspace (*header->next))
    header->next++;
}

/* Takes a text if it comes next. */
static gboolean
accept (Header *header, const char *text)
{
  gsize length = strlen (text);

  skip_space (header);
  if ((gsize) (header->end - header->next) < length ||
      memcmp (header->next, text, length) != 0)
    return FALSE;
  header->next += length;

  return TRUE;
}

static gboolean
expect (Header *header, const char *text)
{
  return accept (header, text) ||
         fail (header, IM_NPY_ERROR_FORMAT, "expected “%s” in the header", text);
}

/* Reads a string in either kind of quotes. */
static gboolean
read_string (Header *header, const char **start, gsize *length)
{
  skip_space (header);
  char quote = header->next < header->end ? *header->next : '\0';
  if (quote != '\'' && quote != '"')
    return fail (header, IM_NPY_ERROR_FORMAT, "expected a string in the header");

  const char *close = memchr (header->next + 1, quote,
                              (gsize) (header->end - header->next - 1));
  if (close == NULL)
    return fail (header, IM_NPY_ERROR_FORMAT, "expected a string with an end");
  *start = header->next + 1;
  *length = (gsize) (close - *start);
  header->next = close + 1;

  return TRUE;
}

static gboolean
find_dtype (char kind, guint size_bytes, ImDType *dtype)
{
  for (guint i = 0; i < IM_N_DTYPES; i++)
    {
      const ImDTypeInfo *info = im_dtype_get_info (i);

      if (info->numpy_kind == kind && info->size_bytes == size_bytes)
        {
          *dtype = (ImDType) i;
          return TRUE;
        }
    }

  return FALSE;
}

static gboolean
read_descr (Header *header)
{
  const char *text;
  gsize length;

  skip_space (header);
  const char *start = header->next;
  if (start < header->end && *start == '[')
    return fail (header, IM_NPY_ERROR_TYPE, "expected plain elements, found records");
  if (!read_string (header, &text, &length))
    return FALSE;
  if (header->is_bool != NULL && length == 3 && memcmp (text + 1, "b1", 2) == 0)
    {
      *header->is_bool = TRUE;
      header->dtype = IM_DTYPE_UINT8;
      header->keys |= KEY_DESCR;
      return TRUE;
    }
  if (length != 3 || strchr ("<>|=", text[0]) == NULL || !g_ascii_isdigit (text[2]) ||
      !find_dtype (text[1], (guint) (text[2] - '0'), &header->dtype))
    {
      g_autofree char *shown = g_strndup (text, MIN (length, 16));
      g_autofree char *valid = g_utf8_make_valid (shown, -1);

      header->next = start;
      return fail (
          header, IM_NPY_ERROR_TYPE,
          "expected elements of type f2, f4, f8, i1 to i8 or u1 to u8, found “%s”",
          valid);
    }
  header->is_swapped = strchr ("<>", text[0]) != NULL && text[0] != HOST_ORDER;
  header->keys |= KEY_DESCR;

  return TRUE;
}

static gboolean
read_order (Header *header)
{
  header->is_fortran = accept (header, "True");
  header->keys |= KEY_ORDER;

  return header->is_fortran || expect (header, "False");
}

/* Reads `(3, 4)`, `(3,)` or `()`. */
static gboolean
read_shape (Header *header)
{
  if (!expect (header, "("))
    return FALSE;

  const char *close = memchr (header->next, ')', (gsize) (header->end - header->next));
  if (close == NULL)
    return fail (header, IM_NPY_ERROR_FORMAT, "expected “)” behind a shape");

  g_autofree char *text = g_strndup (header->next, (gsize) (close - header->next));
  g_autoptr (GError) failure = NULL;
  g_strchomp (text);
  if (g_str_has_suffix (text, ","))
    text[strlen (text) - 1] = '\0';
  g_autofree char *bracketed = g_strdup_printf ("[%s]", text);
  if (!im_shape_parse (bracketed, -1, &header->shape, &failure))
    return fail (header, IM_NPY_ERROR_FORMAT, "%s", failure->message);
  header->shape.axes = NULL;
  header->next = close + 1;
  header->keys |= KEY_SHAPE;

  return TRUE;
}

static gboolean
read_entry (Header *header)
{
  static const struct
  {
    const char *name;
    gboolean (*read) (Header *header);
  } keys[] = {
    { "descr", read_descr },
    { "fortran_order", read_order },
    { "shape", read_shape },
  };
  const char *name;
  gsize length;

  if (!read_string (header, &name, &length) || !expect (header, ":"))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    if (strlen (keys[i].name) == length && memcmp (keys[i].name, name, length) == 0)
      return keys[i].read (header);

  header->next = name;

  return fail (header, IM_NPY_ERROR_FORMAT,
               "expected one of the keys descr, fortran_order and shape");
}

static gboolean
read_dictionary (Header *header)
{
  if (!expect (header, "{"))
    return FALSE;
  while (!accept (header, "}"))
    if (!read_entry (header) || (!accept (header, ",") && !expect (header, "}")))
      return FALSE;
    else if (header->next[-1] == '}')
      break;

  if (header->keys != ALL_KEYS)
    return fail (header, IM_NPY_ERROR_FORMAT,
                 "expected the keys descr, fortran_order and shape before the end of the "
                 "header");
  if (header->is_fortran && header->shape.rank > 1)
    return fail (header, IM_NPY_ERROR_TYPE,
                 "expected elements in C order, found Fortran order; save "
                 "numpy.ascontiguousarray(..) of it");

  return TRUE;
}

/* Reads what is in front of the dictionary, and so where it ends. */
static gboolean
read_preamble (Header *header, gsize file_length)
{
  const guint8 *length_bytes = (const guint8 *) header->bytes + MAGIC_LENGTH +
                               VERSION_LENGTH;
  gsize preamble = MAGIC_LENGTH + VERSION_LENGTH + 2;

  if (file_length < preamble + 2 || memcmp (header->bytes, MAGIC, MAGIC_LENGTH) != 0)
    return fail (header, IM_NPY_ERROR_FORMAT, "expected an NPY file");

  guint version = (guint8) header->bytes[MAGIC_LENGTH];
  gsize length = length_bytes[0] | (gsize) length_bytes[1] << 8;
  header->next = header->bytes + MAGIC_LENGTH;
  if (version == 0 || version > LAST_VERSION)
    return fail (header, IM_NPY_ERROR_FORMAT, "expected version 1 to %d, found %u",
                 LAST_VERSION, version);
  if (version > 1)
    {
      length |= (gsize) length_bytes[2] << 16 | (gsize) length_bytes[3] << 24;
      preamble += 2;
    }

  header->next = header->bytes + MAGIC_LENGTH + VERSION_LENGTH;
  if (length > file_length - preamble)
    return fail (header, IM_NPY_ERROR_LENGTH,
                 "the header announces %" G_GSIZE_FORMAT
                 " bytes, but only %" G_GSIZE_FORMAT " follow",
                 length, file_length - preamble);
  header->next = header->bytes + preamble;
  header->end = header->next + length;

  return TRUE;
}

void
im_npy_swap (gpointer elements, gsize count, guint size_bytes)
{
  char *data = elements;

  for (gsize i = 0; i < count; i++, data += size_bytes)
    for (guint k = 0; k < size_bytes / 2; k++)
      {
        char byte = data[k];

        data[k] = data[size_bytes - 1 - k];
        data[size_bytes - 1 - k] = byte;
      }
}

static ImArray *
parse (GBytes *bytes, const char *path, ImArena *arena, gboolean *is_bool, GError **error)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  Header header = { .path = path,
                    .bytes = data,
                    .next = data,
                    .error = error,
                    .is_bool = is_bool };

  if (!read_preamble (&header, length) || !read_dictionary (&header))
    return NULL;

  ImArray *array = im_array_new (arena, header.dtype, &header.shape, error);
  if (array == NULL)
    {
      g_prefix_error (error, "%s: ", path);
      return NULL;
    }

  guint size_bytes = im_dtype_get_info (array->dtype)->size_bytes;
  gsize n_expected = array->count * size_bytes,
        n_found = (gsize) (data + length - header.end);
  header.next = header.end;
  if (n_expected != n_found)
    {
      fail (&header, IM_NPY_ERROR_LENGTH,
            "expected %" G_GSIZE_FORMAT " bytes of elements, found %" G_GSIZE_FORMAT,
            n_expected, n_found);
      return NULL;
    }

  if (n_expected > 0)
    memcpy (array->data, header.end, n_expected);
  if (header.is_swapped)
    im_npy_swap (array->data, array->count, size_bytes);

  return array;
}

gboolean
im_npy_parse_header (const char *bytes,
                     gsize length,
                     const char *path,
                     ImNpyHeader *header,
                     GError **error)
{
  Header parsed = { .path = path, .bytes = bytes, .next = bytes, .error = error };

  if (!read_preamble (&parsed, length) || !read_dictionary (&parsed))
    return FALSE;
  *header = (ImNpyHeader){ parsed.dtype, parsed.is_swapped, parsed.shape,
                           (gsize) (parsed.end - bytes) };

  return TRUE;
}

ImArray *
im_npy_parse (GBytes *bytes, const char *path, ImArena *arena, GError **error)
{
  return parse (bytes, path, arena, NULL, error);
}

ImArray *
im_npy_load_any (const char *path, ImArena *arena, gboolean *is_bool, GError **error)
{
  g_autoptr (GBytes) bytes = im_file_read (path, MAX_BYTES, error);

  *is_bool = FALSE;

  return bytes == NULL ? NULL : parse (bytes, path, arena, is_bool, error);
}

ImArray *
im_npy_load (const char *path, ImArena *arena, GError **error)
{
  g_autoptr (GBytes) bytes = im_file_read (path, MAX_BYTES, error);

  return bytes == NULL ? NULL : im_npy_parse (bytes, path, arena, error);
}

/* The size of a text is the number of its characters, of 4 bytes each. */
static void
append_dictionary (char kind, guint size_bytes, const ImShape *shape, GString *out)
{
  g_string_append_printf (out, "{'descr': '%c%c%u', 'fortran_order': False, 'shape': (",
                          size_bytes == 1 && kind != TEXT_KIND ? '|' : HOST_ORDER, kind,
                          size_bytes);
  for (guint i = shape->rank; i-- > 0;)
    g_string_append_printf (out, "%d%s", shape->size[i],
                            i > 0              ? ", "
                            : shape->rank == 1 ? ","
                                               : "");
  g_string_append (out, "), }");
}

static void
append_header (char kind,
               guint size_bytes,
               const ImShape *shape,
               gsize min_length,
               GString *out)
{
  const gsize preamble = MAGIC_LENGTH + VERSION_LENGTH + 2;
  g_autoptr (GString) header = g_string_new (NULL);

  append_dictionary (kind, size_bytes, shape, header);
  while (preamble + header->len + 1 < min_length ||
         (preamble + header->len + 1) % ALIGNMENT != 0)
    g_string_append_c (header, ' ');
  g_string_append_c (header, '\n');

  g_string_append_len (out, MAGIC "\x01\x00", MAGIC_LENGTH + VERSION_LENGTH);
  g_string_append_c (out, (char) (header->len & 0xFF));
  g_string_append_c (out, (char) (header->len >> 8));
  g_string_append_len (out, header->str, (gssize) header->len);
}

void
im_npy_append_header (ImDType dtype, const ImShape *shape, gsize min_length, GString *out)
{
  const ImDTypeInfo *info = im_dtype_get_info (dtype);

  append_header (info->numpy_kind, info->size_bytes, shape, min_length, out);
}

void
im_npy_append_bool_header (const ImShape *shape, GString *out)
{
  append_header ('b', 1, shape, 0, out);
}

void
im_npy_append_texts (const char *const *texts, gsize n, GString *out)
{
  const ImShape shape = { .rank = 1, .size = { (gint32) n } };
  glong length = 1;

  for (gsize i = 0; i < n; i++)
    length = MAX (length, g_utf8_strlen (texts[i], -1));
  append_header (TEXT_KIND, (guint) length, &shape, 0, out);
  for (gsize i = 0; i < n; i++)
    {
      const char *next = texts[i];

      for (glong k = 0; k < length; k++)
        {
          gunichar character = *next == '\0' ? 0 : g_utf8_get_char (next);

          g_string_append_len (out, (const char *) &character, sizeof character);
          next = *next == '\0' ? next : g_utf8_next_char (next);
        }
    }
}
