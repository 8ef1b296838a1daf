/* SPDX-License-Identifier: MIT
 *
 * Pipelines are edited at random. What is computed of each from what was known before is
 * the same as what is computed of the whole anew, bit for bit, at the same times.
 *
 * usage: test-live-part EXAMPLES PIPELINES N_EDITS
 */
#include <glib/gstdio.h>
#include <string.h>

#include "live/im-live.h"
#include "plan/im-plan.h"
#include "program/im-program-slice.h"
#include "unit/im-unit-roots.h"

#define LIMIT_BYTES ((gsize) 64 << 20)
#define N_ROWS      1200

typedef struct
{
  const char *name; /* of the test */
  const char *folder;
  const char *file;
  const char *unit;
  gboolean is_irregular; /* the rows of its recordings do not come evenly */
} Pipeline;

static const Pipeline pipelines[] = {
  { "mixed", "PIPELINES", "mixed.imunit", "Test.Mixed", FALSE },
  { "mixed-uneven", "PIPELINES", "mixed.imunit", "Test.Mixed", TRUE },
  { "motion-peaks", "EXAMPLES", "motion-features.imunit", "Examples.MotionPeaks", FALSE },
  { "motion-level", "EXAMPLES", "motion-features.imunit", "Examples.MotionLevel", TRUE },
  { "speech", "EXAMPLES", "speech-features.imunit", "Examples.SpeechFeatures", FALSE },
  { "audio", "EXAMPLES", "audio-window.imunit", "Examples.AudioWindow", FALSE },
  { "high-band", "EXAMPLES", "high-band-level.imunit", "Examples.HighBandLevel", FALSE },
  { "classes", "EXAMPLES", "sound-classes.imunit", "Examples.SoundClasses", FALSE },
  { "classes-int16", "EXAMPLES", "sound-classes.imunit", "Examples.SoundClassesInt16",
    FALSE },
  { "operators", "EXAMPLES", "sound-operators.imunit", "Examples.SoundOperators", FALSE },
};

static const char *examples_path, *pipelines_path;
static guint n_edits;

typedef struct
{
  const Pipeline *pipeline;
  char *folder; /* of the recordings */
  char *path;
  char *text; /* of the pipeline, as it is now */
  ImUnitLibrary *units;
  ImFeed *feed;
  ImLiveMemory *memory;
  GPtrArray *met; /* ImSignal: all that was computed */
  guint n_known;  /* signals that were computed before */
} Fuzz;

static ImProgram *
elaborate (const Fuzz *fuzz, const char *text, ImUnitLibrary **library)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, fuzz->path, diagnostics);
  g_autoptr (ImProgram) program = NULL;
  g_autoptr (ImPlan) plan = NULL;

  if (file == NULL)
    return NULL;
  *library = im_unit_library_new_over (fuzz->units, file);
  program = im_program_elaborate (im_unit_library_find (*library, fuzz->pipeline->unit),
                                  *library, NULL, 0, diagnostics);
  if (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) == 0)
    plan = im_plan_new_to_run (program, diagnostics);
  if (plan != NULL)
    return g_steal_pointer (&program);
  g_clear_pointer (library, im_unit_library_unref);

  return NULL;
}

static void
write_recording (const Fuzz *fuzz, const char *path, const ImTensorType *type)
{
  g_autoptr (GString) csv = g_string_new (fuzz->pipeline->is_irregular ? "time" : "");
  gboolean is_whole = im_dtype_get_info (type->dtype)->family != IM_DTYPE_FAMILY_FLOAT;
  gint32 n_channels = 1;
  double time_s = 0.25;

  im_shape_product (&type->shape, 0, type->shape.rank, &n_channels, NULL);
  for (gint i = 0; i < n_channels; i++)
    g_string_append_printf (csv, "%sc%d", csv->len > 0 ? "," : "", i);
  g_string_append_c (csv, '\n');
  for (guint row = 0; row < N_ROWS; row++)
    {
      if (fuzz->pipeline->is_irregular)
        g_string_append_printf (csv, "%.9f,", time_s);
      time_s += (row % 7 == 3 ? 1.2 : 1) / type->rate_hz;
      for (gint i = 0; i < n_channels; i++)
        g_string_append_printf (csv, i > 0 ? ",%.9g" : "%.9g",
                                is_whole ? g_test_rand_int_range (-20000, 20000)
                                         : g_test_rand_double_range (-1, 1));
      g_string_append_c (csv, '\n');
    }
  g_assert_true (g_file_set_contents (path, csv->str, (gssize) csv->len, NULL));
}

