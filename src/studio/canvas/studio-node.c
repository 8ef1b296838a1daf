/* SPDX-License-Identifier: MIT */
#include "studio/canvas/studio-node.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/state/im-document-value.h"
#include "studio/canvas/studio-plane.h"
#include "studio/common/studio-accessible.h"
#include "studio/common/studio-colour.h"
#include "studio/common/studio-text.h"
#include "studio/session/studio-problems.h"
#include "studio/units/studio-family.h"
#include "unit/im-unit-place.h"

#define BOX_RADIUS   12.0f
#define MAX_SETTINGS 4 /* that a layer of a stack shows, if it has more than one more */

struct _StudioNode
{
  GtkWidget parent_instance;

  char *name; /* of the node that is shown */
  StudioSession *session;
  gboolean has_problems;
  GtkWidget *content;
  GArray *ports; /* StudioPort */
  gboolean is_horizontal;
  GString *shown; /* all texts, to see whether they have changed */
  char *description;
  GtkWidget *badge; /* NULL where nothing is wrong */
  guint n_builds;
  GHashTable *sizes;     /* see studio_node_new() */
  graphene_size_t *size; /* of nodes like this one, 0 before one of them was measured */
};

G_DEFINE_FINAL_TYPE (StudioNode, studio_node, GTK_TYPE_WIDGET)

static StudioPort *
get_port (StudioNode *self, guint index)
{
  return &g_array_index (self->ports, StudioPort, index);
}

static GtkWidget *
new_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 34);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);

  return label;
}

static const ImDocumentLayer *
get_layer (ImDocument *document, guint number)
{
  gint layer = im_document_get_node (document, number)->layer;

  return layer < 0 ? NULL : im_document_get_layer (document, (guint) layer);
}

static const char *
get_title (ImDocument *document, guint number)
{
  return studio_text_get_title (im_document_get_node (document, number)->node);
}

/* The second line: which unit it is, or what the node computes. */
static char *
dup_subtitle (ImDocument *document, guint number)
{
  const ImGraphNode *node = im_document_get_node (document, number)->node;

  switch (node->kind)
    {
    case IM_NODE_UNIT:
      return g_strdup (node->unit_id);
    case IM_NODE_EXPRESSION:
      return node->declaration->expression == NULL
                 ? NULL
                 : g_strstrip (g_strdup (node->declaration->expression->text));
    case IM_NODE_ASSERT:
      return g_strdup_printf (
          ngettext ("%u test", "%u tests", node->declaration->n_tests),
          node->declaration->n_tests);
    case IM_NODE_OPTION:
      return studio_text_dup_port (document, number, "value");
    case IM_NODE_UNKNOWN:
      return g_strdup (node->unit_id != NULL
                           ? node->unit_id
                           : im_unit_place_get_name (node->declaration->element));
    case IM_NODE_INPUT:
    case IM_NODE_OUTPUT:
    default:
      return NULL;
    }
}

/* Returns whether there is anything to show of an argument. */
static gboolean
append_setting (GString *lines,
                ImDocument *document,
                guint number,
                const ImUnitArgument *argument)
{
  const ImDocumentLayer *layer = im_document_get_layer (document, number);
  const ImParameter *option = im_unit_find_parameter (layer->unit,
                                                      argument->parameter.text);
  g_autofree char *value = NULL;

  if (option == NULL || (!im_parameter_is_option (option) &&
                         !im_document_is_array (document, number, option->name.text)))
    return FALSE;
  value = studio_text_dup_parameter (layer->evaluation, option);
  if (value == NULL && argument->value != NULL)
    value = g_strdup (argument->value->text);
  g_string_append_printf (lines, "%s: %s\n", option->text, value == NULL ? "?" : value);

  return TRUE;
}

