/* SPDX-License-Identifier: MIT */
#include "tile/im-tile-elaborate.h"

#include <math.h>
#include <string.h>

#include "tile/im-tile-elaborate-private.h"

#define MAX_DEPTH    32
#define MAX_STEPS    100000
#define MAX_VECTOR   64
#define MAX_BUFFERS  1024
#define MAX_ELEMENTS G_MAXINT32

/* The value of a name, or an error. */
static ImTileValue *
find (ImTileRun *run, const char *name, ImSpan span)
{
  ImTileValue *value = g_hash_table_lookup (run->names, name);

  if (value == NULL)
    im_tile_fail (run, span, "undeclared", "“%s” is not declared", name);

  return value;
}

static gboolean
declare (ImTileRun *run, const ImTileStatement *statement)
{
  gboolean is_dim = statement->kind == IM_TILE_DECLARE_DIMS;
  ImTileValue value = { is_dim ? IM_TILE_VALUE_DIM : IM_TILE_VALUE_INDEX };
  gint64 n = 0;

  value.name = statement->name;
  if (statement->kind == IM_TILE_DECLARE_TENSORS)
    value.kind = IM_TILE_VALUE_UNSET;
  if (statement->n == 0)
    {
      im_tile_set (run, statement->name, &value);
      return TRUE;
    }

  if (!im_tile_get_whole (run, statement->operands[0], &n))
    return FALSE;
  if (n < 1 || n > MAX_VECTOR)
    return im_tile_fail (run, statement->operands[0]->span, "limit",
                         "A vector has 1 to %d elements, not %" G_GINT64_FORMAT,
                         MAX_VECTOR, n);
  ImTileValue vector = { IM_TILE_VALUE_VECTOR };

  vector.n = (guint) n;
  vector.elements = im_arena_new0 (run->arena, ImTileValue, n);
  for (guint i = 0; i < vector.n; i++)
    {
      vector.elements[i] = value;
      vector.elements[i].name = im_arena_printf (run->arena, "%s%u", statement->name, i);
    }
  im_tile_set (run, statement->name, &vector);

  return TRUE;
}

static void
append_shape (const ImShape *shape, GString *out)
{
  im_shape_append_text (shape, out);
}

/* A dim gets the size, or has it; a number must be it. */
static gboolean
bind_dim (ImTileRun *run,
          const ImTileStatement *statement,
          const ImTileExpr *expr,
          guint axis,
          gint32 size)
{
  ImTileValue *known = im_tile_peek (run, expr);
  ImTileValue number;

  if (known == NULL && run->file->spelling == IM_TILE_COMPACT &&
      expr->kind == IM_TILE_NAME)
    known = im_tile_set (run, expr->name, &(ImTileValue){ IM_TILE_VALUE_DIM });
  if (known != NULL && known->kind == IM_TILE_VALUE_DIM)
    {
      *known = (ImTileValue){ IM_TILE_VALUE_NUMBER, TRUE, FALSE, size };
      return TRUE;
    }
  if (!im_tile_get_number (run, expr, &number))
    return FALSE;
  if ((gint64) number.number != size)
    return im_tile_fail (run, expr->span, "dim-mismatch",
                         "Axis %u of “%s” has the size %d, but this dim is %g", axis,
                         statement->name, size, number.number);

  return TRUE;
}

static gboolean
bind_dims (ImTileRun *run, const ImTileStatement *statement)
{
  const ImTileValue *value = find (run, statement->name, statement->name_span);
  const ImShape *shape = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  GPtrArray *names = NULL;

  if (value == NULL)
    return FALSE;
  if (value->kind != IM_TILE_VALUE_TENSOR)
    return im_tile_fail (run, statement->name_span, "argument",
                         "“%s” is no tensor; only a tensor has dims", statement->name);
  shape = &im_formula_get_buffer (run->formula, value->buffer)->shape;
  if (shape->rank != statement->n)
    {
      append_shape (shape, text);
      return im_tile_fail (
          run, statement->span, "rank-mismatch",
          "“%s” has the shape %s of rank %u, but %u dims are bound to it",
          statement->name, text->str, shape->rank, statement->n);
    }

  names = g_ptr_array_new ();
  g_hash_table_insert (run->dim_names, GUINT_TO_POINTER (value->buffer), names);
  for (guint i = 0; i < statement->n; i++)
    {
      const ImTileExpr *expr = statement->operands[i];

      g_ptr_array_add (names,
                       (gpointer) (expr->kind == IM_TILE_NAME ? expr->name : NULL));
      if (!bind_dim (run, statement, expr, i, shape->size[shape->rank - 1 - i]))
        return FALSE;
    }

  return TRUE;
}

