/* SPDX-License-Identifier: MIT */
#include "studio/proof/studio-budget-panel.h"

#include <glib/gi18n.h>

#include "studio/proof/studio-budget-row.h"

#define SHOWN_PARTS 30
#define NAME_CHARS  14 /* that a name asks for */

struct _StudioBudgetPanel
{
  GtkWidget parent_instance;

  GtkDropDown *boards;
  GtkLabel *state;
  GtkSpinner *spinner;
  GtkToggleButton *tint;
  GtkStack *pages;
  GtkLabel *message;
  GtkLabel *problem;
  GtkBox *rows;
  GtkLabel *parts_title;
  GtkListBox *parts;
  GtkWidget *content;

  StudioSession *session;
  StudioBudget *budget;
  StudioBudgetRow *kinds[IM_N_BUDGETS];
  gboolean is_updating;
};

G_DEFINE_FINAL_TYPE (StudioBudgetPanel, studio_budget_panel, GTK_TYPE_WIDGET)

static GtkWidget *
new_part (const ImBudget *figures, ImBudgetKind kind, const ImBudgetPart *part)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gboolean is_layer = g_strcmp0 (part->name, part->layer) == 0;
  GtkWidget *name = gtk_label_new (is_layer ? part->title : part->name);
  g_autofree char *amount = kind == IM_BUDGET_CPU
                                ? g_strdup_printf (_ ("%.0f a frame"), part->amount)
                                : studio_budget_dup_amount (kind, part->amount, 0);
  g_autofree char *share = g_strdup_printf (
      "%.1f %%", 100 * part->amount / MAX (figures->amounts[kind], 1));
  GtkWidget *labels[] = { gtk_label_new (amount), gtk_label_new (share) };

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (name), NAME_CHARS);
  gtk_widget_set_tooltip_text (name, part->name);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_box_append (GTK_BOX (box), name);
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      gtk_widget_add_css_class (labels[i], "numeric");
      gtk_widget_add_css_class (labels[i], "dim-label");
      gtk_box_append (GTK_BOX (box), labels[i]);
    }
  gtk_label_set_width_chars (GTK_LABEL (labels[1]), 7);
  gtk_label_set_xalign (GTK_LABEL (labels[1]), 1);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), part->layer != NULL);
  gtk_widget_set_focusable (row, TRUE);
  g_object_set_data_full (G_OBJECT (row), "layer", g_strdup (part->layer), g_free);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (row),
                                  GTK_ACCESSIBLE_RELATION_LABELLED_BY, name, labels[0],
                                  labels[1], NULL, -1);

  return row;
}

static char *
dup_title (ImBudgetKind kind, guint n_parts)
{
  const char *name = _ (im_budget_kind_get_name (kind));

  if (n_parts == 0)
    /* Translators: %s is such as “Stack” */
    return g_strdup_printf (_ ("%s is known of the whole pipeline only"), name);

  /* Translators: %s is such as “Flash” */
  return g_strdup_printf (_ ("What takes most: %s"), name);
}

/* What takes most of the kind that is chosen. */
static void
show_parts (StudioBudgetPanel *self, const ImBudget *figures)
{
  ImBudgetKind kind = studio_budget_get_kind (self->budget);
  const GArray *parts = figures->parts[kind];
  GtkWidget *row;
  g_autofree char *title = dup_title (kind, parts->len);

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->parts))) != NULL)
    gtk_list_box_remove (self->parts, row);
  gtk_label_set_label (self->parts_title, title);
  gtk_widget_set_visible (GTK_WIDGET (self->parts), parts->len > 0);
  for (guint i = 0; i < MIN (parts->len, SHOWN_PARTS); i++)
    gtk_list_box_append (
        self->parts, new_part (figures, kind, &g_array_index (parts, ImBudgetPart, i)));
}

static void
show_figures (StudioBudgetPanel *self, const ImBudget *figures)
{
  const ImBoard *board = studio_budget_get_board (self->budget);

  for (ImBudgetKind kind = 0; kind < IM_N_BUDGETS; kind++)
    studio_budget_row_show (self->kinds[kind], figures, board);
  show_parts (self, figures);
}

/* What is under way, or what became of it; then the board. */
static char *
dup_state (StudioBudgetPanel *self, const ImBudget *figures, gboolean is_stale)
{
  const ImBoard *board = studio_budget_get_board (self->budget);
  const char *state = NULL;

  if (studio_budget_is_busy (self->budget))
    state = _ ("Building and counting…");
  else if (figures != NULL && !is_stale)
    state = im_budget_fits (figures, board) ? _ ("Fits") : _ ("Too much");

  return g_strdup_printf ("%s%s%s, %s, %g MHz", state == NULL ? "" : state,
                          state == NULL ? "" : " · ", board->chip,
                          im_target_get (board->target)->title, board->clock_hz / 1e6);
}

static void
update (StudioBudgetPanel *self)
{
  gboolean is_stale;
  const ImBudget *figures = studio_budget_get_figures (self->budget, &is_stale);
  const char *problem = studio_budget_get_problem (self->budget);
  gboolean is_busy = studio_budget_is_busy (self->budget);
  g_autofree char *state = dup_state (self, figures, is_stale);
  g_autofree char *tooltip = NULL;

  self->is_updating = TRUE;
  gtk_spinner_set_spinning (self->spinner, is_busy);
  gtk_label_set_label (self->state, state);
  tooltip = g_strdup_printf ("%s\n%s", state,
                             studio_budget_get_board (self->budget)->source);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->state), tooltip);
  gtk_toggle_button_set_active (
      GTK_TOGGLE_BUTTON (self->kinds[studio_budget_get_kind (self->budget)]), TRUE);
  gtk_toggle_button_set_active (self->tint,
                                studio_budget_get_marks_layers (self->budget));
  gtk_label_set_label (self->message,
                       problem != NULL ? problem : _ ("Building and counting…"));
  gtk_label_set_label (self->problem, problem != NULL ? problem : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), problem != NULL && !is_busy);
  gtk_widget_set_visible (GTK_WIDGET (self->tint), figures != NULL);
  gtk_stack_set_visible_child_name (self->pages, figures == NULL ? "message" : "figures");
  if (is_stale)
    gtk_widget_add_css_class (self->content, "stale");
  else
    gtk_widget_remove_css_class (self->content, "stale");
  if (figures != NULL)
    show_figures (self, figures);
  self->is_updating = FALSE;
}

