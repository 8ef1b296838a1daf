/* SPDX-License-Identifier: MIT */
#include <glib/gi18n.h>
#include <math.h>

#include "studio/canvas/studio-canvas-private.h"
#include "studio/canvas/studio-plane.h"

static void studio_canvas_scrollable_init (GtkScrollableInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (StudioCanvas,
                               studio_canvas,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SCROLLABLE,
                                                      studio_canvas_scrollable_init))

enum
{
  PROP_HADJUSTMENT = 1,
  PROP_VADJUSTMENT,
  PROP_HSCROLL_POLICY,
  PROP_VSCROLL_POLICY,
  PROP_SNAPS,
  PROP_PIPE_VALUES,
};

static void
measure_children (gpointer data)
{
  StudioCanvas *self = data;

  if (self->document != NULL)
    studio_canvas_measure_nodes (self);
}

static void
measure_frames (gpointer data)
{
  StudioCanvas *self = data;

  for (guint i = 0; i < self->frames->len; i++)
    gtk_widget_measure (studio_canvas_frame (self, i)->widget, GTK_ORIENTATION_HORIZONTAL,
                        -1, NULL, NULL, NULL, NULL);
}

/* On a plane, which begins where nodes do. */
static graphene_rect_t
get_place (StudioCanvas *self, const graphene_rect_t *area)
{
  graphene_rect_t place;

  graphene_rect_offset_r (area, -self->extents.origin.x, -self->extents.origin.y, &place);

  return place;
}

static void
allocate_frames (gpointer data)
{
  StudioCanvas *self = data;

  for (guint i = 0; i < self->frames->len; i++)
    {
      const StudioCanvasFrame *frame = studio_canvas_frame (self, i);
      graphene_rect_t place = get_place (self, &frame->area);

      studio_plane_place (frame->widget, &place);
    }
}

/* Whether a place is another one than before, which it takes. */
static gboolean
take_place (graphene_rect_t *before, const graphene_rect_t *place)
{
  if (graphene_rect_equal (before, place))
    return FALSE;
  *before = *place;

  return TRUE;
}

/* Nodes first: the ways of wires begin and end at their ports. The frame that shows a
 * large pipeline first has enough to do with them. */
static void
allocate_children (gpointer data)
{
  StudioCanvas *self = data;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      StudioCanvasNode *node = studio_canvas_node (self, i);
      guint n_builds = studio_node_get_n_builds (STUDIO_NODE (node->widget));
      graphene_rect_t place = get_place (self, &node->area);

      if (take_place (&node->place, &place) || node->n_builds != n_builds)
        studio_plane_place (node->widget, &place);
      node->n_builds = n_builds;
    }
  if (self->is_built || self->wires->len <= STUDIO_CANVAS_MAX_NEW)
    {
      studio_canvas_route_wires (self);
      studio_canvas_place_labels (self);
    }
  for (guint i = 0; i < self->wires->len; i++)
    {
      StudioWire *wire = studio_canvas_wire (self, i);
      graphene_rect_t place = get_place (self, &wire->label_area);

      if (wire->label == NULL)
        continue;
      gtk_widget_set_child_visible (wire->label, wire->has_label);
      if (wire->has_label && take_place (&wire->label_place, &place))
        studio_plane_place (wire->label, &place);
    }
}

/* What is seen of the planes, in any order: they are drawn in that of the children. */
static void
see_children (StudioCanvas *self)
{
  graphene_rect_t place;

  for (guint i = 0; i < self->frames->len; i++)
    {
      place = get_place (self, &studio_canvas_frame (self, i)->area);
      studio_plane_see (STUDIO_PLANE (self->ground),
                        studio_canvas_frame (self, i)->widget, &place);
    }
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const StudioCanvasNode *node = studio_canvas_node (self, i);

      studio_plane_see (STUDIO_PLANE (self->plane), node->widget, &node->place);
    }
  for (guint i = 0; i < self->wires->len; i++)
    {
      const StudioWire *wire = studio_canvas_wire (self, i);

      if (wire->label != NULL && wire->has_label)
        studio_plane_see (STUDIO_PLANE (self->plane), wire->label, &wire->label_place);
    }
}

/* Menus and explanations follow what they have become: a menu is higher when its items
 * have their style. */
static void
present_popovers (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_POPOVER (child) && gtk_widget_get_visible (child))
      gtk_popover_present (GTK_POPOVER (child));
}

