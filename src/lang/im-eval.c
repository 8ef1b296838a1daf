/* SPDX-License-Identifier: MIT
 *
 * A tree walk. Names are slots, members are rows of a table, and ints are handled before
 * anything else, so that there is nothing to look up while evaluating.
 */
#include "lang/im-eval.h"

#include "lang/im-eval-private.h"
#include "lang/im-operator.h"

static gboolean evaluate (ImEval *eval, const ImExpr *expr, ImValue *out);

void
im_environment_init (ImEnvironment *environment, ImArena *arena, const ImSymbols *symbols)
{
  guint n_slots = symbols == NULL ? 0 : im_symbols_get_count (symbols);

  *environment = (ImEnvironment){
    .arena = arena,
    .symbols = symbols,
    .slots = im_arena_new0 (arena, ImSlot, n_slots),
  };
}

void
im_environment_set (ImEnvironment *environment, guint slot, ImValue value)
{
  environment->slots[slot] = (ImSlot){ .state = IM_SLOT_READY, .value = value };
}

void
im_environment_lock (ImEnvironment *environment)
{
  if (environment->lock != NULL)
    g_rec_mutex_lock (environment->lock);
}

void
im_environment_unlock (ImEnvironment *environment)
{
  if (environment->lock != NULL)
    g_rec_mutex_unlock (environment->lock);
}

/* Takes note of an error of a check. What fails only if it is evaluated is none while it
 * may be left out; names and slots are told elsewhere. */
static void
note_error (ImEval *eval)
{
  const ImExprError *error = g_steal_pointer (&eval->error);

  if (error == NULL || eval->errors == NULL)
    return;
  switch (error->code)
    {
    case IM_EXPR_ERROR_UNKNOWN_NAME:
    case IM_EXPR_ERROR_RECURSION:
    case IM_EXPR_ERROR_PARAMETER:
    case IM_EXPR_ERROR_UNSUPPORTED:
      return;
    case IM_EXPR_ERROR_UNKNOWN_MEMBER:
    case IM_EXPR_ERROR_ARGUMENT_COUNT:
    case IM_EXPR_ERROR_ARGUMENT_TYPE:
    case IM_EXPR_ERROR_OPERAND_TYPE:
    case IM_EXPR_ERROR_LIMIT:
      break;
    case IM_EXPR_ERROR_SYNTAX:
    case IM_EXPR_ERROR_OVERFLOW:
    case IM_EXPR_ERROR_DIVISION_BY_ZERO:
    case IM_EXPR_ERROR_AXIS:
    case IM_EXPR_ERROR_SHAPE:
    case IM_EXPR_ERROR_VALUE:
    case IM_EXPR_ERROR_NOT_CONNECTED:
    case IM_EXPR_ERROR_NEVER_EQUAL:
    case IM_EXPR_ERROR_ROUNDING:
    case IM_EXPR_ERROR_SPACING:
    case IM_N_EXPR_ERRORS:
    default:
      if (eval->n_doubtful > 0)
        return;
      break;
    }
  g_ptr_array_add (eval->errors, (gpointer) error);
  if (error->code == IM_EXPR_ERROR_LIMIT)
    eval->errors = NULL; /* what comes then is its consequence */
}

static gboolean
fail_at_name (ImEval *eval, const ImExpr *expr, ImExprErrorCode code, const char *message)
{
  im_eval_new_error (eval, code, expr->name_span)->message = message;

  return FALSE;
}

/* The error of a slot as seen by who used it: the same message, with the way back to its
 * place. */
static gboolean
fail_because_of_slot (ImEval *eval, const ImExpr *expr, const ImExprError *cause)
{
  ImExprError *error = im_eval_new_error (eval, IM_EXPR_ERROR_PARAMETER, expr->name_span);

  error->message = im_arena_printf (
      eval->environment->arena, "“%s” has no value: %s", expr->name,
      cause->code == IM_EXPR_ERROR_PARAMETER && cause->cause != NULL
          ? cause->cause->message
          : cause->message);
  error->cause_slot = cause->code == IM_EXPR_ERROR_PARAMETER ? cause->cause_slot
                                                             : expr->slot;
  error->cause = cause->code == IM_EXPR_ERROR_PARAMETER ? cause->cause : cause;

  return FALSE;
}