static gboolean
read_shape (ImTileRun *run,
            ImTileExpr *const *sizes,
            guint n,
            ImSpan span,
            ImShape *shape)
{
  gint64 n_elements = 1;

  if (n > IM_SHAPE_MAX_RANK)
    return im_tile_fail (run, span, "limit", "A tensor has at most %d axes, not %u",
                         IM_SHAPE_MAX_RANK, n);
  *shape = (ImShape){ .rank = n };
  for (guint i = 0; i < n; i++)
    {
      gint64 size = 0;

      if (!im_tile_get_whole (run, sizes[i], &size))
        return FALSE;
      if (size < 1)
        return im_tile_fail (run, sizes[i]->span, "nonpositive-dim",
                             "Axis %u would have the size %" G_GINT64_FORMAT
                             "; sizes are positive",
                             i, size);
      n_elements = size > MAX_ELEMENTS ? MAX_ELEMENTS + 1ll : n_elements * size;
      if (n_elements > MAX_ELEMENTS)
        return im_tile_fail (run, span, "limit", "A tensor has at most %d elements",
                             MAX_ELEMENTS);
      shape->size[n - 1 - i] = (gint32) size;
    }

  return TRUE;
}

static gboolean
make_output (ImTileRun *run, const ImTileStatement *statement)
{
  ImTileValue value = { IM_TILE_VALUE_OUTPUT };

  if (run->file->spelling == IM_TILE_CPP && !statement->declares &&
      find (run, statement->name, statement->name_span) == NULL)
    return FALSE;
  if (!read_shape (run, statement->operands, statement->n, statement->span, &value.shape))
    return FALSE;
  value.sizes = statement->operands;
  value.span = statement->span;
  im_tile_set (run, statement->name, &value);

  return TRUE;
}

static ImTileValue *
find_contraction (ImTileRun *run, const ImTileStatement *statement)
{
  ImTileValue *value = find (run, statement->name, statement->name_span);

  if (value != NULL && value->kernel == NULL)
    {
      im_tile_fail (run, statement->span, "constraint-form",
                    "“%s” is the result of no contraction yet", statement->name);
      return NULL;
    }

  return value;
}

static gboolean
constrain (ImTileRun *run, const ImTileStatement *statement)
{
  ImTileValue *value = find_contraction (run, statement);

  if (value == NULL)
    return FALSE;
  for (guint i = 0; i < statement->n; i++)
    if (!im_tile_constrain (run, statement->operands[i], value))
      return FALSE;

  return TRUE;
}

/* The default is computed before the contraction that begins with it. */
static gboolean
use_default (ImTileRun *run, const ImTileStatement *statement)
{
  ImTileValue *value = find_contraction (run, statement), from;
  const ImKernelBuffer *buffer = NULL, *of_default = NULL;
  guint n_kernels = run->formula->kernels->len;

  if (value == NULL ||
      im_tile_compute (run, statement->value, "initial", &from, 1) == 0 ||
      !im_tile_make_tensor (run, statement->value->span, &from))
    return FALSE;

  buffer = im_formula_get_buffer (run->formula, value->buffer);
  of_default = im_formula_get_buffer (run->formula, from.buffer);
  if (of_default->shape.rank != 0 && !im_shape_equal (&of_default->shape, &buffer->shape))
    {
      g_autoptr (GString) shapes = g_string_new (NULL);

      append_shape (&of_default->shape, shapes);
      g_string_append (shapes, " for an output of the shape ");
      append_shape (&buffer->shape, shapes);
      return im_tile_fail (run, statement->value->span, "broadcast",
                           "A default has the shape of the output, or rank 0; it has %s",
                           shapes->str);
    }
  value->kernel->default_buffer = (gint) from.buffer;
  for (; n_kernels < run->formula->kernels->len; n_kernels++)
    {
      gpointer kernel = g_ptr_array_steal_index (run->formula->kernels, n_kernels);
      guint at = 0;

      while (g_ptr_array_index (run->formula->kernels, at) != value->kernel)
        at++;
      g_ptr_array_insert (run->formula->kernels, (gint) at, kernel);
    }

  return TRUE;
}

