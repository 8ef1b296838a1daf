/* SPDX-License-Identifier: MIT
 *
 * Edits of a node graph and of places, each undone to the same bytes.
 */
#include "document/help/im-argument-error.h"
#include "document/help/im-document-fix.h"
#include "document/state/im-document-steps.h"
#include "document/state/im-document-value.h"
#include "example.h"

#include <math.h>
#include <string.h>

static void
test_layers (Fixture *fixture, gconstpointer example)
{
  ImDocument *document = fixture->document;
  g_autoptr (GError) error = NULL;

  g_assert_true (im_document_is_free (document));
  g_assert_cmpuint (im_document_get_n_layers (document), ==, 4);
  assert_problems (document, 0);
  g_assert_cmpstr (im_document_get_layer (document, 2)->name, ==, "window");
  g_assert_true (im_document_set_argument (document, 2, "stride", "80", &error));
  g_assert_true (
      im_document_set_argument (document, 2, "buffer_multiplier", "2", &error));
  g_assert_true (im_document_set_argument (document, 2, "stride", NULL, &error));
  g_assert_false (im_document_move_layer (document, 0, 2, &error));
  g_assert_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT);
}

static void
test_links (Fixture *fixture, gconstpointer example)
{
  ImDocument *document = fixture->document;
  g_autoptr (GError) error = NULL;
  const ImGraphLink *link;
  guint window = find_node (document, "window");
  const ImDocumentPlace other = { window, 700, 80 };

  link = im_graph_find_link (im_document_get_graph (document), window, "input");
  g_assert_true (
      im_document_add_unit (document, "Core.Math.Abs", 10, 20, link, &other, 1, &error));
  g_assert_cmpstr (im_document_get_undo_name (document), ==, "Add Abs");
  g_assert_cmpfloat (im_document_get_node (document, window)->x, ==, 700);
  g_assert_cmpfloat (im_document_get_node (document, window)->y, ==, 80);
  assert_links (document, "window", "abs.output>input");
  assert_links (document, "abs", "difference.output>input");
  assert_problems (document, 0);
  g_assert_true (
      im_document_add_unit (document, "Core.Math.Abs", 10, 20, NULL, NULL, 0, &error));
  g_assert_true (
      im_document_get_node (document, find_node (document, "abs_2"))->is_placed);
  assert_problems (document, 1);
  g_assert_true (im_document_connect (document, find_node (document, "microphone"),
                                      "value", find_node (document, "abs_2"), "input",
                                      &error));
  assert_problems (document, 0);
  g_assert_true (im_document_connect (document, find_node (document, "abs_2"), "output",
                                      window, "input", &error));
  assert_links (document, "window", "abs_2.output>input");
  g_assert_true (im_document_disconnect (document, window, "input", &error));
  assert_links (document, "window", "");
  g_assert_no_error (error);
}

static void
test_remove (Fixture *fixture, gconstpointer example)
{
  ImDocument *document = fixture->document;
  guint nodes[] = { find_node (document, "difference"), find_node (document, "window") };

  g_assert_true (im_document_remove_nodes (document, nodes, 2, TRUE, NULL));
  assert_links (document, "level", "microphone.value>input");
  im_document_undo (document);
  g_assert_true (im_document_remove_nodes (document, nodes, 2, FALSE, NULL));
  assert_links (document, "level", "");
  g_assert_cmpstr (im_document_get_undo_name (document), ==, "Remove 2 nodes");
}

static void
test_check_link (Fixture *fixture, gconstpointer example)
{
  ImDocument *document = fixture->document;
  g_autofree char *cycle = im_document_check_link (
      document, find_node (document, "level"), "output", find_node (document, "low_pass"),
      "input");
  g_autofree char *kind = im_document_check_link (document, find_node (document, "edge"),
                                                  "value", find_node (document, "level"),
                                                  "input");
  g_autofree char *good = im_document_check_link (
      document, find_node (document, "microphone"), "value",
      find_node (document, "window"), "input");

  g_assert_nonnull (cycle);
  g_assert_nonnull (kind);
  g_assert_null (good);
  g_assert_false (im_document_is_modified (document));
}

