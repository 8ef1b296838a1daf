/* SPDX-License-Identifier: MIT
 *
 * Nodes of many programs. A program made by an edit shares nearly all nodes with the one
 * before it. To count references to each of a thousand nodes, which lie far apart in
 * memory, would take longer than the edit itself; so each program has a store of the few
 * nodes that it made, which keeps the store of the program before it. When more nodes of
 * these stores are out of use than in use, a store takes the used ones for itself.
 */
#include "program/im-program-private.h"

struct _ImProgramStore
{
  gatomicrefcount references;
  ImProgramStore *parent;
  GPtrArray *nodes; /* ImProgramNode */
  guint n_total;    /* nodes of this store and all before it */
};

static GPtrArray *
new_nodes (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) im_program_node_unref);
}

ImProgramStore *
im_program_store_new (ImProgramStore *parent)
{
  ImProgramStore *store = g_new0 (ImProgramStore, 1);

  g_atomic_ref_count_init (&store->references);
  store->nodes = new_nodes ();
  if (parent != NULL)
    {
      g_atomic_ref_count_inc (&parent->references);
      store->parent = parent;
      store->n_total = parent->n_total;
    }

  return store;
}

void
im_program_store_unref (ImProgramStore *store)
{
  /* One after the other, because there may be many. */
  while (store != NULL && g_atomic_ref_count_dec (&store->references))
    {
      ImProgramStore *parent = store->parent;

      g_ptr_array_unref (store->nodes);
      g_free (store);
      store = parent;
    }
}

void
im_program_store_take (ImProgramStore *store, ImProgramNode *node)
{
  g_ptr_array_add (store->nodes, node);
  store->n_total++;
}

void
im_program_store_tidy (ImProgramStore *store, const GPtrArray *nodes)
{
  if (store->parent == NULL || store->n_total <= 2 * nodes->len)
    return;

  GPtrArray *used = new_nodes ();
  for (guint i = 0; i < nodes->len; i++)
    g_ptr_array_add (used, g_atomic_rc_box_acquire (g_ptr_array_index (nodes, i)));
  g_ptr_array_unref (store->nodes);
  g_clear_pointer (&store->parent, im_program_store_unref);
  store->nodes = used;
  store->n_total = used->len;
}
