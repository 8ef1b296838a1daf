/* SPDX-License-Identifier: MIT */
#include "studio/lab/studio-formula-problems.h"

#include <glib/gi18n.h>
#include <string.h>

#include "studio/session/studio-problem-row.h"

void
studio_formula_replace (StudioCodePage *editor, gint start, gint end, const char *text)
{
  GtkTextBuffer *buffer = studio_code_page_get_buffer (editor);
  GtkTextIter from, to;

  gtk_text_buffer_get_iter_at_offset (buffer, &from, start);
  gtk_text_buffer_get_iter_at_offset (buffer, &to, end);
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_delete (buffer, &from, &to);
  gtk_text_buffer_insert (buffer, &from, text, -1);
  gtk_text_buffer_end_user_action (buffer);
}

#define JUDGED    "judged"    /* of the page: the text that the problems are of */
#define SIGNATURE "signature" /* of the box: what the rows in it say */

/* A problem that can be fixed. */
typedef struct
{
  StudioCodePage *editor;
  char *fix;
  ImSpan span;
} Fix;

static void
fix_free (gpointer data, GClosure *closure)
{
  Fix *fix = data;

  g_free (fix->fix);
  g_free (fix);
}

static void
fix_cb (GtkButton *button, Fix *fix)
{
  g_autofree char *text = studio_code_page_dup_text (fix->editor);

  if (g_strcmp0 (text, g_object_get_data (G_OBJECT (fix->editor), JUDGED)) != 0)
    return;
  studio_formula_replace (fix->editor,
                          (gint) g_utf8_strlen (text, (gssize) fix->span.start),
                          (gint) g_utf8_strlen (text, (gssize) fix->span.end), fix->fix);
  gtk_widget_grab_focus (GTK_WIDGET (studio_code_page_get_view (fix->editor)));
}

static GtkWidget *
new_fix (StudioCodePage *editor, const ImDiagnostic *problem)
{
  /* Translators: of a button that puts this into the place of what is wrong. */
  g_autofree char *label = g_strdup_printf (_ ("Write %s"), problem->fix);
  GtkWidget *button = gtk_button_new_with_label (label);
  Fix *fix = g_new0 (Fix, 1);

  *fix = (Fix){ editor, g_strdup (problem->fix), problem->fix_span };
  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))),
                           PANGO_ELLIPSIZE_END);
  g_signal_connect_data (button, "clicked", G_CALLBACK (fix_cb), fix, fix_free, 0);

  return button;
}

static void
mark_problem (StudioCodePage *editor, const ImDiagnostic *problem)
{
  const char *text = im_source_get_text (problem->source, NULL);
  guint line = 0, column = 0;

  im_diagnostic_locate (problem, &line, &column);
  studio_code_page_mark (
      editor, line, column,
      (guint) g_utf8_strlen (text + problem->span.start,
                             (gssize) (problem->span.end - problem->span.start)),
      problem->severity == IM_SEVERITY_ERROR);
}

/* All that is seen of the problems. Most keys change nothing of it. */
static char *
dup_signature (const ImDiagnostics *diagnostics)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (diagnostics, i);
      guint line = 0, column = 0;

      if (problem->source == NULL)
        continue;
      im_diagnostic_locate (problem, &line, &column);
      g_string_append_printf (out, "%d %u %u %u %u %s\n%s\n%s\n", (int) problem->severity,
                              line, column, problem->fix_span.start,
                              problem->fix_span.end, problem->message,
                              problem->note == NULL ? "" : problem->note,
                              problem->fix == NULL ? "" : problem->fix);
    }

  return g_string_free (out, FALSE);
}

static void
show_rows (GtkBox *box, StudioCodePage *editor, const ImDiagnostics *diagnostics)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (box))) != NULL)
    gtk_box_remove (box, child);
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (diagnostics, i);

      if (problem->source != NULL)
        gtk_box_append (
            box, studio_problem_row_new_for_text (
                     problem, problem->fix == NULL ? NULL : new_fix (editor, problem)));
    }
  gtk_widget_set_visible (GTK_WIDGET (box),
                          gtk_widget_get_first_child (GTK_WIDGET (box)) != NULL);
}

void
studio_formula_problems_show (GtkBox *box,
                              StudioCodePage *editor,
                              const ImDiagnostics *diagnostics)
{
  g_autofree char *signature = dup_signature (diagnostics);

  studio_code_page_clear_marks (editor);
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    if (im_diagnostics_get (diagnostics, i)->source != NULL)
      mark_problem (editor, im_diagnostics_get (diagnostics, i));
  g_object_set_data_full (G_OBJECT (editor), JUDGED, studio_code_page_dup_text (editor),
                          g_free);
  if (g_strcmp0 (signature, g_object_get_data (G_OBJECT (box), SIGNATURE)) == 0)
    return;
  show_rows (box, editor, diagnostics);
  g_object_set_data_full (G_OBJECT (box), SIGNATURE, g_steal_pointer (&signature),
                          g_free);
}
