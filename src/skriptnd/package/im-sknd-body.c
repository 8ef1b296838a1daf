/* SPDX-License-Identifier: MIT
 *
 * All branches are looked at, whichever a call will choose.
 */
#include "skriptnd/package/im-sknd-body.h"

#include "skriptnd/package/im-sknd-body-private.h"

static gboolean check_callable (ImSkndBody *body,
                                const ImSkndCallable *callable,
                                gboolean takes_graph,
                                ImSkndTypes *results);
static gboolean compose_all (ImSkndBody *body,
                             const ImSkndStatement *const *statements,
                             guint n,
                             gboolean is_outermost);

/* A block has names of its own. */
static void
push (ImSkndBody *body, ImSkndScope *scope)
{
  im_sknd_scope_init (scope, body->scope);
  body->scope = scope;
}

static void
pop (ImSkndBody *body, ImSkndScope *scope, ImSkndScope *outer)
{
  im_sknd_scope_clear (scope);
  body->scope = outer;
}

/* What `?x` finds is there where all of the condition holds. */
static void
promote (ImSkndBody *body, const ImSkndExpr *condition)
{
  if (condition->kind == IM_SKND_TEST)
    {
      const char *name = condition->operands[0]->name;
      const ImSkndSymbol *symbol = im_sknd_scope_find (body->scope, name);
      ImSkndType type;

      if (symbol == NULL)
        return;
      type = symbol->type;
      type.is_optional = FALSE;
      if (type.is_tensor)
        im_sknd_body_declare (body, name, type);
      else
        im_sknd_scope_add (body->scope, body->arena, name, type);
    }
  if (condition->kind != IM_SKND_BINARY || condition->operation != IM_SKND_AND)
    return;
  promote (body, condition->operands[0]);
  promote (body, condition->operands[1]);
}

static gboolean
check_condition (ImSkndBody *body, const ImSkndCallable *condition, const char *where)
{
  g_autofree ImSkndTypes *types = g_new0 (ImSkndTypes, 1);

  if (!check_callable (body, condition, TRUE, types))
    return FALSE;
  if (types->n == 1 && types->items[0].base == IM_SKND_BASE_BOOL &&
      !types->items[0].is_packed)
    return TRUE;

  return im_sknd_signature_fail (body->signature, body->diagnostics, "type",
                                 condition->span, "Expected one bool behind “%s”", where);
}

/* Whether branches have as many results, of the same types. */
static gboolean
check_same (ImSkndBody *body,
            const ImSkndCallable *callable,
            const ImSkndTypes *a,
            const ImSkndTypes *b)
{
  if (a->n != b->n)
    return im_sknd_signature_fail (body->signature, body->diagnostics, "type",
                                   callable->span, "The branches have %u and %u results",
                                   a->n, b->n);
  for (guint i = 0; i < a->n; i++)
    {
      ImSkndType joined = { 0 };
      g_autoptr (GString) left = NULL, right = NULL;

      if (im_sknd_type_join (&a->items[i], &b->items[i], &joined) &&
          a->items[i].is_packed == b->items[i].is_packed)
        continue;
      left = g_string_new (NULL);
      right = g_string_new (NULL);
      im_sknd_type_append (&a->items[i], left);
      im_sknd_type_append (&b->items[i], right);
      return im_sknd_signature_fail (
          body->signature, body->diagnostics, "type", callable->span,
          "The branches have results of types %s and %s", left->str, right->str);
    }

  return TRUE;
}

static gboolean
check_branch (ImSkndBody *body, const ImSkndCallable *callable, ImSkndTypes *results)
{
  g_autofree ImSkndTypes *types = g_new0 (ImSkndTypes, 1);
  GHashTable *labels = body->labels;
  guint n = callable->n_parts;

  for (guint i = 1; i <= n; i += 2)
    {
      guint part = MIN (i, n - 1);
      const ImSkndCallable *condition = part % 2 == 1 && i < n ? callable->parts[i - 1]
                                                               : NULL;
      ImSkndScope *outer = body->scope, scope;
      g_autoptr (GHashTable) inner = g_hash_table_new (g_str_hash, g_str_equal);
      gboolean is_fine = FALSE;

      if (condition != NULL && !check_condition (body, condition, "if"))
        return FALSE;
      push (body, &scope);
      body->labels = inner;
      if (condition != NULL && condition->kind == IM_SKND_CALLABLE_VALUE)
        promote (body, condition->values[0]);
      is_fine = check_callable (body, callable->parts[part], TRUE, types);
      body->labels = labels;
      pop (body, &scope, outer);
      if (!is_fine)
        return FALSE;
      if (i == 1)
        *results = *types;
      else if (!check_same (body, callable, results, types))
        return FALSE;
    }

  return TRUE;
}

