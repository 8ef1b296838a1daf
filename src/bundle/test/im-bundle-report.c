/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdarg.h>

#include "base/im-escape.h"
#include "base/im-text.h"
#include "bundle/test/im-bundle-private.h"
#include "bundle/test/im-report-html.h"

static void
append_ports (const ImBundle *bundle, GString *out)
{
  g_autoptr (ImVectors) ports = im_vectors_new (bundle->plan);
  const GArray *lists[] = { ports->inputs, ports->outputs };

  im_report_open_table (out, "", "Name", "Type, shape and rate", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; j < lists[i]->len; j++)
      {
        const ImVectorPort *port = &g_array_index (lists[i], ImVectorPort, j);
        g_autoptr (GString) type = g_string_new (NULL);

        im_tensor_type_append_text (&port->type, type);
        g_string_append (out, "<tr>");
        im_report_append_cell (out, NULL, i == 0 ? "Input" : "Output");
        im_report_append_cell (out, NULL, port->name);
        im_report_append_cell (out, NULL, type->str);
        g_string_append (out, "</tr>\n");
      }
  g_string_append (out, "</table>\n");
}

static void
append_memory_row (GString *out, const char *what, const char *where, guint64 bytes)
{
  g_string_append (out, "<tr>");
  im_report_append_cell (out, NULL, what);
  im_report_append_cell (out, NULL, where);
  im_report_append_integer (out, (gint64) bytes);
  g_string_append (out, "</tr>\n");
}

static void
append_memory (const ImBundle *bundle, GString *out)
{
  const ImPlan *plan = bundle->plan;

  g_string_append (out, "<h2>Memory</h2>\n");
  im_report_open_table (out, "", "Where", "#Bytes", NULL);
  append_memory_row (out, "Arena, shared by buffers", "RAM", plan->arena_bytes);
  append_memory_row (out, "State, from call to call", "RAM", plan->state_bytes);
  append_memory_row (out, "Constants", "flash", plan->constant_bytes);
  g_string_append (out, "</table>\n");
  g_string_append_printf (out,
                          "<p class=\"note\">At least %" G_GUINT64_FORMAT
                          " bytes of the arena are in use at once.</p>\n",
                          plan->bound_bytes);
}

static void
append_layers (const ImBundle *bundle, GString *out)
{
  const ImProgram *program = bundle->plan->program;

  g_string_append (out, "<h2>Layers</h2>\n");
  im_report_open_table (out, "Layer", "Unit", "Gives", NULL);
  for (guint i = 0; i < program->n_instances; i++)
    {
      g_autoptr (GString) gives = g_string_new (NULL);

      for (guint j = 0; j < program->n_tensors; j++)
        if (program->tensors[j].producer == (gint) i)
          {
            g_string_append (gives, gives->len > 0 ? ", " : "");
            im_tensor_type_append_text (&program->tensors[j].type, gives);
          }
      g_string_append (out, "<tr>");
      im_report_append_cell (out, NULL, program->instances[i].path);
      im_report_append_cell (out, NULL, program->instances[i].unit->id.text);
      im_report_append_cell (out, NULL, gives->str);
      g_string_append (out, "</tr>\n");
    }
  g_string_append (out, "</table>\n");
}

/* What runs when, for whoever plans time and stack or steps through it. */
static void
append_functions (const ImBundle *bundle, GString *out)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *prefix = g_strconcat (bundle->emission->prefix, "_", NULL);

  im_routines_append_text (&bundle->emission->routines, prefix, text);
  g_string_append (out, "<h2>What the functions do</h2>\n<pre>");
  im_escape_append (IM_ESCAPE_XML, text->str, out);
  g_string_append (out, "</pre>\n");
}

static void
append_target (const ImBundleTarget *row, GString *out)
{
  const ImTarget *target = im_target_get (row->id);

  g_string_append (out, "<tr>");
  im_report_append_cell (out, NULL, target->title);
  if (row->is_built)
    {
      im_report_append_integer (out, row->size.text);
      im_report_append_integer (out, row->size.rodata);
      im_report_append_integer (out, row->size.data);
      im_report_append_integer (out, row->size.bss);
      im_report_append_integer (out, im_image_size_get_flash (&row->size));
      im_report_append_integer (out, im_image_size_get_ram (&row->size));
      im_report_append_cell (out, NULL, row->compiler);
    }
  else
    g_string_append (out, "<td colspan=\"7\">not built</td>");
  g_string_append (out, "</tr>\n");
}

static void
append_targets (const GArray *targets, GString *out)
{
  g_string_append (out, "<h2>Size</h2>\n");
  if (targets->len == 0)
    {
      g_string_append (out, "<p>Nothing was compiled for a target.</p>\n");
      return;
    }
  g_string_append (out, "<p>Bytes that the pipeline adds to an image, with all that it "
                        "needs of other libraries, compiled with -O2.</p>\n");
  im_report_open_table (out, "Target", "#Code", "#Constants", "#Data", "#Zeroed data",
                        "#Flash", "#RAM", "Compiler", NULL);
  for (guint i = 0; i < targets->len; i++)
    append_target (&g_array_index (targets, ImBundleTarget, i), out);
  g_string_append (out, "</table>\n");
}

