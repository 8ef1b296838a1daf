/* SPDX-License-Identifier: MIT */
#include "studio/inspector/studio-property-row.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/change/im-document-input.h"
#include "unit/im-unit-frame.h"

struct _StudioPropertyRow
{
  AdwEntryRow parent_instance;

  ImDocument *document;
  char *name;
  char *property;
  char *shown; /* what the document says */
  GtkWidget *message_row;
  GtkLabel *message;
};

G_DEFINE_FINAL_TYPE (StudioPropertyRow, studio_property_row, ADW_TYPE_ENTRY_ROW)

const ImGraphNode *
studio_property_find_expression (ImDocument *document, const char *name)
{
  gint number = im_graph_find_node (im_document_get_graph (document), name);
  const ImGraphNode *node = number < 0
                                ? NULL
                                : im_document_get_node (document, (guint) number)->node;

  return node != NULL && node->kind == IM_NODE_EXPRESSION ? node : NULL;
}

static const char *
get_expression (const ImUnitExpr *expr)
{
  return expr == NULL ? NULL : expr->text;
}

static char *
dup_choices (const ImOption *option)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < option->n_items; i++)
    {
      const ImParameterItem *item = &option->items[i];

      g_string_append (out, i == 0 ? "" : ", ");
      if (strcmp (item->label, item->value.text) != 0)
        g_string_append_printf (out, "%s: ", item->label);
      g_string_append (out, item->value.text);
    }

  return g_string_free (out, FALSE);
}

static char *
dup_inputs (const ImUnitNode *node)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < node->n_inputs; i++)
    {
      g_string_append_printf (out, "%s%s", i == 0 ? "" : ", ", node->inputs[i].name.text);
      if (node->inputs[i].type != NULL)
        g_string_append_printf (out, ": %s", node->inputs[i].type);
    }

  return g_string_free (out, FALSE);
}

static char *
dup_of_node (const ImUnitNode *node, const char *property)
{
  if (strcmp (property, "inputs") == 0)
    return dup_inputs (node);
  if (strcmp (property, "type") == 0)
    return g_strdup (node->result_type.text);

  return strcmp (property, "expression") == 0
             ? g_strdup (get_expression (node->expression))
             : NULL;
}

static char *
dup_of_option (const ImOption *option, const char *property)
{
  return strcmp (property, "default") == 0   ? g_strdup (option->initial.text)
         : strcmp (property, "min") == 0     ? g_strdup (option->minimum.text)
         : strcmp (property, "max") == 0     ? g_strdup (option->maximum.text)
         : strcmp (property, "choices") == 0 ? dup_choices (option)
                                             : NULL;
}

static char *
dup_of_socket (ImDocument *document, const ImSocket *socket, const char *property)
{
  const ImTensorType *type;
  GString *text;

  if (socket->parameter->kind != IM_PARAMETER_INPUT)
    return g_strdup (strcmp (property, "type") == 0    ? get_expression (socket->type)
                     : strcmp (property, "shape") == 0 ? get_expression (socket->shape)
                     : strcmp (property, "rate") == 0  ? get_expression (socket->rate)
                                                       : NULL);
  type = im_document_get_input_type (document, socket->parameter);
  if (strcmp (property, "type") != 0 || type == NULL)
    return NULL;
  text = g_string_new (NULL);
  im_tensor_type_append_text (type, text);

  return g_string_free (text, FALSE);
}

static char *
dup_of_frame (const ImUnitFrame *frame, const char *property)
{
  return g_strdup (strcmp (property, "title") == 0   ? frame->title
                   : strcmp (property, "text") == 0  ? frame->text
                   : strcmp (property, "color") == 0 ? im_frame_color_names[frame->color]
                                                     : NULL);
}

char *
studio_property_dup_text (ImDocument *document, const char *name, const char *property)
{
  const ImParameter *parameter = im_unit_find_parameter (im_document_get_unit (document),
                                                         name);
  const ImGraphNode *node = studio_property_find_expression (document, name);
  const ImUnitFrame *frame = im_unit_find_frame (im_document_get_unit (document), name);
  char *text = NULL;

  if (frame != NULL)
    text = dup_of_frame (frame, property);
  else if (parameter == NULL)
    text = node == NULL ? NULL : dup_of_node (node->declaration, property);
  else if (strcmp (property, "text") == 0)
    text = g_strdup (parameter->text);
  else if (strcmp (property, "description") == 0)
    text = g_strdup (parameter->description);
  else if (parameter->option != NULL)
    text = dup_of_option (parameter->option, property);
  else if (parameter->socket != NULL)
    text = dup_of_socket (document, parameter->socket, property);
  else if (parameter->binding != NULL && strcmp (property, "expression") == 0)
    text = g_strdup (get_expression (parameter->binding->value));

  return text == NULL ? g_strdup ("") : text;
}

gboolean
studio_property_apply (ImDocument *document,
                       const char *name,
                       const char *property,
                       const char *text,
                       GError **error)
{
  gboolean can_be_empty = strcmp (property, "expression") == 0 ||
                          strcmp (property, "inputs") == 0;
  const ImEdit edit = { .kind = IM_EDIT_CHANGE,
                        .nodes = &name,
                        .n_nodes = 1,
                        .name = property,
                        .text = *text == '\0' && !can_be_empty ? NULL : text };
  g_autofree char *old = studio_property_dup_text (document, name, property);
  const ImParameter *parameter = im_unit_find_parameter (im_document_get_unit (document),
                                                         name);

  if (parameter != NULL && parameter->kind == IM_PARAMETER_INPUT &&
      strcmp (property, "type") == 0)
    return im_document_set_input_type (document, parameter, text, error);

  return strcmp (old, text) == 0 || im_document_apply (document, &edit, 1, error);
}

