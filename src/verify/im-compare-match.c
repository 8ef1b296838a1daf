/* SPDX-License-Identifier: MIT
 *
 * Two traces side by side. Python wrote its results in the order of those of C, but not
 * all of them, so that each is looked for from where the one before was found.
 */
#include <math.h>
#include <string.h>

#include "emit/im-emit-c.h"
#include "run/im-trace-index.h"
#include "verify/im-compare-private.h"
#include "verify/im-ulp.h"

/* A result in both languages, and what it was computed of; all of it is in the traces. */
typedef struct
{
  const ImCompareOutput *output; /* NULL if nothing was kept */
  const char *run;
  guint frame;
  gsize element;
  ImTraceRecord c;
  ImTraceRecord python;
  ImTraceRecord *read; /* of each input of the task */
} Place;

typedef struct
{
  ImCompareLayer *layer;
  const ImReferenceTask *task;
  const ImTraceIndex *index; /* of what C did */
  const GArray *wanted;      /* the entries that concern the task */
  guint next;                /* of them */
  ImFrames *const *runs;
  guint n_runs;
  ImArena *arena;
  guint run;           /* of what C did last */
  guint frame;         /* of what C did last */
  ImMagnitudes *known; /* of each input of the task: what C read last */
  ImTraceRecord *read; /* the same, as it is in the trace */
  Place place;         /* the first one out of tolerance, or else the farthest apart */
  gboolean has_bad_place;
} Match;

static const char *
get_run_name (const Match *match)
{
  return match->run < match->n_runs ? match->runs[match->run]->name : "?";
}

static ImCompareData
get_data (const Match *match)
{
  return match->run < match->n_runs && match->runs[match->run]->is_edge
             ? IM_COMPARE_EDGES
             : IM_COMPARE_ORDINARY;
}

static void
set_states (ImCompareLayer *layer, ImCompareState state)
{
  layer->states[IM_COMPARE_ORDINARY] = layer->states[IM_COMPARE_EDGES] = state;
}

static void
differ (Match *match, const char *message)
{
  match->layer->states[get_data (match)] = IM_COMPARE_DIFFERENT;
  if (match->layer->message == NULL)
    match->layer->message = message;
}

static gboolean
is_same_result (const ImTraceRecord *a, const ImTraceRecord *b)
{
  return a->kind == b->kind && a->number == b->number &&
         (a->kind != IM_TRACE_TENSOR || a->part == b->part);
}

static void
forget_inputs (Match *match)
{
  for (guint i = 0; i < match->task->inputs->len; i++)
    {
      match->known[i] = (ImMagnitudes){ 0 };
      match->read[i] = (ImTraceRecord){ 0 };
    }
}

/* Keeps in mind how large the inputs are; a layer with a state remembers them. */
static void
look_at_input (Match *match, const ImTraceRecord *record)
{
  const GArray *inputs = match->task->inputs;

  for (guint i = 0; i < inputs->len; i++)
    {
      const ImReferenceInput *input = &g_array_index (inputs, ImReferenceInput, i);

      if (record->kind != IM_TRACE_TENSOR || input->buffer != record->part)
        continue;
      if (!match->task->has_state)
        match->known[i] = (ImMagnitudes){ 0 };
      match->read[i] = *record;
      im_magnitudes_add (&match->known[i], input->dtype, record->data,
                         record->size_bytes /
                             im_dtype_get_info (input->dtype)->size_bytes);
    }
  if (record->kind == IM_TRACE_RUN)
    forget_inputs (match);
}

static ImMagnitudes
sum_up_inputs (const Match *match)
{
  ImMagnitudes sum = { 0 };

  for (guint i = 0; i < match->task->inputs->len; i++)
    im_magnitudes_join (&sum, &match->known[i]);

  return sum;
}

static const ImTraceEntry *
next_entry (Match *match)
{
  if (match->next == match->wanted->len)
    return NULL;

  return &g_array_index (match->index->entries, ImTraceEntry,
                         g_array_index (match->wanted, guint, match->next++));
}

