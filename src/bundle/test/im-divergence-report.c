/* SPDX-License-Identifier: MIT */
#include "bundle/test/im-divergence-report.h"

#include <math.h>

#include "bundle/test/im-report-html.h"
#include "scene/output/im-scene-svg.h"
#include "scene/values/im-scene-errors.h"
#include "scene/values/im-scene-values.h"
#include "verify/im-ulp.h"

#define PICTURE_WIDTH  760
#define MANY_LAYERS    24 /* of which each has one bar, and whose figures are folded */
#define SHOWN_ELEMENTS 12 /* of an output, around the one that matters */

/* One with all layers: a board tells nothing of them. */
static const ImComparison *
get_any (const ImDivergence *divergence)
{
  const ImComparison *any = NULL;

  for (guint i = 0; i < divergence->n_columns; i++)
    {
      const ImComparison *comparison = divergence->columns[i].comparison;

      if (comparison != NULL && (any == NULL || comparison->n_layers > any->n_layers))
        any = comparison;
    }

  return any;
}

/* Whether a build has the layer of a number, or of the last one the whole. */
static gboolean
has_layer (const ImDivergenceColumn *column, const ImComparison *any, guint number)
{
  return column->comparison != NULL &&
         (number == any->n_layers || number < column->comparison->n_layers);
}

static const ImCompareLayer *
get_layer (const ImComparison *comparison, guint number)
{
  return number < comparison->n_layers ? &comparison->layers[number] : &comparison->whole;
}

static const char *
get_path (const ImCompareLayer *layer)
{
  return layer->path == NULL ? "whole" : layer->path;
}

static void
append_heading (GString *out, const char *text)
{
  g_string_append (out, "<h2>");
  im_report_append_text (out, text);
  g_string_append (out, "</h2>\n");
}

static void
append_scene (GString *out, ImScene *scene)
{
  if (scene == NULL)
    return;
  g_string_append (out, "<figure>");
  im_scene_append_svg (scene, IM_THEME_AUTO, out);
  g_string_append (out, "<figcaption>");
  im_report_append_text (out, scene->title);
  g_string_append (out, "</figcaption></figure>\n");
  im_scene_free (scene);
}

static void
append_state (GString *out, ImCompareState state)
{
  im_report_append_cell (out, state == IM_COMPARE_DIFFERENT ? "bad" : NULL,
                         im_compare_state_get_name (state));
}

static void
append_build_name (GString *out, const ImDivergenceColumn *column)
{
  im_report_append_cell (out, "name", column->build.name);
}

/* The names of all builds in which a layer is the first one out of tolerance. */
static void
append_builds_of (const ImDivergence *divergence, gint first, GString *out)
{
  const char *separator = "";

  for (guint i = 0; i < divergence->n_columns; i++)
    if (divergence->columns[i].first == first)
      {
        g_string_append (out, separator);
        im_report_append_text (out, divergence->columns[i].build.name);
        separator = ", ";
      }
}

static void
append_runs (const ImComparison *any, GString *out)
{
  g_string_append (out, "<p>All builds and Python ran on the same frames:");
  for (guint i = 0; i < any->n_runs; i++)
    {
      g_string_append_printf (out, "%s %u of ", i > 0 ? "," : "", any->runs[i].n_frames);
      im_report_append_text (out, any->runs[i].name);
    }
  g_string_append (out, ".</p>\n");
}

static gboolean
is_whole_different (const ImDivergence *divergence)
{
  for (guint i = 0; i < divergence->n_columns; i++)
    if (divergence->columns[i].comparison != NULL &&
        im_compare_layer_get_state (&divergence->columns[i].comparison->whole) ==
            IM_COMPARE_DIFFERENT)
      return TRUE;

  return FALSE;
}

