/* SPDX-License-Identifier: MIT
 *
 * The unit that layers or nodes become: what it is called, which options it has, and
 * whether it is in the same file.
 */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/im-text.h"
#include "document/change/im-document-compound.h"
#include "document/change/im-document-markup.h"
#include "unit/im-unit-name.h"
#include "unit/im-unit-write.h"

static gboolean
is_in_file (ImDocument *self, const char *id)
{
  for (guint i = 0; i < im_unit_file_get_count (self->file); i++)
    if (strcmp (im_unit_file_get_unit (self->file, i)->id.text, id) == 0)
      return TRUE;

  return FALSE;
}

char *
im_document_dup_group_id (ImDocument *self, const ImEdit *edit, GError **error)
{
  const char *wrong = edit->unit == NULL ? NULL : im_unit_name_check (edit->unit);

  if (wrong != NULL)
    {
      im_document_refuse (error, edit->unit, wrong);
      return NULL;
    }
  /* That of EXTRACT is in the library when the edit is made. */
  if (edit->unit != NULL && (is_in_file (self, edit->unit) ||
                             (edit->kind == IM_EDIT_GROUP &&
                              im_unit_library_find (self->library, edit->unit) != NULL)))
    {
      im_document_refuse (error, edit->unit, _ ("there is a unit of this id already"));
      return NULL;
    }
  for (guint i = 1; edit->unit == NULL; i++)
    {
      const char *own = self->unit->id.text;
      g_autofree char *id = i == 1 ? g_strdup_printf ("%s.Group", own)
                                   : g_strdup_printf ("%s.Group%u", own, i);

      if (im_unit_library_find (self->library, id) == NULL && !is_in_file (self, id))
        return g_steal_pointer (&id);
    }

  return g_strdup (edit->unit);
}

const char *
im_document_get_group_name (const ImEdit *edit, const char *id)
{
  return edit->text == NULL || *edit->text == '\0' ? im_text_get_last_part (id)
                                                   : edit->text;
}

char *
im_document_dup_group_head (const ImEdit *edit, const char *element, const char *id)
{
  g_autofree char *category = im_unit_name_dup_category (id);
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, "<%s", element);
  im_unit_write_attribute (out, "unit", id);
  g_string_append (out, ">\n\t<DisplayName>");
  im_unit_write_content (out, im_document_get_group_name (edit, id));
  g_string_append (out, "</DisplayName>\n");
  if (edit->kind == IM_EDIT_EXTRACT)
    {
      g_string_append (out, "\t<DisplayPath>");
      im_unit_write_content (out, category);
      g_string_append (out, "</DisplayPath>\n");
    }

  return g_string_free (out, FALSE);
}

gboolean
im_document_is_exposed (const ImEdit *edit, const char *node, const char *option)
{
  for (guint i = 0; i < edit->n_options; i++)
    if (strcmp (edit->options[i].node, node) == 0 &&
        strcmp (edit->options[i].parameter, option) == 0)
      return TRUE;

  return FALSE;
}

/* Whether the value of an option comes from a node that goes into the unit, too. */
static gboolean
is_computed_inside (const ImGraphNode *node,
                    const char *option,
                    const guint *nodes,
                    guint n_nodes)
{
  for (guint i = 0; i < node->n_links; i++)
    if (strcmp (node->links[i].target_port, option) == 0)
      return im_document_is_among (nodes, n_nodes, node->links[i].source);

  return FALSE;
}

gboolean
im_document_check_exposed (ImDocument *self,
                           const ImEdit *edit,
                           const guint *nodes,
                           guint n_nodes,
                           GError **error)
{
  for (guint i = 0; i < edit->n_options; i++)
    {
      const ImEditPort *port = &edit->options[i];
      gint number = im_graph_find_node (self->graph, port->node);
      const ImGraphNode *node = number < 0 ? NULL : self->graph->nodes[number];
      const ImParameter *option = node == NULL || node->unit == NULL
                                      ? NULL
                                      : im_unit_find_parameter (node->unit,
                                                                port->parameter);
      g_autofree char *text = g_strdup_printf ("%s.%s", port->node, port->parameter);
      g_autofree char *initial = NULL;

      if (node == NULL || !im_document_is_among (nodes, n_nodes, (guint) number))
        return im_document_refuse (error, port->node,
                                   _ ("it is none of the nodes of the new unit"));
      if (option == NULL || !im_parameter_is_option (option))
        return im_document_refuse (error, text, _ ("the unit has no such option"));
      if (is_computed_inside (node, port->parameter, nodes, n_nodes))
        return im_document_refuse (error, text,
                                   _ ("its value is computed by a node of the new unit"));
      initial = im_document_dup_default (
          im_program_find_evaluation (self->program, node->name), option);
      if (initial == NULL)
        return im_document_refuse (error, text,
                                   _ ("its value is not known; resolve the problems of "
                                      "its node first"));
    }

  return TRUE;
}

