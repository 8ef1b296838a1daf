/* SPDX-License-Identifier: MIT
 *
 * Each parameter is a slot of the environment; its kind says how the slot is computed.
 * Beside the slots stands which expression of the file failed, so that an error finds its
 * place.
 */
#include "evaluation/im-unit-evaluation.h"

#include <string.h>

#include "evaluation/im-native.h"
#include "evaluation/im-unit-evaluation-private.h"
#include "lang/im-template.h"
#include "unit/im-unit-array.h"
#include "unit/im-unit-text.h"

static gboolean resolve (ImEval *eval, guint slot, ImValue *out);

/* Whether a value may be given to a parameter. */
static gboolean
binding_fits (const ImParameter *parameter, const ImValue *value)
{
  ImValueKind kind = im_unit_binding_kind (parameter);

  if (parameter->kind == IM_PARAMETER_INPUT && value->kind == IM_VALUE_NULL)
    return TRUE;

  if (value->kind == IM_VALUE_UNKNOWN)
    return parameter->kind == IM_PARAMETER_INPUT || im_parameter_is_option (parameter);

  return kind != IM_VALUE_NULL && kind == value->kind;
}

static void
bind (ImUnitEvaluation *evaluation, const ImUnitBinding *binding)
{
  gint slot = im_symbols_find (evaluation->unit->symbols, binding->name);
  const ImParameter *parameter = slot < 0 ? NULL : evaluation->by_slot[slot];
  ImUnitBinding copy = { im_arena_strdup (evaluation->arena, binding->name),
                         im_value_copy (evaluation->arena, &binding->value) };

  if (parameter != NULL && parameter->kind == IM_PARAMETER_DOUBLE &&
      copy.value.kind == IM_VALUE_INT)
    copy.value = IM_DOUBLE (copy.value.integer);
  if (parameter != NULL && parameter->option != NULL)
    im_unit_evaluation_write_option (evaluation, parameter, &copy.value);
  if (parameter != NULL && binding_fits (parameter, &copy.value))
    {
      im_environment_set (&evaluation->environment, (guint) slot, copy.value);
      evaluation->is_bound[slot] = TRUE;
    }
  else
    g_array_append_val (evaluation->refused, copy);
}

ImUnitEvaluation *
im_unit_evaluation_new (const ImUnit *unit,
                        const ImUnitBinding *bindings,
                        guint n_bindings)
{
  ImUnitEvaluation *evaluation = g_new0 (ImUnitEvaluation, 1);
  guint n_slots = im_symbols_get_count (unit->symbols);

  im_unit_compile (unit);
  g_rec_mutex_init (&evaluation->lock);
  evaluation->unit = unit;
  evaluation->arena = im_arena_new ();
  evaluation->refused = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));
  evaluation->by_slot = im_arena_new0 (evaluation->arena, const ImParameter *, n_slots);
  evaluation->is_bound = im_arena_new0 (evaluation->arena, gboolean, n_slots);
  evaluation->failed = im_arena_new0 (evaluation->arena, const ImUnitExpr *, n_slots);
  for (guint i = unit->n_parameters; i > 0; i--)
    evaluation->by_slot[unit->parameters[i - 1].slot] = &unit->parameters[i - 1];
  im_environment_init (&evaluation->environment, evaluation->arena, unit->symbols);
  evaluation->environment.resolve = resolve;
  evaluation->environment.data = evaluation;
  evaluation->environment.read_array = im_unit_array_read;
  evaluation->environment.files = unit->file;
  evaluation->environment.lock = &evaluation->lock;
  for (guint i = 0; i < n_bindings; i++)
    bind (evaluation, &bindings[i]);

  return evaluation;
}

void
im_unit_evaluation_free (ImUnitEvaluation *evaluation)
{
  if (evaluation == NULL)
    return;

  g_array_unref (evaluation->refused);
  if (evaluation->operation != NULL)
    im_unit_operation_clear (evaluation->operation);
  im_arena_free (evaluation->arena);
  g_rec_mutex_clear (&evaluation->lock);
  g_free (evaluation);
}

