/* SPDX-License-Identifier: MIT
 *
 * What is known decides here, too: of a branch only the part that is chosen is looked at,
 * and a loop that is unrolled is as many calls as it has turns.
 */
#include "skriptnd/lower/im-sknd-compose.h"

#include "skriptnd/lower/im-sknd-operands.h"
#include "skriptnd/lower/im-sknd-output.h"
#include "skriptnd/lower/im-sknd-statement.h"

#define MAX_RESULTS 64

/* What stands on the right of an assignment. */
typedef struct
{
  guint n;
  ImSkndOperands items[MAX_RESULTS];
} Results;

/* The errors of a call are at the call. */
static gboolean
report_call (ImSkndFrame *frame,
             const ImSkndCallable *callable,
             const ImDiagnostics *diagnostics)
{
  ImDiagnostics *out = frame->program->diagnostics;

  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    {
      const ImDiagnostic *found = im_diagnostics_get (diagnostics, i);
      guint line = 0, column = 0;

      im_diagnostic_locate (found, &line, &column);
      im_diagnostics_add (out, found->severity, found->code,
                          frame->signature->file->source, callable->operation.span, "%s",
                          found->message);
      im_diagnostics_note (out, "%s%sThis follows from %s:%u:%u",
                           found->note != NULL ? found->note : "",
                           found->note != NULL ? "; " : "", found->name, line, column);
    }

  return im_sknd_frame_note (frame);
}

/* What a call gives: attributes, types and tensors, each for its name. */
typedef struct
{
  const ImSkndSignature *signature;
  GArray *attributes;
  GArray *arguments;
  GArray *types;
  ImSkndOperands inputs[MAX_RESULTS];
  guint n_inputs;
} Call;

static gboolean
set_attributes (ImSkndFrame *frame, const ImSkndCallable *callable, Call *call)
{
  for (guint i = 0; i < callable->n_attributes; i++)
    {
      const ImSkndAssignment *given = &callable->attributes[i];
      ImSkndValue *value = im_arena_new0 (frame->program->numbers.arena, ImSkndValue, 1);
      ImSkndAttribute attribute = { .name = given->name.text, .value = value };
      ImSkndTerms terms;

      if (!im_sknd_frame_evaluate (frame, given->value, &terms))
        return FALSE;
      im_sknd_terms_get_value (&terms, frame->program->numbers.arena, value);
      attribute.type = (ImSkndType){ .base = terms.base, .is_packed = terms.is_packed };
      if (!terms.is_null)
        g_array_append_val (call->attributes, attribute);
    }

  return TRUE;
}

static gboolean
set_types (ImSkndFrame *frame, const ImSkndCallable *callable, Call *call)
{
  for (guint i = 0; i < callable->n_types; i++)
    {
      const ImSkndSymbol *generic = im_sknd_scope_find (&frame->instance->scope,
                                                        callable->types[i].text);
      ImSkndBase base = generic != NULL ? generic->type.base : IM_SKND_BASE_OPEN;

      if (!im_sknd_base_find (callable->types[i].text, &base) && generic == NULL)
        return im_sknd_frame_fail (frame, "type", callable->types[i].span,
                                   "There is no type “%s”", callable->types[i].text);
      g_array_append_val (call->types, base);
    }

  return TRUE;
}

static void
add_argument (ImSkndFrame *frame,
              Call *call,
              const ImSkndParameter *input,
              const ImSkndOperands *operands)
{
  ImSkndArgument argument = { input->name.text, operands->base, operands->n, NULL };
  ImSkndTensor *tensors = im_arena_new0 (frame->program->numbers.arena, ImSkndTensor,
                                         operands->n + 1);

  if (operands->is_null)
    return;
  for (guint i = 0; i < operands->n; i++)
    tensors[i] = operands->items[i].tensor;
  argument.tensors = tensors;
  g_array_append_val (call->arguments, argument);
}

