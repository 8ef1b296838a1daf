/* SPDX-License-Identifier: MIT
 *
 * `imaginet try`: what a unit makes of some frames, in C and in Python.
 */
#include <string.h>

#include "cli/input/cli-pipeline.h"
#include "cli/terminal/cli-interrupt.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "recording/im-given-frames.h"
#include "run/im-host.h"
#include "verify/im-tryout.h"

#define DEFAULT_FRAMES 16
#define MAX_ROWS       16 /* of an output, unless there is one more */

static const char *const names[IM_N_TRYOUT_SIDES] = { "C", "Python" };

/* The numbers that arguments give to inputs; NULL with an error if there is no such
 * input. */
static const char **
find_texts (const CliOptions *options, const GArray *inputs, GError **error)
{
  g_autofree const char **texts = g_new0 (const char *, inputs->len + 1);

  for (guint i = 1; i < options->n_arguments; i++)
    {
      const char *word = options->arguments[i];
      const char *equals = strchr (word, '=');
      gboolean is_found = FALSE;

      for (guint j = 0; equals != NULL && j < inputs->len; j++)
        {
          const char *name = g_array_index (inputs, ImInput, j).name;

          if (strlen (name) == (gsize) (equals - word) &&
              strncmp (name, word, strlen (name)) == 0)
            {
              texts[j] = equals + 1;
              is_found = TRUE;
            }
        }
      if (!is_found)
        {
          g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_CHANNELS,
                       "expected the name of an input that is connected, = and numbers, "
                       "found “%s”",
                       word);
          return NULL;
        }
    }

  return g_steal_pointer (&texts);
}

static ImFrames *
make_frames (const CliOptions *options, const ImProgram *program, GError **error)
{
  g_autoptr (GArray) list = im_host_list_inputs (program);
  const ImInput *inputs = (const ImInput *) (gpointer) list->data;
  guint n_frames = options->frames > 0 ? (guint) options->frames : DEFAULT_FRAMES;
  g_autofree const char **texts = NULL;

  if (options->input != NULL)
    return im_frames_new_file (inputs, list->len, options->input,
                               options->frames > 0 ? n_frames : IM_TRYOUT_MAX_FRAMES,
                               error);
  if (options->n_arguments == 1)
    return im_frames_new_random (inputs, list->len, n_frames, (guint64) options->seed);
  texts = find_texts (options, list, error);
  if (texts == NULL)
    return NULL;

  return im_frames_new_typed (inputs, list->len, texts, error);
}

static void
append_output (const ImTryout *tryout, const ImTryoutOutput *output, GString *out)
{
  static const char *const titles[IM_TRYOUT_COLUMNS] = { "Number", "C", "Python",
                                                         "Absolute", "Relative" };

  g_string_append_printf (out, "%s: ", output->name);
  im_tensor_type_append_text (&output->type, out);
  g_string_append_c (out, '\n');
  if (output->n_numbers[IM_TRYOUT_C] + output->n_numbers[IM_TRYOUT_PYTHON] > 0)
    im_tryout_append_table (output, titles, MAX_ROWS, out);
  im_tryout_append_verdict (tryout, output, out);
  g_string_append (out, "\n\n");
}

static void
append_side (const ImTryoutSide *side, const char *name, GString *out)
{
  g_string_append_printf (out, "%s: ", name);
  if (side->message != NULL)
    g_string_append (out, side->message);
  else if (side->made_by != NULL)
    {
      im_tryout_append_time (side->time_ns, out);
      g_string_append_printf (out, " a frame, %s", side->made_by);
    }
  g_string_append_c (out, '\n');
}

static void
show (CliContext *context, const ImTryout *tryout)
{
  GString *out = context->out;

  for (guint i = 0; i < tryout->n_outputs; i++)
    append_output (tryout, &tryout->outputs[i], out);
  for (guint i = 0; i < IM_N_TRYOUT_SIDES; i++)
    append_side (&tryout->sides[i], names[i], out);
  if (tryout->reference != NULL)
    g_string_append_printf (out, "The Python is that of %s.\n", tryout->reference);
  g_string_append_printf (
      out, "State %" G_GUINT64_FORMAT " bytes, scratch %" G_GUINT64_FORMAT " bytes\n",
      tryout->state_bytes, tryout->scratch_bytes);
}

