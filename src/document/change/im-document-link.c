/* SPDX-License-Identifier: MIT
 *
 * Edits of node graphs: units, links, and what speaks against a link.
 */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/im-text.h"
#include "document/change/im-document-change.h"
#include "unit/im-unit-frame.h"

static gboolean
check_free (ImDocument *self, GError **error)
{
  if (im_document_is_free (self))
    return TRUE;

  return im_document_refuse (error, self->unit->id.text,
                             _ ("links of a stack follow from the order of its layers"));
}

static const char *
get_name (ImDocument *self, guint node)
{
  return im_document_get_node (self, node)->node->name;
}

/* The element of the link to a port, or NULL. */
static const ImXmlElement *
find_connection (ImDocument *self, const char *target, const char *port)
{
  for (guint i = 0; i < self->unit->n_connections; i++)
    {
      const ImUnitConnection *connection = &self->unit->connections[i];

      if (strcmp (connection->target_node.text, target) == 0 &&
          strcmp (connection->target_parameter.text, port) == 0)
        return connection->element;
    }

  return NULL;
}

void
im_document_edit_target_port (ImDocument *self,
                              ImXmlEdit *edit,
                              const ImGraphNode *node,
                              const char *port,
                              const char *new_port)
{
  const ImXmlElement *connection = find_connection (self, node->name, port);

  if (connection != NULL)
    im_xml_edit_set_attribute (edit, im_xml_element_find_child (connection, "Target"),
                               "param", new_port);
}

void
im_document_remove_connection (ImDocument *self,
                               ImXmlEdit *edit,
                               const char *target,
                               const char *port)
{
  const ImXmlElement *connection = find_connection (self, target, port);

  if (connection != NULL)
    im_xml_edit_remove (edit, connection);
}

static char *
dup_connection (const char *source,
                const char *source_port,
                const char *target,
                const char *target_port)
{
  return g_markup_printf_escaped ("<Connection>\n\t<Source node=\"%s\" param=\"%s\" />\n"
                                  "\t<Target node=\"%s\" param=\"%s\" />\n</Connection>",
                                  source, source_port, target, target_port);
}

void
im_document_append_connection_text (GString *out,
                                    const char *source,
                                    const char *source_port,
                                    const char *target,
                                    const char *target_port)
{
  g_autofree char *markup = dup_connection (source, source_port, target, target_port);

  g_string_append (out, markup);
}

void
im_document_insert_connections (ImDocument *self, ImXmlEdit *edit, const char *markup)
{
  const ImXmlElement *connections = im_xml_element_find_child (self->unit->element,
                                                               "Connections");

  if (connections != NULL)
    im_xml_edit_insert (edit, connections, NULL, markup);
  else
    {
      g_autofree char **lines = g_strsplit (markup, "\n", -1);
      g_autofree char *body = g_strjoinv ("\n\t", lines);
      g_autofree char *whole = g_strdup_printf ("<Connections>\n\t%s\n</Connections>",
                                                body);

      for (char **line = lines; *line != NULL; line++)
        g_free (*line);
      im_xml_edit_insert (edit, self->unit->element, NULL, whole);
    }
}

static void
append_connection (ImDocument *self,
                   ImXmlEdit *edit,
                   const char *source,
                   const char *source_port,
                   const char *target,
                   const char *target_port)
{
  g_autofree char *markup = dup_connection (source, source_port, target, target_port);

  im_document_insert_connections (self, edit, markup);
}

static void
set_source (ImXmlEdit *edit,
            const ImXmlElement *connection,
            const char *node,
            const char *port)
{
  const ImXmlElement *source = im_xml_element_find_child (connection, "Source");

  im_xml_edit_set_attribute (edit, source, "node", node);
  im_xml_edit_set_attribute (edit, source, "param", port);
}

void
im_document_edit_source (ImDocument *self,
                         ImXmlEdit *edit,
                         const ImGraphLink *link,
                         const char *source,
                         const char *source_port)
{
  const ImXmlElement *connection = find_connection (self, get_name (self, link->target),
                                                    link->target_port);

  if (connection != NULL)
    set_source (edit, connection, source, source_port);
}

