/* SPDX-License-Identifier: MIT
 *
 * Doubles follow IEEE 754 and the C library; only what becomes an int is checked.
 */
#include "lang/im-builtin-functions.h"

#include <math.h>

#include "base/im-text.h"

/* A function of one double whose result is a double. */
#define DEFINE_REAL_FUNCTION(name, expression)                                      \
  gboolean im_builtin_math_##name (ImEval *eval, const ImValue *args, guint n_args, \
                                   ImValue *out)                                    \
  {                                                                                 \
    double x = args[0].real;                                                        \
                                                                                    \
    *out = IM_DOUBLE (expression);                                                  \
    return TRUE;                                                                    \
  }

DEFINE_REAL_FUNCTION (real, x)
DEFINE_REAL_FUNCTION (abs_double, fabs (x))
DEFINE_REAL_FUNCTION (exp, exp (x))
DEFINE_REAL_FUNCTION (log, log (x))
DEFINE_REAL_FUNCTION (log2, log2 (x))
DEFINE_REAL_FUNCTION (log10, log10 (x))
DEFINE_REAL_FUNCTION (inv, 1.0 / x)
DEFINE_REAL_FUNCTION (sqrt, sqrt (x))
DEFINE_REAL_FUNCTION (sin, sin (x))
DEFINE_REAL_FUNCTION (sinh, sinh (x))
DEFINE_REAL_FUNCTION (cos, cos (x))
DEFINE_REAL_FUNCTION (cosh, cosh (x))
DEFINE_REAL_FUNCTION (tan, tan (x))
DEFINE_REAL_FUNCTION (tanh, tanh (x))
DEFINE_REAL_FUNCTION (atan, atan (x))
DEFINE_REAL_FUNCTION (acos, acos (x))
DEFINE_REAL_FUNCTION (asin, asin (x))

gboolean
im_builtin_math_atan2 (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  *out = IM_DOUBLE (atan2 (args[0].real, args[1].real));
  return TRUE;
}

gboolean
im_builtin_math_log_base (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  *out = IM_DOUBLE (log (args[0].real) / log (args[1].real));
  return TRUE;
}

gboolean
im_builtin_math_pow_double (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  *out = IM_DOUBLE (pow (args[0].real, args[1].real));
  return TRUE;
}

/* Stores a whole double as an int; @x is the argument for the message. */
static gboolean
store_int (ImEval *eval, double whole, double x, ImValue *out)
{
  if (whole >= G_MININT32 && whole <= G_MAXINT32)
    {
      *out = IM_INT ((gint32) whole);
      return TRUE;
    }

  g_autoptr (GString) text = g_string_new (NULL);
  im_text_append_double (text, x);

  return im_eval_fail (eval, IM_EXPR_ERROR_OVERFLOW,
                       "%s does not fit in an int (%d to %d)", text->str, G_MININT32,
                       G_MAXINT32);
}

gboolean
im_builtin_math_int (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  *out = args[0];
  return TRUE;
}

gboolean
im_builtin_math_trunc (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return store_int (eval, trunc (args[0].real), args[0].real, out);
}

gboolean
im_builtin_math_floor (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return store_int (eval, floor (args[0].real), args[0].real, out);
}

gboolean
im_builtin_math_ceil (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return store_int (eval, ceil (args[0].real), args[0].real, out);
}

gboolean
im_builtin_math_round (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  return store_int (eval, rint (args[0].real), args[0].real, out);
}

gboolean
im_builtin_math_abs_int (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  gint32 x = args[0].integer;

  if (x == G_MININT32)
    return im_eval_fail (eval, IM_EXPR_ERROR_OVERFLOW,
                         "the absolute value of %d does not fit in an int", x);

  *out = IM_INT (x < 0 ? -x : x);
  return TRUE;
}

gboolean
im_builtin_math_max_int (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  *out = IM_INT (MAX (args[0].integer, args[1].integer));
  return TRUE;
}

gboolean
im_builtin_math_min_int (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  *out = IM_INT (MIN (args[0].integer, args[1].integer));
  return TRUE;
}

/* The larger one; NaN wins, and 0 is larger than -0. */
static double
larger (double a, double b)
{
  if (isnan (a) || a > b)
    return a;
  if (isnan (b) || a < b)
    return b;

  return signbit (a) ? b : a;
}

gboolean
im_builtin_math_max_double (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  *out = IM_DOUBLE (larger (args[0].real, args[1].real));
  return TRUE;
}

gboolean
im_builtin_math_min_double (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  *out = IM_DOUBLE (-larger (-args[0].real, -args[1].real));
  return TRUE;
}