static gboolean
set_arguments (ImSkndFrame *frame, const ImSkndCallable *callable, Call *call)
{
  const ImSkndBlock *block = call->signature->definition->by_kind[IM_SKND_INPUT];

  call->n_inputs = block == NULL ? 0 : block->n;
  if (callable->n_values > call->n_inputs || call->n_inputs > MAX_RESULTS)
    return im_sknd_frame_fail (frame, "argument", callable->operation.span,
                               "“%s” has %u inputs, but %u are given",
                               callable->operation.text, call->n_inputs,
                               callable->n_values);
  for (guint i = 0; i < call->n_inputs; i++)
    {
      const ImSkndParameter *input = &block->statements[i]->parameter;

      call->inputs[i] = (ImSkndOperands){ .is_null = TRUE };
      if (i >= callable->n_values || callable->values[i] == NULL)
        continue;
      if (!im_sknd_frame_find_operands (frame, callable->values[i], &call->inputs[i]))
        return FALSE;
      add_argument (frame, call, input, &call->inputs[i]);
    }

  return TRUE;
}

/* Inputs and results are tensors of the caller; all else is the operator's own. */
static gboolean
run_call (ImSkndFrame *frame,
          const ImSkndCallable *callable,
          const Call *call,
          ImSkndInstance *instance,
          Results *results)
{
  const ImSkndBlock *inputs = call->signature->definition->by_kind[IM_SKND_INPUT];
  const ImSkndBlock *outputs = call->signature->definition->by_kind[IM_SKND_OUTPUT];
  g_autoptr (GHashTable) tensors = g_hash_table_new (g_str_hash, g_str_equal);
  ImSkndFrame callee = { frame->program, call->signature, instance,
                         tensors,        frame,           callable->operation.span };

  for (guint i = 0; i < call->n_inputs; i++)
    {
      const ImSkndParameter *input = &inputs->statements[i]->parameter;

      if (!call->inputs[i].is_null)
        im_sknd_frame_set (&callee, input->name.text, &call->inputs[i]);
      else if (!im_sknd_frame_set_default (&callee, input))
        return FALSE;
    }
  if (!im_sknd_frame_compute (&callee))
    return FALSE;
  results->n = outputs == NULL ? 0 : outputs->n;
  if (results->n > MAX_RESULTS)
    return im_sknd_frame_fail (frame, "too-many", callable->span,
                               "Not supported yet: more than %d outputs", MAX_RESULTS);
  for (guint i = 0; i < results->n; i++)
    results->items[i] = *im_sknd_frame_find (&callee,
                                             outputs->statements[i]->parameter.name.text);

  return TRUE;
}

static gboolean
bind_call (ImSkndFrame *frame,
           const ImSkndCallable *callable,
           Call *call,
           Results *results)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSkndInstance) instance = NULL;

  if (!set_types (frame, callable, call) || !set_attributes (frame, callable, call) ||
      !set_arguments (frame, callable, call))
    return FALSE;
  instance = im_sknd_instantiate (
      call->signature, call->types->len,
      (const ImSkndBase *) (gpointer) call->types->data, call->attributes->len,
      (const ImSkndAttribute *) (gpointer) call->attributes->data, call->arguments->len,
      (const ImSkndArgument *) (gpointer) call->arguments->data, diagnostics);
  if (instance == NULL)
    return report_call (frame, callable, diagnostics);

  return run_call (frame, callable, call, instance, results);
}

