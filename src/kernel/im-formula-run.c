/* SPDX-License-Identifier: MIT */
#include "kernel/im-formula-run.h"

#include <math.h>
#include <string.h>

#include "kernel/im-kernel-function.h"

/* A real number of floats, otherwise an integer; unsigned ones of 64 bits as their bits.
 */
typedef union
{
  double real;
  gint64 integer;
} Number;

typedef struct
{
  const ImFormula *formula;
  const ImKernel *kernel;
  const ImLoopNest *nest;
  gpointer *data;
  gint64 values[IM_KERNEL_MAX_INDICES];
  Number sum;
  gboolean has_sum;
} Run;

static Number
load (const void *data, ImDType dtype, gint64 at)
{
  const ImDTypeInfo *info = im_dtype_get_info (dtype);
  Number number = { .integer = 0 };

  if (info->get != NULL)
    number.integer = info->get (data, (gsize) at);
  else
    info->load ((const guint8 *) data + at * info->size_bytes, 1, &number.real);

  return number;
}

static void
store (void *data, ImDType dtype, gint64 at, Number number)
{
  const ImDTypeInfo *info = im_dtype_get_info (dtype);

  if (info->set != NULL)
    info->set (data, (gsize) at, number.integer);
  else
    info->store ((guint8 *) data + at * info->size_bytes, 1, &number.real);
}

static gboolean
is_unsigned_64 (ImDType dtype)
{
  return dtype == IM_DTYPE_UINT64;
}

/* As it is when it is stored and loaded again. */
static Number
wrap (Number number, ImDType dtype)
{
  gint64 place = 0;

  store (&place, dtype, 0, number);

  return load (&place, dtype, 0);
}

static gint64
saturate (double real, ImDType dtype)
{
  const ImDTypeInfo *info = im_dtype_get_info (dtype);

  if (isnan (real))
    return 0;
  if (info->size_bytes < 8)
    return (gint64) CLAMP (real, info->minimum, info->maximum);
  if (is_unsigned_64 (dtype))
    return real <= 0.0                      ? 0
           : real >= 18446744073709551616.0 ? -1
                                            : (gint64) (guint64) real;

  return real < -9223372036854775808.0   ? G_MININT64
         : real >= 9223372036854775808.0 ? G_MAXINT64
                                         : (gint64) real;
}

static Number
convert (Number number, ImDType from, ImDType to)
{
  if (from == to)
    return number;
  if (im_dtype_is_float (from) && im_dtype_is_float (to))
    return wrap (number, to);
  if (im_dtype_is_float (from))
    return (Number){ .integer = saturate (number.real, to) };
  if (!im_dtype_is_float (to))
    return wrap (number, to);

  number.real = is_unsigned_64 (from) ? (double) (guint64) number.integer
                                      : (double) number.integer;

  return wrap (number, to);
}

static gint
compare (Number a, Number b, ImDType dtype)
{
  if (im_dtype_is_float (dtype))
    return a.real < b.real ? -1 : a.real > b.real ? 1 : 0;
  if (is_unsigned_64 (dtype))
    return (guint64) a.integer < (guint64) b.integer ? -1 : a.integer != b.integer;

  return a.integer < b.integer ? -1 : a.integer > b.integer;
}

static gboolean
is_true (ImKernelNodeKind kind, Number a, Number b, ImDType dtype)
{
  gint order = compare (a, b, dtype);
  gboolean is_ordered = !im_dtype_is_float (dtype) ||
                        (!isnan (a.real) && !isnan (b.real));

  switch ((int) kind)
    {
    case IM_KERNEL_NODE_EQUAL:
      return is_ordered && order == 0;
    case IM_KERNEL_NODE_NOT_EQUAL:
      return !is_ordered || order != 0;
    case IM_KERNEL_NODE_LESS:
      return is_ordered && order < 0;
    case IM_KERNEL_NODE_LESS_EQUAL:
      return is_ordered && order <= 0;
    case IM_KERNEL_NODE_GREATER:
      return is_ordered && order > 0;
    default:
      return is_ordered && order >= 0;
    }
}

static double
combine_reals (ImKernelNodeKind kind, double a, double b)
{
  return kind == IM_KERNEL_NODE_ADD        ? a + b
         : kind == IM_KERNEL_NODE_SUBTRACT ? a - b
         : kind == IM_KERNEL_NODE_MULTIPLY ? a * b
                                           : a / b;
}

static float
combine_singles (ImKernelNodeKind kind, float a, float b)
{
  return kind == IM_KERNEL_NODE_ADD        ? a + b
         : kind == IM_KERNEL_NODE_SUBTRACT ? a - b
         : kind == IM_KERNEL_NODE_MULTIPLY ? a * b
                                           : a / b;
}

static gint64
divide_integers (gint64 a, gint64 b, ImDType dtype)
{
  if (b == 0)
    return 0;
  if (is_unsigned_64 (dtype))
    return (gint64) ((guint64) a / (guint64) b);

  return b == -1 ? (gint64) - (guint64) a : a / b;
}

