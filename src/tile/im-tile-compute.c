/* SPDX-License-Identifier: MIT
 *
 * Operations element by element: one kernel for a whole expression, in which each tensor
 * is read where broadcasting leads.
 */
#include <math.h>
#include <string.h>

#include "kernel/im-kernel-function.h"
#include "tensor/im-broadcast.h"
#include "tile/im-tile-elaborate-private.h"

/* A part of an expression: a node, or a number that has the type of what it meets. */
typedef struct
{
  ImKernelNode *node;
  ImShape shape;
  double number;
  gboolean is_real;
} Part;

typedef struct
{
  ImTileRun *run;
  ImKernel kernel;
} Builder;

static gboolean compute_part (Builder *builder, const ImTileExpr *expr, Part *part);

static gboolean
join_shapes (ImTileRun *run,
             ImSpan span,
             const ImShape *a,
             const ImShape *b,
             ImShape *out)
{
  ImShape joined = { .rank = MAX (a->rank, b->rank) };
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < joined.rank; i++)
    {
      gint32 of_a = i < a->rank ? a->size[i] : 1, of_b = i < b->rank ? b->size[i] : 1;

      joined.size[i] = of_a == 1 ? of_b : of_a;
      if (of_a != 1 && of_b != 1 && of_a != of_b)
        {
          im_shape_append_text (a, text);
          g_string_append (text, " and ");
          im_shape_append_text (b, text);
          return im_tile_fail (
              run, span, "broadcast",
              "%s do not broadcast: axis %u from the right has %d and %d "
              "elements; they must be equal, or one of them 1",
              text->str, i, of_a, of_b);
        }
    }
  *out = joined;

  return TRUE;
}

/* Whether a number is one of the values of an integer type. */
static gboolean
holds (ImDType dtype, double number)
{
  const ImDTypeInfo *info = im_dtype_get_info (dtype);
  int bits = 8 * (int) info->size_bytes;

  return info->family == IM_DTYPE_FAMILY_UINT
             ? number >= 0 && number < ldexp (1, bits)
             : number >= -ldexp (1, bits - 1) && number < ldexp (1, bits - 1);
}

/* That of what it stands beside. A number that it does not hold is wider: no elements
 * become others by a number beside them. */
static ImDType
type_of_number (const Part *part, const Part *beside)
{
  static const ImDType wider[] = { IM_DTYPE_INT32, IM_DTYPE_INT64 };
  ImDType dtype = IM_DTYPE_INT32;

  if (beside != NULL && beside->node != NULL &&
      (!part->is_real || im_dtype_is_float (beside->node->dtype)))
    dtype = beside->node->dtype;
  else if (part->is_real)
    return IM_DTYPE_FLOAT32;
  if (im_dtype_is_float (dtype) || holds (dtype, part->number))
    return dtype;

  for (gsize i = 0; i < G_N_ELEMENTS (wider); i++)
    if (holds (wider[i], part->number) && im_kernel_join (dtype, wider[i]) == wider[i])
      return wider[i];

  return IM_DTYPE_FLOAT64;
}

/* Elements with a sign and without are compared as they are. */
static void
compare_exactly (ImTileRun *run, Part *a, Part *b)
{
  ImDType joined = im_kernel_join (a->node->dtype, b->node->dtype);
  ImDType wider = im_dtype_get_info (joined)->size_bytes < 4 ? IM_DTYPE_INT32
                                                             : IM_DTYPE_INT64;

  if (im_dtype_is_float (joined) ||
      im_dtype_get_info (a->node->dtype)->family ==
          im_dtype_get_info (b->node->dtype)->family ||
      im_dtype_get_info (joined)->family != IM_DTYPE_FAMILY_UINT ||
      im_dtype_get_info (joined)->size_bytes == 8)
    return;
  for (guint i = 0; i < 2; i++)
    {
      Part *part = i == 0 ? a : b;
      ImKernelNode *cast = im_tile_new_node (run, IM_KERNEL_NODE_CAST, wider);

      cast->arguments[0] = part->node;
      part->node = cast;
    }
}

static ImKernelNode *
make_node (ImTileRun *run, Part *part, const Part *beside)
{
  if (part->node == NULL)
    {
      part->node = im_tile_new_node (run, IM_KERNEL_NODE_CONSTANT,
                                     type_of_number (part, beside));
      part->node->constant = part->number;
    }

  return part->node;
}

