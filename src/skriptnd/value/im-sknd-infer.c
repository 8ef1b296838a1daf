/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "skriptnd/value/im-sknd-infer-private.h"
#include "skriptnd/value/im-sknd-value.h"

static ImSkndType
make_type (ImSkndBase base)
{
  return (ImSkndType){ .base = base };
}

/* A part that is no tensor. */
gboolean
im_sknd_infer_part (ImSkndInference *inference, const ImSkndExpr *expr, ImSkndType *type)
{
  if (!im_sknd_infer_any (inference, expr, type))
    return FALSE;
  if (!type->is_tensor)
    return TRUE;
  if (inference->has_elements && expr->kind == IM_SKND_NAME)
    return im_sknd_infer_fail (inference, "type", expr,
                               "“%s” is a tensor; expected an element of it, such as "
                               "%s[i,]",
                               expr->name, expr->name);

  return im_sknd_infer_expect (inference, expr, type,
                               "a value that is known before a run");
}

gboolean
im_sknd_infer_operand (ImSkndInference *inference,
                       const ImSkndExpr *expr,
                       ImSkndType *type)
{
  return im_sknd_infer_part (inference, expr, type) &&
         (!type->is_guarded ||
          im_sknd_infer_fail (inference, "type", expr,
                              "“|i|” is a whole index of a tensor; nothing is "
                              "computed with it"));
}

gboolean
im_sknd_infer_may_be_packed (const ImSkndType *type)
{
  return type->is_packed || type->is_either;
}

void
im_sknd_infer_spread (ImSkndType *whole, const ImSkndType *part)
{
  whole->is_packed |= part->is_packed;
  whole->is_either = !whole->is_packed && (whole->is_either || part->is_either);
  whole->is_optional |= part->is_optional;
  whole->is_guarded |= part->is_guarded;
}

static gboolean
is_promoted (const ImSkndInference *inference, const char *name)
{
  for (guint i = 0; i < inference->promoted->len; i++)
    if (strcmp (g_ptr_array_index (inference->promoted, i), name) == 0)
      return TRUE;

  return FALSE;
}

/* What may have been meant by a name, also what other languages call so. */
static void
suggest (ImSkndInference *inference, const char *name)
{
  static const char *const words[][2] = { { "True", "true" },   { "TRUE", "true" },
                                          { "False", "false" }, { "FALSE", "false" },
                                          { "PI", "pi" },       { "infinity", "inf" } };
  static const char *const nulls[] = { "null", "None", "nil", "NULL", NULL };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (name, words[i][0]) == 0)
      {
        im_diagnostics_suggest (inference->diagnostics, name, words[i][1]);
        return;
      }
  im_diagnostics_suggest (inference->diagnostics, name,
                          im_sknd_scope_get_nearest (inference->scope, name));
  if (g_strv_contains (nulls, name))
    im_diagnostics_note (inference->diagnostics,
                         "Null has no name; what is optional and not given is null");
}

static gboolean
infer_name (ImSkndInference *inference, const ImSkndExpr *expr, ImSkndType *type)
{
  const ImSkndSymbol *symbol = im_sknd_scope_find (inference->scope, expr->name);

  if (symbol == NULL || symbol->is_type)
    {
      im_sknd_infer_fail (inference, "name", expr, "There is no “%s” here", expr->name);
      suggest (inference, expr->name);
      return FALSE;
    }
  if (symbol->is_broken)
    return FALSE;
  *type = symbol->type;
  if (is_promoted (inference, expr->name))
    type->is_optional = FALSE;

  return TRUE;
}

static gboolean
infer_member (ImSkndInference *inference, const ImSkndExpr *expr, ImSkndType *type)
{
  const ImSkndExpr *base = expr->operands[0];
  const ImSkndSymbol *symbol = NULL;
  g_autofree char *name = NULL;

  if (!im_sknd_infer_any (inference, base, type))
    return FALSE;
  if (base->kind == IM_SKND_NAME)
    {
      name = g_strdup_printf ("%s.%s", base->name, expr->name);
      symbol = im_sknd_scope_find (inference->scope, name);
    }
  if (symbol == NULL)
    return im_sknd_infer_expect (inference, expr, type,
                                 strcmp (expr->name, "size") == 0
                                     ? "a pack of tensors in front of “.size”"
                                     : "a tensor in front of “.shape” and “.rank”");
  *type = symbol->type;

  return TRUE;
}

