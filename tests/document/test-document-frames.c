/* SPDX-License-Identifier: MIT
 *
 * Edits of frames: one place of the file each, each undone to the same bytes.
 */
#include <string.h>

#include "document/state/im-document-steps.h"
#include "example.h"
#include "unit/im-unit-frame.h"

#define ADD "frame Filter -20 30 700 250.4 = Low & \"high\" <pass>"

static void
assert_frame (Fixture *fixture, const char *expected)
{
  const ImUnit *unit = im_document_get_unit (fixture->document);
  g_autoptr (GString) out = g_string_new (NULL);

  im_unit_append_text (unit, out);
  if (strstr (out->str, expected) == NULL)
    g_test_message ("%s", out->str);
  g_assert_nonnull (strstr (out->str, expected));
  assert_problems (fixture->document, 0);
}

static char **
split (GBytes *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  g_autofree char *text = g_strndup (data, length);

  return g_strsplit (text, "\n", -1);
}

/* The lines of the file that a script changes. */
static void
assert_lines (Fixture *fixture, const char *script, guint n_changed)
{
  g_autoptr (GBytes) before = dup_bytes (fixture->document);
  g_autoptr (GBytes) after = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) old = NULL, new = NULL;
  guint n_old, n_new, head = 0, tail = 0, n_same = 0;

  g_assert_true (apply (fixture, script, &error));
  g_assert_no_error (error);
  after = dup_bytes (fixture->document);
  old = split (before);
  new = split (after);
  n_old = g_strv_length (old);
  n_new = g_strv_length (new);
  while (head < MIN (n_old, n_new) && strcmp (old[head], new[head]) == 0)
    head++;
  while (tail < MIN (n_old, n_new) - head &&
         strcmp (old[n_old - tail - 1], new[n_new - tail - 1]) == 0)
    tail++;
  for (guint i = head; n_old == n_new && i < n_new - tail; i++)
    n_same += strcmp (old[i], new[i]) == 0 ? 1 : 0;
  g_assert_cmpuint (MAX (n_old, n_new) - head - tail - n_same, ==, n_changed);
}

static void
test_edits (Fixture *fixture, gconstpointer example)
{
  assert_lines (fixture, ADD, 1);
  assert_frame (fixture,
                "  frame id=\"Filter\" title=\"Low & \"high\" <pass>\" at -20 30 "
                "size 700 250 gray\n");
  g_assert_cmpstr (im_document_get_undo_name (fixture->document), ==,
                   "Add Frame “Low & \"high\" <pass>”");
  assert_lines (fixture, "change Filter title = Filter", 1);
  assert_lines (fixture, "change Filter color = blue", 1);
  assert_lines (fixture, "change Filter text = one & <two>\\\nthree", 2);
  assert_frame (fixture,
                "frame id=\"Filter\" title=\"Filter\" at -20 30 size 700 250 blue "
                "text=\"one & <two>\\nthree\"\n");
  g_assert_cmpstr (im_document_get_undo_name (fixture->document), ==,
                   "Set text of “Filter”");
  assert_lines (fixture, "place Filter 5.4 -6", 1);
  g_assert_cmpstr (im_document_get_undo_name (fixture->document), ==, "Place Filter");
  assert_lines (fixture, "frame Filter 5 -6 40 1e6", 1);
  assert_frame (fixture, " at 5 -6 size 40 1000000 blue");
  assert_lines (fixture, "change Filter text", 2);
  assert_lines (fixture, "change Filter title", 1);
  assert_lines (fixture, "change Filter color", 1);
  assert_frame (fixture, "  frame id=\"Filter\" at 5 -6 size 40 1000000 gray\n");
  assert_lines (fixture, "frame Filter 1 2 300 200 = Again", 1);
  assert_frame (fixture,
                "  frame id=\"Filter\" title=\"Again\" at 1 2 size 300 200 gray\n");
  assert_lines (fixture, "remove Filter", 1);
  g_assert_cmpuint (im_document_get_unit (fixture->document)->n_frames, ==, 0);
}

