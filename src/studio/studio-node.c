/* SPDX-License-Identifier: MIT */
#include "studio/studio-node.h"

#include <string.h>

#define MAX_SETTINGS 4 /* that a node shows */

static GtkWidget *
new_box (const char *css_class)
{
  GtkWidget *box = g_object_new (GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL,
                                 "spacing", 2, "accessible-role",
                                 GTK_ACCESSIBLE_ROLE_GROUP, NULL);

  gtk_widget_add_css_class (box, "pipeline-node");
  if (css_class != NULL)
    gtk_widget_add_css_class (box, css_class);

  return box;
}

static GtkWidget *
append_label (GtkWidget *box, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 34);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);

  return label;
}

static void
append_setting (GtkWidget *box,
                const ImDocumentLayer *layer,
                const ImUnitArgument *argument)
{
  const ImParameter *option = im_unit_find_parameter (layer->unit,
                                                      argument->parameter.text);
  g_autoptr (GString) text = g_string_new (NULL);
  ImValue value;

  if (option == NULL || !im_parameter_is_option (option))
    return;
  g_string_append_printf (text, "%s: ", option->text);
  if (layer->evaluation != NULL &&
      im_unit_evaluation_get_value (layer->evaluation, option, &value, NULL))
    im_value_append_display (&value, text);
  else
    g_string_append (text, argument->value == NULL ? "?" : argument->value->text);
  append_label (box, text->str, "caption");
}

static void
append_settings (GtkWidget *box, const ImDocumentLayer *layer)
{
  for (guint i = 0; i < MIN (layer->node->n_arguments, MAX_SETTINGS); i++)
    if (layer->unit != NULL)
      append_setting (box, layer, &layer->node->arguments[i]);
}

static void
describe (GtkWidget *box, const ImDocumentLayer *layer, guint number, const char *title)
{
  g_autofree char *label = g_strdup_printf (
      "%s, layer %u%s%s", title, number + 1, layer->node->is_enabled ? "" : ", disabled",
      layer->n_problems > 0 ? ", has problems" : "");

  gtk_accessible_update_property (GTK_ACCESSIBLE (box), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
}

GtkWidget *
studio_node_new_layer (ImDocument *document, guint number)
{
  const ImDocumentLayer *layer = im_document_get_layer (document, number);
  const char *title = layer->unit == NULL ? layer->name : layer->unit->display_name;
  GtkWidget *box = new_box (layer->n_problems > 0 ? "broken" : NULL);
  GtkWidget *heading = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_append (GTK_BOX (box), heading);
  append_label (heading, title, "heading");
  if (layer->n_problems > 0)
    {
      GtkWidget *icon = gtk_image_new_from_icon_name ("dialog-error-symbolic");

      gtk_widget_set_hexpand (icon, TRUE);
      gtk_widget_set_halign (icon, GTK_ALIGN_END);
      gtk_widget_add_css_class (icon, "error");
      gtk_box_append (GTK_BOX (heading), icon);
    }
  append_label (box, layer->node->unit_id.text, "dim-label");
  append_settings (box, layer);
  if (!layer->node->is_enabled)
    gtk_widget_add_css_class (box, "disabled");
  gtk_widget_set_focusable (box, TRUE);
  describe (box, layer, number, title);

  return box;
}

GtkWidget *
studio_node_new_terminal (const char *name)
{
  GtkWidget *box = new_box ("terminal");
  GtkWidget *label = append_label (box, name, "heading");

  gtk_widget_set_hexpand (label, TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0.5f);

  return box;
}

GtkWidget *
studio_node_new_pill (ImUnitEvaluation *evaluation, const ImParameter *socket)
{
  g_autoptr (GString) text = g_string_new (NULL);
  GtkWidget *label = gtk_label_new (NULL);
  ImValue value;

  gtk_widget_add_css_class (label, "pipeline-pill");
  if (evaluation != NULL && socket != NULL &&
      im_unit_evaluation_get_value (evaluation, socket, &value, NULL))
    im_value_append_display (&value, text);
  else
    {
      g_string_assign (text, "not known");
      gtk_widget_add_css_class (label, "unknown");
    }
  gtk_label_set_label (GTK_LABEL (label), text->str);

  return label;
}