static gboolean
contract (ImTileRun *run, const ImTileStatement *statement)
{
  ImTileValue *value = find (run, statement->name, statement->name_span);

  if (value == NULL)
    return FALSE;
  if (value->kind == IM_TILE_VALUE_VECTOR &&
      statement->aggregation == IM_AGGREGATION_SET && statement->n == 1)
    {
      gint64 at = 0;
      ImTileValue number; /* which may be made of the element that it replaces */

      if (!im_tile_get_whole (run, statement->operands[0], &at))
        return FALSE;
      if (at < 0 || at >= value->n)
        return im_tile_fail (run, statement->name_span, "undeclared",
                             "“%s” has elements 0 to %u", statement->name, value->n - 1);
      if (!im_tile_get_number (run, statement->value, &number))
        return FALSE;
      value->elements[at] = number;
      return TRUE;
    }
  if (value->kind != IM_TILE_VALUE_OUTPUT)
    return im_tile_fail (run, statement->name_span, "undeclared",
                         value->kind == IM_TILE_VALUE_TENSOR
                             ? "“%s” has its elements already"
                             : "“%s” needs its shape first: TensorOutput(…)",
                         statement->name);

  return im_tile_contract (run, statement, value);
}

static gboolean
assign (ImTileRun *run, const ImTileStatement *statement)
{
  const ImTileValue *known = g_hash_table_lookup (run->names, statement->name);
  ImTileValue value;

  if (run->file->spelling == IM_TILE_CPP && !statement->declares && known == NULL)
    {
      g_autofree char *declared = g_strconcat ("auto ", statement->name, NULL);

      im_tile_fail (run, statement->name_span, "undeclared",
                    "“%s” is not declared; write %s = …", statement->name, declared);
      im_diagnostics_fix (run->diagnostics, statement->name, declared);
      return FALSE;
    }
  if (im_tile_compute (run, statement->value, statement->name, &value, 1) == 0)
    return FALSE;
  value.kernel = NULL;
  im_tile_set (run, statement->name, &value);

  return TRUE;
}

static gboolean run_body (ImTileRun *run,
                          const GPtrArray *body,
                          ImTileValue *values,
                          guint *n_values);

static gboolean
loop (ImTileRun *run,
      const ImTileStatement *statement,
      ImTileValue *values,
      guint *n_values)
{
  gint64 n = 0;

  if (!im_tile_get_whole (run, statement->value, &n))
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    {
      im_tile_set (run, statement->name,
                   &(ImTileValue){ IM_TILE_VALUE_NUMBER, TRUE, FALSE, (double) i });
      if (!run_body (run, statement->body, values, n_values))
        return FALSE;
    }
  g_hash_table_remove (run->names, statement->name);

  return TRUE;
}

static gboolean
leave (ImTileRun *run,
       const ImTileStatement *statement,
       ImTileValue *values,
       guint *n_values)
{
  if (statement->n > IM_TILE_MAX_OUTPUTS)
    return im_tile_fail (run, statement->span, "limit",
                         "A function returns at most %d tensors", IM_TILE_MAX_OUTPUTS);
  for (guint i = 0; i < statement->n; i++)
    {
      const ImTileExpr *expr = statement->operands[i];

      if (im_tile_compute (run, expr, expr->kind == IM_TILE_NAME ? expr->name : "result",
                           &values[i], 1) == 0)
        return FALSE;
      values[i].kernel = NULL;
    }
  *n_values = statement->n;

  return TRUE;
}

static gboolean
run_statement (ImTileRun *run,
               const ImTileStatement *statement,
               ImTileValue *values,
               guint *n_values)
{
  if (++run->n_steps > MAX_STEPS || run->formula->buffers->len > MAX_BUFFERS)
    return im_tile_fail (run, statement->span, "limit",
                         "More than %d statements or %d tensors", MAX_STEPS, MAX_BUFFERS);

  switch (statement->kind)
    {
    case IM_TILE_DECLARE_DIMS:
    case IM_TILE_DECLARE_INDICES:
    case IM_TILE_DECLARE_TENSORS:
      return declare (run, statement);
    case IM_TILE_BIND:
      return bind_dims (run, statement);
    case IM_TILE_OUTPUT:
      return make_output (run, statement);
    case IM_TILE_CONTRACT:
      return contract (run, statement);
    case IM_TILE_CONSTRAIN:
      return constrain (run, statement);
    case IM_TILE_DEFAULT:
      return use_default (run, statement);
    case IM_TILE_ASSIGN:
      return assign (run, statement);
    case IM_TILE_FOR:
      return loop (run, statement, values, n_values);
    case IM_TILE_RETURN:
    default:
      return leave (run, statement, values, n_values);
    }
}

