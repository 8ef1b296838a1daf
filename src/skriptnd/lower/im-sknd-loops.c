/* SPDX-License-Identifier: MIT
 *
 * Expressions of a statement: what is known is computed as everywhere else, what is not
 * becomes nodes. Types are looked at here, too, where a name is no more than a number.
 */
#include "skriptnd/lower/im-sknd-loops-private.h"

/* The length that both have, and the type; a single term is as long as what is beside it.
 */
static gboolean
join (ImSkndLoops *loops,
      const ImSkndExpr *expr,
      const ImSkndTerms *a,
      const ImSkndTerms *b,
      ImSkndBase *base,
      guint *n)
{
  *base = a->base == IM_SKND_BASE_OPEN ? b->base : a->base;
  *n = a->is_packed ? a->n : b->n;
  if (a->base != b->base && a->base != IM_SKND_BASE_OPEN && b->base != IM_SKND_BASE_OPEN)
    {
      g_autoptr (GString) left = g_string_new (NULL), right = g_string_new (NULL);
      ImSkndType of_a = { .base = a->base }, of_b = { .base = b->base };

      im_sknd_type_append (&of_a, left);
      im_sknd_type_append (&of_b, right);
      return im_sknd_frame_fail (loops->frame, "type", expr->span,
                                 "Expected the same type on both sides, found %s and %s",
                                 left->str, right->str);
    }
  if (a->is_packed && b->is_packed && a->n != b->n)
    return im_sknd_frame_fail (loops->frame, "value", expr->span,
                               "Expected packs of one length, found %u and %u items",
                               a->n, b->n);

  return TRUE;
}

static gboolean
set_null (ImSkndLoops *loops, ImSkndTerms *terms, ImSkndBase base, gboolean is_packed)
{
  im_sknd_terms_init (terms, loops->evaluation.arena, base, is_packed, 0);
  terms->is_null = TRUE;

  return TRUE;
}

/* An index in bars stands for the whole of it. */
static gboolean
check_guards (ImSkndLoops *loops, const ImSkndExpr *expr, const ImSkndTerms *terms)
{
  for (guint i = 0; i < terms->n && !terms->is_null; i++)
    if (terms->terms[i].guard != IM_SKND_UNGUARDED)
      return im_sknd_frame_fail (loops->frame, "type", expr->span,
                                 "“|i|” is a whole index of a tensor; nothing is "
                                 "computed with it");

  return TRUE;
}

static gboolean
evaluate_part (ImSkndLoops *loops, const ImSkndExpr *expr, ImSkndTerms *terms)
{
  return im_sknd_loops_evaluate (loops, expr, terms) && check_guards (loops, expr, terms);
}

static gboolean
operate (ImSkndLoops *loops,
         const ImSkndExpr *expr,
         ImSkndOperator operation,
         ImSkndBase base,
         const ImSkndTerm *a,
         const ImSkndTerm *b,
         ImSkndTerm *result)
{
  const char *problem = im_sknd_term_operate (&loops->frame->program->numbers, operation,
                                              base, a, b, result);

  return problem == NULL || im_sknd_loops_fail (loops, expr, problem);
}

/* `x in pack` as comparisons with each item. */
static gboolean
evaluate_in (ImSkndLoops *loops,
             const ImSkndExpr *expr,
             const ImSkndTerms *items,
             const ImSkndTerms *pack,
             ImSkndTerms *terms)
{
  ImSkndTerm *results = im_sknd_terms_init (
      terms, loops->evaluation.arena, IM_SKND_BASE_BOOL, items->is_packed, items->n);

  for (guint i = 0; i < items->n; i++)
    for (guint j = 0; j < pack->n; j++)
      {
        ImSkndTerm equal;

        if (!operate (loops, expr, IM_SKND_EQUAL, items->base, &items->terms[i],
                      &pack->terms[j], &equal) ||
            !operate (loops, expr, IM_SKND_OR, IM_SKND_BASE_BOOL, &results[i], &equal,
                      &results[i]))
          return FALSE;
      }

  return TRUE;
}

