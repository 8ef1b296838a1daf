/* SPDX-License-Identifier: MIT
 *
 * The tree is compared with the one that libxml2 itself builds, so a wrong place or a
 * wrong decoding cannot hide behind a table that was made by the same code.
 */
#include <libxml/parser.h>
#include <string.h>

#include "test-documents.h"
#include "xml/im-xml.h"

/* One line for each element: depth, name with namespace, attributes, text and tail. */
static void
print_element (const ImXmlElement *element, guint depth, GString *out)
{
  g_autofree char *text = g_strescape (element->text, NULL);
  g_autofree char *tail = g_strescape (element->tail, NULL);

  g_string_append_printf (out, "%u %s%s%s%s", depth, element->uri == NULL ? "" : "{",
                          element->uri == NULL ? "" : element->uri,
                          element->uri == NULL ? "" : "}", element->name);
  for (guint i = 0; i < element->n_attributes; i++)
    {
      const ImXmlAttribute *attribute = &element->attributes[i];
      g_autofree char *value = g_strescape (attribute->value, NULL);

      g_string_append_printf (
          out, " %s%s%s=[%s]", attribute->prefix == NULL ? "" : attribute->prefix,
          attribute->prefix == NULL ? "" : ":", attribute->name, value);
    }
  g_string_append_printf (out, " text=[%s] tail=[%s]\n", text, tail);

  for (const ImXmlElement *child = element->first_child; child != NULL;
       child = child->next_sibling)
    {
      g_assert_true (child->parent == element);
      g_assert_true (child->next_sibling != NULL || element->last_child == child);
      print_element (child, depth + 1, out);
    }
}

typedef struct
{
  const char *name;
  const char *input;
  const char *expected;
} TreeCase;

static const TreeCase tree_cases[] = {
  { "empty-tag", "<a/>", "0 a text=[] tail=[]\n" },
  { "empty-content", "<a></a>", "0 a text=[] tail=[]\n" },
  { "attributes", "<a  x = '1'\n\ty=\"2\"/>", "0 a x=[1] y=[2] text=[] tail=[]\n" },
  { "mixed", "<a>one<b>two</b>three<c/>four</a>",
    "0 a text=[one] tail=[]\n1 b text=[two] tail=[three]\n1 c text=[] tail=[four]\n" },
  { "nested", "<a><b><c/></b><d/></a>",
    "0 a text=[] tail=[]\n1 b text=[] tail=[]\n2 c text=[] tail=[]\n1 d text=[] "
    "tail=[]\n" },
  { "references", "<a x='&lt;&gt;&amp;&quot;&apos;&#65;&#x20AC;'>&lt;&#x1F600;&#10;</a>",
    "0 a x=[<>&\\\"'A\\342\\202\\254] text=[<\\360\\237\\230\\200\\n] tail=[]\n" },
  { "line-ends", "<a x='1\r\n2\r3\n4\t5'>1\r\n2\r3\n4</a>",
    "0 a x=[1 2 3 4 5] text=[1\\n2\\n3\\n4] tail=[]\n" },
  { "cdata", "<a>x<![CDATA[<&lt;]]]]><![CDATA[>]]>y</a>",
    "0 a text=[x<&lt;]]>y] tail=[]\n" },
  { "comments", "<!-- < --><a>x<!-- <b> -->y<?z <c>?><b/><!-- & --></a><!-- -->",
    "0 a text=[xy] tail=[]\n1 b text=[] tail=[]\n" },
  { "bare-greater", "<a x='1>0'>1>0</a>", "0 a x=[1>0] text=[1>0] tail=[]\n" },
  { "other-quote", "<a x='\"' y=\"'\"/>", "0 a x=[\\\"] y=['] text=[] tail=[]\n" },
  { "namespaces", "<a xmlns='u:1' xmlns:p='u:2' p:x='1'><p:b/></a>",
    "0 {u:1}a xmlns=[u:1] xmlns:p=[u:2] p:x=[1] text=[] tail=[]\n"
    "1 {u:2}b text=[] tail=[]\n" },
};

static void
test_tree (gconstpointer data)
{
  const TreeCase *c = data;
  g_autoptr (ImXmlDocument) document = test_documents_parse (c->input, -1, NULL);
  g_autoptr (GString) out = g_string_new (NULL);

  print_element (im_xml_document_get_root (document), 0, out);
  g_assert_cmpstr (out->str, ==, c->expected);
}

