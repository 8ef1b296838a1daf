/* SPDX-License-Identifier: MIT
 *
 * Groups: nodes and layers as one, taken out again, edited inside, with new names of them
 * and of what goes in and out. Each is undone to the same bytes.
 */
#include "document/change/im-document-text.h"
#include "document/state/im-document-steps.h"
#include "document/state/im-document-value.h"
#include "example.h"

#include <string.h>

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static guint
find_layer (ImDocument *document, const char *name)
{
  return (guint) im_document_get_node (document, find_node (document, name))->layer;
}

/* The program, line by line in any order: nodes of a graph may stand elsewhere. */
static char *
dup_program (ImDocument *document)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  g_auto (GStrv) lines = NULL;

  im_program_append_text (im_document_get_program (document), text);
  lines = g_strsplit (text->str, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    g_ptr_array_add (sorted, *line);
  g_ptr_array_sort (sorted, compare_lines);
  g_ptr_array_add (sorted, NULL);

  return g_strjoinv ("\n", (char **) sorted->pdata);
}

/* Nodes that are grouped compute the same, with the options that lead to them; when they
 * are taken out again the program is what it was. */
static void
test_group_nodes (Fixture *fixture, gconstpointer example)
{
  static const char *const groups[] = {
    "group low_pass difference",
    "group low_pass",
    "group difference window level",
    "group low_pass difference window level",
    "group low_pass level difference window\nin group: group window level",
  };
  ImDocument *document = fixture->document;
  g_autofree char *before = dup_program (document);

  for (gsize i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *after = NULL;

      g_assert_true (apply (fixture, groups[i], &error));
      g_assert_no_error (error);
      assert_problems (document, 0);
      g_assert_cmpint (im_graph_find_node (im_document_get_graph (document), "group"), >=,
                       0);
      while (im_graph_find_node (im_document_get_graph (document), "group") >= 0)
        {
          g_assert_true (apply (fixture, "ungroup group", &error));
          g_assert_no_error (error);
        }
      assert_problems (document, 0);
      g_assert_cmpuint (im_unit_file_get_count (im_document_get_file (document)), ==, 1);
      after = dup_program (document);
      g_assert_cmpstr (after, ==, before);
    }
}

/* A node of the name of one inside gets another one, an option that is set at the group
 * is set inside, and all that is not connected can be connected from outside. */
static void
test_ungroup_names (Fixture *fixture, gconstpointer example)
{
  ImDocument *document = fixture->document;
  g_autoptr (GError) error = NULL;

  g_assert_true (apply (fixture,
                        "group low_pass difference\n"
                        "disconnect group.cutoff\n"
                        "set group.cutoff = 500\n"
                        "add Core.Filter.LowPass at 40 900\n"
                        "rename lowpass = low_pass\n"
                        "ungroup group\n"
                        "group low_pass",
                        &error));
  g_assert_no_error (error);
  g_assert_true (apply (fixture, "connect microphone.value -> group.input", &error));
  g_assert_no_error (error);
  assert_problems (document, 0);
  g_assert_cmpstr (
      im_document_get_argument (document, find_layer (document, "low_pass_2"), "cutoff"),
      ==, "500");
}

/* All uses of a name change with it. */
static void
test_renames (Fixture *fixture, gconstpointer example)
{
  ImDocument *document = fixture->document;
  g_autofree char *before = NULL;
  g_autoptr (GError) error = NULL;
  const ImUnit *unit;

  g_assert_true (apply (fixture,
                        "group low_pass difference\n"
                        "rename-group group = Above an edge\n"
                        "in group: rename-socket cutoff = corner\n"
                        "in group: rename-pipeline = What is above\n"
                        "rename-socket input = sound\n"
                        "rename-pipeline = Level",
                        &error));
  g_assert_no_error (error);
  assert_problems (document, 0);
  unit = im_document_get_layer (document, find_layer (document, "group"))->unit;
  g_assert_cmpstr (unit->id.text, ==, "Examples.HighBandLevel.WhatIsAbove");
  g_assert_cmpstr (unit->display_name, ==, "What is above");
  g_assert_nonnull (im_unit_find_parameter (unit, "corner"));
  unit = im_document_get_unit (document);
  g_assert_cmpstr (unit->id.text, ==, "Examples.Level");
  g_assert_cmpstr (im_document_get_undo_name (document), ==,
                   "Rename High Band Level to Level");
  g_assert_nonnull (im_unit_find_parameter (unit, "sound"));
}

