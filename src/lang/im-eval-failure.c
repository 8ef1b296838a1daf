/* SPDX-License-Identifier: MIT
 *
 * Why an evaluation fails, as built-ins and operators tell it: with the place of the call
 * that is being computed, or of one of its arguments.
 */
#include <stdarg.h>

#include "lang/im-eval-private.h"

ImArena *
im_eval_get_arena (ImEval *eval)
{
  return eval->environment->arena;
}

ImEnvironment *
im_eval_get_environment (ImEval *eval)
{
  return eval->environment;
}

ImExprError *
im_eval_new_error (ImEval *eval, ImExprErrorCode code, ImSpan span)
{
  ImExprError *error = im_arena_new0 (eval->environment->arena, ImExprError, 1);

  error->code = code;
  error->span = span;
  error->cause_slot = -1;
  eval->error = error;

  return error;
}

gboolean
im_eval_fail_with (ImEval *eval, const ImExprError *error)
{
  eval->error = error;

  return FALSE;
}

/* Reports failure at a place of the call that is being computed. */
static gboolean G_GNUC_PRINTF (4, 0) fail_at (ImEval *eval,
                                              ImExprErrorCode code,
                                              ImSpan span,
                                              const char *format,
                                              va_list args)
{
  im_eval_new_error (eval, code, span)->message = im_arena_vprintf (
      eval->environment->arena, format, args);

  return FALSE;
}

gboolean
im_eval_fail (ImEval *eval, ImExprErrorCode code, const char *format, ...)
{
  ImSpan span = eval->node == NULL ? (ImSpan){ 0, 0 } : eval->node->span;
  va_list args;

  va_start (args, format);
  fail_at (eval, code, span, format, args);
  va_end (args);

  return FALSE;
}

gboolean
im_eval_fail_argument (ImEval *eval,
                       guint argument,
                       ImExprErrorCode code,
                       const char *format,
                       ...)
{
  const ImExpr *node = eval->node;
  ImSpan span = { 0, 0 };
  va_list args;

  if (node != NULL)
    span = argument < node->n_operands ? node->operands[argument]->span : node->span;
  va_start (args, format);
  fail_at (eval, code, span, format, args);
  va_end (args);

  return FALSE;
}

gboolean
im_eval_fail_name (ImEval *eval, ImExprErrorCode code, const char *format, ...)
{
  ImSpan span = eval->node == NULL ? (ImSpan){ 0, 0 } : eval->node->name_span;
  va_list args;

  va_start (args, format);
  fail_at (eval, code, span, format, args);
  va_end (args);

  return FALSE;
}

gboolean
im_eval_fail_gerror (ImEval *eval, gint argument, GError *error)
{
  g_autoptr (GError) owned = error;
  ImExprErrorCode code = IM_EXPR_ERROR_VALUE;

  if (g_error_matches (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_UNKNOWN))
    {
      eval->misses_size = TRUE;
      return FALSE;
    }
  if (g_error_matches (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_AXIS))
    code = IM_EXPR_ERROR_AXIS;
  else if (g_error_matches (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_OVERFLOW))
    code = IM_EXPR_ERROR_OVERFLOW;
  else if (error->domain == IM_SHAPE_ERROR ||
           g_error_matches (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_SHAPE))
    code = IM_EXPR_ERROR_SHAPE;

  if (argument < 0)
    return im_eval_fail (eval, code, "%s", error->message);

  return im_eval_fail_argument (eval, (guint) argument, code, "%s", error->message);
}

gboolean
im_eval_take_unknown (ImEval *eval)
{
  gboolean misses_size = eval->misses_size;

  eval->misses_size = FALSE;

  return misses_size;
}
