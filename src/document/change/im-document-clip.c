/* SPDX-License-Identifier: MIT
 *
 * Nodes as text: copied, pasted into this or another document, duplicated. The text is
 * XML as it stands in files, <Stacked> or a <Compound> of <Nodes>, <Connections> and
 * frames.
 */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "document/change/im-document-change.h"
#include "document/change/im-document-markup.h"
#include "unit/im-unit-frame.h"

#define COLUMN_WIDTH 320 /* of layers that become nodes */

/* Whether a text is a constant array in a stack, and not the name of one of its sockets.
 */
static gboolean
is_array (const ImUnit *around, const char *text)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  ImUnitExpr expr = { .text = text };
  const ImUnitArgument argument = { .value = &expr };

  expr.expr = im_expr_parse (arena, text, -1, around->symbols, &expr.error);

  return around->kind == IM_UNIT_COMPOSITE && !around->is_preprocessor &&
         im_graph_argument_is_array (around, &argument);
}

/* What belongs to the place of a layer in its stack is not copied; arrays are its own. */
static gboolean
is_socket (const ImUnit *around, const ImUnit *unit, const ImXmlElement *argument)
{
  const ImXmlAttribute *name = im_xml_element_find_attribute (argument, NULL, "param");
  const ImParameter *parameter = unit == NULL || name == NULL
                                     ? NULL
                                     : im_unit_find_parameter (unit, name->value);

  return parameter != NULL && parameter->kind <= IM_PARAMETER_RETURN &&
         (parameter->kind != IM_PARAMETER_INPUT || !is_array (around, argument->text));
}

/* Appends the markup of a layer, without arguments that connect it to its stack. */
static void
append_layer (ImDocument *self,
              GString *out,
              const ImSource *source,
              const ImUnit *unit,
              const ImXmlElement *layer,
              guint depth)
{
  g_autoptr (GString) arguments = g_string_new (NULL);
  g_autofree char *indent = g_strnfill (depth, '\t');

  im_document_append_comments (arguments, source, layer, depth + 1);

  for (const ImXmlElement *child = layer->first_child; child != NULL;
       child = child->next_sibling)
    if (!is_socket (self->unit, unit, child))
      im_document_append_markup (arguments, NULL, child, NULL, depth + 1, NULL, NULL);
  g_string_append_printf (out, "%s<Unit", indent);
  for (guint i = 0; i < layer->n_attributes; i++)
    if (layer->attributes[i].prefix == NULL)
      {
        g_autofree char *attribute = g_markup_printf_escaped (
            " %s=\"%s\"", layer->attributes[i].name, layer->attributes[i].value);

        g_string_append (out, attribute);
      }
  if (arguments->len == 0)
    g_string_append (out, " />\n");
  else
    g_string_append_printf (out, ">\n%s%s</Unit>\n", arguments->str, indent);
}

static void
append_stack (ImDocument *self, const guint *nodes, guint n_nodes, GString *out)
{
  g_string_append (out, "<Stacked>\n");
  for (guint i = 0; i < self->layers->len; i++)
    if (im_document_is_among (nodes, n_nodes, im_document_find_node (self, i)))
      append_layer (self, out, im_unit_file_get_source (self->file),
                    im_document_get_layer (self, i)->unit,
                    im_document_get_layer (self, i)->node->element, 1);
  g_string_append (out, "</Stacked>\n");
}

static gboolean
joins (ImDocument *self,
       const guint *nodes,
       guint n_nodes,
       const ImUnitConnection *connection)
{
  gint source = im_graph_find_node (self->graph, connection->source_node.text);
  gint target = im_graph_find_node (self->graph, connection->target_node.text);

  return source >= 0 && target >= 0 &&
         im_document_is_among (nodes, n_nodes, (guint) source) &&
         im_document_is_among (nodes, n_nodes, (guint) target);
}

