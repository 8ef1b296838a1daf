/* SPDX-License-Identifier: MIT
 *
 * A contract that fails is tested again as if the input had another element type, or a
 * rate. Where that makes it hold, the way there is known.
 */
#include <string.h>

#include "evaluation/im-unit-evaluation-private.h"

#define MAX_DEPTH      32    /* of expressions and hidden parameters inside each other */
#define LIKELY_RATE_HZ 16000 /* most units take it */

static gboolean is_about_type (const ImUnitEvaluation *evaluation,
                               const ImParameter *input,
                               const ImExpr *expr,
                               guint depth);

static gboolean
is_type_of (const ImUnitEvaluation *evaluation,
            const ImParameter *input,
            const ImExpr *expr)
{
  const ImExpr *receiver = expr->n_operands == 1 ? expr->operands[0] : NULL;

  return expr->kind == IM_EXPR_CALL && expr->spelling == IM_SPELLING_METHOD &&
         strcmp (expr->name, "type") == 0 && receiver != NULL &&
         receiver->kind == IM_EXPR_NAME && receiver->slot == (gint) input->slot;
}

/* Whether a hidden parameter depends on nothing but the type. */
static gboolean
is_hidden_about_type (const ImUnitEvaluation *evaluation,
                      const ImParameter *input,
                      const ImExpr *name,
                      guint depth)
{
  const ImParameter *parameter = name->slot < 0 ? NULL : evaluation->by_slot[name->slot];

  return parameter != NULL && parameter->binding != NULL &&
         parameter->binding->value != NULL && parameter->binding->value->expr != NULL &&
         is_about_type (evaluation, input, parameter->binding->value->expr, depth + 1);
}

/* Whether a condition depends on nothing but the element type of the input: a contract
 * that only some types need does not mean that the type is wrong. */
static gboolean
is_about_type (const ImUnitEvaluation *evaluation,
               const ImParameter *input,
               const ImExpr *expr,
               guint depth)
{
  if (depth > MAX_DEPTH)
    return FALSE;
  if (expr->kind == IM_EXPR_NAME)
    return is_hidden_about_type (evaluation, input, expr, depth);
  if (is_type_of (evaluation, input, expr) || expr->kind == IM_EXPR_CONSTANT)
    return TRUE;
  for (guint i = 0; i < expr->n_operands; i++)
    if (!is_about_type (evaluation, input, expr->operands[i], depth + 1))
      return FALSE;

  return expr->kind == IM_EXPR_OPERATOR;
}

/* Whether a contract holds if the input has another type and all else stays. */
static gboolean
holds_with (const ImUnitEvaluation *evaluation,
            const ImContract *contract,
            const ImParameter *input,
            const ImTensorType *type)
{
  const ImUnit *unit = evaluation->unit;
  g_autofree ImUnitBinding *bindings = g_new0 (ImUnitBinding, unit->n_parameters);
  g_autoptr (ImUnitEvaluation) other = NULL;
  guint n = 0;

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      ImValue value = evaluation->environment.slots[parameter->slot].value;

      if (evaluation->is_bound[parameter->slot])
        bindings[n++] = (ImUnitBinding){ parameter->name.text,
                                         parameter == input ? IM_TENSOR (type) : value };
    }
  other = im_unit_evaluation_new (unit, bindings, n);

  return im_unit_evaluation_check_contract (other, contract).holds;
}

/* The unit that makes Float32 of a type, or NULL. */
static const char *
get_converter (ImDType dtype)
{
  switch (im_dtype_get_info (dtype)->family)
    {
    case IM_DTYPE_FAMILY_Q:
    case IM_DTYPE_FAMILY_D:
      return "Dequantize";
    case IM_DTYPE_FAMILY_INT:
      return im_dtype_get_info (dtype)->size_bytes <= 4 ? "Cast" : NULL;
    case IM_DTYPE_FAMILY_UINT:
      return im_dtype_get_info (dtype)->size_bytes <= 2 ? "Cast" : NULL;
    case IM_DTYPE_FAMILY_FLOAT:
    default:
      return NULL;
    }
}

/* The unit to put in front, or NULL. */
static const char *
find_converter (const ImUnitEvaluation *evaluation,
                const ImContract *contract,
                const ImParameter *input,
                const ImTensorType *type)
{
  ImTensorType other = *type;

  if (!is_about_type (evaluation, input, contract->test->expr, 0))
    return NULL;
  other.dtype = IM_DTYPE_FLOAT32;
  if (holds_with (evaluation, contract, input, &other))
    return get_converter (type->dtype);
  other.dtype = IM_DTYPE_Q15;
  if (type->dtype == IM_DTYPE_FLOAT32 && holds_with (evaluation, contract, input, &other))
    return "Quantize";

  return NULL;
}

static gboolean
needs_rate (const ImUnitEvaluation *evaluation,
            const ImContract *contract,
            const ImParameter *input,
            const ImTensorType *type)
{
  ImTensorType other = *type;

  if (type->rate_hz > 0 || type->rate_hz < 0)
    return FALSE;
  other.rate_hz = LIKELY_RATE_HZ;

  return holds_with (evaluation, contract, input, &other);
}

char *
im_unit_evaluation_dup_remedy (const ImUnitEvaluation *evaluation,
                               const ImContract *contract)
{
  const ImParameter *input = im_unit_find_main_input (evaluation->unit);
  const ImValue *value = input == NULL
                             ? NULL
                             : &evaluation->environment.slots[input->slot].value;
  const char *converter;

  if (value == NULL || value->kind != IM_VALUE_TENSOR || contract->test->expr == NULL)
    return NULL;
  converter = find_converter (evaluation, contract, input, value->tensor);
  if (converter != NULL)
    return g_strdup_printf ("Put %s in front.", converter);
  if (needs_rate (evaluation, contract, input, value->tensor))
    return g_strdup_printf (
        "The input has no rate: write one behind its type, such as @%d.", LIKELY_RATE_HZ);

  return NULL;
}
