/* SPDX-License-Identifier: MIT */
#include "kernel/im-kernel-function.h"

#include <math.h>
#include <string.h>

/* The C library has each of these twice, for both precisions. */
#define OF_ONE(name)                                \
  static double compute_##name (double a, double b) \
  {                                                 \
    (void) b;                                       \
    return name (a);                                \
  }                                                 \
                                                    \
  static float single_##name (float a, float b)     \
  {                                                 \
    (void) b;                                       \
    return name##f (a);                             \
  }

OF_ONE (acos)
OF_ONE (acosh)
OF_ONE (asin)
OF_ONE (asinh)
OF_ONE (atan)
OF_ONE (atanh)
OF_ONE (ceil)
OF_ONE (cos)
OF_ONE (cosh)
OF_ONE (erf)
OF_ONE (exp)
OF_ONE (fabs)
OF_ONE (floor)
OF_ONE (log)
OF_ONE (rint)
OF_ONE (round)
OF_ONE (sin)
OF_ONE (sinh)
OF_ONE (sqrt)
OF_ONE (tan)
OF_ONE (tanh)
OF_ONE (trunc)

static double
compute_sigmoid (double a, double b)
{
  (void) b;
  return 1.0 / (1.0 + exp (-a));
}

static float
single_sigmoid (float a, float b)
{
  (void) b;
  return 1.0f / (1.0f + expf (-a));
}

static double
compute_relu (double a, double b)
{
  (void) b;
  return fmax (a, 0.0);
}

static float
single_relu (float a, float b)
{
  (void) b;
  return fmaxf (a, 0.0f);
}

static double
compute_sign (double a, double b)
{
  (void) b;
  return (a > 0.0) - (a < 0.0);
}

static float
single_sign (float a, float b)
{
  (void) b;
  return (float) ((a > 0.0f) - (a < 0.0f));
}

/* Whole numbers are written without a point, so that they are right in both precisions.
 */
static const ImKernelFunction functions[] = {
  { "abs", 1, "fabs# ({0})", "({0} < 0 ? -{0} : {0})", "np.abs({0})", compute_fabs,
    single_fabs },
  { "acos", 1, "acos# ({0})", NULL, "np.arccos({0})", compute_acos, single_acos },
  { "acosh", 1, "acosh# ({0})", NULL, "np.arccosh({0})", compute_acosh, single_acosh },
  { "asin", 1, "asin# ({0})", NULL, "np.arcsin({0})", compute_asin, single_asin },
  { "asinh", 1, "asinh# ({0})", NULL, "np.arcsinh({0})", compute_asinh, single_asinh },
  { "atan", 1, "atan# ({0})", NULL, "np.arctan({0})", compute_atan, single_atan },
  { "atanh", 1, "atanh# ({0})", NULL, "np.arctanh({0})", compute_atanh, single_atanh },
  { "ceil", 1, "ceil# ({0})", NULL, "np.ceil({0})", compute_ceil, single_ceil },
  { "cos", 1, "cos# ({0})", NULL, "np.cos({0})", compute_cos, single_cos },
  { "cosh", 1, "cosh# ({0})", NULL, "np.cosh({0})", compute_cosh, single_cosh },
  { "erf", 1, "erf# ({0})", NULL, "np.vectorize(math.erf)({0})", compute_erf,
    single_erf },
  { "exp", 1, "exp# ({0})", NULL, "np.exp({0})", compute_exp, single_exp },
  { "floor", 1, "floor# ({0})", NULL, "np.floor({0})", compute_floor, single_floor },
  { "log", 1, "log# ({0})", NULL, "np.log({0})", compute_log, single_log },
  { "max", 2, "fmax# ({0}, {1})", "({0} > {1} ? {0} : {1})", "np.fmax({0}, {1})", fmax,
    fmaxf },
  { "min", 2, "fmin# ({0}, {1})", "({0} < {1} ? {0} : {1})", "np.fmin({0}, {1})", fmin,
    fminf },
  { "pow", 2, "pow# ({0}, {1})", NULL, "np.power({0}, {1})", pow, powf },
  { "relu", 1, "fmax# ({0}, 0)", "({0} > 0 ? {0} : 0)", "np.fmax({0}, 0)", compute_relu,
    single_relu },
  { "round", 1, "rint# ({0})", NULL, "np.rint({0})", compute_rint, single_rint },
  { "round_half_away", 1, "round# ({0})", NULL, "round_half_away({0})", compute_round,
    single_round },
  { "sigmoid", 1, "(1 / (1 + exp# (-{0})))", NULL, "(1 / (1 + np.exp(-{0})))",
    compute_sigmoid, single_sigmoid },
  { "sign", 1, "(({0} > 0) - ({0} < 0))", "(({0} > 0) - ({0} < 0))", "np.sign({0})",
    compute_sign, single_sign },
  { "sin", 1, "sin# ({0})", NULL, "np.sin({0})", compute_sin, single_sin },
  { "sinh", 1, "sinh# ({0})", NULL, "np.sinh({0})", compute_sinh, single_sinh },
  { "sqrt", 1, "sqrt# ({0})", NULL, "np.sqrt({0})", compute_sqrt, single_sqrt },
  { "tan", 1, "tan# ({0})", NULL, "np.tan({0})", compute_tan, single_tan },
  { "tanh", 1, "tanh# ({0})", NULL, "np.tanh({0})", compute_tanh, single_tanh },
  { "trunc", 1, "trunc# ({0})", NULL, "np.trunc({0})", compute_trunc, single_trunc },
};

const ImKernelFunction *
im_kernel_function_find (const char *name, gsize length)
{
  for (gsize i = 0; i < G_N_ELEMENTS (functions); i++)
    if (strlen (functions[i].name) == length &&
        strncmp (functions[i].name, name, length) == 0)
      return &functions[i];

  return NULL;
}

const char *
im_kernel_function_get_names (void)
{
  static gsize names = 0;

  if (g_once_init_enter (&names))
    {
      GString *text = g_string_new (NULL);

      for (gsize i = 0; i < G_N_ELEMENTS (functions); i++)
        g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", functions[i].name);
      g_once_init_leave (&names, (gsize) g_string_free (text, FALSE));
    }

  return (const char *) names;
}
