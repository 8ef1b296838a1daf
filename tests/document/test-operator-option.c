/* Options of operators of SkriptND in the file of a pipeline: where they are wrong, and
 * which values a field shows.
 *
 * SPDX-License-Identifier: MIT
 */
#include <glib/gstdio.h>
#include <string.h>

#include "document/help/im-argument-error.h"
#include "document/state/im-document-graph.h"
#include "document/state/im-document-value.h"

#define STACK                                                                           \
  "<Imaginet xmlns:im=\"urn:imaginet-studio:1\">\n"                                     \
  "  <Composite unit=\"Test.Stack\">\n"                                                 \
  "    <Parameters>\n"                                                                  \
  "      <InputSocket name=\"input\" pipe=\"data\" im:type=\"Float32\" im:shape=\"[1, " \
  "64, 8]\"\n"                                                                          \
  "        im:rate=\"50\" />\n"                                                         \
  "      <OutputSocket name=\"output\" type=\"System.Float32\" shape=\"input.shape\" "  \
  "pipe=\"data\" />\n"                                                                  \
  "    </Parameters>\n"                                                                 \
  "    <Stacked>\n"                                                                     \
  "      <Unit id=\"nn.max_pool\">\n"                                                   \
  "        <Argument param=\"input\">input</Argument>\n"                                \
  "        <Argument param=\"output\">output</Argument>\n"                              \
  "        <Argument param=\"size\">\"[2]\"</Argument>\n"                               \
  "      </Unit>\n"                                                                     \
  "    </Stacked>\n"                                                                    \
  "  </Composite>\n"                                                                    \
  "</Imaginet>\n"

typedef struct
{
  const char *name;
  const char *option;
  const char *argument; /* as the file says it */
  const char *error;    /* NULL if there is none */
  const char *caret;    /* NULL where all of it is wrong */
  const char *value;    /* what a field shows, NULL for an expression */
  const char *size;     /* another size than a list of one */
} OptionCase;

static const OptionCase option_cases[] = {
  { "list", "axes", "\"[1]\"", NULL, NULL, "[1]" },
  { "number", "axes", "1", NULL, NULL, "1" },
  { "shape", "axes", "System.Shape(1)", NULL, NULL, "[1]" },
  { "expression", "axes", "\"[\" + \"1]\"", NULL, NULL, NULL },
  { "end-of-text", "axes", "\"[1,\"",
    "“axes”: Expected an expression, found the end of the text", "[1,\n   ^", "[1," },
  { "name", "axes", "\"[1, x]\"", "“axes”: There is no “x” here", "[1, x]\n    ^",
    "[1, x]" },
  { "after-blanks", "axes", "\"  [1, x]\"", "“axes”: There is no “x” here",
    "  [1, x]\n      ^", "  [1, x]" },
  { "reference", "axes", "\"[1, 'a' < x]\"", "“axes”: There is no “x” here",
    "[1, 'a' < x]\n          ^", "[1, 'a' < x]" },
  { "of-expression", "axes", "\"[1,\" + \"x]\"", "“axes”: There is no “x” here",
    "\"[1,\" + \"x]\"\n^^^^^^^^^^^^", NULL },
  { "type", "axes", "\"['a']\"", "Attribute “axes” is of type int.., found str..", NULL,
    "['a']" },
  { "length", "stride", "\"[1, 2, 3]\"", "The length of “stride” is 3, but 1 is expected",
    NULL, "[1, 2, 3]" },
  { "no-length", "axes", "1", "Nothing says how many values “axes” has", "1\n^", "1",
    "2" },
  { "assert", "axes", "\"[7]\"", "'axes' [7] are not all axes of a tensor of rank 3",
    NULL, "[7]" },
  { "optional", "padding", "\"[0,\"",
    "“padding”: Expected an expression, found the end of the text", "[0,\n   ^", "[0," },
};

static void
test_option (gconstpointer data)
{
  const OptionCase *c = data;
  g_autofree char *operators = g_test_build_filename (G_TEST_DIST, "..", "stdlib",
                                                      "skriptnd", NULL);
  g_autofree char *folder = g_dir_make_tmp ("option-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "stack.imunit", NULL);
  g_autofree char *caret = NULL, *error = NULL;
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImDocument) document = NULL;
  g_autoptr (GError) failure = NULL;
  const ImParameter *option = NULL;
  ImValue value;
  gboolean is_plain;

  im_unit_library_add_operators (library, operators);
  g_assert_true (g_file_set_contents (path, STACK, -1, NULL));
  document = im_document_open (path, library, &failure);
  g_assert_no_error (failure);
  if (c->size != NULL)
    im_document_set_argument (document, 0, "size", c->size, &failure);
  if (strcmp (c->option, "axes") != 0)
    im_document_set_argument (document, 0, "axes", "\"[1]\"", &failure);
  im_document_set_argument (document, 0, c->option, c->argument, &failure);
  g_assert_no_error (failure);

  error = im_argument_error_dup (document, 0, c->option, &caret);
  g_assert_cmpstr (error, ==, c->error);
  g_assert_cmpstr (caret, ==, c->caret);
  option = im_unit_find_parameter (im_document_get_layer (document, 0)->unit, c->option);
  is_plain = im_document_parse_value (document, option, c->argument, arena, &value);
  g_assert_cmpint (is_plain, ==, c->value != NULL);
  if (is_plain)
    g_assert_cmpstr (value.string, ==, c->value);

  g_remove (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (option_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/operator/option/", option_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &option_cases[i], test_option);
    }

  return g_test_run ();
}
