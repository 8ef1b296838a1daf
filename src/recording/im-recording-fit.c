/* SPDX-License-Identifier: MIT */
#include "recording/im-recording-fit.h"

#include <math.h>

#define RATE_TOLERANCE 0.01 /* clocks of sensors are not exact */
#define MAX_LISTED     8    /* channels that a message names */

double
im_recording_get_frame_rate (const ImRecording *recording, const ImInput *input)
{
  gsize count = im_inputs_get_frame_elements (input);

  return recording->rate_hz * recording->n_channels / (double) MAX (count, 1);
}

gboolean
im_input_has_rate (const ImInput *input, double rate_hz)
{
  return fabs (rate_hz - input->type.rate_hz) <= RATE_TOLERANCE * input->type.rate_hz;
}

/* Whether the elements along the innermost axes, of one axis at least, are a row. */
static gboolean
takes_rows (const ImInput *input, guint n_channels)
{
  for (guint i = MIN (1, input->type.shape.rank); i <= input->type.shape.rank; i++)
    {
      gint32 count = 0;

      if (im_shape_product (&input->type.shape, 0, i, &count, NULL) &&
          (guint) count == n_channels)
        return TRUE;
    }

  return FALSE;
}

static gboolean
is_frame_of_samples (const ImRecording *recording, const ImInput *input)
{
  double rate_hz = im_recording_get_frame_rate (recording, input);

  return recording->n_channels == 1 && rate_hz > 0 && im_input_has_rate (input, rate_hz);
}

/* ` (mono)`, or the names of several channels. */
static void
append_names (const ImRecording *recording, GString *out)
{
  for (guint i = 0; i < recording->n_channels && i < MAX_LISTED; i++)
    g_string_append_printf (out, "%s%s", i == 0 ? " (" : ", ", recording->channels[i]);
  g_string_append (out, recording->n_channels > MAX_LISTED ? ", …)" : ")");
}

/* How one channel can fit an input of several elements. */
static void
append_way_of_frames (const ImRecording *recording, const ImInput *input, GString *out)
{
  gsize count = im_inputs_get_frame_elements (input);
  double rate_hz = im_recording_get_frame_rate (recording, input);

  if (recording->n_channels != 1)
    return;
  if (rate_hz > 0)
    g_string_append_printf (out,
                            "; frames of %" G_GSIZE_FORMAT
                            " samples would come at %.9g Hz, the input has %.9g Hz",
                            count, rate_hz, input->type.rate_hz);
  else
    g_string_append_printf (out,
                            "; frames of %" G_GSIZE_FORMAT
                            " samples of one channel have the shape [%" G_GSIZE_FORMAT
                            ",1]",
                            count, count);
}

gboolean
im_recording_check_channels (const ImRecording *recording,
                             const ImInput *input,
                             GError **error)
{
  ImTensorType fitting = { .dtype = input->type.dtype,
                           .rate_hz = recording->rate_hz,
                           .scale = 1 };
  g_autoptr (GString) type = g_string_new (NULL);
  g_autoptr (GString) shape = g_string_new (NULL);
  g_autoptr (GString) has = g_string_new (NULL);
  g_autoptr (GString) way = g_string_new (NULL);

  if (takes_rows (input, recording->n_channels) || is_frame_of_samples (recording, input))
    return TRUE;

  fitting.shape = (ImShape){ .rank = 1, .size = { (gint32) recording->n_channels } };
  im_tensor_type_append_text (&fitting, type);
  im_tensor_type_append_text (&input->type, shape);
  append_names (recording, has);
  append_way_of_frames (recording, input, way);
  g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_CHANNELS,
               "%s: %u channel%s%s, %d needed by the input “%s”, %s; the recording fits "
               "--with %s=%s, or a pipeline with such an input%s",
               recording->path, recording->n_channels,
               recording->n_channels == 1 ? "" : "s", has->str,
               input->type.shape.rank == 0 ? 1 : input->type.shape.size[0], input->name,
               shape->str, input->name, type->str, way->str);

  return FALSE;
}

guint
im_recording_count_channels (const ImRecording *recording, const ImInput *input)
{
  const ImShape *shape = &input->type.shape;
  double samples_hz = recording->rate_hz /
                      (double) MAX (im_inputs_get_frame_elements (input), 1);

  if (im_recording_check_channels (recording, input, NULL))
    return recording->n_channels;
  if (samples_hz > 0 && im_input_has_rate (input, samples_hz))
    return 1;

  return shape->rank == 0 ? 1 : (guint) MAX (shape->size[0], 1);
}

