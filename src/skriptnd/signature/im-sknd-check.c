/* SPDX-License-Identifier: MIT
 *
 * What stands behind the inputs of a definition: names for values, asserts, and the
 * shapes of what it makes.
 */
#include <string.h>

#include "skriptnd/signature/im-sknd-signature-private.h"

static gboolean
fail (ImSkndChecker *checker, const char *code, ImSpan span, const char *message)
{
  im_diagnostics_add (checker->diagnostics, IM_SEVERITY_ERROR, code,
                      checker->signature->file->source, span, "%s", message);

  return FALSE;
}

static gboolean
infer (ImSkndChecker *checker, const ImSkndExpr *expr, ImSkndType *type)
{
  return im_sknd_infer (expr, &checker->signature->scope,
                        checker->signature->file->source, checker->diagnostics, type);
}

static gboolean declare_target (ImSkndChecker *checker,
                                const ImSkndTarget *target,
                                ImSkndType type);

/* `[a, b..]`, `[(e, f)..]` */
static gboolean
declare_items (ImSkndChecker *checker, const ImSkndTarget *target, ImSkndType type)
{
  guint n_open = 0;

  if (!type.is_packed)
    return fail (checker, "type", target->span, "Expected a pack for several names");
  for (guint i = 0; i < target->n; i++)
    {
      const ImSkndTarget *part = target->items[i];
      ImSkndType item = type;

      if (part->kind == IM_SKND_TARGET_LIST ||
          (part->kind == IM_SKND_TARGET_ZIP && target->kind == IM_SKND_TARGET_ZIP))
        return fail (checker, "type", part->span,
                     "Expected a name, as packs are no items");
      if (part->kind == IM_SKND_TARGET_ZIP && !part->is_packed)
        return fail (checker, "type", part->span, "Expected “..” behind a zip");
      n_open += part->is_packed && part->length == NULL ? 1 : 0;
      if (n_open > 1)
        return fail (checker, "type", part->span,
                     "One of several packs at most can be as long as what is left; "
                     "“..(n)” says a length");
      item.is_packed = part->is_packed || target->kind == IM_SKND_TARGET_ZIP;
      if (!declare_target (checker, part, item))
        return FALSE;
    }

  return TRUE;
}

static gboolean
declare_target (ImSkndChecker *checker, const ImSkndTarget *target, ImSkndType type)
{
  ImSkndType length;

  if (target->length != NULL)
    {
      if (!infer (checker, target->length, &length))
        return FALSE;
      if (length.base != IM_SKND_BASE_INT || length.is_packed || length.is_tensor)
        return fail (checker, "type", target->length->span,
                     "Expected an int as a length");
    }
  if (target->kind == IM_SKND_TARGET_OMITTED)
    return fail (checker, "type", target->span, "Expected a name in @using");
  if (target->is_packed && !type.is_packed)
    return fail (checker, "type", target->span,
                 "“..” stands behind the name of a pack, but this is a single value");
  if (target->kind != IM_SKND_TARGET_NAME)
    return declare_items (checker, target, type);

  return strcmp (target->name.text, "_") == 0 ||
         im_sknd_check_declare (checker, target->name.text, target->name.span, type);
}

/* Names whose value has an error, which is told. */
static void
declare_broken (ImSkndChecker *checker, const ImSkndTarget *target)
{
  ImSkndSignature *signature = checker->signature;
  ImSkndType type = { .base = IM_SKND_BASE_OPEN };

  if (target->kind == IM_SKND_TARGET_NAME &&
      im_sknd_scope_find (&signature->scope, target->name.text) == NULL)
    im_sknd_scope_add (&signature->scope, signature->arena, target->name.text, type)
        ->is_broken = TRUE;
  for (guint i = 0; i < target->n; i++)
    declare_broken (checker, target->items[i]);
}

static gboolean
check_using (ImSkndChecker *checker, const ImSkndStatement *statement)
{
  const ImSkndTarget *target = statement->using_.target;
  ImSkndType type;

  if (target->kind == IM_SKND_TARGET_ZIP)
    return fail (checker, "type", target->span, "Expected “[” and “]” around a zip");

  if (infer (checker, statement->using_.value, &type))
    return declare_target (checker, target, type);
  declare_broken (checker, target);

  return FALSE;
}

static gboolean
check_assert (ImSkndChecker *checker, const ImSkndStatement *statement)
{
  const ImSkndAssertion *assertion = &statement->assertion;
  ImSkndType condition, message = { 0 }, detail;

  if (!infer (checker, assertion->condition, &condition))
    return FALSE;
  if (condition.base != IM_SKND_BASE_BOOL || condition.is_tensor)
    return fail (checker, "type", assertion->condition->span,
                 "Expected a bool, or a pack of bools, to assert");
  if (assertion->message != NULL && !infer (checker, assertion->message, &message))
    return FALSE;
  if (message.is_optional && !condition.is_optional)
    return fail (checker, "type", assertion->message->span,
                 "The message may be null where the condition is not");
  for (guint i = 0; i < assertion->n_details; i++)
    if (!infer (checker, assertion->details[i].value, &detail))
      return FALSE;

  return TRUE;
}

