/* SPDX-License-Identifier: MIT */
#include "studio/studio-unit-item.h"

#include <string.h>

struct _StudioUnitItem
{
  GObject parent_instance;

  char *name;
  const ImUnit *unit;
  GListStore *children;
  char *haystack; /* what is searched, in lower case; made when it is needed */
};

G_DEFINE_TYPE (StudioUnitItem, studio_unit_item, G_TYPE_OBJECT)

static void
studio_unit_item_finalize (GObject *object)
{
  StudioUnitItem *self = STUDIO_UNIT_ITEM (object);

  g_free (self->name);
  g_free (self->haystack);
  g_clear_object (&self->children);
  G_OBJECT_CLASS (studio_unit_item_parent_class)->finalize (object);
}

static void
studio_unit_item_class_init (StudioUnitItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = studio_unit_item_finalize;
}

static void
studio_unit_item_init (StudioUnitItem *self)
{
}

static StudioUnitItem *
new_item (const char *name, const ImUnit *unit)
{
  StudioUnitItem *self = g_object_new (STUDIO_TYPE_UNIT_ITEM, NULL);

  self->name = g_strdup (name);
  self->unit = unit;
  if (unit == NULL)
    self->children = g_list_store_new (STUDIO_TYPE_UNIT_ITEM);

  return self;
}

static gint
compare_items (gconstpointer a, gconstpointer b, gpointer data)
{
  const StudioUnitItem *x = a, *y = b;

  if ((x->unit == NULL) != (y->unit == NULL))
    return x->unit == NULL ? -1 : 1;

  return g_utf8_collate (x->name, y->name);
}

/* The folder of that name, made if there is none. */
static GListStore *
get_folder (GListStore *parent, const char *name)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (parent)); i++)
    {
      g_autoptr (StudioUnitItem) item = g_list_model_get_item (G_LIST_MODEL (parent), i);

      if (item->unit == NULL && strcmp (item->name, name) == 0)
        return item->children;
    }

  g_autoptr (StudioUnitItem) folder = new_item (name, NULL);
  g_list_store_insert_sorted (parent, folder, compare_items, NULL);

  return folder->children;
}

GListModel *
studio_unit_item_list (ImUnitLibrary *library)
{
  GListStore *root = g_list_store_new (STUDIO_TYPE_UNIT_ITEM);
  GPtrArray *units = im_unit_library_get_units (library);

  for (guint i = 0; i < units->len; i++)
    {
      const ImUnit *unit = g_ptr_array_index (units, i);
      g_auto (GStrv) names = g_strsplit (
          unit->display_path == NULL ? "" : unit->display_path, "/", -1);
      g_autoptr (StudioUnitItem) item = new_item (unit->display_name, unit);
      GListStore *folder = root;

      for (guint j = 0; names[j] != NULL; j++)
        if (*names[j] != '\0')
          folder = get_folder (folder, names[j]);
      g_list_store_insert_sorted (folder, item, compare_items, NULL);
    }

  return G_LIST_MODEL (root);
}

GListModel *
studio_unit_item_list_flat (ImUnitLibrary *library)
{
  GListStore *all = g_list_store_new (STUDIO_TYPE_UNIT_ITEM);
  GPtrArray *units = im_unit_library_get_units (library);

  for (guint i = 0; i < units->len; i++)
    {
      const ImUnit *unit = g_ptr_array_index (units, i);
      g_autoptr (StudioUnitItem) item = new_item (unit->display_name, unit);

      g_list_store_insert_sorted (all, item, compare_items, NULL);
    }

  return G_LIST_MODEL (all);
}

const char *
studio_unit_item_get_name (StudioUnitItem *self)
{
  return self->name;
}

const ImUnit *
studio_unit_item_get_unit (StudioUnitItem *self)
{
  return self->unit;
}

GListModel *
studio_unit_item_get_children (StudioUnitItem *self)
{
  return self->children == NULL ? NULL : G_LIST_MODEL (self->children);
}

static char *
make_haystack (const ImUnit *unit)
{
  g_autoptr (GString) text = g_string_new (unit->display_name);

  g_string_append_printf (text, "\n%s\n%s\n", unit->id.text,
                          unit->display_path == NULL ? "" : unit->display_path);
  for (guint i = 0; i < unit->n_tags; i++)
    g_string_append_printf (text, "%s\n", unit->tags[i]);
  im_unit_append_description (unit, text);

  return g_utf8_strdown (text->str, -1);
}

gboolean
studio_unit_item_matches (StudioUnitItem *self, char **words)
{
  if (self->unit == NULL)
    return FALSE;
  if (self->haystack == NULL)
    self->haystack = make_haystack (self->unit);
  for (guint i = 0; words[i] != NULL; i++)
    if (strstr (self->haystack, words[i]) == NULL)
      return FALSE;

  return TRUE;
}
