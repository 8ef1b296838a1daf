/* SPDX-License-Identifier: MIT
 *
 * Sources that one program includes one behind the other. A fragment that several of them
 * need is compiled with the first and passed over in the others, which a guard around its
 * text does. A source that would define a name that means something else before, or that
 * has to rename what it defines, begins a new part.
 */
#include "emit/im-emit-c-private.h"

struct _ImEmitGroup
{
  GHashTable *numbers; /* from what an item is, as a checksum: its number, from 1 */
  GHashTable
      *symbols; /* of the part, from char*: the number of the item that defines it */
  guint part;
  gboolean is_closed; /* nothing else may follow in this part */
};

ImEmitGroup *
im_emit_group_new (void)
{
  ImEmitGroup *group = g_new0 (ImEmitGroup, 1);

  group->numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  group->symbols = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  return group;
}

void
im_emit_group_free (ImEmitGroup *group)
{
  if (group == NULL)
    return;

  g_hash_table_unref (group->numbers);
  g_hash_table_unref (group->symbols);
  g_free (group);
}

static void
add_identity (const ImCItem *item, GChecksum *sum)
{
  g_autofree char *fragment = g_strdup_printf ("%p", (gconstpointer) item->fragment);

  g_checksum_update (sum, (const guchar *) fragment, -1);
  g_checksum_update (sum, (const guchar *) item->text, -1);
}

/* An item means the same elsewhere if its text is the same and that of all it needs. */
static guint
number_item (ImEmitGroup *group, const ImCItem *item)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  gpointer number;

  add_identity (item, sum);
  for (guint i = 0; i < item->needs->len; i++)
    add_identity (g_ptr_array_index (item->needs, i), sum);

  number = g_hash_table_lookup (group->numbers, g_checksum_get_string (sum));
  if (number == NULL)
    {
      number = GUINT_TO_POINTER (g_hash_table_size (group->numbers) + 1);
      g_hash_table_insert (group->numbers, g_strdup (g_checksum_get_string (sum)),
                           number);
    }

  return GPOINTER_TO_UINT (number);
}

static const char *
get_name (const ImCItem *item, guint symbol)
{
  return g_array_index (item->symbols, ImCSymbol, symbol).name;
}

static gboolean
has_new_names (const ImCCode *code)
{
  for (guint i = 0; i < code->items->len; i++)
    {
      const ImCItem *item = g_ptr_array_index (code->items, i);

      for (guint j = 0; j < item->symbols->len; j++)
        if (!g_str_equal (item->emitted[j], get_name (item, j)))
          return TRUE;
    }

  return code->symbol_checks->len > 0;
}

/* Whether another item of the part defines a name of an item. */
static gboolean
clashes (const ImEmitGroup *group, const ImCItem *item)
{
  for (guint i = 0; i < item->symbols->len; i++)
    {
      gpointer owner = g_hash_table_lookup (group->symbols, get_name (item, i));

      if (owner != NULL && GPOINTER_TO_UINT (owner) != item->number)
        return TRUE;
    }

  return FALSE;
}

static void
add_symbols (ImEmitGroup *group, const ImCItem *item)
{
  for (guint i = 0; i < item->symbols->len; i++)
    g_hash_table_insert (group->symbols, g_strdup (get_name (item, i)),
                         GUINT_TO_POINTER (item->number));
}

guint
im_c_join_group (ImEmitGroup *group, const ImCCode *code)
{
  gboolean is_apart = has_new_names (code);
  gboolean fits;

  if (group == NULL)
    return 0;

  fits = !group->is_closed && !(is_apart && g_hash_table_size (group->symbols) > 0);
  for (guint i = 0; i < code->items->len; i++)
    {
      ImCItem *item = g_ptr_array_index (code->items, i);

      item->number = number_item (group, item);
      fits = fits && !clashes (group, item);
    }
  if (!fits)
    {
      g_hash_table_remove_all (group->symbols);
      group->part++;
    }
  for (guint i = 0; i < code->items->len; i++)
    add_symbols (group, g_ptr_array_index (code->items, i));
  group->is_closed = is_apart;

  return group->part;
}

void
im_c_open_shared_item (const ImCItem *item, ImCWriter *writer)
{
  if (item->number == 0)
    return;

  im_c_writer_line (writer, "#ifndef IMAGINET_FRAGMENT_%u", item->number);
  im_c_writer_line (writer, "#define IMAGINET_FRAGMENT_%u", item->number);
}

void
im_c_close_shared_item (const ImCItem *item, ImCWriter *writer)
{
  if (item->number > 0)
    im_c_writer_line (writer, "#endif");
}
