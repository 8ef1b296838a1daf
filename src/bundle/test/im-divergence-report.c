/* SPDX-License-Identifier: MIT */
#include "bundle/test/im-divergence-report.h"

#include <math.h>

#include "bundle/test/im-report-html.h"
#include "scene/output/im-scene-svg.h"
#include "scene/values/im-scene-errors.h"
#include "scene/values/im-scene-values.h"
#include "verify/im-ulp.h"

#define PICTURE_WIDTH 760

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
append_builds (const ImDivergence *divergence, GString *out)
{
  append_heading (out, "Builds");
  im_report_open_table (out, "Build", "Compiler and flags", "Result",
                        "First layer out of tolerance", NULL);
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
      im_report_append_cell (out, NULL, column->build.name);
      im_report_append_cell (out, NULL, flags);
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

static void
append_bars (const ImDivergence *divergence, const ImComparison *any, GString *out)
{
  g_autofree ImErrorRow *rows = g_new0 (ImErrorRow, any->n_layers + 1);
  g_autofree ImErrorBar *bars = g_new0 (ImErrorBar,
                                        (any->n_layers + 1) * divergence->n_columns);
  ImErrorBar *next = bars;

  for (guint i = 0; i <= any->n_layers; i++)
    {
      rows[i] = (ImErrorRow){ get_path (get_layer (any, i)), next, 0 };
      for (guint j = 0; j < divergence->n_columns; j++)
        if (has_layer (&divergence->columns[j], any, i))
          {
            *next++ = make_bar (&divergence->columns[j], i);
            rows[i].n_bars++;
          }
    }
  append_scene (out, im_scene_errors_new ("Errors by layer", rows, any->n_layers + 1,
                                          PICTURE_WIDTH));
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
  im_report_append_cell (out, NULL, column->build.name);
  append_state (out, layer->states[IM_COMPARE_ORDINARY]);
  im_report_append_number (out, difference->max_absolute);
  im_report_append_number (out, difference->max_relative);
  im_report_append_ulp (out, difference->max_ulp);
  im_report_append_number (out, im_difference_get_decibels (difference));
  append_state (out, layer->states[IM_COMPARE_EDGES]);
  g_string_append (out, "</tr>\n");
}

static void
append_errors (const ImDivergence *divergence, const ImComparison *any, GString *out)
{
  append_heading (out, "Errors by layer");
  g_string_append (out, "<p>Each layer in C beside its Python, which got what the layer "
                        "got in that build. Numbers are of ordinary data.</p>\n");
  append_bars (divergence, any, out);
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
  g_string_append (out, "</table>\n");
}

static void
append_bits (const ImDivergence *divergence, GString *out)
{
  append_heading (out, "Bits");
  g_string_append (out, "<p>How many elements have other bits than on this machine, and "
                        "why: each build is made a second time, without contraction of "
                        "products and sums.</p>\n");
  im_report_open_table (out, "Build", "Layer", "#Other bits", "#Elements", "Cause", NULL);
  for (guint i = 0; i < divergence->n_columns; i++)
    {
      const ImDivergenceColumn *column = &divergence->columns[i];

      if (column->comparison == NULL || !column->comparison->is_beside_base)
        continue;
      for (guint j = 0; j <= column->comparison->n_layers; j++)
        {
          const ImCompareLayer *layer = get_layer (column->comparison, j);
          guint64 n_elements, n_other = im_divergence_count_bits (layer, &n_elements);

          g_string_append (out, "<tr>");
          im_report_append_cell (out, NULL, column->build.name);
          im_report_append_cell (out, NULL, get_path (layer));
          im_report_append_integer (out, (gint64) n_other);
          im_report_append_integer (out, (gint64) n_elements);
          im_report_append_cell (
              out, NULL,
              im_divergence_cause_get_name (im_divergence_get_cause (column, j)));
          g_string_append (out, "</tr>\n");
        }
    }
  g_string_append (out, "</table>\n");
}

static void
append_cost_rows (const ImDivergenceColumn *column, GString *out)
{
  for (guint i = 0; i <= column->comparison->n_layers; i++)
    {
      const ImCompareLayer *layer = get_layer (column->comparison, i);

      if (layer->cost.n_frames == 0)
        continue;
      g_string_append (out, "<tr>");
      im_report_append_cell (out, NULL, column->build.name);
      im_report_append_cell (out, NULL, get_path (layer));
      im_report_append_integer (
          out, (gint64) (layer->cost.instructions / layer->cost.n_frames));
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
  im_report_append_cell (out, NULL, column->build.name);
  im_report_append_integer (out, im_image_size_get_flash (size));
  im_report_append_integer (out, im_image_size_get_ram (size));
  im_report_append_integer (out, size->text);
  im_report_append_integer (out, size->rodata);
  im_report_append_integer (out, size->data);
  im_report_append_integer (out, size->bss);
  g_string_append (out, "</tr>\n");
}

static void
append_target (const ImDivergence *divergence, GString *out)
{
  gboolean any = FALSE;

  for (guint i = 0; i < divergence->n_columns; i++)
    any |= divergence->columns[i].has_size;
  if (!any)
    return;

  append_heading (out, "On the target");
  g_string_append (out,
                   "<p>Instructions are counted in the emulator, for a frame of the "
                   "recording or of random numbers. Bytes are those of firmware with "
                   "the pipeline less those without.</p>\n");
  im_report_open_table (out, "Build", "Layer", "#Instructions per frame", "#Longest call",
                        "#Stack in bytes", NULL);
  for (guint i = 0; i < divergence->n_columns; i++)
    if (divergence->columns[i].comparison != NULL)
      append_cost_rows (&divergence->columns[i], out);
  g_string_append (out, "</table>\n");
  im_report_open_table (out, "Build", "#Flash", "#RAM", "#.text", "#.rodata", "#.data",
                        "#.bss", NULL);
  for (guint i = 0; i < divergence->n_columns; i++)
    if (divergence->columns[i].has_size)
      append_size_row (&divergence->columns[i], out);
  g_string_append (out, "</table>\n");
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
  g_string_append_printf (out,
                          "<p>The first element out of tolerance is %" G_GSIZE_FORMAT
                          ": C has %.9g, Python %.9g.</p>\n",
                          sample->element, c[sample->element], python[sample->element]);
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

  append_heading (out, "The first layer out of tolerance");
  if (layer == NULL)
    {
      g_string_append (out, "<p>No layer is out of tolerance.</p>\n");
      return;
    }
  g_string_append (out, "<p><strong>");
  im_report_append_text (out, layer->path);
  g_string_append (out, "</strong>, a ");
  im_report_append_text (out, layer->unit_id);
  if (layer->sample != NULL)
    {
      g_string_append_printf (out, ", at frame %u of ", layer->sample->frame);
      im_report_append_text (out, layer->sample->run);
    }
  g_string_append (out, ", in ");
  im_report_append_text (out, column->build.name);
  g_string_append (out, ".</p>\n");
  for (guint i = 0; layer->sample != NULL && i < layer->sample->n_inputs; i++)
    append_input (&layer->sample->inputs[i], out);
  if (layer->sample != NULL)
    append_output (layer->sample, out);
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
