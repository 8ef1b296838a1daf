/* SPDX-License-Identifier: MIT
 *
 * Operators of terms: on forms as long as these stay forms, and between which values an
 * int lies, which tells what some comparisons are.
 */
#include "skriptnd/lower/im-sknd-term-private.h"

typedef gboolean (*BoundFunc) (gint64 a, gint64 b, gint64 *result);

static gboolean
add (gint64 a, gint64 b, gint64 *result)
{
  return !__builtin_add_overflow (a, b, result);
}

static gboolean
subtract (gint64 a, gint64 b, gint64 *result)
{
  return !__builtin_sub_overflow (a, b, result);
}

static gboolean
multiply (gint64 a, gint64 b, gint64 *result)
{
  return !__builtin_mul_overflow (a, b, result);
}

static gboolean
divide_down (gint64 a, gint64 b, gint64 *result)
{
  *result = b > 0 ? im_floor_divide (a, b) : 0;

  return b > 0;
}

static gboolean
divide_up (gint64 a, gint64 b, gint64 *result)
{
  *result = b > 0 ? im_ceil_divide (a, b) : 0;

  return b > 0;
}

static gboolean
take_less (gint64 a, gint64 b, gint64 *result)
{
  *result = MIN (a, b);

  return TRUE;
}

static gboolean
take_more (gint64 a, gint64 b, gint64 *result)
{
  *result = MAX (a, b);

  return TRUE;
}

static const BoundFunc bounds[IM_SKND_N_OPERATORS] = {
  [IM_SKND_ADD] = add,
  [IM_SKND_SUBTRACT] = subtract,
  [IM_SKND_MULTIPLY] = multiply,
  [IM_SKND_DIVIDE] = divide_down,
  [IM_SKND_DIVIDE_UP] = divide_up,
  [IM_SKND_MINIMUM] = take_less,
  [IM_SKND_MAXIMUM] = take_more,
};

/* These operators are monotonic in each operand, so that the corners are enough. */
static void
bound (ImSkndOperator operation,
       const ImSkndTerm *a,
       const ImSkndTerm *b,
       ImSkndTerm *result)
{
  gint64 of_a[] = { im_sknd_term_low (a), im_sknd_term_high (a) };
  gint64 of_b[] = { im_sknd_term_low (b), im_sknd_term_high (b) };
  gboolean is_known = bounds[operation] != NULL;

  result->low = G_MAXINT64;
  result->high = G_MININT64;
  for (guint i = 0; i < 4 && is_known; i++)
    {
      gint64 corner = 0;

      is_known = bounds[operation](of_a[i / 2], of_b[i % 2], &corner);
      result->low = MIN (result->low, corner);
      result->high = MAX (result->high, corner);
    }
  if (operation == IM_SKND_MODULO && of_b[0] == of_b[1] && of_b[0] > 0)
    {
      result->low = 0;
      result->high = of_b[0] - 1;
      return;
    }
  if (is_known)
    return;
  result->low = IM_SKND_UNKNOWN_LOW;
  result->high = IM_SKND_UNKNOWN_HIGH;
}

/* The form divided, if each of its values can be. */
static gboolean
divide_form (const ImAffine *form, gint64 by, ImAffine *result)
{
  if (by <= 0 || form->constant % by != 0)
    return FALSE;
  *result = *form;
  for (guint i = 0; i < IM_AFFINE_MAX_VARIABLES; i++)
    {
      if (form->factor[i] % by != 0)
        return FALSE;
      result->factor[i] /= by;
    }
  result->constant /= by;

  return TRUE;
}

static gboolean
operate_forms (ImSkndOperator operation,
               const ImSkndTerm *a,
               const ImSkndTerm *b,
               ImAffine *result)
{
  ImAffine x, y;
  gboolean is_known = im_sknd_term_get_form (a, &x) && im_sknd_term_get_form (b, &y);

  if (!is_known)
    return FALSE;
  if (operation == IM_SKND_ADD || operation == IM_SKND_SUBTRACT)
    return im_affine_add (&x, &y, operation == IM_SKND_ADD ? 1 : -1, result);
  if (operation == IM_SKND_MULTIPLY)
    return b->kind == IM_SKND_TERM_CONSTANT
               ? im_affine_scale (&x, y.constant, 1, result)
               : a->kind == IM_SKND_TERM_CONSTANT &&
                     im_affine_scale (&y, x.constant, 1, result);

  return (operation == IM_SKND_DIVIDE || operation == IM_SKND_DIVIDE_UP) &&
         b->kind == IM_SKND_TERM_CONSTANT && divide_form (&x, y.constant, result);
}

