/* SPDX-License-Identifier: MIT
 *
 * What is known decides here, too: of a branch only the part that is chosen is looked at,
 * and a loop that is unrolled is as many calls as it has turns.
 */
#include "skriptnd/lower/im-sknd-compose.h"

#include "skriptnd/lower/im-sknd-compose-private.h"
#include "skriptnd/lower/im-sknd-operands.h"
#include "skriptnd/lower/im-sknd-output.h"
#include "skriptnd/lower/im-sknd-statement.h"

/* The part behind the first condition that holds, or the last one. */
static gboolean
choose (ImSkndFrame *frame, const ImSkndCallable *callable, ImSkndResults *results)
{
  for (guint i = 0; i + 1 < callable->n_parts; i += 2)
    {
      const ImSkndCallable *condition = callable->parts[i];
      ImSkndTerms terms;

      if (condition->kind != IM_SKND_CALLABLE_VALUE ||
          im_sknd_frame_has_tensors (frame, condition->values[0]))
        return im_sknd_frame_fail (frame, "value", condition->span,
                                   "Not supported yet: a branch that only a run chooses");
      if (!im_sknd_frame_evaluate (frame, condition->values[0], &terms))
        return FALSE;
      if (terms.is_packed || terms.base != IM_SKND_BASE_BOOL || terms.is_null)
        return im_sknd_frame_fail (frame, "type", condition->span,
                                   "Expected one bool behind “if”");
      if (terms.terms[0].item.boolean)
        return im_sknd_frame_call (frame, callable->parts[i + 1], results);
    }

  return im_sknd_frame_call (frame, callable->parts[callable->n_parts - 1], results);
}

/* A call that is the only one, beside no tensors, needs no label; else it has that of its
 * only result. */
static void
find_label (ImSkndFrame *frame, const ImSkndComponent *component, gboolean is_alone)
{
  const char *name = NULL;

  if (component->n_targets == 1 && component->targets[0]->kind == IM_SKND_TARGET_NAME)
    name = component->targets[0]->name.text;
  frame->label = is_alone ? "" : name;
  frame->long_label = name != NULL || !is_alone ? name : "";
}

static gboolean
compose_all (ImSkndFrame *frame,
             const ImSkndStatement *const *statements,
             guint n,
             gboolean is_alone)
{
  for (guint i = 0; i < n; i++)
    {
      const ImSkndComponent *component = &statements[i]->component;
      g_autofree ImSkndResults *results = g_new0 (ImSkndResults, 1);

      find_label (frame, component, is_alone && n == 1);
      if (!im_sknd_frame_call (frame, component->value, results) ||
          !im_sknd_frame_assign (frame, component, results))
        return FALSE;
    }

  return TRUE;
}

static gboolean
run_block (ImSkndFrame *frame, const ImSkndCallable *callable, ImSkndResults *results)
{
  ImSkndOuter outer;
  gboolean is_fine = FALSE;

  if (callable->n_values > IM_SKND_MAX_RESULTS)
    return im_sknd_frame_fail (frame, "too-many", callable->span,
                               "Not supported yet: more than %d results of a block",
                               IM_SKND_MAX_RESULTS);
  im_sknd_frame_push (frame, &outer);
  im_sknd_frame_find_paths (frame, frame, callable);
  is_fine = compose_all (frame, (const ImSkndStatement *const *) callable->statements,
                         callable->n_statements, TRUE);
  results->n = callable->n_values;
  for (guint i = 0; is_fine && i < results->n; i++)
    is_fine = im_sknd_frame_find_operands (frame, callable->values[i],
                                           &results->items[i]);
  im_sknd_frame_pop (frame, &outer);

  return is_fine;
}

