/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "kernel/im-formula-c-private.h"
#include "kernel/im-kernel-function.h"
#include "kernel/im-kernel-number.h"

void
im_formula_c_append_buffer (ImFormulaCWriter *writer, guint buffer)
{
  im_formula_append_c_name (im_formula_get_buffer (writer->formula, buffer)->name,
                            writer->out);
}

void
im_formula_c_append_parameter (const ImKernelBuffer *buffer, GString *out)
{
  g_string_append_printf (
      out, "%s%s *%s", buffer->kind == IM_BUFFER_INPUT ? "const " : "",
      im_formula_c_get_type (buffer->dtype), buffer->is_shared ? "" : "restrict ");
  im_formula_append_c_name (buffer->name, out);
}

static void
append_term (ImFormulaCWriter *writer, gint64 factor, const char *name, gboolean is_first)
{
  GString *out = writer->out;

  g_string_append (out, is_first ? factor < 0 ? "-" : "" : factor < 0 ? " - " : " + ");
  if (name == NULL || ABS (factor) != 1)
    g_string_append_printf (out, "%" G_GINT64_FORMAT "%s", ABS (factor),
                            name == NULL ? "" : " * ");
  g_string_append (out, name == NULL ? "" : name);
}

/* `3 * m + n - 1`, or `17 - m`, where a variable that is ahead has another constant. */
static void
append_form (ImFormulaCWriter *writer, const ImAffine *moved)
{
  ImAffine shifted = *moved;
  const ImAffine *form = &shifted;
  gint64 first = 0;
  gboolean is_first = TRUE;

  for (guint i = 0; i < writer->nest->n_loops; i++)
    {
      shifted.constant += shifted.factor[i] * writer->shift[i];
      if (writer->is_fixed[i])
        shifted.factor[i] = 0;
    }
  for (guint i = writer->nest->n_loops; i-- > 0;)
    first = form->factor[i] != 0 ? form->factor[i] : first;
  if (first == 0 || (first < 0 && form->constant > 0))
    {
      append_term (writer, form->constant, NULL, TRUE);
      is_first = FALSE;
    }
  for (guint i = 0; i < writer->nest->n_loops; i++)
    if (form->factor[i] != 0)
      {
        append_term (writer, form->factor[i], writer->names[i], is_first);
        is_first = FALSE;
      }
  if (first > 0 || (first < 0 && form->constant < 0))
    if (form->constant != 0)
      append_term (writer, form->constant, NULL, FALSE);
}

/* `inside (ids[i], 7)`, which looks where the index leads if it is told to. */
static void
append_computed (ImFormulaCWriter *writer, const ImKernelNode *index, gint32 size)
{
  g_hash_table_add (writer->helpers, (gpointer) "inside");
  g_string_append (writer->out, "inside (");
  if (strcmp (im_formula_c_get_type (index->dtype), writer->index_type) != 0)
    g_string_append_printf (writer->out, "(%s) ", writer->index_type);
  im_formula_c_append_as (writer, index, index->dtype, TRUE);
  g_string_append_printf (writer->out, ", %d)", size);
}

void
im_formula_c_append_element (ImFormulaCWriter *writer,
                             const ImKernelAccess *access,
                             const ImAffine *offset)
{
  const ImShape *shape = &im_formula_get_buffer (writer->formula, access->buffer)->shape;
  gboolean is_first = im_kernel_access_is_computed (access) &&
                      im_affine_is_constant (offset) && offset->constant == 0;
  gint64 step = 1;

  im_formula_c_append_buffer (writer, access->buffer);
  g_string_append_c (writer->out, '[');
  if (!is_first)
    append_form (writer, offset);
  for (guint i = 0; i < shape->rank; i++)
    {
      if (access->computed[i] != NULL)
        {
          g_string_append (writer->out, is_first ? "" : " + ");
          if (step != 1)
            g_string_append_printf (writer->out, "%" G_GINT64_FORMAT " * ", step);
          append_computed (writer, access->computed[i], shape->size[i]);
          is_first = FALSE;
        }
      step *= shape->size[i];
    }
  g_string_append_c (writer->out, ']');
}

