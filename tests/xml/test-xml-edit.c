/* SPDX-License-Identifier: MIT
 *
 * Elements are named by the way to them from the root, by index: "" is the root, "10" the
 * first child of its second child.
 */
#include <string.h>

#include "test-documents.h"
#include "xml/im-xml-edit.h"

typedef enum
{
  END,
  SET,    /* element, name, value */
  UNSET,  /* element, name */
  TEXT,   /* element, text */
  INSERT, /* parent, markup, before */
  RENAME,
  REMOVE, /* element */
  MOVE,   /* element, parent, before */
} Kind;

typedef struct
{
  Kind kind;
  const char *element;
  const char *a, *b; /* b is NULL to append */
} Change;

typedef struct
{
  const char *name;
  const char *before;
  Change changes[4];
  const char *after;
} EditCase;

static const EditCase edit_cases[] = {
  /* Attributes */
  { "set",
    "<a x='1' y=\"2\"/>",
    { { SET, "", "x", "3" }, { SET, "", "y", "4" } },
    "<a x='3' y=\"4\"/>" },
  { "set-keeps-blanks",
    "<a\n  x = '1'\n/>",
    { { SET, "", "x", "3" } },
    "<a\n  x = '3'\n/>" },
  { "set-escapes",
    "<a x=\"1\" y='1'/>",
    { { SET, "", "x", "<&>\"'" }, { SET, "", "y", "<&>\"'" } },
    "<a x=\"&lt;&amp;>&quot;'\" y='&lt;&amp;>\"&apos;'/>" },
  { "set-greater-as-value",
    "<a x='1 &gt; 0' y='1 > 0'/>",
    { { SET, "", "x", "2>0" }, { SET, "", "y", "2>0" } },
    "<a x='2&gt;0' y='2>0'/>" },
  { "set-greater-as-file",
    "<a x='1' y='&gt;'/>",
    { { SET, "", "x", ">" } },
    "<a x='&gt;' y='&gt;'/>" },
  { "set-blanks",
    "<a x='1'/>",
    { { SET, "", "x", "\t\r\n " } },
    "<a x='&#x9;&#xD;&#xA; '/>" },
  { "set-not-ascii",
    "<a x='1'/>",
    { { SET, "", "x", "\xE2\x82\xAC" } },
    "<a x='\xE2\x82\xAC'/>" },
  { "set-equal",
    "<a x='&#65;&gt;\n'/>",
    { { SET, "", "x", "A> " } },
    "<a x='&#65;&gt;\n'/>" },
  { "set-twice",
    "<a x='1'/>",
    { { SET, "", "x", "2" }, { SET, "", "x", "3" } },
    "<a x='3'/>" },
  { "set-back",
    "<a x='1\n'/>",
    { { SET, "", "x", "2" }, { SET, "", "x", "1 " } },
    "<a x='1\n'/>" },
  { "set-prefixed",
    "<a xmlns:p='u' x='1' p:x='2'/>",
    { { SET, "", "p:x", "3" } },
    "<a xmlns:p='u' x='1' p:x='3'/>" },
  { "add", "<a x='1' />", { { SET, "", "y", "<" } }, "<a x='1' y='&lt;' />" },
  { "add-first", "<a/>", { { SET, "", "x", "1" } }, "<a x=\"1\"/>" },
  { "add-first-open", "<a >t</a>", { { SET, "", "x", "1" } }, "<a x=\"1\" >t</a>" },
  { "add-two",
    "<a/>",
    { { SET, "", "x", "1" }, { SET, "", "y", "2" }, { SET, "", "x", "3" } },
    "<a x=\"3\" y=\"2\"/>" },
  { "add-line",
    "<a x='1'\r\n   y=\"2\"/>",
    { { SET, "", "z", "3" } },
    "<a x='1'\r\n   y=\"2\"\r\n   z=\"3\"/>" },
  { "add-namespace",
    "<a/>",
    { { SET, "", "xmlns:p", "u" }, { SET, "", "p:x", "1" } },
    "<a xmlns:p=\"u\" p:x=\"1\"/>" },
  { "unset", "<a x='1' y='2'/>", { { UNSET, "", "x" } }, "<a y='2'/>" },
  { "unset-line", "<a x='1'\n\t y='2'>t</a>", { { UNSET, "", "y" } }, "<a x='1'>t</a>" },
  { "unset-only", "<a x='1' />", { { UNSET, "", "x" } }, "<a />" },
  { "unset-missing", "<a x='1'/>", { { UNSET, "", "y" } }, "<a x='1'/>" },
  { "unset-added", "<a/>", { { SET, "", "x", "1" }, { UNSET, "", "x" } }, "<a/>" },
  { "unset-set",
    "<a x='1'/>",
    { { UNSET, "", "x" }, { SET, "", "x", "2" } },
    "<a x='2'/>" },
  { "unset-add",
    "<a x='1'/>",
    { { UNSET, "", "x" }, { SET, "", "y", "2" } },
    "<a y='2'/>" },

  /* Text */
  { "text",
    "<a>old<!-- c --></a>",
    { { TEXT, "", "<new> & ]]>" } },
    "<a>&lt;new> &amp; ]]&gt;</a>" },
  { "text-greater", "<a>1&gt;0</a>", { { TEXT, "", "2>0" } }, "<a>2&gt;0</a>" },
  { "text-quotes", "<a>x</a>", { { TEXT, "", "\"'\t\n" } }, "<a>\"'\t\n</a>" },
  { "text-cdata",
    "<a><![CDATA[x]]></a>",
    { { TEXT, "", "<&" } },
    "<a><![CDATA[<&]]></a>" },
  { "text-cdata-end", "<a><![CDATA[x]]></a>", { { TEXT, "", "]]>" } }, "<a>]]&gt;</a>" },
  { "text-two-cdata",
    "<a><![CDATA[x]]><![CDATA[y]]></a>",
    { { TEXT, "", "z" } },
    "<a>z</a>" },
  { "text-equal", "<a>&#65;\r\n</a>", { { TEXT, "", "A\n" } }, "<a>&#65;\r\n</a>" },
  { "text-none", "<a>x</a>", { { TEXT, "", "" } }, "<a></a>" },
  { "text-empty", "<a></a>", { { TEXT, "", "x" } }, "<a>x</a>" },
  { "text-empty-tag",
    "<r xmlns:p='u'><p:a  x='1' /></r>",
    { { TEXT, "0", "t" } },
    "<r xmlns:p='u'><p:a  x='1'>t</p:a></r>" },
  { "text-empty-tag-none", "<a />", { { TEXT, "", "x" }, { TEXT, "", "" } }, "<a />" },
  { "text-and-attribute",
    "<a />",
    { { TEXT, "", "t" }, { SET, "", "x", "1" } },
    "<a x=\"1\">t</a>" },

  /* Insertion */
  { "append",
    "<r>\n  <a/>\n</r>",
    { { INSERT, "", "<b/>" } },
    "<r>\n  <a/>\n  <b/>\n</r>" },
  { "append-two",
    "<r>\n\t<a/>\n</r>",
    { { INSERT, "", "<b/>" }, { INSERT, "", "<c/>" } },
    "<r>\n\t<a/>\n\t<b/>\n\t<c/>\n</r>" },
  { "insert-before",
    "<r>\n\t<a/>\n\t<b/>\n</r>",
    { { INSERT, "", "<x/>", "1" }, { INSERT, "", "<y/>", "1" } },
    "<r>\n\t<a/>\n\t<x/>\n\t<y/>\n\t<b/>\n</r>" },
  { "insert-first",
    "<r>\n\t<a/>\n</r>",
    { { INSERT, "", "<x/>", "0" } },
    "<r>\n\t<x/>\n\t<a/>\n</r>" },
  { "insert-above-comment",
    "<r>\n\t<a/> <!-- a -->\n\t<!-- b -->\n\t<b/>\n</r>",
    { { INSERT, "", "<x/>", "1" } },
    "<r>\n\t<a/> <!-- a -->\n\t<x/>\n\t<!-- b -->\n\t<b/>\n</r>" },
  { "insert-behind-blanks",
    "<r> \n\t<a/>\t \n\t<b/>\n</r>",
    { { INSERT, "", "<x/>", "0" }, { INSERT, "", "<y/>", "1" } },
    "<r> \n\t<x/>\n\t<a/>\t \n\t<y/>\n\t<b/>\n</r>" },
  { "insert-lines",
    "<r>\r\n  <a>\r\n    <b/>\r\n  </a>\r\n</r>",
    { { INSERT, "0", "<x>\n\t<y/>\n\t\t<z/>\n</x>" } },
    "<r>\r\n  <a>\r\n    <b/>\r\n    <x>\r\n      <y/>\r\n        <z/>\r\n    </x>\r\n  "
    "</a>"
    "\r\n</r>" },
  { "insert-into-empty",
    "<r>\n  <a></a>\n</r>",
    { { INSERT, "0", "<b/>" } },
    "<r>\n  <a>\n    <b/>\n  </a>\n</r>" },
  { "insert-into-empty-tag",
    "<r>\n  <a />\n</r>",
    { { INSERT, "0", "<b/>" }, { INSERT, "0", "<c/>" } },
    "<r>\n  <a>\n    <b/>\n    <c/>\n  </a>\n</r>" },
  { "insert-into-blank",
    "<r>\n  <a>\n  </a>\n</r>",
    { { INSERT, "0", "<b/>" } },
    "<r>\n  <a>\n    <b/>\n  </a>\n</r>" },
  { "insert-into-root", "<r/>", { { INSERT, "", "<b/>" } }, "<r>\n\t<b/>\n</r>" },
  { "insert-into-line",
    "<r><a/><b/></r>",
    { { INSERT, "", "<x/>", "1" } },
    "<r><a/><x/><b/></r>" },
  { "insert-into-text",
    "<r>one<a/>two</r>",
    { { INSERT, "", "<x/>", "0" }, { INSERT, "", "<y/>" } },
    "<r>one<x/><a/>two<y/></r>" },
  { "insert-into-leaf", "<r>one</r>", { { INSERT, "", "<x/>" } }, "<r>one<x/></r>" },

  /* Removal */
  { "rename", "<r><a x='1'/></r>", { { RENAME, "0", "b" } }, "<r><b x='1'/></r>" },
  { "rename-tags",
    "<r xmlns:a='u'><a:a\n x='1' ><c/>1/2</a:a ></r>",
    { { RENAME, "0", "b" }, { UNSET, "0", "x" } },
    "<r xmlns:a='u'><b ><c/>1/2</b ></r>" },
  { "remove", "<r>\n\t<a/>\n\t<b/>\n</r>", { { REMOVE, "0" } }, "<r>\n\t<b/>\n</r>" },
  { "remove-crlf",
    "<r>\r\n\t<a/>  \r\n\t<b/>\r\n</r>",
    { { REMOVE, "0" } },
    "<r>\r\n\t<b/>\r\n</r>" },
  { "remove-all",
    "<r>\n\t<a/>\n\t<b/>\n</r>",
    { { REMOVE, "0" }, { REMOVE, "1" } },
    "<r>\n</r>" },
  { "remove-in-line", "<r>\n\t<a/><b/>\n</r>", { { REMOVE, "0" } }, "<r>\n\t<b/>\n</r>" },
  { "remove-in-text", "<r>one <a>x</a> two</r>", { { REMOVE, "0" } }, "<r>one  two</r>" },
  { "remove-changed",
    "<r>\n\t<a x='1'><b/></a>\n</r>",
    { { SET, "0", "x", "2" },
      { INSERT, "0", "<c/>" },
      { TEXT, "00", "t" },
      { REMOVE, "0" } },
    "<r>\n</r>" },
  { "replace",
    "<r>\n\t<a/> \n\t<b/>\n</r>",
    { { INSERT, "", "<x/>", "1" }, { REMOVE, "0" } },
    "<r>\n\t<x/>\n\t<b/>\n</r>" },
  { "replace-in-line",
    "<r><a/></r>",
    { { REMOVE, "0" }, { INSERT, "", "<x/>" } },
    "<r><x/></r>" },

  /* Moving */
  { "move-up",
    "<r>\n\t<a/>\n\t<b>\n\t\t<c/>\n\t</b>\n</r>",
    { { MOVE, "1", "", "0" } },
    "<r>\n\t<b>\n\t\t<c/>\n\t</b>\n\t<a/>\n</r>" },
  { "move-down",
    "<r>\n\t<a/>\n\t<b/>\n\t<c/>\n</r>",
    { { MOVE, "0", "", "2" } },
    "<r>\n\t<b/>\n\t<a/>\n\t<c/>\n</r>" },
  { "move-nowhere",
    "<r>\n\t<a/>\n\t<!-- b -->\n\t<b/>\n</r>",
    { { MOVE, "1", "", NULL } },
    "<r>\n\t<a/>\n\t<!-- b -->\n\t<b/>\n</r>" },
  { "move-in",
    "<r>\n  <a/>\n  <b>\n    <c/>\n\n    t\n  </b>\n</r>",
    { { MOVE, "1", "0", NULL } },
    "<r>\n  <a>\n    <b>\n      <c/>\n\n    t\n  </b>\n  </a>\n</r>" },
  { "move-out",
    "<r>\r\n\t<a>\r\n\t\t<b>\r\n\t\t\t<c/>\r\n\t\t</b>\r\n\t</a>\r\n</r>",
    { { MOVE, "00", "", NULL } },
    "<r>\r\n\t<a>\r\n\t</a>\r\n\t<b>\r\n\t\t<c/>\r\n\t</b>\r\n</r>" },
  { "move-changed",
    "<r>\n\t<a/>\n\t<b x='1'/>\n</r>",
    { { SET, "1", "x", "2" }, { MOVE, "1", "", "0" }, { INSERT, "1", "<c/>" } },
    "<r>\n\t<b x='2'>\n\t\t<c/>\n\t</b>\n\t<a/>\n</r>" },
  { "move-twice",
    "<r><a/><b/><c/></r>",
    { { MOVE, "0", "1", NULL }, { MOVE, "0", "2", NULL } },
    "<r><b/><c>\n\t<a/>\n</c></r>" },
  { "move-then-remove",
    "<r><a/><b/></r>",
    { { MOVE, "0", "1", NULL }, { REMOVE, "0" } },
    "<r><b/></r>" },
  { "move-both",
    "<r><a/><b/><c/></r>",
    { { MOVE, "0", "", NULL }, { MOVE, "1", "", NULL } },
    "<r><c/><a/><b/></r>" },
  { "move-nested",
    "<r><a><x/></a><b><y/></b><c><z/></c></r>",
    { { MOVE, "0", "1", NULL }, { MOVE, "1", "2", "20" } },
    "<r><c><b><y/><a><x/></a></b><z/></c></r>" },
};

