/* SPDX-License-Identifier: MIT */
#include "verify/im-float-twin.h"

#include <math.h>
#include <string.h>

#include "run/im-host.h"
#include "verify/im-reference.h"

struct _ImFloatTwin
{
  ImArena *arena;
  ImGraph *graph;
  ImProgram *program;
  ImPlan *plan;
};

static gboolean
is_fixed (ImDType dtype)
{
  ImDTypeFamily family = im_dtype_get_info (dtype)->family;

  return family == IM_DTYPE_FAMILY_Q || family == IM_DTYPE_FAMILY_D;
}

static gboolean
has_fixed (const ImProgram *program)
{
  for (guint i = 0; i < program->n_tensors; i++)
    if (is_fixed (program->tensors[i].type.dtype))
      return TRUE;

  return FALSE;
}

static const ImTensorType *
copy_as_float (const ImTensorType *type, ImArena *arena)
{
  ImTensorType *copy = im_arena_new0 (arena, ImTensorType, 1);

  *copy = *type;
  copy->dtype = IM_DTYPE_FLOAT32;
  copy->shift = 0;
  copy->scale = 1;
  copy->offset = 0;

  return copy;
}

/* What the program was given, with floats for inputs in fixed point. */
static GArray *
list_bindings (const ImProgram *program, ImArena *arena)
{
  GArray *bindings = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));
  ImUnitEvaluation *evaluation = im_program_find_evaluation (program, "");

  for (guint i = 0; evaluation != NULL && i < program->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &program->unit->parameters[i];
      ImUnitBinding binding = { .name = parameter->name.text };

      if ((parameter->kind != IM_PARAMETER_INPUT &&
           !im_unit_evaluation_is_given (evaluation, parameter)) ||
          !im_unit_evaluation_get_value (evaluation, parameter, &binding.value, NULL))
        continue;
      if (binding.value.kind == IM_VALUE_TENSOR && is_fixed (binding.value.tensor->dtype))
        binding.value.tensor = copy_as_float (binding.value.tensor, arena);
      g_array_append_val (bindings, binding);
    }

  return bindings;
}

static gboolean
is_passed_over (const ImGraphNode *node)
{
  return node->unit != NULL && node->unit->float_twin != NULL;
}

static ImProgram *
elaborate (ImFloatTwin *twin,
           const ImProgram *program,
           ImUnitLibrary *library,
           ImDiagnostics *diagnostics)
{
  g_autoptr (GArray) given = list_bindings (program, twin->arena);
  const ImUnitBinding *bindings = (const ImUnitBinding *) (gpointer) given->data;

  twin->graph = im_graph_switch_off (im_program_get_graph (program), is_passed_over);

  return im_program_elaborate_graph (NULL, twin->graph, library, bindings, given->len,
                                     diagnostics);
}

ImFloatTwin *
im_float_twin_new (const ImProgram *program, ImUnitLibrary *library)
{
  g_autoptr (ImFloatTwin) twin = g_new0 (ImFloatTwin, 1);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();

  if (!has_fixed (program))
    return NULL;

  twin->arena = im_arena_new ();
  twin->program = elaborate (twin, program, library, diagnostics);
  if (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) > 0)
    return NULL;
  twin->plan = im_plan_new (twin->program, IM_LANGUAGE_C, diagnostics);

  return twin->plan == NULL ? NULL : g_steal_pointer (&twin);
}

const ImPlan *
im_float_twin_get_plan (const ImFloatTwin *twin)
{
  return twin->plan;
}

static gint64
load_stored (ImDType dtype, const guint8 *data)
{
  gint8 i8;
  gint16 i16;
  gint32 i32;
  gint64 i64;

  switch (im_dtype_get_info (dtype)->size_bytes)
    {
    case 1:
      memcpy (&i8, data, sizeof i8);
      return i8;
    case 2:
      memcpy (&i16, data, sizeof i16);
      return i16;
    case 4:
      memcpy (&i32, data, sizeof i32);
      return i32;
    default:
      memcpy (&i64, data, sizeof i64);
      return i64;
    }
}

/* The number that an element of a float type or in fixed point stands for. */
static double
load_number (const ImTensorType *type, const guint8 *data)
{
  const ImDTypeInfo *info = im_dtype_get_info (type->dtype);
  float number;

  if (info->family == IM_DTYPE_FAMILY_Q)
    return ldexp ((double) load_stored (type->dtype, data),
                  type->shift + 1 - (int) (8 * info->size_bytes));
  if (info->family == IM_DTYPE_FAMILY_D)
    return ((double) load_stored (type->dtype, data) - type->offset) * type->scale;

  memcpy (&number, data, sizeof number);
  return (double) number;
}

ImFrames *
im_float_twin_new_frames (const ImFloatTwin *twin,
                          const ImInput *inputs,
                          guint n_inputs,
                          const ImFrames *frames)
{
  ImFrames *copy = g_memdup2 (frames, sizeof *frames);
  const guint8 *data = frames->bytes->data;

  copy->bytes = g_byte_array_new ();
  for (guint i = 0; i < frames->n_frames * n_inputs; i++)
    {
      const ImInput *input = &inputs[i % n_inputs];
      guint size = im_dtype_get_info (input->type.dtype)->size_bytes;
      gsize count = im_inputs_get_frame_elements (input);

      for (gsize j = 0; is_fixed (input->type.dtype) && j < count; j++)
        {
          float number = (float) load_number (&input->type, data + j * size);

          g_byte_array_append (copy->bytes, (const guint8 *) &number, sizeof number);
        }
      if (!is_fixed (input->type.dtype))
        g_byte_array_append (copy->bytes, data, (guint) (count * size));
      data += count * size;
    }

  return copy;
}

