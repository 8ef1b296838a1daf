/* Evaluation of expressions: lazy, exact, and with errors that point into the text.
 *
 * An environment gives every name of a symbol table a slot. A slot is computed when it is
 * first used, keeps its value or its error, and so each parameter of a unit is evaluated
 * once and only if somebody needs it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "lang/im-expr.h"
#include "lang/im-value.h"

G_BEGIN_DECLS

/* Deepest nesting of expressions while evaluating, parameters that use parameters
 * included. */
#define IM_EVAL_MAX_DEPTH 2000

/* Bytes in the arena of an environment after which nothing more is computed. */
#define IM_EVAL_MAX_BYTES (64 * 1024 * 1024)

/**
 * ImSlotState:
 * @IM_SLOT_UNKNOWN: not asked for yet
 * @IM_SLOT_RUNNING: being computed; asking again is a recursion
 * @IM_SLOT_READY: has a value
 * @IM_SLOT_FAILED: has an error
 */
typedef enum
{
  IM_SLOT_UNKNOWN,
  IM_SLOT_RUNNING,
  IM_SLOT_READY,
  IM_SLOT_FAILED,
} ImSlotState;

/**
 * ImSlot:
 * @state: what is known
 * @value: the value, if ready
 * @error: (nullable): the error, if failed
 */
typedef struct
{
  ImSlotState state;
  ImValue value;
  const ImExprError *error;
} ImSlot;

/**
 * ImResolveFunc:
 * @eval: the running evaluation; evaluate further expressions with im_eval_nested()
 * @slot: the slot to compute
 * @out: (out): its value
 *
 * Computes the value of a slot. A failure is reported with im_eval_fail() or comes from
 * im_eval_nested().
 *
 * Returns: TRUE if @out was set
 */
typedef gboolean (*ImResolveFunc) (ImEval *eval, guint slot, ImValue *out);

/**
 * ImReadArrayFunc:
 * @data: the `files` of the environment
 * @path: which file
 * @dtype: (nullable): the wanted element type
 * @arena: where the array lives
 * @error: return location for what keeps it from being read
 *
 * Reads a file of numbers for `System.readArray()`.
 *
 * Returns: (nullable): the array
 */
typedef const ImArray *(*ImReadArrayFunc) (gconstpointer data,
                                           const char *path,
                                           const ImDType *dtype,
                                           ImArena *arena,
                                           GError **error);

/**
 * ImEnvironment:
 * @arena: where values and errors live
 * @symbols: (nullable): the names
 * @slots: one per name
 * @resolve: (nullable): computes unknown slots; without it an unknown slot is an unknown
 * name
 * @data: for @resolve
 * @read_array: (nullable): reads files of numbers; without it there are none
 * @files: for @read_array
 * @lock: (nullable): held while something is computed, where threads share the slots and
 * the arena
 *
 * What the names of an expression stand for.
 */
struct _ImEnvironment
{
  ImArena *arena;
  const ImSymbols *symbols;
  ImSlot *slots;
  ImResolveFunc resolve;
  gpointer data;
  ImReadArrayFunc read_array;
  gconstpointer files;
  GRecMutex *lock;
};

/**
 * im_environment_init:
 * @environment: (out): the environment
 * @arena: where values and errors live
 * @symbols: (nullable): the names; no more may be added while the environment is used
 *
 * Sets up an environment whose slots are unknown.
 */
void im_environment_init (ImEnvironment *environment,
                          ImArena *arena,
                          const ImSymbols *symbols);

/**
 * im_environment_set:
 * @environment: an environment
 * @slot: a slot
 * @value: its value; what it points to must live as long as the environment
 *
 * Gives a slot its value.
 */
void im_environment_set (ImEnvironment *environment, guint slot, ImValue value);

/* For those who use the arena or the slots of an environment that threads may share. */
void im_environment_lock (ImEnvironment *environment);
void im_environment_unlock (ImEnvironment *environment);

/**
 * im_eval:
 * @expr: an expression parsed with the symbols of @environment
 * @environment: an environment
 * @out: (out): the value, in the arena of the environment; untouched on failure
 * @error: (out) (optional) (nullable): the error, in the arena of the environment
 *
 * Evaluates an expression.
 *
 * Returns: TRUE if @out was set
 */
gboolean im_eval (const ImExpr *expr,
                  ImEnvironment *environment,
                  ImValue *out,
                  const ImExprError **error);