static const ImXmlElement *
find_element (const ImXmlDocument *document, const char *way)
{
  const ImXmlElement *element = im_xml_document_get_root (document);

  for (; *way != '\0'; way++)
    {
      element = element->first_child;
      for (int i = *way - '0'; i > 0; i--)
        element = element->next_sibling;
      g_assert_nonnull (element);
    }

  return element;
}

/* In INSERT rows @b is an index below the parent, in MOVE rows a whole way. */
static void
apply_change (ImXmlEdit *edit, const ImXmlDocument *document, const Change *change)
{
  const ImXmlElement *element = find_element (document, change->element);
  g_autofree char *child = change->b == NULL
                               ? NULL
                               : g_strconcat (change->element, change->b, NULL);

  switch (change->kind)
    {
    case SET:
      im_xml_edit_set_attribute (edit, element, change->a, change->b);
      break;
    case UNSET:
      im_xml_edit_remove_attribute (edit, element, change->a);
      break;
    case TEXT:
      im_xml_edit_set_text (edit, element, change->a);
      break;
    case INSERT:
      im_xml_edit_insert (edit, element,
                          child == NULL ? NULL : find_element (document, child),
                          change->a);
      break;
    case RENAME:
      im_xml_edit_rename (edit, element, change->a);
      break;
    case REMOVE:
      im_xml_edit_remove (edit, element);
      break;
    case MOVE:
      im_xml_edit_move (edit, element, find_element (document, change->a),
                        change->b == NULL ? NULL : find_element (document, change->b));
      break;
    case END:
    default:
      g_assert_not_reached ();
    }
}

