/* SPDX-License-Identifier: MIT */
#include "unit/im-unit-rename.h"

#include <string.h>

#include "base/im-arena.h"
#include "lang/im-expr.h"
#include "lang/im-template.h"
#include "unit/im-unit-file.h"

/* The attribute of an element that names a unit. */
static void
set_id (ImXmlEdit *edit, const ImXmlElement *element, const char *old, const char *id)
{
  static const char *const names[] = { "unit", "id", "name" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const ImXmlAttribute *attribute = im_xml_element_find_attribute (element, NULL,
                                                                       names[i]);

      if (attribute == NULL || strcmp (attribute->value, old) != 0 ||
          (strcmp (names[i], "id") == 0 && strcmp (element->name, "UnitNode") == 0))
        continue;
      im_xml_edit_set_attribute (edit, element, names[i], id);
      return;
    }
}

/* A parameter on its way to another name; of users of its unit @unit is NULL. */
typedef struct
{
  ImXmlEdit *edit;
  const ImUnit *unit;
  const char *old;
  const char *name;
} Renaming;

/* Appends the places of a name in an expression, from the last one to the first. */
static void
list_places (const ImExpr *expr, const char *name, GArray *places)
{
  for (guint i = 0; i < expr->n_operands; i++)
    list_places (expr->operands[i], name, places);
  if (expr->kind == IM_EXPR_NAME && strcmp (expr->name, name) == 0)
    g_array_append_val (places, expr->name_span);
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const ImSpan *first = a, *second = b;

  return first->start < second->start ? 1 : -1;
}

/* Renames in a part of a text that is an expression; nothing where it is none. */
static void
rename_in_expression (Renaming *renaming, GString *text, ImSpan part)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (ImSpan));
  const ImExpr *expr = im_expr_parse (arena, text->str + part.start,
                                      (gssize) (part.end - part.start), NULL, NULL);

  if (expr == NULL)
    return;
  list_places (expr, renaming->old, places);
  g_array_sort (places, compare_places);
  for (guint i = 0; i < places->len; i++)
    {
      ImSpan place = g_array_index (places, ImSpan, i);

      g_string_erase (text, (gssize) (part.start + place.start),
                      (gssize) (place.end - place.start));
      g_string_insert (text, (gssize) (part.start + place.start), renaming->name);
    }
}

/* The same for a message with expressions in braces. */
static void
rename_in_message (Renaming *renaming, GString *text)
{
  gsize offset = 0;
  ImSpan part;

  while (im_template_next (text->str, &offset, &part))
    {
      gsize length = text->len;

      rename_in_expression (renaming, text, part);
      offset += text->len - length;
    }
}

typedef enum
{
  USE_NONE,
  USE_EXPRESSION,
  USE_MESSAGE,
  USE_NAME,
} Use;

/* What an attribute of an element is to a composite or a single unit, or its text where
 * @name is NULL. */
static Use
get_use (const ImXmlElement *element, const ImXmlAttribute *attribute)
{
  static const char *const expressions[] = {
    "type",        "shape", "rate", "shift", "scale",  "offset",     "value",
    "conditional", "size",  "call", "test",  "window", "sample-rate"
  };
  static const char *const elements[] = {
    "Hidden",     "OutputSocket", "ReturnSocket", "Handle",      "Assert",
    "AssertNode", "Argument",     "Expression",   "Conditional", "Implementation",
    "TensorType", "ConstantType", "External"
  };
  static const char *const names[] = { "in-place-of", "tensor", "constant", "block" };
  gboolean is_one = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (elements); i++)
    is_one |= strcmp (element->name, elements[i]) == 0;
  /* Which default an option has where the file says nothing. */
  if (attribute != NULL && attribute->prefix != NULL &&
      strcmp (attribute->name, "default") == 0)
    return USE_EXPRESSION;
  if (!is_one)
    return USE_NONE;
  if (attribute == NULL)
    return strcmp (element->name, "Hidden") == 0 ||
                   strcmp (element->name, "Argument") == 0 ||
                   strcmp (element->name, "Conditional") == 0 ||
                   strcmp (element->name, "Expression") == 0
               ? USE_EXPRESSION
               : USE_NONE;
  if (strcmp (attribute->name, "error") == 0)
    return USE_MESSAGE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (attribute->name, names[i]) == 0)
      return USE_NAME;
  /* Of a TensorType it is an element type. */
  if (strcmp (element->name, "TensorType") == 0 ||
      strcmp (element->name, "ConstantType") == 0)
    return USE_NONE;
  for (guint i = 0; i < G_N_ELEMENTS (expressions); i++)
    if (strcmp (attribute->name, expressions[i]) == 0)
      return USE_EXPRESSION;

  return USE_NONE;
}

