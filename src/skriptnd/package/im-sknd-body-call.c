/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "skriptnd/package/im-sknd-body-private.h"

/* A call, and what the generic types of the operator are in it. */
typedef struct
{
  ImSkndBody *body;
  const ImSkndCallable *callable;
  const ImSkndSignature *callee;
  ImSkndScope generics;
} Call;

static const ImSkndBlock *
get_block (const Call *call, ImSkndBlockKind kind)
{
  static const ImSkndBlock empty = { .n = 0 };
  const ImSkndBlock *block = call->callee->definition->by_kind[kind];

  return block != NULL ? block : &empty;
}

static const ImSkndSignature *
find_callee (ImSkndBody *body, const ImSkndCallable *callable)
{
  g_autofree char *problem = NULL;
  const char *nearest = NULL;
  guint n_errors = im_diagnostics_count (body->diagnostics, IM_SEVERITY_ERROR);
  const ImSkndSignature *callee = im_sknd_package_find (
      body->package, body->signature->file, callable->operation.text, body->diagnostics,
      &problem, &nearest);

  if (problem != NULL)
    {
      im_sknd_signature_fail (body->signature, body->diagnostics, "name",
                              callable->operation.span, "%s", problem);
      im_diagnostics_suggest (body->diagnostics, callable->operation.text, nearest);
    }
  else if (callee == NULL &&
           im_diagnostics_count (body->diagnostics, IM_SEVERITY_ERROR) == n_errors)
    {
      im_sknd_signature_fail (
          body->signature, body->diagnostics, "name", callable->operation.span,
          "The operator “%s” has errors of its own", callable->operation.text);
    }

  return callee;
}

/* What a type that is written is here: another one, or a generic one of the callee. */
static gboolean
find_type (const Call *call, const char *name, ImSkndType *type)
{
  const ImSkndSymbol *generic = im_sknd_scope_find (&call->generics, name);

  if (im_sknd_base_find (name, &type->base))
    return TRUE;
  if (generic == NULL)
    return FALSE;
  type->base = generic->type.base;
  type->generic = generic->type.generic;
  type->generic_class = generic->type.generic_class;

  return TRUE;
}

static gboolean
fail_type (const Call *call,
           ImSpan span,
           const char *what,
           const char *name,
           const ImSkndParameter *parameter,
           const ImSkndType *found)
{
  const ImSkndSymbol *generic = im_sknd_scope_find (&call->generics,
                                                    parameter->type.text);
  g_autoptr (GString) text = g_string_new (NULL);

  im_sknd_type_append (found, text);
  im_sknd_signature_fail (call->body->signature, call->body->diagnostics, "type", span,
                          "%s “%s” is of type %s%s%s, found %s", what, name,
                          parameter->type.text, parameter->shape.is_given ? "[]" : "",
                          parameter->is_packed ? ".." : "", text->str);
  if (generic == NULL)
    return FALSE;
  g_string_truncate (text, 0);
  im_sknd_type_append (&generic->type, text);
  im_diagnostics_note (call->body->diagnostics, "“%s” is %s in this call",
                       parameter->type.text, text->str);

  return FALSE;
}

/* Whether a generic type may stand for another one. */
static gboolean
is_allowed (const Call *call, const char *generic, const ImSkndType *type)
{
  const ImSkndSymbol *symbol = im_sknd_scope_find (&call->callee->scope, generic);

  if (symbol == NULL)
    return TRUE;
  if (type->base == IM_SKND_BASE_GENERIC)
    return type->generic_class >= symbol->type.generic_class;

  return im_sknd_class_has (symbol->type.generic_class, type->base);
}

/* Whether what is given is of the type of a parameter; a generic one is that from now on.
 */
