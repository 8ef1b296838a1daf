/* SPDX-License-Identifier: MIT */
#include "studio/units/studio-unit-item.h"

#include "studio/units/studio-parts.h"

#include <glib/gstdio.h>

/* Units as `display path/name`, sorted by what they are called; rows that stay are those
 * of the first library that still look the same. */
typedef struct
{
  const char *name;
  const char *const before[5];
  const char *const after[5];
  guint n_stay; /* of the units before */
} FollowCase;

static const FollowCase follow_cases[] = {
  { "same", { "A/one", "A/two", "B/three" }, { "A/one", "A/two", "B/three" }, 3 },
  { "comes-first", { "A/two", "B/three" }, { "A/one", "A/two", "B/three" }, 2 },
  { "comes-last", { "A/one" }, { "A/one", "A/two", "B/three" }, 1 },
  { "goes", { "A/one", "A/two", "B/three" }, { "A/two" }, 1 },
  { "all-go", { "A/one", "B/three" }, { NULL }, 0 },
  { "moves", { "A/one", "B/three" }, { "B/one", "B/three" }, 1 },
  { "folder-in-folder", { "A/B/one" }, { "A/B/one", "A/C/two", "A/three" }, 1 },
};

/* A package of each unit, whose id is its path. */
static ImUnitLibrary *
new_library (const char *folder, const char *const *units)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  ImUnitLibrary *library = im_unit_library_new ();

  for (guint i = 0; units[i] != NULL; i++)
    {
      g_autofree char *id = g_strdelimit (g_strdup (units[i]), "/", '.');
      g_autofree char *base = g_strconcat (id, ".imunit", NULL);
      g_autofree char *path = g_build_filename (folder, base, NULL);
      g_autofree char *display_path = g_path_get_dirname (units[i]);
      g_autofree char *name = g_path_get_basename (units[i]);
      g_autofree char *text = g_strdup_printf (
          "<Imaginet><Composite unit=\"%s\"><DisplayName>%s</DisplayName>"
          "<DisplayPath>/%s</DisplayPath><Stacked/></Composite></Imaginet>\n",
          id, name, display_path);

      g_assert_true (g_file_set_contents (path, text, -1, NULL));
      im_unit_library_add_file (library, path, problems);
      g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_assert_cmpuint (im_diagnostics_count (problems, IM_SEVERITY_ERROR), ==, 0);

  return library;
}

/* All rows, one a line, with the id and address of the unit that each stands for. */
static void
append_rows (GListModel *list, guint depth, GString *text)
{
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (StudioUnitItem) item = g_list_model_get_item (list, i);
      const ImUnit *unit = studio_unit_item_get_unit (item);
      GListModel *children = studio_unit_item_get_children (item);

      g_string_append_printf (text, "%*s%s %s %p\n", (int) depth, "",
                              studio_unit_item_get_name (item),
                              unit == NULL ? "" : unit->id.text, (void *) unit);
      if (children != NULL)
        append_rows (children, depth + 1, text);
    }
}

static void
collect_units (GListModel *list, GPtrArray *items)
{
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      StudioUnitItem *item = g_list_model_get_item (list, i);
      const ImUnit *unit = studio_unit_item_get_unit (item);

      if (unit == NULL)
        {
          collect_units (studio_unit_item_get_children (item), items);
          g_object_unref (item);
        }
      else
        g_ptr_array_add (items, item);
    }
}

static guint
count_common (GPtrArray *before, GPtrArray *after)
{
  guint n = 0;

  for (guint i = 0; i < before->len; i++)
    n += g_ptr_array_find (after, before->pdata[i], NULL);

  return n;
}

static void
assert_follows (const FollowCase *c,
                ImUnitLibrary *library,
                ImUnitLibrary *other,
                GListModel *(*make) (ImUnitLibrary *library))
{
  g_autoptr (GListModel) list = make (library), next = make (other);
  g_autoptr (GPtrArray) before = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) after = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GString) rows = g_string_new (NULL), expected = g_string_new (NULL);

  collect_units (list, before);
  studio_unit_item_follow (list, next);
  append_rows (list, 0, rows);
  append_rows (next, 0, expected);
  g_assert_cmpstr (rows->str, ==, expected->str);
  collect_units (list, after);
  g_assert_cmpuint (count_common (before, after), ==, c->n_stay + STUDIO_N_PARTS);
}

static void
test_follow (gconstpointer data)
{
  const FollowCase *c = data;
  g_autofree char *folder = g_dir_make_tmp ("items-XXXXXX", NULL);
  g_autoptr (ImUnitLibrary) before = new_library (folder, c->before);
  g_autoptr (ImUnitLibrary) after = new_library (folder, c->after);

  assert_follows (c, before, after, studio_unit_item_list);
  assert_follows (c, before, after, studio_unit_item_list_flat);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* A folder that was looked at stays as it is left. */
static void
test_open (void)
{
  const char *const units[] = { "A/one", NULL };
  g_autofree char *folder = g_dir_make_tmp ("items-XXXXXX", NULL);
  g_autoptr (ImUnitLibrary) library = new_library (folder, units);
  g_autoptr (GListModel) list = studio_unit_item_list (library);
  g_autoptr (GListModel) next = studio_unit_item_list (library);
  g_autoptr (StudioUnitItem) item = g_list_model_get_item (list, 0), same = NULL;

  g_assert_true (studio_unit_item_open_first (item));
  studio_unit_item_follow (list, next);
  same = g_list_model_get_item (list, 0);
  g_assert_false (studio_unit_item_open_first (same));
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (follow_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/unit-item/follow/", follow_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &follow_cases[i], test_follow);
    }
  g_test_add_func ("/unit-item/open", test_open);

  return g_test_run ();
}
