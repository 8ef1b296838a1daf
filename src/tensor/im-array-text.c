/* SPDX-License-Identifier: MIT
 *
 * Arrays as text. Integers go through integers, never through double, so that 64 bits are
 * exact.
 */
#include "tensor/im-array.h"

#include <math.h>
#include <string.h>

#include "base/im-arena.h"
#include "base/im-text.h"
#include "tensor/im-half.h"
#include "tensor/im-tensor-type.h"

#define LONGEST_QUOTE 20 /* of what was found instead, in characters */
#define HALF_DIGITS   5  /* enough to tell any two halves apart */

#define BLANKS "\t\n\v\f\r "

static void
append_half (GString *out, guint16 bits)
{
  double value = im_half_to_double (bits);
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  /* Whole numbers, infinities and NaN. */
  if (!(fmod (fabs (value), 1.0) > 0))
    {
      im_text_append_double (out, value);
      return;
    }

  for (int precision = 1; precision <= HALF_DIGITS; precision++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", precision);
      g_ascii_formatd (buffer, sizeof buffer, format, value);
      if (im_half_from_double (g_ascii_strtod (buffer, NULL)) == bits)
        break;
    }
  g_string_append (out, buffer);
}

/* An element of any type of stored integers but uint64. */
static gint64
load_integer (const ImArray *array, gsize index)
{
  const ImDTypeInfo *info = im_dtype_get_info (array->dtype);
  gboolean is_unsigned = info->family == IM_DTYPE_FAMILY_UINT;

  switch (info->size_bytes)
    {
    case 1:
      return is_unsigned ? ((const guint8 *) array->data)[index]
                         : ((const gint8 *) array->data)[index];
    case 2:
      return is_unsigned ? ((const guint16 *) array->data)[index]
                         : ((const gint16 *) array->data)[index];
    case 4:
      return is_unsigned ? (gint64) ((const guint32 *) array->data)[index]
                         : (gint64) ((const gint32 *) array->data)[index];
    default:
      return ((const gint64 *) array->data)[index];
    }
}

void
im_array_append_element (const ImArray *array, gsize index, GString *out)
{
  g_return_if_fail (index < array->count);

  if (array->dtype == IM_DTYPE_FLOAT16)
    append_half (out, ((const guint16 *) array->data)[index]);
  else if (array->dtype == IM_DTYPE_FLOAT32)
    im_text_append_float (out, ((const float *) array->data)[index]);
  else if (array->dtype == IM_DTYPE_FLOAT64)
    im_text_append_double (out, ((const double *) array->data)[index]);
  else if (array->dtype == IM_DTYPE_UINT64)
    g_string_append_printf (out, "%" G_GUINT64_FORMAT,
                            ((const guint64 *) array->data)[index]);
  else
    g_string_append_printf (out, "%" G_GINT64_FORMAT, load_integer (array, index));
}

void
im_array_append_text (const ImArray *array, gsize max_elements, GString *out)
{
  gsize shown = MIN (array->count, max_elements);

  g_string_append (out, im_dtype_get_info (array->dtype)->name);
  im_shape_append_text (&array->shape, out);
  g_string_append_c (out, '{');
  for (gsize i = 0; i < shown; i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      im_array_append_element (array, i, out);
    }
  if (shown < array->count)
    g_string_append (out, shown > 0 ? ",…" : "…");
  g_string_append_c (out, '}');
}

/* A text and where its reading stands. */
typedef struct
{
  const char *start;
  const char *p;
} Cursor;

static void
skip_blanks (Cursor *cursor)
{
  while (g_ascii_isspace (*cursor->p))
    cursor->p++;
}