static gboolean
infer_string (ImSkndInference *inference, const ImSkndExpr *expr, ImSkndType *type)
{
  *type = make_type (IM_SKND_BASE_STR);
  for (guint i = 0; i < expr->n; i++)
    for (guint j = 0; j < expr->operands[i]->n; j++)
      {
        const ImSkndExpr *part = expr->operands[i]->operands[j];
        ImSkndType found;

        if (part->kind == IM_SKND_TEXT)
          continue;
        if (!im_sknd_infer_part (inference, part, &found))
          return FALSE;
        type->is_optional |= found.is_optional;
      }

  return TRUE;
}

static gboolean
infer_unary (ImSkndInference *inference, const ImSkndExpr *expr, ImSkndType *type)
{
  gboolean is_not = expr->operation == IM_SKND_NOT;

  if (!im_sknd_infer_operand (inference, expr->operands[0], type))
    return FALSE;
  if (is_not ? type->base != IM_SKND_BASE_BOOL : !im_sknd_type_is_numeric (type))
    return im_sknd_infer_expect (inference, expr->operands[0], type,
                                 is_not ? "a bool behind “!”"
                                        : "an int or a real behind a sign");

  return TRUE;
}

static gboolean
infer_test (ImSkndInference *inference, const ImSkndExpr *expr, ImSkndType *type)
{
  if (!im_sknd_infer_any (inference, expr->operands[0], type))
    return FALSE;
  if (!type->is_optional && !is_promoted (inference, expr->operands[0]->name))
    return im_sknd_infer_expect (inference, expr->operands[0], type,
                                 "a name that may be null behind “?”");
  *type = make_type (IM_SKND_BASE_BOOL);

  return TRUE;
}

/* What the operands of an operator may be, apart from the same; NULL for any. */
static const char *
get_expected (ImSkndOperator operation, const ImSkndType *type)
{
  guint level = im_sknd_operator_get_info (operation)->level;

  if (im_sknd_operator_compares (operation) || operation == IM_SKND_UNIFORM)
    return NULL;
  if (level <= IM_SKND_LEVEL_LOGIC)
    return type->base == IM_SKND_BASE_BOOL || type->base == IM_SKND_BASE_OPEN ? NULL
                                                                              : "bools";
  if (im_sknd_type_is_numeric (type) ||
      (operation == IM_SKND_ADD && type->base == IM_SKND_BASE_STR))
    return NULL;

  return "numbers of type int or real";
}

static gboolean
check_operands (ImSkndInference *inference,
                const ImSkndExpr *expr,
                const ImSkndType *type)
{
  const char *expected = get_expected (expr->operation, type);
  g_autofree char *what = NULL;

  if (expected == NULL)
    return TRUE;
  what = g_strdup_printf ("%s at “%s”", expected,
                          im_sknd_operator_get_info (expr->operation)->sign);

  return im_sknd_infer_expect (inference, expr, type, what);
}

/* Elements of two generic types are compared, as the library does: a call tells whether
 * both are the same. */
static gboolean
join (const ImSkndInference *inference,
      const ImSkndType *a,
      const ImSkndType *b,
      ImSkndType *joined)
{
  if (im_sknd_type_join (a, b, joined))
    return TRUE;
  if (!inference->has_elements || a->base != IM_SKND_BASE_GENERIC || b->base != a->base)
    return FALSE;
  *joined = a->generic_class < b->generic_class ? *a : *b;

  return TRUE;
}

/* What a comparison is, of whatever it compares. */
static void
set_bool (ImSkndType *type)
{
  type->base = IM_SKND_BASE_BOOL;
  type->generic = NULL;
}

