/* SPDX-License-Identifier: MIT
 *
 * Fixes that are found for problems of real units; behind each of them the problem is
 * gone, and undoing it gives the file back.
 */
#include "document/help/im-document-fix.h"

#include <glib/gstdio.h>
#include <string.h>

#include "document/state/im-document-value.h"

/* A pipeline of one unit whose input is 400 samples at 16000 Hz, after what @before
 * gives. */
#define FILE_FORMAT                                                         \
  "<Imaginet xmlns:im=\"urn:imaginet-studio:1\">\n"                         \
  "<Composite unit=\"Test.Fix\"><Parameters>\n"                             \
  "<InputSocket name=\"input\" im:type=\"Float32\" im:shape=\"%s\""         \
  " im:rate=\"16000\" pipe=\"data\" />\n"                                   \
  "<OutputSocket name=\"output\" type=\"input.type\" shape=\"input.shape\"" \
  " pipe=\"data\" /></Parameters>\n"                                        \
  "<Stacked><Unit id=\"%s\">%s</Unit></Stacked>\n"                          \
  "</Composite></Imaginet>\n"

#define ARGUMENT(name, value) "<Argument param=\"" name "\">" value "</Argument>"

/* A sum of windows of one input and what a node gives. */
#define JOIN_FORMAT                                                                      \
  "<Imaginet xmlns:im=\"urn:imaginet-studio:1\"><Compound "                              \
  "unit=\"Test.Join\"><Nodes>\n" INPUT ("x") INPUT ("y") WINDOW ("early", "75") WINDOW ( \
      "late", "30") "<UnitNode id=\"join\" x=\"300\" y=\"0\" enabled=\"true\" "          \
                    "unit=\"Core.Math.Add\" />\n"                                        \
                    "<TensorOutputNode id=\"out\" param=\"out\" "                        \
                    "/>\n</Nodes><Connections>\n" LINK ("x", "value", "early", "input")  \
                        LINK ("y", "value", "late", "input")                             \
                            LINK ("early", "output", "join", "a") LINK ("%s", "%s",      \
                                                                        "join", "b")     \
                                LINK ("join", "output", "out",                           \
                                      "value") "</Connections></Compound></Imaginet>\n"
#define INPUT(name)                                                          \
  "<TensorInputNode id=\"" name "\" param=\"" name "\" im:type=\"Float32\" " \
  "im:shape=\"[3]\" im:rate=\"100\" />\n"
#define WINDOW(name, stride)                                      \
  "<UnitNode id=\"" name "\" x=\"100\" y=\"0\" enabled=\"true\" " \
  "unit=\"Core.Queues.SlidingWindow\">"                           \
  "<ShapeArgument param=\"window_shape\">[50,3]</ShapeArgument>"  \
  "<Int32Argument param=\"stride\">" stride "</Int32Argument></UnitNode>\n"
#define LINK(from, output, to, input)                             \
  "<Connection><Source node=\"" from "\" param=\"" output "\" />" \
  "<Target node=\"" to "\" param=\"" input "\" /></Connection>\n"

typedef struct
{
  const char *name;
  const char *shape;
  const char *unit;
  const char *arguments;
  const char *fixes; /* what is offered for the first problem */
} FixCase;

