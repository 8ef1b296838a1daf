/* SPDX-License-Identifier: MIT
 *
 * Every example of the reference is true.
 */
#include "language-case.h"

static void
test_examples (gconstpointer data)
{
  const ImBuiltin *builtin = data;
  g_autoptr (ImArena) arena = im_arena_new ();

  for (guint i = 0; i < builtin->n_examples; i++)
    {
      const ImExample *example = &builtin->examples[i];
      LanguageCase c = { builtin->name,  i + 1, NULL,          example->expression,
                         example->value, NULL,  example->error };
      LanguageNames names;

      language_names_init_samples (&names, arena);
      language_case_check (&c, &names, arena);
      language_names_clear (&names);
    }
}

int
main (int argc, char **argv)
{
  guint n_builtins;

  g_test_init (&argc, &argv, NULL);

  const ImBuiltin *builtins = im_builtin_get_all (&n_builtins);
  for (guint i = 0; i < n_builtins; i++)
    {
      /* A slash separates the parts of a test's name. */
      const char *name = g_str_equal (builtins[i].name, "/") ? "divide"
                                                             : builtins[i].name;
      g_autofree char *path = g_strdup_printf (
          "/reference/%s/%s", im_builtin_owner_get_name (builtins[i].owner), name);

      g_test_add_data_func (path, &builtins[i], test_examples);
    }

  return g_test_run ();
}