/* A stack says places in our own namespace, and forgets them when it is laid out. */
static void
test_places (Fixture *fixture, gconstpointer example)
{
  ImDocument *document = fixture->document;
  ImDocumentPlace place = { im_document_find_node (document, 1), 120.4, -7 };
  const ImDocumentNode *node;
  g_autoptr (GBytes) after = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_false (im_document_get_node (document, place.node)->is_placed);
  g_assert_true (im_document_place_nodes (document, &place, 1, &error));
  node = im_document_get_node (document, place.node);
  g_assert_true (node->is_placed);
  g_assert_cmpfloat (node->x, ==, 120);
  g_assert_cmpfloat (node->y, ==, -7);
  assert_problems (document, 0);
  g_assert_true (im_document_clear_places (document, &error));
  after = dup_bytes (document);
  g_assert_true (g_bytes_equal (fixture->before, after));
  g_assert_no_error (error);
}

/* A group computes what its layers did, and is gone without a trace in the pipeline. */
static void
test_group (Fixture *fixture, gconstpointer example)
{
  ImDocument *document = fixture->document;
  g_autoptr (GString) before = g_string_new (NULL);
  g_autoptr (GString) after = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  const ImDocumentLayer *group;
  guint n;

  im_unit_append_description (im_document_get_unit (document), before);
  g_assert_true (im_document_group (document, 0, 2, &error));
  g_assert_no_error (error);
  assert_layers (document, "Group Rms");
  assert_problems (document, 0);
  group = im_document_get_layer (document, 0);
  g_assert_cmpstr (group->unit->id.text, ==, "Examples.AudioWindow.Group");
  g_assert_nonnull (im_unit_find_parameter (group->unit, "stride"));
  g_assert_cmpuint (im_document_get_program (document)->n_instances, ==, 3);

  /* Inside, layers have the values that they have from outside. */
  g_assert_false (im_document_enter (document, 1));
  g_assert_true (im_document_enter (document, 0));
  assert_layers (document, "SlidingWindow Hann");
  assert_problems (document, 0);
  g_assert_nonnull (im_document_get_layer (document, 1)->evaluation);
  g_assert_true (im_document_insert_layer (document, 2, "Core.Math.Abs", &error));
  assert_layers (document, "SlidingWindow Hann Abs");
  im_document_leave (document, 0);
  assert_layers (document, "Group Rms");
  g_assert_cmpuint (im_document_get_program (document)->n_instances, ==, 4);
  im_document_undo (document);

  g_assert_true (im_document_ungroup (document, 0, &n, &error));
  g_assert_cmpuint (n, ==, 2);
  assert_layers (document, "SlidingWindow Hann Rms");
  assert_problems (document, 0);
  g_assert_cmpuint (im_unit_file_get_count (im_document_get_file (document)), ==, 1);
  g_assert_false (im_document_ungroup (document, 0, &n, &error));
  g_assert_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT);
}

static void
assert_argument (ImDocument *document, guint layer, const char *input, const char *part)
{
  const char *text = im_document_get_argument (document, layer, input);

  g_assert_nonnull (text);
  g_assert_nonnull (strstr (text, part));
}

/* Arrays at inputs stay with their layers, wherever these go. */
static void
test_arrays (Fixture *fixture, gconstpointer example)
{
  ImDocument *document = fixture->document;
  g_autoptr (GError) error = NULL;
  const guint convolution = im_document_find_node (document, 1);
  g_autofree char *copy = im_document_dup_nodes_text (document, &convolution, 1, NULL);
  guint n;

  assert_problems (document, 0);
  assert_argument (document, 1, "filter", "bands.npy");
  g_assert_nonnull (strstr (copy, "bands.npy"));

  g_assert_true (im_document_group (document, 0, 2, &error));
  g_assert_no_error (error);
  assert_problems (document, 0);
  g_assert_true (im_document_ungroup (document, 0, &n, &error));
  g_assert_no_error (error);
  assert_problems (document, 0);
  assert_argument (document, 1, "filter", "bands.npy");

  /* Only the names of sockets belong to the place in the stack. */
  g_assert_true (im_document_move_layer (document, 1, 0, &error));
  assert_argument (document, 0, "filter", "bands.npy");
  g_assert_null (im_document_get_argument (document, 1, "filter"));
  im_document_undo (document);
  assert_problems (document, 0);

  g_assert_true (im_document_set_argument (document, 1, "filter", "taps", &error));
  assert_problems (document, 2);
  im_document_undo (document);
  assert_problems (document, 0);
}

