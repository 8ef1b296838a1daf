/* SPDX-License-Identifier: MIT */
#include "studio/units/studio-unit-item.h"

#include <string.h>

#include "graph/im-graph.h"
#include "studio/common/studio-fuzzy.h"
#include "studio/units/studio-parts.h"
#include "unit/im-unit-operator.h"

struct _StudioUnitItem
{
  GObject parent_instance;

  char *name;
  const ImUnit *unit;
  ImUnitFile *file; /* which it is of, and lives in */
  GListStore *children;
  gboolean was_opened;
  char *tags; /* this and the next one are made when they are searched */
  char *documentation;
};

G_DEFINE_BOXED_TYPE (StudioUnitId, studio_unit_id, g_strdup, g_free)
G_DEFINE_TYPE (StudioUnitItem, studio_unit_item, G_TYPE_OBJECT)

static void
studio_unit_item_finalize (GObject *object)
{
  StudioUnitItem *self = STUDIO_UNIT_ITEM (object);

  g_clear_pointer (&self->file, im_unit_file_unref);
  g_free (self->name);
  g_free (self->tags);
  g_free (self->documentation);
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
  self->file = unit == NULL ? NULL : im_unit_file_ref (unit->file);
  if (unit == NULL)
    self->children = g_list_store_new (STUDIO_TYPE_UNIT_ITEM);

  return self;
}

/* An operator that is composed of others: `layer.conv` is one around `nn.conv`. */
static gboolean
is_composed (const ImUnit *unit)
{
  return unit != NULL && unit->operation != NULL &&
         unit->operation->definition->by_kind[IM_SKND_COMPOSE] != NULL;
}

/* Of one name what others are made of comes first. */
static gint
compare_items (gconstpointer a, gconstpointer b, gpointer data)
{
  const StudioUnitItem *x = a, *y = b;
  gint order;

  if ((x->unit == NULL) != (y->unit == NULL))
    return x->unit == NULL ? -1 : 1;
  order = g_utf8_collate (x->name, y->name);

  return order != 0 ? order : is_composed (x->unit) - is_composed (y->unit);
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

/* Parts of other units, which nobody looks for. */
static gboolean
is_hidden (const ImUnit *unit)
{
  if (!im_graph_is_stackable (unit))
    return TRUE;
  for (guint i = 0; i < unit->n_tags; i++)
    if (g_str_equal (unit->tags[i], "HideInLibrary"))
      return TRUE;

  return FALSE;
}

/* Appends a unit below the folders of its path. */
static void
insert_in_folders (GListStore *root, const ImUnit *unit)
{
  g_auto (GStrv) names = g_strsplit (unit->display_path == NULL ? "" : unit->display_path,
                                     "/", -1);
  g_autoptr (StudioUnitItem) item = new_item (unit->display_name, unit);
  GListStore *folder = root;

  for (guint i = 0; names[i] != NULL; i++)
    if (*names[i] != '\0')
      folder = get_folder (folder, names[i]);
  g_list_store_insert_sorted (folder, item, compare_items, NULL);
}

GListModel *
studio_unit_item_list (ImUnitLibrary *library)
{
  GListStore *root = g_list_store_new (STUDIO_TYPE_UNIT_ITEM);
  GPtrArray *units = im_unit_library_get_units (library);

  for (guint i = 0; i < units->len; i++)
    {
      const ImUnit *unit = g_ptr_array_index (units, i);

      if (!is_hidden (unit))
        insert_in_folders (root, unit);
    }
  for (guint i = 0; i < STUDIO_N_PARTS; i++)
    insert_in_folders (root, studio_parts_get_unit ((StudioPart) i));

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

      if (!is_hidden (unit))
        g_list_store_insert_sorted (all, item, compare_items, NULL);
    }
  for (guint i = 0; i < STUDIO_N_PARTS; i++)
    {
      const ImUnit *unit = studio_parts_get_unit ((StudioPart) i);
      g_autoptr (StudioUnitItem) item = new_item (unit->display_name, unit);

      g_list_store_insert_sorted (all, item, compare_items, NULL);
    }

  return G_LIST_MODEL (all);
}

/* Whether two rows look the same. */
static gboolean
is_like (const StudioUnitItem *a, const StudioUnitItem *b)
{
  if (a->unit == NULL || b->unit == NULL)
    return a->unit == b->unit && g_str_equal (a->name, b->name);

  return g_str_equal (a->name, b->name) &&
         g_str_equal (a->unit->id.text, b->unit->id.text) &&
         g_strcmp0 (a->unit->display_path, b->unit->display_path) == 0;
}

/* A row stays and stands for what another one that is like it does. */
static void
follow (StudioUnitItem *self, const StudioUnitItem *next)
{
  self->unit = next->unit;
  if (self->children != NULL)
    studio_unit_item_follow (G_LIST_MODEL (self->children),
                             G_LIST_MODEL (next->children));
  g_clear_pointer (&self->file, im_unit_file_unref);
  self->file = next->file == NULL ? NULL : im_unit_file_ref (next->file);
  g_clear_pointer (&self->tags, g_free);
  g_clear_pointer (&self->documentation, g_free);
}

void
studio_unit_item_follow (GListModel *list, GListModel *next)
{
  GListStore *store = G_LIST_STORE (list);
  guint n = g_list_model_get_n_items (next), i = 0;

  while (i < n || i < g_list_model_get_n_items (list))
    {
      g_autoptr (StudioUnitItem) old = g_list_model_get_item (list, i);
      g_autoptr (StudioUnitItem) new = g_list_model_get_item (next, i);
      gint order = old == NULL ? 1 : new == NULL ? -1 : compare_items (old, new, NULL);

      if (order < 0)
        {
          g_list_store_remove (store, i);
          continue;
        }
      if (order > 0)
        g_list_store_insert (store, i, new);
      else if (is_like (old, new))
        follow (old, new);
      else
        g_list_store_splice (store, i, 1, (gpointer *) &new, 1);
      i++;
    }
}

gboolean
studio_unit_item_open_first (StudioUnitItem *self)
{
  gboolean was_opened = self->was_opened;

  self->was_opened = TRUE;

  return !was_opened;
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

static void
read_texts (StudioUnitItem *self)
{
  g_autoptr (GString) documentation = g_string_new (NULL);
  g_autoptr (GString) tags = g_string_new (NULL);

  for (guint i = 0; i < self->unit->n_tags; i++)
    g_string_append_printf (tags, "%s ", self->unit->tags[i]);
  im_unit_append_description (self->unit, documentation);
  self->tags = g_string_free (g_steal_pointer (&tags), FALSE);
  self->documentation = g_string_free (g_steal_pointer (&documentation), FALSE);
}

guint
studio_unit_item_score (StudioUnitItem *self, char **words)
{
  const char *name;

  if (self->unit == NULL)
    return 0;
  if (self->tags == NULL)
    read_texts (self);
  name = strrchr (self->unit->id.text, '.');

  /* Families are words: letters that are scattered over one mean a unit. */
  const StudioFuzzyField fields[] = {
    { self->unit->display_name, 8, FALSE },
    { name == NULL ? self->unit->id.text : name + 1, 6, FALSE },
    { self->unit->id.text, 6, TRUE },
    { self->unit->display_path, 4, TRUE },
    { self->tags, 3, TRUE },
    { self->documentation, 1, TRUE },
  };

  return studio_fuzzy_score (words, fields, G_N_ELEMENTS (fields));
}
