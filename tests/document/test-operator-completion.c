/* SPDX-License-Identifier: MIT
 *
 * What is offered at the cursor of a text of operators that is being written.
 */
#include "document/help/im-operator-completion.h"

#include <string.h>

#define SCALE                                               \
  "import nn;\n"                                            \
  "# Multiplies.\n"                                         \
  "operator scale {\n"                                      \
  "  @dtype { T: num = real; }\n"                           \
  "  @attrib { factor: T = T(2);  # what it is times\n"     \
  "            places: int..(d) = 1; }\n"                   \
  "  @input { x: T[s..(d)]; filter: real[n, c]; }\n"        \
  "  @using { first = places[0]; [low, high] = places; }\n" \
  "  @output { y: T[s..]; }\n"

/* The cursor is at the bar; what stands behind it belongs to the text. */
typedef struct
{
  const char *name;
  const char *text;
  const char *first;  /* the first names that are offered, separated by spaces */
  const char *absent; /* a name that is not */
} CompletionCase;

static const CompletionCase completion_cases[] = {
  { "top", "op|", "operator", "@output" },
  { "top-behind", SCALE "}\ngr|", "graph", "@output" },
  { "import", "import n|", "nn", "normal" },
  { "import-second", "import math, n|;", "nn", NULL },
  { "blocks", SCALE "  @|", "@assert @constant @variable @lower", "@attrib" },
  { "block", SCALE "  @lo|\n}\n", "@lower", "@compose" },
  { "types", SCALE "  @variable { w: re|", "real", "relu" },
  { "generic", SCALE "  @variable { w: |", "T real int", "factor" },
  { "optional", SCALE "  @variable { w: optional in|", "int", "inf" },
  { "kinds", "operator a { @dtype { T: n|", "num", "nn" },
  { "extent", SCALE "  @variable { w: real[fi|", "filter first", "if" },
  { "attribute", SCALE "  @lower { y[i..] = x[i..] * fa|, i < s; }\n}\n", "factor",
    NULL },
  { "values", SCALE "  @assert { lo|", "low log", "loop" },
  { "index", SCALE "  @lower { y[idx..] = x[i|, idx < s; }\n}\n", "idx inf int", "if" },
  { "later", "operator a { @using { n = fac| + 1; }\n@attrib { factor: int = 1; } }",
    "factor", NULL },
  { "functions", SCALE "  @lower { y[i..] = sq|", "sqrt", "nn" },
  { "operators", SCALE "  @compose { y = sc|", "scale", NULL },
  { "modules", SCALE "  @compose { y = n|", "nn nn.linear nn.conv", "math.abs" },
  { "qualified", SCALE "  @compose { y = nn.max_|", "max_pool", "mean" },
  { "not-imported", SCALE "  @compose { y = linalg.matm|", "matmul", NULL },
  { "private", SCALE "  @compose { y = nn._ls|", "", NULL },
  { "call", SCALE "  @compose { y = nn.conv{st|", "stride", "str" },
  { "call-second", SCALE "  @compose { y = nn.conv{stride = 2, di|}(x, filter); }\n}\n",
    "dilation", "stride" },
  { "call-value", SCALE "  @compose { y = nn.conv{stride = pla|}(x); }\n}\n", "places",
    NULL },
  { "call-own", SCALE "  @compose { y = scale{fac|", "factor", NULL },
  { "keywords", SCALE "  @compose { y = i|", "if inf int", NULL },
  { "members", SCALE "  @using { r = x.ra|", "rank", NULL },
  { "other-operator", SCALE "}\noperator b { @using { n = fac|", "", NULL },
  { "comment", SCALE "  # fac|", "", NULL },
  { "text", SCALE "  @assert { factor > 0: \"fac|\"; }", "", NULL },
  { "number", SCALE "  @using { n = 12|", "", NULL },
  { "complete", SCALE "  @using { n = factor|", "", NULL },
  { "nothing", SCALE "  @using { n = |", "", NULL },
  { "empty", "|", "import operator graph public", NULL },
  { "broken", "}}} ] operator { @input { ) x: real[~ @using { n = x|", "", NULL },
};

