/* SPDX-License-Identifier: MIT */
#include "studio/inspector/studio-value-control.h"

#include <glib/gi18n.h>

#include "base/im-arena.h"
#include "studio/common/studio-number.h"
#include "studio/inspector/studio-allowed-strip.h"
#include "studio/inspector/studio-shape-editor.h"

struct _StudioValueControl
{
  GtkWidget parent_instance;

  ImParameterKind kind;
  ImArena *arena;
  GtkWidget *editor; /* what has the value */
  GtkWidget *scale;  /* of a slider, else NULL */
  GtkWidget *strip;  /* below it */
  GtkAdjustment *adjustment;
  GArray *items; /* ImValue of each choice, NULL without choices */
  GtkFileChooserNative *chooser;
  gboolean is_updating;
};

G_DEFINE_FINAL_TYPE (StudioValueControl, studio_value_control, GTK_TYPE_WIDGET)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
emit_changed (StudioValueControl *self)
{
  if (!self->is_updating)
    g_signal_emit (self, signals[CHANGED], 0);
}

static void
add (StudioValueControl *self, GtkWidget *editor)
{
  self->editor = editor;
  gtk_widget_set_parent (editor, GTK_WIDGET (self));
}

static void
add_choices (StudioValueControl *self, const ImOption *option)
{
  g_autoptr (GtkStringList) labels = gtk_string_list_new (NULL);

  self->items = g_array_new (FALSE, FALSE, sizeof (ImValue));
  for (guint i = 0; i < option->n_items; i++)
    {
      ImValue value = IM_NULL;

      im_unit_parse_option (option->parameter, option->items[i].value.text, self->arena,
                            &value);
      value = im_value_copy (self->arena, &value);
      g_array_append_val (self->items, value);
      gtk_string_list_append (labels, option->items[i].label);
    }
  add (self, gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&labels)), NULL));
  g_signal_connect_swapped (self->editor, "notify::selected", G_CALLBACK (emit_changed),
                            self);
}

static void
add_slider (StudioValueControl *self, gboolean is_int)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->scale = studio_number_new_scale (self->adjustment, is_int);
  self->strip = studio_allowed_strip_new ();
  gtk_widget_set_tooltip_text (self->strip, _ ("Where all contracts hold"));
  gtk_box_append (GTK_BOX (box), self->scale);
  gtk_box_append (GTK_BOX (box), self->strip);
  gtk_widget_set_parent (box, GTK_WIDGET (self));
}

static void
add_number (StudioValueControl *self, const ImOption *option)
{
  gboolean is_int = option->parameter->kind == IM_PARAMETER_INT;

  self->adjustment = g_object_ref_sink (studio_number_new_adjustment (option));
  if (studio_number_wants_slider (option))
    add_slider (self, is_int);
  add (self, studio_number_new_spin (self->adjustment, is_int));
  g_signal_connect_object (self->adjustment, "value-changed", G_CALLBACK (emit_changed),
                           self, G_CONNECT_SWAPPED);
}

static void
chosen_cb (GtkNativeDialog *dialog, gint response, StudioValueControl *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = g_file_get_path (file);

      if (path != NULL)
        gtk_editable_set_text (GTK_EDITABLE (self->editor), path);
    }
  g_clear_object (&self->chooser);
}

static void
choose_cb (GtkButton *button, StudioValueControl *self)
{
  gboolean is_folder = self->kind == IM_PARAMETER_DIRECTORY;

  g_clear_object (&self->chooser);
  self->chooser = gtk_file_chooser_native_new (
      is_folder ? _ ("Choose a Folder") : _ ("Choose a File"),
      GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
      is_folder ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_OPEN,
      NULL, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  g_signal_connect (self->chooser, "response", G_CALLBACK (chosen_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
add_text (StudioValueControl *self)
{
  add (self, gtk_entry_new ());
  gtk_widget_set_hexpand (self->editor, TRUE);
  g_signal_connect_swapped (self->editor, "changed", G_CALLBACK (emit_changed), self);
  if (self->kind == IM_PARAMETER_FILE || self->kind == IM_PARAMETER_DIRECTORY)
    {
      GtkWidget *button = gtk_button_new_from_icon_name ("document-open-symbolic");

      gtk_widget_set_tooltip_text (button, _ ("Choose"));
      gtk_accessible_update_property (GTK_ACCESSIBLE (button),
                                      GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Choose"), -1);
      g_signal_connect (button, "clicked", G_CALLBACK (choose_cb), self);
      gtk_widget_set_parent (button, GTK_WIDGET (self));
    }
}

static void
add_editor (StudioValueControl *self, const ImOption *option)
{
  if (option->n_items > 0)
    add_choices (self, option);
  else if (option->parameter->kind == IM_PARAMETER_INT ||
           option->parameter->kind == IM_PARAMETER_DOUBLE)
    add_number (self, option);
  else if (option->parameter->kind == IM_PARAMETER_BOOL)
    {
      add (self, gtk_switch_new ());
      g_signal_connect_swapped (self->editor, "notify::active", G_CALLBACK (emit_changed),
                                self);
    }
  else if (option->parameter->kind == IM_PARAMETER_SHAPE)
    {
      add (self, studio_shape_editor_new ());
      gtk_widget_set_hexpand (self->editor, TRUE);
      g_signal_connect_swapped (self->editor, "changed", G_CALLBACK (emit_changed), self);
    }
  else
    add_text (self);
}

static guint
find_item (StudioValueControl *self, const ImValue *value)
{
  for (guint i = 0; i < self->items->len; i++)
    if (im_value_equal (&g_array_index (self->items, ImValue, i), value))
      return i;

  return GTK_INVALID_LIST_POSITION;
}

static void
show_value (StudioValueControl *self, const ImValue *value)
{
  if (self->items != NULL)
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->editor), find_item (self, value));
  else if (self->adjustment != NULL)
    gtk_adjustment_set_value (self->adjustment,
                              value->kind == IM_VALUE_INT ? value->integer : value->real);
  else if (value->kind == IM_VALUE_BOOL)
    gtk_switch_set_active (GTK_SWITCH (self->editor), value->boolean);
  else if (value->kind == IM_VALUE_SHAPE)
    studio_shape_editor_set_shape (STUDIO_SHAPE_EDITOR (self->editor), value->shape);
  else if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (self->editor)),
                         value->string))
    gtk_editable_set_text (GTK_EDITABLE (self->editor), value->string);
}