static gboolean
infer_binary (ImSkndInference *inference, const ImSkndExpr *expr, ImSkndType *type)
{
  ImSkndType a, b, joined = { 0 };
  gboolean is_fine = FALSE;

  is_fine = im_sknd_infer_operand (inference, expr->operands[0], &a);
  is_fine &= im_sknd_infer_operand (inference, expr->operands[1], &b);
  if (!is_fine)
    return FALSE;
  if (!join (inference, &a, &b, &joined))
    return im_sknd_infer_fail_different (inference, expr, &a, &b, "on both sides");
  if (expr->operation == IM_SKND_IN && !im_sknd_infer_may_be_packed (&b))
    return im_sknd_infer_expect (inference, expr->operands[1], &b, "a pack behind “in”");
  if (expr->operation == IM_SKND_IN)
    b.is_packed = b.is_either = FALSE;
  im_sknd_infer_spread (&joined, &a);
  im_sknd_infer_spread (&joined, &b);
  if (!check_operands (inference, expr, &joined))
    return FALSE;
  *type = joined;
  if (im_sknd_operator_compares (expr->operation))
    set_bool (type);

  return TRUE;
}

static gboolean
can_fold (ImSkndOperator operation, gboolean is_cumulative)
{
  switch ((guint) operation)
    {
    case IM_SKND_ADD:
    case IM_SKND_MULTIPLY:
    case IM_SKND_AND:
    case IM_SKND_OR:
    case IM_SKND_MINIMUM:
    case IM_SKND_MAXIMUM:
      return TRUE;
    case IM_SKND_LESS:
    case IM_SKND_LESS_EQUAL:
    case IM_SKND_GREATER:
    case IM_SKND_GREATER_EQUAL:
    case IM_SKND_EQUAL:
    case IM_SKND_NOT_EQUAL:
    case IM_SKND_UNIFORM:
      return !is_cumulative;
    default:
      return FALSE;
    }
}

static gboolean
infer_fold (ImSkndInference *inference, const ImSkndExpr *expr, ImSkndType *type)
{
  const char *sign = im_sknd_operator_get_info (expr->operation)->sign;

  if (!im_sknd_infer_operand (inference, expr->operands[0], type))
    return FALSE;
  if (!can_fold (expr->operation, expr->is_cumulative))
    return im_sknd_infer_fail (inference, "type", expr, "“%s” cannot be folded%s", sign,
                               expr->is_cumulative ? " step by step" : "");
  if (!im_sknd_infer_may_be_packed (type))
    return im_sknd_infer_expect (inference, expr->operands[0], type,
                                 "a pack in front of a fold");
  if (!check_operands (inference, expr, type))
    return FALSE;
  if (type->base == IM_SKND_BASE_STR && expr->operation == IM_SKND_ADD)
    return im_sknd_infer_expect (inference, expr->operands[0], type, "a pack of numbers");

  if (type->base == IM_SKND_BASE_OPEN)
    type->base = im_sknd_operator_get_info (expr->operation)->level <= IM_SKND_LEVEL_LOGIC
                     ? IM_SKND_BASE_BOOL
                     : IM_SKND_BASE_INT;
  if (im_sknd_operator_compares (expr->operation))
    set_bool (type);
  type->is_packed = expr->is_cumulative;
  type->is_either = FALSE;
  if (!expr->is_cumulative &&
      (expr->operation == IM_SKND_UNIFORM || expr->operation == IM_SKND_MINIMUM ||
       expr->operation == IM_SKND_MAXIMUM))
    type->is_optional = TRUE;

  return TRUE;
}

/* Names that are tested for null where all of the condition holds. */
static void
promote (ImSkndInference *inference, const ImSkndExpr *condition)
{
  if (condition->kind == IM_SKND_TEST)
    g_ptr_array_add (inference->promoted, (gpointer) condition->operands[0]->name);
  if (condition->kind != IM_SKND_BINARY || condition->operation != IM_SKND_AND)
    return;
  promote (inference, condition->operands[0]);
  promote (inference, condition->operands[1]);
}

static gboolean
infer_branches (ImSkndInference *inference, const ImSkndExpr *expr, ImSkndType *type)
{
  guint n_promoted = inference->promoted->len;
  ImSkndType a, b = { 0 };
  gboolean is_fine = FALSE;

  promote (inference, expr->operands[0]);
  is_fine = im_sknd_infer_part (inference, expr->operands[1], &a);
  g_ptr_array_set_size (inference->promoted, (gint) n_promoted);
  if (expr->operands[2] != NULL)
    is_fine &= im_sknd_infer_part (inference, expr->operands[2], &b);
  if (!is_fine)
    return FALSE;
  *type = a;
  if (!im_sknd_type_join (&a, &b, type))
    return im_sknd_infer_fail_different (inference, expr, &a, &b, "on both sides of “:”");
  im_sknd_infer_spread (type, &b);

  return TRUE;
}

