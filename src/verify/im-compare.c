/* SPDX-License-Identifier: MIT
 *
 * The result of a comparison: layer by layer what both languages computed, and the worst
 * of it.
 */
#include "verify/im-compare.h"

#include <string.h>

#include "program/im-program-title.h"
#include "verify/im-compare-private.h"
#include "verify/im-unit-tolerance.h"

static ImCompareState
get_worse (ImCompareState a, ImCompareState b)
{
  static const ImCompareState order[] = { IM_COMPARE_DIFFERENT, IM_COMPARE_NOT_RUN,
                                          IM_COMPARE_NO_TWIN, IM_COMPARE_NO_C };

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    if (a == order[i] || b == order[i])
      return order[i];

  return IM_COMPARE_EQUAL;
}

ImCompareState
im_compare_layer_get_state (const ImCompareLayer *layer)
{
  return get_worse (layer->states[IM_COMPARE_ORDINARY], layer->states[IM_COMPARE_EDGES]);
}

static ImCompareState
find_worst (const ImComparison *comparison)
{
  ImCompareState worst = im_compare_layer_get_state (&comparison->whole);

  for (guint i = 0; i < comparison->n_layers; i++)
    worst = get_worse (worst, im_compare_layer_get_state (&comparison->layers[i]));

  return worst;
}

static const char *
name_layer (const ImProgram *program, const ImReference *reference)
{
  const ImInstance *instance = &program->instances[0];
  g_autofree char *title = im_program_dup_title (instance->path, instance->unit);

  return im_arena_strdup (reference->arena, title);
}

/* Names the outputs of a task, and how far they may be off. */
static void
set_up_layer (ImCompareLayer *layer,
              const ImReference *reference,
              const ImReferenceTask *task)
{
  const ImProgram *program = task->program, *whole = reference->c_plan->program;
  const ImInstance *original = task->instance < 0 ? NULL
                                                  : &whole->instances[task->instance];

  *layer = (ImCompareLayer){
    .path = task->instance < 0 ? NULL : program->instances[0].path,
    .title = task->instance < 0 ? NULL : name_layer (program, reference),
    .unit_id = original == NULL ? program->unit->id.text : original->unit->id.text,
    .reference = task->instance < 0 ? NULL
                                    : im_stdlib_get_reference (&reference->stdlib, whole,
                                                               (guint) task->instance),
    .missing = task->instance < 0 || reference->stdlib.missing == NULL
                   ? NULL
                   : reference->stdlib.missing[task->instance],
    .outputs = im_arena_new0 (reference->arena, ImCompareOutput, task->outputs->len),
    .n_outputs = task->outputs->len,
  };
  for (guint i = 0; i < task->outputs->len; i++)
    {
      const ImReferenceOutput *output = &g_array_index (task->outputs, ImReferenceOutput,
                                                        i);
      const ImProgramPort *port = &program->outputs[output->port];
      ImTensorType type = program->tensors[port->tensor].type;

      layer->outputs[i] = (ImCompareOutput){
        .name = port->name,
        .type = type,
        .tolerance = task->instance < 0
                         ? im_unit_tolerance_get_whole (reference->c_plan,
                                                        reference->stdlib.program,
                                                        &reference->usual, type.dtype)
                         : im_unit_tolerance_get (
                               reference->c_plan, reference->stdlib.program,
                               &reference->usual, (guint) task->instance, output->buffer,
                               type.dtype),
      };
    }
}

/* Names of the result outlive the program. */
static void
own_names (ImCompareLayer *layer, ImArena *arena)
{
  layer->path = layer->path == NULL ? NULL : im_arena_strdup (arena, layer->path);
  layer->title = layer->title == NULL ? NULL : im_arena_strdup (arena, layer->title);
  layer->unit_id = im_arena_strdup (arena, layer->unit_id);
  if (layer->reference != NULL)
    layer->reference = im_arena_strdup (arena, layer->reference);
  if (layer->missing != NULL)
    layer->missing = im_arena_strdup (arena, layer->missing);
  for (guint i = 0; i < layer->n_outputs; i++)
    {
      layer->outputs[i].name = im_arena_strdup (arena, layer->outputs[i].name);
      layer->outputs[i].type.shape.axes = NULL;
    }
}

/* Says why Python computes what may have C. */
static void
add_misfits (ImCompareLayer *whole, const ImReference *reference)
{
  const ImProgram *program = reference->c_plan->program;

  for (guint i = 0; i < program->n_instances; i++)
    {
      const ImInstance *instance = &program->instances[i];
      g_autofree char *misfit = im_unit_evaluation_dup_misfit (instance->evaluation,
                                                               IM_LANGUAGE_C);

      if (misfit != NULL)
        whole->message = im_arena_printf (reference->arena, "%s; no C of %s fits: %s",
                                          whole->message, instance->path, misfit);
    }
}

