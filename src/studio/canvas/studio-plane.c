/* SPDX-License-Identifier: MIT */
#include "studio/canvas/studio-plane.h"

#define AROUND 32.0f /* a child: shadows, outlines and ports are outside of it */

struct _StudioPlane
{
  GtkWidget parent_instance;

  StudioPlaneAllocate allocate;
  gpointer owner;
  graphene_rect_t view;
};

G_DEFINE_FINAL_TYPE (StudioPlane, studio_plane, GTK_TYPE_WIDGET)

/* Glyphs keep their shapes and widths at every zoom: hinting would fit each one to pixels
 * by itself. */
static const cairo_font_options_t *
get_font_options (void)
{
  static cairo_font_options_t *options = NULL;

  if (options == NULL)
    {
      options = cairo_font_options_create ();
      cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
      cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
      cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
    }

  return options;
}

void
studio_plane_settle (GtkWidget *widget)
{
  gtk_widget_set_direction (widget, GTK_TEXT_DIR_LTR);
  if (GTK_IS_LABEL (widget))
    {
      pango_context_set_round_glyph_positions (gtk_widget_get_pango_context (widget),
                                               FALSE);
      gtk_widget_set_font_options (widget, get_font_options ());
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    studio_plane_settle (child);
}

static void
studio_plane_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  StudioPlane *self = STUDIO_PLANE (widget);

  self->allocate (self->owner);
}

static void
studio_plane_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  const graphene_rect_t *view = &STUDIO_PLANE (widget)->view;
  graphene_rect_t bounds;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_compute_bounds (child, widget, &bounds) &&
        graphene_rect_intersection (&bounds, view, NULL))
      gtk_widget_snapshot_child (widget, child, snapshot);
}

void
studio_plane_set_view (StudioPlane *self, const graphene_rect_t *view)
{
  graphene_rect_t around;

  graphene_rect_inset_r (view, -AROUND, -AROUND, &around);
  if (graphene_rect_equal (&around, &self->view))
    return;
  self->view = around;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
studio_plane_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (studio_plane_parent_class)->dispose (object);
}

static void
studio_plane_class_init (StudioPlaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_plane_dispose;
  GTK_WIDGET_CLASS (klass)->size_allocate = studio_plane_size_allocate;
  GTK_WIDGET_CLASS (klass)->snapshot = studio_plane_snapshot;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass),
                                        GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
studio_plane_init (StudioPlane *self)
{
}

GtkWidget *
studio_plane_new (StudioPlaneAllocate allocate, gpointer owner)
{
  StudioPlane *self = g_object_new (STUDIO_TYPE_PLANE, NULL);

  self->allocate = allocate;
  self->owner = owner;

  return GTK_WIDGET (self);
}
