/* SPDX-License-Identifier: MIT */
#include "studio/export/studio-export-report.h"

#include <glib/gi18n.h>

struct _StudioExportReport
{
  AdwBin parent_instance;

  GtkImage *icon;
  GtkLabel *verdict;
  GtkLabel *sentence;
  GtkLabel *path;
  AdwPreferencesGroup *layer_group;
  AdwPreferencesGroup *target_group;
  AdwPreferencesGroup *problem_group;
  AdwExpanderRow *files;
};

G_DEFINE_FINAL_TYPE (StudioExportReport, studio_export_report, ADW_TYPE_BIN)

static const char *
get_state_icon (ImCompareState state)
{
  return state == IM_COMPARE_EQUAL       ? "object-select-symbolic"
         : state == IM_COMPARE_DIFFERENT ? "dialog-error-symbolic"
                                         : "dialog-warning-symbolic";
}

static const char *
get_state_class (ImCompareState state)
{
  return state == IM_COMPARE_EQUAL       ? "success"
         : state == IM_COMPARE_DIFFERENT ? "error"
                                         : "warning";
}

static const char *
get_state_name (ImCompareState state)
{
  static const char *const names[] = {
    [IM_COMPARE_EQUAL] = N_ ("Equal within the tolerance"),
    [IM_COMPARE_DIFFERENT] = N_ ("Different"),
    [IM_COMPARE_NO_TWIN] = N_ ("There is no Python to compare with"),
    [IM_COMPARE_NOT_RUN] = N_ ("Python could not run"),
    [IM_COMPARE_NO_C] = N_ ("There is no C, only Python"),
  };

  return _ (names[state]);
}

/* The titles of rows are markup. */
static AdwActionRow *
new_row (const char *title, const char *subtitle)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *safe_title = g_markup_escape_text (title, -1);
  g_autofree char *safe_subtitle = g_markup_escape_text (subtitle, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), safe_title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), safe_subtitle);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);

  return ADW_ACTION_ROW (row);
}

static void
add_suffix (AdwActionRow *row, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_add_css_class (label, "dim-label");
  adw_action_row_add_suffix (row, label);
}

/* The finding that is furthest off, by what the comparison is made of: what the pipeline
 * is made for, unless edge values are the trouble. */
static const ImDifference *
find_largest (const ImCompareLayer *layer)
{
  ImCompareData data = layer->states[IM_COMPARE_ORDINARY] == IM_COMPARE_EQUAL &&
                               layer->states[IM_COMPARE_EDGES] != IM_COMPARE_EQUAL
                           ? IM_COMPARE_EDGES
                           : IM_COMPARE_ORDINARY;
  const ImDifference *largest = NULL;

  for (guint i = 0; i < layer->n_outputs; i++)
    {
      const ImDifference *difference = &layer->outputs[i].findings[data].difference;

      if (largest == NULL || difference->max_absolute > largest->max_absolute)
        largest = difference;
    }

  return largest;
}

/* How far off a layer is at most, for people who know what such numbers mean. */
static char *
dup_difference (const ImDifference *difference)
{
  if (difference == NULL || difference->n_elements == 0)
    return g_strdup ("");
  if (difference->max_ulp == 0)
    return g_strdup (_ ("identical"));

  return g_strdup_printf ("%.2g", difference->max_relative);
}

static const char *
get_layer_state_name (const ImCompareLayer *layer)
{
  if (layer->states[IM_COMPARE_ORDINARY] == IM_COMPARE_EQUAL &&
      layer->states[IM_COMPARE_EDGES] == IM_COMPARE_DIFFERENT)
    return _ ("Equal on ordinary data, different on edge values");

  return get_state_name (im_compare_layer_get_state (layer));
}

static char *
dup_verdict_of (const ImCompareLayer *layer, const ImDifference *difference)
{
  const char *state = get_layer_state_name (layer);

  if (layer->message != NULL)
    return g_strdup (layer->message);
  if (difference != NULL && difference->max_ulp == 0 && difference->n_elements > 0 &&
      im_compare_layer_get_state (layer) == IM_COMPARE_EQUAL)
    return g_strdup_printf (ngettext ("Equal bit for bit, %lu element",
                                      "Equal bit for bit, %lu elements",
                                      (gulong) difference->n_elements),
                            (gulong) difference->n_elements);
  if (difference == NULL || difference->max_ulp == 0)
    return g_strdup (state);

  /* Translators: such as “Equal within the tolerance; absolute difference at most 1e-7,
   * 256 elements”. */
  return g_strdup_printf (ngettext ("%s; absolute difference at most %.2g, %lu element",
                                    "%s; absolute difference at most %.2g, %lu elements",
                                    (gulong) difference->n_elements),
                          state, difference->max_absolute,
                          (gulong) difference->n_elements);
}

