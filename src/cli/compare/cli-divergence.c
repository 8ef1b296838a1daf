/* SPDX-License-Identifier: MIT */
#include "cli/compare/cli-divergence.h"

#include <string.h>

#include "base/im-file.h"
#include "base/im-text.h"
#include "bundle/test/im-divergence-report.h"
#include "cli/compare/cli-comparison.h"
#include "cli/input/cli-pipeline.h"
#include "cli/input/cli-recording.h"
#include "cli/terminal/cli-interrupt.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "run/im-host.h"
#include "verify/im-divergence.h"
#include "verify/im-ulp.h"

#define SHOWN_ELEMENTS 8  /* of a tensor, around the one that matters */
#define LABEL_CHARS    22 /* room for such as “cortex-m0plus − python” */

/* Reads the names of builds. The host is always among them, as what others are seen
 * beside, and so is Python, which all are compared with. Returns what is wrong, or NULL.
 */
static char *
parse_builds (const CliOptions *options, GArray *builds)
{
  g_auto (GStrv) names = g_strsplit (options->target == NULL ? "" : options->target, ",",
                                     -1);

  g_array_append_vals (builds, im_build_get_host (), 1);
  for (guint i = 0; names[i] != NULL; i++)
    {
      ImBuild build;
      gboolean is_new = TRUE;
      char *problem;

      if (strcmp (names[i], IM_DIVERGENCE_REFERENCE) == 0)
        continue;
      problem = im_build_parse (names[i], &build);
      if (problem != NULL)
        return problem;
      build.contracts &= !options->exact;
      for (guint j = 0; j < builds->len; j++)
        is_new &= strcmp (g_array_index (builds, ImBuild, j).name, build.name) != 0;
      if (is_new)
        g_array_append_val (builds, build);
    }

  return NULL;
}

static void
append_value (GString *out, const ImCompareTensor *tensor, gsize element)
{
  gsize size = im_dtype_get_info (tensor->type.dtype)->size_bytes;

  g_string_append_c (out, ' ');
  im_text_append_double (
      out, im_ulp_load (tensor->type.dtype, tensor->elements + element * size));
}

/* Where the elements begin that are shown. */
static gsize
get_start (const ImCompareTensor *tensor, gsize element)
{
  gsize last = tensor->n_elements > SHOWN_ELEMENTS ? tensor->n_elements - SHOWN_ELEMENTS
                                                   : 0;

  return MIN (element > SHOWN_ELEMENTS / 2 ? element - SHOWN_ELEMENTS / 2 : 0, last);
}

static void
append_padded (GString *out, const char *label)
{
  glong room = LABEL_CHARS - g_utf8_strlen (label, -1);

  g_string_append_printf (out, "%s%*s", label, (int) MAX (room, 0), "");
}

static void
append_tensor (GString *out, const char *label, const ImCompareTensor *tensor, gsize at)
{
  gsize start = get_start (tensor, at);
  gsize end = MIN (start + SHOWN_ELEMENTS, tensor->n_elements);

  g_string_append (out, "  ");
  append_padded (out, label);
  g_string_append (out, start > 0 ? " …" : "");
  for (gsize i = start; i < end; i++)
    append_value (out, tensor, i);
  g_string_append (out, end < tensor->n_elements ? " …\n" : "\n");
}

static void
append_input (GString *out, const ImCompareTensor *tensor)
{
  g_autofree char *label = g_strdup_printf ("“%s”", tensor->name);

  if (tensor->n_elements > 0)
    append_tensor (out, label, tensor, 0);
}

/* How far a build is from Python. */
static void
append_distance (GString *out, const char *build, const ImCompareSample *sample, gsize at)
{
  gsize size = im_dtype_get_info (sample->c.type.dtype)->size_bytes;
  gsize start = get_start (&sample->c, at);
  gsize end = MIN (start + SHOWN_ELEMENTS, sample->c.n_elements);
  g_autofree char *label = g_strdup_printf ("%s − python", build);

  g_string_append (out, "  ");
  append_padded (out, label);
  g_string_append (out, start > 0 ? " …" : "");
  for (gsize i = start; i < end; i++)
    {
      g_string_append_c (out, ' ');
      im_text_append_double (
          out, im_ulp_load (sample->c.type.dtype, sample->c.elements + i * size) -
                   im_ulp_load (sample->python.type.dtype,
                                sample->python.elements + i * size));
    }
  g_string_append (out, end < sample->c.n_elements ? " …\n" : "\n");
}

