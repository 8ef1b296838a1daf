/* SPDX-License-Identifier: MIT
 *
 * Layers and nodes as a unit in a file of its own: its options, what it gives then, what
 * goes with it, and why not. Each is undone to the same bytes.
 */
#include "document/disk/im-document-reading.h"
#include "example.h"
#include "unit/im-unit-file.h"

#include <string.h>

typedef struct
{
  const char *name;
  const char *example;
  const char *before;  /* a script that is applied first, or NULL */
  const char *edit;    /* EXTRACT */
  const char *options; /* NAME=DEFAULT of the new unit */
  const char *set;     /* edits that set them to other values */
} Case;

static const Case cases[] = {
  { "stack", "speech-features.imunit", NULL,
    "extract Mfcc as Own.Spectrum with Mfcc.low Mfcc.spectrum = My Spectrum",
    "window_size=512 stride=160 coefficients=13 low=20 spectrum=power",
    "set Spectrum.low = 30.0" },
  { "followed-sizes", "speech-features.imunit", NULL, "extract Mfcc as Own.Spectrum",
    "window_size=512 stride=160 coefficients=13", "set Spectrum.coefficients = 10" },
  { "first-of-stack", "audio-window.imunit", NULL,
    "extract SlidingWindow Hann as Own.Window with SlidingWindow.stride Hann.axis",
    "window_shape=[400,1] stride=160 axis=1", "set Window.stride = 80" },
  { "same-names", "audio-window.imunit", NULL,
    "extract Hann Rms as Own.Level with Hann.axis Rms.axis", "axis=1 axis_2=1",
    "set Level.axis = 0" },
  { "graph", "high-band-level.imunit", NULL,
    "extract low_pass difference window level as Own.Band with window.window_shape "
    "level.axis low_pass.cutoff",
    "cutoff=1000 window_shape=[400,1] axis=1", "set band.window_shape = [200,1]" },
  { "group-in-graph", "high-band-level.imunit", "group window level",
    "extract group as Own.Both", "", "disable both" },
  { "scope", "high-band-level.imunit", "group window level",
    "in group: extract level as Own.Part with level.axis", "axis=1",
    "in group: set part.axis = 0" },
};

static ImEdit
parse (const char *text, ImArena *arena)
{
  g_autoptr (GError) error = NULL;
  ImEdit edit;

  im_edit_parse (text, arena, &edit, &error);
  g_assert_no_error (error);

  return edit;
}

static char *
dup_options (const ImUnit *unit)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < unit->n_parameters; i++)
    if (im_parameter_is_option (&unit->parameters[i]))
      g_string_append_printf (out, "%s%s=%s", out->len == 0 ? "" : " ",
                              unit->parameters[i].name.text,
                              unit->parameters[i].option->initial.text);

  return g_string_free (out, FALSE);
}

/* The types of what flows out of the pipeline. */
static char *
dup_outputs (ImDocument *document)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;
  GString *out = g_string_new (NULL);

  im_program_append_text (im_document_get_main_program (document), text);
  lines = g_strsplit (text->str, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    if (g_str_has_prefix (*line, "output"))
      g_string_append (out, strrchr (*line, ' '));

  return g_string_free (out, FALSE);
}

/* The file of the new unit, which the document can use. */
static ImUnitFile *
add_unit (ImDocument *document, const ImEdit *edit)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = im_document_dup_extracted (document, edit, &error);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = NULL;
  ImUnitFile *file;

  g_assert_no_error (error);
  file = im_unit_file_parse (bytes, "own.imunit", problems);
  g_assert_nonnull (file);
  g_assert_cmpuint (im_diagnostics_get_count (problems), ==, 0);
  library = im_unit_library_new_over (im_document_get_library (document), file);
  im_document_set_library (document, library);

  return file;
}

static void
test_extract (Fixture *fixture, gconstpointer data)
{
  const Case *c = data;
  ImDocument *document;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImUnitFile) file = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *options = NULL;
  const ImUnit *unit;
  ImEdit edit;

  set_up_example (fixture, c->example);
  document = fixture->document;
  if (c->before != NULL)
    g_assert_true (apply (fixture, c->before, NULL));
  before = dup_outputs (document);
  g_assert_cmpstr (before, !=, "");
  edit = parse (c->edit, arena);
  file = add_unit (document, &edit);
  g_assert_true (im_document_apply (document, &edit, 1, &error));
  g_assert_no_error (error);
  assert_problems (document, 0);
  after = dup_outputs (document);
  g_assert_cmpstr (after, ==, before);
  unit = im_unit_library_find (im_document_get_library (document), edit.unit);
  g_assert_nonnull (unit);
  g_assert_cmpstr (unit->display_name, ==,
                   edit.text == NULL ? strrchr (edit.unit, '.') + 1 : edit.text);
  options = dup_options (unit);
  g_assert_cmpstr (options, ==, c->options);
  /* The unit can be set and switched off as its layers could. */
  apply (fixture, c->set, &error);
  g_assert_no_error (error);
  tear_down_example (fixture, c->example);
}