static void
assert_text (const ImXmlDocument *document, const char *expected)
{
  g_assert_cmpstr (im_source_get_text (im_xml_document_get_source (document), NULL), ==,
                   expected);
}

static void
test_edit (gconstpointer data)
{
  const EditCase *c = data;
  g_autoptr (ImXmlDocument) document = test_documents_parse (c->before, -1, NULL);
  g_autoptr (ImXmlEdit) edit = im_xml_edit_new (document);

  for (guint i = 0; i < G_N_ELEMENTS (c->changes) && c->changes[i].kind != END; i++)
    apply_change (edit, document, &c->changes[i]);

  g_autoptr (ImXmlDocument) result = test_documents_apply (edit);
  g_autoptr (ImXmlDocument) again = test_documents_apply (edit);
  assert_text (result, c->after);
  assert_text (again, c->after);
}

typedef struct
{
  const char *name;
  const char *before;
  Change change;
  ImXmlEditError code;
  const char *message; /* part of it */
} ErrorCase;

static const ErrorCase error_cases[] = {
  { "control",
    "<a/>",
    { SET, "", "x", "1\001" },
    IM_XML_EDIT_ERROR_CHARACTER,
    "x has the byte 0x01 at byte 1" },
  { "utf-8",
    "<a>t</a>",
    { TEXT, "", "\xFF" },
    IM_XML_EDIT_ERROR_CHARACTER,
    "a has the byte 0xFF at byte 0" },
  { "non-character",
    "<a/>",
    { SET, "", "x", "\xEF\xBF\xBE" },
    IM_XML_EDIT_ERROR_CHARACTER,
    "x has the byte 0xEF" },
  { "in-markup",
    "<a/>",
    { INSERT, "", "<b>\001</b>" },
    IM_XML_EDIT_ERROR_CHARACTER,
    "the inserted text has the byte 0x01" },
};

