/* SPDX-License-Identifier: MIT
 *
 * Names for values, and asserts: before each name all asserts are checked whose names are
 * known, so that what is wrong is told before it is computed with.
 */
#include <string.h>

#include "skriptnd/signature/im-sknd-bind.h"

static gboolean
can_check (const ImSkndBinding *binding, const ImSkndAssertion *assertion)
{
  const ImSkndScope *scope = &binding->instance->scope;

  if (im_sknd_find_unknown (assertion->condition, scope) != NULL ||
      (assertion->message != NULL &&
       im_sknd_find_unknown (assertion->message, scope) != NULL))
    return FALSE;
  for (guint i = 0; i < assertion->n_details; i++)
    if (im_sknd_find_unknown (assertion->details[i].value, scope) != NULL)
      return FALSE;

  return TRUE;
}

/* The names of a condition, each once. */
static void
find_names (const ImSkndExpr *expr, GPtrArray *names)
{
  if (expr->kind == IM_SKND_NAME || expr->kind == IM_SKND_MEMBER)
    {
      g_ptr_array_add (names, (gpointer) expr);
      return;
    }
  for (guint i = 0; i < expr->n; i++)
    if (expr->operands[i] != NULL)
      find_names (expr->operands[i], names);
}

/* What the names are that an assert without a message speaks of: `a = 1, b = 2`. */
static gboolean
append_names (ImSkndBinding *binding, const ImSkndExpr *condition, GString *details)
{
  const char *text = im_source_get_text (binding->signature->file->source, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                       NULL);

  find_names (condition, names);
  for (guint i = 0; i < names->len; i++)
    {
      const ImSkndExpr *expr = g_ptr_array_index (names, i);
      g_autoptr (GString) name = g_string_new (NULL);
      ImSkndValue value;

      im_sknd_expr_append (expr, text, name);
      if (!g_hash_table_add (seen, g_strdup (name->str)))
        continue;
      if (!im_sknd_bind_evaluate (binding, expr, &value))
        return FALSE;
      g_string_append_printf (details, "%s%s = ", details->len > 0 ? ", " : "",
                              name->str);
      im_sknd_value_append_format (&value, details);
    }

  return TRUE;
}

static gboolean
fail_assert (ImSkndBinding *binding, const ImSkndAssertion *assertion)
{
  const char *text = im_source_get_text (binding->signature->file->source, NULL);
  g_autoptr (GString) message = g_string_new (NULL), details = g_string_new (NULL);
  ImSkndValue value;

  if (assertion->message == NULL)
    im_sknd_expr_append (assertion->condition, text, message);
  else if (!im_sknd_bind_evaluate (binding, assertion->message, &value))
    return FALSE;
  else
    im_sknd_value_append_format (&value, message);
  if (assertion->message == NULL &&
      !append_names (binding, assertion->condition, details))
    return FALSE;
  for (guint i = 0; i < assertion->n_details; i++)
    {
      const ImSkndDetail *detail = &assertion->details[i];

      g_string_append (details, i > 0 ? ", " : "");
      if (detail->label == NULL)
        im_sknd_expr_append (detail->value, text, details);
      else if (im_sknd_bind_evaluate (binding, detail->label, &value))
        im_sknd_value_append_format (&value, details);
      if (!im_sknd_bind_evaluate (binding, detail->value, &value))
        return FALSE;
      g_string_append (details, " = ");
      im_sknd_value_append_format (&value, details);
    }
  im_sknd_signature_fail (binding->signature, binding->diagnostics, "assert",
                          assertion->condition->span, "%s", message->str);
  if (details->len > 0)
    im_diagnostics_note (binding->diagnostics, "%s", details->str);

  return FALSE;
}

/* Null is no failure: what is asserted of something that is not given is not meant. */
static gboolean
check_assert (ImSkndBinding *binding, const ImSkndAssertion *assertion)
{
  ImSkndValue value;

  if (!im_sknd_bind_evaluate (binding, assertion->condition, &value))
    return FALSE;
  for (guint i = 0; i < value.n && !value.is_null; i++)
    if (!value.items[i].boolean)
      return fail_assert (binding, assertion);

  return TRUE;
}

static gboolean
check_asserts (ImSkndBinding *binding, gboolean *is_checked)
{
  const ImSkndBlock *block = im_sknd_bind_get_block (binding, IM_SKND_ASSERT);

  for (guint i = 0; i < block->n; i++)
    {
      if (is_checked[i] || !can_check (binding, &block->statements[i]->assertion))
        continue;
      is_checked[i] = TRUE;
      if (!check_assert (binding, &block->statements[i]->assertion))
        return FALSE;
    }

  return TRUE;
}

