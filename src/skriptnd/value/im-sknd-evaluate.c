/* SPDX-License-Identifier: MIT
 *
 * What an expression may be made of has been checked with its type, so that only values
 * can be wrong here. Of a select only the branch that is chosen is computed.
 */
#include <math.h>
#include <string.h>

#include "skriptnd/value/im-sknd-evaluate-private.h"
#include "skriptnd/value/im-sknd-infer.h"
#include "skriptnd/value/im-sknd-pack.h"

#define MAX_WORK  200000000           /* items */
#define MAX_BYTES (100 * 1024 * 1024) /* of the arena */

gboolean
im_sknd_evaluate_fail (ImSkndEvaluation *evaluation,
                       const ImSkndExpr *expr,
                       const char *message)
{
  im_diagnostics_add (evaluation->diagnostics, IM_SEVERITY_ERROR, "value",
                      evaluation->source, expr->span, "%s", message);

  return FALSE;
}

gboolean
im_sknd_evaluate_charge (ImSkndEvaluation *evaluation, const ImSkndExpr *expr, gsize n)
{
  evaluation->work += n + 1;
  if (n > IM_SKND_MAX_ITEMS)
    return im_sknd_evaluate_fail (evaluation, expr,
                                  "A pack would have more than a million items");
  if (evaluation->work > MAX_WORK || im_arena_get_size (evaluation->arena) > MAX_BYTES)
    return im_sknd_evaluate_fail (evaluation, expr,
                                  "The values are too large to be computed");

  return TRUE;
}

static gboolean
set_null (ImSkndValue *value)
{
  value->is_null = TRUE;

  return TRUE;
}

static ImSkndItem *
init_one (ImSkndEvaluation *evaluation, ImSkndValue *value, ImSkndBase base)
{
  return im_sknd_value_init (value, evaluation->arena, base, FALSE, 1);
}

static gboolean
evaluate_constant (ImSkndEvaluation *evaluation,
                   const ImSkndExpr *expr,
                   ImSkndValue *value)
{
  gboolean is_real = expr->name[0] == 'i' || expr->name[0] == 'p';
  ImSkndItem *item = init_one (evaluation, value,
                               is_real ? IM_SKND_BASE_REAL : IM_SKND_BASE_BOOL);

  if (is_real)
    item->real = expr->name[0] == 'i' ? (double) INFINITY : G_PI;
  else
    item->boolean = strcmp (expr->name, "true") == 0;

  return TRUE;
}

static gboolean
append_pieces (ImSkndEvaluation *evaluation,
               const ImSkndExpr *piece,
               GString *text,
               gboolean *is_null)
{
  for (guint i = 0; i < piece->n; i++)
    {
      const ImSkndExpr *part = piece->operands[i];
      ImSkndValue value;

      if (part->kind == IM_SKND_TEXT)
        {
          g_string_append (text, part->name);
          continue;
        }
      if (!im_sknd_evaluate (evaluation, part, &value))
        return FALSE;
      *is_null |= value.is_null;
      if (!*is_null)
        im_sknd_value_append_format (&value, text);
      if (text->len > IM_SKND_MAX_STRING)
        return im_sknd_evaluate_fail (evaluation, part, "The string is too long");
    }

  return TRUE;
}

static gboolean
evaluate_string (ImSkndEvaluation *evaluation, const ImSkndExpr *expr, ImSkndValue *value)
{
  g_autoptr (GString) text = g_string_new (NULL);
  ImSkndItem *item = init_one (evaluation, value, IM_SKND_BASE_STR);

  for (guint i = 0; i < expr->n; i++)
    if (!append_pieces (evaluation, expr->operands[i], text, &value->is_null))
      return FALSE;
  item->string = im_arena_strndup (evaluation->arena, text->str, text->len);

  return im_sknd_evaluate_charge (evaluation, expr, 0);
}

static gboolean
evaluate_name (ImSkndEvaluation *evaluation, const ImSkndExpr *expr, ImSkndValue *value)
{
  gboolean is_member = expr->kind == IM_SKND_MEMBER;
  g_autofree char *member = is_member ? g_strdup_printf ("%s.%s", expr->operands[0]->name,
                                                         expr->name)
                                      : NULL;
  const ImSkndSymbol *symbol = im_sknd_scope_find (evaluation->scope,
                                                   is_member ? member : expr->name);

  if (symbol == NULL || symbol->value == NULL)
    return im_sknd_evaluate_fail (evaluation, expr, "The value is not known here");
  *value = *symbol->value;

  return TRUE;
}

