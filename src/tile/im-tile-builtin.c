/* SPDX-License-Identifier: MIT
 *
 * Functions whose result is no element by element one of their arguments: each is a
 * kernel of its own.
 */
#include <string.h>

#include "tile/im-tile-elaborate-private.h"

#define MAX_AXES MIN (IM_SHAPE_MAX_RANK, IM_KERNEL_MAX_INDICES)

static ImKernel
new_kernel (ImDType dtype, ImSpan span)
{
  return (ImKernel){ .aggregation = IM_AGGREGATION_SET,
                     .dtype = dtype,
                     .default_buffer = -1,
                     .span = span };
}

/* One index for each axis of an output, outermost first. */
static void
set_indices (ImTileRun *run, ImKernel *kernel, guint n)
{
  kernel->n_indices = n;
  for (guint i = 0; i < n; i++)
    kernel->indices[i] = im_arena_printf (run->arena, "i%u", i);
}

static void
set_plain (ImKernelAccess *access, guint rank)
{
  for (guint i = 0; i < rank; i++)
    access->index[rank - 1 - i] = im_affine_variable (i);
}

static ImTileValue
add_result (ImTileRun *run, ImKernel *kernel, const char *name, const ImShape *shape)
{
  ImTileValue value = { IM_TILE_VALUE_TENSOR };

  value.buffer = kernel->output.buffer = im_tile_add_buffer (run, name, IM_BUFFER_LOCAL,
                                                             kernel->dtype, shape);
  im_tile_add_kernel (run, kernel);

  return value;
}

static gboolean
get_sizes (ImTileRun *run, const ImTileExpr *sizes, ImShape *shape)
{
  shape->rank = sizes->n;
  for (guint i = 0; i < sizes->n; i++)
    {
      gint64 size = 0;

      if (!im_tile_get_whole (run, sizes->operands[i], &size))
        return FALSE;
      if (size < 1 || size > G_MAXINT32)
        return im_tile_fail (run, sizes->operands[i]->span, "nonpositive-dim",
                             "Axis %u would have the size %" G_GINT64_FORMAT, i, size);
      shape->size[sizes->n - 1 - i] = (gint32) size;
    }

  return TRUE;
}

static gboolean
get_axis (ImTileRun *run, const ImTileExpr *expr, guint rank, gint64 *axis)
{
  if (!im_tile_get_whole (run, expr, axis))
    return FALSE;
  if (*axis < 0 || *axis >= rank)
    return im_tile_fail (run, expr->span, "argument",
                         "There are axes 0 to %u, not %" G_GINT64_FORMAT, rank - 1,
                         *axis);

  return TRUE;
}

static gboolean
make_index (ImTileRun *run,
            const ImTileExpr *expr,
            const ImTileValue *tensors,
            const char *name,
            ImTileValue *value)
{
  const ImTileExpr *sizes = expr->n == 2 ? expr->operands[0] : NULL;
  ImKernel kernel = new_kernel (IM_DTYPE_INT32, expr->span);
  ImKernelNode *node = NULL;
  ImAffine *form = NULL;
  ImShape shape = { 0 };
  gint64 axis = 0;

  if (sizes == NULL || sizes->kind != IM_TILE_LIST || sizes->n == 0 ||
      sizes->n > MAX_AXES)
    return im_tile_fail (run, expr->span, "argument",
                         "index takes a list of sizes and the number of an axis");
  if (!get_axis (run, expr->operands[1], sizes->n, &axis) ||
      !get_sizes (run, sizes, &shape))
    return FALSE;

  set_indices (run, &kernel, shape.rank);
  set_plain (&kernel.output, shape.rank);
  form = im_arena_new0 (run->arena, ImAffine, 1);
  *form = im_affine_variable ((guint) axis);
  node = im_tile_new_node (run, IM_KERNEL_NODE_INDEX, IM_DTYPE_INT32);
  node->form = form;
  kernel.value = node;
  *value = add_result (run, &kernel, name, &shape);

  return TRUE;
}

static ImKernelNode *
new_constant (ImTileRun *run, ImDType dtype, double number)
{
  ImKernelNode *node = im_tile_new_node (run, IM_KERNEL_NODE_CONSTANT, dtype);

  node->constant = number;

  return node;
}

/* limit if number < limit, or else if number > limit, otherwise rest */
static ImKernelNode *
new_limit (ImTileRun *run,
           ImKernelNodeKind kind,
           const ImKernelNode *number,
           double limit,
           const ImKernelNode *rest)
{
  ImKernelNode *test = im_tile_new_node (run, kind, IM_DTYPE_UINT8);
  ImKernelNode *select = im_tile_new_node (run, IM_KERNEL_NODE_SELECT, number->dtype);

  test->arguments[0] = number;
  test->arguments[1] = new_constant (run, number->dtype, limit);
  select->arguments[0] = test;
  select->arguments[1] = new_constant (run, number->dtype, limit);
  select->arguments[2] = rest;

  return select;
}

