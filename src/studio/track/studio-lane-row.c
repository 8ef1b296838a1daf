/* SPDX-License-Identifier: MIT */
#include "studio/track/studio-lane-row.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "studio/common/studio-accessible.h"
#include "studio/picture/studio-picture-export.h"
#include "studio/track/studio-lane-export.h"

#define MAX_NUMBERS  6 /* beside the plot */
#define EXPORT_WIDTH 960
#define OF_BEFORE    0.35 /* opacity of what is no longer current */

struct _StudioLaneRow
{
  GtkWidget parent_instance;

  StudioLane *lane;
  StudioSession *session;
  GListStore *lanes; /* of the session */
  StudioTimeView *view;
  GtkWidget *content;
  StudioLanePlot *plot;
  GtkLabel *facts;
};

G_DEFINE_FINAL_TYPE (StudioLaneRow, studio_lane_row, GTK_TYPE_WIDGET)

static void
append_facts (ImSignal *signal, GString *out)
{
  const ImSignalFormat *format = im_signal_get_format (signal);

  g_string_append (out, im_dtype_get_info (format->type.dtype)->name);
  im_shape_append_text (&format->type.shape, out);
  if (format->step_s > 0)
    g_string_append_printf (out, "\n%.6g Hz", 1 / format->step_s);
}

/* A few numbers, each with the name of its channel if it has one. */
static gboolean
append_numbers (ImSignal *signal, guint64 value, GString *out)
{
  const char *const *channels = im_signal_get_format (signal)->channels;
  guint n_channels = im_signal_get_n_channels (signal), n = MIN (n_channels, MAX_NUMBERS);
  double numbers[MAX_NUMBERS];

  if (!im_signal_load (signal, 0, n, value, 1, numbers, NULL))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      g_string_append (out, i > 0 ? "\n" : "");
      if (channels != NULL && n_channels > 1)
        g_string_append_printf (out, "%s ", channels[i]);
      im_signal_append_number (signal, numbers[i], out);
    }
  if (n < n_channels)
    g_string_append (out, " …");

  return TRUE;
}

/* Which values of the lane the marked one is made of, or is. */
static void
append_origin (StudioLaneRow *self, GString *out)
{
  StudioOrigin *origin = studio_session_get_origin (self->session);
  ImSignal *signal = studio_lane_get_signal (self->lane);
  double from_s, to_s;
  guint64 first, n;

  if (!studio_origin_has_lane (origin, studio_lane_get_id (self->lane)) ||
      !studio_origin_get_span (origin, &from_s, &to_s))
    return;
  if (studio_origin_get_lane (origin) == self->lane)
    {
      first = studio_origin_get_value (origin);
      n = 1;
    }
  else if (!im_signal_find_within (signal, from_s, to_s, &first, &n))
    return;
  g_string_append_printf (out, "\n↳ %" G_GUINT64_FORMAT, first);
  if (n > 1)
    g_string_append_printf (out, "–%" G_GUINT64_FORMAT " (%" G_GUINT64_FORMAT ")",
                            first + n - 1, n);
}

/* What the signal is, or at the cursor what its values are. */
static void
update (StudioLaneRow *self)
{
  ImSignal *signal = studio_lane_get_signal (self->lane);
  double at = studio_time_view_get (self->view)->cursor;
  guint64 value;
  g_autoptr (GString) text = g_string_new (NULL);

  if (isnan (at) || !im_signal_find_nearest (signal, at, &value) ||
      !append_numbers (signal, value, text))
    append_facts (signal, text);
  append_origin (self, text);
  if (!studio_lane_is_current (self->lane))
    g_string_append_printf (text, "\n%s", _ ("no longer current"));
  gtk_label_set_label (self->facts, text->str);
  gtk_widget_set_opacity (GTK_WIDGET (self->plot),
                          studio_lane_is_current (self->lane) ? 1 : OF_BEFORE);
}

static void
move (StudioLaneRow *self, gint by)
{
  g_autoptr (StudioLane) lane = g_object_ref (self->lane);
  g_autoptr (GListStore) lanes = g_object_ref (self->lanes);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (lanes)), position;

  if (!g_list_store_find (lanes, lane, &position) ||
      (by < 0 ? position == 0 : position + 1 >= n))
    return;
  g_list_store_remove (lanes, position);
  g_list_store_insert (lanes, position + (guint) by, lane);
}

static void
up_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  move (STUDIO_LANE_ROW (widget), -1);
}

static void
down_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  move (STUDIO_LANE_ROW (widget), 1);
}

static void
close_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioLaneRow *self = STUDIO_LANE_ROW (widget);
  guint position;

  if (g_list_store_find (self->lanes, self->lane, &position))
    g_list_store_remove (self->lanes, position);
}

static void
picture_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioLaneRow *self = STUDIO_LANE_ROW (widget);
  ImScene *scene = studio_lane_plot_draw (self->plot, EXPORT_WIDTH);

  if (scene != NULL)
    studio_picture_export (widget, scene, studio_lane_get_title (self->lane));
}