char *
im_document_dup_default (ImUnitEvaluation *evaluation, const ImParameter *option)
{
  g_autoptr (GString) text = g_string_new (NULL);
  ImValue value;

  if (!im_document_get_known_value (evaluation, option, &value))
    return NULL;
  if (value.kind == IM_VALUE_DOUBLE)
    im_text_append_double (text, value.real);
  else
    im_value_append_display (&value, text);

  return g_string_free (g_steal_pointer (&text), FALSE);
}

void
im_document_append_choices (GString *out, const ImOption *option, guint depth)
{
  g_autofree char *tabs = g_strnfill (depth, '\t');

  g_string_append_printf (out, "%s<OneOf>\n", tabs);
  for (guint i = 0; i < option->n_items; i++)
    {
      g_string_append_printf (out, "%s\t<Item", tabs);
      im_unit_write_attribute (out, "text", option->items[i].label);
      g_string_append_c (out, '>');
      im_unit_write_content (out, option->items[i].value.text);
      g_string_append (out, "</Item>\n");
    }
  g_string_append_printf (out, "%s</OneOf>\n", tabs);
}

/* Adds a unit of the file that something is made of, and all that it is made of. */
static void
collect_units (ImDocument *self, GHashTable *units, const char *id)
{
  for (guint i = 0; i < im_unit_file_get_count (self->file); i++)
    {
      const ImUnit *unit = im_unit_file_get_unit (self->file, i);

      if (g_strcmp0 (id, unit->id.text) != 0 ||
          !g_hash_table_add (units, (gpointer) unit))
        continue;
      for (guint k = 0; k < unit->n_nodes; k++)
        collect_units (self, units, unit->nodes[k].unit_id.text);
    }
}

/* Whether a layer or node that stays is one of the units. */
static const char *
find_user (ImDocument *self, GHashTable *units, const guint *nodes, guint n_nodes)
{
  for (guint i = 0; i < im_unit_file_get_count (self->file); i++)
    {
      const ImUnit *unit = im_unit_file_get_unit (self->file, i);

      for (guint k = 0; k < unit->n_nodes && !g_hash_table_contains (units, unit); k++)
        {
          const ImUnitNode *node = &unit->nodes[k];
          g_autoptr (GHashTable) used = g_hash_table_new (NULL, NULL);
          gboolean goes = FALSE;
          GHashTableIter iter;
          gpointer one;

          for (guint m = 0; m < n_nodes; m++)
            goes |= self->graph->nodes[nodes[m]]->declaration == node;
          if (goes)
            continue;
          collect_units (self, used, node->unit_id.text);
          g_hash_table_iter_init (&iter, used);
          while (g_hash_table_iter_next (&iter, &one, NULL))
            if (g_hash_table_contains (units, one))
              return ((const ImUnit *) one)->id.text;
        }
    }

  return NULL;
}

/* The units of the file that go with the new one, in the order of the file. */
static gboolean
take_units (ImDocument *self,
            const guint *nodes,
            guint n_nodes,
            ImXmlEdit *edit,
            GString *out,
            GError **error)
{
  g_autoptr (GHashTable) units = g_hash_table_new (NULL, NULL);
  const char *used;

  for (guint i = 0; i < n_nodes; i++)
    collect_units (self, units, self->graph->nodes[nodes[i]]->unit_id);
  used = find_user (self, units, nodes, n_nodes);
  if (used != NULL)
    return im_document_refuse (error, used,
                               _ ("it is a unit of this file that other layers are made "
                                  "of, too; make a unit of one of them first"));
  for (guint i = 0; i < im_unit_file_get_count (self->file); i++)
    {
      const ImUnit *unit = im_unit_file_get_unit (self->file, i);

      if (!g_hash_table_contains (units, unit))
        continue;
      im_document_append_markup (out, im_unit_file_get_source (self->file), unit->element,
                                 im_document_find_prefix (self->file), 0, NULL, NULL);
      im_xml_edit_remove (edit, unit->element);
    }

  return TRUE;
}

gboolean
im_document_put_group (ImDocument *self,
                       const ImEdit *edit,
                       const guint *nodes,
                       guint n_nodes,
                       ImDocumentChange *change,
                       const char *markup,
                       GError **error)
{
  g_autoptr (GString) units = g_string_new (NULL);

  if (edit->kind == IM_EDIT_GROUP)
    {
      im_xml_edit_insert (change->xml, self->unit->element->parent, self->unit->element,
                          markup);
      return TRUE;
    }
  if (!take_units (self, nodes, n_nodes, change->xml, units, error))
    return FALSE;
  g_string_append (units, markup);
  change->units = g_string_free (g_steal_pointer (&units), FALSE);

  return TRUE;
}
