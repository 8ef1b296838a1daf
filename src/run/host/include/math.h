/* <math.h> of C99, as short as it can be: a worker reads it in the place of that of the
 * system, which takes most of the time that it compiles. What it lacks is found out, and
 * then that of the system is taken.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LEAN_MATH_H
#define LEAN_MATH_H

#define HUGE_VAL  1e10000
#define HUGE_VALF 1e10000f
#define INFINITY  1e10000f
#define NAN       (-(0.0f / 0.0f))

#define FP_NAN       0
#define FP_INFINITE  1
#define FP_ZERO      2
#define FP_SUBNORMAL 3
#define FP_NORMAL    4

typedef float float_t;
typedef double double_t;

#define LEAN_1(name)     \
  double name (double);  \
  float name##f (float); \
  long double name##l (long double);
#define LEAN_2(name)            \
  double name (double, double); \
  float name##f (float, float); \
  long double name##l (long double, long double);
#define LEAN_TO(type, name) \
  type name (double);       \
  type name##f (float);     \
  type name##l (long double);

LEAN_1 (acos)
LEAN_1 (asin)
LEAN_1 (atan)
LEAN_1 (cos)
LEAN_1 (sin)
LEAN_1 (tan)
LEAN_1 (acosh)
LEAN_1 (asinh)
LEAN_1 (atanh)
LEAN_1 (cosh)
LEAN_1 (sinh)
LEAN_1 (tanh)
LEAN_1 (exp)
LEAN_1 (exp2)
LEAN_1 (expm1)
LEAN_1 (log)
LEAN_1 (log10)
LEAN_1 (log1p)
LEAN_1 (log2)
LEAN_1 (logb)
LEAN_1 (cbrt)
LEAN_1 (fabs)
LEAN_1 (sqrt)
LEAN_1 (erf)
LEAN_1 (erfc)
LEAN_1 (lgamma)
LEAN_1 (tgamma)
LEAN_1 (ceil)
LEAN_1 (floor)
LEAN_1 (nearbyint)
LEAN_1 (rint)
LEAN_1 (round)
LEAN_1 (trunc)
LEAN_2 (atan2)
LEAN_2 (hypot)
LEAN_2 (pow)
LEAN_2 (fmod)
LEAN_2 (remainder)
LEAN_2 (copysign)
LEAN_2 (nextafter)
LEAN_2 (fdim)
LEAN_2 (fmax)
LEAN_2 (fmin)
LEAN_TO (int, ilogb)
LEAN_TO (long, lrint)
LEAN_TO (long, lround)
LEAN_TO (long long, llrint)
LEAN_TO (long long, llround)
LEAN_TO (int, __fpclassify)
LEAN_TO (int, __signbit)
LEAN_TO (int, __isnan)
LEAN_TO (int, __isinf)
LEAN_TO (int, __finite)

double frexp (double, int *);
float frexpf (float, int *);
long double frexpl (long double, int *);
double ldexp (double, int);
float ldexpf (float, int);
long double ldexpl (long double, int);
double modf (double, double *);
float modff (float, float *);
long double modfl (long double, long double *);
double scalbn (double, int);
float scalbnf (float, int);
long double scalbnl (long double, int);
double scalbln (double, long);
float scalblnf (float, long);
long double scalblnl (long double, long);
double remquo (double, double, int *);
float remquof (float, float, int *);
long double remquol (long double, long double, int *);
double nan (const char *);
float nanf (const char *);
long double nanl (const char *);
double fma (double, double, double);
float fmaf (float, float, float);
long double fmal (long double, long double, long double);
double nexttoward (double, long double);
float nexttowardf (float, long double);
long double nexttowardl (long double, long double);

#undef LEAN_1
#undef LEAN_2
#undef LEAN_TO

#define LEAN_OF(name, x)                                   \
  (sizeof (x) == sizeof (float)    ? name##f ((float) (x)) \
   : sizeof (x) == sizeof (double) ? name ((double) (x))   \
                                   : name##l (x))

#define fpclassify(x) LEAN_OF (__fpclassify, x)
#define signbit(x)    LEAN_OF (__signbit, x)
#define isnan(x)      LEAN_OF (__isnan, x)
#define isinf(x)      LEAN_OF (__isinf, x)
#define isfinite(x)   LEAN_OF (__finite, x)
#define isnormal(x)   (fpclassify (x) == FP_NORMAL)

#define isgreater(x, y)      ((x) > (y))
#define isgreaterequal(x, y) ((x) >= (y))
#define isless(x, y)         ((x) < (y))
#define islessequal(x, y)    ((x) <= (y))
#define islessgreater(x, y)  ((x) < (y) || (x) > (y))
#define isunordered(x, y)    (isnan (x) || isnan (y))

#endif