/* What came of it, in a sentence. */
static void
append_verdict (const ImDivergence *divergence, const ImComparison *any, GString *out)
{
  const ImDivergenceColumn *column = im_divergence_get_first (divergence);

  g_string_append (out, "<p class=\"lead\">");
  if (any == NULL)
    g_string_append (out, "Nothing could be compared.");
  else if (column != NULL)
    {
      g_string_append (out, "The first layer out of tolerance is <strong>");
      im_report_append_text (out, im_divergence_get_layer (column)->path);
      g_string_append (out, "</strong>, in ");
      append_builds_of (divergence, column->first, out);
      g_string_append_c (out, '.');
    }
  else if (is_whole_different (divergence))
    g_string_append (out, "No layer is out of tolerance, but the whole pipeline is.");
  else
    g_string_append (out, "No layer is out of tolerance.");
  g_string_append (out, "</p>\n");
}

static void
append_builds (const ImDivergence *divergence, GString *out)
{
  append_heading (out, "Builds");
  im_report_open_table (out, "Build", "Compiler and flags", "Result",
                        "First layer out of tolerance", NULL);
  g_string_append (out, "<tr><td class=\"name\">" IM_DIVERGENCE_REFERENCE "</td>"
                        "<td>the definition of each layer</td>"
                        "<td>what errors are measured from</td><td></td></tr>\n");
  for (guint i = 0; i < divergence->n_columns; i++)
    {
      const ImDivergenceColumn *column = &divergence->columns[i];
      const ImTarget *target = im_target_get (column->build.target);
      const ImCompareLayer *first = im_divergence_get_layer (column);
      g_autofree char *flags = g_strjoin (
          " ",
          column->build.compiler == NULL ? "the compiler of this machine"
                                         : column->build.compiler,
          column->build.flags,
          column->build.contracts ? "-ffp-contract=fast" : "-ffp-contract=off",
          target->flags, NULL);

      g_string_append (out, "<tr>");
      append_build_name (out, column);
      im_report_append_cell (
          out, NULL,
          column->build.port == NULL ? flags : "firmware of an exported bundle");
      if (column->comparison == NULL)
        im_report_append_cell (out, "bad", column->error->message);
      else
        append_state (out, column->comparison->state);
      im_report_append_cell (out, NULL, first == NULL ? "" : first->path);
      g_string_append (out, "</tr>\n");
    }
  g_string_append (out, "</table>\n");
}

static ImErrorBar
make_bar (const ImDivergenceColumn *column, guint layer)
{
  const ImCompareLayer *row = get_layer (column->comparison, layer);
  ImErrorBar bar = { .build = column->build.name, .decibels = (double) INFINITY };

  bar.is_bad = im_compare_layer_get_state (row) == IM_COMPARE_DIFFERENT;
  for (guint i = 0; i < row->n_outputs; i++)
    {
      const ImCompareFinding *finding = &row->outputs[i].findings[IM_COMPARE_ORDINARY];
      double decibels = im_difference_get_decibels (&finding->difference);

      bar.is_known |= finding->difference.n_elements > 0;
      bar.decibels = MIN (bar.decibels, decibels);
    }

  return bar;
}

static gboolean
is_worse (const ImErrorBar *bar, const ImErrorBar *than)
{
  if (bar->is_bad != than->is_bad)
    return bar->is_bad;

  return bar->is_known && (!than->is_known || bar->decibels < than->decibels);
}

/* Of many layers only the worst build has a bar. */
static guint
keep_worst (ImErrorBar *bars, guint n)
{
  for (guint i = 1; i < n; i++)
    if (is_worse (&bars[i], &bars[0]))
      bars[0] = bars[i];

  return MIN (n, 1);
}