static gboolean
check_depth (ImEval *eval, const ImExpr *expr)
{
  if (eval->depth < IM_EVAL_MAX_DEPTH)
    return TRUE;

  return fail_at_name (eval, expr, IM_EXPR_ERROR_LIMIT,
                       "the evaluation is nested too deep");
}

static gboolean
check_memory (ImEval *eval, const ImExpr *expr)
{
  if (im_arena_get_size (eval->environment->arena) <= IM_EVAL_MAX_BYTES)
    return TRUE;

  return fail_at_name (eval, expr, IM_EXPR_ERROR_LIMIT,
                       "the evaluation needs too much memory");
}

/* Computes an unknown slot and keeps the result. */
static gboolean
resolve_slot (ImEval *eval, guint number)
{
  ImEnvironment *environment = eval->environment;
  ImSlot *slot = &environment->slots[number];
  const ImExpr *outer = eval->node;
  GPtrArray *errors = eval->errors;
  Frame frame = { number, eval->innermost };

  slot->state = IM_SLOT_RUNNING;
  eval->node = NULL;
  eval->innermost = &frame;
  eval->errors = NULL;
  eval->depth++;
  if (environment->resolve (eval, number, &slot->value))
    slot->state = IM_SLOT_READY;
  else
    {
      slot->state = IM_SLOT_FAILED;
      slot->error = eval->error;
      eval->error = NULL;
    }
  eval->node = outer;
  eval->innermost = frame.outer;
  eval->errors = errors;
  eval->depth--;

  return slot->state == IM_SLOT_READY;
}

/* Appends the way from a slot to itself: `a → b → a`. */
static void
append_path (ImEval *eval, const Frame *frame, guint slot, GString *out)
{
  if (frame == NULL)
    return;
  if (frame->slot != slot)
    append_path (eval, frame->outer, slot, out);
  g_string_append_printf (out, "%s → ",
                          im_symbols_get_name (eval->environment->symbols, frame->slot));
}

static gboolean
fail_recursion (ImEval *eval, const ImExpr *expr)
{
  g_autoptr (GString) path = g_string_new (NULL);

  append_path (eval, eval->innermost, (guint) expr->slot, path);

  return fail_at_name (eval, expr, IM_EXPR_ERROR_RECURSION,
                       im_arena_printf (eval->environment->arena,
                                        "“%s” needs its own value: %s%s", expr->name,
                                        path->str, expr->name));
}

static gboolean
evaluate_name (ImEval *eval, const ImExpr *expr, ImValue *out)
{
  ImEnvironment *environment = eval->environment;

  if (expr->slot < 0 || (environment->slots[expr->slot].state == IM_SLOT_UNKNOWN &&
                         environment->resolve == NULL))
    {
      const char *nearest = im_symbols_nearest (environment->symbols, expr->name);

      return fail_at_name (
          eval, expr, IM_EXPR_ERROR_UNKNOWN_NAME,
          im_arena_printf (environment->arena, "there is no parameter “%s”%s%s%s",
                           expr->name, nearest == NULL ? "" : "; did you mean “",
                           nearest == NULL ? "" : nearest, nearest == NULL ? "" : "”?"));
    }

  ImSlot *slot = &environment->slots[expr->slot];
  if (slot->state == IM_SLOT_UNKNOWN && !check_depth (eval, expr))
    return FALSE;
  if (slot->state == IM_SLOT_UNKNOWN)
    resolve_slot (eval, (guint) expr->slot);
  switch (slot->state)
    {
    case IM_SLOT_READY:
      *out = slot->value;
      return TRUE;
    case IM_SLOT_RUNNING:
      return fail_recursion (eval, expr);
    case IM_SLOT_FAILED:
      return fail_because_of_slot (eval, expr, slot->error);
    case IM_SLOT_UNKNOWN:
    default:
      g_assert_not_reached ();
    }
}