const ImUnit *
im_unit_evaluation_get_unit (const ImUnitEvaluation *evaluation)
{
  return evaluation->unit;
}

ImEnvironment *
im_unit_evaluation_get_environment (ImUnitEvaluation *evaluation)
{
  return &evaluation->environment;
}

ImValueKind
im_unit_binding_kind (const ImParameter *parameter)
{
  static const ImValueKind kinds[IM_N_PARAMETERS] = {
    [IM_PARAMETER_INPUT] = IM_VALUE_TENSOR,  [IM_PARAMETER_INT] = IM_VALUE_INT,
    [IM_PARAMETER_DOUBLE] = IM_VALUE_DOUBLE, [IM_PARAMETER_BOOL] = IM_VALUE_BOOL,
    [IM_PARAMETER_STRING] = IM_VALUE_STRING, [IM_PARAMETER_SHAPE] = IM_VALUE_SHAPE,
    [IM_PARAMETER_FILE] = IM_VALUE_STRING,   [IM_PARAMETER_DIRECTORY] = IM_VALUE_STRING,
  };

  return kinds[parameter->kind];
}

/* Evaluates one expression of parameter @slot. */
static gboolean
evaluate_expr (ImEval *eval, guint slot, const ImUnitExpr *expr, ImValue *out)
{
  ImUnitEvaluation *evaluation = im_eval_get_environment (eval)->data;
  gboolean ok = expr->expr != NULL ? im_eval_nested (eval, expr->expr, out)
                                   : im_eval_fail_with (eval, expr->error);

  if (!ok)
    evaluation->failed[slot] = expr;

  return ok;
}

/* The same for one whose value must be of a kind, or unknown; ints become doubles where
 * these are wanted. */
static gboolean
evaluate_as (ImEval *eval,
             guint slot,
             const ImUnitExpr *expr,
             ImValueKind kind,
             const char *what,
             ImValue *out)
{
  ImUnitEvaluation *evaluation = im_eval_get_environment (eval)->data;

  if (!evaluate_expr (eval, slot, expr, out))
    return FALSE;
  if (kind == IM_VALUE_DOUBLE && out->kind == IM_VALUE_INT)
    *out = IM_DOUBLE (out->integer);
  if (out->kind == kind || out->kind == IM_VALUE_UNKNOWN)
    return TRUE;

  ImExprError *error = im_arena_new0 (evaluation->arena, ImExprError, 1);
  error->code = IM_EXPR_ERROR_OPERAND_TYPE;
  error->span = expr->expr->span;
  error->cause_slot = -1;
  error->message = im_arena_printf (evaluation->arena, "%s is %s, found %s", what,
                                    im_value_kind_get_phrase (kind),
                                    im_value_kind_get_phrase (out->kind));
  evaluation->failed[slot] = expr;

  return im_eval_fail_with (eval, error);
}

/* Sets @skip if the parameter has a condition that is not true: @out is null if it is
 * false, else unknown. */
static gboolean
evaluate_conditional (ImEval *eval,
                      const ImParameter *parameter,
                      gboolean *skip,
                      ImValue *out)
{
  ImValue value;

  *skip = FALSE;
  if (parameter->conditional == NULL)
    return TRUE;
  if (!evaluate_as (eval, parameter->slot, parameter->conditional, IM_VALUE_BOOL,
                    "the condition of a parameter", &value))
    return FALSE;

  *skip = value.kind == IM_VALUE_UNKNOWN || !value.boolean;
  if (*skip)
    *out = value.kind == IM_VALUE_UNKNOWN ? IM_UNKNOWN : IM_NULL;
  return TRUE;
}

