/* SPDX-License-Identifier: MIT */
#include "studio/proof/studio-divergence-panel.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "base/im-file.h"
#include "studio/proof/studio-finding.h"

#define MAX_ROWS   200 /* those out of tolerance first */
#define NAME_CHARS 14  /* that a name asks for */

/* What can be compared; this machine with -O2 always is. */
static const char *const build_names[] = {
  "gcc-O0",        "gcc-O2",     "gcc-fast",  "clang-O0",   "clang-O2", "clang-fast",
  "cortex-m0plus", "cortex-m4f", "cortex-m7", "cortex-m55", "riscv32",
};

struct _StudioDivergencePanel
{
  GtkWidget parent_instance;

  GtkBox *builds;
  GtkCheckButton *exact;
  GtkDropDown *scales;
  GtkWidget *start;
  GtkWidget *stop;
  GtkWidget *save;
  GtkSpinner *spinner;
  GtkLabel *state;
  GtkLabel *message;
  GtkWidget *content;
  GtkWidget *legend;
  GtkListBox *layers;
  GtkLabel *cut;
  AdwBin *finding;

  StudioSession *session;
  StudioDivergence *divergence;
  const ImDivergence *shown; /* whose layers are listed; only compared */
  GtkCheckButton *chosen[G_N_ELEMENTS (build_names)]; /* NULL if it cannot be built */
};

G_DEFINE_FINAL_TYPE (StudioDivergencePanel, studio_divergence_panel, GTK_TYPE_WIDGET)

static ImBuild
parse (const char *name)
{
  ImBuild build;
  char *problem = im_build_parse (name, &build);

  g_assert (problem == NULL);

  return build;
}

static void
add_build (StudioDivergencePanel *self, guint number)
{
  ImBuild build = parse (build_names[number]);
  g_autoptr (GError) error = NULL;
  GtkWidget *row;

  if (im_build_check (&build, &error))
    {
      row = gtk_check_button_new_with_label (build.name);
      self->chosen[number] = GTK_CHECK_BUTTON (row);
      gtk_check_button_set_active (self->chosen[number],
                                   build.target == IM_TARGET_CORTEX_M4F);
    }
  else
    {
      g_autofree char *text = g_strdup_printf ("%s: %s", build.name, error->message);

      row = gtk_label_new (text);
      gtk_label_set_xalign (GTK_LABEL (row), 0);
      gtk_label_set_wrap (GTK_LABEL (row), TRUE);
      gtk_label_set_max_width_chars (GTK_LABEL (row), 40);
      gtk_widget_add_css_class (row, "dim-label");
    }
  gtk_box_append (self->builds, row);
}

static void
start_cb (StudioDivergencePanel *self)
{
  g_autoptr (GArray) builds = g_array_new (FALSE, FALSE, sizeof (ImBuild));

  g_array_append_vals (builds, im_build_get_host (), 1);
  for (guint i = 0; i < G_N_ELEMENTS (build_names); i++)
    if (self->chosen[i] != NULL && gtk_check_button_get_active (self->chosen[i]))
      {
        ImBuild build = parse (build_names[i]);

        g_array_append_val (builds, build);
      }
  studio_divergence_start (
      self->divergence, (const ImBuild *) (gpointer) builds->data, builds->len,
      gtk_check_button_get_active (self->exact),
      studio_live_get_feed (studio_session_get_live (self->session)));
}

static void
stop_cb (StudioDivergencePanel *self)
{
  studio_divergence_cancel (self->divergence);
}

static void
scale_cb (StudioDivergencePanel *self)
{
  studio_divergence_set_scale (self->divergence,
                               gtk_drop_down_get_selected (self->scales));
}

static gboolean
is_bad (const ImDivergence *found, guint layer)
{
  for (guint i = 0; i < found->n_columns; i++)
    {
      const ImComparison *comparison = found->columns[i].comparison;

      if (comparison != NULL && layer < comparison->n_layers &&
          im_compare_layer_get_state (&comparison->layers[layer]) == IM_COMPARE_DIFFERENT)
        return TRUE;
    }

  return FALSE;
}

/* One of those that compared something: all have the same layers. */
static const ImComparison *
get_any (const ImDivergence *found)
{
  const ImComparison *any = NULL;

  for (guint i = 0; i < found->n_columns; i++)
    if (found->columns[i].comparison != NULL &&
        (any == NULL || found->columns[i].comparison->n_layers > any->n_layers))
      any = found->columns[i].comparison;

  return any;
}

