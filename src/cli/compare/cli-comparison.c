/* SPDX-License-Identifier: MIT */
#include "cli/compare/cli-comparison.h"

#include <math.h>
#include <string.h>

#include "base/im-text.h"

static char *
dup_number (double value)
{
  GString *text = g_string_new (NULL);

  if (fabs (value) > 0 && isfinite (value))
    g_string_append_printf (text, "%.2g", value);
  else
    im_text_append_double (text, value);

  return g_string_free (text, FALSE);
}

static char *
dup_ulp (guint64 ulp)
{
  return ulp == G_MAXUINT64 ? g_strdup ("Infinity")
                            : g_strdup_printf ("%" G_GUINT64_FORMAT, ulp);
}

/* Type and shape, without the rate. */
static char *
dup_type (const ImTensorType *type)
{
  GString *text = g_string_new (im_dtype_get_info (type->dtype)->name);

  im_shape_append_text (&type->shape, text);
  return g_string_free (text, FALSE);
}

CliTable *
cli_comparison_new_table (void)
{
  CliTable *table = cli_table_new (0, CLI_COMPARISON_COLUMNS);

  cli_table_add (table, "Pipeline", "Layer", "Output", "Type", "Ordinary data",
                 "Absolute", "Relative", "ULP", "Edge values");
  return table;
}

static const char *
get_path (const ImCompareLayer *layer)
{
  return layer->path == NULL ? "whole" : layer->path;
}

/* The state of an output: that of the layer, unless another output is the trouble. */
static const char *
get_state (const ImCompareLayer *layer, const ImCompareOutput *output, ImCompareData data)
{
  ImCompareState state = layer->states[data];

  if (state == IM_COMPARE_DIFFERENT && layer->message == NULL &&
      output->findings[data].difference.n_different == 0)
    state = IM_COMPARE_EQUAL;

  return im_compare_state_get_name (state);
}

/* The state on edge values, and the part of the elements that was judged. */
static char *
dup_edges (const ImCompareLayer *layer, const ImCompareOutput *output)
{
  const ImDifference *difference = &output->findings[IM_COMPARE_EDGES].difference;
  guint64 all = difference->n_elements + difference->n_beyond;
  const char *state = get_state (layer, output, IM_COMPARE_EDGES);

  if (all == 0)
    return g_strdup (layer->states[IM_COMPARE_EDGES] == IM_COMPARE_EQUAL ? "" : state);
  if (difference->n_elements == 0)
    return g_strdup ("not judged");
  if (difference->n_beyond == 0)
    return g_strdup (state);

  return g_strdup_printf ("%s, %.3g %% judged", state,
                          100 * (double) difference->n_elements / (double) all);
}

static void
add_output (const ImComparison *comparison,
            const ImCompareLayer *layer,
            const ImCompareOutput *output,
            CliTable *table)
{
  const ImCompareFinding *ordinary = &output->findings[IM_COMPARE_ORDINARY];
  g_autofree char *type = dup_type (&output->type);
  g_autofree char *absolute = dup_number (ordinary->difference.max_absolute);
  g_autofree char *relative = dup_number (ordinary->difference.max_relative);
  g_autofree char *ulp = dup_ulp (ordinary->difference.max_ulp);
  g_autofree char *edges = dup_edges (layer, output);
  gboolean is_counted = ordinary->n_tensors > 0;

  cli_table_add (table, comparison->unit_id, get_path (layer), output->name, type,
                 get_state (layer, output, IM_COMPARE_ORDINARY),
                 is_counted ? absolute : "", is_counted ? relative : "",
                 is_counted ? ulp : "", edges);
}

static void
add_layer (const ImComparison *comparison, const ImCompareLayer *layer, CliTable *table)
{
  for (guint i = 0; i < layer->n_outputs; i++)
    add_output (comparison, layer, &layer->outputs[i], table);
  if (layer->n_outputs == 0)
    cli_table_add (table, comparison->unit_id, get_path (layer), "", "",
                   im_compare_state_get_name (layer->states[IM_COMPARE_ORDINARY]), "", "",
                   "", "");
}

/* With one layer it says the same twice, unless only the whole could not be compared. */
static gboolean
is_whole_shown (const ImComparison *comparison)
{
  return comparison->n_layers != 1 ||
         (im_compare_layer_get_state (&comparison->layers[0]) == IM_COMPARE_EQUAL &&
          im_compare_layer_get_state (&comparison->whole) != IM_COMPARE_EQUAL);
}

