/* SPDX-License-Identifier: MIT */
#include "kernel/im-formula-python.h"

#include <gio/gio.h>

#include <math.h>
#include <string.h>

#include "base/im-text.h"
#include "kernel/im-kernel-function.h"
#include "kernel/im-kernel-number.h"
#include "kernel/im-kernel-resources.h"

static const char *
get_type (ImDType dtype)
{
  return im_dtype_get_info (dtype)->name;
}

/* `([2, 1], -1, 1)` */
static void
append_form (const ImAffine *form, guint n, GString *out)
{
  g_string_append (out, "([");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (out, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "",
                            form->factor[i]);
  g_string_append_printf (out, "], %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ")",
                          form->constant, form->divisor);
}

static void append_node (const ImKernel *kernel, const ImKernelNode *node, GString *out);

/* A form of each axis, or a function where the index is computed. */
static void
append_forms (const ImKernel *kernel,
              const ImKernelAccess *access,
              guint rank,
              GString *out)
{
  g_string_append_c (out, '[');
  for (guint i = rank; i-- > 0;)
    {
      if (access->computed[i] == NULL)
        append_form (&access->index[i], kernel->n_indices, out);
      else
        {
          g_string_append (out, "lambda p: ");
          append_node (kernel, access->computed[i], out);
        }
      g_string_append (out, i > 0 ? ", " : "");
    }
  g_string_append_c (out, ']');
}

static void
append_as (const ImKernel *kernel, const ImKernelNode *node, ImDType dtype, GString *out)
{
  append_node (kernel, node, out);
  if (node->dtype != dtype)
    g_string_append_printf (out, ".astype(np.%s)", get_type (dtype));
}

static void
append_call (const ImKernel *kernel, const ImKernelNode *node, GString *out)
{
  g_string_append (out, "np.asarray(");
  for (const char *text = node->function->numpy; *text != '\0'; text++)
    if (*text == '{')
      {
        append_as (kernel, node->arguments[text[1] - '0'], node->dtype, out);
        text += 2;
      }
    else
      g_string_append_c (out, *text);
  g_string_append_printf (out, ").astype(np.%s)", get_type (node->dtype));
}

static void
append_pair (const ImKernel *kernel,
             const ImKernelNode *node,
             const char *sign,
             ImDType dtype,
             GString *out)
{
  append_as (kernel, node->arguments[0], dtype, out);
  g_string_append_printf (out, " %s ", sign);
  append_as (kernel, node->arguments[1], dtype, out);
}

static void
append_operator (const ImKernel *kernel, const ImKernelNode *node, GString *out)
{
  ImDType dtype = node->dtype;

  if (node->kind >= IM_KERNEL_NODE_EQUAL)
    {
      dtype = im_kernel_join (node->arguments[0]->dtype, node->arguments[1]->dtype);
      g_string_append (out, "np.asarray(");
      append_pair (kernel, node, im_kernel_node_get_sign (node->kind), dtype, out);
      g_string_append (out, ").astype(np.uint8)");
      return;
    }

  const char *helper = node->kind == IM_KERNEL_NODE_FLOOR_DIVIDE ? "floor_divide"
                       : node->kind == IM_KERNEL_NODE_MODULO     ? "modulo"
                       : node->kind == IM_KERNEL_NODE_DIVIDE && !im_dtype_is_float (dtype)
                           ? "divide"
                           : NULL;

  g_string_append_printf (out, "%s(", helper != NULL ? helper : "");
  append_pair (kernel, node, helper != NULL ? "," : im_kernel_node_get_sign (node->kind),
               dtype, out);
  g_string_append_c (out, ')');
}

static void
append_cast (const ImKernel *kernel, const ImKernelNode *node, GString *out)
{
  gboolean saturates = im_dtype_is_float (node->arguments[0]->dtype) &&
                       !im_dtype_is_float (node->dtype);

  g_string_append (out, saturates ? "saturate(" : "np.asarray(");
  append_node (kernel, node->arguments[0], out);
  g_string_append_printf (out, saturates ? ", np.%s)" : ").astype(np.%s)",
                          get_type (node->dtype));
}

/* Both branches are functions, so that the other one is not computed. */
static void
append_select (const ImKernel *kernel, const ImKernelNode *node, GString *out)
{
  g_string_append (out, "choose(p, ");
  append_node (kernel, node->arguments[0], out);
  for (guint i = 1; i < 3; i++)
    {
      g_string_append (out, i == 1 ? " != 0, lambda p: " : ", lambda p: ");
      append_as (kernel, node->arguments[i], node->dtype, out);
    }
  g_string_append_printf (out, ", np.%s)", get_type (node->dtype));
}

