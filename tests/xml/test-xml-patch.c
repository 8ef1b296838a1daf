/* SPDX-License-Identifier: MIT */
#include "xml/im-xml-patch.h"

#include <string.h>

#include "same-elements.h"
#include "test-documents.h"

#define N_CHANGES 20 /* of each file */
#define SEED      20261123

/* What @old becomes @new in: the text of the file is `before`, what differs is between
 * the tags of <list>. */
typedef struct
{
  const char *name;
  const char *before;
  const char *old;
  const char *new;
  gboolean is_read; /* whether the change can be read apart */
} PatchCase;

#define TEXT                                                           \
  "<?xml version='1.0'?>\n<r xmlns='u:1' xmlns:p='u:2'>\n<list>\n"     \
  "  <a p:x='1'>one</a>\n  <!-- <b/> -->\n  <b><c/>two</b>\n</list>\n" \
  "<rest y='3'>\n  <d/>\n</rest>\n</r>\n"

static const PatchCase cases[] = {
  { "text", TEXT, "one", "three &amp; four", TRUE },
  { "attribute", TEXT, "p:x='1'", "p:x='12' p:y='&lt;'", TRUE },
  { "removed", TEXT, "  <a p:x='1'>one</a>\n", "", TRUE },
  { "added", TEXT, "  <b>", "  <e/><e/>\n  <b>", TRUE },
  { "all removed", TEXT, "\n  <a p:x='1'>one</a>\n  <!-- <b/> -->\n  <b><c/>two</b>\n",
    "\n", TRUE },
  { "comment", TEXT, "<b/>", "<b/>, <c/>", TRUE },
  { "text between", TEXT, "<!-- <b/> -->", "some text", TRUE },
  { "cdata", TEXT, "one", "<![CDATA[</a></list>]]>", TRUE },
  { "not closed", TEXT, "one</a>", "one", FALSE },
  { "closed twice", TEXT, "one</a>", "one</a></a>", FALSE },
  { "list closed", TEXT, "one</a>", "one</a></list><list>", FALSE },
  { "comment that goes on", TEXT, "<b/> -->", "<b/>", FALSE },
  { "comment begins", TEXT, "one", "<!-- one", FALSE },
  { "prefix without a namespace", TEXT, "p:x", "q:x", FALSE },
  { "character", TEXT, "one", "\001", FALSE },
  { "not UTF-8", TEXT, "one", "\xff", FALSE },
  { "entity", TEXT, "one", "&none;", FALSE },
  { "outside", TEXT, "y='3'", "y='4'", FALSE },
  { "the tag of the list", TEXT, "<list>", "<list z='1'>", FALSE },
  { "nothing", TEXT, "one", "one", FALSE },
  { "between tags that touch", "<r><list><a/><b/></list></r>", "<a/>", "<a/><c/>", TRUE },
  { "in a list that is one tag", "<r><list/></r>", "<list/>", "<list><a/></list>",
    FALSE },
  { "latin", "<?xml version='1.0' encoding='iso-8859-1'?><r><list> <a/> </list></r>",
    "<a/>", "<b/>", FALSE },
  { "marks", "\xEF\xBB\xBF<r><list> <a/>\r\n <b/> </list> <d e='f'/></r>", "<a/>",
    "<a g='\xC3\xA9'/>", TRUE },
};

static char *
replace (const char *text, const char *old, const char *new)
{
  const char *at = strstr (text, old);
  g_autoptr (GString) out = g_string_new_len (text, at - text);

  g_string_append (out, new);
  g_string_append (out, at + strlen (old));

  return g_string_free (g_steal_pointer (&out), FALSE);
}

static const ImXmlElement *
list_parents (guint i, gpointer root)
{
  return i == 0 ? im_xml_element_find_child (root, "list") : NULL;
}

/* Asserts that the changed document is what reading its text gives. */
static void
check_same (const ImXmlDocument *document, GBytes *bytes)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImXmlDocument) again = im_xml_document_parse (bytes, "test.xml", problems);

  g_assert_nonnull (again);
  g_assert_true (g_bytes_equal (im_xml_document_get_bytes (document), bytes));
  g_assert_cmpstr (im_source_get_text (im_xml_document_get_source (document), NULL), ==,
                   im_source_get_text (im_xml_document_get_source (again), NULL));
  same_elements_assert (im_xml_document_get_root (document),
                        im_xml_document_get_root (again));
}

