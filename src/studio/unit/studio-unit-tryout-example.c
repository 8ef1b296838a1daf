/* SPDX-License-Identifier: MIT */
#include "studio/unit/studio-unit-tryout-example.h"

#include <glib/gi18n.h>

#include "run/im-host.h"
#include "tensor/im-array.h"

#define MAX_NUMBERS 256 /* of the frames of an example, unless one has more */
#define MAX_WINDOWS 2048

static void
append_numbers (GString *out, const double *numbers, gsize n, gboolean is_float)
{
  for (gsize i = 0; i < n; i++)
    {
      char text[G_ASCII_DTOSTR_BUF_SIZE];

      /* Nine digits are enough for each number of float32, 17 for all others. */
      g_ascii_formatd (text, sizeof text, is_float ? "%.9g" : "%.17g", numbers[i]);
      g_string_append_printf (out, "%s%s", i == 0 ? "" : " ", text);
    }
}

static guint
count_numbers (const ImTryout *tryout, const GArray *inputs)
{
  guint n = 0;

  for (guint i = 0; i < inputs->len; i++)
    n += (guint) im_inputs_get_frame_elements (&g_array_index (inputs, ImInput, i));
  for (guint i = 0; i < tryout->n_outputs; i++)
    n += tryout->outputs[i].count;

  return n;
}

/* How many frames the example has; 0 of too many numbers. */
static guint
choose_frames (const ImTryout *tryout, const GArray *inputs, guint side)
{
  guint of_frame = MAX (count_numbers (tryout, inputs), 1);
  gboolean is_in_step = TRUE;

  for (guint i = 0; i < tryout->n_outputs; i++)
    is_in_step &= tryout->outputs[i].n_tensors[side] == tryout->n_frames;
  if (is_in_step)
    return of_frame > MAX_WINDOWS ? 0
                                  : CLAMP (MAX_NUMBERS / of_frame, 1, tryout->n_frames);

  return tryout->n_frames * of_frame > MAX_WINDOWS ? 0 : tryout->n_frames;
}

static void
append_input (const GArray *inputs,
              guint number,
              const ImFrames *frames,
              guint n_frames,
              GString *out)
{
  const ImInput *input = &g_array_index (inputs, ImInput, number);
  const ImDTypeInfo *info = im_dtype_get_info (input->type.dtype);
  gsize count = im_inputs_get_frame_elements (input);
  gsize frame_bytes = im_inputs_get_frame_bytes (
      (const ImInput *) (gpointer) inputs->data, inputs->len);
  gsize offset = im_inputs_get_frame_bytes ((const ImInput *) (gpointer) inputs->data,
                                            number);
  g_autofree double *numbers = g_new (double, count *n_frames);
  g_autoptr (GString) shape = g_string_new (NULL);
  ImTensorType plain = input->type;

  for (guint i = 0; i < n_frames; i++)
    {
      ImArray array = { .dtype = info->stored,
                        .count = count,
                        .data = frames->bytes->data + i * frame_bytes + offset };

      im_array_load (&array, 0, count, numbers + i * count);
    }
  plain.shape.axes = NULL;
  im_shape_append_text (&plain.shape, shape);
  g_string_append_printf (out, "\t<im:Input name=\"%s\" type=\"%s\" shape=\"%s\"",
                          input->name, info->name, shape->str);
  if (input->type.rate_hz > 0)
    g_string_append_printf (out, " rate=\"%.17g\"", input->type.rate_hz);
  g_string_append_c (out, '>');
  append_numbers (out, numbers, count * n_frames, input->type.dtype == IM_DTYPE_FLOAT32);
  g_string_append (out, "</im:Input>\n");
}

/* Options that are tried. */
static void
append_options (const ImProgram *program, GString *out)
{
  const ImInstance *instance = &program->instances[0];

  for (guint i = 0; i < instance->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &instance->unit->parameters[i];
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *markup = NULL;
      ImValue value;

      if (!im_parameter_is_option (parameter) ||
          !im_unit_evaluation_is_given (instance->evaluation, parameter) ||
          !im_unit_evaluation_get_value (instance->evaluation, parameter, &value, NULL))
        continue;
      im_value_append_display (&value, text);
      markup = g_markup_printf_escaped ("\t<im:Argument param=\"%s\">%s</im:Argument>\n",
                                        parameter->name.text, text->str);
      g_string_append (out, markup);
    }
}

char *
studio_tryout_dup_example (const ImTryout *tryout,
                           const ImProgram *program,
                           const ImFrames *frames)
{
  guint side = tryout->sides[IM_TRYOUT_PYTHON].has_run ? IM_TRYOUT_PYTHON : IM_TRYOUT_C;
  g_autoptr (GArray) inputs = im_host_list_inputs (program);
  guint n_frames = choose_frames (tryout, inputs, side);
  g_autoptr (GString) out = g_string_new (NULL);

  if (!tryout->sides[side].has_run || n_frames == 0 || program->n_instances != 1)
    return NULL;
  g_string_append_printf (out, "<im:Example text=\"%s\">\n", _ ("Say what it shows."));
  for (guint i = 0; i < inputs->len; i++)
    append_input (inputs, i, frames, n_frames, out);
  append_options (program, out);
  for (guint i = 0; i < tryout->n_outputs; i++)
    {
      const ImTryoutOutput *output = &tryout->outputs[i];
      guint n = output->n_tensors[side] == tryout->n_frames ? n_frames * output->count
                                                            : output->n_numbers[side];

      g_string_append_printf (out, "\t<im:Output name=\"%s\">", output->name);
      append_numbers (out, output->numbers[side], n,
                      output->type.dtype == IM_DTYPE_FLOAT32);
      g_string_append (out, "</im:Output>\n");
    }
  g_string_append (out, "</im:Example>");

  return g_string_free (g_steal_pointer (&out), FALSE);
}