static gboolean
run_body (ImTileRun *run, const GPtrArray *body, ImTileValue *values, guint *n_values)
{
  for (guint i = 0; i < body->len && *n_values == 0; i++)
    if (!run_statement (run, g_ptr_array_index (body, i), values, n_values))
      return FALSE;

  return TRUE;
}

guint
im_tile_call (ImTileRun *run,
              const ImTileFunction *function,
              const ImTileValue *arguments,
              ImSpan span,
              ImTileValue *values,
              guint max_values)
{
  ImTileValue results[IM_TILE_MAX_OUTPUTS];
  GHashTable *around = run->names;
  guint n_values = 0;

  if (run->depth == MAX_DEPTH)
    {
      im_tile_fail (
          run, span, "recursion",
          "Functions call each other more than %d deep; a function may not call "
          "itself",
          MAX_DEPTH);
      return 0;
    }

  run->names = g_hash_table_new (g_str_hash, g_str_equal);
  run->depth++;
  for (guint i = 0; i < function->n_parameters; i++)
    im_tile_set (run, function->parameters[i].name, &arguments[i]);
  if (run_body (run, function->body, results, &n_values) && n_values == 0)
    im_tile_fail (run, function->span, "return", "“%s” returns nothing", function->name);
  run->depth--;
  g_hash_table_unref (run->names);
  run->names = around;
  if (!run->has_failed && n_values > max_values)
    im_tile_fail (run, span, "return", "“%s” returns %u tensors; here only %u is taken",
                  function->name, n_values, max_values);
  if (run->has_failed)
    return 0;
  memcpy (values, results, sizeof *values * n_values);

  return n_values;
}

/* The result is written to a buffer of its own. */
static gboolean
return_value (ImTileRun *run, ImTileValue *value, ImSpan span)
{
  ImKernelBuffer *buffer = NULL;

  if (!im_tile_make_tensor (run, span, value))
    return FALSE;
  buffer = g_ptr_array_index (run->formula->buffers, value->buffer);
  if (buffer->kind != IM_BUFFER_LOCAL)
    {
      ImKernel copy = { .aggregation = IM_AGGREGATION_SET,
                        .dtype = buffer->dtype,
                        .n_indices = buffer->shape.rank,
                        .n_loads = 1,
                        .default_buffer = -1,
                        .span = span };

      copy.loads[0].buffer = value->buffer;
      for (guint i = 0; i < buffer->shape.rank; i++)
        {
          guint axis = buffer->shape.rank - 1 - i;

          copy.indices[i] = im_arena_printf (run->arena, "i%u", i);
          copy.loads[0].index[axis] = copy.output.index[axis] = im_affine_variable (i);
        }
      value->buffer = copy.output.buffer = im_tile_add_buffer (
          run, buffer->name, IM_BUFFER_LOCAL, buffer->dtype, &buffer->shape);
      copy.value = im_tile_new_node (run, IM_KERNEL_NODE_LOAD, buffer->dtype);
      im_tile_add_kernel (run, &copy);
      buffer = g_ptr_array_index (run->formula->buffers, value->buffer);
    }
  buffer->kind = IM_BUFFER_OUTPUT;
  g_array_append_val (run->formula->outputs, value->buffer);

  return TRUE;
}

static gboolean
is_supported (ImDType dtype)
{
  ImDTypeFamily family = im_dtype_get_info (dtype)->family;

  return dtype == IM_DTYPE_FLOAT32 || dtype == IM_DTYPE_FLOAT64 ||
         family == IM_DTYPE_FAMILY_INT || family == IM_DTYPE_FAMILY_UINT;
}