gboolean
im_unit_parse_option (const ImParameter *parameter,
                      const char *text,
                      ImArena *arena,
                      ImValue *out)
{
  ImShape shape = { 0 };
  gint32 integer = 0;
  double real = 0;
  gboolean boolean = FALSE;

  switch ((guint) parameter->kind)
    {
    case IM_PARAMETER_INT:
      if (text != NULL && !im_unit_parse_int (text, &integer))
        return FALSE;
      *out = IM_INT (integer);
      return TRUE;
    case IM_PARAMETER_DOUBLE:
      if (text != NULL && !im_unit_parse_number (text, &real))
        return FALSE;
      *out = IM_DOUBLE (real);
      return TRUE;
    case IM_PARAMETER_BOOL:
      if (text != NULL && !im_unit_parse_boolean (text, &boolean))
        return FALSE;
      *out = IM_BOOL (boolean);
      return TRUE;
    case IM_PARAMETER_SHAPE:
      if (text != NULL && !im_shape_parse (text, -1, &shape, NULL))
        return FALSE;
      *out = IM_SHAPE (&shape);
      *out = im_value_copy (arena, out);
      return TRUE;
    default:
      *out = IM_STRING (text == NULL ? "" : text);
      return TRUE;
    }
}

/* Whether the default that fits what else is given has a value: it has none without an
 * input to fit. */
static gboolean
has_fitting (ImEval *eval, const ImOption *option)
{
  ImUnitEvaluation *evaluation = im_eval_get_environment (eval)->data;
  ImValue value;

  if (option->fitting == NULL)
    return FALSE;
  if (evaluate_expr (eval, option->parameter->slot, option->fitting, &value))
    return TRUE;
  im_eval_fail_with (eval, NULL);
  evaluation->failed[option->parameter->slot] = NULL;

  return FALSE;
}

static gboolean
resolve_option (ImEval *eval, const ImOption *option, ImValue *out)
{
  if (im_unit_evaluation_find_attribute (im_eval_get_environment (eval)->data,
                                         option->parameter, out))
    return TRUE;
  if (has_fitting (eval, option))
    return evaluate_as (eval, option->parameter->slot, option->fitting,
                        im_unit_binding_kind (option->parameter), "a default", out);
  if (im_unit_parse_option (option->parameter, option->initial.text,
                            im_eval_get_arena (eval), out))
    return TRUE;

  return im_eval_fail (eval, IM_EXPR_ERROR_VALUE, "the default “%s” is no %s",
                       option->initial.text,
                       im_parameter_kind_get_name (option->parameter->kind));
}

/* The tensor that outputs inherit from: the main input, if it is connected. */
static const ImTensorType *
get_inherited (ImUnitEvaluation *evaluation)
{
  static const ImTensorType none = { .scale = 1.0 };
  const ImParameter *input = im_unit_find_main_input (evaluation->unit);
  const ImSlot *slot = input == NULL ? NULL : &evaluation->environment.slots[input->slot];

  return slot != NULL && slot->value.kind == IM_VALUE_TENSOR ? slot->value.tensor : &none;
}

/* A number of an output that only types of @family need: others keep what they inherit if
 * it cannot be computed. */
static gboolean
evaluate_scaling (ImEval *eval,
                  const ImParameter *parameter,
                  const ImUnitExpr *expr,
                  gboolean is_needed,
                  ImValueKind kind,
                  ImValue *out)
{
  ImUnitEvaluation *evaluation = im_eval_get_environment (eval)->data;

  if (expr == NULL)
    return TRUE;

  ImValue value;
  if (evaluate_as (eval, parameter->slot, expr, kind, "the scaling of an output", &value))
    *out = is_needed || value.kind != IM_VALUE_UNKNOWN ? value : *out;
  else if (is_needed)
    return FALSE;
  else
    {
      im_eval_fail_with (eval, NULL);
      evaluation->failed[parameter->slot] = NULL;
    }

  return TRUE;
}

/* Sets @is_known to FALSE if not even the element type and the number of axes are known.
 */
