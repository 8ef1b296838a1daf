/* SPDX-License-Identifier: MIT
 *
 * Elaboration: each file of golden/ gives the text beside it, which holds the program of
 * each of its units and every problem with its place.
 */
#include <glib/gstdio.h>
#include <string.h>

#include "golden-text.h"
#include "program/im-program.h"

static ImUnitLibrary *
new_library (void)
{
  g_autofree char *root = g_test_build_filename (G_TEST_DIST, "graph", "fixtures", NULL);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  ImUnitLibrary *library = im_unit_library_new ();

  im_unit_library_add_root (library, root, diagnostics);
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 0);

  return library;
}

/* A program as text, with its problems. */
static char *
describe (const ImProgram *program, const ImDiagnostics *diagnostics)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_program_append_text (program, text);
  golden_append_diagnostics (diagnostics, text);

  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_golden (gconstpointer data)
{
  const char *name = data;
  g_autofree char *file_name = g_strconcat (name, ".imunit", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "program", "golden",
                                                 file_name, NULL);
  g_autofree char *expected = g_strconcat ("program/golden/", name, ".expected", NULL);
  g_autoptr (ImUnitLibrary) library = new_library ();
  g_autoptr (ImDiagnostics) reading = im_diagnostics_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  const ImUnitFile *file = im_unit_library_add_file (library, path, reading);

  g_assert_nonnull (file);
  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    {
      g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
      g_autoptr (ImProgram) program = im_program_elaborate (
          im_unit_file_get_unit (file, i), library, NULL, 0, diagnostics);
      g_autofree char *part = describe (program, diagnostics);

      g_string_append_printf (text, "%s\n", part);
    }
  golden_compare (expected, text->str);
}

/* Values from outside: a unit of the library with a tensor and an option. */
static void
test_bindings (void)
{
  g_autoptr (ImUnitLibrary) library = new_library ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  ImTensorType type;
  ImUnitBinding bindings[] = { { "input", IM_TENSOR (&type) }, { "axis", IM_INT (1) } };

  g_assert_true (im_tensor_type_parse ("float32[3,50]@16000", &type, NULL));
  g_autoptr (ImProgram) program = im_program_elaborate (
      im_unit_library_find (library, "Test.Max"), library, bindings,
      G_N_ELEMENTS (bindings), diagnostics);
  g_autofree char *text = describe (program, diagnostics);

  g_assert_cmpstr (text, ==,
                   "program Test.Max\n"
                   "input input = input float32[3,50]@16000\n"
                   "instance Max Test.Max\n"
                   "  input input = input float32[3,50]@16000\n"
                   "  int axis = 1\n"
                   "  output output = Max.output float32[50]@16000\n"
                   "  Implementations: max.h:max_f32\n"
                   "output output = Max.output float32[50]@16000\n");
}

static void
test_refused_bindings (void)
{
  g_autoptr (ImUnitLibrary) library = new_library ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  ImTensorType type;
  ImUnitBinding bindings[] = { { "input", IM_TENSOR (&type) },
                               { "lenght", IM_INT (1) },
                               { "boost", IM_STRING ("1") } };

  g_assert_true (im_tensor_type_parse ("float32[3]@100", &type, NULL));
  g_autoptr (ImProgram) program = im_program_elaborate (
      im_unit_library_find (library, "Test.Peak"), library, bindings,
      G_N_ELEMENTS (bindings), diagnostics);

  g_assert_cmpuint (program->n_instances, ==, 0);
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 2);
  g_assert_cmpstr (im_diagnostics_get (diagnostics, 0)->code, ==, "unknown-parameter");
  g_assert_cmpstr (im_diagnostics_get (diagnostics, 1)->code, ==, "option-type");
}

static const ImUnit *
parse_unit (const char *text, ImUnitFile **file)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();

  *file = im_unit_file_parse (bytes, "edited.imunit", diagnostics);
  g_assert_nonnull (*file);

  return im_unit_file_get_unit (*file, 0);
}

/* A pipeline before and after an edit: the second elaboration gives what one from the
 * beginning gives, and evaluates only what the edit reaches. */
typedef struct
{
  const char *name;
  const char *before;
  const char *after;
  guint n_new; /* instances that are not those of the program before */
} EditCase;

#define GAIN "<Unit id=\"Test.Gain\" />"
#define GAIN_BY(x) \
  "<Unit id=\"Test.Gain\"><Argument param=\"factor\">" x "</Argument></Unit>"
