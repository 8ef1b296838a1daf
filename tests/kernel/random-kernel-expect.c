/* SPDX-License-Identifier: MIT
 *
 * What a kernel computes by its definition: set of indices by set of indices, in 64 bits.
 */
#include "random-kernel.h"

#include <math.h>
#include <string.h>

#include "kernel/im-formula-run.h"
#include "kernel/im-kernel-function.h"

typedef struct
{
  const RandomKernel *self;
  gpointer out;
  gint64 index[IM_KERNEL_MAX_INDICES];
  gint64 local;
} Point;

static gint64 evaluate (Point *point, const ImKernelNode *node);

static gint64
get_element (gconstpointer data, ImDType dtype, gint64 at)
{
  const ImDTypeInfo *info = im_dtype_get_info (dtype);

  return info->get != NULL ? info->get (data, (gsize) at)
                           : (gint64) ((const double *) data)[at];
}

static gint64
get_numerator (const Point *point, const ImAffine *form)
{
  gint64 sum = form->constant;

  for (guint i = 0; i < point->self->kernel->n_indices; i++)
    sum += form->factor[i] * point->index[i];

  return sum;
}

static gint64
find_element (Point *point, const ImKernelAccess *access)
{
  const ImShape *shape = &im_formula_get_buffer (point->self->formula, access->buffer)
                              ->shape;
  gint64 at = 0;

  for (guint i = shape->rank; i-- > 0;)
    at = at * shape->size[i] +
         (access->computed[i] != NULL
              ? evaluate (point, access->computed[i])
              : get_numerator (point, &access->index[i]) / access->index[i].divisor);

  return at;
}

static gint64
evaluate_load (Point *point, const ImKernelNode *node)
{
  const RandomKernel *self = point->self;
  const ImKernelAccess *access = &self->kernel->loads[node->load];

  return get_element (access->buffer == self->output ? point->out
                                                     : self->data[access->buffer],
                      im_formula_get_buffer (self->formula, access->buffer)->dtype,
                      find_element (point, access));
}

static gint64
divide_down (gint64 a, gint64 b)
{
  gint64 quotient = a / b;

  while (quotient * b > a && b > 0)
    quotient--;
  while (quotient * b < a && b < 0)
    quotient--;

  return quotient;
}

static gint64
evaluate_call (const char *name, gint64 a, gint64 b)
{
  return g_str_equal (name, "min")   ? MIN (a, b)
         : g_str_equal (name, "max") ? MAX (a, b)
         : g_str_equal (name, "abs") ? ABS (a)
                                     : (a > 0) - (a < 0);
}

static gint64
wrap (gint64 number, ImDType dtype)
{
  const ImDTypeInfo *info = im_dtype_get_info (dtype);
  gint64 place = 0;

  if (info->set == NULL)
    return number;
  info->set (&place, 0, number);

  return info->get (&place, 0);
}

static gint64
evaluate_operator (Point *point, const ImKernelNode *node)
{
  const ImKernelNode *first = node->arguments[0], *second = node->arguments[1];
  ImDType dtype = im_kernel_node_compares (node)
                      ? im_kernel_join (first->dtype, second->dtype)
                      : node->dtype;
  gint64 a = wrap (evaluate (point, first), dtype);
  gint64 b = second != NULL ? wrap (evaluate (point, second), dtype) : 0;

  switch ((guint) node->kind)
    {
    case IM_KERNEL_NODE_NEGATE:
      return -a;
    case IM_KERNEL_NODE_CAST:
      return a;
    case IM_KERNEL_NODE_ADD:
      return a + b;
    case IM_KERNEL_NODE_SUBTRACT:
      return a - b;
    case IM_KERNEL_NODE_MULTIPLY:
      return a * b;
    case IM_KERNEL_NODE_FLOOR_DIVIDE:
      return divide_down (a, b);
    case IM_KERNEL_NODE_MODULO:
      return a - divide_down (a, b) * b;
    case IM_KERNEL_NODE_EQUAL:
      return a == b;
    case IM_KERNEL_NODE_NOT_EQUAL:
      return a != b;
    case IM_KERNEL_NODE_LESS:
      return a < b;
    case IM_KERNEL_NODE_LESS_EQUAL:
      return a <= b;
    case IM_KERNEL_NODE_GREATER:
      return a > b;
    case IM_KERNEL_NODE_GREATER_EQUAL:
      return a >= b;
    default:
      return evaluate_call (node->function->name, a, b);
    }
}