/* The verdict, and why it is without the unit's own Python, if that is missing. */
static char *
dup_own_state (const ImCompareLayer *layer, const ImDifference *difference)
{
  g_autofree char *verdict = dup_verdict_of (layer, difference);

  return layer->missing == NULL ? g_steal_pointer (&verdict)
                                : g_strdup_printf ("%s; %s", verdict, layer->missing);
}

/* Says, too, whose Python it is about if not that of the unit. */
static char *
dup_state (const ImCompareLayer *layer, const ImDifference *difference)
{
  g_autofree char *verdict = dup_own_state (layer, difference);

  if (layer->reference == NULL)
    return g_steal_pointer (&verdict);

  /* Translators: what a comparison found, and the id of a unit. */
  return g_strdup_printf (_ ("%s; reference of the standard library: %s"), verdict,
                          layer->reference);
}

/* How good results in fixed point are. */
static void
append_figures (const ImFixedFigures *fixed, GString *text)
{
  if (fixed->n_elements > 0 && fixed->headroom_db < 1000)
    {
      g_string_append_c (text, '\n');
      /* Translators: how far the largest number is below the end of the range. */
      g_string_append_printf (text, _ ("Headroom %.1f dB"), fixed->headroom_db);
    }
  if (fixed->n_saturated > 0)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text,
                              ngettext ("%lu element is at the end of the range",
                                        "%lu elements are at the end of the range",
                                        (gulong) fixed->n_saturated),
                              (gulong) fixed->n_saturated);
    }
  if (fixed->has_snr && fixed->snr_db < 1000)
    {
      g_string_append_c (text, '\n');
      /* Translators: of results in fixed point, beside the same in floats. */
      g_string_append_printf (text, _ ("Signal to noise %.1f dB"), fixed->snr_db);
    }
}

static void
add_layer (StudioExportReport *self, const ImCompareLayer *layer)
{
  const ImDifference *largest = find_largest (layer);
  g_autofree char *text = dup_difference (largest);
  g_autofree char *state = dup_state (layer, largest);
  g_autoptr (GString) subtitle = g_string_new (state);
  const char *title = layer->title == NULL ? _ ("Whole Pipeline") : layer->title;
  AdwActionRow *row;
  ImCompareState worst = im_compare_layer_get_state (layer);
  GtkWidget *icon = gtk_image_new_from_icon_name (get_state_icon (worst));

  for (guint i = 0; i < layer->n_outputs; i++)
    append_figures (&layer->outputs[i].fixed, subtitle);
  row = new_row (title, subtitle->str);
  gtk_widget_add_css_class (icon, get_state_class (worst));
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  get_layer_state_name (layer), -1);
  adw_action_row_add_prefix (row, icon);
  add_suffix (row, text);
  adw_preferences_group_add (self->layer_group, GTK_WIDGET (row));
}

static void
show_layers (StudioExportReport *self, const ImComparison *comparison)
{
  gtk_widget_set_visible (GTK_WIDGET (self->layer_group), comparison != NULL);
  if (comparison == NULL)
    return;
  for (guint i = 0; i < comparison->n_layers; i++)
    add_layer (self, &comparison->layers[i]);
  add_layer (self, &comparison->whole);
}

static guint
count_layers (const ImComparison *comparison, ImCompareState state)
{
  guint n = 0;

  for (guint i = 0; i < comparison->n_layers; i++)
    n += im_compare_layer_get_state (&comparison->layers[i]) == state;

  return n;
}

static char *
dup_verdict (const ImComparison *comparison)
{
  guint n_different;

  switch (comparison->state)
    {
    case IM_COMPARE_EQUAL:
      return g_strdup_printf (
          ngettext ("The %u layer computes in C what it computes in Python.",
                    "All %u layers compute in C what they compute in Python.",
                    comparison->n_layers),
          comparison->n_layers);
    case IM_COMPARE_DIFFERENT:
      n_different = count_layers (comparison, IM_COMPARE_DIFFERENT);
      if (n_different == 0)
        return g_strdup (_ (
            "Each layer agrees, but differences grow on the way through all of them."));
      return g_strdup_printf (
          ngettext ("%u layer computes something else in C than in Python.",
                    "%u layers compute something else in C than in Python.", n_different),
          n_different);
    case IM_COMPARE_NO_TWIN:
      return g_strdup (_ ("Some layers have no Python to compare with."));
    case IM_COMPARE_NOT_RUN:
    case IM_COMPARE_NO_C: /* what has no C is not exported */
    default:
      return g_strdup (_ ("The Python of some layers could not run."));
    }
}