static gboolean
compute_tensor (Builder *builder, const ImTileValue *value, ImSpan span, Part *part)
{
  const ImKernelBuffer *buffer = im_formula_get_buffer (builder->run->formula,
                                                        value->buffer);
  ImKernel *kernel = &builder->kernel;

  for (guint i = 0; i < kernel->n_loads; i++)
    if (kernel->loads[i].buffer == value->buffer)
      {
        part->node = im_tile_new_node (builder->run, IM_KERNEL_NODE_LOAD, buffer->dtype);
        part->node->load = i;
        part->shape = buffer->shape;
        return TRUE;
      }
  if (kernel->n_loads == IM_KERNEL_MAX_LOADS)
    return im_tile_fail (builder->run, span, "limit",
                         "An expression reads at most %d tensors", IM_KERNEL_MAX_LOADS);
  part->node = im_tile_new_node (builder->run, IM_KERNEL_NODE_LOAD, buffer->dtype);
  part->node->load = kernel->n_loads++;
  part->shape = buffer->shape;
  kernel->loads[part->node->load].buffer = value->buffer;

  return TRUE;
}

static gboolean
compute_value (Builder *builder,
               const ImTileValue *value,
               const ImTileExpr *expr,
               Part *part)
{
  if (value->kind == IM_TILE_VALUE_TENSOR)
    return compute_tensor (builder, value, expr->span, part);
  if (value->kind == IM_TILE_VALUE_NUMBER)
    {
      part->number = value->number;
      part->is_real = value->is_real;
      return TRUE;
    }
  if (value->kind == IM_TILE_VALUE_DIM)
    return im_tile_fail (builder->run, expr->span, "unbound-dim",
                         "“%s” has no size yet; bind_dims of a tensor gives it one",
                         expr->name);

  return im_tile_fail (
      builder->run, expr->span, "undeclared",
      value->kind == IM_TILE_VALUE_INDEX ? "“%s” is an index; it stands in accesses only"
      : value->kind == IM_TILE_VALUE_VECTOR ? "“%s” is a list; take one of its elements"
                                            : "“%s” has no elements yet",
      expr->name);
}

static gboolean
compute_unary (Builder *builder, const ImTileExpr *expr, Part *part)
{
  ImKernelNode *node = NULL;

  if (!compute_part (builder, expr->operands[0], part))
    return FALSE;
  if (part->node == NULL)
    {
      part->number = -part->number;
      return TRUE;
    }
  node = im_tile_new_node (builder->run, IM_KERNEL_NODE_NEGATE, part->node->dtype);
  node->arguments[0] = part->node;
  part->node = node;

  return TRUE;
}

static gboolean
compute_binary (Builder *builder, const ImTileExpr *expr, Part *part)
{
  ImTileRun *run = builder->run;
  Part a = { 0 }, b = { 0 };
  ImKernelNode *node = NULL;
  gboolean compares = expr->operation >= IM_KERNEL_NODE_EQUAL;

  if (!compute_part (builder, expr->operands[0], &a) ||
      !compute_part (builder, expr->operands[1], &b) ||
      !join_shapes (run, expr->span, &a.shape, &b.shape, &part->shape))
    return FALSE;

  make_node (run, &a, &b);
  make_node (run, &b, &a);
  if (compares)
    compare_exactly (run, &a, &b);
  node = im_tile_new_node (run, expr->operation,
                           compares ? IM_DTYPE_UINT8
                                    : im_kernel_join (a.node->dtype, b.node->dtype));
  node->arguments[0] = a.node;
  node->arguments[1] = b.node;
  part->node = node;

  return TRUE;
}

static gboolean
compute_select (Builder *builder, const ImTileExpr *expr, Part *part)
{
  ImTileRun *run = builder->run;
  Part parts[3] = { { 0 }, { 0 }, { 0 } };
  ImKernelNode *node = NULL;

  if (expr->n != 3)
    return im_tile_fail (run, expr->span, "argument",
                         "select takes three arguments, a condition and two values");
  for (guint i = 0; i < 3; i++)
    if (!compute_part (builder, expr->operands[i], &parts[i]))
      return FALSE;
  if (!join_shapes (run, expr->span, &parts[1].shape, &parts[2].shape, &part->shape) ||
      !join_shapes (run, expr->span, &parts[0].shape, &part->shape, &part->shape))
    return FALSE;
  if (parts[1].node != NULL && parts[2].node != NULL &&
      !im_shape_equal (&parts[1].shape, &parts[2].shape))
    im_diagnostics_add (run->diagnostics, IM_SEVERITY_WARNING, "select-shapes",
                        run->file->source, expr->span,
                        "Both values of select should have the same shape; they are "
                        "broadcast");

  make_node (run, &parts[0], NULL);
  make_node (run, &parts[1], &parts[2]);
  make_node (run, &parts[2], &parts[1]);
  node = im_tile_new_node (run, IM_KERNEL_NODE_SELECT,
                           im_kernel_join (parts[1].node->dtype, parts[2].node->dtype));
  for (guint i = 0; i < 3; i++)
    node->arguments[i] = parts[i].node;
  part->node = node;

  return TRUE;
}