/* The tensor at an output of a layer, or -1. */
static gint
find_tensor (const ImProgram *program, const char *path, const char *output)
{
  for (guint i = 0; i < program->n_tensors; i++)
    {
      const ImProgramTensor *tensor = &program->tensors[i];

      if (tensor->producer >= 0 &&
          strcmp (program->instances[tensor->producer].path, path) == 0 &&
          strcmp (tensor->parameter->name.text, output) == 0)
        return (gint) i;
    }

  return -1;
}

/* What was written to a tensor on other than edge values. */
static GPtrArray *
list_records (const ImTraceIndex *trace,
              const ImPlan *plan,
              gint tensor,
              ImFrames *const *runs,
              guint n_runs)
{
  GPtrArray *records = g_ptr_array_new ();
  g_autoptr (GArray) buffers = g_array_new (FALSE, FALSE, sizeof (gint));
  g_autoptr (GArray) calls = g_array_new (FALSE, FALSE, sizeof (guint));
  gint buffer = im_reference_find_buffer (plan, tensor);

  g_array_append_val (buffers, buffer);
  g_autoptr (GArray) numbers = im_trace_index_select (trace, buffers, calls, FALSE);
  for (guint i = 0; i < numbers->len; i++)
    {
      ImTraceEntry *entry = &g_array_index (trace->entries, ImTraceEntry,
                                            g_array_index (numbers, guint, i));

      if (entry->record.kind == IM_TRACE_TENSOR && entry->run < n_runs &&
          !runs[entry->run]->is_edge)
        g_ptr_array_add (records, entry);
    }

  return records;
}

static void
measure_range (const ImTensorType *type, const GPtrArray *records, ImFixedFigures *out)
{
  const ImDTypeInfo *info = im_dtype_get_info (type->dtype);
  double largest = 0;

  for (guint i = 0; i < records->len; i++)
    {
      const ImTraceRecord *record = &((ImTraceEntry *) records->pdata[i])->record;

      for (guint j = 0; j < record->size_bytes; j += info->size_bytes)
        {
          double stored = (double) load_stored (type->dtype, record->data + j);

          out->n_elements++;
          out->n_saturated += stored <= info->minimum || stored >= info->maximum;
          largest = MAX (largest, fabs (stored));
        }
    }
  out->headroom_db = 20 * log10 (-info->minimum / largest);
}

/* Compares the records of both in their order. */
static void
measure_noise (const ImTensorType *type,
               const GPtrArray *records,
               const ImTensorType *twin_type,
               const GPtrArray *twin_records,
               ImFixedFigures *out)
{
  guint size = im_dtype_get_info (type->dtype)->size_bytes;
  guint n = MIN (records->len, twin_records->len);
  double signal = 0, noise = 0;

  for (guint i = 0; i < n; i++)
    {
      const ImTraceRecord *record = &((ImTraceEntry *) records->pdata[i])->record;
      const ImTraceRecord *twin = &((ImTraceEntry *) twin_records->pdata[i])->record;

      for (guint j = 0;
           j < record->size_bytes / size && j < twin->size_bytes / (guint) sizeof (float);
           j++)
        {
          double number = load_number (type, record->data + j * size);
          double wanted = load_number (twin_type, twin->data + j * sizeof (float));

          signal += wanted * wanted;
          noise += (number - wanted) * (number - wanted);
        }
    }
  out->has_snr = n > 0 && isfinite (signal) && isfinite (noise) && signal > 0;
  out->snr_db = 10 * log10 (signal / noise);
}

void
im_float_twin_measure (const ImFloatTwin *twin,
                       const ImPlan *plan,
                       const ImTraceIndex *trace,
                       const ImTraceIndex *twin_trace,
                       ImFrames *const *runs,
                       guint n_runs,
                       ImComparison *comparison)
{
  for (guint i = 0; i < comparison->n_layers; i++)
    for (guint j = 0; j < comparison->layers[i].n_outputs; j++)
      {
        const char *path = comparison->layers[i].path;
        ImCompareOutput *output = &comparison->layers[i].outputs[j];
        gint tensor = find_tensor (plan->program, path, output->name);
        gint other = twin == NULL || twin_trace == NULL
                         ? -1
                         : find_tensor (twin->program, path, output->name);

        if (tensor < 0)
          continue;

        const ImTensorType *type = &plan->program->tensors[tensor].type;
        g_autoptr (GPtrArray) records = list_records (trace, plan, tensor, runs, n_runs);

        if (is_fixed (type->dtype))
          measure_range (type, records, &output->fixed);
        if (other < 0 || twin->program->tensors[other].type.dtype != IM_DTYPE_FLOAT32 ||
            (!is_fixed (type->dtype) && type->dtype != IM_DTYPE_FLOAT32))
          continue;

        g_autoptr (GPtrArray) twin_records = list_records (twin_trace, twin->plan, other,
                                                           runs, n_runs);
        measure_noise (type, records, &twin->program->tensors[other].type, twin_records,
                       &output->fixed);
      }
}

void
im_float_twin_free (ImFloatTwin *twin)
{
  if (twin == NULL)
    return;

  g_clear_pointer (&twin->plan, im_plan_unref);
  g_clear_pointer (&twin->program, im_program_unref);
  g_clear_pointer (&twin->graph, im_graph_unref);
  g_clear_pointer (&twin->arena, im_arena_free);
  g_free (twin);
}