static char *
dup_renamed (Renaming *renaming, Use use, const char *old)
{
  GString *text = g_string_new (old);

  if (use == USE_EXPRESSION)
    rename_in_expression (renaming, text, (ImSpan){ 0, (guint32) text->len });
  else if (use == USE_MESSAGE)
    rename_in_message (renaming, text);
  else if (use == USE_NAME && strcmp (old, renaming->old) == 0)
    g_string_assign (text, renaming->name);

  return g_string_free (text, FALSE);
}

static void
rename_in_element (Renaming *renaming, const ImXmlElement *element)
{
  g_autofree char *text = element->text == NULL || element->first_child != NULL
                              ? NULL
                              : dup_renamed (renaming, get_use (element, NULL),
                                             element->text);

  if (text != NULL && strcmp (text, element->text) != 0)
    im_xml_edit_set_text (renaming->edit, element, text);
  for (guint i = 0; i < element->n_attributes; i++)
    {
      const ImXmlAttribute *attribute = &element->attributes[i];
      g_autofree char *value = dup_renamed (renaming, get_use (element, attribute),
                                            attribute->value);
      g_autofree char *name = attribute->prefix == NULL
                                  ? g_strdup (attribute->name)
                                  : g_strconcat (attribute->prefix, ":", attribute->name,
                                                 NULL);

      if (strcmp (value, attribute->value) != 0)
        im_xml_edit_set_attribute (renaming->edit, element, name, value);
    }
  for (const ImXmlElement *child = element->first_child; child != NULL;
       child = child->next_sibling)
    rename_in_element (renaming, child);
}

/* One attribute, if it has the old name. */
static void
rename_attribute (Renaming *renaming, const ImXmlElement *element, const char *name)
{
  const ImXmlAttribute *attribute = element == NULL ? NULL
                                                    : im_xml_element_find_attribute (
                                                          element, NULL, name);

  if (attribute != NULL && strcmp (attribute->value, renaming->old) == 0)
    im_xml_edit_set_attribute (renaming->edit, element, name, renaming->name);
}

static void
rename_in_node (Renaming *renaming, const ImUnit *user, const ImUnitNode *node)
{
  for (guint i = 0; i < node->n_arguments; i++)
    rename_attribute (renaming, node->arguments[i].element, "param");
  for (guint i = 0; i < user->n_connections; i++)
    {
      const ImUnitConnection *connection = &user->connections[i];

      if (g_strcmp0 (connection->source_node.text, node->id.text) == 0)
        rename_attribute (
            renaming, im_xml_element_find_child (connection->element, "Source"), "param");
      if (g_strcmp0 (connection->target_node.text, node->id.text) == 0)
        rename_attribute (
            renaming, im_xml_element_find_child (connection->element, "Target"), "param");
    }
}

/* Examples give inputs and options values by their names. */
static void
rename_in_examples (Renaming *renaming)
{
  for (guint i = 0; i < renaming->unit->n_examples; i++)
    {
      const ImXmlElement *example = renaming->unit->examples[i].element;

      for (const ImXmlElement *child = example->first_child; child != NULL;
           child = child->next_sibling)
        {
          rename_attribute (renaming, child, "param");
          rename_attribute (renaming, child, "name");
        }
    }
}

/* Code can be named by the unit that it belongs to: `[Own.Gain]/gain.h:gain`. */
static void
rename_in_fragment (ImXmlEdit *edit,
                    const ImXmlElement *element,
                    const char *old,
                    const char *id)
{
  const ImXmlAttribute *attribute = im_xml_element_find_attribute (element, NULL,
                                                                   "fragment");
  g_autofree char *prefix = g_strdup_printf ("[%s]", old);
  g_autofree char *value = NULL;

  if (attribute != NULL && g_str_has_prefix (attribute->value, prefix))
    {
      value = g_strdup_printf ("[%s]%s", id, attribute->value + strlen (prefix));
      im_xml_edit_set_attribute (edit, element, "fragment", value);
    }
  for (const ImXmlElement *child = element->first_child; child != NULL;
       child = child->next_sibling)
    rename_in_fragment (edit, child, old, id);
}

void
im_unit_rename (ImXmlEdit *edit, const ImUnitFile *file, const char *old, const char *id)
{
  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    {
      const ImUnit *unit = im_unit_file_get_unit (file, i);

      if (strcmp (unit->id.text, old) == 0)
        set_id (edit, unit->element, old, id);
      rename_in_fragment (edit, unit->element, old, id);
      for (guint k = 0; k < unit->n_nodes; k++)
        if (unit->nodes[k].kind == IM_NODE_UNIT &&
            g_strcmp0 (unit->nodes[k].unit_id.text, old) == 0)
          set_id (edit, unit->nodes[k].element, old, id);
    }
}