static void
test_spans (void)
{
  g_autoptr (ImXmlDocument) document = test_documents_parse (
      "<r>\n<p:a  x = '1'\n xmlns:p='u'>t<b/>u</p:a >v</r>", -1, NULL);
  const ImXmlElement *root = im_xml_document_get_root (document);
  const ImXmlElement *a = im_xml_element_find_child (root, "a");
  const ImXmlElement *b = im_xml_element_find_child (a, "b");
  const ImXmlAttribute *x = im_xml_element_find_attribute (a, NULL, "x");
  const ImXmlAttribute *p = im_xml_element_find_attribute (a, IM_XML_NAMESPACE_XMLNS,
                                                           "p");
  const struct
  {
    ImSpan span;
    const char *expected;
  } rows[] = {
    { root->start_tag, "<r>" },
    { a->span, "<p:a  x = '1'\n xmlns:p='u'>t<b/>u</p:a >" },
    { a->start_tag, "<p:a  x = '1'\n xmlns:p='u'>" },
    { a->name_span, "p:a" },
    { a->content, "t<b/>u" },
    { im_xml_element_get_text_span (a), "t" },
    { im_xml_element_get_tail_span (a), "v" },
    { b->span, "<b/>" },
    { b->content, "" },
    { im_xml_element_get_text_span (b), "" },
    { im_xml_element_get_tail_span (b), "u" },
    { x->span, "x = '1'" },
    { x->value_span, "1" },
    { p->span, "xmlns:p='u'" },
    { p->value_span, "u" },
    { im_xml_element_get_tail_span (root), "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *actual = test_documents_dup_span (document, rows[i].span);

      g_assert_cmpstr (actual, ==, rows[i].expected);
    }
  g_assert_cmpuint (b->content.start, ==, b->span.end);
  g_assert_null (im_xml_element_find_attribute (a, NULL, "p"));
  g_assert_null (im_xml_element_find_attribute (a, "u", "x"));
  g_assert_null (im_xml_element_find_child (root, "b"));
}

typedef struct
{
  const char *name;
  const char *raw;  /* content of an element */
  guint start, end; /* range of its decoded form */
  const char *expected;
  guint at; /* offset in raw of what is expected */
} MapCase;

static const MapCase map_cases[] = {
  { "plain", "abc", 1, 2, "b", 1 },
  { "before-entity", "a&lt;b", 0, 1, "a", 0 },
  { "entity", "a&lt;b", 1, 2, "&lt;", 1 },
  { "behind-entity", "a&lt;b", 2, 3, "b", 5 },
  { "hexadecimal", "&#x20AC;b", 3, 4, "b", 8 },
  { "inside-of-reference", "&#x20AC;b", 1, 2, "&#x20AC;", 0 },
  { "crlf", "a\r\nb", 1, 3, "\r\nb", 1 },
  { "behind-crlf", "a\r\nb", 2, 3, "b", 3 },
  { "comment", "a<!-- & -->b", 1, 2, "b", 11 },
  { "around-comment", "a<!-- & -->b", 0, 2, "a<!-- & -->b", 0 },
  { "before-comment", "a<!-- & -->b", 0, 1, "a", 0 },
  { "cdata", "a<![CDATA[&lt;]]>b", 1, 5, "&lt;", 10 },
  { "behind-cdata", "a<![CDATA[&lt;]]>b", 5, 6, "b", 17 },
  { "instruction", "a<?p x?>b", 1, 2, "b", 8 },
  { "empty", "a&lt;b", 1, 1, "", 1 },
  { "end", "a&lt;", 2, 2, "", 5 },
  { "behind-end", "a&lt;", 7, 9, "", 5 },
  { "nothing", "", 0, 0, "", 0 },
};

static void
test_map (gconstpointer data)
{
  const MapCase *c = data;
  g_autofree char *input = g_strdup_printf ("<a>%s</a>", c->raw);
  g_autoptr (ImXmlDocument) document = test_documents_parse (input, -1, NULL);
  ImSpan raw = im_xml_element_get_text_span (im_xml_document_get_root (document));
  ImSpan span = im_xml_map_span (document, raw, (ImSpan){ c->start, c->end });
  g_autofree char *actual = test_documents_dup_span (document, span);

  g_assert_cmpstr (actual, ==, c->expected);
  g_assert_cmpuint (span.start, ==, raw.start + c->at);
}

typedef struct
{
  const char *name;
  const char *input;
  const char *code;
  guint line, column;
  const char *message; /* part of it */
} ErrorCase;

static const ErrorCase error_cases[] = {
  { "empty", "", "xml", 1, 1, "the file is empty" },
  { "blank", " \n", "xml", 2, 1, "the file is empty" },
  { "text", "hello", "xml", 1, 1, "expected an XML element at the start" },
  { "unclosed", "<a>\n<b>", "xml", 2, 4, "ends before the closing tag </b>" },
  { "in-tag", "<a>\n<b x=", "xml", 2, 6, "ends before the closing tag </a>" },
  { "mismatch", "<a>\n<b></c>\n</a>", "xml", 2, 6, "tag </b>, but found </c>" },
  { "prefix-mismatch", "<a xmlns:p='u'>\n<p:b></b></a>", "xml", 2, 8,
    "tag </p:b>, but found </b>" },
  { "twice", "<a x='1' y='2'\nx='3'/>", "xml", 2, 1, "'x' stands twice" },
  { "twice-by-namespace", "<a xmlns:p='u' xmlns:q='u' p:x='' q:x=''/>", "xml", 1, 35,
    "'x' stands twice" },
  { "entity", "<a>\n&foo;</a>", "xml", 2, 1, "there is no entity '&foo;'" },
  { "entity-in-value", "<a x='1 &foo; 2'/>", "xml", 1, 9, "there is no entity '&foo;'" },
  { "ampersand", "<a>1 & 2</a>", "xml", 1, 6, "'&' must be followed" },
  { "ampersand-in-value", "<a x='1 && 2'/>", "xml", 1, 9, "'&' must be followed" },
  { "no-semicolon", "<a>1 &lt 2</a>", "xml", 1, 6, "'&' must be followed" },
  { "less", "<a>1 < 2</a>", "xml", 1, 6, "expected a name behind '<'" },
  { "less-in-value", "<a x='1 < 2'/>", "xml", 1, 9, "'<' is not allowed in the value" },
  { "no-closing-quote", "<a x='1>\n<b y='2'/></a>", "xml", 2, 1,
    "'<' is not allowed in the value" },
  { "no-quotes", "<a x=1/>", "xml", 1, 6, "expected a value in quotes" },
  { "no-value", "<a x></a>", "xml", 1, 5, "the attribute 'x' has no value" },
  { "no-blank", "<a x='1'y='2'/>", "xml", 1, 9, "a blank or the end of the tag" },
  { "no-name", "<a x='1' / >", "xml", 1, 10, "expected the name of an attribute" },
  { "no-greater", "<a></a b></a>", "xml", 1, 8, "expected '>' at the end of the tag" },
  { "control-character", "<a>\001</a>", "xml", 1, 4, "U+0001 is not allowed" },
  { "non-character", "<a>\xEF\xBF\xBF</a>", "xml", 1, 4, "U+FFFF is not allowed" },
  { "control-in-value", "<a x='1\001'/>", "xml", 1, 8, "U+0001 is not allowed" },
  { "reference-to-nul", "<a>&#0;</a>", "xml", 1, 4, "'&#0;' does not name a character" },
  { "broken-reference", "<a>&#x;</a>", "xml", 1, 4, "does not name a character" },
  { "decimal-reference", "<a>&#1a;</a>", "xml", 1, 4, "does not name a character" },
  { "behind-root", "<a/>\n<b/>", "xml", 2, 1, "nothing may stand behind" },
  { "late-declaration", "\n<?xml version='1.0'?><a/>", "xml", 2, 2, "at the very start" },
  { "no-version", "<?xml encoding='utf-8'?><a/>", "xml", 1, 7, "has no version" },
  { "open-declaration", "<?xml version='1.0'><a/>", "xml", 1, 20, "a blank or '?>'" },
  { "odd-declaration", "<?xml version='1.0' x?><a/>", "xml", 1, 21, "expected '?>'" },
  { "hyphens", "<a><!-- -- --></a>", "xml", 1, 9, "'--' is not allowed" },
  { "open-comment", "<a>\n<!-- </a>", "xml", 2, 1, "the comment is not closed" },
  { "open-cdata", "<a>\n<![CDATA[ </a>", "xml", 2, 1, "the CDATA section is not closed" },
  { "open-instruction", "<a>\n<?x </a>", "xml", 2, 1, "instruction is not closed" },
  { "section-end", "<a>1]]>2</a>", "xml", 1, 5, "']]>' is not allowed in text" },
  { "other", "<?xml version='2.0'?><a/>", "xml", 1, 20, "Unsupported version '2.0'" },
  { "doctype", "<?xml version='1.0'?>\n<!DOCTYPE a><a/>", "xml-doctype", 2, 1,
    "a document type declaration is not allowed" },
  { "external-subset", "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>", "xml-doctype", 1,
    1, "a document type declaration is not allowed" },
  { "external-entity", "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a>&e;</a>",
    "xml-doctype", 1, 1, "a document type declaration is not allowed" },
  { "billion-laughs",
    "<!DOCTYPE a [<!ENTITY b 'lol'><!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'>"
    "<!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;'>]><a>&d;</a>",
    "xml-doctype", 1, 1, "a document type declaration is not allowed" },
  { "broken-utf-8", "<a>\n\xC3\xA9\xFF</a>", "xml-encoding", 2, 2,
    "0xFF does not belong" },
  { "overlong", "<a>\xC0\xBC</a>", "xml-encoding", 1, 4, "0xC0 does not belong" },
  { "surrogate", "<a>\xED\xA0\x80</a>", "xml-encoding", 1, 4, "0xED does not belong" },
  { "cut-character", "<a>\xE2\x82</a>", "xml-encoding", 1, 4, "0xE2 does not belong" },
  { "unknown-encoding", "<?xml version='1.0' encoding='utf-7'?><a/>", "xml-encoding", 1,
    31, "the encoding 'utf-7' cannot be read" },
};

static guint n_entities_loaded;

static xmlParserInput *
count_entity_cb (const char *url, const char *id, xmlParserCtxt *context)
{
  n_entities_loaded++;

  return NULL;
}

static void
test_error (gconstpointer data)
{
  const ErrorCase *c = data;
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  guint line, column;

  g_assert_null (test_documents_parse (c->input, -1, diagnostics));
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 1);
  g_assert_cmpuint (n_entities_loaded, ==, 0);

  const ImDiagnostic *problem = im_diagnostics_get (diagnostics, 0);
  im_diagnostic_locate (problem, &line, &column);
  g_test_message ("%u:%u: %s", line, column, problem->message);
  g_assert_cmpint (problem->severity, ==, IM_SEVERITY_ERROR);
  g_assert_cmpstr (problem->code, ==, c->code);
  g_assert_nonnull (strstr (problem->message, c->message));
  g_assert_cmpuint (line, ==, c->line);
  g_assert_cmpuint (column, ==, c->column);
}

