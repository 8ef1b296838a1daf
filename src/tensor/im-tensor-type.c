/* SPDX-License-Identifier: MIT */
#include "tensor/im-tensor-type.h"

#include <math.h>
#include <string.h>

#include "base/im-text.h"

static gboolean G_GNUC_PRINTF (2, 3) fail (GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SYNTAX, message);

  return FALSE;
}

static gboolean
parse_number (const char *text,
              const char *what,
              double *number,
              const char **end,
              GError **error)
{
  char *behind;
  double value = g_ascii_strtod (text, &behind);

  if (behind == text || !isfinite (value))
    {
      g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SYNTAX,
                   "expected a number as the %s, found “%s”", what, text);
      return FALSE;
    }

  *number = value;
  *end = behind;
  return TRUE;
}

/* Reads one `name=value` at *@text and moves *@text behind it. */
/* `[62.5,16000]`, a number for each axis. */
static gboolean
parse_samples (const char *start, ImTensorType *type, const char **end, GError **error)
{
  double rates[IM_SHAPE_MAX_RANK] = { 0 };
  const guint rank = type->shape.rank;
  const char *p = start;

  for (guint i = rank; i > 0; i--)
    {
      if (*p != (i == rank ? '[' : ','))
        return fail (error,
                     "sample rates are one for each axis, such as [100,0], found “%s”",
                     start);
      if (!parse_number (p + 1, "sample rate in hertz", &rates[i - 1], &p, error))
        return FALSE;
      if (rates[i - 1] < 0)
        return fail (error, "a sample rate is not negative, found “%s”", start);
    }
  if (*p != ']')
    return fail (error, "sample rates are one for each axis, such as [100,0], found “%s”",
                 start);
  memcpy (type->sample_rate_hz, rates, sizeof rates);
  *end = p + 1;

  return TRUE;
}

static gboolean
parse_property (const char **text, ImTensorType *type, GError **error)
{
  const char *name = *text;
  double value;

  if (g_str_has_prefix (name, "shift="))
    {
      if (!parse_number (name + strlen ("shift="), "shift", &value, text, error))
        return FALSE;
      if (value < -64 || value > 64 || value > floor (value))
        return fail (error, "a shift is a whole number from -64 to 64, found “%s”", name);
      type->shift = (gint32) value;
      return TRUE;
    }
  if (g_str_has_prefix (name, "scale="))
    return parse_number (name + strlen ("scale="), "scale", &type->scale, text, error);
  if (g_str_has_prefix (name, "offset="))
    return parse_number (name + strlen ("offset="), "offset", &type->offset, text, error);

  if (g_str_has_prefix (name, "samples="))
    return parse_samples (name + strlen ("samples="), type, text, error);

  return fail (error, "expected “shift=”, “scale=”, “offset=” or “samples=”, found “%s”",
               name);
}

static gboolean
parse_dtype (const char *text, gsize length, ImDType *dtype, GError **error)
{
  g_autofree char *name = g_strndup (text, length);

  if (im_dtype_parse (text, length, dtype))
    return TRUE;

  const char *nearest = im_dtype_nearest_name (name);
  g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SYNTAX,
               "“%s” is no element type%s%s%s", name,
               nearest == NULL ? "" : "; did you mean “", nearest == NULL ? "" : nearest,
               nearest == NULL ? "" : "”?");
  return FALSE;
}

gboolean
im_tensor_type_parse (const char *text, ImTensorType *type, GError **error)
{
  ImTensorType result = { .scale = 1.0 };
  const char *open = strchr (text, '[');
  const char *close = open == NULL ? NULL : strchr (open, ']');

  if (close == NULL)
    return fail (error, "expected a tensor such as float32[3,50]@16000, found “%s”",
                 text);
  if (!parse_dtype (text, (gsize) (open - text), &result.dtype, error) ||
      !im_shape_parse_open (open, close + 1 - open, &result.shape, error))
    return FALSE;

  const char *p = close + 1;
  if (*p == '@')
    {
      if (!parse_number (p + 1, "rate in hertz", &result.rate_hz, &p, error))
        return FALSE;
      if (result.rate_hz < 0)
        return fail (error, "a rate is not negative, found “%s”", text);
    }
  while (*p == ';')
    {
      p++;
      if (!parse_property (&p, &result, error))
        return FALSE;
    }
  if (*p != '\0')
    return fail (error, "unexpected text “%s” behind the tensor", p);

  *type = result;
  return TRUE;
}

static void
append (const ImTensorType *type, const char *at, double rate_hz, GString *out)
{
  g_string_append (out, im_dtype_get_info (type->dtype)->name);
  im_shape_append_text (&type->shape, out);
  if (type->rate_hz > 0)
    {
      g_string_append (out, at);
      im_text_append_double (out, rate_hz);
    }
  else if (type->rate_hz < 0)
    g_string_append (out, "@?");
  if (type->shift == IM_SHIFT_UNKNOWN)
    g_string_append (out, ";shift=?");
  else if (type->shift != 0)
    g_string_append_printf (out, ";shift=%d", type->shift);
  if (type->scale < 1.0 || type->scale > 1.0)
    {
      g_string_append (out, ";scale=");
      im_text_append_double (out, type->scale);
    }
  if (type->offset < 0 || type->offset > 0)
    {
      g_string_append (out, ";offset=");
      im_text_append_double (out, type->offset);
    }
}

void
im_tensor_type_append_text (const ImTensorType *type, GString *out)
{
  append (type, "@", type->rate_hz, out);
}

void
im_tensor_type_append_display (const ImTensorType *type,
                               gboolean rate_is_approximate,
                               GString *out)
{
  char rate[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (rate, sizeof rate, "%.6g", type->rate_hz);
  append (type, rate_is_approximate ? "@~" : "@", g_ascii_strtod (rate, NULL), out);
}

gboolean
im_tensor_type_get_full_scale (const ImTensorType *type, double *full_scale)
{
  const ImDTypeInfo *info = im_dtype_get_info (type->dtype);

  if (info->family == IM_DTYPE_FAMILY_Q && type->shift != IM_SHIFT_UNKNOWN)
    *full_scale = ldexp (1, type->shift);
  else if (info->family == IM_DTYPE_FAMILY_D)
    *full_scale = fabs (type->scale) * MAX (fabs (info->minimum - type->offset),
                                            fabs (info->maximum - type->offset));
  else
    return FALSE;

  return TRUE;
}

void
im_tensor_type_append_samples (const ImTensorType *type, GString *out)
{
  guint n = 0;

  for (guint i = 0; i < type->shape.rank; i++)
    n += type->sample_rate_hz[i] > 0;
  if (n == 0)
    return;

  g_string_append (out, "samples at ");
  for (guint i = type->shape.rank, k = 0; i-- > 0;)
    if (type->sample_rate_hz[i] > 0)
      {
        g_string_append (out, k++ > 0 ? ", " : "");
        im_text_append_double (out, type->sample_rate_hz[i]);
        g_string_append (out, " Hz");
        if (n > 1)
          g_string_append_printf (out, " on axis %u", i);
      }
}
