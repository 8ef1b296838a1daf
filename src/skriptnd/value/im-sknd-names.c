/* SPDX-License-Identifier: MIT */
#include "skriptnd/value/im-sknd-names.h"

#include <string.h>

static gboolean find_affine (const ImSkndExpr *expr,
                             const ImSkndScope *scope,
                             ImSkndAffine *affine);

/* A sum or a difference; the name is on one side, or the same one on both. */
static gboolean
add_affine (const ImSkndExpr *expr,
            const ImSkndAffine *a,
            const ImSkndAffine *b,
            ImSkndAffine *affine)
{
  gint64 sign = expr->operation == IM_SKND_SUBTRACT ? -1 : 1, factor = 0, offset = 0;

  if (a->name != NULL && b->name != NULL && strcmp (a->name->name, b->name->name) != 0)
    return FALSE;
  affine->name = a->name != NULL ? a->name : b->name;

  return !__builtin_mul_overflow (sign, b->factor, &factor) &&
         !__builtin_add_overflow (a->factor, factor, &affine->factor) &&
         !__builtin_mul_overflow (sign, b->offset, &offset) &&
         !__builtin_add_overflow (a->offset, offset, &affine->offset);
}

static gboolean
multiply_affine (const ImSkndAffine *a, const ImSkndAffine *b, ImSkndAffine *affine)
{
  const ImSkndAffine *form = a->name != NULL ? a : b, *by = a->name != NULL ? b : a;

  if (by->name != NULL)
    return FALSE;
  affine->name = form->name;

  return !__builtin_mul_overflow (form->factor, by->offset, &affine->factor) &&
         !__builtin_mul_overflow (form->offset, by->offset, &affine->offset);
}

static gboolean
find_operation (const ImSkndExpr *expr, const ImSkndScope *scope, ImSkndAffine *affine)
{
  ImSkndAffine a = { 0 }, b = { 0 };

  if (!find_affine (expr->operands[0], scope, &a))
    return FALSE;
  if (expr->kind == IM_SKND_UNARY)
    {
      ImSkndAffine sign = { NULL, 0, expr->operation == IM_SKND_NEGATE ? -1 : 1 };

      return expr->operation != IM_SKND_NOT && multiply_affine (&a, &sign, affine);
    }
  if (!find_affine (expr->operands[1], scope, &b))
    return FALSE;
  if (expr->operation == IM_SKND_ADD || expr->operation == IM_SKND_SUBTRACT)
    return add_affine (expr, &a, &b, affine);

  return expr->operation == IM_SKND_MULTIPLY && multiply_affine (&a, &b, affine);
}

static gboolean
find_affine (const ImSkndExpr *expr, const ImSkndScope *scope, ImSkndAffine *affine)
{
  *affine = (ImSkndAffine){ NULL, 0, 0 };
  switch ((guint) expr->kind)
    {
    case IM_SKND_INTEGER:
      affine->offset = expr->integer;
      return TRUE;
    case IM_SKND_NAME:
      if (im_sknd_scope_find (scope, expr->name) != NULL)
        return FALSE;
      *affine = (ImSkndAffine){ expr, 1, 0 };
      return TRUE;
    case IM_SKND_UNARY:
    case IM_SKND_BINARY:
      return find_operation (expr, scope, affine);
    default:
      return FALSE;
    }
}

gboolean
im_sknd_affine_find (const ImSkndExpr *expr,
                     const ImSkndScope *scope,
                     ImSkndAffine *affine)
{
  return find_affine (expr, scope, affine) && affine->name != NULL && affine->factor != 0;
}

const char *
im_sknd_affine_solve (const ImSkndAffine *affine, gint64 found, gint64 *value)
{
  gint64 rest = 0;

  if (__builtin_sub_overflow (found, affine->offset, &rest) ||
      (rest == G_MININT64 && affine->factor == -1))
    return "is too large";
  if (rest % affine->factor != 0)
    return "would be no integer";
  *value = rest / affine->factor;

  return *value < 0 ? "would be negative" : NULL;
}

static const ImSkndExpr *
check_member (const ImSkndExpr *expr, const ImSkndScope *scope)
{
  g_autofree char *name = NULL;

  if (expr->operands[0]->kind != IM_SKND_NAME)
    return im_sknd_find_unknown (expr->operands[0], scope);
  name = g_strdup_printf ("%s.%s", expr->operands[0]->name, expr->name);

  return im_sknd_scope_find (scope, name) == NULL ? expr : NULL;
}

const ImSkndExpr *
im_sknd_find_unknown (const ImSkndExpr *expr, const ImSkndScope *scope)
{
  if (expr->kind == IM_SKND_NAME)
    return im_sknd_scope_find (scope, expr->name) == NULL ? expr : NULL;
  if (expr->kind == IM_SKND_MEMBER)
    return check_member (expr, scope);
  for (guint i = 0; i < expr->n; i++)
    {
      const ImSkndExpr *unknown = expr->operands[i] == NULL
                                      ? NULL
                                      : im_sknd_find_unknown (expr->operands[i], scope);

      if (unknown != NULL)
        return unknown;
    }

  return NULL;
}

gboolean
im_sknd_is_constant (const ImSkndExpr *expr)
{
  if (expr->kind == IM_SKND_NAME || expr->kind == IM_SKND_MEMBER)
    return FALSE;
  for (guint i = 0; i < expr->n; i++)
    if (expr->operands[i] != NULL && !im_sknd_is_constant (expr->operands[i]))
      return FALSE;

  return TRUE;
}