static gboolean
check_type (Call *call,
            const ImSkndParameter *parameter,
            const ImSkndType *found,
            ImSpan span,
            const char *what)
{
  ImSkndType wanted = { .base = IM_SKND_BASE_OPEN }, a = *found, joined = { 0 };

  a.is_packed = a.is_tensor = a.is_optional = FALSE;
  if (!find_type (call, parameter->type.text, &wanted))
    {
      if (found->base == IM_SKND_BASE_OPEN)
        return TRUE;
      if (!is_allowed (call, parameter->type.text, &a))
        return fail_type (call, span, what, parameter->name.text, parameter, found);
      im_sknd_scope_add (&call->generics, call->body->arena, parameter->type.text, a);
      return TRUE;
    }

  return im_sknd_type_join (&wanted, &a, &joined) ||
         fail_type (call, span, what, parameter->name.text, parameter, found);
}

static gboolean
set_types (Call *call)
{
  const ImSkndBlock *block = get_block (call, IM_SKND_DTYPE);

  if (call->callable->n_types > block->n)
    return im_sknd_signature_fail (
        call->body->signature, call->body->diagnostics, "type",
        call->callable->operation.span, "“%s” takes %u types, found %u",
        call->callable->operation.text, block->n, call->callable->n_types);
  for (guint i = 0; i < call->callable->n_types; i++)
    {
      const ImSkndWord *word = &call->callable->types[i];
      const ImSkndSymbol *symbol = im_sknd_scope_find (call->body->scope, word->text);
      ImSkndType type = { .base = IM_SKND_BASE_OPEN };

      if (symbol != NULL && symbol->is_type)
        type = symbol->type;
      else if (!im_sknd_base_find (word->text, &type.base))
        return im_sknd_signature_fail (call->body->signature, call->body->diagnostics,
                                       "type", word->span, "There is no type “%s”",
                                       word->text);
      im_sknd_scope_add (&call->generics, call->body->arena,
                         block->statements[i]->generic.name.text, type);
    }

  return TRUE;
}

static const ImSkndParameter *
find_attribute (const Call *call, const char *name)
{
  const ImSkndBlock *block = get_block (call, IM_SKND_ATTRIB);

  for (guint i = 0; i < block->n; i++)
    if (strcmp (block->statements[i]->parameter.name.text, name) == 0)
      return &block->statements[i]->parameter;

  return NULL;
}

static gboolean
check_attribute (Call *call, const ImSkndAssignment *given)
{
  ImSkndBody *body = call->body;
  const ImSkndParameter *attribute = find_attribute (call, given->name.text);
  ImSkndType type;

  if (attribute == NULL)
    return im_sknd_signature_fail (body->signature, body->diagnostics, "argument",
                                   given->name.span, "“%s” has no attribute “%s”",
                                   call->callable->operation.text, given->name.text);
  if (im_sknd_body_has_tensors (body, given->value))
    return im_sknd_signature_fail (body->signature, body->diagnostics, "type",
                                   given->value->span,
                                   "Expected a value that is known before a run for the "
                                   "attribute “%s”, found a tensor",
                                   given->name.text);
  if (!im_sknd_body_infer (body, given->value, &type))
    return FALSE;
  if (type.is_packed && !attribute->is_packed)
    return fail_type (call, given->value->span, "Attribute", given->name.text, attribute,
                      &type);

  return check_type (call, attribute, &type, given->value->span, "Attribute");
}

static gboolean
check_attributes (Call *call)
{
  const ImSkndCallable *callable = call->callable;
  const ImSkndBlock *block = get_block (call, IM_SKND_ATTRIB);
  gboolean is_fine = TRUE;

  for (guint i = 0; i < callable->n_attributes; i++)
    {
      for (guint j = 0; j < i; j++)
        if (strcmp (callable->attributes[i].name.text,
                    callable->attributes[j].name.text) == 0)
          return im_sknd_signature_fail (call->body->signature, call->body->diagnostics,
                                         "argument", callable->attributes[i].name.span,
                                         "Attribute “%s” is given twice",
                                         callable->attributes[i].name.text);
      is_fine &= check_attribute (call, &callable->attributes[i]);
    }
  for (guint i = 0; i < block->n; i++)
    {
      const ImSkndParameter *attribute = &block->statements[i]->parameter;
      gboolean is_given = attribute->value != NULL || attribute->is_optional;

      for (guint j = 0; j < callable->n_attributes; j++)
        is_given |= strcmp (callable->attributes[j].name.text, attribute->name.text) == 0;
      if (!is_given)
        is_fine = im_sknd_signature_fail (call->body->signature, call->body->diagnostics,
                                          "argument", callable->operation.span,
                                          "Attribute “%s” is not given",
                                          attribute->name.text);
    }

  return is_fine;
}

