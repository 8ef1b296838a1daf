/* SPDX-License-Identifier: MIT */
#include "studio/proof/studio-budget-row.h"

#include <glib/gi18n.h>

#include "studio/common/studio-colour.h"

#define BAR_WIDTH  80  /* at least */
#define BAR_HEIGHT 12  /* with the line of the limit */
#define MARGIN     3.0 /* by which that is longer than the bar is thick */
#define MAX_CHARS  20  /* that a label asks for */
#define BEHIND     1.1 /* so far the bar goes on behind the limit */

struct _StudioBudgetRow
{
  GtkToggleButton parent_instance;

  ImBudgetKind kind;
  double amount, limit; /* a limit of 0 is not known */
  GtkWidget *bar;
  GtkLabel *figures;
  GtkLabel *share;
  GtkLabel *source;
};

G_DEFINE_FINAL_TYPE (StudioBudgetRow, studio_budget_row, GTK_TYPE_TOGGLE_BUTTON)

static gboolean
is_over (StudioBudgetRow *self)
{
  return self->limit > 0 && self->amount > self->limit;
}

static void
draw (GtkDrawingArea *bar, cairo_t *cr, int width, int height, gpointer row)
{
  StudioBudgetRow *self = row;
  double end = MAX (BEHIND * self->limit, self->amount);
  double filled = end > 0 ? width * self->amount / end : 0;
  double x;

  studio_colour_set (GTK_WIDGET (bar), NULL, 0.12, cr);
  cairo_rectangle (cr, 0, MARGIN, width, height - 2 * MARGIN);
  cairo_fill (cr);
  if (self->limit <= 0)
    return;
  studio_colour_set (GTK_WIDGET (bar), is_over (self) ? "error_color" : "accent_color", 1,
                     cr);
  cairo_rectangle (cr, 0, MARGIN, MAX (filled, 1), height - 2 * MARGIN);
  cairo_fill (cr);
  x = width * self->limit / end;
  studio_colour_set (GTK_WIDGET (bar), NULL, 0.9, cr);
  cairo_rectangle (cr, MIN (x, width - 2), 0, 2, height);
  cairo_fill (cr);
}

char *
studio_budget_dup_amount (ImBudgetKind kind, double amount, double frames_hz)
{
  if (kind != IM_BUDGET_CPU)
    return g_format_size_full ((guint64) amount, G_FORMAT_SIZE_IEC_UNITS);
  if (frames_hz > 0)
    /* Translators: millions of instructions per second */
    return g_strdup_printf (_ ("%.3g MIPS"), amount * frames_hz / 1e6);

  return g_strdup_printf (_ ("%.0f instructions a frame"), amount);
}

static char *
dup_limit (StudioBudgetRow *self, const ImBoard *board)
{
  if (self->kind == IM_BUDGET_CPU)
    return g_strdup_printf ("%g MHz", board->clock_hz / 1e6);

  return g_format_size_full ((guint64) self->limit, G_FORMAT_SIZE_IEC_UNITS);
}

/* Where the figures come from. */
static char *
dup_source (ImBudgetKind kind, const ImBudget *budget)
{
  const ImTarget *target = im_target_get (budget->build.target);

  if (kind == IM_BUDGET_FLASH || kind == IM_BUDGET_RAM)
    /* Translators: a compiler and its flags */
    return g_strdup_printf (_ ("Linked by %s %s"), target->compiler, budget->build.flags);
  if (kind == IM_BUDGET_STACK)
    /* Translators: a number of frames, and an emulator */
    return g_strdup_printf (_ ("Deepest on %u random frames in %s"), budget->n_frames,
                            target->emulator);

  return g_strdup_printf (
      _ ("Instructions at a cycle each, counted on %u random frames in %s"),
      budget->n_frames, target->emulator);
}

static char *
dup_share (StudioBudgetRow *self)
{
  double share = self->limit > 0 ? self->amount / self->limit : 0;

  if (self->limit <= 0)
    return g_strdup ("");

  return g_strdup_printf ("%.*f %%", share < 0.1 ? 1 : 0, 100 * share);
}

void
studio_budget_row_show (StudioBudgetRow *self,
                        const ImBudget *budget,
                        const ImBoard *board)
{
  g_autofree char *takes = NULL, *limit = NULL, *figures = NULL, *share = NULL;
  g_autofree char *source = dup_source (self->kind, budget);
  g_autofree char *name = NULL;

  g_return_if_fail (STUDIO_IS_BUDGET_ROW (self));

  self->amount = budget->amounts[self->kind];
  self->limit = im_budget_get_limit (budget, board, self->kind);
  takes = studio_budget_dup_amount (self->kind, self->amount, budget->frames_hz);
  limit = dup_limit (self, board);
  share = dup_share (self);
  figures = self->limit > 0
                /* Translators: what it takes, and how much there is */
                ? g_strdup_printf (_ ("%s of %s"), takes, limit)
                /* Translators: what it takes */
                : g_strdup_printf (_ ("%s; the input has no rate"), takes);
  gtk_label_set_label (self->figures, figures);
  gtk_label_set_label (self->share, share);
  gtk_label_set_label (self->source, source);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->source), source);
  if (is_over (self))
    gtk_widget_add_css_class (GTK_WIDGET (self->share), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->share), "error");
  name = g_strdup_printf ("%s: %s %s%s%s", _ (im_budget_kind_get_name (self->kind)),
                          figures, share, is_over (self) ? ", " : "",
                          is_over (self) ? _ ("too much") : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, source, -1);
  gtk_widget_queue_draw (self->bar);
}

static GtkLabel *
add_label (GtkGrid *grid, const char *css_class, int column, int row, int width)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), column == 2 ? 1 : 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), MAX_CHARS);
  gtk_widget_add_css_class (label, css_class);
  gtk_grid_attach (grid, label, column, row, width, 1);

  return GTK_LABEL (label);
}

GtkWidget *
studio_budget_row_new (ImBudgetKind kind, StudioBudgetRow *group)
{
  StudioBudgetRow *self = g_object_new (STUDIO_TYPE_BUDGET_ROW, NULL);
  GtkGrid *grid = GTK_GRID (gtk_grid_new ());
  GtkLabel *name = add_label (grid, "heading", 0, 0, 1);

  self->kind = kind;
  gtk_label_set_label (name, _ (im_budget_kind_get_name (kind)));
  gtk_label_set_width_chars (name, 6);
  self->figures = add_label (grid, "numeric", 1, 0, 1);
  gtk_widget_set_hexpand (GTK_WIDGET (self->figures), TRUE);
  self->share = add_label (grid, "numeric", 2, 0, 1);
  self->bar = gtk_drawing_area_new ();
  gtk_widget_set_size_request (self->bar, BAR_WIDTH, BAR_HEIGHT);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->bar), draw, self, NULL);
  gtk_grid_attach (grid, self->bar, 0, 1, 3, 1);
  self->source = add_label (grid, "dim-label", 0, 2, 3);
  gtk_widget_add_css_class (GTK_WIDGET (self->source), "caption");
  gtk_grid_set_column_spacing (grid, 6);
  gtk_button_set_child (GTK_BUTTON (self), GTK_WIDGET (grid));
  gtk_widget_add_css_class (GTK_WIDGET (self), "flat");
  gtk_widget_add_css_class (GTK_WIDGET (self), "budget-row");
  if (group != NULL)
    gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self), GTK_TOGGLE_BUTTON (group));

  return GTK_WIDGET (self);
}

static void
studio_budget_row_class_init (StudioBudgetRowClass *class)
{
}

static void
studio_budget_row_init (StudioBudgetRow *self)
{
}
