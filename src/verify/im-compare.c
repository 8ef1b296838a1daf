/* SPDX-License-Identifier: MIT
 *
 * The result of a comparison: layer by layer what both languages computed, and the worst
 * of it.
 */
#include "verify/im-compare.h"

#include "verify/im-compare-private.h"

G_DEFINE_QUARK (im_compare_error_quark, im_compare_error)

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

/* Names of the result outlive the program. */
static void
own_names (ImCompareLayer *layer, ImArena *arena)
{
  layer->path = layer->path == NULL ? NULL : im_arena_strdup (arena, layer->path);
  layer->unit_id = im_arena_strdup (arena, layer->unit_id);
  if (layer->reference != NULL)
    layer->reference = im_arena_strdup (arena, layer->reference);
  for (guint i = 0; i < layer->n_outputs; i++)
    {
      layer->outputs[i].name = im_arena_strdup (arena, layer->outputs[i].name);
      layer->outputs[i].type.shape.axes = NULL;
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

  im_compare_set_up_layer (whole, reference, task);
  im_compare_judge_single (whole, reference, task, trace, runs, n_runs,
                           IM_LANGUAGE_PYTHON);
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

      im_compare_set_up_layer (layer, reference, task);
      im_compare_match_layer (layer, reference, task, index, trace, runs, n_runs);
      own_names (layer, comparison->arena);
    }
  comparison->state = find_worst (comparison);
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