/* A frame moves with nodes in it as one step; nodes stay when it is removed. */
static void
test_with_nodes (Fixture *fixture, gconstpointer example)
{
  ImDocument *document = fixture->document;
  guint n_nodes = im_document_get_graph (document)->n_nodes;

  assert_lines (fixture, ADD "\nframe Note 0 500 200 100", 2);
  assert_lines (fixture, "place Filter 0 0 low_pass 420 10 window 1 2", 3);
  g_assert_cmpstr (im_document_get_undo_name (document), ==, "Place 3 nodes");
  g_assert_cmpfloat (im_document_get_node (document, find_node (document, "low_pass"))->x,
                     ==, 420);
  im_document_undo (document);
  g_assert_cmpfloat (im_document_get_node (document, find_node (document, "low_pass"))->x,
                     ==, 400);
  assert_frame (fixture, " at -20 30 size 700 250 gray\n");
  assert_lines (fixture, "remove Filter Note Filter", 2);
  g_assert_cmpuint (im_document_get_unit (document)->n_frames, ==, 0);
  g_assert_cmpuint (im_document_get_graph (document)->n_nodes, ==, n_nodes);
  g_assert_true (apply (fixture, "frame Note 0 500 200 100", NULL));
  g_assert_true (apply (fixture, "remove level Note", NULL));
  g_assert_cmpstr (im_document_get_undo_name (document), ==, "Remove 2 nodes");
  g_assert_cmpuint (im_document_get_unit (document)->n_frames, ==, 0);
  g_assert_cmpuint (im_document_get_graph (document)->n_nodes, ==, n_nodes - 1);
}

/* Sizes of one gesture are one step. */
static void
test_gesture (Fixture *fixture, gconstpointer example)
{
  g_assert_true (apply (fixture, "frame Note 0 500 200 100", NULL));
  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *script = g_strdup_printf ("frame Note 0 500 %u 100", 201 + i);

      g_assert_true (apply (fixture, script, NULL));
    }
  g_assert_false (apply (fixture, "frame Note 0 500 210 100", NULL));
  im_document_undo (fixture->document);
  assert_frame (fixture, "  frame id=\"Note\" at 0 500 size 200 100 gray\n");
}

/* A frame whose nodes become a group goes with them, and comes back with them. */
static void
test_groups (Fixture *fixture, gconstpointer example)
{
  const ImUnit *unit;

  g_assert_true (apply (fixture,
                        "frame a 380 0 700 400 = Both\nchange a color = blue\n"
                        "change a text = one\\\n  two & <three>\n"
                        "frame All 0 0 3000 1000\nframe Note 0 2000 100 100",
                        NULL));
  g_assert_true (apply (fixture, "group low_pass difference", NULL));
  g_assert_cmpuint (im_document_get_unit (fixture->document)->n_frames, ==, 2);
  unit = im_document_get_node (fixture->document, find_node (fixture->document, "group"))
             ->node->unit;
  g_assert_cmpuint (unit->n_frames, ==, 1);
  g_assert_cmpstr (unit->frames[0].title, ==, "Both");
  g_assert_cmpstr (unit->frames[0].text, ==, "one\n  two & <three>");
  g_assert_true (apply (fixture, "ungroup group", NULL));
  assert_frame (fixture, "title=\"Both\" at ");
  assert_frame (fixture, " size 700 400 blue text=\"one\\n  two & <three>\"\n");
  g_assert_cmpuint (im_document_get_unit (fixture->document)->n_frames, ==, 3);
}

static const ImUnitFrame *
get_frame (Fixture *fixture, const char *id)
{
  const ImUnitFrame *frame = im_unit_find_frame (im_document_get_unit (fixture->document),
                                                 id);

  g_assert_nonnull (frame);

  return frame;
}

/* A frame is copied with the nodes that stand in it, or with none if it is a note. */
static void
test_copies (Fixture *fixture, gconstpointer example)
{
  ImDocument *document = fixture->document;
  const ImUnitFrame *copy;
  guint n, n_nodes = im_document_get_graph (document)->n_nodes, first;
  g_autofree guint *framed = NULL;
  g_autofree char *text = NULL, *note = NULL;
  g_autoptr (GBytes) before = NULL, after = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (apply (fixture,
                        "frame a 380 0 700 400 = Both\nchange a color = blue\n"
                        "change a text = one\\\n  two & <three>\n"
                        "frame All 0 0 3000 1000\nframe Note 0 2000 100 100",
                        NULL));
  before = dup_bytes (document);
  framed = im_document_list_framed (document, get_frame (fixture, "a"), &n);
  g_assert_cmpuint (n, ==, 2);
  text = im_document_dup_nodes_text (document, framed, n, NULL);
  g_assert_nonnull (strstr (text, "id=\"a\""));
  g_assert_null (strstr (text, "Note"));
  g_assert_null (strstr (text, "All"));
  g_assert_true (im_document_paste (document, text, 0, 1000, 2000, &n, &error));
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (im_document_get_graph (document)->n_nodes, ==, n_nodes + 2);
  copy = get_frame (fixture, "a_2");
  g_assert_cmpstr (copy->title, ==, "Both");
  g_assert_cmpstr (copy->text, ==, "one\n  two & <three>");
  g_assert_cmpfloat (copy->x, ==, 1000);
  g_assert_cmpfloat (copy->y, ==, 2000);
  g_assert_cmpfloat (copy->width, ==, 700);
  g_assert_cmpint (copy->color, ==, IM_FRAME_BLUE);
  g_assert_cmpfloat (im_document_get_node (document, n_nodes)->x, ==, 1020);
  im_document_undo (document);
  after = dup_bytes (document);
  g_assert_true (g_bytes_equal (before, after));

  note = im_document_dup_nodes_text (document, NULL, 0, get_frame (fixture, "Note"));
  g_assert_true (im_document_paste (document, note, 0, 5, 6, &n, &error));
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpstr (im_document_get_undo_name (document), ==, "Paste Frame");
  assert_frame (fixture, "frame id=\"Note_2\" at 5 6 size 100 100 gray\n");
  g_assert_true (im_document_duplicate (document, NULL, 0, get_frame (fixture, "Note"), 7,
                                        8, &first, &n, &error));
  assert_frame (fixture, "frame id=\"Note_3\" at 7 8 size 100 100 gray\n");
}