/* A member of null: say what is not connected if it has a name. */
static gboolean
fail_null_receiver (ImEval *eval, const ImExpr *expr)
{
  const ImExpr *receiver = expr->operands[0];
  ImArena *arena = eval->environment->arena;

  ImExprError *error = im_eval_new_error (eval, IM_EXPR_ERROR_NOT_CONNECTED,
                                          receiver->span);
  error->message = receiver->kind == IM_EXPR_NAME
                       ? im_arena_printf (arena,
                                          "“%s” is not connected, so it has no “%s”",
                                          receiver->name, expr->name)
                       : im_arena_printf (arena, "null has no member “%s”", expr->name);

  return FALSE;
}

static gboolean
evaluate_arguments (ImEval *eval, const ImExpr *expr, guint n_args, ImValue *args)
{
  for (guint i = 0; i < n_args; i++)
    {
      if (!evaluate (eval, expr->operands[i], &args[i]))
        return FALSE;
      if (i == 0 && expr->spelling == IM_SPELLING_METHOD && args[0].kind == IM_VALUE_NULL)
        return fail_null_receiver (eval, expr);
    }
  eval->node = expr;

  return TRUE;
}

static gboolean
evaluate_call (ImEval *eval, const ImExpr *expr, ImValue *out)
{
  ImValue args[IM_BUILTIN_MAX_ARGS];

  return evaluate_arguments (eval, expr, expr->n_operands, args) &&
         im_builtin_call (eval, expr->name, expr->builtins, expr->n_builtins,
                          expr->spelling, expr->owner, args, expr->n_operands, out);
}

gboolean
im_eval_call_as (ImEval *eval,
                 const ImExpr *call,
                 const ImBuiltin *builtin,
                 guint n_args,
                 ImValue *out)
{
  ImValue args[IM_BUILTIN_MAX_ARGS];

  g_return_val_if_fail (call->kind == IM_EXPR_CALL && n_args <= call->n_operands, FALSE);

  return evaluate_arguments (eval, call, n_args, args) &&
         im_builtin_call (eval, call->name, builtin, 1, IM_SPELLING_BARE, builtin->owner,
                          args, n_args, out);
}

/* Evaluates an operand that must be a bool, which may be unknown. */
static gboolean
evaluate_condition (ImEval *eval, const ImExpr *expr, guint operand, ImValue *condition)
{
  if (!evaluate (eval, expr->operands[operand], condition))
    return FALSE;
  if ((im_value_get_kinds (condition) & IM_KIND (IM_VALUE_BOOL)) == 0)
    {
      g_autoptr (GString) found = g_string_new (NULL);

      im_kinds_append_text (im_value_get_kinds (condition), TRUE, found);
      eval->node = expr;
      return im_eval_fail_argument (
          eval, operand, IM_EXPR_ERROR_OPERAND_TYPE, "“%s” takes %s, found %s",
          im_operator_get_text (expr->op), im_operator_get_info (expr->op)->operands,
          found->str);
    }

  return TRUE;
}

/* Evaluates an operand that the operator may leave out: without a value it is left out.
 */
static ImValue
try_operand (ImEval *eval, const ImExpr *expr, guint operand)
{
  ImValue value;

  if (evaluate (eval, expr->operands[operand], &value))
    return value;

  eval->error = NULL;
  return IM_UNKNOWN;
}