static void
append_real (double number, GString *out)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (isfinite (number))
    g_string_append (out, g_ascii_dtostr (text, sizeof text, number));
  else
    g_string_append (out, isnan (number) ? "math.nan"
                          : number < 0   ? "-math.inf"
                                         : "math.inf");
}

static void
append_constant (const ImKernelNode *node, GString *out)
{
  g_string_append_printf (out, "np.%s(", get_type (node->dtype));
  append_real (node->constant, out);
  g_string_append_c (out, ')');
}

/* A number without indices. */
static void
append_initial (const ImKernel *kernel, GString *out)
{
  if (kernel->initial->kind == IM_KERNEL_NODE_INDEX)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, kernel->initial->form->constant);
  else
    append_constant (kernel->initial, out);
}

static void
append_node (const ImKernel *kernel, const ImKernelNode *node, GString *out)
{
  switch ((int) node->kind)
    {
    case IM_KERNEL_NODE_CONSTANT:
      append_constant (node, out);
      break;
    case IM_KERNEL_NODE_LOAD:
      g_string_append_printf (out, "p[%u]", node->load);
      break;
    case IM_KERNEL_NODE_INDEX:
      g_string_append (out, "apply(");
      append_form (node->form, kernel->n_indices, out);
      g_string_append_printf (out, ", p.index).astype(np.%s)", get_type (node->dtype));
      break;
    case IM_KERNEL_NODE_LOCAL:
      g_string_append_printf (out, "p.locals[%u]", node->local);
      break;
    case IM_KERNEL_NODE_NEGATE:
      g_string_append (out, "(-");
      append_as (kernel, node->arguments[0], node->dtype, out);
      g_string_append_c (out, ')');
      break;
    case IM_KERNEL_NODE_CALL:
      append_call (kernel, node, out);
      break;
    case IM_KERNEL_NODE_CAST:
      append_cast (kernel, node, out);
      break;
    case IM_KERNEL_NODE_SELECT:
      append_select (kernel, node, out);
      break;
    default:
      append_operator (kernel, node, out);
    }
}

static void
append_box (const ImKernel *kernel, const ImLoopNest *nest, GString *out)
{
  g_string_append_c (out, '[');
  for (guint i = 0; i < kernel->n_indices; i++)
    g_string_append_printf (out, "%s(%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ")",
                            i > 0 ? ", " : "", nest->first[i], nest->last[i]);
  g_string_append_c (out, ']');
}

/* What few kernels have, by name. */
static void
append_options (const ImKernel *kernel, GString *out)
{
  if (kernel->default_buffer >= 0)
    g_string_append_printf (out, ",\n        b[%d]", kernel->default_buffer);
  else if (kernel->initial != NULL)
    {
      g_string_append (out, ",\n        initial=");
      append_initial (kernel, out);
    }
  for (guint i = 0; i < kernel->n_locals; i++)
    {
      g_string_append (out, i == 0 ? ",\n        locals=[lambda p: "
                                   : ",\n                lambda p: ");
      append_node (kernel, kernel->locals[i].value, out);
    }
  g_string_append (out, kernel->n_locals > 0 ? "]" : "");
  if (kernel->condition != NULL)
    {
      g_string_append (out, ",\n        where=lambda p: ");
      append_node (kernel, kernel->condition, out);
      g_string_append (out, " != 0");
    }
  g_string_append (out, kernel->saturates ? ",\n        saturates=True" : "");
}

static void
append_kernel (const ImFormula *formula,
               const ImKernel *kernel,
               const ImLoopNest *nest,
               GString *out)
{
  const ImKernelBuffer *buffer = im_formula_get_buffer (formula, kernel->output.buffer);
  gboolean is_set = im_loop_nest_has_one_value (nest, kernel) && !nest->is_sequence;

  g_return_if_fail (kernel->epilogue == NULL);
  g_string_append (out, "    # ");
  im_kernel_append_text (kernel, formula, out);
  g_string_append_printf (
      out, "\n    b[%u] = contract(\n        '%s', (", kernel->output.buffer,
      im_aggregation_get_info (is_set ? IM_AGGREGATION_SET : kernel->aggregation)->name);
  for (guint i = buffer->shape.rank; i-- > 0;)
    g_string_append_printf (out, "%d, ", buffer->shape.size[i]);
  g_string_append_printf (out, "), np.%s, np.%s, %u,\n        ", get_type (buffer->dtype),
                          get_type (kernel->dtype), kernel->n_indices);
  append_forms (kernel, &kernel->output, buffer->shape.rank, out);
  g_string_append (out, ",\n        [");
  for (guint i = 0; i < kernel->n_loads; i++)
    {
      const ImKernelAccess *access = &kernel->loads[i];

      g_string_append (out, i > 0 ? ", (" : "(");
      if (access->buffer == kernel->output.buffer)
        g_string_append (out, "None, ");
      else
        g_string_append_printf (out, "b[%u], ", access->buffer);
      append_forms (kernel, access,
                    im_formula_get_buffer (formula, access->buffer)->shape.rank, out);
      g_string_append_c (out, ')');
    }
  g_string_append (out, "],\n        [");
  for (guint i = 0; i < kernel->n_constraints; i++)
    {
      g_string_append (out, i > 0 ? ", (" : "(");
      append_form (&kernel->constraints[i].form, kernel->n_indices, out);
      g_string_append_printf (out, ", %" G_GINT64_FORMAT ")",
                              kernel->constraints[i].bound);
    }
  g_string_append (out, "],\n        ");
  append_box (kernel, nest, out);
  g_string_append (out, ",\n        lambda p: ");
  append_as (kernel, kernel->value, kernel->dtype, out);
  append_options (kernel, out);
  g_string_append (out, ")\n");
}

