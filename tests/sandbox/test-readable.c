/* SPDX-License-Identifier: MIT
 *
 * What programs see besides the system: what they were installed to, never a home folder.
 */
#include "sandbox/im-sandbox-private.h"

typedef struct
{
  const char *name;
  const char *program;
  const char *argv[4];     /* behind the program */
  const char *expected[3]; /* NULL terminated */
} ReadableCase;

#define HOME "/users/somebody"

static const ReadableCase cases[] = {
  { "system", "/usr/bin/gcc", { NULL }, { NULL } },
  { "prefix", "/opt/arm/bin/gcc", { NULL }, { "/opt/arm", NULL } },
  { "prefix-at-home", HOME "/tools/bin/gcc", { NULL }, { HOME "/tools", NULL } },
  { "no-bin", "/opt/arm/gcc", { NULL }, { "/opt/arm", NULL } },
  { "bin-at-home", HOME "/bin/gcc", { NULL }, { HOME "/bin", NULL } },
  { "at-home", HOME "/gcc", { NULL }, { HOME "/gcc", NULL } },
  { "at-root", "/gcc", { NULL }, { "/gcc", NULL } },
  { "words",
    "/usr/bin/gcc",
    { "-I/sys/kernel", "-O2", "/sys/devices" },
    { "/sys/kernel", "/sys/devices", NULL } },
  { "words-of-system", "/usr/bin/gcc", { "-I/usr/include", "--sysroot=/" }, { NULL } },
  { "words-that-are-no-paths",
    "/usr/bin/gcc",
    { "a/sys/kernel", "-I/no/such/folder" },
    { NULL } },
};

static void
test_case (gconstpointer data)
{
  const ReadableCase *c = data;
  const char *argv[] = { c->program, c->argv[0], c->argv[1], c->argv[2], NULL };
  g_autoptr (GPtrArray) readable = im_sandbox_list_readable (c->program, argv);
  guint n = 0;

  for (; c->expected[n] != NULL; n++)
    {
      g_assert_cmpuint (readable->len, >, n);
      g_assert_cmpstr (g_ptr_array_index (readable, n), ==, c->expected[n]);
    }
  g_assert_cmpuint (readable->len, ==, n);
}

int
main (int argc, char **argv)
{
  g_setenv ("HOME", HOME, TRUE);
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/readable/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }

  return g_test_run ();
}
