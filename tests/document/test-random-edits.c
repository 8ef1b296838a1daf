/* SPDX-License-Identifier: MIT
 *
 * 2,000 edits of each example, always the same ones.
 */
#include <string.h>

#include "random-edits.h"

#include "base/im-file.h"
#include "unit/im-unit-library.h"

#define N_EDITS 2000
#define SEED    20261121

static ImUnitLibrary *
new_library (void)
{
  g_autofree char *units = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  ImUnitLibrary *library = im_unit_library_new ();

  im_unit_library_add_root (library, units, problems);

  return library;
}

static void
fill (guint8 *data, gsize length)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);

  for (gsize i = 0; i < length; i++)
    data[i] = (guint8) g_rand_int_range (rand, 0, 256);
}

typedef struct
{
  const char *path;
  const char *example;
  guint n_edits;
} EditCase;

static const EditCase edit_cases[] = {
  { "/random-edits/stack", "audio-window.imunit", N_EDITS },
  { "/random-edits/graph", "high-band-level.imunit", N_EDITS },
  { "/random-edits/arrays", "sound-classes.imunit", N_EDITS / 10 },
};

/* What a thread may hold. */
typedef struct
{
  ImProgram *program;
  GBytes *bytes;
  GString *text;
} Held;

static void
hold (Held *held, ImDocument *document)
{
  held->program = im_program_ref (im_document_get_program (document));
  held->bytes = g_bytes_ref (im_unit_file_get_bytes (held->program->unit->file));
  held->text = g_string_new (NULL);
  im_program_append_text (held->program, held->text);
}

/* It has not changed, whatever was done to the document meanwhile. */
static void
check_held (Held *held)
{
  const ImUnitFile *file = held->program->unit->file;
  g_autoptr (GString) text = g_string_new (NULL);

  im_program_append_text (held->program, text);
  g_assert_cmpstr (text->str, ==, held->text->str);
  g_assert_true (g_bytes_equal (im_unit_file_get_bytes (file), held->bytes));
  g_clear_pointer (&held->program, im_program_unref);
  g_clear_pointer (&held->bytes, g_bytes_unref);
  g_string_free (g_steal_pointer (&held->text), TRUE);
}

static void
test_edits (gconstpointer data)
{
  const EditCase *c = data;
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "examples",
                                                 c->example, NULL);
  g_autoptr (GBytes) original = im_file_read (path, G_MAXINT, NULL);
  ImUnitLibrary *library = new_library ();
  g_autoptr (ImDocument) document = im_document_open (path, library, NULL);
  guint8 choices[4 * N_EDITS];
  RandomEdits edits = { choices, sizeof choices, 0 };
  Held held = { NULL };
  guint n = 0;

  fill (choices, sizeof choices);
  for (; n < c->n_edits && random_edits_step (&edits, document); n++)
    {
      random_edits_check_opens (document, library);
      if (held.program != NULL)
        check_held (&held);
      else if (n % 4 == 0)
        hold (&held, document);
    }
  if (held.program != NULL)
    check_held (&held);
  g_assert_cmpuint (n, >, c->n_edits / 2);
  random_edits_check_history (document, original);
  g_clear_object (&document);
  im_unit_library_unref (library);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (edit_cases); i++)
    g_test_add_data_func (edit_cases[i].path, &edit_cases[i], test_edits);

  return g_test_run ();
}
