/* SPDX-License-Identifier: MIT
 *
 * The reader under load: limits, cut and mutated files, threads. The tree is compared
 * with the one that libxml2 itself builds, so a wrong place or a wrong decoding cannot
 * hide behind a table that was made by the same code.
 */
#include <libxml/parser.h>
#include <string.h>
#include <time.h>

#include "test-documents.h"
#include "xml/im-xml-tag.h"

static void
append_times (GString *out, const char *text, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append (out, text);
}

/* What is checked in the limit cases: three parts, the middle one repeated. */
typedef struct
{
  const char *name;
  const char *start, *middle, *end;
  guint n;
  const char *closing; /* repeated as well */
  const char *message; /* NULL if it is within the limit */
} LimitCase;

static const LimitCase limit_cases[] = {
  { "depth", "", "<a>", "", IM_XML_MAX_DEPTH, "</a>", NULL },
  { "depth-too-deep", "", "<a>", "", IM_XML_MAX_DEPTH + 1, "</a>", "deeper than 256" },
  { "depth-10000", "", "<a>", "", 10000, "</a>", "deeper than 256" },
  { "elements", "<r>", "<a/>", "</r>", IM_XML_MAX_ELEMENTS - 1, "", NULL },
  { "elements-too-many", "<r>", "<a/>", "</r>", IM_XML_MAX_ELEMENTS, "",
    "more than 200000 elements" },
  { "tag", "<r x='", "x", "'/>", IM_XML_MAX_TAG_BYTES - 9, "", NULL },
  { "tag-too-long", "<r x='", "x", "'/>", IM_XML_MAX_TAG_BYTES - 8, "",
    "a tag is longer" },
  { "tag-unclosed", "<r x='", "x", "", IM_XML_MAX_TAG_BYTES, "", "a tag is longer" },
  { "blanks-in-end-tag", "<r></r", " ", ">", IM_XML_MAX_TAG_BYTES, "",
    "a tag is longer" },
  { "long-text", "<r>", "x>'", "</r>", IM_XML_MAX_TAG_BYTES, "", NULL },
  { "long-comment", "<r><!-- <a x='", "xyz", "--></r>", IM_XML_MAX_TAG_BYTES, "", NULL },
  { "long-cdata", "<r><![CDATA[<a x='", "xyz", "]]></r>", IM_XML_MAX_TAG_BYTES, "",
    NULL },
  { "file", "<r>", "x", "</r>", IM_XML_MAX_BYTES - 7, "", NULL },
  { "file-too-large", "<r>", "x", "</r>", IM_XML_MAX_BYTES - 6, "",
    "but at most 16777216" },
};

static void
test_limit (gconstpointer data)
{
  const LimitCase *c = data;
  g_autoptr (GString) input = g_string_new (c->start);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();

  append_times (input, c->middle, c->n);
  append_times (input, c->closing, c->n);
  g_string_append (input, c->end);

  g_autoptr (ImXmlDocument) document = test_documents_parse (
      input->str, (gssize) input->len, diagnostics);
  if (c->message == NULL)
    {
      g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 0);
      g_assert_nonnull (document);
      return;
    }

  g_assert_null (document);
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 1);
  const ImDiagnostic *problem = im_diagnostics_get (diagnostics, 0);
  g_assert_cmpstr (problem->code, ==, "xml-limit");
  g_assert_nonnull (strstr (problem->message, c->message));
}

/* libxml2 alone needs minutes for this. */
static void
test_many_attributes (void)
{
  g_autoptr (GString) input = g_string_new ("<a");
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();

  for (guint i = 0; i < 100000; i++)
    g_string_append_printf (input, " x%u=''", i);
  g_string_append (input, "/>");

  clock_t start = clock ();
  g_assert_null (test_documents_parse (input->str, -1, diagnostics));
  g_assert_cmpint (clock () - start, <, 20 * CLOCKS_PER_SEC);
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 1);
}

/* A file that is cut off has exactly one error, at its end or in front of it. */
static void
test_truncated (void)
{
  for (guint d = 0; d < n_test_documents; d++)
    {
      g_autoptr (ImXmlDocument) whole = test_documents_parse (test_documents[d].text, -1,
                                                              NULL);
      gsize end = im_xml_document_get_root (whole)->span.end;

      for (gsize length = 0; length < end; length++)
        {
          g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();

          g_assert_null (test_documents_parse (test_documents[d].text, (gssize) length,
                                               diagnostics));
          g_assert_cmpuint (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR), ==, 1);
          g_assert_cmpuint (im_diagnostics_get (diagnostics, 0)->span.end, <=, length);
        }
    }
}

/* The text that libxml2 has in the nodes from @node on, up to the next element. */
static char *
collect_text (xmlNode *node)
{
  GString *out = g_string_new (NULL);

  for (; node != NULL && node->type != XML_ELEMENT_NODE; node = node->next)
    if (node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE)
      g_string_append (out, (const char *) node->content);

  return g_string_free (out, FALSE);
}

static xmlNode *
next_element (xmlNode *node)
{
  while (node != NULL && node->type != XML_ELEMENT_NODE)
    node = node->next;

  return node;
}

