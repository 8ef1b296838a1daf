/* A pipeline whose inputs leave sizes open, and the same with numbers for them.
 *
 * SPDX-License-Identifier: MIT
 */
#include "run/im-snapshot.h"

#include <string.h>

#include "program/im-section.h"

#define PIPELINE(id, unit)                                                             \
  "<Imaginet xmlns:im=\"urn:imaginet-studio:1\"><Composite unit=\"" id "\">"           \
  "<Parameters><InputSocket name=\"input\" pipe=\"data\" im:type=\"Float32\" "         \
  "im:shape=\"[?,3]\" im:rate=\"50\" /><OutputSocket name=\"output\" "                 \
  "type=\"input.type\" shape=\"input.shape\" pipe=\"data\" /></Parameters><Contracts>" \
  "<Assert test=\"input.shape.size(1) != 7\" error=\"Seven are too many.\" />"         \
  "</Contracts><Stacked><Unit id=\"" unit "\"><Argument param=\"output\">output"       \
  "</Argument></Unit></Stacked></Composite></Imaginet>"

static ImSnapshot *
new_snapshot (const char *text)
{
  g_autofree char *units = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, "pipeline.imunit", problems);
  guint n_of_text = im_diagnostics_get_count (problems);
  g_autoptr (ImProgram) program = NULL;
  ImSnapshot *snapshot;

  im_unit_library_add_root (library, units, problems);
  program = im_program_elaborate (im_unit_file_get_main_unit (file), library, NULL, 0,
                                  problems);
  snapshot = im_snapshot_new (program, problems, n_of_text);
  im_snapshot_plan (snapshot);

  return snapshot;
}

static void
set_input (ImSnapshot *snapshot, const char *text)
{
  ImTensorType type;
  ImUnitBinding binding = { "input", IM_TENSOR (&type) };

  g_assert_true (im_tensor_type_parse (text, &type, NULL));
  im_snapshot_set_inputs (snapshot, &binding, 1);
}

/* Sizes are missing, then one breaks a contract, then one fits, then none is given. */
static void
test_sizes (void)
{
  g_autoptr (ImSnapshot) snapshot = new_snapshot (
      PIPELINE ("Test.Open", "Core.Math.Negate"));

  g_assert_true (im_snapshot_misses_sizes (snapshot));
  g_assert_null (snapshot->plan);

  set_input (snapshot, "float32[7,3]@50");
  g_assert_false (im_snapshot_misses_sizes (snapshot));
  g_assert_null (snapshot->plan);
  g_assert_cmpuint (im_diagnostics_count (snapshot->diagnostics, IM_SEVERITY_ERROR), ==,
                    1);
  g_assert_cmpstr (im_diagnostics_get (snapshot->diagnostics, 0)->message, ==,
                   "Seven are too many.");

  set_input (snapshot, "float32[8,3]@50");
  g_assert_nonnull (snapshot->plan);
  g_assert_cmpuint (im_diagnostics_get_count (snapshot->diagnostics), ==, 0);
  g_assert_cmpint (snapshot->program->tensors[0].type.shape.size[1], ==, 8);

  im_snapshot_set_inputs (snapshot, NULL, 0);
  g_assert_true (im_snapshot_misses_sizes (snapshot));
  g_assert_null (snapshot->plan);
}

/* A part of the pipeline is planned alone, with the sizes that were given; then all of it
 * again. */
