/* SPDX-License-Identifier: MIT
 *
 * Lists of a statement, and items of packs. Where only a run knows which item is meant,
 * the items become a table, unless they grow evenly.
 */
#include <string.h>

#include "skriptnd/lower/im-sknd-loops-private.h"
#include "skriptnd/value/im-sknd-evaluate-private.h"
#include "skriptnd/value/im-sknd-index.h"

#define MAX_ITEMS 100000

/* A list of what is evaluated one after the other. */
typedef struct
{
  ImSkndLoops *loops;
  GArray *terms;
  ImSkndBase base;
  gboolean is_null;
} List;

static gboolean
append (List *list, const ImSkndExpr *expr, const ImSkndTerms *terms, guint repetitions)
{
  if (terms->is_null)
    {
      list->is_null = TRUE;
      return TRUE;
    }
  if (terms->base != IM_SKND_BASE_OPEN)
    {
      if (list->base != IM_SKND_BASE_OPEN && list->base != terms->base)
        return im_sknd_loops_fail (list->loops, expr,
                                   "The items of a list are of different types");
      list->base = terms->base;
    }
  for (guint i = 0; i < repetitions; i++)
    g_array_append_vals (list->terms, terms->terms, terms->n);

  return list->terms->len <= MAX_ITEMS ||
         im_sknd_loops_fail (list->loops, expr, "A list has too many items");
}

static gboolean
append_zip (List *list, const ImSkndExpr *expr)
{
  g_autofree ImSkndTerms *packs = g_new0 (ImSkndTerms, expr->n + 1);

  for (guint i = 0; i < expr->n; i++)
    {
      if (!im_sknd_loops_evaluate (list->loops, expr->operands[i], &packs[i]))
        return FALSE;
      if (packs[i].n != packs[0].n)
        return im_sknd_loops_fail (list->loops, expr,
                                   "The packs of a zip have different lengths");
    }
  for (guint i = 0; i < packs[0].n; i++)
    for (guint j = 0; j < expr->n; j++)
      {
        ImSkndTerms one = packs[j];

        one.n = 1;
        one.terms = &packs[j].terms[i];
        if (!append (list, expr, &one, 1))
          return FALSE;
      }

  return TRUE;
}

/* How often an item stands in a list; the count may be a bool. */
static gboolean
get_count (List *list, const ImSkndExpr *expr, guint *n)
{
  ImSkndTerms count;
  ImSkndValue value;

  if (!im_sknd_loops_evaluate (list->loops, expr, &count))
    return FALSE;
  if (!im_sknd_terms_get_value (&count, list->loops->evaluation.arena, &value))
    return im_sknd_loops_fail (list->loops, expr,
                               "The length of a pack must be known before a run");
  *n = 0;
  list->is_null |= value.is_null;
  if (value.is_null)
    return TRUE;
  if (value.base == IM_SKND_BASE_BOOL)
    *n = value.items[0].boolean ? 1 : 0;
  else if (value.items[0].integer < 0 || value.items[0].integer > MAX_ITEMS)
    return im_sknd_loops_fail (list->loops, expr,
                               "The length of a pack is negative, or too large");
  else
    *n = (guint) value.items[0].integer;

  return TRUE;
}

/* A range stands in a list of its own where it can be evaluated. */
static gboolean
append_range (List *list, const ImSkndExpr *item)
{
  ImSkndExpr one = { .kind = IM_SKND_LIST, .span = item->span, .n = 1 };
  ImSkndTerms terms;
  ImSkndValue value;

  one.operands = &item;
  if (!im_sknd_loops_is_known (list->loops, item))
    return im_sknd_loops_fail (list->loops, item,
                               "Not supported yet: a range that only a run knows");
  if (!im_sknd_evaluate (&list->loops->evaluation, &one, &value))
    return im_sknd_frame_note (list->loops->frame);
  im_sknd_terms_set (&terms, list->loops->evaluation.arena, &value);

  return append (list, item, &terms, 1);
}

static gboolean
append_item (List *list, const ImSkndExpr *item)
{
  gboolean is_expand = item->kind == IM_SKND_EXPAND;
  const ImSkndExpr *inner = is_expand ? item->operands[0] : item;
  ImSkndTerms terms;
  guint n = 1;

  if (inner->kind == IM_SKND_ZIP)
    return append_zip (list, inner);
  if (inner->kind == IM_SKND_RANGE)
    return append_range (list, inner);
  if (!im_sknd_loops_evaluate (list->loops, inner, &terms))
    return FALSE;
  if (is_expand && item->operands[1] != NULL && !get_count (list, item->operands[1], &n))
    return FALSE;

  return append (list, item, &terms, terms.is_packed ? 1 : n);
}