void
cli_comparison_add_rows (const ImComparison *comparison, CliTable *table)
{
  for (guint i = 0; i < comparison->n_layers; i++)
    add_layer (comparison, &comparison->layers[i], table);
  if (is_whole_shown (comparison))
    add_layer (comparison, &comparison->whole, table);
}

/* Decibels; nothing is infinitely far from 0. */
static char *
dup_decibels (double value)
{
  return isfinite (value) ? g_strdup_printf ("%.1f dB", value) : g_strdup ("all");
}

CliTable *
cli_comparison_new_build_table (void)
{
  CliTable *table = cli_table_new (0, CLI_COMPARISON_COLUMNS);

  cli_table_add (table, "Layer", "Output", "Build", "Ordinary data", "Absolute",
                 "Relative", "ULP", "Signal to error", "Edge values");
  return table;
}

static void
add_build_row (const ImCompareLayer *layer,
               const ImCompareOutput *output,
               const char *build,
               CliTable *table)
{
  const ImCompareFinding *ordinary = &output->findings[IM_COMPARE_ORDINARY];
  g_autofree char *absolute = dup_number (ordinary->difference.max_absolute);
  g_autofree char *relative = dup_number (ordinary->difference.max_relative);
  g_autofree char *ulp = dup_ulp (ordinary->difference.max_ulp);
  g_autofree char *decibels = dup_decibels (
      im_difference_get_decibels (&ordinary->difference));
  g_autofree char *edges = dup_edges (layer, output);
  gboolean is_counted = ordinary->n_tensors > 0;

  cli_table_add (table, get_path (layer), output->name, build,
                 get_state (layer, output, IM_COMPARE_ORDINARY),
                 is_counted ? absolute : "", is_counted ? relative : "",
                 is_counted ? ulp : "", is_counted ? decibels : "", edges);
}

void
cli_comparison_add_reference (const ImCompareLayer *layer,
                              const char *name,
                              CliTable *table)
{
  for (guint i = 0; i < layer->n_outputs; i++)
    cli_table_add (table, get_path (layer), layer->outputs[i].name, name, "reference", "",
                   "", "", "", "");
}

void
cli_comparison_add_build (const ImCompareLayer *layer, const char *build, CliTable *table)
{
  for (guint i = 0; i < layer->n_outputs; i++)
    add_build_row (layer, &layer->outputs[i], build, table);
  if (layer->n_outputs == 0)
    cli_table_add (table, get_path (layer), "", build,
                   im_compare_state_get_name (layer->states[IM_COMPARE_ORDINARY]), "", "",
                   "", "", "");
}

static void
append_difference (const ImComparison *comparison,
                   const ImCompareLayer *layer,
                   const ImCompareOutput *output,
                   ImCompareData data,
                   GString *out)
{
  const ImCompareFinding *finding = &output->findings[data];
  const ImDifference *difference = &finding->difference;

  if (difference->n_different == 0 || layer->states[data] != IM_COMPARE_DIFFERENT)
    return;
  g_string_append_printf (out, "%s %s %s: ", comparison->unit_id, get_path (layer),
                          output->name);
  g_string_append_printf (
      out, "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " elements differ, first ",
      difference->n_different, difference->n_elements);
  g_string_append_printf (out, "element %" G_GSIZE_FORMAT " at frame %u of %s: C has ",
                          difference->first_element, finding->first_frame,
                          finding->first_run);
  im_text_append_double (out, difference->first_value);
  g_string_append (out, ", Python ");
  im_text_append_double (out, difference->first_reference);
  g_string_append_c (out, '\n');
}

/* Several cases have the same one. */
static void
append_reference (const ImComparison *comparison,
                  const ImCompareLayer *layer,
                  GString *out)
{
  g_autofree char *line = g_strdup_printf (
      "%s %s: compared with the reference of the standard library, the Python of %s\n",
      comparison->unit_id, get_path (layer), layer->reference);

  if (layer->reference != NULL && strstr (out->str, line) == NULL)
    g_string_append (out, line);
}

static void
append_missing (const ImComparison *comparison, const ImCompareLayer *layer, GString *out)
{
  g_autofree char *line = g_strdup_printf ("%s %s: without its own Python: %s\n",
                                           comparison->unit_id, get_path (layer),
                                           layer->missing);

  if (layer->missing != NULL && strstr (out->str, line) == NULL)
    g_string_append (out, line);
}

