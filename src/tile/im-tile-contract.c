/* SPDX-License-Identifier: MIT
 *
 * Contractions: indices in accesses and constraints become affine forms, the right side
 * one or two accesses.
 */
#include <string.h>

#include "tile/im-tile-elaborate-private.h"

static gboolean
add_index (ImTileRun *run, ImKernel *kernel, const char *name, ImSpan span, guint *number)
{
  for (guint i = 0; i < kernel->n_indices; i++)
    if (strcmp (kernel->indices[i], name) == 0)
      {
        *number = i;
        return TRUE;
      }

  if (kernel->n_indices == IM_KERNEL_MAX_INDICES)
    return im_tile_fail (run, span, "limit", "A contraction has at most %d indices",
                         IM_KERNEL_MAX_INDICES);
  *number = kernel->n_indices;
  kernel->indices[kernel->n_indices++] = name;

  return TRUE;
}

static gboolean get_form (ImTileRun *run,
                          ImKernel *kernel,
                          const ImTileExpr *expr,
                          ImAffine *form);

static gboolean
get_product (ImTileRun *run,
             const ImTileExpr *expr,
             const ImAffine *a,
             const ImAffine *b,
             ImAffine *form)
{
  const ImAffine *factor = im_affine_is_constant (b) ? b : a;
  const ImAffine *other = factor == b ? a : b;

  if (!im_affine_is_constant (factor))
    return im_tile_fail (
        run, expr->span, "nonlinear-index",
        "An index is multiplied by an index; only a constant or a dim may "
        "multiply it");
  if (!im_affine_scale (other, factor->constant, factor->divisor, form))
    return im_tile_fail (run, expr->span, "overflow",
                         "This index does not fit in 64 bits");

  return TRUE;
}

static gboolean
get_quotient (ImTileRun *run,
              const ImTileExpr *expr,
              const ImAffine *a,
              const ImAffine *b,
              ImAffine *form)
{
  if (!im_affine_is_constant (b) || b->constant == 0)
    return im_tile_fail (run, expr->span, "nonlinear-index",
                         "An index is divided by what is no constant other than 0");
  if (!im_affine_scale (a, b->divisor, b->constant, form))
    return im_tile_fail (run, expr->span, "overflow",
                         "This index does not fit in 64 bits");

  return TRUE;
}

static gboolean
get_operation (ImTileRun *run, ImKernel *kernel, const ImTileExpr *expr, ImAffine *form)
{
  ImAffine a, b;

  if (expr->operation < IM_KERNEL_NODE_ADD || expr->operation > IM_KERNEL_NODE_DIVIDE)
    return im_tile_fail (run, expr->span, "nonlinear-index",
                         "An index is made with +, -, * and / only");
  if (!get_form (run, kernel, expr->operands[0], &a) ||
      !get_form (run, kernel, expr->operands[1], &b))
    return FALSE;
  if (expr->operation == IM_KERNEL_NODE_MULTIPLY)
    return get_product (run, expr, &a, &b, form);
  if (expr->operation == IM_KERNEL_NODE_DIVIDE)
    return get_quotient (run, expr, &a, &b, form);
  if (!im_affine_add (&a, &b, expr->operation == IM_KERNEL_NODE_ADD ? 1 : -1, form))
    return im_tile_fail (run, expr->span, "overflow",
                         "This index does not fit in 64 bits");

  return TRUE;
}

/* In the compact form a name that is nothing else is an index. */
static ImTileValue *
find_index (ImTileRun *run, const ImTileExpr *expr)
{
  ImTileValue *value = im_tile_peek (run, expr);

  if (value == NULL && expr->kind == IM_TILE_NAME &&
      run->file->spelling == IM_TILE_COMPACT)
    return im_tile_set (
        run, expr->name,
        &(ImTileValue){ .kind = IM_TILE_VALUE_INDEX, .name = expr->name });
  if (value == NULL && !run->has_failed)
    im_tile_fail (
        run, expr->span, expr->kind == IM_TILE_NAME ? "undeclared" : "nonlinear-index",
        expr->kind == IM_TILE_NAME ? "“%s” is not declared" : "“%s” is no index",
        expr->name);

  return value;
}