static void
test_unbound_prefix (void)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImXmlDocument) document = test_documents_parse (
      "<a>\n<b p:x='1' q:y='2'/>\n<p:c/></a>", -1, diagnostics);
  const ImXmlElement *b = im_xml_element_find_child (im_xml_document_get_root (document),
                                                     "b");
  guint line, column;

  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      const ImDiagnostic *warning = im_diagnostics_get (diagnostics, i);

      im_diagnostic_locate (warning, &line, &column);
      g_assert_cmpint (warning->severity, ==, IM_SEVERITY_WARNING);
      g_assert_cmpstr (warning->code, ==, "xml-namespace");
      g_assert_cmpuint (line, ==, 2);
      g_assert_cmpuint (column, ==, i == 0 ? 4 : 12);
    }
  g_assert_null (im_xml_element_find_attribute (b, NULL, "x"));
  g_assert_cmpstr (b->attributes[0].prefix, ==, "p");
  g_assert_null (b->attributes[0].uri);
}

typedef struct
{
  const char *name;
  const char *data;
  gsize length;
  const char *text;    /* of the root, NULL if the file is refused */
  const char *charset; /* NULL for UTF-8 */
  guint n_marks;
  guint n_problems;
} EncodingCase;

#define BYTES(literal) literal, sizeof literal - 1
#define LATIN(label)   "<?xml version='1.0' encoding='" label "'?><a>\xE9</a>"

