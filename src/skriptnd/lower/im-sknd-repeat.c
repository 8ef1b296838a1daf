/* SPDX-License-Identifier: MIT
 *
 * A loop is as many calls as it has turns, whether it is unrolled or not.
 */
#include "skriptnd/lower/im-sknd-assign.h"
#include "skriptnd/lower/im-sknd-compose-private.h"
#include "skriptnd/lower/im-sknd-operands.h"

#define MAX_TURNS 100000

/* The count that is written; FALSE is an error, and *@n is -1 if there is none. */
static gboolean
get_count (ImSkndFrame *frame, const ImSkndExpr *count, gint64 *n)
{
  ImSkndTerms terms;

  *n = -1;
  if (count == NULL)
    return TRUE;
  if (im_sknd_frame_has_tensors (frame, count))
    {
      ImSkndOperands operands;

      if (!im_sknd_frame_find_operands (frame, count, &operands))
        return FALSE;
      return operands.is_null ||
             im_sknd_frame_fail (frame, "value", count->span,
                                 "Not supported yet: a loop whose turns only a run "
                                 "counts");
    }
  if (!im_sknd_frame_evaluate (frame, count, &terms))
    return FALSE;
  if (terms.is_null)
    return TRUE;
  if (terms.is_packed || terms.base != IM_SKND_BASE_INT)
    return im_sknd_frame_fail (frame, "type", count->span,
                               "Expected an int as the count of a loop");
  *n = terms.terms[0].item.integer;
  if (*n >= 0 && *n <= MAX_TURNS)
    return TRUE;

  return im_sknd_frame_fail (frame, "value", count->span,
                             "Expected a count of turns from 0 to %d, found "
                             "%" G_GINT64_FORMAT,
                             MAX_TURNS, *n);
}

/* What one name behind `for` goes through: tensors, or values that are known. */
typedef struct
{
  gboolean has_tensors;
  ImSkndOperands tensors;
  ImSkndTerms values;
} Scanned;

static gboolean
find_scanned (ImSkndFrame *frame, const ImSkndLoopValue *loop, Scanned *scanned)
{
  gboolean is_packed = FALSE;

  scanned->has_tensors = im_sknd_frame_has_tensors (frame, loop->value);
  if (scanned->has_tensors
          ? !im_sknd_frame_find_operands (frame, loop->value, &scanned->tensors)
          : !im_sknd_frame_evaluate (frame, loop->value, &scanned->values))
    return FALSE;
  is_packed = scanned->has_tensors
                  ? scanned->tensors.is_packed && !scanned->tensors.is_null
                  : scanned->values.is_packed && !scanned->values.is_null;

  return is_packed ||
         im_sknd_frame_fail (frame, "type", loop->value->span,
                             "Expected a pack behind “for %s :”", loop->name.text);
}

static guint
get_length (const Scanned *scanned)
{
  return scanned->has_tensors ? scanned->tensors.n : scanned->values.n;
}

/* How many turns there are: all packs that are gone through have as many items. */
static gboolean
count_turns (ImSkndFrame *frame,
             const ImSkndCallable *callable,
             const Scanned *scanned,
             gint64 *n)
{
  if (callable->n_parts != 1)
    return im_sknd_frame_fail (frame, "value", callable->span,
                               "Not supported yet: a loop that only a run ends");
  if (!get_count (frame, callable->count, n))
    return FALSE;
  for (guint i = 0; i < callable->n_scanned; i++)
    {
      guint length = get_length (&scanned[i]);

      if (*n >= 0 && *n != length)
        return im_sknd_frame_fail (frame, "value", callable->scanned[i].value->span,
                                   "The loop has %" G_GINT64_FORMAT
                                   " turns, but “%s” goes through %u items",
                                   *n, callable->scanned[i].name.text, length);
      *n = length;
    }
  if (*n >= 0)
    return TRUE;

  return im_sknd_frame_fail (frame, "value", callable->span,
                             "Nothing says how many turns the loop has");
}

