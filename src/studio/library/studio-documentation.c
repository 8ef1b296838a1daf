/* SPDX-License-Identifier: MIT */
#include "studio/library/studio-documentation.h"

#include <glib/gi18n.h>

#include "studio/library/studio-description-view.h"
#include "studio/library/studio-unit-cost.h"
#include "studio/units/studio-parameter-text.h"

struct _StudioDocumentation
{
  GtkWidget parent_instance;

  GtkScrolledWindow *scroller;
  GtkStack *pages;
  GtkLabel *name;
  GtkLabel *id;
  GtkBox *blocks;

  const ImUnit *unit;
};

/* How high it is at least, in pixels. */
#define HINT  96
#define LEAST 120

G_DEFINE_FINAL_TYPE (StudioDocumentation, studio_documentation, GTK_TYPE_WIDGET)

static gboolean
is_input (const ImParameter *parameter)
{
  return parameter->kind == IM_PARAMETER_INPUT;
}

static gboolean
is_output (const ImParameter *parameter)
{
  return parameter->kind == IM_PARAMETER_OUTPUT || parameter->kind == IM_PARAMETER_RETURN;
}

static gboolean
is_option (const ImParameter *parameter)
{
  return im_parameter_is_option (parameter);
}

static GtkWidget *
new_parameter_row (const ImParameter *parameter)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  g_autofree char *facts = studio_parameter_text_dup_facts (parameter);
  g_autofree char *title = g_markup_printf_escaped (
      "<b>%s</b>  <span alpha=\"65%%\">%s</span>", parameter->text, facts);

  gtk_box_append (GTK_BOX (row), studio_description_new_label (title, NULL));
  if (parameter->description != NULL && *parameter->description != '\0')
    {
      g_autofree char *description = g_markup_escape_text (parameter->description, -1);

      gtk_box_append (GTK_BOX (row), studio_description_new_label (description, NULL));
    }

  return row;
}

static void
add_parameters (StudioDocumentation *self,
                const char *title,
                gboolean (*belongs) (const ImParameter *))
{
  GtkWidget *table = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  for (guint i = 0; i < self->unit->n_parameters; i++)
    if (belongs (&self->unit->parameters[i]))
      gtk_box_append (GTK_BOX (table), new_parameter_row (&self->unit->parameters[i]));
  if (gtk_widget_get_first_child (table) == NULL)
    {
      g_object_ref_sink (table);
      g_object_unref (table);
      return;
    }
  gtk_box_append (self->blocks, studio_description_new_heading (title));
  gtk_widget_add_css_class (table, "parameters");
  gtk_box_append (self->blocks, table);
}

static void
clear (StudioDocumentation *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->blocks))) != NULL)
    gtk_box_remove (self->blocks, child);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
}

void
studio_documentation_set_unit (StudioDocumentation *self, const ImUnit *unit)
{
  g_return_if_fail (STUDIO_IS_DOCUMENTATION (self));

  if (unit == self->unit)
    return;
  self->unit = unit;
  clear (self);
  gtk_stack_set_visible_child_name (self->pages, unit == NULL ? "hint" : "unit");
  gtk_scrolled_window_set_min_content_height (self->scroller,
                                              unit == NULL ? HINT : LEAST);
  if (unit == NULL)
    return;
  gtk_label_set_label (self->name, unit->display_name);
  gtk_label_set_label (self->id, unit->id.text);
  studio_description_add (self->blocks, unit);
  add_parameters (self, _ ("Inputs"), is_input);
  add_parameters (self, _ ("Outputs"), is_output);
  add_parameters (self, _ ("Options"), is_option);
  studio_unit_cost_add (self->blocks, unit);
}

static void
studio_documentation_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (studio_documentation_parent_class)->dispose (object);
}

static void
studio_documentation_class_init (StudioDocumentationClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_documentation_dispose;
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-documentation.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioDocumentation, scroller);
  gtk_widget_class_bind_template_child (widget_class, StudioDocumentation, pages);
  gtk_widget_class_bind_template_child (widget_class, StudioDocumentation, name);
  gtk_widget_class_bind_template_child (widget_class, StudioDocumentation, id);
  gtk_widget_class_bind_template_child (widget_class, StudioDocumentation, blocks);
}

static void
studio_documentation_init (StudioDocumentation *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
