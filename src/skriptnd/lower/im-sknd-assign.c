/* SPDX-License-Identifier: MIT */
#include "skriptnd/lower/im-sknd-assign.h"

#include "skriptnd/lower/im-sknd-compose-private.h"
#include "skriptnd/lower/im-sknd-operands.h"
#include "skriptnd/signature/im-sknd-bind.h"

const ImSkndSignature *
im_sknd_frame_find_callee (ImSkndFrame *frame, const ImSkndCallable *callable)
{
  ImSkndProgram *program = frame->program;
  g_autofree char *problem = NULL;
  const char *nearest = NULL;
  const ImSkndSignature *signature = im_sknd_package_find (
      program->package, frame->signature->file, callable->operation.text,
      program->diagnostics, &problem, &nearest);

  if (problem != NULL)
    {
      im_sknd_frame_fail (frame, "name", callable->operation.span, "%s", problem);
      im_diagnostics_suggest (program->diagnostics, callable->operation.text, nearest);
    }
  else if (signature == NULL)
    {
      im_sknd_frame_note (frame);
    }

  return signature;
}

static ImSkndBase
find_base (const ImSkndFrame *frame, const char *name)
{
  const ImSkndSymbol *generic = im_sknd_scope_find (&frame->instance->scope, name);
  ImSkndBase base = generic != NULL && generic->is_type ? generic->type.base
                                                        : IM_SKND_BASE_OPEN;

  im_sknd_base_find (name, &base);

  return base;
}

gboolean
im_sknd_frame_check_base (ImSkndFrame *frame, ImSkndWord type, ImSkndBase base)
{
  ImSkndType wanted = { .base = find_base (frame, type.text) }, found = { .base = base };
  g_autoptr (GString) a = NULL, b = NULL;

  if (wanted.base == IM_SKND_BASE_OPEN)
    return im_sknd_frame_fail (frame, "type", type.span, "There is no type “%s”",
                               type.text);
  if (wanted.base == base || base == IM_SKND_BASE_OPEN)
    return TRUE;
  a = g_string_new (NULL);
  b = g_string_new (NULL);
  im_sknd_type_append (&wanted, a);
  im_sknd_type_append (&found, b);

  return im_sknd_frame_fail (frame, "type", type.span,
                             "Expected elements of type %s, "
                             "found %s",
                             a->str, b->str);
}

static void
init_binding (ImSkndFrame *frame, ImDiagnostics *diagnostics, ImSkndBinding *binding)
{
  *binding = (ImSkndBinding){ .signature = frame->signature,
                              .instance = frame->instance,
                              .diagnostics = diagnostics };
  binding->evaluation = (ImSkndEvaluation){ &frame->instance->scope,
                                            frame->signature->file->source,
                                            frame->instance->arena, diagnostics };
}

gboolean
im_sknd_frame_find_shape (ImSkndFrame *frame,
                          const ImSkndShape *shape,
                          ImSkndTensor *tensor)
{
  ImSkndBinding binding;

  init_binding (frame, frame->program->diagnostics, &binding);

  return im_sknd_bind_shape (&binding, shape, tensor) || im_sknd_frame_note (frame);
}

gboolean
im_sknd_frame_set_value (ImSkndFrame *frame, const char *name, const ImSkndTerms *value)
{
  ImSkndBinding binding;
  ImSkndValue known;

  if (!im_sknd_terms_get_value (value, frame->instance->arena, &known))
    return FALSE;
  g_hash_table_remove (frame->tensors, name);
  init_binding (frame, frame->program->diagnostics, &binding);
  im_sknd_bind_set (&binding, name, &known);

  return TRUE;
}

/* The type that is written behind a name, whose shape gives new names their values. */
static gboolean
bind_type (ImSkndFrame *frame, const ImSkndTarget *target, const ImSkndOperands *operands)
{
  ImArena *arena = frame->instance->arena;
  ImSkndTensor *tensors = im_arena_new0 (arena, ImSkndTensor, operands->n + 1);
  ImSkndParameter parameter = { .name = target->name,
                                .type = target->type,
                                .shape = target->shape,
                                .is_packed = operands->is_packed };
  ImSkndArgument argument = { im_arena_strdup (arena, target->name.text), operands->base,
                              operands->n, tensors };
  ImSkndBinding binding;

  if (target->type.text == NULL)
    return TRUE;
  for (guint i = 0; i < operands->n; i++)
    tensors[i] = operands->items[i].tensor;
  init_binding (frame, frame->program->diagnostics, &binding);

  return im_sknd_frame_check_base (frame, target->type, operands->base) &&
         (im_sknd_bind_input (&binding, &parameter, &argument) ||
          im_sknd_frame_note (frame));
}

/* How many tensors a pack is said to have; a name that is not known yet is that many. */
static gboolean
bind_length (ImSkndFrame *frame, const ImSkndTarget *target, guint n)
{
  g_autofree char *what = g_strdup_printf ("The number of tensors of “%s”",
                                           target->name.text);
  ImSkndBinding binding;

  if (target->length == NULL)
    return TRUE;
  init_binding (frame, frame->program->diagnostics, &binding);

  return im_sknd_bind_int (&binding, target->length, n, what) ||
         im_sknd_frame_note (frame);
}