/* What is set, a line each; in a node graph options are ports that say it themselves. */
static char *
dup_settings (ImDocument *document, guint number)
{
  const ImDocumentLayer *layer = get_layer (document, number);
  GString *lines = g_string_new (NULL);
  guint n = 0;
  gsize end = 0;

  if (layer != NULL && layer->unit != NULL && !im_document_is_free (document))
    for (guint i = 0; i < layer->node->n_arguments; i++)
      {
        if (n == MAX_SETTINGS)
          end = lines->len;
        n += append_setting (lines, document,
                             (guint) im_document_get_node (document, number)->layer,
                             &layer->node->arguments[i]);
      }

  /* One more line says what stands there as well as that there is one more. */
  if (n > MAX_SETTINGS + 1)
    {
      g_string_truncate (lines, end);
      /* Translators: how many options of a node are not shown, two or more */
      g_string_append_printf (lines, _ ("and %u more"), n - MAX_SETTINGS);
      g_string_append_c (lines, '\n');
    }

  return g_string_free (lines, FALSE);
}

static void
show_problems_cb (GtkMenuButton *badge, gpointer node)
{
  StudioNode *self = node;
  GtkWidget *popover = gtk_popover_new ();

  gtk_popover_set_child (GTK_POPOVER (popover),
                         studio_problems_new_details (self->session, self->name));
  gtk_menu_button_set_popover (badge, popover);
}

/* Says that something is wrong, and what when it is asked. */
static GtkWidget *
new_badge (StudioNode *self)
{
  GtkWidget *badge = gtk_menu_button_new ();

  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (badge), "dialog-error-symbolic");
  gtk_widget_add_css_class (badge, "flat");
  gtk_widget_add_css_class (badge, "problem-badge");
  gtk_widget_set_tooltip_text (badge, _ ("Problems"));
  studio_accessible_name_menu_buttons (badge);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (badge), show_problems_cb, self,
                                         NULL);

  return badge;
}

static void
append_heading (StudioNode *self,
                const char *title,
                const StudioFamily *family,
                GtkWidget *badge)
{
  GtkWidget *heading = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = new_label (title, "heading");

  gtk_widget_set_hexpand (label, TRUE);
  if (!self->is_horizontal && gtk_widget_has_css_class (self->content, "terminal"))
    gtk_label_set_xalign (GTK_LABEL (label), 0.5f);
  if (family != NULL)
    {
      GtkWidget *icon = gtk_image_new_from_icon_name (family->icon);

      studio_family_colour (icon, family);
      gtk_box_append (GTK_BOX (heading), icon);
    }
  gtk_box_append (GTK_BOX (heading), label);
  if (badge != NULL)
    gtk_box_append (GTK_BOX (heading), badge);
  gtk_box_append (GTK_BOX (self->content), heading);
}

static GtkWidget *
new_port_row (const StudioPort *port)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = new_label (port->label, "caption");

  if (port->is_output)
    {
      gtk_widget_set_hexpand (label, TRUE);
      gtk_label_set_xalign (GTK_LABEL (label), 1);
    }
  gtk_box_append (GTK_BOX (row), label);
  if (port->value != NULL)
    {
      GtkWidget *value = new_label (port->value, "caption");

      gtk_widget_add_css_class (value, "port-value");
      gtk_widget_set_hexpand (value, TRUE);
      gtk_label_set_xalign (GTK_LABEL (value), 1);
      gtk_label_set_max_width_chars (GTK_LABEL (value), 16);
      gtk_box_append (GTK_BOX (row), value);
    }

  return row;
}