/* Of the least integer, the literal has the value already. */
static gboolean
is_least (const ImSkndExpr *expr)
{
  return expr->operation == IM_SKND_NEGATE &&
         expr->operands[0]->kind == IM_SKND_INTEGER &&
         expr->operands[0]->integer == G_MININT64;
}

static gboolean
evaluate_unary (ImSkndEvaluation *evaluation, const ImSkndExpr *expr, ImSkndValue *value)
{
  ImSkndValue operand;
  ImSkndItem *items = NULL;

  if (!im_sknd_evaluate (evaluation, expr->operands[0], &operand) ||
      !im_sknd_evaluate_charge (evaluation, expr, operand.n))
    return FALSE;
  items = im_sknd_value_init (value, evaluation->arena, operand.base, operand.is_packed,
                              operand.n);
  if (operand.is_null)
    return set_null (value);
  if (is_least (expr))
    {
      items[0] = operand.items[0];
      return TRUE;
    }
  for (guint i = 0; i < operand.n; i++)
    {
      const char *problem = im_sknd_item_negate (expr->operation, operand.base,
                                                 operand.items[i], &items[i]);

      if (problem != NULL)
        return im_sknd_evaluate_fail (evaluation, expr, problem);
    }

  return TRUE;
}

static gboolean
join_strings (ImSkndEvaluation *evaluation,
              const ImSkndExpr *expr,
              ImSkndItem a,
              ImSkndItem b,
              ImSkndItem *result)
{
  if (strlen (a.string) + strlen (b.string) > IM_SKND_MAX_STRING)
    return im_sknd_evaluate_fail (evaluation, expr, "The string is too long");
  result->string = im_arena_printf (evaluation->arena, "%s%s", a.string, b.string);

  return im_sknd_evaluate_charge (evaluation, expr, 0);
}

static gboolean
operate (ImSkndEvaluation *evaluation,
         const ImSkndExpr *expr,
         ImSkndBase base,
         ImSkndItem a,
         ImSkndItem b,
         ImSkndItem *result)
{
  const char *problem = NULL;

  if (expr->operation == IM_SKND_ADD && base == IM_SKND_BASE_STR)
    return join_strings (evaluation, expr, a, b, result);
  problem = im_sknd_item_operate (expr->operation, base, a, b, result);

  return problem == NULL || im_sknd_evaluate_fail (evaluation, expr, problem);
}

gboolean
im_sknd_evaluate_length (ImSkndEvaluation *evaluation,
                         const ImSkndExpr *expr,
                         const ImSkndValue *a,
                         const ImSkndValue *b,
                         guint *n)
{
  g_autofree char *message = NULL;

  *n = a->is_packed ? a->n : b->n;
  if (!a->is_packed || !b->is_packed || a->n == b->n)
    return im_sknd_evaluate_charge (evaluation, expr, *n);
  message = g_strdup_printf ("Expected packs of one length, found %u and %u items", a->n,
                             b->n);

  return im_sknd_evaluate_fail (evaluation, expr, message);
}

static gboolean
evaluate_binary (ImSkndEvaluation *evaluation, const ImSkndExpr *expr, ImSkndValue *value)
{
  gboolean compares = im_sknd_operator_compares (expr->operation);
  ImSkndValue a, b;
  ImSkndItem *items = NULL;
  ImSkndBase base = IM_SKND_BASE_OPEN;
  guint n = 0;

  if (!im_sknd_evaluate (evaluation, expr->operands[0], &a) ||
      !im_sknd_evaluate (evaluation, expr->operands[1], &b))
    return FALSE;
  base = a.base == IM_SKND_BASE_OPEN ? b.base : a.base;
  if (expr->operation == IM_SKND_IN && !a.is_null && !b.is_null)
    {
      im_sknd_contain (evaluation->arena, &a, &b, value);
      return im_sknd_evaluate_charge (evaluation, expr, a.n + b.n);
    }
  if (a.is_null || b.is_null)
    {
      im_sknd_value_init (value, evaluation->arena, compares ? IM_SKND_BASE_BOOL : base,
                          a.is_packed || b.is_packed, 0);
      return set_null (value);
    }
  if (!im_sknd_evaluate_length (evaluation, expr, &a, &b, &n))
    return FALSE;
  items = im_sknd_value_init (value, evaluation->arena,
                              compares ? IM_SKND_BASE_BOOL : base,
                              a.is_packed || b.is_packed, n);
  for (guint i = 0; i < n; i++)
    if (!operate (evaluation, expr, base, im_sknd_value_get (&a, i),
                  im_sknd_value_get (&b, i), &items[i]))
      return FALSE;

  return TRUE;
}