static void
append_state (GString *out, ImCompareState state)
{
  g_string_append_printf (out, "<td%s>%s</td>",
                          state == IM_COMPARE_EQUAL ? "" : " class=\"bad\"",
                          im_compare_state_get_name (state));
}

/* A row for a kind of data that the layer was run on. */
static void
append_finding (const ImCompareLayer *layer,
                const ImCompareOutput *output,
                ImCompareData data,
                GString *out)
{
  const ImCompareFinding *finding = &output->findings[data];
  const ImDifference *difference = &finding->difference;

  if (finding->n_tensors == 0 && data != IM_COMPARE_ORDINARY)
    return;
  g_string_append (out, "<tr>");
  im_report_append_cell (out, NULL,
                         layer->title == NULL ? "whole pipeline" : layer->title);
  im_report_append_cell (out, NULL, output->name);
  im_report_append_cell (out, NULL,
                         data == IM_COMPARE_EDGES ? "edge values" : "ordinary");
  append_state (out, layer->states[data]);
  im_report_append_integer (out, (gint64) difference->n_elements);
  im_report_append_number (out, difference->max_relative);
  im_report_append_number (out, difference->max_absolute);
  im_report_append_ulp (out, difference->max_ulp);
  g_string_append (out, "<td>");
  if (difference->n_different > 0)
    {
      g_string_append_printf (
          out, "element %" G_GSIZE_FORMAT " at frame %u of %s: C has ",
          difference->first_element, finding->first_frame, finding->first_run);
      im_text_append_double (out, difference->first_value);
      g_string_append (out, ", Python ");
      im_text_append_double (out, difference->first_reference);
      g_string_append (out,
                       layer->message == NULL && layer->reference == NULL ? "" : "; ");
    }
  if (layer->reference != NULL)
    {
      g_string_append (out, "reference of the standard library: ");
      im_escape_append (IM_ESCAPE_XML, layer->reference, out);
    }
  im_escape_append (IM_ESCAPE_XML, layer->message == NULL ? "" : layer->message, out);
  if (layer->missing != NULL)
    {
      g_string_append (out, "; without its own Python: ");
      im_escape_append (IM_ESCAPE_XML, layer->missing, out);
    }
  g_string_append (out, "</td></tr>\n");
}

static void
append_layer (const ImCompareLayer *layer, GString *out)
{
  for (guint i = 0; i < layer->n_outputs; i++)
    for (ImCompareData data = 0; data < IM_N_COMPARE_DATA; data++)
      append_finding (layer, &layer->outputs[i], data, out);
  if (layer->n_outputs > 0)
    return;

  g_string_append (out, "<tr>");
  im_report_append_cell (out, NULL,
                         layer->title == NULL ? "whole pipeline" : layer->title);
  im_report_append_cell (out, NULL, "");
  im_report_append_cell (out, NULL, "");
  append_state (out, im_compare_layer_get_state (layer));
  g_string_append (out, "<td colspan=\"4\"></td>");
  im_report_append_cell (out, NULL, layer->message == NULL ? "" : layer->message);
  g_string_append (out, "</tr>\n");
}

static void
append_decibels (GString *out, double value, gboolean is_known)
{
  g_string_append (out, "<td class=\"number\">");
  if (is_known && isfinite (value))
    g_string_append_printf (out, "%.1f dB", value);
  else if (is_known)
    g_string_append (out, "all");
  g_string_append (out, "</td>");
}

static void
append_figures_of (const ImCompareLayer *layer,
                   const ImCompareOutput *output,
                   GString *out)
{
  const ImFixedFigures *fixed = &output->fixed;
  gboolean has_range = fixed->n_elements > 0;
  double full_scale;

  if (!has_range && !fixed->has_snr)
    return;
  g_string_append (out, "<tr>");
  im_report_append_cell (out, NULL, layer->title);
  im_report_append_cell (out, NULL, output->name);
  if (has_range && im_tensor_type_get_full_scale (&output->type, &full_scale))
    {
      im_report_append_number (out, full_scale);
      append_decibels (out, fixed->headroom_db, TRUE);
      im_report_append_integer (out, (gint64) fixed->n_saturated);
    }
  else
    g_string_append (out, "<td colspan=\"3\"></td>");
  append_decibels (out, fixed->snr_db, fixed->has_snr);
  g_string_append (out, "</tr>\n");
}

static gboolean
has_figures (const ImComparison *comparison)
{
  for (guint i = 0; i < comparison->n_layers; i++)
    for (guint j = 0; j < comparison->layers[i].n_outputs; j++)
      if (comparison->layers[i].outputs[j].fixed.n_elements > 0)
        return TRUE;

  return FALSE;
}

