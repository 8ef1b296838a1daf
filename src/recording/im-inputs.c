/* SPDX-License-Identifier: MIT
 *
 * All numbers go through im_array_store(), which rounds and saturates to every type.
 */
#include "recording/im-inputs.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/im-arena.h"
#include "recording/im-pcg.h"
#include "recording/im-recording-fit.h"
#include "tensor/im-array.h"

typedef struct
{
  const ImInput *inputs;
  guint n_inputs;
  guint n_frames;
  const ImRecording *recording; /* that says the times, or NULL */
  double rows_per_frame;        /* of it */
} Shape;

/* Gives the elements of one input in one frame. */
typedef void (*FillFunc) (const ImInput *input,
                          guint number,
                          guint frame,
                          double *values,
                          gsize count,
                          gpointer data);

gsize
im_inputs_get_frame_elements (const ImInput *input)
{
  gint32 count = 0;

  im_shape_product (&input->type.shape, 0, input->type.shape.rank, &count, NULL);
  return (gsize) count;
}

gboolean
im_input_is_raw (const ImInput *input)
{
  ImDTypeFamily family = input == NULL ? IM_DTYPE_FAMILY_FLOAT
                                       : im_dtype_get_info (input->type.dtype)->family;

  return family == IM_DTYPE_FAMILY_INT || family == IM_DTYPE_FAMILY_UINT;
}

static gsize
count_bytes (const ImInput *input)
{
  return im_inputs_get_frame_elements (input) *
         im_dtype_get_info (input->type.dtype)->size_bytes;
}

gsize
im_inputs_get_frame_bytes (const ImInput *inputs, guint n_inputs)
{
  gsize bytes = 0;

  for (guint i = 0; i < n_inputs; i++)
    bytes += count_bytes (&inputs[i]);

  return bytes;
}

/* Seconds from the first frame; without a rate frames come once a second. Of several
 * times the last one lies in the time of the next frame. */
static void
fill_time (const ImInput *input, guint frame, double *values, gsize count)
{
  double rate_hz = input->type.rate_hz > 0 ? input->type.rate_hz : 1;

  for (gsize i = 0; i < count; i++)
    values[i] = ((double) frame + 1.5 * (double) i / (double) MAX (count - 1, 1)) /
                rate_hz;
}

void
im_inputs_fill_recorded_time (const ImInput *input,
                              const ImRecordedTime *time,
                              double rows_per_frame,
                              guint64 frame,
                              double *values)
{
  const ImRecording *rows = time->rows;
  gsize count = im_inputs_get_frame_elements (input);

  if (!rows->has_time && !(rows->rate_hz > 0))
    {
      fill_time (input, (guint) frame, values, count);
      return;
    }
  for (gsize i = 0; i < count; i++)
    {
      double row = rows_per_frame * (double) frame;

      if (count > 1)
        row += (rows_per_frame - 1) * (double) i / (double) (count - 1);
      values[i] = rows->has_time
                      ? rows->time_s[(gsize) row - time->first_row] - time->start_s
                      : row / rows->rate_hz;
    }
}

static void
append_input (ImFrames *frames,
              const Shape *shape,
              const ImInput *input,
              guint number,
              FillFunc fill,
              gpointer data)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  gsize count = im_inputs_get_frame_elements (input);
  ImArray *array = im_array_new (arena, input->type.dtype, &input->type.shape, NULL);
  g_autofree double *values = g_new (double, MAX (count, 1));

  if (array == NULL)
    return;
  if (input->is_time && shape->recording != NULL)
    im_inputs_fill_recorded_time (
        input, &(ImRecordedTime){ shape->recording, 0, shape->recording->start_s },
        shape->rows_per_frame, frames->n_frames, values);
  else if (input->is_time)
    /* Clocks are set back at times: every other frame is older than the one before. */
    fill_time (input, frames->is_edge ? frames->n_frames ^ 1 : frames->n_frames, values,
               count);
  else
    fill (input, number, frames->n_frames, values, count, data);
  im_array_store (array, 0, count, values);
  g_byte_array_append (frames->bytes, array->data, (guint) count_bytes (input));
}

static ImFrames *
make_frames (const char *name,
             gboolean is_edge,
             const Shape *shape,
             FillFunc fill,
             gpointer data)
{
  ImFrames *frames = g_new0 (ImFrames, 1);

  frames->name = name;
  frames->is_edge = is_edge;
  frames->bytes = g_byte_array_new ();
  for (; frames->n_frames < shape->n_frames; frames->n_frames++)
    for (guint i = 0; i < shape->n_inputs; i++)
      append_input (frames, shape, &shape->inputs[i], i, fill, data);

  return frames;
}

