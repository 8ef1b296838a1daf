/* SPDX-License-Identifier: MIT
 *
 * Random edits and their inverses: nothing else changes, and in the end every byte is as
 * it was.
 */
#include <string.h>

#include "test-documents.h"

static void
collect_elements (const ImXmlElement *element, GPtrArray *elements)
{
  g_ptr_array_add (elements, (gpointer) element);
  for (const ImXmlElement *child = element->first_child; child != NULL;
       child = child->next_sibling)
    collect_elements (child, elements);
}

static const ImXmlElement *
choose_element (const ImXmlDocument *document, guint *index)
{
  g_autoptr (GPtrArray) elements = g_ptr_array_new ();

  collect_elements (im_xml_document_get_root (document), elements);
  if (*index == G_MAXUINT)
    *index = (guint) g_test_rand_int_range (0, (int) elements->len);

  return elements->pdata[*index];
}

/* Whether only the bytes of @span differ. */
static void
assert_only_changed (const ImXmlDocument *old, ImSpan span, const ImXmlDocument *new)
{
  gsize old_length, new_length;
  const char *a = im_source_get_text (im_xml_document_get_source (old), &old_length);
  const char *b = im_source_get_text (im_xml_document_get_source (new), &new_length);
  gsize rest = old_length - span.end;

  g_assert_cmpmem (a, span.start, b, span.start);
  g_assert_cmpuint (new_length, >=, span.start + rest);
  g_assert_cmpmem (a + span.end, rest, b + new_length - rest, rest);
}

/* A value that can be written in many ways does not always come back as it was: blanks
 * other than the space, references for what needs none, and `>` escaped here and not
 * there if the value in between has none to learn from. */
static gboolean
comes_back (const ImXmlDocument *document, const ImXmlAttribute *old, const char *between)
{
  g_autofree char *raw = test_documents_dup_span (document, old->value_span);
  gboolean has_greater = strchr (old->value, '>') != NULL;
  gboolean has_both = strchr (raw, '>') != NULL && strstr (raw, "&gt;") != NULL;

  return strpbrk (raw, "\r\n\t") == NULL && strstr (raw, "&#") == NULL &&
         strstr (raw, "&quot;") == NULL && strstr (raw, "&apos;") == NULL && !has_both &&
         (!has_greater || strchr (between, '>') != NULL);
}

static char *
random_value (const char *old)
{
  static const char *const parts[] = { "<",  ">", "&",     "\"",  "'",        " ", "\t",
                                       "\n", "x", "&amp;", "]]>", "\xC3\xA9", "" };
  GString *value = g_string_new (g_test_rand_bit () ? old : "");

  for (int n = g_test_rand_int_range (0, 5); n > 0; n--)
    g_string_append (value, parts[g_test_rand_int_range (0, G_N_ELEMENTS (parts))]);

  return g_string_free (value, FALSE);
}

static ImXmlDocument *
set_attribute (const ImXmlDocument *document,
               guint index,
               guint attribute,
               const char *value)
{
  const ImXmlElement *element = choose_element (document, &index);
  const ImXmlAttribute *old = &element->attributes[attribute];
  g_autoptr (ImXmlEdit) edit = im_xml_edit_new (document);
  g_autofree char *name = old->prefix == NULL
                              ? g_strdup (old->name)
                              : g_strconcat (old->prefix, ":", old->name, NULL);

  im_xml_edit_set_attribute (edit, element, name, value);

  return test_documents_apply (edit);
}