static void
append_bound (ImFormulaCWriter *writer, const ImAffine *bound, const char *divide)
{
  if (bound->divisor == 1)
    {
      append_form (writer, bound);
      return;
    }

  g_hash_table_add (writer->helpers, (gpointer) divide);
  g_string_append_printf (writer->out, "%s (", divide);
  append_form (writer, bound);
  g_string_append_printf (writer->out, ", %" G_GINT64_FORMAT ")", bound->divisor);
}

/* larger (a, larger (b, c)) */
void
im_formula_c_append_bounds (ImFormulaCWriter *writer,
                            const ImAffine *bounds,
                            guint n_bounds,
                            const char *choose,
                            const char *divide)
{
  for (guint i = 0; i + 1 < n_bounds; i++)
    {
      g_hash_table_add (writer->helpers, (gpointer) choose);
      g_string_append_printf (writer->out, "%s (", choose);
      append_bound (writer, &bounds[i], divide);
      g_string_append (writer->out, ", ");
    }
  append_bound (writer, &bounds[n_bounds - 1], divide);
  for (guint i = 0; i + 1 < n_bounds; i++)
    g_string_append_c (writer->out, ')');
}

void
im_formula_c_append_number (ImFormulaCWriter *writer, double number, ImDType dtype)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  gboolean is_single = dtype == IM_DTYPE_FLOAT32;

  if (!im_dtype_is_float (dtype))
    {
      guint size = im_formula_c_get_size (dtype);

      /* C has no negative literals, and without a suffix a large one is wider. */
      if (number <= (size == 8 ? -0x1p63 : -0x1p31))
        g_string_append (writer->out, size == 8 ? "INT64_MIN" : "INT32_MIN");
      else
        g_string_append_printf (writer->out, "%.0f%s", number,
                                size == 8               ? "ll"
                                : number > 2147483647.0 ? "u"
                                                        : "");
      return;
    }
  if (is_single)
    number = (double) (float) number;
  if (isnan (number))
    {
      g_string_append (writer->out, "NAN");
      return;
    }
  if (!isfinite (number))
    {
      g_string_append (writer->out, number < 0 ? "-INFINITY" : "INFINITY");
      return;
    }

  g_ascii_formatd (text, sizeof text, is_single ? "%.9g" : "%.17g", number);
  g_string_append (writer->out, text);
  if (strpbrk (text, ".e") == NULL)
    g_string_append (writer->out, ".0");
  g_string_append (writer->out, is_single ? "f" : "");
}

static void append_value (ImFormulaCWriter *writer,
                          const ImKernelNode *node,
                          gboolean is_inner);

/* A value of a type that C converts without a word keeps its text. */
static void
append_converted (ImFormulaCWriter *writer,
                  const ImKernelNode *node,
                  ImDType dtype,
                  gboolean is_inner)
{
  gboolean widens = !im_dtype_is_float (dtype) && !im_dtype_is_float (node->dtype) &&
                    !im_formula_c_is_unsigned (dtype) &&
                    im_formula_c_get_size (node->dtype) < im_formula_c_get_size (dtype);

  if (node->kind == IM_KERNEL_NODE_CONSTANT)
    {
      im_formula_c_append_number (writer, node->constant, dtype);
      return;
    }
  if (node->dtype == dtype || widens)
    {
      append_value (writer, node, is_inner);
      return;
    }

  g_string_append_printf (writer->out, "(%s) ", im_formula_c_get_type (dtype));
  append_value (writer, node, TRUE);
}

/* Two signs would be a decrement. */
void
im_formula_c_append_as (ImFormulaCWriter *writer,
                        const ImKernelNode *node,
                        ImDType dtype,
                        gboolean is_inner)
{
  gsize start = writer->out->len;

  append_converted (writer, node, dtype, is_inner);
  if (start > 0 && writer->out->str[start - 1] == '-' && writer->out->str[start] == '-')
    {
      g_string_insert_c (writer->out, (gssize) start, '(');
      g_string_append_c (writer->out, ')');
    }
}

