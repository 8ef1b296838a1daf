/* SPDX-License-Identifier: MIT */
#include "studio/library/studio-unit-fit.h"

#include "studio/library/studio-description.h"
#include "unit/im-unit-library.h"

#include <pango/pango.h>
#include <string.h>

typedef struct
{
  const char *name;
  const char *unit;
  const char *source;
  const char *expected; /* a part of the message, NULL if the unit fits */
} FitCase;

static const FitCase fit_cases[] = {
  { "fits", "Core.Math.Abs", "float32[3]@100", NULL },
  { "shape", "Core.Math.Rms", "float32[3]@100", "needs two or more" },
  { "shape-fits", "Core.Math.Rms", "float32[3,50]@100", NULL },
  { "type", "Core.Spectral.LogMelSpectrogram", "int16[1]@16000", "Float32" },
  { "rate", "Core.Spectral.LogMelSpectrogram", "float32[1]", "sample rate" },
  { "other-input-is-not-known", "Core.Math.Add", "float32[3]@100", NULL },
};

static ImUnitLibrary *
new_units (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  ImUnitLibrary *units = im_unit_library_new ();

  im_unit_library_add_root (units, folder, problems);
  g_assert_cmpuint (im_unit_library_get_units (units)->len, >, 20);

  return units;
}

static void
test_fit (gconstpointer data)
{
  const FitCase *c = data;
  g_autoptr (ImUnitLibrary) units = new_units ();
  const ImUnit *unit = im_unit_library_find (units, c->unit);
  g_autofree char *problem = NULL;
  ImTensorType source;

  g_assert_nonnull (unit);
  g_assert_true (im_tensor_type_parse (c->source, &source, NULL));
  problem = studio_unit_fit_dup_problem (unit, &source);
  if (c->expected == NULL)
    g_assert_cmpstr (problem, ==, NULL);
  else
    {
      g_assert_nonnull (problem);
      g_test_message ("%s", problem);
      g_assert_nonnull (strstr (problem, c->expected));
    }
}

static const char description[] =
    "<Imaginet><Unit name='Test.A'><Description>\n"
    "  Does &lt;this&gt;\n  and <Text bold='true'>that</Text>.\n"
    "\n"
    "  It has:\n"
    "  - one thing\n"
    "  - another\n"
    "    one\n"
    "  <Header>Formula</Header>\n"
    "  a = b\n"
    "\n"
    "  in words\n"
    "  <Image file='curve.png' width='40'/>\n"
    "  <Header>Use</Header>\n"
    "  x = <Code>1</Code><LineBreak/>y\n"
    "  <Inline fragment='a.py:a' language='Python'/>\n"
    "</Description><Parameters/></Unit></Imaginet>";

static const StudioBlock blocks[] = {
  { STUDIO_BLOCK_PARAGRAPH, (char *) "Does &lt;this&gt; and <b>that</b>." },
  { STUDIO_BLOCK_PARAGRAPH, (char *) "It has:" },
  { STUDIO_BLOCK_PARAGRAPH, (char *) "• one thing" },
  { STUDIO_BLOCK_PARAGRAPH, (char *) "• another one" },
  { STUDIO_BLOCK_HEADER, (char *) "Formula" },
  { STUDIO_BLOCK_FORMULA, (char *) "a = b" },
  { STUDIO_BLOCK_PARAGRAPH, (char *) "in words" },
  { STUDIO_BLOCK_IMAGE, (char *) "curve.png" },
  { STUDIO_BLOCK_HEADER, (char *) "Use" },
  { STUDIO_BLOCK_PARAGRAPH, (char *) "x = <tt>1</tt>" },
  { STUDIO_BLOCK_PARAGRAPH, (char *) "y" },
  { STUDIO_BLOCK_CODE, (char *) "a.py:a" },
};

static void
test_description (void)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (description, sizeof description - 1);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, "a.imunit", problems);
  g_autoptr (GPtrArray) actual = studio_description_list_blocks (
      im_unit_file_get_unit (file, 0));

  for (guint i = 0; i < MIN (actual->len, G_N_ELEMENTS (blocks)); i++)
    {
      const StudioBlock *block = actual->pdata[i];

      g_assert_cmpstr (block->text, ==, blocks[i].text);
      g_assert_cmpint (block->kind, ==, blocks[i].kind);
    }
  g_assert_cmpuint (actual->len, ==, G_N_ELEMENTS (blocks));
}

/* Each shipped unit can be laid out. */
static void
test_shipped_descriptions (void)
{
  g_autoptr (ImUnitLibrary) units = new_units ();
  GPtrArray *all = im_unit_library_get_units (units);

  for (guint i = 0; i < all->len; i++)
    {
      const ImUnit *unit = all->pdata[i];
      g_autoptr (GPtrArray) shown = studio_description_list_blocks (unit);

      g_assert_cmpuint (shown->len, >, 0);
      for (guint k = 0; k < shown->len; k++)
        {
          const StudioBlock *block = shown->pdata[k];
          g_autoptr (GError) error = NULL;

          if (block->kind == STUDIO_BLOCK_PARAGRAPH ||
              block->kind == STUDIO_BLOCK_FORMULA)
            pango_parse_markup (block->text, -1, 0, NULL, NULL, NULL, &error);
          g_assert_no_error (error);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (fit_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/unit-fit/", fit_cases[i].name, NULL);

      g_test_add_data_func (path, &fit_cases[i], test_fit);
    }
  g_test_add_func ("/description/blocks", test_description);
  g_test_add_func ("/description/shipped", test_shipped_descriptions);

  return g_test_run ();
}