static Number
combine (ImKernelNodeKind kind, Number a, Number b, ImDType dtype)
{
  guint64 x = (guint64) a.integer, y = (guint64) b.integer;

  if (dtype == IM_DTYPE_FLOAT32)
    return (Number){ .real = (double) combine_singles (kind, (float) a.real,
                                                       (float) b.real) };
  if (dtype == IM_DTYPE_FLOAT64)
    return (Number){ .real = combine_reals (kind, a.real, b.real) };

  x = kind == IM_KERNEL_NODE_ADD        ? x + y
      : kind == IM_KERNEL_NODE_SUBTRACT ? x - y
      : kind == IM_KERNEL_NODE_MULTIPLY
          ? x * y
          : (guint64) divide_integers (a.integer, b.integer, dtype);

  return wrap ((Number){ .integer = (gint64) x }, dtype);
}

static Number
call (const ImKernelFunction *function, Number a, Number b, ImDType dtype)
{
  if (dtype == IM_DTYPE_FLOAT32)
    return (Number){ .real = (double) function->compute_single ((float) a.real,
                                                                (float) b.real) };
  if (dtype == IM_DTYPE_FLOAT64)
    return (Number){ .real = function->compute (a.real, b.real) };

  if (function->n_arguments == 2)
    {
      gboolean takes_first = compare (a, b, dtype) > 0;

      return takes_first == (function->compute (0.0, 1.0) > 0.5) ? a : b;
    }
  if (compare (a, (Number){ .integer = 0 }, dtype) >= 0)
    return a;
  if (function->compute (-1.0, 0.0) > 0.5)
    return wrap ((Number){ .integer = (gint64) - (guint64) a.integer }, dtype);

  return (Number){ .integer = 0 };
}

static Number evaluate (Run *run, const ImKernelNode *node);

static Number
evaluate_as (Run *run, const ImKernelNode *node, ImDType dtype)
{
  return convert (evaluate (run, node), node->dtype, dtype);
}

static Number
negate (Number number, ImDType dtype)
{
  if (im_dtype_is_float (dtype))
    return (Number){ .real = -number.real };

  return wrap ((Number){ .integer = (gint64) - (guint64) number.integer }, dtype);
}

static gboolean
is_nonzero (Run *run, const ImKernelNode *node)
{
  Number number = evaluate (run, node);

  return im_dtype_is_float (node->dtype) ? fpclassify (number.real) != FP_ZERO
                                         : number.integer != 0;
}

static Number
evaluate_load (Run *run, const ImKernelNode *node)
{
  const ImKernelAccess *access = &run->kernel->loads[node->load];
  const ImKernelBuffer *buffer = im_formula_get_buffer (run->formula, access->buffer);
  gint64 at = im_affine_evaluate (&run->nest->loads[node->load], run->values,
                                  run->nest->n_loops);

  return load (run->data[access->buffer], buffer->dtype, at);
}

static gint64
evaluate_form (Run *run, const ImAffine *form)
{
  gint64 sum = form->constant;

  for (guint i = 0; i < run->kernel->n_indices; i++)
    if (form->factor[i] != 0)
      sum += form->factor[i] *
             im_affine_evaluate (&run->nest->index[i], run->values, run->nest->n_loops);

  return sum;
}

static Number
evaluate_operator (Run *run, const ImKernelNode *node)
{
  const ImKernelNode *a = node->arguments[0], *b = node->arguments[1];
  ImDType dtype = node->dtype;

  if (node->kind >= IM_KERNEL_NODE_EQUAL && node->kind <= IM_KERNEL_NODE_GREATER_EQUAL)
    {
      dtype = im_kernel_join (a->dtype, b->dtype);
      return (Number){ .integer = is_true (node->kind, evaluate_as (run, a, dtype),
                                           evaluate_as (run, b, dtype), dtype) };
    }

  return combine (node->kind, evaluate_as (run, a, dtype), evaluate_as (run, b, dtype),
                  dtype);
}

static Number
evaluate (Run *run, const ImKernelNode *node)
{
  const ImKernelNode *const *arguments = node->arguments;
  ImDType dtype = node->dtype;

  switch ((int) node->kind)
    {
    case IM_KERNEL_NODE_CONSTANT:
      return im_dtype_is_float (dtype)
                 ? wrap ((Number){ .real = node->constant }, dtype)
                 : (Number){ .integer = saturate (node->constant, dtype) };
    case IM_KERNEL_NODE_LOAD:
      return evaluate_load (run, node);
    case IM_KERNEL_NODE_INDEX:
      return wrap ((Number){ .integer = evaluate_form (run, node->form) }, dtype);
    case IM_KERNEL_NODE_NEGATE:
      return negate (evaluate_as (run, arguments[0], dtype), dtype);
    case IM_KERNEL_NODE_CAST:
      return evaluate_as (run, arguments[0], dtype);
    case IM_KERNEL_NODE_SELECT:
      return evaluate_as (run, arguments[is_nonzero (run, arguments[0]) ? 1 : 2], dtype);
    case IM_KERNEL_NODE_CALL:
      return call (node->function, evaluate_as (run, arguments[0], dtype),
                   arguments[1] == NULL ? (Number){ 0 }
                                        : evaluate_as (run, arguments[1], dtype),
                   dtype);
    default:
      return evaluate_operator (run, node);
    }
}