#define WINDOW_OF(x)                                                          \
  "<Unit id=\"Test.Window\"><Argument param=\"window_shape\">System.Shape(" x \
  ")</Argument></Unit>"
#define MAXIMUM "<Unit id=\"Test.Max\"/>"
#define PEAK_OF(x) \
  "<Unit id=\"Test.Peak\"><Argument param=\"length\">" x "</Argument></Unit>"

#define MIX_WITH(x)                                                           \
  "<Unit id=\"Test.Mix\"><Argument param=\"main\">input</Argument>"           \
  "<Argument param=\"side\">Math.array(System.Float32, " x ") * 2</Argument>" \
  "<Argument param=\"stamp\">null</Argument></Unit>"

static const EditCase edit_cases[] = {
  { "nothing", GAIN GAIN, GAIN GAIN, 0 },
  { "option", GAIN GAIN_BY ("2") GAIN, GAIN GAIN_BY ("3") GAIN, 1 },
  { "same-value", GAIN GAIN_BY ("2") GAIN, GAIN GAIN_BY ("4 / 2") GAIN, 0 },
  { "shape", GAIN WINDOW_OF ("8") GAIN GAIN, GAIN WINDOW_OF ("4") GAIN GAIN, 3 },
  { "spreading-stops", WINDOW_OF ("8, 4") MAXIMUM GAIN, WINDOW_OF ("8, 6") MAXIMUM GAIN,
    2 },
  { "inside", GAIN PEAK_OF ("4") GAIN, GAIN PEAK_OF ("2") GAIN, 4 },
  { "added", GAIN WINDOW_OF ("8") GAIN, GAIN GAIN WINDOW_OF ("8") GAIN, 2 },
  { "removed", GAIN GAIN WINDOW_OF ("8") GAIN, GAIN WINDOW_OF ("8") GAIN, 1 },
  { "first-removed", WINDOW_OF ("8") GAIN, GAIN, 1 },
  { "switched-off", GAIN WINDOW_OF ("8") GAIN,
    GAIN "<Unit id=\"Test.Window\" enabled=\"no\"/>" GAIN, 1 },
  { "broken", GAIN GAIN GAIN, GAIN GAIN_BY ("1 / 0") GAIN, 0 },
  { "mended", GAIN GAIN_BY ("1 / 0") GAIN, GAIN GAIN GAIN, 2 },
  { "warned", GAIN_BY ("1000") GAIN, GAIN_BY ("1000") GAIN_BY ("2"), 1 },
  { "refused", WINDOW_OF ("1") GAIN, WINDOW_OF ("1") GAIN_BY ("2"), 0 },
  { "array", MIX_WITH ("1, 2") GAIN, MIX_WITH ("1, 3") GAIN, 1 },
  { "array-shape", MIX_WITH ("1, 2") GAIN, MIX_WITH ("1, 2, 3") GAIN, 1 },
  { "array-same", MIX_WITH ("1, 2") GAIN, MIX_WITH ("2.0 / 2, 2") GAIN, 0 },
  { "array-kept", GAIN_BY ("2") MIX_WITH ("1, 2"), GAIN_BY ("3") MIX_WITH ("1, 2"), 1 },
  { "array-moved", GAIN MIX_WITH ("1, 2"), GAIN GAIN MIX_WITH ("1, 2"), 1 },
  { "missing", GAIN "<Unit id=\"Test.No\"/>" GAIN, GAIN "<Unit id=\"Test.No\"/>" GAIN,
    0 },
};

static char *
write_stack (const char *layers)
{
  return g_strdup_printf (
      "<Imaginet xmlns:im=\"urn:imaginet-studio:1\">\n<Composite unit=\"Edited\">\n"
      "<Parameters>\n<InputSocket name=\"input\" pipe=\"data\" im:type=\"Float32\" "
      "im:shape=\"[2]\" im:rate=\"50\"/>\n<OutputSocket name=\"output\" "
      "type=\"input.type\" shape=\"input.shape\" pipe=\"data\"/>\n</Parameters>\n"
      "<Stacked>%s</Stacked>\n</Composite>\n</Imaginet>\n",
      layers);
}

static gboolean
has_evaluation (const ImProgram *program, const ImUnitEvaluation *evaluation)
{
  for (guint i = 0; i < program->n_instances; i++)
    if (program->instances[i].evaluation == evaluation)
      return TRUE;

  return FALSE;
}

