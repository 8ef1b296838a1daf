/* SPDX-License-Identifier: MIT */
#include "studio/inspector/studio-parameter-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "studio/common/studio-text.h"
#include "studio/inspector/studio-expression-entry.h"
#include "studio/inspector/studio-frame-page.h"
#include "studio/inspector/studio-property-row.h"
#include "unit/im-unit-frame.h"

struct _StudioParameterPage
{
  GtkWidget parent_instance;

  GtkWidget *group;
  GtkWidget *frame;      /* StudioFramePage instead of all rows, or NULL */
  GPtrArray *rows;       /* StudioPropertyRow, borrowed */
  GtkWidget *types;      /* AdwComboRow, or NULL */
  GtkWidget *expression; /* StudioExpressionEntry, or NULL */
  GtkLabel *value;       /* below it: what it gives, or what is wrong */
  gboolean is_updating;

  ImDocument *document;
  char *name;
  gint kind;  /* ImParameterKind, -1 for an expression node */
  char *last; /* value of the expression that was known, or NULL */
};

G_DEFINE_FINAL_TYPE (StudioParameterPage, studio_parameter_page, GTK_TYPE_WIDGET)

static const ImParameter *
find_parameter (ImDocument *document, const char *name)
{
  return im_unit_find_parameter (im_document_get_unit (document), name);
}

static const ImUnitFrame *
find_frame (ImDocument *document, const char *name)
{
  return im_unit_find_frame (im_document_get_unit (document), name);
}

static gint
find_kind (ImDocument *document, const char *name)
{
  const ImParameter *parameter = find_parameter (document, name);

  return parameter == NULL ? -1 : (gint) parameter->kind;
}

gboolean
studio_parameter_page_can_show (ImDocument *document, const char *name)
{
  const ImUnit *unit = im_document_get_unit (document);
  const ImParameter *parameter = find_parameter (document, name);

  if (unit->kind < IM_UNIT_COMPOSITE || unit->is_preprocessor)
    return FALSE;
  if (find_frame (document, name) != NULL)
    return TRUE;

  return parameter == NULL ? studio_property_find_expression (document, name) != NULL
                           : parameter->socket != NULL || parameter->option != NULL ||
                                 parameter->binding != NULL;
}

const char *
studio_parameter_page_get_title (ImDocument *document, const char *name)
{
  const ImParameter *parameter = find_parameter (document, name);

  if (find_frame (document, name) != NULL)
    return _ ("Frame");

  return parameter == NULL ? name : parameter->text;
}

const char *
studio_parameter_page_get_kind (ImDocument *document, const char *name)
{
  const ImParameter *parameter = find_parameter (document, name);

  if (find_frame (document, name) != NULL)
    return name;

  return parameter == NULL || parameter->binding != NULL ? _ ("Expression")
         : parameter->option != NULL                     ? _ ("Option")
         : parameter->kind == IM_PARAMETER_INPUT         ? _ ("Input")
                                                         : _ ("Output");
}

static void
add_row (StudioParameterPage *self, const char *property, const char *title)
{
  GtkWidget *row = studio_property_row_new (self->document, self->name, property, title);

  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self->group), row);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self->group),
                             studio_property_row_get_message (STUDIO_PROPERTY_ROW (row)));
  g_ptr_array_add (self->rows, row);
}

static const struct
{
  ImParameterKind kind;
  const char *title;
} option_types[] = {
  { IM_PARAMETER_INT, N_ ("Whole number") }, { IM_PARAMETER_DOUBLE, N_ ("Number") },
  { IM_PARAMETER_BOOL, N_ ("Yes or no") },   { IM_PARAMETER_STRING, N_ ("Text") },
  { IM_PARAMETER_SHAPE, N_ ("Shape") },
};

/* What the result of an expression node has to be; the first is anything. */
static const char *const result_types[] = {
  N_ ("Any"), "Boolean", "Integer", "Real", "String", "Shape", "Array", NULL,
};

static void
apply (StudioParameterPage *self, const char *property, const char *text)
{
  g_autoptr (GError) error = NULL;

  if (studio_property_apply (self->document, self->name, property, text, &error) ||
      error == NULL || self->value == NULL)
    return;
  gtk_label_set_label (self->value, error->message);
}

