/* SPDX-License-Identifier: MIT
 *
 * Lists that follow others tell the least there is to tell.
 */
#include "studio/common/studio-splice.h"

typedef struct
{
  const char *before;
  const char *after;
  const char *told; /* where, how many are gone and how many came, for each signal */
} Case;

/* Each letter is an object. */
static const Case cases[] = {
  { "", "", "" },
  { "", "abc", "0-0+3 " },
  { "abc", "", "0-3+0 " },
  { "abc", "abc", "" },
  { "abc", "axbc", "1-0+1 " },
  { "abc", "ac", "1-1+0 " },
  { "abc", "abx", "2-1+1 " },
  { "abcde", "xbcdy", "0-1+1 4-1+1 " },
  { "abcde", "eabcd", "0-0+1 5-1+0 " },
  { "abcde", "bcdea", "0-1+0 4-0+1 " },
  { "abcdef", "dabcfe", "0-0+1 4-1+1 6-1+0 " },
  { "abcdef", "xyz", "0-6+3 " },
};

static void
told_cb (GListModel *list, guint place, guint n_removed, guint n_added, GString *told)
{
  g_string_append_printf (told, "%u-%u+%u ", place, n_removed, n_added);
}

static GPtrArray *
list_letters (GObject **letters, const char *text)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);

  for (; *text != '\0'; text++)
    {
      GObject **letter = &letters[*text - 'a'];

      if (*letter == NULL)
        *letter = g_object_new (G_TYPE_OBJECT, NULL);
      g_ptr_array_add (items, g_object_ref (*letter));
    }

  return items;
}

static void
assert_list (GListModel *list, const GPtrArray *items)
{
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, items->len);
  for (guint i = 0; i < items->len; i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (list, i);

      g_assert_true (item == items->pdata[i]);
    }
}

static void
test_splice (gconstpointer data)
{
  const Case *c = data;
  GObject *letters[26] = { NULL };
  g_autoptr (GListStore) store = g_list_store_new (G_TYPE_OBJECT);
  g_autoptr (GPtrArray) before = list_letters (letters, c->before);
  g_autoptr (GPtrArray) after = list_letters (letters, c->after);
  g_autoptr (GString) told = g_string_new (NULL);

  studio_splice (store, before);
  assert_list (G_LIST_MODEL (store), before);
  g_signal_connect (store, "items-changed", G_CALLBACK (told_cb), told);
  studio_splice (store, after);
  assert_list (G_LIST_MODEL (store), after);
  g_assert_cmpstr (told->str, ==, c->told);
  for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
    g_clear_object (&letters[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/splice/%s-%s", cases[i].before,
                                               cases[i].after);

      g_test_add_data_func (path, &cases[i], test_splice);
    }

  return g_test_run ();
}