static void
kind_cb (StudioBudgetRow *row, GParamSpec *property, StudioBudgetPanel *self)
{
  for (ImBudgetKind kind = 0; !self->is_updating && kind < IM_N_BUDGETS; kind++)
    if (self->kinds[kind] == row &&
        gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (row)))
      {
        studio_budget_set_kind (self->budget, kind);
        return;
      }
}

static void
tint_cb (StudioBudgetPanel *self)
{
  if (!self->is_updating)
    studio_budget_set_marks_layers (self->budget,
                                    gtk_toggle_button_get_active (self->tint));
}

static void
part_cb (StudioBudgetPanel *self, GtkListBoxRow *row)
{
  const char *layer = g_object_get_data (G_OBJECT (row), "layer");

  if (layer != NULL)
    studio_session_select_path (self->session, layer);
}

static void
board_cb (StudioBudgetPanel *self)
{
  guint n, selected = gtk_drop_down_get_selected (self->boards);
  const ImBoard *boards = im_boards_get (&n);

  if (selected < n)
    g_object_set (self->budget, "board", boards[selected].name, NULL);
}

static void
show_board (StudioBudgetPanel *self)
{
  guint n;
  const ImBoard *boards = im_boards_get (&n);

  gtk_drop_down_set_selected (self->boards,
                              (guint) (studio_budget_get_board (self->budget) - boards));
}

static void
list_boards (StudioBudgetPanel *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint n;
  const ImBoard *boards = im_boards_get (&n);

  for (guint i = 0; i < n; i++)
    gtk_string_list_append (names, boards[i].title);
  gtk_drop_down_set_model (self->boards, G_LIST_MODEL (names));
}

void
studio_budget_panel_bind (StudioBudgetPanel *self, StudioSession *session)
{
  g_return_if_fail (STUDIO_IS_BUDGET_PANEL (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  self->budget = g_object_ref (studio_session_get_budget (session));
  show_board (self);
  g_signal_connect_object (self->boards, "notify::selected", G_CALLBACK (board_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->budget, "notify::board", G_CALLBACK (show_board), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->budget, "changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  studio_budget_set_watched (self->budget, gtk_widget_get_mapped (GTK_WIDGET (self)));
  update (self);
}

static void
studio_budget_panel_map (GtkWidget *widget)
{
  StudioBudgetPanel *self = STUDIO_BUDGET_PANEL (widget);

  GTK_WIDGET_CLASS (studio_budget_panel_parent_class)->map (widget);
  if (self->budget != NULL)
    studio_budget_set_watched (self->budget, TRUE);
}

static void
studio_budget_panel_unmap (GtkWidget *widget)
{
  StudioBudgetPanel *self = STUDIO_BUDGET_PANEL (widget);

  if (self->budget != NULL)
    studio_budget_set_watched (self->budget, FALSE);
  GTK_WIDGET_CLASS (studio_budget_panel_parent_class)->unmap (widget);
}

static void
studio_budget_panel_dispose (GObject *object)
{
  StudioBudgetPanel *self = STUDIO_BUDGET_PANEL (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->budget);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (studio_budget_panel_parent_class)->dispose (object);
}

static void
studio_budget_panel_class_init (StudioBudgetPanelClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = studio_budget_panel_dispose;
  widget_class->map = studio_budget_panel_map;
  widget_class->unmap = studio_budget_panel_unmap;
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-budget-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioBudgetPanel, boards);
  gtk_widget_class_bind_template_child (widget_class, StudioBudgetPanel, state);
  gtk_widget_class_bind_template_child (widget_class, StudioBudgetPanel, spinner);
  gtk_widget_class_bind_template_child (widget_class, StudioBudgetPanel, tint);
  gtk_widget_class_bind_template_child (widget_class, StudioBudgetPanel, pages);
  gtk_widget_class_bind_template_child (widget_class, StudioBudgetPanel, message);
  gtk_widget_class_bind_template_child (widget_class, StudioBudgetPanel, problem);
  gtk_widget_class_bind_template_child (widget_class, StudioBudgetPanel, rows);
  gtk_widget_class_bind_template_child (widget_class, StudioBudgetPanel, parts_title);
  gtk_widget_class_bind_template_child (widget_class, StudioBudgetPanel, parts);
  gtk_widget_class_bind_template_child (widget_class, StudioBudgetPanel, content);
  gtk_widget_class_bind_template_callback_full (widget_class, "tint_cb",
                                                G_CALLBACK (tint_cb));
  gtk_widget_class_bind_template_callback_full (widget_class, "part_cb",
                                                G_CALLBACK (part_cb));
}

static void
studio_budget_panel_init (StudioBudgetPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  list_boards (self);
  for (ImBudgetKind kind = 0; kind < IM_N_BUDGETS; kind++)
    {
      GtkWidget *row = studio_budget_row_new (kind, kind == 0 ? NULL : self->kinds[0]);

      self->kinds[kind] = STUDIO_BUDGET_ROW (row);
      gtk_box_append (self->rows, row);
      g_signal_connect (row, "notify::active", G_CALLBACK (kind_cb), self);
    }
}
