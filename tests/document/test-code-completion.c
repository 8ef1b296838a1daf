/* SPDX-License-Identifier: MIT
 *
 * What is offered at the cursor of a file of C or Python.
 */
#include "document/help/im-code-completion.h"

#include <string.h>

#define SCOPE                                                                  \
  "<Imaginet><Function unit=\"Test.Scope\"><Parameters>"                       \
  "<InputSocket name=\"input\" description=\"Samples.\" />"                    \
  "<Int32Option name=\"stride\" default=\"4\" />"                              \
  "<OutputSocket name=\"output\" type=\"input.type\" shape=\"input.shape\" />" \
  "</Parameters></Function></Imaginet>"

typedef struct
{
  const char *name;
  gboolean is_python;
  const char *text; /* the cursor is at its end */
  guint start;
  const char *expected; /* the names that are offered, with blanks between */
} Case;

static const Case cases[] = {
  { "parameter", FALSE, "x = st", 4, "stride" },
  { "case", FALSE, "x = STR", 4, "stride" },
  { "function-of-file", FALSE, "float input_mean (int n) { return n; }\nx = inp", 43,
    "input input_mean" },
  { "of-c", FALSE, "y = sqr", 4, "sqrtf" },
  { "support", FALSE, "y = clip_q63", 4, "clip_q63_to_q31 clip_q63_to_q15" },
  { "support-of-c-only", TRUE, "y = clip_q63", 4, "" },
  { "complete", FALSE, "y = sqrtf", 4, "" },
  { "member", FALSE, "point.st", 6, "" },
  { "comment", FALSE, "/* st", 5, "" },
  { "line-comment", FALSE, "// st", 5, "" },
  { "text", FALSE, "\"st", 3, "" },
  { "number", FALSE, "12", 2, "" },
  { "nothing", FALSE, "", 0, "" },
  { "python", TRUE, "def strong(x):\n    return st", 26, "stride strong" },
  { "numpy", TRUE, "np.sq", 3, "sqrt" },
  { "numpy-all", TRUE, "x = np.float", 7, "float32 float64" },
  { "no-numpy", TRUE, "xp.sq", 3, "" },
  { "python-comment", TRUE, "# st", 4, "" },
};

static void
test_completion (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GBytes) bytes = g_bytes_new_static (SCOPE, strlen (SCOPE));
  g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, "scope.imunit", problems);
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (GPtrArray) items = NULL;
  gsize start;

  items = im_code_completion_list (im_unit_file_get_unit (file, 0), c->is_python, c->text,
                                   strlen (c->text), &start);
  for (guint i = 0; i < items->len; i++)
    g_string_append_printf (names, "%s%s", i == 0 ? "" : " ",
                            ((ImCompletionItem *) g_ptr_array_index (items, i))->name);
  g_assert_cmpstr (names->str, ==, c->expected);
  if (*c->expected != '\0')
    g_assert_cmpuint (start, ==, c->start);
}

/* What is offered says what it is. */
static void
test_details (void)
{
  static const struct
  {
    const char *text, *insert, *detail;
  } details[] = {
    { "float mean (const float *x, int n);\nmea", "mean",
      "float mean (const float *x, int n)" },
    { "clip_q31_to_q7", NULL, NULL },
    { "clip_q31_to_q1", "clip_q31_to_q15", "q15_t clip_q31_to_q15 (q31_t x)" },
    { "__ssa", "__SSAT", "__SSAT (value, bits)" },
    { "M_SQRT1", "M_SQRT1_2", "0.70710678118654752440" },
    { "q63_", "q63_t", "int64_t" },
    { "print_err", "print_error", "print_error (...)" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (details); i++)
    {
      const char *text = details[i].text;
      gsize start;
      g_autoptr (GPtrArray) items = im_code_completion_list (NULL, FALSE, text,
                                                             strlen (text), &start);
      const ImCompletionItem *item = items->len == 0 ? NULL
                                                     : g_ptr_array_index (items, 0);

      g_assert_cmpuint (items->len, ==, details[i].insert != NULL);
      if (item == NULL)
        continue;
      g_assert_cmpstr (item->insert, ==, details[i].insert);
      g_assert_cmpstr (item->detail, ==, details[i].detail);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/code-completion/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_completion);
    }
  g_test_add_func ("/code-completion/details", test_details);

  return g_test_run ();
}