static void
measure_plane (GtkWidget *plane)
{
  gtk_widget_measure (plane, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_measure (plane, GTK_ORIENTATION_VERTICAL, -1, NULL, NULL, NULL, NULL);
}

static void
allocate_plane (StudioCanvas *self, GtkWidget *plane)
{
  const graphene_rect_t *extents = &self->extents;
  GskTransform *transform;
  graphene_rect_t view;
  double zoom = studio_canvas_get_zoom (self);

  transform = gsk_transform_translate (
      NULL,
      &GRAPHENE_POINT_INIT (
          (float) floor ((double) extents->origin.x * zoom -
                         studio_canvas_get_scroll (self, GTK_ORIENTATION_HORIZONTAL)),
          (float) floor ((double) extents->origin.y * zoom -
                         studio_canvas_get_scroll (self, GTK_ORIENTATION_VERTICAL))));
  transform = gsk_transform_scale (transform, (float) zoom, (float) zoom);
  studio_canvas_get_view (self, &view);
  if (plane == self->plane)
    studio_canvas_map_nodes (self, &view);
  graphene_rect_offset (&view, -extents->origin.x, -extents->origin.y);
  studio_plane_set_view (STUDIO_PLANE (plane), &view);
  gtk_widget_allocate (plane, (int) ceilf (extents->size.width),
                       (int) ceilf (extents->size.height), -1, transform);
}

static gboolean
show_nodes_cb (gpointer data)
{
  StudioCanvas *self = data;

  self->waiting = 0;
  self->is_late = FALSE;
  gtk_widget_queue_resize (GTK_WIDGET (self)); /* scroll bars come */

  return G_SOURCE_REMOVE;
}

static void
studio_canvas_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  *minimum = *natural = studio_canvas_get_scroll_size (STUDIO_CANVAS (widget),
                                                       orientation);
}

static void
studio_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  StudioCanvas *self = STUDIO_CANVAS (widget);

  if (self->is_late && self->waiting == 0)
    self->waiting = g_idle_add (show_nodes_cb, self);
  if (self->document == NULL || self->is_late)
    return;
  measure_plane (self->ground);
  measure_plane (self->plane);
  studio_canvas_place_nodes (self);
  studio_canvas_scroll_for_size (self, width, height);
  allocate_plane (self, self->ground);
  allocate_plane (self, self->plane);
  see_children (self);
  studio_canvas_queue_build (self);
  present_popovers (widget);
}

static void
studio_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  StudioCanvas *self = STUDIO_CANVAS (widget);

  if (self->document != NULL && !self->is_late)
    studio_canvas_paint (self, snapshot);
}

/* Nodes that are not built are measured anew, like all others. */
static void
studio_canvas_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  StudioCanvas *self = STUDIO_CANVAS (widget);
  GHashTableIter iter;
  gpointer size;

  studio_canvas_forget_label_sizes (self);
  g_hash_table_iter_init (&iter, self->sizes);
  while (g_hash_table_iter_next (&iter, NULL, &size))
    *(graphene_size_t *) size = *graphene_size_zero ();
  for (guint i = 0; i < self->nodes->len; i++)
    gtk_widget_queue_resize (studio_canvas_node (self, i)->widget);
  GTK_WIDGET_CLASS (studio_canvas_parent_class)->system_setting_changed (widget, setting);
}

guint
studio_canvas_get_n_nodes (StudioCanvas *self)
{
  return self->nodes->len;
}

const graphene_rect_t *
studio_canvas_get_node_area (StudioCanvas *self, guint number, gboolean *is_selected)
{
  *is_selected = studio_canvas_node (self, number)->is_selected;

  return &studio_canvas_node (self, number)->area;
}