static gboolean
start_turn (ImSkndFrame *frame,
            const ImSkndCallable *callable,
            const ImSkndOperands *carried,
            const Scanned *scanned,
            guint turn)
{
  for (guint i = 0; i < callable->n_carried; i++)
    im_sknd_frame_set (frame, callable->carried[i].name.text, &carried[i]);
  for (guint i = 0; i < callable->n_scanned; i++)
    {
      const char *name = callable->scanned[i].name.text;
      ImSkndOperands tensor = scanned[i].tensors;

      if (!scanned[i].has_tensors)
        {
          ImSkndTerms value = scanned[i].values;

          value.terms += turn;
          value.n = 1;
          value.is_packed = FALSE;
          if (!im_sknd_frame_set_value (frame, name, &value))
            return FALSE;
          continue;
        }
      tensor.items += turn;
      tensor.n = 1;
      tensor.is_packed = FALSE;
      im_sknd_frame_set (frame, name, &tensor);
    }
  if (callable->index.text != NULL)
    {
      g_hash_table_remove (frame->tensors, callable->index.text);
      im_sknd_frame_set_int (frame, callable->index.text, turn);
    }

  return TRUE;
}

/* What is carried stays what it is; only a loop that is unrolled has a tensor of its own
 * in each turn, whose shape may be another one. */
static gboolean
check_carried (ImSkndFrame *frame,
               const ImSkndCallable *callable,
               guint i,
               const ImSkndOperands *before,
               const ImSkndOperands *after)
{
  const ImSkndLoopValue *carried = &callable->carried[i];
  gboolean is_free = callable->is_unrolled && carried->type.text == NULL;

  if (after->is_null || after->is_packed != before->is_packed ||
      after->base != before->base)
    return im_sknd_frame_fail (frame, "type", carried->name.span,
                               "“%s” is of another type behind a turn of the loop",
                               carried->name.text);
  if (is_free)
    return TRUE;
  for (guint j = 0; j < MIN (before->n, after->n); j++)
    if (!im_sknd_tensor_is (&before->items[j].tensor, &after->items[j].tensor))
      {
        g_autoptr (GString) a = g_string_new (NULL), b = g_string_new (NULL);

        im_sknd_tensor_append (&before->items[j].tensor, a);
        im_sknd_tensor_append (&after->items[j].tensor, b);
        return im_sknd_frame_fail (frame, "shape", carried->name.span,
                                   "“%s” has the shape %s in front of a turn of the "
                                   "loop, and %s behind it",
                                   carried->name.text, a->str, b->str);
      }

  return TRUE;
}

/* A number may stand for a tensor that is full of it. */
static gboolean
begin_carried (ImSkndFrame *frame,
               const ImSkndLoopValue *carried,
               ImSkndOperands *operands)
{
  ImSkndTensor declared;
  ImSkndOperand *item = NULL;
  g_autoptr (GString) a = NULL, b = NULL;

  if (!im_sknd_frame_find_operands (frame, carried->value, operands))
    return FALSE;
  if (operands->is_null)
    return im_sknd_frame_fail (frame, "value", carried->value->span,
                               "“%s” begins as null", carried->name.text);
  if (carried->type.text == NULL)
    return TRUE;
  if (!im_sknd_frame_check_base (frame, carried->type, operands->base) ||
      !im_sknd_frame_find_shape (frame, &carried->shape, &declared))
    return FALSE;
  if (operands->is_packed)
    return im_sknd_frame_fail (frame, "type", carried->value->span,
                               "Expected one tensor for “%s”, found a pack",
                               carried->name.text);
  item = &operands->items[0];
  if (im_sknd_tensor_is (&item->tensor, &declared))
    return TRUE;
  if (item->tensor.rank == 0 && item->buffer == IM_SKND_UNIFORM_TENSOR)
    {
      operands->items = im_arena_new0 (frame->program->numbers.arena, ImSkndOperand, 1);
      operands->items[0] = (ImSkndOperand){ declared, IM_SKND_UNIFORM_TENSOR,
                                            item->value };
      return TRUE;
    }
  a = g_string_new (NULL);
  b = g_string_new (NULL);
  im_sknd_tensor_append (&declared, a);
  im_sknd_tensor_append (&item->tensor, b);

  return im_sknd_frame_fail (frame, "shape", carried->value->span,
                             "“%s” is declared with the shape %s, but begins with %s",
                             carried->name.text, a->str, b->str);
}