/* The error of a layer in each build. */
static char *
dup_errors (const ImDivergence *found, guint layer, StudioErrorScale scale)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < found->n_columns; i++)
    {
      const ImComparison *comparison = found->columns[i].comparison;
      g_autofree char *error = NULL;

      if (comparison == NULL || layer >= comparison->n_layers)
        continue;
      error = studio_error_dup_text (&comparison->layers[layer], scale);
      g_string_append_printf (text, "%s%s %s", text->len > 0 ? " · " : "",
                              found->columns[i].build.name, error);
    }

  return g_string_free (text, FALSE);
}

static GtkWidget *
new_row (StudioDivergencePanel *self,
         const ImDivergence *found,
         guint layer,
         const ImCompareLayer *compared)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *grid = gtk_grid_new ();
  g_autofree char *errors = dup_errors (found, layer,
                                        studio_divergence_get_scale (self->divergence));
  GtkWidget *labels[] = { gtk_label_new (compared->title), gtk_label_new (errors) };
  GtkWidget *mark = gtk_label_new (is_bad (found, layer) ? _ ("out of tolerance") : "");

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      gtk_label_set_xalign (GTK_LABEL (labels[i]), 0);
      gtk_label_set_ellipsize (GTK_LABEL (labels[i]), PANGO_ELLIPSIZE_MIDDLE);
      gtk_label_set_max_width_chars (GTK_LABEL (labels[i]), NAME_CHARS);
      gtk_widget_set_hexpand (labels[i], TRUE);
      gtk_grid_attach (GTK_GRID (grid), labels[i], 0, (int) i, i == 0 ? 1 : 2, 1);
    }
  gtk_widget_set_tooltip_text (labels[1], errors);
  gtk_widget_add_css_class (labels[1], "dim-label");
  gtk_widget_add_css_class (labels[1], "caption");
  gtk_widget_add_css_class (mark, "error");
  gtk_widget_add_css_class (mark, "caption");
  gtk_grid_attach (GTK_GRID (grid), mark, 1, 0, 1, 1);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), grid);
  g_object_set_data (G_OBJECT (row), "layer", GUINT_TO_POINTER (layer));
  g_object_set_data_full (G_OBJECT (row), "path", g_strdup (compared->path), g_free);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (row),
                                  GTK_ACCESSIBLE_RELATION_LABELLED_BY, labels[0],
                                  labels[1], mark, NULL, -1);

  return row;
}

/* Says that not all layers are listed. */
static void
show_cut (StudioDivergencePanel *self, guint n_shown, guint n_layers)
{
  g_autofree char *text = g_strdup_printf (
      /* Translators: two numbers */
      _ ("%u of %u layers, those out of tolerance first. The report has all."), n_shown,
      n_layers);

  gtk_label_set_label (self->cut, text);
  gtk_widget_set_visible (GTK_WIDGET (self->cut), n_shown < n_layers);
}

static void
list_layers (StudioDivergencePanel *self, const ImDivergence *found)
{
  const ImComparison *any = get_any (found);
  guint n_rows = 0;
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->layers))) != NULL)
    gtk_list_box_remove (self->layers, row);
  for (int pass = 1; any != NULL && pass >= 0; pass--)
    for (guint i = 0; i < any->n_layers && n_rows < MAX_ROWS; i++)
      if (is_bad (found, i) == pass)
        {
          gtk_list_box_append (self->layers, new_row (self, found, i, &any->layers[i]));
          n_rows++;
        }
  show_cut (self, n_rows, any == NULL ? 0 : any->n_layers);
}

static void
show_finding (StudioDivergencePanel *self, guint layer)
{
  adw_bin_set_child (self->finding, studio_finding_new (self->session, layer));
}

static void
row_cb (StudioDivergencePanel *self, GtkListBoxRow *row)
{
  guint layer = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "layer"));

  show_finding (self, layer);
  studio_session_select_path (self->session, g_object_get_data (G_OBJECT (row), "path"));
}

/* The first layer out of tolerance is opened, or else the first one. */
static void
show_found (StudioDivergencePanel *self, const ImDivergence *found)
{
  const ImDivergenceColumn *first = im_divergence_get_first (found);
  const ImComparison *any = get_any (found);

  self->shown = found;
  list_layers (self, found);
  if (first != NULL)
    {
      show_finding (self, (guint) first->first);
      studio_session_select_path (self->session, im_divergence_get_layer (first)->path);
    }
  else
    {
      adw_bin_set_child (self->finding, NULL);
      if (any != NULL && any->n_layers > 0)
        show_finding (self, 0);
    }
}

