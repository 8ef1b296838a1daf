/* SPDX-License-Identifier: MIT
 *
 * Functions, casts, signs and powers of terms.
 */
#include <string.h>

#include "kernel/im-kernel-function.h"
#include "skriptnd/lower/im-sknd-term-private.h"

const ImKernelNode *
im_sknd_node_call (const ImSkndNumbers *numbers,
                   const char *name,
                   ImDType dtype,
                   const ImKernelNode *a,
                   const ImKernelNode *b)
{
  ImKernelNode *node = (ImKernelNode *) im_sknd_node_new (numbers, IM_KERNEL_NODE_CALL,
                                                          dtype, a, b, NULL);

  node->function = im_kernel_function_find (name, strlen (name));
  g_assert (node->function != NULL);

  return node;
}

/* The squares of the squares, of those bits that the exponent has. Of what fits in 64
 * bits it has 6, unless the base is 0, 1 or -1; what does not fit is 0. */
static const ImKernelNode *
raise_integer (const ImSkndNumbers *numbers, const ImKernelNode *a, const ImKernelNode *b)
{
  enum
  {
    N_BITS = 6
  };
  ImDType dtype = numbers->integer;
  const ImKernelNode *one = im_sknd_node_constant (numbers, dtype, 1);
  const ImKernelNode *zero = im_sknd_node_constant (numbers, dtype, 0);
  const ImKernelNode *two = im_sknd_node_constant (numbers, dtype, 2);
  const ImKernelNode *limit = im_sknd_node_constant (numbers, dtype, 1 << N_BITS);
  const ImKernelNode *power = one, *square = a, *is_odd = NULL, *large = NULL;

  for (guint i = 0; i < N_BITS; i++)
    {
      const ImKernelNode *by = im_sknd_node_constant (numbers, dtype, 1 << i);
      const ImKernelNode *bit = im_sknd_node_new (
          numbers, IM_KERNEL_NODE_MODULO, dtype,
          i == 0 ? b
                 : im_sknd_node_new (numbers, IM_KERNEL_NODE_FLOOR_DIVIDE, dtype, b, by,
                                     NULL),
          two, NULL);
      const ImKernelNode *factor = im_sknd_node_new (numbers, IM_KERNEL_NODE_SELECT,
                                                     dtype, bit, square, one);

      is_odd = i == 0 ? bit : is_odd;
      power = i == 0 ? factor
                     : im_sknd_node_new (numbers, IM_KERNEL_NODE_MULTIPLY, dtype, power,
                                         factor, NULL);
      square = im_sknd_node_new (numbers, IM_KERNEL_NODE_MULTIPLY, dtype, square, square,
                                 NULL);
    }
  large = im_sknd_node_new (
      numbers, IM_KERNEL_NODE_SELECT, dtype,
      im_sknd_node_new (
          numbers, IM_KERNEL_NODE_EQUAL, IM_DTYPE_UINT8,
          im_sknd_node_new (numbers, IM_KERNEL_NODE_MULTIPLY, dtype, a, a, NULL), one,
          NULL),
      im_sknd_node_new (numbers, IM_KERNEL_NODE_SELECT, dtype, is_odd, a, one), zero);
  power = im_sknd_node_new (
      numbers, IM_KERNEL_NODE_SELECT, dtype,
      im_sknd_node_new (numbers, IM_KERNEL_NODE_LESS, IM_DTYPE_UINT8, b, limit, NULL),
      power, large);

  return im_sknd_node_new (
      numbers, IM_KERNEL_NODE_SELECT, dtype,
      im_sknd_node_new (numbers, IM_KERNEL_NODE_LESS, IM_DTYPE_UINT8, b, zero, NULL),
      large, power);
}

const char *
im_sknd_term_raise (const ImSkndNumbers *numbers,
                    ImSkndBase base,
                    const ImKernelNode *a,
                    const ImSkndTerm *b,
                    const ImKernelNode **result)
{
  ImDType dtype = im_sknd_numbers_get (numbers, base);

  if (base == IM_SKND_BASE_REAL)
    {
      *result = im_sknd_node_call (numbers, "pow", dtype, a,
                                   im_sknd_term_get_node (numbers, base, b));
      return NULL;
    }
  if (b->kind == IM_SKND_TERM_CONSTANT && b->item.integer < 0)
    return "An integer is raised to a negative power";
  *result = raise_integer (numbers, a, im_sknd_term_get_node (numbers, base, b));

  return NULL;
}

