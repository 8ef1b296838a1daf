/* SPDX-License-Identifier: MIT */
#include "studio/library/studio-library.h"

#include "studio/common/studio-fuzzy.h"
#include "studio/library/studio-documentation.h"
#include "studio/library/studio-library-row.h"
#include "studio/library/studio-unit-copy.h"
#include "studio/units/studio-unit-item.h"

#define EXPAND_MS 20 /* between two families that are opened */

struct _StudioLibrary
{
  GtkWidget parent_instance;

  GtkSearchEntry *search;
  GtkListView *list;
  GtkStack *results;
  GtkPaned *panes;
  StudioDocumentation *documentation;

  ImUnitLibrary *units;
  GtkSingleSelection *selection;
  GtkCustomFilter *filter; /* belongs to @found */
  GListModel *folders;     /* studio_unit_item_list() */
  GListModel *flat;        /* studio_unit_item_list_flat() */
  GListModel *tree;        /* rows of @folders that are open */
  GtkSortListModel *found;
  char **words;      /* of the search */
  gboolean is_stale; /* the list has not all units yet */
  guint filling;     /* idle source that fills it, or 0 */
  guint n_expanded;  /* rows of the tree that have been looked at, see expand_cb() */
};

G_DEFINE_FINAL_TYPE (StudioLibrary, studio_library, GTK_TYPE_WIDGET)

enum
{
  ACTIVATED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* What a row of either model stands for. */
static StudioUnitItem *
get_item (gpointer row)
{
  if (GTK_IS_TREE_LIST_ROW (row))
    return gtk_tree_list_row_get_item (row);

  return row == NULL ? NULL : g_object_ref (row);
}

/* The documentation is as high as its hint until there is a unit to read about. */
static void
divide (StudioLibrary *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->panes));
  gboolean is_divided;

  g_object_get (self->panes, "position-set", &is_divided, NULL);
  if (!is_divided && height > 0)
    gtk_paned_set_position (self->panes, height * 2 / 3);
}

static void
document_selected (StudioLibrary *self)
{
  g_autoptr (StudioUnitItem) item = get_item (
      gtk_single_selection_get_selected_item (self->selection));

  if (item == NULL || studio_unit_item_get_unit (item) == NULL)
    return;
  divide (self);
  studio_documentation_set_unit (self->documentation, studio_unit_item_get_unit (item));
}

static void
activate_cb (GtkListView *list, guint position, StudioLibrary *self)
{
  g_autoptr (GObject) row = g_list_model_get_item (G_LIST_MODEL (self->selection),
                                                   position);
  g_autoptr (StudioUnitItem) item = get_item (row);

  if (studio_unit_item_get_unit (item) != NULL)
    g_signal_emit (self, signals[ACTIVATED], 0,
                   studio_unit_item_get_unit (item)->id.text);
  else if (GTK_IS_TREE_LIST_ROW (row))
    gtk_tree_list_row_set_expanded (
        GTK_TREE_LIST_ROW (row),
        !gtk_tree_list_row_get_expanded (GTK_TREE_LIST_ROW (row)));
}

static void fill (StudioLibrary *self);

static gboolean
matches_cb (gpointer item, gpointer data)
{
  StudioLibrary *self = data;

  return self->words[0] != NULL && studio_unit_item_score (item, self->words) > 0;
}

/* The better answer first; what was sorted by name stays so among equals. */
static int
compare_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  StudioLibrary *self = data;
  guint x = studio_unit_item_score ((StudioUnitItem *) a, self->words);
  guint y = studio_unit_item_score ((StudioUnitItem *) b, self->words);

  return (x < y) - (x > y);
}

/* The best answer is seen and selected, however far the list was scrolled before. */
static void
select_first (StudioLibrary *self)
{
  gboolean is_any = g_list_model_get_n_items (G_LIST_MODEL (self->selection)) > 0;

  gtk_stack_set_visible_child_name (self->results, is_any ? "found" : "none");
  gtk_widget_set_visible (GTK_WIDGET (self->documentation), is_any);
  if (!is_any)
    return;
  gtk_single_selection_set_selected (self->selection, 0);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", 0);
}

static void
search_cb (GtkSearchEntry *search, StudioLibrary *self)
{
  g_autoptr (GtkSorter) sorter = GTK_SORTER (
      gtk_custom_sorter_new (compare_cb, self, NULL));

  fill (self);
  g_strfreev (self->words);
  self->words = studio_fuzzy_split (gtk_editable_get_text (GTK_EDITABLE (search)));

  /* What comes in is not sorted among what was sorted by other words. */
  gtk_sort_list_model_set_sorter (self->found, NULL);
  gtk_filter_changed (GTK_FILTER (self->filter), GTK_FILTER_CHANGE_DIFFERENT);
  gtk_sort_list_model_set_sorter (self->found, sorter);
  gtk_single_selection_set_model (
      self->selection, self->words[0] == NULL ? self->tree : G_LIST_MODEL (self->found));
  select_first (self);
}