static gboolean
compute_function (Builder *builder,
                  const ImTileExpr *expr,
                  const ImKernelFunction *function,
                  Part *part)
{
  ImTileRun *run = builder->run;
  Part parts[2] = { { 0 }, { 0 } };
  ImKernelNode *node = NULL;
  ImDType dtype = IM_DTYPE_FLOAT32;

  if (expr->n != function->n_arguments)
    return im_tile_fail (run, expr->span, "argument", "%s takes %u argument%s, not %u",
                         function->name, function->n_arguments,
                         function->n_arguments == 1 ? "" : "s", expr->n);
  for (guint i = 0; i < expr->n; i++)
    if (!compute_part (builder, expr->operands[i], &parts[i]) ||
        !join_shapes (run, expr->span, &part->shape, &parts[i].shape, &part->shape))
      return FALSE;

  make_node (run, &parts[0], expr->n == 2 ? &parts[1] : NULL);
  dtype = parts[0].node->dtype;
  if (expr->n == 2)
    dtype = im_kernel_join (dtype, make_node (run, &parts[1], &parts[0])->dtype);
  if (!im_dtype_is_float (dtype) && function->of_integers == NULL)
    dtype = IM_DTYPE_FLOAT32;
  node = im_tile_new_node (run, IM_KERNEL_NODE_CALL, dtype);
  node->function = function;
  node->arguments[0] = parts[0].node;
  node->arguments[1] = parts[1].node;
  part->node = node;

  return TRUE;
}

/* as_float (T, 32), as_int (T, 8), as_uint (T, 16) */
static gboolean
compute_cast (Builder *builder, const ImTileExpr *expr, Part *part)
{
  static const struct
  {
    const char *name;
    gint64 bits;
    ImDType dtype;
  } casts[] = {
    { "as_float", 32, IM_DTYPE_FLOAT32 }, { "as_float", 64, IM_DTYPE_FLOAT64 },
    { "as_int", 8, IM_DTYPE_INT8 },       { "as_int", 16, IM_DTYPE_INT16 },
    { "as_int", 32, IM_DTYPE_INT32 },     { "as_int", 64, IM_DTYPE_INT64 },
    { "as_uint", 8, IM_DTYPE_UINT8 },     { "as_uint", 16, IM_DTYPE_UINT16 },
    { "as_uint", 32, IM_DTYPE_UINT32 },   { "as_uint", 64, IM_DTYPE_UINT64 },
  };
  ImTileRun *run = builder->run;
  ImKernelNode *node = NULL;
  gint64 bits = 0;

  if (expr->n != 2)
    return im_tile_fail (run, expr->span, "argument",
                         "%s takes a tensor and a number of bits", expr->name);
  if (!compute_part (builder, expr->operands[0], part) ||
      !im_tile_get_whole (run, expr->operands[1], &bits))
    return FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (casts); i++)
    if (strcmp (casts[i].name, expr->name) == 0 && casts[i].bits == bits)
      {
        node = im_tile_new_node (run, IM_KERNEL_NODE_CAST, casts[i].dtype);
        node->arguments[0] = make_node (run, part, NULL);
        part->node = node;
        return TRUE;
      }

  return im_tile_fail (run, expr->operands[1]->span, "argument",
                       "%s has no %" G_GINT64_FORMAT
                       " bits; there are 8, 16, 32 and 64, of "
                       "floats 32 and 64",
                       expr->name, bits);
}

static void
list_functions (ImTileRun *run)
{
  for (guint i = 0; i < run->file->functions->len; i++)
    {
      ImTileFunction *function = g_ptr_array_index (run->file->functions, i);
      GPtrArray *functions = g_hash_table_lookup (run->functions, function->name);

      if (functions == NULL)
        {
          functions = g_ptr_array_new ();
          g_hash_table_insert (run->functions, (gpointer) function->name, functions);
        }
      g_ptr_array_add (functions, function);
    }
}