static void
show_verdict (StudioExportReport *self, const ImExport *export)
{
  const ImComparison *comparison = export->test.comparison;
  ImCompareState state = comparison == NULL ? IM_COMPARE_NOT_RUN : comparison->state;
  const char *titles[] = {
    [IM_COMPARE_EQUAL] = _ ("C and Python Agree"),
    [IM_COMPARE_DIFFERENT] = _ ("C and Python Differ"),
    [IM_COMPARE_NO_TWIN] = _ ("Compared in Part"),
    [IM_COMPARE_NOT_RUN] = comparison == NULL ? _ ("Exported Without Comparison")
                                              : _ ("Compared in Part"),
    [IM_COMPARE_NO_C] = _ ("Compared in Part"),
  };
  g_autofree char *verdict = comparison == NULL
                                 ? g_strdup (_ ("C and Python were not compared."))
                                 : dup_verdict (comparison);
  g_autoptr (GString) sentence = g_string_new (verdict);

  if (export->test.source != NULL && export->test.n_results > 0)
    {
      g_string_append_c (sentence, ' ');
      g_string_append_printf (
          sentence,
          _ ("“make verify” in the bundle repeats it with %u frames and %u results."),
          export->test.n_frames, export->test.n_results);
    }
  gtk_image_set_from_icon_name (self->icon, get_state_icon (state));
  gtk_widget_add_css_class (GTK_WIDGET (self->icon), get_state_class (state));
  gtk_label_set_label (self->verdict, titles[state]);
  gtk_label_set_label (self->sentence, sentence->str);
  gtk_label_set_label (self->path, export->path);
}

static void
show_targets (StudioExportReport *self, const GArray *targets)
{
  gtk_widget_set_visible (GTK_WIDGET (self->target_group), targets->len > 0);
  for (guint i = 0; i < targets->len; i++)
    {
      const ImBundleTarget *target = &g_array_index (targets, ImBundleTarget, i);
      const char *title = target->id == IM_TARGET_HOST
                              ? _ ("This Machine")
                              : im_target_get (target->id)->title;
      AdwActionRow *row = new_row (title, target->is_built ? target->compiler
                                                           : _ ("Not compiled"));
      g_autofree char *size = g_strdup_printf (
          /* Translators: bytes of the two kinds of memory of a microcontroller. */
          _ ("%ld flash, %ld RAM"), (glong) im_image_size_get_flash (&target->size),
          (glong) im_image_size_get_ram (&target->size));

      if (target->is_built)
        add_suffix (row, size);
      adw_preferences_group_add (self->target_group, GTK_WIDGET (row));
    }
}

static void
show_problems (StudioExportReport *self, const ImDiagnostics *problems)
{
  guint n = im_diagnostics_get_count (problems);

  gtk_widget_set_visible (GTK_WIDGET (self->problem_group), n > 0);
  for (guint i = 0; i < n; i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);
      gboolean is_error = problem->severity == IM_SEVERITY_ERROR;
      AdwActionRow *row = new_row (problem->message,
                                   problem->note == NULL ? "" : problem->note);
      GtkWidget *icon = gtk_image_new_from_icon_name (
          is_error ? "dialog-error-symbolic" : "dialog-warning-symbolic");

      gtk_widget_add_css_class (icon, is_error ? "error" : "warning");
      adw_action_row_add_prefix (row, icon);
      adw_preferences_group_add (self->problem_group, GTK_WIDGET (row));
    }
}

static void
show_files (StudioExportReport *self, const ImArtifacts *artifacts)
{
  guint n = im_artifacts_get_count (artifacts);
  guint64 total = 0;
  g_autofree char *title = NULL, *size = NULL;

  for (guint i = 0; i < n; i++)
    {
      gsize bytes = g_bytes_get_size (im_artifacts_get_bytes (artifacts, i));
      AdwActionRow *row = new_row (im_artifacts_get_path (artifacts, i), "");
      g_autofree char *text = g_format_size (bytes);

      add_suffix (row, text);
      adw_expander_row_add_row (self->files, GTK_WIDGET (row));
      total += bytes;
    }
  title = g_strdup_printf (ngettext ("%u File", "%u Files", n), n);
  size = g_format_size (total);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->files), title);
  adw_expander_row_set_subtitle (self->files, size);
}

void
studio_export_report_show (StudioExportReport *self, const StudioExportOutcome *outcome)
{
  const ImExport *export = outcome->export;

  g_return_if_fail (STUDIO_IS_EXPORT_REPORT (self));

  show_verdict (self, export);
  show_layers (self, export->test.comparison);
  show_targets (self, export->targets);
  show_problems (self, outcome->problems);
  show_files (self, export->artifacts);
}

static void
studio_export_report_class_init (StudioExportReportClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-export-report.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioExportReport, icon);
  gtk_widget_class_bind_template_child (widget_class, StudioExportReport, verdict);
  gtk_widget_class_bind_template_child (widget_class, StudioExportReport, sentence);
  gtk_widget_class_bind_template_child (widget_class, StudioExportReport, path);
  gtk_widget_class_bind_template_child (widget_class, StudioExportReport, layer_group);
  gtk_widget_class_bind_template_child (widget_class, StudioExportReport, target_group);
  gtk_widget_class_bind_template_child (widget_class, StudioExportReport, problem_group);
  gtk_widget_class_bind_template_child (widget_class, StudioExportReport, files);
}

static void
studio_export_report_init (StudioExportReport *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
