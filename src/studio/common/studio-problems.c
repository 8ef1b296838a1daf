/* SPDX-License-Identifier: MIT */
#include "studio/common/studio-problems.h"

#include <glib/gi18n.h>
#include <string.h>

#include "studio/common/studio-problem-row.h"

#define MAX_ROWS 100 /* nobody reads more, and each takes time to make */

struct _StudioProblems
{
  GtkWidget parent_instance;

  GtkToggleButton *toggle;
  GtkImage *icon;
  GtkLabel *count;
  GtkRevealer *revealer;
  GtkStack *stack;
  GtkListBox *list;

  GtkWidget *export_button;

  gboolean has_problems;
  guint n_errors;
  gboolean can_export;
};

G_DEFINE_FINAL_TYPE (StudioProblems, studio_problems, GTK_TYPE_WIDGET)

enum
{
  LAYER_ACTIVATED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
row_activated_cb (GtkListBox *list, GtkListBoxRow *row, StudioProblems *self)
{
  gint layer = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (row), "layer")) - 1;

  guint line = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "line"));
  guint column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "column"));

  if (layer >= 0)
    g_signal_emit (self, signals[LAYER_ACTIVATED], 0, (guint) layer);
  else if (line > 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "code.show-place", "(uu)", line,
                                column);
}

/* What is wrong outside of all layers is shown in the text of the file. */
static gboolean
set_place (GtkWidget *row, ImDocument *document, const ImDiagnostic *problem)
{
  guint line, column;

  if (problem->source != im_unit_file_get_source (im_document_get_file (document)))
    return FALSE;
  im_diagnostic_locate (problem, &line, &column);
  g_object_set_data (G_OBJECT (row), "line", GUINT_TO_POINTER (line));
  g_object_set_data (G_OBJECT (row), "column", GUINT_TO_POINTER (column));

  return line > 0;
}

static void
append_row (StudioProblems *self, ImDocument *document, const ImDiagnostic *problem)
{
  GtkWidget *row = gtk_list_box_row_new ();
  gint layer = im_document_find_layer (document, problem);

  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row),
                              studio_problem_row_new (document, problem, TRUE));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row),
                                    set_place (row, document, problem) || layer >= 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  problem->message, -1);
  g_object_set_data (G_OBJECT (row), "layer", GINT_TO_POINTER (layer + 1));
  gtk_list_box_append (self->list, row);
}

static void
append_rest (StudioProblems *self, guint n)
{
  g_autofree char *text = g_strdup_printf (
      ngettext ("and %u more problem", "and %u more problems", n), n);
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "problem");
  gtk_list_box_append (self->list, label);
}

/* Other hints are for those who write units. */
static gboolean
is_unknown (const ImDiagnostic *problem)
{
  return problem->severity == IM_SEVERITY_HINT &&
         strcmp (problem->code, "not-known") == 0;
}

static void
update_bar (StudioProblems *self, const ImDiagnostics *problems, guint n, guint n_unknown)
{
  gboolean is_bad = im_diagnostics_count (problems, IM_SEVERITY_ERROR) > 0;
  g_autoptr (GString) text = g_string_new (n == 0 ? _ ("No Problems") : NULL);

  if (n > 0)
    g_string_append_printf (text, ngettext ("%u Problem", "%u Problems", n), n);
  if (n_unknown > 0)
    {
      g_string_append (text, " · ");
      /* Translators: what cannot be tested before the sizes of the inputs are known. */
      g_string_append_printf (
          text, ngettext ("%u Not Known Yet", "%u Not Known Yet", n_unknown), n_unknown);
    }

  gtk_label_set_label (self->count, text->str);
  gtk_image_set_from_icon_name (self->icon, is_bad  ? "dialog-error-symbolic"
                                            : n > 0 ? "dialog-warning-symbolic"
                                                    : "emblem-ok-symbolic");
  gtk_widget_remove_css_class (GTK_WIDGET (self->icon), "error");
  gtk_widget_remove_css_class (GTK_WIDGET (self->icon), "warning");
  if (n > 0)
    gtk_widget_add_css_class (GTK_WIDGET (self->icon), is_bad ? "error" : "warning");
}

/* Why a document cannot be exported; NULL if it can. */
static char *
dup_obstacle (ImDocument *document)
{
  const ImDiagnostics *problems = im_document_get_export_problems (document);
  guint n = im_diagnostics_count (problems, IM_SEVERITY_ERROR);

  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);

      if (problem->severity == IM_SEVERITY_ERROR)
        /* Translators: how many problems there are, and the message of the first one. */
        return g_strdup_printf (ngettext ("Cannot be exported because of %u problem: %s",
                                          "Cannot be exported because of %u problems. "
                                          "The first one: %s",
                                          n),
                                n, problem->message);
    }

  return NULL;
}

/* The button is there even if it cannot work: what it says then is what there is to do.
 */