/* Marks the value at a time, or takes the mark from it. */
static void
mark (StudioLaneRow *self, double at)
{
  StudioOrigin *origin = studio_session_get_origin (self->session);
  guint64 value;

  if (!im_signal_find_nearest (studio_lane_get_signal (self->lane), at, &value))
    return;
  if (studio_origin_get_lane (origin) == self->lane &&
      studio_origin_get_value (origin) == value)
    studio_session_mark_value (self->session, NULL, 0);
  else
    studio_session_mark_value (self->session, self->lane, value);
}

static void
mark_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  mark (STUDIO_LANE_ROW (widget), g_variant_get_double (parameter));
}

/* The value that is marked, or else the one at the cursor. */
static void
show_origin_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioLaneRow *self = STUDIO_LANE_ROW (widget);
  StudioOrigin *origin = studio_session_get_origin (self->session);
  const StudioTime *time = studio_time_view_get (self->view);

  if (studio_origin_get_lane (origin) != self->lane)
    mark (self, isnan (time->cursor) ? (time->from + time->to) / 2 : time->cursor);
  studio_session_pin_origin (self->session);
}

/* What is selected, or all. */
static void
numbers_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioLaneRow *self = STUDIO_LANE_ROW (widget);
  const StudioTime *time = studio_time_view_get (self->view);
  ImSignal *signal = studio_lane_get_signal (self->lane);
  guint64 from = 0, to = im_signal_get_n_values (signal);

  if (!isnan (time->selected_from))
    {
      from = im_signal_find (signal, time->selected_from);
      to = im_signal_find (signal, time->selected_to);
    }
  if (from < to)
    studio_lane_export (widget, signal, from, to, studio_lane_get_title (self->lane));
  else
    gtk_widget_error_bell (widget);
}

static void
scatter_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioLaneRow *self = STUDIO_LANE_ROW (widget);
  GListModel *lanes = G_LIST_MODEL (self->lanes);

  for (guint i = 0; i < g_list_model_get_n_items (lanes); i++)
    {
      g_autoptr (StudioLane) lane = g_list_model_get_item (lanes, i);

      if (strcmp (studio_lane_get_id (lane), g_variant_get_string (parameter, NULL)) == 0)
        studio_lane_scatter (self->lane, lane);
    }
}

static GMenuModel *
create_kinds (void)
{
  static const struct
  {
    const char *name;
    ImLaneKind kind;
  } kinds[] = {
    { N_ ("_Waveform"), IM_LANE_WAVEFORM },
    { N_ ("_Spectrogram"), IM_LANE_SPECTROGRAM },
    { N_ ("_Heat Map"), IM_LANE_HEAT_MAP },
    { N_ ("_Matrix at the Cursor"), IM_LANE_MATRIX },
    { N_ ("H_istogram"), IM_LANE_HISTOGRAM },
    { N_ ("_Table"), IM_LANE_TABLE },
  };
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (_ (kinds[i].name), NULL);

      g_menu_item_set_action_and_target (item, "track.kind", "u", kinds[i].kind);
      g_menu_append_item (menu, item);
    }

  return G_MENU_MODEL (menu);
}

/* The other lanes, and the lane itself if it has a second channel. */
static GMenuModel *
create_scatter (StudioLaneRow *self)
{
  GListModel *lanes = G_LIST_MODEL (self->lanes);
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < g_list_model_get_n_items (lanes); i++)
    {
      g_autoptr (StudioLane) lane = g_list_model_get_item (lanes, i);
      g_autoptr (GMenuItem) item = NULL;

      if (lane == self->lane)
        continue;
      item = g_menu_item_new (studio_lane_get_title (lane), NULL);
      g_menu_item_set_action_and_target (item, "lane.scatter", "s",
                                         studio_lane_get_id (lane));
      g_menu_append_item (menu, item);
    }
  if (im_signal_get_n_channels (studio_lane_get_signal (self->lane)) > 1)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (_ ("Its Second Channel"), NULL);

      g_menu_item_set_action_and_target (item, "track.kind", "u", IM_LANE_SCATTER);
      g_menu_append_item (menu, item);
    }

  return G_MENU_MODEL (menu);
}