/* How many results each turn has. */
static guint
count_results (ImSkndFrame *frame, const ImSkndCallable *body)
{
  const ImSkndSignature *signature = NULL;
  const ImSkndBlock *outputs = NULL;

  if (body->kind == IM_SKND_CALLABLE_BRANCH)
    return count_results (frame, body->parts[body->n_parts - 1]);
  if (body->kind != IM_SKND_CALLABLE_INVOKE)
    return body->kind == IM_SKND_CALLABLE_LOOP ? body->n_carried : body->n_values;
  signature = im_sknd_frame_find_callee (frame, body);
  outputs = signature == NULL ? NULL : signature->definition->by_kind[IM_SKND_OUTPUT];

  return outputs == NULL ? 0 : outputs->n;
}

/* A result that is not carried is an item of a pack. */
static gboolean
collect (ImSkndFrame *frame,
         const ImSkndCallable *callable,
         const ImSkndOperands *found,
         ImSkndOperands *all)
{
  if (found->is_packed || found->is_null)
    return im_sknd_frame_fail (frame, "type", callable->parts[0]->span,
                               "A result of each turn is %s; a loop collects tensors",
                               found->is_null ? "null" : "a pack");
  all->base = found->base;
  all->items[all->n++] = found->items[0];

  return TRUE;
}

static gboolean
run_turn (ImSkndFrame *frame,
          const ImSkndCallable *callable,
          const Scanned *scanned,
          guint number,
          ImSkndResults *results)
{
  g_autofree ImSkndResults *turn = g_new0 (ImSkndResults, 1);
  ImSkndOuter outer;
  gboolean is_fine = FALSE;

  im_sknd_frame_push (frame, &outer);
  is_fine = start_turn (frame, callable, results->items, scanned, number) &&
            im_sknd_frame_call (frame, callable->parts[0], turn);
  im_sknd_frame_pop (frame, &outer);
  if (!is_fine)
    return FALSE;
  if (turn->n < callable->n_carried || turn->n > results->n)
    return im_sknd_frame_fail (frame, "type", callable->span,
                               "Expected %u results of each turn, found %u", results->n,
                               turn->n);
  for (guint i = 0; i < turn->n; i++)
    {
      if (i >= callable->n_carried)
        {
          if (!collect (frame, callable, &turn->items[i], &results->items[i]))
            return FALSE;
          continue;
        }
      if (!check_carried (frame, callable, i, &results->items[i], &turn->items[i]))
        return FALSE;
      results->items[i] = turn->items[i];
    }

  return TRUE;
}

/* The first results of a turn are carried to the next one, the others are collected. */
gboolean
im_sknd_frame_repeat (ImSkndFrame *frame,
                      const ImSkndCallable *callable,
                      ImSkndResults *results)
{
  ImArena *arena = frame->program->numbers.arena;
  g_autofree Scanned *scanned = g_new0 (Scanned, callable->n_scanned + 1);
  gint64 n = 0;

  for (guint i = 0; i < callable->n_scanned; i++)
    if (!find_scanned (frame, &callable->scanned[i], &scanned[i]))
      return FALSE;
  if (!count_turns (frame, callable, scanned, &n))
    return FALSE;
  results->n = MAX (callable->n_carried, count_results (frame, callable->parts[0]));
  if (results->n > IM_SKND_MAX_RESULTS)
    return im_sknd_frame_fail (frame, "too-many", callable->span,
                               "Not supported yet: more than %d results of a loop",
                               IM_SKND_MAX_RESULTS);
  for (guint i = 0; i < results->n; i++)
    {
      results->items[i] = (ImSkndOperands){ IM_SKND_BASE_OPEN, FALSE, TRUE, 0,
                                            im_arena_new0 (arena, ImSkndOperand,
                                                           (gsize) n + 1) };
      if (i < callable->n_carried &&
          !begin_carried (frame, &callable->carried[i], &results->items[i]))
        return FALSE;
    }
  for (guint t = 0; t < n; t++)
    if (!run_turn (frame, callable, scanned, t, results))
      return FALSE;

  return TRUE;
}