/* In a stack expressions and messages have names, and layers are named after units. */
static void
test_renames_in_stack (Fixture *fixture, gconstpointer example)
{
  ImDocument *document = fixture->document;
  g_autoptr (GError) error = NULL;
  guint depth;

  g_assert_true (apply (fixture,
                        "group Hann Rms\n"
                        "rename-socket input = sound\n"
                        "rename-socket output = level",
                        &error));
  g_assert_no_error (error);
  assert_problems (document, 0);
  g_assert_true (im_document_enter (document, 1));
  g_assert_true (apply (fixture, "rename-socket input = window", &error));
  g_assert_true (apply (fixture, "rename-pipeline = Window Level", &error));
  g_assert_no_error (error);
  assert_problems (document, 0);
  g_assert_cmpstr (im_document_get_scope (document, &depth)[0], ==, "WindowLevel");
  g_assert_cmpuint (depth, ==, 1);
  im_document_leave (document, 0);
  assert_problems (document, 0);
  assert_layers (document, "SlidingWindow WindowLevel");
}

/* What cannot be done has one message, and nothing has changed. */
static void
test_bad_groups (Fixture *fixture, gconstpointer example)
{
  static const struct
  {
    const char *script;
    const char *message;
  } cases[] = {
    { "group low_pass microphone",
      "microphone: inputs, outputs and options of the pipeline cannot be in a group" },
    { "group edge", "edge: inputs, outputs and options of the pipeline cannot" },
    { "group low_pass window", "difference: it reads what the group gives and gives" },
    { "ungroup window", "window: only a composite or compound can be ungrouped" },
    { "ungroup edge", "edge: it is no unit" },
    { "group low_pass\ndisable group\nungroup group", "group: it is switched off" },
    { "rename-group window = X", "window: its unit is not one of this file" },
    { "rename-group windw = X", "did you mean “window”?" },
    { "rename-socket input = edge",
      "edge: there is an input, output or option of that name" },
    { "rename-socket inputs = x", "did you mean “input”?" },
    { "rename-socket input = 1a", "1a: it is no name, which has letters" },
    { "rename-socket input = ", "“”: it is no name, which has letters" },
    { "rename-socket input = a.b", "a.b: it is no name, which has letters" },
    { "rename-socket input = true", "true: it is a word of expressions" },
    { "rename-pipeline =  ", ": a name has characters, and no blanks around them" },
    { "rename-pipeline = a ", "a : a name has characters, and no blanks around them" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = NULL;

      g_assert_false (apply (fixture, cases[i].script, &error));
      g_assert_nonnull (error);
      if (strstr (error->message, cases[i].message) == NULL)
        g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, cases[i].message));
      bytes = dup_bytes (fixture->document);
      g_assert_true (g_bytes_equal (bytes, fixture->before));
    }
}

/* What is edited inside of a group says so in the script, and the script does the same
 * from outside, or from the group around it. */
static void
test_scope (Fixture *fixture, gconstpointer example)
{
  ImDocument *document = fixture->document;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) edited = NULL;
  g_autoptr (GBytes) again = NULL;
  g_autofree char *script = NULL;
  guint depth;

  g_assert_true (im_document_group (document, 1, 2, &error));
  g_assert_true (im_document_enter (document, 1));
  g_assert_true (im_document_group (document, 0, 1, &error));
  g_assert_true (apply (fixture, "in Group: disable Hann", &error));
  g_assert_no_error (error);
  im_document_get_scope (document, &depth);
  g_assert_cmpuint (depth, ==, 1);
  assert_layers (document, "Group Rms");
  edited = dup_bytes (document);
  script = im_document_dup_script (document);
  g_assert_cmpstr (script, ==,
                   "group Hann Rms\nin Group: group Hann Hann\n"
                   "in Group/Group: disable Hann\n");

  im_document_leave (document, 0);
  im_document_go_to_step (document, 0);
  g_assert_true (apply (fixture, script, &error));
  g_assert_no_error (error);
  again = dup_bytes (document);
  g_assert_true (g_bytes_equal (again, edited));
  assert_layers (document, "SlidingWindow Group");
}