static gboolean
check_yields (ImSkndBody *body, const ImSkndCallable *callable, ImSkndTypes *results)
{
  if (callable->n_values > IM_SKND_MAX_TYPES)
    return im_sknd_signature_fail (
        body->signature, body->diagnostics, "too-many", callable->span,
        "Not supported yet: more than %d results of a block", IM_SKND_MAX_TYPES);
  results->n = callable->n_values;
  for (guint i = 0; i < results->n; i++)
    {
      if (!im_sknd_body_infer (body, callable->values[i], &results->items[i]))
        return FALSE;
      if (results->items[i].is_optional)
        return im_sknd_signature_fail (
            body->signature, body->diagnostics, "type", callable->values[i]->span,
            "What a block yields must be there, but this may be "
            "null");
    }

  return TRUE;
}

static gboolean
check_block (ImSkndBody *body, const ImSkndCallable *callable, ImSkndTypes *results)
{
  g_autoptr (GHashTable) inner = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTable *labels = body->labels;
  ImSkndScope *outer = body->scope, scope;
  gboolean is_fine = FALSE;

  push (body, &scope);
  body->labels = inner;
  is_fine = compose_all (body, (const ImSkndStatement *const *) callable->statements,
                         callable->n_statements, FALSE) &&
            check_yields (body, callable, results);
  body->labels = labels;
  pop (body, &scope, outer);

  return is_fine;
}

static gboolean
check_count (ImSkndBody *body, const ImSkndCallable *callable)
{
  ImSkndType type;

  if (callable->is_unrolled && callable->n_parts > 1)
    return im_sknd_signature_fail (body->signature, body->diagnostics, "type",
                                   callable->span,
                                   "A loop that is unrolled has no condition");
  if (callable->count == NULL)
    return callable->n_scanned > 0 || callable->n_parts > 1 ||
           im_sknd_signature_fail (body->signature, body->diagnostics, "type",
                                   callable->span,
                                   "Nothing says how many turns the loop has");
  if (!im_sknd_body_infer (body, callable->count, &type))
    return FALSE;
  if (type.base != IM_SKND_BASE_INT || type.is_packed)
    return im_sknd_signature_fail (body->signature, body->diagnostics, "type",
                                   callable->count->span,
                                   "Expected an int as the count of a loop");
  if (callable->is_unrolled && type.is_tensor)
    return im_sknd_signature_fail (
        body->signature, body->diagnostics, "type", callable->count->span,
        "Expected a count that is known before a run for a loop "
        "that is unrolled");

  return TRUE;
}

static gboolean
declare_carried (ImSkndBody *body, const ImSkndLoopValue *carried, ImSkndType *type)
{
  ImSkndType declared = { 0 };
  const ImSkndSymbol *generic = NULL;

  if (!im_sknd_body_infer (body, carried->value, type))
    return FALSE;
  type->is_tensor = TRUE;
  if (carried->type.text == NULL)
    return TRUE;
  declared = *type;
  generic = im_sknd_scope_find (body->scope, carried->type.text);
  if (!im_sknd_base_find (carried->type.text, &declared.base))
    {
      if (generic == NULL || !generic->is_type)
        return im_sknd_signature_fail (body->signature, body->diagnostics, "type",
                                       carried->type.span, "There is no type “%s”",
                                       carried->type.text);
      declared.base = generic->type.base;
      declared.generic = generic->type.generic;
    }
  if (declared.base == type->base)
    return TRUE;

  return im_sknd_signature_fail (body->signature, body->diagnostics, "type",
                                 carried->value->span,
                                 "“%s” is declared as %s, but begins with another type",
                                 carried->name.text, carried->type.text);
}

static gboolean
declare_scanned (ImSkndBody *body, const ImSkndLoopValue *scanned)
{
  ImSkndType type;

  if (!im_sknd_body_infer (body, scanned->value, &type))
    return FALSE;
  if (!type.is_packed)
    return im_sknd_signature_fail (
        body->signature, body->diagnostics, "type", scanned->value->span,
        "Expected a pack behind “for %s :”", scanned->name.text);
  type.is_packed = FALSE;
  if (type.is_tensor)
    im_sknd_body_declare (body, scanned->name.text, type);
  else
    im_sknd_scope_add (body->scope, body->arena, scanned->name.text, type);

  return TRUE;
}

