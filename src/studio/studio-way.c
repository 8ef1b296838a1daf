/* SPDX-License-Identifier: MIT */
#include "studio/studio-way.h"

#include <glib/gi18n.h>

struct _StudioWay
{
  GtkWidget parent_instance;

  GtkWidget *box;
  ImDocument *document;
};

G_DEFINE_FINAL_TYPE (StudioWay, studio_way, GTK_TYPE_WIDGET)

static void
clicked_cb (GtkButton *button, StudioWay *self)
{
  guint depth = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "depth"));

  im_document_leave (self->document, depth);
}

static void
add (StudioWay *self, const char *name, guint depth, gboolean is_last)
{
  GtkWidget *button = gtk_button_new_with_label (name);

  if (depth > 0)
    gtk_box_append (GTK_BOX (self->box), gtk_label_new ("›"));
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_sensitive (button, !is_last);
  g_object_set_data (G_OBJECT (button), "depth", GUINT_TO_POINTER (depth));
  g_signal_connect (button, "clicked", G_CALLBACK (clicked_cb), self);
  gtk_box_append (GTK_BOX (self->box), button);
}

void
studio_way_update (StudioWay *self, ImDocument *document)
{
  const ImUnit *whole;
  const char *const *names;
  GtkWidget *child;
  guint n;

  g_return_if_fail (STUDIO_IS_WAY (self));

  g_set_object (&self->document, document);
  names = im_document_get_way (document, &n);
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
  while ((child = gtk_widget_get_first_child (self->box)) != NULL)
    gtk_box_remove (GTK_BOX (self->box), child);
  if (n == 0)
    return;
  whole = im_unit_file_get_main_unit (im_document_get_file (document));
  add (self, whole->display_name, 0, FALSE);
  for (guint i = 0; i < n; i++)
    add (self, names[i], i + 1, i + 1 == n);
}

static void
studio_way_dispose (GObject *object)
{
  StudioWay *self = STUDIO_WAY (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (studio_way_parent_class)->dispose (object);
}

static void
studio_way_class_init (StudioWayClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_way_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass),
                                            GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass),
                                        GTK_ACCESSIBLE_ROLE_NAVIGATION);
}

static void
studio_way_init (StudioWay *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->box, "toolbar");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Where the canvas is"), -1);
}
