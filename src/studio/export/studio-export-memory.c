/* SPDX-License-Identifier: MIT */
#include "studio/export/studio-export-memory.h"

#include <glib/gi18n.h>

struct _StudioExportMemory
{
  AdwBin parent_instance;

  GtkGrid *grid;
};

G_DEFINE_FINAL_TYPE (StudioExportMemory, studio_export_memory, ADW_TYPE_BIN)

static guint64
sum_buffers (const ImPlan *plan, ImStorage storage)
{
  guint64 bytes = 0;

  for (guint i = 0; i < plan->n_buffers; i++)
    if (plan->buffers[i].storage == storage)
      bytes += plan->buffers[i].size_bytes;

  return bytes;
}

static GtkWidget *
new_label (const char *text, double xalign)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), (float) xalign);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);

  return label;
}

static void
add_row (StudioExportMemory *self,
         int row,
         const char *name,
         const char *where,
         const ImPlan *plan,
         guint64 bytes)
{
  GtkWidget *name_label = new_label (name, 0);
  GtkWidget *where_label = new_label (where, 0);
  g_autofree char *number = plan == NULL ? g_strdup ("–")
                                         : g_strdup_printf ("%" G_GUINT64_FORMAT, bytes);
  GtkWidget *number_label = new_label (number, 1);

  gtk_widget_add_css_class (where_label, "dim-label");
  gtk_widget_add_css_class (number_label, "numeric");
  gtk_widget_set_hexpand (where_label, TRUE);
  gtk_grid_attach (self->grid, name_label, 0, row, 1, 1);
  gtk_grid_attach (self->grid, where_label, 1, row, 1, 1);
  gtk_grid_attach (self->grid, number_label, 2, row, 1, 1);
}

void
studio_export_memory_set_plan (StudioExportMemory *self, const ImPlan *plan)
{
  GtkWidget *child;
  guint64 inputs, outputs;

  g_return_if_fail (STUDIO_IS_EXPORT_MEMORY (self));

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->grid))) != NULL)
    gtk_grid_remove (self->grid, child);
  inputs = plan == NULL ? 0 : sum_buffers (plan, IM_STORAGE_INPUT);
  outputs = plan == NULL ? 0 : sum_buffers (plan, IM_STORAGE_OUTPUT);
  add_row (self, 0, _ ("Arena"), _ ("RAM, shared by what is not in use at once"), plan,
           plan == NULL ? 0 : plan->arena_bytes);
  add_row (self, 1, _ ("State"), _ ("RAM, kept from frame to frame"), plan,
           plan == NULL ? 0 : plan->state_bytes);
  add_row (self, 2, _ ("Constants"), _ ("Flash"), plan,
           plan == NULL ? 0 : plan->constant_bytes);
  add_row (self, 3, _ ("Inputs"), _ ("RAM of your program, for one frame"), plan, inputs);
  add_row (self, 4, _ ("Outputs"), _ ("RAM of your program, for one result"), plan,
           outputs);
}

static void
studio_export_memory_class_init (StudioExportMemoryClass *klass)
{
}

static void
studio_export_memory_init (StudioExportMemory *self)
{
  self->grid = GTK_GRID (gtk_grid_new ());
  gtk_grid_set_column_spacing (self->grid, 18);
  gtk_grid_set_row_spacing (self->grid, 6);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->grid));
  gtk_widget_add_css_class (GTK_WIDGET (self->grid), "card");
  gtk_widget_add_css_class (GTK_WIDGET (self->grid), "export-memory");
  studio_export_memory_set_plan (self, NULL);
}
