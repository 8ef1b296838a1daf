/* SPDX-License-Identifier: MIT
 *
 * Values of expressions of the scratchpad.
 */
#include "tml/im-scratch-private.h"

#include <string.h>

#include "base/im-arena.h"
#include "base/im-text.h"
#include "tml/im-scratch-scalar.h"

/* A text of one character is a char. */
static ImScratchValue
evaluate_text (ImScratchRun *run, const char *text)
{
  if (*text != '\0' && *g_utf8_next_char (text) == '\0')
    return im_scratch_new_scalar (run, IM_SCALAR_CHAR,
                                  (ImScratchScalar){ .integer = g_utf8_get_char (text) });

  return im_scratch_new_scalar (run, IM_SCALAR_STR, (ImScratchScalar){ .text = text });
}

static ImScratchValue
evaluate_constant (ImScratchRun *run, const ImExpr *expr)
{
  const ImValue *constant = &expr->constant;
  ImScratchValue value;

  switch ((guint) constant->kind)
    {
    case IM_VALUE_BOOL:
      return im_scratch_new_scalar (run, IM_SCALAR_BOOL,
                                    (ImScratchScalar){ .integer = constant->boolean });
    case IM_VALUE_INT:
      if (expr->is_uint)
        return im_scratch_new_scalar (
            run, IM_SCALAR_UINT,
            (ImScratchScalar){ .integer = (guint32) constant->integer });
      value = im_scratch_new_scalar (run, IM_SCALAR_INT,
                                     (ImScratchScalar){ .integer = constant->integer });
      value.is_literal = constant->integer >= 0;
      return value;
    case IM_VALUE_DOUBLE:
      return im_scratch_new_scalar (run, IM_SCALAR_REAL,
                                    (ImScratchScalar){ .real = constant->real });
    case IM_VALUE_STRING:
      return evaluate_text (run, constant->string);
    default:
      g_assert_not_reached ();
    }
}

static const char *
find_nearest (ImScratchRun *run, const char *name)
{
  g_autofree const char **names = (const char **) g_hash_table_get_keys_as_array (
      run->variables, NULL);

  return im_text_nearest (name, names, g_hash_table_size (run->variables));
}

static gboolean
evaluate_name (ImScratchRun *run, const ImExpr *expr, ImScratchValue *out)
{
  const ImScratchVariable *variable = g_hash_table_lookup (run->variables, expr->name);

  if (variable == NULL)
    {
      const char *nearest = find_nearest (run, expr->name);

      return im_scratch_fail (
          run, "unknown-name", expr->span, "there is no variable “%s”%s%s%s", expr->name,
          nearest == NULL ? "" : "; did you mean “", nearest == NULL ? "" : nearest,
          nearest == NULL ? "" : "”?");
    }
  if (variable->type == NULL)
    return FALSE;
  *out = (ImScratchValue){ variable->type, variable->elements, FALSE };

  return TRUE;
}

/* What all elements of an array can be assigned to: the same structure, and the widest
 * scalar; or NULL. */
static const ImNestedType *
join_elements (ImScratchRun *run, const ImNestedType *a, const ImNestedType *b)
{
  const ImNestedType *other = im_nested_type_with_scalar (b, a->scalar, run->temporary);
  gboolean is_widening = MIN (a->scalar, b->scalar) >= IM_SCALAR_UINT &&
                         MAX (a->scalar, b->scalar) <= IM_SCALAR_REAL;
  gboolean are_texts = MIN (a->scalar, b->scalar) >= IM_SCALAR_CHAR;

  if (!im_nested_type_equal (a, other))
    return NULL;
  if (a->scalar == b->scalar)
    return a;
  if (!is_widening && !are_texts)
    return NULL;

  return a->scalar > b->scalar ? a : b;
}

/* Finds the type of the elements of an array. */
static const ImNestedType *
find_element_type (ImScratchRun *run, const ImExpr *expr, const ImScratchValue *values)
{
  const ImNestedType *type = values[0].type;

  for (guint i = 1; i < expr->n_operands; i++)
    {
      const ImNestedType *joined = join_elements (run, type, values[i].type);

      if (joined == NULL)
        {
          g_autoptr (GString) text = g_string_new (NULL), other = g_string_new (NULL);

          im_nested_type_append_text (values[i].type, text);
          im_nested_type_append_text (type, other);
          im_scratch_fail (run, "elements", expr->operands[i]->span,
                           "elements of an array have the same shape, and scalars that "
                           "can be assigned to each other; this is %s behind %s",
                           text->str, other->str);
          return NULL;
        }
      type = joined;
    }

  return type;
}

static gboolean
fill_array (ImScratchRun *run,
            const ImExpr *expr,
            const ImScratchValue *values,
            const ImNestedType *element,
            ImScratchScalar *elements)
{
  gsize count = (gsize) im_nested_type_count (element);

  for (guint i = 0; i < expr->n_operands; i++)
    {
      ImScratchValue value;

      if (!im_scratch_convert (run, NULL, element, &values[i], expr->operands[i]->span,
                               &value))
        return FALSE;
      memcpy (elements + i * count, value.elements, count * sizeof *elements);
    }

  return TRUE;
}