static void
append_pair (ImFormulaCWriter *writer, const ImKernelNode *node, ImDType dtype)
{
  const ImKernelNode *second = node->arguments[1];

  if (node->kind == IM_KERNEL_NODE_ADD && im_dtype_is_float (dtype) &&
      second->kind == IM_KERNEL_NODE_NEGATE && second->dtype == dtype)
    {
      im_formula_c_append_as (writer, node->arguments[0], dtype, TRUE);
      g_string_append (writer->out, " - ");
      im_formula_c_append_as (writer, second->arguments[0], dtype, TRUE);
      return;
    }

  im_formula_c_append_as (writer, node->arguments[0], dtype, TRUE);
  g_string_append_printf (writer->out, " %s ", im_kernel_node_get_sign (node->kind));
  im_formula_c_append_as (writer, node->arguments[1], dtype, TRUE);
}

/* Whether numbers of 16 bits at most cannot leave 31 bits by an operation. */
static gboolean
stays_small (const ImKernelNode *node)
{
  const ImKernelNode *a = node->arguments[0], *b = node->arguments[1];

  return im_formula_c_get_size (a->dtype) <= 2 && im_formula_c_get_size (b->dtype) <= 2 &&
         a->kind != IM_KERNEL_NODE_CONSTANT && b->kind != IM_KERNEL_NODE_CONSTANT &&
         !(im_formula_c_is_unsigned (a->dtype) && im_formula_c_is_unsigned (b->dtype) &&
           im_formula_c_get_size (a->dtype) + im_formula_c_get_size (b->dtype) == 4);
}

/* C promotes narrow integers to int; wider ones wrap only if they are unsigned. */
static void
append_wrapping (ImFormulaCWriter *writer, const ImKernelNode *node, gboolean is_inner)
{
  ImDType dtype = node->dtype;
  guint size = im_formula_c_get_size (dtype);
  ImDType wide = size == 8 ? IM_DTYPE_UINT64 : IM_DTYPE_UINT32;

  if (stays_small (node) && size >= 4 && !im_formula_c_is_unsigned (dtype))
    {
      g_string_append (writer->out, is_inner ? "(" : "");
      append_pair (writer, node, IM_DTYPE_INT32);
      g_string_append (writer->out, is_inner ? ")" : "");
      return;
    }
  if (dtype == wide)
    {
      g_string_append (writer->out, is_inner ? "(" : "");
      append_pair (writer, node, wide);
      g_string_append (writer->out, is_inner ? ")" : "");
      return;
    }

  g_string_append_printf (writer->out, "(%s) (", im_formula_c_get_type (dtype));
  append_pair (writer, node, stays_small (node) ? IM_DTYPE_INT32 : wide);
  g_string_append_c (writer->out, ')');
}

const char *
im_formula_c_use_helper (ImFormulaCWriter *writer, const char *prefix, ImDType dtype)
{
  g_autofree char *name = g_strconcat (prefix, im_dtype_get_info (dtype)->name, NULL);
  const char *helper = g_intern_string (name);

  g_hash_table_add (writer->helpers, (gpointer) helper);

  return helper;
}

static void
append_helper_call (ImFormulaCWriter *writer,
                    const ImKernelNode *node,
                    const char *prefix)
{
  g_string_append_printf (writer->out, "%s (",
                          im_formula_c_use_helper (writer, prefix, node->dtype));
  im_formula_c_append_as (writer, node->arguments[0], node->dtype, FALSE);
  g_string_append (writer->out, ", ");
  im_formula_c_append_as (writer, node->arguments[1], node->dtype, FALSE);
  g_string_append_c (writer->out, ')');
}

