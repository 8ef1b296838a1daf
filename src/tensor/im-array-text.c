/* SPDX-License-Identifier: MIT
 *
 * Arrays as text. Integers go through integers, never through double, so that 64 bits are
 * exact.
 */
#include "tensor/im-array.h"

#include <string.h>

#include "base/im-arena.h"
#include "base/im-text.h"
#include "tensor/im-half.h"
#include "tensor/im-tensor-type.h"

void
im_array_append_element (const ImArray *array, gsize index, GString *out)
{
  const ImDTypeInfo *info = im_dtype_get_info (array->dtype);

  g_return_if_fail (index < array->count);

  if (array->dtype == IM_DTYPE_FLOAT32)
    im_text_append_float (out, ((const float *) array->data)[index]);
  else if (array->dtype == IM_DTYPE_FLOAT16)
    im_text_append_float (
        out, (float) im_half_to_double (((const guint16 *) array->data)[index]));
  else if (array->dtype == IM_DTYPE_FLOAT64)
    im_text_append_double (out, ((const double *) array->data)[index]);
  else if (array->dtype == IM_DTYPE_UINT64)
    g_string_append_printf (out, "%" G_GUINT64_FORMAT,
                            ((const guint64 *) array->data)[index]);
  else if (array->dtype == IM_DTYPE_INT64)
    g_string_append_printf (out, "%" G_GINT64_FORMAT,
                            ((const gint64 *) array->data)[index]);
  else if (info->family == IM_DTYPE_FAMILY_UINT)
    g_string_append_printf (out, "%u",
                            info->size_bytes == 1 ? ((const guint8 *) array->data)[index]
                            : info->size_bytes == 2
                                ? ((const guint16 *) array->data)[index]
                                : ((const guint32 *) array->data)[index]);
  else
    g_string_append_printf (out, "%d",
                            info->size_bytes == 1 ? ((const gint8 *) array->data)[index]
                            : info->size_bytes == 2
                                ? ((const gint16 *) array->data)[index]
                                : ((const gint32 *) array->data)[index]);
}

void
im_array_append_text (const ImArray *array, gsize max_elements, GString *out)
{
  g_string_append (out, im_dtype_get_info (array->dtype)->name);
  im_shape_append_text (&array->shape, out);
  g_string_append_c (out, '{');
  for (gsize i = 0; i < MIN (array->count, max_elements); i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      im_array_append_element (array, i, out);
    }
  g_string_append (out, array->count > max_elements ? ",…}" : "}");
}

static gboolean
fail (GError **error, const char *expected, const char *found)
{
  g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE, "expected %s, found “%.30s”",
               expected, found);

  return FALSE;
}

static gboolean
store_float (ImArray *array, gsize index, double value)
{
  im_array_store (array, index, 1, &value);

  return TRUE;
}

/* Stores the bits of an integer that is in the range of the type. */
static void
store_integer (ImArray *array, gsize index, guint64 bits)
{
  switch (im_dtype_get_info (array->dtype)->size_bytes)
    {
    case 1:
      ((guint8 *) array->data)[index] = (guint8) bits;
      break;
    case 2:
      ((guint16 *) array->data)[index] = (guint16) bits;
      break;
    case 4:
      ((guint32 *) array->data)[index] = (guint32) bits;
      break;
    default:
      ((guint64 *) array->data)[index] = bits;
      break;
    }
}

static gboolean
parse_integer (ImArray *array, gsize index, const char *word, GError **error)
{
  const ImDTypeInfo *info = im_dtype_get_info (array->dtype);
  guint bits = info->size_bytes * 8;
  gboolean ok;

  if (info->family == IM_DTYPE_FAMILY_UINT)
    {
      guint64 value;

      ok = g_ascii_string_to_unsigned (word, 10, 0, G_MAXUINT64 >> (64 - bits), &value,
                                       NULL);
      if (ok)
        store_integer (array, index, value);
    }
  else
    {
      gint64 value, limit = (gint64) (G_MAXUINT64 >> (65 - bits));

      ok = g_ascii_string_to_signed (word, 10, -limit - 1, limit, &value, NULL);
      if (ok)
        store_integer (array, index, (guint64) value);
    }
  if (!ok)
    g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE,
                 "“%.30s” is no stored integer of %s", word, info->name);

  return ok;
}

static gboolean
parse_element (ImArray *array, gsize index, const char *word, GError **error)
{
  char *end;

  if (!im_dtype_is_float (array->dtype))
    return parse_integer (array, index, word, error);

  double value = g_ascii_strtod (word, &end);
  if (end == word || *end != '\0')
    return fail (error, "a number", word);

  return store_float (array, index, value);
}

static gboolean
parse_elements (ImArray *array, const char *text, GError **error)
{
  const char *p = text;
  gsize n = 0;

  while (p[strspn (p, " \t\n")] != '}' || (n > 0 && n < array->count))
    {
      gsize length = strcspn (p, ",}");
      g_autofree char *word = g_strstrip (g_strndup (p, length));

      if (p[length] == '\0')
        return fail (error, "numbers in braces, such as {1, 2}", text);
      if (n < array->count && !parse_element (array, n, word, error))
        return FALSE;
      n++;
      p += length;
      if (*p == '}')
        break;
      p++;
    }
  if (n != array->count)
    {
      g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_SHAPE,
                   "the shape has %" G_GSIZE_FORMAT " elements, found %" G_GSIZE_FORMAT
                   " numbers",
                   array->count, n);
      return FALSE;
    }
  p += strspn (p, " \t\n") + 1;

  return p[strspn (p, " \t\n")] == '\0' || fail (error, "nothing behind “}”", p);
}

ImArray *
im_array_parse (ImArena *arena, const char *text, GError **error)
{
  const char *brace = strchr (text, '{');
  g_autofree char *type_text = g_strndup (text,
                                          brace == NULL ? 0 : (gsize) (brace - text));
  ImTensorType type;
  ImArray *array;

  if (brace == NULL)
    {
      fail (error, "an array such as float32[2]{1, 2}", text);
      return NULL;
    }
  if (!im_tensor_type_parse (g_strstrip (type_text), &type, error))
    return NULL;
  array = im_array_new (arena, type.dtype, &type.shape, error);

  return array != NULL && parse_elements (array, brace + 1, error) ? array : NULL;
}