static void
append_bars (const ImDivergence *divergence, const ImComparison *any, GString *out)
{
  g_autofree ImErrorRow *rows = g_new0 (ImErrorRow, any->n_layers + 1);
  g_autofree ImErrorBar *bars = g_new0 (ImErrorBar,
                                        (any->n_layers + 1) * divergence->n_columns);
  ImErrorBar *next = bars;
  gboolean is_long = any->n_layers > MANY_LAYERS;

  for (guint i = 0; i <= any->n_layers; i++)
    {
      guint n = 0;

      rows[i] = (ImErrorRow){ get_path (get_layer (any, i)), next, 0 };
      for (guint j = 0; j < divergence->n_columns; j++)
        if (has_layer (&divergence->columns[j], any, i))
          next[n++] = make_bar (&divergence->columns[j], i);
      rows[i].n_bars = is_long ? keep_worst (next, n) : n;
      next += rows[i].n_bars;
    }
  append_scene (out, im_scene_errors_new (
                         is_long ? "The signal over the error in decibels, of the build "
                                   "that is worst: longer bars are better"
                                 : "The signal over the error in decibels: longer bars "
                                   "are better",
                         rows, any->n_layers + 1, PICTURE_WIDTH));
}

static void
append_error_row (const ImDivergenceColumn *column,
                  const ImCompareLayer *layer,
                  const ImCompareOutput *output,
                  GString *out)
{
  const ImDifference *difference = &output->findings[IM_COMPARE_ORDINARY].difference;

  g_string_append (out, "<tr>");
  im_report_append_cell (out, NULL, get_path (layer));
  im_report_append_cell (out, NULL, output->name);
  append_build_name (out, column);
  append_state (out, layer->states[IM_COMPARE_ORDINARY]);
  im_report_append_number (out, difference->max_absolute);
  im_report_append_number (out, difference->max_relative);
  im_report_append_ulp (out, difference->max_ulp);
  im_report_append_number (out, im_difference_get_decibels (difference));
  append_state (out, layer->states[IM_COMPARE_EDGES]);
  g_string_append (out, "</tr>\n");
}

static void
append_meanings (GString *out)
{
  static const char *const rows[][2] = {
    { "Absolute", "the largest distance of an element from Python" },
    { "Relative", "the largest distance as a part of what Python has" },
    { "ULP", "the largest distance in steps of the element type, from one number to the "
             "next one that it can have" },
    { "Signal to error", "the power of what Python has over that of all distances; 20 dB "
                         "are one decimal digit, and float32 has about 150 dB" },
    { "Edge values", "largest and smallest numbers, zeros of both signs, infinities and "
                     "what is not a number; all else is of ordinary data" },
  };

  g_string_append (out, "<details><summary>What the numbers mean</summary>\n<dl>\n");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_string_append_printf (out, "<dt>%s</dt><dd>%s</dd>\n", rows[i][0], rows[i][1]);
  g_string_append (out, "</dl></details>\n");
}

static void
append_errors (const ImDivergence *divergence, const ImComparison *any, GString *out)
{
  gboolean is_long = any->n_layers > MANY_LAYERS;

  append_heading (out, "Errors by layer");
  g_string_append (out,
                   "<p>Each layer in C beside its Python, which got what the layer "
                   "got in that build, so that what is wrong in front of a layer does "
                   "not count against it. The whole pipeline is compared from end to "
                   "end.</p>\n");
  append_meanings (out);
  append_bars (divergence, any, out);
  if (is_long)
    g_string_append (out, "<details><summary>All figures</summary>\n");
  im_report_open_table (out, "Layer", "Output", "Build", "Ordinary data", "#Absolute",
                        "#Relative", "#ULP", "#Signal to error in dB", "Edge values",
                        NULL);
  for (guint i = 0; i <= any->n_layers; i++)
    for (guint j = 0; j < divergence->n_columns; j++)
      {
        const ImDivergenceColumn *column = &divergence->columns[j];
        const ImCompareLayer *layer = has_layer (column, any, i)
                                          ? get_layer (column->comparison, i)
                                          : NULL;

        for (guint k = 0; layer != NULL && k < layer->n_outputs; k++)
          append_error_row (column, layer, &layer->outputs[k], out);
      }
  g_string_append (out, is_long ? "</table></details>\n" : "</table>\n");
}