static gboolean
check_int (ImSkndChecker *checker, const ImSkndExpr *expr, gboolean is_packed)
{
  ImSkndType type;

  if (expr == NULL)
    return TRUE;
  if (!infer (checker, expr, &type))
    return FALSE;
  if (type.base != IM_SKND_BASE_INT || type.is_tensor)
    return fail (checker, "type", expr->span, "Expected an int as an extent");
  if (type.is_packed && !is_packed)
    return fail (checker, "type", expr->span, "Expected “..” behind a pack of extents");

  return TRUE;
}

static gboolean
check_length (ImSkndChecker *checker, const ImSkndExpr *length)
{
  ImSkndType type;

  if (length == NULL)
    return TRUE;
  if (!infer (checker, length, &type))
    return FALSE;
  if (type.is_packed || type.is_tensor ||
      (type.base != IM_SKND_BASE_INT && type.base != IM_SKND_BASE_BOOL))
    return fail (checker, "type", length->span, "Expected an int or a bool as a length");

  return TRUE;
}

/* `~|k`, or `n|k`, which declares a name for an extent that a run says. */
static gboolean
check_bound (ImSkndChecker *checker, const ImSkndExtent *extent)
{
  ImSkndSignature *signature = checker->signature;
  ImSkndType type = { .base = IM_SKND_BASE_INT, .is_packed = extent->is_packed };
  const char *text = im_source_get_text (signature->file->source, NULL), *first = NULL;
  const ImSkndExpr *name = extent->value;
  g_autoptr (GString) bound = g_string_new (NULL);

  if (extent->bound == NULL)
    return TRUE;
  if (!check_int (checker, extent->bound, extent->is_packed))
    return FALSE;
  if (name == NULL)
    return TRUE;
  if (name->kind != IM_SKND_NAME)
    return fail (checker, "type", name->span, "Expected a name or “~” in front of “|”");
  im_sknd_expr_append (extent->bound, text, bound);
  first = g_hash_table_lookup (checker->bounds, name->name);
  if (first != NULL && strcmp (first, bound->str) != 0)
    return fail (checker, "type", extent->bound->span,
                 "An extent of the same name has another bound above");
  if (first != NULL)
    return TRUE;
  g_hash_table_insert (checker->bounds, (gpointer) name->name, g_strdup (bound->str));

  return im_sknd_check_declare (checker, name->name, name->span, type);
}

/* `s..` and `..n` are packs; `n ..(k)` is one extent, several times. */
static gboolean
check_several (ImSkndChecker *checker,
               const ImSkndParameter *parameter,
               const ImSkndExtent *extent)
{
  ImSkndType type = { 0 };

  if (extent->is_spread && !parameter->is_packed)
    return fail (checker, "type", extent->span,
                 "“..” in front of an extent gives each tensor of a pack its own; "
                 "this is one tensor");
  if (extent->is_spread && extent->is_packed)
    return fail (checker, "type", extent->span,
                 "“..” stands in front of a single extent or behind a pack of them");
  if (extent->value == NULL || (!extent->is_packed && !extent->is_spread))
    return TRUE;
  if (!infer (checker, extent->value, &type))
    return FALSE;
  if (extent->is_spread && !type.is_packed)
    return fail (checker, "type", extent->value->span,
                 "Expected a pack behind “..”, an extent for each tensor");
  if (extent->is_packed && extent->length == NULL && !type.is_packed)
    return fail (checker, "type", extent->value->span,
                 "Expected a pack in front of “..”; “..(n)” repeats an extent");

  return TRUE;
}

/* An output, a constant or a variable, whose shape is made of names that there are. */
static gboolean
check_made (ImSkndChecker *checker, const ImSkndStatement *statement)
{
  const ImSkndParameter *parameter = &statement->parameter;
  ImSkndType type;

  if (parameter->is_optional)
    return fail (checker, "type", parameter->name.span,
                 "Only attributes and inputs can be optional");
  if (!parameter->shape.is_given && !checker->signature->definition->is_graph)
    return fail (checker, "type", parameter->name.span,
                 "Expected a shape behind the type; that of one value is []");
  for (guint i = 0; i < parameter->shape.n; i++)
    {
      const ImSkndExtent *extent = &parameter->shape.extents[i];

      if (!check_bound (checker, extent) ||
          !check_int (checker, extent->value, extent->is_packed || extent->is_spread) ||
          !check_length (checker, extent->length) ||
          !check_several (checker, parameter, extent))
        return FALSE;
    }

  return check_length (checker, parameter->length) &&
         im_sknd_check_type (checker, parameter, TRUE, &type) &&
         im_sknd_check_declare (checker, parameter->name.text, parameter->name.span,
                                type);
}

