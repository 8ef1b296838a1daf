/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "run/im-target.h"

typedef struct
{
  const char *name;
  const char *text;
  guint targets;
  const char *problem; /* NULL if there is none */
} ParseCase;

#define BIT(id) (1u << IM_TARGET_##id)
#define ALLOWED                                                                         \
  "; expected some of host, cortex-m0plus, cortex-m4f, cortex-m7, cortex-m55, all, or " \
  "none"

static const ParseCase parse_cases[] = {
  { "none", "none", 0, NULL },
  { "all", "all", IM_TARGETS_ALL, NULL },
  { "host", "host", BIT (HOST), NULL },
  { "some", "cortex-m4f,host", BIT (HOST) | BIT (CORTEX_M4F), NULL },
  { "twice", "cortex-m7,cortex-m7", BIT (CORTEX_M7), NULL },
  { "all-and-one", "all,host", IM_TARGETS_ALL, NULL },
  { "unknown", "host,cortex-m33", 0, "“cortex-m33” is no target" ALLOWED },
  { "blank", "host, cortex-m7", 0, "“ cortex-m7” is no target" ALLOWED },
  { "empty", "", 0, "“” is no target" ALLOWED },
  { "empty-name", "host,", 0, "“” is no target" ALLOWED },
  { "none-and-one", "none,host", 0, "“none” is no target" ALLOWED },
};

static void
test_parse (gconstpointer data)
{
  const ParseCase *c = data;
  guint targets = 1u << 31;
  g_autofree char *problem = im_targets_parse (c->text, &targets);

  g_assert_cmpstr (problem, ==, c->problem);
  g_assert_cmphex (targets, ==, c->problem == NULL ? c->targets : 1u << 31);
}

/* What run.sh of a bundle reads: at least four words a line, the name first. */
static void
test_list (void)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;

  im_targets_append_list (out);
  lines = g_strsplit (out->str, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, IM_N_TARGETS);
  for (guint i = 0; *lines[i] != '\0'; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", -1);

      g_assert_cmpuint (g_strv_length (words), >=, 4);
      g_assert_cmpstr (words[0], ==, im_target_get (i + 1)->name);
      g_assert_true (g_str_has_prefix (words[1], "mps"));
      g_assert_true (g_str_has_prefix (words[2], "cortex-m"));
      g_assert_true (g_str_has_prefix (words[3], "-mcpu="));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (parse_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/target/parse/", parse_cases[i].name, NULL);

      g_test_add_data_func (path, &parse_cases[i], test_parse);
    }
  g_test_add_func ("/target/list", test_list);

  return g_test_run ();
}