/* Fails at the place of the cursor: @expected, then @name. */
static gboolean
fail (const Cursor *cursor, GError **error, const char *expected, const char *name)
{
  const char *p = cursor->p;
  gsize quoted_bytes = strnlen (p, LONGEST_QUOTE * 4);
  g_autofree char *before = g_utf8_make_valid (cursor->start, p - cursor->start);
  g_autofree char *behind = g_utf8_make_valid (p, (gssize) quoted_bytes);
  g_autofree char *found = g_utf8_substring (
      behind, 0, MIN (g_utf8_strlen (behind, -1), LONGEST_QUOTE));
  const char *opening = *p == '\0' ? "the end" : "“", *closing = *p == '\0' ? "" : "”";

  g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE,
               "expected %s%s at character %ld of the array, found %s%s%s", expected,
               name, g_utf8_strlen (before, -1) + 1, opening, found, closing);

  return FALSE;
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
parse_integer (ImArray *array, gsize index, const char *word)
{
  const ImDTypeInfo *info = im_dtype_get_info (array->dtype);
  guint bits = info->size_bytes * 8;

  if (info->family == IM_DTYPE_FAMILY_UINT)
    {
      guint64 value, limit = G_MAXUINT64 >> (64 - bits);

      if (!g_ascii_string_to_unsigned (word, 10, 0, limit, &value, NULL))
        return FALSE;
      store_integer (array, index, value);
    }
  else
    {
      gint64 value, limit = (gint64) (G_MAXUINT64 >> (65 - bits));

      if (!g_ascii_string_to_signed (word, 10, -limit - 1, limit, &value, NULL))
        return FALSE;
      store_integer (array, index, (guint64) value);
    }

  return TRUE;
}

/* Reads a float; one that is infinite only because the type is too small is refused. */
static gboolean
parse_float (ImArray *array, gsize index, const char *word)
{
  gboolean is_number = strpbrk (word, "0123456789") != NULL;
  char *end;
  double value = g_ascii_strtod (word, &end);

  if (end == word || *end != '\0')
    return FALSE;
  im_array_store (array, index, 1, &value);
  im_array_load (array, index, 1, &value);

  return !is_number || isfinite (value);
}

static gboolean
parse_element (Cursor *cursor, ImArray *array, gsize index, GError **error)
{
  gboolean is_float = im_dtype_is_float (array->dtype);
  gsize length = strcspn (cursor->p, ",{}[]()" BLANKS);
  g_autofree char *word = g_strndup (cursor->p, length);

  if (is_float ? !parse_float (array, index, word) : !parse_integer (array, index, word))
    return fail (cursor, error, is_float ? "a number of " : "a stored integer of ",
                 im_dtype_get_info (array->dtype)->name);

  cursor->p += length;
  return TRUE;
}

static gboolean
parse_elements (Cursor *cursor, ImArray *array, GError **error)
{
  for (gsize i = 0; i < array->count; i++)
    {
      if (i > 0 && *cursor->p != ',')
        return fail (cursor, error, "“,”", "");
      cursor->p += i > 0 ? 1 : 0;
      skip_blanks (cursor);
      if (!parse_element (cursor, array, i, error))
        return FALSE;
      skip_blanks (cursor);
    }

  if (*cursor->p != '}')
    return fail (cursor, error, "“}”", "");
  cursor->p++;
  skip_blanks (cursor);

  return *cursor->p == '\0' || fail (cursor, error, "nothing behind “}”", "");
}

/* Reads the tensor type and the brace behind it. */
static gboolean
parse_type (Cursor *cursor, ImTensorType *type, GError **error)
{
  const char *brace = strchr (cursor->start, '{');

  if (brace == NULL)
    return fail (cursor, error, "an array such as ", "float32[2]{1, 2}");

  g_autofree char *text = g_strndup (cursor->start, (gsize) (brace - cursor->start));
  if (!im_tensor_type_parse (g_strstrip (text), type, error))
    return FALSE;

  cursor->p = strchr (cursor->start, ']') + 1;
  skip_blanks (cursor);
  if (cursor->p != brace)
    return fail (cursor, error, "“{”", ", as an array has no rate and no scaling,");
  cursor->p++;
  skip_blanks (cursor);

  return TRUE;
}