static gboolean
check_results (ImSkndBody *body,
               const ImSkndCallable *callable,
               const ImSkndType *carried,
               ImSkndTypes *results)
{
  if (results->n < callable->n_carried)
    return im_sknd_signature_fail (body->signature, body->diagnostics, "type",
                                   callable->span,
                                   "Expected at least %u results of each turn, found %u",
                                   callable->n_carried, results->n);
  for (guint i = 0; i < results->n; i++)
    {
      ImSkndType joined = { 0 };

      if (i >= callable->n_carried && results->items[i].is_packed)
        return im_sknd_signature_fail (body->signature, body->diagnostics, "type",
                                       callable->parts[0]->span,
                                       "A result of each turn is a pack; a loop collects "
                                       "tensors");
      if (i >= callable->n_carried)
        results->items[i].is_packed = results->items[i].is_tensor = TRUE;
      else if (!im_sknd_type_join (&carried[i], &results->items[i], &joined) ||
               carried[i].is_packed != results->items[i].is_packed)
        return im_sknd_signature_fail (
            body->signature, body->diagnostics, "type", callable->carried[i].name.span,
            "“%s” is of another type behind a turn of the loop",
            callable->carried[i].name.text);
    }

  return TRUE;
}

static gboolean
check_loop (ImSkndBody *body, const ImSkndCallable *callable, ImSkndTypes *results)
{
  ImSkndScope *outer = body->scope, scope;
  g_autofree ImSkndType *carried = g_new0 (ImSkndType, callable->n_carried + 1);
  ImSkndType index = { .base = IM_SKND_BASE_INT };
  gboolean is_fine = check_count (body, callable);

  for (guint i = 0; is_fine && i < callable->n_carried; i++)
    is_fine = declare_carried (body, &callable->carried[i], &carried[i]);
  if (!is_fine)
    return FALSE;
  push (body, &scope);
  for (guint i = 0; is_fine && i < callable->n_scanned; i++)
    is_fine = declare_scanned (body, &callable->scanned[i]);
  for (guint i = 0; i < callable->n_carried; i++)
    im_sknd_body_declare (body, callable->carried[i].name.text, carried[i]);
  if (callable->index.text != NULL)
    im_sknd_scope_add (&scope, body->arena, callable->index.text, index);
  is_fine = is_fine &&
            (callable->n_parts == 1 ||
             check_condition (body, callable->parts[callable->tests_first ? 0 : 1],
                              "while")) &&
            check_callable (
                body,
                callable->parts[callable->n_parts > 1 && callable->tests_first ? 1 : 0],
                TRUE, results) &&
            check_results (body, callable, carried, results);
  pop (body, &scope, outer);

  return is_fine;
}

static gboolean
check_callable (ImSkndBody *body,
                const ImSkndCallable *callable,
                gboolean takes_graph,
                ImSkndTypes *results)
{
  switch ((guint) callable->kind)
    {
    case IM_SKND_CALLABLE_VALUE:
      results->n = 1;
      return im_sknd_body_infer (body, callable->values[0], &results->items[0]);
    case IM_SKND_CALLABLE_INVOKE:
      return im_sknd_body_invoke (body, callable, takes_graph, results);
    case IM_SKND_CALLABLE_BLOCK:
      return check_block (body, callable, results);
    case IM_SKND_CALLABLE_BRANCH:
      return check_branch (body, callable, results);
    default:
      return check_loop (body, callable, results);
    }
}

/* The label of what is called, or of its only result. */
static gboolean
check_label (ImSkndBody *body, const ImSkndComponent *component)
{
  const ImSkndCallable *value = component->value;
  const ImSkndWord *label = &value->label;

  if (value->kind != IM_SKND_CALLABLE_INVOKE && value->kind != IM_SKND_CALLABLE_BLOCK)
    return TRUE;
  if (label->text == NULL && component->n_targets == 1 &&
      component->targets[0]->kind == IM_SKND_TARGET_NAME)
    label = &component->targets[0]->name;

  return label->text == NULL || g_hash_table_add (body->labels, (gpointer) label->text) ||
         im_sknd_signature_fail (body->signature, body->diagnostics, "label", label->span,
                                 "There is a label “%s” already", label->text);
}