static gboolean
resolve_type_and_shape (ImEval *eval,
                        const ImSocket *output,
                        ImTensorType *type,
                        gboolean *is_known)
{
  ImUnitEvaluation *evaluation = im_eval_get_environment (eval)->data;
  ImValue value;

  if (evaluation->unit->kind == IM_UNIT_COMPOUND || evaluation->unit->is_preprocessor)
    return im_eval_fail (eval, IM_EXPR_ERROR_UNSUPPORTED,
                         "the type and shape of “%s” come from what is inside",
                         output->parameter->name.text);
  if (output->type == NULL || output->shape == NULL)
    return im_eval_fail (eval, IM_EXPR_ERROR_VALUE,
                         "the output “%s” has no type and shape",
                         output->parameter->name.text);
  if (!evaluate_as (eval, output->parameter->slot, output->type, IM_VALUE_DTYPE,
                    "the type of an output", &value))
    return FALSE;
  *is_known = value.kind == IM_VALUE_DTYPE;
  type->dtype = *is_known ? value.dtype : type->dtype;
  if (!evaluate_as (eval, output->parameter->slot, output->shape, IM_VALUE_SHAPE,
                    "the shape of an output", &value))
    return FALSE;
  if (value.kind == IM_VALUE_SHAPE)
    type->shape = *value.shape;
  else
    *is_known = FALSE;

  return TRUE;
}

static gboolean
resolve_output (ImEval *eval, const ImSocket *output, ImValue *out)
{
  const ImParameter *parameter = output->parameter;
  ImUnitEvaluation *evaluation = im_eval_get_environment (eval)->data;
  ImTensorType *type = im_arena_new0 (evaluation->arena, ImTensorType, 1);
  gboolean skip, is_known = FALSE;

  *out = IM_UNKNOWN;
  if (!evaluate_conditional (eval, parameter, &skip, out))
    return FALSE;
  if (skip)
    return TRUE;

  *type = *get_inherited (evaluation);
  /* Axes are not inherited, so neither is what is said of them. */
  memset (type->sample_rate_hz, 0, sizeof type->sample_rate_hz);
  if (evaluation->unit->operation != NULL)
    return im_unit_evaluation_resolve_part (eval, parameter, type, out);
  if (!resolve_type_and_shape (eval, output, type, &is_known))
    return FALSE;
  if (!is_known)
    return TRUE;

  ImDTypeFamily family = im_dtype_get_info (type->dtype)->family;
  ImValue rate = IM_DOUBLE (type->rate_hz), shift = IM_INT (type->shift);
  ImValue scale = IM_DOUBLE (type->scale), offset = IM_DOUBLE (type->offset);
  gboolean is_d = family == IM_DTYPE_FAMILY_D;
  if (!evaluate_scaling (eval, parameter, output->rate, TRUE, IM_VALUE_DOUBLE, &rate) ||
      !evaluate_scaling (eval, parameter, output->shift, family == IM_DTYPE_FAMILY_Q,
                         IM_VALUE_INT, &shift) ||
      !evaluate_scaling (eval, parameter, output->scale, is_d, IM_VALUE_DOUBLE, &scale) ||
      !evaluate_scaling (eval, parameter, output->offset, is_d, IM_VALUE_DOUBLE, &offset))
    return FALSE;

  if (is_d && (scale.kind == IM_VALUE_UNKNOWN || offset.kind == IM_VALUE_UNKNOWN))
    return TRUE;
  type->rate_hz = rate.kind == IM_VALUE_UNKNOWN ? IM_RATE_UNKNOWN : rate.real;
  type->shift = shift.kind == IM_VALUE_UNKNOWN ? IM_SHIFT_UNKNOWN : shift.integer;
  type->scale = scale.real;
  type->offset = offset.real;
  *out = IM_TENSOR (type);

  return TRUE;
}

static gboolean
resolve_binding (ImEval *eval, const ImBinding *binding, ImValue *out)
{
  const ImParameter *parameter = binding->parameter;
  ImUnitEvaluation *evaluation = im_eval_get_environment (eval)->data;
  gboolean skip;

  if (evaluation->unit->operation != NULL)
    return im_unit_evaluation_resolve_part (eval, parameter, NULL, out);
  if (!evaluate_conditional (eval, parameter, &skip, out))
    return FALSE;
  if (skip)
    return TRUE;
  if (binding->value == NULL)
    return im_eval_fail (eval, IM_EXPR_ERROR_VALUE, "“%s” has no expression",
                         parameter->name.text);

  return evaluate_expr (eval, parameter->slot, binding->value, out);
}