/* What went in, and what Python and all builds made of it where @place is. */
static void
append_values (GString *out,
               const ImDivergence *divergence,
               guint layer,
               const ImCompareSample *place)
{
  for (guint i = 0; i < place->n_inputs; i++)
    append_input (out, &place->inputs[i]);
  append_tensor (out, IM_DIVERGENCE_REFERENCE, &place->python, place->element);
  for (gint is_distance = FALSE; is_distance <= TRUE; is_distance++)
    for (guint i = 0; i < divergence->n_columns; i++)
      {
        const ImDivergenceColumn *column = &divergence->columns[i];
        const ImCompareSample *sample = im_divergence_get_sample (column, layer, place);

        if (sample != NULL && is_distance)
          append_distance (out, column->build.name, sample, place->element);
        else if (sample != NULL)
          append_tensor (out, column->build.name, &sample->c, place->element);
      }
}

static void
append_code (GString *out,
             const char *label,
             const CliPipeline *pipeline,
             const char *path,
             ImLanguage language)
{
  g_autofree char *code = im_divergence_dup_code (pipeline->program, pipeline->library,
                                                  path, language);

  if (code == NULL)
    return;
  g_string_append (out, "  ");
  append_padded (out, label);
  g_string_append_printf (out, " %s\n", code);
}

/* The names of all builds in which a layer is the first one out of tolerance. */
static char *
dup_builds (const ImDivergence *divergence, gint first)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < divergence->n_columns; i++)
    if (divergence->columns[i].first == first)
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "",
                              divergence->columns[i].build.name);

  return g_strdup (names->str);
}

/* Boards tell nothing of layers. */
static gboolean
is_whole_different (const ImDivergence *divergence)
{
  for (guint i = 0; i < divergence->n_columns; i++)
    if (divergence->columns[i].comparison != NULL &&
        divergence->columns[i].comparison->state == IM_COMPARE_DIFFERENT)
      return TRUE;

  return FALSE;
}

static void
show_first (const CliContext *context,
            const CliPipeline *pipeline,
            const ImDivergence *divergence)
{
  const ImDivergenceColumn *column = im_divergence_get_first (divergence);
  const ImCompareLayer *layer = im_divergence_get_layer (column);
  const ImCompareSample *sample = layer == NULL ? NULL : layer->sample;
  GString *out = context->out;

  if (layer == NULL)
    {
      g_string_append_printf (
          out, "\nNo layer is out of tolerance%s.\n",
          is_whole_different (divergence) ? ", but the whole pipeline is" : "");
      return;
    }

  g_autofree char *builds = dup_builds (divergence, column->first);
  g_string_append_printf (out, "\nThe first layer out of tolerance: %s (%s), in %s\n",
                          layer->path, layer->unit_id, builds);
  if (layer->message != NULL)
    g_string_append_printf (out, "  %s\n", layer->message);
  if (sample != NULL)
    {
      g_string_append_printf (
          out, "  Element %" G_GSIZE_FORMAT " of “%s” at frame %u of %s, in %s\n",
          sample->element, sample->c.name, sample->frame, sample->run,
          column->build.name);
      append_values (out, divergence, (guint) column->first, sample);
    }
  append_code (out, "C is in", pipeline, layer->path, IM_LANGUAGE_C);
  append_code (out, "Python is in", pipeline, layer->path, IM_LANGUAGE_PYTHON);
}

/* The layer of a build by its number, the whole behind the last one; NULL if the build
 * was not compared, or tells nothing of layers. */
static const ImCompareLayer *
get_layer (const ImDivergenceColumn *column, guint number, guint n_layers)
{
  if (column->comparison == NULL ||
      (number < n_layers && number >= column->comparison->n_layers))
    return NULL;

  return number < n_layers ? &column->comparison->layers[number]
                           : &column->comparison->whole;
}