static void
note_rate (const ImRecording *recording,
           const ImInput *input,
           const char *pipeline,
           ImDiagnostics *diagnostics)
{
  double rate_hz = im_recording_get_frame_rate (recording, input);

  if (!(rate_hz > 0) || !(input->type.rate_hz > 0) || im_input_has_rate (input, rate_hz))
    return;

  im_diagnostics_add_for_file (
      diagnostics, IM_SEVERITY_WARNING, "recording-rate", pipeline,
      "%s has %.9g rows, that is %.9g frames of the input “%s”, in a second, but the "
      "pipeline expects %.9g: what it computes is as if they came at that rate",
      recording->path, recording->rate_hz, rate_hz, input->name, input->type.rate_hz);
}

void
im_recording_note_time (const ImRecording *recording,
                        const char *pipeline,
                        ImDiagnostics *diagnostics)
{
  gsize row = recording->irregular_row;

  if (!recording->is_irregular)
    return;

  im_diagnostics_add_for_file (
      diagnostics, IM_SEVERITY_WARNING, "recording-time", pipeline,
      "%s is not regular: row %" G_GSIZE_FORMAT
      " comes %.9g s behind the one before, usual are %.9g s; all rows are used as if "
      "they were equally far apart",
      recording->path, row + 1, recording->irregular_step_s,
      recording->rate_hz > 0 ? 1 / recording->rate_hz : 0);
}

static gboolean
is_integer (const ImDTypeInfo *info)
{
  return info->family == IM_DTYPE_FAMILY_INT || info->family == IM_DTYPE_FAMILY_UINT;
}

/* Whether the elements of a type can be a number, but for its last bits. */
static gboolean
holds (const ImDTypeInfo *info, double value)
{
  if (!isfinite (value) || info->family == IM_DTYPE_FAMILY_D)
    return TRUE;
  if (info->family == IM_DTYPE_FAMILY_FLOAT)
    return fabs (value) <= info->maximum;
  if (is_integer (info) && value != floor (value))
    return FALSE;

  return value * info->one >= info->minimum && value * info->one < info->maximum + 1;
}

static const char *
get_fate (const ImDTypeInfo *info)
{
  return info->family == IM_DTYPE_FAMILY_FLOAT ? "they become infinite"
         : is_integer (info) ? "they become the nearest integer that it has"
                             : "they become the nearest number that it has";
}

void
im_recording_range_add (ImRecordingRange *range,
                        const ImRecording *rows,
                        const ImInput *input)
{
  const ImDTypeInfo *info = im_dtype_get_info (input->type.dtype);
  gsize n = rows->n_rows * rows->n_channels;

  for (gsize i = 0; i < n; i++)
    if (!holds (info, rows->values[i]) && range->n_beyond++ == 0)
      {
        range->first = range->n + i;
        range->first_value = rows->values[i];
      }
  range->n += n;
}

void
im_recording_note_range (const ImRecordingRange *range,
                         const ImRecording *recording,
                         const ImInput *input,
                         const char *pipeline,
                         ImDiagnostics *diagnostics)
{
  const ImDTypeInfo *info = im_dtype_get_info (input->type.dtype);

  if (range->n_beyond == 0)
    return;

  im_diagnostics_add_for_file (
      diagnostics, IM_SEVERITY_WARNING, "recording-range", pipeline,
      "%s has %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
      " numbers that are none of the type %s of the input “%s”: %s; the first is %.9g in "
      "row %" G_GUINT64_FORMAT ", channel %s",
      recording->path, range->n_beyond, range->n, info->name, input->name,
      get_fate (info), range->first_value, range->first / recording->n_channels + 1,
      recording->channels[range->first % recording->n_channels]);
}

void
im_recording_note_fit (const ImRecording *recording,
                       const ImInput *input,
                       const char *pipeline,
                       ImDiagnostics *diagnostics)
{
  if (!im_recording_check_channels (recording, input, NULL))
    return;
  note_rate (recording, input, pipeline, diagnostics);
  im_recording_note_time (recording, pipeline, diagnostics);
  if (recording->values == NULL)
    return;

  ImRecordingRange range = { 0 };
  im_recording_range_add (&range, recording, input);
  im_recording_note_range (&range, recording, input, pipeline, diagnostics);
}