static void
append_figures (const ImComparison *comparison, GString *out)
{
  g_string_append (out, "<p>In fixed point: how far the largest result is below the end "
                        "of the range, how many are at it, and how far results are from "
                        "those of the same layers on floats.</p>\n");
  im_report_open_table (out, "Layer", "Output", "#Full scale", "#Headroom", "#At an end",
                        "#Signal to noise", NULL);
  for (guint i = 0; i < comparison->n_layers; i++)
    for (guint j = 0; j < comparison->layers[i].n_outputs; j++)
      append_figures_of (&comparison->layers[i], &comparison->layers[i].outputs[j], out);
  g_string_append (out, "</table>\n");
}

static void
append_usual (const ImUsualTolerance *usual, GString *out)
{
  ImTolerance own = im_tolerance_get_usual (IM_DTYPE_FLOAT32, usual);
  ImTolerance known = im_tolerance_get_default (IM_DTYPE_FLOAT32);

  if (!(own.relative < known.relative) && !(own.relative > known.relative) &&
      !(own.absolute > known.absolute))
    return;
  g_string_append (out, "<p>Chosen for results about which their unit promises nothing: "
                        "they may be off by ");
  im_text_append_double (out, own.relative);
  g_string_append (out, " of the reference, and by ");
  im_text_append_double (out, own.absolute);
  g_string_append (out, " besides.</p>\n");
}

static void
append_comparison (const ImComparison *comparison, GString *out)
{
  g_string_append (out, "<p>C and Python were run on ");
  for (guint i = 0; i < comparison->n_runs; i++)
    g_string_append_printf (out, "%s%u frames (%s)", i == 0 ? "" : " and ",
                            comparison->runs[i].n_frames, comparison->runs[i].name);
  g_string_append (out, ". Each layer in Python got what the layer got in C.</p>\n");
  im_report_open_table (out, "Layer", "Output", "Data", "State", "#Elements", "#Relative",
                        "#Absolute", "#ULP", "First difference", NULL);
  for (guint i = 0; i < comparison->n_layers; i++)
    append_layer (&comparison->layers[i], out);
  append_layer (&comparison->whole, out);
  g_string_append (out, "</table>\n");
  if (has_figures (comparison))
    append_figures (comparison, out);
}

static void
append_test (const ImBundleTest *test, const ImUsualTolerance *usual, GString *out)
{
  g_string_append (out, "<h2>Comparison</h2>\n");
  if (test->failure != NULL)
    {
      g_string_append (out, "<p class=\"bad\">Not proven: ");
      im_escape_append (IM_ESCAPE_XML, test->failure, out);
      g_string_append (out, "</p>\n");
    }
  append_usual (usual, out);
  if (test->comparison != NULL)
    append_comparison (test->comparison, out);
  else
    g_string_append (out, "<p>C and Python were not compared.</p>\n");
  if (test->source != NULL)
    g_string_append_printf (out,
                            "<p><code>make verify</code> repeats it with %u stored "
                            "frames and %u results of %s.</p>\n",
                            test->n_frames, test->n_results, test->source);
}

/* It lies beside the report. */
static void
append_picture (const ImBundle *bundle, GString *out)
{
  if (im_artifacts_find (bundle->artifacts, IM_BUNDLE_PICTURE) == NULL)
    return;
  g_string_append (out, "<p><img src=\"pipeline.svg\" alt=\"The pipeline: its units and "
                        "the types, shapes and rates between them\"/></p>\n");
}

static GString *
make_body (const ImBundle *bundle, const ImBundleTest *test, const GArray *targets)
{
  GString *out = g_string_new ("<h1>");

  im_escape_append (IM_ESCAPE_XML, bundle->plan->program->unit->id.text, out);
  g_string_append (out, "</h1>\n<p>C99 in <code>include/");
  im_escape_append (IM_ESCAPE_XML, bundle->emission->name, out);
  g_string_append (out, ".h</code> and <code>src/");
  im_escape_append (IM_ESCAPE_XML, bundle->emission->name, out);
  g_string_append_printf (out,
                          ".c</code>, all names with the prefix <code>%s</code>, made by "
                          "imaginet %s.</p>\n",
                          bundle->emission->prefix, IM_VERSION);
  append_ports (bundle, out);
  append_memory (bundle, out);
  append_picture (bundle, out);
  append_layers (bundle, out);
  append_functions (bundle, out);
  append_targets (targets, out);
  append_test (test, &bundle->usual, out);

  return out;
}

void
im_bundle_add_report (const ImBundle *bundle,
                      const ImBundleTest *test,
                      const GArray *targets)
{
  g_autoptr (GString) body = make_body (bundle, test, targets);
  GString *out = im_report_new (bundle->plan->program->unit->id.text, body);

  im_artifacts_add_text (bundle->artifacts, "docs/report.html", out);
}