static void
add_dot (StudioNode *self, StudioPort *port)
{
  static const char *const kinds[] = { "data", "time", "value" };
  /* GTK asks the display where the pointer is for each tooltip of what is visible. */
  GtkWidget *dot = g_object_new (GTK_TYPE_BOX, "accessible-role",
                                 GTK_ACCESSIBLE_ROLE_BUTTON, "visible", FALSE, NULL);
  const char *side = port->is_output ? _ ("Output") : _ ("Input");
  g_autofree char *label = g_str_equal (port->label, side)
                               ? g_strdup (side)
                               : g_strdup_printf (port->is_output ? _ ("Output %s")
                                                                  : _ ("Input %s"),
                                                  port->label);

  gtk_widget_add_css_class (dot, "pipeline-port");
  gtk_widget_add_css_class (dot, kinds[port->kind]);
  if (port->css_class != NULL)
    gtk_widget_add_css_class (dot, port->css_class);
  if (port->is_linked || port->is_output)
    gtk_widget_add_css_class (dot, "linked");
  gtk_widget_set_tooltip_text (dot, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (dot), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  gtk_widget_set_visible (dot, TRUE);
  gtk_widget_set_parent (dot, GTK_WIDGET (self));
  port->dot = dot;
}

static void
remove_children (StudioNode *self)
{
  for (guint i = 0; self->ports != NULL && i < self->ports->len; i++)
    g_clear_pointer (&get_port (self, i)->dot, gtk_widget_unparent);
  self->badge = NULL;
  g_clear_pointer (&self->ports, g_array_unref);
  g_clear_pointer (&self->content, gtk_widget_unparent);
}

/* An end of the pipeline has one port, whose name is its own; so have most nodes of other
 * programs. */
static void
add_ports (StudioNode *self, ImNodeKind kind, GArray *ports)
{
  gboolean has_rows = self->is_horizontal &&
                      (kind == IM_NODE_UNIT || kind == IM_NODE_EXPRESSION ||
                       kind == IM_NODE_ASSERT ||
                       (kind == IM_NODE_UNKNOWN && ports->len > 1));

  self->ports = ports;
  for (guint i = 0; i < ports->len; i++)
    {
      StudioPort *port = get_port (self, i);

      add_dot (self, port);
      if (!has_rows)
        continue;
      port->row = new_port_row (port);
      gtk_box_append (GTK_BOX (self->content), port->row);
    }
}

static void
set_classes (StudioNode *self, const ImGraphNode *node, gboolean is_broken)
{
  static const char *const kinds[] = {
    [IM_NODE_INPUT] = "terminal",     [IM_NODE_OUTPUT] = "terminal",
    [IM_NODE_OPTION] = "option",      [IM_NODE_EXPRESSION] = "expression",
    [IM_NODE_ASSERT] = "expression",  [IM_NODE_UNIT] = "unit",
    [IM_NODE_UNKNOWN] = "expression",
  };

  gtk_widget_add_css_class (self->content, "pipeline-node");
  gtk_widget_add_css_class (self->content, kinds[node->kind]);
  if (node->kind == IM_NODE_UNIT)
    studio_family_colour (self->content, studio_family_find (node->unit));
  if (is_broken)
    gtk_widget_add_css_class (self->content, "broken");
  if (!node->is_enabled)
    gtk_widget_add_css_class (self->content, "disabled");
}

/* What a screen reader says of the node. */
static char *
dup_description (StudioNode *self, ImDocument *document, guint number)
{
  const ImDocumentNode *node = im_document_get_node (document, number);
  const ImDocumentLayer *layer = get_layer (document, number);
  const char *title = get_title (document, number);

  if (layer == NULL)
    return g_strdup_printf (node->node->kind == IM_NODE_INPUT        ? _ ("Input %s")
                            : node->node->kind == IM_NODE_OUTPUT     ? _ ("Output %s")
                            : node->node->kind == IM_NODE_OPTION     ? _ ("Option %s")
                            : node->node->kind == IM_NODE_EXPRESSION ? _ ("Expression %s")
                                                                     : "%s",
                            title);

  /* Translators: the name of a layer, its number, whether it is disabled, and whether
   * there is something wrong with it. */
  return g_strdup_printf (_ ("%s, layer %d%s%s"), title, node->layer + 1,
                          node->node->is_enabled ? "" : _ (", disabled"),
                          self->has_problems ? _ (", has problems") : "");
}

static void
append_settings (StudioNode *self, char *lines)
{
  char *line = lines, *end;

  while ((end = strchr (line, '\n')) != NULL)
    {
      *end = '\0';
      gtk_box_append (GTK_BOX (self->content), new_label (line, "caption"));
      line = end + 1;
    }
}

/* Everything that is shown as one text. */
static GString *
describe (StudioNode *self,
          ImDocument *document,
          guint number,
          const char *subtitle,
          const char *settings,
          GArray *ports)
{
  const ImGraphNode *node = im_document_get_node (document, number)->node;
  GString *all = g_string_new (get_title (document, number));

  g_string_append_printf (all, "\n%s\n%s%d%d%d%d", subtitle == NULL ? "" : subtitle,
                          settings, im_document_is_free (document), node->kind,
                          node->is_enabled, self->has_problems);
  for (guint i = 0; i < ports->len; i++)
    {
      const StudioPort *port = &g_array_index (ports, StudioPort, i);

      g_string_append_printf (all, "\n%s %s %d %s", port->label,
                              port->value == NULL ? "" : port->value, port->is_linked,
                              port->css_class == NULL ? "" : port->css_class);
    }

  return all;
}

static void
build (StudioNode *self,
       ImDocument *document,
       guint number,
       const char *subtitle,
       char *settings,
       GArray *ports)
{
  const ImGraphNode *node = im_document_get_node (document, number)->node;
  gboolean is_broken = self->has_problems || node->is_broken;

  remove_children (self);
  self->n_builds++;
  self->badge = is_broken ? new_badge (self) : NULL;
  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
  set_classes (self, node, is_broken);
  append_heading (self, get_title (document, number),
                  node->kind == IM_NODE_UNIT ? studio_family_find (node->unit) : NULL,
                  self->badge);
  if (subtitle != NULL)
    gtk_box_append (GTK_BOX (self->content), new_label (subtitle, "dim-label"));
  append_settings (self, settings);
  add_ports (self, node->kind, ports);
  studio_plane_settle (self->content);
}

/* The number of a layer changes with those before it, and nothing else of the node. */
static void
set_number (StudioNode *self, ImDocument *document, guint number)
{
  g_autofree char *description = dup_description (self, document, number);

  if (self->badge != NULL)
    gtk_widget_set_sensitive (self->badge, self->has_problems);
  if (g_strcmp0 (description, self->description) == 0)
    return;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  description, -1);
  g_free (self->description);
  self->description = g_steal_pointer (&description);
}