static void
set_up (Fuzz *fuzz, const Pipeline *pipeline)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = NULL;
  g_autoptr (ImProgram) program = NULL;
  ImFeed *last = NULL;

  fuzz->pipeline = pipeline;
  fuzz->folder = g_dir_make_tmp ("imaginet-part-XXXXXX", NULL);
  fuzz->path = g_build_filename (
      *pipeline->folder == 'P' ? pipelines_path : examples_path, pipeline->file, NULL);
  g_assert_true (g_file_get_contents (fuzz->path, &fuzz->text, NULL, NULL));
  fuzz->units = im_unit_library_new ();
  im_unit_roots_add_usual (fuzz->units, diagnostics);
  fuzz->memory = im_live_memory_new (LIMIT_BYTES);
  fuzz->met = g_ptr_array_new_with_free_func ((GDestroyNotify) im_signal_unref);
  program = elaborate (fuzz, fuzz->text, &library);
  g_assert_nonnull (program);
  for (guint i = 0; i < program->n_inputs; i++)
    {
      const ImProgramPort *port = &program->inputs[i];
      g_autofree char *path = g_strdup_printf ("%s/%s.csv", fuzz->folder, port->name);
      g_autofree char *rate = NULL;
      ImFeed *feed = im_feed_new (path);

      rate = g_strdup_printf ("%g", program->tensors[port->tensor].type.rate_hz);
      write_recording (fuzz, path, &program->tensors[port->tensor].type);
      if (program->n_inputs > 1)
        feed->input = g_strdup (port->name);
      if (!pipeline->is_irregular)
        g_assert_true (im_feed_set (feed, "rate", rate, NULL));
      if (last == NULL)
        fuzz->feed = feed;
      else
        last->next = feed;
      last = feed;
    }
}

static void
tear_down (Fuzz *fuzz)
{
  for (const ImFeed *feed = fuzz->feed; feed != NULL; feed = feed->next)
    g_remove (feed->path);
  g_rmdir (fuzz->folder);
  im_feed_free (fuzz->feed);
  im_live_memory_unref (fuzz->memory);
  g_ptr_array_unref (fuzz->met);
  im_unit_library_unref (fuzz->units);
  g_free (fuzz->folder);
  g_free (fuzz->path);
  g_free (fuzz->text);
}

/* Another number for one of those that options are given. */
static char *
dup_edited (const char *text)
{
  static GRegex *numbers;
  g_autoptr (GMatchInfo) match = NULL;
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, 2 * sizeof (gint));
  g_autofree char *number = NULL;
  const gint *place;
  gboolean is_real;
  double value;

  if (numbers == NULL)
    numbers = g_regex_new ("(?:Argument param=\"[a-z_0-9]+\">|<DefaultValue>|default=\")"
                           "(?:[^<\"]*?[^<\"0-9.])?"
                           "?(-?[0-9]+(?:\\.[0-9]+)?)[^<\"0-9.]*"
                           "[<\"]",
                           0, 0, NULL);
  for (g_regex_match (numbers, text, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      gint found[2];

      g_match_info_fetch_pos (match, 1, &found[0], &found[1]);
      g_array_append_val (places, found);
    }
  g_assert_cmpuint (places->len, >, 0);
  place = (const gint *) (gpointer) (places->data + (gsize) g_test_rand_int_range (
                                                        0, (gint) places->len) *
                                                        2 * sizeof (gint));
  number = g_strndup (text + place[0], (gsize) (place[1] - place[0]));
  is_real = strchr (number, '.') != NULL;
  value = g_ascii_strtod (number, NULL);
  switch (g_test_rand_int_range (0, 4))
    {
    case 0:
      value += 1;
      break;
    case 1:
      value -= 1;
      break;
    case 2:
      value *= 2;
      break;
    default:
      value /= 2;
      break;
    }

  return is_real ? g_strdup_printf ("%.*s%.4f%s", place[0], text, value, text + place[1])
                 : g_strdup_printf ("%.*s%d%s", place[0], text, (gint) value,
                                    text + place[1]);
}

static ImLiveValues *
compute (Fuzz *fuzz,
         const ImProgram *program,
         ImUnitLibrary *library,
         ImLiveMemory *memory,
         const GArray *wanted)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  const ImLiveJob job = { .program = program,
                          .library = library,
                          .feed = fuzz->feed,
                          .is_checked = memory != NULL,
                          .memory = memory,
                          .wanted = wanted };
  ImLiveValues *values = im_live_values_new (&job);

  im_live_values_compute (values, NULL, diagnostics, &error);
  g_assert_no_error (error);

  return values;
}

