/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "skriptnd/package/im-sknd-body-private.h"
#include "skriptnd/value/im-sknd-names.h"

static const ImSkndParameter *
find_parameter (const ImSkndBody *body, ImSkndBlockKind kind, const char *name)
{
  const ImSkndBlock *block = body->signature->definition->by_kind[kind];

  for (guint i = 0; block != NULL && i < block->n; i++)
    if (strcmp (block->statements[i]->parameter.name.text, name) == 0)
      return &block->statements[i]->parameter;

  return NULL;
}

/* New names in the shape of a result are ints from now on. */
static gboolean
declare_length (ImSkndBody *body, const ImSkndExpr *expr, gboolean is_packed)
{
  ImSkndType type = { .base = IM_SKND_BASE_INT, .is_packed = is_packed }, found;
  ImSkndAffine affine;

  if (expr == NULL)
    return TRUE;
  if (im_sknd_affine_find (expr, body->scope, &affine))
    {
      im_sknd_scope_add (body->scope, body->arena, affine.name->name, type);
      return TRUE;
    }

  return im_sknd_body_infer_value (body, expr, &found);
}

static gboolean
check_target_type (ImSkndBody *body, const ImSkndTarget *target, const ImSkndType *found)
{
  const ImSkndSymbol *generic = NULL;
  ImSkndBase base = IM_SKND_BASE_OPEN;
  g_autoptr (GString) text = NULL;

  if (target->type.text == NULL)
    return TRUE;
  generic = im_sknd_scope_find (body->scope, target->type.text);
  if (generic != NULL && generic->is_type)
    base = generic->type.base;
  else if (!im_sknd_base_find (target->type.text, &base))
    return im_sknd_signature_fail (body->signature, body->diagnostics, "type",
                                   target->type.span, "There is no type “%s”",
                                   target->type.text);
  for (guint i = 0; i < target->shape.n; i++)
    {
      const ImSkndExtent *extent = &target->shape.extents[i];

      if (!declare_length (body, extent->length, FALSE) ||
          !declare_length (body, extent->value, extent->is_packed || extent->is_spread))
        return FALSE;
    }
  if (base == found->base || found->base == IM_SKND_BASE_OPEN)
    return TRUE;
  text = g_string_new (NULL);
  im_sknd_type_append (found, text);

  return im_sknd_signature_fail (
      body->signature, body->diagnostics, "type", target->type.span,
      "Expected elements of type %s, found %s", target->type.text, text->str);
}

static gboolean
is_taken (const ImSkndBody *body, const char *name, gboolean is_outermost)
{
  static const ImSkndBlockKind kinds[] = { IM_SKND_INPUT, IM_SKND_CONSTANTS,
                                           IM_SKND_VARIABLE };

  if (g_hash_table_contains (body->scope->symbols, name))
    return TRUE;
  for (guint i = 0; is_outermost && i < G_N_ELEMENTS (kinds); i++)
    if (find_parameter (body, kinds[i], name) != NULL)
      return TRUE;

  return FALSE;
}

/* An output, or a variable that gets a new value. */
static gboolean
check_output_type (ImSkndBody *body,
                   const ImSkndParameter *output,
                   const ImSkndTarget *target,
                   const ImSkndType *found)
{
  const ImSkndSymbol *generic = im_sknd_scope_find (body->scope, output->type.text);
  const char *what = body->is_update ? "variable" : "output";
  ImSkndType declared = { .base = IM_SKND_BASE_OPEN }, given = *found;
  g_autoptr (GString) wanted = g_string_new (NULL), text = g_string_new (NULL);

  given.is_tensor = FALSE;
  if (generic != NULL && generic->is_type)
    declared = generic->type;
  declared.is_packed = output->is_packed;
  im_sknd_base_find (output->type.text, &declared.base);
  if (found->is_optional)
    return im_sknd_signature_fail (
        body->signature, body->diagnostics, "type", target->span,
        "The %s “%s” must be there, but this may be null", what, output->name.text);
  if ((found->base == IM_SKND_BASE_OPEN || declared.base == found->base) &&
      found->is_packed == output->is_packed)
    return TRUE;

  im_sknd_type_append (&declared, wanted);
  im_sknd_type_append (&given, text);

  return im_sknd_signature_fail (
      body->signature, body->diagnostics, "type", target->span,
      "“%s” is declared with elements of type %s, but %s with %s", output->name.text,
      wanted->str, body->is_update ? "updated" : "composed", text->str);
}

