/* SPDX-License-Identifier: MIT
 *
 * The layout of unit files: what it makes of each kind of place, that it stays once it is
 * made, and that a layout which loses something is noticed.
 */
#include "../xml/test-documents.h"

#include <string.h>

#include "unit/im-unit-format.h"
#include "xml/im-xml-format.h"

typedef struct
{
  const char *name;
  const char *before;
  const char *after; /* NULL if nothing changes */
} FormatCase;

static const FormatCase format_cases[] = {
  { "done", "<Imaginet>\n  <Function unit=\"A\" />\n</Imaginet>\n", NULL },
  { "one-line",
    "<Imaginet><Function unit='A'><DisplayName>A</DisplayName></Function></Imaginet>",
    "<Imaginet>\n  <Function unit=\"A\">\n    <DisplayName>A</DisplayName>\n"
    "  </Function>\n</Imaginet>\n" },
  { "attributes", "<Imaginet  version = '2'\n\tname='a \"b\"'/>",
    "<Imaginet version=\"2\" name='a \"b\"' />\n" },
  { "references", "<Imaginet a=\"&lt;&#65;>\"><b>&amp;<![CDATA[ <x> ]]></b></Imaginet>",
    "<Imaginet a=\"&lt;&#65;>\">\n  <b>&amp;<![CDATA[ <x> ]]></b>\n</Imaginet>\n" },
  { "blank-lines", "<Imaginet>\n\n\n<a/>\n\n\n\n<b/>\n\n</Imaginet>\n\n\n",
    "<Imaginet>\n  <a />\n\n  <b />\n</Imaginet>\n" },
  { "text-stays", "<Imaginet><a> x\n y </a><b>  </b><c>\n</c></Imaginet>",
    "<Imaginet>\n  <a> x\n y </a>\n  <b>  </b>\n  <c />\n</Imaginet>\n" },
  { "comments",
    "<?xml version=\"1.0\"?><!-- file --><Imaginet><!-- in line -->\n<a/> <!-- of a -->\n"
    "\t<!-- first\n\t     second -->\n<b/></Imaginet><!-- end -->",
    "<?xml version=\"1.0\"?>\n<!-- file -->\n<Imaginet> <!-- in line -->\n  <a /> <!-- "
    "of "
    "a -->\n"
    "  <!-- first\n       second -->\n  <b />\n</Imaginet> <!-- end -->\n" },
  { "only-comments", "<Imaginet><a>\n<!-- x -->\n\n<?go on?></a></Imaginet>",
    "<Imaginet>\n  <a>\n    <!-- x -->\n\n    <?go on?>\n  </a>\n</Imaginet>\n" },
  { "running-text",
    "<Imaginet>\n\t<Description>\n\t\tOne  \n\n\t\t\ttwo <Code>\n\t\t x</Code>.\n"
    "\t</Description>\n</Imaginet>\n",
    "<Imaginet>\n  <Description>\n    One\n\n      two <Code>\n\t\t x</Code>.\n"
    "  </Description>\n</Imaginet>\n" },
  { "mixed", "<Imaginet>\n<a>\nx <b/>\n</a></Imaginet>",
    "<Imaginet>\n  <a>\nx <b/>\n</a>\n</Imaginet>\n" },
  { "preserved", "<Imaginet><a xml:space=\"preserve\"> <b/></a></Imaginet>",
    "<Imaginet>\n  <a xml:space=\"preserve\"> <b/></a>\n</Imaginet>\n" },
  { "of-others", "<Imaginet xmlns:t=\"urn:t\"><t:a  x='1'><b/></t:a></Imaginet>",
    "<Imaginet xmlns:t=\"urn:t\">\n  <t:a  x='1'><b/></t:a>\n</Imaginet>\n" },
  { "our-own", "<Imaginet xmlns:im=\"urn:imaginet-studio:1\"><im:a  x='1'/></Imaginet>",
    "<Imaginet xmlns:im=\"urn:imaginet-studio:1\">\n  <im:a x=\"1\" />\n</Imaginet>\n" },
  { "line-ends", "<Imaginet>\r\n<a>1\n2</a>\n</Imaginet>",
    "<Imaginet>\r\n  <a>1\r\n2</a>\r\n</Imaginet>\r\n" },
  { "marks", "\xEF\xBB\xBF\xEF\xBB\xBF<Imaginet><a/></Imaginet>",
    "\xEF\xBB\xBF\xEF\xBB\xBF<Imaginet>\n  <a />\n</Imaginet>\n" },
  { "latin",
    "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<Imaginet><a>\xE9</a></Imaginet>",
    "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<Imaginet>\n  <a>\xE9</a>\n"
    "</Imaginet>\n" },
};

