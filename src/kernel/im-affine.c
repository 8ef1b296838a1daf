/* SPDX-License-Identifier: MIT */
#include "kernel/im-affine.h"

ImAffine
im_affine_constant (gint64 constant)
{
  return (ImAffine){ .constant = constant, .divisor = 1 };
}

ImAffine
im_affine_variable (guint variable)
{
  ImAffine form = im_affine_constant (0);

  form.factor[variable] = 1;

  return form;
}

gboolean
im_affine_is_constant (const ImAffine *form)
{
  for (guint i = 0; i < IM_AFFINE_MAX_VARIABLES; i++)
    if (form->factor[i] != 0)
      return FALSE;

  return TRUE;
}

gboolean
im_affine_get_only (const ImAffine *form, guint *variable)
{
  guint found = 0, n_found = 0;

  for (guint i = 0; i < IM_AFFINE_MAX_VARIABLES; i++)
    if (form->factor[i] != 0)
      {
        found = i;
        n_found++;
      }
  if (n_found == 1)
    *variable = found;

  return n_found == 1;
}

gint64
im_floor_divide (gint64 number, gint64 divisor)
{
  return number / divisor - (number % divisor < 0 ? 1 : 0);
}

gint64
im_ceil_divide (gint64 number, gint64 divisor)
{
  return number / divisor + (number % divisor > 0 ? 1 : 0);
}

gint64
im_greatest_divisor (gint64 a, gint64 b)
{
  while (b != 0)
    {
      gint64 rest = b == -1 ? 0 : a % b;

      a = b;
      b = rest;
    }

  return a < 0 && a != G_MININT64 ? -a : a;
}

static void
reduce (ImAffine *form)
{
  gint64 common = im_greatest_divisor (form->constant, form->divisor);

  for (guint i = 0; i < IM_AFFINE_MAX_VARIABLES; i++)
    common = im_greatest_divisor (common, form->factor[i]);
  if (common <= 1)
    return;

  for (guint i = 0; i < IM_AFFINE_MAX_VARIABLES; i++)
    form->factor[i] /= common;
  form->constant /= common;
  form->divisor /= common;
}

/* a * p + b * q; FALSE if it does not fit. */
static gboolean
combine (gint64 a, gint64 p, gint64 b, gint64 q, gint64 *sum)
{
  gint64 left = 0, right = 0;

  return !__builtin_mul_overflow (a, p, &left) &&
         !__builtin_mul_overflow (b, q, &right) &&
         !__builtin_add_overflow (left, right, sum) && *sum != G_MININT64;
}

gboolean
im_affine_add (const ImAffine *a, const ImAffine *b, gint64 factor, ImAffine *sum)
{
  ImAffine result = im_affine_constant (0);
  gint64 common = im_greatest_divisor (a->divisor, b->divisor);
  gint64 of_a = b->divisor / common, of_b = 0;

  if (__builtin_mul_overflow (a->divisor / common, factor, &of_b) ||
      __builtin_mul_overflow (a->divisor, of_a, &result.divisor) ||
      !combine (a->constant, of_a, b->constant, of_b, &result.constant))
    return FALSE;

  for (guint i = 0; i < IM_AFFINE_MAX_VARIABLES; i++)
    if (!combine (a->factor[i], of_a, b->factor[i], of_b, &result.factor[i]))
      return FALSE;

  reduce (&result);
  *sum = result;

  return TRUE;
}

gboolean
im_affine_scale (const ImAffine *form, gint64 factor, gint64 divisor, ImAffine *scaled)
{
  ImAffine result = *form;

  if (factor == G_MININT64 || divisor == G_MININT64)
    return FALSE;
  if (divisor < 0)
    {
      factor = -factor;
      divisor = -divisor;
    }
  if (__builtin_mul_overflow (form->divisor, divisor, &result.divisor) ||
      !combine (form->constant, factor, 0, 0, &result.constant))
    return FALSE;

  for (guint i = 0; i < IM_AFFINE_MAX_VARIABLES; i++)
    if (!combine (form->factor[i], factor, 0, 0, &result.factor[i]))
      return FALSE;

  reduce (&result);
  *scaled = result;

  return TRUE;
}

void
im_affine_append_text (const ImAffine *form,
                       const char *const *names,
                       const char *divide,
                       GString *out)
{
  gsize start = out->len;
  guint n_terms = 0;

  for (guint i = 0; i < IM_AFFINE_MAX_VARIABLES; i++)
    {
      gint64 factor = form->factor[i];

      if (factor == 0)
        continue;
      if (n_terms++ > 0)
        g_string_append (out, factor < 0 ? " - " : " + ");
      else if (factor < 0)
        g_string_append_c (out, '-');
      if (ABS (factor) != 1)
        g_string_append_printf (out, "%" G_GINT64_FORMAT "*", ABS (factor));
      g_string_append (out, names[i]);
    }
  if (n_terms == 0)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, form->constant);
  else if (form->constant != 0)
    g_string_append_printf (out, " %c %" G_GINT64_FORMAT, form->constant < 0 ? '-' : '+',
                            ABS (form->constant));

  if (form->divisor == 1)
    return;
  if (n_terms > 1 || form->constant != 0)
    {
      g_string_insert_c (out, (gssize) start, '(');
      g_string_append_c (out, ')');
    }
  g_string_append_printf (out, "%s%" G_GINT64_FORMAT, divide, form->divisor);
}