/* The operators that leave operands out if their first one is not known. */
static ImValue
evaluate_undecided (ImEval *eval, const ImExpr *expr)
{
  ImValue first = try_operand (eval, expr, 1), second;

  if (expr->op != IM_OPERATOR_CONDITIONAL)
    return first.kind == IM_VALUE_BOOL && first.boolean == (expr->op == IM_OPERATOR_OR)
               ? first
               : IM_UNKNOWN;

  second = try_operand (eval, expr, 2);

  return im_value_merge (eval->environment->arena, &first, &second);
}

/* An operand that a check evaluates although it may be left out. */
static ImValue
check_operand (ImEval *eval, const ImExpr *expr, guint operand, gboolean is_doubtful)
{
  ImValue value = IM_UNKNOWN;

  eval->n_doubtful += is_doubtful ? 1 : 0;
  if (expr->op == IM_OPERATOR_CONDITIONAL
          ? !evaluate (eval, expr->operands[operand], &value)
          : !evaluate_condition (eval, expr, operand, &value))
    {
      note_error (eval);
      value = IM_UNKNOWN_OF (
          expr->op == IM_OPERATOR_CONDITIONAL ? 0 : IM_KIND (IM_VALUE_BOOL));
    }
  eval->n_doubtful -= is_doubtful ? 1 : 0;

  return value;
}

/* The operators that leave operands out, where all of them are looked at. */
static void
check_lazy (ImEval *eval, const ImExpr *expr, const ImValue *condition, ImValue *out)
{
  gboolean is_known = condition->kind == IM_VALUE_BOOL;

  if (expr->op == IM_OPERATOR_CONDITIONAL)
    {
      ImValue first = check_operand (eval, expr, 1, !is_known || !condition->boolean);
      ImValue second = check_operand (eval, expr, 2, !is_known || condition->boolean);

      *out = !is_known ? im_value_merge (eval->environment->arena, &first, &second)
             : condition->boolean ? first
                                  : second;
      return;
    }

  gboolean decisive = expr->op == IM_OPERATOR_OR;
  ImValue other = check_operand (eval, expr, 1,
                                 !is_known || condition->boolean == decisive);

  if (is_known)
    *out = condition->boolean == decisive ? *condition : other;
  else if (other.kind == IM_VALUE_BOOL && other.boolean == decisive)
    *out = other;
  else
    *out = IM_UNKNOWN_OF (IM_KIND (IM_VALUE_BOOL));
}

/* The operators that leave operands out. */
static gboolean
evaluate_lazy (ImEval *eval, const ImExpr *expr, ImValue *out)
{
  ImValue condition;

  if (!evaluate_condition (eval, expr, 0, &condition))
    return FALSE;
  if (eval->is_check)
    {
      check_lazy (eval, expr, &condition, out);
      return TRUE;
    }
  if (condition.kind == IM_VALUE_UNKNOWN)
    {
      *out = evaluate_undecided (eval, expr);
      return TRUE;
    }
  if (expr->op == IM_OPERATOR_CONDITIONAL)
    return evaluate (eval, expr->operands[condition.boolean ? 1 : 2], out);
  if (condition.boolean == (expr->op == IM_OPERATOR_AND) &&
      !evaluate_condition (eval, expr, 1, &condition))
    return FALSE;

  *out = condition;
  return TRUE;
}

/* Kinds of which no two values are equal; null is compared with anything. */
static void
check_equality (ImEval *eval, const ImExpr *expr, const ImValue *a, const ImValue *b)
{
  const ImKinds null = IM_KIND (IM_VALUE_NULL);
  ImValue left = IM_UNKNOWN_OF (im_value_get_kinds (a));
  ImValue right = IM_UNKNOWN_OF (im_value_get_kinds (b));

  if ((expr->op != IM_OPERATOR_EQUAL && expr->op != IM_OPERATOR_NOT_EQUAL) ||
      ((left.kinds | right.kinds) & null) != 0 || im_value_may_equal (&left, &right))
    return;

  g_autoptr (GString) kinds = g_string_new (NULL);
  im_kinds_append_text (left.kinds, TRUE, kinds);
  g_string_append (kinds, " is never equal to ");
  im_kinds_append_text (right.kinds, TRUE, kinds);
  im_eval_fail (eval, IM_EXPR_ERROR_NEVER_EQUAL, "%s, so this is always %s", kinds->str,
                expr->op == IM_OPERATOR_EQUAL ? "false" : "true");
  g_ptr_array_add (eval->errors, (gpointer) eval->error);
  eval->error = NULL;
}

