/* SPDX-License-Identifier: MIT */
#include "kernel/im-kernel.h"

#include <string.h>

#include "kernel/im-kernel-function.h"

static const ImAggregationInfo aggregations[IM_N_AGGREGATIONS] = {
  [IM_AGGREGATION_SET] = { "assign", "=", "=" },
  [IM_AGGREGATION_SUM] = { "sum", "+=", "+" },
  [IM_AGGREGATION_PRODUCT] = { "product", "*=", "*" },
  [IM_AGGREGATION_MINIMUM] = { "min", "<=", "<" },
  [IM_AGGREGATION_MAXIMUM] = { "max", ">=", ">" },
  [IM_AGGREGATION_AND] = { "and", "&=", "&" },
  [IM_AGGREGATION_OR] = { "or", "|=", "|" },
  [IM_AGGREGATION_UPDATE] = { "update", ":=", ":" },
};

static const char *const operators[IM_KERNEL_NODE_CAST + 1] = {
  [IM_KERNEL_NODE_ADD] = "+",      [IM_KERNEL_NODE_SUBTRACT] = "-",
  [IM_KERNEL_NODE_MULTIPLY] = "*", [IM_KERNEL_NODE_DIVIDE] = "/",
  [IM_KERNEL_NODE_EQUAL] = "==",   [IM_KERNEL_NODE_NOT_EQUAL] = "!=",
  [IM_KERNEL_NODE_LESS] = "<",     [IM_KERNEL_NODE_LESS_EQUAL] = "<=",
  [IM_KERNEL_NODE_GREATER] = ">",  [IM_KERNEL_NODE_GREATER_EQUAL] = ">=",
};

const char *
im_kernel_node_get_sign (ImKernelNodeKind kind)
{
  return operators[kind];
}

gboolean
im_kernel_node_compares (const ImKernelNode *node)
{
  return node->kind >= IM_KERNEL_NODE_EQUAL && node->kind <= IM_KERNEL_NODE_GREATER_EQUAL;
}

gboolean
im_kernel_access_is_computed (const ImKernelAccess *access)
{
  for (guint i = 0; i < IM_SHAPE_MAX_RANK; i++)
    if (access->computed[i] != NULL)
      return TRUE;

  return FALSE;
}

static gboolean
visit_node (const ImKernelNode *node, ImKernelVisitFunc func, gpointer data)
{
  if (node == NULL)
    return TRUE;
  if (!func (node, data))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (node->arguments) && node->arguments[i] != NULL; i++)
    if (!visit_node (node->arguments[i], func, data))
      return FALSE;

  return TRUE;
}

static gboolean
visit_access (const ImKernelAccess *access, ImKernelVisitFunc func, gpointer data)
{
  for (guint i = 0; i < IM_SHAPE_MAX_RANK; i++)
    if (!visit_node (access->computed[i], func, data))
      return FALSE;

  return TRUE;
}

gboolean
im_kernel_visit (const ImKernel *kernel, ImKernelVisitFunc func, gpointer data)
{
  for (guint i = 0; i < kernel->n_locals; i++)
    if (!visit_node (kernel->locals[i].value, func, data))
      return FALSE;
  for (guint i = 0; i < kernel->n_loads; i++)
    if (!visit_access (&kernel->loads[i], func, data))
      return FALSE;

  return visit_access (&kernel->output, func, data) &&
         visit_node (kernel->condition, func, data) &&
         visit_node (kernel->epilogue, func, data) &&
         visit_node (kernel->value, func, data);
}

ImFormula *
im_formula_new (const char *name)
{
  ImFormula *formula = g_new0 (ImFormula, 1);

  formula->name = name;
  formula->buffers = g_ptr_array_new ();
  formula->kernels = g_ptr_array_new ();
  formula->outputs = g_array_new (FALSE, FALSE, sizeof (guint));

  return formula;
}

void
im_formula_free (ImFormula *formula)
{
  g_ptr_array_unref (formula->buffers);
  g_ptr_array_unref (formula->kernels);
  g_array_unref (formula->outputs);
  g_free (formula);
}

const ImKernelBuffer *
im_formula_get_buffer (const ImFormula *formula, guint buffer)
{
  return g_ptr_array_index (formula->buffers, buffer);
}

const ImAggregationInfo *
im_aggregation_get_info (ImAggregation aggregation)
{
  return &aggregations[aggregation];
}

ImDType
im_kernel_accumulator (ImDType dtype)
{
  const ImDTypeInfo *info = im_dtype_get_info (dtype);

  if (im_dtype_is_float (dtype) || info->size_bytes >= 4)
    return dtype;

  return info->family == IM_DTYPE_FAMILY_UINT ? IM_DTYPE_UINT32 : IM_DTYPE_INT32;
}

ImDType
im_kernel_join (ImDType a, ImDType b)
{
  const ImDTypeInfo *of_a = im_dtype_get_info (a), *of_b = im_dtype_get_info (b);

  if (im_dtype_is_float (a) != im_dtype_is_float (b))
    return im_dtype_is_float (a) ? a : b;
  if (of_a->size_bytes != of_b->size_bytes)
    return of_a->size_bytes > of_b->size_bytes ? a : b;

  return of_a->family == IM_DTYPE_FAMILY_UINT ? a : b;
}

static void append_node (const ImKernel *kernel,
                         const ImFormula *formula,
                         const ImKernelNode *node,
                         gboolean is_inner,
                         GString *out);

