/* SPDX-License-Identifier: MIT
 *
 * Types of a statement, for all calls; a name whose expression is wrong is broken, so
 * that what is made of it tells nothing more. Lengths, and most ranks, a call tells.
 */
#include <string.h>

#include "skriptnd/package/im-sknd-body-private.h"
#include "skriptnd/value/im-sknd-infer.h"

static gboolean
infer (ImSkndBody *body, const ImSkndExpr *expr, ImSkndType *type)
{
  return im_sknd_infer_scalar (expr, body->scope, body->signature->file->source,
                               body->diagnostics, type);
}

static gboolean
fail_type (ImSkndBody *body,
           const ImSkndExpr *expr,
           const ImSkndType *type,
           const char *what)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_sknd_type_append (type, text);

  return im_sknd_signature_fail (body->signature, body->diagnostics, "type", expr->span,
                                 "Expected %s, found %s", what, text->str);
}

static gboolean
check_guard (ImSkndBody *body, const ImSkndExpr *expr, const ImSkndType *type)
{
  return !type->is_guarded ||
         im_sknd_signature_fail (body->signature, body->diagnostics, "type", expr->span,
                                 "“|i|” is a whole index of a tensor; nothing is "
                                 "computed with it");
}

static void
declare (ImSkndBody *body, const char *name, ImSkndType type, gboolean is_fine)
{
  im_sknd_scope_add (body->scope, body->arena, name, type)->is_broken = !is_fine;
}

/* An index, which is a pack of them below a pack of limits. */
static gboolean
check_bound (ImSkndBody *body, const ImSkndLoopBound *bound)
{
  ImSkndType type = { .base = IM_SKND_BASE_INT };
  gboolean is_fine = infer (body, bound->limit, &type) &&
                     check_guard (body, bound->limit, &type);

  if (is_fine && type.base != IM_SKND_BASE_INT && type.base != IM_SKND_BASE_OPEN)
    is_fine = fail_type (body, bound->limit, &type,
                         "an int, or a pack of ints, above an index");
  if (is_fine && type.is_optional)
    is_fine = fail_type (body, bound->limit, &type,
                         "a limit of an index that is never null");
  type.base = IM_SKND_BASE_INT;
  declare (body, bound->name.text, type, is_fine);

  return is_fine;
}

static gboolean
check_unroll (ImSkndBody *body, const ImSkndLowering *lowering)
{
  ImSkndType type = { .base = IM_SKND_BASE_INT };
  gboolean is_fine = TRUE;

  if (lowering->unroll_count == NULL)
    return TRUE;
  is_fine = infer (body, lowering->unroll_count, &type) &&
            ((type.base == IM_SKND_BASE_INT && !type.is_packed && !type.is_optional) ||
             fail_type (body, lowering->unroll_count, &type, "an int behind “->”"));
  if (lowering->unroll_name.text != NULL)
    declare (body, lowering->unroll_name.text, (ImSkndType){ .base = IM_SKND_BASE_INT },
             is_fine);

  return is_fine;
}

static gboolean
check_local (ImSkndBody *body, const ImSkndAssignment *local)
{
  ImSkndType type = { .base = IM_SKND_BASE_INT };
  gboolean is_fine = infer (body, local->value, &type);

  declare (body, local->name.text, type, is_fine);

  return is_fine;
}

static gboolean
check_condition (ImSkndBody *body, const ImSkndExpr *expr)
{
  ImSkndType type;

  if (expr == NULL)
    return TRUE;

  return infer (body, expr, &type) &&
         ((type.base == IM_SKND_BASE_BOOL && !type.is_packed) ||
          fail_type (body, expr, &type, "one bool behind “|”"));
}

static const ImSkndParameter *
find_output (const ImSkndBody *body, const char *name, guint *number)
{
  const ImSkndBlock *block = body->signature->definition->by_kind[IM_SKND_OUTPUT];

  for (guint i = 0; block != NULL && i < block->n; i++)
    if (strcmp (block->statements[i]->parameter.name.text, name) == 0)
      {
        *number = i;
        return &block->statements[i]->parameter;
      }

  return NULL;
}

/* The name in front of all brackets. */
static const ImSkndExpr *
get_written (const ImSkndExpr *expr)
{
  while (expr->kind == IM_SKND_INDEX && expr->n > 0)
    expr = expr->operands[0];

  return expr;
}