static void
show (gpointer view, StudioSession *session)
{
  StudioCanvas *self = view;
  ImDocument *document = studio_session_get_document (session);
  gboolean is_other = self->document != document;

  studio_canvas_cancel_drag (self);
  studio_canvas_hide_card (self);
  if (g_set_object (&self->document, document) ||
      g_strcmp0 (self->unit_id, im_document_get_unit (document)->id.text) != 0)
    {
      g_free (self->unit_id);
      self->unit_id = g_strdup (im_document_get_unit (document)->id.text);
      studio_canvas_begin_nodes (self);
      g_hash_table_remove_all (self->texts);
      self->needs_fit = TRUE;
      self->is_built = FALSE;
      /* All that is around a large pipeline is laid out and drawn without it first. */
      self->is_late = is_other &&
                      im_document_get_graph (document)->n_nodes > STUDIO_CANVAS_MAX_NEW;
    }
  self->drop_wire = -1;
  self->menu_wire = -1;
  self->pointed_wire = -1;
  self->wanted_wire = -1;
  self->new_node = -1;
  studio_canvas_update_frames (self);
  studio_canvas_update_nodes (self);
  studio_canvas_update_wires (self);
  studio_canvas_order_children (self);
  studio_canvas_take_selection (self);
  studio_canvas_queue_layout (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* What was selected in another view is shown here, too. */
static void
show_selected (gpointer view, StudioSession *session)
{
  StudioCanvas *self = view;

  if (self->is_selecting)
    return;
  studio_canvas_take_selection (self);
  if (self->primary >= 0)
    studio_canvas_show_node (self, (guint) self->primary);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
found_cb (StudioCanvas *self)
{
  if (self->document != NULL && studio_canvas_update_problems (self))
    studio_canvas_queue_layout (self);
}

void
studio_canvas_bind (StudioCanvas *self, StudioSession *session)
{
  g_return_if_fail (STUDIO_IS_CANVAS (self) && self->session == NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::zoom", G_CALLBACK (studio_canvas_zoomed),
                           self, G_CONNECT_SWAPPED);
  studio_session_bind (session, self, show, show_selected);
  g_signal_connect_object (session, "found", G_CALLBACK (found_cb), self,
                           G_CONNECT_SWAPPED);
  studio_canvas_bind_live (self);
  studio_canvas_bind_card (self);
  studio_canvas_bind_marks (self);
}

static void
set_adjustment (StudioCanvas *self, GtkOrientation orientation, GtkAdjustment *adjustment)
{
  if (self->adjustments[orientation] != NULL)
    g_signal_handlers_disconnect_by_data (self->adjustments[orientation], self);
  g_set_object (&self->adjustments[orientation], adjustment);
  if (adjustment != NULL)
    {
      g_signal_connect_swapped (adjustment, "value-changed",
                                G_CALLBACK (studio_canvas_scrolled), self);
      g_signal_connect_swapped (adjustment, "value-changed",
                                G_CALLBACK (studio_canvas_queue_build), self);
    }
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
studio_canvas_set_property (GObject *object,
                            guint id,
                            const GValue *value,
                            GParamSpec *spec)
{
  StudioCanvas *self = STUDIO_CANVAS (object);

  if (id == PROP_HADJUSTMENT || id == PROP_VADJUSTMENT)
    set_adjustment (self, id - PROP_HADJUSTMENT, g_value_get_object (value));
  else if (id == PROP_HSCROLL_POLICY || id == PROP_VSCROLL_POLICY)
    self->policies[id - PROP_HSCROLL_POLICY] = g_value_get_enum (value);
  else if (id == PROP_SNAPS)
    self->snaps = g_value_get_boolean (value);
  else if (id == PROP_PIPE_VALUES)
    {
      g_free (self->pipe_values);
      self->pipe_values = g_value_dup_string (value);
      if (self->session != NULL)
        studio_canvas_update_sparks (self);
    }
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
studio_canvas_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  StudioCanvas *self = STUDIO_CANVAS (object);

  if (id == PROP_HADJUSTMENT || id == PROP_VADJUSTMENT)
    g_value_set_object (value, self->adjustments[id - PROP_HADJUSTMENT]);
  else if (id == PROP_HSCROLL_POLICY || id == PROP_VSCROLL_POLICY)
    g_value_set_enum (value, (int) self->policies[id - PROP_HSCROLL_POLICY]);
  else if (id == PROP_SNAPS)
    g_value_set_boolean (value, self->snaps);
  else if (id == PROP_PIPE_VALUES)
    g_value_set_string (value, self->pipe_values);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

/* An explanation can be open when the window closes. */
static void
unparent_popovers (GtkWidget *widget)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (widget)) != NULL)
    {
      g_signal_handlers_disconnect_by_func (child, gtk_widget_unparent, NULL);
      gtk_widget_unparent (child);
    }
}

static void
studio_canvas_dispose (GObject *object)
{
  StudioCanvas *self = STUDIO_CANVAS (object);

  if (self->nodes != NULL)
    studio_canvas_cancel_drag (self);
  g_clear_handle_id (&self->building, g_source_remove);
  g_clear_handle_id (&self->showing_bars, g_source_remove);
  g_clear_handle_id (&self->waiting, g_source_remove);
  g_clear_pointer (&self->nodes, g_array_unref);
  g_clear_pointer (&self->prepared, g_array_unref);
  g_clear_pointer (&self->wires_ahead, g_array_unref);
  g_clear_object (&self->prepared_for);
  g_clear_pointer (&self->wires, g_array_unref);
  g_clear_pointer (&self->frames, g_array_unref);
  g_clear_pointer (&self->ground, gtk_widget_unparent);
  g_clear_pointer (&self->sizes, g_hash_table_unref);
  g_clear_pointer (&self->texts, g_hash_table_unref);
  g_clear_pointer (&self->causes, g_free);
  g_clear_pointer (&self->plane, gtk_widget_unparent);
  self->menu = NULL;
  self->card = NULL;
  unparent_popovers (GTK_WIDGET (self));
  studio_canvas_end_clear (&self->wanted_end);
  set_adjustment (self, GTK_ORIENTATION_HORIZONTAL, NULL);
  set_adjustment (self, GTK_ORIENTATION_VERTICAL, NULL);
  g_clear_object (&self->document);
  g_clear_object (&self->session);
  g_clear_pointer (&self->unit_id, g_free);
  g_clear_pointer (&self->pipe_values, g_free);
  G_OBJECT_CLASS (studio_canvas_parent_class)->dispose (object);
}

static void
studio_canvas_scrollable_init (GtkScrollableInterface *iface)
{
}

static void
studio_canvas_class_init (StudioCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = studio_canvas_set_property;
  object_class->get_property = studio_canvas_get_property;
  object_class->dispose = studio_canvas_dispose;
  widget_class->measure = studio_canvas_measure;
  widget_class->size_allocate = studio_canvas_size_allocate;
  widget_class->query_tooltip = studio_canvas_query_tooltip;
  widget_class->snapshot = studio_canvas_snapshot;
  widget_class->system_setting_changed = studio_canvas_system_setting_changed;
  g_object_class_override_property (object_class, PROP_HADJUSTMENT, "hadjustment");
  g_object_class_override_property (object_class, PROP_VADJUSTMENT, "vadjustment");
  g_object_class_override_property (object_class, PROP_HSCROLL_POLICY, "hscroll-policy");
  g_object_class_override_property (object_class, PROP_VSCROLL_POLICY, "vscroll-policy");

  /**
   * StudioCanvas:pipe-values:
   *
   * When pipes show what they carry: `never`, `hover` or `always`.
   */
  g_object_class_install_property (
      object_class, PROP_PIPE_VALUES,
      g_param_spec_string ("pipe-values", NULL, NULL, "always",
                           G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
  /**
   * StudioCanvas:snaps:
   *
   * Whether dragged nodes snap to a grid, and to edges and middles of others; Shift does
   * the other one.
   */
  g_object_class_install_property (
      object_class, PROP_SNAPS,
      g_param_spec_boolean ("snaps", NULL, NULL, TRUE,
                            G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));

  /**
   * StudioCanvas::unit-wanted:
   * @canvas: the canvas
   *
   * Somebody wants a unit at a place or at the end of a pipe: offer some, and call
   * studio_canvas_insert().
   */
  g_signal_new ("unit-wanted", STUDIO_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "canvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
studio_canvas_init (StudioCanvas *self)
{
  self->primary = -1;
  self->frame = -1;
  self->drop_wire = -1;
  self->menu_wire = -1;
  self->pointed_wire = -1;
  self->wanted_wire = -1;
  self->new_node = -1;
  self->snaps = TRUE;
  self->pipe_values = g_strdup ("always");
  self->nodes = g_array_new (FALSE, TRUE, sizeof (StudioCanvasNode));
  g_array_set_clear_func (self->nodes, studio_canvas_node_clear);
  self->wires_ahead = g_array_new (FALSE, TRUE, sizeof (StudioWire));
  g_array_set_clear_func (self->wires_ahead, studio_canvas_wire_clear);
  self->prepared = g_array_new (FALSE, TRUE, sizeof (StudioCanvasNode));
  g_array_set_clear_func (self->prepared, studio_canvas_node_clear);
  self->wires = g_array_new (FALSE, TRUE, sizeof (StudioWire));
  g_array_set_clear_func (self->wires, studio_canvas_wire_clear);
  self->frames = g_array_new (FALSE, TRUE, sizeof (StudioCanvasFrame));
  g_array_set_clear_func (self->frames, studio_canvas_frame_clear);
  self->ground = studio_plane_new (measure_frames, allocate_frames, self);
  gtk_widget_set_parent (self->ground, GTK_WIDGET (self));
  self->sizes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->plane = studio_plane_new (measure_children, allocate_children, self);
  gtk_widget_set_parent (self->plane, GTK_WIDGET (self));
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Pipeline"), -1);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  studio_canvas_add_drags (self);
  studio_canvas_add_pointer (self);
  studio_canvas_add_drop (self);
  studio_canvas_add_keys (self);
  studio_canvas_add_card (self);
}