/* The port whose stream a unit passes on: its main input, or its first output. */
const ImParameter *
im_document_find_main_port (const ImUnit *unit, gboolean is_output)
{
  if (!is_output)
    return im_unit_find_main_input (unit);
  for (guint i = 0; i < unit->n_parameters; i++)
    if ((unit->parameters[i].kind == IM_PARAMETER_OUTPUT ||
         unit->parameters[i].kind == IM_PARAMETER_RETURN) &&
        !unit->parameters[i].socket->is_time)
      return &unit->parameters[i];

  return NULL;
}

void
im_document_append_main_link (GString *out,
                              const ImUnit *source_unit,
                              const char *source,
                              const ImUnit *target_unit,
                              const char *target)
{
  const ImParameter *output = im_document_find_main_port (source_unit, TRUE);
  const ImParameter *input = im_document_find_main_port (target_unit, FALSE);
  g_autofree char *markup = NULL;

  if (output == NULL || input == NULL)
    return;
  markup = dup_connection (source, output->name.text, target, input->name.text);
  g_string_append_printf (out, "%s\n", markup);
}

/* Where a link comes from when the units on its way are gone; NULL if one of them cannot
 * be bridged, or they are a circle. */
static const ImGraphLink *
find_bridge (ImDocument *self, const gboolean *is_removed, const ImGraphLink *link)
{
  guint n_passed = 0;

  while (link != NULL && is_removed[link->source])
    {
      const ImGraphNode *node = im_document_get_node (self, link->source)->node;
      const ImParameter *input, *output;

      if (node->unit == NULL || n_passed++ == self->nodes->len)
        return NULL;
      input = im_document_find_main_port (node->unit, FALSE);
      output = im_document_find_main_port (node->unit, TRUE);
      if (input == NULL || output == NULL ||
          strcmp (output->name.text, link->source_port) != 0)
        return NULL;
      link = im_graph_find_link (self->graph, link->source, input->name.text);
    }

  return link;
}

static void
remove_link (ImDocument *self,
             const gboolean *is_removed,
             gboolean reconnects,
             const ImGraphLink *link,
             ImXmlEdit *edit)
{
  const ImXmlElement *connection = find_connection (self, get_name (self, link->target),
                                                    link->target_port);
  const ImGraphLink *bridge;

  if (connection == NULL || (!is_removed[link->source] && !is_removed[link->target]))
    return;
  bridge = reconnects && !is_removed[link->target] ? find_bridge (self, is_removed, link)
                                                   : NULL;
  if (bridge == NULL)
    im_xml_edit_remove (edit, connection);
  else
    set_source (edit, connection, get_name (self, bridge->source), bridge->source_port);
}

void
im_document_remove_free_nodes (ImDocument *self,
                               const gboolean *is_removed,
                               gboolean reconnects,
                               ImXmlEdit *edit)
{
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const ImGraphNode *node = im_document_get_node (self, i)->node;

      if (is_removed[i] && im_document_get_element (node) != NULL)
        im_xml_edit_remove (edit, im_document_get_element (node));
      for (guint k = 0; k < node->n_links; k++)
        remove_link (self, is_removed, reconnects, &node->links[k], edit);
    }
}

char *
im_document_dup_free_name (ImDocument *self, const char *unit_id, GHashTable *taken)
{
  g_autofree char *base = g_ascii_strdown (im_text_get_last_part (unit_id), -1);

  base[im_document_measure_base (base)] = '\0';
  for (guint i = 1;; i++)
    {
      g_autofree char *name = i == 1 ? g_strdup (base)
                                     : g_strdup_printf ("%s_%u", base, i);

      if (im_graph_find_node (self->graph, name) < 0 &&
          im_unit_find_frame (self->unit, name) == NULL &&
          (taken == NULL || !g_hash_table_contains (taken, name)))
        return g_steal_pointer (&name);
    }
}

/* Puts a new unit between the ends of a link. */
static gboolean
join (ImDocument *self,
      ImXmlEdit *edit,
      const ImGraphLink *link,
      const ImUnit *unit,
      const char *name,
      GError **error)
{
  const ImParameter *input = im_document_find_main_port (unit, FALSE),
                    *output = im_document_find_main_port (unit, TRUE);
  const ImXmlElement *connection = find_connection (self, get_name (self, link->target),
                                                    link->target_port);

  if (input == NULL || output == NULL || connection == NULL)
    return im_document_refuse (error, unit->id.text,
                               _ ("the unit has no input or no output for the pipe"));
  append_connection (self, edit, get_name (self, link->source), link->source_port, name,
                     input->name.text);
  set_source (edit, connection, name, output->name.text);

  return TRUE;
}