static void
append_table (const ImKernelBuffer *table, guint number, GString *out)
{
  g_autoptr (GString) shape = g_string_new (NULL);
  gint64 count = 1;

  for (guint i = table->shape.rank; i-- > 0;)
    {
      g_string_append_printf (shape, "%d, ", table->shape.size[i]);
      count *= table->shape.size[i];
    }
  g_string_append_printf (out, "    b[%u] = np.array([", number);
  for (gint64 at = 0; at < count; at++)
    {
      ImKernelNumber element = im_kernel_number_load (table->data, table->dtype, at);

      g_string_append (out, at > 0 ? ", " : "");
      if (im_dtype_is_float (table->dtype))
        append_real (element.real, out);
      else
        g_string_append_printf (out, "%" G_GINT64_FORMAT, element.integer);
    }
  g_string_append_printf (out, "], np.%s).reshape((%s))\n", get_type (table->dtype),
                          shape->str);
}

/* Words of Python and names that the module has get a `_`. */
void
im_formula_append_python_name (const char *name, GString *out)
{
  static const char *const taken[] = {
    "np",           "math",     "contract",        "apply",  "divide", "saturate",
    "find_box",     "position", "Points",          "choose", "store",  "enumerate_points",
    "floor_divide", "modulo",   "round_half_away", NULL
  };

  g_string_append_printf (
      out, "%s%s", name,
      g_strv_contains (taken, name) || im_text_is_python_keyword (name) ? "_" : "");
}

void
im_formula_append_python (const ImFormula *formula, const GPtrArray *nests, GString *out)
{
  guint n_inputs = 0, n_listed = 0;
  g_autoptr (GBytes) helpers = g_resource_lookup_data (
      im_kernel_resources_get_resource (), "/org/imaginet/Studio/kernel/contract.py", 0,
      NULL);

  g_string_append (out, g_bytes_get_data (helpers, NULL));
  g_string_append (out, "\n\n");
  g_string_append (out, "def ");
  im_formula_append_python_name (formula->name, out);
  g_string_append_c (out, '(');
  for (guint i = 0; i < formula->buffers->len; i++)
    if (im_formula_get_buffer (formula, i)->kind == IM_BUFFER_INPUT)
      {
        g_string_append (out, n_inputs++ > 0 ? ", " : "");
        im_formula_append_python_name (im_formula_get_buffer (formula, i)->name, out);
      }
  g_string_append (out, "):\n    b = [");
  for (guint i = 0; n_inputs > 0; i++)
    {
      const ImKernelBuffer *buffer = im_formula_get_buffer (formula, i);

      if (buffer->kind == IM_BUFFER_INPUT)
        {
          im_formula_append_python_name (buffer->name, out);
          n_inputs--;
        }
      else
        {
          g_string_append (out, "None");
        }
      g_string_append (out, ", ");
      n_listed = i + 1;
    }
  g_string_append_printf (out, "] + [None] * %u\n", formula->buffers->len - n_listed);
  for (guint i = 0; i < formula->buffers->len; i++)
    if (im_formula_get_buffer (formula, i)->kind == IM_BUFFER_TABLE)
      append_table (im_formula_get_buffer (formula, i), i, out);
  for (guint i = 0; i < nests->len; i++)
    append_kernel (formula, g_ptr_array_index (formula->kernels, i),
                   g_ptr_array_index (nests, i), out);
  g_string_append (out, "    return [");
  for (guint i = 0; i < formula->outputs->len; i++)
    g_string_append_printf (out, "%sb[%u]", i > 0 ? ", " : "",
                            g_array_index (formula->outputs, guint, i));
  g_string_append (out, "]\n");
}
