/* SPDX-License-Identifier: MIT */
#include "studio/library/studio-palette.h"

#include <glib/gi18n.h>

#include "studio/common/studio-fuzzy.h"
#include "studio/common/studio-text.h"
#include "studio/lab/studio-broadcast-lab.h"
#include "studio/lab/studio-formula-lab.h"
#include "studio/library/studio-documentation.h"
#include "studio/library/studio-palette-row.h"
#include "studio/library/studio-recent-units.h"
#include "studio/library/studio-unit-fit.h"
#include "studio/units/studio-parts.h"
#include "studio/units/studio-unit-item.h"

#define PAGE 8 /* rows that Page Up and Page Down go */

struct _StudioPalette
{
  AdwWindow parent_instance;

  GtkSearchEntry *search;
  GtkLabel *source_label;
  GtkStack *results;
  /* Shown if what was typed is not a unit but a lab. */
  GtkWidget *broadcast_lab;
  GtkWidget *formula_lab;
  GtkListView *list;
  StudioDocumentation *documentation;

  GListModel *units;    /* StudioUnitItem */
  ImTensorType *source; /* what the unit shall take, or NULL */
  GListStore *found;    /* StudioUnitItem, best first */
  GtkSingleSelection *selection;
  char *query;              /* that was looked for last */
  char **recent;            /* ids, latest first */
  graphene_point_t pointer; /* where it was seen last, if it was */
  gboolean has_pointer;
  GHashTable *problems; /* ImUnit → why it does not fit the source */
};

G_DEFINE_FINAL_TYPE (StudioPalette, studio_palette, ADW_TYPE_WINDOW)

enum
{
  CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* A unit that answers the query. */
typedef struct
{
  StudioUnitItem *item;
  gboolean is_named; /* whether the query is its name */
  gboolean is_part;  /* of the pipeline, not a unit */
  gboolean fits;
  guint score;
  guint age; /* 0 for the unit that was used last */
} Candidate;

/* What was named in full, parts of the pipeline before units of that name, then what
 * fits, then what answers best, then what was used last. The models are sorted by name,
 * and sorting keeps that order among equals. */
static gint
compare_candidates (gconstpointer a, gconstpointer b, gpointer data)
{
  const Candidate *x = a, *y = b;

  if (x->is_named != y->is_named)
    return x->is_named ? -1 : 1;
  if (x->is_named && x->is_part != y->is_part)
    return x->is_part ? -1 : 1;
  if (x->fits != y->fits)
    return x->fits ? -1 : 1;
  if (x->score != y->score)
    return x->score > y->score ? -1 : 1;

  return (x->age > y->age) - (x->age < y->age);
}

static const char *
get_problem (StudioPalette *self, const ImUnit *unit)
{
  return g_hash_table_lookup (self->problems, unit);
}

static guint
get_age (StudioPalette *self, const ImUnit *unit)
{
  guint i = 0;

  while (self->recent[i] != NULL && !g_str_equal (self->recent[i], unit->id.text))
    i++;

  return i;
}

static GArray *
find_candidates (StudioPalette *self, char **words)
{
  g_autofree char *query = g_strjoinv (" ", words);
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));

  for (guint i = 0; i < g_list_model_get_n_items (self->units); i++)
    {
      g_autoptr (StudioUnitItem) item = g_list_model_get_item (self->units, i);
      const ImUnit *unit = studio_unit_item_get_unit (item);
      g_autofree char *name = g_utf8_strdown (studio_unit_item_get_name (item), -1);
      Candidate candidate = { item,
                              g_str_equal (name, query),
                              studio_parts_find (unit->id.text) < STUDIO_N_PARTS,
                              get_problem (self, unit) == NULL,
                              studio_unit_item_score (item, words),
                              get_age (self, unit) };

      if (candidate.score > 0)
        g_array_append_val (candidates, candidate); /* the model keeps the item */
    }

  return candidates;
}