static const FixCase fix_cases[] = {
  { "stride-above-window", "[1]", "Core.Queues.SlidingWindow",
    ARGUMENT ("window_shape", "System.Shape(160)") ARGUMENT ("stride", "500"),
    "stride=160" },
  { "stride-far-above-window", "[1]", "Core.Queues.SlidingWindow",
    ARGUMENT ("window_shape", "System.Shape(160)") ARGUMENT ("stride", "2000000000"),
    "stride=160" },
  { "stride-zero", "[1]", "Core.Queues.SlidingWindow",
    ARGUMENT ("window_shape", "System.Shape(160)") ARGUMENT ("stride", "0"), "stride=1" },
  { "stride-of-channels", "[3]", "Core.Queues.SlidingWindow",
    ARGUMENT ("window_shape", "System.Shape(50, 3)") ARGUMENT ("stride", "25"),
    "stride=24" },
  { "window-of-other-channels", "[3]", "Core.Queues.SlidingWindow",
    ARGUMENT ("window_shape", "System.Shape(128, 4)"), "window_shape=[128,3]" },
  { "channels-as-samples", "[3]", "Core.Queues.SlidingWindow",
    ARGUMENT ("window_shape", "System.Shape(512)"), "window_shape=[512,3]" },
  { "axis-above", "[400,1]", "Core.Window.Hann", ARGUMENT ("axis", "9"), "axis=1" },
  { "axis-of-fft", "[512,3]", "Core.Spectral.RealFft", ARGUMENT ("axis", "0"), "axis=1" },
  { "fft-of-400", "[400]", "Core.Spectral.RealFft", ARGUMENT ("axis", "0"), "" },
  { "power-of-two-above", "[1]", "Core.Spectral.LogMelSpectrogram",
    ARGUMENT ("window_size", "500") ARGUMENT ("stride", "160"), "window_size=512" },
  { "power-of-two-below", "[1]", "Core.Spectral.LogMelSpectrogram",
    ARGUMENT ("window_size", "300") ARGUMENT ("stride", "160"), "window_size=256" },
  { "clip-exchanged", "[3]", "Core.Math.Clip",
    ARGUMENT ("low", "5") ARGUMENT ("high", "2"), "low=2 high=5" },
  { "half-of-rate", "[257]", "Core.Spectral.MelFilterbank",
    ARGUMENT ("sample_rate", "16000") ARGUMENT ("high", "9000"),
    "sample_rate=18000 high=8000" },
  { "expression", "[1]", "Core.Queues.SlidingWindow",
    ARGUMENT ("window_shape", "System.Shape(160)") ARGUMENT ("stride", "100 + 200"),
    "stride=160" },
  { "unknown-name", "[1]", "Core.Queues.SlidingWindow", ARGUMENT ("stride", "strid"),
    "" },
};

typedef struct
{
  ImUnitLibrary *library;
  char *folder;
  char *path;
  ImDocument *document;
} Fixture;

static void
open_text (Fixture *fixture, const char *text)
{
  g_autofree char *units = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GError) error = NULL;

  fixture->library = im_unit_library_new ();
  im_unit_library_add_root (fixture->library, units, problems);
  fixture->folder = g_dir_make_tmp ("fix-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->path = g_build_filename (fixture->folder, "fix.imunit", NULL);
  g_assert_true (g_file_set_contents (fixture->path, text, -1, NULL));
  fixture->document = im_document_open (fixture->path, fixture->library, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  const FixCase *c = data;
  g_autofree char *text = g_strdup_printf (FILE_FORMAT, c->shape, c->unit, c->arguments);

  open_text (fixture, text);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->document);
  im_unit_library_unref (fixture->library);
  g_remove (fixture->path);
  g_rmdir (fixture->folder);
  g_free (fixture->path);
  g_free (fixture->folder);
}

/* The first error or warning of the layer, or NULL. */
static const ImDiagnostic *
find_problem (ImDocument *document)
{
  const ImDiagnostics *problems = im_document_get_problems (document);

  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);

      if (problem->severity != IM_SEVERITY_HINT &&
          im_document_find_layer (document, problem) == 0)
        return problem;
    }

  return NULL;
}

static char *
dup_fixes (const GPtrArray *fixes)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < fixes->len; i++)
    {
      const ImDocumentFix *fix = g_ptr_array_index (fixes, i);

      g_string_append_printf (out, "%s%s=%s", i > 0 ? " " : "", fix->option, fix->value);
    }

  return g_string_free (out, FALSE);
}

static void
test_fix (Fixture *fixture, gconstpointer data)
{
  const FixCase *c = data;
  const ImDiagnostic *problem = find_problem (fixture->document);
  g_autofree char *message = NULL;
  g_autoptr (GPtrArray) fixes = NULL;
  g_autofree char *actual = NULL;

  g_assert_nonnull (problem);
  message = g_strdup (problem->message);
  fixes = im_document_find_fixes (fixture->document, problem);
  actual = dup_fixes (fixes);
  g_assert_cmpstr (actual, ==, c->fixes);
  for (guint i = 0; i < fixes->len; i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (im_document_apply_fix (fixture->document,
                                            g_ptr_array_index (fixes, i), &error));
      g_assert_no_error (error);
      g_assert_null (find_problem (fixture->document));
      im_document_undo (fixture->document);
      g_assert_cmpstr (find_problem (fixture->document)->message, ==, message);
      g_assert_false (im_document_is_modified (fixture->document));
    }
}

