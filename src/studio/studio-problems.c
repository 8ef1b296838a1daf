/* SPDX-License-Identifier: MIT */
#include "studio/studio-problems.h"

struct _StudioProblems
{
  GtkWidget parent_instance;

  GtkRevealer *revealer;
  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (StudioProblems, studio_problems, GTK_TYPE_WIDGET)

enum
{
  LAYER_ACTIVATED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static GtkWidget *
new_row (ImDocument *document, const ImDiagnostic *problem)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *icon = gtk_image_new_from_icon_name (problem->severity == IM_SEVERITY_ERROR
                                                      ? "dialog-error-symbolic"
                                                      : "dialog-warning-symbolic");
  GtkWidget *label = gtk_label_new (NULL);
  g_autofree char *text = problem->note == NULL
                              ? g_strdup (problem->message)
                              : g_strdup_printf ("%s\n%s", problem->message,
                                                 problem->note);
  gint layer = im_document_find_layer (document, problem);

  gtk_label_set_label (GTK_LABEL (label), text);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (icon,
                            problem->severity == IM_SEVERITY_ERROR ? "error" : "warning");
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), label);
  gtk_widget_set_margin_start (box, 6);
  gtk_widget_set_margin_top (box, 4);
  gtk_widget_set_margin_bottom (box, 4);
  g_object_set_data (G_OBJECT (box), "layer", GINT_TO_POINTER (layer + 1));

  return box;
}

static void
row_activated_cb (GtkListBox *list, GtkListBoxRow *row, StudioProblems *self)
{
  GtkWidget *box = gtk_list_box_row_get_child (row);
  gint layer = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (box), "layer")) - 1;

  if (layer >= 0)
    g_signal_emit (self, signals[LAYER_ACTIVATED], 0, (guint) layer);
}

void
studio_problems_update (StudioProblems *self, ImDocument *document)
{
  const ImDiagnostics *problems = im_document_get_problems (document);
  guint n_shown = 0;
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);

      if (problem->severity == IM_SEVERITY_HINT)
        continue;
      gtk_list_box_append (self->list, new_row (document, problem));
      n_shown++;
    }
  gtk_revealer_set_reveal_child (self->revealer, n_shown > 0);
}

static void
studio_problems_dispose (GObject *object)
{
  StudioProblems *self = STUDIO_PROBLEMS (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  g_clear_pointer (&child, gtk_widget_unparent);
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
  gtk_widget_class_bind_template_child (widget_class, StudioProblems, revealer);
  gtk_widget_class_bind_template_child (widget_class, StudioProblems, list);
}

static void
studio_problems_init (StudioProblems *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (self->list, "row-activated", G_CALLBACK (row_activated_cb), self);
}