static void
select_row (StudioPalette *self, guint position)
{
  if (g_list_model_get_n_items (G_LIST_MODEL (self->found)) == 0)
    return;
  gtk_single_selection_set_selected (self->selection, position);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u",
                              position);
}

/* Who looks for how shapes meet, or for a formula, finds no unit. */
static gboolean
means_lab (char **words, const char *name, const char *topics)
{
  const StudioFuzzyField fields[] = { { name, 100, FALSE }, { topics, 50, FALSE } };

  return words[0] != NULL &&
         studio_fuzzy_score (words, fields, G_N_ELEMENTS (fields)) > 0;
}

static void
find (StudioPalette *self)
{
  const char *query = gtk_editable_get_text (GTK_EDITABLE (self->search));
  g_auto (GStrv) words = studio_fuzzy_split (query);
  g_autoptr (GArray) candidates = find_candidates (self, words);
  g_autofree gpointer *items = g_new (gpointer, candidates->len + 1);

  g_free (self->query);
  self->query = g_strdup (query);
  g_array_sort_with_data (candidates, compare_candidates, NULL);
  for (guint i = 0; i < candidates->len; i++)
    items[i] = g_array_index (candidates, Candidate, i).item;
  g_list_store_splice (self->found, 0,
                       g_list_model_get_n_items (G_LIST_MODEL (self->found)), items,
                       candidates->len);
  gtk_widget_set_visible (self->broadcast_lab,
                          means_lab (words, _ ("Broadcast Lab"), "NumPy MLIR TML"));
  gtk_widget_set_visible (
      self->formula_lab,
      means_lab (words, _ ("Formula Lab"), "Tile contraction tensor kernel"));
  gtk_stack_set_visible_child_name (self->results,
                                    candidates->len == 0 ? "none" : "found");
  select_row (self, 0);
}

static void
search_cb (GtkSearchEntry *search, StudioPalette *self)
{
  find (self);
}

static void
selected_cb (GtkSingleSelection *selection, GParamSpec *spec, StudioPalette *self)
{
  StudioUnitItem *item = gtk_single_selection_get_selected_item (selection);

  studio_documentation_set_unit (self->documentation,
                                 item == NULL ? NULL : studio_unit_item_get_unit (item));
}

static void
choose (StudioPalette *self, StudioUnitItem *item)
{
  g_autofree char *id = g_strdup (studio_unit_item_get_unit (item)->id.text);

  g_signal_emit (self, signals[CHOSEN], 0, id);
  gtk_window_close (GTK_WINDOW (self));
}

static void
activate_cb (GtkListView *list, guint position, StudioPalette *self)
{
  g_autoptr (StudioUnitItem) item = g_list_model_get_item (G_LIST_MODEL (self->found),
                                                           position);

  if (item != NULL)
    choose (self, item);
}

static void
broadcast_lab_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  studio_broadcast_lab_present (gtk_window_get_transient_for (GTK_WINDOW (widget)), NULL);
  gtk_window_close (GTK_WINDOW (widget));
}

static void
formula_lab_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  studio_formula_lab_present (gtk_window_get_transient_for (GTK_WINDOW (widget)), NULL);
  gtk_window_close (GTK_WINDOW (widget));
}

/* The lab that is offered where there is no unit, or NULL. */
static const char *
get_lab_action (StudioPalette *self)
{
  if (g_list_model_get_n_items (G_LIST_MODEL (self->found)) > 0)
    return NULL;
  if (gtk_widget_get_visible (self->broadcast_lab))
    return "palette.broadcast-lab";

  return gtk_widget_get_visible (self->formula_lab) ? "palette.formula-lab" : NULL;
}

