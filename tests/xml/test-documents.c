/* SPDX-License-Identifier: MIT */
#include "test-documents.h"

#include <string.h>

const TestDocument test_documents[] = {
  { "unit", "<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n"
            "<Imaginet version=\"2.0.0.0\">\n"
            "\t<Unit name=\"Test.Scale\">\n"
            "\t\t<!-- <Not>an</Not> element -->\n"
            "\t\t<DisplayName>Scale &amp; shift</DisplayName>\n"
            "\t\t<Parameters>\n"
            "\t\t\t<InputSocket name=\"input\" />\n"
            "\t\t\t<Int32Option name='axis' min='0' max=\"9\"/>\n"
            "\t\t\t<Expression name=\"n\" value=\"axis + 1 &lt; 3 &amp;&amp; 2 > 1\" />\n"
            "\t\t</Parameters>\n"
            "\t\t<Conditional>input.type == System.Q31</Conditional>\n"
            "\t</Unit>\n"
            "</Imaginet>\n" },
  { "crlf", "<?xml version='1.0'?>\r\n"
            "<Imaginet>\r\n"
            "  <Unit\r\n"
            "      name='A'\r\n"
            "      other=\"1\r\n2\t3\">\r\n"
            "    <Description>One\r\n"
            "      <Header>H</Header> two <Inline  fragment = \"a.py:b\"/>.\r\n"
            "    </Description>\r\n"
            "  </Unit >\r\n"
            "</Imaginet>" },
  { "spellings", "<?xml version='1.0'?><?style x?>\n"
                 "<!-- first --><r xmlns='u:1' xmlns:p=\"u:2\" p:a='&#x20AC;&#65;'>"
                 "<![CDATA[<raw> & ]] ]]>&gt;&quot;<p:b p:c=''></p:b>\t<!--x-->"
                 "<c>\xC3\xA9\xF0\x9F\x98\x80</c>]]<d/></r>\n<!-- last -->\n" },
};

const guint n_test_documents = G_N_ELEMENTS (test_documents);

ImXmlDocument *
test_documents_parse (const char *data, gssize length, ImDiagnostics *diagnostics)
{
  g_autoptr (ImDiagnostics) none = im_diagnostics_new ();
  g_autoptr (GBytes) bytes = g_bytes_new (data,
                                          length < 0 ? strlen (data) : (gsize) length);
  ImXmlDocument *document = im_xml_document_parse (
      bytes, "test.xml", diagnostics == NULL ? none : diagnostics);

  g_assert_cmpuint (im_diagnostics_get_count (none), ==, 0);

  return document;
}

ImXmlDocument *
test_documents_apply (ImXmlEdit *edit)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = im_xml_edit_render (edit, &error);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();

  g_assert_no_error (error);

  return im_xml_document_parse (bytes, "test.xml", problems);
}

char *
test_documents_dup_span (const ImXmlDocument *document, ImSpan span)
{
  const char *text = im_source_get_text (im_xml_document_get_source (document), NULL);

  return g_strndup (text + span.start, span.end - span.start);
}

typedef struct
{
  void (*function) (const char *path, GBytes *bytes, gpointer data);
  gpointer data;
  guint n_files;
} Visit;

static void
visit_file (const char *path, Visit *visit)
{
  g_autoptr (GError) error = NULL;
  char *contents;
  gsize length;

  g_file_get_contents (path, &contents, &length, &error);
  g_assert_no_error (error);

  g_autoptr (GBytes) bytes = g_bytes_new_take (contents, length);
  g_test_message ("%s", path);
  visit->function (path, bytes, visit->data);
  visit->n_files++;
}

static void
visit_folder (const char *folder, Visit *visit)
{
  g_autoptr (GDir) entries = g_dir_open (folder, 0, NULL);
  const char *name;

  while (entries != NULL && (name = g_dir_read_name (entries)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        visit_folder (path, visit);
      else if (g_str_has_suffix (name, ".imunit"))
        visit_file (path, visit);
    }
}

void
test_documents_for_each_unit (void (*function) (const char *path,
                                                GBytes *bytes,
                                                gpointer data),
                              gpointer data)
{
  Visit visit = { function, data, 0 };
  const char *shared = g_getenv ("IMAGINET_SHARED");
  g_autofree char *own = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);

  visit_folder (own, &visit);
  if (shared != NULL)
    visit_folder (shared, &visit);

  if (visit.n_files == 0)
    g_test_skip ("there are no unit files: set IMAGINET_SHARED to a folder with some");
}
