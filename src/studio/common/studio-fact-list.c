/* SPDX-License-Identifier: MIT */
#include "studio/common/studio-fact-list.h"

#include <adwaita.h>
#include <glib/gi18n.h>

typedef struct
{
  GtkWidget *row;
  GtkImage *icon;
  GtkLabel *title;
  GtkLabel *detail;
  GtkLabel *formula;
} FactRow;

struct _StudioFactList
{
  GtkWidget parent_instance;

  AdwPreferencesGroup *group;
  GArray *rows; /* FactRow */
};

G_DEFINE_FINAL_TYPE (StudioFactList, studio_fact_list, GTK_TYPE_WIDGET)

static const struct
{
  const char *icon;
  const char *css_class;
  const char *name;
} marks[] = {
  [STUDIO_FACT_PLAIN] = { NULL, NULL, NULL },
  [STUDIO_FACT_GOOD] = { "emblem-ok-symbolic", "success", N_ ("Holds") },
  [STUDIO_FACT_BAD] = { "window-close-symbolic", "error", N_ ("Fails") },
  [STUDIO_FACT_OFF] = { "list-remove-symbolic", "dim-label", N_ ("Not used") },
};

static GtkLabel *
add_label (GtkWidget *box, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_insert_hyphens_new (FALSE));
  gtk_label_set_attributes (GTK_LABEL (label), attributes);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);

  return GTK_LABEL (label);
}

static void
add_row (StudioFactList *self)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  FactRow row = { .row = adw_preferences_row_new (),
                  .icon = GTK_IMAGE (gtk_image_new ()) };

  gtk_widget_add_css_class (line, "fact");
  gtk_widget_set_valign (GTK_WIDGET (row.icon), GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (row.icon));
  gtk_box_append (GTK_BOX (line), texts);
  row.title = add_label (texts, NULL);
  row.detail = add_label (texts, "fact-detail");
  row.formula = add_label (texts, "problem-note");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row.row), line);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row.row), FALSE);
  adw_preferences_group_add (self->group, row.row);
  g_array_append_val (self->rows, row);
}

static void
set_text (GtkLabel *label, const char *text)
{
  gtk_label_set_label (label, text == NULL ? "" : text);
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && *text != '\0');
}

static void
set_mark (GtkImage *icon, StudioFactMark mark)
{
  gtk_widget_set_visible (GTK_WIDGET (icon), mark != STUDIO_FACT_PLAIN);
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (marks[i].css_class != NULL)
      gtk_widget_remove_css_class (GTK_WIDGET (icon), marks[i].css_class);
  if (mark == STUDIO_FACT_PLAIN)
    return;
  gtk_image_set_from_icon_name (icon, marks[mark].icon);
  gtk_widget_add_css_class (GTK_WIDGET (icon), marks[mark].css_class);
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (marks[mark].name), -1);
}

static void
update_row (const FactRow *row, const StudioFact *fact)
{
  set_mark (row->icon, fact->mark);
  set_text (row->title, fact->title);
  set_text (row->detail, fact->detail);
  set_text (row->formula, fact->formula);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->row),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, fact->title, -1);
}

void
studio_fact_list_update (StudioFactList *self, GPtrArray *facts)
{
  g_autoptr (GPtrArray) own_facts = facts;

  g_return_if_fail (STUDIO_IS_FACT_LIST (self));
  while (self->rows->len < facts->len)
    add_row (self);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const FactRow *row = &g_array_index (self->rows, FactRow, i);

      gtk_widget_set_visible (row->row, i < facts->len);
      if (i < facts->len)
        update_row (row, g_ptr_array_index (facts, i));
    }
  gtk_widget_set_visible (GTK_WIDGET (self), facts->len > 0);
}

void
studio_fact_list_set_stale (StudioFactList *self, gboolean is_stale)
{
  g_return_if_fail (STUDIO_IS_FACT_LIST (self));

  if (is_stale)
    gtk_widget_add_css_class (GTK_WIDGET (self), "stale");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "stale");
}

GtkWidget *
studio_fact_list_new (const char *title)
{
  StudioFactList *self = g_object_new (STUDIO_TYPE_FACT_LIST, NULL);

  adw_preferences_group_set_title (self->group, title);

  return GTK_WIDGET (self);
}

static void
studio_fact_list_dispose (GObject *object)
{
  StudioFactList *self = STUDIO_FACT_LIST (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  g_clear_pointer (&child, gtk_widget_unparent);
  g_clear_pointer (&self->rows, g_array_unref);
  G_OBJECT_CLASS (studio_fact_list_parent_class)->dispose (object);
}

static void
studio_fact_list_class_init (StudioFactListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_fact_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass),
                                            GTK_TYPE_BIN_LAYOUT);
}

static void
studio_fact_list_init (StudioFactList *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (FactRow));
  self->group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  gtk_widget_set_parent (GTK_WIDGET (self->group), GTK_WIDGET (self));
}