gboolean
im_sknd_frame_call (ImSkndFrame *frame,
                    const ImSkndCallable *callable,
                    ImSkndResults *results)
{
  switch ((guint) callable->kind)
    {
    case IM_SKND_CALLABLE_VALUE:
      results->n = 1;
      return im_sknd_frame_find_operands (frame, callable->values[0], &results->items[0]);
    case IM_SKND_CALLABLE_INVOKE:
      return im_sknd_frame_invoke (frame, callable, results);
    case IM_SKND_CALLABLE_BLOCK:
      return run_block (frame, callable, results);
    case IM_SKND_CALLABLE_BRANCH:
      return choose (frame, callable, results);
    default:
      return im_sknd_frame_repeat (frame, callable, results);
    }
}

/* Names of what is declared cannot be given again. */
static void
set_locals (ImSkndFrame *frame)
{
  static const ImSkndBlockKind kinds[] = { IM_SKND_INPUT, IM_SKND_CONSTANTS,
                                           IM_SKND_VARIABLE };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const ImSkndBlock *block = frame->signature->definition->by_kind[kinds[i]];

      for (guint j = 0; block != NULL && j < block->n; j++)
        g_hash_table_add (frame->locals,
                          (gpointer) block->statements[j]->parameter.name.text);
    }
}

static gboolean
compose (ImSkndFrame *frame, const ImSkndBlock *block)
{
  const ImSkndBlock *const *blocks = frame->signature->definition->by_kind;
  gboolean has_tensors = blocks[IM_SKND_CONSTANTS] != NULL ||
                         blocks[IM_SKND_VARIABLE] != NULL;

  set_locals (frame);

  return compose_all (frame, (const ImSkndStatement *const *) block->statements, block->n,
                      !has_tensors) &&
         im_sknd_frame_check_outputs (frame);
}

/* Outputs do not depend on what variables get for the next run. */
static void
note_update (ImSkndFrame *frame)
{
  ImSkndProgram *program = frame->program;
  const ImSkndBlock *block = frame->signature->definition->by_kind[IM_SKND_UPDATE];

  if (block == NULL || program->has_update)
    return;
  program->has_update = TRUE;
  im_diagnostics_add (program->diagnostics, IM_SEVERITY_WARNING, "update",
                      frame->signature->file->source, block->name_span,
                      "Not supported yet: @update: each run begins with the variables as "
                      "they are given");
}

/* The first output of which only a run knows how many elements it has. */
static const ImSkndParameter *
find_dynamic_output (const ImSkndDefinition *definition)
{
  const ImSkndBlock *block = definition->by_kind[IM_SKND_OUTPUT];

  for (guint i = 0; block != NULL && i < block->n; i++)
    {
      const ImSkndParameter *output = &block->statements[i]->parameter;

      for (guint j = 0; j < output->shape.n; j++)
        if (output->shape.extents[j].bound != NULL)
          return output;
    }

  return NULL;
}

static gboolean
refuse_primitive (ImSkndFrame *frame)
{
  const ImSkndDefinition *definition = frame->signature->definition;
  const ImSkndParameter *output = find_dynamic_output (definition);

  if (output != NULL)
    return im_sknd_frame_fail (frame, "no-formula", definition->name.span,
                               "Not supported yet: “%s” has no formula, and only a run "
                               "knows how many elements “%s” has",
                               definition->name.text, output->name.text);

  return im_sknd_frame_fail (frame, "no-formula", definition->name.span,
                             "“%s” has no formula", definition->name.text);
}

gboolean
im_sknd_frame_compute (ImSkndFrame *frame)
{
  const ImSkndDefinition *definition = frame->signature->definition;
  const ImSkndBlock *lower = definition->by_kind[IM_SKND_LOWER];
  const ImSkndBlock *composed = definition->by_kind[IM_SKND_COMPOSE];

  if (lower == NULL && composed == NULL)
    return refuse_primitive (frame);
  note_update (frame);
  if (!im_sknd_frame_set_constants (frame))
    return FALSE;
  if (composed != NULL)
    return compose (frame, composed);

  return im_sknd_frame_add_outputs (frame) && im_sknd_frame_lower (frame, lower) &&
         im_sknd_frame_finish_outputs (frame);
}