static gboolean
get_form (ImTileRun *run, ImKernel *kernel, const ImTileExpr *expr, ImAffine *form)
{
  const ImTileValue *value = NULL;
  gint64 number = 0;
  guint index = 0;

  if (im_tile_is_number (run, expr))
    {
      if (!im_tile_get_whole (run, expr, &number))
        return FALSE;
      *form = im_affine_constant (number);
      return TRUE;
    }
  if (expr->kind == IM_TILE_UNARY)
    return get_form (run, kernel, expr->operands[0], form) &&
           (im_affine_scale (form, -1, 1, form) ||
            im_tile_fail (run, expr->span, "overflow", "This index does not fit"));
  if (expr->kind == IM_TILE_BINARY)
    return get_operation (run, kernel, expr, form);
  if (expr->kind != IM_TILE_NAME && expr->kind != IM_TILE_APPLY)
    return im_tile_fail (run, expr->span, "nonlinear-index",
                         "Expected an index, a dim or a number");

  value = find_index (run, expr);
  if (value == NULL)
    return FALSE;
  if (value->kind != IM_TILE_VALUE_INDEX)
    return im_tile_fail (run, expr->span, "nonlinear-index",
                         "“%s” is no index; an access is made with indices, dims and "
                         "numbers",
                         expr->name);
  if (!add_index (run, kernel, value->name, expr->span, &index))
    return FALSE;
  *form = im_affine_variable (index);

  return TRUE;
}

static gboolean
get_access (ImTileRun *run,
            ImKernel *kernel,
            ImTileExpr *const *indices,
            guint n,
            guint rank,
            ImKernelAccess *access)
{
  for (guint i = 0; i < n; i++)
    if (!get_form (run, kernel, indices[i], &access->index[rank - 1 - i]))
      return FALSE;

  return TRUE;
}

static const ImKernelNode *
refuse (ImTileRun *run, const ImTileExpr *expr)
{
  im_tile_fail (
      run, expr->span, "elementwise-in-contraction",
      "The right side of a contraction is one access, two combined by * or +, or "
      "cond(a, b, c); compute anything else in a statement of its own");

  return NULL;
}

/* `()` behind a name may be written as an index, too: S[()]. */
static guint
count_indices (const ImTileExpr *expr)
{
  return expr->n == 1 && expr->operands[0]->kind == IM_TILE_LIST &&
                 expr->operands[0]->n == 0
             ? 0
             : expr->n;
}

static const ImKernelNode *
get_load (ImTileRun *run, ImKernel *kernel, const ImTileExpr *expr)
{
  ImTileValue *value = expr->kind == IM_TILE_APPLY
                           ? g_hash_table_lookup (run->names, expr->name)
                           : NULL;
  ImKernelNode *node = NULL;
  const ImKernelBuffer *buffer = NULL;

  if (value == NULL || value->kind == IM_TILE_VALUE_VECTOR)
    return refuse (run, expr);
  if (value->kind == IM_TILE_VALUE_NUMBER &&
      !im_tile_make_tensor (run, expr->span, value))
    return NULL;
  if (value->kind != IM_TILE_VALUE_TENSOR)
    {
      im_tile_fail (run, expr->span, "undeclared", "“%s” has no elements yet",
                    expr->name);
      return NULL;
    }
  buffer = im_formula_get_buffer (run->formula, value->buffer);
  if (buffer->shape.rank != count_indices (expr))
    {
      g_autoptr (GString) shape = g_string_new (NULL);

      im_shape_append_text (&buffer->shape, shape);
      im_tile_fail (run, expr->span, "rank-mismatch",
                    "“%s” has the shape %s, but %u indices", expr->name, shape->str,
                    count_indices (expr));
      return NULL;
    }
  if (kernel->n_loads == IM_KERNEL_MAX_LOADS)
    return refuse (run, expr);

  node = im_tile_new_node (run, IM_KERNEL_NODE_LOAD, buffer->dtype);
  node->load = kernel->n_loads++;
  kernel->loads[node->load].buffer = value->buffer;

  return get_access (run, kernel, expr->operands, buffer->shape.rank, buffer->shape.rank,
                     &kernel->loads[node->load])
             ? node
             : NULL;
}