/* base^exponent by squaring; FALSE if it does not fit. */
static gboolean
pow_int (gint32 base, gint32 exponent, gint32 *result)
{
  gint32 product = 1, square = base;

  for (gint32 rest = exponent; rest > 0; rest >>= 1)
    {
      if ((rest & 1) != 0 && __builtin_mul_overflow (product, square, &product))
        return FALSE;
      /* The last square is not used, and may be too large. */
      if (rest > 1 && __builtin_mul_overflow (square, square, &square))
        return FALSE;
    }

  *result = product;
  return TRUE;
}

gboolean
im_builtin_math_pow_int (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  gint32 base = args[0].integer, exponent = args[1].integer, result;

  if (exponent < 0)
    {
      *out = IM_DOUBLE (pow (base, exponent));
      return TRUE;
    }
  if (!pow_int (base, exponent, &result))
    return im_eval_fail (eval, IM_EXPR_ERROR_OVERFLOW,
                         "%d to the power of %d does not fit in an int; make one of them "
                         "a double with .real",
                         base, exponent);

  *out = IM_INT (result);
  return TRUE;
}

gboolean
im_builtin_math_sign_int (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  *out = IM_INT (args[0].integer > 0 ? 1 : args[0].integer < 0 ? -1 : 0);
  return TRUE;
}

gboolean
im_builtin_math_sign_double (ImEval *eval,
                             const ImValue *args,
                             guint n_args,
                             ImValue *out)
{
  double x = args[0].real;

  if (isnan (x))
    return im_eval_fail_argument (eval, 0, IM_EXPR_ERROR_VALUE, "NaN has no sign");

  *out = IM_INT (x > 0 ? 1 : x < 0 ? -1 : 0);
  return TRUE;
}

gboolean
im_builtin_math_factorial (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  gint32 n = args[0].integer, product = 1;

  if (n < 0)
    return im_eval_fail_argument (eval, 0, IM_EXPR_ERROR_VALUE,
                                  "factorial is defined for 0 to 12, found %d", n);
  if (n > 12)
    return im_eval_fail (eval, IM_EXPR_ERROR_OVERFLOW,
                         "the factorial of %d does not fit in an int", n);

  for (gint32 i = 2; i <= n; i++)
    product *= i;
  *out = IM_INT (product);

  return TRUE;
}

gboolean
im_builtin_math_ceilstep_int (ImEval *eval,
                              const ImValue *args,
                              guint n_args,
                              ImValue *out)
{
  gint64 x = args[0].integer, step = args[1].integer;

  if (step <= 0)
    return im_eval_fail_argument (eval, 1, IM_EXPR_ERROR_VALUE,
                                  "a step is positive, found %d", args[1].integer);

  /* Division truncates, so it already rounds up what is negative. */
  gint64 next = (x > 0 ? (x + step - 1) / step : x / step) * step;
  if (next > G_MAXINT32)
    return im_eval_fail (eval, IM_EXPR_ERROR_OVERFLOW,
                         "the next multiple of %d, %" G_GINT64_FORMAT
                         ", does not fit in an int",
                         args[1].integer, next);
  *out = IM_INT ((gint32) next);

  return TRUE;
}

gboolean
im_builtin_math_ceilstep_double (ImEval *eval,
                                 const ImValue *args,
                                 guint n_args,
                                 ImValue *out)
{
  double x = args[0].real, step = args[1].real;

  if (!(step > 0 && isfinite (step)))
    {
      g_autoptr (GString) text = g_string_new (NULL);

      im_text_append_double (text, step);
      return im_eval_fail_argument (eval, 1, IM_EXPR_ERROR_VALUE,
                                    "a step is positive and finite, found %s", text->str);
    }

  *out = IM_DOUBLE (ceil (x / step) * step);
  return TRUE;
}

gboolean
im_builtin_math_quantize (ImEval *eval, const ImValue *args, guint n_args, ImValue *out)
{
  const ImDTypeInfo *info = im_dtype_get_info (args[1].dtype);
  gint32 shift = args[2].integer;

  if (info->family != IM_DTYPE_FAMILY_Q || args[1].dtype == IM_DTYPE_Q63)
    return im_eval_fail_argument (
        eval, 1, IM_EXPR_ERROR_VALUE, "%s is %s; quantize takes Q7, Q15 and Q31",
        info->system_name, info->family == IM_DTYPE_FAMILY_Q ? "too wide" : "no Q type");
  if (shift < -31 || shift > 31)
    return im_eval_fail_argument (eval, 2, IM_EXPR_ERROR_VALUE,
                                  "a shift is -31 to 31, found %d", shift);

  *out = IM_INT (im_dtype_quantize (args[1].dtype, args[0].real, shift));
  return TRUE;
}