static void
compare_attributes (const ImXmlDocument *document,
                    const ImXmlElement *element,
                    xmlNode *node)
{
  xmlAttr *expected = node->properties;

  for (guint i = 0; i < element->n_attributes; i++)
    {
      const ImXmlAttribute *attribute = &element->attributes[i];
      g_autofree char *written = test_documents_dup_span (document, attribute->span);

      g_assert_true (g_str_has_prefix (
          written, attribute->prefix == NULL ? attribute->name : attribute->prefix));
      if (g_strcmp0 (attribute->uri, IM_XML_NAMESPACE_XMLNS) == 0)
        continue;

      xmlChar *value = xmlNodeGetContent ((xmlNode *) expected);
      g_assert_cmpstr (attribute->name, ==, (const char *) expected->name);
      g_assert_cmpstr (attribute->value, ==, (const char *) value);
      xmlFree (value);
      expected = expected->next;
    }
  g_assert_null (expected);
}

static void
compare_element (const ImXmlDocument *document,
                 const ImXmlElement *element,
                 xmlNode *node)
{
  g_autofree char *text = collect_text (node->children);
  g_autofree char *tail = collect_text (node->next);
  g_autofree char *raw = test_documents_dup_span (document, element->span);
  const ImXmlElement *child = element->first_child;

  g_assert_cmpstr (element->name, ==, (const char *) node->name);
  g_assert_cmpstr (element->uri, ==,
                   node->ns == NULL ? NULL : (const char *) node->ns->href);
  g_assert_cmpstr (element->text, ==, text);
  g_assert_cmpstr (element->tail, ==, element->parent == NULL ? "" : tail);
  g_assert_cmpint (raw[0], ==, '<');
  g_assert_cmpint (raw[strlen (raw) - 1], ==, '>');
  compare_attributes (document, element, node);

  for (xmlNode *other = next_element (node->children); other != NULL;
       other = next_element (other->next), child = child->next_sibling)
    {
      g_assert_nonnull (child);
      compare_element (document, child, other);
    }
  g_assert_null (child);
}

static void
compare_with_libxml (const ImXmlDocument *document)
{
  gsize length;
  const char *data = g_bytes_get_data (im_xml_document_get_bytes (document), &length);
  xmlDoc *doc = xmlReadMemory (data, (int) length, "test.xml", NULL,
                               XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);

  g_assert_nonnull (doc);
  compare_element (document, im_xml_document_get_root (document),
                   xmlDocGetRootElement (doc));
  xmlFreeDoc (doc);
}

static void
test_documents_like_libxml (void)
{
  for (guint i = 0; i < n_test_documents; i++)
    {
      g_autoptr (ImXmlDocument) document = test_documents_parse (test_documents[i].text,
                                                                 -1, NULL);

      compare_with_libxml (document);
    }
}

static void
compare_file (const char *path, GBytes *bytes, gpointer data)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImXmlDocument) document = im_xml_document_parse (bytes, path, diagnostics);

  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 0);
  compare_with_libxml (document);
}

static void
test_real_units (void)
{
  test_documents_for_each_unit (compare_file, NULL);
}

/* Whatever is done to a file: either there is one error, or libxml2 sees the same tree.
 */
static void
test_mutations (void)
{
  static const char interesting[] = "<>&;'\"/= \n\r\t]![-?xa:#\x01\xC3\xFF";

  for (guint round = 0; round < 20000; round++)
    {
      const char *text = test_documents[round % n_test_documents].text;
      g_autofree char *mutated = g_strdup (text);
      guint length = (guint) strlen (text);
      g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();

      for (int n = g_test_rand_int_range (1, 4); n > 0; n--)
        mutated[g_test_rand_int_range (0, (int) length)] =
            interesting[g_test_rand_int_range (0, sizeof interesting - 1)];

      g_autoptr (ImXmlDocument) document = test_documents_parse (mutated, length,
                                                                 diagnostics);
      guint n_errors = im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR);
      g_assert_cmpuint (n_errors, ==, document == NULL ? 1 : 0);
      if (document != NULL && im_diagnostics_get_count (diagnostics) == 0)
        compare_with_libxml (document);
    }
}

static gpointer
parse_thread (gpointer data)
{
  for (guint round = 0; round < 200; round++)
    for (guint i = 0; i < n_test_documents; i++)
      im_xml_document_free (test_documents_parse (test_documents[i].text, -1, NULL));

  return NULL;
}

static void
test_threads (void)
{
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("parse", parse_thread, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

#define ADD_ROWS(prefix, rows, function)                                \
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)                       \
    {                                                                   \
      g_autofree char *path = g_strconcat (prefix, rows[i].name, NULL); \
                                                                        \
      g_test_add_data_func (path, &rows[i], function);                  \
    }

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  /* First, while libxml2 is not yet initialised. */
  g_test_add_func ("/xml-load/threads", test_threads);
  ADD_ROWS ("/xml-load/limit/", limit_cases, test_limit);
  g_test_add_func ("/xml-load/many-attributes", test_many_attributes);
  g_test_add_func ("/xml-load/truncated", test_truncated);
  g_test_add_func ("/xml-load/documents", test_documents_like_libxml);
  g_test_add_func ("/xml-load/real-units", test_real_units);
  g_test_add_func ("/xml-load/mutations", test_mutations);

  return g_test_run ();
}