/* What aggregation begins with: it changes nothing. */
static Number
get_identity (ImAggregation aggregation, ImDType dtype)
{
  gboolean is_least = aggregation == IM_AGGREGATION_MAXIMUM;
  gint number = aggregation == IM_AGGREGATION_PRODUCT ? 1 : 0;

  if (aggregation != IM_AGGREGATION_MAXIMUM && aggregation != IM_AGGREGATION_MINIMUM)
    return im_dtype_is_float (dtype) ? (Number){ .real = number }
                                     : (Number){ .integer = number };
  if (im_dtype_is_float (dtype))
    return (Number){ .real = is_least ? -INFINITY : INFINITY };

  return (Number){ .integer = saturate (is_least ? -INFINITY : INFINITY, dtype) };
}

static void
aggregate (Run *run)
{
  ImDType dtype = run->kernel->dtype;
  Number value = evaluate_as (run, run->kernel->value, dtype);

  run->has_sum = TRUE;
  if (im_loop_nest_has_one_value (run->nest, run->kernel))
    run->sum = value;
  else if (run->kernel->aggregation == IM_AGGREGATION_SUM)
    run->sum = combine (IM_KERNEL_NODE_ADD, run->sum, value, dtype);
  else if (run->kernel->aggregation == IM_AGGREGATION_PRODUCT)
    run->sum = combine (IM_KERNEL_NODE_MULTIPLY, run->sum, value, dtype);
  else if (is_true (run->kernel->aggregation == IM_AGGREGATION_MINIMUM
                        ? IM_KERNEL_NODE_LESS
                        : IM_KERNEL_NODE_GREATER,
                    value, run->sum, dtype))
    run->sum = value;
}

static void
run_inner (Run *run, guint level)
{
  const ImLoop *loop = &run->nest->loops[level];
  gint64 last = 0;

  if (level == run->nest->n_loops)
    {
      aggregate (run);
      return;
    }

  run->values[level] = im_loop_get_first (loop, run->values, level);
  last = im_loop_get_last (loop, run->values, level);
  for (; run->values[level] <= last; run->values[level]++)
    run_inner (run, level + 1);
}

/* One element: it begins with the default, if there is one. */
static void
run_element (Run *run)
{
  const ImKernel *kernel = run->kernel;
  ImDType dtype = im_formula_get_buffer (run->formula, kernel->output.buffer)->dtype;
  gpointer out = run->data[kernel->output.buffer];
  gint64 at = im_affine_evaluate (&run->nest->output, run->values,
                                  run->nest->n_output_loops);

  run->has_sum = kernel->default_buffer >= 0;
  run->sum = run->has_sum ? convert (load (out, dtype, at), dtype, kernel->dtype)
                          : get_identity (kernel->aggregation, kernel->dtype);
  run_inner (run, run->nest->n_output_loops);
  if (run->has_sum)
    store (out, dtype, at, convert (run->sum, kernel->dtype, dtype));
}

static void
run_outer (Run *run, guint level)
{
  const ImLoop *loop = &run->nest->loops[level];
  gint64 last = 0;

  if (level == run->nest->n_output_loops)
    {
      run_element (run);
      return;
    }

  run->values[level] = im_loop_get_first (loop, run->values, level);
  last = im_loop_get_last (loop, run->values, level);
  for (; run->values[level] <= last; run->values[level]++)
    run_outer (run, level + 1);
}

/* What no set of indices writes is 0, or that of the default. */
static void
fill (Run *run)
{
  const ImKernel *kernel = run->kernel;
  const ImKernelBuffer *out = im_formula_get_buffer (run->formula, kernel->output.buffer);
  gsize count = 1, size_bytes = im_dtype_get_info (out->dtype)->size_bytes;

  for (guint i = 0; i < out->shape.rank; i++)
    count *= (gsize) out->shape.size[i];
  memset (run->data[kernel->output.buffer], 0, count * size_bytes);
  if (kernel->default_buffer < 0)
    return;

  const ImKernelBuffer *from = im_formula_get_buffer (run->formula,
                                                      (guint) kernel->default_buffer);

  for (gsize i = 0; i < count; i++)
    store (run->data[kernel->output.buffer], out->dtype, (gint64) i,
           convert (load (run->data[kernel->default_buffer], from->dtype,
                          from->shape.rank == 0 ? 0 : (gint64) i),
                    from->dtype, out->dtype));
}

void
im_formula_run (const ImFormula *formula, const GPtrArray *nests, gpointer *data)
{
  for (guint i = 0; i < formula->kernels->len; i++)
    {
      Run run = { formula, g_ptr_array_index (formula->kernels, i),
                  g_ptr_array_index (nests, i), data };

      g_return_if_fail (run.kernel->epilogue == NULL);
      fill (&run);
      run_outer (&run, 0);
    }
}