static gboolean
evaluate_fold (ImSkndEvaluation *evaluation, const ImSkndExpr *expr, ImSkndValue *value)
{
  ImSkndValue pack;
  const char *problem = NULL;

  if (!im_sknd_evaluate (evaluation, expr->operands[0], &pack) ||
      !im_sknd_evaluate_charge (evaluation, expr, pack.n))
    return FALSE;
  if (pack.is_null)
    {
      im_sknd_value_init (value, evaluation->arena, pack.base, expr->is_cumulative, 0);
      return set_null (value);
    }
  problem = im_sknd_fold (expr->operation, expr->is_cumulative, evaluation->arena, &pack,
                          value);

  return problem == NULL || im_sknd_evaluate_fail (evaluation, expr, problem);
}

static gboolean
evaluate_branch (ImSkndEvaluation *evaluation,
                 const ImSkndExpr *expr,
                 gboolean condition,
                 ImSkndValue *value)
{
  const ImSkndExpr *branch = expr->operands[condition ? 1 : 2];

  if (branch != NULL)
    return im_sknd_evaluate (evaluation, branch, value);
  init_one (evaluation, value, IM_SKND_BASE_OPEN);

  return set_null (value);
}

static gboolean
is_packed (const ImSkndEvaluation *evaluation, const ImSkndExpr *expr)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  ImSkndType type = { 0 };

  return im_sknd_infer (expr, evaluation->scope, evaluation->source, diagnostics,
                        &type) &&
         type.is_packed;
}

/* A single value beside a pack becomes as long as it. */
static gboolean
spread (ImSkndEvaluation *evaluation, const ImSkndExpr *other, ImSkndValue *value)
{
  ImSkndValue model;
  ImSkndItem item = { 0 };
  ImSkndItem *items = NULL;

  if (value->is_packed || value->is_null || other == NULL ||
      !is_packed (evaluation, other))
    return TRUE;
  if (!im_sknd_evaluate (evaluation, other, &model) ||
      !im_sknd_evaluate_charge (evaluation, other, model.n))
    return FALSE;
  item = value->items[0];
  items = im_sknd_value_init (value, evaluation->arena, value->base, TRUE, model.n);
  for (guint i = 0; i < model.n; i++)
    items[i] = item;

  return TRUE;
}

static gboolean
evaluate_mask (ImSkndEvaluation *evaluation,
               const ImSkndExpr *expr,
               const ImSkndValue *condition,
               ImSkndValue *value)
{
  ImSkndValue a, b;
  ImSkndItem *items = NULL;
  guint n = 0;

  if (!im_sknd_evaluate (evaluation, expr->operands[1], &a) ||
      !im_sknd_evaluate (evaluation, expr->operands[2], &b))
    return FALSE;
  if (a.is_null || b.is_null)
    {
      *value = a;
      value->is_packed = TRUE;
      return set_null (value);
    }
  if (!im_sknd_evaluate_length (evaluation, expr, condition, &a, &n) ||
      !im_sknd_evaluate_length (evaluation, expr, condition, &b, &n))
    return FALSE;
  items = im_sknd_value_init (value, evaluation->arena,
                              a.base == IM_SKND_BASE_OPEN ? b.base : a.base, TRUE, n);
  for (guint i = 0; i < n; i++)
    items[i] = im_sknd_value_get (condition->items[i].boolean ? &a : &b, i);

  return TRUE;
}

static gboolean
evaluate_select (ImSkndEvaluation *evaluation, const ImSkndExpr *expr, ImSkndValue *value)
{
  ImSkndValue condition;

  if (!im_sknd_evaluate (evaluation, expr->operands[0], &condition))
    return FALSE;
  if (condition.is_null)
    {
      *value = condition;
      return TRUE;
    }
  if (condition.is_packed)
    return evaluate_mask (evaluation, expr, &condition, value);

  return evaluate_branch (evaluation, expr, condition.items[0].boolean, value) &&
         spread (evaluation, expr->operands[condition.items[0].boolean ? 2 : 1], value);
}

static gboolean
evaluate_coalesce (ImSkndEvaluation *evaluation,
                   const ImSkndExpr *expr,
                   ImSkndValue *value)
{
  if (!im_sknd_evaluate (evaluation, expr->operands[0], value))
    return FALSE;

  return !value->is_null || im_sknd_evaluate (evaluation, expr->operands[1], value);
}

