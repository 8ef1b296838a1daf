/* SPDX-License-Identifier: MIT */
#include "studio/canvas/studio-plane.h"

#define AROUND 32.0f /* a child: shadows, outlines and ports are outside of it */

struct _StudioPlane
{
  GtkWidget parent_instance;

  StudioPlaneFunc measure;
  StudioPlaneFunc allocate;
  gpointer owner;
  graphene_rect_t view;
  GHashTable *seen; /* set of GtkWidget: the children that are drawn */
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

/* Only what can have got another size is measured: GTK keeps the size of the plane as
 * long as all children keep theirs. */
static void
studio_plane_measure (GtkWidget *widget,
                      GtkOrientation orientation,
                      int for_size,
                      int *minimum,
                      int *natural,
                      int *minimum_baseline,
                      int *natural_baseline)
{
  StudioPlane *self = STUDIO_PLANE (widget);

  self->measure (self->owner);
  *minimum = 0;
  *natural = 0;
}

static void
studio_plane_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  StudioPlane *self = STUDIO_PLANE (widget);

  self->allocate (self->owner);
}

/* All children are asked for in each frame, so it has to be fast. Those without a size
 * were not placed yet. */
static gboolean
is_seen (StudioPlane *self, const graphene_rect_t *area)
{
  const graphene_rect_t *view = &self->view;

  return area->size.width > 0 && area->origin.x < view->origin.x + view->size.width &&
         view->origin.x < area->origin.x + area->size.width &&
         area->origin.y < view->origin.y + view->size.height &&
         view->origin.y < area->origin.y + area->size.height;
}

void
studio_plane_place (GtkWidget *child, const graphene_rect_t *area)
{
  gtk_widget_allocate (child, (int) area->size.width, (int) area->size.height, -1,
                       gsk_transform_translate (NULL, &area->origin));
}

void
studio_plane_see (StudioPlane *self, GtkWidget *child, const graphene_rect_t *area)
{
  if (!is_seen (self, area))
    return;
  studio_plane_place (child, area);
  g_hash_table_add (self->seen, child);
}

static void
studio_plane_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  StudioPlane *self = STUDIO_PLANE (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (g_hash_table_contains (self->seen, child))
      gtk_widget_snapshot_child (widget, child, snapshot);
}

void
studio_plane_set_view (StudioPlane *self, const graphene_rect_t *view)
{
  graphene_rect_t around;

  g_hash_table_remove_all (self->seen);
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
studio_plane_finalize (GObject *object)
{
  g_hash_table_unref (STUDIO_PLANE (object)->seen);
  G_OBJECT_CLASS (studio_plane_parent_class)->finalize (object);
}

static void
studio_plane_class_init (StudioPlaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_plane_dispose;
  G_OBJECT_CLASS (klass)->finalize = studio_plane_finalize;
  GTK_WIDGET_CLASS (klass)->measure = studio_plane_measure;
  GTK_WIDGET_CLASS (klass)->size_allocate = studio_plane_size_allocate;
  GTK_WIDGET_CLASS (klass)->snapshot = studio_plane_snapshot;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass),
                                        GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
studio_plane_init (StudioPlane *self)
{
  self->seen = g_hash_table_new (NULL, NULL);
}

GtkWidget *
studio_plane_new (StudioPlaneFunc measure, StudioPlaneFunc allocate, gpointer owner)
{
  StudioPlane *self = g_object_new (STUDIO_TYPE_PLANE, NULL);

  self->measure = measure;
  self->allocate = allocate;
  self->owner = owner;

  return GTK_WIDGET (self);
}
