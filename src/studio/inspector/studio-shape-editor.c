/* SPDX-License-Identifier: MIT */
#include "studio/inspector/studio-shape-editor.h"

#include <glib/gi18n.h>

#include "studio/common/studio-number.h"

struct _StudioShapeEditor
{
  GtkWidget parent_instance;

  GtkWidget *axes; /* a spin button for each, the outermost first */
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

/* The field of axis 0 is the last one. */
static GtkAdjustment *
get_adjustment (StudioShapeEditor *self, guint axis)
{
  GtkWidget *child = gtk_widget_get_last_child (self->axes);

  for (guint i = 0; i < axis; i++)
    child = gtk_widget_get_prev_sibling (child);

  return gtk_spin_button_get_adjustment (
      GTK_SPIN_BUTTON (gtk_widget_get_first_child (child)));
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

static void
set_rank (StudioShapeEditor *self, guint rank)
{
  for (; self->shape.rank < rank; self->shape.rank++)
    {
      gtk_box_prepend (GTK_BOX (self->axes), new_axis (self, self->shape.rank));
      self->shape.size[self->shape.rank] = 1;
    }
  for (; self->shape.rank > rank; self->shape.rank--)
    gtk_box_remove (GTK_BOX (self->axes), gtk_widget_get_first_child (self->axes));
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
  gtk_widget_set_parent (button, GTK_WIDGET (self));

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
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->remove = new_button (self, "list-remove-symbolic",
                             _ ("Remove the Outermost Axis"), G_CALLBACK (remove_cb));
  self->add = new_button (self, "list-add-symbolic", _ ("Add an Axis"),
                          G_CALLBACK (add_cb));
  self->axes = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  gtk_widget_set_halign (self->axes, GTK_ALIGN_END);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->axes);
  gtk_widget_set_hexpand (scrolled, TRUE);
  gtk_widget_set_parent (scrolled, GTK_WIDGET (self));
}