static void
append_integer_division (ImFormulaCWriter *writer,
                         const ImKernelNode *node,
                         gboolean is_inner)
{
  const ImKernelNode *divisor = node->arguments[1];

  if (divisor->kind == IM_KERNEL_NODE_CONSTANT && divisor->constant > 0.5)
    {
      g_string_append (writer->out, is_inner ? "(" : "");
      append_pair (writer, node, node->dtype);
      g_string_append (writer->out, is_inner ? ")" : "");
      return;
    }

  append_helper_call (writer, node, "divide_");
}

static void
append_operator (ImFormulaCWriter *writer, const ImKernelNode *node, gboolean is_inner)
{
  gboolean compares = im_kernel_node_compares (node);
  ImDType dtype = node->dtype;

  if (node->kind == IM_KERNEL_NODE_FLOOR_DIVIDE || node->kind == IM_KERNEL_NODE_MODULO)
    {
      append_helper_call (writer, node,
                          node->kind == IM_KERNEL_NODE_MODULO ? "modulo_"
                                                              : "floor_divide_");
      return;
    }
  if (compares)
    dtype = im_kernel_join (node->arguments[0]->dtype, node->arguments[1]->dtype);
  if (!compares && !im_dtype_is_float (dtype))
    {
      if (node->kind == IM_KERNEL_NODE_DIVIDE)
        append_integer_division (writer, node, is_inner);
      else
        append_wrapping (writer, node, is_inner);
      return;
    }

  g_string_append (writer->out, is_inner ? "(" : "");
  append_pair (writer, node, dtype);
  g_string_append (writer->out, is_inner ? ")" : "");
}

/* Puts arguments into the text of a function. */
static void
append_call (ImFormulaCWriter *writer, const ImKernelNode *node)
{
  gboolean is_float = im_dtype_is_float (node->dtype);
  const char *text = is_float ? node->function->of_floats : node->function->of_integers;

  for (; *text != '\0'; text++)
    if (*text == '#')
      g_string_append (writer->out, node->dtype == IM_DTYPE_FLOAT32 ? "f" : "");
    else if (*text == '{')
      {
        im_formula_c_append_as (writer, node->arguments[text[1] - '0'], node->dtype,
                                TRUE);
        text += 2;
      }
    else
      g_string_append_c (writer->out, *text);
}

static void
append_negation (ImFormulaCWriter *writer, const ImKernelNode *node)
{
  ImDType dtype = node->dtype;

  if (im_dtype_is_float (dtype))
    {
      g_string_append_c (writer->out, '-');
      im_formula_c_append_as (writer, node->arguments[0], dtype, TRUE);
      return;
    }
  g_string_append_printf (writer->out, "(%s) (0u - (%s) ", im_formula_c_get_type (dtype),
                          im_formula_c_get_size (dtype) == 8 ? "uint64_t" : "uint32_t");
  im_formula_c_append_as (writer, node->arguments[0], dtype, TRUE);
  g_string_append_c (writer->out, ')');
}

static void
append_cast (ImFormulaCWriter *writer, const ImKernelNode *node)
{
  const ImKernelNode *argument = node->arguments[0];
  const char *helper = NULL;

  if (im_dtype_is_float (node->dtype) || !im_dtype_is_float (argument->dtype))
    {
      g_string_append_printf (writer->out, "(%s) ", im_formula_c_get_type (node->dtype));
      append_value (writer, argument, TRUE);
      return;
    }

  helper = im_formula_c_use_helper (
      writer, argument->dtype == IM_DTYPE_FLOAT32 ? "single_to_" : "to_", node->dtype);
  g_string_append_printf (writer->out, "%s (", helper);
  im_formula_c_append_as (writer, argument, argument->dtype, FALSE);
  g_string_append_c (writer->out, ')');
}

static void
append_truth (ImFormulaCWriter *writer, const ImKernelNode *node, gboolean is_inner)
{
  gboolean compares = im_kernel_node_compares (node);

  append_value (writer, node, compares ? is_inner : TRUE);
  if (!compares)
    {
      g_string_append (writer->out, " != ");
      im_formula_c_append_number (writer, 0, node->dtype);
    }
}

void
im_formula_c_append_truth (ImFormulaCWriter *writer, const ImKernelNode *node)
{
  append_truth (writer, node, FALSE);
}