static void
create_menu_cb (GtkMenuButton *button, gpointer data)
{
  StudioLaneRow *self = data;
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) scatter_section = g_menu_new ();
  g_autoptr (GMenu) place = g_menu_new ();
  g_autoptr (GMenu) end = g_menu_new ();
  g_autoptr (GMenu) origin = g_menu_new ();
  g_autoptr (GMenuModel) kinds = create_kinds ();
  g_autoptr (GMenuModel) scatter = create_scatter (self);

  g_menu_append_section (menu, NULL, kinds);
  g_menu_append (origin, _ ("Show Where a Value Comes _From"), "lane.show-origin");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (origin));
  if (g_menu_model_get_n_items (scatter) > 0)
    {
      g_menu_append_submenu (scatter_section, _ ("S_catter Against"), scatter);
      g_menu_append_section (menu, NULL, G_MENU_MODEL (scatter_section));
    }
  g_menu_append (end, _ ("Export _Picture…"), "lane.export-picture");
  g_menu_append (end,
                 isnan (studio_time_view_get (self->view)->selected_from)
                     ? _ ("Export _Numbers…")
                     : _ ("Export Selected _Numbers…"),
                 "lane.export-numbers");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (end));
  g_menu_append (place, _ ("Move _Up"), "lane.move-up");
  g_menu_append (place, _ ("Move _Down"), "lane.move-down");
  g_menu_append (place, _ ("_Close"), "lane.close");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (place));
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

static GtkLabel *
create_label (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_yalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  /* All sides are equally wide, so that times stand above each other. */
  gtk_label_set_max_width_chars (GTK_LABEL (label), 1);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, style);

  return GTK_LABEL (label);
}

static GtkWidget *
create_side (StudioLaneRow *self)
{
  GtkWidget *side = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *button = gtk_menu_button_new ();
  GtkLabel *title = create_label (studio_lane_get_title (self->lane), "heading");

  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "view-more-symbolic");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), create_menu_cb, self,
                                         NULL);
  gtk_widget_set_tooltip_text (button, _ ("Track Menu"));
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (GTK_WIDGET (title), studio_lane_get_title (self->lane));
  gtk_box_append (GTK_BOX (head), GTK_WIDGET (title));
  gtk_box_append (GTK_BOX (head), button);
  self->facts = create_label (NULL, "caption");
  gtk_widget_add_css_class (GTK_WIDGET (self->facts), "numeric");
  gtk_box_append (GTK_BOX (side), head);
  gtk_box_append (GTK_BOX (side), GTK_WIDGET (self->facts));
  gtk_widget_set_size_request (side, STUDIO_LANE_SIDE, -1);
  gtk_widget_set_hexpand (side, FALSE);
  gtk_widget_add_css_class (side, "lane-side");
  studio_accessible_name_menu_buttons (side);

  return side;
}

static void
studio_lane_row_dispose (GObject *object)
{
  StudioLaneRow *self = STUDIO_LANE_ROW (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->lane);
  g_clear_object (&self->lanes);
  g_clear_object (&self->session);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (studio_lane_row_parent_class)->dispose (object);
}

static void
studio_lane_row_class_init (StudioLaneRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_lane_row_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "lane.move-up", NULL, up_cb);
  gtk_widget_class_install_action (widget_class, "lane.move-down", NULL, down_cb);
  gtk_widget_class_install_action (widget_class, "lane.close", NULL, close_cb);
  gtk_widget_class_install_action (widget_class, "lane.scatter", "s", scatter_cb);
  gtk_widget_class_install_action (widget_class, "lane.mark", "d", mark_cb);
  gtk_widget_class_install_action (widget_class, "lane.show-origin", NULL,
                                   show_origin_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, 0,
                                       "lane.show-origin", NULL);
  gtk_widget_class_install_action (widget_class, "lane.export-numbers", NULL, numbers_cb);
  gtk_widget_class_install_action (widget_class, "lane.export-picture", NULL, picture_cb);
}

static void
studio_lane_row_init (StudioLaneRow *self)
{
}

StudioLanePlot *
studio_lane_row_get_plot (StudioLaneRow *self)
{
  g_return_val_if_fail (STUDIO_IS_LANE_ROW (self), NULL);

  return self->plot;
}

GtkWidget *
studio_lane_row_new (StudioLane *lane, StudioSession *session, StudioTimeView *view)
{
  StudioLaneRow *self = g_object_new (STUDIO_TYPE_LANE_ROW, NULL);
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  g_autoptr (GPropertyAction) kind = NULL;

  self->lane = g_object_ref (lane);
  self->session = g_object_ref (session);
  self->lanes = g_object_ref (studio_session_get_lanes (session));
  self->view = g_object_ref (view);
  kind = g_property_action_new ("kind", lane, "kind");
  g_action_map_add_action (G_ACTION_MAP (actions), G_ACTION (kind));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "track", G_ACTION_GROUP (actions));
  self->content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->plot = STUDIO_LANE_PLOT (studio_lane_plot_new (STUDIO_PLOT_LANE, view));
  studio_lane_plot_set_lane (self->plot, lane);
  studio_lane_plot_set_origin (self->plot, studio_session_get_origin (session));
  gtk_widget_set_focusable (GTK_WIDGET (self->plot), TRUE);
  gtk_box_append (GTK_BOX (self->content), create_side (self));
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->plot));
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
  g_signal_connect_object (view, "moved", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lane, "notify::signal", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (lane, "notify::current", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (studio_session_get_origin (session), "changed",
                           G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);

  return GTK_WIDGET (self);
}