/* Counts the elements before any memory is taken for them. */
static gboolean
check_count (const Cursor *cursor, const ImShape *shape, GError **error)
{
  const char *p = cursor->p;
  gint64 found = *p == '}' || *p == '\0' ? 0 : 1;
  gint32 count;

  if (!im_shape_product (shape, 0, shape->rank, &count, error))
    return FALSE;

  for (; *p != '}' && *p != '\0'; p++)
    found += *p == ',' ? 1 : 0;
  if (found != count)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      im_shape_append_text (shape, text);
      g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_SHAPE,
                   "an array of the shape %s has %d elements, found %" G_GINT64_FORMAT,
                   text->str, count, found);
    }

  return found == count;
}

ImArray *
im_array_parse (ImArena *arena, const char *text, GError **error)
{
  Cursor cursor = { text, text };
  ImTensorType type;

  if (!parse_type (&cursor, &type, error) || !check_count (&cursor, &type.shape, error))
    return NULL;
  ImArray *array = im_array_new (arena, type.dtype, &type.shape, error);

  return array != NULL && parse_elements (&cursor, array, error) ? array : NULL;
}

/* Reads a real number into an element of a Q type; 1 becomes the largest one. */
static gboolean
parse_fraction (Cursor *cursor, ImArray *array, gsize index, GError **error)
{
  gsize length = strcspn (cursor->p, ",{}[]()" BLANKS);
  g_autofree char *word = g_strndup (cursor->p, length);
  char *end;
  double value = g_ascii_strtod (word, &end);

  if (end == word || *end != '\0' || !(fabs (value) <= 1.0))
    return fail (cursor, error, "a number from -1 to 1 for ",
                 im_dtype_get_info (array->dtype)->name);

  im_array_store (array, index, 1, &value);
  cursor->p += length;
  return TRUE;
}

/* Skips the bracket that may open a list; returns the one that closes it, or '\0'. */
static char
skip_opening (Cursor *cursor)
{
  char opening = *cursor->p;

  if (opening != '[' && opening != '(' && opening != '{')
    return '\0';
  cursor->p++;
  skip_blanks (cursor);

  return opening == '[' ? ']' : opening == '(' ? ')' : '}';
}

/* The words of a list up to the bracket that closes it; numbers, if it is right. */
static gint32
count_words (const char *p)
{
  gint32 count = 0;

  for (p += strspn (p, "," BLANKS); *p != '\0' && strchr ("])}", *p) == NULL;
       p += strspn (p, "," BLANKS))
    {
      p += strcspn (p, ",])}" BLANKS);
      count++;
    }

  return count;
}

static gboolean
parse_numbers (Cursor *cursor, ImArray *array, GError **error)
{
  gboolean is_q = im_dtype_get_info (array->dtype)->family == IM_DTYPE_FAMILY_Q;

  for (gsize i = 0; i < array->count; i++)
    {
      if (is_q ? !parse_fraction (cursor, array, i, error)
               : !parse_element (cursor, array, i, error))
        return FALSE;
      skip_blanks (cursor);
      cursor->p += i + 1 < array->count && *cursor->p == ',' ? 1 : 0;
      skip_blanks (cursor);
    }

  return TRUE;
}

/* Reads the bracket @closing, unless it is '\0', and the end. */
static gboolean
parse_end (Cursor *cursor, char closing, GError **error)
{
  char expected[] = { closing, '\0' };

  if (*cursor->p != closing)
    return closing == '\0' ? fail (cursor, error, "nothing behind the last number", "")
                           : fail (cursor, error, "a number or ", expected);
  if (closing == '\0')
    return TRUE;

  cursor->p++;
  skip_blanks (cursor);
  return *cursor->p == '\0' || fail (cursor, error, "nothing behind ", expected);
}

ImArray *
im_array_parse_list (ImArena *arena, ImDType dtype, const char *text, GError **error)
{
  Cursor cursor = { text, text };

  skip_blanks (&cursor);
  char closing = skip_opening (&cursor);
  ImShape shape = { .rank = 1, .size = { count_words (cursor.p) } };
  ImArray *array = im_array_new (arena, dtype, &shape, error);

  return array != NULL && parse_numbers (&cursor, array, error) &&
                 parse_end (&cursor, closing, error)
             ? array
             : NULL;
}