static void
test_section (void)
{
  g_autoptr (ImSnapshot) snapshot = new_snapshot (
      PIPELINE ("Test.Open", "Core.Math.Negate"));
  g_autoptr (GArray) starts = im_section_list_starts (snapshot->whole);
  g_autoptr (GArray) ends = im_section_list_ends (snapshot->whole, "input");
  g_autoptr (GArray) none = im_section_list_ends (snapshot->whole, "nothing");

  g_assert_cmpuint (starts->len, ==, 1);
  g_assert_cmpstr (g_array_index (starts, ImSectionPipe, 0).text, ==, "input");
  g_assert_cmpuint (ends->len, ==, 1);
  g_assert_cmpstr (g_array_index (ends, ImSectionPipe, 0).text, ==, "Negate.output");
  g_assert_cmpuint (none->len, ==, 0);

  set_input (snapshot, "float32[8,3]@50");
  im_snapshot_set_section (snapshot, NULL, "Negate.output");
  g_assert_nonnull (snapshot->plan);
  g_assert_cmpstr (snapshot->program->unit->id.text, ==, "Test.Open.Section");
  g_assert_cmpint (snapshot->program->tensors[0].type.shape.size[1], ==, 8);
  im_snapshot_set_section (snapshot, "Negate.output", NULL);
  g_assert_null (snapshot->program);
  g_assert_cmpuint (im_diagnostics_get_count (snapshot->diagnostics), ==, 1);
  im_snapshot_set_section (snapshot, NULL, "Negate");
  g_assert_nonnull (snapshot->plan);
  g_assert_cmpuint (im_diagnostics_get_count (snapshot->diagnostics), ==, 0);
  im_snapshot_set_section (snapshot, NULL, NULL);
  g_assert_true (snapshot->program == snapshot->whole);
}

/* Two branches: in → a → b → out and in → c → d → out2. */
#define NODE(id, unit, inside) \
  "<UnitNode id=\"" id "\" unit=\"Core.Math." unit "\">" inside "</UnitNode>"
#define LINK(source, out, target, in)                                                  \
  "<Connection><Source node=\"" source "\" param=\"" out "\" /><Target node=\"" target \
  "\" param=\"" in "\" /></Connection>"
#define BRANCHES(nodes, links)                                                     \
  "<Imaginet xmlns:im=\"urn:imaginet-studio:1\"><Compound unit=\"Test.Branches\">" \
  "<Nodes><TensorInputNode id=\"in\" param=\"input\" im:type=\"Float32\" "         \
  "im:shape=\"[3]\" im:rate=\"50\" />" nodes                                       \
  "<TensorOutputNode id=\"out\" param=\"output\" /><TensorOutputNode id=\"out2\" " \
  "param=\"output2\" /></Nodes><Connections>" LINK ("in", "value", "a", "input")   \
      LINK ("in", "value", "c", "input") LINK ("a", "output", "b", "input")        \
          LINK ("c", "output", "d", "input") LINK ("b", "output", "out", "value")  \
              LINK ("d", "output", "out2", "value") links                          \
      "</Connections></Compound></Imaginet>"
#define PLAIN(id) NODE (id, "Negate", "")
#define MAXIMUM(id, axis) \
  NODE (id, "Max", "<Int32Argument param=\"axis\">" axis "</Int32Argument>")

/* Which parts an error keeps from being planned. */
static const struct
{
  const char *name;
  const char *text;
  const char *code; /* of the first error, where the part has one */
  gboolean is_of_first, is_of_second, is_behind_a;
} troubles[] = {
  { "none", BRANCHES (PLAIN ("a") PLAIN ("b") PLAIN ("c") PLAIN ("d"), ""), NULL, FALSE,
    FALSE, FALSE },
  { "unknown-unit",
    BRANCHES (PLAIN ("a") PLAIN ("b") NODE ("c", "Nothing", "") PLAIN ("d"), ""),
    "unknown-unit", FALSE, TRUE, FALSE },
  { "contract", BRANCHES (PLAIN ("a") MAXIMUM ("b", "4") PLAIN ("c") PLAIN ("d"), ""),
    "contract", TRUE, FALSE, TRUE },
  { "value", BRANCHES (PLAIN ("a") PLAIN ("b") PLAIN ("c") MAXIMUM ("d", "x"), ""),
    "bad-value", FALSE, TRUE, FALSE },
  /* What flows into the part is not known either. */
  { "before", BRANCHES (MAXIMUM ("a", "4") PLAIN ("b") PLAIN ("c") PLAIN ("d"), ""),
    "contract", TRUE, FALSE, TRUE },
  { "two-wires",
    BRANCHES (PLAIN ("a") PLAIN ("b") PLAIN ("c") PLAIN ("d"),
              LINK ("a", "output", "d", "input")),
    "duplicate-link", FALSE, TRUE, FALSE },
  { "no-such-output",
    BRANCHES (PLAIN ("a") PLAIN ("b") PLAIN ("c") PLAIN ("d") PLAIN ("e"),
              LINK ("a", "outputs", "e", "input")),
    "dangling", FALSE, FALSE, FALSE },
  /* A wire that reaches nothing is of the node that it leaves. */
  { "no-such-node",
    BRANCHES (PLAIN ("a") PLAIN ("b") PLAIN ("c") PLAIN ("d"),
              LINK ("c", "output", "e", "input")),
    "dangling", FALSE, TRUE, FALSE },
  { "cycle",
    BRANCHES (PLAIN ("a") PLAIN ("b") PLAIN ("c") NODE ("d", "Negate", "")
                  NODE ("e", "Sub", "") PLAIN ("f"),
              LINK ("e", "output", "f", "input") LINK ("f", "output", "e", "a")
                  LINK ("in", "value", "e", "b")),
    "cycle", FALSE, FALSE, FALSE },
  { "same-id", BRANCHES (PLAIN ("a") PLAIN ("b") PLAIN ("c") PLAIN ("d") PLAIN ("c"), ""),
    "duplicate-node", FALSE, TRUE, FALSE },
};