static gboolean
evaluate_array (ImScratchRun *run, const ImExpr *expr, ImScratchValue *out)
{
  const ImShape *shape = expr->constant.shape;
  ImOpenShape open = im_open_shape_from_shape (shape);
  ImScratchValue *values = im_arena_new0 (run->temporary, ImScratchValue,
                                          expr->n_operands);
  gboolean is_literal = TRUE;

  for (guint i = 0; i < expr->n_operands; i++)
    {
      if (!im_scratch_evaluate (run, expr->operands[i], &values[i]))
        return FALSE;
      is_literal = is_literal && values[i].is_literal;
    }

  const ImNestedType *element = find_element_type (run, expr, values);
  if (element == NULL)
    return FALSE;
  guint n_levels = 0;
  for (const ImNestedType *type = element; type->base != NULL; type = type->base)
    n_levels++;
  if (n_levels == IM_NESTED_TYPE_MAX_LEVELS)
    return im_scratch_fail (run, "limit", expr->span,
                            "tensors are nested at most %d deep",
                            IM_NESTED_TYPE_MAX_LEVELS);

  const ImNestedType *type = im_nested_type_new_tensor (element, &open, run->temporary);
  ImScratchScalar *elements = im_scratch_new_elements (run, type, expr->span);
  if (elements == NULL || !fill_array (run, expr, values, element, elements))
    return FALSE;
  *out = (ImScratchValue){ type, elements, is_literal };

  return TRUE;
}

/* Removes the axes of size 1 of the outermost level, and with all of them the level. */
static ImScratchValue
narrow (ImScratchRun *run, ImScratchValue value)
{
  ImOpenShape shape = { .is_ranked = TRUE };

  if (value.type->base == NULL)
    return value;

  for (guint i = 0; i < value.type->shape.rank; i++)
    if (value.type->shape.size[i] != 1)
      shape.size[shape.rank++] = value.type->shape.size[i];
  value.type = shape.rank == 0
                   ? value.type->base
                   : im_nested_type_new_tensor (value.type->base, &shape, run->temporary);

  return value;
}

/* The number of values that the first index may have and that differ. */
static ImScratchValue
get_length (ImScratchRun *run, const ImScratchValue *value)
{
  const ImNestedType *type = value->type;
  gint64 length = 1;

  if (type->base != NULL)
    length = type->shape.size[type->shape.rank - 1];
  else if (type->scalar == IM_SCALAR_STR)
    length = g_utf8_strlen (value->elements->text, -1);

  return im_scratch_new_scalar (run, IM_SCALAR_INT,
                                (ImScratchScalar){ .integer = length });
}

static gboolean
evaluate_call (ImScratchRun *run, const ImExpr *expr, ImScratchValue *out)
{
  gboolean is_member = expr->spelling == IM_SPELLING_METHOD;
  ImScratchValue operand;

  if (is_member && strcmp (expr->name, "len") != 0)
    return im_scratch_fail (run, "unknown-member", expr->name_span,
                            "there is no member “%s”; the only one is len", expr->name);
  if (!is_member && strcmp (expr->name, "narrow") != 0)
    return im_scratch_fail (run, "unknown-name", expr->name_span,
                            "there is no function “%s”; the only one is narrow",
                            expr->name);
  if (expr->n_operands != 1)
    return im_scratch_fail (run, "argument-count", expr->span,
                            is_member ? "len takes no arguments"
                                      : "narrow takes one argument, found %u",
                            expr->n_operands);
  if (!im_scratch_evaluate (run, expr->operands[0], &operand))
    return FALSE;

  *out = is_member ? get_length (run, &operand) : narrow (run, operand);

  return TRUE;
}

static gboolean
evaluate_operator (ImScratchRun *run, const ImExpr *expr, ImScratchValue *out)
{
  ImScratchValue operands[2];

  for (guint i = 0; i < expr->n_operands; i++)
    if (!im_scratch_evaluate (run, expr->operands[i], &operands[i]))
      return FALSE;
  if (expr->n_operands == 1)
    return im_scratch_negate (run, expr, &operands[0], out);

  return im_scratch_combine (run, expr->op, expr->name_span,
                             (const ImExpr *const *) expr->operands, &operands[0],
                             &operands[1], out);
}

static gboolean
evaluate_index (ImScratchRun *run, const ImExpr *expr, ImScratchValue *out)
{
  ImScratchValue value;

  if (!im_scratch_evaluate (run, expr->operands[0], &value))
    return FALSE;

  ImScratchPlace place = { value.type, 0, -1 };
  if (!im_scratch_enter (run, &place, value.elements, expr))
    return FALSE;
  *out = im_scratch_get_value (run, value.elements, &place);

  return TRUE;
}

gboolean
im_scratch_evaluate (ImScratchRun *run, const ImExpr *expr, ImScratchValue *out)
{
  if (!im_scratch_spend (run, 1, expr->span))
    return FALSE;

  switch (expr->kind)
    {
    case IM_EXPR_CONSTANT:
      *out = evaluate_constant (run, expr);
      return TRUE;
    case IM_EXPR_NAME:
      return evaluate_name (run, expr, out);
    case IM_EXPR_CALL:
      return evaluate_call (run, expr, out);
    case IM_EXPR_OPERATOR:
      return evaluate_operator (run, expr, out);
    case IM_EXPR_ARRAY:
      return evaluate_array (run, expr, out);
    case IM_EXPR_INDEX:
      return evaluate_index (run, expr, out);
    default:
      g_assert_not_reached ();
    }
}
