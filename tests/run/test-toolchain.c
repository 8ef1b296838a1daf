/* SPDX-License-Identifier: MIT
 *
 * The variable CC is a command: a compiler, with words of its own, or behind other
 * programs.
 */
#include <glib/gstdio.h>
#include <string.h>

#include "run/im-toolchain.h"

typedef struct
{
  const char *name;
  const char *command; /* the variable CC */
  const char *words;   /* joined with `|`, or NULL */
  const char *problem;
} CompilerCase;

static const CompilerCase compiler_cases[] = {
  { "one-word", "sh", "sh", NULL },
  { "arguments", "sh -m32 -O0", "sh|-m32|-O0", NULL },
  { "cache", "ccache sh -m32", "sh|-m32", NULL },
  { "cache-with-a-path", "/usr/bin/sccache sh", "sh", NULL },
  { "quoted", "'sh' '-DNAME=a b'", "sh|-DNAME=a b", NULL },
  { "other-program", "env LANG=C sh", "env|LANG=C|sh", NULL },
  { "missing", "no-such-compiler -O1", NULL,
    "the variable CC names the C compiler “no-such-compiler -O1”, which does not exist" },
  { "missing-behind-a-cache", "ccache no-such-compiler", NULL,
    "the variable CC names the C compiler “ccache no-such-compiler”, which does not "
    "exist" },
  { "open-quote", "sh '-O1", NULL,
    "the variable CC names the C compiler “sh '-O1”, which does not exist" },
};

static void
test_compiler (gconstpointer data)
{
  const CompilerCase *c = data;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) words = NULL;
  g_autofree char *joined = NULL;

  g_setenv ("CC", c->command, TRUE);
  words = im_toolchain_find_compiler (&error);
  joined = words == NULL ? NULL : g_strjoinv ("|", words);
  g_assert_cmpstr (joined, ==, c->words);
  g_assert_cmpstr (error == NULL ? NULL : error->message, ==, c->problem);
}

/* What is chosen counts before the variables, until nothing is chosen any more. */
static void
test_choice (void)
{
  g_auto (GStrv) chosen = NULL, other = NULL;
  g_autoptr (GError) error = NULL;

  g_setenv ("CC", "env sh", TRUE);
  im_toolchain_choose ("sh -O1", "/no/such/python");
  chosen = im_toolchain_find_compiler (&error);
  g_assert_no_error (error);
  g_assert_cmpstr (chosen[0], ==, "sh");
  g_assert_null (im_toolchain_find_python (&error));
  g_assert_error (error, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_NO_PYTHON);
  g_assert_nonnull (strstr (error->message, "/no/such/python"));
  g_clear_error (&error);

  im_toolchain_choose ("no-such-compiler", NULL);
  g_assert_null (im_toolchain_find_compiler (&error));
  g_assert_cmpstr (
      error->message, ==,
      "the preferences name the C compiler “no-such-compiler”, which does not "
      "exist");
  im_toolchain_choose ("", "");
  other = im_toolchain_find_compiler (NULL);
  g_assert_cmpstr (other[0], ==, "env");
}

/* Flags stand behind the words that are programs, and in front of those that are not. */
static void
test_order (gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("im-toolchain-XXXXXX", NULL);
  g_autofree char *compiler = g_build_filename (folder, "compiler", NULL);
  g_autofree char *source = g_build_filename (folder, "a.c", NULL);
  g_autofree char *program = g_build_filename (folder, "a", NULL);
  g_autofree char *command = g_strconcat (data, compiler, " -DVALUE=0", NULL);
  const char *sources[] = { "a.c", NULL };
  const ImProcessLimits limits = { .folder = folder,
                                   .time_s = 60,
                                   .memory_bytes = 4ull << 30,
                                   .file_bytes = 1 << 26 };
  const char text[] = "int main (void) { return VALUE; }\n";
  const char script[] = "#!/bin/sh\n"
                        "[ \"$1\" = -std=c99 ] || { echo \"first: $1\"; exit 1; }\n"
                        "exec cc \"$@\"\n";
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (compiler, script, -1, NULL));
  g_assert_cmpint (g_chmod (compiler, 0700), ==, 0);
  g_assert_true (g_file_set_contents (source, text, -1, NULL));
  g_setenv ("CC", command, TRUE);
  im_toolchain_compile (im_build_get_host (), sources, "a", NULL, FALSE, &limits, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_test (program, G_FILE_TEST_IS_EXECUTABLE));
  g_unlink (program);
  g_unlink (source);
  g_unlink (compiler);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (compiler_cases); i++)
    {
      const CompilerCase *c = &compiler_cases[i];
      g_autofree char *path = g_strdup_printf ("/toolchain/compiler/%s", c->name);

      g_test_add_data_func (path, c, test_compiler);
    }
  g_test_add_data_func ("/toolchain/order/arguments", "", test_order);
  g_test_add_data_func ("/toolchain/order/cache", "ccache ", test_order);
  g_test_add_data_func ("/toolchain/order/program", "env ", test_order);

  g_test_add_func ("/toolchain/choice", test_choice);

  return g_test_run ();
}