static void
search_activate_cb (GtkSearchEntry *search, StudioPalette *self)
{
  if (g_strcmp0 (self->query, gtk_editable_get_text (GTK_EDITABLE (search))) != 0)
    find (self); /* what was typed last has not been looked for yet */
  if (get_lab_action (self) != NULL)
    {
      gtk_widget_activate_action (GTK_WIDGET (self), get_lab_action (self), NULL);
      return;
    }
  activate_cb (self->list, gtk_single_selection_get_selected (self->selection), self);
}

/* The list follows the pointer when it is moved, and only then: rows that come to stand
 * below a pointer at rest are not meant. */
static void
motion_cb (GtkEventControllerMotion *controller, double x, double y, StudioPalette *self)
{
  graphene_point_t at = GRAPHENE_POINT_INIT ((float) x, (float) y);

  if (self->has_pointer && !graphene_point_equal (&at, &self->pointer))
    gtk_list_view_set_single_click_activate (self->list, TRUE);
  self->has_pointer = TRUE;
  self->pointer = at;
}

/* Whoever clicks at a row means it, however the pointer came there. */
static void
pressed_cb (StudioPalette *self)
{
  gtk_list_view_set_single_click_activate (self->list, TRUE);
}

/* The cursor stays in the search field while the list is walked. */
static gboolean
key_cb (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType modifiers,
        StudioPalette *self)
{
  gint n = (gint) g_list_model_get_n_items (G_LIST_MODEL (self->found));
  gint position = (gint) gtk_single_selection_get_selected (self->selection);
  gint step = key == GDK_KEY_Down || key == GDK_KEY_KP_Down             ? 1
              : key == GDK_KEY_Up || key == GDK_KEY_KP_Up               ? -1
              : key == GDK_KEY_Page_Down || key == GDK_KEY_KP_Page_Down ? PAGE
              : key == GDK_KEY_Page_Up || key == GDK_KEY_KP_Page_Up     ? -PAGE
                                                                        : 0;

  gtk_list_view_set_single_click_activate (self->list, FALSE);
  if (step == 0 || n == 0)
    return GDK_EVENT_PROPAGATE;
  select_row (self, (guint) CLAMP (position + step, 0, n - 1));

  return GDK_EVENT_STOP;
}

static void
set_up_row_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  gtk_list_item_set_child (list_item, studio_palette_row_new ());
}

static void
bind_row_cb (GtkSignalListItemFactory *factory,
             GtkListItem *list_item,
             StudioPalette *self)
{
  StudioUnitItem *item = gtk_list_item_get_item (list_item);
  const ImUnit *unit = studio_unit_item_get_unit (item);

  studio_palette_row_set_unit (STUDIO_PALETTE_ROW (gtk_list_item_get_child (list_item)),
                               unit, get_problem (self, unit));
}

static void
find_problems (StudioPalette *self)
{
  g_hash_table_remove_all (self->problems);
  for (guint i = 0; self->source != NULL && i < g_list_model_get_n_items (self->units);
       i++)
    {
      g_autoptr (StudioUnitItem) item = g_list_model_get_item (self->units, i);
      const ImUnit *unit = studio_unit_item_get_unit (item);
      char *problem = studio_unit_fit_dup_problem (unit, self->source);

      if (problem != NULL)
        g_hash_table_insert (self->problems, (gpointer) unit, problem);
    }
}

/* The unit that is selected stays so where it stays. */
static void
units_changed_cb (StudioUnits *units, StudioPalette *self)
{
  StudioUnitItem *selected = gtk_single_selection_get_selected_item (self->selection);
  g_autofree char *id = selected == NULL
                            ? NULL
                            : g_strdup (studio_unit_item_get_unit (selected)->id.text);
  g_autoptr (GListModel) next = studio_unit_item_list_flat (
      studio_units_get_library (units));

  studio_unit_item_follow (self->units, next);
  find_problems (self);
  find (self);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->found)); i++)
    {
      g_autoptr (StudioUnitItem) item = g_list_model_get_item (G_LIST_MODEL (self->found),
                                                               i);

      if (g_strcmp0 (studio_unit_item_get_unit (item)->id.text, id) == 0)
        select_row (self, i);
    }
}