static void
test_error (gconstpointer data)
{
  const ErrorCase *c = data;
  g_autoptr (ImXmlDocument) document = test_documents_parse (c->before, -1, NULL);
  g_autoptr (ImXmlEdit) edit = im_xml_edit_new (document);

  apply_change (edit, document, &c->change);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (im_xml_edit_render (edit, &error));
      g_assert_error (error, IM_XML_EDIT_ERROR, (int) c->code);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, c->message));
    }
}

#define DECLARED(label) "<?xml version='1.0' encoding='" label "'?>\r\n"

typedef struct
{
  const char *name;
  const char *text; /* UTF-8 */
  ImXmlEncoding encoding;
  const char *value;
  const char *expected; /* the value as written */
} EncodingCase;

static const EncodingCase encoding_cases[] = {
  { "utf-8", "<a x='\xC3\xA9'/>", { NULL, 0 }, "\xE2\x82\xAC", "\xE2\x82\xAC" },
  { "mark", "<a x='\xC3\xA9'/>\r\n", { NULL, 1 }, "\xE2\x82\xAC", "\xE2\x82\xAC" },
  { "two-marks", "<a x='\xC3\xA9'/>\n", { NULL, 2 }, "\xE2\x82\xAC", "\xE2\x82\xAC" },
  { "utf-16-le",
    "<a x='\xC3\xA9'/>\r\n",
    { "UTF-16LE", 1 },
    "\xE2\x82\xAC",
    "\xE2\x82\xAC" },
  { "utf-16-be", "<a x='\xC3\xA9'/>", { "UTF-16BE", 1 }, "\xE2\x82\xAC", "\xE2\x82\xAC" },
  { "latin-1",
    DECLARED ("ISO-8859-1") "<a x='\xC3\xA9'/>",
    { "ISO-8859-1", 0 },
    "\xC3\xA9\xE2\x82\xAC<",
    "&#xE9;&#x20AC;&lt;" },
  { "windows",
    DECLARED ("windows-1252") "<a x='\xE2\x80\x9C'/>",
    { "windows-1252", 0 },
    "\xE2\x82\xAC",
    "&#x20AC;" },
};

