/* SPDX-License-Identifier: MIT */
#include "studio/canvas/studio-graph-frame.h"

#include <glib/gi18n.h>
#include <string.h>

#include "studio/canvas/studio-plane.h"

struct _StudioGraphFrame
{
  GtkWidget parent_instance;

  GtkWidget *title;
  GtkWidget *note;
  const char *color; /* its class */
};

G_DEFINE_FINAL_TYPE (StudioGraphFrame, studio_graph_frame, GTK_TYPE_WIDGET)

static int
get_height (GtkWidget *label, int width)
{
  int minimum, height;

  if (!gtk_widget_get_visible (label))
    return 0;
  gtk_widget_measure (label, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  gtk_widget_measure (label, GTK_ORIENTATION_VERTICAL, MAX (width, minimum), NULL,
                      &height, NULL, NULL);

  return height;
}

double
studio_graph_frame_get_handle (StudioGraphFrame *self, double width, double height)
{
  return MIN (height, (double) get_height (self->title, (int) width) +
                          get_height (self->note, (int) width));
}

void
studio_graph_frame_update (StudioGraphFrame *self,
                           const ImUnitFrame *frame,
                           guint n_nodes)
{
  const char *color = im_frame_color_names[frame->color];
  const char *title = frame->title == NULL && frame->text == NULL ? frame->id
                                                                  : frame->title;
  /* Translators: the title of a frame, and how many nodes stand in it */
  g_autofree char *label = g_strdup_printf (
      ngettext ("Frame %s, %u node", "Frame %s, %u nodes", n_nodes),
      im_unit_frame_get_label (frame), n_nodes);

  if (self->color != NULL && strcmp (self->color, color) != 0)
    gtk_widget_remove_css_class (GTK_WIDGET (self), self->color);
  gtk_widget_add_css_class (GTK_WIDGET (self), color);
  self->color = color;
  gtk_label_set_label (GTK_LABEL (self->title), title == NULL ? "" : title);
  gtk_widget_set_visible (self->title, title != NULL);
  gtk_label_set_label (GTK_LABEL (self->note), frame->text == NULL ? "" : frame->text);
  gtk_widget_set_visible (self->note, frame->text != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  frame->text == NULL ? "" : frame->text, -1);
}

void
studio_graph_frame_set_selected (StudioGraphFrame *self, gboolean is_selected)
{
  if (is_selected)
    gtk_widget_add_css_class (GTK_WIDGET (self), "selected");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "selected");
}

static void
studio_graph_frame_measure (GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline)
{
  *minimum = *natural = 0;
}

/* The title first, the note below it as far as there is room; the rest is cut off. */
static void
studio_graph_frame_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  StudioGraphFrame *self = STUDIO_GRAPH_FRAME (widget);
  GtkWidget *labels[] = { self->title, self->note };
  int y = 0;

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      int natural = get_height (labels[i], width), least, minimum;

      if (!gtk_widget_get_visible (labels[i]))
        continue;
      gtk_widget_measure (labels[i], GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL,
                          NULL);
      gtk_widget_measure (labels[i], GTK_ORIENTATION_VERTICAL, MAX (width, least),
                          &minimum, NULL, NULL, NULL);
      gtk_widget_allocate (
          labels[i], MAX (width, least), MAX (minimum, natural), -1,
          gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT (0, (float) y)));
      y += natural;
    }
}

static void
studio_graph_frame_dispose (GObject *object)
{
  StudioGraphFrame *self = STUDIO_GRAPH_FRAME (object);

  g_clear_pointer (&self->title, gtk_widget_unparent);
  g_clear_pointer (&self->note, gtk_widget_unparent);
  G_OBJECT_CLASS (studio_graph_frame_parent_class)->dispose (object);
}

static void
studio_graph_frame_class_init (StudioGraphFrameClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_graph_frame_dispose;
  widget_class->measure = studio_graph_frame_measure;
  widget_class->size_allocate = studio_graph_frame_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "graph-frame");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
studio_graph_frame_init (StudioGraphFrame *self)
{
  GtkWidget *title = gtk_label_new (NULL), *note = gtk_label_new (NULL);

  self->title = title;
  self->note = note;
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "heading");
  gtk_label_set_wrap (GTK_LABEL (note), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (note), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (note), 0);
  gtk_label_set_yalign (GTK_LABEL (note), 0);
  gtk_widget_add_css_class (note, "note");
  gtk_widget_set_parent (title, GTK_WIDGET (self));
  gtk_widget_set_parent (note, GTK_WIDGET (self));
  studio_plane_settle (GTK_WIDGET (self));
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
}

GtkWidget *
studio_graph_frame_new (void)
{
  return g_object_new (STUDIO_TYPE_GRAPH_FRAME, NULL);
}