/* Python in front of all builds that were compared with it. */
static void
add_reference (const ImDivergence *divergence,
               guint number,
               guint n_layers,
               CliTable *table)
{
  for (guint i = 0; i < divergence->n_columns; i++)
    {
      const ImCompareLayer *layer = get_layer (&divergence->columns[i], number, n_layers);

      if (layer == NULL)
        continue;
      if (im_compare_layer_get_state (layer) <= IM_COMPARE_DIFFERENT)
        cli_comparison_add_reference (layer, IM_DIVERGENCE_REFERENCE, table);
      return;
    }
}

/* The layers beside each other: of each one all builds. */
static void
add_rows (const ImDivergence *divergence, gboolean by_layer, CliTable *table)
{
  guint n_layers = 0;

  for (guint i = 0; i < divergence->n_columns; i++)
    if (divergence->columns[i].comparison != NULL)
      n_layers = MAX (n_layers, divergence->columns[i].comparison->n_layers);
  for (guint number = by_layer ? 0 : n_layers; number <= n_layers; number++)
    {
      add_reference (divergence, number, n_layers, table);
      for (guint i = 0; i < divergence->n_columns; i++)
        {
          const ImDivergenceColumn *column = &divergence->columns[i];
          const ImCompareLayer *layer = get_layer (column, number, n_layers);

          if (layer != NULL)
            cli_comparison_add_build (layer, column->build.name, table);
        }
    }
}

static void
add_cost (const ImCompareLayer *layer,
          const ImTargetCost *whole,
          const ImBuild *build,
          CliTable *table)
{
  const ImTargetCost *cost = &layer->cost;
  double per_frame = (double) cost->instructions / MAX (cost->n_frames, 1);
  double share = (double) cost->instructions / (double) MAX (whole->instructions, 1);
  g_autofree char *frame = g_strdup_printf ("%.0f", per_frame);
  g_autofree char *most = g_strdup_printf ("%" G_GUINT64_FORMAT, cost->most_instructions);
  g_autofree char *cycles = g_strdup_printf ("%.0f cycles", per_frame);
  g_autofree char *part = g_strdup_printf ("%.1f %%", 100 * share);
  g_autofree char *stack = g_strdup_printf ("%" G_GUINT64_FORMAT, cost->stack_bytes);

  if (cost->n_frames == 0)
    return;
  if (build->port != NULL)
    cli_table_add (table, build->name, "whole", cycles, "", "", "");
  else
    cli_table_add (table, build->name, layer->path == NULL ? "whole" : layer->path, frame,
                   part, layer->path == NULL ? "" : most, stack);
}

/* What emulated cores counted. */
static void
show_costs (CliContext *context, const ImDivergence *divergence)
{
  g_autoptr (CliTable) table = cli_table_new (0, 6);
  gboolean any = FALSE;

  cli_table_add (table, "Build", "Layer", "Instructions per frame", "Share",
                 "Longest call", "Stack in bytes");
  for (guint i = 0; i < divergence->n_columns; i++)
    {
      const ImComparison *comparison = divergence->columns[i].comparison;
      const ImBuild *build = &divergence->columns[i].build;

      if (comparison == NULL || comparison->whole.cost.n_frames == 0)
        continue;
      any = TRUE;
      for (guint j = 0; context->options->by_layer && j < comparison->n_layers; j++)
        add_cost (&comparison->layers[j], &comparison->whole.cost, build, table);
      add_cost (&comparison->whole, &comparison->whole.cost, build, table);
    }
  if (!any)
    return;
  g_string_append_c (context->out, '\n');
  cli_table_append (table, context->out, CLI_TEXT_UNLIMITED);
}

static void
add_bits (const ImDivergenceColumn *column, guint layer, CliTable *table)
{
  const ImComparison *comparison = column->comparison;
  const ImCompareLayer *row = layer < comparison->n_layers ? &comparison->layers[layer]
                                                           : &comparison->whole;
  guint64 n_elements, n_other = im_divergence_count_bits (row, &n_elements);
  g_autofree char *count = g_strdup_printf ("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT,
                                            n_other, n_elements);

  cli_table_add (table, column->build.name, row->path == NULL ? "whole" : row->path,
                 count,
                 im_divergence_cause_get_name (im_divergence_get_cause (column, layer)));
}