static gboolean
invoke (ImSkndFrame *frame, const ImSkndCallable *callable, Results *results)
{
  ImSkndProgram *program = frame->program;
  g_autofree char *problem = NULL;
  const char *nearest = NULL;
  g_autoptr (GArray) attributes = g_array_new (FALSE, FALSE, sizeof (ImSkndAttribute));
  g_autoptr (GArray) arguments = g_array_new (FALSE, FALSE, sizeof (ImSkndArgument));
  g_autoptr (GArray) types = g_array_new (FALSE, FALSE, sizeof (ImSkndBase));
  g_autofree Call *call = g_new0 (Call, 1);
  gboolean is_fine = FALSE;

  call->signature = im_sknd_package_find (program->package, frame->signature->file,
                                          callable->operation.text, program->diagnostics,
                                          &problem, &nearest);
  if (problem != NULL)
    {
      im_sknd_frame_fail (frame, "name", callable->operation.span, "%s", problem);
      im_diagnostics_suggest (program->diagnostics, callable->operation.text, nearest);
      return FALSE;
    }
  if (call->signature == NULL)
    return im_sknd_frame_note (frame);
  if (program->depth == IM_SKND_MAX_CALLS)
    return im_sknd_frame_fail (frame, "too-many", callable->operation.span,
                               "Operators call each other more than %d deep",
                               IM_SKND_MAX_CALLS);
  call->attributes = attributes;
  call->arguments = arguments;
  call->types = types;
  program->depth++;
  is_fine = bind_call (frame, callable, call, results);
  program->depth--;

  return is_fine;
}

static gboolean call_any (ImSkndFrame *frame,
                          const ImSkndCallable *callable,
                          Results *results);

/* The part behind the first condition that holds, or the last one. */
static gboolean
choose (ImSkndFrame *frame, const ImSkndCallable *callable, Results *results)
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
        return call_any (frame, callable->parts[i + 1], results);
    }

  return call_any (frame, callable->parts[callable->n_parts - 1], results);
}

static gboolean compose_all (ImSkndFrame *frame,
                             const ImSkndStatement *const *statements,
                             guint n);

/* Names in a block, and those of a turn of a loop, end with it. */
static GHashTable *
push_names (ImSkndFrame *frame)
{
  GHashTable *outer = frame->tensors;
  GHashTableIter iter;
  gpointer name = NULL, operands = NULL;

  frame->tensors = g_hash_table_new (g_str_hash, g_str_equal);
  g_hash_table_iter_init (&iter, outer);
  while (g_hash_table_iter_next (&iter, &name, &operands))
    g_hash_table_insert (frame->tensors, name, operands);

  return outer;
}

static void
pop_names (ImSkndFrame *frame, GHashTable *outer)
{
  g_hash_table_unref (frame->tensors);
  frame->tensors = outer;
}

static gboolean
run_block (ImSkndFrame *frame, const ImSkndCallable *callable, Results *results)
{
  GHashTable *outer = push_names (frame);
  gboolean is_fine = compose_all (frame,
                                  (const ImSkndStatement *const *) callable->statements,
                                  callable->n_statements);

  results->n = MIN (callable->n_values, MAX_RESULTS);
  for (guint i = 0; is_fine && i < results->n; i++)
    is_fine = im_sknd_frame_find_operands (frame, callable->values[i],
                                           &results->items[i]);
  pop_names (frame, outer);

  return is_fine;
}

/* How many turns a loop has: its count, or as many as a pack has tensors. As many times
 * its body is there, whether it is unrolled or not. */
static gboolean
count_turns (ImSkndFrame *frame, const ImSkndCallable *callable, gint64 *n)
{
  ImSkndOperands scanned;
  ImSkndTerms terms;

  ImSkndOperands count = { .is_null = TRUE };

  if (callable->n_parts != 1)
    return im_sknd_frame_fail (frame, "value", callable->span,
                               "Not supported yet: a loop that only a run ends");
  if (callable->count != NULL &&
      !im_sknd_frame_find_operands (frame, callable->count, &count))
    return FALSE;
  if (!count.is_null)
    {
      if (im_sknd_frame_has_tensors (frame, callable->count))
        return im_sknd_frame_fail (frame, "value", callable->count->span,
                                   "Not supported yet: a loop whose turns only a run "
                                   "counts");
      if (!im_sknd_frame_evaluate (frame, callable->count, &terms))
        return FALSE;
      if (terms.is_null || terms.is_packed || terms.base != IM_SKND_BASE_INT)
        return im_sknd_frame_fail (frame, "type", callable->count->span,
                                   "Expected an int as the count of a loop");
      *n = terms.terms[0].item.integer;
      return TRUE;
    }
  if (callable->n_scanned == 0)
    return im_sknd_frame_fail (frame, "value", callable->span,
                               "Nothing says how many turns the loop has");
  if (!im_sknd_frame_find_operands (frame, callable->scanned[0].value, &scanned))
    return FALSE;
  *n = scanned.n;

  return TRUE;
}