/* Nothing can be edited where nobody can go. */
static void
test_bad_scope (Fixture *fixture, gconstpointer example)
{
  static const struct
  {
    const char *script;
    const char *message;
  } cases[] = {
    { "in None: layout", "None: there is no such node" },
    { "in Hann: layout", "Hann: it is no composite or compound of this file" },
    { "group Hann Rms\nin Group/Rms: layout", "Rms: it is no composite or compound" },
    { "in Hann/None: layout", "Hann: it is no composite" },
    { "group Hann Rms\nin Group: disable None", "None: there is no such node" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = NULL;
      guint depth;

      g_assert_false (apply (fixture, cases[i].script, &error));
      g_assert_nonnull (strstr (error->message, cases[i].message));
      bytes = dup_bytes (fixture->document);
      g_assert_true (g_bytes_equal (bytes, fixture->before));
      im_document_get_scope (fixture->document, &depth);
      g_assert_cmpuint (depth, ==, 0);
      assert_layers (fixture->document, "SlidingWindow Hann Rms");
    }
}

static void
assert_has_once (ImDocument *document, const char *part)
{
  g_autofree char *text = im_document_dup_text (document);
  const char *found = strstr (text, part);

  g_assert_nonnull (found);
  g_assert_null (strstr (found + 1, part));
}

/* What people have written inside of nodes stays where these go. */
static void
test_comments (Fixture *fixture, gconstpointer example)
{
  static const char *const comments[] = { "<!-- 25 ms < 1 s -->", "<!-- why -->" };
  gboolean is_stack = !im_document_is_free (fixture->document);
  const char *place = is_stack ? "<Argument param=\"window_shape\">"
                               : "<ShapeArgument param=\"window_shape\">";
  g_autofree char *before = im_document_dup_text (fixture->document);
  g_autofree char *joined = g_strjoin (NULL, comments[0], "\n", place, comments[1], NULL);
  g_autoptr (GString) text = g_string_new (before);
  g_autofree char *copy = NULL;
  guint node, n;

  g_string_replace (text, place, joined, 1);
  g_assert_true (im_document_set_text (fixture->document, text->str, NULL, NULL));
  node = find_node (fixture->document, is_stack ? "SlidingWindow" : "window");
  copy = im_document_dup_nodes_text (fixture->document, &node, 1, NULL);
  g_assert_true (apply (
      fixture, is_stack ? "group SlidingWindow Hann" : "group window level", NULL));
  for (guint i = 0; i < G_N_ELEMENTS (comments); i++)
    assert_has_once (fixture->document, comments[i]);
  g_assert_true (apply (fixture, is_stack ? "ungroup Group" : "ungroup group", NULL));
  for (guint i = 0; i < G_N_ELEMENTS (comments); i++)
    assert_has_once (fixture->document, comments[i]);
  g_assert_true (im_document_set_text (fixture->document, before, NULL, NULL));
  g_assert_true (im_document_paste (fixture->document, copy, 0, 0, 0, &n, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (comments); i++)
    assert_has_once (fixture->document, comments[i]);
}

int
main (int argc, char **argv)
{
  const char *node_graph = "high-band-level.imunit", *stack = "audio-window.imunit";

  g_test_init (&argc, &argv, NULL);
  g_test_add ("/document/groups/group-nodes", Fixture, node_graph, set_up_example,
              test_group_nodes, tear_down_example);
  g_test_add ("/document/groups/comments", Fixture, node_graph, set_up_example,
              test_comments, tear_down_example);
  g_test_add ("/document/groups/comments-in-stack", Fixture, stack, set_up_example,
              test_comments, tear_down_example);
  g_test_add ("/document/groups/ungroup-names", Fixture, node_graph, set_up_example,
              test_ungroup_names, tear_down_example);
  g_test_add ("/document/groups/renames", Fixture, node_graph, set_up_example,
              test_renames, tear_down_example);
  g_test_add ("/document/groups/renames-in-stack", Fixture, stack, set_up_example,
              test_renames_in_stack, tear_down_example);
  g_test_add ("/document/groups/bad-groups", Fixture, node_graph, set_up_example,
              test_bad_groups, tear_down_example);
  g_test_add ("/document/groups/scope", Fixture, stack, set_up_example, test_scope,
              tear_down_example);
  g_test_add ("/document/groups/bad-scope", Fixture, stack, set_up_example,
              test_bad_scope, tear_down_example);

  return g_test_run ();
}
