/* SPDX-License-Identifier: MIT */
#include "base/im-arena.h"

#include <string.h>

#define MAX_BLOCK_BYTES                                           \
  (256 * 1024) /* small allocations never wait for more than this \
                */

static void
test_alignment (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();

  for (gsize size = 0; size < 100; size++)
    {
      char *bytes = im_arena_alloc (arena, size);

      g_assert_nonnull (bytes);
      g_assert_cmpuint ((gsize) bytes % 16, ==, 0);
      memset (bytes, 0xAA, size);
    }
}

typedef struct
{
  const char *name;
  gsize size_bytes; /* of one allocation */
  guint count;
} FillCase;

static const FillCase fill_cases[] = {
  { "tiny", 1, 20000 },
  { "odd", 37, 5000 },
  { "block-size", 4000, 300 },
  { "half-limit", 128 * 1024, 9 },
  { "over-limit", 300 * 1024, 5 },
};

/* Every allocation is filled with its own byte and read again at the end: overlapping
 * ones would spoil each other. */
static void
test_fill (gconstpointer data)
{
  const FillCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autofree guchar **bytes = g_new (guchar *, c->count);

  for (guint i = 0; i < c->count; i++)
    {
      bytes[i] = im_arena_alloc (arena, c->size_bytes);
      memset (bytes[i], (int) (i % 251), c->size_bytes);
    }
  for (guint i = 0; i < c->count; i++)
    for (gsize j = 0; j < c->size_bytes; j++)
      if (bytes[i][j] != i % 251)
        g_error ("allocation %u: byte %" G_GSIZE_FORMAT " was overwritten", i, j);

  gsize needed = (gsize) c->count * ((c->size_bytes + 15) / 16 * 16);
  g_assert_cmpuint (im_arena_get_size (arena), >=, needed);
  g_assert_cmpuint (im_arena_get_size (arena), <=, 2 * needed + MAX_BLOCK_BYTES);
}

/* A large allocation must not throw away the room that is left in the current block. */
static void
test_large_keeps_block (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  char *first = im_arena_alloc (arena, 16);

  im_arena_alloc (arena, 100000);
  g_assert_true ((char *) im_arena_alloc (arena, 16) == first + 16);
}

static void
test_zeroed (void)
{
  typedef struct
  {
    guint32 number;
    gpointer pointer;
  } Item;
  g_autoptr (ImArena) arena = im_arena_new ();

  memset (im_arena_alloc (arena, 1000), 0xFF, 1000);
  im_arena_clear (arena);
  Item *items = im_arena_new0 (arena, Item, 50);

  for (guint i = 0; i < 50; i++)
    {
      g_assert_cmpuint (items[i].number, ==, 0);
      g_assert_null (items[i].pointer);
    }
}

static void
test_clear (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  gsize empty = im_arena_get_size (arena);

  im_arena_alloc (arena, 1000000);
  im_arena_alloc (arena, 2000000);
  im_arena_clear (arena);
  g_assert_cmpuint (im_arena_get_size (arena), ==, empty);

  for (guint round = 0; round < 100; round++)
    {
      im_arena_alloc (arena, 1500);
      im_arena_alloc (arena, 1500);
      g_assert_cmpuint (im_arena_get_size (arena), ==, empty);
      im_arena_clear (arena);
    }
}

static void
test_strings (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autofree char *text = g_strnfill (10000, 'x');
  char original[] = "abc";
  char *copy = im_arena_strdup (arena, original);

  original[0] = 'z';
  g_assert_cmpstr (copy, ==, "abc");
  g_assert_null (im_arena_strdup (arena, NULL));
  g_assert_cmpstr (im_arena_strdup (arena, ""), ==, "");
  g_assert_cmpstr (im_arena_strndup (arena, "abcdef", 3), ==, "abc");
  g_assert_cmpstr (im_arena_strndup (arena, NULL, 0), ==, "");
  g_assert_cmpmem (im_arena_strndup (arena, "a\0b", 3), 4, "a\0b", 4);
  g_assert_cmpstr (im_arena_printf (arena, "%s-%d", "Größe", 7), ==, "Größe-7");
  g_assert_cmpstr (im_arena_printf (arena, "%s", text), ==, text);
}

static void
test_free_null (void)
{
  im_arena_free (NULL);
}

static void
test_too_large (void)
{
  if (g_test_subprocess ())
    {
      g_autoptr (ImArena) arena = im_arena_new ();

      im_arena_alloc (arena, G_MAXSIZE - 3);
      return;
    }

  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*arena allocation of 18446744073709551612 bytes*");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/arena/alignment", test_alignment);
  for (gsize i = 0; i < G_N_ELEMENTS (fill_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/arena/fill/", fill_cases[i].name, NULL);

      g_test_add_data_func (path, &fill_cases[i], test_fill);
    }
  g_test_add_func ("/arena/large-keeps-block", test_large_keeps_block);
  g_test_add_func ("/arena/zeroed", test_zeroed);
  g_test_add_func ("/arena/clear", test_clear);
  g_test_add_func ("/arena/strings", test_strings);
  g_test_add_func ("/arena/free-null", test_free_null);
  g_test_add_func ("/arena/too-large", test_too_large);

  return g_test_run ();
}
