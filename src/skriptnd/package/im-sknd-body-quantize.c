/* SPDX-License-Identifier: MIT
 *
 * What is said of tensors in `@quantize` must name some, and an operator that takes one
 * tensor and gives one; it changes nothing that is computed.
 */
#include <string.h>

#include "skriptnd/package/im-sknd-body-private.h"

#define MAX_LABELS 100

/* What a name with labels leads to: a tensor of an operator that is called. */
typedef struct
{
  const ImSkndParameter *parameter; /* NULL for what `@compose` makes */
  gboolean is_own;                  /* a constant or a variable */
} Tensor;

typedef struct
{
  ImSkndBody *body;
  const ImSkndWord *word;
} Search;

static gboolean find_tensor (Search *search,
                             const ImSkndSignature *signature,
                             const char *path,
                             guint depth,
                             Tensor *tensor);

static gboolean
fail (Search *search, const char *what)
{
  return im_sknd_signature_fail (search->body->signature, search->body->diagnostics,
                                 "name", search->word->span, "“%s” %s",
                                 search->word->text, what);
}

/* The part of `@compose` that has a label, or whose only result has that name. */
static const ImSkndCallable *
find_label (const ImSkndStatement *const *statements, guint n, const char *label)
{
  for (guint i = 0; i < n; i++)
    {
      const ImSkndComponent *component = &statements[i]->component;
      const ImSkndCallable *value = component->value;
      const char *name = value->label.text;

      if (name == NULL && component->n_targets == 1 &&
          component->targets[0]->kind == IM_SKND_TARGET_NAME)
        name = component->targets[0]->name.text;
      if (name != NULL && strcmp (name, label) == 0)
        return value;
      for (guint j = 0; j < value->n_parts; j++)
        if (value->parts[j]->label.text != NULL &&
            strcmp (value->parts[j]->label.text, label) == 0)
          return value->parts[j];
    }

  return NULL;
}

static gboolean
is_made (const ImSkndStatement *const *statements, guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < statements[i]->component.n_targets; j++)
      {
        const ImSkndTarget *target = statements[i]->component.targets[j];

        if (target->kind == IM_SKND_TARGET_NAME && strcmp (target->name.text, name) == 0)
          return TRUE;
      }

  return FALSE;
}

/* Behind a label: in what is called, in a block, or in each branch. */
static gboolean
find_in (Search *search,
         const ImSkndSignature *signature,
         const ImSkndCallable *callable,
         const char *path,
         guint depth,
         Tensor *tensor)
{
  const char *dot = strchr (path, '.');
  g_autofree char *first = g_strndup (path,
                                      dot == NULL ? strlen (path) : (gsize) (dot - path));
  const ImSkndStatement *const *statements = (const ImSkndStatement *const *)
                                                 callable->statements;
  const ImSkndCallable *inner = NULL;
  g_autofree char *problem = NULL;
  const char *nearest = NULL;

  switch ((guint) callable->kind)
    {
    case IM_SKND_CALLABLE_INVOKE:
      signature = im_sknd_package_find (search->body->package, signature->file,
                                        callable->operation.text,
                                        search->body->diagnostics, &problem, &nearest);
      return signature != NULL &&
             find_tensor (search, signature, path, depth + 1, tensor);
    case IM_SKND_CALLABLE_BLOCK:
      if (dot == NULL)
        return is_made (statements, callable->n_statements, path);
      inner = find_label (statements, callable->n_statements, first);
      return inner != NULL && find_in (search, signature, inner, dot + 1, depth, tensor);
    default:
      for (guint i = 0; i < callable->n_parts; i++)
        if (find_in (search, signature, callable->parts[i], path, depth, tensor))
          return TRUE;
      return FALSE;
    }
}

/* A composition of one call has the label of that call. */
static gboolean
find_passed (Search *search,
             const ImSkndSignature *signature,
             const char *path,
             guint depth,
             Tensor *tensor)
{
  const ImSkndBlock *composed = signature->definition->by_kind[IM_SKND_COMPOSE];

  return composed != NULL && composed->n == 1 &&
         find_in (search, signature, composed->statements[0]->component.value, path,
                  depth, tensor);
}

