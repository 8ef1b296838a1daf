/* SPDX-License-Identifier: MIT */
#include "skriptnd/lower/im-sknd-operands.h"

#include <string.h>

#include "skriptnd/lower/im-sknd-statement.h"

gboolean
im_sknd_frame_evaluate (ImSkndFrame *frame, const ImSkndExpr *expr, ImSkndTerms *terms)
{
  ImSkndLoops loops;
  gboolean is_fine = FALSE;

  im_sknd_loops_init (&loops, frame, NULL);
  is_fine = im_sknd_loops_evaluate (&loops, expr, terms);
  im_sknd_loops_clear (&loops);

  return is_fine;
}

/* A number, or a pack of them, as tensors of rank 0. */
static gboolean
take_terms (ImSkndFrame *frame, const ImSkndTerms *terms, ImSkndOperands *operands)
{
  *operands = (ImSkndOperands){ terms->base, terms->is_null, terms->is_packed, terms->n };
  operands->items = im_arena_new0 (frame->program->numbers.arena, ImSkndOperand,
                                   terms->n + 1);
  for (guint i = 0; i < terms->n; i++)
    operands->items[i] = (ImSkndOperand){ .buffer = IM_SKND_UNIFORM_TENSOR,
                                          .value = terms->terms[i].item };

  return TRUE;
}

gboolean
im_sknd_frame_has_tensors (const ImSkndFrame *frame, const ImSkndExpr *expr)
{
  if (expr->kind == IM_SKND_NAME)
    return im_sknd_frame_find (frame, expr->name) != NULL;
  if (expr->kind == IM_SKND_TEST || expr->kind == IM_SKND_MEMBER)
    return FALSE;
  for (guint i = 0; i < expr->n; i++)
    if (expr->operands[i] != NULL && im_sknd_frame_has_tensors (frame, expr->operands[i]))
      return TRUE;

  return FALSE;
}

/* `[x, ys..]` */
static gboolean
find_list (ImSkndFrame *frame, const ImSkndExpr *expr, ImSkndOperands *operands)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (ImSkndOperand));
  ImSkndOperands found = { IM_SKND_BASE_OPEN, FALSE, TRUE, 0 };

  for (guint i = 0; i < expr->n; i++)
    {
      const ImSkndExpr *item = expr->operands[i];
      gboolean is_expand = item->kind == IM_SKND_EXPAND;
      ImSkndTerms count = { .terms = NULL };
      ImSkndOperands part;
      gint64 n = 1;

      if (!im_sknd_frame_find_operands (frame, is_expand ? item->operands[0] : item,
                                        &part))
        return FALSE;
      if (is_expand && item->operands[1] != NULL)
        {
          if (!im_sknd_frame_evaluate (frame, item->operands[1], &count))
            return FALSE;
          n = count.is_null                     ? 0
              : count.base == IM_SKND_BASE_BOOL ? count.terms[0].item.boolean
                                                : count.terms[0].item.integer;
        }
      found.base = part.base == IM_SKND_BASE_OPEN ? found.base : part.base;
      found.is_null |= part.is_null;
      for (gint64 j = 0; j < (part.is_packed ? 1 : n); j++)
        g_array_append_vals (items, part.items, part.n);
    }
  found.n = items->len;
  found.items = im_arena_new0 (frame->program->numbers.arena, ImSkndOperand,
                               items->len + 1);
  if (items->len > 0)
    memcpy (found.items, items->data, items->len * sizeof (ImSkndOperand));
  *operands = found;

  return TRUE;
}

static gboolean
find_chosen (ImSkndFrame *frame, const ImSkndExpr *expr, ImSkndOperands *operands)
{
  const ImSkndExpr *chosen = NULL;
  ImSkndTerms condition;

  if (!im_sknd_frame_evaluate (frame, expr->operands[0], &condition))
    return FALSE;
  if (condition.is_packed || condition.base != IM_SKND_BASE_BOOL)
    return im_sknd_frame_fail (frame, "type", expr->operands[0]->span,
                               "Expected one bool in front of “?”");
  if (!condition.is_null)
    chosen = expr->operands[condition.terms[0].item.boolean ? 1 : 2];
  if (chosen != NULL)
    return im_sknd_frame_find_operands (frame, chosen, operands);
  *operands = (ImSkndOperands){ .is_null = TRUE };

  return TRUE;
}

/* `xs[k]`, `xs[1:]` */
static gboolean
find_items (ImSkndFrame *frame, const ImSkndExpr *expr, ImSkndOperands *operands)
{
  ImSkndLoops loops;
  gboolean is_fine = FALSE, is_found = FALSE;

  im_sknd_loops_init (&loops, frame, NULL);
  is_found = im_sknd_loops_find_tensors (&loops, expr, operands, &is_fine);
  im_sknd_loops_clear (&loops);
  if (is_found)
    return is_fine;

  return im_sknd_frame_fail (frame, "type", expr->span, "Expected a pack of tensors");
}

/* The tensors that an expression stands for. */
gboolean
im_sknd_frame_find_operands (ImSkndFrame *frame,
                             const ImSkndExpr *expr,
                             ImSkndOperands *operands)
{
  ImSkndTerms terms;

  if (!im_sknd_frame_has_tensors (frame, expr))
    return im_sknd_frame_evaluate (frame, expr, &terms) &&
           take_terms (frame, &terms, operands);
  switch ((guint) expr->kind)
    {
    case IM_SKND_NAME:
      *operands = *im_sknd_frame_find (frame, expr->name);
      return TRUE;
    case IM_SKND_LIST:
      return find_list (frame, expr, operands);
    case IM_SKND_INDEX:
      return find_items (frame, expr, operands);
    case IM_SKND_SELECT:
      return find_chosen (frame, expr, operands);
    case IM_SKND_COALESCE:
      return im_sknd_frame_find_operands (frame, expr->operands[0], operands) &&
             (!operands->is_null ||
              im_sknd_frame_find_operands (frame, expr->operands[1], operands));
    default:
      return im_sknd_frame_fail (
          frame, "type", expr->span,
          "Not supported yet: arithmetic with tensors in @compose; "
          "the operators of the module math do that");
    }
}