static void
append_frames (ImDocument *self,
               const guint *nodes,
               guint n_nodes,
               const ImUnitFrame *frame,
               GString *out)
{
  for (guint i = 0; i < self->unit->n_frames; i++)
    {
      const ImUnitFrame *other = &self->unit->frames[i];

      if (other == frame || im_document_frames_only (self, other, nodes, n_nodes))
        im_document_append_frame (out, other, "im", other->id, 0, 0);
    }
}

static void
append_free (ImDocument *self,
             const guint *nodes,
             guint n_nodes,
             const ImUnitFrame *frame,
             GString *out)
{
  g_string_append (out, "<Compound xmlns:im=\"" IM_UNIT_NAMESPACE "\">\n\t<Nodes>\n");
  for (guint i = 0; i < n_nodes; i++)
    im_document_append_markup (
        out, im_unit_file_get_source (self->file),
        im_document_get_element (im_document_get_node (self, nodes[i])->node), "im", 2,
        NULL, NULL);
  g_string_append (out, "\t</Nodes>\n\t<Connections>\n");
  for (guint i = 0; i < self->unit->n_connections; i++)
    if (joins (self, nodes, n_nodes, &self->unit->connections[i]))
      im_document_append_markup (out, NULL, self->unit->connections[i].element, NULL, 2,
                                 NULL, NULL);
  g_string_append (out, "\t</Connections>\n");
  append_frames (self, nodes, n_nodes, frame, out);
  g_string_append (out, "</Compound>\n");
}

char *
im_document_dup_nodes_text (ImDocument *self,
                            const guint *nodes,
                            guint n_nodes,
                            const ImUnitFrame *frame)
{
  GString *out = g_string_new (NULL);

  g_return_val_if_fail (IM_IS_DOCUMENT (self), NULL);
  if (im_document_is_free (self))
    append_free (self, nodes, n_nodes, frame, out);
  else
    append_stack (self, nodes, n_nodes, out);

  return g_string_free (out, FALSE);
}

/* The element of that name, wherever it stands. */
static const ImXmlElement *
find_element (const ImXmlElement *element, const char *name)
{
  const ImXmlElement *found = strcmp (element->name, name) == 0 ? element : NULL;

  for (const ImXmlElement *child = element->first_child; child != NULL && found == NULL;
       child = child->next_sibling)
    found = find_element (child, name);

  return found;
}

/* A paste on its way. */
typedef struct
{
  ImDocument *document;
  const ImSource *source; /* that is pasted */
  const char *prefix;     /* of our namespace here; NULL if nothing pasted needs it */
  GHashTable *names;      /* of pasted nodes, to those that they get here */
  GHashTable *parameters; /* of pasted inputs, outputs and options: the same */
  GString *nodes;
  GString *connections;
  GString *frames;
  double dx; /* how far places move */
  double dy;
  guint n;
  guint n_frames;
} Paste;

static const char *
get_attribute (const ImXmlElement *element, const char *name)
{
  const ImXmlAttribute *attribute = im_xml_element_find_attribute (element, NULL, name);

  return attribute == NULL ? NULL : attribute->value;
}

static const char *
get_unit_id (const ImXmlElement *element)
{
  const char *id = get_attribute (element, "unit");

  if (id == NULL)
    id = get_attribute (element, "id");

  return id == NULL ? get_attribute (element, "name") : id;
}

/* What users call an input, output or option that got another number has that, too. */
static char *
dup_pasted_label (Paste *paste, const ImXmlElement *element, const char *label)
{
  const char *wish = get_attribute (element, "param");
  const char *name = wish == NULL ? NULL : g_hash_table_lookup (paste->parameters, wish);
  g_autofree char *old = NULL;
  gsize length = strlen (label);

  if (name == NULL || strcmp (name, wish) == 0)
    return NULL;
  old = g_strdup (wish + im_document_measure_base (wish));
  if (*old == '_')
    *old = ' ';
  if (g_str_has_suffix (label, old))
    length -= strlen (old);

  return g_strdup_printf ("%.*s %s", (int) length, label,
                          name + im_document_measure_base (name) + 1);
}