/* A default of an input stands for a tensor that is full of it. */
static gboolean
check_default (ImSkndChecker *checker, const ImSkndStatement *statement)
{
  const ImSkndParameter *input = &statement->parameter;
  const ImSkndSymbol *symbol = im_sknd_scope_find (&checker->signature->scope,
                                                   input->name.text);
  g_autoptr (GString) expected = g_string_new (NULL), found = g_string_new (NULL);
  g_autofree char *message = NULL;
  ImSkndType type, wanted = symbol->type, joined = { 0 };

  if (input->value == NULL)
    return TRUE;
  if (!infer (checker, input->value, &type))
    return FALSE;
  wanted.is_tensor = FALSE;
  if (!type.is_tensor && im_sknd_type_join (&type, &wanted, &joined) &&
      (!type.is_packed || wanted.is_packed) && !type.is_optional)
    return TRUE;
  im_sknd_type_append (&wanted, expected);
  im_sknd_type_append (&type, found);
  message = g_strdup_printf ("Expected a default of type %s, found %s", expected->str,
                             found->str);

  return fail (checker, "type", input->value->span, message);
}

static gboolean
check_constant (ImSkndChecker *checker, const ImSkndStatement *statement)
{
  const ImSkndParameter *constant = &statement->parameter;

  if (constant->value == NULL)
    return fail (checker, "type", constant->name.span,
                 "Expected a value behind the shape of a constant, such as “= 0.0”");

  return check_made (checker, statement);
}

static gboolean
check_variable (ImSkndChecker *checker, const ImSkndStatement *statement)
{
  const ImSkndParameter *variable = &statement->parameter;

  if (variable->value != NULL)
    return fail (checker, "type", variable->value->span,
                 "A variable has no value here; it is in a file of its own. What is "
                 "always the same is a @constant");

  return check_made (checker, statement);
}

static gboolean
check_all (ImSkndChecker *checker,
           ImSkndBlockKind kind,
           gboolean (*check) (ImSkndChecker *checker, const ImSkndStatement *statement))
{
  const ImSkndBlock *block = checker->signature->definition->by_kind[kind];
  gboolean is_fine = TRUE;

  for (guint i = 0; block != NULL && i < block->n; i++)
    is_fine &= check (checker, block->statements[i]);

  return is_fine;
}

/* The tensor, or the pack, that a statement of `@lower` writes; NULL if it is none. */
static const char *
get_written (const ImSkndStatement *statement)
{
  const ImSkndExpr *expr = statement->lowering.output;

  while (expr->kind == IM_SKND_INDEX)
    expr = expr->operands[0];

  return expr->kind == IM_SKND_NAME ? expr->name : NULL;
}

/* An output has one statement with `=`, or one that accumulates, or both in this order.
 */
static gboolean
check_statements (ImSkndChecker *checker, const ImSkndBlock *block)
{
  gboolean is_fine = TRUE;

  for (guint i = 0; block != NULL && i < block->n; i++)
    {
      const char *name = get_written (block->statements[i]);
      const ImSkndStatement *first = NULL;
      guint n = 0;

      for (guint j = 0; name != NULL && j < i; j++)
        if (g_strcmp0 (get_written (block->statements[j]), name) == 0)
          {
            first = first == NULL ? block->statements[j] : first;
            n++;
          }
      if (n == 0)
        continue;
      if (n > 1 || first->lowering.assign != IM_SKND_ASSIGN ||
          block->statements[i]->lowering.assign == IM_SKND_ASSIGN)
        {
          im_diagnostics_add (checker->diagnostics, IM_SEVERITY_ERROR, "statement",
                              checker->signature->file->source,
                              block->statements[i]->lowering.output->span,
                              "“%s” is written before; at most two statements write an "
                              "output, the first with “=”, the second with another "
                              "operator",
                              name);
          is_fine = FALSE;
        }
    }

  return is_fine;
}

gboolean
im_sknd_check_blocks (ImSkndChecker *checker)
{
  const ImSkndBlock *const *blocks = checker->signature->definition->by_kind;
  gboolean is_fine = TRUE;

  if (blocks[IM_SKND_LOWER] != NULL && blocks[IM_SKND_COMPOSE] != NULL)
    return fail (checker, "block", blocks[IM_SKND_COMPOSE]->name_span,
                 "An operator has either @lower or @compose, not both");
  is_fine &= check_all (checker, IM_SKND_INPUT, check_default);
  is_fine &= check_all (checker, IM_SKND_USING, check_using);
  is_fine &= check_all (checker, IM_SKND_ASSERT, check_assert);
  is_fine &= check_all (checker, IM_SKND_CONSTANTS, check_constant);
  is_fine &= check_all (checker, IM_SKND_VARIABLE, check_variable);
  is_fine &= check_all (checker, IM_SKND_OUTPUT, check_made);
  is_fine &= check_statements (checker, blocks[IM_SKND_LOWER]);

  return is_fine;
}