static gboolean
infer_select (ImSkndInference *inference, const ImSkndExpr *expr, ImSkndType *type)
{
  ImSkndType condition;

  if (!im_sknd_infer_operand (inference, expr->operands[0], &condition))
    {
      infer_branches (inference, expr, type);
      return FALSE;
    }
  if (condition.base != IM_SKND_BASE_BOOL)
    return im_sknd_infer_expect (inference, expr->operands[0], &condition,
                                 "a bool in front of “?”");
  if (expr->operands[2] == NULL && condition.is_packed)
    return im_sknd_infer_expect (inference, expr->operands[0], &condition,
                                 "a single bool where nothing stands behind “:”");
  if (!infer_branches (inference, expr, type))
    return FALSE;
  im_sknd_infer_spread (type, &condition);
  type->is_optional |= expr->operands[2] == NULL;

  return TRUE;
}

static gboolean
infer_coalesce (ImSkndInference *inference, const ImSkndExpr *expr, ImSkndType *type)
{
  ImSkndType a, b;

  if (!im_sknd_infer_part (inference, expr->operands[0], &a) ||
      !im_sknd_infer_part (inference, expr->operands[1], &b))
    return FALSE;
  *type = b;
  if (!im_sknd_type_join (&a, &b, type))
    return im_sknd_infer_fail_different (inference, expr, &a, &b,
                                         "on both sides of “??”");
  if (!a.is_optional)
    return im_sknd_infer_expect (inference, expr->operands[0], &a,
                                 "a value that may be null in front of “??”");
  if (b.is_optional)
    return im_sknd_infer_expect (inference, expr->operands[1], &b,
                                 "a value that is never null behind “??”");
  if (a.is_packed != b.is_packed && !a.is_either && !b.is_either)
    return im_sknd_infer_fail_different (inference, expr, &a, &b,
                                         "on both sides of “??”");
  type->is_guarded |= a.is_guarded;

  return TRUE;
}

/* The type that a call casts to; FALSE for a function. */
static gboolean
find_cast (const ImSkndInference *inference, const ImSkndExpr *expr, ImSkndType *type)
{
  const ImSkndSymbol *symbol = im_sknd_scope_find (inference->scope, expr->name);

  *type = make_type (IM_SKND_BASE_OPEN);
  if (expr->is_quoted)
    return FALSE;
  if (im_sknd_base_find (expr->name, &type->base))
    return TRUE;
  if (symbol == NULL || !symbol->is_type)
    return FALSE;
  *type = symbol->type;

  return TRUE;
}

static gboolean
infer_cast (ImSkndInference *inference,
            const ImSkndExpr *expr,
            const ImSkndType *to,
            ImSkndType *type)
{
  ImSkndType joined = { 0 };

  *type = *to;
  if (expr->n == 0)
    return TRUE;
  if (!im_sknd_infer_operand (inference, expr->operands[0], type))
    return FALSE;
  if (!im_sknd_type_join (type, to, &joined) && to->base == IM_SKND_BASE_STR)
    return im_sknd_infer_fail (inference, "type", expr->operands[0],
                               "No other type becomes a str by a cast; \"{x}\" does");
  if (!im_sknd_type_join (type, to, &joined) &&
      (!im_sknd_type_is_arithmetic (type) || !im_sknd_type_is_arithmetic (to)))
    return im_sknd_infer_expect (inference, expr->operands[0], type,
                                 "an int, real or bool, or the same type, to cast");
  type->base = to->base;
  type->generic = to->generic;
  type->generic_class = to->generic_class;

  return TRUE;
}