/* Finds what C computed where Python computed @wanted. */
static gboolean
find_in_c (Match *match, const ImTraceRecord *wanted, ImTraceRecord *found)
{
  const ImTraceEntry *entry;

  while ((entry = next_entry (match)) != NULL)
    {
      *found = entry->record;
      match->run = entry->run;
      match->frame = entry->frame;
      look_at_input (match, found);
      if (is_same_result (found, wanted))
        return TRUE;
      /* Outputs belong to a frame. */
      if (wanted->kind == IM_TRACE_OUTPUT &&
          (found->kind == IM_TRACE_RUN || found->kind == IM_TRACE_FRAME))
        return FALSE;
    }

  return FALSE;
}

static ImCompareOutput *
find_output (Match *match, const ImTraceRecord *record)
{
  for (guint i = 0; i < match->task->outputs->len; i++)
    {
      const ImReferenceOutput *output = &g_array_index (match->task->outputs,
                                                        ImReferenceOutput, i);
      gboolean is_it = record->kind == IM_TRACE_OUTPUT ? output->port == record->number
                                                       : output->buffer == record->part;

      if (is_it)
        return &match->layer->outputs[i];
    }

  return NULL;
}

/* The shape in the program lives no longer than that. */
static ImCompareTensor
copy_tensor (const Match *match,
             const char *name,
             const ImTensorType *type,
             const ImTraceRecord *record)
{
  ImCompareTensor tensor = {
    .name = im_arena_strdup (match->arena, name),
    .type = *type,
    .n_elements = record->size_bytes / im_dtype_get_info (type->dtype)->size_bytes,
  };

  tensor.type.shape.axes = NULL;
  if (record->size_bytes > 0)
    tensor.elements = memcpy (im_arena_new0 (match->arena, guint8, record->size_bytes),
                              record->data, record->size_bytes);

  return tensor;
}

/* Keeps the place of the results that are compared. */
static void
keep_place (Match *match,
            const ImCompareOutput *output,
            gsize element,
            const ImTraceRecord *c,
            const ImTraceRecord *python)
{
  Place *place = &match->place;
  guint n_inputs = match->task->inputs->len;

  place->output = output;
  place->run = get_run_name (match);
  place->frame = match->frame;
  place->element = element;
  place->c = *c;
  place->python = *python;
  for (guint i = 0; i < n_inputs; i++)
    place->read[i] = match->read[i];
}

static const ImCompareSample *
take_sample (const Match *match)
{
  const ImProgram *program = match->task->program;
  const GArray *inputs = match->task->inputs;
  const Place *place = &match->place;
  ImCompareSample *sample = im_arena_new0 (match->arena, ImCompareSample, 1);
  ImCompareTensor *tensors = im_arena_new0 (match->arena, ImCompareTensor,
                                            inputs->len + 1);

  for (guint i = 0; i < inputs->len; i++)
    {
      const ImReferenceInput *input = &g_array_index (inputs, ImReferenceInput, i);
      const ImProgramPort *port = &program->inputs[input->port];

      tensors[i] = copy_tensor (match, port->name, &program->tensors[port->tensor].type,
                                &place->read[i]);
    }
  *sample = (ImCompareSample){
    .run = im_arena_strdup (match->arena, place->run),
    .frame = place->frame,
    .element = place->element,
    .inputs = tensors,
    .n_inputs = inputs->len,
    .c = copy_tensor (match, place->output->name, &place->output->type, &place->c),
    .python = copy_tensor (match, place->output->name, &place->output->type,
                           &place->python),
  };

  return sample;
}

/* The element that is farthest off, as far as numbers say it. */
static gsize
find_farthest (ImDType dtype, const ImTraceRecord *c, const ImTraceRecord *python)
{
  gsize size = im_dtype_get_info (dtype)->size_bytes, farthest = 0;
  double largest = 0;

  for (gsize i = 0; i < c->size_bytes / size; i++)
    {
      double distance = fabs (im_ulp_load (dtype, c->data + i * size) -
                              im_ulp_load (dtype, python->data + i * size));

      if (isfinite (distance) && distance > largest)
        {
          largest = distance;
          farthest = i;
        }
    }

  return farthest;
}

