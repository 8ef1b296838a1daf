/* SPDX-License-Identifier: MIT */
#include "studio/inspector/studio-shape-editor.h"

#include <glib/gi18n.h>

#include "studio/common/studio-number.h"

#define PER_LINE 3 /* fields of axes beside each other, in the narrowest panel */

struct _StudioShapeEditor
{
  GtkWidget parent_instance;

  GtkWidget *axes;
  GPtrArray *fields; /* of each axis: a box with a spin button */
  GtkWidget *add;
  GtkWidget *remove;
  ImShape shape;
  gboolean is_updating;
};

G_DEFINE_FINAL_TYPE (StudioShapeEditor, studio_shape_editor, GTK_TYPE_WIDGET)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static GtkAdjustment *
get_adjustment (StudioShapeEditor *self, guint axis)
{
  GtkWidget *box = g_ptr_array_index (self->fields, axis);

  return gtk_spin_button_get_adjustment (
      GTK_SPIN_BUTTON (gtk_widget_get_first_child (box)));
}

static void
size_cb (StudioShapeEditor *self)
{
  if (self->is_updating)
    return;
  for (guint axis = 0; axis < self->shape.rank; axis++)
    self->shape.size[axis] = (gint32) gtk_adjustment_get_value (
        get_adjustment (self, axis));
  g_signal_emit (self, signals[CHANGED], 0);
}

static GtkWidget *
new_axis (StudioShapeEditor *self, guint axis)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkAdjustment *adjustment = gtk_adjustment_new (1, 1, G_MAXINT32, 1, 10, 0);
  GtkWidget *spin = studio_number_new_spin (adjustment, TRUE);
  g_autofree char *name = g_strdup_printf (_ ("Axis %u"), axis);
  GtkWidget *label = gtk_label_new (name);

  gtk_editable_set_width_chars (GTK_EDITABLE (spin), 4);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (spin), 4);
  gtk_widget_add_css_class (spin, "axis-size");
  gtk_widget_add_css_class (label, "fact-detail");
  gtk_accessible_update_property (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
  g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (size_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), spin);
  gtk_box_append (GTK_BOX (box), label);

  return box;
}

/* Puts the fields in the order of the axes, the outermost first; those that do not fit
 * beside the buttons stand below them. */
static void
place_fields (StudioShapeEditor *self)
{
  guint n = self->fields->len;

  for (guint axis = 0; axis < n; axis++)
    if (gtk_widget_get_parent (g_ptr_array_index (self->fields, axis)) != NULL)
      gtk_grid_remove (GTK_GRID (self->axes), g_ptr_array_index (self->fields, axis));
  for (guint i = 0; i < n; i++)
    gtk_grid_attach (GTK_GRID (self->axes), g_ptr_array_index (self->fields, n - 1 - i),
                     (int) (i % PER_LINE), (int) (i / PER_LINE), 1, 1);
  gtk_orientable_set_orientation (
      GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))),
      n < PER_LINE ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
}

static void
set_rank (StudioShapeEditor *self, guint rank)
{
  if (rank != self->shape.rank)
    {
      for (; self->shape.rank < rank; self->shape.rank++)
        {
          g_ptr_array_add (self->fields,
                           g_object_ref_sink (new_axis (self, self->shape.rank)));
          self->shape.size[self->shape.rank] = 1;
        }
      for (; self->shape.rank > rank; self->shape.rank--)
        {
          gtk_grid_remove (GTK_GRID (self->axes),
                           g_ptr_array_index (self->fields, self->shape.rank - 1));
          g_ptr_array_set_size (self->fields, (int) self->shape.rank - 1);
        }
      place_fields (self);
    }
  gtk_widget_set_sensitive (self->add, rank < IM_SHAPE_MAX_RANK);
  gtk_widget_set_sensitive (self->remove, rank > 1);
}

static void
add_cb (StudioShapeEditor *self)
{
  set_rank (self, self->shape.rank + 1);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
remove_cb (StudioShapeEditor *self)
{
  set_rank (self, self->shape.rank - 1);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
studio_shape_editor_set_shape (StudioShapeEditor *self, const ImShape *shape)
{
  ImShape copy = *shape;

  g_return_if_fail (STUDIO_IS_SHAPE_EDITOR (self));
  self->is_updating = TRUE;
  set_rank (self, copy.rank);
  for (guint axis = 0; axis < copy.rank; axis++)
    {
      gtk_adjustment_set_value (get_adjustment (self, axis), copy.size[axis]);
      self->shape.size[axis] = copy.size[axis];
    }
  self->is_updating = FALSE;
}

const ImShape *
studio_shape_editor_get_shape (StudioShapeEditor *self)
{
  return &self->shape;
}

static GtkWidget *
new_button (StudioShapeEditor *self,
            const char *icon,
            const char *name,
            GCallback callback)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect_swapped (button, "clicked", callback, self);

  return button;
}

GtkWidget *
studio_shape_editor_new (void)
{
  return g_object_new (STUDIO_TYPE_SHAPE_EDITOR, NULL);
}

static void
studio_shape_editor_dispose (GObject *object)
{
  GtkWidget *self = GTK_WIDGET (object), *child;

  while ((child = gtk_widget_get_first_child (self)) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&STUDIO_SHAPE_EDITOR (object)->fields, g_ptr_array_unref);
  G_OBJECT_CLASS (studio_shape_editor_parent_class)->dispose (object);
}

static void
studio_shape_editor_class_init (StudioShapeEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_shape_editor_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass),
                                            GTK_TYPE_BOX_LAYOUT);

  /* The user has changed the shape. */
  signals[CHANGED] = g_signal_new ("changed", STUDIO_TYPE_SHAPE_EDITOR, G_SIGNAL_RUN_LAST,
                                   0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
studio_shape_editor_init (StudioShapeEditor *self)
{
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->fields = g_ptr_array_new_with_free_func (g_object_unref);
  self->remove = new_button (self, "list-remove-symbolic",
                             _ ("Remove the Outermost Axis"), G_CALLBACK (remove_cb));
  self->add = new_button (self, "list-add-symbolic", _ ("Add an Axis"),
                          G_CALLBACK (add_cb));
  gtk_box_append (GTK_BOX (buttons), self->remove);
  gtk_box_append (GTK_BOX (buttons), self->add);
  gtk_widget_set_parent (buttons, GTK_WIDGET (self));
  self->axes = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (self->axes), 4);
  gtk_widget_set_halign (self->axes, GTK_ALIGN_END);
  gtk_widget_set_hexpand (self->axes, TRUE);
  gtk_widget_set_parent (self->axes, GTK_WIDGET (self));
}
