/* SPDX-License-Identifier: MIT
 *
 * What differs between two unit files. Each case: two texts of parts of a unit, and the
 * changes as lines.
 */
#include "diff/im-diff-private.h"

#include <string.h>

typedef struct
{
  const char *name, *before, *after, *changes;
} Case;

#define STACK(layers)                                                  \
  "<Imaginet><Composite unit=\"A.Stack\"><Parameters>"                 \
  "<InputSocket name=\"input\" pipe=\"data\" />"                       \
  "<OutputSocket name=\"output\" pipe=\"data\" type=\"input.type\" />" \
  "</Parameters><Stacked>" layers "</Stacked></Composite></Imaginet>"
#define FUNCTION(parameters, rest)                                                \
  "<Imaginet><Function unit=\"A.F\"><Parameters>" parameters "</Parameters>" rest \
  "</Function></Imaginet>"
#define GRAPH(nodes, links)                                                      \
  "<Imaginet><Compound unit=\"A.G\"><Nodes>" nodes "</Nodes><Connections>" links \
  "</Connections></Compound></Imaginet>"
#define IN  "<TensorInputNode id=\"i\" param=\"input\" />"
#define OUT "<TensorOutputNode id=\"o\" param=\"output\" />"
#define LINK(source, from, target, to)                                                  \
  "<Connection><Source node=\"" source "\" param=\"" from "\" /><Target node=\"" target \
  "\" param=\"" to "\" /></Connection>"

#define FRAME(frame)                                                              \
  "<Imaginet xmlns:im=\"urn:imaginet-studio:1\"><Compound unit=\"A.G\"><Nodes />" \
  "<im:Frame y=\"0\" width=\"50\" height=\"50\" " frame                           \
  "</im:Frame></Compound></Imaginet>"

static const Case cases[] = {
  { "same", STACK ("<Unit unit=\"A.B\" />"), STACK ("<!-- --> <Unit\nunit=\"A.B\"/>"),
    "" },
  { "layers", STACK ("<Unit unit=\"A.B\" /><Unit unit=\"A.C\" /><Unit unit=\"A.B\" />"),
    STACK ("<Unit unit=\"A.B\" /><Unit unit=\"A.D\" /><Unit unit=\"A.B\" />"),
    "added layer D - B2\nremoved layer C B2 -\n" },
  { "moved", STACK ("<Unit unit=\"A.B\" /><Unit unit=\"A.C\" /><Unit unit=\"A.D\" />"),
    STACK ("<Unit unit=\"A.C\" /><Unit unit=\"A.D\" /><Unit unit=\"A.B\" />"),
    "moved layer B C -\n" },
  { "option", STACK ("<Unit unit=\"A.B\"><Argument param=\"n\">1+2</Argument></Unit>"),
    STACK ("<Unit unit=\"A.B\"><Argument param=\"n\">1 + 3</Argument></Unit>"),
    "changed layer B.n 1+2 1 + 3\n" },
  { "spelling", STACK ("<Unit unit=\"A.B\"><Argument param=\"n\">1+2</Argument></Unit>"),
    STACK ("<Unit unit=\"A.B\"><Argument param=\"n\"> 1 + 2</Argument></Unit>"), "" },
  { "default", STACK ("<Unit unit=\"A.B\"><Argument param=\"n\">1</Argument></Unit>"),
    STACK ("<Unit unit=\"A.B\" enabled=\"false\" />"),
    "changed layer B.enabled yes no\nchanged layer B.n 1 -\n" },
  { "parameters",
    FUNCTION ("<Int32Option name=\"n\" default=\"1\" /><InputSocket name=\"x\" />", ""),
    FUNCTION ("<Int32Option name=\"n\" default=\"2\" max=\"3\" />"
              "<Hidden name=\"h\" value=\"n\" />",
              ""),
    "changed option n.default 1 2\nchanged option n.max - 3\nadded parameter h - -\n"
    "removed input x - -\n" },
  { "contracts",
    FUNCTION ("",
              "<Contracts><Assert test=\"1 == 1\" error=\"a\" />"
              "<Assert test=\"2 == 2\" /></Contracts>"),
    FUNCTION ("",
              "<Contracts><Assert test=\"1 == 1\" error=\"b\" />"
              "<Assert test=\"3 == 3\" /></Contracts>"),
    "removed contract 2 == 2 - -\nadded contract 3 == 3 - -\n"
    "changed contract 1 == 1.message a b\n" },
  { "implementations",
    FUNCTION ("",
              "<Implementations><Implementation language=\"C\" fragment=\"a.h:f\" "
              "call=\"f(1)\" /></Implementations>"),
    FUNCTION ("",
              "<Implementations><Implementation language=\"C\" fragment=\"a.h:f\" "
              "call=\"f(2)\" conditional=\"true\" /></Implementations>"),
    "changed implementation Implementations, C a.h:f.call f(1) f(2)\n"
    "changed implementation Implementations, C a.h:f.conditions - true\n" },
  { "places", GRAPH (IN OUT "<UnitNode id=\"a\" x=\"1\" y=\"2\" unit=\"A.B\" />", ""),
    GRAPH (IN OUT "<UnitNode id=\"a\" x=\"5\" y=\"2\" unit=\"A.B\" />", ""), "" },
  { "frames", FRAME ("id=\"F\" title=\"One\" x=\"1\">a"),
    FRAME ("id=\"F\" title=\"Two\" x=\"5\" color=\"blue\">a"),
    "changed frame F.title One Two\nchanged frame F.color gray blue\n" },
  { "frame", FRAME ("id=\"F\" title=\"One\" x=\"1\">"), FRAME ("id=\"G\" x=\"1\">"),
    "added frame G - -\nremoved frame F One -\n" },
  { "pipes", GRAPH (IN OUT, LINK ("i", "value", "o", "value")),
    GRAPH (IN OUT "<ExpressionNode id=\"e\" />", ""),
    "added node e - -\nremoved pipe i.value -> o.value - -\n" },
};