static const EncodingCase encoding_cases[] = {
  { "utf-8", BYTES ("<a>\xC3\xA9</a>"), "\xC3\xA9", NULL, 0, 0 },
  { "mark", BYTES ("\xEF\xBB\xBF<a>x</a>"), "x", NULL, 1, 0 },
  { "two-marks", BYTES ("\xEF\xBB\xBF\xEF\xBB\xBF<a>x</a>"), "x", NULL, 2, 0 },
  { "utf-16-le", BYTES ("\xFF\xFE<\0a\0>\0\xE9\0<\0/\0a\0>\0"), "\xC3\xA9", "UTF-16LE", 1,
    0 },
  { "utf-16-be", BYTES ("\xFE\xFF\0<\0a\0>\0\xE9\0<\0/\0a\0>"), "\xC3\xA9", "UTF-16BE", 1,
    0 },
  { "utf-16-pair", BYTES ("\xFF\xFE<\0a\0>\0\x3D\xD8\x00\xDE<\0/\0a\0>\0"),
    "\xF0\x9F\x98\x80", "UTF-16LE", 1, 0 },
  { "latin-1", BYTES (LATIN ("ISO-8859-1")), "\xC3\xA9", "ISO-8859-1", 0, 0 },
  { "windows", BYTES (LATIN ("windows-1252")), "\xC3\xA9", "windows-1252", 0, 0 },
  { "latin-5", BYTES (LATIN ("iso-8859-5")), "\xD1\x89", "iso-8859-5", 0, 0 },
  { "wrong-label", BYTES ("<?xml version='1.0' encoding='utf-16'?><a>\xC3\xA9</a>"),
    "\xC3\xA9", NULL, 0, 1 },
  { "label-against-mark",
    BYTES ("\xEF\xBB\xBF<?xml version='1.0' encoding='iso-8859-1'?><a>\xC3\xA9</a>"),
    "\xC3\xA9", NULL, 1, 1 },
  { "not-ascii", BYTES (LATIN ("us-ascii")), NULL, NULL, 0, 1 },
  { "lone-surrogate", BYTES ("\xFF\xFE<\0a\0>\0\x3D\xD8<\0/\0a\0>\0"), NULL, NULL, 0, 1 },
  { "odd-length", BYTES ("\xFF\xFE<\0a\0/\0>"), NULL, NULL, 0, 1 },
  { "utf-16-without-mark", BYTES ("<\0a\0/\0>\0"), NULL, NULL, 0, 1 },
  { "nul", BYTES ("<a>\0</a>"), NULL, NULL, 0, 1 },
  { "nul-at-end", BYTES ("<a></a>\0"), NULL, NULL, 0, 1 },
  { "only-marks", BYTES ("\xEF\xBB\xBF"), NULL, NULL, 0, 1 },
};