/* Elements that are ints are computed as doubles and rounded, unlike ints. */
static void
check_rounding (ImEval *eval, const ImExpr *expr, const ImValue *a, const ImValue *b)
{
  const ImValue *array = a->kind == IM_VALUE_ARRAY ? a : b;
  const ImValue *other = array == a ? b : a;
  ImKinds reals = IM_KIND (IM_VALUE_DOUBLE);

  if (array->kind != IM_VALUE_ARRAY || expr->op > IM_OPERATOR_SUBTRACT ||
      (im_dtype_get_info (array->array->dtype)->family != IM_DTYPE_FAMILY_INT &&
       im_dtype_get_info (array->array->dtype)->family != IM_DTYPE_FAMILY_UINT))
    return;
  if (other->kind == IM_VALUE_ARRAY && im_dtype_is_float (other->array->dtype))
    return;
  if (expr->op != IM_OPERATOR_DIVIDE && im_value_get_kinds (other) != reals)
    return;

  im_eval_fail (eval, IM_EXPR_ERROR_ROUNDING,
                "elements of %s are rounded half to even and saturated here, %s",
                im_dtype_get_info (array->array->dtype)->system_name,
                expr->op == IM_OPERATOR_DIVIDE
                    ? "while a quotient of ints loses its fraction"
                    : "so fractions are lost");
  g_ptr_array_add (eval->errors, (gpointer) eval->error);
  eval->error = NULL;
}

static gboolean
evaluate_operator (ImEval *eval, const ImExpr *expr, ImValue *out)
{
  ImValue a, b;

  if (expr->op >= IM_OPERATOR_AND)
    return evaluate_lazy (eval, expr, out);
  if (!evaluate (eval, expr->operands[0], &a))
    return FALSE;
  if (expr->n_operands == 1)
    {
      eval->node = expr;
      return im_operator_apply_unary (eval, expr->op, &a, out);
    }
  if (!evaluate (eval, expr->operands[1], &b))
    return FALSE;
  eval->node = expr;
  if (eval->errors != NULL)
    {
      check_equality (eval, expr, &a, &b);
      check_rounding (eval, expr, &a, &b);
    }

  return im_operator_apply_binary (eval, expr->op, &a, &b, out);
}

/* Whether it is a number that is written with a minus and without parentheses. */
static gboolean
is_negative_literal (const ImExpr *expr)
{
  if (expr->kind != IM_EXPR_CONSTANT || expr->span.start != expr->name_span.start ||
      expr->span.end != expr->name_span.end)
    return FALSE;

  return expr->constant.kind == IM_VALUE_INT
             ? expr->constant.integer < 0 && expr->constant.integer > G_MININT32
             : expr->constant.kind == IM_VALUE_DOUBLE && expr->constant.real < 0;
}