/* Which elements have other bits than on this machine, and why. */
static void
show_bits (CliContext *context, const ImDivergence *divergence)
{
  g_autoptr (CliTable) table = cli_table_new (0, 4);
  gboolean any = FALSE;

  cli_table_add (table, "Build", "Layer", "Other bits than on host", "Cause");
  for (guint i = 0; i < divergence->n_columns; i++)
    {
      const ImDivergenceColumn *column = &divergence->columns[i];
      const ImComparison *comparison = column->comparison;

      if (comparison == NULL || !comparison->is_beside_base)
        continue;
      any = TRUE;
      for (guint j = context->options->by_layer ? 0 : comparison->n_layers;
           j <= comparison->n_layers; j++)
        add_bits (column, j, table);
    }
  if (!any)
    return;
  g_string_append_c (context->out, '\n');
  cli_table_append (table, context->out, CLI_TEXT_UNLIMITED);
}

/* Flash and RAM by section, where a compiler for a core linked it. */
static void
show_sizes (CliContext *context, const ImDivergence *divergence)
{
  g_autoptr (CliTable) table = cli_table_new (0, 7);
  gboolean any = FALSE;

  cli_table_add (table, "Build", "Flash", "RAM", ".text", ".rodata", ".data", ".bss");
  for (guint i = 0; i < divergence->n_columns; i++)
    {
      const ImDivergenceColumn *column = &divergence->columns[i];
      const gint64 numbers[] = {
        im_image_size_get_flash (&column->size),
        im_image_size_get_ram (&column->size),
        column->size.text,
        column->size.rodata,
        column->size.data,
        column->size.bss,
      };
      char texts[G_N_ELEMENTS (numbers)][24];

      for (guint j = 0; j < G_N_ELEMENTS (numbers); j++)
        g_snprintf (texts[j], sizeof texts[j], "%" G_GINT64_FORMAT, numbers[j]);
      if (column->has_size)
        cli_table_add (table, column->build.name, texts[0], texts[1], texts[2], texts[3],
                       texts[4], texts[5]);
      any |= column->has_size;
    }
  if (!any)
    return;
  g_string_append (context->out, "\nBytes in firmware:\n");
  cli_table_append (table, context->out, CLI_TEXT_UNLIMITED);
}

static void
show_text (CliContext *context,
           const CliPipeline *pipeline,
           const ImDivergence *divergence)
{
  g_autoptr (CliTable) table = cli_comparison_new_build_table ();

  add_rows (divergence, context->options->by_layer, table);
  cli_table_append (table, context->out, CLI_TEXT_UNLIMITED);
  show_bits (context, divergence);
  show_costs (context, divergence);
  show_sizes (context, divergence);
  show_first (context, pipeline, divergence);
}

static void
write_values (ImJson *json, const char *name, const ImCompareTensor *tensor)
{
  gsize size = im_dtype_get_info (tensor->type.dtype)->size_bytes;

  im_json_member_array (json, name);
  for (gsize i = 0; i < tensor->n_elements; i++)
    im_json_double (json, im_ulp_load (tensor->type.dtype, tensor->elements + i * size));
  im_json_close_array (json);
}

static void
write_sample (ImJson *json, const ImCompareSample *sample)
{
  im_json_member_object (json, "sample");
  im_json_member_string (json, "run", sample->run);
  im_json_member_int (json, "frame", sample->frame);
  im_json_member_string (json, "output", sample->c.name);
  im_json_member_int (json, "element", (gint64) sample->element);
  im_json_member_object (json, "inputs");
  for (guint i = 0; i < sample->n_inputs; i++)
    write_values (json, sample->inputs[i].name, &sample->inputs[i]);
  im_json_close_object (json);
  write_values (json, "c", &sample->c);
  write_values (json, "python", &sample->python);
  im_json_close_object (json);
}

static void
write_code (ImJson *json,
            const char *name,
            const CliPipeline *pipeline,
            const char *path,
            ImLanguage language)
{
  g_autofree char *code = im_divergence_dup_code (pipeline->program, pipeline->library,
                                                  path, language);

  im_json_member_text (json, name, code);
}