/* A call of another function of the file; which one of several tells the count. */
static const ImTileFunction *
find_function (ImTileRun *run, const ImTileExpr *expr)
{
  const ImTileFunction *found = NULL;
  const GPtrArray *functions = NULL;

  if (g_hash_table_size (run->functions) == 0)
    list_functions (run);
  functions = g_hash_table_lookup (run->functions, expr->name);
  for (guint i = 0; functions != NULL && i < functions->len; i++)
    {
      const ImTileFunction *function = g_ptr_array_index (functions, i);

      if (found == NULL || function->n_parameters == expr->n)
        found = function;
    }

  return found;
}

static guint
call_function (ImTileRun *run,
               const ImTileFunction *function,
               const ImTileExpr *expr,
               ImTileValue *values,
               guint max_values)
{
  g_autofree ImTileValue *arguments = g_new0 (ImTileValue, expr->n + 1);

  if (function->n_parameters != expr->n)
    {
      im_tile_fail (run, expr->span, "argument", "%s takes %u arguments, not %u",
                    function->name, function->n_parameters, expr->n);
      return 0;
    }
  for (guint i = 0; i < expr->n; i++)
    {
      const ImTileValue *known = im_tile_peek (run, expr->operands[i]);

      if (known != NULL && known->kind == IM_TILE_VALUE_VECTOR)
        arguments[i] = *known;
      else if (im_tile_compute (run, expr->operands[i], "argument", &arguments[i], 1) ==
               0)
        return 0;
      arguments[i].kernel = NULL;
    }

  return im_tile_call (run, function, arguments, expr->span, values, max_values);
}

static gboolean
call_builtin (ImTileRun *run,
              const ImTileExpr *expr,
              guint n_tensors,
              const char *name,
              ImTileValue *value)
{
  ImTileValue tensors[IM_TILE_MAX_BUILTIN_TENSORS] = { 0 };

  for (guint i = 0; i < MIN (n_tensors, expr->n); i++)
    if (im_tile_compute (run, expr->operands[i], "argument", &tensors[i], 1) != 1 ||
        !im_tile_make_tensor (run, expr->operands[i]->span, &tensors[i]))
      return FALSE;

  return im_tile_call_builtin (run, expr, tensors, name, value);
}

static gboolean
compute_call (Builder *builder, const ImTileExpr *expr, Part *part)
{
  ImTileRun *run = builder->run;
  const ImTileFunction *function = find_function (run, expr);
  const ImKernelFunction *known = im_kernel_function_find (expr->name,
                                                           strlen (expr->name));
  ImTileValue value;
  guint n_tensors = 0;

  if (g_hash_table_lookup (run->names, expr->name) != NULL)
    return im_tile_fail (
        run, expr->span, "elementwise-in-contraction",
        "An access with indices stands in a contraction only; element by "
        "element a tensor has none");
  if (function != NULL)
    return call_function (run, function, expr, &value, 1) == 1 &&
           (value.kind == IM_TILE_VALUE_TENSOR
                ? compute_tensor (builder, &value, expr->span, part)
                : compute_value (builder, &value, expr, part));
  if (strcmp (expr->name, "select") == 0)
    return compute_select (builder, expr, part);
  if (im_tile_is_builtin (expr->name, &n_tensors))
    return call_builtin (run, expr, n_tensors, expr->name, &value) &&
           (value.kind == IM_TILE_VALUE_TENSOR
                ? compute_tensor (builder, &value, expr->span, part)
                : compute_value (builder, &value, expr, part));
  if (g_str_has_prefix (expr->name, "as_"))
    return compute_cast (builder, expr, part);
  if (known != NULL)
    return compute_function (builder, expr, known, part);

  return im_tile_fail (run, expr->span, "undeclared",
                       "There is no function “%s”; there are select, index, gather, "
                       "reshape, ident, as_float, as_int, as_uint, %s",
                       expr->name, im_kernel_function_get_names ());
}

