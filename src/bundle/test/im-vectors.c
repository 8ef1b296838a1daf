/* SPDX-License-Identifier: MIT */
#include "bundle/test/im-vectors.h"

#include "base/im-arena.h"
#include "run/im-host.h"
#include "run/im-trace.h"
#include "verify/im-reference.h"
#include "verify/im-ulp.h"
#include "verify/im-unit-tolerance.h"

/* Where frames are so large that even one is too much, there are no vectors. */
#define MAX_RUN_BYTES (16 * IM_VECTORS_MAX_BYTES)

gsize
im_vector_port_count (const ImVectorPort *port)
{
  gint32 count = 0;

  im_shape_product (&port->type.shape, 0, port->type.shape.rank, &count, NULL);
  return (gsize) count;
}

gsize
im_vector_port_bytes (const ImVectorPort *port)
{
  return im_vector_port_count (port) * im_dtype_get_info (port->type.dtype)->size_bytes;
}

static gboolean
has_output (const ImPlan *plan, guint port)
{
  for (guint i = 0; i < plan->n_buffers; i++)
    if (plan->buffers[i].storage == IM_STORAGE_OUTPUT && plan->buffers[i].port == port)
      return TRUE;

  return FALSE;
}

guint
im_vectors_count_gets (const ImVectors *vectors)
{
  return MAX (vectors->plan->n_sinks, 1);
}

static guint
find_sink (const ImPlan *plan, guint output)
{
  guint sink = 0;

  while (sink + 1 < plan->n_sinks && (gint) plan->sinks[sink] != plan->sink_of[output])
    sink++;

  return sink;
}

static void
add_port (ImVectors *vectors, const ImPlan *plan, gboolean is_input, guint number)
{
  const ImProgram *program = plan->program;
  const ImProgramPort *port = is_input ? &program->inputs[number]
                                       : &program->outputs[number];
  ImVectorPort added = {
    .name = port->name,
    .number = number,
    .function = is_input ? plan->source_of[number] : find_sink (plan, number),
    .type = program->tensors[port->tensor].type,
    .bytes = g_byte_array_new (),
  };

  if (!is_input)
    added.tolerance = im_unit_tolerance_get_whole (plan, NULL, NULL, added.type.dtype);
  g_array_append_val (is_input ? vectors->inputs : vectors->outputs, added);
}

static void
clear_port (gpointer data)
{
  ImVectorPort *port = data;

  g_byte_array_unref (port->bytes);
}

/* The emitted functions take data before times. */
static void
add_ports (ImVectors *vectors, const ImPlan *plan)
{
  const ImProgram *program = plan->program;

  for (gint is_time = FALSE; is_time <= TRUE; is_time++)
    {
      for (guint i = 0; i < program->n_inputs; i++)
        if (program->inputs[i].tensor >= 0 &&
            (program->inputs[i].parameter->socket->is_time != FALSE) == is_time)
          add_port (vectors, plan, TRUE, i);
      for (guint i = 0; i < program->n_outputs; i++)
        if (program->outputs[i].tensor >= 0 && has_output (plan, i) &&
            (program->outputs[i].parameter->socket->is_time != FALSE) == is_time)
          add_port (vectors, plan, FALSE, i);
    }
}

ImVectors *
im_vectors_new (const ImPlan *plan)
{
  ImVectors *vectors = g_new0 (ImVectors, 1);

  vectors->inputs = g_array_new (FALSE, FALSE, sizeof (ImVectorPort));
  vectors->outputs = g_array_new (FALSE, FALSE, sizeof (ImVectorPort));
  vectors->runs = g_array_new (FALSE, FALSE, sizeof (ImVectorRun));
  vectors->results = g_array_new (FALSE, FALSE, sizeof (ImVectorResult));
  vectors->plan = plan;
  vectors->has_state = plan->state_bytes > 0;
  vectors->arena = im_arena_new ();
  g_array_set_clear_func (vectors->inputs, clear_port);
  g_array_set_clear_func (vectors->outputs, clear_port);
  add_ports (vectors, plan);

  return vectors;
}

void
im_vectors_free (ImVectors *vectors)
{
  if (vectors == NULL)
    return;

  g_array_unref (vectors->inputs);
  g_array_unref (vectors->outputs);
  g_array_unref (vectors->runs);
  g_array_unref (vectors->results);
  im_arena_free (vectors->arena);
  g_free (vectors);
}