static char *
rewrite (const ImXmlElement *element, const char *name, const char *value, gpointer data)
{
  Paste *paste = data;
  gboolean is_x = strcmp (name, "x") == 0;

  if (element->parent != NULL && strcmp (element->parent->name, "Nodes") == 0)
    {
      if (strcmp (name, "id") == 0)
        return g_strdup (g_hash_table_lookup (paste->names, value));
      if (strcmp (name, "param") == 0)
        return g_strdup (g_hash_table_lookup (paste->parameters, value));
      if (strcmp (name, "name") == 0)
        return dup_pasted_label (paste, element, value);
      if (is_x || strcmp (name, "y") == 0)
        return g_strdup_printf (
            "%ld",
            lround (CLAMP (g_ascii_strtod (value, NULL) + (is_x ? paste->dx : paste->dy),
                           -IM_EDIT_MAX_PLACE, IM_EDIT_MAX_PLACE)));
    }
  if (strcmp (name, "node") == 0)
    return g_strdup (g_hash_table_lookup (paste->names, value));

  return NULL;
}

static gboolean
is_frame (const ImXmlElement *element)
{
  return g_strcmp0 (element->uri, IM_UNIT_NAMESPACE) == 0 &&
         strcmp (element->name, "Frame") == 0;
}

/* Names that cannot be given: of nodes and frames, or of inputs, outputs and options. */
static GHashTable *
list_taken (ImDocument *self, gboolean of_parameters)
{
  GHashTable *taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->unit->n_frames; i++)
    g_hash_table_add (taken, g_strdup (self->unit->frames[i].id));
  for (guint i = 0; of_parameters && i < self->unit->n_parameters; i++)
    g_hash_table_add (taken, g_strdup (self->unit->parameters[i].name.text));
  for (guint i = 0; !of_parameters && i < self->nodes->len; i++)
    g_hash_table_add (taken, g_strdup (im_document_get_node (self, i)->node->name));

  return taken;
}

static void
add_name (GHashTable *names, const char *old, GHashTable *taken)
{
  char *name = im_document_dup_name_beside (old, taken);

  g_hash_table_insert (names, g_strdup (old), name);
  g_hash_table_add (taken, g_strdup (name));
}

/* Every node gets a name that nobody has, and so does an input, output or option that
 * one stands for. */
static gboolean
name_nodes (Paste *paste, const ImXmlElement *nodes, GHashTable *taken, GError **error)
{
  g_autoptr (GHashTable) parameters = list_taken (paste->document, TRUE);
  GHashTableIter names;
  gpointer name;

  for (const ImXmlElement *node = nodes->first_child; node != NULL;
       node = node->next_sibling)
    {
      const char *id = get_attribute (node, "id");
      const char *parameter = get_attribute (node, "param");

      if (id == NULL)
        continue;
      if (!g_hash_table_contains (paste->names, id))
        add_name (paste->names, id, taken);
      if (parameter == NULL || g_hash_table_contains (paste->parameters, parameter))
        continue;
      if (!im_document_check_identifier (parameter, error))
        return FALSE;
      add_name (paste->parameters, parameter, parameters);
    }
  /* Frames are named next, and have names that no parameter has. */
  g_hash_table_iter_init (&names, parameters);
  while (g_hash_table_iter_next (&names, &name, NULL))
    g_hash_table_add (taken, g_strdup (name));

  return TRUE;
}

/* The least place of children of an element, nodes or frames. */
static void
find_corner (const ImXmlElement *parent, double *left, double *top)
{
  for (const ImXmlElement *child = parent->first_child; child != NULL;
       child = child->next_sibling)
    {
      const char *at_x = get_attribute (child, "x"), *at_y = get_attribute (child, "y");

      if (at_x == NULL || at_y == NULL)
        continue;
      *left = MIN (*left, g_ascii_strtod (at_x, NULL));
      *top = MIN (*top, g_ascii_strtod (at_y, NULL));
    }
}