static gboolean
infer_call (ImSkndInference *inference, const ImSkndExpr *expr, ImSkndType *type)
{
  const char *nearest = NULL;
  const ImSkndBuiltin *builtin = im_sknd_builtin_find (expr->name, &nearest);
  ImSkndType to;

  if (find_cast (inference, expr, &to))
    {
      if (expr->n > 1)
        return im_sknd_infer_fail (inference, "type", expr,
                                   "Expected one value to cast, found %u", expr->n);
      return infer_cast (inference, expr, &to, type);
    }
  if (builtin == NULL)
    {
      im_sknd_infer_fail (inference, "name", expr, "There is no function “%s”",
                          expr->name);
      im_diagnostics_suggest (inference->diagnostics, expr->name, nearest);
      return FALSE;
    }
  if (expr->n != 1)
    return im_sknd_infer_fail (inference, "type", expr,
                               "Expected one argument of “%s”, found %u", expr->name,
                               expr->n);
  if (!im_sknd_infer_operand (inference, expr->operands[0], type))
    return FALSE;
  if (builtin->takes_int ? !im_sknd_type_is_numeric (type)
                         : type->base != IM_SKND_BASE_REAL)
    return im_sknd_infer_expect (inference, expr->operands[0], type,
                                 builtin->takes_int ? "an int or a real" : "a real");

  return TRUE;
}

static gboolean
infer_constant (const ImSkndExpr *expr, ImSkndType *type)
{
  gboolean is_real = strcmp (expr->name, "inf") == 0 || strcmp (expr->name, "pi") == 0;

  *type = make_type (is_real ? IM_SKND_BASE_REAL : IM_SKND_BASE_BOOL);

  return TRUE;
}

gboolean
im_sknd_infer_any (ImSkndInference *inference, const ImSkndExpr *expr, ImSkndType *type)
{
  *type = make_type (expr->kind == IM_SKND_REAL ? IM_SKND_BASE_REAL : IM_SKND_BASE_INT);
  switch ((guint) expr->kind)
    {
    case IM_SKND_CONSTANT:
      return infer_constant (expr, type);
    case IM_SKND_STRING:
      return infer_string (inference, expr, type);
    case IM_SKND_NAME:
      return infer_name (inference, expr, type);
    case IM_SKND_MEMBER:
      return infer_member (inference, expr, type);
    case IM_SKND_UNARY:
      return infer_unary (inference, expr, type);
    case IM_SKND_TEST:
      return infer_test (inference, expr, type);
    case IM_SKND_BINARY:
      return infer_binary (inference, expr, type);
    case IM_SKND_FOLD:
      return infer_fold (inference, expr, type);
    case IM_SKND_SELECT:
      return infer_select (inference, expr, type);
    case IM_SKND_COALESCE:
      return infer_coalesce (inference, expr, type);
    case IM_SKND_LIST:
      return im_sknd_infer_list (inference, expr, type);
    case IM_SKND_INDEX:
      return im_sknd_infer_index (inference, expr, type);
    case IM_SKND_SUBSTITUTE:
      return im_sknd_infer_substitution (inference, expr, type);
    case IM_SKND_CALL:
      return infer_call (inference, expr, type);
    case IM_SKND_ZIP:
      return im_sknd_infer_fail (inference, "type", expr,
                                 "Expected “..” behind a zip, which stands in a list");
    case IM_SKND_GUARD:
    case IM_SKND_REMAP:
      return im_sknd_infer_guard (inference, expr, type);
    default:
      return TRUE; /* numbers */
    }
}

gboolean
im_sknd_infer (const ImSkndExpr *expr,
               const ImSkndScope *scope,
               ImSource *source,
               ImDiagnostics *diagnostics,
               ImSkndType *type)
{
  g_autoptr (GPtrArray) promoted = g_ptr_array_new ();
  ImSkndInference inference = { scope, source, diagnostics, promoted, FALSE };

  return im_sknd_infer_any (&inference, expr, type);
}

gboolean
im_sknd_infer_scalar (const ImSkndExpr *expr,
                      const ImSkndScope *scope,
                      ImSource *source,
                      ImDiagnostics *diagnostics,
                      ImSkndType *type)
{
  g_autoptr (GPtrArray) promoted = g_ptr_array_new ();
  ImSkndInference inference = { scope, source, diagnostics, promoted, TRUE };

  return im_sknd_infer_part (&inference, expr, type);
}