static gsize
sum_bytes (const GArray *ports)
{
  gsize bytes = 0;

  for (guint i = 0; i < ports->len; i++)
    bytes += im_vector_port_bytes (&g_array_index (ports, ImVectorPort, i));

  return bytes;
}

/* A trace, looked at frame by frame. */
typedef struct
{
  ImVectors *vectors;
  ImTraceReader reader;
  ImTraceRecord record; /* the next one */
  gboolean is_open;
} Walk;

static void
step (Walk *walk)
{
  walk->is_open = im_trace_reader_next (&walk->reader, &walk->record);
}

static gboolean
is_at (const Walk *walk, ImTraceKind kind)
{
  return walk->is_open && walk->record.kind == kind;
}

static guint
find_output (const ImVectors *vectors, guint number)
{
  guint i = 0;

  while (i < vectors->outputs->len &&
         g_array_index (vectors->outputs, ImVectorPort, i).number != number)
    i++;

  return i;
}

/* Whether an output is the first one that its function gives. */
static gboolean
begins_result (const GArray *outputs, guint number)
{
  guint function = g_array_index (outputs, ImVectorPort, number).function;

  for (guint i = 0; i < number; i++)
    if (g_array_index (outputs, ImVectorPort, i).function == function)
      return FALSE;

  return TRUE;
}

/* Appends the results of one frame and returns their bytes. */
static gsize
take_results (Walk *walk, guint run, guint frame)
{
  GArray *outputs = walk->vectors->outputs;
  ImVectorResult result = { run, frame, 0 };
  gsize bytes = 0;

  while (walk->is_open && walk->record.kind != IM_TRACE_FRAME &&
         walk->record.kind != IM_TRACE_RUN)
    {
      guint i = find_output (walk->vectors, walk->record.number);

      if (walk->record.kind == IM_TRACE_OUTPUT && i < outputs->len)
        {
          g_byte_array_append (g_array_index (outputs, ImVectorPort, i).bytes,
                               walk->record.data, walk->record.size_bytes);
          bytes += walk->record.size_bytes;
          result.function = g_array_index (outputs, ImVectorPort, i).function;
          if (begins_result (outputs, i))
            g_array_append_val (walk->vectors->results, result);
        }
      step (walk);
    }

  return bytes;
}

/* Whether each function gave a result since number @first of all. */
static gboolean
has_all_results (const ImVectors *vectors, guint first)
{
  for (guint function = 0; function < im_vectors_count_gets (vectors); function++)
    {
      gboolean found = FALSE;

      for (guint i = first; i < vectors->results->len && !found; i++)
        found = g_array_index (vectors->results, ImVectorResult, i).function == function;
      if (!found)
        return FALSE;
    }

  return TRUE;
}

/* Takes the inputs of a frame apart. */
static void
take_inputs (ImVectors *vectors, const guint8 *frame)
{
  for (guint i = 0; i < vectors->inputs->len; i++)
    {
      ImVectorPort *port = &g_array_index (vectors->inputs, ImVectorPort, i);
      gsize bytes = im_vector_port_bytes (port);

      g_byte_array_append (port->bytes, frame, (guint) bytes);
      frame += bytes;
    }
}

void
im_vectors_add_run (ImVectors *vectors, const ImFrames *frames)
{
  ImVectorRun added = { im_arena_strdup (vectors->arena, frames->name),
                        frames->n_frames };
  gsize frame_bytes = sum_bytes (vectors->inputs);

  for (guint i = 0; i < frames->n_frames; i++)
    take_inputs (vectors, frames->bytes->data + i * frame_bytes);
  g_array_append_val (vectors->runs, added);
}

