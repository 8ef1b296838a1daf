/* SPDX-License-Identifier: MIT */
#include "studio/track/studio-attach-table.h"

#include <glib/gi18n.h>

#define MAX_SHOWN  64 /* columns */
#define MAX_CHARS  16
#define ROW_USES   0
#define ROW_NAMES  1
#define ROW_VALUES 2

static void
add_cell (GtkGrid *table, guint column, guint row, const char *text, const char *class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label),
                             (int) MIN (g_utf8_strlen (text, -1), MAX_CHARS));
  if (class != NULL)
    gtk_widget_add_css_class (label, class);
  if (row >= ROW_VALUES)
    gtk_widget_add_css_class (label, "numeric");
  gtk_grid_attach (table, label, (int) column, (int) row, 1, 1);
}

/* What a column is: time, elements of the input, or nothing. */
static char *
dup_use (const ImRecordingPreview *preview,
         guint column,
         const guint *columns,
         guint n_columns)
{
  GString *use = g_string_new (NULL);

  if (column == preview->time_column)
    g_string_append (use, _ ("Time"));
  for (guint i = 0; columns != NULL && i < n_columns; i++)
    if (columns[i] == column)
      g_string_append_printf (use, "%s%u", use->len == 0 ? "→ " : ", ", i + 1);

  return g_string_free (use, FALSE);
}

void
studio_attach_table_show (GtkGrid *table,
                          const ImRecordingPreview *preview,
                          const guint *columns,
                          guint n_columns)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (table))) != NULL)
    gtk_grid_remove (table, child);
  for (guint i = 0; i < MIN (preview->n_columns, MAX_SHOWN); i++)
    {
      g_autofree char *use = dup_use (preview, i, columns, n_columns);

      add_cell (table, i, ROW_USES, use, "accent");
      add_cell (table, i, ROW_NAMES, preview->columns[i], "heading");
      for (guint row = 0; row < preview->rows->len; row++)
        {
          char **cells = g_ptr_array_index (preview->rows, row);

          add_cell (table, i, ROW_VALUES + row, i < g_strv_length (cells) ? cells[i] : "",
                    *use == '\0' ? "dim-label" : NULL);
        }
    }
}
