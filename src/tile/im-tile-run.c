/* SPDX-License-Identifier: MIT
 *
 * What a function that is run knows: its names, dims and other numbers, and what is made.
 */
#include <math.h>
#include <string.h>

#include "tile/im-tile-elaborate-private.h"

gboolean
im_tile_fail (ImTileRun *run, ImSpan span, const char *code, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  if (run->has_failed)
    return FALSE;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add (run->diagnostics, IM_SEVERITY_ERROR, code, run->file->source, span,
                      "%s", message);
  run->has_failed = TRUE;

  return FALSE;
}

ImTileValue *
im_tile_set (ImTileRun *run, const char *name, const ImTileValue *value)
{
  ImTileValue *copy = im_arena_new0 (run->arena, ImTileValue, 1);

  *copy = *value;
  g_hash_table_insert (run->names, (gpointer) name, copy);

  return copy;
}

ImTileValue *
im_tile_peek (ImTileRun *run, const ImTileExpr *expr)
{
  ImTileValue *value = expr->kind == IM_TILE_NAME || expr->kind == IM_TILE_APPLY
                           ? g_hash_table_lookup (run->names, expr->name)
                           : NULL;
  gint64 at = 0;

  if (value == NULL || expr->kind == IM_TILE_NAME)
    return value;
  if (value->kind != IM_TILE_VALUE_VECTOR || expr->n != 1 ||
      !im_tile_get_whole (run, expr->operands[0], &at))
    return NULL;
  if (at < 0 || at >= value->n)
    {
      im_tile_fail (run, expr->span, "undeclared",
                    "“%s” has elements 0 to %u, not %" G_GINT64_FORMAT, expr->name,
                    value->n - 1, at);
      return NULL;
    }

  return &value->elements[at];
}

static gboolean
combine_numbers (ImTileRun *run,
                 const ImTileExpr *expr,
                 const ImTileValue *a,
                 const ImTileValue *b,
                 ImTileValue *value)
{
  double x = a->number, y = b->number;

  value->is_real = a->is_real || b->is_real;
  if (expr->operation == IM_KERNEL_NODE_DIVIDE && !value->is_real)
    {
      if (fabs (y) < 0.5)
        return im_tile_fail (run, expr->span, "nonpositive-dim", "This divides by 0");
      value->number = trunc (x / y);
    }
  else
    value->number = expr->operation == IM_KERNEL_NODE_ADD        ? x + y
                    : expr->operation == IM_KERNEL_NODE_SUBTRACT ? x - y
                    : expr->operation == IM_KERNEL_NODE_MULTIPLY ? x * y
                                                                 : x / y;
  if (!value->is_real && fabs (value->number) > 9007199254740992.0)
    return im_tile_fail (run, expr->span, "overflow", "This number does not fit");

  return TRUE;
}

gboolean
im_tile_is_number (ImTileRun *run, const ImTileExpr *expr)
{
  const ImTileValue *value = NULL;

  if (expr->kind == IM_TILE_NUMBER)
    return TRUE;
  if (expr->kind == IM_TILE_APPLY && strcmp (expr->name, "size") == 0 && expr->n == 1 &&
      g_hash_table_lookup (run->names, "size") == NULL)
    return TRUE;
  value = im_tile_peek (run, expr);
  if (value != NULL)
    return value->kind == IM_TILE_VALUE_NUMBER || value->kind == IM_TILE_VALUE_DIM;
  if (expr->kind == IM_TILE_UNARY)
    return im_tile_is_number (run, expr->operands[0]);

  return expr->kind == IM_TILE_BINARY && expr->operation >= IM_KERNEL_NODE_ADD &&
         expr->operation <= IM_KERNEL_NODE_DIVIDE &&
         im_tile_is_number (run, expr->operands[0]) &&
         im_tile_is_number (run, expr->operands[1]);
}

static gboolean
get_size (ImTileRun *run, const ImTileExpr *expr, ImTileValue *value)
{
  const ImTileValue *vector = im_tile_peek (run, expr->operands[0]);

  if (vector == NULL || vector->kind != IM_TILE_VALUE_VECTOR)
    return im_tile_fail (run, expr->span, "undeclared", "Only a vector has a size");
  *value = (ImTileValue){ IM_TILE_VALUE_NUMBER, TRUE, FALSE, vector->n };

  return TRUE;
}

