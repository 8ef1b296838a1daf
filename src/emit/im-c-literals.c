/* SPDX-License-Identifier: MIT */
#include "emit/im-c-literals.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/im-escape.h"
#include "base/im-text.h"

typedef enum
{
  CLASS_SIGNED,
  CLASS_UNSIGNED,
  CLASS_FLOAT,
  CLASS_DOUBLE,
  CLASS_BOOL,
  CLASS_POINTER,
  CLASS_OTHER,
} TypeClass;

typedef struct
{
  const char *name;
  TypeClass type_class;
  guint bits;
} TypeRow;

/* Widths are the smallest ones of the targets: int has 32 bits, long too. */
static const TypeRow types[] = {
  { "int", CLASS_SIGNED, 32 },
  { "int32_t", CLASS_SIGNED, 32 },
  { "int16_t", CLASS_SIGNED, 16 },
  { "int8_t", CLASS_SIGNED, 8 },
  { "int64_t", CLASS_SIGNED, 64 },
  { "q7_t", CLASS_SIGNED, 8 },
  { "q15_t", CLASS_SIGNED, 16 },
  { "q31_t", CLASS_SIGNED, 32 },
  { "q63_t", CLASS_SIGNED, 64 },
  { "short", CLASS_SIGNED, 16 },
  { "short int", CLASS_SIGNED, 16 },
  { "long", CLASS_SIGNED, 32 },
  { "long int", CLASS_SIGNED, 32 },
  { "long long", CLASS_SIGNED, 64 },
  { "signed char", CLASS_SIGNED, 8 },
  { "signed", CLASS_SIGNED, 32 },
  { "signed int", CLASS_SIGNED, 32 },
  { "ptrdiff_t", CLASS_SIGNED, 32 },
  { "char", CLASS_UNSIGNED, 7 },
  { "unsigned", CLASS_UNSIGNED, 32 },
  { "unsigned int", CLASS_UNSIGNED, 32 },
  { "unsigned char", CLASS_UNSIGNED, 8 },
  { "unsigned short", CLASS_UNSIGNED, 16 },
  { "unsigned long", CLASS_UNSIGNED, 32 },
  { "unsigned long long", CLASS_UNSIGNED, 64 },
  { "uint8_t", CLASS_UNSIGNED, 8 },
  { "uint16_t", CLASS_UNSIGNED, 16 },
  { "uint32_t", CLASS_UNSIGNED, 32 },
  { "uint64_t", CLASS_UNSIGNED, 64 },
  { "size_t", CLASS_UNSIGNED, 32 },
  { "float", CLASS_FLOAT, 0 },
  { "float32_t", CLASS_FLOAT, 0 },
  { "double", CLASS_DOUBLE, 0 },
  { "float64_t", CLASS_DOUBLE, 0 },
  { "bool", CLASS_BOOL, 0 },
  { "_Bool", CLASS_BOOL, 0 },
};

static TypeRow
classify (const char *type)
{
  g_autofree char *bare = NULL;
  g_auto (GStrv) parts = NULL;

  if (type == NULL)
    return (TypeRow){ NULL, CLASS_OTHER, 0 };
  if (strchr (type, '*') != NULL)
    return (TypeRow){ type, CLASS_POINTER, 0 };

  parts = g_strsplit (type, "const", -1);
  bare = g_strjoinv ("", parts);
  g_strstrip (bare);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (strcmp (types[i].name, bare) == 0)
      return types[i];

  return (TypeRow){ type, CLASS_OTHER, 0 };
}

/* Whether an element of a type fills a row of the table: long has other widths elsewhere,
 * and what is one byte is memory of any type. */
static gboolean
is_element (const TypeRow *row, const ImDTypeInfo *info)
{
  gboolean is_float = row->type_class == CLASS_FLOAT || row->type_class == CLASS_DOUBLE;
  guint bits = row->type_class == CLASS_FLOAT    ? 32
               : row->type_class == CLASS_DOUBLE ? 64
                                                 : row->bits;

  return bits == 8 * info->size_bytes &&
         is_float == (info->family == IM_DTYPE_FAMILY_FLOAT);
}