/* The input that it is about, or NULL. */
static const ImParameter *
find_input (StudioPropertyRow *self)
{
  const ImParameter *parameter = im_unit_find_parameter (
      im_document_get_unit (self->document), self->name);

  return parameter != NULL && parameter->kind == IM_PARAMETER_INPUT ? parameter : NULL;
}

/* Shows what is wrong, NULL for nothing; a message of the library begins a sentence. */
static void
set_problem (StudioPropertyRow *self, const char *problem)
{
  g_autofree char *sentence = g_strdup (problem == NULL ? "" : problem);

  *sentence = g_ascii_toupper (*sentence);
  gtk_widget_set_visible (self->message_row, problem != NULL);
  gtk_label_set_label (self->message, sentence);
  gtk_accessible_update_state (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_INVALID,
      problem == NULL ? GTK_ACCESSIBLE_INVALID_FALSE : GTK_ACCESSIBLE_INVALID_TRUE, -1);
  if (problem == NULL)
    gtk_widget_remove_css_class (GTK_WIDGET (self), "error");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self), "error");
}

static void
apply_cb (StudioPropertyRow *self)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self)));
  g_autoptr (GError) error = NULL;

  if (!studio_property_apply (self->document, self->name, self->property, text, &error) &&
      error != NULL)
    set_problem (self, error->message);
}

/* A message is about the text that was applied. */
static void
changed_cb (StudioPropertyRow *self)
{
  set_problem (self, NULL);
}

GtkWidget *
studio_property_row_get_message (StudioPropertyRow *self)
{
  g_return_val_if_fail (STUDIO_IS_PROPERTY_ROW (self), NULL);

  return self->message_row;
}

void
studio_property_row_update (StudioPropertyRow *self)
{
  g_autofree char *text = NULL;

  g_return_if_fail (STUDIO_IS_PROPERTY_ROW (self));
  text = studio_property_dup_text (self->document, self->name, self->property);
  if (g_strcmp0 (self->shown, text) == 0)
    return;
  g_free (self->shown);
  self->shown = g_strdup (text);
  /* The button belongs to what somebody types. */
  adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (self), FALSE);
  gtk_editable_set_text (GTK_EDITABLE (self), text);
  adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (self), TRUE);
}

GtkWidget *
studio_property_row_new (ImDocument *document,
                         const char *name,
                         const char *property,
                         const char *title)
{
  StudioPropertyRow *self = g_object_new (STUDIO_TYPE_PROPERTY_ROW, NULL);

  self->document = g_object_ref (document);
  self->name = g_strdup (name);
  self->property = g_strdup (property);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), title);
  if (strcmp (property, "choices") == 0)
    gtk_widget_set_tooltip_text (
        GTK_WIDGET (self), _ ("Values with commas between them, each with a name in "
                              "front of it if it has one: Low: 1, High: 2"));
  if (strcmp (property, "inputs") == 0)
    gtk_widget_set_tooltip_text (GTK_WIDGET (self),
                                 _ ("Names with commas between them, each with its type "
                                    "behind it if it has one: rate: Real, x: Tensor"));
  if (find_input (self) != NULL && strcmp (property, "type") == 0)
    gtk_widget_set_tooltip_text (GTK_WIDGET (self),
                                 _ ("Type, shape and rate, such as float32[?,3]@16000; ? "
                                    "stands for a size that is not known yet"));
  studio_property_row_update (self);

  return GTK_WIDGET (self);
}

static void
studio_property_row_dispose (GObject *object)
{
  StudioPropertyRow *self = STUDIO_PROPERTY_ROW (object);

  g_clear_object (&self->document);
  g_clear_object (&self->message_row);
  G_OBJECT_CLASS (studio_property_row_parent_class)->dispose (object);
}

static void
studio_property_row_finalize (GObject *object)
{
  StudioPropertyRow *self = STUDIO_PROPERTY_ROW (object);

  g_free (self->name);
  g_free (self->property);
  g_free (self->shown);
  G_OBJECT_CLASS (studio_property_row_parent_class)->finalize (object);
}

static void
studio_property_row_class_init (StudioPropertyRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_property_row_dispose;
  G_OBJECT_CLASS (klass)->finalize = studio_property_row_finalize;
}

static void
studio_property_row_init (StudioPropertyRow *self)
{
  GtkWidget *label = gtk_label_new (NULL);

  self->message = GTK_LABEL (label);
  self->message_row = g_object_ref_sink (
      g_object_new (ADW_TYPE_PREFERENCES_ROW, "activatable", FALSE, "focusable", FALSE,
                    "visible", FALSE, "child", label, NULL));
  gtk_label_set_wrap (self->message, TRUE);
  gtk_label_set_xalign (self->message, 0);
  gtk_widget_add_css_class (label, "error");
  gtk_widget_add_css_class (label, "export-message");
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_RELATION_ERROR_MESSAGE, label, -1);
  g_signal_connect (self, "apply", G_CALLBACK (apply_cb), NULL);
  g_signal_connect (self, "changed", G_CALLBACK (changed_cb), NULL);
}
