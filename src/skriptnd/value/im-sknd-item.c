/* SPDX-License-Identifier: MIT
 *
 * Operators, casts and functions of single items.
 */
#include <math.h>
#include <string.h>

#include "base/im-text.h"
#include "skriptnd/value/im-sknd-value.h"

#define TOO_LARGE "The result needs more than the 64 bits of an integer"

gboolean
im_sknd_operator_compares (ImSkndOperator operation)
{
  return im_sknd_operator_get_info (operation)->level == IM_SKND_LEVEL_COMPARE &&
         operation != IM_SKND_UNIFORM;
}

/* Rounded down, with the rest that has the sign of the divisor. */
static gint64
divide_down (gint64 a, gint64 b)
{
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static gint64
divide_up (gint64 a, gint64 b)
{
  return a / b + (a % b != 0 && (a < 0) == (b < 0));
}

static const char *
divide (ImSkndOperator operation, gint64 a, gint64 b, gint64 *result)
{
  if (b == 0)
    return "An integer is divided by 0";
  if (b == -1 && operation == IM_SKND_MODULO)
    {
      *result = 0;
      return NULL;
    }
  if (a == G_MININT64 && b == -1)
    return TOO_LARGE;

  if (operation == IM_SKND_DIVIDE)
    *result = divide_down (a, b);
  else if (operation == IM_SKND_DIVIDE_UP)
    *result = divide_up (a, b);
  else
    *result = a % b + (a % b != 0 && (a % b < 0) != (b < 0) ? b : 0);

  return NULL;
}

static const char *
raise_to (gint64 a, gint64 b, gint64 *result)
{
  gint64 power = 1;

  if (b < 0)
    return "An integer is raised to a negative power";
  if (a == 0 || a == 1 || a == -1)
    {
      *result = b == 0 ? 1 : a == -1 && b % 2 == 0 ? 1 : a;
      return NULL;
    }
  for (; b > 0; b--)
    if (__builtin_mul_overflow (power, a, &power))
      return TOO_LARGE;
  *result = power;

  return NULL;
}

static const char *
operate_int (ImSkndOperator operation, gint64 a, gint64 b, gint64 *result)
{
  gboolean overflows = FALSE;

  switch ((guint) operation)
    {
    case IM_SKND_ADD:
      overflows = __builtin_add_overflow (a, b, result);
      break;
    case IM_SKND_SUBTRACT:
      overflows = __builtin_sub_overflow (a, b, result);
      break;
    case IM_SKND_MULTIPLY:
      overflows = __builtin_mul_overflow (a, b, result);
      break;
    case IM_SKND_MINIMUM:
      *result = MIN (a, b);
      break;
    case IM_SKND_MAXIMUM:
      *result = MAX (a, b);
      break;
    case IM_SKND_POWER:
      return raise_to (a, b, result);
    default:
      return divide (operation, a, b, result);
    }

  return overflows ? TOO_LARGE : NULL;
}

static double
operate_real (ImSkndOperator operation, double a, double b)
{
  double rest = 0;

  switch ((guint) operation)
    {
    case IM_SKND_ADD:
      return a + b;
    case IM_SKND_SUBTRACT:
      return a - b;
    case IM_SKND_MULTIPLY:
      return a * b;
    case IM_SKND_DIVIDE:
      return a / b;
    case IM_SKND_DIVIDE_UP:
      return ceil (a / b);
    case IM_SKND_MINIMUM:
      return a < b ? a : b;
    case IM_SKND_MAXIMUM:
      return a > b ? a : b;
    case IM_SKND_POWER:
      return pow (a, b);
    default:
      rest = fmod (a, b);
      return fabs (rest) > 0 && (rest < 0) != (b < 0) ? rest + b : rest;
    }
}

static gboolean
compare (ImSkndOperator operation, ImSkndBase base, ImSkndItem a, ImSkndItem b)
{
  gboolean is_number = base != IM_SKND_BASE_REAL || (!isnan (a.real) && !isnan (b.real));
  int order = im_sknd_item_compare (base, a, b);

  switch ((guint) operation)
    {
    case IM_SKND_LESS:
      return order < 0;
    case IM_SKND_LESS_EQUAL:
      return is_number && order <= 0;
    case IM_SKND_GREATER:
      return order > 0;
    case IM_SKND_GREATER_EQUAL:
      return is_number && order >= 0;
    case IM_SKND_NOT_EQUAL:
      return !is_number || order != 0;
    default:
      return is_number && order == 0;
    }
}

static gboolean
operate_bool (ImSkndOperator operation, gboolean a, gboolean b)
{
  switch ((guint) operation)
    {
    case IM_SKND_AND:
      return a && b;
    case IM_SKND_OR:
      return a || b;
    case IM_SKND_XOR:
      return a != b;
    default:
      return !a || b;
    }
}

const char *
im_sknd_item_operate (ImSkndOperator operation,
                      ImSkndBase base,
                      ImSkndItem a,
                      ImSkndItem b,
                      ImSkndItem *result)
{
  ImSkndItem found = { 0 };
  const char *problem = NULL;

  if (im_sknd_operator_compares (operation))
    found.boolean = compare (operation, base, a, b);
  else if (base == IM_SKND_BASE_BOOL)
    found.boolean = operate_bool (operation, a.boolean, b.boolean);
  else if (base == IM_SKND_BASE_REAL)
    found.real = operate_real (operation, a.real, b.real);
  else
    problem = operate_int (operation, a.integer, b.integer, &found.integer);
  *result = found;

  return problem;
}

const char *
im_sknd_item_negate (ImSkndOperator operation,
                     ImSkndBase base,
                     ImSkndItem a,
                     ImSkndItem *result)
{
  *result = a;
  if (operation == IM_SKND_NOT)
    result->boolean = !a.boolean;
  else if (operation == IM_SKND_NEGATE && base == IM_SKND_BASE_REAL)
    result->real = -a.real;
  else if (operation == IM_SKND_NEGATE &&
           __builtin_sub_overflow ((gint64) 0, a.integer, &result->integer))
    return TOO_LARGE;

  return NULL;
}

/* Towards 0; the infinities are the extreme integers. */
static const char *
truncate_real (double real, gint64 *result)
{
  if (isnan (real))
    return "What is no number has no integer";
  if (isinf (real))
    {
      *result = real > 0 ? G_MAXINT64 : G_MININT64;
      return NULL;
    }
  if (real >= 0x1p63 || real < -0x1p63)
    return TOO_LARGE;
  *result = (gint64) real;

  return NULL;
}

const char *
im_sknd_item_cast (ImSkndBase from, ImSkndBase to, ImSkndItem a, ImSkndItem *result)
{
  ImSkndItem found = a;
  const char *problem = NULL;
  gint64 integer = from == IM_SKND_BASE_INT    ? a.integer
                   : from == IM_SKND_BASE_BOOL ? a.boolean
                                               : 0;

  if (to == from)
    found = a;
  else if (to == IM_SKND_BASE_REAL)
    found.real = (double) integer;
  else if (to == IM_SKND_BASE_BOOL)
    found.boolean = from == IM_SKND_BASE_REAL ? fabs (a.real) > 0 || isnan (a.real)
                                              : integer != 0;
  else if (from == IM_SKND_BASE_REAL)
    problem = truncate_real (a.real, &found.integer);
  else
    found.integer = integer;
  *result = found;

  return problem;
}

static double
get_fraction (double x)
{
  return x - trunc (x);
}

static double
get_sign (double x)
{
  return x > 0 ? 1 : x < 0 ? -1 : x;
}

static const ImSkndBuiltin builtins[] = {
  { "sqrt", FALSE, sqrt },    { "exp", FALSE, exp },           { "log", FALSE, log },
  { "sin", FALSE, sin },      { "cos", FALSE, cos },           { "tan", FALSE, tan },
  { "asin", FALSE, asin },    { "acos", FALSE, acos },         { "atan", FALSE, atan },
  { "sinh", FALSE, sinh },    { "cosh", FALSE, cosh },         { "tanh", FALSE, tanh },
  { "asinh", FALSE, asinh },  { "acosh", FALSE, acosh },       { "atanh", FALSE, atanh },
  { "round", FALSE, round },  { "floor", FALSE, floor },       { "ceil", FALSE, ceil },
  { "erf", FALSE, erf },      { "frac", FALSE, get_fraction }, { "abs", TRUE, fabs },
  { "sign", TRUE, get_sign },
};

const ImSkndBuiltin *
im_sknd_builtin_find (const char *name, const char **nearest)
{
  const char *names[G_N_ELEMENTS (builtins)];

  for (guint i = 0; i < G_N_ELEMENTS (builtins); i++)
    {
      names[i] = builtins[i].name;
      if (strcmp (names[i], name) == 0)
        return &builtins[i];
    }
  *nearest = im_text_nearest (name, names, G_N_ELEMENTS (builtins));

  return NULL;
}

const char *
im_sknd_builtin_call (const ImSkndBuiltin *builtin,
                      ImSkndBase base,
                      ImSkndItem a,
                      ImSkndItem *result)
{
  if (base == IM_SKND_BASE_REAL)
    {
      result->real = builtin->compute (a.real);
      return NULL;
    }
  if (builtin->compute == fabs)
    return im_sknd_item_negate (a.integer < 0 ? IM_SKND_NEGATE : IM_SKND_PLUS, base, a,
                                result);
  result->integer = (a.integer > 0) - (a.integer < 0);

  return NULL;
}