static gboolean
resolve_handle (ImEval *eval, const ImHandle *handle, ImValue *out)
{
  const ImParameter *parameter = handle->parameter;
  ImBuffer *buffer = im_arena_new0 (im_eval_get_arena (eval), ImBuffer, 1);
  ImValue size, type = IM_DTYPE (IM_DTYPE_INT8);

  if (handle->size == NULL)
    return im_eval_fail (eval, IM_EXPR_ERROR_VALUE, "the handle “%s” has no size",
                         parameter->name.text);
  if (!evaluate_as (eval, parameter->slot, handle->size, IM_VALUE_INT,
                    "the size of a handle in bytes", &size))
    return FALSE;
  if (size.kind == IM_VALUE_INT && size.integer < 0)
    return im_eval_fail (eval, IM_EXPR_ERROR_VALUE,
                         "the size of the handle “%s” is %d bytes", parameter->name.text,
                         size.integer);
  if (handle->type != NULL &&
      !evaluate_as (eval, parameter->slot, handle->type, IM_VALUE_DTYPE,
                    "the type of a handle", &type))
    return FALSE;

  if (type.kind == IM_VALUE_UNKNOWN)
    {
      *out = IM_UNKNOWN;
      return TRUE;
    }
  if (size.kind == IM_VALUE_UNKNOWN)
    size = IM_INT (IM_SHAPE_UNKNOWN);
  buffer->dtype = type.dtype;
  buffer->shape = (ImShape){ .rank = 1, .size = { size.integer } };
  buffer->is_static = TRUE;
  *out = IM_BUFFER (buffer);

  return TRUE;
}

static gboolean
call_native (ImEval *eval,
             const ImParameter *parameter,
             const char *class_name,
             const ImUnitExpr *call,
             ImValue *out)
{
  ImUnitEvaluation *evaluation = im_eval_get_environment (eval)->data;
  gboolean ok;

  if (call == NULL)
    return im_eval_fail (eval, IM_EXPR_ERROR_VALUE, "“%s” has no call",
                         parameter->name.text);
  ok = call->expr != NULL ? im_native_call (eval, class_name, call->expr, out)
                          : im_eval_fail_with (eval, call->error);

  if (!ok)
    evaluation->failed[parameter->slot] = call;

  return ok;
}

/* A return socket is what the factory of the body builds. */
static gboolean
resolve_return (ImEval *eval, const ImParameter *parameter, ImValue *out)
{
  ImUnitEvaluation *evaluation = im_eval_get_environment (eval)->data;
  const ImSection *body = &evaluation->unit->sections[IM_SECTION_BODY];

  for (guint i = 0; i < body->n_implementations; i++)
    if (body->implementations[i].language == IM_LANGUAGE_FACTORY)
      return call_native (eval, parameter, body->implementations[i].class_name,
                          body->implementations[i].call, out);

  return im_eval_fail (eval, IM_EXPR_ERROR_UNSUPPORTED, "nothing builds the output “%s”",
                       parameter->name.text);
}