/* A number as the nearest one of an axis; nothing is asked that its type tells. */
static const ImKernelNode *
new_place (ImTileRun *run, const ImKernelNode *number, gint32 size)
{
  const ImDTypeInfo *info = im_dtype_get_info (number->dtype);
  gboolean has_sign = info->family == IM_DTYPE_FAMILY_INT;
  guint bits = 8 * info->size_bytes - (has_sign ? 1 : 0);
  const ImKernelNode *place = number;
  ImKernelNode *cast = NULL;

  if (bits > 31 || size - 1 < (gint32) ((1u << bits) - 1))
    place = new_limit (run, IM_KERNEL_NODE_GREATER, number, size - 1, place);
  if (has_sign)
    place = new_limit (run, IM_KERNEL_NODE_LESS, number, 0, place);
  if (number->dtype == IM_DTYPE_INT32)
    return place;
  cast = im_tile_new_node (run, IM_KERNEL_NODE_CAST, IM_DTYPE_INT32);
  cast->arguments[0] = place;

  return cast;
}

static gboolean
make_gather (ImTileRun *run,
             const ImTileExpr *expr,
             const ImTileValue *tensors,
             const char *name,
             ImTileValue *value)
{
  const ImKernelBuffer *data = NULL, *table = NULL;
  ImKernel kernel = new_kernel (IM_DTYPE_FLOAT32, expr->span);
  ImKernelNode *number = NULL, *place = NULL, *load = NULL;
  ImShape shape = { 0 };
  gint64 axis = 0;

  if (expr->n != 2 && expr->n != 3)
    return im_tile_fail (run, expr->span, "argument",
                         "gather takes a tensor, one of numbers, and the number of an "
                         "axis if that is not the first");
  data = im_formula_get_buffer (run->formula, tensors[0].buffer);
  table = im_formula_get_buffer (run->formula, tensors[1].buffer);
  if (im_dtype_is_float (table->dtype))
    return im_tile_fail (run, expr->operands[1]->span, "element-type",
                         "gather takes whole numbers, and these are of %s; as_int(…, 32) "
                         "makes them whole",
                         im_dtype_get_info (table->dtype)->name);
  if (data->shape.rank == 0)
    return im_tile_fail (run, expr->operands[0]->span, "argument",
                         "gather takes elements along an axis, and there is none");
  if (data->shape.rank - 1 + table->shape.rank > MAX_AXES)
    return im_tile_fail (run, expr->span, "limit", "A tensor has at most %d axes",
                         MAX_AXES);
  if (expr->n == 3 && !get_axis (run, expr->operands[2], data->shape.rank, &axis))
    return FALSE;

  kernel.dtype = data->dtype;
  shape.rank = data->shape.rank - 1 + table->shape.rank;
  set_indices (run, &kernel, shape.rank);
  set_plain (&kernel.output, shape.rank);
  kernel.n_loads = 2;
  kernel.loads[0].buffer = tensors[1].buffer;
  kernel.loads[1].buffer = tensors[0].buffer;
  for (guint i = 0; i < shape.rank; i++)
    {
      gboolean is_table = i >= axis && i < axis + table->shape.rank;
      guint left = is_table ? i - (guint) axis : i < axis ? i : i + 1 - table->shape.rank;
      const ImShape *of = is_table ? &table->shape : &data->shape;

      shape.size[shape.rank - 1 - i] = of->size[of->rank - 1 - left];
      kernel.loads[!is_table].index[of->rank - 1 - left] = im_affine_variable (i);
    }

  number = im_tile_new_node (run, IM_KERNEL_NODE_LOAD, table->dtype);
  kernel.n_locals = 1;
  kernel.locals[0].name = "place";
  kernel.locals[0].value = new_place (
      run, number, data->shape.size[data->shape.rank - 1 - (guint) axis]);
  place = im_tile_new_node (run, IM_KERNEL_NODE_LOCAL, IM_DTYPE_INT32);
  kernel.loads[1].computed[data->shape.rank - 1 - (guint) axis] = place;
  kernel.loads[1].index[data->shape.rank - 1 - (guint) axis] = im_affine_constant (0);
  load = im_tile_new_node (run, IM_KERNEL_NODE_LOAD, data->dtype);
  load->load = 1;
  kernel.value = load;
  *value = add_result (run, &kernel, name, &shape);

  return TRUE;
}