gboolean
im_tile_get_number (ImTileRun *run, const ImTileExpr *expr, ImTileValue *value)
{
  const ImTileValue *known = NULL;
  ImTileValue a, b;

  if (expr->kind == IM_TILE_NUMBER)
    {
      *value = (ImTileValue){ IM_TILE_VALUE_NUMBER, TRUE, expr->is_real, expr->number };
      return TRUE;
    }
  if (!im_tile_is_number (run, expr))
    {
      if (expr->kind == IM_TILE_NAME &&
          g_hash_table_lookup (run->names, expr->name) == NULL)
        return FALSE;
      return im_tile_fail (run, expr->span, "argument",
                           "Expected a number made of dims and constants");
    }
  if (expr->kind == IM_TILE_APPLY && strcmp (expr->name, "size") == 0)
    return get_size (run, expr, value);

  known = im_tile_peek (run, expr);
  if (known != NULL && known->kind == IM_TILE_VALUE_DIM)
    return im_tile_fail (run, expr->span, "unbound-dim",
                         "“%s” has no size yet; bind_dims of a tensor gives it one",
                         expr->name);
  if (known != NULL)
    {
      *value = *known;
      return TRUE;
    }

  *value = (ImTileValue){ IM_TILE_VALUE_NUMBER, TRUE };
  if (!im_tile_get_number (run, expr->operands[0], &a))
    return FALSE;
  if (expr->kind == IM_TILE_UNARY)
    {
      value->number = -a.number;
      value->is_real = a.is_real;
      return TRUE;
    }

  return im_tile_get_number (run, expr->operands[1], &b) &&
         combine_numbers (run, expr, &a, &b, value);
}

gboolean
im_tile_get_whole (ImTileRun *run, const ImTileExpr *expr, gint64 *number)
{
  ImTileValue value;

  if (!im_tile_get_number (run, expr, &value))
    return FALSE;
  if (value.is_real)
    return im_tile_fail (run, expr->span, "argument", "Expected a whole number, found %g",
                         value.number);
  *number = (gint64) value.number;

  return TRUE;
}

/* The name, or `name_1` and so on if buffers have it. */
static const char *
take_name (ImTileRun *run, const char *name)
{
  const char *own = im_arena_strdup (run->arena, name);
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (run->buffer_names, name));

  if (number > 0)
    {
      do
        own = im_arena_printf (run->arena, "%s_%u", name, number++);
      while (g_hash_table_contains (run->buffer_names, own));
      g_hash_table_insert (run->buffer_names, im_arena_strdup (run->arena, name),
                           GUINT_TO_POINTER (number));
    }
  g_hash_table_insert (run->buffer_names, (gpointer) own, GUINT_TO_POINTER (1));

  return own;
}

guint
im_tile_add_buffer (ImTileRun *run,
                    const char *name,
                    ImBufferKind kind,
                    ImDType dtype,
                    const ImShape *shape)
{
  ImKernelBuffer *buffer = im_arena_new0 (run->arena, ImKernelBuffer, 1);

  buffer->name = take_name (run, name);
  buffer->kind = kind;
  buffer->dtype = dtype;
  buffer->shape = *shape;
  g_ptr_array_add (run->formula->buffers, buffer);

  return run->formula->buffers->len - 1;
}

ImKernel *
im_tile_add_kernel (ImTileRun *run, const ImKernel *kernel)
{
  ImKernel *copy = im_arena_new0 (run->arena, ImKernel, 1);

  *copy = *kernel;
  g_ptr_array_add (run->formula->kernels, copy);

  return copy;
}

ImKernelNode *
im_tile_new_node (ImTileRun *run, ImKernelNodeKind kind, ImDType dtype)
{
  ImKernelNode *node = im_arena_new0 (run->arena, ImKernelNode, 1);

  node->kind = kind;
  node->dtype = dtype;

  return node;
}