static gboolean
evaluate_binary (ImSkndLoops *loops, const ImSkndExpr *expr, ImSkndTerms *terms)
{
  gboolean compares = im_sknd_operator_compares (expr->operation);
  ImSkndBase base = IM_SKND_BASE_OPEN;
  ImSkndTerms a, b;
  guint n = 0;

  if (!evaluate_part (loops, expr->operands[0], &a) ||
      !evaluate_part (loops, expr->operands[1], &b))
    return FALSE;
  if (a.is_null || b.is_null)
    return set_null (loops, terms,
                     compares                      ? IM_SKND_BASE_BOOL
                     : a.base == IM_SKND_BASE_OPEN ? b.base
                                                   : a.base,
                     a.is_packed || b.is_packed);
  if (expr->operation == IM_SKND_IN)
    return evaluate_in (loops, expr, &a, &b, terms);
  if (!join (loops, expr, &a, &b, &base, &n))
    return FALSE;
  if (base == IM_SKND_BASE_BOOL && !compares &&
      im_sknd_operator_get_info (expr->operation)->level > IM_SKND_LEVEL_LOGIC)
    return im_sknd_loops_fail (loops, expr, "Expected numbers, found bools");
  if (base != IM_SKND_BASE_BOOL &&
      im_sknd_operator_get_info (expr->operation)->level <= IM_SKND_LEVEL_LOGIC && n > 0)
    return im_sknd_loops_fail (loops, expr, "Expected bools, found numbers");
  im_sknd_terms_init (terms, loops->evaluation.arena, compares ? IM_SKND_BASE_BOOL : base,
                      a.is_packed || b.is_packed, n);
  for (guint i = 0; i < n; i++)
    if (!operate (loops, expr, expr->operation, base, im_sknd_terms_get (&a, i),
                  im_sknd_terms_get (&b, i), &terms->terms[i]))
      return FALSE;

  return TRUE;
}

static gboolean
evaluate_unary (ImSkndLoops *loops, const ImSkndExpr *expr, ImSkndTerms *terms)
{
  ImSkndTerms operand;
  gboolean is_not = expr->operation == IM_SKND_NOT;

  if (!evaluate_part (loops, expr->operands[0], &operand))
    return FALSE;
  if (operand.is_null)
    return set_null (loops, terms, operand.base, operand.is_packed);
  if (operand.n > 0 && is_not != (operand.base == IM_SKND_BASE_BOOL))
    return im_sknd_loops_fail (loops, expr,
                               is_not ? "Expected a bool behind “!”"
                                      : "Expected a number behind a sign");
  im_sknd_terms_init (terms, loops->evaluation.arena, operand.base, operand.is_packed,
                      operand.n);
  for (guint i = 0; i < operand.n; i++)
    {
      const char *problem = im_sknd_term_negate (&loops->frame->program->numbers,
                                                 expr->operation, operand.base,
                                                 &operand.terms[i], &terms->terms[i]);

      if (problem != NULL)
        return im_sknd_loops_fail (loops, expr, problem);
    }

  return TRUE;
}

/* A step-by-step sum has as many items as the pack. */
static gboolean
fold (ImSkndLoops *loops,
      const ImSkndExpr *expr,
      const ImSkndTerms *pack,
      ImSkndTerms *terms)
{
  ImSkndTerm sum = pack->terms[0];

  for (guint i = 0; i < pack->n; i++)
    {
      if (i > 0 && !operate (loops, expr, expr->operation, pack->base, &sum,
                             &pack->terms[i], &sum))
        return FALSE;
      if (expr->is_cumulative)
        terms->terms[i] = sum;
    }
  if (!expr->is_cumulative)
    terms->terms[0] = sum;

  return TRUE;
}

/* Neighbours, or for != all pairs. */
static gboolean
fold_pairs (ImSkndLoops *loops,
            const ImSkndExpr *expr,
            const ImSkndTerms *pack,
            ImSkndTerm *result)
{
  *result = (ImSkndTerm){ .item = { .boolean = TRUE } };
  for (guint i = 0; i < pack->n; i++)
    for (guint j = i + 1;
         j < (expr->operation == IM_SKND_NOT_EQUAL ? pack->n : MIN (i + 2, pack->n)); j++)
      {
        ImSkndTerm holds;

        if (!operate (loops, expr, expr->operation, pack->base, &pack->terms[i],
                      &pack->terms[j], &holds) ||
            !operate (loops, expr, IM_SKND_AND, IM_SKND_BASE_BOOL, result, &holds,
                      result))
          return FALSE;
      }

  return TRUE;
}

static gboolean
fold_known (ImSkndLoops *loops,
            const ImSkndExpr *expr,
            const ImSkndValue *pack,
            ImSkndTerms *terms)
{
  ImArena *arena = loops->evaluation.arena;
  ImSkndValue value;
  const char *problem = im_sknd_fold (expr->operation, expr->is_cumulative, arena, pack,
                                      &value);

  if (problem != NULL)
    return im_sknd_loops_fail (loops, expr, problem);
  im_sknd_terms_set (terms, arena, &value);

  return TRUE;
}