/**
 * im_eval_check:
 * @expr: an expression parsed with the symbols of @environment
 * @environment: an environment; what a slot is not known to be but as a kind stands there
 *   as IM_UNKNOWN_OF(), and its resolve function should not fail for the want of a value
 * @errors: (element-type ImExprError): array of pointers that errors are appended to, in
 *   the arena of the environment
 * @value: (out): what is known of the value
 *
 * Evaluates all of an expression, the operands too that evaluation would leave out, and
 * goes on after an error, to find what is wrong with it before there are inputs. An error
 * of kinds (OPERAND_TYPE, ARGUMENT_TYPE, ARGUMENT_COUNT, UNKNOWN_MEMBER) is found
 * everywhere; others, such as DIVISION_BY_ZERO, where nothing can leave the operand out.
 * `==` and `!=` of kinds that are never equal give NEVER_EQUAL, and `-1.abs`, which is
 * another value than `- 1.abs`, gives SPACING; arithmetic that rounds the elements of an
 * array of ints gives ROUNDING: all of these are legal. Names and
 * errors of slots are not told here; see im_expr_check_names().
 */
void im_eval_check (const ImExpr *expr,
                    ImEnvironment *environment,
                    GPtrArray *errors,
                    ImValue *value);

/**
 * im_eval_slot:
 * @environment: an environment
 * @slot: a slot
 * @out: (out): its value
 * @error: (out) (optional) (nullable): its error
 *
 * Computes a slot unless it is known.
 *
 * Returns: TRUE if @out was set
 */
gboolean im_eval_slot (ImEnvironment *environment,
                       guint slot,
                       ImValue *out,
                       const ImExprError **error);

/* For those who implement slots and built-in functions: */

ImArena *im_eval_get_arena (ImEval *eval);
ImEnvironment *im_eval_get_environment (ImEval *eval);

/**
 * im_eval_nested:
 * @eval: the running evaluation
 * @expr: another expression of the same environment
 * @out: (out): its value
 *
 * Evaluates an expression on behalf of a slot.
 *
 * Returns: TRUE if @out was set
 */
gboolean im_eval_nested (ImEval *eval, const ImExpr *expr, ImValue *out);

/**
 * im_eval_call_as:
 * @eval: the running evaluation
 * @call: a call
 * @builtin: what to compute instead of what the name of @call means
 * @n_args: how many of the arguments to evaluate and pass
 * @out: (out): the result
 *
 * Evaluates the arguments of a call and computes a function that the language itself does
 * not have. Messages point into @call.
 *
 * Returns: TRUE if @out was set
 */
gboolean im_eval_call_as (ImEval *eval,
                          const ImExpr *call,
                          const ImBuiltin *builtin,
                          guint n_args,
                          ImValue *out);

/**
 * im_eval_fail_with:
 * @eval: the running evaluation
 * @error: an error that lives as long as the environment
 *
 * Reports an error that exists already, such as that of a parse.
 *
 * Returns: FALSE
 */
gboolean im_eval_fail_with (ImEval *eval, const ImExprError *error);

/**
 * im_eval_fail:
 * @eval: the running evaluation
 * @code: what kind of error
 * @format: a sentence: what was expected and what was found
 *
 * Reports failure of the call that is being computed as a whole.
 *
 * Returns: FALSE
 */
gboolean im_eval_fail (ImEval *eval, ImExprErrorCode code, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/**
 * im_eval_fail_argument:
 * @eval: the running evaluation
 * @argument: number of the argument, the receiver of a method first
 * @code: what kind of error
 * @format: a sentence: what was expected and what was found
 *
 * Reports failure at one argument of the call that is being computed.
 *
 * Returns: FALSE
 */
gboolean im_eval_fail_argument (ImEval *eval,
                                guint argument,
                                ImExprErrorCode code,
                                const char *format,
                                ...) G_GNUC_PRINTF (4, 5);

/**
 * im_eval_fail_name:
 * @eval: the running evaluation
 * @code: what kind of error
 * @format: a sentence: what was expected and what was found
 *
 * Reports failure at the name of the call that is being computed.
 *
 * Returns: FALSE
 */
gboolean im_eval_fail_name (ImEval *eval, ImExprErrorCode code, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/**
 * im_eval_fail_gerror:
 * @eval: the running evaluation
 * @argument: number of the argument to point at, or -1 for the whole call
 * @error: (transfer full): an error of the tensor layer
 *
 * Reports failure of the tensor layer: axes as IM_EXPR_ERROR_AXIS, other shape errors as
 * IM_EXPR_ERROR_SHAPE, the rest as IM_EXPR_ERROR_VALUE. That a size is not known yet
 * (IM_SHAPE_ERROR_UNKNOWN) is no error: the call then has an unknown value.
 *
 * Returns: FALSE
 */
gboolean im_eval_fail_gerror (ImEval *eval, gint argument, GError *error);

/* Whether the call that failed only misses a size. That is forgotten when it is asked. */
gboolean im_eval_take_unknown (ImEval *eval);

G_END_DECLS
