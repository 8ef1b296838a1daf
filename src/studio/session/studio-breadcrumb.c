/* SPDX-License-Identifier: MIT */
#include "studio/session/studio-breadcrumb.h"

#include <glib/gi18n.h>
#include <string.h>

struct _StudioBreadcrumb
{
  GtkWidget parent_instance;

  GtkWidget *row;
  GtkDropDown *pipelines; /* of the file, if there are several */
  GtkWidget *box;         /* the composites that are gone into */
  StudioSession *session; /* NULL before it is bound */
  GPtrArray *ids;         /* of the pipelines */
  gboolean is_filling;    /* whether this changes the list itself */
};

G_DEFINE_FINAL_TYPE (StudioBreadcrumb, studio_breadcrumb, GTK_TYPE_WIDGET)

static void
clicked_cb (GtkButton *button, StudioBreadcrumb *self)
{
  guint depth = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "depth"));

  studio_session_leave (self->session, depth);
}

static void
add (StudioBreadcrumb *self, const char *name, guint depth, gboolean is_last)
{
  GtkWidget *button = gtk_button_new_with_label (name);

  if (depth > 0)
    gtk_box_append (GTK_BOX (self->box), gtk_label_new ("›"));
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_sensitive (button, !is_last);
  g_object_set_data (G_OBJECT (button), "depth", GUINT_TO_POINTER (depth));
  g_signal_connect (button, "clicked", G_CALLBACK (clicked_cb), self);
  gtk_box_append (GTK_BOX (self->box), button);
}

/* A project has a pipeline of its own, and one for each of its models. */
static char *
dup_title (const ImUnit *unit)
{
  if (!unit->is_preprocessor)
    return g_strdup (unit->display_name);

  return unit->is_of_model
             /* Translators: the name of a model */
             ? g_strdup_printf (_ ("Model %s"), unit->display_name)
             /* Translators: the name of a project */
             : g_strdup_printf (_ ("Project %s"), unit->display_name);
}

static gboolean
has_ids (StudioBreadcrumb *self, const GPtrArray *units)
{
  if (self->ids->len != units->len)
    return FALSE;
  for (guint i = 0; i < units->len; i++)
    if (strcmp (g_ptr_array_index (self->ids, i),
                ((const ImUnit *) g_ptr_array_index (units, i))->id.text) != 0)
      return FALSE;

  return TRUE;
}

/* The list stays as long as there are the same pipelines: one of it may just be clicked.
 */
static void
update_pipelines (StudioBreadcrumb *self, const GPtrArray *units)
{
  const ImUnit *shown = im_document_get_main_unit (
      studio_session_get_document (self->session));

  self->is_filling = TRUE;
  if (!has_ids (self, units))
    {
      g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

      g_ptr_array_set_size (self->ids, 0);
      for (guint i = 0; i < units->len; i++)
        {
          const ImUnit *unit = g_ptr_array_index (units, i);

          g_ptr_array_add (self->ids, g_strdup (unit->id.text));
          gtk_string_list_take (titles, dup_title (unit));
        }
      gtk_drop_down_set_model (self->pipelines, G_LIST_MODEL (titles));
    }
  for (guint i = 0; i < units->len; i++)
    if (g_ptr_array_index (units, i) == shown)
      gtk_drop_down_set_selected (self->pipelines, i);
  gtk_widget_set_visible (GTK_WIDGET (self->pipelines), units->len > 1);
  self->is_filling = FALSE;
}

static void
selected_cb (StudioBreadcrumb *self)
{
  guint position = gtk_drop_down_get_selected (self->pipelines);

  if (!self->is_filling && position < self->ids->len)
    im_document_show_unit (studio_session_get_document (self->session),
                           g_ptr_array_index (self->ids, position));
}

/* Buttons stay while they lead to the same: one of them may have the focus. */
static gboolean
has_names (StudioBreadcrumb *self, const char *const *names)
{
  GtkWidget *child = gtk_widget_get_first_child (self->box);

  for (; child != NULL; child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_BUTTON (child) &&
        g_strcmp0 (gtk_button_get_label (GTK_BUTTON (child)), *names++) != 0)
      return FALSE;

  return gtk_widget_get_first_child (self->box) != NULL && *names == NULL;
}

static void
show_scope (StudioBreadcrumb *self, const char *title, const char *const *scope, guint n)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  GtkWidget *child;

  g_ptr_array_add (names, (gpointer) title);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (names, (gpointer) scope[i]);
  g_ptr_array_add (names, NULL);
  if (n > 0 && has_names (self, (const char *const *) names->pdata))
    return;
  while ((child = gtk_widget_get_first_child (self->box)) != NULL)
    gtk_box_remove (GTK_BOX (self->box), child);
  for (guint i = 0; n > 0 && i <= n; i++)
    add (self, names->pdata[i], i, i == n);
}

/* Pipelines are named and come and go with edits. */
static void
show (gpointer view, StudioSession *session)
{
  StudioBreadcrumb *self = view;
  ImDocument *document = studio_session_get_document (session);
  g_autoptr (GPtrArray) units = im_unit_file_list_pipelines (
      im_document_get_file (document));
  guint n = studio_session_get_depth (session);

  update_pipelines (self, units);
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0 || units->len > 1);
  show_scope (self, im_document_get_main_unit (document)->display_name,
              studio_session_get_scope (session), n);
}

void
studio_breadcrumb_bind (StudioBreadcrumb *self, StudioSession *session)
{
  g_return_if_fail (STUDIO_IS_BREADCRUMB (self) && self->session == NULL);

  self->session = g_object_ref (session);
  studio_session_bind (session, self, show, NULL);
}

static void
studio_breadcrumb_dispose (GObject *object)
{
  StudioBreadcrumb *self = STUDIO_BREADCRUMB (object);

  g_clear_pointer (&self->row, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_clear_pointer (&self->ids, g_ptr_array_unref);
  G_OBJECT_CLASS (studio_breadcrumb_parent_class)->dispose (object);
}

static void
studio_breadcrumb_class_init (StudioBreadcrumbClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_breadcrumb_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass),
                                            GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass),
                                        GTK_ACCESSIBLE_ROLE_NAVIGATION);
}

static void
studio_breadcrumb_init (StudioBreadcrumb *self)
{
  self->ids = g_ptr_array_new_with_free_func (g_free);
  self->row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->pipelines = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->row, "toolbar");
  gtk_box_append (GTK_BOX (self->row), GTK_WIDGET (self->pipelines));
  gtk_box_append (GTK_BOX (self->row), self->box);
  gtk_widget_set_parent (self->row, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->pipelines),
                               _ ("Which pipeline of the file is shown"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->pipelines),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Pipeline of the File"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Where the canvas is"), -1);
  g_signal_connect_object (self->pipelines, "notify::selected", G_CALLBACK (selected_cb),
                           self, G_CONNECT_SWAPPED);
}
