/* SPDX-License-Identifier: MIT
 *
 * New names of pipelines, groups, and inputs, outputs and options, with all uses of them
 * in the file: in connections, arguments, expressions and messages.
 */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/im-text.h"
#include "document/change/im-document-change.h"
#include "unit/im-unit-rename.h"

/* A name for people as the last part of an id: `low band` as `LowBand`. */
static char *
dup_id_part (const char *name)
{
  GString *part = g_string_new (NULL);
  gboolean begins = TRUE;

  for (; *name != '\0'; name = g_utf8_next_char (name))
    {
      gunichar c = g_utf8_get_char (name);

      if (g_unichar_isalnum (c) || c == '_')
        g_string_append_unichar (part, begins ? g_unichar_toupper (c) : c);
      begins = !g_unichar_isalnum (c) && c != '_';
    }

  return g_string_free (part, FALSE);
}

/* The id that goes with a new name: where it did not follow the old one, it stays. */
static char *
dup_new_id (const ImUnit *unit, const char *name)
{
  const char *id = unit->id.text, *last = im_text_get_last_part (id);
  g_autofree char *old_part = dup_id_part (unit->display_name);
  g_autofree char *part = dup_id_part (name);

  return *part == '\0' || strcmp (old_part, last) != 0
             ? g_strdup (id)
             : g_strdup_printf ("%.*s%s", (int) (last - id), id, part);
}

/* Whether another unit has an id. The library may know this file as it was. */
static gboolean
is_taken (ImDocument *self, const ImUnit *unit, const char *id)
{
  const ImUnit *known = im_unit_library_find (self->library, id);

  for (guint i = 0; i < im_unit_file_get_count (self->file); i++)
    {
      const ImUnit *other = im_unit_file_get_unit (self->file, i);

      if (other != unit && strcmp (other->id.text, id) == 0)
        return TRUE;
    }

  return known != NULL &&
         strcmp (im_source_get_name (im_unit_file_get_source (known->file)),
                 im_source_get_name (im_unit_file_get_source (self->file))) != 0;
}

static void
set_display_name (ImXmlEdit *edit, const ImUnit *unit, const char *name)
{
  const ImXmlElement *element = im_xml_element_find_child (unit->element, "DisplayName");
  g_autofree char *markup = NULL;

  if (element != NULL && element->first_child == NULL)
    {
      im_xml_edit_set_text (edit, element, name);
      return;
    }
  markup = g_markup_printf_escaped ("<DisplayName>%s</DisplayName>", name);
  im_xml_edit_insert (edit, unit->element, unit->element->first_child, markup);
}

static gboolean
rename_unit (ImDocument *self,
             const ImUnit *unit,
             const char *name,
             ImDocumentChange *change,
             GError **error)
{
  const char *old = unit->id.text;
  g_autofree char *id = dup_new_id (unit, name);

  if (!im_document_check_title (name, error))
    return FALSE;
  if (unit->is_preprocessor)
    return im_document_refuse (error, old,
                               _ ("a preprocessor is named after its project"));
  if (strcmp (id, old) != 0 && is_taken (self, unit, id))
    return im_document_refuse (error, id, _ ("there is a unit of that name"));
  if (strcmp (unit->display_name, name) == 0)
    return FALSE;
  change->name = g_strdup_printf (_ ("Rename %s to %s"), unit->display_name, name);
  set_display_name (change->xml, unit, name);
  if (strcmp (id, old) == 0)
    return TRUE;
  im_unit_rename (change->xml, self->file, old, id);

  return TRUE;
}

gboolean
im_document_make_rename_pipeline (ImDocument *self,
                                  const ImEdit *edit,
                                  ImDocumentChange *change,
                                  GError **error)
{
  return rename_unit (self, self->unit, edit->text, change, error);
}

gboolean
im_document_make_rename_group (ImDocument *self,
                               const ImEdit *edit,
                               ImDocumentChange *change,
                               GError **error)
{
  const ImDocumentLayer *layer;
  guint number;

  if (!im_document_find_named_layer (self, edit->nodes[0], &number, error))
    return FALSE;
  layer = im_document_get_layer (self, number);
  if (layer->unit == NULL || layer->unit->file != self->file)
    return im_document_refuse (error, layer->name,
                               _ ("its unit is not one of this file, so it cannot get "
                                  "another name here"));

  return rename_unit (self, layer->unit, edit->text, change, error);
}

gboolean
im_document_make_rename_socket (ImDocument *self,
                                const ImEdit *edit,
                                ImDocumentChange *change,
                                GError **error)
{
  const ImParameter *parameter = im_document_find_named_parameter (self, edit->nodes[0],
                                                                   error);

  if (parameter == NULL || strcmp (edit->nodes[0], edit->text) == 0)
    return FALSE;
  if (!im_document_check_new_name (self, edit->text, error))
    return FALSE;
  im_unit_rename_parameter (change->xml, self->unit, edit->nodes[0], edit->text);
  im_unit_rename_in_users (change->xml, self->file, self->unit->id.text, edit->nodes[0],
                           edit->text);
  change->name = g_strdup_printf (_ ("Rename %s to %s"), edit->nodes[0], edit->text);

  return TRUE;
}