gboolean
im_c_pointee_fits (const char *pointee, ImDType dtype)
{
  TypeRow row = classify (pointee);
  gboolean is_integer = row.type_class == CLASS_SIGNED ||
                        row.type_class == CLASS_UNSIGNED;

  if ((is_integer && row.bits <= 8) || strstr (pointee, "long") != NULL ||
      (!is_integer && row.type_class != CLASS_FLOAT && row.type_class != CLASS_DOUBLE))
    return TRUE;

  return is_element (&row, im_dtype_get_info (dtype));
}

static void
append_point (GString *out, gsize start)
{
  if (strpbrk (out->str + start, ".e") == NULL)
    g_string_append (out, ".0");
}

/* A literal of type float, such as `20.0f`, `1e-10f`, `NAN`, `-INFINITY`. */
static void
append_float (float value, GString *out)
{
  gsize start = out->len;

  if (isnan (value))
    g_string_append (out, "NAN");
  else if (isinf (value))
    g_string_append (out, value < 0 ? "-INFINITY" : "INFINITY");
  else
    {
      im_text_append_float (out, value);
      append_point (out, start);
      g_string_append_c (out, 'f');
    }
}

void
im_c_append_double (double value, GString *out)
{
  gsize start = out->len;

  if (isnan (value))
    g_string_append (out, "(double) NAN");
  else if (isinf (value))
    g_string_append (out, value < 0 ? "-(double) INFINITY" : "(double) INFINITY");
  else
    {
      im_text_append_double (out, value);
      append_point (out, start);
    }
}

/* An expression of a signed type; the smallest values have no literal. */
static void
append_int64 (gint64 value, GString *out)
{
  if (value == G_MININT64)
    g_string_append (out, "(-9223372036854775807LL - 1)");
  else if (value == G_MININT32)
    g_string_append (out, "(-2147483647 - 1)");
  else
    g_string_append_printf (out, "%" G_GINT64_FORMAT "%s", value,
                            value > G_MAXINT32 || value < G_MININT32 ? "LL" : "");
}

static void
append_uint64 (guint64 value, GString *out)
{
  g_string_append_printf (out, "%" G_GUINT64_FORMAT "%s", value,
                          value > G_MAXUINT32 ? "ULL" : "u");
}

void
im_c_append_string (const char *text, GString *out)
{
  g_string_append_c (out, '"');
  im_escape_append (IM_ESCAPE_C_STRING, text, out);
  g_string_append_c (out, '"');
}

static ImCLiteralStatus
append_integer (double value, const TypeRow *type, GString *out)
{
  double whole = trunc (value);
  int bits = (int) type->bits;

  if (type->type_class == CLASS_UNSIGNED)
    {
      if (!(whole >= 0.0 && whole < ldexp (1.0, bits)))
        return IM_C_LITERAL_RANGE;
      append_uint64 ((guint64) whole, out);
    }
  else
    {
      if (!(whole >= -ldexp (1.0, bits - 1) && whole < ldexp (1.0, bits - 1)))
        return IM_C_LITERAL_RANGE;
      append_int64 ((gint64) whole, out);
    }

  return whole < value || whole > value ? IM_C_LITERAL_TRUNCATED : IM_C_LITERAL_FINE;
}

static ImCLiteralStatus
append_number (double value, gboolean is_int, const TypeRow *type, GString *out)
{
  switch (type->type_class)
    {
    case CLASS_SIGNED:
    case CLASS_UNSIGNED:
      return append_integer (value, type, out);
    case CLASS_FLOAT:
      if (isfinite (value) && isinf ((float) value))
        return IM_C_LITERAL_RANGE;
      append_float ((float) value, out);
      return IM_C_LITERAL_FINE;
    case CLASS_BOOL:
      g_string_append_c (out, value < 0 || value > 0 ? '1' : '0');
      return IM_C_LITERAL_FINE;
    case CLASS_POINTER:
      return IM_C_LITERAL_KIND;
    case CLASS_DOUBLE:
    case CLASS_OTHER:
    default:
      if (is_int && type->type_class == CLASS_OTHER)
        append_int64 ((gint64) value, out);
      else
        im_c_append_double (value, out);
      return IM_C_LITERAL_FINE;
    }
}