void
im_compare_judge_alone (ImComparison *comparison,
                        const ImReference *reference,
                        GBytes *trace,
                        ImFrames *const *runs,
                        guint n_runs)
{
  const ImReferenceTask *task = &g_array_index (reference->tasks, ImReferenceTask, 0);
  ImCompareLayer *whole = &comparison->whole;

  set_up_layer (whole, reference, task);
  im_compare_judge_single (whole, reference, task, trace, runs, n_runs,
                           IM_LANGUAGE_PYTHON);
  add_misfits (whole, reference);
  own_names (whole, comparison->arena);
  comparison->state = find_worst (comparison);
}

void
im_compare_match (ImComparison *comparison,
                  const ImReference *reference,
                  const ImWorkFolder *folder,
                  GBytes *c_trace,
                  ImFrames *const *runs,
                  guint n_runs)
{
  g_autoptr (ImTraceIndex) index = im_trace_index_new (c_trace);

  comparison->layers = im_arena_new0 (comparison->arena, ImCompareLayer,
                                      reference->tasks->len);
  for (guint i = 0; i < reference->tasks->len; i++)
    {
      const ImReferenceTask *task = &g_array_index (reference->tasks, ImReferenceTask, i);
      ImCompareLayer *layer = task->instance < 0
                                  ? &comparison->whole
                                  : &comparison->layers[comparison->n_layers++];
      g_autoptr (GBytes) trace = im_work_folder_read (folder, task->trace);

      set_up_layer (layer, reference, task);
      im_compare_match_layer (layer, reference, task, index, trace, runs, n_runs);
      own_names (layer, comparison->arena);
    }
  comparison->state = find_worst (comparison);
}

gboolean
im_compare_wants_step (const ImComparison *comparison)
{
  for (guint i = 0; i < comparison->n_layers; i++)
    if (im_compare_layer_get_state (&comparison->layers[i]) != IM_COMPARE_EQUAL)
      return FALSE;

  return im_compare_layer_get_state (&comparison->whole) == IM_COMPARE_DIFFERENT &&
         comparison->whole.message == NULL;
}

/* What of the whole is out of tolerance. */
static ImDifference
sum_up_differences (const ImCompareLayer *whole)
{
  ImDifference sum = { 0 };

  for (guint i = 0; i < whole->n_outputs; i++)
    for (ImCompareData data = 0; data < IM_N_COMPARE_DATA; data++)
      {
        const ImDifference *one = &whole->outputs[i].findings[data].difference;

        sum.n_elements += one->n_elements;
        sum.n_different += one->n_different;
      }

  return sum;
}

gboolean
im_compare_match_in_step (ImComparison *comparison,
                          const ImReference *step,
                          const ImWorkFolder *folder,
                          GBytes *c_trace,
                          ImFrames *const *runs,
                          guint n_runs,
                          GError **error)
{
  const ImReferenceTask *task = &g_array_index (step->tasks, ImReferenceTask, 0);
  g_autoptr (ImTraceIndex) index = im_trace_index_new (c_trace);
  g_autoptr (GBytes) trace = im_work_folder_read (folder, task->trace);
  g_autofree char *name = g_strdup_printf (IM_REFERENCE_TRACE, step->number);
  ImCompareLayer *whole = &comparison->whole, stepped;
  ImDifference sum = sum_up_differences (whole);

  set_up_layer (&stepped, step, task);
  im_compare_match_layer (&stepped, step, task, index, trace, runs, n_runs);
  if (im_compare_layer_get_state (&stepped) != IM_COMPARE_EQUAL)
    return TRUE;

  memcpy (whole->states, stepped.states, sizeof whole->states);
  whole->message = im_arena_printf (
      comparison->arena,
      "layers make more of the rounding of those in front of them in %" G_GUINT64_FORMAT
      " of %" G_GUINT64_FORMAT " elements; in step with C these are equal, too",
      sum.n_different, sum.n_elements);
  comparison->state = find_worst (comparison);

  return im_work_folder_write (folder, name, g_bytes_get_data (trace, NULL),
                               g_bytes_get_size (trace), error);
}

void
im_compare_take_example (ImComparison *comparison, guint number, const char *failure)
{
  ImCompareLayer *whole = &comparison->whole;

  if (failure == NULL)
    whole->message = im_arena_printf (comparison->arena, "%s, example %u passes",
                                      whole->message, number);
  else
    whole->message = im_arena_printf (comparison->arena, "%s, example %u fails: %s",
                                      whole->message, number, failure);
  if (failure == NULL)
    return;
  whole->states[IM_COMPARE_ORDINARY] = IM_COMPARE_DIFFERENT;
  comparison->state = IM_COMPARE_DIFFERENT;
}

void
im_comparison_free (ImComparison *comparison)
{
  if (comparison == NULL)
    return;

  g_clear_pointer (&comparison->trace, g_bytes_unref);
  im_arena_free (comparison->arena);
  g_free (comparison);
}

const char *
im_compare_state_get_name (ImCompareState state)
{
  static const char *const names[] = { "equal", "different", "no Python twin",
                                       "reference could not run", "only Python" };

  return names[state];
}
