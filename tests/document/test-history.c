/* SPDX-License-Identifier: MIT
 *
 * A history gives back every text that it was given, and takes memory for what differs.
 */
#include <string.h>

#include "document/edit/im-history.h"

#define N_TEXTS    2500
#define N_STEPS    100000
#define MAX_LENGTH 300

static GBytes *
new_text (GRand *rand, GBytes *from)
{
  gsize size;
  const char *bytes = g_bytes_get_data (from, &size);
  GString *text = g_string_new_len (bytes, (gssize) size);
  gsize at = (gsize) g_rand_int_range (rand, 0, (gint) size + 1);

  if (size > 0 && g_rand_boolean (rand))
    g_string_erase (text, (gssize) at, (gssize) MIN (size - at, 5));
  if (text->len < MAX_LENGTH || g_rand_boolean (rand))
    g_string_insert_c (text, (gssize) at, (char) g_rand_int_range (rand, 'a', 'e'));

  return g_string_free_to_bytes (text);
}

static GPtrArray *
new_texts (const char *const *words, guint n)
{
  GPtrArray *texts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (texts, g_bytes_new_static (words[i], strlen (words[i])));

  return texts;
}

static void
assert_text (const ImHistory *history, GBytes *expected)
{
  g_assert_true (g_bytes_equal (im_history_get_bytes (history), expected));
}

static void
test_texts (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (
      (GDestroyNotify) g_bytes_unref);
  g_autoptr (ImHistory) history = NULL;

  g_ptr_array_add (texts, g_bytes_new_static ("", 0));
  history = im_history_new (texts->pdata[0]);
  while (texts->len < N_TEXTS)
    {
      GBytes *text = new_text (rand, texts->pdata[texts->len - 1]);

      im_history_add (history, text, "step", NULL, NULL, 0);
      g_ptr_array_add (texts, text);
    }
  g_assert_cmpuint (im_history_get_n_texts (history), ==, N_TEXTS);
  for (guint i = 0; i < 300; i++)
    {
      guint index = (guint) g_rand_int_range (rand, 0, N_TEXTS);

      im_history_go_to (history, index);
      assert_text (history, texts->pdata[index]);
      if (index > 0)
        g_assert_true (im_history_has_text (history, -1, 0, texts->pdata[index - 1]));
    }
  im_history_go_to (history, N_TEXTS - 1);
  while (im_history_undo (history))
    assert_text (history, texts->pdata[im_history_get_current (history)]);
  while (im_history_redo (history))
    assert_text (history, texts->pdata[im_history_get_current (history)]);
}

/* A step behind one that was undone takes the place of all that came behind it. */
static void
test_branch (void)
{
  static const char *const words[] = { "one", "two", "three", "" };
  g_autoptr (GPtrArray) list = new_texts (words, G_N_ELEMENTS (words));
  GBytes **texts = (GBytes **) list->pdata;
  g_autoptr (ImHistory) history = im_history_new (texts[0]);

  im_history_add (history, texts[1], "second", "layout", NULL, 0);
  im_history_set_saved (history);
  im_history_add (history, texts[2], "third", NULL, NULL, 0);
  g_assert_true (im_history_is_saved_at (history, 1));
  g_assert_false (im_history_is_saved (history));
  im_history_go_to (history, 0);
  im_history_add (history, texts[3], "fourth", NULL, NULL, 0);
  g_assert_cmpuint (im_history_get_n_texts (history), ==, 2);
  g_assert_false (im_history_is_saved_at (history, 1));
  g_assert_null (im_history_get_script (history, 1));
  im_history_add (history, texts[1], "fifth", "enable a", NULL, 0);
  g_assert_true (im_history_is_saved (history));
  im_history_undo (history);
  assert_text (history, texts[3]);
  g_assert_true (im_history_is_saved_at (history, 2));
  g_assert_cmpstr (im_history_get_script (history, 2), ==, "enable a");
}

/* Steps of a gesture lead from the text in front of the first of them. */
static void
test_gesture (void)
{
  static const char *const words[] = { "x = 1", "x = 22", "x = 333" };
  g_autoptr (GPtrArray) list = new_texts (words, G_N_ELEMENTS (words));
  GBytes **texts = (GBytes **) list->pdata;
  g_autoptr (ImHistory) history = im_history_new (texts[0]);

  im_history_add (history, texts[1], "set", "a", "x", 0);
  im_history_add (history, texts[2], "set", "b", "x", IM_HISTORY_GESTURE_US);
  g_assert_cmpuint (im_history_get_n_texts (history), ==, 2);
  g_assert_cmpstr (im_history_get_script (history, 1), ==, "a\nb");
  im_history_undo (history);
  assert_text (history, texts[0]);
  im_history_redo (history);
  assert_text (history, texts[2]);
  im_history_add (history, texts[1], "set", "c", "x", 3 * IM_HISTORY_GESTURE_US);
  g_assert_cmpuint (im_history_get_n_texts (history), ==, 3);
}

static guint n_alive; /* of the texts of test_many() */

static void
free_counted (gpointer data)
{
  n_alive--;
  g_free (data);
}

static GBytes *
new_counted (const GString *text)
{
  char *copy = g_memdup2 (text->str, text->len);

  n_alive++;
  return g_bytes_new_with_free_func (copy, text->len, free_counted, copy);
}

/* All texts of so many steps would take 10 GB: no more of them are kept than the current
 * one and the one in the file. */
static void
test_many (void)
{
  static const char large[20000] = { 'x' };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (ImHistory) history = NULL;
  g_autoptr (GBytes) first = NULL;

  g_string_set_size (text, 100000);
  memset (text->str, 'x', text->len);
  first = new_counted (text);
  history = im_history_new (first);
  for (guint i = 0; i < N_STEPS; i++)
    {
      g_autoptr (GBytes) bytes = NULL;

      text->str[i] = 'y';
      if (i == N_STEPS / 4)
        g_string_insert_len (text, 70000, large, sizeof large);
      if (i == N_STEPS / 3)
        g_string_erase (text, 65000, sizeof large);
      bytes = new_counted (text);
      im_history_add (history, bytes, "step", NULL, NULL, 0);
    }
  g_assert_cmpuint (n_alive, ==, 2);
  im_history_go_to (history, N_STEPS / 2);
  g_assert_true (
      memchr (g_bytes_get_data (im_history_get_bytes (history), NULL), 'x', text->len) ==
      (const char *) g_bytes_get_data (im_history_get_bytes (history), NULL) +
          N_STEPS / 2);
  im_history_go_to (history, 0);
  assert_text (history, first);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/history/texts", test_texts);
  g_test_add_func ("/history/branch", test_branch);
  g_test_add_func ("/history/gesture", test_gesture);
  g_test_add_func ("/history/many", test_many);

  return g_test_run ();
}