/* A composite of the library becomes layers that can be edited. */
static void
test_unfold (Fixture *fixture, gconstpointer example)
{
  ImDocument *document = fixture->document;
  g_autoptr (GError) error = NULL;
  guint n_instances = im_document_get_program (document)->n_instances, n;

  assert_layers (document, "Mfcc");
  g_assert_true (im_document_ungroup (document, 0, &n, &error));
  g_assert_no_error (error);
  assert_problems (document, 0);
  g_assert_cmpuint (n, >, 1);
  g_assert_cmpuint (im_document_get_n_layers (document), ==, n);
  g_assert_cmpuint (im_document_get_program (document)->n_instances, ==, n_instances);
}

/* Nothing comes from a circle of units that are gone. */
static void
test_dissolve_circle (Fixture *fixture, gconstpointer example)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (apply (fixture,
                        "connect window.output -> low_pass.input\n"
                        "connect low_pass.output -> window.input\n"
                        "dissolve low_pass window",
                        &error));
  g_assert_no_error (error);
  g_assert_cmpint (
      im_graph_find_node (im_document_get_graph (fixture->document), "window"), <, 0);
}

/* A name that XML does not allow is refused, and so is all of its step. */
static void
test_bad_names (Fixture *fixture, gconstpointer example)
{
  static const char *const scripts[] = {
    "attribute Imaginet \"a b\" = 1",
    "disable window\ncontent Imaginet 1a = text",
    "disable window\nattribute Imaginet \"\" = 1",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = NULL;

      g_assert_false (apply (fixture, scripts[i], &error));
      g_assert_nonnull (strstr (error->message, "it is no name of XML"));
      bytes = dup_bytes (fixture->document);
      g_assert_true (g_bytes_equal (bytes, fixture->before));
    }
}

/* A new graph has all that it takes, made of edits alone, and gives what it says. */
static void
test_parameters (Fixture *fixture, gconstpointer example)
{
  g_autoptr (GError) error = NULL;
  const ImUnit *unit;
  const ImUnitNode *half;
  const ImOption *gain;

  g_assert_true (apply (fixture,
                        "input side = float32[64]@100\n"
                        "option gain double at 7 8 = 2.5\n"
                        "expression half = gain / 2\n"
                        "expression floor_value = -half\n"
                        "add Core.Math.Clip\n"
                        "output clipped\n"
                        "connect side.value -> clip.input\n"
                        "connect half.output -> clip.high\n"
                        "connect floor_value.output -> clip.low\n"
                        "connect clip.output -> clipped.value",
                        &error));
  g_assert_no_error (error);
  assert_links (fixture->document, "half", "gain.value>gain");
  assert_links (fixture->document, "floor_value", "half.output>half");
  assert_links (fixture->document, "clipped", "clip.output>value");

  g_assert_true (apply (fixture,
                        "change gain min = 1\n"
                        "change gain max = 4\n"
                        "change gain text = Loudness\n"
                        "change gain description = How loud\n"
                        "change gain choices = Low: 2, 2.5\n"
                        "change half inputs = loud: Real\n"
                        "change half expression = loud / side.shape.size(0)\n"
                        "change half type = Real",
                        &error));
  g_assert_no_error (error);
  unit = im_document_get_unit (fixture->document);
  gain = im_unit_find_parameter (unit, "gain")->option;
  g_assert_cmpstr (gain->initial.text, ==, "2.5");
  g_assert_cmpstr (gain->minimum.text, ==, "1");
  g_assert_cmpstr (gain->maximum.text, ==, "4");
  g_assert_cmpstr (gain->parameter->text, ==, "Loudness");
  g_assert_cmpstr (gain->parameter->description, ==, "How loud");
  g_assert_cmpuint (gain->n_items, ==, 2);
  g_assert_cmpstr (gain->items[0].label, ==, "Low");
  half = im_document_get_node (fixture->document, find_node (fixture->document, "half"))
             ->node->declaration;
  g_assert_cmpstr (half->expression->text, ==, "loud / side.shape.size(0)");
  g_assert_cmpstr (half->result_type.text, ==, "Real");
  assert_links (fixture->document, "half", "gain.value>loud side.value>side");
  /* A pipe to what has its name goes with its use, one that somebody made stays. */
  g_assert_true (apply (fixture, "change half expression = 3.5", &error));
  assert_links (fixture->document, "half", "gain.value>loud");

  /* What does not fit the type is gone. */
  g_assert_true (apply (fixture, "change gain type = int32", &error));
  gain = im_unit_find_parameter (im_document_get_unit (fixture->document), "gain")
             ->option;
  g_assert_cmpint (gain->parameter->kind, ==, IM_PARAMETER_INT);
  g_assert_null (gain->initial.text);
  g_assert_cmpstr (gain->maximum.text, ==, "4");
  g_assert_false (gain->has_items);
}