static gint64
evaluate (Point *point, const ImKernelNode *node)
{
  switch ((guint) node->kind)
    {
    case IM_KERNEL_NODE_CONSTANT:
      return (gint64) node->constant;
    case IM_KERNEL_NODE_INDEX:
      return wrap (get_numerator (point, node->form), node->dtype);
    case IM_KERNEL_NODE_LOCAL:
      return point->local;
    case IM_KERNEL_NODE_LOAD:
      return evaluate_load (point, node);
    case IM_KERNEL_NODE_SELECT:
      return wrap (
          evaluate (point,
                    node->arguments[evaluate (point, node->arguments[0]) != 0 ? 1 : 2]),
          node->dtype);
    default:
      return wrap (evaluate_operator (point, node), node->dtype);
    }
}

static gboolean
is_in_range (const Point *point, const ImAffine *form, gint64 bound)
{
  gint64 number = get_numerator (point, form);

  return number % form->divisor == 0 && number >= 0 && number / form->divisor < bound;
}

static gboolean
is_access_valid (const Point *point, const ImKernelAccess *access)
{
  const ImShape *shape = &im_formula_get_buffer (point->self->formula, access->buffer)
                              ->shape;

  for (guint i = 0; i < shape->rank; i++)
    if (access->computed[i] == NULL &&
        !is_in_range (point, &access->index[i], shape->size[i]))
      return FALSE;

  return TRUE;
}

static gboolean
is_valid (const Point *point)
{
  const ImKernel *kernel = point->self->kernel;

  for (guint i = 0; i < kernel->n_constraints; i++)
    if (!is_in_range (point, &kernel->constraints[i].form, kernel->constraints[i].bound))
      return FALSE;
  for (guint i = 0; i < kernel->n_loads; i++)
    if (!is_access_valid (point, &kernel->loads[i]))
      return FALSE;

  return is_access_valid (point, &kernel->output);
}

typedef struct
{
  double sum; /* of reals */
  gint64 whole;
  gboolean is_written;
  gboolean is_taken;
} Cell;

static void
aggregate (Cell *cell, ImAggregation aggregation, gint64 value, ImDType dtype)
{
  double real = (double) value;

  switch (aggregation)
    {
    case IM_AGGREGATION_SUM:
      cell->sum += real;
      cell->whole += value;
      break;
    case IM_AGGREGATION_PRODUCT:
      cell->sum *= real;
      cell->whole = (gint64) ((guint64) cell->whole * (guint64) value);
      break;
    case IM_AGGREGATION_MINIMUM:
      cell->sum = fmin (cell->sum, real);
      cell->whole = MIN (cell->whole, value);
      break;
    case IM_AGGREGATION_MAXIMUM:
      cell->sum = fmax (cell->sum, real);
      cell->whole = MAX (cell->whole, value);
      break;
    case IM_AGGREGATION_AND:
      cell->sum = cell->sum != 0 && value != 0;
      cell->whole = cell->whole != 0 && value != 0;
      break;
    case IM_AGGREGATION_OR:
      cell->sum = cell->sum != 0 || value != 0;
      cell->whole = cell->whole != 0 || value != 0;
      break;
    case IM_AGGREGATION_SET:
    case IM_AGGREGATION_UPDATE:
    case IM_N_AGGREGATIONS:
    default:
      cell->sum = real;
      cell->whole = value;
    }
  cell->whole = wrap (cell->whole, dtype);
  cell->is_written = TRUE;
}

static gboolean
is_sequence (const RandomKernel *self)
{
  const ImKernel *kernel = self->kernel;

  for (guint i = 0; i < kernel->n_loads; i++)
    if (kernel->loads[i].buffer == self->output)
      return TRUE;

  return kernel->aggregation == IM_AGGREGATION_UPDATE ||
         im_kernel_access_is_computed (&kernel->output);
}