/* The pipe that a new node is put into. */
static gboolean
find_joined (ImDocument *self,
             const ImEditPort *end,
             const ImGraphLink **link,
             GError **error)
{
  guint target;

  *link = NULL;
  if (end->node == NULL)
    return TRUE;
  if (!im_document_find_named_node (self, end->node, &target, error))
    return FALSE;
  *link = im_graph_find_link (self->graph, target, end->parameter);

  return *link != NULL ||
         im_document_refuse (error, end->parameter, _ ("no pipe leads to it"));
}

gboolean
im_document_make_add (ImDocument *self,
                      const ImEdit *edit,
                      ImDocumentChange *change,
                      GError **error)
{
  const ImUnit *unit;
  const ImXmlElement *nodes;
  const ImGraphLink *link;
  ImEditPlace at = edit->places == NULL ? (ImEditPlace){ 0, 0 } : edit->places[0];
  g_autofree char *name = NULL;
  g_autofree char *markup = NULL;

  if (!check_free (self, error))
    return FALSE;
  unit = im_document_find_named_unit (self, edit->unit, error);
  if (unit == NULL)
    return FALSE;
  nodes = im_xml_element_find_child (self->unit->element, "Nodes");
  if (nodes == NULL)
    return im_document_refuse (error, self->unit->id.text, _ ("expected <Nodes>"));
  if (!find_joined (self, &edit->target, &link, error))
    return FALSE;

  name = im_document_dup_free_name (self, edit->unit, NULL);
  markup = g_markup_printf_escaped (
      "<UnitNode id=\"%s\" x=\"%ld\" y=\"%ld\" enabled=\"true\" unit=\"%s\" />", name,
      lround (CLAMP (at.x, -IM_EDIT_MAX_PLACE, IM_EDIT_MAX_PLACE)),
      lround (CLAMP (at.y, -IM_EDIT_MAX_PLACE, IM_EDIT_MAX_PLACE)), edit->unit);
  im_xml_edit_insert (change->xml, nodes, NULL, markup);
  if (link != NULL && !join (self, change->xml, link, unit, name, error))
    return FALSE;
  change->name = g_strdup_printf (_ ("Add %s"), unit->display_name);

  return TRUE;
}

static void
link_nodes (ImDocument *self,
            ImXmlEdit *edit,
            guint source,
            const char *source_port,
            guint target,
            const char *target_port)
{
  const ImXmlElement *connection = find_connection (self, get_name (self, target),
                                                    target_port);

  if (connection != NULL)
    set_source (edit, connection, get_name (self, source), source_port);
  else
    append_connection (self, edit, get_name (self, source), source_port,
                       get_name (self, target), target_port);
}

gboolean
im_document_make_connect (ImDocument *self,
                          const ImEdit *edit,
                          ImDocumentChange *change,
                          GError **error)
{
  guint source, target;

  if (!check_free (self, error) ||
      !im_document_find_named_node (self, edit->source.node, &source, error) ||
      !im_document_find_named_node (self, edit->target.node, &target, error))
    return FALSE;
  link_nodes (self, change->xml, source, edit->source.parameter, target,
              edit->target.parameter);
  change->name = g_strdup_printf (_ ("Connect %s to %s"), edit->source.node,
                                  edit->target.node);

  return TRUE;
}

gboolean
im_document_make_disconnect (ImDocument *self,
                             const ImEdit *edit,
                             ImDocumentChange *change,
                             GError **error)
{
  const ImXmlElement *connection;
  guint target;

  if (!check_free (self, error) ||
      !im_document_find_named_node (self, edit->target.node, &target, error))
    return FALSE;
  connection = find_connection (self, edit->target.node, edit->target.parameter);
  if (connection == NULL)
    return FALSE;
  im_xml_edit_remove (change->xml, connection);
  change->name = g_strdup_printf (_ ("Disconnect %s"), edit->target.node);

  return TRUE;
}

