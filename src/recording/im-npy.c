/* SPDX-License-Identifier: MIT
 *
 * The header is the text of a Python dictionary with three keys, padded so that the
 * elements begin at a multiple of 64 bytes.
 */
#include "recording/im-npy.h"

#define MAGIC          "\x93NUMPY"
#define MAGIC_LENGTH   6
#define VERSION_LENGTH 2
#define ALIGNMENT      64

#if G_BYTE_ORDER == G_LITTLE_ENDIAN
#define HOST_ORDER '<'
#else
#define HOST_ORDER '>'
#endif

static void
append_dictionary (ImDType dtype, const ImShape *shape, GString *out)
{
  const ImDTypeInfo *info = im_dtype_get_info (dtype);

  g_string_append_printf (out, "{'descr': '%c%c%u', 'fortran_order': False, 'shape': (",
                          info->size_bytes == 1 ? '|' : HOST_ORDER, info->numpy_kind,
                          info->size_bytes);
  for (guint i = shape->rank; i-- > 0;)
    g_string_append_printf (out, "%d%s", shape->size[i],
                            i > 0              ? ", "
                            : shape->rank == 1 ? ","
                                               : "");
  g_string_append (out, "), }");
}

void
im_npy_append_header (ImDType dtype, const ImShape *shape, gsize min_length, GString *out)
{
  const gsize preamble = MAGIC_LENGTH + VERSION_LENGTH + 2;
  g_autoptr (GString) header = g_string_new (NULL);

  append_dictionary (dtype, shape, header);
  while (preamble + header->len + 1 < min_length ||
         (preamble + header->len + 1) % ALIGNMENT != 0)
    g_string_append_c (header, ' ');
  g_string_append_c (header, '\n');

  g_string_append_len (out, MAGIC "\x01\x00", MAGIC_LENGTH + VERSION_LENGTH);
  g_string_append_c (out, (char) (header->len & 0xFF));
  g_string_append_c (out, (char) (header->len >> 8));
  g_string_append_len (out, header->str, (gssize) header->len);
}