static void
test_value (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *option;
    const char *text;
    const char *value; /* NULL if it is an expression */
    const char *written;
  } rows[] = {
    { "stride", "25", "25", "25" },
    { "stride", " -3", "-3", "-3" },
    { "stride", "1.5", NULL, NULL },
    { "stride", "2 + 3", NULL, NULL },
    { "stride", "size", NULL, NULL },
    { "stride", "true", NULL, NULL },
    { "stride", "1 +", NULL, NULL },
    { "window_shape", "System.Shape(400,1)", "[400,1]", "System.Shape(400, 1)" },
    { "window_shape", "System.Shape(400, n)", NULL, NULL },
    { "window_shape", "input.shape", NULL, NULL },
  };
  const ImUnit *unit = im_document_get_layer (fixture->document, 0)->unit;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const ImParameter *option = im_unit_find_parameter (unit, rows[i].option);
      g_autoptr (ImArena) arena = im_arena_new ();
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *written = NULL;
      ImValue value;
      gboolean is_plain = im_document_parse_value (fixture->document, option,
                                                   rows[i].text, arena, &value);

      g_test_message ("%s", rows[i].text);
      g_assert_cmpint (is_plain, ==, rows[i].value != NULL);
      if (!is_plain)
        continue;
      im_value_append_display (&value, text);
      g_assert_cmpstr (text->str, ==, rows[i].value);
      written = im_document_dup_value_text (fixture->document, &value);
      g_assert_cmpstr (written, ==, rows[i].written);
    }
}

static const ImDiagnostic *
find_mixed (ImDocument *document)
{
  const ImDiagnostics *problems = im_document_get_problems (document);

  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    if (strcmp (im_diagnostics_get (problems, i)->code, "mixed-rates") == 0)
      return im_diagnostics_get (problems, i);

  return NULL;
}

typedef struct
{
  const char *name;
  const char *node;
  const char *port;
  const char *queue; /* that is offered to be put behind the sum; NULL for none */
} JoinCase;

static const JoinCase join_cases[] = {
  { "windows", "late", "output", "early" },
  { "no-window", "y", "value", NULL },
};

static void
set_up_join (Fixture *fixture, gconstpointer data)
{
  const JoinCase *c = data;
  g_autofree char *text = g_strdup_printf (JOIN_FORMAT, c->node, c->port);

  open_text (fixture, text);
}