/* Whether elements of a type are accumulated so. */
static gboolean
can_assign (ImSkndAssign assign, const ImSkndType *type)
{
  switch ((guint) assign)
    {
    case IM_SKND_ASSIGN_AND:
    case IM_SKND_ASSIGN_OR:
      return type->base == IM_SKND_BASE_BOOL;
    case IM_SKND_ASSIGN_ADD:
    case IM_SKND_ASSIGN_MULTIPLY:
    case IM_SKND_ASSIGN_MINIMUM:
    case IM_SKND_ASSIGN_MAXIMUM:
      return im_sknd_type_is_numeric (type);
    default:
      return TRUE;
    }
}

/* What is written is of the type of the output, which accumulates it as it is said. */
static gboolean
check_value (ImSkndBody *body,
             const ImSkndLowering *lowering,
             const ImSkndType *output,
             const ImSkndType *value)
{
  g_autoptr (GString) wanted = g_string_new (NULL);
  ImSkndType joined = { 0 }, element = *output;
  g_autofree char *what = NULL;

  element.is_packed = FALSE;
  im_sknd_type_append (&element, wanted);
  if (!can_assign (lowering->assign, output))
    return im_sknd_signature_fail (
        body->signature, body->diagnostics, "type", lowering->output->span,
        "“%s” accumulates %s, but elements of the output are of type %s",
        im_sknd_assign_get_sign (lowering->assign),
        lowering->assign == IM_SKND_ASSIGN_AND || lowering->assign == IM_SKND_ASSIGN_OR
            ? "bools"
            : "ints or reals",
        wanted->str);
  if (!check_guard (body, lowering->value, value))
    return FALSE;
  what = g_strdup_printf ("a value of type %s", wanted->str);
  if (!im_sknd_type_join (output, value, &joined) ||
      (value->is_packed && !output->is_packed && !output->is_either))
    return fail_type (body, lowering->value, value, what);

  return TRUE;
}

static gboolean
check_written (ImSkndBody *body, const ImSkndLowering *lowering, gboolean *is_written)
{
  const ImSkndExpr *written = get_written (lowering->output);
  guint number = 0;

  if (lowering->output->kind != IM_SKND_INDEX || written->kind != IM_SKND_NAME)
    return im_sknd_signature_fail (
        body->signature, body->diagnostics, "type", lowering->output->span,
        "Expected an element of an output on the left, such as "
        "y[i,]");
  if (find_output (body, written->name, &number) == NULL)
    return im_sknd_signature_fail (
        body->signature, body->diagnostics, "output", written->span,
        "“%s” is no output, which is all that @lower writes", written->name);
  is_written[number] = TRUE;

  return TRUE;
}

static gboolean
check_statement (ImSkndBody *body, const ImSkndLowering *lowering, gboolean *is_written)
{
  gboolean is_fine = check_unroll (body, lowering), is_typed = TRUE;
  ImSkndType output, value;

  for (guint i = 0; i < lowering->n_bounds; i++)
    is_fine &= check_bound (body, &lowering->bounds[i]);
  for (guint i = 0; i < lowering->n_locals; i++)
    is_fine &= check_local (body, &lowering->locals[i]);
  is_typed = check_written (body, lowering, is_written) &&
             infer (body, lowering->output, &output);
  is_typed &= infer (body, lowering->value, &value);
  is_fine &= is_typed && check_value (body, lowering, &output, &value);
  is_fine &= check_condition (body, lowering->condition);

  return is_fine;
}

gboolean
im_sknd_body_check_lower (ImSkndBody *body, const ImSkndBlock *block)
{
  const ImSkndBlock *outputs = body->signature->definition->by_kind[IM_SKND_OUTPUT];
  guint n = outputs == NULL ? 0 : outputs->n;
  g_autofree gboolean *is_written = g_new0 (gboolean, n + 1);
  gboolean is_fine = TRUE;

  for (guint i = 0; i < block->n; i++)
    {
      ImSkndScope *outer = body->scope, scope;

      im_sknd_scope_init (&scope, outer);
      body->scope = &scope;
      is_fine &= check_statement (body, &block->statements[i]->lowering, is_written);
      body->scope = outer;
      im_sknd_scope_clear (&scope);
    }
  for (guint i = 0; i < n; i++)
    if (!is_written[i])
      is_fine = im_sknd_signature_fail (body->signature, body->diagnostics, "output",
                                        outputs->statements[i]->parameter.name.span,
                                        "The output “%s” is never written",
                                        outputs->statements[i]->parameter.name.text);

  return is_fine;
}