/* An output that nothing gives can be removed, and an expression says what it lacks. */
static void
test_loose_parameters (Fixture *fixture, gconstpointer example)
{
  g_autoptr (GError) error = NULL;
  gboolean is_said = FALSE;
  guint n_fixed = 0;

  g_assert_true (apply (fixture,
                        "output loose\n"
                        "expression half = rate / 2",
                        &error));
  for (guint i = 0;
       i < im_diagnostics_get_count (im_document_get_problems (fixture->document)); i++)
    is_said |= strstr (
                   im_diagnostics_get (im_document_get_problems (fixture->document), i)
                       ->message,
                   "the input “rate” is not connected") != NULL;
  g_assert_true (is_said);
  for (guint i = 0;
       i < im_diagnostics_get_count (im_document_get_problems (fixture->document)); i++)
    {
      g_autoptr (GPtrArray) fixes = im_document_find_fixes (
          fixture->document,
          im_diagnostics_get (im_document_get_problems (fixture->document), i));

      if (fixes->len == 1 &&
          im_document_apply_fix (fixture->document, fixes->pdata[0], &error))
        n_fixed++;
      if (n_fixed > 0)
        break;
    }
  g_assert_no_error (error);
  g_assert_cmpuint (n_fixed, ==, 1);
  g_assert_cmpint (
      im_graph_find_node (im_document_get_graph (fixture->document), "loose"), <, 0);
}

/* What a node gives an option, NULL if none does. */
static const char *
get_expression (ImDocument *document, const char *node, const char *option)
{
  gint layer = im_document_get_node (document, find_node (document, node))->layer;
  const ImGraphNode *expression = im_document_find_expression (document, (guint) layer,
                                                               option);

  return expression == NULL ? NULL : expression->declaration->expression->text;
}

static const char *
get_argument (ImDocument *document, const char *node, const char *option)
{
  return im_document_get_argument (
      document,
      (guint) im_document_get_node (document, find_node (document, node))->layer, option);
}

/* An option of a node is set by an expression as in a stack: a node of its own gives it.
 */
static void
test_wired_expression (Fixture *fixture, gconstpointer example)
{
  ImDocument *document = fixture->document;
  guint n_nodes = im_document_get_graph (document)->n_nodes;
  g_autoptr (GError) error = NULL;

  g_assert_true (
      apply (fixture, "set window.stride = Math.round(input.rate / 100)", &error));
  g_assert_no_error (error);
  g_assert_cmpstr (im_document_get_undo_name (document), ==,
                   "Set Stride of Sliding Window");
  g_assert_null (get_argument (document, "window", "stride"));
  assert_links (document, "window",
                "difference.output>input window_stride.output>stride");
  assert_links (document, "window_stride", "microphone.value>input");
  assert_problems (document, 0);

  /* The same node is changed, with its pipes. */
  g_assert_true (apply (fixture, "set window.stride = Math.round(edge / 10)", &error));
  g_assert_cmpuint (im_document_get_graph (document)->n_nodes, ==, n_nodes + 1);
  g_assert_cmpstr (get_expression (document, "window", "stride"), ==,
                   "Math.round(edge / 10)");
  assert_links (document, "window_stride", "edge.value>edge");
  assert_problems (document, 0);
  g_assert_true (apply (fixture, "set window.stride = 80", &error));
  g_assert_cmpuint (im_document_get_graph (document)->n_nodes, ==, n_nodes);
  g_assert_cmpstr (get_argument (document, "window", "stride"), ==, "80");
  assert_links (document, "window", "difference.output>input");

  /* One that something else reads is not changed for it, and stays. */
  g_assert_true (apply (fixture,
                        "set window.stride = edge\n"
                        "expression twice = window_stride * 2\n"
                        "set window.stride = edge / 2",
                        &error));
  g_assert_no_error (error);
  g_assert_cmpstr (get_expression (document, "window", "stride"), ==, "edge / 2");
  assert_links (document, "window",
                "difference.output>input window_stride_2.output>stride");
  assert_links (document, "twice", "window_stride.output>window_stride");
  g_assert_true (apply (fixture, "reset window.stride", &error));
  g_assert_cmpint (
      im_graph_find_node (im_document_get_graph (document), "window_stride_2"), ==, -1);
  g_assert_true (
      apply (fixture, "connect window_stride.output -> window.stride", &error));
  g_assert_true (apply (fixture, "reset window.stride", &error));
  g_assert_null (get_expression (document, "window", "stride"));
  assert_links (document, "twice", "window_stride.output>window_stride");
  g_assert_false (apply (fixture, "reset window.stride", &error));
  g_assert_no_error (error);
}