const char *
im_sknd_term_negate (const ImSkndNumbers *numbers,
                     ImSkndOperator operation,
                     ImSkndBase base,
                     const ImSkndTerm *a,
                     ImSkndTerm *result)
{
  ImSkndTerm zero = { .item = { 0 } };

  if (a->kind == IM_SKND_TERM_CONSTANT)
    {
      *result = (ImSkndTerm){ .kind = IM_SKND_TERM_CONSTANT };
      return im_sknd_item_negate (operation, base, a->item, &result->item);
    }
  *result = *a;
  if (operation == IM_SKND_NOT)
    return im_sknd_term_operate (numbers, IM_SKND_EQUAL, IM_SKND_BASE_BOOL, a, &zero,
                                 result);
  else if (operation == IM_SKND_NEGATE && base == IM_SKND_BASE_INT)
    return im_sknd_term_operate (numbers, IM_SKND_SUBTRACT, IM_SKND_BASE_INT, &zero, a,
                                 result);
  else if (operation == IM_SKND_NEGATE)
    *result = im_sknd_term_node (im_sknd_node_new (numbers, IM_KERNEL_NODE_NEGATE,
                                                   im_sknd_numbers_get (numbers, base),
                                                   a->node, NULL, NULL));

  return NULL;
}

const char *
im_sknd_term_cast (const ImSkndNumbers *numbers,
                   ImSkndBase from,
                   ImSkndBase to,
                   const ImSkndTerm *a,
                   ImSkndTerm *result)
{
  ImSkndTerm zero = { .item = { 0 } };

  *result = *a;
  if (to == from)
    return NULL;
  if (a->kind == IM_SKND_TERM_CONSTANT)
    {
      *result = (ImSkndTerm){ .kind = IM_SKND_TERM_CONSTANT };
      return im_sknd_item_cast (from, to, a->item, &result->item);
    }
  if (to == IM_SKND_BASE_BOOL)
    return im_sknd_term_operate (numbers, IM_SKND_NOT_EQUAL, from, a, &zero, result);
  *result = im_sknd_term_node (
      im_sknd_node_new (numbers, IM_KERNEL_NODE_CAST, im_sknd_numbers_get (numbers, to),
                        im_sknd_term_get_node (numbers, from, a), NULL, NULL));
  if (from == IM_SKND_BASE_BOOL)
    {
      result->low = 0;
      result->high = 1;
    }

  return NULL;
}

/* `x > 0 ? 1 : x < 0 ? -1 : 0` */
static const ImKernelNode *
get_sign (const ImSkndNumbers *numbers, ImDType dtype, const ImKernelNode *x)
{
  const ImKernelNode *zero = im_sknd_node_constant (numbers, dtype, 0);

  return im_sknd_node_new (
      numbers, IM_KERNEL_NODE_SELECT, dtype,
      im_sknd_node_new (numbers, IM_KERNEL_NODE_GREATER, IM_DTYPE_UINT8, x, zero, NULL),
      im_sknd_node_constant (numbers, dtype, 1),
      im_sknd_node_new (
          numbers, IM_KERNEL_NODE_SELECT, dtype,
          im_sknd_node_new (numbers, IM_KERNEL_NODE_LESS, IM_DTYPE_UINT8, x, zero, NULL),
          im_sknd_node_constant (numbers, dtype, -1), zero));
}

const char *
im_sknd_term_call (const ImSkndNumbers *numbers,
                   const ImSkndBuiltin *builtin,
                   ImSkndBase base,
                   const ImSkndTerm *a,
                   ImSkndTerm *result)
{
  ImDType dtype = im_sknd_numbers_get (numbers, base);
  const ImKernelNode *x = NULL, *node = NULL;

  if (a->kind == IM_SKND_TERM_CONSTANT)
    {
      *result = (ImSkndTerm){ .kind = IM_SKND_TERM_CONSTANT };
      return im_sknd_builtin_call (builtin, base, a->item, &result->item);
    }
  x = im_sknd_term_get_node (numbers, base, a);
  if (strcmp (builtin->name, "sign") == 0)
    node = get_sign (numbers, dtype, x);
  else if (strcmp (builtin->name, "round") == 0)
    node = im_sknd_node_call (numbers, "round_half_away", dtype, x, NULL);
  else if (strcmp (builtin->name, "frac") == 0)
    node = im_sknd_node_new (numbers, IM_KERNEL_NODE_SUBTRACT, dtype, x,
                             im_sknd_node_call (numbers, "trunc", dtype, x, NULL), NULL);
  else
    node = im_sknd_node_call (numbers, builtin->name, dtype, x, NULL);
  *result = im_sknd_term_node (node);

  return NULL;
}