gboolean
im_sknd_loops_evaluate_items (ImSkndLoops *loops,
                              const ImSkndExpr *const *items,
                              guint n,
                              ImSkndTerms *terms)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (ImSkndTerm));
  List list = { loops, found, IM_SKND_BASE_OPEN, FALSE };

  for (guint i = 0; i < n; i++)
    if (!append_item (&list, items[i]))
      return FALSE;
  im_sknd_terms_init (terms, loops->evaluation.arena, list.base, TRUE, found->len);
  terms->is_null = list.is_null;
  if (found->len > 0)
    memcpy (terms->terms, found->data, found->len * sizeof (ImSkndTerm));

  return TRUE;
}

gboolean
im_sknd_loops_evaluate_indices (ImSkndLoops *loops,
                                const ImSkndExpr *expr,
                                guint rank,
                                ImSkndTerms *index,
                                ImSkndTerms *several)
{
  guint n = expr->n - 1;
  const ImSkndExpr *const *items = expr->operands + 1;

  *several = (ImSkndTerms){ .is_packed = FALSE };
  if (!im_sknd_loops_evaluate_items (loops, items, n, index))
    return FALSE;
  if (index->n == 0)
    index->base = IM_SKND_BASE_INT;
  for (guint i = 0; i < n && index->n != rank; i++)
    {
      ImSkndTerms before, behind;

      if (items[i]->kind == IM_SKND_EXPAND || items[i]->kind == IM_SKND_RANGE ||
          !im_sknd_loops_is_packed (loops, items[i]))
        continue;
      if (!im_sknd_loops_evaluate_items (loops, items, i, &before) ||
          !im_sknd_loops_evaluate (loops, items[i], several) ||
          !im_sknd_loops_evaluate_items (loops, items + i + 1, n - i - 1, &behind))
        return FALSE;
      im_sknd_terms_init (index, loops->evaluation.arena, IM_SKND_BASE_INT, TRUE,
                          before.n + 1 + behind.n);
      memcpy (index->terms, before.terms, before.n * sizeof (ImSkndTerm));
      memcpy (index->terms + before.n + 1, behind.terms, behind.n * sizeof (ImSkndTerm));
      index->n_before = before.n;
      return TRUE;
    }

  return TRUE;
}

static void
want (ImSkndLoops *loops, const ImSkndTerm *term)
{
  for (guint i = 0; term->kind == IM_SKND_TERM_FORM && i < IM_KERNEL_MAX_INDICES; i++)
    if (term->form->factor[i] != 0)
      loops->wanted |= 1u << i;
}

/* Items that are 3, 5, 7 … as a form of the index. */
static gboolean
find_progression (ImSkndLoops *loops,
                  const ImSkndTerms *pack,
                  const ImSkndTerm *index,
                  ImSkndTerm *result)
{
  gint64 first = pack->terms[0].item.integer, step = 0;
  ImAffine form, start = im_affine_constant (first);

  if (pack->n < 2 || !im_sknd_term_get_form (index, &form) ||
      __builtin_sub_overflow (pack->terms[1].item.integer, first, &step))
    return FALSE;
  for (guint i = 1; i < pack->n; i++)
    {
      gint64 found = 0;

      if (__builtin_sub_overflow (pack->terms[i].item.integer,
                                  pack->terms[i - 1].item.integer, &found) ||
          found != step)
        return FALSE;
    }
  if (!im_affine_scale (&form, step, 1, &form) ||
      !im_affine_add (&form, &start, 1, &form))
    return FALSE;
  *result = im_sknd_term_form (&loops->frame->program->numbers, &form);

  return TRUE;
}

static gboolean
are_known (const ImSkndTerms *pack)
{
  for (guint i = 0; i < pack->n; i++)
    if (pack->terms[i].kind != IM_SKND_TERM_CONSTANT)
      return FALSE;

  return TRUE;
}

static gboolean
are_equal (const ImSkndTerms *pack)
{
  for (guint i = 1; i < pack->n; i++)
    if (!im_sknd_item_equal (pack->base, pack->terms[0].item, pack->terms[i].item))
      return FALSE;

  return TRUE;
}