/* a == b ? c : 0 */
static const ImKernelNode *
get_condition (ImTileRun *run,
               ImKernel *kernel,
               const ImTileExpr *a,
               const ImTileExpr *b,
               const ImTileExpr *c)
{
  ImKernelNode *select = im_tile_new_node (run, IM_KERNEL_NODE_SELECT, IM_DTYPE_FLOAT32);
  ImKernelNode *equal = im_tile_new_node (run, IM_KERNEL_NODE_EQUAL, IM_DTYPE_UINT8);

  select->arguments[0] = equal;
  equal->arguments[0] = get_load (run, kernel, a);
  equal->arguments[1] = equal->arguments[0] == NULL ? NULL : get_load (run, kernel, b);
  select->arguments[1] = equal->arguments[1] == NULL ? NULL : get_load (run, kernel, c);
  if (select->arguments[1] == NULL)
    return NULL;
  select->dtype = select->arguments[1]->dtype;
  select->arguments[2] = im_tile_new_node (run, IM_KERNEL_NODE_CONSTANT, select->dtype);

  return select;
}

static const ImKernelNode *
get_value (ImTileRun *run, ImKernel *kernel, const ImTileExpr *expr)
{
  ImKernelNode *node = NULL;
  const ImTileExpr *test = expr->n > 0 ? expr->operands[0] : NULL;

  if (expr->kind == IM_TILE_SELECT && expr->n == 2 && test->kind == IM_TILE_BINARY &&
      test->operation == IM_KERNEL_NODE_EQUAL)
    return get_condition (run, kernel, test->operands[0], test->operands[1],
                          expr->operands[1]);
  if (expr->kind == IM_TILE_APPLY && strcmp (expr->name, "cond") == 0 && expr->n == 3)
    return get_condition (run, kernel, expr->operands[0], expr->operands[1],
                          expr->operands[2]);
  if (expr->kind == IM_TILE_APPLY)
    return get_load (run, kernel, expr);
  if (expr->kind != IM_TILE_BINARY ||
      (expr->operation != IM_KERNEL_NODE_MULTIPLY &&
       expr->operation != IM_KERNEL_NODE_ADD) ||
      expr->operands[0]->kind != IM_TILE_APPLY ||
      expr->operands[1]->kind != IM_TILE_APPLY)
    return refuse (run, expr);

  node = im_tile_new_node (run, expr->operation, IM_DTYPE_FLOAT32);
  node->arguments[0] = get_load (run, kernel, expr->operands[0]);
  node->arguments[1] = node->arguments[0] == NULL
                           ? NULL
                           : get_load (run, kernel, expr->operands[1]);
  if (node->arguments[1] == NULL)
    return NULL;
  node->dtype = im_kernel_join (node->arguments[0]->dtype, node->arguments[1]->dtype);

  return node;
}

/* Sums and products of narrow integers are computed in 32 bits, wrapped at the store. */
static void
widen (ImKernel *kernel, ImDType dtype)
{
  ImKernelNode *value = (ImKernelNode *) kernel->value;

  kernel->dtype = dtype;
  if (kernel->aggregation == IM_AGGREGATION_SET)
    return;
  kernel->dtype = im_kernel_accumulator (dtype);
  if (value->kind == IM_KERNEL_NODE_MULTIPLY || value->kind == IM_KERNEL_NODE_ADD)
    value->dtype = kernel->dtype;
}

/* The name of the dim that an index reads along in an expression, if there is one. */
static const char *
find_dim (ImTileRun *run, const ImTileExpr *expr, const char *index)
{
  const ImTileValue *value = expr->kind == IM_TILE_APPLY
                                 ? g_hash_table_lookup (run->names, expr->name)
                                 : NULL;
  const GPtrArray *names = value != NULL && value->kind == IM_TILE_VALUE_TENSOR
                               ? g_hash_table_lookup (run->dim_names,
                                                      GUINT_TO_POINTER (value->buffer))
                               : NULL;
  const char *found = NULL;

  for (guint i = 0; i < expr->n && found == NULL; i++)
    if (names == NULL)
      found = find_dim (run, expr->operands[i], index);
    else if (i < names->len && expr->operands[i]->kind == IM_TILE_NAME &&
             strcmp (expr->operands[i]->name, index) == 0)
      found = g_ptr_array_index (names, i);

  return found;
}