/* A variable is there once on the left, with a tensor of its own type. */
static gboolean
update_variable (ImSkndBody *body,
                 const ImSkndParameter *variable,
                 const ImSkndTarget *target,
                 const ImSkndType *found)
{
  if (target->type.text != NULL || target->is_packed != variable->is_packed)
    return im_sknd_signature_fail (
        body->signature, body->diagnostics, "type", target->span,
        "Expected the name of the variable “%s” alone", variable->name.text);
  if (!g_hash_table_add (body->updated, (gpointer) variable->name.text))
    return im_sknd_signature_fail (body->signature, body->diagnostics, "name",
                                   target->span, "“%s” is updated twice",
                                   variable->name.text);

  return check_output_type (body, variable, target, found);
}

static gboolean
assign_name (ImSkndBody *body,
             const ImSkndTarget *target,
             ImSkndType type,
             const ImSkndCallable *value,
             gboolean is_outermost)
{
  const char *name = target->name.text;
  const ImSkndParameter *output = is_outermost && !body->is_update
                                      ? find_parameter (body, IM_SKND_OUTPUT, name)
                                      : NULL;
  const ImSkndParameter *variable = is_outermost && body->is_update
                                        ? find_parameter (body, IM_SKND_VARIABLE, name)
                                        : NULL;
  gboolean is_pack = target->is_packed || value->kind == IM_SKND_CALLABLE_LOOP ||
                     (output != NULL && output->is_packed);

  if (variable != NULL)
    return update_variable (body, variable, target, &type);
  if (is_taken (body, name, is_outermost))
    return im_sknd_signature_fail (
        body->signature, body->diagnostics, "name", target->span,
        find_parameter (body, IM_SKND_VARIABLE, name) != NULL
            ? "“%s” is a variable, which only @update assigns"
            : "“%s” is there already; a tensor is assigned once",
        name);
  if (type.is_packed ? !is_pack : target->is_packed)
    return im_sknd_signature_fail (body->signature, body->diagnostics, "type",
                                   target->span,
                                   type.is_packed ? "“%s” is assigned a pack; write “..”"
                                                  : "“%s” is assigned no pack",
                                   name);
  if (!declare_length (body, target->length, FALSE) ||
      !check_target_type (body, target, &type) ||
      (output != NULL && !check_output_type (body, output, target, &type)))
    return FALSE;
  type.is_tensor = TRUE;
  im_sknd_body_declare (body, name, type);

  return TRUE;
}

static gboolean
assign_list (ImSkndBody *body,
             const ImSkndTarget *target,
             ImSkndType type,
             const ImSkndCallable *value,
             gboolean is_outermost)
{
  guint n_open = 0;

  if (!type.is_packed)
    return im_sknd_signature_fail (body->signature, body->diagnostics, "type",
                                   target->span, "Expected a pack for a list of names");
  for (guint i = 0; i < target->n; i++)
    {
      const ImSkndTarget *item = target->items[i];

      type.is_packed = item->is_packed;
      n_open += item->is_packed && item->length == NULL ? 1 : 0;
      if (item->kind == IM_SKND_TARGET_NAME &&
          !assign_name (body, item, type, value, is_outermost))
        return FALSE;
    }
  if (n_open > 1)
    return im_sknd_signature_fail (body->signature, body->diagnostics, "type",
                                   target->span,
                                   "At most one pack of a list has no length");

  return TRUE;
}

gboolean
im_sknd_body_assign (ImSkndBody *body,
                     const ImSkndComponent *component,
                     const ImSkndTypes *types,
                     gboolean is_outermost)
{
  if (component->n_targets > types->n)
    return im_sknd_signature_fail (
        body->signature, body->diagnostics, "type", component->targets[0]->span,
        "%u results are assigned to %u names", types->n, component->n_targets);
  for (guint i = 0; i < component->n_targets; i++)
    {
      const ImSkndTarget *target = component->targets[i];

      if (target->kind != IM_SKND_TARGET_OMITTED &&
          !(target->kind == IM_SKND_TARGET_NAME ? assign_name : assign_list) (
              body, target, types->items[i], component->value, is_outermost))
        return FALSE;
    }

  return TRUE;
}

void
im_sknd_body_break (ImSkndBody *body, guint n, const ImSkndTarget *const *targets)
{
  ImSkndType type = { .base = IM_SKND_BASE_OPEN, .is_tensor = TRUE };

  for (guint i = 0; i < n; i++)
    {
      const ImSkndTarget *target = targets[i];

      if (target->kind != IM_SKND_TARGET_NAME)
        im_sknd_body_break (body, target->n, (const ImSkndTarget *const *) target->items);
      else if (!g_hash_table_contains (body->scope->symbols, target->name.text))
        im_sknd_scope_add (body->scope, body->arena, target->name.text, type)
            ->is_broken = TRUE;
    }
}