static void
type_cb (AdwComboRow *row, GParamSpec *spec, StudioParameterPage *self)
{
  guint selected = adw_combo_row_get_selected (row);

  if (self->is_updating || selected == GTK_INVALID_LIST_POSITION)
    return;
  if (self->kind < 0)
    apply (self, "type", selected == 0 ? "" : result_types[selected]);
  else
    apply (self, "type", im_edit_option_types[selected]);
}

static void
add_types (StudioParameterPage *self)
{
  GtkStringList *list = gtk_string_list_new (NULL);

  for (guint i = 0; self->kind < 0 && result_types[i] != NULL; i++)
    gtk_string_list_append (list, i == 0 ? _ (result_types[i]) : result_types[i]);
  for (guint i = 0; self->kind >= 0 && i < G_N_ELEMENTS (option_types); i++)
    gtk_string_list_append (list, _ (option_types[i].title));
  self->types = g_object_new (ADW_TYPE_COMBO_ROW, "title",
                              self->kind < 0 ? _ ("Result") : _ ("Type"), "model", list,
                              NULL);
  g_object_unref (list);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self->group), self->types);
  g_signal_connect (self->types, "notify::selected", G_CALLBACK (type_cb), self);
}

/* Which of the types it has, or that none of them is it. */
static guint
find_type (StudioParameterPage *self)
{
  g_autofree char *type = NULL;

  for (guint i = 0; self->kind >= 0 && i < G_N_ELEMENTS (option_types); i++)
    if ((gint) option_types[i].kind == self->kind)
      return i;
  if (self->kind >= 0)
    return GTK_INVALID_LIST_POSITION;
  type = studio_property_dup_text (self->document, self->name, "type");
  for (guint i = 1; result_types[i] != NULL; i++)
    if (g_ascii_strcasecmp (result_types[i], type) == 0)
      return i;

  return *type == '\0' ? 0 : GTK_INVALID_LIST_POSITION;
}

/* What the expression gives, or that it is not known. */
static char *
dup_value (StudioParameterPage *self)
{
  const ImGraphNode *node = studio_property_find_expression (self->document, self->name);
  char *value = node != NULL
                    ? studio_text_dup_port (self->document, node->number, "output")
                    : studio_text_dup_parameter (
                          im_program_find_evaluation (
                              im_document_get_program (self->document), ""),
                          find_parameter (self->document, self->name));

  return value;
}

/* The value that there was last stays, dimmed, while there is none. */
static void
show_value (StudioParameterPage *self, const char *problem)
{
  g_autofree char *value = problem == NULL ? dup_value (self) : NULL;
  g_autofree char *text = NULL;
  gboolean is_stale = problem == NULL && value == NULL && self->last != NULL;

  if (value != NULL)
    {
      g_free (self->last);
      self->last = g_strdup (value);
    }
  text = problem != NULL ? g_strdup (problem)
         : value == NULL && self->last == NULL
             ? g_strdup (_ ("The value is known once something reads it"))
             : g_strdup_printf ("= %s", self->last);
  if (is_stale)
    gtk_widget_add_css_class (GTK_WIDGET (self->value), "stale");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->value), "stale");
  gtk_label_set_label (self->value, text);
  studio_expression_entry_set_invalid (STUDIO_EXPRESSION_ENTRY (self->expression),
                                       problem != NULL);
  if (problem == NULL)
    gtk_widget_remove_css_class (GTK_WIDGET (self->value), "error");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self->value), "error");
}

static void
expression_cb (StudioParameterPage *self)
{
  const char *text = studio_expression_entry_get_text (
      STUDIO_EXPRESSION_ENTRY (self->expression));
  g_autofree char *typed = g_strdup (text);
  g_autoptr (GError) error = NULL;

  if (self->is_updating)
    return;
  if (studio_property_apply (self->document, self->name, "expression", typed, &error))
    show_value (self, NULL);
  else if (error != NULL)
    show_value (self, error->message);
}

static void
add_expression (StudioParameterPage *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *title = gtk_label_new (_ ("Expression"));
  GtkWidget *value = gtk_label_new (NULL);
  GtkWidget *row;

  self->expression = studio_expression_entry_new (self->document, _ ("Expression"));
  self->value = GTK_LABEL (value);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_xalign (self->value, 0);
  gtk_label_set_wrap (self->value, TRUE);
  gtk_label_set_wrap_mode (self->value, PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (title, "caption");
  gtk_widget_add_css_class (title, "dim-label");
  gtk_widget_add_css_class (value, "caption");
  gtk_widget_set_margin_top (box, 8);
  gtk_widget_set_margin_bottom (box, 8);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), self->expression);
  gtk_box_append (GTK_BOX (box), value);
  row = g_object_new (ADW_TYPE_PREFERENCES_ROW, "activatable", FALSE, "focusable", FALSE,
                      "child", box, NULL);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self->group), row);
  g_signal_connect_swapped (self->expression, "changed", G_CALLBACK (expression_cb),
                            self);
}

