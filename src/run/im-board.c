/* SPDX-License-Identifier: MIT */
#include "run/im-board.h"

#include <string.h>

#include "run/im-resources.h"

#define KIB 1024
#define MHZ 1e6

static const char *
get_text (GKeyFile *file, const char *name, const char *key)
{
  g_autofree char *text = g_key_file_get_string (file, name, key, NULL);

  g_assert (text != NULL);
  return g_intern_string (text);
}

static ImBoard
read_board (GKeyFile *file, const char *name)
{
  ImBoard board = {
    .name = g_intern_string (name),
    .title = get_text (file, name, "title"),
    .chip = get_text (file, name, "chip"),
    .flash_bytes = KIB * g_key_file_get_uint64 (file, name, "flash", NULL),
    .ram_bytes = KIB * g_key_file_get_uint64 (file, name, "ram", NULL),
    .clock_hz = MHZ * g_key_file_get_double (file, name, "clock", NULL),
    .fpu = get_text (file, name, "fpu"),
    .source = get_text (file, name, "source"),
  };
  gboolean has_target = im_target_find (get_text (file, name, "target"), &board.target);

  g_assert (has_target && board.flash_bytes > 0 && board.ram_bytes > 0 &&
            board.clock_hz > 0);
  return board;
}

/* A mistake in the file is one of ours. */
static GArray *
read_boards (void)
{
  GArray *boards = g_array_new (FALSE, FALSE, sizeof (ImBoard));
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GBytes) bytes = g_resource_lookup_data (
      im_run_resources_get_resource (), "/org/imaginet/Studio/run/boards.ini", 0, NULL);
  gboolean is_read = g_key_file_load_from_bytes (file, bytes, G_KEY_FILE_NONE, NULL);
  g_auto (GStrv) names = g_key_file_get_groups (file, NULL);

  g_assert (is_read);
  for (guint i = 0; names[i] != NULL; i++)
    {
      ImBoard board = read_board (file, names[i]);

      g_array_append_val (boards, board);
    }

  return boards;
}

const ImBoard *
im_boards_get (guint *n_boards)
{
  static gsize once;
  static GArray *boards;

  if (g_once_init_enter (&once))
    {
      boards = read_boards ();
      g_once_init_leave (&once, 1);
    }
  *n_boards = boards->len;

  return (const ImBoard *) (gpointer) boards->data;
}

const ImBoard *
im_board_find (const char *name)
{
  guint n_boards;
  const ImBoard *boards = im_boards_get (&n_boards);

  for (guint i = 0; i < n_boards; i++)
    if (strcmp (boards[i].name, name) == 0)
      return &boards[i];

  return NULL;
}