static gboolean
resolve (ImEval *eval, guint slot, ImValue *out)
{
  ImUnitEvaluation *evaluation = im_eval_get_environment (eval)->data;
  const ImParameter *parameter = evaluation->by_slot[slot];

  switch (parameter->kind)
    {
    case IM_PARAMETER_OUTPUT:
      return resolve_output (eval, parameter->socket, out);
    case IM_PARAMETER_RETURN:
      return resolve_return (eval, parameter, out);
    case IM_PARAMETER_HIDDEN:
      return resolve_binding (eval, parameter->binding, out);
    case IM_PARAMETER_HANDLE:
      return resolve_handle (eval, parameter->handle, out);
    case IM_PARAMETER_EXTERNAL:
      return call_native (eval, parameter, parameter->external->class_name,
                          parameter->external->call, out);
    case IM_PARAMETER_INT:
    case IM_PARAMETER_DOUBLE:
    case IM_PARAMETER_BOOL:
    case IM_PARAMETER_STRING:
    case IM_PARAMETER_SHAPE:
    case IM_PARAMETER_FILE:
    case IM_PARAMETER_DIRECTORY:
      return resolve_option (eval, parameter->option, out);
    case IM_PARAMETER_INPUT:
    case IM_PARAMETER_STREAM:
    case IM_N_PARAMETERS:
    default:
      *out = IM_NULL;
      return TRUE;
    }
}

gboolean
im_unit_evaluation_get_value (ImUnitEvaluation *evaluation,
                              const ImParameter *parameter,
                              ImValue *value,
                              const ImExprError **error)
{
  return im_eval_slot (&evaluation->environment, parameter->slot, value, error);
}

gboolean
im_unit_evaluation_is_given (const ImUnitEvaluation *evaluation,
                             const ImParameter *parameter)
{
  return evaluation->is_bound[parameter->slot];
}

gboolean
im_unit_evaluation_get_default (ImUnitEvaluation *evaluation,
                                const ImOption *option,
                                ImValue *value)
{
  g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&evaluation->lock);
  const ImExpr *fitting = option->fitting == NULL ? NULL : option->fitting->expr;
  ImValue found;

  if (!im_unit_evaluation_is_given (evaluation, option->parameter) &&
      im_unit_evaluation_find_attribute (evaluation, option->parameter, value))
    return TRUE;
  if (fitting == NULL || !im_eval (fitting, &evaluation->environment, &found, NULL))
    return im_unit_parse_option (option->parameter, option->initial.text,
                                 evaluation->arena, value);
  if (option->parameter->kind == IM_PARAMETER_DOUBLE && found.kind == IM_VALUE_INT)
    found = IM_DOUBLE (found.integer);
  if (!binding_fits (option->parameter, &found))
    return FALSE;
  *value = found;

  return TRUE;
}

ImContractResult
im_unit_evaluation_check_contract (ImUnitEvaluation *evaluation,
                                   const ImContract *contract)
{
  g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&evaluation->lock);
  ImContractResult result = { .contract = contract };
  const ImUnitExpr *test = contract->test;
  ImValue value = IM_NULL;

  if (evaluation->unit->operation != NULL)
    return im_unit_operation_check_assert (evaluation, contract);
  if (test->expr == NULL)
    result.error = test->error;
  else if (im_eval (test->expr, &evaluation->environment, &value, &result.error))
    {
      result.is_unknown = value.kind == IM_VALUE_UNKNOWN;
      result.holds = value.kind == IM_VALUE_BOOL && value.boolean != contract->fails_when;
      if (value.kind != IM_VALUE_BOOL && !result.is_unknown)
        result.error = im_unit_evaluation_not_bool (evaluation, test, &value);
    }
  if (!result.holds && !result.is_unknown)
    result.message = im_template_expand (contract->message.text,
                                         &evaluation->environment);

  return result;
}

const ImExprError *
im_unit_evaluation_not_bool (ImUnitEvaluation *evaluation,
                             const ImUnitExpr *expr,
                             const ImValue *value)
{
  ImExprError *error = im_arena_new0 (evaluation->arena, ImExprError, 1);

  error->code = IM_EXPR_ERROR_OPERAND_TYPE;
  error->span = expr->expr->span;
  error->cause_slot = -1;
  error->message = im_arena_printf (evaluation->arena, "a condition is a bool, found %s",
                                    im_value_kind_get_phrase (value->kind));

  return error;
}

ImSpan
im_unit_expr_get_span (const ImUnit *unit, const ImUnitExpr *expr, ImSpan span)
{
  return im_unit_file_map (unit->file, expr->raw, span);
}