/* `/` of integers rounds down, `\\` up. */
static const ImKernelNode *
divide (const ImSkndNumbers *numbers,
        ImSkndOperator operation,
        ImSkndBase base,
        const ImKernelNode *a,
        const ImKernelNode *b)
{
  ImDType dtype = im_sknd_numbers_get (numbers, base);
  const ImKernelNode *opposite = NULL;

  if (operation == IM_SKND_MODULO)
    return im_sknd_node_new (numbers, IM_KERNEL_NODE_MODULO, dtype, a, b, NULL);
  if (operation == IM_SKND_DIVIDE)
    return im_sknd_node_new (numbers,
                             base == IM_SKND_BASE_REAL ? IM_KERNEL_NODE_DIVIDE
                                                       : IM_KERNEL_NODE_FLOOR_DIVIDE,
                             dtype, a, b, NULL);
  opposite = im_sknd_node_new (numbers, IM_KERNEL_NODE_NEGATE, dtype, a, NULL, NULL);

  return im_sknd_node_new (
      numbers, IM_KERNEL_NODE_NEGATE, dtype,
      im_sknd_node_new (numbers, IM_KERNEL_NODE_FLOOR_DIVIDE, dtype, opposite, b, NULL),
      NULL, NULL);
}

static const char *
operate_numbers (const ImSkndNumbers *numbers,
                 ImSkndOperator operation,
                 ImSkndBase base,
                 const ImSkndTerm *a,
                 const ImSkndTerm *b,
                 const ImKernelNode **result)
{
  ImDType dtype = im_sknd_numbers_get (numbers, base);
  const ImKernelNode *x = im_sknd_term_get_node (numbers, base, a);
  const ImKernelNode *y = im_sknd_term_get_node (numbers, base, b);

  switch ((guint) operation)
    {
    case IM_SKND_ADD:
      *result = im_sknd_node_new (numbers, IM_KERNEL_NODE_ADD, dtype, x, y, NULL);
      return NULL;
    case IM_SKND_SUBTRACT:
      *result = im_sknd_node_new (numbers, IM_KERNEL_NODE_SUBTRACT, dtype, x, y, NULL);
      return NULL;
    case IM_SKND_MULTIPLY:
      *result = im_sknd_node_new (numbers, IM_KERNEL_NODE_MULTIPLY, dtype, x, y, NULL);
      return NULL;
    case IM_SKND_MINIMUM:
      *result = im_sknd_node_call (numbers, "min", dtype, x, y);
      return NULL;
    case IM_SKND_MAXIMUM:
      *result = im_sknd_node_call (numbers, "max", dtype, x, y);
      return NULL;
    case IM_SKND_POWER:
      return im_sknd_term_raise (numbers, base, x, b, result);
    default:
      *result = divide (numbers, operation, base, x, y);
      return NULL;
    }
}

static gboolean
takes_first (ImSkndOperator operation, const ImSkndTerm *a, const ImSkndTerm *b)
{
  return operation == IM_SKND_MINIMUM ? im_sknd_term_high (a) <= im_sknd_term_low (b)
                                      : im_sknd_term_low (a) >= im_sknd_term_high (b);
}

static const char *
operate_ints (const ImSkndNumbers *numbers,
              ImSkndOperator operation,
              const ImSkndTerm *a,
              const ImSkndTerm *b,
              ImSkndTerm *result)
{
  ImSkndTerm range = { 0 };
  const ImKernelNode *node = NULL;
  const char *problem = NULL;
  ImAffine form;

  bound (operation, a, b, &range);
  if (operation == IM_SKND_MINIMUM || operation == IM_SKND_MAXIMUM)
    {
      if (takes_first (operation, a, b) || takes_first (operation, b, a))
        {
          *result = takes_first (operation, a, b) ? *a : *b;
          return NULL;
        }
    }
  if (operation == IM_SKND_MODULO && b->kind == IM_SKND_TERM_CONSTANT &&
      im_sknd_term_low (a) >= 0 && im_sknd_term_high (a) < b->item.integer)
    {
      *result = *a;
      return NULL;
    }
  if (range.low == range.high)
    {
      *result = im_sknd_term_integer (range.low);
      return NULL;
    }
  if (operate_forms (operation, a, b, &form))
    {
      *result = im_sknd_term_form (numbers, &form);
      return NULL;
    }
  if (b->kind == IM_SKND_TERM_CONSTANT && b->item.integer == 0 &&
      (operation == IM_SKND_DIVIDE || operation == IM_SKND_DIVIDE_UP ||
       operation == IM_SKND_MODULO))
    return "An integer is divided by 0";
  problem = operate_numbers (numbers, operation, IM_SKND_BASE_INT, a, b, &node);
  if (problem != NULL)
    return problem;
  *result = im_sknd_term_node (node);
  result->low = range.low;
  result->high = range.high;

  return NULL;
}