static void
append_layer_findings (const ImComparison *comparison,
                       const ImCompareLayer *layer,
                       GString *out)
{
  g_autofree char *line = g_strdup_printf (
      "%s %s: %s: %s\n", comparison->unit_id, get_path (layer),
      im_compare_state_get_name (im_compare_layer_get_state (layer)), layer->message);

  if (layer->message != NULL && strstr (out->str, line) == NULL)
    g_string_append (out, line);
  append_reference (comparison, layer, out);
  append_missing (comparison, layer, out);
  for (guint i = 0; i < layer->n_outputs; i++)
    for (ImCompareData data = 0; data < IM_N_COMPARE_DATA; data++)
      append_difference (comparison, layer, &layer->outputs[i], data, out);
}

void
cli_comparison_append_findings (const ImComparison *comparison, GString *out)
{
  for (guint i = 0; i < comparison->n_layers; i++)
    append_layer_findings (comparison, &comparison->layers[i], out);
  if (is_whole_shown (comparison))
    append_layer_findings (comparison, &comparison->whole, out);
}

static char *
dup_full_scale (const ImTensorType *type)
{
  double full_scale;

  return im_tensor_type_get_full_scale (type, &full_scale)
             ? g_strdup_printf ("%g", full_scale)
             : g_strdup ("");
}

static gboolean
add_figures (const ImComparison *comparison,
             const ImCompareLayer *layer,
             const ImCompareOutput *output,
             CliTable *table)
{
  const ImFixedFigures *fixed = &output->fixed;
  gboolean has_range = fixed->n_elements > 0;
  g_autofree char *full_scale = dup_full_scale (&output->type);
  g_autofree char *headroom = has_range ? dup_decibels (fixed->headroom_db) : NULL;
  g_autofree char *saturated = g_strdup_printf ("%" G_GUINT64_FORMAT, fixed->n_saturated);
  g_autofree char *snr = fixed->has_snr ? dup_decibels (fixed->snr_db) : NULL;

  if (!has_range && !fixed->has_snr)
    return FALSE;
  cli_table_add (table, comparison->unit_id, get_path (layer), output->name, full_scale,
                 has_range ? headroom : "", has_range ? saturated : "",
                 fixed->has_snr ? snr : "");
  return TRUE;
}

void
cli_comparison_append_figures (const ImComparison *comparison, GString *out)
{
  g_autoptr (CliTable) table = cli_table_new (0, 7);
  gboolean any = FALSE;

  cli_table_add (table, "Fixed point", "Layer", "Output", "Full scale", "Headroom",
                 "At an end", "Signal to noise");
  for (guint i = 0; i < comparison->n_layers; i++)
    for (guint j = 0; j < comparison->layers[i].n_outputs; j++)
      any |= add_figures (comparison, &comparison->layers[i],
                          &comparison->layers[i].outputs[j], table);
  if (any)
    cli_table_append (table, out, CLI_TEXT_UNLIMITED);
}

static void
write_decibels (ImJson *json, const char *name, double value, gboolean is_known)
{
  im_json_name (json, name);
  if (is_known && isfinite (value))
    im_json_double (json, value);
  else
    im_json_null (json);
}

/* Decibels are null where there are none, or where they are infinite. */
static void
write_figures (ImJson *json, const ImFixedFigures *fixed)
{
  if (fixed->n_elements == 0 && !fixed->has_snr)
    return;
  im_json_member_object (json, "fixed");
  im_json_member_int (json, "elements", (gint64) fixed->n_elements);
  im_json_member_int (json, "saturated", (gint64) fixed->n_saturated);
  write_decibels (json, "headroom_db", fixed->headroom_db, fixed->n_elements > 0);
  write_decibels (json, "snr_db", fixed->snr_db, fixed->has_snr);
  im_json_close_object (json);
}

static void
write_first (ImJson *json, const ImCompareFinding *finding)
{
  im_json_name (json, "first");
  if (finding->difference.n_different == 0)
    {
      im_json_null (json);
      return;
    }
  im_json_open_object (json);
  im_json_member_string (json, "run", finding->first_run);
  im_json_member_int (json, "frame", finding->first_frame);
  im_json_member_int (json, "element", (gint64) finding->difference.first_element);
  im_json_member_double (json, "c", finding->difference.first_value);
  im_json_member_double (json, "python", finding->difference.first_reference);
  im_json_close_object (json);
}