/* Numbers are as wide as each other, or nearly so. */
static char *
dup_likeness (const GString *shown)
{
  GString *out = g_string_sized_new (shown->len);

  for (const char *c = shown->str; *c != '\0'; c++)
    if (!g_ascii_isdigit (*c))
      g_string_append_c (out, *c);
    else if (out->len == 0 || out->str[out->len - 1] != '0')
      g_string_append_c (out, '0');

  return g_string_free (out, FALSE);
}

/* Finds out how large nodes like this one are; returns whether it is the first of them.
 */
static gboolean
find_size (StudioNode *self)
{
  char *likeness = dup_likeness (self->shown);

  self->size = g_hash_table_lookup (self->sizes, likeness);
  if (self->size != NULL)
    {
      g_free (likeness);
      return FALSE;
    }
  self->size = g_new0 (graphene_size_t, 1);
  g_hash_table_insert (self->sizes, likeness, self->size);

  return TRUE;
}

/* Has the ports now, and the rest when it is seen. */
static void
wait (StudioNode *self, GArray *ports)
{
  g_clear_pointer (&self->ports, g_array_unref);
  self->ports = ports;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* The first node of those that are like each other is built, and measured for all. In a
 * node graph ports are beside rows of the content, so there each has its own. */
static void
show (StudioNode *self,
      ImDocument *document,
      guint number,
      const char *subtitle,
      char *settings,
      GArray *ports)
{
  gboolean is_first;

  self->is_horizontal = im_document_is_free (document);
  is_first = find_size (self);
  if (is_first || self->is_horizontal || self->content != NULL)
    build (self, document, number, subtitle, settings, ports);
  else
    wait (self, ports);
}

void
studio_node_build (StudioNode *self, ImDocument *document, guint number)
{
  g_autofree char *subtitle = NULL, *settings = NULL;

  if (self->content != NULL)
    return;
  subtitle = dup_subtitle (document, number);
  settings = dup_settings (document, number);
  build (self, document, number, subtitle, settings, studio_port_list (document, number));
  set_number (self, document, number);
}

gboolean
studio_node_is_built (StudioNode *self)
{
  return self->content != NULL;
}

gboolean
studio_node_measure (StudioNode *self, graphene_size_t *size)
{
  int width, height;

  if (self->content == NULL)
    {
      if (self->size == NULL || self->size->width <= 0)
        return FALSE;
      *size = *self->size;
      return TRUE;
    }
  gtk_widget_measure (GTK_WIDGET (self), GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width,
                      NULL, NULL);
  gtk_widget_measure (GTK_WIDGET (self), GTK_ORIENTATION_VERTICAL, width, NULL, &height,
                      NULL, NULL);
  *size = GRAPHENE_SIZE_INIT ((float) width, (float) height);
  *self->size = *size;

  return TRUE;
}

gboolean
studio_node_update (StudioNode *self,
                    ImDocument *document,
                    guint number,
                    gboolean has_problems)
{
  g_autofree char *subtitle = dup_subtitle (document, number);
  g_autofree char *settings = dup_settings (document, number);
  g_autoptr (GArray) ports = studio_port_list (document, number);
  GString *shown;
  gboolean differs;

  self->has_problems = has_problems;
  shown = describe (self, document, number, subtitle, settings, ports);
  differs = self->shown == NULL || !g_string_equal (shown, self->shown);
  if (!differs)
    g_string_free (shown, TRUE);
  else
    {
      if (self->shown != NULL)
        g_string_free (self->shown, TRUE);
      self->shown = shown;
      show (self, document, number, subtitle, settings, g_steal_pointer (&ports));
    }
  set_number (self, document, number);

  return differs;
}

void
studio_node_set_selected (StudioNode *self, gboolean is_selected)
{
  if (is_selected)
    gtk_widget_add_css_class (GTK_WIDGET (self), "selected");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "selected");
}