static gboolean
find_tensor (Search *search,
             const ImSkndSignature *signature,
             const char *path,
             guint depth,
             Tensor *tensor)
{
  static const ImSkndBlockKind kinds[] = { IM_SKND_CONSTANTS, IM_SKND_VARIABLE,
                                           IM_SKND_INPUT, IM_SKND_OUTPUT };
  const ImSkndBlock *composed = signature->definition->by_kind[IM_SKND_COMPOSE];
  const ImSkndStatement *const *statements = composed == NULL
                                                 ? NULL
                                                 : (const ImSkndStatement *const *)
                                                       composed->statements;
  const char *dot = strchr (path, '.');

  if (depth > MAX_LABELS)
    return FALSE;
  if (dot != NULL)
    {
      g_autofree char *label = g_strndup (path, (gsize) (dot - path));
      const ImSkndCallable *value = composed == NULL
                                        ? NULL
                                        : find_label (statements, composed->n, label);

      return value != NULL ? find_in (search, signature, value, dot + 1, depth, tensor)
                           : find_passed (search, signature, path, depth, tensor);
    }
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const ImSkndBlock *block = signature->definition->by_kind[kinds[i]];

      for (guint j = 0; block != NULL && j < block->n; j++)
        if (strcmp (block->statements[j]->parameter.name.text, path) == 0)
          {
            *tensor = (Tensor){ &block->statements[j]->parameter, i < 2 };
            break;
          }
    }
  if (tensor->parameter == NULL &&
      (composed == NULL || !is_made (statements, composed->n, path)))
    return find_passed (search, signature, path, depth, tensor);
  if (depth > 0 && !tensor->is_own && !signature->definition->is_public &&
      !signature->definition->is_graph)
    return FALSE;

  return TRUE;
}

/* The type of what is named: of a tensor that is called for it is what it is declared as.
 */
static gboolean
find_type (Search *search, ImSkndType *type)
{
  const char *name = search->word->text;
  const ImSkndSymbol *symbol = im_sknd_scope_find (search->body->scope, name);
  Tensor tensor = { NULL };

  if (strchr (name, '.') == NULL)
    {
      if (symbol == NULL || symbol->is_type || !symbol->type.is_tensor)
        return fail (search, "is no tensor here");
      *type = symbol->type;
    }
  else
    {
      if (!find_tensor (search, search->body->signature, name, 0, &tensor))
        return fail (search, "leads to no tensor: labels of calls are followed by a "
                             "constant or a variable, or by any tensor of an operator "
                             "that is public");
      type->is_packed = tensor.parameter != NULL && tensor.parameter->is_packed;
      if (tensor.parameter != NULL)
        im_sknd_base_find (tensor.parameter->type.text, &type->base);
    }
  type->is_optional = FALSE;

  return !type->is_packed ||
         fail (search, "is a pack; what is said of quantization is of one tensor");
}

/* The operator is looked at as if it were called with the tensor. */
static gboolean
check_quantization (ImSkndBody *body, const ImSkndQuantization *quantization)
{
  static const char name[] = "tensor";
  const ImSkndExpr expr = { .kind = IM_SKND_NAME,
                            .span = quantization->name.span,
                            .name = name };
  const ImSkndExpr *values[] = { &expr };
  ImSkndCallable call = *quantization->operation;
  Search search = { body, &quantization->name };
  ImSkndType type = { .base = IM_SKND_BASE_OPEN, .is_tensor = TRUE };
  ImSkndScope *outer = body->scope, scope;
  ImSkndTypes results = { 0 };
  gboolean is_fine = FALSE;

  if (!find_type (&search, &type))
    return FALSE;
  call.n_values = 1;
  call.values = values;
  im_sknd_scope_init (&scope, outer);
  body->scope = &scope;
  im_sknd_body_declare (body, name, type);
  is_fine = im_sknd_body_invoke (body, &call, FALSE, &results);
  im_sknd_scope_clear (&scope);
  body->scope = outer;
  if (!is_fine)
    return FALSE;
  if (results.n == 1 && !results.items[0].is_packed &&
      (type.base == IM_SKND_BASE_OPEN || results.items[0].base == type.base))
    return TRUE;

  return im_sknd_signature_fail (
      body->signature, body->diagnostics, "type", call.operation.span,
      "“%s” quantizes no tensor: expected an operator with one input and one output of "
      "the same type",
      call.operation.text);
}

gboolean
im_sknd_body_check_quantize (ImSkndBody *body, const ImSkndBlock *block)
{
  for (guint i = 0; i < block->n; i++)
    {
      const ImSkndQuantization *quantization = &block->statements[i]->quantization;

      for (guint j = 0; j < i; j++)
        if (strcmp (block->statements[j]->quantization.name.text,
                    quantization->name.text) == 0)
          return im_sknd_signature_fail (
              body->signature, body->diagnostics, "name", quantization->name.span,
              "“%s” is quantized twice", quantization->name.text);
      if (!check_quantization (body, quantization))
        return FALSE;
    }

  return TRUE;
}