/* Whether a layer, or the whole pipeline, has a state in any build. */
static gboolean
has_state (const ImDivergence *found, ImCompareState state, gboolean is_of_whole)
{
  for (guint i = 0; i < found->n_columns; i++)
    {
      const ImComparison *comparison = found->columns[i].comparison;

      if (comparison == NULL)
        continue;
      if (is_of_whole && im_compare_layer_get_state (&comparison->whole) == state)
        return TRUE;
      for (guint j = 0; !is_of_whole && j < comparison->n_layers; j++)
        if (im_compare_layer_get_state (&comparison->layers[j]) == state)
          return TRUE;
    }

  return FALSE;
}

/* What is to be said where no layer is out of tolerance. */
static const char *
get_verdict (const ImDivergence *found)
{
  if (get_any (found) == NULL || get_any (found)->n_layers == 0)
    return _ ("Nothing could be compared");
  if (has_state (found, IM_COMPARE_DIFFERENT, TRUE))
    return _ ("No layer is out of tolerance, but the whole pipeline is");
  for (ImCompareState state = IM_COMPARE_NO_TWIN; state <= IM_COMPARE_NO_C; state++)
    if (has_state (found, state, FALSE))
      return _ ("No layer that could be compared is out of tolerance");

  return _ ("No layer is out of tolerance");
}

/* What came of it, and what it ran on. */
static char *
dup_state (StudioDivergencePanel *self, const ImDivergence *found, gboolean is_stale)
{
  const ImDivergenceColumn *first = found == NULL ? NULL
                                                  : im_divergence_get_first (found);
  const char *activity = studio_divergence_get_activity (self->divergence);
  const char *recording = studio_divergence_get_recording (self->divergence);
  GString *text = g_string_new (activity);

  if (activity != NULL || found == NULL)
    return g_string_free (text, FALSE);
  if (is_stale)
    g_string_append_printf (text, "%s · ", _ ("Before the last edit"));
  if (first != NULL)
    /* Translators: a layer, and a build */
    g_string_append_printf (text, _ ("First out of tolerance: %s, in %s"),
                            im_divergence_get_layer (first)->title, first->build.name);
  else
    g_string_append (text, get_verdict (found));
  g_string_append (text, " · ");
  if (recording != NULL)
    /* Translators: %s is the name of a file */
    g_string_append_printf (text, _ ("on %s, random frames and edge values"), recording);
  else
    g_string_append (text, _ ("on random frames and edge values"));

  return g_string_free (text, FALSE);
}

/* What could not be built or run, one line each. */
static char *
dup_errors_of_builds (const ImDivergence *found)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < found->n_columns; i++)
    if (found->columns[i].error != NULL)
      g_string_append_printf (text, "%s%s: %s", text->len > 0 ? "\n" : "",
                              found->columns[i].build.name,
                              found->columns[i].error->message);

  return g_string_free (text, FALSE);
}

static void
update (StudioDivergencePanel *self)
{
  gboolean is_stale;
  const ImDivergence *found = studio_divergence_get_found (self->divergence, &is_stale);
  const char *problem = studio_divergence_get_problem (self->divergence);
  gboolean is_busy = studio_divergence_get_activity (self->divergence) != NULL;
  g_autofree char *state = dup_state (self, found, is_stale);
  g_autofree char *errors = found == NULL ? NULL : dup_errors_of_builds (found);
  const char *message = problem != NULL ? problem
                        : found == NULL ? _ ("Compare runs the C of each build that is "
                                             "chosen, and the Python of each layer, on "
                                             "the same frames.")
                        : errors[0] != '\0' ? errors
                                            : NULL;

  gtk_spinner_set_spinning (self->spinner, is_busy);
  gtk_widget_set_visible (self->start, !is_busy);
  gtk_widget_set_visible (self->stop, is_busy);
  gtk_widget_set_visible (self->save, found != NULL && !is_busy);
  gtk_label_set_label (self->state, state);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->state), state);
  gtk_label_set_label (self->message, message != NULL ? message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->message), message != NULL);
  gtk_widget_set_visible (self->content, found != NULL);
  gtk_widget_set_visible (self->legend, found != NULL && get_any (found) != NULL);
  if (is_stale || is_busy)
    gtk_widget_add_css_class (self->content, "stale");
  else
    gtk_widget_remove_css_class (self->content, "stale");
  gtk_drop_down_set_selected (self->scales,
                              studio_divergence_get_scale (self->divergence));
  if (found == NULL)
    self->shown = NULL;
  else if (found != self->shown)
    show_found (self, found);
}