static gboolean
evaluate_test (ImSkndEvaluation *evaluation, const ImSkndExpr *expr, ImSkndValue *value)
{
  ImSkndValue operand;

  if (!im_sknd_evaluate (evaluation, expr->operands[0], &operand))
    return FALSE;
  init_one (evaluation, value, IM_SKND_BASE_BOOL)->boolean = !operand.is_null;

  return TRUE;
}

/* What a call casts to; FALSE for a function. */
static gboolean
find_cast (const ImSkndEvaluation *evaluation, const ImSkndExpr *expr, ImSkndBase *base)
{
  const ImSkndSymbol *symbol = NULL;

  if (expr->is_quoted)
    return FALSE;
  if (im_sknd_base_find (expr->name, base))
    return TRUE;
  symbol = im_sknd_scope_find (evaluation->scope, expr->name);
  if (symbol == NULL || !symbol->is_type)
    return FALSE;
  *base = symbol->type.base;

  return TRUE;
}

static gboolean
evaluate_call (ImSkndEvaluation *evaluation, const ImSkndExpr *expr, ImSkndValue *value)
{
  const char *nearest = NULL;
  ImSkndBase base = IM_SKND_BASE_OPEN;
  gboolean is_cast = find_cast (evaluation, expr, &base);
  const ImSkndBuiltin *builtin = is_cast ? NULL
                                         : im_sknd_builtin_find (expr->name, &nearest);
  ImSkndValue operand;
  ImSkndItem *items = NULL;

  if (expr->n == 0)
    {
      items = init_one (evaluation, value, base);
      if (base == IM_SKND_BASE_STR)
        items->string = "";
      return TRUE;
    }
  if (!im_sknd_evaluate (evaluation, expr->operands[0], &operand) ||
      !im_sknd_evaluate_charge (evaluation, expr, operand.n))
    return FALSE;
  items = im_sknd_value_init (value, evaluation->arena, is_cast ? base : operand.base,
                              operand.is_packed, operand.n);
  if (operand.is_null)
    return set_null (value);
  for (guint i = 0; i < operand.n; i++)
    {
      const char *problem = is_cast ? im_sknd_item_cast (operand.base, base,
                                                         operand.items[i], &items[i])
                                    : im_sknd_builtin_call (builtin, operand.base,
                                                            operand.items[i], &items[i]);

      if (problem != NULL)
        return im_sknd_evaluate_fail (evaluation, expr, problem);
    }

  return TRUE;
}

gboolean
im_sknd_evaluate (ImSkndEvaluation *evaluation,
                  const ImSkndExpr *expr,
                  ImSkndValue *value)
{
  switch ((guint) expr->kind)
    {
    case IM_SKND_INTEGER:
      init_one (evaluation, value, IM_SKND_BASE_INT)->integer = expr->integer;
      return TRUE;
    case IM_SKND_REAL:
      init_one (evaluation, value, IM_SKND_BASE_REAL)->real = expr->real;
      return TRUE;
    case IM_SKND_CONSTANT:
      return evaluate_constant (evaluation, expr, value);
    case IM_SKND_STRING:
      return evaluate_string (evaluation, expr, value);
    case IM_SKND_NAME:
    case IM_SKND_MEMBER:
      return evaluate_name (evaluation, expr, value);
    case IM_SKND_UNARY:
      return evaluate_unary (evaluation, expr, value);
    case IM_SKND_TEST:
      return evaluate_test (evaluation, expr, value);
    case IM_SKND_BINARY:
      return evaluate_binary (evaluation, expr, value);
    case IM_SKND_FOLD:
      return evaluate_fold (evaluation, expr, value);
    case IM_SKND_SELECT:
      return evaluate_select (evaluation, expr, value);
    case IM_SKND_COALESCE:
      return evaluate_coalesce (evaluation, expr, value);
    case IM_SKND_LIST:
      return im_sknd_evaluate_list (evaluation, expr, value);
    case IM_SKND_INDEX:
      return im_sknd_evaluate_index (evaluation, expr, value);
    case IM_SKND_SUBSTITUTE:
      return im_sknd_evaluate_substitution (evaluation, expr, value);
    case IM_SKND_CALL:
      return evaluate_call (evaluation, expr, value);
    default:
      return im_sknd_evaluate_fail (evaluation, expr, "There is no value before a run");
    }
}