/* The sizes `Y`, where each index reads an axis whose dim has a name. */
static char *
suggest_sizes (ImTileRun *run, const ImTileStatement *statement)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < statement->n; i++)
    {
      const ImTileExpr *index = statement->operands[i];
      const char *name = index->kind == IM_TILE_NAME
                             ? find_dim (run, statement->value, index->name)
                             : NULL;

      if (name == NULL)
        return NULL;
      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", name);
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Writes the sizes in the place of those that do not fit the indices. */
static void
fix_sizes (ImTileRun *run, ImSpan span, const char *sizes)
{
  const char *text = im_source_get_text (run->file->source, NULL);
  g_autofree char *found = g_strndup (text + span.start, span.end - span.start);
  const char *colon = strchr (found, ':');
  g_autofree char *output = g_strdup_printf ("TensorOutput(%s)", sizes);

  im_diagnostics_note (run->diagnostics, "did you mean %s?",
                       run->file->spelling == IM_TILE_COMPACT ? sizes : output);
  if (run->file->spelling != IM_TILE_COMPACT)
    im_diagnostics_fix (run->diagnostics, "TensorOutput()", output);
  else if (colon != NULL)
    {
      g_autofree char *before = g_strndup (found, (gsize) (colon - found));
      g_autofree char *fixed = g_strdup_printf ("%s: %s]", before, sizes);

      im_diagnostics_fix (run->diagnostics, found, fixed);
    }
}

static gboolean
check_rank (ImTileRun *run, const ImTileStatement *statement, const ImTileValue *value)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *better = NULL;

  if (value->shape.rank == statement->n)
    return TRUE;

  better = suggest_sizes (run, statement);
  im_shape_append_text (&value->shape, text);
  im_tile_fail (run, better != NULL ? value->span : statement->name_span, "rank-mismatch",
                "“%s” was made with %u sizes, %s, and is written with %u indices",
                statement->name, value->shape.rank, text->str, statement->n);
  im_diagnostics_note (run->diagnostics,
                       "An output has one size for each index on the left side");
  if (better != NULL)
    fix_sizes (run, value->span, better);

  return FALSE;
}

/* Whether something besides the output depends on an index. */
static gboolean
is_read (const ImTileRun *run, const ImKernel *kernel, guint index)
{
  for (guint i = 0; i < kernel->n_constraints; i++)
    if (kernel->constraints[i].form.factor[index] != 0)
      return TRUE;
  for (guint i = 0; i < kernel->n_loads; i++)
    {
      guint rank = im_formula_get_buffer (run->formula, kernel->loads[i].buffer)
                       ->shape.rank;

      for (guint j = 0; j < rank; j++)
        if (kernel->loads[i].index[j].factor[index] != 0)
          return TRUE;
    }

  return FALSE;
}

void
im_tile_hint_left (const ImTileRun *run, const ImKernel *kernel)
{
  gboolean reads_any = FALSE;

  for (guint i = 0; i < kernel->n_indices; i++)
    reads_any |= is_read (run, kernel, i);
  for (guint i = 0; i < kernel->n_indices && reads_any; i++)
    if (!is_read (run, kernel, i))
      {
        im_diagnostics_add (
            run->diagnostics, IM_SEVERITY_HINT, "index-only-left", run->file->source,
            kernel->span,
            "The index %s is on the left only: the values repeat along its "
            "axis",
            kernel->indices[i]);
      }
}

static gboolean
is_same_form (const ImAffine *a, const ImAffine *b)
{
  return memcmp (a, b, sizeof *a) == 0;
}

/* And a size that is not that of the axis which the same index reads. */
static void
warn_size (ImTileRun *run,
           const ImKernel *kernel,
           guint axis,
           const ImTileExpr *size,
           guint rank)
{
  for (guint i = 0; i < kernel->n_loads; i++)
    {
      guint buffer = kernel->loads[i].buffer;
      guint load_rank = im_formula_get_buffer (run->formula, buffer)->shape.rank;
      const GPtrArray *names = g_hash_table_lookup (run->dim_names,
                                                    GUINT_TO_POINTER (buffer));

      for (guint j = 0; j < load_rank && names != NULL; j++)
        {
          const char *name = g_ptr_array_index (names, load_rank - 1 - j);

          if (name == NULL || strcmp (name, size->name) == 0 ||
              !is_same_form (&kernel->output.index[axis], &kernel->loads[i].index[j]))
            continue;
          im_diagnostics_add (
              run->diagnostics, IM_SEVERITY_WARNING, "output-dim", run->file->source,
              size->span,
              "Axis %u has the size %s, but the same index reads an axis of "
              "the size %s; did you mean %s?",
              rank - 1 - axis, size->name, name, name);
          im_diagnostics_fix (run->diagnostics, size->name, name);
          return;
        }
    }
}