static void
scaled_cb (StudioDivergencePanel *self)
{
  scale_cb (self);
  if (self->shown != NULL)
    list_layers (self, self->shown);
}

static void
save_cb (GtkNativeDialog *dialog, int response, StudioDivergencePanel *self)
{
  GBytes *report = studio_divergence_get_report (self->divergence);
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = NULL;

  if (response == GTK_RESPONSE_ACCEPT && report != NULL)
    {
      file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      if (!im_file_write_atomically (g_file_peek_path (file), report, NULL, &error))
        {
          gtk_label_set_label (self->message, error->message);
          gtk_widget_show (GTK_WIDGET (self->message));
        }
    }
  g_object_unref (dialog);
}

static void
choose_file_cb (StudioDivergencePanel *self)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Save Report"), GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
      GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), "report.html");
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (save_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

void
studio_divergence_panel_bind (StudioDivergencePanel *self, StudioSession *session)
{
  g_return_if_fail (STUDIO_IS_DIVERGENCE_PANEL (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  self->divergence = g_object_ref (studio_session_get_divergence (session));
  g_signal_connect_object (self->divergence, "changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  update (self);
  g_signal_connect_object (self->scales, "notify::selected", G_CALLBACK (scaled_cb), self,
                           G_CONNECT_SWAPPED);
  studio_divergence_set_watched (self->divergence,
                                 gtk_widget_get_mapped (GTK_WIDGET (self)));
}

static void
studio_divergence_panel_map (GtkWidget *widget)
{
  StudioDivergencePanel *self = STUDIO_DIVERGENCE_PANEL (widget);

  GTK_WIDGET_CLASS (studio_divergence_panel_parent_class)->map (widget);
  if (self->divergence != NULL)
    studio_divergence_set_watched (self->divergence, TRUE);
}

static void
studio_divergence_panel_unmap (GtkWidget *widget)
{
  StudioDivergencePanel *self = STUDIO_DIVERGENCE_PANEL (widget);

  if (self->divergence != NULL)
    studio_divergence_set_watched (self->divergence, FALSE);
  GTK_WIDGET_CLASS (studio_divergence_panel_parent_class)->unmap (widget);
}

static void
studio_divergence_panel_dispose (GObject *object)
{
  StudioDivergencePanel *self = STUDIO_DIVERGENCE_PANEL (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->divergence);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (studio_divergence_panel_parent_class)->dispose (object);
}

static void
studio_divergence_panel_class_init (StudioDivergencePanelClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = studio_divergence_panel_dispose;
  widget_class->map = studio_divergence_panel_map;
  widget_class->unmap = studio_divergence_panel_unmap;
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-divergence-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioDivergencePanel, builds);
  gtk_widget_class_bind_template_child (widget_class, StudioDivergencePanel, exact);
  gtk_widget_class_bind_template_child (widget_class, StudioDivergencePanel, scales);
  gtk_widget_class_bind_template_child (widget_class, StudioDivergencePanel, start);
  gtk_widget_class_bind_template_child (widget_class, StudioDivergencePanel, stop);
  gtk_widget_class_bind_template_child (widget_class, StudioDivergencePanel, save);
  gtk_widget_class_bind_template_child (widget_class, StudioDivergencePanel, spinner);
  gtk_widget_class_bind_template_child (widget_class, StudioDivergencePanel, state);
  gtk_widget_class_bind_template_child (widget_class, StudioDivergencePanel, message);
  gtk_widget_class_bind_template_child (widget_class, StudioDivergencePanel, content);
  gtk_widget_class_bind_template_child (widget_class, StudioDivergencePanel, legend);
  gtk_widget_class_bind_template_child (widget_class, StudioDivergencePanel, layers);
  gtk_widget_class_bind_template_child (widget_class, StudioDivergencePanel, cut);
  gtk_widget_class_bind_template_child (widget_class, StudioDivergencePanel, finding);
  gtk_widget_class_bind_template_callback_full (widget_class, "start_cb",
                                                G_CALLBACK (start_cb));
  gtk_widget_class_bind_template_callback_full (widget_class, "stop_cb",
                                                G_CALLBACK (stop_cb));
  gtk_widget_class_bind_template_callback_full (widget_class, "choose_file_cb",
                                                G_CALLBACK (choose_file_cb));
  gtk_widget_class_bind_template_callback_full (widget_class, "row_cb",
                                                G_CALLBACK (row_cb));
}

static void
studio_divergence_panel_init (StudioDivergencePanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < G_N_ELEMENTS (build_names); i++)
    add_build (self, i);
}