static char *
dup_changes (const ImDiff *diff)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < im_diff_get_count (diff); i++)
    {
      const ImChange *change = im_diff_get (diff, i);

      g_string_append_printf (text, "%s %s %s%s%s %s %s\n",
                              im_change_kind_get_name (change->kind), change->what,
                              change->name, change->field == NULL ? "" : ".",
                              change->field == NULL ? "" : change->field,
                              change->before == NULL ? "-" : change->before,
                              change->after == NULL ? "-" : change->after);
    }

  return g_string_free (text, FALSE);
}

static ImUnitFile *
parse (const char *text)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  ImUnitFile *file = im_unit_file_parse (bytes, "a.imunit", problems);

  g_assert_nonnull (file);

  return file;
}

static void
test_case (gconstpointer data)
{
  const Case *test = data;
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImUnitFile) before = parse (test->before);
  g_autoptr (ImUnitFile) after = parse (test->after);
  g_autoptr (ImDiff) diff = im_diff_new ();
  g_autoptr (ImDiff) same = im_diff_new ();
  g_autoptr (ImDiff) added = im_diff_new ();
  g_autofree char *changes = NULL;

  im_diff_add_files (diff, before, library, after, library);
  changes = dup_changes (diff);
  g_assert_cmpstr (changes, ==, test->changes);
  im_diff_add_files (same, after, library, after, library);
  g_assert_cmpuint (im_diff_get_count (same), ==, 0);
  im_diff_add_files (added, NULL, library, after, library);
  g_assert_cmpuint (im_diff_get_count (added), ==, 1);
}

/* The length of the longest common subsequence, by trying all. */
static guint
count_common (const char *const *a, guint n_a, const char *const *b, guint n_b)
{
  if (n_a == 0 || n_b == 0)
    return 0;
  if (strcmp (a[0], b[0]) == 0)
    return 1 + count_common (a + 1, n_a - 1, b + 1, n_b - 1);

  return MAX (count_common (a + 1, n_a - 1, b, n_b),
              count_common (a, n_a, b + 1, n_b - 1));
}

static void
test_match (void)
{
  static const char *const keys[] = { "a", "b", "c" };

  for (guint round = 0; round < 500; round++)
    {
      const char *before[8], *after[8];
      guint n_before = (guint) g_test_rand_int_range (0, 9), n_found = 0;
      guint n_after = (guint) g_test_rand_int_range (0, 9);
      g_autofree gint *found = NULL;
      gint last = -1;

      for (guint i = 0; i < 8; i++)
        {
          before[i] = keys[g_test_rand_int_range (0, 3)];
          after[i] = keys[g_test_rand_int_range (0, 3)];
        }
      found = im_diff_match (before, n_before, after, n_after);
      for (guint i = 0; i < n_before; i++)
        if (found[i] >= 0)
          {
            g_assert_cmpint (found[i], >, last);
            g_assert_cmpint (found[i], <, n_after);
            g_assert_cmpstr (before[i], ==, after[found[i]]);
            last = found[i];
            n_found++;
          }
      g_assert_cmpuint (n_found, ==, count_common (before, n_before, after, n_after));
    }
}

/* Lists that are too long for a table. */
static void
test_long (void)
{
  enum
  {
    N = 5000
  };
  static const char *before[N + 2], *after[N + 2];
  g_autofree gint *found = NULL;

  before[0] = "first";
  after[0] = "other";
  for (guint i = 1; i <= N; i++)
    before[i] = after[i] = i % 2 == 0 ? "a" : "b";
  before[N + 1] = "last";
  after[N + 1] = "end";
  found = im_diff_match (before, N + 2, after, N + 2);
  g_assert_cmpint (found[0], ==, -1);
  for (gint i = 1; i <= N; i++)
    g_assert_cmpint (found[i], ==, i);
  g_assert_cmpint (found[N + 1], ==, -1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/diff/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/diff/match", test_match);
  g_test_add_func ("/diff/match-long", test_long);

  return g_test_run ();
}