void
im_unit_rename_parameter (ImXmlEdit *edit,
                          const ImUnit *unit,
                          const char *old,
                          const char *name)
{
  const ImParameter *parameter = im_unit_find_parameter (unit, old);
  Renaming renaming = { edit, unit, old, name };

  g_return_if_fail (parameter != NULL);

  rename_attribute (&renaming, parameter->element, "name");
  rename_attribute (&renaming, parameter->element, "param");
  if (unit->kind != IM_UNIT_COMPOUND)
    rename_in_element (&renaming, unit->element);
  rename_in_examples (&renaming);
}

void
im_unit_rename_in_users (ImXmlEdit *edit,
                         const ImUnitFile *file,
                         const char *id,
                         const char *old,
                         const char *name)
{
  Renaming renaming = { edit, NULL, old, name };

  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    {
      const ImUnit *user = im_unit_file_get_unit (file, i);

      for (guint k = 0; k < user->n_nodes; k++)
        if (user->nodes[k].kind == IM_NODE_UNIT &&
            g_strcmp0 (user->nodes[k].unit_id.text, id) == 0)
          rename_in_node (&renaming, user, &user->nodes[k]);
    }
}

/* An expression, whose arrays may be elsewhere; NULL if it stays as it is. */
static char *
follow_arrays (const char *text, ImUnitFollow follow, gpointer data)
{
  static const char call[] = "readArray";
  g_autoptr (GString) out = g_string_new (NULL);
  const char *found;
  gboolean differs = FALSE;

  while (text != NULL && (found = strstr (text, call)) != NULL)
    {
      const char *begin = found + strlen (call);
      const char *end;
      g_autofree char *path = NULL;
      g_autofree char *new = NULL;

      begin += strspn (begin, " \t\r\n(");
      end = *begin == '"' ? strchr (begin + 1, '"') : NULL;
      path = end == NULL ? NULL : g_strndup (begin + 1, (gsize) (end - begin) - 1);
      new = path == NULL ? NULL : follow (path, data);
      g_string_append_len (out, text, begin - text);
      text = begin;
      if (new != NULL)
        {
          g_string_append_printf (out, "\"%s\"", new);
          text = end + 1;
          differs = TRUE;
        }
    }
  g_string_append (out, text == NULL ? "" : text);

  return differs ? g_string_free (g_steal_pointer (&out), FALSE) : NULL;
}

static void
follow_in_expressions (ImXmlEdit *edit,
                       const ImXmlElement *element,
                       ImUnitFollow follow,
                       gpointer data)
{
  g_autofree char *text = element->first_child != NULL
                              ? NULL
                              : follow_arrays (element->text, follow, data);

  for (guint i = 0; i < element->n_attributes; i++)
    {
      const ImXmlAttribute *attribute = &element->attributes[i];
      g_autofree char *value = attribute->prefix != NULL
                                   ? NULL
                                   : follow_arrays (attribute->value, follow, data);

      if (value != NULL)
        im_xml_edit_set_attribute (edit, element, attribute->name, value);
    }
  if (text != NULL)
    im_xml_edit_set_text (edit, element, text);
}

static void
follow_in_element (ImXmlEdit *edit,
                   const ImXmlElement *element,
                   ImUnitFollow follow,
                   gpointer data)
{
  static const char *const names[] = { "fragment", "file" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const ImXmlAttribute *attribute = im_xml_element_find_attribute (element, NULL,
                                                                       names[i]);
      g_autofree char *value = attribute == NULL ? NULL : follow (attribute->value, data);

      if (value != NULL)
        im_xml_edit_set_attribute (edit, element, names[i], value);
    }
  follow_in_expressions (edit, element, follow, data);
  for (const ImXmlElement *child = element->first_child; child != NULL;
       child = child->next_sibling)
    follow_in_element (edit, child, follow, data);
}

GBytes *
im_unit_file_follow (const ImUnitFile *file,
                     ImUnitFollow follow,
                     gpointer data,
                     GError **error)
{
  const ImXmlDocument *document = im_unit_file_get_document (file);
  g_autoptr (ImXmlEdit) edit = im_xml_edit_new (document);

  follow_in_element (edit, im_xml_document_get_root (document), follow, data);

  return im_xml_edit_render (edit, error);
}

GBytes *
im_unit_file_rename (const ImUnitFile *file,
                     const char *id,
                     const char *parameter,
                     const char *name,
                     GError **error)
{
  g_autoptr (ImXmlEdit) edit = im_xml_edit_new (im_unit_file_get_document (file));

  if (parameter == NULL)
    im_unit_rename (edit, file, id, name);
  else
    {
      for (guint i = 0; i < im_unit_file_get_count (file); i++)
        {
          const ImUnit *unit = im_unit_file_get_unit (file, i);

          if (strcmp (unit->id.text, id) == 0 &&
              im_unit_find_parameter (unit, parameter) != NULL)
            im_unit_rename_parameter (edit, unit, parameter, name);
        }
      im_unit_rename_in_users (edit, file, id, parameter, name);
    }

  return im_xml_edit_render (edit, error);
}
