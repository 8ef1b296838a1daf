/* SPDX-License-Identifier: MIT */
#include "studio/stack/studio-stack-card.h"

struct _StudioStackCard
{
  GtkWidget parent_instance;

  GtkLabel *input;
  GtkLabel *line_above;
  GtkWidget *body;
  GtkWidget *handle;
  GtkLabel *name;
  GtkLabel *unit;
  GtkLabel *options;
  GtkLabel *problem;
  GtkLabel *line_below;
  GtkLabel *output;

  StudioLayerItem *item;
};

G_DEFINE_FINAL_TYPE (StudioStackCard, studio_stack_card, GTK_TYPE_WIDGET)

static void
set_class (gpointer widget, const char *css_class, gboolean is_set)
{
  if (is_set)
    gtk_widget_add_css_class (widget, css_class);
  else
    gtk_widget_remove_css_class (widget, css_class);
}

static void
show_type (GtkLabel *label, StudioLayerItem *item, StudioLayerText which)
{
  const char *type = studio_layer_item_get_text (item, which);

  gtk_label_set_label (
      label,
      *type == '\0' ? studio_layer_item_get_text (item, STUDIO_LAYER_UNKNOWN) : type);
  set_class (label, "unknown", *type == '\0');
}

static void
show_optional (GtkLabel *label, const char *text)
{
  gtk_label_set_label (label, text == NULL ? "" : text);
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && *text != '\0');
}

static void
show_state (StudioStackCard *self, StudioLayerItem *item)
{
  show_type (self->input, item, STUDIO_LAYER_INPUT);
  show_type (self->output, item, STUDIO_LAYER_OUTPUT);
  show_optional (self->problem, studio_layer_item_get_text (item, STUDIO_LAYER_PROBLEMS));
  set_class (self->body, "broken", studio_layer_item_has_problems (item));
}

void
studio_stack_card_show (StudioStackCard *self, StudioLayerItem *item, gboolean is_last)
{
  g_autofree char *description = studio_layer_item_dup_description (item);

  g_set_object (&self->item, item);
  gtk_label_set_label (self->name, studio_layer_item_get_text (item, STUDIO_LAYER_NAME));
  gtk_label_set_label (self->unit, studio_layer_item_get_text (item, STUDIO_LAYER_UNIT));
  show_optional (self->options, studio_layer_item_get_text (item, STUDIO_LAYER_OPTIONS));
  show_state (self, item);
  set_class (self->body, "disabled", !studio_layer_item_is_enabled (item));
  set_class (self->body, "dragged", FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->output), is_last);
  studio_stack_card_show_line (self, NULL, NULL, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  description, -1);
}

void
studio_stack_card_show_preview (StudioStackCard *self, StudioLayerItem *item)
{
  set_class (self->body, "dragged", item == NULL);
  if (item != NULL)
    show_state (self, item);
}

void
studio_stack_card_show_line (StudioStackCard *self,
                             const char *above,
                             const char *below,
                             gboolean breaks)
{
  show_optional (self->line_above, above);
  show_optional (self->line_below, below);
  set_class (self->line_above, "broken", breaks);
  set_class (self->line_below, "broken", breaks);
}

StudioLayerItem *
studio_stack_card_get_item (StudioStackCard *self)
{
  return self->item;
}

GtkWidget *
studio_stack_card_get_body (StudioStackCard *self)
{
  return self->body;
}

GtkWidget *
studio_stack_card_get_handle (StudioStackCard *self)
{
  return self->handle;
}

static void
studio_stack_card_dispose (GObject *object)
{
  StudioStackCard *self = STUDIO_STACK_CARD (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->item);
  G_OBJECT_CLASS (studio_stack_card_parent_class)->dispose (object);
}

static void
studio_stack_card_class_init (StudioStackCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_stack_card_dispose;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-stack-card.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioStackCard, input);
  gtk_widget_class_bind_template_child (widget_class, StudioStackCard, line_above);
  gtk_widget_class_bind_template_child (widget_class, StudioStackCard, body);
  gtk_widget_class_bind_template_child (widget_class, StudioStackCard, handle);
  gtk_widget_class_bind_template_child (widget_class, StudioStackCard, name);
  gtk_widget_class_bind_template_child (widget_class, StudioStackCard, unit);
  gtk_widget_class_bind_template_child (widget_class, StudioStackCard, options);
  gtk_widget_class_bind_template_child (widget_class, StudioStackCard, problem);
  gtk_widget_class_bind_template_child (widget_class, StudioStackCard, line_below);
  gtk_widget_class_bind_template_child (widget_class, StudioStackCard, output);
}

static void
studio_stack_card_init (StudioStackCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
studio_stack_card_new (void)
{
  return g_object_new (STUDIO_TYPE_STACK_CARD, NULL);
}