/* A value of another type than the option takes is told where its expression stands. */
static void
test_wired_type (Fixture *fixture, gconstpointer example)
{
  ImDocument *document = fixture->document;
  g_autoptr (GError) error = NULL;
  g_autofree char *told = NULL, *mended = NULL;
  guint layer;

  g_assert_true (apply (fixture, "set window.stride = edge * 0.5", &error));
  g_assert_no_error (error);
  layer = (guint) im_document_get_node (document, find_node (document, "window"))->layer;
  told = im_argument_error_dup (document, layer, "stride", NULL);
  g_assert_nonnull (told);
  g_assert_nonnull (strstr (told, "“stride” takes an int, found a double"));
  g_assert_true (apply (fixture, "set window.stride = Math.round(edge * 0.5)", &error));
  mended = im_argument_error_dup (document, layer, "stride", NULL);
  g_assert_cmpstr (mended, ==, NULL);
}

/* New nodes of expressions stand on the left and cover nothing, also not each other. */
static void
test_wired_places (Fixture *fixture, gconstpointer example)
{
  ImDocument *document = fixture->document;
  const ImGraph *graph;

  g_assert_true (apply (fixture,
                        "set window.stride = edge\n"
                        "set window.window_shape = input.shape\n"
                        "set window.buffer_multiplier = edge / 1000\n"
                        "set level.axis = edge / 1000",
                        NULL));
  graph = im_document_get_graph (document);
  for (guint i = 0; i < graph->n_nodes; i++)
    for (guint k = 0; k < i; k++)
      {
        const ImDocumentNode *node = im_document_get_node (document, i),
                             *other = im_document_get_node (document, k);

        if (node->node->kind == IM_NODE_EXPRESSION)
          g_assert_true (fabs (node->x - other->x) >= 300 ||
                         fabs (node->y - other->y) >= 120);
      }
  g_assert_cmpfloat (
      im_document_get_node (document, find_node (document, "window_stride"))->x, <,
      im_document_get_node (document, find_node (document, "window"))->x);
}

/* A stack says the same in its parameters, and keeps what is in use. */
static void
test_stack_parameters (Fixture *fixture, gconstpointer example)
{
  g_autoptr (GError) error = NULL;
  const ImUnit *unit;
  guint n;

  unit = im_document_get_unit (fixture->document);
  n = unit->n_parameters;
  g_assert_true (apply (fixture,
                        "option lower double = 1\n"
                        "expression upper = lower * 2\n"
                        "input side = float32[3]\n"
                        "output copy\n"
                        "insert Core.Math.Clip\n"
                        "set Clip.high = upper\n"
                        "change upper expression = lower * 4\n"
                        "change lower max = 5\n"
                        "change copy text = Second",
                        &error));
  g_assert_no_error (error);
  unit = im_document_get_unit (fixture->document);
  g_assert_cmpuint (unit->n_parameters, ==, n + 4);
  g_assert_cmpstr (im_unit_find_parameter (unit, "upper")->binding->value->text, ==,
                   "lower * 4");
  g_assert_cmpstr (im_unit_find_parameter (unit, "copy")->text, ==, "Second");

  g_assert_false (apply (fixture, "remove lower", &error));
  g_assert_nonnull (strstr (error->message, "“upper” uses it; change that first"));
  g_clear_error (&error);
  g_assert_false (apply (fixture, "remove upper lower", &error));
  g_assert_nonnull (strstr (error->message, "“Clip.high” uses it"));
  g_clear_error (&error);
  g_assert_true (
      apply (fixture, "reset Clip.high\nremove upper lower side copy", &error));
  g_assert_no_error (error);
  g_assert_cmpuint (im_document_get_unit (fixture->document)->n_parameters, ==, n);
}

typedef struct
{
  const char *script;
  const char *message;
} Refused;