static void
test_case (gconstpointer data)
{
  const PatchCase *c = data;
  g_autoptr (ImXmlDocument) document = test_documents_parse (c->before, -1, NULL);
  gpointer root = (gpointer) im_xml_document_get_root (document);
  g_autofree char *text = replace (c->before, c->old, c->new);
  g_autoptr (GBytes) before = g_bytes_new (c->before, strlen (c->before));
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (ImXmlPatch) patch = im_xml_patch_new (document, bytes, list_parents, root);

  g_assert_cmpint (patch != NULL, ==, c->is_read);
  if (patch == NULL)
    {
      check_same (document, before);
      return;
    }
  im_xml_patch_apply (g_steal_pointer (&patch), document, bytes);
  check_same (document, bytes);

  patch = im_xml_patch_new (document, before, list_parents, root);
  g_assert_nonnull (patch);
  im_xml_patch_apply (g_steal_pointer (&patch), document, before);
  check_same (document, before);
}

typedef struct
{
  GRand *rand;
  guint n_read;
  const ImXmlElement *parent;
} Changes;

static const ImXmlElement *
get_parent (guint i, gpointer data)
{
  return i == 0 ? ((Changes *) data)->parent : NULL;
}

/* An element with children, anywhere in a document. */
static const ImXmlElement *
choose_parent (GRand *rand, const ImXmlElement *root)
{
  const ImXmlElement *parent = root, *child = root;

  while (child != NULL && child->first_child != NULL)
    {
      parent = child;
      child = child->first_child;
      for (gint i = g_rand_int_range (rand, 0, 8); i > 0 && child->next_sibling != NULL;
           i--)
        child = child->next_sibling;
      if (g_rand_int_range (rand, 0, 3) == 0)
        break;
    }

  return parent;
}

/* Takes a child out, puts it there twice, or changes a character of it. */
static GBytes *
change_child (Changes *changes, const ImXmlDocument *document)
{
  gsize length;
  const char *text = im_source_get_text (im_xml_document_get_source (document), &length);
  const ImXmlElement *child = changes->parent->first_child;
  ImSpan span;
  GString *out = g_string_new_len (text, (gssize) length);
  guint kind = (guint) g_rand_int_range (changes->rand, 0, 3);

  for (gint i = g_rand_int_range (changes->rand, 0, 5);
       i > 0 && child->next_sibling != NULL; i--)
    child = child->next_sibling;
  span = child->span;
  if (kind == 0)
    g_string_erase (out, span.start, span.end - span.start);
  else if (kind == 1)
    g_string_insert_len (out, span.end, text + span.start, span.end - span.start);
  else
    out->str[g_rand_int_range (changes->rand, (gint32) span.start, (gint32) span.end)] =
        'x';

  return g_string_free_to_bytes (out);
}

static void
check_file (const char *path, GBytes *bytes, gpointer data)
{
  Changes *changes = data;
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImXmlDocument) document = im_xml_document_parse (bytes, path, problems);

  for (guint i = 0; document != NULL && i < N_CHANGES; i++)
    {
      const ImXmlElement *root = im_xml_document_get_root (document);
      g_autoptr (GBytes) changed = NULL;
      ImXmlPatch *patch;

      changes->parent = choose_parent (changes->rand, root);
      if (changes->parent->first_child == NULL ||
          im_xml_document_get_encoding (document)->n_marks > 0)
        return;
      changed = change_child (changes, document);
      patch = im_xml_patch_new (document, changed, get_parent, changes);
      if (patch == NULL)
        continue;
      im_xml_patch_apply (patch, document, changed);
      check_same (document, changed);
      changes->n_read++;
    }
}

static void
test_files (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);
  Changes changes = { rand, 0, NULL };

  test_documents_for_each_unit (check_file, &changes);
  g_assert_cmpuint (changes.n_read, >, 100);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/xml-patch/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/xml-patch/files", test_files);

  return g_test_run ();
}