/* A number for a tensor is one of rank 0, a list one of rank 1; both are inputs. */
static gboolean
take_argument (ImTileRun *run,
               const ImTileParameter *parameter,
               const ImTileArgument *argument,
               ImTileValue *value)
{
  if (argument->is_tensor)
    {
      if (parameter->kind == IM_TILE_SIZE || parameter->kind == IM_TILE_VECTOR)
        return im_tile_fail (
            run, parameter->span, "argument", "“%s” is %s, not a tensor", parameter->name,
            parameter->kind == IM_TILE_SIZE ? "a number" : "a list of numbers");
      if (!is_supported (argument->dtype))
        return im_tile_fail (run, parameter->span, "element-type",
                             "“%s” is of %s; formulas compute float32, float64 and "
                             "integers",
                             parameter->name, im_dtype_get_info (argument->dtype)->name);
      for (guint i = 0; i < argument->shape.rank; i++)
        if (argument->shape.size[i] < 1)
          return im_tile_fail (run, parameter->span, "nonpositive-dim",
                               "Axis %u of “%s” has no elements; sizes are positive",
                               argument->shape.rank - 1 - i, parameter->name);
      *value = (ImTileValue){ IM_TILE_VALUE_TENSOR };
      value->buffer = im_tile_add_buffer (run, parameter->name, IM_BUFFER_INPUT,
                                          argument->dtype, &argument->shape);
      return TRUE;
    }

  if (parameter->kind == IM_TILE_TENSOR ||
      argument->is_list != (parameter->kind == IM_TILE_VECTOR))
    if (parameter->kind != IM_TILE_ANY)
      return im_tile_fail (run, parameter->span, "argument", "“%s” is %s, not %s",
                           parameter->name,
                           parameter->kind == IM_TILE_TENSOR ? "a tensor"
                           : parameter->kind == IM_TILE_SIZE ? "a number"
                                                             : "a list of numbers",
                           argument->is_list ? "a list of numbers" : "a number");
  if (!argument->is_list)
    {
      double number = argument->numbers[0];

      *value = (ImTileValue){ IM_TILE_VALUE_NUMBER, TRUE,
                              fabs (number - rint (number)) > 0, number };
      return TRUE;
    }

  *value = (ImTileValue){ IM_TILE_VALUE_VECTOR };
  value->n = argument->n_numbers;
  value->elements = im_arena_new0 (run->arena, ImTileValue, value->n + 1);
  for (guint i = 0; i < value->n; i++)
    value->elements[i] = (ImTileValue){ IM_TILE_VALUE_NUMBER, TRUE, FALSE,
                                        argument->numbers[i] };

  return TRUE;
}

ImFormula *
im_tile_elaborate (const ImTileFile *file,
                   const ImTileFunction *function,
                   const ImTileArgument *arguments,
                   ImArena *arena,
                   ImDiagnostics *diagnostics)
{
  g_autoptr (ImFormula) formula = im_formula_new (function->name);
  g_autoptr (GHashTable) dim_names = g_hash_table_new_full (
      NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  g_autofree ImTileValue *values = g_new0 (ImTileValue, function->n_parameters + 1);
  ImTileValue results[IM_TILE_MAX_OUTPUTS];
  g_autoptr (GPtrArray) contractions = g_ptr_array_new ();
  g_autoptr (GHashTable) buffer_names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) functions = g_hash_table_new_full (
      g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  ImTileRun run = { .file = file,
                    .formula = formula,
                    .arena = arena,
                    .diagnostics = diagnostics,
                    .dim_names = dim_names,
                    .contractions = contractions,
                    .buffer_names = buffer_names,
                    .functions = functions };
  guint n_results = 0;

  for (guint i = 0; i < function->n_parameters; i++)
    if (!take_argument (&run, &function->parameters[i], &arguments[i], &values[i]))
      return NULL;
  n_results = im_tile_call (&run, function, values, function->span, results,
                            G_N_ELEMENTS (results));
  for (guint i = 0; i < n_results; i++)
    return_value (&run, &results[i], function->span);
  for (guint i = 0; i < contractions->len; i++)
    im_tile_hint_left (&run, g_ptr_array_index (contractions, i));

  return run.has_failed ? NULL : g_steal_pointer (&formula);
}

GPtrArray *
im_tile_find_loops (const ImTileFile *file,
                    const ImFormula *formula,
                    ImArena *arena,
                    ImDiagnostics *diagnostics)
{
  g_autoptr (GPtrArray) nests = g_ptr_array_new ();

  for (guint i = 0; i < formula->kernels->len; i++)
    {
      const ImKernel *kernel = g_ptr_array_index (formula->kernels, i);
      g_autoptr (GError) error = NULL;
      const ImLoopNest *nest = im_loop_nest_new (kernel, formula, arena, &error);

      if (nest == NULL)
        {
          im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR,
                              im_loop_nest_error_get_code (error->code), file->source,
                              kernel->span, "%s", error->message);
          return NULL;
        }
      g_ptr_array_add (nests, (gpointer) nest);
    }

  return g_steal_pointer (&nests);
}