/* Sets an attribute to something and back. */
static void
check_attribute_round (const ImXmlDocument *document)
{
  guint index = G_MAXUINT;
  const ImXmlElement *element = choose_element (document, &index);

  if (element->n_attributes == 0)
    return;

  guint n = (guint) g_test_rand_int_range (0, (int) element->n_attributes);
  const ImXmlAttribute *old = &element->attributes[n];
  g_autofree char *value = random_value (old->value);
  if (g_strcmp0 (old->uri, IM_XML_NAMESPACE_XMLNS) == 0)
    return;

  g_autoptr (ImXmlDocument) changed = set_attribute (document, index, n, value);
  const ImXmlElement *now = choose_element (changed, &index);
  g_assert_cmpstr (now->attributes[n].value, ==, value);
  assert_only_changed (document, old->value_span, changed);

  g_autoptr (ImXmlDocument) back = set_attribute (changed, index, n, old->value);
  g_assert_cmpstr (choose_element (back, &index)->attributes[n].value, ==, old->value);
  if (comes_back (document, old, value))
    g_assert_true (g_bytes_equal (im_xml_document_get_bytes (back),
                                  im_xml_document_get_bytes (document)));
}

/* Adds an attribute and takes it away again. */
static void
check_add_round (const ImXmlDocument *document)
{
  guint index = G_MAXUINT;
  const ImXmlElement *element = choose_element (document, &index);
  g_autofree char *value = random_value ("");
  g_autoptr (ImXmlEdit) edit = im_xml_edit_new (document);

  im_xml_edit_set_attribute (edit, element, "new-one", value);
  g_autoptr (ImXmlDocument) changed = test_documents_apply (edit);
  const ImXmlElement *now = choose_element (changed, &index);
  g_assert_cmpstr (im_xml_element_find_attribute (now, NULL, "new-one")->value, ==,
                   value);

  g_autoptr (ImXmlEdit) undo = im_xml_edit_new (changed);
  im_xml_edit_remove_attribute (undo, now, "new-one");
  g_autoptr (ImXmlDocument) back = test_documents_apply (undo);
  g_assert_true (g_bytes_equal (im_xml_document_get_bytes (back),
                                im_xml_document_get_bytes (document)));
}

/* Inserts an element and removes it again. */
static void
check_insert_round (const ImXmlDocument *document)
{
  guint index = G_MAXUINT;
  const ImXmlElement *parent = choose_element (document, &index);
  gboolean first = g_test_rand_bit () && parent->first_child != NULL;
  g_autoptr (ImXmlEdit) edit = im_xml_edit_new (document);

  if (parent->first_child == NULL)
    return;

  im_xml_edit_insert (edit, parent, first ? parent->first_child : NULL,
                      "<New>\n\t<b/>\n</New>");
  g_autoptr (ImXmlDocument) changed = test_documents_apply (edit);
  const ImXmlElement *now = choose_element (changed, &index);
  const ImXmlElement *added = first ? now->first_child : now->last_child;
  g_assert_cmpstr (added->name, ==, "New");
  g_assert_cmpstr (added->first_child->name, ==, "b");

  g_autoptr (ImXmlEdit) undo = im_xml_edit_new (changed);
  im_xml_edit_remove (undo, added);
  g_autoptr (ImXmlDocument) back = test_documents_apply (undo);
  g_assert_true (g_bytes_equal (im_xml_document_get_bytes (back),
                                im_xml_document_get_bytes (document)));
}

static void
check_document (const char *path, GBytes *bytes, gpointer data)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImXmlDocument) document = im_xml_document_parse (bytes, path, diagnostics);
  g_autoptr (ImXmlEdit) edit = im_xml_edit_new (document);
  g_autoptr (ImXmlDocument) same = test_documents_apply (edit);

  g_assert_true (g_bytes_equal (im_xml_document_get_bytes (same), bytes));
  for (guint round = 0; round < 20; round++)
    {
      check_attribute_round (document);
      check_add_round (document);
      check_insert_round (document);
    }
}

static void
test_documents_round (void)
{
  for (guint round = 0; round < 20; round++)
    for (guint i = 0; i < n_test_documents; i++)
      {
        g_autoptr (GBytes) bytes = g_bytes_new (test_documents[i].text,
                                                strlen (test_documents[i].text));

        check_document (test_documents[i].name, bytes, NULL);
      }
}

static void
test_real_units (void)
{
  test_documents_for_each_unit (check_document, NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/xml-round/documents", test_documents_round);
  g_test_add_func ("/xml-round/real-units", test_real_units);

  return g_test_run ();
}