/* The number of an element among all of a shape. */
static ImAffine
number_elements (const ImShape *shape)
{
  ImAffine form = im_affine_constant (0);
  gint64 step = 1;

  for (guint i = 0; i < shape->rank; i++)
    {
      form.factor[shape->rank - 1 - i] = step;
      step *= shape->size[i];
    }

  return form;
}

/* Between a tensor and a vector of its elements, the way that @to_vector says. */
static ImTileValue
copy_elements (ImTileRun *run,
               guint from,
               const ImShape *shape,
               gint32 count,
               gboolean to_vector,
               const char *name,
               ImSpan span)
{
  ImDType dtype = im_formula_get_buffer (run->formula, from)->dtype;
  ImKernel kernel = new_kernel (dtype, span);
  ImShape vector = { .rank = 1, .size = { count } };

  set_indices (run, &kernel, shape->rank);
  kernel.n_loads = 1;
  kernel.loads[0].buffer = from;
  set_plain (to_vector ? &kernel.loads[0] : &kernel.output, shape->rank);
  (to_vector ? &kernel.output : &kernel.loads[0])->index[0] = number_elements (shape);
  kernel.value = im_tile_new_node (run, IM_KERNEL_NODE_LOAD, dtype);

  return add_result (run, &kernel, name, to_vector ? &vector : shape);
}

static gboolean
make_reshape (ImTileRun *run,
              const ImTileExpr *expr,
              const ImTileValue *tensors,
              const char *name,
              ImTileValue *value)
{
  const ImTileExpr *sizes = expr->n == 2 ? expr->operands[1] : NULL;
  ImShape shape = { 0 }, before = { 0 };
  gint32 count = 0, new_count = 0;

  if (sizes == NULL || sizes->kind != IM_TILE_LIST || sizes->n > MAX_AXES)
    return im_tile_fail (run, expr->span, "argument",
                         "reshape takes a tensor and a list of sizes");
  if (!get_sizes (run, sizes, &shape))
    return FALSE;
  *value = tensors[0];
  before = im_formula_get_buffer (run->formula, value->buffer)->shape;
  if (!im_shape_product (&before, 0, before.rank, &count, NULL) ||
      !im_shape_product (&shape, 0, shape.rank, &new_count, NULL) || count != new_count)
    {
      g_autoptr (GString) shapes = g_string_new (NULL);

      im_shape_append_text (&before, shapes);
      g_string_append (shapes, " and ");
      im_shape_append_text (&shape, shapes);
      return im_tile_fail (run, expr->span, "argument",
                           "reshape keeps the number of elements; %s have not as many",
                           shapes->str);
    }

  value->kernel = NULL;
  if (im_shape_equal (&before, &shape))
    return TRUE;
  if (before.rank != 1)
    *value = copy_elements (run, value->buffer, &before, count, TRUE,
                            shape.rank == 1 ? name : "elements", expr->span);
  if (shape.rank != 1)
    *value = copy_elements (run, value->buffer, &shape, count, FALSE, name, expr->span);

  return TRUE;
}

static gboolean
make_same (ImTileRun *run,
           const ImTileExpr *expr,
           const ImTileValue *tensors,
           const char *name,
           ImTileValue *value)
{
  if (expr->n != 1)
    return im_tile_fail (run, expr->span, "argument", "ident takes a tensor");
  *value = tensors[0];

  return TRUE;
}

static const struct
{
  const char *name;
  guint n_tensors; /* the first arguments, which are tensors */
  gboolean (*make) (ImTileRun *run,
                    const ImTileExpr *expr,
                    const ImTileValue *tensors,
                    const char *name,
                    ImTileValue *value);
} builtins[] = {
  { "gather", 2, make_gather },
  { "ident", 1, make_same },
  { "index", 0, make_index },
  { "reshape", 1, make_reshape },
};

gboolean
im_tile_is_builtin (const char *name, guint *n_tensors)
{
  for (gsize i = 0; i < G_N_ELEMENTS (builtins); i++)
    if (strcmp (builtins[i].name, name) == 0)
      {
        *n_tensors = builtins[i].n_tensors;
        return TRUE;
      }

  return FALSE;
}

gboolean
im_tile_call_builtin (ImTileRun *run,
                      const ImTileExpr *expr,
                      const ImTileValue *tensors,
                      const char *name,
                      ImTileValue *value)
{
  for (gsize i = 0; i < G_N_ELEMENTS (builtins); i++)
    if (strcmp (builtins[i].name, expr->name) == 0)
      return builtins[i].make (run, expr, tensors, name, value);

  g_return_val_if_reached (FALSE);
}