static gboolean
is_variable (const ImSkndFrame *frame, const char *name)
{
  const ImSkndDefinition *definition = frame->signature->definition;
  const ImSkndBlock *block = definition->by_kind[IM_SKND_VARIABLE];

  for (guint i = 0; block != NULL && i < block->n; i++)
    if (g_str_equal (block->statements[i]->parameter.name.text, name))
      return TRUE;

  return FALSE;
}

static gboolean
is_packed_output (const ImSkndFrame *frame, const char *name)
{
  const ImSkndDefinition *definition = frame->signature->definition;
  const ImSkndBlock *block = definition->by_kind[IM_SKND_OUTPUT];

  for (guint i = 0; block != NULL && i < block->n; i++)
    if (g_str_equal (block->statements[i]->parameter.name.text, name))
      return block->statements[i]->parameter.is_packed;

  return FALSE;
}

/* What a loop collects is a pack, and so is an output that is declared as one, whether
 * that is written or not. */
static gboolean
assign_name (ImSkndFrame *frame,
             const ImSkndTarget *target,
             const ImSkndOperands *operands,
             gboolean is_loop)
{
  const char *name = target->name.text;

  if (g_hash_table_contains (frame->locals, name))
    return im_sknd_frame_fail (frame, "name", target->span,
                               is_variable (frame, name)
                                   ? "“%s” is a variable, which only @update assigns"
                                   : "“%s” is there already; a tensor is assigned once",
                               name);
  if (target->is_packed != operands->is_packed &&
      !(operands->is_packed && (is_loop || is_packed_output (frame, name))))
    return im_sknd_frame_fail (frame, "type", target->span,
                               operands->is_packed ? "“%s” is assigned a pack; write “..”"
                                                   : "“%s” is assigned no pack",
                               name);
  if (!bind_length (frame, target, operands->n) || !bind_type (frame, target, operands))
    return FALSE;
  g_hash_table_add (frame->locals, (gpointer) name);
  im_sknd_frame_set (frame, name, operands);

  return TRUE;
}

/* `[a, b..(k)]` takes a pack apart. */
static gboolean
assign_list (ImSkndFrame *frame,
             const ImSkndTarget *target,
             const ImSkndOperands *operands)
{
  guint n_packs = 0, start = 0, known = 0;
  g_autofree gint64 *lengths = g_new0 (gint64, target->n + 1);

  if (!operands->is_packed)
    return im_sknd_frame_fail (frame, "type", target->span,
                               "Expected a pack for a list of names");
  for (guint i = 0; i < target->n; i++)
    {
      const ImSkndTarget *item = target->items[i];
      ImSkndTerms length;

      lengths[i] = 1;
      if (!item->is_packed)
        {
          known++;
          continue;
        }
      lengths[i] = -1;
      if (item->length != NULL &&
          im_sknd_find_unknown (item->length, &frame->instance->scope) == NULL)
        {
          if (!im_sknd_frame_evaluate (frame, item->length, &length))
            return FALSE;
          if (!length.is_null && !length.is_packed && length.base == IM_SKND_BASE_INT)
            lengths[i] = length.terms[0].item.integer;
        }
      if (lengths[i] < 0)
        n_packs++;
      else
        known += (guint) lengths[i];
    }
  if (n_packs > 1 || operands->n < known || (n_packs == 0 && operands->n != known))
    return im_sknd_frame_fail (frame, "value", target->span,
                               "%u tensors do not fit these names", operands->n);
  for (guint i = 0; i < target->n; i++)
    {
      ImSkndOperands part = *operands;

      part.is_packed = target->items[i]->is_packed;
      part.n = lengths[i] < 0 ? operands->n - known : (guint) lengths[i];
      part.items += start;
      start += part.n;
      if (target->items[i]->kind == IM_SKND_TARGET_NAME &&
          !assign_name (frame, target->items[i], &part, FALSE))
        return FALSE;
    }

  return TRUE;
}

gboolean
im_sknd_frame_assign (ImSkndFrame *frame,
                      const ImSkndComponent *component,
                      const ImSkndResults *results)
{
  if (component->n_targets > results->n)
    return im_sknd_frame_fail (frame, "type", component->targets[0]->span,
                               "%u results are assigned to %u names", results->n,
                               component->n_targets);
  for (guint i = 0; i < component->n_targets; i++)
    {
      const ImSkndTarget *target = component->targets[i];

      if (target->kind == IM_SKND_TARGET_OMITTED)
        continue;
      if (results->items[i].is_null)
        return im_sknd_frame_fail (frame, "value", target->span,
                                   "What is assigned here is null");
      if (target->kind == IM_SKND_TARGET_NAME
              ? !assign_name (frame, target, &results->items[i],
                              component->value->kind == IM_SKND_CALLABLE_LOOP)
              : !assign_list (frame, target, &results->items[i]))
        return FALSE;
    }

  return TRUE;
}