static void
build_option (StudioParameterPage *self)
{
  gboolean is_number = self->kind == IM_PARAMETER_INT ||
                       self->kind == IM_PARAMETER_DOUBLE;

  add_types (self);
  add_row (self, "default", _ ("Default"));
  if (is_number)
    {
      add_row (self, "min", _ ("Minimum"));
      add_row (self, "max", _ ("Maximum"));
    }
  if (is_number || self->kind == IM_PARAMETER_STRING)
    add_row (self, "choices", _ ("Choices"));
}

static void
build (StudioParameterPage *self)
{
  const ImParameter *parameter = find_parameter (self->document, self->name);
  gboolean is_graph = im_document_is_free (self->document);

  if (parameter != NULL && parameter->binding == NULL)
    add_row (self, "text", _ ("Name"));
  if (parameter == NULL || parameter->binding != NULL)
    add_expression (self);
  if (parameter == NULL)
    {
      add_row (self, "inputs", _ ("Inputs"));
      add_types (self);
      return;
    }
  if (parameter->option != NULL)
    build_option (self);
  else if (parameter->kind == IM_PARAMETER_INPUT && !parameter->socket->is_time)
    add_row (self, "type", _ ("Type, Shape and Rate"));
  else if (parameter->kind == IM_PARAMETER_OUTPUT && !is_graph)
    {
      add_row (self, "type", _ ("Type"));
      add_row (self, "shape", _ ("Shape"));
      add_row (self, "rate", _ ("Rate"));
    }
  add_row (self, "description", _ ("Description"));
}

gboolean
studio_parameter_page_update (StudioParameterPage *self)
{
  g_return_val_if_fail (STUDIO_IS_PARAMETER_PAGE (self), FALSE);

  if (self->frame != NULL)
    return studio_frame_page_update (STUDIO_FRAME_PAGE (self->frame));
  if (!studio_parameter_page_can_show (self->document, self->name) ||
      find_kind (self->document, self->name) != self->kind)
    return FALSE;
  self->is_updating = TRUE;
  for (guint i = 0; i < self->rows->len; i++)
    studio_property_row_update (g_ptr_array_index (self->rows, i));
  if (self->types != NULL)
    adw_combo_row_set_selected (ADW_COMBO_ROW (self->types), find_type (self));
  if (self->expression != NULL)
    {
      g_autofree char *text = studio_property_dup_text (self->document, self->name,
                                                        "expression");

      studio_expression_entry_set_text (STUDIO_EXPRESSION_ENTRY (self->expression), text);
      show_value (self, NULL);
    }
  self->is_updating = FALSE;

  return TRUE;
}

GtkWidget *
studio_parameter_page_new (ImDocument *document, const char *name)
{
  StudioParameterPage *self = g_object_new (STUDIO_TYPE_PARAMETER_PAGE, NULL);

  self->document = g_object_ref (document);
  self->name = g_strdup (name);
  self->kind = find_kind (document, name);
  if (find_frame (document, name) == NULL)
    build (self);
  else
    {
      g_clear_pointer (&self->group, gtk_widget_unparent);
      self->frame = studio_frame_page_new (document, name);
      gtk_widget_set_parent (self->frame, GTK_WIDGET (self));
    }
  studio_parameter_page_update (self);

  return GTK_WIDGET (self);
}

static void
studio_parameter_page_dispose (GObject *object)
{
  StudioParameterPage *self = STUDIO_PARAMETER_PAGE (object);

  g_clear_pointer (&self->group, gtk_widget_unparent);
  g_clear_pointer (&self->frame, gtk_widget_unparent);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->last, g_free);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (studio_parameter_page_parent_class)->dispose (object);
}

static void
studio_parameter_page_class_init (StudioParameterPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_parameter_page_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass),
                                            GTK_TYPE_BIN_LAYOUT);
}

static void
studio_parameter_page_init (StudioParameterPage *self)
{
  self->rows = g_ptr_array_new ();
  self->group = adw_preferences_group_new ();
  gtk_widget_set_parent (self->group, GTK_WIDGET (self));
}