static void
write_size (ImJson *json, const ImImageSize *size)
{
  im_json_member_object (json, "size");
  im_json_member_int (json, "flash", im_image_size_get_flash (size));
  im_json_member_int (json, "ram", im_image_size_get_ram (size));
  im_json_member_int (json, "text", size->text);
  im_json_member_int (json, "rodata", size->rodata);
  im_json_member_int (json, "data", size->data);
  im_json_member_int (json, "bss", size->bss);
  im_json_close_object (json);
}

static void
write_bits (ImJson *json, const ImDivergenceColumn *column)
{
  const ImComparison *comparison = column->comparison;

  im_json_member_array (json, "bits");
  for (guint i = 0; i <= comparison->n_layers; i++)
    {
      const ImCompareLayer *layer = i < comparison->n_layers ? &comparison->layers[i]
                                                             : &comparison->whole;
      guint64 n_elements, n_other = im_divergence_count_bits (layer, &n_elements);

      im_json_open_object (json);
      im_json_member_text (json, "layer", layer->path);
      im_json_member_int (json, "elements", (gint64) n_elements);
      im_json_member_int (json, "other", (gint64) n_other);
      im_json_member_string (
          json, "cause",
          im_divergence_cause_get_name (im_divergence_get_cause (column, i)));
      im_json_close_object (json);
    }
  im_json_close_array (json);
}

static void
write_column (ImJson *json, const CliPipeline *pipeline, const ImDivergenceColumn *column)
{
  const ImCompareLayer *first = im_divergence_get_layer (column);

  im_json_open_object (json);
  im_json_member_string (json, "build", column->build.name);
  im_json_member_bool (json, "contracts", column->build.contracts);
  im_json_member_text (json, "error",
                       column->error == NULL ? NULL : column->error->message);
  if (column->has_size)
    write_size (json, &column->size);
  if (column->comparison != NULL && column->comparison->is_beside_base)
    write_bits (json, column);
  im_json_name (json, "first");
  if (first == NULL)
    im_json_null (json);
  else
    {
      im_json_open_object (json);
      im_json_member_string (json, "layer", first->path);
      im_json_member_string (json, "unit", first->unit_id);
      write_code (json, "c_code", pipeline, first->path, IM_LANGUAGE_C);
      write_code (json, "python_code", pipeline, first->path, IM_LANGUAGE_PYTHON);
      if (first->sample != NULL)
        write_sample (json, first->sample);
      im_json_close_object (json);
    }
  im_json_name (json, "comparison");
  if (column->comparison == NULL)
    im_json_null (json);
  else
    cli_comparison_write (json, column->comparison);
  im_json_close_object (json);
}

static void
show_json (CliContext *context,
           const CliPipeline *pipeline,
           const ImDivergence *divergence)
{
  ImJson json = { context->out };

  im_json_open_object (&json);
  im_json_member_string (&json, "pipeline", divergence->unit_id);
  im_json_member_string (&json, "reference", IM_DIVERGENCE_REFERENCE);
  im_json_member_array (&json, "builds");
  for (guint i = 0; i < divergence->n_columns; i++)
    write_column (&json, pipeline, &divergence->columns[i]);
  im_json_close_array (&json);
  cli_json_close (&json, pipeline->diagnostics);
}

static gboolean
write_report (const CliContext *context,
              const CliPipeline *pipeline,
              const ImDivergence *divergence,
              GError **error)
{
  g_autoptr (GString) page = im_divergence_report_new (divergence, pipeline->program,
                                                       pipeline->library);

  g_autoptr (GBytes) bytes = g_bytes_new (page->str, page->len);

  return im_file_write_atomically (context->options->output, bytes, NULL, error);
}

/* What could not be built or run is an error. */
static void
note_errors (const CliPipeline *pipeline, const ImDivergence *divergence)
{
  for (guint i = 0; i < divergence->n_columns; i++)
    {
      const ImDivergenceColumn *column = &divergence->columns[i];

      if (column->error != NULL)
        im_diagnostics_add_for_file (pipeline->diagnostics, IM_SEVERITY_ERROR, "compare",
                                     column->build.name, "%s", column->error->message);
    }
}

/* Whether all builds compute the same bits as this machine, or are it. */
static gboolean
is_exact (const ImDivergence *divergence)
{
  for (guint i = 1; i < divergence->n_columns; i++)
    {
      const ImDivergenceColumn *column = &divergence->columns[i];

      for (guint j = 0; column->comparison != NULL && j <= column->comparison->n_layers;
           j++)
        if (im_divergence_get_cause (column, j) != IM_DIVERGENCE_SAME)
          return FALSE;
    }

  return TRUE;
}