static void
append_bits_row (const ImDivergenceColumn *column, guint number, GString *out)
{
  const ImCompareLayer *layer = get_layer (column->comparison, number);
  guint64 n_elements, n_other = im_divergence_count_bits (layer, &n_elements);

  /* Of the whole it is said even so. */
  if (n_other == 0 && number < column->comparison->n_layers)
    return;
  g_string_append (out, "<tr>");
  append_build_name (out, column);
  im_report_append_cell (out, NULL, get_path (layer));
  im_report_append_integer (out, (gint64) n_other);
  im_report_append_integer (out, (gint64) n_elements);
  im_report_append_cell (
      out, NULL, im_divergence_cause_get_name (im_divergence_get_cause (column, number)));
  g_string_append (out, "</tr>\n");
}

static void
append_bits (const ImDivergence *divergence, GString *out)
{
  gboolean any = FALSE;

  for (guint i = 0; i < divergence->n_columns; i++)
    any |= divergence->columns[i].comparison != NULL &&
           divergence->columns[i].comparison->is_beside_base;
  if (!any)
    return;

  append_heading (out, "Bits");
  g_string_append (out,
                   "<p>How many elements have other bits than on this machine, and "
                   "why: each build is made a second time, without contraction of "
                   "products and sums. Layers with the same bits are left out.</p>\n");
  im_report_open_table (out, "Build", "Layer", "#Other bits", "#Elements", "Cause", NULL);
  for (guint i = 0; i < divergence->n_columns; i++)
    {
      const ImDivergenceColumn *column = &divergence->columns[i];

      if (column->comparison == NULL || !column->comparison->is_beside_base)
        continue;
      for (guint j = 0; j <= column->comparison->n_layers; j++)
        append_bits_row (column, j, out);
    }
  g_string_append (out, "</table>\n");
}

/* Boards count cycles. */
static void
append_cost_rows (const ImDivergenceColumn *column, GString *out)
{
  const char *unit = column->build.port != NULL ? "cycles" : "instructions";

  for (guint i = 0; i <= column->comparison->n_layers; i++)
    {
      const ImCompareLayer *layer = get_layer (column->comparison, i);

      if (layer->cost.n_frames == 0)
        continue;
      g_string_append (out, "<tr>");
      append_build_name (out, column);
      im_report_append_cell (out, NULL, get_path (layer));
      im_report_append_integer (
          out, (gint64) (layer->cost.instructions / layer->cost.n_frames));
      im_report_append_cell (out, NULL, unit);
      im_report_append_integer (out, (gint64) layer->cost.most_instructions);
      im_report_append_integer (out, (gint64) layer->cost.stack_bytes);
      g_string_append (out, "</tr>\n");
    }
}

static void
append_size_row (const ImDivergenceColumn *column, GString *out)
{
  const ImImageSize *size = &column->size;

  g_string_append (out, "<tr>");
  append_build_name (out, column);
  im_report_append_integer (out, im_image_size_get_flash (size));
  im_report_append_integer (out, im_image_size_get_ram (size));
  im_report_append_integer (out, size->text);
  im_report_append_integer (out, size->rodata);
  im_report_append_integer (out, size->data);
  im_report_append_integer (out, size->bss);
  g_string_append (out, "</tr>\n");
}

static void
append_costs (const ImDivergence *divergence, GString *out)
{
  g_string_append (
      out, "<p>Instructions are counted in the emulator, and cycles by a board, for "
           "a frame of the recording or of random numbers.</p>\n");
  im_report_open_table (out, "Build", "Layer", "#For a frame", "", "#Longest call",
                        "#Stack in bytes", NULL);
  for (guint i = 0; i < divergence->n_columns; i++)
    if (divergence->columns[i].comparison != NULL)
      append_cost_rows (&divergence->columns[i], out);
  g_string_append (out, "</table>\n");
}