static GPtrArray *
complete (const char *marked, gsize *start, char **text)
{
  gsize at = strcspn (marked, "|");
  g_autofree char *before = g_strndup (marked, at);
  g_autoptr (ImSource) source = NULL;
  g_autoptr (ImSkndPackage) package = im_operator_completion_new_package (NULL);

  *text = g_strconcat (before, marked + at + 1, NULL);
  source = im_source_new_for_string ("a.sknd", *text);

  return im_operator_completion_list (package, source, at, start);
}

static const ImCompletionItem *
find (const GPtrArray *items, const char *name)
{
  for (guint i = 0; i < items->len; i++)
    if (strcmp (((ImCompletionItem *) g_ptr_array_index (items, i))->name, name) == 0)
      return g_ptr_array_index (items, i);

  return NULL;
}

static void
test_completion (gconstpointer data)
{
  const CompletionCase *c = data;
  g_autofree char *text = NULL;
  gsize start;
  g_autoptr (GPtrArray) items = complete (c->text, &start, &text);
  g_auto (GStrv) expected = g_strsplit (c->first, " ", -1);
  guint n = g_strv_length (expected);

  g_assert_cmpuint (start, <=, strcspn (c->text, "|"));
  if (n == 0)
    g_assert_cmpuint (items->len, ==, 0);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpuint (i, <, items->len);
      g_assert_cmpstr (((ImCompletionItem *) g_ptr_array_index (items, i))->name, ==,
                       expected[i]);
    }
  if (c->absent != NULL)
    g_assert_null (find (items, c->absent));
}

/* What is said of an item, and what is written in the place of the word. */
static void
test_item (void)
{
  g_autofree char *text = NULL, *other = NULL;
  gsize start;
  g_autoptr (GPtrArray) operators = complete (SCALE "  @compose { y = nn.con|", &start,
                                              &text);
  g_autoptr (GPtrArray) names = complete (SCALE "  @assert { fac|", &start, &other);
  const ImCompletionItem *conv = find (operators, "conv");
  const ImCompletionItem *factor = find (names, "factor");

  g_assert (conv != NULL && factor != NULL);
  g_assert_cmpstr (conv->detail, ==, "(input, filter, bias) -> (output)");
  g_assert_true (g_str_has_prefix (conv->documentation, "The convolution of channels"));
  g_assert_nonnull (strstr (conv->documentation, "\nstride: int..(d) = 1"));
  g_assert_cmpstr (factor->detail, ==, "Attribute T = T(2)");
  g_assert_cmpstr (factor->documentation, ==, "what it is times");
  g_assert_cmpuint (start, ==, strlen (other) - strlen ("fac"));
}

/* A text that ends anywhere has an answer. */
static void
test_cut (void)
{
  g_autoptr (ImSkndPackage) package = im_operator_completion_new_package (NULL);
  g_autofree char *whole = g_strdup (SCALE
                                     "  @compose { y = nn.conv{stride = 2}(x); }\n}\n");

  for (gsize n = strlen (whole); n > 0; n--)
    {
      g_autoptr (ImSource) source = NULL;
      g_autoptr (GPtrArray) items = NULL;
      gsize start;

      whole[n] = '\0';
      source = im_source_new_for_string ("a.sknd", whole);
      items = im_operator_completion_list (package, source, n, &start);
      g_assert_cmpuint (start, <=, n);
      g_assert_cmpuint (items->len, <=, IM_COMPLETION_MAX);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (completion_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/operator-completion/",
                                           completion_cases[i].name, NULL);

      g_test_add_data_func (path, &completion_cases[i], test_completion);
    }
  g_test_add_func ("/operator-completion/item", test_item);
  g_test_add_func ("/operator-completion/cut", test_cut);

  return g_test_run ();
}