static CliExit
choose_exit (const CliContext *context,
             const CliPipeline *pipeline,
             const ImDivergence *divergence)
{
  gboolean has[IM_COMPARE_NO_C + 1] = { FALSE };

  for (guint i = 0; i < divergence->n_columns; i++)
    if (divergence->columns[i].comparison != NULL)
      has[divergence->columns[i].comparison->state] = TRUE;
  if (context->options->exact && !is_exact (divergence))
    return CLI_EXIT_PROBLEMS;
  if (cli_pipeline_has_errors (pipeline) || has[IM_COMPARE_DIFFERENT])
    return CLI_EXIT_PROBLEMS;
  if (has[IM_COMPARE_NOT_RUN])
    return CLI_EXIT_NOT_RUN;

  return has[IM_COMPARE_NO_TWIN] || has[IM_COMPARE_NO_C] ? CLI_EXIT_NO_TWIN
                                                         : CLI_EXIT_FINE;
}

static void
show_progress (const char *activity, gpointer data)
{
  g_autofree char *line = g_strdup_printf ("%s: %s", (const char *) data, activity);

  cli_interrupt_show (line);
}

/* The recording as the first input of the pipeline takes it. */
static ImRecording *
load_recording (const CliContext *context, const ImProgram *program, GError **error)
{
  g_autoptr (GArray) inputs = im_host_list_inputs (program);
  const ImInput *input = im_inputs_find_data ((const ImInput *) (gpointer) inputs->data,
                                              inputs->len);

  return cli_recording_load (context->options->input, im_input_is_raw (input), error);
}

static CliExit
compare (CliContext *context, CliPipeline *pipeline, const GArray *builds)
{
  const CliOptions *options = context->options;
  g_autoptr (ImRecording) recording = NULL;
  g_autoptr (ImDivergence) divergence = NULL;
  g_autoptr (GError) error = NULL;
  const ImCompareOptions how = {
    .seed = (guint64) options->seed,
    .n_frames = (guint) options->frames,
    .time_s = (guint) options->timeout,
    .folder = options->keep,
    .progress = show_progress,
    .cancellable = cli_interrupt_watch (),
  };

  if (pipeline->program == NULL || cli_pipeline_has_errors (pipeline))
    return cli_output_problems (context, pipeline->diagnostics);
  if (options->input != NULL)
    {
      recording = load_recording (context, pipeline->program, &error);
      if (recording == NULL)
        return cli_output_failure (context, "cannot-read", "%s", error->message);
    }

  const ImCompareCase row = { pipeline->program, recording, FALSE };
  divergence = im_divergence_run (&row, pipeline->library,
                                  (const ImBuild *) (gpointer) builds->data, builds->len,
                                  &how, pipeline->diagnostics);
  cli_interrupt_show (NULL);
  if (g_cancellable_is_cancelled (how.cancellable))
    return cli_interrupt_finish (context);
  note_errors (pipeline, divergence);
  if (options->output != NULL && !write_report (context, pipeline, divergence, &error))
    return cli_output_failure (context, "cannot-write", "%s", error->message);
  if (options->json)
    show_json (context, pipeline, divergence);
  else
    show_text (context, pipeline, divergence);
  cli_output_flush (context);
  cli_output_diagnostics (context, pipeline->diagnostics);

  return choose_exit (context, pipeline, divergence);
}

CliExit
cli_divergence_run (CliContext *context)
{
  g_autoptr (GArray) builds = g_array_new (FALSE, FALSE, sizeof (ImBuild));
  g_autofree char *problem = parse_builds (context->options, builds);
  g_auto (CliPipeline) pipeline = { 0 };

  if (problem != NULL)
    return cli_output_usage (context, "--target: %s", problem);
  if (context->options->n_arguments > 1)
    return cli_output_usage (context,
                             "--target and --by-layer are of one pipeline, found %u",
                             context->options->n_arguments);

  return cli_pipeline_load (&pipeline, context) ? compare (context, &pipeline, builds)
                                                : CLI_EXIT_USAGE;
}