gboolean
im_document_make_isolate (ImDocument *self,
                          const ImEdit *edit,
                          ImDocumentChange *change,
                          GError **error)
{
  g_autofree guint *nodes = NULL;
  guint n_nodes = edit->n_nodes;

  if (!check_free (self, error) ||
      (nodes = im_document_find_named (self, edit, error)) == NULL)
    return FALSE;
  for (guint i = 0; i < self->nodes->len; i++)
    for (guint k = 0; k < im_document_get_node (self, i)->node->n_links; k++)
      {
        const ImGraphLink *link = &im_document_get_node (self, i)->node->links[k];
        gboolean has_source = im_document_is_among (nodes, n_nodes, link->source);
        gboolean has_target = im_document_is_among (nodes, n_nodes, link->target);

        if (n_nodes == 1 ? has_source || has_target : has_source && has_target)
          im_xml_edit_remove (
              change->xml,
              find_connection (self, get_name (self, link->target), link->target_port));
      }
  change->name = g_strdup (_ ("Disconnect"));

  return TRUE;
}

static gboolean
check_name (ImDocument *self, const char *name, GError **error)
{
  if (!im_document_check_title (name, error))
    return FALSE;

  return im_graph_find_node (self->graph, name) < 0 ||
         im_document_refuse (error, name, _ ("there is a node of that name"));
}

/* One end of a connection that names a node. */
static void
rename_end (ImXmlEdit *edit,
            const ImUnitConnection *connection,
            const char *end,
            const char *name)
{
  im_xml_edit_set_attribute (edit, im_xml_element_find_child (connection->element, end),
                             "node", name);
}

gboolean
im_document_make_rename (ImDocument *self,
                         const ImEdit *edit,
                         ImDocumentChange *change,
                         GError **error)
{
  const char *old = edit->nodes[0];
  const ImXmlElement *element;
  guint node;

  if (!im_document_is_free (self))
    return im_document_refuse (error, self->unit->id.text,
                               _ ("layers of a stack are named after their units"));
  if (!im_document_find_named_node (self, old, &node, error))
    return FALSE;
  element = im_document_get_element (im_document_get_node (self, node)->node);
  if (strcmp (old, edit->text) == 0 || element == NULL)
    return FALSE;
  if (!check_name (self, edit->text, error) ||
      !im_document_check_no_frame (self, edit->text, error))
    return FALSE;
  im_xml_edit_set_attribute (change->xml, element, "id", edit->text);
  for (guint i = 0; i < self->unit->n_connections; i++)
    {
      const ImUnitConnection *connection = &self->unit->connections[i];

      if (strcmp (connection->source_node.text, old) == 0)
        rename_end (change->xml, connection, "Source", edit->text);
      if (strcmp (connection->target_node.text, old) == 0)
        rename_end (change->xml, connection, "Target", edit->text);
    }
  change->name = g_strdup_printf (_ ("Rename %s"), old);

  return TRUE;
}

char *
im_document_check_link (ImDocument *self,
                        guint source,
                        const char *source_port,
                        guint target,
                        const char *target_port)
{
  g_autoptr (ImXmlEdit) edit = NULL;
  g_autoptr (GBytes) changed = NULL;
  g_autoptr (ImUnitFile) file = NULL;
  g_autoptr (ImProgram) program = NULL;
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), NULL);
  if (!check_free (self, &error))
    return g_strdup (error->message);

  /* What a composite is given follows from the pipeline around it: it would have to be
   * elaborated, too. */
  if (self->scope->len > 0)
    return NULL;
  edit = im_document_begin (self);
  link_nodes (self, edit, source, source_port, target, target_port);
  changed = im_xml_edit_render (edit, &error);
  if (changed == NULL)
    return g_strdup (error->message);
  file = im_unit_file_parse (changed, self->path, problems);
  if (file != NULL)
    program = im_program_elaborate_again (self->program,
                                          im_document_choose_main (self, file),
                                          self->library, NULL, 0, problems);
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);

      if (problem->severity == IM_SEVERITY_ERROR &&
          !im_document_has_problem (self, problem))
        return g_strdup (problem->message);
    }

  return NULL;
}
