/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "run/im-board.h"
#include "run/im-build.h"
#include "run/im-target.h"

typedef struct
{
  const char *name;
  const char *text;
  guint targets;
  const char *problem; /* NULL if there is none */
} ParseCase;

#define BIT(id) (1u << IM_TARGET_##id)
#define ALLOWED                                                                          \
  "; expected some of host, cortex-m0plus, cortex-m4f, cortex-m7, cortex-m55, riscv32, " \
  "all, or none"

static const ParseCase parse_cases[] = {
  { "none", "none", 0, NULL },
  { "all", "all", IM_TARGETS_ALL, NULL },
  { "host", "host", BIT (HOST), NULL },
  { "some", "cortex-m4f,host", BIT (HOST) | BIT (CORTEX_M4F), NULL },
  { "twice", "cortex-m7,cortex-m7", BIT (CORTEX_M7), NULL },
  { "all-and-one", "all,host", IM_TARGETS_ALL, NULL },
  { "not-of-all", "riscv32", BIT (RISCV32), NULL },
  { "all-and-another", "all,riscv32", IM_TARGETS_ALL | BIT (RISCV32), NULL },
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

  im_targets_append_list (FALSE, out);
  lines = g_strsplit (out->str, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, IM_N_TARGETS);
  for (guint i = 0; *lines[i] != '\0'; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", -1);

      g_assert_cmpuint (g_strv_length (words), >=, 4);
      g_assert_cmpstr (words[0], ==, im_target_get (i + 1)->name);
      g_assert_cmpstr (words[1], ==, im_target_get (i + 1)->board);
      g_assert_cmpstr (words[2], ==, im_target_get (i + 1)->core);
      g_assert_true (g_str_has_prefix (words[3], "-m"));
    }
}

typedef struct
{
  const char *text;
  const char *name; /* of the build, NULL if there is none */
  ImTargetId target;
  gboolean contracts;
} BuildCase;

static const BuildCase build_cases[] = {
  { "host", "host", IM_TARGET_HOST, FALSE },
  { "m4f", "cortex-m4f", IM_TARGET_CORTEX_M4F, TRUE },
  { "cortex-m0plus", "cortex-m0plus", IM_TARGET_CORTEX_M0PLUS, TRUE },
  { "riscv32", "riscv32", IM_TARGET_RISCV32, TRUE },
  { "gcc-O0", "gcc-O0", IM_TARGET_HOST, TRUE },
  { "clang-fast", "clang-fast", IM_TARGET_HOST, TRUE },
  { "serial:/dev/ttyACM0", "serial:/dev/ttyACM0", IM_TARGET_HOST, FALSE },
  { "serial:", NULL, IM_TARGET_HOST, FALSE },
  { "m33", NULL, IM_TARGET_HOST, FALSE },
  { "", NULL, IM_TARGET_HOST, FALSE },
  { "cortex-", NULL, IM_TARGET_HOST, FALSE },
};

static void
test_builds (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (build_cases); i++)
    {
      const BuildCase *c = &build_cases[i];
      ImBuild build = { 0 };
      g_autofree char *problem = im_build_parse (c->text, &build);

      g_assert_cmpstr (build.name, ==, c->name);
      if (c->name == NULL)
        {
          g_autofree char *start = g_strdup_printf (
              "“%s” is nothing to compile for; expected some of host, cortex-m0plus, ",
              c->text);

          g_assert_true (g_str_has_prefix (problem, start));
          continue;
        }
      g_assert_null (problem);
      g_assert_cmpint (build.target, ==, c->target);
      g_assert_cmpint (build.contracts, ==, c->contracts);
      g_assert_cmpint (im_build_is_emulated (&build), ==, c->target != IM_TARGET_HOST);
    }
}

/* All boards have an emulated core. */
static void
test_boards (void)
{
  guint n_boards;
  const ImBoard *boards = im_boards_get (&n_boards);
  const ImBoard *nucleo = im_board_find ("nucleo-f401re");

  g_assert_cmpuint (n_boards, >=, 12);
  for (guint i = 0; i < n_boards; i++)
    {
      const ImBoard *board = &boards[i];

      g_assert_true (im_board_find (board->name) == board);
      g_assert_nonnull (im_target_get (board->target)->emulator);
      g_assert_cmpuint (board->ram_bytes, >=, 8 << 10);
      g_assert_cmpuint (board->flash_bytes, >, board->ram_bytes);
      g_assert_cmpfloat (board->clock_hz, >=, 16e6);
      g_assert_cmpfloat (board->clock_hz, <=, 1e9);
      g_assert_cmpuint (strlen (board->source), >, 20);
      g_assert_cmpint (board->target == IM_TARGET_CORTEX_M0PLUS, ==,
                       strcmp (board->fpu, "none") == 0);
    }
  g_assert_cmpuint (nucleo->flash_bytes, ==, 512 << 10);
  g_assert_cmpuint (nucleo->ram_bytes, ==, 96 << 10);
  g_assert_cmpint (nucleo->target, ==, IM_TARGET_CORTEX_M4F);
  g_assert_null (im_board_find ("nucleo"));
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
  g_test_add_func ("/target/builds", test_builds);
  g_test_add_func ("/target/boards", test_boards);

  return g_test_run ();
}