static gboolean
start_turn (ImSkndFrame *frame,
            const ImSkndCallable *callable,
            const ImSkndOperands *carried,
            gint64 turn)
{
  for (guint i = 0; i < callable->n_carried; i++)
    im_sknd_frame_set (frame, callable->carried[i].name.text, &carried[i]);
  for (guint i = 0; i < callable->n_scanned; i++)
    {
      ImSkndOperands scanned;

      if (!im_sknd_frame_find_operands (frame, callable->scanned[i].value, &scanned))
        return FALSE;
      if (!scanned.is_packed || turn >= scanned.n)
        return im_sknd_frame_fail (frame, "value", callable->scanned[i].value->span,
                                   "Expected a pack of at least %" G_GINT64_FORMAT
                                   " tensors behind “for”",
                                   turn + 1);
      scanned.items += turn;
      scanned.n = 1;
      scanned.is_packed = FALSE;
      im_sknd_frame_set (frame, callable->scanned[i].name.text, &scanned);
    }
  if (callable->index.text != NULL)
    im_sknd_frame_set_int (frame, callable->index.text, turn);

  return TRUE;
}

/* The first results of a turn are carried to the next one, the others are collected. */
static gboolean
run_loop (ImSkndFrame *frame, const ImSkndCallable *callable, Results *results)
{
  ImArena *arena = frame->program->numbers.arena;
  guint n_carried = callable->n_carried;
  g_autofree Results *turn = g_new0 (Results, 1);
  gint64 n = 0;

  if (!count_turns (frame, callable, &n))
    return FALSE;
  results->n = MIN (n_carried, MAX_RESULTS);
  for (guint i = 0; i < results->n; i++)
    if (!im_sknd_frame_find_operands (frame, callable->carried[i].value,
                                      &results->items[i]))
      return FALSE;
  for (gint64 t = 0; t < n; t++)
    {
      GHashTable *outer = push_names (frame);
      gboolean is_fine = start_turn (frame, callable, results->items, t) &&
                         call_any (frame, callable->parts[0], turn);

      pop_names (frame, outer);
      if (!is_fine)
        return FALSE;
      if (turn->n < n_carried)
        return im_sknd_frame_fail (frame, "type", callable->span,
                                   "Expected at least %u results of each turn, found %u",
                                   n_carried, turn->n);
      for (guint i = 0; i < turn->n; i++)
        {
          ImSkndOperands *all = &results->items[i];

          if (i < n_carried)
            {
              *all = turn->items[i];
              continue;
            }
          if (t == 0)
            *all = (ImSkndOperands){ turn->items[i].base, FALSE, TRUE, 0,
                                     im_arena_new0 (arena, ImSkndOperand, n + 1) };
          all->items[all->n++] = turn->items[i].items[0];
        }
      results->n = turn->n;
    }

  return TRUE;
}

static gboolean
call_any (ImSkndFrame *frame, const ImSkndCallable *callable, Results *results)
{
  switch ((guint) callable->kind)
    {
    case IM_SKND_CALLABLE_VALUE:
      results->n = 1;
      return im_sknd_frame_find_operands (frame, callable->values[0], &results->items[0]);
    case IM_SKND_CALLABLE_INVOKE:
      return invoke (frame, callable, results);
    case IM_SKND_CALLABLE_BLOCK:
      return run_block (frame, callable, results);
    case IM_SKND_CALLABLE_BRANCH:
      return choose (frame, callable, results);
    default:
      return run_loop (frame, callable, results);
    }
}