void
studio_value_control_set_placeholder (StudioValueControl *self, const char *text)
{
  g_return_if_fail (STUDIO_IS_VALUE_CONTROL (self));

  if (GTK_IS_ENTRY (self->editor))
    gtk_entry_set_placeholder_text (GTK_ENTRY (self->editor), text);
}

void
studio_value_control_set_value (StudioValueControl *self, const ImValue *value)
{
  g_return_if_fail (STUDIO_IS_VALUE_CONTROL (self));

  self->is_updating = TRUE;
  show_value (self, value);
  self->is_updating = FALSE;
}

static gboolean
get_item (StudioValueControl *self, ImValue *value)
{
  guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->editor));

  if (selected >= self->items->len)
    return FALSE;
  *value = g_array_index (self->items, ImValue, selected);

  return TRUE;
}

gboolean
studio_value_control_get_value (StudioValueControl *self, ImValue *value)
{
  g_return_val_if_fail (STUDIO_IS_VALUE_CONTROL (self), FALSE);

  if (self->items != NULL)
    return get_item (self, value);
  if (self->kind == IM_PARAMETER_INT)
    *value = IM_INT ((gint32) gtk_adjustment_get_value (self->adjustment));
  else if (self->kind == IM_PARAMETER_DOUBLE)
    *value = IM_DOUBLE (gtk_adjustment_get_value (self->adjustment));
  else if (self->kind == IM_PARAMETER_BOOL)
    *value = IM_BOOL (gtk_switch_get_active (GTK_SWITCH (self->editor)));
  else if (self->kind == IM_PARAMETER_SHAPE)
    *value = IM_SHAPE (
        studio_shape_editor_get_shape (STUDIO_SHAPE_EDITOR (self->editor)));
  else
    *value = IM_STRING (gtk_editable_get_text (GTK_EDITABLE (self->editor)));

  return TRUE;
}

gboolean
studio_value_control_is_wide (StudioValueControl *self)
{
  return self->scale != NULL ||
         (self->items == NULL &&
          (self->kind == IM_PARAMETER_SHAPE || GTK_IS_ENTRY (self->editor)));
}

void
studio_value_control_sample (StudioValueControl *self,
                             ImUnitEvaluation *evaluation,
                             const ImParameter *option)
{
  g_return_if_fail (STUDIO_IS_VALUE_CONTROL (self));

  if (self->strip != NULL)
    studio_allowed_strip_sample (STUDIO_ALLOWED_STRIP (self->strip), evaluation, option,
                                 self->adjustment);
}

static void
name_widget (GtkWidget *widget, const char *name)
{
  gtk_widget_set_valign (widget, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
}

GtkWidget *
studio_value_control_new (const ImOption *option, const char *name)
{
  StudioValueControl *self = g_object_new (STUDIO_TYPE_VALUE_CONTROL, NULL);

  self->kind = option->parameter->kind;
  add_editor (self, option);
  name_widget (self->editor, name);
  if (self->scale != NULL)
    name_widget (self->scale, name);

  return GTK_WIDGET (self);
}

static void
studio_value_control_dispose (GObject *object)
{
  StudioValueControl *self = STUDIO_VALUE_CONTROL (object);
  GtkWidget *child;

  self->is_updating = TRUE;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->chooser);
  g_clear_object (&self->adjustment);
  g_clear_pointer (&self->items, g_array_unref);
  g_clear_pointer (&self->arena, im_arena_free);
  G_OBJECT_CLASS (studio_value_control_parent_class)->dispose (object);
}

static void
studio_value_control_class_init (StudioValueControlClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_value_control_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass),
                                            GTK_TYPE_BOX_LAYOUT);

  /* The user has changed the value. */
  signals[CHANGED] = g_signal_new ("changed", STUDIO_TYPE_VALUE_CONTROL,
                                   G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                   0);
}

static void
studio_value_control_init (StudioValueControl *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  self->arena = im_arena_new ();
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 6);
}
