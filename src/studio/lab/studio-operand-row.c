/* SPDX-License-Identifier: MIT */
#include "studio/lab/studio-operand-row.h"

#include <glib/gi18n.h>

struct _StudioOperandRow
{
  AdwPreferencesRow parent_instance;

  GtkEditable *entry;
  GtkWidget *remove;
  GtkLabel *error;
};

G_DEFINE_FINAL_TYPE (StudioOperandRow, studio_operand_row, ADW_TYPE_PREFERENCES_ROW)

enum
{
  CHANGED,
  REMOVED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

const char *
studio_operand_row_get_text (StudioOperandRow *self)
{
  g_return_val_if_fail (STUDIO_IS_OPERAND_ROW (self), NULL);

  return gtk_editable_get_text (self->entry);
}

void
studio_operand_row_set_text (StudioOperandRow *self, const char *text)
{
  g_return_if_fail (STUDIO_IS_OPERAND_ROW (self));

  gtk_editable_set_text (self->entry, text);
  gtk_editable_set_position (self->entry, -1);
}

void
studio_operand_row_set_error (StudioOperandRow *self, const char *error)
{
  g_return_if_fail (STUDIO_IS_OPERAND_ROW (self));

  gtk_label_set_label (self->error, error == NULL ? "" : error);
  gtk_widget_set_visible (GTK_WIDGET (self->error), error != NULL);
  if (error != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self->entry), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->entry), "error");
  gtk_accessible_update_state (
      GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID,
      error == NULL ? GTK_ACCESSIBLE_INVALID_FALSE : GTK_ACCESSIBLE_INVALID_TRUE, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  error == NULL ? "" : error, -1);
}

void
studio_operand_row_set_removable (StudioOperandRow *self, gboolean is_removable)
{
  g_return_if_fail (STUDIO_IS_OPERAND_ROW (self));

  gtk_widget_set_visible (self->remove, is_removable);
}

static void
changed_cb (StudioOperandRow *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
removed_cb (StudioOperandRow *self)
{
  g_signal_emit (self, signals[REMOVED], 0);
}

/* The cursor goes into the field, not onto the row around it. */
static gboolean
studio_operand_row_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (STUDIO_OPERAND_ROW (widget)->entry));
}

static void
studio_operand_row_class_init (StudioOperandRowClass *klass)
{
  GTK_WIDGET_CLASS (klass)->grab_focus = studio_operand_row_grab_focus;
  signals[CHANGED] = g_signal_new ("changed", STUDIO_TYPE_OPERAND_ROW, G_SIGNAL_RUN_LAST,
                                   0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[REMOVED] = g_signal_new ("removed", STUDIO_TYPE_OPERAND_ROW, G_SIGNAL_RUN_LAST,
                                   0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
studio_operand_row_init (StudioOperandRow *self)
{
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), FALSE);
  gtk_widget_set_focusable (GTK_WIDGET (self), FALSE);
}

/* Shapes are written from left to right, in all languages. */
static GtkWidget *
new_entry (StudioOperandRow *self, const char *name)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_widget_set_direction (entry, GTK_TEXT_DIR_LTR);
  gtk_widget_set_direction (GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (entry))),
                            GTK_TEXT_DIR_LTR);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_widget_add_css_class (entry, "expression");
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 8);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (changed_cb), self);

  return entry;
}

static GtkWidget *
new_remove (StudioOperandRow *self, const char *name)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("user-trash-symbolic");
  /* Translators: the placeholder is the name of a shape, such as B. */
  g_autofree char *label = g_strdup_printf (_ ("Remove %s"), name);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (removed_cb), self);

  return button;
}

static GtkWidget *
new_error (void)
{
  GtkWidget *error = gtk_label_new (NULL);

  gtk_label_set_wrap (GTK_LABEL (error), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (error), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (error), 0);
  gtk_widget_add_css_class (error, "error");
  gtk_widget_add_css_class (error, "caption");
  gtk_widget_set_visible (error, FALSE);

  return error;
}

GtkWidget *
studio_operand_row_new (const char *mnemonic)
{
  g_auto (GStrv) parts = g_strsplit (mnemonic, "_", 2);
  g_autofree char *name = g_strjoinv (NULL, parts);
  StudioOperandRow *self = g_object_new (STUDIO_TYPE_OPERAND_ROW, "title", name, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *label = gtk_label_new_with_mnemonic (mnemonic);

  gtk_widget_add_css_class (box, "operand");
  self->entry = GTK_EDITABLE (new_entry (self, name));
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), GTK_WIDGET (self->entry));
  self->remove = new_remove (self, name);
  self->error = GTK_LABEL (new_error ());
  gtk_box_append (GTK_BOX (line), label);
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->entry));
  gtk_box_append (GTK_BOX (line), self->remove);
  gtk_box_append (GTK_BOX (box), line);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->error));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), box);

  return GTK_WIDGET (self);
}