/* What a loop collects is a pack, whether that is written or not. */
static gboolean
assign_name (ImSkndFrame *frame,
             const ImSkndTarget *target,
             const ImSkndOperands *operands,
             gboolean is_loop)
{
  if (im_sknd_frame_find (frame, target->name.text) != NULL)
    return im_sknd_frame_fail (frame, "name", target->span,
                               "“%s” is there already; a tensor is assigned once",
                               target->name.text);
  if (target->is_packed != operands->is_packed && !(is_loop && operands->is_packed))
    return im_sknd_frame_fail (frame, "type", target->span,
                               operands->is_packed ? "“%s” is assigned a pack; write “..”"
                                                   : "“%s” is assigned no pack",
                               target->name.text);
  im_sknd_frame_set (frame, target->name.text, operands);

  return TRUE;
}

/* `[a, b..(k)]` takes a pack apart. */
static gboolean
assign_list (ImSkndFrame *frame,
             const ImSkndTarget *target,
             const ImSkndOperands *operands)
{
  guint n_packs = 0, start = 0;

  for (guint i = 0; i < target->n; i++)
    n_packs += target->items[i]->is_packed ? 1 : 0;
  if (!operands->is_packed || n_packs > 1 || operands->n + n_packs < target->n ||
      (n_packs == 0 && operands->n != target->n))
    return im_sknd_frame_fail (frame, "value", target->span,
                               "%u tensors do not fit these names", operands->n);
  for (guint i = 0; i < target->n; i++)
    {
      ImSkndOperands part = *operands;

      part.is_packed = target->items[i]->is_packed;
      part.n = part.is_packed ? operands->n + 1 - target->n : 1;
      part.items += start;
      start += part.n;
      if (target->items[i]->kind == IM_SKND_TARGET_NAME &&
          !assign_name (frame, target->items[i], &part, FALSE))
        return FALSE;
    }

  return TRUE;
}

static gboolean
assign (ImSkndFrame *frame, const ImSkndComponent *component, const Results *results)
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
      if (target->kind == IM_SKND_TARGET_NAME
              ? !assign_name (frame, target, &results->items[i],
                              component->value->kind == IM_SKND_CALLABLE_LOOP)
              : !assign_list (frame, target, &results->items[i]))
        return FALSE;
    }

  return TRUE;
}

static gboolean
compose_all (ImSkndFrame *frame, const ImSkndStatement *const *statements, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree Results *results = g_new0 (Results, 1);

      if (!call_any (frame, statements[i]->component.value, results) ||
          !assign (frame, &statements[i]->component, results))
        return FALSE;
    }

  return TRUE;
}

/* Whether there is no such block, without which other numbers would come out. */
static gboolean
refuse_block (ImSkndFrame *frame, ImSkndBlockKind kind, const char *what)
{
  const ImSkndBlock *block = frame->signature->definition->by_kind[kind];

  return block == NULL || im_sknd_frame_fail (frame, "value", block->name_span,
                                              "Not supported yet: %s", what);
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
  const ImSkndBlock *compose = definition->by_kind[IM_SKND_COMPOSE];

  if (lower == NULL && compose == NULL)
    return refuse_primitive (frame);
  if (!refuse_block (frame, IM_SKND_UPDATE, "@update: variables keep their value") ||
      !refuse_block (frame, IM_SKND_QUANTIZE, "@quantize: values are not rounded"))
    return FALSE;
  if (!im_sknd_frame_set_constants (frame))
    return FALSE;
  if (compose != NULL)
    return compose_all (frame, (const ImSkndStatement *const *) compose->statements,
                        compose->n) &&
           im_sknd_frame_check_outputs (frame);

  return im_sknd_frame_add_outputs (frame) && im_sknd_frame_lower (frame, lower) &&
         im_sknd_frame_finish_outputs (frame);
}