/* The search waits for the end of typing; Enter is the end. */
static void
search_activate_cb (GtkSearchEntry *search, StudioLibrary *self)
{
  g_autoptr (StudioUnitItem) item = NULL;

  search_cb (search, self);
  item = get_item (gtk_single_selection_get_selected_item (self->selection));
  if (item != NULL && studio_unit_item_get_unit (item) != NULL)
    g_signal_emit (self, signals[ACTIVATED], 0,
                   studio_unit_item_get_unit (item)->id.text);
}

static void
set_up_row_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  gtk_list_item_set_child (list_item, studio_library_row_new ());
}

static void
bind_row_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  gpointer row = gtk_list_item_get_item (list_item);
  g_autoptr (StudioUnitItem) item = get_item (row);

  studio_library_row_set_item (STUDIO_LIBRARY_ROW (gtk_list_item_get_child (list_item)),
                               item, GTK_IS_TREE_LIST_ROW (row) ? row : NULL);
}

static GListModel *
create_children_cb (gpointer item, gpointer data)
{
  GListModel *children = studio_unit_item_get_children (item);

  return children == NULL ? NULL : g_object_ref (children);
}

/* All units that the search finds, the best answer first. */
static GtkSortListModel *
new_found (StudioLibrary *self)
{
  GtkFilterListModel *filtered;

  self->filter = gtk_custom_filter_new (matches_cb, self, NULL);
  filtered = gtk_filter_list_model_new (g_object_ref (self->flat),
                                        GTK_FILTER (self->filter));

  return gtk_sort_list_model_new (G_LIST_MODEL (filtered), NULL);
}

/* Opens one family after the other: each unit that comes into the list is given a row,
 * which is laid out with the next frame. */
static gboolean
expand_cb (gpointer library)
{
  StudioLibrary *self = library;
  g_autoptr (GtkTreeListRow) row = NULL;

  while ((row = g_list_model_get_item (self->tree, self->n_expanded++)) != NULL)
    {
      g_autoptr (StudioUnitItem) item = get_item (row);

      if (gtk_tree_list_row_is_expandable (row) && studio_unit_item_open_first (item))
        {
          gtk_tree_list_row_set_expanded (row, TRUE);
          return G_SOURCE_CONTINUE;
        }
      g_clear_object (&row);
    }
  self->filling = 0;

  return G_SOURCE_REMOVE;
}

static void
make_lists (StudioLibrary *self)
{
  self->folders = studio_unit_item_list (self->units);
  self->flat = studio_unit_item_list_flat (self->units);
  self->tree = G_LIST_MODEL (gtk_tree_list_model_new (
      g_object_ref (self->folders), FALSE, FALSE, create_children_cb, NULL, NULL));
  self->found = new_found (self);
  gtk_single_selection_set_model (self->selection, self->tree);
}

/* Rows that show what they showed stay where they are. */
static void
follow_units (StudioLibrary *self)
{
  g_autoptr (GListModel) folders = studio_unit_item_list (self->units);
  g_autoptr (GListModel) flat = studio_unit_item_list_flat (self->units);

  studio_unit_item_follow (self->folders, folders);
  studio_unit_item_follow (self->flat, flat);
  document_selected (self);
}

/* Makes the list, if that waits. */
static void
fill (StudioLibrary *self)
{
  if (!self->is_stale)
    return;
  self->is_stale = FALSE;
  g_clear_handle_id (&self->filling, g_source_remove);
  if (self->tree == NULL)
    make_lists (self);
  else
    follow_units (self);
  self->n_expanded = 0;
  self->filling = g_timeout_add_full (G_PRIORITY_DEFAULT_IDLE, EXPAND_MS, expand_cb, self,
                                      NULL);
}

static gboolean
fill_cb (gpointer library)
{
  StudioLibrary *self = library;

  fill (self);
  if (self->words[0] != NULL)
    search_cb (self->search, self);

  return G_SOURCE_REMOVE; /* fill() has removed it */
}

/* A list makes a row for each of the first 200 units: a window is drawn once before that,
 * and a panel that nobody sees stays empty. */
static void
begin_to_fill (StudioLibrary *self)
{
  if (!self->is_stale || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  g_clear_handle_id (&self->filling, g_source_remove);
  self->filling = g_idle_add (fill_cb, self);
}

static void
studio_library_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (studio_library_parent_class)->map (widget);
  begin_to_fill (STUDIO_LIBRARY (widget));
}

void
studio_library_set_units (StudioLibrary *self, ImUnitLibrary *units)
{
  g_return_if_fail (STUDIO_IS_LIBRARY (self));

  if (units == self->units)
    return;
  im_unit_library_unref (self->units);
  self->units = im_unit_library_ref (units);
  self->is_stale = TRUE;
  begin_to_fill (self);
}