/* A unit of the file goes along if nothing that stays is made of it. */
static void
test_units_of_file (Fixture *fixture, gconstpointer example)
{
  ImDocument *document = fixture->document;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImUnitFile) file = NULL;
  ImEdit edit = parse ("extract group as Own.Level", arena);
  g_autoptr (GError) error = NULL;

  g_assert_true (apply (fixture,
                        "group window level\n"
                        "paste = <Nodes><UnitNode id=\"again\" x=\"0\" y=\"0\" "
                        "unit=\"Examples.HighBandLevel.Group\" /></Nodes>",
                        NULL));
  g_assert_null (im_document_dup_extracted (document, &edit, &error));
  g_assert_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT);
  g_assert_nonnull (strstr (error->message, "Examples.HighBandLevel.Group: it is a unit "
                                            "of this file that other layers are made "));
  im_document_undo (document);
  g_assert_true (apply (fixture, "group window level\nin group: group level", NULL));
  file = add_unit (document, &edit);
  g_assert_cmpuint (im_unit_file_get_count (file), ==, 3);
  g_assert_true (im_document_apply (document, &edit, 1, NULL));
  g_assert_cmpuint (im_unit_file_get_count (im_document_get_file (document)), ==, 1);
  assert_problems (document, 0);
}

static void
test_refused (Fixture *fixture, gconstpointer example)
{
  static const struct
  {
    const char *edit;
    const char *message;
  } rows[] = {
    { "extract window as Core.Math.Rms", "Core.Math.Rms: there is a unit of this id" },
    { "extract window as Examples.HighBandLevel", "Examples.HighBandLevel: there is a " },
    { "extract window as 1a", "1a: " },
    { "extract window as \"a b\"", "a b: " },
    { "extract windw as Own.A", "did you mean “window”?" },
    { "extract microphone as Own.A", "microphone: inputs, outputs and options of the " },
    { "extract window as Own.A with level.axis", "level: it is none of the nodes of " },
    { "extract window as Own.A with windw.stride", "windw: it is none of the nodes of " },
    { "extract window as Own.A with window.strid",
      "window.strid: the unit has no such option" },
    { "extract window as Own.A with window.output",
      "window.output: the unit has no such option" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (ImArena) arena = im_arena_new ();
      g_autoptr (GError) error = NULL;
      ImEdit edit = parse (rows[i].edit, arena);

      g_assert_null (im_document_dup_extracted (fixture->document, &edit, &error));
      g_assert_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT);
      if (strstr (error->message, rows[i].message) == NULL)
        g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, rows[i].message));
    }
}

/* A group can have a name, an id and options, too. */
static void
test_group_with_options (Fixture *fixture, gconstpointer example)
{
  ImDocument *document = fixture->document;
  const ImUnit *unit;
  g_autofree char *options = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (apply (
      fixture, "group window level as Own.Level with level.axis = The Level", &error));
  g_assert_no_error (error);
  assert_problems (document, 0);
  unit = im_document_get_node (document, find_node (document, "level_2"))->node->unit;
  g_assert_cmpstr (unit->id.text, ==, "Own.Level");
  g_assert_cmpstr (unit->display_name, ==, "The Level");
  options = dup_options (unit);
  g_assert_cmpstr (options, ==, "axis=1");
  g_assert_false (apply (fixture, "group difference as Own.Level", &error));
  g_assert_nonnull (strstr (error->message, "Own.Level: there is a unit of this id"));
}

int
main (int argc, char **argv)
{
  const char *graph = "high-band-level.imunit";

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/document/extract/", cases[i].name, NULL);

      g_test_add (path, Fixture, &cases[i], NULL, test_extract, NULL);
    }
  g_test_add ("/document/extract/units-of-file", Fixture, graph, set_up_example,
              test_units_of_file, tear_down_example);
  g_test_add ("/document/extract/refused", Fixture, graph, set_up_example, test_refused,
              tear_down_example);
  g_test_add ("/document/extract/group", Fixture, graph, set_up_example,
              test_group_with_options, tear_down_example);

  return g_test_run ();
}