/* What is not edited stays in the encoding of the file, byte for byte. */
static void
test_encoding (gconstpointer data)
{
  const EncodingCase *c = data;
  g_autoptr (GBytes) bytes = im_xml_encoding_encode (&c->encoding, c->text,
                                                     strlen (c->text), NULL);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImXmlDocument) document = im_xml_document_parse (bytes, "test.xml",
                                                              diagnostics);
  g_autoptr (ImXmlEdit) edit = im_xml_edit_new (document);
  g_autoptr (ImXmlDocument) same = test_documents_apply (edit);
  const ImXmlElement *root = im_xml_document_get_root (document);
  ImSpan old = root->attributes[0].value_span;
  const char *text = im_source_get_text (im_xml_document_get_source (document), NULL);
  g_autofree char *start = g_strndup (text, old.start);
  g_autofree char *after = g_strconcat (start, c->expected, text + old.end, NULL);
  g_autoptr (GBytes) expected = im_xml_encoding_encode (&c->encoding, after,
                                                        strlen (after), NULL);

  g_assert_true (g_bytes_equal (im_xml_document_get_bytes (same), bytes));

  im_xml_edit_set_attribute (edit, root, "x", c->value);
  g_autoptr (ImXmlDocument) changed = test_documents_apply (edit);
  g_assert_true (g_bytes_equal (im_xml_document_get_bytes (changed), expected));
  g_assert_cmpstr (im_xml_document_get_root (changed)->attributes[0].value, ==, c->value);
}