static void
test_refused_parameters (Fixture *fixture, gconstpointer example)
{
  static const Refused graph[] = {
    { "option gain double = 1\ninput gain", "of that name already" },
    { "input 1a", "it is no name, which has letters, digits" },
    { "output null", "it is a word of expressions" },
    { "input a = float32[", "float32[" },
    { "input a = int8[3];shift=2", "has no shift" },
    { "option a bool = 2", "expected true or false" },
    { "option a int32 = 2.5", "expected a whole number" },
    { "option a double = x", "expected a number" },
    { "option a shape = [1", "expected “,” or “]”" },
    { "expression a = 1 +", "a: character 4: expected a value" },
    { "set window.stride = 1 +", "stride: character 4: expected a value" },
    { "set window.stride = 2 * wide",
      "stride: character 5: there is no input, option or expression “wide” here" },
    { "expression window = 1", "there is a node of that name already" },
    { "change window text = a", "no input, output, option, expression or frame of" },
    { "option a double = 1\nchange a min = 2",
      "min 2 would be greater than the default" },
    { "option a double = 1\nchange a type = float", "is no type of an option, expected" },
    { "option a bool\nchange a min = 1", "it has no “min” that could be set" },
    { "expression a = 1\nchange a inputs = b, b", "there are two inputs of that name" },
    { "expression a = b\nchange a inputs", "the expression uses this input" },
    { "expression a = 1\nchange a type = a:b", "expected Boolean, Integer, Real" },
  };
  static const Refused stack[] = {
    { "remove output", "it is the only output" },
    { "input a at 1 2", "has no place of its own" },
    { "output a\nchange a shape = 1 +", "character 4" },
    { "output a\nchange a shape", "has a type and a shape" },
  };
  gboolean is_free = im_document_is_free (fixture->document);
  const Refused *rows = is_free ? graph : stack;

  for (gsize i = 0; i < (is_free ? G_N_ELEMENTS (graph) : G_N_ELEMENTS (stack)); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = NULL;

      g_assert_false (apply (fixture, rows[i].script, &error));
      if (strstr (error->message, rows[i].message) == NULL)
        g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, rows[i].message));
      bytes = dup_bytes (fixture->document);
      g_assert_true (g_bytes_equal (bytes, fixture->before));
    }
}

int
main (int argc, char **argv)
{
  const char *node_graph = "high-band-level.imunit", *stack = "audio-window.imunit";
  const char *network = "sound-classes.imunit";

  g_test_init (&argc, &argv, NULL);
  g_test_add ("/document/graph/layers", Fixture, node_graph, set_up_example, test_layers,
              tear_down_example);
  g_test_add ("/document/graph/links", Fixture, node_graph, set_up_example, test_links,
              tear_down_example);
  g_test_add ("/document/graph/remove", Fixture, node_graph, set_up_example, test_remove,
              tear_down_example);
  g_test_add ("/document/graph/dissolve-circle", Fixture, node_graph, set_up_example,
              test_dissolve_circle, tear_down_example);
  g_test_add ("/document/graph/bad-names", Fixture, node_graph, set_up_example,
              test_bad_names, tear_down_example);
  g_test_add ("/document/graph/parameters", Fixture, node_graph, set_up_example,
              test_parameters, tear_down_example);
  g_test_add ("/document/graph/wired-expression", Fixture, node_graph, set_up_example,
              test_wired_expression, tear_down_example);
  g_test_add ("/document/graph/wired-places", Fixture, node_graph, set_up_example,
              test_wired_places, tear_down_example);
  g_test_add ("/document/graph/wired-type", Fixture, node_graph, set_up_example,
              test_wired_type, tear_down_example);
  g_test_add ("/document/graph/loose-parameters", Fixture, node_graph, set_up_example,
              test_loose_parameters, tear_down_example);
  g_test_add ("/document/graph/stack-parameters", Fixture, stack, set_up_example,
              test_stack_parameters, tear_down_example);
  g_test_add ("/document/graph/refused", Fixture, node_graph, set_up_example,
              test_refused_parameters, tear_down_example);
  g_test_add ("/document/graph/refused-of-stack", Fixture, stack, set_up_example,
              test_refused_parameters, tear_down_example);
  g_test_add ("/document/graph/check-link", Fixture, node_graph, set_up_example,
              test_check_link, tear_down_example);
  g_test_add ("/document/graph/places", Fixture, stack, set_up_example, test_places,
              tear_down_example);

  g_test_add ("/document/graph/arrays", Fixture, network, set_up_example, test_arrays,
              tear_down_example);
  g_test_add ("/document/graph/group", Fixture, stack, set_up_example, test_group,
              tear_down_example);
  g_test_add ("/document/graph/unfold", Fixture, "speech-features.imunit", set_up_example,
              test_unfold, tear_down_example);

  return g_test_run ();
}