/* Every @stride-th of @n items; `_` is no name. */
static void
set_items (ImSkndBinding *binding,
           const ImSkndTarget *target,
           gboolean is_packed,
           const ImSkndValue *value,
           guint start,
           guint stride,
           guint n)
{
  ImSkndValue part;
  ImSkndItem *items = im_sknd_value_init (&part, binding->instance->arena, value->base,
                                          is_packed, n);

  for (guint i = 0; i < n && !value->is_null; i++)
    items[i] = value->items[start + i * stride];
  part.is_null = value->is_null;
  if (strcmp (target->name.text, "_") != 0)
    im_sknd_bind_set (binding, target->name.text, &part);
}

/* How many items a target takes, where it says so. */
static gboolean
get_count (ImSkndBinding *binding, const ImSkndTarget *target, guint *count)
{
  guint step = target->kind == IM_SKND_TARGET_ZIP ? target->n : 1;
  ImSkndValue length;

  *count = 1;
  if (!target->is_packed || target->length == NULL)
    return TRUE;
  if (!im_sknd_bind_evaluate (binding, target->length, &length))
    return FALSE;
  if (length.is_null || length.items[0].integer < 0 ||
      length.items[0].integer > IM_SKND_MAX_ITEMS)
    return im_sknd_signature_fail (binding->signature, binding->diagnostics, "value",
                                   target->length->span, "Expected a length from 0 to %d",
                                   IM_SKND_MAX_ITEMS);
  *count = (guint) length.items[0].integer * step;

  return TRUE;
}

/* A name, or several that take turns; what they take has been counted. */
static gboolean
set_part (ImSkndBinding *binding,
          const ImSkndTarget *target,
          const ImSkndValue *value,
          guint start,
          guint count)
{
  gboolean is_zip = target->kind == IM_SKND_TARGET_ZIP;

  if (!is_zip)
    {
      set_items (binding, target, target->is_packed, value, start, 1, count);
      return TRUE;
    }
  if (count % target->n != 0)
    return im_sknd_signature_fail (binding->signature, binding->diagnostics, "value",
                                   target->span, "%u items are not divided by %u", count,
                                   target->n);
  for (guint i = 0; i < target->n; i++)
    set_items (binding, target->items[i], TRUE, value, start + i, target->n,
               count / target->n);

  return TRUE;
}

/* `[a, b..] = c`: one pack is as long as what is left. `[(e, f)..] = c`: every other. */
static gboolean
set_list (ImSkndBinding *binding, const ImSkndTarget *target, const ImSkndValue *value)
{
  guint n = value->is_null ? 0 : value->n, start = 0, sum = 0;
  g_autofree guint *counts = g_new0 (guint, target->n + 1);
  const ImSkndTarget *open = NULL;

  for (guint i = 0; i < target->n; i++)
    if (target->items[i]->is_packed && target->items[i]->length == NULL)
      open = target->items[i];
    else if (!get_count (binding, target->items[i], &counts[i]))
      return FALSE;
    else
      sum += counts[i];
  if (!value->is_null && (open == NULL ? n != sum : n < sum))
    return im_sknd_signature_fail (
        binding->signature, binding->diagnostics, "value", target->span,
        "A pack of %u items does not fit these names, which take "
        "%s%u",
        n, open != NULL ? "at least " : "", sum);
  for (guint i = 0; i < target->n; i++)
    {
      guint count = value->is_null ? 0 : target->items[i] == open ? n - sum : counts[i];

      if (!set_part (binding, target->items[i], value, start, count))
        return FALSE;
      start += count;
    }

  return TRUE;
}

static gboolean
set_target (ImSkndBinding *binding, const ImSkndTarget *target, const ImSkndValue *value)
{
  guint count = 0;

  if (target->kind != IM_SKND_TARGET_NAME)
    return set_list (binding, target, value);
  if (!get_count (binding, target, &count))
    return FALSE;
  if (target->length != NULL && !value->is_null && value->n != count)
    return im_sknd_signature_fail (
        binding->signature, binding->diagnostics, "value", target->span,
        "“%s” is said to have %u items, but has %u", target->name.text, count, value->n);
  if (strcmp (target->name.text, "_") != 0)
    im_sknd_bind_set (binding, target->name.text, value);

  return TRUE;
}

gboolean
im_sknd_bind_using (ImSkndBinding *binding)
{
  const ImSkndBlock *block = im_sknd_bind_get_block (binding, IM_SKND_USING);
  const ImSkndBlock *asserts = im_sknd_bind_get_block (binding, IM_SKND_ASSERT);
  g_autofree gboolean *is_checked = g_new0 (gboolean, asserts->n + 1);

  for (guint i = 0; i < block->n; i++)
    {
      const ImSkndUsing *using_ = &block->statements[i]->using_;
      ImSkndValue value;

      if (!check_asserts (binding, is_checked) ||
          !im_sknd_bind_evaluate (binding, using_->value, &value) ||
          !set_target (binding, using_->target, &value))
        return FALSE;
    }

  return check_asserts (binding, is_checked);
}