static gboolean
evaluate_fold (ImSkndLoops *loops, const ImSkndExpr *expr, ImSkndTerms *terms)
{
  ImArena *arena = loops->evaluation.arena;
  ImSkndTerms pack;
  ImSkndValue known;

  if (!evaluate_part (loops, expr->operands[0], &pack))
    return FALSE;
  if (pack.is_null)
    return set_null (loops, terms, pack.base, expr->is_cumulative);
  if (!pack.is_packed)
    return im_sknd_loops_fail (loops, expr, "Expected a pack in front of a fold");
  if (im_sknd_terms_get_value (&pack, arena, &known))
    return fold_known (loops, expr, &known, terms);
  if (im_sknd_operator_compares (expr->operation))
    {
      im_sknd_terms_init (terms, arena, IM_SKND_BASE_BOOL, FALSE, 1);
      return fold_pairs (loops, expr, &pack, terms->terms);
    }
  if (expr->operation == IM_SKND_UNIFORM)
    return im_sknd_loops_fail (loops, expr,
                               "“:= ..” asks for what is known before a run");
  im_sknd_terms_init (terms, arena, pack.base, expr->is_cumulative,
                      expr->is_cumulative ? pack.n : 1);

  return fold (loops, expr, &pack, terms);
}

static gboolean
evaluate_coalesce (ImSkndLoops *loops, const ImSkndExpr *expr, ImSkndTerms *terms)
{
  return im_sknd_loops_evaluate (loops, expr->operands[0], terms) &&
         (!terms->is_null || im_sknd_loops_evaluate (loops, expr->operands[1], terms));
}

static gboolean
evaluate_test (ImSkndLoops *loops, const ImSkndExpr *expr, ImSkndTerms *terms)
{
  const ImSkndOperands *tensors = im_sknd_loops_find_name (loops, expr->operands[0]);
  ImSkndTerms operand = { .is_null = tensors != NULL && tensors->is_null };

  if (tensors == NULL && !im_sknd_loops_evaluate (loops, expr->operands[0], &operand))
    return FALSE;
  im_sknd_terms_init (terms, loops->evaluation.arena, IM_SKND_BASE_BOOL, FALSE, 1)
      ->item.boolean = !operand.is_null;

  return TRUE;
}

/* A single term beside a pack becomes as long as it. */
static gboolean
spread (ImSkndLoops *loops, const ImSkndExpr *other, ImSkndTerms *terms)
{
  ImSkndTerms model;
  ImSkndTerm one = terms->terms[0];

  if (terms->is_null || terms->is_packed || other == NULL ||
      !im_sknd_loops_is_packed (loops, other))
    return TRUE;
  if (!im_sknd_loops_evaluate (loops, other, &model))
    return FALSE;
  im_sknd_terms_init (terms, loops->evaluation.arena, terms->base, TRUE, model.n);
  for (guint i = 0; i < model.n; i++)
    terms->terms[i] = one;

  return TRUE;
}

static gboolean
evaluate_known_branch (ImSkndLoops *loops,
                       const ImSkndExpr *expr,
                       gboolean is_true,
                       ImSkndTerms *terms)
{
  const ImSkndExpr *branch = expr->operands[is_true ? 1 : 2];

  if (branch == NULL)
    return set_null (loops, terms, IM_SKND_BASE_OPEN, FALSE);

  return im_sknd_loops_evaluate (loops, branch, terms) &&
         spread (loops, expr->operands[is_true ? 2 : 1], terms);
}

/* What is told to hold in a branch, on top of what does already. */
static void
assume (ImSkndLoops *loops, const ImSkndTerms *condition)
{
  for (guint i = 0; i < condition->n; i++)
    for (const ImSkndFact *fact = condition->terms[i].facts; fact != NULL;
         fact = fact->next)
      {
        ImSkndFact *more = im_arena_new0 (loops->evaluation.arena, ImSkndFact, 1);

        more->form = fact->form;
        more->next = loops->assumed;
        loops->assumed = more;
      }
}

static gboolean
are_all_known (const ImSkndTerms *terms)
{
  for (guint i = 0; i < terms->n; i++)
    if (terms->terms[i].kind != IM_SKND_TERM_CONSTANT)
      return FALSE;

  return TRUE;
}

static gboolean
evaluate_branches (ImSkndLoops *loops,
                   const ImSkndExpr *expr,
                   const ImSkndTerms *condition,
                   ImSkndTerms *a,
                   ImSkndTerms *b)
{
  const ImSkndFact *assumed = loops->assumed;
  gboolean is_fine = FALSE;

  if (expr->operands[2] == NULL)
    return im_sknd_loops_fail (loops, expr,
                               "Expected “:” behind a condition that only a run knows");
  if (!condition->is_packed)
    assume (loops, condition);
  is_fine = im_sknd_loops_evaluate (loops, expr->operands[1], a);
  loops->assumed = assumed;

  return is_fine && im_sknd_loops_evaluate (loops, expr->operands[2], b);
}