static void
assert_same (ImSignal *part, ImSignal *whole, const char *name)
{
  const ImSignalFormat *a = im_signal_get_format (part),
                       *b = im_signal_get_format (whole);
  guint64 n = im_signal_get_n_values (whole);
  gint32 n_elements;
  gsize size;
  g_autofree guint8 *part_bytes = NULL, *whole_bytes = NULL;

  im_shape_product (&a->type.shape, 0, a->type.shape.rank, &n_elements, NULL);
  size = (gsize) n_elements * im_dtype_get_info (a->type.dtype)->size_bytes * n;
  if (im_signal_get_n_values (part) != n)
    g_error ("%s: %u values instead of %u", name, (guint) im_signal_get_n_values (part),
             (guint) n);
  g_assert_cmpuint (im_signal_count_kept (part), ==, n);
  part_bytes = g_malloc (size);
  whole_bytes = g_malloc (size);
  im_signal_copy_kept (part, 0, n, part_bytes);
  im_signal_copy_kept (whole, 0, n, whole_bytes);
  if (memcmp (part_bytes, whole_bytes, size) != 0)
    g_error ("%s: other values", name);
  g_assert_cmpstr (a->name, ==, b->name);
  g_assert_cmpfloat (a->start_s, ==, b->start_s);
  g_assert_cmpfloat (a->step_s, ==, b->step_s);
  g_assert_cmpfloat (a->span_s, ==, b->span_s);
  for (guint64 i = 0; i < n; i++)
    if (im_signal_get_time (part, i) < im_signal_get_time (whole, i) ||
        im_signal_get_time (part, i) > im_signal_get_time (whole, i))
      g_error ("%s: value %u at %g s instead of %g s", name, (guint) i,
               im_signal_get_time (part, i), im_signal_get_time (whole, i));
}

/* Some pipes, or all. */
static GArray *
choose_wanted (const ImProgram *program)
{
  GArray *wanted;

  if (g_test_rand_int_range (0, 3) == 0)
    return NULL;
  wanted = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < program->n_tensors; i++)
    if (g_test_rand_int_range (0, 3) == 0)
      g_array_append_val (wanted, i);

  return wanted;
}

static gboolean
is_wanted (const ImProgram *program, const GArray *wanted, guint tensor)
{
  for (guint i = 0; wanted != NULL && i < wanted->len; i++)
    if (im_program_find_root (program, g_array_index (wanted, guint, i)) == tensor)
      return TRUE;

  return wanted == NULL;
}

static void
compare (Fuzz *fuzz, const ImProgram *program, ImUnitLibrary *library)
{
  g_autoptr (GArray) wanted = choose_wanted (program);
  g_autoptr (ImLiveValues) part = compute (fuzz, program, library, fuzz->memory, wanted);
  g_autoptr (ImLiveValues) whole = compute (fuzz, program, library, NULL, NULL);

  for (guint i = 0; i < program->n_tensors; i++)
    {
      g_autoptr (ImSignal) of_part = im_live_values_get_signal (part, i);
      g_autoptr (ImSignal) of_whole = im_live_values_get_signal (whole, i);

      if (is_wanted (program, wanted, i) && (of_part == NULL) != (of_whole == NULL))
        g_error ("%s is %s", program->tensors[i].name,
                 of_part == NULL ? "missing" : "too much");
      if (of_part == NULL)
        continue;
      assert_same (of_part, of_whole, program->tensors[i].name);
      if (g_ptr_array_find (fuzz->met, of_part, NULL))
        fuzz->n_known++;
      else
        g_ptr_array_add (fuzz->met, im_signal_ref (of_part));
    }
}

/* Some edits are taken back, some follow one another. */
static void
test_edits (gconstpointer data)
{
  Fuzz fuzz = { 0 };
  g_autofree char *before = NULL;

  set_up (&fuzz, data);
  before = g_strdup (fuzz.text);
  for (guint i = 0; i < n_edits;)
    {
      g_autofree char *edited = g_test_rand_int_range (0, 4) == 0
                                    ? g_strdup (before)
                                    : dup_edited (fuzz.text);
      g_autoptr (ImUnitLibrary) library = NULL;
      g_autoptr (ImProgram) program = elaborate (&fuzz, edited, &library);

      if (program == NULL)
        continue;
      compare (&fuzz, program, library);
      g_free (before);
      before = fuzz.text;
      fuzz.text = g_steal_pointer (&edited);
      i++;
    }
  g_test_message ("%u signals were known, %u computed", fuzz.n_known, fuzz.met->len);
  g_assert_cmpuint (fuzz.n_known, >, 0);
  tear_down (&fuzz);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 4);
  examples_path = argv[1];
  pipelines_path = argv[2];
  n_edits = (guint) g_ascii_strtoull (argv[3], NULL, 10);
  for (guint i = 0; i < G_N_ELEMENTS (pipelines); i++)
    {
      g_autofree char *path = g_strconcat ("/live/part/", pipelines[i].name, NULL);

      g_test_add_data_func (path, &pipelines[i], test_edits);
    }

  return g_test_run ();
}