static void
test_encoding_markup (void)
{
  g_autoptr (ImXmlDocument) document = test_documents_parse (
      DECLARED ("ISO-8859-1") "<a>\r\n</a>", -1, NULL);
  g_autoptr (ImXmlEdit) edit = im_xml_edit_new (document);

  im_xml_edit_insert (edit, im_xml_document_get_root (document), NULL,
                      "<b>\xE2\x82\xAC</b>");
  g_autoptr (ImXmlDocument) result = test_documents_apply (edit);
  assert_text (result, DECLARED ("ISO-8859-1") "<a>\r\n\t<b>&#x20AC;</b>\r\n</a>");
}

/* The Vietnamese code page has two ways to write a letter with its accent. */
static void
test_encoding_ambiguous (void)
{
  g_autoptr (ImXmlDocument) document = test_documents_parse (
      "<?xml version='1.0' encoding='windows-1258'?><a>\xC1 A\xEC</a>", -1, NULL);
  g_autoptr (ImXmlEdit) edit = im_xml_edit_new (document);
  g_autoptr (GError) error = NULL;

  g_assert_null (im_xml_edit_render (edit, &error));
  g_assert_error (error, IM_XML_EDIT_ERROR, IM_XML_EDIT_ERROR_ENCODING);
}

/* A move into itself would lose the element. */
static void
test_move_into_itself (void)
{
  if (g_test_subprocess ())
    {
      g_autoptr (ImXmlDocument) document = test_documents_parse ("<r><a><b/></a><c/></r>",
                                                                 -1, NULL);
      g_autoptr (ImXmlEdit) edit = im_xml_edit_new (document);

      im_xml_edit_move (edit, find_element (document, "1"), find_element (document, "00"),
                        NULL);
      im_xml_edit_move (edit, find_element (document, "0"), find_element (document, "1"),
                        NULL);
      return;
    }

  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*!is_below*");
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

  ADD_ROWS ("/xml-edit/", edit_cases, test_edit);
  ADD_ROWS ("/xml-edit/error/", error_cases, test_error);
  ADD_ROWS ("/xml-edit/encoding/", encoding_cases, test_encoding);
  g_test_add_func ("/xml-edit/encoding-markup", test_encoding_markup);
  g_test_add_func ("/xml-edit/encoding-ambiguous", test_encoding_ambiguous);
  g_test_add_func ("/xml-edit/move-into-itself", test_move_into_itself);

  return g_test_run ();
}