static gboolean
compose_all (ImSkndBody *body,
             const ImSkndStatement *const *statements,
             guint n,
             gboolean is_outermost)
{
  g_autofree ImSkndTypes *types = g_new0 (ImSkndTypes, 1);
  gboolean is_fine = TRUE;

  for (guint i = 0; i < n; i++)
    {
      const ImSkndComponent *component = &statements[i]->component;

      if (!check_callable (body, component->value, FALSE, types) ||
          !im_sknd_body_assign (body, component, types, is_outermost))
        {
          im_sknd_body_break (body, component->n_targets, component->targets);
          is_fine = FALSE;
          continue;
        }
      is_fine &= check_label (body, component);
    }

  return is_fine;
}

static void
declare_made (ImSkndBody *body, ImSkndBlockKind kind)
{
  const ImSkndBlock *block = body->signature->definition->by_kind[kind];

  for (guint i = 0; block != NULL && i < block->n; i++)
    {
      const ImSkndParameter *made = &block->statements[i]->parameter;
      const ImSkndSymbol *generic = im_sknd_scope_find (body->scope, made->type.text);
      ImSkndType type = { .is_packed = made->is_packed, .is_tensor = TRUE };

      if (generic != NULL && generic->is_type)
        {
          type.base = generic->type.base;
          type.generic = generic->type.generic;
          type.generic_class = generic->type.generic_class;
        }
      im_sknd_base_find (made->type.text, &type.base);
      im_sknd_body_declare (body, made->name.text, type);
      im_sknd_signature_set_rank (body->scope, made);
    }
}

static gboolean
check_compose (ImSkndBody *body, const ImSkndBlock *block)
{
  const ImSkndBlock *outputs = body->signature->definition->by_kind[IM_SKND_OUTPUT];

  gboolean is_fine = compose_all (
      body, (const ImSkndStatement *const *) block->statements, block->n, TRUE);

  for (guint i = 0; outputs != NULL && i < outputs->n; i++)
    {
      const ImSkndParameter *output = &outputs->statements[i]->parameter;

      if (!g_hash_table_contains (body->scope->symbols, output->name.text))
        is_fine = im_sknd_signature_fail (
            body->signature, body->diagnostics, "output", output->name.span,
            "The output “%s” is never assigned", output->name.text);
    }

  return is_fine;
}

/* What `@compose` has made is there, too. */
static gboolean
check_update (ImSkndBody *body, const ImSkndBlock *block)
{
  body->is_update = TRUE;

  return compose_all (body, (const ImSkndStatement *const *) block->statements, block->n,
                      TRUE);
}

gboolean
im_sknd_body_check (ImSkndPackage *package,
                    const ImSkndSignature *signature,
                    ImDiagnostics *diagnostics)
{
  const ImSkndBlock *const *blocks = signature->definition->by_kind;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GHashTable) labels = g_hash_table_new (g_str_hash, g_str_equal);
  ImSkndScope outer, scope;
  g_autoptr (GHashTable) updated = g_hash_table_new (g_str_hash, g_str_equal);
  ImSkndBody body = { package, signature, arena, diagnostics,
                      &outer,  labels,    FALSE, updated };
  gboolean is_fine = TRUE;

  im_sknd_scope_init (&outer, &signature->scope);
  im_sknd_scope_init (&scope, &outer);
  declare_made (&body, IM_SKND_CONSTANTS);
  declare_made (&body, IM_SKND_VARIABLE);
  if (blocks[IM_SKND_COMPOSE] == NULL && signature->definition->is_graph)
    is_fine = im_sknd_signature_fail (
        body.signature, body.diagnostics, "block", signature->definition->name.span,
        "The graph “%s” has no @compose", signature->definition->name.text);
  body.scope = &scope;
  if (blocks[IM_SKND_COMPOSE] != NULL)
    is_fine = check_compose (&body, blocks[IM_SKND_COMPOSE]);
  else if (blocks[IM_SKND_LOWER] != NULL)
    {
      body.scope = &outer;
      declare_made (&body, IM_SKND_OUTPUT);
      body.scope = &scope;
      is_fine = im_sknd_body_check_lower (&body, blocks[IM_SKND_LOWER]);
    }
  if (is_fine && blocks[IM_SKND_UPDATE] != NULL)
    is_fine = check_update (&body, blocks[IM_SKND_UPDATE]);
  if (is_fine && blocks[IM_SKND_QUANTIZE] != NULL)
    is_fine = im_sknd_body_check_quantize (&body, blocks[IM_SKND_QUANTIZE]);
  im_sknd_scope_clear (&scope);
  im_sknd_scope_clear (&outer);

  return is_fine;
}