/* How far it is from the upper left corner of all to where it goes. */
static void
find_offset (Paste *paste,
             const ImXmlElement *whole,
             const ImXmlElement *nodes,
             double x,
             double y)
{
  double left = G_MAXDOUBLE, top = G_MAXDOUBLE;

  find_corner (nodes, &left, &top);
  find_corner (whole, &left, &top);
  paste->dx = left == G_MAXDOUBLE ? 0 : x - left;
  paste->dy = top == G_MAXDOUBLE ? 0 : y - top;
}

static gboolean
is_end_pasted (Paste *paste, const ImXmlElement *connection, const char *name)
{
  const ImXmlElement *end = im_xml_element_find_child (connection, name);
  const char *node = end == NULL ? NULL : get_attribute (end, "node");

  return node != NULL && g_hash_table_contains (paste->names, node);
}

static double
get_pixels (const ImXmlElement *element, const char *name)
{
  const char *text = get_attribute (element, name);

  return text == NULL ? 0 : g_ascii_strtod (text, NULL);
}

/* A frame of a text that anybody may have written; what cannot be read is as little as it
 * can be. */
static void
read_frame (Paste *paste, const ImXmlElement *element, GHashTable *taken)
{
  const char *id = get_attribute (element, "id"),
             *color = get_attribute (element, "color");
  gint number = color == NULL ? -1 : im_frame_color_find (color);
  const ImUnitFrame frame = {
    .title = get_attribute (element, "title"),
    .text = element->text != NULL && *element->text != '\0' ? element->text : NULL,
    .x = get_pixels (element, "x"),
    .y = get_pixels (element, "y"),
    .width = get_pixels (element, "width"),
    .height = get_pixels (element, "height"),
    .color = number < 0 ? IM_FRAME_GRAY : (ImFrameColor) number,
  };
  char *name = im_document_dup_name_beside (id == NULL ? "frame" : id, taken);

  im_document_append_frame (paste->frames, &frame, paste->prefix, name, paste->dx,
                            paste->dy);
  g_hash_table_add (taken, name);
  paste->n_frames++;
}

/* Whether anything in an element is of our namespace. */
static gboolean
is_ours (const ImXmlElement *element)
{
  gboolean found = g_strcmp0 (element->uri, IM_UNIT_NAMESPACE) == 0;

  for (guint i = 0; i < element->n_attributes && !found; i++)
    found = g_strcmp0 (element->attributes[i].uri, IM_UNIT_NAMESPACE) == 0;
  for (const ImXmlElement *child = element->first_child; child != NULL && !found;
       child = child->next_sibling)
    found = is_ours (child);

  return found;
}

static gboolean
read_free (Paste *paste,
           const ImXmlElement *root,
           ImXmlEdit *edit,
           double x,
           double y,
           GError **error)
{
  const ImXmlElement *nodes = find_element (root, "Nodes");
  const ImXmlElement *connections = find_element (root, "Connections");
  const ImXmlElement *whole = nodes->parent == NULL ? nodes : nodes->parent;
  g_autoptr (GHashTable) taken = list_taken (paste->document, FALSE);

  if (!name_nodes (paste, nodes, taken, error))
    return FALSE;
  find_offset (paste, whole, nodes, x, y);
  if (is_ours (whole))
    paste->prefix = im_document_require_prefix (paste->document->file, edit);
  for (const ImXmlElement *node = nodes->first_child; node != NULL;
       node = node->next_sibling)
    {
      if (get_attribute (node, "id") == NULL)
        continue;
      im_document_append_markup (paste->nodes, paste->source, node, paste->prefix, 0,
                                 rewrite, paste);
      paste->n++;
    }
  for (const ImXmlElement *connection = connections == NULL ? NULL
                                                            : connections->first_child;
       connection != NULL; connection = connection->next_sibling)
    if (is_end_pasted (paste, connection, "Source") &&
        is_end_pasted (paste, connection, "Target"))
      im_document_append_markup (paste->connections, NULL, connection, NULL, 0, rewrite,
                                 paste);
  for (const ImXmlElement *child = whole->first_child; child != NULL;
       child = child->next_sibling)
    if (is_frame (child))
      read_frame (paste, child, taken);

  return TRUE;
}