void
im_frames_free (ImFrames *frames)
{
  if (frames == NULL)
    return;

  g_byte_array_unref (frames->bytes);
  g_free (frames);
}

/* Now and then a frame comes four times, as decisions and silence do. */
#define HOLD_PERIOD 16
#define HOLD_FIRST  9
#define HOLD_LAST   12

typedef struct
{
  ImPcg pcg;
  ImPcg held; /* in front of the frame that comes again */
} Random;

static guint
hold (Random *random, guint number, guint frame)
{
  guint turn = frame % HOLD_PERIOD;

  if (turn < HOLD_FIRST || turn > HOLD_LAST)
    return frame;
  if (turn == HOLD_FIRST && number == 0)
    random->held = random->pcg;
  else if (number == 0)
    random->pcg = random->held;

  return frame - turn + HOLD_FIRST;
}

/* Small ones, and in other frames small ones with zeros behind them: of all magnitudes,
 * and often half a step where digits are taken away by fours. */
static double
next_small_integer (ImPcg *pcg, const ImDTypeInfo *info, guint frame)
{
  double value = floor (im_pcg_next_unit (pcg) * 16) - (info->minimum < 0 ? 8 : 0);

  if (frame % 4 == 3)
    {
      double fours = floor (im_pcg_next_unit (pcg) * 2 * info->size_bytes);

      value *= exp2 (MAX (4 * fours - 1, 0));
    }

  return value;
}

static void
fill_random (const ImInput *input,
             guint number,
             guint frame,
             double *values,
             gsize count,
             gpointer data)
{
  static const double gains[] = { 1, 100, 1, 0.001 };
  const ImDTypeInfo *info = im_dtype_get_info (input->type.dtype);
  Random *random = data;
  ImPcg *pcg = &random->pcg;

  frame = hold (random, number, frame);

  for (gsize i = 0; i < count; i++)
    {
      if (info->family == IM_DTYPE_FAMILY_FLOAT)
        values[i] = (2 * im_pcg_next_unit (pcg) - 1) *
                    gains[frame % G_N_ELEMENTS (gains)];
      else if (frame % 2 == 0)
        values[i] = floor (info->minimum +
                           im_pcg_next_unit (pcg) * (info->maximum - info->minimum + 1));
      else
        values[i] = next_small_integer (pcg, info, frame);
    }
  /* Elements of Q types are given as real numbers. */
  for (gsize i = 0; i < count; i++)
    values[i] /= info->one;
}

ImFrames *
im_frames_new_random (const ImInput *inputs, guint n_inputs, guint n_frames, guint64 seed)
{
  Shape shape = { inputs, n_inputs, n_frames };
  Random random;

  im_pcg_init (&random.pcg, seed);
  random.held = random.pcg;
  return make_frames ("random", FALSE, &shape, fill_random, &random);
}

#define MAX_EDGES 10
#define N_LARGE   3 /* at the end of the finite edge values of floats */

static guint
list_float_edges (const ImDTypeInfo *info, ImEdges kind, double *edges)
{
  const double special[] = { INFINITY, -INFINITY, NAN, 1, -2.5 };
  const double finite[MAX_EDGES] = { 0,
                                     -0.0,
                                     1,
                                     -1,
                                     info->denormal,
                                     -info->denormal,
                                     info->small,
                                     info->large,
                                     info->maximum,
                                     info->minimum };

  if (kind == IM_EDGES_NOT_FINITE)
    {
      memcpy (edges, special, sizeof special);
      return G_N_ELEMENTS (special);
    }
  memcpy (edges, finite, sizeof finite);

  return kind == IM_EDGES_EXTREME ? MAX_EDGES : MAX_EDGES - N_LARGE;
}

static guint
list_integer_edges (const ImDTypeInfo *info, double *edges)
{
  const double whole[] = {
    0, 1, info->maximum, info->minimum, info->maximum - 1, info->minimum + 1
  };
  guint n = 0;

  for (; n < G_N_ELEMENTS (whole); n++)
    edges[n] = whole[n] / info->one;
  if (info->minimum < 0)
    edges[n++] = -1 / info->one;

  return n;
}

/* Finds the edge values of a type. */
static guint
list_edges (ImDType dtype, ImEdges kind, double *edges)
{
  const ImDTypeInfo *info = im_dtype_get_info (dtype);

  return info->family == IM_DTYPE_FAMILY_FLOAT ? list_float_edges (info, kind, edges)
                                               : list_integer_edges (info, edges);
}