static void
check_part (const char *text,
            const char *from,
            const char *to,
            const char *code,
            gboolean has_errors)
{
  g_autoptr (ImSnapshot) snapshot = new_snapshot (text);
  const ImDiagnostics *found;

  im_snapshot_set_section (snapshot, from, to);
  found = snapshot->diagnostics;
  g_assert_cmpint (snapshot->plan == NULL, ==, has_errors);
  g_assert_cmpint (im_diagnostics_count (found, IM_SEVERITY_ERROR) > 0, ==, has_errors);
  if (has_errors)
    g_assert_cmpstr (im_diagnostics_get (found, 0)->code, ==, code);
  else if (code != NULL)
    {
      g_assert_cmpuint (im_diagnostics_get_count (found), ==, 1);
      g_assert_cmpstr (im_diagnostics_get (found, 0)->code, ==, "section-rest");
      g_assert_true (g_str_has_prefix (im_diagnostics_get (found, 0)->message,
                                       "the rest of Test.Branches has "));
    }
  else
    g_assert_cmpuint (im_diagnostics_get_count (found), ==, 0);
}

static void
test_trouble (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  const char *text = troubles[i].text, *code = troubles[i].code;

  check_part (text, NULL, "b", code, troubles[i].is_of_first);
  check_part (text, "in", "b.output", code, troubles[i].is_of_first);
  check_part (text, NULL, "d", code, troubles[i].is_of_second);
  check_part (text, "a", NULL, code, troubles[i].is_behind_a);
  check_part (text, "a", "b", code, troubles[i].is_behind_a);
  check_part (text, "c", NULL, code, troubles[i].is_of_second);
}

/* A part that needs no input without a type is planned. */
static void
test_untyped (void)
{
  const char *text = BRANCHES (
      PLAIN ("a") PLAIN ("b") PLAIN ("c")
          PLAIN ("d") "<TensorInputNode id=\"in2\" param=\"input2\" />" PLAIN ("e"),
      LINK ("in2", "value", "e", "input"));

  check_part (text, NULL, "b", "input-type", FALSE);
  check_part (text, "c", NULL, "input-type", FALSE);
  check_part (text, NULL, "e", "input-type", TRUE);
}

/* What is wrong besides comes first: it is not asked for sizes then. */
static void
test_error (void)
{
  g_autoptr (ImSnapshot) snapshot = new_snapshot (
      PIPELINE ("Test.Wrong", "Core.Math.Nothing"));

  g_assert_false (im_snapshot_misses_sizes (snapshot));
  g_assert_null (snapshot->plan);
  g_assert_cmpuint (im_diagnostics_count (snapshot->diagnostics, IM_SEVERITY_ERROR), >,
                    0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/snapshot/sizes", test_sizes);
  g_test_add_func ("/snapshot/section", test_section);
  g_test_add_func ("/snapshot/error", test_error);
  g_test_add_func ("/snapshot/untyped", test_untyped);
  for (guint i = 0; i < G_N_ELEMENTS (troubles); i++)
    {
      g_autofree char *path = g_strconcat ("/snapshot/trouble/", troubles[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_trouble);
    }

  return g_test_run ();
}