static void
append_select (ImFormulaCWriter *writer, const ImKernelNode *node, gboolean is_inner)
{
  g_string_append (writer->out, is_inner ? "(" : "");
  append_truth (writer, node->arguments[0], TRUE);
  g_string_append (writer->out, " ? ");
  im_formula_c_append_as (writer, node->arguments[1], node->dtype, TRUE);
  g_string_append (writer->out, " : ");
  im_formula_c_append_as (writer, node->arguments[2], node->dtype, TRUE);
  g_string_append (writer->out, is_inner ? ")" : "");
}

/* As it would be if it were stored and loaded again. */
static void
append_aggregate (ImFormulaCWriter *writer, const ImKernelNode *node)
{
  if (node->dtype != writer->kernel->dtype)
    g_string_append_printf (writer->out, "(%s) ", im_formula_c_get_type (node->dtype));
  g_string_append (writer->out, writer->accumulator->str);
}

/* An integer that a double may not hold. */
static void
append_integer (ImFormulaCWriter *writer, gint64 number, ImDType dtype)
{
  const char *suffix = im_formula_c_get_size (dtype) < 8 ? "" : "ll";

  if (im_formula_c_is_unsigned (dtype))
    g_string_append_printf (writer->out, "%" G_GUINT64_FORMAT "u%s", (guint64) number,
                            suffix);
  else if (number == G_MININT64)
    g_string_append (writer->out, "INT64_MIN");
  else
    g_string_append_printf (
        writer->out, number < 0 ? "(%" G_GINT64_FORMAT "%s)" : "%" G_GINT64_FORMAT "%s",
        number, suffix);
}

void
im_formula_c_append_known (ImFormulaCWriter *writer,
                           const ImKernelBuffer *table,
                           gint64 at)
{
  ImKernelNumber number = im_kernel_number_load (table->data, table->dtype, at);

  if (im_dtype_is_float (table->dtype))
    im_formula_c_append_number (writer, number.real, table->dtype);
  else
    append_integer (writer, number.integer, table->dtype);
}

/* The value of a form of the indices, which loops have replaced. */
static void
append_index (ImFormulaCWriter *writer, const ImKernelNode *node)
{
  ImAffine sum = im_affine_constant (node->form->constant);

  if (im_affine_is_constant (node->form))
    {
      append_integer (writer, node->form->constant, node->dtype);
      return;
    }
  for (guint i = 0; i < writer->kernel->n_indices; i++)
    im_affine_add (&sum, &writer->nest->index[i], node->form->factor[i], &sum);
  g_string_append_printf (writer->out, "(%s) (", im_formula_c_get_type (node->dtype));
  append_form (writer, &sum);
  g_string_append_c (writer->out, ')');
}

static void
append_value (ImFormulaCWriter *writer, const ImKernelNode *node, gboolean is_inner)
{
  switch ((int) node->kind)
    {
    case IM_KERNEL_NODE_CONSTANT:
      im_formula_c_append_number (writer, node->constant, node->dtype);
      break;
    case IM_KERNEL_NODE_LOAD:
      im_formula_c_append_element (writer, &writer->kernel->loads[node->load],
                                   &writer->nest->loads[node->load]);
      break;
    case IM_KERNEL_NODE_AGGREGATE:
      append_aggregate (writer, node);
      break;
    case IM_KERNEL_NODE_INDEX:
      append_index (writer, node);
      break;
    case IM_KERNEL_NODE_LOCAL:
      g_string_append (writer->out, writer->locals[node->local]);
      break;
    case IM_KERNEL_NODE_NEGATE:
      append_negation (writer, node);
      break;
    case IM_KERNEL_NODE_SELECT:
      append_select (writer, node, is_inner);
      break;
    case IM_KERNEL_NODE_CALL:
      append_call (writer, node);
      break;
    case IM_KERNEL_NODE_CAST:
      append_cast (writer, node);
      break;
    default:
      append_operator (writer, node, is_inner);
    }
}