/* The items as elements of a buffer that is known. */
static gboolean
make_table (ImSkndLoops *loops,
            const ImSkndExpr *expr,
            const ImSkndTerms *pack,
            const ImSkndTerm *index,
            ImSkndTerm *result)
{
  gint64 extent = pack->n;
  ImSkndTensor tensor = { 1, &extent };
  ImSkndOperand operand = { .tensor = tensor };
  ImSkndTerms one = { .base = IM_SKND_BASE_INT, .n = 1, .terms = (ImSkndTerm *) index };
  ImSkndValue value;

  im_sknd_terms_get_value (pack, loops->evaluation.arena, &value);
  operand.buffer = (gint) im_sknd_program_add_table (loops->frame->program, &value,
                                                     &tensor);
  if (!im_sknd_loops_load_one (loops, expr, pack->base, &operand, &one, result))
    return FALSE;
  if (pack->base == IM_SKND_BASE_INT)
    {
      result->low = result->high = pack->terms[0].item.integer;
      for (guint i = 1; i < pack->n; i++)
        {
          result->low = MIN (result->low, pack->terms[i].item.integer);
          result->high = MAX (result->high, pack->terms[i].item.integer);
        }
    }

  return TRUE;
}

static gboolean
look_up (ImSkndLoops *loops,
         const ImSkndExpr *expr,
         const ImSkndTerms *pack,
         const ImSkndTerm *index,
         ImSkndTerm *result)
{
  if (index->kind != IM_SKND_TERM_NODE &&
      (im_sknd_term_low (index) < 0 || im_sknd_term_high (index) >= pack->n))
    return im_sknd_frame_fail (loops->frame, "value", expr->span,
                               "The index goes from %" G_GINT64_FORMAT
                               " to %" G_GINT64_FORMAT ", but the pack has %u items",
                               im_sknd_term_low (index), im_sknd_term_high (index),
                               pack->n);
  if (!are_known (pack) || pack->base == IM_SKND_BASE_STR)
    {
      want (loops, index);
      return im_sknd_loops_fail (loops, expr,
                                 "Not supported yet: an item of a pack where neither the "
                                 "index nor the items are known before a run");
    }
  if (are_equal (pack))
    {
      *result = pack->terms[0];
      return TRUE;
    }
  if (pack->base == IM_SKND_BASE_INT && find_progression (loops, pack, index, result))
    return TRUE;
  if (loops->needs_numbers)
    {
      want (loops, index);
      return im_sknd_loops_fail (loops, expr,
                                 "Not supported yet: an index below what only a run "
                                 "knows");
    }

  return make_table (loops, expr, pack, index, result);
}

/* The pack itself where an index of it is a range; otherwise what stands in brackets. */
static gboolean
find_positions (ImSkndLoops *loops,
                const ImSkndExpr *index,
                guint n,
                ImSkndTerms *positions)
{
  ImSkndTerms found;
  ImSkndValue known, resolved;
  g_autofree char *problem = NULL;

  if (index->kind == IM_SKND_RANGE)
    {
      if (!im_sknd_loops_is_known (loops, index))
        return im_sknd_loops_fail (loops, index,
                                   "Not supported yet: a range that only a run knows");
      if (!im_sknd_evaluate_positions (&loops->evaluation, index, n, &resolved))
        return im_sknd_frame_note (loops->frame);
      im_sknd_terms_set (positions, loops->evaluation.arena, &resolved);
      return TRUE;
    }
  if (!im_sknd_loops_evaluate (loops, index, &found))
    return FALSE;
  if (found.is_null || !im_sknd_terms_get_value (&found, loops->evaluation.arena, &known))
    {
      *positions = found;
      return found.is_null || found.base == IM_SKND_BASE_INT ||
             im_sknd_loops_fail (loops, index, "Expected ints as indices");
    }
  problem = im_sknd_positions (loops->evaluation.arena, &known, n, &resolved);
  if (problem != NULL)
    return im_sknd_loops_fail (loops, index, problem);
  im_sknd_terms_set (positions, loops->evaluation.arena, &resolved);

  return TRUE;
}