static void
read_run (Walk *walk,
          guint run,
          const ImCompareRun *row,
          const guint8 *frames,
          gsize share)
{
  ImVectors *vectors = walk->vectors;
  gsize frame_bytes = sum_bytes (vectors->inputs);
  gsize result_bytes = sum_bytes (vectors->outputs), used = 0;
  ImVectorRun added = { im_arena_strdup (vectors->arena, row->name), 0 };
  guint first = vectors->results->len;
  gboolean has_all = FALSE;

  while (walk->is_open && !is_at (walk, IM_TRACE_RUN))
    step (walk);
  do
    step (walk); /* also over what init computes */
  while (walk->is_open && !is_at (walk, IM_TRACE_FRAME) && !is_at (walk, IM_TRACE_RUN));
  for (guint i = 0; i < row->n_frames; i++)
    {
      gsize more = frame_bytes + (has_all ? result_bytes : 0);

      if (used + more > (has_all ? share : MAX_RUN_BYTES))
        break;
      take_inputs (vectors, frames + i * frame_bytes);
      added.n_frames++;
      used += frame_bytes;
      if (is_at (walk, IM_TRACE_FRAME))
        {
          step (walk);
          used += take_results (walk, run, i);
          has_all = has_all || has_all_results (vectors, first);
        }
    }
  g_array_append_val (vectors->runs, added);
}

static GBytes *
read_file (const char *folder, const char *name)
{
  const ImWorkFolder where = { (char *) folder, TRUE };

  return im_work_folder_read (&where, name);
}

/* A reference that gives another set of outputs has no results for these ports. */
static gboolean
is_complete (const ImVectors *vectors)
{
  for (guint i = 0; i < vectors->outputs->len; i++)
    {
      const ImVectorPort *port = &g_array_index (vectors->outputs, ImVectorPort, i);

      guint n = 0;

      for (guint j = 0; j < vectors->results->len; j++)
        n += g_array_index (vectors->results, ImVectorResult, j).function ==
             port->function;
      if (port->bytes->len != n * im_vector_port_bytes (port))
        return FALSE;
    }

  return vectors->results->len > 0;
}

static void
drop_results (ImVectors *vectors)
{
  g_array_set_size (vectors->results, 0);
  for (guint i = 0; i < vectors->outputs->len; i++)
    g_byte_array_set_size (g_array_index (vectors->outputs, ImVectorPort, i).bytes, 0);
}

/* The reference runs beside the frames: other frames than those that were given tell
 * nothing. Returns FALSE if that is so. */
static gboolean
read_trace (ImVectors *vectors,
            const ImComparison *comparison,
            const char *folder,
            const char *name)
{
  g_autofree char *frames_name = g_strdup_printf (IM_HOST_FRAMES, 0u);
  g_autoptr (GBytes) frames = read_file (folder, frames_name);
  g_autoptr (GBytes) trace = read_file (folder, name);
  Walk walk = { .vectors = vectors };
  gsize size, expected = 0, frame_bytes = sum_bytes (vectors->inputs);

  if (frames == NULL || trace == NULL || vectors->inputs->len == 0 ||
      vectors->outputs->len == 0)
    return TRUE;

  for (guint i = 0; i < comparison->n_runs; i++)
    expected += comparison->runs[i].n_frames * frame_bytes;
  const guint8 *next = g_bytes_get_data (frames, &size);
  if (size != expected)
    return FALSE;
  im_trace_reader_init (&walk.reader, trace);
  step (&walk);
  for (guint i = 0; i < comparison->n_runs; i++)
    {
      read_run (&walk, i, &comparison->runs[i], next,
                IM_VECTORS_MAX_BYTES / comparison->n_runs);
      next += comparison->runs[i].n_frames * frame_bytes;
    }
  if (!is_complete (vectors))
    drop_results (vectors);

  return TRUE;
}

gboolean
im_vectors_read (ImVectors *vectors,
                 const ImComparison *comparison,
                 const char *folder,
                 GError **error)
{
  ImCompareState whole = im_compare_layer_get_state (&comparison->whole);
  gboolean has_python = whole == IM_COMPARE_EQUAL || whole == IM_COMPARE_DIFFERENT;
  g_autofree char *name = has_python ? g_strdup_printf (IM_REFERENCE_TRACE, 0u)
                                     : g_strdup_printf (IM_HOST_TRACE, 0u);

  if (!read_trace (vectors, comparison, folder, name))
    {
      g_set_error (error, IM_RUN_ERROR, IM_RUN_ERROR_FILE,
                   "the code of a unit changed the file with the frames");
      return FALSE;
    }
  if (vectors->results->len > 0)
    vectors->source = has_python ? "the Python reference"
                                 : "C on the machine that made them";

  return TRUE;
}