static void
drop_last_line_end (GString *text)
{
  if (text->len > 0 && text->str[text->len - 1] == '\n')
    g_string_truncate (text, text->len - 1);
}

static void
insert_free (Paste *paste, ImXmlEdit *edit)
{
  const ImXmlElement *unit = paste->document->unit->element;
  const ImXmlElement *connections = im_xml_element_find_child (unit, "Connections");

  drop_last_line_end (paste->nodes);
  drop_last_line_end (paste->connections);
  drop_last_line_end (paste->frames);
  if (paste->n > 0)
    im_xml_edit_insert (edit, im_xml_element_find_child (unit, "Nodes"), NULL,
                        paste->nodes->str);
  if (paste->n_frames > 0)
    im_xml_edit_insert (edit, unit, NULL, paste->frames->str);
  if (paste->connections->len > 0 && connections != NULL)
    im_xml_edit_insert (edit, connections, NULL, paste->connections->str);
}

/* A layer becomes a node behind the one before; its arguments are expressions over the
 * parameters of another pipeline and stay behind. */
static void
read_layer_as_node (Paste *paste,
                    const ImXmlElement *layer,
                    const ImUnit **previous_unit,
                    const char **previous)
{
  const char *unit_id = get_unit_id (layer);
  const ImUnit *unit = unit_id == NULL
                           ? NULL
                           : im_unit_library_find (paste->document->library, unit_id);
  char *name;

  if (unit == NULL)
    return;
  name = im_document_dup_free_name (paste->document, unit_id, paste->names);
  g_hash_table_insert (paste->names, name, NULL);
  g_string_append_printf (paste->nodes,
                          "<UnitNode id=\"%s\" x=\"%d\" y=\"%d\" enabled=\"true\" "
                          "unit=\"%s\" />\n",
                          name, (int) (paste->dx + COLUMN_WIDTH * paste->n),
                          (int) paste->dy, unit_id);
  paste->n++;
  if (*previous != NULL)
    im_document_append_main_link (paste->connections, *previous_unit, *previous, unit,
                                  name);
  *previous = name;
  *previous_unit = unit;
}

/* Layers as nodes: they take their units and their order along. */
static void
read_stack_as_nodes (Paste *paste, const ImXmlElement *stack, double x, double y)
{
  const ImUnit *previous_unit = NULL;
  const char *previous = NULL;

  paste->dx = x;
  paste->dy = y;
  for (const ImXmlElement *layer = stack->first_child; layer != NULL;
       layer = layer->next_sibling)
    if (strcmp (layer->name, "Unit") == 0)
      read_layer_as_node (paste, layer, &previous_unit, &previous);
}

static void
read_layers (Paste *paste, const ImXmlElement *stack)
{
  for (const ImXmlElement *layer = stack->first_child; layer != NULL;
       layer = layer->next_sibling)
    {
      const char *id = get_unit_id (layer);

      if (strcmp (layer->name, "Unit") != 0 || id == NULL)
        continue;
      append_layer (paste->document, paste->nodes, paste->source,
                    im_unit_library_find (paste->document->library, id), layer, 0);
      paste->n++;
    }
}

static void
read_nodes_as_layers (Paste *paste, const ImXmlElement *nodes)
{
  for (const ImXmlElement *node = nodes->first_child; node != NULL;
       node = node->next_sibling)
    {
      g_autofree char *unit = g_markup_escape_text (
          get_unit_id (node) == NULL ? "" : get_unit_id (node), -1);

      if (strcmp (node->name, "UnitNode") != 0)
        continue;
      g_string_append_printf (paste->nodes, "<Unit id=\"%s\" />\n", unit);
      paste->n++;
    }
}