static gboolean
check_select (ImSkndLoops *loops, const ImSkndExpr *expr, const ImSkndTerms *condition)
{
  if (condition->base == IM_SKND_BASE_BOOL)
    return TRUE;

  return im_sknd_loops_fail (loops, expr->operands[0], "Expected a bool in front of “?”");
}

static gboolean
evaluate_select (ImSkndLoops *loops, const ImSkndExpr *expr, ImSkndTerms *terms)
{
  ImSkndBase base = IM_SKND_BASE_OPEN;
  ImSkndTerms condition, a, b;
  guint n = 0;

  if (!evaluate_part (loops, expr->operands[0], &condition) ||
      !check_select (loops, expr, &condition))
    return FALSE;
  if (condition.is_null)
    return set_null (loops, terms, IM_SKND_BASE_OPEN, condition.is_packed);
  if (!condition.is_packed && are_all_known (&condition))
    return evaluate_known_branch (loops, expr, condition.terms[0].item.boolean, terms);
  if (!evaluate_branches (loops, expr, &condition, &a, &b))
    return FALSE;
  if (a.is_null || b.is_null)
    return set_null (loops, terms, base, condition.is_packed);
  if (!join (loops, expr, &a, &b, &base, &n))
    return FALSE;
  if (condition.is_packed && (a.is_packed || b.is_packed) && n != condition.n)
    return im_sknd_loops_fail (loops, expr,
                               "The condition and what is chosen have different lengths");
  im_sknd_terms_init (terms, loops->evaluation.arena, base,
                      condition.is_packed || a.is_packed || b.is_packed,
                      condition.is_packed ? condition.n : n);
  for (guint i = 0; i < terms->n; i++)
    im_sknd_term_select (&loops->frame->program->numbers, base,
                         im_sknd_terms_get (&condition, i), im_sknd_terms_get (&a, i),
                         im_sknd_terms_get (&b, i), &terms->terms[i]);

  return TRUE;
}

/* What a call casts to; FALSE for a function. */
static gboolean
find_cast (const ImSkndLoops *loops, const ImSkndExpr *expr, ImSkndBase *base)
{
  const ImSkndSymbol *symbol = im_sknd_scope_find (&loops->scope, expr->name);

  if (expr->is_quoted)
    return FALSE;
  if (im_sknd_base_find (expr->name, base))
    return TRUE;
  if (symbol == NULL || !symbol->is_type)
    return FALSE;
  *base = symbol->type.base;

  return TRUE;
}

static gboolean
check_operand (ImSkndLoops *loops,
               const ImSkndExpr *expr,
               const ImSkndBuiltin *builtin,
               ImSkndBase base)
{
  if (base == IM_SKND_BASE_REAL || (builtin->takes_int && base == IM_SKND_BASE_INT))
    return TRUE;

  return im_sknd_loops_fail (loops, expr->operands[0],
                             builtin->takes_int ? "Expected an int or a real"
                                                : "Expected a real");
}

static gboolean
evaluate_call (ImSkndLoops *loops, const ImSkndExpr *expr, ImSkndTerms *terms)
{
  const ImSkndNumbers *numbers = &loops->frame->program->numbers;
  const char *nearest = NULL;
  ImSkndBase base = IM_SKND_BASE_OPEN;
  gboolean is_cast = find_cast (loops, expr, &base);
  const ImSkndBuiltin *builtin = is_cast ? NULL
                                         : im_sknd_builtin_find (expr->name, &nearest);
  ImSkndTerms operand;

  if (!is_cast && builtin == NULL)
    return im_sknd_frame_fail (loops->frame, "name", expr->span,
                               "There is no function “%s”", expr->name);
  if (expr->n != 1)
    return im_sknd_loops_fail (loops, expr, "Expected one argument");
  if (!evaluate_part (loops, expr->operands[0], &operand))
    return FALSE;
  if (operand.is_null)
    return set_null (loops, terms, is_cast ? base : operand.base, operand.is_packed);
  if (!is_cast && !check_operand (loops, expr, builtin, operand.base))
    return FALSE;
  im_sknd_terms_init (terms, loops->evaluation.arena, is_cast ? base : operand.base,
                      operand.is_packed, operand.n);
  for (guint i = 0; i < operand.n; i++)
    {
      const char *problem = is_cast
                                ? im_sknd_term_cast (numbers, operand.base, base,
                                                     &operand.terms[i], &terms->terms[i])
                                : im_sknd_term_call (numbers, builtin, operand.base,
                                                     &operand.terms[i], &terms->terms[i]);

      if (problem != NULL)
        return im_sknd_loops_fail (loops, expr, problem);
    }

  return TRUE;
}