/* How many instances were not taken from the program before. */
static guint
count_new (const ImProgram *before, const ImProgram *after)
{
  guint n = 0;

  for (guint i = 0; i < after->n_instances; i++)
    n += !has_evaluation (before, after->instances[i].evaluation);

  return n;
}

static void
test_edit (gconstpointer data)
{
  const EditCase *c = data;
  g_autoptr (ImUnitLibrary) library = new_library ();
  g_autoptr (ImDiagnostics) first = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) second = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) fresh = im_diagnostics_new ();
  g_autofree char *before_text = write_stack (c->before);
  g_autofree char *after_text = write_stack (c->after);
  g_autoptr (ImUnitFile) before_file = NULL, after_file = NULL;
  const ImUnit *before_unit = parse_unit (before_text, &before_file);
  const ImUnit *after_unit = parse_unit (after_text, &after_file);
  ImProgram *before = im_program_elaborate (before_unit, library, NULL, 0, first);
  g_autoptr (ImProgram) after = im_program_elaborate_again (before, after_unit, library,
                                                            NULL, 0, second);
  guint n_new = count_new (before, after);

  /* What is shared stays when the program that it comes from and its file go away. */
  im_program_unref (before);
  g_clear_pointer (&before_file, im_unit_file_unref);

  g_autoptr (ImProgram) expected = im_program_elaborate (after_unit, library, NULL, 0,
                                                         fresh);
  g_autofree char *after_description = describe (after, second);
  g_autofree char *expected_description = describe (expected, fresh);
  g_assert_cmpstr (after_description, ==, expected_description);
  g_assert_cmpuint (n_new, ==, c->n_new);
}

/* Another value from outside: the file is the same, so that its graphs are kept too. */
static void
test_other_binding (void)
{
  g_autoptr (ImUnitLibrary) library = new_library ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  const ImUnit *unit = im_unit_library_find (library, "Test.Peak");
  ImTensorType type;
  ImUnitBinding bindings[] = { { "input", IM_TENSOR (&type) },
                               { "boost", IM_DOUBLE (2) } };

  g_assert_true (im_tensor_type_parse ("float32[3]@100", &type, NULL));
  g_autoptr (ImProgram) first = im_program_elaborate (unit, library, bindings, 2,
                                                      diagnostics);
  bindings[1].value = IM_DOUBLE (3);
  g_autoptr (ImProgram) second = im_program_elaborate_again (first, unit, library,
                                                             bindings, 2, diagnostics);
  g_autoptr (ImProgram) third = im_program_elaborate_again (second, unit, library,
                                                            bindings, 2, diagnostics);

  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 0);
  g_assert_cmpuint (count_new (first, second), ==, 1);
  g_assert_cmpuint (count_new (second, third), ==, 0);
}

/* Composites inside each other, each of which is there many times. */
typedef struct
{
  const char *name;
  guint depth;
  guint width;
  const char *code; /* of the only error, NULL if there is none */
} TowerCase;

static const TowerCase tower_cases[] = {
  { "deepest", IM_PROGRAM_MAX_DEPTH, 1, NULL },
  { "too-deep", IM_PROGRAM_MAX_DEPTH + 1, 1, "program-limit" },
  { "too-many", IM_PROGRAM_MAX_DEPTH, 4, "program-limit" },
};

static char *
write_tower (const TowerCase *c)
{
  g_autoptr (GString) text = g_string_new (
      "<Imaginet xmlns:im=\"urn:imaginet-studio:1\">");

  for (guint i = 0; i < c->depth; i++)
    {
      g_string_append_printf (
          text,
          "<Composite unit=\"Tower.T%u\"><Parameters><InputSocket name=\"input\" "
          "pipe=\"data\" im:type=\"Float32\" im:shape=\"[2]\"/><OutputSocket "
          "name=\"output\" type=\"input.type\" shape=\"input.shape\" pipe=\"data\"/>"
          "</Parameters><Stacked>",
          i);
      for (guint j = 0; j < c->width; j++)
        if (i + 1 < c->depth)
          g_string_append_printf (text, "<Unit id=\"Tower.T%u\"/>", i + 1);
        else
          g_string_append (text, GAIN);
      g_string_append (text, "</Stacked></Composite>");
    }
  g_string_append (text, "</Imaginet>");

  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_tower (gconstpointer data)
{
  const TowerCase *c = data;
  g_autoptr (ImUnitLibrary) library = new_library ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autofree char *folder = g_dir_make_tmp ("imaginet-program-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "tower.imunit", NULL);
  g_autofree char *text = write_tower (c);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  im_unit_library_add_file (library, path, diagnostics);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);

  g_autoptr (ImProgram) program = im_program_elaborate (
      im_unit_library_find (library, "Tower.T0"), library, NULL, 0, diagnostics);
  g_assert_cmpuint (program->n_instances, <=, IM_PROGRAM_MAX_NODES);
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, c->code != NULL);
  if (c->code != NULL)
    g_assert_cmpstr (im_diagnostics_get (diagnostics, 0)->code, ==, c->code);
}

