/* SPDX-License-Identifier: MIT
 *
 * What stands behind the inputs of a definition: names for values, asserts, and the
 * shapes of what it makes.
 */
#include "skriptnd/im-sknd-signature-private.h"

static gboolean
fail (ImSkndChecker *checker, const char *code, ImSpan span, const char *message)
{
  im_diagnostics_add (checker->diagnostics, IM_SEVERITY_ERROR, code,
                      checker->signature->file->source, span, "%s", message);

  return FALSE;
}

static gboolean
infer (ImSkndChecker *checker, const ImSkndExpr *expr, ImSkndType *type)
{
  return im_sknd_infer (expr, &checker->signature->scope,
                        checker->signature->file->source, checker->diagnostics, type);
}

static gboolean
declare_target (ImSkndChecker *checker, const ImSkndTarget *target, ImSkndType type)
{
  ImSkndSignature *signature = checker->signature;
  ImSkndType length;

  if (target->length != NULL && !infer (checker, target->length, &length))
    return FALSE;
  if (target->kind == IM_SKND_TARGET_OMITTED)
    return fail (checker, "type", target->span, "Expected a name in @using");
  if (target->kind == IM_SKND_TARGET_NAME)
    {
      if (im_sknd_scope_find (&signature->scope, target->name.text) != NULL)
        return fail (checker, "name", target->span, "The name is declared twice");
      im_sknd_scope_add (&signature->scope, signature->arena, target->name.text, type);
      return TRUE;
    }

  if (!type.is_packed)
    return fail (checker, "type", target->span, "Expected a pack for several names");
  for (guint i = 0; i < target->n; i++)
    {
      ImSkndType item = type;

      item.is_packed = target->items[i]->is_packed ||
                       target->kind == IM_SKND_TARGET_ZIP ||
                       target->items[i]->kind == IM_SKND_TARGET_ZIP;
      if (!declare_target (checker, target->items[i], item))
        return FALSE;
    }

  return TRUE;
}

static gboolean
check_using (ImSkndChecker *checker, const ImSkndStatement *statement)
{
  ImSkndType type;

  return infer (checker, statement->using_.value, &type) &&
         declare_target (checker, statement->using_.target, type);
}

static gboolean
check_assert (ImSkndChecker *checker, const ImSkndStatement *statement)
{
  const ImSkndAssertion *assertion = &statement->assertion;
  ImSkndType condition, message = { 0 }, detail;

  if (!infer (checker, assertion->condition, &condition))
    return FALSE;
  if (condition.base != IM_SKND_BASE_BOOL || condition.is_tensor)
    return fail (checker, "type", assertion->condition->span,
                 "Expected a bool, or a pack of bools, to assert");
  if (assertion->message != NULL && !infer (checker, assertion->message, &message))
    return FALSE;
  if (message.is_optional && !condition.is_optional)
    return fail (checker, "type", assertion->message->span,
                 "The message may be null where the condition is not");
  for (guint i = 0; i < assertion->n_details; i++)
    if (!infer (checker, assertion->details[i].value, &detail))
      return FALSE;

  return TRUE;
}

static gboolean
check_int (ImSkndChecker *checker, const ImSkndExpr *expr, gboolean is_packed)
{
  ImSkndType type;

  if (expr == NULL)
    return TRUE;
  if (!infer (checker, expr, &type))
    return FALSE;
  if (type.base != IM_SKND_BASE_INT || type.is_tensor)
    return fail (checker, "type", expr->span, "Expected an int as an extent");
  if (type.is_packed && !is_packed)
    return fail (checker, "type", expr->span, "Expected “..” behind a pack of extents");

  return TRUE;
}

/* An output, a constant or a variable, whose shape is made of names that there are. */
static gboolean
check_made (ImSkndChecker *checker, const ImSkndStatement *statement)
{
  const ImSkndParameter *parameter = &statement->parameter;

  if (parameter->is_optional)
    return fail (checker, "type", parameter->name.span,
                 "Only attributes and inputs can be optional");
  if (!parameter->shape.is_given && !checker->signature->definition->is_graph)
    return fail (checker, "type", parameter->name.span,
                 "Expected a shape behind the type; that of one value is []");
  for (guint i = 0; i < parameter->shape.n; i++)
    {
      const ImSkndExtent *extent = &parameter->shape.extents[i];

      if (!check_int (checker, extent->value, extent->is_packed || extent->is_spread) ||
          !check_int (checker, extent->bound, extent->is_packed))
        return FALSE;
    }

  return TRUE;
}

static gboolean
check_all (ImSkndChecker *checker,
           ImSkndBlockKind kind,
           gboolean (*check) (ImSkndChecker *checker, const ImSkndStatement *statement))
{
  const ImSkndBlock *block = checker->signature->definition->by_kind[kind];
  gboolean is_fine = TRUE;

  /* A name that could not be declared would be missed by all that use it. */
  for (guint i = 0; block != NULL && i < block->n && (is_fine || kind != IM_SKND_USING);
       i++)
    is_fine &= check (checker, block->statements[i]);

  return is_fine;
}

gboolean
im_sknd_check_blocks (ImSkndChecker *checker)
{
  const ImSkndBlock *const *blocks = checker->signature->definition->by_kind;
  gboolean is_fine = TRUE;

  if (blocks[IM_SKND_LOWER] != NULL && blocks[IM_SKND_COMPOSE] != NULL)
    return fail (checker, "block", blocks[IM_SKND_COMPOSE]->name_span,
                 "An operator has either @lower or @compose, not both");
  if (!check_all (checker, IM_SKND_USING, check_using))
    return FALSE;
  is_fine &= check_all (checker, IM_SKND_ASSERT, check_assert);
  is_fine &= check_all (checker, IM_SKND_CONSTANTS, check_made);
  is_fine &= check_all (checker, IM_SKND_VARIABLE, check_made);
  is_fine &= check_all (checker, IM_SKND_OUTPUT, check_made);

  return is_fine;
}
