/* SPDX-License-Identifier: MIT
 *
 * Edits of single elements of a file, which are known by the way to them: the names of
 * the elements from the root on, each with a number if its parent has several of that
 * name and it is not the first.
 */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/im-text.h"
#include "document/change/im-document-change.h"
#include "document/change/im-document-text.h"

static void
append_way (const ImXmlElement *element, GString *out)
{
  guint number = 1;

  if (element->parent != NULL)
    {
      append_way (element->parent, out);
      g_string_append_c (out, '/');
      for (const ImXmlElement *other = element->parent->first_child; other != element;
           other = other->next_sibling)
        number += strcmp (other->name, element->name) == 0;
    }
  g_string_append (out, element->name);
  if (number > 1)
    g_string_append_printf (out, "[%u]", number);
}

char *
im_document_dup_way (const ImXmlElement *element)
{
  GString *way = g_string_new (NULL);

  if (element != NULL)
    append_way (element, way);

  return g_string_free (way, FALSE);
}

static const ImXmlElement *
find_child (const ImXmlElement *parent, const char *step)
{
  gsize length = strcspn (step, "[");
  guint64 wanted = step[length] == '[' ? g_ascii_strtoull (step + length + 1, NULL, 10)
                                       : 1;

  for (const ImXmlElement *child = parent->first_child; child != NULL;
       child = child->next_sibling)
    if (strlen (child->name) == length && strncmp (child->name, step, length) == 0 &&
        --wanted == 0)
      return child;

  return NULL;
}

/* The child that a step probably means: the last one of its name, or one with a name like
 * it. */
static const ImXmlElement *
guess_child (const ImXmlElement *parent, const char *step)
{
  g_autofree char *name = g_strndup (step, strcspn (step, "["));
  const ImXmlElement *found = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *nearest;

  for (const ImXmlElement *child = parent->first_child; child != NULL;
       child = child->next_sibling)
    {
      g_ptr_array_add (names, (char *) child->name);
      if (strcmp (child->name, name) == 0)
        found = child;
    }
  if (found != NULL)
    return found;
  nearest = im_text_nearest (name, (const char *const *) names->pdata, names->len);

  return nearest == NULL ? NULL : find_child (parent, nearest);
}

/* The names of the children of an element, each once. */
static char *
dup_child_names (const ImXmlElement *parent)
{
  GString *names = g_string_new (NULL);

  for (const ImXmlElement *child = parent->first_child; child != NULL;
       child = child->next_sibling)
    if (im_xml_element_find_child (parent, child->name) == child)
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", child->name);

  return g_string_free (names, FALSE);
}

/* Says how far a way leads: to @parent, which has no child of the name @step. */
static void
refuse_way (const char *way, const ImXmlElement *parent, const char *step, GError **error)
{
  const ImXmlElement *meant = guess_child (parent, step);
  g_autofree char *around = im_document_dup_way (parent);
  g_autofree char *names = dup_child_names (parent);

  if (meant != NULL)
    {
      g_autofree char *other = im_document_dup_way (meant);

      g_set_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT,
                   _ ("%s: the file has no such element, did you mean “%s”?"), way,
                   other);
    }
  else if (*names == '\0')
    g_set_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT,
                 _ ("%s: the file has no such element; nothing is in “%s”"), way, around);
  else
    g_set_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT,
                 _ ("%s: the file has no such element; in “%s” it has %s"), way, around,
                 names);
}

static const ImXmlElement *
find_element (ImDocument *self, const char *way, GError **error)
{
  g_auto (GStrv) steps = g_strsplit (way, "/", -1);
  const ImXmlElement *element = im_xml_document_get_root (
      im_unit_file_get_document (self->file));

  if (steps[0] == NULL || strcmp (steps[0], element->name) != 0)
    {
      g_set_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT,
                   _ ("%s: the file has no such element; its ways begin with “%s”"), way,
                   element->name);
      return NULL;
    }
  for (guint i = 1; steps[i] != NULL; i++)
    {
      const ImXmlElement *child = find_child (element, steps[i]);

      if (child == NULL)
        {
          refuse_way (way, element, steps[i], error);
          return NULL;
        }
      element = child;
    }

  return element;
}

/* What an edit sets has to have a name that XML allows. */
static gboolean
check_name (const char *name, GError **error)
{
  return im_xml_edit_is_name (name) ||
         im_document_refuse (error, *name == '\0' ? "“”" : name,
                             _ ("it is no name of XML, which begins with a letter and "
                                "has only letters, digits and any of “_-.”"));
}

/* Changes of one place are one step if they come soon after each other. */
static void
name_change (ImDocumentChange *change, const ImEdit *edit)
{
  /* What was removed and set again stands elsewhere. */
  if (edit->text != NULL)
    change->gesture = g_strdup_printf ("%s/%s", edit->element, edit->name);
  change->name = strcmp (edit->name, "DisplayName") == 0 && edit->text != NULL
                     ? g_strdup_printf (_ ("Call it %s"), edit->text)
                     : g_strdup_printf (_ ("Set %s"), edit->name);
}

gboolean
im_document_make_attribute (ImDocument *self,
                            const ImEdit *edit,
                            ImDocumentChange *change,
                            GError **error)
{
  const ImXmlElement *element = find_element (self, edit->element, error);

  if (element == NULL || !check_name (edit->name, error))
    return FALSE;
  if (strcmp (edit->name, "type") == 0 || strcmp (edit->name, "shape") == 0 ||
      strcmp (edit->name, "rate") == 0)
    im_document_stop_following (self, change->xml, element);
  if (edit->text == NULL)
    im_xml_edit_remove_attribute (change->xml, element, edit->name);
  else
    im_xml_edit_set_attribute (change->xml, element, edit->name, edit->text);
  name_change (change, edit);

  return TRUE;
}

