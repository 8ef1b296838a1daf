/* SPDX-License-Identifier: MIT
 *
 * Files that are dropped on a page. On a pipeline the units of a file are offered as
 * layers. All else is opened.
 */
#include <glib/gi18n.h>

#include "recording/im-recorded-tracks.h"
#include "studio/page/studio-page-private.h"
#include "unit/im-unit-operator.h"

#define MAX_OFFERED 16 /* units of a file; all of them are in the library */

static gboolean
is_pipeline (StudioPage *self)
{
  return self->document != NULL &&
         im_unit_is_graph (im_document_get_unit (self->document));
}

/* The units of a file, as far as a library has them. */
static GPtrArray *
list_units (ImUnitLibrary *library, const char *path)
{
  GPtrArray *all = im_unit_library_get_units (library), *found = g_ptr_array_new ();
  g_autoptr (GFile) file = g_file_new_for_path (path);

  for (guint i = 0; i < all->len; i++)
    {
      const ImUnit *unit = g_ptr_array_index (all, i);
      g_autoptr (GFile) own = g_file_new_for_path (im_unit_file_get_path (unit->file));

      if (g_file_equal (file, own))
        g_ptr_array_add (found, (gpointer) unit);
    }

  return found;
}

static void
append_item (GMenu *menu, const char *label, const char *action, const char *target)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "s", target);
  g_menu_append_item (menu, item);
}

static gboolean
unparent_cb (gpointer popover)
{
  if (gtk_widget_get_parent (popover) != NULL)
    gtk_widget_unparent (popover);

  return G_SOURCE_REMOVE;
}

/* The menu goes when what was chosen in it was done. */
static void
closed_cb (GtkWidget *popover)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, unparent_cb, g_object_ref (popover),
                   g_object_unref);
}

static void
offer (StudioPage *self, GPtrArray *units, const char *path, double x, double y)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) layers = g_menu_new ();
  g_autoptr (GMenu) others = g_menu_new ();
  g_autofree char *base = g_filename_display_basename (path);
  g_autofree char *open = g_strdup_printf (
      /* Translators: %s is the name of a file */
      _ ("Open “%s”"), base);
  GtkWidget *popover;

  for (guint i = 0; i < MIN (units->len, MAX_OFFERED); i++)
    {
      const ImUnit *unit = g_ptr_array_index (units, i);
      g_autofree char *label = g_strdup_printf (
          /* Translators: %s is the name of a unit */
          _ ("Insert %s"), unit->display_name);

      append_item (layers, label, "win.insert-dropped", unit->id.text);
    }
  append_item (others, open, "win.open-dropped", path);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (layers));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (others));
  g_free (self->dropped);
  self->dropped = g_strdup (path);
  popover = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_popover_set_pointing_to (GTK_POPOVER (popover),
                               &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_widget_set_parent (popover, GTK_WIDGET (self->toasts));
  g_signal_connect (popover, "closed", G_CALLBACK (closed_cb), NULL);
  gtk_popover_popup (GTK_POPOVER (popover));
}

/* Offers what is in a file; returns FALSE if that is nothing for a pipeline. */
static gboolean
offer_units (StudioPage *self, const char *path, double x, double y)
{
  g_autoptr (GPtrArray) units = list_units (studio_units_get_library (self->units), path);
  g_autoptr (ImUnitLibrary) own = im_unit_library_new ();
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();

  if (units->len == 0 && im_unit_operator_is_file (path))
    {
      im_unit_library_add_file (own, path, problems);
      g_ptr_array_unref (units);
      units = list_units (own, path);
    }
  if (units->len == 0)
    return FALSE;
  offer (self, units, path, x, y);

  return TRUE;
}

/* The input whose node a file is dropped on. */
static const char *
find_input (StudioPage *self, double x, double y)
{
  GtkWidget *canvas = GTK_WIDGET (self->canvas);
  double canvas_x, canvas_y;

  return gtk_widget_get_mapped (canvas) &&
                 gtk_widget_translate_coordinates (GTK_WIDGET (self), canvas, x, y,
                                                   &canvas_x, &canvas_y)
             ? studio_canvas_find_input (self->canvas, canvas_x, canvas_y)
             : NULL;
}

static gboolean
drop_cb (GtkDropTarget *target, const GValue *value, double x, double y, StudioPage *self)
{
  g_autoptr (GSList) files = gdk_file_list_get_files (g_value_get_boxed (value));
  g_autofree char *path = files == NULL ? NULL : g_file_get_path (files->data);

  if (files == NULL)
    return FALSE;
  if (path != NULL && is_pipeline (self) && im_recorded_is_file (path) &&
      !g_str_has_suffix (path, ".label"))
    studio_page_attach (self, path, find_input (self, x, y));
  else if (path == NULL || !is_pipeline (self) ||
           g_strcmp0 (path, im_document_get_path (self->document)) == 0 ||
           !offer_units (self, path, x, y))
    studio_page_open (self, files->data, NULL);

  return TRUE;
}

static void
insert_dropped_action (StudioPage *self, const char *name, GVariant *parameter)
{
  const char *id = g_variant_get_string (parameter, NULL);
  ImUnitLibrary *library = studio_units_get_library (self->units);

  if (self->document == NULL || self->dropped == NULL)
    return;
  studio_page_end_awaiting (self);
  if (im_unit_library_find (library, id) != NULL)
    studio_page_insert (self, id);
  else
    studio_page_bring (self, self->dropped, id);
}

static void
open_dropped_action (StudioPage *self, const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_path (g_variant_get_string (parameter, NULL));

  studio_page_open (self, file, NULL);
}

void
studio_page_install_drop_actions (GtkWidgetClass *window_class)
{
  static const StudioPageAction actions[] = {
    { "win.insert-dropped", insert_dropped_action, 0, 0, "s", NULL },
    { "win.open-dropped", open_dropped_action, 0, 0, "s", NULL },
  };

  studio_page_install (window_class, actions, G_N_ELEMENTS (actions));
}

void
studio_page_add_drop (StudioPage *self)
{
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect (drop, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
}