static gboolean
check_argument (Call *call, const ImSkndParameter *input, const ImSkndExpr *expr)
{
  ImSkndBody *body = call->body;
  ImSkndType type;

  if (expr == NULL)
    return input->is_optional || input->value != NULL ||
           im_sknd_signature_fail (body->signature, body->diagnostics, "argument",
                                   call->callable->operation.span,
                                   "Input “%s” is not given", input->name.text);
  if (!im_sknd_body_infer (body, expr, &type))
    return FALSE;
  if (type.is_packed != input->is_packed)
    return fail_type (call, expr->span, "Input", input->name.text, input, &type);
  if (type.is_optional && !input->is_optional && input->value == NULL)
    return im_sknd_signature_fail (
        body->signature, body->diagnostics, "type", expr->span,
        "Input “%s” must be there, but what is given may be null", input->name.text);

  return check_type (call, input, &type, expr->span, "Input");
}

static gboolean
check_arguments (Call *call)
{
  const ImSkndCallable *callable = call->callable;
  const ImSkndBlock *block = get_block (call, IM_SKND_INPUT);
  gboolean is_fine = TRUE;

  if (callable->n_values > block->n)
    return im_sknd_signature_fail (
        call->body->signature, call->body->diagnostics, "argument",
        callable->operation.span, "“%s” has %u inputs, but %u are given",
        callable->operation.text, block->n, callable->n_values);
  for (guint i = 0; i < block->n; i++)
    is_fine &= check_argument (call, &block->statements[i]->parameter,
                               i < callable->n_values ? callable->values[i] : NULL);

  return is_fine;
}

static gboolean
find_results (Call *call, ImSkndTypes *results)
{
  const ImSkndBlock *generics = get_block (call, IM_SKND_DTYPE);
  const ImSkndBlock *outputs = get_block (call, IM_SKND_OUTPUT);

  for (guint i = 0; i < generics->n; i++)
    {
      const ImSkndGeneric *generic = &generics->statements[i]->generic;
      ImSkndType type = { .base = IM_SKND_BASE_OPEN };

      if (im_sknd_scope_find (&call->generics, generic->name.text) != NULL)
        continue;
      if (generic->value.text == NULL)
        return im_sknd_signature_fail (
            call->body->signature, call->body->diagnostics, "type",
            call->callable->operation.span,
            "Neither an attribute nor an input says what “%s” is", generic->name.text);
      im_sknd_base_find (generic->value.text, &type.base);
      im_sknd_scope_add (&call->generics, call->body->arena, generic->name.text, type);
    }
  results->n = MIN (outputs->n, IM_SKND_MAX_TYPES);
  for (guint i = 0; i < results->n; i++)
    {
      const ImSkndParameter *output = &outputs->statements[i]->parameter;

      results->items[i] = (ImSkndType){ .is_packed = output->is_packed,
                                        .is_tensor = TRUE };
      find_type (call, output->type.text, &results->items[i]);
    }

  return TRUE;
}

gboolean
im_sknd_body_invoke (ImSkndBody *body,
                     const ImSkndCallable *callable,
                     gboolean takes_graph,
                     ImSkndTypes *results)
{
  Call call = { body, callable, find_callee (body, callable), { NULL } };
  gboolean is_fine = FALSE;

  if (call.callee == NULL)
    return FALSE;
  if (call.callee->definition->is_graph && !takes_graph)
    return im_sknd_signature_fail (
        body->signature, body->diagnostics, "type", callable->operation.span,
        "“%s” is a graph, which only a branch or a loop calls", callable->operation.text);
  im_sknd_scope_init (&call.generics, NULL);
  is_fine = set_types (&call);
  is_fine &= check_attributes (&call);
  is_fine &= check_arguments (&call);
  is_fine = is_fine && find_results (&call, results);
  im_sknd_scope_clear (&call.generics);

  return is_fine;
}