/* Where a layer is within its tolerance, what is farthest off on ordinary data is kept,
 * or else the first result. */
static void
look_at_place (Match *match,
               const ImCompareOutput *output,
               double largest_before,
               const ImTraceRecord *c,
               const ImTraceRecord *python)
{
  const ImDifference *difference = &output->findings[get_data (match)].difference;
  gboolean is_farther = get_data (match) == IM_COMPARE_ORDINARY &&
                        difference->max_absolute > largest_before;

  if (match->task->instance < 0 || match->has_bad_place ||
      (match->place.output != NULL && !is_farther))
    return;
  keep_place (match, output, find_farthest (output->type.dtype, c, python), c, python);
}

static gboolean
is_exact (const ImTolerance *tolerance)
{
  return tolerance->steps == 0 && !(tolerance->absolute > 0);
}

static void
compare_result (Match *match, const ImTraceRecord *c, const ImTraceRecord *python)
{
  ImCompareOutput *output = find_output (match, python);
  ImCompareData data = get_data (match);
  ImCompareFinding *finding;
  gsize size;

  if (output == NULL)
    return;
  finding = &output->findings[data];
  size = im_dtype_get_info (output->type.dtype)->size_bytes;
  if (c->size_bytes != python->size_bytes)
    {
      differ (match,
              im_arena_printf (match->arena, "“%s” has %u bytes in C and %u in Python",
                               output->name, c->size_bytes, python->size_bytes));
      return;
    }

  if (match->task->instance < 0 && data == IM_COMPARE_EDGES &&
      !is_exact (&output->tolerance))
    {
      finding->difference.n_beyond += c->size_bytes / size;
      return;
    }

  ImMagnitudes inputs = sum_up_inputs (match);
  double largest = finding->difference.max_absolute;
  gboolean was_equal = finding->difference.n_different == 0;

  /* What a window or a spectrum makes of infinity is left open by its meaning. */
  if (match->layer->reference != NULL && inputs.is_special)
    {
      finding->difference.n_beyond += c->size_bytes / size;
      return;
    }
  finding->n_tensors++;
  if (im_difference_add (&finding->difference, output->type.dtype, c->data, python->data,
                         c->size_bytes / size, &output->tolerance, &inputs))
    {
      look_at_place (match, output, largest, c, python);
      return;
    }
  match->layer->states[data] = IM_COMPARE_DIFFERENT;
  if (!match->has_bad_place && match->task->instance >= 0)
    {
      match->has_bad_place = TRUE;
      keep_place (match, output, finding->difference.first_element, c, python);
    }
  if (was_equal)
    {
      finding->first_run = get_run_name (match);
      finding->first_frame = match->frame;
    }
}

static char *
copy_message (Match *match, const ImTraceRecord *record)
{
  return im_arena_printf (match->arena, "%.*s, at frame %u of %s",
                          (int) record->size_bytes, (const char *) record->data,
                          match->frame, get_run_name (match));
}

static void
read_python (Match *match, const ImTraceRecord *record)
{
  ImTraceRecord found;

  switch (record->kind)
    {
    case IM_TRACE_RUN:
    case IM_TRACE_CALL:
    case IM_TRACE_FRAME:
      find_in_c (match, record, &found);
      break;
    case IM_TRACE_TENSOR:
    case IM_TRACE_OUTPUT:
      {
        const Match before = *match;

        if (find_in_c (match, record, &found))
          compare_result (match, &found, record);
        else
          {
            match->next = before.next;
            match->run = before.run;
            match->frame = before.frame;
            differ (match,
                    im_arena_printf (match->arena,
                                     "Python has a result at frame %u of %s, C has none",
                                     match->frame, get_run_name (match)));
          }
        break;
      }
    case IM_TRACE_MISMATCH:
      differ (match, copy_message (match, record));
      break;
    case IM_TRACE_ERROR:
      set_states (match->layer, IM_COMPARE_NOT_RUN);
      match->layer->message = copy_message (match, record);
      break;
    case IM_TRACE_STATUS:
    case IM_TRACE_END:
    case IM_TRACE_OVERRUN:
    case IM_TRACE_RESET:
    case IM_TRACE_TIME:
    case IM_TRACE_COST:
    case IM_N_TRACE_KINDS:
      break;
    }
}

