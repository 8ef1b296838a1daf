/* SPDX-License-Identifier: MIT */
#include "studio/unit/studio-unit-row.h"

struct _StudioUnitRow
{
  AdwPreferencesRow parent_instance;

  GtkBox *box;
  GtkImage *sign;
  GtkLabel *title;
  GtkLabel *text;
  GtkLabel *problem;
  GtkLabel *value;
  GtkToggleButton *edit;
  GtkBox *buttons;
  GtkGrid *entries;
  gint n_entries;
};

G_DEFINE_FINAL_TYPE (StudioUnitRow, studio_unit_row, ADW_TYPE_PREFERENCES_ROW)

static void
set_label (GtkLabel *label, const char *text)
{
  gtk_label_set_label (label, text == NULL ? "" : text);
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && *text != '\0');
}

void
studio_unit_row_set_title (StudioUnitRow *self, const char *title)
{
  set_label (self->title, title);
}

void
studio_unit_row_set_text (StudioUnitRow *self, const char *text)
{
  set_label (self->text, text);
}

void
studio_unit_row_set_value (StudioUnitRow *self, const char *value)
{
  set_label (self->value, value);
}

void
studio_unit_row_set_problem (StudioUnitRow *self, const char *problem)
{
  set_label (self->problem, problem);
}

void
studio_unit_row_set_state (StudioUnitRow *self,
                           StudioUnitState state,
                           const char *meaning)
{
  static const struct
  {
    const char *icon, *style;
  } signs[] = {
    [STUDIO_UNIT_STATE_NONE] = { "content-loading-symbolic", "dim-label" },
    [STUDIO_UNIT_STATE_GOOD] = { "emblem-ok-symbolic", "success" },
    [STUDIO_UNIT_STATE_BAD] = { "dialog-error-symbolic", "error" },
    [STUDIO_UNIT_STATE_UNUSED] = { "media-record-symbolic", "dim-label" },
  };
  const char *styles[] = { signs[state].style, NULL };

  gtk_image_set_from_icon_name (self->sign, signs[state].icon);
  gtk_widget_set_css_classes (GTK_WIDGET (self->sign), styles);
  gtk_widget_set_visible (GTK_WIDGET (self->sign), TRUE);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->sign), meaning);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->sign),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, meaning, -1);
}

void
studio_unit_row_clear_buttons (StudioUnitRow *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->buttons))) != NULL)
    gtk_box_remove (self->buttons, child);
  gtk_widget_set_visible (GTK_WIDGET (self->buttons), FALSE);
}

void
studio_unit_row_add_button (StudioUnitRow *self, GtkWidget *button)
{
  gtk_box_append (self->buttons, button);
  gtk_widget_set_visible (GTK_WIDGET (self->buttons), TRUE);
}

void
studio_unit_row_add_field (StudioUnitRow *self, GtkWidget *field)
{
  gtk_widget_set_valign (field, GTK_ALIGN_CENTER);
  gtk_box_insert_child_after (self->box, field, GTK_WIDGET (self->value));
}

void
studio_unit_row_add_menu (StudioUnitRow *self, GtkWidget *menu)
{
  gtk_box_append (self->box, menu);
}

void
studio_unit_row_add_entry (StudioUnitRow *self, const char *label, GtkWidget *entry)
{
  GtkWidget *name = gtk_label_new (label);

  gtk_label_set_xalign (GTK_LABEL (name), 1);
  gtk_widget_add_css_class (name, "dim-label");
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (entry),
                                  GTK_ACCESSIBLE_RELATION_LABELLED_BY, name, NULL, -1);
  gtk_grid_attach (self->entries, name, 0, self->n_entries, 1, 1);
  gtk_grid_attach (self->entries, entry, 1, self->n_entries, 1, 1);
  self->n_entries++;
  gtk_widget_set_visible (GTK_WIDGET (self->edit), TRUE);
}

/* The focus brings its field on the page, this all fields of the row. */
static void
scroll_to (StudioUnitRow *self)
{
  GtkWidget *viewport = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_VIEWPORT);
  GtkAdjustment *adjustment;
  graphene_rect_t bounds;
  double top;

  if (viewport == NULL ||
      !gtk_widget_compute_bounds (GTK_WIDGET (self), viewport, &bounds))
    return;
  adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (viewport));
  top = gtk_adjustment_get_value (adjustment) + (double) bounds.origin.y;
  gtk_adjustment_clamp_page (adjustment, top, top + (double) bounds.size.height);
}

/* When it has its place. */
static void
focus_entry (gpointer data)
{
  g_autoptr (StudioUnitRow) self = data;
  GtkWidget *entry = gtk_grid_get_child_at (self->entries, 1, 0);

  if (entry == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  gtk_widget_grab_focus (entry);
  scroll_to (self);
}

void
studio_unit_row_open (StudioUnitRow *self)
{
  gtk_toggle_button_set_active (self->edit, TRUE);
  g_idle_add_once (focus_entry, g_object_ref (self));
}

StudioUnitRow *
studio_unit_row_new (const char *title, gboolean is_code)
{
  StudioUnitRow *self = g_object_new (STUDIO_TYPE_UNIT_ROW, NULL);

  set_label (self->title, title);
  if (is_code)
    gtk_widget_add_css_class (GTK_WIDGET (self->title), "monospace");

  return self;
}

static void
studio_unit_row_class_init (StudioUnitRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-unit-row.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioUnitRow, box);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitRow, sign);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitRow, title);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitRow, text);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitRow, problem);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitRow, value);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitRow, edit);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitRow, buttons);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitRow, entries);
}

static void
studio_unit_row_init (StudioUnitRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_RELATION_LABELLED_BY, self->title, NULL,
                                  GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, self->text,
                                  self->problem, self->value, NULL, -1);
}