static const ImSkndFact *
add_fact (const ImSkndNumbers *numbers,
          const ImSkndTerm *large,
          const ImSkndTerm *small,
          gint64 by,
          const ImSkndFact *next)
{
  ImSkndFact *fact = im_arena_new0 (numbers->arena, ImSkndFact, 1);
  ImAffine x, y, constant = im_affine_constant (by);

  if (!im_sknd_term_get_form (large, &x) || !im_sknd_term_get_form (small, &y) ||
      !im_affine_add (&x, &y, -1, &fact->form) ||
      !im_affine_add (&fact->form, &constant, -1, &fact->form))
    return next;
  fact->next = next;

  return fact;
}

static void
set_facts (const ImSkndNumbers *numbers,
           ImSkndOperator operation,
           const ImSkndTerm *a,
           const ImSkndTerm *b,
           ImSkndTerm *result)
{
  const ImSkndFact *facts = NULL;

  if (operation == IM_SKND_LESS || operation == IM_SKND_LESS_EQUAL ||
      operation == IM_SKND_EQUAL)
    facts = add_fact (numbers, b, a, operation == IM_SKND_LESS ? 1 : 0, facts);
  if (operation == IM_SKND_GREATER || operation == IM_SKND_GREATER_EQUAL ||
      operation == IM_SKND_EQUAL)
    facts = add_fact (numbers, a, b, operation == IM_SKND_GREATER ? 1 : 0, facts);
  result->facts = facts;
  result->is_exact = facts != NULL;
}

/* Whether ranges tell what a comparison of ints is. */
static gboolean
is_decided (ImSkndOperator operation,
            const ImSkndTerm *a,
            const ImSkndTerm *b,
            gboolean *is_true)
{
  gboolean is_below = im_sknd_term_high (a) < im_sknd_term_low (b);
  gboolean is_above = im_sknd_term_low (a) > im_sknd_term_high (b);
  gboolean is_most = im_sknd_term_high (a) <= im_sknd_term_low (b);
  gboolean is_least = im_sknd_term_low (a) >= im_sknd_term_high (b);

  *is_true = operation == IM_SKND_LESS            ? is_below
             : operation == IM_SKND_LESS_EQUAL    ? is_most
             : operation == IM_SKND_GREATER       ? is_above
             : operation == IM_SKND_GREATER_EQUAL ? is_least
             : operation == IM_SKND_NOT_EQUAL     ? is_below || is_above
                                                  : FALSE;
  if (*is_true)
    return TRUE;

  return operation == IM_SKND_LESS            ? is_least
         : operation == IM_SKND_LESS_EQUAL    ? is_above
         : operation == IM_SKND_GREATER       ? is_most
         : operation == IM_SKND_GREATER_EQUAL ? is_below
         : operation == IM_SKND_EQUAL         ? is_below || is_above
                                              : FALSE;
}

static void
compare (const ImSkndNumbers *numbers,
         ImSkndOperator operation,
         ImSkndBase base,
         const ImSkndTerm *a,
         const ImSkndTerm *b,
         ImSkndTerm *result)
{
  static const ImKernelNodeKind kinds[IM_SKND_N_OPERATORS] = {
    [IM_SKND_LESS] = IM_KERNEL_NODE_LESS,
    [IM_SKND_LESS_EQUAL] = IM_KERNEL_NODE_LESS_EQUAL,
    [IM_SKND_GREATER] = IM_KERNEL_NODE_GREATER,
    [IM_SKND_GREATER_EQUAL] = IM_KERNEL_NODE_GREATER_EQUAL,
    [IM_SKND_EQUAL] = IM_KERNEL_NODE_EQUAL,
    [IM_SKND_NOT_EQUAL] = IM_KERNEL_NODE_NOT_EQUAL,
  };
  gboolean is_true = FALSE;

  if (base == IM_SKND_BASE_INT && is_decided (operation, a, b, &is_true))
    {
      *result = (ImSkndTerm){ .item = { .boolean = is_true } };
      return;
    }
  *result = im_sknd_term_node (im_sknd_node_new (
      numbers, kinds[operation], IM_DTYPE_UINT8, im_sknd_term_get_node (numbers, base, a),
      im_sknd_term_get_node (numbers, base, b), NULL));
  if (base == IM_SKND_BASE_INT)
    set_facts (numbers, operation, a, b, result);
}

