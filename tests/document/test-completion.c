/* SPDX-License-Identifier: MIT
 *
 * What is offered at the cursor of an expression, and where the caret below an error is.
 */
#include "document/help/im-completion.h"

#include <string.h>

#include "document/help/im-argument-error.h"

#define SCOPE                                                                  \
  "<Imaginet><Function unit=\"Test.Scope\"><Parameters>"                       \
  "<InputSocket name=\"input\" />"                                             \
  "<Int32Option name=\"stride\" default=\"4\" description=\"Elements.\" />"    \
  "<Hidden name=\"strong\" value=\"stride &gt; 3\" />"                         \
  "<OutputSocket name=\"output\" type=\"input.type\" shape=\"input.shape\" />" \
  "</Parameters></Function></Imaginet>"

typedef struct
{
  const char *name;
  const char *text; /* the cursor is at its end */
  guint start;
  const char *first;  /* the first names that are offered, separated by spaces */
  const char *absent; /* a name that is not */
} CompletionCase;

static const CompletionCase completion_cases[] = {
  { "parameters", "str", 0, "stride strong", "output" },
  { "case", "STR", 0, "stride strong", NULL },
  { "second-word", "2 * stri", 4, "stride", NULL },
  { "complete", "2 * stride", 4, "", NULL },
  { "functions", "rou", 0, "round", "stride" },
  { "libraries", "Sy", 0, "System", NULL },
  { "library", "Math.roun", 5, "round", NULL },
  { "types", "System.Float3", 7, "Float32", NULL },
  { "tensor-members", "input.", 6, "rate", "flat" },
  { "shape-members", "input.shape.fl", 12, "flat", NULL },
  { "shape-has-no-rate", "input.shape.ra", 12, "", NULL },
  { "unknown-receiver", "nobody.fla", 7, "flat", NULL },
  { "number", "12", 0, "", NULL },
  { "fraction", "1.", 2, "", NULL },
  { "text", "\"str", 1, "", NULL },
  { "nothing", "", 0, "", NULL },
};

static gboolean
has_name (const GPtrArray *items, const char *name)
{
  for (guint i = 0; i < items->len; i++)
    if (strcmp (((ImCompletionItem *) g_ptr_array_index (items, i))->name, name) == 0)
      return TRUE;

  return FALSE;
}

static void
test_completion (gconstpointer data)
{
  const CompletionCase *c = data;
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GBytes) bytes = g_bytes_new_static (SCOPE, strlen (SCOPE));
  g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, "scope.imunit", problems);
  const ImUnit *unit = im_unit_file_get_unit (file, 0);
  ImTensorType type = { .dtype = IM_DTYPE_FLOAT32,
                        .shape = { .rank = 1, .size = { 3 } },
                        .rate_hz = 100,
                        .scale = 1 };
  ImUnitBinding binding = { "input", IM_TENSOR (&type) };
  g_autoptr (ImUnitEvaluation) evaluation = im_unit_evaluation_new (unit, &binding, 1);
  g_auto (GStrv) names = g_strsplit (c->first, " ", -1);
  gsize start = G_MAXSIZE;
  g_autoptr (GPtrArray) items = im_completion_list (unit, evaluation, c->text,
                                                    strlen (c->text), &start);

  g_assert_cmpuint (start, ==, c->start);
  g_assert_cmpint (items->len == 0, ==, *c->first == '\0');
  for (guint i = 0; *c->first != '\0' && names[i] != NULL; i++)
    g_assert_true (has_name (items, names[i]));
  if (c->absent != NULL)
    g_assert_false (has_name (items, c->absent));
  for (guint i = 0; i < items->len; i++)
    {
      const ImCompletionItem *item = g_ptr_array_index (items, i);

      g_assert_true (g_str_has_prefix (item->insert, item->name));
    }
}

typedef struct
{
  const char *name;
  const char *text;
  const char *raw;
  ImSpan span;
  const char *caret; /* NULL if there is none */
} CaretCase;

static const CaretCase caret_cases[] = {
  { "name", "2 * foo", "2 * foo", { 4, 7 }, "2 * foo\n    ^^^" },
  { "end", "2 *", "2 *", { 3, 3 }, "2 *\n   ^" },
  { "reference", "a < foo", "a &lt; foo", { 7, 10 }, "a < foo\n    ^^^" },
  { "wide", "ä * foo", "ä * foo", { 5, 8 }, "ä * foo\n    ^^^" },
  { "lines", "2\n* foo", "2\n* foo", { 4, 7 }, NULL },
};

static void
test_caret (gconstpointer data)
{
  const CaretCase *c = data;
  g_autofree char *caret = im_argument_error_dup_caret (c->text, c->raw, c->span);

  g_assert_cmpstr (caret, ==, c->caret);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (completion_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/completion/", completion_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &completion_cases[i], test_completion);
    }
  for (guint i = 0; i < G_N_ELEMENTS (caret_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/caret/", caret_cases[i].name, NULL);

      g_test_add_data_func (path, &caret_cases[i], test_caret);
    }

  return g_test_run ();
}