guint
studio_node_get_n_builds (StudioNode *self)
{
  return self->n_builds;
}

guint
studio_node_get_n_ports (StudioNode *self)
{
  return self->ports == NULL ? 0 : self->ports->len;
}

const StudioPort *
studio_node_get_port (StudioNode *self, guint index)
{
  return get_port (self, index);
}

const StudioPort *
studio_node_find_port (StudioNode *self, const char *name, gboolean is_output)
{
  for (guint i = 0; i < studio_node_get_n_ports (self); i++)
    if (get_port (self, i)->is_output == is_output &&
        strcmp (get_port (self, i)->name, name) == 0)
      return get_port (self, i);

  return NULL;
}

/* Ports of one side. */
typedef struct
{
  guint n;
  guint n_data;
} PortCount;

static void
count_port (PortCount *count, const StudioPort *port)
{
  count->n++;
  count->n_data += port->kind == STUDIO_PIPE_DATA;
}

/* Where along its edge a port is, from 0 to 1. The only one for data is in the middle, so
 * that a stack is straight. */
static double
get_share (const StudioPort *port, PortCount all, PortCount before)
{
  if (all.n_data != 1)
    return (before.n + 1.0) / (all.n + 1.0);
  if (port->kind == STUDIO_PIPE_DATA)
    return 0.5;

  return 0.5 + 0.5 * ((double) before.n - before.n_data + 1) / (all.n + 0.2);
}