/* The facts of both. */
static const ImSkndFact *
join_facts (const ImSkndNumbers *numbers, const ImSkndFact *a, const ImSkndFact *b)
{
  for (; a != NULL; a = a->next)
    {
      ImSkndFact *fact = im_arena_new0 (numbers->arena, ImSkndFact, 1);

      fact->form = a->form;
      fact->next = b;
      b = fact;
    }

  return b;
}

static void
operate_bools (const ImSkndNumbers *numbers,
               ImSkndOperator operation,
               const ImSkndTerm *a,
               const ImSkndTerm *b,
               ImSkndTerm *result)
{
  ImSkndTerm yes = { .item = { .boolean = TRUE } }, no = { .item = { .boolean = FALSE } };
  ImSkndTerm both;
  const ImSkndTerm *known = a->kind == IM_SKND_TERM_CONSTANT ? a : b;
  const ImSkndTerm *other = a->kind == IM_SKND_TERM_CONSTANT ? b : a;

  switch ((guint) operation)
    {
    case IM_SKND_AND:
      if (known->kind == IM_SKND_TERM_CONSTANT)
        {
          *result = known->item.boolean ? *other : no;
          return;
        }
      im_sknd_term_select (numbers, IM_SKND_BASE_BOOL, a, b, &no, &both);
      both.facts = join_facts (numbers, a->facts, b->facts);
      both.is_exact = a->is_exact && b->is_exact;
      *result = both;
      return;
    case IM_SKND_OR:
      if (known->kind == IM_SKND_TERM_CONSTANT)
        *result = known->item.boolean ? yes : *other;
      else
        im_sknd_term_select (numbers, IM_SKND_BASE_BOOL, a, &yes, b, result);
      return;
    case IM_SKND_IMPLIES:
      im_sknd_term_select (numbers, IM_SKND_BASE_BOOL, a, b, &yes, result);
      return;
    default:
      compare (numbers, IM_SKND_NOT_EQUAL, IM_SKND_BASE_BOOL, a, b, result);
    }
}

const char *
im_sknd_term_operate (const ImSkndNumbers *numbers,
                      ImSkndOperator operation,
                      ImSkndBase base,
                      const ImSkndTerm *a,
                      const ImSkndTerm *b,
                      ImSkndTerm *result)
{
  const ImKernelNode *node = NULL;
  const char *problem = NULL;

  if (a->kind == IM_SKND_TERM_CONSTANT && b->kind == IM_SKND_TERM_CONSTANT)
    {
      ImSkndTerm known = { .kind = IM_SKND_TERM_CONSTANT };

      problem = im_sknd_item_operate (operation, base, a->item, b->item, &known.item);
      *result = known;
      return problem;
    }
  if (base == IM_SKND_BASE_STR || base == IM_SKND_BASE_OPEN)
    return "A string is not known before a run";
  if (operation == IM_SKND_IS)
    return "“is” compares what is known before a run; “==” compares elements";
  if (im_sknd_operator_compares (operation))
    {
      compare (numbers, operation, base, a, b, result);
      return NULL;
    }
  if (base == IM_SKND_BASE_BOOL)
    {
      operate_bools (numbers, operation, a, b, result);
      return NULL;
    }
  if (base == IM_SKND_BASE_INT)
    return operate_ints (numbers, operation, a, b, result);
  problem = operate_numbers (numbers, operation, base, a, b, &node);
  if (problem == NULL)
    *result = im_sknd_term_node (node);

  return problem;
}

void
im_sknd_term_select (const ImSkndNumbers *numbers,
                     ImSkndBase base,
                     const ImSkndTerm *condition,
                     const ImSkndTerm *a,
                     const ImSkndTerm *b,
                     ImSkndTerm *result)
{
  if (condition->kind == IM_SKND_TERM_CONSTANT)
    {
      *result = condition->item.boolean ? *a : *b;
      return;
    }
  ImSkndTerm chosen = im_sknd_term_node (im_sknd_node_new (
      numbers, IM_KERNEL_NODE_SELECT, im_sknd_numbers_get (numbers, base),
      condition->node, im_sknd_term_get_node (numbers, base, a),
      im_sknd_term_get_node (numbers, base, b)));

  if (base == IM_SKND_BASE_INT)
    {
      chosen.low = MIN (im_sknd_term_low (a), im_sknd_term_low (b));
      chosen.high = MAX (im_sknd_term_high (a), im_sknd_term_high (b));
    }
  *result = chosen;
}