static void
test_encoding (gconstpointer data)
{
  const EncodingCase *c = data;
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImXmlDocument) document = test_documents_parse (c->data, (gssize) c->length,
                                                             diagnostics);

  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, c->n_problems);
  if (c->text == NULL)
    {
      g_assert_null (document);
      g_assert_cmpuint (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR), ==, 1);
      return;
    }

  g_assert_nonnull (document);
  const ImXmlEncoding *encoding = im_xml_document_get_encoding (document);
  gsize length;
  const char *text = im_source_get_text (im_xml_document_get_source (document), &length);
  g_autoptr (GBytes) again = im_xml_encoding_encode (encoding, text, length, NULL);

  g_assert_cmpstr (im_xml_document_get_root (document)->text, ==, c->text);
  g_assert_cmpstr (encoding->charset, ==, c->charset);
  g_assert_cmpuint (encoding->n_marks, ==, c->n_marks);
  g_assert_true (g_bytes_equal (again, im_xml_document_get_bytes (document)));
}

static void
test_unencodable (void)
{
  ImXmlEncoding encoding = { "ISO-8859-1", 0 };
  g_autoptr (GError) error = NULL;

  g_assert_null (im_xml_encoding_encode (&encoding, BYTES ("\xE2\x82\xAC"), &error));
  g_assert_error (error, IM_XML_ENCODING_ERROR, IM_XML_ENCODING_ERROR_CHARACTER);
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
  xmlSetExternalEntityLoader (count_entity_cb);

  ADD_ROWS ("/xml/tree/", tree_cases, test_tree);
  g_test_add_func ("/xml/spans", test_spans);
  ADD_ROWS ("/xml/map/", map_cases, test_map);
  ADD_ROWS ("/xml/error/", error_cases, test_error);
  g_test_add_func ("/xml/unbound-prefix", test_unbound_prefix);
  ADD_ROWS ("/xml/encoding/", encoding_cases, test_encoding);
  g_test_add_func ("/xml/unencodable", test_unencodable);

  return g_test_run ();
}