gboolean
im_tile_contract (ImTileRun *run, const ImTileStatement *statement, ImTileValue *value)
{
  ImKernel kernel = { .aggregation = statement->aggregation,
                      .default_buffer = -1,
                      .span = statement->span };
  ImTileValue output = *value;

  if (!check_rank (run, statement, value) ||
      !get_access (run, &kernel, statement->operands, statement->n, value->shape.rank,
                   &kernel.output))
    return FALSE;
  kernel.value = get_value (run, &kernel, statement->value);
  if (kernel.value == NULL || run->has_failed)
    return FALSE;

  for (guint i = 0; i < value->shape.rank; i++)
    if (value->sizes[i]->kind == IM_TILE_NAME)
      warn_size (run, &kernel, value->shape.rank - 1 - i, value->sizes[i],
                 value->shape.rank);

  kernel.output.buffer = im_tile_add_buffer (run, statement->name, IM_BUFFER_LOCAL,
                                             kernel.value->dtype, &value->shape);
  widen (&kernel, kernel.value->dtype);
  output.kind = IM_TILE_VALUE_TENSOR;
  output.buffer = kernel.output.buffer;
  output.kernel = im_tile_add_kernel (run, &kernel);
  g_ptr_array_add (run->contractions, output.kernel);
  im_tile_set (run, statement->name, &output);

  return TRUE;
}

static gboolean
has_index (ImTileRun *run, const ImTileExpr *expr)
{
  return !im_tile_is_number (run, expr);
}

/* `k < 1 + 1` for `k <= 1`: what is no index stands on the right. */
static void
fix_constraint (ImTileRun *run, const ImTileExpr *expr)
{
  const char *text = im_source_get_text (run->file->source, NULL);
  const ImTileExpr *small = NULL, *large = NULL;
  gboolean is_strict = expr->operation == IM_KERNEL_NODE_LESS ||
                       expr->operation == IM_KERNEL_NODE_GREATER;
  gboolean is_less = expr->operation == IM_KERNEL_NODE_LESS ||
                     expr->operation == IM_KERNEL_NODE_LESS_EQUAL;

  if (expr->kind != IM_TILE_BINARY || expr->operation < IM_KERNEL_NODE_LESS ||
      expr->operation > IM_KERNEL_NODE_GREATER_EQUAL)
    return;
  small = expr->operands[is_less ? 0 : 1];
  large = expr->operands[is_less ? 1 : 0];
  if (has_index (run, large) || !has_index (run, small))
    return;

  g_autofree char *found = g_strndup (text + expr->span.start,
                                      expr->span.end - expr->span.start);
  g_autofree char *form = g_strndup (text + small->span.start,
                                     small->span.end - small->span.start);
  g_autofree char *bound = g_strndup (text + large->span.start,
                                      large->span.end - large->span.start);
  g_autofree char *fixed = g_strdup_printf ("%s < %s%s", form, bound,
                                            is_strict ? "" : " + 1");

  im_diagnostics_note (run->diagnostics, "did you mean %s?", fixed);
  im_diagnostics_fix (run->diagnostics, found, fixed);
}

gboolean
im_tile_constrain (ImTileRun *run, const ImTileExpr *expr, ImTileValue *value)
{
  ImKernel *kernel = value->kernel;
  ImKernelConstraint constraint;

  if (expr->kind != IM_TILE_BINARY || expr->operation != IM_KERNEL_NODE_LESS ||
      has_index (run, expr->operands[1]))
    {
      im_tile_fail (run, expr->span, "constraint-form",
                    "A constraint is an index expression < a constant of dims; it is "
                    "bounded by 0 below");
      im_diagnostics_note (
          run->diagnostics,
          "k <= i is written i - k < N: put all indices on the left side");
      fix_constraint (run, expr);
      return FALSE;
    }
  if (kernel->n_constraints == IM_KERNEL_MAX_CONSTRAINTS)
    return im_tile_fail (run, expr->span, "limit",
                         "A contraction has at most %d constraints",
                         IM_KERNEL_MAX_CONSTRAINTS);
  if (!get_form (run, kernel, expr->operands[0], &constraint.form) ||
      !im_tile_get_whole (run, expr->operands[1], &constraint.bound))
    return FALSE;
  kernel->constraints[kernel->n_constraints++] = constraint;

  return TRUE;
}