/* The examples that are shipped have no problems with the units that are shipped. */
static void
test_shipped (void)
{
  g_autofree char *units = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  g_autofree char *examples = g_test_build_filename (G_TEST_DIST, "..", "data",
                                                     "examples", NULL);
  g_autofree char *operators = g_test_build_filename (G_TEST_DIST, "..", "stdlib",
                                                      "skriptnd", NULL);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  guint n_examples = 0;

  im_unit_library_add_root (library, units, diagnostics);
  im_unit_library_add_root (library, operators, diagnostics);
  im_unit_library_add_root (library, examples, diagnostics);
  GPtrArray *all = im_unit_library_get_units (library);
  for (guint i = 0; i < all->len; i++)
    {
      const ImUnit *unit = g_ptr_array_index (all, i);

      if (!g_str_has_prefix (unit->id.text, "Examples."))
        continue;
      g_autoptr (ImProgram) program = im_program_elaborate (unit, library, NULL, 0,
                                                            diagnostics);
      g_assert_cmpuint (program->n_instances, >=, 3);
      g_assert_cmpint (program->outputs[0].tensor, >=, 0);
      n_examples++;
    }
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    g_test_message ("%s", im_diagnostics_get (diagnostics, i)->message);
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 0);
  g_assert_cmpuint (n_examples, >=, 3);
}

/* The compound of the real files: its unit that is not there is the only problem, though
 * nothing is known of the output. */
static void
test_real_compound (void)
{
  const char *shared = g_getenv ("IMAGINET_SHARED");
  g_autofree char *root = g_build_filename (shared != NULL ? shared : "", "real-units",
                                            NULL);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) reading = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  ImTensorType type;
  ImUnitBinding bindings[] = { { "node_4_input", IM_TENSOR (&type) },
                               { "node_3_input", IM_DOUBLE (1000) } };

  if (!g_file_test (root, G_FILE_TEST_IS_DIR))
    {
      g_test_skip ("the folder of real units beside the project is not there");
      return;
    }

  g_assert_true (im_tensor_type_parse ("float32[1]@16000", &type, NULL));
  im_unit_library_add_root (library, root, reading);
  const ImUnit *unit = im_unit_library_find (library,
                                             "Imaginet.Units.Filter.BandPassFilter");
  g_autoptr (ImProgram) program = im_program_elaborate (unit, library, bindings, 2,
                                                        diagnostics);
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 1);
  g_assert_cmpstr (im_diagnostics_get (diagnostics, 0)->code, ==, "unknown-unit");
  g_assert_cmpuint (program->n_instances, ==, 1);
  g_assert_cmpstr (program->instances[0].path, ==, "node_0");
  g_assert_cmpint (program->outputs[0].tensor, ==, -1);
}

#define ADD_ROWS(rows, prefix, function)                                  \
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)                         \
    {                                                                     \
      g_autofree char *path = g_strconcat (prefix, (rows)[i].name, NULL); \
                                                                          \
      g_test_add_data_func (path, &(rows)[i], function);                  \
    }

int
main (int argc, char **argv)
{
  static const char *const golden[] = { "composite", "rates",    "compound",
                                        "single",    "problems", "compound-problems",
                                        "unknown" };

  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (golden); i++)
    {
      g_autofree char *path = g_strconcat ("/program/golden/", golden[i], NULL);

      g_test_add_data_func (path, golden[i], test_golden);
    }
  ADD_ROWS (edit_cases, "/program/edit/", test_edit)
  ADD_ROWS (tower_cases, "/program/tower/", test_tower)
  g_test_add_func ("/program/bindings", test_bindings);
  g_test_add_func ("/program/refused-bindings", test_refused_bindings);
  g_test_add_func ("/program/other-binding", test_other_binding);
  g_test_add_func ("/program/shipped", test_shipped);
  g_test_add_func ("/program/real-compound", test_real_compound);

  return g_test_run ();
}