static gboolean
evaluate_name (ImSkndLoops *loops, const ImSkndExpr *expr, ImSkndTerms *terms)
{
  const ImSkndTerms *found = g_hash_table_lookup (loops->terms, expr->name);

  if (found == NULL)
    return im_sknd_frame_fail (loops->frame, "type", expr->span,
                               "“%s” is a tensor; expected an element of it, such as "
                               "%s[i,]",
                               expr->name, expr->name);
  *terms = *found;

  return TRUE;
}

/* `|i|` and `|i <> lo : hi|` */
static gboolean
evaluate_guard (ImSkndLoops *loops, const ImSkndExpr *expr, ImSkndTerms *terms)
{
  gboolean is_remap = expr->kind == IM_SKND_REMAP;
  ImSkndTerms index, parts[2];

  if (!evaluate_part (loops, expr->operands[0], &index))
    return FALSE;
  if (index.is_null)
    return set_null (loops, terms, index.base, index.is_packed);
  if (index.base != IM_SKND_BASE_INT && index.n > 0)
    return im_sknd_loops_fail (loops, expr, "Expected an int as an index");
  for (guint i = 0; i < 2 && is_remap; i++)
    {
      ImSkndBase base = IM_SKND_BASE_OPEN;
      guint n = 0;

      if (!evaluate_part (loops, expr->operands[1 + i], &parts[i]) ||
          !join (loops, expr, &index, &parts[i], &base, &n))
        return FALSE;
      if (parts[i].is_packed && !index.is_packed)
        return im_sknd_loops_fail (loops, expr,
                                   "Expected one index instead of one outside");
    }
  im_sknd_terms_init (terms, loops->evaluation.arena, index.base, index.is_packed,
                      index.n);
  for (guint i = 0; i < index.n; i++)
    {
      terms->terms[i] = index.terms[i];
      terms->terms[i].guard = is_remap ? IM_SKND_REMAPPED : IM_SKND_GUARDED;
      if (is_remap)
        {
          terms->terms[i].below = im_sknd_terms_get (&parts[0], i);
          terms->terms[i].above = im_sknd_terms_get (&parts[1], i);
        }
    }

  return TRUE;
}

static gboolean
evaluate_known (ImSkndLoops *loops, const ImSkndExpr *expr, ImSkndTerms *terms)
{
  ImSkndValue value;

  if (!im_sknd_evaluate (&loops->evaluation, expr, &value))
    return im_sknd_frame_note (loops->frame);
  im_sknd_terms_set (terms, loops->evaluation.arena, &value);

  return TRUE;
}

gboolean
im_sknd_loops_evaluate (ImSkndLoops *loops, const ImSkndExpr *expr, ImSkndTerms *terms)
{
  if (im_sknd_loops_is_known (loops, expr))
    return evaluate_known (loops, expr, terms);
  switch ((guint) expr->kind)
    {
    case IM_SKND_NAME:
      return evaluate_name (loops, expr, terms);
    case IM_SKND_UNARY:
      return evaluate_unary (loops, expr, terms);
    case IM_SKND_TEST:
      return evaluate_test (loops, expr, terms);
    case IM_SKND_BINARY:
      return evaluate_binary (loops, expr, terms);
    case IM_SKND_FOLD:
      return evaluate_fold (loops, expr, terms);
    case IM_SKND_SELECT:
      return evaluate_select (loops, expr, terms);
    case IM_SKND_COALESCE:
      return evaluate_coalesce (loops, expr, terms);
    case IM_SKND_LIST:
      return im_sknd_loops_evaluate_items (loops, expr->operands, expr->n, terms);
    case IM_SKND_INDEX:
      return im_sknd_loops_is_access (loops, expr)
                 ? im_sknd_loops_load (loops, expr, terms)
                 : im_sknd_loops_index (loops, expr, terms);
    case IM_SKND_SUBSTITUTE:
      return im_sknd_loops_substitute (loops, expr, terms);
    case IM_SKND_CALL:
      return evaluate_call (loops, expr, terms);
    case IM_SKND_GUARD:
    case IM_SKND_REMAP:
      return evaluate_guard (loops, expr, terms);
    default:
      return im_sknd_loops_fail (loops, expr, "There is no value before a run");
    }
}