void
studio_palette_set_source (StudioPalette *self, const ImTensorType *source)
{
  g_return_if_fail (STUDIO_IS_PALETTE (self));

  g_clear_pointer (&self->source, g_free);
  self->source = source == NULL ? NULL : g_memdup2 (source, sizeof *source);
  if (source != NULL)
    self->source->shape.axes = NULL; /* they live as long as the document is as it is */
  gtk_widget_set_visible (GTK_WIDGET (self->source_label), source != NULL);
  if (source != NULL)
    {
      g_autofree char *type = studio_text_dup_type (source, FALSE);
      /* Translators: %s is what comes out of a port, such as “float32[3]@50” */
      g_autofree char *text = g_strdup_printf (_ ("Units for %s come first"), type);

      gtk_label_set_label (self->source_label, text);
    }
  find_problems (self);
  find (self);
}

static void
studio_palette_dispose (GObject *object)
{
  StudioPalette *self = STUDIO_PALETTE (object);

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->units);
  g_clear_pointer (&self->source, g_free);
  g_clear_object (&self->found);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->query, g_free);
  g_clear_pointer (&self->recent, g_strfreev);
  g_clear_pointer (&self->problems, g_hash_table_unref);
  G_OBJECT_CLASS (studio_palette_parent_class)->dispose (object);
}

static void
studio_palette_class_init (StudioPaletteClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_palette_dispose;
  g_type_ensure (STUDIO_TYPE_DOCUMENTATION);

  /**
   * StudioPalette::chosen:
   * @palette: the palette, which closes next
   * @id: the id of a unit
   *
   * Somebody wants to have the unit.
   */
  signals[CHOSEN] = g_signal_new ("chosen", STUDIO_TYPE_PALETTE, G_SIGNAL_RUN_LAST, 0,
                                  NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-palette.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioPalette, search);
  gtk_widget_class_bind_template_child (widget_class, StudioPalette, source_label);
  gtk_widget_class_bind_template_child (widget_class, StudioPalette, results);
  gtk_widget_class_bind_template_child (widget_class, StudioPalette, broadcast_lab);
  gtk_widget_class_bind_template_child (widget_class, StudioPalette, formula_lab);
  gtk_widget_class_bind_template_child (widget_class, StudioPalette, list);
  gtk_widget_class_bind_template_child (widget_class, StudioPalette, documentation);
  gtk_widget_class_bind_template_callback (widget_class, search_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, motion_cb);
  gtk_widget_class_bind_template_callback (widget_class, set_up_row_cb);
  gtk_widget_class_bind_template_callback (widget_class, bind_row_cb);
  gtk_widget_class_install_action (widget_class, "palette.broadcast-lab", NULL,
                                   broadcast_lab_action);
  gtk_widget_class_install_action (widget_class, "palette.formula-lab", NULL,
                                   formula_lab_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
studio_palette_init (StudioPalette *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->found = g_list_store_new (STUDIO_TYPE_UNIT_ITEM);
  self->problems = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->recent = studio_recent_units_dup ();
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->found)));
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect (self->selection, "notify::selected-item", G_CALLBACK (selected_cb),
                    self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self->search), keys);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click),
                                              GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self->list), GTK_EVENT_CONTROLLER (click));
  g_signal_connect_swapped (self->search, "stop-search", G_CALLBACK (gtk_window_close),
                            self);
}

StudioPalette *
studio_palette_new (GtkWindow *parent, StudioUnits *units)
{
  StudioPalette *self = g_object_new (STUDIO_TYPE_PALETTE, "transient-for", parent, NULL);

  self->units = studio_unit_item_list_flat (studio_units_get_library (units));
  g_signal_connect_object (units, "changed", G_CALLBACK (units_changed_cb), self, 0);
  find (self);

  return self;
}