static GBytes *
format (GBytes *bytes)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  GBytes *result = im_unit_format (bytes, "a.imunit", diagnostics);

  g_assert_cmpuint (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR), ==, 0);
  g_assert_nonnull (result);

  return result;
}

static void
assert_text (GBytes *bytes, const char *expected)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  g_autofree char *found = g_strndup (data, length);

  g_assert_cmpstr (found, ==, expected);
}

static void
test_case (gconstpointer data)
{
  const FormatCase *c = data;
  g_autoptr (GBytes) before = g_bytes_new_static (c->before, strlen (c->before));
  g_autoptr (GBytes) once = format (before);
  g_autoptr (GBytes) twice = format (once);

  assert_text (once, c->after == NULL ? c->before : c->after);
  g_assert_true (g_bytes_equal (once, twice));
}

static const char *const problem_cases[][2] = {
  { "<Imaginet><a></Imaginet>", "xml" },
  { "<Project />", "format" },
  { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Imaginet a=\"\xFF\"/>",
    "xml-encoding" },
};

static void
test_problems (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (problem_cases); i++)
    {
      g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
      g_autoptr (GBytes) bytes = g_bytes_new_static (problem_cases[i][0],
                                                     strlen (problem_cases[i][0]));

      g_assert_null (im_unit_format (bytes, "a.imunit", diagnostics));
      g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 1);
      g_assert_cmpstr (im_diagnostics_get (diagnostics, 0)->code, ==,
                       problem_cases[i][1]);
    }
}

#define BEFORE \
  "<Imaginet a=\"1\"><Description>x y</Description><b> z</b><!-- c --></Imaginet>"

/* What is not the same as BEFORE, and what is. */
static const struct
{
  const char *after;
  gboolean is_same;
} loss_cases[] = {
  { "<Imaginet a=\"1\">\n<Description> x\ny</Description>\n<b> z</b><!--  c "
    "--></Imaginet>",
    TRUE },
  { "<Imaginet a=\"2\"><Description>x y</Description><b> z</b><!-- c --></Imaginet>",
    FALSE },
  { "<Imaginet><Description>x y</Description><b> z</b><!-- c --></Imaginet>", FALSE },
  { "<Imaginet a=\"1\"><Description>xy</Description><b> z</b><!-- c --></Imaginet>",
    FALSE },
  { "<Imaginet a=\"1\"><Description>x y</Description><b>z</b><!-- c --></Imaginet>",
    FALSE },
  { "<Imaginet a=\"1\"><Description>x y</Description><!-- c --></Imaginet>", FALSE },
  { "<Imaginet a=\"1\"><Description>x y</Description><b> z</b><b/><!-- c --></Imaginet>",
    FALSE },
  { "<Imaginet a=\"1\"><Description>x y</Description><b> z</b>t<!-- c --></Imaginet>",
    FALSE },
  { "<Imaginet a=\"1\"><Description>x y</Description><b> z</b><!-- d --></Imaginet>",
    FALSE },
};

static void
test_loss (void)
{
  static const char *const flow[] = { "Description", NULL }, *const code[] = { NULL };
  const ImXmlFormat rules = { flow, code, "urn:own" };
  g_autoptr (ImXmlDocument) before = test_documents_parse (BEFORE, -1, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (loss_cases); i++)
    {
      g_autoptr (ImXmlDocument) after = test_documents_parse (loss_cases[i].after, -1,
                                                              NULL);

      g_test_message ("%s", loss_cases[i].after);
      g_assert_true ((im_xml_format_find_loss (before, after, &rules) == NULL) ==
                     loss_cases[i].is_same);
    }
}

static void
check_file (const char *path, GBytes *bytes, gpointer data)
{
  g_autoptr (GBytes) once = format (bytes);
  g_autoptr (GBytes) twice = format (once);

  g_assert_true (g_bytes_equal (once, twice));
}

static void
test_units (void)
{
  test_documents_for_each_unit (check_file, NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (format_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/format/", format_cases[i].name, NULL);

      g_test_add_data_func (path, &format_cases[i], test_case);
    }
  g_test_add_func ("/format/problems", test_problems);
  g_test_add_func ("/format/loss", test_loss);
  g_test_add_func ("/format/units", test_units);

  return g_test_run ();
}