const char *
im_document_get_attribute (const ImXmlElement *place, const char *name)
{
  const ImXmlAttribute *attribute = im_xml_element_find_attribute (place, NULL, name);

  return attribute == NULL ? NULL : attribute->value;
}

const char *
im_document_get_child_text (const ImXmlElement *place, const char *name)
{
  const ImXmlElement *child = im_xml_element_find_child (place, name);

  return child == NULL ? NULL : child->text;
}

gboolean
im_document_make_content (ImDocument *self,
                          const ImEdit *edit,
                          ImDocumentChange *change,
                          GError **error)
{
  const ImXmlElement *parent = find_element (self, edit->element, error);
  gboolean is_own = strcmp (edit->name, ".") == 0;
  const ImXmlElement *child = parent == NULL || is_own
                                  ? parent
                                  : im_xml_element_find_child (parent, edit->name);

  if (parent == NULL || (!is_own && !check_name (edit->name, error)))
    return FALSE;
  if (child != NULL && child->first_child != NULL)
    return im_document_refuse (error, edit->name,
                               _ ("expected an element without children"));
  if (child != NULL)
    im_xml_edit_set_text (change->xml, child, edit->text);
  else
    {
      g_autofree char *markup = g_markup_printf_escaped ("<%s>%s</%s>", edit->name,
                                                         edit->text, edit->name);

      im_xml_edit_insert (change->xml, parent, parent->first_child, markup);
    }
  name_change (change, edit);

  return TRUE;
}

/* What people know an element by. */
static const char *
get_label (const ImXmlElement *element)
{
  static const char *const names[] = { "name", "id", "unit", "param" };
  const char *label = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names) && label == NULL; i++)
    label = im_document_get_attribute (element, names[i]);

  return label == NULL ? element->name : label;
}

/* The elements of a text, and nothing else, as the children of an element that takes the
 * place of @parent. */
static ImXmlDocument *
read_elements (ImDocument *self, const char *text, GError **error)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GString) around = g_string_new ("<");
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (ImXmlDocument) document = NULL;
  const ImXmlElement *root = im_xml_document_get_root (
      im_unit_file_get_document (self->file));

  g_string_append (around, root->name);
  for (guint i = 0; i < root->n_attributes; i++)
    if (g_strcmp0 (root->attributes[i].prefix, "xmlns") == 0)
      {
        g_autofree char *declaration = g_markup_printf_escaped (
            " xmlns:%s=\"%s\"", root->attributes[i].name, root->attributes[i].value);

        g_string_append (around, declaration);
      }
  g_string_append_printf (around, ">%s</%s>", text, root->name);
  bytes = g_string_free_to_bytes (g_steal_pointer (&around));
  document = im_xml_document_parse (bytes, "", problems);
  if (im_diagnostics_get_count (problems) > 0)
    {
      im_document_refuse (error, _ ("Elements cannot be inserted"),
                          im_diagnostics_get (problems, 0)->message);
      return NULL;
    }
  root = im_xml_document_get_root (document);
  if (root->first_child == NULL)
    {
      im_document_refuse (error, text, _ ("expected elements of XML"));
      return NULL;
    }

  return g_steal_pointer (&document);
}

/* The child of an element in front of which something goes; NULL for the end. */
static gboolean
find_before (ImDocument *self,
             const ImXmlElement *parent,
             const char *way,
             const ImXmlElement **before,
             GError **error)
{
  *before = way == NULL ? NULL : find_element (self, way, error);
  if (way == NULL)
    return TRUE;

  return *before != NULL &&
         ((*before)->parent == parent ||
          im_document_refuse (error, way, _ ("it has another parent")));
}

gboolean
im_document_make_insert_element (ImDocument *self,
                                 const ImEdit *edit,
                                 ImDocumentChange *change,
                                 GError **error)
{
  const ImXmlElement *parent = find_element (self, edit->element, error);
  const ImXmlElement *before;
  g_autoptr (ImXmlDocument) read = NULL;

  if (parent == NULL || !find_before (self, parent, edit->before, &before, error))
    return FALSE;
  read = read_elements (self, edit->text, error);
  if (read == NULL)
    return FALSE;
  im_xml_edit_insert (change->xml, parent, before, edit->text);
  change->name = g_strdup_printf (
      _ ("Add %s"), get_label (im_xml_document_get_root (read)->first_child));

  return TRUE;
}

static const ImXmlElement *
find_inner (ImDocument *self, const char *way, GError **error)
{
  const ImXmlElement *element = find_element (self, way, error);

  if (element != NULL && element->parent == NULL)
    im_document_refuse (error, way, _ ("the root of the file stays where it is"));

  return element == NULL || element->parent == NULL ? NULL : element;
}

gboolean
im_document_make_remove_element (ImDocument *self,
                                 const ImEdit *edit,
                                 ImDocumentChange *change,
                                 GError **error)
{
  const ImXmlElement *element = find_inner (self, edit->element, error);

  if (element == NULL)
    return FALSE;
  im_xml_edit_remove (change->xml, element);
  change->name = g_strdup_printf (_ ("Remove %s"), get_label (element));

  return TRUE;
}

gboolean
im_document_make_move_element (ImDocument *self,
                               const ImEdit *edit,
                               ImDocumentChange *change,
                               GError **error)
{
  const ImXmlElement *element = find_inner (self, edit->element, error);
  const ImXmlElement *before;

  if (element == NULL ||
      !find_before (self, element->parent, edit->before, &before, error))
    return FALSE;
  if (before == element || before == element->next_sibling)
    return FALSE;
  im_xml_edit_move (change->xml, element, element->parent, before);
  change->name = g_strdup_printf (_ ("Move %s"), get_label (element));

  return TRUE;
}