static ImCLiteralStatus
append_text (const char *text, const TypeRow *type, GString *out)
{
  if (type->type_class != CLASS_POINTER && type->type_class != CLASS_OTHER)
    return IM_C_LITERAL_KIND;
  if (strlen (text) > IM_C_MAX_STRING_BYTES)
    return IM_C_LITERAL_RANGE;

  im_c_append_string (text, out);
  return IM_C_LITERAL_FINE;
}

ImCLiteralStatus
im_c_append_literal (const ImValue *value, const char *type, GString *out)
{
  TypeRow row = classify (type);
  double number;

  switch (value->kind)
    {
    case IM_VALUE_NULL:
      if (row.type_class != CLASS_POINTER && row.type_class != CLASS_OTHER)
        return IM_C_LITERAL_KIND;
      g_string_append (out, "NULL");
      return IM_C_LITERAL_FINE;
    case IM_VALUE_STRING:
      return append_text (value->string, &row, out);
    case IM_VALUE_BOOL:
    case IM_VALUE_INT:
      number = value->kind == IM_VALUE_BOOL ? (value->boolean ? 1.0 : 0.0)
                                            : (double) value->integer;
      return append_number (number, TRUE, &row, out);
    case IM_VALUE_DOUBLE:
      return append_number (value->real, FALSE, &row, out);
    case IM_VALUE_DTYPE:
    case IM_VALUE_SHAPE:
    case IM_VALUE_BROADCAST:
    case IM_VALUE_TENSOR:
    case IM_VALUE_BUFFER:
    case IM_VALUE_ARRAY:
    case IM_VALUE_UNKNOWN:
    case IM_N_VALUE_KINDS:
    default:
      return IM_C_LITERAL_KIND;
    }
}

/* The stored bits of an integer element. */
static void
append_stored (const ImArray *array, gsize index, GString *out)
{
  const ImDTypeInfo *info = im_dtype_get_info (array->dtype);
  const guint8 *bytes = (const guint8 *) array->data + index * info->size_bytes;
  guint unused = 64 - info->size_bytes * 8;
  guint64 bits = 0;

#if G_BYTE_ORDER == G_LITTLE_ENDIAN
  memcpy (&bits, bytes, info->size_bytes);
#else
  memcpy ((guint8 *) &bits + 8 - info->size_bytes, bytes, info->size_bytes);
#endif
  if (info->family == IM_DTYPE_FAMILY_UINT || array->dtype == IM_DTYPE_FLOAT16)
    append_uint64 (bits, out);
  else
    append_int64 ((gint64) (bits << unused) >> unused, out);
}

void
im_c_append_element (const ImArray *array, gsize index, GString *out)
{
  if (array->dtype == IM_DTYPE_FLOAT32)
    append_float (((const float *) array->data)[index], out);
  else if (array->dtype == IM_DTYPE_FLOAT64)
    im_c_append_double (((const double *) array->data)[index], out);
  else
    append_stored (array, index, out);
}

/* The library of fixed-point functions has its own names of these types, which emitted
 * code does without. */
const char *
im_c_get_type_name (ImDType dtype)
{
  return dtype == IM_DTYPE_Q7    ? "int8_t"
         : dtype == IM_DTYPE_Q15 ? "int16_t"
         : dtype == IM_DTYPE_Q31 ? "int32_t"
         : dtype == IM_DTYPE_Q63 ? "int64_t"
                                 : im_dtype_get_info (dtype)->c_name;
}