static void
append_sizes (const ImDivergence *divergence, GString *out)
{
  g_string_append (out, "<p>Bytes are those of firmware with the pipeline less those "
                        "without.</p>\n");
  im_report_open_table (out, "Build", "#Flash", "#RAM", "#.text", "#.rodata", "#.data",
                        "#.bss", NULL);
  for (guint i = 0; i < divergence->n_columns; i++)
    if (divergence->columns[i].has_size)
      append_size_row (&divergence->columns[i], out);
  g_string_append (out, "</table>\n");
}

static void
append_target (const ImDivergence *divergence, GString *out)
{
  gboolean has_size = FALSE, has_cost = FALSE;

  for (guint i = 0; i < divergence->n_columns; i++)
    {
      const ImDivergenceColumn *column = &divergence->columns[i];

      has_size |= column->has_size;
      has_cost |= column->comparison != NULL &&
                  column->comparison->whole.cost.n_frames > 0;
    }
  if (!has_size && !has_cost)
    return;

  append_heading (out, "On the target");
  if (has_cost)
    append_costs (divergence, out);
  if (has_size)
    append_sizes (divergence, out);
}

static double *
load (const ImCompareTensor *tensor)
{
  gsize size = im_dtype_get_info (tensor->type.dtype)->size_bytes;
  double *numbers = g_new (double, tensor->n_elements + 1);

  for (gsize i = 0; i < tensor->n_elements; i++)
    numbers[i] = im_ulp_load (tensor->type.dtype, tensor->elements + i * size);

  return numbers;
}

static void
append_input (const ImCompareTensor *tensor, GString *out)
{
  g_autofree char *title = g_strdup_printf ("Input “%s”", tensor->name);
  g_autofree double *numbers = load (tensor);
  const ImValues values = { title, tensor->type.shape, { { tensor->name, numbers } }, 1 };

  if (tensor->n_elements > 0)
    append_scene (out, im_scene_values_new (&values, PICTURE_WIDTH));
}

static void
append_output (const ImCompareSample *sample, GString *out)
{
  g_autofree char *title = g_strdup_printf ("Output “%s” in both languages",
                                            sample->c.name);
  g_autofree double *c = load (&sample->c), *python = load (&sample->python);
  const ImValues values = { title,
                            sample->c.type.shape,
                            { { "C", c }, { "Python", python } },
                            2 };

  append_scene (out, im_scene_values_new (&values, PICTURE_WIDTH));
}

/* What it is called where it is not finite is the same in all C libraries. */
static void
append_value (GString *out, const ImCompareTensor *tensor, gsize element)
{
  gsize size = im_dtype_get_info (tensor->type.dtype)->size_bytes;
  double value = im_ulp_load (tensor->type.dtype, tensor->elements + element * size);

  im_report_append_value (out, value);
}

static void
append_element_row (const ImDivergence *divergence,
                    guint layer,
                    const ImCompareSample *place,
                    gsize element,
                    GString *out)
{
  g_string_append (out, element == place->element ? "<tr class=\"place\">" : "<tr>");
  im_report_append_integer (out, (gint64) element);
  append_value (out, &place->python, element);
  for (guint i = 0; i < divergence->n_columns; i++)
    {
      const ImCompareSample *sample = im_divergence_get_sample (&divergence->columns[i],
                                                                layer, place);
      gsize size = im_dtype_get_info (place->c.type.dtype)->size_bytes;

      if (sample == NULL)
        continue;
      append_value (out, &sample->c, element);
      im_report_append_value (
          out, im_ulp_load (sample->c.type.dtype, sample->c.elements + element * size) -
                   im_ulp_load (sample->python.type.dtype,
                                sample->python.elements + element * size));
    }
  g_string_append (out, "</tr>\n");
}

