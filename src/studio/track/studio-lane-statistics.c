/* SPDX-License-Identifier: MIT */
#include "studio/track/studio-lane-statistics.h"

#include <glib/gi18n.h>
#include <math.h>

#include "studio/session/studio-lane.h"

static void
add_cell (GtkGrid *grid, gint column, gint row, const char *text, gboolean is_heading)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
  gtk_widget_add_css_class (label, is_heading ? "caption-heading" : "caption");
  gtk_widget_add_css_class (label, "numeric");
  if (column == 0 && !is_heading)
    {
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_label_set_max_width_chars (GTK_LABEL (label), 30);
    }
  gtk_grid_attach (grid, label, column, row, 1, 1);
}

static void
add_number (GtkGrid *grid, gint column, gint row, double number)
{
  g_autofree char *text = isnan (number) ? g_strdup ("–")
                                         : g_strdup_printf ("%.6g", number);

  add_cell (grid, column, row, text, FALSE);
}

static void
add_count (GtkGrid *grid, gint column, gint row, guint64 count)
{
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, count);

  add_cell (grid, column, row, text, FALSE);
}

static void
add_row (GtkGrid *grid, gint row, StudioLane *lane, const StudioTime *time)
{
  ImSignal *signal = studio_lane_get_signal (lane);
  ImSignalStatistics statistics;
  const double *numbers[] = { &statistics.min, &statistics.max, &statistics.mean,
                              &statistics.rms, &statistics.deviation };
  gint column = 0;

  im_signal_get_statistics (signal, 0, im_signal_get_n_channels (signal),
                            im_signal_find (signal, time->selected_from),
                            im_signal_find (signal, time->selected_to), &statistics);
  add_cell (grid, column++, row, studio_lane_get_title (lane), FALSE);
  add_count (grid, column++, row, statistics.n);
  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    add_number (grid, column++, row, *numbers[i]);
  add_count (grid, column++, row, statistics.n_nan);
  add_count (grid, column++, row, statistics.n_infinite);
  add_count (grid, column++, row, statistics.n_saturated);
}

/* `1.25 to 1.5 s: 0.25 s`. */
static char *
dup_span (const StudioTime *time)
{
  const char *unit = time->is_timed ? _ ("s") : _ ("rows");

  /* Translators: two times, a length, and the unit of all three, such as
   * “1.25 to 1.5: 0.25 s”. */
  return g_strdup_printf (_ ("%.6g to %.6g: %.6g %s"), time->selected_from,
                          time->selected_to, time->selected_to - time->selected_from,
                          unit);
}

void
studio_lane_statistics_show (GtkGrid *grid, GListModel *lanes, const StudioTime *time)
{
  const char *const headings[] = { _ ("Numbers"), _ ("Minimum"),  _ ("Maximum"),
                                   _ ("Mean"),    _ ("RMS"),      _ ("Deviation"),
                                   _ ("NaN"),     _ ("Infinite"), _ ("Saturated") };
  gboolean is_selected = !isnan (time->selected_from);
  g_autofree char *span = dup_span (time);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (grid))) != NULL)
    gtk_grid_remove (grid, child);
  gtk_widget_set_visible (GTK_WIDGET (grid), is_selected);
  if (!is_selected)
    return;

  add_cell (grid, 0, 0, span, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (headings); i++)
    add_cell (grid, (gint) i + 1, 0, headings[i], TRUE);
  for (guint i = 0; i < g_list_model_get_n_items (lanes); i++)
    {
      g_autoptr (StudioLane) lane = g_list_model_get_item (lanes, i);

      add_row (grid, (gint) i + 1, lane, time);
    }
}