static void
test_join (Fixture *fixture, gconstpointer data)
{
  const JoinCase *c = data;
  const ImDiagnostic *problem = find_mixed (fixture->document);
  g_autoptr (GPtrArray) fixes = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (problem);
  fixes = im_document_find_fixes (fixture->document, problem);
  g_assert_cmpuint (fixes->len, ==, c->queue != NULL);
  if (c->queue == NULL)
    return;

  const ImDocumentFix *fix = g_ptr_array_index (fixes, 0);
  g_assert_cmpint (fix->kind, ==, IM_DOCUMENT_FIX_QUEUE);
  g_assert_cmpstr (fix->option, ==, c->queue);
  g_assert_true (im_document_apply_fix (fixture->document, fix, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (
      im_diagnostics_get_count (im_document_get_problems (fixture->document)), ==, 0);
  g_assert_cmpuint (im_document_get_n_layers (fixture->document), ==, 2);
  im_document_undo (fixture->document);
  g_assert_nonnull (find_mixed (fixture->document));
  g_assert_false (im_document_is_modified (fixture->document));
}

/* A window of samples alone in front of a unit that takes an axis away. */
static const char window_text[] =
    "<Imaginet xmlns:im=\"urn:imaginet-studio:1\">\n"
    "<Composite unit=\"Test.Window\"><Parameters>\n"
    "<InputSocket name=\"input\" im:type=\"Float32\" im:shape=\"[1]\""
    " im:rate=\"16000\" pipe=\"data\" />\n"
    "<OutputSocket name=\"output\" type=\"input.type\" shape=\"input.shape\""
    " pipe=\"data\" /></Parameters>\n"
    "<Stacked><Unit id=\"Core.Queues.SlidingWindow\" /><Unit id=\"Core.Math.Rms\" />"
    "</Stacked></Composite></Imaginet>\n";

static void
set_up_window (Fixture *fixture, gconstpointer data)
{
  open_text (fixture, window_text);
}

static const ImDiagnostic *
find_contract (ImDocument *document)
{
  const ImDiagnostics *problems = im_document_get_problems (document);

  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    if (g_str_equal (im_diagnostics_get (problems, i)->code, "contract"))
      return im_diagnostics_get (problems, i);

  return NULL;
}

static void
test_window (Fixture *fixture, gconstpointer data)
{
  const ImDiagnostic *problem = find_contract (fixture->document);
  g_autoptr (GPtrArray) fixes = NULL;
  g_autoptr (GError) error = NULL;
  const ImDocumentFix *fix;

  g_assert_nonnull (problem);
  fixes = im_document_find_fixes (fixture->document, problem);
  g_assert_cmpuint (fixes->len, ==, 1);
  fix = g_ptr_array_index (fixes, 0);
  g_assert_cmpuint (fix->layer, ==, 0);
  g_assert_cmpstr (fix->option, ==, "window_shape");
  g_assert_cmpstr (fix->value, ==, "[1,50]");
  g_assert_true (im_document_apply_fix (fixture->document, fix, &error));
  g_assert_no_error (error);
  g_assert_null (find_contract (fixture->document));
}

/* A unit beside the pipeline, two contracts of which fail with the same words. */
static const char words_text[] =
    "<Imaginet xmlns:im=\"urn:imaginet-studio:1\">\n"
    "<Composite unit=\"Test.Words\"><Parameters>\n"
    "<InputSocket name=\"input\" im:type=\"Float32\" im:shape=\"[1]\""
    " im:rate=\"16000\" pipe=\"data\" />\n"
    "<OutputSocket name=\"output\" type=\"input.type\" shape=\"input.shape\""
    " pipe=\"data\" /></Parameters>\n"
    "<Stacked><Unit id=\"Test.Limits\">" ARGUMENT ("first", "20") ARGUMENT (
        "second",
        "30") "</Unit></Stacked></Composite>\n"
              "<Function unit=\"Test.Limits\"><Parameters>\n"
              "<InputSocket name=\"input\" pipe=\"data\" />\n"
              "<Int32Option name=\"first\" default=\"1\" />\n"
              "<Int32Option name=\"second\" default=\"1\" />\n"
              "<OutputSocket name=\"output\" type=\"input.type\" shape=\"input.shape\""
              " pipe=\"data\" /></Parameters>\n"
              "<Contracts><Assert test=\"first &lt;= 10\" error=\"This is too large\" />"
              "<Assert test=\"second &lt;= 10\" error=\"This is too large\" "
              "/></Contracts>\n"
              "<Implementations><Implementation language=\"C\" "
              "fragment=\"limits.h:limits\""
              " call=\"limits(input, output)\" /></Implementations>\n"
              "</Function></Imaginet>\n";

static void
set_up_words (Fixture *fixture, gconstpointer data)
{
  open_text (fixture, words_text);
}

static void
test_words (Fixture *fixture, gconstpointer data)
{
  const ImDiagnostics *problems = im_document_get_problems (fixture->document);
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);
      g_autoptr (GPtrArray) fixes = im_document_find_fixes (fixture->document, problem);
      g_autofree char *text = dup_fixes (fixes);

      if (strcmp (problem->code, "contract") == 0)
        g_string_append_printf (found, "%u: %s\n", problem->subject.contract, text);
    }
  g_assert_cmpstr (found->str, ==, "1: first=10\n2: second=10\n");
}

/* An input that says nothing beside one that has a type. */
static const char untyped_text[] =
    "<Imaginet xmlns:im=\"urn:imaginet-studio:1\"><Compound "
    "unit=\"Test.Untyped\"><Nodes>\n" INPUT (
        "x") "<TensorInputNode id=\"y\" param=\"y\" />\n"
             "<UnitNode id=\"sum\" x=\"300\" y=\"0\" enabled=\"true\" "
             "unit=\"Core.Math.Add\" />\n"
             "<TensorOutputNode id=\"out\" param=\"out\" "
             "/>\n</Nodes><Connections>\n" LINK ("x", "value", "sum", "a")
                 LINK ("y", "value", "sum", "b")
                     LINK ("sum",
                           "output",
                           "out",
                           "value") "</Connections></Compound></Imaginet>\n";

static void
set_up_untyped (Fixture *fixture, gconstpointer data)
{
  open_text (fixture, untyped_text);
}

static const ImDiagnostic *
find_untyped (ImDocument *document)
{
  const ImDiagnostics *problems = im_document_get_problems (document);

  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    if (strcmp (im_diagnostics_get (problems, i)->code, "input-type") == 0)
      return im_diagnostics_get (problems, i);

  return NULL;
}

static void
test_untyped (Fixture *fixture, gconstpointer data)
{
  const ImDiagnostic *problem = find_untyped (fixture->document);
  g_autoptr (GPtrArray) fixes = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (problem);
  fixes = im_document_find_fixes (fixture->document, problem);
  g_assert_cmpuint (fixes->len, ==, 2);
  g_assert_cmpstr (((ImDocumentFix *) fixes->pdata[0])->value, ==, "float32[3]@100");
  for (guint i = 0; i < fixes->len; i++)
    {
      g_assert_true (im_document_apply_fix (fixture->document, fixes->pdata[i], &error));
      g_assert_no_error (error);
      g_assert_null (find_untyped (fixture->document));
      g_assert_cmpint (
          im_unit_find_parameter (im_document_get_unit (fixture->document), "y") != NULL,
          ==, i == 0);
      im_document_undo (fixture->document);
      g_assert_nonnull (find_untyped (fixture->document));
    }
}