static gboolean
compute_part (Builder *builder, const ImTileExpr *expr, Part *part)
{
  ImTileRun *run = builder->run;
  const ImTileValue *value = NULL;
  ImTileValue number;

  if (im_tile_is_number (run, expr))
    {
      if (!im_tile_get_number (run, expr, &number))
        return FALSE;
      part->number = number.number;
      part->is_real = number.is_real;
      return TRUE;
    }
  value = im_tile_peek (run, expr);
  if (value != NULL &&
      (expr->kind == IM_TILE_NAME || value->kind != IM_TILE_VALUE_TENSOR) &&
      value->kind != IM_TILE_VALUE_OUTPUT)
    return compute_value (builder, value, expr, part);

  switch (expr->kind)
    {
    case IM_TILE_UNARY:
      return compute_unary (builder, expr, part);
    case IM_TILE_BINARY:
      return compute_binary (builder, expr, part);
    case IM_TILE_SELECT:
      return compute_select (builder, expr, part);
    case IM_TILE_APPLY:
      return compute_call (builder, expr, part);
    case IM_TILE_NAME:
      return im_tile_fail (run, expr->span, "undeclared",
                           value == NULL ? "“%s” is not declared"
                                         : "“%s” has no elements yet",
                           expr->name);
    case IM_TILE_NUMBER:
    case IM_TILE_LIST:
    default:
      return im_tile_fail (run, expr->span, "argument",
                           "A list stands only where sizes or constraints do");
    }
}

/* Each tensor is read at the indices of the output, at 0 where it has one element. */
static void
set_accesses (Builder *builder, const ImShape *shape)
{
  ImKernel *kernel = &builder->kernel;

  kernel->n_indices = shape->rank;
  for (guint i = 0; i < shape->rank; i++)
    {
      guint axis = shape->rank - 1 - i;

      kernel->indices[i] = im_arena_printf (builder->run->arena, "i%u", i);
      kernel->output.index[axis] = im_affine_variable (i);
      for (guint j = 0; j < kernel->n_loads; j++)
        {
          const ImShape *read = &im_formula_get_buffer (builder->run->formula,
                                                        kernel->loads[j].buffer)
                                     ->shape;

          kernel->loads[j].index[axis] = axis < read->rank &&
                                                 read->size[axis] == shape->size[axis]
                                             ? im_affine_variable (i)
                                             : im_affine_constant (0);
        }
    }
}

static gboolean
store_part (Builder *builder, Part *part, const char *name, ImTileValue *value)
{
  ImTileRun *run = builder->run;

  make_node (run, part, NULL);
  set_accesses (builder, &part->shape);
  builder->kernel.value = part->node;
  builder->kernel.dtype = part->node->dtype;
  builder->kernel.output.buffer = im_tile_add_buffer (run, name, IM_BUFFER_LOCAL,
                                                      part->node->dtype, &part->shape);
  im_tile_add_kernel (run, &builder->kernel);
  *value = (ImTileValue){ IM_TILE_VALUE_TENSOR };
  value->buffer = builder->kernel.output.buffer;

  return TRUE;
}

gboolean
im_tile_make_tensor (ImTileRun *run, ImSpan span, ImTileValue *value)
{
  Builder builder = {
    run,
    { .aggregation = IM_AGGREGATION_SET, .default_buffer = -1, .span = span }
  };
  Part part = { NULL, { 0 }, value->number, value->is_real };

  if (value->kind == IM_TILE_VALUE_TENSOR)
    return TRUE;
  if (value->kind != IM_TILE_VALUE_NUMBER)
    return im_tile_fail (run, span, "argument", "Expected a tensor or a number");

  return store_part (&builder, &part, "number", value);
}

guint
im_tile_compute (ImTileRun *run,
                 const ImTileExpr *expr,
                 const char *name,
                 ImTileValue *values,
                 guint max_values)
{
  const ImTileValue *known = im_tile_peek (run, expr);
  const ImTileFunction *function = expr->kind == IM_TILE_APPLY && known == NULL &&
                                           g_hash_table_lookup (run->names, expr->name) ==
                                               NULL
                                       ? find_function (run, expr)
                                       : NULL;
  Builder builder = {
    run,
    { .aggregation = IM_AGGREGATION_SET, .default_buffer = -1, .span = expr->span }
  };
  Part part = { 0 };
  guint n_tensors = 0;

  if (run->has_failed)
    return 0;
  if (function != NULL)
    return call_function (run, function, expr, values, max_values);
  if (known != NULL && known->kind == IM_TILE_VALUE_TENSOR && expr->kind == IM_TILE_NAME)
    {
      values[0] = *known;
      return 1;
    }
  if (im_tile_is_number (run, expr))
    return im_tile_get_number (run, expr, &values[0]) ? 1 : 0;
  if (expr->kind == IM_TILE_APPLY && im_tile_is_builtin (expr->name, &n_tensors) &&
      g_hash_table_lookup (run->names, expr->name) == NULL)
    return call_builtin (run, expr, n_tensors, name, &values[0]) ? 1 : 0;

  return compute_part (&builder, expr, &part) &&
                 store_part (&builder, &part, name, &values[0])
             ? 1
             : 0;
}