/* New nodes and inputs do not take the name of a frame. */
static void
test_names (Fixture *fixture, gconstpointer example)
{
  g_assert_true (apply (fixture,
                        "frame abs 0 500 200 100\nadd Core.Math.Abs\n"
                        "connect window.output -> abs_2.input",
                        NULL));
  assert_frame (fixture, "node unit id=\"abs_2\" unit=");
}

static void
test_refused (Fixture *fixture, gconstpointer example)
{
  static const struct
  {
    const char *script;
    const char *message;
  } graph[] = {
    { "frame window 0 0 40 40", "window: there is a node, an input, an output or an" },
    { "frame input 0 0 40 40", "input: there is a node, an input, an output or an" },
    { "frame \"a b\" 0 0 40 40", "a b: it is no name, which has letters, digits" },
    { "frame A 0 0 40 40\nchange A color = mauve",
      "A: “mauve” is no color of a frame, expected one of gray, blue, green, yellow, " },
    { "frame A 0 0 40 40\nchange A color =", "A: “” is no color of a frame" },
    { "frame A 0 0 40 40 = a\\\nb", "the title of a frame is one line" },
    { "frame A 0 0 40 40\nchange A title = a\\\nb", "the title of a frame is one line" },
    { "frame A 0 0 40 40\nchange A min = 1",
      "A: a frame has a title, a text and a color" },
    { "frame A 0 0 40 40\nchange A text = \x01",
      "Frame has the byte 0x01 at byte 0, which XML cannot" },
    { "change input title = 1", "input: it has no “title” that could be set" },
    { "change input color = blue", "input: it has no “color” that could be set" },
    { "frame A 0 0 40 40\ninput A", "A: there is a frame of that name already" },
    { "frame A 0 0 40 40\nrename window = A",
      "A: there is a frame of that name already" },
    { "place Nothing 1 2", "Nothing: there is no such node" },
    { "frame A 0 0 40 40\nconnect A.output -> window.input", "A: there is no such node" },
  };
  static const struct
  {
    const char *script;
    const char *message;
  } stack[] = {
    { "frame A 0 0 40 40", "only a graph has frames" },
  };
  gboolean is_stack = strstr (example, "audio-window") != NULL;
  guint n = is_stack ? G_N_ELEMENTS (stack) : G_N_ELEMENTS (graph);

  for (guint i = 0; i < n; i++)
    {
      const char *message = is_stack ? stack[i].message : graph[i].message;
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = NULL;

      g_assert_false (
          apply (fixture, is_stack ? stack[i].script : graph[i].script, &error));
      g_assert_nonnull (error);
      if (strstr (error->message, message) == NULL)
        g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, message));
      bytes = dup_bytes (fixture->document);
      g_assert_true (g_bytes_equal (bytes, fixture->before));
    }
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*test) (Fixture *fixture, gconstpointer example);
    const char *example;
  } tests[] = {
    { "edits", test_edits, "high-band-level.imunit" },
    { "with-nodes", test_with_nodes, "high-band-level.imunit" },
    { "gesture", test_gesture, "high-band-level.imunit" },
    { "groups", test_groups, "high-band-level.imunit" },
    { "copies", test_copies, "high-band-level.imunit" },
    { "names", test_names, "high-band-level.imunit" },
    { "refused", test_refused, "high-band-level.imunit" },
    { "refused-of-stack", test_refused, "audio-window.imunit" },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/document/frames/", tests[i].name, NULL);

      g_test_add (path, Fixture, tests[i].example, set_up_example, tests[i].test,
                  tear_down_example);
    }

  return g_test_run ();
}