/* Computes the places of ports for a size, before the node has it. */
static void
place_ports (StudioNode *self, double width, double height)
{
  PortCount all[2] = { { 0 } }, before[2] = { { 0 } }; /* of inputs, and of outputs */
  guint n_ports = studio_node_get_n_ports (self);

  for (guint i = 0; i < n_ports; i++)
    count_port (&all[get_port (self, i)->is_output], get_port (self, i));
  for (guint i = 0; i < n_ports; i++)
    {
      StudioPort *port = get_port (self, i);
      guint side = port->is_output;
      graphene_rect_t row = GRAPHENE_RECT_INIT (0, 0, 0, (float) height);

      if (!self->is_horizontal)
        port->place = GRAPHENE_POINT_INIT (
            (float) (width * get_share (port, all[side], before[side])),
            port->is_output ? (float) height : 0);
      else if (port->row == NULL ||
               gtk_widget_compute_bounds (port->row, GTK_WIDGET (self), &row))
        port->place = GRAPHENE_POINT_INIT (port->is_output ? (float) width : 0,
                                           row.origin.y + row.size.height / 2);
      count_port (&before[side], port);
    }
}

static void
measure (GtkWidget *widget,
         GtkOrientation orientation,
         int for_size,
         int *minimum,
         int *natural,
         int *minimum_baseline,
         int *natural_baseline)
{
  StudioNode *self = STUDIO_NODE (widget);

  if (self->content != NULL)
    {
      gtk_widget_measure (self->content, orientation, for_size, minimum, natural, NULL,
                          NULL);
      return;
    }
  if (self->size != NULL)
    *minimum = *natural = (int) (orientation == GTK_ORIENTATION_HORIZONTAL
                                     ? self->size->width
                                     : self->size->height);
}

static void
studio_node_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  StudioNode *self = STUDIO_NODE (widget);

  if (self->content == NULL)
    {
      place_ports (self, width, height);
      return;
    }
  gtk_widget_allocate (self->content, width, height, -1, NULL);
  place_ports (self, width, height);
  for (guint i = 0; i < self->ports->len; i++)
    {
      const StudioPort *port = get_port (self, i);
      graphene_point_t corner = GRAPHENE_POINT_INIT (port->place.x - STUDIO_PORT_RADIUS,
                                                     port->place.y - STUDIO_PORT_RADIUS);

      gtk_widget_allocate (port->dot, 2 * STUDIO_PORT_RADIUS, 2 * STUDIO_PORT_RADIUS, -1,
                           gsk_transform_translate (NULL, &corner));
    }
}

/* Without its content it is a box. */
static void
studio_node_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  graphene_rect_t area = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                             (float) gtk_widget_get_height (widget));
  GskRoundedRect box;
  GdkRGBA colour;

  GTK_WIDGET_CLASS (studio_node_parent_class)->snapshot (widget, snapshot);
  if (STUDIO_NODE (widget)->content != NULL)
    return;
  studio_colour_get (widget, "popover_bg_color", &colour);
  gsk_rounded_rect_init_from_rect (&box, &area, BOX_RADIUS);
  gtk_snapshot_push_rounded_clip (snapshot, &box);
  gtk_snapshot_append_color (snapshot, &colour, &area);
  gtk_snapshot_pop (snapshot);
}

static void
studio_node_dispose (GObject *object)
{
  StudioNode *self = STUDIO_NODE (object);

  remove_children (self);
  if (self->shown != NULL)
    g_string_free (g_steal_pointer (&self->shown), TRUE);
  g_clear_pointer (&self->description, g_free);
  g_clear_pointer (&self->name, g_free);
  g_clear_object (&self->session);
  g_clear_pointer (&self->sizes, g_hash_table_unref);
  G_OBJECT_CLASS (studio_node_parent_class)->dispose (object);
}

static void
studio_node_class_init (StudioNodeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_node_dispose;
  widget_class->measure = measure;
  widget_class->snapshot = studio_node_snapshot;
  widget_class->size_allocate = studio_node_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "node");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
studio_node_init (StudioNode *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
}

GtkWidget *
studio_node_new (const char *name, GHashTable *sizes, StudioSession *session)
{
  StudioNode *self = g_object_new (STUDIO_TYPE_NODE, NULL);

  self->name = g_strdup (name);
  self->sizes = g_hash_table_ref (sizes);
  self->session = g_object_ref (session);

  return GTK_WIDGET (self);
}