static void
update_export (StudioProblems *self, ImDocument *document)
{
  g_autofree char *obstacle = dup_obstacle (document);
  const char *text = obstacle == NULL ? _ ("Export Firmware Bundle (Ctrl+Shift+E)")
                                      : obstacle;

  self->can_export = obstacle == NULL;
  gtk_widget_set_tooltip_text (self->export_button, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->export_button),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

guint
studio_problems_count_errors (StudioProblems *self)
{
  g_return_val_if_fail (STUDIO_IS_PROBLEMS (self), 0);

  return self->n_errors;
}

gboolean
studio_problems_can_export (StudioProblems *self)
{
  g_return_val_if_fail (STUDIO_IS_PROBLEMS (self), FALSE);

  return self->can_export;
}

/* The row with the focus, or -1. The focus is taken out of the list: GTK 4.8 sends keys
 * to a widget that was removed with it, where they are lost. */
static gint
release_focus (StudioProblems *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root == NULL ? NULL : gtk_root_get_focus (root);
  GtkWidget *row;

  if (focus == NULL || !gtk_widget_is_ancestor (focus, GTK_WIDGET (self->list)))
    return -1;
  row = GTK_IS_LIST_BOX_ROW (focus)
            ? focus
            : gtk_widget_get_ancestor (focus, GTK_TYPE_LIST_BOX_ROW);
  gtk_root_set_focus (root, NULL);

  return gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));
}

/* Gives it back to what stands there now. */
static void
return_focus (StudioProblems *self, gint index)
{
  GtkListBoxRow *row = NULL;

  for (; index >= 0 && row == NULL; index--)
    row = gtk_list_box_get_row_at_index (self->list, index);
  gtk_widget_grab_focus (row == NULL ? GTK_WIDGET (self->toggle) : GTK_WIDGET (row));
}

gboolean
studio_problems_are_momentary (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root == NULL ? NULL : gtk_root_get_focus (root);

  while (focus != NULL &&
         g_strcmp0 (G_OBJECT_TYPE_NAME (focus), "StudioExpressionEntry") != 0)
    focus = gtk_widget_get_parent (focus);

  return focus != NULL;
}

/* Nothing moves while somebody types an expression: what is wrong may be so for a moment.
 * The list opens or closes with the next change behind that. */
static void
show_or_hide (StudioProblems *self, gboolean has_problems)
{
  if (has_problems == self->has_problems ||
      studio_problems_are_momentary (GTK_WIDGET (self)))
    return;
  gtk_toggle_button_set_active (self->toggle, has_problems);
  self->has_problems = has_problems;
}

void
studio_problems_update (StudioProblems *self,
                        ImDocument *document,
                        const ImDiagnostics *problems)
{
  guint n = 0, n_unknown = 0;
  gint focused;
  GtkWidget *row;

  g_return_if_fail (STUDIO_IS_PROBLEMS (self));
  focused = release_focus (self);
  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);
  for (ImSeverity severity = IM_SEVERITY_ERROR; severity > IM_SEVERITY_HINT; severity--)
    for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
      if (im_diagnostics_get (problems, i)->severity == severity && n++ < MAX_ROWS)
        append_row (self, document, im_diagnostics_get (problems, i));
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    if (is_unknown (im_diagnostics_get (problems, i)) && n + n_unknown++ < MAX_ROWS)
      append_row (self, document, im_diagnostics_get (problems, i));
  if (n + n_unknown > MAX_ROWS)
    append_rest (self, n + n_unknown - MAX_ROWS);
  update_bar (self, problems, n, n_unknown);
  update_export (self, document);
  gtk_stack_set_visible_child_name (self->stack, n + n_unknown > 0 ? "list" : "empty");

  show_or_hide (self, n > 0);
  self->n_errors = im_diagnostics_count (problems, IM_SEVERITY_ERROR);
  if (focused >= 0)
    return_focus (self, focused);
}

GtkWidget *
studio_problems_new_details (ImDocument *document, guint layer)
{
  const ImDiagnostics *problems = im_document_get_problems (document);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  gtk_widget_set_size_request (box, 320, -1);
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);

      if (problem->severity > IM_SEVERITY_HINT &&
          im_document_find_layer (document, problem) == (gint) layer)
        gtk_box_append (GTK_BOX (box), studio_problem_row_new (document, problem, FALSE));
    }

  return box;
}

static void
studio_problems_dispose (GObject *object)
{
  StudioProblems *self = STUDIO_PROBLEMS (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (studio_problems_parent_class)->dispose (object);
}

static void
studio_problems_class_init (StudioProblemsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_problems_dispose;

  /**
   * StudioProblems::layer-activated:
   * @problems: the list
   * @layer: a layer that has a problem
   *
   * Somebody wants to see where a problem is.
   */
  signals[LAYER_ACTIVATED] = g_signal_new ("layer-activated", STUDIO_TYPE_PROBLEMS,
                                           G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                           G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-problems.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioProblems, toggle);
  gtk_widget_class_bind_template_child (widget_class, StudioProblems, icon);
  gtk_widget_class_bind_template_child (widget_class, StudioProblems, count);
  gtk_widget_class_bind_template_child (widget_class, StudioProblems, revealer);
  gtk_widget_class_bind_template_child (widget_class, StudioProblems, stack);
  gtk_widget_class_bind_template_child (widget_class, StudioProblems, list);
  gtk_widget_class_bind_template_child (widget_class, StudioProblems, export_button);
}

static void
studio_problems_init (StudioProblems *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (self->list, "row-activated", G_CALLBACK (row_activated_cb), self);
}