static guint64
count_kind (GBytes *trace, ImTraceKind kind)
{
  ImTraceReader reader;
  ImTraceRecord record;
  guint64 n = 0;

  im_trace_reader_init (&reader, trace);
  while (im_trace_reader_next (&reader, &record))
    n += record.kind == kind;

  return n;
}

/* The whole pipeline must give as many outputs in both languages. */
static void
check_count (Match *match, GBytes *c_trace, GBytes *python_trace)
{
  guint64 n_c, n_python;

  if (match->task->instance >= 0 ||
      im_compare_layer_get_state (match->layer) != IM_COMPARE_EQUAL)
    return;

  n_c = count_kind (c_trace, IM_TRACE_OUTPUT);
  n_python = count_kind (python_trace, IM_TRACE_OUTPUT);
  if (n_c != n_python)
    differ (match, im_arena_printf (match->arena,
                                    "C gives %" G_GUINT64_FORMAT
                                    " outputs, Python %" G_GUINT64_FORMAT,
                                    n_c, n_python));
}

/* The buffers that a task reads and writes. */
static GArray *
list_buffers (const ImReferenceTask *task)
{
  GArray *buffers = g_array_new (FALSE, FALSE, sizeof (gint));

  for (guint i = 0; i < task->inputs->len; i++)
    g_array_append_val (buffers,
                        g_array_index (task->inputs, ImReferenceInput, i).buffer);
  for (guint i = 0; i < task->outputs->len; i++)
    if (task->instance >= 0)
      g_array_append_val (buffers,
                          g_array_index (task->outputs, ImReferenceOutput, i).buffer);

  return buffers;
}

static GArray *
list_calls (const ImPlan *plan, gint instance)
{
  GArray *calls = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < plan->n_domains; i++)
    for (guint j = 0; j < plan->domains[i].n_calls; j++)
      {
        const ImPlanCall *call = &plan->domains[i].calls[j];
        guint number;

        if ((gint) call->instance != instance)
          continue;
        number = im_emit_get_call_number (plan, call);
        g_array_append_val (calls, number);
      }

  return calls;
}

void
im_compare_match_layer (ImCompareLayer *layer,
                        const ImReference *reference,
                        const ImReferenceTask *task,
                        const ImTraceIndex *index,
                        GBytes *python_trace,
                        ImFrames *const *runs,
                        guint n_runs)
{
  g_autoptr (GArray) buffers = list_buffers (task);
  g_autoptr (GArray) calls = list_calls (reference->c_plan, task->instance);
  g_autoptr (GArray) wanted = im_trace_index_select (index, buffers, calls,
                                                     task->instance < 0);
  Match match = {
    .layer = layer,
    .task = task,
    .index = index,
    .wanted = wanted,
    .runs = runs,
    .n_runs = n_runs,
    .arena = reference->arena,
    .known = im_arena_new0 (reference->arena, ImMagnitudes, task->inputs->len + 1),
    .read = im_arena_new0 (reference->arena, ImTraceRecord, task->inputs->len + 1),
    .place.read = im_arena_new0 (reference->arena, ImTraceRecord, task->inputs->len + 1),
  };
  ImTraceReader reader;
  ImTraceRecord record;

  forget_inputs (&match);
  set_states (layer, task->state);
  layer->message = task->message;
  if (task->state == IM_COMPARE_NO_TWIN)
    {
      im_compare_judge_single (layer, reference, task, index->trace, runs, n_runs,
                               IM_LANGUAGE_C);
      return;
    }
  im_trace_reader_init (&reader, python_trace);
  while (im_trace_reader_next (&reader, &record))
    read_python (&match, &record);
  if (match.place.output != NULL)
    layer->sample = take_sample (&match);
  if (task->state == IM_COMPARE_EQUAL)
    check_count (&match, index->trace, python_trace);
}