/* `-1.abs` is 1, `- 1.abs` is -1: the minus belongs to the constant that it touches. */
static void
check_spacing (ImEval *eval, const ImExpr *expr, const ImValue *value)
{
  const ImExpr *constant = expr->n_operands > 0 ? expr->operands[0] : NULL;
  ImExpr positive, call = *expr;
  ImExpr *operands[IM_BUILTIN_MAX_ARGS];
  ImEval other = { .environment = eval->environment, .depth = eval->depth };
  ImValue result;

  if (expr->spelling != IM_SPELLING_METHOD || !is_negative_literal (constant))
    return;
  positive = *constant;
  if (constant->constant.kind == IM_VALUE_INT)
    positive.constant.integer = -constant->constant.integer;
  else
    positive.constant.real = -constant->constant.real;
  for (guint i = 0; i < expr->n_operands; i++)
    operands[i] = i == 0 ? &positive : expr->operands[i];
  call.operands = operands;
  if (evaluate_call (&other, &call, &result) &&
      im_operator_apply_unary (&other, IM_OPERATOR_NEGATE, &result, &result) &&
      im_value_is_known (&result) && im_value_equal (&result, value))
    return;

  im_eval_new_error (eval, IM_EXPR_ERROR_SPACING, expr->span)
      ->message = "the minus belongs to the number here: with a space behind it, it "
                  "would apply to the "
                  "whole";
  g_ptr_array_add (eval->errors, (gpointer) eval->error);
  eval->error = NULL;
}

static gboolean
evaluate_deeper (ImEval *eval, const ImExpr *expr, ImValue *out)
{
  if (!check_depth (eval, expr))
    return FALSE;

  eval->depth++;
  gboolean ok = expr->kind == IM_EXPR_CALL ? evaluate_call (eval, expr, out)
                                           : evaluate_operator (eval, expr, out);
  eval->depth--;
  if (!ok && eval->is_check && eval->error != NULL &&
      eval->error->code != IM_EXPR_ERROR_LIMIT)
    {
      note_error (eval);
      *out = IM_UNKNOWN;
      ok = TRUE;
    }
  else if (eval->errors != NULL && expr->kind == IM_EXPR_CALL)
    check_spacing (eval, expr, out);

  return ok && check_memory (eval, expr);
}

static gboolean
evaluate (ImEval *eval, const ImExpr *expr, ImValue *out)
{
  switch (expr->kind)
    {
    case IM_EXPR_CONSTANT:
      *out = expr->constant;
      return TRUE;
    case IM_EXPR_NAME:
      if (evaluate_name (eval, expr, out))
        return TRUE;
      if (!eval->is_check)
        return FALSE;
      note_error (eval);
      *out = IM_UNKNOWN;
      return TRUE;
    case IM_EXPR_CALL:
    case IM_EXPR_OPERATOR:
      return evaluate_deeper (eval, expr, out);
    case IM_EXPR_ARRAY:
    case IM_EXPR_INDEX:
    default:
      g_assert_not_reached ();
    }
}

gboolean
im_eval_nested (ImEval *eval, const ImExpr *expr, ImValue *out)
{
  return evaluate (eval, expr, out);
}

gboolean
im_eval (const ImExpr *expr,
         ImEnvironment *environment,
         ImValue *out,
         const ImExprError **error)
{
  ImEval eval = { .environment = environment };
  ImValue value;
  gboolean ok;

  im_environment_lock (environment);
  ok = evaluate (&eval, expr, &value);
  im_environment_unlock (environment);
  if (ok)
    *out = value;
  if (error != NULL)
    *error = eval.error;

  return ok;
}

void
im_eval_check (const ImExpr *expr,
               ImEnvironment *environment,
               GPtrArray *errors,
               ImValue *value)
{
  ImEval eval = { .environment = environment, .is_check = TRUE, .errors = errors };

  *value = IM_UNKNOWN;
  im_environment_lock (environment);
  if (!evaluate (&eval, expr, value))
    note_error (&eval);
  im_environment_unlock (environment);
}

gboolean
im_eval_slot (ImEnvironment *environment,
              guint slot,
              ImValue *out,
              const ImExprError **error)
{
  ImEval eval = { .environment = environment };
  ImSlot *known = &environment->slots[slot];
  gboolean is_ready;

  im_environment_lock (environment);
  if (known->state == IM_SLOT_UNKNOWN && environment->resolve != NULL)
    resolve_slot (&eval, slot);
  is_ready = known->state == IM_SLOT_READY;
  if (is_ready)
    *out = known->value;
  if (error != NULL)
    *error = known->error;
  im_environment_unlock (environment);

  return is_ready;
}
