/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "skriptnd/package/im-sknd-body-private.h"

static void
declare_member (ImSkndBody *body, const char *name, const char *member, ImSkndType type)
{
  im_sknd_scope_add (body->scope, body->arena,
                     im_arena_printf (body->arena, "%s.%s", name, member), type);
}

void
im_sknd_body_declare (ImSkndBody *body, const char *name, ImSkndType type)
{
  ImSkndType number = { .base = IM_SKND_BASE_INT, .is_optional = type.is_optional };

  im_sknd_scope_add (body->scope, body->arena, name, type);
  if (type.is_packed)
    {
      declare_member (body, name, "size", number);
      return;
    }
  declare_member (body, name, "rank", number);
  number.is_packed = TRUE;
  declare_member (body, name, "shape", number);
}

gboolean
im_sknd_body_has_tensors (const ImSkndBody *body, const ImSkndExpr *expr)
{
  if (expr->kind == IM_SKND_NAME)
    {
      const ImSkndSymbol *symbol = im_sknd_scope_find (body->scope, expr->name);

      return symbol != NULL && symbol->type.is_tensor;
    }
  if (expr->kind == IM_SKND_TEST || expr->kind == IM_SKND_MEMBER)
    return FALSE;
  for (guint i = 0; i < expr->n; i++)
    if (expr->operands[i] != NULL && im_sknd_body_has_tensors (body, expr->operands[i]))
      return TRUE;

  return FALSE;
}

gboolean
im_sknd_body_infer_value (ImSkndBody *body, const ImSkndExpr *expr, ImSkndType *type)
{
  return im_sknd_infer (expr, body->scope, body->signature->file->source,
                        body->diagnostics, type);
}

static gboolean
join (ImSkndBody *body,
      const ImSkndExpr *expr,
      const ImSkndType *a,
      const ImSkndType *b,
      ImSkndType *type)
{
  g_autoptr (GString) left = NULL, right = NULL;

  *type = *a;
  if (im_sknd_type_join (a, b, type))
    {
      type->is_tensor = TRUE;
      type->is_optional = a->is_optional || b->is_optional;
      return TRUE;
    }
  left = g_string_new (NULL);
  right = g_string_new (NULL);
  im_sknd_type_append (a, left);
  im_sknd_type_append (b, right);

  return im_sknd_signature_fail (body->signature, body->diagnostics, "type", expr->span,
                                 "Expected tensors of the same type, found %s and %s",
                                 left->str, right->str);
}

/* `[x, ys.., z ..(2)]` */
static gboolean
infer_list (ImSkndBody *body, const ImSkndExpr *expr, ImSkndType *type)
{
  *type = (ImSkndType){ .base = IM_SKND_BASE_OPEN, .is_tensor = TRUE };
  for (guint i = 0; i < expr->n; i++)
    {
      const ImSkndExpr *item = expr->operands[i];
      gboolean is_expanded = item->kind == IM_SKND_EXPAND;
      ImSkndType found, length;

      if (!im_sknd_body_infer (body, is_expanded ? item->operands[0] : item, &found))
        return FALSE;
      if (is_expanded && item->operands[1] != NULL &&
          !im_sknd_body_infer_value (body, item->operands[1], &length))
        return FALSE;
      if (found.is_packed && !is_expanded)
        return im_sknd_signature_fail (body->signature, body->diagnostics, "type",
                                       item->span,
                                       "Expected “..” behind a pack in a list");
      if (!found.is_packed && is_expanded && item->operands[1] == NULL)
        return im_sknd_signature_fail (body->signature, body->diagnostics, "type",
                                       item->span, "Expected a pack in front of “..”");
      found.is_packed = FALSE;
      if (!join (body, item, type, &found, type))
        return FALSE;
    }
  type->is_packed = TRUE;

  return TRUE;
}

static gboolean
infer_item (ImSkndBody *body, const ImSkndExpr *expr, ImSkndType *type)
{
  ImSkndType index;

  if (!im_sknd_body_infer (body, expr->operands[0], type))
    return FALSE;
  if (!type->is_packed)
    return im_sknd_signature_fail (
        body->signature, body->diagnostics, "type", expr->span,
        "Expected a pack of tensors in front of “[”; elements of a "
        "tensor are there in @lower only");
  if (expr->n != 2)
    return im_sknd_signature_fail (body->signature, body->diagnostics, "type", expr->span,
                                   "Expected one index of a pack");
  if (expr->operands[1]->kind == IM_SKND_RANGE)
    return TRUE;
  if (!im_sknd_body_infer_value (body, expr->operands[1], &index))
    return FALSE;
  type->is_packed = index.is_packed;

  return TRUE;
}

static gboolean
infer_select (ImSkndBody *body, const ImSkndExpr *expr, ImSkndType *type)
{
  ImSkndType condition, a, b;

  if (!im_sknd_body_infer_value (body, expr->operands[0], &condition))
    return FALSE;
  if (condition.base != IM_SKND_BASE_BOOL || condition.is_packed)
    return im_sknd_signature_fail (body->signature, body->diagnostics, "type",
                                   expr->operands[0]->span,
                                   "Expected one bool in front of “?”");
  if (!im_sknd_body_infer (body, expr->operands[1], &a))
    return FALSE;
  if (expr->operands[2] == NULL)
    {
      *type = a;
      type->is_optional = TRUE;
      return TRUE;
    }

  /* `?x ? x : y`: x is there where it is chosen */
  if (expr->operands[0]->kind == IM_SKND_TEST)
    a.is_optional = FALSE;

  return im_sknd_body_infer (body, expr->operands[2], &b) &&
         join (body, expr, &a, &b, type);
}

static gboolean
infer_coalesce (ImSkndBody *body, const ImSkndExpr *expr, ImSkndType *type)
{
  ImSkndType a, b;

  if (!im_sknd_body_infer (body, expr->operands[0], &a) ||
      !im_sknd_body_infer (body, expr->operands[1], &b) ||
      !join (body, expr, &a, &b, type))
    return FALSE;
  if (!a.is_optional)
    return im_sknd_signature_fail (body->signature, body->diagnostics, "type",
                                   expr->operands[0]->span,
                                   "Expected a tensor that may be null in front of “??”");
  type->is_optional = b.is_optional;

  return TRUE;
}

gboolean
im_sknd_body_infer (ImSkndBody *body, const ImSkndExpr *expr, ImSkndType *type)
{
  if (!im_sknd_body_has_tensors (body, expr))
    return im_sknd_body_infer_value (body, expr, type);
  switch ((guint) expr->kind)
    {
    case IM_SKND_NAME:
      return im_sknd_body_infer_value (body, expr, type);
    case IM_SKND_LIST:
      return infer_list (body, expr, type);
    case IM_SKND_INDEX:
      return infer_item (body, expr, type);
    case IM_SKND_SELECT:
      return infer_select (body, expr, type);
    case IM_SKND_COALESCE:
      return infer_coalesce (body, expr, type);
    default:
      return im_sknd_signature_fail (
          body->signature, body->diagnostics, "type", expr->span,
          "Arithmetic with tensors is there in @lower only; the "
          "operators of the module math do that here");
    }
}