static void
start_cell (const RandomKernel *self, Cell *cell, gint64 at, gconstpointer begin)
{
  const ImKernel *kernel = self->kernel;
  ImDType dtype = im_formula_get_buffer (self->formula, self->output)->dtype;
  gboolean is_whole = kernel->dtype == IM_DTYPE_INT32;
  gint64 number = 0;

  *cell = (Cell){ 0 };
  if (dtype == IM_DTYPE_FLOAT64 && is_sequence (self))
    {
      cell->sum = ((const double *) begin)[at]; /* may be larger than any integer */
      return;
    }
  number = get_element (begin, dtype, at);
  if (!is_sequence (self) && kernel->default_buffer < 0)
    number = kernel->initial != NULL ? (gint64) kernel->initial->constant
             : kernel->aggregation == IM_AGGREGATION_PRODUCT ? 1
             : kernel->aggregation == IM_AGGREGATION_AND     ? 1
             : kernel->aggregation == IM_AGGREGATION_MINIMUM ? G_MAXINT32
             : kernel->aggregation == IM_AGGREGATION_MAXIMUM ? G_MININT32
                                                             : 0;
  cell->whole = is_whole ? wrap (number, kernel->dtype) : number;
  cell->sum = (double) number;
}

static void
store_cell (const RandomKernel *self, const Cell *cell, gint64 at, gpointer out)
{
  const ImDTypeInfo *info = im_dtype_get_info (
      im_formula_get_buffer (self->formula, self->output)->dtype);
  gint64 number = cell->whole;

  if (self->kernel->saturates && info->set != NULL)
    number = CLAMP (number, (gint64) info->minimum, (gint64) info->maximum);
  if (info->set != NULL)
    info->set (out, (gsize) at, number);
  else
    ((double *) out)[at] = cell->sum;
}

/* What the elements are before anything is written. */
static void
begin (const RandomKernel *self, gpointer out)
{
  const ImKernel *kernel = self->kernel;
  const ImDTypeInfo *info = im_dtype_get_info (
      im_formula_get_buffer (self->formula, self->output)->dtype);
  gsize size = random_kernel_get_size (self, self->output);

  memset (out, 0, size);
  if (kernel->default_buffer >= 0)
    memcpy (out, self->data[kernel->default_buffer], size);
  for (gsize i = 0; kernel->initial != NULL && i < size / info->size_bytes; i++)
    if (info->set != NULL)
      info->set (out, i, (gint64) kernel->initial->constant);
    else
      ((double *) out)[i] = kernel->initial->constant;
}

static gboolean
next_point (Point *point)
{
  const RandomKernel *self = point->self;

  for (guint i = self->kernel->n_indices; i-- > 0;)
    {
      if (++point->index[i] < self->low[i] + self->count[i])
        return TRUE;
      point->index[i] = self->low[i];
    }

  return FALSE;
}

/* One set of indices; returns whether it is the second one for its element. */
static gboolean
take_point (Point *point, Cell *cells)
{
  const RandomKernel *self = point->self;
  const ImKernel *kernel = self->kernel;
  gboolean is_second = FALSE;
  gint64 at = 0;

  if (kernel->n_locals > 0)
    point->local = evaluate (point, kernel->locals[0].value);
  if (!is_sequence (self))
    {
      at = find_element (point, &kernel->output);
      is_second = cells[at].is_taken;
      cells[at].is_taken = TRUE;
    }
  if (kernel->condition != NULL && evaluate (point, kernel->condition) == 0)
    return is_second;
  at = find_element (point, &kernel->output);
  if (is_sequence (self))
    start_cell (self, &cells[at], at, point->out);
  aggregate (&cells[at], kernel->aggregation, evaluate (point, kernel->value),
             kernel->dtype);
  if (is_sequence (self))
    store_cell (self, &cells[at], at, point->out);

  return is_second;
}