/* In a stack and in a graph, where another node has the name of the option. */
static const char *const unused_cases[] = {
  "<Imaginet><Composite unit=\"Test.Unused\"><Parameters>"
  "<InputSocket name=\"x\" pipe=\"data\" /><Int32Option name=\"gain\" />"
  "<Int32Option name=\"axis\" default=\"0\" />"
  "<OutputSocket name=\"y\" type=\"x.type\" shape=\"x.shape\" pipe=\"data\" />"
  "</Parameters><Stacked><Unit id=\"Core.Math.Rms\">"
  "<Argument param=\"axis\">axis</Argument></Unit></Stacked></Composite></Imaginet>",
  "<Imaginet><Compound unit=\"Test.Unused\"><Nodes>"
  "<TensorInputNode id=\"x\" param=\"x\" />"
  "<Int32OptionNode id=\"option\" param=\"gain\" />"
  "<UnitNode id=\"gain\" unit=\"Core.Math.Abs\" />"
  "<TensorOutputNode id=\"y\" param=\"y\" /></Nodes><Connections>"
  "<Connection><Source node=\"x\" param=\"value\" />"
  "<Target node=\"gain\" param=\"input\" /></Connection>"
  "<Connection><Source node=\"gain\" param=\"output\" />"
  "<Target node=\"y\" param=\"value\" /></Connection></Connections>"
  "</Compound></Imaginet>",
};

static void
set_up_unused (Fixture *fixture, gconstpointer data)
{
  open_text (fixture, data);
}

static const ImDiagnostic *
find_unused (ImDocument *document)
{
  const ImDiagnostics *problems = im_document_get_problems (document);

  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    if (strcmp (im_diagnostics_get (problems, i)->code, "unused-option") == 0)
      return im_diagnostics_get (problems, i);

  return NULL;
}

/* The option goes and nothing else. */
static void
test_unused (Fixture *fixture, gconstpointer data)
{
  const ImDiagnostic *problem = find_unused (fixture->document);
  guint n_layers = im_document_get_n_layers (fixture->document);
  guint n_parameters = im_document_get_unit (fixture->document)->n_parameters;
  const ImUnit *unit;
  g_autoptr (GPtrArray) fixes = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (problem);
  g_assert_cmpstr (problem->message, ==, "nothing uses the option “gain”");
  fixes = im_document_find_fixes (fixture->document, problem);
  g_assert_cmpuint (fixes->len, ==, 1);
  g_assert_true (im_document_apply_fix (fixture->document, fixes->pdata[0], &error));
  g_assert_no_error (error);
  unit = im_document_get_unit (fixture->document);
  g_assert_null (im_unit_find_parameter (unit, "gain"));
  g_assert_cmpuint (unit->n_parameters, ==, n_parameters - 1);
  g_assert_cmpuint (im_document_get_n_layers (fixture->document), ==, n_layers);
  g_assert_null (find_unused (fixture->document));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (fix_cases); i++)
    {
      const FixCase *c = &fix_cases[i];
      g_autofree char *fix = g_strconcat ("/fix/", c->name, NULL);

      g_test_add (fix, Fixture, c, set_up, test_fix, tear_down);
    }
  for (guint i = 0; i < G_N_ELEMENTS (join_cases); i++)
    {
      g_autofree char *join = g_strconcat ("/join/", join_cases[i].name, NULL);

      g_test_add (join, Fixture, &join_cases[i], set_up_join, test_join, tear_down);
    }
  g_test_add ("/words", Fixture, NULL, set_up_words, test_words, tear_down);
  g_test_add ("/untyped", Fixture, NULL, set_up_untyped, test_untyped, tear_down);
  g_test_add ("/unused/stack", Fixture, unused_cases[0], set_up_unused, test_unused,
              tear_down);
  g_test_add ("/unused/graph", Fixture, unused_cases[1], set_up_unused, test_unused,
              tear_down);
  g_test_add ("/window", Fixture, NULL, set_up_window, test_window, tear_down);
  g_test_add ("/value", Fixture, &fix_cases[0], set_up, test_value, tear_down);

  return g_test_run ();
}