/* Python and the builds that were kept at the place, element by element. */
static void
append_elements (const ImDivergence *divergence,
                 guint layer,
                 const ImCompareSample *place,
                 GString *out)
{
  gsize n = place->c.n_elements;
  gsize last = n > SHOWN_ELEMENTS ? n - SHOWN_ELEMENTS : 0;
  gsize start = MIN (
      place->element > SHOWN_ELEMENTS / 2 ? place->element - SHOWN_ELEMENTS / 2 : 0,
      last);

  g_string_append (out, "<table>\n<tr><th class=\"number\">Element</th>"
                        "<th class=\"number\">" IM_DIVERGENCE_REFERENCE "</th>");
  for (guint i = 0; i < divergence->n_columns; i++)
    if (im_divergence_get_sample (&divergence->columns[i], layer, place) != NULL)
      {
        g_string_append (out, "<th class=\"number\">");
        im_report_append_text (out, divergence->columns[i].build.name);
        g_string_append (out, "</th><th class=\"number\">difference</th>");
      }
  g_string_append (out, "</tr>\n");
  for (gsize i = start; i < MIN (start + SHOWN_ELEMENTS, n); i++)
    append_element_row (divergence, layer, place, i, out);
  g_string_append (out, "</table>\n");
}

static void
append_code (const ImProgram *program,
             ImUnitLibrary *library,
             const char *path,
             ImLanguage language,
             GString *out)
{
  g_autofree char *place = im_divergence_dup_code (program, library, path, language);
  g_autofree char *text = im_divergence_dup_code_text (program, library, path, language);

  if (place == NULL)
    return;
  g_string_append (out, "<h3>");
  im_report_append_text (out, im_language_get_name (language));
  g_string_append (out, "</h3>\n<p class=\"note\">");
  im_report_append_text (out, place);
  g_string_append (out, "</p>\n<pre>");
  im_report_append_text (out, text);
  g_string_append (out, "</pre>\n");
}

static void
append_first (const ImDivergence *divergence,
              const ImProgram *program,
              ImUnitLibrary *library,
              GString *out)
{
  const ImDivergenceColumn *column = im_divergence_get_first (divergence);
  const ImCompareLayer *layer = im_divergence_get_layer (column);
  const ImCompareSample *sample = layer == NULL ? NULL : layer->sample;

  if (layer == NULL)
    return;
  append_heading (out, "The first layer out of tolerance");
  g_string_append (out, "<p><strong>");
  im_report_append_text (out, layer->path);
  g_string_append (out, "</strong>, a ");
  im_report_append_text (out, layer->unit_id);
  if (sample != NULL)
    {
      g_string_append_printf (out, ", at frame %u of ", sample->frame);
      im_report_append_text (out, sample->run);
    }
  g_string_append (out, ", in ");
  im_report_append_text (out, column->build.name);
  g_string_append (out, ".</p>\n");
  if (layer->message != NULL)
    {
      g_string_append (out, "<p>");
      im_report_append_text (out, layer->message);
      g_string_append (out, "</p>\n");
    }
  if (sample != NULL)
    {
      for (guint i = 0; i < sample->n_inputs; i++)
        append_input (&sample->inputs[i], out);
      append_output (sample, out);
      g_string_append_printf (
          out, "<p>The first element out of tolerance is %" G_GSIZE_FORMAT " of “",
          sample->element);
      im_report_append_text (out, sample->c.name);
      g_string_append (out, "”.</p>\n");
      append_elements (divergence, (guint) column->first, sample, out);
    }
  append_code (program, library, layer->path, IM_LANGUAGE_C, out);
  append_code (program, library, layer->path, IM_LANGUAGE_PYTHON, out);
}

GString *
im_divergence_report_new (const ImDivergence *divergence,
                          const ImProgram *program,
                          ImUnitLibrary *library)
{
  g_autoptr (GString) body = g_string_new ("<h1>");
  const ImComparison *any = get_any (divergence);

  im_report_append_text (body, divergence->unit_id);
  g_string_append (body, "</h1>\n");
  append_verdict (divergence, any, body);
  if (any != NULL)
    append_runs (any, body);
  append_builds (divergence, body);
  if (any != NULL)
    {
      append_first (divergence, program, library, body);
      append_errors (divergence, any, body);
      append_bits (divergence, body);
      append_target (divergence, body);
    }

  return im_report_new (divergence->unit_id, body);
}
