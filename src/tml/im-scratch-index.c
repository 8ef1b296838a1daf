/* SPDX-License-Identifier: MIT
 *
 * Index access broadcasting: each index takes the outermost axis that is left. An axis of
 * size 1 takes any index, as if it were as long as one likes, and so does a scalar, which
 * stays what it is. A text is a tensor of chars. Source: TML documentation, "Index access
 * broadcasting".
 */
#include "tml/im-scratch-private.h"

#include "base/im-arena.h"

static gboolean
get_index (ImScratchRun *run, const ImExpr *index, gint64 *out)
{
  ImScratchValue value;

  if (!im_scratch_evaluate (run, index->operands[1], &value))
    return FALSE;
  if (value.type->base != NULL ||
      (value.type->scalar != IM_SCALAR_INT && value.type->scalar != IM_SCALAR_UINT))
    {
      g_autoptr (GString) text = g_string_new (NULL);

      im_nested_type_append_text (value.type, text);
      return im_scratch_fail (run, "index-type", index->operands[1]->span,
                              "an index is an int or a uint, found %s", text->str);
    }

  *out = value.elements->integer;
  if (*out < 0)
    return im_scratch_fail (run, "index-negative", index->operands[1]->span,
                            "an index is not negative, found %" G_GINT64_FORMAT, *out);

  return TRUE;
}

/* An index below @size, or any if that is 1. */
static gboolean
fit_index (ImScratchRun *run, const ImExpr *expr, gint64 size, gint64 *index)
{
  if (size == 1)
    *index = 0;
  if (*index < size)
    return TRUE;
  if (size == 0)
    return im_scratch_fail (run, "index-range", expr->operands[1]->span,
                            "an empty text has no characters");

  return im_scratch_fail (run, "index-range", expr->operands[1]->span,
                          "the index of an axis of size %" G_GINT64_FORMAT
                          " is 0 to %" G_GINT64_FORMAT ", found %" G_GINT64_FORMAT,
                          size, size - 1, *index);
}

static gboolean
enter_tensor (ImScratchRun *run, ImScratchPlace *place, const ImExpr *expr, gint64 index)
{
  ImOpenShape inner = place->type->shape;
  const ImNestedType *base = place->type->base;
  gint64 size = inner.size[--inner.rank];

  if (!fit_index (run, expr, size, &index))
    return FALSE;

  place->type = inner.rank == 0
                    ? base
                    : im_nested_type_new_tensor (base, &inner, run->temporary);
  place->offset += (gsize) index * (gsize) im_nested_type_count (place->type);

  return TRUE;
}

gboolean
im_scratch_enter (ImScratchRun *run,
                  ImScratchPlace *place,
                  const ImScratchScalar *elements,
                  const ImExpr *expr)
{
  gint64 index;

  if (!get_index (run, expr, &index))
    return FALSE;
  if (place->type->base != NULL)
    return enter_tensor (run, place, expr, index);
  if (place->type->scalar != IM_SCALAR_STR)
    return TRUE;

  gint64 length = g_utf8_strlen (elements[place->offset].text, -1);
  if (!im_scratch_spend (run, length, expr->span) ||
      !fit_index (run, expr, length, &index))
    return FALSE;
  place->type = im_nested_type_for_scalar (IM_SCALAR_CHAR);
  place->character = index;

  return TRUE;
}

gboolean
im_scratch_find_place (ImScratchRun *run,
                       const ImExpr *target,
                       const ImScratchVariable *variable,
                       ImScratchPlace *place)
{
  if (target->kind == IM_EXPR_INDEX)
    return im_scratch_find_place (run, target->operands[0], variable, place) &&
           im_scratch_enter (run, place, variable->elements, target);

  *place = (ImScratchPlace){ variable->type, 0, -1 };

  return TRUE;
}

ImScratchValue
im_scratch_get_value (ImScratchRun *run,
                      const ImScratchScalar *elements,
                      const ImScratchPlace *place)
{
  const ImScratchScalar *first = elements + place->offset;

  if (place->character < 0)
    return (ImScratchValue){ place->type, first, FALSE };

  const char *p = g_utf8_offset_to_pointer (first->text, (glong) place->character);

  return im_scratch_new_scalar (run, IM_SCALAR_CHAR,
                                (ImScratchScalar){ .integer = g_utf8_get_char (p) });
}