static void
write_numbers (ImJson *json, const ImTryoutOutput *output, guint side, const char *name)
{
  im_json_member_array (json, name);
  for (guint i = 0; i < output->n_numbers[side]; i++)
    im_json_double (json, output->numbers[side][i]);
  im_json_close_array (json);
}

static void
show_json (CliContext *context, const ImTryout *tryout, const ImDiagnostics *diagnostics)
{
  static const char *const members[IM_N_TRYOUT_SIDES] = { "c", "python" };
  ImJson json = { context->out };

  im_json_open_object (&json);
  im_json_member_int (&json, "frames", tryout->n_frames);
  im_json_member_bool (&json, "equal", tryout->is_equal);
  for (guint i = 0; i < IM_N_TRYOUT_SIDES; i++)
    {
      const ImTryoutSide *side = &tryout->sides[i];

      im_json_member_object (&json, members[i]);
      im_json_member_bool (&json, "run", side->has_run);
      im_json_member_text (&json, "message", side->message);
      im_json_member_text (&json, "made_by", side->made_by);
      im_json_member_double (&json, "time_ns", side->time_ns);
      im_json_close_object (&json);
    }
  im_json_member_text (&json, "reference", tryout->reference);
  im_json_member_int (&json, "state_bytes", (gint64) tryout->state_bytes);
  im_json_member_int (&json, "scratch_bytes", (gint64) tryout->scratch_bytes);
  im_json_member_array (&json, "outputs");
  for (guint i = 0; i < tryout->n_outputs; i++)
    {
      const ImTryoutOutput *output = &tryout->outputs[i];
      g_autoptr (GString) type = g_string_new (NULL);

      im_tensor_type_append_text (&output->type, type);
      im_json_open_object (&json);
      im_json_member_string (&json, "name", output->name);
      im_json_member_string (&json, "type", type->str);
      im_json_member_bool (&json, "compared", output->is_compared);
      im_json_member_int (&json, "different", (gint64) output->difference.n_different);
      im_json_member_double (&json, "absolute", output->difference.max_absolute);
      im_json_member_double (&json, "relative", output->difference.max_relative);
      for (guint j = 0; j < IM_N_TRYOUT_SIDES; j++)
        write_numbers (&json, output, j, members[j]);
      im_json_close_object (&json);
    }
  im_json_close_array (&json);
  cli_json_close (&json, diagnostics);
}

static CliExit
try (CliContext *context, const CliPipeline *pipeline)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ImFrames) frames = make_frames (context->options, pipeline->program, &error);
  g_autoptr (ImTryout) tryout = NULL;

  if (frames == NULL)
    return cli_output_failure (context, "cannot-read", "%s", error->message);

  cli_interrupt_show ("compiling and running");
  tryout = im_tryout_run (pipeline->program, pipeline->library, frames,
                          (guint) context->options->timeout, cli_interrupt_watch (),
                          pipeline->diagnostics, &error);
  cli_interrupt_show (NULL);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return cli_interrupt_finish (context);
  if (tryout == NULL && cli_pipeline_has_errors (pipeline))
    return cli_output_problems (context, pipeline->diagnostics);
  if (tryout == NULL)
    return cli_output_failure (context, "cannot-run", "%s", error->message);

  if (context->options->json)
    show_json (context, tryout, pipeline->diagnostics);
  else
    show (context, tryout);
  cli_output_flush (context);
  cli_output_diagnostics (context, pipeline->diagnostics);

  return im_tryout_is_fine (tryout) ? CLI_EXIT_FINE : CLI_EXIT_PROBLEMS;
}

CliExit
cli_try_run (CliContext *context)
{
  const CliOptions *options = context->options;
  g_auto (CliPipeline) pipeline = { 0 };

  if (options->input != NULL && options->n_arguments > 1)
    return cli_output_usage (context, "numbers and --input do not go together");
  if (!cli_pipeline_load (&pipeline, context))
    return CLI_EXIT_USAGE;
  if (pipeline.program == NULL || cli_pipeline_has_errors (&pipeline))
    return cli_output_problems (context, pipeline.diagnostics);

  return try (context, &pipeline);
}