gboolean
im_sknd_loops_index (ImSkndLoops *loops, const ImSkndExpr *expr, ImSkndTerms *terms)
{
  ImSkndTerms pack, positions;

  if (!im_sknd_loops_evaluate (loops, expr->operands[0], &pack))
    return FALSE;
  if (pack.is_null)
    {
      *terms = pack;
      return TRUE;
    }
  if (!pack.is_packed || expr->n != 2)
    return im_sknd_loops_fail (loops, expr->operands[0],
                               "Expected a pack, or a tensor, in front of brackets");
  if (!find_positions (loops, expr->operands[1], pack.n, &positions))
    return FALSE;
  im_sknd_terms_init (terms, loops->evaluation.arena, pack.base, positions.is_packed,
                      positions.n);
  terms->is_null = positions.is_null;
  for (guint i = 0; i < positions.n && !terms->is_null; i++)
    if (positions.terms[i].kind == IM_SKND_TERM_CONSTANT)
      {
        gint64 item = positions.terms[i].item.integer;

        if (item < 0 || item >= pack.n)
          return im_sknd_frame_fail (
              loops->frame, "value", expr->span,
              "There is no item %" G_GINT64_FORMAT " in a pack of %u", item, pack.n);
        terms->terms[i] = pack.terms[item];
      }
    else if (!look_up (loops, expr, &pack, &positions.terms[i], &terms->terms[i]))
      return FALSE;

  return TRUE;
}

gboolean
im_sknd_loops_substitute (ImSkndLoops *loops, const ImSkndExpr *expr, ImSkndTerms *terms)
{
  const ImSkndExpr *target = expr->operands[0];
  ImSkndTerms pack, positions, value;

  if (!im_sknd_loops_evaluate (loops, target->operands[0], &pack) ||
      !find_positions (loops, target->operands[1], pack.n, &positions) ||
      !im_sknd_loops_evaluate (loops, expr->operands[1], &value))
    return FALSE;
  im_sknd_terms_init (terms, loops->evaluation.arena,
                      pack.base == IM_SKND_BASE_OPEN ? value.base : pack.base, TRUE,
                      pack.n);
  terms->is_null = pack.is_null || positions.is_null || value.is_null;
  if (terms->is_null)
    return TRUE;
  if (value.is_packed && value.n != positions.n)
    return im_sknd_frame_fail (loops->frame, "value", expr->span,
                               "Expected packs of one length, found %u and %u items",
                               positions.n, value.n);
  memcpy (terms->terms, pack.terms, pack.n * sizeof (ImSkndTerm));
  for (guint i = 0; i < positions.n; i++)
    {
      if (positions.terms[i].kind != IM_SKND_TERM_CONSTANT)
        {
          want (loops, &positions.terms[i]);
          return im_sknd_loops_fail (loops, target,
                                     "Which items are substituted must be known before a "
                                     "run");
        }
      terms->terms[positions.terms[i].item.integer] = *im_sknd_terms_get (&value, i);
    }

  return TRUE;
}

gboolean
im_sknd_loops_find_tensors (ImSkndLoops *loops,
                            const ImSkndExpr *expr,
                            ImSkndOperands *operands,
                            gboolean *is_fine)
{
  const ImSkndExpr *name = expr->kind == IM_SKND_INDEX ? expr->operands[0] : expr;
  const ImSkndOperands *found = NULL;
  ImSkndTerms positions;

  *is_fine = TRUE;
  if (name->kind != IM_SKND_NAME || g_hash_table_contains (loops->terms, name->name))
    return FALSE;
  found = im_sknd_frame_find (loops->frame, name->name);
  if (found == NULL)
    return FALSE;
  *operands = *found;
  if (name == expr || found->is_null)
    return TRUE;

  *is_fine = FALSE;
  if (!found->is_packed || expr->n != 2)
    {
      im_sknd_loops_fail (loops, expr, "Expected a pack of tensors");
      return TRUE;
    }
  if (!find_positions (loops, expr->operands[1], found->n, &positions))
    return TRUE;
  if (!positions.is_packed && positions.terms[0].kind == IM_SKND_TERM_NODE)
    {
      operands->choice = im_arena_new0 (loops->evaluation.arena, ImSkndTerm, 1);
      *operands->choice = positions.terms[0];
      operands->is_packed = FALSE;
      *is_fine = TRUE;
      return TRUE;
    }
  operands->is_packed = positions.is_packed;
  operands->is_null = positions.is_null;
  operands->n = positions.n;
  operands->items = im_arena_new0 (loops->evaluation.arena, ImSkndOperand,
                                   positions.n + 1);
  for (guint i = 0; i < positions.n; i++)
    {
      if (positions.terms[i].kind != IM_SKND_TERM_CONSTANT)
        {
          want (loops, &positions.terms[i]);
          im_sknd_loops_fail (loops, expr,
                              "Not supported yet: a tensor of a pack that only a run "
                              "knows");
          return TRUE;
        }
      operands->items[i] = found->items[positions.terms[i].item.integer];
    }
  *is_fine = TRUE;

  return TRUE;
}