static void
append_access (const ImKernel *kernel,
               const ImFormula *formula,
               const ImKernelAccess *access,
               gboolean with_sizes,
               GString *out)
{
  const ImKernelBuffer *buffer = im_formula_get_buffer (formula, access->buffer);
  guint rank = buffer->shape.rank;

  g_string_append_printf (out, "%s[", buffer->name);
  for (guint i = rank; i-- > 0;)
    {
      if (access->computed[i] != NULL)
        append_node (kernel, formula, access->computed[i], FALSE, out);
      else
        im_affine_append_text (&access->index[i], kernel->indices, "/", out);
      g_string_append (out, i > 0 ? ", " : "");
    }
  for (guint i = rank; with_sizes && i-- > 0;)
    g_string_append_printf (out, "%s%d", i + 1 == rank ? " : " : ", ",
                            buffer->shape.size[i]);
  g_string_append_c (out, ']');
}

static void
append_call (const ImKernel *kernel,
             const ImFormula *formula,
             const ImKernelNode *node,
             const char *name,
             GString *out)
{
  g_string_append_printf (out, "%s(", name);
  for (guint i = 0; i < G_N_ELEMENTS (node->arguments) && node->arguments[i] != NULL; i++)
    {
      g_string_append (out, i > 0 ? ", " : "");
      append_node (kernel, formula, node->arguments[i], FALSE, out);
    }
  g_string_append_c (out, ')');
}

static void
append_operator (const ImKernel *kernel,
                 const ImFormula *formula,
                 const ImKernelNode *node,
                 GString *out)
{
  append_node (kernel, formula, node->arguments[0], TRUE, out);
  if (node->kind == IM_KERNEL_NODE_SELECT)
    {
      g_string_append (out, " ? ");
      append_node (kernel, formula, node->arguments[1], TRUE, out);
      g_string_append (out, " : ");
      append_node (kernel, formula, node->arguments[2], TRUE, out);
      return;
    }

  g_string_append_printf (out, " %s ", im_kernel_node_get_sign (node->kind));
  append_node (kernel, formula, node->arguments[1], TRUE, out);
}

/* A sum in parentheses where it is part of something. */
static void
append_form (const ImKernel *kernel,
             const ImAffine *form,
             gboolean is_inner,
             GString *out)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean is_sum = FALSE;

  im_affine_append_text (form, kernel->indices, "/", text);
  is_sum = is_inner && strchr (text->str, ' ') != NULL;
  g_string_append_printf (out, is_sum ? "(%s)" : "%s", text->str);
}

static void
append_node (const ImKernel *kernel,
             const ImFormula *formula,
             const ImKernelNode *node,
             gboolean is_inner,
             GString *out)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (node->kind == IM_KERNEL_NODE_CONSTANT)
    g_string_append (out, g_ascii_dtostr (number, sizeof number, node->constant));
  else if (node->kind == IM_KERNEL_NODE_LOAD)
    append_access (kernel, formula, &kernel->loads[node->load], FALSE, out);
  else if (node->kind == IM_KERNEL_NODE_AGGREGATE)
    g_string_append (out, aggregations[kernel->aggregation].name);
  else if (node->kind == IM_KERNEL_NODE_INDEX)
    append_form (kernel, node->form, is_inner, out);
  else if (node->kind == IM_KERNEL_NODE_CALL)
    append_call (kernel, formula, node, node->function->name, out);
  else if (node->kind == IM_KERNEL_NODE_LOCAL)
    g_string_append (out, kernel->locals[node->local].name);
  else if (node->kind == IM_KERNEL_NODE_FLOOR_DIVIDE)
    append_call (kernel, formula, node, "floor_divide", out);
  else if (node->kind == IM_KERNEL_NODE_MODULO)
    append_call (kernel, formula, node, "modulo", out);
  else if (node->kind == IM_KERNEL_NODE_CAST)
    append_call (kernel, formula, node, im_dtype_get_info (node->dtype)->name, out);
  else if (node->kind == IM_KERNEL_NODE_NEGATE)
    {
      g_string_append_c (out, '-');
      append_node (kernel, formula, node->arguments[0], TRUE, out);
    }
  else
    {
      g_string_append (out, is_inner ? "(" : "");
      append_operator (kernel, formula, node, out);
      g_string_append (out, is_inner ? ")" : "");
    }
}

void
im_kernel_append_text (const ImKernel *kernel, const ImFormula *formula, GString *out)
{
  append_access (kernel, formula, &kernel->output, TRUE, out);
  if (kernel->epilogue != NULL)
    {
      g_string_append (out, " = ");
      append_node (kernel, formula, kernel->epilogue, FALSE, out);
      g_string_append_printf (out, ", %s", aggregations[kernel->aggregation].name);
    }
  g_string_append_printf (out, " = %s(", aggregations[kernel->aggregation].sign);
  append_node (kernel, formula, kernel->value, FALSE, out);
  g_string_append_c (out, ')');
  for (guint i = 0; i < kernel->n_constraints; i++)
    {
      g_string_append (out, ", ");
      im_affine_append_text (&kernel->constraints[i].form, kernel->indices, "/", out);
      g_string_append_printf (out, " < %" G_GINT64_FORMAT, kernel->constraints[i].bound);
    }
  for (guint i = 0; i < kernel->n_locals; i++)
    {
      g_string_append_printf (out, ", with %s = ", kernel->locals[i].name);
      append_node (kernel, formula, kernel->locals[i].value, FALSE, out);
    }
  if (kernel->condition != NULL)
    {
      g_string_append (out, ", if ");
      append_node (kernel, formula, kernel->condition, FALSE, out);
    }
  if (kernel->default_buffer >= 0)
    g_string_append_printf (
        out, " default %s",
        im_formula_get_buffer (formula, (guint) kernel->default_buffer)->name);
  else if (kernel->initial != NULL)
    {
      g_string_append (out, ", from ");
      append_node (kernel, formula, kernel->initial, FALSE, out);
    }
  g_string_append (out, kernel->saturates ? ", saturated" : "");
}