RandomKernelVerdict
random_kernel_expect (const RandomKernel *self, gpointer expected)
{
  ImDType dtype = im_formula_get_buffer (self->formula, self->output)->dtype;
  gint64 n_cells = (gint64) (random_kernel_get_size (self, self->output) /
                             im_dtype_get_info (dtype)->size_bytes);
  g_autofree Cell *cells = g_new0 (Cell, n_cells);
  Point point = { .self = self, .out = expected };
  gboolean is_found = FALSE, is_conflict = FALSE;

  begin (self, expected);
  for (gint64 i = 0; i < n_cells; i++)
    start_cell (self, &cells[i], i, expected);
  memcpy (point.index, self->low, sizeof point.index);
  do
    if (is_valid (&point))
      {
        is_found = TRUE;
        is_conflict |= take_point (&point, cells);
      }
  while (next_point (&point));

  if (!is_found && !self->kernel->is_explicit)
    return RANDOM_KERNEL_EMPTY;
  if (is_conflict && self->kernel->aggregation == IM_AGGREGATION_SET)
    return RANDOM_KERNEL_CONFLICT;
  for (gint64 i = 0; i < n_cells && !is_sequence (self); i++)
    if (cells[i].is_written)
      store_cell (self, &cells[i], i, expected);

  return RANDOM_KERNEL_FINE;
}

char *
random_kernel_dup_difference (const RandomKernel *self,
                              gconstpointer expected,
                              gconstpointer found)
{
  const ImKernelBuffer *out = im_formula_get_buffer (self->formula, self->output);
  gsize size = im_dtype_get_info (out->dtype)->size_bytes;
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize i = 0; i < random_kernel_get_size (self, self->output) / size; i++)
    {
      double a = out->dtype == IM_DTYPE_FLOAT64
                     ? ((const double *) expected)[i]
                     : (double) get_element (expected, out->dtype, (gint64) i);
      double b = out->dtype == IM_DTYPE_FLOAT64
                     ? ((const double *) found)[i]
                     : (double) get_element (found, out->dtype, (gint64) i);

      /* Long products of reals leave what is finite. */
      if (fabs (a - b) <= 1e-12 * fabs (a) || (!isfinite (a) && !isfinite (b)))
        continue;
      im_kernel_append_text (self->kernel, self->formula, text);
      return g_strdup_printf ("%s: element %u is %.17g, expected %.17g", text->str,
                              (guint) i, b, a);
    }

  return NULL;
}

char *
random_kernel_dup_problem (const RandomKernel *self, const ImLoopNest **nest)
{
  static const ImLoopNestError codes[] = {
    [RANDOM_KERNEL_EMPTY] = IM_LOOP_NEST_ERROR_EMPTY,
    [RANDOM_KERNEL_CONFLICT] = IM_LOOP_NEST_ERROR_CONFLICT,
  };
  gsize size = random_kernel_get_size (self, self->output);
  g_autofree gpointer expected = g_malloc0 (size + 8), found = g_malloc0 (size + 8);
  g_autoptr (GPtrArray) nests = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  RandomKernelVerdict verdict = random_kernel_expect (self, expected);
  gpointer data[RANDOM_KERNEL_MAX_BUFFERS];

  im_kernel_append_text (self->kernel, self->formula, text);
  *nest = im_loop_nest_new (self->kernel, self->formula, self->arena, &error);
  if (error != NULL && error->code == IM_LOOP_NEST_ERROR_TOO_MANY)
    return NULL;
  if (verdict != RANDOM_KERNEL_FINE || *nest == NULL)
    return *nest == NULL && verdict != RANDOM_KERNEL_FINE &&
                   error->code == (gint) codes[verdict]
               ? NULL
               : g_strdup_printf ("%s: %s, expected %s", text->str,
                                  error == NULL ? "loops" : error->message,
                                  verdict == RANDOM_KERNEL_FINE    ? "loops"
                                  : verdict == RANDOM_KERNEL_EMPTY ? "no indices"
                                                                   : "a conflict");
  g_ptr_array_add (nests, (gpointer) *nest);
  memcpy (data, self->data, sizeof data);
  data[self->output] = found;
  memcpy (found, self->data[self->output], size);
  if (!im_formula_run (self->formula, nests, data, &error))
    return g_strdup_printf ("%s: %s", text->str, error->message);

  return random_kernel_dup_difference (self, expected, found);
}