static gboolean
read_all (Paste *paste,
          const ImXmlElement *root,
          ImXmlEdit *edit,
          double x,
          double y,
          GError **error)
{
  const ImXmlElement *stack = find_element (root, "Stacked");
  const ImXmlElement *nodes = find_element (root, "Nodes");
  gboolean is_free = im_document_is_free (paste->document);

  if (nodes != NULL && is_free)
    return read_free (paste, root, edit, x, y, error);
  if (nodes != NULL)
    read_nodes_as_layers (paste, nodes);
  else if (stack != NULL && is_free)
    read_stack_as_nodes (paste, stack, x, y);
  else if (stack != NULL)
    read_layers (paste, stack);

  return TRUE;
}

/* Where layers, or nodes, stand. */
static gboolean
check_list (ImDocument *self, GError **error)
{
  const char *name = im_document_is_free (self) ? "Nodes" : "Stacked";

  if (self->unit->is_preprocessor ||
      im_xml_element_find_child (self->unit->element, name) != NULL)
    return TRUE;

  return im_document_refuse (error, self->unit->id.text,
                             im_document_is_free (self) ? _ ("expected <Nodes>")
                                                        : _ ("expected <Stacked>"));
}

static void
insert_pasted (Paste *paste, ImXmlEdit *edit, guint before)
{
  if (im_document_is_free (paste->document))
    insert_free (paste, edit);
  else
    {
      drop_last_line_end (paste->nodes);
      im_document_edit_insert_layers (paste->document, edit, before, paste->nodes->str);
    }
}

gboolean
im_document_make_paste (ImDocument *self,
                        const ImEdit *edit,
                        ImDocumentChange *change,
                        GError **error)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GBytes) bytes = g_bytes_new_static (edit->text, strlen (edit->text));
  g_autoptr (ImXmlDocument) clip = im_xml_document_parse (bytes, _ ("clipboard"),
                                                          problems);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                        g_free);
  g_autoptr (GHashTable) parameters = g_hash_table_new_full (g_str_hash, g_str_equal,
                                                             g_free, g_free);
  g_autoptr (GString) nodes = g_string_new (NULL);
  g_autoptr (GString) connections = g_string_new (NULL);
  g_autoptr (GString) frames = g_string_new (NULL);
  Paste paste = { .document = self,
                  .source = clip == NULL ? NULL : im_xml_document_get_source (clip),
                  .names = names,
                  .parameters = parameters,
                  .nodes = nodes,
                  .connections = connections,
                  .frames = frames };
  ImEditPlace at = edit->places == NULL ? (ImEditPlace){ 0, 0 } : edit->places[0];
  guint before = self->layers->len;

  if (edit->before != NULL &&
      !im_document_find_named_layer (self, edit->before, &before, error))
    return FALSE;
  /* As the text of the edit has it: the other nodes are as far from it then. */
  at.x = CLAMP (at.x, -IM_EDIT_MAX_PLACE, IM_EDIT_MAX_PLACE);
  at.y = CLAMP (at.y, -IM_EDIT_MAX_PLACE, IM_EDIT_MAX_PLACE);
  if (clip != NULL &&
      !read_all (&paste, im_xml_document_get_root (clip), change->xml, at.x, at.y, error))
    return FALSE;
  if (paste.n + paste.n_frames == 0)
    return im_document_refuse (
        error, _ ("Paste"),
        _ ("there are no layers to paste, expected <Stacked> or <Nodes> of a unit file"));
  if (!check_list (self, error))
    return FALSE;
  insert_pasted (&paste, change->xml, before);
  change->n_new = paste.n;
  change->name = paste.n == 0 ? g_strdup (_ ("Paste Frame"))
                              : g_strdup_printf (
                                    ngettext ("Paste %u node", "Paste %u nodes", paste.n),
                                    paste.n);

  return TRUE;
}
