/* SPDX-License-Identifier: MIT
 *
 * The first line of the input is changes, three characters each: what to do, to which
 * element, and with which name, text or place. The rest is an XML file. A change must
 * leave a file that can be read and that says what was asked for.
 */
#include <string.h>

#include "fuzz.h"
#include "xml/im-xml-edit.h"

static const char *const names[] = { "name", "x", "type", "size" };
static const char *const values[] = { "", "a < b && c", "\"quoted\" 'text'",
                                      "caf\xC3\xA9" };
static const char *const markups[] = { "<Unit/>", "<A>\n\t<B x=\"1\"/>\n</A>" };

static void
collect (const ImXmlElement *element, GPtrArray *elements)
{
  g_ptr_array_add (elements, (gpointer) element);
  for (element = element->first_child; element != NULL; element = element->next_sibling)
    collect (element, elements);
}

/* Two moves could put elements inside of each other, which callers must not ask for. */
static gboolean
is_first_move (const guint8 *codes, gsize index)
{
  for (gsize i = 0; i < index; i++)
    if (codes[3 * i] == 'm')
      return FALSE;

  return TRUE;
}

static gboolean
is_inside (const ImXmlElement *element, const ImXmlElement *of)
{
  while (element != NULL && element != of)
    element = element->parent;

  return element != NULL;
}

static void
change (ImXmlEdit *edit, const GPtrArray *elements, const guint8 *codes, gsize index)
{
  const guint8 *code = codes + 3 * index;
  const ImXmlElement *element = elements->pdata[code[1] % elements->len];
  const ImXmlElement *other = elements->pdata[code[2] % elements->len];

  switch (code[0])
    {
    case 's':
      im_xml_edit_set_attribute (edit, element, names[code[2] % 4],
                                 values[code[2] / 4 % 4]);
      break;
    case 'u':
      im_xml_edit_remove_attribute (edit, element, names[code[2] % 4]);
      break;
    case 't':
      if (element->first_child == NULL)
        im_xml_edit_set_text (edit, element, values[code[2] % 4]);
      break;
    case 'i':
      im_xml_edit_insert (edit, element, element->first_child, markups[code[2] % 2]);
      break;
    case 'r':
      if (element->parent != NULL)
        im_xml_edit_remove (edit, element);
      break;
    case 'm':
      if (element->parent != NULL && !is_inside (other, element) &&
          is_first_move (codes, index))
        im_xml_edit_move (edit, element, other, NULL);
      break;
    default:
      break;
    }
}

/* A single new attribute has to be there when the result is read again. */
static void
check_result (const ImXmlDocument *result, const guint8 *code)
{
  g_autoptr (GPtrArray) elements = g_ptr_array_new ();

  collect (im_xml_document_get_root (result), elements);
  const ImXmlElement *element = elements->pdata[code[1] % elements->len];
  const ImXmlAttribute *attribute = im_xml_element_find_attribute (element, NULL,
                                                                   names[code[2] % 4]);
  g_assert_cmpstr (attribute->value, ==, values[code[2] / 4 % 4]);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const guint8 *line_end = size == 0 ? NULL : memchr (data, '\n', size);
  gsize n_codes = line_end == NULL ? 0 : (gsize) (line_end - data) / 3;
  gsize start = line_end == NULL ? 0 : (gsize) (line_end - data) + 1;
  g_autoptr (GBytes) bytes = g_bytes_new (data + start, size - start);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImXmlDocument) document = im_xml_document_parse (bytes, "fuzz.xml",
                                                              diagnostics);
  g_autoptr (GPtrArray) elements = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  fuzz_check_diagnostics (diagnostics);
  if (document == NULL)
    return 0;

  g_autoptr (ImXmlEdit) edit = im_xml_edit_new (document);
  collect (im_xml_document_get_root (document), elements);
  for (gsize i = 0; i < MIN (n_codes, 8); i++)
    change (edit, elements, data, i);

  g_autoptr (GBytes) rendered = im_xml_edit_render (edit, &error);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImXmlDocument) result = rendered == NULL
                                         ? NULL
                                         : im_xml_document_parse (rendered, "fuzz.xml",
                                                                  problems);

  /* Limits are looked at when the result is read. */
  if (rendered != NULL && result == NULL)
    g_assert_cmpstr (im_diagnostics_get (problems, 0)->code, ==, "xml-limit");
  if (result != NULL && n_codes == 0)
    g_assert_true (g_bytes_equal (im_xml_document_get_bytes (result), bytes));
  if (result != NULL && n_codes == 1 && data[0] == 's')
    check_result (result, data);

  return 0;
}