/* Inputs step through their values at different speeds, so that they meet in many ways.
 */
static void
fill_edges (const ImInput *input,
            guint number,
            guint frame,
            double *values,
            gsize count,
            gpointer data)
{
  const ImEdges *kind = data;
  double edges[MAX_EDGES];
  guint n = list_edges (input->type.dtype, *kind, edges);
  gboolean is_mixed = frame >= n;
  guint turn = frame / n;

  for (gsize i = 0; i < count; i++)
    values[i] = edges[(frame + turn * number + (is_mixed ? i * (1 + turn) : 0)) % n];
}

gboolean
im_inputs_have_float (const ImInput *inputs, guint n_inputs)
{
  for (guint i = 0; i < n_inputs; i++)
    if (!inputs[i].is_time &&
        im_dtype_get_info (inputs[i].type.dtype)->family == IM_DTYPE_FAMILY_FLOAT)
      return TRUE;

  return FALSE;
}

ImFrames *
im_frames_new_edges (const ImInput *inputs, guint n_inputs, guint n_frames, ImEdges edges)
{
  static const char *const names[IM_N_EDGES] = { "edge values", "extremes",
                                                 "not finite" };
  Shape shape = { inputs, n_inputs, n_frames };

  if (edges != IM_EDGES_COMMON && !im_inputs_have_float (inputs, n_inputs))
    return NULL;

  return make_frames (names[edges], TRUE, &shape, fill_edges, &edges);
}

typedef struct
{
  const ImRecording *recording;
} Rows;

static void
fill_rows (const ImInput *input,
           guint number,
           guint frame,
           double *values,
           gsize count,
           gpointer data)
{
  const Rows *rows = data;

  memcpy (values, rows->recording->values + frame * count, count * sizeof *values);
}

const ImInput *
im_inputs_find_data (const ImInput *inputs, guint n_inputs)
{
  const ImInput *found = NULL;

  for (guint i = 0; i < n_inputs; i++)
    {
      if (inputs[i].is_time)
        continue;
      if (found != NULL)
        return NULL;
      found = &inputs[i];
    }

  return found;
}

static guint
count_data_inputs (const ImInput *inputs, guint n_inputs)
{
  guint n = 0;

  for (guint i = 0; i < n_inputs; i++)
    n += !inputs[i].is_time;

  return n;
}

gboolean
im_inputs_check_recording (const ImInput *inputs,
                           guint n_inputs,
                           const ImRecording *recording,
                           GError **error)
{
  const ImInput *input = im_inputs_find_data (inputs, n_inputs);

  if (input == NULL)
    {
      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_CHANNELS,
                   "%s: a recording goes to a pipeline with one input besides time, this "
                   "one has %u",
                   recording->path, count_data_inputs (inputs, n_inputs));
      return FALSE;
    }
  if (!im_recording_check_channels (recording, input, error))
    return FALSE;
  if (recording->n_rows * recording->n_channels >= im_inputs_get_frame_elements (input))
    return TRUE;

  g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_EMPTY,
               "%s has %" G_GSIZE_FORMAT
               " rows of %u channels, fewer than the %" G_GSIZE_FORMAT
               " elements of the input “%s”",
               recording->path, recording->n_rows, recording->n_channels,
               im_inputs_get_frame_elements (input), input->name);
  return FALSE;
}

static double
count_rows_per_frame (const ImInput *input, const ImRecording *recording)
{
  return (double) im_inputs_get_frame_elements (input) / recording->n_channels;
}

ImFrames *
im_frames_new_recording (const ImInput *inputs,
                         guint n_inputs,
                         const ImRecording *recording,
                         guint max_frames,
                         GError **error)
{
  const ImInput *input = im_inputs_find_data (inputs, n_inputs);
  Rows rows = { recording };
  Shape shape = { inputs, n_inputs };
  gsize n_frames;

  if (!im_inputs_check_recording (inputs, n_inputs, recording, error))
    return NULL;

  n_frames = recording->n_rows * recording->n_channels /
             MAX (im_inputs_get_frame_elements (input), 1);
  shape.n_frames = (guint) MIN (n_frames, G_MAXUINT / 2);
  if (max_frames > 0)
    shape.n_frames = MIN (shape.n_frames, max_frames);
  if (recording->has_time || recording->rate_hz > 0)
    {
      shape.recording = recording;
      shape.rows_per_frame = count_rows_per_frame (input, recording);
    }

  return make_frames ("recording", FALSE, &shape, fill_rows, &rows);
}