void
studio_library_start_search (StudioLibrary *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

static void
clear_search_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioLibrary *self = STUDIO_LIBRARY (widget);

  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  studio_library_start_search (self);
}

static void
insert_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_signal_emit (widget, signals[ACTIVATED], 0, g_variant_get_string (parameter, NULL));
}

/* The application finds or makes the window for the file, which has many operators. */
static void
open_unit_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const ImUnit *unit = im_unit_library_find (STUDIO_LIBRARY (widget)->units,
                                             g_variant_get_string (parameter, NULL));
  g_autoptr (GFile) file = NULL;

  if (unit == NULL)
    return;
  file = g_file_new_for_path (im_unit_file_get_path (unit->file));
  g_application_open (g_application_get_default (), &file, 1,
                      unit->operation != NULL ? unit->id.text : "");
}

static void
copy_unit_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const ImUnit *unit = im_unit_library_find (STUDIO_LIBRARY (widget)->units,
                                             g_variant_get_string (parameter, NULL));

  if (unit != NULL)
    studio_unit_copy_choose (GTK_WINDOW (gtk_widget_get_root (widget)), unit,
                             STUDIO_LIBRARY (widget)->units);
}

/* The row of the list that has the cursor. */
static void
show_menu_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioLibrary *self = STUDIO_LIBRARY (widget);
  GtkWidget *row = gtk_widget_get_focus_child (GTK_WIDGET (self->list));

  row = row == NULL ? NULL : gtk_widget_get_first_child (row);
  if (STUDIO_IS_LIBRARY_ROW (row))
    studio_library_row_show_menu (STUDIO_LIBRARY_ROW (row), NULL);
}

/* From the search into what it found. */
static gboolean
search_key_cb (GtkEventControllerKey *controller,
               guint key,
               guint code,
               GdkModifierType modifiers,
               StudioLibrary *self)
{
  if (key != GDK_KEY_Down && key != GDK_KEY_KP_Down)
    return GDK_EVENT_PROPAGATE;

  return gtk_widget_child_focus (GTK_WIDGET (self->list), GTK_DIR_TAB_FORWARD);
}

static void
studio_library_dispose (GObject *object)
{
  StudioLibrary *self = STUDIO_LIBRARY (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_handle_id (&self->filling, g_source_remove);
  g_clear_object (&self->selection);
  g_clear_object (&self->tree);
  g_clear_object (&self->found);
  g_clear_object (&self->folders);
  g_clear_object (&self->flat);
  g_clear_pointer (&self->words, g_strfreev);
  g_clear_pointer (&self->units, im_unit_library_unref);
  G_OBJECT_CLASS (studio_library_parent_class)->dispose (object);
}

static void
studio_library_class_init (StudioLibraryClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_library_dispose;
  widget_class->map = studio_library_map;
  g_type_ensure (STUDIO_TYPE_DOCUMENTATION);

  /**
   * StudioLibrary::activated:
   * @library: the panel
   * @id: the id of a unit
   *
   * Somebody wants to have the unit in the pipeline.
   */
  signals[ACTIVATED] = g_signal_new ("activated", STUDIO_TYPE_LIBRARY, G_SIGNAL_RUN_LAST,
                                     0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_install_action (widget_class, "library.insert", "s", insert_action);
  gtk_widget_class_install_action (widget_class, "library.clear-search", NULL,
                                   clear_search_action);
  gtk_widget_class_install_action (widget_class, "library.open-unit", "s",
                                   open_unit_action);
  gtk_widget_class_install_action (widget_class, "library.copy-unit", "s",
                                   copy_unit_action);
  gtk_widget_class_install_action (widget_class, "library.show-menu", NULL,
                                   show_menu_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "library.show-menu",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK,
                                       "library.show-menu", NULL);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-library.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioLibrary, search);
  gtk_widget_class_bind_template_child (widget_class, StudioLibrary, list);
  gtk_widget_class_bind_template_child (widget_class, StudioLibrary, results);
  gtk_widget_class_bind_template_child (widget_class, StudioLibrary, panes);
  gtk_widget_class_bind_template_child (widget_class, StudioLibrary, documentation);
}

static void
studio_library_init (StudioLibrary *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->words = g_new0 (char *, 1);
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, TRUE);
  g_signal_connect (factory, "setup", G_CALLBACK (set_up_row_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row_cb), NULL);
  gtk_list_view_set_factory (self->list, factory);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_swapped (self->selection, "notify::selected-item",
                            G_CALLBACK (document_selected), self);
  g_signal_connect (self->list, "activate", G_CALLBACK (activate_cb), self);
  g_signal_connect (self->search, "search-changed", G_CALLBACK (search_cb), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (search_key_cb), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self->search), keys);
  g_signal_connect (self->search, "activate", G_CALLBACK (search_activate_cb), self);
}
