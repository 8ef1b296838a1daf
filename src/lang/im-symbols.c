/* SPDX-License-Identifier: MIT */
#include "lang/im-symbols.h"

#include "base/im-text.h"

#define MAX_CANDIDATES 64 /* names that are compared with a misspelt one */

struct _ImSymbols
{
  GHashTable *slots; /* name, borrowed from names -> slot + 1 */
  GPtrArray *names;  /* in the order of the slots */
};

/* What an expression may start with besides parameters and functions. */
static const char *const globals[] = { "true", "false", "null", "Math", "System" };

ImSymbols *
im_symbols_new (void)
{
  ImSymbols *symbols = g_new0 (ImSymbols, 1);

  symbols->slots = g_hash_table_new (g_str_hash, g_str_equal);
  symbols->names = g_ptr_array_new_with_free_func (g_free);

  return symbols;
}

void
im_symbols_free (ImSymbols *symbols)
{
  if (symbols == NULL)
    return;

  g_hash_table_unref (symbols->slots);
  g_ptr_array_unref (symbols->names);
  g_free (symbols);
}

guint
im_symbols_add (ImSymbols *symbols, const char *name)
{
  gint known = im_symbols_find (symbols, name);

  if (known >= 0)
    return (guint) known;

  char *copy = g_strdup (name);
  g_ptr_array_add (symbols->names, copy);
  g_hash_table_insert (symbols->slots, copy, GUINT_TO_POINTER (symbols->names->len));

  return symbols->names->len - 1;
}

gint
im_symbols_find (const ImSymbols *symbols, const char *name)
{
  if (symbols == NULL)
    return -1;

  return (gint) GPOINTER_TO_UINT (g_hash_table_lookup (symbols->slots, name)) - 1;
}

guint
im_symbols_get_count (const ImSymbols *symbols)
{
  return symbols->names->len;
}

const char *
im_symbols_get_name (const ImSymbols *symbols, guint slot)
{
  g_return_val_if_fail (slot < symbols->names->len, NULL);

  return g_ptr_array_index (symbols->names, slot);
}

const char *
im_symbols_nearest (const ImSymbols *symbols, const char *name)
{
  g_autoptr (GPtrArray) candidates = g_ptr_array_new ();
  guint n_names = symbols == NULL ? 0 : MIN (symbols->names->len, MAX_CANDIDATES);

  for (guint i = 0; i < n_names; i++)
    g_ptr_array_add (candidates, g_ptr_array_index (symbols->names, i));
  for (guint i = 0; i < G_N_ELEMENTS (globals); i++)
    g_ptr_array_add (candidates, (gpointer) globals[i]);

  return im_text_nearest (name, (const char *const *) candidates->pdata, candidates->len);
}