static void
write_finding (ImJson *json, const char *name, const ImCompareFinding *finding)
{
  const ImDifference *difference = &finding->difference;
  g_autofree char *ulp = dup_ulp (difference->max_ulp);

  im_json_member_object (json, name);
  im_json_member_int (json, "tensors", (gint64) finding->n_tensors);
  im_json_member_int (json, "elements", (gint64) difference->n_elements);
  im_json_member_int (json, "beyond", (gint64) difference->n_beyond);
  im_json_member_int (json, "different", (gint64) difference->n_different);
  im_json_member_double (json, "max_absolute", difference->max_absolute);
  im_json_member_double (json, "max_relative", difference->max_relative);
  write_decibels (json, "signal_to_error_db", im_difference_get_decibels (difference),
                  difference->n_elements > 0);
  im_json_name (json, "max_ulp");
  im_json_number (json, ulp);
  write_first (json, finding);
  im_json_close_object (json);
}

static void
write_output (ImJson *json, const ImCompareOutput *output)
{
  g_autofree char *type = dup_type (&output->type);

  im_json_open_object (json);
  im_json_member_string (json, "name", output->name);
  im_json_member_string (json, "type", type);
  im_json_member_object (json, "tolerance");
  im_json_member_double (json, "relative", output->tolerance.relative);
  im_json_member_double (json, "of_largest", output->tolerance.of_largest);
  im_json_member_double (json, "of_inputs", output->tolerance.of_inputs);
  im_json_member_double (json, "absolute", output->tolerance.absolute);
  im_json_member_int (json, "steps", (gint64) output->tolerance.steps);
  im_json_close_object (json);
  write_finding (json, "ordinary", &output->findings[IM_COMPARE_ORDINARY]);
  write_finding (json, "edges", &output->findings[IM_COMPARE_EDGES]);
  write_figures (json, &output->fixed);
  im_json_close_object (json);
}

/* Only programs on emulated cores count. */
static void
write_cost (ImJson *json, const ImTargetCost *cost)
{
  if (cost->n_frames == 0)
    return;
  im_json_member_object (json, "cost");
  im_json_member_int (json, "frames", cost->n_frames);
  im_json_member_int (json, "calls", (gint64) cost->n_calls);
  im_json_member_int (json, "instructions", (gint64) cost->instructions);
  im_json_member_double (json, "instructions_per_frame",
                         (double) cost->instructions / cost->n_frames);
  im_json_member_int (json, "most_instructions", (gint64) cost->most_instructions);
  im_json_member_int (json, "stack_bytes", (gint64) cost->stack_bytes);
  im_json_close_object (json);
}

static void
write_layer (ImJson *json, const ImCompareLayer *layer)
{
  im_json_open_object (json);
  im_json_member_text (json, "layer", layer->path);
  im_json_member_string (json, "unit", layer->unit_id);
  im_json_member_string (json, "state",
                         im_compare_state_get_name (im_compare_layer_get_state (layer)));
  im_json_member_string (json, "ordinary",
                         im_compare_state_get_name (layer->states[IM_COMPARE_ORDINARY]));
  im_json_member_string (json, "edges",
                         im_compare_state_get_name (layer->states[IM_COMPARE_EDGES]));
  im_json_member_text (json, "message", layer->message);
  write_cost (json, &layer->cost);
  if (layer->reference != NULL)
    im_json_member_string (json, "reference", layer->reference);
  if (layer->missing != NULL)
    im_json_member_string (json, "missing", layer->missing);
  im_json_member_array (json, "outputs");
  for (guint i = 0; i < layer->n_outputs; i++)
    write_output (json, &layer->outputs[i]);
  im_json_close_array (json);
  im_json_close_object (json);
}

void
cli_comparison_write (ImJson *json, const ImComparison *comparison)
{
  im_json_open_object (json);
  im_json_member_string (json, "pipeline", comparison->unit_id);
  im_json_member_string (json, "state", im_compare_state_get_name (comparison->state));
  im_json_member_array (json, "runs");
  for (guint i = 0; i < comparison->n_runs; i++)
    {
      im_json_open_object (json);
      im_json_member_string (json, "name", comparison->runs[i].name);
      im_json_member_int (json, "frames", comparison->runs[i].n_frames);
      im_json_member_int (json, "outputs", comparison->runs[i].n_outputs);
      im_json_close_object (json);
    }
  im_json_close_array (json);
  im_json_member_array (json, "layers");
  for (guint i = 0; i < comparison->n_layers; i++)
    write_layer (json, &comparison->layers[i]);
  im_json_close_array (json);
  im_json_name (json, "whole");
  write_layer (json, &comparison->whole);
  im_json_close_object (json);
}
