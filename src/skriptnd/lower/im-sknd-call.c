/* SPDX-License-Identifier: MIT */
#include "skriptnd/lower/im-sknd-assign.h"
#include "skriptnd/lower/im-sknd-compose-private.h"
#include "skriptnd/lower/im-sknd-compose.h"
#include "skriptnd/lower/im-sknd-operands.h"
#include "skriptnd/lower/im-sknd-output.h"

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
  ImSkndOperands inputs[IM_SKND_MAX_RESULTS];
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
  if (callable->n_values > call->n_inputs || call->n_inputs > IM_SKND_MAX_RESULTS)
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
          ImSkndResults *results)
{
  const ImSkndBlock *inputs = call->signature->definition->by_kind[IM_SKND_INPUT];
  const ImSkndBlock *outputs = call->signature->definition->by_kind[IM_SKND_OUTPUT];
  g_autoptr (GHashTable) tensors = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) locals = g_hash_table_new (g_str_hash, g_str_equal);
  ImSkndFrame callee = { .program = frame->program,
                         .signature = call->signature,
                         .instance = instance,
                         .tensors = tensors,
                         .locals = locals,
                         .caller = frame,
                         .call = callable->operation.span };

  im_sknd_frame_find_paths (frame, &callee, callable);
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
  if (results->n > IM_SKND_MAX_RESULTS)
    return im_sknd_frame_fail (frame, "too-many", callable->span,
                               "Not supported yet: more than %d outputs",
                               IM_SKND_MAX_RESULTS);
  for (guint i = 0; i < results->n; i++)
    results->items[i] = *im_sknd_frame_find (&callee,
                                             outputs->statements[i]->parameter.name.text);

  return TRUE;
}

static gboolean
bind_call (ImSkndFrame *frame,
           const ImSkndCallable *callable,
           Call *call,
           ImSkndResults *results)
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

gboolean
im_sknd_frame_invoke (ImSkndFrame *frame,
                      const ImSkndCallable *callable,
                      ImSkndResults *results)
{
  ImSkndProgram *program = frame->program;
  g_autoptr (GArray) attributes = g_array_new (FALSE, FALSE, sizeof (ImSkndAttribute));
  g_autoptr (GArray) arguments = g_array_new (FALSE, FALSE, sizeof (ImSkndArgument));
  g_autoptr (GArray) types = g_array_new (FALSE, FALSE, sizeof (ImSkndBase));
  g_autofree Call *call = g_new0 (Call, 1);
  gboolean is_fine = FALSE;

  call->signature = im_sknd_frame_find_callee (frame, callable);
  if (call->signature == NULL)
    return FALSE;
  if (!im_sknd_package_check (program->package, call->signature, program->diagnostics))
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
